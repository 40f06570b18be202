//! What comes out as JSON.

use chabudai_kernel::part::IsoDay;
use chabudai_web::messages::Device;
use chabudai_web::schema::Spelled;
use schemars::JsonSchema;
use serde::Serialize;

use crate::model::{ClockTime, Language, Log, Setting};
use crate::regimen::{Kind, Regimen, Status};
use crate::service::Person;

/// That it answers.
#[derive(Serialize, JsonSchema)]
pub(super) struct Health {
    /// Always `ok`.
    #[schemars(extend("const" = "ok"))]
    pub(super) status: &'static str,
}

/// Where somebody is today.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StatusView {
    /// Days in a row on which a pill was taken; today counts once it is logged.
    current_streak: u32,
    /// Which day of the cycle today is, or would be with a log; null in a pause.
    cycle_day: Option<u32>,
    /// Today is logged.
    today_logged: bool,
    /// Today is a day of a pause.
    is_rest_period: bool,
    /// Days of the pause that are left, today included.
    rest_days_left: u32,
    /// Days of bleeding in a row, until today or yesterday.
    consecutive_bleeding_days: u32,
    /// Nothing was logged for so long that the next log begins anew.
    has_lapsed: bool,
    /// The day after the pause.
    #[schemars(with = "Option<Spelled<IsoDay>>")]
    resume_on: Option<String>,
    /// The pause that comes next.
    next_rest: Option<NextRestView>,
    /// Days of the last seven on which nothing was logged.
    #[schemars(with = "Vec<Spelled<IsoDay>>")]
    missed: Vec<String>,
}

/// A pause that comes.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct NextRestView {
    /// Its first day.
    #[schemars(with = "Spelled<IsoDay>")]
    from: String,
    /// It may come earlier.
    at_the_latest: bool,
}

impl StatusView {
    pub(super) fn of(status: &Status) -> Self {
        Self {
            current_streak: status.current_streak,
            cycle_day: status.cycle_day,
            today_logged: status.today_logged,
            is_rest_period: status.is_rest_period,
            rest_days_left: status.rest_days_left,
            consecutive_bleeding_days: status.consecutive_bleeding_days,
            has_lapsed: status.has_lapsed,
            resume_on: status.resume_on.map(|day| day.to_string()),
            next_rest: status.next_rest.map(|rest| NextRestView { from: rest.from.to_string(), at_the_latest: rest.at_the_latest }),
            missed: status.missed.iter().map(ToString::to_string).collect(),
        }
    }
}

/// A day as it was logged.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LogView {
    /// For the address.
    id: String,
    user_id: String,
    /// `yyyy-mm-dd`, where the person was.
    #[schemars(with = "Spelled<IsoDay>")]
    date: String,
    has_bleeding: bool,
    /// Null where it was not said: then it is yes outside of a pause.
    taken: Option<bool>,
    note: Option<String>,
    #[schemars(extend("format" = "date-time"))]
    created_at: String,
    #[schemars(extend("format" = "date-time"))]
    updated_at: String,
}

impl LogView {
    pub(super) fn of(log: &Log) -> Self {
        Self {
            id: log.public_id(),
            user_id: log.user_id.to_string(),
            date: log.date.to_string(),
            has_bleeding: log.data.has_bleeding,
            taken: log.data.taken,
            note: log.data.note.clone(),
            created_at: log.created_at.to_string(),
            updated_at: log.updated_at.to_string(),
        }
    }
}

/// When and how somebody is reminded, and where.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SettingView {
    platform: String,
    is_enabled: bool,
    /// `21:50`
    #[schemars(with = "ClockTime")]
    time: String,
    /// Null for the person's own.
    timezone: Option<String>,
    /// The reminder tells nothing to who looks over their shoulder.
    is_discreet: bool,
    /// `ja` or `en`
    #[schemars(with = "Spelled<Language>")]
    language: String,
    devices: Vec<DeviceView>,
    #[schemars(extend("format" = "date-time"))]
    created_at: String,
    #[schemars(extend("format" = "date-time"))]
    updated_at: String,
}

/// A device that reminders reach.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DeviceView {
    id: String,
    /// The browser, as it calls itself.
    user_agent: Option<String>,
    #[schemars(extend("format" = "date-time"))]
    created_at: String,
}

impl SettingView {
    pub(super) fn of(setting: &Setting, devices: &[Device]) -> Self {
        let device = |device: &Device| DeviceView {
            id: device.id.to_string(),
            user_agent: device.user_agent.clone(),
            created_at: device.since.to_string(),
        };
        Self {
            platform: setting.platform.to_string(),
            is_enabled: setting.data.is_enabled,
            time: setting.data.time.to_string(),
            timezone: setting.data.timezone.clone(),
            is_discreet: setting.data.is_discreet,
            language: setting.data.language.clone(),
            devices: devices.iter().map(device).collect(),
            created_at: setting.created_at.to_string(),
            updated_at: setting.updated_at.to_string(),
        }
    }
}

/// The key by which browsers subscribe to reminders.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PushKey {
    /// For `applicationServerKey`.
    pub(super) public_key: String,
}

/// What sending reminders has done.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SentView {
    pub(super) sent_count: u64,
    pub(super) failed_count: u64,
    /// Devices that were gone, and are forgotten.
    pub(super) gone_count: u64,
    pub(super) process_time_ms: u64,
}

/// How somebody takes the pill, and where they live.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProfileView {
    name: String,
    timezone: String,
    regimen: RegimenView,
}

/// How a pill is taken.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RegimenView {
    #[schemars(with = "Spelled<Kind>")]
    kind: &'static str,
    min_days: u32,
    max_days: u32,
    bleed_trigger: u32,
    rest_days: u32,
    /// Null for the first day that was logged.
    #[schemars(with = "Option<Spelled<IsoDay>>")]
    effective_from: Option<String>,
    restart_after: u32,
}

impl ProfileView {
    pub(super) fn of(person: &Person) -> Self {
        let Regimen { kind, min_days, max_days, bleed_trigger, rest_days, effective_from, restart_after } = person.data.own.regimen();
        let effective_from = effective_from.map(|day| day.to_string());
        Self {
            name: person.data.name.clone(),
            timezone: person.data.own.timezone.clone().unwrap_or_else(|| crate::model::DEFAULT_ZONE.to_owned()),
            regimen: RegimenView { kind: kind.as_str(), min_days, max_days, bleed_trigger, rest_days, effective_from, restart_after },
        }
    }
}
