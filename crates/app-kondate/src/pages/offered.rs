//! One thing of the catalog: all that somebody may see of it, saved into the book, or bought.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};
use chabudai_media::Size;
use chabudai_web::input::Path;
use chabudai_web::problem::Problem;
use chabudai_web::site::page_above;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;

use super::cards::picture;
use super::catalog::{AtItem, CATALOG, CardView, Kind};
use super::purchases::goes_to_pay;
use super::recipes::{Shown, ingredients};
use super::till::{PayCard, chosen_card, payer, sold};
use super::words::Say as _;
use super::{Answer, PageState, Posted, Visit, failed};
use crate::model::{Recipe, Ware};
use crate::repo::catalog::Body;
use crate::service::{Offered, Service};

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes
        .route("/kondate/catalog/{kind}/{id}", get(show_item))
        .route("/kondate/catalog/{kind}/{id}/save", post(save).get(page_above))
        .route("/kondate/catalog/{kind}/{id}/unsave", post(unsave).get(page_above))
        .route("/kondate/catalog/{kind}/{id}/buy", post(buy).get(page_above))
}

/// A dish with all that is to be known of it.
struct DishView {
    title: String,
    picture: Option<String>,
    servings: u32,
    ingredients: Vec<Shown>,
    steps: Vec<(String, Option<u32>)>,
}

impl DishView {
    fn of(visit: &Visit, recipe: &Recipe) -> Self {
        Self {
            title: recipe.title.clone(),
            picture: picture(&visit.ui, recipe, Size::Large),
            servings: recipe.servings(),
            ingredients: ingredients(&visit.cook, recipe, recipe.servings(), None),
            steps: recipe.steps.iter().map(|step| (step.text.clone(), step.timer_minutes)).collect(),
        }
    }
}

#[derive(Template)]
#[template(path = "kondate/catalog-item.html")]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own that is shown by itself")]
struct ItemPage<'a> {
    ui: &'a Ui,
    address: String,
    /// Where it is opened in the book.
    in_book: String,
    id: String,
    is_set: bool,
    card: CardView,
    creator: Option<String>,
    about: String,
    tags: Vec<String>,
    is_saved: bool,
    is_own: bool,
    /// They look at it from the kitchen where it was written.
    is_at_home: bool,
    is_listed: bool,
    /// It can be read after it was bought.
    is_locked: bool,
    /// Whoever published it has left.
    is_of_former: bool,
    /// What it costs, in yen.
    yen: u64,
    /// The stored cards to buy it with.
    pay_cards: Vec<PayCard>,
    dishes: Vec<DishView>,
}

async fn show_item(State(service): State<Service>, visit: Visit, Path(at): Path<AtItem>) -> Answer {
    let visit = visit.below(CATALOG);
    let ui = &visit.ui;
    let target = at.target()?;
    let Offered { shown, body, dishes } = service.offered(&visit.cook, &target).await?;
    let (about, dishes) = match &body {
        Some(Body::Recipe(recipe)) => (String::new(), vec![DishView::of(&visit, recipe)]),
        Some(Body::Set(set)) => {
            (set.description.clone().unwrap_or_default(), dishes.iter().map(|dish| DishView::of(&visit, dish)).collect())
        }
        None => (String::new(), Vec::new()),
    };
    let pay_cards = if shown.is_locked { service.cards(&visit.person.id).await? } else { Vec::new() };
    let page = ItemPage {
        ui,
        address: ui.at(&at.address()),
        in_book: ui.at(&format!("/kondate/{}/{}", at.kind.name(), at.id)),
        is_set: at.kind == Kind::Sets,
        card: CardView::of(ui, &shown, service.sells()),
        creator: (!target.is_official() && !shown.card.is_of_former())
            .then(|| ui.at(&format!("/kondate/creators/{}", shown.card.creator_id))),
        about,
        tags: shown.card.tags.clone(),
        is_saved: shown.is_saved,
        is_own: shown.is_own,
        is_at_home: visit.cook.is_at_home(),
        is_listed: shown.card.is_listed(),
        is_locked: shown.is_locked,
        is_of_former: shown.card.is_of_former(),
        yen: shown.card.price().unwrap_or_default(),
        pay_cards: pay_cards.iter().map(|card| PayCard::of(ui, card)).collect(),
        dishes,
        id: at.id,
    };
    Ok(ui.show(&page))
}

async fn save(State(service): State<Service>, Path(at): Path<AtItem>, Posted { visit, .. }: Posted) -> Answer {
    match service.save(&visit.cook, &at.target()?).await {
        Ok(card) => {
            let toast = Toast::new("kondate-toast-bookmarked").about(card.title);
            Ok(visit.ui.go_saying(&at.address(), &toast.undo(format!("{}/unsave", at.address()), Vec::new())))
        }
        Err(error) => failed(&visit.ui, Problem::from(error), &at.address()),
    }
}

async fn unsave(State(service): State<Service>, Path(at): Path<AtItem>, Posted { visit, .. }: Posted) -> Answer {
    match service.unsave(&visit.cook, &at.target()?).await {
        Ok(()) => {
            let toast = Toast::new("kondate-toast-unbookmarked");
            Ok(visit.ui.go_saying(&at.address(), &toast.undo(format!("{}/save", at.address()), Vec::new())))
        }
        Err(error) => failed(&visit.ui, Problem::from(error), &at.address()),
    }
}

async fn buy(State(service): State<Service>, Path(at): Path<AtItem>, posted: Posted) -> Answer {
    sold(&service)?;
    let ware = Ware::Item(at.target()?);
    // What the button said is what is paid.
    let expected = posted.form.text("price").parse().ok();
    let outcome = service.buy(&payer(&posted.visit), &ware, chosen_card(&posted), expected).await;
    goes_to_pay(&posted.visit.ui, outcome, &at.address())
}
