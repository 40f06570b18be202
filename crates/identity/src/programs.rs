//! What a program asks for is held to the scope of its token: here, in front of all routes, and nowhere else. An app has nothing to do for it, and
//! cannot forget it.
//!
//! A request that brings a program's token is answered by the API of an app, or refused. That holds where no token would be needed, too: a wardrobe is
//! opened by its address, and whoever brings a token of another app there, or one that only reads, has made a mistake that is better told than
//! done. Who is behind a token is looked up once, and goes with the request to whoever asks ([`Program`]).

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use chabudai_web::problem::Problem;

use crate::api;
use crate::error::{IdentityError, IdentityReason};
use crate::model::{BroughtToken, PREFIX};
use crate::people::People;
use crate::service::Program;
use crate::sign_in::SignIn;

struct Programs<T: People> {
    sign_in: SignIn<T>,
    /// The apps that are mounted, by their names in addresses.
    apps: Vec<&'static str>,
}

/// Puts the check in front of the routes of a house, whose addresses begin with the names of apps.
pub fn hold<T: People>(routes: Router, sign_in: SignIn<T>, apps: Vec<&'static str>) -> Router {
    routes.layer(from_fn_with_state(Arc::new(Programs { sign_in, apps }), check::<T>))
}

async fn check<T: People>(State(programs): State<Arc<Programs<T>>>, mut request: Request, next: Next) -> Response {
    let Some(brought) = brought(request.headers()) else { return next.run(request).await };
    match programs.let_in(brought, request.uri().path(), request.method()).await {
        Ok(program) => {
            request.extensions_mut().insert(Arc::new(program));
            next.run(request).await
        }
        Err(problem) => problem.into_response(),
    }
}

impl<T: People> Programs<T> {
    /// The program, if its token is good, and good for this.
    async fn let_in(&self, brought: &str, path: &str, method: &Method) -> Result<Program<T>, Problem> {
        let refused = |why| IdentityError::Own(IdentityReason::TokenScope(why));
        let service = &self.sign_in.service;
        let brought = BroughtToken::parse(brought).ok_or(IdentityError::Own(IdentityReason::TokenEnded))?;
        let program = service.program(&brought).await?;
        let app = self.app_of(path).ok_or_else(|| refused("it opens the API of apps, and neither accounts nor pages"))?;
        let scope = program.token.scope();
        if !scope.covers(app, &Method::GET) {
            return Err(refused("it is for another app").into());
        }
        if !scope.covers(app, method) {
            return Err(refused("it only reads").into());
        }
        // What is told of its last use is a courtesy: what the program asks for does not wait for it to succeed.
        if let Err(error) = service.note_use(&program.token).await {
            tracing::warn!(%error, "the use of a token is not noted");
        }
        Ok(program)
    }

    /// The app whose API an address belongs to. What the people of the house once had below an app is an account's.
    fn app_of(&self, path: &str) -> Option<&'static str> {
        let (app, rest) = path.strip_prefix('/')?.split_once("/v1/")?;
        let app = self.apps.iter().copied().find(|known| *known == app)?;
        let is_of_people = app == T::APP && api::is_of_people(rest);
        (!is_of_people).then_some(app)
    }
}

/// The text of a program's token, if a request brings one. Whatever begins as one is one, or none that is good: it is never taken for a session's.
pub(crate) fn brought(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && token.starts_with(PREFIX)).then_some(token)
}
