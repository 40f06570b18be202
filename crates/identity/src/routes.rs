//! What each route of signing in may ask of the store in all. An app that includes the fragment adds them to its own; `{app}` is its name.

use std::marker::PhantomData;

use chabudai_kernel::design::{EACH, RouteCost};

use crate::patterns::Patterns;
use crate::people::People;

/// The routes over one app's table.
pub struct Routes<T>(PhantomData<T>);

impl<T: People> Routes<T> {
    /// Every route that asks the store.
    pub const ALL: &'static [RouteCost] = &[
        RouteCost {
            route: "GET /{app}/sign-in",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::EVERYBODY, 1)],
        },
        RouteCost {
            route: "POST /{app}/sign-in",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 2),
                (Patterns::<T>::FIND_BY_EMAIL, 1),
                (Patterns::<T>::PERSON, 1),
                (Patterns::<T>::ACCOUNT_OF, 1),
                (Patterns::<T>::SIGN_IN, 1),
                (Patterns::<T>::SIGN_OUT, 1),
                (Patterns::<T>::TRY, EACH),
                (Patterns::<T>::EVERYBODY, 1),
            ],
        },
        RouteCost { route: "POST /{app}/sign-out", asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::SIGN_OUT, 1)] },
        RouteCost { route: "POST /{app}/sign-in/{provider}", asks: &[(Patterns::<T>::SEND_CODE, 1)] },
        RouteCost {
            route: "GET /{app}/sign-in/{provider}/callback",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::FIND_BY_EMAIL, 2),
                (Patterns::<T>::FIND_BY_ACCOUNT, 2),
                (Patterns::<T>::PERSON, 1),
                (Patterns::<T>::ACCOUNT_OF, 1),
                (Patterns::<T>::JOIN, 1),
                (Patterns::<T>::LINK, 1),
                (Patterns::<T>::SIGN_IN, 1),
                (Patterns::<T>::SIGN_OUT, 1),
                (Patterns::<T>::USE_CODE, 1),
                (Patterns::<T>::EVERYBODY, 1),
                (Patterns::<T>::SET_PROFILE_TEXT, 1),
                (Patterns::<T>::ACCOUNTS, 1),
            ],
        },
        RouteCost { route: "GET /{app}/join", asks: &[(Patterns::<T>::EVERYBODY, 1)] },
        RouteCost {
            route: "POST /{app}/join",
            asks: &[
                (Patterns::<T>::FIND_BY_EMAIL, 1),
                (Patterns::<T>::SEND_CODE, 1),
                (Patterns::<T>::TRY, 2),
                (Patterns::<T>::EVERYBODY, 1),
            ],
        },
        RouteCost {
            route: "POST /{app}/join/code",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::JOIN, 1),
                (Patterns::<T>::SIGN_IN, 1),
                (Patterns::<T>::SIGN_OUT, 1),
                (Patterns::<T>::TRY, 3),
                (Patterns::<T>::USE_CODE, 1),
                (Patterns::<T>::EVERYBODY, 1),
            ],
        },
        RouteCost { route: "GET /{app}/forgotten", asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1)] },
        RouteCost {
            route: "POST /{app}/forgotten",
            asks: &[
                (Patterns::<T>::FIND_BY_EMAIL, 1),
                (Patterns::<T>::ACCOUNT_OF, 1),
                (Patterns::<T>::SEND_CODE, 1),
                (Patterns::<T>::TRY, 2),
            ],
        },
        RouteCost {
            route: "POST /{app}/forgotten/code",
            asks: &[
                (Patterns::<T>::FIND_BY_EMAIL, 1),
                (Patterns::<T>::PERSON, 1),
                (Patterns::<T>::ACCOUNT_OF, 1),
                (Patterns::<T>::SESSIONS, 1),
                (Patterns::<T>::SIGN_OUT, EACH),
                (Patterns::<T>::TRY, 5),
                (Patterns::<T>::USE_CODE, 1),
                (Patterns::<T>::CHANGE_PASSWORD, 1),
            ],
        },
        RouteCost {
            route: "GET /{app}/account",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::ACCOUNTS, 1)],
        },
        RouteCost { route: "GET /{app}/account/export", asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1)] },
        RouteCost {
            route: "GET /{app}/account/proof",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::ACCOUNT_OF, 1)],
        },
        RouteCost {
            route: "POST /{app}/account/proof",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::ACCOUNT_OF, 1),
                (Patterns::<T>::TRY, EACH),
                (Patterns::<T>::PROVE, 1),
            ],
        },
        RouteCost {
            route: "POST /{app}/account/proof/send",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::TRY, 1), (Patterns::<T>::SEND_CODE, 1)],
        },
        RouteCost { route: "GET /{app}/account/proof/code", asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1)] },
        RouteCost {
            route: "POST /{app}/account/proof/code",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::TRY, 3),
                (Patterns::<T>::USE_CODE, 1),
                (Patterns::<T>::PROVE, 1),
            ],
        },
        RouteCost {
            route: "GET /{app}/account/export/file",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::EVERYTHING, 1)],
        },
        RouteCost {
            route: "GET /{app}/account/delete",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::ACCOUNT_OF, 1)],
        },
        RouteCost {
            route: "POST /{app}/account/delete",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::ACCOUNT_OF, 2),
                (Patterns::<T>::TRY, EACH),
                (Patterns::<T>::EVERYTHING, 3),
                (Patterns::<T>::END, 1),
                (Patterns::<T>::CODES_OF, 1),
            ],
        },
        RouteCost { route: "GET /{app}/account/name", asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1)] },
        RouteCost {
            route: "POST /{app}/account/name",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::SET_PROFILE_TEXT, 1)],
        },
        RouteCost { route: "GET /{app}/account/password", asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1)] },
        RouteCost {
            route: "POST /{app}/account/password",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::ACCOUNT_OF, 2),
                (Patterns::<T>::SESSIONS, 1),
                (Patterns::<T>::SIGN_OUT, EACH),
                (Patterns::<T>::TRY, EACH),
                (Patterns::<T>::CHANGE_PASSWORD, 1),
            ],
        },
        RouteCost {
            route: "GET /{app}/account/email",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::ACCOUNT_OF, 1)],
        },
        RouteCost {
            route: "POST /{app}/account/email",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::FIND_BY_EMAIL, 1),
                (Patterns::<T>::ACCOUNT_OF, 2),
                (Patterns::<T>::SEND_CODE, 1),
                (Patterns::<T>::TRY, EACH),
            ],
        },
        RouteCost { route: "GET /{app}/account/email/code", asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1)] },
        RouteCost {
            route: "POST /{app}/account/email/code",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::FIND_BY_EMAIL, 1),
                (Patterns::<T>::TRY, 3),
                (Patterns::<T>::USE_CODE, 1),
                (Patterns::<T>::CHANGE_EMAIL, 1),
                (Patterns::<T>::SESSIONS, 1),
                (Patterns::<T>::SIGN_OUT, EACH),
            ],
        },
        RouteCost {
            route: "GET /{app}/account/providers",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::ACCOUNTS, 1)],
        },
        RouteCost {
            route: "POST /{app}/account/providers/{provider}",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::SEND_CODE, 1)],
        },
        RouteCost {
            route: "POST /{app}/account/providers/{provider}/remove",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::ACCOUNTS, EACH),
                (Patterns::<T>::UNLINK, EACH),
            ],
        },
        RouteCost {
            route: "GET /{app}/account/sessions",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::SESSIONS, 1)],
        },
        RouteCost {
            route: "POST /{app}/account/sessions",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::SESSIONS, 1),
                (Patterns::<T>::SIGN_OUT, EACH),
            ],
        },
        RouteCost {
            route: "POST /{app}/account/sessions/{id}/end",
            asks: &[(Patterns::<T>::SIGNED_IN, 2), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::SIGN_OUT, 1)],
        },
        RouteCost {
            route: "POST /{app}/v1/auth/sign-in",
            asks: &[
                (Patterns::<T>::FIND_BY_EMAIL, 1),
                (Patterns::<T>::PERSON, 1),
                (Patterns::<T>::ACCOUNT_OF, 1),
                (Patterns::<T>::SIGN_IN, 1),
                (Patterns::<T>::TRY, EACH),
            ],
        },
        RouteCost { route: "GET /{app}/v1/auth/session", asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1)] },
        RouteCost {
            route: "GET /{app}/v1/auth/sessions",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::SESSIONS, 1)],
        },
        RouteCost {
            route: "DELETE /{app}/v1/auth/sessions/{id}",
            asks: &[(Patterns::<T>::SIGNED_IN, 2), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::SIGN_OUT, 1)],
        },
        RouteCost { route: "POST /{app}/v1/auth/signout", asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::SIGN_OUT, 1)] },
        RouteCost {
            route: "POST /{app}/v1/auth/signout-all",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::SESSIONS, 1),
                (Patterns::<T>::SIGN_OUT, EACH),
            ],
        },
        RouteCost {
            route: "POST /{app}/v1/auth/proof",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::ACCOUNT_OF, 1),
                (Patterns::<T>::TRY, EACH),
                (Patterns::<T>::USE_CODE, 1),
                (Patterns::<T>::PROVE, 1),
            ],
        },
        RouteCost {
            route: "POST /{app}/v1/auth/proof/code",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::TRY, 1), (Patterns::<T>::SEND_CODE, 1)],
        },
        RouteCost {
            route: "GET /{app}/v1/export",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::EVERYTHING, 1)],
        },
        RouteCost {
            route: "DELETE /{app}/v1/account",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::ACCOUNT_OF, 2),
                (Patterns::<T>::TRY, EACH),
                (Patterns::<T>::EVERYTHING, 3),
                (Patterns::<T>::END, 1),
                (Patterns::<T>::CODES_OF, 1),
            ],
        },
    ];
}
