//! JSON and the page.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{FromRef, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use chabudai_kernel::part::Ulid;
use chabudai_search::SearchError;
use chabudai_web::api::{Access, Api, Description, operation};
use chabudai_web::asset_files;
use chabudai_web::form::Form;
use chabudai_web::input::{Json as Body, Path, Query};
use chabudai_web::output::Json;
use chabudai_web::people::{Caller, Directory, Member};
use chabudai_web::problem::Problem;
use chabudai_web::schema::Spelled;
use chabudai_web::site::{Accent, AppInfo};
use chabudai_web::text::Locale;
use chabudai_web::ui::{Tab, Ui};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::service::{LONGEST, Memo, Service};

/// What Memo shows of itself.
pub(crate) static INFO: AppInfo = AppInfo {
    name: "memo",
    title: "memo-app",
    line: "memo-app-line",
    who_sees: "memo-who-sees",
    accent: Accent { light: "#7a4b12", dark: "#e8c38f", on_light: "#fff", on_dark: "#2b1a05" },
    locale: Locale { ja: include_str!("../locales/ja.ftl"), en: include_str!("../locales/en.ftl") },
    assets: asset_files!["memo.svg"],
};

#[derive(Clone)]
struct AppState {
    service: Service,
    people: Arc<dyn Directory>,
}

impl FromRef<AppState> for Service {
    fn from_ref(state: &AppState) -> Self {
        state.service.clone()
    }
}

impl FromRef<AppState> for Arc<dyn Directory> {
    fn from_ref(state: &AppState) -> Self {
        state.people.clone()
    }
}

type Answer<T> = Result<T, Problem>;

pub(crate) fn routes(service: Service, people: Arc<dyn Directory>) -> (Router, Description) {
    let api = Api::new("/memo/v1", "Memo", Access::Person)
        .path::<At>()
        .get(
            "/memos",
            list_memos,
            operation("listMemos", "What is on the board, or which of one's own notes have these words")
                .query::<ListParameters>()
                .answers::<MemosView>(200, "Notes."),
        )
        .post("/memos", add_memo, operation("addMemo", "Put up a note").body::<MemoInput>().answers::<MemoView>(201, "The note."))
        .delete("/memos/{id}", remove_memo, operation("removeMemo", "Take down one's own note").answers_nothing("It is gone."))
        .get(
            "/size",
            get_size,
            operation("countMemos", "How many notes there are").access(Access::Anybody).answers::<SizeView>(200, "The number."),
        );
    let (routes, description) = api.finish();
    (routes.route("/memo", get(show_board).post(post_board)).with_state(AppState { service, people }), description)
}

#[derive(Deserialize, JsonSchema)]
struct At {
    #[schemars(with = "Spelled<Ulid>")]
    id: Ulid,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListParameters {
    /// Words to look for.
    #[schemars(length(max = 120))]
    q: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MemoInput {
    /// What it says.
    #[schemars(length(min = 1, max = LONGEST))]
    text: String,
}

#[derive(Serialize, JsonSchema)]
struct MemoView {
    id: String,
    text: String,
}

#[derive(Serialize, JsonSchema)]
struct MemosView {
    items: Vec<MemoView>,
}

#[derive(Serialize, JsonSchema)]
struct SizeView {
    memos: u64,
}

impl From<Memo> for MemoView {
    fn from(memo: Memo) -> Self {
        Self { id: memo.id.to_string(), text: memo.text }
    }
}

async fn list_memos(
    State(service): State<Service>,
    Caller(person): Caller,
    Query(parameters): Query<ListParameters>,
) -> Answer<Json<MemosView>> {
    let mut memos = service.read().await?;
    if let Some(words) = parameters.q {
        let found = service.find(&person.id, &words).await.map_err(|error| unavailable(&error))?;
        memos.retain(|memo| found.contains(&memo.id.to_string()));
    }
    Ok(Json(MemosView { items: memos.into_iter().map(MemoView::from).collect() }))
}

/// The search file cannot be read at this moment.
pub(crate) fn unavailable(error: &SearchError) -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "memo.unavailable", error.to_string())
}

async fn add_memo(
    State(service): State<Service>,
    Caller(person): Caller,
    Body(input): Body<MemoInput>,
) -> Answer<(StatusCode, Json<MemoView>)> {
    Ok((StatusCode::CREATED, Json(service.write(&person.id, &input.text).await?.into())))
}

async fn remove_memo(State(service): State<Service>, Caller(person): Caller, Path(at): Path<At>) -> Answer<StatusCode> {
    service.remove(&person.id, at.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn get_size(State(service): State<Service>) -> Answer<Json<SizeView>> {
    Ok(Json(SizeView { memos: service.size().await? }))
}

#[derive(Template)]
#[template(path = "memo/board.html")]
struct BoardPage<'a> {
    ui: &'a Ui,
    memos: Vec<Memo>,
}

fn inside(ui: Ui) -> Ui {
    let tabs = vec![Tab { name: "home", title: "memo-app", address: ui.at("/memo") }];
    ui.inside(&INFO, tabs).here("home")
}

async fn show_board(State(service): State<Service>, member: Member) -> Answer<Response> {
    let ui = inside(member.ui);
    let memos = service.read().await?;
    Ok(ui.show(&BoardPage { ui: &ui, memos }))
}

async fn post_board(State(service): State<Service>, member: Member, form: Form) -> Answer<Response> {
    let ui = inside(member.ui);
    service.write(&member.person.id, form.text("text")).await?;
    Ok(ui.go("/memo"))
}
