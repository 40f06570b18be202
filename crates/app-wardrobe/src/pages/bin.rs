//! What was deleted, and can come back.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use chabudai_kernel::db::Paging;
use chabudai_web::input::Query;
use chabudai_web::site::escaped;
use chabudai_web::ui::{Link, Ui};
use serde::Deserialize;

use super::cards::OutfitCard;
use super::{Answer, Closet, Visit};
use crate::api::AppState;
use crate::model::{Clothing, Status};
use crate::repo::{Sort, Wanted, clothes, outfits};

pub(super) fn routes(routes: Router<AppState>) -> Router<AppState> {
    routes.route("/wardrobe/{wid}/bin", get(show_bin))
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum What {
    #[default]
    Clothes,
    Outfits,
}

#[derive(Deserialize)]
struct BinParameters {
    #[serde(default)]
    what: What,
    cursor: Option<String>,
}

#[derive(Template)]
#[template(path = "wardrobe/bin.html")]
struct BinPage<'a> {
    ui: &'a Ui,
    w: &'a Closet,
    is_of_outfits: bool,
    clothes: Vec<Clothing>,
    outfits: Vec<OutfitCard>,
    more: Option<String>,
}

impl BinPage<'_> {
    fn kinds(&self) -> [Link; 2] {
        let kind = |title, rest, is_current| Link { title: self.ui.t(title).into_owned(), address: self.w.at(rest), is_current };
        [kind("wardrobe-clothes", "/bin", !self.is_of_outfits), kind("wardrobe-outfits", "/bin?what=outfits", self.is_of_outfits)]
    }
}

async fn show_bin(State(state): State<AppState>, visit: Visit, Query(given): Query<BinParameters>) -> Answer {
    let visit = visit.below("");
    let db = state.service.db();
    let page = |limit| Paging { limit, cursor: given.cursor.as_deref(), backward: true };
    let (all, sort) = (Wanted::default(), Sort::Created);
    let (clothes, outfits, next) = if given.what == What::Clothes {
        let listed = clothes::list(db, visit.id, Status::Deleted, sort, None, &all, page(50)).await?;
        (listed.items, Vec::new(), listed.next)
    } else {
        let (run, listed) = outfits::list(db, visit.id, Status::Deleted, sort, &all, None, page(30)).await?;
        (Vec::new(), OutfitCard::all(run, visit.id, listed.items).await?, listed.next)
    };
    let is_of_outfits = given.what == What::Outfits;
    let what = if is_of_outfits { "outfits" } else { "clothes" };
    let more = next.map(|cursor| visit.w.at(&format!("/bin?what={what}&cursor={}", escaped(&cursor))));
    Ok(visit.ui.show(&BinPage { ui: &visit.ui, w: &visit.w, is_of_outfits, clothes, outfits, more }))
}
