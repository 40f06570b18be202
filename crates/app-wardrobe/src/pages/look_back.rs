//! Looking back: the year in numbers, and what was not worn for long.

use std::collections::{BTreeMap, HashSet};

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use chabudai_kernel::db::Paging;
use chabudai_kernel::part::Day;
use chabudai_web::chart::Drawing;
use chabudai_web::input::Query;
use chabudai_web::site::escaped;
use chabudai_web::ui::{Link, Ui};
use jiff::ToSpan as _;
use serde::Deserialize;

use super::year::{calendar, first_day, months};
use super::{Answer, Closet, Visit};
use crate::api::AppState;
use crate::model::{Clothing, ClothingId, History, Status};
use crate::repo::{Sort, Wanted, clothes, histories};

/// Garments in each of the two rankings.
const RANKS: u32 = 10;
/// Garments on a page of those that were not worn.
const PAGE: u32 = 50;

pub(super) fn routes(routes: Router<AppState>) -> Router<AppState> {
    routes.route("/wardrobe/{wid}/statistics", get(show_statistics)).route("/wardrobe/{wid}/review", get(show_review))
}

/// The last twelve months in four numbers.
#[derive(PartialEq, Eq, Debug)]
struct Year {
    records: usize,
    days: usize,
    garments: usize,
    this_month: usize,
}

impl Year {
    fn of(records: &[History], today: Day) -> Self {
        let last_year = today.0.saturating_sub(1.year());
        let records: Vec<&History> = records.iter().filter(|record| record.date.0 > last_year).collect();
        let days: HashSet<Day> = records.iter().map(|record| record.date).collect();
        let garments: HashSet<ClothingId> = records.iter().flat_map(|record| record.clothing_ids.iter().copied()).collect();
        let is_this_month = |record: &&&History| record.date.0.first_of_month() == today.0.first_of_month();
        Self {
            records: records.len(),
            days: days.len(),
            garments: garments.len(),
            this_month: records.iter().filter(is_this_month).count(),
        }
    }

    /// Each number with what it counts.
    fn tiles(&self, ui: &Ui) -> [(String, String); 4] {
        [
            (self.records, "wardrobe-year-records"),
            (self.this_month, "wardrobe-month-records"),
            (self.days, "wardrobe-year-days"),
            (self.garments, "wardrobe-year-garments"),
        ]
        .map(|(number, title)| (ui.number(number), ui.t(title).into_owned()))
    }
}

#[derive(Template)]
#[template(path = "wardrobe/statistics.html")]
struct StatisticsPage<'a> {
    ui: &'a Ui,
    w: &'a Closet,
    /// Nothing was ever recorded.
    is_empty: bool,
    tiles: [(String, String); 4],
    calendar: Drawing,
    months: Drawing,
    most: Vec<Clothing>,
    least: Vec<Clothing>,
}

impl StatisticsPage<'_> {
    /// How long a garment's meter is, of 100: the most worn one's is full.
    fn length(&self, garment: &Clothing) -> u64 {
        let full = self.most.first().map_or(1, |most| most.wear_count.get()).max(1);
        garment.wear_count.get() * 100 / full
    }
}

async fn show_statistics(State(state): State<AppState>, visit: Visit) -> Answer {
    let visit = visit.below("");
    let db = state.service.db();
    let first = first_day(visit.today);
    let tomorrow = Day(visit.today.0.saturating_add(1.day()));
    let records = histories::look_back(db, visit.id, first, tomorrow).await?;
    let mut daily: BTreeMap<Day, u64> = BTreeMap::new();
    for record in &records {
        *daily.entry(record.date).or_default() += 1;
    }
    let daily: Vec<(Day, u64)> = daily.into_iter().collect();
    let mut ranks = Vec::new();
    for backward in [true, false] {
        let page = Paging { limit: RANKS, cursor: None, backward };
        ranks.push(clothes::list(db, visit.id, Status::Active, Sort::Wear, None, &Wanted::default(), page).await?.items);
    }
    let (least, mut most) = (ranks.pop().unwrap_or_default(), ranks.pop().unwrap_or_default());
    most.retain(|garment| garment.wear_count.get() > 0);
    // In a small wardrobe the two meet in the middle.
    let least = least.into_iter().filter(|garment| !most.iter().any(|other| other.clothing_id == garment.clothing_id)).collect();
    let year = Year::of(&records, visit.today);
    let page = StatisticsPage {
        ui: &visit.ui,
        w: &visit.w,
        is_empty: year.records == 0 && most.is_empty(),
        tiles: year.tiles(&visit.ui),
        calendar: calendar(&visit.ui, &daily, visit.today),
        months: months(&visit.ui, &daily, visit.today),
        most,
        least,
    };
    Ok(visit.ui.show(&page))
}

/// For how many days something has to be unworn to be in the review.
const DAYS: [i64; 3] = [90, 180, 365];

#[derive(Deserialize)]
struct ReviewParameters {
    #[serde(default)]
    days: String,
    cursor: Option<String>,
}

#[derive(Template)]
#[template(path = "wardrobe/review.html")]
struct ReviewPage<'a> {
    ui: &'a Ui,
    w: &'a Closet,
    today: Day,
    days: i64,
    garments: Vec<Clothing>,
    next: Option<String>,
    /// This page, for the forms on it.
    here: String,
}

impl ReviewPage<'_> {
    fn periods(&self) -> [Link; 3] {
        DAYS.map(|days| Link {
            title: self.ui.t1("wardrobe-review-days", "count", days),
            address: self.w.at(&format!("/review?days={days}")),
            is_current: days == self.days,
        })
    }
}

async fn show_review(State(state): State<AppState>, visit: Visit, Query(given): Query<ReviewParameters>) -> Answer {
    let visit = visit.below("");
    let days = DAYS.into_iter().find(|days| days.to_string() == given.days).unwrap_or(DAYS[0]);
    let since = Day(visit.today.0.saturating_sub(days.days()));
    let page = Paging { limit: PAGE, cursor: given.cursor.as_deref(), backward: false };
    let listed = clothes::unworn_since(state.service.db(), visit.id, since, page).await?;
    let here = format!("/review?days={days}");
    let next = listed.next.map(|cursor| visit.w.at(&format!("{here}&cursor={}", escaped(&cursor))));
    let page = ReviewPage { ui: &visit.ui, w: &visit.w, today: visit.today, days, garments: listed.items, next, here };
    Ok(visit.ui.show(&page))
}

#[cfg(test)]
mod tests {
    use chabudai_kernel::part::Millis;
    use uuid::Uuid;

    use super::*;
    use crate::model::{HistoryId, WardrobeId};

    #[test]
    fn a_year_counts_days_and_garments_once() {
        let day = |text: &str| text.parse::<Day>().unwrap();
        let record = |date: &str, garments: &[u128]| History {
            wardrobe_id: WardrobeId::new(Uuid::nil()),
            history_id: HistoryId::new(Uuid::nil()),
            created_at: Millis(0),
            date: day(date),
            template_id: None,
            clothing_ids: garments.iter().map(|id| ClothingId::new(Uuid::from_u128(*id))).collect(),
        };
        let records = [
            record("20251120", &[9]), // a year ago to the day: the year before
            record("20251121", &[1]),
            record("20261101", &[1, 2]),
            record("20261101", &[2, 3]),
            record("20261031", &[1]),
        ];
        assert_eq!(Year::of(&records, day("20261120")), Year { records: 4, days: 3, garments: 3, this_month: 2 });
    }
}
