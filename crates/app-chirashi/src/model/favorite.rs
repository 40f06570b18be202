//! Who favours which store.

use serde::{Deserialize, Serialize};

use super::{Moment, Store, StoreId, UserId};

/// How many favourites somebody has at most.
pub const MOST_FAVORITES: usize = 200;

/// A store that somebody favours.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FavoriteStore {
    /// Who.
    pub user_id: UserId,
    /// Which.
    pub store_id: StoreId,
    /// The store's name, as a copy.
    pub store_name: String,
    /// Its logo, as a copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store_logo: Option<String>,
    /// Where it is, as a copy.
    pub address: String,
    /// Where to call, as a copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    /// Of which state of the store the copies are.
    pub store_updated_at: Moment,
    /// Whether they are told of its new flyers.
    pub notification_enabled: bool,
    /// Since when.
    pub added_at: Moment,
}

impl FavoriteStore {
    /// A store that somebody favours from now on.
    pub fn new(user_id: UserId, store: &Store, added_at: Moment) -> Self {
        let mut favorite = Self {
            user_id,
            store_id: store.store_id,
            store_name: String::new(),
            store_logo: None,
            address: String::new(),
            phone: None,
            store_updated_at: store.updated_at,
            notification_enabled: true,
            added_at,
        };
        favorite.take_store(store);
        favorite
    }

    /// Copies what stands here of a store.
    pub fn take_store(&mut self, store: &Store) {
        self.store_name.clone_from(&store.name);
        self.store_logo.clone_from(&store.logo);
        self.address.clone_from(&store.address);
        self.phone = Some(store.phone.clone());
        self.store_updated_at = store.updated_at;
    }
}
