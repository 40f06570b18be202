//! What each route of Wardrobe may ask of the store in all, with a form that comes back included. Debug builds hold every request to it.

use chabudai_jobs::design::TAKE;
use chabudai_kernel::design::RouteCost;

use super::{
    ADD_CLOTHING, ADD_OUTFIT, BIN, CLOTHING_DETAIL, CREATE_WARDROBE, DELETE_CLOTHING, DELETE_OUTFIT, DELETE_WARDROBE, EDIT_CLOTHING,
    EDIT_OUTFIT, HISTORY_DETAIL, IS_MINE, KEEP, KNOWN_HERE, LAST_WEEK, LIST_CLOTHES, LIST_HISTORY, LIST_OUTFITS, LOOK_BACK, MY_WARDROBES,
    NEW_ADDRESS, OPEN_WARDROBE, OUTFIT_DETAIL, RECOMMEND, RECORD, RENAME_WARDROBE, REPLAY, RESTORE_CLOTHING, RESTORE_OUTFIT,
    RESTORE_WARDROBE, SEARCH_CLOTHES, SEARCH_OUTFITS, TAKE_IN_PICTURE, UNKEEP, UNRECORD, UNWORN, WEARS_BY_PERIOD,
};

/// Every route that asks the store.
pub(super) static ROUTES: &[RouteCost] = &[
    RouteCost { route: "GET /wardrobe", asks: &[(&KNOWN_HERE, 1), (&MY_WARDROBES, 1)] },
    RouteCost { route: "GET /wardrobe/new", asks: &[(&KNOWN_HERE, 1), (&MY_WARDROBES, 1)] },
    RouteCost {
        route: "POST /wardrobe",
        asks: &[(&CREATE_WARDROBE, 1), (&TAKE, 2), (&REPLAY, 1), (&OPEN_WARDROBE, 1), (&KEEP, 1), (&KNOWN_HERE, 1), (&MY_WARDROBES, 1)],
    },
    RouteCost {
        route: "GET /wardrobe/{wid}",
        asks: &[(&OPEN_WARDROBE, 1), (&LAST_WEEK, 1), (&LIST_CLOTHES, 1), (&RECOMMEND, 1), (&IS_MINE, 1)],
    },
    RouteCost { route: "GET /wardrobe/{wid}/settings", asks: &[(&OPEN_WARDROBE, 1), (&IS_MINE, 1)] },
    RouteCost { route: "POST /wardrobe/{wid}/name", asks: &[(&OPEN_WARDROBE, 1), (&RENAME_WARDROBE, 1), (&IS_MINE, 1)] },
    RouteCost { route: "POST /wardrobe/{wid}/keep", asks: &[(&OPEN_WARDROBE, 2), (&KEEP, 1)] },
    RouteCost { route: "GET /wardrobe/{wid}/keep", asks: &[(&OPEN_WARDROBE, 1)] },
    RouteCost { route: "POST /wardrobe/{wid}/unkeep", asks: &[(&OPEN_WARDROBE, 1), (&UNKEEP, 1)] },
    RouteCost { route: "GET /wardrobe/{wid}/address", asks: &[(&OPEN_WARDROBE, 1), (&IS_MINE, 1)] },
    RouteCost { route: "POST /wardrobe/{wid}/address", asks: &[(&NEW_ADDRESS, 1)] },
    RouteCost { route: "GET /wardrobe/{wid}/delete", asks: &[(&OPEN_WARDROBE, 1)] },
    RouteCost { route: "POST /wardrobe/{wid}/delete", asks: &[(&OPEN_WARDROBE, 1), (&DELETE_WARDROBE, 1)] },
    RouteCost { route: "GET /wardrobe/{wid}/deleted", asks: &[(&OPEN_WARDROBE, 1)] },
    RouteCost { route: "POST /wardrobe/{wid}/restore", asks: &[(&OPEN_WARDROBE, 2), (&RESTORE_WARDROBE, 1)] },
    RouteCost { route: "GET /wardrobe/{wid}/clothes", asks: &[(&OPEN_WARDROBE, 1), (&LIST_CLOTHES, 3), (&SEARCH_CLOTHES, 1)] },
    RouteCost {
        route: "POST /wardrobe/{wid}/clothes",
        asks: &[(&OPEN_WARDROBE, 1), (&ADD_CLOTHING, 1), (&REPLAY, 1), (&TAKE_IN_PICTURE, 1), (&TAKE, 4)],
    },
    RouteCost { route: "GET /wardrobe/{wid}/clothes/new", asks: &[(&OPEN_WARDROBE, 1)] },
    RouteCost {
        route: "GET /wardrobe/{wid}/clothes/{cid}",
        asks: &[
            (&OPEN_WARDROBE, 1),
            (&CLOTHING_DETAIL, 1),
            (&SEARCH_OUTFITS, 1),
            (&WEARS_BY_PERIOD, 1),
            (&LIST_CLOTHES, 1),
            (&SEARCH_CLOTHES, 1),
        ],
    },
    RouteCost {
        route: "POST /wardrobe/{wid}/clothes/{cid}",
        asks: &[(&OPEN_WARDROBE, 1), (&CLOTHING_DETAIL, 2), (&EDIT_CLOTHING, 2), (&TAKE_IN_PICTURE, 1), (&TAKE, 3)],
    },
    RouteCost { route: "GET /wardrobe/{wid}/clothes/{cid}/edit", asks: &[(&OPEN_WARDROBE, 1), (&CLOTHING_DETAIL, 1)] },
    RouteCost {
        route: "POST /wardrobe/{wid}/clothes/{cid}/delete",
        asks: &[(&OPEN_WARDROBE, 1), (&CLOTHING_DETAIL, 1), (&DELETE_CLOTHING, 1)],
    },
    RouteCost {
        route: "POST /wardrobe/{wid}/clothes/{cid}/restore",
        asks: &[(&OPEN_WARDROBE, 1), (&CLOTHING_DETAIL, 1), (&RESTORE_CLOTHING, 1)],
    },
    RouteCost { route: "GET /wardrobe/{wid}/outfits", asks: &[(&OPEN_WARDROBE, 1), (&LIST_OUTFITS, 1), (&SEARCH_OUTFITS, 1)] },
    RouteCost {
        route: "POST /wardrobe/{wid}/outfits",
        asks: &[(&OPEN_WARDROBE, 1), (&LIST_CLOTHES, 3), (&OUTFIT_DETAIL, 1), (&ADD_OUTFIT, 1), (&TAKE, 1), (&REPLAY, 1)],
    },
    RouteCost { route: "GET /wardrobe/{wid}/outfits/new", asks: &[(&OPEN_WARDROBE, 1), (&LIST_CLOTHES, 3), (&OUTFIT_DETAIL, 1)] },
    RouteCost {
        route: "GET /wardrobe/{wid}/outfits/{tid}",
        asks: &[(&OPEN_WARDROBE, 1), (&OUTFIT_DETAIL, 1), (&WEARS_BY_PERIOD, 1), (&LIST_OUTFITS, 1), (&SEARCH_OUTFITS, 1)],
    },
    RouteCost {
        route: "POST /wardrobe/{wid}/outfits/{tid}",
        asks: &[(&OPEN_WARDROBE, 1), (&LIST_CLOTHES, 3), (&OUTFIT_DETAIL, 2), (&EDIT_OUTFIT, 1)],
    },
    RouteCost { route: "GET /wardrobe/{wid}/outfits/{tid}/edit", asks: &[(&OPEN_WARDROBE, 1), (&LIST_CLOTHES, 3), (&OUTFIT_DETAIL, 2)] },
    RouteCost {
        route: "POST /wardrobe/{wid}/outfits/{tid}/delete",
        asks: &[(&OPEN_WARDROBE, 1), (&OUTFIT_DETAIL, 1), (&DELETE_OUTFIT, 1)],
    },
    RouteCost {
        route: "POST /wardrobe/{wid}/outfits/{tid}/restore",
        asks: &[(&OPEN_WARDROBE, 1), (&OUTFIT_DETAIL, 1), (&RESTORE_OUTFIT, 1)],
    },
    RouteCost { route: "GET /wardrobe/{wid}/bin", asks: &[(&OPEN_WARDROBE, 1), (&BIN, 1)] },
    RouteCost { route: "GET /wardrobe/{wid}/histories", asks: &[(&OPEN_WARDROBE, 1), (&LIST_HISTORY, 1)] },
    RouteCost { route: "POST /wardrobe/{wid}/histories", asks: &[(&OPEN_WARDROBE, 1), (&RECORD, 1), (&TAKE, 1), (&REPLAY, 1)] },
    RouteCost { route: "POST /wardrobe/{wid}/histories/restore", asks: &[(&OPEN_WARDROBE, 1), (&RECORD, 1), (&TAKE, 1), (&REPLAY, 1)] },
    RouteCost { route: "GET /wardrobe/{wid}/histories/{hid}", asks: &[(&OPEN_WARDROBE, 1), (&HISTORY_DETAIL, 1)] },
    RouteCost {
        route: "POST /wardrobe/{wid}/histories/{hid}/again",
        asks: &[(&OPEN_WARDROBE, 1), (&HISTORY_DETAIL, 1), (&RECORD, 1), (&TAKE, 1), (&REPLAY, 1)],
    },
    RouteCost { route: "POST /wardrobe/{wid}/histories/{hid}/delete", asks: &[(&OPEN_WARDROBE, 1), (&HISTORY_DETAIL, 1), (&UNRECORD, 1)] },
    RouteCost { route: "GET /wardrobe/{wid}/history.csv", asks: &[(&OPEN_WARDROBE, 1), (&LIST_HISTORY, 1)] },
    RouteCost { route: "GET /wardrobe/{wid}/record", asks: &[(&OPEN_WARDROBE, 1)] },
    RouteCost { route: "GET /wardrobe/{wid}/record/outfit", asks: &[(&OPEN_WARDROBE, 1), (&LIST_OUTFITS, 1)] },
    RouteCost {
        route: "POST /wardrobe/{wid}/record/outfit",
        asks: &[(&OPEN_WARDROBE, 1), (&LIST_OUTFITS, 1), (&RECORD, 1), (&TAKE, 1), (&REPLAY, 1)],
    },
    RouteCost { route: "GET /wardrobe/{wid}/record/combination", asks: &[(&OPEN_WARDROBE, 1), (&LIST_CLOTHES, 3), (&OUTFIT_DETAIL, 1)] },
    RouteCost {
        route: "POST /wardrobe/{wid}/record/combination",
        asks: &[(&OPEN_WARDROBE, 1), (&LIST_CLOTHES, 3), (&OUTFIT_DETAIL, 1), (&RECORD, 1), (&TAKE, 1), (&REPLAY, 1)],
    },
    RouteCost { route: "GET /wardrobe/{wid}/review", asks: &[(&OPEN_WARDROBE, 1), (&UNWORN, 1)] },
    RouteCost { route: "GET /wardrobe/{wid}/statistics", asks: &[(&OPEN_WARDROBE, 1), (&LIST_CLOTHES, 2), (&LOOK_BACK, 1)] },
    RouteCost { route: "GET /wardrobe/v1/wardrobes", asks: &[(&MY_WARDROBES, 1)] },
    RouteCost {
        route: "POST /wardrobe/v1/wardrobes",
        asks: &[(&CREATE_WARDROBE, 1), (&TAKE, 2), (&REPLAY, 1), (&OPEN_WARDROBE, 1), (&KEEP, 1)],
    },
    RouteCost { route: "PUT /wardrobe/v1/wardrobes/{wid}/mine", asks: &[(&OPEN_WARDROBE, 2), (&KEEP, 1)] },
    RouteCost { route: "DELETE /wardrobe/v1/wardrobes/{wid}/mine", asks: &[(&UNKEEP, 1)] },
    RouteCost { route: "POST /wardrobe/v1/wardrobes/{wid}/address", asks: &[(&NEW_ADDRESS, 1)] },
    RouteCost { route: "DELETE /wardrobe/v1/wardrobes/{wid}", asks: &[(&OPEN_WARDROBE, 2), (&DELETE_WARDROBE, 1)] },
    RouteCost { route: "POST /wardrobe/v1/wardrobes/{wid}/restore", asks: &[(&OPEN_WARDROBE, 1), (&RESTORE_WARDROBE, 1)] },
    RouteCost { route: "GET /wardrobe/v1/wardrobes/{wid}", asks: &[(&OPEN_WARDROBE, 1)] },
    RouteCost { route: "PATCH /wardrobe/v1/wardrobes/{wid}", asks: &[(&OPEN_WARDROBE, 1), (&RENAME_WARDROBE, 1)] },
    RouteCost { route: "GET /wardrobe/v1/wardrobes/{wid}/week", asks: &[(&OPEN_WARDROBE, 1), (&LAST_WEEK, 1)] },
    RouteCost { route: "GET /wardrobe/v1/wardrobes/{wid}/recommendations/clothing", asks: &[(&OPEN_WARDROBE, 1), (&RECOMMEND, 1)] },
    RouteCost {
        route: "GET /wardrobe/v1/wardrobes/{wid}/clothing",
        asks: &[(&OPEN_WARDROBE, 1), (&LIST_CLOTHES, 1), (&SEARCH_CLOTHES, 1), (&BIN, 1)],
    },
    RouteCost {
        route: "POST /wardrobe/v1/wardrobes/{wid}/clothing",
        asks: &[(&OPEN_WARDROBE, 1), (&ADD_CLOTHING, 1), (&REPLAY, 1), (&TAKE, 1)],
    },
    RouteCost { route: "GET /wardrobe/v1/wardrobes/{wid}/clothing/{cid}", asks: &[(&OPEN_WARDROBE, 1), (&CLOTHING_DETAIL, 1)] },
    RouteCost {
        route: "PATCH /wardrobe/v1/wardrobes/{wid}/clothing/{cid}",
        asks: &[(&OPEN_WARDROBE, 1), (&CLOTHING_DETAIL, 1), (&EDIT_CLOTHING, 2)],
    },
    RouteCost { route: "DELETE /wardrobe/v1/wardrobes/{wid}/clothing/{cid}", asks: &[(&OPEN_WARDROBE, 1), (&DELETE_CLOTHING, 1)] },
    RouteCost { route: "POST /wardrobe/v1/wardrobes/{wid}/clothing/{cid}/restore", asks: &[(&OPEN_WARDROBE, 1), (&RESTORE_CLOTHING, 1)] },
    RouteCost {
        route: "GET /wardrobe/v1/wardrobes/{wid}/clothing/{cid}/wears",
        asks: &[(&OPEN_WARDROBE, 1), (&CLOTHING_DETAIL, 1), (&WEARS_BY_PERIOD, 1)],
    },
    RouteCost {
        route: "GET /wardrobe/v1/wardrobes/{wid}/templates",
        asks: &[(&OPEN_WARDROBE, 1), (&LIST_OUTFITS, 1), (&SEARCH_OUTFITS, 1), (&BIN, 1)],
    },
    RouteCost {
        route: "POST /wardrobe/v1/wardrobes/{wid}/templates",
        asks: &[(&OPEN_WARDROBE, 1), (&ADD_OUTFIT, 1), (&TAKE, 1), (&REPLAY, 1)],
    },
    RouteCost { route: "GET /wardrobe/v1/wardrobes/{wid}/templates/{tid}", asks: &[(&OPEN_WARDROBE, 1), (&OUTFIT_DETAIL, 1)] },
    RouteCost { route: "PATCH /wardrobe/v1/wardrobes/{wid}/templates/{tid}", asks: &[(&OPEN_WARDROBE, 1), (&EDIT_OUTFIT, 1)] },
    RouteCost { route: "DELETE /wardrobe/v1/wardrobes/{wid}/templates/{tid}", asks: &[(&OPEN_WARDROBE, 1), (&DELETE_OUTFIT, 1)] },
    RouteCost { route: "POST /wardrobe/v1/wardrobes/{wid}/templates/{tid}/restore", asks: &[(&OPEN_WARDROBE, 1), (&RESTORE_OUTFIT, 1)] },
    RouteCost {
        route: "GET /wardrobe/v1/wardrobes/{wid}/templates/{tid}/wears",
        asks: &[(&OPEN_WARDROBE, 1), (&OUTFIT_DETAIL, 1), (&WEARS_BY_PERIOD, 1)],
    },
    RouteCost { route: "GET /wardrobe/v1/wardrobes/{wid}/histories", asks: &[(&OPEN_WARDROBE, 1), (&LIST_HISTORY, 1)] },
    RouteCost {
        route: "POST /wardrobe/v1/wardrobes/{wid}/histories",
        asks: &[(&OPEN_WARDROBE, 1), (&RECORD, 1), (&TAKE, 1), (&REPLAY, 1)],
    },
    RouteCost { route: "GET /wardrobe/v1/wardrobes/{wid}/histories/{hid}", asks: &[(&OPEN_WARDROBE, 1), (&HISTORY_DETAIL, 1)] },
    RouteCost { route: "DELETE /wardrobe/v1/wardrobes/{wid}/histories/{hid}", asks: &[(&OPEN_WARDROBE, 1), (&UNRECORD, 1)] },
    RouteCost { route: "POST /wardrobe/v1/wardrobes/{wid}/images", asks: &[(&OPEN_WARDROBE, 1), (&TAKE_IN_PICTURE, 1), (&TAKE, 3)] },
];
