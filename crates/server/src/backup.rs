//! One archive of everything: every app's file, the pictures, the secrets.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::{Component, Path};

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
    let folder = archive.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let target = tempfile::NamedTempFile::new_in(folder)?;
    let mut tar = tar::Builder::new(GzEncoder::new(target, Compression::default()));
    let manifest = Manifest { format: FORMAT, program: format!("chabudai {}", env!("CARGO_PKG_VERSION")), apps: options.apps.clone() };
    append(&mut tar, MANIFEST, &serde_json::to_vec_pretty(&manifest)?)?;

    let aside = tempfile::tempdir_in(folder)?;
    for design in open::with_house(&options.apps)? {
        let file = DataDirectory::file_of(&options.data, design.app);
        if !file.exists() && design.app == open::HOUSE.app {
            // No server has made it yet; the next one will.
            continue;
        }
        if !file.exists() {
            bail!("{} has no data of {}", options.data.display(), design.app);
        }
        let copy = aside.path().join(design.app);
        let bar = progress::bar(0, "pages");
        EmbeddedStore::open_to_read(&file, design.tables)?.backup(&copy, |step| {
            bar.set_length(step.total);
            bar.set_position(step.done);
        })?;
        bar.finish_and_clear();
        tar.append_path_with_name(&copy, format!("{}.sqlite", design.app))?;
    }
    let bar = progress::spinner("picture files");
    let mut files = open::pictures(options)?.export();
    while let Some(file) = files.next().await {
        let file = file?;
        append(&mut tar, &format!("pictures/{}", file.path), &file.bytes)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let kept = secrets::file_in(&options.data);
    if kept.exists() {
        append(&mut tar, "secrets.json", &std::fs::read(&kept)?)?;
    }
    let target = tar.into_inner()?.finish()?;
    target.as_file().sync_all()?;
    target.persist_noclobber(archive)?;
    File::open(folder)?.sync_all()?;
    println!("{} holds everything", archive.display());
    Ok(())
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
    if options.data.exists() && std::fs::read_dir(&options.data)?.any(|entry| entry.is_ok_and(|entry| entry.file_name() != ".lock")) {
        bail!("{} is not empty", options.data.display());
    }
    let held = DataDirectory::lock(&options.data)?;
    let restored = unpack(options, archive).await;
    if restored.is_err() {
        // Half a house is worse than none: what was put here goes again.
        for entry in std::fs::read_dir(held.path())?.flatten().filter(|entry| entry.file_name() != ".lock") {
            let path = entry.path();
            let _ = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
        }
    }
    restored?;
    println!("{} is restored", options.data.display());
    Ok(())
}

async fn unpack(options: &DataOptions, archive: &Path) -> Result<()> {
    let file = File::open(archive).with_context(|| format!("{}", archive.display()))?;
    let mut tar = tar::Archive::new(GzDecoder::new(file));
    let pictures = open::pictures(options)?;
    let aside = tempfile::tempdir_in(&options.data)?;
    let mut manifest: Option<Manifest> = None;
    let bar = progress::spinner("files");
    for entry in tar.entries()? {
        let mut entry = entry.context("the archive is damaged")?;
        let path = entry.path()?.into_owned();
        if !path.components().all(|part| matches!(part, Component::Normal(_))) {
            bail!("the archive holds a path that leads out of it");
        }
        let name = path.to_str().context("the archive holds a path that is no text")?.to_owned();
        let mut bytes = Vec::new();
        if let Some(app) = name.strip_suffix(".sqlite") {
            let design = open::design(app)?;
            let copy = aside.path().join(app);
            let mut out = File::create(&copy)?;
            std::io::copy(&mut entry, &mut out)?;
            out.flush()?;
            EmbeddedStore::restore(&copy, &DataDirectory::file_of(&options.data, design.app))?;
        } else {
            entry.read_to_end(&mut bytes)?;
            match (name.as_str(), name.strip_prefix("pictures/")) {
                (MANIFEST, _) => manifest = Some(serde_json::from_slice(&bytes).context("the archive's manifest is damaged")?),
                ("secrets.json", _) => {
                    let mut file = tempfile::NamedTempFile::new_in(&options.data)?;
                    file.write_all(&bytes)?;
                    file.as_file().sync_all()?;
                    file.persist(secrets::file_in(&options.data))?;
                }
                (_, Some(path)) => pictures.import(KeptFile { path: path.to_owned(), bytes: bytes.into() }).await?,
                _ => bail!("the archive holds {name}, which is not ours"),
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let manifest = manifest.context("the archive has no manifest")?;
    if manifest.format != FORMAT {
        bail!("the archive was written by a later version");
    }
    File::open(&options.data)?.sync_all()?;
    Ok(())
}
