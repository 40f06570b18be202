//! JSON as it is found on pages: most of it is JSON. What is not is mended, by what writers of pages get wrong again and again.

use serde_json::{Deserializer, Value};

use crate::bounds;
use crate::clean;

/// What may still be read of a page's scripts: a value takes far more room than the letter or two that it is written with.
pub(crate) struct Left {
    bytes: usize,
    objects: usize,
    values: usize,
}

impl Default for Left {
    fn default() -> Self {
        Self { bytes: bounds::SCRIPTS, objects: bounds::OBJECTS, values: bounds::VALUES }
    }
}

impl Left {
    /// The beginning of a script that is within bounds. What was cut in the middle is mended as what a page has cut itself.
    pub(crate) fn cut<'a>(&mut self, script: &'a str) -> &'a str {
        let mut end = 0;
        for byte in bounds::cut(script, self.bytes).bytes() {
            let left = match byte {
                b'{' => self.objects.checked_sub(1).map(|left| self.objects = left),
                b'[' | b',' => self.values.checked_sub(1).map(|left| self.values = left),
                _ => Some(()),
            };
            if left.is_none() {
                break;
            }
            end += 1;
        }
        self.bytes -= end;
        // A letter of several bytes is never counted, so it is never cut.
        &script[..end]
    }
}

/// All values that a script holds: one, as a rule, or none that could be read. Deeper than 128 levels nothing is read.
pub(crate) fn values(script: &str) -> Vec<Value> {
    let script = unwrap(bounds::cut(script, bounds::PAGE));
    if script.is_empty() {
        return Vec::new();
    }
    if let Some(values) = strict(script) {
        return values;
    }
    let mended = mend(script);
    if let Some(values) = strict(&mended) {
        return values;
    }
    // Encoded as if it stood in an attribute.
    if script.contains("&quot;") || script.contains("&#34;") {
        let decoded = clean::decode(script);
        return strict(&decoded).or_else(|| strict(&mend(&decoded))).unwrap_or_default();
    }
    // Broken from somewhere on: what was whole before that is taken.
    Deserializer::from_str(&mended).into_iter().map_while(Result::ok).collect()
}

fn strict(text: &str) -> Option<Vec<Value>> {
    Deserializer::from_str(text).into_iter().collect::<Result<Vec<Value>, _>>().ok().filter(|values| !values.is_empty())
}

/// Without what hides a script from old browsers.
fn unwrap(script: &str) -> &str {
    let mut script = script.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
    loop {
        let before = script;
        for prefix in ["<!--", "//<![CDATA[", "/*<![CDATA[*/", "// <![CDATA[", "<![CDATA["] {
            script = script.strip_prefix(prefix).unwrap_or(script).trim_start();
        }
        for suffix in ["-->", "//]]>", "/*]]>*/", "// ]]>", "]]>", ";"] {
            script = script.strip_suffix(suffix).unwrap_or(script).trim_end();
        }
        if script.len() == before.len() {
            return script;
        }
    }
}

/// Mends in one pass: raw control characters and quotes within strings, escapes that JSON does not have, comments, commas with nothing
/// after them or too many, brackets that are never closed.
fn mend(text: &str) -> String {
    let mut mended = String::with_capacity(text.len() + 64);
    let mut open = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let after = &rest[letter.len_utf8()..];
        rest = match letter {
            '"' => string(after, open.last() == Some(&'}'), &mut mended),
            '/' if after.starts_with('/') => after.find('\n').map_or("", |end| &after[end..]),
            '/' if after.starts_with('*') => after.find("*/").map_or("", |end| &after[end + 2..]),
            '{' | '[' => {
                open.push(if letter == '{' { '}' } else { ']' });
                mended.push(letter);
                after
            }
            '}' | ']' => {
                if open.last() == Some(&letter) {
                    open.pop();
                    drop_comma(&mut mended);
                    mended.push(letter);
                }
                after
            }
            ',' => {
                // Cut, not only looked past: many commas after many spaces would take time by the square.
                mended.truncate(mended.trim_end().len());
                if !mended.ends_with([',', '{', '[', ':']) {
                    mended.push(',');
                }
                after
            }
            letter if letter.is_control() || letter == '\u{feff}' || letter == '\u{a0}' => {
                mended.push(' ');
                after
            }
            letter => {
                mended.push(letter);
                after
            }
        };
    }
    drop_comma(&mut mended);
    mended.extend(open.iter().rev());
    mended
}

fn drop_comma(mended: &mut String) {
    let end = mended.trim_end().len();
    mended.truncate(end);
    if mended.ends_with(',') {
        mended.pop();
    }
}

/// Copies a string from behind its quote, and returns what follows it.
fn string<'a>(text: &'a str, in_object: bool, mended: &mut String) -> &'a str {
    mended.push('"');
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' if closes(&text[at + 1..], in_object) => {
                mended.push('"');
                return &text[at + 1..];
            }
            '"' => mended.push_str("\\\""),
            '\\' => match letters.next() {
                Some((_, escaped @ ('"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't'))) => {
                    mended.push('\\');
                    mended.push(escaped);
                }
                Some((at, 'u')) if text[at + 1..].bytes().take(4).filter(u8::is_ascii_hexdigit).count() == 4 => mended.push_str("\\u"),
                // `\'` is of JavaScript.
                Some((_, other)) if !other.is_control() => mended.push(other),
                _ => mended.push(' '),
            },
            '\n' => mended.push_str("\\n"),
            letter if letter.is_control() => mended.push(' '),
            letter => mended.push(letter),
        }
    }
    mended.push('"');
    ""
}

/// Whether a quote is the end of a string: behind it stands what may follow one. A quote within a text is followed by more text.
fn closes(after: &str, in_object: bool) -> bool {
    let after = after.trim_start();
    match after.chars().next() {
        None | Some('}' | ']' | ':') => true,
        Some(',') if in_object => {
            let next = after[1..].trim_start();
            next.is_empty() || next.starts_with(['"', '}', '/', ','])
        }
        Some(',') => {
            let next = after[1..].trim_start();
            next.is_empty()
                || next.starts_with(['"', '{', '[', ']', '/', ',', '-', 't', 'f', 'n'])
                || next.starts_with(|next: char| next.is_ascii_digit())
        }
        Some('/') => after.starts_with("//") || after.starts_with("/*"),
        Some(_) => false,
    }
}

/// A field by one of its names, in the order of the names: whatever its case, and with the vocabulary before it or without.
pub(crate) fn field<'a>(object: &'a Value, names: &[&str]) -> Option<&'a Value> {
    let fields = object.as_object()?;
    let filled = |value: &&Value| {
        !matches!(value, Value::Null) && value.as_str() != Some("") && value.as_array().is_none_or(|list| !list.is_empty())
    };
    names.iter().find_map(|name| {
        fields.get(*name).filter(filled).or_else(|| {
            let same = |key: &str| bare(key).eq_ignore_ascii_case(name);
            fields.iter().find(|(key, value)| same(key) && filled(value)).map(|(_, value)| value)
        })
    })
}

/// `Recipe` of `https://schema.org/Recipe` and of `schema:Recipe`.
pub(crate) fn bare(name: &str) -> &str {
    if name.starts_with('@') { name } else { name.rsplit(['/', ':', '#']).next().unwrap_or(name) }
}

/// Whether an object says that it is of this type.
pub(crate) fn is_type(object: &Value, name: &str) -> bool {
    let same = |value: &Value| value.as_str().is_some_and(|each| bare(each.trim()).eq_ignore_ascii_case(name));
    match field(object, &["@type", "type"]) {
        Some(Value::Array(types)) => types.iter().any(same),
        Some(one) => same(one),
        None => false,
    }
}
