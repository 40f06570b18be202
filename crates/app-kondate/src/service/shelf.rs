//! Staples, ways through shops, and foods of a kitchen's own.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chabudai_food::{Aisle, fold};
use chabudai_kernel::op::Put;
use chabudai_kernel::part::Word;
use sha2::{Digest as _, Sha256};

use super::recipes::trimmed;
use super::shopping::check_words;
use super::{Cook, Service, held};
use crate::design::{SET_OWN_FOOD, SET_STAPLE, SET_WAY};
use crate::error::{KondateError, KondateReason, Result, invalid};
use crate::larder::Identity;
use crate::model::{AisleOrder, LONGEST_NAME, MOST_OWN_FOODS, MOST_STAPLES, OwnFood, OwnFoodId, Staple, read_amount};
use crate::repo::{fridge, shelf};

/// Something that should always be there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StapleInput {
    /// What.
    pub name: String,
    /// How much at least; one where nothing is said.
    pub quantity: Option<String>,
    /// Of what.
    pub unit: Option<String>,
}

/// A food of a kitchen's own.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OwnFoodInput {
    /// What it is called.
    pub name: String,
    /// Where the shop keeps it.
    pub aisle: Option<Aisle>,
    /// How many days it is good.
    pub keeps_days: Option<u16>,
}

impl Service {
    /// Something should always be there. Saying so again says how much.
    pub async fn set_staple(&self, cook: &Cook, input: &StapleInput) -> Result<Staple> {
        let (name, quantity, unit) = (input.name.trim().to_owned(), trimmed(input.quantity.clone()), trimmed(input.unit.clone()));
        check_words(&name, quantity.as_ref(), unit.as_ref(), None)?;
        if quantity.as_deref().is_some_and(|text| read_amount(text).is_none_or(chabudai_food::Amount::is_zero)) {
            return invalid("quantity", "kondate.quantity", "How much should be there is a number above nothing.");
        }
        let (foods, _) = fridge::fridge(&self.base.db, &cook.kitchen).await?;
        let food_id = match foods.identify(&name, None) {
            Identity::Name(_) => {
                self.set_own_food(cook, &OwnFoodInput { name: name.clone(), ..OwnFoodInput::default() }).await?.food_id.to_string()
            }
            known => known.id().unwrap_or_default().to_owned(),
        };
        let food_id = Word::new(food_id).ok_or(KondateError::NotFound("food"))?;
        let staple = Staple { kitchen: cook.kitchen.clone(), food_id, name, quantity, unit, created_at: Some(self.now()) };
        let run = self.base.db.run(&SET_STAPLE);
        let others = shelf::current_staples(run, &cook.kitchen).await?.iter().filter(|other| other.food_id != staple.food_id).count();
        if others as u64 >= MOST_STAPLES {
            return Err(KondateReason::Full.into());
        }
        run.commit_one(Put::of(&staple)).await?;
        Ok(staple)
    }

    /// Something need not always be there.
    pub async fn remove_staple(&self, cook: &Cook, food: &Word) -> Result<()> {
        held(self.base.db.run(&SET_STAPLE).attempt_one(shelf::remove_staple(&cook.kitchen, food)).await?, || {
            KondateError::NotFound("staple")
        })
    }

    /// The order in which one walks through a shop; as everybody does, where it is empty. Each aisle stands there once.
    pub async fn set_way(&self, cook: &Cook, shop: &Word, way: &[Aisle]) -> Result<()> {
        if shop.as_str().chars().count() > LONGEST_NAME {
            return invalid("storeName", "kondate.store_name", "The name of a shop has 1 to 60 characters.");
        }
        let mut seen = std::collections::HashSet::new();
        if !way.iter().all(|aisle| seen.insert(*aisle)) {
            return invalid("aisles", "kondate.aisle_twice", "Each aisle stands in the order once.");
        }
        let run = self.base.db.run(&SET_WAY);
        if way.is_empty() {
            return Ok(run.commit_one(shelf::remove_way(&cook.kitchen, shop)).await?);
        }
        let aisles = way.iter().map(|aisle| aisle.id().to_owned()).collect();
        let order = AisleOrder { kitchen: cook.kitchen.clone(), store_name: shop.clone(), aisles, updated_at: Some(self.now()) };
        Ok(run.commit_one(Put::of(&order)).await?)
    }

    /// A food that nobody knows: where the shop keeps it, and how long it is good. Saying so again of the same name changes it.
    pub async fn set_own_food(&self, cook: &Cook, input: &OwnFoodInput) -> Result<OwnFood> {
        let name = input.name.trim().to_owned();
        check_words(&name, None, None, None)?;
        let _turn = self.queue(&cook.kitchen).await;
        let run = self.base.db.run(&SET_OWN_FOOD);
        let (foods, _) = fridge::stock(run, &cook.kitchen).await?;
        let known = foods.all_own().find(|food| food.food_id == id_of(&name)).cloned();
        if known.is_none() && foods.all_own().count() as u64 >= MOST_OWN_FOODS {
            return Err(KondateReason::Full.into());
        }
        let created_at = known.map_or_else(|| Some(self.now()), |known| known.created_at);
        let food_id = id_of(&name);
        let aisle = input.aisle.map(|aisle| aisle.id().to_owned());
        let food = OwnFood { kitchen: cook.kitchen.clone(), food_id, name, aisle, keeps_days: input.keeps_days, created_at };
        run.commit_one(Put::of(&food)).await?;
        Ok(food)
    }

    /// Nobody here knows a food any more.
    pub async fn remove_own_food(&self, cook: &Cook, food: &OwnFoodId) -> Result<()> {
        held(self.base.db.run(&SET_OWN_FOOD).attempt_one(shelf::remove_food(&cook.kitchen, food)).await?, || KondateError::NotFound("food"))
    }
}

/// A food is known by its name, in whatever spelling: of two that are added at once there is one.
fn id_of(name: &str) -> OwnFoodId {
    let hash = Sha256::digest(fold(name).as_bytes());
    OwnFoodId::new(URL_SAFE_NO_PAD.encode(&hash[..16])).expect("base64 is a word")
}
