//! The numbered access patterns of profiles.

use chabudai_kernel::design::{AccessPattern, Action, Cost, EntityDesign, Index, Range, Step, Verb};

use super::MAIN_TABLE;
use super::patterns::as_many;
use super::people::PROFILE;
use super::pictures::UPLOAD;
use crate::model::MOST_MEMBERS;

const BY_MB: Cost = Cost::Formula { words: "1 per MB read", requests: as_many };

pub(super) const fn by(index: &'static Index, entities: &'static [&'static EntityDesign], given: &'static [&'static str]) -> Range {
    Range { index: Some(index), given, ..Range::of(entities) }
}

/// AP-112
pub static PROFILE_OF: AccessPattern =
    AccessPattern { id: "AP-112", question: "What does Kondate know of me?", steps: &[Step::Get(PROFILE)], cost: Cost::Exactly(1) };

/// AP-113
pub static EDIT_PROFILE: AccessPattern = AccessPattern {
    id: "AP-113",
    question: "I have another picture.",
    steps: &[
        Step::Get(PROFILE),
        Step::Transact(&[Action::new(Verb::Delete, UPLOAD, 1), Action::new(Verb::Update, PROFILE, 1), Action::new(Verb::Put, UPLOAD, 1)]),
    ],
    cost: Cost::AtMost(3),
};

/// AP-119
pub static FACES: AccessPattern = AccessPattern {
    id: "AP-119",
    question: "What do the people in this kitchen look like?",
    steps: &[Step::BatchGet(&[PROFILE], MOST_MEMBERS as u32)],
    cost: Cost::Exactly(1),
};

/// AP-1302
pub static WALK: AccessPattern =
    AccessPattern { id: "AP-1302", question: "Is everything as the design has it?", steps: &[Step::Scan(&MAIN_TABLE)], cost: BY_MB };
