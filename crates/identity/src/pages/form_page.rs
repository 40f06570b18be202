//! Forms as data, and the page that shows one. What they have in common is most of them: a title, a few fields, a button.

use askama::Template;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use chabudai_web::form::{Form, Wrong};
use chabudai_web::problem::Problem;
use chabudai_web::site::escaped;
use chabudai_web::ui::Ui;

use super::{Answer, Visit};
use crate::error::IdentityError;
use crate::oidc::Provider;
use crate::people::People;
use crate::sign_in::SignIn;

/// A form.
pub(super) struct FormPage {
    /// Where it is sent, below the app.
    pub(super) action: &'static str,
    /// Its title, as a message.
    pub(super) title: &'static str,
    /// What it is about, as a message.
    pub(super) lead: &'static str,
    /// An account at a provider would do as well.
    pub(super) is_way_in: bool,
    /// Where a passkey is taken to instead, and the message on the button.
    pub(super) passkey: Option<(&'static str, &'static str)>,
    /// What it asks for.
    pub(super) fields: &'static [Field],
    /// What stands on the button, as a message.
    pub(super) button: &'static str,
    /// It cannot be undone.
    pub(super) is_final: bool,
    /// Where else to go, and the message on it.
    pub(super) links: &'static [(&'static str, &'static str)],
}

impl FormPage {
    /// It says that a code will be sent.
    fn promises_mail(&self) -> bool {
        [
            "identity-join-lead",
            "identity-forgotten-lead",
            "identity-make-password-lead",
            "identity-email-lead",
            "identity-proof-by-code-lead",
        ]
        .contains(&self.lead)
    }

    /// It asks for a code, which the operator may have to look up.
    fn is_about_code(&self) -> bool {
        self.fields.contains(&Field::Code)
    }
}

/// What most forms are: below a page, harmless, and with nowhere else to go.
pub(super) const PLAIN: FormPage =
    FormPage { action: "", title: "", lead: "", is_way_in: false, passkey: None, fields: &[], button: "", is_final: false, links: &[] };

/// What a form asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field {
    /// What somebody is called.
    Name,
    /// The address that somebody signs in with.
    Email,
    /// An address that will be theirs.
    NewEmail,
    /// The password that they have, to sign in with.
    Password,
    /// The same, to change something for good.
    CurrentPassword,
    /// The password that they will have, who have none yet.
    FirstPassword,
    /// The password that they will have instead of one that they have forgotten.
    AnotherPassword,
    /// The password that they will have, beside the one that they have.
    NewPassword,
    /// The code that was sent.
    Code,
    /// A mark instead of a password, for those who have none.
    Sure,
}

impl Field {
    /// Its name.
    fn id(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Email | Self::NewEmail => "email",
            Self::Password | Self::CurrentPassword | Self::FirstPassword | Self::AnotherPassword => "password",
            Self::NewPassword => "newPassword",
            Self::Code => "code",
            Self::Sure => "sure",
        }
    }
}

/// What was entered and may be shown again. A password may not.
#[derive(Clone, Default, Debug)]
pub(super) struct Draft {
    pub(super) name: String,
    pub(super) email: String,
    pub(super) code: String,
    /// Where to go on to after signing in.
    pub(super) next: String,
    /// What the link of an empty house carries, and what an invitation does.
    pub(super) setup: String,
    pub(super) invite: String,
    /// Who is signed in, for the browser's keeper of passwords.
    pub(super) username: String,
    /// Whether somebody may join.
    pub(super) may_join: bool,
    /// A passkey would do as well, made for this domain.
    pub(super) passkey: Option<String>,
}

impl Draft {
    /// An empty form of somebody who is signed in.
    pub(super) fn of<T: People>(visit: &Visit<T>) -> Self {
        Self { username: visit.found.person.email.to_string(), ..Self::default() }
    }

    pub(super) fn read(form: &Form) -> Self {
        let text = |name: &str| form.text(name).to_owned();
        Self {
            name: text("name"),
            email: text("email"),
            code: text("code"),
            next: text("next"),
            setup: text("setup"),
            invite: text("invite"),
            ..Self::default()
        }
    }
}

#[derive(Template)]
#[template(path = "identity/form.html")]
struct FormTemplate<'a> {
    ui: &'a Ui,
    page: &'static FormPage,
    draft: &'a Draft,
    wrong: Wrong,
    has_mail: bool,
    /// Who else may say who somebody is.
    providers: &'a [Provider],
}

impl FormTemplate<'_> {
    /// What is wrong with none of the fields.
    fn whole(&self) -> Option<&str> {
        let fields: Vec<&str> = self.page.fields.iter().map(|field| field.id()).collect();
        self.wrong.outside(&fields)
    }

    /// Where a passkey is taken to instead, and what stands on the button.
    fn passkey(&self) -> Option<(&'static str, &'static str, &str)> {
        let (action, title) = self.page.passkey?;
        Some((action, title, self.draft.passkey.as_deref()?))
    }

    /// Where a link leads: whoever wanted to go somewhere comes there by another way in, too.
    fn onward(&self, rest: &str) -> String {
        if ["/join", "/sign-in"].contains(&rest) { onward(rest, &self.draft.next) } else { rest.to_owned() }
    }

    /// Whether a link makes sense here.
    fn leads(&self, rest: &str) -> bool {
        rest != "/join" || self.draft.may_join
    }
}

fn render<T: People>(sign_in: &SignIn<T>, ui: &Ui, status: StatusCode, page: &'static FormPage, draft: &Draft, wrong: Wrong) -> Response {
    let providers = if page.is_way_in { sign_in.service.providers() } else { &[] };
    ui.show_as(status, &FormTemplate { ui, page, draft, wrong, has_mail: sign_in.has_mail, providers })
}

/// An address that remembers where somebody wanted to go.
pub(super) fn onward(path: &str, next: &str) -> String {
    if next.is_empty() { path.to_owned() } else { format!("{path}?next={}", escaped(next)) }
}

/// The form that fits somebody: whoever signs in by a provider may have no password to ask for.
pub(super) async fn fitting<T: People>(
    sign_in: &SignIn<T>,
    visit: &Visit<T>,
    with_password: &'static FormPage,
    without: &'static FormPage,
) -> Result<&'static FormPage, IdentityError> {
    Ok(if sign_in.service.has_password(&visit.found.person.user_id).await? { with_password } else { without })
}

/// The form, as it is found.
pub(super) fn show<T: People>(sign_in: &SignIn<T>, ui: &Ui, page: &'static FormPage, draft: &Draft) -> Response {
    render(sign_in, ui, StatusCode::OK, page, draft, Wrong::default())
}

/// The form once more, with what is wrong beside its field; or what went wrong, where the form is not to blame.
pub(super) fn again<T: People>(sign_in: &SignIn<T>, ui: &Ui, page: &'static FormPage, draft: &Draft, problem: Problem) -> Answer {
    let wrong = Wrong::with(ui, &problem);
    again_with(sign_in, ui, page, draft, problem, wrong)
}

/// The same, with everything that is wrong beside the fields, not only what was found first.
pub(super) fn again_with<T: People>(
    sign_in: &SignIn<T>,
    ui: &Ui,
    page: &'static FormPage,
    draft: &Draft,
    problem: Problem,
    wrong: Wrong,
) -> Answer {
    if !problem.is_about_input() {
        return Err(problem);
    }
    let mut response = render(sign_in, ui, problem.status, page, draft, wrong);
    if let Some(seconds) = problem.retry_after {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    Ok(response)
}
