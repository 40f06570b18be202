//! `chabudai food`: what the kitchen apps know about food, for shells and scripts.

use std::io::{BufRead as _, Write as _};

use anyhow::Result;
use chabudai_food::{LineJson, read_line};
use clap::Subcommand;

#[derive(Subcommand)]
pub(crate) enum FoodAction {
    /// Read ingredient lines from standard input, and print one JSON object for each
    Read,
}

pub(crate) fn run(action: &FoodAction) -> Result<()> {
    match action {
        FoodAction::Read => read(),
    }
}

fn read() -> Result<()> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = read_line(&line?);
        serde_json::to_writer(&mut out, &LineJson::from(&line))?;
        writeln!(out)?;
    }
    Ok(())
}
