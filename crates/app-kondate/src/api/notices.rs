//! What one is told, what one has read of it, and on which devices.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use chabudai_kernel::part::UtcSeconds;
use chabudai_web::api::{Api, operation};
use chabudai_web::envelope::Data;
use chabudai_web::input::{Json as Body, Path, Query, named};
use chabudai_web::list::{Cursor, Order, PageSize};
use chabudai_web::messages::{Device, Messages, device_id};
use chabudai_web::people::{Caller, Person};
use chabudai_web::problem::Problem;
use chabudai_web::route_cost::for_the_house;
use chabudai_web::schema::{Spelled, without_default};
use chabudai_web::text::Lang;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::input::{ID, RecipeRef};
use super::{Answer, AppState, data};
use crate::error::KondateError;
use crate::model::{MOST_READ, NoticeId, Platform};
use crate::pages::{said_by, said_by_news};
use crate::repo::devices;
use crate::service::{MarkedRead, Notice, NoticeType, Noticed, Says, Service};

/// How long a page is.
const PAGE: PageSize = PageSize { default: 20, most: 100, code: "kondate.limit" };

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.path::<TokenAt>()
        .get(
            "/notifications",
            list_notices,
            operation("listNotifications", "What one is told: news and what is for oneself, the newest first")
                .query::<NoticeParameters>()
                .answers::<Data<NotificationsView>>(200, "A page of them, and how many were not read."),
        )
        .post(
            "/notifications/read",
            read_notices,
            operation("readNotifications", "Mark these, or all, as read")
                .body::<NotificationsReadInput>()
                .answers::<Data<NotificationsReadView>>(200, "What is nobody's, or somebody else's, is passed over."),
        )
        .post(
            "/push-tokens",
            add_token,
            operation("addPushToken", "Be told on this device of one's own")
                .body::<PushTokenInput>()
                .answers::<Data<PushTokenView>>(200, "Whoever was told on it before is not any more."),
        )
        .delete(
            "/push-tokens/{token}",
            remove_token,
            operation("removePushToken", "Not be told on this device")
                .answers::<Data<PushTokenView>>(200, "It stays a device of the house."),
        )
}

/// Which, and which page.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NoticeParameters {
    /// 1 to 100; 20 by default.
    #[schemars(range(min = 1, max = PAGE.most))]
    limit: Option<u32>,
    /// From the page before, of the same type.
    #[schemars(with = "Option<Cursor>")]
    cursor: Option<String>,
    /// `all` by default.
    #[serde(default)]
    r#type: TypeName,
}

/// Which notices.
#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[schemars(rename = "NotificationType", inline)]
#[serde(rename_all = "camelCase")]
enum TypeName {
    #[default]
    All,
    News,
    Personal,
}

/// A notice.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct NotificationView {
    id: String,
    #[schemars(extend("enum" = ["news", "personal"]))]
    r#type: &'static str,
    title: String,
    body: String,
    image_url: Option<String>,
    /// Where it leads: an address, or a path of this house.
    link_url: Option<String>,
    is_read: bool,
    #[schemars(with = "Spelled<UtcSeconds>")]
    created_at: UtcSeconds,
}

/// A page of notices.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct NotificationsView {
    items: Vec<NotificationView>,
    /// Send it as `cursor` for the next page; null at the end.
    #[schemars(with = "Option<Cursor>")]
    next_cursor: Option<String>,
    /// Whether anything follows.
    has_more: bool,
    /// How many of all were not read: exactly up to 99; 100 stands for any more.
    unread_count: usize,
}

/// What was read: some, or all.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NotificationsReadInput {
    /// These.
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "Vec<RecipeRef>", length(min = 1, max = MOST_READ), transform = without_default)]
    notification_ids: Option<Vec<String>>,
    /// All there are. Either this is true or there are ids.
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "bool", transform = without_default)]
    all: Option<bool>,
}

/// What came of it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct NotificationsReadView {
    /// So many were not read before.
    read_count: usize,
    /// So many of all are still not: exactly up to 99; 100 stands for any more.
    unread_count: usize,
}

/// A device.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PushTokenInput {
    /// The id of one of one's devices, as the house lists them.
    #[schemars(regex(pattern = ID))]
    token: String,
    platform: PlatformName,
}

/// The kind of a device.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[schemars(rename = "PushPlatform", inline)]
#[serde(rename_all = "lowercase")]
enum PlatformName {
    Web,
    Ios,
    Android,
}

/// The token in an address.
#[derive(Deserialize, JsonSchema)]
struct TokenAt {
    #[schemars(regex(pattern = ID))]
    token: String,
}

/// Whether one is told on it.
#[derive(Serialize, JsonSchema)]
struct PushTokenView {
    registered: bool,
}

fn lang(person: &Person, headers: &HeaderMap) -> Lang {
    let accepted = || headers.get(ACCEPT_LANGUAGE).and_then(|value| Lang::accepted(value.to_str().ok()?));
    person.lang.or_else(accepted).unwrap_or_default()
}

impl NotificationView {
    fn of(notice: Notice, lang: Lang) -> Self {
        let (at, id) = notice.place();
        let (created_at, id, is_read) = (at, id.to_string(), notice.is_read);
        let (r#type, (title, body), image_url, link_url) = match notice.says {
            Says::News(news) => ("news", said_by_news(&news, lang), news.image_url, news.link_url),
            Says::Personal(own) => ("personal", said_by(&own, lang), own.image_url, own.link_url),
        };
        Self { id, r#type, title, body, image_url, link_url, is_read, created_at }
    }
}

async fn list_notices(
    State(service): State<Service>,
    Caller(person): Caller,
    Query(given): Query<NoticeParameters>,
    headers: HeaderMap,
) -> Answer<NotificationsView> {
    let which = match given.r#type {
        TypeName::All => NoticeType::All,
        TypeName::News => NoticeType::News,
        TypeName::Personal => NoticeType::Personal,
    };
    let paging = PAGE.paging(given.limit, given.cursor.as_deref(), Order::Desc)?;
    let Noticed { notices, next, unread } = service.notices(&person.id, which, paging.limit as usize, paging.cursor).await?;
    let lang = lang(&person, &headers);
    let items = notices.into_iter().map(|notice| NotificationView::of(notice, lang)).collect();
    data(NotificationsView { items, has_more: next.is_some(), next_cursor: next, unread_count: unread })
}

async fn read_notices(
    State(service): State<Service>,
    Caller(person): Caller,
    Body(input): Body<NotificationsReadInput>,
) -> Answer<NotificationsReadView> {
    let MarkedRead { read, unread, .. } = match (input.notification_ids, input.all) {
        (Some(ids), None | Some(false)) => {
            let id = |text: String| NoticeId::new(text).ok_or(KondateError::NotFound("notification"));
            service.read_notices(&person.id, &ids.into_iter().map(id).collect::<Result<Vec<_>, _>>()?).await?
        }
        (None, Some(true)) => service.read_all_notices(&person.id).await?,
        _ => {
            let message = "Name the notifications, or say that it is all of them.";
            return Err(KondateError::Invalid { field: "notificationIds", code: "kondate.read_what", message }.into());
        }
    };
    data(NotificationsReadView { read_count: read, unread_count: unread })
}

async fn devices_of(messages: &dyn Messages, person: &Person) -> Result<Vec<Device>, Problem> {
    Ok(for_the_house(messages.devices(&person.id)).await?)
}

async fn add_token(
    State(service): State<Service>,
    State(messages): State<Arc<dyn Messages>>,
    Caller(person): Caller,
    Body(input): Body<PushTokenInput>,
) -> Answer<PushTokenView> {
    let devices = devices_of(&*messages, &person).await?;
    let token = device_id(&input.token).filter(|token| devices.iter().any(|device| device.id == *token));
    let platform = match input.platform {
        PlatformName::Web => Platform::Web,
        PlatformName::Ios => Platform::Ios,
        PlatformName::Android => Platform::Android,
    };
    service.reach_device(&person.id, &token.ok_or(KondateError::NotFound("device"))?, platform).await?;
    data(PushTokenView { registered: true })
}

async fn remove_token(
    State(service): State<Service>,
    State(messages): State<Arc<dyn Messages>>,
    Caller(person): Caller,
    Path(at): Path<TokenAt>,
) -> Answer<PushTokenView> {
    let token = device_id(&at.token).ok_or(KondateError::NotFound("device"))?;
    let all = devices_of(&*messages, &person).await?;
    let settings = service.notice_settings(&person.id).await?;
    let is_theirs = all.iter().any(|device| device.id == token);
    if is_theirs && !settings.devices_chosen {
        // Until now it was all of them; now it is all but this one.
        service.choose_devices(&person.id, &all, |device| device.id != token).await?;
    } else if is_theirs || devices::of(service.db(), &person.id).await?.iter().any(|row| row.token == token.as_str()) {
        service.forget_device(&person.id, &token).await?;
    } else {
        return Err(KondateError::NotFound("device").into());
    }
    data(PushTokenView { registered: false })
}
