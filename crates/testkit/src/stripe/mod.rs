//! Stripe for tests: a real HTTP server on this machine with Stripe's calls, its pages on an origin of their own, its events, and every way in
//! which it fails. Its objects have exactly the fields of Stripe's published samples, and it refuses a parameter that Stripe does not have.
//!
//! ```
//! use chabudai_testkit::stripe::Stripe;
//!
//! let stripe = Stripe::start();
//! assert!(stripe.address().starts_with("http://127.0.0.1:"));
//! assert_eq!(stripe.counts().charges, 0);
//! // Start the program with `stripe.arguments()`, tell the double where its webhook is, and somebody can pay:
//! // `stripe.deliver_to("http://127.0.0.1:8080/webhooks/stripe", true)`, then `stripe.pay(&session)`.
//! ```

mod api; // its calls
mod control; // told and asked over HTTP
mod delivery; // its events, signed
mod money; // what happens
mod objects; // as Stripe's samples
mod pages; // to pay on, to look after bills, to become a seller
mod parameters; // what each call takes
mod refusal; // how it refuses
mod state; // what it knows

use std::io::BufReader;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use serde_json::Value;

use crate::wire::{self, Request};
use api::Call;
pub use delivery::signature;
use money::Pays;
use pages::Shown;
pub use parameters::Parameters;
use refusal::Refusal;
use state::Inside;
pub use state::{Asked, Counts, Failure};

/// By what the double knows the house.
pub const KEY: &str = "sk_test_the_key_of_the_double";
/// What it signs its events with.
pub const WEBHOOK_SECRET: &str = "whsec_the_secret_of_the_double";
/// The version of the API that it speaks.
pub const VERSION: &str = "2026-02-25.clover";

#[derive(Default)]
struct State {
    inside: Mutex<Inside>,
    changed: Condvar,
}

impl State {
    fn lock(&self) -> MutexGuard<'_, Inside> {
        // A test that fails elsewhere still wants to see what came in.
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells what was not told, in its order or backwards. What the house did not take stays untold. The status of each answer.
    fn deliver_waiting(&self, backwards: bool) -> Vec<Option<u16>> {
        let (to, moment, mut waiting) = {
            let mut inside = self.lock();
            let Some(to) = inside.deliver_to.clone() else { return Vec::new() };
            let moment = inside.now();
            let untold = inside.happened.iter_mut().filter(|one| !one.is_told);
            let take = |one: &mut state::Happened| {
                one.is_told = true;
                one.event.clone()
            };
            let waiting: Vec<Value> = untold.map(take).collect();
            (to, moment, waiting)
        };
        if backwards {
            waiting.reverse();
        }
        let mut statuses = Vec::new();
        for event in waiting {
            let status = delivery::send(&to, &event, WEBHOOK_SECRET, moment);
            if status != Some(200) {
                let mut inside = self.lock();
                if let Some(one) = inside.happened.iter_mut().find(|one| one.event["id"] == event["id"]) {
                    one.is_told = false;
                }
            }
            statuses.push(status);
        }
        statuses
    }

    fn deliver_if_at_once(&self) {
        if self.lock().is_at_once {
            self.deliver_waiting(false);
        }
    }
}

/// A double of Stripe on a free port of this machine. It ends with the test.
pub struct Stripe {
    address: SocketAddr,
    state: Arc<State>,
    listening: Option<JoinHandle<()>>,
}

impl Stripe {
    /// Starts one.
    pub fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("this machine has a free port");
        let address = listener.local_addr().expect("a listener has an address");
        let state = Arc::new(State::default());
        state.lock().origin = format!("http://{address}");
        let listening = std::thread::spawn({
            let state = Arc::clone(&state);
            move || {
                for stream in listener.incoming().map_while(Result::ok) {
                    if state.lock().stopping {
                        break;
                    }
                    let state = Arc::clone(&state);
                    std::thread::spawn(move || converse(&state, stream));
                }
            }
        });
        Self { address, state, listening: Some(listening) }
    }

    /// Where it is.
    pub fn address(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The flags with which the program finds it.
    pub fn arguments(&self) -> Vec<String> {
        ["--stripe-url", &self.address(), "--stripe-key", KEY, "--stripe-webhook-secret", WEBHOOK_SECRET].map(str::to_owned).to_vec()
    }

    /// How often money moved.
    pub fn counts(&self) -> Counts {
        self.state.lock().counts
    }

    /// The calls that came, however they were answered.
    pub fn asked(&self) -> Vec<Asked> {
        self.state.lock().asked.clone()
    }

    /// Every object that calls were answered with.
    pub fn answered(&self) -> Vec<Value> {
        self.state.lock().answered.clone()
    }

    /// An object as it stands.
    pub fn object(&self, id: &str) -> Option<Value> {
        self.state.lock().objects.get(id).cloned()
    }

    /// Every object there is.
    pub fn objects(&self) -> Vec<Value> {
        self.state.lock().objects.values().cloned().collect()
    }

    /// Everything that happened, told or not.
    pub fn events(&self) -> Vec<Value> {
        self.state.lock().happened.iter().map(|happened| happened.event.clone()).collect()
    }

    /// The last thing of a kind that happened.
    #[track_caller]
    pub fn event(&self, kind: &str) -> Value {
        let events = self.events();
        let found = events.iter().rfind(|event| event["type"] == kind);
        found
            .unwrap_or_else(|| panic!("{kind} never happened: {:?}", events.iter().map(|event| &event["type"]).collect::<Vec<_>>()))
            .clone()
    }

    /// What to do with the next calls instead of answering them as it should.
    pub fn fail_next(&self, times: usize, failure: Failure) {
        self.state.lock().failures.extend(std::iter::repeat_n(failure, times));
    }

    /// From now on it answers as it should.
    pub fn forget_failures(&self) {
        self.state.lock().failures.clear();
    }

    /// Declines every card from now on with this code, such as `insufficient_funds`; none takes them again.
    pub fn decline_cards(&self, code: Option<&str>) {
        self.state.lock().decline = code.map(str::to_owned);
    }

    /// Moves the double's clock, and ends what is over by then.
    pub fn advance(&self, seconds: i64) {
        {
            let mut inside = self.state.lock();
            inside.ahead += seconds;
            inside.expire();
        }
        self.state.deliver_if_at_once();
    }

    /// Where events are told: at once as they happen, or when a test says so.
    pub fn deliver_to(&self, url: &str, at_once: bool) {
        let mut inside = self.state.lock();
        (inside.deliver_to, inside.is_at_once) = (Some(delivery::address(url)), at_once);
    }

    /// Tells what was not told yet, in its order. The status of each answer.
    pub fn deliver(&self) -> Vec<Option<u16>> {
        self.state.deliver_waiting(false)
    }

    /// The same, the last first.
    pub fn deliver_backwards(&self) -> Vec<Option<u16>> {
        self.state.deliver_waiting(true)
    }

    /// Tells one event now, told or not: twice, out of order, or one that a test has made up.
    #[track_caller]
    pub fn tell(&self, event: &Value) -> Option<u16> {
        self.tell_signed(event, WEBHOOK_SECRET, 0)
    }

    /// The same by another secret, or signed so many seconds ago.
    #[track_caller]
    pub fn tell_signed(&self, event: &Value, secret: &str, ago: i64) -> Option<u16> {
        let (to, now) = {
            let inside = self.state.lock();
            (inside.deliver_to.clone().expect("the double knows where events are told"), inside.now())
        };
        delivery::send(&to, event, secret, now - ago)
    }

    /// Somebody pays on a page by card.
    #[track_caller]
    pub fn pay(&self, session: &str) {
        self.does(|inside| inside.complete(session, Pays::Now).map(drop));
    }

    /// Somebody chooses to pay at a counter later.
    #[track_caller]
    pub fn pay_later(&self, session: &str) {
        self.does(|inside| inside.complete(session, Pays::Later).map(drop));
    }

    /// Somebody who was to pay later has, or has not in time.
    #[track_caller]
    pub fn settle(&self, session: &str, is_paid: bool) {
        self.does(|inside| inside.settle(session, is_paid));
    }

    /// A month of a subscription is over: the next is paid, or not, or there is none.
    #[track_caller]
    pub fn renew(&self, subscription: &str, is_paid: bool) {
        self.does(|inside| inside.renew(subscription, is_paid));
    }

    /// A subscription ends at once.
    #[track_caller]
    pub fn end(&self, subscription: &str) {
        self.does(|inside| inside.end(subscription));
    }

    /// Somebody who wants to be paid out has been through the forms.
    #[track_caller]
    pub fn onboard(&self, account: &str) {
        self.does(|inside| inside.onboard(account));
    }

    /// There is no such thing any more: somebody has deleted it in the dashboard, or the house's key is of another account now.
    pub fn lose(&self, id: &str) {
        assert!(self.state.lock().objects.remove(id).is_some(), "there is no {id}");
    }

    /// The house's operator gives a payment back in Stripe's dashboard.
    #[track_caller]
    pub fn refund(&self, payment_intent: &str) {
        self.does(|inside| inside.refund(payment_intent, None, false, false).map(drop));
    }

    #[track_caller]
    fn does(&self, what: impl FnOnce(&mut Inside) -> Result<(), Refusal>) {
        let outcome = what(&mut self.state.lock());
        if let Err(refusal) = outcome {
            panic!("Stripe would not do that: {}", refusal.body());
        }
        self.state.deliver_if_at_once();
    }
}

impl Drop for Stripe {
    fn drop(&mut self) {
        self.state.lock().stopping = true;
        self.state.changed.notify_all();
        // The listener notices when somebody comes.
        let woken = TcpStream::connect(self.address).is_ok();
        if let Some(listening) = self.listening.take().filter(|_| woken) {
            let _ = listening.join();
        }
    }
}

/// Answers requests until the other side has no more.
fn converse(state: &Arc<State>, stream: TcpStream) {
    let Ok(mut to) = stream.try_clone() else { return };
    let mut from = BufReader::new(stream);
    while let Some(request) = Request::read(&mut from) {
        if state.lock().stopping {
            break;
        }
        let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
        let sent = if request.method == "GET" { query.to_owned() } else { String::from_utf8_lossy(&request.body).into_owned() };
        let parameters = Parameters::parse(&sent);
        let json = |status: u16, body: &Value, to: &mut TcpStream| {
            wire::answer(to, status, &[("content-type", "application/json")], &body.to_string())
        };
        let goes_on = if path.starts_with("/v1/") {
            called(state, &request, path, &parameters, &mut to)
        } else if path.starts_with("/double/") {
            match control::control(state, &request.method, path, &parameters) {
                Some(body) => json(200, &body, &mut to),
                None => json(404, &Refusal::no_such(path).body(), &mut to),
            }
        } else {
            let shown = state.lock().page(&request.method, path);
            // Stripe waits for the house to take the event before it leads back to it.
            state.deliver_if_at_once();
            match shown {
                Shown::Page(html) => wire::answer(&mut to, 200, &[("content-type", "text/html; charset=utf-8")], &html),
                Shown::To(location) => wire::answer(&mut to, 303, &[("location", &location)], ""),
                Shown::Nothing => wire::answer(&mut to, 404, &[], ""),
            }
        };
        if !goes_on {
            break;
        }
    }
}

/// Answers one of Stripe's calls, or fails as it was told to. Whether the connection goes on.
fn called(state: &Arc<State>, request: &Request, path: &str, parameters: &Parameters, to: &mut TcpStream) -> bool {
    let header = |name: &str| request.header(name).map(str::to_owned);
    let (idempotency_key, version) = (header("idempotency-key"), header("stripe-version"));
    let failure = {
        let mut inside = state.lock();
        inside.asked.push(Asked {
            method: request.method.clone(),
            path: path.to_owned(),
            parameters: parameters.clone(),
            idempotency_key: idempotency_key.clone(),
            version: version.clone(),
        });
        inside.failures.pop_front()
    };
    let mut say = |status: u16, body: &Value| wire::answer(to, status, &[("content-type", "application/json")], &body.to_string());
    match failure {
        Some(Failure::Refuse(status)) => return say(status, &Refusal::told(status).body()),
        Some(Failure::HangUpBefore) => return false,
        Some(Failure::Silence) => {
            drop(state.changed.wait_while(state.lock(), |inside| !inside.stopping));
            return false;
        }
        _ => {}
    }
    if header("authorization").as_deref() != Some(&format!("Bearer {KEY}")) {
        return say(401, &Refusal::unauthorized().body());
    }
    if version.as_deref() != Some(VERSION) {
        return say(400, &Refusal::without_code("The double speaks one version of the API, and wants to hear its name.").body());
    }
    let call = Call { method: &request.method, path, parameters, idempotency_key: idempotency_key.as_deref() };
    let (status, body) = state.lock().answer(&call);
    let goes_on = match failure {
        Some(Failure::FailAfter) => say(500, &Refusal::told(500).body()),
        Some(Failure::FailForGood) => {
            let body = Refusal::told(500).body();
            if let Some(known) = idempotency_key.and_then(|key| state.lock().remembered.remove(&key).map(|known| (key, known))) {
                let (key, known) = known;
                state.lock().remembered.insert(key, state::Remembered { answer: (500, body.clone()), ..known });
            }
            say(500, &body)
        }
        Some(Failure::Nonsense) => wire::answer(to, 200, &[("content-type", "text/html")], "<html>no Stripe here</html>"),
        Some(Failure::HangUp) => false,
        Some(Failure::SilenceAfter) => {
            drop(state.changed.wait_while(state.lock(), |inside| !inside.stopping));
            return false;
        }
        _ => say(status, &body),
    };
    // Whoever asked may be told before the answer is there, or after: nobody can count on either.
    if state.lock().is_at_once {
        let state = Arc::clone(state);
        std::thread::spawn(move || state.deliver_waiting(false));
    }
    goes_on
}
