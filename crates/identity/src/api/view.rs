//! What goes in and comes out as JSON. A token is told once, when it is made.

use chabudai_kernel::part::Word;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::model::Session;
use crate::people::People;
use crate::service::SignedIn;

/// An address and a password.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SignInInput {
    /// The e-mail address.
    #[schemars(extend("format" = "email"))]
    pub(super) email: String,
    /// The password.
    pub(super) password: String,
}

/// A proof that it is meant.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct DeleteInput {
    /// The password of whoever has one.
    pub(super) password: Option<String>,
    /// `true`, from whoever signs in by a provider alone and has no password.
    pub(super) sure: Option<bool>,
}

/// A proof of who it is: one of the two.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ProofInput {
    /// The password of whoever has one.
    pub(super) password: Option<String>,
    /// The code that was asked for: eight digits.
    #[schemars(regex(pattern = "^[0-9]{8}$"))]
    pub(super) code: Option<String>,
}

/// A new session.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SignedInView {
    /// For `Authorization: Bearer`. It is not told again.
    pub(super) token: String,
    /// When the session ends, unless it is used before.
    #[schemars(extend("format" = "date-time"))]
    pub(super) expires_at: String,
}

impl SignedInView {
    pub(super) fn of<T: People>(found: &SignedIn<T>) -> Self {
        let token = found.token.as_ref().map(|token| token.reveal().to_owned()).unwrap_or_default();
        Self { token, expires_at: found.session.data.expires_at.to_string() }
    }
}

/// Who is signed in.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SessionView {
    user: UserView,
    session: SessionItem,
}

/// A person.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct UserView {
    id: String,
    name: String,
    email: String,
    email_verified: bool,
    /// The picture that they have at a provider.
    image: Option<String>,
    #[schemars(extend("format" = "date-time"))]
    created_at: String,
    #[schemars(extend("format" = "date-time"))]
    updated_at: String,
}

impl SessionView {
    pub(super) fn of<T: People>(found: &SignedIn<T>) -> Self {
        let person = &found.person;
        let user = UserView {
            id: person.user_id.to_string(),
            name: person.data.name.clone(),
            email: person.email.to_string(),
            email_verified: person.data.email_verified,
            image: person.data.image.clone(),
            created_at: person.created_at.to_string(),
            updated_at: person.updated_at.to_string(),
        };
        Self { user, session: SessionItem::of(&found.session, &found.session.session_id) }
    }
}

/// Where a browser signs in by an account at a provider.
#[derive(Serialize, JsonSchema)]
pub(super) struct ProviderUrl {
    /// To be opened in a browser: signing in by a provider begins and ends in the same one.
    pub(super) url: String,
}

/// A device on which somebody is signed in.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SessionItem {
    id: String,
    /// The browser or the program, as it calls itself.
    user_agent: Option<String>,
    #[schemars(extend("format" = "date-time"))]
    created_at: String,
    #[schemars(extend("format" = "date-time"))]
    expires_at: String,
    /// It is the one that asks.
    is_current: bool,
}

impl SessionItem {
    pub(super) fn of<T: People>(session: &Session<T>, current: &Word) -> Self {
        Self {
            id: session.session_id.to_string(),
            user_agent: session.data.user_agent.clone(),
            created_at: session.created_at.to_string(),
            expires_at: session.data.expires_at.to_string(),
            is_current: session.session_id == *current,
        }
    }
}

/// Where somebody is signed in.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SessionList {
    pub(super) items: Vec<SessionItem>,
}

/// Everything that is kept of a person, as the table has it, without what opens doors.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Export {
    /// Of the file, 1 so far.
    format: u64,
    /// The items.
    items: Vec<Value>,
    /// What each app knows of them, by its name.
    apps: Map<String, Value>,
}

impl Export {
    pub(super) fn of(mut whole: Value) -> Self {
        let items = whole["items"].as_array_mut().map(std::mem::take).unwrap_or_default();
        let apps = whole["apps"].as_object_mut().map(std::mem::take).unwrap_or_default();
        Self { format: whole["format"].as_u64().unwrap_or_default(), items, apps }
    }
}
