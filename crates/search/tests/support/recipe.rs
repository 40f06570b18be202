//! Recipes: some are a household's, some are everybody's.

use chabudai_kernel::design::{Table, text};
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::packed::{DecodeError, Item, ItemRef};
use chabudai_kernel::value::{Attributes, Value};
use chabudai_search::{Document, Field, Indexed};

pub static RECIPES: Table =
    Table { name: "recipes", hash: text("PK"), range: Some(text("SK")), indexes: &[], ttl: None, feed: true, about: "Recipes." };
pub static TABLES: &[&Table] = &[&RECIPES];

#[derive(Clone, PartialEq, Debug)]
pub struct Recipe {
    pub id: String,
    pub owner: Option<String>,
    pub public: bool,
    pub title: String,
    pub body: String,
}

impl Recipe {
    pub fn of(owner: &str, id: &str, title: &str) -> Self {
        Self { id: id.to_owned(), owner: Some(owner.to_owned()), public: false, title: title.to_owned(), body: String::new() }
    }

    pub fn public(id: &str, title: &str) -> Self {
        Self { owner: None, public: true, ..Self::of("", id, title) }
    }

    pub fn body(mut self, body: &str) -> Self {
        body.clone_into(&mut self.body);
        self
    }

    pub fn key(&self) -> ItemKey {
        ItemKey::new("RECIPES", self.id.as_str())
    }

    pub fn to_item(&self) -> Item {
        let mut attributes = Attributes::from([
            ("PK".into(), "RECIPES".into()),
            ("SK".into(), self.id.as_str().into()),
            ("public".into(), Value::Bool(self.public)),
            ("title".into(), self.title.as_str().into()),
            ("body".into(), self.body.as_str().into()),
        ]);
        if let Some(owner) = &self.owner {
            attributes.insert("owner".into(), owner.as_str().into());
        }
        Item::from_attributes(&attributes)
    }

    pub fn from_item(item: ItemRef<'_>) -> Option<Self> {
        let text = |name: &str| item.get(name).and_then(|value| value.as_str().map(str::to_owned));
        let public = item.get("public").and_then(|value| value.to_value().ok()) == Some(Value::Bool(true));
        Some(Self { id: text("SK")?, owner: text("owner"), public, title: text("title")?, body: text("body")? })
    }
}

pub const TITLE: &str = "title";
pub const BODY: &str = "body";

/// How recipes become documents. Those without a title are not to be found.
pub struct RecipeIndex {
    pub version: u32,
}

impl Indexed for RecipeIndex {
    fn name(&self) -> &'static str {
        "recipes.search"
    }

    fn version(&self) -> u32 {
        self.version
    }

    fn fields(&self) -> &'static [Field] {
        const { &[Field::new(TITLE, 10.0), Field::new(BODY, 1.0)] }
    }

    fn tables(&self) -> &'static [&'static Table] {
        TABLES
    }

    fn document(&self, _: &'static Table, item: ItemRef<'_>) -> Result<Option<Document>, DecodeError> {
        let recipe = Recipe::from_item(item).ok_or_else(|| DecodeError("it is no recipe".to_owned()))?;
        if recipe.title.is_empty() {
            return Ok(None);
        }
        let Recipe { id, owner, public, title, body } = recipe;
        Ok(Some(Document { id, owner, public, texts: vec![(TITLE, title), (BODY, body)] }))
    }
}
