//! How much may be made without an account, and how much of the disk is left alone.

use std::sync::{Arc, OnceLock};

use anyhow::{Result, bail};
use axum::http::HeaderMap;
use chabudai_app_okusuri::design::Okusuri;
use chabudai_app_wardrobe::api::{Answer, KnowsPeople, NewWardrobes};
use chabudai_app_wardrobe::service::DailyLimits;
use chabudai_identity::sign_in::SignIn;
use chabudai_web::route_cost;
use clap::{Args, ValueEnum};
use futures::future::BoxFuture;
use serde::Serialize;

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
pub(crate) struct QuotaOptions {
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
    /// Megabytes of the disk that pictures leave free, so that everything small goes on; 0 for none
    #[arg(long, env = "CHABUDAI_RESERVE", default_value_t = 512, value_name = "MB")]
    reserve: u64,
}

impl QuotaOptions {
    /// The limits of Wardrobe.
    pub(crate) fn wardrobe(&self) -> DailyLimits {
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

    /// The bytes of the disk that are not for pictures.
    pub(crate) fn reserve(&self) -> u64 {
        self.reserve.saturating_mul(MB)
    }

    /// Who may make a wardrobe, as Wardrobe asks.
    pub(crate) fn new_wardrobes(&self, apps: &[String], people: &People) -> Result<NewWardrobes> {
        Ok(match self.new_wardrobes {
            WhoMakes::Anybody => NewWardrobes::Anybody,
            WhoMakes::Nobody => NewWardrobes::Nobody,
            WhoMakes::People if apps.iter().any(|app| app == "okusuri") => NewWardrobes::People(Arc::new(people.clone())),
            WhoMakes::People => bail!("--new-wardrobes people needs okusuri among the apps: it is where people sign in"),
        })
    }

    /// For the effective configuration.
    pub(crate) fn shown(&self) -> serde_json::Value {
        serde_json::json!({
            "newWardrobes": self.new_wardrobes,
            "wardrobesPerAddress": self.quota_wardrobes_per_address,
            "wardrobes": self.quota_wardrobes,
            "entriesPerWardrobe": self.quota_entries_per_wardrobe,
            "picturesPerWardrobe": self.quota_pictures_per_wardrobe,
            "picturesPerAddress": self.quota_pictures_per_address,
            "pictures": self.quota_pictures,
            "reserve": self.reserve,
        })
    }
}

/// The people of the house, for apps that are mounted before they are.
#[derive(Clone, Default)]
pub(crate) struct People(Arc<OnceLock<SignIn<Okusuri>>>);

impl People {
    /// Here they are.
    pub(crate) fn are(&self, sign_in: &SignIn<Okusuri>) {
        self.0.get_or_init(|| sign_in.clone());
    }
}

impl KnowsPeople for People {
    fn is_signed_in<'a>(&'a self, headers: &'a HeaderMap) -> BoxFuture<'a, Answer<bool>> {
        Box::pin(async move {
            match self.0.get() {
                Some(sign_in) => Ok(route_cost::for_the_house(sign_in.whoever_asks(headers)).await?.is_some()),
                None => Ok(false),
            }
        })
    }

    fn sign_in(&self) -> &'static str {
        "/okusuri/sign-in"
    }
}
