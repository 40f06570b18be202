//! Copies of the file: made while it is in use, and put back into an empty place.

use std::path::Path;
use std::time::Duration;

use chabudai_kernel::store::StoreError;
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags, Transaction};

use crate::{failed, feed, file, health};

/// How far a copy has come, in pages of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Pages copied.
    pub done: u64,
    /// Pages in all.
    pub total: u64,
}

const PAGES_PER_STEP: i32 = 1000;

/// How long the copies wait for whoever writes: a commit takes milliseconds, the filling of a new index can take longer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Copies the file as it stands at this moment, while others read and write.
pub(crate) fn backup(source: &Path, target: &Path, tell: impl FnMut(Progress)) -> Result<(), StoreError> {
    backup_all(&[(source, target)], tell)
}

/// Copies several files as they stand at one moment, while others read and write.
///
/// Two files have no transaction in common, and the one who writes them may be another process. What they do have in common is that
/// nothing is committed to a file while somebody else holds the right to write to it. So all of these are taken, in one order for
/// everybody; as long as all are held, no file changes, and a read begun on each of them sees that very moment. Then the rights are
/// given back, and the copying takes as long as it takes. A writer waits for as long as it takes to begin a few reads.
pub(crate) fn backup_all(files: &[(&Path, &Path)], mut tell: impl FnMut(Progress)) -> Result<(), StoreError> {
    let mut files = files.to_vec();
    files.sort_unstable();
    let mut readers = Vec::new();
    for (source, target) in &files {
        refuse_existing(target)?;
        readers.push(file::open_reader(source).map_err(|error| health::named(source, &error))?);
    }
    let moments = at_one_moment(&files, &readers)?;
    for ((source, target), moment) in files.iter().zip(moments) {
        copy(&moment, target, &mut tell).map_err(|error| health::named(source, &error))?;
    }
    Ok(())
}

/// A read of each file, all begun while nobody could write to any of them.
fn at_one_moment<'a>(files: &[(&Path, &Path)], readers: &'a [Connection]) -> Result<Vec<Transaction<'a>>, StoreError> {
    let mut rights = Vec::new();
    for (source, _) in files {
        let right = (|| {
            let connection = Connection::open_with_flags(source, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
            connection.busy_timeout(PATIENCE)?;
            connection.execute_batch("BEGIN IMMEDIATE")?;
            Ok(connection)
        })();
        rights.push(right.map_err(|error: rusqlite::Error| health::named(source, &failed(error)))?);
    }
    let mut moments = Vec::new();
    for (reader, (source, _)) in readers.iter().zip(files) {
        let moment = reader.unchecked_transaction().and_then(|moment| {
            // A transaction begins with its first read.
            moment.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?;
            Ok(moment)
        });
        moments.push(moment.map_err(|error| health::named(source, &failed(error)))?);
    }
    // Closed, a connection rolls back: it has written nothing.
    drop(rights);
    Ok(moments)
}

fn copy(moment: &Connection, target: &Path, tell: &mut impl FnMut(Progress)) -> Result<(), StoreError> {
    let mut copy = Connection::open(target).map_err(failed)?;
    {
        let backup = Backup::new(moment, &mut copy).map_err(failed)?;
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
    // Who takes a copy of a damaged file has none, and should hear of it on the day on which the older copies are still there.
    health::whole(&copy)?;
    copy.close().map_err(|(_, error)| failed(error))?;
    sync(target)
}

/// Puts a copy in place of a file that is not there yet.
pub(crate) fn restore(copy: &Path, target: &Path) -> Result<(), StoreError> {
    refuse_existing(target)?;
    let source = Connection::open_with_flags(copy, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(failed)?;
    let verdict: String = source.query_row("PRAGMA integrity_check", [], |row| row.get(0)).map_err(failed)?;
    if verdict != "ok" {
        return Err(StoreError::Unavailable(format!("the copy is damaged: {verdict}")));
    }
    drop(source);
    std::fs::copy(copy, target).map_err(io)?;
    let restored = Connection::open_with_flags(target, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(failed)?;
    // Whoever kept a copy of what was lost makes it anew. A copy of an older version has no feed, and so no readers.
    if restored.table_exists(None, "feed_gone").map_err(failed)? {
        feed::begin_anew(&restored)?;
    }
    restored.close().map_err(|(_, error)| failed(error))?;
    sync(target)
}

fn refuse_existing(target: &Path) -> Result<(), StoreError> {
    if target.exists() {
        return Err(StoreError::invalid("store.exists", format!("{} is already there", target.display())));
    }
    Ok(())
}

pub(crate) fn sync(target: &Path) -> Result<(), StoreError> {
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
