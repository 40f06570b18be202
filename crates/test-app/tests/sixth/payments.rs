//! What Stripe tells reaches the app that it is about, once, however often it is told.

use chabudai_testkit::stripe::{Stripe, WEBHOOK_SECRET};
use chabudai_testkit::{Place, Server, free_port};
use serde_json::{Value, json};

use crate::{EMAIL, Writer, both, embedded, soon};

fn start(place: &Place, stripe: &Stripe, more: &[&str]) -> Server {
    let arguments = stripe.arguments();
    let server = place.start(&arguments.iter().map(String::as_str).chain(more.iter().copied()).collect::<Vec<_>>());
    stripe.deliver_to(&format!("http://{}/webhooks/stripe", server.address), false);
    server
}

fn event(id: &str, metadata: &Value) -> Value {
    let object = json!({ "id": "ch_1", "object": "charge", "metadata": metadata });
    json!({ "id": id, "object": "event", "type": "charge.refunded", "created": 1, "livemode": false, "data": { "object": object } })
}

/// How often Memo was told.
fn told(server: &Server) -> usize {
    Writer::sign_in(server, EMAIL).reads("").iter().filter(|text| *text == "charge.refunded ch_1").count()
}

#[test]
fn an_event_reaches_its_app_once() {
    both(|place| {
        Writer::add(place, EMAIL);
        let (stripe, meters) = (Stripe::start(), free_port());
        let server = start(place, &stripe, &["--metrics-listen", &meters.to_string()]);
        let for_memo = json!({ "app": "memo" });
        assert_eq!(stripe.tell_signed(&event("evt_1", &for_memo), "whsec_another", 0), Some(400));
        assert_eq!(stripe.tell_signed(&event("evt_1", &for_memo), WEBHOOK_SECRET, 301), Some(400));
        assert_eq!(told(&server), 0, "on {}", place.name);
        for _ in 0..3 {
            assert_eq!(stripe.tell(&event("evt_1", &for_memo)), Some(200));
        }
        assert_eq!(told(&server), 1, "what is told again is not dealt with again, on {}", place.name);
        assert_eq!(stripe.tell(&event("evt_2", &for_memo)), Some(200));
        assert_eq!(told(&server), 2, "another event is another");
        for nobodys in [json!({}), json!({ "app": "wardrobe" }), json!({ "app": "nowhere" }), json!({ "app": "" })] {
            assert_eq!(stripe.tell(&event("evt_3", &nobodys)), Some(200), "{nobodys}");
        }
        assert_eq!(told(&server), 2);
        let read = chabudai_testkit::Ask::new(meters, "GET", "/metrics").send().expect(200).text();
        for series in [
            "chabudai_stripe_requests_total{call=\"webhook\",outcome=\"ok\"} 8",
            "chabudai_stripe_requests_total{call=\"webhook\",outcome=\"payments.bad_signature\"} 1",
            "chabudai_stripe_requests_total{call=\"webhook\",outcome=\"payments.old_signature\"} 1",
        ] {
            assert!(read.contains(series), "{series}: {read}");
        }
        // It is the house that remembers, and not the process.
        drop(server);
        let server = start(place, &stripe, &[]);
        assert_eq!(stripe.tell(&event("evt_1", &for_memo)), Some(200));
        assert_eq!(told(&server), 2, "on {}", place.name);
    });
}

#[test]
fn what_an_app_could_not_deal_with_comes_again() {
    let place = embedded();
    Writer::add(&place, EMAIL);
    let stripe = Stripe::start();
    let server = start(&place, &stripe, &[]);
    let refused = event("evt_1", &json!({ "app": "memo", "refuse": "yes" }));
    assert_eq!(stripe.tell(&refused), Some(503));
    assert_eq!(stripe.tell(&refused), Some(503));
    assert_eq!(told(&server), 2, "it is told each time");
    assert_eq!(stripe.tell(&event("evt_1", &json!({ "app": "memo" }))), Some(200), "until it deals with it");
    assert_eq!(stripe.tell(&event("evt_1", &json!({ "app": "memo" }))), Some(200));
    assert_eq!(told(&server), 3);
    assert!(server.stop().1.contains("an event of Stripe was not handled"), "the operator can see it");
}

/// The way that a real payment takes: a page of Stripe's, an event of its own accord, the app.
#[test]
fn a_payment_is_told_as_it_happens() {
    let place = embedded();
    Writer::add(&place, EMAIL);
    let stripe = Stripe::start();
    let server = start(&place, &stripe, &[]);
    stripe.deliver_to(&format!("http://{}/webhooks/stripe", server.address), true);
    let address = stripe.address()["http://".len()..].parse().expect("an address");
    let form = "mode=payment&success_url=http://127.0.0.1:1/&cancel_url=http://127.0.0.1:1/&metadata[app]=memo&line_items[0][quantity]=1\
                &line_items[0][price_data][currency]=jpy&line_items[0][price_data][unit_amount]=500\
                &line_items[0][price_data][product_data][name]=x";
    let made = chabudai_testkit::Ask::new(address, "POST", "/v1/checkout/sessions")
        .header("authorization", &format!("Bearer {}", chabudai_testkit::stripe::KEY))
        .header("stripe-version", chabudai_testkit::stripe::VERSION)
        .body("application/x-www-form-urlencoded", form);
    let session = made.send().expect(200).json()["id"].as_str().expect("an id").to_owned();
    stripe.pay(&session);
    let hana = Writer::sign_in(&server, EMAIL);
    soon(|| hana.reads(""), &vec![format!("checkout.session.completed {session}")]);
}
