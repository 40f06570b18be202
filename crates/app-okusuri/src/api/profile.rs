//! How one takes the pill, and where one lives.

use axum::extract::State;
use chabudai_identity::service::LONGEST_NAME;
use chabudai_kernel::part::IsoDay;
use chabudai_web::api::{Api, operation};
use chabudai_web::input::{Json as Body, whole};
use chabudai_web::line::Line;
use chabudai_web::output::Json;
use chabudai_web::problem::Problem;
use chabudai_web::schema::{Spelled, without_default};
use chabudai_web::zone::ZoneName;
use schemars::JsonSchema;
use serde::Deserialize;

use super::view::ProfileView;
use super::{Answer, AppState, Person};
use crate::regimen::{Kind, MOST_BLEED_TRIGGER, MOST_DAYS, MOST_REST_DAYS, MOST_RESTART_AFTER, Regimen};
use crate::service::ProfileChange;

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.get(
        "/profile",
        get_profile,
        operation("getProfile", "How one takes the pill, and where one lives").answers::<ProfileView>(200, "As it is."),
    )
    .put(
        "/profile",
        set_profile,
        operation("setProfile", "Set how one takes the pill, and where one lives")
            .body::<ProfileInput>()
            .answers::<ProfileView>(200, "As it is now."),
    )
}

/// What is changed. What is not named stays.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ProfileInput {
    /// What one is called.
    #[schemars(with = "Option<Line<LONGEST_NAME>>")]
    name: Option<String>,
    /// Such as `Asia/Tokyo`.
    #[schemars(with = "Option<ZoneName>")]
    timezone: Option<String>,
    /// How one takes the pill.
    regimen: Option<RegimenInput>,
}

/// How a pill is taken. Numbers that are not named are those of the kind: 24, 120, 3 and 4 for `flexible`, 24 and 4 for `cyclic`. A number that
/// the kind uses is 1 at least; the others are 0, as they are told.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RegimenInput {
    /// `flexible`, `cyclic`, `continuous`, `legacy`, or `undecided` for days that are counted without a pause until one is chosen.
    #[schemars(with = "Spelled<Kind>")]
    kind: Kind,
    /// Days that are taken whatever happens.
    #[serde(default, deserialize_with = "whole")]
    #[schemars(range(min = 0, max = MOST_DAYS), transform = without_default)]
    min_days: Option<u32>,
    /// The most days before a pause.
    #[serde(default, deserialize_with = "whole")]
    #[schemars(range(min = 0, max = MOST_DAYS), transform = without_default)]
    max_days: Option<u32>,
    /// So many days of bleeding in a row bring a pause.
    #[serde(default, deserialize_with = "whole")]
    #[schemars(range(min = 0, max = MOST_BLEED_TRIGGER), transform = without_default)]
    bleed_trigger: Option<u32>,
    /// The days of a pause.
    #[serde(default, deserialize_with = "whole")]
    #[schemars(range(min = 0, max = MOST_REST_DAYS), transform = without_default)]
    rest_days: Option<u32>,
    /// The first day, `yyyy-mm-dd`; today for another regimen than before.
    #[schemars(with = "Option<Spelled<IsoDay>>")]
    effective_from: Option<IsoDay>,
    /// After so many days without a log the next one begins anew; 0 for never, 7 by default.
    #[serde(default, deserialize_with = "whole")]
    #[schemars(range(min = 0, max = MOST_RESTART_AFTER), transform = without_default)]
    restart_after: Option<u32>,
}

impl RegimenInput {
    /// The bounds that the schema declares hold for every kind: whoever sends a wild number has misunderstood something, also where the kind
    /// would not use it.
    fn within_bounds(&self) -> Answer<()> {
        let wild = [
            ("minDays", self.min_days, MOST_DAYS),
            ("maxDays", self.max_days, MOST_DAYS),
            ("bleedTrigger", self.bleed_trigger, MOST_BLEED_TRIGGER),
            ("restDays", self.rest_days, MOST_REST_DAYS),
            ("restartAfter", self.restart_after, MOST_RESTART_AFTER),
        ]
        .into_iter()
        .find(|(_, number, most)| number.is_some_and(|number| number > *most));
        match wild {
            Some((field, _, most)) => Err(Problem::of_field("okusuri.regimen_out_of_bounds", field, format!("This is {most} at most."))),
            None => Ok(()),
        }
    }

    fn regimen(&self) -> Regimen {
        let usual = match self.kind {
            Kind::Flexible => Regimen::FLEXIBLE,
            Kind::Cyclic => Regimen::CYCLIC_24_4,
            Kind::Continuous => Regimen::CONTINUOUS,
            Kind::Legacy => Regimen::LEGACY,
            Kind::Undecided => Regimen::UNDECIDED,
        };
        let max_days = self.max_days.unwrap_or(usual.max_days);
        let least = if self.kind == Kind::Cyclic { max_days } else { usual.min_days };
        Regimen {
            min_days: self.min_days.unwrap_or(least),
            max_days,
            bleed_trigger: self.bleed_trigger.unwrap_or(usual.bleed_trigger),
            rest_days: self.rest_days.unwrap_or(usual.rest_days),
            effective_from: self.effective_from,
            restart_after: self.restart_after.unwrap_or(usual.restart_after),
            ..usual
        }
    }
}

async fn get_profile(found: Person) -> Json<ProfileView> {
    Json(ProfileView::of(&found.person))
}

async fn set_profile(State(state): State<AppState>, mut found: Person, Body(input): Body<ProfileInput>) -> Answer<Json<ProfileView>> {
    input.regimen.as_ref().map_or(Ok(()), RegimenInput::within_bounds)?;
    let change = ProfileChange { timezone: input.timezone, regimen: input.regimen.map(|regimen| regimen.regimen()) };
    // What can be refused comes first, so that a refusal has changed nothing: a name is refused by its shape alone.
    if let Some(name) = &input.name {
        chabudai_identity::service::name_of(name)?;
    }
    found.person = state.service.change_profile(&found.person, &change).await?;
    if let Some(name) = &input.name {
        state.sign_in.service.rename(&found.person.user_id, name).await?;
        found.person.data.name = name.trim().to_owned();
    }
    Ok(Json(ProfileView::of(&found.person)))
}
