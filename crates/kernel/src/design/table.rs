//! Tables and their indexes.

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
