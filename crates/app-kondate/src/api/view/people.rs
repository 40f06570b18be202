//! Kitchens and who is in them, as JSON.

use chabudai_kernel::part::UtcSeconds;
use chabudai_web::schema::Spelled;
use schemars::JsonSchema;
use serde::Serialize;

use crate::model::{Member, Membership};

/// A kitchen that somebody is in.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct KitchenView {
    id: String,
    /// Empty where nobody has named it.
    name: String,
    /// When they last chose it, in Unix milliseconds.
    last_used_at: u64,
}

impl KitchenView {
    pub(in crate::api) fn of(membership: Membership) -> Self {
        Self { id: membership.kitchen_id.to_string(), name: membership.name, last_used_at: membership.last_used_at.0 }
    }
}

/// Somebody in a kitchen.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct MemberView {
    id: String,
    name: String,
    #[schemars(extend("enum" = ["owner", "member"]))]
    role: &'static str,
    #[schemars(with = "Spelled<UtcSeconds>")]
    joined_at: String,
}

impl MemberView {
    pub(in crate::api) fn of(member: Member) -> Self {
        Self { id: member.person_id.to_string(), name: member.name, role: member.role.as_str(), joined_at: member.joined_at.to_string() }
    }
}
