//! The flags of Wardrobe: who may make one, how often one is asked for, and how much may be made without an account.

use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::api::NewWardrobes;
use crate::service::DailyLimits;

const MB: u64 = 1024 * 1024;

/// Who may make a wardrobe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WhoMakes {
    /// Whoever comes
    Anybody,
    /// Whoever is signed in in this house
    People,
    /// Nobody: those that are there go on
    Nobody,
}

/// What keeps one visitor from filling the house. Each number is of one day, by UTC; 0 is no limit.
#[derive(Args, Clone, Debug)]
pub(crate) struct WardrobeOptions {
    /// Requests a second for one wardrobe, with bursts of ten times as many; 0 for no limit
    #[arg(long, env = "CHABUDAI_RATE_PER_WARDROBE", default_value_t = 50, value_name = "N")]
    pub(crate) rate_per_wardrobe: u32,
    /// Who may make a wardrobe
    #[arg(long, env = "CHABUDAI_NEW_WARDROBES", default_value = "anybody", value_name = "WHO")]
    pub(crate) new_wardrobes: WhoMakes,
    /// Wardrobes that one address may make in a day; 0 for no limit
    #[arg(long, env = "CHABUDAI_QUOTA_WARDROBES_PER_ADDRESS", default_value_t = 20, value_name = "N")]
    quota_wardrobes_per_address: u64,
    /// Wardrobes that all addresses together may make in a day; 0 for no limit
    #[arg(long, env = "CHABUDAI_QUOTA_WARDROBES", default_value_t = 1000, value_name = "N")]
    quota_wardrobes: u64,
    /// Garments, outfits and records that may be added to one wardrobe in a day; 0 for no limit
    #[arg(long, env = "CHABUDAI_QUOTA_ENTRIES_PER_WARDROBE", default_value_t = 2000, value_name = "N")]
    quota_entries_per_wardrobe: u64,
    /// Megabytes of pictures, as they are kept, that one wardrobe may take in a day; 0 for no limit
    #[arg(long, env = "CHABUDAI_QUOTA_PICTURES_PER_WARDROBE", default_value_t = 256, value_name = "MB")]
    quota_pictures_per_wardrobe: u64,
    /// The same from one address; 0 for no limit
    #[arg(long, env = "CHABUDAI_QUOTA_PICTURES_PER_ADDRESS", default_value_t = 256, value_name = "MB")]
    quota_pictures_per_address: u64,
    /// The same from all addresses together; 0 for no limit
    #[arg(long, env = "CHABUDAI_QUOTA_PICTURES", default_value_t = 4096, value_name = "MB")]
    quota_pictures: u64,
}

impl WardrobeOptions {
    /// How much may be made in a day.
    pub(crate) fn daily_limits(&self) -> DailyLimits {
        let some = |number: u64| (number > 0).then_some(number);
        let megabytes = |number: u64| some(number.saturating_mul(MB));
        DailyLimits {
            wardrobes_per_address: some(self.quota_wardrobes_per_address),
            wardrobes: some(self.quota_wardrobes),
            entries_per_wardrobe: some(self.quota_entries_per_wardrobe),
            picture_bytes_per_wardrobe: megabytes(self.quota_pictures_per_wardrobe),
            picture_bytes_per_address: megabytes(self.quota_pictures_per_address),
            picture_bytes: megabytes(self.quota_pictures),
        }
    }

    /// Who may make a wardrobe, as Wardrobe asks.
    pub(crate) fn new_wardrobes(&self) -> NewWardrobes {
        match self.new_wardrobes {
            WhoMakes::Anybody => NewWardrobes::Anybody,
            WhoMakes::Nobody => NewWardrobes::Nobody,
            WhoMakes::People => NewWardrobes::People,
        }
    }

    /// For the effective configuration.
    pub(crate) fn shown(&self) -> serde_json::Value {
        serde_json::json!({
            "ratePerWardrobe": self.rate_per_wardrobe,
            "newWardrobes": self.new_wardrobes,
            "wardrobesPerAddress": self.quota_wardrobes_per_address,
            "wardrobes": self.quota_wardrobes,
            "entriesPerWardrobe": self.quota_entries_per_wardrobe,
            "picturesPerWardrobe": self.quota_pictures_per_wardrobe,
            "picturesPerAddress": self.quota_pictures_per_address,
            "pictures": self.quota_pictures,
        })
    }
}
