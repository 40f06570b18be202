//! What is known of oneself, all of it as a file, and the end of it.

use askama::Template;
use axum::Router;
use axum::extract::{FromRef, State};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use chabudai_web::form::Form;
use chabudai_web::people::Role;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;

use super::changes::own;
use super::form_page::{Draft, Field, FormPage, PLAIN, again, fitting, show};
use super::{Answer, Visit, let_out, proof};
use crate::error::IdentityError;
use crate::people::People;
use crate::sign_in::{AttemptLimit, SignIn};

/// Where everything can be saved, below the app.
const EXPORT: &str = "/account/export";
const EXPORT_FILE: &str = "/account/export/file";

static DELETE: FormPage = FormPage {
    action: "/account/delete",
    title: "identity-delete",
    lead: "identity-delete-lead",
    fields: &[Field::CurrentPassword],
    button: "identity-delete-go",
    is_final: true,
    // What is to be kept is saved before.
    links: &[(EXPORT, "identity-export")],
    ..PLAIN
};

/// For somebody who signs in by a provider and has no password.
static DELETE_BY_MARK: FormPage = FormPage { fields: &[Field::Sure], ..DELETE };

pub(super) fn routes<S, T>(routes: Router<S>) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    SignIn<T>: FromRef<S>,
{
    routes
        .route("/account", get(show_account::<T>))
        .route(EXPORT, get(show_export::<T>))
        .route(EXPORT_FILE, get(export_account::<T>))
        .route("/account/delete", get(show_delete::<T>).post(submit_delete::<T>))
}

#[derive(Template)]
#[template(path = "identity/account.html")]
struct AccountPage<'a> {
    ui: &'a Ui,
    name: &'a str,
    email: &'a str,
    has_password: bool,
    is_operator: bool,
    /// An account at a provider opens this one, or could.
    has_providers: bool,
    /// This page, for the settings to come back to.
    path: &'static str,
}

async fn show_account<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>) -> Answer {
    let visit = visit.here("person");
    let person = &visit.found.person;
    let accounts = sign_in.service.repo().accounts(&person.user_id).await?;
    let page = AccountPage {
        ui: &visit.ui,
        name: &person.data.name,
        email: person.email.as_str(),
        is_operator: person.data.role() == Role::Operator,
        has_password: accounts.iter().any(|account| account.data.password_hash.is_some()),
        has_providers: !sign_in.service.providers().is_empty() || accounts.iter().any(|account| account.data.account_id.is_some()),
        path: "/account",
    };
    Ok(visit.ui.show(&page))
}

#[derive(Template)]
#[template(path = "identity/export.html")]
struct ExportPage<'a> {
    ui: &'a Ui,
}

async fn show_export<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>) -> Response {
    let visit = visit.below("/account");
    if let Some(proof) = proof::first(&sign_in, &visit, EXPORT) {
        return proof;
    }
    visit.ui.show(&ExportPage { ui: &visit.ui })
}

async fn export_account<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>) -> Answer {
    if let Some(proof) = proof::first(&sign_in, &visit, EXPORT) {
        return Ok(proof);
    }
    let whole = sign_in.service.export(&visit.found).await?;
    let day = visit.ui.today(sign_in.service.repo().db().clock());
    let name = format!("attachment; filename=\"chabudai-{day}.json\"");
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CONTENT_DISPOSITION, name.as_str())];
    Ok((headers, format!("{whole:#}\n")).into_response())
}

async fn show_delete<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>) -> Answer {
    let visit = visit.below("/account");
    let page = fitting(&sign_in, &visit, &DELETE, &DELETE_BY_MARK).await?;
    if let Some(proof) = proof::unless_asked(&sign_in, &visit, page) {
        return Ok(proof);
    }
    Ok(show(&sign_in, &visit.ui, page, &Draft::of(&visit)))
}

async fn submit_delete<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>, _: AttemptLimit<T>, form: Form) -> Answer {
    let visit = visit.below("/account");
    let page = fitting(&sign_in, &visit, &DELETE, &DELETE_BY_MARK).await?;
    if let Some(proof) = proof::unless_asked(&sign_in, &visit, page) {
        return Ok(proof);
    }
    let deleted = async {
        if !page.fields.contains(&Field::CurrentPassword) && !form.has("sure") {
            return Err(IdentityError::Invalid { field: "sure", code: "identity.not_sure", message: "Say that you are sure." });
        }
        sign_in.service.prove_with(&visit.found, form.text("password")).await.map_err(own)?;
        sign_in.service.leave(&visit.found.person).await
    };
    match deleted.await {
        Ok(()) => Ok(let_out(&sign_in, &visit.ui, &Toast::new("identity-toast-deleted"))),
        Err(error) => again(&sign_in, &visit.ui, page, &Draft::of(&visit), error.into()),
    }
}
