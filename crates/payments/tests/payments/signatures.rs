use chabudai_payments::{LARGEST_EVENT, PaymentError, Payments, STRIPE, Settings};
use chabudai_testkit::stripe::signature;
use serde_json::{Value, json};

const NOW: i64 = 1_800_000_000;
const SECRETS: [&str; 2] = ["whsec_new", "whsec_old"];

fn payments() -> Payments {
    let webhook_secrets = SECRETS.map(str::to_owned).to_vec();
    Payments::new(Settings { address: STRIPE.to_owned(), key: "sk_test_none".to_owned(), webhook_secrets })
}

fn event(object: &Value) -> String {
    json!({
        "id": "evt_1", "object": "event", "type": "invoice.paid", "created": NOW - 10, "livemode": true, "data": { "object": object },
    })
    .to_string()
}

/// The form that Stripe documents, with a signature that was computed elsewhere:
/// `printf '1492774577.{"id":…}' | openssl dgst -sha256 -hmac whsec_new`
#[test]
fn the_documented_form_is_read() {
    let body = br#"{"id":"evt_doc","object":"event","type":"ping","created":1492774577,"data":{"object":{}}}"#;
    let v1 = "1d6d1a841cb93658340666e9b83f5c4b3cba462d0b9255ebd1f5527636bb3da5";
    let header = format!("t=1492774577,v1={v1},v0=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39");
    let read = payments().verify(body, &header, 1_492_774_577).unwrap();
    assert_eq!((read.id.as_str(), read.kind.as_str(), read.app, read.livemode), ("evt_doc", "ping", None, false));
}

#[test]
fn any_signature_by_any_secret_will_do() {
    let body = event(&json!({ "id": "in_1", "object": "invoice", "metadata": { "app": "kondate" } }));
    let signed = |secrets: &[&str]| signature(secrets, NOW, &body);
    for header in [
        signed(&["whsec_new"]),
        signed(&["whsec_old"]),
        signed(&["whsec_gone", "whsec_old"]),
        signed(&["whsec_old", "whsec_gone"]),
        signed(&["whsec_new"]).replace(',', ", "),
        format!("v0=00,{},scheme=x,nonsense", signed(&["whsec_new"])),
    ] {
        let read = payments().verify(body.as_bytes(), &header, NOW).unwrap_or_else(|error| panic!("{header}: {error}"));
        assert_eq!((read.id.as_str(), read.created, read.app.as_deref(), read.livemode), ("evt_1", NOW - 10, Some("kondate"), true));
    }
}

#[test]
fn what_is_not_signed_so_is_not_stripes() {
    let body = event(&json!({}));
    let good = signature(&["whsec_new"], NOW, &body);
    let bad = |header: &str, body: &str| payments().verify(body.as_bytes(), header, NOW).unwrap_err();
    let v1 = good.split_once("v1=").unwrap().1;
    let mut flipped = v1.to_owned();
    flipped.replace_range(63..64, if v1.ends_with('0') { "1" } else { "0" });
    for header in [
        String::new(),
        "nonsense".to_owned(),
        format!("t={NOW}"),
        format!("v1={v1}"),
        format!("t=,v1={v1}"),
        format!("t=soon,v1={v1}"),
        format!("t={},v1={v1}", NOW + 1),
        // The moment is signed letter by letter.
        format!("t=+{NOW},v1={v1}"),
        format!("t={NOW},v0={v1}"),
        format!("t={NOW},v1={flipped}"),
        format!("t={NOW},v1={}", &v1[..62]),
        format!("t={NOW},v1={v1}00"),
        format!("t={NOW},v1="),
        format!("t={NOW},v1={}", "é".repeat(32)),
        signature(&["whsec_gone"], NOW, &body),
        signature(&[""], NOW, &body),
    ] {
        assert_eq!(bad(&header, &body), PaymentError::BadSignature, "{header}");
    }
    assert_eq!(bad(&good, &format!("{body} ")), PaymentError::BadSignature, "the body is signed as it came");
    assert_eq!(bad(&good, ""), PaymentError::BadSignature);
    // Stripe sends one for each secret; whoever sends thousands is not followed to the end.
    let many = format!("t={NOW}{},v1={v1}", format!(",v1={flipped}").repeat(100));
    assert_eq!(bad(&many, &body), PaymentError::BadSignature);
}

#[test]
fn a_signature_is_good_for_five_minutes() {
    let body = event(&json!({}));
    let header = signature(&["whsec_new"], NOW, &body);
    for (now, is_good) in [(NOW, true), (NOW + 300, true), (NOW - 300, true), (NOW + 301, false), (NOW - 301, false), (NOW + 86_400, false)]
    {
        let read = payments().verify(body.as_bytes(), &header, now);
        assert_eq!(read.err(), (!is_good).then_some(PaymentError::OldSignature), "{now}");
    }
    let ancient = signature(&["whsec_gone"], NOW - 86_400, &body);
    assert_eq!(
        payments().verify(body.as_bytes(), &ancient, NOW).unwrap_err(),
        PaymentError::BadSignature,
        "only who signs learns the time"
    );
}

#[test]
fn what_is_signed_and_is_no_event_cannot_be_read() {
    let large = " ".repeat(LARGEST_EVENT + 1);
    for body in ["", "{}", "[]", "nonsense", r#"{"id":"evt_1","type":"x","created":1,"data":{}}"#, &large] {
        let header = signature(&["whsec_new"], NOW, body);
        assert_eq!(payments().verify(body.as_bytes(), &header, NOW).unwrap_err(), PaymentError::Unreadable, "{}", body.len());
    }
    let readings = payments().meter().readings();
    assert!(readings.is_empty(), "each has a meter of its own: {readings:?}");
    let counted = payments();
    counted.verify(b"", "", NOW).unwrap_err();
    assert_eq!(counted.meter().readings()["webhook"].outcomes["payments.bad_signature"], 1);
}

#[test]
fn the_app_is_found_wherever_an_object_carries_it() {
    let app = json!({ "app": "kondate", "kitchenId": "k1" });
    for object in [
        json!({ "id": "cs_1", "metadata": app }),
        json!({ "id": "in_1", "metadata": {}, "subscription_details": { "metadata": app } }),
        json!({ "id": "in_1", "metadata": null, "parent": { "subscription_details": { "metadata": app, "subscription": "sub_1" } } }),
        json!({ "id": "in_1", "lines": { "data": [{ "metadata": {} }, { "metadata": app }] } }),
    ] {
        let body = event(&object);
        let read = payments().verify(body.as_bytes(), &signature(&["whsec_new"], NOW, &body), NOW).unwrap();
        assert_eq!(
            (read.app.as_deref(), read.object.metadata.get("kitchenId").map(String::as_str)),
            (Some("kondate"), Some("k1")),
            "{object}"
        );
    }
    let nearest = json!({ "metadata": { "app": "near" }, "subscription_details": { "metadata": { "app": "far", "more": "yes" } } });
    let body = event(&nearest);
    let read = payments().verify(body.as_bytes(), &signature(&["whsec_new"], NOW, &body), NOW).unwrap();
    assert_eq!((read.app.as_deref(), read.object.metadata["more"].as_str()), (Some("near"), "yes"));
    let in_full =
        json!({ "id": "ch_1", "object": "charge", "customer": { "id": "cus_1", "object": "customer" }, "payment_intent": "pi_1" });
    let body = event(&in_full);
    let read = payments().verify(body.as_bytes(), &signature(&["whsec_new"], NOW, &body), NOW).unwrap();
    assert_eq!((read.app, read.object.customer.as_deref(), read.object.payment_intent.as_deref()), (None, Some("cus_1"), Some("pi_1")));
}
