//! Out of one's own kitchen into the catalog, and back.

use chabudai_food::Language;
use chabudai_kernel::db::Run;
use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::op::{Check, Get, Put, Transact, Update, Write};
use chabudai_kernel::part::UtcSeconds;

use super::recipes::in_order;
use super::sets::kept;
use super::{Cook, Service};
use crate::design::{BATCH_OF_READS, MAIN_TABLE, PASS_ON, PUBLISH, WITHDRAW_ALL};
use crate::error::{KondateError, KondateReason, Result, invalid};
use crate::model::{
    Card, DishSet, EntityType, FORMER_CREATOR, KitchenId, LEAST_PRICE, MOST_PRICE, MOST_SOLD_WITH, PersonId, Profile, Publication, Recipe,
    RecipeId, Role, SetId, Target, Visibility, former_kitchen,
};
use crate::official;
use crate::repo::catalog::Body;
use crate::repo::{book, catalog, version_is};

/// On which terms something is published.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// For whom.
    pub visibility: Visibility,
    /// What it costs, in yen.
    pub price: Option<u64>,
}

impl Offer {
    /// For everybody, for nothing.
    pub const FREE: Self = Self { visibility: Visibility::Free, price: None };

    /// For so many yen.
    pub fn at(price: u64) -> Self {
        Self { visibility: Visibility::Paid, price: Some(price) }
    }

    fn check(self) -> Result<()> {
        match (self.visibility, self.price) {
            (Visibility::MemberOnly, _) => invalid("visibility", "kondate.member_only", "There are no memberships yet."),
            (Visibility::Free, None) | (Visibility::Paid, Some(LEAST_PRICE..=MOST_PRICE)) => Ok(()),
            (Visibility::Free, Some(_)) => invalid("price", "kondate.offer_price", "What is free has no price."),
            (Visibility::Paid, _) => invalid("price", "kondate.offer_price", "A price is 100 to 10,000 yen."),
        }
    }
}

impl Service {
    /// For everybody from now on, or on other terms, or again. Only from one's own kitchen, and only what is one's own.
    pub async fn publish(&self, cook: &Cook, name: &str, target: &Target, offer: Offer) -> Result<Card> {
        offer.check()?;
        if offer.visibility == Visibility::Paid && !self.sells {
            return Err(KondateReason::NothingSold.into());
        }
        let _turn = self.queue(&cook.kitchen).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&PUBLISH);
                let body = own_body(run, cook, target).await?;
                let held = if self.sells { Some(self.may_publish(run, cook, target.kind(), offer).await?) } else { None };
                let dishes = own_dishes(run, cook, &body).await?;
                let known = match published_at(&body) {
                    Some(at) => catalog::record(run, target, at).await?,
                    None => None,
                };
                let now = self.base.now();
                let read = known.clone();
                let card = known.unwrap_or_else(|| Card::new(target, (&cook.person, name), published_at(&body).unwrap_or(now)));
                let card = Card {
                    creator_name: name.to_owned(),
                    visibility: offer.visibility,
                    price: offer.price,
                    status: Publication::Published,
                    ..card
                };
                let card = shown_as(card, &body, &dishes);
                if read.as_ref() == Some(&card) {
                    return Ok(card);
                }
                let card = Card { updated_at: Some(now.into()), version: card.version + 1, ..card };
                let record = match &read {
                    Some(read) => catalog::rewrite(&card, read.version),
                    None => catalog::publish(&card),
                };
                // Whoever pays for a set pays for its dishes.
                let kept = if card.price().is_some() { kept(cook, &dishes) } else { Vec::new() };
                let writes = std::iter::once(bound(&body, card.created_at)).chain(record).chain(held).chain(kept);
                run.commit(Transact::of(writes)).await?;
                self.first_pages.forget();
                Ok(card)
            })
            .await
    }

    /// Not in the lists any more. Whoever has it keeps it.
    pub async fn stop(&self, cook: &Cook, target: &Target) -> Result<Card> {
        let _turn = self.queue(&cook.kitchen).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&PUBLISH);
                // Whoever has moved out of the kitchen where they wrote it may still take back what they offer.
                let body = match body_in(run, &KitchenId::first_of(&cook.person), target).await? {
                    Some(body) => body,
                    None => own_body(run, cook, target).await?,
                };
                let known = match published_at(&body) {
                    Some(at) => catalog::record(run, target, at).await?.filter(|card| card.creator_id == cook.person),
                    None => None,
                };
                let read = known.ok_or(KondateReason::NotPublished)?;
                if !read.is_listed() {
                    return Ok(read);
                }
                let version = read.version + 1;
                let card = Card { status: Publication::Stopped, updated_at: Some(self.now()), version, ..read.clone() };
                let writes = std::iter::once(bound(&body, card.created_at)).chain(catalog::rewrite(&card, read.version));
                run.commit(Transact::of(writes)).await?;
                self.first_pages.forget();
                Ok(card)
            })
            .await
    }

    /// Somebody leaves: nothing of theirs is in the catalog any more, but for what others have bought. What they wrote stays with their kitchen,
    /// if that stays.
    pub(super) async fn withdraw_all(&self, person: &PersonId) -> Result<()> {
        for kind in [EntityType::Recipe, EntityType::Set] {
            for card in catalog::of_partition(self.base.db.run(&WITHDRAW_ALL), person, kind).await? {
                self.base
                    .persist(|| async {
                        let run = self.base.db.run(&WITHDRAW_ALL);
                        let target = card.target();
                        let unbound = match &target {
                            Target::Recipe(id) => Update::of::<Recipe>(Recipe::key(KitchenId::first_of(person), id.clone())),
                            Target::Set(id) => Update::of::<DishSet>(DishSet::key(KitchenId::first_of(person), id.clone())),
                        };
                        let unbound = || Write::from(unbound.clone().remove("publishedAt").add("version", 1).if_exists());
                        let record = || catalog::withdraw(&target, card.created_at, person);
                        match run.commit(Transact::of(record().into_iter().chain([unbound()]))).await {
                            Err(error) if error.condition_failed_at(0) => self.pass_on(person, &target, card.created_at).await,
                            // The body has left the bin for good.
                            Err(error) if error.condition_failed_at(2) => Ok(run.commit(Transact::of(record())).await?),
                            other => Ok(other?),
                        }
                    })
                    .await?;
                self.first_pages.forget();
            }
        }
        Ok(())
    }

    /// Somebody leaves, and others have bought this of them: it passes to nobody in particular, with its dishes, and is not sold any more. The
    /// pictures go with it.
    async fn pass_on(&self, person: &PersonId, target: &Target, created_at: UtcSeconds) -> Result<()> {
        let run = self.base.db.run(&PASS_ON);
        let (from, to) = (KitchenId::first_of(person), former_kitchen());
        let Some(read) = catalog::record(run, target, created_at).await? else { return Ok(()) };
        let (mut bodies, mut left): (Vec<Recipe>, Vec<Write>) = (Vec::new(), Vec::new());
        let mut set = None;
        match target {
            // One that is gone already was lost before; its record is closed all the same.
            Target::Recipe(id) => {
                if let Some(recipe) = book::recipe(run, &from, id).await? {
                    left.push(left_behind(&recipe));
                    bodies.push(Recipe { published_at: Some(created_at), ..recipe });
                }
            }
            Target::Set(id) => {
                if let Some(found) = book::set(run, &from, id).await? {
                    let mut own: Vec<_> = found.recipe_ids.iter().filter(|id| official::recipe(id, Language::Ja).is_none()).collect();
                    own.sort();
                    own.dedup();
                    // A dish that has passed on before, by itself or with another set, is there with its picture.
                    let both = own.into_iter().flat_map(|id| [(from.clone(), id.clone()), (to.clone(), id.clone())]);
                    let (there, own): (Vec<Recipe>, Vec<Recipe>) =
                        book::recipes_by_id(run, both).await?.into_iter().partition(|recipe| recipe.kitchen == to);
                    bodies = own.into_iter().filter(|own| !there.iter().any(|there| there.recipe_id == own.recipe_id)).collect();
                    left.extend(bodies.iter().map(left_behind));
                    let unbound = Update::of::<DishSet>(DishSet::key(from.clone(), id.clone()));
                    left.push(unbound.remove("publishedAt").add("version", 1).only_if(version_is(found.version)).into());
                    set = Some(DishSet { kitchen: to.clone(), ..found });
                }
            }
        }
        let nobody = PersonId::new(FORMER_CREATOR).expect("a word");
        let card = Card {
            creator_id: nobody,
            creator_name: String::new(),
            status: Publication::Stopped,
            updated_at: Some(self.now()),
            version: read.version + 1,
            ..read.clone()
        };
        let [record, copy] = catalog::rewrite(&card, read.version);
        let bodies = bodies.into_iter().map(|body| Put::of(&Recipe { kitchen: to.clone(), deleted_at: None, ttl: None, ..body }).into());
        let set = set.map(|set| Put::of(&set).into());
        let writes = [record, copy, catalog::drop_copy(target, created_at, person)].into_iter().chain(bodies).chain(set).chain(left);
        Ok(run.commit(Transact::of(writes)).await?)
    }

    /// The record of something of this kitchen, if it was published.
    pub async fn record_of(&self, target: &Target, published_at: Option<UtcSeconds>) -> Result<Option<Card>> {
        let Some(at) = published_at else { return Ok(None) };
        catalog::record(self.base.db.run(&PUBLISH), target, at).await
    }

    /// Whether somebody may publish on these terms, and the look that holds them to it: a role that ends meanwhile publishes nothing.
    async fn may_publish(&self, run: Run<'_>, cook: &Cook, kind: EntityType, offer: Offer) -> Result<Write> {
        let key = Profile::key(cook.person.clone());
        let profile: Option<Profile> = run.get(Get::new(&MAIN_TABLE, key.clone()).consistent()).await?;
        let role = profile.as_ref().map_or(Role::User, |profile| profile.role_at(self.now().seconds()));
        if !role.is_creator() {
            return Err(KondateReason::NotCreator.into());
        }
        if offer.visibility == Visibility::Paid {
            if !role.sells(kind) {
                return Err(KondateReason::NotSeller.into());
            }
            if !profile.as_ref().is_some_and(|profile| profile.payouts_enabled) {
                return Err(KondateReason::NoPayouts.into());
            }
        }
        let since = profile.as_ref().and_then(|profile| profile.creator_since);
        let since = if since.is_some() { attr("creatorSince").exists() } else { attr("creatorSince").absent() };
        let said = profile.and_then(|profile| profile.role);
        let condition = said.map_or_else(|| attr("role").absent(), |role| attr("role").eq(role)).and(since);
        Ok(Check { table: &MAIN_TABLE, key, condition }.into())
    }
}

/// The looks that nobody has bought a set with this recipe in it, or is buying one. Only what costs something is bought.
pub(super) async fn unsold_with(run: Run<'_>, creator: &PersonId, id: &RecipeId) -> Result<Vec<Write>> {
    let mut cards = catalog::of_partition(run, creator, EntityType::Set).await?;
    cards.retain(|card| card.price().is_some() || card.sold_count > 0);
    let keys = cards.iter().filter_map(|card| SetId::new(card.id.as_str()));
    let keys: Vec<_> = keys.map(|set| (&MAIN_TABLE, DishSet::key(KitchenId::first_of(creator), set))).collect();
    let sets: Vec<DishSet> = if keys.is_empty() { Vec::new() } else { run.batch_get(keys, BATCH_OF_READS, true).await? };
    let with: Vec<&DishSet> = sets.iter().filter(|set| set.recipe_ids.contains(id)).collect();
    if with.len() > MOST_SOLD_WITH {
        return Err(KondateReason::Sold.into());
    }
    let look = |card: &&Card| with.iter().any(|set| set.set_id.as_str() == card.id.as_str());
    Ok(cards.iter().filter(look).map(|card| catalog::is_unsold(card).into()).collect())
}

/// What is left in the kitchen of a recipe that was sold: the same without its picture, which has gone with it.
fn left_behind(recipe: &Recipe) -> Write {
    let update = Update::of::<Recipe>(Recipe::key(recipe.kitchen.clone(), recipe.recipe_id.clone()));
    update.remove("publishedAt").remove("thumbnailUrl").add("version", 1).only_if(version_is(recipe.version)).into()
}

/// When something was first published.
fn published_at(body: &Body) -> Option<UtcSeconds> {
    match body {
        Body::Recipe(recipe) => recipe.published_at,
        Body::Set(set) => set.published_at,
    }
}

/// What is in this kitchen, and not in the bin.
async fn body_in(run: Run<'_>, kitchen: &KitchenId, target: &Target) -> Result<Option<Body>> {
    Ok(match target {
        Target::Recipe(id) => book::recipe(run, kitchen, id).await?.filter(Recipe::is_live).map(|recipe| Body::Recipe(Box::new(recipe))),
        Target::Set(id) => book::set(run, kitchen, id).await?.filter(DishSet::is_live).map(|set| Body::Set(Box::new(set))),
    })
}

/// What is somebody's own: in the kitchen that has their own id, and not in the bin.
async fn own_body(run: Run<'_>, cook: &Cook, target: &Target) -> Result<Body> {
    if target.is_official() {
        return Err(KondateReason::NotYours.into());
    }
    let body = body_in(run, &cook.kitchen, target).await?.ok_or(KondateError::NotFound(target.name()))?;
    if !cook.is_at_home() {
        return Err(KondateReason::OwnKitchen.into());
    }
    Ok(body)
}

/// The dishes of a set that is to be published: its creator's own, and starters. What others wrote is theirs to publish.
async fn own_dishes(run: Run<'_>, cook: &Cook, body: &Body) -> Result<Vec<Recipe>> {
    let Body::Set(set) = body else { return Ok(Vec::new()) };
    let mut own: Vec<_> = set.recipe_ids.iter().filter(|id| official::recipe(id, cook.language).is_none()).collect();
    own.sort();
    own.dedup();
    let found = if own.is_empty() {
        Vec::new()
    } else {
        book::recipes_by_id(run, own.into_iter().map(|id| (cook.kitchen.clone(), id.clone()))).await?
    };
    let dishes = in_order(cook, &set.recipe_ids, &found);
    if dishes.len() != set.recipe_ids.len() {
        return invalid("recipeIds", "kondate.set_of_others", "A set for everybody has dishes of your own and starters.");
    }
    Ok(dishes)
}

/// The card with what the body says now.
fn shown_as(card: Card, body: &Body, dishes: &[Recipe]) -> Card {
    match body {
        Body::Recipe(recipe) => card.of_recipe(recipe),
        Body::Set(set) => card.of_set(set, dishes),
    }
}

/// The write that binds the body to its record; where it is bound already, the look that it is as it was read.
fn bound(body: &Body, created_at: UtcSeconds) -> Write {
    let there = |version| -> Condition { version_is(version).and(attr("deletedAt").absent()) };
    match body {
        Body::Recipe(recipe) if recipe.published_at.is_none() => {
            book::rewrite_recipe(&Recipe { published_at: Some(created_at), ..(**recipe).clone() }).into()
        }
        Body::Set(set) if set.published_at.is_none() => {
            book::rewrite_set(&DishSet { published_at: Some(created_at), ..(**set).clone() }).into()
        }
        Body::Recipe(recipe) => {
            let key = Recipe::key(recipe.kitchen.clone(), recipe.recipe_id.clone());
            Check { table: &MAIN_TABLE, key, condition: there(recipe.version) }.into()
        }
        Body::Set(set) => {
            let key = DishSet::key(set.kitchen.clone(), set.set_id.clone());
            Check { table: &MAIN_TABLE, key, condition: there(set.version) }.into()
        }
    }
}
