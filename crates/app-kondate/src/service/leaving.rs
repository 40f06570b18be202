//! Everything that is kept of somebody, given to them; and nothing of it, when they leave the house.

use chabudai_kernel::db::Run;
use chabudai_kernel::entity::{Entity as _, is_of_kind};
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{BatchWrite, Delete, Get, Query, Transact, key_of};
use chabudai_kernel::packed::Item;
use chabudai_kernel::part::Millis;
use serde_json::{Map, Value, json};

use super::Service;
use crate::design::{
    EXPORT_KITCHEN, FORGET_PERSON, MAIN_TABLE, REMOVE_DELETED_KITCHEN, REMOVE_KITCHEN, REMOVED_AT_A_TIME, SAVED_RECIPES, SAVED_SETS,
};
use crate::error::{KondateError, KondateReason, Result};
use crate::model::{
    AisleOrder, Batch, Category, CookLog, DeletedBatch, DeletedKitchen, DishSet, EntityType, Idempotency, KitchenId, Line, Notification,
    NotificationSettings, OwnFood, PersonId, Plan, Profile, PushToken, Recipe, Saved, Share, Shared, Staple, Upload, picture_at,
};
use crate::repo::{catalog, devices, kitchens, uploads};

/// The ranges of a kitchen, by what they are called in what is given out.
fn ranges(kitchen: &KitchenId) -> [(&'static str, Query); 12] {
    let of = |hash, range| Query::table(&MAIN_TABLE, hash).range(range).limit(REMOVED_AT_A_TIME).consistent();
    let id = || (kitchen.clone(),);
    [
        ("recipes", of(Recipe::PK.of(id()), Recipe::SK.starting(()))),
        ("sets", of(DishSet::PK.of(id()), DishSet::SK.starting(()))),
        ("plans", of(Plan::PK.of(id()), Plan::SK.starting(()))),
        ("shoppingList", of(Line::PK.of(id()), Line::SK.starting(()))),
        ("fridge", of(Batch::PK.of(id()), Batch::SK.starting(()))),
        ("deletedFromFridge", of(DeletedBatch::PK.of(id()), DeletedBatch::SK.starting(()))),
        ("cooked", of(CookLog::PK.of(id()), CookLog::SK.starting(()))),
        ("categories", of(Category::PK.of(id()), Category::SK.starting(()))),
        ("staples", of(Staple::PK.of(id()), Staple::SK.starting(()))),
        ("foods", of(OwnFood::PK.of(id()), OwnFood::SK.starting(()))),
        ("aisles", of(AisleOrder::PK.of(id()), AisleOrder::SK.starting(()))),
        ("links", of(Shared::PK.of(id()), Shared::SK.starting(()))),
    ]
}

/// What somebody was told.
fn told_to(person: &PersonId) -> Query {
    let told = Query::table(&MAIN_TABLE, Notification::PK.of((person.clone(),))).range(Notification::SK.starting(()));
    told.limit(REMOVED_AT_A_TIME).consistent()
}

/// The devices on which they are told.
fn devices_of(person: &PersonId) -> Query {
    let devices = Query::table(&MAIN_TABLE, PushToken::PK.of((person.clone(),))).range(PushToken::SK.starting(()));
    devices.limit(REMOVED_AT_A_TIME).consistent()
}

/// What stands for an item in what is given out: all that it says, without the keys of the table but with the id in them.
/// What others did is theirs to tell.
fn shown(item: &Item, person: &PersonId) -> Value {
    let Ok(Value::Object(mut fields)) = item.view().decode::<Value>() else { return Value::Null };
    let id = fields.remove("SK").and_then(|key| key.as_str().and_then(|key| key.split_once('#').map(|(_, id)| id.to_owned())));
    fields.retain(|name, _| name != "PK" && !name.starts_with("GSI") && name != "ttl" && name != "version");
    fields.retain(|name, value| !["cookedBy", "checkedBy"].contains(&name.as_str()) || value.as_str() == Some(person.as_str()));
    fields.insert("id".to_owned(), json!(id));
    Value::Object(fields)
}

impl Service {
    /// Everything that is kept of somebody: their kitchens with all that is in them, and what they want to be told. Who else is in a kitchen is
    /// theirs to tell.
    pub async fn export_of(&self, person: &PersonId) -> Result<Value> {
        let run = self.base.db.run(&EXPORT_KITCHEN);
        let mut out = Vec::new();
        for membership in kitchens::of(&self.base.db, person).await? {
            let (kitchen, members) = self.who_is_here(&membership.kitchen_id).await?;
            let own = members.iter().find(|member| member.person_id == *person);
            let mut whole = Map::new();
            whole.insert("name".to_owned(), json!(kitchen.name));
            whole.insert("role".to_owned(), json!(own.map(|own| own.role.as_str())));
            whole.insert("joinedAt".to_owned(), json!(own.map(|own| own.joined_at.to_string())));
            whole.insert("members".to_owned(), json!(kitchen.members));
            for (name, query) in ranges(&membership.kitchen_id) {
                let items: Vec<Item> = run.all(query).await?;
                whole.insert(name.to_owned(), items.iter().map(|item| shown(item, person)).collect());
            }
            for (name, pattern, kind) in [("savedRecipes", &SAVED_RECIPES, EntityType::Recipe), ("savedSets", &SAVED_SETS, EntityType::Set)]
            {
                let saved = catalog::all_saved(self.base.db.run(pattern), &membership.kitchen_id, kind).await?;
                let one = |one: &Saved| json!({ "id": one.id.as_str(), "savedAt": one.saved_at.to_string() });
                whole.insert(name.to_owned(), saved.iter().map(one).collect());
            }
            out.push(Value::Object(whole));
        }
        let profile = self.profile(person).await?;
        let notices = self.notice_settings(person).await?;
        let told: Vec<Item> = run.all(told_to(person)).await?;
        let devices: Vec<Item> = run.all(devices_of(person)).await?;
        Ok(json!({
            "payments": self.payments_of(person).await?,
            "avatarUrl": profile.and_then(|profile| profile.avatar_url),
            "notifications": {
                "pushEnabled": notices.push_enabled,
                "categories": notices.categories,
                "lastReadAt": notices.last_read_at,
                "told": told.iter().map(|item| shown(item, person)).collect::<Vec<_>>(),
                "devices": devices.len(),
            },
            "kitchens": out,
        }))
    }

    /// Forgets somebody. A kitchen that others are in is theirs from now on, with all that is in it; one that nobody else is in goes. Whatever
    /// stops it, the same call goes on with what is left.
    pub async fn forget(&self, person: &PersonId) -> Result<()> {
        self.withdraw_all(person).await?;
        self.forget_payments(person).await?;
        for membership in kitchens::of(&self.base.db, person).await? {
            let id = &membership.kitchen_id;
            match self.leave(id, person, person).await {
                Err(KondateError::Own(KondateReason::LastMember)) => self.remove_kitchen(id, person).await?,
                // They were removed meanwhile.
                Err(KondateError::NotFound(_)) => {}
                other => other?,
            }
        }
        for deleted in self.deleted_kitchens(person).await? {
            self.remove_deleted(&deleted).await?;
        }
        self.forget_profile(person).await
    }

    /// The end of it: they are in no kitchen any more.
    pub async fn forget_profile(&self, person: &PersonId) -> Result<()> {
        // A request that was on its way may have brought them into another kitchen meanwhile. Then they are still counted there, and the next
        // round begins with it.
        let in_none = attr("kitchens").absent().or(attr("kitchens").le(0));
        let run = self.base.db.run(&FORGET_PERSON);
        clear(run, told_to(person), |_| Vec::new()).await?;
        // What a device tells is freed before it is forgotten which device that was.
        let devices: Vec<PushToken> = run.all(devices_of(person)).await?;
        for device in &devices {
            run.attempt_one(devices::free(person, &device.token_hash)).await?;
        }
        clear(run, devices_of(person), |_| Vec::new()).await?;
        let known: Option<Profile> = run.get(Get::new(&MAIN_TABLE, Profile::key(person.clone())).consistent()).await?;
        let face = known.and_then(|known| known.avatar_url);
        // So may it have brought them another picture, which has to be noted before it is forgotten whose it was.
        let same_face = match &face {
            Some(face) => attr("avatarUrl").eq(face.as_str()),
            None => attr("avatarUrl").absent(),
        };
        let profile = Delete::new(&MAIN_TABLE, Profile::key(person.clone())).only_if(in_none).only_if(same_face);
        let settings = Delete::new(&MAIN_TABLE, NotificationSettings::key(person.clone()));
        let picture = face.as_deref().and_then(picture_at).map(|picture| uploads::let_go(&self.no_face_any_more(picture, person)).into());
        match run.commit(Transact::of([profile.into(), settings.into()].into_iter().chain(picture))).await {
            Err(error) if error.condition_failed_at(0) => Err(KondateError::Busy),
            other => Ok(other?),
        }
    }

    /// Removes a kitchen that nobody else is in, with all that is in it.
    async fn remove_kitchen(&self, id: &KitchenId, person: &PersonId) -> Result<()> {
        // Nobody comes in from now on; whoever was quicker keeps it.
        self.revoke_invitations(id, person).await?;
        let _turn = self.queue(id).await;
        let run = self.base.db.run(&REMOVE_KITCHEN);
        let (found, members) = kitchens::with_members(run, id).await?;
        if found.is_some_and(|found| found.members > 1) || members.len() > 1 {
            return Err(KondateError::Busy);
        }
        self.empty_kitchen(run, id).await?;
        Ok(run.commit(kitchens::remove(id, person)).await?)
    }

    /// Nothing is in a kitchen any more. What somebody sold from it stays with whoever bought it, also where they have moved out long ago; the rest
    /// leaves the catalog.
    async fn empty_kitchen(&self, run: Run<'_>, id: &KitchenId) -> Result<()> {
        self.unsave_all(id).await?;
        if let Some(creator) = PersonId::new(id.as_str()) {
            self.withdraw_all(&creator).await?;
        }
        clear_kitchen(run, id, self.base.now_millis()).await
    }

    /// Removes a kitchen that was deleted, with all that is in it. One that came back meanwhile stays; whatever stops it, the same call goes on
    /// with what is left.
    pub(super) async fn remove_deleted(&self, deleted: &DeletedKitchen) -> Result<bool> {
        let _turn = self.queue(&deleted.kitchen_id).await;
        let run = self.base.db.run(&REMOVE_DELETED_KITCHEN);
        if !run.attempt_one(kitchens::begin_to_remove(deleted)).await? {
            return Ok(false);
        }
        self.empty_kitchen(run, &deleted.kitchen_id).await?;
        run.commit(kitchens::remove_deleted(deleted)).await?;
        Ok(true)
    }
}

/// Removes what is in a kitchen; what holds it goes last.
async fn clear_kitchen(run: Run<'_>, id: &KitchenId, now: Millis) -> Result<()> {
    for (_, query) in ranges(id) {
        clear(run, query, |item| left_by(item, id, now)).await?;
    }
    let answers = Query::table(&MAIN_TABLE, Idempotency::PK.of((id.clone(),))).range(Idempotency::SK.starting(()));
    clear(run, answers.limit(REMOVED_AT_A_TIME).consistent(), |_| Vec::new()).await
}

/// What has to be written before an item goes: its picture is noted, and the link that it guards goes first.
fn left_by(item: &Item, kitchen: &KitchenId, now: Millis) -> Vec<BatchWrite> {
    if is_of_kind(&Shared::DESIGN, item.view())
        && let Ok(guard) = Shared::from_item(item.view())
    {
        return vec![BatchWrite::Delete(&MAIN_TABLE, Share::key(guard.share_id))];
    }
    note_of_removed(item, kitchen, now)
}

/// The writes that note the picture of a recipe before that goes, so that it is removed; also of a recipe that cannot be read any more. Where
/// it was noted for the day on which its recipe would have left the bin, it goes now.
fn note_of_removed(item: &Item, kitchen: &KitchenId, now: Millis) -> Vec<BatchWrite> {
    let item = item.view();
    let picture = item.get("thumbnailUrl").and_then(|address| picture_at(address.as_str()?));
    let Some(picture) = picture.filter(|_| is_of_kind(&Recipe::DESIGN, item)) else { return Vec::new() };
    let noted = |since| Upload::since(picture, kitchen.clone(), None, since);
    let left = item.get("ttl").and_then(|ttl| ttl.as_number()?.to_string().parse::<u64>().ok()).map(|ttl| noted(Millis(ttl * 1000)));
    let old = left.map(|left| BatchWrite::Delete(&MAIN_TABLE, uploads::key_of(&left)));
    old.into_iter().chain([BatchWrite::Put(uploads::let_go(&noted(now)))]).collect()
}

/// Removes a range, a few items at a time, as they are: also what cannot be read any more goes. What an item leaves behind is written first.
async fn clear(run: Run<'_>, mut query: Query, left_by: impl Fn(&Item) -> Vec<BatchWrite>) -> Result<()> {
    loop {
        let (items, next): (Vec<Item>, _) = run.page(&query).await?;
        let left: Vec<BatchWrite> = items.iter().flat_map(&left_by).collect();
        if !left.is_empty() {
            run.batch_write(left).await?;
        }
        let gone: Vec<BatchWrite> =
            items.iter().filter_map(|item| key_of(&MAIN_TABLE, item.view())).map(|key| BatchWrite::Delete(&MAIN_TABLE, key)).collect();
        if !gone.is_empty() {
            run.batch_write(gone).await?;
        }
        match next {
            Some(next) => query.after = Some(next),
            None => return Ok(()),
        }
    }
}
