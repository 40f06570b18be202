//! How a pill is taken, in words and as the fields of a form.

use chabudai_kernel::part::IsoDay;
use chabudai_web::form::{Form, Wrong};
use chabudai_web::problem::Problem;
use chabudai_web::ui::Ui;

use super::in_words;
use crate::regimen::{Kind, Regimen};

/// A choice of the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    /// Its value in the form.
    pub(super) value: &'static str,
    /// The regimen, as far as it is settled by the choice alone.
    regimen: Regimen,
    /// Its numbers stand in the form.
    pub(super) has_numbers: bool,
}

/// Every choice, in the order of the form.
pub(super) const CHOICES: [Choice; 7] = [
    Choice { value: "flexible", regimen: Regimen::FLEXIBLE, has_numbers: false },
    Choice { value: "24-4", regimen: Regimen::CYCLIC_24_4, has_numbers: false },
    Choice { value: "21-7", regimen: Regimen::CYCLIC_21_7, has_numbers: false },
    Choice { value: "continuous", regimen: Regimen::CONTINUOUS, has_numbers: false },
    Choice { value: "legacy", regimen: Regimen::LEGACY, has_numbers: false },
    Choice { value: "own-flexible", regimen: Regimen::FLEXIBLE, has_numbers: true },
    Choice { value: "own-cyclic", regimen: Regimen::CYCLIC_24_4, has_numbers: true },
];

/// What can be chosen. The rule of the system that people came from is there for who follows it, and for nobody else.
pub(super) fn offered(current: &Regimen) -> Vec<Choice> {
    CHOICES.into_iter().filter(|choice| choice.regimen.kind != Kind::Legacy || current.kind == Kind::Legacy).collect()
}

impl Choice {
    /// What it is called.
    pub(super) fn title(&self) -> &'static str {
        match self.value {
            "24-4" => "okusuri-regimen-24-4",
            "21-7" => "okusuri-regimen-21-7",
            "continuous" => "okusuri-regimen-continuous",
            "legacy" => "okusuri-regimen-legacy",
            "own-flexible" => "okusuri-regimen-own-flexible",
            "own-cyclic" => "okusuri-regimen-own-cyclic",
            _ => "okusuri-regimen-flexible",
        }
    }

    /// What it means.
    pub(super) fn says(&self, ui: &Ui) -> String {
        if self.has_numbers { ui.t("okusuri-regimen-own-hint").into_owned() } else { rule(ui, &self.regimen) }
    }
}

/// The rule of a regimen in a sentence.
pub(super) fn rule(ui: &Ui, regimen: &Regimen) -> String {
    match regimen.kind {
        Kind::Flexible => {
            let days = ui.t2("okusuri-rule-flexible", ("least", regimen.min_days), ("most", regimen.max_days));
            format!("{days}{}", ui.t2("okusuri-rule-trigger", ("trigger", regimen.bleed_trigger), ("rest", regimen.rest_days)))
        }
        Kind::Cyclic => ui.t2("okusuri-rule-cyclic", ("days", regimen.max_days), ("rest", regimen.rest_days)),
        Kind::Continuous => ui.t("okusuri-rule-continuous").into_owned(),
        Kind::Legacy => ui.t2("okusuri-rule-legacy", ("trigger", regimen.bleed_trigger), ("rest", regimen.rest_days)),
        Kind::Undecided => String::new(),
    }
}

/// What a regimen is called.
fn name(ui: &Ui, regimen: &Regimen) -> String {
    let bare = Regimen { effective_from: None, restart_after: Regimen::FLEXIBLE.restart_after, ..*regimen };
    let known = CHOICES.iter().find(|choice| !choice.has_numbers && choice.regimen == bare);
    let own = || if regimen.kind == Kind::Cyclic { "okusuri-regimen-own-cyclic" } else { "okusuri-regimen-own-flexible" };
    ui.t(known.map_or_else(own, Choice::title)).into_owned()
}

/// What stands in the form.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Draft {
    /// Which choice.
    pub(super) choice: String,
    /// Days that are taken whatever happens.
    pub(super) least: String,
    /// The most days before a pause.
    pub(super) most: String,
    /// Days of bleeding that bring a pause.
    pub(super) trigger: String,
    /// Days of a pause.
    pub(super) rest: String,
    /// Days of a cycle.
    pub(super) days: String,
    /// Days of its pause.
    pub(super) cycle_rest: String,
    /// Since when.
    pub(super) since: String,
    /// After so many days without a log the next one begins anew.
    pub(super) restart: String,
    /// What is wrong with it.
    pub(super) wrong: Wrong,
}

/// The fields of the form, as the service names what is wrong with them: a cycle has its own.
const FIELDS: [(&str, &str, &str); 6] = [
    ("minDays", "least", "least"),
    ("maxDays", "most", "days"),
    ("bleedTrigger", "trigger", "trigger"),
    ("restDays", "rest", "cycleRest"),
    ("effectiveFrom", "since", "since"),
    ("restartAfter", "restart", "restart"),
];

impl Draft {
    /// As it is in force. When it began stands beside the form: left empty, the field changes nothing. Who has not chosen yet finds nothing
    /// chosen.
    pub(super) fn of(regimen: &Regimen) -> Self {
        let bare = Regimen { effective_from: None, restart_after: Regimen::FLEXIBLE.restart_after, ..*regimen };
        let fits = |choice: &&Choice| choice.regimen == bare || (choice.has_numbers && choice.regimen.kind == bare.kind);
        let flexible = if bare.kind == Kind::Flexible { bare } else { Regimen::FLEXIBLE };
        let cyclic = if bare.kind == Kind::Cyclic { bare } else { Regimen::CYCLIC_24_4 };
        Self {
            choice: CHOICES.iter().find(fits).map_or("", |choice| choice.value).to_owned(),
            least: flexible.min_days.to_string(),
            most: flexible.max_days.to_string(),
            trigger: flexible.bleed_trigger.to_string(),
            rest: flexible.rest_days.to_string(),
            days: cyclic.max_days.to_string(),
            cycle_rest: cyclic.rest_days.to_string(),
            since: String::new(),
            restart: regimen.restart_after.to_string(),
            wrong: Wrong::default(),
        }
    }

    /// As it was typed.
    pub(super) fn typed(form: &Form, wrong: Wrong) -> Self {
        let text = |name: &str| form.text(name).to_owned();
        Self {
            choice: text("regimen"),
            least: text("least"),
            most: text("most"),
            trigger: text("trigger"),
            rest: text("rest"),
            days: text("days"),
            cycle_rest: text("cycleRest"),
            since: text("since"),
            restart: text("restart"),
            wrong,
        }
    }

    /// Whether the form has this choice.
    pub(super) fn is(&self, choice: &Choice) -> bool {
        self.choice == choice.value
    }
}

/// The regimen that a form names.
pub(super) fn regimen_in(form: &Form) -> Result<Regimen, Problem> {
    let Some(choice) = CHOICES.iter().find(|choice| choice.value == form.text("regimen")) else {
        return Err(Problem::of_field("okusuri.no_regimen", "regimen", "Choose how the pill is taken."));
    };
    let number = |field: &'static str| {
        let wrong = || Problem::of_field("okusuri.regimen_out_of_bounds", field, "This is no number of days.");
        form.text(field).trim().parse::<u32>().map_err(|_| wrong())
    };
    let mut regimen = choice.regimen;
    match choice.value {
        "own-flexible" => {
            (regimen.min_days, regimen.max_days) = (number("least")?, number("most")?);
            (regimen.bleed_trigger, regimen.rest_days) = (number("trigger")?, number("rest")?);
        }
        "own-cyclic" => {
            regimen.max_days = number("days")?;
            regimen.min_days = regimen.max_days;
            regimen.rest_days = number("cycleRest")?;
        }
        _ => {}
    }
    if form.has("restart") {
        regimen.restart_after = number("restart")?;
    }
    regimen.effective_from = match form.text("since") {
        "" => None,
        text => Some(text.parse::<IsoDay>().map_err(|_| Problem::of_field("okusuri.no_date", "since", "Choose a day."))?),
    };
    Ok(regimen)
}

/// A problem with a regimen, with the field as the form has it.
pub(super) fn in_the_form(problem: Problem, form: &Form) -> Problem {
    let is_cyclic = form.text("regimen") == "own-cyclic";
    let named = FIELDS.iter().find(|(known, _, _)| problem.field.as_deref() == Some(known));
    let field = named.map(|(_, flexible, cyclic)| (*if is_cyclic { cyclic } else { flexible }).to_owned());
    Problem { field: field.or(problem.field.clone()), ..problem }
}

/// What is wrong with the form. A number of days that is not possible is told with those that are.
pub(super) fn wrong(ui: &Ui, problem: &Problem, form: &Form) -> Wrong {
    let field = problem.field.as_deref().unwrap_or_default();
    let most_of = |field: &str| form.text(field).trim().parse().unwrap_or(365).clamp(1, 365);
    let range = match field {
        "least" => (1, most_of("most")),
        "most" | "days" => (1, 365),
        "trigger" => (1, 14),
        "rest" | "cycleRest" => (1, 28),
        "restart" => (0, 60),
        _ => return Wrong::with(ui, problem),
    };
    Wrong::saying(field, ui.t2("okusuri-number-range", ("least", range.0), ("most", range.1)))
}

/// A regimen with its beginning, for the settings and for the report.
pub(super) fn in_force(ui: &Ui, regimen: &Regimen) -> String {
    match regimen.effective_from {
        _ if regimen.kind == Kind::Undecided => ui.t("okusuri-regimen-undecided").into_owned(),
        Some(from) => ui.t2("okusuri-regimen-since", ("regimen", name(ui, regimen)), ("day", in_words(ui, from.0))),
        None => ui.t1("okusuri-regimen-since-first", "regimen", name(ui, regimen)),
    }
}
