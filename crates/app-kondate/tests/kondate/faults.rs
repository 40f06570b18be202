//! What a reader or an attacker could once do, and can no longer.

use chabudai_app_kondate::design::MAIN_TABLE;
use chabudai_app_kondate::error::{KondateError, KondateReason};
use chabudai_app_kondate::model::{
    AisleOrder, Batch, Bounded, Category, CategoryId, DEFAULT_CATEGORIES, DishSet, Ingredient, Intermediate, Kitchen, Line, Member, Order,
    Origin, Plan, Recipe, RecipeId, RecipeStep, Scope, Slot,
};
use chabudai_app_kondate::repo::{kitchens, shelf};
use chabudai_app_kondate::service::{
    BatchInput, Begins, CategoryChange, Cook, Finding, LineInput, OwnFoodInput, Service, SetInput, Sought, StapleInput, check, mend,
};
use chabudai_food::Aisle;
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::once::Once;
use chabudai_kernel::op::{Delete, Put, Update};
use chabudai_kernel::part::Word;

use crate::world::{AT_ONCE, World, at_once, batch_input, on_both, person, recipe_input};

fn word(text: &str) -> Word {
    Word::new(text).expect("a word")
}

fn once(key: &str) -> Once {
    Once::of_client(&word(key), "the same".to_owned())
}

fn code<T: std::fmt::Debug>(outcome: Result<T, KondateError>) -> &'static str {
    match outcome {
        Err(KondateError::Invalid { code, .. }) => code,
        Err(KondateError::Own(reason)) => chabudai_kernel::error::OwnReason::code(&reason),
        other => panic!("{other:?} is no refusal of an input"),
    }
}

async fn patiently(service: &Service, mei: &Cook, shop: &Word, way: &[Aisle]) -> Result<(), KondateError> {
    for _ in 0..40 {
        match service.set_way(mei, shop, way).await {
            Err(KondateError::Busy) => {}
            other => return other,
        }
    }
    Err(KondateError::Busy)
}

/// Thirty shops, and no more: 64 at once, through two servers.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn there_are_so_many_shops_at_most() {
    on_both(async |w: World| {
        let way = [Aisle::ALL[1], Aisle::ALL[0]];
        let mei = w.mei.clone();
        let outcomes = at_once(&w.two(), |service, nth| {
            let mei = mei.clone();
            async move { patiently(&service, &mei, &word(&format!("店{nth:02}")), &way).await }
        })
        .await;
        let made = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
        let full = outcomes.iter().filter(|outcome| **outcome == Err(KondateReason::Full.into())).count();
        assert_eq!((made, full), (30, AT_ONCE - 30), "on {}: {outcomes:?}", w.name);
        let shops = shelf::ways(w.db(), &w.mei.kitchen).await.unwrap();
        assert_eq!(shops.len(), 30, "on {}", w.name);
        w.is_in_order().await;
        // One that is there is walked through otherwise; one that is forgotten makes room, and once.
        w.service.set_way(&w.mei, &shops[0].store_name, &[Aisle::ALL[0]]).await.unwrap();
        w.service.set_way(&w.mei, &shops[1].store_name, &[]).await.unwrap();
        w.service.set_way(&w.mei, &shops[1].store_name, &[]).await.unwrap();
        w.service.set_way(&w.mei, &word("新しい店"), &way).await.unwrap();
        assert_eq!(w.service.set_way(&w.mei, &word("もう一軒"), &way).await, Err(KondateReason::Full.into()), "on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}

/// The same shop 64 times, named and forgotten, is counted once or not at all.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_same_shop_counts_once() {
    on_both(async |w: World| {
        let mei = w.mei.clone();
        let outcomes = at_once(&w.two(), |service, nth| {
            let mei = mei.clone();
            async move { patiently(&service, &mei, &word("スーパー"), if nth % 3 == 0 { &[] } else { &Aisle::ALL[..2] }).await }
        })
        .await;
        assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?} on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}

/// A kitchen that had shops before they were counted goes on, and the look counts them.
#[tokio::test]
async fn shops_of_before_are_there() {
    on_both(async |w: World| {
        for nth in 0..40 {
            let order = AisleOrder {
                kitchen: w.mei.kitchen.clone(),
                store_name: word(&format!("店{nth:02}")),
                aisles: vec![Aisle::ALL[0].id().to_owned()],
                updated_at: None,
            };
            w.meddle(Put::of(&order)).await;
        }
        w.service.set_way(&w.mei, &word("店00"), &[Aisle::ALL[1]]).await.unwrap();
        w.service.set_way(&w.mei, &word("店01"), &[]).await.unwrap();
        w.service.set_way(&w.mei, &word("新しい店"), &[Aisle::ALL[1]]).await.unwrap();
        assert_eq!(shelf::ways(w.db(), &w.mei.kitchen).await.unwrap().len(), 40, "on {}", w.name);
        let mut told = Vec::new();
        check(w.db(), async |finding: Finding| {
            told.push(finding.to_string());
            assert!(mend(w.db(), &finding).await?, "{finding}");
            Ok(())
        })
        .await
        .unwrap();
        assert_eq!(told, ["kitchen user_mei: it counts 0 shops, and there are 40"], "on {}", w.name);
        assert_eq!(w.service.set_way(&w.mei, &word("もう一軒"), &[Aisle::ALL[1]]).await, Err(KondateReason::Full.into()));
        w.service.set_way(&w.mei, &word("店02"), &[]).await.unwrap();
        w.is_in_order().await;
    })
    .await;
}

/// The same operation again answers what it has made, as it is now.
#[tokio::test]
async fn what_was_made_is_answered_whole() {
    on_both(async |w: World| {
        let key = once("fridge");
        let input = BatchInput { price: Some(Some(298)), ..batch_input("牛乳", "1", "本") };
        let made = w.service.add_batch(&w.mei, &input, Some(&key)).await.unwrap();
        assert!(made.best_before.is_some() && made.food_id.is_some() && made.version == 1, "{made:?}");
        w.wait(60);
        assert_eq!(w.service.add_batch(&w.mei, &input, Some(&key)).await.as_ref(), Ok(&made), "on {}", w.name);
        let change = BatchInput { note: Some(Some("開けた".to_owned())), ..BatchInput::default() };
        let changed = w.service.edit_batch(&w.mei, &made.item_id, &change, None).await.unwrap();
        assert_eq!(w.service.add_batch(&w.mei, &input, Some(&key)).await.as_ref(), Ok(&changed), "on {}", w.name);
        // What is gone since is answered as it was asked for: nothing is made again.
        w.service.delete_batch(&w.mei, &made.item_id).await.unwrap();
        assert_eq!(w.service.add_batch(&w.mei, &input, Some(&key)).await.unwrap().item_id, made.item_id, "on {}", w.name);
        assert!(w.fridge().await.is_empty(), "on {}", w.name);

        let key = once("list");
        let input = LineInput { name: "卵".to_owned(), quantity: Some("6".to_owned()), ..LineInput::default() };
        let line = w.service.add_line(&w.mei, &input, Some(&key)).await.unwrap();
        w.wait(60);
        assert_eq!(w.service.add_line(&w.mei, &input, Some(&key)).await.as_ref(), Ok(&line), "on {}", w.name);
        w.service.change_line(&w.mei, &line.item_id, &LineInput { name: "うずらの卵".to_owned(), ..LineInput::default() }).await.unwrap();
        w.service.tick(&w.mei, &line.item_id).await.unwrap();
        let again = w.service.add_line(&w.mei, &input, Some(&key)).await.unwrap();
        assert_eq!((again.name.as_str(), again.quantity, again.checked), ("うずらの卵", None, true), "on {}", w.name);
        assert_eq!(w.list().await.lines.len(), 1, "on {}", w.name);
        w.service.remove_line(&w.mei, &line.item_id).await.unwrap();
        assert_eq!(w.service.add_line(&w.mei, &input, Some(&key)).await.unwrap().item_id, line.item_id, "on {}", w.name);

        // The others are read again, too.
        let key = once("book");
        let recipe = recipe_input("カレー", 2, &["玉ねぎ 1個"]);
        let made = w.service.add_recipe(&w.mei, &recipe, Some(&key)).await.unwrap();
        w.wait(60);
        assert_eq!(w.service.add_recipe(&w.mei, &recipe, Some(&key)).await.as_ref(), Ok(&made), "on {}", w.name);
        let key = once("set");
        let set = SetInput { title: Some("今週".to_owned()), recipe_ids: Some(vec![made.recipe_id]), ..SetInput::default() };
        let made = w.service.add_set(&w.mei, &set, Some(&key)).await.unwrap();
        w.wait(60);
        assert_eq!(w.service.add_set(&w.mei, &set, Some(&key)).await.as_ref(), Ok(&made), "on {}", w.name);
        let key = once("tab");
        let hidden = CategoryChange { is_hidden: Some(true), ..CategoryChange::default() };
        w.service.change_category(&w.mei, Scope::Book, &"sweets".parse().unwrap(), &hidden).await.unwrap();
        let made = w.service.add_category(&w.mei, Scope::Book, "弁当", Some(&key)).await.unwrap();
        assert_eq!(w.service.add_category(&w.mei, Scope::Book, "弁当", Some(&key)).await.as_ref(), Ok(&made), "on {}", w.name);
    })
    .await;
}

/// Everything that the model allows at its longest is kept, and comes back as it was.
#[tokio::test]
async fn the_largest_recipe_is_kept() {
    on_both(async |w: World| {
        // A letter that takes four bytes, as many as any.
        let long = |most: usize| "𠮷".repeat(most);
        let mut input = recipe_input("最大", 2, &[]);
        let mut one = Ingredient::read("玉ねぎ", 1);
        (one.name, one.quantity, one.unit) = (long(60), Some(long(20)), Some(long(20)));
        (one.note, one.group, one.food_id) = (Some(long(200)), Some(long(20)), Some("f".repeat(64)));
        input.title = Some(long(80));
        input.ingredients = Some(vec![one; 50]);
        input.steps = Some(vec![RecipeStep { order: 1, text: long(1_000), timer_minutes: Some(10_000) }; 30]);
        input.intermediate_materials = Some(vec![Intermediate { title: long(80), text: long(1_000), order: 1 }; 10]);
        input.tags = Some(vec![long(20); 10]);
        input.author_name = Some(Some(long(60)));
        for address in [&mut input.source_url, &mut input.thumbnail_url] {
            *address = Some(Some(format!("https://{}", long(992))));
        }
        let made = w.service.add_recipe(&w.mei, &input, None).await.unwrap();
        assert_eq!(w.service.recipe(&w.mei, &made.recipe_id).await.as_ref(), Ok(&made), "on {}", w.name);
        // It is what the design says that a recipe has at most.
        let (size, most) = (made.to_item().view().size(), Recipe::DESIGN.at_most_bytes.unwrap());
        assert!((most * 9 / 10..=most).contains(&size), "{size} of {most} bytes");
        w.is_in_order().await;
    })
    .await;
}

/// Every tab of both scopes is found by its id alone.
#[tokio::test]
async fn a_tab_of_the_catalog_is_hidden_by_its_id() {
    on_both(async |w: World| {
        let hidden = CategoryChange { is_hidden: Some(true), ..CategoryChange::default() };
        let shown = async |scope| {
            let all = w.service.categories(&w.mei, scope).await.unwrap();
            all.into_iter().filter(|category| !category.is_hidden).map(|category| category.tag_name).collect::<Vec<_>>()
        };
        for scope in [Scope::Catalog, Scope::Book] {
            let first = w.service.categories(&w.mei, scope).await.unwrap()[0].category_id.clone();
            let found = w.service.scope_of(&w.mei, &first).await.unwrap();
            assert_eq!(found, scope, "{first} on {}", w.name);
            w.service.change_category(&w.mei, found, &first, &hidden).await.unwrap();
            assert_eq!((shown(scope).await.len(), w.service.categories(&w.mei, scope).await.unwrap().len()), (6, 7), "on {}", w.name);
        }
        // Rows of a time when both scopes had the same ids are found by those of now, whatever is done to them first.
        let key = |id: &str| Category::key(w.mei.kitchen.clone(), Scope::Catalog, id.parse().unwrap());
        for (order, (id, name)) in (1..).zip(&DEFAULT_CATEGORIES) {
            let row = Category {
                kitchen: w.mei.kitchen.clone(),
                scope: Scope::Catalog,
                category_id: CategoryId::new(*id).unwrap(),
                tag_name: (*name).to_owned(),
                order,
                is_default: true,
                is_hidden: order == 3,
                color_theme: None,
            };
            w.meddle(Delete::new(&MAIN_TABLE, key(&format!("catalog-{id}")))).await;
            w.meddle(Put::of(&row)).await;
        }
        let all = w.service.categories(&w.mei, Scope::Catalog).await.unwrap();
        assert_eq!((all.len(), all[2].is_hidden), (7, true), "on {}", w.name);
        assert_eq!(w.service.scope_of(&w.mei, &all[1].category_id).await, Ok(Scope::Catalog), "on {}", w.name);
        w.service.change_category(&w.mei, Scope::Catalog, &all[1].category_id, &hidden).await.unwrap();
        let after = w.service.categories(&w.mei, Scope::Catalog).await.unwrap();
        let kept: Vec<bool> = after.iter().map(|category| category.is_hidden).collect();
        assert_eq!(kept, [false, true, true, false, false, false, false], "on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}

/// There is never less than nothing, in whatever sign it is written.
#[tokio::test]
async fn no_amount_is_below_nothing() {
    on_both(async |w: World| {
        for minus in ["-", "－", "−", "‐", "‑", "–", "—", "﹣", "➖"] {
            let below = format!("{minus}2");
            let staple = StapleInput { name: "米".to_owned(), quantity: Some(below.clone()), unit: Some("kg".to_owned()) };
            assert_eq!(code(w.service.set_staple(&w.mei, &staple).await), "kondate.below_nothing", "{below:?}");
            let mut recipe = recipe_input("カレー", 2, &["玉ねぎ 1個"]);
            recipe.ingredients.as_mut().unwrap()[0].quantity = Some(below.clone());
            assert_eq!(code(w.service.add_recipe(&w.mei, &recipe, None).await), "kondate.below_nothing", "{below:?}");
            // As somebody types it into a page.
            for line in [format!("玉ねぎ {below}個"), format!("玉ねぎ\u{3000}{minus}２個"), format!("{below} onions")] {
                let recipe = recipe_input("カレー", 2, &[&line]);
                assert_eq!(code(w.service.add_recipe(&w.mei, &recipe, None).await), "kondate.below_nothing", "{line:?}");
            }
            let line = LineInput { name: "卵".to_owned(), quantity: Some(format!(" {below}")), ..LineInput::default() };
            assert_eq!(code(w.service.add_line(&w.mei, &line, None).await), "kondate.below_nothing", "{below:?}");
            assert_eq!(
                code(w.service.add_batch(&w.mei, &batch_input("卵", &below, "個"), None).await),
                "kondate.below_nothing",
                "{below:?}"
            );
        }
        // From so much to so much is no sign, and neither is a name with one in it.
        for line in [
            "玉ねぎ 2-3個",
            "玉ねぎ 2 -3個",
            "玉ねぎ 2〜3個",
            "玉ねぎ - 2個",
            "- 玉ねぎ 2個",
            "玉ねぎ 1/2個",
            "コンビーフ 1缶",
            "7-Upの缶 1本",
            "B-1の粉 少々",
            "ビタミンB-12入り牛乳 1本",
        ] {
            w.service.add_recipe(&w.mei, &recipe_input("カレー", 2, &[line]), None).await.unwrap_or_else(|error| panic!("{line}: {error}"));
        }
    })
    .await;
}

/// A name has something to see, and nothing in it turns the text around it about.
#[tokio::test]
async fn a_name_can_be_seen() {
    on_both(async |w: World| {
        let unseen = [
            "\u{200b}",
            "\u{200b}\u{200d}\u{2060}",
            "\u{feff}",
            "\u{ad}",
            "\u{3000}\u{200b} ",
            "\u{2003}\u{a0}",
            "\u{301}\u{302}",
            "\u{3099}",
            "\u{2800}",
            "\u{3164}",
            "\u{ffa0}",
            "\u{fe0f}",
            "\u{e0100}",
            "\u{180e}",
            "\u{34f}",
            "\u{20dd}",
            "\u{200f}",
            "\u{61c}\u{200e}",
            "\u{202e}卵",
            "卵\u{2066}",
            "\u{202a}卵\u{202c}",
        ];
        for name in unseen {
            let name = || name.to_owned();
            let recipe = recipe_input(&name(), 2, &["玉ねぎ 1個"]);
            code(w.service.add_recipe(&w.mei, &recipe, None).await);
            let mut recipe = recipe_input("カレー", 2, &["玉ねぎ 1個"]);
            recipe.ingredients.as_mut().unwrap()[0].name = name();
            code(w.service.add_recipe(&w.mei, &recipe, None).await);
            let mut recipe = recipe_input("カレー", 2, &["玉ねぎ 1個"]);
            recipe.tags = Some(vec![name()]);
            let tagged = w.service.add_recipe(&w.mei, &recipe, None).await;
            assert!(tagged.as_ref().map_or(true, |recipe| recipe.tags.is_empty()), "{tagged:?}");
            let dish = w.recipe("みそ汁", 2, &["豆腐 1丁"]).await;
            let set = SetInput { title: Some(name()), recipe_ids: Some(vec![dish]), ..SetInput::default() };
            code(w.service.add_set(&w.mei, &set, None).await);
            code(w.service.add_line(&w.mei, &LineInput { name: name(), ..LineInput::default() }, None).await);
            code(w.service.add_batch(&w.mei, &batch_input(&name(), "1", "個"), None).await);
            code(w.service.set_staple(&w.mei, &StapleInput { name: name(), ..StapleInput::default() }).await);
            code(w.service.set_own_food(&w.mei, &OwnFoodInput { name: name(), ..OwnFoodInput::default() }).await);
            code(w.service.add_category(&w.mei, Scope::Book, &name(), None).await);
            code(w.service.add_kitchen(&w.mei.person, "めい", &name(), None).await);
            code(w.service.rename_kitchen(&w.mei.kitchen, &w.mei.person, &name()).await);
            if let Some(shop) = Word::new(name()) {
                code(w.service.set_way(&w.mei, &shop, &Aisle::ALL[..2]).await);
            }
        }
        // What people write is seen: marks on letters, emoji made of several, scripts that run to the left.
        for name in ["か\u{3099}", "👩\u{200d}🍳の卵", "חלב", "می\u{200c}خواهم", "辻\u{e0100}さんの卵", "❤\u{fe0f}"]
        {
            w.service.add_line(&w.mei, &LineInput { name: name.to_owned(), ..LineInput::default() }, None).await.unwrap();
        }
    })
    .await;
}

/// An item that cannot be read is told, and everything else is looked at and mended all the same.
#[tokio::test]
async fn the_look_goes_on_behind_what_cannot_be_read() {
    on_both(async |w: World| {
        let sora = w.service.enter(&person("sora"), "そら", None).await.unwrap().kitchen_id;
        let curry = w.recipe("カレー", 2, &["玉ねぎ 1個"]).await;
        let set = w.set("今週", &[curry]).await;
        w.service.apply(&w.mei, &set, Slot::Current).await.unwrap();
        w.meddle(Update::of::<Plan>(Plan::key(w.mei.kitchen.clone(), Slot::Current)).set("items", "nonsense")).await;
        w.meddle(kitchens::count_anyway(&w.mei.kitchen, Bounded::Lines, 2)).await;
        w.meddle(kitchens::count_anyway(&sora, Bounded::Batches, 3)).await;
        let look = async || {
            let mut told = Vec::new();
            let checked = check(w.db(), async |finding: Finding| {
                let mended = mend(w.db(), &finding).await?;
                told.push(format!("{finding}{}", if mended { " (mended)" } else { "" }));
                Ok(())
            })
            .await;
            checked.unwrap_or_else(|error| panic!("{error} on {}", w.name));
            told
        };
        let told = look().await;
        for expected in [
            "kitchen user_mei: it counts 2 lines, and there are 0 (mended)",
            "kitchen user_sora: it counts 3 batches, and there are 0 (mended)",
        ] {
            assert!(told.iter().any(|line| line == expected), "{told:?} on {}", w.name);
        }
        assert!(told.iter().any(|line| line.contains("PLAN#CURRENT")), "{told:?} on {}", w.name);
        let again = look().await;
        assert!(!again.is_empty() && !again.iter().any(|line| line.contains("counts")), "{again:?} on {}", w.name);
        // Whatever it is: a recipe, a batch, a line, a member.
        let line = w.service.add_line(&w.mei, &LineInput { name: "卵".to_owned(), ..LineInput::default() }, None).await.unwrap();
        let batch = w.stock("卵", "1", "個").await;
        w.meddle(Update::of::<Line>(Line::key(w.mei.kitchen.clone(), line.item_id)).set("source", "nonsense")).await;
        w.meddle(Update::of::<Batch>(Batch::key(w.mei.kitchen.clone(), batch.item_id)).set("bestBefore", "nonsense")).await;
        w.meddle(Update::of::<DishSet>(DishSet::key(w.mei.kitchen.clone(), set)).set("recipeIds", 7)).await;
        w.meddle(Update::of::<Member>(Member::key(w.mei.kitchen.clone(), w.mei.person.clone())).set("role", "nonsense")).await;
        let gone = w.recipe("別の", 2, &["玉ねぎ 1個"]).await;
        w.meddle(Update::of::<Recipe>(Recipe::key(w.mei.kitchen.clone(), gone)).set("title", 7)).await;
        w.meddle(kitchens::count_anyway(&sora, Bounded::Batches, 3)).await;
        let told = look().await;
        assert!(told.iter().any(|line| line.starts_with("kitchen user_sora")), "{told:?} on {}", w.name);
        w.meddle(Update::of::<Kitchen>(Kitchen::key(w.mei.kitchen.clone())).set("members", "nonsense")).await;
        look().await;
    })
    .await;
}

/// A staple that there is no room for leaves nothing behind, and neither does one whose food there is no room for.
#[tokio::test]
async fn a_staple_that_is_refused_leaves_no_food() {
    on_both(async |w: World| {
        let fruit = |nth: u8| StapleInput { name: format!("謎の実{nth}"), ..StapleInput::default() };
        let counts = async || {
            let kitchen = w.service.who_is_here(&w.mei.kitchen).await.unwrap().0;
            (kitchen.staples, kitchen.foods)
        };
        w.service.set_staple(&w.mei, &fruit(0)).await.unwrap();
        w.is_in_order().await;
        w.meddle(kitchens::count_anyway(&w.mei.kitchen, Bounded::Staples, 99)).await;
        assert_eq!(w.service.set_staple(&w.mei, &fruit(1)).await, Err(KondateReason::Full.into()), "on {}", w.name);
        assert_eq!(counts().await, (100, 1), "on {}", w.name);
        w.meddle(kitchens::count_anyway(&w.mei.kitchen, Bounded::Staples, -99)).await;
        w.meddle(kitchens::count_anyway(&w.mei.kitchen, Bounded::Foods, 199)).await;
        assert_eq!(w.service.set_staple(&w.mei, &fruit(2)).await, Err(KondateReason::Full.into()), "on {}", w.name);
        assert_eq!(counts().await, (1, 200), "on {}", w.name);
        w.meddle(kitchens::count_anyway(&w.mei.kitchen, Bounded::Foods, -199)).await;
        w.is_in_order().await;
    })
    .await;
}

/// However much has left the fridge, so much of it is read: the last.
#[tokio::test]
async fn so_much_of_what_has_left_is_read() {
    on_both(async |w: World| {
        let batch = w.stock("卵", "1", "個").await;
        let gone = w.service.delete_batch(&w.mei, &batch.item_id).await.unwrap();
        for nth in 0..600 {
            let (item_id, name) = (format!("old{nth:03}").parse().unwrap(), format!("品{nth:03}"));
            let deleted_at = chabudai_kernel::part::UtcSeconds(gone.deleted_at.0 - jiff::SignedDuration::from_secs(60 + nth));
            w.meddle(Put::of(&chabudai_app_kondate::model::DeletedBatch { item_id, name, deleted_at, ..gone.clone() })).await;
        }
        let deleted = w.service.deleted_batches(&w.mei).await.unwrap();
        assert_eq!((deleted.len(), deleted[0].name.as_str(), deleted[499].name.as_str()), (500, "卵", "品498"), "on {}", w.name);
        w.service.restore_batch(&w.mei, &batch.item_id).await.unwrap();
        assert_eq!(w.fridge().await, ["卵 1個"], "on {}", w.name);
    })
    .await;
}

/// What is sought comes in either order, page by page, also where a large book is looked at a part at a time.
#[tokio::test]
async fn what_is_sought_comes_in_its_order() {
    on_both(async |w: World| {
        let long = "あ".repeat(1_000);
        for nth in 0..100 {
            let mut input = recipe_input(&format!("品{nth:03}"), 2, &["卵 1個"]);
            input.steps = Some((1..=30).map(|order| RecipeStep { order, text: long.clone(), timer_minutes: None }).collect());
            let made = w.service.add_recipe(&w.mei, &input, None).await.unwrap();
            if nth % 10 == 0 {
                w.set(&format!("品々{nth:03}"), &[made.recipe_id]).await;
            }
        }
        for order in [Order::Oldest, Order::Newest] {
            let sought = Sought::new(Some("品"), None).ordered(order);
            let (mut from, mut titles) = (Begins::Start, Vec::new());
            loop {
                let page = w.service.find_recipes(&w.mei, &sought, from, 7).await.unwrap();
                titles.extend(page.items.into_iter().filter(|recipe| recipe.origin == Some(Origin::Created)).map(|recipe| recipe.title));
                let Some(next) = page.next else { break };
                from = next;
            }
            let mut expected: Vec<String> = (0..100).map(|nth| format!("品{nth:03}")).collect();
            let (mut from, mut sets) = (Begins::Start, Vec::new());
            loop {
                let page = w.service.find_sets(&w.mei, &sought, from, 3).await.unwrap();
                sets.extend(page.items.into_iter().filter(|set| set.origin == Some(Origin::Created)).map(|set| set.title));
                let Some(next) = page.next else { break };
                from = next;
            }
            let mut expected_sets: Vec<String> = (0..100).step_by(10).map(|nth| format!("品々{nth:03}")).collect();
            if order == Order::Newest {
                expected.reverse();
                expected_sets.reverse();
            }
            assert_eq!((titles, sets), (expected, expected_sets), "{order:?} on {}", w.name);
        }
    })
    .await;
}

/// A cursor is of its question, and of nobody else's.
#[tokio::test]
async fn a_cursor_opens_for_its_own_question() {
    on_both(async |w: World| {
        let id = |text: &str| RecipeId::new(text);
        let sought = Sought::new(Some("カレー"), Some("和食"));
        let own = id("01J0000000000000000000000A").unwrap();
        for place in [Begins::Starters(None), Begins::Starters(id("nikujaga")), Begins::Own(own.clone())] {
            let cursor = w.service.book_cursor(&w.mei, "recipes", &sought, &place).unwrap();
            assert!(cursor.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'), "{cursor}");
            let open = |cook: &Cook, list: &str, sought: &Sought, cursor: &str| w.service.book_place(cook, list, sought, cursor, id);
            assert_eq!(open(&w.mei, "recipes", &sought, &cursor), Some(place));
            assert!(open(&w.mei, "recipes", &Sought::new(Some("かれー"), Some("和食")), &cursor).is_some(), "another spelling is the same");
            let others = [
                Sought::new(Some("カレ"), Some("和食")),
                Sought::new(Some("カレー"), None),
                Sought::new(None, Some("和食")),
                sought.clone().ordered(Order::Oldest),
                Sought::default(),
            ];
            assert!(others.iter().all(|other| open(&w.mei, "recipes", other, &cursor).is_none()));
            assert_eq!(open(&w.mei, "sets", &sought, &cursor), None);
            let elsewhere = Cook { kitchen: "another".parse().unwrap(), ..w.mei.clone() };
            assert_eq!(open(&elsewhere, "recipes", &sought, &cursor), None);
            for none in ["", "behind_3031", "starters_", &cursor[1..]] {
                assert_eq!(open(&w.mei, "recipes", &sought, none), None, "{none}");
            }
        }
        assert_eq!(w.service.book_cursor(&w.mei, "recipes", &sought, &Begins::<RecipeId>::Start), None);
    })
    .await;
}
