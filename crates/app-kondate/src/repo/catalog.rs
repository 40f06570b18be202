//! The catalog: records, creators' cards, and what kitchens saved.

use chabudai_food::fold;
use chabudai_kernel::db::{Listed, Paging, Run};
use chabudai_kernel::entity::Decode;
use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::op::{Check, Delete, Get, PageKey, Put, Query, Transact, Update, Write};
use chabudai_kernel::part::{UtcSeconds, Word};

use super::version_is;
use crate::design::{BATCH_OF_READS, CARDS_LOOKED_AT, CARDS_RANKED, GSI1, GSI2, GSI3, MAIN_TABLE};
use crate::error::Result;
use crate::model::{
    Card, CreatorRecipeCard, CreatorSetCard, DishSet, EntityType, KitchenId, PaymentState, PersonId, Publication, PurchasedRecipe,
    PurchasedSet, Recipe, RecipeCard, RecipeId, Saved, SavedRecipe, SavedSet, SetCard, Target, Visibility, former_kitchen,
};

chabudai_kernel::one_of! {
    /// What one query by the id of a recipe brings: its body, and its record.
    RecipeRow { Recipe, RecipeCard }
}
chabudai_kernel::one_of! {
    /// The same of a set.
    SetRow { DishSet, SetCard }
}
chabudai_kernel::one_of! {
    /// What somebody bought, and what their kitchen saved.
    MineRow { PurchasedRecipe, PurchasedSet, SavedRecipe, SavedSet }
}

/// What is published: everything of it, for whoever may read it.
#[derive(Clone, PartialEq, Debug)]
pub enum Body {
    /// A recipe.
    Recipe(Box<Recipe>),
    /// A set.
    Set(Box<DishSet>),
}

impl Body {
    /// In which kitchen it stands.
    pub fn kitchen(&self) -> &KitchenId {
        match self {
            Self::Recipe(recipe) => &recipe.kitchen,
            Self::Set(set) => &set.kitchen,
        }
    }
}

/// What is looked for in the catalog.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Narrowed {
    /// These words in title, tags or creator, spelled as a search compares them.
    pub words: Option<String>,
    /// One of these tags.
    pub tags: Vec<String>,
    /// Free, or for money.
    pub visibility: Option<Visibility>,
    /// On the table within so many minutes.
    pub minutes: Option<u32>,
}

impl Narrowed {
    /// To these words.
    pub fn words(text: Option<&str>) -> Option<String> {
        text.map(fold).filter(|text| !text.is_empty())
    }

    fn condition(&self) -> Option<Condition> {
        let words = self.words.as_ref().map(|words| attr("searchText").contains(words.as_str()));
        let tags = self.tags.iter().map(|tag| attr("tags").contains(tag.as_str())).reduce(Condition::or);
        let visibility = self.visibility.map(|visibility| attr("visibility").eq(visibility.as_str()));
        let minutes = self.minutes.map(|most| attr("cookTimeMinutes").le(most));
        words.into_iter().chain(tags).chain(visibility).chain(minutes).reduce(Condition::and)
    }

    /// Whether a card is one that is looked for, where no store can look.
    pub fn fits(&self, card: &Card) -> bool {
        let said = |text: &str, words: &str| fold(text).contains(words);
        let has = |words: &str| said(&card.title, words) || said(&card.creator_name, words) || card.tags.iter().any(|tag| said(tag, words));
        self.words.as_deref().is_none_or(has)
            && (self.tags.is_empty() || self.tags.iter().any(|tag| card.tags.contains(tag)))
            && self.visibility.is_none_or(|visibility| card.visibility == visibility)
            && self.minutes.is_none_or(|most| card.cook_time_minutes.is_some_and(|minutes| minutes <= most))
    }

    fn narrow(&self, query: Query) -> Query {
        match self.condition() {
            Some(condition) => query.filter(condition),
            None => query,
        }
    }
}

fn cards<T: Into<Card>>(listed: Listed<T>) -> Listed<Card> {
    Listed { items: listed.items.into_iter().map(Into::into).collect(), next: listed.next }
}

async fn list<T: Decode + Into<Card>>(run: Run<'_>, query: Query, narrowed: &Narrowed, page: Paging<'_>) -> Result<Listed<Card>> {
    let query = narrowed.narrow(query).direction(page.backward);
    Ok(cards(run.list::<T>(query, page.limit, page.cursor, CARDS_LOOKED_AT).await?))
}

fn newest_of(kind: EntityType) -> Query {
    match kind {
        EntityType::Recipe => Query::index(&MAIN_TABLE, &GSI2, RecipeCard::GSI2PK.of(())).range(RecipeCard::GSI2SK.starting(())),
        EntityType::Set => Query::index(&MAIN_TABLE, &GSI2, SetCard::GSI2PK.of(())).range(SetCard::GSI2SK.starting(())),
    }
}

fn popular_of(kind: EntityType) -> Query {
    match kind {
        EntityType::Recipe => {
            Query::index(&MAIN_TABLE, &GSI2, CreatorRecipeCard::GSI2PK.of(())).range(CreatorRecipeCard::GSI2SK.starting(()))
        }
        EntityType::Set => Query::index(&MAIN_TABLE, &GSI2, CreatorSetCard::GSI2PK.of(())).range(CreatorSetCard::GSI2SK.starting(())),
    }
}

/// AP-1001: a page of the catalog by time.
pub async fn newest(run: Run<'_>, kind: EntityType, narrowed: &Narrowed, page: Paging<'_>) -> Result<Listed<Card>> {
    match kind {
        EntityType::Recipe => list::<RecipeCard>(run, newest_of(kind), narrowed, page).await,
        EntityType::Set => list::<SetCard>(run, newest_of(kind), narrowed, page).await,
    }
}

/// AP-1002: a page of the catalog by how many saved it.
pub async fn popular(run: Run<'_>, kind: EntityType, narrowed: &Narrowed, page: Paging<'_>) -> Result<Listed<Card>> {
    match kind {
        EntityType::Recipe => list::<CreatorRecipeCard>(run, popular_of(kind), narrowed, page).await,
        EntityType::Set => list::<CreatorSetCard>(run, popular_of(kind), narrowed, page).await,
    }
}

/// AP-1003: a page of what one creator has published.
pub async fn of_creator(run: Run<'_>, kind: EntityType, creator: &PersonId, narrowed: &Narrowed, page: Paging<'_>) -> Result<Listed<Card>> {
    match kind {
        EntityType::Recipe => {
            let query = Query::index(&MAIN_TABLE, &GSI3, RecipeCard::GSI3PK.of((creator.clone(),))).range(RecipeCard::GSI3SK.starting(()));
            list::<RecipeCard>(run, query, narrowed, page).await
        }
        EntityType::Set => {
            let query = Query::index(&MAIN_TABLE, &GSI3, SetCard::GSI3PK.of((creator.clone(),))).range(SetCard::GSI3SK.starting(()));
            list::<SetCard>(run, query, narrowed, page).await
        }
    }
}

/// AP-1009: the first cards by time and by how many saved them; a card may be among both.
pub async fn to_be_ranked(run: Run<'_>, kind: EntityType, narrowed: &Narrowed) -> Result<Vec<Card>> {
    async fn first<T: Decode + Into<Card>>(run: Run<'_>, query: Query) -> Result<Vec<Card>> {
        let (cards, _) = run.page::<T>(&query.backward().limit(CARDS_RANKED)).await?;
        Ok(cards.into_iter().map(Into::into).collect())
    }
    let (newest, popular) = (narrowed.narrow(newest_of(kind)), narrowed.narrow(popular_of(kind)));
    let (mut cards, others) = match kind {
        EntityType::Recipe => (first::<RecipeCard>(run, newest).await?, first::<CreatorRecipeCard>(run, popular).await?),
        EntityType::Set => (first::<SetCard>(run, newest).await?, first::<CreatorSetCard>(run, popular).await?),
    };
    for other in others {
        if !cards.iter().any(|card| card.id == other.id) {
            cards.push(other);
        }
    }
    Ok(cards)
}

/// AP-1004: the record and the body of that id, whoever owns it. Both may be behind a moment: an index follows.
pub async fn by_id(run: Run<'_>, target: &Target) -> Result<(Option<Card>, Option<Body>)> {
    let (mut card, mut bodies) = (None::<Card>, Vec::new());
    match target {
        Target::Recipe(id) => {
            for row in run.all(Query::index(&MAIN_TABLE, &GSI1, RecipeCard::GSI1PK.of((id.clone(),)))).await? {
                match row {
                    RecipeRow::Recipe(recipe) => bodies.push(Body::Recipe(Box::new(recipe))),
                    RecipeRow::RecipeCard(found) => card = Some(found.into()),
                }
            }
        }
        Target::Set(id) => {
            for row in run.all(Query::index(&MAIN_TABLE, &GSI1, SetCard::GSI1PK.of((id.clone(),)))).await? {
                match row {
                    SetRow::DishSet(set) => bodies.push(Body::Set(Box::new(set))),
                    SetRow::SetCard(found) => card = Some(found.into()),
                }
            }
        }
    }
    // What somebody sold who has left is there twice where others are in their kitchen: the record says whose is offered.
    let offered_by = card.as_ref().map(|card| KitchenId::first_of(&card.creator_id));
    let body = bodies.into_iter().find(|body| offered_by.as_ref().is_none_or(|kitchen| body.kitchen() == kitchen));
    Ok((card, body))
}

/// AP-1006: the record alone, by an index.
pub async fn card_by_id(run: Run<'_>, target: &Target) -> Result<Option<Card>> {
    match target {
        Target::Recipe(id) => {
            let query = Query::index(&MAIN_TABLE, &GSI1, RecipeCard::GSI1PK.of((id.clone(),))).range(RecipeCard::GSI1SK.equals(()));
            Ok(run.all::<RecipeCard>(query).await?.into_iter().next().map(Into::into))
        }
        Target::Set(id) => {
            let query = Query::index(&MAIN_TABLE, &GSI1, SetCard::GSI1PK.of((id.clone(),))).range(SetCard::GSI1SK.equals(()));
            Ok(run.all::<SetCard>(query).await?.into_iter().next().map(Into::into))
        }
    }
}

/// AP-1005 and others: the record, by its key.
pub async fn record(run: Run<'_>, target: &Target, created_at: UtcSeconds) -> Result<Option<Card>> {
    match target {
        Target::Recipe(id) => {
            let get = Get::new(&MAIN_TABLE, RecipeCard::key(created_at, id.clone())).consistent();
            Ok(run.get::<RecipeCard>(get).await?.map(Into::into))
        }
        Target::Set(id) => {
            let get = Get::new(&MAIN_TABLE, SetCard::key(created_at, id.clone())).consistent();
            Ok(run.get::<SetCard>(get).await?.map(Into::into))
        }
    }
}

/// AP-1011: a page of the records themselves, in the order of their keys.
pub async fn records(run: Run<'_>, kind: EntityType, after: Option<PageKey>) -> Result<(Vec<Card>, Option<PageKey>)> {
    match kind {
        EntityType::Recipe => {
            let query = Query::table(&MAIN_TABLE, RecipeCard::PK.of(())).range(RecipeCard::SK.starting(())).after(after);
            let (cards, next) = run.page::<RecipeCard>(&query.consistent()).await?;
            Ok((cards.into_iter().map(Into::into).collect(), next))
        }
        EntityType::Set => {
            let query = Query::table(&MAIN_TABLE, SetCard::PK.of(())).range(SetCard::SK.starting(())).after(after);
            let (cards, next) = run.page::<SetCard>(&query.consistent()).await?;
            Ok((cards.into_iter().map(Into::into).collect(), next))
        }
    }
}

/// AP-1308: the cards of a creator, as they stand in their own partition.
pub async fn of_partition(run: Run<'_>, creator: &PersonId, kind: EntityType) -> Result<Vec<Card>> {
    let of = |range| Query::table(&MAIN_TABLE, CreatorRecipeCard::PK.of((creator.clone(),))).range(range).consistent();
    match kind {
        EntityType::Recipe => {
            Ok(run.all::<CreatorRecipeCard>(of(CreatorRecipeCard::SK.starting(()))).await?.into_iter().map(Into::into).collect())
        }
        EntityType::Set => Ok(run.all::<CreatorSetCard>(of(CreatorSetCard::SK.starting(()))).await?.into_iter().map(Into::into).collect()),
    }
}

fn put_record(card: &Card) -> Put {
    match card.kind {
        EntityType::Recipe => Put::of(&RecipeCard::from(card)),
        EntityType::Set => Put::of(&SetCard::from(card)),
    }
}

/// The creator's card is the record as it is at this version, unless it is at a later one already.
pub fn copy(card: &Card) -> Put {
    let put = match card.kind {
        EntityType::Recipe => Put::of(&CreatorRecipeCard::from(card)),
        EntityType::Set => Put::of(&CreatorSetCard::from(card)),
    };
    put.only_if(attr("version").absent().or(attr("version").lt(card.version)))
}

/// AP-1007 and AP-1011, the writes: the copy of a record that is still there as it was read. One that was withdrawn meanwhile has no copy.
pub fn copy_of_read(card: &Card) -> Transact {
    let key = match card.target() {
        Target::Recipe(id) => RecipeCard::key(card.created_at, id),
        Target::Set(id) => SetCard::key(card.created_at, id),
    };
    let is_there = Check { table: &MAIN_TABLE, key, condition: version_is(card.version) };
    Transact::of([Write::from(is_there), copy(card).into()])
}

/// AP-1008: the creator's card, as it is.
pub async fn copied(run: Run<'_>, card: &Card) -> Result<Option<Card>> {
    match card.target() {
        Target::Recipe(id) => {
            let key = CreatorRecipeCard::key(card.creator_id.clone(), card.created_at, id);
            Ok(run.get::<CreatorRecipeCard>(Get::new(&MAIN_TABLE, key).consistent()).await?.map(Into::into))
        }
        Target::Set(id) => {
            let key = CreatorSetCard::key(card.creator_id.clone(), card.created_at, id);
            Ok(run.get::<CreatorSetCard>(Get::new(&MAIN_TABLE, key).consistent()).await?.map(Into::into))
        }
    }
}

/// AP-1006 and AP-1008, the write: the creator's card as the record is, whatever it is at now.
pub fn copy_anyway(card: &Card) -> Put {
    Put { condition: None, ..copy(card) }
}

/// A change of a record.
pub(super) fn of_record(target: &Target, created_at: UtcSeconds) -> Update {
    match target {
        Target::Recipe(id) => Update::of::<RecipeCard>(RecipeCard::key(created_at, id.clone())),
        Target::Set(id) => Update::of::<SetCard>(SetCard::key(created_at, id.clone())),
    }
}

/// AP-1008, the write: so many kitchens have it and so many bought it, if the record is still as it was read.
pub fn recount(card: &Card, is: u64, sold: u64) -> Update {
    of_record(&card.target(), card.created_at)
        .set("savedCount", is)
        .set("soldCount", sold)
        .add("version", 1)
        .only_if(version_is(card.version))
}

/// AP-1005, the writes: the record for the first time, with its copy.
pub fn publish(card: &Card) -> [Write; 2] {
    [put_record(card).if_absent().into(), copy(card).into()]
}

/// AP-1005 and AP-204, the writes: the record as it is now, if nobody has written or saved it since it was read at that version, with its copy.
pub fn rewrite(card: &Card, read_at: u64) -> [Write; 2] {
    [put_record(card).only_if(version_is(read_at)).into(), copy(card).into()]
}

/// AP-205, the writes: neither record nor copy, if nobody has bought it.
pub fn withdraw(target: &Target, created_at: UtcSeconds, creator: &PersonId) -> [Write; 2] {
    let (record, copy) = match target {
        Target::Recipe(id) => (RecipeCard::key(created_at, id.clone()), CreatorRecipeCard::key(creator.clone(), created_at, id.clone())),
        Target::Set(id) => (SetCard::key(created_at, id.clone()), CreatorSetCard::key(creator.clone(), created_at, id.clone())),
    };
    let unsold = attr("soldCount").absent().or(attr("soldCount").le(0));
    [Delete::new(&MAIN_TABLE, record).only_if(unsold).into(), Delete::new(&MAIN_TABLE, copy).into()]
}

/// AP-1314, the write: it is among what this creator published no more.
pub fn drop_copy(target: &Target, created_at: UtcSeconds, creator: &PersonId) -> Write {
    let [_, copy] = withdraw(target, created_at, creator);
    copy
}

/// AP-205, the look: nobody has bought it or is buying it, and nobody can.
pub fn is_unsold(card: &Card) -> Check {
    let key = match card.target() {
        Target::Recipe(id) => RecipeCard::key(card.created_at, id),
        Target::Set(id) => SetCard::key(card.created_at, id),
    };
    let unsold = attr("soldCount").absent().or(attr("soldCount").le(0));
    let is_offered = attr("status").eq(Publication::Published.as_str()).and(attr("visibility").eq(Visibility::Paid.as_str()));
    Check { table: &MAIN_TABLE, key, condition: unsold.and(is_offered.not()) }
}

/// The write that counts so many more or fewer kitchens on a record. A version of its own goes with it, so that the copy follows.
fn counted(target: &Target, created_at: UtcSeconds, more: i64) -> Update {
    of_record(target, created_at).add("savedCount", more).add("version", 1)
}

/// AP-1006, the write: one kitchen more has it, if it is published.
pub fn one_more(target: &Target, created_at: UtcSeconds) -> Update {
    counted(target, created_at, 1).only_if(attr("status").eq(Publication::Published.as_str()))
}

/// AP-1006, the write: one kitchen more has it, of somebody who has bought it.
pub fn one_more_of_buyer(target: &Target, created_at: UtcSeconds) -> Update {
    counted(target, created_at, 1).if_exists()
}

/// AP-1006, the write: one kitchen fewer has it, and never fewer than none.
pub fn one_less(target: &Target, created_at: UtcSeconds) -> Update {
    counted(target, created_at, -1).only_if(attr("savedCount").gt(0))
}

/// AP-1006, the writes: a record that says that one kitchen has it, where nobody had before, with its copy.
pub fn first_saved(card: &Card) -> [Write; 2] {
    [put_record(card).if_absent().into(), copy_anyway(card).into()]
}

/// AP-1006, the write: in a kitchen's book, if it is not.
pub fn save(saved: &Saved) -> Put {
    match saved.kind {
        EntityType::Recipe => Put::of(&SavedRecipe::from(saved)).if_absent(),
        EntityType::Set => Put::of(&SavedSet::from(saved)).if_absent(),
    }
}

/// AP-1006, the write: not in a kitchen's book, if it was.
pub fn unsave(kitchen: &KitchenId, target: &Target) -> Delete {
    let key = match target {
        Target::Recipe(id) => SavedRecipe::key(kitchen.clone(), id.clone()),
        Target::Set(id) => SavedSet::key(kitchen.clone(), id.clone()),
    };
    Delete::new(&MAIN_TABLE, key).if_exists()
}

/// AP-1006, the look: somebody has bought it.
pub fn is_bought(person: &PersonId, target: &Target) -> Check {
    let key = match target {
        Target::Recipe(id) => PurchasedRecipe::key(person.clone(), id.clone()),
        Target::Set(id) => PurchasedSet::key(person.clone(), id.clone()),
    };
    Check { table: &MAIN_TABLE, key, condition: attr("state").eq(PaymentState::Succeeded.as_str()) }
}

/// AP-1006: whether a kitchen has it in its book, and since when.
pub async fn saved(run: Run<'_>, kitchen: &KitchenId, target: &Target) -> Result<Option<Saved>> {
    match target {
        Target::Recipe(id) => {
            let get = Get::new(&MAIN_TABLE, SavedRecipe::key(kitchen.clone(), id.clone())).consistent();
            Ok(run.get::<SavedRecipe>(get).await?.map(Into::into))
        }
        Target::Set(id) => {
            let get = Get::new(&MAIN_TABLE, SavedSet::key(kitchen.clone(), id.clone())).consistent();
            Ok(run.get::<SavedSet>(get).await?.map(Into::into))
        }
    }
}

/// AP-209 and AP-306: what a kitchen saved, the last first.
pub async fn all_saved(run: Run<'_>, kitchen: &KitchenId, kind: EntityType) -> Result<Vec<Saved>> {
    let partition = |range| Query::table(&MAIN_TABLE, SavedRecipe::PK.of((kitchen.clone(),))).range(range).consistent();
    let mut saved: Vec<Saved> = match kind {
        EntityType::Recipe => run.all::<SavedRecipe>(partition(SavedRecipe::SK.starting(()))).await?.into_iter().map(Into::into).collect(),
        EntityType::Set => run.all::<SavedSet>(partition(SavedSet::SK.starting(()))).await?.into_iter().map(Into::into).collect(),
    };
    saved.sort_by(|one, other| (other.saved_at, &other.id).cmp(&(one.saved_at, &one.id)));
    Ok(saved)
}

/// AP-209, AP-306 and AP-910: the cards of these, by id and by when they were published, in no order; what is gone is left out.
pub async fn cards_of(run: Run<'_>, kind: EntityType, of: impl Iterator<Item = (Word, UtcSeconds)>) -> Result<Vec<Card>> {
    let key = |(id, at): (Word, UtcSeconds)| {
        let key = match Target::new(kind, id.as_str())? {
            Target::Recipe(id) => RecipeCard::key(at, id),
            Target::Set(id) => SetCard::key(at, id),
        };
        Some((&MAIN_TABLE, key))
    };
    let keys: Vec<_> = of.filter_map(key).collect();
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    match kind {
        EntityType::Recipe => Ok(run.batch_get::<RecipeCard>(keys, BATCH_OF_READS, true).await?.into_iter().map(Into::into).collect()),
        EntityType::Set => Ok(run.batch_get::<SetCard>(keys, BATCH_OF_READS, true).await?.into_iter().map(Into::into).collect()),
    }
}

/// AP-1008 and AP-1010: who saved it, as an index knows it.
pub async fn who_saved(run: Run<'_>, target: &Target) -> Result<Vec<Saved>> {
    match target {
        Target::Recipe(id) => {
            let query = Query::index(&MAIN_TABLE, &GSI1, SavedRecipe::GSI1PK.of((id.clone(),)));
            Ok(run.all::<SavedRecipe>(query).await?.into_iter().map(Into::into).collect())
        }
        Target::Set(id) => {
            let query = Query::index(&MAIN_TABLE, &GSI1, SavedSet::GSI1PK.of((id.clone(),)));
            Ok(run.all::<SavedSet>(query).await?.into_iter().map(Into::into).collect())
        }
    }
}

/// What somebody bought and what their kitchen saved, of these.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mine {
    bought: Vec<String>,
    saved: Vec<String>,
}

impl Mine {
    /// They bought it.
    pub fn has_bought(&self, id: &str) -> bool {
        self.bought.iter().any(|one| one == id)
    }

    /// It is in their book.
    pub fn has_saved(&self, id: &str) -> bool {
        self.saved.iter().any(|one| one == id)
    }
}

/// AP-906 and AP-1004: which of these somebody bought, and which are in their kitchen's book.
pub async fn mine(run: Run<'_>, person: &PersonId, kitchen: &KitchenId, of: &[Target]) -> Result<Mine> {
    let mut mine = Mine::default();
    if of.is_empty() {
        return Ok(mine);
    }
    let keys = of.iter().flat_map(|target| match target {
        Target::Recipe(id) => [PurchasedRecipe::key(person.clone(), id.clone()), SavedRecipe::key(kitchen.clone(), id.clone())],
        Target::Set(id) => [PurchasedSet::key(person.clone(), id.clone()), SavedSet::key(kitchen.clone(), id.clone())],
    });
    let keys = keys.map(|key| (&MAIN_TABLE, key)).collect();
    for row in run.batch_get::<MineRow>(keys, BATCH_OF_READS, true).await? {
        match row {
            MineRow::PurchasedRecipe(row) if row.state == PaymentState::Succeeded => mine.bought.push(row.recipe_id.to_string()),
            MineRow::PurchasedSet(row) if row.state == PaymentState::Succeeded => mine.bought.push(row.set_id.to_string()),
            MineRow::SavedRecipe(row) => mine.saved.push(row.recipe_id.to_string()),
            MineRow::SavedSet(row) => mine.saved.push(row.set_id.to_string()),
            MineRow::PurchasedRecipe(_) | MineRow::PurchasedSet(_) => {}
        }
    }
    Ok(mine)
}

/// AP-209: which of these somebody bought.
pub async fn bought_of(run: Run<'_>, person: &PersonId, of: impl Iterator<Item = RecipeId>) -> Result<Vec<RecipeId>> {
    let keys: Vec<_> = of.map(|id| (&MAIN_TABLE, PurchasedRecipe::key(person.clone(), id))).collect();
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let bought: Vec<PurchasedRecipe> = run.batch_get(keys, BATCH_OF_READS, true).await?;
    Ok(bought.into_iter().filter(|row| row.state == PaymentState::Succeeded).map(|row| row.recipe_id).collect())
}

chabudai_kernel::one_of! {
    /// A recipe of a kitchen, or where one is that it saved.
    BookedRow { Recipe, SavedRecipe }
}
chabudai_kernel::one_of! {
    /// A recipe of somebody else, its record, and whether it was bought.
    OtherRow { Recipe, RecipeCard, PurchasedRecipe }
}

/// AP-207 and others: the recipes of these ids that are a kitchen's own, and where those are that it saved; in no order.
pub async fn booked(run: Run<'_>, kitchen: &KitchenId, ids: &[RecipeId]) -> Result<(Vec<Recipe>, Vec<Saved>)> {
    let (mut own, mut saved) = (Vec::new(), Vec::new());
    if ids.is_empty() {
        return Ok((own, saved));
    }
    let keys = ids.iter().flat_map(|id| [Recipe::key(kitchen.clone(), id.clone()), SavedRecipe::key(kitchen.clone(), id.clone())]);
    for row in run.batch_get::<BookedRow>(keys.map(|key| (&MAIN_TABLE, key)).collect(), BATCH_OF_READS, true).await? {
        match row {
            BookedRow::Recipe(recipe) => own.push(recipe),
            BookedRow::SavedRecipe(row) => saved.push(row.into()),
        }
    }
    Ok((own, saved))
}

chabudai_kernel::one_of! {
    /// The record of a recipe, and whether it was bought.
    SoldRow { RecipeCard, PurchasedRecipe }
}

/// AP-1004: which of these cost something by themselves, and were not bought by somebody.
pub async fn sold_of(run: Run<'_>, person: &PersonId, of: Vec<(RecipeId, UtcSeconds)>) -> Result<Vec<RecipeId>> {
    if of.is_empty() {
        return Ok(Vec::new());
    }
    let mut of = of;
    of.sort();
    of.dedup();
    let keys = of.into_iter().flat_map(|(id, at)| [RecipeCard::key(at, id.clone()), PurchasedRecipe::key(person.clone(), id)]);
    let (mut sold, mut bought) = (Vec::new(), Vec::new());
    for row in run.batch_get::<SoldRow>(keys.map(|key| (&MAIN_TABLE, key)).collect(), BATCH_OF_READS, true).await? {
        match row {
            SoldRow::RecipeCard(card) if Card::from(card.clone()).price().is_some() => sold.push(card.recipe_id),
            SoldRow::PurchasedRecipe(row) if row.state == PaymentState::Succeeded => bought.push(row.recipe_id),
            SoldRow::RecipeCard(_) | SoldRow::PurchasedRecipe(_) => {}
        }
    }
    sold.retain(|id| !bought.contains(id));
    Ok(sold)
}

/// AP-207 and others: the bodies of these, which others published, as far as somebody may read them: where nothing is sold, all of them.
pub async fn of_others(run: Run<'_>, person: &PersonId, saved: &[Saved], is_sold: bool) -> Result<Vec<Recipe>> {
    if saved.is_empty() {
        return Ok(Vec::new());
    }
    let keys = saved.iter().filter_map(|one| {
        let (id, creator) = (RecipeId::new(one.id.as_str())?, KitchenId::first_of(&one.creator_id));
        Some([
            Recipe::key(creator, id.clone()),
            // They may have left since.
            Recipe::key(former_kitchen(), id.clone()),
            RecipeCard::key(one.created_at, id.clone()),
            PurchasedRecipe::key(person.clone(), id),
        ])
    });
    let keys = keys.flatten().map(|key| (&MAIN_TABLE, key)).collect();
    let (mut bodies, mut cards, mut bought) = (Vec::new(), Vec::new(), Vec::new());
    for row in run.batch_get::<OtherRow>(keys, BATCH_OF_READS, true).await? {
        match row {
            OtherRow::Recipe(recipe) => bodies.push(recipe),
            OtherRow::RecipeCard(card) => cards.push(Card::from(card)),
            OtherRow::PurchasedRecipe(row) if row.state == PaymentState::Succeeded => bought.push(row.recipe_id),
            OtherRow::PurchasedRecipe(_) => {}
        }
    }
    bodies.retain(|recipe: &Recipe| {
        let card = cards.iter().find(|card| card.id.as_str() == recipe.recipe_id.as_str());
        let is_theirs = |card: &&Card| recipe.kitchen == KitchenId::first_of(&card.creator_id);
        card.filter(is_theirs).is_some_and(|card| !is_sold || card.price().is_none() || bought.contains(&recipe.recipe_id))
    });
    Ok(bodies)
}
