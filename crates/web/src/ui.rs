//! What a template speaks to: language, addresses, numbers and days, and the answer that a page becomes.

use std::borrow::Cow;
use std::cell::Cell;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use askama::Template;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chabudai_kernel::clock::Clock;
use chabudai_kernel::part::Day;
use fluent_bundle::FluentValue;
use jiff::civil::Date;

use crate::form::Wrong;
use crate::problem::Problem;
use crate::site::{AppInfo, Site, cookie, cookie_in, is_same, see_other};
use crate::text::{Lang, grouped};
use crate::toast::Toast;
use crate::{assets, zone};

/// Light, dark, or as the device has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// As the device has it.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// Every choice.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// As the cookie and the attribute say it.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// By its tag.
    pub fn by_tag(tag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.tag() == tag)
    }
}

/// One place of the tab bar.
#[derive(Clone, Debug)]
pub struct Tab {
    /// Its name, and its icon's.
    pub name: &'static str,
    /// The message on it.
    pub title: &'static str,
    /// Where it leads.
    pub address: String,
}

/// One choice of several that are links: an order, a season, a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// What stands on it, in the visitor's language.
    pub title: String,
    /// Where it leads.
    pub address: String,
    /// It is the one in force.
    pub is_current: bool,
}

/// What stands in the form of the preferences.
#[derive(Clone, PartialEq, Debug)]
pub struct Preferences {
    /// The language.
    pub lang: Lang,
    /// Light or dark.
    pub theme: Theme,
    /// The zone that was chosen; nothing for that of the device.
    pub zone: String,
    /// What is wrong with it.
    pub wrong: Wrong,
}

/// The names of our cookies.
pub(crate) mod cookies {
    pub(crate) const VISITOR: &str = "chabudai_visitor";
    /// Who signed in here last, in a mark that says nothing by itself.
    pub(crate) const OWNER: &str = "chabudai_owner";
    pub(crate) const LANG: &str = "chabudai_lang";
    pub(crate) const THEME: &str = "chabudai_theme";
    /// The zone that was chosen.
    pub(crate) const ZONE: &str = "chabudai_zone";
    /// The zone that a script told.
    pub(crate) const ZONE_TOLD: &str = "chabudai_zone_told";
    pub(crate) const TOAST: &str = "chabudai_toast";
    /// What was written a moment ago.
    pub(crate) const RECENT: &str = "chabudai_recent";
    /// As long as browsers keep any.
    pub(crate) const LONG: u64 = 400 * 24 * 60 * 60;
}

/// One visitor's view of the site for one request.
pub struct Ui {
    pub(crate) site: Arc<Site>,
    /// The language.
    pub lang: Lang,
    /// Light or dark.
    pub theme: Theme,
    /// The time zone in force: the chosen one, or the one that the browser told.
    pub zone: Option<String>,
    /// The time zone that was chosen.
    pub chosen_zone: Option<String>,
    /// What the last action has to say.
    pub toast: Option<Toast>,
    /// The app whose page it is.
    pub info: Option<&'static AppInfo>,
    /// The places of the app.
    pub tabs: Vec<Tab>,
    /// The place where we are, if it is one of them.
    pub here: &'static str,
    /// The place that the page belongs to, where its way back does not tell.
    belongs: &'static str,
    /// Where back leads.
    pub back: Option<String>,
    /// What every form of the page says along: which of several things of a kind the page is about.
    pub about: Option<(&'static str, String)>,
    visitor: String,
    /// Who signed in with this browser last.
    owner: Option<String>,
    is_new: bool,
    is_answer: bool,
    takes_gzip: bool,
    /// What the browser calls itself.
    agent: String,
    started: Instant,
    token: OnceLock<String>,
}

impl<S: Send + Sync> FromRequestParts<S> for Ui {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let missing = || Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "http.internal", "Pages are served inside a site.");
        let site = parts.extensions.get::<Arc<Site>>().cloned().ok_or_else(missing)?;
        let ui = Self::of(site, &parts.headers);
        Ok(Self { is_answer: parts.method == Method::POST, ..ui })
    }
}

impl Ui {
    pub(crate) fn of(site: Arc<Site>, headers: &HeaderMap) -> Self {
        let named = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let lang = cookie_in(headers, cookies::LANG).and_then(Lang::by_tag);
        let lang = lang.or_else(|| Lang::accepted(named(header::ACCEPT_LANGUAGE)?)).unwrap_or_default();
        let known = cookie_in(headers, cookies::VISITOR).filter(|id| id.len() == 22 && id.bytes().all(is_token_byte));
        let (visitor, is_new) = known.map_or_else(|| (random(), true), |id| (id.to_owned(), false));
        let chosen_zone = zone_in(headers, cookies::ZONE);
        Self {
            lang,
            theme: cookie_in(headers, cookies::THEME).and_then(Theme::by_tag).unwrap_or_default(),
            zone: chosen_zone.clone().or_else(|| zone_in(headers, cookies::ZONE_TOLD)),
            chosen_zone,
            toast: cookie_in(headers, cookies::TOAST).and_then(|value| Toast::open(&site, value)),
            info: None,
            tabs: Vec::new(),
            here: "",
            belongs: "",
            back: None,
            about: None,
            visitor,
            owner: cookie_in(headers, cookies::OWNER).filter(|mark| mark.len() == 24 && mark.bytes().all(is_token_byte)).map(str::to_owned),
            is_new,
            is_answer: false,
            takes_gzip: named(header::ACCEPT_ENCODING).is_some_and(|accepted| assets::accepts(accepted, "gzip")),
            agent: named(header::USER_AGENT).unwrap_or_default().to_owned(),
            started: Instant::now(),
            token: OnceLock::new(),
            site,
        }
    }

    /// A page of an app, with the app's places.
    pub fn inside(mut self, info: &'static AppInfo, tabs: Vec<Tab>) -> Self {
        self.info = Some(info);
        self.tabs = tabs;
        self
    }

    /// A page of the house itself, for somebody who is signed in.
    pub fn of_house(mut self) -> Self {
        let tab = |name, title, path: &str| Tab { name, title, address: self.at(path) };
        let search = self.site.can_find().then(|| tab("search", "find-title", "/search"));
        let rest = [tab("person", "house-account", "/account"), tab("settings", "settings", "/settings")];
        self.tabs = [tab("home", "house-front", "/")].into_iter().chain(search).chain(rest).collect();
        self.info = None;
        self
    }

    /// A page of the house that is open to everybody: whoever has signed in with this browser keeps the places of the house around it.
    pub(crate) fn in_house(self) -> Self {
        if self.owner.is_some() && self.site.people.is_some() { self.of_house() } else { self }
    }

    /// A page at the entrance of an app, where it has no places yet: those of the house stand around it.
    pub fn at_entrance_of(self, info: &'static AppInfo) -> Self {
        Self { info: Some(info), ..self.in_house() }
    }

    /// The place that a page belongs to: itself, or the one that it is below. A page below one has no bar on a phone, but it has a rail.
    pub fn section(&self) -> &'static str {
        if !self.here.is_empty() {
            return self.here;
        }
        if !self.belongs.is_empty() {
            return self.belongs;
        }
        let Some(back) = &self.back else { return "" };
        let leads_there =
            |tab: &&Tab| back.strip_prefix(&tab.address).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']));
        self.tabs.iter().filter(leads_there).max_by_key(|tab| tab.address.len()).map_or("", |tab| tab.name)
    }

    /// Whether there is an app in which people find what is theirs.
    pub fn can_find(&self) -> bool {
        self.site.can_find()
    }

    /// The page is one of the places.
    pub fn here(mut self, name: &'static str) -> Self {
        self.here = name;
        self
    }

    /// The page belongs to this place: it is below a page that is none of the places itself.
    pub fn belongs(mut self, name: &'static str) -> Self {
        self.belongs = name;
        self
    }

    /// The page is below another one.
    pub fn back(mut self, address: impl Into<String>) -> Self {
        self.back = Some(address.into());
        self
    }

    /// The page is about one of several things of a kind: each of its forms says which, as a field of this name.
    pub fn about(mut self, field: &'static str, id: impl Into<String>) -> Self {
        self.about = Some((field, id.into()));
        self
    }

    /// The mark under which fields travel through a page and come back as they were: what only this server can have written, for one purpose.
    pub fn mark_fields(&self, purpose: &str, fields: &[(String, String)]) -> String {
        // The lengths keep two fields apart from one that looks like both.
        let written = |(name, value): &(String, String)| format!("{}:{name}{}:{value}", name.len(), value.len());
        let text = fields.iter().map(written).collect::<Vec<_>>().concat();
        self.site.mark("fields", &format!("{}:{purpose}{text}", purpose.len()))
    }

    /// A message.
    pub fn t<'a>(&'a self, id: &'a str) -> Cow<'a, str> {
        self.site.texts.plain(self.lang, id)
    }

    /// A message about a number, its argument `count`.
    pub fn counted(&self, id: &str, count: u64) -> Arc<str> {
        self.site.texts.counted(self.lang, id, count)
    }

    /// A message about one thing.
    pub fn t1<'v>(&self, id: &str, name: &'static str, value: impl Into<FluentValue<'v>>) -> String {
        self.site.texts.get(self.lang, id, &[(name, value.into())])
    }

    /// What a message says before and after the one thing that it is about.
    pub fn around(&self, id: &str, name: &'static str) -> (String, String) {
        // No message has this character, and nobody can type it.
        const PLACE: &str = "\u{1}";
        let whole = self.t1(id, name, PLACE);
        whole.split_once(PLACE).map_or_else(|| (whole.clone(), String::new()), |(before, after)| (before.to_owned(), after.to_owned()))
    }

    /// A message about two things.
    pub fn t2<'v>(
        &self,
        id: &str,
        (first, one): (&'static str, impl Into<FluentValue<'v>>),
        (second, other): (&'static str, impl Into<FluentValue<'v>>),
    ) -> String {
        self.site.texts.get(self.lang, id, &[(first, one.into()), (second, other.into())])
    }

    /// What went wrong, in the visitor's language.
    pub fn explain(&self, problem: &Problem) -> String {
        let id = problem.message();
        let known = self.site.texts.find(self.lang, &id, None);
        known.unwrap_or_else(|| self.t("error-http-internal")).into_owned()
    }

    /// An address of this house, by its path.
    pub fn at(&self, path: &str) -> String {
        [&self.site.base, path].concat()
    }

    /// An address as it is given to another device.
    pub fn far(&self, path: &str) -> String {
        format!("{}{path}", self.site.public_url)
    }

    /// The address of an asset.
    pub fn asset(&self, name: &str) -> String {
        format!("{}/assets/{}/{name}", self.site.base, self.site.assets.version())
    }

    /// The address of an app's picture for the front page, in the visitor's language, where the app brings one: `<name>-front-<language>.webp`.
    pub fn front_picture(&self, info: &AppInfo) -> Option<String> {
        let name = format!("{}-front-{}.webp", info.name, self.lang.tag());
        self.site.assets.has(&name).then(|| self.asset(&name))
    }

    /// The script of an app's service worker, which may see to everything below a path of this house.
    pub fn worker(&self, name: &str, scope: &str, headers: &HeaderMap) -> Response {
        self.site.assets.worker(name, &self.at(scope), headers)
    }

    /// The apps of this house.
    pub fn apps(&self) -> &[&'static AppInfo] {
        &self.site.apps
    }

    /// The name of the colours in use.
    pub fn accent(&self) -> &'static str {
        self.info.map_or("house", |info| info.name)
    }

    /// A whole number. Templates hand over references to all kinds of them, and what these have in common is how they print.
    pub fn number(&self, number: impl std::fmt::Display) -> String {
        let text = number.to_string();
        text.parse().map_or(text, grouped)
    }

    /// A day, with its weekday: `11月20日（金）`, `Fri, Nov 20`. A day of another year than this one says which.
    pub fn day(&self, day: &Day) -> String {
        let this_year = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).year();
        if day.0.year() != this_year {
            return self.full_day(day);
        }
        let (date, weekday) = (day.0, self.weekday(day.0.weekday()));
        match self.lang {
            Lang::Ja => format!("{}月{}日（{weekday}）", date.month(), date.day()),
            Lang::En => format!("{weekday}, {} {}", self.month(date.month()), date.day()),
        }
    }

    /// The same with its year, for what is kept on paper: `2026年11月20日（金）`, `Fri, Nov 20, 2026`.
    pub fn full_day(&self, day: &Day) -> String {
        let (date, weekday) = (day.0, self.weekday(day.0.weekday()));
        match self.lang {
            Lang::Ja => format!("{}年{}月{}日（{weekday}）", date.year(), date.month(), date.day()),
            Lang::En => format!("{weekday}, {} {}, {}", self.month(date.month()), date.day(), date.year()),
        }
    }

    /// A day where there is little room and the year is known: `11/20`, `Nov 20`.
    pub fn short_day(&self, date: Date) -> String {
        match self.lang {
            Lang::Ja => format!("{}/{}", date.month(), date.day()),
            Lang::En => format!("{} {}", self.month(date.month()), date.day()),
        }
    }

    /// A weekday, short.
    pub fn weekday(&self, weekday: jiff::civil::Weekday) -> Cow<'_, str> {
        use jiff::civil::Weekday::{Friday, Monday, Saturday, Sunday, Thursday, Tuesday, Wednesday};
        self.t(match weekday {
            Monday => "weekday-monday",
            Tuesday => "weekday-tuesday",
            Wednesday => "weekday-wednesday",
            Thursday => "weekday-thursday",
            Friday => "weekday-friday",
            Saturday => "weekday-saturday",
            Sunday => "weekday-sunday",
        })
    }

    /// A month, short: `11月`, `Nov`.
    pub fn month(&self, month: i8) -> Cow<'_, str> {
        const IDS: [&str; 12] = [
            "month-1", "month-2", "month-3", "month-4", "month-5", "month-6", "month-7", "month-8", "month-9", "month-10", "month-11",
            "month-12",
        ];
        self.t(IDS[(month.clamp(1, 12) - 1) as usize])
    }

    /// How long ago a day is, in words.
    pub fn ago(&self, day: &Day, today: &Day) -> Arc<str> {
        match today.0.since(day.0).map_or(0, |span| span.get_days()) {
            0 => self.t("ago-today").into(),
            1 => self.t("ago-yesterday").into(),
            days => u64::try_from(days).map_or_else(|_| self.day(day).into(), |days| self.counted("ago-days", days)),
        }
    }

    /// What day it is for the visitor.
    pub fn today(&self, clock: &dyn Clock) -> Day {
        zone::today(clock, self.zone.as_deref()).expect("a zone that nobody knows was left out")
    }

    /// Whether it is a demo, in which anybody may look around.
    pub fn is_demo(&self) -> bool {
        self.site.is_demo
    }

    /// Whether the page answers a form: what stands in its fields is not saved.
    pub fn is_answer(&self) -> bool {
        self.is_answer
    }

    /// Whether the browser says that it is one of a phone. What only a wide screen has room for need not be asked of the store then, nor sent: a
    /// style sheet would hide it.
    pub fn is_phone(&self) -> bool {
        self.agent.contains("Mobi")
    }

    /// What the visitor prefers on this device.
    pub fn preferences(&self) -> Preferences {
        let zone = self.chosen_zone.clone().unwrap_or_default();
        Preferences { lang: self.lang, theme: self.theme, zone, wrong: Wrong::default() }
    }

    /// The time zone in force.
    pub fn zone_name(&self) -> &str {
        self.zone.as_deref().unwrap_or(zone::DEFAULT)
    }

    /// The mark of this page's forms: they come from a page of ours, and each counts once.
    pub fn token(&self) -> &str {
        self.token.get_or_init(|| {
            let nonce = random();
            let owner = self.owner.as_deref().map(|owner| self.mark_of(owner, &nonce));
            self.token_of(&nonce, owner.as_deref())
        })
    }

    /// The token of a random part: it fits this browser, and says whom the form was shown to, if that was anybody.
    fn token_of(&self, nonce: &str, owner: Option<&str>) -> String {
        let mark = self.site.mark("form", &format!("{}.{nonce}", self.visitor));
        let owner = owner.map(|owner| format!(".{owner}")).unwrap_or_default();
        format!("{nonce}.{mark}{owner}")
    }

    fn mark_of(&self, owner: &str, nonce: &str) -> String {
        self.site.mark("form of", &format!("{owner}.{nonce}"))
    }

    /// Whether a token is one that this visitor was given; then its random part.
    pub(crate) fn nonce_of<'t>(&self, token: &'t str) -> Option<&'t str> {
        let (nonce, mark, _) = parts_of(token)?;
        (!self.is_new && self.site.is_marked("form", &format!("{}.{nonce}", self.visitor), mark)).then_some(nonce)
    }

    /// Whether a token was made for who signed in here last.
    pub(crate) fn is_owners(&self, token: &str) -> bool {
        let parts = self.owner.as_deref().zip(parts_of(token));
        parts.is_some_and(|(here, (nonce, _, owner))| owner.is_some_and(|owner| is_same(&self.mark_of(here, nonce), owner)))
    }

    /// Whether a token was made for somebody else than who signed in here last.
    pub(crate) fn is_anothers(&self, token: &str) -> bool {
        let was_somebodys = parts_of(token).is_some_and(|(.., owner)| owner.is_some());
        was_somebodys && self.owner.is_some() && !self.is_owners(token)
    }

    /// A token that fits this browser, for a form that was shown before. It stays the same wish, and that of the same person: whoever signs in before it
    /// is sent is not shown what another has typed.
    pub(crate) fn token_after(&self, token: &str) -> String {
        match parts_of(token) {
            Some((nonce, _, Some(owner))) => self.token_of(nonce, Some(owner)),
            Some((nonce, ..)) if self.nonce_of(token).is_some() => self.token_of(nonce, None),
            _ => self.token().to_owned(),
        }
    }

    /// The browser is somebody's from now on: the forms that are shown on it are theirs.
    pub fn owned_by(&self, person: &str) -> HeaderValue {
        cookie(&self.site, cookies::OWNER, &self.site.mark("owner", person), cookies::LONG)
    }

    /// The page.
    pub fn show(&self, page: &impl Template) -> Response {
        self.show_as(StatusCode::OK, page)
    }

    /// The page, with another status than 200.
    pub fn show_as<P: Template>(&self, status: StatusCode, page: &P) -> Response {
        let mut html = PAPER.take();
        html.clear();
        if let Err(error) = page.render_into(&mut html) {
            tracing::error!(%error, "a page could not be written");
            return Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "http.internal", "The page could not be written.").into_response();
        }
        let compressed = self.takes_gzip && html.len() > 1400;
        let mut response = if compressed {
            let bytes = assets::gzip_quickly(html.as_bytes());
            let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_ENCODING, "gzip")];
            (status, headers, bytes).into_response()
        } else {
            (status, Html(html.clone())).into_response()
        };
        if html.capacity() <= LARGEST_PAPER {
            PAPER.set(html);
        }
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding, accept-language, cookie"));
        headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(self.lang.tag()));
        let took = format!("page;dur={:.3}", self.started.elapsed().as_secs_f64() * 1000.0);
        headers.insert("server-timing", HeaderValue::from_str(&took).expect("a number is plain text"));
        if self.is_new {
            headers.append(header::SET_COOKIE, cookie(&self.site, cookies::VISITOR, &self.visitor, cookies::LONG));
        }
        if self.toast.is_some() {
            headers.append(header::SET_COOKIE, cookie(&self.site, cookies::TOAST, "", 0));
        }
        response
    }

    /// A form with what was typed in it. As the answer to a form it is kept by the browser: whoever goes on from it and comes back finds it as it
    /// was, where one that is not kept is an error page. What tells a secret is never shown by this.
    pub fn show_form<P: Template>(&self, status: StatusCode, page: &P) -> Response {
        let mut response = self.show_as(status, page);
        if self.is_answer {
            response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        }
        response
    }

    /// On to another page of this house, by its path.
    pub fn go(&self, path: &str) -> Response {
        see_other(&self.at(path))
    }

    /// On to another page, which then says what was done.
    pub fn go_saying(&self, path: &str, toast: &Toast) -> Response {
        let mut response = self.go(path);
        let mut toast = toast.clone();
        if let (Some(undo), Some((field, id))) = (&mut toast.undo, &self.about) {
            // What is undone is where it was done, whichever page shows the way back.
            undo.fields.insert(0, ((*field).to_owned(), id.clone()));
        }
        response.headers_mut().append(header::SET_COOKIE, cookie(&self.site, cookies::TOAST, &toast.seal(&self.site), 60));
        response
    }

    /// The mark that this browser brought; none of one that was here never before, nor of a program that keeps no cookies.
    pub fn visitor(&self) -> Option<&str> {
        (!self.is_new).then_some(self.visitor.as_str())
    }

    /// Another mark for this browser from the next page on. Whoever knew the one before somebody signed in, or out, can make no form of theirs with
    /// it; forms that stand open elsewhere have to be opened again.
    pub fn renew_visitor(&self) -> HeaderValue {
        cookie(&self.site, cookies::VISITOR, &random(), cookies::LONG)
    }

    /// A cookie of an app, kept for long; an empty value takes it away.
    pub fn cookie(&self, name: &str, value: &str) -> HeaderValue {
        self.cookie_for(name, value, cookies::LONG)
    }

    /// A cookie of an app, kept for so many seconds; an empty value takes it away.
    pub fn cookie_for(&self, name: &str, value: &str, seconds: u64) -> HeaderValue {
        cookie(&self.site, name, value, if value.is_empty() { 0 } else { seconds })
    }
}

/// The parts of a token: what is random, the mark of the browser, and the mark of whom it was made for.
fn parts_of(token: &str) -> Option<(&str, &str, Option<&str>)> {
    let (nonce, marks) = token.split_once('.')?;
    let (mark, owner) = marks.split_once('.').map_or((marks, None), |(mark, owner)| (mark, Some(owner)));
    let is_plain = |text: &str| text.len() <= 24 && text.bytes().all(is_token_byte);
    (nonce.len() == 22 && is_plain(nonce) && is_plain(mark) && owner.is_none_or(is_plain)).then_some((nonce, mark, owner))
}

fn zone_in(headers: &HeaderMap, cookie: &str) -> Option<String> {
    // A script writes a slash or a plus as a percent and two digits.
    let zone = cookie_in(headers, cookie)?.replace("%2F", "/").replace("%2B", "+");
    Some(zone).filter(|zone| zone::is_known(zone))
}

/// Paper larger than this is not kept.
const LARGEST_PAPER: usize = 512 * 1024;

thread_local! {
    /// A page is written on the paper of the page before: fresh memory for every page costs more than writing on it.
    static PAPER: Cell<String> = const { Cell::new(String::new()) };
}

/// Everything comes from here, nothing is inline; a picture that is about to be uploaded is a blob.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; \
    form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'
}

/// 128 random bits, in 22 characters.
fn random() -> String {
    let mut bytes = [0u8; 16];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    URL_SAFE_NO_PAD.encode(bytes)
}
