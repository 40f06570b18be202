//! Staples, ways through shops, and foods of a kitchen's own.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chabudai_food::{Aisle, fold};
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Put, Transact};
use chabudai_kernel::part::Word;
use sha2::{Digest as _, Sha256};

use super::names::check_name;
use super::recipes::trimmed;
use super::shopping::check_words;
use super::{Cook, Service};
use crate::design::{SET_OWN_FOOD, SET_STAPLE, SET_WAY};
use crate::error::{KondateError, KondateReason, Result, invalid};
use crate::larder::Identity;
use crate::model::{AisleOrder, Bounded, LONGEST_NAME, MOST_DAYS, OwnFood, OwnFoodId, Staple, read_amount};
use crate::repo::{fridge, kitchens, shelf};

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
        self.keep_staple(cook, input, false).await
    }

    /// Something that was just removed should be there after all. What somebody else has said of it meanwhile stays.
    pub async fn put_staple_back(&self, cook: &Cook, input: &StapleInput) -> Result<Staple> {
        self.keep_staple(cook, input, true).await
    }

    async fn keep_staple(&self, cook: &Cook, input: &StapleInput, is_undo: bool) -> Result<Staple> {
        let (name, quantity, unit) = (input.name.trim().to_owned(), trimmed(input.quantity.clone()), trimmed(input.unit.clone()));
        check_words(&name, quantity.as_ref(), unit.as_ref(), None)?;
        if quantity.as_deref().is_some_and(|text| read_amount(text).is_none_or(chabudai_food::Amount::is_zero)) {
            return invalid("quantity", "kondate.quantity", "How much should be there is a number above nothing.");
        }
        let _turn = self.queue(&cook.kitchen).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&SET_STAPLE);
                let (foods, _) = fridge::stock(run, &cook.kitchen).await?;
                // A food that nobody knows is one of the kitchen's own from now on, if it becomes a staple.
                let (food_id, new) = match foods.identify(&name, None) {
                    Identity::Name(_) => (id_of(&name).to_string(), Some(self.own_food(cook, &name))),
                    known => (known.id().unwrap_or_default().to_owned(), None),
                };
                let food_id = Word::new(food_id).ok_or(KondateError::NotFound("food"))?;
                let (name, quantity, unit) = (name.clone(), quantity.clone(), unit.clone());
                let staple = Staple { kitchen: cook.kitchen.clone(), food_id, name, quantity, unit, created_at: Some(self.now()) };
                let staples = shelf::current_staples(run, &cook.kitchen).await?;
                if let Some(there) = staples.into_iter().find(|other| other.food_id == staple.food_id) {
                    let staple = Staple { created_at: there.created_at, ..staple };
                    if is_undo {
                        return if there == staple { Ok(there) } else { Err(KondateReason::Stale.into()) };
                    }
                    run.commit_one(Put::of(&staple).only_if(attr("PK").exists())).await?;
                    return Ok(staple);
                }
                let counted = kitchens::count(&cook.kitchen, &[(Bounded::Staples, 1), (Bounded::Foods, i64::from(new.is_some()))]);
                let food = new.map(|food| Put::of(&food).if_absent().into());
                let writes = [Put::of(&staple).if_absent().into(), counted.into()].into_iter().chain(food);
                match run.commit(Transact::of(writes)).await {
                    Err(error) if error.condition_failed_at(1) => Err(KondateReason::Full.into()),
                    other => Ok(other.map(|()| staple)?),
                }
            })
            .await
    }

    /// A food of which nothing is known but its name.
    fn own_food(&self, cook: &Cook, name: &str) -> OwnFood {
        OwnFood {
            kitchen: cook.kitchen.clone(),
            food_id: id_of(name),
            name: name.to_owned(),
            aisle: None,
            keeps_days: None,
            created_at: Some(self.now()),
        }
    }

    /// Something need not always be there.
    pub async fn remove_staple(&self, cook: &Cook, food: &Word) -> Result<()> {
        let _turn = self.queue(&cook.kitchen).await;
        self.base
            .persist(|| async {
                let counted = kitchens::count(&cook.kitchen, &[(Bounded::Staples, -1)]);
                let writes = Transact::of([shelf::remove_staple(&cook.kitchen, food).into(), counted.into()]);
                match self.base.db.run(&SET_STAPLE).commit(writes).await {
                    Err(error) if error.condition_failed_at(0) => Err(KondateError::NotFound("staple")),
                    other => Ok(other?),
                }
            })
            .await
    }

    /// The order in which one walks through a shop; as everybody does, where it is empty. Each aisle stands there once.
    pub async fn set_way(&self, cook: &Cook, shop: &Word, way: &[Aisle]) -> Result<()> {
        self.keep_way(cook, shop, way, false).await
    }

    /// The way through a shop that was just forgotten. What somebody else has said of it meanwhile stays.
    pub async fn put_way_back(&self, cook: &Cook, shop: &Word, way: &[Aisle]) -> Result<()> {
        self.keep_way(cook, shop, way, true).await
    }

    async fn keep_way(&self, cook: &Cook, shop: &Word, way: &[Aisle], is_undo: bool) -> Result<()> {
        // Whatever it is called, it can be forgotten.
        if !way.is_empty() {
            check_name("storeName", "kondate.store_name", "The name of a shop has 1 to 60 characters.", shop.as_str(), LONGEST_NAME)?;
        }
        let mut seen = std::collections::HashSet::new();
        if !way.iter().all(|aisle| seen.insert(*aisle)) {
            return invalid("aisles", "kondate.aisle_twice", "Each aisle stands in the order once.");
        }
        let aisles: Vec<String> = way.iter().map(|aisle| aisle.id().to_owned()).collect();
        let _turn = self.queue(&cook.kitchen).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&SET_WAY);
                let known = shelf::way(run, &cook.kitchen, shop).await?;
                let (store_name, updated_at) = (shop.clone(), Some(self.now()));
                let order = AisleOrder { kitchen: cook.kitchen.clone(), store_name, aisles: aisles.clone(), updated_at };
                let (write, change) = match known {
                    None if way.is_empty() => return Ok(()),
                    None => (Put::of(&order).if_absent().into(), 1),
                    Some(known) if is_undo => return if known.aisles == aisles { Ok(()) } else { Err(KondateReason::Stale.into()) },
                    Some(_) if way.is_empty() => (shelf::remove_way(&cook.kitchen, shop).into(), -1),
                    Some(_) => return Ok(run.commit_one(Put::of(&order).only_if(attr("PK").exists())).await?),
                };
                let counted = kitchens::count(&cook.kitchen, &[(Bounded::Shops, change)]);
                match run.commit(Transact::of([write, counted.into()])).await {
                    Err(error) if change > 0 && error.condition_failed_at(1) => Err(KondateReason::Full.into()),
                    other => Ok(other?),
                }
            })
            .await
    }

    /// A food that nobody knows: where the shop keeps it, and how long it is good. Saying so again of the same name changes it.
    pub async fn set_own_food(&self, cook: &Cook, input: &OwnFoodInput) -> Result<OwnFood> {
        let name = input.name.trim().to_owned();
        check_words(&name, None, None, None)?;
        if input.keeps_days.is_some_and(|days| days > MOST_DAYS) {
            return invalid("keepsDays", "kondate.keeps_days", "A food keeps for at most 3,650 days.");
        }
        let _turn = self.queue(&cook.kitchen).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&SET_OWN_FOOD);
                let (foods, _) = fridge::stock(run, &cook.kitchen).await?;
                let known = foods.all_own().find(|food| food.food_id == id_of(&name)).cloned();
                let new = self.own_food(cook, &name);
                let food = OwnFood {
                    aisle: input.aisle.map(|aisle| aisle.id().to_owned()),
                    keeps_days: input.keeps_days,
                    created_at: known.as_ref().map_or(new.created_at, |known| known.created_at),
                    ..new
                };
                if known.is_some() {
                    run.commit_one(Put::of(&food).only_if(attr("PK").exists())).await?;
                    return Ok(food);
                }
                let counted = kitchens::count(&cook.kitchen, &[(Bounded::Foods, 1)]);
                match run.commit(Transact::of([Put::of(&food).if_absent().into(), counted.into()])).await {
                    Err(error) if error.condition_failed_at(1) => Err(KondateReason::Full.into()),
                    other => Ok(other.map(|()| food)?),
                }
            })
            .await
    }

    /// Nobody here knows a food any more.
    pub async fn remove_own_food(&self, cook: &Cook, food: &OwnFoodId) -> Result<()> {
        let _turn = self.queue(&cook.kitchen).await;
        self.base
            .persist(|| async {
                let counted = kitchens::count(&cook.kitchen, &[(Bounded::Foods, -1)]);
                let writes = Transact::of([shelf::remove_food(&cook.kitchen, food).into(), counted.into()]);
                match self.base.db.run(&SET_OWN_FOOD).commit(writes).await {
                    Err(error) if error.condition_failed_at(0) => Err(KondateError::NotFound("food")),
                    other => Ok(other?),
                }
            })
            .await
    }
}

/// A food is known by its name, in whatever spelling: of two that are added at once there is one.
fn id_of(name: &str) -> OwnFoodId {
    let hash = Sha256::digest(fold(name).as_bytes());
    OwnFoodId::new(URL_SAFE_NO_PAD.encode(&hash[..16])).expect("base64 is a word")
}
