//! How recipes and sets are listed: own ones by time, then the starters; or what is sought.

use chabudai_web::list::{Cursor, Order, PageSize};
use schemars::JsonSchema;
use serde::Deserialize;

use super::input::Text;
use crate::error::KondateError;
use crate::model::LONGEST_TAG;
use crate::service::{Begins, Sought};

/// How long a page is.
pub(super) const PAGE: PageSize = PageSize { default: 20, most: 100, code: "kondate.limit" };
/// The longest question.
const LONGEST_QUESTION: usize = 60;

/// Which, in which order.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ListParameters {
    /// 1 to 100; 20 by default.
    #[schemars(range(min = 1, max = PAGE.most))]
    pub(super) limit: Option<u32>,
    /// From the page before, of the same question.
    #[schemars(with = "Option<Cursor>")]
    pub(super) cursor: Option<String>,
    /// Words in the title, a tag or the name of the author.
    #[schemars(with = "Option<Text<LONGEST_QUESTION>>")]
    search: Option<String>,
    /// Only with this tag.
    #[schemars(with = "Option<Text<LONGEST_TAG>>")]
    tag: Option<String>,
    /// `newest` (default) or `oldest`; what is sought comes newest first. The starters come last.
    #[serde(default)]
    sort: Sort,
}

/// In which order.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema, Default)]
#[schemars(rename = "BookSort", inline)]
#[serde(rename_all = "camelCase")]
enum Sort {
    #[default]
    Newest,
    Oldest,
}

impl ListParameters {
    /// What is sought; nothing where everything is wanted.
    pub(super) fn sought(&self) -> Result<Option<Sought>, KondateError> {
        let is_text = |text: &Option<String>, most: usize| text.as_ref().is_none_or(|text| text.chars().count() <= most);
        if !is_text(&self.search, LONGEST_QUESTION) || !is_text(&self.tag, LONGEST_TAG) {
            return Err(KondateError::Invalid { field: "search", code: "kondate.too_long", message: "This is too long." });
        }
        let sought = Sought::new(self.search.as_deref(), self.tag.as_deref());
        Ok((!sought.is_everything()).then_some(sought))
    }

    pub(super) fn order(&self) -> Order {
        if self.sort == Sort::Newest { Order::Desc } else { Order::Asc }
    }
}

/// What begins a cursor that goes on among the starters, and one that goes on among what was sought. Any other is the store's own.
const STARTERS: &str = "starters_";
const OWN: &str = "behind_";

/// Where a page begins, if the cursor is one of a question's. Ids of this house have only letters that cursors have; of one that was brought along and
/// has others, they are spelled in hexadecimal.
pub(super) fn begins<Id>(cursor: &str, id: impl Fn(&str) -> Option<Id>) -> Option<Begins<Id>> {
    let read = |text: &str| String::from_utf8(hex(text)?).ok().and_then(|text| id(&text));
    if let Some(behind) = cursor.strip_prefix(STARTERS) {
        return if behind.is_empty() { Some(Begins::Starters(None)) } else { read(behind).map(|id| Begins::Starters(Some(id))) };
    }
    read(cursor.strip_prefix(OWN)?).map(Begins::Own)
}

/// The cursor of a page that begins there.
pub(super) fn cursor<Id: ToString>(begins: &Begins<Id>) -> Option<String> {
    let spelled = |id: &Id| id.to_string().bytes().flat_map(|byte| [byte >> 4, byte & 15]).filter_map(digit).collect::<String>();
    match begins {
        Begins::Start => None,
        Begins::Own(id) => Some(format!("{OWN}{}", spelled(id))),
        Begins::Starters(id) => Some(format!("{STARTERS}{}", id.as_ref().map(spelled).unwrap_or_default())),
    }
}

fn digit(nibble: u8) -> Option<char> {
    char::from_digit(nibble.into(), 16)
}

fn hex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.is_ascii() {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::RecipeId;

    #[test]
    fn a_cursor_leads_back_to_where_it_came_from() {
        let id = |text: &str| RecipeId::new(text);
        for place in [Begins::Starters(None), Begins::Starters(id("nikujaga")), Begins::Own(id("01J0000000000000000000000A").unwrap())] {
            let spelled = cursor(&place).unwrap();
            assert!(spelled.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'), "{spelled}");
            assert_eq!(begins(&spelled, id), Some(place));
        }
        for none in ["", "behind_", "behind_0", "behind_zz", "starters_23", "behind_é", "nonsense"] {
            assert_eq!(begins(none, id), None, "{none}");
        }
        assert_eq!(cursor(&Begins::<RecipeId>::Start), None);
    }
}
