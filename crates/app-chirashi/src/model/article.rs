//! Columns, and the counter that numbers them.

use serde::{Deserialize, Serialize};

use super::{AdminId, CompanyId, Moment, StoreId};

chabudai_kernel::text_enum! {
    /// What a column is about.
    pub Category {
        /// What becomes dearer.
        PriceRises = "値上げ情報",
        /// What is on sale.
        Sales = "特売情報",
        /// How to save.
        Saving = "節約術",
        /// What to cook.
        Recipes = "レシピ",
        /// Anything else.
        Other = "その他",
    }
}

chabudai_kernel::text_enum! {
    /// Whether the public sees a column.
    pub ArticleStatus { Published = "published", Draft = "draft" }
}

chabudai_kernel::text_enum! {
    /// Stands on drafts alone: by it they are listed, and nothing that is published is.
    pub DraftStatus { Draft = "draft" }
}

/// A column.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Article {
    /// Its number, counted from 1.
    pub article_id: u64,
    /// What it is called.
    pub title: String,
    /// What it says.
    pub content: String,
    /// Its pictures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<String>,
    /// Since when it is published; nothing that is not published has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_at: Option<Moment>,
    /// What it is about.
    pub category: Category,
    /// Words to find it by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Whether the public sees it.
    pub status: ArticleStatus,
    /// Only on drafts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draft_status: Option<DraftStatus>,
    /// Of which company whoever wrote it is; none for a column of the service itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company_id: Option<CompanyId>,
    /// Of which store.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store_id: Option<StoreId>,
    /// Who wrote it.
    pub created_by: AdminId,
    /// Who changed it last.
    pub updated_by: AdminId,
    /// Since when.
    pub created_at: Moment,
    /// When it was last changed.
    pub updated_at: Moment,
}

impl Article {
    /// Publishes it at a moment, or takes it back: the three attributes that say so never contradict each other.
    pub fn set_published(&mut self, at: Option<Moment>) {
        self.published_at = at;
        self.status = if at.is_some() { ArticleStatus::Published } else { ArticleStatus::Draft };
        self.draft_status = at.is_none().then_some(DraftStatus::Draft);
    }

    /// Whether the public sees it.
    pub fn is_published(&self) -> bool {
        self.status == ArticleStatus::Published && self.published_at.is_some()
    }
}

/// The number of the last column. It stands among the columns with the number 0, which none of them has.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ArticleCounter {
    /// Always 0.
    pub article_id: u64,
    /// The number of the last column.
    pub last: u64,
}

impl ArticleCounter {
    /// Its key.
    pub const ID: u64 = 0;
}
