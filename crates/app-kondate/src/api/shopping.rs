//! The shopping list: computed when it is looked at, ticked, brought home.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use chabudai_kernel::part::Word;
use chabudai_web::api::Api;
use chabudai_web::envelope::Data;
use chabudai_web::input::{Json as Body, Path, Query};
use chabudai_web::line::Line;
use chabudai_web::problem::Problem;
use chabudai_web::repeat::Repeatable;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::input::{Lines, MomentText, Text};
use super::view::{DeletedView, LineView, ShoppingListView};
use super::{Answer, AppState, At, Inside, data, inside, once};
use crate::error::KondateError;
use crate::model::{LONGEST_NAME, LONGEST_NOTE, LONGEST_WORD, LineId};
use crate::service::{Done, LineInput, Service};

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.get(
        "/shopping-list",
        get_list,
        inside("getShoppingList", "What there is to buy")
            .query::<ListParameters>()
            .answers::<Data<ShoppingListView>>(200, "The list, with an ETag; 304 if it still says what the ETag stands for that was sent."),
    )
    .post(
        "/shopping-list/items",
        add_line,
        inside("addShoppingItem", "Write a line").body::<NewLine>().repeatable().answers::<Data<LineView>>(201, "The line."),
    )
    .patch(
        "/shopping-list/items/{id}",
        tick,
        inside("tickShoppingItem", "A line is in the basket or not; a line of the plan is not wanted this time")
            .body::<TickInput>()
            .answers::<Data<TickView>>(200, "As it is now."),
    )
    .delete(
        "/shopping-list/items/{id}",
        remove_line,
        inside("removeShoppingItem", "Remove a line that somebody wrote").answers::<Data<DeletedView>>(200, "It is gone."),
    )
    .post(
        "/shopping-list/complete",
        complete,
        inside("completeShopping", "Everything that is ticked is at home")
            .answers::<Data<DoneView>>(200, "What was ticked is in the fridge; what was not stays."),
    )
    .delete(
        "/shopping-list/complete",
        uncomplete,
        inside("undoShopping", "What one shopping brought home is in the basket again, for a day and unless it was touched")
            .query::<UndoParameters>()
            .answers::<Data<UndoneView>>(200, "So much went back. What was opened, changed or cooked with stays."),
    )
}

/// Through which shop.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ListParameters {
    /// The shop whose way orders the list.
    #[schemars(with = "Option<Line<LONGEST_NAME>>")]
    store_name: Option<String>,
}

/// A line to be written.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "NewShoppingLine")]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewLine {
    #[schemars(with = "Line<LONGEST_NAME>")]
    name: String,
    #[schemars(with = "Option<Text<LONGEST_WORD>>")]
    quantity: Option<String>,
    #[schemars(with = "Option<Text<LONGEST_WORD>>")]
    unit: Option<String>,
    #[schemars(with = "Option<Lines<LONGEST_NOTE>>")]
    note: Option<String>,
}

/// What is to be so of a line.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TickInput {
    /// It is in the basket.
    checked: bool,
    /// A line of the plan is not wanted this time; then it is not in the basket either.
    #[serde(default)]
    dismissed: bool,
}

/// What is so of a line.
#[derive(Serialize, JsonSchema)]
struct TickView {
    id: String,
    checked: bool,
    dismissed: bool,
}

/// What came home.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ShoppingDoneView")]
#[serde(rename_all = "camelCase")]
struct DoneView {
    moved_to_fridge: usize,
    /// What is still to be bought.
    remaining: usize,
    /// What stays in the basket because the fridge is full.
    no_room_for: usize,
    /// When; by this it can be undone. Null where nothing was moved.
    #[schemars(with = "Option<MomentText>")]
    completed_at: Option<String>,
}

/// Which shopping.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct UndoParameters {
    /// When it was done, as the answer to it said.
    #[schemars(with = "MomentText")]
    completed_at: String,
}

/// What went back.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ShoppingUndoneView")]
#[serde(rename_all = "camelCase")]
struct UndoneView {
    moved_to_basket: usize,
    /// What is still to be bought.
    remaining: usize,
}

fn line_id(at: &At) -> Result<LineId, Problem> {
    Ok(LineId::new(at.id.as_str()).ok_or(KondateError::NotFound("line"))?)
}

async fn get_list(
    State(service): State<Service>,
    Inside { cook }: Inside,
    headers: HeaderMap,
    Query(given): Query<ListParameters>,
) -> Result<Response, Problem> {
    let shop = given.store_name.map(|name| Word::new(name.trim()).ok_or(NO_SHOP)).transpose()?;
    let list = service.list(&cook, shop.as_ref()).await?;
    let etag = format!("\"{}\"", list.digest());
    let value = HeaderValue::from_str(&etag).expect("base64 between quotes");
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    if known.flat_map(|value| value.split(',')).any(|one| one.trim().trim_start_matches("W/") == etag) {
        return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, value)]).into_response());
    }
    Ok(([(header::ETAG, value)], Data { data: ShoppingListView::of(list) }).into_response())
}

const NO_SHOP: KondateError =
    KondateError::Invalid { field: "storeName", code: "kondate.store_name", message: "The name of a shop has 1 to 60 characters." };

async fn add_line(
    State(service): State<Service>,
    Inside { cook }: Inside,
    input: Repeatable<NewLine>,
) -> Result<(StatusCode, Data<LineView>), Problem> {
    let once = once(&input);
    let NewLine { name, quantity, unit, note } = input.body;
    let line = service.add_line(&cook, &LineInput { name, quantity, unit, note }, once.as_ref()).await?;
    Ok((StatusCode::CREATED, Data { data: LineView::written(line) }))
}

async fn tick(
    State(service): State<Service>,
    Inside { cook }: Inside,
    Path(at): Path<At>,
    Body(input): Body<TickInput>,
) -> Answer<TickView> {
    let id = line_id(&at)?;
    let TickInput { checked, dismissed } = input;
    match (dismissed, checked) {
        (true, _) => service.dismiss(&cook, &id).await?,
        (false, true) => service.tick(&cook, &id).await?,
        (false, false) => service.untick(&cook, &id).await?,
    }
    data(TickView { id: at.id, checked: checked && !dismissed, dismissed })
}

async fn remove_line(State(service): State<Service>, Inside { cook }: Inside, Path(at): Path<At>) -> Answer<DeletedView> {
    service.remove_line(&cook, &line_id(&at)?).await?;
    data(DeletedView::of(at.id))
}

async fn complete(State(service): State<Service>, Inside { cook }: Inside) -> Answer<DoneView> {
    let done = service.shopping_done(&cook).await?;
    let remaining = service.list(&cook, None).await?.remaining();
    let Done { moved_to_fridge, no_room_for, at } = done;
    data(DoneView { moved_to_fridge, remaining, no_room_for, completed_at: at.map(|at| at.to_string()) })
}

async fn uncomplete(State(service): State<Service>, Inside { cook }: Inside, Query(given): Query<UndoParameters>) -> Answer<UndoneView> {
    let at = given.completed_at.parse().map_err(|_| NO_MOMENT)?;
    let moved_to_basket = service.shopping_not_done(&cook, at).await?;
    let remaining = service.list(&cook, None).await?.remaining();
    data(UndoneView { moved_to_basket, remaining })
}

const NO_MOMENT: KondateError =
    KondateError::Invalid { field: "completedAt", code: "kondate.moment", message: "A moment is written like 2026-11-20T09:30:00Z." };
