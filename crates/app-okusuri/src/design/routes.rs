//! What each route of Okusuri may ask of the store in all. Who is signed in is asked first (ID-01), and a session that nears its end is
//! prolonged (ID-12). Debug builds hold every request to it.

use chabudai_identity::patterns::Patterns;
use chabudai_kernel::design::{EACH, RouteCost};

use super::{
    CHANGE_PROFILE, CLAIM_REMINDER, CORRECT_LOG, DAYS, DELETE_LOG, END_REMINDER, FILL_DAYS, LIST_LOGS, LOG_BY_NUMBER, LOG_DAY, LOOK_BACK,
    NOTIFICATIONS, ONE_LOG, Okusuri, REACHED_DEVICE, REGISTERED, REPLAY, SET_REMINDER, UNFILL_DAYS, WHO_HAS_LOGGED, WHOM_TO_REMIND,
};

type OfPeople = Patterns<Okusuri>;

/// Every route that asks the store.
pub(super) static ROUTES: &[RouteCost] = &[
    RouteCost {
        route: "GET /okusuri",
        asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&DAYS, 1), (&NOTIFICATIONS, 1), (OfPeople::DEVICES, 1)],
    },
    RouteCost {
        route: "POST /okusuri/today",
        asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&LOG_DAY, 1), (&CORRECT_LOG, 1), (&DAYS, 1), (&REPLAY, 1)],
    },
    RouteCost { route: "POST /okusuri/begin", asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&CHANGE_PROFILE, 1)] },
    RouteCost { route: "GET /okusuri/calendar", asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&DAYS, 1)] },
    RouteCost { route: "GET /okusuri/days/{day}", asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&DAYS, 1)] },
    RouteCost {
        route: "POST /okusuri/days/{day}",
        asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&LOG_DAY, 1), (&CORRECT_LOG, 1), (&DAYS, 2), (&REPLAY, 1)],
    },
    RouteCost {
        route: "POST /okusuri/days/{day}/undo",
        asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&ONE_LOG, 1), (&LOG_BY_NUMBER, 1), (&CORRECT_LOG, 1), (&DELETE_LOG, 1)],
    },
    RouteCost { route: "POST /okusuri/days/{day}/restore", asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&LOG_DAY, 1)] },
    RouteCost {
        route: "POST /okusuri/days/{day}/logs/{id}/delete",
        asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&LOG_BY_NUMBER, 1), (&DELETE_LOG, 1)],
    },
    RouteCost { route: "GET /okusuri/fill", asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&DAYS, 2)] },
    RouteCost {
        route: "POST /okusuri/fill",
        asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&REPLAY, 1), (&DAYS, 2), (&FILL_DAYS, 1)],
    },
    RouteCost {
        route: "POST /okusuri/fill/undo",
        asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&REPLAY, 1), (&DAYS, 1), (&UNFILL_DAYS, 1)],
    },
    RouteCost { route: "GET /okusuri/insights", asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&DAYS, 1)] },
    RouteCost { route: "GET /okusuri/report", asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&LOOK_BACK, 1)] },
    RouteCost { route: "GET /okusuri/report.csv", asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&LOOK_BACK, 1)] },
    RouteCost {
        route: "GET /okusuri/settings",
        asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&DAYS, 1), (&NOTIFICATIONS, 1), (OfPeople::DEVICES, 1)],
    },
    RouteCost {
        route: "POST /okusuri/settings/regimen",
        asks: &[
            (OfPeople::SIGNED_IN, 1),
            (OfPeople::PROLONG, 1),
            (&DAYS, 1),
            (&CHANGE_PROFILE, 1),
            (&NOTIFICATIONS, 1),
            (OfPeople::DEVICES, 1),
        ],
    },
    RouteCost {
        route: "POST /okusuri/settings/reminder",
        asks: &[
            (OfPeople::SIGNED_IN, 1),
            (OfPeople::PROLONG, 1),
            (&DAYS, 1),
            (&NOTIFICATIONS, 2),
            (OfPeople::DEVICES, 1),
            (&REGISTERED, 1),
            (&SET_REMINDER, 1),
        ],
    },
    RouteCost {
        route: "POST /okusuri/settings/zone",
        asks: &[
            (OfPeople::SIGNED_IN, 1),
            (OfPeople::PROLONG, 1),
            (&DAYS, 1),
            (&CHANGE_PROFILE, 1),
            (&NOTIFICATIONS, 1),
            (OfPeople::DEVICES, 1),
        ],
    },
    RouteCost {
        route: "POST /okusuri/devices",
        asks: &[
            (OfPeople::SIGNED_IN, 1),
            (OfPeople::PROLONG, 1),
            (&NOTIFICATIONS, 3),
            (OfPeople::DEVICES, 1),
            (&REGISTERED, 1),
            (&SET_REMINDER, 1),
            (OfPeople::REGISTER_DEVICE, 1),
        ],
    },
    RouteCost {
        route: "POST /okusuri/devices/renew",
        asks: &[
            (OfPeople::SIGNED_IN, 1),
            (OfPeople::PROLONG, 1),
            (OfPeople::DEVICES, 2),
            (OfPeople::REGISTER_DEVICE, 2),
            (OfPeople::FORGET_DEVICES, 1),
        ],
    },
    RouteCost {
        route: "POST /okusuri/devices/test",
        asks: &[
            (OfPeople::SIGNED_IN, 1),
            (OfPeople::PROLONG, 1),
            (&NOTIFICATIONS, 1),
            (OfPeople::DEVICES, 1),
            (OfPeople::FORGET_DEVICES, EACH),
        ],
    },
    RouteCost {
        route: "POST /okusuri/devices/{id}/remove",
        asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (OfPeople::FORGET_DEVICES, 1)],
    },
    RouteCost { route: "POST /okusuri/reminder/log", asks: &[(OfPeople::PERSON, 1), (&LOG_DAY, 1), (&DAYS, 2), (&REPLAY, 1)] },
    RouteCost { route: "GET /okusuri/v1/medication-log", asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&LIST_LOGS, 1)] },
    RouteCost {
        route: "POST /okusuri/v1/medication-log",
        // The second where the day has a log already.
        asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&LOG_DAY, 2), (&REPLAY, 1)],
    },
    RouteCost { route: "GET /okusuri/v1/medication-log/unlogged", asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&DAYS, 1)] },
    RouteCost {
        route: "POST /okusuri/v1/medication-log/fill",
        asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&REPLAY, 1), (&DAYS, 1), (&FILL_DAYS, 1)],
    },
    RouteCost {
        route: "POST /okusuri/v1/medication-log/fill/undo",
        asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&REPLAY, 1), (&DAYS, 1), (&UNFILL_DAYS, 1)],
    },
    RouteCost {
        route: "GET /okusuri/v1/medication-log/{id}",
        asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&ONE_LOG, 1), (&LOG_BY_NUMBER, 1)],
    },
    RouteCost {
        route: "PATCH /okusuri/v1/medication-log/{id}",
        asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&LOG_BY_NUMBER, 1), (&CORRECT_LOG, 1)],
    },
    RouteCost {
        route: "DELETE /okusuri/v1/medication-log/{id}",
        asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&LOG_BY_NUMBER, 1), (&DELETE_LOG, 1)],
    },
    RouteCost { route: "GET /okusuri/v1/medication-status", asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&DAYS, 1)] },
    RouteCost { route: "GET /okusuri/v1/profile", asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1)] },
    RouteCost {
        route: "PUT /okusuri/v1/profile",
        asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (OfPeople::SET_PROFILE_TEXT, 1), (&CHANGE_PROFILE, 1)],
    },
    RouteCost {
        route: "GET /okusuri/v1/notification/setting",
        asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1), (&NOTIFICATIONS, 1), (OfPeople::DEVICES, 1)],
    },
    RouteCost {
        route: "POST /okusuri/v1/notification/setting",
        asks: &[
            (OfPeople::SIGNED_IN, 1),
            (OfPeople::PROLONG, 1),
            (&NOTIFICATIONS, 3),
            (OfPeople::DEVICES, 2),
            (&REGISTERED, 1),
            (&SET_REMINDER, 1),
            (OfPeople::REGISTER_DEVICE, 1),
        ],
    },
    RouteCost {
        route: "PUT /okusuri/v1/notification/setting",
        asks: &[
            (OfPeople::SIGNED_IN, 1),
            (OfPeople::PROLONG, 1),
            (&NOTIFICATIONS, 2),
            (OfPeople::DEVICES, 1),
            (&REGISTERED, 1),
            (&SET_REMINDER, 1),
        ],
    },
    RouteCost {
        route: "DELETE /okusuri/v1/notification/setting",
        asks: &[
            (OfPeople::SIGNED_IN, 1),
            (OfPeople::PROLONG, 1),
            (&NOTIFICATIONS, 2),
            (OfPeople::DEVICES, 1),
            (&REGISTERED, 1),
            (&SET_REMINDER, 1),
            (OfPeople::FORGET_DEVICES, 1),
        ],
    },
    RouteCost { route: "GET /okusuri/v1/notification/key", asks: &[(OfPeople::SIGNED_IN, 1), (OfPeople::PROLONG, 1)] },
    RouteCost {
        route: "POST /okusuri/v1/notification",
        asks: &[
            (&DAYS, EACH),
            (&NOTIFICATIONS, EACH),
            (&WHOM_TO_REMIND, EACH),
            (&WHO_HAS_LOGGED, EACH),
            (&CLAIM_REMINDER, EACH),
            (&END_REMINDER, EACH),
            (&REACHED_DEVICE, EACH),
            (OfPeople::DEVICES, EACH),
            (OfPeople::FORGET_DEVICES, EACH),
        ],
    },
];
