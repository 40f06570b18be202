//! Where the files are: a folder or a bucket.

#[cfg(feature = "s3")]
mod bucket;
mod folder;

use bytes::Bytes;
use futures::stream::BoxStream;

#[cfg(feature = "s3")]
pub(crate) use bucket::Bucket;
pub(crate) use folder::Folder;

use crate::error::Result;
use crate::id::PictureId;
use crate::size::Size;

/// The length of a file, and its parts.
pub(crate) type Parts = (u64, BoxStream<'static, Result<Bytes>>);

/// A place for the files of pictures. An enum and no trait: there are two, and both are known here.
#[derive(Clone, Debug)]
pub(crate) enum Shelf {
    Folder(Folder),
    #[cfg(feature = "s3")]
    Bucket(Bucket),
}

impl Shelf {
    /// Leaves so many bytes of the disk alone. A bucket has no end.
    pub(crate) fn keeping_free(self, bytes: u64) -> Self {
        match self {
            Self::Folder(folder) => Self::Folder(folder.keeping_free(bytes)),
            #[cfg(feature = "s3")]
            bucket @ Self::Bucket(_) => bucket,
        }
    }

    /// Whether there is room for so many bytes.
    pub(crate) async fn has_room(&self, bytes: usize) -> Result<()> {
        match self {
            Self::Folder(folder) => folder.has_room(bytes).await,
            #[cfg(feature = "s3")]
            Self::Bucket(_) => Ok(()),
        }
    }

    /// Keeps files of one picture, and answers when they are safe.
    pub(crate) async fn put(&self, id: PictureId, files: Vec<(Size, Bytes)>) -> Result<()> {
        match self {
            Self::Folder(folder) => folder.put(id, files).await,
            #[cfg(feature = "s3")]
            Self::Bucket(bucket) => bucket.put(id, files).await,
        }
    }

    /// The file of one size.
    pub(crate) async fn get(&self, id: PictureId, size: Size) -> Result<Option<Bytes>> {
        match self {
            Self::Folder(folder) => folder.get(id, size).await,
            #[cfg(feature = "s3")]
            Self::Bucket(bucket) => bucket.get(id, size).await,
        }
    }

    /// The length of the file of one size, and its parts as they are asked for.
    pub(crate) async fn stream(&self, id: PictureId, size: Size) -> Result<Option<Parts>> {
        match self {
            Self::Folder(folder) => folder.stream(id, size).await,
            #[cfg(feature = "s3")]
            Self::Bucket(bucket) => bucket.stream(id, size).await,
        }
    }

    /// Removes all that is kept of a picture, even of one that was never finished.
    pub(crate) async fn remove(&self, id: PictureId) -> Result<()> {
        match self {
            Self::Folder(folder) => folder.remove(id).await,
            #[cfg(feature = "s3")]
            Self::Bucket(bucket) => bucket.remove(id).await,
        }
    }

    /// Every picture of which something is kept, in no particular order, read as it is asked for.
    pub(crate) fn ids(&self) -> BoxStream<'static, Result<PictureId>> {
        match self {
            Self::Folder(folder) => folder.ids(),
            #[cfg(feature = "s3")]
            Self::Bucket(bucket) => bucket.ids(),
        }
    }
}

/// Where a file is, on every shelf and in a backup.
pub(crate) fn path_of(id: PictureId, size: Size) -> String {
    format!("{:02x}/{id}/{}", id.shard(), size.file_name())
}

/// What a path says, if it is one that [`path_of`] writes.
pub(crate) fn parse_path(path: &str) -> Option<(PictureId, Size)> {
    let mut parts = path.split('/').skip(1);
    let (id, size) = (parts.next()?.parse().ok()?, Size::from_file_name(parts.next()?)?);
    (path_of(id, size) == path).then_some((id, size))
}
