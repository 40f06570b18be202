//! The port: a model that is asked within limits.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use futures::stream::{self, Stream};
use reqwest::Response;
use serde::de::DeserializeOwned;
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::ask::{Ask, Message, Role};
use crate::budget::{Budget, Receipt};
use crate::client::Client;
use crate::error::AiError;
use crate::events::Events;
use crate::meter::{Meter, Outcome, Used};
use crate::shape::Shape;
use crate::wire::{self, Piece};

/// A server that never begins to answer is given up by the question itself; one that never ends a little later.
const GRACE: Duration = Duration::from_millis(500);
/// Bytes of an answer; whatever is longer is no answer to anything that is asked here.
const LONGEST_ANSWER: usize = 1024 * 1024;

/// What an operator configures.
#[derive(Clone, PartialEq)]
pub struct Settings {
    /// Where the server is, up to `/v1`.
    pub address: String,
    /// By what it knows us.
    pub key: Option<String>,
    /// The model that is asked.
    pub model: String,
    /// The one that is shown pictures; without one, none are shown.
    pub picture_model: Option<String>,
    /// What tokens cost.
    pub prices: Prices,
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings").field("address", &self.address).field("model", &self.model).finish_non_exhaustive()
    }
}

/// What a million tokens cost, in millionths of the operator's currency's unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Prices {
    /// Of questions.
    pub micros_in: u64,
    /// Of answers.
    pub micros_out: u64,
}

impl Prices {
    pub(crate) fn micros(self, used: Used) -> u64 {
        let of = |tokens: u64, price: u64| u128::from(tokens) * u128::from(price);
        let all = of(used.tokens_in, self.micros_in) + of(used.tokens_out, self.micros_out);
        u64::try_from(all / 1_000_000).unwrap_or(u64::MAX)
    }
}

/// A model. Clones are the same one.
#[derive(Clone)]
pub struct Model(Arc<Inner>);

struct Inner {
    settings: Settings,
    client: Client,
    budget: Arc<dyn Budget>,
    meter: Meter,
}

/// A whole answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What the model says.
    pub text: String,
    /// Whether it had more to say than it was allowed to.
    pub is_cut: bool,
}

impl Model {
    /// A model behind a server, within a budget. Nothing is asked yet.
    pub fn new(settings: Settings, budget: Arc<dyn Budget>) -> Self {
        let client = Client::new(&settings.address, settings.key.clone());
        Self(Arc::new(Inner { settings, client, budget, meter: Meter::default() }))
    }

    /// Whether it can be shown pictures.
    pub fn sees(&self) -> bool {
        self.0.settings.picture_model.is_some()
    }

    /// What was asked so far.
    pub fn meter(&self) -> &Meter {
        &self.0.meter
    }

    /// Asks, and hands on what is said as it comes. Whoever drops the stream is not answered further, and pays for no more than was said.
    pub async fn stream(&self, ask: Ask) -> Result<Answering, AiError> {
        self.begin(ask, None).await
    }

    /// Asks, and waits until the answer is whole.
    pub async fn answer(&self, ask: Ask) -> Result<Answer, AiError> {
        let until = Instant::now() + ask.within + GRACE;
        tokio::time::timeout_at(until, async { self.begin(ask, None).await?.whole().await }).await.map_err(|_| AiError::TooSlow)?
    }

    /// Asks for a value. An answer that is not of the shape is asked for once more, with what was wrong about it.
    pub async fn structured<T: DeserializeOwned>(&self, mut ask: Ask, name: &'static str, shape: &Shape) -> Result<T, AiError> {
        let until = Instant::now() + ask.within;
        let mut unfit: Option<String> = None;
        loop {
            ask.within = until.saturating_duration_since(Instant::now());
            let asked = async { self.begin(ask.clone(), Some((name, shape))).await?.whole().await };
            let answer = match tokio::time::timeout_at(until + GRACE, asked).await.unwrap_or(Err(AiError::TooSlow)) {
                Ok(answer) => answer,
                // It has answered once already, and was paid for it: what is known is that the answer was of no use.
                Err(error) => return Err(unfit.map_or(error, AiError::Nonsense)),
            };
            if answer.is_cut {
                return Err(AiError::CutOff);
            }
            match read(&answer.text, shape) {
                Ok(value) => return Ok(value),
                Err(why) if unfit.is_none() => {
                    let again = format!("{why}. Answer again with JSON of exactly that schema, and nothing else.");
                    ask.messages.push(Message::text(Role::Assistant, answer.text));
                    ask.messages.push(Message::text(Role::User, again));
                    unfit = Some(why);
                }
                Err(why) => return Err(AiError::Nonsense(why)),
            }
        }
    }

    async fn begin(&self, ask: Ask, shape: Option<(&'static str, &Shape)>) -> Result<Answering, AiError> {
        let inner = &self.0;
        let model = if ask.has_pictures() { inner.settings.picture_model.as_ref() } else { Some(&inner.settings.model) };
        let model = model.ok_or_else(|| AiError::Nonsense("no model here looks at pictures".to_owned()))?;
        let mut asked = Asked {
            model: self.clone(),
            purpose: ask.purpose,
            began: Instant::now(),
            question: ask.tokens(),
            taken: 0,
            receipt: Receipt::default(),
            sent: false,
            used: None,
            said: 0,
            outcome: None,
        };
        let taken = asked.question + u64::from(ask.max_tokens);
        let Some(receipt) = take(inner.budget.clone(), taken).await else {
            asked.outcome = Some(Outcome::from(&AiError::OverBudget));
            return Err(AiError::OverBudget);
        };
        (asked.taken, asked.receipt) = (taken, receipt);
        let body = wire::body(&ask, model, shape);
        match inner.client.post(&body, asked.began + ask.within, &mut asked.sent).await {
            Ok(response) => {
                let ends = asked.began + ask.within;
                Ok(Answering {
                    response,
                    events: Some(Events::default()),
                    waiting: Vec::new(),
                    asked,
                    first_until: Some(ends),
                    is_whole: false,
                    is_cut: false,
                })
            }
            Err(error) => {
                asked.outcome = Some(Outcome::from(&error));
                Err(error)
            }
        }
    }
}

/// Takes tokens of the day. Whoever does not wait for the answer has taken none: it is a task of its own, which gives them back then.
async fn take(budget: Arc<dyn Budget>, tokens: u64) -> Option<Receipt> {
    let (tell, told) = oneshot::channel();
    tokio::spawn(async move {
        if let Err(Some(receipt)) = tell.send(budget.take(tokens).await) {
            budget.give_back(tokens, receipt).await;
        }
    });
    told.await.ok().flatten()
}

/// A text as a value of a shape; why it is none, without a word of it. Some models put a fence around what they were asked for.
fn read<T: DeserializeOwned>(text: &str, shape: &Shape) -> Result<T, String> {
    let text = text.trim();
    let inside = text.strip_prefix("```json").or_else(|| text.strip_prefix("```")).and_then(|text| text.strip_suffix("```"));
    let value = serde_json::from_str(inside.unwrap_or(text).trim()).map_err(|_| "the answer is not JSON".to_owned())?;
    shape.check(&value)?;
    serde_json::from_value(value).map_err(|_| "the answer is of the schema, but not what was asked for".to_owned())
}

/// A question on its way. When it is over, however it ends, it is counted, and what it did not use is given back.
struct Asked {
    model: Model,
    purpose: &'static str,
    began: Instant,
    /// The most that the question may be.
    question: u64,
    /// What was taken of the day for question and answer.
    taken: u64,
    receipt: Receipt,
    /// Whether the server may have read the question.
    sent: bool,
    /// What the server counted.
    used: Option<Used>,
    /// Bytes that were said so far.
    said: u64,
    outcome: Option<Outcome>,
}

impl Drop for Asked {
    fn drop(&mut self) {
        let outcome = self.outcome.unwrap_or(Outcome::ABANDONED);
        // Where the server has not counted, it has read what was sent and written what came: a token is three bytes or more. That is so as well
        // where it failed, or where nobody waited.
        let used = match self.used {
            Some(used) => used,
            None if self.sent => Used { tokens_in: self.question, tokens_out: self.said.div_ceil(3) },
            None => Used::default(),
        };
        let (left, more) = (self.taken.saturating_sub(used.all()), used.all().saturating_sub(self.taken));
        let millis = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let inner = &self.model.0;
        inner.meter.count(self.purpose, outcome, used, inner.settings.prices, millis);
        tracing::debug!(purpose = self.purpose, outcome = outcome.as_str(), tokens = used.all(), millis, "a model was asked");
        if (left, more) != (0, 0)
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let (model, receipt) = (self.model.clone(), self.receipt);
            runtime.spawn(async move {
                let budget = &model.0.budget;
                if left > 0 { budget.give_back(left, receipt).await } else { budget.use_more(more).await }
            });
        }
    }
}

/// An answer as it comes.
pub struct Answering {
    response: Response,
    events: Option<Events>,
    waiting: Vec<String>,
    asked: Asked,
    /// When the first word has to be there.
    first_until: Option<Instant>,
    is_whole: bool,
    is_cut: bool,
}

/// How long a server may be silent between two words.
const SILENCE: Duration = Duration::from_mins(1);

impl Answering {
    /// The next words; none when the answer is whole.
    pub async fn next(&mut self) -> Option<Result<String, AiError>> {
        match self.words().await {
            Ok(Some(words)) => Some(Ok(words)),
            Ok(None) => {
                self.asked.outcome.get_or_insert(Outcome::ANSWERED);
                None
            }
            Err(error) => {
                self.asked.outcome.get_or_insert(Outcome::from(&error));
                self.events = None;
                self.is_whole = true;
                Some(Err(error))
            }
        }
    }

    /// Whether the model had more to say than it was allowed to. Known at the end.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The words as a stream.
    pub fn into_stream(self) -> impl Stream<Item = Result<String, AiError>> + Send {
        stream::unfold(self, |mut answering| async move { answering.next().await.map(|next| (next, answering)) })
    }

    async fn whole(mut self) -> Result<Answer, AiError> {
        let mut text = String::new();
        while let Some(words) = self.next().await {
            text.push_str(&words?);
        }
        Ok(Answer { text, is_cut: self.is_cut })
    }

    async fn words(&mut self) -> Result<Option<String>, AiError> {
        loop {
            while let Some(data) = self.waiting.pop() {
                if let Some(words) = self.piece(&data)? {
                    return Ok(Some(words));
                }
            }
            let Some(events) = &mut self.events else {
                return if self.is_whole { Ok(None) } else { Err(AiError::CutOff) };
            };
            let until = self.first_until.unwrap_or_else(|| Instant::now() + SILENCE);
            let part = tokio::time::timeout_at(until, self.response.chunk()).await.map_err(|_| AiError::TooSlow)?;
            match part {
                Ok(Some(bytes)) => {
                    let mut whole = events.take(&bytes)?;
                    whole.reverse();
                    self.waiting = whole;
                }
                Ok(None) => {
                    let last = self.events.take().map(Events::end).transpose()?.flatten();
                    self.waiting = last.into_iter().collect();
                }
                Err(error) if error.is_timeout() => return Err(AiError::TooSlow),
                Err(_) => return Err(AiError::CutOff),
            }
        }
    }

    /// Takes in one event.
    fn piece(&mut self, data: &str) -> Result<Option<String>, AiError> {
        if data.trim() == "[DONE]" {
            // A server that says nothing about why it ends has said everything.
            self.is_whole = true;
            return Ok(None);
        }
        let mut piece: Piece = serde_json::from_str(data).map_err(|_| AiError::Nonsense("it is not of the protocol".to_owned()))?;
        if let Some(used) = piece.used() {
            self.asked.used = Some(used);
        }
        if piece.is_error() {
            return Err(AiError::CutOff);
        }
        if piece.is_refusal() {
            return Err(AiError::Refused);
        }
        if let Some(why) = piece.ends() {
            self.is_whole = true;
            self.is_cut = why == "length";
        }
        let words = piece.take_words();
        if words.is_empty() {
            return Ok(None);
        }
        self.first_until = None;
        self.asked.said += words.len() as u64;
        if self.asked.said > LONGEST_ANSWER as u64 {
            return Err(AiError::Nonsense("it does not end".to_owned()));
        }
        Ok(Some(words))
    }
}
