//! The data directory: one file per app, and one server at a time.

use std::fs::{File, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use chabudai_kernel::design::Design;
use chabudai_kernel::store::StoreError;

use crate::{EmbeddedStore, Options};

/// A new data directory is for its owner only: a household's data is nobody else's.
fn private_directory() -> std::fs::DirBuilder {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix has a mode to set"))]
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// A database of an older version, or one that somebody copied here, may be for everybody to read: it is its owner's alone from now on. SQLite
/// gives the files beside it the same mode.
#[cfg(unix)]
fn make_private(file: &Path) -> Result<(), StoreError> {
    use std::os::unix::fs::PermissionsExt as _;
    let Ok(known) = std::fs::metadata(file) else { return Ok(()) };
    let of_others = known.permissions().mode() & 0o077;
    if of_others == 0 {
        return Ok(());
    }
    let unavailable = |error: std::io::Error| StoreError::Unavailable(format!("{}: {error}", file.display()));
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o600)).map_err(unavailable)
}

#[cfg(not(unix))]
fn make_private(_: &Path) -> Result<(), StoreError> {
    Ok(())
}

/// The apps whose files are in the directory, one a line.
const LIST: &str = ".databases";

/// A data directory that is ours alone until this value goes away.
#[derive(Debug)]
pub struct DataDirectory {
    path: PathBuf,
    _lock: File,
}

impl DataDirectory {
    /// Takes the directory, making it if need be. Fails when another server has it.
    pub fn lock(path: &Path) -> Result<Self, StoreError> {
        let unavailable = |at: &Path, error: std::io::Error| StoreError::Unavailable(format!("{}: {error}", at.display()));
        private_directory().recursive(true).create(path).map_err(|error| unavailable(path, error))?;
        let file = path.join(".lock");
        let lock = File::options().create(true).truncate(false).write(true).open(&file).map_err(|error| unavailable(&file, error))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path: path.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => {
                Err(StoreError::invalid("store.in_use", format!("{} is in use by another server", path.display())))
            }
            Err(TryLockError::Error(error)) => Err(unavailable(&file, error)),
        }
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where an app's data lies.
    pub fn file_of(directory: &Path, app: &str) -> PathBuf {
        directory.join(format!("{app}.sqlite"))
    }

    /// Opens an app's store, which is made the first time.
    pub fn open(&self, design: &Design, options: Options) -> Result<EmbeddedStore, StoreError> {
        Self::nothing_is_missing(&self.path)?;
        let file = Self::file_of(&self.path, design.app);
        make_private(&file)?;
        let store = EmbeddedStore::open(&file, design.tables, options)?;
        self.has(design.app)?;
        Ok(store)
    }

    /// Refuses a directory that an app's file was taken from: an empty one in its place would pass for the app's data.
    pub fn nothing_is_missing(directory: &Path) -> Result<(), StoreError> {
        let listed = std::fs::read_to_string(directory.join(LIST)).unwrap_or_default();
        match listed.lines().map(|app| Self::file_of(directory, app)).find(|file| !file.exists()) {
            Some(file) => Err(StoreError::Unavailable(format!(
                "{} is missing; put it back, or restore a backup into an empty folder (to begin anew, take its line out of {})",
                file.display(),
                directory.join(LIST).display()
            ))),
            None => Ok(()),
        }
    }

    /// Notes that an app's file is in this directory, and is to be there from now on.
    pub fn has(&self, app: &str) -> Result<(), StoreError> {
        let list = self.path.join(LIST);
        let unavailable = |error: std::io::Error| StoreError::Unavailable(format!("{}: {error}", list.display()));
        if std::fs::read_to_string(&list).unwrap_or_default().lines().any(|listed| listed == app) {
            return Ok(());
        }
        let mut file = File::options().create(true).append(true).open(&list).map_err(unavailable)?;
        writeln!(file, "{app}").and_then(|()| file.sync_all()).map_err(unavailable)
    }
}
