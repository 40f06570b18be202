//! What is in the fridge, and what has left it.

use axum::extract::State;
use axum::http::StatusCode;
use chabudai_kernel::part::IsoDay;
use chabudai_web::api::Api;
use chabudai_web::envelope::{Data, Page};
use chabudai_web::input::{Json as Body, Path, named, whole};
use chabudai_web::line::Line;
use chabudai_web::problem::Problem;
use chabudai_web::repeat::Repeatable;
use chabudai_web::schema::{Spelled, without_default};
use schemars::JsonSchema;
use serde::Deserialize;

use super::input::{Lines, Text, cleared, cleared_whole};
use super::view::{BatchView, DeletedBatchView};
use super::{Answer, AppState, At, Inside, List, data, inside, listed, once};
use crate::error::KondateError;
use crate::model::{BatchId, LONGEST_NAME, LONGEST_NOTE, LONGEST_WORD, MOST_YEN};
use crate::service::{BatchInput, Service};

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.get(
        "/fridge",
        list_fridge,
        inside("listFridge", "What is in the fridge").answers::<Data<Page<BatchView>>>(200, "What has to be used first comes first."),
    )
    .post(
        "/fridge/items",
        add_batch,
        inside("addFridgeItem", "Put something into the fridge")
            .body::<NewBatch>()
            .repeatable()
            .answers::<Data<BatchView>>(201, "The batch."),
    )
    .patch(
        "/fridge/items/{id}",
        edit_batch,
        inside("editFridgeItem", "There is more or less of it, it is open, it is good for longer")
            .body::<BatchChange>()
            .answers::<Data<BatchView>>(200, "As it is now."),
    )
    .delete(
        "/fridge/items/{id}",
        delete_batch,
        inside("deleteFridgeItem", "It is gone").answers::<Data<DeletedBatchView>>(200, "For 30 days it can come back."),
    )
    .get(
        "/fridge/deleted",
        list_deleted,
        inside("listDeletedFridgeItems", "What has left the fridge in the last 30 days")
            .answers::<Data<Page<DeletedBatchView>>>(200, "The last first."),
    )
    .post(
        "/fridge/items/{id}/restore",
        restore_batch,
        inside("restoreFridgeItem", "It is not gone after all").answers::<Data<BatchView>>(200, "The batch, as it was."),
    )
}

/// Something to be put into the fridge.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "NewFridgeItem")]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewBatch {
    #[schemars(with = "Line<LONGEST_NAME>")]
    name: String,
    /// As it is written: `2`, `1/2`, `半分`; never below nothing.
    #[schemars(with = "Option<Text<LONGEST_WORD>>")]
    quantity: Option<String>,
    #[schemars(with = "Option<Text<LONGEST_WORD>>")]
    unit: Option<String>,
    #[schemars(with = "Option<Lines<LONGEST_NOTE>>")]
    note: Option<String>,
    /// As long as its food keeps by default.
    #[schemars(with = "Option<Spelled<IsoDay>>")]
    best_before: Option<IsoDay>,
    #[schemars(with = "Option<Spelled<IsoDay>>")]
    opened_at: Option<IsoDay>,
    /// In yen.
    #[serde(default, deserialize_with = "whole")]
    #[schemars(range(min = 0, max = MOST_YEN))]
    price: Option<u32>,
    #[schemars(with = "Option<Text<LONGEST_NAME>>")]
    store_name: Option<String>,
}

/// What changes of a batch. What is not named stays; null takes it away.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "FridgeItemChange")]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct BatchChange {
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "Line<LONGEST_NAME>", transform = without_default)]
    name: Option<String>,
    #[serde(default, deserialize_with = "cleared")]
    #[schemars(with = "Option<Text<LONGEST_WORD>>", transform = without_default)]
    quantity: Option<Option<String>>,
    #[serde(default, deserialize_with = "cleared")]
    #[schemars(with = "Option<Text<LONGEST_WORD>>", transform = without_default)]
    unit: Option<Option<String>>,
    #[serde(default, deserialize_with = "cleared")]
    #[schemars(with = "Option<Lines<LONGEST_NOTE>>", transform = without_default)]
    note: Option<Option<String>>,
    #[serde(default, deserialize_with = "cleared")]
    #[schemars(with = "Option<Spelled<IsoDay>>", transform = without_default)]
    best_before: Option<Option<IsoDay>>,
    #[serde(default, deserialize_with = "cleared")]
    #[schemars(with = "Option<Spelled<IsoDay>>", transform = without_default)]
    opened_at: Option<Option<IsoDay>>,
    #[serde(default, deserialize_with = "cleared_whole")]
    #[schemars(with = "Option<u32>", range(min = 0, max = MOST_YEN), transform = without_default)]
    price: Option<Option<u32>>,
    #[serde(default, deserialize_with = "cleared")]
    #[schemars(with = "Option<Text<LONGEST_NAME>>", transform = without_default)]
    store_name: Option<Option<String>>,
    /// The version that was seen: if it is another one by now, nothing changes.
    #[serde(default, deserialize_with = "whole")]
    #[schemars(range(min = 0, max = u32::MAX))]
    version: Option<u32>,
}

fn batch_id(at: &At) -> Result<BatchId, Problem> {
    Ok(BatchId::new(at.id.as_str()).ok_or(KondateError::NotFound("item"))?)
}

async fn list_fridge(State(service): State<Service>, Inside { cook }: Inside) -> List<BatchView> {
    listed(service.fridge(&cook).await?.into_iter().map(BatchView::of).collect())
}

async fn add_batch(
    State(service): State<Service>,
    Inside { cook }: Inside,
    input: Repeatable<NewBatch>,
) -> Result<(StatusCode, Data<BatchView>), Problem> {
    let once = once(&input);
    let NewBatch { name, quantity, unit, note, best_before, opened_at, price, store_name } = input.body;
    let new = BatchInput {
        name: Some(name),
        quantity: Some(quantity),
        unit: Some(unit),
        note: Some(note),
        best_before: best_before.map(Some),
        opened_at: opened_at.map(Some),
        price: Some(price.map(u64::from)),
        store_name: Some(store_name),
    };
    let batch = service.add_batch(&cook, &new, once.as_ref()).await?;
    Ok((StatusCode::CREATED, Data { data: BatchView::of(batch) }))
}

async fn edit_batch(
    State(service): State<Service>,
    Inside { cook }: Inside,
    Path(at): Path<At>,
    Body(change): Body<BatchChange>,
) -> Answer<BatchView> {
    let BatchChange { name, quantity, unit, note, best_before, opened_at, price, store_name, version } = change;
    let price = price.map(|price| price.map(u64::from));
    let input = BatchInput { name, quantity, unit, note, best_before, opened_at, price, store_name };
    data(BatchView::of(service.edit_batch(&cook, &batch_id(&at)?, &input, version.map(u64::from)).await?))
}

async fn delete_batch(State(service): State<Service>, Inside { cook }: Inside, Path(at): Path<At>) -> Answer<DeletedBatchView> {
    data(DeletedBatchView::of(service.delete_batch(&cook, &batch_id(&at)?).await?))
}

async fn list_deleted(State(service): State<Service>, Inside { cook }: Inside) -> List<DeletedBatchView> {
    listed(service.deleted_batches(&cook).await?.into_iter().map(DeletedBatchView::of).collect())
}

async fn restore_batch(State(service): State<Service>, Inside { cook }: Inside, Path(at): Path<At>) -> Answer<BatchView> {
    data(BatchView::of(service.restore_batch(&cook, &batch_id(&at)?).await?))
}
