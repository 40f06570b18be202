//! The site that all apps' pages share: its texts, its addresses, its seal, and the routes that belong to no app.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::json;
use sha2::Sha256;

use crate::assets::{Assets, File};
use crate::card::Card;
use crate::design_page::{self, DesignPage};
use crate::envelope;
use crate::find::{self, Finder};
use crate::front;
use crate::guard::REQUEST_ID;
use crate::kept;
use crate::people::Directory;
use crate::problem::Problem;
use crate::text::{LOCALE, Locale, Texts};
use crate::ui::Ui;

/// What an app shows of itself outside its own pages.
#[derive(Debug)]
pub struct AppInfo {
    /// Its name in addresses, colours and icons.
    pub name: &'static str,
    /// The message that names it.
    pub title: &'static str,
    /// The message that says in a line whose problem it solves.
    pub line: &'static str,
    /// The message that says who can see what is kept in it.
    pub who_sees: &'static str,
    /// Its own colour.
    pub accent: Accent,
    /// Its messages.
    pub locale: Locale,
    /// Its style sheets, scripts and icons. Its icon is called as it is: `<name>.svg`, and `<name>-180.png`, `-192` and `-512`.
    /// What it looks like, for the front page, is `<name>-front-ja.webp` and `-en`, 585 by 930 pixels; it may have none.
    pub assets: &'static [File],
}

/// An app's own colour, on light paper and in the dark, with what is written on it.
#[derive(Clone, Copy, Debug)]
pub struct Accent {
    /// On light paper; also the bar of an installed app.
    pub light: &'static str,
    /// In the dark.
    pub dark: &'static str,
    /// What is written on the light one.
    pub on_light: &'static str,
    /// What is written on the dark one.
    pub on_dark: &'static str,
}

/// The style sheet of the apps' colours.
fn accents(apps: &[&'static AppInfo]) -> String {
    let line = |info: &&AppInfo| {
        let Accent { light, dark, on_light, on_dark } = info.accent;
        let name = info.name;
        format!("[data-accent=\"{name}\"] {{ --accent: light-dark({light}, {dark}); --on-accent: light-dark({on_light}, {on_dark}); }}\n")
    };
    apps.iter().map(line).collect()
}

/// What a site is made of.
pub struct SiteParts<'a> {
    /// The base path: `/house`, or nothing.
    pub base: &'a str,
    /// The address that people use.
    pub public_url: &'a str,
    /// The apps.
    pub apps: Vec<FrontApp>,
    /// Messages of what belongs to no app, beside the site's own.
    pub locales: &'a [Locale],
    /// Style sheets and scripts of what belongs to no app, beside the site's own.
    pub assets: &'a [&'static [File]],
    /// Who knows the people of the house.
    pub people: Option<Arc<dyn Directory>>,
    /// The page of the apps' design, where it is shown.
    pub design_page: Option<Arc<DesignPage>>,
    /// It is a demo, in which anybody may look around.
    pub is_demo: bool,
    /// The server's own secret.
    pub secret: &'a str,
    /// Below these prefixes everything answers in an [envelope].
    pub enveloped: Vec<&'static str>,
}

impl Default for SiteParts<'_> {
    /// A site without anything in it.
    fn default() -> Self {
        let (base, public_url, secret) = ("", "http://localhost", "secret");
        Self {
            base,
            public_url,
            apps: Vec::new(),
            locales: &[],
            assets: &[],
            people: None,
            design_page: None,
            is_demo: false,
            secret,
            enveloped: Vec::new(),
        }
    }
}

/// An app as the front page knows it.
#[derive(Clone)]
pub struct FrontApp {
    /// What it shows of itself.
    pub info: &'static AppInfo,
    /// What it has to say to somebody today.
    pub card: Option<Arc<dyn Card>>,
    /// Finds what is somebody's.
    pub finder: Option<Arc<dyn Finder>>,
}

/// What every page needs and no page changes.
pub struct Site {
    pub(crate) base: String,
    pub(crate) public_url: String,
    pub(crate) texts: Texts,
    pub(crate) apps: Vec<&'static AppInfo>,
    pub(crate) cards: Vec<FrontApp>,
    pub(crate) assets: Assets,
    pub(crate) people: Option<Arc<dyn Directory>>,
    /// The design at work, where it is shown.
    pub(crate) design_page: Option<Arc<DesignPage>>,
    /// It is a demo, in which anybody may look around.
    pub(crate) is_demo: bool,
    enveloped: Vec<&'static str>,
    seal: Hmac<Sha256>,
}

impl std::fmt::Debug for Site {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Site").field("public_url", &self.public_url).field("apps", &self.apps).finish_non_exhaustive()
    }
}

impl Site {
    /// A site of these parts.
    pub fn new(parts: SiteParts<'_>) -> Arc<Self> {
        let SiteParts { base, public_url, apps: cards, locales, assets, people, design_page, is_demo, secret, enveloped } = parts;
        let apps: Vec<&'static AppInfo> = cards.iter().map(|app| app.info).collect();
        let locales: Vec<Locale> = [LOCALE].iter().chain(locales).copied().chain(apps.iter().map(|info| info.locale)).collect();
        let mut seal = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("every length of key will do");
        // The secret has other uses; what is sealed here is of no use there.
        seal.update(b"chabudai pages\0");
        let files = apps.iter().map(|info| info.assets).chain(assets.iter().copied());
        let (texts, assets) = (Texts::new(&locales), Assets::new(files, accents(&apps)));
        Arc::new(Self {
            base: base.to_owned(),
            public_url: public_url.to_owned(),
            texts,
            apps,
            cards,
            assets,
            people,
            design_page,
            is_demo,
            enveloped,
            seal,
        })
    }

    /// The mark that only this house can put on a text, for one purpose.
    pub(crate) fn mark(&self, purpose: &str, text: &str) -> String {
        let mut seal = self.seal.clone();
        seal.update(purpose.as_bytes());
        seal.update(b"\0");
        seal.update(text.as_bytes());
        URL_SAFE_NO_PAD.encode(&seal.finalize().into_bytes()[..18])
    }

    /// Whether a text bears that mark.
    pub(crate) fn is_marked(&self, purpose: &str, text: &str, mark: &str) -> bool {
        is_same(&self.mark(purpose, text), mark)
    }

    /// Whether an address answers in an envelope.
    fn is_enveloped(&self, path: &str) -> bool {
        let path = path.strip_prefix(self.base.as_str()).unwrap_or(path);
        self.enveloped.iter().any(|prefix| envelope::is_below(prefix, path))
    }

    /// Whether people come by HTTPS.
    pub(crate) fn is_secure(&self) -> bool {
        self.public_url.starts_with("https://")
    }

    /// Whether there is an app in which people find what is theirs.
    pub(crate) fn can_find(&self) -> bool {
        self.cards.iter().any(|app| app.finder.is_some())
    }

    /// The pages that belong to no app.
    pub fn routes(&self) -> Router {
        let mut routes = Router::new()
            .route("/", get(front::show))
            .route("/settings", get(front::settings))
            .route("/search", get(find::show))
            .route("/preferences", post(front::prefer).get(|ui: Ui| async move { ui.go("/settings") }))
            .route(kept::ADDRESS, post(kept::show).get(|ui: Ui| async move { ui.go("/") }))
            .route("/assets/{version}/{name}", get(asset))
            .route("/favicon.ico", get(favicon))
            .route("/app.webmanifest", get(house_manifest))
            .route("/worker.js", get(front::worker_script))
            .route("/offline", get(front::show_offline));
        if let Some(design_page) = &self.design_page {
            routes = routes.merge(design_page::routes(design_page.clone()));
        }
        for info in &self.apps {
            let info = *info;
            routes = routes.route(&format!("/{}/app.webmanifest", info.name), get(move |ui: Ui| async move { manifest(&ui, Some(info)) }));
        }
        routes
    }
}

async fn asset(ui: Ui, Path((version, name)): Path<(String, String)>, headers: HeaderMap) -> Response {
    ui.site.assets.answer(&version, &name, &headers)
}

async fn favicon(ui: Ui, headers: HeaderMap) -> Response {
    ui.site.assets.answer("", "house-192.png", &headers)
}

async fn house_manifest(ui: Ui) -> Response {
    manifest(&ui, None)
}

/// What an installed app is called and how it looks.
fn manifest(ui: &Ui, info: Option<&'static AppInfo>) -> Response {
    let name = info.map_or("house", |info| info.name);
    let home = info.map_or_else(|| ui.at("/"), |info| ui.at(&format!("/{}", info.name)));
    let icon = |size: u32, purpose: &str| json!({ "src": ui.asset(&format!("{name}-{size}.png")), "sizes": format!("{size}x{size}"), "type": "image/png", "purpose": purpose });
    let text = json!({
        "name": ui.t(info.map_or("house-name", |info| info.title)),
        "short_name": ui.t(info.map_or("house-name", |info| info.title)),
        "lang": ui.lang.tag(),
        "id": home,
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": "#faf6ef",
        "theme_color": info.map_or("#5b5346", |info| info.accent.light),
        "icons": [icon(192, "any"), icon(512, "any"), icon(512, "maskable")],
    });
    ([(header::CONTENT_TYPE, "application/manifest+json")], text.to_string()).into_response()
}

/// Lets pages know their site. A browser that asked for a page gets its errors as pages, in its language.
pub(crate) async fn welcome(State(site): State<Arc<Site>>, mut request: Request, next: Next) -> Response {
    request.extensions_mut().insert(site.clone());
    if site.is_enveloped(request.uri().path()) {
        return envelope::enclosed(next.run(request).await);
    }
    let accepted = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let headers = accepted.is_some_and(|accepted| accepted.contains("text/html")).then(|| request.headers().clone());
    let response = next.run(request).await;
    let Some((headers, problem)) = headers.zip(response.extensions().get::<Problem>()) else { return response };
    let ui = Ui::of(site, &headers).in_house();
    let mut page = match &problem.kept {
        Some(kept) => kept.show(&ui, problem.status, false),
        None => front::problem(&ui, problem),
    };
    for name in [header::RETRY_AFTER, header::SET_COOKIE, REQUEST_ID] {
        for value in response.headers().get_all(&name) {
            page.headers_mut().append(name.clone(), value.clone());
        }
    }
    page
}

/// A cookie for this house alone, out of reach of scripts.
pub(crate) fn cookie(site: &Site, name: &str, value: &str, seconds: u64) -> axum::http::HeaderValue {
    let path = if site.base.is_empty() { "/" } else { &site.base };
    let mut text = format!("{name}={value}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite=Lax");
    if site.is_secure() {
        text.push_str("; Secure");
    }
    axum::http::HeaderValue::from_str(&text).unwrap_or_else(|_| axum::http::HeaderValue::from_static(""))
}

/// The value of a cookie.
pub fn cookie_in<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(';'));
    cookies.filter_map(|cookie| cookie.trim().split_once('=')).find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// A text as it stands in an address.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(byte.into());
        } else {
            write!(out, "%{byte:02X}").expect("a string takes every text");
        }
    }
    out
}

/// Compares two secrets. Takes as long for a wrong one as for a right one.
pub fn is_same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |differences, (a, b)| differences | (a ^ b)) == 0
}

/// A path of this house and not another site in disguise, nor one that climbs out of the house, nor anything that does not fit into a header.
pub fn is_local(path: &str) -> bool {
    let (steps, _) = path.split_once('?').unwrap_or((path, ""));
    let climbs = steps.split('/').any(|step| matches!(&*step.to_ascii_lowercase().replace("%2e", "."), "." | ".."));
    path.starts_with('/') && !climbs && !path.contains("//") && path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')
}

/// What the address of a form answers to whoever only opens it, as a browser does that is given the address that a form left in its bar: the
/// page above it.
#[expect(clippy::unused_async, reason = "a handler is asynchronous")]
pub async fn page_above(ui: Ui, uri: Uri) -> Response {
    ui.go(uri.path().rsplit_once('/').map(|(above, _)| above).filter(|above| !above.is_empty()).unwrap_or("/"))
}

/// Goes to another page after a form: a reload there does not send the form again.
pub(crate) fn see_other(address: &str) -> Response {
    (StatusCode::SEE_OTHER, [(header::LOCATION, address)]).into_response()
}
