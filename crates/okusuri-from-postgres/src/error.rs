//! What can go wrong on the way. A sentence names tables and ids, never what stands in a row.

use std::path::PathBuf;

use chabudai_kernel::store::StoreError;

/// What can go wrong.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// The address of the source does not parse.
    #[error("--from is no address of a PostgreSQL database, such as postgres://okusuri@localhost/okusuri")]
    Address,
    /// The source cannot be reached.
    #[error("the source cannot be reached: {0}")]
    Connection(String),
    /// The source refused a statement.
    #[error("the source refused {doing}: {why}")]
    Source {
        /// What was being done.
        doing: &'static str,
        /// The code of the error, and where it happened.
        why: String,
    },
    /// The source is not the system that this knows.
    #[error("{0}")]
    NotThatSystem(String),
    /// The zone is not known.
    #[error("there is no time zone {0}; one is called Asia/Tokyo")]
    Zone(String),
    /// A file of the work folder cannot be read or written.
    #[error("{}: {why}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// A file of the work folder is not as it was written.
    #[error("{} is not what the manifest says: it was changed or cut off", .0.display())]
    Altered(PathBuf),
    /// There is nothing to go on from.
    #[error("{0}")]
    Order(&'static str),
    /// Something has to be put right in the source, or in the store, before anything is written.
    #[error("nothing was written: {} reasons, see the list above", .0.len())]
    Refused(Vec<crate::transform::Refusal>),
    /// The store failed.
    #[error("the store: {0}")]
    Store(#[from] StoreError),
    /// An item in the store is not one of this app.
    #[error("the store holds an item that does not decode: {0}")]
    Decode(#[from] chabudai_kernel::packed::DecodeError),
}

/// The answer of everything here.
pub type Result<T> = std::result::Result<T, MoveError>;

impl MoveError {
    /// An error of the source. Its own sentence may hold what stands in a row, so only its code is told, and where it happened.
    pub(crate) fn source(doing: &'static str) -> impl Fn(tokio_postgres::Error) -> Self {
        move |error| Self::Source { doing, why: told(&error) }
    }

    /// An error of a file.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |error| Self::File { path, why: error.to_string() }
    }
}

fn told(error: &tokio_postgres::Error) -> String {
    let Some(error) = error.as_db_error() else {
        return if error.is_closed() { "the connection ended".to_owned() } else { "the answer was not understood".to_owned() };
    };
    let places = [("table", error.table()), ("column", error.column()), ("constraint", error.constraint())];
    let place = places.into_iter().filter_map(|(what, name)| Some(format!(", {what} {}", name?)));
    format!("SQLSTATE {}{}", error.code().code(), place.collect::<String>())
}
