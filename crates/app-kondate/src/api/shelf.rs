//! Categories, staples, the way through a shop, foods of a kitchen's own.

use axum::extract::State;
use axum::http::StatusCode;
use chabudai_food::Aisle;
use chabudai_kernel::part::Word;
use chabudai_web::api::Api;
use chabudai_web::envelope::{Data, Page};
use chabudai_web::input::{Json as Body, Path, Query, named, whole};
use chabudai_web::line::Line;
use chabudai_web::problem::Problem;
use chabudai_web::repeat::Repeatable;
use chabudai_web::schema::{Spelled, without_default};
use schemars::JsonSchema;
use serde::Deserialize;

use super::input::Text;
use super::view::{CategoryView, DeletedView, OwnFoodView, StapleView, WayView};
use super::{Answer, AppState, At, Inside, List, data, inside, listed, once};
use crate::error::KondateError;
use crate::model::{CategoryId, LONGEST_NAME, LONGEST_TAG, LONGEST_WORD, MOST_CATEGORIES, MOST_DAYS, OwnFoodId, Scope};
use crate::repo::{fridge, shelf};
use crate::service::{CategoryChange, OwnFoodInput, Service, StapleInput};

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    let api = api
        .get(
            "/categories",
            list_categories,
            inside("listCategories", "Which tabs the book or the catalog has")
                .query::<ScopeParameters>()
                .answers::<Data<Page<CategoryView>>>(200, "In their order; `all` is always the first."),
        )
        .post(
            "/categories",
            add_category,
            inside("addCategory", "Another tab").body::<NewCategory>().repeatable().answers::<Data<CategoryView>>(201, "The category."),
        )
        .patch(
            "/categories/{id}",
            change_category,
            inside("changeCategory", "Rename, move, hide or show a tab")
                .body::<CategoryInput>()
                .answers::<Data<CategoryView>>(200, "As it is now."),
        )
        .delete(
            "/categories/{id}",
            delete_category,
            inside("deleteCategory", "Delete a tab of one's own").answers::<Data<DeletedView>>(200, "It is gone; no recipe is."),
        );
    api.path::<ShopAt>()
        .get(
            "/staples",
            list_staples,
            inside("listStaples", "What should always be there").answers::<Data<Page<StapleView>>>(200, "All of them."),
        )
        .put(
            "/staples",
            set_staple,
            inside("setStaple", "Something should always be there").body::<StapleBody>().answers::<Data<StapleView>>(200, "As it is now."),
        )
        .delete(
            "/staples/{id}",
            remove_staple,
            inside("removeStaple", "Something need not always be there").answers::<Data<DeletedView>>(200, "It is no staple any more."),
        )
        .get(
            "/aisles",
            list_ways,
            inside("listAisleOrders", "In which order one walks through which shop")
                .answers::<Data<Page<WayView>>>(200, "Every shop that was named."),
        )
        .put(
            "/aisles/{shop}",
            set_way,
            inside("setAisleOrder", "In this shop one walks like this; without aisles, as everybody does")
                .body::<WayBody>()
                .answers::<Data<WayView>>(200, "As it is now."),
        )
        .get(
            "/foods",
            list_foods,
            inside("listOwnFoods", "Foods of the kitchen's own").answers::<Data<Page<OwnFoodView>>>(200, "All of them."),
        )
        .put(
            "/foods",
            set_food,
            inside("setOwnFood", "A food that nobody else knows, or what one knows better of one")
                .body::<FoodBody>()
                .answers::<Data<OwnFoodView>>(200, "As it is now. The same name is the same food."),
        )
        .delete(
            "/foods/{id}",
            remove_food,
            inside("removeOwnFood", "Forget a food of one's own")
                .answers::<Data<DeletedView>>(200, "It is forgotten; what is in the fridge stays."),
        )
}

/// Of which tabs.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ScopeParameters {
    /// `book` (default) or `catalog`.
    #[schemars(with = "Option<Spelled<Scope>>")]
    scope: Option<Scope>,
}

/// A tab.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewCategory {
    #[schemars(with = "Spelled<Scope>")]
    scope: Scope,
    #[schemars(with = "Line<LONGEST_TAG>")]
    tag_name: String,
}

/// What changes of a tab. What is not named stays.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CategoryInput {
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "Line<LONGEST_TAG>", transform = without_default)]
    tag_name: Option<String>,
    /// Its place, counted from 1.
    #[serde(default, deserialize_with = "whole")]
    #[schemars(range(min = 1, max = MOST_CATEGORIES))]
    order: Option<u32>,
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "bool", transform = without_default)]
    is_hidden: Option<bool>,
}

/// Something that should always be there.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "StapleInput")]
#[serde(deny_unknown_fields)]
struct StapleBody {
    #[schemars(with = "Line<LONGEST_NAME>")]
    name: String,
    /// A number above nothing; 1 by default.
    #[schemars(with = "Option<Text<LONGEST_WORD>>")]
    quantity: Option<String>,
    #[schemars(with = "Option<Text<LONGEST_WORD>>")]
    unit: Option<String>,
}

/// The name of a shop in an address.
#[derive(Deserialize, JsonSchema)]
struct ShopAt {
    #[schemars(regex(pattern = r"^[^#\u0000-\u001f\u007f-\u009f]{1,60}$"))]
    shop: String,
}

/// A way through a shop.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "AisleOrderInput")]
#[serde(deny_unknown_fields)]
struct WayBody {
    /// Each once, in the order in which one walks past them.
    #[schemars(with = "Vec<AisleName>", length(max = 60), extend("uniqueItems" = true))]
    aisles: Vec<Aisle>,
}

/// The name of an aisle.
struct AisleName;

impl JsonSchema for AisleName {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "AisleName".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let ids: Vec<&str> = Aisle::ALL.iter().map(|aisle| aisle.id()).collect();
        schemars::json_schema!({ "type": "string", "enum": ids })
    }
}

/// A food of the kitchen's own.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "OwnFoodInput")]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FoodBody {
    #[schemars(with = "Line<LONGEST_NAME>")]
    name: String,
    #[schemars(with = "Option<AisleName>")]
    aisle: Option<Aisle>,
    #[serde(default, deserialize_with = "whole")]
    #[schemars(range(min = 0, max = MOST_DAYS))]
    keeps_days: Option<u32>,
}

fn category_id(at: &At) -> Result<CategoryId, Problem> {
    Ok(CategoryId::new(at.id.as_str()).ok_or(KondateError::NotFound("category"))?)
}

async fn list_categories(
    State(service): State<Service>,
    Inside { cook }: Inside,
    Query(given): Query<ScopeParameters>,
) -> List<CategoryView> {
    let kept = service.categories(&cook, given.scope.unwrap_or(Scope::Book)).await?;
    listed(std::iter::once(CategoryView::all()).chain(kept.into_iter().map(CategoryView::of)).collect())
}

async fn add_category(
    State(service): State<Service>,
    Inside { cook }: Inside,
    input: Repeatable<NewCategory>,
) -> Result<(StatusCode, Data<CategoryView>), Problem> {
    let once = once(&input);
    let category = service.add_category(&cook, input.body.scope, &input.body.tag_name, once.as_ref()).await?;
    Ok((StatusCode::CREATED, Data { data: CategoryView::of(category) }))
}

async fn change_category(
    State(service): State<Service>,
    Inside { cook }: Inside,
    Path(at): Path<At>,
    Body(input): Body<CategoryInput>,
) -> Answer<CategoryView> {
    let id = category_id(&at)?;
    let scope = service.scope_of(&cook, &id).await?;
    let CategoryInput { tag_name, order, is_hidden } = input;
    data(CategoryView::of(service.change_category(&cook, scope, &id, &CategoryChange { tag_name, order, is_hidden }).await?))
}

async fn delete_category(State(service): State<Service>, Inside { cook }: Inside, Path(at): Path<At>) -> Answer<DeletedView> {
    let id = category_id(&at)?;
    let scope = service.scope_of(&cook, &id).await?;
    service.delete_category(&cook, scope, &id).await?;
    data(DeletedView::of(at.id))
}

async fn list_staples(State(service): State<Service>, Inside { cook }: Inside) -> List<StapleView> {
    listed(shelf::staples(service.db(), &cook.kitchen).await?.into_iter().map(StapleView::of).collect())
}

async fn set_staple(State(service): State<Service>, Inside { cook }: Inside, Body(input): Body<StapleBody>) -> Answer<StapleView> {
    let StapleBody { name, quantity, unit } = input;
    data(StapleView::of(service.set_staple(&cook, &StapleInput { name, quantity, unit }).await?))
}

async fn remove_staple(State(service): State<Service>, Inside { cook }: Inside, Path(at): Path<At>) -> Answer<DeletedView> {
    let food = Word::new(at.id.as_str()).ok_or(KondateError::NotFound("staple"))?;
    service.remove_staple(&cook, &food).await?;
    data(DeletedView::of(at.id))
}

async fn list_ways(State(service): State<Service>, Inside { cook }: Inside) -> List<WayView> {
    listed(shelf::ways(service.db(), &cook.kitchen).await?.into_iter().map(WayView::of).collect())
}

async fn set_way(
    State(service): State<Service>,
    Inside { cook }: Inside,
    Path(at): Path<ShopAt>,
    Body(input): Body<WayBody>,
) -> Answer<WayView> {
    let shop = Word::new(at.shop.trim()).ok_or(KondateError::NotFound("store"))?;
    service.set_way(&cook, &shop, &input.aisles).await?;
    data(WayView::named(shop.as_str(), &input.aisles))
}

async fn list_foods(State(service): State<Service>, Inside { cook }: Inside) -> List<OwnFoodView> {
    let (foods, _) = fridge::fridge(service.db(), &cook.kitchen).await?;
    listed(foods.all_own().cloned().map(OwnFoodView::of).collect())
}

async fn set_food(State(service): State<Service>, Inside { cook }: Inside, Body(input): Body<FoodBody>) -> Answer<OwnFoodView> {
    let FoodBody { name, aisle, keeps_days } = input;
    // What is out of range is more than the most, and refused for that.
    let keeps_days = keeps_days.map(|days| u16::try_from(days).unwrap_or(u16::MAX));
    data(OwnFoodView::of(service.set_own_food(&cook, &OwnFoodInput { name, aisle, keeps_days }).await?))
}

async fn remove_food(State(service): State<Service>, Inside { cook }: Inside, Path(at): Path<At>) -> Answer<DeletedView> {
    let food = OwnFoodId::new(at.id.as_str()).ok_or(KondateError::NotFound("food"))?;
    service.remove_own_food(&cook, &food).await?;
    data(DeletedView::of(at.id))
}
