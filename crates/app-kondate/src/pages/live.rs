//! Open pages of a kitchen: told when something in it changes, and that it is not theirs any more.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::request::Parts;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use chabudai_kernel::feed::Change;
use chabudai_kernel::key::KeyValue;
use chabudai_web::input::Query;
use chabudai_web::live::Live;
use chabudai_web::people::{Away, Member as SignedIn, whoever_asks};
use chabudai_web::problem::Problem;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use serde::Deserialize;

use super::PageState;
use crate::error::KondateError;
use crate::model::KitchenId;
use crate::repo::kitchens;
use crate::service::Service;

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes.route("/kondate/live", get(listen)).route("/kondate/gone", get(gone))
}

/// What a change is about: the partition that it is in, a kitchen's or a person's. Who comes and goes is written into both.
pub(crate) fn topic(change: &Change) -> Option<String> {
    match &change.key.hash {
        KeyValue::S(key) => key.strip_prefix("USER#").map(str::to_owned),
        _ => None,
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kitchen {
    kitchen: KitchenId,
}

/// Listens to a kitchen that one is in. Another one is not there. Whoever is signed out meanwhile hears nothing more.
async fn listen(
    State(service): State<Service>,
    State(live): State<Live>,
    SignedIn { ui, person }: SignedIn,
    Query(at): Query<Kitchen>,
    asked: Parts,
) -> Result<Response, Away> {
    // What happens after the look is heard.
    let listening = live.listen(person.id.as_str(), [at.kitchen.to_string()])?;
    let (ui, asked) = (Arc::new(ui), Arc::new(asked));
    let is_here = move || {
        let (service, kitchen, ui, asked) = (service.clone(), at.kitchen.clone(), ui.clone(), asked.clone());
        async move {
            let person = whoever_asks(&ui, &asked).await.ok()??;
            let mine = kitchens::of(service.db(), &person.id).await.ok()?;
            Some(mine.iter().any(|one| one.kitchen_id == kitchen))
        }
    };
    match is_here().await {
        Some(true) => Ok(listening.stream(is_here)),
        Some(false) => Err(Problem::from(KondateError::NotFound("kitchen")).into()),
        None => Err(Problem::from(KondateError::Busy).into()),
    }
}

/// Where a page leads whose kitchen is not theirs any more.
async fn gone(ui: Ui) -> Response {
    ui.go_saying("/kondate", &Toast::new("kondate-toast-gone").failed()).into_response()
}
