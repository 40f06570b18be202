use chabudai_recipe_page::{How, read_text};

#[test]
fn a_japanese_text_with_headings() {
    let found = read_text(
        "【肉じゃが】\n家の味です\n調理時間：30分\n\n材料（2人分）\n・じゃがいも　3個\n●玉ねぎ…1個\n[A]しょうゆ 大さじ2\n\n■作り方\n①じゃがいもを切る。\n②煮る。\n弱火で。\nコツ\nふたをする。",
    );
    assert_eq!((found.title.as_str(), found.how), ("肉じゃが", How::Text));
    assert_eq!(found.ingredients, ["じゃがいも 3個", "玉ねぎ…1個", "[A]しょうゆ 大さじ2"]);
    assert_eq!(found.steps, ["じゃがいもを切る。", "煮る。弱火で。", "コツ：ふたをする。"]);
    assert_eq!((found.servings.unwrap().number, found.times.total, found.language.as_deref()), (Some(2.0), Some(30), Some("ja")));
    assert!(found.confidence > 0.7);
}

#[test]
fn an_english_text_with_headings() {
    let found = read_text(
        "Onion soup\nServes 4\nPrep time: 10 min\n\nIngredients:\n- 1 onion\n* 1 l water\nFor the top:\n• cheese\n\nSteps\n1. Cut the onion.\n2) Boil it.\n\nhttps://recipes.example/soup",
    );
    assert_eq!(found.title, "Onion soup");
    assert_eq!(found.ingredients, ["1 onion", "1 l water", "cheese"]);
    assert_eq!(found.steps, ["Cut the onion.", "Boil it."]);
    assert_eq!(
        (found.servings.unwrap().number, found.times.prep, found.source_url.as_deref()),
        (Some(4.0), Some(10), Some("https://recipes.example/soup"))
    );
}

#[test]
fn numbers_of_steps_in_all_ways_of_writing_them() {
    for marks in [
        ["1. ", "2. "],
        ["①", "②"],
        ["❶ ", "❷ "],
        ["1）", "2）"],
        ["STEP1 ", "STEP2 "],
        ["手順1 ", "手順2 "],
        ["１．", "２．"],
        ["Step 1: ", "Step 2: "],
        ["1\n", "2\n"],
        ["", ""],
    ] {
        let found = read_text(&format!("煮物\n材料\n大根 1本\n作り方\n{}切る。\n{}煮る。", marks[0], marks[1]));
        assert_eq!(found.steps, ["切る。", "煮る。"], "{marks:?}");
    }
}

#[test]
fn names_and_amounts_in_lines_of_their_own() {
    assert_eq!(
        read_text("卵焼き\n材料\n卵\n3個\n砂糖\n大さじ1\n塩\n少々\n作り方\n焼く。").ingredients,
        ["卵 3個", "砂糖 大さじ1", "塩 少々"]
    );
}

#[test]
fn a_text_without_headings_is_guessed() {
    let found = read_text("卵焼き\n卵 3個\n砂糖 大さじ1\n塩 少々\n卵を溶いて砂糖と塩を混ぜる。\nフライパンで焼く。");
    assert_eq!(found.title, "卵焼き");
    assert_eq!(found.ingredients, ["卵 3個", "砂糖 大さじ1", "塩 少々"]);
    assert_eq!(found.steps, ["卵を溶いて砂糖と塩を混ぜる。", "フライパンで焼く。"]);
    assert!(found.confidence < 0.5);
}

#[test]
fn a_text_that_is_no_recipe_is_worth_little() {
    assert!(read_text("").confidence < 0.2);
    assert!(read_text("Hello there").confidence < 0.2);
}

#[test]
fn for_how_many_may_stand_behind_the_name() {
    for (title, name, number) in [
        ("親子丼（2人分）", "親子丼", Some(2.0)),
        ("Stew (serves 4)", "Stew", Some(4.0)),
        ("鍋（２〜３人前）", "鍋", Some(2.0)),
        ("麻婆（辛口）", "麻婆（辛口）", None),
    ] {
        let found = read_text(&format!("{title}\n材料\n卵 3個\n作り方\n煮る。"));
        assert_eq!((found.title.as_str(), found.servings.and_then(|servings| servings.number)), (name, number));
    }
}

#[test]
fn steps_that_begin_with_the_word_of_a_heading_are_steps() {
    let steps = [
        "材料を切る",
        "保存容器に入れる",
        "Cook: stir for 5 min",
        "Makes a thick 2 cm layer",
        "Share it out between 4 plates",
        "手順1の鍋に戻す",
    ];
    let found = read_text(&format!("煮物\n材料（2人分）\n大根 1本\n作り方\n{}", steps.join("\n")));
    assert_eq!(found.steps, steps);
    assert_eq!((found.servings.unwrap().number, found.times.cook), (Some(2.0), None));
}

#[test]
fn so_much_of_something_is_an_ingredient() {
    let found = read_text("丼\n材料（3人分）\nご飯 2人分\n麺 2人分\n卵 3個\n作り方\n盛る。");
    assert_eq!(found.ingredients, ["ご飯 2人分", "麺 2人分", "卵 3個"]);
    assert_eq!(found.servings.unwrap().number, Some(3.0));
    let found = read_text("丼\n2人分\nご飯 2人分\n卵 3個\nご飯に卵をのせる。");
    assert_eq!((found.ingredients.len(), found.servings.unwrap().number), (2, Some(2.0)));
}

#[test]
fn marks_before_ingredients_are_groups() {
    let read = |lines: &str, step: &str| read_text(&format!("煮物\n材料\n{lines}\n作り方\n{step}")).ingredients;
    assert_eq!(
        read("大根 1本\n☆しょうゆ 大さじ1\n☆砂糖 大さじ1\n塩 少々", "煮る。"),
        ["大根 1本", "☆しょうゆ 大さじ1", "☆砂糖 大さじ1", "塩 少々"]
    );
    assert_eq!(read("大根 1本\n★ しょうゆ 大さじ1\n水 100ml", "★を入れて煮る。"), ["大根 1本", "★しょうゆ 大さじ1", "水 100ml"]);
    // Before every line, or before one that nobody speaks of, it is a bullet.
    assert_eq!(read("●大根 1本\n●しょうゆ 大さじ1\n●水 100ml", "煮る。"), ["大根 1本", "しょうゆ 大さじ1", "水 100ml"]);
    assert_eq!(read("●大根 1本\nしょうゆ 大さじ1", "煮る。"), ["大根 1本", "しょうゆ 大さじ1"]);
}

#[test]
fn headings_among_ingredients_are_groups() {
    let found = read_text(
        "鶏\n材料\n鶏肉 200g\n【タレ】\nしょうゆ 大さじ1\n(A)\n酒 大さじ1\n<ソース>\nケチャップ 大さじ2\n【その他】\nねぎ 1本\n作り方\n焼く。",
    );
    assert_eq!(found.ingredients, ["鶏肉 200g", "【タレ】しょうゆ 大さじ1", "A 酒 大さじ1", "【ソース】ケチャップ 大さじ2", "ねぎ 1本"]);
}

#[test]
fn what_is_told_besides_is_kept_at_the_end() {
    let found =
        read_text("煮物\n材料\n大根 1本\n作り方\n1. 切る。\n2. 煮る。\nコツ・ポイント\nふたをする。\n弱火で。\nコメント\nおいしい！");
    assert_eq!(found.steps, ["切る。", "煮る。", "コツ・ポイント：ふたをする。弱火で。"]);
    let found = read_text("Stew\nIngredients\n1 onion\nMethod\nBoil it.\nNotes:\n- Keeps for days.");
    assert_eq!(found.steps, ["Boil it.", "Notes: Keeps for days."]);
}
