//! One function per access pattern; writes are values that the service commits.

pub mod idempotency; // answers that may be given again
pub mod logs; // what was logged
pub mod notifications; // the setting of reminders, and devices
pub mod reminders; // whom to remind, who has logged, and the lease of a reminder

use chabudai_identity::model::{Profile, UserId};
use chabudai_identity::patterns::Patterns;
use chabudai_kernel::db::Db;
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Get, Update};
use chabudai_kernel::packed::Item;
use chabudai_kernel::part::UtcSeconds;
use chabudai_kernel::store::StoreError;
use chabudai_kernel::value::Value;

use crate::design::{CHANGE_PROFILE, OKUSURI_TABLE, Okusuri};
use crate::error::Result;
use crate::model::Own;

/// ID-05: a person, for who comes without a session, by a reminder.
pub async fn person(db: &Db, user: &UserId) -> Result<Option<Profile<Okusuri>>> {
    let get = Get::new(&OKUSURI_TABLE, Profile::<Okusuri>::key(user.clone())).consistent();
    Ok(db.run(Patterns::<Okusuri>::PERSON).get(get).await?)
}

/// OK-09: what Okusuri knows of a person from now on, as far as it differs from before. Nothing, if somebody changed the same meanwhile.
pub async fn change_profile(db: &Db, user: &UserId, before: &Own, after: &Own, now: UtcSeconds) -> Result<Option<Profile<Okusuri>>> {
    let known = |own: &Own| Item::pack(own).and_then(|item| item.view().to_attributes()).map_err(StoreError::from);
    let (before, after) = (known(before)?, known(after)?);
    let mut update = Update::of::<Profile<Okusuri>>(Profile::<Okusuri>::key(user.clone()))
        .set("UpdatedAt", now.to_string())
        .set(attr("Data").dot("updatedAt"), now.to_string());
    let mut unchanged = attr("PK").exists();
    for name in ["timezone", "regimen", "earlierRegimens"] {
        if before.get(name) == after.get(name) {
            continue;
        }
        let path = || attr("Data").dot(name);
        unchanged = unchanged.and(match before.get(name) {
            // A list that is empty may not be there at all.
            Some(Value::L(list)) if list.is_empty() => path().absent().or(path().eq(Value::L(Vec::new()))),
            Some(value) => path().eq(value.clone()),
            None => path().absent(),
        });
        update = update.set_or_remove(path(), after.get(name).cloned());
    }
    match db.run(&CHANGE_PROFILE).write(update.only_if(unchanged).returning_new()).await {
        Err(error) if error.condition_failed_at(0) => Ok(None),
        other => Ok(other?),
    }
}
