//! The design of Kondate Loop: one table, because a household opens everything of its kitchen together.
//!
//! Three questions are asked every day: what do we cook, what do we buy, what is left? Each is a range of the kitchen's own partition, and
//! kinds that are read together stand beside each other in it: `FOOD#` before `FRIDGE#`, `SHOPPING#` before `STAPLE#`. The indexes serve what
//! crosses kitchens: an id that somebody else's page names (GSI1), the catalog by time and by popularity (GSI2), a creator's own (GSI3).

mod catalog; // kinds of the catalog
mod kinds; // kinds of a kitchen
mod leaving; // access patterns of somebody who leaves, and of the check
mod notices; // kinds and access patterns of notices
mod of_api; // what each operation may ask of the store
mod of_pages; // what each page may ask of the store
mod patterns; // access patterns of a kitchen
mod people; // kinds of people, kitchens and invitations
mod pictures; // the note of a picture that no recipe shows, and its access patterns
mod profiles; // access patterns of profiles
mod publishing; // access patterns of the catalog: publishing, saving, finding
mod sharing; // what comes in from elsewhere and goes out to others
mod stock; // access patterns of the list and of the fridge
mod till; // kinds and access patterns of payments

use chabudai_kernel::design::{Design, Index, Projection, Table, text};

pub use leaving::*;
pub use notices::*;
pub use patterns::*;
pub use pictures::*;
pub use profiles::*;
pub use publishing::*;
pub use sharing::*;
pub use stock::*;
pub use till::*;

/// The one table.
pub static MAIN_TABLE: Table = Table {
    name: "MainTable",
    hash: text("PK"),
    range: Some(text("SK")),
    indexes: &[&GSI1, &GSI2, &GSI3],
    ttl: Some("ttl"),
    feed: true,
    about: "Kitchens with their recipes, plans, lists, fridges and logs; the catalog; what people buy and are told.",
};

/// By an id alone.
pub static GSI1: Index = Index {
    name: "GSI1",
    hash: text("GSI1PK"),
    range: Some(text("GSI1SK")),
    projection: Projection::All,
    why: "What has this id, whoever owns it: bodies beside their public cards, who saved it, which links share it, whose device or customer it is.",
};

/// The catalog.
pub static GSI2: Index = Index {
    name: "GSI2",
    hash: text("GSI2PK"),
    range: Some(text("GSI2SK")),
    projection: Projection::All,
    why: "The catalog, newest first by the records and most saved first by the creators' cards. Sparse: what is stopped is in neither.",
};

/// A creator's own.
pub static GSI3: Index = Index {
    name: "GSI3",
    hash: text("GSI3PK"),
    range: Some(text("GSI3SK")),
    projection: Projection::All,
    why: "What one creator has published, newest first. Sparse like GSI2.",
};

/// The design.
pub static DESIGN: Design = Design {
    app: "kondate",
    about: "What do we cook, what do we buy, what is left?",
    environment: None,
    tables: &[&MAIN_TABLE],
    entities: kinds::ALL,
    patterns: patterns::ALL,
    routes: &[of_api::OF_PERSON, of_api::ROUTES, of_pages::ROUTES],
};
