//! What goes out to others, and how much comes in: links, the calendar, imports.

use std::time::Duration;

use chabudai_app_kondate::design::{
    ALL_RECIPES, CALENDAR, COUNT_IMPORT, IS_SHARED, NEW_CALENDAR, OPEN_LINK, REVOKE_LINK, SHARE_LINK, SHARED_BY,
};
use chabudai_app_kondate::error::{KondateError, KondateReason};
use chabudai_app_kondate::model::{EntityType, RecipeId, SetId};
use chabudai_app_kondate::repo::{book, shares};
use chabudai_app_kondate::service::{CalendarSeal, Credit, Opened, RecipeInput, SetInput, ShownByLink, Target};
use chabudai_food::Language;
use chabudai_kernel::clock::Clock as _;
use chabudai_kernel::part::Word;
use jiff::Timestamp;
use jiff::civil::date;
use jiff::tz::TimeZone;

use crate::world::{World, at_once, cook, on_both, person};

fn by(author: &str) -> Credit {
    Credit { author_name: Some(author.to_owned()), source_url: None }
}

async fn set_of(w: &World, title: &str, recipes: &[&RecipeId]) -> SetId {
    let input = SetInput {
        title: Some(title.to_owned()),
        recipe_ids: Some(recipes.iter().map(|id| (*id).clone()).collect()),
        ..SetInput::default()
    };
    w.service.add_set(&w.mei, &input, None).await.expect("a set").set_id
}

async fn delete_kitchen(w: &World) {
    let home = w.service.enter(&w.mei.person, "めい", None).await.expect("a kitchen");
    w.service.delete_kitchen(&home).await.expect("it is deleted");
}

fn is_dead(outcome: &Result<Opened, KondateError>) -> bool {
    *outcome == Err(KondateError::NotFound("link"))
}

/// What a recipe says of itself stays with it, and the link keeps only what was said beside it.
async fn own_credit(w: &World) {
    let (mei, service) = (&w.mei, &w.service);
    let stew = w.recipe("シチュー", 2, &["牛乳 1本"]).await;
    let written_by = |name: &str| RecipeInput { author_name: Some(Some(name.to_owned())), ..RecipeInput::default() };
    service.edit_recipe(mei, &stew, &written_by("山田"), None).await.unwrap();
    let target = Target::Recipe(stew.clone());
    let first = service.share(mei, &target, &Credit::default()).await.unwrap();
    assert_eq!(service.share(mei, &target, &Credit::default()).await.unwrap(), first);
    for (said, kept) in [("山田", None), ("めい", Some("めい")), ("山田", None)] {
        let link = service.share(mei, &target, &by(said)).await.unwrap();
        assert_eq!((&link.share_id, link.author_name.as_deref()), (&first.share_id, kept), "{said}");
    }
    service.edit_recipe(mei, &stew, &written_by("山田花子"), None).await.unwrap();
    let Opened { share, shown } = service.open_link(&first.share_id, Language::Ja).await.unwrap();
    let ShownByLink::Recipe(recipe) = shown else { panic!("it is a recipe") };
    assert_eq!((share.author_name, recipe.author_name.as_deref()), (None, Some("山田花子")));
}

#[tokio::test]
async fn a_link_shows_one_thing_until_it_is_taken_back_or_that_is_gone() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let curry = w.recipe("カレー", 2, &["玉ねぎ 1個"]).await;
        let target = Target::Recipe(curry.clone());
        assert_eq!(service.link_to(mei, &target).await.unwrap(), None);
        // Whoever looks at it wants to know whose it is.
        let nameless = service.share(mei, &target, &Credit::default()).await.unwrap_err();
        assert_eq!((nameless.code(), nameless.field()), ("kondate.credit", Some("authorName")));
        let bad = Credit { source_url: Some("javascript:alert(1)".to_owned()), ..Credit::default() };
        assert_eq!(service.share(mei, &target, &bad).await.unwrap_err().code(), "kondate.address");
        let link = w.costs(&SHARE_LINK, 0, service.share(mei, &target, &by("めい"))).await.unwrap();
        assert!(link.share_id.as_str().len() >= 22 && !link.share_id.as_str().contains(curry.as_str()));
        // The same again is the same link, with what is said of it now.
        let again = w.costs(&SHARE_LINK, 0, service.share(mei, &target, &by("だれか"))).await.unwrap();
        assert_eq!((&again.share_id, again.author_name.as_deref()), (&link.share_id, Some("だれか")));
        let link = service.share(mei, &target, &by("めい")).await.unwrap();
        let known = w.costs(&IS_SHARED, 0, service.link_to(mei, &target)).await.unwrap();
        assert_eq!(known.as_ref(), Some(&link.share_id));
        let open = async |id: &Word| service.open_link(id, Language::Ja).await;
        let opened = w.costs(&OPEN_LINK, 0, open(&link.share_id)).await.unwrap();
        assert_eq!((opened.shown.title(), opened.share.author_name.as_deref()), ("カレー", Some("めい")));
        assert_eq!(
            w.costs(&SHARED_BY, 0, shares::to(service.db(), EntityType::Recipe, &Word::new(curry.as_str()).unwrap())).await.unwrap(),
            std::slice::from_ref(&link)
        );
        // Nobody else takes it back, and nobody finds one by trying.
        let home = service.enter(&person("rin"), "りん", None).await.unwrap();
        let rin = cook("rin", home.kitchen_id);
        assert_eq!(service.revoke(&rin, &link.share_id).await, Err(KondateError::NotFound("link")));
        assert_eq!(service.share(&rin, &target, &by("りん")).await.unwrap_err(), KondateError::NotFound("recipe"));
        assert!(is_dead(&open(&Word::new("AAAAAAAAAAAAAAAAAAAAAAAA").unwrap()).await));
        // It is dead while what it shows is in the bin, and lives again with it.
        service.delete_recipe(mei, &curry).await.unwrap();
        assert!(is_dead(&open(&link.share_id).await));
        assert_eq!(service.share(mei, &target, &by("めい")).await.unwrap_err(), KondateError::NotFound("recipe"));
        service.restore_recipe(mei, &curry).await.unwrap();
        assert!(open(&link.share_id).await.is_ok());
        w.costs(&REVOKE_LINK, 0, service.revoke(mei, &link.share_id)).await.unwrap();
        service.revoke(mei, &link.share_id).await.unwrap();
        assert!(is_dead(&open(&link.share_id).await));
        assert_eq!(service.link_to(mei, &target).await.unwrap(), None);
        // Another one is another one.
        let again = service.share(mei, &target, &by("めい")).await.unwrap();
        assert_ne!(again.share_id, link.share_id);
        assert!(is_dead(&open(&link.share_id).await) && open(&again.share_id).await.is_ok());
        let set = set_of(&w, "今週", &[&curry]).await;
        assert!(service.share(mei, &Target::Set(set), &by("めい")).await.is_ok());
        own_credit(&w).await;
        for pattern in ["AP-1101", "AP-1102", "AP-1104", "AP-1105"] {
            w.took_every_step(pattern);
        }
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn a_set_is_shown_with_what_is_left_of_its_dishes() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let (curry, stew) = (w.recipe("カレー", 2, &["玉ねぎ 1個"]).await, w.recipe("シチュー", 2, &["牛乳 1本"]).await);
        let starter = RecipeId::new("nikujaga").unwrap();
        let set = set_of(&w, "今週", &[&curry, &starter, &stew]).await;
        let link = service.share(mei, &Target::Set(set.clone()), &by("めい")).await.unwrap();
        let titles = async |language| match service.open_link(&link.share_id, language).await.unwrap().shown {
            ShownByLink::Set(set, dishes) => {
                format!("{}: {}", set.title, dishes.iter().map(|dish| dish.title.as_str()).collect::<Vec<_>>().join(" "))
            }
            ShownByLink::Recipe(recipe) => recipe.title,
        };
        assert_eq!(titles(Language::Ja).await, "今週: カレー 肉じゃが シチュー");
        service.delete_recipe(mei, &stew).await.unwrap();
        assert_eq!(titles(Language::Ja).await, "今週: カレー 肉じゃが");
        service.delete_set(mei, &set).await.unwrap();
        assert!(is_dead(&service.open_link(&link.share_id, Language::Ja).await));
        // A starter is everybody's, and in the reader's language.
        let official = service.share(mei, &Target::Recipe(starter), &by("茶ぶ台")).await.unwrap();
        let title = async |language| service.open_link(&official.share_id, language).await.unwrap().shown.title().to_owned();
        assert_eq!(title(Language::Ja).await, "肉じゃが");
        assert_ne!(title(Language::En).await, "肉じゃが");
        assert!(service.share(mei, &Target::Set(SetId::new("autumn").unwrap()), &by("茶ぶ台")).await.is_ok());
        // A kitchen that goes takes its links along, at once and for good.
        delete_kitchen(&w).await;
        assert!(is_dead(&service.open_link(&official.share_id, Language::Ja).await));
        service.forget(&mei.person).await.unwrap();
        let left: Vec<_> =
            w.items().await.into_iter().filter(|item| item["PK"].as_str().is_some_and(|key| key.starts_with("SHARE#"))).collect();
        assert!(left.is_empty(), "{left:?} on {}", w.name);
    })
    .await;
}

/// Sixty-four at once through two servers: one link.
#[tokio::test]
async fn of_many_who_share_at_once_all_get_one_link() {
    on_both(async |w: World| {
        let curry = w.recipe("カレー", 2, &["玉ねぎ 1個"]).await;
        let services = w.two();
        let links = at_once(&services, |service, _| {
            let (mei, target) = (w.mei.clone(), Target::Recipe(curry.clone()));
            async move {
                // On a busy machine somebody may be told to come again.
                loop {
                    match service.share(&mei, &target, &by("めい")).await {
                        Err(KondateError::Busy) => {}
                        other => return other,
                    }
                }
            }
        })
        .await;
        let mut ids: Vec<String> = links.into_iter().map(|link| link.unwrap().share_id.to_string()).collect();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), 1, "on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn all_recipes_go_out_but_for_those_in_the_bin() {
    on_both(async |w: World| {
        let (first, second) = (w.recipe("カレー", 2, &["玉ねぎ 1個"]).await, w.recipe("シチュー", 2, &["牛乳 1本"]).await);
        w.service.delete_recipe(&w.mei, &second).await.unwrap();
        let all = w.costs(&ALL_RECIPES, 1, book::all_recipes(w.service.db(), &w.mei.kitchen)).await.unwrap();
        assert_eq!(all.iter().map(|recipe| (&recipe.recipe_id, recipe.steps.is_empty())).collect::<Vec<_>>(), [(&first, false)]);
        w.took_every_step("AP-212");
    })
    .await;
}

#[tokio::test]
async fn so_many_imports_a_month_and_what_came_to_nothing_does_not_count() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei.person, &w.service);
        // The last evening of November, by UTC.
        let now = Timestamp::from_second(w.clock.now().0).unwrap();
        let december = date(2026, 12, 1).to_zoned(TimeZone::UTC).unwrap().timestamp();
        w.clock.advance((december - Duration::from_mins(1)).duration_since(now).unsigned_abs());
        let first = w.costs(&COUNT_IMPORT, 0, service.count_import(mei, 2)).await.unwrap();
        let second = service.count_import(mei, 2).await.unwrap();
        assert_eq!(service.count_import(mei, 2).await, Err(KondateReason::EnoughImports.into()));
        assert_eq!(service.count_import(mei, 0).await, Err(KondateReason::EnoughImports.into()));
        service.take_back_import(&second).await.unwrap();
        service.count_import(mei, 2).await.unwrap();
        assert!(service.count_import(mei, 2).await.is_err());
        w.clock.advance(Duration::from_mins(1));
        service.count_import(mei, 2).await.unwrap();
        // What came to nothing last month gives nothing back this month.
        service.take_back_import(&first).await.unwrap();
        service.count_import(mei, 2).await.unwrap();
        assert!(service.count_import(mei, 2).await.is_err());
        // Whoever is not known any more is not remembered by it.
        assert!(service.count_import(&person("nobody"), 2).await.is_err());
        assert_eq!(service.profile(&person("nobody")).await.unwrap(), None);
        w.took_every_step("AP-208");
        // Sixty-four at once through two servers: as many as there are.
        let services = w.two();
        let rin = person("rin");
        service.enter(&rin, "りん", None).await.unwrap();
        let outcomes = at_once(&services, |service, _| {
            let rin = rin.clone();
            async move { service.count_import(&rin, 10).await }
        })
        .await;
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 10, "on {}", w.name);
    })
    .await;
}

#[tokio::test]
async fn a_calendar_is_read_by_its_last_address_while_somebody_is_in_the_kitchen() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let seal = CalendarSeal::new(b"a secret of the test");
        let address = async || service.calendar_of(&seal, mei, service.profile(&mei.person).await.unwrap().as_ref(), None);
        assert_eq!(address().await, None, "nobody has one who did not ask for it");
        w.costs(&NEW_CALENDAR, 0, service.new_calendar(&mei.person)).await.unwrap();
        let first = address().await.unwrap();
        let curry = w.recipe("カレー", 2, &["玉ねぎ 1個"]).await;
        let set = set_of(&w, "今週", &[&curry]).await;
        service.apply(mei, &set, chabudai_app_kondate::model::Slot::Current).await.unwrap();
        let shown = w.costs(&CALENDAR, 0, service.calendar(&seal, &first)).await.unwrap();
        assert_eq!((shown.current.unwrap().set_title.as_str(), shown.next), ("今週", None));
        let not_there = Err(KondateError::NotFound("calendar"));
        for nonsense in ["", "x", &first[1..]] {
            assert_eq!(service.calendar(&seal, nonsense).await, not_there, "{nonsense}");
        }
        w.clock.advance(Duration::from_secs(1));
        service.new_calendar(&mei.person).await.unwrap();
        let second = address().await.unwrap();
        assert_eq!(service.calendar(&seal, &first).await, not_there, "the one before it is dead");
        assert!(service.calendar(&seal, &second).await.is_ok());
        service.no_calendar(&mei.person).await.unwrap();
        assert_eq!((address().await, service.calendar(&seal, &second).await), (None, not_there.clone()));
        // Whoever is in the kitchen no longer reads its plan no longer.
        service.new_calendar(&mei.person).await.unwrap();
        let third = address().await.unwrap();
        delete_kitchen(&w).await;
        assert_eq!(service.calendar(&seal, &third).await, not_there);
        w.took_every_step("AP-1106");
        w.took_every_step("AP-1107");
    })
    .await;
}
