//! What can go wrong with the file.

use std::path::{Path, PathBuf};

use chabudai_jobs::Failed;
use rusqlite::ErrorCode;

/// Why there is no answer, or no file. No question is among the reasons.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// Another server, or a command, uses the file at this moment.
    #[error("{} is in use by another process", .0.display())]
    InUse(PathBuf),
    /// What lies there is a database, and not one of ours to replace.
    #[error("{} belongs to another program, or is no search file", .0.display())]
    Foreign(PathBuf),
    /// The disk, or the rights on it.
    #[error("{}: {why}", .path.display())]
    Disk {
        /// Of which file.
        path: PathBuf,
        /// What the system says.
        why: std::io::Error,
    },
    /// What SQLite says.
    #[error("the search file: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// The work ended without an answer: it panicked, or the program ends.
    #[error("a search ended without an answer")]
    Ended,
    /// Somebody else has begun to write since; this has written nothing.
    #[error("another reader of the feed has begun")]
    Overtaken,
}

impl SearchError {
    pub(crate) fn disk(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        move |why| Self::Disk { path: path.to_owned(), why }
    }

    /// Whether the file has to be made anew.
    pub(crate) fn is_damage(&self) -> bool {
        let Self::Sqlite(error) = self else { return false };
        matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase | ErrorCode::CannotOpen))
    }
}

impl From<SearchError> for Failed {
    fn from(error: SearchError) -> Self {
        Self::because(error)
    }
}
