//! A snapshot looked at: what would be written, what is skipped and why, what stands in the way. Nothing is written to the store.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use crate::error::Result;
use crate::folder::{State, WorkFolder};
use crate::snapshot::Manifest;
use crate::source::{Source, export};
use crate::target::{Target, kind};
use crate::tell::Tell;
use crate::transform::{MovedDay, Refusal, Tally, Transformed, transform};

/// Where a plan's snapshot is: it is made anew each time.
const PLANNED: &str = "plan";

/// What a load would do.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// What was read.
    pub manifest: Manifest,
    /// What becomes of the rows, by table.
    #[serde(serialize_with = "by_name")]
    pub tally: Tally,
    /// How many items of each kind would be written.
    pub items: BTreeMap<&'static str, usize>,
    /// Logs whose day here is another one than in UTC.
    pub moved_days: Vec<MovedDay>,
    /// People whose zone in the source is none; that of the move counts.
    pub unknown_zones: Vec<String>,
    /// What stands in the way.
    pub refusals: Vec<Refusal>,
}

/// Tables by their names, as JSON has them.
pub(crate) fn by_name<S: serde::Serializer>(tally: &Tally, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_map(tally.iter().map(|(counted, tally)| (counted.name(), tally)))
}

/// Looks at the source, and at the store if there is one.
pub async fn plan(source: &mut Source, folder: &WorkFolder, target: Option<&Target>, zone: &str, tell: &mut Tell<'_>) -> Result<Plan> {
    let snapshot = folder.fresh_snapshot(PLANNED)?;
    let manifest = export(source, &snapshot, zone, tell).await?;
    let transformed = transform(&snapshot.read()?);
    let mut refusals = transformed.refusals.clone();
    if let Some(target) = target {
        refusals.extend(target.read(tell).await?.in_the_way(&transformed));
    }
    let plan = Plan::of(manifest, transformed, refusals);
    folder.write_json("plan.json", &plan)?;
    Ok(plan)
}

/// Reads the source for a load, unless one has begun to write what was read before.
pub async fn begin(source: &mut Source, folder: &WorkFolder, zone: &str, tell: &mut Tell<'_>) -> Result<()> {
    if folder.state()?.is_some_and(|state| state.has_begun) {
        return Ok(());
    }
    let name = WorkFolder::name_after(None);
    let snapshot = folder.fresh_snapshot(&name)?;
    export(source, &snapshot, zone, tell).await?;
    folder.keep_state(&State { snapshot: name, manifest_sha256: snapshot.digest()?, ..State::default() })
}

impl Plan {
    pub(crate) fn of(manifest: Manifest, transformed: Transformed, refusals: Vec<Refusal>) -> Self {
        let mut items = BTreeMap::new();
        for put in transformed.items().values() {
            *items.entry(kind(put.item.view())).or_default() += 1;
        }
        let Transformed { tally, moved_days, unknown_zones, .. } = transformed;
        Self { manifest, tally, items, moved_days, unknown_zones, refusals }
    }

    /// The plan for people.
    pub fn text(&self) -> String {
        let mut out = format!(
            "{} as of {}, days in {} unless somebody has a zone of their own\n",
            self.manifest.database, self.manifest.read_at, self.manifest.zone
        );
        out += &tally_text(&self.tally);
        for (kind, items) in &self.items {
            line(&mut out, format_args!("  {items:>8}  {kind}"));
        }
        for (table, manifest) in self.manifest.tables.iter().filter(|(_, manifest)| manifest.disagreements > 0) {
            line(
                &mut out,
                format_args!("{table}: in {} rows two spellings of a column disagree; the first counts", manifest.disagreements),
            );
        }
        line(&mut out, format_args!("{} logs have another day than in UTC", self.moved_days.len()));
        if !self.unknown_zones.is_empty() {
            line(&mut out, format_args!("user {}: their zone is not known, that of the move counts", self.unknown_zones.join(", ")));
        }
        for refusal in &self.refusals {
            line(&mut out, format_args!("stop: {refusal}"));
        }
        out
    }
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(out, "{text}").expect("a string takes every text");
}

/// What became of the rows, for people.
pub(crate) fn tally_text(tally: &Tally) -> String {
    let mut out = String::new();
    for (counted, tally) in tally.iter() {
        line(&mut out, format_args!("{}: {} in, {} carried, {} skipped", counted.name(), tally.rows, tally.items, tally.skipped_rows()));
        for (reason, ids) in &tally.skipped {
            line(&mut out, format_args!("  {:>8}  {}", ids.len(), reason.words()));
        }
    }
    out
}
