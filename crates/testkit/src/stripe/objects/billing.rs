//! What is paid every month, and the bills for it.

use serde_json::{Value, json};

use super::{list, object};

/// A subscription to one thing.
pub(in crate::stripe) fn subscription(id: &str, created: i64, ends: i64, amount: i64, currency: &str) -> Value {
    let plan = object(
        json!({
            "id": "price_double", "object": "plan", "active": true, "amount": amount, "amount_decimal": amount.to_string(),
            "billing_scheme": "per_unit", "created": created, "currency": currency, "interval": "month", "interval_count": 1,
            "livemode": false, "metadata": {}, "product": "prod_double", "usage_type": "licensed",
        }),
        "meter nickname tiers_mode transform_usage trial_period_days",
    );
    let price = object(
        json!({
            "id": "price_double", "object": "price", "active": true, "billing_scheme": "per_unit", "created": created, "currency": currency,
            "livemode": false, "metadata": {}, "product": "prod_double", "tax_behavior": "unspecified", "type": "recurring",
            "unit_amount": amount, "unit_amount_decimal": amount.to_string(),
            "recurring": object(json!({ "interval": "month", "interval_count": 1, "usage_type": "licensed" }), "meter trial_period_days"),
        }),
        "custom_unit_amount lookup_key nickname tiers_mode transform_quantity",
    );
    let item = json!({
        "id": format!("si_{id}"), "object": "subscription_item", "billing_thresholds": null, "created": created,
        "current_period_start": created, "current_period_end": ends, "discounts": [], "metadata": {}, "plan": plan, "price": price,
        "quantity": 1, "subscription": id, "tax_rates": [],
    });
    object(
        json!({
            "id": id, "object": "subscription", "created": created, "start_date": created, "billing_cycle_anchor": created,
            "automatic_tax": { "disabled_reason": null, "enabled": false, "liability": null },
            "billing_mode": { "flexible": null, "type": "flexible" }, "cancel_at_period_end": false,
            "cancellation_details": { "comment": null, "feedback": null, "reason": null },
            "collection_method": "charge_automatically", "currency": currency, "default_tax_rates": [], "discounts": [],
            "invoice_settings": object(json!({ "issuer": { "type": "self" } }), "account_tax_ids custom_fields description footer"),
            "items": list(&format!("/v1/subscription_items?subscription={id}"), &[item]),
            "livemode": false, "metadata": {}, "status": "active",
            "payment_settings": object(json!({}), "payment_method_options payment_method_types save_default_payment_method"),
            "trial_settings": { "end_behavior": { "missing_payment_method": "create_invoice" } },
        }),
        "application application_fee_percent billing_cycle_anchor_config billing_schedules billing_thresholds cancel_at canceled_at customer \
         customer_account days_until_due default_payment_method default_source description ended_at latest_invoice managed_payments \
         next_pending_invoice_item_invoice on_behalf_of pause_collection pending_invoice_item_interval pending_setup_intent pending_update \
         schedule test_clock transfer_data trial_end trial_start",
    )
}

/// A bill for a month of a subscription. It carries what was attached to the subscription, and nothing of its own.
pub(in crate::stripe) fn invoice(id: &str, created: i64, of: &Value, period: (i64, i64), is_paid: bool) -> Value {
    let amount = of["items"]["data"][0]["price"]["unit_amount"].as_i64().unwrap_or_default();
    let details = json!({
        "invoice_item": null, "proration": false, "proration_details": null, "subscription": of["id"],
        "subscription_item": of["items"]["data"][0]["id"],
    });
    let line = object(
        json!({
            "id": format!("il_{id}"), "object": "line_item", "amount": amount, "currency": of["currency"], "discount_amounts": [],
            "discountable": true, "discounts": [], "invoice": id, "livemode": false, "metadata": of["metadata"],
            "parent": { "invoice_item_details": null, "subscription_item_details": details, "type": "subscription_item_details" },
            "period": { "start": period.0, "end": period.1 }, "pricing": { "type": "price_details", "unit_amount_decimal": amount.to_string() },
            "quantity": 1, "subtotal": amount,
        }),
        "description pretax_credit_amounts quantity_decimal subscription taxes",
    );
    let status = json!({
        "finalized_at": created, "marked_uncollectible_at": null, "paid_at": is_paid.then_some(created), "voided_at": null,
    });
    let (paid, left) = if is_paid { (amount, 0) } else { (0, amount) };
    let whence = json!({ "metadata": of["metadata"], "subscription": of["id"] });
    let of_amounts = json!({
        "amount_due": amount, "amount_overpaid": 0, "amount_paid": paid, "amount_remaining": left, "amount_shipping": 0,
        "starting_balance": 0, "subtotal": amount, "subtotal_excluding_tax": amount, "total": amount, "total_excluding_tax": amount,
        "post_payment_credit_notes_amount": 0, "pre_payment_credit_notes_amount": 0,
    });
    let mut bill = object(
        json!({
            "id": id, "object": "invoice", "account_country": "JP", "attempt_count": 1, "attempted": true, "auto_advance": !is_paid,
            "automatic_tax": object(json!({ "enabled": false }), "disabled_reason liability provider status"),
            "billing_reason": "subscription_cycle", "collection_method": "charge_automatically", "created": created,
            "currency": of["currency"], "customer": of["customer"], "customer_tax_exempt": "none", "customer_tax_ids": [],
            "default_tax_rates": [], "discounts": [], "effective_at": created, "issuer": { "type": "self" },
            "lines": list(&format!("/v1/invoices/{id}/lines"), &[line]), "livemode": false, "metadata": {},
            "parent": { "quote_details": null, "subscription_details": whence, "type": "subscription_details" },
            "payment_settings": object(json!({}), "default_mandate payment_method_options payment_method_types"),
            "period_start": period.0, "period_end": period.1, "status": if is_paid { "paid" } else { "open" },
            "status_transitions": status, "total_discount_amounts": [],
        }),
        "account_name account_tax_ids application automatically_finalizes_at custom_fields customer_account customer_address customer_email \
         customer_name customer_phone customer_shipping default_payment_method default_source description due_date ending_balance footer \
         from_invoice hosted_invoice_url invoice_pdf last_finalization_error latest_revision next_payment_attempt number on_behalf_of \
         receipt_number rendering shipping_cost shipping_details statement_descriptor subscription test_clock total_pretax_credit_amounts \
         total_taxes webhooks_delivered_at",
    );
    bill.as_object_mut().expect("an object").extend(of_amounts.as_object().expect("an object").clone());
    bill
}
