//! A family of three in the middle of its week: what is cooked, what is in the fridge, what is on the list.

mod creators; // three who publish

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use chabudai_food::Language;
use chabudai_kernel::part::{IsoDay, Word};
use chabudai_web::people::{Directory, Person};
use chabudai_web::zone;
use futures::future::BoxFuture;
use jiff::ToSpan as _;

use crate::model::{Ingredient, KitchenId, NoticeKind, RecipeStep, SetId, Slot};
use crate::service::{BatchInput, Cook, LineInput, NewsInput, RecipeInput, Service, SetInput, StapleInput};

/// A week of theirs, to look around in.
pub(crate) struct Demo {
    pub(crate) service: Service,
    pub(crate) people: Arc<dyn Directory>,
}

/// What a family has, in its language.
struct Family {
    /// By whom it is seen: somebody whom the demo of the house has made.
    email: &'static str,
    language: Language,
    kitchen: &'static str,
    /// The other two.
    others: [&'static str; 2],
    /// A recipe of their own: its title, its ingredients, its steps, its tags.
    recipe: (&'static str, [&'static str; 5], [&'static str; 3], [&'static str; 2]),
    set: &'static str,
    /// What is in the fridge, how much of what, and for how many more days it is good.
    fridge: [(&'static str, &'static str, &'static str, i64); 9],
    staples: [(&'static str, &'static str, &'static str); 2],
    lines: [&'static str; 3],
}

const FAMILIES: [Family; 2] = [
    Family {
        email: "hana@example.org",
        language: Language::Ja,
        kitchen: "わが家の台所",
        others: ["けん", "みお"],
        recipe: (
            "みおの好きなカレー",
            ["玉ねぎ 2個", "にんじん 1本", "じゃがいも 3個", "鶏もも肉 300g", "カレールー 1箱"],
            ["野菜と肉を一口大に切る。", "油で炒め、水を加えて20分煮る。", "火を止めてルーを溶かし、弱火で5分煮る。"],
            ["洋食", "子どもが好き"],
        ),
        set: "週末のごはん",
        fridge: [
            ("卵", "6", "個", 6),
            ("牛乳", "1/2", "本", 1),
            ("絹ごし豆腐", "1", "丁", 2),
            ("玉ねぎ", "3", "個", 14),
            ("にんじん", "2", "本", 9),
            ("キャベツ", "1/2", "個", 4),
            ("味噌", "500", "g", 60),
            ("しょうゆ", "1", "本", 90),
            ("鶏もも肉", "200", "g", 1),
        ],
        staples: [("米", "2", "kg"), ("牛乳", "1", "本")],
        lines: ["食パン", "バナナ", "台所用スポンジ"],
    },
    Family {
        email: "emma@example.org",
        language: Language::En,
        kitchen: "Our kitchen",
        others: ["Ken", "Mio"],
        recipe: (
            "Mio’s favourite curry",
            ["2 onions", "1 carrot", "3 potatoes", "300 g chicken thigh", "1 box curry roux"],
            [
                "Cut the vegetables and the chicken into bite-sized pieces.",
                "Fry them in oil, add water and simmer for 20 minutes.",
                "Take it off the heat, stir in the roux, and simmer for 5 more minutes.",
            ],
            ["western", "for the kids"],
        ),
        set: "Weekend dinners",
        fridge: [
            ("egg", "6", "個", 6),
            ("milk", "500", "ml", 1),
            ("tofu", "1", "丁", 2),
            ("onion", "3", "個", 14),
            ("carrot", "2", "本", 9),
            ("cabbage", "1/2", "個", 4),
            ("miso", "500", "g", 60),
            ("soy sauce", "500", "ml", 90),
            ("chicken thigh", "200", "g", 1),
        ],
        staples: [("rice", "2", "kg"), ("milk", "1", "l")],
        lines: ["Bread", "Bananas", "Kitchen sponges"],
    },
];

impl chabudai_app::Demo for Demo {
    fn fill<'a>(&'a self, _: &'a Path, public_url: &'a str) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let mut is_there = false;
            let today = zone::today(self.service.db().clock(), None).map_err(|problem| anyhow::anyhow!(problem.detail))?.0;
            for family in &FAMILIES {
                let email = Word::new(family.email).context("an address is a word")?;
                // Somebody else's house has nobody of that address, or somebody who did not ask for a week.
                let Some(person) = self.people.by_email(&email).await.map_err(|problem| anyhow::anyhow!(problem.detail))? else { continue };
                if !is_there {
                    creators::publish(&self.service, IsoDay(today)).await?;
                }
                self.live(family, &person).await?;
                is_there = true;
            }
            if is_there {
                println!("A demo of Kondate Loop is at {public_url}/kondate, for whoever looks around in that of Okusuri");
            }
            Ok(())
        })
    }
}

impl Demo {
    /// Fills the kitchen of somebody, unless there is anything in it.
    async fn live(&self, family: &Family, person: &Person) -> Result<()> {
        let service = &self.service;
        let kitchen = service.enter(&person.id, &person.name, None).await?.kitchen_id;
        let (meta, _) = service.who_is_here(&kitchen).await?;
        // A kitchen that visitors of the demo have handed around is not this family's any more, and is left as it is.
        if meta.owner_id != person.id || meta.recipes > 0 || meta.batches > 0 || service.plan(&kitchen).await?.0.is_some() {
            return Ok(());
        }
        let today = zone::today(service.db().clock(), person.zone.as_deref()).map_err(|problem| anyhow::anyhow!(problem.detail))?.0;
        let cook = |days_ago: i64| Cook {
            kitchen: kitchen.clone(),
            person: person.id.clone(),
            today: IsoDay(today.saturating_sub(days_ago.days())),
            language: family.language,
        };
        let now = cook(0);
        service.rename_kitchen(&kitchen, &person.id, family.kitchen).await?;
        self.join(family, person, &kitchen).await?;
        for (name, quantity, unit, days) in family.fridge {
            let input = BatchInput {
                name: Some(name.to_owned()),
                quantity: Some(Some(quantity.to_owned())),
                unit: Some(Some(unit.to_owned())),
                best_before: Some(Some(IsoDay(today.saturating_add(days.days())))),
                ..BatchInput::default()
            };
            service.add_batch(&now, &input, None).await?;
        }
        for (name, quantity, unit) in family.staples {
            let input = StapleInput { name: name.to_owned(), quantity: Some(quantity.to_owned()), unit: Some(unit.to_owned()) };
            service.set_staple(&now, &input).await?;
        }
        let (title, ingredients, steps, tags) = family.recipe;
        let input = RecipeInput {
            title: Some(title.to_owned()),
            servings: Some(3),
            ingredients: Some((1..).zip(ingredients).map(|(order, line)| Ingredient::read(line, order)).collect()),
            steps: Some(steps.map(|text| RecipeStep { order: 0, text: text.to_owned(), timer_minutes: None }).to_vec()),
            tags: Some(tags.map(str::to_owned).to_vec()),
            cook_time_minutes: Some(Some(45)),
            ..RecipeInput::default()
        };
        let own = service.add_recipe(&now, &input, None).await?.recipe_id;
        let set = SetInput { title: Some(family.set.to_owned()), recipe_ids: Some(vec![own]), ..SetInput::default() };
        let set = service.add_set(&now, &set, None).await?.set_id;
        // The week began two days ago, and two of its dishes were on the table.
        let week = service.apply(&now, &SetId::new("weekday").context("a word")?, Slot::Current).await?;
        for (dish, days_ago) in week.items.iter().zip([2, 1]) {
            service.cook(&cook(days_ago), &dish.id).await?;
        }
        service.apply(&now, &set, Slot::Next).await?;
        creators::save(service, &now).await?;
        for name in family.lines {
            service.add_line(&now, &LineInput { name: name.to_owned(), ..LineInput::default() }, None).await?;
        }
        // Something is in the basket already.
        for line in service.list(&now, None).await?.lines.iter().take(2) {
            service.tick(&now, &line.id).await?;
        }
        self.tell(person).await
    }

    /// What they were told. They have found their way in long ago.
    async fn tell(&self, person: &Person) -> Result<()> {
        let service = &self.service;
        service.dismiss_steps(&person.id, true).await?;
        service.tell(&person.id, NoticeKind::Install, None, Some("/kondate/help".to_owned())).await?;
        if service.all_news().await?.is_empty() {
            let news = NewsInput {
                title: "冬の献立セットができました".to_owned(),
                body:
                    "鍋や煮込みを中心にしたセットをレシピ帳に追加しました。\n\n残った野菜も使いきれる組み合わせです。今週の献立にどうぞ。"
                        .to_owned(),
                title_en: Some("Winter sets are here".to_owned()),
                body_en: Some(
                    "There are new sets of hot pots and stews in your recipes.\n\nThey use up what’s left of your vegetables, too."
                        .to_owned(),
                ),
                link_url: Some("/kondate/book".to_owned()),
                ..NewsInput::default()
            };
            service.tell_all(&news, None).await?;
        }
        Ok(())
    }

    /// The other two come by invitations, as everybody does.
    async fn join(&self, family: &Family, person: &Person, kitchen: &KitchenId) -> Result<()> {
        for (nth, name) in family.others.iter().enumerate() {
            let secret = self.service.invite(kitchen, &person.id, &person.name).await?.secret;
            let other = Word::new(format!("{}-family-{}", person.id, nth + 1)).context("a word")?;
            self.service.accept(&secret, &other, name).await?;
        }
        Ok(())
    }
}
