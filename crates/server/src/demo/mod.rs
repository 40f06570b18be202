//! Lifelike data for an empty house, to look around in.

mod okusuri; // somebody with a year of days
mod wardrobe; // clothes for every season, outfits, a year of records

use std::path::Path;

use anyhow::{Result, bail};

use crate::serve::House;

/// Fills every app that is mounted and has nothing in it.
pub(crate) async fn fill(house: &House, data: &Path, public_url: &str) -> Result<()> {
    if house.wardrobe().is_err() && house.okusuri().is_err() {
        bail!("--demo fills a wardrobe or Okusuri, and neither is among the apps");
    }
    if let Ok(app) = house.wardrobe() {
        wardrobe::fill(app, data, public_url).await?;
    }
    if let Ok(app) = house.okusuri() {
        okusuri::fill(app, data, public_url).await?;
    }
    Ok(())
}
