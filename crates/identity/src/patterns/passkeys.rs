//! The access patterns of passkeys.

use chabudai_kernel::design::{AccessPattern, Action, Cost, EntityDesign, Range, Step, Verb};
use chabudai_kernel::entity::Entity as _;

use super::Patterns;
use crate::model::{Passkey, PasskeyGuard};
use crate::people::People;

/// How many passkeys one person may have: as many as there are slots.
pub const MOST_PASSKEYS: u32 = 10;

impl<T: People> Patterns<T> {
    pub(super) const PASSKEY: &'static EntityDesign = &Passkey::<T>::DESIGN;
    pub(super) const PASSKEY_GUARD: &'static EntityDesign = &PasskeyGuard::<T>::DESIGN;

    /// ID-34. A slot that is free, a passkey that is nobody's, and a challenge that is used by this: of many at once, as many come in as there
    /// are slots.
    pub const ADD_PASSKEY: &'static AccessPattern = &AccessPattern {
        id: "ID-34",
        question: "This passkey is to sign me in too.",
        steps: &[Step::Transact(&[
            Action::new(Verb::Delete, Self::VERIFICATION, 1),
            Action::new(Verb::Put, Self::PASSKEY_GUARD, 1),
            Action::new(Verb::Put, Self::PASSKEY, 1),
            Action::new(Verb::Check, Self::PROFILE, 1),
            Action::new(Verb::Check, Self::SESSION, 1),
        ])],
        cost: Cost::Exactly(1),
    };

    /// ID-35
    pub const FIND_BY_PASSKEY: &'static AccessPattern = &AccessPattern {
        id: "ID-35",
        question: "Whose passkey is this, and what is it checked by?",
        steps: &[Step::Get(Self::PASSKEY_GUARD), Step::Get(Self::PASSKEY)],
        // One that nobody has is not looked for further.
        cost: Cost::AtMost(2),
    };

    /// ID-36. The challenge is used, the counter goes on and the session begins, or is proven anew, all at once or not at all.
    pub const USE_PASSKEY: &'static AccessPattern = &AccessPattern {
        id: "ID-36",
        question: "It is me, by a passkey: sign me in, or do not ask again for a while.",
        steps: &[Step::OneOf(&[Step::Transact(Self::SIGN_IN_BY_PASSKEY), Step::Transact(Self::PROVE_BY_PASSKEY)])],
        cost: Cost::Exactly(1),
    };
    const SIGN_IN_BY_PASSKEY: &'static [Action] = &[
        Action::new(Verb::Delete, Self::VERIFICATION, 1),
        Action::new(Verb::Update, Self::PASSKEY, 1),
        Action::new(Verb::Check, Self::PROFILE, 1),
        Action::new(Verb::Put, Self::SESSION, 1),
    ];
    const PROVE_BY_PASSKEY: &'static [Action] = &[
        Action::new(Verb::Delete, Self::VERIFICATION, 1),
        Action::new(Verb::Update, Self::PASSKEY, 1),
        Action::new(Verb::Update, Self::SESSION, 1),
    ];

    /// ID-37
    pub const PASSKEYS: &'static AccessPattern = &AccessPattern {
        id: "ID-37",
        question: "Which passkeys sign me in?",
        steps: &[Step::Query(Range { given: &["userId"], ordered_by: &["slot"], ..Range::of(&[Self::PASSKEY]) })],
        cost: Cost::Exactly(1),
    };

    /// ID-38
    pub const RENAME_PASSKEY: &'static AccessPattern = &AccessPattern {
        id: "ID-38",
        question: "I call this passkey something else.",
        steps: &[Step::Update(Self::PASSKEY)],
        cost: Cost::Exactly(1),
    };

    /// ID-39. Another way in has to be there when this one goes, as in ID-22.
    pub const REMOVE_PASSKEY: &'static AccessPattern = &AccessPattern {
        id: "ID-39",
        question: "This passkey is not to sign me in any more.",
        steps: &[Step::OneOf(&[Step::Transact(Self::AN_ACCOUNT_STAYS), Step::Transact(Self::A_PASSKEY_STAYS)])],
        cost: Cost::Exactly(1),
    };
    const AN_ACCOUNT_STAYS: &'static [Action] = &[
        Action::new(Verb::Delete, Self::PASSKEY, 1),
        Action::new(Verb::Delete, Self::PASSKEY_GUARD, 1),
        Action::new(Verb::Check, Self::ACCOUNT, 1),
    ];
    const A_PASSKEY_STAYS: &'static [Action] = &[
        Action::new(Verb::Delete, Self::PASSKEY, 1),
        Action::new(Verb::Delete, Self::PASSKEY_GUARD, 1),
        Action::new(Verb::Check, Self::PASSKEY, 1),
    ];
}
