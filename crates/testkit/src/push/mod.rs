//! A push service for tests, and the browsers that have subscribed to it: a real HTTP server on this machine.
//!
//! ```
//! use chabudai_testkit::push::PushService;
//!
//! let service = PushService::start();
//! let device = service.device();
//! assert!(device.endpoint.starts_with("http://127.0.0.1:"));
//! // Hand `device.endpoint`, `device.p256dh` and `device.auth` to the program as a browser would, let it send, and
//! // `service.wait_for(1, timeout).await` has the message as the device would see it.
//! assert!(service.received().is_empty());
//! ```

mod examine; // what is asked of a message
mod keys; // a browser's keys, and opening messages

use std::collections::HashMap;
use std::io::BufReader;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

pub use keys::Keys;

use crate::wire;

/// What a browser tells the program about itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Device {
    /// Where its messages go.
    pub endpoint: String,
    /// Its public key.
    pub p256dh: String,
    /// The secret that it shares with the sender.
    pub auth: String,
}

/// A message that was taken, as the device sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    /// Who got it.
    pub device: Device,
    /// What it says.
    pub body: Vec<u8>,
    /// How long it was worth keeping.
    pub ttl: Duration,
    /// `very-low`, `low`, `normal` or `high`.
    pub urgency: String,
    /// What it replaces, as the push service sees it.
    pub topic: Option<String>,
    /// How long it was on the way, sealed and padded.
    pub sealed_length: usize,
    /// The public key of the server that signed it.
    pub public_key: String,
}

/// What the push service does instead of taking a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// Answers with this status.
    Status(u16),
    /// Answers with this status, and when to come again: seconds or a date.
    RetryAfter(u16, String),
    /// Sends the sender elsewhere, with status 307.
    Redirect(String),
    /// Answers with this status and a body that does not end.
    Endless(u16),
    /// Never answers.
    Hang,
}

/// How often a [`Reply`] is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Latency {
    /// To so many requests; what comes after them is taken.
    Next(usize),
    /// To every request from now on.
    Always,
}

struct Known {
    device: Device,
    keys: Keys,
    subscribed_with: Option<String>,
    told: Option<(Reply, Latency)>,
    asked: usize,
}

impl Known {
    /// What was told for this request.
    fn next_reply(&mut self) -> Option<Reply> {
        match &mut self.told {
            Some((_, Latency::Next(0))) | None => None,
            Some((reply, Latency::Next(left))) => {
                *left -= 1;
                Some(reply.clone())
            }
            Some((reply, Latency::Always)) => Some(reply.clone()),
        }
    }
}

#[derive(Default)]
struct Inside {
    /// By the path of their endpoint.
    devices: HashMap<String, Known>,
    received: Vec<Received>,
    complaints: Vec<String>,
    endless_bytes: usize,
    stopping: bool,
}

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

    fn change(&self, change: impl FnOnce(&mut Inside)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    fn wait_for(&self, messages: usize, at_most: Duration) -> Vec<Received> {
        let too_few = |inside: &mut Inside| inside.received.len() < messages;
        let (inside, outcome) = self.changed.wait_timeout_while(self.lock(), at_most, too_few).unwrap_or_else(PoisonError::into_inner);
        let (received, complaints) = (inside.received.clone(), inside.complaints.clone());
        drop(inside);
        assert!(
            !outcome.timed_out(),
            "{} of {messages} messages have arrived within {at_most:?}; what was not taken: {complaints:?}",
            received.len()
        );
        received
    }
}

/// A push service on a free port of this machine. It ends with the test.
pub struct PushService {
    address: SocketAddr,
    state: Arc<State>,
    listening: Option<JoinHandle<()>>,
}

impl PushService {
    /// Starts one.
    pub fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("this machine has a free port");
        let address = listener.local_addr().expect("a listener has an address");
        let state = Arc::new(State::default());
        let listening = std::thread::spawn({
            let state = Arc::clone(&state);
            move || {
                for stream in listener.incoming().map_while(Result::ok) {
                    if state.lock().stopping {
                        break;
                    }
                    let state = Arc::clone(&state);
                    std::thread::spawn(move || converse(&state, stream, &origin(address)));
                }
            }
        });
        Self { address, state, listening: Some(listening) }
    }

    /// A browser that has just subscribed, and takes messages from every server.
    pub fn device(&self) -> Device {
        self.subscribe(None)
    }

    /// A browser that has subscribed with the public key of a server, and takes messages from no other.
    pub fn device_of(&self, public_key: &str) -> Device {
        self.subscribe(Some(public_key.to_owned()))
    }

    fn subscribe(&self, subscribed_with: Option<String>) -> Device {
        let keys = Keys::new();
        let path = format!("/device/{}", Keys::new().auth());
        let device = Device { endpoint: format!("{}{path}", origin(self.address)), p256dh: keys.p256dh(), auth: keys.auth() };
        let known = Known { device: device.clone(), keys, subscribed_with, told: None, asked: 0 };
        self.state.change(|inside| drop(inside.devices.insert(path, known)));
        device
    }

    /// Tells what to do with requests for a device from now on, whatever was told before.
    #[track_caller]
    pub fn tell(&self, device: &Device, reply: Reply, times: Latency) {
        self.known(device, |known| known.told = Some((reply, times)));
    }

    /// How many requests for a device have come, however they were answered.
    #[track_caller]
    pub fn asked(&self, device: &Device) -> usize {
        self.known(device, |known| known.asked)
    }

    #[track_caller]
    fn known<T>(&self, device: &Device, look: impl FnOnce(&mut Known) -> T) -> T {
        let mut inside = self.state.lock();
        look(inside.devices.values_mut().find(|known| known.device == *device).expect("the device has subscribed here"))
    }

    /// The messages that were taken up to now, in their order.
    pub fn received(&self) -> Vec<Received> {
        self.state.lock().received.clone()
    }

    /// Why messages were not taken, as sentences; what the service was told to do is not among them.
    pub fn complaints(&self) -> Vec<String> {
        self.state.lock().complaints.clone()
    }

    /// How much was sent of the bodies that do not end.
    pub fn endless_bytes(&self) -> usize {
        self.state.lock().endless_bytes
    }

    /// All messages, as soon as there are so many. Fails the test if that takes too long.
    pub async fn wait_for(&self, messages: usize, at_most: Duration) -> Vec<Received> {
        let state = Arc::clone(&self.state);
        // On a thread of its own, so that the test's clock may stand still while real messages are on their way.
        match tokio::task::spawn_blocking(move || state.wait_for(messages, at_most)).await {
            Ok(received) => received,
            Err(failed) => std::panic::resume_unwind(failed.into_panic()),
        }
    }

    /// The same for a test that is a plain function.
    #[track_caller]
    pub fn wait_for_blocking(&self, messages: usize, at_most: Duration) -> Vec<Received> {
        self.state.wait_for(messages, at_most)
    }
}

impl Drop for PushService {
    fn drop(&mut self) {
        self.state.change(|inside| inside.stopping = true);
        // The listener notices when somebody comes.
        let woken = TcpStream::connect(self.address).is_ok();
        if let Some(listening) = self.listening.take().filter(|_| woken) {
            let _ = listening.join();
        }
    }
}

fn origin(address: SocketAddr) -> String {
    format!("http://{address}")
}

/// Answers requests until the other side has no more.
fn converse(state: &State, stream: TcpStream, origin: &str) {
    let Ok(mut to) = stream.try_clone() else { return };
    let mut from = BufReader::new(stream);
    while let Some(request) = wire::Request::read(&mut from) {
        let reply = {
            let mut inside = state.lock();
            inside.devices.get_mut(&request.path).and_then(|known| {
                known.asked += 1;
                known.next_reply()
            })
        };
        let goes_on = match reply {
            Some(Reply::Status(status)) => wire::answer(&mut to, status, &[], "told so"),
            Some(Reply::RetryAfter(status, when)) => wire::answer(&mut to, status, &[("retry-after", &when)], ""),
            Some(Reply::Redirect(location)) => wire::answer(&mut to, 307, &[("location", &location)], ""),
            Some(Reply::Endless(status)) => {
                let sent = wire::answer_without_end(&mut to, status, || !state.lock().stopping);
                state.change(|inside| inside.endless_bytes += sent);
                false
            }
            Some(Reply::Hang) => {
                let until_the_end = state.changed.wait_while(state.lock(), |inside| !inside.stopping);
                drop(until_the_end);
                false
            }
            None => take(state, &request, origin, &mut to),
        };
        if !goes_on {
            break;
        }
    }
}

/// Takes a message, or says why not.
fn take(state: &State, request: &wire::Request, origin: &str, to: &mut TcpStream) -> bool {
    let outcome = match state.lock().devices.get(&request.path) {
        None => Err((404, "there is no such device".to_owned())),
        Some(known) => examine::examine(request, origin, &known.device, &known.keys, known.subscribed_with.as_deref()),
    };
    match outcome {
        Ok(message) => {
            state.change(|inside| inside.received.push(message));
            wire::answer(to, 201, &[("location", &format!("{origin}/message"))], "")
        }
        Err((status, why)) => {
            state.change(|inside| inside.complaints.push(why.clone()));
            wire::answer(to, status, &[], &why)
        }
    }
}
