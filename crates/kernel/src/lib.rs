//! x
#[doc(hidden)] pub use serde;
#[doc(hidden)] pub use uuid;
pub mod number; pub mod value; pub mod packed; pub mod part; pub mod key; pub mod design; pub mod entity;
