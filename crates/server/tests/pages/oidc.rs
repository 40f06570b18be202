//! Signing in by an account elsewhere, in the browser: out to a provider that runs beside the test, and back.

use chabudai_testkit::provider::{CLIENT, Mood, SECRET, There};
use chabudai_testkit::{Browser, Server, View};
use serde_json::json;

use crate::person::Person;
use crate::start;

const SESSION: &str = "chabudai_session";
const LIST: &str = "/account/providers";

fn token(person: &Person) -> Option<String> {
    person.page.cookies().into_iter().find(|cookie| cookie.name == SESSION).map(|cookie| cookie.value)
}

/// The page has no barriers, fits, and shows no id.
fn looks(person: &Person) {
    person.page.axe().assert_clean();
    let wide = person.page.run_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assert!(wide.as_i64().is_some_and(|wide| wide <= 0), "{} is wider than the screen by {wide}", person.page.path());
    let small = "return [...document.querySelectorAll('main a, main button, nav a')].filter(e => e.checkVisibility()) \
                 .map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect().height]).filter(([, height]) => height < 43.5)";
    let small = person.page.run_script(small);
    assert_eq!(small.as_array().map(Vec::len), Some(0), "{}: too small for a thumb: {small}", person.page.path());
    let text = person.page.whole_text();
    assert!(!text.contains("identity-") && !text.contains("error-"), "an id is shown: {text}");
}

fn taps_provider(person: &Person) {
    person.page.goto("/sign-in");
    looks(person);
    person.taps("うち でログイン", "Sign in with うち");
}

/// Comes for the first time, leaves, comes again as the same person with another address.
fn comes_twice(me: &Person, there: &There) {
    there.set().mood = Mood::Deserted;
    taps_provider(me);
    me.sees("連携先でキャンセルされました", "You cancelled on the other site");
    assert_eq!((me.page.path().as_str(), token(me)), ("/sign-in", None));
    looks(me);
    there.set().mood = Mood::Well;
    taps_provider(me);
    me.sees("おかえりなさい、花さん", "Welcome back, 花");
    assert_eq!(me.page.path(), "/");
    let first = token(me).expect("a session");
    me.page.goto("/account");
    me.page.see("hana@example.org");
    me.sees("パスワードを設定", "Set a password");
    looks(me);
    me.taps("ログアウト", "Sign out");
    me.sees("ログアウトしました", "You’re signed out");
    there.set().person["email"] = json!("another@example.net");
    taps_provider(me);
    me.sees("おかえりなさい、花さん", "Welcome back, 花");
    assert_ne!(token(me), Some(first), "another session");
    me.page.goto("/account");
    me.page.see("hana@example.org");
}

/// Chooses a first password by a code, as somebody who has none.
fn gets_a_password(me: &Person, server: &Server) {
    me.page.goto("/account");
    me.taps("パスワードを設定", "Set a password");
    assert_eq!(me.page.value("#email"), "hana@example.org");
    looks(me);
    me.page.click("form.sheeted button:not([data-reveal])");
    me.page.wait_for("#code");
    me.page.fill("#code", &crate::sign_in::code_for(server, "reset"));
    me.page.fill("#password", "a first secret of hana");
    me.page.click("form.sheeted button:not([data-reveal])");
    me.sees("新しいパスワードでログインしてください", "Sign in with your new password");
    me.page.fill("#email", "hana@example.org");
    me.page.fill("#password", "a first secret of hana");
    me.page.click("form.sheeted button:not([data-reveal])");
    me.sees("おかえりなさい、花さん", "Welcome back, 花");
}

fn removes_and_adds(me: &Person, there: &There) {
    me.page.goto("/account");
    me.taps("外部アカウントとの連携", "Connected accounts");
    assert_eq!(me.page.path(), LIST);
    me.sees("連携中", "Connected");
    looks(me);
    me.page.click(".row-card > button");
    me.sees("このアカウントではログインできなくなります", "You won’t be able to sign in with it anymore");
    looks(me);
    me.page.click("dialog .danger");
    me.sees("うち との連携を解除しました", "うち disconnected");
    me.sees("未連携", "Not connected");
    looks(me);
    me.page.click(".row-card form button");
    me.sees("うち と連携しました", "うち connected");
    assert_eq!(me.page.path(), LIST);
    looks(me);
    me.page.click(".row-card > button");
    me.page.click("dialog .danger");
    me.sees("うち との連携を解除しました", "うち disconnected");
    there.set().mood = Mood::Deserted;
    me.page.click(".row-card form button");
    me.sees("連携先でキャンセルされました", "You cancelled on the other site");
    assert!(token(me).is_some(), "still signed in");
    there.set().mood = Mood::Well;
}

fn story(view: View) {
    let Some(browser) = Browser::find() else { return };
    let there = There::open();
    let server =
        start(&["--oidc-issuer", &there.origin, "--oidc-name", "うち", "--oidc-client-id", CLIENT, "--oidc-client-secret", SECRET]);
    let me = Person::sits_down(&browser, &server, view);
    comes_twice(&me, &there);
    // Nothing asks for a password that is not there.
    me.page.goto(LIST);
    me.page.click(".row-card > button");
    me.page.click("dialog .danger");
    me.sees("先にパスワードを設定してください", "Set a password first");
    for (path, fields) in [("/account/email", 1), ("/account/delete", 1)] {
        me.page.goto(path);
        assert_eq!((me.page.count("input[type=password]"), me.page.count("form.sheeted .field")), (0, fields), "{path}");
        looks(&me);
    }
    gets_a_password(&me, &server);
    removes_and_adds(&me, &there);
    let errors: Vec<String> = me.page.console_errors().into_iter().filter(|error| !error.starts_with("network:")).collect();
    assert_eq!(errors, Vec::<String>::new());
    let log = server.log();
    let given = there.set().given.clone();
    for secret in given.iter().map(String::as_str).chain(["hana@example.org", "another@example.net", "花", SECRET]) {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}

#[test]
fn on_a_phone_in_japanese() {
    story(View::phone());
}

#[test]
fn at_a_desk_in_english_in_the_dark_without_scripts() {
    story(View::desk().english().dark().without_javascript());
}
