//! `/wardrobes/{wid}/histories`: records and what they count.

use std::thread;

use serde_json::{Value, json};

use crate::closet::{Closet, NO_GARMENT, NO_OUTFIT, days_before, spelled, text};
use crate::place;
use crate::visitor::Visitor;

#[test]
fn the_last_day_is_kept_through_records_and_removals() {
    place::both(|place| {
        let server = place.start(&[]);
        let closet = Closet::make(&server);
        let garment = closet.garments(1);
        let a = &garment[0];
        let worn = |count: u64, last: &str| assert_eq!(closet.worn(a), (count, json!(last)));
        // Worn on the first and the third; the third goes.
        let first = closet.wear("20260101", &garment);
        let third = closet.wear("20260103", &garment);
        worn(2, "20260103");
        closet.delete(&format!("/histories/{third}")).expect(204);
        worn(1, "20260101");
        // Twice on one day; one goes.
        let third = closet.wear("20260103", &garment);
        let again = closet.wear("20260103", &garment);
        worn(3, "20260103");
        closet.delete(&format!("/histories/{third}")).expect(204);
        worn(2, "20260103");
        let days = closet.get(&format!("/clothing/{a}/wears?from=20260103&to=20260103"));
        assert_eq!(days["days"], json!([{ "date": "20260103", "count": 1 }]));
        // An earlier day recorded later moves nothing.
        let earlier = closet.wear("20251231", &garment);
        worn(3, "20260103");
        // All gone: never worn.
        for record in [first, again, earlier] {
            closet.delete(&format!("/histories/{record}")).expect(204);
        }
        assert_eq!(closet.worn(a), (0, Value::Null));
        assert_eq!(closet.get(&format!("/clothing/{a}/wears?from=20000101"))["days"], json!([]));
        assert_eq!(closet.clothing(a)["lastWornAt"], 0);
    });
}

#[test]
fn records_of_one_garment_at_once_all_count() {
    place::both(|place| {
        let server = place.start(&[]);
        let closet = Closet::make(&server);
        let garment = closet.garments(1);
        let today = spelled(closet.today());
        let records: Vec<String> = thread::scope(|scope| {
            let writers: Vec<_> = (0..20).map(|_| scope.spawn(|| closet.wear(&today, &garment))).collect();
            writers.into_iter().map(|writer| writer.join().unwrap()).collect()
        });
        assert_eq!(closet.worn(&garment[0]), (20, json!(today)));
        let at = format!("/histories/{}", records[0]);
        let twice: Vec<u16> = thread::scope(|scope| {
            let removers: Vec<_> = (0..2).map(|_| scope.spawn(|| closet.delete(&at).status)).collect();
            removers.into_iter().map(|remover| remover.join().unwrap()).collect()
        });
        assert_eq!(twice.iter().sum::<u16>(), 204 + 404, "one of two removals finds nothing: {twice:?}");
        assert_eq!(closet.worn(&garment[0]).0, 19);
        place.run(&["wardrobe", "check"]).succeeded();
    });
}

#[test]
fn records_are_listed_by_day() {
    place::both(|place| {
        let server = place.start(&[]);
        let closet = Closet::make(&server);
        let garments = closet.garments(5);
        let days = ["20260103", "20260101", "20260105", "20260103", "20251224", "20260104", "20260102"];
        let records: Vec<_> = days.iter().map(|day| closet.wear(day, &garments)).collect();
        let listed = |query: &str| closet.all(&format!("/histories?{query}"), "date");
        let mut sorted = days.map(str::to_owned).to_vec();
        sorted.sort();
        assert_eq!(listed("order=asc"), sorted);
        sorted.reverse();
        assert_eq!(listed("order=desc&limit=2"), sorted, "page by page");
        assert_eq!(listed("limit=7"), sorted);
        assert_eq!(listed("from=20260103&to=20260103"), ["20260103", "20260103"], "both ends are meant");
        assert_eq!(listed("from=20260104"), ["20260105", "20260104"]);
        assert_eq!(listed("to=20260101"), ["20260101", "20251224"]);
        assert_eq!(listed("from=20260106"), Vec::<String>::new());
        let pages = closet.pages("/histories?from=20260101&to=20260103&limit=3");
        assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [3, 1]);
        let card = &pages[0][0];
        assert_eq!((&card["moreCount"], &card["clothingIds"]), (&json!(1), &json!(garments)));
        let detail = closet.get(&format!("/histories/{}", records[2]));
        assert_eq!((&detail["date"], &detail["inputType"]), (&json!("20260105"), &json!("combination")));
        assert_eq!(detail["clothingItems"].as_array().unwrap().len(), 5);
        server.get(&closet.at("/histories?from=20260102&to=20260101")).problem(400, "wardrobe.period", Some("from"));
    });
}

#[test]
fn a_record_is_of_a_real_day_up_to_tomorrow() {
    let place = place::embedded();
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    let today = closet.today();
    let garments = closet.garments(1);
    let record = |date: &Value| closet.post("/histories", &json!({ "date": date, "clothingIds": garments }));
    for day in ["20000101".to_owned(), "20240229".to_owned(), spelled(today), days_before(today, -1)] {
        record(&json!(day)).expect(201);
    }
    for day in ["19991231".to_owned(), "19700101".to_owned(), days_before(today, -2), "99991231".to_owned()] {
        record(&json!(day)).problem(400, "wardrobe.date_out_of_range", Some("date"));
    }
    for day in [json!("20261399"), json!("20250229"), json!("2026-01-03"), json!("2026013"), json!(""), json!(20_260_103), json!(null)] {
        record(&day).problem(400, "http.invalid_field", Some("date"));
    }
    assert_eq!(closet.worn(&garments[0]).0, 4);
}

#[test]
fn a_record_is_made_by_an_outfit_or_by_garments() {
    let place = place::embedded();
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    let today = spelled(closet.today());
    let garments = closet.garments(3);
    let outfit = closet.outfit("仕事", &garments);
    closet.delete(&format!("/clothing/{}", garments[2])).expect(204);
    let other = Closet::make(&server);
    let (strange_garment, strange_outfit) = (other.garment("よその服"), other.outfit("よその", &other.garments(1)));
    let many: Vec<_> = (0..21).map(|at| NO_GARMENT.replace("0000000", &format!("{at:07}"))).collect();
    let cases = [
        (json!({ "templateId": outfit, "clothingIds": [garments[0]] }), 409, "wardrobe.outfit_or_garments", None),
        (json!({}), 409, "wardrobe.outfit_or_garments", None),
        (json!({ "clothingIds": [garments[0], garments[0]] }), 409, "wardrobe.garment_twice", Some("clothingIds")),
        (json!({ "clothingIds": [] }), 400, "wardrobe.no_garments", Some("clothingIds")),
        (json!({ "clothingIds": many }), 400, "wardrobe.too_many_garments", Some("clothingIds")),
        (json!({ "clothingIds": [garments[0], garments[2]] }), 404, "wardrobe.not_found", None),
        (json!({ "clothingIds": [garments[0], NO_GARMENT] }), 404, "wardrobe.not_found", None),
        (json!({ "clothingIds": [garments[0], strange_garment] }), 404, "wardrobe.not_found", None),
        (json!({ "templateId": strange_outfit }), 404, "wardrobe.not_found", None),
        (json!({ "templateId": NO_OUTFIT }), 404, "wardrobe.not_found", None),
        (json!({ "clothingIds": [garments[0], "cl_x"] }), 400, "http.invalid_field", Some("clothingIds[1]")),
        (json!({ "templateId": garments[0] }), 400, "http.invalid_field", Some("templateId")),
    ];
    for (mut body, status, code, field) in cases {
        body["date"] = json!(today);
        closet.post("/histories", &body).problem(status, code, field);
    }
    assert_eq!(closet.worn(&garments[0]), (0, Value::Null), "nothing was counted");
    assert_eq!(other.worn(&strange_garment), (0, Value::Null));
    assert_eq!(closet.all("/histories", "historyId"), Vec::<String>::new());
    // A garment in the bin is still part of the outfit that holds it.
    let record = closet.wear_outfit(&today, &outfit);
    assert_eq!(closet.worn(&garments[2]), (1, json!(today)));
    let detail = closet.get(&format!("/histories/{record}"));
    assert_eq!(text(&detail["clothingItems"][2]["status"]), "DELETED");
    closet.delete(&format!("/histories/{record}")).expect(204);
    assert_eq!(closet.worn(&garments[2]), (0, Value::Null));
}

/// What is suggested for today is recorded whole by one tap; and neither a second tap, nor another device, nor another way of recording makes
/// a second record of it, unless somebody says that they wore it once more.
#[test]
fn a_suggestion_is_recorded_whole_and_once_a_day() {
    place::both(|place| {
        let server = place.start(&[]);
        let closet = Closet::make(&server);
        let home = format!("/wardrobe/{}", closet.id);
        let of = |name: &str, genre: &str| closet.garment_of(&json!({ "name": name, "genre": genre, "tagIds": ["season:all"] }));
        let garments =
            [("ニット", "tops"), ("シャツ", "tops"), ("デニム", "bottoms"), ("スカート", "bottoms")].map(|(name, genre)| of(name, genre));
        let (phone, desk) = (Visitor::of(&server), Visitor::of(&server));
        let shown = phone.get(&home).expect(200).text();
        let chosen = shown.matches("type=\"checkbox\" name=\"clothing\"").count();
        // One top and one bottom of the four: what one would wear, the others to change to.
        assert_eq!((chosen, shown.matches(" checked>").count()), (4, 2), "{shown}");
        assert!(!shown.contains("done-bar"));
        let fields = |token: &str| garments.iter().fold(format!("token={token}&back=home"), |fields, id| format!("{fields}&clothing={id}"));
        let records = || closet.all("/histories", "historyId").len();

        let form = fields(&phone.token_of(&home));
        let other = fields(&desk.token_of(&home));
        for (visitor, form) in [(&phone, &form), (&phone, &form), (&desk, &other)] {
            assert_eq!(visitor.posts(&format!("{home}/histories"), form).expect(303).header("location"), Some(home.as_str()));
        }
        assert_eq!(records(), 1);
        let again = desk.get(&home).expect(200).text();
        assert!(again.contains("This is already in your entries for that day.") && !again.contains("toast failed"), "{again}");
        assert!(again.contains("done-bar") && !again.contains("name=\"clothing\""), "what is settled is not suggested: {again}");
        assert!(garments.iter().all(|id| closet.worn(id).0 == 1));
        let record = closet.all("/histories", "historyId").remove(0);
        assert_eq!(closet.get(&format!("/histories/{record}"))["clothingItems"].as_array().map(Vec::len), Some(4));

        // By the form, too; and that asks whether it was worn once more.
        let at = format!("{home}/record/combination");
        let today = closet.today().to_string();
        let by_form = |visitor: &Visitor<'_>, more: &str| {
            let form = garments
                .iter()
                .fold(format!("token={}&date={today}{more}", visitor.token_of(&at)), |fields, id| format!("{fields}&clothing={id}"));
            visitor.posts(&at, &form)
        };
        let refused = by_form(&desk, "").expect(409).text();
        assert!(refused.contains("name=\"again\"") && refused.contains("This is already in your entries for that day."), "{refused}");
        by_form(&desk, "&again=yes").expect(303);
        assert_eq!((records(), closet.worn(&garments[0]).0), (2, 2));

        // And by the API, for who wants it so.
        let body = json!({ "date": spelled(closet.today()), "clothingIds": garments, "unlessRecorded": true });
        closet.post("/histories", &body).problem(409, "wardrobe.recorded_already", Some("date"));
        assert_eq!(records(), 2);
    });
}
