//! A line as a program sends it on.

use serde::Serialize;

use super::Line;
use crate::amount::Amount;
use crate::food::FoodId;

/// One line in JSON. What is not there is null.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LineJson<'a> {
    /// The line as it was given.
    pub line: &'a str,
    /// The food as it was written.
    pub name: &'a str,
    /// Its id in the table of foods.
    pub food_id: Option<FoodId>,
    /// How much, as `3/2`.
    pub amount: Option<Amount>,
    /// At most how much.
    pub amount_max: Option<Amount>,
    /// 約 was said.
    pub about: bool,
    /// The unit as it was written.
    pub unit: Option<String>,
    /// What was said besides.
    pub note: Option<String>,
    /// The mark of its group.
    pub group: Option<String>,
}

impl<'a> From<&'a Line> for LineJson<'a> {
    fn from(line: &'a Line) -> Self {
        Self {
            line: line.text(),
            name: line.name(),
            food_id: line.food(),
            amount: line.amount(),
            amount_max: line.amount_max(),
            about: line.is_about(),
            unit: line.unit_text(),
            note: line.note(),
            group: line.group(),
        }
    }
}
