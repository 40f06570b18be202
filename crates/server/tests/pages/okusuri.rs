//! Okusuri from the first visit to the doctor's paper, in both languages, on both screens, with scripts and without.

use chabudai_testkit::{Browser, Place, Server, View};
use jiff::ToSpan as _;
use jiff::civil::Date;
use serde_json::json;

use crate::every_page::{looks_right, looks_right_to_everybody};
use crate::person::Person;
use crate::{House, PROGRAM, house};

const NAME: &str = "花子";
pub(crate) const EMAIL: &str = "hana.pill@example.org";
pub(crate) const PASSWORD: &str = "a-secret-of-hana";
const NOTE: &str = "鼻血ではないと思う";
const SESSION: &str = "chabudai_session";

/// Founds the house by the pages, and stands in front of the first one of Okusuri.
fn joins(me: &Person) {
    let page = &me.page;
    page.goto("/join");
    page.fill("#name", NAME);
    page.fill("#email", EMAIL);
    page.fill("#password", PASSWORD);
    page.click("form.sheeted button:not([data-reveal])");
    me.sees("ようこそ、花子さん", "Welcome, 花子");
    page.goto("/okusuri");
}

/// A house in which somebody lives whom the operator has let in.
pub(crate) fn lived_in(options: &[&str], name: &str) -> House {
    let place = Place::new(PROGRAM);
    let file = place.beside("password");
    std::fs::write(&file, PASSWORD).expect("a file is written");
    place.run(&["user", "add", "--email", EMAIL, "--name", name, "--password-file", file.to_str().expect("a path")]).succeeded();
    House::at(place, options)
}

/// The same, and they have logged a season.
pub(crate) fn furnished(options: &[&str], name: &str) -> (House, Date) {
    let house = lived_in(options, name);
    let base = house.public_url.splitn(4, '/').nth(3).map_or_else(String::new, |path| format!("/{path}"));
    let signed_in = json!({ "email": EMAIL, "password": PASSWORD });
    let token = house.post(&format!("{base}/okusuri/v1/auth/sign-in"), &signed_in).expect(200).json()["token"].clone();
    let bearer = format!("Bearer {}", token.as_str().expect("a token"));
    let today = jiff::Timestamp::now().in_tz("Asia/Tokyo").expect("a zone").date();
    let ask = |method: &str, rest: &str, body: &serde_json::Value| {
        house.ask(method, &format!("{base}/okusuri/v1{rest}")).header("authorization", &bearer).json(body).send()
    };
    let first = today.saturating_sub(100.days());
    let profile = json!({ "timezone": "Asia/Tokyo", "regimen": { "kind": "flexible", "effectiveFrom": first.to_string() } });
    ask("PUT", "/profile", &profile).expect(200);
    for back in (1..=100).rev().filter(|back| *back != 3) {
        let date = today.saturating_sub(i64::from(back).days()).to_string();
        let log = json!({ "date": date, "hasBleeding": (60..64).contains(&back), "note": if back == 61 { "headache" } else { "" } });
        ask("POST", "/medication-log", &log).expect(201);
    }
    (house, today)
}

pub(crate) fn signs_in(me: &Person) {
    me.page.goto("/sign-in");
    me.page.fill("#email", EMAIL);
    me.page.fill("#password", PASSWORD);
    me.page.click("form.sheeted button:not([data-reveal])");
    me.sees("おかえりなさい", "Welcome back");
}

/// Which of the two buttons says what today says.
fn pressed(me: &Person) -> Vec<String> {
    me.page.texts(".taps [aria-pressed=true]")
}

fn begins(me: &Person) -> Date {
    let page = &me.page;
    me.sees("のみ方", "Regimen");
    me.sees("処方した医師", "your doctor’s or pharmacist’s");
    let today: Date = page.attribute("#since", "max").expect("the last day").parse().expect("a day");
    page.check("input[name=regimen][value='24-4']");
    page.fill("#since", &today.saturating_add(1.day()).to_string());
    // The browser would hold it back by itself; the server says it too.
    page.run_script("document.querySelector('#since').form.noValidate = true");
    page.click("button[name=begin]");
    me.sees("開始日は、今日かそれより前の日にしてください。", "The start date must be today or earlier.");
    assert!(page.is_checked("input[name=regimen][value='24-4']"), "what was chosen stays chosen");
    page.fill("#since", &today.saturating_sub(9.days()).to_string());
    page.click("button[name=begin]");
    me.sees("準備ができました", "You’re all set");
    assert_eq!(page.text(".dial b"), "10");
    me.sees("24日のんで、4日休みます。", "24 active days, then a 4-day break.");
    me.sees("今日はまだです", "Not logged yet today");
    me.sees("通知はオフです。", "Reminders are off.");
    today
}

fn logs_today(me: &Person) {
    let page = &me.page;
    let (none, some) = (me.say("のんだ・出血なし", "Taken, no bleeding"), me.say("のんだ・出血あり", "Taken, bleeding"));
    assert!(pressed(me).is_empty());
    page.click_text(none);
    me.sees("を記録しました", "ogged");
    assert_eq!(pressed(me), [none]);
    me.taps("元に戻す", "Undo");
    me.sees("元に戻しました", "Undone");
    me.sees("今日はまだです", "Not logged yet today");
    assert!(pressed(me).is_empty(), "nothing was logged before");
    page.click_text(none);
    me.sees("を記録しました", "ogged");
    page.click_text(some);
    me.sees("の記録を変更しました", "changed");
    assert_eq!(pressed(me), [some]);
    me.sees("出血 1日目です。", "Day 1 of bleeding.");
    me.taps("元に戻す", "Undo");
    me.sees("元に戻しました", "Undone");
    assert_eq!(pressed(me), [none], "it is what it was before");
    page.click_text(some);
    page.goto("/okusuri");
    assert_eq!(pressed(me), [some], "it stays after a reload");
}

/// A day of before, with a note; then the days between are missed.
fn writes_a_note(me: &Person, today: Date) -> String {
    let page = &me.page;
    let day = today.saturating_sub(3.days());
    page.goto(&format!("/okusuri/days/{}", today.saturating_add(1.day())));
    me.sees("まだ来ていない日です", "This day hasn’t come yet");
    assert_eq!(page.count("main form"), 0, "what is yet to come cannot be logged");
    page.goto(&format!("/okusuri/calendar?month={}", day.strftime("%Y-%m")));
    page.click(&format!("a[href$='/days/{day}']"));
    let path = page.path();
    me.sees("この日を記録", "Log this day");
    page.check("input[name=bleeding][value=no]");
    page.check("input[name=taken][value=no]");
    page.run_script("document.querySelector('#note').removeAttribute('maxlength')");
    page.run_script("document.querySelector('#note').value = 'あ'.repeat(301)");
    page.click("form.sheeted button:not([data-reveal])");
    me.sees("メモは300文字までです。", "Notes can have up to 300 characters.");
    assert!(page.is_checked("input[name=taken][value=no]") && page.value("#note").chars().count() == 301, "what was typed is kept");
    page.fill("#note", NOTE);
    page.click("form.sheeted button:not([data-reveal])");
    me.sees("を記録しました", "ogged");
    me.sees("のまなかった · 出血なし", "Not taken · No bleeding");
    assert_eq!((page.path(), page.value("#note")), (path.clone(), NOTE.to_owned()));
    page.fill("#note", "別のこと");
    page.click("form.sheeted button:not([data-reveal])");
    me.sees("の記録を変更しました", "changed");
    me.taps("元に戻す", "Undo");
    me.sees("元に戻しました", "Undone");
    assert_eq!(page.value("#note"), NOTE, "the note is the one of before");
    path
}

fn deletes(me: &Person, path: &str) {
    let page = &me.page;
    page.goto(path);
    page.click(".rows .row-card button");
    me.sees("記録を削除しました", "Log deleted");
    assert_eq!((page.path().as_str(), page.count(".rows .row-card")), (path, 0));
    me.taps("元に戻す", "Undo");
    me.sees("記録を元に戻しました", "Log restored");
    assert_eq!(page.value("#note"), NOTE);
    assert!(page.is_checked("input[name=taken][value=no]"));
}

fn fills_in(me: &Person, today: Date) {
    let page = &me.page;
    page.goto("/okusuri");
    me.sees("記録のない日が2日あります。", "2 days in the past week aren’t logged.");
    assert_eq!(page.count(".hints .chip"), 2);
    let missed = today.saturating_sub(2.days());
    let row = format!(".fill form[action$='/days/{missed}']");
    let cell = format!("a[href$='/days/{missed}']");
    page.goto(&format!("/okusuri/calendar?month={}", missed.strftime("%Y-%m")));
    let label = |of: &str| page.text(of);
    let marked = format!(".month {cell}");
    assert!(label(&marked).ends_with(me.say("記録なし", "Not logged")), "{}", label(&marked));
    page.click(&format!("{row} button[value=yes]"));
    me.sees("を記録しました", "ogged");
    assert_eq!(page.count(&row), 0);
    assert!(label(&marked).ends_with(me.say("のんだ · 出血あり", "Taken · Bleeding")), "{}", label(&marked));
    me.taps("元に戻す", "Undo");
    me.sees("元に戻しました", "Undone");
    page.click(&format!("{row} button[value=no]"));
    me.sees("を記録しました", "ogged");
    assert!(label(&marked).ends_with(me.say("のんだ · 出血なし", "Taken · No bleeding")), "{}", label(&marked));
    page.click_text(me.say("前の月", "Previous month"));
    me.taps("今月", "This month");
    assert_eq!(page.count("[aria-current=date]"), 1);
}

fn looks_back(me: &Person) {
    let page = &me.page;
    page.goto("/okusuri/insights");
    assert_eq!(page.count(".adherences li"), 3);
    assert!(page.count(".calendar rect.h4") >= 2 && page.count(".calendar rect.gap") >= 1 && page.count(".calendar circle") == 1);
    assert_eq!(page.count(".bars"), 2);
    page.click("details summary");
    assert_eq!(page.count(".figures tbody tr"), 1);
    me.taps("受診用レポート", "Report for your doctor");
    me.sees("のんだ日", "Scheduled");
    assert!(!page.sees(NOTE), "notes are private until they are asked for");
    page.check("input[name=notes]");
    me.taps("この期間を表示", "Show this period");
    page.see(NOTE);
    page.fill("#from", "2026-02-02");
    page.fill("#to", "2026-01-01");
    me.taps("この期間を表示", "Show this period");
    me.sees("開始日は、終了日と同じか、それより前にしてください。", "The start date must not be after the end date.");
    assert_eq!(page.count(".period-form input[aria-describedby=period-wrong]"), 2, "it is the two together that are wrong");
}

/// The table, with the browser's cookie and without a browser.
fn saves(me: &Person, server: &Server, today: Date) {
    let cookies = me.page.cookies();
    let cookie = |name: &str| cookies.iter().find(|cookie| cookie.name == name).map(|cookie| format!("{name}={}", cookie.value));
    let ask =
        |rest: &str| server.ask("GET", &format!("/okusuri/report.csv{rest}")).header("cookie", &cookie(SESSION).expect("a session")).send();
    let file = ask("").expect(200);
    assert!(file.header("content-disposition").is_some_and(|name| name.starts_with("attachment; filename=\"okusuri-")));
    assert_eq!((file.header("content-type"), file.header("cache-control")), (Some("text/csv; charset=utf-8"), Some("no-store")));
    // It comes in parts, which the test's client leaves as they are.
    assert!(file.text().contains("\r\n\u{feff}") && file.text().contains(&today.to_string()), "{}", file.text());
    assert!(!file.text().contains(NOTE) && ask("?notes=yes").expect(200).text().contains(NOTE));
    ask("?from=2026-02-02&to=2026-01-01").problem(400, "okusuri.period", Some("from"));
}

fn settles(me: &Person) {
    let page = &me.page;
    page.goto("/okusuri/settings");
    me.sees("24日のんで4日休む", "24 days on, 4 days off");
    page.click("details summary");
    assert!(!page.sees(me.say("必ずのむ日数", "Minimum active days")), "numbers stand there for who wants them");
    page.check("input[name=regimen][value=own-flexible]");
    page.fill("#least", "10");
    page.fill("#most", "5");
    page.click("#regimen form button");
    me.sees("1〜5日の間で入力してください。", "Enter a number from 1 to 5.");
    assert_eq!((page.value("#least"), page.value("#most")), ("10".to_owned(), "5".to_owned()));
    page.fill("#most", "60");
    page.click("#regimen form button");
    me.sees("保存しました", "Saved");
    me.sees("日数を自分で決める（フレックス）", "Flexible, custom days");
    // One part at a time.
    assert_eq!(page.texts("main > section h2"), [me.say("のみ方", "Regimen")]);
    page.click(".tools a[href$='part=reminder']");
    page.check("input[name=reminder][value=on]");
    page.fill("#time", "07:15");
    page.check("input[name=wording][value=plain]");
    page.fill("#reminderZone", "Nowhere/Land");
    page.click("#reminder form button");
    me.sees("タイムゾーンは Asia/Tokyo のように入力してください。", "Enter a time zone such as Asia/Tokyo.");
    assert_eq!(page.value("#time"), "07:15");
    page.fill("#reminderZone", "");
    page.click("#reminder form button");
    me.sees("保存しました", "Saved");
    assert!(page.is_checked("input[name=reminder][value=on]") && page.is_checked("input[name=wording][value=plain]"));
    assert_eq!(page.value("#time"), "07:15");
    page.click(".tools a[href$='part=more']");
    page.fill("#zone", "Europe/Nowhere");
    page.click("#zone-of-mine form button");
    me.sees("タイムゾーンは Asia/Tokyo のように入力してください。", "Enter a time zone such as Asia/Tokyo.");
    page.fill("#zone", "Pacific/Niue");
    page.click("#zone-of-mine form button");
    me.sees("保存しました", "Saved");
    page.click(".tools a[href$='part=devices']");
    me.sees("通知が届く端末", "Devices");
    let scripted = page.view().javascript;
    assert_eq!(page.sees(me.say("通知にはJavaScriptが必要です", "Notifications need JavaScript")), !scripted);
    page.goto("/okusuri");
    let there: Date = page.attribute("[data-day]", "data-day").expect("today").parse().expect("a day");
    let niue = jiff::Timestamp::now().in_tz("Pacific/Niue").expect("a zone").date();
    assert_eq!(there, niue, "the day is one's own, whatever the browser says");
}

fn story(view: View) {
    let Some(browser) = Browser::find() else { return };
    let server = house();
    let me = Person::sits_down(&browser, &server, view);
    joins(&me);
    let today = begins(&me);
    logs_today(&me);
    let path = writes_a_note(&me, today);
    deletes(&me, &path);
    fills_in(&me, today);
    looks_back(&me);
    saves(&me, &server, today);
    settles(&me);
    // What the network is said to refuse was refused on purpose.
    let errors: Vec<String> = me.page.console_errors().into_iter().filter(|error| !error.starts_with("network:")).collect();
    assert_eq!(errors, Vec::<String>::new());
    let session = me.page.cookies().into_iter().find(|cookie| cookie.name == SESSION).expect("a session").value;
    let log = server.log();
    assert!(log.contains("route=\"/okusuri/days/{day}\""), "the log is there: {log}");
    for private in [NAME, EMAIL, PASSWORD, NOTE, &session, &today.to_string()[..8], "notes=yes"] {
        // The log has its own dates, so a day is looked for as a page's address would have it.
        let shown = if private.starts_with("20") { format!("/days/{private}") } else { private.to_owned() };
        assert!(!log.contains(&shown), "{shown} is in the log");
    }
}

crate::in_every_view!(story);

/// Every page of somebody who has logged a season.
fn pages(today: Date) -> Vec<String> {
    let (missed, ahead) = (today.saturating_sub(3.days()), today.saturating_add(1.day()));
    let noted = today.saturating_sub(61.days());
    let mut all: Vec<String> = [
        "",
        "/calendar",
        "/calendar?month=2019-02",
        "/insights",
        "/settings",
        "/report",
        "/report?notes=yes",
        "/report?from=2026-02-02&to=2026-01-01",
    ]
    .map(|rest| format!("/okusuri{rest}"))
    .into();
    all.extend([today, missed, ahead, noted].map(|day| format!("/okusuri/days/{day}")));
    all.extend(["", "/name", "/email", "/password", "/sessions", "/delete"].map(|rest| format!("/account{rest}")));
    all
}

fn every_page(view: View) {
    let Some(browser) = Browser::find() else { return };
    let (server, today) = furnished(&[], "Hana");
    let mut me = Person::sits_down(&browser, &server, view);
    signs_in(&me);
    me.page.console_errors();
    for path in pages(today) {
        me.page.goto(&path);
        looks_right_to_everybody(&mut me.page, path.contains("from=2026"));
    }
    // The numbers of one's own, and the table, are folded away at first.
    me.page.goto("/okusuri/settings");
    me.page.click("details summary");
    me.page.check("input[name=regimen][value=own-cyclic]");
    me.page.axe().assert_clean();
}

#[test]
fn every_page_on_a_phone() {
    every_page(View::phone());
}

#[test]
fn every_page_at_a_desk_in_english_in_the_dark() {
    every_page(View::desk().dark().english());
}

/// What a layout that is too narrow does to words, on each width at which it changes: a card that prints one character per line, a heading
/// of a table that is cut in the middle of a word.
fn words_stay_whole(view: View) {
    /// The words of some elements that are drawn on more than one line.
    const BROKEN: &str = "
        const broken = [];
        for (const element of document.querySelectorAll(arguments[0])) {
            const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {
                for (const { index, 0: word } of node.data.matchAll(/[A-Za-z0-9%]+/g)) {
                    const range = new Range();
                    range.setStart(node, index);
                    range.setEnd(node, index + word.length);
                    if (range.getClientRects().length > 1) broken.push(word);
                }
            }
        }
        return broken
    ";
    const TALLEST: &str = "return Math.max(...[...document.querySelectorAll(arguments[0])].map(e => e.getBoundingClientRect().height))";
    let Some(browser) = Browser::find() else { return };
    let (server, _) = furnished(&[], NAME);
    let mut me = Person::sits_down(&browser, &server, view);
    signs_in(&me);
    for width in [320, 390, 700, 820, 900, 1100, 1280] {
        me.page.look_with(View { width, ..view });
        me.page.goto("/okusuri/insights");
        let tallest = |of: &str| me.page.run_script_with(TALLEST, &json!([of])).as_f64().expect("a height");
        let broken = |of: &str| me.page.run_script_with(BROKEN, &json!([of]));
        assert!(tallest(".adherences li > p") < 80.0, "the words of a card are {} px tall at {width} px", tallest(".adherences li > p"));
        assert_eq!(broken(".adherences li"), json!([]), "at {width} px");
        me.page.goto("/okusuri/report");
        assert_eq!(broken(".figures th"), json!([]), "at {width} px");
        // A heading of three English words has three lines at most; a Japanese one is not broken at all.
        let most: f64 = me.say("50", "90").parse().expect("a number");
        assert!(tallest(".figures thead tr") < most, "the head of the table is {} px tall at {width} px", tallest(".figures thead tr"));
    }
}

#[test]
fn words_stay_whole_in_japanese() {
    words_stay_whole(View::phone());
}

#[test]
fn words_stay_whole_in_english() {
    words_stay_whole(View::phone().english());
}

/// Somebody who has neither logged nor chosen anything has pages too.
#[test]
fn empty_pages_are_pages() {
    let Some(browser) = Browser::find() else { return };
    let server = house();
    let me = Person::sits_down(&browser, &server, View::phone());
    joins(&me);
    me.page.console_errors();
    for rest in ["", "/calendar", "/insights", "/settings", "/report"] {
        looks_right(&me.page, &format!("/okusuri{rest}"), false);
        assert_eq!(me.page.status(), 200, "{rest}");
    }
    me.page.goto("/okusuri");
    assert_eq!(me.page.count("input[name=regimen]:checked"), 0, "nothing is chosen for anybody");
    me.taps("あとで決める", "");
    me.sees("準備ができました", "");
    me.sees("最初の記録が1日目になります。", "");
    looks_right(&me.page, "/okusuri", false);
    // Who has not chosen is told the count, and where to choose: nothing of a pause.
    me.page.click(".taps button[value=no]");
    me.sees("今日の分を記録しました", "");
    assert_eq!((me.page.text(".dial b"), me.page.count(".means p")), ("1".to_owned(), 0));
    me.taps("のみ方がまだ決まっていません。設定で選ぶと、休薬の予定がわかります。", "");
    me.sees("まだ選ばれていません", "");
    assert_eq!(me.page.count("input[name=regimen]:checked"), 0);
    looks_right(&me.page, "/okusuri/settings", false);
    me.page.check("input[name=regimen][value='24-4']");
    me.page.click("#regimen form button");
    me.sees("保存しました", "");
    me.sees("24日のんで4日休む・最初の記録の日から", "");
    me.page.goto("/okusuri");
    me.sees("24日のんで、4日休みます。", "");
}
