//! What people are told: notices of their own, and what is for all; and what they have read of it.

use std::sync::{Mutex, PoisonError};

use chabudai_kernel::once::Once;
use chabudai_kernel::op::{PageKey, Transact, Write};
use chabudai_kernel::part::UtcSeconds;
use jiff::Timestamp;

use super::Service;
use super::recipes::{check_address, trimmed};
use crate::design::{NOTICES, NOTICES_READ, READ_NOTICES, TELL, UNTELL};
use crate::error::{KondateError, KondateReason, Result, invalid};
use crate::model::{
    KitchenId, LONGEST_NEWS, LONGEST_NEWS_TITLE, MOST_COUNTED, MOST_READ, Moment, News, NoticeId, NoticeKind, Notification, ON_ITS_WAY,
    PersonId, TOLD_FOR, is_past,
};
use crate::repo::notices::{self, Own};

const NO_NOTICE: KondateError = KondateError::NotFound("notification");
const PURPOSE: &[u8] = b"kondate notices cursor 1";
/// How long a server remembers what everybody was told, in seconds.
const REMEMBERED: i64 = 60;

/// Which notices.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NoticeType {
    /// Both.
    #[default]
    All,
    /// What is for all.
    News,
    /// What is for them alone.
    Personal,
}

impl NoticeType {
    /// As it is spelled outside.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::News => "news",
            Self::Personal => "personal",
        }
    }
}

/// A notice as somebody sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Notice {
    /// What it says.
    pub says: Says,
    /// They have read it.
    pub is_read: bool,
}

/// What a notice says.
#[derive(Clone, PartialEq, Debug)]
pub enum Says {
    /// Something to everybody.
    News(News),
    /// Something to one person.
    Personal(Notification),
}

impl Notice {
    /// When it was told, and its id: by these it stands in a list.
    pub fn place(&self) -> (UtcSeconds, &NoticeId) {
        match &self.says {
            Says::News(news) => (news.created_at, &news.news_id),
            Says::Personal(notice) => (notice.created_at, &notice.notification_id),
        }
    }

    fn is_of(&self, which: NoticeType) -> bool {
        match self.says {
            Says::News(_) => which != NoticeType::Personal,
            Says::Personal(_) => which != NoticeType::News,
        }
    }
}

/// A page of notices.
#[derive(Clone, PartialEq, Debug)]
pub struct Noticed {
    /// The newest first.
    pub notices: Vec<Notice>,
    /// Where the next page begins.
    pub next: Option<String>,
    /// How much of everything they did not read: exactly up to [`MOST_COUNTED`], and one more than that for anything beyond.
    pub unread: usize,
}

/// What came of marking notices as read.
#[derive(Clone, PartialEq, Debug)]
pub struct MarkedRead {
    /// So many were not read before.
    pub read: usize,
    /// So many are still not.
    pub unread: usize,
    /// How all that were marked together are as they were before.
    pub undo: Option<UnreadAgain>,
}

/// What was marked as read by one tap on "all".
#[derive(Clone, PartialEq, Debug)]
pub struct UnreadAgain {
    /// Until when everything was read before …
    pub before: Option<Moment>,
    /// … and is now, where that has changed.
    pub until: Option<Moment>,
    /// What was marked by itself.
    pub marked: Vec<NoticeId>,
}

/// News as an operator writes it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NewsInput {
    /// What it is about.
    pub title: String,
    /// What it says.
    pub body: String,
    /// The same in English.
    pub title_en: Option<String>,
    /// Likewise.
    pub body_en: Option<String>,
    /// Where it leads.
    pub link_url: Option<String>,
    /// A picture.
    pub image_url: Option<String>,
    /// It is told on devices, too.
    pub push: bool,
}

/// What was read of somebody's notices and of news, the newest first. What is older than the last of a list that goes on is not known.
struct Board {
    own: Own,
    news: Vec<News>,
    news_next: Option<PageKey>,
    since: UtcSeconds,
}

impl Board {
    /// The oldest moment to which everything is known.
    fn known_since(&self) -> Option<UtcSeconds> {
        let own = self.own.next.as_ref().and_then(|_| self.own.notices.last()).map(|notice| notice.created_at);
        let own = own.or_else(|| self.own.next.as_ref().map(|_| UtcSeconds(Timestamp::MAX)));
        let news = self.news_next.as_ref().and_then(|_| self.news.last()).map(|news| news.created_at);
        own.into_iter().chain(news).max()
    }

    fn last_read_at(&self) -> Option<Moment> {
        self.own.settings.as_ref().and_then(|settings| settings.last_read_at)
    }

    /// All that is known for sure, the newest first.
    fn notices(&self) -> Vec<Notice> {
        let (last, known) = (self.last_read_at(), self.known_since());
        let is_read_by_itself = |id: &NoticeId| self.own.notices.iter().any(|mark| mark.notification_id == *id && mark.read_at.is_some());
        let personal = self.own.notices.iter().filter(|notice| !notice.is_mark());
        let personal = personal.map(|notice| Notice { is_read: notice.is_read(last), says: Says::Personal(notice.clone()) });
        let news = self.news.iter().map(|news| Notice {
            is_read: is_past(news.created_at, last) || is_read_by_itself(&news.news_id),
            says: Says::News(news.clone()),
        });
        // Of the second at which a list goes on, some may be missing.
        let mut all: Vec<Notice> = personal.chain(news).filter(|notice| known.is_none_or(|known| notice.place().0 > known)).collect();
        all.sort_by(|one, other| other.place().cmp(&one.place()));
        all
    }

    /// Whether everything since a moment is known.
    fn reaches(&self, moment: Option<UtcSeconds>) -> bool {
        self.known_since().is_none_or(|known| moment.is_some_and(|moment| known < moment))
    }
}

/// What everybody was told lately, as a server remembers it: when it was read, and what.
#[derive(Debug, Default)]
pub(super) struct Headlines(Mutex<Option<(i64, Vec<Headline>)>>);

/// When something was told to everybody, and which.
type Headline = (UtcSeconds, NoticeId);

impl Headlines {
    fn remembered(&self, now: i64) -> Option<Vec<(UtcSeconds, NoticeId)>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.as_ref().filter(|(at, _)| (*at..at + REMEMBERED).contains(&now)).map(|(_, kept)| kept.clone())
    }

    fn remember(&self, what: Option<(i64, Vec<(UtcSeconds, NoticeId)>)>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = what;
    }
}

fn counted(notices: &[Notice]) -> usize {
    notices.iter().filter(|notice| !notice.is_read).take(MOST_COUNTED + 1).count()
}

impl Service {
    /// A notice for somebody, with an id of its own. Whoever changes something in a transaction writes it there, by
    /// [`repo::notices::tell`](crate::repo::notices::tell).
    pub fn notice(&self, person: &PersonId, kind: NoticeKind, about: Option<String>, link: Option<String>) -> Notification {
        Notification::about(person.clone(), kind, about, link, self.ulid().into(), self.base.now())
    }

    /// Tells somebody something, about a thing that is called so, with where it leads.
    pub async fn tell(&self, person: &PersonId, kind: NoticeKind, about: Option<String>, link: Option<String>) -> Result<Notification> {
        let notice = self.notice(person, kind, about, link);
        self.base.db.run(&TELL).commit_one(notices::tell(&notice)).await?;
        Ok(notice)
    }

    /// Tells everybody something, once however often whoever writes it sends the same.
    pub async fn tell_all(&self, input: &NewsInput, by: Option<(&PersonId, &Once)>) -> Result<()> {
        let (theirs, once) = by.map_or((None, None), |(person, once)| (Some(KitchenId::first_of(person)), Some(once)));
        if let Some(theirs) = &theirs
            && self.made_before(theirs, once).await?.is_some()
        {
            return Ok(());
        }
        let news = self.news_of(input)?;
        let run = self.base.db.run(&TELL);
        let told = match &theirs {
            Some(theirs) => self.make(run, theirs, vec![notices::tell_all(&news).into()], news.news_id.as_str(), once).await,
            None => Ok(run.commit_one(notices::tell_all(&news)).await?),
        };
        self.headlines.remember(None);
        if super::is_replayed(&told) { Ok(()) } else { told }
    }

    fn news_of(&self, input: &NewsInput) -> Result<News> {
        let text = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let (title, body) = (text(&input.title), text(&input.body));
        let (title_en, body_en) = (trimmed(input.title_en.clone()), trimmed(input.body_en.clone()));
        for (field, text) in [("title", title.as_ref()), ("titleEn", title_en.as_ref())] {
            if text.map_or(field == "title", |text| text.chars().count() > LONGEST_NEWS_TITLE || text.contains(char::is_control)) {
                return invalid(field, "kondate.news_title", "A title has 1 to 80 characters, on one line.");
            }
        }
        for (field, text) in [("body", body.as_ref()), ("bodyEn", body_en.as_ref())] {
            if text.map_or(field == "body", |text| text.chars().count() > LONGEST_NEWS) {
                return invalid(field, "kondate.news_body", "A text has 1 to 4,000 characters.");
            }
        }
        if title_en.is_some() != body_en.is_some() {
            return invalid("bodyEn", "kondate.news_english", "In English there is a title and a text, or neither.");
        }
        let (link_url, image_url) = (trimmed(input.link_url.clone()), trimmed(input.image_url.clone()));
        // A page of the house is an address, too.
        check_address("linkUrl", link_url.as_deref().filter(|link| !is_of_house(link)))?;
        check_address("imageUrl", image_url.as_deref().filter(|image| !is_of_house(image)))?;
        let ulid = self.ulid();
        let news_id = NoticeId::from(ulid);
        let created_at = news_id.told_at().unwrap_or(self.base.now());
        Ok(News {
            created_at,
            news_id,
            title: title.unwrap_or_default(),
            body: body.unwrap_or_default(),
            title_en,
            body_en,
            image_url,
            link_url,
            push: input.push,
            ttl: created_at.0.as_second() + TOLD_FOR,
        })
    }

    /// Takes back what everybody was told.
    pub async fn untell(&self, id: &NoticeId) -> Result<()> {
        let at = id.told_at().ok_or(KondateError::NotFound("news"))?;
        let was_there = self.base.db.run(&UNTELL).attempt_one(notices::untell(id, at)).await?;
        self.headlines.remember(None);
        super::held(was_there, || KondateError::NotFound("news"))
    }

    /// Everything that everybody was told and that is not forgotten, the newest first.
    pub async fn all_news(&self) -> Result<Vec<News>> {
        notices::recent_news(&self.base.db, self.forgotten_until()).await
    }

    /// What was told before is gone, whether or not the store has removed it.
    fn forgotten_until(&self) -> UtcSeconds {
        self.base.later(-TOLD_FOR)
    }

    /// What everybody was told lately, as this server remembers it for a minute.
    pub(super) async fn headlines(&self) -> Result<Vec<(UtcSeconds, NoticeId)>> {
        let now = self.now().seconds();
        if let Some(kept) = self.headlines.remembered(now) {
            return Ok(kept);
        }
        let read: Vec<_> = self.all_news().await?.into_iter().map(|news| (news.created_at, news.news_id)).collect();
        self.headlines.remember(Some((now, read.clone())));
        Ok(read)
    }

    /// Reads somebody's notices until they are enough.
    async fn board(&self, person: &PersonId, is_enough: impl Fn(&Board) -> bool) -> Result<Board> {
        let run = self.base.db.run(&NOTICES);
        let own = notices::own(run, person, Own::default(), NOTICES_READ).await?;
        // What was told before they came is no news to them.
        let came = own.profile.as_ref().and_then(|profile| profile.created_at).map(|at| UtcSeconds(at.0));
        let since = came.into_iter().chain([self.forgotten_until()]).max().expect("there is one");
        let (news, news_next) = notices::news(run, since, None).await?;
        let mut board = Board { own, news, news_next, since };
        while !is_enough(&board) {
            if board.own.next.is_some() {
                board.own = notices::own(run, person, board.own, NOTICES_READ).await?;
            } else if board.news_next.is_some() {
                let (more, next) = notices::news(run, board.since, board.news_next.take()).await?;
                board.news.extend(more);
                board.news_next = next;
            } else {
                break;
            }
        }
        Ok(board)
    }

    /// Everything that they did not read is known, or so much of it that nobody counts on.
    fn is_counted(board: &Board) -> bool {
        let last = board.last_read_at().map(|last| UtcSeconds(last.0));
        board.reaches(last) || counted(&board.notices()) > MOST_COUNTED
    }

    /// A page of what somebody is told, the newest first.
    pub async fn notices(&self, person: &PersonId, which: NoticeType, want: usize, cursor: Option<&str>) -> Result<Noticed> {
        let seal = self.base.db.seal(PURPOSE);
        let bound = format!("{}|{}", which.as_str(), person.as_str());
        let after = match cursor {
            None => None,
            Some(cursor) => Some(place_in(&seal.open(bound.as_bytes(), cursor).ok_or(KondateError::Cursor)?).ok_or(KondateError::Cursor)?),
        };
        let follows = |notice: &Notice| {
            let (at, id) = notice.place();
            after.as_ref().is_none_or(|(after, behind)| (at, id) < (*after, behind))
        };
        let on_page = |board: &Board| board.notices().into_iter().filter(|one| one.is_of(which) && follows(one)).collect::<Vec<_>>();
        let board = self.board(person, |board| Self::is_counted(board) && on_page(board).len() > want).await?;
        let mut notices = on_page(&board);
        let has_more = notices.len() > want;
        notices.truncate(want);
        let next = notices.last().filter(|_| has_more).map(|last| {
            let (at, id) = last.place();
            seal.seal(bound.as_bytes(), format!("{at} {id}").as_bytes())
        });
        Ok(Noticed { notices, next, unread: counted(&board.notices()) })
    }

    /// A notice of somebody's own.
    pub async fn own_notice(&self, person: &PersonId, id: &NoticeId) -> Result<Notification> {
        let found = notices::one_own(&self.base.db, person, id).await?;
        found.filter(|notice| !notice.is_mark()).ok_or(NO_NOTICE)
    }

    /// Somebody has read these. What is no id of ours is not there; what is nobody's, or somebody else's, is passed over.
    pub async fn read_notices(&self, person: &PersonId, ids: &[NoticeId]) -> Result<MarkedRead> {
        if ids.is_empty() || ids.len() > MOST_READ {
            return invalid("notificationIds", "kondate.notification_ids", "Name 1 to 100 notifications.");
        }
        let mut oldest = None;
        for id in ids {
            let at = id.told_at().ok_or(NO_NOTICE)?;
            oldest = Some(oldest.map_or(at, |oldest: UtcSeconds| oldest.min(at)));
        }
        self.base
            .persist(|| async {
                let board = self.board(person, |board| Self::is_counted(board) && board.reaches(oldest)).await?;
                let notices = board.notices();
                let new: Vec<&Notice> = notices.iter().filter(|one| !one.is_read && ids.contains(one.place().1)).collect();
                if !new.is_empty() {
                    let writes = new.iter().map(|notice| self.as_read(person, notice));
                    self.base.db.run(&READ_NOTICES).commit(Transact::of(writes)).await?;
                }
                let unread = notices.iter().filter(|one| !one.is_read && !ids.contains(one.place().1)).take(MOST_COUNTED + 1).count();
                Ok(MarkedRead { read: new.len(), unread, undo: None })
            })
            .await
    }

    fn as_read(&self, person: &PersonId, notice: &Notice) -> Write {
        match &notice.says {
            Says::News(news) => notices::read_news(person, news, self.now()).into(),
            Says::Personal(own) => notices::read(own, self.now()).into(),
        }
    }

    /// Somebody has read all there is. Moments have seconds, and what is told at this very second may still be on its way: until a few seconds
    /// ago everything is read, and what came since is marked by itself, if it was there to be seen.
    pub async fn read_all_notices(&self, person: &PersonId) -> Result<MarkedRead> {
        self.base
            .persist(|| async {
                let board = self.board(person, |board| board.reaches(board.last_read_at().map(|last| UtcSeconds(last.0)))).await?;
                let before = board.last_read_at();
                let until = Moment(self.base.later(-ON_ITS_WAY).0);
                let until = Some(until).filter(|until| before.is_none_or(|before| before < *until));
                let notices = board.notices();
                let unread: Vec<&Notice> = notices.iter().filter(|notice| !notice.is_read).collect();
                if unread.is_empty() {
                    return Ok(MarkedRead { read: 0, unread: 0, undo: None });
                }
                let late: Vec<&&Notice> =
                    unread.iter().filter(|one| !is_past(one.place().0, until.or(before))).take(MOST_READ - 1).collect();
                let settings = until.map(|until| Write::from(notices::read_until(person, before, Some(until))));
                let writes = settings.into_iter().chain(late.iter().map(|notice| self.as_read(person, notice)));
                self.base.db.run(&READ_NOTICES).commit(Transact::of(writes)).await?;
                let left = unread.iter().filter(|one| !is_past(one.place().0, until.or(before))).count() - late.len();
                let marked = late.iter().map(|notice| notice.place().1.clone()).collect();
                Ok(MarkedRead { read: unread.len() - left, unread: left, undo: Some(UnreadAgain { before, until, marked }) })
            })
            .await
    }

    /// What was marked by one tap on "all" is as it was before, unless somebody has marked more since.
    pub async fn unread_again(&self, person: &PersonId, undo: &UnreadAgain) -> Result<()> {
        let settings = undo.until.map(|until| Write::from(notices::read_until(person, Some(until), undo.before)));
        let marked = undo.marked.iter().filter_map(|id| Some(Write::from(notices::unread(person, id.told_at()?, id))));
        let writes: Vec<Write> = settings.into_iter().chain(marked).take(MOST_READ).collect();
        if writes.is_empty() {
            return Ok(());
        }
        let all: Vec<usize> = (0..writes.len()).collect();
        let held = self.base.db.run(&READ_NOTICES).attempt(Transact::of(writes), &all).await?;
        super::held(held, || KondateReason::Stale.into())
    }
}

/// A page of this house.
pub(crate) fn is_of_house(link: &str) -> bool {
    link.starts_with('/') && !link.starts_with("//") && !link.contains(['\\', '\r', '\n', '\t'])
}

/// The place in a cursor.
fn place_in(content: &[u8]) -> Option<(UtcSeconds, NoticeId)> {
    let (at, id) = std::str::from_utf8(content).ok()?.split_once(' ')?;
    Some((at.parse().ok()?, NoticeId::new(id)?))
}
