//! What each route of signing in may ask of the store in all. An app that includes the fragment adds them to its own.

use std::marker::PhantomData;

use chabudai_kernel::design::RouteCost;

use crate::people::People;

/// The routes over one app's table.
pub struct Routes<T>(PhantomData<T>);

impl<T: People> Routes<T> {
    /// Every route that asks the store.
    pub const ALL: &'static [RouteCost] = &[];
}
