//! One garment each: outlines, and the order in which they are laid.

pub(super) mod bag;
pub(super) mod cap;
pub(super) mod hat;
pub(super) mod jacket;
pub(super) mod knit;
pub(super) mod shirt;
pub(super) mod shoes;
pub(super) mod skirt;
pub(super) mod trousers;
