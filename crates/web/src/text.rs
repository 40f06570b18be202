//! Japanese and English: what a page says, by message ids that stand in Fluent files.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock, RwLock};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

/// A language that the pages speak.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// 日本語
    #[default]
    Ja,
    /// English
    En,
}

impl Lang {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::Ja, Self::En];

    /// As the `lang` attribute and the cookie say it.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Ja => "ja",
            Self::En => "en",
        }
    }

    /// By its tag.
    pub fn by_tag(tag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lang| lang.tag() == tag)
    }

    /// The first language of an `Accept-Language` header that we speak. Whoever reads neither is more likely to read English.
    pub fn accepted(header: &str) -> Option<Self> {
        let mut wishes: Vec<(&str, f32)> = header
            .split(',')
            .filter_map(|part| {
                let mut halves = part.split(';');
                let tag = halves.next()?.trim();
                let weight = halves.next().and_then(|q| q.trim().strip_prefix("q=")?.parse().ok()).unwrap_or(1.0);
                (!tag.is_empty() && weight > 0.0).then_some((tag, weight))
            })
            .collect();
        // Stable: of equal wishes the first one stays first.
        wishes.sort_by(|a, b| b.1.total_cmp(&a.1));
        let spoken = wishes.iter().find_map(|(tag, _)| Self::by_tag(&tag.split('-').next()?.to_ascii_lowercase()));
        spoken.or(if wishes.is_empty() { None } else { Some(Self::En) })
    }
}

/// The Fluent files of one part of the house: the kernel's own, or an app's.
#[derive(Clone, Copy, Debug)]
pub struct Locale {
    /// Japanese.
    pub ja: &'static str,
    /// English.
    pub en: &'static str,
}

/// What the kernel's own pages say.
pub const LOCALE: Locale = Locale { ja: include_str!("../locales/ja.ftl"), en: include_str!("../locales/en.ftl") };

/// All messages of a house.
pub struct Texts {
    parts: Vec<Locale>,
    /// Read when somebody first speaks the language: most houses speak one of the two.
    ja: OnceLock<Bundle>,
    en: OnceLock<Bundle>,
    /// Messages about a small number, which a page of fifty things says a hundred times: to look one up takes a tenth of the time that
    /// it takes to write it.
    counted: RwLock<HashMap<(Lang, u16), ById>>,
}

type Bundle = FluentBundle<FluentResource>;
type ById = HashMap<String, Arc<str>>;

/// Numbers below this are kept with their message.
const SMALL: u64 = 400;

impl std::fmt::Debug for Texts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Texts")
    }
}

impl Texts {
    /// The messages of these parts. They are compiled in, so a mistake in one of them is ours: a test reads all of them, and the first
    /// use of the language panics.
    pub fn new(parts: &[Locale]) -> Self {
        Self { parts: parts.to_vec(), ja: OnceLock::new(), en: OnceLock::new(), counted: RwLock::default() }
    }

    fn bundle(&self, lang: Lang) -> &Bundle {
        match lang {
            Lang::Ja => self.ja.get_or_init(|| read(lang, self.parts.iter().map(|part| part.ja))),
            Lang::En => self.en.get_or_init(|| read(lang, self.parts.iter().map(|part| part.en))),
        }
    }

    /// A message, if there is one of this id.
    pub fn find<'a>(&'a self, lang: Lang, id: &str, args: Option<&'a FluentArgs<'_>>) -> Option<Cow<'a, str>> {
        let bundle = self.bundle(lang);
        let pattern = bundle.get_message(id)?.value()?;
        let mut errors = Vec::new();
        let text = bundle.format_pattern(pattern, args, &mut errors);
        if !errors.is_empty() {
            tracing::warn!(id, ?errors, "a message lacks an argument");
        }
        Some(text)
    }

    /// A message without arguments. Most are plain text and are not copied.
    pub fn plain<'a>(&'a self, lang: Lang, id: &'a str) -> Cow<'a, str> {
        self.find(lang, id, None).unwrap_or(Cow::Borrowed(id))
    }

    /// A message about a number, its argument `count`.
    pub fn counted(&self, lang: Lang, id: &str, count: u64) -> Arc<str> {
        let write = || Arc::from(self.get(lang, id, &[("count", count.into())]));
        let Some(place) = u16::try_from(count).ok().filter(|_| count < SMALL).map(|count| (lang, count)) else { return write() };
        let known = self.counted.read().expect("nobody panics with this lock").get(&place).and_then(|ids| ids.get(id)).cloned();
        known.unwrap_or_else(|| {
            let text: Arc<str> = write();
            self.counted.write().expect("nobody panics with this lock").entry(place).or_default().insert(id.to_owned(), text.clone());
            text
        })
    }

    /// A message. One that is missing shows its id, which a test keeps from happening.
    pub fn get(&self, lang: Lang, id: &str, args: &[(&'static str, FluentValue<'_>)]) -> String {
        let args = (!args.is_empty()).then(|| args.iter().map(|(name, value)| (*name, value.clone())).collect::<FluentArgs<'_>>());
        self.find(lang, id, args.as_ref()).map_or_else(|| id.to_owned(), Cow::into_owned)
    }
}

fn read(lang: Lang, files: impl Iterator<Item = &'static str>) -> Bundle {
    let mut bundle = FluentBundle::new_concurrent(vec![lang.tag().parse::<LanguageIdentifier>().expect("a tag of ours")]);
    // The marks around arguments are for mixed directions of writing, which neither language has.
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(|value, _| match value {
        FluentValue::Number(number) => Some(grouped(number.value as i64)),
        _ => None,
    }));
    for file in files {
        let resource = FluentResource::try_new(file.to_owned()).unwrap_or_else(|(_, errors)| panic!("a Fluent file: {errors:?}"));
        bundle.add_resource(resource).unwrap_or_else(|errors| panic!("a message stands twice: {errors:?}"));
    }
    bundle
}

/// A number as both languages write it: `1,234`.
pub fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3 + 1);
    if number < 0 {
        out.push('-');
    }
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_browser_is_asked_for_its_language() {
        for (header, lang) in [
            ("ja,en;q=0.5", Some(Lang::Ja)),
            ("en-GB,ja;q=0.9", Some(Lang::En)),
            ("fr, ja;q=0.3, en;q=0.8", Some(Lang::En)),
            ("de", Some(Lang::En)),
            ("ja-JP", Some(Lang::Ja)),
            ("", None),
            ("ja;q=0", None),
        ] {
            assert_eq!(Lang::accepted(header), lang, "{header}");
        }
    }

    #[test]
    fn numbers_are_grouped_and_plurals_are_plural() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")] {
            assert_eq!(grouped(number), text);
        }
        let texts = Texts::new(&[Locale { ja: "n = { $count }回", en: "n = { $count ->\n [one] once\n *[other] { $count } times\n }" }]);
        let of = |lang, count: u32| texts.get(lang, "n", &[("count", count.into())]);
        assert_eq!((of(Lang::Ja, 1200), of(Lang::En, 1), of(Lang::En, 1200)), ("1,200回".into(), "once".into(), "1,200 times".into()));
        assert_eq!(texts.get(Lang::En, "missing", &[]), "missing");
    }

    #[test]
    fn a_language_that_nobody_speaks_is_not_read() {
        let texts = Texts::new(&[Locale { ja: "n = { $count", en: "n = fine" }]);
        assert_eq!(texts.plain(Lang::En, "n"), "fine");
        let spoken = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| texts.plain(Lang::Ja, "n").into_owned()));
        assert!(spoken.is_err(), "a file with a mistake is refused when it is read");
    }
}
