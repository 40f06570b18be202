//! What is searched in, and how an app's items become it.

use chabudai_kernel::design::Table;
use chabudai_kernel::packed::{DecodeError, ItemRef};

/// A part of every document, such as its title, and how much it counts to be found there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// How much it counts, beside the others.
    pub weight: f64,
}

impl Field {
    /// A field.
    pub const fn new(name: &'static str, weight: f64) -> Self {
        Self { name, weight }
    }
}

/// Something that can be found. Who has no owner and is not public is found by nobody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// What is found: the app reads by it what it shows. No two documents of an app have the same.
    pub id: String,
    /// Who finds it.
    pub owner: Option<String>,
    /// Whether everybody finds it.
    pub public: bool,
    /// The texts, each in a field; several in one field are parted, so that no phrase goes from one into the next.
    pub texts: Vec<(&'static str, String)>,
}

impl Document {
    /// A document that its owner finds.
    pub fn of(owner: impl Into<String>, id: impl Into<String>) -> Self {
        Self { id: id.into(), owner: Some(owner.into()), public: false, texts: Vec::new() }
    }

    /// A document that everybody finds, and that nobody has.
    pub fn public(id: impl Into<String>) -> Self {
        Self { id: id.into(), owner: None, public: true, texts: Vec::new() }
    }

    /// Everybody finds it, beside its owner.
    pub fn published(mut self) -> Self {
        self.public = true;
        self
    }

    /// With a text in a field.
    pub fn text(mut self, field: &'static str, text: impl Into<String>) -> Self {
        self.texts.push((field, text.into()));
        self
    }

    /// All texts of a field.
    pub(crate) fn field(&self, field: &Field) -> String {
        let texts: Vec<&str> = self.texts.iter().filter(|(name, _)| *name == field.name).map(|(_, text)| text.as_str()).collect();
        // A line break parts, as any other space does.
        texts.join("\n")
    }
}

/// How items of an app become documents.
pub trait Indexed: Send + Sync + 'static {
    /// Its name among the consumers of the change feed, for ever: that of the app and what it is, such as `kondate.search`.
    fn name(&self) -> &'static str;

    /// Another number where [`document`](Self::document) makes something else of the same item than before: the index is made anew then.
    fn version(&self) -> u32;

    /// The fields of every document. At least one.
    fn fields(&self) -> &'static [Field];

    /// The tables whose items become documents. Each of them publishes its changes.
    fn tables(&self) -> &'static [&'static Table];

    /// The document of an item; none for an item that is not to be found. It is made of the item alone. One that cannot be read is left out,
    /// with a word in the log.
    fn document(&self, table: &'static Table, item: ItemRef<'_>) -> Result<Option<Document>, DecodeError>;
}
