//! Days that were not logged, filled in together.

use axum::extract::State;
use axum::http::StatusCode;
use chabudai_kernel::once::Once;
use chabudai_kernel::part::{IsoDay, Word};
use chabudai_web::api::{Api, operation};
use chabudai_web::input::{Json as Body, Query};
use chabudai_web::output::Json;
use chabudai_web::repeat::Repeatable;
use chabudai_web::schema::Spelled;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Answer, AppState, Person};
use crate::design::MOST_FILLED;
use crate::error::OkusuriError;
use crate::service::Service;

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.get(
        "/medication-log/unlogged",
        list_unlogged,
        operation("unloggedDays", "List days without a log")
            .query::<UnloggedParameters>()
            .answers::<UnloggedView>(200, "The days without a log on which a pill was to be taken."),
    )
    .post(
        "/medication-log/fill",
        fill,
        operation("fillDays", "Log several days as taken")
            .body::<FillInput>()
            .repeatable()
            .answers::<FilledView>(201, "The days that have a log now and had none before."),
    )
    .post(
        "/medication-log/fill/undo",
        undo,
        operation("undoFill", "Take back days that were logged together")
            .body::<UndoInput>()
            .answers::<UnfilledView>(200, "The days that have no log any more."),
    )
}

/// Which days.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct UnloggedParameters {
    /// The first day, `yyyy-mm-dd`; that of the regimen or of the first log by default, 92 days before the last at most.
    #[schemars(with = "Option<Spelled<IsoDay>>")]
    from: Option<IsoDay>,
    /// The last day, `yyyy-mm-dd`, yesterday at the latest; the last one without a log by default.
    #[schemars(with = "Option<Spelled<IsoDay>>")]
    to: Option<IsoDay>,
}

/// Days without a log.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct UnloggedView {
    /// The first day that was looked at.
    #[schemars(with = "Spelled<IsoDay>")]
    from: String,
    /// The last.
    #[schemars(with = "Spelled<IsoDay>")]
    to: String,
    /// The days, the oldest first, without those of a pause.
    #[schemars(with = "Vec<Spelled<IsoDay>>")]
    days: Vec<String>,
}

/// Days on which a pill was taken.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FillInput {
    /// 1 to 92 days, `yyyy-mm-dd`. One that has a log keeps it.
    #[schemars(with = "Vec<Spelled<IsoDay>>", length(min = 1, max = MOST_FILLED))]
    days: Vec<IsoDay>,
}

/// Days that were filled in.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct FilledView {
    /// The days, the oldest first.
    #[schemars(with = "Vec<Spelled<IsoDay>>")]
    days: Vec<String>,
    /// When, as in RFC 3339.
    #[schemars(extend("format" = "date-time"))]
    logged_at: String,
}

/// What is taken back.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct UndoInput {
    /// The `Idempotency-Key` of the request that filled them in, within a day.
    #[schemars(length(min = 1, max = 128))]
    key: String,
}

/// Days that were taken back.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct UnfilledView {
    /// The days, the oldest first; not those of which something else was said since.
    #[schemars(with = "Vec<Spelled<IsoDay>>")]
    days: Vec<String>,
}

fn texts(days: &[IsoDay]) -> Vec<String> {
    days.iter().map(ToString::to_string).collect()
}

async fn list_unlogged(
    State(service): State<Service>,
    found: Person,
    Query(given): Query<UnloggedParameters>,
) -> Answer<Json<UnloggedView>> {
    let found = service.unlogged(&found.person, given.from.map(|day| day.0), given.to.map(|day| day.0)).await?;
    Ok(Json(UnloggedView { from: found.from.to_string(), to: found.to.to_string(), days: texts(&found.days) }))
}

async fn fill(State(service): State<Service>, found: Person, input: Repeatable<FillInput>) -> Answer<(StatusCode, Json<FilledView>)> {
    let once = input.key.map(|(key, request)| Once::of_client(&key, request));
    let days: Vec<_> = input.body.days.iter().map(|day| day.0).collect();
    let filled = service.fill(&found.person, &days, once.as_ref()).await?;
    Ok((StatusCode::CREATED, Json(FilledView { days: texts(&filled.days), logged_at: filled.at.to_string() })))
}

async fn undo(State(service): State<Service>, found: Person, Body(input): Body<UndoInput>) -> Answer<Json<UnfilledView>> {
    let key = Some(input.key).filter(|key| key.len() <= 128).and_then(Word::new).ok_or(OkusuriError::NotFound("log"))?;
    let key = Once::of_client(&key, String::new()).key;
    Ok(Json(UnfilledView { days: texts(&service.unfill(&found.person, &key).await?) }))
}
