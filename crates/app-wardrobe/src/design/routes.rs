//! What each route of Wardrobe may ask of the store in all.

use chabudai_kernel::design::RouteCost;

/// Every route that asks the store.
pub(super) static ROUTES: &[RouteCost] = &[];
