//! Plans, stored cards and payouts: what somebody is, pays every month, and is paid.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::{get, post};
use chabudai_kernel::part::UtcSeconds;
use chabudai_web::input::{Path, Query};
use chabudai_web::problem::Problem;
use chabudai_web::site::page_above;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use serde::Deserialize;

use super::inbox::told_on;
use super::purchases::{BILLING, goes_to_pay};
use super::till::{PayCard, chosen_card, go_on, payer, refused, sold, yen, yen_monthly};
use super::{Answer, PageState, Posted, Visit};
use crate::error::{KondateError, KondateReason};
use crate::model::{
    CREATOR_PRICE, FEE, MOST_IMPORTS, MOST_IMPORTS_PLUS, MOST_PAYMENT_METHODS, Moment, PlanId, Profile, Role, Subscription,
    SubscriptionState, Ware,
};
use crate::service::Service;

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes
        .route(BILLING, get(show_billing))
        .route("/kondate/billing/creator", post(become_creator).get(page_above))
        .route("/kondate/billing/subscribe", post(subscribe).get(page_above))
        .route("/kondate/billing/end", post(end).get(page_above))
        .route("/kondate/billing/resume", post(resume).get(page_above))
        .route("/kondate/billing/portal", post(portal).get(page_above))
        .route("/kondate/billing/payouts", post(set_up_payouts).get(page_above))
        .route("/kondate/billing/earnings", post(earnings).get(page_above))
        .route("/kondate/billing/cards", post(store_card).get(page_above))
        .route("/kondate/billing/cards/{id}/use", post(use_card).get(to_billing))
        .route("/kondate/billing/cards/{id}/remove", post(remove_card).get(to_billing))
}

async fn to_billing(ui: Ui) -> Response {
    ui.go(BILLING)
}

/// What somebody subscribes to.
struct Plan {
    name: String,
    price: String,
    /// The day of the next payment, or the last one of what is paid.
    day: Option<String>,
    ends: bool,
    is_late: bool,
}

/// What somebody could subscribe to.
struct PlanOffer {
    id: &'static str,
    name: String,
    price: String,
    gives: Vec<String>,
}

/// How far a creator has come with being paid.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PaidOut {
    Not,
    Checked,
    Ready,
}

#[derive(Template)]
#[template(path = "kondate/billing.html")]
struct BillingPage<'a> {
    ui: &'a Ui,
    role: String,
    plan: Option<Plan>,
    plans: Vec<PlanOffer>,
    /// What it costs to become a creator, for who is none.
    creator_price: Option<String>,
    /// How a creator is paid.
    payouts: Option<PaidOut>,
    /// What the house keeps of a price, in percent.
    fee: u64,
    cards: Vec<PayCard>,
    has_room: bool,
    /// They are known to the provider, which has bills of theirs.
    is_customer: bool,
}

impl BillingPage<'_> {
    /// Until when a plan that ends now can be used.
    fn until(&self) -> String {
        let day = self.plan.as_ref().and_then(|plan| plan.day.as_deref()).unwrap_or_default();
        self.ui.t1("kondate-billing-end-hint", "day", day)
    }
}

fn role_named(role: Role) -> &'static str {
    match role {
        Role::User => "kondate-role-user",
        Role::UserPlus => "kondate-role-user-plus",
        Role::Creator => "kondate-role-creator",
        Role::CreatorPlus => "kondate-role-creator-plus",
    }
}

/// What somebody is now.
pub(super) fn role_of(service: &Service, profile: Option<&Profile>) -> Role {
    profile.map_or(Role::User, |profile| profile.role_at(service.db().clock().now().0))
}

fn plan_of(visit: &Visit, subscription: &Subscription) -> Plan {
    let ui = &visit.ui;
    Plan {
        name: ui.t(role_named(subscription.plan_id.role())).into_owned(),
        price: yen_monthly(ui, subscription.plan_id.price()),
        day: subscription.current_period_end.map(|Moment(end)| told_on(visit, UtcSeconds(end))),
        ends: subscription.cancel_at_period_end,
        is_late: subscription.status == SubscriptionState::PastDue,
    }
}

fn offer_of(ui: &Ui, plan: PlanId) -> PlanOffer {
    let imports = ui.t2("kondate-gives-imports", ("more", MOST_IMPORTS_PLUS), ("usual", MOST_IMPORTS));
    let sells = || ["kondate-gives-publishing", "kondate-gives-recipes"].map(|gives| ui.t(gives).into_owned());
    PlanOffer {
        id: plan.as_str(),
        name: ui.t(role_named(plan.role())).into_owned(),
        price: yen_monthly(ui, plan.price()),
        gives: match plan {
            PlanId::UserPlus => vec![imports],
            PlanId::CreatorPlus => sells().into_iter().chain([imports]).collect(),
        },
    }
}

/// From where somebody comes back.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct From {
    /// The page on which they have stored a card.
    stored: Option<String>,
    /// They have been on the page to pay every month on.
    subscribed: Option<String>,
    /// They have been on the page of payouts; `again`, where its address was too old.
    payouts: Option<String>,
}

/// What has become of it, said once: the address without it is the page.
async fn came_back(service: &Service, visit: &Visit, from: &From) -> Option<Toast> {
    let person = &visit.person.id;
    let outcome = if let Some(page) = &from.stored {
        service.card_stored(person, page).await.map(|()| "kondate-toast-card-stored")
    } else if from.subscribed.is_some() {
        let is_live = |row: &Subscription| row.status.is_live();
        let found = service.look_at_subscription(person).await;
        found.map(|row| if row.as_ref().is_some_and(is_live) { "kondate-toast-subscribed" } else { "kondate-toast-subscribing" })
    } else {
        match from.payouts.as_deref()? {
            "again" => Ok("kondate-toast-payouts-again"),
            _ => service.payouts(person).await.map(|payouts| match payouts {
                payouts if payouts.is_enabled => "kondate-toast-payouts-ready",
                _ => "kondate-toast-payouts-checked",
            }),
        }
    };
    Some(match outcome {
        Ok(message) => Toast::new(message),
        Err(KondateError::NotFound("payment method")) => Toast::new("kondate-toast-card-not-stored").failed(),
        Err(error) => Toast::of(&Problem::from(error)),
    })
}

async fn show_billing(State(service): State<Service>, visit: Visit, Query(from): Query<From>) -> Answer {
    sold(&service)?;
    if let Some(toast) = came_back(&service, &visit, &from).await {
        return Ok(visit.ui.go_saying(BILLING, &toast));
    }
    let visit = visit.below("/kondate/kitchen");
    let (ui, person) = (&visit.ui, &visit.person.id);
    let profile = service.profile(person).await?;
    let subscription = service.subscription(person).await?.filter(|row| row.status.is_live());
    let cards = service.cards(person).await?;
    let role = role_of(&service, profile.as_ref());
    let paid_out = |profile: &Profile| match (profile.payouts_enabled, &profile.payout_account_id) {
        (true, _) => PaidOut::Ready,
        (false, Some(_)) => PaidOut::Checked,
        (false, None) => PaidOut::Not,
    };
    // Whoever was a creator and is owed something still sees it.
    let payouts = profile.as_ref().filter(|profile| role.is_creator() || profile.payout_account_id.is_some()).map(paid_out);
    let page = BillingPage {
        ui,
        role: ui.t(role_named(role)).into_owned(),
        plans: if subscription.is_some() { Vec::new() } else { PlanId::ALL.iter().map(|plan| offer_of(ui, *plan)).collect() },
        plan: subscription.map(|row| plan_of(&visit, &row)),
        creator_price: (!role.is_creator()).then(|| yen(ui, CREATOR_PRICE)),
        payouts,
        fee: 100 / FEE,
        has_room: cards.len() < MOST_PAYMENT_METHODS,
        cards: cards.iter().map(|card| PayCard::of(ui, card)).collect(),
        is_customer: profile.is_some_and(|profile| profile.customer_id.is_some()),
    };
    Ok(ui.show(&page))
}

async fn become_creator(State(service): State<Service>, posted: Posted) -> Answer {
    sold(&service)?;
    let outcome = service.buy(&payer(&posted.visit), &Ware::Creator, chosen_card(&posted), None).await;
    goes_to_pay(&posted.visit.ui, outcome, BILLING)
}

async fn subscribe(State(service): State<Service>, Posted { visit, form }: Posted) -> Answer {
    sold(&service)?;
    let plan = form.text("plan").parse::<PlanId>();
    let plan = plan.map_err(|_| Problem::of_field("http.invalid_form", "plan", "It is user_plus or creator_plus."))?;
    let begun = service.subscribe(&payer(&visit), plan).await;
    let to = begun.and_then(|begun| begun.checkout_url.ok_or_else(|| KondateReason::PaymentsAway.into()));
    go_on(visit, to, BILLING)
}

async fn end(State(service): State<Service>, Posted { visit, .. }: Posted) -> Answer {
    ends(&service, &visit, true, "kondate-toast-plan-ends").await
}

async fn resume(State(service): State<Service>, Posted { visit, .. }: Posted) -> Answer {
    ends(&service, &visit, false, "kondate-toast-plan-resumed").await
}

async fn ends(service: &Service, visit: &Visit, ends: bool, message: &str) -> Answer {
    sold(service)?;
    let outcome = service.end_subscription(&visit.person.id, ends).await;
    done(&visit.ui, outcome.map(drop), message)
}

/// Back to the page, with what was done or what was wrong.
fn done(ui: &Ui, outcome: Result<(), KondateError>, message: &str) -> Answer {
    match outcome {
        Ok(()) => Ok(ui.go_saying(BILLING, &Toast::new(message))),
        Err(error) => refused(ui, error, BILLING),
    }
}

async fn portal(State(service): State<Service>, Posted { visit, .. }: Posted) -> Answer {
    sold(&service)?;
    let to = service.portal(&payer(&visit)).await;
    go_on(visit, to, BILLING)
}

async fn set_up_payouts(State(service): State<Service>, Posted { visit, .. }: Posted) -> Answer {
    sold(&service)?;
    let to = service.set_up_payouts(&payer(&visit)).await;
    go_on(visit, to, BILLING)
}

async fn earnings(State(service): State<Service>, Posted { visit, .. }: Posted) -> Answer {
    sold(&service)?;
    let to = service.earnings(&visit.person.id).await;
    go_on(visit, to, BILLING)
}

async fn store_card(State(service): State<Service>, Posted { visit, .. }: Posted) -> Answer {
    sold(&service)?;
    let to = service.store_card(&payer(&visit)).await;
    go_on(visit, to, BILLING)
}

#[derive(Deserialize)]
struct AtCard {
    id: String,
}

async fn use_card(State(service): State<Service>, Path(at): Path<AtCard>, Posted { visit, .. }: Posted) -> Answer {
    sold(&service)?;
    done(&visit.ui, service.use_card(&visit.person.id, &at.id).await, "kondate-toast-card-used")
}

async fn remove_card(State(service): State<Service>, Path(at): Path<AtCard>, Posted { visit, .. }: Posted) -> Answer {
    sold(&service)?;
    done(&visit.ui, service.drop_card(&visit.person.id, &at.id).await, "kondate-toast-card-removed")
}
