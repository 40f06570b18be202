//! A copy of a store that is brought up to date only when told.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use chabudai_kernel::design::Table;
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::{Delete, Get, Put, Write};
use chabudai_kernel::store::{Now, Store, StoreError};

/// At this time nothing has expired: what is copied is what lies in the store.
const BEFORE_ALL_TIME: Now = Now(i64::MIN);

/// Another store that holds what this one did when it was last told to catch up: as an index that lags does, or as the right answer to a read
/// through one.
pub struct Replica {
    store: Arc<dyn Store>,
    touched: Mutex<HashMap<(&'static str, ItemKey), &'static Table>>,
}

impl Replica {
    /// An empty store that is to be the copy.
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self { store, touched: Mutex::default() }
    }

    /// The copy.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    fn touched(&self) -> std::sync::MutexGuard<'_, HashMap<(&'static str, ItemKey), &'static Table>> {
        self.touched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes what was written.
    pub fn touch<'a>(&self, writes: impl IntoIterator<Item = (&'static Table, &'a ItemKey)>) {
        self.touched().extend(writes.into_iter().map(|(table, key)| ((table.name, key.clone()), table)));
    }

    /// Copies every item that was written since the last time, as it is now.
    pub async fn catch_up(&self, source: &dyn Store) -> Result<(), StoreError> {
        let touched = std::mem::take(&mut *self.touched());
        for ((_, key), table) in touched {
            let found = source.get(&Get::new(table, key.clone()).consistent(), BEFORE_ALL_TIME).await?.value;
            let write: Write = match found {
                Some(item) => Put { table, key, item, condition: None, return_old: false }.into(),
                None => Delete::new(table, key).into(),
            };
            self.store.write(&write, BEFORE_ALL_TIME).await?;
        }
        Ok(())
    }
}
