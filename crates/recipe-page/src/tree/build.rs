//! From text to tree: html5ever decides what belongs where, as every browser does.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use html5ever::buffer_queue::BufferQueue;
use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{Attribute, QualName, TokenizerResult};

use crate::bounds;

use super::guard::{Guard, cut_at_endless_tag};
use super::{Data, Element, Id, NONE, Node, Tree};

/// Reads a page, or as much of it as is within bounds.
pub(crate) fn parse(text: &str) -> Tree {
    // Without scripts a `noscript` is a part of the page, and it is where pictures are that load lazily.
    let options = TreeBuilderOpts { scripting_enabled: false, drop_doctype: true, ..TreeBuilderOpts::default() };
    let guard = Guard::new(TreeBuilder::new(Sink::new(), options));
    let tokenizer = Tokenizer::new(guard, TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(cut_at_endless_tag(text)));
    // The tokenizer stops at the end of each script, so that somebody could run it.
    while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
    tokenizer.end();
    tokenizer.sink.into_inner().sink.finish()
}

/// What the parser holds of a node: its number, and its name for asking again and again.
#[derive(Clone)]
pub(super) struct Handle {
    id: Id,
    name: Option<Rc<QualName>>,
}

/// Takes the tree from the parser.
pub(super) struct Sink {
    nodes: RefCell<Vec<Node>>,
    no_name: QualName,
    /// How deep the last element stands. The parser may have left it since.
    depth: Cell<u32>,
    depths: RefCell<Vec<u32>>,
    attributes: Cell<usize>,
}

impl Sink {
    fn new() -> Self {
        let sink = Self {
            nodes: RefCell::default(),
            no_name: QualName::new(None, html5ever::ns!(), html5ever::local_name!("")),
            depth: Cell::new(0),
            depths: RefCell::default(),
            attributes: Cell::new(0),
        };
        sink.add(Data::Other);
        sink
    }

    pub(super) fn depth(&self) -> u32 {
        self.depth.get()
    }

    /// The parser was asked how deep it is.
    pub(super) fn set_depth(&self, depth: u32) {
        self.depth.set(depth);
    }

    /// Nodes and attributes.
    pub(super) fn size(&self) -> usize {
        self.nodes.borrow().len() + self.attributes.get()
    }

    fn add(&self, data: Data) -> Id {
        let mut nodes = self.nodes.borrow_mut();
        let id = nodes.len() as Id;
        nodes.push(Node { parent: NONE, first: NONE, last: NONE, previous: NONE, next: NONE, data });
        self.depths.borrow_mut().push(0);
        id
    }

    /// Puts a node among the children of another: before one of them, or at the end.
    fn insert(&self, parent: Id, before: Id, child: NodeOrText<Handle>) {
        let child = match child {
            NodeOrText::AppendNode(handle) => handle.id,
            NodeOrText::AppendText(text) => {
                let neighbour = {
                    let nodes = self.nodes.borrow();
                    if before == NONE { nodes[parent as usize].last } else { nodes[before as usize].previous }
                };
                if neighbour != NONE
                    && let Data::Text(already) = &mut self.nodes.borrow_mut()[neighbour as usize].data
                {
                    already.push_str(&text);
                    return;
                }
                self.add(Data::Text(text.to_string()))
            }
        };
        self.detach(child);
        let mut nodes = self.nodes.borrow_mut();
        let previous = if before == NONE { nodes[parent as usize].last } else { nodes[before as usize].previous };
        let node = &mut nodes[child as usize];
        (node.parent, node.previous, node.next) = (parent, previous, before);
        let is_element = matches!(node.data, Data::Element(_));
        match previous {
            NONE => nodes[parent as usize].first = child,
            previous => nodes[previous as usize].next = child,
        }
        match before {
            NONE => nodes[parent as usize].last = child,
            before => nodes[before as usize].previous = child,
        }
        let mut depths = self.depths.borrow_mut();
        depths[child as usize] = depths[parent as usize] + 1;
        if is_element {
            self.depth.set(depths[child as usize]);
        }
    }

    fn detach(&self, child: Id) {
        let mut nodes = self.nodes.borrow_mut();
        let node = &mut nodes[child as usize];
        let (parent, previous, next) = (node.parent, node.previous, node.next);
        (node.parent, node.previous, node.next) = (NONE, NONE, NONE);
        if parent == NONE {
            return;
        }
        match previous {
            NONE => nodes[parent as usize].first = next,
            previous => nodes[previous as usize].next = next,
        }
        match next {
            NONE => nodes[parent as usize].last = previous,
            next => nodes[next as usize].previous = previous,
        }
    }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Tree;
    type ElemName<'a> = &'a QualName;

    fn finish(self) -> Tree {
        Tree { nodes: self.nodes.into_inner(), left: Cell::new(bounds::WORK) }
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Handle { id: 0, name: None }
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> &'a QualName {
        target.name.as_deref().unwrap_or(&self.no_name)
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _: ElementFlags) -> Handle {
        self.attributes.set(self.attributes.get() + attributes.len());
        let attributes = attributes.into_iter().map(|each| (each.name.local, each.value)).collect();
        let id = self.add(Data::Element(Element { name: name.local.clone(), attributes }));
        Handle { id, name: Some(Rc::new(name)) }
    }

    fn create_comment(&self, _: StrTendril) -> Handle {
        Handle { id: self.add(Data::Other), name: None }
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Handle {
        Handle { id: self.add(Data::Other), name: None }
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        self.insert(parent.id, NONE, child);
    }

    fn append_based_on_parent_node(&self, element: &Handle, previous: &Handle, child: NodeOrText<Handle>) {
        if self.nodes.borrow()[element.id as usize].parent == NONE {
            self.append(previous, child);
        } else {
            self.append_before_sibling(element, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Handle) -> Handle {
        // What is in a template is not on the page until a script puts it there: here it stays where it is written, and text leaves it out.
        target.clone()
    }

    fn same_node(&self, one: &Handle, other: &Handle) -> bool {
        one.id == other.id
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, child: NodeOrText<Handle>) {
        let parent = self.nodes.borrow()[sibling.id as usize].parent;
        if parent != NONE {
            self.insert(parent, sibling.id, child);
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, attributes: Vec<Attribute>) {
        if let Data::Element(element) = &mut self.nodes.borrow_mut()[target.id as usize].data {
            for each in attributes {
                if element.attributes.iter().all(|(name, _)| *name != each.name.local) {
                    element.attributes.push((each.name.local, each.value));
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.detach(target.id);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        loop {
            let first = self.nodes.borrow()[node.id as usize].first;
            if first == NONE {
                return;
            }
            self.insert(new_parent.id, NONE, NodeOrText::AppendNode(Handle { id: first, name: None }));
        }
    }
}
