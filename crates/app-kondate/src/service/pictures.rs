//! Pictures of recipes: taken in, shown, and given back when nothing shows them.

use std::collections::{BTreeSet, HashMap};

use chabudai_app::pictures::Unshown;
use chabudai_jobs::quota::{Quotas, Wanted};
use chabudai_kernel::op::Write;
use chabudai_kernel::part::{Day, Millis};
use chabudai_media::PictureId;
use chabudai_web::route_cost::for_the_house;

use super::{Cook, Service};
use crate::design::{DISH_PICTURES, DISHES_LOOKED_AT, TAKE_IN_PICTURE};
use crate::error::{KondateError, KondateReason, Result};
use crate::model::{KitchenId, PersonId, Recipe, RecipeId, Upload};
use crate::official;
use crate::repo::{book, uploads};

/// No such picture was taken in for this kitchen, or a recipe shows it already.
pub(crate) const NO_SUCH_PICTURE: KondateError = KondateError::Invalid {
    field: "imageKey",
    code: "kondate.no_such_picture",
    message: "Upload the picture first; each picture is for one recipe.",
};

/// What changes with the picture of a recipe: one that it begins to show, and one that it shows no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Shown {
    begins: Option<PictureId>,
    ends: Option<PictureId>,
}

impl Shown {
    /// From what it was to what it is. A picture of the house comes by its key alone: an address of one says nothing of whose it is.
    pub(super) fn between(before: Option<PictureId>, after: &Recipe, key: Option<PictureId>) -> Result<Self> {
        let now = after.picture();
        if now == before {
            return Ok(Self::default());
        }
        if now.is_some() && now != key {
            return Err(NO_SUCH_PICTURE);
        }
        Ok(Self { begins: now, ends: before })
    }

    /// A picture is taken, which can fail.
    pub(super) fn begins(self) -> bool {
        self.begins.is_some()
    }
}

/// How many pictures one person adds in a day, and who counts.
#[derive(Clone)]
pub(super) struct Allowance {
    a_day: u64,
    quotas: Quotas,
}

impl Service {
    /// With so many pictures a day for each person, in however many kitchens.
    #[must_use]
    pub fn within(self, a_day: u64, quotas: Quotas) -> Self {
        Self { allowance: Some(Allowance { a_day, quotas }), ..self }
    }

    /// A kitchen takes in so many pictures a day, but anybody makes another one: what one person adds is counted as well.
    async fn allow_picture(&self, person: &PersonId) -> Result<()> {
        let Some(Allowance { a_day, quotas }) = &self.allowance else { return Ok(()) };
        let wanted = Wanted { what: "kondate.own-pictures", by: person.as_str(), amount: 1, most: Some(*a_day) };
        // The house counts, in its own table.
        super::held(for_the_house(quotas.take(wanted)).await?, || KondateReason::EnoughOwnPictures.into())
    }

    /// Notes that a picture is taken in. It is noted before it is kept: one that nobody has noted would stay for ever.
    pub async fn take_in_picture(&self, cook: &Cook, picture: PictureId) -> Result<()> {
        let made = Millis(u64::try_from(picture.made().0).unwrap_or_default() * 1000);
        let note = Upload::since(picture, cook.kitchen.clone(), Some(cook.person.clone()), made);
        self.allow_picture(&cook.person).await?;
        let _turn = self.queue(&cook.kitchen).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&TAKE_IN_PICTURE);
                // The first of a day is the rare one. Whoever was the first meanwhile has made this one the second.
                for is_first in [false, true, false] {
                    match run.commit(uploads::note(&note, is_first)).await {
                        Err(error) if error.condition_failed_at(0) => {}
                        other => return Ok(other?),
                    }
                }
                Err(KondateReason::EnoughPictures.into())
            })
            .await
    }

    /// The pictures of these dishes, as they are now; of a starter none, for it is drawn.
    pub async fn pictures_of<'a>(&self, cook: &Cook, ids: impl IntoIterator<Item = &'a RecipeId>) -> Result<HashMap<RecipeId, PictureId>> {
        let own = ids.into_iter().filter(|id| official::recipe(id, cook.language).is_none());
        let ids: BTreeSet<&RecipeId> = own.collect();
        let keys: Vec<(KitchenId, RecipeId)> =
            ids.into_iter().take(DISHES_LOOKED_AT).map(|id| (cook.kitchen.clone(), id.clone())).collect();
        if keys.is_empty() {
            return Ok(HashMap::new());
        }
        let found = book::recipes_by_id(self.base.db.run(&DISH_PICTURES), keys).await?;
        Ok(found.into_iter().filter_map(|recipe| recipe.picture().map(|picture| (recipe.recipe_id, picture))).collect())
    }

    /// The writes of a change: the note of what is shown goes, and what is shown no more is noted. The one that can fail comes first.
    pub(super) fn show(&self, cook: &Cook, shown: Shown) -> impl Iterator<Item = Write> {
        let begins = shown.begins.map(|picture| uploads::take(picture, &cook.kitchen).into());
        let ended = |picture| Upload::since(picture, cook.kitchen.clone(), Some(cook.person.clone()), self.base.now_millis());
        let ends = shown.ends.map(|picture| uploads::let_go(&ended(picture)).into());
        begins.into_iter().chain(ends)
    }
}

/// The note of the picture of a recipe in the bin: nothing shows it once that has left the bin for good.
pub(super) fn note_of_binned(recipe: &Recipe) -> Option<Upload> {
    let since = Millis(u64::try_from(recipe.ttl?).ok()? * 1000);
    Some(Upload::since(recipe.picture()?, recipe.kitchen.clone(), None, since))
}

impl Unshown for Service {
    type Note = Upload;
    type Error = KondateError;

    fn now(&self) -> Millis {
        self.base.now_millis()
    }

    async fn of_day(&self, day: Day) -> Result<Vec<Upload>> {
        uploads::of_day(&self.base.db, day).await
    }

    async fn claim(&self, upload: &Upload) -> Result<bool> {
        Ok(upload.removing || uploads::claim(&self.base.db, upload).await?)
    }

    fn since(upload: &Upload) -> Millis {
        upload.created_at
    }

    fn picture(upload: &Upload) -> &str {
        upload.picture.as_str()
    }

    async fn is_gone(&self, upload: &Upload) -> Result<()> {
        uploads::forget(&self.base.db, upload).await
    }
}
