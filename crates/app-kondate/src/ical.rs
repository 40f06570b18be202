//! Calendars as programs read them (RFC 5545): a few events of whole days.
//!
//! Written here, for the crate that is made for it brings a second library of dates along, and what is needed are three rules: how texts are
//! escaped, where lines are folded, and that the last day of an event is the first that is not in it.

use std::fmt::Write as _;

use jiff::{Timestamp, ToSpan as _, tz::TimeZone};

/// Something on days.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Event {
    /// The same for ever for the same thing.
    pub(crate) uid: String,
    /// When it begins, in Unix seconds.
    pub(crate) begins: i64,
    /// The last moment of it.
    pub(crate) ends: i64,
    /// What it is.
    pub(crate) summary: String,
    /// More about it.
    pub(crate) description: String,
    /// Where there is still more.
    pub(crate) url: String,
}

/// The octets of a line, without its end.
const LONGEST_LINE: usize = 75;

/// A calendar, by the days of a time zone; none if a moment is no moment.
pub(crate) fn calendar(name: &str, events: &[Event], now: i64, zone: &str) -> Option<String> {
    let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
    let day = |seconds: i64| Some(Timestamp::from_second(seconds).ok()?.to_zoned(zone.clone()).date());
    let stamp = Timestamp::from_second(now).ok()?.strftime("%Y%m%dT%H%M%SZ").to_string();
    let mut out = String::new();
    let mut line = |text: String| fold(&mut out, &text);
    for text in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Chabudai//Kondate Loop//JA", "CALSCALE:GREGORIAN", "METHOD:PUBLISH"] {
        line(text.to_owned());
    }
    line(format!("X-WR-CALNAME:{}", escaped(name)));
    line("REFRESH-INTERVAL;VALUE=DURATION:PT1H".to_owned());
    for event in events {
        let begins = day(event.begins)?;
        // The day after the last one.
        let ends = day(event.ends.max(event.begins))?.checked_add(1.day()).ok()?;
        line("BEGIN:VEVENT".to_owned());
        line(format!("UID:{}", escaped(&event.uid)));
        line(format!("DTSTAMP:{stamp}"));
        line(format!("DTSTART;VALUE=DATE:{}", begins.strftime("%Y%m%d")));
        line(format!("DTEND;VALUE=DATE:{}", ends.strftime("%Y%m%d")));
        line(format!("SUMMARY:{}", escaped(&event.summary)));
        line(format!("DESCRIPTION:{}", escaped(&event.description)));
        line(format!("URL:{}", event.url));
        line("TRANSP:TRANSPARENT".to_owned());
        line("END:VEVENT".to_owned());
    }
    line("END:VCALENDAR".to_owned());
    Some(out)
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | ';' | ',' => {
                out.push('\\');
                out.push(letter);
            }
            '\n' => out.push_str("\\n"),
            letter if letter.is_control() => {}
            letter => out.push(letter),
        }
    }
    out
}

/// Writes a line in pieces of at most 75 octets, never within a letter. What goes on begins with a space.
fn fold(out: &mut String, text: &str) {
    let mut length = 0;
    for letter in text.chars() {
        if length + letter.len_utf8() > LONGEST_LINE {
            out.push_str("\r\n ");
            length = 1;
        }
        out.push(letter);
        length += letter.len_utf8();
    }
    write!(out, "\r\n").expect("a string takes every text");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_calendar_is_folded_and_escaped() {
        let event = Event {
            uid: "a@b".to_owned(),
            begins: 1_767_398_400,
            ends: 1_767_398_400 + 2 * 86_400,
            summary: "今週; 三品, 全部\\".to_owned(),
            description: "・カレー\n・とても長い名前の料理が続いて折り返されるはずの行がここにあります\r".to_owned(),
            url: "https://example.org/kondate".to_owned(),
        };
        let text = calendar("こんだて", std::slice::from_ref(&event), 1_767_571_200, "Asia/Tokyo").unwrap();
        assert!(text.lines().count() > 15 && text.ends_with("END:VCALENDAR\r\n"));
        assert!(text.split("\r\n").all(|line| line.len() <= LONGEST_LINE), "{text}");
        assert!(!text.replace("\r\n", "").contains(['\r', '\n']), "lines end in one way alone");
        let unfolded = text.replace("\r\n ", "");
        assert!(unfolded.contains("SUMMARY:今週\\; 三品\\, 全部\\\\\r\n"), "{unfolded}");
        assert!(
            unfolded.contains("DESCRIPTION:・カレー\\n・とても長い名前の料理が続いて折り返されるはずの行がここにあります\r\n"),
            "{unfolded}"
        );
        // 2026-01-03 09:00 in Tokyo, for three days: the fourth is the first that is not in it.
        assert!(unfolded.contains("DTSTART;VALUE=DATE:20260103\r\n") && unfolded.contains("DTEND;VALUE=DATE:20260106\r\n"), "{unfolded}");
        // It is the evening before in New York.
        let there = calendar("", &[event], 1_767_571_200, "America/New_York").unwrap();
        assert!(there.contains("DTSTART;VALUE=DATE:20260102\r\n") && there.contains("DTEND;VALUE=DATE:20260105\r\n"), "{there}");
    }

    #[test]
    fn what_ends_before_it_begins_is_one_day() {
        let event =
            Event { uid: String::new(), begins: 86_400, ends: 0, summary: String::new(), description: String::new(), url: String::new() };
        let text = calendar("", &[event], 0, "Asia/Tokyo").unwrap();
        assert!(text.contains("DTSTART;VALUE=DATE:19700102") && text.contains("DTEND;VALUE=DATE:19700103"));
    }
}
