//! Kondate from an empty kitchen to all cooked, in both languages, on both screens, with scripts and without; and a kitchen of two.

use std::time::{Duration, Instant};

use chabudai_testkit::{Browser, Place, Server, View};

use crate::every_page::{looks_right, looks_right_to_everybody};
use crate::person::Person;
use crate::{House, PROGRAM};

const HANA: &str = "hana.kitchen@example.org";
const TARO: &str = "taro.kitchen@example.org";
const PASSWORD: &str = "a-secret-of-the-kitchen";

/// A house in which two people live.
fn of_two() -> House {
    let place = Place::new(PROGRAM);
    let file = place.beside("password");
    std::fs::write(&file, PASSWORD).expect("a file is written");
    for (email, name) in [(HANA, "Hana"), (TARO, "Taro")] {
        place.run(&["user", "add", "--email", email, "--name", name, "--password-file", file.to_str().expect("a path")]).succeeded();
    }
    House::at(place, &[])
}

fn signs_in(me: &Person, email: &str) {
    me.page.goto("/sign-in");
    me.page.fill("#email", email);
    me.page.fill("#password", PASSWORD);
    me.page.click("form.sheeted button:not([data-reveal])");
    me.sees("おかえりなさい", "Welcome back");
}

/// Fills somebody's kitchen by the forms of its pages, for whoever looks at all of them.
pub(crate) fn furnish(house: &Server, session: &str) {
    let mut cookie = format!("chabudai_session={session}");
    let ask = |method: &str, path: &str, cookie: &str| house.ask(method, path).header("accept", "text/html").header("cookie", cookie);
    let first = ask("GET", "/kondate", &cookie).send().expect(200);
    let set = first.headers.iter().filter(|(name, _)| name == "set-cookie").filter_map(|(_, value)| value.split(';').next());
    for pair in set {
        cookie = format!("{cookie}; {pair}");
    }
    let between = |text: &str, before: &str, after: &str| {
        let found = text.split(before).nth(1).and_then(|rest| rest.split(after).next());
        found.unwrap_or_else(|| panic!("{before} is not on the page")).to_owned()
    };
    let token = between(&ask("GET", "/kondate", &cookie).send().expect(200).text(), "name=\"token\" value=\"", "\"");
    let send = |path: &str, fields: &str| {
        let body = format!("token={token}&{fields}");
        ask("POST", path, &cookie).body("application/x-www-form-urlencoded", body).send().expect(303);
    };
    send("/kondate/first-steps", "do=never");
    send("/kondate/plan/current", "set=weekday");
    send("/kondate/plan/next", "set=weekday");
    let home = ask("GET", "/kondate", &cookie).send().expect(200).text();
    send(&format!("/kondate/plan/dishes/{}/cook", between(&home, "/kondate/plan/dishes/", "/cook")), "");
    send("/kondate/fridge", "item=milk+1&bestBefore=2020-01-01");
    send("/kondate/fridge", "item=3+onions");
    send("/kondate/list/lines", "line=2+bars+soap");
    send("/kondate/staples", "staple=2+kg+rice");
    send("/kondate/shops", "new=yes&store=Corner");
    send("/kondate/recipes", "title=Soup&servings=2&ingredients=1+onion&steps=Simmer+for+10+minutes.");
    send("/kondate/sets", "title=Ours&dish=nikujaga&dish=shogayaki");
    send("/kondate/recipes/nikujaga/share", "authorName=Hana");
    send("/kondate/sets/weekday/share", "authorName=Hana");
    send("/kondate/calendar/new", "");
    // Where something is sold, something is bought.
    if ask("GET", "/kondate/kitchen", &cookie).send().expect(200).text().contains("/kondate/billing") {
        send("/kondate/billing/creator", "");
    }
}

/// Writes down a recipe, after having forgotten something.
fn writes_a_recipe(me: &Person) {
    let page = &me.page;
    page.goto("/kondate/recipes/new");
    page.fill("#title", me.say("かぼちゃのスープ", "Pumpkin soup"));
    page.fill("#ingredients", me.say("かぼちゃ 300g\n玉ねぎ 1個\n塩 少々", "300 g pumpkin\n1 onion\nsalt to taste"));
    assert_eq!(page.attribute(".places a[href$='/kondate/book']", "aria-current").as_deref(), Some("true"), "it belongs to the book");
    // What is no photo is told beside its field; a photo stays with the form, whatever else is wrong with it.
    page.choose_file("#file", me.note());
    if !page.view().javascript {
        page.click("button[name=preview]");
        assert_eq!(page.value("#title"), me.say("かぼちゃのスープ", "Pumpkin soup"), "what was typed is kept");
    }
    me.sees("写真として読み込めません。", "We can’t read this photo.");
    page.choose_file("#file", me.photograph());
    if page.view().javascript {
        me.sees("写真を追加しました", "Photo added");
        page.wait_until("return document.querySelectorAll('#read .ingredients li').length === 3");
    } else {
        page.click("button[name=preview]");
        assert_eq!(page.count("#read .ingredients li"), 3, "{}", page.text("#read"));
    }
    assert!(page.text("#read").contains("300"), "{}", page.text("#read"));
    if !page.view().javascript {
        // The preview is the answer to a form: whoever looks elsewhere and comes back finds it, and no error.
        page.goto("/kondate/help");
        page.go_back();
        assert_eq!(page.value("#title"), me.say("かぼちゃのスープ", "Pumpkin soup"), "{}", page.whole_text());
        assert_eq!(page.count("#read .ingredients li"), 3);
    }
    page.run_script("document.querySelector('#steps').form.noValidate = true");
    page.click("button[name=save]");
    me.sees("手順は1〜30個です。", "A recipe has 1 to 30 steps.");
    page.wait_until(&is_there(".picture img"));
    assert_eq!(page.value("#title"), me.say("かぼちゃのスープ", "Pumpkin soup"), "what was typed is kept");
    page.fill(
        "#steps",
        me.say(
            "【作り方】\n1. 玉ねぎを炒める。\n2. かぼちゃを加えて15分煮る。",
            "Method:\n1. Fry the onion.\n2. Add the pumpkin and simmer for 15 minutes.",
        ),
    );
    page.click("button[name=save]");
    me.sees("をレシピに加えました", "is in your book");
    assert_eq!(
        page.texts(".steps li > p:first-child")[0],
        me.say("玉ねぎを炒める。", "Fry the onion."),
        "numbers and headings are no steps"
    );
    page.wait_until(&is_there(".recipe-head img[src$='/1600.jpg']"));
    page.click("main .stepper a:last-child");
    me.sees("450", "450");
}

/// Puts the soup and a starter into a set, and plans it.
fn plans_the_first_week(me: &Person) {
    let page = &me.page;
    page.goto("/kondate");
    me.sees("最初の献立を、3タップで", "Your first plan in three taps");
    page.click(".set-card button");
    me.sees("にしました", "Your plan is");
    let planned = page.count(".dish-card");
    me.taps("献立を空にする", "Clear plan");
    me.sees("を外しました", "cleared");
    me.sees("次の献立を選びましょう", "What’s next?");
    me.taps("元に戻す", "Undo");
    me.sees("に戻しました", "is back");
    assert_eq!(page.count(".dish-card"), planned, "everything is back");

    page.goto("/kondate/recipes?whose=ours");
    page.wait_until(&is_there("#list-recipes img[src$='/640.jpg']"));
    page.click("#list-recipes a");
    me.taps("献立セットに入れる", "Add to a new set");
    assert_eq!(page.count("#chosen li"), 1);
    page.click("button[name=save]");
    me.sees("料理名・セット名は1〜80文字で入力してください。", "Titles are 1 to 80 characters long.");
    page.click(".offered button[name=add]");
    assert_eq!(page.count("#chosen li"), 2);
    // Save comes after everything that is chosen from.
    let below = "return document.querySelector('.offered').compareDocumentPosition(document.querySelector('button[name=save]')) === 4";
    assert_eq!(page.run_script(below), true);
    page.click("#chosen button[value='1:up']");
    page.click("#chosen button[value='0:down']");
    page.fill("#title", me.say("二品だけ", "Just two"));
    page.click("button[name=save]");
    me.sees("「二品だけ」を作りました", "“Just two” created");
    me.taps("この献立にする", "Use this set");
    me.sees("献立を「二品だけ」にしました", "Your plan is “Just two”");
    assert_eq!(page.count(".dish-card"), 2);
    page.wait_until(&is_there(".dish-card img[src$='/640.jpg']"));
    page.goto("/kondate/book");
    page.wait_until(&is_there(".set-card img[src$='/160.jpg']"));
}

/// A photo in place of the first, and then none; the archive shows what there is.
fn changes_the_photo(me: &Person) {
    let page = &me.page;
    page.goto("/kondate/archive");
    page.wait_until(&is_there(".month img[src$='/160.jpg']"));
    page.goto("/kondate/recipes?whose=ours");
    page.click("#list-recipes a");
    page.wait_until(&is_there(".recipe-head img"));
    let shown = || page.run_script("return document.querySelector('.recipe-head img')?.src ?? ''").to_string();
    let (first, recipe) = (shown(), page.path());
    page.goto(&format!("{recipe}/edit"));
    page.choose_file("#file", me.photograph());
    if page.view().javascript {
        me.sees("写真を追加しました", "Photo added");
    }
    page.click("button[name=save]");
    page.wait_until(&is_there(".recipe-head img"));
    assert_ne!(shown(), first, "it is another one");
    page.goto(&format!("{recipe}/cook"));
    page.wait_until(&is_there(".mise img"));
    // A copy begins without it.
    page.goto(&format!("/kondate/recipes/new?from={}", recipe.rsplit('/').next().expect("an id")));
    assert_eq!((page.value("[data-picture-key]"), page.count(".picture input[name=removePicture]")), (String::new(), 0));
    page.goto(&format!("{recipe}/edit"));
    page.check("input[name=removePicture]");
    page.click("button[name=save]");
    page.goto(&recipe);
    assert_eq!(page.count(".recipe-head img"), 0, "{}", shown());
}

/// A picture that is loaded.
fn is_there(picture: &str) -> String {
    format!("const i = document.querySelector(\"{picture}\"); i?.scrollIntoView(); return !!i && i.naturalWidth > 0")
}

fn shops(me: &Person) {
    let page = &me.page;
    // What comes after choosing is shopping: the way there stands right under the progress.
    page.goto("/kondate");
    page.click(".progress + .to-list a");
    page.wait_for("#shopping");
    let lines = page.count(".ticks li");
    assert!(lines > 2, "the plan makes the list: {}", page.whole_text());
    page.fill("#line", me.say("牛乳 1本", "1 carton milk"));
    page.click(".add-line button");
    me.sees("「牛乳」を追加しました", "is on the list");
    assert_eq!(page.count(".ticks li"), lines + 1);
    // A line that somebody wrote is changed, deleted and back.
    let written =
        "return [...document.querySelectorAll('.ticks li')].find(li => /牛乳|milk/.test(li.textContent)).querySelector('a').pathname";
    page.goto(page.run_script(written).as_str().expect("its page"));
    page.fill("#quantity", "2");
    page.click("form.sheeted .primary");
    me.sees("保存しました", "saved");
    page.goto(page.run_script(written).as_str().expect("its page"));
    me.taps("リストから消す", "Delete from list");
    me.sees("」を消しました", "is off the list");
    me.taps("元に戻す", "Undo");
    me.sees("」を追加しました", "is on the list");
    for ticked in 1..=lines + 1 {
        page.click(".tick[aria-pressed=false]");
        page.wait_until(&format!("return document.querySelectorAll('.basket li').length === {ticked}"));
    }
    page.click(".basket .tick");
    page.wait_until(&format!("return document.querySelectorAll('.basket li').length === {lines}"));
    page.click(".finish button");
    me.sees("冷蔵庫に入れました", "Moved to the fridge");
    assert_eq!(page.count(".ticks li"), 1, "what was not in the basket is still to be bought");
}

/// What is thrown away by mistake is back by one tap, or from the page of what has gone.
fn looks_into_the_fridge(me: &Person) {
    let page = &me.page;
    page.goto("/kondate/fridge");
    let there = page.count(".batches li");
    page.fill("#item", me.say("卵 10個", "10 eggs"));
    page.click(".side form button.primary");
    me.sees("」を入れました", "is in the fridge");
    page.click(".batches li .round");
    me.sees("」を使い切りました", "is used up");
    assert_eq!(page.count(".batches li"), there);
    me.taps("元に戻す", "Undo");
    me.sees("」を戻しました", "is back in the fridge");
    assert_eq!(page.count(".batches li"), there + 1);
    page.click(".batches li .round");
    me.sees("」を使い切りました", "is used up");
    page.goto("/kondate/fridge/deleted");
    page.click("main form button");
    me.sees("」を戻しました", "is back in the fridge");
    page.click(".batches a");
    page.run_script("document.querySelector('#name').form.noValidate = true");
    page.fill("#name", " ");
    page.click("form.sheeted .primary");
    me.sees("名前は1〜60文字で入力してください。", "Names are 1 to 60 characters long.");
}

fn cooks_everything(me: &Person) {
    let page = &me.page;
    page.goto("/kondate");
    page.click(".dish-card .acts form button");
    me.sees("を作りました", "cooked");
    assert_eq!(page.count(".dish-card.cooked"), 1);
    me.taps("元に戻す", "Undo");
    me.sees("取り消し、材料を戻しました", "Undone, ingredients put back");
    assert_eq!(page.count(".dish-card.cooked"), 0);
    // One from beside the stove, one from the plan.
    page.click(".dish-card .acts > a.button");
    page.wait_for(".cook-steps");
    if page.view().javascript {
        assert_eq!(
            page.run_script("return [...document.querySelectorAll('.cook-steps > li')].filter(li => li.checkVisibility()).length"),
            1
        );
        assert_eq!(page.run_script("return document.querySelector('.cooked-form').hidden"), true);
        page.click("[data-next]");
        assert_eq!(page.run_script("return document.querySelector('[data-now]').dataset.step"), "2");
        page.reload();
        assert_eq!(page.run_script("return document.querySelector('[data-now]').dataset.step"), "2", "one goes on where one was");
        // It is done when its last step is.
        page.run_script("const next = document.querySelector('[data-next]'); while (!next.hidden) next.click()");
    }
    page.click(".cooked-form button");
    me.sees("を作りました", "cooked");
    page.click(".dish-card .acts form button");
    me.sees("全部作りました！", "All cooked!");
    page.goto("/kondate/book");
    page.click(".sets .set-card h3 a");
    me.taps("次の献立にする", "Use this set next");
    me.sees("次の献立を", "is up next");
    me.taps("次の献立へ進む", "Go on to the next set");
    me.sees("に進みました", "Now cooking");
    assert_eq!(page.count(".dish-card.cooked"), 0);
    page.goto("/kondate/archive");
    page.click(".month a");
    assert_eq!(page.count(".days li"), 2, "both dishes are in the log");
}

fn story(view: View) {
    let Some(browser) = Browser::find() else { return };
    let house = of_two();
    let me = Person::sits_down(&browser, &house, view);
    signs_in(&me, HANA);
    writes_a_recipe(&me);
    plans_the_first_week(&me);
    shops(&me);
    looks_into_the_fridge(&me);
    cooks_everything(&me);
    changes_the_photo(&me);
    // What the network is said to refuse was refused on purpose.
    let errors: Vec<String> = me.page.console_errors().into_iter().filter(|error| !error.starts_with("network:")).collect();
    assert_eq!(errors, Vec::<String>::new());
}

in_every_view! { story;
    on_a_phone_in_japanese: View::phone();
    on_a_phone_in_english_without_scripts: View::phone().english().without_javascript();
    at_a_desk_in_english: View::desk().english();
    at_a_desk_in_japanese_without_scripts: View::desk().without_javascript();
}

/// A page that somebody else wrote, with a recipe in it.
const PAGE: &str = r#"<!doctype html><title>Miso soup</title><script type="application/ld+json">{"@type":"Recipe","name":"Miso soup",
"author":{"@type":"Person","name":"Somebody"},"recipeYield":"2","recipeIngredient":["400 ml dashi","2 tbsp miso"],
"recipeInstructions":[{"@type":"HowToStep","text":"Warm the dashi."},{"@type":"HowToStep","text":"Stir in the miso."}]}</script>"#;

/// Serves that page, and says where.
fn serves_a_page() -> std::net::SocketAddr {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let mut asked = [0; 4096];
            drop(std::io::Read::read(&mut stream, &mut asked));
            let head = format!("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", PAGE.len());
            drop(std::io::Write::write_all(&mut stream, format!("{head}{PAGE}").as_bytes()));
        }
    });
    address
}

/// A page is imported, corrected, saved and shared; a guest opens the link, until it is taken back.
fn in_and_out(view: View) {
    let Some(browser) = Browser::find() else { return };
    let from = serves_a_page();
    let place = Place::new(PROGRAM);
    let file = place.beside("password");
    std::fs::write(&file, PASSWORD).expect("a file is written");
    place.run(&["user", "add", "--email", HANA, "--name", "Hana", "--password-file", file.to_str().expect("a path")]).succeeded();
    let house = House::at(place, &["--fetch-hosts", &from.to_string()]);
    let mut me = Person::sits_down(&browser, &house, view);
    signs_in(&me, HANA);
    me.page.goto("/kondate/recipes");
    me.page.click("a[href$='/kondate/recipes/import']");
    me.sees("レシピを取り込む", "Import a recipe");
    looks_right_to_everybody(&mut me.page, false);
    // A place where nobody goes, and what was typed stays.
    me.page.fill("#address", "http://169.254.169.254/");
    me.page.click("form.card button.primary");
    me.sees("取り込めるのは、公開されているページだけです", "only public web pages can be imported");
    assert_eq!(me.page.value("#address"), "http://169.254.169.254/");
    // What the network is said to refuse was refused on purpose.
    drop(me.page.console_errors());
    me.page.fill("#address", &format!("http://{from}/miso"));
    me.page.click("form.card button.primary");
    me.sees("読み取りました", "Here’s what we found");
    looks_right_to_everybody(&mut me.page, false);
    assert_eq!((me.page.value("#title").as_str(), me.page.value("#authorName").as_str()), ("Miso soup", "Somebody"));
    assert_eq!(me.page.count("#read .ingredients li"), 2);
    me.page.fill("#title", me.say("みそ汁", "Our miso soup"));
    me.page.click("button[name=save]");
    me.sees("をレシピに加えました", "is in your book");
    me.page.click("main .buttons a[href$='/share']");
    looks_right_to_everybody(&mut me.page, false);
    me.page.click("main form button.primary");
    me.page.wait_for("#link");
    looks_right_to_everybody(&mut me.page, false);
    let link = me.page.value("#link");
    // A guest, who is nobody here.
    let mut guest = Person::sits_down(&browser, &house, view);
    let path = link.split_once("/kondate/").map(|(_, rest)| format!("/kondate/{rest}")).expect("a link");
    guest.page.goto(&path);
    guest.sees("みそ汁", "Our miso soup");
    guest.sees("Stir in the miso.", "Stir in the miso.");
    looks_right_to_everybody(&mut guest.page, false);
    me.page.click("button[popovertarget=revoke]");
    me.page.click("dialog:popover-open .danger");
    me.sees("共有をやめました", "Sharing stopped");
    guest.page.goto(&path);
    assert!(!guest.page.whole_text().contains("Stir in"), "{}", guest.page.whole_text());
}

in_every_view! { in_and_out;
    in_and_out_on_a_phone_in_japanese: View::phone();
    in_and_out_on_a_phone_in_english_without_scripts: View::phone().english().without_javascript();
    in_and_out_at_a_desk_in_english: View::desk().english();
    in_and_out_at_a_desk_in_japanese_without_scripts: View::desk().without_javascript();
}

/// Somebody comes in by the link, ticks, and the other sees it: by itself where there is a script.
/// A second on an idle machine, and less than it takes to ask again and again on one that is busy.
const A_MOMENT: Duration = Duration::from_secs(5);

#[test]
fn two_share_a_kitchen() {
    let Some(browser) = Browser::find() else { return };
    let house = of_two();
    let hana = Person::sits_down(&browser, &house, View::phone());
    signs_in(&hana, HANA);
    hana.page.goto("/kondate");
    hana.page.click(".set-card button");
    hana.sees("にしました", "Your plan is");
    hana.page.goto("/kondate/kitchen");
    hana.taps("メンバーを招待する", "Invite someone");
    let link = hana.page.value("#link");
    assert_eq!(hana.page.count(".qr svg"), 1);
    let path = link.find("/kondate/join").map(|at| &link[at..]).expect("a path");

    let taro = Person::sits_down(&browser, &house, View::desk().english().without_javascript());
    // Whoever is not signed in is told what waits for them, and comes back to it.
    taro.page.goto(path);
    taro.sees("招待です", "Hana invites you to");
    taro.page.click("main .primary");
    taro.page.fill("#email", TARO);
    taro.page.fill("#password", PASSWORD);
    taro.page.click("form.sheeted button:not([data-reveal])");
    taro.sees("招待です", "Hana invites you to");
    taro.page.click("main .primary");
    taro.sees("参加しました", "Welcome to");
    assert_eq!(taro.page.count(".dish-card"), 7, "they see the same plan");
    taro.page.goto(path);
    assert_eq!(taro.page.status(), 404, "the link works once");
    assert!(!taro.page.whole_text().contains("not_found"), "a code tells people nothing: {}", taro.page.whole_text());

    hana.page.goto("/kondate/list");
    let lines = hana.page.count(".tick[aria-pressed=false]");
    taro.page.goto("/kondate/list");
    taro.page.click(".tick[aria-pressed=false]");
    assert_eq!(taro.page.count(".basket li"), 1);
    let ticked = Instant::now();
    hana.page.wait_until("return document.querySelectorAll('.basket li').length === 1");
    assert!(ticked.elapsed() < A_MOMENT, "it was told, and not asked for: {:?}", ticked.elapsed());
    assert_eq!(hana.page.count(".tick[aria-pressed=false]"), lines - 1, "nobody has reloaded the page");

    // The owner hands over, and is removed by the new one; their next page is a kitchen of their own.
    hana.page.goto("/kondate/kitchen");
    hana.page.click(".member button[popovertarget^=hand]");
    hana.page.click("dialog:popover-open .primary");
    hana.sees("オーナーを交代しました", "The kitchen has a new owner");
    assert_eq!(hana.page.count(".member button"), 0);
    taro.page.goto("/kondate/kitchen");
    taro.page.click(".member button[popovertarget^=remove]");
    taro.page.click("dialog:popover-open .danger");
    taro.sees("メンバーを外しました", "Person removed");
    // The page that she has open stops by itself.
    let removed = Instant::now();
    hana.page.wait_until("return location.pathname.endsWith('/kondate') && !!document.querySelector('[data-toast].failed')");
    assert!(removed.elapsed() < A_MOMENT, "it stopped after {:?}", removed.elapsed());
    hana.sees("その台所のメンバーではなくなりました", "You’re no longer in that kitchen");
    hana.sees("最初の献立を、3タップで", "Your first plan in three taps");
}

/// Whoever is signed out elsewhere is told so when they tick, and the tick is what it was.
#[test]
fn a_tick_of_who_is_signed_out_is_not_lost_without_a_word() {
    let Some(browser) = Browser::find() else { return };
    let house = of_two();
    let me = Person::sits_down(&browser, &house, View::phone());
    signs_in(&me, HANA);
    let page = &me.page;
    page.goto("/kondate");
    page.click(".set-card button");
    page.wait_for(".dish-card");
    page.goto("/kondate/list");
    page.devtools("Network.deleteCookies", &serde_json::json!({ "name": "chabudai_session", "url": page.url() }));
    page.click(".tick[aria-pressed=false]");
    me.sees("ログインが切れています。", "You’re signed out.");
    assert_eq!(page.count(".tick[aria-pressed=true]"), 0, "nothing looks as if it were kept");
    assert!(page.path().ends_with("/kondate/list"), "they stay where they were");
    page.click("[data-signed-out] a");
    page.wait_for("#email");
}

/// Every page of a kitchen in use: clean for screen readers, still, no wider than the screen, in one language.
fn every_page(view: View) {
    let Some(browser) = Browser::find() else { return };
    let house = of_two();
    let mut me = Person::sits_down(&browser, &house, view);
    signs_in(&me, HANA);
    let page = &me.page;
    for path in ["/kondate", "/kondate/list", "/kondate/fridge", "/kondate/fridge/deleted", "/kondate/staples", "/kondate/archive"] {
        looks_right(page, path, false);
    }
    page.goto("/kondate");
    page.click(".set-card button");
    page.wait_for(".dish-card");
    page.click(".dish-card .acts form button");
    page.wait_for(".dish-card.cooked");
    let swap = page.run_script("return document.querySelector('a[href$=\"/swap\"]').pathname").as_str().expect("a page").to_owned();
    page.goto("/kondate/fridge");
    for (item, day) in [("1 carton milk", "2020-01-01"), ("3 onions", ""), ("200 g pork", "2020-01-02")] {
        page.run_script("document.querySelector('.more-of').open = true");
        page.fill("#item", item);
        if !day.is_empty() {
            page.run_script_with("document.querySelector('#bestBefore').value = arguments[0]", &serde_json::json!([day]));
        }
        page.click(".side form button.primary");
        page.wait_for("[data-toast]");
    }
    let batch = page.run_script("return document.querySelector('.batches a').pathname").as_str().expect("a page").to_owned();
    page.goto("/kondate/list");
    page.click(".tick[aria-pressed=false]");
    page.wait_for(".basket li");
    let line = page.run_script("return document.querySelector('.ticks a').pathname").as_str().expect("a page").to_owned();
    page.goto("/kondate/archive");
    let day = page.run_script("return document.querySelector('.month a').pathname").as_str().expect("a page").to_owned();
    let paths = [
        "/kondate",
        "/kondate/list",
        "/kondate/fridge",
        "/kondate/book",
        "/kondate/kitchen",
        "/kondate/recipes",
        "/kondate/recipes?q=zzz",
        "/kondate/recipes/new",
        "/kondate/recipes/nikujaga",
        "/kondate/recipes/nikujaga/cook",
        "/kondate/recipes/new?from=nikujaga",
        "/kondate/sets/weekday",
        "/kondate/sets/new?from=weekday",
        "/kondate/categories",
        "/kondate/shops",
        "/kondate/archive",
        "/kondate/calendar",
        "/kondate/me",
        "/kondate/help",
    ];
    for path in paths.into_iter().chain([swap.as_str(), batch.as_str(), line.as_str(), day.as_str()]) {
        me.page.goto(path);
        looks_right_to_everybody(&mut me.page, false);
    }
}

#[test]
fn every_page_on_a_small_phone_in_light() {
    every_page(View { width: 320, height: 640, ..View::phone() });
}

#[test]
fn every_page_at_a_desk_in_the_dark() {
    every_page(View::desk().dark().english());
}

/// An address in a step and in an ingredient is one long word: it breaks, and the way on stays on the page.
#[test]
fn a_long_word_makes_no_page_wider() {
    let Some(browser) = Browser::find() else { return };
    let house = of_two();
    let me = Person::sits_down(&browser, &house, View::phone());
    signs_in(&me, HANA);
    let page = &me.page;
    let long = format!("https://example.org/{}", "verylongaddress".repeat(12));
    page.goto("/kondate/recipes/new");
    page.fill("#title", &"長い名前の料理".repeat(8));
    page.fill("#ingredients", &format!("玉ねぎ 1個（{long}）\n{}", &long[..60]));
    page.fill("#steps", &format!("見る {long}\n煮る"));
    let is_wide = "return document.documentElement.scrollWidth > innerWidth";
    assert_eq!(page.run_script(is_wide), false, "the form");
    page.click("button[name=save]");
    me.sees("レシピに加えました", "is in your book");
    for width in [320, 390] {
        page.devtools(
            "Emulation.setDeviceMetricsOverride",
            &serde_json::json!({ "width": width, "height": 844, "deviceScaleFactor": 1, "mobile": true }),
        );
        assert_eq!(page.run_script(is_wide), false, "the recipe at {width}");
        let whole = "const h = document.querySelector('.top h1'); return h.scrollHeight <= h.clientHeight + 2";
        assert_eq!(page.run_script(whole), true, "all of its name is to be read at {width}");
    }
    let at = page.run_script("return location.pathname");
    let at = at.as_str().expect("a path");
    page.goto(&format!("{at}/cook"));
    assert_eq!(page.run_script(is_wide), false, "beside the stove");
    let next = "const b = document.querySelector('[data-next]').getBoundingClientRect(); return b.right <= innerWidth && b.left >= 0";
    assert_eq!(page.run_script(next), true, "the way on is on the page");
    page.goto(&format!("{at}/edit"));
    assert_eq!(page.run_script(is_wide), false, "what was read of it");
}
