//! Recipes from flyers, made once however many ask; sharing them; the ranking.

use std::time::Duration;

use chabudai_kernel::once::Once;
use chabudai_kernel::op::{Transact, Write};
use chabudai_kernel::part::Word;

use super::Service;
use super::flyers::NO_FLYER;
use crate::design::{COOK, OPEN_SHARED, RANK, SHARE_RECIPE};
use crate::error::{ChirashiError, ChirashiReason, Result};
use crate::model::{Flyer, FlyerId, FlyerItem, KEPT_SECONDS, RANKED, Ranked, Recipe, SharedRecipe, SharedRecipeId, StoreInfo, UserId};
use crate::repo::{flyers, recipes};

/// How long whoever makes a recipe has for it, in milliseconds. One who dies is followed by another after this.
const LEASE_MILLIS: u64 = 60_000;
/// How long somebody waits for a recipe that another one is making.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often they look.
const LOOK: Duration = Duration::from_millis(150);

const NO_SHARED: ChirashiError = ChirashiError::NotFound("shared recipe");

impl Service {
    /// The recipe of a flyer: the one that is kept, or a new one. Of many who ask at once one makes it, and the others get that.
    pub async fn recipe(&self, id: FlyerId) -> Result<Recipe> {
        let (flyer, items) = flyers::flyer(&self.base.db, id).await?.ok_or(NO_FLYER)?;
        if !flyer.is_shown(self.today()) {
            return Err(NO_FLYER);
        }
        let clock = self.base.db.clock();
        let until = clock.elapsed() + PATIENCE;
        loop {
            let kept = recipes::recipe(&self.base.db, id).await?;
            if let Some(recipe) = kept.as_ref().filter(|recipe| recipe.recipe_text.is_some()) {
                return Ok(recipe.clone());
            }
            if items.is_empty() {
                return Err(ChirashiReason::NoItems.into());
            }
            let now = self.now().millis();
            let is_free = kept.and_then(|lease| lease.lease_until).is_none_or(|until| until <= now);
            if is_free && let Some(made) = self.cook(&flyer, &items).await? {
                return Ok(made);
            }
            if clock.elapsed() >= until {
                return Err(ChirashiReason::BeingCooked.into());
            }
            clock.sleep(LOOK).await;
        }
    }

    /// Makes a recipe, if nobody else does. None where somebody else does, or has.
    async fn cook(&self, flyer: &Flyer, items: &[FlyerItem]) -> Result<Option<Recipe>> {
        let run = self.base.db.run(&COOK);
        let now = self.now();
        let lease = self.base.fresh_id();
        let claimed = Recipe {
            flyer_id: flyer.flyer_id,
            recipe_text: None,
            ingredients: Vec::new(),
            generated_at: None,
            lease: Some(lease.clone()),
            lease_until: Some(now.millis() + LEASE_MILLIS),
            ttl: now.seconds() + 2 * (LEASE_MILLIS / 1_000) as i64,
        };
        if !run.attempt_one(recipes::claim(&claimed, now.millis())).await? {
            return Ok(None);
        }
        let cooked = match self.chef.cook(flyer, items, self.today()).await {
            Ok(cooked) => cooked,
            Err(error) => {
                run.attempt_one(recipes::give_back(flyer.flyer_id, &lease)).await?;
                return Err(error);
            }
        };
        let now = self.now();
        let recipe = Recipe {
            flyer_id: flyer.flyer_id,
            recipe_text: Some(cooked.text),
            ingredients: cooked.ingredients,
            generated_at: Some(now),
            lease: None,
            lease_until: None,
            ttl: now.seconds() + KEPT_SECONDS,
        };
        let writes: [Write; 2] = [recipes::made(&recipe, &lease).into(), recipes::flyer_is_there(flyer.flyer_id).into()];
        match run.commit(Transact::of(writes)).await {
            Err(error) if error.condition_failed_at(1) => Err(NO_FLYER),
            // It took too long, or what is on the flyer has changed: somebody else makes it, or it is made anew.
            Err(error) if error.condition_failed_at(0) => Ok(None),
            other => {
                other?;
                Ok(Some(recipe))
            }
        }
    }

    /// Somebody shares the recipe of a flyer: it is whole in itself from then on.
    pub async fn share(&self, by: Option<UserId>, flyer: FlyerId, once: Option<&Once>) -> Result<SharedRecipe> {
        let (of, _) = flyers::flyer(&self.base.db, flyer).await?.ok_or(NO_FLYER)?;
        if !of.is_shown(self.today()) {
            return Err(NO_FLYER);
        }
        let recipe = recipes::recipe(&self.base.db, flyer).await?;
        let Some((recipe_text, ingredients)) = recipe.and_then(|recipe| Some((recipe.recipe_text?, recipe.ingredients))) else {
            return Err(ChirashiReason::NoRecipe.into());
        };
        let now = self.now();
        let owner = by.map_or_else(|| "visitor".to_owned(), |by| by.to_string());
        // Of a visitor nothing is known but what they send: two of them may choose the same key.
        let once = once.filter(|_| by.is_some());
        let shared = SharedRecipe {
            shared_recipe_id: SharedRecipeId::new(self.id_for("share", &owner, once)),
            flyer_id: flyer,
            recipe_text,
            ingredients,
            store_info: StoreInfo::from(&of),
            image_url: None,
            shared_at: now,
            shared_by_user_id: by.map(|by| self.shared_by(by)),
            view_count: 0,
            created_at: now,
            updated_at: now,
        };
        if !self.base.db.run(&SHARE_RECIPE).attempt_one(recipes::share(&shared)).await? {
            // The same request was carried out before.
            return recipes::shared(&self.base.db, shared.shared_recipe_id).await?.ok_or(ChirashiError::Busy);
        }
        Ok(shared)
    }

    /// Who shared something, by a name that leads nowhere.
    pub fn shared_by(&self, user: UserId) -> Word {
        self.pseudonym("shared by", &user.to_string())
    }

    /// Somebody opens what was shared. Whether they count is theirs to say who knows whether they were here before.
    pub async fn open_shared(&self, id: SharedRecipeId, counts: bool) -> Result<SharedRecipe> {
        if !counts {
            return recipes::shared(&self.base.db, id).await?.ok_or(NO_SHARED);
        }
        match self.base.db.run(&OPEN_SHARED).write(recipes::one_more_view(id, self.now())).await {
            Err(error) if error.condition_failed_at(0) => Err(NO_SHARED),
            other => other?.ok_or(NO_SHARED),
        }
    }

    /// Counts which shared recipes were opened most; how many there are.
    pub async fn rank(&self) -> Result<u64> {
        let run = self.base.db.run(&RANK);
        let (mut top, mut seen, mut after) = (Vec::new(), 0, None);
        loop {
            let (page, next) = recipes::every_shared(run, after).await?;
            seen += page.len() as u64;
            top.extend(page.into_iter().map(|shared| Ranked {
                title: shared.title().to_owned(),
                shared_recipe_id: shared.shared_recipe_id,
                store_name: shared.store_info.store_name,
                view_count: shared.view_count,
            }));
            top.sort_by(|one, other| (other.view_count, one.shared_recipe_id).cmp(&(one.view_count, other.shared_recipe_id)));
            top.truncate(RANKED);
            match next {
                Some(next) => after = Some(next),
                None => break,
            }
        }
        run.commit_one(recipes::rank(top, self.now())).await?;
        Ok(seen)
    }
}
