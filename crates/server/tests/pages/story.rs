//! A wardrobe from its making to looking back, in both languages, on both screens, with scripts and without.

use chabudai_testkit::{Browser, View};

use crate::house;
use crate::person::Person;

fn story(view: View) {
    let Some(browser) = Browser::find() else { return };
    let server = house();
    let me = Person::sits_down(&browser, &server, view);
    let page = &me.page;

    // The way in, from the front of the house.
    page.goto("/");
    me.sees("持っている服、着た服、今日着る服。", "What you own, what you wore, what to wear today.");
    page.click(".apps [data-accent=wardrobe] a");
    page.fill("#name", "  ");
    me.taps("ワードローブを作る", "Create a wardrobe");
    me.sees("名前を入力してください。", "Enter a name.");
    let home = me.makes_a_wardrobe();
    me.sees("まずは1着から", "Start with one item");
    me.sees("このページのアドレスが鍵です。", "This page’s address is its key.");

    photograph(&me, &home);
    me.adds(&home, "革靴", "others");
    me.adds(&home, "デニム", "bottoms");
    combine(&me, &home);
    wear(&me, &home);
    undo(&me, &home);
    delete_and_restore(&me, &home);
    look_back(&me, &home);
    // What the network is said to refuse was refused on purpose.
    let errors: Vec<String> = page.console_errors().into_iter().filter(|error| !error.starts_with("network:")).collect();
    assert_eq!(errors, Vec::<String>::new());

    // The same address on the same device leads home again.
    page.goto("/wardrobe");
    assert_eq!(page.path(), home);
    assert!(!server.log().contains(home.rsplit('/').next().expect("an id")), "the wardrobe's key is not in the log");
}

/// A garment with a picture; what is no picture is refused beside its field, and nothing that was typed is lost.
fn photograph(me: &Person, home: &str) {
    let page = &me.page;
    me.taps("服を追加", "Add an item");
    page.fill("#name", "白いシャツ");
    page.check("input[name=genre][value=tops]");
    page.check("input[name=tag][value='season:all']");
    page.choose_file("#file", me.note());
    if page.view().javascript {
        me.sees("写真として読み込めません。", "We can’t read this photo.");
        assert_eq!(page.count("[data-picture-status].fault"), 1, "it looks like what went wrong");
        let hidden = page.run_script("return ['frame', 'retry'].every(part => document.querySelector(`[data-picture-${part}]`).hidden)");
        assert_eq!(hidden, true, "what is no picture is not shown, and not sent again");
        me.taps("写真を取り消す", "Remove");
    } else {
        page.click(".foot-bar .primary");
        me.sees("写真として読み込めません。", "We can’t read this photo.");
        assert_eq!(page.value("#name"), "白いシャツ");
        assert!(page.is_checked("input[name=genre][value=tops]"));
        assert!(page.is_checked("input[name=tag][value='season:all']"));
    }
    page.choose_file("#file", me.photograph());
    if page.view().javascript {
        me.sees("写真を追加しました", "Photo added");
        assert_eq!(page.run_script("return document.querySelector('[data-picture-frame]').hidden"), false, "it is shown");
    }
    page.click(".foot-bar .primary");
    me.sees("「白いシャツ」を追加しました", "“白いシャツ” added");
    assert!(page.path().ends_with("/clothes"), "{}", page.path());
    page.wait_until("return document.querySelector('#list-tops img').naturalWidth > 0");
    assert_eq!(home.matches("wd_").count(), 1);
}

/// An outfit by the suggested name, then its order changed.
fn combine(me: &Person, home: &str) {
    let page = &me.page;
    page.goto(&format!("{home}/outfits"));
    me.sees("コーデはまだありません", "No outfits yet");
    me.taps("コーデを追加", "Add an outfit");
    for garment in ["白いシャツ", "デニム", "革靴"] {
        page.check(&format!("input[name=clothing][data-name='{garment}']"));
    }
    page.click("button[name=suggest]");
    page.wait_until("return document.querySelector('#name').value === '白いシャツ+デニム+革靴'");
    page.fill("#name", "散歩");
    page.click(".foot-bar .primary");
    me.sees("「散歩」を追加しました", "“散歩” added");
    me.opens("散歩");
    me.taps("編集", "Edit");
    if page.view().javascript {
        page.drag(".order li:nth-child(3) .handle", ".order li:nth-child(1)");
        page.wait_until("return document.querySelector('.order li').innerText.includes('革靴')");
    } else {
        page.click(".order li:nth-child(3) button[value$=':up']");
        page.click(".order li:nth-child(2) button[value$=':up']");
    }
    assert!(page.text(".order li:nth-child(1)").contains("革靴"), "{:?}", page.texts(".order li"));
    page.click(".foot-bar .primary");
    me.sees("「散歩」を保存しました", "“散歩” saved");
    let rows = page.texts(".chosen .rows .row-card p:first-child");
    assert_eq!(rows, ["革靴", "白いシャツ", "デニム"]);
}

/// By an outfit, by garments, by one tap, and once more.
fn wear(me: &Person, home: &str) {
    let page = &me.page;
    page.goto(home);
    me.taps("着た服を記録", "Record what I wore");
    page.click("main a[href$='/record/outfit']");
    page.check("input[name=template]");
    // Yesterday: today it is recorded by one tap, which an outfit offers once a day.
    let today: jiff::civil::Date = page.value("#date").parse().expect("a day");
    page.fill("#date", &today.yesterday().expect("there is one").to_string());
    page.click(".foot-bar .primary");
    me.sees("記録しました", "Recorded");
    me.sees("散歩", "散歩");
    page.goto(&format!("{home}/record/combination"));
    page.fill("#date", "1999-12-31");
    page.check("input[name=clothing][data-name='デニム']");
    // The browser would hold it back by itself; the server says it too.
    page.run_script("document.querySelector('#date').form.noValidate = true");
    page.click(".foot-bar .primary");
    me.sees("日付は2000年1月1日から明日までにしてください。", "Choose a date from 2000-01-01 to tomorrow.");
    assert!(page.is_checked("input[name=clothing][data-name='デニム']"), "what was chosen stays chosen");
    let today = page.attribute("#date", "max").expect("the last day");
    let date: jiff::civil::Date = today.parse().expect("a day");
    page.fill("#date", &date.saturating_sub(jiff::Span::new().days(3)).to_string());
    page.click(".foot-bar .primary");
    me.sees("記録しました", "Recorded");
    page.goto(&format!("{home}/outfits"));
    me.taps("今日着た", "Wore it today");
    me.sees("記録しました", "Recorded");
    page.goto(home);
    assert_eq!(page.count("main .entry"), 3);
    assert_eq!(page.count("main .entry .acts button"), 2, "what was worn today has no button for today");
    page.click("main .entry:last-child .acts button");
    me.sees("この日の記録にすでに入っています。", "This is already in your entries for that day.");
    assert_eq!(page.count("main .entry"), 3, "it was worn with the outfit");
    // Who changes and changes back says so.
    page.goto(&format!("{home}/record/outfit"));
    page.check("input[name=template]");
    page.click(".foot-bar .primary");
    me.sees("この日の記録にすでに入っています。", "This is already in your entries for that day.");
    page.check("input[name=again]");
    page.click(".foot-bar .primary");
    me.sees("記録しました", "Recorded");
    page.goto(home);
    assert_eq!(page.count("main .entry"), 4);
    page.goto(&format!("{home}/clothes"));
    me.opens("デニム");
    assert_eq!(page.text(".stats .stat b"), "4");
    me.sees("今日の記録に入っています", "Already in today’s entry");
    assert_eq!(page.count(".facts form"), 0, "once a day is enough");
}

/// A record is deleted, and the deletion is undone.
fn undo(me: &Person, home: &str) {
    let page = &me.page;
    page.goto(&format!("{home}/histories"));
    assert_eq!(page.count("main .entry"), 4);
    me.opens("散歩");
    page.click("button[popovertarget]");
    page.click("dialog .danger");
    me.sees("記録を削除しました", "Entry deleted");
    assert_eq!(page.count("main .entry"), 3);
    me.taps("元に戻す", "Undo");
    me.sees("記録を元に戻しました", "Entry restored");
    page.goto(&format!("{home}/histories"));
    assert_eq!(page.count("main .entry"), 4);
    page.goto(&format!("{home}/clothes"));
    me.opens("デニム");
    assert_eq!(page.text(".stats .stat b"), "4", "it is counted once");
}

/// Into the bin, back by the toast, into the bin again, back from there.
fn delete_and_restore(me: &Person, home: &str) {
    let page = &me.page;
    let delete = || {
        page.goto(&format!("{home}/clothes"));
        me.opens("革靴");
        page.click("button[popovertarget]");
        page.click("dialog .danger");
        me.sees("「革靴」をゴミ箱に移動しました", "“革靴” moved to the bin");
        assert_eq!(page.count("#list-others li"), 0);
    };
    delete();
    me.taps("元に戻す", "Undo");
    me.sees("「革靴」を元に戻しました", "“革靴” restored");
    delete();
    page.goto(&format!("{home}/outfits"));
    me.sees("削除済み", "Deleted");
    page.goto(&format!("{home}/bin"));
    page.click("#list-bin button");
    me.sees("「革靴」を元に戻しました", "“革靴” restored");
    page.goto(&format!("{home}/bin"));
    me.sees("ゴミ箱は空です", "The bin is empty");
}

/// The garment's year, statistics, the review and the search.
fn look_back(me: &Person, home: &str) {
    let page = &me.page;
    page.goto(&format!("{home}/clothes?sort=most"));
    assert!(page.texts("#list-all b")[0].contains("デニム"), "{:?}", page.texts("#list-all b"));
    page.fill("input[type=search]", "しゃつ");
    page.click(".search button");
    assert_eq!(page.texts("#list-all b"), ["白いシャツ"], "the search knows hiragana for katakana");
    page.fill("input[type=search]", "シャツ　白");
    page.click(".search button");
    assert_eq!(page.texts("#list-all b"), ["白いシャツ"], "several words are all in the name, in any order");
    page.fill("input[type=search]", "シャツ 黒");
    page.click(".search button");
    assert_eq!(page.count("#list-all li"), 0);
    page.goto(&format!("{home}/clothes?sort=unworn"));
    assert_eq!(page.count("#list-all li"), 3);
    me.opens("デニム");
    assert!(page.count(".calendar rect[class]") >= 2, "two days are marked in the year");
    assert!(page.count(".bars rect") >= 1);
    me.sees("散歩", "散歩");
    page.goto(&format!("{home}/statistics"));
    assert!(page.count(".ranks svg.meter") >= 3, "three garments are ranked");
    page.goto(&format!("{home}/review?days=180"));
    assert_eq!(page.count(".segments a[aria-current]"), 1);
}

crate::in_every_view!(story);
