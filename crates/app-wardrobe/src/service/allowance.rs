//! How much may be made in a day. Wardrobes ask for no account, so that nothing else keeps one visitor from filling the house.

use std::net::IpAddr;

use chabudai_jobs::quota::{Quotas, Wanted};

use super::Service;
use crate::error::{Result, WardrobeError, WardrobeReason};
use crate::model::WardrobeId;

/// How much there is in a day; none is no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DailyLimits {
    /// Wardrobes that one network may make.
    pub wardrobes_per_address: Option<u64>,
    /// Wardrobes that everybody together may make.
    pub wardrobes: Option<u64>,
    /// Garments, outfits and records, together, that may be added to one wardrobe.
    pub entries_per_wardrobe: Option<u64>,
    /// Bytes of pictures, as they are kept, for one wardrobe.
    pub picture_bytes_per_wardrobe: Option<u64>,
    /// The same from one network.
    pub picture_bytes_per_address: Option<u64>,
    /// The same from everybody together.
    pub picture_bytes: Option<u64>,
}

/// The limits, and who counts.
#[derive(Clone)]
pub(super) struct Allowance {
    limits: DailyLimits,
    quotas: Quotas,
}

/// Who is nobody in particular. No network and no wardrobe is called so.
const EVERYBODY: &str = "everybody";

/// The network that a request comes from. Whoever comes from none that is known shares one.
fn network(from: Option<IpAddr>) -> String {
    from.map_or_else(|| "unknown".to_owned(), |address| address.to_string())
}

impl Service {
    /// Within limits. Without them, as for a demonstration, anything goes.
    #[must_use]
    pub fn within(self, limits: DailyLimits, quotas: Quotas) -> Self {
        Self { allowance: Some(Allowance { limits, quotas }), ..self }
    }

    /// A wardrobe may be made from here.
    pub(super) async fn allow_wardrobe(&self, from: Option<IpAddr>) -> Result<()> {
        let Some(Allowance { limits, .. }) = &self.allowance else { return Ok(()) };
        let (what, network) = ("wardrobe.wardrobes", network(from));
        // Everybody's last: who has nothing left takes nothing from the others.
        self.take(Wanted { what, by: &network, amount: 1, most: limits.wardrobes_per_address }).await?;
        self.take(Wanted { what, by: EVERYBODY, amount: 1, most: limits.wardrobes }).await
    }

    /// A garment, an outfit or a record may be added.
    pub(super) async fn allow_entry(&self, wardrobe: WardrobeId) -> Result<()> {
        let Some(Allowance { limits, .. }) = &self.allowance else { return Ok(()) };
        let by = wardrobe.to_string();
        self.take(Wanted { what: "wardrobe.entries", by: &by, amount: 1, most: limits.entries_per_wardrobe }).await
    }

    /// A picture of so many bytes may be kept.
    pub(super) async fn allow_picture(&self, wardrobe: WardrobeId, from: Option<IpAddr>, bytes: u64) -> Result<()> {
        let Some(Allowance { limits, .. }) = &self.allowance else { return Ok(()) };
        let (what, amount, owner, network) = ("wardrobe.picture-bytes", bytes, wardrobe.to_string(), network(from));
        self.take(Wanted { what, by: &owner, amount, most: limits.picture_bytes_per_wardrobe }).await?;
        self.take(Wanted { what, by: &network, amount, most: limits.picture_bytes_per_address }).await?;
        self.take(Wanted { what, by: EVERYBODY, amount, most: limits.picture_bytes }).await
    }

    async fn take(&self, wanted: Wanted<'_>) -> Result<()> {
        let Some(Allowance { quotas, .. }) = &self.allowance else { return Ok(()) };
        if quotas.take(wanted).await? {
            return Ok(());
        }
        tracing::warn!(what = wanted.what, "a day's allowance is used up");
        Err(WardrobeError::Own(WardrobeReason::EnoughToday(quotas.more_in().as_secs())))
    }
}
