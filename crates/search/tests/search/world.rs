//! A shelf of recipes, and an index in a folder of its own.

use std::path::PathBuf;
use std::sync::Arc;

use chabudai_kernel::clock::FixedClock;
use chabudai_search::{Follower, Found, Page, Query, Scope, Search, SearchError};
use tempfile::TempDir;

use crate::support::recipe::{Recipe, RecipeIndex};
use crate::support::shelf::Shelf;

pub(crate) const ALL: Page = Page { offset: 0, limit: 100 };

/// Words for the same.
const GROUPS: &[&[&str]] = &[&["卵", "玉子", "たまご"], &["生姜", "しょうが"], &["鶏", "鳥", "とり"], &["豆腐", "tofu"]];

pub(crate) fn synonyms(word: &str) -> Vec<String> {
    GROUPS.iter().filter(|group| group.contains(&word)).flat_map(|group| group.iter().map(|&other| other.to_owned())).collect()
}

pub(crate) struct World {
    pub(crate) shelf: Arc<Shelf>,
    pub(crate) folder: TempDir,
    pub(crate) search: Search,
    pub(crate) follower: Follower,
}

pub(crate) fn follower(search: &Search, shelf: &Arc<Shelf>) -> Follower {
    Follower::new(search, shelf.clone(), Arc::new(FixedClock::at_millis(1_794_699_000_000)))
}

pub(crate) async fn open(path: &std::path::Path) -> Result<Search, SearchError> {
    Search::open(path, Arc::new(RecipeIndex { version: 1 }), "shelf").await
}

impl World {
    pub(crate) async fn with(recipes: &[Recipe]) -> Self {
        let shelf = Arc::new(Shelf::new());
        for recipe in recipes {
            shelf.put(recipe);
        }
        let folder = tempfile::tempdir().unwrap();
        let search = open(&Search::file_of(folder.path(), "recipes")).await.unwrap();
        let follower = follower(&search, &shelf);
        follower.catch_up().await.unwrap();
        Self { shelf, folder, search, follower }
    }

    pub(crate) fn file(&self) -> PathBuf {
        Search::file_of(self.folder.path(), "recipes")
    }

    /// The program ends and begins again.
    pub(crate) async fn restarted(self) -> Self {
        let Self { shelf, folder, search, follower: old } = self;
        drop((search, old));
        let search = open(&Search::file_of(folder.path(), "recipes")).await.unwrap();
        let follower = follower(&search, &shelf);
        Self { shelf, folder, search, follower }
    }

    pub(crate) async fn find(&self, question: &str, scope: &Scope, page: Page) -> Found {
        self.search.find(Query::parse(question, &synonyms), scope.clone(), page).await.unwrap()
    }

    /// The ids of what somebody finds, in order.
    pub(crate) async fn ids(&self, question: &str, scope: &Scope) -> Vec<String> {
        self.find(question, scope, ALL).await.hits.into_iter().map(|hit| hit.id).collect()
    }

    /// The ids of what the household `home` finds of its own.
    pub(crate) async fn home(&self, question: &str) -> Vec<String> {
        self.ids(question, &Scope::Owner("home".to_owned())).await
    }
}
