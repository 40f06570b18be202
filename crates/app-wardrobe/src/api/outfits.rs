//! Outfits.

use axum::extract::State;
use axum::http::StatusCode;
use chabudai_web::api::{Api, operation};
use chabudai_web::input::{Json as Body, Path, Query};
use chabudai_web::line::Line;
use chabudai_web::list::{Cursor, ListView, Order};
use chabudai_web::output::Json;
use chabudai_web::repeat::Repeatable;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ENTRIES;
use super::clothes::{PeriodParameters, SortName, WearsView, days_of, wanted};
use super::view::{TemplateCard, TemplateView, shown};
use super::{Answer, AppState, Opened, once};
use crate::design::OUTFIT_DETAIL;
use crate::error::WardrobeError;
use crate::model::{ClothingId, Created, LONGEST_NAME, MOST_GARMENTS, OutfitId, SeasonTag, Status};
use crate::name::Name;
use crate::repo::counters::Counted;
use crate::repo::{outfits, pictures};
use crate::service::NewOutfit;

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.path::<OutfitPath>()
        .get(
            "/wardrobes/{wid}/templates",
            list_outfits,
            operation("listTemplates", "List outfits")
                .query::<OutfitParameters>()
                .answers::<ListView<TemplateCard>>(200, "A page of outfits."),
        )
        .post(
            "/wardrobes/{wid}/templates",
            add_outfit,
            operation("addTemplate", "Save an outfit")
                .body::<OutfitInput>()
                .repeatable()
                .answers::<TemplateMade>(201, "The new outfit's id."),
        )
        .get(
            "/wardrobes/{wid}/templates/{tid}",
            get_outfit,
            operation("getTemplate", "Show an outfit, also from the bin").answers::<TemplateView>(200, "The outfit with its garments."),
        )
        .patch(
            "/wardrobes/{wid}/templates/{tid}",
            edit_outfit,
            operation("editTemplate", "Change an outfit").body::<OutfitEdit>().answers_nothing("Changed."),
        )
        .delete(
            "/wardrobes/{wid}/templates/{tid}",
            delete_outfit,
            operation("deleteTemplate", "Put an outfit into the bin").answers_nothing("In the bin."),
        )
        .post(
            "/wardrobes/{wid}/templates/{tid}/restore",
            restore_outfit,
            operation("restoreTemplate", "Take an outfit out of the bin").answers_nothing("Back."),
        )
        .get(
            "/wardrobes/{wid}/templates/{tid}/wears",
            outfit_wears,
            operation("templateWears", "The days on which an outfit was worn")
                .query::<PeriodParameters>()
                .answers::<WearsView>(200, "Days, oldest first."),
        )
}

/// Which outfits, in which order.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OutfitParameters {
    /// `created` (default), `wear` or `lastWorn`
    #[serde(default)]
    sort: SortName,
    /// `desc` (default) or `asc`
    #[serde(default)]
    order: Order,
    /// `ACTIVE` (default) or `DELETED`
    status: Option<Status>,
    /// A part of the name; width, case and kana do not matter.
    #[schemars(length(max = LONGEST_NAME))]
    q: Option<String>,
    /// A season, such as `season:summer`.
    tag: Option<SeasonTag>,
    /// Only outfits with this garment.
    clothing_id: Option<ClothingId>,
    /// 1 to 30; 30 by default.
    #[schemars(range(min = 1, max = ENTRIES.most))]
    limit: Option<u32>,
    /// From the page before.
    #[schemars(with = "Option<Cursor>")]
    cursor: Option<String>,
}

/// A new outfit.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OutfitInput {
    /// 1 to 40 characters.
    #[schemars(with = "Line<LONGEST_NAME>")]
    name: String,
    /// 1 to 20 garments in their order, each once.
    #[schemars(length(min = 1, max = MOST_GARMENTS), extend("uniqueItems" = true))]
    clothing_ids: Vec<ClothingId>,
    /// Seasons, each once.
    #[schemars(extend("uniqueItems" = true))]
    #[serde(default)]
    tag_ids: Vec<SeasonTag>,
}

/// The id of a new outfit.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TemplateMade {
    #[schemars(with = "OutfitId")]
    template_id: String,
}

/// What changes; what is left out stays.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OutfitEdit {
    /// 1 to 40 characters.
    #[schemars(with = "Option<Line<LONGEST_NAME>>")]
    name: Option<String>,
    /// 1 to 20 garments in their order, each once: all of them.
    #[schemars(length(min = 1, max = MOST_GARMENTS), extend("uniqueItems" = true))]
    clothing_ids: Option<Vec<ClothingId>>,
    /// Seasons, each once.
    #[schemars(extend("uniqueItems" = true))]
    tag_ids: Option<Vec<SeasonTag>>,
}

/// The ids in an address below a wardrobe.
#[derive(Deserialize, JsonSchema)]
struct OutfitPath {
    tid: OutfitId,
}

async fn list_outfits(
    State(state): State<AppState>,
    opened: Opened,
    Query(given): Query<OutfitParameters>,
) -> Answer<Json<ListView<TemplateCard>>> {
    let page = ENTRIES.paging(given.limit, given.cursor.as_deref(), given.order)?;
    let wanted = wanted(given.q.as_deref(), given.tag)?;
    let status = given.status.unwrap_or(Status::Active);
    let (run, listed) = outfits::list(state.service.db(), opened.id, status, given.sort.into(), &wanted, given.clothing_id, page).await?;
    let album = pictures::album(run, opened.id, &shown(listed.items.iter().map(|t| t.clothing_ids.as_slice())), &[]).await?;
    let items = listed.items.into_iter().map(|outfit| TemplateCard::new(outfit, &album)).collect();
    Ok(Json(ListView { items, next_cursor: listed.next }))
}

async fn add_outfit(State(state): State<AppState>, opened: Opened, input: Repeatable<OutfitInput>) -> Answer<Created> {
    let body = input.body;
    let new = NewOutfit { name: Name::new(&body.name)?, clothing_ids: body.clothing_ids, tag_ids: body.tag_ids };
    Ok(state.service.add_outfit(opened.id, &new, once(input.key).as_ref()).await?)
}

async fn get_outfit(State(state): State<AppState>, opened: Opened, Path(path): Path<OutfitPath>) -> Answer<Json<TemplateView>> {
    let run = state.service.db().run(&OUTFIT_DETAIL);
    let outfit = outfits::get(run, opened.id, path.tid, false).await?.ok_or(WardrobeError::NotFound("outfit"))?;
    let album = pictures::album(run, opened.id, &outfit.clothing_ids, &[]).await?;
    Ok(Json(TemplateView::new(outfit, album)))
}

async fn edit_outfit(
    State(state): State<AppState>,
    opened: Opened,
    Path(path): Path<OutfitPath>,
    Body(input): Body<OutfitEdit>,
) -> Answer<StatusCode> {
    let edit =
        outfits::Edit { name: input.name.as_deref().map(Name::new).transpose()?, clothing_ids: input.clothing_ids, tag_ids: input.tag_ids };
    state.service.edit_outfit(opened.id, path.tid, &edit).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn delete_outfit(State(state): State<AppState>, opened: Opened, Path(path): Path<OutfitPath>) -> Answer<StatusCode> {
    state.service.delete_outfit(opened.id, path.tid).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn restore_outfit(State(state): State<AppState>, opened: Opened, Path(path): Path<OutfitPath>) -> Answer<StatusCode> {
    state.service.restore_outfit(opened.id, path.tid).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn outfit_wears(
    State(state): State<AppState>,
    opened: Opened,
    Path(path): Path<OutfitPath>,
    Query(given): Query<PeriodParameters>,
) -> Answer<Json<WearsView>> {
    let run = state.service.db().run(&OUTFIT_DETAIL);
    outfits::get(run, opened.id, path.tid, false).await?.ok_or(WardrobeError::NotFound("outfit"))?;
    days_of(&state, opened.id, Counted::Outfit(path.tid), &given).await.map(Json)
}
