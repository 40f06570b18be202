//! Form in, service or repo, page out.

mod archive; // what was cooked, by month and by day
mod billing; // plans, stored cards, payouts
mod calendar; // the plan, for calendars
mod cards; // dishes and sets as cards
mod catalog; // what others have published
mod categories; // tabs of the book
mod cooking; // one step at a time, beside the stove
mod drawings; // what messengers show for a link, drawn
mod fridge; // batches: what is there, what has left
mod help; // how it goes round
mod home; // what is being cooked
mod imports; // recipes from elsewhere
mod inbox; // what somebody is told
mod kitchen; // the month in numbers, who is here, where else one is
mod list; // what to buy
mod live; // pages that stay open
mod me; // what somebody looks like to the others
mod news; // what everybody is told
mod notice_words; // notices in the words of whoever reads them
mod notices; // what somebody wants to be told
mod offered; // one thing of the catalog, saved and bought
mod pasted; // recipes as they are found elsewhere: numbers before steps, headings
mod pictures; // of the starters, drawn; of our own recipes, taken in and shown
mod plan; // dishes cooked, changed, swapped; slots filled and emptied
mod publishing; // into the catalog, and out of it
mod purchases; // what was bought, and how each purchase stands
mod recipe_form; // a recipe written down
mod recipes; // the book: recipes
mod sets; // the book: sets
mod shares; // links, and what they show to anybody
mod shops; // staples, and the way through shops
mod till; // what all pages about money share
mod words; // amounts, days and aisles in words

use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::response::Response;
use chabudai_food::Language;
use chabudai_kernel::once::Once;
use chabudai_kernel::part::IsoDay;
use chabudai_media::Pictures;
use chabudai_web::asset_files;
use chabudai_web::form::Form;
use chabudai_web::live::Live;
use chabudai_web::messages::Messages;
use chabudai_web::people::{Away, Directory, Member, Person};
use chabudai_web::problem::Problem;
use chabudai_web::site::{Accent, AppInfo};
use chabudai_web::text::Locale;
use chabudai_web::toast::Toast;
use chabudai_web::ui::{Tab, Ui};

pub use drawings::Drawings;
pub(crate) use live::topic;
pub use words::PushWords;

use crate::entry::{Entered, enter};
use crate::import::Importer;
use crate::model::{KitchenId, Membership};
use crate::service::{CalendarSeal, Cook, Service};

/// What Kondate shows of itself.
pub static INFO: AppInfo = AppInfo {
    name: "kondate",
    title: "kondate-app",
    line: "kondate-app-line",
    who_sees: "kondate-who-sees",
    accent: Accent { light: "#466f23", dark: "#a9d07f", on_light: "#fff", on_dark: "#14220a" },
    locale: Locale {
        ja: concat!(
            include_str!("../../locales/ja/errors.ftl"),
            include_str!("../../locales/ja/kondate.ftl"),
            include_str!("../../locales/ja/plan.ftl"),
            include_str!("../../locales/ja/stock.ftl"),
            include_str!("../../locales/ja/book.ftl"),
            include_str!("../../locales/ja/kitchen.ftl"),
            include_str!("../../locales/ja/sharing.ftl"),
            include_str!("../../locales/ja/catalog.ftl"),
            include_str!("../../locales/ja/notices.ftl"),
            include_str!("../../locales/ja/till.ftl"),
        ),
        en: concat!(
            include_str!("../../locales/en/errors.ftl"),
            include_str!("../../locales/en/kondate.ftl"),
            include_str!("../../locales/en/plan.ftl"),
            include_str!("../../locales/en/stock.ftl"),
            include_str!("../../locales/en/book.ftl"),
            include_str!("../../locales/en/kitchen.ftl"),
            include_str!("../../locales/en/sharing.ftl"),
            include_str!("../../locales/en/catalog.ftl"),
            include_str!("../../locales/en/notices.ftl"),
            include_str!("../../locales/en/till.ftl"),
        ),
    },
    assets: asset_files![
        "kondate.svg",
        "kondate-180.png",
        "kondate-192.png",
        "kondate-512.png",
        "kondate-front-ja.webp",
        "kondate-front-en.webp",
        "kondate.css",
        "kondate.js",
        "cooking.js"
    ],
};

/// What the pages need.
#[derive(Clone)]
pub struct PageState {
    /// The use cases.
    pub service: Service,
    /// The people of the house.
    pub people: Arc<dyn Directory>,
    /// Where somebody is told things.
    pub messages: Arc<dyn Messages>,
    /// Who has a page open.
    pub live: Live,
    /// Pictures, checked and resized.
    pub pictures: Pictures,
    /// Imports recipes.
    pub(crate) importer: Importer,
    /// Seals the addresses of calendars.
    pub calendar_seal: CalendarSeal,
    /// Draws what messengers show for a link.
    pub drawings: Drawings,
}

impl FromRef<PageState> for Arc<dyn Directory> {
    fn from_ref(state: &PageState) -> Self {
        state.people.clone()
    }
}

impl FromRef<PageState> for Drawings {
    fn from_ref(state: &PageState) -> Self {
        state.drawings.clone()
    }
}

impl FromRef<PageState> for Importer {
    fn from_ref(state: &PageState) -> Self {
        state.importer.clone()
    }
}

impl FromRef<PageState> for CalendarSeal {
    fn from_ref(state: &PageState) -> Self {
        state.calendar_seal.clone()
    }
}

impl FromRef<PageState> for Live {
    fn from_ref(state: &PageState) -> Self {
        state.live.clone()
    }
}

impl FromRef<PageState> for Arc<dyn Messages> {
    fn from_ref(state: &PageState) -> Self {
        state.messages.clone()
    }
}

impl FromRef<PageState> for Pictures {
    fn from_ref(state: &PageState) -> Self {
        state.pictures.clone()
    }
}

impl FromRef<PageState> for Service {
    fn from_ref(state: &PageState) -> Self {
        state.service.clone()
    }
}

/// The pages below `/kondate`.
pub fn router() -> Router<PageState> {
    let routes = home::routes(Router::new());
    let routes = plan::routes(routes);
    let routes = list::routes(routes);
    let routes = shops::routes(routes);
    let routes = fridge::routes(routes);
    let routes = sets::routes(routes);
    let routes = recipes::routes(routes);
    let routes = recipe_form::routes(routes);
    let routes = categories::routes(routes);
    let routes = cooking::routes(routes);
    let routes = archive::routes(routes);
    let routes = kitchen::routes(routes);
    let routes = help::routes(routes);
    let routes = notices::routes(routes);
    let routes = inbox::routes(routes);
    let routes = news::routes(routes);
    let routes = me::routes(routes);
    let routes = imports::routes(routes);
    let routes = shares::routes(routes);
    let routes = catalog::routes(routes);
    let routes = offered::routes(routes);
    let routes = publishing::routes(routes);
    let routes = purchases::routes(routes);
    let routes = billing::routes(routes);
    let routes = calendar::routes(routes);
    let routes = live::routes(routes);
    pictures::routes(routes)
}

pub(crate) use notice_words::{said_by, said_by_news};
pub(crate) use recipe_form::written;
pub(crate) use shares::shared_at;

/// What a handler answers.
type Answer = Result<Response, Problem>;

/// Somebody in their kitchen, in front of a page.
struct Visit {
    ui: Ui,
    person: Person,
    cook: Cook,
    membership: Membership,
}

/// The place that a page below this one belongs to: recipes, sets and categories are of the book, the log is of the kitchen.
fn place_of(path: &str) -> &'static str {
    let first = path.strip_prefix("/kondate/").unwrap_or_default().split(['/', '?', '#']).next().unwrap_or_default();
    match first {
        "book" | "recipes" | "sets" | "categories" | "catalog" | "creators" => "book",
        "kitchen" | "archive" | "billing" | "purchases" => "kitchen",
        "list" => "basket",
        "fridge" => "fridge",
        _ => "meal",
    }
}

/// The places of Kondate.
fn tabs(ui: &Ui) -> Vec<Tab> {
    let tab = |name, title, path| Tab { name, title, address: ui.at(path) };
    vec![
        tab("meal", "kondate-home", "/kondate"),
        tab("basket", "kondate-list", "/kondate/list"),
        tab("fridge", "kondate-fridge", "/kondate/fridge"),
        tab("book", "kondate-book", "/kondate/book"),
        tab("kitchen", "kondate-kitchen", "/kondate/kitchen"),
    ]
}

impl FromRequestParts<PageState> for Visit {
    type Rejection = Away;

    async fn from_request_parts(parts: &mut Parts, state: &PageState) -> Result<Self, Away> {
        let Member { ui, person } = Member::from_request_parts(parts, state).await?;
        Ok(Self::of(&state.service, ui, person, None).await?)
    }
}

/// A form that somebody sends, in the kitchen that its page was about. They may have gone to another one since, on another device: what they saw
/// is what they meant. One that they are in no longer is not there.
struct Posted {
    visit: Visit,
    form: Form,
}

/// The field that says so.
const KITCHEN: &str = "kitchen";

impl FromRequest<PageState> for Posted {
    type Rejection = Away;

    async fn from_request(request: Request, state: &PageState) -> Result<Self, Away> {
        let (mut parts, body) = request.into_parts();
        let Member { ui, person } = Member::from_request_parts(&mut parts, state).await?;
        let form = Form::from_request(Request::from_parts(parts, body), state).await?;
        let kitchen = match form.text(KITCHEN) {
            "" => None,
            id => Some(KitchenId::new(id).ok_or_else(Problem::not_found)?),
        };
        let visit = Visit::of(&state.service, ui, person, kitchen.as_ref()).await?;
        Ok(Self { visit, form })
    }
}

impl Visit {
    async fn of(service: &Service, ui: Ui, person: Person, kitchen: Option<&KitchenId>) -> Result<Self, Problem> {
        let Entered { cook, membership } = enter(service, &person, kitchen, ui.lang, ui.zone.as_deref()).await?;
        let tabs = tabs(&ui);
        let ui = ui.inside(&INFO, tabs).about(KITCHEN, cook.kitchen.as_str());
        Ok(Self { ui, person, cook, membership })
    }

    /// The page is one of the places.
    fn here(mut self, name: &'static str) -> Self {
        self.ui = self.ui.here(name);
        self
    }

    /// The page is below another one.
    fn below(mut self, path: &str) -> Self {
        let address = self.ui.at(path);
        self.ui = self.ui.back(address).belongs(place_of(path));
        self
    }

    fn language(&self) -> Language {
        self.cook.language
    }

    fn today(&self) -> IsoDay {
        self.cook.today
    }
}

/// The key under which a form is carried out once.
fn once(form: &Form) -> Once {
    let (key, request) = form.once();
    Once::of_form(&key, request)
}

/// A field of a form; nothing where it was left empty.
fn given(form: &Form, name: &str) -> Option<String> {
    Some(form.text(name).trim().to_owned()).filter(|text| !text.is_empty())
}

/// On to a page, with what is wrong with the input. What is wrong with us is a page of its own, and so is what is not there.
fn failed(ui: &Ui, problem: Problem, to: &str) -> Answer {
    if !problem.is_about_input() || problem.status == axum::http::StatusCode::NOT_FOUND {
        return Err(problem);
    }
    Ok(ui.go_saying(to, &Toast::of(&problem)))
}

/// The page for who only opens the address at which a form is taken in.
async fn to_home(ui: Ui) -> Response {
    ui.go("/kondate")
}

async fn to_list(ui: Ui) -> Response {
    ui.go("/kondate/list")
}

async fn to_fridge(ui: Ui) -> Response {
    ui.go("/kondate/fridge")
}

async fn to_kitchen(ui: Ui) -> Response {
    ui.go("/kondate/kitchen")
}
