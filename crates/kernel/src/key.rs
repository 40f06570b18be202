//! Everything about order: templates, the keys they make, and the ranges that read them back.

use std::marker::PhantomData;

use crate::number::Number;
use crate::part::KeyPart;
use crate::value::Value;

/// The value of a key attribute.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum KeyValue {
    /// Text, ordered by its UTF-8 bytes.
    S(String),
    /// A number.
    N(Number),
    /// Bytes.
    B(Vec<u8>),
}

impl KeyValue {
    /// The value as an attribute.
    pub fn to_value(&self) -> Value {
        match self {
            Self::S(text) => Value::S(text.clone()),
            Self::N(n) => Value::N(*n),
            Self::B(bytes) => Value::B(bytes.clone()),
        }
    }

    /// The key value in an attribute, if its type can be one.
    pub fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::S(text) => Some(Self::S(text.clone())),
            Value::N(n) => Some(Self::N(*n)),
            Value::B(bytes) => Some(Self::B(bytes.clone())),
            _ => None,
        }
    }

    /// Its size in bytes, as DynamoDB's key limits count it.
    pub fn size(&self) -> usize {
        match self {
            Self::S(text) => text.len(),
            Self::N(n) => n.size(),
            Self::B(bytes) => bytes.len(),
        }
    }

    /// The text, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::S(text) => Some(text),
            _ => None,
        }
    }
}

impl From<&str> for KeyValue {
    fn from(text: &str) -> Self {
        Self::S(text.to_owned())
    }
}

impl From<String> for KeyValue {
    fn from(text: String) -> Self {
        Self::S(text)
    }
}

impl From<Number> for KeyValue {
    fn from(n: Number) -> Self {
        Self::N(n)
    }
}

/// The key of one item in its table.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ItemKey {
    /// The partition key.
    pub hash: KeyValue,
    /// The sort key, where the table has one.
    pub range: Option<KeyValue>,
}

impl ItemKey {
    /// A key of both parts.
    pub fn new(hash: impl Into<KeyValue>, range: impl Into<KeyValue>) -> Self {
        Self { hash: hash.into(), range: Some(range.into()) }
    }

    /// A key of one text or two.
    #[doc(hidden)]
    pub fn of_texts<const N: usize>(texts: [String; N]) -> Self {
        const { assert!(N == 1 || N == 2, "a table's key is a partition key and at most one sort key") };
        let mut texts = texts.into_iter().map(KeyValue::S);
        Self { hash: texts.next().expect("there is one at least"), range: texts.next() }
    }

    /// A key of a table without a sort key.
    pub fn hash_only(hash: impl Into<KeyValue>) -> Self {
        Self { hash: hash.into(), range: None }
    }
}

/// One piece of a text template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Text that is always there.
    Text(&'static str),
    /// A value, named like the attribute that it comes from.
    Part {
        /// The attribute that feeds it.
        name: &'static str,
        /// How it looks.
        format: &'static str,
        /// Whether it can be missing, which takes the item out of the index.
        optional: bool,
    },
}

/// What separates the parts of a key; no part holds it.
const SEPARATOR: char = '#';

/// Whether a text can have come from a template: its literal pieces stand in order, with a part between them.
pub fn matches(pieces: &[Piece], text: &str) -> bool {
    match pieces.split_first() {
        None => text.is_empty(),
        Some((Piece::Text(literal), rest)) => text.strip_prefix(literal).is_some_and(|text| matches(rest, text)),
        Some((Piece::Part { .. }, rest)) => match rest.split_first() {
            None => !text.is_empty() && !text.contains(SEPARATOR),
            Some((Piece::Text(next), _)) => {
                // A part never holds the separator that follows it, so the first occurrence is the only candidate.
                text.find(next).is_some_and(|at| at > 0 && !text[..at].contains(SEPARATOR) && matches(rest, &text[at..]))
            }
            Some((Piece::Part { .. }, _)) => !text.is_empty(),
        },
    }
}

/// The text of one part within a key that a template made.
pub fn part_of<'a>(pieces: &[Piece], text: &'a str, part: &str) -> Option<&'a str> {
    let mut rest = text;
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Text(literal) => rest = rest.strip_prefix(literal)?,
            Piece::Part { name, .. } => {
                let end = match pieces.get(at + 1) {
                    Some(Piece::Text(next)) => rest.find(next)?,
                    _ => rest.len(),
                };
                if *name == part {
                    return Some(&rest[..end]);
                }
                rest = &rest[end..];
            }
        }
    }
    None
}

/// The values of a template's parts, in order: a tuple.
pub trait Parts {
    /// How many there are.
    const COUNT: usize;

    /// Appends the text of one.
    fn write(&self, at: usize, out: &mut String);
}

/// The first few parts of `Whole`, which are enough for a prefix.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the beginning of the key's parts `{Whole}`",
    note = "a prefix gives the parts from the left, as a tuple: `(day,)` for a key of day and id"
)]
pub trait LeadingPartsOf<Whole: Parts>: Parts {}

macro_rules! tuples {
    ($($type:ident $at:tt),*) => {
        impl<$($type: KeyPart),*> Parts for ($($type,)*) {
            const COUNT: usize = <[&str]>::len(&[$(stringify!($type)),*]);

            #[allow(unused_variables, reason = "the empty tuple writes nothing")]
            fn write(&self, at: usize, out: &mut String) {
                match at {
                    $($at => self.$at.write(out),)*
                    _ => unreachable!("a template asks for its own parts only"),
                }
            }
        }
    };
}
tuples!();
tuples!(A 0);
tuples!(A 0, B 1);
tuples!(A 0, B 1, C 2);
tuples!(A 0, B 1, C 2, D 3);

macro_rules! leading {
    ($([$($given:ident)*] of [$($whole:ident)*]),* $(,)?) => {$(
        impl<$($whole: KeyPart),*> LeadingPartsOf<($($whole,)*)> for ($($given,)*) {}
    )*};
}
leading!(
    [] of [],
    [] of [A], [A] of [A],
    [] of [A B], [A] of [A B], [A B] of [A B],
    [] of [A B C], [A] of [A B C], [A B] of [A B C], [A B C] of [A B C],
    [] of [A B C D], [A] of [A B C D], [A B] of [A B C D], [A B C] of [A B C D], [A B C D] of [A B C D],
);

/// A condition on the sort key.
#[derive(Clone, PartialEq, Debug)]
pub enum SortCondition {
    /// Exactly this.
    Equals(KeyValue),
    /// Text or bytes that begin so.
    BeginsWith(KeyValue),
    /// From one to the other, both included.
    Between(KeyValue, KeyValue),
    /// Before.
    Below(KeyValue),
    /// Up to and including.
    AtMost(KeyValue),
    /// After.
    Above(KeyValue),
    /// From, including.
    AtLeast(KeyValue),
}

/// The value of a named key attribute, so that a query cannot pair it with an index that has another key.
#[derive(Clone, PartialEq, Debug)]
pub struct Named<T> {
    /// The attribute.
    pub attribute: &'static str,
    /// What it must be.
    pub value: T,
}

/// A key attribute whose text is made by a template. Declared by `entity!`, one constant per attribute.
#[derive(Clone, Copy, Debug)]
pub struct TextKey<P> {
    /// The attribute that holds the key.
    pub attribute: &'static str,
    /// The template.
    pub pieces: &'static [Piece],
    parts: PhantomData<fn() -> P>,
}

#[allow(clippy::needless_pass_by_value, reason = "parts are made for the key: a tuple by value reads better than a borrowed one")]
impl<P: Parts> TextKey<P> {
    #[doc(hidden)]
    pub const fn new(attribute: &'static str, pieces: &'static [Piece]) -> Self {
        Self { attribute, pieces, parts: PhantomData }
    }

    /// The whole key.
    pub fn text(&self, parts: &P) -> String {
        self.leading(parts)
    }

    /// The whole key as the value of this attribute.
    pub fn of(&self, parts: P) -> Named<KeyValue> {
        self.named(KeyValue::S(self.text(&parts)))
    }

    /// The text up to the first part that is not given.
    fn leading<Q: Parts>(&self, parts: &Q) -> String {
        let mut out = String::with_capacity(64);
        let mut given = 0;
        for piece in self.pieces {
            match piece {
                Piece::Text(literal) => out.push_str(literal),
                Piece::Part { .. } if given < Q::COUNT => {
                    parts.write(given, &mut out);
                    given += 1;
                }
                Piece::Part { .. } => break,
            }
        }
        out
    }

    fn named<T>(&self, value: T) -> Named<T> {
        Named { attribute: self.attribute, value }
    }

    /// Sort keys that are exactly this.
    pub fn equals(&self, parts: P) -> Named<SortCondition> {
        self.named(SortCondition::Equals(KeyValue::S(self.text(&parts))))
    }

    /// Sort keys that begin with these parts.
    pub fn starting<Q: LeadingPartsOf<P>>(&self, parts: Q) -> Named<SortCondition> {
        self.named(SortCondition::BeginsWith(KeyValue::S(self.leading(&parts))))
    }

    /// Sort keys from the first that begins with `from` to the last that begins with `to`, both included.
    ///
    /// `BETWEEN DATE#20260101 AND DATE#20260103` would miss the whole last day when keys go on behind the date; the upper bound here is
    /// the first text behind all of them.
    pub fn between<Q: LeadingPartsOf<P>>(&self, from: Q, to: Q) -> Named<SortCondition> {
        self.named(SortCondition::Between(KeyValue::S(self.leading(&from)), KeyValue::S(self.last_of(&to))))
    }

    /// Sort keys from the first that begins with `from` to the end of this template's keys.
    pub fn from<Q: LeadingPartsOf<P>>(&self, from: Q) -> Named<SortCondition> {
        self.named(SortCondition::Between(KeyValue::S(self.leading(&from)), KeyValue::S(self.last_of(&()))))
    }

    /// Sort keys from the beginning of this template's keys to the last that begins with `to`.
    pub fn until<Q: LeadingPartsOf<P>>(&self, to: Q) -> Named<SortCondition> {
        self.named(SortCondition::Between(KeyValue::S(self.leading(&())), KeyValue::S(self.last_of(&to))))
    }

    /// Sort keys before every key that begins with these parts. Keys of other templates that sort lower are included.
    pub fn below<Q: LeadingPartsOf<P>>(&self, parts: Q) -> Named<SortCondition> {
        self.named(SortCondition::Below(KeyValue::S(self.leading(&parts))))
    }

    /// The largest text that a key with these leading parts can be, or one just behind it that no key can be.
    fn last_of<Q: Parts>(&self, parts: &Q) -> String {
        let prefix = self.leading(parts);
        if Q::COUNT == P::COUNT { prefix } else { text_behind(&prefix) }
    }
}

/// The smallest text behind every text with this prefix: the last character moved on by one.
fn text_behind(prefix: &str) -> String {
    let mut text = prefix.to_owned();
    while let Some(last) = text.pop() {
        let next = if last == '\u{d7ff}' { Some('\u{e000}') } else { char::from_u32(last as u32 + 1) };
        if let Some(next) = next {
            text.push(next);
            return text;
        }
    }
    // Only a template that begins with a part gets here; the largest character is behind all that people write.
    char::MAX.to_string()
}

/// A key attribute that is one of the item's own attributes, just as it stands.
#[derive(Clone, Copy, Debug)]
pub struct PlainKey<T> {
    /// The attribute.
    pub attribute: &'static str,
    value: PhantomData<fn() -> T>,
}

impl<T: crate::part::PlainField> PlainKey<T> {
    #[doc(hidden)]
    pub const fn new(attribute: &'static str) -> Self {
        Self { attribute, value: PhantomData }
    }

    fn named<V>(&self, value: V) -> Named<V> {
        Named { attribute: self.attribute, value }
    }

    fn value(value: &T) -> KeyValue {
        value.plain_value().expect("a query asks for a value that is there")
    }

    /// The attribute with this value.
    pub fn of(&self, value: &T) -> Named<KeyValue> {
        self.named(Self::value(value))
    }

    /// Sort keys that are exactly this.
    pub fn equals(&self, value: &T) -> Named<SortCondition> {
        self.named(SortCondition::Equals(Self::value(value)))
    }

    /// Sort keys from one to the other, both included.
    pub fn between(&self, from: &T, to: &T) -> Named<SortCondition> {
        self.named(SortCondition::Between(Self::value(from), Self::value(to)))
    }

    /// Sort keys from this one on.
    pub fn at_least(&self, from: &T) -> Named<SortCondition> {
        self.named(SortCondition::AtLeast(Self::value(from)))
    }

    /// Sort keys up to this one.
    pub fn at_most(&self, to: &T) -> Named<SortCondition> {
        self.named(SortCondition::AtMost(Self::value(to)))
    }

    /// Text sort keys that begin so.
    pub fn starting(&self, prefix: &str) -> Named<SortCondition> {
        self.named(SortCondition::BeginsWith(prefix.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::part::{Day, Padded};

    const BY_DATE: TextKey<(Day, Padded<4>)> = TextKey::new(
        "historyDateSk",
        &[
            Piece::Text("DATE#"),
            Piece::Part { name: "date", format: "", optional: false },
            Piece::Text("#"),
            Piece::Part { name: "n", format: "", optional: false },
        ],
    );
    const DAILY: TextKey<(Day,)> = TextKey::new("SK", &[Piece::Text("DATE#"), Piece::Part { name: "date", format: "", optional: false }]);

    fn day(text: &str) -> Day {
        text.parse().unwrap()
    }

    #[test]
    fn the_last_day_of_a_range_is_within_it() {
        let Named { value: SortCondition::Between(from, to), .. } = BY_DATE.between((day("20260101"),), (day("20260103"),)) else {
            panic!()
        };
        assert_eq!((from, to.clone()), ("DATE#20260101#".into(), "DATE#20260103$".into()));
        let last = KeyValue::S(BY_DATE.text(&(day("20260103"), Padded::saturating(9999))));
        let next = KeyValue::S(BY_DATE.text(&(day("20260104"), Padded::saturating(0))));
        assert!(last < to && to < next);
    }

    #[test]
    fn a_key_that_ends_with_the_day_takes_a_plain_between() {
        let Named { value: SortCondition::Between(_, to), .. } = DAILY.between((day("20260101"),), (day("20260103"),)) else { panic!() };
        assert_eq!(to, "DATE#20260103".into());
    }

    #[test]
    fn an_open_range_stays_within_its_template() {
        assert_eq!(BY_DATE.from((day("20260101"),)).value, SortCondition::Between("DATE#20260101#".into(), "DATE$".into()));
        assert_eq!(BY_DATE.until((day("20260101"),)).value, SortCondition::Between("DATE#".into(), "DATE#20260101$".into()));
        assert_eq!(BY_DATE.starting(()).value, SortCondition::BeginsWith("DATE#".into()));
    }

    #[test]
    fn parts_are_read_back_out_of_a_key() {
        assert_eq!(part_of(BY_DATE.pieces, "DATE#20260101#0001", "date"), Some("20260101"));
        assert_eq!(part_of(BY_DATE.pieces, "DATE#20260101#0001", "n"), Some("0001"));
        assert_eq!(part_of(BY_DATE.pieces, "DATE#20260101", "n"), None);
        assert_eq!(part_of(BY_DATE.pieces, "OTHER#1", "date"), None);
    }

    #[test]
    fn a_template_knows_its_own_keys() {
        assert!(matches(BY_DATE.pieces, "DATE#20260101#0001"));
        assert!(!matches(BY_DATE.pieces, "DATE#20260101"));
        assert!(!matches(BY_DATE.pieces, "DATES#20260101#0001"));
        assert!(!matches(BY_DATE.pieces, "DATE##0001"));
        assert!(!matches(BY_DATE.pieces, "DATE#20260101#0001#more"));
        assert!(!matches(&[Piece::Text("META")], "META2"));
    }
}
