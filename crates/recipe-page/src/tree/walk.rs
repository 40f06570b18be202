//! Walking a tree, and what a reader sees of it.

use crate::bounds;

use super::{Data, Element, Id, NONE, Tree};

/// One space where a reader sees a gap, none at the ends.
pub(crate) fn squeeze(text: &str) -> String {
    let mut squeezed = String::with_capacity(text.len());
    let mut gap = false;
    for letter in text.chars() {
        match letter {
            '\u{200b}' | '\u{feff}' | '\u{ad}' | '\u{200e}' | '\u{200f}' | '\u{2060}' => {}
            letter if letter.is_whitespace() || letter.is_control() => gap = true,
            letter => {
                if gap && !squeezed.is_empty() {
                    squeezed.push(' ');
                }
                gap = false;
                squeezed.push(letter);
            }
        }
    }
    squeezed
}

/// Elements that begin a line of their own.
pub(crate) fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "center"
            | "dd"
            | "details"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hr"
            | "legend"
            | "li"
            | "main"
            | "nav"
            | "ol"
            | "p"
            | "pre"
            | "section"
            | "summary"
            | "table"
            | "tbody"
            | "thead"
            | "tr"
            | "ul"
    )
}

/// Between a number and a word there is a gap; two words may as well be one, whose letters somebody has formatted.
fn is_glued(line: &str, text: &str, gap: &str) -> bool {
    let ends = |passes: fn(char) -> bool| (line.ends_with(passes), text.starts_with(passes));
    let (numbers, letters) = (ends(char::is_numeric), ends(char::is_alphabetic));
    (numbers.0 && letters.1) || (letters.0 && numbers.1) || (gap != " " && letters == (true, true))
}

/// Elements whose text nobody reads.
fn is_unread(name: &str) -> bool {
    matches!(name, "script" | "style" | "template" | "noscript" | "svg" | "iframe" | "textarea" | "select" | "head" | "button")
}

impl Tree {
    pub(crate) fn root() -> Id {
        0
    }

    pub(crate) fn name(&self, id: Id) -> Option<&str> {
        self.element(id).map(|element| &*element.name)
    }

    pub(crate) fn is(&self, id: Id, name: &str) -> bool {
        self.name(id) == Some(name)
    }

    pub(crate) fn attribute(&self, id: Id, name: &str) -> Option<&str> {
        let element = self.element(id)?;
        let value = element.attributes.iter().find(|(each, _)| &**each == name).map(|(_, value)| &**value)?;
        self.spend_text(value).then_some(value)
    }

    pub(crate) fn parent(&self, id: Id) -> Option<Id> {
        some(self.nodes[id as usize].parent)
    }

    pub(crate) fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(some(self.nodes[id as usize].first), |&each| some(self.nodes[each as usize].next))
    }

    pub(crate) fn next_sibling(&self, id: Id) -> Option<Id> {
        some(self.nodes[id as usize].next)
    }

    /// The elements within an element, in the order of the page.
    pub(crate) fn elements(&self, within: Id) -> impl Iterator<Item = Id> + '_ {
        self.all(within).filter(|&id| self.element(id).is_some())
    }

    /// All nodes within a node, in the order of the page.
    pub(crate) fn all(&self, within: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(some(self.nodes[within as usize].first), move |&id| self.after(id, within, true))
    }

    /// The node that follows in the order of the page, with its own children or without.
    pub(crate) fn after(&self, id: Id, within: Id, enter: bool) -> Option<Id> {
        if !self.spend(1) {
            return None;
        }
        if enter && let Some(first) = some(self.nodes[id as usize].first) {
            return Some(first);
        }
        let mut at = id;
        while at != within {
            if let Some(next) = some(self.nodes[at as usize].next) {
                return Some(next);
            }
            at = self.parent(at)?;
        }
        None
    }

    /// The text of a node that is a text.
    pub(crate) fn own_text(&self, id: Id) -> Option<&str> {
        match &self.nodes[id as usize].data {
            Data::Text(text) => Some(text),
            Data::Element(_) | Data::Other => None,
        }
    }

    /// All text within, whether somebody reads it or not: what a script says.
    pub(crate) fn raw_text(&self, within: Id) -> String {
        self.all(within).filter_map(|id| self.own_text(id)).take_while(|text| self.spend_text(text)).collect()
    }

    /// What a reader reads, in lines: so many bytes of it, and what is left of the last line.
    pub(crate) fn lines(&self, within: Id, most: usize) -> Vec<String> {
        self.lines_with_gaps(within, "", most)
    }

    /// What a reader reads, in lines. `<b>rice</b><u>200 g</u>` is not one word, though nothing stands between: where one such element follows
    /// another, the gap is put, which the page makes by its style.
    pub(crate) fn lines_with_gaps(&self, within: Id, gap: &str, most: usize) -> Vec<String> {
        let mut left = most;
        let mut lines = Vec::new();
        let mut line = String::new();
        let mut has_left = false;
        let mut is_apart = false;
        let mut end = |line: &mut String| {
            let squeezed = squeeze(line);
            line.clear();
            if !squeezed.is_empty() {
                lines.push(squeezed);
            }
        };
        let mut at = within;
        let mut enter = true;
        loop {
            let mut within_unread = false;
            if enter {
                if let Some(text) = self.own_text(at) {
                    let text = bounds::cut(text, left);
                    left -= text.len();
                    if left == 0 || !self.spend_text(text) {
                        line.push_str(text);
                        break;
                    }
                    if is_apart && !gap.is_empty() && is_glued(&line, text, gap) {
                        line.push_str(gap);
                    }
                    line.push_str(text);
                    (has_left, is_apart) = (false, false);
                } else if let Some(name) = self.name(at) {
                    is_apart |= has_left && !matches!(name, "sub" | "sup");
                    within_unread = at != within && is_unread(name);
                    if name == "br" || (is_block(name) && !within_unread) {
                        end(&mut line);
                    } else if matches!(name, "td" | "th" | "option") {
                        line.push(' ');
                    }
                }
            }
            let node = &self.nodes[at as usize];
            if !self.spend(1) {
                break;
            }
            if enter && !within_unread && node.first != NONE {
                at = node.first;
                continue;
            }
            // Out of this one, and on: the line of a block ends with it.
            if self.name(at).is_some_and(is_block) {
                end(&mut line);
            }
            has_left |= self.name(at).is_some_and(|name| !matches!(name, "sub" | "sup" | "wbr"));
            if at == within {
                break;
            }
            enter = node.next != NONE;
            at = if enter { node.next } else { node.parent };
        }
        end(&mut line);
        lines
    }

    /// What a reader reads, in one line.
    pub(crate) fn text(&self, within: Id) -> String {
        self.lines(within, bounds::RAW).join(" ")
    }

    /// The text of an element, if it has at most so many letters: the others are left as soon as that is known.
    pub(crate) fn short_text(&self, within: Id, most: usize) -> Option<String> {
        let mut text = String::new();
        let mut letters = 0;
        // Blanks are not counted as letters, and yet looked at.
        let mut bytes = 0;
        for (count, id) in self.all(within).enumerate() {
            if count > 40 {
                return None;
            }
            if let Some(own) = self.own_text(id) {
                bytes += own.len();
                if bytes > most * 40 || !self.spend_text(own) {
                    return None;
                }
                letters += own.trim().chars().take(most + 1).count();
                if letters > most {
                    return None;
                }
                text.push_str(own);
            }
        }
        Some(squeeze(&text)).filter(|text| !text.is_empty())
    }

    /// Whether a node stands within another.
    pub(crate) fn is_within(&self, id: Id, other: Id) -> bool {
        std::iter::successors(self.parent(id), |&each| self.parent(each)).take_while(|_| self.spend(1)).any(|each| each == other)
    }

    /// Whether nobody reads what is within.
    pub(crate) fn is_unread(&self, id: Id) -> bool {
        self.name(id).is_some_and(is_unread)
    }

    /// Whether one of the classes of an element passes.
    pub(crate) fn has_class(&self, id: Id, passes: impl Fn(&str) -> bool) -> bool {
        self.attribute(id, "class").is_some_and(|classes| classes.split_ascii_whitespace().any(passes))
    }

    fn element(&self, id: Id) -> Option<&Element> {
        match &self.nodes[id as usize].data {
            Data::Element(element) => Some(element),
            Data::Text(_) | Data::Other => None,
        }
    }
}

fn some(id: Id) -> Option<Id> {
    (id != NONE).then_some(id)
}
