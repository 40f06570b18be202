use chabudai_recipe_page::{How, NotFound, Times, read_page};

use crate::{read, with_json};

const SOUP: &str = r#""@type":"Recipe","name":"Soup","recipeIngredient":["1 onion","1 l water"],"recipeInstructions":["Cut.","Boil."]"#;

#[test]
fn everything_that_a_recipe_says_is_read() {
    let found = read(&with_json(
        r#"{"@context":"https://schema.org","@type":"Recipe","name":"Fish &amp; Chips","recipeIngredient":["2 fish","500 g <b>potatoes</b>"],
        "recipeInstructions":[{"@type":"HowToStep","text":"Cut."},{"@type":"HowToStep","text":"Fry &frac12; hour."}],"recipeYield":["4","4 servings"],
        "prepTime":"PT15M","cookTime":"PT1H","image":{"url":"/fish.jpg"},"author":{"@type":"Person","name":"Ann"},"description":"Good.",
        "keywords":"fish, Dinner","recipeCategory":["dinner"],"inLanguage":"en-GB","url":"https://recipes.example/fish"}"#,
    ));
    assert_eq!((found.title.as_str(), found.how), ("Fish & Chips", How::JsonLd));
    assert_eq!(found.ingredients, ["2 fish", "500 g potatoes"]);
    assert_eq!(found.steps, ["Cut.", "Fry ½ hour."]);
    let servings = found.servings.unwrap();
    assert_eq!((servings.text.as_str(), servings.number), ("4 servings", Some(4.0)));
    assert_eq!(found.times, Times { prep: Some(15), cook: Some(60), total: Some(75) });
    assert_eq!(found.image.as_deref(), Some("https://recipes.example/fish.jpg"));
    assert_eq!(
        (found.author.as_deref(), found.description.as_deref(), found.language.as_deref()),
        (Some("Ann"), Some("Good."), Some("en-GB"))
    );
    assert_eq!(found.tags, ["fish", "Dinner"]);
    assert!(found.confidence > 0.7);
}

#[test]
fn a_recipe_is_found_wherever_it_stands() {
    for json in [
        format!("{{{SOUP}}}"),
        format!("[{{{SOUP}}}]"),
        format!(r#"{{"@graph":[{{"@type":"WebPage"}},{{{SOUP}}}]}}"#),
        format!(r#"{{"@graph":[[{{{SOUP}}}]]}}"#),
        format!(r#"{{"@type":"WebPage","mainEntity":{{{SOUP}}}}}"#),
        format!("{{{}}}", SOUP.replace(r#""Recipe""#, r#"["Article","https://schema.org/Recipe"]"#)),
        format!("{{{}}}", SOUP.replace(r#""recipeIngredient""#, r#""schema:RecipeIngredient""#)),
        // Others are only mentioned: they lack what makes a recipe.
        format!(r#"[{{"@type":"Recipe","name":"Other","url":"/other"}},{{{SOUP}}}]"#),
    ] {
        let found = read(&with_json(&json));
        assert_eq!((found.title.as_str(), found.ingredients.len(), found.steps.len()), ("Soup", 2, 2), "{json}");
    }
}

#[test]
fn broken_json_is_mended() {
    for json in [
        format!("{{{SOUP},}}"),
        format!("<!-- {{{SOUP}}} -->"),
        format!("//<![CDATA[\n{{{SOUP}}}\n//]]>"),
        format!("{{{SOUP}}};"),
        format!("/* soup */ {{{SOUP}, // the end\n}}"),
        format!("{{{}}}", SOUP.replace("\"Cut.\"", "\"Cut\n.\"").replace("Cut\n.", "Cut.\n")),
        format!("{{{}}}", SOUP.replace("Boil.", "Boil.\u{1}\t")),
        format!("{{{}}}", SOUP.replace("Boil.", "Bo\\il.")),
        format!("{{{SOUP}}}").replace('"', "&quot;"),
        // The end is missing.
        format!("{{{SOUP}"),
    ] {
        let found = read(&with_json(&json));
        assert_eq!(found.ingredients, ["1 onion", "1 l water"], "{json}");
        assert_eq!(found.steps, ["Cut.", "Boil."], "{json}");
    }
    let found = read(&with_json(&format!("{{{}}}", SOUP.replace("1 onion", r#"1 6" onion"#))));
    assert_eq!(found.ingredients[0], r#"1 6" onion"#);
}

#[test]
fn sections_and_steps_are_flattened() {
    let steps = |instructions: &str| {
        read(&with_json(&format!(
            r#"{{"@type":"Recipe","name":"Soup","recipeIngredient":["1 onion"],"recipeInstructions":{instructions}}}"#
        )))
        .steps
    };
    let section = r#"[{"@type":"HowToSection","name":"Broth","itemListElement":[{"@type":"HowToStep","text":"Cut."}]},{"@type":"HowToSection","name":"Noodles","itemListElement":{"@type":"HowToStep","text":"Boil."}}]"#;
    assert_eq!(steps(section), ["Broth", "Cut.", "Noodles", "Boil."]);
    assert_eq!(steps(r#"{"@type":"ItemList","itemListElement":[{"text":"Cut."},{"text":"Boil."}]}"#), ["Cut.", "Boil."]);
    assert_eq!(steps(r#"[["Cut.","Boil."]]"#), ["Cut.", "Boil."]);
    assert_eq!(steps(r#""Cut.\nBoil.\n\n""#), ["Cut.", "Boil."]);
    assert_eq!(steps(r#""<ol><li>Cut.</li><li>Boil.</li></ol>""#), ["Cut.", "Boil."]);
    assert_eq!(steps(r#""&lt;p&gt;Cut.&lt;/p&gt;&lt;p&gt;Boil.&lt;/p&gt;""#), ["Cut.", "Boil."]);
    assert_eq!(steps(r#"["1. Cut.","2. Boil."]"#), ["Cut.", "Boil."]);
    assert_eq!(steps(r#""Step 1\nCut.\nStep 2:\nBoil.""#), ["Cut.", "Boil."]);
    assert_eq!(steps(r#"["肉は1cm幅に切る。","3分煮る。"]"#), ["肉は1cm幅に切る。", "3分煮る。"]);
    assert_eq!(
        steps(
            r#"[{"@type":"HowToStep","name":"Step 1","text":"Cut."},{"@type":"HowToStep","name":"Boil","text":"Boil it."},{"@type":"HowToStep","name":"Rest","text":"Let it stand."}]"#
        ),
        ["Cut.", "Boil it.", "Rest", "Let it stand."]
    );
    assert_eq!(
        steps(
            r#"[{"@type":"HowToStep","itemListElement":[{"@type":"HowToDirection","text":"Cut."},{"@type":"HowToTip","text":"Thinly."}]}]"#
        ),
        ["Cut. Thinly."]
    );
    assert_eq!(
        steps(r#"[{"@type":"HowToSection","name":"Preparation","itemListElement":[{"text":"Cut."},{"text":"Boil."}]}]"#),
        ["Cut.", "Boil."]
    );
}

#[test]
fn ingredients_are_lines() {
    let lines = |ingredients: &str| {
        read(&with_json(&format!(r#"{{"@type":"Recipe","name":"Soup","recipeInstructions":"Boil.","recipeIngredient":{ingredients}}}"#)))
            .ingredients
    };
    assert_eq!(lines(r#""1 onion\n1 carrot""#), ["1 onion", "1 carrot"]);
    assert_eq!(lines(r#"[["1 onion"],["1 carrot , peeled"]]"#), ["1 onion", "1 carrot, peeled"]);
    assert_eq!(lines(r#"["For the soup:","- 1 onion","500.0 g leek ((white))"]"#), ["1 onion", "500 g leek (white)"]);
    assert_eq!(lines(r#"[{"@type":"PropertyValue","value":2,"unitText":"cups","name":"rice"}]"#), ["2 cups rice"]);
}

#[test]
fn an_author_is_found_by_id() {
    let found = read(&with_json(&format!(
        r##"{{"@graph":[{{{SOUP},"author":{{"@id":"#ann"}}}},{{"@type":"Person","@id":"#ann","name":"Ann"}},{{"@type":"WebSite","name":"Soups"}}]}}"##
    )));
    assert_eq!((found.author.as_deref(), found.site_name.as_deref()), (Some("Ann"), Some("Soups")));
}

#[test]
fn times_are_read_from_durations_and_from_words() {
    for (text, minutes) in [
        ("PT1H30M", Some(90)),
        ("P0DT0H20M", Some(20)),
        ("PT45S", Some(1)),
        ("1 hour 30 min", Some(90)),
        ("10-15 minutes", Some(15)),
        ("約1時間半", Some(90)),
        ("２０分", Some(20)),
        ("PT0M", None),
        ("soon", None),
        ("90", Some(90)),
        ("1½ hours", Some(90)),
    ] {
        let found = read(&with_json(&format!(r#"{{{SOUP},"totalTime":"{text}"}}"#)));
        assert_eq!(found.times.total, minutes, "{text}");
    }
}

#[test]
fn steps_in_one_string_are_divided_as_the_page_shows_them() {
    let json = r#"{"@type":"Recipe","name":"Soup","recipeIngredient":["1 onion"],"recipeInstructions":"Cut the onion into thin slices.Boil it in water for half an hour."}"#;
    let page = with_json(json)
        .replace("<body>", "<body><ol><li>Cut the onion into thin slices.</li><li>Boil it in water for half an hour.</li></ol>");
    assert_eq!(read(&page).steps, ["Cut the onion into thin slices.", "Boil it in water for half an hour."]);
}

#[test]
fn amounts_that_only_the_page_shows_are_taken() {
    let json = r#"{"@type":"Recipe","name":"Soup","recipeIngredient":["onion","water","leek"],"recipeInstructions":["Cut.","Boil."]}"#;
    let page =
        with_json(json).replace("<body>", "<body><h2>Ingredients</h2><ul><li>1 onion</li><li>1 l water</li><li>200 g leek</li></ul>");
    assert_eq!(read(&page).ingredients, ["1 onion", "1 l water", "200 g leek"]);
}

#[test]
fn a_page_without_a_recipe_has_none() {
    for page in ["", "<p>Hello</p>", "<script type=application/ld+json>{\"@type\":\"Article\",\"name\":\"Soup\"}</script>"] {
        assert_eq!(read_page(page.as_bytes(), None, None), Err(NotFound::NoRecipe));
    }
    assert_eq!(read_page(b"%PDF-1.7", None, None), Err(NotFound::NotAPage));
    assert_eq!(NotFound::NoRecipe.code(), "recipe_page.no_recipe");
}

#[test]
fn letters_that_were_encoded_twice() {
    let json = r#"{"@type":"Recipe","name":"CrÃ¨me brÃ»lÃ©e","recipeIngredient":["1Â½ cups cream","1 cupÂ sugar","PÂTÉ, Âge 2"],"recipeInstructions":["Mix."]}"#;
    let found = read(&with_json(json));
    assert_eq!(found.title, "Crème brûlée");
    assert_eq!(found.ingredients, ["1½ cups cream", "1 cup sugar", "PÂTÉ, Âge 2"]);
}
