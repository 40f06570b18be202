//! My wardrobes, a new address and the end of a wardrobe, in both languages, on both screens, with scripts and without.

use chabudai_testkit::{Browser, View};

use crate::every_page::looks_right;
use crate::house;
use crate::person::Person;

/// Looks at a page as every page is looked at, and stays there.
fn looks(me: &Person, path: &str) {
    if me.page.view().javascript {
        looks_right(&me.page, path, false);
    } else {
        me.page.goto(path);
    }
    assert_eq!(me.page.status(), 200, "{path}");
    let text = me.page.whole_text();
    assert!(!text.contains("wardrobe-") && !text.contains("error-"), "an id is shown: {text}");
}

/// There is nothing at an address, and the browser's complaint of it is heard.
fn finds_nothing(me: &Person, path: &str) {
    me.page.goto(path);
    assert_eq!(me.page.status(), 404, "{path}");
    assert!(me.page.console_errors().iter().all(|error| error.starts_with("network:")));
}

fn joins(me: &Person) {
    me.page.goto("/join");
    me.page.fill("#name", "花子");
    me.page.fill("#email", "hana.closet@example.org");
    me.page.fill("#password", "a-secret-of-hana");
    me.page.click("form.sheeted button:not([data-reveal])");
    me.sees("ようこそ、花子さん", "Welcome, 花子");
}

fn story(view: View) {
    let Some(browser) = Browser::find() else { return };
    let server = house();
    let me = Person::sits_down(&browser, &server, view);
    // Who is not signed in is told that no account is needed, and has no list.
    me.page.goto("/wardrobe");
    assert_eq!(me.page.count("#mine"), 0);
    joins(&me);
    looks(&me, "/wardrobe/new");
    me.sees("わたしのワードローブ", "My wardrobes");
    me.sees("アカウントに保存され、どの端末でも", "kept with your account");
    let home = me.makes_a_wardrobe();
    me.sees("アカウントに保存されているので", "It’s kept with your account");
    keeps(&me, &home);
    let home = moves(&me, &home);
    goes_and_comes_back(&me, &home);
    let log = server.log();
    assert!(!log.contains(home.rsplit('/').next().expect("an address")), "the wardrobe's key is not in the log");
}

/// Out of the list and back by the undo; out again, and in again from its home.
fn keeps(me: &Person, home: &str) {
    let page = &me.page;
    looks(me, &format!("{home}/settings"));
    me.taps("一覧から外す", "Remove from the list");
    me.sees("「わたしの服」を一覧から外しました", "“わたしの服” removed from your list");
    page.click(".toast button");
    me.sees("「わたしの服」をアカウントに追加しました", "“わたしの服” is kept with your account");
    looks(me, "/wardrobe/new");
    page.click("#mine .row-card button");
    me.sees("まだありません。", "None yet.");
    looks(me, home);
    me.taps("アカウントに追加", "Keep with my account");
    me.sees("「わたしの服」をアカウントに追加しました", "“わたしの服” is kept with your account");
    assert_eq!(page.path(), home);
    // The front page of the house has it.
    looks(me, "/");
    me.sees("今日は何を着ましたか？", "What are you wearing today?");
    me.taps("着た服を記録", "Record what I wore");
    assert_eq!(page.path(), format!("{home}/record"));
}

/// Another address: the old one opens nothing, the list has the new one.
fn moves(me: &Person, home: &str) -> String {
    let page = &me.page;
    page.goto(&format!("{home}/settings"));
    me.taps("アドレスを新しくする", "Get a new address");
    looks(me, &format!("{home}/address"));
    me.sees("今のアドレスは、その場で使えなくなります。", "The address you use now stops working right away.");
    page.click(".danger");
    me.sees("アドレスを新しくしました", "The wardrobe has a new address");
    let new = page.path().trim_end_matches("/settings").to_owned();
    assert!(new.len() > home.len() && new.starts_with(home), "{new}");
    assert!(page.value("#address").ends_with(&new), "the page shows it");
    finds_nothing(me, home);
    // This device and this account know the new one.
    page.goto("/wardrobe");
    assert_eq!(page.path(), new);
    page.goto("/wardrobe/new");
    me.opens("わたしの服");
    assert_eq!(page.path(), new);
    looks(me, &format!("{new}/settings"));
    new
}

/// Deleted, found in the list, and brought back.
fn goes_and_comes_back(me: &Person, home: &str) {
    let page = &me.page;
    page.goto(&format!("{home}/settings"));
    me.taps("ワードローブを削除する", "Delete this wardrobe");
    looks(me, &format!("{home}/delete"));
    page.click(".danger");
    me.sees("「わたしの服」を削除しました", "“わたしの服” is deleted");
    looks(me, &format!("{home}/deleted"));
    finds_nothing(me, &format!("{home}/clothes"));
    me.sees("24時間以内なら元に戻せます。", "It can be restored for 24 hours.");
    // The way back is where somebody looks for it: on the page itself, and in the list.
    page.goto("/wardrobe");
    me.sees("削除済み。", "Deleted. You can restore it");
    looks(me, "/wardrobe/new");
    page.click("#mine .row-card button");
    me.sees("「わたしの服」を元に戻しました", "“わたしの服” is back");
    assert_eq!(page.path(), home);
}

crate::in_every_view!(story);
