//! The kinds of items of payments, and their numbered access patterns.

use chabudai_kernel::design::{AccessPattern, Action, Cost, EntityDesign, Range, Step, Verb};
use chabudai_kernel::entity;
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::part::{UtcSeconds, Word};

use super::catalog::{RECIPE_CARD, SAVED_RECIPE, SAVED_SET, SET_CARD};
use super::notices::NOTIFICATION;
use super::people::PROFILE;
use super::profiles::by;
use super::{GSI1, MAIN_TABLE};
use crate::model::{
    MOST_PAYMENT_METHODS, PaymentMethod, PersonId, Purchase, PurchaseId, PurchasedRecipe, PurchasedSet, RecipeId, SetId, Subscription,
};

pub(super) const PURCHASED_RECIPE: &EntityDesign = &PurchasedRecipe::DESIGN;
pub(super) const PURCHASED_SET: &EntityDesign = &PurchasedSet::DESIGN;
pub(super) const PURCHASE: &EntityDesign = &Purchase::DESIGN;
pub(super) const PAYMENT_METHOD: &EntityDesign = &PaymentMethod::DESIGN;
pub(super) const SUBSCRIPTION: &EntityDesign = &Subscription::DESIGN;

entity! {
    /// A recipe that somebody bought, or is buying: there is one of these, so there is one charge.
    PurchasedRecipe in MAIN_TABLE, at most 1_024 bytes {
        userId: PersonId = person from PK,
        recipeId: RecipeId = recipe_id from SK,
    }
    key(userId, recipeId) {
        PK = "USER#" userId;
        SK = "PURCHASED#RECIPE#" recipeId;
    }
    index {
        GSI1PK = "ENTITY#PURCHASED_RECIPE#" recipeId;
        GSI1SK = "OWNER#" userId;
    }
    fields {
        "purchaseId": S;
        "state": S;
        "creatorId": S;
        "catalogCreatedAt": S;
    }
    departs {
        "SK": "added: whether it was bought is one read, and a second charge is a condition that fails";
        "GSI1PK": "added: who bought it, to count again what was counted";
        "catalogCreatedAt": "added, with creatorId: the address of the cards";
    }
}

entity! {
    /// A set that somebody bought, or is buying: there is one of these, so there is one charge.
    PurchasedSet in MAIN_TABLE, at most 1_024 bytes {
        userId: PersonId = person from PK,
        setId: SetId = set_id from SK,
    }
    key(userId, setId) {
        PK = "USER#" userId;
        SK = "PURCHASED#SET#" setId;
    }
    index {
        GSI1PK = "ENTITY#PURCHASED_SET#" setId;
        GSI1SK = "OWNER#" userId;
    }
    fields {
        "purchaseId": S;
        "state": S;
        "creatorId": S;
        "catalogCreatedAt": S;
    }
    departs {
        "SK": "added: whether it was bought is one read, and a second charge is a condition that fails";
        "GSI1PK": "added: who bought it, to count again what was counted";
        "catalogCreatedAt": "added, with creatorId: the address of the cards";
    }
}

entity! {
    /// A purchase. One that is under way is found by its time, whosever it is.
    Purchase in MAIN_TABLE, at most 2_048 bytes {
        userId: PersonId = person from PK,
        purchasedAt: UtcSeconds = purchased_at from SK,
        purchaseId: PurchaseId = purchase_id from SK,
    }
    key(userId, purchasedAt, purchaseId) {
        PK = "USER#" userId;
        SK = "PURCHASE#" purchasedAt "#" purchaseId;
    }
    index {
        GSI1PK if is_pending(status) = "ENTITY#PENDING_PURCHASE#";
        GSI1SK if is_pending(status) = "PURCHASED#" purchasedAt "#" purchaseId;
    }
    fields {
        "itemType": S;
        "itemId": S;
        "itemTitle": S;
        "amount": N;
        "currency": S;
        "status": S;
        "creatorId": S optional;
        "catalogCreatedAt": S optional;
        "fee": N optional;
        "payoutAccountId": S optional;
        "customerId": S optional;
        "paymentMethodId": S optional;
        "checkoutId": S optional;
        "paymentIntentId": S optional;
        "expiresAt": N optional;
        "settledAt": S optional;
        "failure": S optional;
    }
    departs {
        "GSI1PK": "added: what is under way is looked after when nobody comes back, and has no such key once it is settled";
        "catalogCreatedAt": "added, with creatorId, fee and payoutAccountId: what is sold, by whom, and to whom the money goes";
        "checkoutId": "added, with customerId, paymentMethodId, paymentIntentId and expiresAt: by what it is paid at the provider. Noted before anybody pays by it";
        "settledAt": "added, with failure: when and how it ended";
    }
}

entity! {
    /// A way to pay.
    PaymentMethod in MAIN_TABLE, at most 1_024 bytes {
        userId: PersonId = person from PK,
        paymentMethodId: Word = payment_method_id from SK,
        customerId: Word = customer_id,
    }
    key(userId, paymentMethodId) {
        PK = "USER#" userId;
        SK = "PAYMENT_METHOD#" paymentMethodId;
    }
    index {
        GSI1PK = "ENTITY#PAYMENT_CUSTOMER#" customerId;
        GSI1SK = "OWNER#" userId;
    }
    fields {
        "customerId": S;
        "brand": S;
        "last4": S;
        "expMonth": N;
        "expYear": N;
        "isDefault": BOOL optional;
        "createdAt": S optional;
    }
    departs {
        "GSI1PK": "added: whose customer it is of whom the provider tells";
    }
}

entity! {
    /// What somebody subscribes to: one record, whatever its state.
    Subscription in MAIN_TABLE, at most 1_024 bytes {
        userId: PersonId = person from PK,
    }
    key(userId) {
        PK = "USER#" userId;
        SK = "SUBSCRIPTION#ACTIVE";
    }
    index {
        GSI1PK if is_open(attemptId, leftCustomerId, status) = "ENTITY#OPEN_SUBSCRIPTION#";
        GSI1SK if is_open(attemptId, leftCustomerId, status) = "OWNER#" userId;
    }
    fields {
        "subscriptionId": S optional;
        "planId": S;
        "status": S;
        "cancelAtPeriodEnd": BOOL optional;
        "currentPeriodEnd": S optional;
        "attemptId": S optional;
        "checkoutId": S optional;
        "expiresAt": N optional;
        "leftCustomerId": S optional;
        "updatedAt": S optional;
        "version": N optional;
    }
    departs {
        "attemptId": "added, with checkoutId and expiresAt: what somebody has begun on the page to pay on";
        "leftCustomerId": "added: who has left pays nothing any more, and the provider has still to hear of it";
        "GSI1PK": "added: what is under way is looked after when nobody comes back";
        "version": "added: what the provider said earlier never takes the place of what it said later";
    }
}

/// So many that are under way are looked after at a time.
pub const LOOKED_AFTER_AT_A_TIME: u32 = 100;

const CARDS: Step = Step::Query(Range { given: &["userId"], ..Range::of(&[PAYMENT_METHOD]) });

/// AP-901
pub static PAYMENT_METHODS: AccessPattern =
    AccessPattern { id: "AP-901", question: "How can I pay?", steps: &[CARDS], cost: Cost::Exactly(1) };

/// AP-902. All of them are written together: one of them is the one that is used.
pub static SET_PAYMENT_METHOD: AccessPattern = AccessPattern {
    id: "AP-902",
    question: "I have another card, or this one no longer.",
    steps: &[
        Step::Get(PROFILE),
        CARDS,
        Step::Transact(&[
            Action::new(Verb::Put, PAYMENT_METHOD, 1 + MOST_PAYMENT_METHODS as u32),
            Action::new(Verb::Delete, PAYMENT_METHOD, 1),
            Action::new(Verb::Update, PROFILE, 1),
        ]),
    ],
    cost: Cost::AtMost(3),
};

/// AP-903. Guard and number are written before anything is charged, at the price that was seen: a second guard fails, and what is being bought
/// is not deleted meanwhile.
pub static BEGIN_PURCHASE: AccessPattern = AccessPattern {
    id: "AP-903",
    question: "I buy this.",
    steps: &[
        Step::OneOf(&[
            Step::Query(by(&GSI1, &[RECIPE_CARD], &["recipeId"])),
            Step::Query(by(&GSI1, &[SET_CARD], &["setId"])),
            Step::Get(PROFILE),
        ]),
        Step::OneOf(&[Step::Get(PURCHASED_RECIPE), Step::Get(PURCHASED_SET)]),
        Step::Get(PURCHASE),
        Step::OneOf(&[
            Step::Transact(&[
                Action::new(Verb::Put, PURCHASED_RECIPE, 1),
                Action::new(Verb::Put, PURCHASE, 1),
                Action::new(Verb::Update, RECIPE_CARD, 1),
                Action::new(Verb::Check, PROFILE, 2),
            ]),
            Step::Transact(&[
                Action::new(Verb::Put, PURCHASED_SET, 1),
                Action::new(Verb::Put, PURCHASE, 1),
                Action::new(Verb::Update, SET_CARD, 1),
                Action::new(Verb::Check, PROFILE, 2),
            ]),
            // Not an item of the catalog, but the role of a creator.
            Step::Transact(&[Action::new(Verb::Update, PROFILE, 1), Action::new(Verb::Put, PURCHASE, 1)]),
        ]),
    ],
    cost: Cost::AtMost(5),
};

/// AP-904
pub static SETTLE_PURCHASE: AccessPattern = AccessPattern {
    id: "AP-904",
    question: "It is paid for, or it failed, or it was given back.",
    steps: &[Step::OneOf(&[
        Step::Transact(&[
            Action::new(Verb::Put, PURCHASE, 1),
            Action::new(Verb::Put, PURCHASED_RECIPE, 1),
            Action::new(Verb::Delete, PURCHASED_RECIPE, 1),
            Action::new(Verb::Update, RECIPE_CARD, 1),
            Action::new(Verb::Put, NOTIFICATION, 1),
        ]),
        Step::Transact(&[
            Action::new(Verb::Put, PURCHASE, 1),
            Action::new(Verb::Put, PURCHASED_SET, 1),
            Action::new(Verb::Delete, PURCHASED_SET, 1),
            Action::new(Verb::Update, SET_CARD, 1),
            Action::new(Verb::Put, NOTIFICATION, 1),
        ]),
        Step::Transact(&[
            Action::new(Verb::Put, PURCHASE, 1),
            Action::new(Verb::Update, PROFILE, 1),
            Action::new(Verb::Put, NOTIFICATION, 1),
        ]),
    ])],
    cost: Cost::AtMost(2),
};

/// AP-905
pub static PURCHASES: AccessPattern = AccessPattern {
    id: "AP-905",
    question: "What did I buy, the last first?",
    steps: &[Step::Query(Range { given: &["userId"], ordered_by: &["purchasedAt"], ..Range::of(&[PURCHASE]) })],
    cost: Cost::AtMost(2),
};

/// AP-906
pub static HAVE_BOUGHT: AccessPattern = AccessPattern {
    id: "AP-906",
    question: "Which of these did I buy, and which are in our book?",
    steps: &[Step::BatchGet(&[PURCHASED_RECIPE, PURCHASED_SET, SAVED_RECIPE, SAVED_SET], 200)],
    cost: Cost::AtMost(3),
};

/// AP-907
pub static SUBSCRIPTION_OF: AccessPattern =
    AccessPattern { id: "AP-907", question: "What do I subscribe to?", steps: &[Step::Get(SUBSCRIPTION)], cost: Cost::Exactly(1) };

/// AP-908. What the provider says is asked between the read and the write, and written only over what was read.
pub static SET_SUBSCRIPTION: AccessPattern = AccessPattern {
    id: "AP-908",
    question: "The subscription is paid, is late, ends.",
    steps: &[
        Step::Get(SUBSCRIPTION),
        Step::Get(PROFILE),
        Step::Transact(&[
            Action::new(Verb::Put, SUBSCRIPTION, 1),
            Action::new(Verb::Update, PROFILE, 1),
            Action::new(Verb::Put, NOTIFICATION, 1),
        ]),
    ],
    cost: Cost::AtMost(3),
};

/// AP-909
pub static WHOSE_CUSTOMER: AccessPattern = AccessPattern {
    id: "AP-909",
    question: "Whose customer is it of whom the provider tells?",
    steps: &[Step::Query(by(&GSI1, &[PAYMENT_METHOD], &["customerId"]))],
    cost: Cost::Exactly(1),
};

/// AP-910. From the guards, which are mine, and not from the catalog, which is everybody's.
pub static BOUGHT_ITEMS: AccessPattern = AccessPattern {
    id: "AP-910",
    question: "Which recipes or sets are mine by purchase?",
    steps: &[
        Step::OneOf(&[
            Step::Query(Range { given: &["userId"], filters: &["state"], ..Range::of(&[PURCHASED_RECIPE]) }),
            Step::Query(Range { given: &["userId"], filters: &["state"], ..Range::of(&[PURCHASED_SET]) }),
        ]),
        Step::BatchGet(&[RECIPE_CARD, SET_CARD], 100),
    ],
    cost: Cost::AtMost(4),
};

/// AP-911
pub static NOTE_PAYMENT: AccessPattern = AccessPattern {
    id: "AP-911",
    question: "By what this is paid at the provider, noted before anybody pays by it.",
    steps: &[Step::Put(PURCHASE)],
    cost: Cost::Exactly(1),
};

/// AP-912
pub static PENDING_PURCHASES: AccessPattern = AccessPattern {
    id: "AP-912",
    question: "Which purchases are under way, the oldest first? (looking after them)",
    steps: &[Step::Query(Range { ordered_by: &["purchasedAt"], limit: Some(LOOKED_AFTER_AT_A_TIME), ..by(&GSI1, &[PURCHASE], &[]) })],
    cost: Cost::Exactly(1),
};

/// AP-913
pub static CUSTOMER: AccessPattern = AccessPattern {
    id: "AP-913",
    question: "Who am I at the provider, as somebody who pays or is paid?",
    steps: &[Step::Get(PROFILE), Step::Update(PROFILE)],
    cost: Cost::AtMost(5),
};

/// AP-914
pub static PAYOUTS: AccessPattern = AccessPattern {
    id: "AP-914",
    question: "Can what I earn be paid out?",
    steps: &[Step::Get(PROFILE), Step::Transact(&[Action::new(Verb::Update, PROFILE, 1), Action::new(Verb::Put, NOTIFICATION, 1)])],
    cost: Cost::AtMost(2),
};

/// AP-915
pub static BEGIN_SUBSCRIPTION: AccessPattern = AccessPattern {
    id: "AP-915",
    question: "I want to subscribe, or do not after all.",
    steps: &[
        Step::Get(SUBSCRIPTION),
        Step::Transact(&[Action::new(Verb::Put, SUBSCRIPTION, 1), Action::new(Verb::Check, PROFILE, 1)]),
        Step::Put(SUBSCRIPTION),
    ],
    cost: Cost::AtMost(3),
};

/// AP-916
pub static OPEN_SUBSCRIPTIONS: AccessPattern = AccessPattern {
    id: "AP-916",
    question: "Which subscriptions were begun, run, or are of somebody who has left? (looking after them)",
    steps: &[Step::Query(Range { limit: Some(LOOKED_AFTER_AT_A_TIME), ..by(&GSI1, &[SUBSCRIPTION], &[]) }), Step::Delete(SUBSCRIPTION)],
    cost: Cost::Formula { words: "1, and 1 per person who has left", requests: |left| left + 1 },
};

/// AP-917
pub static PURCHASE_OF: AccessPattern =
    AccessPattern { id: "AP-917", question: "How does this purchase stand?", steps: &[Step::Get(PURCHASE)], cost: Cost::Exactly(1) };
