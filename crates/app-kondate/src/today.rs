//! Kondate on the front page and in the search of the house.

use chabudai_web::card::{Action, Card, Today};
use chabudai_web::find::{Finder, Found, MOST_FOUND};
use chabudai_web::people::Person;
use chabudai_web::problem::Problem;
use chabudai_web::ui::Ui;
use futures::future::BoxFuture;

use crate::entry::enter;
use crate::repo::kitchens;
use crate::service::{Begins, Service, Sought};

/// So many dishes are named on the card.
const NAMED: usize = 3;

/// What is left to cook.
pub(crate) struct TodayCard(pub(crate) Service);

impl Card for TodayCard {
    fn today<'a>(&'a self, person: &'a Person, ui: &'a Ui) -> BoxFuture<'a, Result<Option<Today>, Problem>> {
        Box::pin(async move {
            // Whoever has never been here has no kitchen, and is given none by looking at the front page.
            let mut mine = kitchens::of(self.0.db(), &person.id).await?;
            mine.sort_by_key(|membership| std::cmp::Reverse(membership.last_used_at));
            let Some(kitchen) = mine.first() else { return Ok(None) };
            let (current, next) = self.0.plan(&kitchen.kitchen_id).await?;
            let action = |label: &str| Some(Action { label: ui.t(label).into_owned(), address: ui.at("/kondate") });
            let Some(current) = current else {
                let headline = ui.t("kondate-card-nothing").into_owned();
                return Ok(Some(Today { headline, action: action("kondate-card-choose"), ..Today::default() }));
            };
            let left: Vec<&str> = current.items.iter().filter(|dish| !dish.is_cooked).map(|dish| dish.title.as_str()).collect();
            if left.is_empty() {
                let line = next.map(|next| ui.t1("kondate-card-next", "title", next.set_title)).unwrap_or_default();
                let headline = ui.t("kondate-card-done").into_owned();
                return Ok(Some(Today { headline, line, action: action("kondate-card-choose"), is_done: true }));
            }
            let headline = ui.counted("kondate-card-left", left.len() as u64).to_string();
            let line = left.iter().take(NAMED).copied().collect::<Vec<_>>().join(ui.t("kondate-card-comma").as_ref());
            Ok(Some(Today { headline, line, action: action("kondate-card-look"), is_done: false }))
        })
    }
}

/// Finds recipes in the kitchen that somebody is in, and among the starters.
pub(crate) struct RecipeFinder(pub(crate) Service);

impl Finder for RecipeFinder {
    fn find<'a>(&'a self, person: &'a Person, question: &'a str, ui: &'a Ui) -> BoxFuture<'a, Result<Vec<Found>, Problem>> {
        Box::pin(async move {
            // Whoever has never been here has nothing here to be found.
            if kitchens::of(self.0.db(), &person.id).await?.is_empty() {
                return Ok(Vec::new());
            }
            let cook = enter(&self.0, person, None, ui.lang, ui.zone.as_deref()).await?.cook;
            let found = self.0.find_recipes(&cook, &Sought::new(Some(question), None), Begins::Start, MOST_FOUND).await?;
            let shown = |recipe: crate::model::Recipe| Found {
                line: recipe.tags.join(ui.t("kondate-card-comma").as_ref()),
                address: ui.at(&format!("/kondate/recipes/{}", recipe.recipe_id)),
                title: recipe.title,
            };
            Ok(found.items.into_iter().map(shown).collect())
        })
    }
}
