//! Records of what was worn.

use axum::extract::State;
use axum::http::StatusCode;
use chabudai_kernel::part::Day;
use chabudai_web::api::{Api, operation};
use chabudai_web::input::{Path, Query};
use chabudai_web::list::{Cursor, ListView, Order};
use chabudai_web::output::Json;
use chabudai_web::problem::Problem;
use chabudai_web::repeat::Repeatable;
use chabudai_web::schema::Spelled;
use chabudai_web::zone::{self, ZoneName};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ENTRIES;
use super::view::{HistoryCard, HistoryView, shown};
use super::{Answer, AppState, Opened, once};
use crate::design::HISTORY_DETAIL;
use crate::error::{WardrobeError, WardrobeReason};
use crate::model::{ClothingId, Created, HistoryId, MOST_GARMENTS, OutfitId};
use crate::repo::{histories, pictures};
use crate::service::Worn;

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.path::<HistoryPath>()
        .get(
            "/wardrobes/{wid}/histories",
            list_histories,
            operation("listHistories", "List records by day")
                .query::<HistoryParameters>()
                .answers::<ListView<HistoryCard>>(200, "A page of records."),
        )
        .post(
            "/wardrobes/{wid}/histories",
            record_history,
            operation("addHistory", "Record what was worn")
                .query::<RecordParameters>()
                .body::<HistoryInput>()
                .repeatable()
                .answers::<HistoryMade>(201, "The new record's id."),
        )
        .get(
            "/wardrobes/{wid}/histories/{hid}",
            get_history,
            operation("getHistory", "Show a record").answers::<HistoryView>(200, "The record with its garments."),
        )
        .delete(
            "/wardrobes/{wid}/histories/{hid}",
            remove_history,
            operation("deleteHistory", "Remove a record and uncount it").answers_nothing("Removed."),
        )
}

/// Which records, in which order.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct HistoryParameters {
    /// The first day, `yyyymmdd`.
    #[schemars(with = "Option<Spelled<Day>>")]
    from: Option<Day>,
    /// The last day, `yyyymmdd`.
    #[schemars(with = "Option<Spelled<Day>>")]
    to: Option<Day>,
    /// `desc` (default) or `asc`, by day
    #[serde(default)]
    order: Order,
    /// 1 to 30; 30 by default.
    #[schemars(range(min = 1, max = ENTRIES.most))]
    limit: Option<u32>,
    /// From the page before.
    #[schemars(with = "Option<Cursor>")]
    cursor: Option<String>,
}

/// What day it is for the client.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RecordParameters {
    /// The client's time zone; `Asia/Tokyo` by default.
    #[schemars(with = "Option<ZoneName>")]
    tz: Option<String>,
}

/// What was worn: exactly one of `templateId` and `clothingIds`.
#[derive(Deserialize, JsonSchema)]
#[schemars(extend("oneOf" = [
    { "required": ["templateId"], "properties": { "templateId": { "type": "string" }, "clothingIds": { "type": "null" } } },
    { "required": ["clothingIds"], "properties": { "clothingIds": { "type": "array" }, "templateId": { "type": "null" } } },
]))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct HistoryInput {
    /// `yyyymmdd`, from 20000101 to tomorrow.
    #[schemars(with = "Spelled<Day>")]
    date: Day,
    /// An outfit that is in use.
    template_id: Option<OutfitId>,
    /// 1 to 20 garments in use, in their order, each once.
    #[schemars(length(min = 1, max = MOST_GARMENTS), extend("uniqueItems" = true))]
    clothing_ids: Option<Vec<ClothingId>>,
    /// Refuse it, with `wardrobe.recorded_already`, if the outfit, or every one of the garments, is in the records of that day; false by
    /// default.
    #[serde(default)]
    unless_recorded: bool,
}

/// The id of a new record.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct HistoryMade {
    #[schemars(with = "HistoryId")]
    history_id: String,
}

/// The ids in an address below a wardrobe.
#[derive(Deserialize, JsonSchema)]
struct HistoryPath {
    hid: HistoryId,
}

async fn list_histories(
    State(state): State<AppState>,
    opened: Opened,
    Query(given): Query<HistoryParameters>,
) -> Answer<Json<ListView<HistoryCard>>> {
    if let (Some(from), Some(to)) = (given.from, given.to)
        && from > to
    {
        return Err(Problem::of_field("wardrobe.period", "from", "A period goes from the earlier to the later day."));
    }
    let page = ENTRIES.paging(given.limit, given.cursor.as_deref(), given.order)?;
    let (run, listed) = histories::list(state.service.db(), opened.id, given.from, given.to, page).await?;
    let outfits: Vec<_> = listed.items.iter().filter_map(|record| record.template_id).collect();
    let album = pictures::album(run, opened.id, &shown(listed.items.iter().map(|r| r.clothing_ids.as_slice())), &outfits).await?;
    let items = listed.items.iter().map(|record| HistoryCard::new(record, &album)).collect();
    Ok(Json(ListView { items, next_cursor: listed.next }))
}

async fn record_history(
    State(state): State<AppState>,
    opened: Opened,
    Query(given): Query<RecordParameters>,
    input: Repeatable<HistoryInput>,
) -> Answer<Created> {
    let today = zone::today(state.service.db().clock(), given.tz.as_deref())?;
    let worn = match (input.body.template_id, input.body.clothing_ids) {
        (Some(outfit), None) => Worn::Outfit(outfit),
        (None, Some(clothes)) => Worn::Combination(clothes),
        _ => return Err(WardrobeError::Own(WardrobeReason::EitherOutfitOrGarments).into()),
    };
    let (date, once) = (input.body.date, once(input.key));
    if input.body.unless_recorded {
        return Ok(state.service.record_once(opened.id, date, today, &worn, once.as_ref()).await?);
    }
    Ok(state.service.record(opened.id, date, today, &worn, once.as_ref()).await?)
}

async fn get_history(State(state): State<AppState>, opened: Opened, Path(path): Path<HistoryPath>) -> Answer<Json<HistoryView>> {
    let run = state.service.db().run(&HISTORY_DETAIL);
    let record = histories::get(run, opened.id, path.hid, false).await?.ok_or(WardrobeError::NotFound("record"))?;
    let album = pictures::album(run, opened.id, &record.clothing_ids, record.template_id.as_slice()).await?;
    Ok(Json(HistoryView::new(&record, album)))
}

async fn remove_history(State(state): State<AppState>, opened: Opened, Path(path): Path<HistoryPath>) -> Answer<StatusCode> {
    state.service.unrecord(opened.id, path.hid).await?;
    Ok(StatusCode::NO_CONTENT)
}
