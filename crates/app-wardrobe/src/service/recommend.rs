//! What to wear: clothes of the season that have waited longest.

use chabudai_kernel::part::Day;

use super::Service;
use crate::error::Result;
use crate::model::{Clothing, Genre, SeasonTag, WardrobeId};
use crate::repo::clothes;

/// At most so many of each.
const OF_EACH: usize = 2;

/// A suggestion for a day.
#[derive(Clone, PartialEq, Debug)]
pub struct Recommendation {
    /// The season of that day.
    pub season: SeasonTag,
    /// Tops, the longest unworn first.
    pub tops: Vec<Clothing>,
    /// Bottoms, the longest unworn first.
    pub bottoms: Vec<Clothing>,
}

impl Recommendation {
    /// All of it, as one wears it.
    pub fn garments(&self) -> impl Iterator<Item = &Clothing> {
        self.tops.iter().chain(&self.bottoms)
    }

    /// What one would wear of it: the top and the bottom that have waited longest. The others are there to change to.
    pub fn combination(&self) -> impl Iterator<Item = &Clothing> {
        self.tops.iter().take(1).chain(self.bottoms.iter().take(1))
    }

    /// There is nothing to suggest.
    pub fn is_empty(&self) -> bool {
        self.garments().next().is_none()
    }
}

/// The season of a day, by its month.
pub fn season_of(day: Day) -> SeasonTag {
    match day.0.month() {
        3..=5 => SeasonTag::Spring,
        6..=8 => SeasonTag::Summer,
        9..=11 => SeasonTag::Autumn,
        _ => SeasonTag::Winter,
    }
}

impl Service {
    /// Two tops and two bottoms of the season (or of all seasons) that were not worn for longest; never worn comes first.
    pub async fn recommend(&self, wardrobe: WardrobeId, today: Day) -> Result<Recommendation> {
        let season = season_of(today);
        let most = [(Genre::Tops, OF_EACH), (Genre::Bottoms, OF_EACH)];
        let found = clothes::longest_unworn(&self.base.db, wardrobe, [season, SeasonTag::All], most).await?;
        let (tops, bottoms) = found.into_iter().partition(|garment| garment.genre() == Genre::Tops);
        Ok(Recommendation { season, tops, bottoms })
    }
}
