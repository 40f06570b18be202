//! The list, the fridge and what goes with them, as JSON.

use chabudai_food::Aisle;
use chabudai_kernel::part::{IsoDay, UtcSeconds};
use chabudai_web::schema::Spelled;
use schemars::JsonSchema;
use serde::Serialize;

use super::{At, at};
use crate::list::{AtHome, ListLine, PantryLine, ShoppingList};
use crate::model::{AisleOrder, Batch, DeletedBatch, Line, OwnFood, Source, Staple};

/// A line of the list.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ShoppingLineView")]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct LineView {
    id: String,
    name: String,
    quantity: Option<String>,
    unit: Option<String>,
    /// The quantity is about so much: amounts in several units came together.
    about: bool,
    checked: bool,
    #[schemars(with = "Spelled<Source>")]
    source: Source,
    note: Option<String>,
    /// Where the shop keeps it.
    aisle: Option<String>,
    food_id: Option<String>,
    /// For which dishes.
    dishes: Vec<String>,
    /// It should always be there, and is not.
    is_staple: bool,
}

impl LineView {
    fn of(line: ListLine) -> Self {
        Self {
            id: line.id.to_string(),
            name: line.name,
            quantity: line.quantity,
            unit: line.unit,
            about: line.about,
            checked: line.checked,
            source: line.source,
            note: line.note,
            aisle: line.aisle.map(|aisle| aisle.id().to_owned()),
            food_id: line.food_id,
            dishes: line.dishes,
            is_staple: line.is_staple,
        }
    }

    /// A line that was just written.
    pub(in crate::api) fn written(line: Line) -> Self {
        Self {
            id: line.item_id.to_string(),
            name: line.name,
            quantity: line.quantity,
            unit: line.unit,
            about: false,
            checked: line.checked,
            source: line.source,
            note: line.note,
            aisle: None,
            food_id: line.food_id,
            dishes: Vec::new(),
            is_staple: false,
        }
    }
}

/// What is fine if it is at home.
#[derive(Serialize, JsonSchema)]
pub(in crate::api) struct PantryView {
    name: String,
    /// How much each dish takes.
    amounts: Vec<String>,
}

/// What is in the fridge in another unit.
#[derive(Serialize, JsonSchema)]
pub(in crate::api) struct AtHomeView {
    name: String,
    quantity: String,
    unit: Option<String>,
}

/// The shopping list.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct ShoppingListView {
    /// What to buy, in the order of the shop; what is ticked comes last.
    items: Vec<LineView>,
    /// Fine if it is at home.
    pantry: Vec<PantryView>,
    /// In the fridge, in units that cannot be subtracted.
    at_home: Vec<AtHomeView>,
}

impl ShoppingListView {
    pub(in crate::api) fn of(list: ShoppingList) -> Self {
        let pantry = |line: PantryLine| PantryView { name: line.name, amounts: line.amounts };
        let there = |there: AtHome| AtHomeView { name: there.name, quantity: there.quantity, unit: there.unit };
        Self {
            items: list.lines.into_iter().map(LineView::of).collect(),
            pantry: list.pantry.into_iter().map(pantry).collect(),
            at_home: list.at_home.into_iter().map(there).collect(),
        }
    }
}

/// A batch of something.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "FridgeItemView")]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct BatchView {
    id: String,
    name: String,
    quantity: Option<String>,
    unit: Option<String>,
    note: Option<String>,
    #[schemars(with = "Spelled<Source>")]
    source: Source,
    food_id: Option<String>,
    #[schemars(with = "Option<Spelled<IsoDay>>")]
    best_before: Option<IsoDay>,
    #[schemars(with = "Option<Spelled<IsoDay>>")]
    opened_at: Option<IsoDay>,
    /// In yen.
    price: Option<u64>,
    store_name: Option<String>,
    #[schemars(with = "Option<Spelled<UtcSeconds>>")]
    updated_at: At,
    /// Send it with a change, and the change is refused if somebody else was first.
    version: u64,
}

impl BatchView {
    pub(in crate::api) fn of(batch: Batch) -> Self {
        Self {
            id: batch.item_id.to_string(),
            name: batch.name,
            quantity: batch.quantity,
            unit: batch.unit,
            note: batch.note,
            source: batch.source.unwrap_or(Source::Manual),
            food_id: batch.food_id,
            best_before: batch.best_before,
            opened_at: batch.opened_at,
            price: batch.price,
            store_name: batch.store_name,
            updated_at: at(batch.updated_at),
            version: batch.version,
        }
    }
}

/// What left the fridge.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "DeletedFridgeItemView")]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct DeletedBatchView {
    id: String,
    name: String,
    quantity: Option<String>,
    unit: Option<String>,
    #[schemars(with = "Spelled<UtcSeconds>")]
    deleted_at: String,
}

impl DeletedBatchView {
    pub(in crate::api) fn of(batch: DeletedBatch) -> Self {
        Self {
            id: batch.item_id.to_string(),
            name: batch.name,
            quantity: batch.quantity,
            unit: batch.unit,
            deleted_at: batch.deleted_at.to_string(),
        }
    }
}

/// Something that should always be there.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct StapleView {
    food_id: String,
    name: String,
    quantity: Option<String>,
    unit: Option<String>,
}

impl StapleView {
    pub(in crate::api) fn of(staple: Staple) -> Self {
        Self { food_id: staple.food_id.to_string(), name: staple.name, quantity: staple.quantity, unit: staple.unit }
    }
}

/// The way through a shop.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct WayView {
    store_name: String,
    aisles: Vec<String>,
}

impl WayView {
    pub(in crate::api) fn of(order: AisleOrder) -> Self {
        Self { store_name: order.store_name.to_string(), aisles: order.aisles }
    }

    /// One that was just said.
    pub(in crate::api) fn named(shop: &str, aisles: &[Aisle]) -> Self {
        Self { store_name: shop.to_owned(), aisles: aisles.iter().map(|aisle| aisle.id().to_owned()).collect() }
    }
}

/// A food of the kitchen's own.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct OwnFoodView {
    food_id: String,
    name: String,
    aisle: Option<String>,
    keeps_days: Option<u16>,
}

impl OwnFoodView {
    pub(in crate::api) fn of(food: OwnFood) -> Self {
        Self { food_id: food.food_id.to_string(), name: food.name, aisle: food.aisle, keeps_days: food.keeps_days }
    }
}
