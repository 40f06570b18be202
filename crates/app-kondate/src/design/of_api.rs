//! What each operation of Kondate may ask of the store in all. Who is signed in is the house's question; in which kitchen they are is the first
//! of ours. Debug builds hold every request to it.

use chabudai_kernel::design::{AccessPattern, RouteCost};

use super::{
    ACCEPT_INVITE, ADD_BATCH, ADD_LINE, ADD_RECIPE, ADD_SET, ADVANCE, APPLY_SET, BATCH_MADE, CATEGORIES, CHANGE_CATEGORIES, CHANGE_DISH,
    COOK, DAY, DELETE_BATCH, DELETE_KITCHEN, DELETE_LOG, DELETE_RECIPE, DELETE_SET, DELETED_BATCHES, EDIT_BATCH, EDIT_PROFILE, EDIT_RECIPE,
    EDIT_SET, EMPTY_SLOT, FOUND_KITCHEN, FRIDGE, GET_RECIPE, GET_SET, HAND_OVER, LEAVE_KITCHEN, LINE_MADE, LIST_RECIPES, LIST_SETS, MONTH,
    MY_KITCHENS, NOTICE_SETTINGS, PROFILE_OF, READ_INVITE, READ_PLAN, RECIPES_BY_ID, REMOVE_LINE, RENAME_KITCHEN, REPLAY, RESTORE_BATCH,
    RESTORE_KITCHEN, REVOKE_INVITES, SEARCH_RECIPES, SEARCH_SETS, SET_OWN_FOOD, SET_STAPLE, SET_WAY, SHOPPING_DONE, SHOPPING_LIST,
    SHOPPING_NOT_DONE, STAPLES, SUGGEST, SWEEP_FRIDGE, SWITCH_KITCHEN, TAKE_IN_PICTURE, TICK, UNCOOK, UNTICK, WAYS_THROUGH_SHOPS,
    WHO_IS_HERE, WRITE_INVITE,
};

/// Whoever comes for the first time is given a kitchen: a second look where somebody else has made it meanwhile, and a second try where the first
/// one was left to others.
const IN: [(&AccessPattern, u32); 2] = [(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2)];

/// Declares routes: what each asks once somebody is in their kitchen.
macro_rules! routes {
    ($($route:literal => [$(($pattern:ident, $times:literal)),* $(,)?];)*) => {
        &[$(RouteCost { route: $route, asks: &[IN[0], IN[1], $((&$pattern, $times)),*] }),*]
    };
}

/// Operations of a person, in no kitchen.
pub(super) static OF_PERSON: &[RouteCost] = &[
    RouteCost { route: "GET /kondate/v1/auth/me", asks: &[(&PROFILE_OF, 1)] },
    RouteCost { route: "PATCH /kondate/v1/me", asks: &[(&EDIT_PROFILE, 1), (&PROFILE_OF, 1)] },
    RouteCost { route: "GET /kondate/v1/notification-settings", asks: &[(&NOTICE_SETTINGS, 1)] },
    RouteCost { route: "PATCH /kondate/v1/notification-settings", asks: &[(&NOTICE_SETTINGS, 2)] },
    RouteCost { route: "POST /kondate/v1/kitchens", asks: &[(&REPLAY, 2), (&FOUND_KITCHEN, 1), (&MY_KITCHENS, 1)] },
    RouteCost { route: "POST /kondate/v1/kitchens/{id}/use", asks: &[(&SWITCH_KITCHEN, 1)] },
    RouteCost { route: "POST /kondate/v1/kitchens/{id}/restore", asks: &[(&RESTORE_KITCHEN, 1)] },
    RouteCost { route: "POST /kondate/v1/invitations/look", asks: &[(&READ_INVITE, 1)] },
];

/// Operations in a kitchen.
pub(super) static ROUTES: &[RouteCost] = routes! {
    "GET /kondate/v1/kitchens" => [];
    "GET /kondate/v1/kitchens/{id}" => [(WHO_IS_HERE, 1)];
    "DELETE /kondate/v1/kitchens/{id}" => [(DELETE_KITCHEN, 1)];
    "PATCH /kondate/v1/kitchens/{id}" => [(RENAME_KITCHEN, 1), (WHO_IS_HERE, 1)];
    "POST /kondate/v1/kitchens/{id}/owner" => [(HAND_OVER, 1), (WHO_IS_HERE, 1)];
    "DELETE /kondate/v1/kitchens/{id}/members/{personId}" => [(LEAVE_KITCHEN, 1)];
    "POST /kondate/v1/kitchens/{id}/invitations" => [(WRITE_INVITE, 1)];
    "DELETE /kondate/v1/kitchens/{id}/invitations" => [(REVOKE_INVITES, 1)];
    "POST /kondate/v1/invitations/accept" => [(ACCEPT_INVITE, 1), (WHO_IS_HERE, 1)];
    "GET /kondate/v1/recipes" => [(LIST_RECIPES, 1), (SEARCH_RECIPES, 1)];
    "POST /kondate/v1/recipes" => [(REPLAY, 2), (ADD_RECIPE, 1), (GET_RECIPE, 1)];
    "GET /kondate/v1/recipes/{id}" => [(GET_RECIPE, 1)];
    "PATCH /kondate/v1/recipes/{id}" => [(EDIT_RECIPE, 1)];
    "DELETE /kondate/v1/recipes/{id}" => [(DELETE_RECIPE, 1)];
    "POST /kondate/v1/recipes/{id}/restore" => [(DELETE_RECIPE, 1), (GET_RECIPE, 1)];
    "POST /kondate/v1/images" => [(TAKE_IN_PICTURE, 1)];
    "GET /kondate/v1/sets" => [(LIST_SETS, 1), (SEARCH_SETS, 1)];
    "POST /kondate/v1/sets" => [(REPLAY, 2), (ADD_SET, 1), (GET_SET, 1), (RECIPES_BY_ID, 1)];
    "GET /kondate/v1/sets/{id}" => [(GET_SET, 1), (RECIPES_BY_ID, 1)];
    "PATCH /kondate/v1/sets/{id}" => [(EDIT_SET, 1), (RECIPES_BY_ID, 1)];
    "DELETE /kondate/v1/sets/{id}" => [(DELETE_SET, 1)];
    "POST /kondate/v1/sets/{id}/restore" => [(DELETE_SET, 1), (GET_SET, 1), (RECIPES_BY_ID, 1)];
    "GET /kondate/v1/suggestions" => [(SUGGEST, 1)];
    "GET /kondate/v1/plan" => [(READ_PLAN, 1)];
    "POST /kondate/v1/plan/select-set" => [(APPLY_SET, 1)];
    "POST /kondate/v1/plan/advance" => [(ADVANCE, 1)];
    "PATCH /kondate/v1/plan/items/{id}" => [(READ_PLAN, 1), (CHANGE_DISH, 1), (COOK, 1), (UNCOOK, 1), (SWEEP_FRIDGE, 1)];
    "DELETE /kondate/v1/plan/{slot}" => [(EMPTY_SLOT, 1)];
    "GET /kondate/v1/shopping-list" => [(SHOPPING_LIST, 1)];
    "POST /kondate/v1/shopping-list/items" => [(REPLAY, 2), (ADD_LINE, 1), (LINE_MADE, 1)];
    "PATCH /kondate/v1/shopping-list/items/{id}" => [(TICK, 1), (UNTICK, 1)];
    "DELETE /kondate/v1/shopping-list/items/{id}" => [(REMOVE_LINE, 1)];
    "POST /kondate/v1/shopping-list/complete" => [(SHOPPING_DONE, 1), (SHOPPING_LIST, 1)];
    "DELETE /kondate/v1/shopping-list/complete" => [(SHOPPING_NOT_DONE, 1), (SHOPPING_LIST, 1)];
    "GET /kondate/v1/fridge" => [(FRIDGE, 1)];
    "POST /kondate/v1/fridge/items" => [(REPLAY, 2), (ADD_BATCH, 1), (BATCH_MADE, 1)];
    "PATCH /kondate/v1/fridge/items/{id}" => [(EDIT_BATCH, 1)];
    "DELETE /kondate/v1/fridge/items/{id}" => [(DELETE_BATCH, 1)];
    "GET /kondate/v1/fridge/deleted" => [(DELETED_BATCHES, 1)];
    "POST /kondate/v1/fridge/items/{id}/restore" => [(RESTORE_BATCH, 1)];
    "GET /kondate/v1/categories" => [(CATEGORIES, 1)];
    "POST /kondate/v1/categories" => [(REPLAY, 2), (CHANGE_CATEGORIES, 1), (CATEGORIES, 1)];
    "PATCH /kondate/v1/categories/{id}" => [(CATEGORIES, 2), (CHANGE_CATEGORIES, 1)];
    "DELETE /kondate/v1/categories/{id}" => [(CATEGORIES, 2), (CHANGE_CATEGORIES, 1)];
    "GET /kondate/v1/staples" => [(STAPLES, 1)];
    "PUT /kondate/v1/staples" => [(SET_STAPLE, 1)];
    "DELETE /kondate/v1/staples/{id}" => [(SET_STAPLE, 1)];
    "GET /kondate/v1/aisles" => [(WAYS_THROUGH_SHOPS, 1)];
    "PUT /kondate/v1/aisles/{shop}" => [(SET_WAY, 1)];
    "GET /kondate/v1/foods" => [(FRIDGE, 1)];
    "PUT /kondate/v1/foods" => [(SET_OWN_FOOD, 1)];
    "DELETE /kondate/v1/foods/{id}" => [(SET_OWN_FOOD, 1)];
    "GET /kondate/v1/archive" => [(MONTH, 1)];
    "GET /kondate/v1/archive/{date}" => [(DAY, 1)];
    "DELETE /kondate/v1/archive/{date}/{logId}" => [(DELETE_LOG, 1)];
};
