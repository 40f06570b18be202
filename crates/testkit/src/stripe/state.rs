//! What the double knows: objects by their ids, what was done under which key, what happened.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::net::SocketAddr;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::VERSION;
use super::objects;
use super::parameters::Parameters;
use super::refusal::Refusal;

/// How often money moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Customers that were made.
    pub customers: u64,
    /// Pages to pay on that were made.
    pub checkouts: u64,
    /// How often money was taken.
    pub charges: u64,
    /// Yen that were taken.
    pub charged: i64,
    /// How often a card was declined.
    pub declined: u64,
    /// How often money was given back.
    pub refunds: u64,
    /// Yen that were given back.
    pub refunded: i64,
    /// How often money went on to a seller.
    pub transfers: u64,
    /// Yen that went on to sellers.
    pub transferred: i64,
    /// How often it was fetched back from a seller.
    pub reversals: u64,
    /// Yen that the house kept as fees, less what it gave back.
    pub fees: i64,
    /// Subscriptions that were begun.
    pub subscriptions: u64,
    /// Sellers that were made.
    pub accounts: u64,
}

/// What the double does instead of answering as it should.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// Refuses with this status, before anything is done.
    Refuse(u16),
    /// Does it, and answers 500; the same request under the same key then gets the true answer.
    FailAfter,
    /// Does it, and answers 500 to the same request under the same key for ever, as Stripe keeps its answers.
    FailForGood,
    /// Does it, and hangs up.
    HangUp,
    /// Hangs up before anything is done.
    HangUpBefore,
    /// Never answers, and does nothing.
    Silence,
    /// Does it, and never answers.
    SilenceAfter,
    /// Does it, and answers with something that is not Stripe's.
    Nonsense,
    /// Answers as it should: for a failure of the call after it.
    Pass,
}

/// A call as it came.
#[derive(Clone, Debug)]
pub struct Asked {
    /// `GET` or `POST`.
    pub method: String,
    /// The path, with ids.
    pub path: String,
    /// What was sent along.
    pub parameters: Parameters,
    /// The header `Idempotency-Key`.
    pub idempotency_key: Option<String>,
    /// The header `Stripe-Version`.
    pub version: Option<String>,
}

/// What was answered under a key, and to what.
pub(super) struct Remembered {
    pub(super) request: (String, Parameters),
    pub(super) answer: (u16, Value),
}

/// Something that happened, and whether it was told.
pub(super) struct Happened {
    pub(super) event: Value,
    pub(super) is_told: bool,
}

#[derive(Default)]
pub(super) struct Inside {
    pub(super) origin: String,
    pub(super) objects: BTreeMap<String, Value>,
    /// What a page to pay on, or a seller's form, was made with.
    pub(super) plans: HashMap<String, Parameters>,
    pub(super) remembered: HashMap<String, Remembered>,
    pub(super) asked: Vec<Asked>,
    /// Every object that was answered with.
    pub(super) answered: Vec<Value>,
    pub(super) failures: VecDeque<Failure>,
    pub(super) decline: Option<String>,
    pub(super) happened: Vec<Happened>,
    pub(super) deliver_to: Option<(SocketAddr, String)>,
    pub(super) is_at_once: bool,
    pub(super) counts: Counts,
    /// Seconds that the double's clock is ahead.
    pub(super) ahead: i64,
    pub(super) stopping: bool,
}

impl Inside {
    pub(super) fn now(&self) -> i64 {
        let machine = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64);
        machine + self.ahead
    }

    pub(super) fn new_id(prefix: &str) -> String {
        format!("{prefix}_{}", uuid::Uuid::new_v4().simple())
    }

    /// Keeps an object by its id, and gives it back.
    pub(super) fn keep(&mut self, object: Value) -> Value {
        let id = object["id"].as_str().expect("an object has an id").to_owned();
        self.objects.insert(id, object.clone());
        object
    }

    /// An object of a kind, asked for by its address.
    pub(super) fn find(&self, id: &str, kind: &str) -> Result<&Value, Refusal> {
        self.objects.get(id).filter(|object| object["object"] == kind).ok_or_else(|| Refusal::no_such(id))
    }

    /// The same, to be changed.
    pub(super) fn change(&mut self, id: &str, kind: &str) -> Result<&mut Value, Refusal> {
        self.objects.get_mut(id).filter(|object| object["object"] == kind).ok_or_else(|| Refusal::no_such(id))
    }

    /// An object that a parameter names.
    pub(super) fn named(&self, parameters: &Parameters, name: &str, kind: &str) -> Result<Option<String>, Refusal> {
        let Some(id) = parameters.get(name) else { return Ok(None) };
        self.find(id, kind).map(|_| Some(id.to_owned())).map_err(|_| Refusal::no_such_param(id, name))
    }

    /// Notes that something happened to an object, as it stands now.
    pub(super) fn happens(&mut self, kind: &str, about: &Value) {
        let mut event = objects::event(&Self::new_id("evt"), self.now(), kind, about, VERSION);
        if about["object"] == "account" {
            // It is told by the endpoint for connected accounts, which says whose it is.
            event["account"] = about["id"].clone();
        }
        self.happened.push(Happened { event, is_told: false });
    }

    /// Ends the pages whose time is over.
    pub(super) fn expire(&mut self) {
        let now = self.now();
        let is_over = |object: &Value| {
            object["object"] == "checkout.session" && object["status"] == "open" && object["expires_at"].as_i64() <= Some(now)
        };
        let over: Vec<String> = self.objects.iter().filter(|(_, object)| is_over(object)).map(|(id, _)| id.clone()).collect();
        for id in over {
            self.expire_one(&id);
        }
    }

    /// Ends a page.
    pub(super) fn expire_one(&mut self, id: &str) {
        if let Some(session) = self.objects.get_mut(id) {
            (session["status"], session["url"]) = (json!("expired"), Value::Null);
            let session = session.clone();
            self.happens("checkout.session.expired", &session);
        }
    }
}
