//! The language model of the house, if it has one, and what it may cost.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Result, bail};
use chabudai_ai::{Budget, Model, Prices, Receipt, Settings, Unlimited};
use chabudai_app::options::secret;
use chabudai_jobs::quota::{Quotas, Wanted};
use chabudai_kernel::part::Day;
use chabudai_web::route_cost::for_the_house;
use clap::Args;

/// Which model is asked, and how much.
#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_field_names, reason = "a field is called as its flag")]
pub(crate) struct AiOptions {
    /// Where a language model answers, up to `/v1`: any server that speaks OpenAI's chat completions; none is asked unless given
    #[arg(long, env = "CHABUDAI_AI_URL", value_name = "URL", requires = "ai_model")]
    pub(crate) ai_url: Option<String>,
    /// The key by which that server knows this house
    #[arg(long, env = "CHABUDAI_AI_KEY", value_name = "KEY", hide_env_values = true)]
    pub(crate) ai_key: Option<String>,
    /// A file that holds that key
    #[arg(long, env = "CHABUDAI_AI_KEY_FILE", value_name = "FILE")]
    pub(crate) ai_key_file: Option<PathBuf>,
    /// The model that is asked
    #[arg(long, env = "CHABUDAI_AI_MODEL", value_name = "NAME")]
    pub(crate) ai_model: Option<String>,
    /// The model that is shown pictures; none are shown unless given
    #[arg(long, env = "CHABUDAI_AI_PICTURE_MODEL", value_name = "NAME")]
    pub(crate) ai_picture_model: Option<String>,
    /// Tokens a day for the whole house, questions and answers; 0 for no limit
    #[arg(long, env = "CHABUDAI_AI_BUDGET", default_value_t = 500_000, value_name = "TOKENS")]
    pub(crate) ai_budget: u64,
    /// What a million tokens of questions cost, in your currency; for the metrics
    #[arg(long, env = "CHABUDAI_AI_PRICE_IN", default_value_t = 0.0, value_parser = price, value_name = "PRICE")]
    pub(crate) ai_price_in: f64,
    /// What a million tokens of answers cost
    #[arg(long, env = "CHABUDAI_AI_PRICE_OUT", default_value_t = 0.0, value_parser = price, value_name = "PRICE")]
    pub(crate) ai_price_out: f64,
}

/// A price that can be counted in millionths.
fn price(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|price| (0.0..=1_000_000.0).contains(price)).ok_or_else(|| "a price from 0 to 1000000".to_owned())
}

/// Days are counted from here.
const EPOCH: jiff::civil::Date = jiff::civil::date(2026, 1, 1);

/// The name of the day's tokens among the quotas.
const TOKENS: &str = "ai.tokens";

/// The day's tokens of the house, which all its servers share.
struct OfTheDay {
    quotas: Quotas,
    most: u64,
}

impl OfTheDay {
    fn wanted(&self, amount: u64) -> Wanted<'static> {
        Wanted { what: TOKENS, by: "", amount, most: Some(self.most) }
    }
}

impl Budget for OfTheDay {
    fn take(&self, tokens: u64) -> std::pin::Pin<Box<dyn Future<Output = Option<Receipt>> + Send + '_>> {
        Box::pin(async move {
            // What the house counts is no cost of whoever asks.
            let taken = for_the_house(self.quotas.take_of_day(self.wanted(tokens))).await.unwrap_or_else(|error| {
                tracing::warn!(%error, "nobody knows what is left of the day's tokens");
                None
            });
            taken.map(|day| Receipt(i64::from(day.0.since(EPOCH).map_or(0, |span| span.get_days()))))
        })
    }

    fn give_back(&self, tokens: u64, of: Receipt) -> std::pin::Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            let Ok(day) = EPOCH.checked_add(jiff::Span::new().days(of.0)) else { return };
            if let Err(error) = self.quotas.give_back(self.wanted(tokens), Day(day)).await {
                // They are missing until tomorrow.
                tracing::warn!(%error, tokens, "tokens were not given back");
            }
        })
    }

    fn use_more(&self, tokens: u64) -> std::pin::Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            // As much as a number holds: they are used, whatever is left.
            let wanted = Wanted { most: Some(i64::MAX.unsigned_abs()), ..self.wanted(tokens) };
            if let Err(error) = for_the_house(self.quotas.take_of_day(wanted)).await {
                tracing::warn!(%error, tokens, "tokens were used and not counted");
            }
        })
    }
}

/// An address without what only its server should see: a name and a password, and what stands behind the path.
fn without_secrets(address: &str) -> String {
    let (path, behind) = address.find(['?', '#']).map_or((address, ""), |at| address.split_at(at));
    let behind = if behind.is_empty() { "" } else { "?…" };
    let (scheme, rest) = path.split_once("://").map_or(("", path), |(scheme, _)| path.split_at(scheme.len() + 3));
    // A password may hold an @ of its own: the host stands behind the last of them.
    let (host, below) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
    match rest.rfind('@') {
        Some(at) if at >= host.len() => format!("{scheme}…@{}{behind}", &rest[at + 1..]),
        Some(at) => format!("{scheme}…@{}{below}{behind}", &host[at + 1..]),
        None => format!("{scheme}{rest}{behind}"),
    }
}

impl AiOptions {
    /// The model, if there is one.
    pub(crate) fn model(&self, quotas: &Quotas) -> Result<Option<Model>> {
        let (Some(address), Some(model)) = (self.ai_url.clone(), self.ai_model.clone()) else {
            if self.ai_url.is_none() && (self.ai_model.is_some() || self.ai_picture_model.is_some()) {
                bail!("--ai-model says which model is asked; --ai-url has to say where");
            }
            return Ok(None);
        };
        if !address.starts_with("http://") && !address.starts_with("https://") {
            bail!("--ai-url begins with https:// or http://");
        }
        let micros = |price: f64| (price * 1_000_000.0).round() as u64;
        let settings = Settings {
            address,
            key: secret(self.ai_key.as_ref(), self.ai_key_file.as_ref(), "ai-key")?,
            model,
            picture_model: self.ai_picture_model.clone(),
            prices: Prices { micros_in: micros(self.ai_price_in), micros_out: micros(self.ai_price_out) },
        };
        let budget: Arc<dyn Budget> = match self.ai_budget {
            0 => Arc::new(Unlimited),
            most => Arc::new(OfTheDay { quotas: quotas.clone(), most }),
        };
        Ok(Some(Model::new(settings, budget)))
    }

    /// As `chabudai config` shows it.
    pub(crate) fn shown(&self, masked: impl Fn(bool) -> &'static str) -> serde_json::Value {
        serde_json::json!({
            "url": self.ai_url.as_deref().map(without_secrets),
            "key": masked(self.ai_key.is_some() || self.ai_key_file.is_some()),
            "model": self.ai_model,
            "pictureModel": self.ai_picture_model,
            "budget": self.ai_budget,
            "priceIn": self.ai_price_in,
            "priceOut": self.ai_price_out,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::without_secrets;

    #[test]
    fn an_address_is_shown_without_its_secrets() {
        for (address, shown) in [
            ("https://ai.example/v1", "https://ai.example/v1"),
            ("https://me:secret@ai.example/v1", "https://…@ai.example/v1"),
            ("https://me:se@cr/et@ai.example/v1?key=secret#secret", "https://…@ai.example/v1?…"),
            ("http://10.0.0.5:8080/v1?key=secret", "http://10.0.0.5:8080/v1?…"),
            ("secret@ai.example", "…@ai.example"),
        ] {
            assert_eq!(without_secrets(address), shown);
        }
    }
}
