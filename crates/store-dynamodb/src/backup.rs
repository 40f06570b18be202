//! Backups that DynamoDB itself makes: of a moment, kept until somebody deletes them.

use chabudai_kernel::design::Table;
use chabudai_kernel::store::{Spent, StoreError};

use crate::DynamoDbStore;
use crate::send::Twice;

/// A backup of one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableBackup {
    /// The table's name, with the prefix.
    pub table: String,
    /// What the backup is called.
    pub name: String,
    /// By what it is restored or deleted.
    pub arn: String,
}

impl DynamoDbStore {
    /// Asks for a backup of a table as it is now, named after it and this word. It is made behind the scenes and slows nobody down.
    pub async fn back_up(&self, table: &'static Table, word: &str) -> Result<TableBackup, StoreError> {
        let of = self.physical_name(table);
        let name = format!("{of}-{word}");
        let request = self.client.create_backup().table_name(&of).backup_name(&name);
        // A second one of the same moment would only cost money: whoever got no answer looks what is there.
        let made = self.send(&mut Spent::default(), Twice::Matters, || request.clone().send()).await?;
        let arn = made.backup_details().map(|details| details.backup_arn().to_owned()).unwrap_or_default();
        Ok(TableBackup { table: of, name, arn })
    }
}
