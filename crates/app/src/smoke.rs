//! `chabudai smoke`: does a house that runs somewhere really write what it is told?

use anyhow::{Result, bail};
use chabudai_kernel::design::Table;
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::value::Attributes;
use futures::future::LocalBoxFuture;
use serde_json::Value;

/// The API of a house that runs, to somebody who brings a token for programs.
pub trait HouseApi {
    /// Asks it for something: the method, the path from the house's own address on, headers, and a body where there is one.
    fn ask<'a>(&'a self, request: ApiRequest<'a>) -> LocalBoxFuture<'a, Result<ApiAnswer>>;
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct ApiRequest<'a> {
    /// `GET`, `POST` and so on.
    pub method: &'a str,
    /// From the house's own address on: `/kondate/v1/recipes`.
    pub path: &'a str,
    /// Headers of the app's own.
    pub headers: &'a [(&'a str, &'a str)],
    /// JSON.
    pub body: Option<&'a Value>,
}

/// What came back.
#[derive(Clone, PartialEq, Debug)]
pub struct ApiAnswer {
    /// The status.
    pub status: u16,
    /// The body; null where it is no JSON.
    pub body: Value,
}

impl ApiAnswer {
    /// The body of an answer that has this status; a sentence about any other.
    pub fn expect(self, status: u16, what: &str) -> Result<Value> {
        if self.status == status {
            return Ok(self.body);
        }
        let said = if self.body.is_null() { String::new() } else { format!(": {}", self.body) };
        bail!("{what} was answered with {} and not with {status}{said}", self.status)
    }
}

/// How an app is tried out by writing one thing through its API. Everything is done as the person whose token it is.
pub trait Smoke: Sync {
    /// Writes something, and tells where it has to be now.
    fn write<'a>(&'a self, api: &'a dyn HouseApi) -> LocalBoxFuture<'a, Result<Written>>;

    /// Reads it back, and says so where it is not what was written.
    fn read<'a>(&'a self, api: &'a dyn HouseApi, written: &'a Written) -> LocalBoxFuture<'a, Result<()>>;

    /// Removes it, and makes sure that the API has it no more.
    fn remove<'a>(&'a self, api: &'a dyn HouseApi, written: &'a Written) -> LocalBoxFuture<'a, Result<()>>;
}

/// What was written.
#[derive(Clone, PartialEq, Debug)]
pub struct Written {
    /// What it is, in words: `a recipe by POST /kondate/v1/recipes`.
    pub what: String,
    /// What the app finds it by: the kitchen and the recipe, say.
    pub ids: Vec<String>,
    /// The table.
    pub table: &'static Table,
    /// The key of its item.
    pub key: ItemKey,
    /// What the item has to hold, among other things.
    pub holds: Attributes,
    /// What marks the item once it was removed; none where it is gone for good.
    pub marked_by: Option<&'static str>,
}
