//! Pictures that people send: taken out of a form, shown, and removed once nothing has shown them for a day.

use std::fmt::Display;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest as _, Multipart, Request};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use chabudai_jobs::{Done, Failed, Job, Schedule};
use chabudai_kernel::part::{Day, Millis};
use chabudai_kernel::store::Now;
use chabudai_media::{PictureError, PictureId, Pictures, Size};
use chabudai_web::problem::Problem;
use jiff::civil::Date;
use serde_json::{Value, json};

/// What the form around a picture may add to its size.
pub const FORM_BYTES: usize = 64 * 1024;

/// The seconds after which a queue of pictures is gone.
const RETRY_AFTER: u64 = 5;

/// How long a picture stays that nothing shows, in milliseconds: whoever fills in a form has as long.
const KEPT_FOR: u64 = 24 * 60 * 60 * 1000;

/// The form that brings a picture, for the document of an API.
pub fn form_schema() -> Value {
    json!({
        "schema": {
            "type": "object",
            "required": ["file"],
            "properties": { "file": { "type": "string", "format": "binary" } },
            "additionalProperties": false,
        },
        "encoding": { "file": { "contentType": "image/jpeg, image/png, image/webp" } },
    })
}

/// Why a picture was not taken in, as an answer.
pub fn problem(error: &PictureError) -> Problem {
    let status = StatusCode::from_u16(error.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    if let Some(reason) = error.reason() {
        tracing::warn!(reason, "pictures are unavailable");
    }
    let retry_after = (*error == PictureError::Busy).then_some(RETRY_AFTER);
    Problem { field: Some("file".to_owned()), retry_after, ..Problem::new(status, error.code(), error.to_string()) }
}

/// A picture of more bytes than an app takes.
fn too_large(most: usize) -> Problem {
    Problem { detail: format!("A picture may have at most {} MB.", most / (1024 * 1024)), ..problem(&PictureError::TooLarge) }
}

/// The picture, if it has at most so many bytes.
pub fn within(bytes: Bytes, most: usize) -> Result<Bytes, Problem> {
    if bytes.len() > most { Err(too_large(most)) } else { Ok(bytes) }
}

/// The one picture that a request brings, as the field `file` of a form. The body's own limit has to leave room for the form around it
/// ([`FORM_BYTES`]).
pub async fn one_picture(request: Request, most: usize) -> Result<Bytes, Problem> {
    let unreadable =
        || Problem::new(StatusCode::BAD_REQUEST, "http.invalid_form", "Send the picture as the field `file` of a multipart form.");
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| {
        Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "http.unsupported_media_type", "Send the picture as multipart/form-data.")
    })?;
    let Some(field) = form.next_field().await.map_err(|_| unreadable())?.filter(|field| field.name() == Some("file")) else {
        return Err(unreadable());
    };
    let bytes = field.bytes().await.map_err(|error| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(most),
        _ => unreadable(),
    })?;
    // One picture and nothing else: what nobody looks at is not taken.
    if form.next_field().await.map_err(|_| unreadable())?.is_some() {
        return Err(unreadable());
    }
    within(bytes, most)
}

/// Takes in a picture: it is safe, and noted, when this answers. `note` gets its name, and the bytes that it takes in all sizes.
pub async fn take_in<F, E>(
    pictures: &Pictures,
    now: Now,
    bytes: Bytes,
    note: impl FnOnce(PictureId, u64) -> F,
) -> Result<PictureId, Problem>
where
    F: Future<Output = Result<(), E>>,
    Problem: From<E>,
{
    let prepared = pictures.prepare(bytes).await.map_err(|error| problem(&error))?;
    let id = PictureId::new(now);
    // Noted first: a picture that nobody has noted would stay for ever.
    note(id, prepared.bytes()).await?;
    pictures.keep(id, prepared).await.map_err(|error| problem(&error))?;
    Ok(id)
}

/// Shows a picture to whoever knows its name, in a size such as `640.jpg`: for ever the same, so that it is asked for once.
pub async fn show(pictures: &Pictures, picture: &str, size: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let id: PictureId = picture.parse().map_err(|_| Problem::not_found())?;
    let size: Size = size.strip_suffix(".jpg").and_then(|size| size.parse().ok()).ok_or_else(Problem::not_found)?;
    let immutable = [(header::CACHE_CONTROL, "public, max-age=31536000, immutable")];
    let etag = chabudai_media::etag(id, size);
    if headers.get(header::IF_NONE_MATCH).is_some_and(|given| given.as_bytes() == etag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, immutable, [(header::ETAG, etag)]).into_response());
    }
    let found = pictures.stream(id, size).await.map_err(|error| problem(&error))?;
    let found = found.ok_or_else(Problem::not_found)?;
    let kind = [(header::CONTENT_TYPE, Pictures::MEDIA_TYPE)];
    let length = [(header::CONTENT_LENGTH, found.len)];
    // Part by part: whoever never reads it holds little of it.
    Ok((kind, length, immutable, [(header::ETAG, found.etag)], Body::from_stream(found.parts)).into_response())
}

/// The notes that an app keeps of pictures that nothing shows: by them they are found and removed.
pub trait Unshown: Clone + Send + Sync + 'static {
    /// A note.
    type Note: Send + Sync;
    /// What can go wrong.
    type Error: Display + Send;

    /// The pictures that nothing has shown for a day, claimed for removal: nothing shows one of them any more. One that nobody removed to the
    /// end is named again. `since` is when this was last done to the end; the days before it have nothing left.
    fn unshown(&self, since: Option<Millis>) -> impl Future<Output = Result<Vec<Self::Note>, Self::Error>> + Send {
        async move {
            let now = self.now();
            let mut unshown = Vec::new();
            for day in days_due(now, since) {
                for note in self.of_day(day).await? {
                    if is_due(now, Self::since(&note)) && self.claim(&note).await? {
                        unshown.push(note);
                    }
                }
            }
            Ok(unshown)
        }
    }

    /// What time it is.
    fn now(&self) -> Millis;

    /// The notes of a day.
    fn of_day(&self, day: Day) -> impl Future<Output = Result<Vec<Self::Note>, Self::Error>> + Send;

    /// Claims a picture for removal, or finds that it was before; not, if something shows it by now.
    fn claim(&self, note: &Self::Note) -> impl Future<Output = Result<bool, Self::Error>> + Send;

    /// Since when nothing has shown it.
    fn since(note: &Self::Note) -> Millis;

    /// The name of a note's picture.
    fn picture(note: &Self::Note) -> &str;

    /// A picture that was claimed for removal is gone.
    fn is_gone(&self, note: &Self::Note) -> impl Future<Output = Result<(), Self::Error>> + Send;
}

/// The job that removes pictures that nothing has shown for a day.
pub fn sweep<U: Unshown>(name: &'static str, notes: U, pictures: Pictures) -> Job {
    Job::new(name, Schedule::Every(Duration::from_hours(1)), Duration::from_mins(2), move |run| {
        let (notes, pictures) = (notes.clone(), pictures.clone());
        async move {
            let since = run.since.and_then(|at| u64::try_from(at.as_millisecond()).ok()).map(Millis);
            let (mut swept, mut last_error) = (Done::default(), None);
            for note in notes.unshown(since).await.map_err(Failed::because)? {
                // One that is no picture's name has no files.
                let removed = match U::picture(&note).parse::<PictureId>() {
                    Ok(id) => pictures.remove(id).await.map_err(Failed::because),
                    Err(_) => Ok(()),
                };
                match removed {
                    Ok(()) => {
                        notes.is_gone(&note).await.map_err(Failed::because)?;
                        swept.done += 1;
                    }
                    Err(error) => last_error = Some(error),
                }
            }
            // A run that is not done to the end moves nothing: what is left of its days is looked for again.
            last_error.map_or(Ok(swept), Err)
        }
    })
}

/// The days under which notes stand that are due, the last first.
fn days_due(now: Millis, since: Option<Millis>) -> impl Iterator<Item = Day> {
    // What was too young then, and a day for the difference between two clocks.
    let begin = utc_day(since.unwrap_or(now)).0.saturating_sub(jiff::Span::new().days(if since.is_some() { 2 } else { 30 }));
    let last = utc_day(now).0.saturating_sub(jiff::Span::new().days(1));
    let before = |day: &Date| day.yesterday().ok();
    std::iter::successors(Some(last), before).take_while(move |day| *day >= begin).map(Day)
}

/// Whether a picture that nothing has shown since a moment has been there long enough.
fn is_due(now: Millis, unshown_since: Millis) -> bool {
    now.0.saturating_sub(unshown_since.0) >= KEPT_FOR
}

/// The day of a moment, by UTC.
pub fn utc_day(now: Millis) -> Day {
    let millis = i64::try_from(now.0).unwrap_or(i64::MAX);
    Day(jiff::Timestamp::from_millisecond(millis).unwrap_or_default().to_zoned(jiff::tz::TimeZone::UTC).date())
}
