//! Columns, and the counter that numbers them.

use chabudai_kernel::db::{Db, Listed, Paging, Run};
use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::op::{Delete, Put, Query};

use super::current;
use crate::design::{
    ARTICLES, ARTICLES_OF_CATEGORY, CATEGORY_INDEX, DRAFT_INDEX, DRAFTS, ONE_ARTICLE, PUBLISHED_ARTICLES, READ_AT_MOST, STATUS_INDEX,
};
use crate::error::Result;
use crate::model::{Article, ArticleCounter, ArticleStatus, Category, CompanyId, DraftStatus, StoreId};

/// CH-70: a column. The counter is none.
pub async fn article(db: &Db, id: u64) -> Result<Option<Article>> {
    in_run(db.run(&ONE_ARTICLE), id).await
}

/// The same on the account of another pattern.
pub async fn in_run(run: Run<'_>, id: u64) -> Result<Option<Article>> {
    if id == ArticleCounter::ID {
        return Ok(None);
    }
    current(run, Article::key(&id)).await
}

/// CH-71: what is published, newest first.
pub async fn published(db: &Db, paging: Paging<'_>) -> Result<Listed<Article>> {
    let query = Query::index(&ARTICLES, &STATUS_INDEX, Article::status.of(&ArticleStatus::Published)).backward();
    Ok(db.run(&PUBLISHED_ARTICLES).list(query, paging.limit, paging.cursor, 0).await?)
}

/// CH-72: what is published of a category, newest first.
pub async fn of_category(db: &Db, category: Category, paging: Paging<'_>) -> Result<Listed<Article>> {
    let query = Query::index(&ARTICLES, &CATEGORY_INDEX, Article::category.of(&category)).backward();
    Ok(db.run(&ARTICLES_OF_CATEGORY).list(query, paging.limit, paging.cursor, 0).await?)
}

/// CH-73: drafts, the last changed first: of all, of a company, or of a store.
pub async fn drafts(db: &Db, company: Option<CompanyId>, store: Option<StoreId>, paging: Paging<'_>) -> Result<Listed<Article>> {
    let mut query = Query::index(&ARTICLES, &DRAFT_INDEX, Article::draftStatus.of(&Some(DraftStatus::Draft))).backward();
    if let Some(company) = company {
        query = query.filter(attr("companyId").eq(company.to_string()));
    }
    if let Some(store) = store {
        query = query.filter(attr("storeId").eq(store.to_string()));
    }
    Ok(db.run(&DRAFTS).list(query, paging.limit, paging.cursor, READ_AT_MOST).await?)
}

/// CH-74: the number of the last column.
pub async fn last_number(run: Run<'_>) -> Result<u64> {
    let counter: Option<ArticleCounter> = current(run, ArticleCounter::key(&ArticleCounter::ID)).await?;
    Ok(counter.map_or(0, |counter| counter.last))
}

/// CH-74, the write: the next number is taken, if nobody has taken it.
pub fn take_number(last: u64) -> Put {
    let put = Put::of(&ArticleCounter { article_id: ArticleCounter::ID, last: last + 1 });
    if last == 0 { put.if_absent() } else { put.only_if(attr("last").eq(last)) }
}

/// What was read of a column is what is there.
pub fn is_unchanged(article: &Article) -> Condition {
    article.updated_at.is("updatedAt")
}

/// CH-74, the write: a column.
pub fn create(article: &Article) -> Put {
    Put::of(article).if_absent()
}

/// CH-75, the write: a column as it is now.
pub fn edit(before: &Article, after: &Article) -> Put {
    Put::of(after).only_if(is_unchanged(before))
}

/// CH-76, the write: a column goes.
pub fn delete(article: &Article) -> Delete {
    Delete::new(&ARTICLES, Article::key(&article.article_id)).only_if(is_unchanged(article))
}
