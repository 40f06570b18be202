//! Outfits: the list, the page of one, the form.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use chabudai_kernel::db::Paging;
use chabudai_kernel::part::Day;
use chabudai_web::chart::Drawing;
use chabudai_web::form::{Form, Wrong};
use chabudai_web::input::{Path, Query};
use chabudai_web::problem::Problem;
use chabudai_web::site::page_above;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use serde::Deserialize;

use super::cards::{OutfitCard, Thumb};
use super::picker::{Picked, Picker, about_garments};
use super::words::{Choice, SEASONS, Worded as _};
use super::year::{calendar, months, year_of};
use super::{Answer, Closet, Visit, once};
use crate::api::AppState;
use crate::api::clothes::wanted;
use crate::design::OUTFIT_DETAIL;
use crate::error::WardrobeError;
use crate::model::{Clothing, ClothingId, LONGEST_NAME, Outfit, OutfitId, SeasonTag, Status};
use crate::name::Name;
use crate::repo::counters::Counted;
use crate::repo::{outfits, pictures};
use crate::service::NewOutfit;

/// Outfits on a page.
pub(super) const PAGE: u32 = 30;
/// Garments in the picture of an outfit.
const COLLAGE: usize = 6;

pub(super) fn routes(routes: Router<AppState>) -> Router<AppState> {
    routes
        .route("/wardrobe/{wid}/outfits", get(list_outfits).post(add_outfit))
        .route("/wardrobe/{wid}/outfits/new", get(show_new_outfit))
        .route("/wardrobe/{wid}/outfits/{tid}", get(show_outfit).post(edit_outfit))
        .route("/wardrobe/{wid}/outfits/{tid}/edit", get(show_edit_outfit))
        .route("/wardrobe/{wid}/outfits/{tid}/delete", post(delete_outfit).get(page_above))
        .route("/wardrobe/{wid}/outfits/{tid}/restore", post(restore_outfit).get(page_above))
}

#[derive(Template)]
#[template(path = "wardrobe/outfits.html")]
struct OutfitsPage<'a> {
    ui: &'a Ui,
    w: &'a Closet,
    today: Day,
    choice: Choice,
    outfits: Vec<OutfitCard>,
    more: Option<String>,
    /// Where "wore it today" comes back to.
    back: String,
    /// What the addresses of its outfits end with, so that the same list stands beside each of them.
    rest: String,
}

async fn list_outfits(State(state): State<AppState>, visit: Visit, Query(choice): Query<Choice>) -> Answer {
    let visit = visit.here("outfits");
    let (outfits, next) = cards(&state, &visit, &choice).await?;
    let more = choice.next(None, next).map(|next| visit.w.at(&format!("/outfits{next}")));
    let (back, rest) = (format!("/outfits{}", choice.address()), choice.at_its_beginning().address());
    Ok(visit.ui.show(&OutfitsPage { ui: &visit.ui, w: &visit.w, today: visit.today, choice, outfits, more, back, rest }))
}

/// The cards of a list, and where it goes on.
async fn cards(state: &AppState, visit: &Visit, choice: &Choice) -> Result<(Vec<OutfitCard>, Option<String>), Problem> {
    let wanted = wanted(Some(&choice.q), choice.tag)?;
    let (sort, backward) = choice.sort.sort();
    let page = Paging { limit: PAGE, cursor: choice.cursor.as_deref(), backward };
    let (run, listed) = outfits::list(state.service.db(), visit.id, Status::Active, sort, &wanted, None, page).await?;
    Ok((OutfitCard::all(run, visit.id, listed.items).await?, listed.next))
}

/// What stands in the form.
#[derive(Default)]
struct Draft {
    name: String,
    tags: Vec<SeasonTag>,
    picked: Picked,
}

impl Draft {
    fn read(form: &Form) -> Self {
        Self {
            name: form.text("name").to_owned(),
            tags: form.texts("tag").filter_map(|tag| tag.parse().ok()).collect(),
            picked: Picked::read(form),
        }
    }

    /// Everything that is wrong, not only what was found first.
    fn faults(&self, ui: &Ui, first: &Problem) -> Wrong {
        let name = Name::new(&self.name).err().map(Problem::from);
        let nothing = || Problem::of_field("wardrobe.no_garments", "clothingIds", "Choose one garment at least.");
        let others = [name, self.picked.ids.is_empty().then(nothing)].into_iter().flatten();
        others.filter(|other| other.field != first.field).fold(Wrong::with(ui, first), |wrong, other| wrong.and(ui, &other))
    }
}

#[derive(Template)]
#[template(path = "wardrobe/outfit-form.html")]
struct FormPage<'a> {
    ui: &'a Ui,
    w: &'a Closet,
    draft: Draft,
    picker: Picker,
    wrong: Wrong,
    /// The outfit that is changed; none for a new one.
    outfit: Option<OutfitId>,
    most: usize,
}

async fn form_page(
    state: &AppState,
    visit: &Visit,
    status: StatusCode,
    mut draft: Draft,
    wrong: Wrong,
    outfit: Option<OutfitId>,
    suggest: bool,
) -> Answer {
    let picker = draft.picked.picker(state, visit).await?;
    if suggest {
        draft.name = picker.suggestion();
    }
    let page = FormPage { ui: &visit.ui, w: &visit.w, draft, picker, wrong, outfit, most: LONGEST_NAME };
    Ok(visit.ui.show_as(status, &page))
}

async fn show_new_outfit(State(state): State<AppState>, visit: Visit) -> Answer {
    let visit = visit.below("/outfits");
    let draft = Draft { picked: Picked::of(Vec::new()), ..Draft::default() };
    form_page(&state, &visit, StatusCode::OK, draft, Wrong::default(), None, false).await
}

async fn add_outfit(State(state): State<AppState>, visit: Visit, form: Form) -> Answer {
    let visit = visit.below("/outfits");
    let draft = Draft::read(&form);
    if Picked::is_reworked(&form) {
        return form_page(&state, &visit, StatusCode::OK, draft, Wrong::default(), None, form.has("suggest")).await;
    }
    let made = async {
        let new = NewOutfit { name: Name::new(&draft.name)?, clothing_ids: draft.picked.ids.clone(), tag_ids: draft.tags.clone() };
        Ok(state.service.add_outfit(visit.id, &new, Some(&once(&form))).await?)
    };
    match made.await {
        Ok(_) => Ok(visit.ui.go_saying(&visit.path("/outfits"), &Toast::new("wardrobe-toast-outfit-added").about(draft.name.trim()))),
        Err(problem) if Problem::is_about_input(&problem) => {
            let problem = about_garments(problem);
            let wrong = draft.faults(&visit.ui, &problem);
            form_page(&state, &visit, problem.status, draft, wrong, None, false).await
        }
        Err(problem) => Err(problem),
    }
}

/// The ids in an address.
#[derive(Deserialize)]
struct At {
    tid: OutfitId,
}

async fn outfit(state: &AppState, visit: &Visit, at: &At) -> Result<Outfit, Problem> {
    let found = outfits::get(state.service.db().run(&OUTFIT_DETAIL), visit.id, at.tid, false).await?;
    Ok(found.ok_or(WardrobeError::NotFound("outfit"))?)
}

async fn show_edit_outfit(State(state): State<AppState>, visit: Visit, Path(at): Path<At>) -> Answer {
    let outfit = outfit(&state, &visit, &at).await?;
    let here = format!("/outfits/{}", at.tid);
    if outfit.is_deleted() {
        return Ok(visit.ui.go(&visit.path(&here)));
    }
    let visit = visit.below(&here);
    let draft = Draft { name: outfit.name, tags: outfit.tag_ids, picked: Picked::of(outfit.clothing_ids) };
    form_page(&state, &visit, StatusCode::OK, draft, Wrong::default(), Some(at.tid), false).await
}

async fn edit_outfit(State(state): State<AppState>, visit: Visit, Path(at): Path<At>, form: Form) -> Answer {
    let here = format!("/outfits/{}", at.tid);
    let visit = visit.below(&here);
    let draft = Draft::read(&form);
    if Picked::is_reworked(&form) {
        return form_page(&state, &visit, StatusCode::OK, draft, Wrong::default(), Some(at.tid), form.has("suggest")).await;
    }
    let before = outfit(&state, &visit, &at).await?;
    let saved = async {
        let ids = draft.picked.ids.clone();
        // The same garments are not looked at again, so an outfit that holds one from the bin can still be renamed.
        let clothing_ids = (ids != before.clothing_ids).then_some(ids);
        let edit = outfits::Edit { name: Some(Name::new(&draft.name)?), clothing_ids, tag_ids: Some(draft.tags.clone()) };
        Ok(state.service.edit_outfit(visit.id, at.tid, &edit).await?)
    };
    match saved.await {
        Ok(()) => Ok(visit.ui.go_saying(&visit.path(&here), &Toast::new("wardrobe-toast-saved").about(draft.name.trim()))),
        Err(problem) if Problem::is_about_input(&problem) && !before.is_deleted() => {
            let problem = about_garments(problem);
            let wrong = draft.faults(&visit.ui, &problem);
            form_page(&state, &visit, problem.status, draft, wrong, Some(at.tid), false).await
        }
        Err(problem) => Err(problem),
    }
}

#[derive(Template)]
#[template(path = "wardrobe/outfit.html")]
struct OutfitPage<'a> {
    ui: &'a Ui,
    w: &'a Closet,
    today: Day,
    outfit: Outfit,
    /// Those that are still there, in order.
    garments: Vec<Clothing>,
    days: usize,
    /// One record of today is enough for most; another one is made where records are made.
    is_recorded_today: bool,
    calendar: Drawing,
    months: Drawing,
    /// Its first garments, put together to one picture.
    collage: Vec<Thumb>,
    /// The list that it was chosen from, and what the addresses in it end with.
    beside: Vec<OutfitCard>,
    rest: String,
}

impl OutfitPage<'_> {
    fn address(&self) -> String {
        self.w.at(&format!("/outfits/{}", self.outfit.template_id))
    }
}

async fn show_outfit(State(state): State<AppState>, visit: Visit, Path(at): Path<At>, Query(choice): Query<Choice>) -> Answer {
    let choice = choice.at_its_beginning();
    let rest = choice.address();
    let visit = visit.below(&format!("/outfits{rest}"));
    // A phone has no room for the list beside it.
    let beside = if visit.ui.is_phone() { Vec::new() } else { cards(&state, &visit, &choice).await?.0 };
    let db = state.service.db();
    let run = db.run(&OUTFIT_DETAIL);
    let outfit = outfits::get(run, visit.id, at.tid, false).await?.ok_or(WardrobeError::NotFound("outfit"))?;
    let mut album = pictures::album(run, visit.id, &outfit.clothing_ids, &[]).await?;
    let garments: Vec<Clothing> = outfit.clothing_ids.iter().filter_map(|id: &ClothingId| album.clothes.remove(id)).collect();
    let daily = year_of(db, &visit, Counted::Outfit(at.tid)).await?;
    let page = OutfitPage {
        ui: &visit.ui,
        w: &visit.w,
        today: visit.today,
        collage: garments.iter().take(COLLAGE).map(|garment| Thumb::of(Some(garment))).collect(),
        garments,
        beside,
        rest,
        days: daily.len(),
        is_recorded_today: daily.iter().any(|(day, _)| *day == visit.today),
        calendar: calendar(&visit.ui, &daily, visit.today),
        months: months(&visit.ui, &daily, visit.today),
        outfit,
    };
    Ok(visit.ui.show(&page))
}

async fn delete_outfit(State(state): State<AppState>, visit: Visit, Path(at): Path<At>, _: Form) -> Answer {
    let outfit = outfit(&state, &visit, &at).await?;
    match state.service.delete_outfit(visit.id, at.tid).await {
        // It is in the bin already: the button was pressed twice.
        Err(WardrobeError::NotFound(_)) if outfit.is_deleted() => {}
        other => other?,
    }
    let toast = Toast::new("wardrobe-toast-deleted").about(&outfit.name);
    let toast = toast.undo(visit.path(&format!("/outfits/{}/restore", at.tid)), Vec::new());
    Ok(visit.ui.go_saying(&visit.path("/outfits"), &toast))
}

async fn restore_outfit(State(state): State<AppState>, visit: Visit, Path(at): Path<At>, _: Form) -> Answer {
    let outfit = outfit(&state, &visit, &at).await?;
    match state.service.restore_outfit(visit.id, at.tid).await {
        Err(WardrobeError::NotFound(_)) if !outfit.is_deleted() => {}
        other => other?,
    }
    let toast = Toast::new("wardrobe-toast-restored").about(&outfit.name);
    Ok(visit.ui.go_saying(&visit.path(&format!("/outfits/{}", at.tid)), &toast))
}
