//! Outfits.

use axum::extract::State as Of;
use axum::http::StatusCode;
use chabudai_web::api::{Api, operation};
use chabudai_web::input::{Json as Body, Path, Query};
use chabudai_web::output::Json;
use chabudai_web::repeat::Repeatable;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::clothes::{Order, PeriodParameters, SortName, WearsView, days_of, page_size, wanted};
use super::view::{ListView, TemplateCard, TemplateView, shown};
use super::{Answer, Opened, State, once};
use crate::design::TEMPLATE_DETAIL;
use crate::error::WardrobeError;
use crate::model::{ClothingId, SeasonTag, Status, TemplateId};
use crate::name::Name;
use crate::repo::counters::Counted;
use crate::repo::{Page, pictures, templates};
use crate::service::{Created, NewTemplate};

pub(super) fn routes(api: Api<State>) -> Api<State> {
    api.get(
        "/wardrobes/{wid}/templates",
        list,
        operation("listTemplates", "List outfits")
            .query::<TemplateParameters>()
            .answers::<ListView<TemplateCard>>(200, "A page of outfits."),
    )
    .post(
        "/wardrobes/{wid}/templates",
        add,
        operation("addTemplate", "Save an outfit")
            .body::<TemplateInput>()
            .repeatable()
            .answers::<TemplateMade>(201, "The new outfit's id."),
    )
    .get(
        "/wardrobes/{wid}/templates/{tid}",
        get,
        operation("getTemplate", "Show an outfit, also from the bin").answers::<TemplateView>(200, "The outfit with its garments."),
    )
    .patch(
        "/wardrobes/{wid}/templates/{tid}",
        edit,
        operation("editTemplate", "Change an outfit").body::<TemplateEdit>().answers_nothing("Changed."),
    )
    .delete(
        "/wardrobes/{wid}/templates/{tid}",
        delete,
        operation("deleteTemplate", "Put an outfit into the bin").answers_nothing("In the bin."),
    )
    .post(
        "/wardrobes/{wid}/templates/{tid}/restore",
        restore,
        operation("restoreTemplate", "Take an outfit out of the bin").answers_nothing("Back."),
    )
    .get(
        "/wardrobes/{wid}/templates/{tid}/wears",
        wears,
        operation("templateWears", "The days on which an outfit was worn")
            .query::<PeriodParameters>()
            .answers::<WearsView>(200, "Days, oldest first."),
    )
}

/// Which outfits, in which order.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct TemplateParameters {
    /// `created` (default), `wear` or `lastWorn`
    #[serde(default)]
    sort: SortName,
    /// `desc` (default) or `asc`
    #[serde(default)]
    order: Order,
    /// `ACTIVE` (default) or `DELETED`
    #[schemars(with = "Option<String>")]
    status: Option<Status>,
    /// A part of the name; width, case and kana do not matter.
    q: Option<String>,
    /// A season, such as `season:summer`.
    #[schemars(with = "Option<String>")]
    tag: Option<SeasonTag>,
    /// Only outfits with this garment.
    #[schemars(with = "Option<String>")]
    clothing_id: Option<ClothingId>,
    /// 1 to 30; 30 by default.
    limit: Option<u32>,
    /// From the page before.
    cursor: Option<String>,
}

/// A new outfit.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct TemplateInput {
    /// 1 to 40 characters.
    name: String,
    /// 1 to 20 garments in their order, each once.
    #[schemars(with = "Vec<String>")]
    clothing_ids: Vec<ClothingId>,
    /// Seasons, each once.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    tag_ids: Vec<SeasonTag>,
}

/// The id of a new outfit.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TemplateMade {
    template_id: String,
}

/// What changes; what is left out stays.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct TemplateEdit {
    /// 1 to 40 characters.
    name: Option<String>,
    /// 1 to 20 garments in their order, each once: all of them.
    #[schemars(with = "Option<Vec<String>>")]
    clothing_ids: Option<Vec<ClothingId>>,
    /// Seasons, each once.
    #[schemars(with = "Option<Vec<String>>")]
    tag_ids: Option<Vec<SeasonTag>>,
}

/// The ids in an address below a wardrobe.
#[derive(Deserialize)]
struct TemplatePath {
    tid: TemplateId,
}

async fn list(Of(state): Of<State>, opened: Opened, Query(given): Query<TemplateParameters>) -> Answer<Json<ListView<TemplateCard>>> {
    let page = Page { limit: page_size(given.limit, 30)?, cursor: given.cursor.as_deref(), backward: given.order == Order::Desc };
    let wanted = wanted(given.q.as_deref(), given.tag)?;
    let status = given.status.unwrap_or(Status::Active);
    let (run, listed) = templates::list(state.service.db(), opened.id, status, given.sort.into(), &wanted, given.clothing_id, page).await?;
    let album = pictures::album(run, opened.id, &shown(listed.items.iter().map(|t| t.clothing_ids.as_slice())), &[]).await?;
    let items = listed.items.into_iter().map(|outfit| TemplateCard::new(outfit, &album)).collect();
    Ok(Json(ListView { items, next_cursor: listed.next }))
}

async fn add(Of(state): Of<State>, opened: Opened, input: Repeatable<TemplateInput>) -> Answer<Created> {
    let body = input.body;
    let new = NewTemplate { name: Name::new(&body.name)?, clothing_ids: body.clothing_ids, tag_ids: body.tag_ids };
    Ok(state.service.add_template(opened.id, &new, once(input.key).as_ref()).await?)
}

async fn get(Of(state): Of<State>, opened: Opened, Path(path): Path<TemplatePath>) -> Answer<Json<TemplateView>> {
    let run = state.service.db().run(&TEMPLATE_DETAIL);
    let outfit = templates::get(run, opened.id, path.tid, false).await?.ok_or(WardrobeError::NotFound("outfit"))?;
    let album = pictures::album(run, opened.id, &outfit.clothing_ids, &[]).await?;
    Ok(Json(TemplateView::new(outfit, album)))
}

async fn edit(Of(state): Of<State>, opened: Opened, Path(path): Path<TemplatePath>, Body(input): Body<TemplateEdit>) -> Answer<StatusCode> {
    let edit = templates::Edit {
        name: input.name.as_deref().map(Name::new).transpose()?,
        clothing_ids: input.clothing_ids,
        tag_ids: input.tag_ids,
    };
    state.service.edit_template(opened.id, path.tid, &edit).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn delete(Of(state): Of<State>, opened: Opened, Path(path): Path<TemplatePath>) -> Answer<StatusCode> {
    state.service.delete_template(opened.id, path.tid).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn restore(Of(state): Of<State>, opened: Opened, Path(path): Path<TemplatePath>) -> Answer<StatusCode> {
    state.service.restore_template(opened.id, path.tid).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn wears(
    Of(state): Of<State>,
    opened: Opened,
    Path(path): Path<TemplatePath>,
    Query(given): Query<PeriodParameters>,
) -> Answer<Json<WearsView>> {
    let run = state.service.db().run(&TEMPLATE_DETAIL);
    templates::get(run, opened.id, path.tid, false).await?.ok_or(WardrobeError::NotFound("outfit"))?;
    days_of(&state, opened.id, Counted::Template(path.tid), &given).await.map(Json)
}
