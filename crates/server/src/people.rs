//! Commands of the operator about the people who sign in. They work without a server and beside one.

use std::io::Read as _;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use chabudai_identity::email;
use chabudai_identity::model::{Profile, UserId};
use chabudai_identity::repo::Repo;
use chabudai_identity::secret::Pepper;
use chabudai_identity::service::{Policy, Service};
use chabudai_kernel::design::Design;
use chabudai_store_embedded::DataDirectory;
use chabudai_web::people::Role;
use clap::{Args, Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::apps::{self, Residents};
use crate::config::DataOptions;
use crate::mail::delivery;
use crate::mount;
use crate::open::{self, Access, Opened};
use crate::operator::{Request, hand_over};
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
    /// Make a link that lets one person in, once, within a week
    Invite {
        /// In whose name; that of who looks after the house unless given
        #[arg(long)]
        email: Option<String>,
        /// The address that people use; that of the running server unless given
        #[arg(long, env = "CHABUDAI_BASE_URL", value_name = "URL")]
        base_url: Option<String>,
    },
    /// Say what somebody may do
    Role {
        /// Their e-mail address
        #[arg(long)]
        email: String,
        /// Looks after the house, or lives in it
        role: GivenRole,
    },
    /// Delete everything that is kept of somebody
    Delete {
        /// Their e-mail address
        #[arg(long)]
        email: String,
    },
}

/// What somebody may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum GivenRole {
    /// Looks after the house
    Operator,
    /// Lives in it
    Member,
}

impl From<GivenRole> for Role {
    fn from(given: GivenRole) -> Self {
        match given {
            GivenRole::Operator => Self::Operator,
            GivenRole::Member => Self::Member,
        }
    }
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

/// What changes something about people: the part of a command that a running server can do as well. It is never printed, since it may hold a
/// password.
#[derive(Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "camelCase", deny_unknown_fields)]
pub(crate) enum Task {
    Add { email: String, name: String, password: String },
    Passwd { email: String, password: String },
    Revoke { email: String },
    Delete { email: String },
    Invite { email: Option<String>, base_url: Option<String> },
    Role { email: String, role: GivenRole },
}

impl Task {
    /// What it is called, for the log.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Add { .. } => "add",
            Self::Passwd { .. } => "passwd",
            Self::Revoke { .. } => "revoke",
            Self::Delete { .. } => "delete",
            Self::Invite { .. } => "invite",
            Self::Role { .. } => "role",
        }
    }
}

/// The people of the house, and what keeps their stores open.
struct Opening {
    service: Service<Residents>,
    _held: Vec<Opened>,
}

async fn open(
    options: &DataOptions,
    directory: Option<Arc<DataDirectory>>,
    access: Access,
    designs: &[&'static Design],
) -> Result<Opening> {
    let (dbs, held) = open::stores(options, designs, directory.as_ref(), access, "").await?;
    let people = open::of_people(&dbs)?;
    // No command makes or reads a code, so that none needs the server's own key.
    let service = Service::new(Repo::new(people), Arc::new(SystemIds), Pepper::new(b""), Policy { sign_up: false }, delivery::by_log());
    Ok(Opening { service: service.with_apps(mount::know_people(&dbs)), _held: held })
}

/// Does it.
pub(crate) async fn run(options: &DataOptions, action: &UserAction) -> Result<()> {
    let (task, chosen) = match action {
        UserAction::List { format } => {
            let Opening { service, _held } = open(options, None, Access::Read, &[apps::of_people()]).await?;
            return list(&service, *format).await;
        }
        UserAction::Add { email, name, password } => {
            let chosen = password.choose()?;
            let task = Task::Add { email: email.clone(), name: name.clone(), password: chosen.password.clone() };
            (task, Some(chosen))
        }
        UserAction::Passwd { email, password } => {
            let chosen = password.choose()?;
            (Task::Passwd { email: email.clone(), password: chosen.password.clone() }, Some(chosen))
        }
        UserAction::Revoke { email } => (Task::Revoke { email: email.clone() }, None),
        UserAction::Delete { email } => (Task::Delete { email: email.clone() }, None),
        UserAction::Invite { email, base_url } => (Task::Invite { email: email.clone(), base_url: base_url.clone() }, None),
        UserAction::Role { email, role } => (Task::Role { email: email.clone(), role: *role }, None),
    };
    let request = Request::People(task);
    let Request::People(task) = &request else { unreachable!("it is about people") };
    let here = async |directory| {
        // Who is forgotten is forgotten by every app.
        let designs = if matches!(task, Task::Delete { .. }) { open::designs(&options.apps)? } else { vec![apps::of_people()] };
        let Opening { service, _held } = open(options, directory, Access::Write, &designs).await?;
        perform(&service, "http://127.0.0.1:8080", task).await
    };
    print!("{}", hand_over(options, &request, here).await?);
    // A password that nobody has chosen is said this once.
    if let Some(chosen) = chosen.filter(|chosen| chosen.is_made) {
        println!("Their password, which is shown only now: {}", chosen.password);
    }
    Ok(())
}

/// Does it; what there is to print.
pub(crate) async fn perform(service: &Service<Residents>, public_url: &str, task: &Task) -> Result<String> {
    Ok(match task {
        Task::Add { email, name, password } => format!("{} may sign in\n", service.add(name, email, password).await?.email),
        Task::Passwd { email, password } => {
            service.give_password(email, password).await?;
            service.withdraw_all(&find(service, email).await?).await?;
            format!("{} has another password and is signed out everywhere\n", email::parse(email)?)
        }
        Task::Revoke { email } => {
            let user = find(service, email).await?;
            let ended = service.revoke_all(&user).await?;
            service.withdraw_all(&user).await?;
            format!("{} is signed out everywhere: {ended} sessions ended\n", email::parse(email)?)
        }
        Task::Delete { email } => {
            service.delete(&find(service, email).await?).await?;
            format!("{} is forgotten\n", email::parse(email)?)
        }
        Task::Invite { email, base_url } => {
            let host = if let Some(email) = email {
                find(service, email).await?
            } else {
                let operator = everybody(service)
                    .await?
                    .into_iter()
                    .find(|person| person.data.role() == Role::Operator && person.data.leaving_at.is_none());
                operator.context("nobody looks after this house yet; say in whose name by --email")?.user_id
            };
            let base_url = base_url.as_deref().unwrap_or(public_url);
            format!("{}/join?invite={}\n", base_url.trim_end_matches('/'), service.invite(&host, None, None).await?)
        }
        Task::Role { email, role } => {
            let role = Role::from(*role);
            service.give_role(&find(service, email).await?, role).await?;
            format!("{} is {} from now on\n", email::parse(email)?, role.as_str())
        }
    })
}

async fn find(service: &Service<Residents>, email: &str) -> Result<UserId> {
    let email = email::parse(email)?;
    service.repo().by_email(&email).await?.with_context(|| format!("nobody has the address {email}"))
}

/// Everybody, the oldest first.
async fn everybody(service: &Service<Residents>) -> Result<Vec<Profile<Residents>>> {
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
    Ok(people)
}

async fn list(service: &Service<Residents>, format: ListFormat) -> Result<()> {
    let people = everybody(service).await?;
    match format {
        ListFormat::Text => {
            for person in &people {
                println!("{}\t{}\t{}\t{}", person.created_at, person.data.role().as_str(), person.email, person.data.name);
            }
        }
        ListFormat::Json => {
            let shown = |person: &Profile<Residents>| {
                let (id, email) = (person.user_id.as_str(), person.email.as_str());
                json!({ "id": id, "email": email, "name": person.data.name, "role": person.data.role().as_str(), "createdAt": person.created_at.to_string() })
            };
            println!("{}", serde_json::to_string_pretty(&people.iter().map(shown).collect::<Vec<_>>())?);
        }
    }
    Ok(())
}
