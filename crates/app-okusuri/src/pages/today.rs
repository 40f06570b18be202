//! Okusuri on the front page of the house: whether today is logged, and where somebody is in the cycle.

use chabudai_identity::repo::Repo;
use chabudai_web::card::{Action, Card, Today};
use chabudai_web::people::Person;
use chabudai_web::problem::Problem;
use chabudai_web::ui::Ui;
use futures::future::BoxFuture;

use super::WEB;
use crate::design::Okusuri;
use crate::service::Service;

/// What Okusuri says of today.
pub struct TodayCard {
    /// The use cases.
    pub service: Service,
    /// The people, with what Okusuri knows of them.
    pub people: Repo<Okusuri>,
}

impl Card for TodayCard {
    fn today<'a>(&'a self, person: &'a Person, ui: &'a Ui) -> BoxFuture<'a, Result<Option<Today>, Problem>> {
        Box::pin(async move {
            let Some(person) = self.people.person(&person.id).await? else { return Ok(None) };
            let status = self.service.status(&person).await?;
            if person.data.own.regimen.is_none() && !status.today_logged {
                // Nothing was begun here yet.
                return Ok(None);
            }
            // Who wants reminders to be discreet does not want this card to tell more to whoever looks over their shoulder.
            let setting = self.service.setting(&person, WEB).await?;
            if setting.is_some_and(|setting| setting.data.is_discreet) {
                return Ok(Some(discreet(ui, status.today_logged)));
            }
            let line = match (status.is_rest_period, status.cycle_day) {
                (true, _) => ui.t1("okusuri-card-rest", "left", status.rest_days_left),
                (false, Some(day)) => ui.t1("okusuri-card-day", "day", day),
                (false, None) => String::new(),
            };
            let is_done = status.today_logged || status.is_rest_period;
            let (headline, label) = match (status.today_logged, status.is_rest_period) {
                (true, _) => ("okusuri-card-logged", "okusuri-card-look"),
                (false, true) => ("okusuri-card-pause", "okusuri-card-look"),
                (false, false) => ("okusuri-card-open", "okusuri-card-log"),
            };
            let action = Action { label: ui.t(label).into_owned(), address: ui.at("/okusuri") };
            Ok(Some(Today { headline: ui.t(headline).into_owned(), line, action: Some(action), is_done }))
        })
    }
}

/// Whether something is left to do today, and nothing about what it is.
fn discreet(ui: &Ui, is_done: bool) -> Today {
    let (headline, label) = if is_done { ("okusuri-card-logged", "okusuri-card-look") } else { ("okusuri-card-open", "okusuri-card-log") };
    let action = Action { label: ui.t(label).into_owned(), address: ui.at("/okusuri") };
    Today { headline: ui.t(headline).into_owned(), line: String::new(), action: Some(action), is_done }
}
