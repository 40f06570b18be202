//! The same is found as by looking at every document.

use std::collections::BTreeSet;

use chabudai_search::{NoSynonyms, Page, Query, Scope, Token, fold, tokens};
use proptest::prelude::*;

use crate::support::recipe::Recipe;
use crate::world::World;

/// Few characters, so that many things are found: two kanji, kana in three spellings, letters, what parts and what joins.
const TEXT: &str = "[豆腐しシｼがｶﾞab　 、・\n]{0,12}";

/// By a substring of what is between two breaks. It knows nothing of tokens, and so nothing of Latin words.
fn contains(recipe: &Recipe, question: &str) -> bool {
    let parts = |text: &str| -> Vec<String> {
        let text = fold(text).replace('・', "");
        text.split(|c: char| c.is_whitespace() || c == '、').filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    let fields = [parts(&recipe.title), parts(&recipe.body)];
    let words = parts(question);
    !words.is_empty() && words.iter().all(|word| fields.iter().flatten().any(|part| part.contains(word)))
}

/// By tokens, one after the other; the last word of a Latin word may go on.
fn contains_tokens(recipe: &Recipe, question: &str) -> bool {
    let fields = [tokens(&recipe.title), tokens(&recipe.body)];
    let asked = tokens(question);
    let words: Vec<&[Token]> = asked.split(|token| *token == Token::Break).filter(|word| !word.is_empty()).collect();
    let is_at = |word: &[Token], window: &[Token]| {
        let (last, before) = word.split_last().unwrap();
        let (end, begin) = window.split_last().unwrap();
        let goes_on = matches!((last, end), (Token::Word(asked), Token::Word(there)) if there.starts_with(asked));
        before == begin && (last == end || goes_on)
    };
    !words.is_empty() && words.iter().all(|word| fields.iter().any(|field| field.windows(word.len()).any(|window| is_at(word, window))))
}

/// Everything that is found, page by page, is in order and without repetition.
async fn found(w: &World, question: &str, scope: &Scope) -> BTreeSet<String> {
    let mut ids = Vec::new();
    loop {
        let page = Page { offset: ids.len() as u32, limit: 7 };
        let found = w.search.find(Query::parse(question, &NoSynonyms), scope.clone(), page).await.unwrap();
        if found.hits.is_empty() {
            assert_eq!(found.total as usize, ids.len());
            break;
        }
        ids.extend(found.hits.into_iter().map(|hit| hit.id));
    }
    let set: BTreeSet<String> = ids.iter().cloned().collect();
    assert_eq!(set.len(), ids.len(), "nothing comes twice");
    set
}

fn recipe(text: &'static str) -> impl Strategy<Value = Recipe> {
    (0..30u32, 0..4u32, any::<bool>(), text, text).prop_map(|(id, owner, public, title, body)| Recipe {
        id: format!("r{id}"),
        owner: (owner > 0).then(|| format!("home-{owner}")),
        public,
        title,
        body,
    })
}

/// Recipes that are there before the index is made, changes behind that, and questions.
type History = (Vec<Recipe>, Vec<Result<Recipe, u32>>, Vec<String>);

fn history(text: &'static str, question: &'static str) -> impl Strategy<Value = History> {
    let change = prop_oneof![3 => recipe(text).prop_map(Ok), 1 => (0..30u32).prop_map(Err)];
    (prop::collection::vec(recipe(text), 0..30), prop::collection::vec(change, 0..40), prop::collection::vec(question, 1..12))
}

fn agrees((recipes, changes, questions): History, contains: fn(&Recipe, &str) -> bool) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let mut w = World::with(&recipes).await;
        for (nth, change) in changes.iter().enumerate() {
            match change {
                Ok(recipe) => w.shelf.put(recipe),
                Err(id) => w.shelf.remove(&format!("r{id}")),
            }
            if nth % 5 == 0 {
                w.follower.catch_up().await.unwrap();
            }
        }
        w.follower.catch_up().await.unwrap();
        for made_anew in [false, true] {
            if made_anew {
                w.follower.rebuild().await.unwrap();
                w = w.restarted().await;
                w.follower.catch_up().await.unwrap();
            }
            for question in &questions {
                for scope in [Scope::Public, Scope::Owner("home-1".into()), Scope::OwnerAndPublic("home-2".into())] {
                    let visible = |recipe: &Recipe| {
                        (recipe.public && scope != Scope::Owner("home-1".into()))
                            || matches!(&scope, Scope::Owner(owner) | Scope::OwnerAndPublic(owner) if recipe.owner.as_ref() == Some(owner))
                    };
                    let wanted = w.shelf.recipes().into_iter().filter(|recipe| !recipe.title.is_empty() && visible(recipe));
                    let wanted: BTreeSet<String> = wanted.filter(|recipe| contains(recipe, question)).map(|recipe| recipe.id).collect();
                    assert_eq!(found(&w, question, &scope).await, wanted, "{question:?} {scope:?} anew: {made_anew}");
                }
            }
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn substrings_are_found(history in history("[豆腐しシｼがｶﾞ　 、・\n]{0,12}", "[豆腐しｼがｶﾞ 、・]{0,4}")) {
        agrees(history, contains);
    }

    #[test]
    fn phrases_of_tokens_are_found(history in history(TEXT, "[豆腐しｼがｶﾞab 、・]{0,4}")) {
        agrees(history, contains_tokens);
    }

    #[test]
    fn phrases_of_any_text_are_found(history in history("\\PC{0,8}", "\\PC{0,2}")) {
        let unquoted = |text: &String| !text.contains(['"', '＂', '“', '”', '„']);
        let (recipes, changes, mut questions) = history;
        questions.retain(unquoted);
        agrees((recipes, changes, questions), contains_tokens);
    }
}
