//! Okusuri's table. Everything of a person stands in one partition, `USER#<id>`; the people themselves are the fragment of
//! [`chabudai_identity`].

mod patterns;
mod routes;

use chabudai_identity::model::UserId;
use chabudai_identity::people::People;
use chabudai_kernel::design::{Design, EntityDesign, Index, Projection, Table, text};
use chabudai_kernel::entity;
use chabudai_kernel::part::{IsoDay, Word};

use crate::model::{Idempotency, Kind, Log, Own, Registrations, Reminder, Setting};

pub use patterns::{
    CHANGE_PROFILE, CLAIM_REMINDER, CORRECT_LOG, DAYS, DELETE_LOG, END_REMINDER, FILL_DAYS, LIST_LOGS, LOG_BY_NUMBER, LOG_DAY, LOOK_BACK,
    MOST_FILLED, NOTIFICATIONS, ONE_LOG, REACHED_DEVICE, REGISTERED, REPLAY, SET_REMINDER, UNFILL_DAYS, WALK, WHO_HAS_LOGGED,
    WHOM_TO_REMIND,
};

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
    why: "A person by their address, for the operator. Sign-in reads the guard instead, which does not lag.",
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

/// The people of the house live in Okusuri's table: its design is the one that has a sign-in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Okusuri;

impl People for Okusuri {
    const APP: &'static str = "okusuri";
    const TABLE: &'static Table = &OKUSURI_TABLE;
    const TYPE_INDEX: &'static Index = &TYPE_INDEX;
    const EMAIL_INDEX: &'static Index = &EMAIL_INDEX;
    const TOKEN_INDEX: &'static Index = &TOKEN_INDEX;
    const SECRETS: &'static [&'static str] = &["subscription"];
    const KINDS: &'static [&'static EntityDesign] = patterns::OF_A_PERSON;
    type Own = Own;

    fn zone(own: &Own) -> Option<&str> {
        own.timezone.as_deref()
    }
}

entity! {
    /// A day as it was logged.
    Log in OKUSURI_TABLE, at most 4_096 bytes {
        userId: UserId = user_id,
        date: IsoDay = date,
        id: Word = id from SK,
    }
    key(userId, date, id) {
        PK = "USER#" userId;
        SK = "MEDICATION#" date "#" id;
    }
    index {
        DateSK = userId "#MEDICATION#" id;
    }
    plain {
        Type: Kind = kind,
        UserID: UserId = user_id,
        Date: IsoDay = date,
    }
    fields {
        "Data": M;
        "Data.id": N optional;
        "Data.hasBleeding": BOOL;
        "Data.taken": BOOL optional;
        "Data.note": S optional;
        "Data.createdAt": S;
        "Data.updatedAt": S;
        "CreatedAt": S;
        "UpdatedAt": S;
    }
    departs {
        "Data.id": "added: the number that it had before it was moved here, by which old clients ask for it";
        "Data.taken": "added: a day on which no pill was taken can be logged; without it the pill counts as taken outside of a pause";
        "Data.note": "added: what somebody wants to remember of the day";
    }
}

entity! {
    /// When and how somebody is reminded.
    Setting in OKUSURI_TABLE, at most 2_048 bytes {
        userId: UserId = user_id,
        platform: Word = platform from SK,
    }
    key(userId, platform) {
        PK = "USER#" userId;
        SK = "NOTIFICATION#" platform;
    }
    plain {
        Type: Kind = kind,
        UserID: UserId = user_id,
    }
    fields {
        "Data": M;
        "Data.platform": S;
        "Data.isEnabled": BOOL;
        "Data.time": S optional;
        "Data.timezone": S optional;
        "Data.isDiscreet": BOOL optional;
        "Data.language": S optional;
        "Data.subscription": S optional;
        "Data.createdAt": S;
        "Data.updatedAt": S;
        "CreatedAt": S;
        "UpdatedAt": S;
    }
    departs {
        "Data.subscription": "on items of their own, a device each: one person has several, and a second must not silence the first. What stands here stays";
        "Data.time": "added, with the zone, the language and whether a reminder is discreet; without them 21:50 in the person's own zone, discreet, in Japanese";
    }
}

entity! {
    /// How often a platform was added, so that the number of them is a condition of the write.
    Registrations in OKUSURI_TABLE, at most 512 bytes {
        userId: UserId = user_id,
    }
    key(userId) {
        PK = "USER#" userId;
        SK = "REGISTRATIONS";
    }
    plain {
        UserID: UserId = user_id,
    }
    fields {
        "Count": N;
    }
    departs {
        "SK": "added: the document bounds no number of platforms. Many that are added at once count each other by it; it has no dates";
    }
}

entity! {
    /// A reminder of a day: claimed by one server, then sent; forgotten after two days.
    Reminder in OKUSURI_TABLE, at most 4_096 bytes {
        userId: UserId = user_id,
        date: IsoDay = date from SK,
        slot: Word = slot from SK,
    }
    key(userId, date, slot) {
        PK = "USER#" userId;
        SK = "SENT#" date "#" slot;
    }
    plain {
        Type: Kind = kind,
        UserID: UserId = user_id,
    }
    fields {
        "ClaimedUntil": N;
        "Data": M;
        "Data.sentAt": S optional;
        "Data.reached": L;
        "TTL": N;
    }
    expires "two days after it was sent";
    departs {
        "SK": "added: the document does not say how one reminder is sent once. It has no dates: the claim and `sentAt` are its times";
    }
}

entity! {
    /// The answer to a request that may be sent again, for a day.
    Idempotency in OKUSURI_TABLE, at most 4_096 bytes {
        userId: UserId = user_id,
        key: Word = key from SK,
    }
    key(userId, key) {
        PK = "USER#" userId;
        SK = "IDEM#" key;
    }
    plain {
        UserID: UserId = user_id,
    }
    fields {
        "Request": S;
        "LoggedOn": S;
        "LogID": S;
        "Data": M;
        "Days": L optional;
        "TTL": N;
    }
    expires "a day after the answer was given";
    departs {
        "SK": "added: the document knows no repeated requests. It has no dates: it is written once";
        "Days": "where several days were filled in together: what the same request is answered with, and what is taken back by it";
    }
}

/// The design.
pub static DESIGN: Design = Design {
    app: "okusuri",
    about: "Did I take my pill, and where am I in the cycle?",
    environment: None,
    tables: &[&OKUSURI_TABLE],
    entities: patterns::ENTITIES,
    patterns: patterns::ALL,
    routes: &[chabudai_identity::routes::Routes::<Okusuri>::ALL, routes::ROUTES],
};
