//! A form that came too late: it is not carried out, and what was typed is not lost.
//!
//! A form carries a token of the browser and of the person that it was shown to. When somebody has signed in or out since, or the browser has
//! lost its cookies, the token does not fit any more. What the form holds is then shown once more, to be sent by one tap with a fresh token. Nothing
//! of it is kept on the server: it goes back in the answer to the very request that brought it.

use std::fmt;

use askama::Template;
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;

use crate::form::{Fields, TOKEN, from_our_site, read_fields};
use crate::input::Query;
use crate::people::whoever_asks;
use crate::problem::Problem;
use crate::site::is_local;
use crate::ui::Ui;

/// Where a form is sent on to that nobody signed in has sent. A redirect that keeps method and body brings it there.
pub(crate) const ADDRESS: &str = "/send-again";

/// What people type, and what it is called. What is not in this list was chosen, or is the page's own, and is sent along unseen.
const LABELS: [(&str, &str); 18] = [
    ("name", "field-name"),
    ("note", "field-note"),
    ("email", "field-email"),
    ("code", "field-code"),
    ("date", "field-date"),
    ("from", "field-from"),
    ("to", "field-to"),
    ("time", "field-time"),
    ("zone", "field-zone"),
    ("password", "field-password"),
    ("newPassword", "field-new-password"),
    ("title", "field-title"),
    ("description", "field-description"),
    ("ingredients", "field-ingredients"),
    ("steps", "field-steps"),
    ("address", "field-link"),
    ("text", "field-text"),
    ("authorName", "field-author"),
];

/// What a title is called where its own form calls it so.
const TITLES: [(&str, &str); 2] = [("/kondate/recipes", "field-recipe-title"), ("/kondate/sets", "field-set-title")];

/// A password is never shown again, whatever its field is called.
fn is_secret(name: &str) -> bool {
    name.to_ascii_lowercase().contains("password")
}

/// What a form holds that was not carried out.
#[derive(Clone, PartialEq)]
pub struct Kept {
    /// Where it was sent, by path.
    action: String,
    fields: Vec<(String, String)>,
    /// The fields of its files. Their content is not sent back.
    files: Vec<String>,
    /// What stands on its token: it stays that of whom the form was shown to.
    token: String,
}

/// What somebody typed is nobody's business in a log.
impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kept").field("action", &self.action).finish_non_exhaustive()
    }
}

impl Kept {
    /// What is to be kept of a form that is not carried out; nothing where it may not be shown to whoever sent it.
    ///
    /// It may where the token is of this very browser or of the last person who signed in on it: another site can make neither. It may where the
    /// browser itself says that the form is from a page of ours, unless it was shown to somebody and another person has signed in since.
    pub(crate) fn of(ui: &Ui, headers: &HeaderMap, action: &str, (fields, files): Fields) -> Option<Self> {
        let token = token_in(&fields).to_owned();
        let is_from_here = headers.get("sec-fetch-site").is_some_and(|site| site == "same-origin");
        let may_see = ui.nonce_of(&token).is_some() || ui.is_owners(&token) || is_from_here && !ui.is_anothers(&token);
        let fields = fields.into_iter().filter(|(name, value)| name != TOKEN && (!is_secret(name) || !value.is_empty()));
        let fields = fields.map(|(name, value)| if is_secret(&name) { (name, String::new()) } else { (name, value) }).collect();
        let files = files.into_iter().map(|(name, _)| name).collect();
        may_see.then(|| Self { action: action.to_owned(), fields, files, token })
    }

    /// The page that has it, to be sent once more.
    pub(crate) fn show(&self, ui: &Ui, status: StatusCode, is_signed_out: bool) -> Response {
        let of_page =
            |name: &str| TITLES.iter().find(|(path, _)| name == "title" && self.action.starts_with(path)).map(|(_, label)| *label);
        let known = |name: &str| LABELS.iter().find(|(known, _)| *known == name).map(|(_, label)| *label);
        let label = |name: &str| of_page(name).or_else(|| known(name));
        let (mut typed, mut unseen) = (Vec::new(), Vec::new());
        for (name, value) in &self.fields {
            match label(name) {
                Some(label) => typed.push(Typed { name, label, value, kind: kind_of(name, value) }),
                // A password under a name of its own is asked for on its own page.
                None if is_secret(name) => {}
                None => unseen.push((name.as_str(), value.as_str())),
            }
        }
        let token = ui.token_after(&self.token);
        ui.show_as(status, &KeptPage { ui, action: ui.at(&self.action), typed, unseen, files: &self.files, token, is_signed_out })
    }
}

fn token_in(fields: &[(String, String)]) -> &str {
    fields.iter().find(|(name, _)| name == TOKEN).map(|(_, value)| value.as_str()).unwrap_or_default()
}

/// What kind of field a value goes back into.
fn kind_of(name: &str, value: &str) -> &'static str {
    let looks_like = |shape: &str| {
        value.len() == shape.len()
            && value.bytes().zip(shape.bytes()).all(|(byte, shape)| if shape == b'0' { byte.is_ascii_digit() } else { byte == shape })
    };
    match name {
        _ if is_secret(name) => "password",
        "note" => "long",
        "email" => "email",
        _ if looks_like("0000-00-00") => "date",
        _ if looks_like("00:00") => "time",
        _ if value.contains('\n') => "long",
        _ => "text",
    }
}

/// A field as it is shown again.
struct Typed<'a> {
    name: &'a str,
    label: &'static str,
    value: &'a str,
    kind: &'static str,
}

#[derive(Template)]
#[template(path = "kept.html")]
struct KeptPage<'a> {
    ui: &'a Ui,
    action: String,
    typed: Vec<Typed<'a>>,
    unseen: Vec<(&'a str, &'a str)>,
    files: &'a [String],
    token: String,
    /// Nobody is signed in: that comes first.
    is_signed_out: bool,
}

#[derive(Deserialize)]
pub(crate) struct Parameters {
    to: String,
}

/// A form that somebody sent whose session has ended. It is carried out by nobody; it is shown to whoever sent it.
pub(crate) async fn show(ui: Ui, Query(given): Query<Parameters>, request: Request) -> Result<Response, Problem> {
    from_our_site(request.headers())?;
    let (parts, body) = request.into_parts();
    let headers = parts.headers.clone();
    let is_signed_out = whoever_asks(&ui, &parts).await?.is_none();
    let fields = read_fields(Request::from_parts(parts, body)).await?;
    let kept = Some(given.to).filter(|to| is_local(to)).and_then(|to| Kept::of(&ui, &headers, &to, fields));
    let Some(kept) = kept else { return Err(foreign()) };
    Ok(kept.show(&ui, StatusCode::FORBIDDEN, is_signed_out))
}

/// A form that comes from nowhere that we know.
pub(crate) fn foreign() -> Problem {
    Problem::new(StatusCode::FORBIDDEN, "http.foreign_form", "This form is not from a page of this house, or cookies are switched off.")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every template of every crate.
    fn templates() -> Vec<String> {
        let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let mut folders: Vec<_> = std::fs::read_dir(crates).unwrap().map(|one| one.unwrap().path().join("templates")).collect();
        let mut texts = Vec::new();
        while let Some(folder) = folders.pop() {
            for path in std::fs::read_dir(folder).into_iter().flatten().map(|one| one.unwrap().path()) {
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|kind| kind == "html") {
                    texts.push(std::fs::read_to_string(path).unwrap());
                }
            }
        }
        texts
    }

    /// The names of the fields of a kind, as templates write them: by the macros, or in full.
    fn fields(call: &str, is_of_kind: impl Fn(&str) -> bool) -> Vec<String> {
        let mut names = Vec::new();
        for text in templates() {
            for rest in text.split(call).skip(1).filter(|rest| is_of_kind(rest.split(['\n', '>']).next().unwrap())) {
                names.extend(rest.split('"').nth(1).filter(|name| !name.is_empty() && !name.contains('{')).map(str::to_owned));
            }
        }
        assert!(!names.is_empty(), "the templates were not found");
        names
    }

    #[test]
    fn every_password_is_known_as_one_and_asked_for_again() {
        for name in fields("known_field(", |rest| rest.contains("\"password\", \"")) {
            assert!(is_secret(&name) && LABELS.iter().any(|(known, _)| *known == name), "{name} would come back to nobody, or be shown");
        }
    }

    #[test]
    fn what_is_typed_into_a_line_is_shown_by_its_name() {
        for name in fields("text_field(", |_| true).into_iter().chain(fields("<textarea id=", |_| true)) {
            assert!(LABELS.iter().any(|(known, _)| *known == name), "{name} has no label");
        }
    }

    #[test]
    fn what_was_typed_is_not_printed() {
        let kept = Kept {
            action: "/okusuri/days".to_owned(),
            fields: vec![("note".to_owned(), "頭が痛い".to_owned())],
            files: Vec::new(),
            token: "t".to_owned(),
        };
        assert!(!format!("{kept:?}").contains("頭が痛い"));
    }
}
