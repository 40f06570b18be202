//! All records as a table for spreadsheet programs, however many there are.

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State as Of;
use axum::http::header;
use axum::response::IntoResponse as _;
use axum::routing::get;
use chabudai_kernel::part::IsoDay;
use chabudai_web::ui::Ui;
use csv::{Terminator, WriterBuilder};
use futures::stream::{self, StreamExt as _};

use super::{Answer, Visit};
use crate::api::State;
use crate::error::Result;
use crate::model::{ClothingId, History};
use crate::repo::pictures::{self, Album};
use crate::repo::{Page, histories};

/// Records that are read at once.
const PAGE: u32 = 200;
/// By this mark a spreadsheet program knows that the text is UTF-8. Without it, Japanese is read as something else.
const UTF8: &str = "\u{feff}";

pub(super) fn routes(routes: Router<State>) -> Router<State> {
    routes.route("/wardrobe/{wid}/history.csv", get(download))
}

async fn download(Of(state): Of<State>, visit: Visit) -> Answer {
    // The first part is there before the answer begins, so that a store that fails at once is told by the status.
    let (first, next) = part(&state, &visit, None).await?;
    let rest = stream::try_unfold((state, visit, next), async |(state, visit, cursor)| {
        let Some(cursor) = cursor else { return Ok(None) };
        match part(&state, &visit, Some(&cursor)).await {
            Ok((bytes, next)) => Ok(Some((bytes, (state, visit, next)))),
            // It is too late for a status. A connection that breaks is a download that failed; a table that ends is one that is complete.
            Err(error) => {
                tracing::warn!(%error, "a download broke off");
                Err(error)
            }
        }
    });
    let body = Body::from_stream(stream::once(async { Ok(first) }).chain(rest));
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"wardrobe-history.csv\""),
    ];
    Ok((headers, body).into_response())
}

/// One part of the table, and the cursor of the next. Oldest first: what is recorded meanwhile comes at the end.
async fn part(state: &State, visit: &Visit, cursor: Option<&str>) -> Result<(Bytes, Option<String>)> {
    let page = Page { limit: PAGE, cursor, backward: false };
    let (run, listed) = histories::list(state.service.db(), visit.id, None, None, page).await?;
    let garments: Vec<ClothingId> = listed.items.iter().flat_map(|record| record.clothing_ids.iter().copied()).collect();
    let outfits: Vec<_> = listed.items.iter().filter_map(|record| record.template_id).collect();
    let album = pictures::album(run, visit.id, &garments, &outfits).await?;
    let mut rows = Vec::with_capacity(listed.items.len() + 1);
    if cursor.is_none() {
        rows.push(head(&visit.ui));
    }
    rows.extend(listed.items.iter().map(|record| row(&visit.ui, record, &album)));
    let table = table(&rows);
    Ok((Bytes::from(if cursor.is_none() { format!("{UTF8}{table}") } else { table }), listed.next))
}

fn head(ui: &Ui) -> [String; 5] {
    ["wardrobe-csv-date", "wardrobe-csv-how", "wardrobe-csv-outfit", "wardrobe-csv-garments", "wardrobe-csv-count"].map(|id| ui.t(id))
}

fn row(ui: &Ui, record: &History, album: &Album) -> [String; 5] {
    let by = if record.template_id.is_some() { "wardrobe-recorded-by-outfit" } else { "wardrobe-recorded-by-garments" };
    let outfit = record.template_id.and_then(|id| album.templates.get(&id));
    let name = |id: &ClothingId| album.clothes.get(id).map_or_else(|| ui.t("wardrobe-deleted"), |garment| garment.name.clone());
    let garments: Vec<String> = record.clothing_ids.iter().map(name).collect();
    [
        IsoDay(record.date.0).to_string(),
        ui.t(by),
        outfit.map(|outfit| outfit.name.clone()).unwrap_or_default(),
        garments.join(" + "),
        garments.len().to_string(),
    ]
}

fn table(rows: &[[String; 5]]) -> String {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row.each_ref().map(|cell| harmless(cell))).expect("a buffer takes every row of five");
    }
    String::from_utf8(writer.into_inner().expect("a buffer takes every row")).expect("rows are text")
}

/// A spreadsheet program takes a cell that begins like this for a formula and carries it out, and a name is anybody's who has the
/// address. An apostrophe makes it text. Japanese programs also know the wide forms.
fn harmless(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    if is_formula { format!("'{cell}") } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula_and_no_cell_breaks_its_row() {
        let row = |name: &str| ["2026-11-20", "a", "", name, "1"].map(str::to_owned);
        let rows = ["=1+1", "+1", "-1", "@a", "\tb", "＝c", "a,\"b\"", "白いシャツ + 靴", "a-b"].map(row);
        let expected = ["'=1+1", "'+1", "'-1", "'@a", "'\tb", "'＝c", "\"a,\"\"b\"\"\"", "白いシャツ + 靴", "a-b"];
        let expected = expected.map(|name| format!("2026-11-20,a,,{name},1\r\n")).concat();
        assert_eq!(table(&rows), expected);
    }
}
