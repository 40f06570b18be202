//! What somebody wants to be told, and what they were told.

use chabudai_kernel::db::Db;
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{PageKey, Query, Update};
use chabudai_kernel::part::IsoDay;

use crate::design::{GSI1, MAIN_TABLE, WHO_WANTS_PUSH};
use crate::error::Result;
use crate::model::{NotificationSettings, PersonId};

/// People that are read at a time.
const A_PAGE: u32 = 100;

/// AP-1207: a page of who wants to be told on their devices.
pub async fn who_wants_push(db: &Db, after: Option<PageKey>) -> Result<(Vec<NotificationSettings>, Option<PageKey>)> {
    let query = Query::index(&MAIN_TABLE, &GSI1, NotificationSettings::GSI1PK.of(())).limit(A_PAGE).after(after);
    Ok(db.run(&WHO_WANTS_PUSH).page(&query).await?)
}

fn of(person: &PersonId) -> Update {
    Update::of::<NotificationSettings>(NotificationSettings::key(person.clone()))
}

/// They were not told on this day or later. Days compare as they are spelled.
fn is_untold(day: IsoDay) -> chabudai_kernel::expr::Condition {
    attr("PK").exists().and(attr("soonToldOn").absent().or(attr("soonToldOn").lt(day.to_string())))
}

/// AP-1208, the write: this server tells them, if no other is at it and none has, and if they still want it: the index may be behind.
pub fn claim(person: &PersonId, day: IsoDay, now: i64, until: i64) -> Update {
    let is_free = attr("soonNotBefore").absent().or(attr("soonNotBefore").le(now));
    let personal = attr("categories").dot("personal");
    let is_wanted = attr("pushEnabled").eq(true).and(personal.clone().absent().or(personal.eq(true)));
    of(person).set("soonNotBefore", until).only_if(is_untold(day).and(is_free).and(is_wanted))
}

/// AP-1208, the write: they were told, or there was nothing to tell; the next time is tomorrow.
pub fn told(person: &PersonId, day: IsoDay, now: i64, tomorrow: i64) -> Update {
    let update = of(person).set("soonToldOn", day.to_string()).set("soonToldAt", now).set("soonNotBefore", tomorrow);
    update.only_if(is_untold(day))
}

/// AP-1208, the write: they could not be told, and another try is made after a while.
pub fn not_told(person: &PersonId, again_at: i64) -> Update {
    of(person).set("soonNotBefore", again_at).if_exists()
}
