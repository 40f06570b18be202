//! A house for looking around in: without a password, in the visitor's language, and nowhere else.

use crate::place;
use crate::visitor::Visitor;

#[test]
fn anybody_looks_around_in_a_demo_in_their_language() {
    let place = place::demo();
    let server = place.start(&["--demo"]);
    let emma = Visitor::of(&server);
    let front = emma.get("/").expect(200).text();
    assert!(front.contains("This is a demo.") && front.contains("Look around") && front.contains("Only you can see your logs."), "{front}");
    assert!(emma.get("/sign-in").expect(200).text().contains("action=\"/look-around\""));
    assert_eq!(emma.sends("/", "/look-around", &[]).expect(303).header("location"), Some("/"));
    // Whoever wanted to go somewhere goes there, and nowhere else.
    let wanted = Visitor::of(&server);
    let page = "/sign-in?next=%2Fkondate%2Flist";
    assert!(wanted.get(page).expect(200).text().matches("name=\"next\" value=\"/kondate/list\"").count() >= 2);
    assert_eq!(wanted.sends(page, "/look-around", &[("next", "/kondate/list")]).expect(303).header("location"), Some("/kondate/list"));
    let lured = Visitor::of(&server).sends(page, "/look-around", &[("next", "https://evil.example")]);
    assert_eq!(lured.expect(303).header("location"), Some("/"));
    let home = emma.get("/").expect(200).text();
    assert!(home.contains("Hello, Emma") && home.contains("This is a demo."), "every page says so: {home}");
    emma.get("/okusuri/insights").expect(200);
    // What could do harm asks for a password that no visitor has.
    assert_ne!(emma.get("/account/export/file").status, 200);
    // The front page tells of its wardrobe, and that is where Wardrobe opens for who has none of their own.
    let example = emma.get("/wardrobe").expect(303).header("location").expect("an example").to_owned();
    assert!(home.contains("The demo wardrobe") && home.contains(&example), "{home}");
    let clothes = emma.get(&format!("{example}/clothes")).expect(200).text();
    assert!(clothes.contains("Knit cap") && !clothes.contains("ニット帽"), "{clothes}");
    // A form of another site opens nothing.
    assert_eq!(Visitor::of(&server).posts("/look-around", "token=x").status, 403);
}

#[test]
fn a_house_that_is_no_demo_has_no_such_way_in() {
    let place = place::embedded();
    let server = place.start(&[]);
    let visitor = Visitor::of(&server);
    let front = visitor.get("/").expect(200).text();
    assert!(!front.contains("look-around") && !front.contains("demo"), "{front}");
    let token = visitor.token_of("/settings");
    assert_eq!(visitor.posts("/look-around", &format!("token={token}")).status, 404);
    assert_eq!(visitor.get("/look-around").status, 404);
}
