//! What staff did.

use chabudai_kernel::db::{Db, Listed, Paging};
use chabudai_kernel::op::{Put, Query};
use chabudai_kernel::part::IsoDay;

use crate::design::{AUDIT_LOG, AUDIT_OF_DAY};
use crate::error::Result;
use crate::model::AuditEntry;

/// CH-110: what was done on a day, the last first.
pub async fn of_day(db: &Db, day: IsoDay, paging: Paging<'_>) -> Result<Listed<AuditEntry>> {
    let query = Query::table(&AUDIT_LOG, AuditEntry::day.of((day,))).backward();
    Ok(db.run(&AUDIT_OF_DAY).list(query, paging.limit, paging.cursor, 0).await?)
}

/// The write that stands in the transaction of every action of staff.
pub fn note(entry: &AuditEntry) -> Put {
    Put::of(entry).if_absent()
}
