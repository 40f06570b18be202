//! What each route of signing in may ask of the store in all. The app whose table it is adds them to its own. `{app}` is its name, where a
//! route goes on answering below it.

use std::marker::PhantomData;

use chabudai_kernel::design::{AccessPattern, EACH, RouteCost};

use crate::patterns::Patterns;
use crate::people::People;

/// The patterns that a route asks for, and how often.
type Asks = &'static [(&'static AccessPattern, u32)];

/// The routes over one app's table.
pub struct Routes<T>(PhantomData<T>);

impl<T: People> Routes<T> {
    /// Every route that asks the store.
    pub const ALL: &'static [RouteCost] = &[
        RouteCost {
            route: "GET /sign-in",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::EVERYBODY, EACH)],
        },
        RouteCost {
            route: "POST /sign-in",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 2),
                (Patterns::<T>::FIND_BY_EMAIL, 1),
                (Patterns::<T>::PERSON, 1),
                (Patterns::<T>::ACCOUNT_OF, 1),
                (Patterns::<T>::SIGN_IN, 1),
                (Patterns::<T>::SIGN_OUT, 1),
                (Patterns::<T>::DEVICES, 2),
                (Patterns::<T>::FORGET_DEVICES, 1),
                (Patterns::<T>::TRY, EACH),
                (Patterns::<T>::EVERYBODY, EACH),
            ],
        },
        RouteCost {
            route: "POST /look-around",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::SIGN_OUT, 1),
                (Patterns::<T>::DEVICES, 2),
                (Patterns::<T>::FORGET_DEVICES, 1),
                (Patterns::<T>::FIND_BY_EMAIL, 1),
                (Patterns::<T>::PERSON, 1),
                (Patterns::<T>::SIGN_IN, 1),
            ],
        },
        RouteCost { route: "POST /sign-out", asks: Self::API_SIGN_OUT },
        RouteCost { route: "POST /sign-in/{provider}", asks: &[(Patterns::<T>::SEND_CODE, 1)] },
        RouteCost {
            route: "GET /account/invitations",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::INVITATIONS, 1)],
        },
        RouteCost {
            route: "POST /account/invitations",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::INVITATIONS, 3),
                (Patterns::<T>::INVITE, EACH),
            ],
        },
        RouteCost {
            route: "POST /account/invitations/{id}/withdraw",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::INVITATIONS, 1),
                (Patterns::<T>::WITHDRAW, 1),
            ],
        },
        RouteCost {
            route: "GET /account/people",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::EVERYBODY, 1)],
        },
        RouteCost { route: "GET /account/devices", asks: Self::DEVICES },
        RouteCost { route: "POST /account/devices", asks: Self::REGISTER_DEVICE },
        RouteCost { route: "POST /account/devices/renew", asks: Self::RENEW_DEVICE },
        RouteCost { route: "POST /account/devices/test", asks: Self::TEST_DEVICES },
        RouteCost { route: "POST /account/devices/{id}/remove", asks: Self::FORGET_DEVICE },
        RouteCost { route: "GET /auth/v1/devices", asks: Self::DEVICES },
        RouteCost { route: "POST /auth/v1/devices", asks: Self::REGISTER_DEVICE },
        RouteCost { route: "DELETE /auth/v1/devices/{id}", asks: Self::FORGET_DEVICE },
        RouteCost { route: "GET /account/tokens", asks: Self::TOKENS },
        RouteCost { route: "GET /account/tokens/new", asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1)] },
        RouteCost { route: "POST /account/tokens/new", asks: Self::MAKE_TOKEN },
        RouteCost { route: "POST /account/tokens/{id}/revoke", asks: Self::REVOKE_TOKEN },
        RouteCost { route: "GET /auth/v1/tokens", asks: Self::TOKENS },
        RouteCost { route: "POST /auth/v1/tokens", asks: Self::MAKE_TOKEN },
        RouteCost { route: "DELETE /auth/v1/tokens/{id}", asks: Self::REVOKE_TOKEN },
        RouteCost { route: "GET /sign-in/{provider}/callback", asks: Self::CALLBACK },
        RouteCost { route: "GET /{app}/sign-in/{provider}/callback", asks: Self::CALLBACK },
        RouteCost { route: "GET /join", asks: &[(Patterns::<T>::EVERYBODY, EACH), (Patterns::<T>::INVITATIONS, 1)] },
        RouteCost {
            route: "POST /join",
            asks: &[
                (Patterns::<T>::INVITATIONS, 1),
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::FIND_BY_EMAIL, 1),
                (Patterns::<T>::SEND_CODE, 1),
                (Patterns::<T>::TRY, 2),
                (Patterns::<T>::EVERYBODY, EACH),
                (Patterns::<T>::JOIN, 1),
                (Patterns::<T>::SIGN_IN, 1),
                (Patterns::<T>::SIGN_OUT, 1),
                (Patterns::<T>::DEVICES, 2),
                (Patterns::<T>::FORGET_DEVICES, 1),
            ],
        },
        RouteCost {
            route: "POST /join/code",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::JOIN, 1),
                (Patterns::<T>::SIGN_IN, 1),
                (Patterns::<T>::SIGN_OUT, 1),
                (Patterns::<T>::DEVICES, 2),
                (Patterns::<T>::FORGET_DEVICES, 1),
                (Patterns::<T>::TRY, 3),
                (Patterns::<T>::USE_CODE, 1),
                (Patterns::<T>::EVERYBODY, EACH),
            ],
        },
        RouteCost { route: "GET /forgotten", asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1)] },
        RouteCost {
            route: "POST /forgotten",
            asks: &[
                (Patterns::<T>::FIND_BY_EMAIL, 1),
                (Patterns::<T>::ACCOUNT_OF, 1),
                (Patterns::<T>::SEND_CODE, 1),
                (Patterns::<T>::TRY, 2),
            ],
        },
        RouteCost {
            route: "POST /forgotten/code",
            asks: &[
                (Patterns::<T>::PERSON, 1),
                (Patterns::<T>::ACCOUNTS, 1),
                (Patterns::<T>::UNLINK, EACH),
                (Patterns::<T>::PASSKEYS, 1),
                (Patterns::<T>::REMOVE_PASSKEY, EACH),
                (Patterns::<T>::SET_PROFILE_TEXT, 1),
                (Patterns::<T>::FIND_BY_EMAIL, 1),
                (Patterns::<T>::PERSON, 1),
                (Patterns::<T>::ACCOUNT_OF, 1),
                (Patterns::<T>::SESSIONS, 2),
                (Patterns::<T>::SIGN_OUT, EACH),
                (Patterns::<T>::END_SESSIONS, 1),
                (Patterns::<T>::DEVICES, 2),
                (Patterns::<T>::INVITATIONS, 1),
                (Patterns::<T>::WITHDRAW, EACH),
                (Patterns::<T>::FORGET_DEVICES, 1),
                (Patterns::<T>::TOKENS, 1),
                (Patterns::<T>::REVOKE_TOKEN, EACH),
                (Patterns::<T>::TRY, 5),
                (Patterns::<T>::USE_CODE, 1),
                (Patterns::<T>::CHANGE_PASSWORD, 1),
            ],
        },
        RouteCost {
            route: "GET /account",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::ACCOUNTS, 1)],
        },
        RouteCost { route: "GET /account/export", asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1)] },
        RouteCost {
            route: "GET /account/proof",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::ACCOUNT_OF, 1),
                (Patterns::<T>::PASSKEYS, 1),
            ],
        },
        RouteCost {
            route: "POST /account/proof",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::ACCOUNT_OF, 1),
                (Patterns::<T>::TRY, EACH),
                (Patterns::<T>::PROVE, 1),
                (Patterns::<T>::PASSKEYS, 1),
            ],
        },
        RouteCost {
            route: "POST /account/proof/send",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::TRY, 1), (Patterns::<T>::SEND_CODE, 1)],
        },
        RouteCost { route: "GET /account/proof/code", asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1)] },
        RouteCost {
            route: "POST /account/proof/code",
            asks: &[
                (Patterns::<T>::PERSON, 1),
                (Patterns::<T>::ACCOUNTS, 1),
                (Patterns::<T>::UNLINK, EACH),
                (Patterns::<T>::PASSKEYS, 1),
                (Patterns::<T>::REMOVE_PASSKEY, EACH),
                (Patterns::<T>::SET_PROFILE_TEXT, 1),
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::TRY, 3),
                (Patterns::<T>::USE_CODE, 1),
                (Patterns::<T>::PROVE, 1),
            ],
        },
        RouteCost {
            route: "GET /account/export/file",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::EVERYTHING, 1)],
        },
        RouteCost {
            route: "GET /account/delete",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::ACCOUNT_OF, 1)],
        },
        RouteCost {
            route: "POST /account/delete",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::ACCOUNT_OF, 2),
                (Patterns::<T>::TRY, EACH),
                (Patterns::<T>::EVERYTHING, 3),
                (Patterns::<T>::LEAVE, 1),
                (Patterns::<T>::HAS_LEFT, 1),
                (Patterns::<T>::END, 1),
                (Patterns::<T>::FOUNDER, EACH),
                (Patterns::<T>::EVERYBODY, EACH),
                (Patterns::<T>::SET_PROFILE_TEXT, 1),
                (Patterns::<T>::CODES_OF, 1),
            ],
        },
        RouteCost { route: "GET /account/name", asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1)] },
        RouteCost {
            route: "POST /account/name",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::SET_PROFILE_TEXT, 1)],
        },
        RouteCost { route: "GET /account/password", asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1)] },
        RouteCost {
            route: "POST /account/password",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::ACCOUNT_OF, 2),
                (Patterns::<T>::SESSIONS, 2),
                (Patterns::<T>::SIGN_OUT, EACH),
                (Patterns::<T>::END_SESSIONS, 1),
                (Patterns::<T>::DEVICES, 2),
                (Patterns::<T>::INVITATIONS, 1),
                (Patterns::<T>::WITHDRAW, EACH),
                (Patterns::<T>::FORGET_DEVICES, 1),
                (Patterns::<T>::TRY, EACH),
                (Patterns::<T>::CHANGE_PASSWORD, 1),
            ],
        },
        RouteCost {
            route: "GET /account/email",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::ACCOUNT_OF, 1)],
        },
        RouteCost {
            route: "POST /account/email",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::FIND_BY_EMAIL, 1),
                (Patterns::<T>::ACCOUNT_OF, 2),
                (Patterns::<T>::SEND_CODE, 1),
                (Patterns::<T>::TRY, EACH),
            ],
        },
        RouteCost { route: "GET /account/email/code", asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1)] },
        RouteCost {
            route: "POST /account/email/code",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::FIND_BY_EMAIL, 1),
                (Patterns::<T>::TRY, 3),
                (Patterns::<T>::USE_CODE, 1),
                (Patterns::<T>::CHANGE_EMAIL, 1),
                (Patterns::<T>::SESSIONS, 2),
                (Patterns::<T>::SIGN_OUT, EACH),
                (Patterns::<T>::END_SESSIONS, 1),
                (Patterns::<T>::DEVICES, 2),
                (Patterns::<T>::INVITATIONS, 1),
                (Patterns::<T>::WITHDRAW, EACH),
                (Patterns::<T>::FORGET_DEVICES, 1),
            ],
        },
        RouteCost {
            route: "GET /account/providers",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::ACCOUNTS, 1)],
        },
        RouteCost {
            route: "POST /account/providers/{provider}",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::SEND_CODE, 1)],
        },
        RouteCost {
            route: "POST /account/providers/{provider}/remove",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::ACCOUNTS, EACH),
                (Patterns::<T>::PASSKEYS, EACH),
                (Patterns::<T>::UNLINK, EACH),
            ],
        },
        RouteCost {
            route: "GET /account/sessions",
            asks: &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::SESSIONS, 1)],
        },
        RouteCost {
            route: "POST /account/sessions",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::SESSIONS, 2),
                (Patterns::<T>::SIGN_OUT, EACH),
                (Patterns::<T>::END_SESSIONS, 1),
                (Patterns::<T>::DEVICES, 2),
                (Patterns::<T>::INVITATIONS, 1),
                (Patterns::<T>::WITHDRAW, EACH),
                (Patterns::<T>::FORGET_DEVICES, 1),
            ],
        },
        RouteCost {
            route: "POST /account/sessions/{id}/end",
            asks: &[
                (Patterns::<T>::SIGNED_IN, 2),
                (Patterns::<T>::PROLONG, 1),
                (Patterns::<T>::SIGN_OUT, 1),
                (Patterns::<T>::DEVICES, 2),
                (Patterns::<T>::FORGET_DEVICES, 1),
            ],
        },
        RouteCost { route: "POST /sign-in/passkey/options", asks: &[(Patterns::<T>::SEND_CODE, 1)] },
        RouteCost {
            route: "POST /sign-in/passkey",
            asks: &[
                (Patterns::<T>::FIND_BY_PASSKEY, 1),
                (Patterns::<T>::PERSON, 1),
                (Patterns::<T>::USE_PASSKEY, EACH),
                (Patterns::<T>::SIGNED_IN, 1),
                (Patterns::<T>::SIGN_OUT, 1),
                (Patterns::<T>::DEVICES, 2),
                (Patterns::<T>::FORGET_DEVICES, 1),
            ],
        },
        RouteCost { route: "POST /account/proof/passkey/options", asks: Self::BEGIN_PASSKEY },
        RouteCost { route: "POST /account/proof/passkey", asks: Self::PROVE_BY_PASSKEY },
        RouteCost { route: "GET /account/passkeys", asks: Self::PASSKEYS },
        RouteCost { route: "POST /account/passkeys", asks: Self::ADD_PASSKEY },
        RouteCost { route: "POST /account/passkeys/options", asks: Self::BEGIN_PASSKEY },
        RouteCost { route: "POST /account/passkeys/{id}/name", asks: Self::RENAME_PASSKEY },
        RouteCost { route: "POST /account/passkeys/{id}/remove", asks: Self::REMOVE_PASSKEY },
        RouteCost { route: "GET /auth/v1/passkeys", asks: Self::PASSKEYS },
        RouteCost { route: "POST /auth/v1/passkeys", asks: Self::ADD_PASSKEY },
        RouteCost { route: "POST /auth/v1/passkeys/options", asks: Self::BEGIN_PASSKEY },
        RouteCost { route: "PATCH /auth/v1/passkeys/{id}", asks: Self::RENAME_PASSKEY },
        RouteCost { route: "DELETE /auth/v1/passkeys/{id}", asks: Self::REMOVE_PASSKEY },
        RouteCost { route: "POST /auth/v1/passkeys/sign-in/options", asks: &[(Patterns::<T>::SEND_CODE, 1)] },
        RouteCost {
            route: "POST /auth/v1/passkeys/sign-in",
            asks: &[(Patterns::<T>::FIND_BY_PASSKEY, 1), (Patterns::<T>::PERSON, 1), (Patterns::<T>::USE_PASSKEY, EACH)],
        },
        RouteCost { route: "POST /auth/v1/passkeys/proof/options", asks: Self::BEGIN_PASSKEY },
        RouteCost { route: "POST /auth/v1/passkeys/proof", asks: Self::PROVE_BY_PASSKEY },
        RouteCost { route: "POST /auth/v1/sign-in", asks: Self::API_SIGN_IN },
        RouteCost { route: "POST /{app}/v1/auth/sign-in", asks: Self::API_SIGN_IN },
        RouteCost { route: "GET /auth/v1/session", asks: Self::API_SESSION },
        RouteCost { route: "GET /{app}/v1/auth/session", asks: Self::API_SESSION },
        RouteCost { route: "GET /auth/v1/sessions", asks: Self::API_SESSIONS },
        RouteCost { route: "GET /{app}/v1/auth/sessions", asks: Self::API_SESSIONS },
        RouteCost { route: "DELETE /auth/v1/sessions/{id}", asks: Self::API_END_SESSION },
        RouteCost { route: "DELETE /{app}/v1/auth/sessions/{id}", asks: Self::API_END_SESSION },
        RouteCost { route: "POST /auth/v1/signout", asks: Self::API_SIGN_OUT },
        RouteCost { route: "POST /{app}/v1/auth/signout", asks: Self::API_SIGN_OUT },
        RouteCost { route: "POST /auth/v1/signout-all", asks: Self::API_SIGN_OUT_ALL },
        RouteCost { route: "POST /{app}/v1/auth/signout-all", asks: Self::API_SIGN_OUT_ALL },
        RouteCost { route: "POST /auth/v1/proof", asks: Self::API_PROVE },
        RouteCost { route: "POST /{app}/v1/auth/proof", asks: Self::API_PROVE },
        RouteCost { route: "POST /auth/v1/proof/code", asks: Self::API_PROOF_CODE },
        RouteCost { route: "POST /{app}/v1/auth/proof/code", asks: Self::API_PROOF_CODE },
        RouteCost { route: "GET /auth/v1/export", asks: Self::API_EXPORT },
        RouteCost { route: "GET /{app}/v1/export", asks: Self::API_EXPORT },
        RouteCost { route: "DELETE /auth/v1/account", asks: Self::API_DELETE },
        RouteCost { route: "DELETE /{app}/v1/account", asks: Self::API_DELETE },
    ];

    const DEVICES: Asks = &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::DEVICES, 1)];
    const REGISTER_DEVICE: Asks =
        &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::DEVICES, 1), (Patterns::<T>::REGISTER_DEVICE, 1)];
    const RENEW_DEVICE: Asks = &[
        (Patterns::<T>::SIGNED_IN, 1),
        (Patterns::<T>::PROLONG, 1),
        (Patterns::<T>::DEVICES, 2),
        (Patterns::<T>::REGISTER_DEVICE, 2),
        (Patterns::<T>::FORGET_DEVICES, 1),
    ];
    const TEST_DEVICES: Asks =
        &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::DEVICES, 1), (Patterns::<T>::FORGET_DEVICES, EACH)];
    const FORGET_DEVICE: Asks =
        &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::DEVICES, 1), (Patterns::<T>::FORGET_DEVICES, 1)];
    const TOKENS: Asks = &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::TOKENS, 1)];
    const MAKE_TOKEN: Asks =
        &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::TOKENS, 2), (Patterns::<T>::MAKE_TOKEN, EACH)];
    const REVOKE_TOKEN: Asks =
        &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::TOKENS, 1), (Patterns::<T>::REVOKE_TOKEN, 1)];
    const CALLBACK: Asks = &[
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
        (Patterns::<T>::DEVICES, 2),
        (Patterns::<T>::FORGET_DEVICES, 1),
        (Patterns::<T>::USE_CODE, 1),
        (Patterns::<T>::EVERYBODY, EACH),
        (Patterns::<T>::SET_PROFILE_TEXT, 1),
        (Patterns::<T>::ACCOUNTS, 1),
    ];
    const PASSKEYS: Asks = &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::PASSKEYS, 1)];
    const BEGIN_PASSKEY: Asks =
        &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::PASSKEYS, 1), (Patterns::<T>::SEND_CODE, 1)];
    const ADD_PASSKEY: Asks =
        &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::PASSKEYS, EACH), (Patterns::<T>::ADD_PASSKEY, EACH)];
    const PROVE_BY_PASSKEY: Asks = &[
        (Patterns::<T>::SIGNED_IN, 1),
        (Patterns::<T>::PROLONG, 1),
        (Patterns::<T>::FIND_BY_PASSKEY, 1),
        (Patterns::<T>::USE_PASSKEY, EACH),
    ];
    const RENAME_PASSKEY: Asks =
        &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::PASSKEYS, 1), (Patterns::<T>::RENAME_PASSKEY, 1)];
    const REMOVE_PASSKEY: Asks = &[
        (Patterns::<T>::SIGNED_IN, 1),
        (Patterns::<T>::PROLONG, 1),
        (Patterns::<T>::PASSKEYS, EACH),
        (Patterns::<T>::ACCOUNTS, EACH),
        (Patterns::<T>::REMOVE_PASSKEY, EACH),
    ];
    const API_SIGN_IN: Asks = &[
        (Patterns::<T>::FIND_BY_EMAIL, 1),
        (Patterns::<T>::PERSON, 1),
        (Patterns::<T>::ACCOUNT_OF, 1),
        (Patterns::<T>::SIGN_IN, 1),
        (Patterns::<T>::TRY, EACH),
    ];
    const API_SESSION: Asks = &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1)];
    const API_SESSIONS: Asks = &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::SESSIONS, 1)];
    const API_END_SESSION: Asks = &[
        (Patterns::<T>::SIGNED_IN, 2),
        (Patterns::<T>::PROLONG, 1),
        (Patterns::<T>::SIGN_OUT, 1),
        (Patterns::<T>::DEVICES, 2),
        (Patterns::<T>::FORGET_DEVICES, 1),
    ];
    const API_SIGN_OUT: Asks =
        &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::SIGN_OUT, 1), (Patterns::<T>::DEVICES, 2), (Patterns::<T>::FORGET_DEVICES, 1)];
    const API_SIGN_OUT_ALL: Asks = &[
        (Patterns::<T>::SIGNED_IN, 1),
        (Patterns::<T>::PROLONG, 1),
        (Patterns::<T>::SESSIONS, 2),
        (Patterns::<T>::SIGN_OUT, EACH),
        (Patterns::<T>::END_SESSIONS, 1),
        (Patterns::<T>::DEVICES, 2),
        (Patterns::<T>::INVITATIONS, 1),
        (Patterns::<T>::WITHDRAW, EACH),
        (Patterns::<T>::FORGET_DEVICES, 1),
        (Patterns::<T>::TOKENS, 1),
        (Patterns::<T>::REVOKE_TOKEN, EACH),
    ];
    const API_PROVE: Asks = &[
        (Patterns::<T>::PERSON, 1),
        (Patterns::<T>::ACCOUNTS, 1),
        (Patterns::<T>::UNLINK, EACH),
        (Patterns::<T>::PASSKEYS, 1),
        (Patterns::<T>::REMOVE_PASSKEY, EACH),
        (Patterns::<T>::SET_PROFILE_TEXT, 1),
        (Patterns::<T>::SIGNED_IN, 1),
        (Patterns::<T>::PROLONG, 1),
        (Patterns::<T>::ACCOUNT_OF, 1),
        (Patterns::<T>::TRY, EACH),
        (Patterns::<T>::USE_CODE, 1),
        (Patterns::<T>::PROVE, 1),
    ];
    const API_PROOF_CODE: Asks =
        &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::TRY, 1), (Patterns::<T>::SEND_CODE, 1)];
    const API_EXPORT: Asks = &[(Patterns::<T>::SIGNED_IN, 1), (Patterns::<T>::PROLONG, 1), (Patterns::<T>::EVERYTHING, 1)];
    const API_DELETE: Asks = &[
        (Patterns::<T>::SIGNED_IN, 1),
        (Patterns::<T>::PROLONG, 1),
        (Patterns::<T>::ACCOUNT_OF, 2),
        (Patterns::<T>::TRY, EACH),
        (Patterns::<T>::EVERYTHING, 3),
        (Patterns::<T>::LEAVE, 1),
        (Patterns::<T>::HAS_LEFT, 1),
        (Patterns::<T>::END, 1),
        (Patterns::<T>::FOUNDER, EACH),
        (Patterns::<T>::EVERYBODY, EACH),
        (Patterns::<T>::SET_PROFILE_TEXT, 1),
        (Patterns::<T>::CODES_OF, 1),
    ];
}
