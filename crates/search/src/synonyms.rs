//! Other words for the same, put into the question and not into the index: whoever learns a new one rebuilds nothing.

use crate::token::{Token, tokens};

/// The most ways in which one word of a question is asked for, its own among them.
const MOST_WAYS: usize = 12;

/// Other words for the same thing. Who knows them is the caller: an app of recipes knows 卵, 玉子 and たまご.
pub trait Synonyms: Send + Sync + 'static {
    /// Other words for one that is [folded](crate::fold()): small letters, hiragana. It is asked about parts of words, too, and answers nothing
    /// about what it does not know. The word itself may be among them.
    fn of(&self, word: &str) -> Vec<String>;
}

impl<F: Fn(&str) -> Vec<String> + Send + Sync + 'static> Synonyms for F {
    fn of(&self, word: &str) -> Vec<String> {
        self(word)
    }
}

/// Nothing has another name.
#[derive(Clone, Copy, Debug)]
pub struct NoSynonyms;

impl Synonyms for NoSynonyms {
    fn of(&self, _: &str) -> Vec<String> {
        Vec::new()
    }
}

/// All ways to say a word, its own first: 生姜焼き is also しょうが焼き. From the left, the longest part that has synonyms counts.
pub(crate) fn ways(word: &[Token], synonyms: &dyn Synonyms) -> Vec<Vec<Token>> {
    let mut ways = vec![Vec::new()];
    let mut at = 0;
    while at < word.len() {
        let (length, others) = longest(&word[at..], synonyms);
        let own = &word[at..at + length];
        let known = ways.len();
        // Beyond what may be, the first ways go on with the word as it was written.
        for other in others.iter().take((MOST_WAYS / known).saturating_sub(1)) {
            for way in 0..known {
                let said = [ways[way].as_slice(), other].concat();
                ways.push(said);
            }
        }
        for way in &mut ways[..known] {
            way.extend_from_slice(own);
        }
        at += length;
    }
    let mut seen = std::collections::HashSet::new();
    ways.retain(|way| seen.insert(way.clone()));
    ways
}

/// The longest beginning that has synonyms, and these; one token without any where there is none.
fn longest(word: &[Token], synonyms: &dyn Synonyms) -> (usize, Vec<Vec<Token>>) {
    for length in (1..=word.len()).rev() {
        let mut text = String::new();
        word[..length].iter().for_each(|token| token.write_to(&mut text));
        let others: Vec<_> = synonyms.of(&text).iter().map(|other| tokens(other)).filter(|other| !other.is_empty()).collect();
        if !others.is_empty() {
            return (length, others);
        }
    }
    (1, Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::spaced;

    fn said(word: &str) -> Vec<String> {
        let groups = [vec!["卵", "玉子", "たまご"], vec!["生姜", "しょうが"], vec!["鶏", "とり"], vec!["豆腐", "tofu"]];
        let synonyms = move |word: &str| -> Vec<String> {
            groups.iter().filter(|group| group.contains(&word)).flatten().map(|&other| other.to_owned()).collect()
        };
        ways(&tokens(word), &synonyms).iter().map(|way| spaced("", way).replace(' ', "")).collect()
    }

    #[test]
    fn a_part_of_a_word_has_synonyms_too() {
        assert_eq!(said("生姜"), ["生姜", "しょうが"]);
        assert_eq!(said("ショウガ焼き"), ["しょうが焼き", "生姜焼き"]);
        assert_eq!(said("玉子焼き"), ["玉子焼き", "卵焼き", "たまご焼き"]);
        assert_eq!(said("卵と生姜"), ["卵と生姜", "玉子と生姜", "たまごと生姜", "卵としょうが", "玉子としょうが", "たまごとしょうが"]);
        assert_eq!(said("tofu"), ["tofu", "豆腐"]);
        assert_eq!(said("tofuburger"), ["tofuburger"], "a part of a Latin word is not a word");
        assert_eq!(said("味噌"), ["味噌"]);
    }

    #[test]
    fn ways_have_an_end() {
        assert!(said(&"卵".repeat(40)).len() <= MOST_WAYS);
        assert!(said(&"卵".repeat(40)).contains(&"卵".repeat(40)));
        let many = |_: &str| (0..10_000).map(|n| format!("{n}")).collect::<Vec<_>>();
        assert_eq!(ways(&tokens("卵"), &many).len(), MOST_WAYS);
        let nothing = |_: &str| vec![String::new(), " \0".to_owned()];
        assert_eq!(ways(&tokens("卵"), &nothing), [tokens("卵")]);
    }
}
