//! The apps of the house. An app is in here by one line.

use std::sync::OnceLock;

use chabudai_app::App;
use chabudai_app_kondate::KONDATE;
use chabudai_app_okusuri::OKUSURI;
use chabudai_app_wardrobe::WARDROBE;
use chabudai_kernel::design::Design;
use clap::{ArgMatches, Args, Command, FromArgMatches};

/// Every app, in the order of the front page.
pub static APPS: &[&dyn App] = &[&WARDROBE, &OKUSURI, &KONDATE];

/// The apps that this program was given. Flags and commands follow from them, so they are known before anything is read.
static GIVEN: OnceLock<&'static [&'static dyn App]> = OnceLock::new();

/// Says which apps there are, once.
pub(crate) fn set(apps: &'static [&'static dyn App]) {
    GIVEN.get_or_init(|| apps);
}

/// The apps that there are.
pub(crate) fn all() -> &'static [&'static dyn App] {
    GIVEN.get().copied().unwrap_or(APPS)
}

/// In whose table the people of the house live: of the five designs, one has a sign-in. It is opened whichever apps are asked for.
pub(crate) type Residents = chabudai_app_okusuri::design::Okusuri;

/// The design that has that table.
pub(crate) fn of_people() -> &'static Design {
    OKUSURI.design()
}

/// The app of this name.
pub(crate) fn find(name: &str) -> Option<&'static dyn App> {
    all().iter().copied().find(|app| app.design().app == name)
}

/// The names of all apps.
pub(crate) fn names() -> Vec<&'static str> {
    all().iter().map(|app| app.design().app).collect()
}

/// The flags that apps have beside the server's, as they were given.
#[derive(Clone, Debug)]
pub(crate) struct AppOptions(pub(crate) ArgMatches);

impl Args for AppOptions {
    fn augment_args(command: Command) -> Command {
        all().iter().fold(command, |command, app| app.arguments(command))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for AppOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self(matches.clone()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0 = matches.clone();
        Ok(())
    }
}

/// What can be done with one app by its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// `chabudai <app> check`
    Check,
    /// `chabudai <app> repair`
    Repair,
    /// A command of the app's own.
    Own(String),
}

/// Adds a command for every app.
pub(crate) fn with_commands(command: Command) -> Command {
    all().iter().fold(command, |command, app| {
        let name = app.design().app;
        let of_app = Command::new(name)
            .about(format!("Look after the data of {name}"))
            .subcommand_required(true)
            .subcommand(Command::new("check").about(format!("The same as `chabudai check {name}`")))
            .subcommand(Command::new("repair").about(format!("The same as `chabudai repair {name}`")));
        command.subcommand(app.commands(of_app))
    })
}

/// The app that a command is about, and what is to be done with it.
pub(crate) fn command_in(matches: &ArgMatches) -> Option<(&'static str, Action)> {
    let (name, given) = matches.subcommand()?;
    let action = match given.subcommand()?.0 {
        "check" => Action::Check,
        "repair" => Action::Repair,
        own => Action::Own(own.to_owned()),
    };
    find(name).map(|app| (app.design().app, action))
}
