//! What is bought, by which card, what is paid every month, and what creators earn. Cards are typed on Stripe's own pages: an operation that
//! needs one answers with the address of a page.

use axum::extract::State;
use chabudai_kernel::part::UtcSeconds;
use chabudai_web::api::Api;
use chabudai_web::envelope::{Data, Page};
use chabudai_web::input::{Json as Body, Path, Query, named, whole};
use chabudai_web::list::{Cursor, Order};
use chabudai_web::people::{Caller, Person};
use chabudai_web::schema::{Spelled, without_default};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::book::PAGE;
use super::input::RecipeRef;
use super::{Answer, AppState, At, Inside, List, data, inside, listed};
use crate::error::{KondateError, Result};
use crate::model::{EntityType, MOST_PRICE, PaymentMethod, PlanId, Purchase, PurchaseId, Subscription, Target, Ware};
use crate::service::{Bill, Cook, Payer, Payouts, Service};

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    let page = |id, words| inside(id, words).answers::<Data<PageView>>(200, "Where to go on.");
    let bill = |id, words| inside(id, words).answers::<Data<PurchaseView>>(200, "As it stands; pending with the page to pay on.");
    let api = api
        .get(
            "/payment-methods",
            list_cards,
            inside("listPaymentMethods", "Stored cards").answers::<Data<Page<CardView>>>(200, "All of them, the first first."),
        )
        .post("/payment-methods", store_card, page("storePaymentMethod", "Store a card, on Stripe's page"))
        .patch(
            "/payment-methods/{id}",
            use_card,
            inside("usePaymentMethod", "Use this card from now on")
                .body::<UseInput>()
                .answers::<Data<Page<CardView>>>(200, "All of them, as they are now."),
        )
        .delete(
            "/payment-methods/{id}",
            drop_card,
            inside("deletePaymentMethod", "Forget a card").answers::<Data<GoneView>>(200, "It is forgotten, at Stripe too."),
        );
    let api = api
        .post("/purchases", buy, bill("purchase", "Buy a recipe, a set, or the role of a creator").body::<PurchaseInput>())
        .get(
            "/purchases",
            list_purchases,
            inside("listPurchases", "What one bought")
                .query::<PurchasesParameters>()
                .answers::<Data<Page<PurchaseView>>>(200, "A page, the last first."),
        )
        .get("/purchases/{id}", get_purchase, bill("getPurchase", "How a purchase stands"))
        .delete("/purchases/{id}", give_up, bill("cancelPurchase", "Give up a purchase that was not paid"))
        .post("/catalog/recipes/{id}/purchase", buy_recipe, bill("purchaseCatalogRecipe", "Buy a recipe").body::<PaidByInput>())
        .post("/catalog/sets/{id}/purchase", buy_set, bill("purchaseCatalogSet", "Buy a set").body::<PaidByInput>());
    let subscription = |id, words| inside(id, words).answers::<Data<SubscriptionView>>(200, "As it stands.");
    api.get("/subscriptions", get_subscription, subscription("getSubscription", "What one pays every month"))
        .post("/subscriptions", subscribe, subscription("subscribe", "Begin to pay every month").body::<PlanInput>())
        .delete("/subscriptions", end_subscription, subscription("cancelSubscription", "Let it end with what is paid"))
        .post("/subscriptions/resume", resume_subscription, subscription("resumeSubscription", "Let it go on after all"))
        .post("/billing-portal", portal, page("billingPortal", "Bills and cards, on Stripe's page"))
        .get(
            "/connect/accounts",
            get_payouts,
            inside("getPayouts", "Whether what one earns is paid out").answers::<Data<PayoutsView>>(200, "As Stripe says now."),
        )
        .post("/connect/accounts", set_up_payouts, page("setUpPayouts", "Say where one's earnings go, on Stripe's page"))
        .post("/connect/login-links", earnings, page("seeEarnings", "What one is paid out, on Stripe's page"))
}

/// A page of Stripe's.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ProviderPageView")]
struct PageView {
    url: String,
}

/// A stored card, by what its owner knows it by.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PaymentMethodView")]
#[serde(rename_all = "camelCase")]
struct CardView {
    id: String,
    brand: String,
    last4: String,
    exp_month: u32,
    exp_year: u32,
    is_default: bool,
}

impl From<PaymentMethod> for CardView {
    fn from(card: PaymentMethod) -> Self {
        Self {
            id: card.payment_method_id.to_string(),
            brand: card.brand,
            last4: card.last4,
            exp_month: card.exp_month,
            exp_year: card.exp_year,
            is_default: card.is_default,
        }
    }
}

/// That it is the one that is used.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "PaymentMethodInput")]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct UseInput {
    #[schemars(extend("const" = true))]
    is_default: bool,
}

/// That it is forgotten.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PaymentMethodGoneView")]
struct GoneView {
    id: String,
    deleted: bool,
}

/// What is bought.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PurchaseInput {
    item_type: ItemType,
    /// Its id; `creator` for the role of a creator.
    #[schemars(with = "RecipeRef")]
    item_id: String,
    /// A stored card that is charged at once; a page to pay on without one.
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "RecipeRef", transform = without_default)]
    payment_method_id: Option<String>,
    /// What was seen to be its price: at another one nothing is bought.
    #[serde(default, deserialize_with = "whole")]
    #[schemars(range(min = 1, max = MOST_PRICE))]
    expected_price: Option<u32>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "camelCase")]
enum ItemType {
    Recipe,
    Set,
    Plan,
}

impl ItemType {
    fn name(self) -> &'static str {
        match self {
            Self::Recipe => "recipe",
            Self::Set => "set",
            Self::Plan => "plan",
        }
    }
}

/// By what it is paid.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PaidByInput {
    /// A stored card that is charged at once; a page to pay on without one.
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "RecipeRef", transform = without_default)]
    payment_method_id: Option<String>,
    /// What was seen to be its price: at another one nothing is bought.
    #[serde(default, deserialize_with = "whole")]
    #[schemars(range(min = 1, max = MOST_PRICE))]
    expected_price: Option<u32>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PurchasesParameters {
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    #[schemars(with = "Option<Cursor>")]
    cursor: Option<String>,
}

/// A purchase.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PurchaseView {
    purchase_id: String,
    #[schemars(extend("enum" = ["recipe", "set", "plan"]))]
    item_type: String,
    item_id: String,
    item_title: String,
    amount: u64,
    currency: String,
    #[schemars(extend("enum" = ["pending", "succeeded", "failed", "refunded"]))]
    status: &'static str,
    #[schemars(with = "Spelled<UtcSeconds>")]
    purchased_at: String,
    /// The page to pay on, while it is open.
    checkout_url: Option<String>,
}

impl From<Bill> for PurchaseView {
    fn from(Bill { purchase, checkout_url }: Bill) -> Self {
        Self { checkout_url, ..purchase.into() }
    }
}

impl From<Purchase> for PurchaseView {
    fn from(purchase: Purchase) -> Self {
        Self {
            purchase_id: purchase.purchase_id.to_string(),
            item_type: purchase.item_type,
            item_id: purchase.item_id,
            item_title: purchase.item_title,
            amount: purchase.amount,
            currency: purchase.currency.to_uppercase(),
            status: purchase.status.as_str(),
            purchased_at: purchase.purchased_at.to_string(),
            checkout_url: None,
        }
    }
}

/// What is to be paid every month.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PlanInput {
    plan_id: PlanName,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
enum PlanName {
    UserPlus,
    CreatorPlus,
}

/// What is paid every month.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SubscriptionView {
    subscription_id: Option<String>,
    #[schemars(extend("enum" = ["user_plus", "creator_plus", null]))]
    plan_id: Option<&'static str>,
    #[schemars(extend("enum" = ["none", "active", "past_due", "canceled"]))]
    status: &'static str,
    cancel_at_period_end: bool,
    #[schemars(with = "Option<Spelled<UtcSeconds>>")]
    current_period_end: Option<String>,
    /// The page to pay on, while it is open.
    checkout_url: Option<String>,
}

impl SubscriptionView {
    fn of(known: Option<&Subscription>, checkout_url: Option<String>) -> Self {
        Self {
            subscription_id: known.and_then(|known| known.subscription_id.clone()),
            plan_id: known.map(|known| known.plan_id.as_str()),
            status: known.map_or("none", |known| known.status.as_str()),
            cancel_at_period_end: known.is_some_and(|known| known.cancel_at_period_end),
            current_period_end: known.and_then(|known| known.current_period_end).map(|end| end.to_string()),
            checkout_url,
        }
    }
}

/// Whether what one earns is paid out.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PayoutsView {
    has_account: bool,
    payouts_enabled: bool,
}

fn purchase_id(at: &At) -> Result<PurchaseId> {
    PurchaseId::new(at.id.as_str()).ok_or(KondateError::NotFound("purchase"))
}

async fn list_cards(State(service): State<Service>, Inside { cook }: Inside) -> List<CardView> {
    listed(service.cards(&cook.person).await?.into_iter().map(Into::into).collect())
}

async fn store_card(State(service): State<Service>, Caller(person): Caller, Inside { cook }: Inside) -> Answer<PageView> {
    data(PageView { url: service.store_card(&Payer::of(&person, cook.language)).await? })
}

async fn use_card(
    State(service): State<Service>,
    Inside { cook }: Inside,
    Path(at): Path<At>,
    Body(input): Body<UseInput>,
) -> List<CardView> {
    if !input.is_default {
        return Err(KondateError::Invalid { field: "isDefault", code: "kondate.default_card", message: "Use another card instead." }.into());
    }
    service.use_card(&cook.person, &at.id).await?;
    listed(service.cards(&cook.person).await?.into_iter().map(Into::into).collect())
}

async fn drop_card(State(service): State<Service>, Inside { cook }: Inside, Path(at): Path<At>) -> Answer<GoneView> {
    service.drop_card(&cook.person, &at.id).await?;
    data(GoneView { id: at.id, deleted: true })
}

async fn buy(
    State(service): State<Service>,
    Caller(person): Caller,
    Inside { cook }: Inside,
    Body(input): Body<PurchaseInput>,
) -> Answer<PurchaseView> {
    let kind = input.item_type.name();
    let ware = Ware::read(kind, &input.item_id).ok_or(KondateError::NotFound(kind))?;
    let expected = input.expected_price.map(u64::from);
    data(service.buy(&Payer::of(&person, cook.language), &ware, input.payment_method_id.as_deref(), expected).await?.into())
}

async fn buy_of_catalog(
    service: &Service,
    person: &Person,
    cook: &Cook,
    target: Option<Target>,
    input: &PaidByInput,
) -> Answer<PurchaseView> {
    let ware = Ware::Item(target.ok_or(KondateError::NotFound("recipe"))?);
    let expected = input.expected_price.map(u64::from);
    data(service.buy(&Payer::of(person, cook.language), &ware, input.payment_method_id.as_deref(), expected).await?.into())
}

async fn buy_recipe(
    State(service): State<Service>,
    Caller(person): Caller,
    Inside { cook }: Inside,
    Path(at): Path<At>,
    Body(input): Body<PaidByInput>,
) -> Answer<PurchaseView> {
    buy_of_catalog(&service, &person, &cook, Target::new(EntityType::Recipe, &at.id), &input).await
}

async fn buy_set(
    State(service): State<Service>,
    Caller(person): Caller,
    Inside { cook }: Inside,
    Path(at): Path<At>,
    Body(input): Body<PaidByInput>,
) -> Answer<PurchaseView> {
    buy_of_catalog(&service, &person, &cook, Target::new(EntityType::Set, &at.id), &input).await
}

async fn list_purchases(
    State(service): State<Service>,
    Inside { cook }: Inside,
    Query(given): Query<PurchasesParameters>,
) -> List<PurchaseView> {
    let paging = PAGE.paging(given.limit, given.cursor.as_deref(), Order::Desc)?;
    let page = service.purchases(&cook.person, paging.limit, paging.cursor).await?;
    data(Page::of(page.items.into_iter().map(Into::into).collect(), page.next))
}

async fn get_purchase(
    State(service): State<Service>,
    Caller(person): Caller,
    Inside { cook }: Inside,
    Path(at): Path<At>,
) -> Answer<PurchaseView> {
    data(service.bill(&Payer::of(&person, cook.language), &purchase_id(&at)?).await?.into())
}

async fn give_up(State(service): State<Service>, Inside { cook }: Inside, Path(at): Path<At>) -> Answer<PurchaseView> {
    data(service.give_up(&cook.person, &purchase_id(&at)?).await?.into())
}

async fn get_subscription(State(service): State<Service>, Inside { cook }: Inside) -> Answer<SubscriptionView> {
    data(SubscriptionView::of(service.look_at_subscription(&cook.person).await?.as_ref(), None))
}

async fn subscribe(
    State(service): State<Service>,
    Caller(person): Caller,
    Inside { cook }: Inside,
    Body(input): Body<PlanInput>,
) -> Answer<SubscriptionView> {
    let plan = match input.plan_id {
        PlanName::UserPlus => PlanId::UserPlus,
        PlanName::CreatorPlus => PlanId::CreatorPlus,
    };
    let begun = service.subscribe(&Payer::of(&person, cook.language), plan).await?;
    data(SubscriptionView::of(Some(&begun.subscription), begun.checkout_url))
}

async fn end_subscription(State(service): State<Service>, Inside { cook }: Inside) -> Answer<SubscriptionView> {
    data(SubscriptionView::of(Some(&service.end_subscription(&cook.person, true).await?), None))
}

async fn resume_subscription(State(service): State<Service>, Inside { cook }: Inside) -> Answer<SubscriptionView> {
    data(SubscriptionView::of(Some(&service.end_subscription(&cook.person, false).await?), None))
}

async fn portal(State(service): State<Service>, Caller(person): Caller, Inside { cook }: Inside) -> Answer<PageView> {
    data(PageView { url: service.portal(&Payer::of(&person, cook.language)).await? })
}

async fn get_payouts(State(service): State<Service>, Inside { cook }: Inside) -> Answer<PayoutsView> {
    let Payouts { has_account, is_enabled } = service.payouts(&cook.person).await?;
    data(PayoutsView { has_account, payouts_enabled: is_enabled })
}

async fn set_up_payouts(State(service): State<Service>, Caller(person): Caller, Inside { cook }: Inside) -> Answer<PageView> {
    data(PageView { url: service.set_up_payouts(&Payer::of(&person, cook.language)).await? })
}

async fn earnings(State(service): State<Service>, Inside { cook }: Inside) -> Answer<PageView> {
    data(PageView { url: service.earnings(&cook.person).await? })
}
