//! The template of a small design. What a stack of it makes is compared with the driver's own request in the tests of the house.

use chabudai_kernel::design::{Design, Index, Projection, Table, text};
use chabudai_kernel::report;
use serde_json::{Value, json};

use crate::{BY_RANK, DESIGN, OPENED, STORES};

#[test]
fn an_attribute_is_defined_only_where_it_is_a_key() {
    let template = report::cloudformation(&DESIGN);
    let table = &template["Resources"]["PantryTable"]["Properties"];
    let nothing = json!({ "Ref": "AWS::NoValue" });
    assert_eq!(
        table["AttributeDefinitions"],
        json!([
            { "AttributeName": "PK", "AttributeType": "S" },
            { "AttributeName": "SK", "AttributeType": "S" },
            { "Fn::If": ["HasOpenedFirst", { "AttributeName": "openedSk", "AttributeType": "S" }, nothing] },
        ])
    );
    assert_eq!(table["GlobalSecondaryIndexes"]["Fn::If"][0], "HasOpenedFirst", "an empty list of indexes would be refused");
    assert_eq!(table["TableName"], json!({ "Fn::Sub": "${Prefix}PantryTable" }));
    assert_eq!(table["TimeToLiveSpecification"], json!({ "AttributeName": "ttl", "Enabled": true }));
    assert_eq!(table["StreamSpecification"], json!({ "StreamViewType": "NEW_AND_OLD_IMAGES" }));
    let stores = &template["Resources"]["FavoriteStores"]["Properties"];
    assert_eq!((stores.get("TimeToLiveSpecification"), stores.get("StreamSpecification")), (None, None));
    assert_eq!(template["Parameters"]["EnableByRank"]["Default"], "true", "the first of its table");
}

#[test]
fn two_tables_may_have_indexes_of_one_name() {
    static SHOPS: Table = Table { name: "shops", ..STORES };
    static TWICE: Design = Design { tables: &[&STORES, &SHOPS], environment: Some("prod"), ..DESIGN };
    let template = report::cloudformation(&TWICE);
    let parameters: Vec<_> = template["Parameters"].as_object().unwrap().keys().cloned().collect();
    for name in ["EnableFavoriteStoresByRank", "EnableShopsByRank", "Environment", "Prefix"] {
        assert!(parameters.iter().any(|known| known == name), "{name} is not in {parameters:?}");
    }
    assert_eq!(parameters.len(), 4);
    assert_eq!(template["Resources"]["Shops"]["Properties"]["TableName"], json!({ "Fn::Sub": "${Prefix}${Environment}-shops" }));
}

/// The conditions that one stands for, however deep.
fn asked(condition: &Value, found: &mut Vec<String>) {
    match (condition.get("Fn::Or"), condition.get("Condition")) {
        (Some(Value::Array(all)), None) => {
            assert!((2..=10).contains(&all.len()), "{condition}");
            for one in all {
                asked(one, found);
            }
        }
        (None, Some(Value::String(name))) => found.push(name.clone()),
        _ => panic!("{condition}"),
    }
}

/// `Fn::Or` takes ten conditions at most, and a table may have twenty indexes.
#[test]
fn a_key_of_many_indexes_is_asked_for_in_parts() {
    const fn sharing(name: &'static str) -> Index {
        Index { name, hash: text("shared"), range: Some(text("SK")), projection: Projection::KeysOnly, why: "" }
    }
    static MANY: [Index; 12] = [
        sharing("A"),
        sharing("B"),
        sharing("C"),
        sharing("D"),
        sharing("E"),
        sharing("F"),
        sharing("G"),
        sharing("H"),
        sharing("I"),
        sharing("J"),
        sharing("K"),
        sharing("L"),
    ];
    let indexes: &'static [&'static Index] = Vec::leak(MANY.iter().collect());
    let table: &'static Table = Box::leak(Box::new(Table { name: "Many", indexes, ..STORES }));
    let design = Design { tables: Box::leak(Box::new([table])), ..DESIGN };
    let template = report::cloudformation(&design);
    for condition in ["ManyDefinesShared", "ManyHasIndexes"] {
        let mut found = Vec::new();
        asked(&template["Conditions"][condition], &mut found);
        assert_eq!(found, MANY.iter().map(|index| format!("Has{}", index.name)).collect::<Vec<_>>(), "{condition}");
    }
    // One index alone needs no condition beside its own.
    let of_one = report::cloudformation(&DESIGN);
    let conditions: Vec<_> = of_one["Conditions"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(conditions, [&BY_RANK, &OPENED].map(|index| format!("Has{}", index.name)));
}
