//! Devices that messages reach. Whoever is signed in lists them and takes them off; a browser registers itself.

use axum::extract::{FromRef, State};
use axum::http::{HeaderMap, StatusCode};
use chabudai_web::api::{Api, operation};
use chabudai_web::input::{Json as Body, Path};
use chabudai_web::messages::{Device, Messages as _, NewDevice, device_id};
use chabudai_web::output::Json;
use chabudai_web::user_agent;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Answer, At, Person};
use crate::error::IdentityError;
use crate::pages::devices::web;
use crate::people::People;
use crate::sign_in::SignIn;

/// They belong to the house: whatever app sends something sends it here.
pub(super) fn routes<S, T>(api: Api<S>) -> Api<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    SignIn<T>: FromRef<S>,
{
    let id = api.namer();
    api.get(
        "/devices",
        list_devices::<T>,
        operation(id("devices"), "Devices that messages of the house reach")
            .answers::<DeviceList>(200, "All of them, with the house's key."),
    )
    .post(
        "/devices",
        register_device::<T>,
        operation(id("registerPushDevice"), "Send messages to a device")
            .body::<DeviceInput>()
            .answers::<DeviceView>(200, "The same device again is the same device, with its new keys."),
    )
    .delete(
        "/devices/{id}",
        forget_device::<T>,
        operation(id("forgetPushDevice"), "Send no messages to a device").answers_nothing("Forgotten."),
    )
}

/// A push subscription, as browsers write it.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DeviceInput {
    /// Where the push service takes messages.
    #[schemars(length(max = 2000), extend("format" = "push-endpoint"))]
    endpoint: String,
    /// The device's keys.
    keys: DeviceKeys,
}

/// The keys of a subscription.
#[derive(Deserialize, JsonSchema)]
struct DeviceKeys {
    /// The device's public key: 65 bytes in base64.
    #[schemars(extend("format" = "p256-point"), regex(pattern = r"^[A-Za-z0-9_+/-]{87}=?$"))]
    p256dh: String,
    /// The device's secret: 16 bytes in base64.
    #[schemars(regex(pattern = r"^[A-Za-z0-9_+/-]{21}[AQgw](?:==)?$"))]
    auth: String,
}

/// A device that messages reach, without its keys.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PushDevice")]
struct DeviceView {
    id: String,
    /// `web`, or what a program calls its own kind.
    platform: String,
    /// The browser, as it calls itself.
    user_agent: Option<String>,
    #[schemars(extend("format" = "date-time"))]
    created_at: String,
}

impl DeviceView {
    fn of(device: &Device) -> Self {
        Self {
            id: device.id.to_string(),
            platform: device.platform.to_string(),
            user_agent: device.user_agent.clone(),
            created_at: device.since.to_string(),
        }
    }
}

/// Somebody's devices.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PushDeviceList")]
struct DeviceList {
    /// For `applicationServerKey`.
    public_key: String,
    items: Vec<DeviceView>,
}

async fn list_devices<T: People>(State(sign_in): State<SignIn<T>>, Person(found): Person<T>) -> Answer<Json<DeviceList>> {
    let devices = sign_in.outbox.devices(&found.person.user_id).await?;
    let public_key = sign_in.outbox.push_key().to_owned();
    Ok(Json(DeviceList { public_key, items: devices.iter().map(DeviceView::of).collect() }))
}

async fn register_device<T: People>(
    State(sign_in): State<SignIn<T>>,
    Person(found): Person<T>,
    headers: HeaderMap,
    Body(input): Body<DeviceInput>,
) -> Answer<Json<DeviceView>> {
    found.is_at_home()?;
    let DeviceInput { endpoint, keys: DeviceKeys { p256dh, auth } } = input;
    let session = Some(found.session.session_id.clone());
    let new = NewDevice { endpoint, p256dh, auth, user_agent: user_agent::of(&headers), session };
    let device = sign_in.outbox.register(&found.person.user_id, &web(), &new).await?;
    Ok(Json(DeviceView::of(&device)))
}

async fn forget_device<T: People>(State(sign_in): State<SignIn<T>>, Person(found): Person<T>, Path(at): Path<At>) -> Answer<StatusCode> {
    let user = &found.person.user_id;
    let id = device_id(&at.id).ok_or(IdentityError::NotFound("device"))?;
    let devices = sign_in.outbox.devices(user).await?;
    let device = devices.into_iter().find(|device| device.id == id).ok_or(IdentityError::NotFound("device"))?;
    sign_in.outbox.forget(user, &device.platform, &[device.id]).await?;
    Ok(StatusCode::NO_CONTENT)
}
