//! Search on both stores: what is found is what is there, on every server, whatever dies.

#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::Duration;

use chabudai_kernel::clock::FixedClock;
use chabudai_kernel::op::{Delete, Put, Scan, Write};
use chabudai_kernel::store::{Now, Store};
use chabudai_search::{Follower, Hit, NoSynonyms, Page, Query, Scope, Search, SearchError, fold};
use chabudai_store_dynamodb::DynamoDbStore;
use chabudai_test_stores::Dying;
use chabudai_test_stores::{MORNING, RunningClock, both, engine};
use support::recipe::{RECIPES, Recipe, RecipeIndex, TABLES};
use tempfile::TempDir;

const NOW: Now = Now(1_794_699_000);
const QUESTIONS: [&str; 8] = ["豆腐", "豆", "カレー", "tofu", "t", "味噌 豆腐", "鶏", "の"];

async fn put(store: &dyn Store, recipe: &Recipe) {
    store.write(&Write::Put(Put::item(&RECIPES, recipe.to_item()).unwrap()), NOW).await.unwrap();
}

async fn remove(store: &dyn Store, recipe: &Recipe) {
    store.write(&Write::Delete(Delete::new(&RECIPES, recipe.key())), NOW).await.unwrap();
}

fn random(random: &mut fastrand::Rng) -> Recipe {
    let words = ["豆腐", "ﾄｳﾌ", "味噌", "カレー", "かれー", "鶏肉", "Tofu", "の", "、", "煮"];
    let mut text = |most| (0..random.usize(1..most)).map(|_| words[random.usize(..words.len())]).collect::<String>();
    let (title, body) = (text(4), text(9));
    let owner = random.u32(0..4);
    let id = format!("r{:02}", random.u32(0..60));
    Recipe { id, owner: (owner > 0).then(|| format!("home-{owner}")), public: owner == 0 || random.bool(), title, body }
}

/// Something happens to a recipe.
async fn live(store: &dyn Store, dice: &mut fastrand::Rng) {
    let recipe = random(dice);
    if dice.u32(0..4) == 0 { remove(store, &recipe).await } else { put(store, &recipe).await }
}

async fn all(store: &dyn Store) -> Vec<Recipe> {
    let page = store.scan(&Scan { consistent: true, ..Scan::of(&RECIPES) }, NOW).await.unwrap().value;
    page.items.iter().filter_map(Recipe::from_item).collect()
}

/// A server: an index in a folder of its own, and who follows for it.
struct Server {
    folder: TempDir,
    search: Search,
    follower: Follower,
}

async fn open(folder: &Path) -> Search {
    loop {
        match Search::open(&Search::file_of(folder, "recipes"), Arc::new(RecipeIndex { version: 1 }), "test").await {
            // What the one before had begun when it was killed goes on here, where only its futures are gone and not its threads.
            Err(SearchError::InUse(_)) => tokio::time::sleep(Duration::from_millis(1)).await,
            opened => return opened.unwrap(),
        }
    }
}

impl Server {
    async fn start(store: Arc<dyn Store>) -> Self {
        Self::start_in(tempfile::tempdir().unwrap(), store).await
    }

    async fn start_in(folder: TempDir, store: Arc<dyn Store>) -> Self {
        let search = open(folder.path()).await;
        let follower = Follower::new(&search, store, RunningClock::from(&Arc::new(FixedClock::at_millis(MORNING))));
        Self { folder, search, follower }
    }

    /// All that is found, in order and with its scores.
    async fn found(&self, question: &str, scope: &Scope) -> Vec<Hit> {
        let query = Query::parse(question, &NoSynonyms);
        self.search.find(query, scope.clone(), Page { offset: 0, limit: 100 }).await.unwrap().hits
    }

    /// What is found is what is there.
    async fn agrees(&self, store: &dyn Store, on: &str) {
        let recipes = all(store).await;
        for question in QUESTIONS {
            for scope in scopes() {
                let wanted: BTreeSet<&str> = recipes
                    .iter()
                    .filter(|recipe| sees(&scope, recipe) && contains(recipe, question))
                    .map(|recipe| recipe.id.as_str())
                    .collect();
                let found = self.found(question, &scope).await;
                let found: BTreeSet<&str> = found.iter().map(|hit| hit.id.as_str()).collect();
                assert_eq!(found, wanted, "{question} as {scope:?} on {on}");
            }
        }
    }
}

fn scopes() -> [Scope; 4] {
    [Scope::Public, Scope::Owner("home-1".into()), Scope::OwnerAndPublic("home-2".into()), Scope::Owner("home-9".into())]
}

fn sees(scope: &Scope, recipe: &Recipe) -> bool {
    let own = |owner: &String| recipe.owner.as_ref() == Some(owner);
    match scope {
        Scope::Owner(owner) => own(owner),
        Scope::Public => recipe.public,
        Scope::OwnerAndPublic(owner) => recipe.public || own(owner),
    }
}

/// By looking at it: what is between two commas, and a Latin word by its beginning.
fn contains(recipe: &Recipe, question: &str) -> bool {
    let latin = |c: char| c.is_ascii_alphanumeric();
    let parts: Vec<String> =
        [&recipe.title, &recipe.body].iter().flat_map(|text| fold(text).split('、').map(str::to_owned).collect::<Vec<_>>()).collect();
    let words = |part: &str| part.split(|c| !latin(c)).map(str::to_owned).collect::<Vec<_>>();
    fold(question).split(' ').all(|word| {
        if word.chars().all(latin) {
            parts.iter().any(|part| words(part).iter().any(|there| !there.is_empty() && there.starts_with(word)))
        } else {
            parts.iter().any(|part| part.contains(word))
        }
    })
}

#[tokio::test]
async fn what_is_found_is_what_is_there() {
    for place in both(TABLES).await {
        let mut dice = fastrand::Rng::with_seed(11);
        for _ in 0..40 {
            live(&*place.store, &mut dice).await;
        }
        let mut server = Server::start(place.store.clone()).await;
        for round in 0..6 {
            server.follower.catch_up().await.unwrap();
            server.agrees(&*place.store, place.name).await;
            for _ in 0..15 {
                live(&*place.store, &mut dice).await;
            }
            if round == 3 {
                server.follower.rebuild().await.unwrap();
            }
            if round % 2 == 1 {
                let Server { folder, search, follower } = server;
                drop((search, follower));
                server = Server::start_in(folder, place.store.clone()).await;
            }
        }
        assert_eq!(server.search.state().await.unwrap().rebuilt, 0, "on {}: a start goes on where it was", place.name);
    }
}

/// A server dies at every request that it sends, before or after it is carried out, and another one goes on with its file.
#[tokio::test]
async fn a_hundred_kills_lose_nothing() {
    for place in both(TABLES).await {
        let mut dice = fastrand::Rng::with_seed(5);
        let mut folder = tempfile::tempdir().unwrap();
        let mut killed = 0;
        for round in 0.. {
            if killed == 100 {
                break;
            }
            assert!(round < 1000, "only {killed} died on {}", place.name);
            // What is written once and missed once is missed for good.
            put(&*place.store, &Recipe::of("home-1", &format!("once-{}", round % 30), "味噌豆腐")).await;
            live(&*place.store, &mut dice).await;
            let dying = Dying::after(place.store.clone(), (round / 2) % 5, round % 2 == 0);
            let server = Server::start_in(folder, dying.clone()).await;
            if round % 10 == 0 {
                server.search.rebuild_soon();
            }
            killed += usize::from(dying.kills(async { server.follower.catch_up().await.unwrap() }).await);
            folder = server.folder;
        }
        let server = Server::start_in(folder, place.store.clone()).await;
        server.follower.catch_up().await.unwrap();
        server.agrees(&*place.store, place.name).await;
    }
}

/// Three servers over one engine, each with a file of its own. They follow while others write; one is killed and comes back, one loses its file.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_servers_over_one_engine_find_the_same() {
    let prefix = engine::prefix();
    let connect = async || Arc::new(DynamoDbStore::connect(engine::config().prefix(prefix.clone())).await) as Arc<dyn Store>;
    let store = connect().await;
    store.create_tables(TABLES).await.unwrap();
    let mut dice = fastrand::Rng::with_seed(3);
    for _ in 0..40 {
        live(&*store, &mut dice).await;
    }
    let written = AtomicBool::new(false);
    let steady = async || {
        let server = Server::start(connect().await).await;
        server
            .follower
            .serve(async {
                while !written.load(SeqCst) {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            })
            .await;
        server
    };
    let troubled = async |loses_its_file: bool| {
        let mut folder = tempfile::tempdir().unwrap();
        while !written.load(SeqCst) {
            let server = Server::start_in(folder, connect().await).await;
            // It is gone in the middle of something.
            let _ =
                tokio::time::timeout(Duration::from_millis(fastrand::u64(20..200)), server.follower.serve(std::future::pending())).await;
            folder = server.folder;
            if loses_its_file {
                let _ = std::fs::remove_file(Search::file_of(folder.path(), "recipes"));
            }
        }
        Server::start_in(folder, connect().await).await
    };
    let life = async {
        for _ in 0..150 {
            live(&*store, &mut dice).await;
        }
        written.store(true, SeqCst);
    };
    let (one, two, three, ()) = tokio::join!(steady(), troubled(false), troubled(true), life);
    for server in [&one, &two, &three] {
        server.follower.catch_up().await.unwrap();
        server.agrees(&*store, "DynamoDB").await;
    }
    for question in QUESTIONS {
        for scope in scopes() {
            let (first, second, third) =
                (one.found(question, &scope).await, two.found(question, &scope).await, three.found(question, &scope).await);
            assert_eq!(first, second, "{question} as {scope:?}: the same order, and the same scores");
            assert_eq!(first, third, "{question} as {scope:?}: the same order, and the same scores");
        }
    }
}
