//! What should always be there, and the way through each shop.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use chabudai_food::Aisle;
use chabudai_kernel::part::Word;
use chabudai_web::form::{Form, Wrong};
use chabudai_web::input::{Path, Query};
use chabudai_web::problem::Problem;
use chabudai_web::site::escaped;
use chabudai_web::toast::Toast;
use chabudai_web::ui::{Link, Ui};
use serde::Deserialize;

use super::words::{aisle, amount_of};
use super::{Answer, PageState, Posted, Visit, failed, given};
use crate::error::KondateError;
use crate::model::{AisleOrder, Ingredient, LONGEST_NAME, LONGEST_WORD, Staple};
use crate::repo::shelf;
use crate::service::{ANY_SHOP, Service, StapleInput};

const STAPLES: &str = "/kondate/staples";
const SHOPS: &str = "/kondate/shops";

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes
        .route(STAPLES, get(show_staples).post(add_staple))
        .route("/kondate/staples/{food}/remove", post(remove_staple).get(to_staples))
        .route(SHOPS, get(show_shops).post(set_way))
        .route("/kondate/shops/forget", post(forget_way).get(to_shops))
}

async fn to_staples(ui: Ui) -> axum::response::Response {
    ui.go(STAPLES)
}

async fn to_shops(ui: Ui) -> axum::response::Response {
    ui.go(SHOPS)
}

struct Row {
    id: String,
    name: String,
    amount: String,
}

#[derive(Template)]
#[template(path = "kondate/staples.html")]
struct StaplesPage<'a> {
    ui: &'a Ui,
    staples: Vec<Row>,
    text: String,
    wrong: Wrong,
    most: usize,
}

async fn staples_page(service: &Service, visit: &Visit, status: StatusCode, text: String, wrong: Wrong) -> Answer {
    let staples = shelf::staples(service.db(), &visit.cook.kitchen).await?;
    let row = |staple: &Staple| Row {
        id: staple.food_id.as_str().to_owned(),
        name: staple.name.clone(),
        amount: amount_of(&staple.name, staple.quantity.as_deref().or(Some("1")), staple.unit.as_deref(), false, visit.language()),
    };
    let most = LONGEST_NAME + 2 * LONGEST_WORD;
    Ok(visit.ui.show_form(status, &StaplesPage { ui: &visit.ui, staples: staples.iter().map(row).collect(), text, wrong, most }))
}

async fn show_staples(State(service): State<Service>, visit: Visit) -> Answer {
    let visit = visit.below("/kondate/list");
    staples_page(&service, &visit, StatusCode::OK, String::new(), Wrong::default()).await
}

async fn add_staple(State(service): State<Service>, Posted { visit, form }: Posted) -> Answer {
    let visit = visit.below("/kondate/list");
    let text = form.text("staple").trim().to_owned();
    // Only the undo names it.
    if form.has("name") {
        let input = StapleInput { name: form.text("name").to_owned(), quantity: given(&form, "quantity"), unit: given(&form, "unit") };
        return match service.put_staple_back(&visit.cook, &input).await {
            Ok(staple) => Ok(visit.ui.go_saying(STAPLES, &Toast::new("kondate-toast-staple-added").about(staple.name))),
            Err(error) => failed(&visit.ui, error.into(), STAPLES),
        };
    }
    let read = Ingredient::read(&text, 1);
    let input = StapleInput { name: read.name, quantity: read.quantity, unit: read.unit };
    match service.set_staple(&visit.cook, &input).await {
        Ok(staple) => Ok(visit.ui.go_saying(STAPLES, &Toast::new("kondate-toast-staple-added").about(staple.name))),
        Err(error) => {
            let problem = Problem::from(error);
            if !problem.is_about_input() {
                return Err(problem);
            }
            let wrong = Wrong::with_all(&visit.ui, &problem, &["staple"]);
            staples_page(&service, &visit, problem.status, text, wrong).await
        }
    }
}

#[derive(Deserialize)]
struct AtFood {
    food: Word,
}

async fn remove_staple(State(service): State<Service>, Path(at): Path<AtFood>, Posted { visit, .. }: Posted) -> Answer {
    let staples = shelf::staples(service.db(), &visit.cook.kitchen).await?;
    let Some(staple) = staples.into_iter().find(|staple| staple.food_id == at.food) else { return Ok(visit.ui.go(STAPLES)) };
    service.remove_staple(&visit.cook, &at.food).await?;
    let mut undo = vec![("name".to_owned(), staple.name.clone())];
    for (name, value) in [("quantity", staple.quantity), ("unit", staple.unit)] {
        undo.extend(value.map(|value| (name.to_owned(), value)));
    }
    Ok(visit.ui.go_saying(STAPLES, &Toast::new("kondate-toast-staple-removed").about(staple.name).undo(STAPLES, undo)))
}

/// An aisle in its place.
struct Place {
    id: &'static str,
    title: String,
}

#[derive(Template)]
#[template(path = "kondate/shops.html")]
struct ShopsPage<'a> {
    ui: &'a Ui,
    shops: Vec<Link>,
    /// The shop whose way it is; none for any shop, and an empty one for a new one.
    store: String,
    is_new: bool,
    is_kept: bool,
    way: Vec<Place>,
    wrong: Wrong,
    most: usize,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct ShopParameters {
    store: Option<String>,
    new: Option<String>,
}

/// Every aisle: those of a way in its order, then the others as one usually walks past them. Water comes from the tap.
fn whole(way: &[Aisle]) -> Vec<Aisle> {
    let rest = Aisle::ALL.iter().copied().filter(|aisle| !way.contains(aisle) && *aisle != Aisle::Water);
    way.iter().copied().chain(rest).collect()
}

/// What stands in the form.
struct Draft {
    store: String,
    is_new: bool,
    way: Vec<Aisle>,
}

async fn shops_page(service: &Service, visit: &Visit, status: StatusCode, draft: Draft, wrong: Wrong) -> Answer {
    let ways = shelf::ways(service.db(), &visit.cook.kitchen).await?;
    let ui = &visit.ui;
    let named = ways.iter().map(|way| way.store_name.as_str()).filter(|name| *name != ANY_SHOP);
    let is_any = draft.store.is_empty() && !draft.is_new;
    let any = Link { title: ui.t("kondate-shop-any").into_owned(), address: ui.at(SHOPS), is_current: is_any };
    let of = |name: &str| Link {
        title: name.to_owned(),
        address: ui.at(&format!("{SHOPS}?store={}", escaped(name))),
        is_current: name == draft.store && !draft.is_new,
    };
    let new = Link { title: ui.t("kondate-shop-new").into_owned(), address: ui.at(&format!("{SHOPS}?new=yes")), is_current: draft.is_new };
    let shops = std::iter::once(any).chain(named.map(of)).chain([new]).collect();
    let kept = if is_any { ANY_SHOP } else { draft.store.as_str() };
    let page = ShopsPage {
        ui,
        shops,
        is_kept: !draft.is_new && ways.iter().any(|way| way.store_name.as_str() == kept),
        way: draft.way.iter().map(|one| Place { id: one.id(), title: aisle(ui, Some(*one), visit.language()) }).collect(),
        store: draft.store,
        is_new: draft.is_new,
        wrong,
        most: LONGEST_NAME,
    };
    Ok(ui.show_form(status, &page))
}

async fn show_shops(State(service): State<Service>, visit: Visit, Query(given): Query<ShopParameters>) -> Answer {
    let visit = visit.below("/kondate/kitchen");
    let store = given.store.unwrap_or_default();
    let ways = shelf::ways(service.db(), &visit.cook.kitchen).await?;
    let wanted = if store.is_empty() { ANY_SHOP } else { store.as_str() };
    let read = |way: &AisleOrder| way.aisles.iter().filter_map(|aisle| Aisle::from_id(aisle)).collect::<Vec<_>>();
    let kept = ways.iter().find(|way| way.store_name.as_str() == wanted).map(read);
    if kept.is_none() && !store.is_empty() {
        return Err(KondateError::NotFound("shop").into());
    }
    let draft = Draft { store, is_new: given.new.is_some(), way: whole(&kept.filter(|_| given.new.is_none()).unwrap_or_default()) };
    shops_page(&service, &visit, StatusCode::OK, draft, Wrong::default()).await
}

/// A button of the form moves an aisle and shows the form again; the last one keeps the order.
async fn set_way(State(service): State<Service>, Posted { visit, form }: Posted) -> Answer {
    let visit = visit.below("/kondate/kitchen");
    let said: Vec<Aisle> = form.texts("aisle").filter_map(Aisle::from_id).collect();
    if form.has("undo") {
        return put_way_back(&service, &visit, &form, &said).await;
    }
    let mut way = whole(&said);
    let draft = |way| Draft { store: form.text("store").trim().to_owned(), is_new: form.has("new"), way };
    if let Some((id, direction)) = form.text("move").split_once(':') {
        if let Some(at) = way.iter().position(|aisle| aisle.id() == id) {
            let to = if direction == "up" { at.saturating_sub(1) } else { (at + 1).min(way.len() - 1) };
            way.swap(at, to);
        }
        return shops_page(&service, &visit, StatusCode::OK, draft(way), Wrong::default()).await;
    }
    let name = form.text("store").trim();
    let nameless = || Problem::of_field("kondate.store_name", "store", "The name of a shop has 1 to 60 characters.");
    let shop = match name {
        "" if form.has("new") => None,
        "" => Word::new(ANY_SHOP),
        name => Word::new(name),
    };
    let kept = match shop {
        Some(shop) => service.set_way(&visit.cook, &shop, &way).await.map_err(Problem::from),
        None => Err(nameless()),
    };
    match kept {
        Ok(()) => Ok(went(&visit, name)),
        Err(problem) if problem.is_about_input() => {
            let wrong = Wrong::with_all(&visit.ui, &problem, &["store"]);
            shops_page(&service, &visit, problem.status, draft(way), wrong).await
        }
        Err(problem) => Err(problem),
    }
}

/// The order that was forgotten is there again, as it was; what somebody else has said meanwhile stays.
async fn put_way_back(service: &Service, visit: &Visit, form: &Form, way: &[Aisle]) -> Answer {
    let name = form.text("store").trim();
    let shop = Word::new(if name.is_empty() { ANY_SHOP } else { name }).ok_or_else(Problem::not_found)?;
    match service.put_way_back(&visit.cook, &shop, way).await {
        Ok(()) => Ok(went(visit, name)),
        Err(error) => failed(&visit.ui, error.into(), SHOPS),
    }
}

/// On to the way through a shop that was just kept.
fn went(visit: &Visit, name: &str) -> axum::response::Response {
    let (query, toast) = match name {
        "" => (String::new(), Toast::new("kondate-toast-way-any")),
        name => (format!("?store={}", escaped(name)), Toast::new("kondate-toast-way").about(name)),
    };
    visit.ui.go_saying(&format!("{SHOPS}{query}"), &toast)
}

/// As everybody walks. The undo brings the order back.
async fn forget_way(State(service): State<Service>, Posted { visit, form }: Posted) -> Answer {
    let name = form.text("store").trim();
    let shop = Word::new(if name.is_empty() { ANY_SHOP } else { name }).ok_or_else(Problem::not_found)?;
    let ways = shelf::ways(service.db(), &visit.cook.kitchen).await?;
    let Some(way) = ways.into_iter().find(|way| way.store_name == shop) else { return Ok(visit.ui.go(SHOPS)) };
    if let Err(error) = service.set_way(&visit.cook, &shop, &[]).await {
        return failed(&visit.ui, error.into(), SHOPS);
    }
    let mut undo = vec![("undo".to_owned(), "yes".to_owned()), ("store".to_owned(), name.to_owned())];
    undo.extend(way.aisles.into_iter().map(|aisle| ("aisle".to_owned(), aisle)));
    Ok(visit.ui.go_saying(SHOPS, &Toast::new("kondate-toast-way-forgotten").undo(SHOPS, undo)))
}
