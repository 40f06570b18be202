//! What a page may cost: between the tokenizer and the tree builder stands a guard that keeps the tree shallow and small. For each tag the
//! builder looks through all elements that are open, so a page of nothing but `<div>` would take time by the square of its length.

use std::cell::{Cell, RefCell};

use html5ever::LocalName;
use html5ever::interface::Tracer;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::TreeBuilder;

use super::build::{Handle, Sink};

/// The deepest of 1,108 real pages has 44.
const MOST_DEPTH: u32 = 256;
/// Nodes and their attributes. The largest of them has 16,523 nodes.
const MOST_NODES: usize = 400_000;
/// In one tag: the tokenizer compares each attribute with all before it.
const MOST_ATTRIBUTES: usize = 250;
/// Comparisons that the builder may make: with each tag it looks through what is open, and formatting it compares with all attributes.
const MOST_WORK: u64 = 50_000_000;

/// The attributes that are ever looked at, here or by the builder. The others are not kept.
const KEPT: [&str; 21] = [
    "class",
    "content",
    "data-lazy-src",
    "data-original",
    "data-src",
    "data-testid",
    "datetime",
    "href",
    "id",
    "itemprop",
    "itemscope",
    "itemtype",
    "lang",
    "name",
    "property",
    "rel",
    "src",
    "title",
    "type",
    "typeof",
    "value",
];

pub(super) struct Guard {
    builder: TreeBuilder<Handle, Sink>,
    /// The tags that were not let through: their ends are not let through either.
    withheld: RefCell<Vec<LocalName>>,
    tags: Cell<u32>,
    work: Cell<u64>,
}

/// Counts what the builder holds: the elements that are open, and a few more.
struct Counter(Cell<u32>);

impl Tracer for Counter {
    type Handle = Handle;

    fn trace_handle(&self, _: &Handle) {
        self.0.set(self.0.get() + 1);
    }
}

impl Guard {
    pub(super) fn new(builder: TreeBuilder<Handle, Sink>) -> Self {
        Self { builder, withheld: RefCell::default(), tags: Cell::new(0), work: Cell::new(0) }
    }

    pub(super) fn into_inner(self) -> TreeBuilder<Handle, Sink> {
        self.builder
    }

    /// Where the last element stands says it, as a rule. The builder is asked before a tag is withheld, because it does not say when it
    /// leaves elements, and once in a while, because it may have moved elements to a higher place.
    fn is_too_deep(&self) -> bool {
        let sink = &self.builder.sink;
        self.tags.set(self.tags.get().wrapping_add(1));
        if sink.depth() >= MOST_DEPTH || self.tags.get().is_multiple_of(64) {
            let open = Counter(Cell::new(0));
            self.builder.trace_handles(&open);
            sink.set_depth(open.0.get());
        }
        sink.depth() >= MOST_DEPTH
    }

    /// What the builder will do about a tag: elements that it looks through, and attributes that it compares.
    fn count(&self, tag: &Tag) {
        let open = u64::from(self.builder.sink.depth()) + 1;
        let is_formatting = matches!(
            &*tag.name,
            "a" | "b" | "big" | "code" | "em" | "font" | "i" | "nobr" | "s" | "small" | "strike" | "strong" | "tt" | "u"
        );
        let work = match tag.kind {
            TagKind::StartTag if is_formatting => open * (1 + 2 * tag.attrs.len() as u64),
            TagKind::EndTag if is_formatting => 2 * open,
            _ => 1 + open / 8,
        };
        self.work.set(self.work.get().saturating_add(work));
    }

    fn withholds(&self, token: &Token) -> bool {
        if self.builder.sink.size() > MOST_NODES || self.work.get() > MOST_WORK {
            // The end is let through, so that the builder may close what is open.
            return !matches!(token, Token::EOFToken);
        }
        let Token::TagToken(tag) = token else { return false };
        let mut withheld = self.withheld.borrow_mut();
        match tag.kind {
            TagKind::StartTag if self.is_too_deep() => {
                withheld.push(tag.name.clone());
                true
            }
            TagKind::EndTag if withheld.last() == Some(&tag.name) => withheld.pop().is_some(),
            _ => false,
        }
    }
}

impl TokenSink for Guard {
    type Handle = Handle;

    fn process_token(&self, mut token: Token, line: u64) -> TokenSinkResult<Handle> {
        if let Token::TagToken(tag) = &mut token {
            tag.attrs.retain(|each| KEPT.contains(&&*each.name.local));
            self.count(tag);
        }
        if self.withholds(&token) { TokenSinkResult::Continue } else { self.builder.process_token(token, line) }
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// The page up to a tag that has more attributes than any real one. What is in scripts, styles and comments is not a tag.
pub(super) fn cut_at_endless_tag(text: &str) -> &str {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(found) = bytes[at..].iter().position(|&byte| byte == b'<') {
        let start = at + found;
        let rest = &bytes[start + 1..];
        at = start + 1;
        if rest.starts_with(b"!--") {
            at = text[start + 4..].find("-->").map_or(bytes.len(), |end| start + 4 + end);
        } else if rest.first().is_some_and(u8::is_ascii_alphabetic) {
            let Some(end) = end_of_tag(rest) else { return &text[..start] };
            at += end;
            if let Some(raw) = ["script", "style", "textarea", "title"].into_iter().find(|name| is_tag(rest, name)) {
                at = end_of_raw(bytes, at, raw);
            }
        }
    }
    text
}

/// Where the tag ends; nothing, if it has too many attributes.
fn end_of_tag(tag: &[u8]) -> Option<usize> {
    let mut attributes = 0;
    let mut quote = None;
    let mut before = b' ';
    for (at, &byte) in tag.iter().enumerate() {
        match (quote, byte) {
            (Some(open), _) => quote = (open != byte).then_some(open),
            // A quote opens a value only after the sign; elsewhere it is a part of a name.
            (None, b'"' | b'\'') if before == b'=' => quote = Some(byte),
            (None, b'>') => return Some(at),
            (None, _) if is_gap(before) && !is_gap(byte) => attributes += 1,
            (None, _) => {}
        }
        // `a = "b"` has gaps around the sign.
        if !(before == b'=' && byte.is_ascii_whitespace()) {
            before = byte;
        }
        if attributes > MOST_ATTRIBUTES {
            return None;
        }
    }
    Some(tag.len())
}

fn is_gap(byte: u8) -> bool {
    // After a quote that closes, the next attribute may follow at once.
    byte.is_ascii_whitespace() || matches!(byte, b'/' | b'"' | b'\'')
}

fn is_tag(tag: &[u8], name: &str) -> bool {
    tag.len() > name.len() && tag[..name.len()].eq_ignore_ascii_case(name.as_bytes()) && !tag[name.len()].is_ascii_alphanumeric()
}

fn end_of_raw(bytes: &[u8], from: usize, name: &str) -> usize {
    let mut at = from;
    while let Some(found) = bytes[at..].windows(2).position(|pair| pair == b"</") {
        at += found + 2;
        if is_tag(&bytes[at..], name) {
            return at;
        }
    }
    bytes.len()
}
