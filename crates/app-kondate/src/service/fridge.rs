//! The fridge: batches are added, edited, opened, gone, and back.

use chabudai_kernel::once::Once;
use chabudai_kernel::op::Transact;
use chabudai_kernel::part::IsoDay;
use jiff::ToSpan as _;

use super::names::check_seen;
use super::recipes::{is_line, trimmed};
use super::shopping::check_words;
use super::{Cook, Service, is_replayed};
use crate::design::{ADD_BATCH, BATCH_MADE, DELETE_BATCH, EDIT_BATCH, RESTORE_BATCH};
use crate::error::{KondateError, KondateReason, Result, invalid};
use crate::larder::Foods;
use crate::model::{Batch, BatchId, Bounded, DELETED_DAYS, DeletedBatch, LONGEST_NAME, MOST_YEN, Source, read_amount};
use crate::repo::{fridge, kitchens};

/// How many days ahead something is to be used soon.
pub const SOON: i64 = 2;

/// What is said of a batch. What is not named stays as it is, and is missing in a new one; nothing inside takes it away.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BatchInput {
    /// What it is.
    pub name: Option<String>,
    /// How much.
    pub quantity: Option<Option<String>>,
    /// Of what.
    pub unit: Option<Option<String>>,
    /// What there is to say about it.
    pub note: Option<Option<String>>,
    /// Until when it is good.
    pub best_before: Option<Option<IsoDay>>,
    /// Since when it is open. What is open is good for less long, by its food.
    pub opened_at: Option<Option<IsoDay>>,
    /// What it cost, in yen.
    pub price: Option<Option<u64>>,
    /// Where it was bought.
    pub store_name: Option<Option<String>>,
}

const NO_BATCH: KondateError = KondateError::NotFound("item");

/// The day so many days later.
pub(super) fn days_from(day: IsoDay, days: u16) -> Option<IsoDay> {
    day.0.checked_add(i64::from(days).days()).ok().map(IsoDay)
}

impl BatchInput {
    fn apply(&self, batch: &mut Batch) {
        let Self { name, quantity, unit, note, best_before, opened_at, price, store_name } = self.clone();
        batch.name = name.map_or_else(|| batch.name.clone(), |name| name.trim().to_owned());
        batch.quantity = quantity.map_or_else(|| batch.quantity.clone(), trimmed);
        batch.unit = unit.map_or_else(|| batch.unit.clone(), trimmed);
        batch.note = note.map_or_else(|| batch.note.clone(), trimmed);
        batch.price = price.unwrap_or(batch.price);
        batch.store_name = store_name.map_or_else(|| batch.store_name.clone(), trimmed);
        batch.best_before_guessed &= best_before.is_none();
        batch.best_before = best_before.unwrap_or(batch.best_before);
        batch.opened_at = opened_at.unwrap_or(batch.opened_at);
    }
}

fn check(batch: &Batch) -> Result<()> {
    check_words(&batch.name, batch.quantity.as_ref(), batch.unit.as_ref(), batch.note.as_ref())?;
    if batch.store_name.as_ref().is_some_and(|name| name.chars().count() > LONGEST_NAME || !is_line(name)) {
        return invalid("storeName", "kondate.too_long", "This is too long.");
    }
    batch.store_name.as_deref().map_or(Ok(()), |name| check_seen("storeName", name))?;
    if batch.price.is_some_and(|price| price > MOST_YEN) {
        return invalid("price", "kondate.price", "A price is at most 10,000,000 yen.");
    }
    Ok(())
}

/// Until when a batch is good, as far as its food says. What somebody said goes before that.
fn keeping(foods: &Foods, batch: &mut Batch, input: &BatchInput, today: IsoDay) {
    let identity = foods.identify(&batch.name, batch.food_id.as_deref());
    batch.food_id = identity.id().map(str::to_owned);
    if input.best_before.is_some() {
        batch.best_before_guessed = false;
        return;
    }
    if batch.version == 0 {
        batch.best_before = foods.keeps(&identity).and_then(|days| days_from(today, days));
        batch.best_before_guessed = batch.best_before.is_some();
    }
    if let (Some(Some(opened)), Some(days)) = (input.opened_at, foods.keeps_opened(&identity)) {
        let open_until = days_from(opened, days);
        let first = [batch.best_before, open_until].into_iter().flatten().min();
        batch.best_before_guessed |= first != batch.best_before;
        batch.best_before = first;
    }
}

impl Service {
    /// Puts something into the fridge.
    pub async fn add_batch(&self, cook: &Cook, input: &BatchInput, once: Option<&Once>) -> Result<Batch> {
        let now = Some(self.now());
        let mut batch = Batch {
            kitchen: cook.kitchen.clone(),
            item_id: self.ulid().into(),
            name: String::new(),
            quantity: None,
            unit: None,
            note: None,
            source: Some(Source::Manual),
            food_id: None,
            best_before: None,
            best_before_guessed: false,
            opened_at: None,
            price: None,
            store_name: None,
            created_at: now,
            updated_at: now,
            emptied_at: None,
            version: 0,
        };
        input.apply(&mut batch);
        check(&batch)?;
        if let Some(made) = self.made_before(&cook.kitchen, once).await? {
            return self.batch_made(made, batch).await;
        }
        let _turn = self.queue(&cook.kitchen).await;
        let outcome = self
            .base
            .persist(|| async {
                let run = self.base.db.run(&ADD_BATCH);
                let (foods, _) = fridge::stock(run, &cook.kitchen).await?;
                let mut batch = batch.clone();
                keeping(&foods, &mut batch, input, cook.today);
                batch.version = 1;
                let writes = vec![fridge::add(&batch).into(), kitchens::count(&cook.kitchen, &[(Bounded::Batches, 1)]).into()];
                match self.make(run, &cook.kitchen, writes, batch.item_id.as_str(), once).await {
                    Err(KondateError::Store(error)) if error.condition_failed_at(1) => Err(KondateReason::Full.into()),
                    other => other.map(|()| batch),
                }
            })
            .await;
        if is_replayed(&outcome) {
            let made = self.made_before(&cook.kitchen, once).await?.ok_or(KondateError::Busy)?;
            return self.batch_made(made, batch).await;
        }
        outcome
    }

    /// A batch that was put there before, as it is now; as it was asked for, once it is gone.
    async fn batch_made(&self, made: String, asked: Batch) -> Result<Batch> {
        let item_id = BatchId::new(made).ok_or(NO_BATCH)?;
        let kept = fridge::batch(self.base.db.run(&BATCH_MADE), &asked.kitchen, &item_id).await?;
        Ok(kept.unwrap_or(Batch { item_id, ..asked }))
    }

    /// Changes a batch. Whoever says what they have seen is told if it is so no longer.
    pub async fn edit_batch(&self, cook: &Cook, id: &BatchId, input: &BatchInput, seen: Option<u64>) -> Result<Batch> {
        self.base
            .persist(|| async {
                let run = self.base.db.run(&EDIT_BATCH);
                // With the foods of the kitchen's own: what is renamed may be one of them. What is empty and not swept yet can be filled up.
                let (foods, batches) = fridge::stock(run, &cook.kitchen).await?;
                let mut batch = batches.into_iter().find(|batch| batch.item_id == *id).ok_or(NO_BATCH)?;
                if seen.is_some_and(|seen| seen != batch.version) {
                    return Err(KondateReason::Stale.into());
                }
                input.apply(&mut batch);
                check(&batch)?;
                if input.name.is_some() {
                    batch.food_id = None;
                }
                if input.name.is_some() || input.opened_at.is_some() {
                    // What is written already is never new again.
                    let written = batch.version;
                    batch.version = written.max(1);
                    keeping(&foods, &mut batch, input, cook.today);
                    batch.version = written;
                }
                let is_empty = batch.quantity.as_deref().and_then(read_amount).is_some_and(chabudai_food::Amount::is_zero);
                batch.emptied_at = is_empty.then(|| self.now());
                batch.updated_at = Some(self.now());
                run.commit_one(fridge::rewrite(&batch)).await?;
                batch.version += 1;
                Ok(batch)
            })
            .await
    }

    /// Something is gone. For thirty days it can come back.
    pub async fn delete_batch(&self, cook: &Cook, id: &BatchId) -> Result<DeletedBatch> {
        self.base
            .persist(|| async {
                let run = self.base.db.run(&DELETE_BATCH);
                let batch = fridge::batch(run, &cook.kitchen, id).await?.ok_or(NO_BATCH)?;
                let now = self.base.now();
                let (gone, kept) = fridge::leave(&batch, now);
                let counted = kitchens::count(&cook.kitchen, &[(Bounded::Batches, -1)]);
                run.commit(Transact::of([gone.into(), kept.into(), counted.into()])).await?;
                Ok(DeletedBatch::of(batch, now))
            })
            .await
    }

    /// What has left the fridge in the last thirty days, the last first.
    pub async fn deleted_batches(&self, cook: &Cook) -> Result<Vec<DeletedBatch>> {
        fridge::deleted(&self.base.db, &cook.kitchen, self.base.later(-DELETED_DAYS * 24 * 60 * 60)).await
    }

    /// Something is back in the fridge, as it was.
    pub async fn restore_batch(&self, cook: &Cook, id: &BatchId) -> Result<Batch> {
        let since = self.base.later(-DELETED_DAYS * 24 * 60 * 60);
        self.base
            .persist(|| async {
                let run = self.base.db.run(&RESTORE_BATCH);
                let deleted = fridge::deleted_since(run, &cook.kitchen, since).await?;
                let Some(found) = deleted.into_iter().find(|batch| batch.item_id == *id) else {
                    // It is back already: whoever asks again is told so.
                    return fridge::batch(run, &cook.kitchen, id).await?.filter(Batch::is_there).ok_or(NO_BATCH);
                };
                let (gone, back) = fridge::restore(&found, self.now());
                let counted = kitchens::count(&cook.kitchen, &[(Bounded::Batches, 1)]);
                match run.commit(Transact::of([gone.into(), back.into(), counted.into()])).await {
                    Err(error) if error.condition_failed_at(2) => Err(KondateReason::Full.into()),
                    other => Ok(other.map(|()| found.back(self.now()))?),
                }
            })
            .await
    }

    /// What is in the fridge, what has to be used first first.
    pub async fn fridge(&self, cook: &Cook) -> Result<Vec<Batch>> {
        let (_, mut batches) = fridge::fridge(&self.base.db, &cook.kitchen).await?;
        batches.retain(Batch::is_there);
        batches.sort_by(|one, other| {
            let first = |batch: &Batch| (batch.best_before.is_none(), batch.best_before);
            first(one).cmp(&first(other)).then_with(|| one.item_id.cmp(&other.item_id))
        });
        Ok(batches)
    }
}

/// Whether something has to be used soon: within two days, or too late already.
pub fn is_soon(batch: &Batch, today: IsoDay) -> bool {
    let until = today.0.checked_add(SOON.days()).unwrap_or(today.0);
    batch.best_before.is_some_and(|day| day.0 <= until)
}
