//! A kitchen to test with, on the embedded store or on DynamoDB over HTTP, with the clock at one fixed morning.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use chabudai_app_kondate::design::{DESIGN, MAIN_TABLE};
use chabudai_app_kondate::list::ShoppingList;
use chabudai_app_kondate::model::{Batch, Ingredient, KitchenId, Plan, Recipe, RecipeId, RecipeStep, SetId};
use chabudai_app_kondate::service::{BatchInput, Cook, Offer, RecipeInput, Service, SetInput, Target};
use chabudai_food::Language;
use chabudai_kernel::audit::Audit;
use chabudai_kernel::clock::{Clock as _, FixedClock};
use chabudai_kernel::db::Db;
use chabudai_kernel::design::AccessPattern;
use chabudai_kernel::op::{Scan, Write};
use chabudai_kernel::part::{IsoDay, Word};
use chabudai_kernel::store::Store;
pub(crate) use chabudai_test_stores::{AT_ONCE, at_once};
use chabudai_test_stores::{MORNING, RandomIds, RunningClock, TestStore, both, costs, took_every_step};

/// Runs a test on both stores, one after the other, with tables that no other test uses.
pub(crate) async fn on_both<F: Future<Output = ()>>(test: impl Fn(World) -> F) {
    for place in both(DESIGN.tables).await {
        println!("on {}", place.name);
        test(World::over(place).await).await;
    }
}

pub(crate) struct World {
    pub(crate) name: &'static str,
    pub(crate) service: Service,
    pub(crate) clock: Arc<FixedClock>,
    pub(crate) store: Arc<dyn Store>,
    /// Mei, in her own kitchen.
    pub(crate) mei: Cook,
    _place: TestStore,
}

impl World {
    async fn over(place: TestStore) -> Self {
        let (name, store) = (place.name, place.store.clone());
        let clock = Arc::new(FixedClock::at_millis(MORNING));
        let db = Db::new(&DESIGN, store.clone(), clock.clone(), b"a secret of the test");
        let service = Service::new(db, Arc::new(RandomIds));
        let home = service.enter(&person("mei"), "めい", None).await.expect("a kitchen");
        let mei = cook("mei", home.kitchen_id);
        Self { name, service, clock, store, mei, _place: place }
    }

    pub(crate) fn db(&self) -> &Db {
        self.service.db()
    }

    /// Two servers on the same store, on clocks that run: whoever has to wait waits for real.
    pub(crate) fn two(&self) -> [Service; 2] {
        [(); 2].map(|()| {
            let db = Db::new(&DESIGN, self.store.clone(), RunningClock::from(&self.clock), b"a secret of the test");
            Service::new(db, Arc::new(RandomIds))
        })
    }

    /// The Unix second.
    pub(crate) fn now(&self) -> i64 {
        self.clock.now().0
    }

    pub(crate) fn wait(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
    }

    /// Writes something that no use case writes.
    pub(crate) async fn meddle(&self, write: impl Into<Write>) {
        self.store.write(&write.into(), self.clock.now()).await.expect("the store does it");
    }

    /// The sort keys of what is kept in a kitchen.
    pub(crate) async fn keys_of(&self, kitchen: &KitchenId) -> Vec<String> {
        let of = |item: &serde_json::Value| (item["PK"] == format!("USER#{kitchen}")).then(|| item["SK"].as_str().map(str::to_owned))?;
        self.items().await.iter().filter_map(of).collect()
    }

    /// Everything that is kept, as JSON.
    pub(crate) async fn items(&self) -> Vec<serde_json::Value> {
        let mut scan = Scan { consistent: true, ..Scan::of(&MAIN_TABLE) };
        let mut items = Vec::new();
        loop {
            let page = self.store.scan(&scan, self.clock.now()).await.expect("the store reads").value;
            items.extend(page.items.iter().map(|item| item.decode::<serde_json::Value>().expect("an item is JSON")));
            match page.next {
                Some(next) => scan.after = Some(next),
                None => return items,
            }
        }
    }

    /// Every item is as the design has it and stands in its indexes; rows that belong together are there together, and numbers are those of what they
    /// count.
    pub(crate) async fn is_in_order(&self) {
        let mut audit = Audit::of(&DESIGN, &*self.store, &*self.clock);
        while let Some(seen) = audit.next_page().await.expect("the audit reads") {
            assert!(seen.findings.is_empty(), "{:?} on {}", seen.findings.iter().map(ToString::to_string).collect::<Vec<_>>(), self.name);
        }
        let items = self.items().await;
        let of = |prefix: &str| -> Vec<(&str, &str, &serde_json::Value)> {
            let keyed = items.iter().filter_map(|item| Some((item["PK"].as_str()?.strip_prefix("USER#")?, item["SK"].as_str()?, item)));
            keyed.filter_map(|(pk, sk, item)| Some((pk, sk.strip_prefix(prefix)?, item))).collect()
        };
        let (members, memberships) = (of("MEMBER#"), of("KITCHEN#"));
        let deleted = of("KITCHEN_DELETED#");
        let is_deleted = |kitchen: &str| deleted.iter().any(|(_, key, _)| key.ends_with(kitchen));
        for (kitchen, person, _) in members.iter().filter(|(kitchen, _, _)| !is_deleted(kitchen)) {
            assert!(memberships.iter().any(|(who, which, _)| who == person && which == kitchen), "{person} is half in {kitchen}");
        }
        assert_eq!(members.len(), memberships.len() + deleted.len(), "somebody is half in a kitchen on {}", self.name);
        for (kitchen, _, item) in of("KITCHEN_META#") {
            let count = members.iter().filter(|(which, _, _)| *which == kitchen).count() as u64;
            assert_eq!(item["members"].as_u64(), Some(count), "{kitchen} on {}", self.name);
            assert!(members.iter().any(|(which, who, _)| *which == kitchen && item["ownerId"] == *who), "nobody owns {kitchen}");
        }
        for (person, _, item) in of("PROFILE#") {
            let count = memberships.iter().filter(|(who, _, _)| *who == person).count() as u64;
            assert_eq!(item["kitchens"].as_u64(), Some(count), "{person} on {}", self.name);
        }
        for (kitchen, _, item) in of("KITCHEN_META#") {
            let rows = |prefix: &str| of(prefix).into_iter().filter(|(which, _, _)| *which == kitchen).map(|(_, _, item)| item);
            let written = rows("SHOPPING#").filter(|line| line["source"] == "manual" && line["boughtAt"].is_null()).count();
            let counted = [("lines", written), ("batches", rows("FRIDGE#").count()), ("staples", rows("STAPLE#").count())];
            let more = [("foods", rows("FOOD#").count()), ("shops", rows("AISLES#").count()), ("saved", rows("SAVED#").count())];
            for (name, count) in counted.into_iter().chain(more) {
                assert_eq!(item[name].as_i64().unwrap_or_default(), count as i64, "{name} of {kitchen} on {}", self.name);
            }
        }
        for (_, _, batch) in of("FRIDGE#") {
            let quantity = batch["quantity"].as_str().unwrap_or("1");
            assert!(!quantity.starts_with('-'), "there is less than nothing of {batch} on {}", self.name);
        }
        let logs = of("COOKLOG#");
        for (kitchen, _, plan) in of("PLAN#") {
            for dish in plan["items"].as_array().expect("dishes").iter().filter(|dish| dish["loggedOn"].is_string()) {
                let key = format!("{}#{}", dish["loggedOn"].as_str().unwrap(), dish["id"].as_str().unwrap());
                assert!(logs.iter().any(|(which, log, _)| *which == kitchen && *log == key), "{dish} has no log on {}", self.name);
            }
        }
    }

    /// Writes down a recipe of lines as people write them.
    pub(crate) async fn recipe(&self, title: &str, servings: u32, lines: &[&str]) -> RecipeId {
        self.written(title, servings, lines).await.recipe_id
    }

    pub(crate) async fn written(&self, title: &str, servings: u32, lines: &[&str]) -> Recipe {
        self.clock.advance(Duration::from_millis(1));
        self.service.add_recipe(&self.mei, &recipe_input(title, servings, lines), None).await.expect("a recipe is written")
    }

    pub(crate) async fn set(&self, title: &str, recipes: &[RecipeId]) -> SetId {
        self.clock.advance(Duration::from_millis(1));
        let input = SetInput { title: Some(title.to_owned()), recipe_ids: Some(recipes.to_vec()), ..SetInput::default() };
        self.service.add_set(&self.mei, &input, None).await.expect("a set is made").set_id
    }

    /// A recipe that somebody else has published and that is in this kitchen's book.
    pub(crate) async fn saved_of_another(&self, title: &str) -> RecipeId {
        let home = self.service.enter(&person("creator"), "作り手", None).await.expect("a kitchen");
        let theirs = cook("creator", home.kitchen_id);
        let recipe = self.service.add_recipe(&theirs, &recipe_input(title, 2, &["卵 1個"]), None).await.expect("a recipe is written");
        let target = Target::Recipe(recipe.recipe_id.clone());
        self.service.publish(&theirs, "作り手", &target, Offer::FREE).await.expect("it is published");
        self.service.save(&self.mei, &target).await.expect("it is saved");
        recipe.recipe_id
    }

    /// Puts something into the fridge; a little time passes, so that the order is known.
    pub(crate) async fn stock(&self, name: &str, quantity: &str, unit: &str) -> Batch {
        self.clock.advance(Duration::from_millis(1));
        self.service.add_batch(&self.mei, &batch_input(name, quantity, unit), None).await.expect("it is in the fridge")
    }

    pub(crate) async fn list(&self) -> ShoppingList {
        self.service.list(&self.mei, None).await.expect("a list")
    }

    /// The list as people read it.
    pub(crate) async fn lines(&self) -> Vec<String> {
        shown(&self.list().await)
    }

    /// The fridge as people read it, in the order in which things came there.
    pub(crate) async fn fridge(&self) -> Vec<String> {
        fridge_of(&self.service, &self.mei).await
    }

    /// Ticks every line that is on the list.
    pub(crate) async fn tick_all(&self) {
        for line in self.list().await.lines.iter().filter(|line| !line.checked) {
            self.service.tick(&self.mei, &line.id).await.expect("a line is ticked");
        }
    }

    /// Cooks the dish of that name.
    pub(crate) async fn cook(&self, plan: &Plan, title: &str) -> Plan {
        let dish = plan.items.iter().find(|dish| dish.title == title).expect("it is planned");
        self.service.cook(&self.mei, &dish.id).await.expect("it is cooked")
    }

    /// Every step that a pattern declares was taken in this test.
    pub(crate) fn took_every_step(&self, id: &str) {
        took_every_step(self.db(), self.name, &DESIGN, id);
    }

    /// The pattern is asked once, and costs what it declares.
    pub(crate) async fn costs<T>(&self, pattern: &'static AccessPattern, things: u32, work: impl Future<Output = T>) -> T {
        let (out, calls) = costs(self.db(), self.name, pattern, things, Box::pin(work)).await;
        assert_eq!(calls, 1, "{} is asked once on {}", pattern.id, self.name);
        out
    }
}

pub(crate) fn person(name: &str) -> Word {
    Word::new(format!("user_{name}")).expect("a word")
}

pub(crate) fn cook(name: &str, kitchen: KitchenId) -> Cook {
    Cook { kitchen, person: person(name), today: day("2026-11-15"), language: Language::Ja }
}

pub(crate) fn day(text: &str) -> IsoDay {
    text.parse().expect("a day")
}

pub(crate) fn recipe_input(title: &str, servings: u32, lines: &[&str]) -> RecipeInput {
    RecipeInput {
        title: Some(title.to_owned()),
        servings: Some(servings),
        ingredients: Some((1..).zip(lines).map(|(order, line)| Ingredient::read(line, order)).collect()),
        steps: Some(vec![RecipeStep { order: 1, text: "作る".to_owned(), timer_minutes: None }]),
        ..RecipeInput::default()
    }
}

pub(crate) fn batch_input(name: &str, quantity: &str, unit: &str) -> BatchInput {
    BatchInput {
        name: Some(name.to_owned()),
        quantity: Some(Some(quantity.to_owned())),
        unit: Some(Some(unit.to_owned())),
        ..BatchInput::default()
    }
}

/// A list as people read it: what is ticked has a mark.
pub(crate) fn shown(list: &ShoppingList) -> Vec<String> {
    let line = |line: &chabudai_app_kondate::list::ListLine| {
        let about = if line.about { "約" } else { "" };
        let mark = if line.checked { " ✓" } else { "" };
        let (quantity, unit) = (line.quantity.as_deref().unwrap_or(""), line.unit.as_deref().unwrap_or(""));
        format!("{} {about}{quantity}{unit}{mark}", line.name)
    };
    list.lines.iter().map(line).collect()
}

pub(crate) async fn fridge_of(service: &Service, cook: &Cook) -> Vec<String> {
    let mut batches = service.fridge(cook).await.expect("a fridge");
    batches.sort_by(|one, other| one.item_id.cmp(&other.item_id));
    let shown =
        |batch: &Batch| format!("{} {}{}", batch.name, batch.quantity.as_deref().unwrap_or(""), batch.unit.as_deref().unwrap_or(""));
    batches.iter().map(shown).collect()
}
