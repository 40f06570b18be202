//! Passkeys in a real browser, whose driver makes up a device with a sensor.

use chabudai_testkit::{Browser, Server, View};

use crate::house;
use crate::person::Person;

const NAME: &str = "花子";
const EMAIL: &str = "hana.door@example.org";
const PASSWORD: &str = "first-secret-of-hana";

/// The house by the name that browsers trust without TLS.
fn localhost(server: &Server) -> String {
    format!("http://localhost:{}", server.address.port())
}

fn joins(me: &Person) {
    me.page.goto("/join");
    me.page.fill("#name", NAME);
    me.page.fill("#email", EMAIL);
    me.page.fill("#password", PASSWORD);
    me.page.click("form.sheeted button:not([data-reveal])");
    me.sees("ようこそ、花子さん", "Welcome, 花子");
}

/// Nothing is broken, nothing is too wide, and nothing but words is shown.
fn looks(me: &Person) {
    me.page.axe().assert_clean();
    let wide = me.page.run_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assert!(wide.as_i64().is_some_and(|wide| wide <= 0), "{} is wider than the screen by {wide}", me.page.path());
    let small = "return [...document.querySelectorAll('main a, main button, main input, nav a')].filter(e => e.checkVisibility()) \
                 .map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect().height]).filter(([, height]) => height < 43.5)";
    let small = me.page.run_script(small);
    assert_eq!(small.as_array().map(Vec::len), Some(0), "{}: too small for a thumb: {small}", me.page.path());
    let text = me.page.whole_text();
    assert!(!text.contains("identity-") && !text.contains("error-"), "an id is shown: {text}");
}

fn story(view: View) {
    let Some(browser) = Browser::find() else { return };
    let server = house();
    let me = Person::at(&browser, &localhost(&server), view);
    let device = me.page.add_authenticator();
    joins(&me);

    // One passkey, by the name of the device.
    me.page.goto("/account");
    me.taps("パスキー", "Passkeys");
    looks(&me);
    assert!(me.page.value("#name").contains("Chrome"), "{}", me.page.value("#name"));
    me.taps("パスキーを登録する", "Add a passkey");
    me.sees("を登録しました", "is added");
    me.sees("まだ使っていません", "Not used yet");
    looks(&me);
    let made = device.passkeys();
    assert_eq!((made.len(), made[0]["rpId"].as_str(), made[0]["isResidentCredential"].as_bool()), (1, Some("localhost"), Some(true)));
    // The same device makes no second one.
    me.taps("パスキーを登録する", "Add a passkey");
    me.sees("この端末のパスキーは、すでに登録されています", "This device’s passkey has already been added");
    looks(&me);
    // Another name.
    me.page.click(".passkey .acts button:first-child");
    me.page.fill(".passkey dialog input[name=name]", "居間のパソコン");
    me.page.click(".passkey dialog .primary");
    me.sees("名前を「居間のパソコン」に変えました", "It’s called “居間のパソコン” now");

    // Out, and in again where one wanted to go.
    me.page.goto("/account");
    me.taps("ログアウト", "Sign out");
    me.sees("ログアウトしました", "You’re signed out");
    me.page.goto("/account/passkeys");
    assert!(me.page.path().starts_with("/sign-in?next="), "{}", me.page.path());
    looks(&me);
    // Somebody whom the sensor does not know.
    device.knows_its_owner(false);
    me.taps("パスキーでログインする", "Sign in with a passkey");
    me.sees("パスキーを確認できませんでした", "We couldn’t check your passkey");
    looks(&me);
    device.knows_its_owner(true);
    me.taps("パスキーでログインする", "Sign in with a passkey");
    me.sees("おかえりなさい、花子さん", "Welcome back, 花子");
    assert_eq!(me.page.path(), "/account/passkeys");
    me.sees("最後に使った日時", "Last used");
    looks(&me);

    // It is gone: the browser still offers it, and the house says no.
    me.page.click(".passkey .acts button:last-child");
    me.page.click(".passkey dialog .danger");
    me.sees("「居間のパソコン」を削除しました", "“居間のパソコン” is removed");
    me.page.goto("/account");
    me.taps("ログアウト", "Sign out");
    me.sees("ログアウトしました", "You’re signed out");
    me.taps("パスキーでログインする", "Sign in with a passkey");
    me.sees("このパスキーではログインできません", "This passkey doesn’t work here");
    assert_eq!(me.page.path(), "/sign-in");
    let errors: Vec<String> = me.page.console_errors().into_iter().filter(|error| !error.starts_with("network:")).collect();
    assert_eq!(errors, Vec::<String>::new());
    let log = server.log();
    for secret in [EMAIL, NAME, PASSWORD, "居間のパソコン"] {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}

#[test]
fn by_a_passkey_on_a_phone_in_japanese() {
    story(View::phone());
}

#[test]
fn by_a_passkey_at_a_desk_in_english_in_the_dark() {
    story(View::desk().english().dark());
}

/// Where no script runs, or the browser has no passkeys, or the address is one for which there are none, no button stands there that does
/// nothing.
#[test]
fn where_there_are_no_passkeys_there_is_no_button_for_them() {
    let Some(browser) = Browser::find() else { return };
    let server = house();
    let is_offered =
        |me: &Person| me.page.run_script("return [...document.querySelectorAll('[data-passkey]')].some(e => e.checkVisibility())");
    let me = Person::at(&browser, &localhost(&server), View::phone().without_javascript());
    joins(&me);
    me.page.goto("/account/passkeys");
    me.sees("JavaScript を有効にするか", "Turn on JavaScript");
    assert_eq!(is_offered(&me), false);
    looks(&me);
    me.page.goto("/account");
    me.taps("ログアウト", "Sign out");
    me.sees("ログアウトしました", "You’re signed out");
    assert_eq!((is_offered(&me).as_bool(), me.page.count("[data-passkey]")), (Some(false), 1), "it is there for a script to show");
    assert!(!me.page.whole_text().contains("パスキー"), "{}", me.page.whole_text());
    // By a bare address, on which browsers make none.
    let me = Person::sits_down(&browser, &server, View::phone());
    me.page.goto("/sign-in");
    assert_eq!(me.page.count("[data-passkey]"), 0);
    me.page.fill("#email", EMAIL);
    me.page.fill("#password", PASSWORD);
    me.page.click("form.sheeted button:not([data-reveal])");
    me.sees("おかえりなさい、花子さん", "Welcome back, 花子");
    me.page.goto("/account/passkeys");
    me.sees("https のアドレスで", "begins with https");
    looks(&me);
}

/// A passkey instead of the password, before what a borrowed device must not do.
#[test]
fn a_passkey_confirms_who_it_is() {
    let Some(browser) = Browser::find() else { return };
    let server = house();
    let me = Person::at(&browser, &localhost(&server), View::phone().english());
    let _device = me.page.add_authenticator();
    joins(&me);
    me.page.goto("/account/proof?next=/account/export");
    assert_eq!(me.page.count("[data-passkey]"), 0, "who has none is not offered one");
    me.page.goto("/account/passkeys");
    me.taps("パスキーを登録する", "Add a passkey");
    me.sees("を登録しました", "is added");
    me.page.goto("/account/proof?next=/account/export");
    looks(&me);
    me.taps("パスキーで確認する", "Confirm with a passkey");
    me.sees("ダウンロードする", "Download");
    assert_eq!(me.page.path(), "/account/export");
}
