//! What all pages about money share: amounts in words, cards to choose from, and the page from which somebody goes on to Stripe.

use askama::Template;
use chabudai_web::problem::Problem;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;

use super::{Answer, Posted, Visit, failed};
use crate::error::{KondateError, KondateReason};
use crate::model::PaymentMethod;
use crate::service::{Payer, Service};

/// Where nothing is sold, no page about money is there.
pub(super) fn sold(service: &Service) -> Result<(), Problem> {
    if service.sells() { Ok(()) } else { Err(Problem::not_found()) }
}

/// Whoever is in front of the page, as somebody who pays.
pub(super) fn payer(visit: &Visit) -> Payer {
    Payer::of(&visit.person, visit.language())
}

/// An amount: `1,200円`, `¥1,200`.
pub(super) fn yen(ui: &Ui, amount: u64) -> String {
    ui.t1("kondate-yen", "amount", ui.number(amount))
}

/// The same every month.
pub(super) fn yen_monthly(ui: &Ui, amount: u64) -> String {
    ui.t1("kondate-yen-monthly", "amount", ui.number(amount))
}

/// What a bank or Stripe says is told on the page that somebody comes from: they can try again there.
pub(super) fn refused(ui: &Ui, error: KondateError, to: &str) -> Answer {
    let is_away = error == KondateReason::PaymentsAway.into();
    let problem = Problem::from(error);
    if is_away { Ok(ui.go_saying(to, &Toast::of(&problem))) } else { failed(ui, problem, to) }
}

/// A stored card to pay by.
pub(super) struct PayCard {
    pub(super) id: String,
    pub(super) name: String,
    /// Until when it is good, as it stands on it.
    pub(super) until: String,
    pub(super) is_default: bool,
}

impl PayCard {
    pub(super) fn of(ui: &Ui, card: &PaymentMethod) -> Self {
        Self {
            id: card.payment_method_id.to_string(),
            name: ui.t2("kondate-paycard", ("brand", brand(ui, &card.brand)), ("last4", card.last4.as_str())),
            until: format!("{:02}/{:02}", card.exp_month, card.exp_year % 100),
            is_default: card.is_default,
        }
    }
}

/// As the brands write themselves.
fn brand(ui: &Ui, brand: &str) -> String {
    let known = match brand {
        "visa" => "Visa",
        "mastercard" => "Mastercard",
        "amex" => "American Express",
        "jcb" => "JCB",
        "diners" => "Diners Club",
        "discover" => "Discover",
        "unionpay" => "UnionPay",
        _ => return ui.t("kondate-paycard-other").into_owned(),
    };
    known.to_owned()
}

/// Which card a form has chosen; none pays on Stripe's page.
pub(super) fn chosen_card(posted: &Posted) -> Option<&str> {
    Some(posted.form.text("card")).filter(|card| !card.is_empty())
}

/// On to a page of Stripe's. A form may lead to no other site, not even by a redirect: `form-action` of our policy is `'self'`. A page that
/// refreshes is a navigation of its own, with scripts or without, and leaves nothing behind in the browser's history.
#[derive(Template)]
#[template(path = "kondate/go-on.html")]
struct GoOn<'a> {
    ui: &'a Ui,
    to: String,
    back: String,
}

/// On to a page of Stripe's, or back with what was wrong.
pub(super) fn go_on(visit: Visit, to: Result<String, KondateError>, back: &str) -> Answer {
    let visit = visit.below(back);
    let ui = &visit.ui;
    match to {
        Ok(to) => Ok(ui.show(&GoOn { ui, to, back: ui.at(back) })),
        Err(error) => refused(ui, error, back),
    }
}
