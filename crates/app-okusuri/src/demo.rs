//! Somebody with a year of days: cycles of different lengths, pauses, a missed day now and then, a few notes.

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chabudai_identity::service::Service as Identity;
use chabudai_kernel::ids::Ids;
use chabudai_kernel::op::{BatchWrite, Put};
use chabudai_kernel::part::{IsoDay, UtcSeconds, Word};
use chabudai_web::text::Lang;
use futures::future::BoxFuture;
use jiff::civil::Date;

use crate::design::Okusuri;
use crate::model::{Kind, Log, LogData};
use crate::regimen::{Entry, Phase, Regimen, timeline};
use crate::service::{Person, ProfileChange, Service};

/// Who it is, for readers of Japanese and of English.
const PEOPLE: [(&str, &str); 2] = [("はな", "hana@example.org"), ("Emma", "emma@example.org")];
/// How many days back the logs go.
const DAYS: i64 = 380;
/// Where the password of the demo is kept for the next start.
const KEPT: &str = "demo-okusuri";
const NOTES: [[&str; 5]; 2] = [
    ["少し頭が痛い", "よく眠れた", "旅行中。朝にのんだ", "夜中に気づいてのんだ", "検診の日"],
    ["Slight headache", "Slept well", "Travelling, took it in the morning", "Remembered in the middle of the night", "Check-up today"],
];

/// Somebody's year, to look around in.
pub(crate) struct Demo {
    pub(crate) service: Service,
    pub(crate) identity: Identity<Okusuri>,
    pub(crate) ids: Arc<dyn Ids>,
}

impl chabudai_app::Demo for Demo {
    fn fill<'a>(&'a self, folder: &'a Path, public_url: &'a str) -> BoxFuture<'a, Result<()>> {
        Box::pin(fill(self, folder, public_url))
    }

    fn guest(&self, lang: Lang) -> Option<&'static str> {
        let [(_, japanese), (_, english)] = PEOPLE;
        Some(match lang {
            Lang::Ja => japanese,
            Lang::En => english,
        })
    }
}

/// Fills the store, unless there is anybody in it, and tells who can sign in. The password is another one in every house.
async fn fill(app: &Demo, data: &Path, public_url: &str) -> Result<()> {
    let file = data.join(KEPT);
    let begun = std::fs::read_to_string(&file).ok().map(|password| password.trim().to_owned());
    if begun.is_none() && !app.identity.is_empty().await? {
        tracing::info!("somebody is in Okusuri already, so it gets no demo data");
        return Ok(());
    }
    let password = if let Some(password) = begun {
        password
    } else {
        let password = random()?;
        // Kept first: a person whose password nobody knows would be there for good.
        keep(&file, &password)?;
        password
    };
    for ((name, email), notes) in PEOPLE.iter().zip(&NOTES) {
        // A demo that was cut off, or begun when there were fewer people in it, goes on.
        if app.identity.repo().by_email(&Word::new(*email).context("an address is a word")?).await?.is_some() {
            continue;
        }
        let person = app.identity.add(name, email, &password).await?;
        let today = app.service.today(&person).0;
        let first = today.saturating_sub(jiff::Span::new().days(DAYS));
        let change = ProfileChange { regimen: Some(Regimen::FLEXIBLE.from(first)), ..ProfileChange::default() };
        app.service.change_profile(&person, &change).await?;
        app.service.db().fill(&year(&*app.ids, &person, notes, first, today)).await?;
    }
    tell(public_url, &password);
    Ok(())
}

fn tell(public_url: &str, password: &str) {
    println!("A demo of Okusuri is at {public_url}/okusuri: look around there, or sign in as {} with the password {password}", PEOPLE[0].1);
}

fn random() -> Result<String> {
    let mut bytes = [0u8; 12];
    getrandom::fill(&mut bytes).context("the operating system gives no random bytes")?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// Readable by its owner only.
fn keep(file: &Path, password: &str) -> Result<()> {
    let folder = file.parent().context("the file is in a folder")?;
    std::fs::create_dir_all(folder)?;
    let mut aside = tempfile::NamedTempFile::new_in(folder)?;
    aside.write_all(password.as_bytes())?;
    aside.persist(file)?;
    Ok(())
}

/// The days until yesterday: today is for whoever looks around.
fn year(ids: &dyn Ids, person: &Person, notes: &[&str], first: Date, today: Date) -> Vec<BatchWrite> {
    let regimens = [Regimen::FLEXIBLE.from(first)];
    let (mut entries, mut out) = (Vec::new(), Vec::new());
    let (mut date, mut cycle) = (first, 0u32);
    for n in 0u64.. {
        let Some(day) = timeline(&regimens, &entries, date).days.pop().filter(|_| date < today) else { break };
        // A fixed pattern that looks like chance: the same demo every time.
        let chance = scattered(n);
        cycle += u32::from(day.phase == Phase::Taking(1));
        let entry = match day.phase {
            // Every cycle ends by bleeding, some after five weeks and some after ten.
            Phase::Taking(nth) => {
                let length = 34 + cycle * 17 % 40;
                let is_missed = chance % 41 == 7 && nth < length;
                (!is_missed).then_some(Entry { bleeding: nth >= length || (nth < 4 && chance.is_multiple_of(5)), taken: None })
            }
            Phase::Resting(left) => (left > 1).then_some(Entry { bleeding: left > 2, taken: None }),
            Phase::Lapsed => None,
        };
        if let Some(entry) = entry {
            entries.push((date, entry));
            let note = chance.is_multiple_of(23).then(|| notes[(chance / 23) as usize % notes.len()].to_owned());
            out.push(BatchWrite::Put(Put::of(&log(ids, person, date, entry.bleeding, note))));
        }
        let Ok(tomorrow) = date.tomorrow() else { break };
        date = tomorrow;
    }
    out
}

/// A number that has nothing to do with its neighbours' (the last steps of SplitMix64): a mere multiple would draw lines on a calendar.
fn scattered(n: u64) -> u64 {
    let mixed = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ (mixed >> 31)) >> 3
}

fn log(ids: &dyn Ids, person: &Person, date: Date, has_bleeding: bool, note: Option<String>) -> Log {
    // In the evening of its day.
    let zone = person.data.own.zone();
    let moment = date.at(21, 50, 0, 0).to_zoned(zone).map(|at| at.timestamp()).unwrap_or_default();
    let at = UtcSeconds(moment);
    let millis = u64::try_from(moment.as_millisecond()).unwrap_or_default();
    Log {
        user_id: person.user_id.clone(),
        id: Word::new(ids.uuid(millis).to_string()).expect("a UUID is a word"),
        kind: Kind::MedicationLog,
        date: IsoDay(date),
        data: LogData { id: None, has_bleeding, taken: None, note, created_at: at, updated_at: at },
        created_at: at,
        updated_at: at,
    }
}
