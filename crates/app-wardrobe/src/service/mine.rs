//! Whose wardrobes these are: the list of somebody who is signed in, and the address by which a wardrobe opens.
//!
//! A wardrobe belongs to whoever has its address. A list remembers an address for somebody; it opens nothing by itself.

use std::collections::HashMap;

use chabudai_kernel::once::Once;
use chabudai_kernel::op::{Transact, Write};
use chabudai_kernel::part::{Millis, Word};
use chabudai_kernel::seal::Seal;
use serde_json::{Value, json};

use super::Service;
use crate::address::Address;
use crate::design::{FORGET, KEEP, NEW_ADDRESS, UNKEEP};
use crate::error::{Result, WardrobeError, WardrobeReason};
use crate::model::{Kept, Wardrobe, WardrobeId};
use crate::repo::kept::{self, OfPerson};
use crate::repo::wardrobes;

/// A wardrobe in somebody's list.
#[derive(Clone, PartialEq, Debug)]
pub struct Mine {
    /// Which.
    pub wardrobe: WardrobeId,
    /// What it is called; what it was called, where the address opens it no longer.
    pub name: String,
    /// Since when it is in the list.
    pub kept_at: Millis,
    /// Whether it can be opened.
    pub state: MineState,
}

/// Whether a wardrobe in a list can be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MineState {
    /// Here.
    Open(Address),
    /// It has another address, which somebody else was told.
    Moved,
    /// It was deleted, and comes back from here until this moment.
    Deleted(Address, Millis),
}

impl Service {
    fn for_lists(&self) -> Seal {
        self.base.db.seal(b"wardrobe address in a list")
    }

    fn row(&self, user: &Word, address: &Address, name: &str) -> Kept {
        Kept {
            user_id: user.clone(),
            wardrobe_id: address.wardrobe,
            name: name.to_owned(),
            secret: address.sealed(&self.for_lists(), user.as_str()),
            created_at: self.base.now_millis(),
        }
    }

    /// Somebody's wardrobes, the one that is there longest first. One that was removed is not among them.
    pub async fn my_wardrobes(&self, user: &Word) -> Result<Vec<Mine>> {
        let (rows, wardrobes) = kept::list(&self.base.db, user).await?;
        let wardrobes: HashMap<WardrobeId, Wardrobe> = wardrobes.into_iter().map(|one| (one.wardrobe_id, one)).collect();
        let seal = self.for_lists();
        let mine = |row: Kept| {
            let wardrobe = wardrobes.get(&row.wardrobe_id).filter(|wardrobe| self.is_still_there(wardrobe))?;
            let address = Address::unsealed(&seal, user.as_str(), row.wardrobe_id, row.secret.as_deref());
            let (name, state) = match (address.filter(|address| address.opens(wardrobe)), wardrobe.restorable_until()) {
                (Some(address), None) => (wardrobe.name.clone(), MineState::Open(address)),
                (Some(address), Some(until)) => (wardrobe.name.clone(), MineState::Deleted(address, until)),
                // What it is called by now is not for who cannot open it.
                (None, _) => (row.name, MineState::Moved),
            };
            Some(Mine { wardrobe: row.wardrobe_id, name, kept_at: row.created_at, state })
        };
        let mut mine: Vec<Mine> = rows.into_iter().filter_map(mine).collect();
        mine.sort_by_key(|one| (one.kept_at, one.wardrobe));
        Ok(mine)
    }

    /// Those of some addresses that open a wardrobe, or one that can still come back, in their order.
    pub async fn known(&self, addresses: &[Address]) -> Result<Vec<(Address, Wardrobe)>> {
        if addresses.is_empty() {
            return Ok(Vec::new());
        }
        let found = wardrobes::known(&self.base.db, addresses.iter().map(|address| address.wardrobe)).await?;
        let there = |address: &Address| {
            let wardrobe = found.iter().find(|wardrobe| address.opens(wardrobe) && self.is_still_there(wardrobe))?;
            Some((address.clone(), wardrobe.clone()))
        };
        Ok(addresses.iter().filter_map(there).collect())
    }

    /// Whether a wardrobe is in somebody's list by this address.
    pub async fn is_mine(&self, user: &Word, address: &Address) -> Result<bool> {
        let row = kept::get(&self.base.db, user, address.wardrobe).await?;
        let known = row.and_then(|row| Address::unsealed(&self.for_lists(), user.as_str(), row.wardrobe_id, row.secret.as_deref()));
        Ok(known.as_ref() == Some(address))
    }

    /// Puts a wardrobe into somebody's list, by the address that they have opened it by. One that is there already stays, by this address.
    pub async fn keep(&self, user: &Word, address: &Address) -> Result<()> {
        let _turn = self.queue(user).await;
        self.base
            .persist(|| async {
                let wardrobe = self.open(address.clone()).await?;
                let row = self.row(user, address, &wardrobe.name);
                let run = self.base.db.run(&KEEP);
                match run.commit(kept::add(&row, &wardrobe)).await {
                    Err(error) if error.condition_failed_at(0) => Ok(run.commit(kept::readdress(&row, &wardrobe)).await?),
                    Err(error) if error.condition_failed_at(1) => Err(WardrobeError::Own(WardrobeReason::ListFull)),
                    // Deleted or at another address since it was read: the next look tells.
                    other => Ok(other?),
                }
            })
            .await
    }

    /// Puts a wardrobe that somebody has just made into their list; false if there is no room.
    pub async fn keep_new(&self, user: &Word, wardrobe: WardrobeId) -> Result<bool> {
        match self.keep(user, &wardrobe.into()).await {
            Err(WardrobeError::Own(WardrobeReason::ListFull)) => Ok(false),
            // The answer to a repeated request, and what it made has gone its way since.
            Err(error) if error.status() == 404 => Ok(true),
            other => other.map(|()| true),
        }
    }

    /// Takes a wardrobe out of somebody's list. The wardrobe itself stays.
    pub async fn unkeep(&self, user: &Word, wardrobe: WardrobeId) -> Result<()> {
        let _turn = self.queue(user).await;
        let removed = self.base.persist(|| kept::remove(self.base.db.run(&UNKEEP), user, wardrobe)).await?;
        if removed { Ok(()) } else { Err(WardrobeError::NotFound("wardrobe")) }
    }

    /// Gives a wardrobe another address, which alone opens it from then on. Who asks again with the same key is told the same address, also
    /// by the address that opens nothing any more: an answer that was lost would otherwise be a wardrobe that is lost.
    ///
    /// Somebody who has it in their list has it there by the new address. Everybody else's list shows that it has another one.
    pub async fn new_address(&self, address: &Address, user: Option<&Word>, once: Option<&Once>) -> Result<Address> {
        let key = once.map_or_else(|| self.base.fresh_id(), |once| once.key.clone());
        let next = address.next(&self.base.db.seal(b"wardrobe new address"), key.as_str());
        self.base
            .persist(|| async {
                let run = self.base.db.run(&NEW_ADDRESS);
                let wardrobe = wardrobes::current(run, address.wardrobe).await?.filter(|wardrobe| self.is_still_there(wardrobe));
                let wardrobe = wardrobe.ok_or(WardrobeError::NotFound("wardrobe"))?;
                let is_done = next.opens(&wardrobe);
                if !is_done && !address.opens(&wardrobe) {
                    return Err(WardrobeError::NotFound("wardrobe"));
                }
                if let Some(until) = wardrobe.restorable_until() {
                    return Err(WardrobeError::Own(WardrobeReason::Deleted(until)));
                }
                if is_done {
                    return Ok(next.clone());
                }
                let moved = wardrobes::readdress(&wardrobe, next.hash().expect("a new address has a secret"));
                let row = match user {
                    Some(user) => kept::current(run, user, address.wardrobe).await?,
                    None => None,
                };
                match row {
                    None => run.commit_one(moved).await?,
                    Some(row) => {
                        let row = kept::move_to(&self.row(&row.user_id, &next, &wardrobe.name));
                        run.commit(Transact::of([Write::from(moved), row.into()])).await?;
                    }
                }
                Ok(next.clone())
            })
            .await
    }

    /// What Wardrobe knows of somebody: which wardrobes are in their list, without their addresses, which are keys. What is in a wardrobe belongs
    /// to everybody who has its address, and is read there.
    pub async fn export_of(&self, user: &Word) -> Result<Value> {
        let wardrobes: Vec<Value> = self
            .my_wardrobes(user)
            .await?
            .into_iter()
            .map(|one| {
                let (state, until) = match one.state {
                    MineState::Open(_) => ("open", None),
                    MineState::Moved => ("moved", None),
                    MineState::Deleted(_, until) => ("deleted", Some(until.0)),
                };
                json!({
                    "name": one.name,
                    "state": state,
                    "restorableUntil": until,
                    "keptAt": one.kept_at.0,
                })
            })
            .collect();
        Ok(json!({ "wardrobes": wardrobes }))
    }

    /// Forgets somebody: their list goes, all at once, and can go again. The wardrobes stay with whoever has their address.
    pub async fn forget(&self, user: &Word) -> Result<()> {
        let _turn = self.queue(user).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&FORGET);
                let found: Vec<OfPerson> = kept::of_person(run, user).await?;
                if found.is_empty() {
                    return Ok(());
                }
                Ok(run.commit(kept::forget(&found, user)).await?)
            })
            .await
    }
}
