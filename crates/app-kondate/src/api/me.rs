//! What Kondate knows of somebody, what they want to be told, and what they could cook.

use axum::extract::State;
use chabudai_kernel::part::UtcSeconds;
use chabudai_web::api::{Api, operation};
use chabudai_web::envelope::{Data, Page};
use chabudai_web::input::{Json as Body, named};
use chabudai_web::people::{Caller, Person};
use chabudai_web::schema::{Spelled, without_default};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::input::{WebAddress, cleared};
use super::pictures::Links;
use super::view::SuggestionView;
use super::{Answer, AppState, Inside, List, data, inside, listed};
use crate::model::{NoticeCategories, NotificationSettings, Profile, Role};
use crate::service::{Avatar, NO_SUCH_AVATAR, NoticeChange, Service};

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.get(
        "/auth/me",
        get_me,
        operation("kondateMe", "Who one is in Kondate").answers::<Data<MeView>>(200, "Name and address are the house's."),
    )
    .patch(
        "/me",
        edit_me,
        operation("editKondateMe", "Change what Kondate knows of oneself")
            .body::<MeInput>()
            .answers::<Data<MeView>>(200, "As it is now. The name is changed in the account."),
    )
    .get(
        "/notification-settings",
        get_settings,
        operation("kondateNotificationSettings", "What one wants to be told").answers::<Data<SettingsView>>(200, "The settings."),
    )
    .patch(
        "/notification-settings",
        edit_settings,
        operation("editKondateNotificationSettings", "Change what one wants to be told")
            .body::<SettingsInput>()
            .answers::<Data<SettingsView>>(200, "The settings as they are now."),
    )
    .get(
        "/suggestions",
        list_suggestions,
        inside("suggestSets", "Which sets would use what is in the fridge")
            .answers::<Data<Page<SuggestionView>>>(200, "Three at most, the best first."),
    )
}

/// Somebody.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "KondateMeView")]
#[serde(rename_all = "camelCase")]
struct MeView {
    id: String,
    email: Option<String>,
    name: String,
    /// Their role in the catalog.
    role: String,
    avatar_url: Option<String>,
    #[schemars(with = "Option<Spelled<UtcSeconds>>")]
    created_at: Option<String>,
}

impl MeView {
    fn of(person: &Person, profile: Option<Profile>, links: &Links, now: i64) -> Self {
        let (role, avatar_url, created_at) =
            profile.map_or_else(Default::default, |profile| (Some(profile.role_at(now)), profile.avatar_url, profile.created_at));
        Self {
            id: person.id.to_string(),
            email: person.email.as_ref().map(ToString::to_string),
            name: person.name.clone(),
            role: role.unwrap_or(Role::User).as_str().to_owned(),
            avatar_url: avatar_url.map(|address| links.out(address)),
            created_at: created_at.map(|at| at.to_string()),
        }
    }
}

/// What changes. What is not named stays; null takes it away.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "KondateMeInput")]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct MeInput {
    /// The address of a picture.
    #[serde(default, deserialize_with = "cleared")]
    #[schemars(with = "Option<WebAddress>", transform = without_default)]
    avatar_url: Option<Option<String>>,
    /// The key of a picture that one has taken in oneself, as `POST /images` tells it. It goes before an address.
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "String", length(max = 64), transform = without_default)]
    avatar_key: Option<String>,
}

/// What somebody wants to be told.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "KondateSettingsView")]
#[serde(rename_all = "camelCase")]
struct SettingsView {
    /// On their devices: what has to be used soon.
    push_enabled: bool,
    categories: CategoriesView,
}

/// About what.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "KondateNoticeCategoriesView")]
struct CategoriesView {
    /// What is for all.
    news: bool,
    /// What is for them alone.
    personal: bool,
}

impl SettingsView {
    fn of(settings: &NotificationSettings) -> Self {
        let NoticeCategories { news, personal } = settings.categories.unwrap_or(NoticeCategories { news: true, personal: true });
        Self { push_enabled: settings.push_enabled, categories: CategoriesView { news, personal } }
    }
}

/// What changes. What is not named stays.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "KondateSettingsInput")]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SettingsInput {
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "bool", transform = without_default)]
    push_enabled: Option<bool>,
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "CategoriesInput", transform = without_default)]
    categories: Option<CategoriesInput>,
}

/// About what.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "KondateNoticeCategoriesInput")]
#[serde(deny_unknown_fields)]
struct CategoriesInput {
    news: bool,
    personal: bool,
}

async fn get_me(State(service): State<Service>, State(links): State<Links>, Caller(person): Caller) -> Answer<MeView> {
    data(MeView::of(&person, service.profile(&person.id).await?, &links, service.db().clock().now().0))
}

async fn edit_me(
    State(service): State<Service>,
    State(links): State<Links>,
    Caller(person): Caller,
    Body(input): Body<MeInput>,
) -> Answer<MeView> {
    let avatar = match (input.avatar_key, input.avatar_url) {
        (Some(key), _) => Some(Avatar::Picture(key.parse().map_err(|_| NO_SUCH_AVATAR)?)),
        (None, Some(Some(address))) => Some(Avatar::Address(links.kept(address))),
        (None, Some(None)) => Some(Avatar::Nothing),
        (None, None) => None,
    };
    if let Some(avatar) = avatar {
        service.set_avatar(&person.id, &avatar).await?;
    }
    data(MeView::of(&person, service.profile(&person.id).await?, &links, service.db().clock().now().0))
}

async fn get_settings(State(service): State<Service>, Caller(person): Caller) -> Answer<SettingsView> {
    data(SettingsView::of(&service.notice_settings(&person.id).await?))
}

async fn edit_settings(State(service): State<Service>, Caller(person): Caller, Body(input): Body<SettingsInput>) -> Answer<SettingsView> {
    let categories = input.categories.map(|CategoriesInput { news, personal }| NoticeCategories { news, personal });
    service.change_notices(&person.id, NoticeChange { push_enabled: input.push_enabled, categories }).await?;
    data(SettingsView::of(&service.notice_settings(&person.id).await?))
}

async fn list_suggestions(State(service): State<Service>, Inside { cook }: Inside) -> List<SuggestionView> {
    listed(service.suggest(&cook).await?.into_iter().map(SuggestionView::of).collect())
}
