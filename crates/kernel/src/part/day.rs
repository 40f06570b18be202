//! Calendar days, each with one spelling.

use jiff::civil::Date;

use super::{KeyPart, digits, push_padded};

/// A calendar day printed `20261120`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Day(pub Date);

/// A calendar day printed `2026-11-20`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IsoDay(pub Date);

/// A year with a 29th of February: every fourth, of the hundreds every fourth.
macro_rules! leap_year {
    () => {
        "(?:[0-9][0-9](?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)"
    };
}

/// The days that there are, with a separator between year, month and day.
macro_rules! days {
    ($between:literal) => {
        concat!(
            "(?:[0-9]{4}",
            $between,
            "(?:(?:0[13578]|1[02])",
            $between,
            "(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)",
            $between,
            "(?:0[1-9]|[12][0-9]|30)|02",
            $between,
            "(?:0[1-9]|1[0-9]|2[0-8]))|",
            leap_year!(),
            $between,
            "02",
            $between,
            "29)"
        )
    };
}

impl KeyPart for Day {
    const FORMAT: &'static str = "yyyymmdd";
    const PATTERN: Option<&'static str> = Some(days!(""));

    fn write(&self, out: &mut String) {
        push_padded(out, self.0.year() as u64, 4);
        push_padded(out, self.0.month() as u64, 2);
        push_padded(out, self.0.day() as u64, 2);
    }

    fn parse(text: &str) -> Option<Self> {
        if text.len() != 8 {
            return None;
        }
        let n = digits(text)?;
        Date::new((n / 10_000) as i16, (n / 100 % 100) as i8, (n % 100) as i8).ok().map(Self)
    }
}

impl KeyPart for IsoDay {
    const FORMAT: &'static str = "yyyy-mm-dd";
    const PATTERN: Option<&'static str> = Some(days!("-"));

    fn write(&self, out: &mut String) {
        push_padded(out, self.0.year() as u64, 4);
        out.push('-');
        push_padded(out, self.0.month() as u64, 2);
        out.push('-');
        push_padded(out, self.0.day() as u64, 2);
    }

    fn parse(text: &str) -> Option<Self> {
        let plain = (text.len() == 10).then(|| text.replace('-', ""))?;
        Day::parse(&plain).map(|day| Self(day.0)).filter(|day| day.to_string() == text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees<T: KeyPart>(pattern: &regex_lite::Regex, text: &str) {
        assert_eq!(pattern.is_match(text), T::parse(text).is_some(), "{text}");
    }

    #[test]
    fn the_pattern_knows_every_day_and_no_other() {
        let whole = |pattern: Option<&str>| regex_lite::Regex::new(&format!("^(?:{})$", pattern.unwrap())).unwrap();
        let (plain, iso) = (whole(Day::PATTERN), whole(IsoDay::PATTERN));
        for year in ["0000", "0001", "0004", "1900", "1999", "2000", "2023", "2024", "2100", "9996", "9999"] {
            for month in 0..=13 {
                for day in 0..=32 {
                    agrees::<Day>(&plain, &format!("{year}{month:02}{day:02}"));
                    agrees::<IsoDay>(&iso, &format!("{year}-{month:02}-{day:02}"));
                }
            }
        }
        for year in 0..10_000 {
            agrees::<Day>(&plain, &format!("{year:04}0229"));
        }
        for other in ["", "2026112", "202611200", "2026-1120", "20261120\n", "２０２６１１２０", "+2026112"] {
            agrees::<Day>(&plain, other);
            agrees::<IsoDay>(&iso, other);
        }
    }
}
