//! A body that is counted as it is unpacked, so that a small answer cannot become a large one.

use std::io::{self, Write};

use flate2::write::MultiGzDecoder;

use super::error::FetchError;

/// What has come so far.
pub(super) enum Body {
    Plain(Bounded),
    Gzip(Box<MultiGzDecoder<Bounded>>),
}

/// Takes no more than so many bytes.
pub(super) struct Bounded {
    bytes: Vec<u8>,
    most: usize,
    is_full: bool,
}

impl Write for Bounded {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + more.len() > self.most {
            self.is_full = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Body {
    pub(super) fn plain(most: usize) -> Self {
        Self::Plain(Bounded { bytes: Vec::new(), most, is_full: false })
    }

    pub(super) fn gzip(most: usize) -> Self {
        Self::Gzip(Box::new(MultiGzDecoder::new(Bounded { bytes: Vec::new(), most, is_full: false })))
    }

    pub(super) fn push(&mut self, chunk: &[u8]) -> Result<(), FetchError> {
        let (written, bounded) = match self {
            Self::Plain(bounded) => (bounded.write_all(chunk), bounded),
            Self::Gzip(decoder) => (decoder.write_all(chunk), decoder.get_mut()),
        };
        written.map_err(|_| if bounded.is_full { FetchError::TooLarge } else { FetchError::Unreachable })
    }

    pub(super) fn finish(self) -> Result<Vec<u8>, FetchError> {
        match self {
            Self::Plain(bounded) => Ok(bounded.bytes),
            Self::Gzip(mut decoder) => {
                let ended = decoder.try_finish();
                let bounded = decoder.get_mut();
                match ended {
                    Ok(()) => Ok(std::mem::take(&mut bounded.bytes)),
                    Err(_) if bounded.is_full => Err(FetchError::TooLarge),
                    Err(_) => Err(FetchError::Unreachable),
                }
            }
        }
    }
}
