//! Seasons, genres and orders as messages and as what stands in an address.

use chabudai_web::site::escaped;
use chabudai_web::ui::{Link, Ui};
use serde::{Deserialize, Deserializer};

use crate::model::{Genre, SeasonTag};
use crate::repo::Sort;

/// Something that a page has a word for.
pub(super) trait Worded {
    /// The id of its message.
    fn title(&self) -> &'static str;
}

impl Worded for Genre {
    fn title(&self) -> &'static str {
        match self {
            Self::Tops => "wardrobe-genre-tops",
            Self::Bottoms => "wardrobe-genre-bottoms",
            Self::Others => "wardrobe-genre-others",
        }
    }
}

impl Worded for SeasonTag {
    fn title(&self) -> &'static str {
        match self {
            Self::Spring => "wardrobe-season-spring",
            Self::Summer => "wardrobe-season-summer",
            Self::Autumn => "wardrobe-season-autumn",
            Self::Winter => "wardrobe-season-winter",
            Self::All => "wardrobe-season-all",
        }
    }
}

/// Every genre, in the order of the pages.
pub(super) const GENRES: [Genre; 3] = [Genre::Tops, Genre::Bottoms, Genre::Others];
/// Every season.
pub(super) const SEASONS: [SeasonTag; 5] = [SeasonTag::Spring, SeasonTag::Summer, SeasonTag::Autumn, SeasonTag::Winter, SeasonTag::All];

/// The four orders of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Order {
    /// Newest first.
    #[default]
    New,
    /// Most worn first.
    Most,
    /// Last worn first.
    Recent,
    /// Longest unworn first.
    Unworn,
}

impl Order {
    /// Every order.
    pub(super) const ALL: [Self; 4] = [Self::New, Self::Most, Self::Recent, Self::Unworn];

    /// As it stands in an address.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Most => "most",
            Self::Recent => "recent",
            Self::Unworn => "unworn",
        }
    }

    /// The index that has this order, and whether it is read from its end.
    pub(super) const fn sort(self) -> (Sort, bool) {
        match self {
            Self::New => (Sort::Created, true),
            Self::Most => (Sort::Wear, true),
            Self::Recent => (Sort::LastWorn, true),
            Self::Unworn => (Sort::LastWorn, false),
        }
    }
}

impl Worded for Order {
    fn title(&self) -> &'static str {
        match self {
            Self::New => "wardrobe-order-new",
            Self::Most => "wardrobe-order-most",
            Self::Recent => "wardrobe-order-recent",
            Self::Unworn => "wardrobe-order-unworn",
        }
    }
}

/// What of a list is asked for, and the addresses of the same list with one thing changed.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Choice {
    /// In which order.
    #[serde(default)]
    pub(super) sort: Order,
    /// With this in the name.
    #[serde(default)]
    pub(super) q: String,
    /// Of this season.
    #[serde(default, deserialize_with = "none_if_empty")]
    pub(super) tag: Option<SeasonTag>,
    /// Of this genre.
    #[serde(default, deserialize_with = "none_if_empty")]
    pub(super) genre: Option<Genre>,
    /// From here on.
    #[serde(default, deserialize_with = "none_if_empty")]
    pub(super) cursor: Option<String>,
}

/// A field that a form sends empty was not filled in.
pub(super) fn none_if_empty<'de, D: Deserializer<'de>, T: std::str::FromStr<Err: std::fmt::Display>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    match String::deserialize(deserializer)?.as_str() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(serde::de::Error::custom),
    }
}

impl Choice {
    /// The part of the address behind the path.
    pub(super) fn address(&self) -> String {
        let mut parts = Vec::new();
        if self.sort != Order::New {
            parts.push(format!("sort={}", self.sort.name()));
        }
        if !self.q.trim().is_empty() {
            parts.push(format!("q={}", escaped(self.q.trim())));
        }
        parts.extend(self.tag.map(|tag| format!("tag={}", escaped(tag.as_str()))));
        parts.extend(self.genre.map(|genre| format!("genre={}", genre.as_str())));
        parts.extend(self.cursor.as_ref().map(|cursor| format!("cursor={}", escaped(cursor))));
        if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) }
    }

    /// A link to the same list with something changed, from its beginning.
    fn link(&self, ui: &Ui, path: &str, title: &str, is_current: bool, change: impl FnOnce(&mut Self)) -> Link {
        let mut changed = Self { cursor: None, ..self.clone() };
        change(&mut changed);
        Link { title: ui.t(title).into_owned(), address: path.to_owned() + &changed.address(), is_current }
    }

    /// The four orders.
    pub(super) fn orders(&self, ui: &Ui, path: impl AsRef<str>) -> Vec<Link> {
        Order::ALL.map(|sort| self.link(ui, path.as_ref(), sort.title(), sort == self.sort, |choice| choice.sort = sort)).into()
    }

    /// The seasons, and all of them.
    pub(super) fn seasons(&self, ui: &Ui, path: impl AsRef<str>) -> Vec<Link> {
        let any = self.link(ui, path.as_ref(), "wardrobe-any-season", self.tag.is_none(), |choice| choice.tag = None);
        let of = |tag: SeasonTag| self.link(ui, path.as_ref(), tag.title(), self.tag == Some(tag), |choice| choice.tag = Some(tag));
        std::iter::once(any).chain(SEASONS.map(of)).collect()
    }

    /// The genres, and all of them.
    pub(super) fn genres(&self, ui: &Ui, path: impl AsRef<str>) -> Vec<Link> {
        let any = self.link(ui, path.as_ref(), "wardrobe-any-genre", self.genre.is_none(), |choice| choice.genre = None);
        let of = |genre: Genre| self.link(ui, path.as_ref(), genre.title(), self.genre == Some(genre), |choice| choice.genre = Some(genre));
        std::iter::once(any).chain(GENRES.map(of)).collect()
    }

    /// The page behind a cursor.
    pub(super) fn next(&self, genre: Option<Genre>, cursor: Option<String>) -> Option<String> {
        cursor.map(|cursor| Self { genre, cursor: Some(cursor), ..self.clone() }.address())
    }

    /// The same list from its beginning, for the list beside one thing of it.
    pub(super) fn at_its_beginning(&self) -> Self {
        Self { cursor: None, ..self.clone() }
    }

    /// Whether the list leaves something out by name or season.
    pub(super) fn is_narrowed(&self) -> bool {
        !self.q.trim().is_empty() || self.tag.is_some()
    }
}
