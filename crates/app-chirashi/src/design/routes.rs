//! What each route asks of the store. Who asks is looked up by a session of this app or by the house's.

use chabudai_kernel::design::{EACH, RouteCost};

use super::{
    ACCOUNTS, ADD_FAVORITE, ADMIN_BY_ID, ALL_ACCOUNTS, ALL_COMPANIES, ALL_FLYERS, ALL_STORES, ARTICLES_OF_CATEGORY, AUDIT_OF_DAY,
    BEGIN_SESSION, BEGIN_STAFF_SESSION, COMPANIES_BY_CONTRACT, COOK, COUNT_TRY, CREATE_ACCOUNT, CREATE_ARTICLE, CREATE_COMPANY,
    CREATE_FLYER, CREATE_STORE, DELETE_ACCOUNT, DELETE_ARTICLE, DELETE_COMPANY, DELETE_FLYER, DELETE_STORE, DRAFTS, EDIT_ACCOUNT,
    EDIT_ARTICLE, EDIT_COMPANY, EDIT_FLYER, EDIT_STORE, EDIT_USER, ENTER_BY_HOUSE, EXPORT_USER, FIND_SIGN_IN, FIND_STAFF_SIGN_IN,
    FIRST_VISIT, FLYERS_NEARBY, FLYERS_OF_COMPANY, FLYERS_OF_STORE, FORGET_TRIES, FORGET_USER, INBOX, IS_FAVORITE, JOIN_HOUSE,
    MY_FAVORITES, ONE_ARTICLE, ONE_COMPANY, ONE_FLYER, ONE_RECIPE, ONE_STORE, OPEN_SHARED, OPERATOR, PUBLISHED_ARTICLES, READ_NOTICE,
    READ_RANKING, REFRESH, REGISTER, REMOVE_FAVORITE, RESET_PASSWORD, SEND_CODE, SET_BELL, SHARE_RECIPE, SHARED_FROM_FLYER, SIGN_OUT,
    STAFF_REFRESH, STAFF_SIGN_OUT, STORES_BY_ID, STORES_NEARBY, STORES_OF_COMPANY, USER_BY_ID, WHICH_STAFF_ASKS, WHO_ASKS,
};

/// Every route that asks the store.
pub(super) static ROUTES: &[RouteCost] = &[
    RouteCost { route: "POST /chirashi/v1/auth/register", asks: &[(&COUNT_TRY, 2), (&FIND_SIGN_IN, 1), (&SEND_CODE, 1)] },
    RouteCost { route: "POST /chirashi/v1/auth/confirm", asks: &[(&REGISTER, 1), (&BEGIN_SESSION, 1)] },
    RouteCost {
        route: "POST /chirashi/v1/auth/sign-in",
        asks: &[(&COUNT_TRY, 2), (&FIND_SIGN_IN, 1), (&FORGET_TRIES, 2), (&BEGIN_SESSION, 1)],
    },
    RouteCost { route: "POST /chirashi/v1/auth/refresh", asks: &[(&REFRESH, 1), (&SIGN_OUT, 1)] },
    RouteCost { route: "POST /chirashi/v1/auth/sign-out", asks: &[(&SIGN_OUT, 1)] },
    RouteCost { route: "POST /chirashi/v1/auth/forgot-password", asks: &[(&COUNT_TRY, 2), (&FIND_SIGN_IN, 1), (&SEND_CODE, 1)] },
    RouteCost { route: "POST /chirashi/v1/auth/reset-password", asks: &[(&RESET_PASSWORD, 1), (&FIND_SIGN_IN, 1)] },
    RouteCost {
        route: "POST /chirashi/v1/auth/join",
        asks: &[(&COUNT_TRY, 2), (&FIND_SIGN_IN, 1), (&FORGET_TRIES, 2), (&JOIN_HOUSE, 1), (&ENTER_BY_HOUSE, 1)],
    },
    RouteCost { route: "POST /chirashi/v1/auth/begin-apart", asks: &[(&FIRST_VISIT, 1), (&ENTER_BY_HOUSE, 1)] },
    RouteCost { route: "GET /chirashi/v1/stores", asks: &[(&STORES_NEARBY, 1)] },
    RouteCost { route: "GET /chirashi/v1/stores/{storeId}", asks: &[(&ONE_STORE, 1)] },
    RouteCost { route: "GET /chirashi/v1/stores/{storeId}/flyers", asks: &[(&FLYERS_OF_STORE, 1)] },
    RouteCost { route: "GET /chirashi/v1/flyers", asks: &[(&FLYERS_NEARBY, 1)] },
    RouteCost { route: "GET /chirashi/v1/flyers/{flyerId}", asks: &[(&ONE_FLYER, 1)] },
    RouteCost { route: "GET /chirashi/v1/flyers/{flyerId}/shared-recipes", asks: &[(&SHARED_FROM_FLYER, 1)] },
    RouteCost { route: "GET /chirashi/v1/articles", asks: &[(&PUBLISHED_ARTICLES, 1), (&ARTICLES_OF_CATEGORY, 1)] },
    RouteCost { route: "GET /chirashi/v1/articles/{articleId}", asks: &[(&ONE_ARTICLE, 1)] },
    RouteCost { route: "GET /chirashi/v1/shared-recipes/{sharedRecipeId}", asks: &[(&OPEN_SHARED, 1)] },
    RouteCost { route: "GET /chirashi/v1/ranking", asks: &[(&READ_RANKING, 1)] },
    RouteCost { route: "GET /chirashi/v1/search", asks: &[(&ONE_STORE, EACH), (&ONE_FLYER, EACH), (&ONE_ARTICLE, EACH)] },
    RouteCost { route: "GET /chirashi/v1/me", asks: &[(&WHO_ASKS, 1), (&ENTER_BY_HOUSE, 2), (&FIRST_VISIT, 1)] },
    RouteCost { route: "PATCH /chirashi/v1/me", asks: &[(&WHO_ASKS, 1), (&ENTER_BY_HOUSE, 2), (&FIRST_VISIT, 1), (&EDIT_USER, 1)] },
    RouteCost { route: "DELETE /chirashi/v1/me", asks: &[(&WHO_ASKS, 1), (&ENTER_BY_HOUSE, 2), (&FIRST_VISIT, 1), (&FORGET_USER, 1)] },
    RouteCost { route: "GET /chirashi/v1/me/export", asks: &[(&WHO_ASKS, 1), (&ENTER_BY_HOUSE, 2), (&FIRST_VISIT, 1), (&EXPORT_USER, 1)] },
    RouteCost {
        route: "POST /chirashi/v1/me/password",
        asks: &[
            (&WHO_ASKS, 1),
            (&ENTER_BY_HOUSE, 2),
            (&FIRST_VISIT, 1),
            (&COUNT_TRY, 2),
            (&USER_BY_ID, 1),
            (&FORGET_TRIES, 2),
            (&EDIT_USER, 1),
        ],
    },
    RouteCost {
        route: "GET /chirashi/v1/me/home",
        asks: &[(&WHO_ASKS, 1), (&ENTER_BY_HOUSE, 2), (&FIRST_VISIT, 1), (&MY_FAVORITES, 1), (&STORES_BY_ID, 1)],
    },
    RouteCost {
        route: "GET /chirashi/v1/me/favorites",
        asks: &[(&WHO_ASKS, 1), (&ENTER_BY_HOUSE, 2), (&FIRST_VISIT, 1), (&MY_FAVORITES, 1)],
    },
    RouteCost {
        route: "GET /chirashi/v1/me/favorites/{storeId}",
        asks: &[(&WHO_ASKS, 1), (&ENTER_BY_HOUSE, 2), (&FIRST_VISIT, 1), (&IS_FAVORITE, 1)],
    },
    RouteCost {
        route: "PUT /chirashi/v1/me/favorites/{storeId}",
        asks: &[(&WHO_ASKS, 1), (&ENTER_BY_HOUSE, 2), (&FIRST_VISIT, 1), (&ADD_FAVORITE, 1)],
    },
    RouteCost {
        route: "PATCH /chirashi/v1/me/favorites/{storeId}",
        asks: &[(&WHO_ASKS, 1), (&ENTER_BY_HOUSE, 2), (&FIRST_VISIT, 1), (&SET_BELL, 1)],
    },
    RouteCost {
        route: "DELETE /chirashi/v1/me/favorites/{storeId}",
        asks: &[(&WHO_ASKS, 1), (&ENTER_BY_HOUSE, 2), (&FIRST_VISIT, 1), (&REMOVE_FAVORITE, 1)],
    },
    RouteCost { route: "GET /chirashi/v1/me/inbox", asks: &[(&WHO_ASKS, 1), (&ENTER_BY_HOUSE, 2), (&FIRST_VISIT, 1), (&INBOX, 1)] },
    RouteCost {
        route: "POST /chirashi/v1/me/inbox/{day}/{flyerId}/read",
        asks: &[(&WHO_ASKS, 1), (&ENTER_BY_HOUSE, 2), (&FIRST_VISIT, 1), (&READ_NOTICE, 1)],
    },
    RouteCost {
        route: "POST /chirashi/v1/flyers/{flyerId}/recipe",
        asks: &[(&WHO_ASKS, 1), (&ENTER_BY_HOUSE, 2), (&FIRST_VISIT, 1), (&ONE_FLYER, 1), (&ONE_RECIPE, EACH), (&COOK, EACH)],
    },
    RouteCost {
        route: "POST /chirashi/v1/flyers/{flyerId}/share",
        asks: &[
            (&WHO_ASKS, 1),
            (&ENTER_BY_HOUSE, 2),
            (&FIRST_VISIT, 1),
            (&ONE_FLYER, 1),
            (&ONE_RECIPE, 1),
            (&SHARE_RECIPE, 1),
            (&OPEN_SHARED, 1),
        ],
    },
    RouteCost {
        route: "POST /chirashi/v1/staff/sign-in",
        asks: &[(&COUNT_TRY, 2), (&FIND_STAFF_SIGN_IN, 1), (&FORGET_TRIES, 2), (&ONE_COMPANY, 1), (&BEGIN_STAFF_SESSION, 1)],
    },
    RouteCost { route: "POST /chirashi/v1/staff/refresh", asks: &[(&STAFF_REFRESH, 1), (&STAFF_SIGN_OUT, 1)] },
    RouteCost { route: "POST /chirashi/v1/staff/sign-out", asks: &[(&STAFF_SIGN_OUT, 1)] },
    RouteCost { route: "GET /chirashi/v1/staff/me", asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1)] },
    RouteCost {
        route: "GET /chirashi/v1/staff/companies",
        asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1), (&COMPANIES_BY_CONTRACT, 1), (&ALL_COMPANIES, 1)],
    },
    RouteCost {
        route: "POST /chirashi/v1/staff/companies",
        asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1), (&CREATE_COMPANY, 1), (&ONE_COMPANY, 1)],
    },
    RouteCost { route: "GET /chirashi/v1/staff/companies/{companyId}", asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1), (&ONE_COMPANY, 1)] },
    RouteCost {
        route: "PATCH /chirashi/v1/staff/companies/{companyId}",
        asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1), (&EDIT_COMPANY, 1)],
    },
    RouteCost {
        route: "DELETE /chirashi/v1/staff/companies/{companyId}",
        asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1), (&DELETE_COMPANY, 1)],
    },
    RouteCost {
        route: "GET /chirashi/v1/staff/stores",
        asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1), (&ALL_STORES, 1), (&STORES_OF_COMPANY, 1), (&ONE_STORE, 1)],
    },
    RouteCost {
        route: "POST /chirashi/v1/staff/companies/{companyId}/stores",
        asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1), (&CREATE_STORE, 1), (&ONE_STORE, 1)],
    },
    RouteCost { route: "PATCH /chirashi/v1/staff/stores/{storeId}", asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1), (&EDIT_STORE, 1)] },
    RouteCost { route: "DELETE /chirashi/v1/staff/stores/{storeId}", asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1), (&DELETE_STORE, 1)] },
    RouteCost {
        route: "GET /chirashi/v1/staff/flyers",
        asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1), (&ALL_FLYERS, 1), (&FLYERS_OF_COMPANY, 1), (&FLYERS_OF_STORE, 1)],
    },
    RouteCost {
        route: "POST /chirashi/v1/staff/stores/{storeId}/flyers",
        asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1), (&CREATE_FLYER, 1), (&ONE_FLYER, 1)],
    },
    RouteCost { route: "PATCH /chirashi/v1/staff/flyers/{flyerId}", asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1), (&EDIT_FLYER, 1)] },
    RouteCost { route: "DELETE /chirashi/v1/staff/flyers/{flyerId}", asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1), (&DELETE_FLYER, 1)] },
    RouteCost { route: "GET /chirashi/v1/staff/drafts", asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1), (&DRAFTS, 1)] },
    RouteCost { route: "POST /chirashi/v1/staff/articles", asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1), (&CREATE_ARTICLE, 1)] },
    RouteCost {
        route: "PATCH /chirashi/v1/staff/articles/{articleId}",
        asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1), (&EDIT_ARTICLE, 1)],
    },
    RouteCost {
        route: "DELETE /chirashi/v1/staff/articles/{articleId}",
        asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1), (&DELETE_ARTICLE, 1)],
    },
    RouteCost {
        route: "GET /chirashi/v1/staff/accounts",
        asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1), (&ACCOUNTS, 1), (&ALL_ACCOUNTS, 1)],
    },
    RouteCost {
        route: "POST /chirashi/v1/staff/accounts",
        asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1), (&CREATE_ACCOUNT, 1), (&ADMIN_BY_ID, 1)],
    },
    RouteCost { route: "PATCH /chirashi/v1/staff/accounts/{adminId}", asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1), (&EDIT_ACCOUNT, 1)] },
    RouteCost {
        route: "DELETE /chirashi/v1/staff/accounts/{adminId}",
        asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1), (&DELETE_ACCOUNT, 1)],
    },
    RouteCost { route: "GET /chirashi/v1/staff/audit/{day}", asks: &[(&WHICH_STAFF_ASKS, 1), (&OPERATOR, 1), (&AUDIT_OF_DAY, 1)] },
];
