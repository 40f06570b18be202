//! Keys and items exactly as the letter of the design has them, with nothing that was added since. Whoever brings such items along meets the
//! same app.

use std::collections::BTreeMap;

use chabudai_app_kondate::design::DESIGN;
use chabudai_app_kondate::model::{
    Batch, Category, CookLog, DeletedBatch, Dish, DishSet, Line, Notification, Plan, Profile, Recipe, Scope, Share, Slot, Source,
};
use chabudai_food::{Amount, Quantity, Unit};
use chabudai_kernel::design::Form;
use chabudai_kernel::entity::{Entity, kind_of};
use chabudai_kernel::key::Piece;
use chabudai_kernel::op::Put;
use chabudai_kernel::packed::Item;
use chabudai_kernel::value::Value;

use crate::world::{World, on_both};

fn item(attributes: &[(&str, Value)]) -> Item {
    Item::from_attributes(&attributes.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect::<BTreeMap<_, _>>())
}

fn map(attributes: &[(&str, Value)]) -> Value {
    Value::M(attributes.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
}

fn read<E: Entity>(sk: &str, attributes: &[(&str, Value)]) -> E {
    let mut all = vec![("PK", Value::from("USER#u_01")), ("SK", sk.into())];
    all.extend(attributes.iter().cloned());
    E::from_item(item(&all).view()).unwrap_or_else(|error| panic!("{sk}: {error}"))
}

/// Every template of the design, as the design writes it.
#[test]
fn every_key_is_spelled_as_the_design_spells_it() {
    let mut templates: Vec<String> = Vec::new();
    for entity in DESIGN.entities {
        for key in entity.keys {
            let Form::Text(pieces) = key.form else { panic!("every key is a template") };
            let text: String = pieces
                .iter()
                .map(|piece| match piece {
                    Piece::Text(text) => (*text).to_owned(),
                    Piece::Part { name, .. } => format!("{{{name}}}"),
                })
                .collect();
            templates.push(format!("{} = {text}", key.attribute));
        }
    }
    for letter in [
        "PK = USER#{userId}",
        "SK = PROFILE#",
        "SK = RECIPE#{recipeId}",
        "SK = SET#{setId}",
        "SK = PLAN#{slot}",
        "SK = SHOPPING#{itemId}",
        "SK = FRIDGE#{itemId}",
        "SK = FRIDGE_DELETED#{deletedAt}#{itemId}",
        "SK = CATEGORY#{scope}#{categoryId}",
        "SK = PAYMENT_METHOD#{paymentMethodId}",
        "SK = PURCHASE#{purchasedAt}#{purchaseId}",
        "SK = SUBSCRIPTION#ACTIVE",
        "SK = NOTIFICATION#{createdAt}#{notificationId}",
        "SK = PUSH_TOKEN#{platform}#{tokenHash}",
        "SK = NOTIFICATION_SETTINGS#",
        "SK = COOKLOG#{date}#{logId}",
        "SK = SAVED#RECIPE#{recipeId}",
        "SK = SAVED#SET#{setId}",
        "PK = CATALOG#RECIPE",
        "PK = CATALOG#SET",
        "SK = CREATED#{createdAt}#{recipeId}",
        "SK = CREATED#{createdAt}#{setId}",
        "PK = CREATOR#{creatorId}",
        "SK = CATALOG_RECIPE#{createdAt}#{recipeId}",
        "SK = CATALOG_SET#{createdAt}#{setId}",
        "PK = SHARE#{shareId}",
        "SK = META#",
        "GSI1PK = ENTITY#RECIPE#{recipeId}",
        "GSI1PK = ENTITY#SET#{setId}",
        "GSI1SK = OWNER#{userId}",
        "GSI1SK = PUBLIC#",
        "GSI2PK = CATALOG#RECIPE",
        "GSI2PK = CATALOG#SET",
        "GSI2SK = SORT#NEWEST#{createdAt}#{recipeId}",
        "GSI2SK = SORT#POPULAR#{savedCount}#{recipeId}",
        "GSI3PK = CREATOR#{creatorId}#RECIPE",
        "GSI3SK = CREATED#{createdAt}#{recipeId}",
        // What was added.
        "SK = PURCHASED#RECIPE#{recipeId}",
        "SK = PURCHASED#SET#{setId}",
        "PK = CATALOG#NEWS",
        "GSI1PK = ENTITY#SAVED_RECIPE#{recipeId}",
        "GSI1PK = ENTITY#SAVED_SET#{setId}",
        "GSI1PK = ENTITY#SHARE_{targetType}#{targetId}",
        "GSI1PK = ENTITY#PUSH_TOKEN#{tokenHash}",
        "GSI1PK = ENTITY#PAYMENT_CUSTOMER#{customerId}",
        "SK = KITCHEN_META#",
        "SK = MEMBER#{personId}",
        "SK = KITCHEN#{kitchenId}",
        "PK = INVITE#{hash}",
        "SK = FOOD#{foodId}",
        "SK = STAPLE#{foodId}",
        "SK = AISLES#{storeName}",
        "SK = IDEM#{key}",
    ] {
        assert!(templates.iter().any(|template| template == letter), "no kind has {letter}");
    }
    let indexes: Vec<_> = DESIGN.tables[0].indexes.iter().map(|index| index.name).collect();
    assert_eq!((DESIGN.tables[0].name, indexes), ("MainTable", vec!["GSI1", "GSI2", "GSI3"]));
}

/// A prefix that ends in `#` never meets another kind that begins with the same word.
#[test]
fn no_kind_is_taken_for_another() {
    for (sk, kind) in [
        ("FRIDGE#i_01", "Batch"),
        ("FRIDGE_DELETED#2026-02-09T10:00:00Z#i_01", "DeletedBatch"),
        ("NOTIFICATION#2026-02-09T10:00:00Z#n_01", "Notification"),
        ("NOTIFICATION_SETTINGS#", "NotificationSettings"),
        ("KITCHEN#u_02", "Membership"),
        ("KITCHEN_META#", "Kitchen"),
        ("PURCHASE#2026-02-09T10:00:00Z#p_01", "Purchase"),
        ("PURCHASED#RECIPE#r_01", "PurchasedRecipe"),
        ("SAVED#SET#s_01", "SavedSet"),
        ("SET#s_01", "DishSet"),
    ] {
        let item = item(&[("PK", "USER#u_01".into()), ("SK", sk.into())]);
        assert_eq!(kind_of(&DESIGN, DESIGN.tables[0], item.view()).map(|kind| kind.kind), Some(kind), "{sk}");
    }
}

#[test]
fn a_recipe_of_the_design_is_read_with_defaults() {
    let recipe: Recipe = read(
        "RECIPE#r_01",
        &[
            ("GSI1PK", "ENTITY#RECIPE#r_01".into()),
            ("GSI1SK", "OWNER#u_01".into()),
            ("title", "肉じゃが".into()),
            (
                "ingredients",
                Value::L(vec![
                    map(&[("name", "玉ねぎ".into()), ("quantity", "1/2".into()), ("unit", "個".into()), ("order", 1.into())]),
                    map(&[("name", "牛肉".into()), ("quantity", 200.into()), ("unit", "g".into())]),
                    map(&[("name", "塩".into()), ("quantity", "少々".into())]),
                    map(&[("name", "だし".into()), ("quantity", "半分".into())]),
                ]),
            ),
            ("steps", Value::L(vec![map(&[("order", 1.into()), ("text", "切る".into())])])),
            ("tags", Value::L(vec!["和食".into()])),
            ("origin", "created".into()),
            ("createdAt", "2026-02-09T10:00:00.123Z".into()),
            ("updatedAt", "2026-02-09T10:00:00Z".into()),
        ],
    );
    assert_eq!((recipe.kitchen.as_str(), recipe.recipe_id.as_str(), recipe.version, recipe.servings()), ("u_01", "r_01", 0, 2));
    let [onion, beef, salt, stock] = &recipe.ingredients[..] else { panic!("four ingredients") };
    assert_eq!(onion.amount(), Some(Quantity::new(Amount::HALF, Unit::Piece)));
    assert_eq!(onion.food().map(chabudai_food::FoodId::as_str), Some("onion"));
    assert_eq!(beef.amount(), Some(Quantity::new(Amount::whole(200), Unit::Gram)), "a number is a text");
    assert!(salt.is_pantry() && !onion.is_pantry());
    assert_eq!(stock.amount(), None, "what nobody can count with stays a text");
    // Written again, it is in its index as before.
    let again = recipe.to_item();
    assert_eq!(again.view().get("GSI1SK").and_then(|value| value.as_str().map(str::to_owned)).as_deref(), Some("OWNER#u_01"));
    // In the bin it leaves the index.
    let binned = Recipe { deleted_at: recipe.created_at, ..recipe }.to_item();
    assert!(binned.view().get("GSI1PK").is_none() && binned.view().get("GSI1SK").is_none());
}

#[test]
fn a_plan_of_the_design_is_read_with_defaults() {
    let plan: Plan = read(
        "PLAN#CURRENT",
        &[
            ("setId", "s_01".into()),
            ("setTitle", "平日".into()),
            ("appliedAt", "2026-02-09T10:00:00Z".into()),
            (
                "items",
                Value::L(vec![map(&[
                    ("id", "i_01".into()),
                    ("recipeId", "r_01".into()),
                    ("title", "肉じゃが".into()),
                    ("thumbnailUrl", Value::Null),
                    ("isCooked", false.into()),
                    ("cookedAt", Value::Null),
                ])]),
            ),
        ],
    );
    assert_eq!((plan.slot, plan.version, plan.items.len()), (Slot::Current, 0, 1));
    let Dish { owner_id, servings, logged_on, .. } = &plan.items[0];
    assert_eq!((owner_id, servings, logged_on), (&None, &None, &None));
}

#[test]
fn the_rest_of_a_kitchen_is_read_with_defaults() {
    let set: DishSet = read("SET#s_01", &[("title", "平日".into()), ("recipeIds", Value::L(vec!["r_01".into()]))]);
    assert_eq!((set.recipe_ids.len(), set.version, set.is_live()), (1, 0, true));
    let line: Line = read(
        "SHOPPING#l_01",
        &[("name", "牛乳".into()), ("quantity", 1.into()), ("unit", "本".into()), ("checked", true.into()), ("source", "manual".into())],
    );
    assert_eq!((line.quantity.as_deref(), line.checked, line.source, line.fridge_item_id), (Some("1"), true, Source::Manual, None));
    let batch: Batch = read("FRIDGE#i_01", &[("name", "卵".into()), ("quantity", "６".into()), ("unit", "個".into())]);
    assert_eq!(batch.amount(), Some(Quantity::new(Amount::whole(6), Unit::Piece)));
    assert!(batch.is_there() && batch.best_before.is_none());
    let deleted: DeletedBatch = read("FRIDGE_DELETED#2026-02-09T10:00:00Z#i_01", &[("name", "卵".into())]);
    assert_eq!((deleted.item_id.as_str(), deleted.ttl), ("i_01", None));
    let category: Category = read("CATEGORY#book#c_01", &[("tagName", "和食".into()), ("order", 1.into())]);
    assert_eq!((category.scope, category.is_default, category.is_hidden), (Scope::Book, false, false));
    let log: CookLog = read("COOKLOG#2026-02-09#log_01", &[("recipeTitle", "肉じゃが".into())]);
    assert_eq!((log.date.to_string().as_str(), log.log_id.as_str(), log.consumed.len()), ("2026-02-09", "log_01", 0));
    let profile: Profile = read("PROFILE#", &[("name", "はな".into()), ("role", "user".into())]);
    assert_eq!((profile.kitchens, profile.imports), (0, 0));
    let notice: Notification = read("NOTIFICATION#2026-02-09T10:00:00Z#n_01", &[("title", "ようこそ".into())]);
    assert_eq!(notice.read_at, None);
    let share = Share::from_item(
        item(&[
            ("PK", "SHARE#x".into()),
            ("SK", "META#".into()),
            ("targetType", "RECIPE".into()),
            ("targetId", "r_01".into()),
            ("ownerId", "u_01".into()),
        ])
        .view(),
    )
    .unwrap();
    assert_eq!(
        share.to_item().view().get("GSI1PK").and_then(|v| v.as_str().map(str::to_owned)).as_deref(),
        Some("ENTITY#SHARE_RECIPE#r_01")
    );
}

/// A kitchen that was brought along item by item: it is planned, shopped and cooked in like any other.
#[tokio::test]
async fn a_kitchen_of_the_letter_is_cooked_in() {
    on_both(async |w: World| {
        let of = |sk: &str, attributes: &[(&str, Value)]| {
            let mut all = vec![("PK", Value::from("USER#user_mei")), ("SK", sk.into())];
            all.extend(attributes.iter().cloned());
            Put::item(DESIGN.tables[0], item(&all)).unwrap()
        };
        let onion = map(&[("name", "玉ねぎ".into()), ("quantity", "3".into()), ("unit", "個".into()), ("order", 1.into())]);
        w.meddle(of("RECIPE#r_01", &[("title", "丸ごと玉ねぎ".into()), ("ingredients", Value::L(vec![onion]))])).await;
        let dish = map(&[("id", "i_01".into()), ("recipeId", "r_01".into()), ("title", "丸ごと玉ねぎ".into()), ("isCooked", false.into())]);
        w.meddle(of(
            "PLAN#CURRENT",
            &[("setTitle", "平日".into()), ("appliedAt", "2026-02-09T10:00:00Z".into()), ("items", Value::L(vec![dish]))],
        ))
        .await;
        w.meddle(of("FRIDGE#f_01", &[("name", "玉ねぎ".into()), ("quantity", 1.into()), ("unit", "個".into())])).await;
        let bread = [("name", "食パン".into()), ("quantity", "1".into()), ("checked", true.into()), ("source", "manual".into())];
        w.meddle(of("SHOPPING#l_01", &bread)).await;
        assert_eq!(w.lines().await, ["玉ねぎ 2個", "食パン 1 ✓"]);
        w.tick_all().await;
        assert_eq!(w.service.shopping_done(&w.mei).await.unwrap().moved_to_fridge, 2);
        let plan = w.service.cook(&w.mei, &"i_01".parse().unwrap()).await.unwrap();
        assert_eq!((plan.version, plan.is_all_cooked()), (1, true));
        assert_eq!(w.fridge().await.len(), 1, "all three onions are eaten, the bread is there");
        w.service.delete_recipe(&w.mei, &"r_01".parse().unwrap()).await.unwrap();
        w.service.restore_recipe(&w.mei, &"r_01".parse().unwrap()).await.unwrap();
        assert_eq!(w.service.recipe(&w.mei, &"r_01".parse().unwrap()).await.unwrap().version, 2);
    })
    .await;
}
