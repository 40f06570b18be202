//! For tests only: Memo, the smallest app that has everything an app can have.
//!
//! Notes on one board that the whole house reads: routes, a page, a job, a consumer of the change feed, a search, a demo, a check, a row of the
//! benchmark, a card, what it makes of a payment, what it knows of a person and how it forgets them. It is the example of CONTRIBUTING, "Adding an app".

mod design; // the table, the kinds of items, the access patterns
mod error; // what can go wrong
mod payments; // what it is told of payments
mod routes; // JSON and the page
mod service; // the repo and the use cases

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use chabudai_app::{App, Bench, Context, Demo, Measurable, Mounted, Row};
use chabudai_jobs::feed::Consumer;
use chabudai_jobs::{Done, Failed, Job, Schedule};
use chabudai_kernel::db::Db;
use chabudai_kernel::design::{Design, Table};
use chabudai_kernel::entity::{Entity as _, is_of_kind};
use chabudai_kernel::feed::Change;
use chabudai_kernel::ids::Ids;
use chabudai_kernel::packed::{DecodeError, ItemRef};
use chabudai_kernel::part::Word;
use chabudai_search::{Document, Field, Indexed};
use chabudai_web::card::{Action, Card, Today};
use chabudai_web::find::{Finder, Found};
use chabudai_web::people::{Person, PersonalData};
use chabudai_web::problem::Problem;
use chabudai_web::site::AppInfo;
use chabudai_web::ui::Ui;
use futures::future::BoxFuture;
use serde_json::{Value, json};

pub use design::{DESIGN, MEMO_TABLE};
pub use service::{Memo, Service};

/// Memo.
pub static MEMO: MemoApp = MemoApp;

/// Memo, as the house knows it.
#[derive(Debug)]
pub struct MemoApp;

impl App for MemoApp {
    fn design(&self) -> &'static Design {
        &DESIGN
    }

    fn info(&self) -> &'static AppInfo {
        &routes::INFO
    }

    fn search(&self) -> Option<Arc<dyn Indexed>> {
        Some(Arc::new(Notes))
    }

    fn personal_data(&self, db: &Db, ids: &Arc<dyn Ids>) -> Option<Arc<dyn PersonalData>> {
        Some(Arc::new(OfPeople(Service::new(db.clone(), ids.clone(), None))))
    }

    fn mount(&self, house: &Context<'_>) -> Result<Mounted> {
        let service = Service::new(house.db.clone(), house.ids.clone(), house.search.clone());
        let (routes, description) = routes::routes(service.clone(), house.people.clone());
        Ok(Mounted {
            routes,
            description,
            jobs: vec![tidy(service.clone())],
            consumers: vec![Arc::new(Counting(service.clone()))],
            live: None,
            card: Some(Arc::new(Board(service.clone()))),
            payment_events: Some(Arc::new(payments::Noting(service.clone()))),
            finder: Some(Arc::new(Board(service.clone()))),
            demo: Some(Arc::new(Filling(service.clone()))),
            bench: Some(Arc::new(Filling(service))),
        })
    }
}

/// Takes down what is ticked off, once an hour.
fn tidy(service: Service) -> Job {
    Job::new("memo.tidy", Schedule::Every(Duration::from_hours(1)), Duration::from_mins(1), move |_| {
        let service = service.clone();
        async move { service.tidy().await.map(|done| Done { done, failed: 0 }).map_err(Failed::because) }
    })
}

/// Keeps the number of notes on the board beside them.
struct Counting(Service);

impl Consumer for Counting {
    fn name(&self) -> &'static str {
        "memo.count"
    }

    fn wants(&self, table: &Table) -> bool {
        table.name == MEMO_TABLE.name
    }

    fn apply<'a>(&'a self, change: &'a Change) -> BoxFuture<'a, Result<(), Failed>> {
        let is_note = [&change.before, &change.after].into_iter().flatten().any(|item| is_of_kind(&Memo::DESIGN, item.view()));
        Box::pin(async move {
            // Otherwise it is its own copy that has changed.
            if is_note { self.rebuild().await } else { Ok(()) }
        })
    }

    fn rebuild(&self) -> BoxFuture<'_, Result<(), Failed>> {
        Box::pin(async move { self.0.count_again().await.map_err(Failed::because) })
    }
}

/// What somebody wrote.
struct OfPeople(Service);

impl PersonalData for OfPeople {
    fn export<'a>(&'a self, person: &'a Word) -> BoxFuture<'a, Result<Value, Problem>> {
        Box::pin(async move {
            let memos = self.0.of(person).await?;
            Ok(memos.into_iter().map(|memo| json!({ "id": memo.id.to_string(), "text": memo.text })).collect())
        })
    }

    fn forget<'a>(&'a self, person: &'a Word) -> BoxFuture<'a, Result<(), Problem>> {
        Box::pin(async move { Ok(self.0.forget(person).await?) })
    }
}

/// What is found: every note, by whoever wrote it.
struct Notes;

impl Indexed for Notes {
    fn name(&self) -> &'static str {
        "memo.search"
    }

    fn version(&self) -> u32 {
        1
    }

    fn fields(&self) -> &'static [Field] {
        const { &[Field::new("text", 1.0)] }
    }

    fn tables(&self) -> &'static [&'static Table] {
        DESIGN.tables
    }

    fn document(&self, _: &'static Table, item: ItemRef<'_>) -> Result<Option<Document>, DecodeError> {
        if !is_of_kind(&Memo::DESIGN, item) {
            return Ok(None);
        }
        let memo = Memo::from_item(item)?;
        Ok(Some(Document::of(memo.by.as_str(), memo.id.to_string()).text("text", memo.text)))
    }
}

/// How many notes hang there.
struct Board(Service);

impl Card for Board {
    fn today<'a>(&'a self, _: &'a Person, ui: &'a Ui) -> BoxFuture<'a, Result<Option<Today>, Problem>> {
        Box::pin(async move {
            let action = Action { label: ui.t("memo-read").into_owned(), address: ui.at("/memo") };
            let headline = ui.counted("memo-count", self.0.size().await?).to_string();
            Ok(Some(Today { headline, action: Some(action), ..Today::default() }))
        })
    }
}

impl Finder for Board {
    fn find<'a>(&'a self, person: &'a Person, question: &'a str, ui: &'a Ui) -> BoxFuture<'a, Result<Vec<Found>, Problem>> {
        Box::pin(async move {
            let ids = self.0.find(&person.id, question).await.map_err(|error| routes::unavailable(&error))?;
            let memos = self.0.of(&person.id).await?.into_iter().filter(|memo| ids.contains(&memo.id.to_string()));
            Ok(memos.map(|memo| Found { title: memo.text, address: ui.at("/memo"), ..Found::default() }).collect())
        })
    }
}

/// Notes for the demo and for the benchmark.
struct Filling(Service);

impl Filling {
    async fn fill(&self, notes: &[String]) -> Result<()> {
        let nobody = Word::new("nobody").expect("a word");
        for text in notes {
            self.0.write(&nobody, text).await?;
        }
        self.0.count_again().await?;
        Ok(())
    }
}

impl Demo for Filling {
    fn fill<'a>(&'a self, _: &'a Path, public_url: &'a str) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            if self.0.size().await? == 0 {
                self.fill(&["牛乳を買う".to_owned(), "生姜 2かけ".to_owned()]).await?;
            }
            println!("The board of the demo is at {public_url}/memo");
            Ok(())
        })
    }
}

impl Bench for Filling {
    fn fill<'a>(&'a self, filling: chabudai_app::Filling<'a>) -> BoxFuture<'a, Result<Measurable>> {
        let size = filling.size;
        Box::pin(async move {
            let notes: Vec<String> = (0..size).map(|n| format!("memo {n}")).collect();
            self.fill(&notes).await?;
            (filling.progress)(size, size);
            let request = Arc::new(|_: u64, _: &str| "GET /memo/v1/size HTTP/1.1\r\nhost: bench\r\n\r\n".to_owned());
            let row = Row { name: "how many notes", pattern: &design::SIZE, before: Vec::new(), request, goal: None };
            Ok(Measurable { filled: format!("{size} notes"), rows: vec![row], pages: Vec::new() })
        })
    }
}
