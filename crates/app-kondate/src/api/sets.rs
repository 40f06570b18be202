//! The book: sets.

use axum::extract::State;
use axum::http::StatusCode;
use chabudai_web::api::Api;
use chabudai_web::envelope::{Data, Page};
use chabudai_web::input::{Json as Body, Path, Query, named, whole};
use chabudai_web::line::Line;
use chabudai_web::problem::Problem;
use chabudai_web::repeat::Repeatable;
use chabudai_web::schema::without_default;
use schemars::JsonSchema;
use serde::Deserialize;

use super::book::{ListParameters, PAGE};
use super::input::{Lines, RecipeRef, Text, cleared};
use super::pictures::Links;
use super::view::{DeletedView, SetCardView, SetView};
use super::{Answer, AppState, At, Inside, List, data, inside, once};
use crate::error::KondateError;
use crate::model::{DishSet, EntityType, LONGEST_STEP, LONGEST_TAG, LONGEST_TITLE, MOST_DISHES, MOST_TAGS, RecipeId, SetId};
use crate::repo::book;
use crate::service::{Begins, Cook, Found, Service, SetInput};

/// The list, to its cursors.
const LIST: &str = "sets";

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.get(
        "/sets",
        list_sets,
        inside("listSets", "Which sets there are: our own, and the starters")
            .query::<ListParameters>()
            .answers::<Data<Page<SetCardView>>>(200, "A page of sets. It may be short and still have a next one."),
    )
    .post("/sets", add_set, inside("addSet", "Put together a set").body::<NewSet>().repeatable().answers::<Data<SetView>>(201, "The set."))
    .get("/sets/{id}", get_set, inside("getSet", "What is in a set").answers::<Data<SetView>>(200, "The set and its dishes."))
    .patch(
        "/sets/{id}",
        edit_set,
        inside("editSet", "Change one of our sets").body::<SetChange>().answers::<Data<SetView>>(200, "As it is now."),
    )
    .delete(
        "/sets/{id}",
        delete_set,
        inside("deleteSet", "Delete one of our sets").answers::<Data<DeletedView>>(200, "For 30 days it can come back."),
    )
    .post(
        "/sets/{id}/restore",
        restore_set,
        inside("restoreSet", "Bring a deleted set back").answers::<Data<SetView>>(200, "The set, as it was."),
    )
}

/// A set to be put together.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewSet {
    #[schemars(with = "Line<LONGEST_TITLE>")]
    title: String,
    /// Its dishes, in order; one may stand there twice.
    #[schemars(with = "Vec<RecipeRef>", length(min = 1, max = MOST_DISHES))]
    recipe_ids: Vec<RecipeId>,
    #[schemars(with = "Option<Lines<LONGEST_STEP>>")]
    description: Option<String>,
    #[serde(default)]
    #[schemars(with = "Vec<Text<LONGEST_TAG>>", length(max = MOST_TAGS))]
    tags: Vec<String>,
}

/// What changes of a set. What is not named stays; null takes it away.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SetChange {
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "Line<LONGEST_TITLE>", transform = without_default)]
    title: Option<String>,
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "Vec<RecipeRef>", length(min = 1, max = MOST_DISHES), transform = without_default)]
    recipe_ids: Option<Vec<RecipeId>>,
    #[serde(default, deserialize_with = "cleared")]
    #[schemars(with = "Option<Lines<LONGEST_STEP>>", transform = without_default)]
    description: Option<Option<String>>,
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "Vec<Text<LONGEST_TAG>>", length(max = MOST_TAGS), transform = without_default)]
    tags: Option<Vec<String>>,
    /// The version that was seen: if it is another one by now, nothing changes.
    #[serde(default, deserialize_with = "whole")]
    #[schemars(range(min = 0, max = u32::MAX))]
    version: Option<u32>,
}

fn set_id(at: &At) -> Result<SetId, Problem> {
    Ok(SetId::new(at.id.as_str()).ok_or(KondateError::NotFound("set"))?)
}

async fn shown(service: &Service, cook: &Cook, set: &DishSet, links: &Links) -> Result<SetView, Problem> {
    Ok(SetView::of(set, &service.recipes(cook, &set.recipe_ids).await?, links))
}

async fn list_sets(State(service): State<Service>, Inside { cook }: Inside, Query(given): Query<ListParameters>) -> List<SetCardView> {
    let paging = PAGE.paging(given.limit, given.cursor.as_deref(), given.order())?;
    let (sought, most) = (given.sought()?, paging.limit as usize);
    let cursor = |begins: &Begins<SetId>| service.book_cursor(&cook, LIST, &sought, begins);
    let found = match given.begins(&service, &cook, LIST, &sought, |id| SetId::new(id))? {
        Some(begins) => service.find_sets(&cook, &sought, begins, most).await?,
        None if !sought.is_everything() => service.find_sets(&cook, &sought, Begins::Start, most).await?,
        // What was saved stands between a kitchen's own by time.
        None if given.cursor.is_none() && service.has_saved(&cook, EntityType::Set).await? => {
            service.find_sets(&cook, &sought, Begins::Start, most).await?
        }
        None => {
            let page = book::list_sets(service.db(), &cook.kitchen, paging).await?;
            let cards: Vec<_> = page.items.iter().map(SetCardView::of).collect();
            let next = page.next.or_else(|| cursor(&Begins::Starters(None)));
            return data(Page::of(cards, next));
        }
    };
    let Found { items, next } = found;
    data(Page::of(items.iter().map(SetCardView::of).collect(), next.as_ref().and_then(cursor)))
}

async fn add_set(
    State(service): State<Service>,
    State(links): State<Links>,
    Inside { cook }: Inside,
    input: Repeatable<NewSet>,
) -> Result<(StatusCode, Data<SetView>), Problem> {
    let once = once(&input);
    let NewSet { title, recipe_ids, description, tags } = input.body;
    let new = SetInput { title: Some(title), recipe_ids: Some(recipe_ids), description: Some(description), tags: Some(tags) };
    let set = service.add_set(&cook, &new, once.as_ref()).await?;
    Ok((StatusCode::CREATED, Data { data: shown(&service, &cook, &set, &links).await? }))
}

async fn get_set(
    State(service): State<Service>,
    State(links): State<Links>,
    Inside { cook }: Inside,
    Path(at): Path<At>,
) -> Answer<SetView> {
    let (set, dishes) = service.set_with_dishes(&cook, &set_id(&at)?).await?;
    data(SetView::of(&set, &dishes, &links))
}

async fn edit_set(
    State(service): State<Service>,
    State(links): State<Links>,
    Inside { cook }: Inside,
    Path(at): Path<At>,
    Body(change): Body<SetChange>,
) -> Answer<SetView> {
    let SetChange { title, recipe_ids, description, tags, version } = change;
    let set = service.edit_set(&cook, &set_id(&at)?, &SetInput { title, recipe_ids, description, tags }, version.map(u64::from)).await?;
    data(shown(&service, &cook, &set, &links).await?)
}

async fn delete_set(State(service): State<Service>, Inside { cook }: Inside, Path(at): Path<At>) -> Answer<DeletedView> {
    service.delete_set(&cook, &set_id(&at)?).await?;
    data(DeletedView::of(at.id))
}

async fn restore_set(
    State(service): State<Service>,
    State(links): State<Links>,
    Inside { cook }: Inside,
    Path(at): Path<At>,
) -> Answer<SetView> {
    let id = set_id(&at)?;
    service.restore_set(&cook, &id).await?;
    data(shown(&service, &cook, &service.set(&cook, &id).await?, &links).await?)
}
