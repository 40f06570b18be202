//! Commands of the operator about the people who sign in.

use std::io::Read as _;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use chabudai_identity::email;
use chabudai_identity::model::{Profile, UserId};
use chabudai_identity::repo::Repo;
use chabudai_identity::secret::Pepper;
use chabudai_identity::service::{Policy, Service};
use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;

use crate::apps::{self, Residents};
use crate::config::DataOptions;
use crate::mail::delivery;
use crate::open::{self, Access, Opened};
use crate::runtime::SystemIds;

/// What an operator does about people.
#[derive(Subcommand)]
pub(crate) enum UserAction {
    /// Let somebody in
    Add {
        /// Their e-mail address
        #[arg(long)]
        email: String,
        /// What they are called
        #[arg(long)]
        name: String,
        #[command(flatten)]
        password: PasswordOptions,
    },
    /// List everybody
    List {
        /// The form
        #[arg(long, default_value = "text")]
        format: ListFormat,
    },
    /// Give somebody another password, and sign them out everywhere
    Passwd {
        /// Their e-mail address
        #[arg(long)]
        email: String,
        #[command(flatten)]
        password: PasswordOptions,
    },
    /// Sign somebody out everywhere
    Revoke {
        /// Their e-mail address
        #[arg(long)]
        email: String,
    },
    /// Delete everything that is kept of somebody
    Delete {
        /// Their e-mail address
        #[arg(long)]
        email: String,
    },
}

/// The forms of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ListFormat {
    /// For people
    Text,
    /// For programs
    Json,
}

/// Where a password comes from. Without any of these one is made and printed once.
#[derive(Args)]
pub(crate) struct PasswordOptions {
    /// The password itself, which everybody on this machine can see while the command runs
    #[arg(long, group = "given", value_name = "PASSWORD")]
    password: Option<String>,
    /// A file that holds the password
    #[arg(long, group = "given", value_name = "FILE")]
    password_file: Option<PathBuf>,
    /// Read the password from the standard input
    #[arg(long, group = "given")]
    password_stdin: bool,
}

/// A password, and whether the operator has yet to learn it.
struct Chosen {
    password: String,
    is_made: bool,
}

impl PasswordOptions {
    fn choose(&self) -> Result<Chosen> {
        let line = |text: &str| text.trim_end_matches(['\r', '\n']).to_owned();
        let given = match (&self.password, &self.password_file) {
            (Some(password), _) => Some(password.clone()),
            (None, Some(file)) => {
                Some(line(&std::fs::read_to_string(file).with_context(|| format!("--password-file {}", file.display()))?))
            }
            (None, None) if self.password_stdin => {
                let mut text = String::new();
                std::io::stdin().read_to_string(&mut text).context("the standard input cannot be read")?;
                Some(line(&text))
            }
            (None, None) => None,
        };
        match given {
            Some(password) => Ok(Chosen { password, is_made: false }),
            None => Ok(Chosen { password: made()?, is_made: true }),
        }
    }
}

/// A password of eighty random bits, without letters that look alike.
fn made() -> Result<String> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut random = [0u8; 16];
    getrandom::fill(&mut random).context("the operating system gives no random bytes")?;
    let letters: Vec<char> = random.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect();
    let groups: Vec<String> = letters.chunks(4).map(|group| group.iter().collect()).collect();
    Ok(groups.join("-"))
}

/// The people of the house, and what keeps their store open.
struct Opening {
    service: Service<Residents>,
    _held: Opened,
}

async fn open_people(options: &DataOptions, access: Access) -> Result<Opening> {
    let design = apps::of_people();
    let directory = if access == Access::Write { open::lock(options)? } else { None };
    let held = open::store(options, design, directory, access).await?;
    let repo = Repo::new(open::db(design, held.store.clone(), ""));
    // No command makes or reads a code, so that none needs the server's own key.
    let service = Service::new(repo, Arc::new(SystemIds), Pepper::new(b""), Policy { sign_up: false }, delivery::by_log());
    Ok(Opening { service, _held: held })
}

/// Does it.
pub(crate) async fn run(options: &DataOptions, action: &UserAction) -> Result<()> {
    let access = if matches!(action, UserAction::List { .. }) { Access::Read } else { Access::Write };
    let Opening { service, _held } = open_people(options, access).await?;
    match action {
        UserAction::Add { email, name, password } => {
            let chosen = password.choose()?;
            let person = service.add(name, email, &chosen.password).await?;
            println!("{} may sign in", person.email);
            tell(&chosen);
        }
        UserAction::List { format } => list(&service, *format).await?,
        UserAction::Passwd { email, password } => {
            let chosen = password.choose()?;
            service.give_password(email, &chosen.password).await?;
            println!("{} has another password and is signed out everywhere", email::parse(email)?);
            tell(&chosen);
        }
        UserAction::Revoke { email } => {
            let ended = service.revoke_all(&find(&service, email).await?, None).await?;
            println!("{} is signed out everywhere: {ended} sessions ended", email::parse(email)?);
        }
        UserAction::Delete { email } => {
            service.delete(&find(&service, email).await?).await?;
            println!("{} is forgotten", email::parse(email)?);
        }
    }
    Ok(())
}

/// Says a password that nobody has chosen, this once.
fn tell(chosen: &Chosen) {
    if chosen.is_made {
        println!("Their password, which is shown only now: {}", chosen.password);
    }
}

async fn find(service: &Service<Residents>, email: &str) -> Result<UserId> {
    let email = email::parse(email)?;
    service.repo().by_email(&email).await?.with_context(|| format!("nobody has the address {email}"))
}

async fn list(service: &Service<Residents>, format: ListFormat) -> Result<()> {
    let mut people: Vec<Profile<Residents>> = Vec::new();
    let mut cursor = None;
    loop {
        let listed = service.repo().everybody(100, cursor.as_deref()).await?;
        people.extend(listed.items);
        cursor = listed.next;
        if cursor.is_none() {
            break;
        }
    }
    people.sort_by_key(|person| person.created_at);
    match format {
        ListFormat::Text => {
            for person in &people {
                println!("{}\t{}\t{}", person.created_at, person.email, person.data.name);
            }
        }
        ListFormat::Json => {
            let shown = |person: &Profile<Residents>| {
                let (id, email) = (person.user_id.as_str(), person.email.as_str());
                json!({ "id": id, "email": email, "name": person.data.name, "createdAt": person.created_at.to_string() })
            };
            println!("{}", serde_json::to_string_pretty(&people.iter().map(shown).collect::<Vec<_>>())?);
        }
    }
    Ok(())
}
