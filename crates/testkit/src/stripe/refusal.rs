//! How Stripe refuses.

use serde_json::{Value, json};

/// A refusal, as Stripe words it.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    pub(super) status: u16,
    /// Whether it was refused before anything began, so that the same key may be used for something better.
    pub(super) is_before: bool,
    error: Value,
}

impl Refusal {
    fn of(status: u16, kind: &str, message: &str) -> Self {
        Self { status, is_before: true, error: json!({ "type": kind, "message": message }) }
    }

    fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.error[name] = value.into();
        self
    }

    pub(super) fn invalid(code: &str, param: &str, message: &str) -> Self {
        Self::without_code(message).with("code", code).with("param", param)
    }

    /// For refusals that Stripe has no code for.
    pub(super) fn without_code(message: &str) -> Self {
        Self::of(400, "invalid_request_error", message)
    }

    pub(super) fn missing(param: &str) -> Self {
        Self::invalid("parameter_missing", param, &format!("Missing required param: {param}."))
    }

    /// What is asked for by its address is not there.
    pub(super) fn no_such(id: &str) -> Self {
        Self { status: 404, ..Self::no_such_param(id, "id") }
    }

    /// What a parameter names is not there.
    pub(super) fn no_such_param(id: &str, param: &str) -> Self {
        Self::invalid("resource_missing", param, &format!("No such object: '{id}'"))
    }

    pub(super) fn unauthorized() -> Self {
        Self::of(401, "invalid_request_error", "Invalid API Key provided")
    }

    pub(super) fn idempotency() -> Self {
        let message = "Keys for idempotent requests can only be used with the same parameters they were first used with.";
        Self::of(400, "idempotency_error", message)
    }

    pub(super) fn declined(decline_code: &str, payment_intent: Option<Value>) -> Self {
        let declined = Self::of(402, "card_error", "Your card was declined.").with("code", "card_declined");
        let declined = Self { is_before: false, ..declined.with("decline_code", decline_code) };
        match payment_intent {
            Some(intent) => declined.with("payment_intent", intent),
            None => declined,
        }
    }

    /// Told to by a test.
    pub(super) fn told(status: u16) -> Self {
        let kind = if status >= 500 { "api_error" } else { "invalid_request_error" };
        let told = Self::of(status, kind, "The double was told to.");
        match status {
            409 => told.with("code", "idempotency_key_in_use"),
            429 => told.with("code", "rate_limit"),
            _ => told,
        }
    }

    /// The parameter that it is about.
    #[cfg(test)]
    pub(super) fn param(&self) -> Option<&str> {
        self.error["param"].as_str()
    }

    pub(super) fn body(&self) -> Value {
        json!({ "error": self.error })
    }
}
