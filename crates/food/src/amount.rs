//! An exact number of spoons, grams or pieces: a third of a cup stays a third.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A fraction in its lowest terms. What would not fit into 64 bits is not computed: the checked functions answer `None`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Amount {
    numerator: i64,
    denominator: i64,
}

/// A text that is not an amount.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not an amount such as 2, 1/2 or 1.5")]
pub struct NotAnAmount(String);

impl Amount {
    /// Nothing.
    pub const ZERO: Self = Self::whole(0);
    /// One.
    pub const ONE: Self = Self::whole(1);
    /// A half.
    pub const HALF: Self = Self { numerator: 1, denominator: 2 };

    pub(crate) const THOUSANDTH: Self = Self { numerator: 1, denominator: 1000 };
    /// 453.59237 g: the pound is defined so.
    pub(crate) const POUND: Self = Self { numerator: 45_359_237, denominator: 100_000 };
    /// A sixteenth of a pound.
    pub(crate) const OUNCE: Self = Self { numerator: 45_359_237, denominator: 1_600_000 };
    /// 2.54 cm: the inch is defined so.
    pub(crate) const INCH: Self = Self { numerator: 127, denominator: 50 };

    /// A whole number.
    pub const fn whole(number: i64) -> Self {
        Self { numerator: number, denominator: 1 }
    }

    /// A fraction; `None` when its denominator is 0, or when it does not fit.
    pub fn new(numerator: i64, denominator: i64) -> Option<Self> {
        Self::reduced(i128::from(numerator), i128::from(denominator))
    }

    // Products of two 64-bit numbers and the sum of two such products fit into 128 bits, so only the result is checked.
    fn reduced(numerator: i128, denominator: i128) -> Option<Self> {
        if denominator == 0 {
            return None;
        }
        let divisor = greatest_common_divisor(numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = i128::try_from(divisor).ok()? * denominator.signum();
        Some(Self { numerator: i64::try_from(numerator / divisor).ok()?, denominator: i64::try_from(denominator / divisor).ok()? })
    }

    /// What is above the line.
    pub const fn numerator(self) -> i64 {
        self.numerator
    }

    /// What is below the line; never 0, never negative.
    pub const fn denominator(self) -> i64 {
        self.denominator
    }

    /// Nothing at all.
    pub const fn is_zero(self) -> bool {
        self.numerator == 0
    }

    /// Less than nothing: what is missing after a difference.
    pub const fn is_negative(self) -> bool {
        self.numerator < 0
    }

    /// A whole number.
    pub const fn is_whole(self) -> bool {
        self.denominator == 1
    }

    /// The whole number at or below.
    pub const fn floor(self) -> i64 {
        self.numerator.div_euclid(self.denominator)
    }

    /// The sum.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let (a, b, c, d) = self.across(other);
        Self::reduced(a * d + c * b, b * d)
    }

    /// The difference.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        let (a, b, c, d) = self.across(other);
        Self::reduced(a * d - c * b, b * d)
    }

    /// The product.
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        let (a, b, c, d) = self.across(other);
        Self::reduced(a * c, b * d)
    }

    /// The quotient; `None` also when divided by nothing.
    pub fn checked_div(self, other: Self) -> Option<Self> {
        let (a, b, c, d) = self.across(other);
        Self::reduced(a * d, b * c)
    }

    fn across(self, other: Self) -> (i128, i128, i128, i128) {
        (self.numerator.into(), self.denominator.into(), other.numerator.into(), other.denominator.into())
    }

    /// The nearest multiple of a step, halves away from nothing; `None` for a step that is not above nothing.
    pub fn nearest(self, step: Self) -> Option<Self> {
        if step.numerator <= 0 {
            return None;
        }
        let steps = self.checked_div(step)?;
        let twice = i128::from(steps.numerator) * 2;
        let whole = (twice.abs() + i128::from(steps.denominator)) / (i128::from(steps.denominator) * 2);
        Self::reduced(whole * twice.signum(), 1)?.checked_mul(step)
    }
}

fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl PartialOrd for Amount {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Amount {
    fn cmp(&self, other: &Self) -> Ordering {
        let (a, b, c, d) = self.across(*other);
        (a * d).cmp(&(c * b))
    }
}

impl From<u32> for Amount {
    fn from(number: u32) -> Self {
        Self::whole(number.into())
    }
}

/// As it is stored and sent: `2`, `3/2`. For people there is [`say`](crate::say()).
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_whole() { write!(f, "{}", self.numerator) } else { write!(f, "{}/{}", self.numerator, self.denominator) }
    }
}

/// `2`, `3/2` and decimals such as `1.5`.
impl FromStr for Amount {
    type Err = NotAnAmount;

    fn from_str(text: &str) -> Result<Self, NotAnAmount> {
        parse(text).ok_or_else(|| NotAnAmount(text.chars().take(40).collect()))
    }
}

fn parse(text: &str) -> Option<Amount> {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let (sign, text) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    if let Some((above, below)) = text.split_once('/') {
        if !digits(above) || !digits(below) {
            return None;
        }
        return Amount::new(sign * above.parse::<i64>().ok()?, below.parse().ok()?);
    }
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    if !digits(whole) || !digits(decimals) {
        return None;
    }
    let power = 10_i64.checked_pow(u32::try_from(decimals.len()).ok()?)?;
    let numerator = whole.parse::<i64>().ok()?.checked_mul(power)?.checked_add(decimals.parse().ok()?)?;
    Amount::new(sign * numerator, power)
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::Amount;

    #[test]
    fn texts_and_back() {
        for (text, printed) in [("2", "2"), ("4/2", "2"), ("1.5", "3/2"), ("-1/3", "-1/3"), ("0.25", "1/4"), ("0", "0")] {
            assert_eq!(text.parse::<Amount>().map(|a| a.to_string()).as_deref(), Ok(printed), "{text}");
        }
        for text in ["", "1/0", "/2", "1/", "1.", ".5", "1e3", "+1", "１", "--1", "99999999999999999999"] {
            assert!(text.parse::<Amount>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_does_not_fit_is_not_computed() {
        let large = Amount::whole(i64::MAX);
        assert_eq!(large.checked_add(Amount::ONE), None);
        assert_eq!(large.checked_mul(Amount::whole(2)), None);
        assert_eq!(Amount::ONE.checked_div(Amount::ZERO), None);
        assert_eq!(Amount::new(i64::MIN, -1), None);
        assert_eq!(Amount::new(1, i64::MIN), None);
    }

    #[test]
    fn nearest_steps() {
        let third = Amount::new(1, 3).expect("a third");
        assert_eq!(third.nearest(Amount::HALF), Some(Amount::HALF));
        assert_eq!(Amount::whole(207).nearest(Amount::whole(10)), Some(Amount::whole(210)));
        assert_eq!(Amount::whole(-5).nearest(Amount::whole(10)), Some(Amount::whole(-10)));
        assert_eq!(third.nearest(Amount::ZERO), None);
    }
}
