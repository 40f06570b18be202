//! Where else people may have an account to sign in by.

use std::path::PathBuf;

use anyhow::{Result, bail};
use chabudai_identity::oidc::{Provider, Providers};
use clap::Args;

use chabudai_app::options::secret;

/// Google, and one provider of the operator's own. Each sends people back to `<base URL>/okusuri/sign-in/<google or oidc>/callback`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ProviderOptions {
    /// The client id that Google gave out, to let people sign in by Google
    #[arg(long, env = "CHABUDAI_GOOGLE_CLIENT_ID", value_name = "ID")]
    google_client_id: Option<String>,
    /// The secret that goes with it
    #[arg(long, env = "CHABUDAI_GOOGLE_CLIENT_SECRET", value_name = "SECRET", hide_env_values = true)]
    google_client_secret: Option<String>,
    /// A file that holds it
    #[arg(long, env = "CHABUDAI_GOOGLE_CLIENT_SECRET_FILE", value_name = "FILE")]
    google_client_secret_file: Option<PathBuf>,
    /// The issuer of another OpenID Connect provider to let people sign in by
    #[arg(long, env = "CHABUDAI_OIDC_ISSUER", value_name = "URL")]
    oidc_issuer: Option<String>,
    /// What people call it
    #[arg(long, env = "CHABUDAI_OIDC_NAME", default_value = "OpenID", value_name = "NAME")]
    oidc_name: String,
    /// The client id that it gave out
    #[arg(long, env = "CHABUDAI_OIDC_CLIENT_ID", value_name = "ID")]
    oidc_client_id: Option<String>,
    /// The secret that goes with it, if there is one
    #[arg(long, env = "CHABUDAI_OIDC_CLIENT_SECRET", value_name = "SECRET", hide_env_values = true)]
    oidc_client_secret: Option<String>,
    /// A file that holds it
    #[arg(long, env = "CHABUDAI_OIDC_CLIENT_SECRET_FILE", value_name = "FILE")]
    oidc_client_secret_file: Option<PathBuf>,
}

impl ProviderOptions {
    /// The providers, in the order in which they are shown.
    pub(crate) fn providers(&self) -> Result<Providers> {
        let mut all = Vec::new();
        let google = secret(self.google_client_secret.as_ref(), self.google_client_secret_file.as_ref(), "google-client-secret")?;
        match (&self.google_client_id, google) {
            (Some(id), Some(secret)) => all.push(Provider::google(id, &secret)?),
            (None, None) => {}
            _ => bail!("--google-client-id and --google-client-secret go together"),
        }
        let own = secret(self.oidc_client_secret.as_ref(), self.oidc_client_secret_file.as_ref(), "oidc-client-secret")?;
        match (&self.oidc_issuer, &self.oidc_client_id) {
            (Some(issuer), Some(id)) => all.push(Provider::new("oidc", &self.oidc_name, issuer, id, own.as_deref())?),
            (None, None) if own.is_none() => {}
            _ => bail!("--oidc-issuer and --oidc-client-id go together"),
        }
        Ok(Providers::new(all)?)
    }

    /// For the configuration that is printed.
    pub(crate) fn shown(&self, masked: impl Fn(bool) -> &'static str) -> serde_json::Value {
        serde_json::json!({
            "googleClientId": self.google_client_id,
            "googleClientSecret": masked(self.google_client_secret.is_some() || self.google_client_secret_file.is_some()),
            "oidcIssuer": self.oidc_issuer,
            "oidcName": self.oidc_name,
            "oidcClientId": self.oidc_client_id,
            "oidcClientSecret": masked(self.oidc_client_secret.is_some() || self.oidc_client_secret_file.is_some()),
        })
    }
}
