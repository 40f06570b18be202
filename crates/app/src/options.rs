//! Reading secrets from flags, as every app does that has one.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

/// The shortest secret that nobody finds by trying: sixteen characters.
const SHORTEST_SECRET: usize = 16;

/// A secret that is not just tried out.
pub fn long_enough(secret: String, name: &str) -> Result<String> {
    if secret.chars().count() < SHORTEST_SECRET {
        bail!("--{name} has {SHORTEST_SECRET} characters at least; `openssl rand -hex 32` makes a good one");
    }
    Ok(secret)
}

/// A secret that was given as a value or as a file; never as both.
pub fn secret(value: Option<&String>, file: Option<&PathBuf>, name: &str) -> Result<Option<String>> {
    match (value, file) {
        (Some(_), Some(_)) => bail!("give --{name} or --{name}-file, not both"),
        (Some(value), None) => Ok(Some(value.clone())),
        (None, Some(file)) => {
            let text = std::fs::read_to_string(file).with_context(|| format!("--{name}-file {}", file.display()))?;
            Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned()))
        }
        (None, None) => Ok(None),
    }
}

/// A secret as `chabudai config` shows it.
pub const fn masked(is_there: bool) -> &'static str {
    if is_there { "********" } else { "" }
}
