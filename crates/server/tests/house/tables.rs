//! `chabudai tables plan` and `create`: what is there gets its missing indexes one at a time, filled; what is not there gets everything at once.

use chabudai_app_kondate::design::{GSI1, GSI2, GSI3, MAIN_TABLE};
use chabudai_kernel::design::{Index, Table};
use chabudai_kernel::key::Named;
use chabudai_kernel::op::{Put, Query};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Now, Store as _};
use chabudai_kernel::value::{Attributes, Value};
use chabudai_store_dynamodb::DynamoDbStore;
use chabudai_test_stores::engine;

use crate::place;

/// The table as the first step of the rollout leaves it.
static FIRST_STEP: Table = Table { indexes: &[&GSI1], ..MAIN_TABLE };

const CARDS: usize = 30;

/// A card of the catalog, as somebody published it before there was an index to list it.
fn card(at: usize) -> Item {
    let of = |text: String| Value::from(text);
    Item::from_attributes(&Attributes::from([
        ("PK".to_owned(), of("CATALOG#RECIPE".to_owned())),
        ("SK".to_owned(), of(format!("CREATED#2026-02-09T10:00:{at:02}Z#r{at}"))),
        ("GSI1PK".to_owned(), of(format!("ENTITY#RECIPE#r{at}"))),
        ("GSI1SK".to_owned(), of("PUBLIC#".to_owned())),
        ("GSI2PK".to_owned(), of("CATALOG#RECIPE".to_owned())),
        ("GSI2SK".to_owned(), of(format!("SORT#NEWEST#2026-02-09T10:00:{at:02}Z#r{at}"))),
        ("GSI3PK".to_owned(), of("CREATOR#mei#RECIPE".to_owned())),
        ("GSI3SK".to_owned(), of(format!("CREATED#2026-02-09T10:00:{at:02}Z#r{at}"))),
    ]))
}

fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Runtime::new().expect("a runtime").block_on(future)
}

/// The lines about one app.
fn of_kondate(output: &str) -> Vec<&str> {
    output.lines().filter_map(|line| line.strip_prefix("kondate: ")).collect()
}

#[test]
fn an_older_table_gets_its_indexes_one_by_one_and_filled() {
    let prefix = place::prefix();
    run(async {
        let store = DynamoDbStore::connect(engine::config().prefix(prefix.clone())).await;
        store.create_tables(&[&FIRST_STEP]).await.expect("the older table is made");
        for at in 0..CARDS {
            let put = Put::item(&FIRST_STEP, card(at)).expect("an item");
            store.write(&put.into(), Now(0)).await.expect("it is written");
        }
    });
    let place = place::on_engine(&prefix);
    let planned = place.run(&["tables", "plan"]).succeeded().output;
    let steps = ["GSI2", "GSI3"].map(|index| format!("add index {index} to {prefix}MainTable, and wait until it is filled"));
    assert_eq!(of_kondate(&planned), [format!("1. {}", steps[0]), format!("2. {}", steps[1])]);
    assert_eq!(place.run(&["tables", "plan"]).succeeded().output, planned, "a plan changes nothing");
    let created = place.run(&["tables", "create", "--log", "info"]).succeeded();
    assert_eq!(of_kondate(&created.output), [format!("1. {}", steps[0]), format!("2. {}", steps[1]), "done".to_owned()]);
    let carried_out: Vec<_> = steps.iter().map(|step| created.error.find(step.as_str()).expect("each step is logged")).collect();
    assert!(carried_out.is_sorted(), "{}", created.error);
    assert_eq!(of_kondate(&place.run(&["tables", "plan"]).succeeded().output), ["everything is as designed"]);
    run(async {
        let store = DynamoDbStore::connect(engine::config().prefix(prefix.clone())).await;
        let found = async |index: &'static Index, hash: &str| {
            let hash = Named { attribute: index.hash.name, value: hash.into() };
            store.query(&Query::index(&MAIN_TABLE, index, hash), Now(0)).await.expect("the index answers").value.count
        };
        assert_eq!(found(&GSI2, "CATALOG#RECIPE").await as usize, CARDS, "what was there before is in the new index");
        assert_eq!(found(&GSI3, "CREATOR#mei#RECIPE").await as usize, CARDS);
    });
}

#[test]
fn a_new_table_gets_all_at_once() {
    let prefix = place::prefix();
    let planned = place::on_engine(&prefix).run(&["tables", "plan"]).succeeded().output;
    let expected =
        [format!("1. create table {prefix}MainTable with GSI1, GSI2, GSI3"), format!("2. let items of {prefix}MainTable expire by ttl")];
    assert_eq!(of_kondate(&planned), expected);
}

/// Where there are no such backups somebody hears of it, for every table, and by the exit code: a timer that goes on without a word is no backup.
#[test]
fn a_backup_that_was_not_made_is_no_success() {
    place::embedded().run(&["tables", "backup"]).refused("`chabudai backup`");
    // The engine of the tests makes none.
    let place = place::on_engine(&place::prefix());
    place.run(&["tables", "create"]).succeeded();
    let refused = place.run(&["tables", "backup"]).refused("have no backup");
    for table in ["WardrobeTable: ", "okusuri-table: ", "MainTable: "] {
        assert!(refused.error.contains(table), "{table:?} is not in {}", refused.error);
    }
}
