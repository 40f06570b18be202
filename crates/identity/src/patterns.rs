//! The numbered access patterns of the fragment. An app that includes it adds them to its own.

mod devices;
mod passkeys;

use std::marker::PhantomData;

use chabudai_kernel::design::{AccessPattern, Action, Cost, EntityDesign, Range, Step, Verb};
use chabudai_kernel::entity::Entity;

use crate::leaving::Leaving;
use crate::model::{Account, EmailGuard, HouseGuard, Invitation, OauthGuard, Profile, ProgramToken, Session, Tries, Verification};
use crate::people::People;

pub use self::passkeys::MOST_PASSKEYS;

/// Ways in of one person beside passkeys: a password, and one account of each provider that the house has or had.
const MOST_ACCOUNTS: u32 = 20;

/// The patterns over one app's table.
pub struct Patterns<T>(PhantomData<T>);

impl<T: People> Patterns<T> {
    const PROFILE: &'static EntityDesign = &Profile::<T>::DESIGN;
    const SESSION: &'static EntityDesign = &Session::<T>::DESIGN;
    const ACCOUNT: &'static EntityDesign = &Account::<T>::DESIGN;
    const VERIFICATION: &'static EntityDesign = &Verification::<T>::DESIGN;
    const TRIES: &'static EntityDesign = &Tries::<T>::DESIGN;
    const EMAIL_GUARD: &'static EntityDesign = &EmailGuard::<T>::DESIGN;
    const OAUTH_GUARD: &'static EntityDesign = &OauthGuard::<T>::DESIGN;
    const HOUSE_GUARD: &'static EntityDesign = &HouseGuard::<T>::DESIGN;
    const LEAVING: &'static EntityDesign = &Leaving::<T>::DESIGN;
    const INVITATION: &'static EntityDesign = &Invitation::<T>::DESIGN;
    const PROGRAM_TOKEN: &'static EntityDesign = &ProgramToken::<T>::DESIGN;

    /// Every kind of item.
    pub const ENTITIES: &'static [&'static EntityDesign] = &[
        Self::PROFILE,
        Self::SESSION,
        Self::ACCOUNT,
        Self::VERIFICATION,
        Self::TRIES,
        Self::EMAIL_GUARD,
        Self::OAUTH_GUARD,
        Self::HOUSE_GUARD,
        Self::INVITATION,
        Self::PROGRAM_TOKEN,
        Self::PASSKEY,
        Self::PASSKEY_GUARD,
        Self::LEAVING,
        Self::DEVICE,
        Self::DEVICE_LIST,
    ];

    /// Every pattern.
    pub const ALL: &'static [&'static AccessPattern] = &[
        Self::SIGNED_IN,
        Self::FIND_BY_EMAIL,
        Self::BY_EMAIL_INDEX,
        Self::FIND_BY_ACCOUNT,
        Self::PERSON,
        Self::ACCOUNT_OF,
        Self::JOIN,
        Self::LINK,
        Self::SIGN_IN,
        Self::SESSIONS,
        Self::SIGN_OUT,
        Self::PROLONG,
        Self::SEND_CODE,
        Self::TRY,
        Self::USE_CODE,
        Self::CHANGE_PASSWORD,
        Self::CHANGE_EMAIL,
        Self::EVERYTHING,
        Self::EVERYBODY,
        Self::SET_PROFILE_TEXT,
        Self::ACCOUNTS,
        Self::UNLINK,
        Self::END,
        Self::CODES_OF,
        Self::PROVE,
        Self::INVITE,
        Self::INVITATIONS,
        Self::WITHDRAW,
        Self::FOUNDER,
        Self::MAKE_TOKEN,
        Self::TOKENS,
        Self::REVOKE_TOKEN,
        Self::BY_TOKEN,
        Self::ADD_PASSKEY,
        Self::FIND_BY_PASSKEY,
        Self::USE_PASSKEY,
        Self::PASSKEYS,
        Self::RENAME_PASSKEY,
        Self::REMOVE_PASSKEY,
        Self::LEAVE,
        Self::LEAVING_NOW,
        Self::HAS_LEFT,
        Self::DEVICES,
        Self::REGISTER_DEVICE,
        Self::FORGET_DEVICES,
        Self::END_SESSIONS,
    ];

    /// ID-01. The index may lag, so the session itself is read again.
    pub const SIGNED_IN: &'static AccessPattern = &AccessPattern {
        id: "ID-01",
        question: "Whose token is this, and is it still good?",
        steps: &[
            Step::Query(Range { index: Some(T::TOKEN_INDEX), given: &["Token"], ..Range::of(&[Self::SESSION]) }),
            Step::Get(Self::SESSION),
            Step::Get(Self::PROFILE),
        ],
        // A token that the index does not know yet is looked for once more, and so is a session whose epoch has just changed.
        cost: Cost::AtMost(5),
    };

    /// ID-02
    pub const FIND_BY_EMAIL: &'static AccessPattern = &AccessPattern {
        id: "ID-02",
        question: "Who has this address? (to sign in: read with every write that was acknowledged)",
        steps: &[Step::Get(Self::EMAIL_GUARD)],
        cost: Cost::Exactly(1),
    };

    /// ID-03
    pub const BY_EMAIL_INDEX: &'static AccessPattern = &AccessPattern {
        id: "ID-03",
        question: "Who has this address, by the index? (for the operator; more than one is an alarm)",
        steps: &[Step::Query(Range { index: Some(T::EMAIL_INDEX), given: &["Email"], ..Range::of(&[Self::PROFILE]) })],
        cost: Cost::Exactly(1),
    };

    /// ID-04
    pub const FIND_BY_ACCOUNT: &'static AccessPattern = &AccessPattern {
        id: "ID-04",
        question: "Who is this account at a provider?",
        steps: &[Step::Get(Self::OAUTH_GUARD)],
        cost: Cost::Exactly(1),
    };

    /// ID-05
    pub const PERSON: &'static AccessPattern =
        &AccessPattern { id: "ID-05", question: "Who is this?", steps: &[Step::Get(Self::PROFILE)], cost: Cost::Exactly(1) };

    /// ID-06
    pub const ACCOUNT_OF: &'static AccessPattern = &AccessPattern {
        id: "ID-06",
        question: "What opens this person's account?",
        steps: &[Step::Get(Self::ACCOUNT)],
        cost: Cost::Exactly(1),
    };

    /// ID-07. Two at once with one address: the guard lets one of them in. Two at once into an empty house: one founds it. Two at once by one
    /// invitation: who takes it away comes in.
    pub const JOIN: &'static AccessPattern = &AccessPattern {
        id: "ID-07",
        question: "I am new here.",
        steps: &[Step::Transact(&[
            Action::new(Verb::Put, Self::PROFILE, 1),
            Action::new(Verb::Put, Self::EMAIL_GUARD, 1),
            Action::new(Verb::Put, Self::ACCOUNT, 1),
            Action::new(Verb::Put, Self::OAUTH_GUARD, 1),
            Action::new(Verb::Put, Self::HOUSE_GUARD, 1),
            Action::new(Verb::Delete, Self::VERIFICATION, 1),
            Action::new(Verb::Delete, Self::INVITATION, 1),
        ])],
        cost: Cost::Exactly(1),
    };

    /// ID-08
    pub const LINK: &'static AccessPattern = &AccessPattern {
        id: "ID-08",
        question: "This account at a provider is mine too.",
        steps: &[Step::Transact(&[
            Action::new(Verb::Put, Self::ACCOUNT, 1),
            Action::new(Verb::Put, Self::OAUTH_GUARD, 1),
            Action::new(Verb::Check, Self::PROFILE, 1),
        ])],
        cost: Cost::Exactly(1),
    };

    /// ID-09
    pub const SIGN_IN: &'static AccessPattern = &AccessPattern {
        id: "ID-09",
        question: "I am back.",
        steps: &[Step::OneOf(&[Step::Transact(Self::BY_PASSWORD), Step::Transact(Self::BY_OTHERS)])],
        cost: Cost::Exactly(1),
    };
    const BY_PASSWORD: &'static [Action] = &[Action::new(Verb::Put, Self::SESSION, 1), Action::new(Verb::Check, Self::ACCOUNT, 1)];
    const BY_OTHERS: &'static [Action] = &[Action::new(Verb::Put, Self::SESSION, 1), Action::new(Verb::Check, Self::PROFILE, 1)];

    /// ID-10
    pub const SESSIONS: &'static AccessPattern = &AccessPattern {
        id: "ID-10",
        question: "Where am I signed in?",
        steps: &[Step::Query(Range { given: &["userId"], ordered_by: &["sessionId"], ..Range::of(&[Self::SESSION]) })],
        cost: Cost::Exactly(1),
    };

    /// ID-11
    pub const SIGN_OUT: &'static AccessPattern = &AccessPattern {
        id: "ID-11",
        question: "Sign me out here.",
        steps: &[Step::OneOf(&[
            Step::Delete(Self::SESSION),
            Step::Transact(&[Action::new(Verb::Delete, Self::SESSION, 1), Action::new(Verb::Delete, Self::DEVICE, 20)]),
            Step::Transact(&[Action::new(Verb::Delete, Self::SESSION, 1), Action::new(Verb::Update, Self::DEVICE, 20)]),
        ])],
        cost: Cost::Exactly(1),
    };

    /// ID-12
    pub const PROLONG: &'static AccessPattern =
        &AccessPattern { id: "ID-12", question: "Let me stay signed in.", steps: &[Step::Update(Self::SESSION)], cost: Cost::Exactly(1) };

    /// ID-13
    pub const SEND_CODE: &'static AccessPattern =
        &AccessPattern { id: "ID-13", question: "Send me a code.", steps: &[Step::Put(Self::VERIFICATION)], cost: Cost::Exactly(1) };

    /// ID-14
    pub const TRY: &'static AccessPattern = &AccessPattern {
        id: "ID-14",
        question: "How often was this tried in vain?",
        steps: &[Step::OneOf(&[Step::Get(Self::TRIES), Step::Update(Self::TRIES), Step::Delete(Self::TRIES)])],
        cost: Cost::Exactly(1),
    };

    /// ID-15. Whoever takes the item away has used the code; nobody else can.
    pub const USE_CODE: &'static AccessPattern =
        &AccessPattern { id: "ID-15", question: "Here is the code.", steps: &[Step::Delete(Self::VERIFICATION)], cost: Cost::Exactly(1) };

    /// ID-16. A code that was sent before somebody was forgotten gives nobody a password.
    pub const CHANGE_PASSWORD: &'static AccessPattern = &AccessPattern {
        id: "ID-16",
        question: "I have another password.",
        steps: &[Step::Transact(&[
            Action::new(Verb::Put, Self::ACCOUNT, 1),
            Action::new(Verb::Update, Self::PROFILE, 1),
            Action::new(Verb::Check, Self::EMAIL_GUARD, 1),
            Action::new(Verb::Update, Self::SESSION, 1),
            Action::new(Verb::Delete, Self::DEVICE, 20),
        ])],
        cost: Cost::Exactly(1),
    };

    /// ID-17
    pub const CHANGE_EMAIL: &'static AccessPattern = &AccessPattern {
        id: "ID-17",
        question: "I have another address.",
        steps: &[Step::Transact(&[
            Action::new(Verb::Put, Self::EMAIL_GUARD, 1),
            Action::new(Verb::Delete, Self::EMAIL_GUARD, 1),
            Action::new(Verb::Update, Self::PROFILE, 1),
            Action::new(Verb::Update, Self::SESSION, 1),
            Action::new(Verb::Delete, Self::DEVICE, 20),
        ])],
        cost: Cost::Exactly(1),
    };

    /// ID-18. The app's own items of a person stand in the same partition.
    pub const EVERYTHING: &'static AccessPattern = &AccessPattern {
        id: "ID-18",
        question: "What is known of me? Give it to me, or forget it all.",
        steps: &[Step::Query(Range { given: &["userId"], ..Range::of(T::KINDS) }), Step::BatchWrite(T::KINDS, 10_000)],
        cost: Cost::Formula { words: "1 per MB read + 1 per 25 items forgotten", requests: |pages_and_batches| pages_and_batches },
    };

    /// ID-19
    pub const EVERYBODY: &'static AccessPattern = &AccessPattern {
        id: "ID-19",
        question: "Who is in this house? (for the operator)",
        steps: &[
            Step::Query(Range { index: Some(T::TYPE_INDEX), given: &["Type"], ..Range::of(&[Self::PROFILE]) }),
            Step::BatchGet(&[Self::PROFILE], 100),
        ],
        cost: Cost::AtMost(2),
    };

    /// ID-20
    pub const SET_PROFILE_TEXT: &'static AccessPattern = &AccessPattern {
        id: "ID-20",
        question: "I am called something else, have another picture at a provider or another role, or my address is known to be mine.",
        steps: &[Step::Update(Self::PROFILE)],
        cost: Cost::Exactly(1),
    };

    /// ID-21
    pub const ACCOUNTS: &'static AccessPattern = &AccessPattern {
        id: "ID-21",
        question: "By what may I sign in?",
        steps: &[Step::Query(Range { given: &["userId"], ordered_by: &["providerId"], ..Range::of(&[Self::ACCOUNT]) })],
        cost: Cost::Exactly(1),
    };

    /// ID-22. Another way in has to be there when this one goes: two that are taken away at once would be the last two.
    pub const UNLINK: &'static AccessPattern = &AccessPattern {
        id: "ID-22",
        question: "This account at a provider is not to sign me in any more.",
        steps: &[Step::Transact(&[
            Action::new(Verb::Delete, Self::ACCOUNT, 1),
            Action::new(Verb::Delete, Self::OAUTH_GUARD, 1),
            // One of the two stays.
            Action::new(Verb::Check, Self::ACCOUNT, 1),
            Action::new(Verb::Check, Self::PASSKEY, 1),
        ])],
        cost: Cost::Exactly(1),
    };

    /// ID-23. Everything else of a person is forgotten before (ID-18), so that a crash in between leaves a person who can be forgotten again.
    pub const END: &'static AccessPattern = &AccessPattern {
        id: "ID-23",
        question: "Forget me, my addresses, my accounts at providers and my passkeys, all at once.",
        steps: &[Step::Transact(&[
            Action::new(Verb::Delete, Self::PROFILE, 1),
            Action::new(Verb::Delete, Self::EMAIL_GUARD, 1),
            Action::new(Verb::Delete, Self::ACCOUNT, MOST_ACCOUNTS),
            Action::new(Verb::Delete, Self::OAUTH_GUARD, MOST_ACCOUNTS),
            Action::new(Verb::Delete, Self::HOUSE_GUARD, 1),
            Action::new(Verb::Delete, Self::PASSKEY, MOST_PASSKEYS),
            Action::new(Verb::Delete, Self::PASSKEY_GUARD, MOST_PASSKEYS),
        ])],
        cost: Cost::Exactly(1),
    };

    /// ID-24
    pub const CODES_OF: &'static AccessPattern = &AccessPattern {
        id: "ID-24",
        question: "Which codes were sent to my address? Forget them too.",
        steps: &[
            Step::Query(Range { given: &["identifier"], ..Range::of(&[Self::VERIFICATION, Self::TRIES]) }),
            Step::BatchWrite(&[Self::VERIFICATION, Self::TRIES], 100),
        ],
        cost: Cost::Formula { words: "1 per kind of code + 1 per 25 items forgotten", requests: |kinds_and_batches| kinds_and_batches },
    };

    /// ID-25
    pub const PROVE: &'static AccessPattern = &AccessPattern {
        id: "ID-25",
        question: "It is me, on this device.",
        steps: &[Step::Update(Self::SESSION)],
        cost: Cost::Exactly(1),
    };

    /// ID-26. A slot that is free, or whose invitation has ended; the same request twice gives out one.
    pub const INVITE: &'static AccessPattern = &AccessPattern {
        id: "ID-26",
        question: "Let somebody in by a link.",
        steps: &[Step::Transact(&[
            Action::new(Verb::Put, Self::INVITATION, 1),
            Action::new(Verb::Check, Self::PROFILE, 1),
            Action::new(Verb::Check, Self::SESSION, 1),
            Action::new(Verb::Put, Self::VERIFICATION, 1),
        ])],
        cost: Cost::Exactly(1),
    };

    /// ID-27
    pub const INVITATIONS: &'static AccessPattern = &AccessPattern {
        id: "ID-27",
        question: "Whom have I invited who has not come yet?",
        steps: &[Step::Query(Range { given: &["userId"], ordered_by: &["slot"], ..Range::of(&[Self::INVITATION]) })],
        cost: Cost::Exactly(1),
    };

    /// ID-28
    pub const WITHDRAW: &'static AccessPattern = &AccessPattern {
        id: "ID-28",
        question: "That link is to let nobody in any more.",
        steps: &[Step::Delete(Self::INVITATION)],
        cost: Cost::Exactly(1),
    };

    /// ID-29
    pub const FOUNDER: &'static AccessPattern =
        &AccessPattern { id: "ID-29", question: "Who founded this house?", steps: &[Step::Get(Self::HOUSE_GUARD)], cost: Cost::Exactly(1) };

    /// ID-30. A slot that is free, or whose token has ended; the same request twice makes one.
    pub const MAKE_TOKEN: &'static AccessPattern = &AccessPattern {
        id: "ID-30",
        question: "Let a program work for me.",
        steps: &[Step::Transact(&[
            Action::new(Verb::Put, Self::PROGRAM_TOKEN, 1),
            Action::new(Verb::Check, Self::PROFILE, 1),
            Action::new(Verb::Check, Self::SESSION, 1),
            Action::new(Verb::Put, Self::VERIFICATION, 1),
        ])],
        cost: Cost::Exactly(1),
    };

    /// ID-31
    pub const TOKENS: &'static AccessPattern = &AccessPattern {
        id: "ID-31",
        question: "Which programs work for me?",
        steps: &[Step::Query(Range { given: &["userId"], ordered_by: &["slot"], ..Range::of(&[Self::PROGRAM_TOKEN]) })],
        cost: Cost::Exactly(1),
    };

    /// ID-32
    pub const REVOKE_TOKEN: &'static AccessPattern = &AccessPattern {
        id: "ID-32",
        question: "That program is not to work for me any more.",
        steps: &[Step::Delete(Self::PROGRAM_TOKEN)],
        cost: Cost::Exactly(1),
    };

    /// ID-33. The token says itself where it is kept, so that no index is asked. Its use is noted once an hour.
    pub const BY_TOKEN: &'static AccessPattern = &AccessPattern {
        id: "ID-33",
        question: "For whom does this program work, and is its token still good?",
        steps: &[Step::Get(Self::PROGRAM_TOKEN), Step::Get(Self::PROFILE), Step::Update(Self::PROGRAM_TOKEN)],
        cost: Cost::AtMost(3),
    };

    /// ID-40. From here on nobody signs in as them, and whoever comes across the mark goes on.
    pub const LEAVE: &'static AccessPattern = &AccessPattern {
        id: "ID-40",
        question: "Forget me.",
        steps: &[Step::Transact(&[Action::new(Verb::Put, Self::LEAVING, 1), Action::new(Verb::Update, Self::PROFILE, 1)])],
        cost: Cost::Exactly(1),
    };

    /// ID-41
    pub const LEAVING_NOW: &'static AccessPattern = &AccessPattern {
        id: "ID-41",
        question: "Who leaves and is not yet forgotten everywhere? (for the job)",
        steps: &[
            Step::Query(Range { index: Some(T::TYPE_INDEX), given: &["Type"], ..Range::of(&[Self::LEAVING]) }),
            Step::BatchGet(&[Self::LEAVING], 100),
        ],
        cost: Cost::Formula { words: "1 + 1 per 100 who leave", requests: |hundreds| 1 + hundreds },
    };

    /// ID-42
    pub const HAS_LEFT: &'static AccessPattern = &AccessPattern {
        id: "ID-42",
        question: "They are forgotten, here or everywhere.",
        steps: &[Step::OneOf(&[Step::Delete(Self::LEAVING), Step::Update(Self::LEAVING)])],
        cost: Cost::Exactly(1),
    };
}
