//! Mail by SMTP: how the operator sets it up, and the server that letters are handed to.

pub(crate) mod delivery; // by mail, or into the operator's log
mod queue; // letters on their way, tried again while there is hope

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use clap::{Args, ValueEnum};
use lettre::message::Mailbox;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::{self, AsyncSmtpTransportBuilder};
use lettre::{AsyncSmtpTransport, Tokio1Executor};
use serde::Serialize;
use tokio::sync::OnceCell;

use chabudai_app::options::secret;

pub(crate) use queue::MailQueue;

/// How long the mail server may take for one step.
const PATIENCE: Duration = Duration::from_secs(20);

/// The mail server that takes letters to people.
#[derive(Args, Clone, Debug)]
pub(crate) struct MailOptions {
    /// The mail server that letters are handed to; without one, codes stand in the log
    #[arg(long, env = "CHABUDAI_SMTP_HOST", value_name = "HOST")]
    smtp_host: Option<String>,
    /// Its port; 587 with STARTTLS, 465 with TLS, 25 without by default
    #[arg(long, env = "CHABUDAI_SMTP_PORT", value_name = "PORT")]
    smtp_port: Option<u16>,
    /// How the way there is protected; STARTTLS by default, and nothing where the mail server is this machine
    #[arg(long, env = "CHABUDAI_SMTP_TLS", value_name = "WAY")]
    smtp_tls: Option<Protection>,
    /// The name to sign in with at the mail server
    #[arg(long, env = "CHABUDAI_SMTP_USER", value_name = "NAME")]
    smtp_user: Option<String>,
    /// The password that goes with it
    #[arg(long, env = "CHABUDAI_SMTP_PASSWORD", value_name = "PASSWORD", hide_env_values = true)]
    smtp_password: Option<String>,
    /// A file that holds it
    #[arg(long, env = "CHABUDAI_SMTP_PASSWORD_FILE", value_name = "FILE")]
    smtp_password_file: Option<PathBuf>,
    /// Whom letters are from, such as `Chabudai <house@example.org>`
    #[arg(long, env = "CHABUDAI_MAIL_FROM", value_name = "ADDRESS")]
    mail_from: Option<String>,
}

/// How nobody listens on the way to the mail server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Protection {
    /// The connection becomes TLS before anything is said, or nothing is sent
    Starttls,
    /// TLS from the first byte
    Tls,
    /// Nothing: everybody on the way can read the letters
    None,
}

impl Protection {
    const fn port(self) -> u16 {
        match self {
            Self::Starttls => 587,
            Self::Tls => 465,
            Self::None => 25,
        }
    }
}

/// A mail server as it is spoken to, and whom letters are from.
pub(crate) struct Carrier {
    settings: AsyncSmtpTransportBuilder,
    host: String,
    protection: Protection,
    /// Made for the first letter: the certificates of the system take a moment to read, and room from then on.
    transport: OnceCell<AsyncSmtpTransport<Tokio1Executor>>,
    pub(crate) from: Mailbox,
}

impl Carrier {
    /// The way to the mail server.
    pub(crate) async fn transport(&self) -> Result<&AsyncSmtpTransport<Tokio1Executor>, smtp::Error> {
        self.transport.get_or_try_init(|| self.connect()).await
    }

    async fn connect(&self) -> Result<AsyncSmtpTransport<Tokio1Executor>, smtp::Error> {
        let (settings, host, protection) = (self.settings.clone(), self.host.clone(), self.protection);
        // Many files are read: not on a thread that answers others meanwhile.
        let made = tokio::task::spawn_blocking(move || {
            let tls = match protection {
                Protection::Starttls => Tls::Required(TlsParameters::new(host)?),
                Protection::Tls => Tls::Wrapper(TlsParameters::new(host)?),
                Protection::None => Tls::None,
            };
            Ok(settings.tls(tls).build())
        });
        made.await.expect("nothing panics while certificates are read")
    }
}

impl MailOptions {
    /// The mail server, if there is one.
    pub(crate) fn carrier(&self) -> Result<Option<Carrier>> {
        let password = secret(self.smtp_password.as_ref(), self.smtp_password_file.as_ref(), "smtp-password")?;
        let (host, from) = match (&self.smtp_host, &self.mail_from) {
            (Some(host), Some(from)) => (host, from),
            (None, None) if self.smtp_user.is_none() && password.is_none() => return Ok(None),
            _ => bail!("--smtp-host and --mail-from go together, and --smtp-user goes with them"),
        };
        let from: Mailbox = from.parse().with_context(|| format!("--mail-from {from:?} is no address"))?;
        let protection = self.protection(host);
        if protection != Protection::None {
            chabudai_outward::check().with_context(|| format!("--smtp-host {host:?} cannot be spoken to by TLS"))?;
        }
        let mut settings = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host)
            .port(self.smtp_port.unwrap_or(protection.port()))
            .timeout(Some(PATIENCE))
            .hello_name(ClientId::Domain(from.email.domain().to_owned()));
        match (&self.smtp_user, password) {
            (Some(user), Some(password)) => settings = settings.credentials(Credentials::new(user.clone(), password)),
            (None, None) => {}
            _ => bail!("--smtp-user and --smtp-password go together"),
        }
        if protection == Protection::None && !is_this_machine(host) {
            tracing::warn!("letters go to the mail server without TLS: everybody on the way can read the codes in them");
        }
        Ok(Some(Carrier { settings, host: host.clone(), protection, transport: OnceCell::new(), from }))
    }

    /// Without TLS only where nobody is on the way, unless the operator wants it so.
    fn protection(&self, host: &str) -> Protection {
        let usual = if is_this_machine(host) { Protection::None } else { Protection::Starttls };
        self.smtp_tls.unwrap_or(usual)
    }

    /// For the configuration that is printed.
    pub(crate) fn shown(&self, masked: impl Fn(bool) -> &'static str) -> serde_json::Value {
        let protection = self.smtp_host.as_deref().map(|host| self.protection(host));
        serde_json::json!({
            "smtpHost": self.smtp_host,
            "smtpPort": self.smtp_port.or(protection.map(Protection::port)),
            "smtpTls": protection,
            "smtpUser": self.smtp_user,
            "smtpPassword": masked(self.smtp_password.is_some() || self.smtp_password_file.is_some()),
            "mailFrom": self.mail_from,
        })
    }
}

fn is_this_machine(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Whole {
        #[command(flatten)]
        mail: MailOptions,
    }

    fn options(arguments: &[&str]) -> MailOptions {
        Whole::parse_from([&["test"], arguments].concat()).mail
    }

    #[test]
    fn letters_travel_in_the_open_only_where_nobody_is_on_the_way() {
        for (host, protection) in [
            ("localhost", Protection::None),
            ("127.0.0.1", Protection::None),
            ("::1", Protection::None),
            ("mail.example.org", Protection::Starttls),
            ("192.168.0.2", Protection::Starttls),
            ("localhost.example.org", Protection::Starttls),
        ] {
            assert_eq!(options(&[]).protection(host), protection, "{host}");
            assert_eq!(options(&["--smtp-tls", "none"]).protection(host), Protection::None);
            assert_eq!(options(&["--smtp-tls", "tls"]).protection(host), Protection::Tls);
        }
    }

    #[test]
    fn what_is_half_set_up_is_refused() {
        let refused = |arguments: &[&str]| options(arguments).carrier().err().map(|error| error.to_string());
        assert_eq!(refused(&[]), None);
        let from = ["--smtp-host", "localhost", "--mail-from", "ちゃぶ台 <house@example.org>"];
        assert_eq!(refused(&from), None);
        for half in [&["--smtp-host", "localhost"][..], &["--mail-from", "a@example.org"], &["--smtp-user", "a"], &["--smtp-password", "a"]]
        {
            assert!(refused(half).is_some_and(|why| why.contains("go together")), "{half:?}");
        }
        assert!(refused(&[&from[..], &["--smtp-user", "a"]].concat()).is_some_and(|why| why.contains("--smtp-password")));
        assert!(refused(&["--smtp-host", "localhost", "--mail-from", "nobody"]).is_some_and(|why| why.contains("no address")));
    }
}
