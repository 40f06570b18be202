//! A sixth app is one more name in the list: everything that the house does with an app, it does with this one.

mod leaving; // somebody leaves, and a server is killed meanwhile
mod payments; // what Stripe tells

use std::time::{Duration, Instant};

use chabudai_test_stores::engine;
use chabudai_testkit::{Answer, Place, Server, free_port};
use serde_json::{Value, json};

const EMAIL: &str = "hana@example.org";
const PASSWORD: &str = "正しい馬の電池とホッチキス";

fn embedded() -> Place {
    Place::new(env!("CARGO_BIN_EXE_six-apps"))
}

/// The house on each store.
fn both(test: impl Fn(&Place)) {
    test(&embedded());
    let options = engine::options().into_iter().chain(["--table-prefix".to_owned(), engine::prefix()]);
    test(&embedded().on_store("DynamoDB", options).with_environment("CHABUDAI_ROOT_SECRET", "the secret of every server here"));
}

/// Somebody who writes notes.
struct Writer<'a> {
    server: &'a Server,
    token: String,
}

impl<'a> Writer<'a> {
    fn add(place: &Place, email: &str) {
        place.run(&["user", "add", "--email", email, "--name", "花子", "--password", PASSWORD]).succeeded();
    }

    fn sign_in(server: &'a Server, email: &str) -> Self {
        let answer = server.post("/auth/v1/sign-in", &json!({ "email": email, "password": PASSWORD })).expect(200).json();
        Self { server, token: answer["token"].as_str().expect("a token").to_owned() }
    }

    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let ask = self.server.ask(method, path).header("authorization", &format!("Bearer {}", self.token));
        body.into_iter().fold(ask, chabudai_testkit::Ask::json).send()
    }

    fn writes(&self, text: &str) -> String {
        let made = self.ask("POST", "/memo/v1/memos", Some(&json!({ "text": text }))).expect(201).json();
        made["id"].as_str().expect("an id").to_owned()
    }

    fn reads(&self, question: &str) -> Vec<String> {
        let listed = self.ask("GET", &format!("/memo/v1/memos{question}"), None).expect(200).json();
        let texts = listed["items"].as_array().expect("a list").iter();
        texts.map(|memo| memo["text"].as_str().expect("a text").to_owned()).collect()
    }
}

/// Copies follow after a moment.
#[track_caller]
fn soon<T: PartialEq + std::fmt::Debug>(what: impl Fn() -> T, expected: &T) {
    let begun = Instant::now();
    loop {
        let seen = what();
        if seen == *expected {
            return;
        }
        assert!(begun.elapsed() < Duration::from_mins(1), "{seen:?} and never {expected:?}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn size(server: &Server) -> u64 {
    server.get("/memo/v1/size").expect(200).json()["memos"].as_u64().expect("a number")
}

#[test]
fn its_routes_its_copy_and_its_search_are_at_work() {
    both(|place| {
        Writer::add(place, EMAIL);
        Writer::add(place, "ken@example.org");
        let meters = free_port();
        let server = place.start(&["--metrics-listen", &meters.to_string()]);
        server.get("/memo/v1/memos").problem(401, "identity.not_signed_in", None);
        let (hana, ken) = (Writer::sign_in(&server, EMAIL), Writer::sign_in(&server, "ken@example.org"));
        let id = hana.writes("生姜 2かけ");
        hana.writes("牛乳");
        ken.writes("しょうが湯");
        hana.ask("POST", "/memo/v1/memos", Some(&json!({ "text": " " }))).problem(400, "memo.text", Some("text"));
        assert_eq!(hana.reads(""), ["生姜 2かけ", "牛乳", "しょうが湯"], "on {}", place.name);
        // The consumer of the change feed counts, the search of this server finds what is one's own.
        soon(|| size(&server), &3);
        soon(|| hana.reads("?q=%E7%94%9F%E5%A7%9C"), &vec!["生姜 2かけ".to_owned()]);
        ken.ask("DELETE", &format!("/memo/v1/memos/{id}"), None).problem(404, "memo.not_found", None);
        hana.ask("DELETE", &format!("/memo/v1/memos/{id}"), None).expect(204);
        soon(|| size(&server), &2);
        let told = chabudai_testkit::Ask::new(meters, "GET", "/metrics").send().expect(200).text();
        for series in ["chabudai_search_ready{app=\"memo\"} 1", "chabudai_feed_parked{app=\"memo\"} 0", "app=\"memo\",pattern=\"MEMO-02\""]
        {
            assert!(told.contains(series), "{series} on {}: {told}", place.name);
        }
        soon(|| hana.reads("?q=%E7%94%9F%E5%A7%9C"), &Vec::new());
    });
}

/// Somebody at their browser finds what is theirs in every app, by one question.
#[test]
fn one_search_finds_ones_own_things_in_every_app() {
    let place = embedded();
    Writer::add(&place, EMAIL);
    Writer::add(&place, "ken@example.org");
    let server = place.start(&[]);
    let (hana, ken) = (Writer::sign_in(&server, EMAIL), Writer::sign_in(&server, "ken@example.org"));
    hana.writes("旅行の支度");
    ken.writes("旅行の切符");
    let log = json!({ "hasBleeding": false, "note": "旅行中。朝にのんだ" });
    hana.ask("POST", "/okusuri/v1/medication-log", Some(&log)).expect(201);
    let page = |who: &Writer<'_>, path: &str| {
        // The page is for browsers; a token opens it as well, and makes no form.
        let ask = server.ask("GET", path).header("accept", "text/html").header("accept-language", "ja");
        ask.header("authorization", &format!("Bearer {}", who.token)).send()
    };
    let found = |who: &Writer<'_>, text: &str| page(who, "/search?q=%E6%97%85%E8%A1%8C").expect(200).text().contains(text);
    soon(|| found(&hana, "旅行の支度"), &true);
    assert!(found(&hana, "旅行中。朝にのんだ"), "a note of a day");
    assert!(!found(&hana, "旅行の切符") && !found(&ken, "朝にのんだ"), "nobody finds what is another's");
    assert!(page(&hana, "/search?q=xyz").expect(200).text().contains("「xyz」は見つかりませんでした"));
    assert!(page(&hana, "/search").expect(200).text().contains("autofocus"));
    let away = server.ask("GET", "/search?q=a").header("accept", "text/html").send().expect(303);
    assert!(away.header("location").is_some_and(|to| to.contains("/sign-in?next=%2Fsearch%3Fq%3Da")), "{away:?}");
}

#[test]
fn its_search_is_made_anew_beside_a_server_and_without_one() {
    let place = embedded();
    Writer::add(&place, EMAIL);
    let server = place.start(&[]);
    let hana = Writer::sign_in(&server, EMAIL);
    hana.writes("梅干し");
    let found = || hana.reads("?q=%E6%A2%85");
    soon(found, &vec!["梅干し".to_owned()]);
    let beside = place.run(&["search", "rebuild", "memo"]).succeeded();
    assert!(beside.output.contains("memo: the server makes it anew"), "{beside:?}");
    soon(found, &vec!["梅干し".to_owned()]);
    assert!(server.stop().1.contains("a search file was made"));
    let alone = place.run(&["search", "rebuild"]).succeeded();
    assert_eq!(alone.output, "memo: made anew, 1 documents\n");
    place.run(&["search", "rebuild", "wardrobe"]).refused("wardrobe has no search");
    // A file that is damaged is made anew by itself.
    let file = place.data().join("memo.search.sqlite");
    std::fs::write(&file, b"nonsense that is no database at all").expect("the file is there");
    let server = place.start(&[]);
    let hana = Writer::sign_in(&server, EMAIL);
    soon(|| hana.reads("?q=%E6%A2%85"), &vec!["梅干し".to_owned()]);
}

#[test]
fn its_pages_its_card_its_design_and_its_operations_are_shown() {
    let place = embedded();
    let server = place.start(&["--demo"]);
    let page = |path: &str| server.ask("GET", path).header("accept", "text/html").header("accept-language", "en").send();
    assert!(server.prints("/memo").contains("/memo"), "the demo tells where its board is");
    soon(|| size(&server), &2);
    let away = page("/memo").expect(303);
    assert!(away.header("location").is_some_and(|to| to.ends_with("/sign-in?next=%2Fmemo")), "{away:?}");
    let front = page("/").expect(200).text();
    assert!(front.contains("One board for everyone at home."), "the front page names it");
    let icon = front.split('"').find(|text| text.ends_with("/memo.svg")).expect("with its icon");
    assert!(page(icon).expect(200).text().starts_with("<svg"));
    assert!(page("/design/memo").expect(200).text().contains("MEMO-05"), "and the page of designs its patterns");
    assert!(page("/api/openapi.json").expect(200).text().contains("\"/memo/v1/memos/{id}\""), "and the description its operations");
}

#[test]
fn it_is_tidied_checked_measured_and_backed_up() {
    let place = embedded();
    Writer::add(&place, EMAIL);
    let server = place.start(&["--jobs", "false"]);
    let hana = Writer::sign_in(&server, EMAIL);
    hana.writes("済 牛乳");
    hana.writes("卵");
    drop(server);
    let jobs = place.run(&["jobs", "list"]).succeeded();
    assert!(jobs.output.contains("memo.tidy") && jobs.output.contains("memo.feed"), "{jobs:?}");
    let run = place.run(&["jobs", "run", "memo.tidy", "--force"]).succeeded();
    assert!(run.output.contains("memo.tidy: done (1 done, 0 failed)"), "{run:?}");
    assert!(place.run(&["memo", "check"]).succeeded().output.contains("memo: 1 items, 0 faults"));
    assert!(place.run(&["check"]).succeeded().output.contains("memo: "));
    assert!(place.run(&["design", "memo"]).succeeded().output.contains("memo-table"));
    let archive = place.beside("house.tar.gz");
    let saved = place.run(&["backup", archive.to_str().expect("a path")]).succeeded();
    assert!(saved.output.contains("memo"), "{saved:?}");
    let bench = place.run(&["bench", "--size", "20", "--millis", "50", "--clients", "1", "--only", "how many notes"]).succeeded();
    assert!(bench.output.contains("MEMO-04"), "{bench:?}");
    place.run(&["serve", "--apps", "memo,nonsense"]).refused("there is: wardrobe, okusuri, memo");
}
