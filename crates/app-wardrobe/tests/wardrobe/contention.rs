//! Many at once: whatever happens, a garment's count is the sum of its days is the number of its records.

use std::sync::Arc;

use chabudai_app_wardrobe::model::HistoryId;
use chabudai_app_wardrobe::repo::clothes::Edit;
use chabudai_app_wardrobe::service::Worn;

use crate::world::World;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixty_four_tasks_do_not_drift_on_the_embedded_store() {
    sixty_four_tasks(World::embedded().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixty_four_tasks_do_not_drift_on_dynamodb() {
    sixty_four_tasks(World::dynamodb().await).await;
}

pub(crate) async fn sixty_four_tasks(w: World) {
    let w = Arc::new(w);
    let garments = w.garments(6).await;
    let outfits = [w.outfit("一", &garments[..3]).await, w.outfit("二", &garments[2..]).await];
    let tasks = (0..64usize).map(|n| {
        let (w, garments) = (w.clone(), garments.clone());
        tokio::spawn(async move {
            let mut mine: Vec<HistoryId> = Vec::new();
            for step in 0..4 {
                let date = format!("202601{:02}", 1 + (n * 7 + step) % 28);
                let worn = match (n + step) % 3 {
                    0 => Worn::Template(outfits[n % 2]),
                    _ => Worn::Combination(vec![garments[n % 6], garments[(n + 1 + step) % 6]]),
                };
                // What is in the bin at this moment cannot be worn, and what is busy may be refused; neither may count.
                mine.extend(w.try_wear(&date, worn).await.ok());
                match (n + step) % 8 {
                    1 => drop(w.service.delete_clothing(w.wardrobe, garments[n % 6]).await),
                    2 => drop(w.service.restore_clothing(w.wardrobe, garments[(n + 5) % 6]).await),
                    3 => {
                        let edit = Edit { genre: Some(chabudai_app_wardrobe::model::Genre::Bottoms), ..Edit::default() };
                        drop(w.service.edit_clothing(w.wardrobe, garments[n % 6], &edit).await);
                    }
                    4 | 5 => {
                        if let Some(record) = mine.pop() {
                            w.service.unrecord(w.wardrobe, record).await.expect("one's own record can be removed");
                        }
                    }
                    _ => {}
                }
            }
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.expect("no task fails");
    }
    assert_eq!(w.service.check(w.wardrobe).await.unwrap(), [], "on {}", w.name);
}
