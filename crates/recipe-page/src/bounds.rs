//! How much is read at most, whatever a page has.

/// Bytes of text of a page.
pub(crate) const PAGE: usize = 5_000_000;
/// Bytes of one string as it was found: of all steps in one, too.
pub(crate) const RAW: usize = 200_000;
/// Letters of a title, a name, an address.
pub(crate) const SHORT: usize = 500;
/// Letters of an ingredient or a step.
pub(crate) const LINE: usize = 5_000;
/// Ingredients of a recipe.
pub(crate) const INGREDIENTS: usize = 200;
/// Steps of a recipe.
pub(crate) const STEPS: usize = 100;
/// Tags of a recipe.
pub(crate) const TAGS: usize = 50;
/// Bytes of a page's scripts of JSON, altogether.
pub(crate) const SCRIPTS: usize = 2_500_000;
/// Objects in a page's JSON: each is half a kilobyte in memory, and seven bytes on the page.
pub(crate) const OBJECTS: usize = 50_000;
/// Other values in a page's JSON.
pub(crate) const VALUES: usize = 400_000;
/// Bytes of everything that elements say of themselves, with what keeping a value takes besides.
pub(crate) const MARKED: usize = 8_000_000;
/// Bytes of the lines of a whole page.
pub(crate) const LINES: usize = 5_000_000;
/// What each of the four parts of reading a page may cost: a node that is looked at, or eight bytes of text, is one. The dearest of forty real
/// pages takes 300,000 for one part.
pub(crate) const WORK: u64 = 8_000_000;
/// Recipes of a file.
pub(crate) const RECIPES: usize = 5_000;

/// The beginning of a text, at most so many bytes.
pub(crate) fn cut(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// At most so many letters.
pub(crate) fn shorten(mut text: String, most: usize) -> String {
    if let Some((end, _)) = text.char_indices().nth(most) {
        text.truncate(end);
    }
    text
}
