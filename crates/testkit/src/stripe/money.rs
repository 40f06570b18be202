//! What happens to money: pages that are paid on, cards that are charged, months that go by, refunds.

use serde_json::{Value, json};

use super::objects;
use super::refusal::Refusal;
use super::state::Inside;

/// A month, near enough.
const MONTH: i64 = 30 * 24 * 60 * 60;

/// How somebody pays on a page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pays {
    /// At once, by card.
    Now,
    /// Later, at a counter.
    Later,
}

impl Inside {
    /// Takes the money of a payment, and hands on what is a seller's.
    fn take(&mut self, mut intent: Value) -> Value {
        let (now, amount) = (self.now(), intent["amount"].as_i64().unwrap_or_default());
        let mut charge = objects::charge(&Self::new_id("ch"), now, &intent);
        let fee = intent["application_fee_amount"].as_i64().unwrap_or_default();
        if let Some(to) = intent["transfer_data"]["destination"].as_str() {
            charge["transfer_data"] = json!({ "amount": null, "destination": to });
            let transfer = objects::transfer(&Self::new_id("tr"), now, &charge, amount, to);
            self.keep(transfer);
            self.counts.transfers += 1;
            self.counts.transferred += amount - fee;
            self.counts.fees += fee;
        }
        let charge = self.keep(charge);
        (intent["status"], intent["amount_received"], intent["latest_charge"]) = (json!("succeeded"), json!(amount), charge["id"].clone());
        self.counts.charges += 1;
        self.counts.charged += amount;
        self.keep(intent)
    }

    /// Charges a stored card.
    pub(super) fn charge(&mut self, mut intent: Value) -> Result<Value, Refusal> {
        let Some(why) = self.decline.clone() else {
            return Ok(self.take(intent));
        };
        self.counts.declined += 1;
        intent["last_payment_error"] = json!({ "type": "card_error", "code": "card_declined", "decline_code": why });
        (intent["payment_method"], intent["status"]) = (Value::Null, json!("requires_payment_method"));
        let intent = self.keep(intent);
        Err(Refusal::declined(&why, Some(intent)))
    }

    /// Somebody goes through a page.
    pub(super) fn complete(&mut self, id: &str, pays: Pays) -> Result<Value, Refusal> {
        self.expire();
        let mut session = self.find(id, "checkout.session")?.clone();
        if session["status"] != "open" {
            return Err(Refusal::without_code("This Checkout Session is over."));
        }
        if let Some(why) = self.decline.clone() {
            self.counts.declined += 1;
            return Err(Refusal::declined(&why, None));
        }
        let (now, plan) = (self.now(), self.plans.get(id).cloned().unwrap_or_default());
        let mode = session["mode"].as_str().unwrap_or_default().to_owned();
        if session["customer"].is_null() && (mode == "subscription" || session["customer_creation"] == "always") {
            let mut customer = objects::customer(&Self::new_id("cus"), now);
            customer["email"] = session["customer_email"].clone();
            session["customer"] = self.keep(customer)["id"].clone();
            self.counts.customers += 1;
        }
        let mut card = objects::payment_method(&Self::new_id("pm"), now);
        if mode != "payment" || plan.has("payment_intent_data[setup_future_usage]") {
            card["customer"] = session["customer"].clone();
        }
        let card = self.keep(card)["id"].clone();
        let mut bill = None;
        match mode.as_str() {
            "payment" => {
                let amount = session["amount_total"].as_i64().unwrap_or_default();
                let currency = session["currency"].as_str().unwrap_or("jpy").to_owned();
                let mut intent = objects::payment_intent(&Self::new_id("pi"), now, amount, &currency);
                (intent["customer"], intent["payment_method"]) = (session["customer"].clone(), card);
                intent["metadata"] = plan.metadata("payment_intent_data[metadata]")?;
                intent["application_fee_amount"] = json!(plan.number("payment_intent_data[application_fee_amount]")?);
                if let Some(to) = plan.get("payment_intent_data[transfer_data][destination]") {
                    intent["transfer_data"] = json!({ "destination": to });
                }
                let intent = if pays == Pays::Now {
                    self.take(intent)
                } else {
                    // There is a slip to be taken to a counter.
                    intent["status"] = json!("requires_action");
                    self.keep(intent)
                };
                session["payment_intent"] = intent["id"].clone();
                session["payment_status"] = json!(if pays == Pays::Now { "paid" } else { "unpaid" });
            }
            "subscription" => {
                let (amount, currency) =
                    (session["amount_total"].as_i64().unwrap_or_default(), session["currency"].as_str().unwrap_or("jpy"));
                let mut subscription = objects::subscription(&Self::new_id("sub"), now, now + MONTH, amount, currency);
                (subscription["customer"], subscription["default_payment_method"]) = (session["customer"].clone(), card);
                subscription["metadata"] = plan.metadata("subscription_data[metadata]")?;
                let (first, subscription) = self.bill(subscription, (now, now + MONTH), true);
                (session["subscription"], session["invoice"]) = (subscription["id"].clone(), first["id"].clone());
                session["payment_status"] = json!("paid");
                self.counts.subscriptions += 1;
                bill = Some(first);
            }
            _ => {
                let mut intent = objects::setup_intent(&Self::new_id("seti"), now);
                (intent["customer"], intent["payment_method"]) = (session["customer"].clone(), card);
                (intent["metadata"], intent["status"]) = (plan.metadata("setup_intent_data[metadata]")?, json!("succeeded"));
                session["setup_intent"] = self.keep(intent)["id"].clone();
                session["payment_status"] = json!("no_payment_required");
            }
        }
        (session["status"], session["url"]) = (json!("complete"), Value::Null);
        let session = self.keep(session);
        self.happens("checkout.session.completed", &session);
        if let Some(bill) = bill {
            self.happens("invoice.paid", &bill);
        }
        Ok(session)
    }

    /// What was to be paid later is, or is not.
    pub(super) fn settle(&mut self, id: &str, is_paid: bool) -> Result<(), Refusal> {
        let mut session = self.find(id, "checkout.session")?.clone();
        let intent = session["payment_intent"].as_str().unwrap_or_default().to_owned();
        let mut intent = self.find(&intent, "payment_intent")?.clone();
        if intent["status"] != "requires_action" {
            return Err(Refusal::without_code("It is not on its way."));
        }
        if is_paid {
            self.take(intent);
            session["payment_status"] = json!("paid");
        } else {
            intent["status"] = json!("requires_payment_method");
            self.keep(intent);
        }
        let session = self.keep(session);
        self.happens(&format!("checkout.session.async_payment_{}", if is_paid { "succeeded" } else { "failed" }), &session);
        Ok(())
    }

    /// A bill for a month, paid or not.
    fn bill(&mut self, mut subscription: Value, period: (i64, i64), is_paid: bool) -> (Value, Value) {
        let bill = objects::invoice(&Self::new_id("in"), self.now(), &subscription, period, is_paid);
        if is_paid {
            self.counts.charges += 1;
            self.counts.charged += bill["amount_paid"].as_i64().unwrap_or_default();
        } else {
            self.counts.declined += 1;
        }
        subscription["latest_invoice"] = bill["id"].clone();
        (self.keep(bill), self.keep(subscription))
    }

    /// A month is over.
    pub(super) fn renew(&mut self, id: &str, is_paid: bool) -> Result<(), Refusal> {
        let mut subscription = self.find(id, "subscription")?.clone();
        if subscription["cancel_at_period_end"] == true {
            return self.end(id);
        }
        let ended = subscription["items"]["data"][0]["current_period_end"].as_i64().unwrap_or_default();
        // A month that was not paid has begun all the same.
        let item = &mut subscription["items"]["data"][0];
        (item["current_period_start"], item["current_period_end"]) = (json!(ended), json!(ended + MONTH));
        subscription["status"] = json!(if is_paid { "active" } else { "past_due" });
        let (bill, subscription) = self.bill(subscription, (ended, ended + MONTH), is_paid);
        self.happens(if is_paid { "invoice.paid" } else { "invoice.payment_failed" }, &bill);
        self.happens("customer.subscription.updated", &subscription);
        Ok(())
    }

    /// A subscription is over.
    pub(super) fn end(&mut self, id: &str) -> Result<(), Refusal> {
        let now = self.now();
        let subscription = self.change(id, "subscription")?;
        (subscription["status"], subscription["ended_at"]) = (json!("canceled"), json!(now));
        let subscription = subscription.clone();
        self.happens("customer.subscription.deleted", &subscription);
        Ok(())
    }

    /// Lets a subscription end with what is paid, or go on.
    pub(super) fn cancel_at_period_end(&mut self, id: &str, yes: bool) -> Result<Value, Refusal> {
        let now = self.now();
        let subscription = self.change(id, "subscription")?;
        if subscription["status"] == "canceled" {
            return Err(Refusal::no_such(id));
        }
        let ends = subscription["items"]["data"][0]["current_period_end"].clone();
        subscription["cancel_at_period_end"] = json!(yes);
        (subscription["cancel_at"], subscription["canceled_at"]) = if yes { (ends, json!(now)) } else { (Value::Null, Value::Null) };
        let subscription = subscription.clone();
        self.happens("customer.subscription.updated", &subscription);
        Ok(subscription)
    }

    /// Gives a payment back.
    pub(super) fn refund(&mut self, intent: &str, amount: Option<i64>, reverse: bool, fee: bool) -> Result<Value, Refusal> {
        let intent = self.find(intent, "payment_intent").map_err(|_| Refusal::no_such_param(intent, "payment_intent"))?.clone();
        let charge = intent["latest_charge"].as_str().unwrap_or_default().to_owned();
        let Ok(mut charge) = self.find(&charge, "charge").cloned() else {
            return Err(Refusal::invalid(
                "payment_intent_unexpected_state",
                "payment_intent",
                "This PaymentIntent has no successful charge.",
            ));
        };
        if charge["refunded"] == true {
            return Err(Refusal::invalid("charge_already_refunded", "payment_intent", "Charge has already been refunded."));
        }
        if reverse && intent["transfer_data"].is_null() {
            return Err(Refusal::without_code("Cannot reverse transfer: the charge was not created with a destination."));
        }
        let kept = intent["application_fee_amount"].as_i64().unwrap_or_default();
        if fee && kept == 0 {
            return Err(Refusal::without_code("Attempting to refund an application fee on a charge that has no application fee."));
        }
        let (whole, before) = (charge["amount"].as_i64().unwrap_or_default(), charge["amount_refunded"].as_i64().unwrap_or_default());
        let amount = amount.unwrap_or(whole - before);
        if amount < 1 || amount > whole - before {
            return Err(Refusal::invalid(
                "parameter_invalid_integer",
                "amount",
                "Refund amount is greater than what is left of the charge.",
            ));
        }
        let refund = objects::refund(&Self::new_id("re"), self.now(), &charge, amount);
        (charge["amount_refunded"], charge["refunded"]) = (json!(before + amount), json!(before + amount == whole));
        let charge = self.keep(charge);
        self.counts.refunds += 1;
        self.counts.refunded += amount;
        self.counts.reversals += u64::from(reverse);
        self.counts.fees -= if fee { kept } else { 0 };
        self.happens("charge.refunded", &charge);
        Ok(self.keep(refund))
    }

    /// A seller has been through the forms.
    pub(super) fn onboard(&mut self, id: &str) -> Result<(), Refusal> {
        let account = self.change(id, "account")?;
        for flag in ["charges_enabled", "payouts_enabled", "details_submitted"] {
            account[flag] = json!(true);
        }
        account["capabilities"] = json!({ "card_payments": "active", "transfers": "active" });
        for list in ["currently_due", "eventually_due", "past_due"] {
            account["requirements"][list] = json!([]);
        }
        account["requirements"]["disabled_reason"] = Value::Null;
        let account = account.clone();
        self.happens("account.updated", &account);
        Ok(())
    }
}
