//! Tabs of the book and of the catalog. Each change is decided by all of them, so it is held to those that were read.

use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::once::Once;
use chabudai_kernel::op::{Put, Write};

use super::names::check_name;
use super::{Cook, Service, is_replayed};
use crate::design::CHANGE_CATEGORIES;
use crate::error::{KondateError, KondateReason, Result, invalid};
use crate::model::{Category, CategoryId, DEFAULT_CATEGORIES, KitchenId, LONGEST_TAG, MOST_CATEGORIES, MOST_VISIBLE, Scope};
use crate::repo::{kitchens, shelf};

/// What changes of a category. What is not named stays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CategoryChange {
    /// The tag.
    pub tag_name: Option<String>,
    /// Its place, counted from 1.
    pub order: Option<u32>,
    /// Whether it is a tab.
    pub is_hidden: Option<bool>,
}

const NO_CATEGORY: KondateError = KondateError::NotFound("category");

/// The id of what everybody begins with, in this scope. A category is changed by its id alone, so that no two scopes have the same one.
fn default_id(id: &str, scope: Scope) -> CategoryId {
    let id = match scope {
        Scope::Book => id.to_owned(),
        Scope::Catalog => format!("{scope}-{id}"),
    };
    CategoryId::new(id).expect("a word")
}

/// The same categories, found by an id that no other scope has: rows may be older than that.
fn by_own_ids(kept: &[Category]) -> Vec<Category> {
    let own = |category: &Category| match DEFAULT_CATEGORIES.iter().find(|(id, _)| *id == category.category_id.as_str()) {
        Some((id, _)) if category.is_default => Category { category_id: default_id(id, category.scope), ..category.clone() },
        _ => category.clone(),
    };
    kept.iter().map(own).collect()
}

/// What everybody begins with.
fn defaults(kitchen: &KitchenId, scope: Scope) -> Vec<Category> {
    let made = |(order, (id, name)): (u32, &(&str, &str))| Category {
        kitchen: kitchen.clone(),
        scope,
        category_id: default_id(id, scope),
        tag_name: (*name).to_owned(),
        order,
        is_default: true,
        is_hidden: false,
        color_theme: None,
    };
    (1..).zip(&DEFAULT_CATEGORIES).map(made).collect()
}

fn tag(name: &str) -> Result<String> {
    let name = name.trim();
    check_name("tagName", "kondate.tag_name", "A category has 1 to 20 characters.", name, LONGEST_TAG)?;
    Ok(name.to_owned())
}

/// So many tabs are seen. "All" is one, too, and always is.
fn shown(categories: &[Category]) -> usize {
    categories.iter().filter(|category| !category.is_hidden).count() + 1
}

fn in_order(categories: &mut [Category]) {
    categories.sort_by(|one, other| one.order.cmp(&other.order).then_with(|| one.category_id.cmp(&other.category_id)));
}

impl Service {
    /// The categories of a scope in their order, without "all".
    pub async fn categories(&self, cook: &Cook, scope: Scope) -> Result<Vec<Category>> {
        let mut kept = by_own_ids(&shelf::categories(&self.base.db, &cook.kitchen, scope).await?);
        if kept.is_empty() {
            kept = defaults(&cook.kitchen, scope);
        }
        in_order(&mut kept);
        Ok(kept)
    }

    /// Adds a category. Where as many tabs are seen as there is room for, it is hidden until another one is.
    pub async fn add_category(&self, cook: &Cook, scope: Scope, name: &str, once: Option<&Once>) -> Result<Category> {
        let name = tag(name)?;
        if let Some(made) = self.made_before(&cook.kitchen, once).await? {
            return self.category_made(cook, scope, &made).await;
        }
        let id = CategoryId::from(self.ulid());
        let answer = once.map(|once| (once, id.as_str().to_owned()));
        let outcome = self
            .change(cook, scope, answer, |categories| {
                if categories.len() >= MOST_CATEGORIES {
                    return Err(KondateReason::Full.into());
                }
                let is_hidden = shown(categories) >= MOST_VISIBLE;
                categories.push(Category {
                    kitchen: cook.kitchen.clone(),
                    scope,
                    category_id: id.clone(),
                    tag_name: name.clone(),
                    order: categories.iter().map(|category| category.order).max().unwrap_or(0) + 1,
                    is_default: false,
                    is_hidden,
                    color_theme: None,
                });
                Ok(id.clone())
            })
            .await;
        if is_replayed(&outcome) {
            let made = self.made_before(&cook.kitchen, once).await?.ok_or(KondateError::Busy)?;
            return self.category_made(cook, scope, &made).await;
        }
        outcome
    }

    async fn category_made(&self, cook: &Cook, scope: Scope, made: &str) -> Result<Category> {
        let all = self.categories(cook, scope).await?;
        all.into_iter().find(|category| category.category_id.as_str() == made).ok_or(NO_CATEGORY)
    }

    /// In which scope there is a category of this id.
    pub async fn scope_of(&self, cook: &Cook, id: &CategoryId) -> Result<Scope> {
        for scope in Scope::ALL {
            if self.categories(cook, *scope).await?.iter().any(|category| category.category_id == *id) {
                return Ok(*scope);
            }
        }
        Err(NO_CATEGORY)
    }

    /// Renames, moves, hides or shows a category.
    pub async fn change_category(&self, cook: &Cook, scope: Scope, id: &CategoryId, change: &CategoryChange) -> Result<Category> {
        let renamed = change.tag_name.as_deref().map(tag).transpose()?;
        if change.order.is_some_and(|order| !(1..=MOST_CATEGORIES as u32).contains(&order)) {
            return invalid("order", "kondate.order", "A place is 1 to 40.");
        }
        self.change(cook, scope, None, |categories| {
            let at = categories.iter().position(|category| category.category_id == *id).ok_or(NO_CATEGORY)?;
            if let Some(name) = &renamed {
                if categories[at].is_default && categories[at].tag_name != *name {
                    return Err(KondateReason::DefaultCategory.into());
                }
                categories[at].tag_name.clone_from(name);
            }
            categories[at].is_hidden = change.is_hidden.unwrap_or(categories[at].is_hidden);
            if let Some(order) = change.order {
                let moved = categories.remove(at);
                let to = (order.max(1) as usize - 1).min(categories.len());
                categories.insert(to, moved);
                for (order, category) in (1..).zip(categories.iter_mut()) {
                    category.order = order;
                }
            }
            Ok(id.clone())
        })
        .await
    }

    /// Deletes a category. What everybody begins with can be hidden instead.
    pub async fn delete_category(&self, cook: &Cook, scope: Scope, id: &CategoryId) -> Result<()> {
        let gone = self.change(cook, scope, None, |categories| {
            let at = categories.iter().position(|category| category.category_id == *id).ok_or(NO_CATEGORY)?;
            if categories[at].is_default {
                return Err(KondateReason::DefaultCategory.into());
            }
            categories.remove(at);
            Ok(id.clone())
        });
        match gone.await {
            Err(KondateError::NotFound("changed category")) => Ok(()),
            other => other.map(drop),
        }
    }

    /// Decides on all categories of a scope, and writes those that are others now. At most eight tabs are seen, each name once.
    async fn change(
        &self,
        cook: &Cook,
        scope: Scope,
        answer: Option<(&Once, String)>,
        decide: impl Fn(&mut Vec<Category>) -> Result<CategoryId>,
    ) -> Result<Category> {
        let _turn = self.queue(&cook.kitchen).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&CHANGE_CATEGORIES);
                let kitchen = kitchens::get(run, &cook.kitchen).await?.ok_or(KondateError::NotFound("kitchen"))?;
                let kept = shelf::categories_of(run, &cook.kitchen, scope).await?;
                let mut after = if kept.is_empty() { defaults(&cook.kitchen, scope) } else { by_own_ids(&kept) };
                in_order(&mut after);
                let changed = decide(&mut after)?;
                if shown(&after) > MOST_VISIBLE {
                    return Err(KondateReason::TooManyTabs.into());
                }
                let mut names = std::collections::HashSet::new();
                if !after.iter().all(|category| names.insert(category.tag_name.as_str())) {
                    return Err(KondateReason::CategoryTwice.into());
                }
                let mut writes: Vec<Write> = vec![shelf::categories_change(&kitchen).into()];
                writes.extend(after.iter().filter(|category| !kept.contains(category)).map(|category| Put::of(category).into()));
                let is_gone = |category: &&Category| !after.iter().any(|other| other.item_key() == category.item_key());
                writes.extend(kept.iter().filter(is_gone).map(|category| shelf::remove_category(category).into()));
                let (once, made) = answer.as_ref().map_or((None, ""), |(once, made)| (Some(*once), made.as_str()));
                self.make(run, &cook.kitchen, writes, made, once).await?;
                after.into_iter().find(|category| category.category_id == changed).ok_or(KondateError::NotFound("changed category"))
            })
            .await
    }
}
