//! Secrets that are made on the first start and kept in the data directory.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

/// What the server keeps to itself.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Secrets {
    /// The root secret. Cursors were the first that it sealed, and files that are there call it so.
    #[serde(rename = "cursor")]
    pub(crate) root: String,
}

/// Where they are kept.
pub(crate) fn file_in(data: &Path) -> PathBuf {
    data.join("secrets.json")
}

/// The secrets of a data directory; made if there are none.
pub(crate) fn load_or_make(data: &Path) -> Result<Secrets> {
    let path = file_in(data);
    match std::fs::read_to_string(&path) {
        Ok(text) => serde_json::from_str(&text).with_context(|| format!("{} is damaged", path.display())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => make(&path),
        Err(error) => Err(error).with_context(|| format!("{} cannot be read", path.display())),
    }
}

fn make(path: &Path) -> Result<Secrets> {
    let mut random = [0u8; 32];
    getrandom::fill(&mut random).context("the operating system gives no random bytes")?;
    let mut root = String::new();
    for byte in random {
        write!(root, "{byte:02x}").expect("a string takes every text");
    }
    let secrets = Secrets { root };
    keep(path, &secrets).with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(secrets)
}

fn keep(path: &Path, secrets: &Secrets) -> Result<()> {
    let folder = path.parent().context("the file is in a folder")?;
    std::fs::create_dir_all(folder)?;
    // Written aside and moved into place, so that a crash leaves either nothing or all of it. The file is readable by its owner only.
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(serde_json::to_string_pretty(secrets)?.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    std::fs::File::open(folder)?.sync_all()?;
    Ok(())
}
