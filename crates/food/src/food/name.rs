//! Names as recipes write them, with words around the food: すりおろし生姜, finely chopped onions.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use super::{Food, by_folded};
use crate::fold::fold;

/// How it is cut or sold, which makes it no other food. Longer words stand before the words that they contain.
const AROUND: &[&str] = &[
    "みじん切り",
    "千切り",
    "せん切り",
    "細切り",
    "薄切り",
    "うす切り",
    "厚切り",
    "角切り",
    "乱切り",
    "輪切り",
    "小口切り",
    "ざく切り",
    "粗みじん切り",
    "一口大",
    "ひと口大",
    "一口サイズ",
    "ささがき",
    "くし切り",
    "短冊切り",
    "半月切り",
    "いちょう切り",
    "斜め切り",
    "すりおろした",
    "すりおろし",
    "きざんだ",
    "刻んだ",
    "刻み",
    "きざみ",
    "おろした",
    "スライス",
    "国産",
    "新鮮な",
    "お好みの",
    "好みの",
    "市販の",
    "の皮",
    "の葉",
    "の茎",
    "llサイズの",
    "lサイズの",
    "mサイズの",
    "sサイズの",
    "lサイズ",
    "mサイズ",
    "sサイズ",
    "の青い部分",
    "の白い部分",
    "の緑の部分",
    "の切り身",
    "のみじん切り",
    "のすりおろし",
    "飾り用",
    "トッピング用",
    "仕上げ用",
    "仕上げの",
    "炒め用",
    "揚げ用",
    "飾り用の",
    "つけ合わせ用",
    "衣用",
    "生地用",
    "型用",
    "手粉用",
    "皮なし",
    "皮つき",
    "皮付き",
    "皮むき",
    "骨なし",
    "しゃぶしゃぶ用",
    "焼肉用",
    "焼き肉用",
    "すき焼き用",
    "から揚げ用",
    "唐揚げ用",
    "炒め物用",
    "カレー用",
    "シチュー用",
    "生食用",
    "加熱用",
    "刺身用",
    "ゆでた",
    "茹でた",
    "ゆで",
    "茹で",
    "溶かした",
    "溶かし",
    "無農薬",
    "有機",
    "よく冷えた",
    "冷たい",
    "熱い",
    "温かい",
    "常温の",
    "室温に戻した",
    "大きめの",
    "小さめの",
    "新鮮",
    "お好みで",
    "finely",
    "packed",
    "loosely",
    "firmly",
    "wedges",
    "florets",
    "leaves",
    "halves",
    "slices",
    "cubes",
    "chunks",
    "strips",
    "pieces",
    "coarsely",
    "roughly",
    "thinly",
    "thickly",
    "freshly",
    "chopped",
    "minced",
    "sliced",
    "diced",
    "grated",
    "shredded",
    "crushed",
    "peeled",
    "melted",
    "softened",
    "toasted",
    "cooked",
    "uncooked",
    "boneless",
    "skinless",
    "bone-in",
    "skin-on",
    "fresh",
    "frozen",
    "large",
    "medium",
    "small",
    "extra-large",
    "ripe",
    "raw",
    "organic",
    "cubed",
    "halved",
    "trimmed",
    "julienned",
    "beaten",
    "lightly",
    "cold",
    "warm",
    "room-temperature",
    "good-quality",
    "quality",
    "plain",
    "good",
    "pure",
    "your favorite",
    "favorite",
    "thick-cut",
    "thin",
];

/// The food behind a name as recipes write it. Words that say how it is cut or sold are passed over, English plurals too; a
/// name that holds anything else is not guessed at.
pub fn recognise(name: &str) -> Option<&'static Food> {
    // No name of a food is longer, and nothing below is done for whole pages of text.
    if name.len() > 200 {
        return None;
    }
    if let Some(known) = seen().get(name) {
        return *known;
    }
    let found = look_up(name);
    let mut seen = seen();
    if seen.len() >= MOST_SEEN {
        seen.clear();
    }
    seen.insert(name.into(), found);
    found
}

/// Names whose food is remembered. A household writes the same few hundred, and what the table does not know is what takes the longest to find
/// out: a list asks for a hundred names each time that somebody looks at it.
const MOST_SEEN: usize = 4_096;

fn seen() -> MutexGuard<'static, HashMap<Box<str>, Option<&'static Food>>> {
    static SEEN: LazyLock<Mutex<HashMap<Box<str>, Option<&'static Food>>>> = LazyLock::new(Mutex::default);
    SEEN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn look_up(name: &str) -> Option<&'static Food> {
    let folded = fold(name);
    let words: Vec<&str> = name.split_whitespace().collect();
    one_or_many(&folded)
        .or_else(|| match words[..] {
            // 豆腐 木綿 is 木綿豆腐.
            [first, second] => by_folded(&fold(&format!("{second}{first}"))),
            _ => None,
        })
        .or_else(|| without_words_around(name))
}

fn one_or_many(folded: &str) -> Option<&'static Food> {
    let folded = folded.trim_matches(['、', ',', '・', '「', '」', '"', '\'', '.']);
    by_folded(folded)
        .or_else(|| by_folded(folded.strip_suffix('s')?))
        .or_else(|| by_folded(folded.strip_suffix("es")?))
        .or_else(|| by_folded(&format!("{}y", folded.strip_suffix("ies")?)))
        .or_else(|| by_folded(&format!("{}f", folded.strip_suffix("ves")?)))
}

fn without_words_around(name: &str) -> Option<&'static Food> {
    let mut rest = name.to_lowercase();
    let mut passed_over = false;
    for around in AROUND {
        if let Some(at) = position(&rest, around) {
            rest.replace_range(at..at + around.len(), " ");
            passed_over = true;
        }
    }
    if !passed_over {
        return None;
    }
    let rest = rest.trim().trim_matches([',', '、']);
    one_or_many(&fold(rest)).or_else(|| one_or_many(&fold(rest.strip_prefix('の').or(rest.strip_suffix('の'))?)))
}

/// English words end where they end: "raw" is not in "strawberry".
fn position(text: &str, word: &str) -> Option<usize> {
    text.match_indices(word)
        .find(|(at, _)| {
            let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
            !word.is_ascii() || !letter(text[..*at].chars().next_back()) && !letter(text[at + word.len()..].chars().next())
        })
        .map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::{MOST_SEEN, look_up, recognise, seen};

    #[test]
    fn what_was_seen_is_remembered_and_not_for_ever() {
        for nth in 0..MOST_SEEN + 100 {
            let name = format!("にんじん{nth}");
            assert_eq!(recognise(&name).map(|food| food.id), look_up(&name).map(|food| food.id));
        }
        assert!((1..=MOST_SEEN).contains(&seen().len()));
        assert_eq!(recognise("人参").map(|food| food.id.as_str()), recognise("人参").map(|food| food.id.as_str()));
    }

    #[test]
    fn words_around_a_food() {
        for (name, id) in [
            ("豚バラ薄切り肉", "pork-belly"),
            ("千切りキャベツ", "cabbage"),
            ("キャベツの千切り", "cabbage"),
            ("finely chopped onions", "onion"),
            ("Cherry Tomatoes", "cherry-tomato"),
            ("large eggs", "egg"),
            ("strawberries", "strawberry"),
            ("豆腐 木綿", "momen-tofu"),
            ("ﾀﾏﾈｷﾞ", "onion"),
            ("boneless, skinless chicken thighs", "chicken-thigh"),
        ] {
            assert_eq!(recognise(name).map(|food| food.id.as_str()), Some(id), "{name}");
        }
        for name in ["たまねぎドレッシング", "魔法の粉", "", "薄切り", "千切り", "eggnog"] {
            assert_eq!(recognise(name).map(|food| food.id), None, "{name}");
        }
    }
}
