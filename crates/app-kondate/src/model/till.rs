//! What is bought, paid every month, and paid by: the kinds of items of payments.

use chabudai_food::Language;
use chabudai_kernel::part::{KeyPart as _, Ulid, UtcSeconds, Word};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{EntityType, Moment, PersonId, PurchaseId, RecipeId, Role, SetId, Target, is_no};

/// What it costs to become a creator, once, in yen.
pub const CREATOR_PRICE: u64 = 1_200;
/// The id of that in a purchase.
pub const CREATOR: &str = "creator";
/// How many cards somebody stores at most.
pub const MOST_PAYMENT_METHODS: usize = 10;
/// How long somebody may take on the page to pay on, in seconds. Stripe gives no less than half of it.
pub const CHECKOUT_FOR: i64 = 60 * 60;
/// How long a month that is not paid yet still counts, in seconds: banks take their time, and so do messages.
pub const LATE_FOR: i64 = 3 * 24 * 60 * 60;

chabudai_kernel::text_enum! {
    /// How far a payment has come.
    pub PaymentState { Pending = "pending", Succeeded = "succeeded", Failed = "failed", Refunded = "refunded" }
}
chabudai_kernel::text_enum! {
    /// What is paid every month.
    pub PlanId { UserPlus = "user_plus", CreatorPlus = "creator_plus" }
}
chabudai_kernel::text_enum! {
    /// How a subscription stands.
    pub SubscriptionState { None = "none", Active = "active", PastDue = "past_due", Canceled = "canceled" }
}

impl PlanId {
    /// What it costs a month, in yen.
    pub const fn price(self) -> u64 {
        match self {
            Self::UserPlus => 500,
            Self::CreatorPlus => 800,
        }
    }

    /// What somebody is while they pay for it.
    pub const fn role(self) -> Role {
        match self {
            Self::UserPlus => Role::UserPlus,
            Self::CreatorPlus => Role::CreatorPlus,
        }
    }

    /// What it is called on a bill.
    pub const fn title(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::UserPlus, Language::Ja) => "献立ループ プラス",
            (Self::UserPlus, Language::En) => "Kondate Loop Plus",
            (Self::CreatorPlus, Language::Ja) => "献立ループ クリエイタープラス",
            (Self::CreatorPlus, Language::En) => "Kondate Loop Creator Plus",
        }
    }
}

impl SubscriptionState {
    /// Something is paid for, or is about to be.
    pub const fn is_live(self) -> bool {
        matches!(self, Self::Active | Self::PastDue)
    }
}

/// What is bought once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ware {
    /// Something of the catalog.
    Item(Target),
    /// To be a creator.
    Creator,
}

impl Ware {
    /// As a purchase and a client name it.
    pub fn read(kind: &str, id: &str) -> Option<Self> {
        match kind {
            "recipe" => Target::new(EntityType::Recipe, id).map(Self::Item),
            "set" => Target::new(EntityType::Set, id).map(Self::Item),
            "plan" => (id == CREATOR).then_some(Self::Creator),
            _ => None,
        }
    }

    /// `recipe`, `set` or `plan`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Item(target) => target.name(),
            Self::Creator => "plan",
        }
    }

    /// Its id.
    pub fn id(&self) -> String {
        match self {
            Self::Item(target) => target.id().to_string(),
            Self::Creator => CREATOR.to_owned(),
        }
    }
}

/// What being a creator is called on a bill.
pub(crate) const fn creator_title(language: Language) -> &'static str {
    match language {
        Language::Ja => "献立ループ クリエイター登録",
        Language::En => "Kondate Loop creator registration",
    }
}

impl PurchaseId {
    /// When it began: the id says so. What is no ULID is no id of ours.
    pub fn begun_at(&self) -> Option<UtcSeconds> {
        let millis = Ulid::parse(self.as_str())?.millis();
        Timestamp::from_second(i64::try_from(millis / 1000).ok()?).ok().map(UtcSeconds)
    }
}

/// That somebody has bought something of the catalog or is buying it, whichever of the two it is. There is one of these, so there is one charge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guard {
    /// Who.
    pub person: PersonId,
    /// What.
    pub target: Target,
    /// By which purchase.
    pub purchase_id: PurchaseId,
    /// How far that has come.
    pub state: PaymentState,
    /// Whose it is: with the next, the address of its cards.
    pub creator_id: PersonId,
    /// When it was published.
    pub created_at: UtcSeconds,
}

macro_rules! guards {
    ($($(#[$doc:meta])* $guard:ident of $id:ident: $of:ident as $kind:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase")]
        pub struct $guard {
            /// Who; in the key.
            #[serde(skip_serializing, rename = "userId")]
            pub person: PersonId,
            /// Which; in the key.
            #[serde(skip_serializing)]
            pub $id: $of,
            /// By which purchase.
            pub purchase_id: PurchaseId,
            /// How far that has come.
            pub state: PaymentState,
            /// Whose it is: with the next, the address of its cards.
            pub creator_id: PersonId,
            /// When it was published.
            pub catalog_created_at: UtcSeconds,
        }

        impl From<$guard> for Guard {
            fn from(guard: $guard) -> Self {
                Self {
                    person: guard.person,
                    target: Target::$kind(guard.$id),
                    purchase_id: guard.purchase_id,
                    state: guard.state,
                    creator_id: guard.creator_id,
                    created_at: guard.catalog_created_at,
                }
            }
        }

        impl $guard {
            /// The guard of that id.
            pub fn new(guard: &Guard, id: &$of) -> Self {
                Self {
                    person: guard.person.clone(),
                    $id: id.clone(),
                    purchase_id: guard.purchase_id.clone(),
                    state: guard.state,
                    creator_id: guard.creator_id.clone(),
                    catalog_created_at: guard.created_at,
                }
            }
        }
    )+};
}

guards! {
    /// A recipe that somebody bought, or is buying.
    PurchasedRecipe of recipe_id: RecipeId as Recipe,
    /// A set that somebody bought, or is buying.
    PurchasedSet of set_id: SetId as Set,
}

/// A purchase. What Stripe is asked with is kept, so that the same can be asked again.
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
    /// Whose it is: with the next, the address of its cards.
    pub creator_id: Option<PersonId>,
    /// When it was published.
    pub catalog_created_at: Option<UtcSeconds>,
    /// What of it stays with the house.
    pub fee: Option<u64>,
    /// To whose account the rest goes.
    pub payout_account_id: Option<String>,
    /// Who pays, at the provider.
    pub customer_id: Option<String>,
    /// By which stored card.
    pub payment_method_id: Option<String>,
    /// The page to pay on. Nobody is sent to one that is not noted here.
    pub checkout_id: Option<String>,
    /// The payment. Nothing is charged by one that is not noted here.
    pub payment_intent_id: Option<String>,
    /// When the page to pay on ends, in Unix seconds.
    pub expires_at: Option<i64>,
    /// When it was paid, or failed, or was given back.
    pub settled_at: Option<Moment>,
    /// Why it failed, in the provider's word.
    pub failure: Option<String>,
}

impl Purchase {
    /// It is not known yet what becomes of it.
    pub fn is_pending(&self) -> bool {
        self.status == PaymentState::Pending
    }

    /// What is bought.
    pub fn ware(&self) -> Option<Ware> {
        Ware::read(&self.item_type, &self.item_id)
    }

    /// The guard of it, where it is something of the catalog.
    pub fn guard(&self) -> Option<Guard> {
        let Ware::Item(target) = self.ware()? else { return None };
        Some(Guard {
            person: self.person.clone(),
            target,
            purchase_id: self.purchase_id.clone(),
            state: self.status,
            creator_id: self.creator_id.clone()?,
            created_at: self.catalog_created_at?,
        })
    }

    /// Something at the provider is noted by which it can be paid.
    pub fn is_arranged(&self) -> bool {
        self.checkout_id.is_some() || self.payment_intent_id.is_some()
    }
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
    pub exp_month: u32,
    /// Of which year.
    pub exp_year: u32,
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
    /// Its id at the provider, once it has one.
    pub subscription_id: Option<String>,
    /// To what.
    pub plan_id: PlanId,
    /// How it stands.
    pub status: SubscriptionState,
    /// It ends with the period that is paid.
    #[serde(default, skip_serializing_if = "is_no")]
    pub cancel_at_period_end: bool,
    /// When that ends.
    pub current_period_end: Option<Moment>,
    /// What somebody has begun and not finished on the page to pay on.
    pub attempt_id: Option<PurchaseId>,
    /// That page. Nobody is sent to one that is not noted here.
    pub checkout_id: Option<String>,
    /// When it ends, in Unix seconds.
    pub expires_at: Option<i64>,
    /// Who they were at the provider, of somebody who has left: that is still to be closed.
    pub left_customer_id: Option<String>,
    /// When it was last changed.
    pub updated_at: Option<Moment>,
    /// Counts its writes.
    #[serde(default)]
    pub version: u64,
}

impl Subscription {
    /// Nothing yet.
    pub fn new(person: PersonId, plan_id: PlanId) -> Self {
        Self {
            person,
            subscription_id: None,
            plan_id,
            status: SubscriptionState::None,
            cancel_at_period_end: false,
            current_period_end: None,
            attempt_id: None,
            checkout_id: None,
            expires_at: None,
            left_customer_id: None,
            updated_at: None,
            version: 0,
        }
    }

    /// Something is still to be looked after at the provider: now, or when its month is over.
    pub fn is_open(&self) -> bool {
        self.attempt_id.is_some() || self.left_customer_id.is_some() || self.status.is_live()
    }
}
