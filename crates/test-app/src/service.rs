//! The repo and the use cases.

use std::sync::Arc;

use chabudai_kernel::db::Db;
use chabudai_kernel::expr::attr;
use chabudai_kernel::ids::{Ids, Ulids};
use chabudai_kernel::op::{BatchWrite, Delete, Get, Put, Query};
use chabudai_kernel::part::{Ulid, Word};
use chabudai_search::{NoSynonyms, Page, Query as Question, Scope, Search, SearchError};
use serde::{Deserialize, Serialize};

use crate::design::{COUNT_AGAIN, MEMO_TABLE, READ, REMOVE, SIZE, TAKE_DOWN, WRITE};
use crate::error::{MemoError, Result};

/// What is ticked off begins with this.
const TICKED: char = '済';
/// The longest note.
pub(crate) const LONGEST: usize = 200;

/// A note.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Memo {
    /// The board; in the key.
    #[serde(skip_serializing)]
    pub board: Word,
    /// Its id, by time; in the key.
    #[serde(skip_serializing)]
    pub id: Ulid,
    /// Who wrote it.
    pub by: Word,
    /// What it says.
    pub text: String,
}

/// How many notes there are.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Count {
    /// The board; in the key.
    #[serde(skip_serializing)]
    pub board: Word,
    /// How many.
    pub memos: u64,
}

fn board() -> Word {
    Word::new("house").expect("a word")
}

/// The use cases.
#[derive(Clone)]
pub struct Service {
    db: Db,
    ids: Arc<dyn Ids>,
    ulids: Arc<Ulids>,
    search: Option<Search>,
}

impl Service {
    /// Over the app's data.
    pub fn new(db: Db, ids: Arc<dyn Ids>, search: Option<Search>) -> Self {
        Self { db, ids, ulids: Arc::default(), search }
    }

    fn all() -> Query {
        Query::table(&MEMO_TABLE, Memo::PK.of((board(),))).range(Memo::SK.starting(())).consistent()
    }

    /// MEMO-01: the whole board.
    pub async fn read(&self) -> Result<Vec<Memo>> {
        Ok(self.db.run(&READ).all(Self::all()).await?)
    }

    /// One's own notes with these words; nothing while the search is being made.
    pub async fn find(&self, by: &Word, words: &str) -> std::result::Result<Vec<String>, SearchError> {
        let Some(search) = &self.search else { return Ok(Vec::new()) };
        let question = Question::parse(words, &NoSynonyms);
        let found = search.find(question, Scope::Owner(by.as_str().to_owned()), Page { offset: 0, limit: 20 }).await?;
        Ok(found.hits.into_iter().map(|hit| hit.id).collect())
    }

    /// MEMO-02: a note.
    pub async fn write(&self, by: &Word, text: &str) -> Result<Memo> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > LONGEST {
            return Err(MemoError::Invalid { field: "text", code: "memo.text", message: "A note has 1 to 200 characters." });
        }
        let id = self.ulids.next(&*self.ids, self.db.clock().now_millis());
        let memo = Memo { board: board(), id, by: by.clone(), text: text.to_owned() };
        self.db.run(&WRITE).commit_one(Put::of(&memo).if_absent()).await?;
        Ok(memo)
    }

    /// MEMO-03: one's own note is gone. Somebody else's is not there.
    pub async fn remove(&self, by: &Word, id: Ulid) -> Result<()> {
        let delete = Delete::new(&MEMO_TABLE, Memo::key(board(), id)).only_if(attr("by").eq(by.as_str()));
        match self.db.run(&REMOVE).commit_one(delete).await {
            Err(error) if error.condition_failed_at(0) => Err(MemoError::NotFound("note")),
            other => Ok(other?),
        }
    }

    /// MEMO-04: how many there are, by the copy.
    pub async fn size(&self) -> Result<u64> {
        let count: Option<Count> = self.db.run(&SIZE).get(Get::new(&MEMO_TABLE, Count::key(board())).consistent()).await?;
        Ok(count.map_or(0, |count| count.memos))
    }

    /// MEMO-05: makes the copy anew.
    pub async fn count_again(&self) -> Result<()> {
        let run = self.db.run(&COUNT_AGAIN);
        let memos = run.count(Self::all()).await?;
        Ok(run.commit_one(Put::of(&Count { board: board(), memos })).await?)
    }

    /// MEMO-06: what is ticked off is taken down; how many.
    pub async fn tidy(&self) -> Result<u64> {
        self.take_down(|memo| memo.text.starts_with(TICKED)).await
    }

    /// MEMO-01: what somebody wrote.
    pub async fn of(&self, person: &Word) -> Result<Vec<Memo>> {
        Ok(self.read().await?.into_iter().filter(|memo| memo.by == *person).collect())
    }

    /// MEMO-06: what somebody wrote is taken down.
    pub async fn forget(&self, person: &Word) -> Result<()> {
        self.take_down(|memo| memo.by == *person).await.map(drop)
    }

    async fn take_down(&self, which: impl Fn(&Memo) -> bool) -> Result<u64> {
        let run = self.db.run(&TAKE_DOWN);
        let memos: Vec<Memo> = run.all(Self::all()).await?;
        let keys: Vec<_> = memos.iter().filter(|memo| which(memo)).map(|memo| Memo::key(board(), memo.id)).collect();
        let gone = keys.len() as u64;
        if gone > 0 {
            run.batch_write(keys.into_iter().map(|key| BatchWrite::Delete(&MEMO_TABLE, key)).collect()).await?;
        }
        Ok(gone)
    }
}
