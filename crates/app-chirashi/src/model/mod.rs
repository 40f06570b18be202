//! Entities, ids, value types, and the rules that need no store.

mod article; // columns, and the counter that numbers them
mod audit; // what staff did
mod company; // companies and their contracts
mod favorite; // who favours which store
mod flyer; // flyers, and what is on them
mod matrix; // who may do what, and how far
mod moment; // moments and days, each with one spelling
mod notice; // what people are told, and when
mod person; // people, their guards and sessions
mod place; // prefectures and regions
mod recipe; // recipes from flyers, shared ones, the ranking
mod staff; // accounts of staff
mod store; // stores
pub(crate) mod text; // how long each text may be

pub use article::*;
pub use audit::*;
pub use company::*;
pub use favorite::*;
pub use flyer::*;
pub use matrix::*;
pub use moment::*;
pub use notice::*;
pub use person::*;
pub use place::*;
pub use recipe::*;
pub use staff::*;
pub use store::*;

chabudai_kernel::id! {
    /// Somebody who uses the app.
    pub UserId = "user_"
}

chabudai_kernel::id! {
    /// An account of staff.
    pub AdminId = "admin_"
}

chabudai_kernel::id! {
    /// A company.
    pub CompanyId = "company_"
}

chabudai_kernel::id! {
    /// A store.
    pub StoreId = "store_"
}

chabudai_kernel::id! {
    /// A flyer.
    pub FlyerId = "flyer_"
}

chabudai_kernel::id! {
    /// A recipe that was shared.
    pub SharedRecipeId = "shared_recipe_"
}
