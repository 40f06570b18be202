//! The two slots: what is being cooked, and what comes after it.

use axum::extract::State;
use chabudai_web::api::Api;
use chabudai_web::envelope::Data;
use chabudai_web::input::{Json as Body, Path, Query, named, whole};
use chabudai_web::problem::Problem;
use chabudai_web::schema::without_default;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::input::RecipeRef;
use super::pictures::{Album, Links};
use super::view::{DishView, PlanView, SlotView};
use super::{Answer, AppState, At, Inside, data, inside};
use crate::error::{KondateError, KondateReason};
use crate::model::{DishId, MOST_SERVINGS, Moment, Plan, RecipeId, SetId, Slot};
use crate::service::Service;

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.path::<SlotAt>()
        .get("/plan", get_plan, inside("getPlan", "What is cooked, and what comes after it").answers::<Data<PlanView>>(200, "Both slots."))
        .post(
            "/plan/select-set",
            select_set,
            inside("selectSet", "Put a set into a slot, in place of what was there")
                .body::<SelectInput>()
                .answers::<Data<SlotView>>(200, "The slot. Every dish is still to be cooked."),
        )
        .post(
            "/plan/advance",
            advance,
            inside("advancePlan", "Go on to the next set").answers::<Data<PlanView>>(200, "The next set is the one that is cooked."),
        )
        .patch(
            "/plan/items/{id}",
            change_dish,
            inside("changeDish", "A dish is cooked, for so many, or another one in its place")
                .body::<DishInput>()
                .answers::<Data<DishView>>(200, "The dish as it is now. Another one in its place has another id."),
        )
        .delete(
            "/plan/{slot}",
            empty_slot,
            inside("emptySlot", "Empty a slot")
                .query::<EmptyParameters>()
                .answers::<Data<EmptiedView>>(200, "It is empty; so is one that was empty before."),
        )
}

/// A slot.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[schemars(rename = "PlanSlot", inline)]
#[serde(rename_all = "camelCase")]
enum SlotName {
    Current,
    Next,
}

impl From<SlotName> for Slot {
    fn from(name: SlotName) -> Self {
        match name {
            SlotName::Current => Self::Current,
            SlotName::Next => Self::Next,
        }
    }
}

/// The slot in an address.
#[derive(Deserialize, JsonSchema)]
struct SlotAt {
    slot: SlotName,
}

/// Which set, and where.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SelectInput {
    #[schemars(with = "RecipeRef")]
    set_id: SetId,
    slot: SlotName,
}

/// What changes of a dish. What is not named stays.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DishInput {
    /// Whether it is on the table; only of what is being cooked. The log and what it took from the fridge stay when it is not after all.
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "bool", transform = without_default)]
    is_cooked: Option<bool>,
    /// For how many.
    #[serde(default, deserialize_with = "whole")]
    #[schemars(range(min = 1, max = MOST_SERVINGS))]
    servings: Option<u32>,
    /// Another recipe in its place.
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "RecipeRef", transform = without_default)]
    recipe_id: Option<RecipeId>,
}

/// Which plan is meant.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct EmptyParameters {
    /// The `appliedAt` of the plan that was seen there: another one stays. Without it, whatever is there.
    #[schemars(length(max = 40), extend("format" = "date-time"))]
    applied_at: Option<String>,
}

/// A slot that is empty.
#[derive(Serialize, JsonSchema)]
struct EmptiedView {
    #[schemars(extend("enum" = ["current", "next"]))]
    slot: &'static str,
    emptied: bool,
}

async fn get_plan(State(service): State<Service>, State(links): State<Links>, Inside { cook }: Inside) -> Answer<PlanView> {
    let (current, next) = service.plan(&cook.kitchen).await?;
    let album = Album::of_plans(&service, &cook, &links, &current.iter().chain(&next).collect::<Vec<_>>()).await?;
    let slot = |plan: Option<Plan>| plan.as_ref().map(|plan| SlotView::of(plan, &album));
    data(PlanView { current: slot(current), next: slot(next) })
}

async fn select_set(
    State(service): State<Service>,
    State(links): State<Links>,
    Inside { cook }: Inside,
    Body(input): Body<SelectInput>,
) -> Answer<SlotView> {
    let plan = service.apply(&cook, &input.set_id, input.slot.into()).await?;
    data(SlotView::of(&plan, &Album::of_plans(&service, &cook, &links, &[&plan]).await?))
}

async fn advance(State(service): State<Service>, State(links): State<Links>, Inside { cook }: Inside) -> Answer<PlanView> {
    let current = service.advance(&cook, None).await?.plan;
    let album = Album::of_plans(&service, &cook, &links, &[&current]).await?;
    data(PlanView { current: Some(SlotView::of(&current, &album)), next: None })
}

async fn change_dish(
    State(service): State<Service>,
    State(links): State<Links>,
    Inside { cook }: Inside,
    Path(at): Path<At>,
    Body(input): Body<DishInput>,
) -> Answer<DishView> {
    let not_found = || Problem::from(KondateError::NotFound("dish"));
    let id = DishId::new(at.id).ok_or_else(not_found)?;
    let (current, next) = service.plan(&cook.kitchen).await?;
    let place = |plan: &Option<Plan>| plan.as_ref().and_then(|plan| plan.place_of(&id));
    let (slot, place) = match (place(&current), place(&next)) {
        (Some(at), _) => (Slot::Current, at),
        (None, Some(at)) => (Slot::Next, at),
        (None, None) => return Err(not_found()),
    };
    let mut plan = if slot == Slot::Current { current } else { next }.ok_or_else(not_found)?;
    let DishInput { is_cooked, servings, recipe_id } = input;
    if servings.is_some() || recipe_id.is_some() {
        plan = service.change_dish(&cook, slot, &id, servings, recipe_id.as_ref()).await?;
    }
    let id = plan.items.get(place).map(|dish| dish.id.clone()).ok_or_else(not_found)?;
    plan = match is_cooked {
        Some(true) => service.cook(&cook, &id).await?,
        Some(false) => service.uncook(&cook, &id).await?,
        None => plan,
    };
    let at = plan.place_of(&id).ok_or_else(not_found)?;
    let dish = &plan.items[at];
    let album = Album::of(&service, &cook, &links, vec![(&dish.recipe_id, dish.thumbnail_url.as_deref())]).await?;
    data(DishView::of(dish, &album))
}

async fn empty_slot(
    State(service): State<Service>,
    Inside { cook }: Inside,
    Path(at): Path<SlotAt>,
    Query(given): Query<EmptyParameters>,
) -> Answer<EmptiedView> {
    // What is no moment is that of no plan.
    let seen = given.applied_at.map(|text| text.parse::<Moment>().map_err(|_| KondateError::from(KondateReason::Stale))).transpose()?;
    service.empty(&cook, at.slot.into(), seen).await?;
    let slot = match at.slot {
        SlotName::Current => "current",
        SlotName::Next => "next",
    };
    data(EmptiedView { slot, emptied: true })
}
