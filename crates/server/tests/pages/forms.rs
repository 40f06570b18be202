//! What protects forms: they come from our own pages, they count once, and nothing inline runs.

use std::fmt::Write as _;

use chabudai_testkit::{Answer, Server};

use crate::house;

/// Somebody without a browser: a cookie and what was read last.
struct Visitor<'a> {
    server: &'a Server,
    cookie: String,
}

impl<'a> Visitor<'a> {
    fn new(server: &'a Server) -> Self {
        let answer = server.ask("GET", "/wardrobe").send().expect(200);
        let cookie = answer.header("set-cookie").expect("a visitor is given a cookie").split(';').next().unwrap_or_default().to_owned();
        Self { server, cookie }
    }

    fn page(&self, path: &str) -> Answer {
        self.server.ask("GET", path).header("cookie", &self.cookie).header("accept", "text/html").send()
    }

    /// The token of a page's forms.
    fn token(&self, path: &str) -> String {
        let text = self.page(path).expect(200).text();
        let at = text.find("name=\"token\" value=\"").expect("a form has a token") + 20;
        text[at..].split('"').next().unwrap_or_default().to_owned()
    }

    fn send(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.send_with(path, fields, &[])
    }

    fn send_with(&self, path: &str, fields: &[(&str, &str)], headers: &[(&str, &str)]) -> Answer {
        let body: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", escaped(value))).collect();
        let mut ask = self.server.ask("POST", path).header("cookie", &self.cookie).header("accept", "text/html");
        for (name, value) in headers {
            ask = ask.header(name, value);
        }
        ask.body("application/x-www-form-urlencoded", body.join("&")).send()
    }

    /// Makes a wardrobe and says where it is.
    fn wardrobe(&self) -> String {
        let token = self.token("/wardrobe");
        let made = self.send("/wardrobe", &[("token", &token), ("name", "服")]).expect(303);
        made.header("location").expect("a way on").to_owned()
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        write!(out, "%{byte:02X}").expect("a string takes every text");
    }
    out
}

#[test]
fn a_form_of_another_site_changes_nothing() {
    let server = house();
    let me = Visitor::new(&server);
    let token = me.token("/wardrobe");
    let fields = [("token", token.as_str()), ("name", "服")];
    for site in ["cross-site", "same-site"] {
        let refused = me.send_with("/wardrobe", &fields, &[("sec-fetch-site", site)]).expect(403);
        assert!(refused.text().contains("http.foreign_form"), "{}", refused.text());
    }
    me.send("/wardrobe", &[("name", "服")]).expect(403);
    me.send("/wardrobe", &[("token", "x.y"), ("name", "服")]).expect(403);
    // A token is its visitor's own: another one's cookie does not fit it.
    let other = Visitor::new(&server);
    assert_ne!(me.cookie, other.cookie);
    other.send("/wardrobe", &fields).expect(403);
    server.ask("POST", "/wardrobe").body("application/x-www-form-urlencoded", format!("token={token}&name=a")).send().expect(403);
    me.send_with("/wardrobe", &fields, &[("sec-fetch-site", "same-origin")]).expect(303);
}

#[test]
fn a_form_that_is_sent_twice_counts_once() {
    let server = house();
    let me = Visitor::new(&server);
    let token = me.token("/wardrobe");
    let twice = || me.send("/wardrobe", &[("token", &token), ("name", "服")]).expect(303);
    let home = twice().header("location").expect("a way on").to_owned();
    assert_eq!(twice().header("location"), Some(home.as_str()), "one wardrobe, not two");
    // Corrected and sent again, it is another wish.
    let other = me.send("/wardrobe", &[("token", &token), ("name", "別の服")]).expect(303);
    assert_ne!(other.header("location"), Some(home.as_str()));

    let token = me.token(&format!("{home}/clothes/new"));
    let garment = [("token", token.as_str()), ("name", "シャツ"), ("genre", "tops")];
    for _ in 0..2 {
        me.send(&format!("{home}/clothes"), &garment).expect(303);
    }
    let list = me.page(&format!("{home}/clothes")).expect(200).text();
    assert_eq!(list.matches("<li data-id=\"cl_").count(), 1);
    let id = list.split("data-id=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("an id").to_owned();
    let token = me.token(&format!("{home}/clothes/{id}"));
    let wear = [("token", token.as_str()), ("clothing", id.as_str()), ("back", "")];
    for _ in 0..3 {
        me.send(&format!("{home}/histories"), &wear).expect(303);
    }
    let records = me.page(&format!("{home}/histories")).expect(200).text();
    assert_eq!(records.matches("data-id=\"hs_").count(), 1);
    // A record that is deleted twice is uncounted once, and the second answer does not take the way back away.
    let record =
        records.split("data-id=\"hs_").nth(1).and_then(|rest| rest.split('"').next()).map(|rest| format!("hs_{rest}")).expect("an id");
    let first = me.send(&format!("{home}/histories/{record}/delete"), &[("token", &token)]).expect(303);
    assert!(first.header("set-cookie").is_some_and(|cookie| cookie.starts_with("chabudai_toast=")));
    let second = me.send(&format!("{home}/histories/{record}/delete"), &[("token", &token)]).expect(303);
    assert_eq!(second.header("set-cookie"), None);
    let undo = [("token", token.as_str()), ("date", "20261101"), ("clothing", id.as_str()), ("back", "")];
    for _ in 0..2 {
        me.send(&format!("{home}/histories/restore"), &undo).expect(303);
    }
    let records = me.page(&format!("{home}/histories")).expect(200).text();
    assert_eq!(records.matches("data-id=\"hs_").count(), 1, "it came back once");
    // Deleted twice, it is in the bin once, and nobody is scolded.
    for _ in 0..2 {
        me.send(&format!("{home}/clothes/{id}/delete"), &[("token", &token)]).expect(303);
    }
    assert_eq!(me.page(&format!("{home}/bin")).expect(200).text().matches("data-id=\"cl_").count(), 1);
    for _ in 0..2 {
        me.send(&format!("{home}/clothes/{id}/restore"), &[("token", &token)]).expect(303);
    }
}

#[test]
fn errors_stand_beside_their_field_with_the_input_kept() {
    let server = house();
    let me = Visitor::new(&server);
    let home = me.wardrobe();
    let token = me.token(&format!("{home}/clothes/new"));
    let long = "長".repeat(41);
    let answer =
        me.send(&format!("{home}/clothes"), &[("token", &token), ("name", &long), ("genre", "tops"), ("tag", "season:all")]).expect(400);
    let text = answer.text();
    assert!(text.contains("id=\"name-wrong\"") && text.contains(&long), "{text}");
    assert!(text.contains("value=\"season:all\" checked"), "{text}");
    let none = me.send(&format!("{home}/clothes"), &[("token", &token), ("name", "a")]).expect(400).text();
    assert!(none.contains("id=\"genre-wrong\""), "{none}");
    let nobody = "/wardrobe/wd_01900000-0000-7000-8000-000000000000";
    me.send(&format!("{nobody}/clothes"), &[("token", &token), ("name", "a"), ("genre", "tops")]).expect(404);
    me.page(nobody).expect(404);
}

#[test]
fn every_answer_has_its_security_headers() {
    let server = house();
    let me = Visitor::new(&server);
    let home = me.wardrobe();
    let asset = me.page("/").text();
    let asset =
        asset.split("href=\"").find(|rest| rest.starts_with("/assets/")).and_then(|rest| rest.split('"').next()).expect("a style page");
    for path in ["/", "/wardrobe/new", &home, "/nowhere", "/settings", asset, "/app.webmanifest", "/api"] {
        let answer = me.page(path);
        let policy = answer.header("content-security-policy").unwrap_or_else(|| panic!("{path} has no policy"));
        assert!(
            policy.starts_with("default-src 'none'") && !policy.contains("unsafe-eval") && !policy.contains("http:"),
            "{path}: {policy}"
        );
        assert!(!policy.contains("script-src 'unsafe-inline'"), "{path}: {policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{path}");
        assert_eq!(answer.header("x-frame-options"), Some("DENY"), "{path}");
    }
    assert_eq!(me.page(asset).header("cache-control"), Some("public, max-age=31536000, immutable"));
    let old = asset.replacen("/assets/", "/assets/old", 1);
    assert_eq!(me.page(&old).header("cache-control"), Some("no-cache"), "a page of before an upgrade finds its style page");
    let cookie = server.ask("GET", "/wardrobe").send().header("set-cookie").expect("a cookie").to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
}

/// What somebody else's wardrobe holds is not here.
#[test]
fn one_wardrobe_does_not_show_what_another_holds() {
    let server = house();
    let me = Visitor::new(&server);
    let (mine, theirs) = (me.wardrobe(), {
        let token = me.token("/wardrobe/new");
        me.send("/wardrobe", &[("token", &token), ("name", "よその服")]).expect(303).header("location").expect("a way on").to_owned()
    });
    let token = me.token(&format!("{theirs}/clothes/new"));
    me.send(&format!("{theirs}/clothes"), &[("token", &token), ("name", "秘密"), ("genre", "tops")]).expect(303);
    let list = me.page(&format!("{theirs}/clothes")).expect(200).text();
    let id = list.split("data-id=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("an id").to_owned();
    me.send(&format!("{theirs}/histories"), &[("token", &token), ("clothing", &id)]).expect(303);
    let records = me.page(&format!("{theirs}/histories")).expect(200).text();
    let record = records.split("data-id=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("an id").to_owned();
    for path in [format!("/clothes/{id}"), format!("/clothes/{id}/edit"), format!("/histories/{record}")] {
        let answer = me.page(&format!("{mine}{path}")).expect(404);
        assert!(!answer.text().contains("秘密"), "{path}");
    }
    me.send(&format!("{mine}/clothes/{id}/delete"), &[("token", &token)]).expect(404);
    me.send(&format!("{mine}/histories/{record}/again"), &[("token", &token)]).expect(303);
    assert!(!me.page(&format!("{mine}/histories")).text().contains("秘密"));
}

#[test]
fn an_error_is_a_page_for_a_browser_and_a_problem_for_a_program() {
    let server = house();
    let page = server.ask("GET", "/nowhere").header("accept", "text/html,*/*;q=0.8").header("accept-language", "en").send().expect(404);
    assert!(page.header("content-type").is_some_and(|kind| kind.starts_with("text/html")), "{}", page.text());
    assert!(page.text().contains("Not found"));
    assert!(page.header("x-request-id").is_some());
    server.get("/nowhere").problem(404, "http.not_found", None);
}

#[test]
fn an_installed_app_opens_where_it_was() {
    let server = house();
    let manifest: serde_json::Value = serde_json::from_slice(&server.get("/wardrobe/app.webmanifest").expect(200).body).expect("JSON");
    assert_eq!(manifest["start_url"], "/wardrobe");
    for icon in manifest["icons"].as_array().expect("icons") {
        let answer = server.get(icon["src"].as_str().expect("an address")).expect(200);
        let drawn = image::load_from_memory(&answer.body).expect("a picture");
        assert_eq!(format!("{}x{}", drawn.width(), drawn.height()), icon["sizes"].as_str().expect("a size"));
    }
    let me = Visitor::new(&server);
    let home = me.wardrobe();
    let opened = me.page(&home).expect(200);
    let kept = opened.headers.iter().find(|(_, value)| value.starts_with("chabudai_wardrobe=")).map(|(_, value)| value.clone());
    let kept = kept.expect("the wardrobe is remembered").split(';').next().unwrap_or_default().to_owned();
    let again = server.ask("GET", "/wardrobe").header("cookie", &kept).send().expect(303);
    assert_eq!(again.header("location"), Some(home.as_str()));
    // A wardrobe that is not there any more is forgotten.
    let gone = "chabudai_wardrobe=wd_01900000-0000-7000-8000-000000000000";
    let fresh = server.ask("GET", "/wardrobe").header("cookie", gone).send().expect(200);
    assert!(
        fresh.headers.iter().any(|(name, value)| name == "set-cookie" && value.starts_with("chabudai_wardrobe=;")),
        "{:?}",
        fresh.headers
    );
}

#[test]
fn everything_wrong_with_an_outfit_is_told_at_once() {
    let server = house();
    let me = Visitor::new(&server);
    let home = me.wardrobe();
    let token = me.token(&format!("{home}/clothes/new"));
    me.send(&format!("{home}/clothes"), &[("token", &token), ("name", "シャツ"), ("genre", "tops")]).expect(303);
    let page = me.send(&format!("{home}/outfits"), &[("token", &token), ("name", " ")]).expect(400).text();
    assert!(page.contains("id=\"name-wrong\"") && page.contains("id=\"clothingIds-wrong\""), "{page}");
}

/// An address that a form has left in the address bar leads to the page of the form.
#[test]
fn the_address_of_a_form_leads_to_its_page() {
    let server = house();
    let me = Visitor::new(&server);
    let home = me.wardrobe();
    let token = me.token(&format!("{home}/settings"));
    me.send(&format!("{home}/name"), &[("token", &token), ("name", " ")]).expect(400);
    assert_eq!(me.page(&format!("{home}/name")).expect(303).header("location"), Some(format!("{home}/settings").as_str()));
    assert_eq!(me.page(&format!("{home}/histories/restore")).expect(303).header("location"), Some(format!("{home}/histories").as_str()));
    let garment = format!("{home}/clothes/cl_01a1e477-2666-7655-a65e-4780d25bcf81");
    assert_eq!(me.page(&format!("{garment}/delete")).expect(303).header("location"), Some(garment.as_str()));
}

/// The address of a wardrobe is its only key: whoever misses something inside it is not led out of it.
#[test]
fn what_is_missing_in_a_wardrobe_leads_back_into_it() {
    let server = house();
    let me = Visitor::new(&server);
    let home = me.wardrobe();
    let nobody = "01a1e477-2666-7655-a65e-4780d25bcf81";
    let back = format!("<a class=\"primary button\" href=\"{home}\">");
    for rest in
        [format!("/clothes/cl_{nobody}"), format!("/outfits/tp_{nobody}"), format!("/histories/hs_{nobody}"), "/clothes/x".to_owned()]
    {
        let page = me.page(&format!("{home}{rest}")).expect(404).text();
        assert!(page.contains(&back) && page.contains("削除されたか、アドレスが違うようです。"), "{rest}: {page}");
    }
    let page = me.page(&format!("/wardrobe/wd_{nobody}/clothes")).expect(404).text();
    assert!(page.contains("href=\"/\"") && !page.contains(nobody), "there is no wardrobe to lead back to: {page}");
}

/// A title is cut by the screen, which knows how much room there is, and not before.
#[test]
fn a_long_title_is_there_as_a_whole() {
    let server = house();
    let me = Visitor::new(&server);
    let home = me.wardrobe();
    let token = me.token(&format!("{home}/clothes/new"));
    let name = "とても長い名前のついた一枚のシャツ";
    me.send(&format!("{home}/clothes"), &[("token", &token), ("name", name), ("genre", "tops"), ("tag", "season:all")]).expect(303);
    let list = me.page(&format!("{home}/clothes")).expect(200).text();
    let id = list.split("data-id=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("an id").to_owned();
    me.send(&format!("{home}/histories"), &[("token", &token), ("clothing", &id), ("back", "")]).expect(303);
    let diary = me.page(&format!("{home}/histories")).expect(200).text();
    assert!(diary.contains(&format!("<span class=\"title\">{name}</span>")), "{diary}");
}

/// What there is is of no use today, and the page says what would be.
#[test]
fn a_wardrobe_without_a_suggestion_says_why() {
    let server = house();
    let me = Visitor::new(&server);
    let home = me.wardrobe();
    let token = me.token(&format!("{home}/clothes/new"));
    let add = |name: &str, genre: &str, tags: &[(&str, &str)]| {
        let fields = [&[("token", token.as_str()), ("name", name), ("genre", genre)], tags].concat();
        me.send(&format!("{home}/clothes"), &fields).expect(303);
    };
    add("革靴", "others", &[]);
    let page = me.page(&home).expect(200).text();
    assert!(page.contains("おすすめが表示されます。"), "{page}");
    add("シャツ", "tops", &[("tag", "season:all")]);
    add("デニム", "bottoms", &[("tag", "season:all")]);
    let page = me.page(&home).expect(200).text();
    assert!(!page.contains("おすすめが表示されます。") && page.contains("これを着た"), "{page}");
}
