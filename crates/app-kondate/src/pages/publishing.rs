//! One's own recipe or set, for everybody or no longer.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use chabudai_kernel::part::UtcSeconds;
use chabudai_web::form::{Form, Wrong};
use chabudai_web::input::Path;
use chabudai_web::problem::Problem;
use chabudai_web::site::page_above;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;

use super::billing::role_of;
use super::catalog::item_at;
use super::recipes::AtRecipe;
use super::sets::AtSet;
use super::shares::home_of;
use super::till::yen;
use super::words::Say as _;
use super::{Answer, PageState, Posted, Visit, failed};
use crate::model::{Card, EntityType, FEE, KitchenId, LEAST_PRICE, MOST_PRICE, Target};
use crate::service::{Offer, Service};

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes
        .route("/kondate/recipes/{recipe}/publish", get(show_recipe).post(publish_recipe))
        .route("/kondate/recipes/{recipe}/publish/stop", post(stop_recipe).get(page_above))
        .route("/kondate/sets/{set}/publish", get(show_set).post(publish_set))
        .route("/kondate/sets/{set}/publish/stop", post(stop_set).get(page_above))
}

/// On which terms somebody may publish, where something is sold.
enum Terms {
    /// Nothing is sold here: everything is free.
    Free,
    /// They have to be a creator first.
    NotCreator,
    /// For nothing, and why not for money.
    FreeFor(&'static str),
    /// For nothing or for a price.
    Any,
}

impl Terms {
    async fn of(service: &Service, visit: &Visit, kind: EntityType) -> Result<Self, Problem> {
        if !service.sells() {
            return Ok(Self::Free);
        }
        let profile = service.profile(&visit.person.id).await?;
        let role = role_of(service, profile.as_ref());
        Ok(match profile {
            _ if !role.is_creator() => Self::NotCreator,
            _ if !role.sells(kind) => Self::FreeFor("kondate-publish-needs-plan"),
            Some(profile) if profile.payouts_enabled => Self::Any,
            _ => Self::FreeFor("kondate-publish-needs-payouts"),
        })
    }

    fn may_publish(&self) -> bool {
        !matches!(self, Self::NotCreator)
    }

    fn may_sell(&self) -> bool {
        matches!(self, Self::Any)
    }
}

/// The terms as they stand in the form.
#[derive(Default)]
struct Typed {
    is_paid: bool,
    price: String,
    wrong: Wrong,
}

impl Typed {
    fn of(card: Option<&Card>) -> Self {
        let price = card.and_then(Card::price);
        Self { is_paid: price.is_some(), price: price.map(|price| price.to_string()).unwrap_or_default(), wrong: Wrong::default() }
    }

    fn read(form: &Form) -> Self {
        Self { is_paid: form.text("offer") == "paid", price: form.text("price").trim().to_owned(), wrong: Wrong::default() }
    }

    /// What is no price is refused as one that is too low.
    fn offer(&self) -> Offer {
        if self.is_paid { Offer::at(self.price.replace(',', "").parse().unwrap_or_default()) } else { Offer::FREE }
    }
}

#[derive(Template)]
#[template(path = "kondate/publish.html")]
struct PublishPage<'a> {
    ui: &'a Ui,
    title: String,
    name: String,
    address: String,
    in_catalog: String,
    /// How many kitchens have it, while it is in the lists.
    saved: Option<u64>,
    /// It was in the lists before.
    is_stopped: bool,
    /// It is in another kitchen than one's own.
    is_elsewhere: bool,
    terms: Terms,
    typed: Typed,
    /// What it costs, while it is in the lists, and how many have bought it.
    sold: Option<(String, u64)>,
    least: u64,
    most: u64,
    /// What the house keeps of a price, in percent.
    fee: u64,
}

/// What it is called, and when it was published. What is not of this kitchen is not there.
async fn known(service: &Service, visit: &Visit, target: &Target) -> Result<(String, Option<UtcSeconds>), Problem> {
    Ok(match target {
        Target::Recipe(id) => {
            let recipe = service.recipe(&visit.cook, id).await?;
            if recipe.kitchen != visit.cook.kitchen {
                return Err(Problem::not_found());
            }
            (recipe.title, recipe.published_at)
        }
        Target::Set(id) => {
            let set = service.set(&visit.cook, id).await?;
            if set.kitchen != visit.cook.kitchen {
                return Err(Problem::not_found());
            }
            (set.title, set.published_at)
        }
    })
}

async fn show(service: &Service, visit: Visit, target: &Target, typed: Option<(StatusCode, Typed)>) -> Answer {
    let home = home_of(target);
    let visit = visit.below(&home);
    let (title, published_at) = known(service, &visit, target).await?;
    let record = service.record_of(target, published_at).await?;
    let terms = Terms::of(service, &visit, target.kind()).await?;
    let ui = &visit.ui;
    let listed = record.as_ref().filter(|card| card.is_listed());
    let price = listed.filter(|_| service.sells()).and_then(Card::price);
    let (status, typed) = typed.unwrap_or_else(|| (StatusCode::OK, Typed::of(record.as_ref())));
    let page = PublishPage {
        ui,
        title,
        name: visit.person.name.clone(),
        address: ui.at(&format!("{home}/publish")),
        in_catalog: ui.at(&item_at(target)),
        saved: listed.map(|card| card.saved_count.get()),
        sold: price.zip(listed).map(|(price, card)| (yen(ui, price), card.sold_count)),
        is_stopped: record.is_some_and(|card| !card.is_listed()),
        is_elsewhere: visit.cook.kitchen != KitchenId::first_of(&visit.person.id),
        terms,
        typed,
        least: LEAST_PRICE,
        most: MOST_PRICE,
        fee: 100 / FEE,
    };
    Ok(ui.show_form(status, &page))
}

async fn publish(service: &Service, Posted { visit, form }: Posted, target: &Target) -> Answer {
    let page = format!("{}/publish", home_of(target));
    let typed = Typed::read(&form);
    match service.publish(&visit.cook, &visit.person.name, target, typed.offer()).await {
        Ok(card) if form.has("change") => Ok(visit.ui.go_saying(&page, &Toast::new("kondate-toast-offered").about(card.title))),
        Ok(card) => {
            let toast = Toast::new("kondate-toast-published").about(card.title);
            Ok(visit.ui.go_saying(&page, &toast.undo(format!("{page}/stop"), Vec::new())))
        }
        Err(error) => {
            let problem = Problem::from(error);
            if problem.field.as_deref() != Some("price") {
                return failed(&visit.ui, problem, &page);
            }
            let typed = Typed { wrong: Wrong::with(&visit.ui, &problem), ..typed };
            show(service, visit, target, Some((problem.status, typed))).await
        }
    }
}

async fn stop(service: &Service, visit: &Visit, target: &Target) -> Answer {
    let page = format!("{}/publish", home_of(target));
    match service.stop(&visit.cook, target).await {
        Ok(card) => {
            let toast = Toast::new("kondate-toast-stopped").about(card.title.clone());
            if !visit.cook.is_at_home() {
                // Offering it again takes being in the kitchen where it was written.
                return Ok(visit.ui.go_saying(&item_at(target), &toast));
            }
            // It comes back on the terms that it had.
            let terms = card.price().map(|price| vec![("offer", "paid".to_owned()), ("price", price.to_string())]).unwrap_or_default();
            let terms = terms.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
            Ok(visit.ui.go_saying(&page, &toast.undo(page.clone(), terms)))
        }
        Err(error) => failed(&visit.ui, Problem::from(error), &page),
    }
}

async fn show_recipe(State(service): State<Service>, visit: Visit, Path(at): Path<AtRecipe>) -> Answer {
    show(&service, visit, &Target::Recipe(at.recipe), None).await
}

async fn show_set(State(service): State<Service>, visit: Visit, Path(at): Path<AtSet>) -> Answer {
    show(&service, visit, &Target::Set(at.set), None).await
}

async fn publish_recipe(State(service): State<Service>, Path(at): Path<AtRecipe>, posted: Posted) -> Answer {
    publish(&service, posted, &Target::Recipe(at.recipe)).await
}

async fn publish_set(State(service): State<Service>, Path(at): Path<AtSet>, posted: Posted) -> Answer {
    publish(&service, posted, &Target::Set(at.set)).await
}

async fn stop_recipe(State(service): State<Service>, Path(at): Path<AtRecipe>, Posted { visit, .. }: Posted) -> Answer {
    stop(&service, &visit, &Target::Recipe(at.recipe)).await
}

async fn stop_set(State(service): State<Service>, Path(at): Path<AtSet>, Posted { visit, .. }: Posted) -> Answer {
    stop(&service, &visit, &Target::Set(at.set)).await
}
