//! Kinds that share a plain key are told apart by what it holds, in every way in which they can be read.

mod support;

use std::sync::Arc;

use chabudai_kernel::clock::FixedClock;
use chabudai_kernel::db::Db;
use chabudai_kernel::design::{AccessPattern, Cost, Design, Index, Projection, Table, number, text};
use chabudai_kernel::entity::{Entity, kind_of};
use chabudai_kernel::op::{BatchWrite, Get, Put, Query, Scan, Update};
use chabudai_store_embedded::EmbeddedStore;
use serde::{Deserialize, Serialize};

static BY_NAME: Index = Index { name: "ByName", hash: text("name"), range: None, projection: Projection::All, why: "Who is called so?" };
static USERS: Table =
    Table { name: "users", hash: text("userId"), range: None, indexes: &[&BY_NAME], ttl: None, feed: false, about: "People and guards." };
static ARTICLES: Table = Table {
    name: "articles",
    hash: number("articleId"),
    range: None,
    indexes: &[],
    ttl: None,
    feed: false,
    about: "Columns and a counter.",
};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct User {
    user_id: String,
    name: String,
}

chabudai_kernel::plain_entity! {
    /// Somebody.
    User in USERS { userId: String = user_id holds not_beginning("EMAIL#", "NAME#") }
    index { name: String = name }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct EmailGuard {
    user_id: String,
    name: String,
    owner: String,
}

chabudai_kernel::plain_entity! {
    /// An address that is taken.
    EmailGuard in USERS { userId: String = user_id holds beginning("EMAIL#") }
    index { name: String = name }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Article {
    article_id: u64,
    title: String,
}

chabudai_kernel::plain_entity! {
    /// A column.
    Article in ARTICLES { articleId: u64 = article_id holds from(1) }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Counter {
    article_id: u64,
    last: u64,
}

chabudai_kernel::plain_entity! {
    /// The number of the last column.
    Counter in ARTICLES { articleId: u64 = article_id holds only(0) }
}

static PATTERN: AccessPattern = AccessPattern { id: "AP-01", question: "What is there?", steps: &[], cost: Cost::Exactly(1) };
static DESIGN: Design = Design {
    app: "kinds",
    about: "Kinds that share a key.",
    environment: None,
    tables: &[&USERS, &ARTICLES],
    entities: &[&User::DESIGN, &EmailGuard::DESIGN, &Article::DESIGN, &Counter::DESIGN],
    patterns: &[&PATTERN],
    routes: &[],
};

fn user(id: &str) -> User {
    User { user_id: id.to_owned(), name: "花".to_owned() }
}

#[tokio::test]
async fn reads_leave_out_what_is_not_asked_for() {
    let directory = tempfile::tempdir().unwrap();
    let store = EmbeddedStore::open(&directory.path().join("a.sqlite"), DESIGN.tables, support::quiet()).unwrap();
    let db = Db::new(&DESIGN, Arc::new(store), Arc::new(FixedClock::at_millis(0)), b"secret");
    let guard = EmailGuard { user_id: "EMAIL#hana@example.org".to_owned(), name: "花".to_owned(), owner: "1".to_owned() };
    let articles = [Article { article_id: 1, title: "米".to_owned() }, Article { article_id: 2, title: "味噌".to_owned() }];
    let counter = Counter { article_id: 0, last: 2 };
    let mut puts = vec![BatchWrite::Put(Put::of(&user("1"))), BatchWrite::Put(Put::of(&guard)), BatchWrite::Put(Put::of(&counter))];
    puts.extend(articles.iter().map(|article| BatchWrite::Put(Put::of(article))));
    db.fill(&puts).await.unwrap();

    let run = db.run(&PATTERN);
    assert_eq!(run.scan::<User>(&Scan::of(&USERS)).await.unwrap().0, [user("1")]);
    assert_eq!(run.scan::<EmailGuard>(&Scan::of(&USERS)).await.unwrap().0, std::slice::from_ref(&guard));
    let mut found = run.scan::<Article>(&Scan::of(&ARTICLES)).await.unwrap().0;
    found.sort_by_key(|article| article.article_id);
    assert_eq!(found, articles);
    assert_eq!(run.scan::<Counter>(&Scan::of(&ARTICLES)).await.unwrap().0, std::slice::from_ref(&counter));

    let named = || Query::index(&USERS, &BY_NAME, User::name.of(&"花".to_owned()));
    assert_eq!(run.all::<User>(named()).await.unwrap(), [user("1")]);
    assert_eq!(run.page::<EmailGuard>(&named()).await.unwrap().0, std::slice::from_ref(&guard));
    // Somebody asks for a person by what is a guard's key: there is no such person.
    let key = User::key(&guard.user_id);
    assert_eq!(run.get::<User>(Get::new(&USERS, key.clone())).await.unwrap(), None);
    assert_eq!(run.batch_get::<User>(vec![(&USERS, key.clone())], 100, true).await.unwrap(), []);
    assert_eq!(run.transact_get::<User>(vec![Get::new(&USERS, key.clone())]).await.unwrap(), [None]);
    let touched = Update::raw(&USERS, key).set("owner", "2").returning_new();
    assert_eq!(run.write::<User>(touched).await.unwrap(), None);
    assert_eq!(run.get::<Article>(Get::new(&ARTICLES, Article::key(&0))).await.unwrap(), None);
}

#[test]
fn an_item_is_of_the_kind_whose_key_it_has() {
    let kind = |item: chabudai_kernel::packed::Item, table| kind_of(&DESIGN, table, item.view()).map(|kind| kind.kind);
    assert_eq!(kind(user("1").to_item(), &USERS), Some("User"));
    assert_eq!(kind(user("EMAIL#x").to_item(), &USERS), Some("EmailGuard"));
    assert_eq!(kind(user("NAME#x").to_item(), &USERS), None);
    assert_eq!(kind(Counter { article_id: 0, last: 1 }.to_item(), &ARTICLES), Some("Counter"));
    assert_eq!(kind(Counter { article_id: 1, last: 1 }.to_item(), &ARTICLES), Some("Article"));
    let declared = Design { patterns: &[], ..DESIGN };
    assert_eq!(chabudai_kernel::check::check(&declared), []);
}
