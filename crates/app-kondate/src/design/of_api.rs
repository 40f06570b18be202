//! What each operation of Kondate may ask of the store in all. Who is signed in is the house's question; in which kitchen they are is the first
//! of ours. Debug builds hold every request to it.

use chabudai_kernel::design::{AccessPattern, RouteCost};

use super::{
    ACCEPT_INVITE, ADD_BATCH, ADD_LINE, ADD_RECIPE, ADD_SET, ADVANCE, ALL_RECIPES, APPLY_SET, BATCH_MADE, BEGIN_PURCHASE,
    BEGIN_SUBSCRIPTION, BOOKED, BOUGHT_ITEMS, BY_ID, CATALOG_NEWEST, CATALOG_POPULAR, CATEGORIES, CHANGE_CATEGORIES, CHANGE_DISH, COOK,
    COUNT_IMPORT, CUSTOMER, DAY, DELETE_BATCH, DELETE_KITCHEN, DELETE_LOG, DELETE_RECIPE, DELETE_SET, DELETED_BATCHES, DISH_PICTURES,
    EDIT_BATCH, EDIT_PROFILE, EDIT_RECIPE, EDIT_SET, EMPTY_SLOT, FORGET_DEVICE, FOUND_KITCHEN, FRIDGE, GET_RECIPE, GET_SET, HAND_OVER,
    HAVE_BOUGHT, LEAVE_KITCHEN, LINE_MADE, LIST_RECIPES, LIST_SETS, MONTH, MY_DEVICES, MY_KITCHENS, NOTE_PAYMENT, NOTICE_SETTINGS, NOTICES,
    OF_CREATOR, OPEN_LINK, PAYMENT_METHODS, PAYOUTS, PROFILE_OF, PUBLISH, PURCHASE_OF, PURCHASES, REACH_DEVICE, READ_INVITE, READ_NOTICES,
    READ_PLAN, RECIPES_BY_ID, RECOMMENDED, REMOVE_LINE, RENAME_KITCHEN, REPLAY, RESTORE_BATCH, RESTORE_KITCHEN, REVOKE_INVITES,
    REVOKE_LINK, SAVE, SAVED_RECIPES, SAVED_SETS, SEARCH_RECIPES, SEARCH_SETS, SET_OWN_FOOD, SET_PAYMENT_METHOD, SET_STAPLE,
    SET_SUBSCRIPTION, SET_WAY, SETTLE_PURCHASE, SHARE_LINK, SHOPPING_DONE, SHOPPING_LIST, SHOPPING_NOT_DONE, STAPLES, SUBSCRIPTION_OF,
    SUGGEST, SWEEP_FRIDGE, SWITCH_KITCHEN, TAKE_IN_PICTURE, TICK, UNCOOK, UNTICK, WAYS_THROUGH_SHOPS, WHO_IS_HERE, WRITE_INVITE,
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
    RouteCost { route: "GET /kondate/v1/notifications", asks: &[(&NOTICES, 1)] },
    RouteCost { route: "POST /kondate/v1/notifications/read", asks: &[(&NOTICES, 1), (&READ_NOTICES, 1)] },
    RouteCost { route: "POST /kondate/v1/push-tokens", asks: &[(&REACH_DEVICE, 1)] },
    RouteCost {
        route: "DELETE /kondate/v1/push-tokens/{token}",
        asks: &[(&NOTICE_SETTINGS, 1), (&MY_DEVICES, 1), (&REACH_DEVICE, 20), (&FORGET_DEVICE, 1)],
    },
    RouteCost { route: "POST /kondate/v1/kitchens", asks: &[(&REPLAY, 2), (&FOUND_KITCHEN, 1), (&MY_KITCHENS, 1)] },
    RouteCost { route: "POST /kondate/v1/kitchens/{id}/use", asks: &[(&SWITCH_KITCHEN, 1)] },
    RouteCost { route: "POST /kondate/v1/kitchens/{id}/restore", asks: &[(&RESTORE_KITCHEN, 1)] },
    RouteCost { route: "GET /kondate/v1/share/recipe/{id}", asks: &[(&OPEN_LINK, 1)] },
    RouteCost { route: "GET /kondate/v1/share/set/{id}", asks: &[(&OPEN_LINK, 1)] },
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
    "GET /kondate/v1/recipes" => [(LIST_RECIPES, 1), (SEARCH_RECIPES, 1), (SAVED_RECIPES, 2)];
    "POST /kondate/v1/recipes" => [(REPLAY, 2), (ADD_RECIPE, 1), (GET_RECIPE, 2), (BOOKED, 1), (READ_PLAN, 1)];
    "GET /kondate/v1/recipes/{id}" => [(GET_RECIPE, 2), (BOOKED, 1), (READ_PLAN, 1), (BY_ID, 2)];
    "PUT /kondate/v1/recipes/{id}/publication" => [(PUBLISH, 1)];
    "DELETE /kondate/v1/recipes/{id}/publication" => [(PUBLISH, 1)];
    "PATCH /kondate/v1/recipes/{id}" => [(EDIT_RECIPE, 1)];
    "DELETE /kondate/v1/recipes/{id}" => [(DELETE_RECIPE, 1)];
    "POST /kondate/v1/recipes/{id}/restore" => [(DELETE_RECIPE, 1), (GET_RECIPE, 2), (BOOKED, 1), (READ_PLAN, 1)];
    "POST /kondate/v1/images" => [(TAKE_IN_PICTURE, 1)];
    "GET /kondate/v1/sets" => [(LIST_SETS, 1), (SEARCH_SETS, 1), (SAVED_SETS, 2)];
    "POST /kondate/v1/sets" => [(REPLAY, 2), (ADD_SET, 1), (GET_SET, 1), (RECIPES_BY_ID, 1)];
    "GET /kondate/v1/sets/{id}" => [(GET_SET, 1), (RECIPES_BY_ID, 1), (BY_ID, 1)];
    "PUT /kondate/v1/sets/{id}/publication" => [(PUBLISH, 1)];
    "DELETE /kondate/v1/sets/{id}/publication" => [(PUBLISH, 1)];
    "GET /kondate/v1/catalog/recipes" => [(CATALOG_NEWEST, 1), (CATALOG_POPULAR, 1), (OF_CREATOR, 1), (RECOMMENDED, 1), (HAVE_BOUGHT, 1), (BOUGHT_ITEMS, 1)];
    "GET /kondate/v1/catalog/sets" => [(CATALOG_NEWEST, 1), (CATALOG_POPULAR, 1), (OF_CREATOR, 1), (RECOMMENDED, 1), (HAVE_BOUGHT, 1), (BOUGHT_ITEMS, 1)];
    "GET /kondate/v1/payment-methods" => [(PAYMENT_METHODS, 1)];
    "POST /kondate/v1/payment-methods" => [(PAYMENT_METHODS, 1), (CUSTOMER, 1)];
    "PATCH /kondate/v1/payment-methods/{id}" => [(SET_PAYMENT_METHOD, 1), (PAYMENT_METHODS, 1)];
    "DELETE /kondate/v1/payment-methods/{id}" => [(PAYMENT_METHODS, 1), (SET_PAYMENT_METHOD, 1)];
    "POST /kondate/v1/purchases" => [(PAYMENT_METHODS, 1), (CUSTOMER, 4), (BEGIN_PURCHASE, 3), (NOTE_PAYMENT, 3), (SETTLE_PURCHASE, 3), (PURCHASE_OF, 3)];
    "POST /kondate/v1/catalog/recipes/{id}/purchase" => [(PAYMENT_METHODS, 1), (CUSTOMER, 4), (BEGIN_PURCHASE, 3), (NOTE_PAYMENT, 3), (SETTLE_PURCHASE, 3), (PURCHASE_OF, 3)];
    "POST /kondate/v1/catalog/sets/{id}/purchase" => [(PAYMENT_METHODS, 1), (CUSTOMER, 4), (BEGIN_PURCHASE, 3), (NOTE_PAYMENT, 3), (SETTLE_PURCHASE, 3), (PURCHASE_OF, 3)];
    "GET /kondate/v1/purchases" => [(PURCHASES, 1)];
    "GET /kondate/v1/purchases/{id}" => [(PURCHASE_OF, 3), (NOTE_PAYMENT, 1), (SETTLE_PURCHASE, 1)];
    "DELETE /kondate/v1/purchases/{id}" => [(PURCHASE_OF, 2), (SETTLE_PURCHASE, 1)];
    "GET /kondate/v1/subscriptions" => [(SUBSCRIPTION_OF, 2), (SET_SUBSCRIPTION, 1), (BEGIN_SUBSCRIPTION, 1)];
    "POST /kondate/v1/subscriptions" => [(SUBSCRIPTION_OF, 2), (CUSTOMER, 2), (BEGIN_SUBSCRIPTION, 20), (SET_SUBSCRIPTION, 7)];
    "DELETE /kondate/v1/subscriptions" => [(SUBSCRIPTION_OF, 1), (SET_SUBSCRIPTION, 1)];
    "POST /kondate/v1/subscriptions/resume" => [(SUBSCRIPTION_OF, 1), (SET_SUBSCRIPTION, 1)];
    "POST /kondate/v1/billing-portal" => [(CUSTOMER, 1)];
    "GET /kondate/v1/connect/accounts" => [(PAYOUTS, 1)];
    "POST /kondate/v1/connect/accounts" => [(CUSTOMER, 1)];
    "POST /kondate/v1/connect/login-links" => [(CUSTOMER, 1)];
    "GET /kondate/v1/catalog/recipes/{id}" => [(BY_ID, 1)];
    "GET /kondate/v1/catalog/sets/{id}" => [(BY_ID, 1)];
    "POST /kondate/v1/catalog/recipes/{id}/save" => [(SAVE, 1)];
    "DELETE /kondate/v1/catalog/recipes/{id}/save" => [(SAVE, 2)];
    "POST /kondate/v1/catalog/sets/{id}/save" => [(SAVE, 1)];
    "DELETE /kondate/v1/catalog/sets/{id}/save" => [(SAVE, 2)];
    "PATCH /kondate/v1/sets/{id}" => [(EDIT_SET, 1), (RECIPES_BY_ID, 1)];
    "DELETE /kondate/v1/sets/{id}" => [(DELETE_SET, 1)];
    "POST /kondate/v1/sets/{id}/restore" => [(DELETE_SET, 1), (GET_SET, 1), (RECIPES_BY_ID, 1)];
    "GET /kondate/v1/suggestions" => [(SUGGEST, 1)];
    "GET /kondate/v1/recipes/{id}/export" => [(GET_RECIPE, 2), (BOOKED, 1), (READ_PLAN, 1), (BY_ID, 2)];
    "GET /kondate/v1/export/recipes" => [(ALL_RECIPES, 1)];
    "POST /kondate/v1/import/parse" => [(PROFILE_OF, 1), (COUNT_IMPORT, 2), (TAKE_IN_PICTURE, 1)];
    "POST /kondate/v1/share" => [(SHARE_LINK, 1)];
    "DELETE /kondate/v1/share/{id}" => [(REVOKE_LINK, 1)];
    "GET /kondate/v1/plan" => [(READ_PLAN, 1), (DISH_PICTURES, 1)];
    "POST /kondate/v1/plan/select-set" => [(APPLY_SET, 1), (BY_ID, 1), (DISH_PICTURES, 1)];
    "POST /kondate/v1/plan/advance" => [(ADVANCE, 1), (DISH_PICTURES, 1)];
    "PATCH /kondate/v1/plan/items/{id}" => [(READ_PLAN, 1), (CHANGE_DISH, 1), (BOOKED, 1), (COOK, 1), (UNCOOK, 1), (SWEEP_FRIDGE, 1), (DISH_PICTURES, 1)];
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
    "GET /kondate/v1/archive/{date}" => [(DAY, 1), (DISH_PICTURES, 1)];
    "DELETE /kondate/v1/archive/{date}/{logId}" => [(DELETE_LOG, 1)];
};
