//! One's own account: what scripts add to passwords, and the tokens of programs.

use chabudai_testkit::{Browser, View};

use crate::house;
use crate::person::Person;

const PASSWORD: &str = "a-secret-of-hana-alone";

/// Makes the first account of a house.
fn moves_in(me: &Person) {
    me.page.goto("/join");
    me.page.fill("#name", "花子");
    me.page.fill("#email", "hana@example.org");
    me.page.fill("#password", PASSWORD);
    me.page.click("form.sheeted button:not([data-reveal])");
    me.sees("ようこそ、花子さん", "Welcome, 花子");
}

#[test]
fn a_password_is_looked_at_and_advised_on() {
    let Some(browser) = Browser::find() else { return };
    let server = house();
    for view in [View::phone(), View::desk().english()] {
        let me = Person::sits_down(&browser, &server, view);
        let page = &me.page;
        page.goto("/join");
        let (kind, button) = (|| page.attribute("#password", "type"), "[data-reveal=password]");
        assert_eq!(kind().as_deref(), Some("password"));
        assert_eq!(page.attribute(button, "aria-label").as_deref(), Some(me.say("パスワードを表示する", "Show password")));
        assert_eq!(page.attribute(button, "aria-controls").as_deref(), Some("password"));
        page.fill("#name", "花子");
        page.fill("#email", "hana.smith@example.org");
        for (typed, japanese, english) in [
            ("short", "あと7文字", "7 more to go"),
            ("my hana.smith 1", "名前やメールアドレス", "Leave out your name"),
            ("abababababab", "文字の種類を増やして", "Use more different characters"),
            ("2026 1117 0930", "言葉を足してください", "Add a word or two"),
            ("tea and rice", "十分です", "Good."),
            ("tea and rice at a round table", "とてもよいパスワード", "Very good."),
        ] {
            page.fill("#password", typed);
            me.sees(japanese, english);
        }
        page.click(button);
        assert_eq!(kind().as_deref(), Some("text"));
        assert_eq!(page.attribute(button, "aria-label").as_deref(), Some(me.say("パスワードを隠す", "Hide password")));
        page.axe().assert_clean();
        page.click(button);
        assert_eq!(kind().as_deref(), Some("password"));
        // It keeps nobody from anything; the server decides, in words.
        page.click(button);
        page.fill("#password", "manchesterunited");
        page.click("form.sheeted button:not([data-reveal])");
        me.sees("まっ先に試される", "one of the first others try");
        assert_eq!((kind().as_deref(), page.value("#password").as_str()), (Some("password"), ""));
        page.goto("/sign-in");
        assert_eq!((page.count("[data-reveal]"), page.count("[data-strength]")), (1, 0), "advice is for new passwords");
    }
    let plain = Person::sits_down(&browser, &server, View::phone().without_javascript());
    plain.page.goto("/join");
    assert!(plain.page.attribute("[data-reveal]", "hidden").is_some(), "without scripts there is no button that does nothing");
}

#[test]
fn a_token_is_made_copied_and_revoked() {
    let Some(browser) = Browser::find() else { return };
    for view in [View::phone(), View::desk().english(), View::phone().english().without_javascript()] {
        let server = house();
        let me = Person::sits_down(&browser, &server, view);
        moves_in(&me);
        let page = &me.page;
        let looks = || {
            page.axe().assert_clean();
            let wide = page.run_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
            assert!(wide.as_i64().is_some_and(|wide| wide <= 0), "{} is wider than the screen by {wide}", page.path());
        };
        page.goto("/account");
        me.taps("アクセストークン", "Access tokens");
        me.sees("トークンはまだありません", "No tokens yet");
        looks();
        me.taps("新しいトークン", "New token");
        looks();
        page.fill("#name", "Kitchen");
        page.check("input[name=app][value=okusuri]");
        page.check("input[name=access][value=write]");
        page.check("input[name=days][value='30']");
        me.taps("トークンを作る", "Create token");
        me.sees("あとから表示できません", "We won’t show it again");
        looks();
        let token = page.value("#made");
        let asked = || server.ask("GET", "/okusuri/v1/medication-status").header("authorization", &format!("Bearer {token}")).send();
        asked().expect(200);
        let is_scripted = page.run_script("return 'scripted' in document.documentElement.dataset") == true;
        assert_eq!(page.sees(me.say("コピーする", "Copy")), is_scripted || me.say("ja", "en") == "en" && page.sees("Copy it now"));
        if is_scripted {
            page.click("[data-copy]");
            me.sees("コピーしました", "Copied");
        }
        page.goto("/account/tokens");
        page.see("Kitchen");
        assert!(!page.whole_text().contains("chabu_"));
        looks();
        page.click("button[popovertarget]");
        page.click("dialog:popover-open .danger");
        me.sees("トークンを無効にしました", "Token revoked");
        asked().problem(401, "identity.token_ended", None);
        let errors: Vec<String> = page.console_errors().into_iter().filter(|error| !error.starts_with("network:")).collect();
        assert_eq!(errors, Vec::<String>::new());
    }
}
