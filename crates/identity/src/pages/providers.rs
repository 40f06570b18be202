//! Accounts at providers that open one's own: which ones, one more, one less.

use askama::Template;
use axum::Router;
use axum::extract::{FromRef, State};
use axum::response::Response;
use axum::routing::{get, post};
use chabudai_web::form::Form;
use chabudai_web::input::Path;
use chabudai_web::site::page_above;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;

use super::provider::{At, callback, onward};
use super::{Answer, Visit, proof};
use crate::error::IdentityError;
use crate::people::People;
use crate::sign_in::{AttemptLimit, SignIn};

/// The page, below the app.
pub(super) const PAGE: &str = "/account/providers";

pub(super) fn routes<S, T>(routes: Router<S>) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    SignIn<T>: FromRef<S>,
{
    routes
        .route(PAGE, get(show_providers::<T>))
        .route(&format!("{PAGE}/{{provider}}"), post(link_provider::<T>).get(page_above))
        .route(&format!("{PAGE}/{{provider}}/remove"), post(unlink_provider::<T>).get(to_providers))
}

/// The list, for who only opens the address at which one of them is removed.
async fn to_providers(ui: Ui) -> Response {
    ui.go(PAGE)
}

/// A provider, and whether an account there opens this one.
struct ProviderRow {
    id: String,
    name: String,
    is_linked: bool,
}

#[derive(Template)]
#[template(path = "identity/providers.html")]
struct ProvidersPage<'a> {
    ui: &'a Ui,
    all: Vec<ProviderRow>,
}

async fn show_providers<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>) -> Answer {
    let visit = visit.below("/account");
    // Before the buttons, not after one was pressed.
    if let Some(proof) = proof::first(&sign_in, &visit, PAGE) {
        return Ok(proof);
    }
    let accounts = sign_in.service.repo().accounts(&visit.found.person.user_id).await?;
    let providers = sign_in.service.providers();
    let mut all: Vec<ProviderRow> = Vec::new();
    for provider in providers {
        let is_linked = accounts.iter().any(|account| account.provider_id == *provider.id());
        all.push(ProviderRow { id: provider.id().to_string(), name: provider.name().to_owned(), is_linked });
    }
    // A provider that the house has no longer may still be taken away.
    for account in accounts.iter().filter(|account| account.data.account_id.is_some()) {
        if !providers.iter().any(|provider| *provider.id() == account.provider_id) {
            all.push(ProviderRow { id: account.provider_id.to_string(), name: account.provider_id.to_string(), is_linked: true });
        }
    }
    let ui = &visit.ui;
    Ok(ui.show(&ProvidersPage { ui, all }))
}

async fn link_provider<T: People>(
    State(sign_in): State<SignIn<T>>,
    visit: Visit<T>,
    Path(at): Path<At>,
    _: AttemptLimit<T>,
    _: Form,
) -> Answer {
    let ui = &visit.ui;
    match sign_in.service.begin_linking(&visit.found, &at.provider, &callback::<T>(ui, &at.provider)).await {
        Ok(begun) => Ok(onward(&sign_in, ui, &at.provider, &begun, PAGE, true)),
        Err(error) => proof::first(&sign_in, &visit, PAGE).map_or_else(|| refused(ui, error), Ok),
    }
}

async fn unlink_provider<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>, Path(at): Path<At>, _: Form) -> Answer {
    match sign_in.service.unlink(&visit.found, &at.provider).await {
        // It is gone already: the button was pressed twice.
        Ok(()) | Err(IdentityError::NotFound(_)) => {
            Ok(visit.ui.go_saying(PAGE, &Toast::new("identity-toast-unlinked").about(sign_in.provider_name(&at.provider))))
        }
        Err(error) => proof::first(&sign_in, &visit, PAGE).map_or_else(|| refused(&visit.ui, error), Ok),
    }
}

/// Back to the list, which says why. What is our own trouble is told as such.
pub(super) fn refused(ui: &Ui, error: IdentityError) -> Answer {
    super::provider::did_not_succeed(ui, PAGE, error.into())
}
