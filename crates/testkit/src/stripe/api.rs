//! Stripe's calls.

use serde_json::{Value, json};

use super::objects;
use super::parameters::{Parameters, allowed};
use super::refusal::Refusal;
use super::state::{Inside, Remembered};

/// The least that Stripe charges in yen.
const LEAST: i64 = 50;

/// A call, as it came.
pub(super) struct Call<'a> {
    pub(super) method: &'a str,
    pub(super) path: &'a str,
    pub(super) parameters: &'a Parameters,
    pub(super) idempotency_key: Option<&'a str>,
}

impl Inside {
    /// Answers a call, once for each key.
    pub(super) fn answer(&mut self, call: &Call<'_>) -> (u16, Value) {
        let key = call.idempotency_key.filter(|_| call.method == "POST");
        let request = (call.path.to_owned(), call.parameters.clone());
        if let Some(known) = key.and_then(|key| self.remembered.get(key)) {
            if known.request == request {
                return known.answer.clone();
            }
            let refusal = Refusal::idempotency();
            return (refusal.status, refusal.body());
        }
        self.expire();
        let outcome = self.route(call).and_then(|object| self.expanded(object, call.parameters));
        let (answer, is_final) = match outcome {
            Ok(object) => {
                self.answered.push(object.clone());
                ((200, object), true)
            }
            Err(refusal) => ((refusal.status, refusal.body()), !refusal.is_before),
        };
        if let Some(key) = key.filter(|_| is_final) {
            self.remembered.insert(key.to_owned(), Remembered { request, answer: answer.clone() });
        }
        answer
    }

    fn expanded(&self, mut object: Value, parameters: &Parameters) -> Result<Value, Refusal> {
        let Some(name) = parameters.get("expand[0]") else { return Ok(object) };
        let Some(field) = object.get_mut(name) else {
            return Err(Refusal::invalid("parameter_invalid", "expand", "This property cannot be expanded."));
        };
        if let Some(whole) = field.as_str().and_then(|id| self.objects.get(id)) {
            *field = whole.clone();
        }
        Ok(object)
    }

    fn route(&mut self, call: &Call<'_>) -> Result<Value, Refusal> {
        let parts: Vec<&str> = call.path.trim_matches('/').split('/').collect();
        let takes = |allowed: &[&str]| call.parameters.only(allowed);
        let with = call.parameters;
        match (call.method, &parts[..]) {
            ("POST", ["v1", "customers"]) => takes(allowed::CUSTOMER).and_then(|()| self.make_customer(with)),
            ("DELETE", ["v1", "customers", id]) => takes(allowed::NOTHING).and_then(|()| self.delete_customer(id)),
            ("POST", ["v1", "checkout", "sessions"]) => takes(allowed::CHECKOUT).and_then(|()| self.make_checkout(with)),
            ("GET", ["v1", "checkout", "sessions", id]) => {
                takes(allowed::NOTHING).and_then(|()| self.find(id, "checkout.session").cloned())
            }
            ("POST", ["v1", "checkout", "sessions", id, "expire"]) => takes(allowed::NOTHING).and_then(|()| self.end_checkout(id)),
            ("POST", ["v1", "billing_portal", "sessions"]) => takes(allowed::PORTAL).and_then(|()| self.make_portal(with)),
            ("POST", ["v1", "payment_intents"]) => takes(allowed::PAYMENT_INTENT).and_then(|()| self.make_payment_intent(with)),
            ("POST", ["v1", "payment_intents", id, "confirm"]) => {
                takes(allowed::CONFIRM).and_then(|()| self.confirm_payment_intent(id, with))
            }
            ("GET", ["v1", "payment_intents", id]) => takes(allowed::NOTHING).and_then(|()| self.find(id, "payment_intent").cloned()),
            ("POST", ["v1", "refunds"]) => takes(allowed::REFUND).and_then(|()| self.make_refund(with)),
            ("GET", ["v1", "payment_methods", id]) => takes(allowed::NOTHING).and_then(|()| self.find(id, "payment_method").cloned()),
            ("POST", ["v1", "payment_methods", id, "detach"]) => takes(allowed::NOTHING).and_then(|()| self.detach(id)),
            ("GET", ["v1", "setup_intents", id]) => takes(allowed::NOTHING).and_then(|()| self.find(id, "setup_intent").cloned()),
            ("GET", ["v1", "subscriptions", id]) => takes(allowed::NOTHING).and_then(|()| self.find(id, "subscription").cloned()),
            ("POST", ["v1", "subscriptions", id]) => takes(allowed::SUBSCRIPTION).and_then(|()| self.change_subscription(id, with)),
            ("POST", ["v1", "accounts"]) => takes(allowed::ACCOUNT).and_then(|()| self.make_account(with)),
            ("GET", ["v1", "accounts", id]) => takes(allowed::NOTHING).and_then(|()| self.find(id, "account").cloned()),
            ("POST", ["v1", "account_links"]) => takes(allowed::ACCOUNT_LINK).and_then(|()| self.make_account_link(with)),
            ("POST", ["v1", "accounts", id, "login_links"]) => takes(allowed::NOTHING).and_then(|()| self.make_login_link(id)),
            _ => Err(Refusal::no_such(call.path)),
        }
    }

    fn make_customer(&mut self, with: &Parameters) -> Result<Value, Refusal> {
        let mut customer = objects::customer(&Self::new_id("cus"), self.now());
        for name in ["email", "name", "phone", "description"] {
            customer[name] = json!(with.get(name));
        }
        customer["metadata"] = with.metadata("metadata")?;
        self.counts.customers += 1;
        Ok(self.keep(customer))
    }

    /// To whom money goes on, if it does: a seller who can be sold for, and a fee that is not more than all of it.
    fn destination(&self, with: &Parameters, below: &str, amount: i64) -> Result<(Option<String>, Option<i64>), Refusal> {
        let name = |name: &str| if below.is_empty() { name.to_owned() } else { format!("{below}[{name}]") };
        let to = if below.is_empty() { "transfer_data[destination]".to_owned() } else { format!("{below}[transfer_data][destination]") };
        let fee = with.number(&name("application_fee_amount"))?;
        let Some(account) = self.named(with, &to, "account")? else {
            return match fee {
                Some(_) => Err(Refusal::without_code("Can only apply an application_fee_amount when there is a destination.")),
                None => Ok((None, None)),
            };
        };
        if self.find(&account, "account")?["capabilities"]["transfers"] != "active" {
            return Err(Refusal::invalid("insufficient_capabilities_for_transfer", &to, "The destination needs the transfers capability."));
        }
        if fee.is_some_and(|fee| fee < 1 || fee > amount) {
            return Err(Refusal::invalid(
                "parameter_invalid_integer",
                &name("application_fee_amount"),
                "The fee is not within the amount.",
            ));
        }
        Ok((Some(account), fee))
    }

    fn make_checkout(&mut self, with: &Parameters) -> Result<Value, Refusal> {
        with.required("mode")?;
        let mode = with.one_of("mode", &["payment", "subscription", "setup"])?.unwrap_or_default().to_owned();
        for name in ["success_url", "cancel_url"] {
            if !with.required(name)?.starts_with("http") {
                return Err(Refusal::invalid("url_invalid", name, "Not a valid URL"));
            }
        }
        with.one_of("locale", &["auto", "ja", "en"])?;
        with.one_of("customer_creation", &["always", "if_required"])?;
        let customer = self.named(with, "customer", "customer")?;
        if customer.is_some() && with.has("customer_email") {
            return Err(Refusal::invalid(
                "parameter_invalid",
                "customer_email",
                "You may only specify one of these: customer, customer_email.",
            ));
        }
        for (parameter, of) in [("payment_intent_data", "payment"), ("subscription_data", "subscription"), ("setup_intent_data", "setup")] {
            if with.has(parameter) && mode != of {
                return Err(Refusal::invalid("parameter_invalid", parameter, &format!("You can only use {parameter} in {of} mode.")));
            }
        }
        let now = self.now();
        let id = Self::new_id("cs_test");
        let mut session = objects::checkout_session(&id, now, &format!("{}/c/pay/{id}", self.origin), &mode);
        if mode == "setup" {
            if with.has("line_items") {
                return Err(Refusal::invalid("parameter_invalid", "line_items", "You can not pass line_items in setup mode."));
            }
            if !with.has("currency") && !with.has("payment_method_types") {
                return Err(Refusal::missing("currency"));
            }
        } else {
            let data = "line_items[0][price_data]";
            let quantity = with.number("line_items[0][quantity]")?.ok_or_else(|| Refusal::missing("line_items[0][quantity]"))?;
            let each = format!("{data}[unit_amount]");
            let amount = with.number(&each)?.ok_or_else(|| Refusal::missing(&each))? * quantity;
            with.required(&format!("{data}[product_data][name]"))?;
            let currency = with.required(&format!("{data}[currency]"))?.to_owned();
            if with.has(&format!("{data}[recurring]")) != (mode == "subscription") {
                let why = "Prices recur in subscription mode, and only there.";
                return Err(Refusal::invalid("parameter_invalid", "line_items[0]", why));
            }
            if amount < LEAST {
                return Err(Refusal::invalid("amount_too_small", &each, "The amount must be at least ¥50."));
            }
            self.destination(with, "payment_intent_data", amount)?;
            (session["amount_total"], session["amount_subtotal"], session["currency"]) = (json!(amount), json!(amount), json!(currency));
        }
        if let Some(at) = with.number("expires_at")? {
            if !(now + 30 * 60 - 60..=now + 24 * 60 * 60 + 60).contains(&at) {
                return Err(Refusal::invalid(
                    "parameter_invalid_integer",
                    "expires_at",
                    "It must be between 30 minutes and 24 hours from now.",
                ));
            }
            session["expires_at"] = json!(at);
        }
        for (field, name) in [
            ("client_reference_id", "client_reference_id"),
            ("success_url", "success_url"),
            ("cancel_url", "cancel_url"),
            ("locale", "locale"),
            ("customer_email", "customer_email"),
            ("customer_creation", "customer_creation"),
        ] {
            session[field] = json!(with.get(name));
        }
        (session["customer"], session["metadata"]) = (json!(customer), with.metadata("metadata")?);
        for below in ["payment_intent_data", "subscription_data", "setup_intent_data"] {
            with.metadata(&format!("{below}[metadata]"))?;
        }
        self.counts.checkouts += 1;
        self.plans.insert(id, with.clone());
        Ok(self.keep(session))
    }

    fn end_checkout(&mut self, id: &str) -> Result<Value, Refusal> {
        if self.find(id, "checkout.session")?["status"] != "open" {
            return Err(Refusal::without_code("Only Checkout Sessions with a status in [\"open\"] can be expired."));
        }
        self.expire_one(id);
        self.find(id, "checkout.session").cloned()
    }

    fn make_portal(&mut self, with: &Parameters) -> Result<Value, Refusal> {
        with.required("customer")?;
        let customer = self.named(with, "customer", "customer")?.unwrap_or_default();
        let id = Self::new_id("bps");
        let url = format!("{}/p/session/{id}", self.origin);
        let portal = objects::portal_session(&id, self.now(), &customer, with.required("return_url")?, &url);
        Ok(self.keep(portal))
    }

    fn make_payment_intent(&mut self, with: &Parameters) -> Result<Value, Refusal> {
        let amount = with.number("amount")?.ok_or_else(|| Refusal::missing("amount"))?;
        let currency = with.required("currency")?.to_owned();
        if amount < LEAST {
            return Err(Refusal::invalid("amount_too_small", "amount", "The amount must be at least ¥50."));
        }
        let (confirm, off_session) = (with.truth("confirm")?, with.truth("off_session")?);
        if off_session && !confirm {
            return Err(Refusal::invalid("parameter_missing", "confirm", "You can only pass off_session when confirm is true."));
        }
        let customer = self.named(with, "customer", "customer")?;
        let card = self.named(with, "payment_method", "payment_method")?;
        if let Some(card) = &card
            && self.find(card, "payment_method")?["customer"] != json!(customer)
        {
            return Err(Refusal::without_code("The customer does not have a payment method with this ID."));
        }
        let (to, fee) = self.destination(with, "", amount)?;
        let mut intent = objects::payment_intent(&Self::new_id("pi"), self.now(), amount, &currency);
        (intent["customer"], intent["payment_method"]) = (json!(customer), json!(card));
        (intent["description"], intent["metadata"]) = (json!(with.get("description")), with.metadata("metadata")?);
        if let Some(to) = to {
            (intent["transfer_data"], intent["application_fee_amount"]) = (json!({ "destination": to }), json!(fee));
        }
        match (confirm, card) {
            (true, Some(_)) => self.charge(intent),
            (true, None) => Err(Refusal::missing("payment_method")),
            (false, card) => {
                if card.is_some() {
                    intent["status"] = json!("requires_confirmation");
                }
                Ok(self.keep(intent))
            }
        }
    }

    fn confirm_payment_intent(&mut self, id: &str, with: &Parameters) -> Result<Value, Refusal> {
        with.truth("off_session")?;
        let intent = self.find(id, "payment_intent")?.clone();
        if intent["status"] != "requires_confirmation" {
            let why = "You cannot confirm this PaymentIntent because of its status.";
            return Err(Refusal::invalid("payment_intent_unexpected_state", "payment_intent", why));
        }
        let card = intent["payment_method"].as_str().unwrap_or_default().to_owned();
        if self.find(&card, "payment_method")?["customer"] != intent["customer"] {
            return Err(Refusal::without_code("The customer does not have a payment method with this ID."));
        }
        self.charge(intent)
    }

    /// A customer goes for good, and with them what they pay every month and by what.
    fn delete_customer(&mut self, id: &str) -> Result<Value, Refusal> {
        if self.find(id, "customer")?["deleted"] == true {
            return Err(Refusal::no_such(id));
        }
        let own = |kind: &'static str| {
            let own =
                self.objects.values().filter(move |one| one["object"] == kind && one["customer"] == id && one["status"] != "canceled");
            own.filter_map(|one| one["id"].as_str().map(str::to_owned)).collect::<Vec<_>>()
        };
        let (subscriptions, cards) = (own("subscription"), own("payment_method"));
        for subscription in subscriptions {
            self.end(&subscription)?;
        }
        for card in cards {
            self.detach(&card)?;
        }
        Ok(self.keep(json!({ "id": id, "object": "customer", "deleted": true })))
    }

    fn make_refund(&mut self, with: &Parameters) -> Result<Value, Refusal> {
        let intent = with.required("payment_intent")?.to_owned();
        let (reverse, fee) = (with.truth("reverse_transfer")?, with.truth("refund_application_fee")?);
        self.refund(&intent, with.number("amount")?, reverse, fee)
    }

    fn detach(&mut self, id: &str) -> Result<Value, Refusal> {
        let card = self.change(id, "payment_method")?;
        if card["customer"].is_null() {
            let why = "The payment method you provided is not attached to a customer so detachment is impossible.";
            return Err(Refusal::without_code(why));
        }
        card["customer"] = Value::Null;
        Ok(card.clone())
    }

    fn change_subscription(&mut self, id: &str, with: &Parameters) -> Result<Value, Refusal> {
        self.find(id, "subscription")?;
        let yes = with.truth("cancel_at_period_end")?;
        self.cancel_at_period_end(id, yes)
    }

    fn make_account(&mut self, with: &Parameters) -> Result<Value, Refusal> {
        let kind = with.one_of("type", &["express", "standard", "custom"])?.unwrap_or("standard").to_owned();
        let mut account = objects::account(&Self::new_id("acct"), self.now(), with.get("country").unwrap_or("JP"), &kind);
        for name in ["email", "business_type"] {
            account[name] = json!(with.get(name));
        }
        account["metadata"] = with.metadata("metadata")?;
        self.counts.accounts += 1;
        Ok(self.keep(account))
    }

    fn make_account_link(&mut self, with: &Parameters) -> Result<Value, Refusal> {
        with.required("account")?;
        let account = self.named(with, "account", "account")?.unwrap_or_default();
        with.one_of("type", &["account_onboarding", "account_update"])?.ok_or_else(|| Refusal::missing("type"))?;
        with.required("refresh_url")?;
        with.required("return_url")?;
        let link = Self::new_id("link");
        let made = objects::account_link(self.now(), &format!("{}/setup/{account}/{link}", self.origin));
        self.plans.insert(link, with.clone());
        Ok(made)
    }

    fn make_login_link(&mut self, id: &str) -> Result<Value, Refusal> {
        if self.find(id, "account")?["details_submitted"] != true {
            return Err(Refusal::without_code("Cannot create a login link for an account that has not completed onboarding."));
        }
        Ok(objects::login_link(self.now(), &format!("{}/express/{id}", self.origin)))
    }
}
