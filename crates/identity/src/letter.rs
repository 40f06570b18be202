//! Letters: what is told to somebody outside of a page, in which words, and who takes it there.

use chabudai_kernel::part::Word;
use chabudai_web::messages::Mail;
use chabudai_web::text::{LOCALE as HOUSE, Lang, Locale, Texts};

use crate::email::veiled;
use crate::secret::Code;
use crate::service::{CODE_GOOD_FOR, Purpose};

/// What the pages and the letters of this fragment say. An app that includes it adds it to its own.
pub const LOCALE: Locale = Locale { ja: include_str!("../locales/ja.ftl"), en: include_str!("../locales/en.ftl") };

/// What is to be told to somebody by mail, or by the operator where there is none.
#[derive(Clone, Debug)]
pub struct Letter {
    /// To whom.
    pub to: Word,
    /// What for.
    pub about: About,
}

/// What a letter is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum About {
    /// A code, for what it was asked for.
    Code(Purpose, Code),
    /// Somebody wanted to join with an address, or to move to one, that has joined already.
    JoinedAlready,
    /// Somebody wanted another password for an address that nobody has.
    NobodyHere,
    /// The password is another one now.
    PasswordChanged,
    /// The address is another one now. This goes to the one before.
    EmailChanged {
        /// The new one.
        to: Word,
    },
    /// Everything that is kept of somebody was carried away.
    Exported,
    /// A program may do something in somebody's name from now on.
    TokenMade {
        /// What they call its token.
        name: String,
    },
    /// The account is gone, with everything in it.
    Deleted,
    /// An account at a provider opens this one from now on.
    Linked {
        /// What people call the provider.
        provider: String,
    },
    /// An account at a provider opens this one no longer.
    Unlinked {
        /// What people call the provider.
        provider: String,
    },
    /// A passkey opens this one from now on.
    PasskeyAdded {
        /// What its owner calls it.
        name: String,
    },
    /// A passkey opens this one no longer.
    PasskeyRemoved {
        /// What its owner calls it.
        name: String,
    },
    /// What an app has to say, in its own words.
    OfAnApp(Mail),
}

impl About {
    /// What it is called in a log, where neither a code nor an address has a place.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Code(purpose, _) => purpose.name(),
            Self::JoinedAlready => "joined-already",
            Self::NobodyHere => "nobody-here",
            Self::PasswordChanged => "password-changed",
            Self::EmailChanged { .. } => "email-changed",
            Self::Exported => "exported",
            Self::TokenMade { .. } => "token-made",
            Self::Deleted => "deleted",
            Self::Linked { .. } => "linked",
            Self::Unlinked { .. } => "unlinked",
            Self::PasskeyAdded { .. } => "passkey-added",
            Self::PasskeyRemoved { .. } => "passkey-removed",
            Self::OfAnApp(_) => "of-an-app",
        }
    }
}

/// Takes letters to people.
pub trait Post: Send + Sync + 'static {
    /// Sends one, without waiting for it. Whether it arrives is not known here; a letter that cannot be sent is the operator's trouble,
    /// not the visitor's.
    fn send(&self, letter: Letter);
}

/// A letter in words, in both languages: nobody has told us which one they read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// Its subject, which stands on locked screens: it has no code in it, and does not say which app it is about.
    pub subject: String,
    /// Its text.
    pub text: String,
}

/// Writes letters of the house at one address.
#[derive(Debug)]
pub struct Writer {
    texts: Texts,
    address: String,
}

impl Writer {
    /// For the house that people find at this address.
    pub fn new(address: &str) -> Self {
        Self { texts: Texts::new(&[HOUSE, LOCALE]), address: address.to_owned() }
    }

    /// A letter in words: Japanese first, then English.
    pub fn write(&self, about: &About) -> Written {
        let (subject, text, otherwise) = match messages(about) {
            Ok(messages) => messages,
            Err(mail) => return Written { subject: mail.subject.clone(), text: format!("{}\n\n-- \n{}\n", mail.text, self.address) },
        };
        let both = Lang::ALL.map(|lang| {
            let say = |id: &str| self.say(lang, id, about);
            (format!("{}: {}", say("house-name"), say(subject)), format!("{}\n\n{}", say(text), say(otherwise)))
        });
        let [(ja_subject, ja), (en_subject, en)] = both;
        Written {
            subject: format!("{ja_subject} / {en_subject}"),
            // The mark of two hyphens and a space is where mail programs see that a signature begins.
            text: format!("{ja}\n\n* * *\n\n{en}\n\n-- \n{}\n", self.address),
        }
    }

    fn say(&self, lang: Lang, id: &str, about: &About) -> String {
        let address = ("address", self.address.as_str().into());
        let detail = match about {
            About::Code(_, code) => ("code", code.reveal().into()),
            About::EmailChanged { to } => ("email", veiled(to.as_str()).into()),
            About::Linked { provider } | About::Unlinked { provider } => ("provider", provider.as_str().into()),
            About::TokenMade { name } | About::PasskeyAdded { name } | About::PasskeyRemoved { name } => ("name", name.as_str().into()),
            About::JoinedAlready | About::NobodyHere | About::PasswordChanged | About::Exported | About::Deleted | About::OfAnApp(_) => {
                return self.texts.get(lang, id, &[address]);
            }
        };
        self.texts.get(lang, id, &[address, detail, ("minutes", (CODE_GOOD_FOR / 60).into())])
    }
}

/// The subject, what has happened, and what to do if it was somebody else; or the words that an app has found itself.
const fn messages(about: &About) -> Result<(&'static str, &'static str, &'static str), &Mail> {
    Ok(match about {
        About::OfAnApp(mail) => return Err(mail),
        About::Code(Purpose::Join, _) => ("letter-join-subject", "letter-join", "letter-ignore-code"),
        About::Code(Purpose::Reset, _) => ("letter-reset-subject", "letter-reset", "letter-ignore-code"),
        About::Code(Purpose::Move, _) => ("letter-move-subject", "letter-move", "letter-ignore-code"),
        About::Code(Purpose::Prove, _) => ("letter-prove-subject", "letter-prove", "letter-not-you-signed-in"),
        About::JoinedAlready => ("letter-joined-already-subject", "letter-joined-already", "letter-ignore"),
        About::NobodyHere => ("letter-nobody-here-subject", "letter-nobody-here", "letter-ignore"),
        About::PasswordChanged => ("letter-password-changed-subject", "letter-password-changed", "letter-not-you"),
        About::EmailChanged { .. } => ("letter-email-changed-subject", "letter-email-changed", "letter-not-you-moved"),
        About::Exported => ("letter-exported-subject", "letter-exported", "letter-not-you"),
        About::TokenMade { .. } => ("letter-token-made-subject", "letter-token-made", "letter-not-you-token"),
        About::Deleted => ("letter-deleted-subject", "letter-deleted", "letter-not-you-moved"),
        About::Linked { .. } => ("letter-linked-subject", "letter-linked", "letter-not-you"),
        About::Unlinked { .. } => ("letter-unlinked-subject", "letter-unlinked", "letter-not-you"),
        About::PasskeyAdded { .. } => ("letter-linked-subject", "letter-passkey-added", "letter-not-you"),
        About::PasskeyRemoved { .. } => ("letter-unlinked-subject", "letter-passkey-removed", "letter-not-you"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<About> {
        let provider = || "うちの鍵".to_owned();
        let codes = Purpose::ALL.map(|purpose| About::Code(purpose, Code::parse("12345678").unwrap()));
        let email = Word::new("hana.new@example.net").unwrap();
        let rest = [About::JoinedAlready, About::NobodyHere, About::PasswordChanged, About::EmailChanged { to: email }];
        let ends = [About::Exported, About::Deleted, About::TokenMade { name: provider() }];
        let providers = [About::Linked { provider: provider() }, About::Unlinked { provider: provider() }];
        let passkeys =
            [About::PasskeyAdded { name: "Safari · iPhone".to_owned() }, About::PasskeyRemoved { name: "Safari · iPhone".to_owned() }];
        codes.into_iter().chain(rest).chain(ends).chain(providers).chain(passkeys).collect()
    }

    #[test]
    fn every_letter_is_whole_in_both_languages() {
        let writer = Writer::new("https://house.example.org");
        for about in all() {
            let Written { subject, text } = writer.write(&about);
            for part in [&subject, &text] {
                assert!(
                    !part.contains("letter-") && !part.contains('{') && !part.contains("house-"),
                    "an id or an argument is left: {part}"
                );
            }
            assert!(subject.starts_with("ちゃぶ台: ") && subject.contains(" / Chabudai: ") && !subject.contains('\n'), "{subject}");
            let (ja, en) = text.split_once("* * *").expect("two halves");
            let kana = |text: &str| text.chars().any(|c| matches!(c, '\u{3040}'..='\u{309f}'));
            let without = |text: &str| text.replace("うちの鍵", "");
            assert!(kana(&without(ja)) && !kana(&without(en)), "{text}");
            assert!(text.ends_with("\n-- \nhttps://house.example.org\n"), "{text}");
            assert!(text.lines().all(|line| line.chars().count() < 100), "a line is too long to read: {text}");
        }
    }

    #[test]
    fn a_letter_says_what_it_is_about_and_no_more() {
        let writer = Writer::new("https://house.example.org");
        let of = |about: &About| writer.write(about);
        let code = of(&all()[0]);
        assert_eq!(code.text.matches("12345678").count(), 2, "{}", code.text);
        assert!(!code.subject.contains("1234") && code.text.contains("60分") && code.text.contains("60 minutes"), "{code:?}");
        let moved = of(&About::EmailChanged { to: Word::new("hana.new@example.net").unwrap() });
        assert!(moved.text.contains("h…@example.net") && !moved.text.contains("hana.new"), "{}", moved.text);
        assert_eq!(of(&About::Linked { provider: "Google".to_owned() }).text.matches("Google").count(), 2);
    }
}
