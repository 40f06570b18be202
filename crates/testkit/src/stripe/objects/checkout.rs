//! Pages to pay on, and to look after what is paid.

use serde_json::{Value, json};

use super::object;

/// A page to pay on.
pub(in crate::stripe) fn checkout_session(id: &str, created: i64, url: &str, mode: &str) -> Value {
    object(
        json!({
            "id": id, "object": "checkout.session", "created": created, "expires_at": created + 24 * 60 * 60, "url": url, "mode": mode,
            "livemode": false, "metadata": {}, "status": "open", "payment_status": "unpaid", "payment_method_types": ["card"],
            "automatic_tax": { "enabled": false, "liability": null, "provider": null, "status": null },
            "custom_fields": [], "payment_method_options": {}, "phone_number_collection": { "enabled": false }, "shipping_options": [],
            "custom_text": { "after_submit": null, "shipping_address": null, "submit": null, "terms_of_service_acceptance": null },
            "total_details": { "amount_discount": 0, "amount_shipping": 0, "amount_tax": 0 },
        }),
        "adaptive_pricing after_expiration allow_promotion_codes amount_subtotal amount_total billing_address_collection cancel_url \
         client_reference_id client_secret collected_information consent consent_collection currency currency_conversion customer \
         customer_account customer_creation customer_details customer_email discounts integration_identifier invoice invoice_creation locale \
         managed_payments origin_context payment_intent payment_link payment_method_collection payment_method_configuration_details \
         permissions recovered_from saved_payment_method_options setup_intent shipping_address_collection shipping_cost submit_type \
         subscription success_url ui_mode wallet_options",
    )
}

/// A page on which somebody looks after their cards and bills.
pub(in crate::stripe) fn portal_session(id: &str, created: i64, customer: &str, return_url: &str, url: &str) -> Value {
    object(
        json!({
            "id": id, "object": "billing_portal.session", "configuration": "bpc_double", "created": created, "customer": customer,
            "livemode": false, "return_url": return_url, "url": url,
        }),
        "customer_account flow locale on_behalf_of",
    )
}
