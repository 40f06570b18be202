//! A design as data: tables, indexes, entities with their key templates, and numbered access patterns.
//!
//! An app's `design.rs` declares these once. The keys that are written, the queries that read them, the generated documents, the
//! tables that are created and the check of the design itself all come from the same declaration.

use crate::key::Piece;
use crate::packed::{DecodeError, Item, ItemRef};

/// The type of a key attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// Text.
    S,
    /// Number.
    N,
    /// Bytes.
    B,
}

impl Scalar {
    /// DynamoDB's letter for it.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::S => "S",
            Self::N => "N",
            Self::B => "B",
        }
    }
}

/// A key attribute of a table or an index: its name, exactly as the design has it, and its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyAttribute {
    /// The name.
    pub name: &'static str,
    /// The type.
    pub scalar: Scalar,
}

/// A text key attribute.
pub const fn text(name: &'static str) -> KeyAttribute {
    KeyAttribute { name, scalar: Scalar::S }
}

/// A numeric key attribute.
pub const fn number(name: &'static str) -> KeyAttribute {
    KeyAttribute { name, scalar: Scalar::N }
}

/// A binary key attribute.
pub const fn binary(name: &'static str) -> KeyAttribute {
    KeyAttribute { name, scalar: Scalar::B }
}

/// What an index holds of each item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Projection {
    /// The whole item.
    All,
    /// The keys of the table and of the index.
    KeysOnly,
    /// The keys and these attributes.
    Include(&'static [&'static str]),
}

/// A global secondary index. An item without all its key attributes is not in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Index {
    /// The name.
    pub name: &'static str,
    /// The partition key.
    pub hash: KeyAttribute,
    /// The sort key.
    pub range: Option<KeyAttribute>,
    /// What it holds.
    pub projection: Projection,
    /// Why it exists, in a sentence.
    pub why: &'static str,
}

/// A table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Table {
    /// The name.
    pub name: &'static str,
    /// The partition key.
    pub hash: KeyAttribute,
    /// The sort key.
    pub range: Option<KeyAttribute>,
    /// The indexes.
    pub indexes: &'static [&'static Index],
    /// The attribute that says, in Unix seconds, when an item expires.
    pub ttl: Option<&'static str>,
    /// Whether changes are published: before, after and the order in which they happened.
    pub feed: bool,
    /// What it holds, in a sentence.
    pub about: &'static str,
}

impl Table {
    /// The index of that name.
    pub fn index(&self, name: &str) -> Option<&'static Index> {
        self.indexes.iter().copied().find(|index| index.name == name)
    }

    /// The names of the table's own key attributes.
    pub fn key_names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.hash.name).chain(self.range.map(|r| r.name))
    }

    /// The names of the key attributes of the table, or of one of its indexes together with the table's.
    pub fn cursor_names(&self, index: Option<&Index>) -> Vec<&'static str> {
        let mut names: Vec<_> = self.key_names().collect();
        if let Some(index) = index {
            for name in std::iter::once(index.hash.name).chain(index.range.map(|r| r.name)) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }
}

/// What an index really holds of each item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Held {
    /// Everything.
    Everything,
    /// The keys of the table and of the index, and these.
    KeysAnd(Vec<&'static str>),
}

impl Table {
    /// What an index holds: its projection, and always the attribute by which items expire, without which a store could not hide what
    /// is past its time.
    pub fn held_by(&self, index: &Index) -> Held {
        let mut names = match index.projection {
            Projection::All => return Held::Everything,
            Projection::KeysOnly => Vec::new(),
            Projection::Include(names) => names.to_vec(),
        };
        if let Some(ttl) = self.ttl.filter(|ttl| !names.contains(ttl) && !self.cursor_names(Some(index)).contains(ttl)) {
            names.push(ttl);
        }
        Held::KeysAnd(names)
    }
}

/// How an entity fills one key attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntityKey {
    /// The attribute.
    pub attribute: &'static str,
    /// The template, or the plain attribute.
    pub form: Form,
    /// Whether the plain attribute can be missing; a template says so part by part.
    pub optional: bool,
    /// The method that must say yes for the attribute to be there, and the attributes that it reads.
    pub only_if: Option<(&'static str, &'static [&'static str])>,
}

/// The two ways to make a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Text made from a template.
    Text(&'static [Piece]),
    /// The item's own attribute.
    Plain(Scalar),
}

impl EntityKey {
    /// The attributes that decide what this key is.
    pub fn fed_by(&self) -> impl Iterator<Item = &'static str> {
        let parts: &'static [Piece] = match self.form {
            Form::Text(pieces) => pieces,
            Form::Plain(_) => &[],
        };
        let plain = matches!(self.form, Form::Plain(_)).then_some(self.attribute);
        let condition: &'static [&'static str] = self.only_if.map_or(&[], |(_, reads)| reads);
        parts
            .iter()
            .filter_map(|piece| match piece {
                Piece::Part { name, .. } => Some(*name),
                Piece::Text(_) => None,
            })
            .chain(plain)
            .chain(condition.iter().copied())
    }

    /// The names of the template's parts, from the left.
    pub fn parts(&self) -> Vec<&'static str> {
        match self.form {
            Form::Text(pieces) => pieces
                .iter()
                .filter_map(|piece| match piece {
                    Piece::Part { name, .. } => Some(*name),
                    Piece::Text(_) => None,
                })
                .collect(),
            Form::Plain(_) => vec![self.attribute],
        }
    }

    /// Whether an item may go without it.
    pub fn is_sparse(&self) -> bool {
        let optional = match self.form {
            Form::Text(pieces) => pieces.iter().any(|piece| matches!(piece, Piece::Part { optional: true, .. })),
            Form::Plain(_) => false,
        };
        optional || self.optional || self.only_if.is_some()
    }
}

/// One kind of item: which table it lives in and how its keys are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntityDesign {
    /// The kind's name.
    pub kind: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// Where it lives.
    pub table: &'static Table,
    /// Its key attributes: those of the table and those of the indexes that it is in.
    pub keys: &'static [EntityKey],
    /// The largest that an item of this kind can become, where the app bounds it.
    pub at_most_bytes: Option<usize>,
    /// Its attributes beside the keys that templates make. Debug builds hold every write to this list.
    pub fields: &'static [Field],
    /// When an item of this kind expires, in words; `None` for one that stays until somebody removes it.
    pub expires: Option<&'static str>,
    /// Where it departs from the design document: the attribute, and the reason.
    pub departs: &'static [(&'static str, &'static str)],
    /// How an item of this kind is written anew from what it says.
    pub rewritten: Rewritten,
}

/// Reads an item into its struct and writes the struct again: the keys that come out are those that the item should have.
#[derive(Clone, Copy)]
pub struct Rewritten(pub fn(ItemRef<'_>) -> Result<Item, DecodeError>);

impl Rewritten {
    /// For a kind that is declared without a struct: every item of it is as it should be.
    pub const AS_IT_IS: Self = Self(|item| Ok(item.to_item()));
}

impl PartialEq for Rewritten {
    /// A design is what it declares. The address of a function can differ from one place of the program to another.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Rewritten {}

impl std::fmt::Debug for Rewritten {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Rewritten")
    }
}

/// An attribute of an item that is not made by a template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its path, such as `Data.hasBleeding`.
    pub name: &'static str,
    /// Its type.
    pub kind: FieldType,
    /// Whether an item may go without it, or have null there.
    pub optional: bool,
}

/// DynamoDB's types, by its own letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldType {
    /// Text.
    S,
    /// A number.
    N,
    /// Bytes.
    B,
    /// True or false.
    BOOL,
    /// A list.
    L,
    /// A map.
    M,
    /// A set of texts.
    SS,
}

impl FieldType {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::S => "text",
            Self::N => "number",
            Self::B => "bytes",
            Self::BOOL => "true or false",
            Self::L => "list",
            Self::M => "map",
            Self::SS => "set of texts",
        }
    }
}

impl EntityDesign {
    /// Whether an attribute, by its path, is one of this kind's: a key, a field, what lies within a field, or what fields lie within.
    pub fn has(&self, path: &str) -> bool {
        let within = |outer: &str, inner: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with(['.', '[']));
        self.key(path).is_some()
            || self.table.key_names().any(|name| name == path)
            || self.fields.iter().any(|field| field.name == path || within(path, field.name))
            || self.fields.iter().any(|field| within(field.name, path) && !self.is_spelled_out(field.name))
    }

    /// Whether the attributes within a map are fields of their own.
    fn is_spelled_out(&self, map: &str) -> bool {
        self.fields.iter().any(|field| field.name.strip_prefix(map).is_some_and(|rest| rest.starts_with('.')))
    }

    /// How this kind fills a key attribute.
    pub fn key(&self, attribute: &str) -> Option<&EntityKey> {
        self.keys.iter().find(|key| key.attribute == attribute)
    }
}

/// What a pattern costs in store requests.
#[derive(Clone, Copy, Debug)]
pub enum Cost {
    /// Always so many.
    Exactly(u32),
    /// Never more than so many.
    AtMost(u32),
    /// So many for a given number of things, and the formula in words.
    Formula {
        /// The formula as people write it.
        words: &'static str,
        /// The formula as the test computes it.
        requests: fn(things: u32) -> u32,
    },
}

impl Cost {
    /// The cost in words.
    pub fn words(&self) -> String {
        match self {
            Self::Exactly(n) => n.to_string(),
            Self::AtMost(n) => format!("at most {n}"),
            Self::Formula { words, .. } => (*words).to_owned(),
        }
    }

    /// Whether so many requests keep to the cost, given the number of things a formula speaks of.
    pub fn allows(&self, requests: u32, things: u32) -> bool {
        match self {
            Self::Exactly(n) => requests == *n,
            Self::AtMost(n) => requests <= *n,
            Self::Formula { requests: formula, .. } => requests == formula(things),
        }
    }
}

/// A question that the app asks of its data, and how the tables answer it.
#[derive(Clone, Copy, Debug)]
pub struct AccessPattern {
    /// Its number in the design, such as `AP-04`.
    pub id: &'static str,
    /// The question in plain words.
    pub question: &'static str,
    /// What the answer takes, in order.
    pub steps: &'static [Step],
    /// What it costs.
    pub cost: Cost,
}

/// One request (or batch of requests) of a pattern.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// Reads one item by its key.
    Get(&'static EntityDesign),
    /// Writes one item.
    Put(&'static EntityDesign),
    /// Changes attributes of one item.
    Update(&'static EntityDesign),
    /// Removes one item.
    Delete(&'static EntityDesign),
    /// Reads a range of one partition.
    Query(Range),
    /// Reads a whole table, page by page: for staff and jobs only.
    Scan(&'static Table),
    /// Reads items by their keys, at most so many.
    BatchGet(&'static [&'static EntityDesign], u32),
    /// Writes or removes items by their keys, without conditions, at most so many.
    BatchWrite(&'static [&'static EntityDesign], u32),
    /// Reads items as they stand at one moment, at most so many.
    TransactGet(&'static [&'static EntityDesign], u32),
    /// Writes several items, all or none.
    Transact(&'static [Action]),
    /// One of these, by what was asked for: a list in several orders is one pattern, and each call takes one way.
    OneOf(&'static [Step]),
}

/// One kind of action within a transaction.
#[derive(Clone, Copy, Debug)]
pub struct Action {
    /// What is done.
    pub verb: Verb,
    /// To which kind of item.
    pub entity: &'static EntityDesign,
    /// At most so often; `None` where nothing bounds it, which the check reports.
    pub at_most: Option<u32>,
}

/// What an action does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// Writes the item.
    Put,
    /// Changes attributes.
    Update,
    /// Removes it.
    Delete,
    /// Looks only.
    Check,
}

impl Action {
    /// An action that happens at most so often in one transaction.
    pub const fn new(verb: Verb, entity: &'static EntityDesign, at_most: u32) -> Self {
        Self { verb, entity, at_most: Some(at_most) }
    }
}

/// A query: which keys it reads, in which order it promises the answer, and what it filters.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// The kinds of items in the answer.
    pub entities: &'static [&'static EntityDesign],
    /// The index, or the table itself.
    pub index: Option<&'static Index>,
    /// What the asker knows: values for parts of the partition key and, from the left, of the sort key.
    pub given: &'static [&'static str],
    /// A part of the sort key that is asked for as a range.
    pub between: Option<&'static str>,
    /// The order promised to the asker: the parts by which the answer is sorted, the most significant first. Empty: none.
    pub ordered_by: &'static [&'static str],
    /// Attributes that are filtered after the read.
    pub filters: &'static [&'static str],
    /// How many items one request reads at most.
    pub limit: Option<u32>,
}

impl Range {
    /// A range of items of one kind, to be filled in with `..`.
    pub const fn of(entities: &'static [&'static EntityDesign]) -> Self {
        Self { entities, index: None, given: &[], between: None, ordered_by: &[], filters: &[], limit: None }
    }
}

/// The design of an app.
#[derive(Clone, Copy, Debug)]
pub struct Design {
    /// The app's name, as in its address and its data file.
    pub app: &'static str,
    /// What the app is for, in a sentence.
    pub about: &'static str,
    /// Its tables.
    pub tables: &'static [&'static Table],
    /// The kinds of items.
    pub entities: &'static [&'static EntityDesign],
    /// The numbered patterns.
    pub patterns: &'static [&'static AccessPattern],
    /// What its routes ask of the store, list by list: its own, and those of what it includes.
    pub routes: &'static [&'static [RouteCost]],
}

/// What a route may ask of the store while it answers one request.
#[derive(Clone, Copy, Debug)]
pub struct RouteCost {
    /// Method and path, such as `GET /okusuri/days/{day}`. `{app}` stands for the name of the app that includes the route.
    pub route: &'static str,
    /// The patterns that it may ask, each at most so often; [`EACH`] for one that is asked for each of many things.
    pub asks: &'static [(&'static AccessPattern, u32)],
}

/// A route asks a pattern for each of many things: for every session of a person, for every person of the house.
pub const EACH: u32 = 0;

impl RouteCost {
    /// Method and path within an app.
    pub fn route_in(&self, app: &str) -> String {
        self.route.replace("{app}", app)
    }

    /// The most requests that the patterns with a bound send together, and the formulas of the others.
    pub fn requests(&self) -> (u32, Vec<String>) {
        let (mut most, mut formulas) = (0, Vec::new());
        for (pattern, times) in self.asks {
            match pattern.cost {
                _ if *times == EACH => formulas.push(format!("{} for each", pattern.id)),
                Cost::Exactly(requests) | Cost::AtMost(requests) => most += requests * times,
                Cost::Formula { words, .. } => formulas.push(words.to_owned()),
            }
        }
        (most, formulas)
    }

    /// The same in words.
    pub fn words(&self) -> String {
        match self.requests() {
            (0, formulas) if formulas.is_empty() => "none".to_owned(),
            (0, formulas) => formulas.join("; "),
            (most, formulas) if formulas.is_empty() => format!("at most {most}"),
            (most, formulas) => format!("at most {most}, and {}", formulas.join("; ")),
        }
    }
}

impl Design {
    /// The pattern of that number.
    pub fn pattern(&self, id: &str) -> Option<&'static AccessPattern> {
        self.patterns.iter().copied().find(|pattern| pattern.id == id)
    }
}
