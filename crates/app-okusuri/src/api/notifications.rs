//! Reminders: when, where, and the job that sends them.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use chabudai_identity::api as identity;
use chabudai_web::api::{Access, Api, operation};
use chabudai_web::input::{Json as Body, Query};
use chabudai_web::messages::NewDevice;
use chabudai_web::output::Json;
use chabudai_web::schema::{Spelled, without_default};
use chabudai_web::site::is_same;
use chabudai_web::user_agent;
use chabudai_web::zone::ZoneName;
use schemars::JsonSchema;
use serde::Deserialize;

use super::view::{PushKey, SentView, SettingView};
use super::{Answer, AppState, Person};
use crate::design::Okusuri;
use crate::error::{OkusuriError, OkusuriReason};
use crate::model::{Change, ClockTime, Language};
use crate::service::{Person as Profile, Service, SettingChange};

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.get(
        "/notification/setting",
        get_notifications,
        operation("getReminder", "When and where one is reminded")
            .query::<Platform>()
            .answers::<SettingView>(200, "The setting and the devices."),
    )
    .post(
        "/notification/setting",
        register_device,
        operation("registerDevice", "Be reminded on a device")
            .body::<RegistrationInput>()
            .answers::<SettingView>(200, "The setting and the devices; the same device again is the same device."),
    )
    .put(
        "/notification/setting",
        set_notifications,
        operation("setReminder", "Set when and how one is reminded")
            .query::<Platform>()
            .body::<SettingInput>()
            .answers::<SettingView>(200, "The setting and the devices."),
    )
    .delete(
        "/notification/setting",
        remove_device,
        operation("forgetDevices", "Be reminded on no device, or not on one").query::<OneDevice>().answers_nothing("Forgotten."),
    )
    .get(
        "/notification/key",
        get_push_key,
        operation("pushKey", "The key for push subscriptions").answers::<PushKey>(200, "The public key."),
    )
    .post(
        "/notification",
        send_reminders,
        operation("sendReminders", "Send the reminders that are due, with the secret of the job")
            .access(Access::Job)
            .answers::<SentView>(200, "What has been sent."),
    )
}

/// Which platform.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Platform {
    /// `web` by default.
    #[schemars(length(min = 1, max = 20), regex(pattern = PLATFORM))]
    platform: Option<String>,
}

/// Which device, of which platform.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OneDevice {
    /// `web` by default.
    #[schemars(length(min = 1, max = 20), regex(pattern = PLATFORM))]
    platform: Option<String>,
    /// All of them by default; reminders are off then.
    #[schemars(length(equal = 22), regex(pattern = "^[A-Za-z0-9_-]+$"))]
    device: Option<String>,
}

const WEB: &str = "web";
const PLATFORM: &str = "^[a-z0-9-]+$";

/// A device that asks for reminders.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RegistrationInput {
    /// As the browser gives it.
    subscription: SubscriptionInput,
    /// Whether to be reminded.
    is_enabled: bool,
    /// `web`
    #[schemars(length(min = 1, max = 20), regex(pattern = PLATFORM))]
    platform: String,
}

/// A push subscription, as browsers write it.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SubscriptionInput {
    /// Where the push service takes messages.
    #[schemars(length(max = 2000), extend("format" = "push-endpoint"))]
    endpoint: String,
    /// The device's keys.
    keys: KeysInput,
}

/// The keys of a subscription.
#[derive(Deserialize, JsonSchema)]
struct KeysInput {
    /// The device's public key: 65 bytes in base64.
    #[schemars(extend("format" = "p256-point"), regex(pattern = r"^[A-Za-z0-9_+/-]{87}=?$"))]
    p256dh: String,
    /// The device's secret: 16 bytes in base64.
    #[schemars(regex(pattern = r"^[A-Za-z0-9_+/-]{21}[AQgw](?:==)?$"))]
    auth: String,
}

/// What is changed. What is not named stays.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SettingInput {
    /// Whether to be reminded.
    is_enabled: Option<bool>,
    /// `21:50`
    time: Option<ClockTime>,
    /// Null for the person's own.
    #[serde(default)]
    #[schemars(with = "Option<ZoneName>", transform = without_default)]
    timezone: Change<String>,
    /// The reminder tells nothing to who looks over their shoulder.
    is_discreet: Option<bool>,
    /// `ja` or `en`
    #[schemars(with = "Option<Spelled<Language>>")]
    language: Option<String>,
}

async fn shown(service: &Service, person: &Profile, platform: &str) -> Answer<Json<SettingView>> {
    let known = service.notifications(person, platform).await?;
    let setting = known.setting.ok_or(OkusuriError::NotFound("setting"))?;
    Ok(Json(SettingView::of(&setting, &known.devices)))
}

async fn get_notifications(State(service): State<Service>, found: Person, Query(given): Query<Platform>) -> Answer<Json<SettingView>> {
    shown(&service, &found.person, given.platform.as_deref().unwrap_or(WEB)).await
}

/// Not for a program: where somebody is written to is theirs to say.
async fn register_device(
    State(service): State<Service>,
    identity::Person(found): identity::Person<Okusuri>,
    headers: HeaderMap,
    Body(input): Body<RegistrationInput>,
) -> Answer<Json<SettingView>> {
    found.is_at_home()?;
    let SubscriptionInput { endpoint, keys: KeysInput { p256dh, auth } } = input.subscription;
    let new = NewDevice { endpoint, p256dh, auth, user_agent: user_agent::of(&headers), session: Some(found.session.session_id.clone()) };
    let change = SettingChange { is_enabled: Some(input.is_enabled), ..SettingChange::default() };
    service.register(&found.person, &input.platform, &new, &change).await?;
    shown(&service, &found.person, &input.platform).await
}

async fn set_notifications(
    State(service): State<Service>,
    found: Person,
    Query(given): Query<Platform>,
    Body(input): Body<SettingInput>,
) -> Answer<Json<SettingView>> {
    let platform = given.platform.as_deref().unwrap_or(WEB);
    let SettingInput { is_enabled, time, timezone, is_discreet, language } = input;
    service.set_reminder(&found.person, platform, &SettingChange { is_enabled, time, timezone, is_discreet, language }).await?;
    shown(&service, &found.person, platform).await
}

async fn remove_device(State(service): State<Service>, found: Person, Query(given): Query<OneDevice>) -> Answer<StatusCode> {
    let platform = given.platform.as_deref().unwrap_or(WEB);
    match &given.device {
        Some(device) => service.forget_device(&found.person, platform, device).await?,
        None => service.forget_devices(&found.person, platform).await?,
    }
    Ok(StatusCode::NO_CONTENT)
}

async fn get_push_key(State(service): State<Service>, _: Person) -> Json<PushKey> {
    Json(PushKey { public_key: service.push_key().to_owned() })
}

async fn send_reminders(State(state): State<AppState>, headers: HeaderMap) -> Answer<Json<SentView>> {
    let brought = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let brought = brought.and_then(|value| value.split_once(' ')).filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    let is_the_job = matches!((brought, &state.job_secret), (Some((_, brought)), Some(secret)) if is_same(brought, secret));
    if !is_the_job {
        return Err(OkusuriError::Own(OkusuriReason::NotTheJob).into());
    }
    let clock = state.service.db().clock();
    let before = clock.elapsed();
    let done = state.service.remind().await?;
    let process_time_ms = u64::try_from(clock.elapsed().saturating_sub(before).as_millis()).unwrap_or(u64::MAX);
    Ok(Json(SentView { sent_count: done.sent, failed_count: done.failed, gone_count: done.gone, process_time_ms }))
}
