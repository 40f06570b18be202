//! Forms: read only if they come from a page of ours, and each counted once.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts as _, Multipart, Request};
use axum::http::{HeaderMap, StatusCode, header};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chabudai_kernel::part::Word;
use sha2::{Digest as _, Sha256};

use crate::input::body_bytes;
use crate::kept::{Kept, foreign};
use crate::problem::Problem;
use crate::ui::Ui;

/// The hidden field that carries the page's token.
pub const TOKEN: &str = "token";

/// The most fields of a form, and the most that all of its texts have together, in bytes. A page of ours has far less; without an end a body of
/// nothing but `a&a&a` keeps a processor and a gigabyte busy.
const MOST_FIELDS: usize = 1_000;
const LONGEST_TEXTS: usize = 256 * 1024;

/// As an `Extension` of a route: the most that all texts of its forms have together, in bytes, where that is more than elsewhere. Whoever types
/// more than is kept is told so beside the form, with what they have typed; the limit of the body has to leave room for that.
#[derive(Clone, Copy, Debug)]
pub struct LongTexts(pub usize);

impl LongTexts {
    /// How long the body of a form of such texts can be: a byte that is escaped takes three.
    pub const fn body(self) -> usize {
        3 * self.0 + 64 * 1024
    }
}

/// The fields of a form, in their order.
#[derive(Clone, Debug)]
pub struct Form {
    fields: Vec<(String, String)>,
    files: Vec<(String, Bytes)>,
    key: Word,
    request: String,
}

impl<S: Send + Sync> FromRequest<S> for Form {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        from_our_site(request.headers())?;
        let (mut parts, body) = request.into_parts();
        let ui = Ui::from_request_parts(&mut parts, state).await?;
        let path = parts.uri.path().to_owned();
        let whole_path = parts.uri.path_and_query().map_or(&*path, |whole| whole.as_str()).to_owned();
        let headers = parts.headers.clone();
        let (fields, files) = read_fields(Request::from_parts(parts, body)).await?;
        let token = fields.iter().find(|(name, _)| name == TOKEN).map(|(_, value)| value.as_str()).unwrap_or_default();
        let Some(nonce) = ui.nonce_of(token) else {
            let Some(kept) = Kept::of(&ui, &headers, &whole_path, (fields, files)) else { return Err(foreign()) };
            let expired =
                Problem::new(StatusCode::FORBIDDEN, "http.form_expired", "This form was opened before somebody signed in or out here.");
            return Err(Problem { kept: Some(Box::new(kept)), ..expired });
        };
        let mut digest = Sha256::new();
        // The lengths keep two fields apart from one that looks like both.
        let mut add = |bytes: &[u8]| {
            digest.update((bytes.len() as u64).to_be_bytes());
            digest.update(bytes);
        };
        add(path.as_bytes());
        for (name, value) in fields.iter().filter(|(name, _)| name != TOKEN) {
            add(name.as_bytes());
            add(value.as_bytes());
        }
        for (name, bytes) in &files {
            add(name.as_bytes());
            add(bytes);
        }
        let request = URL_SAFE_NO_PAD.encode(digest.finalize());
        // The same form with the same content is the same wish; what was corrected since is another one.
        let key = format!("{nonce}.{}", &request[..22]);
        let key = Word::new(key).ok_or_else(Problem::not_found)?;
        Ok(Self { fields, files, key, request })
    }
}

/// Refuses what a browser itself calls a request from another site. A browser that does not say is not refused: whatever changes something
/// has to ask for more than this.
pub fn from_our_site(headers: &HeaderMap) -> Result<(), Problem> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let said_foreign = !matches!(text("sec-fetch-site"), None | Some("same-origin" | "none"));
    // Over plain http browsers do not say the first, and this only where they are told to say where they come from. Behind a proxy that changes
    // the name of the host nothing can be compared.
    let names = text("origin").and_then(|origin| origin.split_once("://")).zip(text("host"));
    let named_foreign = names.is_some_and(|((scheme, origin), host)| scheme == "http" && !origin.eq_ignore_ascii_case(host));
    if said_foreign || named_foreign {
        return Err(Problem::new(StatusCode::FORBIDDEN, "http.foreign_form", "This form is from another site."));
    }
    Ok(())
}

fn content_type(headers: &HeaderMap) -> &str {
    headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Fields and files of a form, in their order.
pub(crate) type Fields = (Vec<(String, String)>, Vec<(String, Bytes)>);

/// Whatever a form holds, wherever it is from.
pub(crate) async fn read_fields(request: Request) -> Result<Fields, Problem> {
    let longest = request.extensions().get::<LongTexts>().map_or(LONGEST_TEXTS, |long| long.0);
    if is_multipart(request.headers()) {
        return read_parts(request, longest).await;
    }
    let bytes = body_bytes(request, &()).await?;
    if bytes.len() > LongTexts(longest).body() || bytes.split(|byte| *byte == b'&').nth(MOST_FIELDS).is_some() {
        return Err(too_large());
    }
    let fields: Vec<(String, String)> = form_urlencoded::parse(&bytes).into_owned().collect();
    if fields.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>() > longest {
        return Err(too_large());
    }
    Ok((fields, Vec::new()))
}

fn too_large() -> Problem {
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "http.too_large", "The form is too large.")
}

fn is_multipart(headers: &HeaderMap) -> bool {
    content_type(headers).starts_with("multipart/form-data")
}

/// Whether a request brings a form, as browsers send it.
pub(crate) fn is_form(headers: &HeaderMap) -> bool {
    is_multipart(headers) || content_type(headers).starts_with("application/x-www-form-urlencoded")
}

async fn read_parts(request: Request, longest: usize) -> Result<Fields, Problem> {
    let unreadable = || Problem::new(StatusCode::BAD_REQUEST, "http.invalid_form", "The form could not be read.");
    let mut parts = Multipart::from_request(request, &()).await.map_err(|_| unreadable())?;
    let (mut fields, mut files, mut texts) = (Vec::new(), Vec::new(), 0);
    while let Some(part) = parts.next_field().await.map_err(|_| unreadable())? {
        let name = part.name().unwrap_or_default().to_owned();
        let is_file = part.file_name().is_some();
        let bytes = part.bytes().await.map_err(|error| match error.status() {
            StatusCode::PAYLOAD_TOO_LARGE => too_large(),
            _ => unreadable(),
        })?;
        texts += name.len() + if is_file { 0 } else { bytes.len() };
        if fields.len() + files.len() >= MOST_FIELDS || texts > longest {
            return Err(too_large());
        }
        if !is_file {
            fields.push((name, String::from_utf8_lossy(&bytes).into_owned()));
        } else if !bytes.is_empty() {
            files.push((name, bytes));
        }
    }
    Ok((fields, files))
}

impl Form {
    /// A field; nothing where it is missing.
    pub fn text(&self, name: &str) -> &str {
        self.texts(name).next().unwrap_or_default()
    }

    /// Every value of a field, in their order.
    pub fn texts(&self, name: &str) -> impl Iterator<Item = &str> {
        self.fields.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// All fields, in their order.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether a field, such as the button that was pressed, is there.
    pub fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|(known, _)| known == name)
    }

    /// A file that was chosen.
    pub fn file(&self, name: &str) -> Option<&Bytes> {
        self.files.iter().find(|(known, _)| known == name).map(|(_, bytes)| bytes)
    }

    /// The key under which this form is carried out once, and a digest of it.
    pub fn once(&self) -> (Word, String) {
        (self.key.clone(), self.request.clone())
    }
}

/// What is wrong with the fields of a form, in the visitor's language.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Wrong(Vec<(String, String)>);

impl Wrong {
    /// The fault that a problem finds with a field; with the form as a whole where it names none.
    pub fn with(ui: &Ui, problem: &Problem) -> Self {
        Self(vec![(problem.field.clone().unwrap_or_default(), ui.explain(problem))])
    }

    /// A fault in words.
    pub fn saying(field: &str, text: String) -> Self {
        Self(vec![(field.to_owned(), text)])
    }

    /// And the fault that another problem finds.
    pub fn and(mut self, ui: &Ui, problem: &Problem) -> Self {
        self.0.extend(Self::with(ui, problem).0);
        self
    }

    /// The fault that a problem finds with several fields together.
    pub fn with_all(ui: &Ui, problem: &Problem, fields: &[&str]) -> Self {
        Self(fields.iter().map(|field| ((*field).to_owned(), ui.explain(problem))).collect())
    }

    /// What is wrong with a field. The empty name is the form as a whole.
    pub fn of(&self, field: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == field).map(|(_, text)| text.as_str())
    }

    /// What is wrong with none of these fields, and so stands at the head of the form.
    pub fn outside(&self, fields: &[&str]) -> Option<&str> {
        self.0.iter().find(|(known, _)| !fields.contains(&known.as_str())).map(|(_, text)| text.as_str())
    }
}
