//! DynamoDB's number: up to 38 significant digits, exact, between 1E-130 and 9.99…E+125.
//!
//! Held as sign, coefficient and exponent without trailing zeros, so two numbers are equal exactly when their fields are.
//! `u128` is wide enough for the coefficient *and* for every sum that can still be a legal number (see [`Number::checked_add`]),
//! which is why no big-integer crate is needed here.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

const MAX_DIGITS: u32 = 38;
const MAX_MAGNITUDE: i32 = 125;
const MIN_MAGNITUDE: i32 = -130;

/// An exact decimal number, as DynamoDB keeps it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Number {
    negative: bool,
    /// Never divisible by ten unless zero.
    coefficient: u128,
    exponent: i16,
}

/// Why a text or a sum is not a number that DynamoDB can keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NumberError {
    /// Not of the form `-1.5e3`.
    #[error("this is not a number")]
    Malformed,
    /// More than 38 significant digits.
    #[error("a number holds at most 38 significant digits")]
    TooManyDigits,
    /// Beyond 9.99…E+125.
    #[error("the number is larger than 9.9E+125")]
    Overflow,
    /// Nearer to zero than 1E-130.
    #[error("the number is smaller than 1E-130")]
    Underflow,
}

impl Number {
    /// Zero.
    pub const ZERO: Self = Self { negative: false, coefficient: 0, exponent: 0 };

    fn new(negative: bool, mut coefficient: u128, exponent: i32) -> Result<Self, NumberError> {
        if coefficient == 0 {
            return Ok(Self::ZERO);
        }
        let mut exponent = exponent;
        while coefficient.is_multiple_of(10) {
            coefficient /= 10;
            exponent += 1;
        }
        let digits = digits(coefficient);
        if digits > MAX_DIGITS {
            return Err(NumberError::TooManyDigits);
        }
        let magnitude = exponent + digits as i32 - 1;
        if magnitude > MAX_MAGNITUDE {
            return Err(NumberError::Overflow);
        }
        if magnitude < MIN_MAGNITUDE {
            return Err(NumberError::Underflow);
        }
        Ok(Self { negative, coefficient, exponent: exponent as i16 })
    }

    /// Rebuilds a number from its fields, as [`Number::parts`] gave them.
    pub(crate) fn from_parts(negative: bool, coefficient: u128, exponent: i16) -> Result<Self, NumberError> {
        Self::new(negative, coefficient, i32::from(exponent))
    }

    pub(crate) fn parts(&self) -> (bool, u128, i16) {
        (self.negative, self.coefficient, self.exponent)
    }

    /// The number as an `i64`, if it is whole and fits.
    pub fn to_i64(&self) -> Option<i64> {
        i64::try_from(self.to_i128()?).ok()
    }

    /// The number as a `u64`, if it is whole, not negative and fits.
    pub fn to_u64(&self) -> Option<u64> {
        u64::try_from(self.to_i128()?).ok()
    }

    /// The number as an `i128`, if it is whole and fits.
    pub fn to_i128(&self) -> Option<i128> {
        let scale = 10u128.checked_pow(u32::try_from(self.exponent).ok()?)?;
        let magnitude = i128::try_from(self.coefficient.checked_mul(scale)?).ok()?;
        Some(if self.negative { -magnitude } else { magnitude })
    }

    /// The nearest double.
    pub fn to_f64(&self) -> f64 {
        self.to_string().parse().expect("every number prints as a float that parses")
    }

    /// The smallest whole number of seconds that is not below this number, held within `i64`.
    pub fn ceil_i64(&self) -> i64 {
        let whole = if self.exponent < 0 {
            // Without trailing zeros there is a fraction, however small: a positive number rounds up, a negative one towards zero.
            let scale = 10u128.checked_pow(u32::from(self.exponent.unsigned_abs()));
            let whole = scale.map_or(0, |scale| (self.coefficient / scale) as i128);
            Some(if self.negative { -whole } else { whole + 1 })
        } else {
            self.to_i128()
        };
        let beyond = if self.negative { i128::MIN } else { i128::MAX };
        whole.unwrap_or(beyond).clamp(i64::MIN.into(), i64::MAX.into()) as i64
    }

    /// The sum, or why DynamoDB would refuse to keep it.
    ///
    /// Once the smaller exponent is taken out, one of the two coefficients ends in a digit other than zero, and so does the sum.
    /// A legal sum is therefore below 10^38, and the other coefficient below 2·10^38: what overflows `u128` is never legal.
    pub fn checked_add(self, other: Self) -> Result<Self, NumberError> {
        if self.coefficient == 0 {
            return Ok(other);
        }
        if other.coefficient == 0 {
            return Ok(self);
        }
        let exponent = self.exponent.min(other.exponent);
        let scaled = |n: Self| {
            let shift = u32::try_from(i32::from(n.exponent) - i32::from(exponent)).expect("the smaller was subtracted");
            10u128.checked_pow(shift).and_then(|s| n.coefficient.checked_mul(s)).ok_or(NumberError::TooManyDigits)
        };
        let (a, b) = (scaled(self)?, scaled(other)?);
        let (negative, sum) = if self.negative == other.negative {
            (self.negative, a.checked_add(b).ok_or(NumberError::TooManyDigits)?)
        } else if a >= b {
            (self.negative, a - b)
        } else {
            (other.negative, b - a)
        };
        Self::new(negative, sum, i32::from(exponent))
    }

    /// The difference, or why DynamoDB would refuse to keep it.
    pub fn checked_sub(self, other: Self) -> Result<Self, NumberError> {
        self.checked_add(-other)
    }

    fn magnitude(&self) -> i32 {
        i32::from(self.exponent) + digits(self.coefficient) as i32 - 1
    }

    /// Bytes that compare like the numbers do, for an index that sorts bytes.
    pub fn ordered_bytes(&self) -> [u8; 19] {
        let mut out = [0u8; 19];
        if self.coefficient == 0 {
            out[0] = 1;
            return out;
        }
        out[0] = 2;
        let biased = (self.magnitude() + 1000) as u16;
        out[1..3].copy_from_slice(&biased.to_be_bytes());
        let aligned = self.coefficient * 10u128.pow(MAX_DIGITS - digits(self.coefficient));
        out[3..].copy_from_slice(&aligned.to_be_bytes());
        if self.negative {
            out[0] = 0;
            for byte in &mut out[1..] {
                *byte = !*byte;
            }
        }
        out
    }

    /// The number that [`Number::ordered_bytes`] came from.
    pub fn from_ordered_bytes(bytes: &[u8]) -> Option<Self> {
        let bytes: [u8; 19] = bytes.try_into().ok()?;
        let negative = match bytes[0] {
            1 => return Some(Self::ZERO),
            2 => false,
            0 => true,
            _ => return None,
        };
        let flip = |b: u8| if negative { !b } else { b };
        let magnitude = i32::from(u16::from_be_bytes([flip(bytes[1]), flip(bytes[2])])) - 1000;
        let mut aligned = [0u8; 16];
        for (to, from) in aligned.iter_mut().zip(&bytes[3..]) {
            *to = flip(*from);
        }
        Self::new(negative, u128::from_be_bytes(aligned), magnitude - (MAX_DIGITS as i32 - 1)).ok()
    }

    /// What the number adds to an item's size: a byte, one per two digits on each side of the point, and one for a minus.
    pub fn size(&self) -> usize {
        if self.coefficient == 0 {
            return 1;
        }
        let digits = digits(self.coefficient) as i32;
        let whole = (self.magnitude() + 1).clamp(0, digits);
        let fraction = digits - whole;
        1 + usize::from(self.negative) + (whole as usize).div_ceil(2) + (fraction as usize).div_ceil(2)
    }
}

fn digits(n: u128) -> u32 {
    n.checked_ilog10().map_or(1, |log| log + 1)
}

impl std::ops::Neg for Number {
    type Output = Self;

    fn neg(self) -> Self {
        Self { negative: !self.negative && self.coefficient != 0, ..self }
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        self.ordered_bytes().cmp(&other.ordered_bytes())
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl FromStr for Number {
    type Err = NumberError;

    fn from_str(text: &str) -> Result<Self, NumberError> {
        let (negative, rest) = match text.as_bytes().first() {
            Some(b'-') => (true, &text[1..]),
            Some(b'+') => (false, &text[1..]),
            _ => (false, text),
        };
        let (mantissa, exponent) = match rest.find(['e', 'E']) {
            Some(at) => (&rest[..at], exponent_of(&rest[at + 1..])?),
            None => (rest, 0),
        };
        let (mut coefficient, mut seen, mut fraction, mut point) = (0u128, false, 0i64, false);
        // Zeros are held back until a digit follows, so that 1 followed by forty zeros does not overflow on the way.
        let mut zeros = 0u32;
        for byte in mantissa.bytes() {
            match byte {
                b'0'..=b'9' => {
                    seen = true;
                    fraction += i64::from(point);
                    if byte == b'0' {
                        zeros += u32::from(coefficient != 0);
                        continue;
                    }
                    if digits(coefficient) + zeros > MAX_DIGITS + 1 {
                        return Err(NumberError::TooManyDigits);
                    }
                    let scale = 10u128.checked_pow(zeros + 1).ok_or(NumberError::TooManyDigits)?;
                    coefficient = coefficient
                        .checked_mul(scale)
                        .and_then(|c| c.checked_add(u128::from(byte - b'0')))
                        .ok_or(NumberError::TooManyDigits)?;
                    zeros = 0;
                }
                b'.' if !point => point = true,
                _ => return Err(NumberError::Malformed),
            }
        }
        if !seen {
            return Err(NumberError::Malformed);
        }
        let exponent = exponent - fraction + i64::from(zeros);
        Self::new(negative, coefficient, exponent.clamp(-100_000, 100_000) as i32)
    }
}

fn exponent_of(text: &str) -> Result<i64, NumberError> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(NumberError::Malformed);
    }
    let size: i64 = digits.parse().unwrap_or(1_000_000);
    Ok(if text.starts_with('-') { -size } else { size }.clamp(-1_000_000, 1_000_000))
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.negative {
            f.write_str("-")?;
        }
        let digits = self.coefficient.to_string();
        let point = digits.len() as i32 + i32::from(self.exponent);
        if self.exponent >= 0 && point <= 40 {
            f.write_str(&digits)?;
            (0..self.exponent).try_for_each(|_| f.write_str("0"))
        } else if self.exponent < 0 && point > 0 {
            let (whole, fraction) = digits.split_at(point as usize);
            write!(f, "{whole}.{fraction}")
        } else if self.exponent < 0 && point > -10 {
            f.write_str("0.")?;
            (point..0).try_for_each(|_| f.write_str("0"))?;
            f.write_str(&digits)
        } else {
            write!(f, "{digits}E{}", self.exponent)
        }
    }
}

macro_rules! from_integers {
    ($($int:ty),*) => {$(
        impl From<$int> for Number {
            fn from(n: $int) -> Self {
                #[allow(unused_comparisons, clippy::cast_lossless, reason = "one arm serves signed and unsigned integers of every width")]
                let (negative, magnitude) = (n < 0, (n as i128).unsigned_abs());
                Self::new(negative, magnitude, 0).expect("64 bits are under 38 digits")
            }
        }
    )*};
}
from_integers!(i8, i16, i32, i64, u8, u16, u32, u64, usize, isize);

impl TryFrom<f64> for Number {
    type Error = NumberError;

    /// The shortest decimal that reads back as the same double.
    fn try_from(n: f64) -> Result<Self, NumberError> {
        if !n.is_finite() {
            return Err(NumberError::Malformed);
        }
        format!("{n:e}").parse()
    }
}

impl TryFrom<i128> for Number {
    type Error = NumberError;

    fn try_from(n: i128) -> Result<Self, NumberError> {
        Self::new(n < 0, n.unsigned_abs(), 0)
    }
}

impl TryFrom<u128> for Number {
    type Error = NumberError;

    fn try_from(n: u128) -> Result<Self, NumberError> {
        Self::new(false, n, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n(text: &str) -> Number {
        text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    #[test]
    fn equal_numbers_are_equal_however_they_are_written() {
        for (a, b) in [("1", "1.0"), ("0", "-0.00"), ("100", "1e2"), ("0.5", "5E-1"), ("+7", "007"), ("10", "1000e-2")] {
            assert_eq!(n(a), n(b), "{a} and {b}");
        }
    }

    #[test]
    fn thirty_eight_digits_are_kept_and_thirty_nine_refused() {
        let most = "9".repeat(38);
        assert_eq!(n(&most).to_string(), most);
        assert_eq!((most.clone() + "9").parse::<Number>(), Err(NumberError::TooManyDigits));
        assert_eq!(n(&(most.clone() + "000")).parts().1, n(&most).parts().1);
        assert_eq!(n(&format!("0.{most}")).to_string(), format!("0.{most}"));
    }

    #[test]
    fn the_range_ends_where_dynamodb_ends_it() {
        assert!("9.9999999999999999999999999999999999999E125".parse::<Number>().is_ok());
        assert_eq!("1E126".parse::<Number>(), Err(NumberError::Overflow));
        assert!("1E-130".parse::<Number>().is_ok());
        assert_eq!("1E-131".parse::<Number>(), Err(NumberError::Underflow));
        assert_eq!("1E999999999999999999999".parse::<Number>(), Err(NumberError::Overflow));
    }

    #[test]
    fn words_are_not_numbers() {
        for text in ["", "-", ".", "1.2.3", "e5", "1e", "0x10", " 1", "1 ", "NaN", "１"] {
            assert_eq!(text.parse::<Number>(), Err(NumberError::Malformed), "{text:?}");
        }
    }

    #[test]
    fn bytes_sort_like_numbers_and_read_back() {
        let sorted = ["-1E125", "-100", "-99.5", "-2", "-1", "-1E-130", "0", "1E-130", "0.5", "1", "1.0000001", "2", "10", "1E125"];
        for pair in sorted.windows(2) {
            assert!(n(pair[0]) < n(pair[1]), "{} < {}", pair[0], pair[1]);
        }
        for text in sorted {
            assert_eq!(Number::from_ordered_bytes(&n(text).ordered_bytes()), Some(n(text)), "{text}");
        }
    }

    #[test]
    fn sums_are_exact_or_refused() {
        assert_eq!(n("0.1").checked_add(n("0.2")), Ok(n("0.3")));
        assert_eq!(n("1e37").checked_add(n("-1")), Ok(n(&"9".repeat(37))));
        assert_eq!(n("1e100").checked_add(n("1")), Err(NumberError::TooManyDigits));
        assert_eq!(n("5").checked_sub(n("5")), Ok(Number::ZERO));
        assert_eq!(n("9.9E125").checked_add(n("9.9E125")), Err(NumberError::Overflow));
    }

    #[test]
    fn a_sum_may_pass_beyond_38_digits_on_the_way_to_a_legal_one() {
        // 1.8E38 has 39 digits once aligned with the other side, the difference 38.
        let a = n("1.8E38");
        let b = n("89999999999999999999999999999999999999");
        assert_eq!(a.checked_sub(b), Ok(n("90000000000000000000000000000000000001")));
    }

    #[test]
    fn seconds_round_up_whatever_the_fraction() {
        for (text, seconds) in [
            ("7", 7),
            ("6.5", 7),
            ("-6.5", -6),
            ("4000000000.00000000000000000001", 4_000_000_001),
            ("1E-130", 1),
            ("-1E-130", 0),
            ("9.9E125", i64::MAX),
            ("-9.9E125", i64::MIN),
        ] {
            assert_eq!(n(text).ceil_i64(), seconds, "{text}");
        }
    }

    #[test]
    fn sizes_are_those_that_dynamodb_counts() {
        for (text, size) in [("0", 1), ("42", 2), ("-42", 3), ("1.5", 3), ("100", 2), ("123456", 4), ("0.25", 2)] {
            assert_eq!(n(text).size(), size, "{text}");
        }
    }
}
