//! The shapes that leave: what a client sees of garments, outfits and records.

use chabudai_kernel::part::Day;
use chabudai_web::schema::Spelled;
use schemars::JsonSchema;
use serde::Serialize;

use crate::model::{Clothing, ClothingId, Genre, History, HistoryId, Outfit, OutfitId, SeasonTag, Status, THUMBS, WardrobeId};
use crate::repo::pictures::Album;

chabudai_web::spelled!(WardrobeId, ClothingId, OutfitId, HistoryId, Status, Genre, SeasonTag);

/// A garment.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClothingView {
    clothing_id: ClothingId,
    name: String,
    genre: Genre,
    /// The picture's key, to be sent back in edits.
    image_key: Option<String>,
    /// The picture's name, for `/wardrobe/v1/pictures/{picture}/{size}`.
    picture: Option<String>,
    tag_ids: Vec<SeasonTag>,
    status: Status,
    wear_count: u64,
    /// The last day, as 00:00 UTC in Unix milliseconds; 0 for never.
    last_worn_at: u64,
    /// The last day, `yyyymmdd`; null for never.
    #[schemars(with = "Option<Spelled<Day>>")]
    last_worn: Option<Day>,
    created_at: u64,
    deleted_at: Option<u64>,
}

impl From<Clothing> for ClothingView {
    fn from(garment: Clothing) -> Self {
        Self {
            clothing_id: garment.clothing_id,
            picture: garment.picture().map(str::to_owned),
            last_worn: garment.last_worn(),
            genre: garment.genre(),
            name: garment.name,
            image_key: garment.image_key,
            tag_ids: garment.tag_ids,
            status: garment.status,
            wear_count: garment.wear_count.get(),
            last_worn_at: garment.last_worn_at.0,
            created_at: garment.created_at.0,
            deleted_at: garment.deleted_at.map(|at| at.0),
        }
    }
}

/// One picture on a card.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ThumbView {
    clothing_id: ClothingId,
    name: Option<String>,
    /// The picture's name; null where there is none.
    picture: Option<String>,
    /// `MISSING` for a garment that is not there any more.
    #[schemars(extend("enum" = ["ACTIVE", "DELETED", "MISSING"]))]
    status: &'static str,
}

/// The pictures of a card: the first four, and how many more there are.
pub(crate) fn thumbs(ids: &[ClothingId], album: &Album) -> (Vec<ThumbView>, usize) {
    let shown = ids.iter().take(THUMBS).map(|id| {
        let garment = album.clothes.get(id);
        ThumbView {
            clothing_id: *id,
            name: garment.map(|g| g.name.clone()),
            picture: garment.and_then(Clothing::picture).map(str::to_owned),
            status: garment.map_or("MISSING", |g| g.status.as_str()),
        }
    });
    (shown.collect(), ids.len().saturating_sub(THUMBS))
}

/// The garments that the cards of a page show.
pub(crate) fn shown<'a>(lists: impl Iterator<Item = &'a [ClothingId]>) -> Vec<ClothingId> {
    lists.flat_map(|ids| ids.iter().take(THUMBS).copied()).collect()
}

/// An outfit on a card.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TemplateCard {
    #[schemars(with = "OutfitId")]
    template_id: String,
    name: String,
    tag_ids: Vec<SeasonTag>,
    status: Status,
    wear_count: u64,
    last_worn_at: u64,
    #[schemars(with = "Option<Spelled<Day>>")]
    last_worn: Option<Day>,
    created_at: u64,
    deleted_at: Option<u64>,
    /// Every garment's id, in order.
    #[schemars(with = "Vec<ClothingId>")]
    clothing_ids: Vec<String>,
    /// The first four garments.
    #[schemars(length(max = THUMBS))]
    thumbs: Vec<ThumbView>,
    /// How many garments are not in `thumbs`.
    more_count: usize,
}

impl TemplateCard {
    pub(crate) fn new(outfit: Outfit, album: &Album) -> Self {
        let (thumbs, more_count) = thumbs(&outfit.clothing_ids, album);
        Self {
            template_id: outfit.template_id.to_string(),
            last_worn: outfit.last_worn(),
            name: outfit.name,
            tag_ids: outfit.tag_ids,
            status: outfit.status,
            wear_count: outfit.wear_count.get(),
            last_worn_at: outfit.last_worn_at.0,
            created_at: outfit.created_at.0,
            deleted_at: outfit.deleted_at.map(|at| at.0),
            clothing_ids: outfit.clothing_ids.iter().map(ToString::to_string).collect(),
            thumbs,
            more_count,
        }
    }
}

/// An outfit with all its garments.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TemplateView {
    #[serde(flatten)]
    card: TemplateCard,
    /// Every garment that is still there, in order.
    clothing_items: Vec<ClothingView>,
}

impl TemplateView {
    pub(crate) fn new(outfit: Outfit, mut album: Album) -> Self {
        let ids = outfit.clothing_ids.clone();
        let card = TemplateCard::new(outfit, &album);
        Self { card, clothing_items: in_order(&ids, &mut album) }
    }
}

/// The garments in the order of their ids.
pub(crate) fn in_order(ids: &[ClothingId], album: &mut Album) -> Vec<ClothingView> {
    ids.iter().filter_map(|id| album.clothes.remove(id)).map(ClothingView::from).collect()
}

/// A record on a card.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HistoryCard {
    #[schemars(with = "HistoryId")]
    history_id: String,
    /// `yyyymmdd`
    #[schemars(with = "Spelled<Day>")]
    date: Day,
    /// `template` or `combination`
    #[schemars(extend("enum" = ["template", "combination"]))]
    input_type: &'static str,
    #[schemars(with = "Option<OutfitId>")]
    template_id: Option<String>,
    /// The outfit's name; null for a combination.
    name: Option<String>,
    /// The outfit's status; null for a combination.
    template_status: Option<Status>,
    /// Every garment's id, in the recorded order.
    #[schemars(with = "Vec<ClothingId>")]
    clothing_ids: Vec<String>,
    /// The first four garments.
    #[schemars(length(max = THUMBS))]
    thumbs: Vec<ThumbView>,
    /// How many garments are not in `thumbs`.
    more_count: usize,
    created_at: u64,
}

impl HistoryCard {
    pub(crate) fn new(record: &History, album: &Album) -> Self {
        let (thumbs, more_count) = thumbs(&record.clothing_ids, album);
        let outfit = record.template_id.and_then(|id| album.outfits.get(&id));
        Self {
            history_id: record.history_id.to_string(),
            date: record.date,
            input_type: if record.template_id.is_some() { "template" } else { "combination" },
            template_id: record.template_id.map(|id| id.to_string()),
            name: outfit.map(|outfit| outfit.name.clone()),
            template_status: outfit.map(|outfit| outfit.status),
            clothing_ids: record.clothing_ids.iter().map(ToString::to_string).collect(),
            thumbs,
            more_count,
            created_at: record.created_at.0,
        }
    }
}

/// A record with all its garments.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HistoryView {
    #[serde(flatten)]
    card: HistoryCard,
    /// Every garment that is still there, in the recorded order.
    clothing_items: Vec<ClothingView>,
}

impl HistoryView {
    pub(crate) fn new(record: &History, mut album: Album) -> Self {
        let card = HistoryCard::new(record, &album);
        Self { card, clothing_items: in_order(&record.clothing_ids, &mut album) }
    }
}
