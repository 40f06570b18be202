//! Recipes in and out, over HTTP: pages that a test serves are imported, links are opened by anybody, calendars by whoever has the address.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use chabudai_testkit::model::{ModelServer, Says};
use chabudai_testkit::{Answer, Server};
use serde_json::{Value, json};

use crate::closet::{png, text};
use crate::place;
use crate::visitor::{Visitor, escaped, token_in};

const PASSWORD: &str = "正しい馬の電池とホッチキス";

/// A site on this machine, with these pages.
struct Web {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Web {
    fn start(pages: impl Fn(&str) -> Option<(&'static str, Vec<u8>)> + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let (address, asked) = (listener.local_addr().expect("an address"), Arc::<Mutex<Vec<String>>>::default());
        let kept = asked.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { return };
                let path = path_of(&mut stream);
                kept.lock().expect("one at a time").push(path.clone());
                let answer = match pages(&path) {
                    Some(("redirect", to)) => format!(
                        "HTTP/1.1 302 Found\r\nlocation: {}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
                        String::from_utf8_lossy(&to)
                    )
                    .into_bytes(),
                    Some((kind, body)) => {
                        let head = format!(
                            "HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                            body.len()
                        );
                        [head.into_bytes(), body].concat()
                    }
                    None => b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".to_vec(),
                };
                drop(stream.write_all(&answer));
            }
        });
        Self { address, asked }
    }

    fn at(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    fn asked(&self) -> usize {
        self.asked.lock().expect("one at a time").len()
    }
}

fn path_of(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|length| length == 1) {
        head.push(byte[0]);
    }
    String::from_utf8_lossy(&head).split(' ').nth(1).unwrap_or_default().to_owned()
}

fn page_with_json_ld() -> Vec<u8> {
    let recipe = json!({
        "@context": "https://schema.org", "@type": "Recipe", "name": "肉じゃが", "author": { "@type": "Person", "name": "山田花子" },
        "image": "/nikujaga.png", "recipeYield": "4人分", "totalTime": "PT40M",
        "recipeIngredient": ["じゃがいも 3個", "玉ねぎ 1個", "牛こま切れ肉 200g"],
        "recipeInstructions": [{ "@type": "HowToStep", "text": "野菜を切る。" }, { "@type": "HowToStep", "text": "20分煮る。" }],
    });
    format!("<!doctype html><html lang=ja><title>肉じゃが</title><script type=\"application/ld+json\">{recipe}</script><p>おいしい")
        .into_bytes()
}

fn site() -> Web {
    Web::start(|path| match path {
        "/nikujaga" => Some(("text/html; charset=utf-8", page_with_json_ld())),
        "/nikujaga.png" | "/picture" => Some(("image/png", png(64, 64))),
        "/diary" => Some(("text/html", "<p>きょうは肉じゃがを作りました。じゃがいもを煮ました。".as_bytes().to_vec())),
        "/inside" => Some(("redirect", b"http://127.0.0.1:1/secret".to_vec())),
        _ => None,
    })
}

struct Mei<'a> {
    server: &'a Server,
    token: String,
}

impl<'a> Mei<'a> {
    fn of(server: &'a Server, email: &str) -> Self {
        let signed_in = server.post("/auth/v1/sign-in", &json!({ "email": email, "password": PASSWORD })).expect(200).json();
        Self { server, token: text(&signed_in["token"]) }
    }

    fn asks(&self, method: &str, path: &str, body: &Value) -> Answer {
        let ask = self.server.ask(method, &format!("/kondate/v1{path}")).header("authorization", &format!("Bearer {}", self.token));
        if body.is_null() { ask.send() } else { ask.json(body).send() }
    }

    #[track_caller]
    fn does(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.asks(method, path, body);
        assert!(answer.status < 300, "{method} {path}: {} {}", answer.status, answer.text());
        answer.json()["data"].take()
    }

    fn parses(&self, kind: &str, content: &str) -> Answer {
        self.asks("POST", "/import/parse", &json!({ "type": kind, "content": content }))
    }

    fn browser(&self) -> Visitor<'a> {
        Visitor::with(self.server, [("chabudai_session".to_owned(), self.token.clone())].into())
    }
}

#[track_caller]
fn refused(answer: &Answer, status: u16, code: &str, reason: &str) {
    let error = answer.json()["error"].take();
    assert_eq!((answer.status, &error["code"], &error["reason"]), (status, &json!(code), &json!(reason)), "{}", answer.text());
}

#[test]
fn a_page_becomes_a_draft_and_the_draft_a_recipe() {
    let web = site();
    place::both(|place| {
        place::add_person(place, "mei@example.org", "めい", PASSWORD);
        let server = place.start(&["--rate-per-address", "0", "--fetch-hosts", &web.address.to_string()]);
        let mei = Mei::of(&server, "mei@example.org");
        let read = mei.parses("url", &web.at("/nikujaga")).expect(200).json()["data"].take();
        assert_eq!((&read["source"], &read["confidence"]), (&json!("json-ld"), &json!("high")));
        let draft = &read["draft"];
        assert_eq!((&draft["title"], &draft["servings"], &draft["cookTimeMinutes"]), (&json!("肉じゃが"), &json!(4), &json!(40)));
        assert_eq!((&draft["authorName"], &draft["sourceUrl"]), (&json!("山田花子"), &json!(web.at("/nikujaga"))));
        let lines: Vec<(&Value, &Value, &Value)> =
            draft["ingredients"].as_array().expect("lines").iter().map(|one| (&one["name"], &one["quantity"], &one["unit"])).collect();
        assert_eq!(lines[0], (&json!("じゃがいも"), &json!("3"), &json!("個")));
        assert_eq!(draft["steps"][1], json!({ "text": "20分煮る。", "timerMinutes": 20 }));
        // Its picture is kept here, and the draft is a recipe as it stands.
        server.get(&format!("/kondate/pictures/{}/640.jpg", text(&draft["imageKey"]))).expect(200);
        let book = mei.does("GET", "/recipes?limit=50", &Value::Null)["items"].take();
        assert!(book.as_array().expect("recipes").iter().all(|one| one["origin"] == "official"), "nothing is saved: {book}");
        let saved = mei.does("POST", "/recipes", draft);
        assert_eq!((&saved["title"], &saved["imageKey"]), (&json!("肉じゃが"), &draft["imageKey"]));
        // A text.
        let pasted = "親子丼（2人分）\n材料\n鶏もも肉 200g\n卵 3個\n作り方\n1. 切る\n2. 煮る\n";
        let read = mei.parses("text", pasted).expect(200).json()["data"].take();
        assert_eq!((&read["source"], &read["draft"]["title"], &read["draft"]["servings"]), (&json!("text"), &json!("親子丼"), &json!(2)));
        assert_eq!(read["draft"]["steps"].as_array().map(Vec::len), Some(2));
        // What is none, and where nobody goes.
        let asked = web.asked();
        for (content, status, code, reason) in [
            ("nonsense", 422, "VALIDATION_ERROR", "kondate.import_address"),
            ("ftp://example.org/", 422, "VALIDATION_ERROR", "kondate.import_address"),
            ("http://127.0.0.1:22/", 400, "IMPORT_FETCH_FAILED", "kondate.import_unreachable"),
            ("http://localhost/", 400, "IMPORT_FETCH_FAILED", "kondate.import_unreachable"),
            ("http://169.254.169.254/latest/meta-data/", 400, "IMPORT_FETCH_FAILED", "kondate.import_unreachable"),
            ("http://[::ffff:10.0.0.1]/", 400, "IMPORT_FETCH_FAILED", "kondate.import_unreachable"),
        ] {
            refused(&mei.parses("url", content), status, code, reason);
        }
        assert_eq!(web.asked(), asked);
        refused(&mei.parses("url", &web.at("/inside")), 400, "IMPORT_FETCH_FAILED", "kondate.import_unreachable");
        refused(&mei.parses("url", &web.at("/gone")), 400, "IMPORT_FETCH_FAILED", "kondate.import_unreachable");
        refused(&mei.parses("url", &web.at("/picture")), 400, "IMPORT_PARSE_FAILED", "kondate.import_kind");
        refused(&mei.parses("url", &web.at("/diary")), 400, "IMPORT_PARSE_FAILED", "kondate.import_nothing");
        refused(&mei.parses("text", "こんにちは"), 400, "IMPORT_PARSE_FAILED", "kondate.import_nothing");
        let key = text(&draft["imageKey"]);
        refused(&mei.parses("image", &key), 400, "IMPORT_PARSE_FAILED", "kondate.import_blind");
        refused(&mei.parses("text", &"あ".repeat(20_001)), 422, "VALIDATION_ERROR", "kondate.import_text");
        // What failed does not count: of ten a month, two are used.
        let page = || mei.browser().get("/kondate/recipes/import").expect(200).text();
        assert!(page().contains("今月はあと8件取り込めます") || page().contains("8 imports left this month"), "{}", page());
        for _ in 0..8 {
            mei.parses("text", pasted).expect(200);
        }
        refused(&mei.parses("text", pasted), 429, "RATE_LIMITED", "kondate.enough_imports");
        assert!(page().contains("来月また取り込めます") || page().contains("You can import again next month"), "{}", page());
        server.stop();
        place.run(&["check", "kondate"]).succeeded();
    });
}

#[test]
fn a_model_reads_what_the_rules_cannot() {
    let web = site();
    let recipe = json!({ "title": "肉じゃが", "servings": null, "minutes": 30, "ingredients": ["じゃがいも 3個"], "steps": ["煮る"] });
    let model =
        ModelServer::start([Says::value(&recipe), Says::value(&recipe), Says::Refuses, Says::Status(401, None), Says::words("no JSON")]);
    let place = place::embedded();
    for (email, name) in [("mei@example.org", "めい"), ("rin@example.org", "りん")] {
        place::add_person(&place, email, name, PASSWORD);
    }
    let web_at = web.address.to_string();
    let server = place.start(&[
        "--rate-per-address",
        "0",
        "--fetch-hosts",
        &web_at,
        "--ai-url",
        &model.address(),
        "--ai-model",
        "words",
        "--ai-picture-model",
        "eyes",
        "--ai-key",
        "sk-house",
    ]);
    let mei = Mei::of(&server, "mei@example.org");
    // What a page has for programs is read without it.
    mei.parses("url", &web.at("/nikujaga")).expect(200);
    assert!(model.asked().is_empty());
    let read = mei.parses("url", &web.at("/diary")).expect(200).json()["data"].take();
    assert_eq!((&read["source"], &read["confidence"], &read["draft"]["title"]), (&json!("llm"), &json!("medium"), &json!("肉じゃが")));
    assert_eq!((&read["draft"]["servings"], &read["draft"]["sourceUrl"]), (&Value::Null, &json!(web.at("/diary"))));
    let asked = model.asked().remove(0);
    assert!(asked.body["messages"][1]["content"].as_str().is_some_and(|page| page.contains("じゃがいもを煮ました")));
    // A photograph.
    let ask = server.ask("POST", "/kondate/v1/images").header("authorization", &format!("Bearer {}", mei.token));
    let photo = text(&ask.form("file", &png(64, 64)).send().expect(201).json()["data"]["imageKey"]);
    let read = mei.parses("image", &photo).expect(200).json()["data"].take();
    assert_eq!((&read["source"], &read["confidence"]), (&json!("llm"), &json!("low")));
    assert_eq!(model.asked()[1].body["model"], "eyes");
    // One of another kitchen is nothing that she may have read.
    let rin = Mei::of(&server, "rin@example.org");
    let foreign = rin.parses("image", &photo).expect(422);
    assert_eq!(
        (foreign.json()["error"]["reason"].clone(), model.asked().len()),
        (json!("kondate.no_such_picture"), 2),
        "{}",
        foreign.text()
    );
    // It refuses, the operator has to look, it says nonsense.
    let diary = web.at("/diary");
    refused(&mei.parses("url", &diary), 400, "IMPORT_PARSE_FAILED", "kondate.import_nothing");
    refused(&mei.parses("url", &diary), 503, "INTERNAL_ERROR", "kondate.import_model");
    refused(&mei.parses("url", &diary), 400, "IMPORT_PARSE_FAILED", "kondate.import_nothing");
}

#[test]
fn a_link_is_opened_by_anybody_until_it_is_taken_back() {
    place::both(|place| {
        for (email, name) in [("mei@example.org", "めい"), ("rin@example.org", "りん")] {
            place::add_person(place, email, name, PASSWORD);
        }
        let server = place.start(&["--rate-per-address", "0"]);
        let (mei, rin) = (Mei::of(&server, "mei@example.org"), Mei::of(&server, "rin@example.org"));
        let ingredient = json!({ "name": "<b>玉ねぎ</b>", "quantity": "1", "unit": "個" });
        let new = json!({ "title": "カレー \"甘口\" <i>", "servings": 2, "ingredients": [ingredient], "steps": [{ "text": "煮る" }] });
        let curry = text(&mei.does("POST", "/recipes", &new)["id"]);
        let share = |who: &Mei<'_>, body: &Value| who.asks("POST", "/share", body);
        let target = json!({ "targetType": "recipe", "targetId": curry });
        refused(&share(&mei, &target), 422, "VALIDATION_ERROR", "kondate.credit");
        let mut with = target.clone();
        with["authorName"] = json!("めい");
        refused(&share(&rin, &with), 404, "NOT_FOUND", "kondate.not_found");
        let link = share(&mei, &with).expect(200).json()["data"].take();
        assert_eq!(share(&mei, &target).status, 422, "whose it is has to be said each time, or on the recipe");
        assert_eq!(share(&mei, &with).expect(200).json()["data"]["shareId"], link["shareId"]);
        let (id, url) = (text(&link["shareId"]), text(&link["shareUrl"]));
        let path = url.strip_prefix(&server.public_url).expect("of this house").to_owned();
        // Anybody sees it, and nothing of whose kitchen it is.
        let page = server.get(&path).expect(200);
        let html = page.text();
        assert!(html.contains("&#60;b&#62;玉ねぎ") && !html.contains("<b>玉ねぎ") && html.contains("めい"), "{html}");
        for tag in ["og:title\" content=\"カレー &#34;甘口&#34; &#60;i&#62;\"", "og:image\" content=\"http", "summary_large_image"] {
            assert!(html.contains(tag), "{tag} in {html}");
        }
        assert_eq!(page.header("cache-control"), Some("no-store"));
        let shown = server.get(&format!("/kondate/v1/share/recipe/{id}")).expect(200).json()["data"].take();
        assert_eq!((&shown["title"], &shown["authorName"]), (&json!("カレー \"甘口\" <i>"), &json!("めい")));
        assert!(shown.get("id").is_none() && shown.get("version").is_none(), "{shown}");
        let picture = server.get(&format!("/kondate/shared/{id}/picture.jpg")).expect(200);
        let drawn = image::load_from_memory(&picture.body).expect("a picture");
        assert_eq!((drawn.width(), drawn.height()), (1200, 630));
        assert_eq!(server.get(&format!("/kondate/v1/share/set/{id}")).status, 404, "it is no set");
        for nothing in ["/kondate/shared/recipe/AAAAAAAAAAAAAAAAAAAAAAAA", "/kondate/shared/recipe/%20", "/kondate/shared/AAAA/picture.jpg"]
        {
            assert_eq!(server.get(nothing).status, 404, "{nothing}");
        }
        assert_eq!(rin.asks("DELETE", &format!("/share/{id}"), &Value::Null).status, 404);
        mei.does("DELETE", &format!("/share/{id}"), &Value::Null);
        for dead in [path, format!("/kondate/v1/share/recipe/{id}"), format!("/kondate/shared/{id}/picture.jpg")] {
            assert_eq!(server.get(&dead).status, 404, "{dead}");
        }
        // By the pages, without a script.
        let browser = mei.browser();
        let at = format!("/kondate/recipes/{curry}/share");
        let form = browser.get(&at).expect(200).text();
        browser.posts(&at, &format!("token={}&authorName={}", token_in(&form), escaped("めい"))).expect(303);
        let ready = browser.get(&at).expect(200).text();
        let link = ready.split("/kondate/shared/recipe/").nth(1).and_then(|rest| rest.split('"').next()).expect("a link").to_owned();
        server.get(&format!("/kondate/shared/recipe/{link}")).expect(200);
        browser.posts(&format!("{at}/revoke"), &format!("token={}", token_in(&ready))).expect(303);
        assert_eq!(server.get(&format!("/kondate/shared/recipe/{link}")).status, 404);
        server.stop();
        place.run(&["check", "kondate"]).succeeded();
    });
}

#[test]
fn a_calendar_is_read_by_whoever_has_its_address() {
    let place = place::embedded();
    place::add_person(&place, "mei@example.org", "めい", PASSWORD);
    let server = place.start(&["--rate-per-address", "0"]);
    let mei = Mei::of(&server, "mei@example.org");
    mei.does("POST", "/plan/select-set", &json!({ "setId": "autumn", "slot": "current" }));
    let browser = mei.browser();
    let page = browser.get("/kondate/calendar").expect(200).text();
    assert!(!page.contains("/feed/"), "nobody has one who did not ask for it");
    let posts = |path: &str| browser.posts(path, &format!("token={}", token_in(&page))).expect(303);
    posts("/kondate/calendar/new");
    let address = || {
        let page = browser.get("/kondate/calendar").expect(200).text();
        page.split("/kondate/calendar/feed/")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .map(|rest| format!("/kondate/calendar/feed/{rest}"))
    };
    let first = address().expect("an address");
    let read = server.get(&first).expect(200);
    assert_eq!(read.header("content-type"), Some("text/calendar; charset=utf-8"));
    let text = read.text();
    assert!(text.starts_with("BEGIN:VCALENDAR\r\n") && text.contains("BEGIN:VEVENT\r\n") && text.contains("SUMMARY:"), "{text}");
    assert_eq!(server.get(&first.replace("feed/", "feed/x")).status, 404);
    std::thread::sleep(std::time::Duration::from_millis(5));
    posts("/kondate/calendar/new");
    assert_eq!(server.get(&first).status, 404);
    server.get(&address().expect("another")).expect(200);
    posts("/kondate/calendar/none");
    assert_eq!(address(), None);
}

/// What goes out comes in again: by the command, in bulk, and a second time as the same.
#[test]
fn recipes_go_out_and_come_in_by_a_command() {
    let place = place::embedded();
    for (email, name) in [("mei@example.org", "めい"), ("rin@example.org", "りん")] {
        place::add_person(&place, email, name, PASSWORD);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let server = place.start(&["--rate-per-address", "0"]);
    let mei = Mei::of(&server, "mei@example.org");
    let new = |title: &str| {
        let ingredient = json!({ "name": "玉ねぎ", "quantity": "1", "unit": "個" });
        json!({ "title": title, "servings": 3, "ingredients": [ingredient], "steps": [{ "text": "10分煮る。" }], "sourceUrl": "https://example.org/a" })
    };
    let curry = text(&mei.does("POST", "/recipes", &new("カレー"))["id"]);
    mei.does("POST", "/recipes", &new("シチュー"));
    let one = mei.asks("GET", &format!("/recipes/{curry}/export"), &Value::Null).expect(200);
    assert_eq!(one.header("content-type"), Some("application/ld+json"));
    let told: Value = serde_json::from_str(&one.text()).expect("JSON");
    assert_eq!((&told["@type"], &told["name"], &told["recipeYield"]), (&json!("Recipe"), &json!("カレー"), &json!("3人分")));
    std::fs::write(at("all.json"), mei.asks("GET", "/export/recipes", &Value::Null).expect(200).text()).expect("a file");
    server.stop();
    std::fs::write(at("page.html"), page_with_json_ld()).expect("a file");
    std::fs::write(at("text.txt"), "親子丼（2人分）\n材料\n卵 3個\n作り方\n煮る").expect("a file");
    std::fs::write(at("nothing.html"), "<p>nothing").expect("a file");
    let files = [at("all.json"), at("page.html"), at("text.txt"), at("nothing.html"), at("missing.html")];
    let names: Vec<&str> = files.iter().map(String::as_str).collect();
    // Looked at first: one object a line, and nothing is kept.
    let dry = place.run(&[&["kondate", "import", "--dry-run", "--json"], names.as_slice()].concat());
    assert_eq!(dry.code, Some(1), "two files were not read");
    let dry = dry.output;
    let lines: Vec<Value> = dry.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 6, "{dry}");
    let page = lines.iter().find(|line| line["file"] == json!(at("page.html"))).expect("the page");
    let expected = json!({
        "file": at("page.html"), "title": "肉じゃが", "servings": "4人分", "ingredients": ["じゃがいも 3個", "玉ねぎ 1個", "牛こま切れ肉 200g"],
        "steps": ["野菜を切る。", "20分煮る。"], "source": "json-ld", "confidence": "high",
    });
    assert_eq!(*page, expected);
    assert_eq!(lines.iter().filter(|line| line.get("error").is_some()).count(), 2);
    // For somebody else, twice: the same again is the same.
    let import = [&["kondate", "import", "--for", "rin@example.org"], names.as_slice()].concat();
    for _ in 0..2 {
        let said = place.run(&import);
        assert_eq!(said.code, Some(1), "two files were not read");
        let said = said.output;
        assert_eq!(said.lines().filter(|line| line.starts_with('✓')).count(), 4, "{said}");
    }
    // In the letters of an old machine, and with a bracket before anything else.
    // `[A]と煮る大根`, and so on, in Shift_JIS.
    let old = b"[A]\x82\xc6\x8e\xcf\x82\xe9\x91\xe5\x8d\xaa\n\x8d\xde\x97\xbf\n\x91\xe5\x8d\xaa 1\x96{\n\x8d\xec\x82\xe8\x95\xfb\n\x8e\xcf\x82\xe9";
    std::fs::write(at("old.txt"), old).expect("a file");
    let read = place.run(&["kondate", "import", "--dry-run", "--json", &at("old.txt")]).succeeded().output;
    assert_eq!(serde_json::from_str::<Value>(&read).expect("JSON")["ingredients"], json!(["大根 1本"]));
    assert_ne!(place.run(&["kondate", "import", "--for", "nobody@example.org", &at("page.html")]).code, Some(0));
    let server = place.start(&["--rate-per-address", "0"]);
    let rin = Mei::of(&server, "rin@example.org");
    let book = rin.does("GET", "/recipes?limit=50", &Value::Null)["items"].take();
    let own: Vec<&Value> = book.as_array().expect("recipes").iter().filter(|one| one["origin"] == "created").collect();
    assert_eq!(own.len(), 4, "{own:?}");
    server.stop();
    place.run(&["check", "kondate"]).succeeded();
}
