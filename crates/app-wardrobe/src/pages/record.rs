//! Recording what was worn: choose how, then by an outfit or by garments.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use chabudai_kernel::db::Paging;
use chabudai_kernel::error::OwnReason as _;
use chabudai_kernel::part::{Day, IsoDay};
use chabudai_web::form::{Form, Wrong};
use chabudai_web::input::Query;
use chabudai_web::problem::Problem;
use chabudai_web::ui::Ui;
use serde::Deserialize;

use super::cards::OutfitCard;
use super::histories::{day_in, recorded};
use super::outfits::PAGE;
use super::picker::{Picked, Picker, about_garments};
use super::words::Worded as _;
use super::{Answer, Closet, Visit, once};
use crate::api::AppState;
use crate::error::{WardrobeError, WardrobeReason};
use crate::model::{Created, OutfitId, Status};
use crate::repo::{Sort, Wanted, outfits};
use crate::service::Worn;

pub(super) fn routes(routes: Router<AppState>) -> Router<AppState> {
    routes
        .route("/wardrobe/{wid}/record", get(show_record))
        .route("/wardrobe/{wid}/record/outfit", get(show_record_outfit).post(record_outfit))
        .route("/wardrobe/{wid}/record/combination", get(show_record_combination).post(record_combination))
}

#[derive(Template)]
#[template(path = "wardrobe/record.html")]
struct ChoosePage<'a> {
    ui: &'a Ui,
    w: &'a Closet,
}

async fn show_record(visit: Visit) -> Response {
    let visit = visit.below("");
    visit.ui.show(&ChoosePage { ui: &visit.ui, w: &visit.w })
}

/// The day that a form names, as the form had it.
struct When {
    text: String,
    today: Day,
    /// It stands in the records of that day: the form asks whether it was worn once more.
    asks_again: bool,
}

impl When {
    fn today(visit: &Visit) -> Self {
        Self { text: IsoDay(visit.today.0).to_string(), today: visit.today, asks_again: false }
    }

    fn read(visit: &Visit, form: &Form) -> Self {
        Self { text: form.text("date").to_owned(), today: visit.today, asks_again: false }
    }

    fn day(&self) -> Result<Day, WardrobeError> {
        let message = "Choose the day on which it was worn.";
        day_in(&self.text).ok_or(WardrobeError::Invalid { field: "date", code: "wardrobe.no_date", message })
    }

    /// The same, asking whether it was worn once more if that is what went wrong.
    fn after(self, problem: &Problem) -> Self {
        Self { asks_again: problem.code == WardrobeReason::RecordedAlready.code(), ..self }
    }

    /// The last day that can be recorded.
    fn last(&self) -> String {
        IsoDay(self.today.0.tomorrow().unwrap_or(self.today.0)).to_string()
    }
}

async fn record(state: &AppState, visit: &Visit, form: &Form, when: &When, worn: &Worn) -> Result<Created, Problem> {
    let (day, once) = (when.day()?, once(form));
    if form.has("again") {
        return Ok(state.service.record(visit.id, day, visit.today, worn, Some(&once)).await?);
    }
    Ok(state.service.record_once(visit.id, day, visit.today, worn, Some(&once)).await?)
}

#[derive(Template)]
#[template(path = "wardrobe/record-outfit.html")]
struct OutfitPage<'a> {
    ui: &'a Ui,
    w: &'a Closet,
    when: When,
    chosen: Option<OutfitId>,
    outfits: Vec<OutfitCard>,
    shown: u32,
    more: bool,
    wrong: Wrong,
}

impl OutfitPage<'_> {
    fn has(&self, id: &OutfitId) -> bool {
        self.chosen == Some(*id)
    }
}

async fn outfit_page(
    state: &AppState,
    visit: &Visit,
    status: StatusCode,
    when: When,
    chosen: Option<OutfitId>,
    shown: u32,
    wrong: Wrong,
) -> Answer {
    let page = Paging { limit: shown, cursor: None, backward: true };
    let (run, listed) = outfits::list(state.service.db(), visit.id, Status::Active, Sort::LastWorn, &Wanted::default(), None, page).await?;
    let more = listed.next.is_some() && shown < MOST_SHOWN;
    let outfits = OutfitCard::all(run, visit.id, listed.items).await?;
    let page = OutfitPage { ui: &visit.ui, w: &visit.w, when, chosen, outfits, shown, more, wrong };
    Ok(visit.ui.show_as(status, &page))
}

/// The most outfits that the form shows.
const MOST_SHOWN: u32 = 600;

async fn show_record_outfit(State(state): State<AppState>, visit: Visit) -> Answer {
    let visit = visit.below("/record");
    let when = When::today(&visit);
    outfit_page(&state, &visit, StatusCode::OK, when, None, PAGE, Wrong::default()).await
}

async fn record_outfit(State(state): State<AppState>, visit: Visit, form: Form) -> Answer {
    let visit = visit.below("/record");
    let when = When::read(&visit, &form);
    let chosen: Option<OutfitId> = form.text("template").parse().ok();
    let shown: u32 = form.text("shown").parse().unwrap_or(PAGE).clamp(PAGE, MOST_SHOWN);
    if form.has("show") {
        return outfit_page(&state, &visit, StatusCode::OK, when, chosen, (shown + PAGE).min(MOST_SHOWN), Wrong::default()).await;
    }
    let made = async {
        let message = "Choose an outfit.";
        let no_outfit = WardrobeError::Invalid { field: "template", code: "wardrobe.no_outfit", message };
        record(&state, &visit, &form, &when, &Worn::Outfit(chosen.ok_or(no_outfit)?)).await
    };
    match made.await {
        Ok(created) => Ok(recorded(&visit, &created, "")),
        Err(problem) if Problem::is_about_input(&problem) => {
            let wrong = Wrong::with(&visit.ui, &problem);
            outfit_page(&state, &visit, problem.status, when.after(&problem), chosen, shown, wrong).await
        }
        Err(problem) => Err(problem),
    }
}

#[derive(Template)]
#[template(path = "wardrobe/record-combination.html")]
struct CombinationPage<'a> {
    ui: &'a Ui,
    w: &'a Closet,
    when: When,
    picker: Picker,
    wrong: Wrong,
}

async fn combination_page(state: &AppState, visit: &Visit, status: StatusCode, when: When, chosen: &Picked, wrong: Wrong) -> Answer {
    let picker = chosen.picker(state, visit).await?;
    Ok(visit.ui.show_as(status, &CombinationPage { ui: &visit.ui, w: &visit.w, when, picker, wrong }))
}

#[derive(Deserialize)]
struct CombinationParameters {
    /// Garments to begin with, separated by commas.
    #[serde(default)]
    clothing: String,
}

async fn show_record_combination(State(state): State<AppState>, visit: Visit, Query(given): Query<CombinationParameters>) -> Answer {
    let visit = visit.below("/record");
    let picked = Picked::of(given.clothing.split(',').filter_map(|id| id.parse().ok()).collect());
    combination_page(&state, &visit, StatusCode::OK, When::today(&visit), &picked, Wrong::default()).await
}

async fn record_combination(State(state): State<AppState>, visit: Visit, form: Form) -> Answer {
    let visit = visit.below("/record");
    let when = When::read(&visit, &form);
    let picked = Picked::read(&form);
    if Picked::is_reworked(&form) {
        return combination_page(&state, &visit, StatusCode::OK, when, &picked, Wrong::default()).await;
    }
    match record(&state, &visit, &form, &when, &Worn::Combination(picked.ids.clone())).await {
        Ok(created) => Ok(recorded(&visit, &created, "")),
        Err(problem) if Problem::is_about_input(&problem) => {
            let problem = about_garments(problem);
            let wrong = Wrong::with(&visit.ui, &problem);
            combination_page(&state, &visit, problem.status, when.after(&problem), &picked, wrong).await
        }
        Err(problem) => Err(problem),
    }
}
