use chabudai_recipe_page::{RecipeOut, Times, read_json, to_json_ld, to_json_ld_graph};
use proptest::prelude::*;

/// A line as people write it. What looks like a tag or a character reference is not kept as it is, and neither is a heading.
fn line() -> impl Strategy<Value = String> {
    "[a-zA-Zぁ-ん一-龥](([a-zA-Z0-9ぁ-ん一-龥ァ-ン½()'\"/,.%!?]| [a-z]){0,30}[a-z一-龥])?"
        .prop_filter("no double brackets", |line| !line.contains("((") && !line.contains("))") && !line.contains(" , "))
}

fn recipe() -> impl Strategy<Value = RecipeOut> {
    let times = (proptest::option::of(1_u32..600), proptest::option::of(1_u32..600), 1_u32..2_000);
    let texts = (line(), proptest::option::of(line()), proptest::option::of(line()), proptest::option::of("[1-9][0-9]?人分"));
    let lists =
        (prop::collection::vec(line(), 1..20), prop::collection::vec(line(), 1..20), prop::collection::btree_set("[a-z]{1,8}", 0..5));
    (texts, lists, times).prop_map(|((title, author, description, servings), (ingredients, steps, tags), (prep, cook, total))| RecipeOut {
        title,
        ingredients,
        steps,
        servings,
        times: Times { prep, cook, total: Some(total) },
        image: Some("https://recipes.example/a.jpg".to_owned()),
        author,
        description,
        source_url: Some("https://recipes.example/a".to_owned()),
        language: Some("ja".to_owned()),
        tags: tags.into_iter().collect(),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_goes_out_comes_in_again(recipe in recipe()) {
        let found = read_json(&to_json_ld(&recipe).to_string());
        prop_assert_eq!(found.len(), 1);
        prop_assert_eq!(RecipeOut::from(&found[0]), recipe);
    }

    #[test]
    fn so_do_many(recipes in prop::collection::vec(recipe(), 0..5)) {
        let found = read_json(&to_json_ld_graph(&recipes).to_string());
        prop_assert_eq!(found.iter().map(RecipeOut::from).collect::<Vec<_>>(), recipes);
    }
}
