//! The largest size at which a text fits, and its lines.

use crate::kinsoku::{self, Penalty};
use crate::letters::{Letter, ellipsis, width};

/// A size in pixels, and how many lines it may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) size: f32,
    pub(crate) lines: usize,
}

/// A text with its size and its lines.
#[derive(Debug)]
pub(crate) struct Lines {
    pub(crate) size: f32,
    pub(crate) lines: Vec<Vec<Letter>>,
}

/// What breaking a word that is wider than a line costs: everything else is better.
const WITHIN_WORD: Penalty = 10_000.0;

/// Sets a text in the first of the steps in which it fits well, else in the first in which it fits, else cut with an ellipsis in the last one.
pub(crate) fn set(letters: &[Letter], room: f32, steps: &[Step]) -> Lines {
    // A word that is wider than a line, or that a line's end would split, is a reason to go smaller.
    let ways = steps.iter().filter_map(|step| Some((step, Text::new(letters, room / step.size).broken(step.lines)?)));
    let mut fitting = None;
    for (step, Broken { lines, worst }) in ways {
        if worst < kinsoku::SPLITS_A_WORD {
            return Lines { size: step.size, lines };
        }
        fitting.get_or_insert(Lines { size: step.size, lines });
    }
    if let Some(lines) = fitting {
        return lines;
    }
    let Some(last) = steps.last() else { return Lines { size: 0.0, lines: Vec::new() } };
    let room = room / last.size;
    let whole = Text::new(letters, room).with_long_words_broken().broken(last.lines);
    Lines { size: last.size, lines: whole.map_or_else(|| cut(letters, room, last.lines), |whole| whole.lines) }
}

/// As many letters as fit, and an ellipsis.
fn cut(letters: &[Letter], room: f32, most: usize) -> Vec<Vec<Letter>> {
    // It is never more than fills the lines without a gap, so shorter and shorter ones are tried from there.
    let mut filled = 0.0;
    let fit = letters.iter().take_while(|letter| {
        filled += letter.advance;
        filled <= room * most as f32
    });
    (1..=fit.count())
        .rev()
        .filter(|&end| kinsoku::may_be_cut_after(letters[end - 1].character))
        .find_map(|end| {
            let shortened: Vec<Letter> = letters[..end].iter().copied().chain(ellipsis()).collect();
            Text::new(&shortened, room).with_long_words_broken().broken(most)
        })
        .map_or_else(|| vec![ellipsis().into_iter().collect()], |broken| broken.lines)
}

/// Lines, and how unwelcome the worst of their ends is.
struct Broken {
    lines: Vec<Vec<Letter>>,
    worst: Penalty,
}

/// A text between two margins; every width is a part of the size.
struct Text<'a> {
    letters: &'a [Letter],
    room: f32,
    /// For each letter, whether a line may end after it.
    places: Vec<Option<Penalty>>,
}

impl<'a> Text<'a> {
    fn new(letters: &'a [Letter], room: f32) -> Self {
        let within = letters.windows(2).map(|pair| kinsoku::penalty(pair[0].character, pair[1].character));
        Self { letters, room, places: within.chain([Some(0.0)]).take(letters.len()).collect() }
    }

    /// Allows a line to end everywhere within what is wider than a line.
    fn with_long_words_broken(mut self) -> Self {
        let mut start = 0;
        for end in 0..self.places.len() {
            if self.places[end].is_some() {
                if width(trimmed(&self.letters[start..=end])) > self.room {
                    self.places[start..end].fill(Some(WITHIN_WORD));
                }
                start = end + 1;
            }
        }
        self
    }

    /// The lines that may begin at a letter: after which one each ends, how wide it is, and how unwelcome that is.
    fn lines_from(&self, start: usize) -> impl Iterator<Item = (usize, f32, Penalty)> {
        let mut wide = 0.0;
        let widths = self.letters[start..].iter().map(move |letter| {
            wide += letter.advance;
            // The space at the end takes no room.
            if letter.is_space() { wide - letter.advance } else { wide }
        });
        let fitting = widths.take_while(|&wide| wide <= self.room).zip(&self.places[start..]).enumerate();
        fitting.filter_map(move |(at, (wide, place))| place.map(|penalty| (start + at + 1, wide, penalty)))
    }

    /// As few lines as possible, of lengths as equal as possible, that end where a reader would pause.
    fn broken(&self, most: usize) -> Option<Broken> {
        let count = self.fewest(most)?;
        let ends = self.best_ends(count)?;
        let starts = std::iter::once(0).chain(ends.iter().copied());
        let lines = starts.zip(&ends).map(|(start, &end)| trimmed(&self.letters[start..end]).to_vec()).collect();
        let worst = ends.iter().filter_map(|end| self.places[end - 1]).fold(0.0, Penalty::max);
        Some(Broken { lines, worst })
    }

    /// How many lines it takes when each is filled: there is no way with fewer.
    fn fewest(&self, most: usize) -> Option<usize> {
        let (mut start, mut count) = (0, 0);
        while start < self.letters.len() && count < most {
            start = self.lines_from(start).last()?.0;
            count += 1;
        }
        (start == self.letters.len()).then_some(count)
    }

    /// Where the lines end, if there are exactly so many and they cost the least.
    ///
    /// From the last line backwards: what the rest of a text costs in so many lines depends on nothing before it.
    fn best_ends(&self, count: usize) -> Option<Vec<usize>> {
        let end = self.letters.len();
        let mean = width(self.letters) / count.max(1) as f32;
        // With no line left, only the end of the text is a good place to be.
        let mut rest: Vec<Option<(f32, Vec<usize>)>> = vec![None; end + 1];
        rest[end] = Some((0.0, Vec::new()));
        for _ in 0..count {
            let one_more = |start: usize| {
                let ways = self.lines_from(start).filter_map(|(next, wide, penalty)| {
                    let cost = rest[next].as_ref()?.0 + penalty + (wide - mean).powi(2);
                    Some((cost, next))
                });
                let (cost, next) = ways.min_by(|one, other| one.0.total_cmp(&other.0))?;
                let after = rest[next].iter().flat_map(|(_, ends)| ends.iter().copied());
                Some((cost, std::iter::once(next).chain(after).collect()))
            };
            rest = (0..=end).map(one_more).collect();
        }
        rest.swap_remove(0).map(|(_, ends)| ends)
    }
}

/// Without the space at its end.
fn trimmed(line: &[Letter]) -> &[Letter] {
    match line {
        [rest @ .., last] if last.is_space() => rest,
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::letters::letters;

    const STEPS: [Step; 3] = [Step { size: 80.0, lines: 1 }, Step { size: 60.0, lines: 2 }, Step { size: 50.0, lines: 3 }];

    fn text_of(lines: &Lines) -> Vec<String> {
        lines.lines.iter().map(|line| line.iter().map(|letter| letter.character).collect()).collect()
    }

    /// In a column of eight large letters.
    fn column(text: &str) -> (u32, Vec<String>) {
        let lines = set(&letters(text), 640.0, &STEPS);
        for line in &lines.lines {
            assert!(width(line) * lines.size <= 640.0, "{text}");
        }
        (lines.size as u32, text_of(&lines))
    }

    #[test]
    fn the_size_shrinks_before_anything_is_cut() {
        assert_eq!(column("肉じゃが"), (80, vec!["肉じゃが".to_owned()]));
        assert_eq!(column("豚の角煮と大根のべっこう煮").0, 60);
        assert_eq!(column("豚の角煮と大根のべっこう煮、青菜のおひたし添え").0, 50);
    }

    #[test]
    fn lines_end_where_a_phrase_does() {
        assert_eq!(column("豚の角煮と大根のべっこう煮").1, ["豚の角煮と", "大根のべっこう煮"]);
        assert_eq!(column("かぼちゃとさつまいものポタージュ").1, ["かぼちゃと", "さつまいものポタージュ"]);
        assert_eq!(column("夏野菜をたっぷり食べる、冷やし中華").1, ["夏野菜をたっぷり", "食べる、冷やし中華"]);
    }

    #[test]
    fn a_word_that_would_be_split_makes_it_smaller() {
        assert_eq!(column("とろとろ卵のオムライスプレート").1, ["とろとろ卵の", "オムライスプレート"]);
        assert_eq!(column("ミネストローネスパゲッティ"), (50, vec!["ミネストローネスパゲッティ".to_owned()]));
    }

    #[test]
    fn words_are_kept_whole() {
        assert_eq!(column("Slow-cooked pork with daikon radish").1, ["Slow-cooked pork", "with daikon radish"]);
    }

    #[test]
    fn a_word_that_is_wider_than_a_line_is_broken_at_last() {
        let (size, lines) = column("Donaudampfschifffahrtsgesellschaftskapitän");
        assert_eq!((size, lines.concat().as_str()), (50, "Donaudampfschifffahrtsgesellschaftskapitän"));
        assert!(lines.len() > 1);
    }

    #[test]
    fn what_is_too_long_ends_in_dots() {
        let (size, lines) = column(&"鶏むね肉としめじの「クリーム煮」、".repeat(9));
        assert_eq!((size, lines.len()), (50, 3));
        assert!(lines[2].ends_with('…') && !lines[2].ends_with("、…") && !lines[2].ends_with("「…"), "{lines:?}");
        let (_, lines) = column(&"。".repeat(500));
        assert_eq!(lines, ["…"]);
    }

    #[test]
    fn nothing_is_no_line() {
        assert_eq!(column("").1, [""; 0]);
        assert_eq!(text_of(&set(&letters("肉"), 600.0, &[])), [""; 0]);
        assert_eq!(text_of(&set(&letters("肉"), 0.0, &STEPS)), ["…"]);
    }
}
