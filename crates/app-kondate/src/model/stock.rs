//! Lines of the shopping list, and what is in the fridge.

use chabudai_food::{Amount, FoodId, Quantity, Unit, recognise};
use chabudai_kernel::part::{IsoDay, UtcSeconds};
use serde::{Deserialize, Serialize};

use super::{BatchId, KitchenId, LineId, Moment, PersonId, is_no, read_amount, text_or_number};

chabudai_kernel::text_enum! {
    /// Where a line or a batch comes from.
    pub Source {
        /// From the plan.
        Auto = "auto",
        /// Somebody wrote it down.
        Manual = "manual",
    }
}

/// The most lines that are kept of a kitchen.
pub const MOST_LINES: u64 = 500;
/// The most batches in a fridge.
pub const MOST_BATCHES: u64 = 500;
/// The most that something can have cost, in yen.
pub const MOST_YEN: u64 = 10_000_000;
/// How long the shopping can be undone, in seconds.
pub const BOUGHT_FOR: i64 = 24 * 60 * 60;
/// How long the tick of a line of the plan is kept, in seconds: longer than any plan is cooked.
pub const TICKED_FOR: i64 = 90 * 24 * 60 * 60;
/// So many of what has left the fridge are shown, and can come back: the last.
pub const MOST_DELETED: u32 = 500;
/// How long what left the fridge can come back, in days.
pub const DELETED_DAYS: i64 = 30;

/// A line that somebody wrote, or what happened to a line that the plan makes: it is ticked, or it is not wanted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// Whose it is; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub kitchen: KitchenId,
    /// Its id; in the key.
    #[serde(skip_serializing)]
    pub item_id: LineId,
    /// What to buy.
    pub name: String,
    /// How much, as it was written.
    #[serde(default, deserialize_with = "text_or_number")]
    pub quantity: Option<String>,
    /// Of what.
    pub unit: Option<String>,
    /// It is in the basket.
    #[serde(default)]
    pub checked: bool,
    /// Written by somebody, or made by the plan.
    pub source: Source,
    /// What to keep in mind when buying it.
    pub note: Option<String>,
    /// The food that it is.
    pub food_id: Option<String>,
    /// Of which need of the plan it is the tick: the food's id, or its name and unit.
    pub need: Option<String>,
    /// How much of that need is in the basket, in the unit that the need is counted in.
    pub amount: Option<Amount>,
    /// Of which plan, by when that was put into its slot.
    pub applied_at: Option<Moment>,
    /// A line of the plan that nobody wants to buy this time.
    #[serde(default, skip_serializing_if = "is_no")]
    pub dismissed: bool,
    /// The batch that it becomes when the shopping is done. It is made up when the line is ticked, so that doing it twice makes one batch.
    pub fridge_item_id: Option<BatchId>,
    /// Since when what was ticked of the plan is at home. The row stays with its plan, so that a tap that comes late buys nothing again.
    pub bought_at: Option<Moment>,
    /// Who ticked it.
    pub checked_by: Option<PersonId>,
    /// When it was written.
    pub created_at: Option<Moment>,
    /// When it was last changed.
    pub updated_at: Option<Moment>,
    /// When it is gone for good, in Unix seconds: what somebody wrote a day after it was bought, a tick when its plan is long over.
    pub ttl: Option<i64>,
}

impl Line {
    /// It is at home. What somebody wrote stays for a day after that, so that the shopping can be undone.
    pub fn is_bought(&self) -> bool {
        self.bought_at.is_some()
    }
}

/// A batch of something in the fridge, or in the cupboard.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Batch {
    /// Whose it is; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub kitchen: KitchenId,
    /// Its id; in the key.
    #[serde(skip_serializing)]
    pub item_id: BatchId,
    /// What it is.
    pub name: String,
    /// How much, as it was written; as a number once something was taken from it.
    #[serde(default, deserialize_with = "text_or_number")]
    pub quantity: Option<String>,
    /// Of what.
    pub unit: Option<String>,
    /// What there is to say about it.
    pub note: Option<String>,
    /// Bought for the plan, or put there by somebody.
    pub source: Option<Source>,
    /// The food that it is.
    pub food_id: Option<String>,
    /// Until when it is good.
    pub best_before: Option<IsoDay>,
    /// Nobody has said until when: the day is counted from how long its food keeps.
    #[serde(default, skip_serializing_if = "is_no")]
    pub best_before_guessed: bool,
    /// Since when it is open.
    pub opened_at: Option<IsoDay>,
    /// What it cost, in yen.
    pub price: Option<u64>,
    /// Where it was bought.
    pub store_name: Option<String>,
    /// When it came here.
    pub created_at: Option<Moment>,
    /// When it was last changed.
    pub updated_at: Option<Moment>,
    /// Since when nothing is left of it. It is swept into the deleted ones later.
    pub emptied_at: Option<Moment>,
    /// Counts its writes, so that nothing is taken twice.
    #[serde(default)]
    pub version: u64,
}

impl Batch {
    /// The food of the table that it is.
    pub fn food(&self) -> Option<FoodId> {
        let said = self.food_id.as_deref().and_then(chabudai_food::food::by_id);
        said.or_else(|| recognise(&self.name)).map(|food| food.id)
    }

    /// How much to count with.
    pub fn amount(&self) -> Option<Quantity> {
        let amount = read_amount(self.quantity.as_deref()?)?;
        Some(Quantity { amount, unit: self.unit.as_deref().and_then(Unit::find) })
    }

    /// Something is left of it.
    pub fn is_there(&self) -> bool {
        self.emptied_at.is_none()
    }
}

/// What left the fridge, and can come back for thirty days: every field that it had.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DeletedBatch {
    /// Whose it is; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub kitchen: KitchenId,
    /// When it left; in the key.
    #[serde(skip_serializing)]
    pub deleted_at: UtcSeconds,
    /// Its id; in the key.
    #[serde(skip_serializing)]
    pub item_id: BatchId,
    /// What it is.
    pub name: String,
    /// How much there was.
    #[serde(default, deserialize_with = "text_or_number")]
    pub quantity: Option<String>,
    /// Of what.
    pub unit: Option<String>,
    /// What there was to say about it.
    pub note: Option<String>,
    /// Bought for the plan, or put there by somebody.
    pub source: Option<Source>,
    /// The food that it is.
    pub food_id: Option<String>,
    /// Until when it is good.
    pub best_before: Option<IsoDay>,
    /// Nobody has said until when: the day is counted from how long its food keeps.
    #[serde(default, skip_serializing_if = "is_no")]
    pub best_before_guessed: bool,
    /// Since when it is open.
    pub opened_at: Option<IsoDay>,
    /// What it cost, in yen.
    pub price: Option<u64>,
    /// Where it was bought.
    pub store_name: Option<String>,
    /// When it had come here.
    pub created_at: Option<Moment>,
    /// When it was last changed.
    pub updated_at: Option<Moment>,
    /// Since when nothing was left of it: it was used up, and not thrown away.
    pub emptied_at: Option<Moment>,
    /// How often it had been written.
    #[serde(default)]
    pub version: u64,
    /// When it is gone for good, in Unix seconds; an item may go without.
    pub ttl: Option<i64>,
}

impl DeletedBatch {
    /// A batch that leaves at this moment.
    pub fn of(batch: Batch, deleted_at: UtcSeconds) -> Self {
        let Batch { kitchen, item_id, name, quantity, unit, note, source, food_id, best_before, opened_at, price, store_name, .. } = batch;
        let Batch { best_before_guessed, created_at, updated_at, emptied_at, version, .. } = batch;
        let ttl = Some(deleted_at.0.as_second() + DELETED_DAYS * 24 * 60 * 60);
        Self {
            kitchen,
            deleted_at,
            item_id,
            name,
            quantity,
            unit,
            note,
            source,
            food_id,
            best_before,
            best_before_guessed,
            opened_at,
            price,
            store_name,
            created_at,
            updated_at,
            emptied_at,
            version,
            ttl,
        }
    }

    /// The batch as it comes back: once more written, so that nobody who had read it before writes over it.
    pub fn back(self, now: Moment) -> Batch {
        let Self { kitchen, item_id, name, quantity, unit, note, source, food_id, best_before, opened_at, price, store_name, .. } = self;
        let Self { best_before_guessed, created_at, version, .. } = self;
        Batch {
            kitchen,
            item_id,
            name,
            quantity,
            unit,
            note,
            source,
            food_id,
            best_before,
            best_before_guessed,
            opened_at,
            price,
            store_name,
            created_at,
            updated_at: Some(now),
            emptied_at: None,
            version: version + 1,
        }
    }
}
