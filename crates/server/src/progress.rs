//! Progress bars, on a terminal only.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for work of known size.
pub(crate) fn bar(total: u64, what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {bar:40} {pos}/{len} {eta}").unwrap_or_else(|_| ProgressStyle::default_bar());
    // indicatif draws to standard error, and only if that is a terminal.
    ProgressBar::new(total).with_style(style).with_message(what)
}

/// A spinner for work of unknown size.
pub(crate) fn spinner(what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {pos} {msg}").unwrap_or_else(|_| ProgressStyle::default_spinner());
    ProgressBar::new_spinner().with_style(style).with_message(what)
}
