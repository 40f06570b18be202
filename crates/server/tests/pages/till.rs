//! Money in Kondate, paid on Stripe's pages as somebody meets them: becoming a creator, a plan, payouts, a recipe that costs something; bought,
//! given up, bought again, given back. With scripts and without.

use chabudai_testkit::stripe::Stripe;
use chabudai_testkit::{Browser, Place, View};

use crate::every_page::looks_right_to_everybody;
use crate::person::Person;
use crate::{House, PROGRAM};

const HANA: &str = "hana.sells@example.org";
const TARO: &str = "taro.buys@example.org";
const PASSWORD: &str = "a-secret-of-the-till";

fn looks(me: &mut Person, refused_on_purpose: bool) {
    looks_right_to_everybody(&mut me.page, refused_on_purpose);
}

/// A house of two people that takes money.
fn selling(stripe: &Stripe) -> House {
    let place = Place::new(PROGRAM);
    let file = place.beside("password");
    std::fs::write(&file, PASSWORD).expect("a file is written");
    for (email, name) in [(HANA, "Hana"), (TARO, "Taro")] {
        place.run(&["user", "add", "--email", email, "--name", name, "--password-file", file.to_str().expect("a path")]).succeeded();
    }
    let arguments = stripe.arguments();
    let house = House::at(place, &arguments.iter().map(String::as_str).collect::<Vec<_>>());
    stripe.deliver_to(&format!("{}/webhooks/stripe", house.public_url), true);
    house
}

fn signs_in(me: &Person, email: &str) {
    me.page.goto("/sign-in");
    me.page.fill("#email", email);
    me.page.fill("#password", PASSWORD);
    me.page.click("form.sheeted button:not([data-reveal])");
    me.sees("おかえりなさい", "Welcome back");
}

/// On the page that a form led to by itself, on Stripe's own origin.
fn at_stripe(me: &Person, title: &str, button: &str) {
    me.page.see(title);
    assert!(!me.page.url().contains("/kondate"), "{}", me.page.url());
    me.page.click_text(button);
}

fn becomes_a_creator(me: &mut Person) {
    me.page.goto("/kondate/kitchen");
    me.page.click("main .links a[href$='/kondate/billing']");
    me.sees("無料プラン", "Free");
    looks(me, false);
    me.taps("クリエイターになる", "Become a creator");
    at_stripe(me, "¥1200", "Pay");
    me.sees("クリエイターになりました", "You’re a creator now");
    me.sees("1,200円", "¥1,200");
    looks(me, false);
    me.page.click("main .bill .primary");
    me.sees("売上の受け取り", "Payouts");
}

fn subscribes(me: &mut Person) {
    me.page.click(".plans form:has([value=creator_plus]) button");
    at_stripe(me, "¥800", "Back");
    // Whoever has gone back is asked nothing, and may choose again.
    me.page.click(".plans form:has([value=creator_plus]) button");
    at_stripe(me, "¥800", "Pay");
    me.sees("プランのご利用を開始しました", "Your plan is active");
    me.sees("クリエイタープラス", "Creator Plus");
    assert_eq!(me.page.count(".plans"), 0);
    me.page.click("button[popovertarget=end-plan]");
    me.page.click("#end-plan .danger");
    me.sees("解約を受け付けました", "Your plan is canceled");
    me.taps("解約を取り消す", "Keep my plan");
    me.sees("解約を取り消しました", "Your plan goes on");
}

fn sets_up_payouts(me: &mut Person) {
    me.taps("受け取りを設定する", "Set up payouts");
    at_stripe(me, "Get paid", "Later");
    me.sees("登録内容を確認しています", "Your details are being checked");
    me.taps("設定の続きをする", "Continue setup");
    at_stripe(me, "Get paid", "Submit");
    me.sees("受け取りの準備ができています", "You’re ready to get paid");
    looks(me, false);
    me.taps("売上を見る", "See earnings");
    me.page.see("Express Dashboard");
}

fn title(me: &Person) -> &'static str {
    if me.say("ja", "en") == "ja" { "かぼちゃのスープ" } else { "Pumpkin soup" }
}

/// Writes a recipe down and sells it for ¥300. The path of its page.
fn sells(me: &mut Person) -> String {
    me.page.goto("/kondate/recipes/new");
    me.page.fill("#title", title(me));
    me.page.fill("#ingredients", me.say("かぼちゃ 300g", "300 g pumpkin"));
    me.page.fill("#steps", me.say("15分煮る。", "Simmer for 15 minutes."));
    me.page.click("button[name=save]");
    me.sees("をレシピに加えました", "is in your book");
    let recipe = me.page.path();
    me.page.goto(&format!("{recipe}/publish"));
    me.page.check("input[name=offer][value=paid]");
    me.page.fill("#price", "50");
    me.page.click("main form .primary");
    me.sees("価格は100〜10,000円で入力してください。", "Enter a price from ¥100 to ¥10,000.");
    assert!(me.page.is_checked("input[name=offer][value=paid]"), "what was chosen is kept");
    looks(me, true);
    me.page.fill("#price", "300");
    me.page.click("main form .primary");
    me.sees("300円で公開中", "Published for ¥300");
    looks(me, false);
    recipe
}

fn finds_it_locked(me: &mut Person, item: &str) {
    me.page.goto("/kondate/catalog?sort=newest");
    me.sees("300円", "¥300");
    looks(me, false);
    me.opens(title(me));
    assert_eq!(me.page.path(), item);
    me.sees("購入すると、材料と作り方が見られます。", "Buy it to see the ingredients and steps.");
    assert_eq!(me.page.count(".ingredients"), 0);
}

/// The payment of what was bought last for ¥300.
fn payment(stripe: &Stripe) -> String {
    let is_it = |one: &serde_json::Value| one["object"] == "payment_intent" && one["amount"] == 300 && one["status"] == "succeeded";
    let paid = stripe.objects().into_iter().find(is_it).expect("it was paid");
    paid["id"].as_str().expect("an id").to_owned()
}

fn buys(me: &mut Person, item: &str) {
    me.taps("300円で買う", "Buy for ¥300");
    at_stripe(me, "¥300", "Back");
    me.sees("お支払いがまだ済んでいません", "Not paid yet");
    looks(me, false);
    me.taps("購入をやめる", "Cancel purchase");
    me.sees("購入をやめました", "Purchase canceled");
    assert_eq!(me.page.path(), item);
    me.taps("300円で買う", "Buy for ¥300");
    me.page.see("Checkout");
    me.page.click_text("Decline");
    me.page.see("Your card was declined.");
    me.page.click_text("Pay");
    me.sees("ご購入ありがとうございます", "Thanks for your purchase");
    looks(me, false);
    me.taps("さっそく見る", "Take a look");
    me.sees("15分煮る。", "Simmer for 15 minutes.");
    me.sees("購入済み", "Purchased");
    looks(me, false);
    me.taps("レシピ帳に保存", "Save to book");
    me.sees("を保存しました", "Saved “");
    me.page.goto("/kondate/catalog?sort=bought");
    looks(me, false);
    me.opens(title(me));
    me.page.goto("/kondate/purchases");
    assert_eq!(me.page.count(".paid li"), 2, "what came to nothing and what is theirs");
    looks(me, false);
}

/// The operator gives the money back; it is bought once more, by a card that was stored.
fn is_given_it_back(me: &mut Person, stripe: &Stripe, item: &str) {
    stripe.refund(&payment(stripe));
    me.page.goto("/kondate/purchases");
    me.page.click(".paid a");
    me.sees("返金しました", "Refunded");
    me.page.goto(item);
    me.sees("購入すると、材料と作り方が見られます。", "Buy it to see the ingredients and steps.");
    me.page.goto("/kondate/billing");
    me.taps("カードを登録する", "Add a card");
    at_stripe(me, "Save your card", "Pay");
    me.sees("カードを登録しました", "Card saved");
    me.sees("いつものカード", "Default");
    looks(me, false);
    me.page.goto(item);
    assert_eq!(me.page.count("form[action$='/unsave']"), 1, "what cannot be read any more can leave the book");
    looks(me, false);
    stripe.decline_cards(Some("insufficient_funds"));
    me.taps("300円で買う", "Buy for ¥300");
    me.sees("カードが承認されませんでした。", "Your card was declined.");
    stripe.decline_cards(None);
    me.taps("300円で買う", "Buy for ¥300");
    me.sees("ご購入ありがとうございます", "Thanks for your purchase");
    me.page.goto("/kondate/billing");
    me.page.click("button[popovertarget=remove-card-1]");
    me.page.click("#remove-card-1 .danger");
    me.sees("カードを削除しました", "Card removed");
}

fn story(view: View) {
    let Some(browser) = Browser::find() else { return };
    let stripe = Stripe::start();
    let house = selling(&stripe);
    let mut hana = Person::sits_down(&browser, &house, view);
    signs_in(&hana, HANA);
    becomes_a_creator(&mut hana);
    subscribes(&mut hana);
    sets_up_payouts(&mut hana);
    let recipe = sells(&mut hana);
    let item = recipe.replace("/kondate/", "/kondate/catalog/");

    let mut taro = Person::sits_down(&browser, &house, view);
    signs_in(&taro, TARO);
    taro.page.goto("/kondate/purchases");
    taro.sees("購入履歴はまだありません", "No purchases yet");
    looks(&mut taro, false);
    finds_it_locked(&mut taro, &item);
    looks(&mut taro, false);
    buys(&mut taro, &item);
    is_given_it_back(&mut taro, &stripe, &item);

    // The creator sells it no more; whoever has bought it keeps it, and nobody buys it any more.
    hana.page.goto(&format!("{recipe}/publish"));
    hana.sees("販売 1件", "Sold once");
    hana.taps("公開を終了する", "Stop publishing");
    hana.sees("の公開を終了しました", "Stopped publishing");
    // Its undo puts it back at its price.
    hana.taps("元に戻す", "Undo");
    hana.sees("300円で公開中", "Published for ¥300");
    hana.taps("公開を終了する", "Stop publishing");
    hana.sees("の公開を終了しました", "Stopped publishing");
    taro.page.goto(&item);
    taro.sees("15分煮る。", "Simmer for 15 minutes.");
    taro.sees("公開は終了しています。", "No longer published.");
    // A month that is not paid is told, with the way to mend it.
    let subscription = stripe.objects().into_iter().find(|one| one["object"] == "subscription").expect("there is one");
    stripe.renew(subscription["id"].as_str().expect("an id"), false);
    hana.page.goto("/kondate/billing");
    hana.sees("今月のお支払いが完了していません。", "This month’s payment didn’t go through.");
    looks(&mut hana, false);
    hana.taps("お支払い方法を確認する", "Check payment method");
    at_stripe(&hana, "Billing", "Back");
    hana.sees("購入履歴", "Purchase history");
    assert_eq!(stripe.counts().charges, 4, "a creator, a month, the soup twice");
}

in_every_view! { story }

/// Where nothing is sold, no page says a word about money.
#[test]
fn where_nothing_is_sold_there_is_no_till() {
    let house = crate::house();
    house.place.run(&["user", "add", "--email", TARO, "--name", "Taro", "--password-file", &password_beside(&house)]).succeeded();
    let token = house.post("/auth/v1/sign-in", &serde_json::json!({ "email": TARO, "password": PASSWORD })).expect(200).json();
    let cookie = format!("chabudai_session={}", token["token"].as_str().expect("a token"));
    let open = |path: &str| house.ask("GET", path).header("accept", "text/html").header("cookie", &cookie).send();
    for path in ["/kondate/billing", "/kondate/purchases", "/kondate/purchases/01JZZZZZZZZZZZZZZZZZZZZZZZ", "/kondate/catalog?sort=bought"]
    {
        open(path).expect(404);
    }
    for path in ["/kondate/kitchen", "/kondate/catalog"] {
        let page = open(path).expect(200).text();
        for word in ["billing", "purchases", "購入", "円"] {
            assert!(!page.contains(word), "{path} says {word}");
        }
    }
}

fn password_beside(house: &House) -> String {
    let file = house.place.beside("password");
    std::fs::write(&file, PASSWORD).expect("a file is written");
    file.to_str().expect("a path").to_owned()
}
