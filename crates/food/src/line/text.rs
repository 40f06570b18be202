//! Characters as they are compared, each knowing where it stands in the line that was given.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::compose;

use crate::fold::hiragana;

/// One character as it is compared.
#[derive(Debug, Clone, Copy)]
struct Glyph {
    folded: char,
    written: char,
    start: usize,
    end: usize,
}

/// A line to be read. Positions are numbers of characters as they are compared; [`Text::bytes`] leads back to the line.
#[derive(Debug)]
pub(super) struct Text {
    glyphs: Vec<Glyph>,
    /// From each opening bracket of a remark to its closing one.
    blocks: Vec<Range<usize>>,
    japanese: bool,
}

/// Brackets around a remark. 「」 are not among them: they stand around names.
const BRACKETS: [(char, char); 9] =
    [('(', ')'), ('[', ']'), ('【', '】'), ('〈', '〉'), ('《', '》'), ('<', '>'), ('〔', '〕'), ('{', '}'), ('｟', '｠')];

impl Text {
    pub(super) fn new(line: &str) -> Self {
        let mut glyphs: Vec<Glyph> = Vec::new();
        for (start, written) in line.char_indices() {
            let end = start + written.len_utf8();
            // A mark of half-width kana belongs to the character before it: ｶ and ﾞ are ガ.
            if let ('\u{FF9E}' | '\u{FF9F}', Some(last)) = (written, glyphs.last_mut()) {
                let mark = if written == '\u{FF9E}' { '\u{3099}' } else { '\u{309A}' };
                if let Some(one) = compose(last.folded, mark) {
                    (last.folded, last.end) = (one, end);
                    continue;
                }
            }
            let mut push = |folded: char| glyphs.push(Glyph { folded: hiragana(folded), written, start, end });
            if is_only_another_shape(written) {
                written.nfkc().flat_map(char::to_lowercase).for_each(&mut push);
            } else {
                written.to_lowercase().for_each(&mut push);
            }
        }
        let mut text = Self { glyphs, blocks: Vec::new(), japanese: has_japanese(line) };
        text.blocks = text.find_blocks().into_iter().filter(|block| !text.is_all_there_is(block)).collect();
        text
    }

    // A bracket that is never closed is a character like any other.
    fn find_blocks(&self) -> Vec<Range<usize>> {
        let mut blocks = Vec::new();
        let mut at = 0;
        while at < self.len() {
            let close = BRACKETS.iter().find(|(open, _)| *open == self.at(at)).map(|(_, close)| *close);
            match close.and_then(|close| self.closing(at, close)) {
                Some(end) => {
                    blocks.push(at..end + 1);
                    at = end + 1;
                }
                None => at += 1,
            }
        }
        blocks
    }

    /// A（しょうゆ 大さじ1）: behind a single letter, the brackets hold the line itself.
    fn is_all_there_is(&self, block: &Range<usize>) -> bool {
        let head = self.trim(0..block.start);
        head.len() == 1 && self.at(head.start).is_ascii_alphabetic() && self.skip_spaces(block.end) == self.len()
    }

    fn closing(&self, open: usize, close: char) -> Option<usize> {
        let mut depth = 0;
        (open..self.len()).find(|&at| {
            if self.at(at) == self.at(open) {
                depth += 1;
            } else if self.at(at) == close {
                depth -= 1;
            }
            depth == 0
        })
    }

    pub(super) fn len(&self) -> usize {
        self.glyphs.len()
    }

    /// Has Japanese characters anywhere.
    pub(super) fn japanese(&self) -> bool {
        self.japanese
    }

    /// The character as it is compared; `'\0'` behind the end.
    pub(super) fn at(&self, at: usize) -> char {
        self.glyphs.get(at).map_or('\0', |glyph| glyph.folded)
    }

    /// The character before a position; `'\0'` before the start.
    pub(super) fn before(&self, at: usize) -> char {
        at.checked_sub(1).map_or('\0', |at| self.at(at))
    }

    /// The character as it was written.
    pub(super) fn written(&self, at: usize) -> char {
        self.glyphs.get(at).map_or('\0', |glyph| glyph.written)
    }

    /// The remark in brackets that begins here: what lies between, and where it ends.
    pub(super) fn block_at(&self, at: usize) -> Option<&Range<usize>> {
        self.blocks.iter().find(|block| block.start == at)
    }

    /// Where the remark in brackets ends that this position is in.
    pub(super) fn block_around(&self, at: usize) -> Option<usize> {
        self.blocks.iter().find(|block| block.contains(&at)).map(|block| block.end)
    }

    pub(super) fn is_block_end(&self, at: usize) -> bool {
        self.blocks.iter().any(|block| block.end == at)
    }

    pub(super) fn blocks_within(&self, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
        self.blocks.iter().filter(move |block| range.start <= block.start && block.end <= range.end).cloned()
    }

    /// The word stands here. It is given as it is compared: lower-case, hiragana.
    pub(super) fn has(&self, at: usize, word: &str) -> bool {
        self.word_end(at, word).is_some()
    }

    /// Where the word that stands here ends. An English word ends where its letters end.
    pub(super) fn word_end(&self, at: usize, word: &str) -> Option<usize> {
        let mut end = at;
        for c in word.chars() {
            if self.at(end) != c {
                return None;
            }
            end += 1;
        }
        let letters = word.ends_with(|c: char| c.is_ascii_alphabetic());
        let goes_on = letters && self.at(end).is_ascii_alphabetic() || self.is_inside(end);
        let began = word.starts_with(|c: char| c.is_ascii_alphabetic()) && self.before(at).is_ascii_alphabetic();
        (!goes_on && !began).then_some(end)
    }

    /// A position within one written character, such as between the m and the l of ㎖: no place to cut.
    fn is_inside(&self, at: usize) -> bool {
        at > 0 && at < self.len() && self.glyphs[at].start == self.glyphs[at - 1].start
    }

    pub(super) fn skip_spaces(&self, mut at: usize) -> usize {
        while self.at(at).is_whitespace() {
            at += 1;
        }
        at
    }

    /// Without what only separates, at either end.
    pub(super) fn trim(&self, range: Range<usize>) -> Range<usize> {
        let Range { mut start, mut end } = range;
        while start < end && self.separates(start) {
            start += 1;
        }
        while start < end && self.separates(end - 1) {
            end -= 1;
        }
        // A line of long vowels is a leader; one of them belongs to the word: バターーーー.
        if end - start > 3 && (end - 3..end).all(|at| self.at(at) == 'ー') {
            while end - start > 1 && self.at(end - 2) == 'ー' {
                end -= 1;
            }
        }
        start..end
    }

    /// A separator, or a bracket without its other half.
    fn separates(&self, at: usize) -> bool {
        let bracket = |(open, close): &(char, char)| *open == self.at(at) || *close == self.at(at);
        is_separator(self.at(at)) || BRACKETS.iter().any(bracket) && self.block_around(at).is_none()
    }

    /// Has a letter or a digit.
    pub(super) fn says_something(&self, range: Range<usize>) -> bool {
        range.into_iter().any(|at| self.at(at).is_alphanumeric())
    }

    /// Its bytes in the line.
    pub(super) fn bytes(&self, range: Range<usize>) -> Range<usize> {
        match (self.glyphs.get(range.start), range.end.checked_sub(1).and_then(|last| self.glyphs.get(last))) {
            (Some(first), Some(last)) if range.start < range.end => first.start..last.end,
            _ => 0..0,
        }
    }
}

/// Full-width letters, half-width kana, squares such as ㎖: the same character in another shape. Circled digits and ½ are not.
fn is_only_another_shape(c: char) -> bool {
    matches!(c, '\u{3000}' | '\u{3300}'..='\u{33FF}' | '\u{FF00}'..='\u{FFEF}' | '\u{F900}'..='\u{FAFF}' | 'ℓ')
}

pub(super) fn is_japanese(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF66}'..='\u{FF9F}' | '々')
}

pub(super) fn has_japanese(text: &str) -> bool {
    text.chars().any(is_japanese)
}

/// What stands between a name and an amount and says nothing.
pub(super) fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{2500}'..='\u{257F}') || SEPARATORS.contains(c)
}

/// Commas, dashes, dots, leaders, bullets and boxes to tick.
const SEPARATORS: &str = ",、:;-–—―‐−・…‥⋯.。=|→⇒/\\_•·‣*~〜☐☑☒▢✓✔";
