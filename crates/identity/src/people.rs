//! The table that includes the fragment.

use std::fmt::Debug;

use chabudai_kernel::design::{EntityDesign, Index, Table};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// An app whose table holds its people. The indexes are those of the design, by its names.
pub trait People: Clone + Copy + PartialEq + Debug + Send + Sync + 'static {
    /// The app whose table it is. Its name is in the address that providers send people back to, and in the cookie of sessions that were opened
    /// while only one app had a sign-in.
    const APP: &'static str;
    /// The table.
    const TABLE: &'static Table;
    /// `TypeIndex`: everything of one kind, for the operator.
    const TYPE_INDEX: &'static Index;
    /// `EmailIndex`: people by address.
    const EMAIL_INDEX: &'static Index;
    /// `TokenIndex`: sessions by the hash of their token.
    const TOKEN_INDEX: &'static Index;
    /// Names in the `Data` of the app's own items that open doors: they are not given out, not even to the person.
    const SECRETS: &'static [&'static str] = &[];
    /// Every kind of item that stands in a person's partition, the app's own included: what is given out and forgotten with them.
    const KINDS: &'static [&'static EntityDesign];
    /// Where somebody's day begins and ends, if the app knows.
    fn zone(_own: &Self::Own) -> Option<&str> {
        None
    }
    /// What the app itself knows of a person; it stands in the person's `Data`, beside what identity knows.
    type Own: Clone + PartialEq + Debug + Default + Serialize + DeserializeOwned + Send + Sync + 'static;
}
