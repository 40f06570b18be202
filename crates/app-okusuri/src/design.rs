//! Okusuri's table. Everything of a person stands in one partition, `USER#<id>`; the people themselves are the fragment of
//! [`chabudai_identity`].

use chabudai_identity::patterns::Patterns;
use chabudai_identity::people::People;
use chabudai_kernel::design::{Design, Index, Projection, Table, text};

/// The table.
pub static OKUSURI_TABLE: Table = Table {
    name: "okusuri-table",
    hash: text("PK"),
    range: Some(text("SK")),
    indexes: &[&TYPE_INDEX, &USER_INDEX, &EMAIL_INDEX, &TOKEN_INDEX, &DATE_INDEX],
    ttl: Some("TTL"),
    feed: false,
    about: "People, their sessions and ways in, and what each of them logs.",
};

/// Few values, so it is for the operator and for jobs, never on a visitor's way.
pub static TYPE_INDEX: Index = Index {
    name: "TypeIndex",
    hash: text("Type"),
    range: Some(text("PK")),
    projection: Projection::KeysOnly,
    why: "Everybody in the house, for the operator; whom to remind, for the job.",
};

/// The same order as the table has, as the design wants it.
pub static USER_INDEX: Index = Index {
    name: "UserIndex",
    hash: text("UserID"),
    range: Some(text("SK")),
    projection: Projection::All,
    why: "Everything of one person, guards included.",
};

/// Sparse: only people have an address.
pub static EMAIL_INDEX: Index = Index {
    name: "EmailIndex",
    hash: text("Email"),
    range: Some(text("UserID")),
    projection: Projection::All,
    why: "A person by their address, for the operator. The door reads the guard instead, which does not lag.",
};

/// Sparse: only sessions have a token, and only its hash.
pub static TOKEN_INDEX: Index = Index {
    name: "TokenIndex",
    hash: text("Token"),
    range: Some(text("UserID")),
    projection: Projection::KeysOnly,
    why: "The session of a token, on every request.",
};

/// Sparse: only what is logged has a day.
pub static DATE_INDEX: Index = Index {
    name: "DateIndex",
    hash: text("Date"),
    range: Some(text("DateSK")),
    projection: Projection::KeysOnly,
    why: "Who has logged this day already, for the reminder.",
};

/// Okusuri's people live in Okusuri's table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Okusuri;

impl People for Okusuri {
    const TABLE: &'static Table = &OKUSURI_TABLE;
    const TYPE_INDEX: &'static Index = &TYPE_INDEX;
    const EMAIL_INDEX: &'static Index = &EMAIL_INDEX;
    const TOKEN_INDEX: &'static Index = &TOKEN_INDEX;
}

/// The design.
pub static DESIGN: Design = Design {
    app: "okusuri",
    about: "Did I take my pill, and where am I in the cycle?",
    tables: &[&OKUSURI_TABLE],
    entities: Patterns::<Okusuri>::ENTITIES,
    patterns: Patterns::<Okusuri>::ALL,
};
