//! Finding days by what was noted of them.

use chabudai_search::fold;
use chabudai_web::find::{Finder, Found, MOST_FOUND};
use chabudai_web::people::Person;
use chabudai_web::problem::Problem;
use chabudai_web::ui::Ui;
use futures::future::BoxFuture;

use super::{day_path, in_words};
use crate::repo::logs;
use crate::service::Service;

/// Finds days by their notes. One query reads every log of a person, as the insights do, so that there is nothing to keep beside them.
pub struct NoteFinder(pub Service);

impl Finder for NoteFinder {
    fn find<'a>(&'a self, person: &'a Person, question: &'a str, ui: &'a Ui) -> BoxFuture<'a, Result<Vec<Found>, Problem>> {
        Box::pin(async move {
            let words: Vec<String> = question.split_whitespace().map(fold).collect();
            let days = logs::days(self.0.db(), &person.id, None, None).await?;
            let noted = days.into_iter().rev().filter_map(|log| log.data.note.map(|note| (log.date.0, note)));
            let found = noted.filter(|(_, note)| {
                let note = fold(note);
                words.iter().all(|word| note.contains(word.as_str()))
            });
            let shown = |(date, note)| Found { title: note, line: in_words(ui, date), address: ui.at(&day_path(date)) };
            Ok(found.take(MOST_FOUND).map(shown).collect())
        })
    }
}
