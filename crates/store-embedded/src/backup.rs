//! Copies of the file: made while it is in use, and put back into an empty place.

use std::path::Path;
use std::time::Duration;

use chabudai_kernel::store::StoreError;
use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use crate::{failed, file};

/// How far a copy has come, in pages of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Pages copied.
    pub done: u64,
    /// Pages in all.
    pub total: u64,
}

const PAGES_PER_STEP: i32 = 1000;

/// Copies the file as it stands at this moment, while others read and write.
pub(crate) fn backup(source: &Path, target: &Path, mut tell: impl FnMut(Progress)) -> Result<(), StoreError> {
    refuse_existing(target)?;
    let source = file::open_reader(source)?;
    // An open read transaction pins the moment: writes that come later neither show up in the copy nor start it over.
    let moment = source.unchecked_transaction().map_err(failed)?;
    let _: i64 = moment.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(failed)?;
    let mut copy = Connection::open(target).map_err(failed)?;
    {
        let backup = Backup::new(&moment, &mut copy).map_err(failed)?;
        loop {
            let step = backup.step(PAGES_PER_STEP).map_err(failed)?;
            let progress = backup.progress();
            let total = progress.pagecount.max(0) as u64;
            tell(Progress { done: total - progress.remaining.clamp(0, progress.pagecount) as u64, total });
            match step {
                StepResult::Done => break,
                StepResult::More => {}
                _ => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }
    // A copy in rollback mode is one file that can be moved about; its server turns WAL on again.
    copy.pragma_update(None, "journal_mode", "DELETE").map_err(failed)?;
    copy.close().map_err(|(_, error)| failed(error))?;
    sync(target)
}

/// Puts a copy in place of a file that is not there yet.
pub(crate) fn restore(copy: &Path, target: &Path) -> Result<(), StoreError> {
    refuse_existing(target)?;
    let source = Connection::open_with_flags(copy, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(failed)?;
    let verdict: String = source.query_row("PRAGMA integrity_check", [], |row| row.get(0)).map_err(failed)?;
    if verdict != "ok" {
        return Err(StoreError::Unavailable(format!("the copy is damaged: {verdict}")));
    }
    drop(source);
    std::fs::copy(copy, target).map_err(io)?;
    sync(target)
}

fn refuse_existing(target: &Path) -> Result<(), StoreError> {
    if target.exists() {
        return Err(StoreError::invalid("store.exists", format!("{} is already there", target.display())));
    }
    Ok(())
}

fn sync(target: &Path) -> Result<(), StoreError> {
    std::fs::File::open(target).and_then(|file| file.sync_all()).map_err(io)?;
    // The name, too, must survive a power cut.
    match target.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        Some(parent) => std::fs::File::open(parent).and_then(|dir| dir.sync_all()).map_err(io),
        None => Ok(()),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it stands in map_err")]
fn io(error: std::io::Error) -> StoreError {
    StoreError::Unavailable(error.to_string())
}
