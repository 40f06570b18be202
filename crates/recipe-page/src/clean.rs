//! Strings that others wrote: tags and character references in them become what a reader would have seen.

use html5ever::data::NAMED_ENTITIES;

use crate::bounds;
use crate::tree::squeeze;

/// One line of plain text.
pub(crate) fn line(text: &str) -> String {
    tidy(squeeze(&plain(text)))
}

/// Lines of plain text: each as somebody wrote it, and each paragraph and item of a list in a line of its own.
pub(crate) fn lines(text: &str) -> Vec<String> {
    let plain = plain(text);
    plain.lines().map(squeeze).filter(|line| !line.is_empty()).map(tidy).collect()
}

/// What programs that write pages leave behind: `((softened))`.
fn tidy(line: String) -> String {
    let line = if line.contains("((") && line.contains("))") { line.replace("((", "(").replace("))", ")") } else { line };
    bounds::shorten(line, bounds::LINE)
}

/// Without tags and with all references decoded. Some pages encode twice, and tags come to light only then.
fn plain(text: &str) -> String {
    let text = bounds::cut(text, bounds::RAW);
    let mut plain = without_tags(text);
    for _ in 0..3 {
        if !plain.contains('&') {
            break;
        }
        let decoded = decode(&plain);
        if decoded == plain {
            break;
        }
        plain = without_tags(&decoded);
    }
    if plain.contains(['Â', 'Ã']) { mended(&plain) } else { plain }
}

/// `½` for `Â½` and `é` for `Ã©`: UTF-8 that somebody has read as Latin-1 and written as UTF-8 again. In no language do these signs follow
/// these letters.
fn mended(text: &str) -> String {
    let mut mended = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied().filter(|next| ('\u{80}'..='\u{bf}').contains(next));
        match (letter, next) {
            ('Â', Some(next)) => {
                mended.push(next);
                letters.next();
            }
            ('Ã', Some(next)) => {
                mended.extend(char::from_u32(next as u32 + 0x40));
                letters.next();
            }
            _ => mended.push(letter),
        }
    }
    mended
}

fn without_tags(text: &str) -> String {
    if !text.contains('<') {
        return text.to_owned();
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        plain.push_str(&rest[..start]);
        let tag = &rest[start + 1..];
        // `<` before a number is "less than".
        let opens = tag.starts_with(|next: char| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?'));
        match if opens { tag.find('>') } else { None } {
            Some(end) => {
                let name = tag[..end].trim_start_matches('/').trim_end_matches('/');
                let name = name.split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap_or_default();
                if matches!(
                    name.to_ascii_lowercase().as_str(),
                    "br" | "p" | "div" | "li" | "ul" | "ol" | "tr" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
                ) {
                    plain.push('\n');
                }
                rest = &tag[end + 1..];
            }
            None if opens => {
                // None of what follows can be a tag any more: looking again from each `<` would take time by the square.
                plain.push('<');
                plain.push_str(tag);
                return plain;
            }
            None => {
                plain.push('<');
                rest = tag;
            }
        }
    }
    plain.push_str(rest);
    plain
}

/// Decodes character references, with and without their semicolon, as a browser does.
pub(crate) fn decode(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        decoded.push_str(&rest[..start]);
        let reference = &rest[start + 1..];
        if let Some(length) = number(reference, &mut decoded).or_else(|| name(reference, &mut decoded)) {
            rest = &reference[length..];
        } else {
            decoded.push('&');
            rest = reference;
        }
    }
    decoded.push_str(rest);
    decoded
}

/// `&#1234;` and `&#x1f;`: how long the reference is.
fn number(reference: &str, decoded: &mut String) -> Option<usize> {
    let digits = reference.strip_prefix('#')?;
    let (radix, digits) = digits.strip_prefix(['x', 'X']).map_or((10, digits), |digits| (16, digits));
    let end = digits.find(|digit: char| !digit.is_digit(radix)).unwrap_or(digits.len());
    if end == 0 || end > 8 {
        return None;
    }
    let code = u32::from_str_radix(&digits[..end], radix).ok()?;
    // What Windows calls 0x80 to 0x9f.
    let code = match code {
        0x91 | 0x92 => 0x2018 + (code - 0x91),
        0x93 | 0x94 => 0x201c + (code - 0x93),
        0x95 => 0x2022,
        0x96 | 0x97 => 0x2013 + (code - 0x96),
        0x85 => 0x2026,
        0x99 => 0x2122,
        _ => code,
    };
    decoded.push(char::from_u32(code).filter(|&letter| letter != '\0').unwrap_or('\u{fffd}'));
    let length = reference.len() - digits.len() + end;
    Some(length + usize::from(reference[length..].starts_with(';')))
}

/// `&frac12;`, and the older ones such as `&amp` without their end: how long the reference is.
fn name(reference: &str, decoded: &mut String) -> Option<usize> {
    let end = reference.bytes().take(32).position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(reference.len().min(32));
    let with_end = end + usize::from(reference.get(end..=end) == Some(";"));
    let mut length = with_end;
    while length > 1 {
        // The table has prefixes of names, too, which mean nothing.
        if let Some(&(one, two)) = reference.get(..length).and_then(|name| NAMED_ENTITIES.get(name))
            && one != 0
        {
            decoded.extend([one, two].into_iter().filter(|&code| code != 0).filter_map(char::from_u32));
            return Some(length);
        }
        length -= 1;
    }
    None
}
