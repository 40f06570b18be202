//! A page as a tree: nodes in one list that name each other by number, so that walking and dropping a page never recurses, however
//! deep somebody has nested it.

mod budget;
mod build;
mod guard;
mod walk;

pub(crate) use build::parse;
pub(crate) use walk::{is_block, squeeze};

/// The number of a node.
pub(crate) type Id = u32;

/// The number that no node has.
const NONE: Id = Id::MAX;

#[derive(Debug)]
enum Data {
    /// The page, a comment, a doctype: what has neither a name nor a text.
    Other,
    Text(String),
    Element(Element),
}

#[derive(Debug)]
struct Element {
    name: html5ever::LocalName,
    /// The values are counted references: the parser makes the same element again and again where a page does not close it.
    attributes: Vec<(html5ever::LocalName, html5ever::tendril::StrTendril)>,
}

#[derive(Debug)]
struct Node {
    parent: Id,
    first: Id,
    last: Id,
    previous: Id,
    next: Id,
    data: Data,
}

/// A page that was parsed.
#[derive(Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    /// What walking may still cost.
    left: std::cell::Cell<u64>,
}
