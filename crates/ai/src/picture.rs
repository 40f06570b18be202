//! How many tokens a picture may come to, before the server says how many it was.

/// What every picture comes to at least.
const LEAST: u64 = 1_500;
/// Models cut pictures into squares, a token each: those of 16 by 16 are the smallest that are known, most are of 28 by 28.
const PIXELS: u64 = 16 * 16;
/// Where the size cannot be read: a compressed pixel is rarely less than so many to a byte.
const PIXELS_OF_A_BYTE: u64 = 16;

/// The most tokens that a picture may come to.
pub(crate) fn tokens(bytes: &[u8]) -> u64 {
    let pixels = pixels(bytes).unwrap_or(bytes.len() as u64 * PIXELS_OF_A_BYTE);
    (pixels / PIXELS).max(LEAST)
}

/// The size of a JPEG or a PNG, by its head.
fn pixels(bytes: &[u8]) -> Option<u64> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        let number = |at: usize| bytes.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes).map(u64::from);
        return number(16)?.checked_mul(number(20)?);
    }
    let number = |at: usize| bytes.get(at..at + 2)?.try_into().ok().map(u16::from_be_bytes);
    if number(0)? != 0xffd8 {
        return None;
    }
    let mut at = 2;
    loop {
        let (marker, length) = (number(at)?, number(at + 2)?);
        match marker {
            // The frame, in one of its kinds; the others of that row are tables.
            0xffc0..=0xffcf if !matches!(marker, 0xffc4 | 0xffc8 | 0xffcc) => {
                return Some(u64::from(number(at + 5)?) * u64::from(number(at + 7)?));
            }
            0xff01..=0xfffe if length >= 2 => at += 2 + usize::from(length),
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_picture_is_counted_as_one() {
        let jpeg = [&b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\x0c\x00\x10\x00"[..], &[0; 20]].concat();
        assert_eq!(tokens(&jpeg), 3_072 * 4_096 / 256);
        let png = [&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x10\0\0\0\x10\0"[..], &[0; 20]].concat();
        assert_eq!(tokens(&png), 4_096 * 4_096 / 256);
        assert_eq!(tokens(b"\xff\xd8\xff"), LEAST);
        assert_eq!(tokens(&vec![0; 1_000_000]), 62_500);
    }
}
