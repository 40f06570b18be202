//! What people are told, what they have read of it, and on which devices.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use chabudai_app_kondate::design::{
    DUE_NOTICES, FIRST_STEPS, FORGET_DEVICE, GLANCE, MY_DEVICES, NOTICES, ONE_NEWS, ONE_NOTICE, REACH_DEVICE, READ_NOTICES, RECENT_NEWS,
    TELL, UNTELL,
};
use chabudai_app_kondate::error::{KondateError, KondateReason};
use chabudai_app_kondate::model::{FirstStep, NoticeCategories, NoticeId, NoticeKind, Platform, PushToken, Slot};
use chabudai_app_kondate::pages::PushWords;
use chabudai_app_kondate::repo::{devices, notices};
use chabudai_app_kondate::service::{Glance, NewsInput, NoticeChange, NoticeType, Noticed, Says, Service, TellNotices, Told};
use chabudai_kernel::once::Once;
use chabudai_kernel::op::Put;
use chabudai_kernel::part::Word;
use chabudai_web::messages::Delivered;

use crate::use_soon::{House, to_hour};
use crate::world::{World, at_once, cook, on_both, person};

fn news(title: &str) -> NewsInput {
    NewsInput { title: title.to_owned(), body: "本文".to_owned(), ..NewsInput::default() }
}

async fn bought(w: &World, title: &str) -> NoticeId {
    w.clock.advance(Duration::from_millis(1));
    w.service.tell(&w.mei.person, NoticeKind::Bought, Some(title.to_owned()), None).await.unwrap().notification_id
}

async fn posted(w: &World, title: &str) {
    w.clock.advance(Duration::from_millis(1));
    w.service.tell_all(&news(title), None).await.unwrap();
}

fn titles(noticed: &Noticed) -> Vec<String> {
    let title = |says: &Says| match says {
        Says::News(news) => news.title.clone(),
        Says::Personal(own) => own.about.clone().unwrap_or_default(),
    };
    noticed.notices.iter().map(|one| format!("{}{}", title(&one.says), if one.is_read { " ✓" } else { "" })).collect()
}

async fn all(w: &World) -> Noticed {
    w.service.notices(&w.mei.person, NoticeType::All, 20, None).await.unwrap()
}

#[tokio::test]
async fn news_and_what_is_for_oneself_are_one_list_and_the_newest_is_first() {
    on_both(async |w: World| {
        let mei = &w.mei.person;
        let told = w.service.tell(mei, NoticeKind::Bought, Some("1".to_owned()), None);
        w.costs(&TELL, 0, told).await.unwrap();
        w.wait(2);
        w.costs(&TELL, 0, w.service.tell_all(&news("2"), None)).await.unwrap();
        w.wait(2);
        bought(&w, "3").await;
        w.wait(2);
        // Two taps on one button are one news.
        let once = Once::of_form(&Word::new("a-form").unwrap(), "4".to_owned());
        for _ in 0..2 {
            w.service.tell_all(&news("4"), Some((mei, &once))).await.unwrap();
        }
        w.took_every_step("AP-1202");
        let read = async |which, want, cursor: Option<&str>| w.service.notices(mei, which, want, cursor).await;
        let whole = w.costs(&NOTICES, 0, read(NoticeType::All, 20, None)).await.unwrap();
        assert_eq!((titles(&whole), whole.unread, &whole.next), (["4", "3", "2", "1"].map(str::to_owned).to_vec(), 4, &None));
        assert_eq!(titles(&read(NoticeType::News, 20, None).await.unwrap()), ["4", "2"]);
        assert_eq!(titles(&read(NoticeType::Personal, 20, None).await.unwrap()), ["3", "1"]);
        // A page, and the next; the cursor is of its own question alone, and of its own person.
        let first = read(NoticeType::All, 3, None).await.unwrap();
        let cursor = first.next.as_deref().unwrap();
        let second = read(NoticeType::All, 3, Some(cursor)).await.unwrap();
        assert_eq!((titles(&second), second.unread, second.next), (vec!["1".to_owned()], 4, None));
        assert_eq!(read(NoticeType::News, 3, Some(cursor)).await, Err(KondateError::Cursor));
        assert_eq!(w.service.notices(&person("rin"), NoticeType::All, 3, Some(cursor)).await, Err(KondateError::Cursor));
        // Who comes later hears nothing of what was told before.
        w.wait(2);
        w.service.enter(&person("rin"), "りん", None).await.unwrap();
        let rins = w.service.notices(&person("rin"), NoticeType::All, 20, None).await.unwrap();
        assert_eq!((rins.notices.len(), rins.unread), (0, 0), "on {}", w.name);
        w.took_every_step("AP-1201");
        let everything = w.costs(&RECENT_NEWS, 1, w.service.all_news()).await.unwrap();
        assert_eq!(everything.len(), 2);
        let id = &everything[0].news_id;
        assert!(w.costs(&ONE_NEWS, 0, notices::one_news(w.db(), id)).await.unwrap().is_some());
        w.costs(&UNTELL, 0, w.service.untell(id)).await.unwrap();
        assert_eq!(w.service.untell(id).await, Err(KondateError::NotFound("news")));
        assert_eq!(titles(&all(&w).await), ["3", "2", "1"]);
        for id in ["AP-1209", "AP-1212", "AP-1213"] {
            w.took_every_step(id);
        }
        // After 180 days there is nothing left of it.
        w.wait(181 * 24 * 60 * 60);
        assert_eq!((all(&w).await.notices.len(), w.service.all_news().await.unwrap().len()), (0, 0), "on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn what_is_wrong_with_news_is_said() {
    on_both(async |w: World| {
        let code = async |input: NewsInput| w.service.tell_all(&input, None).await.unwrap_err().code();
        assert_eq!(code(news(" ")).await, "kondate.news_title");
        assert_eq!(code(news(&"長".repeat(81))).await, "kondate.news_title");
        assert_eq!(code(NewsInput { body: String::new(), ..news("題") }).await, "kondate.news_body");
        assert_eq!(code(NewsInput { title_en: Some("T".to_owned()), ..news("題") }).await, "kondate.news_english");
        for link in ["javascript:alert(1)", "//evil.example", "/\\evil.example"] {
            assert_eq!(code(NewsInput { link_url: Some(link.to_owned()), ..news("題") }).await, "kondate.address", "{link}");
        }
        w.service.tell_all(&NewsInput { link_url: Some("/kondate/book".to_owned()), ..news("題") }, None).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn reading_twice_is_reading_once() {
    on_both(async |w: World| {
        let mei = &w.mei.person;
        let (one, two) = (bought(&w, "1").await, bought(&w, "2").await);
        posted(&w, "3").await;
        let three = w.service.all_news().await.unwrap()[0].news_id.clone();
        let marked = w.costs(&READ_NOTICES, 0, w.service.read_notices(mei, &[one.clone(), three.clone()])).await.unwrap();
        assert_eq!((marked.read, marked.unread), (2, 1));
        let since = w.costs(&ONE_NOTICE, 0, notices::one_own(w.db(), mei, &one)).await.unwrap().unwrap().read_at;
        w.wait(60);
        let again = w.service.read_notices(mei, &[one.clone(), three]).await.unwrap();
        assert_eq!((again.read, again.unread), (0, 1));
        assert_eq!(notices::one_own(w.db(), mei, &one).await.unwrap().unwrap().read_at, since, "since the first time");
        assert_eq!(titles(&all(&w).await), ["3 ✓", "2", "1 ✓"]);
        // What is somebody else's, or nobody's, is passed over; what is no id of ours is not there.
        let rin = person("rin");
        w.service.enter(&rin, "りん", None).await.unwrap();
        assert_eq!(w.service.read_notices(&rin, std::slice::from_ref(&two)).await.unwrap().read, 0);
        assert_eq!(notices::one_own(w.db(), &rin, &two).await.unwrap(), None, "nothing is written for who has nothing");
        assert_eq!(w.service.read_notices(mei, &[NoticeId::new("n_01").unwrap()]).await, Err(KondateError::NotFound("notification")));
        assert_eq!(w.service.read_notices(mei, &[]).await.unwrap_err().code(), "kondate.notification_ids");
        assert_eq!(w.service.read_notices(mei, &vec![two; 101]).await.unwrap_err().code(), "kondate.notification_ids");
        w.took_every_step("AP-1218");
        w.is_in_order().await;
    })
    .await;
}

/// Moments have seconds: what is told at the second at which all is marked, and was not there to be seen, is not read.
#[tokio::test]
async fn nothing_is_lost_that_is_on_its_way_while_all_is_marked() {
    on_both(async |w: World| {
        let mei = &w.mei.person;
        bought(&w, "old").await;
        w.wait(60);
        posted(&w, "seen").await;
        // Its id was made before all is marked, and it is written after that.
        let late = w.service.notice(mei, NoticeKind::Bought, Some("late".to_owned()), None);
        let marked = w.service.read_all_notices(mei).await.unwrap();
        assert_eq!((marked.read, marked.unread), (2, 0));
        w.store.write(&notices::tell(&late).into(), chabudai_kernel::clock::Clock::now(&*w.clock)).await.unwrap();
        let after = all(&w).await;
        assert_eq!((titles(&after), after.unread), (["late", "seen ✓", "old ✓"].map(str::to_owned).to_vec(), 1), "on {}", w.name);
        // Again changes nothing but that one; and what was marked by one tap comes back by one.
        let again = w.service.read_all_notices(mei).await.unwrap();
        assert_eq!((again.read, all(&w).await.unread), (1, 0));
        w.service.unread_again(mei, &again.undo.clone().unwrap()).await.unwrap();
        assert_eq!(titles(&all(&w).await), ["late", "seen ✓", "old ✓"]);
        w.service.unread_again(mei, &marked.undo.clone().unwrap()).await.unwrap();
        assert_eq!(titles(&all(&w).await), ["late", "seen", "old"]);
        // Unless more was marked since.
        let first = w.service.read_all_notices(mei).await.unwrap().undo.unwrap();
        w.wait(60);
        bought(&w, "new").await;
        w.service.read_all_notices(mei).await.unwrap();
        assert_eq!(w.service.unread_again(mei, &first).await, Err(KondateReason::Stale.into()));
        assert_eq!(w.service.read_all_notices(mei).await.unwrap().read, 0);
        w.took_every_step("AP-1203");
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn so_many_are_counted() {
    on_both(async |w: World| {
        for nth in 0..99 {
            bought(&w, &nth.to_string()).await;
        }
        assert_eq!(all(&w).await.unread, 99);
        bought(&w, "100").await;
        bought(&w, "101").await;
        assert_eq!(all(&w).await.unread, 100, "more than 99");
        // Every one of them is on one page, and on one only.
        let (mut seen, mut cursor) = (BTreeSet::new(), None::<String>);
        loop {
            let page = w.service.notices(&w.mei.person, NoticeType::All, 20, cursor.as_deref()).await.unwrap();
            for notice in &page.notices {
                assert!(seen.insert(notice.place().1.clone()), "twice");
            }
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(seen.len(), 101);
        assert_eq!(w.service.read_all_notices(&w.mei.person).await.unwrap().read, 99, "so many at one second, and no more");
    })
    .await;
}

/// Sixty-four at once through two servers.
#[tokio::test]
async fn of_many_who_mark_the_same_one_has_marked_it() {
    on_both(async |w: World| {
        let id = bought(&w, "1").await;
        let services = w.two();
        let read = at_once(&services, |service, _| {
            let (mei, id) = (w.mei.person.clone(), id.clone());
            async move { service.read_notices(&mei, &[id]).await }
        })
        .await;
        let read: Vec<usize> = read.into_iter().map(|one| one.unwrap().read).collect();
        assert!(read.iter().sum::<usize>() >= 1, "{read:?} on {}", w.name);
        assert_eq!(all(&w).await.unread, 0);
        w.is_in_order().await;
    })
    .await;
}

fn phone() -> Word {
    Word::new("a-phone-of-the-house-1").unwrap()
}

#[tokio::test]
async fn one_device_tells_one_person() {
    on_both(async |w: World| {
        let (mei, rin) = (&w.mei.person, &person("rin"));
        let of = async |person: &Word| devices::of(w.db(), person).await.unwrap();
        w.costs(&REACH_DEVICE, 0, w.service.reach_device(mei, &phone(), Platform::Web)).await.unwrap();
        w.service.reach_device(mei, &phone(), Platform::Web).await.unwrap();
        let mine: Vec<PushToken> = w.costs(&MY_DEVICES, 0, devices::of(w.db(), mei)).await.unwrap();
        assert_eq!((mine.len(), mine[0].token_hash.as_str().len(), mine[0].token.as_str()), (1, 64, phone().as_str()));
        // It is in other hands now.
        w.service.reach_device(rin, &phone(), Platform::Web).await.unwrap();
        assert_eq!((of(mei).await.len(), of(rin).await.len()), (0, 1));
        // Whoever does not have it any more takes it from nobody.
        w.costs(&FORGET_DEVICE, 0, w.service.forget_device(mei, &phone())).await.unwrap();
        assert_eq!(of(rin).await.len(), 1);
        // A row that was brought along has no guard, and is found by the index.
        let brought = PushToken { person: person("old"), ..of(rin).await.remove(0) };
        w.meddle(Put::of(&brought)).await;
        w.service.reach_device(mei, &phone(), Platform::Ios).await.unwrap();
        assert_eq!((of(mei).await.len(), of(rin).await.len(), of(&person("old")).await.len()), (1, 0, 0), "on {}", w.name);
        w.service.forget_device(mei, &phone()).await.unwrap();
        assert_eq!(of(mei).await.len(), 0, "whatever its platform");
        for id in ["AP-1204", "AP-1205", "AP-1210"] {
            w.took_every_step(id);
        }
        // Sixty-four at once, from two accounts, through two servers: one of them has it.
        let services = w.two();
        let outcomes = at_once(&services, |service, nth| {
            let who = if nth % 2 == 0 { mei.clone() } else { rin.clone() };
            async move { service.reach_device(&who, &phone(), Platform::Web).await }
        })
        .await;
        assert!(outcomes.iter().any(Result::is_ok), "{outcomes:?}");
        assert_eq!(of(mei).await.len() + of(rin).await.len(), 1, "on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}

async fn glance(w: &World, is_planned: bool) -> Glance {
    w.service.glance(&w.mei, is_planned).await.unwrap()
}

fn done(glance: &Glance) -> Vec<FirstStep> {
    glance.steps.iter().flatten().filter(|(_, is_done)| *is_done).map(|(step, _)| *step).collect()
}

async fn kinds(w: &World) -> Vec<&'static str> {
    let all = all(w).await;
    let mut kinds: Vec<_> = all
        .notices
        .iter()
        .filter_map(|one| match &one.says {
            Says::Personal(own) => own.kind.map(NoticeKind::as_str),
            Says::News(_) => None,
        })
        .collect();
    kinds.sort_unstable();
    kinds
}

#[tokio::test]
async fn whoever_is_new_is_given_a_hand_and_told_of_each_step_once() {
    on_both(async |w: World| {
        let mei = &w.mei.person;
        let first = w.costs(&GLANCE, 0, w.service.glance(&w.mei, false)).await.unwrap();
        assert_eq!((first.is_unread, first.steps.as_ref().map(Vec::len), done(&first)), (false, Some(4), vec![]));
        assert_eq!(kinds(&w).await, ["onboarding_plan"]);
        assert!(glance(&w, false).await.is_unread);
        assert_eq!(kinds(&w).await.len(), 1, "once");
        // A recipe is written, a set is planned, a category is added, something is saved.
        let curry = w.recipe("カレー", 2, &["玉ねぎ 1個"]).await;
        let set = w.set("今週", std::slice::from_ref(&curry)).await;
        w.service.apply(&w.mei, &set, Slot::Current).await.unwrap();
        assert_eq!(done(&glance(&w, true).await), [FirstStep::Plan, FirstStep::Book]);
        assert_eq!(kinds(&w).await, ["install", "onboarding_plan", "onboarding_save"]);
        // What was done once stays done.
        assert_eq!(done(&glance(&w, false).await), [FirstStep::Plan, FirstStep::Book]);
        w.service.tell(mei, NoticeKind::SavedRecipe, Some("肉じゃが".to_owned()), None).await.unwrap();
        assert_eq!(done(&glance(&w, false).await), [FirstStep::Plan, FirstStep::Save, FirstStep::Book]);
        // Not now; not at all; after all.
        w.costs(&FIRST_STEPS, 0, w.service.snooze_steps(mei, true)).await.unwrap();
        assert_eq!(glance(&w, false).await.steps, None);
        w.wait(24 * 60 * 60);
        assert!(glance(&w, false).await.steps.is_some());
        w.service.dismiss_steps(mei, true).await.unwrap();
        assert_eq!(glance(&w, false).await.steps, None);
        w.service.dismiss_steps(mei, false).await.unwrap();
        assert!(glance(&w, false).await.steps.is_some());
        w.took_every_step("AP-1211");
        w.took_every_step("AP-1217");
        // Nobody is new for ever.
        w.wait(14 * 24 * 60 * 60);
        assert_eq!(glance(&w, false).await.steps, None);
        // Sixty-four at once through two servers: it is told once.
        let rin = person("rin");
        let home = w.service.enter(&rin, "りん", None).await.unwrap();
        let services = w.two();
        let rins = cook("rin", home.kitchen_id);
        let outcomes = at_once(&services, |service, _| {
            let rins = rins.clone();
            async move { service.glance(&rins, false).await }
        })
        .await;
        assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
        let told = w.service.notices(&rin, NoticeType::Personal, 20, None).await.unwrap();
        assert_eq!(told.notices.len(), 1, "on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn the_dot_is_there_for_what_was_not_read() {
    on_both(async |w: World| {
        let mei = &w.mei.person;
        w.service.dismiss_steps(mei, true).await.unwrap();
        assert!(!glance(&w, false).await.is_unread);
        posted(&w, "題").await;
        assert!(glance(&w, false).await.is_unread);
        let id = w.service.all_news().await.unwrap()[0].news_id.clone();
        w.service.read_notices(mei, &[id]).await.unwrap();
        assert!(!glance(&w, false).await.is_unread);
        // Another server hears of it within a minute.
        let other = w.two()[0].clone();
        other.glance(&w.mei, false).await.unwrap();
        bought(&w, "1").await;
        assert!(glance(&w, false).await.is_unread);
        w.service.read_all_notices(mei).await.unwrap();
        assert!(!glance(&w, false).await.is_unread);
        w.wait(10);
        w.service.tell_all(&news("2"), None).await.unwrap();
        w.wait(60);
        assert!(w.service.glance(&w.mei, false).await.unwrap().is_unread, "on {}", w.name);
    })
    .await;
}

fn telling(service: &Service, house: &Arc<House>) -> TellNotices {
    TellNotices { service: service.clone(), people: house.clone(), messages: house.clone(), words: Arc::new(PushWords) }
}

async fn wants(w: &World, news: bool, personal: bool) {
    let change = NoticeChange { push_enabled: Some(true), categories: Some(NoticeCategories { news, personal }) };
    w.service.change_notices(&w.mei.person, change).await.unwrap();
}

const NOBODY: Told = Told { told: 0, failed: 0 };
const ONE: Told = Told { told: 1, failed: 0 };

#[tokio::test]
async fn what_happens_while_nobody_looks_is_told_once_on_devices() {
    on_both(async |w: World| {
        let (mei, house) = (&w.mei.person, Arc::new(House::default()));
        let telling = telling(&w.service, &house);
        assert_eq!(w.costs(&DUE_NOTICES, 1, telling.run()).await, Ok(NOBODY));
        // Nobody wants it: then it is not kept for later either.
        bought(&w, "早い").await;
        assert_eq!(telling.run().await, Ok(NOBODY));
        wants(&w, false, true).await;
        assert_eq!((telling.run().await, house.texts().len()), (Ok(NOBODY), 0));
        bought(&w, "カレー").await;
        // Their own taps they know.
        w.service.tell(mei, NoticeKind::SavedRecipe, Some("保存".to_owned()), None).await.unwrap();
        assert_eq!((telling.run().await, house.texts()), (Ok(ONE), vec!["「カレー」をご利用いただけます。".to_owned()]));
        assert_eq!((telling.run().await, house.texts().len()), (Ok(NOBODY), 0));
        // What is read is not told.
        let id = bought(&w, "読んだ").await;
        w.service.read_notices(mei, &[id]).await.unwrap();
        assert_eq!((telling.run().await, house.texts().len()), (Ok(NOBODY), 0));
        // Who cannot be reached now is told later.
        bought(&w, "あとで").await;
        *house.refuses.lock().unwrap() = Some(Delivered::Later(None));
        assert_eq!(telling.run().await, Ok(Told { told: 0, failed: 1 }));
        *house.refuses.lock().unwrap() = None;
        assert_eq!(telling.run().await, Ok(NOBODY), "not at once");
        w.wait(15 * 60);
        assert_eq!((telling.run().await, house.texts().len()), (Ok(ONE), 1));
        // On the devices that they chose, and on no other.
        w.service.reach_device(mei, &phone(), Platform::Web).await.unwrap();
        bought(&w, "ほかの端末").await;
        assert_eq!((telling.run().await, house.texts().len()), (Ok(NOBODY), 0), "the phone of this house is another one");
        w.service.reach_device(mei, &Word::new("phone").unwrap(), Platform::Web).await.unwrap();
        bought(&w, "この端末").await;
        assert_eq!((telling.run().await, house.texts().len()), (Ok(ONE), 1));
        w.took_every_step("AP-1214");
        w.took_every_step("AP-1215");
        // Sixty-four at once through two servers.
        bought(&w, "一度").await;
        let servers = w.two().map(|service| self::telling(&service, &house));
        let told = at_once(&servers, |one, _| async move { one.run().await }).await;
        let told: u64 = told.into_iter().map(|one| one.unwrap().told).sum();
        assert_eq!((told, house.texts().len()), (1, 1), "on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn news_is_told_once_by_day_to_whoever_wants_it() {
    on_both(async |w: World| {
        let (mei, house) = (&w.mei.person, Arc::new(House::default()));
        let telling = telling(&w.service, &house);
        wants(&w, true, false).await;
        to_hour(&w, 23);
        posted(&w, "静か").await;
        w.service.tell_all(&NewsInput { push: true, ..news("大事") }, None).await.unwrap();
        assert_eq!((telling.run().await, house.texts().len()), (Ok(NOBODY), 0), "it is night");
        to_hour(&w, 9);
        assert_eq!((telling.run().await, house.texts()), (Ok(ONE), vec!["本文".to_owned()]));
        assert_eq!((telling.run().await, house.texts().len()), (Ok(NOBODY), 0));
        // What was read is not told.
        w.clock.advance(Duration::from_millis(1));
        w.service.tell_all(&NewsInput { push: true, ..news("読んだ") }, None).await.unwrap();
        let id = w.service.all_news().await.unwrap()[0].news_id.clone();
        w.service.read_notices(mei, &[id]).await.unwrap();
        assert_eq!((telling.run().await, house.texts().len()), (Ok(NOBODY), 0));
        w.took_every_step("AP-1216");
        wants(&w, false, true).await;
        w.clock.advance(Duration::from_millis(1));
        w.service.tell_all(&NewsInput { push: true, ..news("いらない") }, None).await.unwrap();
        assert_eq!((telling.run().await, house.texts().len()), (Ok(NOBODY), 0));
        // Sixty-four at once through two servers.
        wants(&w, true, true).await;
        let servers = w.two().map(|service| self::telling(&service, &house));
        let told = at_once(&servers, |one, _| async move { one.run().await }).await;
        let told: u64 = told.into_iter().map(|one| one.unwrap().told).sum();
        assert_eq!((told, house.texts().len()), (1, 1), "on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}
