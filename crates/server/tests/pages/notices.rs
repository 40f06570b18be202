//! What people are told: news arrives, is read, and the dot goes; the first steps are put aside and come back.

use chabudai_testkit::{Browser, Place, View};

use crate::every_page::looks_right_to_everybody;
use crate::person::Person;
use crate::{House, PROGRAM};

const HANA: &str = "hana.told@example.org";
const PASSWORD: &str = "a-secret-of-the-inbox";

const DOT: &str = "return document.querySelectorAll('.bell.new-notice').length === 1";
const NO_DOT: &str = "return document.querySelectorAll('.bell:not(.new-notice)').length === 1";

fn story(view: View) {
    let Some(browser) = Browser::find() else { return };
    let place = Place::new(PROGRAM);
    let file = place.beside("password");
    std::fs::write(&file, PASSWORD).expect("a file is written");
    place.run(&["user", "add", "--email", HANA, "--name", "Hana", "--password-file", file.to_str().expect("a path")]).succeeded();
    let house = House::at(place, &[]);
    let mut me = Person::sits_down(&browser, &house, view);
    me.page.goto("/sign-in");
    me.page.fill("#email", HANA);
    me.page.fill("#password", PASSWORD);
    me.page.click("form.sheeted button:not([data-reveal])");
    me.sees("おかえりなさい", "Welcome back");
    // The first steps are a card, which goes and comes back.
    me.page.goto("/kondate");
    me.sees("はじめての献立ループ", "Getting started");
    looks_right_to_everybody(&mut me.page, false);
    me.page.click(".first-steps button[value=never]");
    me.sees("表示しないようにしました", "Getting started is hidden");
    me.page.wait_until("return document.querySelectorAll('.first-steps').length === 0");
    me.page.click(".toast button");
    me.sees("もう一度表示します", "Getting started is back");
    // They were told of it, too: that is the dot.
    me.page.wait_until(DOT);
    me.page.click(".bell");
    me.sees("まずはセットを選んでみましょう", "Start by picking a set");
    looks_right_to_everybody(&mut me.page, false);
    me.page.click(".inbox-head button");
    me.sees("すべて既読にしました", "All marked as read");
    assert_eq!(me.page.count(".told .unread"), 0);
    me.page.click(".toast button");
    me.sees("未読に戻しました", "Marked as unread again");
    assert_eq!(me.page.count(".told .unread"), 1);
    me.page.click(".inbox-head button");
    me.sees("すべて既読にしました", "All marked as read");
    me.page.goto("/kondate");
    me.page.wait_until(NO_DOT);
    // News arrives, beside the running house; the server hears of it within a minute, the list at once.
    let news = ["kondate", "news", "--title", "冬の献立", "--body", "鍋のセット。", "--title-en", "Winter sets", "--body-en", "Hot pots."];
    house.place.run(&news).succeeded();
    me.page.goto("/kondate/notices?type=news");
    me.sees("冬の献立", "Winter sets");
    assert_eq!(me.page.count(".told .unread"), 1);
    me.page.click(".told a");
    me.sees("鍋のセット。", "Hot pots.");
    looks_right_to_everybody(&mut me.page, false);
    me.page.goto("/kondate/notices");
    assert_eq!(me.page.count(".told .unread"), 0);
    me.page.goto("/kondate");
    me.page.wait_until(NO_DOT);
    // What they want to hear.
    me.page.goto("/kondate/notifications");
    me.taps("オンにする", "Turn on");
    me.sees("受け取る内容", "What you get");
    me.page.click("input[name=news]");
    me.page.click("form.ticks button");
    me.sees("通知の設定を保存しました", "Notification settings saved");
    assert_eq!(me.page.count("input[name=news]:checked"), 0);
    looks_right_to_everybody(&mut me.page, false);
}

in_every_view! { story }
