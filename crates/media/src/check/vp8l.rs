//! The head of a lossless WebP picture, read as far as its tables.
//!
//! A picture may declare 65,536 groups of five trees, which the decoder makes into tables of 4 kB each: five megabytes of upload were
//! 1.4 GB of memory. How many there are stands behind small pictures packed in the same way, so these are read through, without keeping
//! a pixel: where the next bit is depends on the codes alone. See RFC 9649, section 3.

use crate::error::{PictureError, Result};
use crate::limits::MEMORY;

/// The bytes that a decoder needs besides the pixels: tables, and what the transforms say of each block of the picture.
pub(super) fn memory(stream: &[u8], width: u32, height: u32) -> Result<u64> {
    let mut bits = Bits { stream, at: 0 };
    let (mut across, mut blocks) = (width, 0);
    let mut seen = [false; 4];
    while bits.take(1)? == 1 {
        let kind = bits.take(2)?;
        if std::mem::replace(&mut seen[kind as usize], true) {
            return Err(PictureError::Damaged);
        }
        match kind {
            // Predictors and colours: a number for each block.
            0 | 1 => {
                let shift = bits.take(3)? + 2;
                let size = (across.div_ceil(1 << shift), height.div_ceil(1 << shift));
                blocks += 4 * u64::from(size.0) * u64::from(size.1);
                read_through(&mut bits, size)?;
            }
            // A palette: several pixels share a byte if it is short.
            3 => {
                let colours = bits.take(8)? + 1;
                read_through(&mut bits, (colours, 1))?;
                across = across.div_ceil(match colours {
                    0..=2 => 8,
                    3..=4 => 4,
                    5..=16 => 2,
                    _ => 1,
                });
            }
            _ => {}
        }
    }
    let cache = cache_size(&mut bits)?;
    let mut groups = 1;
    if bits.take(1)? == 1 {
        let shift = bits.take(3)? + 2;
        let size = (across.div_ceil(1 << shift), height.div_ceil(1 << shift));
        blocks += 6 * u64::from(size.0) * u64::from(size.1);
        groups = 1 + u64::from(read_through(&mut bits, size)?);
    }
    let mut tables = 0;
    for _ in 0..groups {
        // A list of groups grows by doubling, so three times as long as it is.
        tables += 3 * 5 * 56;
        for alphabet in alphabets(cache) {
            tables += Code::read(&mut bits, alphabet)?.memory();
        }
        if tables > MEMORY {
            return Err(PictureError::TooHeavy);
        }
    }
    Ok(tables + blocks)
}

/// Goes over a picture that serves the real one, and answers its highest number: red and green are its two bytes. What is repeated from
/// before, or from the cache, is not higher than it was.
fn read_through(bits: &mut Bits<'_>, (width, height): (u32, u32)) -> Result<u32> {
    let cache = cache_size(bits)?;
    let mut codes = Vec::with_capacity(5);
    for alphabet in alphabets(cache) {
        codes.push(Code::read(bits, alphabet)?);
    }
    let [green, red, blue, alpha, distance] = &codes[..] else { return Err(PictureError::Damaged) };
    let (mut left, mut highest) = (u64::from(width) * u64::from(height), 0);
    while left > 0 {
        let symbol = green.next(bits)?;
        left = left.saturating_sub(match symbol {
            ..256 => {
                highest = highest.max(red.next(bits)? << 8 | symbol);
                blue.next(bits)?;
                alpha.next(bits)?;
                1
            }
            256..280 => {
                let length = prefixed(bits, symbol - 256)?;
                let distance = distance.next(bits)?;
                prefixed(bits, distance)?;
                u64::from(length)
            }
            _ => 1,
        });
    }
    Ok(highest)
}

fn cache_size(bits: &mut Bits<'_>) -> Result<usize> {
    match bits.take(1)? {
        0 => Ok(0),
        _ => match bits.take(4)? {
            size @ 1..=11 => Ok(1 << size),
            _ => Err(PictureError::Damaged),
        },
    }
}

/// Green with lengths and the cache, red, blue, alpha, distances.
fn alphabets(cache: usize) -> [usize; 5] {
    [256 + 24 + cache, 256, 256, 256, 40]
}

/// A number that is said as its magnitude and some bits.
fn prefixed(bits: &mut Bits<'_>, symbol: u32) -> Result<u32> {
    if symbol < 4 {
        return Ok(symbol + 1);
    }
    let extra = (symbol - 2) >> 1;
    Ok(((2 + (symbol & 1)) << extra) + bits.take(extra)? + 1)
}

/// The order in which the lengths of the codes of lengths are said.
const ORDER: [usize; 19] = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// A prefix code: how many codes there are of each length, and their symbols in order.
#[derive(Default)]
struct Code {
    lengths: [u16; 16],
    symbols: Vec<u16>,
}

impl Code {
    fn read(bits: &mut Bits<'_>, alphabet: usize) -> Result<Self> {
        if bits.take(1)? == 1 {
            let (is_pair, is_long) = (bits.take(1)? == 1, bits.take(1)? == 1);
            let mut symbols = vec![bits.take(if is_long { 8 } else { 1 })? as u16];
            if is_pair {
                symbols.push(bits.take(8)? as u16);
            }
            let mut lengths = [0; 16];
            lengths[1] = symbols.len() as u16;
            return Ok(Self { lengths, symbols });
        }
        let mut lengths = [0; ORDER.len()];
        let count = 4 + bits.take(4)? as usize;
        for place in &ORDER[..count] {
            lengths[*place] = bits.take(3)? as u8;
        }
        let code = Self::of(&lengths);
        let mut most = if bits.take(1)? == 1 {
            let width = 2 + 2 * bits.take(3)?;
            2 + bits.take(width)? as usize
        } else {
            alphabet
        };
        let mut lengths = Vec::with_capacity(alphabet);
        let mut before = 8;
        while lengths.len() < alphabet && most > 0 {
            most -= 1;
            let (length, times) = match code.next(bits)? {
                16 => (before, 3 + bits.take(2)?),
                17 => (0, 3 + bits.take(3)?),
                18 => (0, 11 + bits.take(7)?),
                length => (length as u8, 1),
            };
            if length != 0 {
                before = length;
            }
            lengths.extend(std::iter::repeat_n(length, times as usize));
        }
        if lengths.len() > alphabet { Err(PictureError::Damaged) } else { Ok(Self::of(&lengths)) }
    }

    fn of(lengths: &[u8]) -> Self {
        let mut code = Self::default();
        for length in 1..16 {
            let before = code.symbols.len();
            code.symbols.extend(lengths.iter().enumerate().filter(|(_, of)| **of == length).map(|(symbol, _)| symbol as u16));
            code.lengths[usize::from(length)] = (code.symbols.len() - before) as u16;
        }
        code
    }

    fn next(&self, bits: &mut Bits<'_>) -> Result<u32> {
        // The only symbol needs no bits.
        if let [symbol] = self.symbols[..] {
            return Ok(u32::from(symbol));
        }
        let (mut code, mut first, mut index) = (0, 0, 0);
        for count in &self.lengths[1..] {
            let count = u32::from(*count);
            code |= bits.take(1)?;
            if code < first + count {
                let symbol = self.symbols.get((index + code - first) as usize);
                return symbol.map(|symbol| u32::from(*symbol)).ok_or(PictureError::Damaged);
            }
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        Err(PictureError::Damaged)
    }

    /// A table of ten bits at most, and nodes for what is longer, as the decoder makes them.
    fn memory(&self) -> u64 {
        if self.symbols.len() < 2 {
            return 0;
        }
        let deepest = self.lengths.iter().rposition(|count| *count > 0).unwrap_or(0);
        let longer: u64 = self.lengths[11..].iter().map(|count| u64::from(*count)).sum();
        64 + (4 << deepest.min(10)) + 2 * 16 * (longer + 2)
    }
}

/// Bits, the lowest of each byte first.
struct Bits<'a> {
    stream: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    /// The next bits as a number; twenty at most are asked for.
    fn take(&mut self, count: u32) -> Result<u32> {
        let bytes = self.stream.get(self.at / 8..).unwrap_or_default();
        if self.at % 8 + count as usize > bytes.len() * 8 {
            return Err(PictureError::Damaged);
        }
        let word = bytes.iter().take(4).rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
        let value = word >> (self.at % 8) & ((1 << count) - 1);
        self.at += count as usize;
        Ok(value)
    }
}
