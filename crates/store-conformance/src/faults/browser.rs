//! Somebody who writes and comes back, as the web layer remembers them.

use std::sync::{Mutex, PoisonError};

use chabudai_kernel::design::Table;
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::own::{MOST, OwnWrites};

/// Remembers what was written through it, the newest first, and as much of it as a cookie holds. For a store of one table.
#[derive(Default, Debug)]
pub struct Browser(Mutex<Vec<ItemKey>>);

impl OwnWrites for Browser {
    fn recent(&self, _: &Table) -> Vec<ItemKey> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().rev().cloned().collect()
    }

    fn wrote(&self, _: &'static Table, key: &ItemKey) {
        let mut keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        keys.retain(|known| known != key);
        keys.push(key.clone());
        if keys.len() > MOST {
            keys.remove(0);
        }
    }
}
