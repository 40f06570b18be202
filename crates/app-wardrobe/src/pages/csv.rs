//! All records as a table for csv programs, however many there are.

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse as _;
use axum::routing::get;
use chabudai_kernel::db::Paging;
use chabudai_kernel::part::IsoDay;
use chabudai_web::csv::{self, UTF8};
use chabudai_web::ui::Ui;
use futures::stream::{self, StreamExt as _};

use super::{Answer, Visit};
use crate::api::AppState;
use crate::error::Result;
use crate::model::{ClothingId, History};
use crate::repo::histories;
use crate::repo::pictures::{self, Album};

/// Records that are read at once.
const PAGE: u32 = 200;

pub(super) fn routes(routes: Router<AppState>) -> Router<AppState> {
    routes.route("/wardrobe/{wid}/history.csv", get(download_history))
}

async fn download_history(State(state): State<AppState>, visit: Visit) -> Answer {
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
    let headers =
        [(header::CONTENT_TYPE, "text/csv; charset=utf-8"), (header::CONTENT_DISPOSITION, "attachment; filename=\"wardrobe-history.csv\"")];
    Ok((headers, body).into_response())
}

/// One part of the table, and the cursor of the next. Oldest first: what is recorded meanwhile comes at the end.
async fn part(state: &AppState, visit: &Visit, cursor: Option<&str>) -> Result<(Bytes, Option<String>)> {
    let page = Paging { limit: PAGE, cursor, backward: false };
    let (run, listed) = histories::list(state.service.db(), visit.id, None, None, page).await?;
    let garments: Vec<ClothingId> = listed.items.iter().flat_map(|record| record.clothing_ids.iter().copied()).collect();
    let outfits: Vec<_> = listed.items.iter().filter_map(|record| record.template_id).collect();
    let album = pictures::album(run, visit.id, &garments, &outfits).await?;
    let mut rows = Vec::with_capacity(listed.items.len() + 1);
    if cursor.is_none() {
        rows.push(head(&visit.ui));
    }
    rows.extend(listed.items.iter().map(|record| row(&visit.ui, record, &album)));
    let table = csv::rows(&rows);
    Ok((Bytes::from(if cursor.is_none() { format!("{UTF8}{table}") } else { table }), listed.next))
}

fn head(ui: &Ui) -> [String; 5] {
    ["wardrobe-csv-date", "wardrobe-csv-how", "wardrobe-csv-outfit", "wardrobe-csv-garments", "wardrobe-csv-count"]
        .map(|id| ui.t(id).into_owned())
}

fn row(ui: &Ui, record: &History, album: &Album) -> [String; 5] {
    let by = if record.template_id.is_some() { "wardrobe-recorded-by-outfit" } else { "wardrobe-recorded-by-garments" };
    let outfit = record.template_id.and_then(|id| album.outfits.get(&id));
    let name =
        |id: &ClothingId| album.clothes.get(id).map_or_else(|| ui.t("wardrobe-deleted").into_owned(), |garment| garment.name.clone());
    let garments: Vec<String> = record.clothing_ids.iter().map(name).collect();
    [
        IsoDay(record.date.0).to_string(),
        ui.t(by).into_owned(),
        outfit.map(|outfit| outfit.name.clone()).unwrap_or_default(),
        garments.join(" + "),
        garments.len().to_string(),
    ]
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;
    use std::sync::Arc;
    use std::time::Duration;

    use chabudai_kernel::clock::FixedClock;
    use chabudai_kernel::db::Db;
    use chabudai_kernel::ids::CountingIds;
    use chabudai_kernel::op::Update;
    use chabudai_kernel::part::{Day, Millis};
    use chabudai_kernel::store::Now;
    use chabudai_media::Pictures;
    use chabudai_store_embedded::{EmbeddedStore, Options};
    use chabudai_web::guard::Guard;
    use chabudai_web::rate::Limiter;
    use chabudai_web::site::{FrontApp, Site, SiteParts};
    use jiff::ToSpan as _;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::{TcpListener, TcpStream};
    use uuid::Uuid;

    use super::*;
    use crate::design::DESIGN;
    use crate::model::{HistoryId, WardrobeId};
    use crate::name::Name;
    use crate::service::Service;

    /// The whole answer, as it comes over the wire.
    async fn answer(at: SocketAddr, wardrobe: WardrobeId) -> String {
        let mut stream = TcpStream::connect(at).await.unwrap();
        let request = format!("GET /wardrobe/{wardrobe}/history.csv HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        String::from_utf8(answer).unwrap()
    }

    #[tokio::test]
    async fn a_download_that_breaks_off_does_not_look_whole() {
        let folder = tempfile::tempdir().unwrap();
        let options = Options { sweep_every: None, ..Options::default() };
        let store = EmbeddedStore::open(&folder.path().join("wardrobe.sqlite"), DESIGN.tables, options).unwrap();
        let db = Db::new(&DESIGN, Arc::new(store), Arc::new(FixedClock::at_millis(1_794_699_000_000)), b"a secret of the test");
        let service = Service::new(db, Arc::new(CountingIds::default()));
        let wardrobe: WardrobeId = service.create_wardrobe(&Name::new("a").unwrap(), None, None).await.unwrap().id().unwrap();
        let records: Vec<History> = (0..=PAGE)
            .map(|number| History {
                wardrobe_id: wardrobe,
                history_id: HistoryId::new(Uuid::from_u128(number.into())),
                created_at: Millis(0),
                date: Day(jiff::civil::date(2026, 1, 1).saturating_add(i64::from(number).days())),
                template_id: None,
                clothing_ids: vec![ClothingId::new(Uuid::nil())],
            })
            .collect();
        for record in &records {
            service.db().store().write(&histories::create(record).into(), Now(0)).await.unwrap();
        }
        let state = AppState {
            service: service.clone(),
            pictures: Pictures::folder(folder.path()).unwrap(),
            per_wardrobe: Limiter::new(None),
            misses: Limiter::new(None),
            new_wardrobes: crate::api::NewWardrobes::Anybody,
            people: None,
            shown_to_anybody: Arc::default(),
        };
        let guard = Guard {
            body_bytes: 1,
            time: Duration::from_mins(1),
            per_address: Limiter::new(None),
            unlimited: Vec::new(),
            trusted_proxies: chabudai_web::proxies::TrustedProxies::default(),
        };
        let site =
            Site::new(SiteParts { apps: vec![FrontApp { info: &super::super::INFO, card: None, finder: None }], ..SiteParts::default() });
        let router = guard.around(routes(Router::new()).with_state(state), site);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        tokio::spawn(axum::serve(listener, router).into_future());

        let whole = answer(at, wardrobe).await;
        assert!(whole.starts_with("HTTP/1.1 200") && whole.ends_with("\r\n0\r\n\r\n"), "{whole}");
        assert_eq!(whole.matches("2026-").count(), records.len());

        // The one record of the second part cannot be read any more.
        let last = records.last().unwrap();
        let broken = Update::of::<History>(History::key(wardrobe, last.history_id)).remove("clothingIds");
        service.db().store().write(&broken.into(), Now(0)).await.unwrap();
        let cut = answer(at, wardrobe).await;
        // What was not on its way yet is dropped, so this may be nothing at all.
        assert!(!cut.ends_with("\r\n0\r\n\r\n"), "{cut}");
    }
}
