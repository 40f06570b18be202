use chabudai_recipe_page::How;

use crate::read;

const CUT: &str = "Cut the onion into thin slices.";
const BOIL: &str = "Boil it in water for half an hour.";

#[test]
fn lists_under_headings() {
    let found = read(&format!(
        "<title>Soup | Soups</title><h1>Onion soup</h1><p>I love it.</p><h2>Ingredients (serves 4)</h2><ul><li>1 onion</li><li>1 l water</li></ul><h2>Method</h2><ol><li>{CUT}</li><li>{BOIL}</li></ol><h2>Comments</h2><p>So good, I will make it again tomorrow!</p>"
    ));
    assert_eq!((found.title.as_str(), found.how), ("Onion soup", How::Page));
    assert_eq!(found.ingredients, ["1 onion", "1 l water"]);
    assert_eq!(found.steps, [CUT, BOIL]);
    assert_eq!(found.servings.unwrap().number, Some(4.0));
    assert!((0.1..0.5).contains(&found.confidence));
}

#[test]
fn a_japanese_blog() {
    let found = read(
        "<html lang=ja><body><h1>肉じゃが</h1><p><strong>【材料】（2人分）</strong><br>・じゃがいも…3個<br>・玉ねぎ…1個<br>・しょうゆ…大さじ2</p><p><strong>【作り方】</strong></p><p>じゃがいもと玉ねぎを切る。</p><p>鍋に入れて20分煮る。</p><h3>コツ・ポイント</h3><p>落としぶたをする。</p>",
    );
    assert_eq!(found.title, "肉じゃが");
    assert_eq!(found.ingredients, ["じゃがいも…3個", "玉ねぎ…1個", "しょうゆ…大さじ2"]);
    assert_eq!(found.steps, ["じゃがいもと玉ねぎを切る。", "鍋に入れて20分煮る。"]);
    assert_eq!(found.language.as_deref(), Some("ja"));
}

#[test]
fn tables_and_definitions() {
    let rows = "<h2>材料</h2><table><tr><td>卵</td><td>2個</td></tr><tr><td>水</td><td>100ml</td></tr></table>";
    let terms = "<h2>材料</h2><dl><dt>卵</dt><dd>2個</dd><dt>水</dt><dd>100ml</dd></dl>";
    for list in [rows, terms] {
        let found =
            read(&format!("<h1>温泉卵</h1>{list}<h2>作り方</h2><ol><li>鍋に水を入れて沸かす。</li><li>卵を入れて12分おく。</li></ol>"));
        assert_eq!(found.ingredients, ["卵 2個", "水 100ml"], "{list}");
        assert_eq!(found.steps.len(), 2);
    }
}

#[test]
fn elements_that_are_called_so() {
    let found = read(&format!(
        r#"<h1>Soup</h1><div class="wprm-recipe-ingredients"><div class="wprm-recipe-ingredient"><span>1</span> <span>onion</span></div><div class="wprm-recipe-ingredient"><span>1 l</span> <span>water</span></div></div>
        <div class="wprm-recipe-instructions"><div class="wprm-recipe-instruction-text">{CUT}</div><div class="wprm-recipe-instruction-text">{BOIL}</div></div>"#
    ));
    assert_eq!(found.ingredients, ["1 onion", "1 l water"]);
    assert_eq!(found.steps, [CUT, BOIL]);
}

#[test]
fn numbers_before_steps_are_left_out() {
    let found = read(&format!(
        "<h1>Soup</h1><h2>Zutaten</h2><ul><li>1 Zwiebel</li><li>1 l Wasser</li></ul><h2>Zubereitung</h2><p>1. {CUT}</p><p>2. {BOIL}</p>"
    ));
    assert_eq!(found.steps, [CUT, BOIL]);
}

#[test]
fn what_the_page_says_of_itself() {
    let found = read(&format!(
        r#"<html lang="en"><head><link rel="canonical" href="/onion-soup"><meta property="og:site_name" content="Soups"><meta property="og:image" content="/a.jpg"><meta name="description" content="Warm &amp; good"></head>
        <h1>Soup</h1><h2>Ingredients</h2><ul><li>1 onion</li><li>1 l water</li></ul><h2>Directions</h2><ol><li>{CUT}</li><li>{BOIL}</li></ol>"#
    ));
    assert_eq!(found.source_url.as_deref(), Some("https://recipes.example/onion-soup"));
    assert_eq!((found.site_name.as_deref(), found.image.as_deref()), (Some("Soups"), Some("https://recipes.example/a.jpg")));
    assert_eq!((found.description.as_deref(), found.language.as_deref()), (Some("Warm & good"), Some("en")));
}
