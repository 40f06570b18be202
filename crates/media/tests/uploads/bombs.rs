//! Uploads that are small to send and large to open, made byte by byte.

use bytes::Bytes;

use super::crc32;

/// Bits, gathered into bytes. `HIGH_FIRST` is the order of a JPEG, the other that of deflate and WebP.
#[derive(Default)]
pub(crate) struct Bits<const HIGH_FIRST: bool> {
    pub(crate) bytes: Vec<u8>,
    used: u32,
}

impl<const HIGH_FIRST: bool> Bits<HIGH_FIRST> {
    pub(crate) fn put(&mut self, value: u32, count: u32) {
        for bit in 0..count {
            let bit = if HIGH_FIRST { value >> (count - 1 - bit) & 1 } else { value >> bit & 1 };
            if self.used == 0 {
                self.bytes.push(0);
            }
            let place = if HIGH_FIRST { 7 - self.used } else { self.used };
            *self.bytes.last_mut().expect("one was pushed") |= (bit as u8) << place;
            self.used = (self.used + 1) % 8;
        }
    }
}

/// As many zeros as wanted, as a zlib stream a hundred and sixty times smaller.
pub(crate) fn zlib_of_zeros(count: u64) -> Vec<u8> {
    let mut bits = Bits::<false> { bytes: vec![0x78, 0x01], used: 0 };
    // The one and last block, with the fixed codes: a zero, then the same again, 258 times at most.
    bits.put(0b011, 3);
    let zero = |bits: &mut Bits<false>| bits.put(0b0000_1100, 8);
    let mut left = count;
    while left > 0 {
        zero(&mut bits);
        left -= 1;
        while left >= 258 {
            bits.put(0b1010_0011, 8);
            bits.put(0, 5);
            left -= 258;
        }
    }
    bits.put(0, 7);
    let sum = ((count % 65_521) as u32) << 16 | 1;
    [&bits.bytes[..], &sum.to_be_bytes()].concat()
}

pub(crate) fn png_chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
    let named = [&kind[..], data].concat();
    [&(data.len() as u32).to_be_bytes()[..], &named, &crc32(&named).to_be_bytes()].concat()
}

/// A black PNG with chunks of somebody's choice before its pixels. Its lines are as long as `depth` and `colour` say.
pub(crate) fn png(width: u32, height: u32, (depth, colour): (u8, u8), interlaced: bool, more: &[u8], extra_zeros: u64) -> Bytes {
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[depth, colour, 0, 0, u8::from(interlaced)]].concat();
    let samples = [1, 0, 3, 1, 2, 0, 4_u64][usize::from(colour)];
    let line = |width: u32| (u64::from(width) * samples * u64::from(depth)).div_ceil(8) + 1;
    let passes = [(0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2)];
    let zeros: u64 = if interlaced {
        let part = |side: u32, (from, step): (u32, u32)| (side + step - 1 - from) / step;
        let sizes = passes.iter().map(|&(x, dx, y, dy)| (part(width, (x, dx)), part(height, (y, dy))));
        sizes.filter(|(width, _)| *width > 0).map(|(width, height)| line(width) * u64::from(height)).sum()
    } else {
        line(width) * u64::from(height)
    };
    let pixels = zlib_of_zeros(zeros + extra_zeros);
    [b"\x89PNG\r\n\x1a\n", &png_chunk(*b"IHDR", &header)[..], more, &png_chunk(*b"IDAT", &pixels), &png_chunk(*b"IEND", &[])]
        .concat()
        .into()
}

fn segment(code: u8, data: &[u8]) -> Vec<u8> {
    [&[0xFF, code][..], &(data.len() as u16 + 2).to_be_bytes(), data].concat()
}

/// What a JPEG begins with. The one code of each table is a single 0: "no difference" for DC, and for AC `ac`.
fn jpeg_head(kind: u8, (width, height): (u16, u16), sampling: &[u8], ac: u8, more: &[u8]) -> Vec<u8> {
    let mut frame = vec![8];
    frame.extend([height.to_be_bytes(), width.to_be_bytes()].concat());
    frame.push(sampling.len() as u8);
    for (index, sampling) in sampling.iter().enumerate() {
        frame.extend([index as u8 + 1, *sampling, 0]);
    }
    let table = |kind: u8, symbol: u8| [&[kind, 1][..], &[0; 15], &[symbol]].concat();
    let quantities = [&[0][..], &[1; 64]].concat();
    let tables = [table(0x00, 0), table(0x10, ac)].concat();
    [&[0xFF, 0xD8][..], more, &segment(0xDB, &quantities), &segment(kind, &frame), &segment(0xC4, &tables)].concat()
}

fn scan_head(components: &[u8], from: u8, to: u8) -> Vec<u8> {
    let mut scan = vec![components.len() as u8];
    scan.extend(components.iter().flat_map(|component| [*component, 0]));
    scan.extend([from, to, 0]);
    segment(0xDA, &scan)
}

/// The blocks of eight by eight pixels, of all components and of the first.
fn blocks((width, height): (u16, u16), sampling: &[u8]) -> (usize, usize) {
    let most = |shift: u8| sampling.iter().map(|sampling| usize::from(sampling >> shift & 15)).max().expect("a component");
    let parts = usize::from(width).div_ceil(8 * most(4)) * usize::from(height).div_ceil(8 * most(0));
    let all = sampling.iter().map(|sampling| parts * usize::from(sampling >> 4) * usize::from(sampling & 15)).sum();
    (all, usize::from(width).div_ceil(8) * usize::from(height).div_ceil(8))
}

/// Components sampled as telephones do it, and without any saving.
pub(crate) const TELEPHONE: [u8; 3] = [0x22, 0x11, 0x11];
pub(crate) const FULL: [u8; 3] = [0x11, 0x11, 0x11];

/// A grey JPEG in one scan.
pub(crate) fn baseline(size: (u16, u16), sampling: &[u8], more: &[u8]) -> Bytes {
    let all: Vec<u8> = (1..=sampling.len() as u8).collect();
    let bits = vec![0; (blocks(size, sampling).0 * 2).div_ceil(8)];
    [&jpeg_head(0xC0, size, sampling, 0, more)[..], &scan_head(&all, 0, 63), &bits, &[0xFF, 0xD9]].concat().into()
}

/// A grey JPEG with one scan for each component: the decoder must remember all of it.
pub(crate) fn component_by_component(size: (u16, u16)) -> Bytes {
    let mut file = jpeg_head(0xC0, size, &FULL, 0, &[]);
    for component in 1..=3 {
        file.extend(scan_head(&[component], 0, 63));
        file.extend(vec![0; (blocks(size, &FULL).1 * 2).div_ceil(8)]);
    }
    file.extend([0xFF, 0xD9]);
    file.into()
}

/// A grey progressive JPEG: one scan of means, then as many as wanted that add nothing to the first component.
pub(crate) fn progressive(size: (u16, u16), sampling: &[u8], more_scans: usize) -> Bytes {
    let all: Vec<u8> = (1..=sampling.len() as u8).collect();
    let (every, first) = blocks(size, sampling);
    let mut file = jpeg_head(0xC2, size, sampling, 0xE0, &[]);
    file.extend(scan_head(&all, 0, 0));
    file.extend(vec![0; every.div_ceil(8)]);
    // Runs of 2^14 + 0 blocks without a coefficient.
    let runs = vec![0; (first.div_ceil(1 << 14) * 15).div_ceil(8)];
    let scan = [&scan_head(&[1], 1, 63)[..], &runs].concat();
    for _ in 0..more_scans {
        file.extend(&scan);
    }
    file.extend([0xFF, 0xD9]);
    file.into()
}

pub(crate) fn app_segments(code: u8, begins: impl Fn(usize) -> Vec<u8>, count: usize) -> Vec<u8> {
    let filling = vec![7; 60_000];
    (0..count).flat_map(|index| segment(code, &[&begins(index)[..], &filling].concat())).collect()
}

/// Parts of an XMP packet that never comes together, so small that there is room for very many.
pub(crate) fn crumbs_of_xmp(count: u32) -> Vec<u8> {
    let crumb = |index: u32| {
        let places = [(1_u32 << 30).to_be_bytes(), index.to_be_bytes()].concat();
        segment(0xE1, &[b"http://ns.adobe.com/xmp/extension/\0", &[b'0'; 32][..], &places, b"x"].concat())
    };
    (0..count).flat_map(crumb).collect()
}

pub(crate) fn riff_chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
    [&kind[..], &(data.len() as u32).to_le_bytes(), data, &[0][..data.len() % 2]].concat()
}

pub(crate) fn webp(chunks: &[Vec<u8>]) -> Bytes {
    let inner = [&b"WEBP"[..], &chunks.concat()].concat();
    riff_chunk(*b"RIFF", &inner).into()
}

/// The bitstream of a lossless WebP picture of one colour. `groups` sets of the largest tables are declared, of which one is used.
pub(crate) fn lossless(width: u32, height: u32, with_alpha: bool, groups: u32) -> Vec<u8> {
    let mut bits = Bits::<false>::default();
    bits.put(0x2F, 8);
    bits.put(width - 1, 14);
    bits.put(height - 1, 14);
    bits.put(u32::from(with_alpha), 1);
    bits.put(0, 3);
    // No transform, no colour cache.
    bits.put(0, 2);
    let constant = |bits: &mut Bits<false>, symbol: u32| {
        bits.put(0b101, 3);
        bits.put(symbol, 8);
    };
    if groups == 0 {
        bits.put(0, 1);
        for symbol in [40, 90, 140, 255, 0] {
            constant(&mut bits, symbol);
        }
        return bits.bytes;
    }
    // Which tables are used where: a picture of its own, 512 times smaller, whose colour is the number of the last group.
    bits.put(1, 1);
    bits.put(7, 3);
    bits.put(0, 1);
    let last = groups - 1;
    for symbol in [last & 0xFF, last >> 8, 0, 0, 0] {
        constant(&mut bits, symbol);
    }
    for _ in 0..groups * 5 {
        // Codes of 1, 2, … 14, 15 and 15 bits: the deepest tree, in the fewest bits.
        bits.put(0, 1);
        bits.put(15, 4);
        let order = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
        for length in order {
            bits.put(if (1..16).contains(&length) || length == 18 { 4 } else { 0 }, 3);
        }
        bits.put(1, 1);
        bits.put(1, 3);
        bits.put(14, 4);
        // Sixteen codes of four bits each, in the order of their symbols; the highest bit comes first.
        let code = |value: u32| (0..4).fold(0, |turned, bit| turned | (value >> bit & 1) << (3 - bit));
        for length in (0..15).chain([14]) {
            bits.put(code(length), 4);
        }
    }
    // A pixel or two, and nothing more.
    bits.put(0, 32);
    bits.bytes
}

pub(crate) fn canvas(width: u32, height: u32, flags: u8) -> Vec<u8> {
    let three = |value: u32| value.to_le_bytes()[..3].to_vec();
    riff_chunk(*b"VP8X", &[vec![flags, 0, 0, 0], three(width - 1), three(height - 1)].concat())
}

pub(crate) fn animation_frame(width: u32, height: u32, inner: &[u8]) -> Vec<u8> {
    let three = |value: u32| value.to_le_bytes()[..3].to_vec();
    let head = [vec![0; 6], three(width - 1), three(height - 1), vec![40, 0, 0, 0]].concat();
    riff_chunk(*b"ANMF", &[&head[..], inner].concat())
}
