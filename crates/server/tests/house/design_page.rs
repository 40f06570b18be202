//! The page that shows the design at work.

use chabudai_app_wardrobe::design::DESIGN;
use chabudai_testkit::{Answer, Outcome, Server};
use serde_json::{Value, json};

use crate::closet::{Closet, spelled};
use crate::place::{both, embedded};

fn page(server: &Server, path: &str) -> String {
    let answer = server.ask("GET", path).header("accept", "text/html").header("accept-language", "en").send();
    let kind = answer.header("content-type").map(str::to_owned);
    assert_eq!(kind.as_deref(), Some("text/html; charset=utf-8"));
    answer.expect(200).text()
}

/// What the page says of one pattern.
fn pattern<'a>(page: &'a str, id: &str) -> &'a str {
    let begin = page.find(&format!("id=\"wardrobe-{id}\"")).unwrap_or_else(|| panic!("{id} is not on the page"));
    let end = page[begin..].find("</article>").expect("a pattern has an end");
    &page[begin..begin + end]
}

#[test]
fn every_table_index_kind_and_pattern_is_on_it() {
    both(|place| {
        let server = place.start(&[]);
        let house = page(&server, "/design/house");
        let page = page(&server, "/design/wardrobe");
        for one in DESIGN.patterns {
            assert!(pattern(&page, one.id).contains(&format!("id=\"{}\"", one.id)), "{} cannot be linked", one.id);
            assert!(page.contains(&one.question.replace('\'', "&#39;")), "{}", one.question);
        }
        for table in DESIGN.tables {
            assert!(page.contains(&format!("{}</code>", table.name)), "{}", table.name);
            for index in table.indexes {
                assert!(page.contains(&format!("<h5><code>{}</code></h5>", index.name)) && page.contains(index.why), "{}", index.name);
            }
        }
        for kind in DESIGN.entities {
            assert!(page.contains(&format!("id=\"wardrobe-kind-{}\"", kind.kind)), "{}", kind.kind);
        }
        assert!(page.contains("W#<wbr><var>wardrobeId</var>#<wbr>CLOTH<wbr>"), "keys are told by their templates");
        assert!(house.contains("id=\"house-JOB-02\"") && house.contains("chabudai-jobs</code>"), "what belongs to no app is the house's");
        assert!(page.contains("never asked so far") && !page.contains("design-"), "every message is there");
    });
}

#[test]
fn calls_show_up_and_nobodys_data_does() {
    both(|place| {
        let server = place.start(&[]);
        let closet = Closet::make(&server);
        let garment = closet.garment("紺色の秘密の上着");
        let outfit = closet.outfit("内緒の組み合わせ", std::slice::from_ref(&garment));
        let record = closet.wear_outfit(&spelled(closet.today()), &outfit);
        let (_, picture) = closet.picture();
        for _ in 0..1234 {
            closet.clothing(&garment);
        }
        let page = page(&server, "/design/wardrobe");
        let detail = pattern(&page, "AP-05");
        assert!(detail.contains("<dd>1,234 ") && detail.contains("<small>p99</small>"), "{detail}");
        assert!(detail.contains("617 in all"), "half a read unit each: {detail}");
        assert!(pattern(&page, "AP-13").contains("never asked so far"));

        for kind in ["Wardrobe", "Clothing", "Outfit", "History", "ClothingWearDaily", "Upload"] {
            assert!(page.contains(&format!("A sample of {kind}, every value hidden")), "{kind} on {}", place.name);
        }
        let ids = [&closet.id, &garment, &outfit, &record, &picture].map(|id| id.rsplit('_').next().expect("an id").to_owned());
        let names = ["わたしの服", "紺色の秘密の上着", "内緒の組み合わせ"].map(str::to_owned);
        for value in ids.iter().chain(&names) {
            assert!(!page.contains(value), "{value} is on the page");
        }
    });
}

#[test]
fn it_can_be_switched_off() {
    let place = embedded();
    let link = |server: &Server| page(server, "/").contains("href=\"/design\"");
    let open = place.start(&[]);
    assert!(link(&open));
    open.stop();
    let closed = place.start(&["--design-page=false"]);
    let gone = |answer: Answer| answer.problem(404, "http.not_found", None);
    gone(closed.get("/design"));
    gone(closed.get("/design/wardrobe"));
    assert!(!link(&closed));
    closed.stop();

    let shown = |arguments: &[&str], variable: Option<&str>| {
        let mut command = place.program(arguments);
        command.envs(variable.map(|value| ("CHABUDAI_DESIGN_PAGE", value)));
        serde_json::from_str::<Value>(&Outcome::of(&mut command).succeeded().output).expect("JSON")["designPage"].clone()
    };
    assert_eq!(shown(&["config"], None), json!(true));
    assert_eq!(shown(&["config"], Some("no")), json!(false));
    assert_eq!(shown(&["config", "--design-page"], Some("0")), json!(true), "a flag goes before the environment");
    assert_eq!(shown(&["config", "--design-page", "off"], None), json!(false));
}

#[test]
fn it_works_below_a_path() {
    let place = embedded();
    let server = place.start(&["--base-url", "https://example.org/house"]);
    let page = page(&server, "/house/design");
    assert!(page.contains("href=\"/house/assets/"), "its style page is found");
    server.get("/design").problem(404, "http.not_found", None);
}
