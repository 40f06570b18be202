//! Kitchens, who is in them, and invitations.

use chabudai_kernel::packed::SetOf;
use chabudai_kernel::part::{IsoDay, Millis, UtcSeconds, Word};
use serde::{Deserialize, Serialize};

use super::{KitchenId, Moment, PersonId, is_no, is_none_of};

/// The most people in a kitchen.
pub const MOST_MEMBERS: u64 = 8;
/// The most kitchens of a person.
pub const MOST_KITCHENS: u64 = 10;
/// How long a deleted kitchen can come back, in seconds.
pub const KITCHEN_BACK_FOR: i64 = 24 * 60 * 60;
/// How long an invitation is good, in seconds.
pub const INVITED_FOR: i64 = 7 * 24 * 60 * 60;
/// The longest name of a kitchen.
pub const LONGEST_KITCHEN_NAME: usize = 40;

chabudai_kernel::text_enum! {
    /// What somebody may do in a kitchen.
    pub MemberRole {
        /// Invites, removes, hands over; there is one.
        Owner = "owner",
        /// Plans, shops and cooks.
        Member = "member",
    }
}

/// What a kitchen has so many of at most. The number stands on the kitchen and changes in the transaction of what it counts: two who add the
/// last one at once cannot both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bounded {
    /// Recipes that are not in the bin.
    Recipes,
    /// Sets, likewise.
    Sets,
    /// Lines that somebody wrote. Ticks of the plan are as many as it has needs.
    Lines,
    /// Batches in the fridge.
    Batches,
    /// Staples.
    Staples,
    /// Foods of its own.
    Foods,
    /// Shops whose way it knows, with that of any shop.
    Shops,
    /// What it saved of the catalog, recipes and sets together.
    Saved,
}

impl Bounded {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Recipes, Self::Sets, Self::Lines, Self::Batches, Self::Staples, Self::Foods, Self::Shops, Self::Saved];

    /// The attribute that counts them.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Recipes => "recipes",
            Self::Sets => "sets",
            Self::Lines => "lines",
            Self::Batches => "batches",
            Self::Staples => "staples",
            Self::Foods => "foods",
            Self::Shops => "shops",
            Self::Saved => "saved",
        }
    }

    /// The most of them.
    pub const fn most(self) -> u64 {
        match self {
            Self::Recipes => super::MOST_RECIPES,
            Self::Sets => super::MOST_SETS,
            Self::Lines => super::MOST_LINES,
            Self::Batches => super::MOST_BATCHES,
            Self::Staples => super::MOST_STAPLES,
            Self::Foods => super::MOST_OWN_FOODS,
            Self::Shops => super::MOST_SHOPS,
            Self::Saved => super::MOST_SAVED,
        }
    }
}

/// A kitchen: whose it is, and the numbers that bound it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Kitchen {
    /// Its id; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub kitchen: KitchenId,
    /// Whose it is.
    pub owner_id: PersonId,
    /// What it is called.
    #[serde(default)]
    pub name: String,
    /// How many are in it: exactly as many as there are rows of members.
    pub members: u64,
    /// How many recipes were added here and not deleted. What was brought along is not counted, so that it can be below nothing.
    #[serde(default)]
    pub recipes: i64,
    /// How many sets, likewise.
    #[serde(default)]
    pub sets: i64,
    /// How many lines that somebody wrote, likewise.
    #[serde(default)]
    pub lines: i64,
    /// How many batches are in the fridge, likewise.
    #[serde(default)]
    pub batches: i64,
    /// How many staples, likewise.
    #[serde(default)]
    pub staples: i64,
    /// How many foods of its own, likewise.
    #[serde(default)]
    pub foods: i64,
    /// How many shops, likewise.
    #[serde(default)]
    pub shops: i64,
    /// How much it saved of the catalog, likewise.
    #[serde(default)]
    pub saved: i64,
    /// Invitations of an earlier series open nothing: one write takes back all that are under way.
    #[serde(default)]
    pub invite_series: u64,
    /// Until when the last invitation is good, in Unix seconds …
    pub invited_until: Option<i64>,
    /// … and of which series it is: one of an earlier series opens nothing.
    #[serde(default)]
    pub invited_series: u64,
    /// For how many is usually cooked here; as each recipe says where nobody has said.
    pub servings: Option<u32>,
    /// Counts the changes of its categories: each is decided by all of them.
    #[serde(default)]
    pub categories_version: u64,
    /// The day, by UTC, on which it last took in a picture …
    pub picture_day: Option<IsoDay>,
    /// … and how many on that day: there are so many at most.
    #[serde(default)]
    pub pictures: u64,
    /// When the last plan began that was in a slot and is in none any more: the next one is later.
    pub last_applied_at: Option<Moment>,
    /// The version that it had then: whoever undoes that undoes this emptying and no other.
    pub last_version: Option<u64>,
    /// Since when its owner does not want it any more. For a day it can come back.
    pub deleted_at: Option<Moment>,
    /// Its day is over, and what is in it is being removed: it does not come back.
    #[serde(default, skip_serializing_if = "is_no")]
    pub removing: bool,
    /// When it was made.
    pub created_at: Option<Moment>,
    /// Counts the changes of its members and its name.
    #[serde(default)]
    pub version: u64,
}

impl Kitchen {
    /// A kitchen with one person in it, and nothing else.
    pub fn new(kitchen: KitchenId, owner_id: PersonId, name: String, now: Moment) -> Self {
        Self {
            kitchen,
            owner_id,
            name,
            members: 1,
            recipes: 0,
            sets: 0,
            lines: 0,
            batches: 0,
            staples: 0,
            foods: 0,
            shops: 0,
            saved: 0,
            invite_series: 0,
            invited_until: None,
            invited_series: 0,
            servings: None,
            categories_version: 0,
            picture_day: None,
            pictures: 0,
            last_applied_at: None,
            last_version: None,
            deleted_at: None,
            removing: false,
            created_at: Some(now),
            version: 1,
        }
    }

    /// Whether a link that was sent may still let somebody in.
    pub fn may_be_open(&self, now: i64) -> bool {
        self.invited_series == self.invite_series && self.invited_until.is_some_and(|until| until > now)
    }

    /// How many it counts of these.
    pub const fn count(&self, what: Bounded) -> i64 {
        match what {
            Bounded::Recipes => self.recipes,
            Bounded::Sets => self.sets,
            Bounded::Lines => self.lines,
            Bounded::Batches => self.batches,
            Bounded::Staples => self.staples,
            Bounded::Foods => self.foods,
            Bounded::Shops => self.shops,
            Bounded::Saved => self.saved,
        }
    }
}

/// Somebody in a kitchen, as the kitchen has it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// Which kitchen; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub kitchen: KitchenId,
    /// Who; in the key.
    #[serde(skip_serializing)]
    pub person_id: PersonId,
    /// What they were called when they came.
    #[serde(default)]
    pub name: String,
    /// What they may do.
    pub role: MemberRole,
    /// Since when.
    pub joined_at: Moment,
}

/// A kitchen that somebody is in, as they have it. It stands and falls with the row of the member.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Membership {
    /// Who; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub person: PersonId,
    /// Which kitchen; in the key.
    #[serde(skip_serializing)]
    pub kitchen_id: KitchenId,
    /// What the kitchen is called.
    #[serde(default)]
    pub name: String,
    /// When they last chose it: the latest is the one that they are in.
    #[serde(default)]
    pub last_used_at: Millis,
}

/// A kitchen that somebody does not want any more: it is not among theirs, and for a day it can be again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DeletedKitchen {
    /// Whose it was; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub person: PersonId,
    /// When they deleted it; in the key.
    #[serde(skip_serializing)]
    pub deleted_at: UtcSeconds,
    /// Which; in the key.
    #[serde(skip_serializing)]
    pub kitchen_id: KitchenId,
    /// What it was called.
    #[serde(default)]
    pub name: String,
}

/// An invitation into a kitchen, by the hash of what its link says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Invite {
    /// The hash; in the key.
    #[serde(skip_serializing)]
    pub hash: Word,
    /// Into which kitchen.
    pub kitchen_id: KitchenId,
    /// What that was called.
    pub kitchen_name: String,
    /// Who invites.
    pub invited_by: PersonId,
    /// What they are called.
    pub inviter_name: String,
    /// Of which series.
    pub series: u64,
    /// Who came by it: it works once, and whoever used it may ask again.
    pub used_by: Option<PersonId>,
    /// Since when.
    pub created_at: Moment,
    /// When it opens nothing any more, in Unix seconds.
    pub ttl: i64,
}

/// The recipes that somebody imports in a month …
pub const MOST_IMPORTS: u64 = 10;
/// … and that somebody does who pays for more.
pub const MOST_IMPORTS_PLUS: u64 = 100;

/// What Kondate keeps of a person beside the house: all of it may be missing.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    /// Who; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub person: PersonId,
    /// What they are called, where an older item says so. The house knows better.
    pub name: Option<String>,
    /// Their address, likewise.
    pub email: Option<String>,
    /// Their role in the catalog; `user` without one.
    pub role: Option<String>,
    /// Their picture.
    pub avatar_url: Option<String>,
    /// What a creator says about themselves.
    pub bio: Option<String>,
    /// Since when they may publish, where that has to be bought.
    pub creator_since: Option<Moment>,
    /// The purchase by which they become a creator, while it is under way.
    pub creator_purchase_id: Option<String>,
    /// Until when a role of the month is paid for, in Unix seconds.
    pub paid_until: Option<i64>,
    /// Who they are at the payment provider.
    pub customer_id: Option<String>,
    /// How often their stored cards have changed: whoever changes them has seen them all.
    #[serde(default, skip_serializing_if = "is_none_of")]
    pub cards_version: u64,
    /// The account to which their earnings go.
    pub payout_account_id: Option<String>,
    /// That account takes them.
    #[serde(default, skip_serializing_if = "is_no")]
    pub payouts_enabled: bool,
    /// Since when they are being forgotten, in Unix seconds.
    pub leaving_at: Option<i64>,
    /// Where their day begins and ends, where the house does not know.
    pub timezone: Option<String>,
    /// In how many kitchens they are.
    #[serde(default)]
    pub kitchens: u64,
    /// The month of the imports below, `2026-11`.
    pub import_month: Option<String>,
    /// How many recipes they imported in that month.
    #[serde(default)]
    pub imports: u64,
    /// Which of the addresses of their calendar is the last that they asked for; none, where they have taken it back.
    pub calendar_series: Option<u64>,
    /// The first steps that they have done …
    #[serde(default)]
    pub onboarding_done: SetOf<String>,
    /// … and those of which they were told.
    #[serde(default)]
    pub onboarding_told: SetOf<String>,
    /// Not before then are they shown the next, in Unix seconds.
    pub onboarding_snoozed_until: Option<i64>,
    /// They do not want to be shown any.
    #[serde(default, skip_serializing_if = "is_no")]
    pub onboarding_dismissed: bool,
    /// Since when.
    pub created_at: Option<Moment>,
    /// When it was last changed.
    pub updated_at: Option<Moment>,
}
