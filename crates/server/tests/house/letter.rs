//! Items exactly as the letter of Wardrobe's design has them, with nothing that was added since, over HTTP.

use chabudai_app_wardrobe::design::{DESIGN, WARDROBE_TABLE};
use chabudai_kernel::op::Put;
use chabudai_kernel::packed::Item;
use chabudai_kernel::value::Value;
use serde_json::json;

use crate::closet::{Closet, escaped, text};
use crate::place;

const WARDROBE: &str = "wd_01944000-0000-7000-8000-000000000000";
const SHIRT: &str = "cl_01944000-0000-7000-8000-000000000001";
const JEANS: &str = "cl_01944000-0000-7000-8000-000000000002";
const OUTFIT: &str = "tp_01944000-0000-7000-8000-000000000003";
const RECORD: &str = "hs_01944000-0000-7000-8000-000000000004";
const CREATED: u64 = 1_735_690_000_123;
/// 2026-01-03
const WORN: u64 = 1_767_398_400_000;

fn put(attributes: &[(&str, Value)]) -> Put {
    let attributes = attributes.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    Put::item(&WARDROBE_TABLE, Item::from_attributes(&attributes)).expect("it has a key")
}

/// A wardrobe of two garments, an outfit of both and one record of it.
fn items() -> Vec<Put> {
    let both = || Value::L(vec![SHIRT.into(), JEANS.into()]);
    let counted = |kind: &str, id: &str, rest: &[(&str, Value)]| {
        let attributes = [
            ("PK", format!("W#{WARDROBE}#{kind}").into()),
            ("SK", format!("{kind}#{id}").into()),
            ("status", "ACTIVE".into()),
            ("wearCount", 1.into()),
            ("lastWornAt", WORN.into()),
            ("createdAt", CREATED.into()),
            ("deletedAt", Value::Null),
            ("statusListPk", format!("W#{WARDROBE}#{kind}#ACTIVE").into()),
            ("createdAtSk", format!("CREATED#{CREATED}#{id}").into()),
            ("wearCountSk", format!("WEAR#0000000001#{id}").into()),
            ("lastWornAtSk", format!("LASTWORN#{WORN}#{id}").into()),
        ];
        put(&[&attributes, rest].concat())
    };
    let daily = |kind: &str, id: &str| {
        let key = format!("W#{WARDROBE}#COUNT#{kind}#{id}");
        put(&[("PK", key.into()), ("SK", "DATE#20260103".into()), ("date", "20260103".into()), ("count", 1.into())])
    };
    vec![
        put(&[
            ("PK", format!("W#{WARDROBE}").into()),
            ("SK", "META".into()),
            ("wardrobeId", WARDROBE.into()),
            ("name", "持ってきた服".into()),
            ("createdAt", CREATED.into()),
        ]),
        counted("CLOTH", SHIRT, &[("clothingId", SHIRT.into()), ("name", "藍のシャツ".into())]),
        counted("CLOTH", JEANS, &[("clothingId", JEANS.into()), ("name", "デニム".into())]),
        counted("TPL", OUTFIT, &[("templateId", OUTFIT.into()), ("name", "いつもの".into()), ("clothingIds", both())]),
        daily("CLOTH", SHIRT),
        daily("CLOTH", JEANS),
        daily("TPL", OUTFIT),
        put(&[
            ("PK", format!("W#{WARDROBE}#HIST").into()),
            ("SK", format!("HIST#{RECORD}").into()),
            ("historyId", RECORD.into()),
            ("createdAt", CREATED.into()),
            ("date", "20260103".into()),
            ("templateId", OUTFIT.into()),
            ("clothingIds", both()),
            ("historyDateSk", format!("DATE#20260103#{RECORD}").into()),
        ]),
    ]
}

#[test]
fn what_the_letter_of_the_design_allows_is_at_home_everywhere() {
    place::both_holding(&DESIGN, items, |place| {
        let server = place.start(&[]);
        let closet = Closet { server: &server, id: WARDROBE.to_owned() };
        assert_eq!(closet.get("")["name"], "持ってきた服");
        for list in
            ["/clothing", "/clothing?sort=wear", "/clothing?sort=lastWorn", "/clothing?genre=others", "/clothing?genre=others&sort=wear"]
        {
            let mut found = closet.all(list, "name");
            found.sort();
            assert_eq!(found, ["デニム", "藍のシャツ"], "{list}");
        }
        assert_eq!(closet.all("/clothing?genre=tops", "name"), Vec::<String>::new());
        assert_eq!(closet.all(&format!("/clothing?q={}", escaped("ｼｬﾂ")), "name"), ["藍のシャツ"]);
        assert_eq!(closet.all(&format!("/templates?q={}", escaped("イツモ")), "templateId"), [OUTFIT]);
        assert_eq!(closet.all("/histories", "historyId"), [RECORD]);
        let shirt = closet.clothing(SHIRT);
        assert_eq!((&shirt["genre"], &shirt["tagIds"], &shirt["imageKey"]), (&json!("others"), &json!([]), &json!(null)));
        assert_eq!(closet.get(&format!("/templates/{OUTFIT}"))["clothingItems"].as_array().map(Vec::len), Some(2));
        assert_eq!(closet.get(&format!("/histories/{RECORD}"))["templateId"], OUTFIT);
        closet.get("/recommendations/clothing");

        let home = format!("/wardrobe/{WARDROBE}");
        for page in [
            "",
            "/clothes",
            "/clothes?genre=others",
            "/outfits",
            "/histories",
            "/bin",
            "/statistics",
            "/review",
            "/record/combination",
            "/record/outfit",
            "/history.csv",
        ] {
            server.get(&format!("{home}{page}")).expect(200);
        }
        for page in ["/clothes/", "/outfits/"] {
            let id = if page == "/clothes/" { SHIRT } else { OUTFIT };
            server.get(&format!("{home}{page}{id}")).expect(200);
            server.get(&format!("{home}{page}{id}/edit")).expect(200);
        }
        server.get(&format!("{home}/histories/{RECORD}")).expect(200);
        assert!(server.get(&format!("{home}/clothes")).expect(200).text().contains("藍のシャツ"));

        let worn = closet.wear_outfit("20260105", OUTFIT);
        assert_eq!(closet.worn(SHIRT), (2, json!("20260105")));
        closet.patch(&format!("/clothing/{SHIRT}"), &json!({ "name": "白いシャツ", "genre": "tops" })).expect(204);
        closet.patch(&format!("/templates/{OUTFIT}"), &json!({ "name": "外出", "clothingIds": [SHIRT] })).expect(204);
        assert_eq!(closet.all("/clothing?genre=tops", "name"), ["白いシャツ"]);
        for (list, id) in [("/clothing", JEANS), ("/templates", OUTFIT)] {
            let at = format!("{list}/{id}");
            closet.delete(&at).expect(204);
            assert_eq!(text(&closet.get(&at)["status"]), "DELETED");
            closet.post(&format!("{at}/restore"), &json!({})).expect(204);
        }
        for record in [RECORD, &worn] {
            closet.delete(&format!("/histories/{record}")).expect(204);
        }
        assert_eq!(closet.worn(SHIRT), (0, json!(null)));
        place.run(&["check", "wardrobe"]).succeeded();
    });
}
