//! Three creators whose recipes are in the catalog of the demo.

use anyhow::{Context as _, Result};
use chabudai_food::Language;
use chabudai_kernel::part::{IsoDay, Word};

use crate::error::KondateError;
use crate::model::{EntityType, Ingredient, PersonId, RecipeStep, Target};
use crate::service::{Cook, Offer, RecipeInput, Service, SetInput};

struct Dish {
    title: &'static str,
    minutes: u32,
    tags: &'static [&'static str],
    ingredients: &'static [&'static str],
    steps: &'static [&'static str],
}

struct Creator {
    id: &'static str,
    name: &'static str,
    language: Language,
    set: &'static str,
    about: &'static str,
    dishes: &'static [Dish],
}

const CREATORS: [Creator; 3] = [
    Creator {
        id: "demo-creator-yuko",
        name: "ゆうこの晩ごはん",
        language: Language::Ja,
        set: "帰ってから20分の3品",
        about: "遅く帰った日でも、あたたかいものを。",
        dishes: &[
            Dish {
                title: "豚こまと小松菜の塩炒め",
                minutes: 15,
                tags: &["時短", "和食"],
                ingredients: &["豚こま切れ肉 200g", "小松菜 1束", "にんにく 1かけ", "ごま油 大さじ1", "塩 小さじ1/2"],
                steps: &[
                    "小松菜は4cm長さに、にんにくは薄切りにする。",
                    "ごま油でにんにくと豚肉を炒める。",
                    "小松菜の茎、葉の順に加え、塩で味をととのえる。",
                ],
            },
            Dish {
                title: "鮭とじゃがいもの味噌バター煮",
                minutes: 20,
                tags: &["和食"],
                ingredients: &["生鮭 2切れ", "じゃがいも 2個", "味噌 大さじ1と1/2", "バター 10g", "水 200ml"],
                steps: &["じゃがいもは一口大に切り、水から10分煮る。", "鮭と味噌を加えて5分煮る。", "火を止めてバターを溶かす。"],
            },
            Dish {
                title: "トマトと卵の中華スープ",
                minutes: 10,
                tags: &["時短", "中華"],
                ingredients: &["トマト 1個", "卵 1個", "鶏がらスープの素 小さじ2", "水 400ml"],
                steps: &[
                    "トマトはくし形に切る。",
                    "湯を沸かしてスープの素とトマトを入れる。",
                    "溶き卵を回し入れ、ふんわり固まったら火を止める。",
                ],
            },
        ],
    },
    Creator {
        id: "demo-creator-dashi",
        name: "だし研究所",
        language: Language::Ja,
        set: "だしを味わう2品",
        about: "一度ひいただしで、汁物と煮物を。",
        dishes: &[
            Dish {
                title: "かぶと油揚げの煮びたし",
                minutes: 15,
                tags: &["和食"],
                ingredients: &["かぶ 3個", "油揚げ 1枚", "だし汁 300ml", "しょうゆ 大さじ1", "みりん 大さじ1"],
                steps: &[
                    "かぶはくし形に切り、葉は3cm長さに切る。",
                    "だし、しょうゆ、みりんで油揚げとかぶを8分煮る。",
                    "葉を加えてひと煮立ちさせ、そのまま冷ます。",
                ],
            },
            Dish {
                title: "豆腐とわかめのみそ汁",
                minutes: 10,
                tags: &["和食", "時短"],
                ingredients: &["絹ごし豆腐 1/2丁", "乾燥わかめ 3g", "だし汁 400ml", "味噌 大さじ2"],
                steps: &["豆腐は1.5cm角に切る。", "だしを温め、豆腐とわかめを入れる。", "火を弱めて味噌を溶き入れる。"],
            },
        ],
    },
    Creator {
        id: "demo-creator-ben",
        name: "Ben’s weeknight table",
        language: Language::En,
        set: "Two pans, two dinners",
        about: "One shop, one chopping board, dinner twice.",
        dishes: &[
            Dish {
                title: "Ginger pork rice bowl",
                minutes: 20,
                tags: &["quick"],
                ingredients: &["200 g pork belly", "1 onion", "1 piece ginger", "2 tbsp soy sauce", "2 bowls cooked rice"],
                steps: &[
                    "Slice the pork and the onion, and grate the ginger.",
                    "Fry the pork until golden, then add the onion for 5 minutes.",
                    "Stir in the ginger and soy sauce, and spoon over the rice.",
                ],
            },
            Dish {
                title: "Sheet-pan miso salmon",
                minutes: 25,
                tags: &["one pan"],
                ingredients: &["2 fillets salmon", "1/2 cabbage", "2 tbsp miso", "1 tbsp mirin"],
                steps: &[
                    "Heat the oven to 200 °C and cut the cabbage into wedges.",
                    "Mix the miso and mirin, and brush it over the salmon and cabbage.",
                    "Roast for 15 minutes.",
                ],
            },
        ],
    },
];

/// Publishes what the three have, unless they have anything.
pub(super) async fn publish(service: &Service, today: IsoDay) -> Result<()> {
    for creator in &CREATORS {
        let person = Word::new(creator.id).context("a word")?;
        let kitchen = service.enter(&person, creator.name, None).await?.kitchen_id;
        if service.who_is_here(&kitchen).await?.0.recipes > 0 {
            continue;
        }
        let cook = Cook { kitchen, person, today, language: creator.language };
        publish_one(service, creator, &cook).await?;
    }
    Ok(())
}

async fn publish_one(service: &Service, creator: &Creator, cook: &Cook) -> Result<()> {
    let mut ids = Vec::new();
    for dish in creator.dishes {
        let lines = (1..).zip(dish.ingredients).map(|(order, line)| Ingredient::read(line, order)).collect();
        let steps = dish.steps.iter().map(|text| RecipeStep { order: 0, text: (*text).to_owned(), timer_minutes: None }).collect();
        let input = RecipeInput {
            title: Some(dish.title.to_owned()),
            servings: Some(2),
            ingredients: Some(lines),
            steps: Some(steps),
            tags: Some(dish.tags.iter().map(|tag| (*tag).to_owned()).collect()),
            cook_time_minutes: Some(Some(dish.minutes)),
            ..RecipeInput::default()
        };
        let id = service.add_recipe(cook, &input, None).await?.recipe_id;
        service.publish(cook, creator.name, &Target::Recipe(id.clone()), Offer::FREE).await?;
        ids.push(id);
    }
    let input = SetInput {
        title: Some(creator.set.to_owned()),
        recipe_ids: Some(ids),
        description: Some(Some(creator.about.to_owned())),
        ..SetInput::default()
    };
    let target = Target::Set(service.add_set(cook, &input, None).await?.set_id);
    service.publish(cook, creator.name, &target, Offer::FREE).await?;
    Ok(())
}

/// A family saves the first recipe and the set of whoever writes in its language.
pub(super) async fn save(service: &Service, cook: &Cook) -> Result<()> {
    let creator = CREATORS.iter().find(|creator| creator.language == cook.language).context("somebody writes in every language")?;
    let creator = PersonId::new(creator.id).context("a word")?;
    for kind in [EntityType::Recipe, EntityType::Set] {
        let run = service.db().run(&crate::design::OF_CREATOR);
        let page = chabudai_kernel::db::Paging { limit: 1, cursor: None, backward: false };
        let cards = crate::repo::catalog::of_creator(run, kind, &creator, &crate::repo::catalog::Narrowed::default(), page).await?;
        for card in cards.items {
            match service.save(cook, &card.target()).await {
                // An index that is a moment behind does not know it yet; a family can do without.
                Err(KondateError::NotFound(_)) => {}
                other => drop(other?),
            }
        }
    }
    Ok(())
}
