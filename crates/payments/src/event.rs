//! What Stripe tells by itself. Anybody can send something to a webhook, so only what is signed is read.

use aws_lc_rs::hmac;
use serde::Deserialize;
use serde_json::Value;

use crate::error::PaymentError;
use crate::read::Metadata;

/// How old a signature may be, in seconds; Stripe's own recommendation. It signs again whenever it sends again.
pub const TOLERANCE_SECONDS: u64 = 300;
/// Bytes of an event; what is longer is none.
pub const LARGEST_EVENT: usize = 256 * 1024;
/// More signatures than that are not looked at: Stripe sends one for each secret that an endpoint has.
const MOST_SIGNATURES: usize = 8;

/// Something that happened at Stripe. Events come more than once and in any order: what they are about is asked for again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// `evt_…`
    pub id: String,
    /// Stripe's type, such as `checkout.session.completed`.
    pub kind: String,
    /// When it happened, in Unix seconds.
    pub created: i64,
    /// The account of a seller whose event it is.
    pub account: Option<String>,
    /// Which app it is for: `app` in the metadata of what it is about.
    pub app: Option<String>,
    /// What it is about.
    pub object: EventObject,
    /// Whether it is about real money.
    pub livemode: bool,
}

/// What an event is about, as far as it says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EventObject {
    /// Its id.
    pub id: String,
    /// Its type, such as `checkout.session`.
    pub object: String,
    /// What was attached to it; to the subscription where it is a bill for one.
    pub metadata: Metadata,
    /// How it stands, in Stripe's word.
    pub status: Option<String>,
    /// Who pays.
    pub customer: Option<String>,
    /// The subscription that it is, or that it is about.
    pub subscription: Option<String>,
    /// The payment that it is, or that it is about.
    pub payment_intent: Option<String>,
    /// The storing of a card that it is, or that it is about.
    pub setup_intent: Option<String>,
    /// What the caller knows a page to pay on by.
    pub client_reference_id: Option<String>,
}

#[derive(Deserialize)]
struct Wire {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    created: i64,
    account: Option<String>,
    data: Data,
    #[serde(default)]
    livemode: bool,
}

#[derive(Deserialize)]
struct Data {
    object: Value,
}

/// An event, if one of the secrets has signed it, and not long ago.
pub(crate) fn verify(secrets: &[String], body: &[u8], signature: &str, now_unix: i64) -> Result<Event, PaymentError> {
    if body.len() > LARGEST_EVENT {
        return Err(PaymentError::Unreadable);
    }
    let signed = Signed::read(signature).ok_or(PaymentError::BadSignature)?;
    if !secrets.iter().any(|secret| signed.is_by(secret, body)) {
        return Err(PaymentError::BadSignature);
    }
    // Only now: nobody else learns what the clock says here.
    if now_unix.abs_diff(signed.at) > TOLERANCE_SECONDS {
        return Err(PaymentError::OldSignature);
    }
    let wire: Wire = serde_json::from_slice(body).map_err(|_| PaymentError::Unreadable)?;
    let object = EventObject::of(&wire.data.object);
    let app = object.metadata.get("app").cloned();
    Ok(Event { id: wire.id, kind: wire.kind, created: wire.created, account: wire.account, app, object, livemode: wire.livemode })
}

/// The header `Stripe-Signature`: `t=1492774577,v1=5257…,v1=…,v0=…`.
struct Signed<'a> {
    /// The moment as it was signed, letter by letter.
    moment: &'a str,
    at: i64,
    signatures: Vec<Vec<u8>>,
}

impl<'a> Signed<'a> {
    fn read(header: &'a str) -> Option<Self> {
        let (mut moment, mut signatures) = (None, Vec::new());
        for (name, value) in header.split(',').filter_map(|part| part.trim().split_once('=')) {
            match name {
                "t" => moment = Some(value),
                // `v0` is for tests of Stripe's, and no proof of anything.
                "v1" if signatures.len() < MOST_SIGNATURES => signatures.extend(from_hex(value)),
                _ => {}
            }
        }
        let moment = moment?;
        Some(Self { moment, at: moment.parse().ok()?, signatures })
    }

    /// Whether any of the signatures is by this secret. The time that this takes says nothing about where one differs.
    fn is_by(&self, secret: &str, body: &[u8]) -> bool {
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
        let mut signed = self.moment.as_bytes().to_vec();
        signed.push(b'.');
        signed.extend_from_slice(body);
        self.signatures.iter().any(|signature| hmac::verify(&key, &signed, signature).is_ok())
    }
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    (text.len() == 64).then_some(())?;
    text.as_bytes().chunks(2).map(|pair| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?)).collect()
}

impl EventObject {
    fn of(value: &Value) -> Self {
        let text = |of: &Value| of.as_str().map(str::to_owned);
        // By its id, or in full.
        let id_at = |path: &str| value.pointer(path).and_then(|of| text(of).or_else(|| text(&of["id"])));
        let (id, object) = (text(&value["id"]).unwrap_or_default(), text(&value["object"]).unwrap_or_default());
        let itself_or = |kind: &str, other: Option<String>| if object == kind { Some(id.clone()) } else { other };
        Self {
            metadata: metadata(value),
            status: text(&value["status"]),
            customer: itself_or("customer", id_at("/customer")),
            subscription: itself_or("subscription", id_at("/subscription").or_else(|| id_at("/parent/subscription_details/subscription"))),
            payment_intent: itself_or("payment_intent", id_at("/payment_intent")),
            setup_intent: itself_or("setup_intent", id_at("/setup_intent")),
            client_reference_id: text(&value["client_reference_id"]),
            id,
            object,
        }
    }
}

/// What was attached, wherever an object carries it: a bill has what its subscription had when it was written. What is nearer counts.
fn metadata(value: &Value) -> Metadata {
    const PLACES: [&str; 3] = ["/metadata", "/subscription_details/metadata", "/parent/subscription_details/metadata"];
    let lines = value.pointer("/lines/data").and_then(Value::as_array).into_iter().flatten().map(|line| &line["metadata"]);
    let mut all = Metadata::new();
    for place in PLACES.iter().filter_map(|place| value.pointer(place)).chain(lines) {
        for (key, value) in place.as_object().into_iter().flatten() {
            if let Some(text) = value.as_str() {
                all.entry(key.clone()).or_insert_with(|| text.to_owned());
            }
        }
    }
    all
}
