//! The kinds of items of notices, and their access patterns.

use chabudai_kernel::design::{AccessPattern, Action, Cost, EntityDesign, Range, Step, Verb};
use chabudai_kernel::entity;
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::part::{UtcSeconds, Word};

use super::kinds::IDEM;
use super::patterns::{BY_MB, as_many};
use super::people::{KITCHEN, PROFILE};
use super::profiles::by;
use super::{GSI1, MAIN_TABLE};
use crate::model::{News, NoticeId, Notification, NotificationSettings, PersonId, PushToken, TokenOwner};

pub(super) const NOTIFICATION: &EntityDesign = &Notification::DESIGN;
pub(super) const NEWS: &EntityDesign = &News::DESIGN;
pub(super) const PUSH_TOKEN: &EntityDesign = &PushToken::DESIGN;
pub(super) const TOKEN_OWNER: &EntityDesign = &TokenOwner::DESIGN;
pub(super) const NOTIFICATION_SETTINGS: &EntityDesign = &NotificationSettings::DESIGN;

/// Notices that are read at a time.
pub const NOTICES_READ: u32 = 300;
/// Of which so many tell whether there is anything new.
pub const NOTICES_GLANCED: u32 = 60;

entity! {
    /// A notice to one person, or that they have read one that is for all.
    Notification in MAIN_TABLE, at most 8_192 bytes {
        userId: PersonId = person from PK,
        createdAt: UtcSeconds = created_at from SK,
        notificationId: NoticeId = notification_id from SK,
    }
    key(userId, createdAt, notificationId) {
        PK = "USER#" userId;
        SK = "NOTIFICATION#" createdAt "#" notificationId;
    }
    index {
        GSI1PK if is_push_due(pushDue) = "ENTITY#NOTICE_DUE#";
        GSI1SK if is_push_due(pushDue) = "CREATED#" createdAt "#" notificationId;
    }
    fields {
        "kind": S optional;
        "about": S optional;
        "title": S optional;
        "body": S optional;
        "imageUrl": S optional;
        "linkUrl": S optional;
        "readAt": S optional;
        "pushDue": BOOL optional;
        "pushNotBefore": N optional;
        "ttl": N optional;
    }
    expires "180 days after it was told";
    departs {
        "kind": "added, with about: what it is about, so that each reads it in their own language; title and body go before it";
        "readAt": "added: read is a fact of the notice, and no item of its own";
        "GSI1PK": "added, with pushDue and pushNotBefore: what devices have still to tell is found without looking at everybody; it leaves the index when it is told";
    }
}

entity! {
    /// A notice that is for all, kept once.
    News in MAIN_TABLE, at most 65_536 bytes {
        createdAt: UtcSeconds = created_at from SK,
        newsId: NoticeId = news_id from SK,
    }
    key(createdAt, newsId) {
        PK = "CATALOG#NEWS";
        SK = "CREATED#" createdAt "#" newsId;
    }
    fields {
        "title": S;
        "body": S;
        "titleEn": S optional;
        "bodyEn": S optional;
        "imageUrl": S optional;
        "linkUrl": S optional;
        "push": BOOL optional;
        "ttl": N;
    }
    expires "180 days after it was told";
    departs {
        "PK": "added: told once, and not to each person; merged with their own when they look";
        "titleEn": "added, with bodyEn: the same in English";
        "push": "added: it is told on devices, too";
    }
}

entity! {
    /// A device that notices reach.
    PushToken in MAIN_TABLE, at most 8_192 bytes {
        userId: PersonId = person from PK,
        platform: Word = platform from SK,
        tokenHash: Word = token_hash from SK,
    }
    key(userId, platform, tokenHash) {
        PK = "USER#" userId;
        SK = "PUSH_TOKEN#" platform "#" tokenHash;
    }
    index {
        GSI1PK = "ENTITY#PUSH_TOKEN#" tokenHash;
        GSI1SK = "OWNER#" userId;
    }
    fields {
        "token": S;
        "createdAt": S optional;
    }
    departs {
        "GSI1PK": "added: whose device it was, so that one device reaches one person";
    }
}

entity! {
    /// The guard of a device.
    TokenOwner in MAIN_TABLE, at most 512 bytes {
        tokenHash: Word = token_hash from PK,
    }
    key(tokenHash) {
        PK = "PUSH_TOKEN#" tokenHash;
        SK = "META#";
    }
    fields {
        "ownerId": S;
    }
    departs {
        "PK": "added: of two who take over one device at once one has it. An index is no guard: it lags";
    }
}

entity! {
    /// What somebody wants to be told.
    NotificationSettings in MAIN_TABLE, at most 1_024 bytes {
        userId: PersonId = person from PK,
    }
    key(userId) {
        PK = "USER#" userId;
        SK = "NOTIFICATION_SETTINGS#";
    }
    index {
        GSI1PK if wants_push(pushEnabled) = "ENTITY#PUSH_ENABLED#";
        GSI1SK if wants_push(pushEnabled) = "OWNER#" userId;
    }
    fields {
        "pushEnabled": BOOL optional;
        "categories": M optional;
        "categories.news": BOOL;
        "categories.personal": BOOL;
        "devicesChosen": BOOL optional;
        "lastReadAt": S optional;
        "soonToldOn": S optional;
        "soonToldAt": N optional;
        "soonNotBefore": N optional;
        "newsTold": S optional;
        "newsNotBefore": N optional;
    }
    departs {
        "GSI1PK": "added: who wants to be told on their devices is found without looking at everybody; only they are in the index";
        "devicesChosen": "added: until somebody has said which devices, all of theirs are told";
        "lastReadAt": "added: everything until then is read";
        "soonToldOn": "added, with soonToldAt and soonNotBefore: what has to be used soon is told once a day, by one server";
        "newsTold": "added, with newsNotBefore: each news is told once on somebody's devices, by one server";
    }
}

/// Somebody's notices, the newest first, with what they want to be told and their profile: the three stand beside each other, and from
/// `PROFILE#` backward they come in one answer. What a kitchen of one has in between is passed over.
const OWN: Step = Step::Query(Range { given: &["userId"], ..Range::of(&[NOTIFICATION, NOTIFICATION_SETTINGS, PROFILE]) });
/// News since a moment.
const NEWS_SINCE: Step = Step::Query(Range { between: Some("createdAt"), ordered_by: &["createdAt"], ..Range::of(&[NEWS]) });

/// AP-1201
pub static NOTICES: AccessPattern = AccessPattern {
    id: "AP-1201",
    question: "What is there to tell me, and how much of it did I not read?",
    steps: &[OWN, NEWS_SINCE],
    cost: Cost::Formula { words: "2, and 1 per further 300 notices", requests: |further| further + 2 },
};

/// AP-1202
pub static TELL: AccessPattern = AccessPattern {
    id: "AP-1202",
    question: "Somebody, or everybody, is to know this.",
    steps: &[Step::OneOf(&[
        Step::Put(NOTIFICATION),
        Step::Put(NEWS),
        Step::Transact(&[Action::new(Verb::Put, NEWS, 1), Action::new(Verb::Put, IDEM, 1)]),
    ])],
    cost: Cost::Exactly(1),
};

/// AP-1203. All: until a moment; what may have been on its way at that moment is marked by itself, if it was seen.
pub static READ_NOTICES: AccessPattern = AccessPattern {
    id: "AP-1203",
    question: "I have read these, or all; or I have not.",
    steps: &[Step::OneOf(&[
        Step::Transact(&[Action::new(Verb::Update, NOTIFICATION, 100)]),
        Step::Transact(&[Action::new(Verb::Update, NOTIFICATION_SETTINGS, 1), Action::new(Verb::Update, NOTIFICATION, 99)]),
    ])],
    cost: Cost::Exactly(1),
};

/// AP-1204. One device reaches one person: the guard says whom, and the row of whoever had it before goes. Rows without a guard are found by
/// the index.
pub static REACH_DEVICE: AccessPattern = AccessPattern {
    id: "AP-1204",
    question: "Tell me on this device.",
    steps: &[
        Step::Get(TOKEN_OWNER),
        Step::Query(by(&GSI1, &[PUSH_TOKEN], &["tokenHash"])),
        Step::Transact(&[
            Action::new(Verb::Put, TOKEN_OWNER, 1),
            Action::new(Verb::Put, PUSH_TOKEN, 1),
            Action::new(Verb::Update, NOTIFICATION_SETTINGS, 1),
            Action::new(Verb::Delete, PUSH_TOKEN, 30),
        ]),
    ],
    cost: Cost::Exactly(3),
};

/// AP-1205. The platform is not told, so that the three there are are tried.
pub static FORGET_DEVICE: AccessPattern = AccessPattern {
    id: "AP-1205",
    question: "Do not tell me on this device.",
    steps: &[
        Step::Transact(&[Action::new(Verb::Delete, PUSH_TOKEN, 3), Action::new(Verb::Update, NOTIFICATION_SETTINGS, 1)]),
        Step::Delete(TOKEN_OWNER),
    ],
    cost: Cost::Exactly(2),
};

/// AP-1206
pub static NOTICE_SETTINGS: AccessPattern = AccessPattern {
    id: "AP-1206",
    question: "What do I want to be told?",
    steps: &[Step::OneOf(&[Step::Get(NOTIFICATION_SETTINGS), Step::Update(NOTIFICATION_SETTINGS)])],
    cost: Cost::Exactly(1),
};

/// AP-1207
pub static WHO_WANTS_PUSH: AccessPattern = AccessPattern {
    id: "AP-1207",
    question: "Who wants to be told on their devices? (telling what has to be used soon, and news)",
    steps: &[Step::Query(by(&GSI1, &[NOTIFICATION_SETTINGS], &[]))],
    cost: BY_MB,
};

/// AP-1208. Claimed, told, done: a server that dies in between is followed by another one.
pub static TELL_SOON: AccessPattern = AccessPattern {
    id: "AP-1208",
    question: "They are being told today what has to be used soon, or have been.",
    steps: &[Step::Update(NOTIFICATION_SETTINGS)],
    cost: Cost::Exactly(1),
};

/// AP-1209
pub static UNTELL: AccessPattern =
    AccessPattern { id: "AP-1209", question: "This news was a mistake.", steps: &[Step::Delete(NEWS)], cost: Cost::Exactly(1) };

/// AP-1210
pub static MY_DEVICES: AccessPattern = AccessPattern {
    id: "AP-1210",
    question: "On which of my devices am I told?",
    steps: &[Step::Query(Range { given: &["userId"], ..Range::of(&[PUSH_TOKEN]) })],
    cost: Cost::Exactly(1),
};

/// AP-1211. One request on the page that everybody opens first; the kitchen only for whoever is new, whose first steps it counts.
pub static GLANCE: AccessPattern = AccessPattern {
    id: "AP-1211",
    question: "Is there anything that I did not read, and do I still need a hand?",
    steps: &[OWN, Step::Get(KITCHEN)],
    cost: Cost::AtMost(2),
};

/// AP-1212. A server asks once a minute at most.
pub static RECENT_NEWS: AccessPattern = AccessPattern {
    id: "AP-1212",
    question: "What was everybody told since then?",
    steps: &[NEWS_SINCE],
    cost: Cost::Formula { words: "1 per MB read", requests: as_many },
};

/// AP-1213
pub static ONE_NEWS: AccessPattern =
    AccessPattern { id: "AP-1213", question: "What does this news say?", steps: &[Step::Get(NEWS)], cost: Cost::Exactly(1) };

/// AP-1218
pub static ONE_NOTICE: AccessPattern = AccessPattern {
    id: "AP-1218",
    question: "What does this notice of mine say?",
    steps: &[Step::Get(NOTIFICATION)],
    cost: Cost::Exactly(1),
};

/// AP-1214
pub static DUE_NOTICES: AccessPattern = AccessPattern {
    id: "AP-1214",
    question: "Which notices have devices still to tell? (telling notices)",
    steps: &[Step::Query(Range { ordered_by: &["createdAt"], ..by(&GSI1, &[NOTIFICATION], &[]) })],
    cost: BY_MB,
};

/// AP-1215. Claimed, told, done, as what has to be used soon.
pub static TELL_NOTICE: AccessPattern = AccessPattern {
    id: "AP-1215",
    question: "This notice is being told, or has been, or nobody wants to hear it.",
    steps: &[Step::Update(NOTIFICATION)],
    cost: Cost::Exactly(1),
};

/// AP-1216
pub static TELL_NEWS: AccessPattern = AccessPattern {
    id: "AP-1216",
    question: "They are being told this news, or have been; unless they have read it.",
    steps: &[Step::OneOf(&[Step::Update(NOTIFICATION_SETTINGS), Step::Get(NOTIFICATION)])],
    cost: Cost::Exactly(1),
};

/// AP-1217. Each step is told once, by a condition of the write.
pub static FIRST_STEPS: AccessPattern = AccessPattern {
    id: "AP-1217",
    question: "I have done this first step, or am told of it; not now, or not at all.",
    steps: &[Step::OneOf(&[
        Step::Update(PROFILE),
        Step::Transact(&[Action::new(Verb::Update, PROFILE, 1), Action::new(Verb::Put, NOTIFICATION, 2)]),
    ])],
    cost: Cost::Exactly(1),
};
