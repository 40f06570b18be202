//! Commands of the operator: designs and tables.

use std::io::Write as _;

use anyhow::{Result, bail};
use chabudai_kernel::{check, report};
use clap::ValueEnum;

use crate::config::DataOptions;
use crate::open;

/// The forms in which a design is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Markdown,
    /// For programs
    Json,
    /// For Amazon Web Services
    Terraform,
    /// For Amazon Web Services, with indexes that are added one by one
    Cloudformation,
}

/// Prints the design of an app.
pub(crate) fn print_design(app: &str, format: Format) -> Result<()> {
    let design = open::design(app)?;
    let text = match format {
        Format::Markdown => report::markdown(design),
        Format::Json => serde_json::to_string_pretty(&report::json(design))? + "\n",
        Format::Terraform => report::terraform(design),
        Format::Cloudformation => serde_json::to_string_pretty(&report::cloudformation(design))? + "\n",
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// Says what in the designs would not work on DynamoDB.
pub(crate) fn check_designs() -> Result<()> {
    let mut wrong = 0;
    for design in open::all_designs() {
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
    for design in open::designs(&options.apps)? {
        let store = open::dynamodb_store(options, design).await?;
        let plan = store.plan(design.tables).await?;
        if plan.is_empty() {
            println!("{}: everything is as designed", design.app);
        }
        // One after the other: DynamoDB changes a table only when the change before is finished.
        for (at, change) in plan.iter().enumerate() {
            println!("{}: {}. {change}", design.app, at + 1);
        }
        if create && !plan.is_empty() {
            store.create_tables(design.tables).await?;
            println!("{}: done", design.app);
        }
    }
    Ok(())
}

/// Asks DynamoDB for a backup of every table, all of one name, and says by what each is restored.
#[cfg(feature = "dynamodb")]
pub(crate) async fn back_up_tables(options: &DataOptions) -> Result<()> {
    if options.store != crate::config::StoreKind::Dynamodb {
        bail!("the embedded store is backed up by `chabudai backup`; give --store dynamodb for Amazon's own backups");
    }
    let word = jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ").to_string();
    let mut missing = 0;
    for design in open::designs(&options.apps)? {
        let store = open::dynamodb_store(options, design).await?;
        for table in design.tables {
            // One that fails keeps no other from its backup.
            match store.back_up(table, &word).await {
                Ok(backup) => println!("{}: {} {}", design.app, backup.name, backup.arn),
                Err(error) => {
                    eprintln!("{}: {}: {error}", design.app, table.name);
                    missing += 1;
                }
            }
        }
    }
    if missing > 0 {
        bail!("{missing} tables have no backup of {word}");
    }
    Ok(())
}

#[cfg(not(feature = "dynamodb"))]
#[expect(clippy::unused_async, reason = "it stands for the driver that was left out")]
pub(crate) async fn back_up_tables(_: &DataOptions) -> Result<()> {
    bail!("this program was built without the DynamoDB driver")
}

#[cfg(not(feature = "dynamodb"))]
#[expect(clippy::unused_async, reason = "it stands for the driver that was left out")]
pub(crate) async fn tables(_: &DataOptions, _: bool) -> Result<()> {
    bail!("this program was built without the DynamoDB driver")
}
