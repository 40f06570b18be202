//! Writes a snapshot into the store: people with their guards by transactions, the rest by batches, and how far it is into a file.

use chabudai_kernel::op::{BatchWrite, Put, Transact, Write};
use chabudai_kernel::store::StoreError;
use serde::Serialize;

use crate::design::{PERSON_ARRIVES, THINGS_ARRIVE};
use crate::error::{MoveError, Result};
use crate::folder::WorkFolder;
use crate::target::{Relation, Stored, Target, absent_or_same, refusal_of, relation};
use crate::tell::{Tell, What};
use crate::transform::{Arrival, Refusal, Transformed, transform};

/// How many things arrive between two notes of how far the load is: ten requests.
const BETWEEN_NOTES: usize = 250;

/// What a load did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Loaded {
    /// People who are here now.
    pub people: usize,
    /// Things of theirs that are here now.
    pub things: usize,
    /// Items that were written.
    pub written: usize,
    /// Items that are newer here and were left alone.
    pub kept: usize,
    /// An earlier load had ended before; this one changed nothing.
    pub was_complete: bool,
}

/// Loads the snapshot that the work folder's state names, from where the last try ended.
pub async fn load(folder: &WorkFolder, target: &Target, tell: &mut Tell<'_>) -> Result<Loaded> {
    let mut state = folder.state()?.ok_or(MoveError::Order("there is no snapshot to load"))?;
    let snapshot = folder.snapshot(&state.snapshot);
    if snapshot.digest()? != state.manifest_sha256 {
        return Err(MoveError::Altered(snapshot.path().to_owned()));
    }
    let items = transform(&snapshot.read()?);
    let mut loaded = Loaded { people: items.people.len(), things: items.things.len(), ..Loaded::default() };
    if state.is_complete {
        return Ok(Loaded { was_complete: true, ..loaded });
    }
    let stored = target.read(tell).await?;
    refuse(&items, &stored)?;
    if !state.has_begun {
        state.has_begun = true;
        folder.keep_state(&state)?;
    }
    for (at, arrival) in items.people.iter().enumerate().skip(state.people) {
        arrive(target, arrival, &stored, &mut loaded).await?;
        tell.so_far(What::People, at + 1, items.people.len());
        state.people = at + 1;
        // A note for each of many people would take longer than the people; what is repeated changes nothing.
        if state.people % BETWEEN_NOTES == 0 || state.people == items.people.len() {
            folder.keep_state(&state)?;
        }
    }
    while state.things < items.things.len() {
        let end = (state.things + BETWEEN_NOTES).min(items.things.len());
        let chunk: Vec<BatchWrite> = to_write(&items.things[state.things..end], &stored, &mut loaded);
        loaded.written += chunk.len();
        if !chunk.is_empty() {
            target.persist(async || target.db.run(&THINGS_ARRIVE).batch_write(chunk.clone()).await).await?;
        }
        tell.so_far(What::Things, end, items.things.len());
        state.things = end;
        folder.keep_state(&state)?;
    }
    state.is_complete = true;
    folder.keep_state(&state)?;
    Ok(loaded)
}

/// Everything that stands in the way, before anything is written.
pub(crate) fn refuse(items: &Transformed, stored: &Stored) -> Result<()> {
    let mut refusals = items.refusals.clone();
    refusals.extend(stored.in_the_way(items));
    if refusals.is_empty() { Ok(()) } else { Err(MoveError::Refused(refusals)) }
}

/// What is not there yet. What is newer here stays; a session or a log may have been changed by its owner between two tries.
fn to_write(puts: &[Put], stored: &Stored, loaded: &mut Loaded) -> Vec<BatchWrite> {
    let mut out = Vec::new();
    for put in puts {
        match stored.relation(put) {
            Relation::Absent | Relation::Other => out.push(BatchWrite::Put(put.clone())),
            Relation::Same => {}
            Relation::Newer => loaded.kept += 1,
        }
    }
    out
}

async fn arrive(target: &Target, arrival: &Arrival, stored: &Stored, loaded: &mut Loaded) -> Result<()> {
    if arrival.puts.iter().all(|put| stored.relation(put) == Relation::Same) {
        return Ok(());
    }
    let mut writes: Vec<Write> = Vec::new();
    for put in &arrival.puts {
        writes.push(put.clone().only_if(absent_or_same(put)?).into());
    }
    let arrived = target.persist(async || target.db.run(&PERSON_ARRIVES).commit(Transact::of(writes.clone())).await).await;
    match arrived {
        Ok(()) => loaded.written += writes.len(),
        Err(error) => {
            let refusals = met(&error, &arrival.puts)?;
            if !refusals.is_empty() {
                return Err(MoveError::Refused(refusals));
            }
            loaded.kept += 1;
        }
    }
    Ok(())
}

/// What a transaction met instead of nothing: somebody who went on here is left alone, anything else stands in the way.
fn met(error: &StoreError, puts: &[Put]) -> Result<Vec<Refusal>> {
    let failed: Vec<usize> = (0..puts.len()).filter(|at| error.condition_failed_at(*at)).collect();
    if failed.is_empty() {
        return Err(error.clone().into());
    }
    let mut out = Vec::new();
    for at in failed {
        let is_newer = error.found_at(at).is_some_and(|there| relation(there.view(), puts[at].item.view()) == Relation::Newer);
        if !is_newer {
            out.push(refusal_of(puts[at].item.view()));
        }
    }
    Ok(out)
}
