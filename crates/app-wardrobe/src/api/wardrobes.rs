//! The wardrobe itself, what to wear, and the last week.

use axum::extract::State;
use axum::http::StatusCode;
use chabudai_kernel::part::Day;
use chabudai_web::api::{Access, Api, operation};
use chabudai_web::input::{Json as Body, Query};
use chabudai_web::line::Line;
use chabudai_web::output::Json;
use chabudai_web::problem::Problem;
use chabudai_web::repeat::Repeatable;
use chabudai_web::schema::Spelled;
use chabudai_web::zone::{self, ZoneName};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::view::{ClothingView, HistoryCard, shown};
use super::{Answer, AppState, Network, Opened, Somebody, WardrobePath, once};
use crate::model::{Created, LONGEST_NAME, SeasonTag, WardrobeId};
use crate::name::Name;
use crate::repo::{histories, pictures};

/// The shortest key of a request that makes a wardrobe.
pub(super) const SHORTEST_KEY: usize = 16;

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.path::<WardrobePath>()
        .post(
            "/wardrobes",
            create_wardrobe,
            operation("createWardrobe", "Make a wardrobe")
                // Whoever is signed in has it in their list; where the operator wants it, they alone may make one.
                .access(Access::AnybodyOrPerson)
                .body::<WardrobeInput>()
                .repeatable_by(SHORTEST_KEY)
                .answers::<WardrobeMade>(201, "The new wardrobe's id, which is also its key."),
        )
        .get("/wardrobes/{wid}", open_wardrobe, operation("openWardrobe", "Open a wardrobe").answers::<WardrobeView>(200, "The wardrobe."))
        .patch(
            "/wardrobes/{wid}",
            rename_wardrobe,
            operation("renameWardrobe", "Rename a wardrobe").body::<WardrobeInput>().answers_nothing("Renamed."),
        )
        .get(
            "/wardrobes/{wid}/week",
            last_week,
            operation("lastWeek", "What was worn today and in the six days before")
                .query::<TodayParameters>()
                .answers::<WeekView>(200, "Records, newest day first."),
        )
        .get(
            "/wardrobes/{wid}/recommendations/clothing",
            recommend,
            operation("recommendClothing", "Clothes of the season that were not worn for longest")
                .query::<TodayParameters>()
                .answers::<RecommendationView>(200, "At most two tops and two bottoms."),
        )
}

/// A wardrobe's name.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct WardrobeInput {
    /// 1 to 40 characters.
    #[schemars(with = "Line<LONGEST_NAME>")]
    name: String,
}

/// The id of a new wardrobe.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct WardrobeMade {
    #[schemars(with = "WardrobeId")]
    /// Whoever knows it can read and change everything in the wardrobe.
    wardrobe_id: String,
}

/// A wardrobe.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct WardrobeView {
    name: String,
    created_at: u64,
}

/// What day it is.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct TodayParameters {
    /// The client's time zone, such as `Asia/Tokyo`, which is the default.
    #[schemars(with = "Option<ZoneName>")]
    tz: Option<String>,
}

/// The last seven days.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct WeekView {
    /// `yyyymmdd`
    #[schemars(with = "Spelled<Day>")]
    from: Day,
    /// `yyyymmdd`
    #[schemars(with = "Spelled<Day>")]
    to: Day,
    items: Vec<HistoryCard>,
}

/// What to wear.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RecommendationView {
    season: SeasonTag,
    /// The tags that count for the season.
    season_tag_ids: [SeasonTag; 2],
    items: RecommendedView,
}

/// Tops and bottoms.
#[derive(Serialize, JsonSchema)]
struct RecommendedView {
    tops: Vec<ClothingView>,
    bottoms: Vec<ClothingView>,
}

async fn create_wardrobe(
    State(state): State<AppState>,
    Network(from): Network,
    Somebody(somebody): Somebody,
    input: Repeatable<WardrobeInput>,
) -> Answer<Created> {
    state.new_wardrobes.pass(somebody.as_ref())?;
    let name = Name::new(&input.body.name)?;
    // The keys of all clients share one room here, and the answer is the secret of a wardrobe: a key must not be guessed or met by chance.
    long_enough(input.key.as_ref().map(|(key, _)| key.as_str()))?;
    let created = state.service.create_wardrobe(&name, from, once(input.key).as_ref()).await?;
    if let (Some(person), Some(id)) = (somebody, created.id::<WardrobeId>()) {
        // One that is in no list because there is no room for it is a wardrobe all the same.
        let _kept = state.service.keep_new(&person.id, id).await?;
    }
    Ok(created)
}

async fn open_wardrobe(opened: Opened) -> Json<WardrobeView> {
    Json(WardrobeView { name: opened.wardrobe.name.clone(), created_at: opened.wardrobe.created_at.0 })
}

async fn rename_wardrobe(State(state): State<AppState>, opened: Opened, Body(input): Body<WardrobeInput>) -> Answer<StatusCode> {
    state.service.rename_wardrobe(opened.id, &Name::new(&input.name)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn last_week(State(state): State<AppState>, opened: Opened, Query(given): Query<TodayParameters>) -> Answer<Json<WeekView>> {
    let db = state.service.db();
    let to = zone::today(db.clock(), given.tz.as_deref())?;
    let from = Day(to.0.saturating_sub(jiff::Span::new().days(6)));
    let (run, records) = histories::between(db, opened.id, from, to).await?;
    let outfits: Vec<_> = records.iter().filter_map(|record| record.template_id).collect();
    let album = pictures::album(run, opened.id, &shown(records.iter().map(|r| r.clothing_ids.as_slice())), &outfits).await?;
    let items = records.iter().map(|record| HistoryCard::new(record, &album)).collect();
    Ok(Json(WeekView { from, to, items }))
}

async fn recommend(
    State(state): State<AppState>,
    opened: Opened,
    Query(given): Query<TodayParameters>,
) -> Answer<Json<RecommendationView>> {
    let today = zone::today(state.service.db().clock(), given.tz.as_deref())?;
    let found = state.service.recommend(opened.id, today).await?;
    let views = |garments: Vec<crate::model::Clothing>| garments.into_iter().map(ClothingView::from).collect();
    Ok(Json(RecommendationView {
        season: found.season,
        season_tag_ids: [found.season, SeasonTag::All],
        items: RecommendedView { tops: views(found.tops), bottoms: views(found.bottoms) },
    }))
}

/// A key whose answer is a secret is not one that others come upon.
pub(super) fn long_enough(key: Option<&str>) -> Result<(), Problem> {
    if key.is_some_and(|key| key.len() < SHORTEST_KEY) {
        let detail = "Where the answer is a wardrobe's address, an Idempotency-Key has 16 characters at least; a UUID is a good one.";
        return Err(Problem::of_field("wardrobe.idempotency_key_short", "Idempotency-Key", detail));
    }
    Ok(())
}
