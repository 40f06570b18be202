//! The words over lists of ingredients and of steps, in the languages in which recipes are written.

/// What a heading announces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    Ingredients,
    Steps,
    /// Something else: notes, nutrition, comments. The list before it has ended.
    Other,
}

const INGREDIENTS: &[&str] = &[
    "材料",
    "食材",
    "用料",
    "配料",
    "재료",
    "ingredients",
    "the ingredients",
    "ingredient list",
    "ingredient",
    "recipe ingredients",
    "you will need",
    "you'll need",
    "what you need",
    "what you'll need",
    "what you will need",
    "things you'll need",
    "things you need",
    "benodigdheden",
    "dit heb je nodig",
    "wat heb je nodig",
    "das brauchst du",
    "ce qu'il vous faut",
    "du behöver",
    "det skal du bruge",
    "用意するもの",
    "zutaten",
    "ingrédients",
    "les ingrédients",
    "ingredientes",
    "ingredienti",
    "ingrediënten",
    "ingredienten",
    "ingredienser",
    "składniki",
    "suroviny",
    "ingrediencie",
    "ingredience",
    "sastojci",
    "sestavine",
    "ainekset",
    "hozzávalók",
    "malzemeler",
    "ингредиенты",
    "інгредієнти",
    "υλικά",
    "ingrediente",
    "innihald",
];

const STEPS: &[&str] = &[
    "作り方",
    "つくり方",
    "作りかた",
    "手順",
    "調理手順",
    "レシピ手順",
    "做法",
    "步骤",
    "制作步骤",
    "만드는 법",
    "조리순서",
    "directions",
    "direction",
    "method",
    "the method",
    "instructions",
    "instruction",
    "preparation",
    "steps",
    "how to make",
    "how to make it",
    "how to cook",
    "procedure",
    "cooking instructions",
    "cooking method",
    "what to do",
    "step-by-step instructions",
    "step by step instructions",
    "let's get started",
    "zubereitung",
    "anleitung",
    "und so wird's gemacht",
    "so geht's",
    "so wird's gemacht",
    "préparation",
    "la préparation",
    "étapes",
    "les étapes",
    "réalisation",
    "preparación",
    "elaboración",
    "modo de preparo",
    "modo de preparação",
    "modo de fazer",
    "preparo",
    "preparação",
    "preparazione",
    "procedimento",
    "bereiding",
    "bereidingswijze",
    "zo maak je het",
    "aan de slag",
    "tillagning",
    "gör så här",
    "så här gör du",
    "instruktioner",
    "fremgangsmåte",
    "fremgangsmåde",
    "slik gjør du",
    "sådan gør du",
    "oppskrift",
    "sposób przygotowania",
    "przygotowanie",
    "wykonanie",
    "postup",
    "postup prípravy",
    "postup přípravy",
    "priprava",
    "príprava",
    "elkészítés",
    "hazırlanışı",
    "yapılışı",
    "приготовление",
    "спосіб приготування",
    "пошаговый рецепт",
    "εκτέλεση",
    "mod de preparare",
    "valmistus",
    "aðferð",
];

const OTHER: &[&str] = &[
    "栄養",
    "コツ",
    "ポイント",
    "メモ",
    "レビュー",
    "コメント",
    "つくれぽ",
    "関連",
    "このレシピ",
    "おすすめ",
    "保存",
    "小贴士",
    "nutrition",
    "nutritional",
    "notes",
    "note",
    "tips",
    "tip",
    "recipe notes",
    "comments",
    "reviews",
    "related",
    "you may also",
    "you might also",
    "more recipes",
    "leave a",
    "share",
    "equipment",
    "video",
    "nährwerte",
    "tipp",
    "tipps",
    "kommentare",
    "commentaires",
    "astuces",
    "conseils",
    "valeurs",
    "consejos",
    "dicas",
    "comentários",
    "consigli",
    "voedingswaarde",
    "reacties",
    "næring",
    "näring",
    "tags",
    "did you make",
];

/// What a heading announces, if it is one of those.
pub(crate) fn announces(heading: &str) -> Option<Part> {
    if heading.chars().count() > 60 {
        return None;
    }
    let heading = heading.to_lowercase().replace('’', "'");
    let heading = heading.trim_matches(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '(' | '（' | ')' | '）'));
    // The one thing to eat that begins like a heading.
    if heading.starts_with("nutritional yeast") {
        return None;
    }
    let lists = [(Part::Steps, STEPS), (Part::Ingredients, INGREDIENTS), (Part::Other, OTHER)];
    lists.into_iter().find(|(_, words)| words.iter().any(|word| begins_with(heading, word))).map(|(part, _)| part)
}

/// What a text announces that is nothing but such a word, in small letters.
pub(crate) fn is_word_of(text: &str) -> Option<Part> {
    let lists = [(Part::Steps, STEPS), (Part::Ingredients, INGREDIENTS), (Part::Other, OTHER)];
    lists.into_iter().find(|(_, words)| words.contains(&text)).map(|(part, _)| part)
}

/// Whether it is nothing but such a word: `Preparation:` as the name of the only section says nothing.
pub(crate) fn is_only_announcement(text: &str) -> bool {
    let text = text.to_lowercase().replace('’', "'");
    let text = text.trim_matches(|letter: char| !letter.is_alphanumeric());
    STEPS.contains(&text) || INGREDIENTS.contains(&text)
}

/// What a page shows among its ingredients and is none: `For the sauce`, `Makes 6 servings`, `1/2x1x2x` to multiply by.
pub(crate) fn is_aside(line: &str) -> bool {
    if line.chars().count() > 40 {
        return false;
    }
    let line = line.to_lowercase();
    let has_number = line.chars().any(char::is_numeric);
    let begins = |words: &[&str]| words.iter().any(|word| line.starts_with(word));
    let is_heading = !has_number
        && begins(&["for the ", "to serve with", "für den ", "für die ", "für das ", "pour la ", "pour le ", "para la ", "para el "]);
    let is_servings =
        has_number && line.split_whitespace().count() <= 4 && begins(&["makes ", "serves ", "serves:", "servings ", "servings:"]);
    let is_factor =
        line.matches('x').count() > 1 && line.chars().all(|letter| letter.is_numeric() || matches!(letter, 'x' | '/' | ' ' | '.'));
    is_heading || is_servings || is_factor
}

/// `Recommended rum` over a product that somebody is paid for: no number, and few words.
pub(crate) fn is_recommendation(line: &str) -> bool {
    const WORDS: [&str; 8] =
        ["recommended", "rekommendera", "empfohlen", "recommandé", "recomendad", "anbefalet", "aanbevolen", "おすすめ商品"];
    let line = line.to_lowercase();
    WORDS.iter().any(|word| line.starts_with(word)) && line.split_whitespace().count() <= 4 && !line.chars().any(char::is_numeric)
}

/// What stands between such a word and the name of the dish, which may be long: `Elaboración de la crema de calabaza`.
const DISH: [&str; 8] = [" de la ", " de ", " para ", " for ", " pour ", " für ", " per ", " voor "];

/// `Ingredients`, `Ingredients (serves 4)`, `材料2人分`: the word, and not much besides.
fn begins_with(heading: &str, word: &str) -> bool {
    let Some(rest) = heading.strip_prefix(word) else { return false };
    let Some(next) = rest.chars().next() else { return true };
    let is_spelled = word.is_ascii() || word.chars().any(|letter| letter.is_alphabetic() && (letter as u32) < 0x2000);
    // "Method" is one, "Methodical" and "Ingredients are everything to a good cook" are none.
    let names_dish = || ["how to make", "how to cook"].contains(&word) || DISH.iter().any(|before| rest.starts_with(before));
    !(is_spelled && next.is_alphanumeric()) && (rest.chars().count() <= 24 || names_dish())
}
