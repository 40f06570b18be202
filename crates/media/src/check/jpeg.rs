//! The segments and scans of a JPEG file.

use image::ImageFormat;
use image::metadata::Orientation;

use super::{Found, Keep, orientation_in};
use crate::error::{PictureError, Result};
use crate::limits::{MAX_PROFILE, MAX_SCANS, memory_fits, sides_fit};

/// The bytes of tables that a file may have. A dozen scans with tables of their own have some five thousand; building millions of
/// tables takes seconds.
const MAX_TABLES: usize = 64 * 1024;

/// Walks to the marker that ends the picture.
///
/// The decoder forgives a file that stops early and paints the rest grey: an upload that broke off would be kept as half a picture. The
/// marker must be found by walking, since the preview inside the EXIF data has one too, and telephones append films after it.
pub(super) fn walk(bytes: &[u8], keep: Keep<'_>) -> Result<Found> {
    let mut file = File::default();
    keep(bytes.get(..2).ok_or(PictureError::Damaged)?);
    let (mut at, mut from, mut is_in_scan) = (2, 2, false);
    while let Some(found) = bytes.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == 0xFF)) {
        at += found;
        let code = *bytes.get(at + 1).ok_or(PictureError::Damaged)?;
        match code {
            // A fill byte: the marker's code is still to come.
            0xFF => at += 1,
            // A stuffed byte, a restart, a start or a marker of TEM: no length follows.
            0x00 | 0x01 | 0xD0..=0xD8 => at += 2,
            _ => {
                if is_in_scan {
                    keep(&bytes[from..at]);
                }
                if code == 0xD9 {
                    keep(&[0xFF, 0xD9]);
                    return file.found(bytes.len());
                }
                let length = bytes.get(at + 2..at + 4).map(|length| usize::from(u16::from_be_bytes([length[0], length[1]])));
                let segment = length.filter(|length| *length >= 2).and_then(|length| bytes.get(at..at + 2 + length));
                let segment = segment.ok_or(PictureError::Damaged)?;
                if file.takes(code, &segment[4..])? {
                    keep(segment);
                }
                is_in_scan = code == 0xDA;
                at += segment.len();
                from = at;
            }
        }
    }
    Err(PictureError::Damaged)
}

/// What the segments said so far.
#[derive(Default)]
struct File<'a> {
    frame: Option<Frame>,
    scans: usize,
    /// Whether the decoder must remember the whole picture until the last scan, instead of a row of blocks.
    is_remembered: bool,
    tables: usize,
    orientation: Option<Orientation>,
    profile: Vec<(u8, &'a [u8])>,
}

#[derive(Clone, Copy)]
struct Frame {
    width: u32,
    height: u32,
    components: u8,
    /// Eight by eight numbers each, of all components.
    blocks: u64,
}

impl<'a> File<'a> {
    /// Reads a segment, and says whether a decoder needs it.
    fn takes(&mut self, code: u8, data: &'a [u8]) -> Result<bool> {
        match code {
            0xC0..=0xC2 => {
                let is_another = self.frame.replace(Frame::read(data)?).is_some();
                self.is_remembered |= code == 0xC2;
                if is_another { Err(PictureError::Damaged) } else { Ok(true) }
            }
            // Tables: of codes, of quantities, and how often the count starts anew.
            0xC4 | 0xDB | 0xDD => {
                self.tables += data.len() + 4;
                if self.tables > MAX_TABLES { Err(PictureError::Damaged) } else { Ok(true) }
            }
            // Frames of other kinds, which are not read here.
            0xC3 | 0xC5..=0xCF => Err(PictureError::Damaged),
            0xDA => {
                let (frame, components) = self.frame.zip(data.first()).ok_or(PictureError::Damaged)?;
                self.is_remembered |= *components < frame.components;
                self.scans += 1;
                if self.scans > MAX_SCANS { Err(PictureError::TooManyScans) } else { Ok(true) }
            }
            0xE1 => {
                if let (None, Some(exif)) = (self.orientation, data.strip_prefix(b"Exif\0\0")) {
                    self.orientation = Some(orientation_in(exif));
                }
                Ok(false)
            }
            0xE2 => {
                if let Some([part, _, profile @ ..]) = data.strip_prefix(b"ICC_PROFILE\0") {
                    // One part more than there can be is noted too: then it is no profile.
                    if self.profile.len() < 256 {
                        self.profile.push((*part, profile));
                    }
                }
                Ok(false)
            }
            // Who made the file (0xE0), and whether its colours are those of a printer (0xEE).
            0xE0 | 0xEE => Ok(self.scans == 0 && data.len() < 64),
            _ => Ok(false),
        }
    }

    fn found(self, len: usize) -> Result<Found> {
        let frame = self.frame.filter(|_| self.scans > 0).ok_or(PictureError::Damaged)?;
        let (width, height) = (frame.width, frame.height);
        let pixels = 3 * u64::from(width) * u64::from(height);
        let remembered = if self.is_remembered { 2 * 64 * frame.blocks } else { 0 };
        // A row of blocks at a time, before and after it is as fine as the first component.
        let rows = 256 * u64::from(width);
        let memory = memory_fits((width, height), pixels + remembered + rows + len as u64, pixels)?;
        let orientation = self.orientation.unwrap_or(Orientation::NoTransforms);
        Ok(Found { format: ImageFormat::Jpeg, width, height, memory, orientation, profile: whole(self.profile) })
    }
}

impl Frame {
    fn read(data: &[u8]) -> Result<Self> {
        let (&[precision, h1, h2, w1, w2, components], rest) = data.split_first_chunk().ok_or(PictureError::Damaged)?;
        let (width, height) = (u32::from(u16::from_be_bytes([w1, w2])), u32::from(u16::from_be_bytes([h1, h2])));
        sides_fit(width, height)?;
        let samplings = rest.chunks_exact(3).take(usize::from(components)).map(|component| (component[1] >> 4, component[1] & 15));
        let samplings: Vec<(u8, u8)> = samplings.collect();
        let is_sampled = |sampling: &(u8, u8)| (1..=4).contains(&sampling.0) && (1..=4).contains(&sampling.1);
        let is_known = precision == 8 && [1, 3, 4].contains(&components) && samplings.len() == usize::from(components);
        if !is_known || !samplings.iter().all(is_sampled) {
            return Err(PictureError::Damaged);
        }
        let (across, down) = samplings.iter().fold((1, 1), |(across, down), (h, v)| (across.max(*h), down.max(*v)));
        let units = u64::from(width.div_ceil(8 * u32::from(across))) * u64::from(height.div_ceil(8 * u32::from(down)));
        let blocks = samplings.iter().map(|(h, v)| units * u64::from(h * v)).sum();
        Ok(Self { width, height, components, blocks })
    }
}

/// A profile comes in numbered parts of at most 64 kB.
fn whole(mut parts: Vec<(u8, &[u8])>) -> Option<Vec<u8>> {
    parts.sort_unstable_by_key(|(part, _)| *part);
    let is_whole = parts.iter().enumerate().all(|(index, (part, _))| index + 1 == usize::from(*part));
    let len: usize = parts.iter().map(|(_, data)| data.len()).sum();
    (is_whole && (1..=MAX_PROFILE).contains(&len)).then(|| parts.into_iter().flat_map(|(_, data)| data).copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walked(bytes: &[u8]) -> (Result<Found>, Vec<u8>) {
        let mut kept = Vec::new();
        let found = walk(bytes, &mut |part| kept.extend_from_slice(part));
        (found, kept)
    }

    /// Eight by eight pixels of one component, and a scan with a stuffed byte and a restart.
    const FRAME: [u8; 13] = [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0];
    const SCAN: [u8; 15] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 7, 0xFF, 0x00, 0xFF, 0xD0];

    #[test]
    fn a_jpeg_ends_at_its_own_end_marker_and_only_its_picture_is_kept() {
        // A preview with an end marker of its own, inside an APP1 segment of eight bytes.
        let notes = [0xFF, 0xE1, 0, 8, 0xFF, 0xD8, 1, 2, 0xFF, 0xD9];
        let head = [&[0xFF, 0xD8][..], &notes, &FRAME, &SCAN].concat();
        assert_eq!(walked(&head).0, Err(PictureError::Damaged));
        let plain = [&[0xFF, 0xD8][..], &FRAME, &SCAN, &[0xFF, 0xD9]].concat();
        for end in [&b"\xFF\xD9"[..], b"\xFF\xD9a film", &[&notes[..], b"\xFF\xD9"].concat()] {
            let (found, kept) = walked(&[&head[..], end].concat());
            assert_eq!((found.map(|found| (found.width, found.height)), kept), (Ok((8, 8)), plain.clone()));
        }
    }

    #[test]
    fn a_second_frame_is_damage() {
        let twice = [&[0xFF, 0xD8][..], &FRAME, &FRAME, &SCAN, &[0xFF, 0xD9]].concat();
        assert_eq!(walked(&twice).0, Err(PictureError::Damaged));
    }

    #[test]
    fn a_profile_is_whole_or_none() {
        assert_eq!(whole(vec![(2, b"file"), (1, b"pro")]), Some(b"profile".to_vec()));
        assert_eq!(whole(vec![(2, b"file")]), None);
        assert_eq!(whole(vec![(1, b"pro"), (1, b"pro")]), None);
        assert_eq!(whole(vec![]), None);
    }
}
