//! Garments: the list in three sections, the page of one, the form.

use askama::Template;
use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use chabudai_app::pictures::FORM_BYTES;
use chabudai_kernel::db::Paging;
use chabudai_kernel::part::Day;
use chabudai_media::Pictures;
use chabudai_web::chart::Drawing;
use chabudai_web::form::{Form, Wrong};
use chabudai_web::input::{Path, Query};
use chabudai_web::problem::Problem;
use chabudai_web::site::page_above;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use serde::Deserialize;

use super::cards::OutfitCard;
use super::histories::way_back;
use super::words::{Choice, GENRES, Order, SEASONS, Worded as _};
use super::year::{calendar, months, year_of};
use super::{Answer, Closet, Visit, once};
use crate::api::AppState;
use crate::api::clothes::wanted;
use crate::api::pictures::take_in;
use crate::error::WardrobeError;
use crate::model::{Clothing, ClothingId, Genre, LONGEST_NAME, SeasonTag, Status};
use crate::name::Name;
use crate::picture::{ImageKey, picture_in};
use crate::repo::counters::Counted;
use crate::repo::{Sort, Wanted, clothes, outfits};
use crate::service::NewClothing;

/// What a picture may have.
const MEGABYTES: usize = Pictures::MAX_BYTES / (1024 * 1024);

/// Garments on a page, of each section.
const PAGE: u32 = 50;

pub(super) fn routes(routes: Router<AppState>) -> Router<AppState> {
    // Larger than a picture may be: one that is too large is told beside its field, with everything else that was typed.
    let with_picture = || DefaultBodyLimit::max(3 * Pictures::MAX_BYTES + FORM_BYTES);
    routes
        .route("/wardrobe/{wid}/clothes", get(list_clothes).post(add_clothing).layer(with_picture()))
        .route("/wardrobe/{wid}/clothes/new", get(show_new_clothing))
        .route("/wardrobe/{wid}/clothes/{cid}", get(show_clothing).post(edit_clothing).layer(with_picture()))
        .route("/wardrobe/{wid}/clothes/{cid}/edit", get(show_edit_clothing))
        .route("/wardrobe/{wid}/clothes/{cid}/delete", post(delete_clothing).get(page_above))
        .route("/wardrobe/{wid}/clothes/{cid}/restore", post(restore_clothing).get(page_above))
}

/// The garments of one section, or of all of them.
struct Section {
    genre: Option<Genre>,
    list: String,
    garments: Vec<Clothing>,
    more: Option<String>,
}

#[derive(Template)]
#[template(path = "wardrobe/clothes.html")]
struct ClothesPage<'a> {
    ui: &'a Ui,
    w: &'a Closet,
    today: Day,
    choice: Choice,
    /// The whole list, even if it is not all in sight.
    is_empty: bool,
    sections: Vec<Section>,
    /// What the addresses of its garments end with, so that the same list stands beside each of them.
    rest: String,
}

impl ClothesPage<'_> {
    /// The garment that a wide screen shows beside the list until another one is chosen. The list knows all of it.
    fn first(&self) -> Option<&Clothing> {
        self.sections.iter().find_map(|section| section.garments.first())
    }
}

async fn list_clothes(State(state): State<AppState>, visit: Visit, Query(choice): Query<Choice>) -> Answer {
    let visit = visit.here("clothes");
    let wanted = wanted(Some(&choice.q), choice.tag)?;
    // Sections are for looking around. Whoever asks for an order or for a name wants one list, which is also one query.
    let genres: Vec<Option<Genre>> = match choice.genre {
        None if choice.sort == Order::New && !choice.is_narrowed() => GENRES.into_iter().map(Some).collect(),
        genre => vec![genre],
    };
    let db = state.service.db();
    let (sort, backward) = choice.sort.sort();
    let mut sections = Vec::new();
    for genre in genres {
        let page = Paging { limit: PAGE, cursor: choice.cursor.as_deref(), backward };
        let listed = clothes::list(db, visit.id, Status::Active, sort, genre, &wanted, page).await?;
        let list = format!("list-{}", genre.map_or("all", |genre| genre.as_str()));
        sections.push(Section {
            genre,
            list,
            garments: listed.items,
            more: choice.next(genre, listed.next).map(|next| visit.w.at(&format!("/clothes{next}"))),
        });
    }
    // A search that has looked at a thousand garments without finding one may still find it further on.
    let is_empty = sections.iter().all(|section| section.garments.is_empty() && section.more.is_none());
    let rest = choice.at_its_beginning().address();
    let page = ClothesPage { ui: &visit.ui, w: &visit.w, today: visit.today, choice, is_empty, sections, rest };
    Ok(visit.ui.show(&page))
}

/// The list as it stands beside one of its garments on a wide screen: in one piece, which is one query. A phone has no room for it.
async fn beside(state: &AppState, visit: &Visit, choice: &Choice) -> Result<Vec<Clothing>, Problem> {
    if visit.ui.is_phone() {
        return Ok(Vec::new());
    }
    let (sort, backward) = choice.sort.sort();
    let (wanted, page) = (wanted(Some(&choice.q), choice.tag)?, Paging { limit: PAGE, cursor: None, backward });
    Ok(clothes::list(state.service.db(), visit.id, Status::Active, sort, choice.genre, &wanted, page).await?.items)
}

/// What stands in the form.
#[derive(Default)]
struct Draft {
    name: String,
    genre: Option<Genre>,
    tags: Vec<SeasonTag>,
    image_key: Option<String>,
    remove_picture: bool,
}

impl Draft {
    fn read(form: &Form) -> Self {
        Self {
            name: form.text("name").to_owned(),
            genre: form.text("genre").parse().ok(),
            tags: form.texts("tag").filter_map(|tag| tag.parse().ok()).collect(),
            image_key: Some(form.text("imageKey").to_owned()).filter(|key| !key.is_empty()),
            remove_picture: form.has("removePicture"),
        }
    }

    /// Takes in the picture that came with the form, so that it is kept even if something else is wrong.
    async fn take_in(&mut self, state: &AppState, visit: &Visit, form: &Form) -> Result<(), Problem> {
        if let Some(file) = form.file("file") {
            self.image_key = Some(take_in(state, visit.id, visit.from, file.clone()).await?.to_string());
            self.remove_picture = false;
        }
        Ok(())
    }

    fn new_key(&self, visit: &Visit) -> Result<Option<ImageKey>, WardrobeError> {
        self.image_key.as_deref().map(|key| ImageKey::parse(key, visit.id)).transpose()
    }

    /// Everything that is wrong, not only what was found first.
    fn faults(&self, ui: &Ui, first: &Problem) -> Wrong {
        let others = [Name::new(&self.name).err(), self.genre().err()].into_iter().flatten().map(Problem::from);
        others.filter(|other| other.field != first.field).fold(Wrong::with(ui, first), |wrong, other| wrong.and(ui, &other))
    }

    fn key(&self) -> &str {
        self.image_key.as_deref().unwrap_or_default()
    }

    fn is_of(&self, genre: &Genre) -> bool {
        self.genre == Some(*genre)
    }

    fn genre(&self) -> Result<Genre, WardrobeError> {
        let message = "Choose where it is worn.";
        self.genre.ok_or(WardrobeError::Invalid { field: "genre", code: "wardrobe.no_genre", message })
    }
}

#[derive(Template)]
#[template(path = "wardrobe/clothing-form.html")]
struct FormPage<'a> {
    ui: &'a Ui,
    w: &'a Closet,
    draft: Draft,
    wrong: Wrong,
    /// The garment that is changed; none for a new one.
    garment: Option<&'a Clothing>,
    upload: String,
    most: usize,
}

impl FormPage<'_> {
    /// The address of the picture that is to be seen in the form.
    fn picture(&self) -> Option<String> {
        let kept = self.garment.filter(|_| !self.draft.remove_picture).and_then(Clothing::picture);
        self.draft.image_key.as_deref().and_then(picture_in).or(kept).map(|name| self.w.picture(name, "640"))
    }

    /// Whether the garment has a picture that can be taken away.
    fn has_picture(&self) -> bool {
        self.garment.is_some_and(|garment| garment.picture().is_some())
    }
}

fn form_page(visit: &Visit, status: StatusCode, draft: Draft, wrong: Wrong, garment: Option<&Clothing>) -> Response {
    let upload = visit.ui.at(&format!("/wardrobe/v1/wardrobes/{}/images", visit.address));
    let page = FormPage { ui: &visit.ui, w: &visit.w, draft, wrong, garment, upload, most: LONGEST_NAME };
    visit.ui.show_as(status, &page)
}

#[derive(Deserialize)]
struct NewParameters {
    genre: Option<Genre>,
}

async fn show_new_clothing(visit: Visit, Query(given): Query<NewParameters>) -> Response {
    let visit = visit.below("/clothes");
    let draft = Draft { genre: given.genre, ..Draft::default() };
    form_page(&visit, StatusCode::OK, draft, Wrong::default(), None)
}

async fn add_clothing(State(state): State<AppState>, visit: Visit, form: Form) -> Answer {
    let visit = visit.below("/clothes");
    let mut draft = Draft::read(&form);
    let outcome = async {
        draft.take_in(&state, &visit, &form).await?;
        let new = NewClothing {
            name: Name::new(&draft.name)?,
            genre: draft.genre()?,
            image_key: draft.new_key(&visit)?,
            tag_ids: draft.tags.clone(),
        };
        state.service.add_clothing(visit.id, &new, Some(&once(&form))).await?;
        Ok(new)
    };
    match outcome.await {
        Ok(new) => {
            let next = if form.has("another") { format!("/clothes/new?genre={}", new.genre.as_str()) } else { "/clothes".to_owned() };
            let toast = Toast::new("wardrobe-toast-clothing-added").about(new.name.as_str());
            Ok(visit.ui.go_saying(&visit.path(&next), &toast))
        }
        Err(problem) if Problem::is_about_input(&problem) => {
            let wrong = draft.faults(&visit.ui, &problem);
            Ok(form_page(&visit, problem.status, draft, wrong, None))
        }
        Err(problem) => Err(problem),
    }
}

/// The ids in an address.
#[derive(Deserialize)]
struct At {
    cid: ClothingId,
}

async fn garment(state: &AppState, visit: &Visit, at: &At) -> Result<Clothing, Problem> {
    let found = clothes::get(state.service.db(), visit.id, at.cid).await?;
    Ok(found.ok_or(WardrobeError::NotFound("garment"))?)
}

async fn show_edit_clothing(State(state): State<AppState>, visit: Visit, Path(at): Path<At>) -> Answer {
    let garment = garment(&state, &visit, &at).await?;
    let here = format!("/clothes/{}", at.cid);
    if garment.is_deleted() {
        return Ok(visit.ui.go(&visit.path(&here)));
    }
    let visit = visit.below(&here);
    let draft = Draft { name: garment.name.clone(), genre: Some(garment.genre()), tags: garment.tag_ids.clone(), ..Draft::default() };
    Ok(form_page(&visit, StatusCode::OK, draft, Wrong::default(), Some(&garment)))
}

async fn edit_clothing(State(state): State<AppState>, visit: Visit, Path(at): Path<At>, form: Form) -> Answer {
    let before = garment(&state, &visit, &at).await?;
    let here = format!("/clothes/{}", at.cid);
    let visit = visit.below(&here);
    let mut draft = Draft::read(&form);
    let outcome = async {
        draft.take_in(&state, &visit, &form).await?;
        let image_key = match draft.new_key(&visit)? {
            // A form that is sent twice brings the picture that the garment shows already.
            Some(key) if before.image_key.as_deref() == Some(&key.to_string()) => None,
            Some(key) => Some(Some(key)),
            None => draft.remove_picture.then_some(None),
        };
        let name = Name::new(&draft.name)?;
        let edit = clothes::Edit { name: Some(name), genre: Some(draft.genre()?), image_key, tag_ids: Some(draft.tags.clone()) };
        Ok(state.service.edit_clothing(visit.id, at.cid, &edit).await?)
    };
    match outcome.await {
        Ok(()) => Ok(visit.ui.go_saying(&visit.path(&here), &Toast::new("wardrobe-toast-saved").about(draft.name.trim()))),
        Err(problem) if Problem::is_about_input(&problem) && problem.status != StatusCode::NOT_FOUND => {
            let wrong = draft.faults(&visit.ui, &problem);
            Ok(form_page(&visit, problem.status, draft, wrong, Some(&before)))
        }
        Err(problem) => Err(problem),
    }
}

#[derive(Template)]
#[template(path = "wardrobe/clothing.html")]
struct ClothingPage<'a> {
    ui: &'a Ui,
    w: &'a Closet,
    today: Day,
    garment: Clothing,
    days: usize,
    /// One record of today is enough for most; another one is made where records are made.
    is_recorded_today: bool,
    calendar: Drawing,
    months: Drawing,
    outfits: Vec<OutfitCard>,
    /// The list that it was chosen from, and what the addresses in it end with.
    beside: Vec<Clothing>,
    rest: String,
}

impl ClothingPage<'_> {
    fn address(&self) -> String {
        self.w.at(&self.here())
    }

    /// This page, for the forms on it.
    fn here(&self) -> String {
        format!("/clothes/{}", self.garment.clothing_id)
    }
}

async fn show_clothing(State(state): State<AppState>, visit: Visit, Path(at): Path<At>, Query(choice): Query<Choice>) -> Answer {
    let rest = choice.at_its_beginning().address();
    let visit = visit.below(&format!("/clothes{rest}"));
    let beside = beside(&state, &visit, &choice).await?;
    let garment = garment(&state, &visit, &at).await?;
    let db = state.service.db();
    let daily = year_of(db, &visit, Counted::Clothing(at.cid)).await?;
    let page = Paging { limit: 30, cursor: None, backward: true };
    let (run, with) = outfits::list(db, visit.id, Status::Active, Sort::Created, &Wanted::default(), Some(at.cid), page).await?;
    let page = ClothingPage {
        ui: &visit.ui,
        w: &visit.w,
        today: visit.today,
        days: daily.len(),
        is_recorded_today: daily.iter().any(|(day, _)| *day == visit.today),
        calendar: calendar(&visit.ui, &daily, visit.today),
        months: months(&visit.ui, &daily, visit.today),
        outfits: OutfitCard::all(run, visit.id, with.items).await?,
        garment,
        beside,
        rest,
    };
    Ok(visit.ui.show(&page))
}

async fn delete_clothing(State(state): State<AppState>, visit: Visit, Path(at): Path<At>, form: Form) -> Answer {
    let garment = garment(&state, &visit, &at).await?;
    match state.service.delete_clothing(visit.id, at.cid).await {
        // It is in the bin already: the button was pressed twice.
        Err(WardrobeError::NotFound(_)) if garment.is_deleted() => {}
        other => other?,
    }
    let toast = Toast::new("wardrobe-toast-deleted").about(&garment.name);
    let toast = toast.undo(visit.path(&format!("/clothes/{}/restore", at.cid)), Vec::new());
    let back = if form.has("back") { way_back(form.text("back")) } else { "/clothes" };
    Ok(visit.ui.go_saying(&visit.path(back), &toast))
}

async fn restore_clothing(State(state): State<AppState>, visit: Visit, Path(at): Path<At>, _: Form) -> Answer {
    let garment = garment(&state, &visit, &at).await?;
    match state.service.restore_clothing(visit.id, at.cid).await {
        Err(WardrobeError::NotFound(_)) if !garment.is_deleted() => {}
        other => other?,
    }
    let toast = Toast::new("wardrobe-toast-restored").about(&garment.name);
    Ok(visit.ui.go_saying(&visit.path(&format!("/clothes/{}", at.cid)), &toast))
}
