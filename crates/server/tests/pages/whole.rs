//! The whole of it, from an empty house to one that somebody has left: the first person by the link that the start prints, a second one by an
//! invitation on a browser of their own, both apps, out, in again by a passkey, and away. Where no scripts run, the password does what the passkey
//! does elsewhere.

use chabudai_testkit::{Browser, Page, Place, Server, View};
use jiff::ToSpan as _;
use serde_json::Value;

use crate::person::Person;

const SESSION: &str = "chabudai_session";

/// Who lives here for a while.
struct Resident {
    name: &'static str,
    email: &'static str,
    password: &'static str,
    garment: &'static str,
}

const HANA: Resident =
    Resident { name: "花子", email: "hana.first@example.org", password: "first-secret-of-hana", garment: "紺のカーディガン" };
const TARO: Resident =
    Resident { name: "太郎", email: "taro.second@example.org", password: "a-secret-of-taro-alone", garment: "麻のシャツ" };

impl Resident {
    /// Comes in by a link, and is in.
    fn joins_by(&self, me: &Person, link: &str) {
        let page = &me.page;
        page.goto(link);
        page.fill("#name", self.name);
        page.fill("#email", self.email);
        page.fill("#password", self.password);
        page.click("form.sheeted button:not([data-reveal])");
        page.wait_until("return location.pathname === '/'");
        page.see(self.name);
        looks(page);
    }

    /// A wardrobe of one's own, with something in it that was worn today, and that the search of the house finds.
    fn dresses(&self, me: &Person) -> String {
        let page = &me.page;
        let home = me.makes_a_wardrobe();
        me.adds(&home, self.garment, "tops");
        me.opens(self.garment);
        me.taps("今日着た", "Wore it today");
        me.sees("記録しました", "Recorded");
        me.sees("今日の記録に入っています", "Already in today’s entry");
        looks(page);
        page.goto(&format!("/search?q={}", self.garment));
        assert_eq!(page.texts(".found h3"), [self.garment]);
        looks(page);
        home
    }

    /// Since three days ago, today by a tap, the days before together.
    fn takes_the_pill(me: &Person) {
        let page = &me.page;
        page.goto("/okusuri");
        page.check("input[name=regimen][value=continuous]");
        let today: jiff::civil::Date = page.attribute("#since", "max").and_then(|day| day.parse().ok()).expect("a last day");
        page.fill("#since", &today.saturating_sub(3.days()).to_string());
        page.click("button[name=begin]");
        me.sees("準備ができました", "You’re all set");
        page.click(".taps button[value=no]");
        me.sees("今日の分を記録しました", "Logged for today");
        looks(page);
        me.taps("これまでにのんだ日も、まとめて記録できます。", "You can also log the days before today, all at once.");
        assert_eq!(page.count("input[name=day]"), 3);
        looks(page);
        page.click("form.sheeted .primary");
        me.sees("3日分を記録しました", "Days logged: 3");
        page.goto("/okusuri/insights");
        page.see("100%");
    }

    fn signs_out(me: &Person) {
        me.page.goto("/account");
        me.taps("ログアウト", "Sign out");
        me.sees("ログアウトしました", "You’re signed out");
        assert!(me.page.cookies().iter().all(|cookie| cookie.name != SESSION));
    }

    fn signs_in(&self, me: &Person) {
        me.page.goto("/sign-in");
        me.page.fill("#email", self.email);
        me.page.fill("#password", self.password);
        me.page.click("form.sheeted button:not([data-reveal])");
        me.page.wait_until("return location.pathname === '/'");
    }

    /// For good, by the password, and not in again.
    fn leaves(&self, me: &Person) {
        let page = &me.page;
        page.goto("/account");
        me.taps("アカウントを削除", "Delete account");
        looks(page);
        page.fill("#password", self.password);
        page.click("form.sheeted button:not([data-reveal])");
        me.sees("アカウントを削除しました", "Account deleted");
        page.goto("/sign-in");
        page.fill("#email", self.email);
        page.fill("#password", self.password);
        page.click("form.sheeted button:not([data-reveal])");
        me.sees("メールアドレスかパスワードが違います", "The email address or password is incorrect");
    }
}

/// Nothing is wider than the screen, and there is no id instead of words. Barriers are looked for on every page elsewhere (`every_page.rs`).
fn looks(page: &Page) {
    let wide = page.run_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assert!(wide.as_i64().is_some_and(|wide| wide <= 0), "{} is wider than the screen by {wide}", page.path());
    let text = page.whole_text();
    let shown = ["identity-", "okusuri-", "wardrobe-", "error-"].into_iter().find(|id| text.contains(id));
    assert_eq!(shown, None, "an id is shown: {text}");
}

/// The link that the start prints, as a path.
fn setup_link(server: &Server) -> String {
    let said = server.prints("/join?setup=");
    let link = said.split_whitespace().find(|word| word.contains("/join?setup=")).expect("the link is printed");
    link[link.find("/join").expect("a path")..].to_owned()
}

/// A link for one more person, as a path.
fn invites(me: &Person) -> String {
    me.page.goto("/account/invitations");
    me.taps("招待リンクを作る", "Create invitation link");
    me.sees("招待リンクができました", "Here’s your link");
    looks(&me.page);
    let link = me.page.value("input[readonly]");
    link[link.find("/join").expect("a path")..].to_owned()
}

/// Everything that the house knows of somebody, as they save it.
fn export(server: &Server, me: &Person) -> Value {
    let token = me.page.cookies().into_iter().find(|cookie| cookie.name == SESSION).expect("a session").value;
    server.ask("GET", "/account/export/file").header("cookie", &format!("{SESSION}={token}")).send().expect(200).json()
}

fn story(view: View) {
    let Some(browser) = Browser::find() else { return };
    let place = Place::new(crate::PROGRAM);
    // Behind a proxy nobody is taken to be at the machine itself: the link alone founds the house.
    let server = place.start(&["--trusted-proxies", "127.0.0.9"]);
    let localhost = format!("http://localhost:{}", server.address.port());
    let me = Person::at(&browser, &localhost, view);
    let device = view.javascript.then(|| me.page.add_authenticator());
    me.page.goto("/join");
    assert_eq!(me.page.status(), 403, "an empty house is for who has the link");
    let link = setup_link(&server);
    HANA.joins_by(&me, &link);
    me.page.goto("/account");
    me.sees("管理者", "Operator");
    if let Some(device) = &device {
        me.page.goto("/account/passkeys");
        me.taps("パスキーを登録する", "Add a passkey");
        me.sees("を登録しました", "is added");
        assert_eq!(device.passkeys().len(), 1);
    }

    // Somebody else, on another screen. Neither link works again.
    let invitation = invites(&me);
    let other = View { width: if view.width < 700 { 1280 } else { 390 }, ..view };
    let guest = Person::at(&browser, &localhost, other);
    guest.page.goto(&link);
    assert_eq!(guest.page.status(), 403, "{}", guest.page.whole_text());
    TARO.joins_by(&guest, &invitation);
    guest.page.goto("/account/people");
    assert_eq!(guest.page.status(), 404, "who lives here is for who looks after the house");
    me.page.goto("/account/people");
    assert_eq!(me.page.texts("#people b"), [HANA.name, TARO.name]);
    looks(&me.page);

    let homes = [(&HANA, &me), (&TARO, &guest)].map(|(resident, person)| {
        Resident::takes_the_pill(person);
        resident.dresses(person)
    });
    for (resident, person, theirs) in [(&HANA, &me, TARO.garment), (&TARO, &guest, HANA.garment)] {
        person.page.goto(&format!("/search?q={theirs}"));
        assert_eq!(person.page.count(".found h3"), 0, "{} finds nothing of the other's", resident.name);
    }

    // Out, and in again by a passkey, where one wanted to go.
    Resident::signs_out(&me);
    if device.is_some() {
        me.page.goto("/account/export");
        assert!(me.page.path().starts_with("/sign-in?next="), "{}", me.page.path());
        me.taps("パスキーでログインする", "Sign in with a passkey");
        me.sees("おかえりなさい、花子さん", "Welcome back, 花子");
        assert_eq!(me.page.path(), "/account/export");
    } else {
        HANA.signs_in(&me);
    }
    Resident::signs_out(&guest);
    TARO.signs_in(&guest);

    // One leaves. The other's things are as they were, and nothing is left of who has gone.
    TARO.leaves(&guest);
    me.page.goto("/account/people");
    assert_eq!(me.page.texts("#people b"), [HANA.name]);
    let listed = place.run(&["user", "list"]).succeeded().output;
    assert!(listed.contains(HANA.email) && !listed.contains(TARO.email), "{listed}");
    let kept = export(&server, &me);
    let all = kept.to_string();
    assert!(all.contains(HANA.email) && !all.contains(TARO.email) && !all.contains(TARO.name), "{all}");
    let logs = kept["items"].as_array().into_iter().flatten().filter(|item| item["Type"] == "medication_log").count();
    let wardrobes = kept["apps"]["wardrobe"]["wardrobes"].as_array().map(Vec::len);
    assert_eq!((logs, wardrobes), (4, Some(1)), "{all}");

    // And the one who looked after it, too. What a wardrobe's address opens is the wardrobe's own.
    HANA.leaves(&me);
    let listed = place.run(&["user", "list"]).succeeded().output;
    assert!(!listed.contains('@'), "{listed}");
    for person in [&me, &guest] {
        let errors: Vec<String> = person.page.console_errors().into_iter().filter(|error| !error.starts_with("network:")).collect();
        assert_eq!(errors, Vec::<String>::new());
    }
    let log = server.log();
    let keys = homes.each_ref().map(|home| home.rsplit('/').next().expect("an id"));
    for secret in [HANA.email, HANA.password, HANA.name, TARO.email, TARO.password, HANA.garment, keys[0], keys[1]] {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}

// Whoever is invited sits in front of the other screen, so that each view has both widths.
crate::in_every_view! { story;
    on_a_phone_in_japanese: View::phone();
    at_a_desk_in_english: View::desk().english();
    on_a_phone_in_english_without_scripts: View::phone().english().without_javascript();
    at_a_desk_in_japanese_without_scripts: View::desk().without_javascript();
}
