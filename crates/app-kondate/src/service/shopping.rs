//! The shopping list: what somebody writes down, ticks, and brings home.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use chabudai_food::fold;
use chabudai_kernel::db::Run;
use chabudai_kernel::once::Once;
use chabudai_kernel::op::{Transact, Write};
use chabudai_kernel::part::Word;
use jiff::ToSpan as _;

use super::names::check_name;
use super::recipes::{is_line, is_text, trimmed};
use super::{ANY_SHOP, Cook, Service, held, is_replayed};
use crate::design::{ADD_LINE, AT_A_TIME, REMOVE_LINE, SHOPPING_DONE, SHOPPING_NOT_DONE, TICK, UNTICK};
use crate::error::{KondateError, KondateReason, Result, invalid};
use crate::larder::Foods;
use crate::list::{ShoppingList, compute, is_of_the_plan};
use crate::model::{
    Batch, BatchId, Bounded, LONGEST_NAME, LONGEST_NOTE, LONGEST_WORD, Line, LineId, Moment, Slot, Source, TICKED_FOR, is_below_nothing,
};
use crate::repo::{fridge, kitchens, lines, plans};

/// What somebody writes on the list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LineInput {
    /// What to buy.
    pub name: String,
    /// How much.
    pub quantity: Option<String>,
    /// Of what.
    pub unit: Option<String>,
    /// What to keep in mind.
    pub note: Option<String>,
}

/// What came home.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// So many lines went into the fridge.
    pub moved_to_fridge: usize,
    /// So many stay in the basket: the fridge is full.
    pub no_room_for: usize,
    /// When, for whoever wants it undone; never, where nothing was moved.
    pub at: Option<Moment>,
}

/// Whether a line is of the plan that began then, or of none: what somebody wrote is of any.
fn is_of_plan(line: &Line, applied_at: Option<Moment>) -> bool {
    line.source == Source::Manual || line.applied_at == applied_at
}

const NO_LINE: KondateError = KondateError::NotFound("line");

/// The name, quantity, unit and note of something that is bought or kept, as they may be.
pub(super) fn check_words(name: &str, quantity: Option<&String>, unit: Option<&String>, note: Option<&String>) -> Result<()> {
    let longer = |text: Option<&String>, most: usize| text.is_some_and(|text| text.chars().count() > most || !is_line(text));
    check_name("name", "kondate.name", "A name has 1 to 60 characters.", name, LONGEST_NAME)?;
    if longer(quantity, LONGEST_WORD) {
        return invalid("quantity", "kondate.quantity", "A quantity has at most 20 characters.");
    }
    if quantity.is_some_and(|text| is_below_nothing(text)) {
        return invalid("quantity", "kondate.below_nothing", "There is never less than nothing.");
    }
    if longer(unit, LONGEST_WORD) {
        return invalid("unit", "kondate.unit", "A unit has at most 20 characters.");
    }
    if note.is_some_and(|text| text.chars().count() > LONGEST_NOTE || !is_text(text)) {
        return invalid("note", "kondate.note", "A note has at most 200 characters.");
    }
    Ok(())
}

impl Service {
    /// The list, as one walks through this shop.
    pub async fn list(&self, cook: &Cook, shop: Option<&Word>) -> Result<ShoppingList> {
        let any = Word::new(ANY_SHOP).expect("a word");
        lines::list(&self.base.db, &cook.kitchen, shop.unwrap_or(&any), cook.language).await
    }

    /// Writes a line. It stays whatever is planned.
    pub async fn add_line(&self, cook: &Cook, input: &LineInput, once: Option<&Once>) -> Result<Line> {
        let now = Some(self.now());
        let line = Line {
            kitchen: cook.kitchen.clone(),
            item_id: self.ulid().into(),
            name: input.name.trim().to_owned(),
            quantity: trimmed(input.quantity.clone()),
            unit: trimmed(input.unit.clone()),
            checked: false,
            source: Source::Manual,
            note: trimmed(input.note.clone()),
            food_id: None,
            need: None,
            amount: None,
            applied_at: None,
            dismissed: false,
            fridge_item_id: None,
            bought_at: None,
            checked_by: None,
            created_at: now,
            updated_at: now,
            ttl: None,
        };
        check_words(&line.name, line.quantity.as_ref(), line.unit.as_ref(), line.note.as_ref())?;
        if let Some(made) = self.made_before(&cook.kitchen, once).await? {
            return self.line_made(made, line).await;
        }
        let _turn = self.queue(&cook.kitchen).await;
        let outcome = self
            .base
            .persist(|| async {
                let writes = vec![lines::add(&line).into(), kitchens::count(&cook.kitchen, &[(Bounded::Lines, 1)]).into()];
                match self.make(self.base.db.run(&ADD_LINE), &cook.kitchen, writes, line.item_id.as_str(), once).await {
                    Err(KondateError::Store(error)) if error.condition_failed_at(1) => Err(KondateReason::Full.into()),
                    other => other,
                }
            })
            .await;
        if is_replayed(&outcome) {
            let made = self.made_before(&cook.kitchen, once).await?.ok_or(KondateError::Busy)?;
            return self.line_made(made, line).await;
        }
        outcome.map(|()| line)
    }

    /// A line that was written before, as it is now; as it was asked for, once it is gone.
    async fn line_made(&self, made: String, asked: Line) -> Result<Line> {
        let item_id = LineId::new(made).ok_or(NO_LINE)?;
        let kept = lines::line(&self.base.db, &asked.kitchen, &item_id).await?;
        Ok(kept.unwrap_or(Line { item_id, ..asked }))
    }

    /// A line is in the basket. Saying so twice is saying it once.
    pub async fn tick(&self, cook: &Cook, id: &LineId) -> Result<()> {
        if is_of_the_plan(id) {
            return self.mark(cook, id, false).await;
        }
        let run = self.base.db.run(&TICK);
        held(run.attempt_one(lines::tick(&cook.kitchen, id, &self.ulid().into(), &cook.person, self.now())).await?, || NO_LINE)
    }

    /// A line of the plan is not wanted this time.
    pub async fn dismiss(&self, cook: &Cook, id: &LineId) -> Result<()> {
        if is_of_the_plan(id) { self.mark(cook, id, true).await } else { Err(NO_LINE) }
    }

    /// What is to happen to a line of the plan is kept as a row of its id. One that is on the list no longer is not there: a late tap never
    /// meets the next week.
    async fn mark(&self, cook: &Cook, id: &LineId, dismissed: bool) -> Result<()> {
        self.base.persist(|| self.try_to_mark(cook, id, dismissed)).await
    }

    async fn try_to_mark(&self, cook: &Cook, id: &LineId, dismissed: bool) -> Result<()> {
        let run = self.base.db.run(&TICK);
        let read = lines::read(run, &cook.kitchen, None, cook.language).await?;
        if read.lines.iter().any(|line| line.item_id == *id && line.checked != dismissed && line.dismissed == dismissed) {
            return Ok(());
        }
        let computed = compute(&read);
        let line = computed.line(id).filter(|line| !line.checked).ok_or(NO_LINE)?;
        let applied_at = read.plan.as_ref().map(|plan| plan.applied_at);
        let now = Some(self.now());
        let row = Line {
            kitchen: cook.kitchen.clone(),
            item_id: id.clone(),
            name: line.name.clone(),
            quantity: line.quantity.clone(),
            unit: line.unit.clone(),
            checked: !dismissed,
            source: Source::Auto,
            note: None,
            food_id: line.food_id.clone(),
            need: line.need.clone(),
            amount: line.amount,
            applied_at,
            dismissed,
            fridge_item_id: (!dismissed).then(|| self.ulid().into()),
            bought_at: None,
            checked_by: Some(cook.person.clone()),
            created_at: now,
            updated_at: now,
            ttl: Some(self.now().seconds() + TICKED_FOR),
        };
        // Whoever was first may have said the same, or the opposite: what there is now tells.
        Ok(run.commit_one(lines::add(&row)).await?)
    }

    /// A line is not in the basket after all, or wanted after all.
    pub async fn untick(&self, cook: &Cook, id: &LineId) -> Result<()> {
        let run = self.base.db.run(&UNTICK);
        if is_of_the_plan(id) {
            return Ok(run.attempt_one(lines::forget_tick(&cook.kitchen, id)).await.map(drop)?);
        }
        held(run.attempt_one(lines::untick(&cook.kitchen, id, self.now())).await?, || NO_LINE)
    }

    /// A line that somebody wrote goes.
    pub async fn remove_line(&self, cook: &Cook, id: &LineId) -> Result<()> {
        let _turn = self.queue(&cook.kitchen).await;
        self.base
            .persist(|| async {
                let counted = kitchens::count(&cook.kitchen, &[(Bounded::Lines, -1)]);
                let writes = Transact::of([lines::remove(&cook.kitchen, id).into(), counted.into()]);
                match self.base.db.run(&REMOVE_LINE).commit(writes).await {
                    Err(error) if error.condition_failed_at(0) => Err(NO_LINE),
                    other => Ok(other?),
                }
            })
            .await
    }

    /// A line of the plan that is for the pantry becomes one that somebody wrote.
    pub async fn want_pantry(&self, cook: &Cook, name: &str, once: &Once) -> Result<Line> {
        let list = self.list(cook, None).await?;
        let wanted = list.pantry.iter().find(|line| fold(&line.name) == fold(name)).ok_or(NO_LINE)?;
        self.add_line(cook, &LineInput { name: wanted.name.clone(), ..LineInput::default() }, Some(once)).await
    }

    /// Everything that is ticked is at home: each line and its batch change places in one transaction, so that doing it again moves nothing. What
    /// the fridge has no room for stays in the basket.
    pub async fn shopping_done(&self, cook: &Cook) -> Result<Done> {
        let _turn = self.queue(&cook.kitchen).await;
        // What was moved before somebody else got in between stays moved, and counts.
        let (moved, at) = (AtomicUsize::new(0), OnceLock::new());
        let left = self
            .base
            .persist(|| async {
                let run = self.base.db.run(&SHOPPING_DONE);
                let plan = plans::get(run, &cook.kitchen, Slot::Current).await?;
                let (foods, batches) = fridge::stock(run, &cook.kitchen).await?;
                let (rows, _) = lines::rows(run, &cook.kitchen).await?;
                // A tick of the plan before is never bought: what it was for is another list by now.
                let applied_at = plan.map(|plan| plan.applied_at);
                let is_ticked = |line: &&Line| is_of_plan(line, applied_at) && line.checked && !line.dismissed && !line.is_bought();
                let mut ticked: Vec<&Line> = rows.iter().filter(is_ticked).collect();
                // No two of a kitchen are of the same second: what one brought home is undone by that.
                let at = *at.get_or_init(|| {
                    let last = rows.iter().filter_map(|line| line.bought_at).max();
                    last.map_or(self.now(), |last| self.now().max(Moment(last.0.saturating_add(1.seconds()).unwrap_or(last.0))))
                });
                let mut at_a_time = AT_A_TIME;
                while !ticked.is_empty() {
                    let chunk = &ticked[..at_a_time.min(ticked.len())];
                    let at_home: Vec<Batch> = chunk.iter().map(|line| brought(cook, &foods, line, at)).collect();
                    let is_new = |batch: &&Batch| !batches.iter().any(|other| other.item_id == batch.item_id);
                    let puts: Vec<Write> = at_home.iter().filter(is_new).map(|batch| fridge::add(batch).into()).collect();
                    let written = chunk.iter().filter(|line| line.source == Source::Manual).count() as i64;
                    let counted = kitchens::count(&cook.kitchen, &[(Bounded::Lines, -written), (Bounded::Batches, puts.len() as i64)]);
                    let bought = chunk.iter().map(|line| lines::bought(line, at).into());
                    match run.commit(Transact::of(std::iter::once(counted.into()).chain(bought).chain(puts))).await {
                        // There is no room for all of these: for some of them, perhaps.
                        Err(error) if error.condition_failed_at(0) && chunk.len() > 1 => at_a_time = chunk.len() / 2,
                        Err(error) if error.condition_failed_at(0) => break,
                        other => {
                            other?;
                            moved.fetch_add(chunk.len(), Ordering::Relaxed);
                            ticked.drain(..chunk.len());
                        }
                    }
                }
                self.forget_old_ticks(run, &rows, applied_at).await?;
                Ok(ticked.len())
            })
            .await?;
        match moved.into_inner() {
            0 if left > 0 => Err(KondateReason::Full.into()),
            0 => Ok(Done { moved_to_fridge: 0, no_room_for: 0, at: None }),
            moved_to_fridge => Ok(Done { moved_to_fridge, no_room_for: left, at: at.into_inner() }),
        }
    }

    /// The shopping was not done after all: what it brought home is in the basket again. What somebody has opened, changed or cooked with
    /// meanwhile stays at home, and so does what was for a plan that is over. So many went back.
    pub async fn shopping_not_done(&self, cook: &Cook, at: Moment) -> Result<usize> {
        let _turn = self.queue(&cook.kitchen).await;
        let back = AtomicUsize::new(0);
        self.base
            .persist(|| async {
                let run = self.base.db.run(&SHOPPING_NOT_DONE);
                let plan = plans::get(run, &cook.kitchen, Slot::Current).await?;
                let (_, batches) = fridge::stock(run, &cook.kitchen).await?;
                let (rows, _) = lines::rows(run, &cook.kitchen).await?;
                let applied_at = plan.map(|plan| plan.applied_at);
                let untouched = |line: &Line| {
                    let id = line.fridge_item_id.as_ref()?;
                    batches.iter().find(|batch| batch.item_id == *id && batch.version == 1 && batch.created_at == Some(at))
                };
                let were_bought = rows.iter().filter(|line| line.bought_at == Some(at) && is_of_plan(line, applied_at));
                let undone: Vec<(&Line, &Batch)> = were_bought.filter_map(|line| Some((line, untouched(line)?))).collect();
                for chunk in undone.chunks(AT_A_TIME) {
                    let written = chunk.iter().filter(|(line, _)| line.source == Source::Manual).count() as i64;
                    let counted = kitchens::count(&cook.kitchen, &[(Bounded::Lines, written), (Bounded::Batches, -(chunk.len() as i64))]);
                    let both = chunk.iter().flat_map(|(line, batch)| [lines::not_bought(line, at).into(), fridge::unmake(batch).into()]);
                    match run.commit(Transact::of(std::iter::once(counted.into()).chain(both))).await {
                        Err(error) if error.condition_failed_at(0) => return Err(KondateReason::Full.into()),
                        other => other?,
                    }
                    back.fetch_add(chunk.len(), Ordering::Relaxed);
                }
                Ok(())
            })
            .await?;
        Ok(back.into_inner())
    }

    /// Ticks of plans that are over go, each only if it is still one: a plan that was put there meanwhile has ticks of its own, which are not in
    /// the way of anybody. Where nothing is planned, nothing is over. What is too many for one time goes by itself, later.
    async fn forget_old_ticks(&self, run: Run<'_>, rows: &[Line], applied_at: Option<Moment>) -> Result<()> {
        let Some(applied_at) = applied_at else { return Ok(()) };
        // One that says no plan is of a staple, and of the time when there was none.
        let began = |line: &Line| line.applied_at.or(line.created_at);
        let is_old = |line: &&Line| line.source == Source::Auto && began(line).is_some_and(|at| at < applied_at);
        for line in rows.iter().filter(is_old).take(AT_A_TIME) {
            run.attempt_one(lines::forget(line, applied_at)).await?;
        }
        Ok(())
    }
}

/// The batch that a line becomes, good for as long as its food keeps.
fn brought(cook: &Cook, foods: &Foods, line: &Line, at: Moment) -> Batch {
    let identity = foods.identify(&line.name, line.food_id.as_deref());
    let now = Some(at);
    let best_before = foods.keeps(&identity).and_then(|days| super::fridge::days_from(cook.today, days));
    // A line that was ticked before batches were made up for it becomes one of its own id.
    let item_id = line.fridge_item_id.clone().or_else(|| BatchId::new(line.item_id.as_str())).expect("the id of a line is a word");
    Batch {
        kitchen: cook.kitchen.clone(),
        item_id,
        name: line.name.clone(),
        quantity: line.quantity.clone(),
        unit: line.unit.clone(),
        note: line.note.clone(),
        source: Some(Source::Auto),
        food_id: identity.id().map(str::to_owned),
        best_before,
        best_before_guessed: best_before.is_some(),
        opened_at: None,
        price: None,
        store_name: None,
        created_at: now,
        updated_at: now,
        emptied_at: None,
        version: 1,
    }
}
