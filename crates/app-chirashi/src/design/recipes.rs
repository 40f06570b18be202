//! Recipes from flyers, shared ones, and their ranking.

use chabudai_kernel::design::{AccessPattern, Action, Cost, EntityDesign, Range, Step, Verb};
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::part::Word;
use chabudai_kernel::{entity, plain_entity};

use super::flyers::FLYER;
use super::{FLYER_INDEX, RECIPES, SHARED_RECIPES};
use crate::model::{FlyerId, Moment, Ranking, Recipe, SharedRecipe, SharedRecipeId};

pub(super) const RECIPE: &EntityDesign = &Recipe::DESIGN;
pub(super) const SHARED: &EntityDesign = &SharedRecipe::DESIGN;
pub(super) const RANKING: &EntityDesign = &Ranking::DESIGN;

plain_entity! {
    /// The recipe of a flyer, or the lease of whoever is making it.
    Recipe in RECIPES, at most 131_072 bytes { flyerId: FlyerId = flyer_id }
    fields {
        "flyerId": S;
        "recipeText": S optional;
        "ingredients": L optional;
        "generatedAt": S optional;
        "lease": S optional;
        "leaseUntil": N optional;
        "ttl": N;
    }
    expires "30 days after it was made";
    departs {
        "lease": "added, with leaseUntil: however many ask at once, one makes it; recipeText and generatedAt are there once it is made";
    }
}

plain_entity! {
    /// A recipe that somebody shared.
    SharedRecipe in SHARED_RECIPES, at most 131_072 bytes {
        sharedRecipeId: SharedRecipeId = shared_recipe_id holds not_beginning("RANKING#"),
    }
    index { flyerId: FlyerId = flyer_id, sharedAt: Moment = shared_at }
    fields {
        "sharedRecipeId": S;
        "flyerId": S;
        "recipeText": S;
        "ingredients": L optional;
        "storeInfo": M;
        "storeInfo.storeId": S;
        "storeInfo.storeName": S;
        "storeInfo.storeLogo": S optional;
        "storeInfo.storeAddress": S;
        "storeInfo.flyerValidFrom": S;
        "storeInfo.flyerValidUntil": S;
        "imageUrl": S optional;
        "sharedAt": S;
        "sharedByUserId": S optional;
        "viewCount": N;
        "createdAt": S;
        "updatedAt": S;
    }
    departs { "sharedByUserId": "a keyed pseudonym, never the id: there is no index to forget somebody by"; }
}

entity! {
    /// The shared recipes that were opened most.
    Ranking in SHARED_RECIPES, at most 16_384 bytes { name: Word = name from sharedRecipeId }
    key(name) { sharedRecipeId = "RANKING#" name; }
    fields {
        "top": L;
        "updatedAt": S;
    }
    departs { "sharedRecipeId": "added: a list by views would be a hot index; a job counts now and then"; }
}

/// CH-90
pub static ONE_RECIPE: AccessPattern =
    AccessPattern { id: "CH-90", question: "Is there a recipe of this flyer?", steps: &[Step::Get(RECIPE)], cost: Cost::Exactly(1) };

/// CH-91. Claimed, then put by whoever has claimed it, while the flyer is there; or given back.
pub static COOK: AccessPattern = AccessPattern {
    id: "CH-91",
    question: "I am making it.",
    steps: &[
        Step::Put(RECIPE),
        Step::OneOf(&[Step::Transact(&[Action::new(Verb::Put, RECIPE, 1), Action::new(Verb::Check, FLYER, 1)]), Step::Delete(RECIPE)]),
    ],
    cost: Cost::AtMost(2),
};

/// CH-92
pub static SHARE_RECIPE: AccessPattern =
    AccessPattern { id: "CH-92", question: "Others should see this.", steps: &[Step::Put(SHARED)], cost: Cost::Exactly(1) };

/// CH-93
pub static OPEN_SHARED: AccessPattern = AccessPattern {
    id: "CH-93",
    question: "What was shared here? And one more has seen it.",
    steps: &[Step::OneOf(&[Step::Get(SHARED), Step::Update(SHARED)])],
    cost: Cost::Exactly(1),
};

/// CH-94
pub static SHARED_FROM_FLYER: AccessPattern = AccessPattern {
    id: "CH-94",
    question: "Which recipes were shared from this flyer, newest first?",
    steps: &[Step::Query(Range { index: Some(&FLYER_INDEX), given: &["flyerId"], ordered_by: &["sharedAt"], ..Range::of(&[SHARED]) })],
    cost: Cost::Exactly(1),
};

/// CH-95
pub static READ_RANKING: AccessPattern =
    AccessPattern { id: "CH-95", question: "Which recipes are opened most?", steps: &[Step::Get(RANKING)], cost: Cost::Exactly(1) };

/// CH-96
pub static RANK: AccessPattern = AccessPattern {
    id: "CH-96",
    question: "Which recipes are opened most? (counting, hourly)",
    steps: &[Step::Scan(&SHARED_RECIPES), Step::Put(RANKING)],
    cost: Cost::Formula { words: "1 per page + 1", requests: |pages| pages + 1 },
};
