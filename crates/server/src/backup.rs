//! One archive of everything in the data directory: every app's database, whichever of them this server serves, all as they stand at
//! one moment; the pictures; the secrets, and whatever else lies there.
//!
//! Pictures are read after that moment. All that the databases name is there then: a picture is kept before anything names it, is never
//! changed, and is removed only if nothing has named it for a day.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use chabudai_media::KeptFile;
use chabudai_store_embedded::{DataDirectory, EmbeddedStore};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use futures::StreamExt as _;
use serde::{Deserialize, Serialize};

use crate::config::{DataOptions, StoreKind};
use crate::{open, progress, secrets};

/// Says what an archive is.
#[derive(Serialize, Deserialize)]
struct Manifest {
    format: u32,
    program: String,
    apps: Vec<String>,
}

const FORMAT: u32 = 1;
const MANIFEST: &str = "chabudai.json";

/// Writes an archive while the server goes on serving.
pub(crate) async fn backup(options: &DataOptions, archive: &Path) -> Result<()> {
    if options.store != StoreKind::Embedded {
        bail!("DynamoDB keeps its own backups (point-in-time recovery); this command is for the embedded store");
    }
    if archive.exists() {
        bail!("{} is already there", archive.display());
    }
    open::is_whole(options)?;
    let found = Found::in_directory(&options.data)?;
    let folder = archive.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let target = tempfile::NamedTempFile::new_in(folder)?;
    let mut tar = tar::Builder::new(GzEncoder::new(target, Compression::default()));
    let apps: Vec<String> = found.databases.iter().map(|(app, _)| app.clone()).collect();
    let manifest = Manifest { format: FORMAT, program: format!("chabudai {}", env!("CARGO_PKG_VERSION")), apps: apps.clone() };
    append(&mut tar, MANIFEST, &serde_json::to_vec_pretty(&manifest)?)?;

    let aside = tempfile::tempdir_in(folder)?;
    let copies: Vec<PathBuf> = apps.iter().map(|app| aside.path().join(app)).collect();
    let pairs: Vec<_> = found.databases.iter().zip(&copies).map(|((_, file), copy)| (file.as_path(), copy.as_path())).collect();
    let bar = progress::bar(0, "pages");
    EmbeddedStore::backup_files(&pairs, |step| {
        bar.set_length(step.total);
        bar.set_position(step.done);
    })?;
    bar.finish_and_clear();
    for (app, copy) in apps.iter().zip(&copies) {
        tar.append_path_with_name(copy, format!("{app}.sqlite"))?;
    }
    let bar = progress::spinner("picture files");
    let place = open::noted_pictures(options);
    let mut files = open::pictures_at(&place)?.export();
    while let Some(file) = files.next().await {
        let file = file?;
        append(&mut tar, &format!("pictures/{}", file.path), &file.bytes)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let pictures = bar.position();
    for (name, path) in &found.others {
        append(&mut tar, name, &std::fs::read(path).with_context(|| format!("{}", path.display()))?)?;
    }
    let target = tar.into_inner()?.finish()?;
    target.as_file().sync_all()?;
    target.persist_noclobber(archive)?;
    File::open(folder)?.sync_all()?;
    println!("{} holds everything: {}, {pictures} picture files from {place}, the secrets", archive.display(), apps.join(", "));
    if !secrets::file_in(&options.data).exists() {
        println!("The root secret was given to the server from elsewhere and is not among them. Keep it, too.");
    }
    Ok(())
}

/// What lies in a data directory, besides the pictures.
struct Found {
    databases: Vec<(String, PathBuf)>,
    others: Vec<(String, PathBuf)>,
}

impl Found {
    fn in_directory(data: &Path) -> Result<Self> {
        let mut found = Self { databases: Vec::new(), others: Vec::new() };
        for entry in std::fs::read_dir(data).with_context(|| format!("{} has no data", data.display()))? {
            let path = entry?.path();
            let Some(name) = path.file_name().and_then(|name| name.to_str()).map(str::to_owned) else { continue };
            match app_of(&name) {
                Some(app) => found.databases.push((app.to_owned(), path)),
                None if path.is_file() && is_kept(&name) => found.others.push((name, path)),
                None => {}
            }
        }
        if found.databases.is_empty() {
            bail!("{} has no data", data.display());
        }
        found.databases.sort_unstable();
        found.others.sort_unstable();
        Ok(found)
    }
}

/// The app whose database has this name. A copy from before a change of format has a longer one.
fn app_of(name: &str) -> Option<&str> {
    name.strip_suffix(".sqlite").filter(|app| !app.is_empty() && app.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'))
}

/// Whether a file that is no database belongs into the archive: not what a server needs only while it runs, nor an older archive.
fn is_kept(name: &str) -> bool {
    let passing = ["-wal", "-shm", "-journal", ".room", ".new", ".tar.gz"];
    !name.starts_with('.') && !passing.iter().any(|tail| name.ends_with(tail))
}

fn append(tar: &mut tar::Builder<impl std::io::Write>, name: &str, bytes: &[u8]) -> Result<()> {
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes.len() as u64);
    header.set_mode(0o600);
    header.set_cksum();
    Ok(tar.append_data(&mut header, name, bytes)?)
}

/// Puts an archive into an empty data directory.
pub(crate) async fn restore(options: &DataOptions, archive: &Path) -> Result<()> {
    if options.store != StoreKind::Embedded {
        bail!("this command is for the embedded store");
    }
    // What a restore that was killed has left is nobody's data yet.
    let begun = options.data.join(open::RESTORING);
    let is_empty =
        || Ok::<_, std::io::Error>(!std::fs::read_dir(&options.data)?.any(|entry| entry.is_ok_and(|e| e.file_name() != ".lock")));
    if options.data.exists() && !begun.exists() && !is_empty()? {
        bail!("{} is not empty", options.data.display());
    }
    let held = DataDirectory::lock(&options.data)?;
    clear(held.path())?;
    File::create(&begun)?.sync_all()?;
    File::open(held.path())?.sync_all()?;
    if let Err(error) = unpack(options, &held, archive).await {
        // Half a house is worse than none: what was put here goes again.
        clear(held.path())?;
        std::fs::remove_file(&begun)?;
        return Err(error);
    }
    std::fs::remove_file(&begun)?;
    File::open(held.path())?.sync_all()?;
    println!("{} is restored", options.data.display());
    Ok(())
}

/// Removes everything from a data directory but what says whose it is, and that it is not whole.
fn clear(directory: &Path) -> Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let (name, path) = entry.map(|entry| (entry.file_name(), entry.path()))?;
        if name != ".lock" && name != open::RESTORING {
            let removed = if path.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
            removed.with_context(|| path.display().to_string())?;
        }
    }
    Ok(())
}

async fn unpack(options: &DataOptions, held: &DataDirectory, archive: &Path) -> Result<()> {
    let file = File::open(archive).with_context(|| format!("{}", archive.display()))?;
    let mut tar = tar::Archive::new(GzDecoder::new(file));
    let pictures = open::pictures(options)?;
    let aside = tempfile::tempdir_in(&options.data)?;
    let (mut manifest, mut restored): (Option<Manifest>, Vec<String>) = (None, Vec::new());
    let bar = progress::spinner("files");
    for entry in tar.entries()? {
        let mut entry = entry.context("the archive is damaged")?;
        let path = entry.path()?.into_owned();
        if !path.components().all(|part| matches!(part, Component::Normal(_))) {
            bail!("the archive holds a path that leads out of it");
        }
        let name = path.to_str().context("the archive holds a path that is no text")?.to_owned();
        let mut bytes = Vec::new();
        if let Some(app) = app_of(&name) {
            let copy = aside.path().join(app);
            let mut out = File::create(&copy)?;
            std::io::copy(&mut entry, &mut out).context("the archive is damaged")?;
            out.flush()?;
            EmbeddedStore::restore(&copy, &DataDirectory::file_of(&options.data, app))?;
            held.has(app)?;
            restored.push(app.to_owned());
        } else {
            entry.read_to_end(&mut bytes).context("the archive is damaged")?;
            match (name.as_str(), name.strip_prefix("pictures/")) {
                (MANIFEST, _) => manifest = Some(serde_json::from_slice(&bytes).context("the archive's manifest is damaged")?),
                (_, Some(path)) => pictures.import(KeptFile { path: path.to_owned(), bytes: bytes.into() }).await?,
                (name, None) if path.components().count() == 1 && is_kept(name) => {
                    let mut file = tempfile::NamedTempFile::new_in(&options.data)?;
                    file.write_all(&bytes)?;
                    file.as_file().sync_all()?;
                    file.persist_noclobber(options.data.join(name))?;
                }
                _ => bail!("the archive holds {name}, which is not ours"),
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    // What is behind the last entry tells whether anything before it was changed or cut off.
    std::io::copy(&mut tar.into_inner(), &mut std::io::sink()).context("the archive is damaged")?;
    let manifest = manifest.context("the archive has no manifest")?;
    if manifest.format != FORMAT {
        bail!("the archive was written by a later version");
    }
    if let Some(missing) = manifest.apps.iter().find(|app| !restored.contains(app)) {
        bail!("the archive lacks the data of {missing}");
    }
    File::open(&options.data)?.sync_all()?;
    Ok(())
}
