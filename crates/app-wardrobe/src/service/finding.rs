//! Somebody's garments and outfits, by their names, in all of their wardrobes.

use chabudai_kernel::part::Word;
use futures::{StreamExt as _, TryStreamExt as _, stream};

use super::{MineState, Service};
use crate::address::Address;
use crate::error::Result;
use crate::model::{Clothing, Outfit};
use crate::name::fold;
use crate::repo::{Wanted, finding};

/// How many wardrobes are asked at a time.
const AT_A_TIME: usize = 8;

/// Something that is called so.
#[derive(Clone, PartialEq, Debug)]
pub struct Named {
    /// The wardrobe that it is in.
    pub address: Address,
    /// What that is called.
    pub wardrobe: String,
    /// What it is.
    pub thing: Thing,
}

/// What can be found.
#[derive(Clone, PartialEq, Debug)]
pub enum Thing {
    /// A garment.
    Clothing(Box<Clothing>),
    /// An outfit.
    Outfit(Box<Outfit>),
}

impl Thing {
    /// What it is called.
    pub fn name(&self) -> &str {
        match self {
            Self::Clothing(garment) => &garment.name,
            Self::Outfit(outfit) => &outfit.name,
        }
    }
}

/// How well a name fits what was asked for, the best first.
fn rank(name: &str, question: &str) -> u8 {
    match fold(name) {
        name if name == question => 0,
        name if name.starts_with(question) => 1,
        _ => 2,
    }
}

impl Service {
    /// What is called so in somebody's wardrobes: in those of their list that they can open, and in no others. What fits best comes first,
    /// then by the age of the wardrobes in the list.
    pub async fn find_mine(&self, user: &Word, question: &str) -> Result<Vec<Named>> {
        let question = fold(question.trim());
        let wanted = &Wanted { name: Some(question.clone()), tag: None };
        let mine = self.my_wardrobes(user).await?;
        let open = mine.into_iter().filter_map(|one| match one.state {
            MineState::Open(address) => Some((address, one.name)),
            MineState::Moved | MineState::Deleted(..) => None,
        });
        let found = stream::iter(open).map(|(address, wardrobe)| self.find_in(address, wardrobe, wanted));
        let mut found: Vec<Named> = found.buffered(AT_A_TIME).try_concat().await?;
        found.sort_by_key(|named| rank(named.thing.name(), &question));
        Ok(found)
    }

    async fn find_in(&self, address: Address, wardrobe: String, wanted: &Wanted) -> Result<Vec<Named>> {
        let (clothes, outfits) = finding::by_name(&self.base.db, address.wardrobe, wanted).await?;
        let clothes = clothes.into_iter().map(|garment| Thing::Clothing(Box::new(garment)));
        let things = clothes.chain(outfits.into_iter().map(|outfit| Thing::Outfit(Box::new(outfit))));
        Ok(things.map(|thing| Named { address: address.clone(), wardrobe: wardrobe.clone(), thing }).collect())
    }
}
