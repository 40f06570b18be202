//! Stripe, if the house takes money: the operator's settings, and the one address at which Stripe tells what happened.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse as _;
use axum::routing::post;
use chabudai_app::PaymentEvents;
use chabudai_app::options::secret;
use chabudai_jobs::handled::HandledEvents;
use chabudai_kernel::part::Word;
use chabudai_payments::{LARGEST_EVENT, PaymentError, Payments, STRIPE, Settings};
use chabudai_web::problem::Problem;
use chabudai_web::route_cost::for_the_house;
use clap::Args;

/// Where Stripe tells what happened.
pub(crate) const WEBHOOK: &str = "/webhooks/stripe";

/// By what Stripe knows the house, and the house Stripe.
#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_field_names, reason = "a field is called as its flag")]
pub(crate) struct PaymentOptions {
    /// Stripe's secret or restricted key (`sk_…`, `rk_…`); nothing can be paid unless given
    #[arg(long, env = "CHABUDAI_STRIPE_KEY", value_name = "KEY", hide_env_values = true)]
    pub(crate) stripe_key: Option<String>,
    /// A file that holds that key
    #[arg(long, env = "CHABUDAI_STRIPE_KEY_FILE", value_name = "FILE")]
    pub(crate) stripe_key_file: Option<PathBuf>,
    /// What Stripe signs its events with (`whsec_…`), several separated by commas while one takes another's place
    #[arg(long, env = "CHABUDAI_STRIPE_WEBHOOK_SECRET", value_name = "SECRETS", hide_env_values = true)]
    pub(crate) stripe_webhook_secret: Option<String>,
    /// A file that holds these secrets
    #[arg(long, env = "CHABUDAI_STRIPE_WEBHOOK_SECRET_FILE", value_name = "FILE")]
    pub(crate) stripe_webhook_secret_file: Option<PathBuf>,
    /// Where Stripe answers; another address only to try things out
    #[arg(long, env = "CHABUDAI_STRIPE_URL", default_value = STRIPE, value_name = "URL")]
    pub(crate) stripe_url: String,
}

impl PaymentOptions {
    /// Stripe, if there is a key.
    pub(crate) fn payments(&self) -> Result<Option<Payments>> {
        let key = secret(self.stripe_key.as_ref(), self.stripe_key_file.as_ref(), "stripe-key")?;
        let signed = secret(self.stripe_webhook_secret.as_ref(), self.stripe_webhook_secret_file.as_ref(), "stripe-webhook-secret")?;
        let webhook_secrets: Vec<String> =
            signed.iter().flat_map(|all| all.split(',')).map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect();
        let key = match key.map(|key| key.trim().to_owned()).filter(|key| !key.is_empty()) {
            Some(key) => key,
            None if webhook_secrets.is_empty() => return Ok(None),
            None => bail!("--stripe-webhook-secret says what Stripe signs with; --stripe-key has to say by what Stripe knows this house"),
        };
        if webhook_secrets.is_empty() {
            bail!(
                "--stripe-key needs --stripe-webhook-secret or --stripe-webhook-secret-file: without what Stripe signs its events with, \
                 nobody here would learn that something was paid"
            );
        }
        if !key.is_ascii() || key.contains(char::is_whitespace) || key.starts_with("pk_") {
            bail!("--stripe-key is a secret key (sk_…) or a restricted one (rk_…)");
        }
        // A key goes over an unencrypted line to nobody but this machine.
        let is_local = ["http://127.0.0.1:", "http://localhost:", "http://[::1]:"].iter().any(|local| self.stripe_url.starts_with(local));
        if !is_local && !self.stripe_url.starts_with("https://") {
            bail!("--stripe-url begins with https://");
        }
        if !is_local {
            chabudai_outward::check().context("Stripe cannot be spoken to by TLS")?;
        }
        Ok(Some(Payments::new(Settings { address: self.stripe_url.clone(), key, webhook_secrets })))
    }

    /// As `chabudai config` shows it.
    pub(crate) fn shown(&self, masked: impl Fn(bool) -> &'static str) -> serde_json::Value {
        serde_json::json!({
            "key": masked(self.stripe_key.is_some() || self.stripe_key_file.is_some()),
            "webhookSecret": masked(self.stripe_webhook_secret.is_some() || self.stripe_webhook_secret_file.is_some()),
            "url": self.stripe_url,
        })
    }
}

/// Who is told what.
struct Webhook {
    payments: Payments,
    handled: HandledEvents,
    apps: HashMap<&'static str, Arc<dyn PaymentEvents>>,
}

/// The address at which Stripe tells what happened. It proves itself by its signature: there is no session and no form token.
pub(crate) fn routes(payments: Payments, handled: HandledEvents, apps: HashMap<&'static str, Arc<dyn PaymentEvents>>) -> Router {
    let webhook = Arc::new(Webhook { payments, handled, apps });
    Router::new().route(WEBHOOK, post(told).layer(DefaultBodyLimit::max(LARGEST_EVENT))).with_state(webhook)
}

async fn told(
    State(webhook): State<Arc<Webhook>>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<&'static str, Problem> {
    let body = body.map_err(|rejection| match rejection.into_response().status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "http.too_large", "The event is too large."),
        _ => Problem::new(StatusCode::BAD_REQUEST, "http.body", "The event did not arrive whole."),
    })?;
    let signature = headers.get("stripe-signature").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let event = webhook.payments.verify(&body, signature, webhook.handled.now()).map_err(|error| unbelievable(&error))?;
    // Most accounts tell more than anybody here wants to know, and some serve other sites as well.
    let Some((name, app)) = event.app.as_deref().and_then(|name| webhook.apps.get_key_value(name)) else {
        tracing::debug!(event = event.id, kind = event.kind, "an event that is nobody's");
        return Ok("nobody's");
    };
    let id = Word::new(event.id.as_str()).ok_or_else(|| unbelievable(&PaymentError::Unreadable))?;
    if webhook.handled.contain(&id).await.map_err(|error| come_again(name, &error))? {
        return Ok("handled before");
    }
    // What the app asks of its own tables is no cost of this route.
    for_the_house(app.told(&event)).await.map_err(|problem| come_again(name, &problem.code))?;
    if let Err(error) = webhook.handled.note(&id).await {
        // It is done. Should Stripe tell it again, so will the app be, and it bears that.
        tracing::warn!(%error, event = event.id, "an event was handled and not noted");
    }
    tracing::info!(app = name, event = event.id, kind = event.kind, "an event of Stripe was handled");
    Ok("handled")
}

/// What is not Stripe's, or cannot be shown to be.
fn unbelievable(error: &PaymentError) -> Problem {
    let detail = match error {
        PaymentError::BadSignature => "This is not signed with any secret that is known here.",
        PaymentError::OldSignature => "This was signed too long ago, or a clock is wrong.",
        _ => "This is signed, and cannot be read.",
    };
    tracing::warn!(code = error.code(), "an event was refused");
    Problem::new(StatusCode::BAD_REQUEST, error.code(), detail)
}

/// Whatever an app says: Stripe tells it again later.
fn come_again(app: &str, why: &dyn std::fmt::Display) -> Problem {
    tracing::error!(app, %why, "an event of Stripe was not handled");
    let detail = "This could not be dealt with. Please tell it again.";
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "payments.not_handled", detail)
}
