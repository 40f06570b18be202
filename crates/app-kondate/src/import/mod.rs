//! Recipes from elsewhere: a link, a text, a photograph becomes a draft that somebody looks at before it is kept.
//!
//! What a page says for programs is read first, then what it shows people, and a language model is asked where there is one and nothing else
//! was found. Nothing is saved here but the picture, which goes after a day unless the recipe is kept.

mod ask; // a language model reads
mod draft; // within our bounds
mod files; // in bulk, by a command

use std::hash::{BuildHasher as _, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::http::StatusCode;
use bytes::Bytes;
use chabudai_ai::Model;
use chabudai_media::{PictureId, Pictures, Size};
use chabudai_outward::{Accept, FetchError, Guarded};
use chabudai_recipe_page::{Found, How, NotFound, read_page, read_text, text_of_page};
use chabudai_web::problem::Problem;
use tokio::sync::{Mutex, OwnedMutexGuard, Semaphore};

pub(crate) use self::files::{ImportOptions, import};
use crate::error::KondateReason;
use crate::model::{LARGEST_PICTURE, LONGEST_ADDRESS, MOST_IMPORTS, MOST_IMPORTS_PLUS, Profile};
use crate::picture::take_in;
use crate::service::{Cook, CountedImport, Service};

/// The bytes that a page may have.
const LARGEST_PAGE: usize = 5 * 1024 * 1024;
/// How long all of it may take: less than a request may.
const WITHIN: Duration = Duration::from_secs(27);
/// How long a page may take, with everything that it leads through.
const PAGE_WITHIN: Duration = Duration::from_secs(12);
/// How long its picture may take: a draft without one is still a draft.
const PICTURE_WITHIN: Duration = Duration::from_secs(8);
/// The characters of a text that somebody pastes.
pub(crate) const LONGEST_TEXT: usize = 20_000;
/// Below this, a model is asked for a second opinion on a text.
const UNSURE: f32 = 0.5;

/// What is imported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// A page.
    Link(String),
    /// A text.
    Text(String),
    /// A photograph that was taken in.
    Photo(PictureId),
}

/// By what a draft was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReadBy {
    /// By the rules here, from there.
    Rules(How),
    /// By a language model.
    Model,
}

impl ReadBy {
    /// As operations and the command say it.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Rules(How::JsonLd) => "json-ld",
            Self::Rules(How::Microdata) => "microdata",
            Self::Rules(How::Page) => "page",
            Self::Rules(How::Text) => "text",
            Self::Model => "llm",
        }
    }
}

impl Sureness {
    /// As operations and the command say it.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
        }
    }
}

/// How sure a draft is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sureness {
    High,
    Medium,
    Low,
}

/// A recipe that somebody looks at before it is kept.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Imported {
    pub(crate) found: Found,
    pub(crate) read_by: ReadBy,
    pub(crate) picture: Option<PictureId>,
}

impl Imported {
    pub(crate) fn sureness(&self) -> Sureness {
        match self.found.confidence {
            sure if sure >= 0.8 => Sureness::High,
            sure if sure >= UNSURE => Sureness::Medium,
            _ => Sureness::Low,
        }
    }
}

/// Whether a model was asked for an import.
#[derive(Clone, Default)]
struct Spent(Arc<AtomicBool>);

impl Spent {
    fn set(&self, is: bool) {
        self.0.store(is, Ordering::Relaxed);
    }

    fn is(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// An import that is counted, and taken back when this goes, however that comes about: also when whoever asked does not wait for the end.
/// One for which a model was asked is not: that has cost as much as one that came to something.
struct Counted {
    import: Option<(Service, CountedImport)>,
    spent: Spent,
}

impl Drop for Counted {
    fn drop(&mut self) {
        if let Some((service, import)) = self.import.take()
            && !self.spent.is()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(async move {
                if let Err(error) = service.take_back_import(&import).await {
                    tracing::warn!(%error, "an import that came to nothing stays counted");
                }
            });
        }
    }
}

/// Imports recipes.
#[derive(Clone)]
pub(crate) struct Importer {
    pub(crate) service: Service,
    pub(crate) outside: Arc<Guarded>,
    pub(crate) model: Option<Model>,
    pub(crate) pictures: Pictures,
    /// How many a month, where the operator says so; without a limit for 0.
    pub(crate) a_month: Option<u64>,
    pub(crate) hasher: RandomState,
}

impl Importer {
    /// Whether photographs can be read.
    pub(crate) fn sees(&self) -> bool {
        self.model.as_ref().is_some_and(Model::sees)
    }

    /// Reads a recipe. It counts only if there is one, or if a model was asked for it.
    pub(crate) async fn import(&self, cook: &Cook, source: &Source) -> Result<Imported, Problem> {
        // What cannot be one is told before anything is counted.
        check(source)?;
        let mut counted = Counted { import: None, spent: Spent::default() };
        if let Some(most) = self.most(cook).await? {
            let import = self.service.count_import(&cook.person, most).await?;
            counted.import = Some((self.service.clone(), import));
        }
        // Within the time that a request has: whoever is told that it took too long has not used one up.
        let read = tokio::time::timeout(WITHIN, self.read_in_turn(cook, source, &counted.spent)).await;
        let read = read.unwrap_or_else(|_| Err(too_slow(source)));
        let counted_for_nothing = counted.import.take().filter(|_| read.is_err() && !counted.spent.is());
        // Before it is told: whoever is shown how many are left sees that it did not count.
        if let Some((service, import)) = counted_for_nothing
            && let Err(error) = service.take_back_import(&import).await
        {
            tracing::warn!(%error, "an import that came to nothing stays counted");
        }
        read
    }

    /// How many recipes somebody may import in a month.
    async fn most(&self, cook: &Cook) -> Result<Option<u64>, Problem> {
        match self.a_month {
            Some(most) => Ok(Some(most).filter(|most| *most > 0)),
            None => Ok(Some(self.most_of(self.service.profile(&cook.person).await?.as_ref()))),
        }
    }

    fn most_of(&self, profile: Option<&Profile>) -> u64 {
        let now = self.service.db().clock().now().0;
        if profile.is_some_and(|profile| profile.has_plus_at(now)) { MOST_IMPORTS_PLUS } else { MOST_IMPORTS }
    }

    /// How many are left of them, where there is a limit: to be told, not to be held to.
    pub(crate) async fn left(&self, cook: &Cook) -> Result<Option<u64>, Problem> {
        if self.a_month == Some(0) {
            return Ok(None);
        }
        let profile = self.service.profile(&cook.person).await?;
        let most = self.a_month.unwrap_or_else(|| self.most_of(profile.as_ref()));
        Ok(Some(most.saturating_sub(profile.map_or(0, |profile| self.service.imports_of(&profile)))))
    }

    /// One at a time for each person: nobody keeps others waiting with pages that take long.
    async fn read_in_turn(&self, cook: &Cook, source: &Source, spent: &Spent) -> Result<Imported, Problem> {
        let at = self.hasher.hash_one(&cook.person) as usize % TURNS.len();
        let turn = Arc::new(TURNS[at].clone().lock_owned().await);
        match source {
            Source::Link(address) => self.read_link(cook, address, &turn, spent).await,
            Source::Text(text) => self.read_pasted(text, spent).await,
            Source::Photo(picture) => self.read_photo(*picture, spent).await,
        }
    }

    async fn read_link(&self, cook: &Cook, address: &str, turn: &Turn, spent: &Spent) -> Result<Imported, Problem> {
        let page = self.outside.get(address, LARGEST_PAGE, PAGE_WITHIN, Accept::Page).await.map_err(not_fetched)?;
        let (body, kind, at) = (Bytes::from(page.body), page.content_type, page.final_url);
        let (whole, of, place) = (body.clone(), kind.clone(), at.clone());
        // A large page takes a while, and others are to be answered meanwhile.
        let found = away(turn, move || read_page(&whole, of.as_deref(), Some(&place))).await?;
        let (mut found, read_by) = match (found, &self.model) {
            (Ok(found), _) => (found, ReadBy::Rules(How::JsonLd)),
            (Err(NotFound::NoRecipe), Some(model)) => {
                let text = away(turn, move || text_of_page(&body, kind.as_deref())).await?;
                (ask::recipe_in(model, &text, "address", spent).await?, ReadBy::Model)
            }
            (Err(_), _) => return Err(nothing_found("address")),
        };
        let read_by = if read_by == ReadBy::Model { read_by } else { ReadBy::Rules(found.how) };
        found.source_url = found.source_url.filter(|url| is_kept(url)).or(Some(at));
        let picture = match &found.image {
            Some(address) => self.fetch_picture(cook, address).await,
            None => None,
        };
        Ok(Imported { found, read_by, picture })
    }

    /// The picture of a page, kept here. Without one, a draft is still a draft.
    async fn fetch_picture(&self, cook: &Cook, address: &str) -> Option<PictureId> {
        let fetched = self.outside.get(address, LARGEST_PICTURE, PICTURE_WITHIN, Accept::Picture).await.ok()?;
        take_in(&self.service, &self.pictures, cook, fetched.body.into()).await.ok()
    }

    async fn read_pasted(&self, text: &str, spent: &Spent) -> Result<Imported, Problem> {
        let found = read_text(text);
        let is_whole = !found.ingredients.is_empty() && !found.steps.is_empty();
        if let Some(model) = self.model.as_ref().filter(|_| !is_whole || found.confidence < UNSURE) {
            match ask::recipe_in(model, text, "text", spent).await {
                Ok(read) => return Ok(Imported { found: read, read_by: ReadBy::Model, picture: None }),
                // What the rules have read is something.
                Err(_) if is_whole => {}
                Err(problem) => return Err(problem),
            }
        }
        if found.ingredients.is_empty() && found.steps.is_empty() {
            return Err(nothing_found("text"));
        }
        Ok(Imported { read_by: ReadBy::Rules(found.how), found, picture: None })
    }

    async fn read_photo(&self, picture: PictureId, spent: &Spent) -> Result<Imported, Problem> {
        let model = self.model.as_ref().filter(|model| model.sees()).ok_or_else(cannot_see)?;
        let kept = self.pictures.get(picture, Size::Large).await.map_err(|error| chabudai_app::pictures::problem(&error))?;
        let kept = kept.ok_or_else(|| Problem::from(crate::service::NO_SUCH_PICTURE))?;
        let found = ask::recipe_on(model, kept.bytes, spent).await?;
        Ok(Imported { found, read_by: ReadBy::Model, picture: None })
    }
}

/// Somebody's turn, which goes along with what is done in it.
type Turn = Arc<OwnedMutexGuard<()>>;

/// Of a few people, two may share one.
static TURNS: LazyLock<Vec<Arc<Mutex<()>>>> = LazyLock::new(|| (0..64).map(|_| Arc::default()).collect());

/// So many pages are read at a time: the worst is two hundred megabytes while it is read.
static READING: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(2)));

/// Does something that takes long away from the threads that answer. The turn and the place go along with the work, which goes on when whoever
/// asked has gone, so that nobody fills the memory by hanging up. They come back soon: reading a page has an end of its own, by what it costs,
/// after two seconds at most.
async fn away<T: Send + 'static>(mine: &Turn, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    let trouble = || Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "http.internal", "This page could not be read.");
    let turns = (mine.clone(), READING.clone().acquire_owned().await.map_err(|_| trouble())?);
    let work = move || {
        let _turns = turns;
        work()
    };
    tokio::task::spawn_blocking(work).await.map_err(|_| trouble())
}

/// Whether an address can be kept with a recipe.
fn is_kept(url: &str) -> bool {
    (url.starts_with("https://") || url.starts_with("http://")) && url.chars().count() <= LONGEST_ADDRESS
}

fn check(source: &Source) -> Result<(), Problem> {
    match source {
        Source::Link(address) if address.trim().is_empty() => {
            Err(Problem::of_field("kondate.import_address", "address", "An address begins with https:// or http://."))
        }
        Source::Text(text) if text.trim().is_empty() || text.chars().count() > LONGEST_TEXT => {
            Err(Problem::of_field("kondate.import_text", "text", "A text has 1 to 20,000 characters."))
        }
        _ => Ok(()),
    }
}

fn not_fetched(error: FetchError) -> Problem {
    let fetch = |code, detail: &str| of_import("IMPORT_FETCH_FAILED", code, "address", detail);
    match error {
        FetchError::NotAnAddress => Problem::of_field("kondate.import_address", "address", "An address begins with https:// or http://."),
        FetchError::TooLarge => fetch("kondate.import_large", "This page is larger than 5 MB."),
        FetchError::TooSlow => page_too_slow(),
        FetchError::WrongKind => of_import("IMPORT_PARSE_FAILED", "kondate.import_kind", "address", "This address is not a web page."),
        // Whether a name leads inside or nowhere is the same to whoever asks: it would tell them which names there are.
        _ => fetch("kondate.import_unreachable", "This page could not be opened. Pages are imported from the public web only."),
    }
}

fn too_slow(source: &Source) -> Problem {
    match source {
        Source::Link(_) => page_too_slow(),
        Source::Text(_) => ask::model_too_slow("text"),
        Source::Photo(_) => ask::model_too_slow("file"),
    }
}

fn page_too_slow() -> Problem {
    of_import("IMPORT_TIMEOUT", "kondate.import_slow", "address", "This page took too long to answer.")
}

const NOTHING: &str = "kondate.import_nothing";

fn nothing_found(field: &'static str) -> Problem {
    of_import("IMPORT_PARSE_FAILED", NOTHING, field, "No recipe was found here.")
}

fn cannot_see() -> Problem {
    of_import("IMPORT_PARSE_FAILED", "kondate.import_blind", "file", "This server cannot read photographs.")
}

fn of_import(kind: &'static str, code: &'static str, field: &'static str, detail: &str) -> Problem {
    Problem { kind: Some(kind), field: Some(field.to_owned()), ..Problem::new(StatusCode::BAD_REQUEST, code, detail) }
}

/// Why somebody is told no, where it is about how often they asked.
pub(crate) fn is_enough(problem: &Problem) -> bool {
    problem.code == chabudai_kernel::error::OwnReason::code(&KondateReason::EnoughImports)
}
