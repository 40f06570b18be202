//! Letters on their delivery. Nobody who asks for one waits for it: it is put into a queue, and whether there is one to put there, and whether
//! the mail server takes it, is not to be seen in any answer.

use std::sync::Arc;
use std::time::Duration;

use chabudai_identity::letter::{Letter, Post, Writer};
use lettre::message::header::{ContentType, Header, HeaderName, HeaderValue};
use lettre::transport::smtp::Error;
use lettre::{AsyncTransport as _, Message};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::{JoinHandle, JoinSet};

use super::Carrier;

/// So many letters wait for their turn. A letter more is lost, and its sender asks again.
const QUEUE: usize = 64;
/// So many letters are under way, most of them waiting for another try.
const UNDER_WAY: usize = 256;
/// So many connections at once: a mail server of a household allows few.
const CONNECTIONS: usize = 2;
/// After a failure that may pass, how long until the next try: six tries in about six minutes, when a code has most of its hour left.
const WAITS: [Duration; 5] =
    [Duration::from_secs(1), Duration::from_secs(5), Duration::from_secs(20), Duration::from_mins(1), Duration::from_mins(5)];
/// How long one try may take as a whole.
const ONE_TRY: Duration = Duration::from_mins(1);
/// How long letters may take to get out when the server stops.
const LAST_MOMENT: Duration = Duration::from_secs(5);

/// Takes letters to the queue.
pub(crate) struct Mail {
    letters: mpsc::Sender<Letter>,
    /// How many are not on their way yet.
    pending: watch::Sender<usize>,
}

impl Post for Mail {
    fn send(&self, letter: Letter) {
        let about = letter.about.name();
        self.pending.send_modify(|pending| *pending += 1);
        if self.letters.try_send(letter).is_err() {
            self.pending.send_modify(|pending| *pending -= 1);
            tracing::error!(about, "a letter is lost: too many are waiting, or the server is stopping");
        }
    }
}

/// The task that empties the queue.
pub(crate) struct MailQueue {
    closing: watch::Sender<bool>,
    pending: watch::Receiver<usize>,
    task: JoinHandle<()>,
}

impl MailQueue {
    /// Begins it.
    pub(crate) fn begin(carrier: Carrier, writer: Writer) -> (Mail, Self) {
        let (sender, letters) = mpsc::channel(QUEUE);
        let (closing, is_closing) = watch::channel(false);
        let (pending, is_pending) = watch::channel(0);
        let bag = Arc::new(Bag { carrier, writer, connections: Semaphore::new(CONNECTIONS), pending: pending.clone() });
        let queue = Self { closing, pending: is_pending, task: tokio::spawn(walk(bag, letters, is_closing)) };
        (Mail { letters: sender, pending }, queue)
    }

    /// Waits until every letter is on its way or given up, for a moment at most. What waits for another try goes on waiting.
    pub(crate) async fn settle(&self) {
        let mut pending = self.pending.clone();
        let all = pending.wait_for(|pending| *pending == 0);
        drop(tokio::time::timeout(LAST_MOMENT, all).await);
    }

    /// Ends it. What waits for another try gets its last one now.
    pub(crate) async fn finish(mut self) {
        self.closing.send_replace(true);
        if tokio::time::timeout(LAST_MOMENT, &mut self.task).await.is_err() {
            self.task.abort();
            tracing::error!("letters are lost: the mail server took too long");
        }
    }
}

async fn walk(bag: Arc<Bag>, mut letters: mpsc::Receiver<Letter>, mut closing: watch::Receiver<bool>) {
    let mut under_way = JoinSet::new();
    loop {
        tokio::select! {
            letter = letters.recv(), if under_way.len() < UNDER_WAY => match letter {
                Some(letter) => drop(under_way.spawn(bag.clone().deliver(letter, closing.clone()))),
                None => break,
            },
            Some(_) = under_way.join_next() => {}
            _ = closing.changed(), if !letters.is_closed() => letters.close(),
        }
    }
    under_way.join_all().await;
}

struct Bag {
    carrier: Carrier,
    writer: Writer,
    connections: Semaphore,
    pending: watch::Sender<usize>,
}

impl Bag {
    async fn deliver(self: Arc<Self>, letter: Letter, closing: watch::Receiver<bool>) {
        self.carry(letter, closing).await;
        self.pending.send_modify(|pending| *pending -= 1);
    }

    async fn carry(&self, letter: Letter, mut closing: watch::Receiver<bool>) {
        let about = letter.about.name();
        let Ok(message) = self.message(&letter) else {
            tracing::error!(about, "a letter cannot be written: its address is not one that mail can be sent to");
            return;
        };
        let mut waits = WAITS.into_iter();
        loop {
            // Read before the try: a letter whose try was under way when the end was announced gets another one.
            let is_last = *closing.borrow();
            let Err(failure) = self.hand_over(&message).await else {
                tracing::info!(about, "a letter is on its way");
                return;
            };
            let Failure { why, status, detail, may_pass } = failure;
            let Some(wait) = waits.next().filter(|_| may_pass && !is_last) else {
                tracing::error!(about, why, status, detail, "a letter is not delivered");
                return;
            };
            tracing::warn!(about, why, status, detail, again_in = wait.as_secs(), "a letter is not delivered yet");
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                _ = closing.changed() => {}
            }
        }
    }

    fn message(&self, letter: &Letter) -> anyhow::Result<Message> {
        let written = self.writer.write(&letter.about);
        let from = &self.carrier.from;
        let id = format!("<{}@{}>", uuid::Uuid::new_v4(), from.email.domain());
        let message = Message::builder().from(from.clone()).to(letter.to.as_str().parse()?).subject(written.subject);
        Ok(message.message_id(Some(id)).date_now().header(ByMachine).header(ContentType::TEXT_PLAIN).body(written.text)?)
    }

    async fn hand_over(&self, message: &Message) -> Result<(), Failure> {
        let _connection = self.connections.acquire().await;
        let send = async { self.carrier.transport().await?.send(message.clone()).await };
        match tokio::time::timeout(ONE_TRY, send).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(Failure::of(&error)),
            Err(_) => Err(Failure { why: "it took too long", status: None, detail: None, may_pass: true }),
        }
    }
}

/// Why a letter was not taken, in words that are no secret.
struct Failure {
    why: &'static str,
    status: Option<String>,
    /// What our own side says. What the mail server says stays out of the log: it may quote the address, or the letter.
    detail: Option<String>,
    may_pass: bool,
}

impl Failure {
    fn of(error: &Error) -> Self {
        let why = match error {
            _ if error.is_permanent() => "the mail server refuses it",
            _ if error.is_transient() => "the mail server refuses it for now",
            _ if error.is_response() => "the mail server makes no sense",
            _ if error.is_tls() => "TLS does not succeed",
            _ if error.is_timeout() => "it took too long",
            _ if error.is_client() => "the mail server and the settings do not fit",
            _ => "the mail server cannot be reached",
        };
        let status = error.status().map(|code| code.to_string());
        let detail = (status.is_none() && !error.is_response()).then(|| error.to_string());
        Self { why, status, detail, may_pass: !error.is_permanent() && !error.is_client() }
    }
}

/// Nobody's absence is to be announced to a machine (RFC 3834).
#[derive(Clone)]
struct ByMachine;

impl Header for ByMachine {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}
