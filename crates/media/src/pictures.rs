//! Add, get, remove, list, export, import.

use std::fmt;
use std::path::Path;
#[cfg(feature = "s3")]
use std::sync::Arc;

use bytes::Bytes;
use chabudai_kernel::store::Now;
use futures::stream::{self, BoxStream};
use futures::{StreamExt as _, TryStreamExt as _, future};
use image::ImageFormat;

use crate::check;
use crate::error::{PictureError, Result};
use crate::id::PictureId;
use crate::limits;
use crate::prepare::prepare;
use crate::queue::Queue;
#[cfg(feature = "s3")]
use crate::shelf::Bucket;
use crate::shelf::{self, Folder, Shelf};
use crate::size::Size;

/// The pictures of all households. Clones share one shelf and one limit.
#[derive(Clone)]
pub struct Pictures {
    shelf: Shelf,
    queue: Queue,
}

/// A picture in one size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// A JPEG file.
    pub bytes: Bytes,
    /// What the `ETag` header says, quotes included. A file never changes, so its name is its mark, on every shelf.
    pub etag: String,
    /// The bytes of the file.
    pub len: u64,
}

/// A picture in one size, read as it is asked for: whoever takes long, or never takes it, holds a part of it and not the whole.
pub struct PictureStream {
    /// The parts of a JPEG file.
    pub parts: BoxStream<'static, Result<Bytes>>,
    /// As of [`Picture`].
    pub etag: String,
    /// The bytes of the file.
    pub len: u64,
}

/// An upload that was checked, in its three sizes, not kept yet.
#[derive(Debug)]
pub struct Prepared(Vec<(Size, Bytes)>);

/// A file as it stands on the shelf, for a backup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptFile {
    /// Where it is: `ab/ab12…/640.jpg`.
    pub path: String,
    /// Its content.
    pub bytes: Bytes,
}

impl Prepared {
    /// What it takes on the disk, in all sizes.
    pub fn bytes(&self) -> u64 {
        self.0.iter().map(|(_, bytes)| bytes.len() as u64).sum()
    }
}

impl Pictures {
    /// The media type of every picture that is kept.
    pub const MEDIA_TYPE: &str = "image/jpeg";

    /// The bytes that an upload may have.
    pub const MAX_BYTES: usize = limits::MAX_BYTES;

    /// In a folder, which is made if it is not there.
    pub fn folder(path: impl AsRef<Path>) -> Result<Self> {
        Folder::open(path.as_ref()).map(Shelf::Folder).map(Self::on)
    }

    /// In a bucket: `s3://bucket` or `s3://bucket/prefix`.
    ///
    /// Credentials, region and endpoint come from the environment (`AWS_ACCESS_KEY_ID`, `AWS_REGION`, `AWS_ENDPOINT_URL` and so on) or
    /// from the machine's role; `options` go before both, by the same names in lower case (`endpoint`, `region`, `allow_http`).
    #[cfg(feature = "s3")]
    pub fn s3<'a>(url: &str, options: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self> {
        Bucket::s3(url, options).map(Shelf::Bucket).map(Self::on)
    }

    /// On any store of objects, such as one in memory.
    #[cfg(feature = "s3")]
    pub fn object_store(store: Arc<dyn object_store::ObjectStore>) -> Self {
        Self::on(Shelf::Bucket(Bucket::new(store)))
    }

    /// Takes in nothing more when less than this is free on the disk of the folder, so that everything small goes on: signing in, recording,
    /// removing. A bucket has no end.
    pub fn keeping_free(mut self, bytes: u64) -> Self {
        self.shelf = self.shelf.keeping_free(bytes);
        self
    }

    /// With at most this many small pictures opened at once, in place of one less than the processors. Of large ones it is always one.
    pub fn at_once(mut self, most: usize) -> Self {
        self.queue = Queue::new(most.max(1));
        self
    }

    fn on(shelf: Shelf) -> Self {
        Self { shelf, queue: Queue::default() }
    }

    /// Takes in an upload: checks it, makes its three sizes, keeps them, and answers when they are safe.
    pub async fn add(&self, upload: Bytes, now: Now) -> Result<PictureId> {
        let prepared = self.prepare(upload).await?;
        let id = PictureId::new(now);
        self.keep(id, prepared).await?;
        Ok(id)
    }

    /// The first half of [`add`](Self::add): checks an upload and makes its three sizes. Nothing is kept yet.
    pub async fn prepare(&self, upload: Bytes) -> Result<Prepared> {
        check::format_of(&upload)?;
        self.shelf.has_room(upload.len()).await?;
        // What is refused does not wait for its turn. Walking the file takes some milliseconds and no memory.
        let walked = upload.clone();
        let found = on_blocking_thread(move || check::look(&walked)).await?;
        let turn = self.queue.turn(found.memory).await?;
        let files = on_blocking_thread(move || {
            // The turn ends with the work, even if nobody waits for it any more.
            let _turn = turn;
            prepare(upload)
        })
        .await?;
        Ok(Prepared(files.into()))
    }

    /// The second half: keeps the picture under an id that the caller has noted, so that it is found even if this is the last that
    /// the process does.
    pub async fn keep(&self, id: PictureId, prepared: Prepared) -> Result<()> {
        self.shelf.put(id, prepared.0).await
    }

    /// A picture in one size, or nothing if it is not kept.
    pub async fn get(&self, id: PictureId, size: Size) -> Result<Option<Picture>> {
        let bytes = self.shelf.get(id, size).await?;
        Ok(bytes.map(|bytes| Picture { etag: etag(id, size), len: bytes.len() as u64, bytes }))
    }

    /// The same, part by part.
    pub async fn stream(&self, id: PictureId, size: Size) -> Result<Option<PictureStream>> {
        let found = self.shelf.stream(id, size).await?;
        Ok(found.map(|(len, parts)| PictureStream { parts, etag: etag(id, size), len }))
    }

    /// Removes a picture in all sizes. One that is not there is removed already.
    pub async fn remove(&self, id: PictureId) -> Result<()> {
        self.shelf.remove(id).await
    }

    /// The pictures that were made before a time, uploads that were never finished included.
    ///
    /// Read as it is asked for, a part of the shelf at a time, so that the caller can look a few up, remove those that nothing refers
    /// to, and go on. Removing what was listed does not disturb the list.
    pub fn list_older_than(&self, time: Now) -> BoxStream<'static, Result<PictureId>> {
        self.shelf.ids().try_filter(move |id| future::ready(id.made() < time)).boxed()
    }

    /// Every file, one after the other.
    pub fn export(&self) -> BoxStream<'static, Result<KeptFile>> {
        let kept = self.shelf.clone();
        kept.ids()
            .map_ok(|id| stream::iter(Size::ALL).map(move |size| Ok((id, size))))
            .try_flatten()
            .try_filter_map(move |(id, size)| {
                let kept = kept.clone();
                // A file that has gone since it was listed is not missing from the backup.
                async move { Ok(kept.get(id, size).await?.map(|bytes| KeptFile { path: shelf::path_of(id, size), bytes })) }
            })
            .boxed()
    }

    /// Puts a file of a backup back, over what may be there.
    ///
    /// A backup comes from outside: a path that is not one of ours, or content that is not a JPEG file, is damage.
    pub async fn import(&self, file: KeptFile) -> Result<()> {
        let (id, size) = shelf::parse_path(&file.path).ok_or(PictureError::Damaged)?;
        if check::format_of(&file.bytes) != Ok(ImageFormat::Jpeg) {
            return Err(PictureError::Damaged);
        }
        self.shelf.put(id, vec![(size, file.bytes)]).await
    }
}

/// A decoder that panics has met a picture that it cannot read.
async fn on_blocking_thread<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|panic| {
        tracing::warn!(%panic, "a decoder gave up on a picture");
        Err(PictureError::Damaged)
    })
}

impl fmt::Debug for Pictures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pictures").field(&self.shelf).finish()
    }
}

/// The mark of a file, to be compared with `If-None-Match` before the file is read.
pub fn etag(id: PictureId, size: Size) -> String {
    format!("\"{id}-{size}\"")
}
