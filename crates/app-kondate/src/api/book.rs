//! How recipes and sets are listed: own ones by time, then the starters; or what is sought.

use chabudai_web::list::{Cursor, Order, PageSize};
use schemars::JsonSchema;
use serde::Deserialize;

use super::input::Text;
use crate::error::KondateError;
use crate::model::{LONGEST_TAG, Order as BookOrder};
use crate::service::{Begins, Cook, Service, Sought};

/// How long a page is.
pub(super) const PAGE: PageSize = PageSize { default: 20, most: 100, code: "kondate.limit" };
/// The longest question.
pub(super) const LONGEST_QUESTION: usize = 60;

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
    /// `newest` (default) or `oldest`. The starters come last.
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
    /// What is sought, in which order.
    pub(super) fn sought(&self) -> Result<Sought, KondateError> {
        let is_text = |text: &Option<String>, most: usize| text.as_ref().is_none_or(|text| text.chars().count() <= most);
        if !is_text(&self.search, LONGEST_QUESTION) || !is_text(&self.tag, LONGEST_TAG) {
            return Err(KondateError::Invalid { field: "search", code: "kondate.too_long", message: "This is too long." });
        }
        let order = if self.sort == Sort::Newest { BookOrder::Newest } else { BookOrder::Oldest };
        Ok(Sought::new(self.search.as_deref(), self.tag.as_deref()).ordered(order))
    }

    pub(super) fn order(&self) -> Order {
        if self.sort == Sort::Newest { Order::Desc } else { Order::Asc }
    }

    /// Where the page begins: at a place of this question, or where the store's own cursor says, which knows its question itself. What is sought
    /// is searched by this server, so that no cursor of the store's is of it.
    pub(super) fn begins<Id: ToString>(
        &self,
        service: &Service,
        cook: &Cook,
        list: &str,
        sought: &Sought,
        id: impl Fn(&str) -> Option<Id>,
    ) -> Result<Option<Begins<Id>>, KondateError> {
        let Some(cursor) = self.cursor.as_deref() else { return Ok(None) };
        match service.book_place(cook, list, sought, cursor, id) {
            None if !sought.is_everything() => Err(KondateError::Cursor),
            begins => Ok(begins),
        }
    }
}
