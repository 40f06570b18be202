//! `/wardrobes/{wid}/templates`: outfits.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::closet::{Closet, NO_GARMENT, days_before, escaped, spelled, text};
use crate::place;

#[test]
fn a_card_shows_four_garments_and_counts_the_rest() {
    place::both(|place| {
        let server = place.start(&[]);
        let closet = Closet::make(&server);
        let garments = closet.garments(20);
        for count in [1, 4, 5, 20] {
            let outfit = closet.outfit(&format!("{count}着"), &garments[..count]);
            let detail = closet.get(&format!("/templates/{outfit}"));
            let ids = |list: &Value| list.as_array().unwrap().iter().map(|item| text(&item["clothingId"])).collect::<Vec<_>>();
            assert_eq!(ids(&detail["thumbs"]), garments[..count.min(4)]);
            assert_eq!(detail["moreCount"], count.saturating_sub(4));
            assert_eq!(ids(&detail["clothingItems"]), garments[..count]);
            assert_eq!(detail["clothingIds"], json!(garments[..count]));
            let card = closet.get("/templates?limit=1")["items"][0].clone();
            assert_eq!((&card["templateId"], &card["thumbs"]), (&json!(outfit), &detail["thumbs"]), "the list says the same");
        }
        // Twenty garments and their outfit are the largest transaction there is.
        let today = spelled(closet.today());
        let largest = closet.all("/templates?limit=1", "templateId")[0].clone();
        let record = closet.wear_outfit(&today, &largest);
        assert!(garments.iter().all(|garment| closet.worn(garment) == (1, json!(today))));
        closet.delete(&format!("/histories/{record}")).expect(204);
        assert!(garments.iter().all(|garment| closet.worn(garment) == (0, Value::Null)));
    });
}

#[test]
fn an_outfit_holds_one_to_twenty_garments_in_use_each_once() {
    let place = place::embedded();
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    let stranger = Closet::make(&server).garment("よその服");
    let garments = closet.garments(21);
    closet.delete(&format!("/clothing/{}", garments[20])).expect(204);
    let outfit = closet.outfit("仕事", &garments[..2]);
    let twice = [garments[0].clone(), garments[1].clone(), garments[0].clone()];
    let many: Vec<_> = (0..21).map(|at| NO_GARMENT.replace("0000000", &format!("{at:07}"))).collect();
    let cases: [(&[String], u16, &str, Option<&str>); 6] = [
        (&[], 400, "wardrobe.no_garments", Some("clothingIds")),
        (&many, 400, "wardrobe.too_many_garments", Some("clothingIds")),
        (&twice, 409, "wardrobe.garment_twice", Some("clothingIds")),
        (&[garments[0].clone(), NO_GARMENT.to_owned()], 404, "wardrobe.not_found", None),
        (&[garments[0].clone(), stranger], 404, "wardrobe.not_found", None),
        (&[garments[0].clone(), garments[20].clone()], 404, "wardrobe.not_found", None),
    ];
    for (ids, status, code, field) in cases {
        closet.post("/templates", &json!({ "name": "夏", "clothingIds": ids })).problem(status, code, field);
        closet.patch(&format!("/templates/{outfit}"), &json!({ "clothingIds": ids })).problem(status, code, field);
    }
    assert_eq!(closet.all("/templates", "templateId"), [outfit.as_str()], "nothing was written");
    assert_eq!(closet.get(&format!("/templates/{outfit}"))["clothingIds"], json!(garments[..2]));
}

#[test]
fn an_edit_replaces_the_garments_and_leaves_records_alone() {
    place::both(|place| {
        let server = place.start(&[]);
        let closet = Closet::make(&server);
        let today = spelled(closet.today());
        let garments = closet.garments(3);
        let outfit = closet.outfit("仕事", &garments[..2]);
        let record = closet.wear_outfit(&today, &outfit);
        let turned = [garments[2].clone(), garments[0].clone()];
        let edit = json!({ "name": "会食", "clothingIds": turned, "tagIds": ["season:winter"] });
        closet.patch(&format!("/templates/{outfit}"), &edit).expect(204);
        let after = closet.get(&format!("/templates/{outfit}"));
        assert_eq!((&after["name"], &after["clothingIds"]), (&json!("会食"), &json!(turned)));
        assert_eq!((&after["tagIds"], &after["wearCount"]), (&json!(["season:winter"]), &json!(1)));
        let kept = closet.get(&format!("/histories/{record}"));
        assert_eq!((&kept["clothingIds"], &kept["name"]), (&json!(garments[..2]), &json!("会食")));
        closet.delete(&format!("/histories/{record}")).expect(204);
        assert_eq!(closet.worn(&garments[1]), (0, Value::Null), "what was counted is uncounted");
        assert_eq!(closet.worn(&garments[2]), (0, Value::Null));

        closet.patch(&format!("/templates/{outfit}"), &json!({})).expect(204);
        closet.delete(&format!("/templates/{outfit}")).expect(204);
        closet.patch(&format!("/templates/{outfit}"), &json!({ "name": "x" })).problem(404, "wardrobe.not_found", None);
        closet.post("/histories", &json!({ "date": today, "templateId": outfit })).problem(404, "wardrobe.not_found", None);
        closet.post(&format!("/templates/{outfit}/restore"), &json!({})).expect(204);
        closet.post(&format!("/templates/{outfit}/restore"), &json!({})).problem(404, "wardrobe.not_found", None);
        closet.wear_outfit(&today, &outfit);
    });
}

#[test]
fn lists_sort_search_and_page() {
    place::both(|place| {
        let server = place.start(&[]);
        let closet = Closet::make(&server);
        let today = closet.today();
        let garments = closet.garments(2);
        let make = |at: usize| {
            let tags = if at.is_multiple_of(2) { json!(["season:all"]) } else { json!([]) };
            let ids = if at < 3 { &garments[..1] } else { &garments[..] };
            let made = closet.post("/templates", &json!({ "name": format!("コーデ{at}"), "clothingIds": ids, "tagIds": tags }));
            text(&made.expect(201).json()["templateId"])
        };
        let outfits: Vec<_> = (0..7).map(make).collect();
        for (at, outfit) in outfits.iter().enumerate() {
            for time in 0..at % 3 {
                closet.wear_outfit(&days_before(today, (at + time) as i64), outfit);
            }
        }
        for (sort, field) in [("created", "createdAt"), ("wear", "wearCount"), ("lastWorn", "lastWornAt")] {
            for order in ["asc", "desc"] {
                let pages = closet.pages(&format!("/templates?sort={sort}&order={order}&limit=3"));
                assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3, 1]);
                let keys: Vec<_> = pages.concat().iter().map(|item| (item[field].as_u64().unwrap(), text(&item["templateId"]))).collect();
                let mut sorted = keys.clone();
                sorted.sort();
                if order == "desc" {
                    sorted.reverse();
                }
                assert_eq!(keys, sorted, "{sort} {order}");
            }
        }
        let find = |query: &str| closet.all(&format!("/templates?{query}"), "templateId").into_iter().collect::<BTreeSet<_>>();
        assert_eq!(find(&format!("q={}", escaped("ｺｰﾃﾞ3"))), BTreeSet::from([outfits[3].clone()]));
        assert_eq!(find("tag=season:all").len(), 4);
        assert_eq!(find(&format!("clothingId={}", garments[1])).len(), 4, "the outfits that a garment is in");
        assert_eq!(find(&format!("clothingId={NO_GARMENT}")).len(), 0);
    });
}
