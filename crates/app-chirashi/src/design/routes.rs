//! What each route asks of the store.

use chabudai_kernel::design::RouteCost;

/// Every route that asks the store.
pub(super) static ROUTES: &[RouteCost] = &[];
