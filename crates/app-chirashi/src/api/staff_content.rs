//! Staff: flyers, columns, accounts, and the log.

use axum::extract::State;
use axum::http::StatusCode;
use chabudai_kernel::part::IsoDay;
use chabudai_web::api::{Api, operation};
use chabudai_web::input::{Json as Body, Path, Query};
use chabudai_web::list::{Cursor, ListView};
use chabudai_web::output::Json;
use chabudai_web::problem::Problem;
use chabudai_web::repeat::Repeatable;
use chabudai_web::schema::Spelled;
use schemars::JsonSchema;
use serde::Deserialize;

use super::staff::company_of;
use super::view::{AccountView, ArticleView, AuditView, FlyerView};
use super::{AdminAt, Answer, AppState, ArticleAt, DayAt, FlyerAt, OfStaff, PAGE, PageParameters, StoreAt, once, paging};
use crate::model::{Action, Category, CompanyId, Moment, Role, StoreId, Target};
use crate::repo::flyers::Which;
use crate::repo::{articles, audit, flyers, staff as accounts};
use crate::service::{AccountEdit, AccountInput, ArticleInput, FlyerInput, ItemInput, Service};

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.get(
        "/staff/flyers",
        list_flyers,
        operation("listOwnFlyers", "The flyers in one's scope, those that begin later too")
            .query::<PageParameters>()
            .answers::<ListView<FlyerView>>(200, "A page of them."),
    )
    .post(
        "/staff/stores/{storeId}/flyers",
        create_flyer,
        operation("createFlyer", "Publish a flyer").body::<FlyerBody>().repeatable().answers::<FlyerView>(201, "The flyer."),
    )
    .patch(
        "/staff/flyers/{flyerId}",
        edit_flyer,
        operation("editFlyer", "Change a flyer").body::<FlyerBody>().answers::<FlyerView>(200, "The flyer."),
    )
    .delete("/staff/flyers/{flyerId}", delete_flyer, operation("deleteFlyer", "Delete a flyer").answers_nothing("It is gone."))
    .get(
        "/staff/drafts",
        list_drafts,
        operation("listDrafts", "The drafts in one's scope")
            .query::<PageParameters>()
            .answers::<ListView<ArticleView>>(200, "A page of them."),
    )
    .post(
        "/staff/articles",
        create_article,
        operation("createArticle", "Write a column").body::<ArticleBody>().answers::<ArticleView>(201, "The column."),
    )
    .patch(
        "/staff/articles/{articleId}",
        edit_article,
        operation("editArticle", "Change, publish or withdraw a column").body::<ArticleBody>().answers::<ArticleView>(200, "The column."),
    )
    .delete("/staff/articles/{articleId}", delete_article, operation("deleteArticle", "Delete a column").answers_nothing("It is gone."))
    .get(
        "/staff/accounts",
        list_accounts,
        operation("listAccounts", "The accounts in one's scope, by role")
            .query::<AccountParameters>()
            .answers::<ListView<AccountView>>(200, "A page of them."),
    )
    .post(
        "/staff/accounts",
        create_account,
        operation("createAccount", "Make an account").body::<AccountBody>().repeatable().answers::<AccountView>(201, "The account."),
    )
    .patch(
        "/staff/accounts/{adminId}",
        edit_account,
        operation("editAccount", "Change an account").body::<AccountEditBody>().answers::<AccountView>(200, "The account."),
    )
    .delete("/staff/accounts/{adminId}", delete_account, operation("deleteAccount", "Delete an account").answers_nothing("It is gone."))
    .get(
        "/staff/audit/{day}",
        read_audit,
        operation("readAudit", "What staff did on a day, the last first")
            .query::<PageParameters>()
            .answers::<ListView<AuditView>>(200, "A page of it."),
    )
}

/// A flyer; of a change, what is not named stays.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FlyerBody {
    /// Its pages, ten at most.
    images: Option<Vec<String>>,
    #[schemars(with = "Option<Spelled<IsoDay>>")]
    valid_from: Option<IsoDay>,
    /// At most 62 days in all.
    #[schemars(with = "Option<Spelled<IsoDay>>")]
    valid_until: Option<IsoDay>,
    description: Option<String>,
    /// What is on it, at most 120 things.
    items: Option<Vec<ItemBody>>,
    /// What `updatedAt` said when this was read.
    #[schemars(with = "Option<Spelled<Moment>>")]
    seen: Option<Moment>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ItemBody {
    name: String,
    /// In yen.
    price: Option<u64>,
    unit: Option<String>,
    note: Option<String>,
}

impl FlyerBody {
    fn input(self) -> (FlyerInput, Option<Moment>) {
        let item = |item: ItemBody| ItemInput { name: item.name, price: item.price, unit: item.unit, note: item.note };
        let input = FlyerInput {
            images: self.images,
            valid_from: self.valid_from,
            valid_until: self.valid_until,
            description: self.description,
            items: self.items.map(|items| items.into_iter().map(item).collect()),
        };
        (input, self.seen)
    }
}

/// A column; of a change, what is not named stays.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ArticleBody {
    title: Option<String>,
    content: Option<String>,
    images: Option<Vec<String>>,
    #[schemars(with = "Option<Spelled<Category>>")]
    category: Option<Category>,
    tags: Option<Vec<String>>,
    /// Whether the public sees it.
    published: Option<bool>,
    /// What `updatedAt` said when this was read.
    #[schemars(with = "Option<Spelled<Moment>>")]
    seen: Option<Moment>,
}

impl ArticleBody {
    fn input(self) -> (ArticleInput, Option<Moment>) {
        let input = ArticleInput {
            title: self.title,
            content: self.content,
            images: self.images,
            category: self.category,
            tags: self.tags,
            published: self.published,
        };
        (input, self.seen)
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AccountParameters {
    /// Of a company; a company administrator's own without.
    #[schemars(with = "Option<Spelled<CompanyId>>")]
    company_id: Option<CompanyId>,
    #[schemars(with = "Option<Spelled<Role>>")]
    role: Option<Role>,
    #[schemars(range(min = 1, max = PAGE.most))]
    limit: Option<u32>,
    #[schemars(with = "Option<Cursor>")]
    cursor: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AccountBody {
    username: String,
    name: String,
    email: String,
    /// 8 to 72 bytes.
    password: String,
    #[schemars(with = "Spelled<Role>")]
    role: Role,
    #[schemars(with = "Option<Spelled<CompanyId>>")]
    company_id: Option<CompanyId>,
    #[schemars(with = "Option<Spelled<StoreId>>")]
    store_id: Option<StoreId>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AccountEditBody {
    name: Option<String>,
    email: Option<String>,
    password: Option<String>,
    #[schemars(with = "Option<Spelled<Role>>")]
    role: Option<Role>,
    #[schemars(with = "Option<Spelled<StoreId>>")]
    store_id: Option<StoreId>,
    /// What `updatedAt` said when this was read.
    #[schemars(with = "Option<Spelled<Moment>>")]
    seen: Option<Moment>,
}

async fn list_flyers(
    State(service): State<Service>,
    OfStaff(staff): OfStaff,
    Query(given): Query<PageParameters>,
) -> Answer<ListView<FlyerView>> {
    let paging = paging(given.limit, given.cursor.as_deref())?;
    let (items, next_cursor) = match (staff.admin.role, staff.admin.store_id) {
        (Role::SystemAdmin, _) => flyers::all(service.db(), paging).await?,
        (Role::CompanyAdmin, _) => {
            let found = flyers::of_company(service.db(), company_of(&staff)?, paging).await?;
            (found.items, found.next)
        }
        (Role::StoreUser, Some(store)) => {
            let found = flyers::of_store(service.db(), store, Which::All, paging).await?;
            (found.items, found.next)
        }
        (Role::StoreUser, None) => (Vec::new(), None),
    };
    Ok(Json(ListView { items: items.into_iter().map(FlyerView::from).collect(), next_cursor }))
}

async fn create_flyer(
    State(service): State<Service>,
    OfStaff(staff): OfStaff,
    Path(at): Path<StoreAt>,
    input: Repeatable<FlyerBody>,
) -> Result<(StatusCode, Json<FlyerView>), Problem> {
    let once = once(&input);
    let flyer = service.create_flyer(&staff, at.store_id, &input.body.input().0, once.as_ref()).await?;
    Ok((StatusCode::CREATED, Json(flyer.into())))
}

async fn edit_flyer(
    State(service): State<Service>,
    OfStaff(staff): OfStaff,
    Path(at): Path<FlyerAt>,
    Body(body): Body<FlyerBody>,
) -> Answer<FlyerView> {
    let (input, seen) = body.input();
    Ok(Json(service.edit_flyer(&staff, at.flyer_id, &input, seen).await?.into()))
}

async fn delete_flyer(State(service): State<Service>, OfStaff(staff): OfStaff, Path(at): Path<FlyerAt>) -> Result<StatusCode, Problem> {
    service.delete_flyer(&staff, at.flyer_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn list_drafts(
    State(service): State<Service>,
    OfStaff(staff): OfStaff,
    Query(given): Query<PageParameters>,
) -> Answer<ListView<ArticleView>> {
    let paging = paging(given.limit, given.cursor.as_deref())?;
    let (company, store) = match staff.admin.role {
        Role::SystemAdmin => (None, None),
        Role::CompanyAdmin => (Some(company_of(&staff)?), None),
        Role::StoreUser => {
            // An account without a store reaches no draft: not those of its company either.
            let Some(store) = staff.admin.store_id else { return Ok(Json(ListView { items: Vec::new(), next_cursor: None })) };
            (Some(company_of(&staff)?), Some(store))
        }
    };
    let found = articles::drafts(service.db(), company, store, paging).await?;
    Ok(Json(ListView { items: found.items.into_iter().map(ArticleView::from).collect(), next_cursor: found.next }))
}

async fn create_article(
    State(service): State<Service>,
    OfStaff(staff): OfStaff,
    Body(body): Body<ArticleBody>,
) -> Result<(StatusCode, Json<ArticleView>), Problem> {
    Ok((StatusCode::CREATED, Json(service.create_article(&staff, &body.input().0).await?.into())))
}

async fn edit_article(
    State(service): State<Service>,
    OfStaff(staff): OfStaff,
    Path(at): Path<ArticleAt>,
    Body(body): Body<ArticleBody>,
) -> Answer<ArticleView> {
    let (input, seen) = body.input();
    Ok(Json(service.edit_article(&staff, at.article_id, &input, seen).await?.into()))
}

async fn delete_article(State(service): State<Service>, OfStaff(staff): OfStaff, Path(at): Path<ArticleAt>) -> Result<StatusCode, Problem> {
    service.delete_article(&staff, at.article_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn list_accounts(
    State(service): State<Service>,
    OfStaff(staff): OfStaff,
    Query(given): Query<AccountParameters>,
) -> Answer<ListView<AccountView>> {
    let company = given.company_id.or(staff.admin.company_id);
    service.may(&staff, Action::ListAccounts, Target { company, store: None }, "company")?;
    let paging = paging(given.limit, given.cursor.as_deref())?;
    let (items, next_cursor) = if let Some(company) = company {
        let found = accounts::of_company(service.db(), company, given.role, paging).await?;
        (found.items, found.next)
    } else {
        let (items, next) = accounts::all(service.db(), paging).await?;
        (items.into_iter().filter(|admin| given.role.is_none_or(|role| admin.role == role)).collect(), next)
    };
    Ok(Json(ListView { items: items.into_iter().map(AccountView::from).collect(), next_cursor }))
}

async fn create_account(
    State(service): State<Service>,
    OfStaff(staff): OfStaff,
    input: Repeatable<AccountBody>,
) -> Result<(StatusCode, Json<AccountView>), Problem> {
    let once = once(&input);
    let body = input.body;
    let account = AccountInput {
        username: body.username,
        name: body.name,
        email: body.email,
        password: body.password,
        role: Some(body.role),
        company: body.company_id,
        store: body.store_id,
    };
    Ok((StatusCode::CREATED, Json(service.create_account(Some(&staff), &account, once.as_ref()).await?.into())))
}

async fn edit_account(
    State(service): State<Service>,
    OfStaff(staff): OfStaff,
    Path(at): Path<AdminAt>,
    Body(body): Body<AccountEditBody>,
) -> Answer<AccountView> {
    let edit = AccountEdit { name: body.name, email: body.email, password: body.password, role: body.role, store: body.store_id };
    Ok(Json(service.edit_account(&staff, at.admin_id, &edit, body.seen).await?.into()))
}

async fn delete_account(State(service): State<Service>, OfStaff(staff): OfStaff, Path(at): Path<AdminAt>) -> Result<StatusCode, Problem> {
    service.delete_account(&staff, at.admin_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn read_audit(
    State(service): State<Service>,
    OfStaff(staff): OfStaff,
    Path(at): Path<DayAt>,
    Query(given): Query<PageParameters>,
) -> Answer<ListView<AuditView>> {
    service.may(&staff, Action::ReadAudit, Target::default(), "log")?;
    let found = audit::of_day(service.db(), at.day, paging(given.limit, given.cursor.as_deref())?).await?;
    Ok(Json(ListView { items: found.items.into_iter().map(AuditView::from).collect(), next_cursor: found.next }))
}
