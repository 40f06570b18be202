//! What may stand in a text key: values whose text sorts the way the values do.
//!
//! Width and format belong to the type. `7` sorts after `10` as text, so a number comes padded; a day prints `20261120`; an id and an
//! enum print one fixed spelling. A bare `String` or `f64` does not compile in a template, and the message says what to use.

mod day; // days with one spelling
mod macros; // `id!` and `text_enum!`
mod ulid; // ids that sort by time

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use self::day::{Day, IsoDay};
pub use self::ulid::Ulid;
use crate::design::Scalar;
use crate::key::KeyValue;

/// A value that can stand in a text key.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not sort as text, so it cannot be part of a text key",
    label = "not a key part",
    note = "use `Padded<WIDTH>` for a number, `Day` or `IsoDay` for a date, `Millis` or `UtcSeconds` for a time, `Ulid`, a type made with `id!` or \
            `text_enum!`, or `Word` for a text whose order means nothing; a plain string or number key goes under `plain`"
)]
pub trait KeyPart: Sized {
    /// How the part looks, for the generated documents: `yyyymmdd`, `10 digits`.
    const FORMAT: &'static str;

    /// The texts that [`parse`](Self::parse) reads, as a regular expression without anchors in the common part of ECMA-262's and Rust's;
    /// nothing where it is not one that a reader could follow.
    const PATTERN: Option<&'static str> = None;

    /// Every text there is, where they are a short list.
    const TEXTS: &'static [&'static str] = &[];

    /// Appends the text to a key.
    fn write(&self, out: &mut String);

    /// Reads the text back.
    fn parse(text: &str) -> Option<Self>;

    /// The attribute's type when the part is a key attribute on its own.
    const PLAIN: Scalar = Scalar::S;

    /// The value when it is a key attribute on its own.
    fn plain(&self) -> KeyValue {
        let mut out = String::new();
        self.write(&mut out);
        KeyValue::S(out)
    }
}

/// A field that feeds a key: a part, or an `Option` of one, whose `None` leaves the attribute out and the item out of the index.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not sort as text, so it cannot be part of a text key",
    label = "not a key part",
    note = "use `Padded<WIDTH>` for a number, `Day` or `IsoDay` for a date, `Millis` or `UtcSeconds` for a time, `Ulid`, a type made with `id!` or \
            `text_enum!`, or `Word` for a text whose order means nothing; a plain string or number key goes under `plain`"
)]
pub trait KeyField {
    /// The part within.
    type Part: KeyPart;
    /// Whether it can be missing.
    const OPTIONAL: bool;

    /// The part, if there is one.
    fn part(&self) -> Option<&Self::Part>;
}

impl<T: KeyPart> KeyField for T {
    type Part = T;
    const OPTIONAL: bool = false;

    fn part(&self) -> Option<&T> {
        Some(self)
    }
}

impl<T: KeyPart> KeyField for Option<T> {
    type Part = T;
    const OPTIONAL: bool = true;

    fn part(&self) -> Option<&T> {
        self.as_ref()
    }
}

/// A field that is a key attribute just as it stands in the item.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a key attribute",
    note = "a plain key is a `String`, an integer, a `Number`, `Bytes`-like `Vec<u8>`, a key part, or an `Option` of one of these"
)]
pub trait PlainField {
    /// The attribute's type in the table.
    const SCALAR: Scalar;
    /// Whether it can be missing.
    const OPTIONAL: bool = false;

    /// The value, if there is one.
    fn plain_value(&self) -> Option<KeyValue>;
}

impl<T: KeyPart> PlainField for T {
    const SCALAR: Scalar = T::PLAIN;

    fn plain_value(&self) -> Option<KeyValue> {
        Some(self.plain())
    }
}

impl PlainField for String {
    const SCALAR: Scalar = Scalar::S;

    fn plain_value(&self) -> Option<KeyValue> {
        Some(KeyValue::S(self.clone()))
    }
}

macro_rules! plain_numbers {
    ($($int:ty),*) => {$(
        impl PlainField for $int {
            const SCALAR: Scalar = Scalar::N;

            fn plain_value(&self) -> Option<KeyValue> {
                Some(KeyValue::N((*self).into()))
            }
        }
    )*};
}
plain_numbers!(u8, u16, u32, u64, i32, i64, crate::number::Number);

impl<T: PlainField> PlainField for Option<T> {
    const SCALAR: Scalar = T::SCALAR;
    const OPTIONAL: bool = true;

    fn plain_value(&self) -> Option<KeyValue> {
        self.as_ref().and_then(PlainField::plain_value)
    }
}

/// A whole number, padded with zeros to a width so that text sorts as numbers do. In the item itself it is a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Padded<const WIDTH: usize>(u64);

impl<const WIDTH: usize> Padded<WIDTH> {
    const LARGEST: u64 = if WIDTH >= 20 { u64::MAX } else { 10u64.pow(WIDTH as u32) - 1 };

    /// The number, unless it is wider than the key.
    pub fn new(n: u64) -> Option<Self> {
        (n <= Self::LARGEST).then_some(Self(n))
    }

    /// The number, held at the widest that the key can show.
    pub fn saturating(n: u64) -> Self {
        Self(n.min(Self::LARGEST))
    }

    /// The number.
    pub fn get(self) -> u64 {
        self.0
    }
}

impl<const WIDTH: usize> KeyPart for Padded<WIDTH> {
    const FORMAT: &'static str = DIGITS[if WIDTH < DIGITS.len() { WIDTH } else { 0 }];
    const PLAIN: Scalar = Scalar::N;

    fn plain(&self) -> KeyValue {
        KeyValue::N(self.0.into())
    }

    fn write(&self, out: &mut String) {
        push_padded(out, self.0, WIDTH);
    }

    fn parse(text: &str) -> Option<Self> {
        digits(text).and_then(Self::new)
    }
}

/// Each width in words; the first is for widths that no number needs.
const DIGITS: [&str; 21] = [
    "digits",
    "1 digit",
    "2 digits",
    "3 digits",
    "4 digits",
    "5 digits",
    "6 digits",
    "7 digits",
    "8 digits",
    "9 digits",
    "10 digits",
    "11 digits",
    "12 digits",
    "13 digits",
    "14 digits",
    "15 digits",
    "16 digits",
    "17 digits",
    "18 digits",
    "19 digits",
    "20 digits",
];

fn push_padded(out: &mut String, n: u64, width: usize) {
    let mut digits = [b'0'; 20];
    let mut rest = n;
    let mut at = digits.len();
    while rest > 0 || at == digits.len() {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    let start = at.min(digits.len().saturating_sub(width));
    out.push_str(std::str::from_utf8(&digits[start..]).expect("digits are ASCII"));
}

fn digits(text: &str) -> Option<u64> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// A time in Unix milliseconds, 13 digits in a key (until the year 2286), a number in the item. Zero stands for "never".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Millis(pub u64);

impl KeyPart for Millis {
    const FORMAT: &'static str = "Unix ms, 13 digits";
    const PLAIN: Scalar = Scalar::N;

    fn plain(&self) -> KeyValue {
        KeyValue::N(self.0.into())
    }

    fn write(&self, out: &mut String) {
        push_padded(out, self.0, 13);
    }

    /// Reads the unpadded form too, which older items carry.
    fn parse(text: &str) -> Option<Self> {
        digits(text).map(Self)
    }
}

impl<'de, const WIDTH: usize> Deserialize<'de> for Padded<WIDTH> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = deserializer.deserialize_any(NumberOrItsKeyText)?;
        Self::new(number).ok_or_else(|| serde::de::Error::custom(format_args!("{number} is wider than {WIDTH} digits")))
    }
}

impl<'de> Deserialize<'de> for Millis {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NumberOrItsKeyText).map(Self)
    }
}

/// A number is a number in its own attribute, and text where it comes out of a key.
struct NumberOrItsKeyText;

impl serde::de::Visitor<'_> for NumberOrItsKeyText {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<u64, E> {
        Ok(number)
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<u64, E> {
        u64::try_from(number).map_err(|_| E::invalid_value(serde::de::Unexpected::Signed(number), &self))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<u64, E> {
        digits(text).ok_or_else(|| E::custom("expected a whole number"))
    }
}

/// A moment printed `2026-11-20T08:30:00Z`, always to the second: mixed precisions would not sort.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UtcSeconds(pub jiff::Timestamp);

impl KeyPart for UtcSeconds {
    const FORMAT: &'static str = "yyyy-mm-ddThh:mm:ssZ";

    fn write(&self, out: &mut String) {
        use fmt::Write as _;
        write!(out, "{}", self.0.strftime("%Y-%m-%dT%H:%M:%SZ")).expect("a string takes every text");
    }

    fn parse(text: &str) -> Option<Self> {
        if text.len() != 20 || !text.ends_with('Z') {
            return None;
        }
        text.parse().ok().map(Self)
    }
}

/// A moment printed as the clocks in Japan show it, `2026-11-20T17:30:00+09:00`, always to the second and always in that zone: mixed
/// zones would not sort. Japan has had no summer time since 1951.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TokyoSeconds(pub jiff::Timestamp);

const TOKYO: jiff::tz::Offset = jiff::tz::offset(9);

impl KeyPart for TokyoSeconds {
    const FORMAT: &'static str = "yyyy-mm-ddThh:mm:ss+09:00";

    fn write(&self, out: &mut String) {
        use fmt::Write as _;
        write!(out, "{}+09:00", TOKYO.to_datetime(self.0).strftime("%Y-%m-%dT%H:%M:%S")).expect("a string takes every text");
    }

    fn parse(text: &str) -> Option<Self> {
        if text.len() != 25 || !text.ends_with("+09:00") {
            return None;
        }
        text.parse().ok().map(Self)
    }
}

/// A text whose order means nothing, such as an e-mail address or a hash: 1 to 512 bytes, no control character, no `#`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Word(String);

impl Word {
    /// The text, if it can stand in a key without being taken for two parts.
    pub fn new(text: impl Into<String>) -> Option<Self> {
        let text = text.into();
        let fits = (1..=512).contains(&text.len()) && !text.chars().any(|c| c.is_control() || c == '#');
        fits.then_some(Self(text))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl KeyPart for Word {
    const FORMAT: &'static str = "text without #";

    fn write(&self, out: &mut String) {
        out.push_str(&self.0);
    }

    fn parse(text: &str) -> Option<Self> {
        Self::new(text)
    }
}

/// The text forms that `Display`, `FromStr` and serde share with the key.
macro_rules! spelled_as_in_keys {
    ($($type:ty),*) => {$(
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut out = String::new();
                self.write(&mut out);
                f.write_str(&out)
            }
        }

        impl FromStr for $type {
            type Err = NotSpelledSo;

            fn from_str(text: &str) -> Result<Self, NotSpelledSo> {
                Self::parse(text).ok_or(NotSpelledSo { format: Self::FORMAT })
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserialize_part(deserializer)
            }
        }
    )*};
}
spelled_as_in_keys!(Day, IsoDay, UtcSeconds, TokyoSeconds, Ulid, Word);

/// A text is not of the form that its type has in keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotSpelledSo {
    /// The form that was expected.
    pub format: &'static str,
}

impl std::error::Error for NotSpelledSo {}

impl fmt::Display for NotSpelledSo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.format.contains('|') {
            write!(f, "expected one of {}", self.format.replace('|', ", "))
        } else {
            write!(f, "expected {}", self.format)
        }
    }
}

/// Deserializes any part from its text, without a copy where the input allows.
#[doc(hidden)]
pub fn deserialize_part<'de, D: Deserializer<'de>, T: KeyPart>(deserializer: D) -> Result<T, D::Error> {
    struct Text<T>(std::marker::PhantomData<T>);

    impl<T: KeyPart> serde::de::Visitor<'_> for Text<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a text")
        }

        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
            // Not serde's own words, which repeat what was sent.
            T::parse(text).ok_or_else(|| E::custom(NotSpelledSo { format: T::FORMAT }))
        }
    }

    deserializer.deserialize_str(Text(std::marker::PhantomData))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text<T: KeyPart>(part: &T) -> String {
        let mut out = String::new();
        part.write(&mut out);
        out
    }

    #[test]
    fn numbers_sort_as_text_once_padded() {
        assert_eq!(text(&Padded::<10>::new(12).unwrap()), "0000000012");
        assert!(text(&Padded::<3>::new(9).unwrap()) < text(&Padded::<3>::new(10).unwrap()));
        assert_eq!(Padded::<3>::new(1000), None);
        assert_eq!(Padded::<3>::saturating(1000).get(), 999);
        assert_eq!(text(&Padded::<20>::new(u64::MAX).unwrap()), u64::MAX.to_string());
    }

    #[test]
    fn milliseconds_take_thirteen_digits_and_the_short_form_still_reads() {
        assert_eq!(text(&Millis(0)), "0000000000000");
        assert_eq!(text(&Millis(1_735_690_000_123)), "1735690000123");
        assert_eq!(Millis::parse("0"), Some(Millis(0)));
        assert_eq!(Millis::parse("-1"), None);
    }

    #[test]
    fn days_are_real_days() {
        assert_eq!("20260102".parse::<Day>().unwrap().to_string(), "20260102");
        for wrong in ["20261399", "2026012", "20260230", "2026-1-2", "+2026010", "２０２６０１０２"] {
            assert!(wrong.parse::<Day>().is_err(), "{wrong}");
        }
        assert_eq!("2026-01-02".parse::<IsoDay>().unwrap().to_string(), "2026-01-02");
        assert!("20260-1-02".parse::<IsoDay>().is_err());
    }

    #[test]
    fn moments_have_one_precision() {
        let moment: UtcSeconds = "2026-02-09T10:00:00Z".parse().unwrap();
        assert_eq!(moment.to_string(), "2026-02-09T10:00:00Z");
        assert!("2026-02-09T10:00:00.123Z".parse::<UtcSeconds>().is_err());
        assert!("2026-02-09T10:00:00+09:00".parse::<UtcSeconds>().is_err());
    }

    #[test]
    fn moments_of_japan_are_those_of_the_world() {
        let moment: TokyoSeconds = "2026-02-09T00:30:05+09:00".parse().unwrap();
        assert_eq!(moment.to_string(), "2026-02-09T00:30:05+09:00");
        assert_eq!(UtcSeconds(moment.0).to_string(), "2026-02-08T15:30:05Z");
        for other in ["2026-02-08T15:30:05Z", "2026-02-09T00:30:05.5+09:00", "2026-02-08T16:30:05+01:00", "2026-02-09T24:30:05+09:00"] {
            assert!(other.parse::<TokyoSeconds>().is_err(), "{other}");
        }
    }

    #[test]
    fn a_word_cannot_pretend_to_be_two_parts() {
        assert!(Word::new("mei@example.jp").is_some());
        assert!(Word::new("a#b").is_none());
        assert!(Word::new("").is_none());
        assert!(Word::new("x".repeat(513)).is_none());
    }
}
