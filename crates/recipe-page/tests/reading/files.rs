use std::io::{Cursor, Write as _};

use chabudai_recipe_page::{NotRead, read_archive, read_json};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const MEALIE: &str = r#"{"id":"1","slug":"soup","name":"Soup","orgURL":"https://recipes.example/soup","recipeYield":"bowls","recipeYieldQuantity":4,"totalTime":"30 minutes","performTime":"20 minutes",
"recipeIngredient":[{"quantity":2,"unit":{"name":"cup"},"food":{"name":"rice"},"note":"washed","display":"2 cups rice washed"},{"quantity":1.5,"unit":{"name":"l"},"food":{"name":"water"},"note":""},{"quantity":1,"unit":null,"food":null,"note":"a little salt","disableAmount":true},{"originalText":"1 bay leaf"}],
"recipeInstructions":[{"title":"Rice","text":"Wash."},{"title":"","text":"Boil."}],"tags":[{"name":"Rice"}],"recipeCategory":[{"name":"Soup"}]}"#;

fn is_soup(found: &chabudai_recipe_page::Found) {
    assert_eq!(found.title, "Soup");
    assert_eq!(found.ingredients, ["2 cups rice washed", "1.5 l water", "a little salt", "1 bay leaf"]);
    assert_eq!(found.steps, ["Rice", "Wash.", "Boil."]);
    assert_eq!(found.tags, ["Rice", "Soup"]);
    assert_eq!((found.times.total, found.times.cook), (Some(30), Some(20)));
    assert_eq!(found.servings.as_ref().unwrap().number, Some(4.0));
    assert_eq!(found.source_url.as_deref(), Some("https://recipes.example/soup"));
}

#[test]
fn recipes_of_mealie_in_both_spellings() {
    is_soup(&read_json(MEALIE)[0]);
    let snake = MEALIE
        .replace("orgURL", "org_url")
        .replace("recipeYieldQuantity", "recipe_yield_quantity")
        .replace("recipeYield", "recipe_yield")
        .replace("totalTime", "total_time")
        .replace("performTime", "perform_time")
        .replace("recipeIngredient", "recipe_ingredient")
        .replace("originalText", "original_text")
        .replace("recipeInstructions", "recipe_instructions")
        .replace("recipeCategory", "recipe_category");
    is_soup(&read_json(&snake)[0]);
    assert_eq!(read_json(&format!(r#"{{"items":[{MEALIE},{MEALIE}]}}"#)).len(), 2);
}

#[test]
fn a_backup_of_mealie_is_joined() {
    let found = read_json(
        r#"{"recipes":[{"id":"r","name":"Soup","recipe_yield":"4"},{"id":"s","name":"Toast"}],"ingredient_units":[{"id":"u","name":"cup"}],"ingredient_foods":[{"id":"f","name":"rice"}],
        "recipes_ingredients":[{"recipe_id":"r","position":1,"note":"salt","quantity":1.0},{"recipe_id":"r","position":0,"unit_id":"u","food_id":"f","quantity":2.0,"note":""},{"recipe_id":"s","position":0,"note":"bread"}],
        "recipe_instructions":[{"recipe_id":"r","position":1,"text":"Boil."},{"recipe_id":"r","position":0,"text":"Wash."}],"tags":[{"id":"t","name":"Rice"}],"recipes_to_tags":[{"recipe_id":"r","tag_id":"t"}]}"#,
    );
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].title.as_str(), &found[0].tags[..]), ("Soup", &["Rice".to_owned()][..]));
    assert_eq!(found[0].ingredients, ["2 cup rice", "salt"]);
    assert_eq!(found[0].steps, ["Wash.", "Boil."]);
    assert_eq!(found[1].ingredients, ["bread"]);
}

#[test]
fn recipes_of_schema_org_one_or_many() {
    let one = r#"{"@type":"Recipe","name":"Soup","recipeIngredient":["1 onion"],"recipeInstructions":"Boil."}"#;
    assert_eq!(read_json(one).len(), 1);
    assert_eq!(read_json(&format!("[{one},{one}]")).len(), 2);
    assert_eq!(read_json(&format!(r#"{{"@graph":[{one},{one},{{"@type":"Person","name":"Ann"}}]}}"#)).len(), 2);
    assert_eq!(read_json("[]").len() + read_json("").len() + read_json("hello").len() + read_json(r#"{"name":"x"}"#).len(), 0);
}

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn an_archive_is_read_file_by_file() {
    let bytes = zip(&[
        ("recipes/soup/soup.json", MEALIE.as_bytes()),
        ("recipes/soup/images/original.webp", b"RIFF"),
        ("recipes/other/other.json", b"{}"),
        ("recipes/broken/broken.json", b"\xff\xff{"),
    ]);
    let found: Vec<_> = read_archive(&bytes).collect();
    assert_eq!(
        found.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
        ["recipes/soup/soup.json", "recipes/other/other.json", "recipes/broken/broken.json"]
    );
    is_soup(found[0].1.as_ref().unwrap());
    assert_eq!((&found[1].1, &found[2].1), (&Err(NotRead::NoRecipe), &Err(NotRead::NoRecipe)));
}

#[test]
fn what_is_no_archive_says_so_once() {
    assert_eq!(read_archive(b"hello").map(|(_, found)| found.unwrap_err()).collect::<Vec<_>>(), [NotRead::NotAnArchive]);
    let mut broken = zip(&[("a.json", MEALIE.repeat(20).as_bytes())]);
    broken[60..90].fill(0xff);
    assert!(read_archive(&broken).all(|(_, found)| found.is_err()));
}

/// Sixty megabytes of spaces in sixty kilobytes.
#[test]
fn a_bomb_is_not_unpacked() {
    let bytes = zip(&[("bomb.json", &vec![b' '; 60_000_000])]);
    assert!(bytes.len() < 200_000);
    assert_eq!(read_archive(&bytes).map(|(_, found)| found.unwrap_err()).collect::<Vec<_>>(), [NotRead::TooLarge]);
}
