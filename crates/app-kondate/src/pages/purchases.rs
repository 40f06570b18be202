//! What somebody bought: each purchase as it stands, and all of them.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::{get, post};
use chabudai_web::input::{Path, Query};
use chabudai_web::problem::Problem;
use chabudai_web::site::{escaped, page_above};
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use serde::Deserialize;

use super::catalog::item_at;
use super::inbox::told_on;
use super::shares::home_of as in_book_at;
use super::till::{payer, refused, sold, yen};
use super::{Answer, PageState, Posted, Visit};
use crate::error::{KondateError, KondateReason};
use crate::model::{PaymentState, Purchase, PurchaseId, Ware};
use crate::service::{Bill, Service};

const PURCHASES: &str = "/kondate/purchases";
pub(super) const BILLING: &str = "/kondate/billing";
/// How many are on a page.
const ON_A_PAGE: u32 = 20;

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes
        .route(PURCHASES, get(list_purchases))
        .route("/kondate/purchases/{id}", get(show_purchase))
        .route("/kondate/purchases/{id}/cancel", post(cancel).get(page_above))
}

/// On to the purchase that was begun, which leads on to where it is paid; or back with what was wrong.
pub(super) fn goes_to_pay(ui: &Ui, outcome: Result<Bill, KondateError>, back: &str) -> Answer {
    match outcome {
        Ok(bill) => {
            let pays = if bill.checkout_url.is_some() { "?pay=yes" } else { "" };
            Ok(ui.go(&format!("{PURCHASES}/{}{pays}", bill.purchase.purchase_id)))
        }
        // It was removed on another device: the page shows those that are left.
        Err(KondateError::NotFound("payment method")) => Ok(ui.go_saying(back, &Toast::new("kondate-paycard-gone").failed())),
        Err(error) => refused(ui, error, back),
    }
}

#[derive(Deserialize)]
struct AtPurchase {
    id: String,
}

impl AtPurchase {
    /// What is no id of ours is not there.
    fn id(&self) -> Result<PurchaseId, Problem> {
        let id = PurchaseId::new(self.id.as_str()).filter(|id| id.begun_at().is_some());
        Ok(id.ok_or(KondateError::NotFound("purchase"))?)
    }
}

/// What was bought, in the words of whoever looks.
fn titled(ui: &Ui, purchase: &Purchase) -> String {
    match purchase.ware() {
        Some(Ware::Creator) => ui.t("kondate-creator-registration").into_owned(),
        Some(Ware::Item(_)) | None => purchase.item_title.clone(),
    }
}

/// Where what was bought is, and is bought again.
fn home_of(purchase: &Purchase) -> String {
    match purchase.ware() {
        Some(Ware::Item(target)) => item_at(&target),
        Some(Ware::Creator) | None => BILLING.to_owned(),
    }
}

fn state_of(state: PaymentState) -> &'static str {
    match state {
        PaymentState::Pending => "kondate-purchase-pending",
        PaymentState::Succeeded => "kondate-purchase-succeeded",
        PaymentState::Failed => "kondate-purchase-failed",
        PaymentState::Refunded => "kondate-purchase-refunded",
    }
}

/// A purchase as a page shows it.
struct Row {
    address: String,
    title: String,
    amount: String,
    day: String,
    state: PaymentState,
    said: String,
}

impl Row {
    fn of(visit: &Visit, purchase: &Purchase) -> Self {
        let ui = &visit.ui;
        Self {
            address: ui.at(&format!("{PURCHASES}/{}", purchase.purchase_id)),
            title: titled(ui, purchase),
            amount: yen(ui, purchase.amount),
            day: told_on(visit, purchase.purchased_at),
            state: purchase.status,
            said: ui.t(state_of(purchase.status)).into_owned(),
        }
    }
}

#[derive(Template)]
#[template(path = "kondate/purchases.html")]
struct PurchasesPage<'a> {
    ui: &'a Ui,
    rows: Vec<Row>,
    more: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    cursor: Option<String>,
}

async fn list_purchases(State(service): State<Service>, visit: Visit, Query(asked): Query<Asked>) -> Answer {
    sold(&service)?;
    let visit = visit.below(BILLING);
    let ui = &visit.ui;
    let listed = service.purchases(&visit.person.id, ON_A_PAGE, asked.cursor.as_deref()).await?;
    let page = PurchasesPage {
        ui,
        rows: listed.items.iter().map(|purchase| Row::of(&visit, purchase)).collect(),
        more: listed.next.map(|cursor| ui.at(&format!("{PURCHASES}?cursor={}", escaped(&cursor)))),
    };
    Ok(ui.show(&page))
}

#[derive(Template)]
#[template(path = "kondate/purchase.html")]
struct PurchasePage<'a> {
    ui: &'a Ui,
    row: Row,
    /// It is to be a creator, and nothing of the catalog.
    is_creator: bool,
    /// Where to pay, while that is open.
    checkout: Option<String>,
    /// Whoever has just bought goes on by themselves; whoever comes back from there does not.
    goes_on: bool,
    /// Where it is, or is bought again.
    home: String,
    /// Where it is opened in the book, if it is there.
    in_book: Option<String>,
    /// It is theirs and not in the book.
    is_to_save: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pays {
    pay: Option<String>,
}

async fn show_purchase(State(service): State<Service>, visit: Visit, Path(at): Path<AtPurchase>, Query(pays): Query<Pays>) -> Answer {
    sold(&service)?;
    let visit = visit.below(PURCHASES);
    let ui = &visit.ui;
    let Bill { purchase, checkout_url } = match service.bill(&payer(&visit), &at.id()?).await {
        Err(error) if error == KondateReason::PaymentsAway.into() => {
            let again = Some(Box::new((format!("{PURCHASES}/{}", at.id), "kondate-purchase-again")));
            return Err(Problem { leads: again, ..error.into() });
        }
        other => other?,
    };
    let (mut in_book, mut is_to_save) = (None, false);
    if let (PaymentState::Succeeded, Some(Ware::Item(target))) = (purchase.status, purchase.ware()) {
        match service.offered(&visit.cook, &target).await {
            Ok(offered) if offered.shown.is_saved => {
                in_book = Some(ui.at(&in_book_at(&target)));
            }
            Ok(_) => is_to_save = true,
            Err(KondateError::NotFound(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let page = PurchasePage {
        ui,
        is_creator: purchase.ware() == Some(Ware::Creator),
        goes_on: checkout_url.is_some() && pays.pay.as_deref() == Some("yes"),
        checkout: checkout_url,
        home: ui.at(&home_of(&purchase)),
        in_book,
        is_to_save,
        row: Row::of(&visit, &purchase),
    };
    Ok(ui.show(&page))
}

async fn cancel(State(service): State<Service>, Path(at): Path<AtPurchase>, Posted { visit, .. }: Posted) -> Answer {
    sold(&service)?;
    let page = format!("{PURCHASES}/{}", at.id);
    match service.give_up(&visit.person.id, &at.id()?).await {
        Ok(purchase) => Ok(given_up(&visit.ui, &purchase, &page)),
        Err(error) => refused(&visit.ui, error, &page),
    }
}

/// Back to what was not bought. What was paid a moment before is theirs, and its page says so.
fn given_up(ui: &Ui, purchase: &Purchase, page: &str) -> Response {
    match purchase.status {
        PaymentState::Failed => ui.go_saying(&home_of(purchase), &Toast::new("kondate-toast-given-up")),
        PaymentState::Pending | PaymentState::Succeeded | PaymentState::Refunded => ui.go(page),
    }
}
