//! Numbers drawn: bars, a calendar of days, a ring, as SVG without a script or a style attribute.

use std::fmt::{self, Write as _};

use askama::filters::HtmlSafe;
use chabudai_kernel::part::Day;
use jiff::ToSpan as _;

use crate::ui::Ui;

/// A drawing, ready for a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing(String);

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Every text in it is escaped where it is written.
impl HtmlSafe for Drawing {}

fn safe(text: &str) -> String {
    askama::filters::escape(text, askama::filters::Html).map(|safe| safe.to_string()).unwrap_or_default()
}

/// One bar: what stands below it, what is said of it, and how high it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bar {
    /// Below the bar.
    pub label: String,
    /// When somebody points at it, and to screen readers.
    pub says: String,
    /// Its height.
    pub value: u64,
    /// It may still grow.
    pub is_running: bool,
}

/// How wide a label is about, in tenths of a unit of the drawing: letters of 8 units in a font whose digits are a little over half as wide.
fn tenths_wide(label: &str) -> usize {
    let of = |letter: char| match letter {
        ' ' | '/' | '.' | ',' | ':' => 32,
        'A'..='Z' => 58,
        '\0'..='\u{7f}' => 46,
        _ => 80,
    };
    label.chars().map(of).sum()
}

/// Bars side by side, with their numbers on top.
pub fn bars(title: &str, bars: &[Bar]) -> Drawing {
    const STEP: usize = 26;
    const HIGH: u64 = 84;
    const FEWEST: usize = 9;
    let most = bars.iter().map(|bar| bar.value).max().unwrap_or(0).max(1);
    // A few bars are as wide as many are.
    let width = bars.len().max(FEWEST) * STEP;
    // Labels that would touch each other are left out, every second one or more of them; the last bar always has its own.
    let widest = bars.iter().map(|bar| tenths_wide(&bar.label)).max().unwrap_or(0);
    let every = (widest + 40).div_ceil(STEP * 10).max(1);
    let summary = bars.iter().map(|bar| bar.says.as_str()).collect::<Vec<_>>().join(", ");
    let mut svg = String::new();
    let mut draw = |text: fmt::Arguments<'_>| svg.write_fmt(text).expect("a string takes every text");
    draw(format_args!(
        "<svg class=\"bars\" viewBox=\"0 0 {width} 118\" role=\"img\" aria-label=\"{}\"><line x1=\"0\" y1=\"100.5\" x2=\"{width}\" y2=\"100.5\"/>",
        safe(&format!("{title}: {summary}")),
    ));
    for (at, bar) in bars.iter().enumerate() {
        let (left, middle) = (at * STEP + 4, at * STEP + STEP / 2);
        let height = if bar.value == 0 { 0 } else { (bar.value * HIGH / most).max(2) };
        let top = 100 - height;
        draw(format_args!("<g><title>{}</title>", safe(&bar.says)));
        if bar.value > 0 {
            let class = if bar.is_running { " class=\"running\"" } else { "" };
            draw(format_args!("<rect{class} x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{height}\" rx=\"3\"/>", STEP - 8));
            draw(format_args!("<text class=\"value\" x=\"{middle}\" y=\"{}\">{}</text>", top - 3, bar.value));
        }
        if (bars.len() - 1 - at).is_multiple_of(every) {
            draw(format_args!("<text x=\"{middle}\" y=\"113\">{}</text>", safe(&bar.label)));
        }
        draw(format_args!("</g>"));
    }
    draw(format_args!("</svg>"));
    Drawing(svg)
}

/// The weeks of a calendar: a year, and the days to its first Sunday.
pub const WEEKS: i64 = 53;

/// A day of a calendar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// How it is coloured.
    pub class: &'static str,
    /// It has a dot, for what a colour alone should not say.
    pub has_dot: bool,
    /// When somebody points at it.
    pub says: String,
}

/// A year of days, a column a week, darker the more often. `counts` are sorted by day.
pub fn calendar(ui: &Ui, title: &str, counts: &[(Day, u64)], today: Day, says: impl Fn(&Day, u64) -> String) -> Drawing {
    let first = first_of_year(today);
    let total: u64 = counts.iter().filter(|(day, _)| *day >= first && *day <= today).map(|(_, count)| count).sum();
    let mut rest = counts.iter().skip_while(|(day, _)| *day < first).peekable();
    let label = format!("{title}: {}", ui.number(total));
    year(ui, &label, today, |day| {
        let count = rest.next_if(|(known, _)| known == day).map_or(0, |(_, count)| *count);
        let class = ["h1", "h2", "h3", "h4"][count.clamp(1, 4) as usize - 1];
        (count > 0).then(|| Cell { class, has_dot: false, says: says(day, count) })
    })
}

/// The first day that a calendar shows.
fn first_of_year(today: Day) -> Day {
    let weekday = i64::from(today.0.weekday().to_sunday_zero_offset());
    Day(today.0.saturating_sub((weekday + (WEEKS - 1) * 7).days()))
}

/// A year of days, a column a week, each as `cell` has it; it is asked for the days in their order. `label` says the whole to who cannot
/// see it.
pub fn year(ui: &Ui, label: &str, today: Day, mut cell: impl FnMut(&Day) -> Option<Cell>) -> Drawing {
    const CELL: i64 = 12;
    let (left, top) = (22, 16);
    let first = first_of_year(today);
    let weekday = i64::from(today.0.weekday().to_sunday_zero_offset());
    let mut svg = String::with_capacity(24 * 1024);
    let mut draw = |text: fmt::Arguments<'_>| svg.write_fmt(text).expect("a string takes every text");
    draw(format_args!(
        "<svg class=\"calendar\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" role=\"img\" aria-label=\"{}\">",
        left + WEEKS * CELL,
        top + 7 * CELL,
        left + WEEKS * CELL,
        top + 7 * CELL,
        safe(label),
    ));
    for (row, weekday) in [(1, jiff::civil::Weekday::Monday), (3, jiff::civil::Weekday::Wednesday), (5, jiff::civil::Weekday::Friday)] {
        draw(format_args!("<text x=\"0\" y=\"{}\">{}</text>", top + row * CELL + 9, safe(&ui.weekday(weekday))));
    }
    let mut month = 0;
    for number in 0..=(WEEKS - 1) * 7 + weekday {
        let day = Day(first.0.saturating_add(number.days()));
        let (x, y) = (left + number / 7 * CELL, top + number % 7 * CELL);
        // The name of a month stands over the week in which it begins, where there is room for it.
        if number % 7 == 0 && day.0.month() != month {
            if day.0.day() <= 7 && number / 7 < WEEKS - 1 {
                draw(format_args!("<text x=\"{x}\" y=\"10\">{}</text>", safe(&ui.month(day.0.month()))));
            }
            month = day.0.month();
        }
        let Some(Cell { class, has_dot, says }) = cell(&day) else {
            draw(format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"10\" height=\"10\" rx=\"2\"/>"));
            continue;
        };
        let says = safe(&says);
        draw(format_args!("<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"10\" height=\"10\" rx=\"2\"><title>{says}</title></rect>"));
        if has_dot {
            draw(format_args!("<circle cx=\"{}\" cy=\"{}\" r=\"2.5\"><title>{says}</title></circle>", x + 5, y + 5));
        }
    }
    draw(format_args!("</svg>"));
    Drawing(svg)
}

/// How far something has come: a ring that fills, from the top on. `mark` is a place on the way.
///
/// It only repeats what stands in words beside it, so it is silent.
pub fn ring(done: u32, of: u32, mark: Option<u32>) -> Drawing {
    let of = of.max(1);
    // In tenths, so that the ends of an arc do not meet for want of digits.
    let tenths = |part: u32| u64::from(part) * 10;
    let arc = |class: &str, dashes: String| {
        let place = "cx=\"60\" cy=\"60\" r=\"52\" transform=\"rotate(-90 60 60)\"";
        format!("<circle class=\"{class}\" {place} pathLength=\"{}\"{dashes}/>", tenths(of))
    };
    let mut drawn = vec![arc("whole", String::new())];
    if done > 0 {
        drawn.push(arc("done", format!(" stroke-dasharray=\"{} {}\"", tenths(done.min(of)), tenths(of))));
    }
    if let Some(mark) = mark.filter(|mark| (1..of).contains(mark)) {
        let turn = f64::from(mark) * 360.0 / f64::from(of);
        drawn.push(format!("<line class=\"mark\" x1=\"60\" y1=\"2\" x2=\"60\" y2=\"14\" transform=\"rotate({turn:.1} 60 60)\"/>"));
    }
    Drawing(format!("<svg class=\"ring\" viewBox=\"0 0 120 120\" aria-hidden=\"true\">{}</svg>", drawn.concat()))
}

/// The last twelve months up to today's, each with the sum of its days.
pub fn months(counts: &[(Day, u64)], today: Day) -> Vec<((i16, i8), u64)> {
    let this = today.0.first_of_month();
    (0..12)
        .rev()
        .map(|back: i64| {
            let month = this.saturating_sub(back.months());
            let sum = counts.iter().filter(|(day, _)| day.0.first_of_month() == month).map(|(_, count)| count).sum();
            ((month.year(), month.month()), sum)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twelve_months_end_with_this_one() {
        let day = |text: &str| text.parse::<Day>().unwrap();
        let counts = [(day("20251130"), 5), (day("20251201"), 1), (day("20251231"), 2), (day("20261115"), 4)];
        let months = months(&counts, day("20261115"));
        assert_eq!((months.len(), months[0], months[11]), (12, ((2025, 12), 3), ((2026, 11), 4)));
    }

    #[test]
    fn bars_are_as_high_as_their_numbers_and_say_them() {
        let bar = |value| Bar { label: "<1>".into(), says: format!("{value} & more"), value, is_running: value == 5 };
        let drawn = bars("A", &[bar(10), bar(5), bar(0)]).to_string();
        assert!(drawn.contains("height=\"84\"") && drawn.contains("height=\"42\""), "{drawn}");
        assert_eq!(drawn.matches("<rect").count(), 2, "nothing is drawn for zero");
        assert_eq!(drawn.matches("class=\"running\"").count(), 1, "what may still grow is told apart");
        assert!(!drawn.contains("<1>") && drawn.contains("10 &#38; more"), "{drawn}");
    }

    #[test]
    fn labels_that_would_touch_each_other_are_left_out() {
        let drawn = |label: &str| {
            let bar = Bar { label: label.to_owned(), says: "said".to_owned(), value: 1, is_running: false };
            bars("A", &vec![bar; 6]).to_string()
        };
        assert_eq!(drawn("11/20").matches(">11/20<").count(), 6, "short ones stand under every bar");
        let long = drawn("Nov 20");
        assert_eq!(long.matches(">Nov 20<").count(), 3, "{long}");
        assert!(long.contains("<text x=\"143\" y=\"113\">"), "the last bar has its own: {long}");
    }

    #[test]
    fn a_ring_is_filled_as_far_as_it_goes() {
        let drawn = ring(30, 120, Some(24)).to_string();
        assert!(drawn.contains("stroke-dasharray=\"300 1200\"") && drawn.contains("rotate(72.0 60 60)"), "{drawn}");
        assert!(ring(9, 4, None).to_string().contains("stroke-dasharray=\"40 40\""), "a ring is never more than full");
        assert!(!ring(0, 0, Some(0)).to_string().contains("dash"), "nothing is drawn for nothing");
        assert!(ring(u32::MAX, u32::MAX, None).to_string().contains("42949672950 42949672950"), "no number is too large");
    }
}
