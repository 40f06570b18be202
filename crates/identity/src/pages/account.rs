//! What is known of oneself, all of it as a file, and the end of it.

use askama::Template;
use axum::Router;
use axum::extract::{FromRef, State as Of};
use axum::http::header;
use axum::response::IntoResponse as _;
use axum::routing::get;
use chabudai_web::form::Form;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;

use super::changes::own;
use super::sheet::{Draft, Field, PLAIN, Sheet, again, fitting, show};
use super::{Addresses, Answer, Visit, let_out};
use crate::door::{Door, Knock};
use crate::error::IdentityError;
use crate::people::People;

static DELETE: Sheet = Sheet {
    action: "/account/delete",
    title: "identity-delete",
    lead: "identity-delete-lead",
    fields: &[Field::Password],
    button: "identity-delete-go",
    is_final: true,
    ..PLAIN
};

/// For somebody who signs in elsewhere and has no password.
static DELETE_BY_MARK: Sheet = Sheet { fields: &[Field::Sure], ..DELETE };

pub(super) fn routes<S, T>(routes: Router<S>, app: &str) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    Door<T>: FromRef<S>,
{
    routes
        .route(&format!("{app}/account"), get(account::<T>))
        .route(&format!("{app}/account/export"), get(export::<T>))
        .route(&format!("{app}/account/delete"), get(end::<T>).post(delete::<T>))
}

#[derive(Template)]
#[template(path = "identity/account.html")]
struct AccountPage<'a> {
    ui: &'a Ui,
    a: Addresses,
    name: &'a str,
    email: &'a str,
    has_password: bool,
    /// An account elsewhere opens this one, or could.
    has_elsewhere: bool,
    /// This page, for the settings to come back to.
    path: String,
}

async fn account<T: People>(Of(door): Of<Door<T>>, visit: Visit<T>) -> Answer {
    let visit = visit.here("person");
    let person = &visit.found.person;
    let accounts = door.service.repo().accounts(&person.user_id).await?;
    let page = AccountPage {
        ui: &visit.ui,
        a: Addresses::of(&door, &visit.ui),
        name: &person.data.name,
        email: person.email.as_str(),
        has_password: accounts.iter().any(|account| account.data.password_hash.is_some()),
        has_elsewhere: !door.service.providers().is_empty() || accounts.iter().any(|account| account.data.account_id.is_some()),
        path: door.path("/account"),
    };
    Ok(visit.ui.show(&page))
}

async fn export<T: People>(Of(door): Of<Door<T>>, visit: Visit<T>) -> Answer {
    let whole = door.service.export(&visit.found.person.user_id).await?;
    let day = visit.ui.today(door.service.repo().db().clock());
    let name = format!("attachment; filename=\"{}-{day}.json\"", door.face.name);
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CONTENT_DISPOSITION, name.as_str())];
    Ok((headers, format!("{whole:#}\n")).into_response())
}

async fn end<T: People>(Of(door): Of<Door<T>>, visit: Visit<T>) -> Answer {
    let visit = visit.below(&door, "/account");
    let sheet = fitting(&door, &visit, &DELETE, &DELETE_BY_MARK).await?;
    Ok(show(&door, &visit.ui, sheet, &Draft::of(&visit)))
}

async fn delete<T: People>(Of(door): Of<Door<T>>, visit: Visit<T>, _: Knock<T>, form: Form) -> Answer {
    let visit = visit.below(&door, "/account");
    let sheet = fitting(&door, &visit, &DELETE, &DELETE_BY_MARK).await?;
    let person = &visit.found.person;
    let deleted = async {
        if sheet.fields.contains(&Field::Password) {
            door.service.prove(person, form.text("password")).await.map_err(own)?;
        } else if !form.has("sure") {
            return Err(IdentityError::Invalid { field: "sure", code: "identity.not_sure", message: "Say that you are sure." });
        }
        door.service.delete(&person.user_id).await
    };
    match deleted.await {
        Ok(()) => Ok(let_out(&door, &visit.ui, &Toast::new("identity-toast-deleted"))),
        Err(error) => again(&door, &visit.ui, sheet, &Draft::of(&visit), error.into()),
    }
}
