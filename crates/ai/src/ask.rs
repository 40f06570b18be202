//! What is asked.

use std::time::Duration;

use bytes::Bytes;

use crate::picture;

/// Who says something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// What the model is, and what it may do.
    System,
    /// Whoever asks.
    User,
    /// The model, earlier.
    Assistant,
}

/// A part of what is said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Words.
    Text(String),
    /// A picture, which goes along as it is: not every server fetches addresses.
    Picture {
        /// What kind, such as `image/jpeg`.
        media_type: &'static str,
        /// Its bytes.
        bytes: Bytes,
    },
}

/// Something that is said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// By whom.
    pub role: Role,
    /// What.
    pub parts: Vec<Part>,
}

impl Message {
    /// Words of somebody's.
    pub fn text(role: Role, text: impl Into<String>) -> Self {
        Self { role, parts: vec![Part::Text(text.into())] }
    }
}

/// A question with its bounds.
#[derive(Clone, PartialEq, Debug)]
pub struct Ask {
    /// What for, in the meters: a few words of the code's own, never anything that somebody typed.
    pub purpose: &'static str,
    /// What is said, in order.
    pub messages: Vec<Message>,
    /// How long the answer may be, in tokens.
    pub max_tokens: u32,
    /// How freely it is worded, from 0; the server's own way without.
    pub temperature: Option<f32>,
    /// How long it may take until the answer is whole, or until its first word where it is streamed.
    pub within: Duration,
}

impl Ask {
    /// Whether it shows pictures.
    pub fn has_pictures(&self) -> bool {
        self.messages.iter().flat_map(|message| &message.parts).any(|part| matches!(part, Part::Picture { .. }))
    }

    /// The most tokens that the question may come to. A letter of Japanese is one token or two, of English a quarter of one: bytes are never
    /// fewer than tokens.
    pub(crate) fn tokens(&self) -> u64 {
        let of = |part: &Part| match part {
            Part::Text(text) => text.len() as u64,
            Part::Picture { bytes, .. } => picture::tokens(bytes),
        };
        self.messages.iter().flat_map(|message| &message.parts).map(of).sum()
    }
}
