//! `/wardrobes`, the last week, recommendations, and a whole life from the first garment to the bin and back.

use serde_json::{Value, json};

use crate::closet::{Closet, NO_WARDROBE, days_before, spelled, text};
use crate::place;

#[test]
fn a_wardrobe_is_made_opened_and_renamed() {
    place::both(|place| {
        let server = place.start(&[]);
        let made = server.post("/wardrobe/v1/wardrobes", &json!({ "name": "  茶の間 " })).expect(201);
        let id = text(&made.json()["wardrobeId"]);
        assert!(id.starts_with("wd_") && id.len() == 39, "{id}");
        let closet = Closet { server: &server, id };
        let opened = closet.get("");
        assert_eq!(opened["name"], "茶の間");
        assert!(opened["createdAt"].as_u64().is_some_and(|at| at > 1_790_000_000_000));
        closet.patch("", &json!({ "name": "二階の服" })).expect(204);
        assert_eq!(closet.get("")["name"], "二階の服", "the new name shows at once");
        let id = closet.id.clone();
        drop(server);

        let server = place.start(&[]);
        assert_eq!(Closet { server: &server, id }.get("")["name"], "二階の服", "it outlives the server");
    });
}

#[test]
fn names_have_one_to_forty_characters() {
    let place = place::embedded();
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    let garment = closet.garment("シャツ");
    let outfit = closet.outfit("仕事", &closet.garments(1));
    let cases = [
        ("", "wardrobe.name_empty"),
        (" \u{3000}\t", "wardrobe.name_empty"),
        (&"着".repeat(41), "wardrobe.name_too_long"),
        ("二\n行", "wardrobe.name_control"),
    ];
    for (name, code) in cases {
        let body = json!({ "name": name });
        server.post("/wardrobe/v1/wardrobes", &body).problem(400, code, Some("name"));
        closet.patch("", &body).problem(400, code, Some("name"));
        closet.patch(&format!("/clothing/{garment}"), &body).problem(400, code, Some("name"));
        closet.patch(&format!("/templates/{outfit}"), &body).problem(400, code, Some("name"));
        closet.post("/clothing", &json!({ "name": name, "genre": "tops" })).problem(400, code, Some("name"));
        closet.post("/templates", &json!({ "name": name, "clothingIds": [garment] })).problem(400, code, Some("name"));
    }
    for name in ["x".to_owned(), "着".repeat(40), "👗".repeat(40)] {
        closet.patch("", &json!({ "name": name })).expect(204);
        assert_eq!(closet.get("")["name"], *name);
        let garment = closet.garment(&name);
        assert_eq!(closet.clothing(&garment)["name"], *name);
    }
}

#[test]
fn a_whole_life() {
    place::both(|place| {
        let server = place.start(&[]);
        let closet = Closet::make(&server);
        let today = closet.today();

        // A photographed shirt and five more garments.
        let (key, picture) = closet.picture();
        let shirt = json!({ "name": "藍のリネンシャツ", "genre": "tops", "imageKey": key, "tagIds": ["season:summer", "season:all"] });
        let mut garments = vec![closet.garment_of(&shirt)];
        garments.extend(closet.garments(5));
        let shirt = closet.clothing(&garments[0]);
        assert_eq!((&shirt["imageKey"], &shirt["picture"]), (&json!(key), &json!(picture)));
        assert_eq!((&shirt["status"], &shirt["wearCount"], &shirt["lastWornAt"]), (&json!("ACTIVE"), &json!(0), &json!(0)));
        assert_eq!((&shirt["lastWorn"], &shirt["deletedAt"]), (&Value::Null, &Value::Null));
        assert_eq!(shirt["tagIds"], json!(["season:summer", "season:all"]));
        for size in ["160.jpg", "640.jpg", "1600.jpg"] {
            let shown = server.get(&format!("/wardrobe/v1/pictures/{picture}/{size}")).expect(200);
            assert_eq!(shown.header("content-type"), Some("image/jpeg"));
        }

        // An outfit of six shows four and says that there are two more.
        let outfit = closet.outfit("図書館の日", &garments);
        let card = closet.get("/templates")["items"][0].clone();
        assert_eq!((&card["name"], &card["moreCount"]), (&json!("図書館の日"), &json!(2)));
        let thumbs: Vec<_> = card["thumbs"].as_array().unwrap().iter().map(|thumb| text(&thumb["clothingId"])).collect();
        assert_eq!(thumbs, garments[..4]);
        assert_eq!(card["thumbs"][0]["picture"], json!(picture));
        assert_eq!(card["thumbs"][1]["picture"], Value::Null);

        // Worn today as an outfit, and yesterday as a combination.
        let by_outfit = closet.wear_outfit(&spelled(today), &outfit);
        let by_hand = closet.wear(&days_before(today, 1), &garments[..2]);
        let week = closet.get("/week");
        let items = week["items"].as_array().unwrap();
        assert_eq!(items.len(), 2);
        assert_eq!((&items[0]["historyId"], &items[1]["historyId"]), (&json!(by_outfit), &json!(by_hand)), "the newest day first");
        assert_eq!((&items[0]["inputType"], &items[1]["inputType"]), (&json!("template"), &json!("combination")));
        assert_eq!((&items[0]["name"], &items[1]["name"]), (&json!("図書館の日"), &Value::Null));
        assert_eq!((&items[0]["templateId"], &items[0]["templateStatus"]), (&json!(outfit), &json!("ACTIVE")));
        assert_eq!((&items[1]["templateId"], &items[1]["templateStatus"]), (&Value::Null, &Value::Null));
        assert_eq!((&items[0]["moreCount"], &items[1]["moreCount"]), (&json!(2), &json!(0)));
        assert_eq!(closet.all("/histories", "historyId"), [by_outfit.clone(), by_hand.clone()]);
        let detail = closet.get(&format!("/histories/{by_outfit}"));
        let shown: Vec<_> = detail["clothingItems"].as_array().unwrap().iter().map(|item| text(&item["clothingId"])).collect();
        assert_eq!(shown, garments, "all six, in their order");
        assert_eq!(detail["clothingItems"][0]["wearCount"], 2);
        assert_eq!((&detail["name"], &detail["templateStatus"]), (&json!("図書館の日"), &json!("ACTIVE")));

        // Counted, and uncounted when the record goes.
        assert_eq!(closet.worn(&garments[0]), (2, json!(spelled(today))));
        assert_eq!(closet.worn(&garments[5]), (1, json!(spelled(today))));
        let counted = closet.get(&format!("/templates/{outfit}"));
        assert_eq!((&counted["wearCount"], &counted["lastWorn"]), (&json!(1), &json!(spelled(today))));
        closet.delete(&format!("/histories/{by_outfit}")).expect(204);
        closet.delete(&format!("/histories/{by_outfit}")).problem(404, "wardrobe.not_found", None);
        assert_eq!(closet.worn(&garments[0]), (1, json!(days_before(today, 1))));
        assert_eq!(closet.worn(&garments[5]), (0, Value::Null));
        let counted = closet.get(&format!("/templates/{outfit}"));
        assert_eq!((&counted["wearCount"], &counted["lastWornAt"], &counted["lastWorn"]), (&json!(0), &json!(0), &Value::Null));
        assert_eq!(closet.all("/histories", "historyId"), [by_hand.as_str()]);

        // Into the bin: gone from the list, flagged where it is still shown.
        closet.delete(&format!("/clothing/{}", garments[0])).expect(204);
        assert!(!closet.all("/clothing", "clothingId").contains(&garments[0]));
        assert_eq!(closet.all("/clothing?status=DELETED", "clothingId"), [garments[0].clone()]);
        let binned = closet.clothing(&garments[0]);
        assert_eq!(binned["status"], "DELETED");
        assert!(binned["deletedAt"].as_u64().is_some());
        let flagged = closet.get(&format!("/templates/{outfit}"));
        assert_eq!((&flagged["thumbs"][0]["status"], &flagged["clothingItems"][0]["status"]), (&json!("DELETED"), &json!("DELETED")));
        assert_eq!(closet.get(&format!("/histories/{by_hand}"))["thumbs"][0]["status"], "DELETED");

        // And back.
        closet.post(&format!("/clothing/{}/restore", garments[0]), &json!({})).expect(204);
        assert_eq!(closet.all("/clothing?status=DELETED", "clothingId"), Vec::<String>::new());
        assert_eq!(closet.all("/clothing", "clothingId").len(), 6);
        let back = closet.clothing(&garments[0]);
        assert_eq!((&back["status"], &back["deletedAt"], &back["wearCount"]), (&json!("ACTIVE"), &Value::Null, &json!(1)));

        // The outfit, too, goes and comes; its record goes on showing its name.
        let by_outfit = closet.wear_outfit(&spelled(today), &outfit);
        closet.delete(&format!("/templates/{outfit}")).expect(204);
        closet.delete(&format!("/templates/{outfit}")).problem(404, "wardrobe.not_found", None);
        let detail = closet.get(&format!("/histories/{by_outfit}"));
        assert_eq!((&detail["name"], &detail["templateStatus"]), (&json!("図書館の日"), &json!("DELETED")));
        assert_eq!(closet.all("/templates?status=DELETED", "templateId"), [outfit.as_str()]);
        closet.post(&format!("/templates/{outfit}/restore"), &json!({})).expect(204);
        assert_eq!(closet.all("/templates", "templateId"), [outfit]);
    });
}

#[test]
fn a_week_is_today_and_the_six_days_before() {
    let place = place::embedded();
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    let today = closet.today();
    let garments = closet.garments(1);
    for back in [-1, 0, 3, 6, 7, 30] {
        closet.wear(&days_before(today, back), &garments);
    }
    let week = closet.get("/week");
    assert_eq!((&week["from"], &week["to"]), (&json!(days_before(today, 6)), &json!(spelled(today))));
    let days: Vec<_> = week["items"].as_array().unwrap().iter().map(|item| text(&item["date"])).collect();
    assert_eq!(days, [0, 3, 6].map(|back| days_before(today, back)));
    // Kiritimati is five hours ahead of Tokyo: its day is the same or the next.
    let ahead = text(&closet.get("/week?tz=Pacific/Kiritimati")["to"]);
    assert!([spelled(today), days_before(today, -1)].contains(&ahead), "{ahead}");
    server.get(&closet.at("/week?tz=Moon/Base")).problem(400, "http.unknown_zone", Some("tz"));
}

#[test]
fn recommendations_are_of_the_season_and_longest_unworn_first() {
    let place = place::embedded();
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    let today = closet.today();
    let (season, other) = match today.month() {
        3..=5 => ("season:spring", "season:autumn"),
        6..=8 => ("season:summer", "season:winter"),
        9..=11 => ("season:autumn", "season:spring"),
        _ => ("season:winter", "season:summer"),
    };
    let add = |name: &str, genre: &str, tags: &[&str]| closet.garment_of(&json!({ "name": name, "genre": genre, "tagIds": tags }));
    let often = add("よく着る", "tops", &[season]);
    let rarely = add("ときどき", "tops", &["season:all"]);
    let never = add("まだ", "tops", &[season, other]);
    let trousers = add("ズボン", "bottoms", &["season:all"]);
    for (genre, tags) in [("tops", &[other][..]), ("tops", &[]), ("others", &[season])] {
        add("ちがう", genre, tags);
    }
    let binned = add("捨てた", "bottoms", &[season]);
    closet.delete(&format!("/clothing/{binned}")).expect(204);
    closet.wear(&days_before(today, 1), std::slice::from_ref(&often));
    closet.wear(&days_before(today, 9), std::slice::from_ref(&rarely));
    let given = closet.get("/recommendations/clothing");
    let ids = |of: &str| given["items"][of].as_array().unwrap().iter().map(|item| text(&item["clothingId"])).collect::<Vec<_>>();
    assert_eq!((ids("tops"), ids("bottoms")), (vec![never, rarely], vec![trousers]));
    assert_eq!((&given["season"], &given["seasonTagIds"]), (&json!(season), &json!([season, "season:all"])));
}

#[test]
fn nothing_works_on_a_wardrobe_that_is_not_there() {
    let place = place::embedded();
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    for id in [NO_WARDROBE, "wd_", "nonsense", &closet.id.to_uppercase(), &closet.id.replace("wd_", "cl_"), "..%2f..%2fetc"] {
        let nowhere = Closet { server: &server, id: id.to_owned() };
        for rest in ["", "/clothing", "/templates", "/histories", "/week", "/recommendations/clothing"] {
            server.get(&nowhere.at(rest)).problem(404, "wardrobe.not_found", None);
        }
        nowhere.post("/clothing", &json!({ "name": "シャツ", "genre": "tops" })).problem(404, "wardrobe.not_found", None);
        nowhere.patch("", &json!({ "name": "別の名" })).problem(404, "wardrobe.not_found", None);
    }
}
