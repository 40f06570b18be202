//! What Stripe takes: a form whose names say how deep a value is. What it does not know it refuses, and so does the double.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::refusal::Refusal;

/// The parameters of one request, by their names as they were sent: `line_items[0][quantity]`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parameters(BTreeMap<String, String>);

impl Parameters {
    /// Reads a form or a query.
    pub(super) fn parse(text: &str) -> Self {
        Self(form_urlencoded::parse(text.as_bytes()).into_owned().collect())
    }

    /// A parameter.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Whether there is anything at or below this name.
    pub fn has(&self, name: &str) -> bool {
        self.0.keys().any(|known| known == name || known.strip_prefix(name).is_some_and(|rest| rest.starts_with('[')))
    }

    /// Every name and value.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    pub(super) fn required(&self, name: &str) -> Result<&str, Refusal> {
        self.get(name).filter(|value| !value.is_empty()).ok_or_else(|| Refusal::missing(name))
    }

    pub(super) fn number(&self, name: &str) -> Result<Option<i64>, Refusal> {
        let Some(text) = self.get(name) else { return Ok(None) };
        text.parse().map(Some).map_err(|_| Refusal::invalid("parameter_invalid_integer", name, "Invalid integer"))
    }

    pub(super) fn truth(&self, name: &str) -> Result<bool, Refusal> {
        match self.get(name) {
            Some("true") => Ok(true),
            Some("false") | None => Ok(false),
            Some(_) => Err(Refusal::invalid("parameter_invalid_boolean", name, "Invalid boolean")),
        }
    }

    /// One of a few words.
    pub(super) fn one_of(&self, name: &str, words: &[&str]) -> Result<Option<&str>, Refusal> {
        match self.get(name) {
            Some(word) if !words.contains(&word) => {
                Err(Refusal::invalid("parameter_invalid", name, "Invalid value: must be one of a list"))
            }
            word => Ok(word),
        }
    }

    /// What a caller attached, at this name.
    pub(super) fn metadata(&self, at: &str) -> Result<Value, Refusal> {
        let mut all = json!({});
        for (name, value) in self.iter() {
            let key = name.strip_prefix(at).and_then(|rest| rest.strip_prefix('[')?.strip_suffix(']'));
            let Some(key) = key else { continue };
            if key.chars().count() > 40 || value.chars().count() > 500 {
                return Err(Refusal::invalid(
                    "parameter_invalid_string_blank",
                    name,
                    "Metadata keys have 40 characters at most, values 500",
                ));
            }
            all[key] = json!(value);
        }
        if all.as_object().is_some_and(|all| all.len() > 50) {
            return Err(Refusal::invalid("parameter_invalid", at, "At most 50 keys of metadata"));
        }
        Ok(all)
    }

    /// Refuses what is not in a list. `*` stands for a key of the caller's, `0` for a place in a list.
    pub(super) fn only(&self, allowed: &[&str]) -> Result<(), Refusal> {
        let unknown = self.0.keys().find(|name| !allowed.iter().any(|pattern| fits(pattern, name)));
        match unknown {
            Some(name) => Err(Refusal::invalid("parameter_unknown", name, &format!("Received unknown parameter: {name}"))),
            None => Ok(()),
        }
    }
}

/// `a[b][0]` as `a`, `b`, `0`.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    name.split('[').map(|part| part.strip_suffix(']').unwrap_or(part))
}

fn fits(pattern: &str, name: &str) -> bool {
    let is = |(known, given): (&str, &str)| match known {
        "*" => !given.is_empty(),
        "0" => !given.is_empty() && given.bytes().all(|byte| byte.is_ascii_digit()),
        word => word == given,
    };
    parts(pattern).count() == parts(name).count() && parts(pattern).zip(parts(name)).all(is)
}

/// What each call takes, as Stripe names it; as much of it as anybody here could want.
pub(super) mod allowed {
    pub(in crate::stripe) const NOTHING: &[&str] = &["expand[0]"];
    pub(in crate::stripe) const CUSTOMER: &[&str] =
        &["email", "name", "phone", "description", "metadata[*]", "preferred_locales[0]", "payment_method", "expand[0]"];
    pub(in crate::stripe) const CHECKOUT: &[&str] = &[
        "mode",
        "customer",
        "customer_email",
        "customer_creation",
        "client_reference_id",
        "success_url",
        "cancel_url",
        "expires_at",
        "locale",
        "currency",
        "submit_type",
        "metadata[*]",
        "payment_method_types[0]",
        "line_items[0][quantity]",
        "line_items[0][price_data][currency]",
        "line_items[0][price_data][unit_amount]",
        "line_items[0][price_data][product_data][name]",
        "line_items[0][price_data][product_data][description]",
        "line_items[0][price_data][product_data][metadata][*]",
        "line_items[0][price_data][recurring][interval]",
        "line_items[0][price_data][recurring][interval_count]",
        "payment_intent_data[metadata][*]",
        "payment_intent_data[description]",
        "payment_intent_data[setup_future_usage]",
        "payment_intent_data[application_fee_amount]",
        "payment_intent_data[transfer_data][destination]",
        "subscription_data[metadata][*]",
        "subscription_data[description]",
        "subscription_data[application_fee_percent]",
        "subscription_data[transfer_data][destination]",
        "setup_intent_data[metadata][*]",
        "setup_intent_data[description]",
        "expand[0]",
    ];
    pub(in crate::stripe) const PORTAL: &[&str] = &["customer", "return_url", "configuration", "locale", "expand[0]"];
    pub(in crate::stripe) const CONFIRM: &[&str] =
        &["payment_method", "off_session", "receipt_email", "return_url", "setup_future_usage", "use_stripe_sdk", "expand[0]"];
    pub(in crate::stripe) const PAYMENT_INTENT: &[&str] = &[
        "amount",
        "currency",
        "customer",
        "payment_method",
        "payment_method_types[0]",
        "automatic_payment_methods[enabled]",
        "automatic_payment_methods[allow_redirects]",
        "off_session",
        "confirm",
        "description",
        "receipt_email",
        "metadata[*]",
        "application_fee_amount",
        "transfer_data[destination]",
        "expand[0]",
    ];
    pub(in crate::stripe) const REFUND: &[&str] =
        &["payment_intent", "charge", "amount", "reason", "metadata[*]", "reverse_transfer", "refund_application_fee", "expand[0]"];
    pub(in crate::stripe) const SUBSCRIPTION: &[&str] = &["cancel_at_period_end", "metadata[*]", "default_payment_method", "expand[0]"];
    pub(in crate::stripe) const ACCOUNT: &[&str] = &[
        "type",
        "country",
        "email",
        "business_type",
        "metadata[*]",
        "capabilities[card_payments][requested]",
        "capabilities[transfers][requested]",
        "expand[0]",
    ];
    pub(in crate::stripe) const ACCOUNT_LINK: &[&str] = &["account", "refresh_url", "return_url", "type", "expand[0]"];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stripe_does_not_have_is_refused() {
        let refused = |text: &str| {
            let outcome = Parameters::parse(text).only(allowed::CHECKOUT);
            outcome.err().and_then(|refusal| refusal.param().map(str::to_owned))
        };
        assert_eq!(refused("mode=payment&metadata[app]=kondate&line_items[0][quantity]=1&expand[0]=x"), None);
        for unknown in ["colour", "metadata", "metadata[a][b]", "line_items[first][quantity]", "line_items[0][price]", "metadata[]"] {
            assert_eq!(refused(&format!("{unknown}=1")).as_deref(), Some(unknown));
        }
    }
}
