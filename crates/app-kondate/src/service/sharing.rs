//! Links that show one recipe or set to whoever has them.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chabudai_food::Language;
use chabudai_kernel::db::Run;
use chabudai_kernel::part::Word;
use chabudai_kernel::store::StoreError;

use super::names::check_name;
use super::recipes::{check_address, trimmed};
use super::{Cook, Service};
use crate::design::{IS_SHARED, MAIN_TABLE, OPEN_LINK, REVOKE_LINK, SHARE_LINK};
use crate::error::{KondateError, Result, invalid};
use crate::model::{Card, DishSet, EntityType, Kitchen, LONGEST_NAME, Recipe, RecipeId, SetId, Share, Target};
use crate::official;
use crate::repo::{book, catalog, shares};

/// Whose it is and where it is from, as whoever shares it says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Credit {
    /// Who wrote it.
    pub author_name: Option<String>,
    /// Where it was found.
    pub source_url: Option<String>,
}

/// What somebody sees who opens a link.
#[derive(Clone, PartialEq, Debug)]
pub struct Opened {
    /// The link.
    pub share: Share,
    /// What it shows.
    pub shown: ShownByLink,
}

/// A recipe, or a set with its dishes.
#[derive(Clone, PartialEq, Debug)]
pub enum ShownByLink {
    /// A recipe.
    Recipe(Box<Recipe>),
    /// A set with what is left of its dishes.
    Set(Box<DishSet>, Vec<Recipe>),
}

impl ShownByLink {
    /// What it is called.
    pub fn title(&self) -> &str {
        match self {
            Self::Recipe(recipe) => &recipe.title,
            Self::Set(set, _) => &set.title,
        }
    }
}

const NO_LINK: KondateError = KondateError::NotFound("link");

chabudai_kernel::one_of! {
    /// What is read of a link's kitchen together.
    TargetRow { Kitchen, Recipe, DishSet }
}

impl Service {
    /// A link to a recipe or set of this kitchen, or to a starter: the one that there is, or a new one. Whoever looks at it wants to know whose it
    /// is, or where it is from. What the recipe itself says of that stays with the recipe, and is read there when somebody looks; the link
    /// keeps what was said beside it, as it was said last.
    pub async fn share(&self, cook: &Cook, target: &Target, credit: &Credit) -> Result<Share> {
        let author_name = trimmed(credit.author_name.clone());
        let source_url = trimmed(credit.source_url.clone());
        if let Some(name) = &author_name {
            check_name("authorName", "kondate.author", "A name has 1 to 60 characters.", name, LONGEST_NAME)?;
        }
        check_address("sourceUrl", source_url.as_deref())?;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&SHARE_LINK);
                let known = credit_of(run, cook, target).await?;
                let is_said = author_name.is_some() || source_url.is_some();
                if !is_said && known == Credit::default() {
                    return invalid("authorName", "kondate.credit", "Say who wrote it, or where it is from.");
                }
                let (kind, id) = (target.kind(), target.id());
                let guard = shares::guard(run, &cook.kitchen, kind, &id).await?;
                // Whoever says nothing new wants the link as it is.
                if let Some(guard) = guard.as_ref().filter(|_| !is_said)
                    && let Some(share) = shares::get(run, &guard.share_id).await?.filter(Share::is_live)
                {
                    return Ok(share);
                }
                let besides = |said: &Option<String>, known: &Option<String>| said.clone().filter(|_| said != known);
                // One that was taken back between the two looks is looked for again: the guard stands, and the write fails.
                let share = Share {
                    share_id: guard.as_ref().map_or_else(chance, |guard| Ok(guard.share_id.clone()))?,
                    target_type: kind,
                    target_id: id,
                    author_name: besides(&author_name, &known.author_name),
                    source_url: besides(&source_url, &known.source_url),
                    owner_id: cook.kitchen.clone(),
                    created_at: Some(self.now()),
                    revoked_at: None,
                    ttl: None,
                };
                run.commit(if guard.is_some() { shares::say_again(&share) } else { shares::make(&share) }).await?;
                Ok(share)
            })
            .await
    }

    /// The link to something of this kitchen, if there is one.
    pub async fn link_to(&self, cook: &Cook, target: &Target) -> Result<Option<Word>> {
        let guard = shares::guard(self.base.db.run(&IS_SHARED), &cook.kitchen, target.kind(), &target.id()).await?;
        Ok(guard.map(|guard| guard.share_id))
    }

    /// Takes back a link of this kitchen. It opens nothing from now on; another one will be another one.
    pub async fn revoke(&self, cook: &Cook, id: &Word) -> Result<()> {
        self.base
            .persist(|| async {
                let run = self.base.db.run(&REVOKE_LINK);
                let share = shares::get(run, id).await?.filter(|share| share.owner_id == cook.kitchen).ok_or(NO_LINK)?;
                // Whoever takes it back twice has taken it back.
                if !share.is_live() {
                    return Ok(());
                }
                Ok(run.commit(shares::revoke(&share, self.now())).await?)
            })
            .await
    }

    /// What a link shows, to anybody. It is dead when it was taken back, when what it shows is gone, and when that costs something or is in the
    /// catalog no more.
    pub async fn open_link(&self, id: &Word, language: Language) -> Result<Opened> {
        let run = self.base.db.run(&OPEN_LINK);
        let share = shares::get(run, id).await?.filter(Share::is_live).ok_or(NO_LINK)?;
        let owner = share.owner_id.clone();
        let (mut recipe_id, mut set_id) = (None, None);
        match share.target_type {
            EntityType::Recipe => recipe_id = RecipeId::new(share.target_id.as_str()),
            EntityType::Set => set_id = SetId::new(share.target_id.as_str()),
        }
        let starter = recipe_id.as_ref().and_then(|id| official::recipe(id, language)).cloned();
        let starters = set_id.as_ref().and_then(|id| official::set(id, language)).cloned();
        let mut keys = vec![(&MAIN_TABLE, Kitchen::key(owner.clone()))];
        keys.extend(recipe_id.filter(|_| starter.is_none()).map(|id| (&MAIN_TABLE, Recipe::key(owner.clone(), id))));
        keys.extend(set_id.filter(|_| starters.is_none()).map(|id| (&MAIN_TABLE, DishSet::key(owner.clone(), id))));
        let (mut kitchen, mut recipe, mut set) = (None, starter, starters);
        for row in run.batch_get::<TargetRow>(keys, 2, true).await? {
            match row {
                TargetRow::Kitchen(found) => kitchen = Some(found),
                TargetRow::Recipe(found) => recipe = Some(found),
                TargetRow::DishSet(found) => set = Some(found),
            }
        }
        // A kitchen that was deleted is a day from being gone.
        kitchen.filter(|kitchen| kitchen.deleted_at.is_none()).ok_or(NO_LINK)?;
        let published_at = recipe.as_ref().map_or_else(|| set.as_ref().and_then(|set| set.published_at), |recipe| recipe.published_at);
        let target = Target::new(share.target_type, share.target_id.as_str());
        if let (Some(target), Some(at)) = (target, published_at)
            && let Some(record) = catalog::record(run, &target, at).await?
            && (!record.is_listed() || self.is_locked(&record))
        {
            return Err(NO_LINK);
        }
        if let Some(recipe) = recipe.filter(Recipe::is_live) {
            return Ok(Opened { share, shown: ShownByLink::Recipe(Box::new(recipe)) });
        }
        let set = set.filter(DishSet::is_live).ok_or(NO_LINK)?;
        let own = set.recipe_ids.iter().filter(|id| official::recipe(id, language).is_none());
        let keys: Vec<_> = own.map(|id| (owner.clone(), id.clone())).collect();
        let found = if keys.is_empty() { Vec::new() } else { book::recipes_by_id(run, keys).await? };
        // A dish that is sold by itself is not given away with a set.
        let published = found.iter().filter_map(|dish| Some((Target::Recipe(dish.recipe_id.clone()).id(), dish.published_at?)));
        let sold = catalog::cards_of(run, EntityType::Recipe, published).await?.into_iter().filter(|card| self.is_locked(card));
        let sold: Vec<Word> = sold.map(|card| card.id).collect();
        let is_shown = |recipe: &&Recipe| recipe.is_live() && !sold.iter().any(|sold| sold.as_str() == recipe.recipe_id.as_str());
        let own = |id: &RecipeId| found.iter().filter(is_shown).find(|recipe| recipe.recipe_id == *id);
        let recipes = set.recipe_ids.iter().filter_map(|id| official::recipe(id, language).or_else(|| own(id))).cloned().collect();
        Ok(Opened { share, shown: ShownByLink::Set(Box::new(set), recipes) })
    }
}

impl Service {
    /// Whether something is only for those who pay.
    fn is_locked(&self, card: &Card) -> bool {
        self.sells && card.price().is_some()
    }
}

/// What is shared, if it is there, and what it says of whose it is.
async fn credit_of(run: Run<'_>, cook: &Cook, target: &Target) -> Result<Credit> {
    match target {
        Target::Recipe(id) => {
            let recipe = match official::recipe(id, cook.language) {
                Some(starter) => Some(starter.clone()),
                None => book::recipe(run, &cook.kitchen, id).await?.filter(Recipe::is_live),
            };
            let recipe = recipe.ok_or(KondateError::NotFound("recipe"))?;
            Ok(Credit { author_name: recipe.author_name, source_url: recipe.source_url })
        }
        Target::Set(id) => {
            let is_there =
                official::set(id, cook.language).is_some() || book::set(run, &cook.kitchen, id).await?.is_some_and(|set| set.is_live());
            if is_there { Ok(Credit::default()) } else { Err(KondateError::NotFound("set")) }
        }
    }
}

/// 144 bits of chance: nobody finds a link by trying, and it says nothing of when or by whom it was made.
fn chance() -> Result<Word> {
    let mut bytes = [0u8; 18];
    getrandom::fill(&mut bytes).map_err(|error| StoreError::Unavailable(error.to_string()))?;
    Ok(Word::new(URL_SAFE_NO_PAD.encode(bytes)).expect("24 letters are a word"))
}
