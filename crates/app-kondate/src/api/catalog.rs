//! The catalog: what others have published, into the book and out of it; and what is one's own, published.

use axum::extract::State;
use chabudai_kernel::part::{UtcSeconds, Word};
use chabudai_web::api::Api;
use chabudai_web::envelope::{Data, Page};
use chabudai_web::input::{Json as Body, Path, Query, whole};
use chabudai_web::list::{Cursor, Order};
use chabudai_web::people::Caller;
use chabudai_web::schema::Spelled;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::book::{LONGEST_QUESTION, PAGE};
use super::input::{ID, Text};
use super::pictures::Links;
use super::view::{RecipeView, SetView};
use super::{Answer, AppState, At, Inside, List, data, inside};
use crate::error::{KondateError, Result};
use crate::model::{EntityType, LEAST_PRICE, LONGEST_TAG, MOST_MINUTES, MOST_PRICE, Target, Visibility};
use crate::repo::catalog::{self, Narrowed};
use crate::service::{Offer, Offered, Question, Service, ShownCard, Sorted};

const NOT_SAVED: &str = "It is in the book no more.";

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    let list = |id, words| {
        inside(id, words)
            .query::<CatalogParameters>()
            .answers::<Data<Page<CatalogCardView>>>(200, "A page of cards. It may be short and still have a next one.")
    };
    let save = |id, words| inside(id, words).answers::<Data<SavedView>>(200, "It is in the book.");
    let publish = |id, words| inside(id, words).body::<OfferInput>().answers::<Data<CatalogCardView>>(200, "As the catalog shows it.");
    let stop = |id, words| inside(id, words).answers::<Data<CatalogCardView>>(200, "It is in no list any more; whoever has it keeps it.");
    api.get("/catalog/recipes", list_recipes, list("listCatalogRecipes", "Recipes that others have published"))
        .get("/catalog/sets", list_sets, list("listCatalogSets", "Sets that others have published"))
        .get(
            "/catalog/recipes/{id}",
            get_recipe,
            inside("getCatalogRecipe", "A recipe of the catalog")
                .answers::<Data<CatalogRecipeView>>(200, "Its card, and the recipe where one may read it."),
        )
        .get(
            "/catalog/sets/{id}",
            get_set,
            inside("getCatalogSet", "A set of the catalog")
                .answers::<Data<CatalogSetView>>(200, "Its card, and the set with its recipes where one may read it."),
        )
        .post("/catalog/recipes/{id}/save", save_recipe, save("saveRecipe", "A recipe of the catalog into the book"))
        .delete(
            "/catalog/recipes/{id}/save",
            unsave_recipe,
            inside("unsaveRecipe", "A recipe of the catalog out of the book").answers::<Data<UnsavedRecipeView>>(200, NOT_SAVED),
        )
        .post("/catalog/sets/{id}/save", save_set, save("saveSet", "A set of the catalog into the book"))
        .delete(
            "/catalog/sets/{id}/save",
            unsave_set,
            inside("unsaveSet", "A set of the catalog out of the book").answers::<Data<UnsavedSetView>>(200, NOT_SAVED),
        )
        .put("/recipes/{id}/publication", publish_recipe, publish("publishRecipe", "A recipe of one's own for everybody"))
        .delete("/recipes/{id}/publication", stop_recipe, stop("stopRecipe", "Stop offering a recipe"))
        .put("/sets/{id}/publication", publish_set, publish("publishSet", "A set of one's own for everybody"))
        .delete("/sets/{id}/publication", stop_set, stop("stopSet", "Stop offering a set"))
}

/// Which, in which order.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CatalogParameters {
    /// 1 to 100; 20 by default.
    #[schemars(range(min = 1, max = PAGE.most))]
    limit: Option<u32>,
    /// From the page before, of the same question.
    #[schemars(with = "Option<Cursor>")]
    cursor: Option<String>,
    /// Words in the title, a tag or the name of the creator.
    #[schemars(with = "Option<Text<LONGEST_QUESTION>>")]
    search: Option<String>,
    /// Only with this tag.
    #[schemars(with = "Option<Text<LONGEST_TAG>>")]
    tag: Option<String>,
    /// `newest` (default), `popular`, or `recommended`: what uses most of the fridge.
    #[serde(default)]
    sort: CatalogSort,
    /// Only what is free, or what costs something; or what one has bought, also where it is in no list any more.
    status: Option<CatalogStatus>,
    /// On the table within so many minutes.
    #[schemars(range(min = 1, max = MOST_MINUTES))]
    cook_time: Option<u32>,
    /// Only by this creator: the newest first, or with `popular` and `recommended` what most kitchens saved first.
    #[schemars(regex(pattern = ID))]
    creator_id: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema, Default)]
#[schemars(inline)]
#[serde(rename_all = "camelCase")]
enum CatalogSort {
    #[default]
    Newest,
    Popular,
    Recommended,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "camelCase")]
enum CatalogStatus {
    Free,
    Paid,
    Purchased,
}

impl CatalogParameters {
    fn question(&self, kind: EntityType) -> Result<Question> {
        let is_text = |text: &Option<String>, most: usize| text.as_ref().is_none_or(|text| text.chars().count() <= most);
        if !is_text(&self.search, LONGEST_QUESTION) || !is_text(&self.tag, LONGEST_TAG) {
            return Err(KondateError::Invalid { field: "search", code: "kondate.too_long", message: "This is too long." });
        }
        let creator = self.creator_id.as_ref().map(|id| Word::new(id.as_str()).ok_or(KondateError::NotFound("creator"))).transpose()?;
        let sorted = match (creator, self.sort) {
            (Some(creator), CatalogSort::Newest) => Sorted::OfCreator(creator),
            (Some(creator), CatalogSort::Popular | CatalogSort::Recommended) => Sorted::PopularOfCreator(creator),
            (None, CatalogSort::Newest) => Sorted::Newest,
            (None, CatalogSort::Popular) => Sorted::Popular,
            (None, CatalogSort::Recommended) => Sorted::Recommended,
        };
        let narrowed = Narrowed {
            words: Narrowed::words(self.search.as_deref()),
            tags: self.tag.iter().filter(|tag| !tag.trim().is_empty()).map(|tag| tag.trim().to_owned()).collect(),
            visibility: match self.status {
                Some(CatalogStatus::Free) => Some(Visibility::Free),
                Some(CatalogStatus::Paid) => Some(Visibility::Paid),
                Some(CatalogStatus::Purchased) | None => None,
            },
            minutes: self.cook_time,
        };
        Ok(Question { kind, sorted, narrowed })
    }
}

/// What is shown beside a card.
#[derive(Serialize, JsonSchema)]
struct BadgeView {
    label: String,
    #[schemars(extend("enum" = ["free", "purchased", "price", "status"]))]
    variant: &'static str,
}

/// Something of the catalog, in a list.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own that is shown by itself")]
pub(super) struct CatalogCardView {
    id: String,
    title: String,
    thumbnail_url: Option<String>,
    cook_time_minutes: Option<u32>,
    tags: Vec<String>,
    creator_id: String,
    creator_name: String,
    #[schemars(extend("enum" = ["free", "paid", "member_only"]))]
    visibility: &'static str,
    /// In yen; null for what is free.
    price: Option<u64>,
    /// `stopped` is in no list any more.
    #[schemars(extend("enum" = ["draft", "published", "stopped"]))]
    status: &'static str,
    /// How many kitchens have it in their book.
    saved_count: u64,
    is_saved: bool,
    is_purchased: bool,
    /// It is one's own.
    is_own: bool,
    /// Its body is not to be seen before it is bought.
    is_locked: bool,
    status_badges: Vec<BadgeView>,
    #[schemars(with = "Spelled<UtcSeconds>")]
    created_at: String,
}

impl CatalogCardView {
    pub(super) fn of(shown: ShownCard, links: &Links) -> Self {
        let card = shown.card;
        let mut badges = Vec::new();
        match card.price() {
            _ if shown.is_bought => badges.push(BadgeView { label: "purchased".to_owned(), variant: "purchased" }),
            Some(price) => badges.push(BadgeView { label: format!("¥{price}"), variant: "price" }),
            None => badges.push(BadgeView { label: "free".to_owned(), variant: "free" }),
        }
        if !card.is_listed() {
            badges.push(BadgeView { label: card.status.as_str().to_owned(), variant: "status" });
        }
        Self {
            id: card.id.to_string(),
            price: card.price(),
            title: card.title,
            thumbnail_url: card.thumbnail_url.map(|address| links.out(address)),
            cook_time_minutes: card.cook_time_minutes,
            tags: card.tags,
            creator_id: card.creator_id.to_string(),
            creator_name: card.creator_name,
            visibility: card.visibility.as_str(),
            status: card.status.as_str(),
            saved_count: card.saved_count.get(),
            is_saved: shown.is_saved,
            is_purchased: shown.is_bought,
            is_own: shown.is_own,
            is_locked: shown.is_locked,
            status_badges: badges,
            created_at: card.created_at.to_string(),
        }
    }
}

/// A recipe of the catalog.
#[derive(Serialize, JsonSchema)]
struct CatalogRecipeView {
    #[serde(flatten)]
    card: CatalogCardView,
    /// Null where it is locked.
    recipe: Option<RecipeView>,
}

/// A set of the catalog.
#[derive(Serialize, JsonSchema)]
struct CatalogSetView {
    #[serde(flatten)]
    card: CatalogCardView,
    /// Null where it is locked.
    set: Option<SetView>,
    /// Its recipes, whole; none where it is locked.
    recipes: Vec<RecipeView>,
}

/// That it is in the book.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SavedView {
    id: String,
    saved_to_recipe_book: bool,
}

/// That a recipe is not.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct UnsavedRecipeView {
    recipe_id: String,
    saved: bool,
}

/// That a set is not.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct UnsavedSetView {
    set_id: String,
    saved: bool,
}

/// On which terms something is published.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OfferInput {
    #[schemars(with = "OfferedTo")]
    visibility: OfferedTo,
    /// In yen; only of what is `paid`.
    #[serde(default, deserialize_with = "whole")]
    #[schemars(range(min = LEAST_PRICE, max = MOST_PRICE))]
    price: Option<u32>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
enum OfferedTo {
    Free,
    Paid,
    MemberOnly,
}

impl OfferInput {
    fn offer(&self) -> Offer {
        let visibility = match self.visibility {
            OfferedTo::Free => Visibility::Free,
            OfferedTo::Paid => Visibility::Paid,
            OfferedTo::MemberOnly => Visibility::MemberOnly,
        };
        Offer { visibility, price: self.price.map(u64::from) }
    }
}

fn target(kind: EntityType, at: &At) -> Result<Target> {
    let what = if kind == EntityType::Recipe { "recipe" } else { "set" };
    Target::new(kind, &at.id).ok_or(KondateError::NotFound(what))
}

async fn list(
    service: &Service,
    links: &Links,
    Inside { cook }: Inside,
    kind: EntityType,
    given: CatalogParameters,
) -> List<CatalogCardView> {
    let paging = PAGE.paging(given.limit, given.cursor.as_deref(), Order::Desc)?;
    let question = given.question(kind)?;
    let page = if given.status == Some(CatalogStatus::Purchased) {
        service.bought(&cook, &question, paging.limit, paging.cursor).await?
    } else {
        service.catalog(&cook, &question, paging.limit, paging.cursor).await?
    };
    data(Page::of(page.items.into_iter().map(|shown| CatalogCardView::of(shown, links)).collect(), page.next))
}

async fn list_recipes(
    State(service): State<Service>,
    State(links): State<Links>,
    inside: Inside,
    Query(given): Query<CatalogParameters>,
) -> List<CatalogCardView> {
    list(&service, &links, inside, EntityType::Recipe, given).await
}

async fn list_sets(
    State(service): State<Service>,
    State(links): State<Links>,
    inside: Inside,
    Query(given): Query<CatalogParameters>,
) -> List<CatalogCardView> {
    list(&service, &links, inside, EntityType::Set, given).await
}

async fn get_recipe(
    State(service): State<Service>,
    State(links): State<Links>,
    Inside { cook }: Inside,
    Path(at): Path<At>,
) -> Answer<CatalogRecipeView> {
    let Offered { shown, body, .. } = service.offered(&cook, &target(EntityType::Recipe, &at)?).await?;
    let recipe = match body {
        Some(catalog::Body::Recipe(recipe)) => Some(RecipeView::of(*recipe, &links)),
        _ => None,
    };
    data(CatalogRecipeView { card: CatalogCardView::of(shown, &links), recipe })
}

async fn get_set(
    State(service): State<Service>,
    State(links): State<Links>,
    Inside { cook }: Inside,
    Path(at): Path<At>,
) -> Answer<CatalogSetView> {
    let Offered { shown, body, dishes } = service.offered(&cook, &target(EntityType::Set, &at)?).await?;
    let set = match body {
        Some(catalog::Body::Set(set)) => Some(SetView::of(&set, &dishes, &links)),
        _ => None,
    };
    let recipes = dishes.into_iter().map(|dish| RecipeView::of(dish, &links)).collect();
    data(CatalogSetView { card: CatalogCardView::of(shown, &links), set, recipes })
}

async fn save_recipe(State(service): State<Service>, Inside { cook }: Inside, Path(at): Path<At>) -> Answer<SavedView> {
    service.save(&cook, &target(EntityType::Recipe, &at)?).await?;
    data(SavedView { id: at.id, saved_to_recipe_book: true })
}

async fn save_set(State(service): State<Service>, Inside { cook }: Inside, Path(at): Path<At>) -> Answer<SavedView> {
    service.save(&cook, &target(EntityType::Set, &at)?).await?;
    data(SavedView { id: at.id, saved_to_recipe_book: true })
}

async fn unsave_recipe(State(service): State<Service>, Inside { cook }: Inside, Path(at): Path<At>) -> Answer<UnsavedRecipeView> {
    service.unsave(&cook, &target(EntityType::Recipe, &at)?).await?;
    data(UnsavedRecipeView { recipe_id: at.id, saved: false })
}

async fn unsave_set(State(service): State<Service>, Inside { cook }: Inside, Path(at): Path<At>) -> Answer<UnsavedSetView> {
    service.unsave(&cook, &target(EntityType::Set, &at)?).await?;
    data(UnsavedSetView { set_id: at.id, saved: false })
}

/// One's own, as the catalog shows it to oneself.
fn own(card: crate::model::Card, links: &Links) -> CatalogCardView {
    let shown = ShownCard { card, is_saved: false, is_bought: false, is_own: true, is_locked: false, usable: None };
    CatalogCardView::of(shown, links)
}

async fn publish_recipe(
    State(service): State<Service>,
    State(links): State<Links>,
    Caller(person): Caller,
    Inside { cook }: Inside,
    Path(at): Path<At>,
    Body(input): Body<OfferInput>,
) -> Answer<CatalogCardView> {
    data(own(service.publish(&cook, &person.name, &target(EntityType::Recipe, &at)?, input.offer()).await?, &links))
}

async fn publish_set(
    State(service): State<Service>,
    State(links): State<Links>,
    Caller(person): Caller,
    Inside { cook }: Inside,
    Path(at): Path<At>,
    Body(input): Body<OfferInput>,
) -> Answer<CatalogCardView> {
    data(own(service.publish(&cook, &person.name, &target(EntityType::Set, &at)?, input.offer()).await?, &links))
}

async fn stop_recipe(
    State(service): State<Service>,
    State(links): State<Links>,
    Inside { cook }: Inside,
    Path(at): Path<At>,
) -> Answer<CatalogCardView> {
    data(own(service.stop(&cook, &target(EntityType::Recipe, &at)?).await?, &links))
}

async fn stop_set(
    State(service): State<Service>,
    State(links): State<Links>,
    Inside { cook }: Inside,
    Path(at): Path<At>,
) -> Answer<CatalogCardView> {
    data(own(service.stop(&cook, &target(EntityType::Set, &at)?).await?, &links))
}
