//! What comes out as JSON.

mod book;
mod people;
mod plan;
mod stock;

use schemars::JsonSchema;
use serde::Serialize;

pub(super) use self::book::*;
pub(super) use self::people::*;
pub(super) use self::plan::*;
pub(super) use self::stock::*;
use super::pictures::{Album, Links};
use crate::model::{Moment, Origin};

/// A moment in UTC, to the second.
type At = Option<String>;

fn at(moment: Option<Moment>) -> At {
    moment.map(|moment| moment.to_string())
}

fn origin(origin: Option<Origin>) -> &'static str {
    origin.unwrap_or(Origin::Created).as_str()
}

/// That it is gone.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "GoneView")]
pub(in crate::api) struct DeletedView {
    pub(in crate::api) id: String,
    pub(in crate::api) deleted: bool,
}

impl DeletedView {
    pub(in crate::api) fn of(id: String) -> Self {
        Self { id, deleted: true }
    }
}
