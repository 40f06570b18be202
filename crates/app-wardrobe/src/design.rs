//! The design of Wardrobe: one table, because a wardrobe is always read as a whole.
//!
//! Whoever opens a wardrobe asks four things of it: what do I own, what did I wear, what goes together, what have I not worn for long?
//! Each has a partition of its own under the wardrobe's id, and the three lists share one attribute, `statusListPk`, in three orders.
//! The number of wearings and the last day are kept on the garment for those orders; the truth is in the daily counters.

mod leaving;
mod looking_back;
mod mine;
mod patterns;
mod routes;

use chabudai_kernel::design::{Design, Index, Projection, Table, text};
use chabudai_kernel::entity;
use chabudai_kernel::part::{Day, Millis, Word};

use crate::model::{
    Clothing, ClothingId, ClothingWearDaily, Deletion, Genre, History, HistoryId, Idempotency, Keeper, Kept, Outfit, OutfitId,
    OutfitWearDaily, Status, Upload, Wardrobe, WardrobeId, WardrobeIdempotency, WearCount,
};
pub use leaving::{AT_A_TIME, DELETE_WARDROBE, DUE_DELETIONS, REMOVE_WARDROBE, RESTORE_WARDROBE};
pub use looking_back::{LOOK_BACK, UNWORN};
pub use mine::{FIND_BY_NAME, FORGET, IS_MINE, KEEP, KNOWN_HERE, MOST_REMEMBERED, MY_WARDROBES, NEW_ADDRESS, UNKEEP};
pub use patterns::*;
use patterns::{
    CLOTHING, CLOTHING_DAILY, DELETION, HISTORY, IDEMPOTENCY, KEEPER, KEPT, OUTFIT, OUTFIT_DAILY, UPLOAD, WARDROBE, WARDROBE_IDEMPOTENCY,
};

/// The one table.
pub static WARDROBE_TABLE: Table = Table {
    name: "WardrobeTable",
    hash: text("PK"),
    range: Some(text("SK")),
    indexes: &[
        &STATUS_LIST_BY_CREATED_AT,
        &STATUS_LIST_BY_WEAR_COUNT,
        &STATUS_LIST_BY_LAST_WORN_AT,
        &STATUS_GENRE_LIST_BY_CREATED_AT,
        &HISTORY_BY_DATE,
    ],
    ttl: Some("ttl"),
    feed: false,
    about: "Wardrobes, their garments, outfits, records and daily counters.",
};

/// Newest or oldest first.
pub static STATUS_LIST_BY_CREATED_AT: Index = Index {
    name: "StatusListByCreatedAt",
    hash: text("statusListPk"),
    range: Some(text("createdAtSk")),
    projection: Projection::All,
    why: "Garments or outfits of one status in the order in which they were added; also the bin, and who has a wardrobe among theirs.",
};

/// Most or least worn first.
pub static STATUS_LIST_BY_WEAR_COUNT: Index = Index {
    name: "StatusListByWearCount",
    hash: text("statusListPk"),
    range: Some(text("wearCountSk")),
    projection: Projection::All,
    why: "Garments or outfits of one status by how often they were worn.",
};

/// Recently or longest ago worn first.
pub static STATUS_LIST_BY_LAST_WORN_AT: Index = Index {
    name: "StatusListByLastWornAt",
    hash: text("statusListPk"),
    range: Some(text("lastWornAtSk")),
    projection: Projection::All,
    why: "Garments or outfits of one status by the last day on which they were worn; never worn sorts lowest.",
};

/// One genre, newest or oldest first.
pub static STATUS_GENRE_LIST_BY_CREATED_AT: Index = Index {
    name: "StatusGenreListByCreatedAt",
    hash: text("statusGenreListPk"),
    range: Some(text("createdAtSk")),
    projection: Projection::All,
    why: "Garments of one genre in the order in which they were added, without reading the other genres.",
};

/// Records by the day of wearing.
pub static HISTORY_BY_DATE: Index = Index {
    name: "HistoryByDate",
    hash: text("PK"),
    range: Some(text("historyDateSk")),
    projection: Projection::All,
    why: "Records by the day of wearing; the table itself has them by the moment of recording.",
};

entity! {
    /// A wardrobe's name. The id is also the secret that opens it, until it is given a new address.
    Wardrobe in WARDROBE_TABLE, at most 1_024 bytes {
        wardrobeId: WardrobeId = wardrobe_id,
    }
    key(wardrobeId) {
        PK = "W#" wardrobeId;
        SK = "META";
    }
    fields {
        "wardrobeId": S;
        "name": S;
        "createdAt": N;
        "addressHash": S optional;
        "deletedAt": N optional;
        "removing": BOOL optional;
    }
    departs {
        "addressHash": "added: what the secret of its present address hashes to, once the id alone is no address of it any more";
        "deletedAt": "added: since when it answers nothing but its undo, for a day";
        "removing": "added: its day is over and it is being removed; from here nothing brings it back";
    }
}

entity! {
    /// A garment, with two caches that its daily counters keep true.
    Clothing in WARDROBE_TABLE, at most 8_192 bytes {
        wardrobeId: WardrobeId = wardrobe_id from PK,
        clothingId: ClothingId = clothing_id,
        status: Status = status,
        genre: Option<Genre> = genre,
        createdAt: Millis = created_at,
        wearCount: WearCount = wear_count,
        lastWornAt: Millis = last_worn_at,
    }
    key(wardrobeId, clothingId) {
        PK = "W#" wardrobeId "#CLOTH";
        SK = "CLOTH#" clothingId;
    }
    index {
        statusListPk = "W#" wardrobeId "#CLOTH#" status;
        statusGenreListPk = "W#" wardrobeId "#CLOTH#" status "#GENRE#" genre;
        createdAtSk = "CREATED#" createdAt "#" clothingId;
        wearCountSk = "WEAR#" wearCount "#" clothingId;
        lastWornAtSk = "LASTWORN#" lastWornAt "#" clothingId;
    }
    fields {
        "clothingId": S;
        "name": S;
        "nameFolded": S optional;
        "genre": S optional;
        "tagIds": L optional;
        "status": S;
        "imageKey": S optional;
        "wearCount": N;
        "lastWornAt": N;
        "createdAt": N;
        "deletedAt": N optional;
        "rev": N optional;
    }
    departs {
        "genre": "added: where on the body it goes; an item without it counts as others";
        "nameFolded": "added: the name as searches compare it (NFKC, small letters, hiragana), so that a search reads no more than it shows";
        "tagIds": "added: the seasons in which it is worn, for the suggestions";
        "rev": "added: counts the writes that build on a read, so that none of them overwrites another (caches are set, not added to)";
        "statusGenreListPk": "added: the key of an index that lists one genre without reading the others";
    }
}

entity! {
    /// A saved outfit: garments in an order, with the same two caches.
    Outfit in WARDROBE_TABLE, at most 8_192 bytes {
        wardrobeId: WardrobeId = wardrobe_id from PK,
        templateId: OutfitId = template_id,
        status: Status = status,
        createdAt: Millis = created_at,
        wearCount: WearCount = wear_count,
        lastWornAt: Millis = last_worn_at,
    }
    key(wardrobeId, templateId) {
        PK = "W#" wardrobeId "#TPL";
        SK = "TPL#" templateId;
    }
    index {
        statusListPk = "W#" wardrobeId "#TPL#" status;
        createdAtSk = "CREATED#" createdAt "#" templateId;
        wearCountSk = "WEAR#" wearCount "#" templateId;
        lastWornAtSk = "LASTWORN#" lastWornAt "#" templateId;
    }
    fields {
        "templateId": S;
        "name": S;
        "nameFolded": S optional;
        "tagIds": L optional;
        "status": S;
        "clothingIds": L;
        "wearCount": N;
        "lastWornAt": N;
        "createdAt": N;
        "deletedAt": N optional;
        "rev": N optional;
    }
    departs {
        "nameFolded": "added: the name as searches compare it (NFKC, small letters, hiragana), so that a search reads no more than it shows";
        "tagIds": "added: the seasons in which it is worn, for the suggestions";
        "rev": "added: counts the writes that build on a read, so that none of them overwrites another (caches are set, not added to)";
    }
}

entity! {
    /// What was worn on a day.
    History in WARDROBE_TABLE, at most 4_096 bytes {
        wardrobeId: WardrobeId = wardrobe_id from PK,
        historyId: HistoryId = history_id,
        date: Day = date,
    }
    key(wardrobeId, historyId) {
        PK = "W#" wardrobeId "#HIST";
        SK = "HIST#" historyId;
    }
    index {
        historyDateSk = "DATE#" date "#" historyId;
    }
    fields {
        "historyId": S;
        "createdAt": N;
        "date": S;
        "templateId": S optional;
        "clothingIds": L;
    }
}

entity! {
    /// How often a garment was worn on a day.
    ClothingWearDaily in WARDROBE_TABLE, at most 1_024 bytes {
        wardrobeId: WardrobeId = wardrobe_id from PK,
        clothingId: ClothingId = clothing_id from PK,
        date: Day = date,
    }
    key(wardrobeId, clothingId, date) {
        PK = "W#" wardrobeId "#COUNT#CLOTH#" clothingId;
        SK = "DATE#" date;
    }
    fields {
        "date": S;
        "count": N;
    }
}

entity! {
    /// How often an outfit was worn on a day.
    OutfitWearDaily in WARDROBE_TABLE, at most 1_024 bytes {
        wardrobeId: WardrobeId = wardrobe_id from PK,
        templateId: OutfitId = template_id from PK,
        date: Day = date,
    }
    key(wardrobeId, templateId, date) {
        PK = "W#" wardrobeId "#COUNT#TPL#" templateId;
        SK = "DATE#" date;
    }
    fields {
        "date": S;
        "count": N;
    }
}

entity! {
    /// The answer to a request that may be sent again, for a day.
    Idempotency in WARDROBE_TABLE, at most 4_096 bytes {
        wardrobeId: WardrobeId = wardrobe_id from PK,
        key: Word = key from SK,
    }
    key(wardrobeId, key) {
        PK = "W#" wardrobeId "#IDEM";
        SK = "KEY#" key;
    }
    fields {
        "request": S;
        "status": N;
        "body": S;
        "ttl": N;
    }
    expires "a day after the answer was given";
    departs {
        "PK": "added: the document knows no repeated requests";
    }
}

entity! {
    /// The same for a request that makes a wardrobe.
    WardrobeIdempotency in WARDROBE_TABLE, at most 4_096 bytes {
        key: Word = key from PK,
    }
    key(key) {
        PK = "IDEM#" key;
        SK = "META";
    }
    fields {
        "request": S;
        "status": N;
        "body": S;
        "ttl": N;
    }
    expires "a day after the answer was given";
    departs {
        "PK": "added: the document knows no repeated requests";
    }
}

entity! {
    /// A picture that no garment shows, by the day since when: the day's uploads are swept with one query.
    Upload in WARDROBE_TABLE, at most 1_024 bytes {
        day: Day = day from PK,
        picture: Word = picture from SK,
    }
    key(day, picture) {
        PK = "UPLOAD#" day;
        SK = "PICTURE#" picture;
    }
    fields {
        "wardrobeId": S;
        "createdAt": N;
        "removing": BOOL optional;
    }
    departs {
        "PK": "added: the document does not say what becomes of pictures that no garment shows";
    }
}

entity! {
    /// A wardrobe among somebody's own. The name is that of the day on which it came there: what it is called now is read with it.
    Kept in WARDROBE_TABLE, at most 1_024 bytes {
        userId: Word = user_id from PK,
        wardrobeId: WardrobeId = wardrobe_id from SK,
        createdAt: Millis = created_at,
    }
    key(userId, wardrobeId) {
        PK = "USER#" userId;
        SK = "WARDROBE#" wardrobeId;
    }
    index {
        statusListPk = "W#" wardrobeId "#KEPT";
        createdAtSk = "CREATED#" createdAt "#" userId;
    }
    fields {
        "name": S;
        "secret": S optional;
        "createdAt": N;
    }
    departs {
        "PK": "added: somebody who is signed in finds their wardrobes on every device; the document knows no people";
    }
}

entity! {
    /// How many wardrobes are among somebody's own, so that the write that adds one can be held to a number.
    Keeper in WARDROBE_TABLE, at most 1_024 bytes {
        userId: Word = user_id from PK,
    }
    key(userId) {
        PK = "USER#" userId;
        SK = "META";
    }
    fields {
        "wardrobes": N;
    }
    departs {
        "PK": "added: the document knows no people";
    }
}

entity! {
    /// A wardrobe that was deleted, by when: those whose day is over stand at the beginning of one partition.
    Deletion in WARDROBE_TABLE, at most 1_024 bytes {
        deletedAt: Millis = deleted_at,
        wardrobeId: WardrobeId = wardrobe_id from SK,
    }
    key(deletedAt, wardrobeId) {
        PK = "DELETIONS";
        SK = "DELETED#" deletedAt "#" wardrobeId;
    }
    fields {
        "deletedAt": N;
    }
    departs {
        "PK": "added: the document does not delete a wardrobe";
    }
}

/// The design.
pub static DESIGN: Design = Design {
    app: "wardrobe",
    about: "What do I own, what did I wear, what shall I wear?",
    environment: None,
    tables: &[&WARDROBE_TABLE],
    entities: &[
        WARDROBE,
        CLOTHING,
        OUTFIT,
        HISTORY,
        CLOTHING_DAILY,
        OUTFIT_DAILY,
        IDEMPOTENCY,
        WARDROBE_IDEMPOTENCY,
        UPLOAD,
        KEPT,
        KEEPER,
        DELETION,
    ],
    patterns: &[
        &CREATE_WARDROBE,
        &OPEN_WARDROBE,
        &LAST_WEEK,
        &LIST_CLOTHES,
        &RECOMMEND,
        &SEARCH_CLOTHES,
        &CLOTHING_DETAIL,
        &ADD_CLOTHING,
        &EDIT_CLOTHING,
        &DELETE_CLOTHING,
        &LIST_OUTFITS,
        &SEARCH_OUTFITS,
        &OUTFIT_DETAIL,
        &ADD_OUTFIT,
        &EDIT_OUTFIT,
        &DELETE_OUTFIT,
        &LIST_HISTORY,
        &HISTORY_DETAIL,
        &RECORD,
        &UNRECORD,
        &RESTORE_CLOTHING,
        &RESTORE_OUTFIT,
        &BIN,
        &WEARS_BY_PERIOD,
        &REPAIR,
        &RENAME_WARDROBE,
        &REPLAY,
        &WALK,
        &TAKE_IN_PICTURE,
        &UNSHOWN_PICTURES,
        &UNWORN,
        &LOOK_BACK,
        &MY_WARDROBES,
        &IS_MINE,
        &KEEP,
        &UNKEEP,
        &NEW_ADDRESS,
        &DELETE_WARDROBE,
        &RESTORE_WARDROBE,
        &DUE_DELETIONS,
        &REMOVE_WARDROBE,
        &FORGET,
        &KNOWN_HERE,
        &FIND_BY_NAME,
    ],
    routes: &[routes::ROUTES],
};
