//! Accounts elsewhere that open one's own: which ones, one more, one less.

use askama::Template;
use axum::Router;
use axum::extract::{FromRef, State as Of};
use axum::routing::{get, post};
use chabudai_web::form::Form;
use chabudai_web::input::Path;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;

use super::elsewhere::{At, callback, onward};
use super::{Addresses, Answer, Visit};
use crate::door::{Door, Knock};
use crate::error::IdentityError;
use crate::people::People;

/// The page, below the app.
pub(super) const PAGE: &str = "/account/elsewhere";

pub(super) fn routes<S, T>(routes: Router<S>, app: &str) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    Door<T>: FromRef<S>,
{
    routes
        .route(&format!("{app}{PAGE}"), get(list::<T>))
        .route(&format!("{app}{PAGE}/{{provider}}"), post(link::<T>))
        .route(&format!("{app}{PAGE}/{{provider}}/remove"), post(unlink::<T>))
}

/// A provider, and whether an account there opens this one.
struct Elsewhere {
    id: String,
    name: String,
    is_linked: bool,
}

#[derive(Template)]
#[template(path = "identity/elsewhere.html")]
struct ElsewherePage<'a> {
    ui: &'a Ui,
    a: Addresses,
    all: Vec<Elsewhere>,
}

async fn list<T: People>(Of(door): Of<Door<T>>, visit: Visit<T>) -> Answer {
    let visit = visit.below(&door, "/account");
    let accounts = door.service.repo().accounts(&visit.found.person.user_id).await?;
    let providers = door.service.providers();
    let mut all: Vec<Elsewhere> = Vec::new();
    for provider in providers {
        let is_linked = accounts.iter().any(|account| account.provider_id == *provider.id());
        all.push(Elsewhere { id: provider.id().to_string(), name: provider.name().to_owned(), is_linked });
    }
    // A provider that the house has no longer may still be taken away.
    for account in accounts.iter().filter(|account| account.data.account_id.is_some()) {
        if !providers.iter().any(|provider| *provider.id() == account.provider_id) {
            all.push(Elsewhere { id: account.provider_id.to_string(), name: account.provider_id.to_string(), is_linked: true });
        }
    }
    let ui = &visit.ui;
    Ok(ui.show(&ElsewherePage { ui, a: Addresses::of(&door, ui), all }))
}

async fn link<T: People>(Of(door): Of<Door<T>>, visit: Visit<T>, Path(at): Path<At>, _: Knock<T>, _: Form) -> Answer {
    let ui = &visit.ui;
    match door.service.begin_linking(&visit.found.person, &at.provider, &callback(&door, ui, &at.provider)).await {
        Ok(begun) => Ok(onward(&door, ui, &at.provider, &begun, &door.path(PAGE), true)),
        Err(error) => refused(&door, ui, error),
    }
}

async fn unlink<T: People>(Of(door): Of<Door<T>>, visit: Visit<T>, Path(at): Path<At>, _: Form) -> Answer {
    match door.service.unlink(&visit.found.person, &at.provider).await {
        // It is gone already: the button was pressed twice.
        Ok(()) | Err(IdentityError::NotFound(_)) => {
            Ok(visit.ui.go_saying(&door.path(PAGE), &Toast::new("identity-toast-unlinked").about(door.provider_name(&at.provider))))
        }
        Err(error) => refused(&door, &visit.ui, error),
    }
}

/// Back to the list, which says why. What is our own trouble is told as such.
pub(super) fn refused<T: People>(door: &Door<T>, ui: &Ui, error: IdentityError) -> Answer {
    super::elsewhere::did_not_succeed(ui, &door.path(PAGE), error.into())
}
