//! The kinds of items of people: their profile, their kitchens, who is in them, and invitations.

use chabudai_kernel::design::EntityDesign;
use chabudai_kernel::entity;
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::part::{UtcSeconds, Word};

use super::MAIN_TABLE;
use crate::model::{DeletedKitchen, Invite, Kitchen, KitchenId, Member, Membership, PersonId, Profile};

pub(super) const PROFILE: &EntityDesign = &Profile::DESIGN;
pub(super) const KITCHEN: &EntityDesign = &Kitchen::DESIGN;
pub(super) const MEMBER: &EntityDesign = &Member::DESIGN;
pub(super) const MEMBERSHIP: &EntityDesign = &Membership::DESIGN;
pub(super) const DELETED_KITCHEN: &EntityDesign = &DeletedKitchen::DESIGN;
pub(super) const INVITE: &EntityDesign = &Invite::DESIGN;

entity! {
    /// What Kondate keeps of a person; their name and address are the house's.
    Profile in MAIN_TABLE, at most 8_192 bytes {
        userId: PersonId = person from PK,
    }
    key(userId) {
        PK = "USER#" userId;
        SK = "PROFILE#";
    }
    fields {
        "name": S optional;
        "email": S optional;
        "role": S optional;
        "avatarUrl": S optional;
        "bio": S optional;
        "creatorSince": S optional;
        "creatorPurchaseId": S optional;
        "paidUntil": N optional;
        "customerId": S optional;
        "cardsVersion": N optional;
        "payoutAccountId": S optional;
        "payoutsEnabled": BOOL optional;
        "leavingAt": N optional;
        "timezone": S optional;
        "kitchens": N optional;
        "importMonth": S optional;
        "imports": N optional;
        "calendarSeries": N optional;
        "onboardingDone": SS optional;
        "onboardingTold": SS optional;
        "onboardingSnoozedUntil": N optional;
        "onboardingDismissed": BOOL optional;
        "createdAt": S optional;
        "updatedAt": S optional;
    }
    departs {
        "email": "not written: the house signs people in and knows their name and address";
        "kitchens": "added: in how many kitchens somebody is, so that the write that adds one can be held to a number";
        "creatorSince": "added, with creatorPurchaseId and paidUntil: what was bought once stays, what is paid by the month ends with what was paid";
        "leavingAt": "added: since when somebody is being forgotten; nothing begins that would be left behind";
        "customerId": "added, with payoutAccountId and payoutsEnabled: who they are at the payment provider";
        "cardsVersion": "added: how often their cards have changed, so that the write that adds one can be held to a number";
        "imports": "added: how many recipes were imported in a month, likewise";
        "calendarSeries": "added: which of the addresses of their calendar is the last that they asked for";
        "onboardingDone": "added, with onboardingTold, onboardingSnoozedUntil and onboardingDismissed: how far somebody has found their way in. Sets, because a map has to be there before something in it can be written";
    }
}

entity! {
    /// Whose a kitchen is, and the numbers that bound it.
    Kitchen in MAIN_TABLE, at most 2_048 bytes {
        userId: KitchenId = kitchen from PK,
    }
    key(userId) {
        PK = "USER#" userId;
        SK = "KITCHEN_META#";
    }
    fields {
        "ownerId": S;
        "name": S;
        "members": N;
        "recipes": N optional;
        "sets": N optional;
        "lines": N optional;
        "batches": N optional;
        "staples": N optional;
        "foods": N optional;
        "shops": N optional;
        "saved": N optional;
        "inviteSeries": N optional;
        "invitedUntil": N optional;
        "invitedSeries": N optional;
        "servings": N optional;
        "categoriesVersion": N optional;
        "pictureDay": S optional;
        "pictures": N optional;
        "lastAppliedAt": S optional;
        "lastVersion": N optional;
        "deletedAt": S optional;
        "removing": BOOL optional;
        "createdAt": S optional;
        "version": N optional;
    }
    departs {
        "SK": "added: the document has a kitchen per person; here several people share one, and it can be handed over";
        "invitedUntil": "added, with invitedSeries: whether an invitation may still be open, so that only then it is offered to take it back";
        "servings": "added: for how many is usually cooked here";
        "pictures": "added, with pictureDay: how many pictures were taken in on a day, so that the write that notes one can be held to a number";
    }
}

entity! {
    /// Somebody in a kitchen, as the kitchen has it.
    Member in MAIN_TABLE, at most 1_024 bytes {
        userId: KitchenId = kitchen from PK,
        personId: PersonId = person_id from SK,
    }
    key(userId, personId) {
        PK = "USER#" userId;
        SK = "MEMBER#" personId;
    }
    fields {
        "name": S;
        "role": S;
        "joinedAt": S;
    }
    departs {
        "SK": "added: the document knows no shared kitchens";
    }
}

entity! {
    /// A kitchen that somebody is in, as they have it; written and removed together with the member's row.
    Membership in MAIN_TABLE, at most 1_024 bytes {
        userId: PersonId = person from PK,
        kitchenId: KitchenId = kitchen_id from SK,
    }
    key(userId, kitchenId) {
        PK = "USER#" userId;
        SK = "KITCHEN#" kitchenId;
    }
    fields {
        "name": S;
        "lastUsedAt": N;
    }
    departs {
        "SK": "added: the document knows no shared kitchens";
    }
}

entity! {
    /// A kitchen that somebody has deleted, and can bring back for a day; written when the membership goes.
    DeletedKitchen in MAIN_TABLE, at most 1_024 bytes {
        userId: PersonId = person from PK,
        deletedAt: UtcSeconds = deleted_at from SK,
        kitchenId: KitchenId = kitchen_id from SK,
    }
    key(userId, deletedAt, kitchenId) {
        PK = "USER#" userId;
        SK = "KITCHEN_DELETED#" deletedAt "#" kitchenId;
    }
    index {
        GSI1PK = "ENTITY#DELETED_KITCHEN#";
        GSI1SK = "DELETED#" deletedAt "#" kitchenId;
    }
    fields {
        "name": S;
    }
    departs {
        "SK": "added: the document deletes no kitchen";
        "GSI1PK": "added: those whose day is over are found by when they were deleted, whosever they were";
    }
}

entity! {
    /// An invitation into a kitchen, by the hash of what its link says.
    Invite in MAIN_TABLE, at most 1_024 bytes {
        hash: Word = hash from PK,
    }
    key(hash) {
        PK = "INVITE#" hash;
        SK = "META#";
    }
    fields {
        "kitchenId": S;
        "kitchenName": S;
        "invitedBy": S;
        "inviterName": S;
        "series": N;
        "usedBy": S optional;
        "createdAt": S;
        "ttl": N;
    }
    expires "7 days after it was written";
    departs {
        "PK": "added: the document knows no shared kitchens";
    }
}
