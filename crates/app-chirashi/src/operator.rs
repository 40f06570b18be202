//! `chabudai chirashi staff`: accounts of staff by command. There is no default password: it is read from a file that only its owner knows.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use chabudai_app::CommandHouse;
use chabudai_kernel::db::Db;
use chabudai_kernel::ids::Ids;
use clap::{Args, Subcommand};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::{CompanyId, Role, StoreId};
use crate::service::{AccountInput, Service};

/// What is done with accounts.
#[derive(Args, Clone, Debug)]
pub(crate) struct StaffOptions {
    #[command(subcommand)]
    what: StaffCommand,
}

#[derive(Subcommand, Clone, Debug)]
enum StaffCommand {
    /// Add an account
    Add {
        /// By what they sign in
        #[arg(long)]
        username: String,
        /// What they are called
        #[arg(long)]
        name: String,
        /// Where they are written to
        #[arg(long)]
        email: String,
        /// A file with their first password
        #[arg(long, value_name = "FILE")]
        password_file: PathBuf,
        /// `system_admin`, `company_admin` or `store_user`
        #[arg(long)]
        role: String,
        /// The id of their company
        #[arg(long, value_name = "ID")]
        company: Option<String>,
        /// The id of their store
        #[arg(long, value_name = "ID")]
        store: Option<String>,
    },
}

/// A task as it goes to whoever has the data.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "do")]
enum Task {
    AddStaff {
        username: String,
        name: String,
        email: String,
        password: String,
        role: Role,
        company: Option<CompanyId>,
        store: Option<StoreId>,
    },
}

/// Does what the command says.
pub(crate) async fn staff(options: &StaffOptions, house: &dyn CommandHouse) -> Result<()> {
    let StaffCommand::Add { username, name, email, password_file, role, company, store } = &options.what;
    let password = std::fs::read_to_string(password_file).with_context(|| format!("--password-file {}", password_file.display()))?;
    let Ok(role) = role.parse::<Role>() else { bail!("--role is system_admin, company_admin or store_user") };
    let task = Task::AddStaff {
        username: username.clone(),
        name: name.clone(),
        email: email.clone(),
        password: password.trim_end_matches(['\r', '\n']).to_owned(),
        role,
        company: company.as_deref().map(str::parse).transpose().context("--company")?,
        store: store.as_deref().map(str::parse).transpose().context("--store")?,
    };
    println!("{}", house.hand_over(serde_json::to_value(task)?).await?);
    Ok(())
}

/// Does a task that a command has handed over.
pub(crate) async fn operate(db: &Db, ids: Arc<dyn Ids>, task: &Value) -> Result<String> {
    let Task::AddStaff { username, name, email, password, role, company, store } = serde_json::from_value(task.clone())?;
    let input = AccountInput { username, name, email, password, role: Some(role), company, store };
    let made = Service::new(db.clone(), ids).create_account(None, &input, None).await?;
    Ok(format!("{} ({}) can sign in as {}", made.name, made.role, made.username))
}
