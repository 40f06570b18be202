//! Form in, service or repo, page out.
#![expect(clippy::trivially_copy_pass_by_ref, reason = "templates hand over references, whatever they refer to")]

mod bin; // what was deleted
mod cards; // outfits and records as cards
mod clothes; // garments: list, page, form
mod csv; // all records as a table
mod finder; // in the search of the house
mod histories; // the diary: list, one record, recording and taking back
mod leaving; // deleting a wardrobe, and bringing it back
mod look_back; // the year in numbers, and what was not worn for long
mod mine; // somebody's own wardrobes, another address, the card on the front page
mod outfits; // outfits: list, page, form
mod picker; // choosing garments in an order
mod record; // the three forms that record what was worn
mod wardrobes; // making a wardrobe, its home, its settings
mod words; // seasons, genres and orders as messages
mod year; // a year in days and months, drawn

use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::extract::{FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use chabudai_kernel::once::Once;
use chabudai_kernel::part::Day;
use chabudai_web::asset_files;
use chabudai_web::form::Form;
use chabudai_web::problem::Problem;
use chabudai_web::site::{Accent, AppInfo};
use chabudai_web::text::Locale;
use chabudai_web::ui::{Tab, Ui};

use crate::address::Address;
use crate::api::{AppState, Named, Network, Opened};
use crate::model::{Wardrobe, WardrobeId};

/// What Wardrobe shows of itself.
pub static INFO: AppInfo = AppInfo {
    name: "wardrobe",
    title: "wardrobe-app",
    line: "wardrobe-app-line",
    who_sees: "wardrobe-who-sees",
    accent: Accent { light: "#34467c", dark: "#a9b9f0", on_light: "#fff", on_dark: "#161c33" },
    locale: Locale {
        ja: concat!(
            include_str!("../../locales/ja/wardrobe.ftl"),
            include_str!("../../locales/ja/mine.ftl"),
            include_str!("../../locales/ja/clothes.ftl"),
            include_str!("../../locales/ja/outfits.ftl"),
            include_str!("../../locales/ja/records.ftl"),
        ),
        en: concat!(
            include_str!("../../locales/en/wardrobe.ftl"),
            include_str!("../../locales/en/mine.ftl"),
            include_str!("../../locales/en/clothes.ftl"),
            include_str!("../../locales/en/outfits.ftl"),
            include_str!("../../locales/en/records.ftl"),
        ),
    },
    assets: asset_files![
        "wardrobe.svg",
        "wardrobe-180.png",
        "wardrobe-192.png",
        "wardrobe-512.png",
        "wardrobe-front-ja.webp",
        "wardrobe-front-en.webp"
    ],
};

/// The cookie that remembers the last wardrobe, so that the installed app opens at its home.
const REMEMBERED: &str = "chabudai_wardrobe";

pub use finder::NameFinder;
pub use mine::TodayCard;

/// The pages below `/wardrobe`.
pub fn routes(state: AppState) -> Router {
    let routes = Router::new();
    let routes = wardrobes::routes(routes);
    let routes = mine::routes(routes);
    let routes = leaving::routes(routes);
    let routes = clothes::routes(routes);
    let routes = outfits::routes(routes);
    let routes = record::routes(routes);
    let routes = bin::routes(routes);
    let routes = histories::routes(routes);
    let routes = look_back::routes(routes);
    let routes = csv::routes(routes);
    routes.layer(from_fn(lead_back)).with_state(state)
}

/// The wardrobe that a request was let into, for whoever answers it in the end.
#[derive(Clone, Default)]
struct Entered(Arc<OnceLock<Address>>);

/// Whoever misses something inside a wardrobe is led back into it. Its address is its only key: the front page would be a way out of it.
async fn lead_back(mut request: Request, next: Next) -> Response {
    let entered = Entered::default();
    request.extensions_mut().insert(entered.clone());
    let mut response = next.run(request).await;
    if let Some(address) = entered.0.get()
        && let Some(problem) = response.extensions_mut().get_mut::<Problem>()
        && problem.status == StatusCode::NOT_FOUND
    {
        // Whether an id is one of nothing, or no id at all, is the same to who followed a link.
        problem.code = "wardrobe.not_found";
        problem.leads = Some(Box::new((format!("/wardrobe/{address}"), "wardrobe-back-to")));
    }
    response
}

/// What a handler answers.
type Answer = Result<Response, Problem>;

/// A visitor in a wardrobe.
pub(super) struct Visit {
    /// The page.
    pub(super) ui: Ui,
    /// The wardrobe.
    pub(super) id: WardrobeId,
    /// By which it was opened.
    pub(super) address: Address,
    /// Its name and the like.
    pub(super) wardrobe: Wardrobe,
    /// Its addresses.
    pub(super) w: Closet,
    /// The visitor's day.
    pub(super) today: Day,
    /// Where they are.
    pub(super) from: Network,
}

/// The addresses in one wardrobe, for templates.
pub(super) struct Closet {
    home: String,
    /// Where pictures are.
    pictures: String,
}

impl Closet {
    /// The address of something in the wardrobe.
    pub(super) fn at(&self, rest: &str) -> String {
        [&self.home, rest].concat()
    }

    /// The address of a picture.
    pub(super) fn picture(&self, name: &str, size: &str) -> String {
        [&self.pictures, "/", name, "/", size, ".jpg"].concat()
    }
}

impl FromRequestParts<AppState> for Visit {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let ui = Ui::from_request_parts(parts, state).await?;
        let named = Named::from_request_parts(parts, state).await?.address;
        let Opened { id, address, wardrobe } = Opened::from_request_parts(parts, state).await.map_err(|mut problem| {
            if problem.code == "wardrobe.deleted" {
                problem.leads = Some(Box::new((format!("/wardrobe/{named}/deleted"), "wardrobe-see-deleted")));
            }
            problem
        })?;
        if let Some(Entered(entered)) = parts.extensions.get() {
            // A request has one wardrobe; whoever asks for it twice is told the same.
            let _ = entered.set(address.clone());
        }
        let w = Closet { home: ui.at(&format!("/wardrobe/{address}")), pictures: ui.at("/wardrobe/v1/pictures") };
        let tab = |name, title, rest: &str| Tab { name, title, address: w.at(rest) };
        let tabs = vec![
            tab("home", "wardrobe-home", ""),
            tab("histories", "wardrobe-histories", "/histories"),
            tab("outfits", "wardrobe-outfits", "/outfits"),
            tab("clothes", "wardrobe-clothes", "/clothes"),
            tab("settings", "settings", "/settings"),
        ];
        let today = ui.today(state.service.db().clock());
        let from = Network::from_request_parts(parts, state).await.unwrap_or(Network(None));
        Ok(Self { ui: ui.inside(&INFO, tabs), id, address, wardrobe, w, today, from })
    }
}

impl Visit {
    /// A path in the wardrobe, without the base of the house.
    pub(super) fn path(&self, rest: &str) -> String {
        format!("/wardrobe/{}{rest}", self.address)
    }

    /// The page is one of the five places.
    pub(super) fn here(mut self, name: &'static str) -> Self {
        self.ui = self.ui.here(name);
        self
    }

    /// The page is below another one of the wardrobe.
    pub(super) fn below(mut self, rest: &str) -> Self {
        let address = self.w.at(rest);
        self.ui = self.ui.back(address);
        self
    }
}

/// The key under which a form is carried out once.
pub(super) fn once(form: &Form) -> Once {
    let (key, request) = form.once();
    Once::of_form(&key, request)
}
