//! Memo's table: one board, one partition. A household writes a few notes a day and reads all of them together.

use chabudai_kernel::design::{AccessPattern, Cost, Design, EntityDesign, Range, RouteCost, Step, Table, text};
use chabudai_kernel::entity;
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::part::{Ulid, Word};

use crate::service::{Count, Memo};

/// The table.
pub static MEMO_TABLE: Table = Table {
    name: "memo-table",
    hash: text("PK"),
    range: Some(text("SK")),
    indexes: &[],
    ttl: None,
    feed: true,
    about: "Notes on one board.",
};

entity! {
    /// A note.
    Memo in MEMO_TABLE, at most 2_048 bytes {
        board: Word = board from PK,
        id: Ulid = id from SK,
    }
    key(board, id) {
        PK = "BOARD#" board;
        SK = "MEMO#" id;
    }
    fields {
        "by": S;
        "text": S;
    }
}

entity! {
    /// How many notes there are: a copy that follows them.
    Count in MEMO_TABLE, at most 256 bytes {
        board: Word = board from PK,
    }
    key(board) {
        PK = "BOARD#" board;
        SK = "COUNT";
    }
    fields {
        "memos": N;
    }
}

const NOTE: &EntityDesign = &Memo::DESIGN;
const COUNT: &EntityDesign = &Count::DESIGN;
const ALL: Range = Range { given: &["board"], ordered_by: &["id"], ..Range::of(&[NOTE]) };

/// MEMO-01
pub(crate) static READ: AccessPattern = AccessPattern {
    id: "MEMO-01",
    question: "What is on the board?",
    steps: &[Step::Query(ALL)],
    cost: Cost::Formula { words: "1 per 1 MB", requests: |pages| pages.max(1) },
};

/// MEMO-02
pub(crate) static WRITE: AccessPattern =
    AccessPattern { id: "MEMO-02", question: "Put this up.", steps: &[Step::Put(NOTE)], cost: Cost::Exactly(1) };

/// MEMO-03
pub(crate) static REMOVE: AccessPattern =
    AccessPattern { id: "MEMO-03", question: "Take mine down.", steps: &[Step::Delete(NOTE)], cost: Cost::Exactly(1) };

/// MEMO-04
pub(crate) static SIZE: AccessPattern =
    AccessPattern { id: "MEMO-04", question: "How many notes are there?", steps: &[Step::Get(COUNT)], cost: Cost::Exactly(1) };

/// MEMO-05
pub(crate) static COUNT_AGAIN: AccessPattern = AccessPattern {
    id: "MEMO-05",
    question: "The board has changed: how many are there now?",
    steps: &[Step::Query(ALL), Step::Put(COUNT)],
    cost: Cost::Formula { words: "1 per 1 MB + 1", requests: |pages| pages.max(1) + 1 },
};

/// MEMO-06
pub(crate) static TAKE_DOWN: AccessPattern = AccessPattern {
    id: "MEMO-06",
    question: "Take down what is ticked off, or what somebody wrote who leaves.",
    steps: &[Step::Query(ALL), Step::BatchWrite(&[NOTE], 10_000)],
    cost: Cost::Formula { words: "1 per MB read + 1 per 25 notes", requests: |pages_and_batches| pages_and_batches },
};

/// The design.
pub static DESIGN: Design = Design {
    app: "memo",
    about: "Notes on one board that the whole house reads.",
    environment: None,
    tables: &[&MEMO_TABLE],
    entities: &[NOTE, COUNT],
    patterns: &[&READ, &WRITE, &REMOVE, &SIZE, &COUNT_AGAIN, &TAKE_DOWN],
    routes: &[ROUTES],
};

/// Every route that asks the store.
static ROUTES: &[RouteCost] = &[
    RouteCost { route: "GET /memo", asks: &[(&READ, 1)] },
    RouteCost { route: "POST /memo", asks: &[(&WRITE, 1)] },
    RouteCost { route: "GET /memo/v1/memos", asks: &[(&READ, 1)] },
    RouteCost { route: "POST /memo/v1/memos", asks: &[(&WRITE, 1)] },
    RouteCost { route: "DELETE /memo/v1/memos/{id}", asks: &[(&REMOVE, 1)] },
    RouteCost { route: "GET /memo/v1/size", asks: &[(&SIZE, 1)] },
];
