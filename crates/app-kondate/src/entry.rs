//! Somebody who is signed in, in one of their kitchens: what every page and every operation begins with.

use chabudai_food::Language;
use chabudai_kernel::part::IsoDay;
use chabudai_web::people::Person;
use chabudai_web::problem::Problem;
use chabudai_web::text::Lang;
use chabudai_web::zone;

use crate::model::{KitchenId, Membership};
use crate::service::{Cook, Service};

/// Somebody in a kitchen, and what they know it as.
#[derive(Clone, PartialEq, Debug)]
pub struct Entered {
    /// Who, in which kitchen, on which day.
    pub cook: Cook,
    /// The kitchen among theirs.
    pub membership: Membership,
}

/// Lets somebody into the kitchen that they are in, or into another of theirs by its id. One that is not theirs is not there. The day is that
/// of their own zone, as the house knows it, else that of the device.
pub async fn enter(
    service: &Service,
    person: &Person,
    kitchen: Option<&KitchenId>,
    lang: Lang,
    device_zone: Option<&str>,
) -> Result<Entered, Problem> {
    let membership = service.enter(&person.id, &person.name, kitchen).await?;
    let known = |zone: Option<&str>| zone.filter(|zone| zone::is_known(zone)).map(str::to_owned);
    let zone = known(person.zone.as_deref()).or_else(|| known(device_zone));
    let today = IsoDay(zone::today(service.db().clock(), zone.as_deref())?.0);
    let cook = Cook { kitchen: membership.kitchen_id.clone(), person: person.id.clone(), today, language: language(lang) };
    Ok(Entered { cook, membership })
}

/// The language of the starters and of amounts.
pub fn language(lang: Lang) -> Language {
    match lang {
        Lang::Ja => Language::Ja,
        Lang::En => Language::En,
    }
}
