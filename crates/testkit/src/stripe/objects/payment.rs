//! Customers, cards, payments, refunds and transfers.

use serde_json::{Value, json};

use super::{list, object};

const NO_ADDRESS: &str = "city country line1 line2 postal_code state";

fn nobodys_details() -> Value {
    object(json!({ "address": object(json!({}), NO_ADDRESS) }), "email name phone tax_id")
}

/// Somebody who pays.
pub(in crate::stripe) fn customer(id: &str, created: i64) -> Value {
    object(
        json!({
            "id": id, "object": "customer", "balance": 0, "created": created, "delinquent": false, "invoice_prefix": "D0UB1E",
            "invoice_settings": object(json!({}), "custom_fields default_payment_method footer rendering_options"),
            "livemode": false, "metadata": {}, "next_invoice_sequence": 1, "preferred_locales": [], "tax_exempt": "none",
        }),
        "address currency default_source description discount email name phone shipping test_clock",
    )
}

/// A stored card: the one that Stripe has for tests.
pub(in crate::stripe) fn payment_method(id: &str, created: i64) -> Value {
    let checks = json!({ "address_line1_check": null, "address_postal_code_check": null, "cvc_check": "pass" });
    let card = object(
        json!({
            "brand": "visa", "checks": checks, "country": "JP", "display_brand": "visa", "exp_month": 8, "exp_year": 2030,
            "fingerprint": "double", "funding": "credit", "last4": "4242", "networks": { "available": ["visa"], "preferred": null },
        }),
        "generated_from regulated_status three_d_secure_usage wallet",
    );
    object(
        json!({
            "id": id, "object": "payment_method", "allow_redisplay": "limited", "billing_details": nobodys_details(), "card": card,
            "created": created, "livemode": false, "metadata": {}, "type": "card",
        }),
        "customer customer_account",
    )
}

/// The storing of a card.
pub(in crate::stripe) fn setup_intent(id: &str, created: i64) -> Value {
    object(
        json!({
            "id": id, "object": "setup_intent", "client_secret": format!("{id}_secret_double"), "created": created, "livemode": false,
            "metadata": {}, "payment_method_options": {}, "payment_method_types": ["card"], "status": "requires_payment_method",
            "usage": "off_session",
        }),
        "application automatic_payment_methods cancellation_reason customer description excluded_payment_method_types flow_directions \
         last_setup_error latest_attempt mandate next_action on_behalf_of payment_method payment_method_configuration_details \
         single_use_mandate",
    )
}

/// A payment.
pub(in crate::stripe) fn payment_intent(id: &str, created: i64, amount: i64, currency: &str) -> Value {
    object(
        json!({
            "id": id, "object": "payment_intent", "amount": amount, "amount_capturable": 0, "amount_details": { "tip": {} },
            "amount_received": 0, "capture_method": "automatic_async", "client_secret": format!("{id}_secret_double"),
            "confirmation_method": "automatic", "created": created, "currency": currency, "livemode": false, "metadata": {},
            "payment_method_options": {}, "payment_method_types": ["card"], "status": "requires_payment_method",
        }),
        "application application_fee_amount automatic_payment_methods canceled_at cancellation_reason customer customer_account description \
         excluded_payment_method_types last_payment_error latest_charge managed_payments next_action on_behalf_of payment_method \
         payment_method_configuration_details processing receipt_email review setup_future_usage shipping source statement_descriptor \
         statement_descriptor_suffix transfer_data transfer_group",
    )
}

/// Money that was taken for a payment.
pub(in crate::stripe) fn charge(id: &str, created: i64, intent: &Value) -> Value {
    let card = object(
        json!({
            "brand": "visa", "country": "JP", "exp_month": 8, "exp_year": 2030, "fingerprint": "double", "funding": "credit",
            "last4": "4242", "network": "visa",
        }),
        "amount_authorized authorization_code checks extended_authorization incremental_authorization installments mandate multicapture \
         network_token network_transaction_id overcapture regulated_status three_d_secure transaction_link_id wallet",
    );
    object(
        json!({
            "id": id, "object": "charge", "amount": intent["amount"], "amount_captured": intent["amount"], "amount_refunded": 0,
            "application_fee_amount": intent["application_fee_amount"], "balance_transaction": "txn_double",
            "billing_details": nobodys_details(), "captured": true, "created": created, "currency": intent["currency"],
            "customer": intent["customer"], "description": intent["description"], "disputed": false, "fraud_details": {},
            // What was attached to the payment is copied once, when the money is taken.
            "livemode": false, "metadata": intent["metadata"], "paid": true, "payment_intent": intent["id"],
            "payment_method": intent["payment_method"], "payment_method_details": { "card": card, "type": "card" },
            "refunded": false, "refunds": list(&format!("/v1/charges/{id}/refunds"), &[]), "status": "succeeded",
            "transfer_data": null,
        }),
        "application application_fee calculated_statement_descriptor failure_balance_transaction failure_code failure_message on_behalf_of \
         outcome receipt_email receipt_number receipt_url review shipping source source_transfer statement_descriptor \
         statement_descriptor_suffix transfer_group",
    )
}

/// Money that was given back.
pub(in crate::stripe) fn refund(id: &str, created: i64, charge: &Value, amount: i64) -> Value {
    object(
        json!({
            "id": id, "object": "refund", "amount": amount, "charge": charge["id"], "created": created, "currency": charge["currency"],
            "metadata": {}, "payment_intent": charge["payment_intent"], "status": "succeeded",
        }),
        "balance_transaction customer customer_account destination_details payment_method reason receipt_number source_transfer_reversal \
         transfer_reversal",
    )
}

/// Money that went on to a seller.
pub(in crate::stripe) fn transfer(id: &str, created: i64, charge: &Value, amount: i64, destination: &str) -> Value {
    object(
        json!({
            "id": id, "object": "transfer", "amount": amount, "amount_reversed": 0, "created": created, "currency": charge["currency"],
            "destination": destination, "livemode": false, "metadata": {},
            "reversals": list(&format!("/v1/transfers/{id}/reversals"), &[]), "reversed": false, "source_transaction": charge["id"],
            "source_type": "card",
        }),
        "balance_transaction description destination_payment transfer_group",
    )
}
