//! What each page of Kondate may ask of the store in all. Who is signed in is the house's question. Debug builds hold every request to it.

use chabudai_kernel::design::RouteCost;

use super::{
    ACCEPT_INVITE, ADD_BATCH, ADD_LINE, ADD_RECIPE, ADD_SET, ADVANCE, APPLY_SET, BATCH_MADE, CATEGORIES, CHANGE_CATEGORIES, CHANGE_DISH,
    CHANGE_LINE, COOK, DAY, DELETE_BATCH, DELETE_KITCHEN, DELETE_LOG, DELETE_RECIPE, DELETE_SET, DELETED_BATCHES, DELETED_KITCHENS,
    DISH_PICTURES, EDIT_BATCH, EDIT_RECIPE, EDIT_SET, EMPTY_SLOT, FOUND_KITCHEN, FRIDGE, GET_RECIPE, GET_SET, HAND_OVER, LEAVE_KITCHEN,
    LINE_MADE, LIST_SETS, MONTH, MY_KITCHENS, NOTICE_SETTINGS, PUT_BACK, READ_INVITE, READ_PLAN, RECIPES_BY_ID, REMOVE_LINE,
    RENAME_KITCHEN, REPLAY, RESTORE_BATCH, RESTORE_KITCHEN, REVOKE_INVITES, SEARCH_RECIPES, SET_STAPLE, SET_WAY, SHOPPING_DONE,
    SHOPPING_LIST, SHOPPING_NOT_DONE, STAPLES, SUGGEST, SWEEP_FRIDGE, SWITCH_KITCHEN, TAKE_IN_PICTURE, TICK, UNCOOK, UNTICK,
    WAYS_THROUGH_SHOPS, WHO_IS_HERE, WRITE_INVITE,
};

/// Every page that asks the store. Whoever comes for the first time is given a kitchen: a second look where somebody else has made it
/// meanwhile, and a second try where the first one was left to others.
pub(super) static ROUTES: &[RouteCost] = &[
    RouteCost {
        route: "GET /kondate",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&READ_PLAN, 1), (&SHOPPING_LIST, 1), (&SUGGEST, 1), (&DISH_PICTURES, 1)],
    },
    RouteCost {
        route: "POST /kondate/plan/dishes/{dish}/cook",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&COOK, 1), (&SWEEP_FRIDGE, 1)],
    },
    RouteCost { route: "POST /kondate/plan/dishes/{dish}/uncook", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&UNCOOK, 1)] },
    RouteCost { route: "POST /kondate/plan/dishes/{dish}/take-back", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&DELETE_LOG, 1)] },
    RouteCost { route: "POST /kondate/plan/advance", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&ADVANCE, 1)] },
    RouteCost { route: "POST /kondate/plan/{slot}", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&APPLY_SET, 1)] },
    RouteCost {
        route: "POST /kondate/plan/{slot}/empty",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&READ_PLAN, 1), (&EMPTY_SLOT, 1)],
    },
    RouteCost { route: "POST /kondate/plan/put-back", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&PUT_BACK, 1)] },
    RouteCost { route: "POST /kondate/plan/{slot}/dishes/{dish}", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&CHANGE_DISH, 1)] },
    RouteCost {
        route: "GET /kondate/plan/{slot}/dishes/{dish}/swap",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&READ_PLAN, 1), (&SEARCH_RECIPES, 1), (&FRIDGE, 1)],
    },
    RouteCost {
        route: "GET /kondate/list",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&SHOPPING_LIST, 1), (&WAYS_THROUGH_SHOPS, 1)],
    },
    RouteCost {
        route: "POST /kondate/list/lines",
        asks: &[
            (&MY_KITCHENS, 2),
            (&FOUND_KITCHEN, 2),
            (&REPLAY, 2),
            (&ADD_LINE, 1),
            (&LINE_MADE, 1),
            (&SHOPPING_LIST, 1),
            (&WAYS_THROUGH_SHOPS, 1),
        ],
    },
    RouteCost {
        route: "POST /kondate/list/pantry",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&SHOPPING_LIST, 1), (&REPLAY, 2), (&ADD_LINE, 1), (&LINE_MADE, 1)],
    },
    RouteCost { route: "POST /kondate/list/done", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&SHOPPING_DONE, 1)] },
    RouteCost { route: "POST /kondate/list/not-done", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&SHOPPING_NOT_DONE, 1)] },
    RouteCost { route: "GET /kondate/list/lines/{line}", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&SHOPPING_LIST, 1)] },
    RouteCost {
        route: "POST /kondate/list/lines/{line}",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&CHANGE_LINE, 1), (&SHOPPING_LIST, 1)],
    },
    RouteCost { route: "POST /kondate/list/lines/{line}/tick", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&TICK, 1), (&UNTICK, 1)] },
    RouteCost { route: "POST /kondate/list/lines/{line}/dismiss", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&TICK, 1)] },
    RouteCost {
        route: "POST /kondate/list/lines/{line}/delete",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&SHOPPING_LIST, 1), (&REMOVE_LINE, 1)],
    },
    RouteCost { route: "GET /kondate/staples", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&STAPLES, 1)] },
    RouteCost { route: "POST /kondate/staples", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&SET_STAPLE, 1), (&STAPLES, 1)] },
    RouteCost {
        route: "POST /kondate/staples/{food}/remove",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&STAPLES, 1), (&SET_STAPLE, 1)],
    },
    RouteCost { route: "GET /kondate/shops", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&WAYS_THROUGH_SHOPS, 2)] },
    RouteCost { route: "POST /kondate/shops", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&SET_WAY, 1), (&WAYS_THROUGH_SHOPS, 1)] },
    RouteCost {
        route: "POST /kondate/shops/forget",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&WAYS_THROUGH_SHOPS, 1), (&SET_WAY, 1)],
    },
    RouteCost { route: "GET /kondate/fridge", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&FRIDGE, 1)] },
    RouteCost {
        route: "POST /kondate/fridge",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&REPLAY, 2), (&ADD_BATCH, 1), (&BATCH_MADE, 1), (&FRIDGE, 1)],
    },
    RouteCost { route: "GET /kondate/fridge/deleted", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&DELETED_BATCHES, 1)] },
    RouteCost { route: "GET /kondate/fridge/{item}", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&FRIDGE, 1)] },
    RouteCost { route: "POST /kondate/fridge/{item}", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&EDIT_BATCH, 1), (&FRIDGE, 1)] },
    RouteCost { route: "POST /kondate/fridge/{item}/delete", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&DELETE_BATCH, 1)] },
    RouteCost { route: "POST /kondate/fridge/{item}/restore", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&RESTORE_BATCH, 1)] },
    RouteCost {
        route: "GET /kondate/book",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&LIST_SETS, 1), (&SUGGEST, 1), (&DISH_PICTURES, 1)],
    },
    RouteCost {
        route: "POST /kondate/sets",
        asks: &[
            (&MY_KITCHENS, 2),
            (&FOUND_KITCHEN, 2),
            (&REPLAY, 2),
            (&ADD_SET, 1),
            (&GET_SET, 1),
            (&SEARCH_RECIPES, 1),
            (&RECIPES_BY_ID, 1),
        ],
    },
    RouteCost {
        route: "GET /kondate/sets/new",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&GET_SET, 1), (&SEARCH_RECIPES, 1), (&RECIPES_BY_ID, 1)],
    },
    RouteCost {
        route: "GET /kondate/sets/{set}",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&GET_SET, 1), (&RECIPES_BY_ID, 1), (&LIST_SETS, 1), (&DISH_PICTURES, 1)],
    },
    RouteCost {
        route: "POST /kondate/sets/{set}",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&EDIT_SET, 1), (&SEARCH_RECIPES, 1), (&RECIPES_BY_ID, 1)],
    },
    RouteCost {
        route: "GET /kondate/sets/{set}/edit",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&GET_SET, 1), (&SEARCH_RECIPES, 1), (&RECIPES_BY_ID, 1)],
    },
    RouteCost {
        route: "POST /kondate/sets/{set}/delete",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&GET_SET, 1), (&DELETE_SET, 1)],
    },
    RouteCost {
        route: "POST /kondate/sets/{set}/restore",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&GET_SET, 1), (&DELETE_SET, 1)],
    },
    RouteCost { route: "POST /kondate/pictures", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&TAKE_IN_PICTURE, 1)] },
    RouteCost {
        route: "GET /kondate/recipes",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&SEARCH_RECIPES, 1), (&CATEGORIES, 1), (&FRIDGE, 1)],
    },
    RouteCost {
        route: "POST /kondate/recipes",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&REPLAY, 2), (&ADD_RECIPE, 1), (&GET_RECIPE, 1), (&TAKE_IN_PICTURE, 1)],
    },
    RouteCost { route: "GET /kondate/recipes/new", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&GET_RECIPE, 1)] },
    RouteCost {
        route: "GET /kondate/recipes/{recipe}",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&GET_RECIPE, 1), (&FRIDGE, 1), (&SEARCH_RECIPES, 1)],
    },
    RouteCost {
        route: "POST /kondate/recipes/{recipe}",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&GET_RECIPE, 1), (&EDIT_RECIPE, 1), (&TAKE_IN_PICTURE, 1)],
    },
    RouteCost { route: "GET /kondate/recipes/{recipe}/edit", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&GET_RECIPE, 1)] },
    RouteCost {
        route: "POST /kondate/recipes/{recipe}/delete",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&GET_RECIPE, 1), (&DELETE_RECIPE, 1)],
    },
    RouteCost {
        route: "POST /kondate/recipes/{recipe}/restore",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&GET_RECIPE, 1), (&DELETE_RECIPE, 1)],
    },
    RouteCost {
        route: "GET /kondate/recipes/{recipe}/cook",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&GET_RECIPE, 1), (&READ_PLAN, 1)],
    },
    RouteCost { route: "GET /kondate/categories", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&CATEGORIES, 1)] },
    RouteCost {
        route: "POST /kondate/categories",
        asks: &[(&REPLAY, 2), (&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&CHANGE_CATEGORIES, 1), (&CATEGORIES, 1)],
    },
    RouteCost { route: "POST /kondate/categories/{category}", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&CHANGE_CATEGORIES, 1)] },
    RouteCost {
        route: "POST /kondate/categories/{category}/delete",
        asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&CATEGORIES, 1), (&CHANGE_CATEGORIES, 1)],
    },
    RouteCost { route: "GET /kondate/archive", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&MONTH, 1), (&DISH_PICTURES, 1)] },
    RouteCost { route: "GET /kondate/archive/{date}", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&DAY, 1), (&DISH_PICTURES, 1)] },
    RouteCost { route: "POST /kondate/archive/{date}/{log}/delete", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&DELETE_LOG, 1)] },
    RouteCost {
        route: "GET /kondate/kitchen",
        asks: &[(&MY_KITCHENS, 3), (&FOUND_KITCHEN, 2), (&WHO_IS_HERE, 1), (&MONTH, 1), (&DELETED_KITCHENS, 1)],
    },
    RouteCost {
        route: "POST /kondate/kitchen/name",
        asks: &[(&MY_KITCHENS, 3), (&FOUND_KITCHEN, 2), (&RENAME_KITCHEN, 1), (&WHO_IS_HERE, 1), (&MONTH, 1), (&DELETED_KITCHENS, 1)],
    },
    RouteCost {
        route: "POST /kondate/kitchen/invitations",
        asks: &[(&MY_KITCHENS, 3), (&FOUND_KITCHEN, 2), (&WRITE_INVITE, 1), (&WHO_IS_HERE, 1), (&MONTH, 1), (&DELETED_KITCHENS, 1)],
    },
    RouteCost {
        route: "POST /kondate/kitchen/invitations/withdraw",
        asks: &[(&MY_KITCHENS, 3), (&FOUND_KITCHEN, 2), (&REVOKE_INVITES, 1)],
    },
    RouteCost { route: "POST /kondate/kitchen/delete", asks: &[(&MY_KITCHENS, 3), (&FOUND_KITCHEN, 2), (&DELETE_KITCHEN, 1)] },
    RouteCost { route: "POST /kondate/kitchens/{kitchen}/restore", asks: &[(&RESTORE_KITCHEN, 1)] },
    RouteCost { route: "POST /kondate/kitchen/leave", asks: &[(&MY_KITCHENS, 3), (&FOUND_KITCHEN, 2), (&LEAVE_KITCHEN, 1)] },
    RouteCost {
        route: "POST /kondate/kitchen/members/{person}/remove",
        asks: &[(&MY_KITCHENS, 3), (&FOUND_KITCHEN, 2), (&LEAVE_KITCHEN, 1)],
    },
    RouteCost {
        route: "POST /kondate/kitchen/members/{person}/hand-over",
        asks: &[(&MY_KITCHENS, 3), (&FOUND_KITCHEN, 2), (&HAND_OVER, 1)],
    },
    RouteCost {
        route: "POST /kondate/kitchens",
        asks: &[(&REPLAY, 2), (&MY_KITCHENS, 3), (&FOUND_KITCHEN, 3), (&WHO_IS_HERE, 1), (&MONTH, 1), (&DELETED_KITCHENS, 1)],
    },
    RouteCost { route: "POST /kondate/kitchens/{kitchen}/enter", asks: &[(&MY_KITCHENS, 4), (&FOUND_KITCHEN, 2), (&SWITCH_KITCHEN, 1)] },
    RouteCost { route: "GET /kondate/notifications", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&NOTICE_SETTINGS, 1)] },
    RouteCost { route: "POST /kondate/notifications", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2), (&NOTICE_SETTINGS, 2)] },
    RouteCost { route: "GET /kondate/live", asks: &[(&MY_KITCHENS, 1)] },
    RouteCost { route: "GET /kondate/help", asks: &[(&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2)] },
    RouteCost { route: "GET /kondate/join", asks: &[(&READ_INVITE, 1)] },
    RouteCost { route: "POST /kondate/join", asks: &[(&ACCEPT_INVITE, 1), (&MY_KITCHENS, 2), (&FOUND_KITCHEN, 2)] },
];
