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
use crate::error::{OkusuriError, Result};
use crate::model::Own;

/// ID-05: a person, for who comes by another way than the door.
pub async fn person(db: &Db, user: &UserId) -> Result<Option<Profile<Okusuri>>> {
    let get = Get::new(&OKUSURI_TABLE, Profile::<Okusuri>::key(user.clone())).consistent();
    Ok(db.run(Patterns::<Okusuri>::PERSON).get(get).await?)
}

/// OK-09: what Okusuri knows of a person from now on.
pub async fn change_profile(db: &Db, user: &UserId, own: &Own, now: UtcSeconds) -> Result<Profile<Okusuri>> {
    let known = Item::pack(own).and_then(|item| item.view().to_attributes()).map_err(StoreError::from)?;
    let data = |name: &'static str| (attr("Data").dot(name), known.get(name).cloned());
    let mut update = Update::of::<Profile<Okusuri>>(Profile::<Okusuri>::key(user.clone()))
        .set("UpdatedAt", now.to_string())
        .set(attr("Data").dot("updatedAt"), now.to_string());
    for (path, value) in ["timezone", "regimen", "earlierRegimens"].map(data) {
        update = update.set_or_remove(path, value.filter(|value| *value != Value::Null));
    }
    match db.run(&CHANGE_PROFILE).write(update.if_exists().returning_new()).await {
        Err(error) if error.condition_failed_at(0) => Err(OkusuriError::NotFound("person")),
        other => other?.ok_or(OkusuriError::NotFound("person")),
    }
}
