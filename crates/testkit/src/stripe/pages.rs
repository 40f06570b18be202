//! Stripe's own pages, on its own origin: forms that work without scripts.

use serde_json::Value;

use super::money::Pays;
use super::state::Inside;

/// What a page answers: its text, or where it leads.
pub(super) enum Shown {
    Page(String),
    To(String),
    Nothing,
}

fn page(title: &str, body: &str) -> Shown {
    Shown::Page(format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <link rel=\"icon\" href=\"data:,\"><title>{title}</title></head><body><main><h1>{title}</h1>{body}</main></body></html>"
    ))
}

fn button(action: &str, label: &str) -> String {
    format!("<form method=\"post\" action=\"{action}\"><button>{label}</button></form>")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

fn text(of: &Value) -> String {
    of.as_str().unwrap_or_default().to_owned()
}

impl Inside {
    /// Shows a page, or does what its button says.
    pub(super) fn page(&mut self, method: &str, path: &str) -> Shown {
        self.expire();
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        match (method, &parts[..]) {
            ("GET", ["c", "pay", id]) => self.checkout_page(id, ""),
            ("POST", ["c", "pay", id, "pay"]) => self.paid(id, Pays::Now),
            ("POST", ["c", "pay", id, "later"]) => self.paid(id, Pays::Later),
            ("POST", ["c", "pay", id, "decline"]) => {
                self.counts.declined += 1;
                self.checkout_page(id, "<p role=\"alert\">Your card was declined.</p>")
            }
            ("POST", ["c", "pay", id, "back"]) => {
                self.find(id, "checkout.session").map_or(Shown::Nothing, |it| Shown::To(text(&it["cancel_url"])))
            }
            ("GET", ["p", "session", id]) => self.portal_page(id),
            ("POST", ["p", "session", id, "back"]) => {
                self.find(id, "billing_portal.session").map_or(Shown::Nothing, |it| Shown::To(text(&it["return_url"])))
            }
            ("POST", ["p", "session", id, what @ ("cancel" | "renew"), subscription]) => {
                match self.cancel_at_period_end(subscription, *what == "cancel") {
                    Ok(_) => self.portal_page(id),
                    Err(_) => Shown::Nothing,
                }
            }
            ("GET", ["setup", account, link]) => self.onboarding_page(account, link),
            ("POST", ["setup", account, link, what @ ("submit" | "later")]) => self.onboarded(account, link, *what == "submit"),
            ("GET", ["express", account]) if self.find(account, "account").is_ok() => page("Express Dashboard", "<p>Payouts</p>"),
            _ => Shown::Nothing,
        }
    }

    fn checkout_page(&self, id: &str, above: &str) -> Shown {
        let Ok(session) = self.find(id, "checkout.session") else { return Shown::Nothing };
        if session["status"] != "open" {
            return page("This page is over", "<p>You have paid already, or it took too long.</p>");
        }
        let plan = self.plans.get(id);
        let name = plan.and_then(|plan| plan.get("line_items[0][price_data][product_data][name]")).unwrap_or("Save your card");
        let amount = session["amount_total"].as_i64().map(|yen| format!("<p>¥{yen}</p>")).unwrap_or_default();
        let buttons = [("pay", "Pay"), ("decline", "Decline"), ("back", "Back")];
        let buttons: String = buttons.iter().map(|(what, label)| button(&format!("/c/pay/{id}/{what}"), label)).collect();
        page("Checkout", &format!("{above}<p>{}</p>{amount}{buttons}", escaped(name)))
    }

    fn paid(&mut self, id: &str, pays: Pays) -> Shown {
        if self.find(id, "checkout.session").is_err() {
            return Shown::Nothing;
        }
        match self.complete(id, pays) {
            Ok(session) => Shown::To(text(&session["success_url"]).replace("{CHECKOUT_SESSION_ID}", id)),
            Err(refusal) if refusal.status == 402 => self.checkout_page(id, "<p role=\"alert\">Your card was declined.</p>"),
            Err(_) => self.checkout_page(id, ""),
        }
    }

    fn portal_page(&self, id: &str) -> Shown {
        let Ok(portal) = self.find(id, "billing_portal.session") else { return Shown::Nothing };
        let own = |kind: &'static str| {
            self.objects.values().filter(move |object| object["object"] == kind && object["customer"] == portal["customer"])
        };
        let mut body = String::new();
        for subscription in own("subscription").filter(|it| it["status"] != "canceled") {
            let (what, label) =
                if subscription["cancel_at_period_end"] == true { ("renew", "Renew plan") } else { ("cancel", "Cancel plan") };
            body += &button(&format!("/p/session/{id}/{what}/{}", text(&subscription["id"])), label);
        }
        for card in own("payment_method") {
            body.extend(["<p>•••• ", &text(&card["card"]["last4"]), "</p>"]);
        }
        page("Billing", &(body + &button(&format!("/p/session/{id}/back"), "Back")))
    }

    fn onboarding_page(&mut self, account: &str, link: &str) -> Shown {
        // A link works once; whoever comes again is sent for a new one.
        let key = format!("{account}/{link}");
        let Some(plan) = self.plans.get(link).filter(|plan| plan.get("account") == Some(account)).cloned() else { return Shown::Nothing };
        if self.plans.insert(key, plan.clone()).is_some() {
            return Shown::To(plan.get("refresh_url").unwrap_or_default().to_owned());
        }
        let buttons = [("submit", "Submit"), ("later", "Later")];
        let buttons: String = buttons.iter().map(|(what, label)| button(&format!("/setup/{account}/{link}/{what}"), label)).collect();
        page("Get paid", &buttons)
    }

    fn onboarded(&mut self, account: &str, link: &str, is_done: bool) -> Shown {
        let Some(plan) = self.plans.get(link).filter(|plan| plan.get("account") == Some(account)).cloned() else { return Shown::Nothing };
        if is_done && self.onboard(account).is_err() {
            return Shown::Nothing;
        }
        Shown::To(plan.get("return_url").unwrap_or_default().to_owned())
    }
}
