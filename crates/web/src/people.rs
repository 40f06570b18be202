//! The people of the house, as an app knows them: by a small port, never by the table that keeps them.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chabudai_kernel::part::Word;
use futures::future::BoxFuture;
use serde_json::Value;

use crate::form::is_form;
use crate::kept;
use crate::problem::Problem;
use crate::route_cost;
use crate::site::escaped;
use crate::text::Lang;
use crate::ui::Ui;

/// What somebody may do in the house.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Role {
    /// Looks after the house: who may come in, and what it is set to.
    Operator,
    /// Lives here.
    #[default]
    Member,
}

impl Role {
    /// As it is kept and told.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Operator => "operator",
            Self::Member => "member",
        }
    }
}

/// Somebody of the house.
#[derive(Clone, PartialEq, Debug)]
pub struct Person {
    /// Theirs for ever. What an app keeps of them, it keeps by this.
    pub id: Word,
    /// What they are called.
    pub name: String,
    /// Their address, if they have shown that it is theirs.
    pub email: Option<Word>,
    /// The language that they chose, for what reaches them outside of a page.
    pub lang: Option<Lang>,
    /// Where their day begins and ends.
    pub zone: Option<String>,
    /// Another one whenever they are signed out everywhere: an address that an app has given out for them opens nothing after that.
    pub epoch: Option<Word>,
    /// What they may do.
    pub role: Role,
}

/// Knows the people of the house.
pub trait Directory: Send + Sync {
    /// Who a request comes from, by a browser's cookie or by a token; nobody, if it brings none that is good.
    fn whoever_asks<'a>(&'a self, asked: &'a Parts) -> BoxFuture<'a, Result<Option<Person>, Problem>>;

    /// The person of an id, while they live here.
    fn person<'a>(&'a self, id: &'a Word) -> BoxFuture<'a, Result<Option<Person>, Problem>>;

    /// The person of an address, while they live here.
    fn by_email<'a>(&'a self, email: &'a Word) -> BoxFuture<'a, Result<Option<Person>, Problem>>;

    /// Whether nobody lives here yet.
    fn is_empty(&self) -> BoxFuture<'_, Result<bool, Problem>>;
}

/// What an app keeps of a person: it is given to them when they ask for it, and forgotten when they leave.
pub trait PersonalData: Send + Sync {
    /// Everything that the app knows of this person, as JSON, without what opens doors.
    fn export<'a>(&'a self, person: &'a Word) -> BoxFuture<'a, Result<Value, Problem>>;

    /// Forgets this person. It may be told of somebody again, or of somebody whom it does not know: whoever asked before may have been cut
    /// off in the middle.
    fn forget<'a>(&'a self, person: &'a Word) -> BoxFuture<'a, Result<(), Problem>>;
}

/// Why somebody is not let in.
#[derive(Debug)]
pub enum Away {
    /// They are not signed in; this address, in this house, is where they sign in.
    SignIn(String),
    /// They are not signed in, and have sent a form: this address shows it to them once more, so that nothing they typed is lost.
    SendAgain(String),
    /// Something went wrong.
    Problem(Problem),
}

impl Away {
    /// On to the sign-in, and from there back to what was asked for. What a form was about to do is not done by coming back to its address.
    pub fn to_sign_in(ui: &Ui, parts: &Parts) -> Self {
        let whole = parts.uri.path_and_query().map_or("/", |whole| whole.as_str());
        if parts.method == Method::POST && is_form(&parts.headers) {
            return Self::SendAgain(ui.at(&format!("{}?to={}", kept::ADDRESS, escaped(whole))));
        }
        let wanted = parts.uri.path_and_query().filter(|_| parts.method == Method::GET).map(|path| escaped(path.as_str()));
        let next = wanted.map(|path| format!("?next={path}")).unwrap_or_default();
        Self::SignIn(ui.at(&format!("/sign-in{next}")))
    }
}

impl From<Problem> for Away {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl IntoResponse for Away {
    fn into_response(self) -> Response {
        match self {
            Self::SignIn(address) => (StatusCode::SEE_OTHER, [(header::LOCATION, address)]).into_response(),
            // It keeps the method and the body, which the browser sends once more.
            Self::SendAgain(address) => (StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, address)]).into_response(),
            Self::Problem(problem) => problem.into_response(),
        }
    }
}

/// Somebody who is signed in, in front of a page. Who is not is led to the sign-in, and comes back from there.
pub struct Member {
    /// The page.
    pub ui: Ui,
    /// The person.
    pub person: Person,
}

impl<S: Send + Sync> FromRequestParts<S> for Member {
    type Rejection = Away;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Away> {
        let ui = Ui::from_request_parts(parts, state).await?;
        match whoever_asks(&ui, parts).await? {
            Some(person) => Ok(Self { ui, person }),
            None => Err(Away::to_sign_in(&ui, parts)),
        }
    }
}

/// Somebody who is signed in, in front of an operation, by the token in the `Authorization` header. A browser's cookie is not enough: any page
/// of the web can have it sent along.
pub struct Caller(pub Person);

/// Whose request it is, for what is read of it after [`Caller`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskedBy(pub Word);

impl<S: Send + Sync> FromRequestParts<S> for Caller
where
    Arc<dyn Directory>: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let known = if parts.headers.contains_key(header::AUTHORIZATION) {
            let mut by_token = parts.clone();
            by_token.headers.remove(header::COOKIE);
            route_cost::for_the_house(Arc::<dyn Directory>::from_ref(state).whoever_asks(&by_token)).await?
        } else {
            None
        };
        let known = known.ok_or_else(|| Problem::new(StatusCode::UNAUTHORIZED, "identity.not_signed_in", "Please sign in."))?;
        parts.extensions.insert(AskedBy(known.id.clone()));
        Ok(Self(known))
    }
}

/// Who looks at a page, if they are known. It is no cost of the app whose page it is.
pub async fn whoever_asks(ui: &Ui, asked: &Parts) -> Result<Option<Person>, Problem> {
    match &ui.site.people {
        Some(people) => route_cost::for_the_house(people.whoever_asks(asked)).await,
        None => Ok(None),
    }
}
