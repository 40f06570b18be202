//! What something may be called.

use chabudai_web::line;

use crate::error::{Result, invalid};

/// A name that begins and ends with no blank has so many characters at most, and something to see. Nothing in it turns the text around it about:
/// it could pass for another name, or write over what stands beside it.
pub(super) fn check_name(field: &'static str, code: &'static str, message: &'static str, name: &str, most: usize) -> Result<()> {
    if name.is_empty() || name.chars().count() > most || name.chars().any(char::is_control) {
        return invalid(field, code, message);
    }
    check_seen(field, name)
}

/// What can be left out has something to see where it is not.
pub(super) fn check_seen(field: &'static str, name: &str) -> Result<()> {
    if line::is_seen(name) && line::is_plain(name) {
        return Ok(());
    }
    invalid(field, "kondate.unseen", "A name has letters that can be seen, and none that change the direction of the text.")
}
