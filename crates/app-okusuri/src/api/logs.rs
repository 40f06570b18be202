//! Days as they are logged.

use std::borrow::Cow;

use axum::extract::State;
use axum::http::StatusCode;
use chabudai_kernel::once::Once;
use chabudai_kernel::part::IsoDay;
use chabudai_web::api::{Api, operation};
use chabudai_web::input::{Json as Body, Path, Query, named};
use chabudai_web::list::{Cursor, ListView, Order, PageSize};
use chabudai_web::output::Json;
use chabudai_web::problem::Problem;
use chabudai_web::repeat::Repeatable;
use chabudai_web::schema::{Spelled, without_default};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use super::view::LogView;
use super::{Answer, AppState, Person};
use crate::error::OkusuriError;
use crate::model::{Change, LONGEST_NOTE, PublicId};
use crate::repo::logs::{self, Correction};
use crate::service::{NewLog, Service};

/// The logs of a page, unless it is said how many; and the most.
const PAGE: PageSize = PageSize { default: 50, most: 400, code: "okusuri.limit" };

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.path::<At>()
        .get(
            "/medication-log",
            list_logs,
            operation("listMedicationLogs", "List what was logged")
                .query::<ListParameters>()
                .answers::<ListView<LogView>>(200, "A page of logs."),
        )
        .post(
            "/medication-log",
            add_log,
            operation("addMedicationLog", "Log a day").body::<LogInput>().repeatable().answers::<LogView>(201, "The new log."),
        )
        .get("/medication-log/{id}", get_log, operation("getMedicationLog", "Show a log").answers::<LogView>(200, "The log."))
        .patch(
            "/medication-log/{id}",
            correct_log,
            operation("correctMedicationLog", "Correct a log").body::<CorrectionInput>().answers::<LogView>(200, "The log as it is now."),
        )
        .delete("/medication-log/{id}", remove_log, operation("deleteMedicationLog", "Delete a log").answers_nothing("It is gone."))
}

/// Which logs, in which order.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ListParameters {
    /// The first day, `yyyy-mm-dd`.
    #[schemars(with = "Option<Spelled<IsoDay>>")]
    from: Option<IsoDay>,
    /// The last day, `yyyy-mm-dd`.
    #[schemars(with = "Option<Spelled<IsoDay>>")]
    to: Option<IsoDay>,
    /// `desc` (default) or `asc`, by day
    #[serde(default)]
    order: Order,
    /// 1 to 400; 50 by default.
    #[schemars(range(min = 1, max = PAGE.most))]
    limit: Option<u32>,
    /// From the page before.
    #[schemars(with = "Option<Cursor>")]
    cursor: Option<String>,
}

/// A day to be logged.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct LogInput {
    /// There was bleeding.
    has_bleeding: bool,
    /// `yyyy-mm-dd`, or a moment as in RFC 3339, which is a day by one's own zone; today by default.
    date: Option<Given>,
    /// Whether a pill was taken; yes outside of a pause by default.
    taken: Option<bool>,
    /// At most 300 characters.
    #[schemars(length(max = LONGEST_NOTE), regex(pattern = NOTE))]
    note: Option<String>,
}

/// What is changed. What is not named stays; null takes it away.
#[derive(Deserialize, JsonSchema)]
#[schemars(extend("minProperties" = 1))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CorrectionInput {
    /// There was bleeding.
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "bool", transform = without_default)]
    has_bleeding: Option<bool>,
    /// Whether a pill was taken; null for what goes without saying.
    #[serde(default)]
    #[schemars(with = "Option<bool>", transform = without_default)]
    taken: Change<bool>,
    /// At most 300 characters; null for none.
    #[serde(default)]
    #[schemars(with = "Option<String>", length(max = LONGEST_NOTE), regex(pattern = NOTE), transform = without_default)]
    note: Change<String>,
}

/// Lines of visible characters, as [`LONGEST_NOTE`] of them are a note.
const NOTE: &str = r"^[^\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f]*$";

/// A day, or a moment that falls on one.
#[derive(Clone, Copy)]
enum Given {
    Day(Date),
    Moment(jiff::Timestamp),
}

impl Given {
    fn day(self, zone: &TimeZone) -> Date {
        match self {
            Self::Day(day) => day,
            Self::Moment(moment) => zone.to_datetime(moment).date(),
        }
    }
}

impl JsonSchema for Given {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "DayOrMoment".into()
    }

    fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [schemas.subschema_for::<Spelled<IsoDay>>(), { "type": "string", "format": "date-time" }] })
    }
}

impl<'de> Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let day = text.parse::<IsoDay>().map(|day| Self::Day(day.0)).ok();
        let given = day.or_else(|| text.parse().map(Self::Moment).ok());
        given.ok_or_else(|| serde::de::Error::custom("expected a day such as 2026-11-15, or a moment as in RFC 3339"))
    }
}

/// The id in an address.
#[derive(Deserialize, JsonSchema)]
struct At {
    #[schemars(regex(pattern = r"^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}_[^#\u0000-\u001f\u007f-\u009f]{1,64}|[0-9]{1,19})$"))]
    id: String,
}

impl At {
    fn id(&self) -> Answer<PublicId> {
        Ok(PublicId::parse(&self.id).ok_or(OkusuriError::NotFound("log"))?)
    }
}

async fn list_logs(State(service): State<Service>, found: Person, Query(given): Query<ListParameters>) -> Answer<Json<ListView<LogView>>> {
    if let (Some(from), Some(to)) = (given.from, given.to)
        && from > to
    {
        return Err(Problem::of_field("okusuri.period", "from", "A period goes from the earlier to the later day."));
    }
    let page = PAGE.paging(given.limit, given.cursor.as_deref(), given.order)?;
    let listed = logs::list(service.db(), &found.person.user_id, given.from, given.to, page).await?;
    Ok(Json(ListView { items: listed.items.iter().map(LogView::of).collect(), next_cursor: listed.next }))
}

async fn add_log(State(service): State<Service>, found: Person, input: Repeatable<LogInput>) -> Answer<(StatusCode, Json<LogView>)> {
    let LogInput { has_bleeding, date, taken, note } = input.body;
    let date = date.map(|given| given.day(&found.person.data.own.zone()));
    let once = input.key.map(|(key, request)| Once::of_client(&key, request));
    let log = service.log(&found.person, &NewLog { has_bleeding, date, taken, note }, once.as_ref()).await?;
    Ok((StatusCode::CREATED, Json(LogView::of(&log))))
}

async fn get_log(State(service): State<Service>, found: Person, Path(at): Path<At>) -> Answer<Json<LogView>> {
    Ok(Json(LogView::of(&service.find(&found.person, &at.id()?).await?)))
}

async fn correct_log(
    State(service): State<Service>,
    found: Person,
    Path(at): Path<At>,
    Body(input): Body<CorrectionInput>,
) -> Answer<Json<LogView>> {
    let CorrectionInput { has_bleeding, taken, note } = input;
    let change = Correction { has_bleeding, taken, note };
    if change == Correction::default() {
        return Err(Problem::of_field("okusuri.nothing_to_correct", "hasBleeding", "Name what is to be corrected."));
    }
    Ok(Json(LogView::of(&service.correct(&found.person, &at.id()?, &change).await?)))
}

async fn remove_log(State(service): State<Service>, found: Person, Path(at): Path<At>) -> Answer<StatusCode> {
    service.delete(&found.person, &at.id()?).await?;
    Ok(StatusCode::NO_CONTENT)
}
