//! The flags of Okusuri.

use std::path::PathBuf;

use anyhow::Result;
use chabudai_app::options::{long_enough, masked, secret};
use clap::Args;
use serde_json::{Value, json};

/// The secret of the job that sends reminders.
#[derive(Args, Clone, Debug)]
pub(crate) struct OkusuriOptions {
    /// Whoever knows it may have reminders sent by the API, 16 characters at least; nobody may unless given
    #[arg(long, env = "CHABUDAI_JOB_SECRET", value_name = "SECRET", hide_env_values = true)]
    job_secret: Option<String>,
    /// A file that holds that secret
    #[arg(long, env = "CHABUDAI_JOB_SECRET_FILE", value_name = "FILE")]
    job_secret_file: Option<PathBuf>,
}

impl OkusuriOptions {
    /// The secret of the job, if there is one.
    pub(crate) fn job_secret(&self) -> Result<Option<String>> {
        let secret = secret(self.job_secret.as_ref(), self.job_secret_file.as_ref(), "job-secret")?;
        // Nothing is what an environment says that leaves it out.
        secret.filter(|secret| !secret.is_empty()).map(|secret| long_enough(secret, "job-secret")).transpose()
    }

    /// For the effective configuration.
    pub(crate) fn shown(&self) -> Value {
        json!({ "jobSecret": masked(self.job_secret.is_some() || self.job_secret_file.is_some()) })
    }
}
