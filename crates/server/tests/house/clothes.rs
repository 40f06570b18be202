//! `/wardrobes/{wid}/clothing`.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::closet::{Closet, NO_GARMENT, days_before, escaped, spelled, text};
use crate::place;

/// Twelve garments of three genres; some worn, some more than once.
fn filled(closet: &Closet<'_>) -> Vec<String> {
    let today = closet.today();
    let genres = ["tops", "bottoms", "others"];
    let tags = [json!(["season:summer"]), json!([]), json!(["season:winter", "season:all"])];
    let make = |at: usize| json!({ "name": format!("服{at}"), "genre": genres[at % 3], "tagIds": tags[at % 3] });
    let garments: Vec<_> = (0..12).map(|at| closet.garment_of(&make(at))).collect();
    for (at, garment) in garments.iter().enumerate() {
        for time in 0..at % 4 {
            closet.wear(&days_before(today, (at + time) as i64), std::slice::from_ref(garment));
        }
    }
    garments
}

#[test]
fn lists_come_in_every_order_and_page_by_page() {
    place::both(|place| {
        let server = place.start(&[]);
        let closet = Closet::make(&server);
        let garments = filled(&closet);
        for sort in ["created", "wear", "lastWorn"] {
            for order in ["asc", "desc"] {
                for (genre, count) in [("", 12), ("&genre=tops", 4), ("&genre=bottoms", 4)] {
                    let list = format!("/clothing?sort={sort}&order={order}{genre}");
                    let pages = closet.pages(&format!("{list}&limit=5"));
                    let sizes: Vec<_> = pages.iter().map(Vec::len).collect();
                    assert_eq!(sizes, if count == 12 { vec![5, 5, 2] } else { vec![4] }, "{list}");
                    let items = pages.concat();
                    let ids: BTreeSet<_> = items.iter().map(|item| text(&item["clothingId"])).collect();
                    assert_eq!(ids.len(), count, "{list}: each once");
                    let field = match sort {
                        "created" => "createdAt",
                        "wear" => "wearCount",
                        _ => "lastWornAt",
                    };
                    let keys: Vec<_> = items.iter().map(|item| (item[field].as_u64().unwrap(), text(&item["clothingId"]))).collect();
                    let mut sorted = keys.clone();
                    sorted.sort();
                    if order == "desc" {
                        sorted.reverse();
                    }
                    assert_eq!(keys, sorted, "{list}");
                    assert_eq!(closet.pages(&list).concat(), items, "{list}: one page says the same as three");
                }
            }
        }
        assert_eq!(closet.all("/clothing", "clothingId"), closet.all("/clothing?sort=created&order=desc", "clothingId"), "the default");
        // As many as fit on the pages: no page follows.
        assert_eq!(closet.pages("/clothing?limit=6").len(), 2);
        assert_eq!(closet.pages("/clothing?limit=12").len(), 1);
        assert_eq!(garments.len(), 12);
    });
}

#[test]
fn searches_see_through_width_case_and_kana() {
    place::both(|place| {
        let server = place.start(&[]);
        let closet = Closet::make(&server);
        let shirt = closet.garment_of(&json!({ "name": "藍のリネンシャツ", "genre": "tops", "tagIds": ["season:summer"] }));
        let western = closet.garment_of(&json!({ "name": "Ｏxford ｼｬﾂ", "genre": "tops" }));
        let pleated = closet.garment_of(&json!({ "name": "紺のスカート", "genre": "bottoms", "tagIds": ["season:summer", "season:all"] }));
        let find = |query: &str| closet.all(&format!("/clothing?order=asc&{query}"), "clothingId").into_iter().collect::<BTreeSet<_>>();
        let set = |ids: &[&String]| ids.iter().map(|id| (*id).clone()).collect::<BTreeSet<_>>();
        for spelling in ["シャツ", "ｼｬﾂ", "しゃつ", " シャツ "] {
            assert_eq!(find(&format!("q={}", escaped(spelling))), set(&[&shirt, &western]), "{spelling}");
        }
        assert_eq!(find("q=OXFORD"), set(&[&western]));
        assert_eq!(find(&format!("q={}", escaped("ガ"))), set(&[]));
        assert_eq!(find("q="), set(&[&shirt, &western, &pleated]), "nothing to search for is everything");
        assert_eq!(find("tag=season:summer"), set(&[&shirt, &pleated]));
        assert_eq!(find("tag=season%3Aall"), set(&[&pleated]));
        assert_eq!(find("tag=season:summer&genre=tops&sort=wear"), set(&[&shirt]));
        assert_eq!(find(&format!("q={}&tag=season:summer", escaped("のす"))), set(&[&pleated]));
        // What an edit changes is found by its new name.
        closet.patch(&format!("/clothing/{shirt}"), &json!({ "name": "ブラウス", "tagIds": [] })).expect(204);
        assert_eq!(find(&format!("q={}", escaped("シャツ"))), set(&[&western]));
        assert_eq!(find("tag=season:summer"), set(&[&pleated]));
        let long = escaped(&"あ".repeat(41));
        server.get(&closet.at(&format!("/clothing?q={long}"))).problem(400, "wardrobe.search_too_long", Some("q"));
    });
}

#[test]
fn a_search_goes_on_from_page_to_page() {
    let place = place::embedded();
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    let garments = filled(&closet);
    let pages = closet.pages("/clothing?tag=season:summer&limit=3&order=asc");
    let found: Vec<_> = pages.concat().iter().map(|item| text(&item["clothingId"])).collect();
    let expected: Vec<_> = garments.iter().step_by(3).cloned().collect();
    assert_eq!(found, expected);
    assert!(pages.iter().all(|page| page.len() <= 3));
}

#[test]
fn a_cursor_belongs_to_its_list() {
    place::both(|place| {
        let server = place.start(&[]);
        let closet = Closet::make(&server);
        let other = Closet::make(&server);
        filled(&closet);
        let garments = other.garments(3);
        let outfits: Vec<_> = (0..3).map(|_| other.outfit("仕事", &garments)).collect();
        assert_eq!(outfits.len(), 3);
        let cursor = text(&closet.get("/clothing?limit=2")["nextCursor"]);
        closet.get(&format!("/clothing?limit=2&cursor={cursor}"));
        closet.get(&format!("/clothing?limit=50&cursor={cursor}"));
        let misused = [
            closet.at(&format!("/clothing?limit=2&order=asc&cursor={cursor}")),
            closet.at(&format!("/clothing?limit=2&sort=wear&cursor={cursor}")),
            closet.at(&format!("/clothing?limit=2&genre=tops&cursor={cursor}")),
            closet.at(&format!("/clothing?limit=2&q=a&cursor={cursor}")),
            closet.at(&format!("/clothing?limit=2&tag=season:all&cursor={cursor}")),
            closet.at(&format!("/clothing?limit=2&status=DELETED&cursor={cursor}")),
            closet.at(&format!("/templates?limit=2&cursor={cursor}")),
            closet.at(&format!("/histories?limit=2&cursor={cursor}")),
            other.at(&format!("/clothing?limit=2&cursor={cursor}")),
            closet.at("/clothing?cursor=nonsense"),
            closet.at("/clothing?cursor="),
            closet.at(&format!("/clothing?cursor={}", &cursor[1..])),
        ];
        for address in misused {
            server.get(&address).problem(400, "wardrobe.invalid_cursor", Some("cursor"));
        }
        assert!(!cursor.contains(&closet.id), "a cursor gives nothing away");
        let id = closet.id.clone();
        drop(server);
        let server = place.start(&[]);
        let closet = Closet { server: &server, id };
        closet.get(&format!("/clothing?limit=2&cursor={cursor}"));
    });
}

#[test]
fn an_edit_changes_what_it_names_and_nothing_else() {
    place::both(|place| {
        let server = place.start(&[]);
        let closet = Closet::make(&server);
        let today = spelled(closet.today());
        let (key, picture) = closet.picture();
        let id = closet.garment_of(&json!({ "name": "シャツ", "genre": "tops", "imageKey": key, "tagIds": ["season:all"] }));
        closet.wear(&today, std::slice::from_ref(&id));
        let at = format!("/clothing/{id}");
        let mut expected = closet.clothing(&id);
        let mut step = |edit: Value, changes: Value| {
            closet.patch(&at, &edit).expect(204);
            for (field, value) in changes.as_object().unwrap() {
                expected[field] = value.clone();
            }
            assert_eq!(closet.clothing(&id), expected, "{edit}");
        };
        step(json!({ "name": " ブラウス " }), json!({ "name": "ブラウス" }));
        step(json!({ "genre": "others" }), json!({ "genre": "others" }));
        step(json!({ "tagIds": ["season:spring", "season:autumn"] }), json!({ "tagIds": ["season:spring", "season:autumn"] }));
        step(json!({ "tagIds": [] }), json!({ "tagIds": [] }));
        step(json!({ "imageKey": key }), json!({}));
        step(json!({ "imageKey": null }), json!({ "imageKey": null, "picture": null }));
        step(json!({}), json!({}));
        let (other_key, other) = closet.picture();
        step(json!({ "imageKey": other_key, "name": "上着" }), json!({ "imageKey": other_key, "picture": other, "name": "上着" }));
        assert_eq!(closet.all("/clothing?genre=others", "clothingId"), [id.as_str()], "the genre's list has moved along");
        assert_eq!(closet.all("/clothing?genre=tops", "clothingId"), Vec::<String>::new());
        server.get(&format!("/wardrobe/v1/pictures/{picture}/160.jpg")).expect(200);

        // What is in the bin stays as it is.
        closet.delete(&at).expect(204);
        for edit in [json!({ "name": "x" }), json!({ "imageKey": null }), json!({})] {
            closet.patch(&at, &edit).problem(404, "wardrobe.not_found", None);
        }
        assert_eq!(closet.clothing(&id)["name"], "上着");
        closet.delete(&at).problem(404, "wardrobe.not_found", None);
        closet.post(&format!("{at}/restore"), &json!({})).expect(204);
        closet.post(&format!("{at}/restore"), &json!({})).problem(404, "wardrobe.not_found", None);
    });
}

#[test]
fn wears_are_days_of_a_period() {
    let place = place::embedded();
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    let today = closet.today();
    let garments = closet.garments(1);
    let outfit = closet.outfit("仕事", &garments);
    closet.wear_outfit(&days_before(today, 1), &outfit);
    closet.wear(&days_before(today, 1), &garments);
    closet.wear(&days_before(today, 40), &garments);
    closet.wear(&days_before(today, 500), &garments);
    let at = format!("/clothing/{}/wears", garments[0]);
    let year = closet.get(&at);
    let days = json!([{ "date": days_before(today, 40), "count": 1 }, { "date": days_before(today, 1), "count": 2 }]);
    assert_eq!((&year["days"], &year["total"]), (&days, &json!(3)));
    let all = closet.get(&format!("{at}?from=20000101"));
    assert_eq!(all["total"], 4);
    let one = closet.get(&format!("{at}?from={0}&to={0}", days_before(today, 40)));
    assert_eq!((&one["total"], &one["from"], &one["to"]), (&json!(1), &json!(days_before(today, 40)), &json!(days_before(today, 40))));
    assert_eq!(closet.get(&format!("/templates/{outfit}/wears"))["total"], 1);
    let backwards = closet.at(&format!("{at}?from=20260102&to=20260101"));
    server.get(&backwards).problem(400, "wardrobe.period", Some("from"));
    server.get(&closet.at(&format!("{at}?from=20260230"))).problem(400, "http.invalid_parameter", Some("from"));
    server.get(&closet.at(&format!("/clothing/{NO_GARMENT}/wears"))).problem(404, "wardrobe.not_found", None);
}
