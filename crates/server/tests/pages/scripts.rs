//! What scripts add: lists that grow, pictures made small, a question before input is lost, toasts that go.

use chabudai_testkit::{Browser, View};

use crate::house;
use crate::person::Person;

#[test]
fn a_list_grows_as_you_scroll() {
    let Some(browser) = Browser::find() else { return };
    let server = house();
    let me = Person::sits_down(&browser, &server, View::phone());
    let home = me.makes_a_wardrobe();
    let wardrobe = home.rsplit('/').next().expect("an id");
    for number in 0..120 {
        let garment = serde_json::json!({ "name": format!("服{number}"), "genre": "tops" });
        server.post(&format!("/wardrobe/v1/wardrobes/{wardrobe}/clothing"), &garment).expect(201);
    }
    me.page.goto(&format!("{home}/clothes?genre=tops"));
    assert_eq!(me.page.count("#list-tops > li"), 50);
    me.page.run_script("scrollTo(0, document.body.scrollHeight)");
    me.page.wait_until("return document.querySelectorAll('#list-tops > li').length >= 100");
    me.page.run_script("scrollTo(0, document.body.scrollHeight)");
    me.page.wait_until("return document.querySelectorAll('#list-tops > li').length === 120");
    me.page.wait_gone("a[data-more]");

    // Without a script the same link leads to the next page.
    let plain = browser.open(&server.public_url, View::phone().without_javascript());
    plain.goto(&format!("{home}/clothes?genre=tops"));
    plain.click("a[data-more]");
    plain.click("a[data-more]");
    assert_eq!(plain.count("#list-tops > li"), 20);
    assert_eq!(plain.count("a[data-more]"), 0);
}

/// A search looks at a thousand garments at a time; what is further down is found too.
#[test]
fn a_needle_is_found_in_a_large_wardrobe() {
    let Some(browser) = Browser::find() else { return };
    let server = house();
    let me = Person::sits_down(&browser, &server, View::phone());
    let home = me.makes_a_wardrobe();
    let wardrobe = home.rsplit('/').next().expect("an id");
    for number in 0..1_050 {
        let name = if number == 0 { "針".to_owned() } else { format!("わら{number}") };
        let garment = serde_json::json!({ "name": name, "genre": "others" });
        server.post(&format!("/wardrobe/v1/wardrobes/{wardrobe}/clothing"), &garment).expect(201);
    }
    me.page.goto(&format!("{home}/clothes?q=針"));
    me.page.wait_until("return document.querySelectorAll('#list-all > li').length === 1");
    let plain = browser.open(&server.public_url, View::phone().without_javascript());
    plain.goto(&format!("{home}/clothes?q=針"));
    plain.click("a[data-more]");
    assert_eq!(plain.count("#list-all > li"), 1);
}

#[test]
fn a_picture_is_made_small_and_shown_before_it_is_sent() {
    let Some(browser) = Browser::find() else { return };
    let server = house();
    let me = Person::sits_down(&browser, &server, View::phone());
    let home = me.makes_a_wardrobe();
    me.page.goto(&format!("{home}/clothes/new"));
    me.page.choose_file("#file", me.photograph());
    me.sees("写真を追加しました", "");
    let seen = me.page.run_script(
        "const i = document.querySelector('[data-picture-frame] img'); return [i.naturalWidth, i.naturalHeight, i.src.startsWith('blob:')]",
    );
    assert_eq!(seen, serde_json::json!([1600, 1200, true]), "it was 2000 x 1500");
    assert_eq!(me.page.run_script("return document.querySelector('#file').files.length"), 0, "it does not go a second time");
    me.taps("写真を取り消す", "");
    me.page.wait_gone("[data-picture-frame]");
    assert_eq!(me.page.value("input[name=imageKey]"), "");
}

#[test]
fn nothing_typed_is_lost_by_accident() {
    let Some(browser) = Browser::find() else { return };
    let server = house();
    let me = Person::sits_down(&browser, &server, View::phone());
    let home = me.makes_a_wardrobe();
    me.page.goto(&format!("{home}/clothes/new"));
    me.page.click("[data-back]");
    assert!(me.page.path().ends_with("/clothes"), "nothing was typed, so nothing is asked");
    me.page.goto(&format!("{home}/clothes/new"));
    me.page.fill("#name", "白いシャツ");
    me.page.click("[data-back]");
    me.sees("入力した内容を破棄しますか？", "");
    me.taps("キャンセル", "");
    assert_eq!(me.page.value("#name"), "白いシャツ");
    me.page.click("[data-back]");
    me.taps("破棄して戻る", "");
    assert!(me.page.path().ends_with("/clothes"));
}

#[test]
fn the_order_is_changed_with_the_keyboard_too() {
    let Some(browser) = Browser::find() else { return };
    let server = house();
    let me = Person::sits_down(&browser, &server, View::desk());
    let home = me.makes_a_wardrobe();
    me.adds(&home, "上", "tops");
    me.adds(&home, "下", "bottoms");
    me.page.goto(&format!("{home}/outfits/new"));
    me.page.check("input[data-name='上']");
    me.page.check("input[data-name='下']");
    me.page.run_script("document.querySelector('.order li:nth-child(2) .handle').focus()");
    me.page.press("ArrowUp");
    assert!(me.page.text(".order li:nth-child(1)").contains('下'));
    me.page.fill("#name", "逆");
    me.page.click(".foot-bar .primary");
    me.page.see("「逆」を追加しました");
    me.opens("逆");
    assert_eq!(me.page.texts(".chosen .rows .row-card p:first-child"), ["下", "上"]);
}

#[test]
fn the_day_is_the_visitors_own() {
    let Some(browser) = Browser::find() else { return };
    let server = house();
    let me = Person::sits_down(&browser, &server, View::phone());
    let home = me.makes_a_wardrobe();
    let date = |zone: &str| {
        me.page.goto(&format!("{home}/settings"));
        me.page.fill("#zone", zone);
        me.page.click(".preferences button");
        me.page.goto(&format!("{home}/record/combination"));
        me.adds(&home, "服", "tops");
        me.page.goto(&format!("{home}/record/combination"));
        me.page.value("#date")
    };
    // These two are 25 hours apart: never on the same day.
    assert_ne!(date("Pacific/Kiritimati"), date("Pacific/Niue"));
    me.page.goto(&format!("{home}/settings"));
    me.page.fill("#zone", "Nowhere/Land");
    me.page.click(".preferences button");
    me.sees("タイムゾーンは Asia/Tokyo のように入力してください。", "");
    assert_eq!(me.page.value("#zone"), "Nowhere/Land", "what was typed stands there to be mended");
    me.page.fill("#zone", "");
    me.page.click(".preferences button");
    assert!(me.page.cookies().iter().all(|cookie| cookie.name != "chabudai_zone"), "left empty, it follows the device");
}
