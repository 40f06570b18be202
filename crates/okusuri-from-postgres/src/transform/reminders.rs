//! Settings of reminders, and the devices within them.

use std::marker::PhantomData;

use chabudai_app_okusuri::design::Okusuri;
use chabudai_app_okusuri::model::{DEFAULT_TIME, Kind, Setting, SettingData};
use chabudai_identity::model::{Kind as OfPeople, PushDevice, PushDeviceData, Subscription as Kept, SubscriptionKeys as KeptKeys};
use chabudai_kernel::op::Put;
use chabudai_kernel::part::Word;
use chabudai_push::{NotASubscription, Reach, Subscription};
use serde::Deserialize;

use super::{Everybody, Reason, Transformed, flag, newest, times, word};
use crate::snapshot::{Row, Snapshot};
use crate::source::SourceTable;

const TABLE: SourceTable = SourceTable::NotificationSetting;

/// The older system speaks Japanese only.
const LANGUAGE: &str = "ja";

pub(super) fn move_settings(snapshot: &Snapshot, everybody: &Everybody, out: &mut Transformed) {
    let read_at = snapshot.manifest.read_at;
    let (deleted, live): (Vec<_>, Vec<_>) = snapshot.rows(TABLE).iter().partition(|row| row.text("deletedat").is_some());
    for row in deleted {
        out.tally.skip(TABLE, Reason::Deleted, row.id());
    }
    let (settings, older) = newest(live.into_iter().map(|row| ((row.text("userid"), row.text("platform")), row)), read_at);
    for row in older {
        out.tally.skip(TABLE, Reason::Older, row.id());
    }
    for (_, row) in settings {
        let Some(known) = everybody.owner(TABLE, row, out) else { continue };
        let (platform, is_enabled) = (word(TABLE, row, "platform", out), flag(TABLE, row, "isenabled", out));
        let (Some(platform), Some(is_enabled)) = (platform, is_enabled) else { continue };
        let (created_at, updated_at) = times(row, read_at);
        let data = SettingData {
            platform: platform.clone(),
            is_enabled,
            time: DEFAULT_TIME,
            timezone: None,
            is_discreet: true,
            language: LANGUAGE.to_owned(),
            subscription: None,
            created_at,
            updated_at,
        };
        let (user_id, kind) = (known.user.clone(), Kind::NotificationSetting);
        let setting = Setting { user_id: user_id.clone(), platform: platform.clone(), kind, data, created_at, updated_at };
        out.things.push(Put::of(&setting));
        out.tally.carry(TABLE);
        match device_in(row) {
            Ok((device, subscription)) => {
                let platform_of = platform.clone();
                let data =
                    PushDeviceData { platform: platform_of, subscription, user_agent: None, session_id: None, created_at, updated_at };
                let (kind, of) = (OfPeople::PushDevice, PhantomData);
                let device = PushDevice::<Okusuri> { user_id, platform, device, kind, data, created_at, updated_at, of };
                out.things.push(Put::of(&device));
                out.tally.device(row.id(), None);
            }
            Err(reason) => out.tally.device(row.id(), Some(reason)),
        }
    }
}

/// What a browser says of itself; the rest of it does not matter here.
#[derive(Deserialize)]
struct OldSubscription {
    endpoint: String,
    keys: SaidKeys,
}

#[derive(Deserialize)]
struct SaidKeys {
    p256dh: String,
    auth: String,
}

/// The device within a setting, with the hash of its address that names it; or why there is none.
fn device_in(row: &Row) -> Result<(Word, Kept), Reason> {
    let text = row.text("subscription").map(str::trim).filter(|text| !text.is_empty() && *text != "null").ok_or(Reason::NoDevice)?;
    let said: OldSubscription = read(text).ok_or(Reason::BrokenSubscription)?;
    let subscription = Subscription::new(&said.endpoint, &said.keys.p256dh, &said.keys.auth, Reach::Public).map_err(|why| match why {
        NotASubscription::PublicKey | NotASubscription::Auth => Reason::KeysRefused,
        _ => Reason::EndpointRefused,
    })?;
    let name = Word::new(subscription.endpoint_hash()).ok_or(Reason::EndpointRefused)?;
    let keys = KeptKeys { p256dh: subscription.p256dh(), auth: subscription.auth() };
    Ok((name, Kept { endpoint: subscription.endpoint().to_owned(), keys }))
}

/// The older front end has sent JSON; a column of JSON may hold it once more as a text.
fn read(text: &str) -> Option<OldSubscription> {
    serde_json::from_str(text).ok().or_else(|| serde_json::from_str(&serde_json::from_str::<String>(text).ok()?).ok())
}
