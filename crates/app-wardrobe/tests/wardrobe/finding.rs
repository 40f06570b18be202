//! Somebody's garments and outfits by their names, in their own wardrobes and in no others.

use chabudai_app_wardrobe::address::Address;
use chabudai_app_wardrobe::design::{FIND_BY_NAME, MY_WARDROBES};
use chabudai_app_wardrobe::model::MOST_KEPT;
use chabudai_app_wardrobe::service::Named;
use chabudai_kernel::part::Word;

use crate::world::{World, on_both};

fn person(name: &str) -> Word {
    Word::new(name).unwrap()
}

async fn names(w: &World, user: &Word, question: &str) -> Vec<String> {
    let found = w.service.find_mine(user, question).await.unwrap();
    found.iter().map(|Named { wardrobe, thing, .. }| format!("{wardrobe}: {}", thing.name())).collect()
}

#[tokio::test]
async fn ap_41_what_is_called_so_is_found_in_all_of_ones_own_wardrobes() {
    on_both(async |w: World| {
        let (hana, taro) = (person("hana"), person("taro"));
        let (other, stranger) = (w.with_another("旅の服").await, w.with_another("太郎の服").await);
        for world in [&w, &other] {
            w.service.keep(&hana, &Address::from(world.wardrobe)).await.unwrap();
        }
        w.service.keep(&taro, &Address::from(stranger.wardrobe)).await.unwrap();
        let shirt = w.garment("白いシャツ").await;
        let gone = w.garment("古いシャツ").await;
        w.service.delete_clothing(w.wardrobe, gone).await.unwrap();
        other.garment("シャツ").await;
        other.garment("デニム").await;
        stranger.garment("シャツ").await;
        w.outfit("シャツの日", &[shirt]).await;

        // The same kana, whole names first, then beginnings; what is in the bin is not among them, nor anybody else's.
        let found = w.costs(&MY_WARDROBES, 0, names(&w, &hana, "ｼｬﾂ")).await;
        assert_eq!(found, ["旅の服: シャツ", "わたしの服: シャツの日", "わたしの服: 白いシャツ"], "on {}", w.name);
        assert_eq!(names(&w, &hana, "しゃつ　白").await, ["わたしの服: 白いシャツ"], "every word, in any order");
        assert_eq!(names(&w, &hana, "帽子").await, Vec::<String>::new());
        assert_eq!(names(&w, &taro, "シャツ").await, ["太郎の服: シャツ"]);
        assert_eq!(names(&w, &person("nobody"), "シャツ").await, Vec::<String>::new());
        w.took_every_step("AP-41");

        // What cannot be opened any more is not looked into: another address, deleted, not in the list.
        w.service.new_address(&Address::from(other.wardrobe), Some(&taro), None).await.unwrap();
        assert_eq!(names(&w, &hana, "シャツ").await, ["わたしの服: シャツの日", "わたしの服: 白いシャツ"]);
        w.service.delete_wardrobe(&Address::from(w.wardrobe)).await.unwrap();
        assert_eq!(names(&w, &hana, "シャツ").await, Vec::<String>::new());
        w.service.restore_wardrobe(&Address::from(w.wardrobe)).await.unwrap();
        w.service.unkeep(&hana, w.wardrobe).await.unwrap();
        assert_eq!(names(&w, &hana, "シャツ").await, Vec::<String>::new());
    })
    .await;
}

/// However long the list and however much is in it: two requests for each wardrobe, and two for the list.
#[tokio::test]
async fn the_requests_of_a_search_are_bounded() {
    let w = World::embedded().await;
    let hana = person("hana");
    for nth in 0..MOST_KEPT {
        let one = w.with_another(&format!("{nth}")).await;
        one.garment("シャツ").await;
        w.service.keep(&hana, &Address::from(one.wardrobe)).await.unwrap();
    }
    let meter = w.db().meters().of(&FIND_BY_NAME);
    let before = meter.read();
    assert_eq!(names(&w, &hana, "シャツ").await.len() as u64, MOST_KEPT);
    let cost = meter.read().since(&before);
    assert_eq!((cost.calls, u64::from(cost.spent.requests)), (MOST_KEPT, 2 * MOST_KEPT));
}
