//! The work folder: what was read, how far the load is, which numbers new logs have got. Only its owner may look into it.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::error::{MoveError, Result};
use crate::snapshot::{Manifest, Row, Snapshot, TableManifest};
use crate::source::SourceTable;

const STATE: &str = "state.json";
const MANIFEST: &str = "manifest.json";

/// The work folder.
#[derive(Clone, Debug)]
pub struct WorkFolder(PathBuf);

/// How far the move is. Replaced as a whole and synced, so that a power cut leaves the one or the other.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// The snapshot that is being loaded, or was.
    pub snapshot: String,
    /// The SHA-256 of its manifest: another one is another load.
    pub manifest_sha256: String,
    /// The first write was about to be made: from here on only this snapshot may be loaded.
    pub has_begun: bool,
    /// People who have arrived, in the order of their ids.
    pub people: usize,
    /// Things of theirs that have arrived, in the order of their keys.
    pub things: usize,
    /// Everything has arrived.
    pub is_complete: bool,
    /// A later snapshot whose changes are being applied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub applying: Option<String>,
}

impl WorkFolder {
    /// A folder that is made if it is not there.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self> {
        let path = path.into();
        private_folder(&path)?;
        Ok(Self(path))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// How far the move is, if it has begun.
    pub fn state(&self) -> Result<Option<State>> {
        self.read_json(STATE)
    }

    /// Keeps how far the move is.
    pub(crate) fn keep_state(&self, state: &State) -> Result<()> {
        self.write_json(STATE, state)
    }

    /// A snapshot's folder by its name.
    pub fn snapshot(&self, name: &str) -> SnapshotFolder {
        SnapshotFolder(self.0.join(name))
    }

    /// An empty folder for a snapshot that nothing refers to yet.
    pub(crate) fn fresh_snapshot(&self, name: &str) -> Result<SnapshotFolder> {
        let path = self.0.join(name);
        if path.exists() {
            std::fs::remove_dir_all(&path).map_err(MoveError::file(&path))?;
        }
        private_folder(&path)?;
        Ok(SnapshotFolder(path))
    }

    /// The name of the snapshot after this one.
    pub(crate) fn name_after(last: Option<&str>) -> String {
        let number: u32 = last.and_then(|name| name.strip_prefix("snapshot-")).and_then(|digits| digits.parse().ok()).unwrap_or(0);
        format!("snapshot-{:04}", number + 1)
    }

    /// A JSON file, if it is there.
    pub(crate) fn read_json<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>> {
        let path = self.0.join(name);
        match std::fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|_| MoveError::Altered(path)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(MoveError::file(path)(error)),
        }
    }

    /// Replaces a JSON file as a whole, synced.
    pub fn write_json<T: Serialize>(&self, name: &str, value: &T) -> Result<()> {
        write_whole(&self.0, name, &json(value))
    }
}

fn json<T: Serialize>(value: &T) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(value).expect("what is kept here has text keys and plain values");
    bytes.push(b'\n');
    bytes
}

/// Writes a file beside and moves it into place; both are synced before this returns. Such a file is its owner's alone (0600).
fn write_whole(folder: &Path, name: &str, bytes: &[u8]) -> Result<()> {
    let failed = || MoveError::file(folder.join(name));
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(failed())?;
    file.write_all(bytes).map_err(failed())?;
    file.as_file().sync_all().map_err(failed())?;
    file.persist(folder.join(name)).map_err(|error| failed()(error.error))?;
    sync_folder(folder)
}

fn sync_folder(folder: &Path) -> Result<()> {
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(MoveError::file(folder))
}

fn private_folder(path: &Path) -> Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(MoveError::file(path))?;
    // One that was there already may be open to others.
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o700)).map_err(MoveError::file(path))
}

/// The folder of one snapshot.
#[derive(Clone, Debug)]
pub struct SnapshotFolder(PathBuf);

impl SnapshotFolder {
    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    fn file_of(&self, table: SourceTable) -> PathBuf {
        self.0.join(format!("{table}.jsonl"))
    }

    /// The file of a table, to be filled.
    pub(crate) fn create(&self, table: SourceTable) -> Result<RowFile> {
        let path = self.file_of(table);
        let file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&path).map_err(MoveError::file(&path))?;
        Ok(RowFile { path, file: BufWriter::new(file), digest: Sha256::new(), rows: 0, min_id: None, max_id: None })
    }

    /// Says that the snapshot is whole.
    pub(crate) fn write_manifest(&self, manifest: &Manifest) -> Result<()> {
        write_whole(&self.0, MANIFEST, &json(manifest))
    }

    /// The SHA-256 of the manifest, which holds those of all files.
    pub(crate) fn digest(&self) -> Result<String> {
        let path = self.0.join(MANIFEST);
        Ok(hex(Sha256::digest(std::fs::read(&path).map_err(MoveError::file(&path))?)))
    }

    /// Reads it back. Files that are not what the manifest says are refused.
    pub fn read(&self) -> Result<Snapshot> {
        let path = self.0.join(MANIFEST);
        let bytes = std::fs::read(&path).map_err(MoveError::file(&path))?;
        let manifest: Manifest = serde_json::from_slice(&bytes).map_err(|_| MoveError::Altered(path.clone()))?;
        if manifest.format != Manifest::FORMAT {
            return Err(MoveError::File { path, why: "it was written by another version of this program".to_owned() });
        }
        let mut rows = std::collections::BTreeMap::new();
        for (table, said) in &manifest.tables {
            rows.insert(*table, self.read_table(*table, said)?);
        }
        Ok(Snapshot { manifest, rows })
    }

    fn read_table(&self, table: SourceTable, said: &TableManifest) -> Result<Vec<Row>> {
        let path = self.file_of(table);
        let mut file = BufReader::new(File::open(&path).map_err(MoveError::file(&path))?);
        let (mut digest, mut rows, mut line) = (Sha256::new(), Vec::new(), String::new());
        while file.read_line(&mut line).map_err(MoveError::file(&path))? > 0 {
            digest.update(line.as_bytes());
            rows.push(serde_json::from_str(&line).map_err(|_| MoveError::Altered(path.clone()))?);
            line.clear();
        }
        let is_whole = hex(digest.finalize()) == said.sha256 && rows.len() as u64 == said.rows;
        if is_whole { Ok(rows) } else { Err(MoveError::Altered(path)) }
    }
}

/// A file that is being filled with rows.
pub(crate) struct RowFile {
    path: PathBuf,
    file: BufWriter<File>,
    digest: Sha256,
    rows: u64,
    min_id: Option<String>,
    max_id: Option<String>,
}

impl RowFile {
    pub(crate) fn write(&mut self, row: &Row) -> Result<()> {
        let mut line = serde_json::to_vec(row).expect("a row is a map of texts");
        line.push(b'\n');
        self.digest.update(&line);
        self.file.write_all(&line).map_err(MoveError::file(&self.path))?;
        self.rows += 1;
        self.min_id.get_or_insert_with(|| row.id().to_owned());
        self.max_id = Some(row.id().to_owned());
        Ok(())
    }

    pub(crate) fn finish(self, source_name: &str, disagreements: i64) -> Result<TableManifest> {
        let Self { path, file, digest, rows, min_id, max_id } = self;
        let file = file.into_inner().map_err(|error| MoveError::file(&path)(error.into_error()))?;
        file.sync_all().map_err(MoveError::file(&path))?;
        Ok(TableManifest { source_name: source_name.to_owned(), rows, min_id, max_id, sha256: hex(digest.finalize()), disagreements })
    }
}

/// Bytes in small hexadecimal digits.
pub(crate) fn hex(bytes: impl AsRef<[u8]>) -> String {
    use std::fmt::Write as _;
    bytes.as_ref().iter().fold(String::new(), |mut out, byte| {
        write!(out, "{byte:02x}").expect("a string takes every text");
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn only_the_owner_may_look() {
        let outer = tempfile::tempdir().unwrap();
        let folder = WorkFolder::open(outer.path().join("work")).unwrap();
        folder.keep_state(&State { people: 3, ..State::default() }).unwrap();
        let snapshot = folder.fresh_snapshot("plan").unwrap();
        snapshot.create(SourceTable::User).unwrap().finish("users", 0).unwrap();
        assert_eq!((mode(folder.path()), mode(snapshot.path())), (0o700, 0o700));
        assert_eq!((mode(&folder.path().join(STATE)), mode(&snapshot.path().join("user.jsonl"))), (0o600, 0o600));
        assert_eq!(folder.state().unwrap().unwrap().people, 3);
    }

    #[test]
    fn a_file_that_was_changed_is_refused() {
        let outer = tempfile::tempdir().unwrap();
        let snapshot = WorkFolder::open(outer.path()).unwrap().fresh_snapshot("plan").unwrap();
        let mut row = Row::default();
        row.set("id", "1");
        let mut file = snapshot.create(SourceTable::User).unwrap();
        file.write(&row).unwrap();
        let mut manifest = Manifest::new("2026-11-15T00:00:00Z".parse().unwrap(), "Asia/Tokyo", "okusuri");
        manifest.tables.insert(SourceTable::User, file.finish("user", 0).unwrap());
        snapshot.write_manifest(&manifest).unwrap();
        assert_eq!(snapshot.read().unwrap().rows(SourceTable::User), [row]);
        std::fs::write(snapshot.path().join("user.jsonl"), "{\"id\":\"2\"}\n").unwrap();
        assert!(matches!(snapshot.read(), Err(MoveError::Altered(_))));
    }

    #[test]
    fn snapshots_are_counted() {
        assert_eq!(WorkFolder::name_after(None), "snapshot-0001");
        assert_eq!(WorkFolder::name_after(Some("snapshot-0009")), "snapshot-0010");
    }
}
