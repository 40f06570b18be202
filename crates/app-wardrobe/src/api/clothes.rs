//! Garments.

use axum::extract::State;
use axum::http::StatusCode;
use chabudai_kernel::part::Day;
use chabudai_web::api::{Api, operation};
use chabudai_web::input::{Json as Body, Path, Query};
use chabudai_web::line::Line;
use chabudai_web::list::{Cursor, ListView, Order};
use chabudai_web::output::Json;
use chabudai_web::problem::Problem;
use chabudai_web::repeat::Repeatable;
use chabudai_web::schema::{Spelled, without_default};
use chabudai_web::zone::{self, ZoneName};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::GARMENTS;
use super::view::ClothingView;
use super::{Answer, AppState, Opened, once};
use crate::error::WardrobeError;
use crate::model::{ClothingId, Created, Genre, LONGEST_NAME, SeasonTag, Status, WardrobeId};
use crate::name::{Name, fold};
use crate::picture::ImageKey;
use crate::repo::counters::{self, Counted};
use crate::repo::{Sort, Wanted, clothes};
use crate::service::NewClothing;

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.path::<ClothingPath>()
        .get(
            "/wardrobes/{wid}/clothing",
            list_clothes,
            operation("listClothing", "List garments")
                .query::<ClothingParameters>()
                .answers::<ListView<ClothingView>>(200, "A page of garments."),
        )
        .post(
            "/wardrobes/{wid}/clothing",
            add_clothing,
            operation("addClothing", "Add a garment")
                .body::<ClothingInput>()
                .repeatable()
                .answers::<ClothingMade>(201, "The new garment's id."),
        )
        .get(
            "/wardrobes/{wid}/clothing/{cid}",
            get_clothing,
            operation("getClothing", "Show a garment, also from the bin").answers::<ClothingView>(200, "The garment."),
        )
        .patch(
            "/wardrobes/{wid}/clothing/{cid}",
            edit_clothing,
            operation("editClothing", "Change a garment").body::<ClothingEdit>().answers_nothing("Changed."),
        )
        .delete(
            "/wardrobes/{wid}/clothing/{cid}",
            delete_clothing,
            operation("deleteClothing", "Put a garment into the bin").answers_nothing("In the bin."),
        )
        .post(
            "/wardrobes/{wid}/clothing/{cid}/restore",
            restore_clothing,
            operation("restoreClothing", "Take a garment out of the bin").answers_nothing("Back."),
        )
        .get(
            "/wardrobes/{wid}/clothing/{cid}/wears",
            clothing_wears,
            operation("clothingWears", "The days on which a garment was worn")
                .query::<PeriodParameters>()
                .answers::<WearsView>(200, "Days, oldest first."),
        )
}

/// Which garments, in which order.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ClothingParameters {
    /// `created` (default), `wear` or `lastWorn`
    #[serde(default)]
    sort: SortName,
    /// `desc` (default) or `asc`
    #[serde(default)]
    order: Order,
    /// `ACTIVE` (default) or `DELETED`
    status: Option<Status>,
    /// `tops`, `bottoms` or `others`
    genre: Option<Genre>,
    /// A part of the name; width, case and kana do not matter.
    #[schemars(length(max = LONGEST_NAME))]
    q: Option<String>,
    /// A season, such as `season:summer`.
    tag: Option<SeasonTag>,
    /// 1 to 50; 50 by default.
    #[schemars(range(min = 1, max = GARMENTS.most))]
    limit: Option<u32>,
    /// From the page before.
    #[schemars(with = "Option<Cursor>")]
    cursor: Option<String>,
}

/// By what a list is sorted.
#[derive(Clone, Copy, Deserialize, JsonSchema, Default)]
#[serde(rename_all = "camelCase")]
pub(super) enum SortName {
    /// By the moment of adding.
    #[default]
    Created,
    /// By the number of wearings.
    Wear,
    /// By the last day of wearing.
    LastWorn,
}

impl From<SortName> for Sort {
    fn from(name: SortName) -> Self {
        match name {
            SortName::Created => Self::Created,
            SortName::Wear => Self::Wear,
            SortName::LastWorn => Self::LastWorn,
        }
    }
}

/// A search text within its bounds, as names are compared.
pub(crate) fn wanted(q: Option<&str>, tag: Option<SeasonTag>) -> Answer<Wanted> {
    let name = match q {
        Some(text) if text.chars().count() <= LONGEST_NAME => Some(fold(text.trim())).filter(|text| !text.is_empty()),
        None => None,
        Some(_) => return Err(Problem::of_field("wardrobe.search_too_long", "q", "Search for 40 characters at most.")),
    };
    Ok(Wanted { name, tag })
}

/// A new garment.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ClothingInput {
    /// 1 to 40 characters.
    #[schemars(with = "Line<LONGEST_NAME>")]
    name: String,
    /// `tops`, `bottoms` or `others`
    genre: Genre,
    /// From an upload.
    #[schemars(with = "Option<ImageKey>")]
    image_key: Option<String>,
    /// Seasons, each once.
    #[schemars(extend("uniqueItems" = true))]
    #[serde(default)]
    tag_ids: Vec<SeasonTag>,
}

/// The id of a new garment.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ClothingMade {
    #[schemars(with = "ClothingId")]
    clothing_id: String,
}

/// What changes; what is left out stays.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ClothingEdit {
    /// 1 to 40 characters.
    #[schemars(with = "Option<Line<LONGEST_NAME>>")]
    name: Option<String>,
    /// `tops`, `bottoms` or `others`
    genre: Option<Genre>,
    /// From an upload; null takes the picture away.
    #[serde(default, deserialize_with = "present")]
    #[schemars(with = "Option<ImageKey>", transform = without_default)]
    #[expect(clippy::option_option, reason = "left out, null and a key are three things")]
    image_key: Option<Option<String>>,
    /// Seasons, each once.
    #[schemars(extend("uniqueItems" = true))]
    tag_ids: Option<Vec<SeasonTag>>,
}

/// Tells a null from a field that is left out.
#[expect(clippy::option_option, reason = "left out, null and a value are three things")]
pub(super) fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// A period.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PeriodParameters {
    /// `yyyymmdd`; a year before `to` by default.
    #[schemars(with = "Option<Spelled<Day>>")]
    from: Option<Day>,
    /// `yyyymmdd`; tomorrow by default.
    #[schemars(with = "Option<Spelled<Day>>")]
    to: Option<Day>,
    /// The client's time zone; `Asia/Tokyo` by default.
    #[schemars(with = "Option<ZoneName>")]
    tz: Option<String>,
}

/// The days of a period.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WearsView {
    #[schemars(with = "Spelled<Day>")]
    from: Day,
    #[schemars(with = "Spelled<Day>")]
    to: Day,
    /// The sum of the counts.
    total: u64,
    days: Vec<DayView>,
}

/// A day and how often.
#[derive(Serialize, JsonSchema)]
struct DayView {
    #[schemars(with = "Spelled<Day>")]
    date: Day,
    count: u64,
}

/// The ids in an address below a wardrobe.
#[derive(Deserialize, JsonSchema)]
struct ClothingPath {
    cid: ClothingId,
}

async fn list_clothes(
    State(state): State<AppState>,
    opened: Opened,
    Query(given): Query<ClothingParameters>,
) -> Answer<Json<ListView<ClothingView>>> {
    let page = GARMENTS.paging(given.limit, given.cursor.as_deref(), given.order)?;
    let wanted = wanted(given.q.as_deref(), given.tag)?;
    let status = given.status.unwrap_or(Status::Active);
    let listed = clothes::list(state.service.db(), opened.id, status, given.sort.into(), given.genre, &wanted, page).await?;
    Ok(Json(ListView { items: listed.items.into_iter().map(ClothingView::from).collect(), next_cursor: listed.next }))
}

async fn add_clothing(State(state): State<AppState>, opened: Opened, input: Repeatable<ClothingInput>) -> Answer<Created> {
    let body = input.body;
    let new = NewClothing {
        name: Name::new(&body.name)?,
        genre: body.genre,
        image_key: body.image_key.map(|key| ImageKey::parse(&key, opened.id)).transpose()?,
        tag_ids: body.tag_ids,
    };
    Ok(state.service.add_clothing(opened.id, &new, once(input.key).as_ref()).await?)
}

async fn get_clothing(State(state): State<AppState>, opened: Opened, Path(path): Path<ClothingPath>) -> Answer<Json<ClothingView>> {
    let found = clothes::get(state.service.db(), opened.id, path.cid).await?;
    Ok(Json(found.ok_or(WardrobeError::NotFound("garment"))?.into()))
}

async fn edit_clothing(
    State(state): State<AppState>,
    opened: Opened,
    Path(path): Path<ClothingPath>,
    Body(input): Body<ClothingEdit>,
) -> Answer<StatusCode> {
    let edit = clothes::Edit {
        name: input.name.as_deref().map(Name::new).transpose()?,
        genre: input.genre,
        image_key: input.image_key.map(|key| key.map(|key| ImageKey::parse(&key, opened.id)).transpose()).transpose()?,
        tag_ids: input.tag_ids,
    };
    state.service.edit_clothing(opened.id, path.cid, &edit).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn delete_clothing(State(state): State<AppState>, opened: Opened, Path(path): Path<ClothingPath>) -> Answer<StatusCode> {
    state.service.delete_clothing(opened.id, path.cid).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn restore_clothing(State(state): State<AppState>, opened: Opened, Path(path): Path<ClothingPath>) -> Answer<StatusCode> {
    state.service.restore_clothing(opened.id, path.cid).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn clothing_wears(
    State(state): State<AppState>,
    opened: Opened,
    Path(path): Path<ClothingPath>,
    Query(given): Query<PeriodParameters>,
) -> Answer<Json<WearsView>> {
    if clothes::get(state.service.db(), opened.id, path.cid).await?.is_none() {
        return Err(WardrobeError::NotFound("garment").into());
    }
    days_of(&state, opened.id, Counted::Clothing(path.cid), &given).await.map(Json)
}

/// The days of a period on which a garment or an outfit was worn.
pub(super) async fn days_of(state: &AppState, wardrobe: WardrobeId, counted: Counted, given: &PeriodParameters) -> Answer<WearsView> {
    let db = state.service.db();
    let today = zone::today(db.clock(), given.tz.as_deref())?;
    let to = given.to.unwrap_or(Day(today.0.tomorrow().unwrap_or(today.0)));
    // Keys hold the years 0 to 9999.
    let a_year_before = to.0.saturating_sub(jiff::Span::new().years(1)).max(jiff::civil::date(0, 1, 1));
    let from = given.from.unwrap_or(Day(a_year_before));
    if from > to {
        return Err(Problem::of_field("wardrobe.period", "from", "A period goes from the earlier to the later day."));
    }
    let days = counters::between(db, wardrobe, counted, from, to).await?;
    let total = days.iter().map(|day| day.count).sum();
    Ok(WearsView { from, to, total, days: days.into_iter().map(|day| DayView { date: day.date, count: day.count }).collect() })
}
