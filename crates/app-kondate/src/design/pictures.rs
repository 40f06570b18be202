//! Pictures of recipes: the note of one that no recipe shows, and the access patterns around it.

use chabudai_kernel::design::{AccessPattern, Action, Cost, EntityDesign, Range, Step, Verb};
use chabudai_kernel::entity;
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::part::{Day, Word};

use super::MAIN_TABLE;
use super::kinds::RECIPE;
use super::patterns::as_many;
use super::people::KITCHEN;
use crate::model::Upload;

pub(super) const UPLOAD: &EntityDesign = &Upload::DESIGN;

/// The dishes on one page whose pictures are looked for: four on the card of each of sixty sets, or a month of every evening and more.
pub const DISHES_LOOKED_AT: usize = 240;

entity! {
    /// A picture that no recipe shows, by the day since when: those of a day are swept with one query.
    Upload in MAIN_TABLE, at most 1_024 bytes {
        day: Day = day from PK,
        picture: Word = picture from SK,
    }
    key(day, picture) {
        PK = "UPLOAD#" day;
        SK = "PICTURE#" picture;
    }
    fields {
        "kitchenId": S;
        "personId": S optional;
        "createdAt": N;
        "removing": BOOL optional;
    }
    departs {
        "PK": "added: the document does not say what becomes of pictures that no recipe shows. A recipe begins to show one by removing its note, and notes it again when it stops";
    }
}

/// AP-210. The first of a day finds the number of another day and begins anew; two that are the first at once take a third try.
pub static TAKE_IN_PICTURE: AccessPattern = AccessPattern {
    id: "AP-210",
    question: "Here is a picture; a recipe will show it in a moment.",
    steps: &[Step::Transact(&[Action::new(Verb::Update, KITCHEN, 1), Action::new(Verb::Put, UPLOAD, 1)])],
    cost: Cost::AtMost(3),
};

/// AP-211. Sets and logs know their recipes by id alone, and a copy of what one looked like then may be gone by now.
pub static DISH_PICTURES: AccessPattern = AccessPattern {
    id: "AP-211",
    question: "What do the dishes on these cards look like?",
    steps: &[Step::BatchGet(&[RECIPE], DISHES_LOOKED_AT as u32)],
    cost: Cost::Formula { words: "1 per 80 dishes of our own", requests: as_many },
};

/// AP-1309. A picture is claimed first, so that no recipe takes it any more; its note goes when its files are gone.
pub static UNSHOWN_PICTURES: AccessPattern = AccessPattern {
    id: "AP-1309",
    question: "Which pictures of a day does no recipe show? (cleaning up)",
    steps: &[
        Step::Query(Range { given: &["day"], ordered_by: &["picture"], ..Range::of(&[UPLOAD]) }),
        Step::Update(UPLOAD),
        Step::Delete(UPLOAD),
    ],
    cost: Cost::Formula { words: "1 per MB read, and 2 per picture", requests: as_many },
};
