//! What is published, saved and shared: the kinds of items of the catalog.

use chabudai_kernel::part::{Padded, UtcSeconds, Word};
use serde::{Deserialize, Serialize};

use super::{Card, KitchenId, Moment, PersonId, RecipeId, SetId, is_none_of};

/// How many people saved something, ten digits wide in its sort key.
pub type SavedCount = Padded<10>;

chabudai_kernel::text_enum! {
    /// What the catalog has, and links share.
    pub EntityType { Recipe = "RECIPE", Set = "SET" }
}
chabudai_kernel::text_enum! {
    /// Who may read what is published.
    pub Visibility { Free = "free", Paid = "paid", MemberOnly = "member_only" }
}
chabudai_kernel::text_enum! {
    /// Whether it is in the lists.
    pub Publication { Draft = "draft", Published = "published", Stopped = "stopped" }
}

/// The two cards of something that is published, which carry the same: one is the record and the list by time, the other the list by popularity.
macro_rules! cards {
    ($($(#[$doc:meta])* $card:ident of $id:ident: $of:ident as $kind:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase")]
        pub struct $card {
            /// When it was first published; in the key, and fixed.
            pub created_at: UtcSeconds,
            /// Which; in the key.
            pub $id: $of,
            /// Whose it is.
            pub creator_id: PersonId,
            /// What they are called.
            pub creator_name: String,
            /// What it is called.
            pub title: String,
            /// What it looks like.
            pub thumbnail_url: Option<String>,
            /// Its tags.
            #[serde(default)]
            pub tags: Vec<String>,
            /// From the first cut to the table.
            pub cook_time_minutes: Option<u32>,
            /// Who may read it.
            pub visibility: Visibility,
            /// What it costs, in yen.
            pub price: Option<u64>,
            /// Whether it is in the lists.
            pub status: Publication,
            /// How many kitchens saved it.
            #[serde(default)]
            pub saved_count: SavedCount,
            /// How many bought it and have it.
            #[serde(default, skip_serializing_if = "is_none_of")]
            pub sold_count: u64,
            /// Title, tags and creator, as a search compares them.
            pub search_text: Option<String>,
            /// What goes into it, by the names of the foods, for what the fridge can use; never shown.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            pub ingredient_names: Vec<String>,
            /// When it was last changed.
            pub updated_at: Option<Moment>,
            /// Counts its writes.
            #[serde(default)]
            pub version: u64,
        }

        impl $card {
            /// It is in the lists. What is stopped keeps its record, and leaves them.
            pub fn is_listed(&self) -> bool {
                self.status == Publication::Published
            }
        }

        impl From<&Card> for $card {
            fn from(card: &Card) -> Self {
                let Card { creator_name, title, thumbnail_url, tags, search_text, ingredient_names, .. } = card.clone();
                Self {
                    created_at: card.created_at,
                    $id: $of::new(card.id.as_str()).expect("the id of a card is a word"),
                    creator_id: card.creator_id.clone(),
                    creator_name,
                    title,
                    thumbnail_url,
                    tags,
                    cook_time_minutes: card.cook_time_minutes,
                    visibility: card.visibility,
                    price: card.price,
                    status: card.status,
                    saved_count: card.saved_count,
                    sold_count: card.sold_count,
                    search_text,
                    ingredient_names,
                    updated_at: card.updated_at,
                    version: card.version,
                }
            }
        }

        impl From<$card> for Card {
            fn from(card: $card) -> Self {
                Self {
                    kind: EntityType::$kind,
                    id: Word::new(card.$id.as_str()).expect("an id is a word"),
                    created_at: card.created_at,
                    creator_id: card.creator_id,
                    creator_name: card.creator_name,
                    title: card.title,
                    thumbnail_url: card.thumbnail_url,
                    tags: card.tags,
                    cook_time_minutes: card.cook_time_minutes,
                    visibility: card.visibility,
                    price: card.price,
                    status: card.status,
                    saved_count: card.saved_count,
                    sold_count: card.sold_count,
                    search_text: card.search_text,
                    ingredient_names: card.ingredient_names,
                    updated_at: card.updated_at,
                    version: card.version,
                }
            }
        }
    )+};
}

cards! {
    /// A published recipe: its record, and the list by time.
    RecipeCard of recipe_id: RecipeId as Recipe,
    /// A published set: its record, and the list by time.
    SetCard of set_id: SetId as Set,
    /// A published recipe as its creator's, and in the list by popularity.
    CreatorRecipeCard of recipe_id: RecipeId as Recipe,
    /// A published set as its creator's, and in the list by popularity.
    CreatorSetCard of set_id: SetId as Set,
}

/// That something of the catalog is in a kitchen's book, whichever of the two it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saved {
    /// In whose book.
    pub kitchen: KitchenId,
    /// Of which kind it is.
    pub kind: EntityType,
    /// Its id.
    pub id: Word,
    /// Whose it is: with the next, the address of its cards.
    pub creator_id: PersonId,
    /// When it was published.
    pub created_at: UtcSeconds,
    /// Since when it is in the book.
    pub saved_at: Moment,
}

impl Saved {
    /// Where its record is: its id, and when it was published.
    pub fn address(&self) -> (Word, UtcSeconds) {
        (self.id.clone(), self.created_at)
    }
}

/// A reference into the catalog, never a copy.
macro_rules! saved {
    ($($(#[$doc:meta])* $saved:ident of $id:ident: $of:ident as $kind:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase")]
        pub struct $saved {
            /// In whose book; in the key.
            #[serde(skip_serializing, rename = "userId")]
            pub kitchen: KitchenId,
            /// Which; in the key.
            #[serde(skip_serializing)]
            pub $id: $of,
            /// Whose it is: with the next, the address of its cards.
            pub creator_id: PersonId,
            /// When it was published.
            pub catalog_created_at: UtcSeconds,
            /// Since when it is in the book.
            pub saved_at: Moment,
        }

        impl From<&Saved> for $saved {
            fn from(saved: &Saved) -> Self {
                Self {
                    kitchen: saved.kitchen.clone(),
                    $id: $of::new(saved.id.as_str()).expect("the id of what was saved is a word"),
                    creator_id: saved.creator_id.clone(),
                    catalog_created_at: saved.created_at,
                    saved_at: saved.saved_at,
                }
            }
        }

        impl From<$saved> for Saved {
            fn from(saved: $saved) -> Self {
                Self {
                    kitchen: saved.kitchen,
                    kind: EntityType::$kind,
                    id: Word::new(saved.$id.as_str()).expect("an id is a word"),
                    creator_id: saved.creator_id,
                    created_at: saved.catalog_created_at,
                    saved_at: saved.saved_at,
                }
            }
        }
    )+};
}

saved! {
    /// A recipe of the catalog in a kitchen's book.
    SavedRecipe of recipe_id: RecipeId as Recipe,
    /// A set of the catalog in a kitchen's book.
    SavedSet of set_id: SetId as Set,
}

/// A link that shows one recipe or set to whoever has it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Share {
    /// What the link says: chance, and nothing else; in the key.
    #[serde(skip_serializing)]
    pub share_id: Word,
    /// Of which kind it is what it shows.
    pub target_type: EntityType,
    /// Which.
    pub target_id: Word,
    /// Who wrote it.
    pub author_name: Option<String>,
    /// Where it was found.
    pub source_url: Option<String>,
    /// Who shares it.
    pub owner_id: KitchenId,
    /// Since when.
    pub created_at: Option<Moment>,
    /// Since when it opens nothing.
    pub revoked_at: Option<Moment>,
    /// When one that opens nothing is forgotten, in Unix seconds.
    pub ttl: Option<i64>,
}

/// How long a link that was taken back is remembered, in seconds: whoever takes it back twice has taken it back.
pub const REVOKED_FOR: i64 = 24 * 60 * 60;

/// That something is shared by a link: there is one of these, so there is one link.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Shared {
    /// Who shares it; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub owner: KitchenId,
    /// Of which kind it is; in the key.
    #[serde(skip_serializing)]
    pub target_type: EntityType,
    /// Which; in the key.
    #[serde(skip_serializing)]
    pub target_id: Word,
    /// The link.
    pub share_id: Word,
}

impl Share {
    /// It opens something, and is found by what it shows.
    pub fn is_live(&self) -> bool {
        self.revoked_at.is_none()
    }
}
