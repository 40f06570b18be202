//! Choosing garments in an order: sections of check boxes, and the list of what is chosen. Works by round trips where there is no script.

use chabudai_kernel::db::Paging;
use chabudai_web::form::Form;
use chabudai_web::problem::Problem;

use super::Visit;
use super::words::GENRES;
use crate::api::AppState;
use crate::design::OUTFIT_DETAIL;
use crate::model::{Clothing, ClothingId, Genre, MOST_GARMENTS, Status};
use crate::repo::{Sort, Wanted, clothes};

/// Garments of a section before "more" is pressed, and by how many more it grows.
const STEP: u32 = 50;
/// The most that a section shows: a list that nobody would scroll through.
const MOST_SHOWN: u32 = 1_000;

/// What stands in the form.
#[derive(Clone, Debug, Default)]
pub(super) struct Picked {
    /// What is chosen, in order.
    pub(super) ids: Vec<ClothingId>,
    /// How many garments each section shows.
    shown: [u32; 3],
}

impl Picked {
    pub(super) fn of(ids: Vec<ClothingId>) -> Self {
        Self { ids, shown: [STEP; 3] }
    }

    /// Reads the form, and does what one of its own buttons asks for: move a garment up or down, or show more.
    pub(super) fn read(form: &Form) -> Self {
        let parsed = |name: &str| -> Vec<ClothingId> { form.texts(name).filter_map(|id| id.parse().ok()).collect() };
        let checked = parsed("clothing");
        // What was in order stays in order; what is new stands behind it.
        let mut ids: Vec<ClothingId> = Vec::new();
        for id in parsed("order").into_iter().filter(|id| checked.contains(id)).chain(checked.iter().copied()) {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        let mut shown = GENRES.map(|genre| form.text(&format!("shown-{}", genre.as_str())).parse().unwrap_or(STEP).clamp(STEP, MOST_SHOWN));
        for (shown, genre) in shown.iter_mut().zip(GENRES) {
            if form.text("show") == genre.as_str() {
                *shown = (*shown + STEP).min(MOST_SHOWN);
            }
        }
        if let Some((id, direction)) = form.text("move").split_once(':')
            && let Some(at) = id.parse::<ClothingId>().ok().and_then(|id| ids.iter().position(|known| *known == id))
        {
            let to = if direction == "up" { at.saturating_sub(1) } else { (at + 1).min(ids.len() - 1) };
            ids.swap(at, to);
        }
        Self { ids, shown }
    }

    /// Whether one of the picker's own buttons was pressed: the form comes back, and nothing is saved.
    pub(super) fn is_reworked(form: &Form) -> bool {
        ["move", "show", "suggest"].into_iter().any(|button| form.has(button))
    }

    /// Reads what the picker shows.
    pub(super) async fn picker(&self, state: &AppState, visit: &Visit) -> Result<Picker, Problem> {
        let db = state.service.db();
        // More than an outfit can hold is told by the service; here it must only not become a large read.
        let wanted = &self.ids[..self.ids.len().min(MOST_GARMENTS * 2)];
        let chosen = clothes::current_many(db.run(&OUTFIT_DETAIL), visit.id, wanted).await?;
        let mut sections = Vec::new();
        for (genre, shown) in GENRES.into_iter().zip(self.shown) {
            let page = Paging { limit: shown, cursor: None, backward: true };
            let listed = clothes::list(db, visit.id, Status::Active, Sort::Created, Some(genre), &Wanted::default(), page).await?;
            let mut garments = listed.items;
            // What is chosen has its box even if it is further down.
            for garment in chosen.iter().filter(|garment| garment.genre() == genre) {
                if !garments.iter().any(|listed| listed.clothing_id == garment.clothing_id) {
                    garments.push(garment.clone());
                }
            }
            let more = listed.next.is_some() && shown < MOST_SHOWN;
            sections.push(Section { genre, shown, garments, more });
        }
        Ok(Picker { chosen, sections })
    }
}

/// A garment that is not there is one that is in the bin by now: said beside the garments, where it is marked.
pub(super) fn about_garments(problem: Problem) -> Problem {
    match problem.code {
        "wardrobe.not_found" => Problem {
            field: Some("clothingIds".to_owned()),
            code: "wardrobe.garment_gone",
            detail: "Something chosen is in the bin.".to_owned(),
            ..problem
        },
        _ => problem,
    }
}

/// What the picker shows.
pub(super) struct Picker {
    /// What is chosen, in order.
    pub(super) chosen: Vec<Clothing>,
    pub(super) sections: Vec<Section>,
}

/// The garments of a genre.
pub(super) struct Section {
    pub(super) genre: Genre,
    pub(super) shown: u32,
    pub(super) garments: Vec<Clothing>,
    pub(super) more: bool,
}

impl Picker {
    /// Whether a garment is chosen.
    pub(super) fn has(&self, id: &ClothingId) -> bool {
        self.chosen.iter().any(|garment| garment.clothing_id == *id)
    }

    /// Whether there is nothing to choose from.
    pub(super) fn is_empty(&self) -> bool {
        self.sections.iter().all(|section| section.garments.is_empty())
    }

    /// The names of what is chosen, joined: a name for an outfit.
    pub(super) fn suggestion(&self) -> String {
        crate::name::suggested(self.chosen.iter().map(|garment| garment.name.as_str()))
    }
}
