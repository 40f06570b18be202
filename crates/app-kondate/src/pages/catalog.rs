//! The catalog: what others have published, and what one has bought of it; and a creator's own page.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use chabudai_kernel::part::Word;
use chabudai_media::Size;
use chabudai_web::input::{Path, Query};
use chabudai_web::problem::Problem;
use chabudai_web::site::escaped;
use chabudai_web::ui::{Link, Ui};
use serde::Deserialize;

use super::cards::{shown_usable, taken_in};
use super::recipes::kinds;
use super::till::yen;
use super::words::Say as _;
use super::{Answer, PageState, Visit};
use crate::error::KondateError;
use crate::model::{EntityType, Target, picture_at};
use crate::repo::catalog::Narrowed;
use crate::service::{Question, Service, ShownCard, Sorted};

pub(super) const CATALOG: &str = "/kondate/catalog";
/// Cards on a page.
const PAGE: u32 = 24;
/// The times that a list is narrowed down to.
const TIMES: [u32; 3] = [15, 30, 45];

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes.route(CATALOG, get(list_catalog)).route("/kondate/creators/{creator}", get(show_creator))
}

/// Recipes or sets, in an address.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    #[default]
    Recipes,
    Sets,
}

impl Kind {
    pub(super) fn of(kind: EntityType) -> Self {
        match kind {
            EntityType::Recipe => Self::Recipes,
            EntityType::Set => Self::Sets,
        }
    }

    pub(super) fn entity(self) -> EntityType {
        match self {
            Self::Recipes => EntityType::Recipe,
            Self::Sets => EntityType::Set,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Recipes => "recipes",
            Self::Sets => "sets",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Order {
    #[default]
    Recommended,
    Newest,
    Popular,
    /// What one has bought, where something is sold.
    Bought,
}

impl Order {
    const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Recommended, "recommended", "kondate-order-recommended"),
        (Self::Newest, "newest", "kondate-order-newest"),
        (Self::Popular, "popular", "kondate-order-popular"),
        (Self::Bought, "bought", "kondate-is-bought"),
    ];

    /// What is bought is in no list of the catalog.
    fn sorted(self) -> Sorted {
        match self {
            Self::Recommended => Sorted::Recommended,
            // What was bought stands by when it was.
            Self::Newest | Self::Bought => Sorted::Newest,
            Self::Popular => Sorted::Popular,
        }
    }
}

/// What of the catalog is asked for.
#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Choice {
    #[serde(default)]
    kind: Kind,
    #[serde(default)]
    q: String,
    #[serde(default)]
    sort: Order,
    #[serde(default)]
    time: Option<u32>,
    cursor: Option<String>,
}

impl Choice {
    /// Everything but the words and the place.
    fn kept(&self) -> Vec<(&'static str, String)> {
        let mut kept = Vec::new();
        if self.kind == Kind::Sets {
            kept.push(("kind", "sets".to_owned()));
        }
        if let Some((_, name, _)) = Order::ALL.iter().find(|(order, ..)| *order == self.sort && self.sort != Order::default()) {
            kept.push(("sort", (*name).to_owned()));
        }
        kept.extend(self.time.map(|minutes| ("time", minutes.to_string())));
        kept
    }

    fn address(&self, ui: &Ui) -> String {
        let mut parts: Vec<String> = self.kept().into_iter().map(|(name, value)| format!("{name}={}", escaped(&value))).collect();
        if !self.q.trim().is_empty() {
            parts.push(format!("q={}", escaped(self.q.trim())));
        }
        parts.extend(self.cursor.as_ref().map(|cursor| format!("cursor={}", escaped(cursor))));
        let query = if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) };
        ui.at(&format!("{CATALOG}{query}"))
    }

    fn link(&self, ui: &Ui, title: String, is_current: bool, change: impl FnOnce(&mut Self)) -> Link {
        let mut changed = Self { cursor: None, ..self.clone() };
        change(&mut changed);
        Link { title, address: changed.address(ui), is_current }
    }

    fn question(&self) -> Question {
        let narrowed = Narrowed {
            words: Narrowed::words(Some(&self.q)),
            // A set has no time of its own.
            minutes: self.time.filter(|_| self.kind == Kind::Recipes),
            ..Narrowed::default()
        };
        Question { kind: self.kind.entity(), sorted: self.sort.sorted(), narrowed }
    }
}

/// A card as a page shows it.
pub(super) struct CardView {
    pub(super) address: String,
    pub(super) title: String,
    pub(super) creator: String,
    pub(super) picture: Option<String>,
    pub(super) minutes: Option<u32>,
    pub(super) saved_count: u64,
    pub(super) is_saved: bool,
    /// They bought it, where something is sold.
    pub(super) is_bought: bool,
    /// What it costs who has not bought it, where something is sold.
    pub(super) price: Option<String>,
    pub(super) usable: Option<(usize, usize)>,
}

impl CardView {
    pub(super) fn of(ui: &Ui, shown: &ShownCard, sells: bool) -> Self {
        let card = &shown.card;
        let is_bought = sells && shown.is_bought;
        Self {
            address: ui.at(&item_at(&card.target())),
            title: card.title.clone(),
            creator: if card.is_of_former() { ui.t("kondate-former-creator").into_owned() } else { card.creator_name.clone() },
            picture: card.thumbnail_url.as_deref().and_then(picture_at).map(|picture| taken_in(ui, picture, Size::Medium)),
            minutes: card.cook_time_minutes,
            saved_count: card.saved_count.get(),
            is_saved: shown.is_saved,
            is_bought,
            price: card.price().filter(|_| sells && !is_bought).map(|price| yen(ui, price)),
            usable: shown.usable.and_then(|(usable, of)| shown_usable(usable, of)),
        }
    }
}

#[derive(Template)]
#[template(path = "kondate/catalog.html")]
struct CatalogPage<'a> {
    ui: &'a Ui,
    places: [Link; 3],
    kinds: [Link; 2],
    orders: Vec<Link>,
    times: Vec<Link>,
    q: String,
    kept: Vec<(&'static str, String)>,
    cards: Vec<CardView>,
    is_narrowed: bool,
    is_bought: bool,
    more: Option<String>,
}

async fn list_catalog(State(service): State<Service>, visit: Visit, Query(choice): Query<Choice>) -> Answer {
    let visit = visit.here("book");
    let ui = &visit.ui;
    let (sells, cursor) = (service.sells(), choice.cursor.as_deref());
    let is_bought = choice.sort == Order::Bought;
    let page = match is_bought {
        false => service.catalog(&visit.cook, &choice.question(), PAGE, cursor).await?,
        true if sells => service.bought(&visit.cook, &choice.question(), PAGE, cursor).await?,
        true => return Err(Problem::not_found()),
    };
    let kind_link = |kind: Kind, title| choice.link(ui, ui.t(title).into_owned(), choice.kind == kind, |choice| choice.kind = kind);
    let time_link = |most: u32| {
        let is_current = choice.time == Some(most);
        choice.link(ui, ui.counted("kondate-within", most.into()).to_string(), is_current, |choice| {
            choice.time = Some(most).filter(|_| !is_current);
        })
    };
    let shown = CatalogPage {
        ui,
        places: kinds(ui, "catalog"),
        kinds: [kind_link(Kind::Recipes, "kondate-recipes"), kind_link(Kind::Sets, "kondate-sets")],
        orders: Order::ALL
            .iter()
            .filter(|(order, ..)| sells || *order != Order::Bought)
            .map(|(order, _, title)| choice.link(ui, ui.t(title).into_owned(), choice.sort == *order, |choice| choice.sort = *order))
            .collect(),
        times: if choice.kind == Kind::Recipes && !is_bought { TIMES.into_iter().map(time_link).collect() } else { Vec::new() },
        // Whoever searches searches all of the catalog.
        kept: choice.kept().into_iter().filter(|(name, _)| !is_bought || *name != "sort").collect(),
        cards: page.items.iter().map(|shown| CardView::of(ui, shown, sells)).collect(),
        is_narrowed: !choice.q.trim().is_empty() || choice.time.is_some(),
        is_bought,
        more: page.next.map(|cursor| Choice { cursor: Some(cursor), ..choice.clone() }.address(ui)),
        q: choice.q,
    };
    Ok(ui.show(&shown))
}

/// Where something of the catalog is shown.
pub(super) fn item_at(target: &Target) -> String {
    format!("{CATALOG}/{}/{}", Kind::of(target.kind()).name(), target.id())
}

/// Something of the catalog, in an address.
#[derive(Deserialize)]
pub(super) struct AtItem {
    pub(super) kind: Kind,
    pub(super) id: String,
}

impl AtItem {
    pub(super) fn target(&self) -> Result<Target, Problem> {
        Ok(Target::new(self.kind.entity(), &self.id).ok_or(KondateError::NotFound("recipe"))?)
    }

    pub(super) fn address(&self) -> String {
        format!("{CATALOG}/{}/{}", self.kind.name(), self.id)
    }
}

#[derive(Deserialize)]
struct AtCreator {
    creator: String,
}

#[derive(Template)]
#[template(path = "kondate/creator.html")]
struct CreatorPage<'a> {
    ui: &'a Ui,
    name: String,
    avatar: Option<String>,
    bio: String,
    recipes: Vec<CardView>,
    sets: Vec<CardView>,
}

/// What somebody has published. Whoever has published nothing has no page.
async fn show_creator(State(service): State<Service>, visit: Visit, Path(at): Path<AtCreator>) -> Answer {
    let visit = visit.below(CATALOG);
    let ui = &visit.ui;
    let creator = Word::new(at.creator.as_str()).ok_or_else(Problem::not_found)?;
    let of = |kind| Question { kind, sorted: Sorted::OfCreator(creator.clone()), narrowed: Narrowed::default() };
    let recipes = service.catalog(&visit.cook, &of(EntityType::Recipe), 100, None).await?.items;
    let sets = service.catalog(&visit.cook, &of(EntityType::Set), 100, None).await?.items;
    let name = recipes.iter().chain(&sets).next().map(|shown| shown.card.creator_name.clone()).ok_or_else(Problem::not_found)?;
    let profile = service.profile(&creator).await?;
    let (avatar, bio) = profile.map_or_else(Default::default, |profile| (profile.avatar_url, profile.bio));
    let page = CreatorPage {
        ui,
        name,
        avatar: avatar.as_deref().and_then(picture_at).map(|picture| taken_in(ui, picture, Size::Small)),
        bio: bio.unwrap_or_default(),
        recipes: recipes.iter().map(|shown| CardView::of(ui, shown, service.sells())).collect(),
        sets: sets.iter().map(|shown| CardView::of(ui, shown, service.sells())).collect(),
    };
    Ok(ui.show(&page))
}
