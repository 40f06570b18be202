//! Kondate over HTTP: what its API and its pages refuse, keep and undo.

use chabudai_testkit::{Answer, Server};
use serde_json::{Value, json};

use crate::closet::text;
use crate::place;
use crate::visitor::{Visitor, escaped, token_in};

const PASSWORD: &str = "正しい馬の電池とホッチキス";

/// Somebody in their kitchen, by the API and by the pages.
struct Mei<'a> {
    server: &'a Server,
    token: String,
    browser: Visitor<'a>,
}

impl<'a> Mei<'a> {
    fn of(server: &'a Server) -> Self {
        let signed_in = server.post("/auth/v1/sign-in", &json!({ "email": "mei@example.org", "password": PASSWORD })).expect(200).json();
        let token = text(&signed_in["token"]);
        let browser = Visitor::with(server, [("chabudai_session".to_owned(), token.clone())].into());
        Self { server, token, browser }
    }

    fn asks(&self, method: &str, path: &str, body: &Value) -> Answer {
        let ask = self.server.ask(method, &format!("/kondate/v1{path}")).header("authorization", &format!("Bearer {}", self.token));
        if body.is_null() { ask.send() } else { ask.json(body).send() }
    }

    #[track_caller]
    fn gets(&self, path: &str) -> Value {
        self.asks("GET", path, &Value::Null).expect(200).json()["data"].take()
    }

    #[track_caller]
    fn does(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.asks(method, path, body);
        assert!(answer.status < 300, "{method} {path}: {} {}", answer.status, answer.text());
        answer.json()["data"].take()
    }

    #[track_caller]
    fn is_refused(&self, method: &str, path: &str, body: &Value, reason: &str) {
        let answer = self.asks(method, path, body);
        let shown = format!("{method} {path}: {} {}", answer.status, answer.text());
        assert!(matches!(answer.status, 400 | 404 | 422), "{shown}");
        assert_eq!(answer.json()["error"]["reason"].as_str(), Some(reason), "{shown}");
    }

    /// Sends a form of a page.
    fn posts(&self, page: &str, action: &str, fields: &[(&str, &str)]) -> Answer {
        let shown = self.browser.get(page).expect(200).text();
        let pairs: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", escaped(value))).collect();
        self.browser.posts(action, &format!("token={}&{}", token_in(&shown), pairs.join("&")))
    }

    /// Presses the undo that the last page offers, at this address.
    fn undoes(&self, page: &str, action: &str) -> Answer {
        let shown = self.browser.get(page).expect(200).text();
        let form = undo_in(&shown, action);
        self.browser.posts(action, &form)
    }
}

/// The fields of the undo in a page.
fn undo_in(page: &str, action: &str) -> String {
    let toast = page.split("class=\"toast").nth(1).unwrap_or_else(|| panic!("no toast in {page}"));
    let form = toast.split(&format!("action=\"{action}\"")).nth(1).and_then(|rest| rest.split("</form>").next());
    let form = form.unwrap_or_else(|| panic!("no undo at {action} in {toast}"));
    let inputs = form.split("<input ").skip(1).filter_map(|input| {
        let name = input.split("name=\"").nth(1)?.split('"').next()?;
        let value = input.split("value=\"").nth(1)?.split('"').next()?.replace("&#38;", "&");
        Some(format!("{name}={}", escaped(&value)))
    });
    inputs.collect::<Vec<_>>().join("&")
}

fn house() -> (chabudai_testkit::Place, Server) {
    let place = place::embedded();
    place::add_person(&place, "mei@example.org", "めい", PASSWORD);
    let server = place.start(&["--rate-per-address", "0"]);
    (place, server)
}

fn recipe(title: &str) -> Value {
    json!({ "title": title, "servings": 2, "ingredients": [{ "name": "玉ねぎ", "quantity": "2", "unit": "個" }], "steps": [{ "text": "煮る" }] })
}

/// Whatever the model allows goes through, by the API and by the form; what is larger is told beside the form, with what was typed.
#[test]
fn a_long_recipe_goes_through() {
    let (_place, server) = house();
    let mei = Mei::of(&server);
    let long = |most: usize| "𠮷".repeat(most);
    let one = json!({ "name": long(60), "quantity": long(20), "unit": long(20), "note": long(200), "group": long(20) });
    let step = json!({ "text": long(1_000), "timerMinutes": 10_000 });
    let made = json!({ "title": long(80), "text": long(1_000) });
    let mut body = json!({
        "title": long(80), "servings": 99, "ingredients": vec![one; 50], "steps": vec![step; 30],
        "intermediateMaterials": vec![made; 10], "tags": vec![long(20); 10], "authorName": long(60),
        "sourceUrl": format!("https://{}", long(992)), "thumbnailUrl": format!("https://{}", long(992)), "cookTimeMinutes": 10_000,
    });
    let kept = mei.does("POST", "/recipes", &body);
    let id = text(&kept["id"]);
    body["title"] = json!("長い");
    // Some programs write every letter as its number.
    let numbered: String =
        body.to_string().chars().flat_map(|letter| if letter.is_ascii() { vec![letter] } else { numbers(letter) }).collect();
    let ask = server.ask("PATCH", &format!("/kondate/v1/recipes/{id}")).header("authorization", &format!("Bearer {}", mei.token));
    ask.body("application/json", numbered).send().expect(200);
    assert_eq!(mei.gets(&format!("/recipes/{id}"))["title"], "長い");

    let lines: Vec<String> = (0..50).map(|nth| format!("食材{nth:02}{} 2個（{}）", "あ".repeat(50), "い".repeat(190))).collect();
    let steps: Vec<String> = (0..30).map(|nth| format!("{nth:02}{}", "う".repeat(998))).collect();
    let fields = |steps: &[String]| {
        [
            ("title", "長いレシピ".to_owned()),
            ("servings", "4".to_owned()),
            ("ingredients", lines.join("\r\n")),
            ("steps", steps.join("\r\n")),
        ]
    };
    let send = |action: &str, steps: &[String]| {
        let fields = fields(steps);
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        mei.posts("/kondate/recipes/new", action, &fields)
    };
    let answer = send("/kondate/recipes", &steps);
    assert_eq!(answer.status, 303, "{}", answer.text());
    let at = answer.header("location").expect("an address").to_owned();
    let kept = mei.gets(&format!("/recipes/{}", at.rsplit('/').next().expect("an id")));
    assert_eq!((kept["ingredients"].as_array().map(Vec::len), kept["steps"].as_array().map(Vec::len)), (Some(50), Some(30)));
    assert_eq!(send(&at, &steps).status, 303);
    // One step too many, one that is far too long, or many times as many as there may be: told beside the form, with all that was typed.
    let mut more = steps.clone();
    more.push("最後".to_owned());
    let far: Vec<String> = vec!["え".repeat(150_000)];
    let many: Vec<String> = (0..60_000).map(|nth| format!("手順{nth}")).collect();
    for (steps, last) in [(&more, "最後"), (&far, "ええええ"), (&many, "手順59999")] {
        for action in ["/kondate/recipes", at.as_str()] {
            let answer = send(action, steps);
            let page = answer.text();
            assert_eq!(answer.status, 400, "{} letters: {}", page.len(), page.chars().take(2_000).collect::<String>());
            assert!(page.contains("id=\"steps-wrong\"") && page.contains(last), "{last}");
        }
    }
    // What no recipe comes near to is refused unread, in words.
    let answer = send("/kondate/recipes", &[long(280_000)]);
    assert_eq!(answer.status, 413, "{}", answer.text().chars().take(2_000).collect::<String>());
}

/// A letter as JSON numbers it.
fn numbers(letter: char) -> Vec<char> {
    let mut units = [0; 2];
    letter.encode_utf16(&mut units).iter().flat_map(|unit| format!("\\u{unit:04x}").chars().collect::<Vec<_>>()).collect()
}

/// What is sought comes in the order that is asked for, and goes on only where it left off.
#[test]
fn what_is_sought_has_its_order_and_its_cursor() {
    let (_place, server) = house();
    let mei = Mei::of(&server);
    for nth in 0..5 {
        let id = text(&mei.does("POST", "/recipes", &recipe(&format!("特製カレー{nth}")))["id"]);
        mei.does("POST", "/sets", &json!({ "title": format!("特製の週{nth}"), "recipeIds": [id] }));
    }
    let titles = |page: &Value| page["items"].as_array().expect("items").iter().map(|item| text(&item["title"])).collect::<Vec<_>>();
    for (list, title) in [("/recipes", "特製カレー"), ("/sets", "特製の週")] {
        let sought = format!("search={}", escaped("特製"));
        let expected: Vec<String> = (0..5).map(|nth| format!("{title}{nth}")).collect();
        let newest: Vec<String> = expected.iter().rev().cloned().collect();
        assert_eq!(titles(&mei.gets(&format!("{list}?{sought}&sort=newest"))), newest);
        assert_eq!(titles(&mei.gets(&format!("{list}?{sought}&sort=oldest"))), expected);
        // Page by page.
        for (sort, expected) in [("oldest", &expected), ("newest", &newest)] {
            let (mut found, mut next) = (Vec::new(), String::new());
            loop {
                let page = mei.gets(&format!("{list}?{sought}&sort={sort}&limit=2{next}"));
                found.extend(titles(&page));
                match page["nextCursor"].as_str() {
                    Some(cursor) => next = format!("&cursor={cursor}"),
                    None => break,
                }
            }
            assert_eq!(found, *expected, "{list} {sort}");
        }
        // A cursor is of its question.
        let cursor = text(&mei.gets(&format!("{list}?{sought}&limit=2"))["nextCursor"]);
        mei.gets(&format!("{list}?{sought}&limit=3&cursor={cursor}"));
        let other = if list == "/sets" { "/recipes" } else { "/sets" };
        for question in [
            format!("{list}?search={}&cursor={cursor}", escaped("カレー")),
            format!("{list}?{sought}&tag={}&cursor={cursor}", escaped("和食")),
            format!("{list}?tag={}&cursor={cursor}", escaped("特製")),
            format!("{list}?{sought}&sort=oldest&cursor={cursor}"),
            format!("{other}?{sought}&cursor={cursor}"),
            format!("{list}?cursor={cursor}"),
            format!("{list}?{sought}&cursor=behind_3031"),
            format!("{list}?cursor=starters_"),
            format!("{list}?{sought}&cursor=starters_"),
        ] {
            mei.is_refused("GET", &question, &Value::Null, "kondate.invalid_cursor");
        }
        // The starters of the whole list, likewise.
        let cursor = text(&mei.gets(&format!("{list}?limit=5"))["nextCursor"]);
        assert_eq!(mei.gets(&format!("{list}?cursor={cursor}"))["items"][0]["origin"], "official");
        for question in
            [format!("{list}?sort=oldest&cursor={cursor}"), format!("{other}?cursor={cursor}"), format!("{list}?{sought}&cursor={cursor}")]
        {
            mei.is_refused("GET", &question, &Value::Null, "kondate.invalid_cursor");
        }
    }
    // Nor of another kitchen.
    let sought = format!("/recipes?search={}&limit=2", escaped("特製"));
    let cursor = text(&mei.gets(&sought)["nextCursor"]);
    mei.does("POST", "/kitchens", &json!({ "name": "祖母の台所" }));
    mei.is_refused("GET", &format!("{sought}&cursor={cursor}"), &Value::Null, "kondate.invalid_cursor");

    // Whoever searches on the page keeps the order and what it is narrowed down to.
    let page = mei.browser.get("/kondate/recipes?sort=quick&time=30&whose=starters").expect(200).text();
    let form = page.split("role=\"search\"").nth(1).and_then(|rest| rest.split("</form>").next()).expect("a search");
    for kept in ["name=\"sort\" value=\"quick\"", "name=\"time\" value=\"30\"", "name=\"whose\" value=\"starters\""] {
        assert!(form.contains(kept), "{kept} in {form}");
    }
}

/// Nonsense in an address is the caller's fault, and told so.
#[test]
fn nonsense_in_an_address_is_no_fault_of_ours() {
    let (_place, server) = house();
    let mei = Mei::of(&server);
    for list in ["/recipes", "/sets"] {
        for nonsense in [
            "limit=0",
            "limit=-1",
            "limit=",
            "limit=x",
            "limit=101",
            "limit=99999999999999999999",
            "limit=1.5",
            "sort=",
            "sort=best",
            "sort=1",
            "cursor=",
            "cursor=%00",
            "tag=%00&cursor=x",
            "limit=1&limit=2",
            "search=%FF",
        ] {
            let answer = mei.asks("GET", &format!("{list}?{nonsense}"), &Value::Null);
            let shown = format!("{list}?{nonsense}: {} {}", answer.status, answer.text());
            assert!(matches!(answer.status, 200 | 400 | 422), "{shown}");
            assert!(answer.status == 200 || answer.json()["error"]["reason"].is_string(), "{shown}");
        }
        for refused in ["limit=0", "limit=x", "sort=best", "cursor=x"] {
            let answer = mei.asks("GET", &format!("{list}?{refused}"), &Value::Null);
            assert!(matches!(answer.status, 400 | 422), "{list}?{refused}: {} {}", answer.status, answer.text());
        }
    }
    for path in [
        "/archive?month=0000-01",
        "/archive?month=9999-12",
        "/archive?month=-001-01",
        "/archive?month=",
        "/archive",
        "/archive/9999-12-31",
        "/archive/0000-00-00",
        "/categories?scope=",
        "/categories?scope=x",
        "/shopping-list?storeName=",
        "/shopping-list?storeName=%23",
        "/shopping-list?storeName=%00",
        "/recipes/%00",
        "/sets/%23",
        "/kitchens/%23",
    ] {
        let answer = mei.asks("GET", path, &Value::Null);
        assert!(answer.status < 500, "{path}: {} {}", answer.status, answer.text());
    }
    let most = usize::MAX;
    for page in [
        format!("/kondate/recipes?from={most}"),
        "/kondate/recipes?from=99999999999999999999999".to_owned(),
        "/kondate/recipes?from=-1".to_owned(),
        "/kondate/recipes?sort=best".to_owned(),
        "/kondate/recipes?time=99999999999".to_owned(),
        "/kondate/recipes?tag=%00".to_owned(),
        "/kondate/recipes/nikujaga?servings=4294967295".to_owned(),
        "/kondate/recipes/nikujaga?servings=x".to_owned(),
        "/kondate/recipes/new?from=%23".to_owned(),
        "/kondate/sets/new?from=%23&dish=%23".to_owned(),
        "/kondate/sets/new?dish=nowhere".to_owned(),
        "/kondate/book?cursor=x".to_owned(),
        "/kondate/archive?month=x".to_owned(),
        "/kondate/archive?month=9999-12".to_owned(),
        "/kondate/archive?month=-009999-01".to_owned(),
        "/kondate/archive?month=0000-01".to_owned(),
        "/kondate/archive/9999-12-31".to_owned(),
        "/kondate/archive/0000-01-01".to_owned(),
        "/kondate/archive/-009999-01-01".to_owned(),
        "/kondate/shops?store=%23".to_owned(),
        "/kondate/shops?store=%00".to_owned(),
        "/kondate/list?store=%23".to_owned(),
        "/kondate/list?store=%00".to_owned(),
    ] {
        let answer = mei.browser.get(&page);
        assert!(answer.status < 500, "{page}: {} {}", answer.status, answer.text());
    }
    assert!(matches!(mei.browser.get("/kondate/recipes?sort=best").status, 400 | 404 | 422));
}

/// Every tab is hidden by its id alone, in whichever scope it is.
#[test]
fn a_tab_of_the_catalog_is_hidden() {
    let (_place, server) = house();
    let mei = Mei::of(&server);
    for scope in ["catalog", "book"] {
        let list = format!("/categories?scope={scope}");
        let id = text(&mei.gets(&list)["items"][1]["id"]);
        mei.does("PATCH", &format!("/categories/{id}"), &json!({ "isHidden": true }));
        let hidden: Vec<Value> =
            mei.gets(&list)["items"].as_array().expect("items").iter().filter(|item| item["isHidden"] == true).cloned().collect();
        assert_eq!(hidden.iter().map(|item| text(&item["id"])).collect::<Vec<_>>(), [id], "{scope}");
        let own = text(&mei.does("POST", "/categories", &json!({ "scope": scope, "tagName": "弁当" }))["id"]);
        mei.does("DELETE", &format!("/categories/{own}"), &Value::Null);
        assert_eq!(mei.gets(&list)["items"].as_array().map(Vec::len), Some(8), "{scope}");
    }
}

/// A set keeps its dishes when its form is saved, however large the book is; and every dish of the book is found.
#[test]
fn the_form_of_a_set_keeps_dishes_that_a_large_book_hides() {
    let (_place, server) = house();
    let mei = Mei::of(&server);
    let oldest = text(&mei.does("POST", "/recipes", &recipe("いちばん古いカレー"))["id"]);
    let second = text(&mei.does("POST", "/recipes", &recipe("二番目に古い鍋"))["id"]);
    let set = text(&mei.does("POST", "/sets", &json!({ "title": "昔の週", "recipeIds": [oldest, "nikujaga"] }))["id"]);
    let mut long = recipe("長い");
    long["steps"] = json!(vec![json!({ "text": "あ".repeat(1_000) }); 20]);
    for _ in 0..150 {
        mei.does("POST", "/recipes", &long);
    }
    let edit = format!("/kondate/sets/{set}/edit");
    let page = mei.browser.get(&edit).expect(200).text();
    let dishes = |page: &str| -> Vec<String> {
        page.split("name=\"dish\" value=\"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
    };
    assert_eq!(dishes(&page), [oldest.as_str(), "nikujaga"]);
    // A button that keeps nothing loses nothing either.
    let action = format!("/kondate/sets/{set}");
    let fields = [("title", "昔の週"), ("dish", oldest.as_str()), ("dish", "nikujaga"), ("q", "鍋"), ("version", "1")];
    let with = |more: (&'static str, String)| {
        let mut all: Vec<(&str, String)> = fields.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        all.push(more);
        all
    };
    let send = |fields: &[(&str, String)]| {
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        mei.posts(&edit, &action, &fields)
    };
    let page = send(&with(("search", "yes".to_owned()))).expect(200).text();
    assert_eq!(dishes(&page), [oldest.as_str(), "nikujaga"]);
    // So much of the book is searched at a time, and the page says how to go on.
    let mut page = page;
    for _ in 0..10 {
        if page.contains(&format!("name=\"add\" value=\"{second}\"")) {
            break;
        }
        let further = page.split("name=\"further\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
        page = send(&with(("further", further.expect("a way to the rest of the book").to_owned()))).expect(200).text();
        assert_eq!(dishes(&page), [oldest.as_str(), "nikujaga"]);
    }
    assert!(page.contains(&format!("name=\"add\" value=\"{second}\"")), "{page}");
    let page = send(&with(("add", second.clone()))).expect(200).text();
    assert_eq!(dishes(&page), [oldest.as_str(), "nikujaga", second.as_str()]);
    send(&with(("save", "yes".to_owned()))).expect(303);
    assert_eq!(mei.gets(&format!("/sets/{set}"))["recipes"].as_array().map(Vec::len), Some(2));
}

/// An undo acts if things are as what it undoes has left them, and says so if they are not.
#[test]
fn an_undo_overwrites_nobody() {
    let (_place, server) = house();
    let mei = Mei::of(&server);
    mei.does("PUT", "/staples", &json!({ "name": "米", "quantity": "2", "unit": "kg" }));
    let staple = || mei.gets("/staples")["items"].clone();
    let id = text(&staple()[0]["foodId"]);
    let remove = || mei.posts("/kondate/staples", &format!("/kondate/staples/{id}/remove"), &[]).expect(303);
    remove();
    assert_eq!(staple(), json!([]));
    let shown = mei.browser.get("/kondate/staples").expect(200).text();
    let undo = undo_in(&shown, "/kondate/staples");
    mei.browser.posts("/kondate/staples", &undo).expect(303);
    assert_eq!((&staple()[0]["quantity"], &staple()[0]["unit"]), (&json!("2"), &json!("kg")));
    // Twice is once.
    mei.browser.posts("/kondate/staples", &undo).expect(303);
    let page = mei.browser.get("/kondate/staples").expect(200).text();
    assert!(!page.contains("Someone else changed this first"), "{page}");
    remove();
    mei.does("PUT", "/staples", &json!({ "name": "米", "quantity": "10", "unit": "kg" }));
    mei.undoes("/kondate/staples", "/kondate/staples");
    assert_eq!(staple()[0]["quantity"], "10");
    let page = mei.browser.get("/kondate/staples").expect(200).text();
    assert!(page.contains("Someone else changed this first"), "{page}");

    let way = |aisles: &[&str]| mei.does("PUT", &format!("/aisles/{}", escaped("角の店")), &json!({ "aisles": aisles }));
    let aisles = || mei.gets("/aisles")["items"][0]["aisles"].clone();
    way(&["meat", "vegetables"]);
    let forget = || mei.posts("/kondate/shops", "/kondate/shops/forget", &[("store", "角の店")]).expect(303);
    forget();
    assert_eq!(mei.gets("/aisles")["items"], json!([]));
    mei.undoes("/kondate/shops", "/kondate/shops").expect(303);
    assert_eq!((aisles()[0].as_str(), aisles()[1].as_str()), (Some("meat"), Some("vegetables")));
    forget();
    way(&["fish"]);
    mei.undoes("/kondate/shops", "/kondate/shops");
    assert_eq!(aisles(), json!(["fish"]));
    let page = mei.browser.get("/kondate/shops").expect(200).text();
    assert!(page.contains("Someone else changed this first"), "{page}");
}

/// What a page cannot read is told beside its field, with what was typed; nothing is taken away for it.
#[test]
fn what_cannot_be_read_takes_nothing_away() {
    let (_place, server) = house();
    let mei = Mei::of(&server);
    let milk = json!({ "name": "牛乳", "quantity": "1", "unit": "本", "price": 298, "bestBefore": "2099-12-01", "openedAt": "2026-11-01" });
    let id = text(&mei.does("POST", "/fridge/items", &milk)["id"]);
    let item =
        || mei.gets("/fridge")["items"].as_array().expect("items").iter().find(|item| item["id"] == *id).cloned().expect("it is there");
    let at = format!("/kondate/fridge/{id}");
    let send = |field: &'static str, typed: &str| {
        let version = item()["version"].to_string();
        let mut fields = vec![("name", "牛乳"), ("quantity", "1"), ("unit", "本"), ("version", version.as_str())];
        fields.extend([("bestBefore", "2099-12-01"), ("wasBestBefore", "2099-12-01"), ("openedAt", "2026-11-01"), ("price", "298")]);
        fields.retain(|(name, _)| *name != field);
        fields.push((field, typed));
        mei.posts(&at, &at, &fields)
    };
    for (field, typed) in [
        ("price", "abc"),
        ("price", "12.5"),
        ("price", "-5"),
        ("price", "99999999999999999999999"),
        ("bestBefore", "tomorrow"),
        ("bestBefore", "2026-02-31"),
        ("bestBefore", "31.12.2026"),
        ("openedAt", "yesterday"),
        ("openedAt", "2026-13-01"),
    ] {
        let answer = send(field, typed);
        let page = answer.text();
        assert_eq!(answer.status, 400, "{field}={typed}: {page}");
        assert!(page.contains(&format!("id=\"{field}-wrong\"")) && page.contains(&format!("value=\"{typed}\"")), "{field}={typed}: {page}");
        let kept = item();
        assert_eq!((&kept["price"], &kept["bestBefore"], &kept["openedAt"]), (&milk["price"], &milk["bestBefore"], &milk["openedAt"]));
    }
    // What people type is read: in full width, with the yen, with a comma. What is empty is taken away.
    for (typed, price) in [("１２８０", json!(1280)), ("1,280円", json!(1280)), ("¥ 98", json!(98)), ("", Value::Null)] {
        send("price", typed).expect(303);
        assert_eq!(item()["price"], price, "{typed}");
    }
    send("openedAt", "").expect(303);
    assert_eq!(item()["openedAt"], Value::Null);
    let before = mei.gets("/fridge")["items"].as_array().map(Vec::len);
    let answer = mei.posts("/kondate/fridge", "/kondate/fridge", &[("item", "卵 6個"), ("bestBefore", "soon")]);
    let page = answer.text();
    assert_eq!(answer.status, 400, "{page}");
    assert!(page.contains("id=\"bestBefore-wrong\"") && page.contains("value=\"soon\"") && page.contains("卵 6個"), "{page}");
    assert_eq!(mei.gets("/fridge")["items"].as_array().map(Vec::len), before);
    // The same of the time that a recipe takes.
    let mut timed = recipe("カレー");
    timed["cookTimeMinutes"] = json!(40);
    let curry = text(&mei.does("POST", "/recipes", &timed)["id"]);
    let at = format!("/kondate/recipes/{curry}");
    let fields = [
        ("title", "カレー"),
        ("servings", "2"),
        ("ingredients", "玉ねぎ 2個"),
        ("steps", "煮る"),
        ("version", "1"),
        ("minutes", "about an hour"),
    ];
    let answer = mei.posts(&format!("{at}/edit"), &at, &fields);
    let page = answer.text();
    assert_eq!(answer.status, 400, "{page}");
    assert!(page.contains("id=\"minutes-wrong\"") && page.contains("value=\"about an hour\""), "{page}");
    assert_eq!(mei.gets(&format!("/recipes/{curry}"))["cookTimeMinutes"], 40);
}

/// A name has something to see, also that of a wardrobe.
#[test]
fn nothing_has_a_name_that_cannot_be_seen() {
    let (_place, server) = house();
    let mei = Mei::of(&server);
    for name in ["\u{200b}\u{2060}", "\u{3099}", "\u{202e}卵"] {
        for (method, path, field) in
            [("POST", "/recipes", "title"), ("POST", "/shopping-list/items", "name"), ("POST", "/kitchens", "name")]
        {
            let mut body = if path == "/recipes" { recipe("x") } else { json!({}) };
            body[field] = json!(name);
            let answer = mei.asks(method, path, &body);
            assert_eq!(answer.status, 422, "{path} {name:?}: {}", answer.text());
        }
        let ask = |method: &str, path: &str, body: &Value| {
            server.ask(method, path).header("authorization", &format!("Bearer {}", mei.token)).json(body).send()
        };
        let wardrobe = ask("POST", "/wardrobe/v1/wardrobes", &json!({ "name": name }));
        assert_eq!(wardrobe.status, 400, "{name:?}: {}", wardrobe.text());
    }
}

/// What the plan takes for granted is written on the list by one tap, and once.
#[test]
fn what_is_taken_for_granted_is_wanted_once() {
    let (_place, server) = house();
    let mei = Mei::of(&server);
    let mut salted = recipe("塩むすび");
    salted["ingredients"] = json!([{ "name": "塩", "quantity": "少々" }, { "name": "米", "quantity": "2", "unit": "合" }]);
    let id = text(&mei.does("POST", "/recipes", &salted)["id"]);
    let set = text(&mei.does("POST", "/sets", &json!({ "title": "今週", "recipeIds": [id] }))["id"]);
    mei.does("POST", "/plan/select-set", &json!({ "setId": set, "slot": "current" }));
    let page = mei.browser.get("/kondate/list").expect(200).text();
    let fields = format!("token={}&name={}", token_in(&page), escaped("塩"));
    for _ in 0..2 {
        let answer = mei.browser.posts("/kondate/list/pantry", &fields);
        assert_eq!(answer.status, 303, "{}", answer.text());
    }
    let list = mei.gets("/shopping-list").to_string();
    assert_eq!(list.matches("\"source\":\"manual\"").count(), 1, "{list}");
    // The same of the API: the same key makes one, and answers it whole.
    let ask = || {
        let ask = server.ask("POST", "/kondate/v1/fridge/items").header("authorization", &format!("Bearer {}", mei.token));
        ask.header("idempotency-key", "milk").json(&json!({ "name": "牛乳", "quantity": "1", "unit": "本" })).send().expect(201).json()
    };
    let first = ask();
    assert!(first["data"]["bestBefore"].is_string(), "{first}");
    assert_eq!(ask(), first);
    let ask = || {
        let ask = server.ask("POST", "/kondate/v1/shopping-list/items").header("authorization", &format!("Bearer {}", mei.token));
        ask.header("idempotency-key", "eggs").json(&json!({ "name": "卵", "quantity": "6" })).send().expect(201).json()
    };
    let first = ask();
    assert_eq!(ask(), first);
}
