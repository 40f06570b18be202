//! News: one that is read, and those that an operator writes.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use chabudai_web::form::{Form, Wrong};
use chabudai_web::input::Path;
use chabudai_web::people::Role;
use chabudai_web::problem::Problem;
use chabudai_web::site::page_above;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;

use super::inbox::{AtNotice, notice_id, told_on};
use super::notice_words::said_by_news;
use super::{Answer, PageState, Posted, Visit, given, once};
use crate::error::KondateError;
use crate::model::{LONGEST_ADDRESS, LONGEST_NEWS, LONGEST_NEWS_TITLE};
use crate::repo::notices;
use crate::service::{NewsInput, Service, is_of_house};

const NEWS: &str = "/kondate/news";

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes
        .route(NEWS, get(show_all).post(tell))
        .route("/kondate/news/{id}", get(show_one))
        .route("/kondate/news/{id}/remove", post(remove).get(page_above))
}

#[derive(Template)]
#[template(path = "kondate/notice-news.html")]
struct NewsPage<'a> {
    ui: &'a Ui,
    title: String,
    paragraphs: Vec<String>,
    day: String,
    picture: Option<String>,
    link: Option<String>,
}

/// Whoever opens news has read it.
async fn show_one(State(service): State<Service>, visit: Visit, Path(at): Path<AtNotice>) -> Answer {
    let visit = visit.below("/kondate/notices");
    let ui = &visit.ui;
    let id = notice_id(&at.id)?;
    let news = notices::one_news(service.db(), &id).await?.ok_or(KondateError::NotFound("news"))?;
    service.read_notices(&visit.person.id, std::slice::from_ref(&id)).await?;
    let (title, body) = said_by_news(&news, ui.lang);
    let page = NewsPage {
        ui,
        title,
        paragraphs: body.split("\n\n").map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned).collect(),
        day: told_on(&visit, news.created_at),
        // Pages show pictures of this house alone.
        picture: news.image_url.filter(|image| is_of_house(image)).map(|image| ui.at(&image)),
        link: news.link_url.map(|link| if is_of_house(&link) { ui.at(&link) } else { link }),
    };
    Ok(ui.show(&page))
}

/// News that was told.
struct Row {
    id: String,
    title: String,
    day: String,
    is_pushed: bool,
}

#[derive(Template)]
#[template(path = "kondate/notice-write.html")]
struct WritePage<'a> {
    ui: &'a Ui,
    typed: NewsInput,
    title_en: String,
    body_en: String,
    link: String,
    image: String,
    rows: Vec<Row>,
    wrong: Wrong,
    most_title: usize,
    most_body: usize,
    most_address: usize,
}

/// Only who looks after the house tells everybody something. To anybody else the page is not there.
fn may_tell(visit: &Visit) -> Result<(), Problem> {
    if visit.person.role == Role::Operator { Ok(()) } else { Err(Problem::not_found()) }
}

async fn page(service: &Service, visit: &Visit, typed: NewsInput, problem: Option<&Problem>) -> Answer {
    let ui = &visit.ui;
    let rows = service.all_news().await?;
    let row = |news: crate::model::News| Row {
        id: news.news_id.to_string(),
        day: told_on(visit, news.created_at),
        is_pushed: news.push,
        title: said_by_news(&news, ui.lang).0,
    };
    let page = WritePage {
        ui,
        title_en: typed.title_en.clone().unwrap_or_default(),
        body_en: typed.body_en.clone().unwrap_or_default(),
        link: typed.link_url.clone().unwrap_or_default(),
        image: typed.image_url.clone().unwrap_or_default(),
        typed,
        rows: rows.into_iter().map(row).collect(),
        wrong: problem.map(|problem| Wrong::with(ui, problem)).unwrap_or_default(),
        most_title: LONGEST_NEWS_TITLE,
        most_body: LONGEST_NEWS,
        most_address: LONGEST_ADDRESS,
    };
    Ok(ui.show_as(problem.map_or(StatusCode::OK, |problem| problem.status), &page))
}

async fn show_all(State(service): State<Service>, visit: Visit) -> Answer {
    let visit = visit.below("/kondate/notices");
    may_tell(&visit)?;
    page(&service, &visit, NewsInput::default(), None).await
}

fn typed(form: &Form) -> NewsInput {
    NewsInput {
        title: form.text("title").to_owned(),
        body: form.text("body").replace("\r\n", "\n"),
        title_en: given(form, "titleEn"),
        body_en: given(form, "bodyEn").map(|text| text.replace("\r\n", "\n")),
        link_url: given(form, "linkUrl"),
        image_url: given(form, "imageUrl"),
        push: form.has("push"),
    }
}

async fn tell(State(service): State<Service>, Posted { visit, form }: Posted) -> Answer {
    let visit = visit.below("/kondate/notices");
    may_tell(&visit)?;
    let input = typed(&form);
    match service.tell_all(&input, Some((&visit.person.id, &once(&form)))).await {
        Ok(()) => Ok(visit.ui.go_saying(NEWS, &Toast::new("kondate-toast-news-sent"))),
        Err(error) => {
            let problem = Problem::from(error);
            if problem.field.is_none() {
                return Err(problem);
            }
            page(&service, &visit, input, Some(&problem)).await
        }
    }
}

async fn remove(State(service): State<Service>, Path(at): Path<AtNotice>, Posted { visit, .. }: Posted) -> Answer {
    may_tell(&visit)?;
    match service.untell(&notice_id(&at.id)?).await {
        // It was taken back already: the button was pressed twice.
        Ok(()) | Err(KondateError::NotFound(_)) => Ok(visit.ui.go_saying(NEWS, &Toast::new("kondate-toast-news-removed"))),
        Err(error) => Err(error.into()),
    }
}
