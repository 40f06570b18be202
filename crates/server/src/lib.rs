//! The server and its commands, around whichever apps it is given.
//!
//! The program `chabudai` is [`run`] with [`APPS`].

mod ai; // a language model, where there is one
mod apps; // the list
mod audit;
mod backup;
mod bench;
mod command; // commands of apps
mod config;
mod connections; // accepts them, within bounds
mod food;
mod hosted; // a house that somebody else listens for
mod jobs;
mod live;
mod mail;
mod metrics;
mod migrate;
mod mount;
mod open;
mod operate;
mod operator;
#[cfg(unix)]
mod operator_socket;
#[cfg(not(unix))]
#[path = "no_operator_socket.rs"]
mod operator_socket;
mod outside; // what may be fetched that somebody names
mod payments; // Stripe, where there is a key
mod people;
mod progress;
mod providers;
mod push;
mod ready;
mod runtime;
mod search;
mod secrets;
mod serve;
mod smoke; // one thing written through the API of a house that runs, and looked for

use std::io::IsTerminal as _;
use std::path::PathBuf;

use anyhow::Result;
use chabudai_app::App;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use tracing_subscriber::EnvFilter;

use crate::config::{DataOptions, LogOptions, ServeOptions};
use crate::operate::Format;

/// Five daily-life apps around one table
#[derive(Parser)]
#[command(name = "chabudai", version, about, args_conflicts_with_subcommands = false)]
struct Cli {
    #[command(flatten)]
    data: DataOptions,
    #[command(flatten)]
    log: LogOptions,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the apps (this is also what happens without a command)
    Serve(ServeOptions),
    /// Print the effective configuration, with secrets masked
    Config(ServeOptions),
    /// Print the design of an app, or check all designs
    Design {
        /// The app, `house` for what the house itself keeps, or `check`
        app: String,
        /// The form
        #[arg(long, default_value = "markdown")]
        format: Format,
    },
    /// Make DynamoDB's tables, and back them up
    Tables {
        #[command(subcommand)]
        action: TablesAction,
    },
    /// See whether everything is as it should be, beside a server if there is one: files, items, indexes, counts, guards
    Check {
        /// The app, or `house` for what the house itself keeps; everything unless given
        app: Option<String>,
    },
    /// The same, and mend what can be mended
    Repair {
        /// The app, or `house` for what the house itself keeps; everything unless given
        app: Option<String>,
    },
    /// Write one archive of everything, while the server goes on serving
    Backup {
        /// The archive, such as house.tar.gz
        archive: PathBuf,
    },
    /// Put an archive into an empty data directory
    Restore {
        /// The archive
        archive: PathBuf,
    },
    /// Measure every access pattern over HTTP, with data of several sizes
    Bench {
        #[command(flatten)]
        bench: bench::BenchOptions,
        #[command(flatten)]
        serve: ServeOptions,
    },
    /// What the house does by itself
    Jobs {
        #[command(subcommand)]
        action: jobs::JobsAction,
    },
    /// What the kitchen apps know about food
    Food {
        #[command(subcommand)]
        action: food::FoodAction,
    },
    /// Look after what searches are answered from
    Search {
        #[command(subcommand)]
        action: search::SearchAction,
    },
    /// Look after the people who sign in, beside a server if there is one
    User {
        #[command(subcommand)]
        action: people::UserAction,
    },
    /// Write something through the API of a house that runs, look for it in its store, and remove it again
    Smoke(smoke::SmokeOptions),
    /// Move an app here from where it was before
    Migrate {
        #[command(subcommand)]
        action: migrate::MigrateAction,
    },
}

#[derive(Subcommand)]
enum TablesAction {
    /// Say what is missing
    Plan,
    /// Make what is missing
    Create,
    /// Ask DynamoDB for a backup of every table
    Backup,
}

/// What this program makes is its owner's alone, whatever the shell that started it says: databases, pictures, backups, secrets.
#[cfg(unix)]
fn private_files() {
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
}

#[cfg(not(unix))]
fn private_files() {}

pub use apps::APPS;
pub use hosted::HostedHouse;

/// Does what the command line asks for, with these apps.
pub fn run(apps: &'static [&'static dyn App]) -> Result<()> {
    private_files();
    apps::set(apps);
    let matches = apps::with_commands(Cli::command()).get_matches();
    if let Some((app, action)) = apps::command_in(&matches) {
        let (data, options) = (DataOptions::from_arg_matches(&matches)?, LogOptions::from_arg_matches(&matches)?);
        log(&options, false)?;
        return runtime::run(async {
            match action {
                apps::Action::Check => audit::check(&data, Some(app)).await,
                apps::Action::Repair => audit::repair(&data, Some(app)).await,
                apps::Action::Own(name) => command::run(&data, app, &name, &matches).await,
            }
        });
    }
    let mut cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut Cli::command())).unwrap_or_else(|error| error.exit());
    if let Some(Command::Smoke(smoke)) = &mut cli.command {
        smoke.looks_at_store = smoke::names_store(&matches);
    }
    // A log line a request would be part of what is measured.
    let quiet = matches!(cli.command, Some(Command::Bench { .. }));
    log(&cli.log, quiet)?;
    runtime::run(command(cli))
}

async fn command(cli: Cli) -> Result<()> {
    let Cli { data, log, command } = cli;
    match command {
        None => {
            // Without a command the flags of `serve` still come from the environment.
            let defaults = Cli::parse_from(["chabudai", "serve"]);
            let Some(Command::Serve(serve)) = defaults.command else { unreachable!("it was asked to serve") };
            serve::run(&data, &serve).await
        }
        Some(Command::Serve(serve)) => serve::run(&data, &serve).await,
        Some(Command::Config(serve)) => {
            println!("{}", serde_json::to_string_pretty(&config::shown(&data, &serve, &log))?);
            Ok(())
        }
        Some(Command::Design { app, .. }) if app == "check" => operate::check_designs(),
        Some(Command::Design { app, format }) => operate::print_design(&app, format),
        Some(Command::Tables { action }) => match action {
            TablesAction::Plan => operate::tables(&data, false).await,
            TablesAction::Create => operate::tables(&data, true).await,
            TablesAction::Backup => operate::back_up_tables(&data).await,
        },
        Some(Command::Check { app }) => audit::check(&data, app.as_deref()).await,
        Some(Command::Repair { app }) => audit::repair(&data, app.as_deref()).await,
        Some(Command::Backup { archive }) => backup::backup(&data, &archive).await,
        Some(Command::Restore { archive }) => backup::restore(&data, &archive).await,
        Some(Command::Bench { bench, serve }) => Box::pin(bench::run(&data, &serve, &bench)).await,
        Some(Command::Jobs { action }) => jobs::run(&data, &action).await,
        Some(Command::Food { action }) => food::run(&action),
        Some(Command::Search { action }) => search::run(&data, &action).await,
        Some(Command::User { action }) => people::run(&data, &action).await,
        Some(Command::Smoke(smoke)) => smoke::run(&data, &smoke).await,
        Some(Command::Migrate { action }) => migrate::run(&data, &action).await,
    }
}

fn log(options: &LogOptions, quiet: bool) -> Result<()> {
    let filter = EnvFilter::try_new(if quiet { "error" } else { &options.log })?;
    let colours = std::io::stderr().is_terminal();
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_ansi(colours).with_writer(std::io::stderr);
    if options.log_json {
        builder.json().init();
    } else {
        builder.with_target(false).init();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// clap looks at a command only when somebody asks for it, and in a release build not even then.
    #[test]
    fn no_command_has_two_flags_of_one_name() {
        apps::with_commands(Cli::command()).debug_assert();
    }
}
