//! A mail server of a few lines, on a port of this machine: it keeps the letters that it is given, and refuses some if told to.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// When the connection becomes private.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailTls {
    /// Never.
    Never,
    /// When the client asks for it.
    Asked,
    /// From the first byte.
    First,
}

/// A mail server. It goes when the test ends.
#[derive(Debug, Clone)]
pub struct MailServer {
    /// Where it listens.
    pub address: SocketAddr,
    /// The certificate of whoever signed its own, as PEM: a client trusts it or does not.
    pub authority: String,
    desk: Arc<Desk>,
}

#[derive(Debug, Default)]
struct Desk {
    kept: Mutex<Kept>,
    came: Condvar,
}

#[derive(Debug, Default)]
struct Kept {
    letters: VecDeque<MailLetter>,
    refusals: VecDeque<String>,
    tries: usize,
    signed_in: Vec<(String, String)>,
    all: String,
}

/// A letter, as its reader sees it.
#[derive(Debug, Clone)]
pub struct MailLetter {
    /// Whom it was handed over for.
    pub to: String,
    /// Its head, as it came.
    pub head: String,
    /// Its subject.
    pub subject: String,
    /// Its text.
    pub text: String,
}

impl MailLetter {
    /// The code of eight digits in it.
    #[track_caller]
    pub fn code(&self) -> String {
        let code = self.text.lines().map(str::trim).find(|line| line.len() == 8 && line.bytes().all(|byte| byte.is_ascii_digit()));
        code.unwrap_or_else(|| panic!("there is no code in {self:?}")).to_owned()
    }
}

impl MailServer {
    /// One that speaks in the open.
    pub fn open() -> Self {
        Self::with_tls(MailTls::Never)
    }

    /// One whose connections become private.
    pub fn with_tls(tls: MailTls) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        let (authority, config) = certificate();
        let server = Self { address: listener.local_addr().expect("it listens"), authority, desk: Arc::default() };
        let desk = server.desk.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (desk, config) = (desk.clone(), config.clone());
                // A client that hangs up has had enough.
                std::thread::spawn(move || drop(serve(stream, tls, &config, &desk)));
            }
        });
        server
    }

    /// Answers the next letters with these lines instead of taking them, such as `451 later`.
    pub fn refuses(&self, answers: impl IntoIterator<Item: Into<String>>) {
        self.desk.kept().refusals.extend(answers.into_iter().map(Into::into));
    }

    /// The next letter for an address; it is waited for, and taken away.
    #[track_caller]
    pub fn letter_to(&self, to: &str) -> MailLetter {
        let deadline = Instant::now() + Duration::from_secs(20);
        let mut kept = self.desk.kept();
        loop {
            if let Some(at) = kept.letters.iter().position(|letter| letter.to == to) {
                return kept.letters.remove(at).expect("it was found there");
            }
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "no letter for {to}: {kept:?}");
            kept = self.desk.came.wait_timeout(kept, left).expect("nobody panics with this lock").0;
        }
    }

    /// How many letters are there that nobody has taken away.
    pub fn waiting(&self) -> usize {
        self.desk.kept().letters.len()
    }

    /// How often a letter was handed over, taken or not.
    pub fn tries(&self) -> usize {
        self.desk.kept().tries
    }

    /// Waits until so many letters were handed over, taken or not.
    #[track_caller]
    pub fn wait_for_tries(&self, tries: usize) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while self.tries() < tries {
            assert!(Instant::now() < deadline, "{} tries", self.tries());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The names and passwords that clients have shown.
    pub fn signed_in(&self) -> Vec<(String, String)> {
        self.desk.kept().signed_in.clone()
    }

    /// Everything that came in the open: what anybody on the way could read.
    pub fn overheard(&self) -> String {
        self.desk.kept().all.clone()
    }
}

impl Desk {
    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().expect("nobody panics with this lock")
    }
}

/// A certificate for this machine, and the one of its authority.
fn certificate() -> (String, Arc<ServerConfig>) {
    let key = || rcgen::KeyPair::generate().expect("a key is made");
    let (authority_key, own_key) = (key(), key());
    let mut authority = rcgen::CertificateParams::default();
    authority.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let signed = authority.self_signed(&authority_key).expect("an authority signs itself");
    let issuer = rcgen::Issuer::new(authority, authority_key);
    let own = rcgen::CertificateParams::new(["localhost".to_owned(), "127.0.0.1".to_owned()]).expect("names of this machine");
    let own = own.signed_by(&own_key, &issuer).expect("a certificate is signed");
    let secret = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(own_key.serialize_der()));
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().expect("versions of TLS");
    let config = config.with_no_client_auth().with_single_cert(vec![own.der().clone()], secret).expect("the key fits");
    (signed.pem(), Arc::new(config))
}

trait Line: Read + Write {}

impl<T: Read + Write> Line for T {}

fn private(stream: TcpStream, config: &Arc<ServerConfig>) -> std::io::Result<Box<dyn Line>> {
    let connection = ServerConnection::new(config.clone()).map_err(std::io::Error::other)?;
    Ok(Box::new(StreamOwned::new(connection, stream)))
}

fn serve(stream: TcpStream, tls: MailTls, config: &Arc<ServerConfig>, desk: &Desk) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let again = stream.try_clone()?;
    let first: Box<dyn Line> = if tls == MailTls::First { private(stream, config)? } else { Box::new(stream) };
    let mut talk = Talk { line: BufReader::new(first), is_private: tls == MailTls::First, to: String::new() };
    talk.say("220 mail.test is here")?;
    if talk.hear_out(tls, desk)? == Next::Private {
        let mut talk = Talk { line: BufReader::new(private(again, config)?), is_private: true, to: String::new() };
        talk.hear_out(tls, desk)?;
    }
    Ok(())
}

#[derive(PartialEq)]
enum Next {
    Private,
    End,
}

struct Talk {
    line: BufReader<Box<dyn Line>>,
    is_private: bool,
    to: String,
}

impl Talk {
    fn say(&mut self, text: &str) -> std::io::Result<()> {
        self.line.get_mut().write_all(format!("{text}\r\n").as_bytes())?;
        self.line.get_mut().flush()
    }

    fn hear(&mut self, desk: &Desk) -> std::io::Result<Option<String>> {
        let mut line = String::new();
        if self.line.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        if !self.is_private {
            desk.kept().all.push_str(&line);
        }
        Ok(Some(line))
    }

    fn hear_out(&mut self, tls: MailTls, desk: &Desk) -> std::io::Result<Next> {
        while let Some(line) = self.hear(desk)? {
            let said = line.trim_end();
            let verb = said.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
            match verb.as_str() {
                "EHLO" => {
                    let offers = if tls == MailTls::Asked && !self.is_private { "250-STARTTLS\r\n" } else { "" };
                    self.say(&format!("250-mail.test\r\n{offers}250-AUTH PLAIN\r\n250-8BITMIME\r\n250 SMTPUTF8"))?;
                }
                "STARTTLS" if tls == MailTls::Asked => {
                    self.say("220 go on")?;
                    return Ok(Next::Private);
                }
                "AUTH" => {
                    let shown = said.rsplit(' ').next().and_then(|text| STANDARD.decode(text).ok()).unwrap_or_default();
                    let shown = String::from_utf8_lossy(&shown).into_owned();
                    let mut parts = shown.split('\0').skip(1).map(str::to_owned);
                    desk.kept().signed_in.push((parts.next().unwrap_or_default(), parts.next().unwrap_or_default()));
                    self.say("235 welcome")?;
                }
                "RCPT" => {
                    said.split(['<', '>']).nth(1).unwrap_or_default().clone_into(&mut self.to);
                    self.say("250 ok")?;
                }
                "DATA" => self.take(desk)?,
                "QUIT" => {
                    self.say("221 bye")?;
                    break;
                }
                "MAIL" | "RSET" | "NOOP" => self.say("250 ok")?,
                _ => self.say("502 what?")?,
            }
        }
        Ok(Next::End)
    }

    fn take(&mut self, desk: &Desk) -> std::io::Result<()> {
        self.say("354 go on")?;
        let mut whole = String::new();
        while let Some(line) = self.hear(desk)? {
            if line.trim_end() == "." {
                break;
            }
            whole.push_str(line.strip_prefix('.').unwrap_or(&line));
        }
        let letter = read_letter(&self.to, &whole);
        let refusal = {
            let mut kept = desk.kept();
            kept.tries += 1;
            kept.refusals.pop_front()
        };
        if let Some(answer) = refusal {
            // Some servers quote what they refuse.
            let code = letter.text.split_whitespace().find(|word| word.len() == 8 && word.bytes().all(|byte| byte.is_ascii_digit()));
            return self.say(&format!("{answer} for {} with {}", letter.to, code.unwrap_or_default()));
        }
        desk.kept().letters.push_back(letter);
        desk.came.notify_all();
        self.say("250 taken")
    }
}

fn read_letter(to: &str, whole: &str) -> MailLetter {
    let (head, body) = whole.split_once("\r\n\r\n").unwrap_or((whole, ""));
    let field = |name: &str| {
        let unfolded = head.replace("\r\n ", " ").replace("\r\n\t", " ");
        let found = unfolded.lines().find_map(|line| {
            let (known, value) = line.split_once(':')?;
            known.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        });
        found.unwrap_or_default()
    };
    let bytes = match field("Content-Transfer-Encoding").as_str() {
        "base64" => STANDARD.decode(body.split_whitespace().collect::<String>()).expect("base64"),
        "quoted-printable" => unquoted(&body.replace("=\r\n", "")),
        _ => body.as_bytes().to_vec(),
    };
    let text = String::from_utf8(bytes).expect("a letter is UTF-8").replace("\r\n", "\n");
    MailLetter { to: to.to_owned(), head: head.to_owned(), subject: plain_words(&field("Subject")), text }
}

/// `=E3` is a byte.
fn unquoted(text: &str) -> Vec<u8> {
    let mut bytes = text.bytes();
    let mut out = Vec::new();
    while let Some(byte) = bytes.next() {
        if byte != b'=' {
            out.push(byte);
            continue;
        }
        let digits = [bytes.next(), bytes.next()].map(|digit| char::from(digit.unwrap_or(b'0')).to_digit(16).unwrap_or_default());
        out.push((digits[0] * 16 + digits[1]) as u8);
    }
    out
}

/// Encoded words (RFC 2047) as they are read. The space between two of them is none.
fn plain_words(text: &str) -> String {
    let mut out = String::new();
    let mut after_encoded = false;
    for word in text.split(' ') {
        let encoded = word.strip_prefix("=?utf-8?b?").and_then(|rest| rest.strip_suffix("?="));
        let is_between = after_encoded && encoded.is_some();
        if !out.is_empty() && !is_between {
            out.push(' ');
        }
        after_encoded = encoded.is_some();
        match encoded {
            Some(encoded) => out.push_str(&String::from_utf8(STANDARD.decode(encoded).expect("base64")).expect("whole characters")),
            None => out.push_str(word),
        }
    }
    out
}
