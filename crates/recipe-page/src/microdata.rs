//! What a page's own elements say of themselves in attributes: microdata (`itemprop`), RDFa (`property`), microformats (`class="p-name"`).
//! All three become the objects that JSON-LD has, so that one reader serves them.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::bounds;
use crate::tree::{Id, Tree};

/// How a page marks things.
#[derive(Clone, Copy)]
enum Dialect {
    Microdata,
    Rdfa,
    Microformat,
}

/// All outermost things that a page marks, in the order in which they stand.
pub(crate) fn values(tree: &Tree) -> Vec<Value> {
    let mut room = Room(bounds::MARKED);
    [Dialect::Microdata, Dialect::Rdfa, Dialect::Microformat].into_iter().flat_map(|dialect| dialect.values(tree, &mut room)).collect()
}

/// What everything that is built from a page may take, in bytes. An element may stand under several names, and within another that does: each
/// name has a value of its own, so without it a small page would become as large as anything.
struct Room(usize);

impl Room {
    fn take(&mut self, size: usize) -> bool {
        let left = self.0.checked_sub(size);
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }
}

/// What a value takes besides its text.
const VALUE: usize = 100;
/// What an object takes besides its values.
const OBJECT: usize = 600;

/// A value, and what it takes.
struct Measured {
    value: Value,
    size: usize,
}

impl Measured {
    fn of(text: String) -> Self {
        let size = VALUE + text.len();
        Self { value: Value::from(text), size }
    }
}

/// A thing whose values are collected.
#[derive(Default)]
struct Fields {
    map: Map<String, Value>,
    size: usize,
}

impl Dialect {
    fn values(self, tree: &Tree, room: &mut Room) -> Vec<Value> {
        // In which thing an element stands. Parents come before their children, so one pass is enough, without recursion.
        let mut owners: HashMap<Id, Id> = HashMap::new();
        let mut marked = Vec::new();
        for id in tree.elements(Tree::root()) {
            let owner = tree
                .parent(id)
                .and_then(|parent| if self.kind(tree, parent).is_some() { Some(parent) } else { owners.get(&parent).copied() });
            if let Some(owner) = owner {
                owners.insert(id, owner);
            }
            if self.kind(tree, id).is_some() || !self.properties(tree, id).is_empty() {
                marked.push((id, owner));
            }
        }
        // Backwards: what is within a thing is complete before the thing is put into another.
        let mut things: HashMap<Id, Fields> = HashMap::new();
        let mut outermost = Vec::new();
        for (id, owner) in marked.into_iter().rev() {
            let fields = things.remove(&id).unwrap_or_default();
            let properties = self.properties(tree, id);
            let owner = owner.filter(|_| !properties.is_empty());
            // What is within a thing has been counted before.
            let counted = fields.size;
            let built = match self.kind(tree, id) {
                Some(kind) => self.thing(tree, id, kind, fields),
                None if owner.is_some() => Measured::of(self.value(tree, id, properties[0])),
                None => continue,
            };
            if !room.take(built.size.saturating_sub(counted)) || tree.is_spent() {
                break;
            }
            let (Some(owner), Some((first, others))) = (owner, properties.split_first()) else {
                outermost.push(built.value);
                continue;
            };
            let Measured { value, size } = built;
            let fields = things.entry(owner).or_default();
            for name in others.iter().take_while(|_| room.take(size)) {
                fields.collect(name, value.clone(), size);
            }
            fields.collect(first, value, size);
        }
        outermost.reverse();
        outermost
    }

    /// What kind of thing an element is, if it is one.
    fn kind(self, tree: &Tree, id: Id) -> Option<&str> {
        match self {
            Self::Microdata => tree.attribute(id, "itemscope").map(|_| tree.attribute(id, "itemtype").unwrap_or_default()),
            Self::Rdfa => tree.attribute(id, "typeof"),
            Self::Microformat => tree.has_class(id, |class| matches!(class, "h-recipe" | "hrecipe")).then_some("Recipe"),
        }
    }

    fn properties(self, tree: &Tree, id: Id) -> Vec<&str> {
        let attribute = match self {
            Self::Microdata => "itemprop",
            Self::Rdfa => "property",
            Self::Microformat => "class",
        };
        let names = tree.attribute(id, attribute).unwrap_or_default().split_ascii_whitespace();
        match self {
            Self::Microdata | Self::Rdfa => names.take(5).collect(),
            Self::Microformat => names.filter_map(of_class).take(1).collect(),
        }
    }

    fn thing(self, tree: &Tree, id: Id, kind: &str, fields: Fields) -> Measured {
        let Fields { map: mut fields, mut size } = fields;
        let kinds = kind.split_ascii_whitespace().map(|kind| Value::from(kind.to_owned())).collect::<Vec<_>>();
        if fields.is_empty() && matches!(self, Self::Microdata) {
            // A step with nothing marked within: its text is all that it says.
            let text = tree.text(id);
            size += VALUE + text.len();
            fields.insert("text".to_owned(), Value::from(text));
        }
        for value in fields.values_mut() {
            if let Value::Array(list) = value {
                list.reverse();
                if list.len() == 1 {
                    *value = list.remove(0);
                }
            }
        }
        fields.insert("@type".to_owned(), Value::from(kinds));
        Measured { value: Value::Object(fields), size: size + OBJECT + kind.len() }
    }

    /// What an element says: its attribute for programs, or what a reader reads, in lines.
    fn value(self, tree: &Tree, id: Id, property: &str) -> String {
        let attribute = |name: &str| tree.attribute(id, name).map(str::to_owned);
        let is_address = matches!(crate::json::bare(property), "url" | "image" | "photo" | "thumbnailUrl" | "mainEntityOfPage");
        let said = match tree.name(id).unwrap_or_default() {
            "img" | "source" | "video" | "audio" | "embed" => lazy_picture(tree, id),
            "a" | "link" | "area" if is_address || tree.is(id, "link") => attribute("href"),
            "time" => attribute("datetime").or_else(|| attribute("content")),
            "data" | "meter" => attribute("value"),
            _ => attribute("content"),
        };
        let said = said
            .filter(|said| !said.trim().is_empty())
            .or_else(|| matches!(self, Self::Microformat).then(|| value_class(tree, id)).flatten());
        said.unwrap_or_else(|| tree.lines(id, bounds::RAW).join("\n"))
    }
}

/// The address of a picture: while it is not seen yet, it stands in another attribute.
pub(crate) fn lazy_picture(tree: &Tree, id: Id) -> Option<String> {
    let names = ["data-src", "data-lazy-src", "data-original", "src", "content"];
    names.into_iter().find_map(|name| tree.attribute(id, name)).filter(|address| !address.starts_with("data:")).map(str::to_owned)
}

/// `<abbr class="value-title" title="PT30M">`
fn value_class(tree: &Tree, id: Id) -> Option<String> {
    let within = std::iter::once(id).chain(tree.elements(id).take(20));
    within
        .filter(|&each| tree.has_class(each, |class| class == "value-title"))
        .find_map(|each| tree.attribute(each, "title"))
        .map(str::to_owned)
}

fn of_class(class: &str) -> Option<&'static str> {
    Some(match class {
        "p-name" | "fn" => "name",
        "p-ingredient" | "ingredient" => "recipeIngredient",
        "e-instructions" | "instructions" | "instruction" => "recipeInstructions",
        "p-yield" | "yield" => "recipeYield",
        "dt-duration" | "duration" => "totalTime",
        "preptime" => "prepTime",
        "cooktime" => "cookTime",
        "u-photo" | "photo" => "image",
        "p-author" | "author" => "author",
        "p-summary" | "summary" => "description",
        "p-category" | "tag" => "keywords",
        _ => return None,
    })
}

impl Fields {
    /// Values come backwards, and are turned around when the thing is complete.
    fn collect(&mut self, name: &str, value: Value, size: usize) {
        let name = crate::json::bare(name);
        match self.map.get_mut(name) {
            Some(Value::Array(list)) if list.len() < bounds::INGREDIENTS * 5 => list.push(value),
            Some(Value::Array(_)) => return,
            _ => {
                self.map.insert(name.to_owned(), Value::Array(vec![value]));
            }
        }
        self.size = self.size.saturating_add(size);
    }
}
