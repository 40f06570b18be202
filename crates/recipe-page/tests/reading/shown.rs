//! What a page says for programs beside what it shows to readers, and lists that stand there several times.

use crate::read;

const STEPS: &str = r#""recipeInstructions":["Cut the onion into thin slices.","Boil it for half an hour."]"#;

/// A page whose JSON-LD has these ingredients, and which shows these.
fn beside(json: &[&str], shown: &[&str]) -> Vec<String> {
    let json = serde_json::to_string(json).unwrap();
    let shown = shown.join("</li><li>");
    let script =
        format!(r#"<script type="application/ld+json">{{"@type":"Recipe","name":"Soup","recipeIngredient":{json},{STEPS}}}</script>"#);
    read(&format!("{script}<h1>Soup</h1><h2>Ingredients</h2><ul><li>{shown}</li></ul>")).ingredients
}

/// A page with nothing for programs.
fn plain(ingredients: &str) -> Vec<String> {
    let steps = "<ol><li>Cut the onion into thin slices.</li><li>Boil it in water for half an hour.</li></ol>";
    read(&format!("<h1>Soup</h1><h2>Ingredients</h2>{ingredients}<h2>Method</h2>{steps}")).ingredients
}

#[test]
fn marks_of_a_program_that_cannot_count() {
    let json = ["2 clove(s) garlic, crushed", "1 cup(s) water", "2 - eggs", "salt"];
    let shown = ["2 cloves garlic, crushed", "1 cup water", "SAUCE", "2 eggs", "salt"];
    assert_eq!(beside(&json, &shown), ["2 cloves garlic, crushed", "1 cup water", "2 eggs", "salt"]);
    // The page does not have all of it.
    assert_eq!(beside(&json, &shown[..2]), json);
}

#[test]
fn amounts_behind_their_names() {
    let json = ["flour 200gr", "water, 1 l", "salt"];
    assert_eq!(beside(&json, &["200 gr flour (sifted)", "1 l water", "salt"]), ["200 gr flour (sifted)", "1 l water", "salt"]);
    // In other words it is another list.
    let json = ["tomato sauce 200 grams", "water, 1 litre"];
    assert_eq!(beside(&json, &["200 gr of tomato sauce", "1 l water"]), json);
}

#[test]
fn capitals_that_somebody_mended() {
    let json = ["1 tsp dijon mustard", "Salt, pepper", "2 eggs", "Salt, pepper"];
    let shown = ["1 tsp Dijon mustard", "Salt, pepper", "2 eggs", "All of the above", "Salt, pepper"];
    assert_eq!(beside(&json, &shown), ["1 tsp Dijon mustard", "Salt, pepper", "2 eggs", "All of the above"]);
}

#[test]
fn in_other_ways_programs_are_believed() {
    let json = ["1/2 cup butter (soft)", "1 onion", "1 l water"];
    assert_eq!(beside(&json, &["½ cup butter, soft", "1 onion diced", "1 litre water"]), json);
}

#[test]
fn headings_in_capitals_are_no_ingredients() {
    let json = ["1 onion", "FOR THE SAUCE", "1 l water", "DRESSING (whisk together)", "oil", "BBQ"];
    assert_eq!(beside(&json, &["1 onion"]), ["1 onion", "1 l water", "oil", "BBQ"]);
    let json = ["1 onion", "SALT", "WATER", "PEPPER"];
    assert_eq!(beside(&json, &["1 onion"]), json);
}

#[test]
fn paragraphs_without_a_gap_are_steps() {
    let glued = |text: &str| {
        let json = format!(r#"{{"@type":"Recipe","name":"Fish","recipeIngredient":["2 fish","oil"],"recipeInstructions":"{text}"}}"#);
        read(&format!(r#"<script type="application/ld+json">{json}</script>"#)).steps
    };
    assert_eq!(glued("Heat the oil. Wait.Fry it for 1.5 minutes.Serve."), ["Heat the oil. Wait.", "Fry it for 1.5 minutes.", "Serve."]);
    assert_eq!(glued("Heat the oil.Fry it."), ["Heat the oil.Fry it."]);
    assert_eq!(glued("Use U.S.D.A. beef."), ["Use U.S.D.A. beef."]);
}

#[test]
fn one_text_that_is_shown_as_steps() {
    let script = r#"<script type="application/ld+json">{"@type":"Recipe","name":"Fish","recipeIngredient":["2 fish","oil"],
        "recipeInstructions":"1. Heat the oil in a large pan until it is hot. 2. Fry the fish in it, four minutes on each side. "}</script>"#;
    let shown = "<ol><li>Heat the oil in a large pan until it’s hot.</li><li>Fry the fish in it, four minutes on each side.</li></ol>";
    let found = read(&format!("{script}<h1>Fish</h1><h2>Method</h2>{shown}"));
    assert_eq!(found.steps, ["Heat the oil in a large pan until it’s hot.", "Fry the fish in it, four minutes on each side."]);
}

#[test]
fn a_sign_alone_is_no_step() {
    let script = r#"<script type="application/ld+json">{"@type":"Recipe","name":"Fish","recipeIngredient":["2 fish","oil"],
        "recipeInstructions":[",","Heat the oil.","‍","Fry."]}</script>"#;
    assert_eq!(read(script).steps, ["Heat the oil.", "Fry."]);
}

#[test]
fn names_and_amounts_are_not_one_word() {
    let terms = "<dl><dt><a><b>rice</b></a><u>160 g</u></dt><dt><a><b>nutritional yeast</b></a><u>15 g</u></dt><dt><a><b>ginger</b></a><u>to taste</u></dt></dl>";
    assert_eq!(plain(terms), ["rice: 160 g", "nutritional yeast: 15 g", "ginger: to taste"]);
    let spans = "<ul><li><span>160</span><span>g</span> rice</li><li><span>1</span><span>on</span><span>ion</span></li></ul>";
    assert_eq!(plain(spans), ["160 g rice", "1 onion"]);
}

#[test]
fn of_variants_the_first_is_taken() {
    let list = |grams: [&str; 3]| {
        let [one, two, three] = grams;
        format!("<ul><li>{one} rice, washed</li><li>{two} water</li><li>salt</li><li>{three} onions, cut 3 cm thick</li></ul>")
    };
    let shown = list(["300g", "800ml", "250g"]) + &list(["10oz", "28 fl oz", "8oz"]) + &list(["600g", "1600ml", "500g"]);
    assert_eq!(plain(&format!("<div>{shown}</div>")), ["300g rice, washed", "800ml water", "salt", "250g onions, cut 3 cm thick"]);
    let twice = "<ul><li>1 onion</li><li>1 l water</li><li>salt</li></ul>".repeat(2);
    assert_eq!(plain(&format!("<div>{twice}</div>")), ["1 onion", "1 l water", "salt"]);
}

#[test]
fn two_doughs_are_no_variants() {
    let json = ["100 g flour", "1 egg", "50 g sugar", "10 g salt", "200 g flour", "2 egg", "60 g sugar", "20 g salt"];
    assert_eq!(beside(&json, &json), json);
}

#[test]
fn products_that_are_recommended_are_no_ingredients() {
    let list = "<ul><li>4 cl rum</li><li>2 cl juice</li><li class=separator>Recommended rum</li><li>Somebody’s rum</li></ul>";
    assert_eq!(plain(list), ["4 cl rum", "2 cl juice"]);
}

#[test]
fn apostrophes_as_they_were_typed() {
    let page = |name: &str| {
        let head = r#"<meta property="og:title" content="Tarte à l'orange - Tartes">"#;
        let item = format!(r#"<div itemscope itemtype="https://schema.org/Recipe"><h1 itemprop="name">{name}</h1>"#);
        read(&format!("{head}{item}<p itemprop=recipeIngredient>1 orange</p><p itemprop=recipeInstructions>Couper.</p></div>")).title
    };
    assert_eq!(page("Tarte à l’orange"), "Tarte à l'orange");
    assert_eq!(page("Tarte à l’ananas"), "Tarte à l’ananas");
}

#[test]
fn of_two_systems_of_measures_the_first() {
    let parts = "<p>Metric</p><p>200g rice</p><p>1 onion</p><p>Imperial</p><p>7oz rice</p><p>1 onion</p><p>Metric</p><p>50g butter</p><p>Imperial</p><p>2oz butter</p>";
    assert_eq!(plain(parts), ["200g rice", "1 onion", "50g butter"]);
    assert_eq!(plain("<p>US</p><p>Metric</p><p>200g rice</p><p>1 onion</p>"), ["200g rice", "1 onion"]);
}

#[test]
fn a_keyword_is_no_list_of_ingredients() {
    assert_eq!(beside(&["Rice, onions"], &["200g rice", "1 onion", "1 l water"]), ["200g rice", "1 onion", "1 l water"]);
    assert_eq!(beside(&["Rice, onions"], &["200g rice", "1 onion"]), ["Rice, onions"]);
}

#[test]
fn numbers_in_lines_of_their_own_are_no_steps() {
    let steps = "<h2>Directions</h2><p>Step 1</p><p>Cut the onion into thin slices.</p><p>2</p><p>Boil it in water for half an hour.</p>";
    let found = read(&format!("<h1>Soup</h1><h2>Benodigdheden</h2><ul><li>1 onion</li><li>1 l water</li></ul>{steps}"));
    assert_eq!(found.ingredients, ["1 onion", "1 l water"]);
    assert_eq!(found.steps, ["Cut the onion into thin slices.", "Boil it in water for half an hour."]);
}

#[test]
fn headings_that_name_the_dish() {
    let list = "<h2>What you’ll need</h2><ul><li>1 onion</li><li>1 l water</li></ul>";
    let told = "<h2>How to make the onion soup of my grandmother</h2><p>At first you want to cut the onion into thin slices.</p><p>Then you want to boil it for half an hour.</p>";
    let found = read(&format!("<h1>Soup</h1>{list}{told}"));
    assert_eq!(found.steps.len(), 2);
    let found = read(&format!(
        "<h1>Soup</h1>{told}{list}<h2>Method</h2><ol><li>Cut the onion into thin slices.</li><li>Boil it for half an hour.</li></ol>"
    ));
    assert_eq!(found.steps, ["Cut the onion into thin slices.", "Boil it for half an hour."]);
}

#[test]
fn what_stands_among_ingredients_and_is_none() {
    let list = "<p>Makes 6 servings</p><p>1/2x1x2x</p><p>1 onion</p><p>For the broth</p><p>1 l water</p><p>2 limes</p>";
    assert_eq!(plain(list), ["1 onion", "1 l water", "2 limes"]);
}

#[test]
fn an_ingredient_in_capitals_is_one() {
    let json = ["1 onion", "MAYO", "1 l water", "KEWPIE MAYO", "FOR THE SAUCE", "oil", "2 eggs", "salt"];
    assert_eq!(beside(&json, &["1 onion"]), ["1 onion", "MAYO", "1 l water", "KEWPIE MAYO", "oil", "2 eggs", "salt"]);
}

#[test]
fn a_page_says_nothing_of_another_site() {
    let page = |head: &str| {
        let recipe = r#"{"@type":"Recipe","name":"Soup","recipeIngredient":["1 onion"],"recipeInstructions":["Cut."],"url":"https://evil.example/json"}"#;
        read(&format!(r#"<html><head>{head}<script type="application/ld+json">{recipe}</script></head></html>"#)).source_url.unwrap()
    };
    let fetched = "https://recipes.example/soup/";
    assert_eq!(page(r#"<base href="https://evil.example/"><link rel="canonical" href="/other">"#), fetched);
    assert_eq!(page(r#"<link rel="canonical" href="https://evil.example/soup">"#), fetched);
    assert_eq!(page(r#"<link rel="canonical" href="https://notrecipes.example/soup">"#), fetched);
    assert_eq!(page(r#"<meta property="og:url" content="https://evil.example/soup">"#), fetched);
    assert_eq!(page(""), fetched);
    assert_eq!(page(r#"<link rel="canonical" href="https://www.recipes.example/soup">"#), "https://www.recipes.example/soup");
    assert_eq!(page(r#"<link rel="canonical" href="/soup">"#), "https://recipes.example/soup");
}

#[test]
fn for_how_many_is_not_the_size_of_a_tin() {
    let servings = |text: &str| {
        let json = format!(
            r#"{{"@type":"Recipe","name":"Cake","recipeIngredient":["1 egg"],"recipeInstructions":["Bake."],"recipeYield":"{text}"}}"#
        );
        read(&format!(r#"<script type="application/ld+json">{json}</script>"#)).servings.and_then(|servings| servings.number)
    };
    for (text, number) in [
        ("18cm型1台分", None),
        ("直径15cm 1台", None),
        ("18㎝丸型（6人分）", Some(6.0)),
        ("one 9-inch pie", None),
        ("9x13 pan, 12 pieces", Some(12.0)),
        ("2〜3人分", Some(2.0)),
        ("24 cookies", Some(24.0)),
    ] {
        assert_eq!(servings(text), number, "{text}");
    }
}

#[test]
fn how_long_it_takes_in_words() {
    let minutes = |text: &str| {
        let json = format!(
            r#"{{"@type":"Recipe","name":"Cake","recipeIngredient":["1 egg"],"recipeInstructions":["Bake."],"totalTime":"{text}"}}"#
        );
        read(&format!(r#"<script type="application/ld+json">{json}</script>"#)).times.total
    };
    for (text, number) in [
        ("10分〜15分", 15),
        ("10〜15分", 15),
        ("10 minutes - 15 minutes", 15),
        ("1時間30", 90),
        ("1h30", 90),
        ("1 h 30 min", 90),
        ("1 hour 30", 90),
        ("約1時間半", 90),
        ("1時間〜1時間半", 90),
        ("1時間（4人分）", 60),
        ("45", 45),
        ("PT1H30M", 90),
    ] {
        assert_eq!(minutes(text), Some(number), "{text}");
    }
}
