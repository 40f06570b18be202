//! What every list of the API takes and answers: `limit`, `order` and `cursor` in, items and the next cursor out.
//!
//! The three parameters stand in the structure of each list, since serde cannot refuse unknown parameters of a structure within another.

use chabudai_kernel::db::Paging;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::problem::Problem;

/// In which direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema, Default)]
#[serde(rename_all = "camelCase")]
pub enum Order {
    /// The largest or newest first.
    #[default]
    Desc,
    /// The smallest or oldest first.
    Asc,
}

/// How long the pages of a list are.
#[derive(Clone, Copy, Debug)]
pub struct PageSize {
    /// Unless the client says otherwise.
    pub default: u32,
    /// At most.
    pub most: u32,
    /// The code of the refusal of any other, such as `wardrobe.limit`.
    pub code: &'static str,
}

impl PageSize {
    /// Which page a client asks for.
    pub fn paging(self, limit: Option<u32>, cursor: Option<&str>, order: Order) -> Result<Paging<'_>, Problem> {
        let Self { default, most, code } = self;
        match limit.unwrap_or(default) {
            limit if (1..=most).contains(&limit) => Ok(Paging { limit, cursor, backward: order == Order::Desc }),
            _ => Err(Problem::of_field(code, "limit", format!("A page has 1 to {most} items."))),
        }
    }
}

/// Where a page begins, in `#[schemars(with = "…")]`: made by the server alone, in base64url.
pub struct Cursor;

crate::schema! {
    Cursor = { "type": "string", "format": "cursor", "minLength": 1, "pattern": "^[A-Za-z0-9_-]+$" },
}

/// A page of a list.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "{T}List")]
#[serde(rename_all = "camelCase")]
pub struct ListView<T> {
    /// The items.
    pub items: Vec<T>,
    /// Send it as `cursor` for the next page; null at the end.
    #[schemars(with = "Option<Cursor>")]
    pub next_cursor: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_never_empty_nor_longer_than_allowed() {
        let size = PageSize { default: 30, most: 50, code: "pantry.limit" };
        for (asked, given) in [(None, 30), (Some(1), 1), (Some(50), 50)] {
            assert_eq!(size.paging(asked, None, Order::Asc), Ok(Paging { limit: given, cursor: None, backward: false }));
        }
        for refused in [0, 51] {
            let problem = size.paging(Some(refused), Some("cursor"), Order::Desc).unwrap_err();
            assert_eq!((problem.code, problem.field.as_deref()), ("pantry.limit", Some("limit")));
        }
    }
}
