//! What the operator's look finds, and what it mends.

use chabudai_app_kondate::design::{CHECK_KITCHEN, MAIN_TABLE};
use chabudai_app_kondate::model::{Batch, Bounded, Kitchen, Member, Membership, Slot};
use chabudai_app_kondate::repo::kitchens;
use chabudai_app_kondate::service::{Finding, LineInput, check, mend};
use chabudai_kernel::op::{Delete, Update};

use crate::world::{World, on_both};

async fn found(w: &World, mends: bool) -> Vec<String> {
    let mut all = Vec::new();
    let checked = check(w.db(), async |finding: Finding| {
        let mended = mends && mend(w.db(), &finding).await?;
        all.push(format!("{finding}{}", if mended { " (mended)" } else { "" }));
        Ok(())
    })
    .await
    .unwrap();
    assert_eq!(checked.findings as usize, all.len());
    all
}

#[tokio::test]
async fn what_is_wrong_is_found_and_numbers_are_mended() {
    on_both(async |w: World| {
        let curry = w.recipe("カレー", 2, &["玉ねぎ 1個"]).await;
        let set = w.set("今週", &[curry]).await;
        let plan = w.service.apply(&w.mei, &set, Slot::Current).await.unwrap();
        let onion = w.stock("玉ねぎ", "3", "個").await;
        w.service.cook(&w.mei, &plan.items[0].id).await.unwrap();
        w.service.add_line(&w.mei, &LineInput { name: "卵".to_owned(), ..LineInput::default() }, None).await.unwrap();
        assert_eq!(found(&w, false).await, Vec::<String>::new(), "on {}", w.name);

        w.meddle(kitchens::count_anyway(&w.mei.kitchen, Bounded::Batches, 3)).await;
        w.meddle(kitchens::count_anyway(&w.mei.kitchen, Bounded::Lines, -1)).await;
        let expected = ["kitchen user_mei: it counts 0 lines, and there are 1", "kitchen user_mei: it counts 4 batches, and there are 1"];
        assert_eq!(found(&w, false).await, expected, "on {}", w.name);
        assert!(found(&w, true).await.iter().all(|line| line.ends_with("(mended)")), "on {}", w.name);
        assert_eq!(found(&w, false).await, Vec::<String>::new(), "on {}", w.name);
        // Somebody who cannot be read is told; the kitchen is looked at all the same.
        let role = |role: &str| Update::of::<Member>(Member::key(w.mei.kitchen.clone(), w.mei.person.clone())).set("role", role);
        w.meddle(role("nonsense")).await;
        w.meddle(kitchens::count_anyway(&w.mei.kitchen, Bounded::Batches, 3)).await;
        let told = found(&w, true).await;
        assert_eq!(told.len(), 2, "{told:?} on {}", w.name);
        assert_eq!(told[1], "kitchen user_mei: it counts 4 batches, and there are 1 (mended)", "on {}", w.name);
        w.meddle(role("owner")).await;
        assert_eq!(found(&w, false).await, Vec::<String>::new(), "on {}", w.name);
        w.took_every_step("AP-1306");
        w.is_in_order().await;

        // What nobody can mend by the items alone is told.
        let below = Update::of::<Batch>(Batch::key(w.mei.kitchen.clone(), onion.item_id.clone())).set("quantity", "-2");
        w.meddle(below).await;
        w.meddle(Delete::new(&MAIN_TABLE, Membership::key(w.mei.person.clone(), w.mei.kitchen.clone()))).await;
        let told = found(&w, true).await;
        let expected = [
            "kitchen user_mei: user_mei is half in it".to_owned(),
            format!("kitchen user_mei: there is less than nothing of {}", onion.item_id),
        ];
        assert_eq!(told, expected, "on {}", w.name);
        w.meddle(Delete::new(&MAIN_TABLE, Kitchen::key(w.mei.kitchen.clone()))).await;
        assert_eq!(found(&w, false).await, ["kitchen user_mei: there are things in it, and it is not there"], "on {}", w.name);
        assert!(w.db().meters().of(&CHECK_KITCHEN).read().calls > 0);
    })
    .await;
}
