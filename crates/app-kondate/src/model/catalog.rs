//! What is published, saved, shared, bought and told: the kinds of items of the catalog, of payments and of notices.

use chabudai_kernel::part::{IsoDay, Padded, UtcSeconds, Word};
use serde::{Deserialize, Serialize};

use super::{KitchenId, Moment, NoticeId, PersonId, PurchaseId, RecipeId, SetId, is_no};

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
chabudai_kernel::text_enum! {
    /// How far a payment has come.
    pub PaymentState { Pending = "pending", Succeeded = "succeeded", Failed = "failed", Refunded = "refunded" }
}

/// The two cards of something that is published, which carry the same: one is the record and the list by time, the other the list by popularity.
macro_rules! cards {
    ($($(#[$doc:meta])* $card:ident of $id:ident: $of:ty),+ $(,)?) => {$(
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
            /// How many people saved it.
            #[serde(default)]
            pub saved_count: SavedCount,
            /// Title, tags and creator, as a search compares them.
            pub search_text: Option<String>,
            /// What goes into it, for what the fridge can use; never shown.
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
    )+};
}

cards! {
    /// A published recipe: its record, and the list by time.
    RecipeCard of recipe_id: RecipeId,
    /// A published set: its record, and the list by time.
    SetCard of set_id: SetId,
    /// A published recipe as its creator's, and in the list by popularity.
    CreatorRecipeCard of recipe_id: RecipeId,
    /// A published set as its creator's, and in the list by popularity.
    CreatorSetCard of set_id: SetId,
}

/// A recipe of the catalog in a kitchen's book: a reference, never a copy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SavedRecipe {
    /// In whose book; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub kitchen: KitchenId,
    /// Which; in the key.
    #[serde(skip_serializing)]
    pub recipe_id: RecipeId,
    /// Whose it is: with the next, the address of its cards.
    pub creator_id: PersonId,
    /// When it was published.
    pub catalog_created_at: UtcSeconds,
    /// Since when it is in the book.
    pub saved_at: Moment,
}

/// A set of the catalog in a kitchen's book.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SavedSet {
    /// In whose book; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub kitchen: KitchenId,
    /// Which; in the key.
    #[serde(skip_serializing)]
    pub set_id: SetId,
    /// Whose it is: with the next, the address of its cards.
    pub creator_id: PersonId,
    /// When it was published.
    pub catalog_created_at: UtcSeconds,
    /// Since when it is in the book.
    pub saved_at: Moment,
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
}

/// That something is published: there is one of these, so there is one record of it, and it says where that stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Published {
    /// Whose it is; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub creator: PersonId,
    /// Of which kind it is; in the key.
    #[serde(skip_serializing)]
    pub target_type: EntityType,
    /// Which; in the key.
    #[serde(skip_serializing)]
    pub target_id: Word,
    /// When it was first published: the key of its record.
    pub created_at: UtcSeconds,
}

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

/// A recipe that somebody bought, or is buying: there is one of these, so there is one charge.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PurchasedRecipe {
    /// Who; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub person: PersonId,
    /// Which; in the key.
    #[serde(skip_serializing)]
    pub recipe_id: RecipeId,
    /// By which purchase.
    pub purchase_id: PurchaseId,
    /// How far that has come.
    pub state: PaymentState,
}

/// A set that somebody bought, or is buying.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PurchasedSet {
    /// Who; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub person: PersonId,
    /// Which; in the key.
    #[serde(skip_serializing)]
    pub set_id: SetId,
    /// By which purchase.
    pub purchase_id: PurchaseId,
    /// How far that has come.
    pub state: PaymentState,
}

/// A purchase.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Purchase {
    /// Who; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub person: PersonId,
    /// When; in the key.
    #[serde(skip_serializing)]
    pub purchased_at: UtcSeconds,
    /// Its id; in the key.
    #[serde(skip_serializing)]
    pub purchase_id: PurchaseId,
    /// `recipe`, `set` or `plan`.
    pub item_type: String,
    /// Which.
    pub item_id: String,
    /// What it was called.
    pub item_title: String,
    /// What it cost.
    pub amount: u64,
    /// In which money.
    pub currency: String,
    /// How far it has come.
    pub status: PaymentState,
}

/// A way to pay.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentMethod {
    /// Whose; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub person: PersonId,
    /// Its id at the provider; in the key.
    #[serde(skip_serializing)]
    pub payment_method_id: Word,
    /// Who they are at the provider.
    pub customer_id: Word,
    /// Of which brand the card is.
    pub brand: String,
    /// Its last four digits.
    pub last4: String,
    /// Until which month.
    pub exp_month: u8,
    /// Of which year.
    pub exp_year: u16,
    /// It is used unless another is chosen.
    #[serde(default, skip_serializing_if = "is_no")]
    pub is_default: bool,
    /// Since when.
    pub created_at: Option<Moment>,
}

/// What somebody subscribes to: one record, whatever its state.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Subscription {
    /// Who; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub person: PersonId,
    /// Its id at the provider.
    pub subscription_id: String,
    /// To what.
    pub plan_id: String,
    /// `none`, `active`, `past_due` or `canceled`.
    pub status: String,
    /// It ends with the period that is paid.
    #[serde(default, skip_serializing_if = "is_no")]
    pub cancel_at_period_end: bool,
    /// When that ends.
    pub current_period_end: Option<Moment>,
    /// When it was last changed.
    pub updated_at: Option<Moment>,
}

/// A notice to one person, or that somebody has read one that is for all.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    /// Whose; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub person: PersonId,
    /// When; in the key.
    #[serde(skip_serializing)]
    pub created_at: UtcSeconds,
    /// Its id; in the key.
    #[serde(skip_serializing)]
    pub notification_id: NoticeId,
    /// What it is about; nothing where it only says that one for all was read.
    pub title: Option<String>,
    /// What it says.
    pub body: Option<String>,
    /// A picture.
    pub image_url: Option<String>,
    /// Where it leads.
    pub link_url: Option<String>,
    /// Since when it is read.
    pub read_at: Option<Moment>,
    /// When it is gone, in Unix seconds.
    pub ttl: Option<i64>,
}

/// A notice that is for all, kept once.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct News {
    /// When; in the key.
    #[serde(skip_serializing)]
    pub created_at: UtcSeconds,
    /// Its id; in the key.
    #[serde(skip_serializing)]
    pub news_id: NoticeId,
    /// What it is about.
    pub title: String,
    /// What it says.
    pub body: String,
    /// A picture.
    pub image_url: Option<String>,
    /// Where it leads.
    pub link_url: Option<String>,
    /// When it is gone, in Unix seconds.
    pub ttl: i64,
}

/// A device that notices reach.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PushToken {
    /// Whose; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub person: PersonId,
    /// Of which kind; in the key.
    #[serde(skip_serializing)]
    pub platform: Word,
    /// The hash of its token; in the key.
    #[serde(skip_serializing)]
    pub token_hash: Word,
    /// The token.
    pub token: String,
    /// Since when.
    pub created_at: Option<Moment>,
}

/// What somebody wants to be told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NotificationSettings {
    /// Who; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub person: PersonId,
    /// Whether devices are reached.
    #[serde(default)]
    pub push_enabled: bool,
    /// About what.
    pub categories: Option<NoticeCategories>,
    /// Everything until then is read.
    pub last_read_at: Option<Moment>,
    /// The last day, by their own clock, on which they were told what has to be used soon.
    pub soon_told_on: Option<IsoDay>,
    /// When that was, in Unix seconds: what came into the fridge since is news.
    pub soon_told_at: Option<i64>,
    /// Not before then are they told again, in Unix seconds: a server is at it, or it was done today.
    pub soon_not_before: Option<i64>,
}

impl NotificationSettings {
    /// They are told on their devices.
    pub fn wants_push(&self) -> bool {
        self.push_enabled
    }

    /// They want to hear what is for them alone.
    pub fn wants_personal(&self) -> bool {
        self.push_enabled && self.categories.is_none_or(|categories| categories.personal)
    }
}

/// About what somebody wants to be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NoticeCategories {
    /// What is for all.
    pub news: bool,
    /// What is for them alone.
    pub personal: bool,
}
