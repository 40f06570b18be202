//! As much of CBOR (RFC 8949) as authenticators write: items of definite length. What is not asked for is skipped without being understood.

/// Reads items one after the other. Nothing is copied, and no item can lead it out of the bytes that were given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a>(&'a [u8]);

/// What a key of a map may stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item<'a> {
    /// A number.
    Number(i64),
    /// Bytes.
    Bytes(&'a [u8]),
    /// Anything else.
    Other,
}

const NUMBER: u8 = 0;
const NEGATIVE: u8 = 1;
const BYTES: u8 = 2;
const TEXT: u8 = 3;
const ARRAY: u8 = 4;
const MAP: u8 = 5;
const TAG: u8 = 6;

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// What has not been read.
    pub(super) fn rest(self) -> &'a [u8] {
        self.0
    }

    /// So many bytes, as they stand.
    pub(super) fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    /// What kind of item begins here, and the number that comes with it. Lengths that are told only at the end are none of CTAP's.
    fn head(&mut self) -> Option<(u8, u64)> {
        let first = self.take(1)?[0];
        let more = match first & 31 {
            small @ 0..=23 => return Some((first >> 5, u64::from(small))),
            24 => 1,
            25 => 2,
            26 => 4,
            27 => 8,
            _ => return None,
        };
        let number = self.take(more)?.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        Some((first >> 5, number))
    }

    fn sized(&mut self, kind: u8) -> Option<&'a [u8]> {
        let (found, length) = self.head()?;
        if found == kind { self.take(usize::try_from(length).ok()?) } else { None }
    }

    /// Bytes.
    pub(super) fn bytes(&mut self) -> Option<&'a [u8]> {
        self.sized(BYTES)
    }

    /// A text.
    pub(super) fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.sized(TEXT)?).ok()
    }

    /// A map: of how many pairs.
    pub(super) fn map(&mut self) -> Option<u64> {
        self.head().and_then(|(kind, pairs)| (kind == MAP).then_some(pairs))
    }

    /// A number.
    pub(super) fn number(&mut self) -> Option<i64> {
        match self.item()? {
            Item::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The next item, whatever it is.
    pub(super) fn item(&mut self) -> Option<Item<'a>> {
        let mut ahead = *self;
        let (kind, number) = ahead.head()?;
        let item = match kind {
            NUMBER => Item::Number(i64::try_from(number).ok()?),
            NEGATIVE => Item::Number(-1 - i64::try_from(number).ok()?),
            BYTES => return self.bytes().map(Item::Bytes),
            _ => {
                self.skip()?;
                return Some(Item::Other);
            }
        };
        *self = ahead;
        Some(item)
    }

    /// Over the next item with everything in it. Each step takes a byte at least, so that what claims to be endless ends with the bytes, and
    /// what is nested deeply costs no more than what is not.
    pub(super) fn skip(&mut self) -> Option<()> {
        let mut left = 1u64;
        while left > 0 {
            let (kind, number) = self.head()?;
            let inside = match kind {
                BYTES | TEXT => {
                    self.take(usize::try_from(number).ok()?)?;
                    0
                }
                ARRAY => number,
                MAP => number.checked_mul(2)?,
                TAG => 1,
                _ => 0,
            };
            left = (left - 1).checked_add(inside)?;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_read_and_skipped() {
        // {"a": [1, -7, h'0102', {1: "x"}, 1.5, true, 0(2)], "b": h'ff'}
        let bytes = b"\xa2\x61a\x87\x01\x26\x42\x01\x02\xa1\x01\x61x\xf9\x3e\x00\xf5\xc0\x02\x61b\x41\xff";
        let mut reader = Reader::new(bytes);
        assert_eq!(reader.map(), Some(2));
        assert_eq!(reader.text(), Some("a"));
        let mut inside = reader;
        assert_eq!(inside.head(), Some((ARRAY, 7)));
        assert_eq!((inside.number(), inside.number()), (Some(1), Some(-7)));
        assert_eq!((inside.item(), inside.item()), (Some(Item::Bytes(&[1, 2])), Some(Item::Other)));
        reader.skip().unwrap();
        assert_eq!((reader.text(), reader.bytes(), reader.rest()), (Some("b"), Some(&[0xff][..]), &[][..]));
    }

    #[test]
    fn what_claims_more_than_there_is_is_none() {
        for wrong in [
            &b""[..],
            b"\x42\x01",
            b"\x5b\xff\xff\xff\xff\xff\xff\xff\xff",
            b"\x9f\x01\xff",
            b"\x9b\xff\xff\xff\xff\xff\xff\xff\xff\x01",
            b"\xbb\xff\xff\xff\xff\xff\xff\xff\xff\x01",
            b"\x1b\x01",
            b"\xfc",
        ] {
            assert_eq!(Reader::new(wrong).skip(), None, "{wrong:x?}");
            assert_eq!(Reader::new(wrong).item(), None, "{wrong:x?}");
        }
        assert_eq!(Reader::new(&vec![0x81; 100_000]).skip(), None, "nested as deep as a stack would not bear");
        assert_eq!(Reader::new(b"\x3b\xff\xff\xff\xff\xff\xff\xff\xff").number(), None);
        assert_eq!(Reader::new(b"\x62\xff\xfe").text(), None);
    }
}
