//! What people do most asks little of the store: counted after who somebody is, which is the house's question.

use chabudai_app_kondate::model::Slot;
use chabudai_app_kondate::repo::book;
use chabudai_app_kondate::service::LineInput;
use chabudai_kernel::db::Paging;

use crate::world::{World, on_both};

/// What was asked so far, of all patterns.
fn requests(w: &World) -> u64 {
    w.db().meters().readings().map(|(_, reading)| u64::from(reading.spent.requests)).sum()
}

#[tokio::test]
async fn a_week_of_seven_dishes_and_sixty_batches() {
    on_both(async |w: World| {
        let mut dishes = Vec::new();
        for nth in 0..50 {
            let lines = [format!("品{nth} 2個"), format!("玉ねぎ {}個", nth + 1), "卵 1個".to_owned()];
            dishes.push(w.recipe(&format!("料理{nth}"), 2, &lines.each_ref().map(String::as_str)).await);
        }
        let week = w.set("今週", &dishes[..7]).await;
        w.service.apply(&w.mei, &week, Slot::Current).await.unwrap();
        for nth in 0..60 {
            w.stock(&format!("品{nth}"), "1", "個").await;
        }
        let mut before = requests(&w);
        let mut asked = || {
            let asked = requests(&w) - before;
            before += asked;
            asked
        };
        // In which kitchen somebody is comes first, whatever they ask for.
        w.service.enter(&w.mei.person, "めい", None).await.unwrap();
        let list = w.list().await;
        assert_eq!((list.lines.len(), asked()), (9, 5), "the computed list on {}", w.name);
        w.service.enter(&w.mei.person, "めい", None).await.unwrap();
        w.service.tick(&w.mei, &list.lines[0].id).await.unwrap();
        assert_eq!(asked(), 6, "a tick on {}", w.name);
        w.service.enter(&w.mei.person, "めい", None).await.unwrap();
        w.service.add_line(&w.mei, &LineInput { name: "牛乳".to_owned(), ..LineInput::default() }, None).await.unwrap();
        assert_eq!(asked(), 2, "a line on {}", w.name);
        w.service.enter(&w.mei.person, "めい", None).await.unwrap();
        let page = book::list_recipes(w.db(), &w.mei.kitchen, Paging { limit: 50, cursor: None, backward: true }).await.unwrap();
        assert_eq!((page.items.len(), page.next), (50, None), "on {}", w.name);
        assert!(asked() <= 3, "a list of fifty on {}", w.name);
    })
    .await;
}
