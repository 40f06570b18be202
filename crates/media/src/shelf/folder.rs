//! A folder on this machine, written through to the disk.
//!
//! `ab/ab12…/640.jpg`: a folder for each picture, in one of 256 that are there from the start. A file is written under another name,
//! synced and renamed, so that it is there whole or not at all; the folders that gained a name are synced after it. What a power cut
//! leaves behind stands in the folder of a picture that nobody was told about, and goes when that is removed.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use bytes::Bytes;
use futures::StreamExt as _;
use futures::stream::{self, BoxStream};

use super::{Parts, path_of};
use crate::error::{PictureError, Result};
use crate::id::PictureId;
use crate::size::Size;

/// The bytes of a part: a picture for a list is one, a picture that fills a screen some four.
const PART: usize = 64 * 1024;

#[derive(Clone, Debug)]
pub(crate) struct Folder {
    root: PathBuf,
    /// So many bytes of the disk are not for pictures.
    reserve: u64,
}

impl Folder {
    /// Opens a folder, or makes it.
    pub(crate) fn open(root: &Path) -> Result<Self> {
        make_folders(root).map_err(|error| failed(root, &error))?;
        Ok(Self { root: root.to_owned(), reserve: 0 })
    }

    pub(crate) fn keeping_free(self, reserve: u64) -> Self {
        Self { reserve, ..self }
    }

    /// Whether so many bytes leave the reserve alone. Those who ask at once may take a little of it together: as many as are taken in at a
    /// time, each no larger than one picture.
    pub(crate) async fn has_room(&self, bytes: usize) -> Result<()> {
        let (root, wanted) = (self.root.clone(), self.reserve.saturating_add(bytes as u64));
        if self.reserve == 0 {
            return Ok(());
        }
        on_blocking_thread(move || match rustix::fs::statvfs(&root) {
            Ok(disk) if disk.f_bavail.saturating_mul(disk.f_frsize) < wanted => Err(PictureError::NoRoom),
            Ok(_) => Ok(()),
            Err(error) => Err(failed(&root, &error.into())),
        })
        .await
    }

    pub(crate) async fn put(&self, id: PictureId, files: Vec<(Size, Bytes)>) -> Result<()> {
        let folder = self.folder_of(id);
        on_blocking_thread(move || write_durably(&folder, &files).map_err(|error| failed(&folder, &error))).await
    }

    pub(crate) async fn get(&self, id: PictureId, size: Size) -> Result<Option<Bytes>> {
        let path = self.root.join(path_of(id, size));
        on_blocking_thread(move || match fs::read(&path) {
            Ok(bytes) => Ok(Some(bytes.into())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(failed(&path, &error)),
        })
        .await
    }

    /// A small file comes as a whole: it is one trip to a thread that may block, as every further part is.
    pub(crate) async fn stream(&self, id: PictureId, size: Size) -> Result<Option<Parts>> {
        let path = self.root.join(path_of(id, size));
        let opened = on_blocking_thread(move || {
            let open = || -> io::Result<_> {
                let mut file = File::open(&path)?;
                let len = file.metadata()?.len();
                let first = part_of(&mut file)?;
                Ok((file, len, first))
            };
            match open() {
                Ok(opened) => Ok(Some(opened)),
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
                Err(error) => Err(failed(&path, &error)),
            }
        });
        let Some((file, len, first)) = opened.await? else { return Ok(None) };
        let left = len.saturating_sub(first.len() as u64);
        let parts = stream::try_unfold((Some(first), file, left), |(first, mut file, left)| async move {
            if let Some(first) = first {
                return Ok(Some((first, (None, file, left))));
            }
            if left == 0 {
                return Ok(None);
            }
            let read = move || part_of(&mut file).map(|part| (part, file)).map_err(PictureError::unavailable);
            let (next, file) = on_blocking_thread(read).await?;
            let left = left.saturating_sub(next.len() as u64);
            // A file never changes; one that ends too soon is damaged, and says so by ending early.
            Ok((!next.is_empty()).then_some((next, (None, file, left))))
        });
        Ok(Some((len, parts.boxed())))
    }

    /// Gone for good: whoever asked forgets about the picture next, and a power cut must not bring it back.
    pub(crate) async fn remove(&self, id: PictureId) -> Result<()> {
        let folder = self.folder_of(id);
        on_blocking_thread(move || match fs::remove_dir_all(&folder).and_then(|()| sync_parent(&folder)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(failed(&folder, &error)),
            _ => Ok(()),
        })
        .await
    }

    /// One of the 256 folders at a time. Only names are read, never a file.
    pub(crate) fn ids(&self) -> BoxStream<'static, Result<PictureId>> {
        let root = self.root.clone();
        stream::iter(0..=u8::MAX)
            .then(move |shard| {
                let folder = root.join(format!("{shard:02x}"));
                on_blocking_thread(move || ids_in(&folder, shard).map_err(|error| failed(&folder, &error)))
            })
            .flat_map(|ids| match ids {
                Ok(ids) => stream::iter(ids).map(Ok).left_stream(),
                Err(error) => stream::iter([Err(error)]).right_stream(),
            })
            .boxed()
    }

    fn folder_of(&self, id: PictureId) -> PathBuf {
        self.root.join(format!("{:02x}", id.shard())).join(id.to_string())
    }
}

/// The 256 are made at once and stay, so that a picture never depends on a folder that somebody else has made but not yet synced.
fn make_folders(root: &Path) -> io::Result<()> {
    let root = std::path::absolute(root)?;
    let missing: Vec<&Path> = root.ancestors().take_while(|folder| !folder.exists()).collect();
    for folder in missing.into_iter().rev() {
        make_folder(folder)?;
        sync_parent(folder)?;
    }
    for shard in 0..=u8::MAX {
        make_folder(&root.join(format!("{shard:02x}")))?;
    }
    sync_folder(&root)
}

/// The next part of a file, full unless it is the last.
fn part_of(file: &mut File) -> io::Result<Bytes> {
    let mut part = Vec::with_capacity(PART);
    file.take(PART as u64).read_to_end(&mut part)?;
    Ok(part.into())
}

fn write_durably(folder: &Path, files: &[(Size, Bytes)]) -> io::Result<()> {
    make_folder(folder)?;
    for (size, bytes) in files {
        let path = folder.join(size.file_name());
        let unfinished = path.with_extension("part");
        let mut file = File::create(&unfinished)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        drop(file);
        fs::rename(&unfinished, &path)?;
    }
    sync_folder(folder)?;
    sync_parent(folder)
}

fn ids_in(folder: &Path, shard: u8) -> io::Result<Vec<PictureId>> {
    let mut ids = Vec::new();
    for entry in fs::read_dir(folder)? {
        let id: Option<PictureId> = entry?.file_name().to_str().and_then(|name| name.parse().ok());
        ids.extend(id.filter(|id| id.shard() == shard));
    }
    Ok(ids)
}

fn make_folder(folder: &Path) -> io::Result<()> {
    match fs::create_dir(folder) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

fn sync_parent(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), sync_folder)
}

/// Makes the names in a folder durable. Elsewhere than on Unix a folder cannot be opened as a file, and its names are left to the system.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

fn failed(path: &Path, error: &io::Error) -> PictureError {
    PictureError::unavailable(format_args!("{}: {error}", path.display()))
}

async fn on_blocking_thread<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(PictureError::unavailable)?
}
