//! Links that show a recipe or a set: made, taken back, and opened by anybody.

use askama::Template;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use chabudai_kernel::part::Word;
use chabudai_media::{Pictures, Size};
use chabudai_share_picture::MEDIA_TYPE;
use chabudai_web::form::{Form, Wrong};
use chabudai_web::guard::Client;
use chabudai_web::input::Path;
use chabudai_web::problem::Problem;
use chabudai_web::site::page_above;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use serde::Deserialize;

use super::cards::{RecipeCard, picture};
use super::drawings::{Drawing, Drawings};
use super::kitchen::drawn_code;
use super::recipes::AtRecipe;
use super::sets::AtSet;
use super::words::{Say as _, amount_of};
use super::{Answer, INFO, PageState, Posted, Visit};
use crate::entry::language;
use crate::error::KondateError;
use crate::model::{EntityType, LONGEST_ADDRESS, LONGEST_NAME, Recipe};
use crate::official;
use crate::service::{Credit, Opened, Service, ShownByLink, Target};

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes
        .route("/kondate/recipes/{recipe}/share", get(show_recipe).post(share_recipe))
        .route("/kondate/sets/{set}/share", get(show_set).post(share_set))
        .route("/kondate/recipes/{recipe}/share/revoke", post(revoke_recipe).get(page_above))
        .route("/kondate/sets/{set}/share/revoke", post(revoke_set).get(page_above))
        .route("/kondate/shared/recipe/{id}", get(open_recipe))
        .route("/kondate/shared/set/{id}", get(open_set))
        .route("/kondate/shared/{id}/picture.jpg", get(show_picture))
}

/// Where a link leads, by path.
pub(crate) fn shared_at(kind: EntityType, id: &Word) -> String {
    match kind {
        EntityType::Recipe => format!("/kondate/shared/recipe/{id}"),
        EntityType::Set => format!("/kondate/shared/set/{id}"),
    }
}

#[derive(Deserialize)]
struct AtId {
    id: String,
}

/// The page of what is shared or published.
pub(super) fn home_of(target: &Target) -> String {
    match target {
        Target::Recipe(id) => format!("/kondate/recipes/{id}"),
        Target::Set(id) => format!("/kondate/sets/{id}"),
    }
}

#[derive(Template)]
#[template(path = "kondate/share.html")]
struct SharePage<'a> {
    ui: &'a Ui,
    title: String,
    address: String,
    /// The link, the same as a picture, and where it leads from here.
    link: Option<(String, String, String)>,
    author: String,
    source: String,
    wrong: Wrong,
    most_name: usize,
    most_address: usize,
}

impl SharePage<'_> {
    fn revoke(&self) -> String {
        format!("{}/revoke", self.address)
    }
}

/// What is shared, as its page knows it.
async fn known(service: &Service, visit: &Visit, target: &Target) -> Result<(String, Credit), Problem> {
    Ok(match target {
        Target::Recipe(id) => {
            let recipe = service.recipe(&visit.cook, id).await?;
            (recipe.title, Credit { author_name: recipe.author_name, source_url: recipe.source_url })
        }
        Target::Set(id) => (service.set(&visit.cook, id).await?.title, Credit::default()),
    })
}

async fn page(service: &Service, visit: Visit, target: &Target, typed: Option<Credit>, problem: Option<&Problem>) -> Answer {
    let home = home_of(target);
    let visit = visit.below(&home);
    let (title, credit) = known(service, &visit, target).await?;
    let is_ours = match target {
        Target::Recipe(id) => official::recipe(id, visit.language()).is_none(),
        Target::Set(id) => official::set(id, visit.language()).is_none(),
    };
    let ui = &visit.ui;
    let kind = target.kind();
    let mut said = Credit::default();
    let link = match service.link_to(&visit.cook, target).await? {
        Some(id) => {
            if let Ok(Opened { share, .. }) = service.open_link(&id, visit.language()).await {
                said = Credit { author_name: share.author_name, source_url: share.source_url };
            }
            let path = shared_at(kind, &id);
            let link = ui.far(&path);
            let code = drawn_code(&link)?;
            Some((link, code, ui.at(&path)))
        }
        None => None,
    };
    let Credit { author_name, source_url } = typed.unwrap_or_else(|| Credit {
        // Whoever shares what nobody else wrote has most likely written it.
        // A starter is nobody's of the house.
        author_name: said
            .author_name
            .or(credit.author_name)
            .or_else(|| (credit.source_url.is_none() && is_ours && link.is_none()).then(|| visit.person.name.clone())),
        source_url: said.source_url.or_else(|| credit.source_url.clone()),
    });
    let page = SharePage {
        ui,
        title,
        address: ui.at(&format!("{home}/share")),
        link,
        author: author_name.unwrap_or_default(),
        source: source_url.unwrap_or_default(),
        wrong: problem.map(|problem| Wrong::with(ui, problem)).unwrap_or_default(),
        most_name: LONGEST_NAME,
        most_address: LONGEST_ADDRESS,
    };
    Ok(ui.show_as(problem.map_or(StatusCode::OK, |problem| problem.status), &page))
}

async fn show_recipe(State(service): State<Service>, visit: Visit, Path(at): Path<AtRecipe>) -> Answer {
    page(&service, visit, &Target::Recipe(at.recipe), None, None).await
}

async fn show_set(State(service): State<Service>, visit: Visit, Path(at): Path<AtSet>) -> Answer {
    page(&service, visit, &Target::Set(at.set), None, None).await
}

async fn share(service: &Service, visit: Visit, form: &Form, target: &Target) -> Answer {
    let credit = Credit { author_name: super::given(form, "authorName"), source_url: super::given(form, "sourceUrl") };
    match service.share(&visit.cook, target, &credit).await {
        Ok(_) if form.has("again") => Ok(visit.ui.go_saying(&format!("{}/share", home_of(target)), &Toast::new("kondate-toast-credit"))),
        Ok(_) => Ok(visit.ui.go(&format!("{}/share", home_of(target)))),
        Err(error) => {
            let problem = Problem::from(error);
            if problem.field.is_none() {
                return Err(problem);
            }
            page(service, visit, target, Some(credit), Some(&problem)).await
        }
    }
}

async fn share_recipe(State(service): State<Service>, Path(at): Path<AtRecipe>, Posted { visit, form }: Posted) -> Answer {
    share(&service, visit, &form, &Target::Recipe(at.recipe)).await
}

async fn share_set(State(service): State<Service>, Path(at): Path<AtSet>, Posted { visit, form }: Posted) -> Answer {
    share(&service, visit, &form, &Target::Set(at.set)).await
}

async fn revoke(service: &Service, visit: &Visit, target: &Target) -> Answer {
    if let Some(id) = service.link_to(&visit.cook, target).await? {
        service.revoke(&visit.cook, &id).await?;
    }
    Ok(visit.ui.go_saying(&home_of(target), &Toast::new("kondate-toast-revoked")))
}

async fn revoke_recipe(State(service): State<Service>, Path(at): Path<AtRecipe>, Posted { visit, .. }: Posted) -> Answer {
    revoke(&service, &visit, &Target::Recipe(at.recipe)).await
}

async fn revoke_set(State(service): State<Service>, Path(at): Path<AtSet>, Posted { visit, .. }: Posted) -> Answer {
    revoke(&service, &visit, &Target::Set(at.set)).await
}

/// A line of what goes into a dish.
struct Line {
    name: String,
    amount: String,
    note: String,
    group: String,
}

/// What is said of a page to messengers and search machines.
struct Told {
    address: String,
    picture: String,
    about: String,
}

#[derive(Template)]
#[template(path = "kondate/shared-recipe.html")]
struct SharedRecipePage<'a> {
    ui: &'a Ui,
    told: Told,
    recipe: &'a Recipe,
    picture: Option<String>,
    author: Option<String>,
    /// An address, and the name of its host.
    source: Option<(String, String)>,
    ingredients: Vec<Line>,
}

#[derive(Template)]
#[template(path = "kondate/shared-set.html")]
struct SharedSetPage<'a> {
    ui: &'a Ui,
    told: Told,
    title: String,
    description: String,
    author: Option<String>,
    source: Option<(String, String)>,
    recipes: Vec<RecipeCard>,
}

fn link_id(at: &AtId) -> Result<Word, Problem> {
    Word::new(at.id.as_str()).ok_or_else(|| KondateError::NotFound("link").into())
}

fn told(ui: &Ui, kind: EntityType, id: &Word, about: String) -> Told {
    Told { address: ui.far(&shared_at(kind, id)), picture: ui.far(&format!("/kondate/shared/{id}/picture.jpg")), about }
}

/// An address as people read it.
fn named(source: Option<String>) -> Option<(String, String)> {
    let source = source.filter(|source| source.starts_with("https://") || source.starts_with("http://"))?;
    // What stands before an @ is no host, whatever it looks like.
    let host = source.split("://").nth(1)?.split(['/', '\\', '?', '#']).next()?.rsplit('@').next()?.to_owned();
    Some((source, host))
}

async fn open_recipe(State(service): State<Service>, ui: Ui, Path(at): Path<AtId>) -> Answer {
    let ui = ui.inside(&INFO, Vec::new());
    let id = link_id(&at)?;
    let language = language(ui.lang);
    let Opened { share, shown } = service.open_link(&id, language).await?;
    let ShownByLink::Recipe(recipe) = shown else { return Err(KondateError::NotFound("link").into()) };
    let line = |one: &crate::model::Ingredient| Line {
        name: one.name.clone(),
        amount: amount_of(&one.name, one.quantity.as_deref(), one.unit.as_deref(), false, language),
        note: one.note.clone().unwrap_or_default(),
        group: one.group.clone().unwrap_or_default(),
    };
    let about = recipe.ingredients.iter().take(8).map(|one| one.name.as_str()).collect::<Vec<_>>().join(ui.t("kondate-share-and").as_ref());
    let page = SharedRecipePage {
        ui: &ui,
        told: told(&ui, EntityType::Recipe, &id, about),
        picture: picture(&ui, &recipe, Size::Large),
        author: share.author_name.or_else(|| recipe.author_name.clone()),
        source: named(share.source_url.or_else(|| recipe.source_url.clone())),
        ingredients: recipe.ingredients.iter().map(line).collect(),
        recipe: &recipe,
    };
    Ok(for_a_while(ui.show(&page)))
}

async fn open_set(State(service): State<Service>, ui: Ui, Path(at): Path<AtId>) -> Answer {
    let ui = ui.inside(&INFO, Vec::new());
    let id = link_id(&at)?;
    let Opened { share, shown } = service.open_link(&id, language(ui.lang)).await?;
    let ShownByLink::Set(set, recipes) = shown else { return Err(KondateError::NotFound("link").into()) };
    let about = recipes.iter().map(|recipe| recipe.title.as_str()).collect::<Vec<_>>().join(ui.t("kondate-share-and").as_ref());
    let page = SharedSetPage {
        ui: &ui,
        told: told(&ui, EntityType::Set, &id, about),
        title: set.title,
        description: set.description.unwrap_or_default(),
        author: share.author_name,
        source: named(share.source_url),
        recipes: recipes.iter().map(|recipe| RecipeCard::of(&ui, recipe)).collect(),
    };
    Ok(for_a_while(ui.show(&page)))
}

/// A link that was taken back is dead at once: nobody keeps what it showed.
fn for_a_while(mut page: Response) -> Response {
    page.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    page
}

/// The picture that messengers show for a link: drawn, with the title on it.
async fn show_picture(
    State(service): State<Service>,
    State(pictures): State<Pictures>,
    State(drawings): State<Drawings>,
    Extension(Client(from)): Extension<Client>,
    ui: Ui,
    Path(at): Path<AtId>,
) -> Answer {
    let language = language(ui.lang);
    let Opened { share, shown } = service.open_link(&link_id(&at)?, language).await?;
    let (photo, own) = match &shown {
        ShownByLink::Recipe(recipe) => (recipe.picture(), recipe.author_name.clone()),
        ShownByLink::Set(_, recipes) => (recipes.iter().find_map(Recipe::picture), None),
    };
    let line = share.author_name.or(own).unwrap_or_default();
    let wanted = Drawing { title: shown.title().to_owned(), line, app: ui.t(INFO.title).into_owned(), photo };
    let drawn = drawings.get(&pictures, from, wanted).await?;
    // A link that was taken back is dead at once, for whoever stands in between too.
    let headers = [(header::CONTENT_TYPE, MEDIA_TYPE), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, drawn).into_response())
}
