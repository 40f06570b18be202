//! A bucket that speaks the S3 protocol.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures::stream::BoxStream;
use futures::{StreamExt as _, TryStreamExt as _, future};
use object_store::aws::AmazonS3Builder;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{Error, ObjectStore, ObjectStoreExt as _, RetryConfig};

use super::{Parts, parse_path, path_of};
use crate::error::{PictureError, Result};
use crate::id::PictureId;
use crate::size::Size;

/// Somebody waits for the picture: after this they are told to try again.
const PATIENCE: Duration = Duration::from_secs(15);

#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    store: Arc<dyn ObjectStore>,
}

impl Bucket {
    pub(crate) fn new(store: Arc<dyn ObjectStore>) -> Self {
        Self { store }
    }

    /// A bucket by its address, `s3://bucket` or `s3://bucket/where/pictures/are`.
    pub(crate) fn s3<'a>(url: &str, options: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self> {
        let place = url.strip_prefix("s3://").ok_or_else(|| PictureError::unavailable("a bucket's address begins with s3://"))?;
        let (bucket, prefix) = place.trim_end_matches('/').split_once('/').unwrap_or((place.trim_end_matches('/'), ""));
        let retry = RetryConfig { max_retries: 3, retry_timeout: PATIENCE, ..RetryConfig::default() };
        let mut builder = AmazonS3Builder::from_env().with_bucket_name(bucket).with_retry(retry);
        for (name, value) in options {
            builder = builder.with_config(name.parse().map_err(|error: Error| PictureError::unavailable(error))?, value);
        }
        let store = builder.build().map_err(PictureError::unavailable)?;
        let prefix = Path::parse(prefix).map_err(PictureError::unavailable)?;
        Ok(Self::new(if prefix.is_root() { Arc::new(store) } else { Arc::new(PrefixStore::new(store, prefix)) }))
    }

    pub(crate) async fn put(&self, id: PictureId, files: Vec<(Size, Bytes)>) -> Result<()> {
        let puts = files.into_iter().map(|(size, bytes)| async move {
            let path = Path::from(path_of(id, size));
            self.store.put(&path, bytes.into()).await.map_err(PictureError::unavailable)
        });
        future::try_join_all(puts).await.map(drop)
    }

    pub(crate) async fn get(&self, id: PictureId, size: Size) -> Result<Option<Bytes>> {
        match self.store.get(&Path::from(path_of(id, size))).await {
            Ok(found) => found.bytes().await.map(Some).map_err(PictureError::unavailable),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(PictureError::unavailable(error)),
        }
    }

    pub(crate) async fn stream(&self, id: PictureId, size: Size) -> Result<Option<Parts>> {
        match self.store.get(&Path::from(path_of(id, size))).await {
            Ok(found) => Ok(Some((found.meta.size, found.into_stream().map_err(PictureError::unavailable).boxed()))),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(PictureError::unavailable(error)),
        }
    }

    pub(crate) async fn remove(&self, id: PictureId) -> Result<()> {
        let removals = Size::ALL.map(|size| async move {
            match self.store.delete(&Path::from(path_of(id, size))).await {
                Err(error) if !matches!(error, Error::NotFound { .. }) => Err(PictureError::unavailable(error)),
                _ => Ok(()),
            }
        });
        future::try_join_all(removals).await.map(drop)
    }

    /// A bucket lists its files in order, so that those of one picture come together.
    pub(crate) fn ids(&self) -> BoxStream<'static, Result<PictureId>> {
        let mut last = None;
        self.store
            .list(None)
            .map_err(PictureError::unavailable)
            .try_filter_map(move |file| {
                let id = parse_path(file.location.as_ref()).map(|(id, _)| id).filter(|id| last.replace(*id) != Some(*id));
                future::ready(Ok(id))
            })
            .boxed()
    }
}
