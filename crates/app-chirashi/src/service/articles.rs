//! Columns: numbered without gaps, drafts until they are published.

use chabudai_kernel::op::Transact;

use super::{Service, Staff, is_seen, settle};
use crate::design::{CREATE_ARTICLE, DELETE_ARTICLE, EDIT_ARTICLE};
use crate::error::{ChirashiError, Result, invalid};
use crate::model::{Action, Article, ArticleStatus, Category, Moment, Target, text};
use crate::repo::articles;

const NO_ARTICLE: ChirashiError = ChirashiError::NotFound("column");

/// A column as it is to be; of a change, what is not named stays.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ArticleInput {
    /// What it is called.
    pub title: Option<String>,
    /// What it says.
    pub content: Option<String>,
    /// Its pictures.
    pub images: Option<Vec<String>>,
    /// What it is about.
    pub category: Option<Category>,
    /// Words to find it by.
    pub tags: Option<Vec<String>>,
    /// Whether the public sees it.
    pub published: Option<bool>,
}

impl ArticleInput {
    fn apply(&self, article: &mut Article, now: Moment) -> Result<()> {
        if let Some(title) = &self.title {
            article.title = text::TITLE.keep(title)?;
        }
        if let Some(content) = &self.content {
            article.content = text::CONTENT.keep(content)?;
        }
        if let Some(images) = &self.images {
            article.images = text::pictures("images", 0, images)?;
        }
        if let Some(tags) = &self.tags {
            if tags.len() > text::MOST_TAGS {
                return invalid(text::TAG.field, text::TAG.code, text::TAG.message);
            }
            article.tags = tags.iter().map(|tag| text::TAG.keep(tag)).collect::<Result<_>>()?;
        }
        article.category = self.category.unwrap_or(article.category);
        // What is published stays where it is in the list, however often it is corrected.
        match (self.published, article.published_at) {
            (Some(true), None) => article.set_published(Some(now)),
            (Some(false), _) => article.set_published(None),
            _ => {}
        }
        Ok(())
    }
}

fn target(article: &Article) -> Target {
    Target { company: article.company_id, store: article.store_id }
}

impl Service {
    /// There is a new column. Its number and the column are written together: no number is given twice, and none is lost.
    pub async fn create_article(&self, by: &Staff, input: &ArticleInput) -> Result<Article> {
        let whose = Target { company: by.admin.company_id, store: by.admin.store_id };
        Self::allow(by, Action::CreateArticle, whose, "column")?;
        let required = |field: &Option<String>| field.clone().unwrap_or_default();
        let (title, content) = (text::TITLE.keep(&required(&input.title))?, text::CONTENT.keep(&required(&input.content))?);
        let Some(category) = input.category else { return invalid("category", "chirashi.category", "Say what the column is about.") };
        let _queue = self.queue("articles").await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&CREATE_ARTICLE);
                let last = articles::last_number(run).await?;
                let now = self.now();
                let mut article = Article {
                    article_id: last + 1,
                    title: title.clone(),
                    content: content.clone(),
                    images: Vec::new(),
                    published_at: None,
                    category,
                    tags: Vec::new(),
                    status: ArticleStatus::Draft,
                    draft_status: None,
                    company_id: whose.company,
                    store_id: whose.store,
                    created_by: by.admin.admin_id,
                    updated_by: by.admin.admin_id,
                    created_at: now,
                    updated_at: now,
                };
                article.set_published(None);
                input.apply(&mut article, now)?;
                let audit = self.audited(&by.admin, "article.create", article.article_id, whose.company, (None, Some(&article)));
                run.commit(Transact::of([articles::take_number(last).into(), articles::create(&article).into(), audit])).await?;
                Ok(article)
            })
            .await
    }

    /// A column says something else, is published, or is not any more.
    pub async fn edit_article(&self, by: &Staff, id: u64, input: &ArticleInput, seen: Option<Moment>) -> Result<Article> {
        let outcome = self
            .base
            .persist(|| async {
                let run = self.base.db.run(&EDIT_ARTICLE);
                let before = articles::in_run(run, id).await?.ok_or(NO_ARTICLE)?;
                Self::allow(by, Action::EditArticle, target(&before), "column")?;
                is_seen(seen, before.updated_at)?;
                let mut after = before.clone();
                after.updated_at = before.updated_at.following(self.now());
                after.updated_by = by.admin.admin_id;
                input.apply(&mut after, self.now())?;
                let audit = self.audited(&by.admin, "article.edit", id, before.company_id, (Some(&before), Some(&after)));
                run.commit(Transact::of([articles::edit(&before, &after).into(), audit])).await?;
                Ok(after)
            })
            .await;
        settle(outcome, seen)
    }

    /// A column goes. Its number is not given again.
    pub async fn delete_article(&self, by: &Staff, id: u64) -> Result<()> {
        self.base
            .persist(|| async {
                let run = self.base.db.run(&DELETE_ARTICLE);
                let before = articles::in_run(run, id).await?.ok_or(NO_ARTICLE)?;
                Self::allow(by, Action::DeleteArticle, target(&before), "column")?;
                let audit = self.audited(&by.admin, "article.delete", id, before.company_id, (Some(&before), None));
                Ok(run.commit(Transact::of([articles::delete(&before).into(), audit])).await?)
            })
            .await
    }

    /// A column that the public sees. A draft is not there.
    pub async fn published_article(&self, id: u64) -> Result<Article> {
        articles::article(&self.base.db, id).await?.filter(Article::is_published).ok_or(NO_ARTICLE)
    }
}
