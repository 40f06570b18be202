//! The operator's look at the whole table: is every item as the design has it, is nothing below nothing, does everything stand in a kitchen that
//! is there, and do the numbers that bound a kitchen count what is in it?
//!
//! All of it reads a page at a time beside whoever writes, and what seems wrong is looked at again before it is reported.

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use chabudai_kernel::audit::{self, Audit};
use chabudai_kernel::db::{Db, Run};
use chabudai_kernel::entity::{Entity, is_of_kind};
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Get, Query, Update};
use chabudai_kernel::packed::Item;
use chabudai_kernel::part::UtcSeconds;
use chabudai_kernel::store::StoreError;

use crate::design::{CHECK_KITCHEN, DESIGN, MAIN_TABLE, WHO_SAVED};
use crate::error::{KondateError, Result};
use crate::model::{
    AisleOrder, Batch, Bounded, Card, CookLog, DishSet, Kitchen, KitchenId, Line, Member, Membership, OwnFood, PersonId, Plan, Recipe,
    SavedRecipe, SavedSet, Source, Staple, Target, former_kitchen, is_below_nothing, read_amount,
};
use crate::popular::record_in;
use crate::repo::{catalog, fridge, kitchens, lines, plans, till};

/// How long the look waits before it looks again at what seems wrong.
const PAUSE: Duration = Duration::from_millis(200);

/// What the look has been at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Kitchens.
    pub kitchens: u64,
    /// Items of any kind.
    pub items: u64,
    /// What was found.
    pub findings: u64,
}

/// Something that is wrong, in one line: which kitchen, and what is wrong in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// An item is not as the design has it, or an index not as the items.
    Item(audit::Finding),
    /// A number of a kitchen is not that of what it counts.
    Count {
        /// Which kitchen.
        kitchen: KitchenId,
        /// What is counted.
        what: Bounded,
        /// What the kitchen says.
        says: i64,
        /// What there is.
        is: i64,
    },
    /// The record of something in the catalog counts other kitchens than saved it, or its creator's card is not as the record.
    Record {
        /// Which.
        card: Box<Card>,
        /// How many saved it.
        is: u64,
        /// How many bought it, or are buying it.
        sold: u64,
    },
    /// Something in a kitchen does not fit to the rest of it.
    Misfit {
        /// Which kitchen.
        kitchen: KitchenId,
        /// What does not fit.
        fault: String,
    },
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Item(finding) => finding.fmt(f),
            Self::Count { kitchen, what, says, is } => write!(f, "kitchen {kitchen}: it counts {says} {}, and there are {is}", what.name()),
            Self::Record { card, is, sold } => {
                let kind = card.kind.as_str().to_lowercase();
                write!(
                    f,
                    "{kind} {} of the catalog: it counts {} and {} sold, {is} kitchens have it and {sold} bought it, or its two cards differ",
                    card.id,
                    card.saved_count.get(),
                    card.sold_count
                )
            }
            Self::Misfit { kitchen, fault } => write!(f, "kitchen {kitchen}: {fault}"),
        }
    }
}

/// Looks at everything, and tells what is wrong as it is found.
pub async fn check(db: &Db, mut tell: impl AsyncFnMut(Finding) -> Result<()>) -> Result<Checked> {
    let mut audit = Audit::of(&DESIGN, db.store(), db.clock());
    let (mut checked, mut all, mut records) = (Checked::default(), BTreeSet::new(), Vec::new());
    while let Some(seen) = audit.next_page().await? {
        checked.items += seen.items.len() as u64;
        all.extend(seen.items.iter().filter_map(of_kitchen));
        records.extend(seen.items.iter().filter_map(record_in));
        for finding in seen.findings {
            checked.findings += 1;
            tell(Finding::Item(finding)).await?;
        }
    }
    for kitchen in all {
        checked.kitchens += 1;
        let mut wrong = look_into(db, &kitchen).await?;
        if !wrong.is_empty() {
            // Somebody may have been writing: what is wrong is wrong on two looks.
            db.clock().sleep(PAUSE).await;
            let again = look_into(db, &kitchen).await?;
            wrong.retain(|finding| again.contains(finding));
        }
        for finding in wrong {
            checked.findings += 1;
            tell(finding).await?;
        }
    }
    for (target, created_at) in records {
        let mut wrong = look_at_record(db, &target, created_at).await?;
        if wrong.is_some() {
            db.clock().sleep(PAUSE).await;
            wrong = look_at_record(db, &target, created_at).await?;
        }
        if let Some(finding) = wrong {
            checked.findings += 1;
            tell(finding).await?;
        }
    }
    Ok(checked)
}

/// What is wrong with a record of the catalog.
async fn look_at_record(db: &Db, target: &Target, created_at: UtcSeconds) -> Result<Option<Finding>> {
    let run = db.run(&WHO_SAVED);
    let Some(card) = readable(catalog::record(run, target, created_at).await)?.flatten() else { return Ok(None) };
    let is = catalog::who_saved(run, target).await?.iter().filter(|saved| saved.created_at == created_at).count() as u64;
    let copied = readable(catalog::copied(run, &card).await)?.flatten();
    let sold = till::who_bought(run, target).await?.iter().filter(|guard| guard.created_at == created_at).count() as u64;
    // A copy of an earlier version follows: whoever keeps it is told of every change, and begins where it was stopped.
    let is_copied = copied.as_ref().is_some_and(|copied| copied == &card || copied.version < card.version);
    let is_right = card.saved_count.get() == is && card.sold_count == sold && is_copied;
    Ok((!is_right).then(|| Finding::Record { card: Box::new(card), is, sold }))
}

/// Mends what the items themselves tell how to mend; says whether it could.
pub async fn mend(db: &Db, finding: &Finding) -> Result<bool> {
    match finding {
        Finding::Item(finding) => Ok(Audit::of(&DESIGN, db.store(), db.clock()).mend(finding).await?),
        Finding::Count { kitchen, what, says, is } => {
            // If it still says so: whoever counts meanwhile counts on.
            let said = if *says == 0 { attr(what.name()).absent().or(attr(what.name()).eq(0)) } else { attr(what.name()).eq(*says) };
            let update = Update::of::<Kitchen>(Kitchen::key(kitchen.clone())).set(what.name(), *is).only_if(attr("PK").exists().and(said));
            Ok(db.run(&CHECK_KITCHEN).attempt_one(update).await?)
        }
        Finding::Record { card, is, sold } => {
            let run = db.run(&WHO_SAVED);
            // If it still says so; the copy follows what the record says then.
            let is_counted = card.saved_count.get() == *is && card.sold_count == *sold;
            if !is_counted && !run.attempt_one(catalog::recount(card, *is, *sold)).await? {
                return Ok(false);
            }
            let Some(card) = catalog::record(run, &card.target(), card.created_at).await? else { return Ok(true) };
            run.commit_one(catalog::copy_anyway(&card)).await?;
            Ok(true)
        }
        Finding::Misfit { .. } => Ok(false),
    }
}

/// The kitchen that an item stands in, if it is of one.
fn of_kitchen(item: &Item) -> Option<KitchenId> {
    let is = |kind| is_of_kind(kind, item.view());
    let kinds = [&Kitchen::DESIGN, &Member::DESIGN, &Recipe::DESIGN, &DishSet::DESIGN, &Plan::DESIGN, &Line::DESIGN, &Batch::DESIGN];
    let more = [&CookLog::DESIGN, &Staple::DESIGN, &OwnFood::DESIGN, &AisleOrder::DESIGN, &SavedRecipe::DESIGN, &SavedSet::DESIGN];
    if !kinds.into_iter().chain(more).any(is) {
        return None;
    }
    let key = item.view().get("PK")?;
    // What was sold by somebody who has left is in no kitchen.
    KitchenId::new(key.as_str()?.strip_prefix("USER#")?).filter(|kitchen| *kitchen != former_kitchen())
}

async fn count<E: Entity>(run: Run<'_>, query: Query, is_counted: impl Fn(&E) -> bool) -> Result<i64> {
    Ok(run.all::<E>(query.consistent()).await?.iter().filter(|one| is_counted(one)).count() as i64)
}

/// What was read; nothing where something of it cannot be read. Which item that is, and why, the look at every item has told: what does not need
/// it is looked at all the same.
fn readable<T>(read: Result<T>) -> Result<Option<T>> {
    match read {
        Err(KondateError::Store(StoreError::Decode(_))) => Ok(None),
        other => other.map(Some),
    }
}

/// What is wrong in one kitchen.
async fn look_into(db: &Db, kitchen: &KitchenId) -> Result<Vec<Finding>> {
    let run = db.run(&CHECK_KITCHEN);
    let misfit = |fault: String| Finding::Misfit { kitchen: kitchen.clone(), fault };
    let mut wrong = Vec::new();
    let of_kitchen = readable(kitchens::with_members(run, kitchen).await)?;
    let stock = readable(fridge::stock(run, kitchen).await)?;
    let list = readable(lines::rows(run, kitchen).await)?;
    let partition = |range| Query::table(&MAIN_TABLE, Recipe::PK.of((kitchen.clone(),))).range(range);
    let shown = ["PK", "SK", "title", "deletedAt"];
    let recipes = readable(count::<Recipe>(run, partition(Recipe::SK.starting(())).only(shown.map(attr)), Recipe::is_live).await)?;
    let sets = readable(count::<DishSet>(run, partition(DishSet::SK.starting(())), DishSet::is_live).await)?;
    let shops = readable(count::<AisleOrder>(run, partition(AisleOrder::SK.starting(())), |_| true).await)?;
    let saved_recipes = readable(count::<SavedRecipe>(run, partition(SavedRecipe::SK.starting(())), |_| true).await)?;
    let saved_sets = readable(count::<SavedSet>(run, partition(SavedSet::SK.starting(())), |_| true).await)?;
    let saved = saved_recipes.zip(saved_sets).map(|(recipes, sets)| recipes + sets);
    let (own, batches) = stock.map_or((None, None), |(own, batches)| (Some(own), Some(batches)));
    let (rows, staples) = list.map_or((None, None), |(rows, staples)| (Some(rows), Some(staples)));
    let (is_there, meta, members) = match of_kitchen {
        Some((None, _)) => (false, None, None),
        Some((Some(meta), members)) => (true, Some(meta), Some(members)),
        // One of its people cannot be read, or the kitchen itself: by itself it may be.
        None => (true, readable(kitchens::get(run, kitchen).await)?.flatten(), None),
    };
    if !is_there {
        wrong.push(misfit("there are things in it, and it is not there".to_owned()));
        return Ok(wrong);
    }
    let of = |what| match what {
        Bounded::Recipes => recipes,
        Bounded::Sets => sets,
        Bounded::Lines => {
            rows.as_ref().map(|rows| rows.iter().filter(|line| line.source == Source::Manual && !line.is_bought()).count() as i64)
        }
        Bounded::Batches => batches.as_ref().map(|batches| batches.len() as i64),
        Bounded::Staples => staples.as_ref().map(|staples| staples.len() as i64),
        Bounded::Foods => own.as_ref().map(|own| own.all_own().count() as i64),
        Bounded::Shops => shops,
        Bounded::Saved => saved,
    };
    for (what, is) in Bounded::ALL.into_iter().filter_map(|what| Some((what, of(what)?))) {
        if let Some(says) = meta.as_ref().map(|meta| meta.count(what)).filter(|says| *says != is) {
            wrong.push(Finding::Count { kitchen: kitchen.clone(), what, says, is });
        }
    }
    if let (Some(meta), Some(members)) = (meta, members) {
        look_at_members(run, &meta, &members, &mut wrong).await?;
    }
    look_at_rows(kitchen, batches.unwrap_or_default(), rows.unwrap_or_default(), &mut wrong);
    let (current, next) = readable(plans::both(run, kitchen).await)?.unwrap_or_default();
    for dish in [current, next].into_iter().flatten().flat_map(|plan| plan.items) {
        let Some(day) = dish.logged_on else { continue };
        if let Some(None) = readable(plans::logged(run, kitchen, day, &dish.id).await)? {
            wrong.push(misfit(format!("the dish {} is on the table and in no log", dish.id)));
        }
    }
    Ok(wrong)
}

/// Whether the people of a kitchen are all in it, and as many as it counts.
async fn look_at_members(run: Run<'_>, meta: &Kitchen, members: &[Member], wrong: &mut Vec<Finding>) -> Result<()> {
    let kitchen = &meta.kitchen;
    let misfit = |fault: String| Finding::Misfit { kitchen: kitchen.clone(), fault };
    if meta.members != members.len() as u64 {
        wrong.push(misfit(format!("it counts {} people, and there are {}", meta.members, members.len())));
    }
    if !members.iter().any(|member| member.person_id == meta.owner_id) {
        wrong.push(misfit("its owner is not in it".to_owned()));
    }
    for member in members {
        let key = Membership::key(PersonId::clone(&member.person_id), kitchen.clone());
        let found = readable(run.get::<Membership>(Get::new(&MAIN_TABLE, key).consistent()).await.map_err(KondateError::from))?;
        // Whoever has deleted it is to be found in it if they bring it back.
        if found.is_some_and(|found| found.is_none() == meta.deleted_at.is_none()) {
            wrong.push(misfit(format!("{} is half in it", member.person_id)));
        }
    }
    Ok(())
}

/// Whether there is less than nothing of anything, and whether every tick is one of something.
fn look_at_rows(kitchen: &KitchenId, batches: Vec<Batch>, rows: Vec<Line>, wrong: &mut Vec<Finding>) {
    let misfit = |fault: String| Finding::Misfit { kitchen: kitchen.clone(), fault };
    for batch in batches {
        let is_below = batch.quantity.as_deref().is_some_and(|text| {
            is_below_nothing(text) && read_amount(text.trim_start_matches(|letter: char| !letter.is_numeric())).is_some()
        });
        if is_below {
            wrong.push(misfit(format!("there is less than nothing of {}", batch.item_id)));
        }
    }
    for tick in rows.into_iter().filter(|line| line.source == Source::Auto) {
        if tick.need.is_none() || tick.checked && tick.fridge_item_id.is_none() {
            wrong.push(misfit(format!("the tick {} is of nothing", tick.item_id)));
        }
    }
}
