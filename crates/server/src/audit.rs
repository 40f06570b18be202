//! `check` and `repair`: is everything as it should be, in the files, in the items and between them?
//!
//! Every finding is one line: the app, the item with whose it is, and what is wrong. `check` only reads, so that it runs beside a server.

use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use chabudai_kernel::design::Design;
use chabudai_store_embedded::{DataDirectory, EmbeddedStore};
use indicatif::ProgressBar;

use crate::apps;
use crate::config::{DataOptions, StoreKind};
use crate::open::{self, Access, Opened};
use crate::progress;
use crate::runtime::SystemIds;

/// Says what is wrong. Ends well only where nothing is.
pub(crate) async fn check(options: &DataOptions, app: Option<&str>) -> Result<()> {
    let mut findings = 0;
    for design in named(options, app)? {
        let opened = open::store(options, design, None, Access::Read).await?;
        findings += Look { design, opened: &opened, mends: false }.tell().await?;
    }
    settled(findings)
}

/// Mends what can be mended, looks again, and says what is left. Ends well only where nothing is.
pub(crate) async fn repair(options: &DataOptions, app: Option<&str>) -> Result<()> {
    let directory = open::lock(options)?;
    let mut findings = 0;
    for design in named(options, app)? {
        let opened = open::store(options, design, directory.clone(), Access::Write).await?;
        if let Some(file) = &opened.file
            && !of_file(file).await?.is_empty()
        {
            file.rebuild().await?;
            println!("{}: the indexes of the file are made anew", design.app);
        }
        // What one thing hides shows only once that is mended: a garment with a wrong key is in no list that is compared.
        let found = Look { design, opened: &opened, mends: true }.tell().await?;
        if found > 0 {
            println!("{}: looking again", design.app);
            findings += Look { design, opened: &opened, mends: false }.tell().await?;
        }
    }
    settled(findings)
}

fn settled(findings: u64) -> Result<()> {
    if findings > 0 {
        bail!("{findings} items are not as they should be");
    }
    Ok(())
}

/// The designs to look at. Of everything, only what has data; what is asked for by name has to have some.
fn named(options: &DataOptions, app: Option<&str>) -> Result<Vec<&'static Design>> {
    if let Some(app) = app {
        return Ok(vec![open::design(app)?]);
    }
    let mut designs = open::designs(&options.apps)?;
    if options.store == StoreKind::Embedded {
        open::is_whole(options)?;
        designs.retain(|design| DataDirectory::file_of(&options.data, design.app).exists());
        designs.first().with_context(|| format!("{} has no data", options.data.display()))?;
    }
    Ok(designs)
}

/// What the file's own look finds. It reads the whole file at one moment, on a thread of its own.
async fn of_file(file: &Arc<EmbeddedStore>) -> Result<Vec<String>> {
    let file = file.clone();
    Ok(tokio::task::spawn_blocking(move || file.check()).await??)
}

/// A look at one app.
struct Look<'a> {
    design: &'static Design,
    opened: &'a Opened,
    mends: bool,
}

impl Look<'_> {
    /// Tells what is wrong; how many findings there were.
    async fn tell(&self) -> Result<u64> {
        let progress = progress::spinner("findings");
        let mut findings = 0;
        if let Some(file) = &self.opened.file {
            for problem in of_file(file).await? {
                findings += 1;
                self.line(&progress, &format!("the file: {problem}"), false);
            }
        }
        let app = self.design.app;
        let told = |finding: &str, mended: bool| self.line(&progress, finding, mended);
        let look = chabudai_app::Look {
            db: open::db(self.design, self.opened.store.clone(), ""),
            store: self.opened.store.clone(),
            ids: Arc::new(SystemIds),
            mends: self.mends,
            told: &told,
        };
        let checked = match apps::find(app) {
            Some(app) => app.check(&look).await?,
            None => look.at_any_design(self.design).await?,
        };
        findings += checked.findings;
        progress.finish_and_clear();
        println!("{app}: {}, {findings} faults", checked.seen);
        Ok(findings)
    }

    fn line(&self, progress: &ProgressBar, finding: &str, mended: bool) {
        let app = self.design.app;
        progress.suspend(|| println!("{app}: {finding}{}", if mended { "; mended" } else { "" }));
        progress.inc(1);
    }
}
