//! How long each text may be, and what may stand in it.

use crate::error::{Result, invalid};

/// A rule for one text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    /// The field as clients name it.
    pub field: &'static str,
    /// The stable code.
    pub code: &'static str,
    /// The rule as a sentence.
    pub message: &'static str,
    /// The fewest characters.
    pub least: usize,
    /// The most characters.
    pub most: usize,
    /// Whether it may have line breaks.
    pub has_lines: bool,
}

impl Rule {
    const fn line(field: &'static str, code: &'static str, message: &'static str, least: usize, most: usize) -> Self {
        Self { field, code, message, least, most, has_lines: false }
    }

    const fn text(field: &'static str, code: &'static str, message: &'static str, least: usize, most: usize) -> Self {
        Self { has_lines: true, ..Self::line(field, code, message, least, most) }
    }

    /// The text without spaces around it, if it keeps the rule.
    pub(crate) fn keep(&self, text: &str) -> Result<String> {
        let text = text.trim();
        let length = text.chars().count();
        let is_plain = |c: char| !c.is_control() || (self.has_lines && (c == '\n' || c == '\t'));
        if (self.least..=self.most).contains(&length) && text.chars().all(is_plain) {
            return Ok(text.to_owned());
        }
        invalid(self.field, self.code, self.message)
    }

    /// The same for a text that may be left out: an empty one is none.
    pub(crate) fn keep_some(&self, text: Option<&str>) -> Result<Option<String>> {
        match text.map(str::trim).filter(|text| !text.is_empty()) {
            Some(text) => self.keep(text).map(Some),
            None => Ok(None),
        }
    }
}

pub(crate) const NAME: Rule = Rule::line("name", "chirashi.name", "A name has 1 to 80 characters, on one line.", 1, 80);
pub(crate) const CONTACT: Rule =
    Rule::line("contactPerson", "chirashi.contact_person", "A contact person has 1 to 80 characters, on one line.", 1, 80);
pub(crate) const ADDRESS: Rule = Rule::line("address", "chirashi.address", "An address has 1 to 200 characters, on one line.", 1, 200);
pub(crate) const OPENING_HOURS: Rule =
    Rule::line("openingHours", "chirashi.opening_hours", "Opening hours have 120 characters at most, on one line.", 1, 120);
pub(crate) const SALE_PERIOD: Rule =
    Rule::line("salePeriod", "chirashi.sale_period", "A sale period has 200 characters at most, on one line.", 1, 200);
pub(crate) const DESCRIPTION: Rule =
    Rule::text("description", "chirashi.description", "A description has 2,000 characters at most.", 1, 2_000);
pub(crate) const TITLE: Rule = Rule::line("title", "chirashi.title", "A title has 1 to 120 characters, on one line.", 1, 120);
pub(crate) const CONTENT: Rule = Rule::text("content", "chirashi.content", "A column has 1 to 50,000 characters.", 1, 50_000);
pub(crate) const TAG: Rule = Rule::line("tags", "chirashi.tags", "There are ten tags at most, each of 1 to 30 characters.", 1, 30);
pub(crate) const ITEM_NAME: Rule =
    Rule::line("items", "chirashi.item_name", "The name of what is on offer has 1 to 60 characters, on one line.", 1, 60);
pub(crate) const ITEM_UNIT: Rule = Rule::line("items", "chirashi.item_unit", "A unit has 20 characters at most, on one line.", 1, 20);
pub(crate) const ITEM_NOTE: Rule = Rule::line("items", "chirashi.item_note", "A note has 100 characters at most, on one line.", 1, 100);

/// The most tags of a column.
pub(crate) const MOST_TAGS: usize = 10;
/// The most pictures of a column, and pages of a flyer.
pub(crate) const MOST_PICTURES: usize = 10;
/// The longest address of a picture.
const LONGEST_PICTURE: usize = 1_000;

/// A telephone number: digits, with what people write between them.
pub(crate) fn phone(text: &str) -> Result<String> {
    let text = text.trim();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    if (9..=15).contains(&digits) && text.len() <= 25 && text.chars().all(|c| c.is_ascii_digit() || " +-()".contains(c)) {
        return Ok(text.to_owned());
    }
    invalid("phone", "chirashi.phone", "A telephone number has 9 to 15 digits, such as 03-1234-5678.")
}

/// The address of a picture: of this house, by path, or elsewhere by https.
pub(crate) fn picture(field: &'static str, text: &str) -> Result<String> {
    let text = text.trim();
    let is_of_house = text.starts_with('/') && !text.starts_with("//");
    let is_elsewhere = text.strip_prefix("https://").is_some_and(|rest| rest.contains('.') && !rest.starts_with(['.', '/']));
    let is_plain = text.chars().all(|c| !c.is_control() && !c.is_whitespace() && !"\\<>\"'`".contains(c));
    if (is_of_house || is_elsewhere) && is_plain && text.len() <= LONGEST_PICTURE {
        return Ok(text.to_owned());
    }
    invalid(field, "chirashi.picture", "A picture is a path of this house, or an https address.")
}

/// Addresses of pictures, so many at most.
pub(crate) fn pictures(field: &'static str, least: usize, texts: &[String]) -> Result<Vec<String>> {
    if !(least..=MOST_PICTURES).contains(&texts.len()) {
        return invalid(field, "chirashi.pictures", "There are ten pictures at most, and a flyer has one at least.");
    }
    texts.iter().map(|text| picture(field, text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_its_rule() {
        assert_eq!(NAME.keep("  スーパーA ").as_deref(), Ok("スーパーA"));
        assert_eq!(NAME.keep_some(Some("  ")), Ok(None));
        for wrong in ["", "   ", "two\nlines", "bell\u{7}", &"長".repeat(81)] {
            assert_eq!(NAME.keep(wrong).unwrap_err().code(), "chirashi.name", "{wrong}");
        }
        assert!(DESCRIPTION.keep("two\nlines").is_ok() && NAME.keep(&"長".repeat(80)).is_ok());
    }

    #[test]
    fn telephone_numbers_and_pictures_are_checked() {
        assert!(phone("03-1234-5678").is_ok() && phone("+81 (3) 1234 5678").is_ok());
        for wrong in ["", "12345678", "03-1234-567８", "call me: 0312345678", "0123456789012345"] {
            assert_eq!(phone(wrong).unwrap_err().code(), "chirashi.phone", "{wrong}");
        }
        assert!(picture("logo", "/media/a.webp").is_ok() && picture("logo", "https://example.org/a.png").is_ok());
        for wrong in ["", "//example.org/a.png", "http://example.org/a.png", "javascript:alert(1)", "https://", "/a b", "/a\"onload=x"] {
            assert_eq!(picture("logo", wrong).unwrap_err().code(), "chirashi.picture", "{wrong}");
        }
    }
}
