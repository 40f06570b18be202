//! The kitchen: the month in numbers, who is in it, how others come in, and where else one is.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use chabudai_food::fold;
use chabudai_kernel::part::Word;
use chabudai_media::Size;
use chabudai_web::form::{Form, Wrong};
use chabudai_web::input::{Path, Query};
use chabudai_web::people::{Away, Member as SignedIn};
use chabudai_web::problem::Problem;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use qrcode::QrCode;
use qrcode::render::svg;
use serde::Deserialize;

use super::archive::month_of;
use super::cards::taken_in;
use super::words::{called, kitchen as named};
use super::{Answer, INFO, PageState, Posted, Visit, failed, once, to_kitchen};
use crate::model::{INVITED_FOR, KitchenId, LONGEST_KITCHEN_NAME, MOST_MEMBERS, MOST_SERVINGS, Member};
use crate::repo::plans;
use crate::service::Service;

const KITCHEN: &str = "/kondate/kitchen";

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes
        .route(KITCHEN, get(show_kitchen))
        .route("/kondate/kitchen/name", post(rename).get(to_kitchen))
        .route("/kondate/kitchen/servings", post(usually_for).get(to_kitchen))
        .route("/kondate/kitchen/invitations", post(invite).get(to_kitchen))
        .route("/kondate/kitchen/invitations/withdraw", post(withdraw).get(to_kitchen))
        .route("/kondate/kitchen/leave", post(leave).get(to_kitchen))
        .route("/kondate/kitchen/delete", post(delete).get(to_kitchen))
        .route("/kondate/kitchen/members/{person}/remove", post(remove).get(to_kitchen))
        .route("/kondate/kitchen/members/{person}/hand-over", post(hand_over).get(to_kitchen))
        .route("/kondate/kitchens", post(found).get(to_kitchen))
        .route("/kondate/kitchens/{kitchen}/enter", post(switch).get(to_kitchen))
        .route("/kondate/kitchens/{kitchen}/restore", post(restore).get(to_kitchen))
        .route("/kondate/join", get(show_invitation).post(join))
}

/// Somebody in the kitchen.
struct Row {
    id: String,
    name: String,
    is_me: bool,
    is_owner: bool,
    /// The address of their picture.
    face: Option<String>,
}

/// Another kitchen of somebody's.
struct Other {
    id: String,
    name: String,
    is_here: bool,
}

/// The link that was just made, and the same as a picture.
type Fresh = Option<(String, String)>;

#[derive(Template)]
#[template(path = "kondate/kitchen.html")]
struct KitchenPage<'a> {
    ui: &'a Ui,
    name: String,
    /// What stands in the field of its name.
    called: String,
    wrong: Wrong,
    /// What stands in the field of a new kitchen.
    new_name: String,
    is_owner: bool,
    members: Vec<Row>,
    others: Vec<Other>,
    /// What was deleted within a day, by id and name.
    deleted: Vec<(String, String)>,
    fresh: Fresh,
    days: i64,
    cooked: usize,
    cooked_days: usize,
    different: usize,
    room: u64,
    /// A link that was sent may still let somebody in.
    may_be_open: bool,
    /// What stands in the field of how many is usually cooked for.
    servings: String,
    most_servings: u32,
    most: usize,
    /// Something is sold here.
    sells: bool,
}

#[derive(Default)]
struct Typed {
    called: Option<String>,
    servings: Option<String>,
    new_name: String,
    wrong: Wrong,
}

async fn page(service: &Service, visit: &Visit, status: StatusCode, fresh: Fresh, typed: Typed) -> Answer {
    let ui = &visit.ui;
    let (found, members) = service.who_is_here(&visit.cook.kitchen).await?;
    let faces = service.faces(&members).await?;
    let mine = service.kitchens(&visit.person.id, &visit.person.name).await?;
    let deleted = service.deleted_kitchens(&visit.person.id).await?;
    let (from, to) = month_of(visit.today().0);
    let logs = plans::between(service.db(), &visit.cook.kitchen, from, to).await?;
    let (mut days, mut titles) = (Vec::new(), Vec::new());
    for log in &logs {
        days.push(log.date);
        titles.push(log.recipe_id.as_ref().map_or(log.recipe_title.as_str(), |id| id.as_str()));
    }
    days.sort_unstable();
    days.dedup();
    titles.sort_unstable();
    titles.dedup();
    let is_me = |member: &Member| member.person_id == visit.person.id;
    let row = |member: &Member| Row {
        id: member.person_id.as_str().to_owned(),
        // Of oneself the house knows better than the day on which one came.
        name: if is_me(member) { visit.person.name.clone() } else { member.name.clone() },
        is_me: is_me(member),
        is_owner: member.person_id == found.owner_id,
        face: faces.get(&member.person_id).map(|picture| taken_in(ui, *picture, Size::Small)),
    };
    let page = KitchenPage {
        ui,
        name: named(ui, &visit.membership),
        called: typed.called.unwrap_or_else(|| found.name.clone()),
        wrong: typed.wrong,
        new_name: typed.new_name,
        is_owner: found.owner_id == visit.person.id,
        members: members.iter().map(row).collect(),
        others: mine
            .iter()
            .map(|one| Other {
                id: one.kitchen_id.as_str().to_owned(),
                name: named(ui, one),
                is_here: one.kitchen_id == visit.cook.kitchen,
            })
            .collect(),
        deleted: deleted
            .into_iter()
            .map(|one| (one.kitchen_id.as_str().to_owned(), called(ui, &one.name, &one.kitchen_id, &one.person)))
            .collect(),
        fresh,
        days: INVITED_FOR / (24 * 60 * 60),
        cooked: logs.len(),
        cooked_days: days.len(),
        different: titles.len(),
        room: MOST_MEMBERS.saturating_sub(members.len() as u64),
        may_be_open: found.may_be_open(service.db().clock().now().0),
        servings: typed.servings.unwrap_or_else(|| found.servings.map(|servings| servings.to_string()).unwrap_or_default()),
        most_servings: MOST_SERVINGS,
        most: LONGEST_KITCHEN_NAME,
        sells: service.sells(),
    };
    Ok(ui.show_as(status, &page))
}

async fn show_kitchen(State(service): State<Service>, visit: Visit) -> Answer {
    page(&service, &visit.here("kitchen"), StatusCode::OK, None, Typed::default()).await
}

async fn rename(State(service): State<Service>, Posted { visit, form }: Posted) -> Answer {
    let visit = visit.here("kitchen");
    let called = form.text("name").to_owned();
    match service.rename_kitchen(&visit.cook.kitchen, &visit.person.id, &called).await {
        Ok(()) => Ok(visit.ui.go_saying(KITCHEN, &Toast::new("kondate-toast-saved").about(called.trim()))),
        Err(error) => {
            let problem = Problem::from(error);
            if problem.field.is_none() {
                return failed(&visit.ui, problem, KITCHEN);
            }
            let typed = Typed { wrong: Wrong::with(&visit.ui, &problem), called: Some(called), ..Typed::default() };
            page(&service, &visit, problem.status, None, typed).await
        }
    }
}

async fn usually_for(State(service): State<Service>, Posted { visit, form }: Posted) -> Answer {
    let visit = visit.here("kitchen");
    let text = form.text("servings").trim().to_owned();
    // What is no number is told as one that is not allowed.
    let servings = (!text.is_empty()).then(|| fold(&text).trim().parse().unwrap_or(0));
    match service.cook_usually_for(&visit.cook, servings).await {
        Ok(()) => Ok(visit.ui.go_saying(KITCHEN, &Toast::new("toast-saved"))),
        Err(error) => {
            let problem = Problem::from(error);
            if problem.field.is_none() {
                return failed(&visit.ui, problem, KITCHEN);
            }
            let typed = Typed { wrong: Wrong::with(&visit.ui, &problem), servings: Some(text), ..Typed::default() };
            page(&service, &visit, problem.status, None, typed).await
        }
    }
}

/// The answer is the page itself and no redirection: what the link says is kept as a hash alone.
async fn invite(State(service): State<Service>, Posted { visit, .. }: Posted) -> Answer {
    let visit = visit.here("kitchen");
    match service.invite(&visit.cook.kitchen, &visit.person.id, &visit.person.name).await {
        Ok(invitation) => {
            let link = visit.ui.far(&format!("/kondate/join?invite={}", invitation.secret));
            let drawn = drawn_code(&link)?;
            page(&service, &visit, StatusCode::OK, Some((link, drawn)), Typed::default()).await
        }
        Err(error) => failed(&visit.ui, error.into(), KITCHEN),
    }
}

/// A QR code, drawn in the colours of paper and ink in both themes: cameras want dark on light.
pub(super) fn drawn_code(link: &str) -> Result<String, Problem> {
    let unable = |_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "http.internal", "The link is too long to be drawn.");
    let code = QrCode::new(link).map_err(unable)?;
    let (dark, light) = (svg::Color("#221f1b"), svg::Color("#fff"));
    let text = code.render::<svg::Color<'_>>().min_dimensions(200, 200).dark_color(dark).light_color(light).build();
    // What stands before the picture is for files of their own.
    Ok(text.find("<svg").map_or(text.clone(), |at| text[at..].to_owned()))
}

async fn withdraw(State(service): State<Service>, Posted { visit, .. }: Posted) -> Answer {
    match service.revoke_invitations(&visit.cook.kitchen, &visit.person.id).await {
        Ok(()) => Ok(visit.ui.go_saying(KITCHEN, &Toast::new("kondate-toast-withdrawn"))),
        Err(error) => failed(&visit.ui, error.into(), KITCHEN),
    }
}

async fn leave(State(service): State<Service>, Posted { visit, .. }: Posted) -> Answer {
    match service.leave(&visit.cook.kitchen, &visit.person.id, &visit.person.id).await {
        Ok(()) => {
            let toast = Toast::new("kondate-toast-left").about(named(&visit.ui, &visit.membership));
            Ok(visit.ui.go_saying(KITCHEN, &toast))
        }
        Err(error) => failed(&visit.ui, error.into(), KITCHEN),
    }
}

async fn delete(State(service): State<Service>, Posted { visit, .. }: Posted) -> Answer {
    match service.delete_kitchen(&visit.membership).await {
        Ok(()) => {
            let toast = Toast::new("kondate-toast-kitchen-deleted").about(named(&visit.ui, &visit.membership));
            let undo = format!("/kondate/kitchens/{}/restore", visit.cook.kitchen);
            Ok(visit.ui.go_saying(KITCHEN, &toast.undo(undo, Vec::new())))
        }
        Err(error) => failed(&visit.ui, error.into(), KITCHEN),
    }
}

/// Whoever brings back their only kitchen need not be given another one first.
async fn restore(State(service): State<Service>, SignedIn { ui, person }: SignedIn, Path(at): Path<AtKitchen>, _: Form) -> Answer {
    match service.restore_kitchen(&person.id, &at.kitchen).await {
        Ok(membership) => Ok(ui.go_saying(KITCHEN, &Toast::new("kondate-toast-kitchen-restored").about(named(&ui, &membership)))),
        Err(error) => failed(&ui, error.into(), KITCHEN),
    }
}

#[derive(Deserialize)]
struct AtMember {
    person: Word,
}

async fn remove(State(service): State<Service>, Path(at): Path<AtMember>, Posted { visit, .. }: Posted) -> Answer {
    match service.leave(&visit.cook.kitchen, &at.person, &visit.person.id).await {
        Ok(()) => Ok(visit.ui.go_saying(KITCHEN, &Toast::new("kondate-toast-removed"))),
        Err(error) => failed(&visit.ui, error.into(), KITCHEN),
    }
}

async fn hand_over(State(service): State<Service>, Path(at): Path<AtMember>, Posted { visit, .. }: Posted) -> Answer {
    match service.hand_over(&visit.cook.kitchen, &visit.person.id, &at.person).await {
        Ok(()) => Ok(visit.ui.go_saying(KITCHEN, &Toast::new("kondate-toast-handed-over"))),
        Err(error) => failed(&visit.ui, error.into(), KITCHEN),
    }
}

async fn found(State(service): State<Service>, visit: Visit, form: Form) -> Answer {
    let visit = visit.here("kitchen");
    let name = form.text("newName").to_owned();
    match service.add_kitchen(&visit.person.id, &visit.person.name, &name, Some(&once(&form))).await {
        Ok(_) => Ok(visit.ui.go_saying(KITCHEN, &Toast::new("kondate-toast-founded").about(name.trim()))),
        Err(error) => {
            let problem = Problem::from(error);
            if problem.field.is_none() {
                return failed(&visit.ui, problem, KITCHEN);
            }
            let wrong = Wrong::with_all(&visit.ui, &problem, &["newName"]);
            page(&service, &visit, problem.status, None, Typed { new_name: name, wrong, ..Typed::default() }).await
        }
    }
}

#[derive(Deserialize)]
struct AtKitchen {
    kitchen: KitchenId,
}

async fn switch(State(service): State<Service>, visit: Visit, Path(at): Path<AtKitchen>, _: Form) -> Answer {
    service.switch(&visit.person.id, &at.kitchen).await?;
    let mine = service.enter(&visit.person.id, &visit.person.name, Some(&at.kitchen)).await?;
    Ok(visit.ui.go_saying("/kondate", &Toast::new("kondate-toast-switched").about(named(&visit.ui, &mine))))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Invited {
    #[serde(default)]
    invite: String,
}

#[derive(Template)]
#[template(path = "kondate/join.html")]
struct JoinPage<'a> {
    ui: &'a Ui,
    invited: String,
    secret: String,
    /// Where whoever is not signed in goes first.
    sign_in: Option<String>,
}

/// Whoever opens a link needs no kitchen of their own for it. Who is not signed in is told what waits for them, and how they get there.
async fn show_invitation(
    State(service): State<Service>,
    visitor: Result<SignedIn, Away>,
    ui: Ui,
    Query(given): Query<Invited>,
) -> Result<Response, Away> {
    let sign_in = match visitor {
        Ok(_) => None,
        Err(Away::SignIn(address)) if !given.invite.is_empty() => Some(address),
        Err(away) => return Err(away),
    };
    let invited = service.invited(&given.invite).await.map_err(Problem::from)?;
    let ui = ui.inside(&INFO, Vec::new());
    let kitchen = if invited.kitchen_name.is_empty() { ui.t("kondate-kitchen-shared").into_owned() } else { invited.kitchen_name };
    let invited = ui.t2("kondate-invited-by", ("name", invited.inviter_name), ("kitchen", kitchen));
    Ok(ui.show(&JoinPage { ui: &ui, invited, secret: given.invite, sign_in }))
}

async fn join(State(service): State<Service>, SignedIn { ui, person }: SignedIn, form: Form) -> Answer {
    let kitchen = match service.accept(form.text("invite"), &person.id, &person.name).await {
        Ok(kitchen) => kitchen,
        Err(error) => return failed(&ui, error.into(), "/kondate"),
    };
    let mine = service.enter(&person.id, &person.name, Some(&kitchen)).await?;
    Ok(ui.go_saying("/kondate", &Toast::new("kondate-toast-joined").about(named(&ui, &mine))))
}
