//! Records of what was worn.

use chabudai_kernel::db::{Db, Listed, Paging, Run};
use chabudai_kernel::op::{Delete, Get, Put, Query};
use chabudai_kernel::part::Day;

use crate::design::{HISTORY_BY_DATE, LAST_WEEK, LIST_HISTORY, LOOK_BACK, WARDROBE_TABLE};
use crate::error::Result;
use crate::model::{History, HistoryId, WardrobeId};

fn by_date(wardrobe: WardrobeId, from: Option<Day>, to: Option<Day>) -> Query {
    let query = Query::index(&WARDROBE_TABLE, &HISTORY_BY_DATE, History::PK.of((wardrobe,)));
    match (from, to) {
        (Some(from), Some(to)) => query.range(History::historyDateSk.between((from,), (to,))),
        (Some(from), None) => query.range(History::historyDateSk.from((from,))),
        (None, Some(to)) => query.range(History::historyDateSk.until((to,))),
        (None, None) => query.range(History::historyDateSk.starting(())),
    }
}

/// AP-03: every record between two days, newest first. The pictures are on the same account; `Run` goes on with them.
pub async fn between(db: &Db, wardrobe: WardrobeId, from: Day, to: Day) -> Result<(Run<'_>, Vec<History>)> {
    let run = db.run(&LAST_WEEK);
    let all = run.all(by_date(wardrobe, Some(from), Some(to)).backward()).await?;
    Ok((run, all))
}

/// AP-29: every record between two days, oldest first, without pictures.
pub async fn look_back(db: &Db, wardrobe: WardrobeId, from: Day, to: Day) -> Result<Vec<History>> {
    Ok(db.run(&LOOK_BACK).all(by_date(wardrobe, Some(from), Some(to))).await?)
}

/// AP-14: records by day, page by page. The pictures are on the same account; `Run` goes on with them.
pub async fn list<'a>(
    db: &'a Db,
    wardrobe: WardrobeId,
    from: Option<Day>,
    to: Option<Day>,
    page: Paging<'_>,
) -> Result<(Run<'a>, Listed<History>)> {
    let run = db.run(&LIST_HISTORY);
    let query = by_date(wardrobe, from, to).direction(page.backward);
    let listed = run.list(query, page.limit, page.cursor, page.limit).await?;
    Ok((run, listed))
}

/// AP-15 and AP-17: one record.
pub async fn get(run: Run<'_>, wardrobe: WardrobeId, history: HistoryId, consistent: bool) -> Result<Option<History>> {
    let get = Get::new(&WARDROBE_TABLE, History::key(wardrobe, history));
    Ok(run.get(if consistent { get.consistent() } else { get }).await?)
}

/// AP-16, the write: a new record.
pub fn create(history: &History) -> Put {
    Put::of(history).if_absent()
}

/// AP-17, the write: the record goes, once.
pub fn remove(history: &History) -> Delete {
    Delete::new(&WARDROBE_TABLE, History::key(history.wardrobe_id, history.history_id)).if_exists()
}
