//! What somebody wrote on the list, written otherwise.

use super::recipes::trimmed;
use super::shopping::{LineInput, check_words};
use super::{Cook, Service, held};
use crate::design::CHANGE_LINE;
use crate::error::{KondateError, Result};
use crate::model::LineId;
use crate::repo::lines;

impl Service {
    /// Changes a line that somebody wrote. Whether it is in the basket stays as it is, and so does what it becomes there.
    pub async fn change_line(&self, cook: &Cook, id: &LineId, input: &LineInput) -> Result<()> {
        let (quantity, unit, note) = (trimmed(input.quantity.clone()), trimmed(input.unit.clone()), trimmed(input.note.clone()));
        let name = input.name.trim();
        check_words(name, quantity.as_ref(), unit.as_ref(), note.as_ref())?;
        let words = [("quantity", quantity), ("unit", unit), ("note", note)];
        let change = lines::change(&cook.kitchen, id, name, words, self.now());
        held(self.base.db.run(&CHANGE_LINE).attempt_one(change).await?, || KondateError::NotFound("line"))
    }
}
