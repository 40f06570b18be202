//! Notices, digests, and the audit log.

use chabudai_kernel::design::{AccessPattern, Action, Cost, EntityDesign, Range, Step, Verb};
use chabudai_kernel::entity;
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::part::{IsoDay, Ulid};

use super::flyers::FLYER;
use super::people::USER;
use super::{AUDIT_LOG, NOTIFICATIONS, SLOT_INDEX};
use crate::model::{AuditEntry, Digest, FlyerId, Frequency, Notice, Slot, UserId};

pub(super) const NOTICE: &EntityDesign = &Notice::DESIGN;
pub(super) const DIGEST: &EntityDesign = &Digest::DESIGN;
pub(super) const AUDIT: &EntityDesign = &AuditEntry::DESIGN;

entity! {
    /// A notice of a new flyer.
    Notice in NOTIFICATIONS, at most 4_096 bytes {
        user: UserId = user_id from userId,
        day: IsoDay = day from noticeId,
        flyerId: FlyerId = flyer_id from noticeId,
    }
    key(user, day, flyerId) {
        userId = user;
        noticeId = "NOTICE#" day "#" flyerId;
    }
    plain {
        slot: Option<Slot> = slot,
    }
    fields {
        "storeId": S;
        "storeName": S;
        "imageUrl": S;
        "validUntil": S;
        "slot": S optional;
        "leaseUntil": N optional;
        "readAt": S optional;
        "createdAt": S;
        "ttl": N;
    }
    expires "90 days after it was told";
    departs { "userId": "added: the document has no place for what people are told"; }
}

entity! {
    /// What somebody was told at one time of day, or is being told.
    Digest in NOTIFICATIONS, at most 1_024 bytes {
        user: UserId = user_id from userId,
        day: IsoDay = day from noticeId,
        name: Frequency = name from noticeId,
    }
    key(user, day, name) {
        userId = user;
        noticeId = "DIGEST#" day "#" name;
    }
    fields {
        "leaseUntil": N optional;
        "sentAt": S optional;
        "notices": N optional;
        "ttl": N;
    }
    expires "90 days after it was sent";
    departs { "userId": "added: once for each person and time of day, however many servers there are"; }
}

entity! {
    /// What somebody of the staff did.
    AuditEntry in AUDIT_LOG, at most 262_144 bytes {
        onDay: IsoDay = day from day,
        entry: Ulid = entry_id from entryId,
    }
    key(onDay, entry) {
        day = onDay;
        entryId = entry;
    }
    fields {
        "at": S;
        "adminId": S;
        "adminName": S;
        "role": S;
        "action": S;
        "subject": S;
        "companyId": S optional;
        "before": S optional;
        "after": S optional;
        "ttl": N;
    }
    expires "400 days after it was done, unless the operator says otherwise";
    departs { "day": "added: the document wants important actions logged and has no place for it"; }
}

/// CH-100
pub static INBOX: AccessPattern = AccessPattern {
    id: "CH-100",
    question: "What was I told, newest first?",
    steps: &[Step::Query(Range { given: &["user"], ordered_by: &["day"], ..Range::of(&[NOTICE]) })],
    cost: Cost::Exactly(1),
};

/// CH-101
pub static READ_NOTICE: AccessPattern =
    AccessPattern { id: "CH-101", question: "I have read this.", steps: &[Step::Update(NOTICE)], cost: Cost::Exactly(1) };

/// CH-102
pub static BEGIN_TELLING: AccessPattern = AccessPattern {
    id: "CH-102",
    question: "Since when are people told of this flyer?",
    steps: &[Step::Get(FLYER), Step::Update(FLYER)],
    cost: Cost::AtMost(2),
};

/// CH-103
pub static WHO_IS_TOLD: AccessPattern = AccessPattern {
    id: "CH-103",
    question: "Which of those who like the store want to be told, and when?",
    steps: &[Step::BatchGet(&[USER], 100)],
    cost: Cost::Exactly(1),
};

/// CH-104. Only if it is not there: what is delivered again adds nothing.
pub static PUT_NOTICE: AccessPattern =
    AccessPattern { id: "CH-104", question: "They are told.", steps: &[Step::Put(NOTICE)], cost: Cost::Exactly(1) };

/// CH-105
pub static DUE_NOTICES: AccessPattern = AccessPattern {
    id: "CH-105",
    question: "Who has still to be told at this time of day?",
    steps: &[Step::Query(Range { index: Some(&SLOT_INDEX), given: &["slot"], ordered_by: &["user"], ..Range::of(&[NOTICE]) })],
    cost: Cost::Formula { words: "1 per page", requests: |pages| pages },
};

/// CH-106
pub static CLAIM_DIGEST: AccessPattern = AccessPattern {
    id: "CH-106",
    question: "This server tells them now, if no other does or has; or have they been told?",
    steps: &[Step::OneOf(&[Step::Update(DIGEST), Step::Get(DIGEST)])],
    cost: Cost::Exactly(1),
};

/// CH-107
pub static NOTICES_OF_SLOT: AccessPattern = AccessPattern {
    id: "CH-107",
    question: "What are they told at this time of day?",
    steps: &[Step::Query(Range { given: &["user"], filters: &["slot"], ..Range::of(&[NOTICE]) })],
    cost: Cost::Formula { words: "1 per MB read", requests: |pages| pages },
};

/// CH-108. The digest is sent, and its notices leave the slot, all or none.
pub static DIGEST_SENT: AccessPattern = AccessPattern {
    id: "CH-108",
    question: "They were told.",
    steps: &[Step::Transact(&[Action::new(Verb::Update, DIGEST, 1), Action::new(Verb::Update, NOTICE, 90)])],
    cost: Cost::Exactly(1),
};

/// CH-109
pub static TELL_NOTICE: AccessPattern = AccessPattern {
    id: "CH-109",
    question: "This notice is being told, was told, or came too late and is told the next time.",
    steps: &[Step::Update(NOTICE)],
    cost: Cost::Exactly(1),
};

/// CH-110
pub static AUDIT_OF_DAY: AccessPattern = AccessPattern {
    id: "CH-110",
    question: "What did staff do on this day, the last first?",
    steps: &[Step::Query(Range { given: &["onDay"], ordered_by: &["entry"], ..Range::of(&[AUDIT]) })],
    cost: Cost::Exactly(1),
};
