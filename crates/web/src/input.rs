//! Inputs become types at the door: a handler never sees a raw text.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

use crate::problem::Problem;

/// A JSON body. Unknown fields, wrong types and missing values are told with the field's name.
#[derive(Clone, Debug)]
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let bytes = json_bytes(request, state).await?;
        parse(&bytes).map(Self)
    }
}

/// The bytes of a body that says it is JSON.
pub(crate) async fn json_bytes<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Problem> {
    let is_json = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).is_some_and(|value| {
        let kind = value.split(';').next().unwrap_or_default().trim();
        kind.eq_ignore_ascii_case("application/json")
    });
    if !is_json {
        let detail = "Send the body as application/json.";
        return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "http.unsupported_media_type", detail));
    }
    body_bytes(request, state).await
}

/// The bytes of a body, within the size limit.
pub async fn body_bytes<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Problem> {
    Bytes::from_request(request, state).await.map_err(|rejection| {
        use axum::response::IntoResponse as _;
        match rejection.into_response().status() {
            StatusCode::PAYLOAD_TOO_LARGE => Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "http.too_large", "The body is too large."),
            _ => Problem::new(StatusCode::BAD_REQUEST, "http.body", "The body could not be read."),
        }
    })
}

/// Reads a JSON object, and says which field is wrong.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let invalid_json = |error: serde_json::Error| Problem::new(StatusCode::BAD_REQUEST, "http.invalid_json", sentence(&error.to_string()));
    if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
        // serde would also take a list for the fields in their order, which nobody has promised.
        serde_json::from_slice::<serde::de::IgnoredAny>(bytes).map_err(invalid_json)?;
        return Err(Problem::new(StatusCode::BAD_REQUEST, "http.invalid_field", "The body has to be a JSON object."));
    }
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let path = error.path().to_string();
        let inner = error.into_inner();
        if !inner.is_data() {
            return invalid_json(inner);
        }
        let detail = without_what_was_sent(&inner.to_string());
        // A field that is missing, or there twice, is not on the path; only the sentence names it.
        let named = || named_in(&detail).filter(|_| detail.starts_with("Missing field") || detail.starts_with("Duplicate field"));
        let field = if path == "." { named() } else { Some(path) };
        Problem { field, ..Problem::new(StatusCode::BAD_REQUEST, "http.invalid_field", detail) }
    })?;
    deserializer.end().map_err(invalid_json)?;
    Ok(value)
}

/// For `#[serde(default, deserialize_with = "…")]` on a field that may be left out and is never null.
pub fn named<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// For `#[serde(default, deserialize_with = "…")]`: a whole number, or null. `12.0` is one too: JSON has one kind of number, and JSON Schema
/// calls that an integer.
pub fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let Some(number) = Option::<serde_json::Number>::deserialize(deserializer)? else { return Ok(None) };
    let fraction = || number.as_f64().filter(|n| n.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(n)).map(|n| n as u64);
    let whole = number.as_u64().or_else(fraction).and_then(|n| u32::try_from(n).ok());
    whole.map(Some).ok_or_else(|| serde::de::Error::custom("expected a whole number"))
}

/// A query string. Unknown parameters are refused: a misspelt one would otherwise be obeyed by doing nothing.
#[derive(Clone, Debug)]
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes()));
        serde_path_to_error::deserialize(pairs).map(Self).map_err(|error| {
            let path = error.path().to_string();
            let detail = without_what_was_sent(&error.into_inner().to_string());
            let known = (path != ".").then_some(path).or_else(|| named_in(&detail));
            Problem { field: known, ..Problem::new(StatusCode::BAD_REQUEST, "http.invalid_parameter", detail) }
        })
    }
}

/// The name between backticks, as serde puts it.
fn named_in(detail: &str) -> Option<String> {
    detail.split('`').nth(1).map(str::to_owned)
}

/// What serde says of a value, as a sentence that names what is expected and repeats nothing of the value: it may be long, and it may be
/// somebody's secret. Where it stands is said by the field.
fn without_what_was_sent(said: &str) -> String {
    let said = said.rsplit_once(" at line ").map_or(said, |(said, _)| said);
    let is_about_a_value =
        ["unknown variant", "invalid value", "invalid type", "invalid length"].iter().any(|start| said.starts_with(start));
    // The last one is serde's: what was sent stands before it.
    match said.rsplit_once(", expected ") {
        Some((_, expected)) if is_about_a_value => sentence(&format!("expected {expected}")),
        _ if is_about_a_value => "This value is not one of those that are allowed.".to_owned(),
        _ => sentence(said),
    }
}

fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", characters.as_str().trim_end_matches('.'))
}

/// Path parameters. What does not parse is not there.
#[derive(Clone, Debug)]
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        axum::extract::Path::from_request_parts(parts, state).await.map(|path| Self(path.0)).map_err(|_| Problem::not_found())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    chabudai_kernel::text_enum! { Genre { Tops = "tops", Bottoms = "bottoms" } }

    #[derive(Deserialize, Debug)]
    #[serde(rename_all = "lowercase")]
    enum Order {
        Newest,
        Oldest,
    }

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "of most fields only whether they can be read counts")]
    struct Asked {
        genre: Option<Genre>,
        order: Option<Order>,
        name: Option<String>,
        number: Option<u32>,
        #[serde(default, deserialize_with = "whole")]
        days: Option<u32>,
        #[serde(default, deserialize_with = "named")]
        yes: Option<bool>,
    }

    fn refused(body: &str) -> (String, Option<String>) {
        let problem = parse::<Asked>(body.as_bytes()).unwrap_err();
        assert_eq!(problem.code, "http.invalid_field");
        (problem.detail, problem.field)
    }

    #[test]
    fn a_refused_value_is_told_what_is_allowed_and_not_repeated() {
        for (body, detail, field) in [
            (r#"{"genre":"hats, expected me"}"#, "Expected one of tops, bottoms.", "genre"),
            (r#"{"order":"hats, expected me"}"#, "Expected `newest` or `oldest`.", "order"),
            (r#"{"name":7}"#, "Expected a string.", "name"),
            (r#"{"genre":7}"#, "Expected a text.", "genre"),
            (r#"{"number":"secret"}"#, "Expected u32.", "number"),
            (r#"{"number":-1}"#, "Expected u32.", "number"),
        ] {
            assert_eq!(refused(body), (detail.to_owned(), Some(field.to_owned())), "{body}");
        }
        let (detail, field) = refused(r#"{"colour":1}"#);
        assert!(detail.starts_with("Unknown field `colour`") && !detail.contains("line"), "{detail}");
        assert_eq!(field.as_deref(), Some("colour"));
    }

    #[test]
    fn a_whole_number_is_one_however_it_is_written() {
        let days = |text: &str| parse::<Asked>(format!(r#"{{"days":{text}}}"#).as_bytes()).map(|asked| asked.days);
        for (text, number) in [("12", Some(12)), ("12.0", Some(12)), ("1.2e1", Some(12)), ("-0.0", Some(0)), ("4294967295", Some(u32::MAX))]
        {
            assert_eq!(days(text), Ok(number), "{text}");
        }
        assert_eq!(days("null"), Ok(None));
        for text in ["12.5", "-1", "4294967296", "4294967296.0", "1e300"] {
            let problem = days(text).unwrap_err();
            assert_eq!((problem.detail.as_str(), problem.field.as_deref()), ("Expected a whole number.", Some("days")), "{text}");
        }
    }

    #[test]
    fn what_may_be_left_out_is_not_always_null() {
        assert_eq!(parse::<Asked>(b"{}").unwrap().yes, None);
        assert_eq!(parse::<Asked>(br#"{"yes":true}"#).unwrap().yes, Some(true));
        assert_eq!(refused(r#"{"yes":null}"#), ("Expected a boolean.".to_owned(), Some("yes".to_owned())));
    }

    #[tokio::test]
    async fn a_query_too() {
        let ask = async |query: &str| {
            let request = Request::get(format!("/?{query}")).body(axum::body::Body::empty()).unwrap();
            Query::<Asked>::from_request_parts(&mut request.into_parts().0, &()).await.unwrap_err()
        };
        for (query, detail, field) in [
            ("genre=hats", "Expected one of tops, bottoms.", "genre"),
            ("order=hats", "Expected `newest` or `oldest`.", "order"),
            ("number=hats", "Invalid digit found in string.", "number"),
        ] {
            let problem = ask(query).await;
            assert_eq!((problem.detail.as_str(), problem.field.as_deref()), (detail, Some(field)), "{query}");
        }
    }
}
