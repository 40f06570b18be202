//! What somebody is told: the list, one that is opened, all marked as read; and the first steps put aside.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};
use chabudai_kernel::part::{IsoDay, UtcSeconds};
use chabudai_web::input::{Path, Query};
use chabudai_web::people::Role;
use chabudai_web::problem::Problem;
use chabudai_web::site::{escaped, page_above};
use chabudai_web::toast::Toast;
use chabudai_web::ui::{Link, Ui};
use chabudai_web::zone;
use serde::Deserialize;

use super::notice_words::{said_by, said_by_news};
use super::words::day;
use super::{Answer, PageState, Posted, Visit, failed, to_home};
use crate::error::KondateError;
use crate::model::{MOST_COUNTED, Moment, NoticeId};
use crate::service::{Notice, NoticeType, Says, Service, UnreadAgain, is_of_house};

const INBOX: &str = "/kondate/notices";
/// How many are on a page.
const ON_A_PAGE: usize = 20;

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes
        .route(INBOX, get(show_inbox))
        .route("/kondate/notices/read", post(read_all).get(page_above))
        .route("/kondate/notices/unread", post(unread_again).get(page_above))
        .route("/kondate/notices/{id}", get(open))
        .route("/kondate/first-steps", post(put_aside).get(to_home))
}

/// A notice in the list.
struct Row {
    id: String,
    is_news: bool,
    is_read: bool,
    title: String,
    body: String,
    day: String,
    address: String,
}

#[derive(Template)]
#[template(path = "kondate/notice-list.html")]
struct InboxPage<'a> {
    ui: &'a Ui,
    kinds: Vec<Link>,
    rows: Vec<Row>,
    /// How many were not read, in words of which more than so many is `99+`.
    unread: Option<String>,
    more: Option<String>,
    is_operator: bool,
}

#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    r#type: Option<String>,
    #[serde(default)]
    cursor: Option<String>,
}

/// The day on which something was told, where somebody is.
pub(super) fn told_on(visit: &Visit, at: UtcSeconds) -> String {
    let zone = visit.person.zone.as_deref().or(visit.ui.zone.as_deref());
    let zone = zone::of(zone).unwrap_or(jiff::tz::TimeZone::UTC);
    day(&visit.ui, IsoDay(at.0.to_zoned(zone).date()))
}

fn row(visit: &Visit, notice: &Notice) -> Row {
    let (at, id) = notice.place();
    let ui = &visit.ui;
    let (is_news, (title, body)) = match &notice.says {
        Says::News(news) => (true, said_by_news(news, ui.lang)),
        Says::Personal(own) => (false, said_by(own, ui.lang)),
    };
    let address = if is_news { format!("/kondate/news/{id}") } else { format!("{INBOX}/{id}") };
    Row { id: id.to_string(), is_news, is_read: notice.is_read, title, body, day: told_on(visit, at), address: ui.at(&address) }
}

async fn show_inbox(State(service): State<Service>, visit: Visit, Query(asked): Query<Asked>) -> Answer {
    let visit = visit.below("/kondate");
    let ui = &visit.ui;
    let which = match asked.r#type.as_deref() {
        Some("news") => NoticeType::News,
        Some("personal") => NoticeType::Personal,
        _ => NoticeType::All,
    };
    let noticed = service.notices(&visit.person.id, which, ON_A_PAGE, asked.cursor.as_deref()).await?;
    let kind = |of: NoticeType, title: &str| Link {
        title: ui.t(title).into_owned(),
        address: ui.at(&if of == NoticeType::All { INBOX.to_owned() } else { format!("{INBOX}?type={}", of.as_str()) }),
        is_current: of == which,
    };
    let count = |unread: usize| if unread > MOST_COUNTED { format!("{MOST_COUNTED}+") } else { unread.to_string() };
    let page = InboxPage {
        ui,
        kinds: vec![
            kind(NoticeType::All, "kondate-inbox-all"),
            kind(NoticeType::News, "kondate-inbox-news"),
            kind(NoticeType::Personal, "kondate-inbox-personal"),
        ],
        rows: noticed.notices.iter().map(|notice| row(&visit, notice)).collect(),
        unread: (noticed.unread > 0).then(|| ui.t1("kondate-inbox-unread-count", "count", count(noticed.unread))),
        more: noticed.next.map(|cursor| ui.at(&format!("{INBOX}?type={}&cursor={}", which.as_str(), escaped(&cursor)))),
        is_operator: visit.person.role == Role::Operator,
    };
    Ok(ui.show(&page))
}

#[derive(Deserialize)]
pub(super) struct AtNotice {
    pub(super) id: String,
}

/// The id in an address; what is none is not there.
pub(super) fn notice_id(text: &str) -> Result<NoticeId, Problem> {
    let id = NoticeId::new(text).filter(|id| id.told_at().is_some());
    Ok(id.ok_or(KondateError::NotFound("notification"))?)
}

/// Opens where a notice leads. Whoever opens it has read it.
async fn open(State(service): State<Service>, visit: Visit, Path(at): Path<AtNotice>) -> Answer {
    let id = notice_id(&at.id)?;
    let own = service.own_notice(&visit.person.id, &id).await?;
    service.read_notices(&visit.person.id, std::slice::from_ref(&id)).await?;
    Ok(visit.ui.go(own.link_url.as_deref().filter(|link| is_of_house(link)).unwrap_or(INBOX)))
}

/// What an undo of "all" has to know, in a form.
fn fields(undo: &UnreadAgain) -> Vec<(String, String)> {
    let moment = |moment: Option<Moment>| moment.map(|moment| moment.to_string()).unwrap_or_default();
    let marked = undo.marked.iter().map(NoticeId::as_str).collect::<Vec<_>>().join(" ");
    [("before", moment(undo.before)), ("until", moment(undo.until)), ("marked", marked)]
        .map(|(name, value)| (name.to_owned(), value))
        .into()
}

/// More than this many that were marked by themselves are too many for an undo in a cookie.
const MOST_UNDONE: usize = 40;

async fn read_all(State(service): State<Service>, Posted { visit, .. }: Posted) -> Answer {
    let marked = service.read_all_notices(&visit.person.id).await?;
    let toast = Toast::new("kondate-toast-read-all");
    let toast = match marked.undo.filter(|undo| undo.marked.len() <= MOST_UNDONE) {
        Some(undo) => toast.undo("/kondate/notices/unread", fields(&undo)),
        None => toast,
    };
    Ok(visit.ui.go_saying(INBOX, &toast))
}

async fn unread_again(State(service): State<Service>, Posted { visit, form }: Posted) -> Answer {
    let moment = |name| match form.text(name) {
        "" => Ok(None),
        text => text.parse::<Moment>().map(Some).map_err(|_| Problem::not_found()),
    };
    let marked = form.text("marked").split_whitespace().filter_map(NoticeId::new).take(MOST_UNDONE).collect();
    let undo = UnreadAgain { before: moment("before")?, until: moment("until")?, marked };
    match service.unread_again(&visit.person.id, &undo).await {
        Ok(()) => Ok(visit.ui.go_saying(INBOX, &Toast::new("kondate-toast-unread-again"))),
        Err(error) => failed(&visit.ui, error.into(), INBOX),
    }
}

/// The first steps: not now, not at all, or after all.
async fn put_aside(State(service): State<Service>, Posted { visit, form }: Posted) -> Answer {
    let person = &visit.person.id;
    let undo = |what: &str| vec![("do".to_owned(), what.to_owned())];
    let toast = match form.text("do") {
        "later" => {
            service.snooze_steps(person, true).await?;
            Toast::new("kondate-toast-first-later").undo("/kondate/first-steps", undo("now"))
        }
        "never" => {
            service.dismiss_steps(person, true).await?;
            Toast::new("kondate-toast-first-never").undo("/kondate/first-steps", undo("again"))
        }
        "now" => {
            service.snooze_steps(person, false).await?;
            Toast::new("kondate-toast-first-shown")
        }
        "again" => {
            service.dismiss_steps(person, false).await?;
            Toast::new("kondate-toast-first-shown")
        }
        _ => return Err(Problem::of_field("http.invalid_form", "do", "It is later, never, now or again.")),
    };
    Ok(visit.ui.go_saying("/kondate", &toast))
}
