//! Staff: signing in, companies and stores.

use axum::extract::State;
use axum::http::StatusCode;
use chabudai_kernel::part::IsoDay;
use chabudai_web::api::{Access, Api, operation};
use chabudai_web::input::{Json as Body, Path, Query};
use chabudai_web::list::{Cursor, ListView};
use chabudai_web::output::Json;
use chabudai_web::problem::Problem;
use chabudai_web::repeat::Repeatable;
use chabudai_web::schema::Spelled;
use schemars::JsonSchema;
use serde::Deserialize;

use super::auth::RefreshInput;
use super::view::{AccountView, CompanyView, StoreView, TokensView};
use super::{Answer, AppState, CompanyAt, Network, OfStaff, PAGE, PageParameters, StoreAt, once, paging};
use crate::error::ChirashiError;
use crate::model::{Action, CompanyId, ContractPlan, ContractStatus, Moment, Prefecture, Role, Target};
use crate::repo::{companies, stores};
use crate::service::{CompanyInput, Service, StoreInput};

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    let open = |id: &'static str, summary: &'static str| operation(id, summary).access(Access::Anybody);
    api.post(
        "/staff/sign-in",
        sign_in,
        open("chirashiStaffSignIn", "Staff sign in by user name")
            .body::<StaffSignInInput>()
            .answers::<TokensView>(200, "One is signed in."),
    )
    .post(
        "/staff/refresh",
        refresh,
        open("chirashiStaffRefresh", "The next pair of tokens").body::<RefreshInput>().answers::<TokensView>(200, "The next pair."),
    )
    .post(
        "/staff/sign-out",
        sign_out,
        open("chirashiStaffSignOut", "Sign out").body::<RefreshInput>().answers_nothing("One is out, at once."),
    )
    .get("/staff/me", get_me, operation("getChirashiStaffMe", "Which account one has").answers::<AccountView>(200, "One's account."))
    .get(
        "/staff/companies",
        list_companies,
        operation("listCompanies", "Companies, by contract and plan, or all")
            .query::<CompanyParameters>()
            .answers::<ListView<CompanyView>>(200, "A page of them."),
    )
    .post(
        "/staff/companies",
        create_company,
        operation("createCompany", "Make a company").body::<CompanyBody>().repeatable().answers::<CompanyView>(201, "The company."),
    )
    .get("/staff/companies/{companyId}", get_company, operation("getCompany", "A company").answers::<CompanyView>(200, "The company."))
    .patch(
        "/staff/companies/{companyId}",
        edit_company,
        operation("editCompany", "Change a company or its contract").body::<CompanyBody>().answers::<CompanyView>(200, "The company."),
    )
    .delete(
        "/staff/companies/{companyId}",
        delete_company,
        operation("deleteCompany", "Delete a company without stores").answers_nothing("It is gone."),
    )
    .get(
        "/staff/stores",
        list_stores,
        operation("listOwnStores", "The stores in one's scope")
            .query::<PageParameters>()
            .answers::<ListView<StoreView>>(200, "A page of them."),
    )
    .post(
        "/staff/companies/{companyId}/stores",
        create_store,
        operation("createStore", "Make a store").body::<StoreBody>().repeatable().answers::<StoreView>(201, "The store."),
    )
    .patch(
        "/staff/stores/{storeId}",
        edit_store,
        operation("editStore", "Change a store").body::<StoreBody>().answers::<StoreView>(200, "The store."),
    )
    .delete(
        "/staff/stores/{storeId}",
        delete_store,
        operation("deleteStore", "Delete a store, with its flyers").answers_nothing("It is gone."),
    )
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct StaffSignInInput {
    username: String,
    password: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CompanyParameters {
    /// All without.
    #[schemars(with = "Option<Spelled<ContractStatus>>")]
    status: Option<ContractStatus>,
    #[schemars(with = "Option<Spelled<ContractPlan>>")]
    plan: Option<ContractPlan>,
    #[schemars(range(min = 1, max = PAGE.most))]
    limit: Option<u32>,
    #[schemars(with = "Option<Cursor>")]
    cursor: Option<String>,
}

/// A company; of a change, what is not named stays.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CompanyBody {
    name: Option<String>,
    contact_person: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    address: Option<String>,
    #[schemars(with = "Option<Spelled<ContractPlan>>")]
    contract_plan: Option<ContractPlan>,
    #[schemars(with = "Option<Spelled<IsoDay>>")]
    contract_start_date: Option<IsoDay>,
    #[schemars(with = "Option<Spelled<IsoDay>>")]
    contract_end_date: Option<IsoDay>,
    suspended: Option<bool>,
    /// What `updatedAt` said when this was read.
    #[schemars(with = "Option<Spelled<Moment>>")]
    seen: Option<Moment>,
}

impl CompanyBody {
    fn input(self) -> (CompanyInput, Option<Moment>) {
        let input = CompanyInput {
            name: self.name,
            contact_person: self.contact_person,
            email: self.email,
            phone: self.phone,
            address: self.address,
            plan: self.contract_plan,
            start: self.contract_start_date,
            end: self.contract_end_date,
            suspended: self.suspended,
        };
        (input, self.seen)
    }
}

/// A store; of a change, what is not named stays, and an empty text goes.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct StoreBody {
    name: Option<String>,
    logo: Option<String>,
    address: Option<String>,
    #[schemars(with = "Option<Spelled<Prefecture>>")]
    prefecture: Option<Prefecture>,
    phone: Option<String>,
    opening_hours: Option<String>,
    sale_period: Option<String>,
    /// What `updatedAt` said when this was read.
    #[schemars(with = "Option<Spelled<Moment>>")]
    seen: Option<Moment>,
}

impl StoreBody {
    fn input(self) -> (StoreInput, Option<Moment>) {
        let input = StoreInput {
            name: self.name,
            logo: self.logo,
            address: self.address,
            prefecture: self.prefecture,
            phone: self.phone,
            opening_hours: self.opening_hours,
            sale_period: self.sale_period,
        };
        (input, self.seen)
    }
}

async fn sign_in(State(service): State<Service>, Network(from): Network, Body(input): Body<StaffSignInInput>) -> Answer<TokensView> {
    let (_, pair) = service.staff_sign_in(&input.username, &input.password, &from).await?;
    Ok(Json(pair.into()))
}

async fn refresh(State(service): State<Service>, Body(input): Body<RefreshInput>) -> Answer<TokensView> {
    Ok(Json(service.staff_refresh(&input.refresh_token).await?.into()))
}

async fn sign_out(State(service): State<Service>, Body(input): Body<RefreshInput>) -> Result<StatusCode, Problem> {
    service.staff_sign_out(&input.refresh_token).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn get_me(OfStaff(staff): OfStaff) -> Answer<AccountView> {
    Ok(Json(staff.admin.into()))
}

async fn list_companies(
    State(service): State<Service>,
    OfStaff(staff): OfStaff,
    Query(given): Query<CompanyParameters>,
) -> Answer<ListView<CompanyView>> {
    service.may(&staff, Action::ListCompanies, Target::default(), "company")?;
    let (today, paging) = (service.today(), paging(given.limit, given.cursor.as_deref())?);
    let (items, next_cursor) = match given.status {
        Some(status) => {
            let found = companies::by_contract(service.db(), status, given.plan, today, paging).await?;
            (found.items, found.next)
        }
        None => companies::all(service.db(), paging).await?,
    };
    Ok(Json(ListView { items: items.into_iter().map(|company| CompanyView::from((company, today))).collect(), next_cursor }))
}

async fn create_company(
    State(service): State<Service>,
    OfStaff(staff): OfStaff,
    input: Repeatable<CompanyBody>,
) -> Result<(StatusCode, Json<CompanyView>), Problem> {
    let once = once(&input);
    let company = service.create_company(&staff, &input.body.input().0, once.as_ref()).await?;
    Ok((StatusCode::CREATED, Json((company, service.today()).into())))
}

async fn get_company(State(service): State<Service>, OfStaff(staff): OfStaff, Path(at): Path<CompanyAt>) -> Answer<CompanyView> {
    Ok(Json((service.read_company(&staff, at.company_id).await?, service.today()).into()))
}

async fn edit_company(
    State(service): State<Service>,
    OfStaff(staff): OfStaff,
    Path(at): Path<CompanyAt>,
    Body(body): Body<CompanyBody>,
) -> Answer<CompanyView> {
    let (input, seen) = body.input();
    Ok(Json((service.edit_company(&staff, at.company_id, &input, seen).await?, service.today()).into()))
}

async fn delete_company(State(service): State<Service>, OfStaff(staff): OfStaff, Path(at): Path<CompanyAt>) -> Result<StatusCode, Problem> {
    service.delete_company(&staff, at.company_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The company of somebody who has one.
pub(super) fn company_of(staff: &crate::service::Staff) -> Result<CompanyId, Problem> {
    Ok(staff.admin.company_id.ok_or(ChirashiError::NotFound("company"))?)
}

/// All for a system administrator, the company's for its administrator, one for a store user.
async fn list_stores(
    State(service): State<Service>,
    OfStaff(staff): OfStaff,
    Query(given): Query<PageParameters>,
) -> Answer<ListView<StoreView>> {
    let paging = paging(given.limit, given.cursor.as_deref())?;
    let (items, next_cursor) = match staff.admin.role {
        Role::SystemAdmin => stores::all(service.db(), paging).await?,
        Role::CompanyAdmin => {
            let found = stores::of_company(service.db(), company_of(&staff)?, paging).await?;
            (found.items, found.next)
        }
        Role::StoreUser => match staff.admin.store_id {
            Some(store) => (stores::store(service.db(), store).await?.into_iter().collect(), None),
            None => (Vec::new(), None),
        },
    };
    Ok(Json(ListView { items: items.into_iter().map(StoreView::from).collect(), next_cursor }))
}

async fn create_store(
    State(service): State<Service>,
    OfStaff(staff): OfStaff,
    Path(at): Path<CompanyAt>,
    input: Repeatable<StoreBody>,
) -> Result<(StatusCode, Json<StoreView>), Problem> {
    let once = once(&input);
    let store = service.create_store(&staff, at.company_id, &input.body.input().0, once.as_ref()).await?;
    Ok((StatusCode::CREATED, Json(store.into())))
}

async fn edit_store(
    State(service): State<Service>,
    OfStaff(staff): OfStaff,
    Path(at): Path<StoreAt>,
    Body(body): Body<StoreBody>,
) -> Answer<StoreView> {
    let (input, seen) = body.input();
    Ok(Json(service.edit_store(&staff, at.store_id, &input, seen).await?.into()))
}

async fn delete_store(State(service): State<Service>, OfStaff(staff): OfStaff, Path(at): Path<StoreAt>) -> Result<StatusCode, Problem> {
    service.delete_store(&staff, at.store_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
