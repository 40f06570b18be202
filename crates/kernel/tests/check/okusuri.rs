//! A filter on a sort key, an endpoint that knows only an id, an index whose sort key is no attribute.

use chabudai_kernel::design::{Design, EntityDesign, Index, Projection, Range, Table, text};
use chabudai_kernel::entity::Entity;
use chabudai_kernel::part::{IsoDay, Word};
use serde::{Deserialize, Serialize};

use crate::{asking, passes, refused};

static USER_INDEX: Index =
    Index { name: "UserIndex", hash: text("UserID"), range: Some(text("SK")), projection: Projection::All, why: "Everything of a user." };
static DATE_INDEX: Index = Index {
    name: "DateIndex",
    hash: text("Date"),
    range: Some(text("DateSK")),
    projection: Projection::KeysOnly,
    why: "Who has already logged today?",
};
static DATE_INDEX_AS_WRITTEN: Index = Index { range: Some(text("UserID#MEDICATION#{id}")), ..DATE_INDEX };
static OKUSURI: Table = Table {
    name: "okusuri-table",
    hash: text("PK"),
    range: Some(text("SK")),
    indexes: &[&USER_INDEX, &DATE_INDEX],
    ttl: Some("TTL"),
    feed: false,
    about: "One table for all.",
};
static OKUSURI_AS_WRITTEN: Table = Table { indexes: &[&USER_INDEX, &DATE_INDEX_AS_WRITTEN], ..OKUSURI };

#[derive(Serialize, Deserialize)]
struct Log {
    #[serde(rename = "UserID")]
    user: Word,
    #[serde(rename = "Date")]
    date: IsoDay,
    id: Word,
}

chabudai_kernel::entity! {
    /// A day on which the pill was taken.
    Log in OKUSURI { userId: Word = user, date: IsoDay = date, id: Word = id }
    key(userId, date, id) {
        PK = "USER#" userId;
        SK = "MEDICATION#" date "#" id;
    }
    index {
        DateSK = userId "#MEDICATION#" id;
    }
    plain { UserID: Word = user, Date: IsoDay = date }
}

const LOG: &[&EntityDesign] = &[&Log::DESIGN];

const DESIGN: Design = Design {
    app: "okusuri",
    about: "The pill, day by day.",
    environment: None,
    tables: &[&OKUSURI],
    entities: &[&Log::DESIGN],
    patterns: &[],
    routes: &[],
};

#[test]
fn a_sort_key_is_no_filter() {
    let logs = Range { index: Some(&USER_INDEX), given: &["UserID"], filters: &["SK"], ..Range::of(LOG) };
    refused(&asking(&DESIGN, logs), "query.filter_key", "AP-01", "SK is a key of UserIndex");
    passes(&asking(&DESIGN, Range { filters: &[], ..logs }));
    passes(&asking(&DESIGN, Range { filters: &["Data"], ..logs }));
}

#[test]
fn a_log_is_not_found_by_its_id_alone() {
    let one = Range { given: &["userId", "id"], ..Range::of(LOG) };
    refused(&asking(&DESIGN, one), "query.sort_part", "AP-01", "id is given without date, and Log.SK is MEDICATION#<date>#<id>");
    passes(&asking(&DESIGN, Range { given: &["userId", "date", "id"], ..one }));
}

#[test]
fn the_index_by_day_does_not_answer_for_one_user() {
    let streak = Range { index: Some(&DATE_INDEX), given: &["userId"], ..Range::of(LOG) };
    refused(&asking(&DESIGN, streak), "query.hash_part", "AP-01", "Date is not given");
    passes(&asking(&DESIGN, Range { given: &["Date"], ..streak }));
    passes(&asking(&DESIGN, Range { given: &["userId"], between: Some("date"), ordered_by: &["date"], ..Range::of(LOG) }));
}

#[test]
fn a_sort_key_written_as_a_template_is_no_attribute() {
    const AS_WRITTEN: Design = Design { tables: &[&OKUSURI_AS_WRITTEN], ..DESIGN };
    refused(&AS_WRITTEN, "table.index_unfilled", "okusuri-table.DateIndex", "no kind of item fills UserID#MEDICATION#{id}");
    passes(&DESIGN);
}

#[test]
fn a_filter_sees_only_what_the_index_holds() {
    let today = Range { index: Some(&DATE_INDEX), given: &["Date"], filters: &["Data"], ..Range::of(LOG) };
    refused(&asking(&DESIGN, today), "query.filter_not_held", "AP-01", "DateIndex does not hold Data");
    passes(&asking(&DESIGN, Range { filters: &["PK"], ..today }));
}

#[test]
fn what_is_given_is_a_part_of_a_key() {
    let typo = Range { given: &["userId", "dat"], ..Range::of(LOG) };
    refused(&asking(&DESIGN, typo), "query.unknown_part", "AP-01", "dat is given");
}

#[test]
fn an_index_of_another_table_is_not_asked() {
    let elsewhere = Range { index: Some(&ELSEWHERE), ..Range::of(LOG) };
    refused(&asking(&DESIGN, elsewhere), "query.index_missing", "AP-01", "okusuri-table has no index EmailIndex");
}

static ELSEWHERE: Index =
    Index { name: "EmailIndex", hash: text("Email"), range: None, projection: Projection::KeysOnly, why: "Who has this address?" };
