//! The tables that the story is told on: between them every kind of key, index and projection that an app may declare.

use chabudai_kernel::design::{Index, Projection, Table, binary, number, text};

/// Text sort key; its hash attribute also serves [`BY_RANK`].
pub static BY_DAY: Index =
    Index { name: "ByDay", hash: text("owner"), range: Some(text("daySk")), projection: Projection::All, why: "Shares its hash." };

/// Number sort key; shares its hash attribute with [`BY_DAY`].
pub static BY_RANK: Index =
    Index { name: "ByRank", hash: text("owner"), range: Some(number("rank")), projection: Projection::All, why: "Sorts by a number." };

/// Hashed by the table's own partition key.
pub static BY_STATE: Index =
    Index { name: "ByState", hash: text("PK"), range: Some(text("stateSk")), projection: Projection::All, why: "Reorders a partition." };

/// Holds the keys only.
pub static OPEN: Index =
    Index { name: "Open", hash: text("openPk"), range: Some(text("openSk")), projection: Projection::KeysOnly, why: "Sparse, keys only." };

/// Holds the keys and two attributes.
pub static CARDS: Index = Index {
    name: "Cards",
    hash: text("cardPk"),
    range: Some(text("cardSk")),
    projection: Projection::Include(&["title", "price"]),
    why: "Holds a part of each item.",
};

/// No sort key at all.
pub static BY_EMAIL: Index =
    Index { name: "ByEmail", hash: text("email"), range: None, projection: Projection::All, why: "Has no sort key." };

/// A table of many kinds of items, with every kind of index, expiry and a change feed.
pub static THINGS: Table = Table {
    name: "conformance-things",
    hash: text("PK"),
    range: Some(text("SK")),
    indexes: &[&BY_DAY, &BY_RANK, &BY_STATE, &OPEN, &CARDS, &BY_EMAIL],
    ttl: Some("ttl"),
    feed: true,
    about: "Things of many kinds.",
};

/// Sorts by bytes.
pub static BY_DIGEST: Index =
    Index { name: "ByDigest", hash: text("shelf"), range: Some(binary("digest")), projection: Projection::All, why: "Sorts by bytes." };

/// A table whose whole key is one number.
pub static NUMBERED: Table = Table {
    name: "conformance-numbered",
    hash: number("id"),
    range: None,
    indexes: &[&BY_DIGEST],
    ttl: None,
    feed: false,
    about: "Things with a number.",
};

/// A plain table of two keys, the second a number.
pub static PAIRS: Table = Table {
    name: "conformance-pairs",
    hash: text("left"),
    range: Some(number("right")),
    indexes: &[],
    ttl: None,
    feed: false,
    about: "Pairs.",
};

/// Every table of the story, for `create_tables`.
pub static ALL: &[&Table] = &[&THINGS, &NUMBERED, &PAIRS];
