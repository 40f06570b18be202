//! What comes out.

use chabudai_kernel::part::{IsoDay, KeyPart, Ulid};
use chabudai_web::schema::Spelled;
use schemars::JsonSchema;
use serde::Serialize;

use crate::model::{
    Admin, AdminId, Article, AuditEntry, Company, CompanyId, FavoriteStore, Flyer, FlyerId, FlyerItem, Moment, NewestFlyer, Notice, Ranked,
    Recipe, SharedRecipe, SharedRecipeId, Store, StoreId, User, UserId,
};
use crate::service::{HomeStore, Pair};

/// Something that is spelled as in keys.
fn text<T: KeyPart>(value: &T) -> String {
    let mut out = String::new();
    value.write(&mut out);
    out
}

/// Declares a view that is made of an entity, field by field.
macro_rules! views {
    ($($(#[$doc:meta])* $view:ident of $entity:ty as $as:ident { $($(#[$field_doc:meta])* $field:ident : $type:ty $(as $spelled:literal)? = $from:expr,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Serialize, JsonSchema)]
        #[serde(rename_all = "camelCase")]
        pub(super) struct $view {
            $($(#[$field_doc])* $(#[schemars(with = $spelled)])? pub(super) $field: $type,)+
        }

        impl From<$entity> for $view {
            fn from($as: $entity) -> Self {
                Self { $($field: $from,)+ }
            }
        }
    )+};
}

/// Tokens.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TokensView {
    /// For the `Authorization` header, as a bearer.
    access_token: String,
    /// Gives the next pair, once.
    refresh_token: String,
    /// How long the first is good, in seconds.
    expires_in: i64,
}

impl From<Pair> for TokensView {
    fn from(pair: Pair) -> Self {
        Self { access_token: pair.access, refresh_token: pair.refresh, expires_in: pair.expires_in }
    }
}

/// Somebody, for themselves.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChirashiUserView {
    #[schemars(with = "Spelled<UserId>")]
    user_id: UserId,
    email: Option<String>,
    name: String,
    notification_frequency: Option<&'static str>,
    prefecture: Option<&'static str>,
    has_password: bool,
    #[schemars(with = "Spelled<Moment>")]
    created_at: Moment,
    /// Send it as `seen` with a change that builds on this.
    #[schemars(with = "Spelled<Moment>")]
    updated_at: Moment,
}

impl From<User> for ChirashiUserView {
    fn from(user: User) -> Self {
        Self {
            user_id: user.user_id,
            email: user.email.map(|email| email.to_string()),
            name: user.name,
            notification_frequency: user.notification_frequency.map(crate::model::Frequency::as_str),
            prefecture: user.prefecture.map(crate::model::Prefecture::as_str),
            has_password: user.password_hash.is_some(),
            created_at: user.created_at,
            updated_at: user.updated_at,
        }
    }
}

views! {
    /// A store.
    StoreView of Store as store {
        store_id: StoreId as "Spelled<StoreId>" = store.store_id,
        company_id: CompanyId as "Spelled<CompanyId>" = store.company_id,
        company_name: String = store.company_name,
        name: String = store.name,
        logo: Option<String> = store.logo,
        address: String = store.address,
        prefecture: &'static str = store.prefecture.as_str(),
        region: &'static str = store.region.as_str(),
        phone: String = store.phone,
        opening_hours: Option<String> = store.opening_hours,
        sale_period: Option<String> = store.sale_period,
        updated_at: Moment as "Spelled<Moment>" = store.updated_at,
    }

    /// A flyer.
    FlyerView of Flyer as flyer {
        flyer_id: FlyerId as "Spelled<FlyerId>" = flyer.flyer_id,
        store_id: StoreId as "Spelled<StoreId>" = flyer.store_id,
        store_name: String = flyer.store_name,
        store_logo: Option<String> = flyer.store_logo,
        company_name: String = flyer.company_name,
        image_url: String = flyer.image_url,
        image_urls: Vec<String> = flyer.image_urls,
        valid_from: IsoDay as "Spelled<IsoDay>" = flyer.valid_from,
        valid_until: IsoDay as "Spelled<IsoDay>" = flyer.valid_until,
        address: String = flyer.address,
        prefecture: &'static str = flyer.prefecture.as_str(),
        region: &'static str = flyer.region.as_str(),
        phone: Option<String> = flyer.phone,
        opening_hours: Option<String> = flyer.opening_hours,
        description: Option<String> = flyer.description,
        updated_at: Moment as "Spelled<Moment>" = flyer.updated_at,
    }

    /// Something on offer.
    ItemView of FlyerItem as item {
        name: String = item.name,
        /// The food that it is, where the table of foods knows it.
        food_id: Option<&'static str> = item.food_id.map(chabudai_food::FoodId::as_str),
        /// In yen.
        price: Option<u64> = item.price,
        unit: Option<String> = item.unit,
        note: Option<String> = item.note,
    }

    /// A column.
    ArticleView of Article as article {
        article_id: u64 = article.article_id,
        title: String = article.title,
        content: String = article.content,
        images: Vec<String> = article.images,
        category: &'static str = article.category.as_str(),
        tags: Vec<String> = article.tags,
        status: &'static str = article.status.as_str(),
        published_at: Option<String> = article.published_at.map(|at| text(&at)),
        updated_at: Moment as "Spelled<Moment>" = article.updated_at,
    }

    /// A favourite.
    FavoriteView of FavoriteStore as favorite {
        store_id: StoreId as "Spelled<StoreId>" = favorite.store_id,
        store_name: String = favorite.store_name,
        store_logo: Option<String> = favorite.store_logo,
        address: String = favorite.address,
        phone: Option<String> = favorite.phone,
        notification_enabled: bool = favorite.notification_enabled,
        added_at: Moment as "Spelled<Moment>" = favorite.added_at,
    }

    /// What a store shows of its newest flyer.
    NewestView of NewestFlyer as flyer {
        flyer_id: FlyerId as "Spelled<FlyerId>" = flyer.flyer_id,
        image_url: String = flyer.image_url,
        valid_from: IsoDay as "Spelled<IsoDay>" = flyer.valid_from,
        valid_until: IsoDay as "Spelled<IsoDay>" = flyer.valid_until,
    }

    /// A favourite, with what is new there.
    HomeView of HomeStore as home {
        favorite: FavoriteView = home.favorite.into(),
        newest_flyer: Option<NewestView> = home.newest.map(NewestView::from),
    }

    /// A recipe from a flyer.
    FlyerRecipeView of Recipe as recipe {
        flyer_id: FlyerId as "Spelled<FlyerId>" = recipe.flyer_id,
        /// Markdown.
        recipe_text: String = recipe.recipe_text.unwrap_or_default(),
        ingredients: Vec<FlyerIngredientView> = recipe.ingredients.into_iter().map(FlyerIngredientView::from).collect(),
        generated_at: Option<String> = recipe.generated_at.map(|at| text(&at)),
    }

    /// Something of a flyer that a recipe takes.
    FlyerIngredientView of crate::model::Ingredient as ingredient {
        name: String = ingredient.name,
        /// In yen.
        price: Option<u64> = ingredient.price,
    }

    /// A recipe that was shared.
    SharedView of SharedRecipe as shared {
        title: String = shared.title().to_owned(),
        shared_recipe_id: SharedRecipeId as "Spelled<SharedRecipeId>" = shared.shared_recipe_id,
        flyer_id: FlyerId as "Spelled<FlyerId>" = shared.flyer_id,
        /// Markdown.
        recipe_text: String = shared.recipe_text,
        ingredients: Vec<FlyerIngredientView> = shared.ingredients.into_iter().map(FlyerIngredientView::from).collect(),
        store_name: String = shared.store_info.store_name,
        store_address: String = shared.store_info.store_address,
        flyer_valid_from: IsoDay as "Spelled<IsoDay>" = shared.store_info.flyer_valid_from,
        flyer_valid_until: IsoDay as "Spelled<IsoDay>" = shared.store_info.flyer_valid_until,
        shared_at: Moment as "Spelled<Moment>" = shared.shared_at,
        view_count: u64 = shared.view_count,
    }

    /// A place in the ranking.
    RankedView of Ranked as ranked {
        shared_recipe_id: SharedRecipeId as "Spelled<SharedRecipeId>" = ranked.shared_recipe_id,
        title: String = ranked.title,
        store_name: String = ranked.store_name,
        view_count: u64 = ranked.view_count,
    }

    /// A notice.
    NoticeView of Notice as notice {
        day: IsoDay as "Spelled<IsoDay>" = notice.day,
        flyer_id: FlyerId as "Spelled<FlyerId>" = notice.flyer_id,
        store_id: StoreId as "Spelled<StoreId>" = notice.store_id,
        store_name: String = notice.store_name,
        image_url: String = notice.image_url,
        valid_until: IsoDay as "Spelled<IsoDay>" = notice.valid_until,
        is_read: bool = notice.read_at.is_some(),
    }

    /// A company.
    CompanyView of (Company, IsoDay) as of {
        company_id: CompanyId as "Spelled<CompanyId>" = of.0.company_id,
        /// How the contract stands today.
        contract_status: &'static str = of.0.status(of.1).as_str(),
        contract_plan: &'static str = of.0.contract_plan.as_str(),
        contract_start_date: IsoDay as "Spelled<IsoDay>" = of.0.contract_start_date,
        contract_end_date: IsoDay as "Spelled<IsoDay>" = of.0.contract_end_date,
        store_count: u64 = of.0.store_count,
        updated_at: Moment as "Spelled<Moment>" = of.0.updated_at,
        name: String = of.0.name,
        contact_person: String = of.0.contact_person,
        email: String = of.0.email.to_string(),
        phone: String = of.0.phone,
        address: String = of.0.address,
    }

    /// An account of staff.
    AccountView of Admin as admin {
        admin_id: AdminId as "Spelled<AdminId>" = admin.admin_id,
        username: String = admin.username.to_string(),
        name: String = admin.name,
        email: String = admin.email.to_string(),
        role: &'static str = admin.role.as_str(),
        company_id: Option<String> = admin.company_id.map(|id| text(&id)),
        company_name: Option<String> = admin.company_name,
        store_id: Option<String> = admin.store_id.map(|id| text(&id)),
        store_name: Option<String> = admin.store_name,
        last_login_at: Option<String> = admin.last_login_at.map(|at| text(&at)),
        updated_at: Moment as "Spelled<Moment>" = admin.updated_at,
    }

    /// What somebody of the staff did.
    AuditView of AuditEntry as entry {
        entry_id: Ulid as "Spelled<Ulid>" = entry.entry_id,
        at: Moment as "Spelled<Moment>" = entry.at,
        admin_id: AdminId as "Spelled<AdminId>" = entry.admin_id,
        admin_name: String = entry.admin_name,
        role: &'static str = entry.role.as_str(),
        action: String = entry.action,
        subject: String = entry.subject,
        /// JSON of what has changed, as it was.
        before: Option<String> = entry.before,
        /// The same, as it is.
        after: Option<String> = entry.after,
    }
}

/// A flyer with what is on it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FlyerDetailView {
    pub(super) flyer: FlyerView,
    pub(super) items: Vec<ItemView>,
}
