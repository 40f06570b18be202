//! Columns.

use chabudai_kernel::design::{AccessPattern, Action, Cost, EntityDesign, Range, Step, Verb};
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::plain_entity;

use super::notices::AUDIT;
use super::{ARTICLES, CATEGORY_INDEX, DRAFT_INDEX, STATUS_INDEX};
use crate::model::{Article, ArticleCounter, ArticleStatus, Category, DraftStatus, Moment};

pub(super) const ARTICLE: &EntityDesign = &Article::DESIGN;
pub(super) const COUNTER: &EntityDesign = &ArticleCounter::DESIGN;

plain_entity! {
    /// A column.
    Article in ARTICLES, at most 262_144 bytes { articleId: u64 = article_id holds from(1) }
    index {
        status: ArticleStatus = status,
        publishedAt: Option<Moment> = published_at,
        category: Category = category,
        draftStatus: Option<DraftStatus> = draft_status,
        updatedAt: Moment = updated_at,
    }
    fields {
        "articleId": N;
        "title": S;
        "content": S;
        "images": L optional;
        "publishedAt": S optional;
        "category": S;
        "tags": L optional;
        "status": S;
        "draftStatus": S optional;
        "companyId": S optional;
        "storeId": S optional;
        "createdBy": S;
        "updatedBy": S;
        "createdAt": S;
        "updatedAt": S;
    }
    departs {
        "draftStatus": "added: only drafts have it, and DraftIndex lists them by it; the other two indexes hold what is published and nothing else";
        "companyId": "added, with storeId: whose column it is, for what staff may change";
    }
}

plain_entity! {
    /// The number of the last column.
    ArticleCounter in ARTICLES, at most 256 bytes { articleId: u64 = article_id holds only(0) }
    fields {
        "articleId": N;
        "last": N;
    }
    departs { "articleId": "added: numbers without gaps. It goes from n to n + 1 in the transaction that puts column n + 1"; }
}

/// CH-70
pub static ONE_ARTICLE: AccessPattern =
    AccessPattern { id: "CH-70", question: "What does this column say?", steps: &[Step::Get(ARTICLE)], cost: Cost::Exactly(1) };

/// CH-71
pub static PUBLISHED_ARTICLES: AccessPattern = AccessPattern {
    id: "CH-71",
    question: "Which columns are published, newest first?",
    steps: &[Step::Query(Range { index: Some(&STATUS_INDEX), given: &["status"], ordered_by: &["publishedAt"], ..Range::of(&[ARTICLE]) })],
    cost: Cost::Exactly(1),
};

/// CH-72
pub static ARTICLES_OF_CATEGORY: AccessPattern = AccessPattern {
    id: "CH-72",
    question: "Which columns of a category are published, newest first?",
    steps: &[Step::Query(Range {
        index: Some(&CATEGORY_INDEX),
        given: &["category"],
        ordered_by: &["publishedAt"],
        ..Range::of(&[ARTICLE])
    })],
    cost: Cost::Exactly(1),
};

/// CH-73
pub static DRAFTS: AccessPattern = AccessPattern {
    id: "CH-73",
    question: "Which columns are drafts, of all, of a company or of a store?",
    steps: &[Step::Query(Range {
        index: Some(&DRAFT_INDEX),
        given: &["draftStatus"],
        ordered_by: &["updatedAt"],
        filters: &["companyId", "storeId"],
        ..Range::of(&[ARTICLE])
    })],
    cost: Cost::AtMost(4),
};

/// CH-74. The number and the column are written together, so that no number is lost.
pub static CREATE_ARTICLE: AccessPattern = AccessPattern {
    id: "CH-74",
    question: "There is a new column.",
    steps: &[
        Step::Get(COUNTER),
        Step::Transact(&[Action::new(Verb::Put, COUNTER, 1), Action::new(Verb::Put, ARTICLE, 1), Action::new(Verb::Put, AUDIT, 1)]),
    ],
    cost: Cost::Exactly(2),
};

/// CH-75
pub static EDIT_ARTICLE: AccessPattern = AccessPattern {
    id: "CH-75",
    question: "A column says something else, is published, or is not any more.",
    steps: &[Step::Get(ARTICLE), Step::Transact(&[Action::new(Verb::Put, ARTICLE, 1), Action::new(Verb::Put, AUDIT, 1)])],
    cost: Cost::Exactly(2),
};

/// CH-76
pub static DELETE_ARTICLE: AccessPattern = AccessPattern {
    id: "CH-76",
    question: "This column is gone.",
    steps: &[Step::Get(ARTICLE), Step::Transact(&[Action::new(Verb::Delete, ARTICLE, 1), Action::new(Verb::Put, AUDIT, 1)])],
    cost: Cost::Exactly(2),
};
