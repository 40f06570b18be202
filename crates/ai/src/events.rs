//! Server-sent events, as they arrive: pieces of bytes become whole `data` fields.
//!
//! Written here, for it is one rule of the format: the crate that is made for it was last released in 2022 and brings a parser generator.

use crate::error::AiError;

/// A line that is longer than this is no piece of an answer.
const LONGEST_LINE: usize = 1024 * 1024;

/// What has arrived and is no whole line yet.
#[derive(Debug, Default)]
pub(crate) struct Events {
    waiting: Vec<u8>,
    /// How far that was searched for the end of a line: a long one comes in many pieces.
    searched: usize,
    data: Option<String>,
}

impl Events {
    /// Takes the next bytes; gives the data of the events that are whole now.
    pub(crate) fn take(&mut self, bytes: &[u8]) -> Result<Vec<String>, AiError> {
        let mut whole = Vec::new();
        self.waiting.extend_from_slice(bytes);
        let mut begin = 0;
        let mut from = self.searched;
        while let Some(found) = self.waiting[from..].iter().position(|byte| *byte == b'\n') {
            let line = &self.waiting[begin..from + found];
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let line = std::str::from_utf8(line).map_err(|_| AiError::Nonsense("it is no text".to_owned()))?;
            begin = from + found + 1;
            from = begin;
            if line.is_empty() {
                whole.extend(self.data.take());
            } else if let Some(data) = line.strip_prefix("data:") {
                let data = data.strip_prefix(' ').unwrap_or(data);
                match &mut self.data {
                    // An event of several lines.
                    Some(before) => {
                        before.push('\n');
                        before.push_str(data);
                    }
                    None => self.data = Some(data.to_owned()),
                }
            }
            // Comments, names and ids say nothing here.
        }
        self.waiting.drain(..begin);
        self.searched = self.waiting.len();
        if self.waiting.len() > LONGEST_LINE || self.data.as_ref().is_some_and(|data| data.len() > LONGEST_LINE) {
            return Err(AiError::Nonsense("it does not end".to_owned()));
        }
        Ok(whole)
    }

    /// What is left when the connection has ended: some servers leave out the last empty line.
    pub(crate) fn end(mut self) -> Result<Option<String>, AiError> {
        let mut last = self.take(b"\n\n")?;
        Ok(last.pop())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_whole_however_they_are_cut() {
        let text = "\u{feff}: hello\r\n\r\ndata: {\"a\":1}\r\n\r\nevent: x\ndata:two\ndata: lines\nid: 7\n\ndata: [DONE]";
        let text = text.trim_start_matches('\u{feff}').as_bytes();
        for size in 1..text.len() {
            let mut events = Events::default();
            let mut all: Vec<String> = text.chunks(size).flat_map(|part| events.take(part).unwrap()).collect();
            all.extend(events.end().unwrap());
            assert_eq!(all, ["{\"a\":1}", "two\nlines", "[DONE]"], "in pieces of {size}");
        }
    }

    #[test]
    fn a_line_without_an_end_is_given_up() {
        let mut events = Events::default();
        let outcome = (0..20).try_for_each(|_| events.take("x".repeat(100_000).as_bytes()).map(drop));
        assert_eq!(outcome.unwrap_err().code(), "ai.nonsense");
        assert_eq!(Events::default().take(b"data: \xff\n").unwrap_err().code(), "ai.nonsense");
    }
}
