//! What was found.

use serde::Serialize;

/// A recipe, as it was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Found {
    /// Its name. A text that has none has an empty one.
    pub title: String,
    /// One line each, as it was written.
    pub ingredients: Vec<String>,
    /// One step each. The heading of a section is a step before its own.
    pub steps: Vec<String>,
    /// For how many it is.
    pub servings: Option<Servings>,
    /// How long it takes.
    pub times: Times,
    /// The address of a picture; absolute, if the page's own is known.
    pub image: Option<String>,
    /// Who wrote it.
    pub author: Option<String>,
    /// The name of the site.
    pub site_name: Option<String>,
    /// A sentence or two about it.
    pub description: Option<String>,
    /// Where it stands, by what the page says of itself.
    pub source_url: Option<String>,
    /// The language, such as `ja` or `en-GB`.
    pub language: Option<String>,
    /// Keywords, kinds of dish, cuisines.
    pub tags: Vec<String>,
    /// How likely it is, from 0 to 1, that title, ingredients and steps are, to the letter, those that a reader would write down. For pages it
    /// is measured, for texts and files it is an estimate. Below 0.5 somebody should compare it with the page before it is kept.
    pub confidence: f32,
    /// Where it was found.
    pub how: How,
}

/// For how many a recipe is.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Servings {
    /// As it was written: `2人分`, `Makes 24 cookies`.
    pub text: String,
    /// The number in it; of `4-6` the smaller one.
    pub number: Option<f32>,
}

/// How long a recipe takes, in minutes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Times {
    /// Until it is on the fire.
    pub prep: Option<u32>,
    /// On the fire.
    pub cook: Option<u32>,
    /// Altogether.
    pub total: Option<u32>,
}

/// Where a recipe was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// In the JSON that a page or a file has for programs.
    JsonLd,
    /// In attributes of the page's own elements: microdata, RDFa, microformats.
    Microdata,
    /// In the lists that the page shows.
    Page,
    /// In plain text.
    Text,
}

/// There is no recipe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotFound {
    /// It is no text at all: a picture, a PDF, an archive.
    #[error("this is no page")]
    NotAPage,
    /// It is a page like others.
    #[error("no recipe was found on this page")]
    NoRecipe,
}

impl NotFound {
    /// The code of the error, which stays.
    pub fn code(self) -> &'static str {
        match self {
            Self::NotAPage => "recipe_page.not_a_page",
            Self::NoRecipe => "recipe_page.no_recipe",
        }
    }
}

impl Found {
    pub(crate) fn new(how: How) -> Self {
        Self {
            title: String::new(),
            ingredients: Vec::new(),
            steps: Vec::new(),
            servings: None,
            times: Times::default(),
            image: None,
            author: None,
            site_name: None,
            description: None,
            source_url: None,
            language: None,
            tags: Vec::new(),
            confidence: 0.0,
            how,
        }
    }

    /// Nothing of a recipe but perhaps its name.
    pub(crate) fn is_hollow(&self) -> bool {
        self.ingredients.is_empty() && self.steps.is_empty()
    }
}
