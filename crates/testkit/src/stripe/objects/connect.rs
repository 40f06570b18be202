//! Sellers.

use serde_json::{Value, json};

use super::{list, object};

/// Somebody who is paid out, once they have been through the forms.
pub(in crate::stripe) fn account(id: &str, created: i64, country: &str, kind: &str) -> Value {
    let due = json!(["business_type", "external_account", "individual.first_name", "tos_acceptance.date"]);
    let requirements = json!({
        "alternatives": [], "current_deadline": null, "currently_due": due, "disabled_reason": "requirements.past_due", "errors": [],
        "eventually_due": due, "past_due": due, "pending_verification": [],
    });
    object(
        json!({
            "id": id, "object": "account", "capabilities": { "card_payments": "inactive", "transfers": "inactive" },
            "charges_enabled": false, "controller": { "type": "application" }, "country": country, "created": created,
            "default_currency": "jpy", "details_submitted": false,
            "external_accounts": list(&format!("/v1/accounts/{id}/external_accounts"), &[]), "metadata": {}, "payouts_enabled": false,
            "requirements": requirements, "tos_acceptance": { "date": null, "ip": null, "user_agent": null }, "type": kind,
        }),
        "business_profile business_type email future_requirements settings",
    )
}

/// The address of the forms.
pub(in crate::stripe) fn account_link(created: i64, url: &str) -> Value {
    json!({ "object": "account_link", "created": created, "expires_at": created + 300, "url": url })
}

/// The address at which a seller sees what they are paid out.
pub(in crate::stripe) fn login_link(created: i64, url: &str) -> Value {
    json!({ "object": "login_link", "created": created, "url": url })
}
