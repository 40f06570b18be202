//! What changed in the older system after it was read, into the store.
//!
//! The source is read anew as a whole and compared with what was read before, item by item: that finds what `updated_at` tells, what it does
//! not tell, and what is gone. Nothing that is newer in the store is touched.

use std::collections::{BTreeMap, BTreeSet};

use chabudai_app_okusuri::design::OKUSURI_TABLE;
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::{Delete, Put, Transact, Write};
use chabudai_kernel::store::StoreError;
use serde::Serialize;

use crate::design::{PERSON_CHANGES, THING_CHANGES};
use crate::error::{MoveError, Result};
use crate::folder::{State, WorkFolder};
use crate::source::{Source, export};
use crate::target::{Relation, Stored, Target, absent_or_not_newer, kind, owner, refusal_of, relation, text};
use crate::tell::{Tell, What};
use crate::transform::{Refusal, Transformed, transform};

/// What a delta did.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Applied {
    /// Items that were written.
    pub written: usize,
    /// Items that were taken away.
    pub removed: usize,
    /// Changes that `updated_at` tells.
    pub told: usize,
    /// Changes that it does not tell.
    pub untold: usize,
    /// Changes that were left out because something newer is here.
    pub kept: usize,
    /// People who left the older system, but have gone on here: they stay.
    pub stayed: Vec<String>,
    /// What stands in the way; as long as there is any, the delta is not done.
    pub conflicts: Vec<Refusal>,
}

/// A change of one item.
#[derive(Clone, Debug)]
enum Change {
    Put(Put),
    /// With the item as it was read before.
    Remove(Put),
}

impl Change {
    fn item(&self) -> &Put {
        match self {
            Self::Put(put) | Self::Remove(put) => put,
        }
    }

    fn write(&self) -> Write {
        let put = self.item();
        let condition = absent_or_not_newer(put.item.view());
        match self {
            Self::Put(put) => put.clone().only_if(condition).into(),
            Self::Remove(put) => Delete::new(put.table, put.key.clone()).only_if(condition).into(),
        }
    }
}

/// Reads the source anew and applies what changed since the last time.
pub async fn apply_delta(source: &mut Source, folder: &WorkFolder, target: &Target, tell: &mut Tell<'_>) -> Result<Applied> {
    let state = folder.state()?.filter(|state| state.is_complete);
    let mut state = state.ok_or(MoveError::Order("a delta follows a load that has ended"))?;
    let before = folder.snapshot(&state.snapshot).read()?;
    let mut old = Known::default();
    old.add(&transform(&before));
    if let Some(applying) = &state.applying {
        old.has_half = true;
        old.add(&transform(&folder.snapshot(applying).read()?));
    }
    let name = WorkFolder::name_after(Some(state.applying.as_deref().unwrap_or(&state.snapshot)));
    let snapshot = folder.fresh_snapshot(&name)?;
    export(source, &snapshot, &before.manifest.zone, tell).await?;
    let after = transform(&snapshot.read()?);
    if !after.refusals.is_empty() {
        return Err(MoveError::Refused(after.refusals));
    }
    let new = after.items();
    let stored = target.read(tell).await?;
    state.applying = Some(name.clone());
    folder.keep_state(&state)?;

    let mut changes = Changes::between(&old, &new);
    let mut applied = Applied::default();
    (applied.told, applied.untold) = changes.told(&before.manifest.read_at.to_string());
    let everybody: BTreeSet<&str> = after.people.iter().map(|arrival| arrival.user.as_str()).collect();
    changes.let_stay(&old, &everybody, &stored, &mut applied);
    let total = changes.people.len() + changes.things.len();
    // People come before their things, and go after them.
    let (here, gone): (Vec<_>, Vec<_>) = changes.people.into_iter().partition(|(id, _)| everybody.contains(id.as_str()));
    let mut done = 0;
    for (_, writes) in here {
        person(target, &writes, &mut applied).await?;
        done += 1;
        tell.so_far(What::Changes, done, total);
    }
    // Whoever could not come has no things here either.
    let kept_out: BTreeSet<String> = applied.conflicts.iter().filter_map(Refusal::of_whom).collect();
    for change in &changes.things {
        if owner(&change.item().key).is_some_and(|id| kept_out.contains(id)) {
            continue;
        }
        thing(target, change, &mut applied).await?;
        done += 1;
        tell.so_far(What::Changes, done, total);
    }
    for (_, writes) in gone {
        person(target, &writes, &mut applied).await?;
        done += 1;
        tell.so_far(What::Changes, done, total);
    }
    if applied.conflicts.is_empty() {
        let manifest_sha256 = snapshot.digest()?;
        folder.keep_state(&State { snapshot: name, manifest_sha256, applying: None, ..state })?;
    }
    Ok(applied)
}

/// What was read before: the snapshot that was applied last, and one that may have been applied in part.
#[derive(Default)]
struct Known {
    items: BTreeMap<ItemKey, Vec<Put>>,
    has_half: bool,
}

impl Known {
    fn add(&mut self, snapshot: &Transformed) {
        for (key, put) in snapshot.items() {
            self.items.entry(key).or_default().push(put.clone());
        }
    }

    /// Whether an item is just so in everything that was read before.
    fn is_settled(&self, put: &Put) -> bool {
        let versions = self.items.get(&put.key).map_or(&[][..], Vec::as_slice);
        versions.len() > usize::from(self.has_half) && versions.iter().all(|known| is_same(known, put))
    }

    fn last(&self, key: &ItemKey) -> Option<&Put> {
        self.items.get(key).and_then(|versions| versions.last())
    }
}

fn is_same(one: &Put, other: &Put) -> bool {
    relation(one.item.view(), other.item.view()) == Relation::Same
}

/// What differs between two snapshots.
struct Changes {
    /// Profiles, accounts and guards, by whose they are: they change together.
    people: BTreeMap<String, Vec<Change>>,
    things: Vec<Change>,
}

impl Changes {
    fn between(old: &Known, new: &BTreeMap<ItemKey, &Put>) -> Self {
        let puts = new.values().filter(|put| !old.is_settled(put)).map(|put| Change::Put((*put).clone()));
        let gone = old.items.keys().filter(|key| !new.contains_key(*key)).filter_map(|key| old.last(key).cloned());
        let all = puts.chain(gone.map(Change::Remove));
        let mut out = Self { people: BTreeMap::new(), things: Vec::new() };
        for change in all {
            let item = change.item().item.view();
            if matches!(kind(item), "Profile" | "EmailGuard" | "Account" | "OauthGuard") {
                out.people.entry(text(item, "UserID").unwrap_or_default().to_owned()).or_default().push(change);
            } else {
                out.things.push(change);
            }
        }
        out
    }

    /// How many changes `updated_at` tells, and how many it does not.
    fn told(&self, since: &str) -> (usize, usize) {
        let all = self.people.values().flatten().chain(&self.things);
        let (told, untold): (Vec<_>, Vec<_>) = all.partition(|change| match change {
            Change::Put(put) => text(put.item.view(), "UpdatedAt").is_some_and(|updated| updated >= since),
            Change::Remove(_) => false,
        });
        (told.len(), untold.len())
    }

    /// Whoever left the older system but has gone on here stays as a whole: half a person would be worse than either.
    fn let_stay(&mut self, old: &Known, everybody: &BTreeSet<&str>, stored: &Stored, applied: &mut Applied) {
        let left: BTreeSet<String> = self.people.keys().filter(|id| !everybody.contains(id.as_str())).cloned().collect();
        let has_gone_on = |id: &str| {
            let theirs = stored.0.iter().filter(|(key, _)| owner(key) == Some(id));
            theirs.into_iter().any(|(key, item)| match old.last(key) {
                Some(known) => relation(item.view(), known.item.view()) == Relation::Newer,
                None => true,
            })
        };
        for id in left.into_iter().filter(|id| has_gone_on(id)) {
            self.people.remove(&id);
            self.things.retain(|change| owner(&change.item().key) != Some(&id));
            applied.stayed.push(id);
        }
    }
}

async fn thing(target: &Target, change: &Change, applied: &mut Applied) -> Result<()> {
    let write = change.write();
    match target.persist(async || target.db.run(&THING_CHANGES).commit_one(write.clone()).await).await {
        Ok(()) => count(change, applied),
        Err(StoreError::ConditionFailed { .. }) => applied.kept += 1,
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

async fn person(target: &Target, changes: &[Change], applied: &mut Applied) -> Result<()> {
    let writes: Vec<Write> = changes.iter().map(Change::write).collect();
    let done = target.persist(async || target.db.run(&PERSON_CHANGES).commit(Transact::of(writes.clone())).await).await;
    let Err(error) = done else {
        for change in changes {
            count(change, applied);
        }
        return Ok(());
    };
    let failed: Vec<usize> = (0..changes.len()).filter(|at| error.condition_failed_at(*at)).collect();
    if failed.is_empty() {
        return Err(error.into());
    }
    // Somebody who has changed here since stays as they are here; an address that somebody else has taken is for the operator.
    let has_gone_on = failed.iter().any(|at| !is_guard(&changes[*at]));
    if has_gone_on {
        applied.kept += changes.len();
    } else {
        applied.conflicts.extend(failed.iter().map(|at| refusal_of(changes[*at].item().item.view())));
    }
    Ok(())
}

fn is_guard(change: &Change) -> bool {
    matches!(kind(change.item().item.view()), "EmailGuard" | "OauthGuard")
}

fn count(change: &Change, applied: &mut Applied) {
    debug_assert_eq!(change.item().table.name, OKUSURI_TABLE.name);
    match change {
        Change::Put(_) => applied.written += 1,
        Change::Remove(_) => applied.removed += 1,
    }
}
