//! People, their addresses, their accounts at providers.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use chabudai_app_okusuri::design::Okusuri;
use chabudai_app_okusuri::model::Own;
use chabudai_identity::email;
use chabudai_identity::model::{Account, AccountData, EmailGuard, Kind, OauthGuard, PASSWORD, Profile, ProfileData, UserId};
use chabudai_kernel::op::Put;
use chabudai_kernel::part::Word;
use jiff::tz::TimeZone;

use super::{Arrival, Everybody, Known, Reason, Refusal, Transformed, newest, times, word};
use crate::snapshot::{Row, Snapshot};
use crate::source::SourceTable;

/// What an authentication library calls an account that is a password.
const CREDENTIAL: &str = "credential";

pub(super) fn move_people(snapshot: &Snapshot, out: &mut Transformed) -> Everybody {
    let mut known = BTreeMap::new();
    let mut arrivals: BTreeMap<UserId, Vec<Put>> = BTreeMap::new();
    let mut addresses: BTreeMap<Word, Vec<String>> = BTreeMap::new();
    for row in snapshot.rows(SourceTable::User) {
        let Some(user) = word(SourceTable::User, row, "id", out) else { continue };
        let (zone_name, zone) = zone_of(row, &snapshot.manifest.zone, out);
        known.insert(row.id().to_owned(), Known { user: user.clone(), zone });
        let Ok(address) = email::parse(row.text("email").unwrap_or_default()) else {
            out.refusals.push(Refusal::InvalidEmail { id: row.id().to_owned() });
            continue;
        };
        addresses.entry(address.clone()).or_default().push(row.id().to_owned());
        let person = profile(row, &user, &address, zone_name, snapshot);
        let guard = EmailGuard::<Okusuri> { email: address, user_id: user.clone(), of: PhantomData };
        arrivals.insert(user, vec![Put::of(&person), Put::of(&guard)]);
        out.tally.carry(SourceTable::User);
    }
    out.refusals.extend(addresses.into_values().filter(|ids| ids.len() > 1).map(|ids| Refusal::SameEmail { ids }));
    let everybody = Everybody(known);
    move_accounts(snapshot, &everybody, &mut arrivals, out);
    out.people = arrivals.into_iter().map(|(user, puts)| Arrival { user, puts }).collect();
    everybody
}

/// The zone that the source knows of somebody, or that of the whole move.
fn zone_of(row: &Row, otherwise: &str, out: &mut Transformed) -> (String, TimeZone) {
    if let Some(name) = row.text("timezone").filter(|name| !name.is_empty()) {
        match TimeZone::get(name) {
            Ok(zone) => return (name.to_owned(), zone),
            Err(_) => out.unknown_zones.push(row.id().to_owned()),
        }
    }
    (otherwise.to_owned(), TimeZone::get(otherwise).unwrap_or(TimeZone::UTC))
}

fn profile(row: &Row, user: &UserId, address: &Word, zone: String, snapshot: &Snapshot) -> Profile<Okusuri> {
    let (created_at, updated_at) = times(row, snapshot.manifest.read_at);
    let data = ProfileData {
        name: called(row, address),
        email: address.clone(),
        email_verified: row.flag("emailverified").unwrap_or(false),
        image: row.text("image").filter(|image| !image.is_empty()).map(str::to_owned),
        created_at,
        updated_at,
        role: None,
        language: None,
        leaving_at: None,
        session_epoch: None,
        program_epoch: None,
        own: Own { timezone: Some(zone), ..Own::default() },
    };
    Profile { user_id: user.clone(), kind: Kind::User, email: address.clone(), data, created_at, updated_at, of: PhantomData }
}

/// What somebody is called; who has no name is called by the beginning of their address, as mail programs do.
pub(crate) fn called(row: &Row, address: &Word) -> String {
    let name = row.text("name").unwrap_or_default().trim();
    if name.is_empty() { address.as_str().split('@').next().unwrap_or_default().to_owned() } else { name.to_owned() }
}

/// Every sign-in of the older system has added a row, so that of each provider the newest counts.
fn move_accounts(snapshot: &Snapshot, everybody: &Everybody, arrivals: &mut BTreeMap<UserId, Vec<Put>>, out: &mut Transformed) {
    const TABLE: SourceTable = SourceTable::Account;
    let read_at = snapshot.manifest.read_at;
    let (passwords, providers): (Vec<_>, Vec<_>) =
        snapshot.rows(TABLE).iter().partition(|row| matches!(row.text("providerid"), Some(CREDENTIAL | PASSWORD)));
    for row in passwords {
        out.tally.skip(TABLE, Reason::Password, row.id());
    }
    let same = providers.into_iter().map(|row| ((row.text("userid"), row.text("providerid")), row));
    let (accounts, older) = newest(same, read_at);
    for row in older {
        out.tally.skip(TABLE, Reason::Older, row.id());
    }
    let mut taken: BTreeMap<(Word, Word), Vec<String>> = BTreeMap::new();
    for (_, row) in accounts {
        let Some(Known { user, .. }) = everybody.owner(TABLE, row, out) else { continue };
        let (provider, subject) = (word(TABLE, row, "providerid", out), word(TABLE, row, "accountid", out));
        let (Some(provider), Some(subject)) = (provider, subject) else { continue };
        taken.entry((provider.clone(), subject.clone())).or_default().push(row.id().to_owned());
        let (created_at, updated_at) = times(row, read_at);
        let account_id = Some(subject.as_str().to_owned());
        let account = Account::<Okusuri> {
            user_id: user.clone(),
            provider_id: provider.clone(),
            kind: Kind::Account,
            data: AccountData { provider_id: provider.clone(), account_id, password_hash: None, created_at, updated_at },
            created_at,
            updated_at,
            of: PhantomData,
        };
        let guard = OauthGuard::<Okusuri> { provider, subject, user_id: user.clone(), of: PhantomData };
        arrivals.entry(user.clone()).or_default().extend([Put::of(&account), Put::of(&guard)]);
        out.tally.carry(TABLE);
    }
    out.refusals.extend(taken.into_values().filter(|ids| ids.len() > 1).map(|ids| Refusal::SameAccount { ids }));
}
