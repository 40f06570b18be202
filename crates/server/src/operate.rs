//! Commands of the operator: designs, tables, and the checks of Wardrobe's and Okusuri's data.

use std::io::Write as _;
use std::sync::Arc;

use anyhow::{Result, bail};
use chabudai_app_wardrobe::model::WardrobeId;
use chabudai_app_wardrobe::service::Service;
use chabudai_kernel::{check, report};
use clap::ValueEnum;

use crate::config::DataOptions;
use crate::open::{self, Access};
use crate::runtime::SystemIds;

/// The forms in which a design is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Markdown,
    /// For programs
    Json,
    /// For Amazon Web Services
    Terraform,
}

/// Prints the design of an app.
pub(crate) fn print_design(app: &str, format: Format) -> Result<()> {
    let design = open::design(app)?;
    let text = match format {
        Format::Markdown => report::markdown(design),
        Format::Json => serde_json::to_string_pretty(&report::json(design))? + "\n",
        Format::Terraform => report::terraform(design),
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// Says what in the designs would not work on DynamoDB.
pub(crate) fn check_designs() -> Result<()> {
    let mut wrong = 0;
    for design in open::DESIGNS.iter().chain([&open::HOUSE]) {
        let findings = check::check(design);
        println!("{}: {}", design.app, if findings.is_empty() { "nothing to report" } else { "see below" });
        for finding in &findings {
            println!("  {finding}");
        }
        wrong += findings.len();
    }
    if wrong > 0 {
        bail!("{wrong} findings");
    }
    Ok(())
}

/// Says what `tables create` would do, or does it.
#[cfg(feature = "dynamodb")]
pub(crate) async fn tables(options: &DataOptions, create: bool) -> Result<()> {
    use chabudai_kernel::store::Store as _;
    if options.store != crate::config::StoreKind::Dynamodb {
        bail!("the embedded store makes its tables by itself; give --store dynamodb");
    }
    let store = open::dynamodb_store(options).await?;
    for design in open::with_house(&options.apps)? {
        let plan = store.plan(design.tables).await?;
        if plan.is_empty() {
            println!("{}: everything is as designed", design.app);
        }
        for change in &plan {
            println!("{}: {change}", design.app);
        }
        if create && !plan.is_empty() {
            store.create_tables(design.tables).await?;
            println!("{}: done", design.app);
        }
    }
    Ok(())
}

#[cfg(not(feature = "dynamodb"))]
#[expect(clippy::unused_async, reason = "it stands for the driver that was left out")]
pub(crate) async fn tables(_: &DataOptions, _: bool) -> Result<()> {
    bail!("this program was built without the DynamoDB driver")
}

/// Compares every garment's and outfit's caches with the daily counters and the records, and mends them if asked to.
pub(crate) async fn check_wardrobes(options: &DataOptions, repair: bool) -> Result<()> {
    let design = open::design("wardrobe")?;
    let access = if repair { Access::Write } else { Access::Read };
    let directory = if repair { open::lock(options)? } else { None };
    let opened = open::store(options, design, directory, access).await?;
    let service = Service::new(open::db(design, opened.store.clone(), ""), Arc::new(SystemIds));
    let progress = crate::progress::spinner("wardrobes");
    let (mut wardrobes, mut drifted, mut mended, mut beyond) = (0u64, 0u64, 0u64, 0u64);
    let mut ids: Vec<WardrobeId> = Vec::new();
    service
        .each_wardrobe(async |wardrobe| {
            ids.push(wardrobe);
            Ok(())
        })
        .await?;
    for wardrobe in ids {
        wardrobes += 1;
        progress.inc(1);
        for drift in service.check(wardrobe).await? {
            drifted += 1;
            println!(
                "drift: {:?} says {} wearings, its days say {}, {} records name it",
                drift.counted, drift.cached.0, drift.counted_days.0, drift.records
            );
            beyond += u64::from(drift.counters_are_wrong());
            if repair && service.repair(wardrobe, drift.counted).await? {
                mended += 1;
            }
        }
    }
    progress.finish_and_clear();
    println!("{wardrobes} wardrobes, {drifted} with drift, {mended} mended");
    if drifted > mended {
        bail!("{} garments or outfits disagree with their counters{}", drifted - mended, if beyond > 0 { " or their records" } else { "" });
    }
    Ok(())
}

/// Looks whether everything of Okusuri belongs to somebody and says the same everywhere.
pub(crate) async fn check_okusuri(options: &DataOptions) -> Result<()> {
    let design = open::design("okusuri")?;
    let opened = open::store(options, design, None, Access::Read).await?;
    let progress = crate::progress::spinner("items");
    let checked = chabudai_app_okusuri::service::check(&open::db(design, opened.store.clone(), ""), |items| progress.inc(items)).await?;
    progress.finish_and_clear();
    for fault in &checked.faults {
        println!("fault: {fault}");
    }
    println!("{} people, {} logs, {} items, {} faults", checked.people, checked.logs, checked.items, checked.faults.len());
    if !checked.faults.is_empty() {
        bail!("{} items are not as they should be", checked.faults.len());
    }
    Ok(())
}
