//! Kitchens to measure with. Most requests read in a full one: up to 2,000 recipes, 20 sets, seven dishes of its own that are planned, 60 rows in
//! the fridge, a month in the log. What adds something does so in a kitchen that is empty at first, because a full one has no room for seconds
//! of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use chabudai_app::{Filling, SignedIn};
use chabudai_kernel::db::Db;
use chabudai_kernel::entity::Entity;
use chabudai_kernel::op::{BatchWrite, Put};
use chabudai_kernel::part::{IsoDay, Millis, UtcSeconds};
use chabudai_web::zone;

use crate::larder::Foods;
use crate::model::{
    Batch, BatchId, Card, CookLog, CreatorRecipeCard, Dish, DishId, DishSet, Ingredient, Kitchen, KitchenId, Line, LineId, MOST_DISHES,
    MOST_RECIPES, Member, MemberRole, Membership, Moment, Origin, PersonId, Plan, Recipe, RecipeCard, RecipeId, RecipeStep, SetId, Slot,
    Source, Target,
};

const SETS: u64 = 20;
const BATCHES: u64 = 60;
const LINES: u64 = 10;
const LOGS: u64 = 30;
/// What one of them has published.
const OFFERED: u64 = 500;
/// The month of the log.
pub(super) const MONTH: &str = "2026-10";
/// Every client has so many kitchens of its own to write in, one after the other: nobody's dish is planned anew by somebody else meanwhile.
const OF_A_CLIENT: u64 = 30;
/// More clients than are measured at once.
const CLIENTS: u64 = 33;
/// So many requests in a row go to the same one.
const IN_A_ROW: u64 = 50;
/// What a client counts its requests by: see `measure` in the server.
const A_CLIENT: u64 = 1_000_003;

/// What there is to ask for.
#[derive(Clone)]
pub(super) struct Filled {
    full: Arc<[SignedIn]>,
    small: Arc<[SignedIn]>,
    recipes: u64,
    pub(super) today: IsoDay,
    /// Gives every write something of its own.
    fresh: Arc<AtomicU64>,
}

impl Filled {
    pub(super) fn full(&self) -> usize {
        self.full.len()
    }

    pub(super) fn small(&self) -> usize {
        self.small.len()
    }

    /// The token of somebody in a full kitchen.
    pub(super) fn cook(&self, n: u64) -> &str {
        &self.full[n.wrapping_mul(7919) as usize % self.full.len()].token
    }

    /// The token of somebody in a small one, which no other client writes in at this moment.
    pub(super) fn writer(&self, n: u64) -> &str {
        let (client, at) = (n / A_CLIENT % CLIENTS, n % A_CLIENT);
        &self.small[(client + CLIENTS * (at / IN_A_ROW % OF_A_CLIENT)) as usize % self.small.len()].token
    }

    /// One of the recipes that a full kitchen has.
    pub(super) fn recipe(&self, n: u64) -> RecipeId {
        recipe_id(n.wrapping_mul(31) % self.recipes)
    }

    pub(super) fn fresh(&self) -> u64 {
        self.fresh.fetch_add(1, Ordering::Relaxed)
    }
}

/// An id of 26 letters, as a ULID has them; a later number is a later id.
fn ulid(kind: u64, n: u64) -> String {
    format!("01JD{kind:010}{n:012}")
}

pub(super) fn recipe_id(n: u64) -> RecipeId {
    RecipeId::new(ulid(1, n)).expect("a word")
}

/// One of the recipes in the catalog.
pub(super) fn offered_id(n: u64) -> RecipeId {
    RecipeId::new(ulid(7, n % OFFERED)).expect("a word")
}

pub(super) fn set_id(n: u64) -> SetId {
    SetId::new(ulid(2, n % SETS)).expect("a word")
}

pub(super) fn batch_id(n: u64) -> BatchId {
    BatchId::new(ulid(3, n % BATCHES)).expect("a word")
}

pub(super) async fn fill(db: &Db, filling: Filling<'_>) -> Result<Filled> {
    let count = filling.size.div_ceil(MOST_RECIPES).max(1);
    let (full, rest) = filling.people.split_at((count as usize).min(filling.people.len() / 2));
    let small = &rest[..rest.len().min((CLIENTS * OF_A_CLIENT) as usize)];
    let today = zone::today(db.clock(), None).map_err(|problem| anyhow::anyhow!("no day: {problem:?}"))?;
    let today = IsoDay(today.0);
    let now = Moment::from(UtcSeconds(jiff::Timestamp::from_second(db.clock().now().0)?));
    let recipes = filling.size.clamp(MOST_DISHES as u64, MOST_RECIPES);
    for (at, person) in (1..).zip(full) {
        let mut puts = kitchen_of(&person.id, now);
        puts.extend(contents(&KitchenId::first_of(&person.id), &person.id, recipes, today, now));
        db.fill(&puts).await?;
        (filling.progress)(at, full.len() as u64);
    }
    if let Some(creator) = full.first() {
        db.fill(&(0..OFFERED).flat_map(|n| offered(&creator.id, n, now)).collect::<Vec<_>>()).await?;
    }
    db.fill(&small.iter().flat_map(|person| kitchen_of(&person.id, now)).collect::<Vec<_>>()).await?;
    Ok(Filled { full: full.into(), small: small.into(), recipes, today, fresh: Arc::default() })
}

/// A kitchen as somebody gets it who comes for the first time.
fn kitchen_of(person: &PersonId, now: Moment) -> Vec<BatchWrite> {
    let (kitchen, name) = (KitchenId::first_of(person), "はなの台所".to_owned());
    vec![
        put(&Kitchen::new(kitchen.clone(), person.clone(), name.clone(), now)),
        put(&Member {
            kitchen: kitchen.clone(),
            person_id: person.clone(),
            name: "はな".to_owned(),
            role: MemberRole::Owner,
            joined_at: now,
        }),
        put(&Membership { person: person.clone(), kitchen_id: kitchen, name, last_used_at: Millis(0) }),
    ]
}

/// What a dish takes, by its number; every kitchen has half of it in the fridge.
const INGREDIENTS: [&str; 12] = [
    "玉ねぎ 1個",
    "にんじん 1/2本",
    "じゃがいも 2個",
    "鶏もも肉 300g",
    "豚バラ肉 200g",
    "豆腐 1丁",
    "卵 2個",
    "キャベツ 1/4個",
    "しょうゆ 大さじ2",
    "みりん 大さじ1",
    "長ねぎ 1本",
    "トマト 2個",
];

fn contents(kitchen: &KitchenId, person: &PersonId, recipes: u64, today: IsoDay, now: Moment) -> Vec<BatchWrite> {
    let mut out: Vec<BatchWrite> = (0..recipes).map(|n| put(&recipe(kitchen, n, now))).collect();
    let dishes = |from: u64| (0..MOST_DISHES as u64).map(move |step| recipe_id((from * 3 + step) % recipes));
    out.extend((0..SETS).map(|n| {
        put(&DishSet {
            kitchen: kitchen.clone(),
            set_id: set_id(n),
            title: format!("今週の献立 {n}"),
            description: None,
            recipe_ids: dishes(n).collect(),
            tags: vec!["平日".to_owned()],
            thumbnail_url: None,
            origin: Some(Origin::Created),
            created_at: Some(now),
            updated_at: Some(now),
            published_at: None,
            deleted_at: None,
            ttl: None,
            version: 1,
        })
    }));
    out.push(put(&plan(kitchen, dishes(0), now)));
    out.extend((0..BATCHES).map(|n| put(&batch(kitchen, n, today, now))));
    out.extend((0..LINES).map(|n| put(&line(kitchen, n, now))));
    out.extend((0..LOGS).map(|n| {
        put(&CookLog {
            kitchen: kitchen.clone(),
            date: IsoDay(jiff::civil::date(2026, 10, 1 + n as i8)),
            log_id: DishId::new(ulid(5, n)).expect("a word"),
            recipe_id: Some(recipe_id(n % recipes)),
            recipe_title: format!("鶏肉と野菜の煮もの {n}"),
            recipe_thumbnail_url: None,
            servings: Some(2),
            cooked_by: Some(person.clone()),
            consumed: Vec::new(),
            created_at: Some(now),
        })
    }));
    out
}

fn recipe(kitchen: &KitchenId, n: u64, now: Moment) -> Recipe {
    let step = |order: u32| RecipeStep {
        order,
        text: "野菜を食べやすい大きさに切り、鍋に油を熱して肉の色が変わるまで炒める。".to_owned(),
        timer_minutes: Some(5),
    };
    let ingredients = (0..8).map(|order| Ingredient::read(INGREDIENTS[(n as usize + order) % INGREDIENTS.len()], order as u32 + 1));
    Recipe {
        kitchen: kitchen.clone(),
        recipe_id: recipe_id(n),
        title: format!("鶏肉と野菜の煮もの {n}"),
        servings: Some(2),
        ingredients: ingredients.collect(),
        intermediate_materials: Vec::new(),
        steps: (1..=5).map(step).collect(),
        tags: vec!["和食".to_owned(), "平日".to_owned()],
        author_name: Some("はな".to_owned()),
        source_url: None,
        thumbnail_url: None,
        cook_time_minutes: Some(30),
        origin: Some(Origin::Created),
        created_at: Some(now),
        updated_at: Some(now),
        published_at: None,
        deleted_at: None,
        ttl: None,
        version: 1,
    }
}

/// A recipe in the catalog: its body, its record, and the creator's card.
fn offered(creator: &PersonId, n: u64, now: Moment) -> [BatchWrite; 3] {
    let at = UtcSeconds(jiff::Timestamp::from_second(now.seconds() - i64::try_from(n).unwrap_or_default()).unwrap_or(now.0));
    let body = Recipe { recipe_id: offered_id(n), published_at: Some(at), ..recipe(&KitchenId::first_of(creator), n, now) };
    let card = Card::new(&Target::Recipe(body.recipe_id.clone()), (creator, "はな"), at).of_recipe(&body);
    let card = Card { version: 1, ..card };
    [put(&body), put(&RecipeCard::from(&card)), put(&CreatorRecipeCard::from(&card))]
}

fn plan(kitchen: &KitchenId, dishes: impl Iterator<Item = RecipeId>, now: Moment) -> Plan {
    let dish = |(at, recipe_id): (u64, RecipeId)| Dish {
        id: DishId::new(ulid(6, at)).expect("a word"),
        recipe_id,
        owner_id: Some(kitchen.clone()),
        title: format!("鶏肉と野菜の煮もの {at}"),
        thumbnail_url: None,
        is_cooked: false,
        cooked_at: None,
        servings: None,
        logged_on: None,
    };
    Plan {
        kitchen: kitchen.clone(),
        slot: Slot::Current,
        set_id: Some(set_id(0)),
        set_title: "今週の献立".to_owned(),
        applied_at: now,
        items: (0..).zip(dishes).map(dish).collect(),
        version: 1,
    }
}

fn batch(kitchen: &KitchenId, n: u64, today: IsoDay, now: Moment) -> Batch {
    let known = Ingredient::read(INGREDIENTS[n as usize % 6 * 2], 1);
    // Of the others nothing is asked for: they are there, as in every fridge.
    let name = if n < 6 { known.name.clone() } else { format!("常備品 {n}") };
    let food_id = Foods::default().identify(&name, None).id().map(str::to_owned);
    Batch {
        kitchen: kitchen.clone(),
        item_id: batch_id(n),
        name,
        quantity: Some("1".to_owned()),
        unit: known.unit,
        note: None,
        source: Some(Source::Manual),
        food_id,
        best_before: Some(today),
        best_before_guessed: false,
        opened_at: None,
        price: Some(198),
        store_name: None,
        created_at: Some(now),
        updated_at: Some(now),
        emptied_at: None,
        version: 1,
    }
}

fn line(kitchen: &KitchenId, n: u64, now: Moment) -> Line {
    Line {
        kitchen: kitchen.clone(),
        item_id: LineId::new(ulid(4, n)).expect("a word"),
        name: format!("買うもの {n}"),
        quantity: Some("1".to_owned()),
        unit: None,
        checked: false,
        source: Source::Manual,
        note: None,
        food_id: None,
        need: None,
        amount: None,
        applied_at: None,
        dismissed: false,
        fridge_item_id: None,
        bought_at: None,
        checked_by: None,
        created_at: Some(now),
        updated_at: Some(now),
        ttl: None,
    }
}

fn put<E: Entity>(entity: &E) -> BatchWrite {
    BatchWrite::Put(Put::of(entity))
}
