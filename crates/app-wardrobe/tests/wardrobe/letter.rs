//! Items exactly as the letter of the design has them, with nothing that was added since: no genre, no tags, no folded name, no `rev`.
//! Whoever brings such items along meets the same app.

use chabudai_kernel::db::Paging;
use std::collections::BTreeMap;

use chabudai_app_wardrobe::design::WARDROBE_TABLE;
use chabudai_app_wardrobe::model::{ClothingId, Genre, HistoryId, OutfitId, SeasonTag, Status, WardrobeId};
use chabudai_app_wardrobe::name::Name;
use chabudai_app_wardrobe::repo::counters::{self, Counted};
use chabudai_app_wardrobe::repo::{Sort, Wanted, clothes, histories, outfits};
use chabudai_app_wardrobe::service::Worn;
use chabudai_kernel::op::Put;
use chabudai_kernel::packed::Item;
use chabudai_kernel::value::Value;

use crate::world::{World, day, on_both, try_wear};

const ALL: Paging<'_> = Paging { limit: 30, cursor: None, backward: true };

fn item(attributes: &[(&str, Value)]) -> Item {
    Item::from_attributes(&attributes.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect::<BTreeMap<_, _>>())
}

fn texts(texts: &[String]) -> Value {
    Value::L(texts.iter().map(|text| text.as_str().into()).collect())
}

/// A wardrobe of two garments, an outfit of both and one record of it, item by item.
struct Letter {
    wardrobe: WardrobeId,
    garments: [ClothingId; 2],
    outfit: OutfitId,
    record: HistoryId,
}

impl Letter {
    async fn put(w: &World) -> Self {
        let uuid = |n: u128| uuid::Uuid::from_u128(uuid::Uuid::new_v4().as_u128() & !0xff | n);
        let garments = [ClothingId::new(uuid(1)), ClothingId::new(uuid(2))];
        let (wardrobe, outfit, record) = (WardrobeId::new(uuid(0)), OutfitId::new(uuid(3)), HistoryId::new(uuid(4)));
        let ids: Vec<String> = garments.iter().map(ToString::to_string).collect();
        let created = 1_735_690_000_123_u64;
        let worn = 1_767_398_400_000_u64;
        let mut items = vec![item(&[
            ("PK", format!("W#{wardrobe}").into()),
            ("SK", "META".into()),
            ("wardrobeId", wardrobe.to_string().into()),
            ("name", "持ってきた服".into()),
            ("createdAt", created.into()),
        ])];
        for (id, name) in ids.iter().zip(["藍のシャツ", "デニム"]) {
            items.push(item(&[
                ("PK", format!("W#{wardrobe}#CLOTH").into()),
                ("SK", format!("CLOTH#{id}").into()),
                ("clothingId", id.as_str().into()),
                ("name", name.into()),
                ("status", "ACTIVE".into()),
                ("wearCount", 1.into()),
                ("lastWornAt", worn.into()),
                ("createdAt", created.into()),
                ("deletedAt", Value::Null),
                ("statusListPk", format!("W#{wardrobe}#CLOTH#ACTIVE").into()),
                ("createdAtSk", format!("CREATED#{created}#{id}").into()),
                ("wearCountSk", format!("WEAR#0000000001#{id}").into()),
                ("lastWornAtSk", format!("LASTWORN#{worn}#{id}").into()),
            ]));
            items.push(item(&[
                ("PK", format!("W#{wardrobe}#COUNT#CLOTH#{id}").into()),
                ("SK", "DATE#20260103".into()),
                ("date", "20260103".into()),
                ("count", 1.into()),
            ]));
        }
        items.push(item(&[
            ("PK", format!("W#{wardrobe}#TPL").into()),
            ("SK", format!("TPL#{outfit}").into()),
            ("templateId", outfit.to_string().into()),
            ("name", "いつもの".into()),
            ("status", "ACTIVE".into()),
            ("clothingIds", texts(&ids)),
            ("wearCount", 1.into()),
            ("lastWornAt", worn.into()),
            ("createdAt", created.into()),
            ("deletedAt", Value::Null),
            ("statusListPk", format!("W#{wardrobe}#TPL#ACTIVE").into()),
            ("createdAtSk", format!("CREATED#{created}#{outfit}").into()),
            ("wearCountSk", format!("WEAR#0000000001#{outfit}").into()),
            ("lastWornAtSk", format!("LASTWORN#{worn}#{outfit}").into()),
        ]));
        items.push(item(&[
            ("PK", format!("W#{wardrobe}#COUNT#TPL#{outfit}").into()),
            ("SK", "DATE#20260103".into()),
            ("date", "20260103".into()),
            ("count", 1.into()),
        ]));
        items.push(item(&[
            ("PK", format!("W#{wardrobe}#HIST").into()),
            ("SK", format!("HIST#{record}").into()),
            ("historyId", record.to_string().into()),
            ("createdAt", created.into()),
            ("date", "20260103".into()),
            ("templateId", outfit.to_string().into()),
            ("clothingIds", texts(&ids)),
            ("historyDateSk", format!("DATE#20260103#{record}").into()),
        ]));
        for item in items {
            w.meddle(Put::item(&WARDROBE_TABLE, item).unwrap()).await;
        }
        Self { wardrobe, garments, outfit, record }
    }
}

async fn garments_of(w: &World, of: &Letter, genre: Option<Genre>, sort: Sort, wanted: &Wanted) -> Vec<String> {
    let listed = clothes::list(w.db(), of.wardrobe, Status::Active, sort, genre, wanted, ALL).await.unwrap();
    let mut names: Vec<String> = listed.items.into_iter().map(|garment| garment.name).collect();
    names.sort();
    names
}

fn named(text: &str) -> Wanted {
    Wanted { name: Some(chabudai_app_wardrobe::name::fold(text)), tag: None }
}

#[tokio::test]
async fn a_wardrobe_is_opened_and_renamed() {
    on_both(async |w: World| {
        let of = Letter::put(&w).await;
        assert_eq!(w.service.open(of.wardrobe).await.unwrap().name, "持ってきた服");
        w.service.rename_wardrobe(of.wardrobe, &Name::new("うちの服").unwrap()).await.unwrap();
        assert_eq!(w.service.open(of.wardrobe).await.unwrap().name, "うちの服");
    })
    .await;
}

#[tokio::test]
async fn garments_are_listed_found_edited_worn_binned_and_restored() {
    on_both(async |w: World| {
        let of = Letter::put(&w).await;
        let [shirt, jeans] = of.garments;
        for sort in [Sort::Created, Sort::Wear, Sort::LastWorn] {
            assert_eq!(garments_of(&w, &of, None, sort, &Wanted::default()).await, ["デニム", "藍のシャツ"]);
            assert_eq!(garments_of(&w, &of, Some(Genre::Others), sort, &Wanted::default()).await, ["デニム", "藍のシャツ"]);
            assert_eq!(garments_of(&w, &of, Some(Genre::Tops), sort, &Wanted::default()).await, Vec::<String>::new());
        }
        assert_eq!(garments_of(&w, &of, None, Sort::Created, &named("ｼｬﾂ")).await, ["藍のシャツ"]);
        assert_eq!(garments_of(&w, &of, Some(Genre::Others), Sort::Created, &named("ぼうし")).await, Vec::<String>::new());
        let tagged = Wanted { name: None, tag: Some(SeasonTag::Summer) };
        assert_eq!(garments_of(&w, &of, None, Sort::Created, &tagged).await, Vec::<String>::new());
        let opened = clothes::get(w.db(), of.wardrobe, shirt).await.unwrap().unwrap();
        assert_eq!((opened.genre(), opened.tag_ids.len(), opened.deleted_at, opened.image_key), (Genre::Others, 0, None, None));
        assert!(w.service.recommend(of.wardrobe, day("20260701")).await.unwrap().tops.is_empty(), "it has no season");
        assert_eq!(clothes::unworn_since(w.db(), of.wardrobe, day("20260601"), ALL).await.unwrap().items.len(), 2);

        let renamed = clothes::Edit { name: Some(Name::new("白いシャツ").unwrap()), ..clothes::Edit::default() };
        w.service.edit_clothing(of.wardrobe, shirt, &renamed).await.unwrap();
        assert_eq!(garments_of(&w, &of, Some(Genre::Others), Sort::Created, &named("白い")).await, ["白いシャツ"]);
        let a_top = clothes::Edit { genre: Some(Genre::Tops), image_key: Some(None), ..clothes::Edit::default() };
        w.service.edit_clothing(of.wardrobe, shirt, &a_top).await.unwrap();
        assert_eq!(garments_of(&w, &of, Some(Genre::Tops), Sort::Created, &Wanted::default()).await, ["白いシャツ"]);
        assert_eq!(garments_of(&w, &of, Some(Genre::Others), Sort::Created, &Wanted::default()).await, ["デニム"]);

        try_wear(&w.service, of.wardrobe, "20260105", Worn::Combination(vec![jeans])).await.unwrap();
        let worn = clothes::get(w.db(), of.wardrobe, jeans).await.unwrap().unwrap();
        assert_eq!((worn.wear_count.get(), worn.last_worn()), (2, Some(day("20260105"))));
        w.service.delete_clothing(of.wardrobe, jeans).await.unwrap();
        assert_eq!(garments_of(&w, &of, Some(Genre::Others), Sort::Created, &Wanted::default()).await, Vec::<String>::new());
        let bin = clothes::list(w.db(), of.wardrobe, Status::Deleted, Sort::Created, None, &Wanted::default(), ALL).await.unwrap();
        assert_eq!(bin.items.len(), 1);
        w.service.restore_clothing(of.wardrobe, jeans).await.unwrap();
        assert_eq!(garments_of(&w, &of, Some(Genre::Others), Sort::Created, &Wanted::default()).await, ["デニム"]);
        assert_eq!(w.service.check(of.wardrobe).await.unwrap(), []);
    })
    .await;
}

#[tokio::test]
async fn outfits_are_listed_found_edited_worn_binned_and_restored() {
    on_both(async |w: World| {
        let of = Letter::put(&w).await;
        let found = async |status, sort, wanted: Wanted, with| -> Vec<String> {
            let (_, listed) = outfits::list(w.db(), of.wardrobe, status, sort, &wanted, with, ALL).await.unwrap();
            listed.items.into_iter().map(|outfit| outfit.name).collect()
        };
        for sort in [Sort::Created, Sort::Wear, Sort::LastWorn] {
            assert_eq!(found(Status::Active, sort, Wanted::default(), None).await, ["いつもの"]);
        }
        assert_eq!(found(Status::Active, Sort::Created, named("イツモ"), Some(of.garments[1])).await, ["いつもの"]);
        assert_eq!(found(Status::Active, Sort::Created, named("外出"), None).await, Vec::<String>::new());
        try_wear(&w.service, of.wardrobe, "20260105", Worn::Outfit(of.outfit)).await.unwrap();
        let edit = outfits::Edit { name: Some(Name::new("外出").unwrap()), clothing_ids: Some(vec![of.garments[1]]), tag_ids: None };
        w.service.edit_outfit(of.wardrobe, of.outfit, &edit).await.unwrap();
        assert_eq!(found(Status::Active, Sort::Created, named("外出"), Some(of.garments[1])).await, ["外出"]);
        let run = w.db().run(&chabudai_app_wardrobe::design::OUTFIT_DETAIL);
        let opened = outfits::get(run, of.wardrobe, of.outfit, true).await.unwrap().unwrap();
        assert_eq!((opened.wear_count.get(), opened.last_worn(), opened.deleted_at), (2, Some(day("20260105")), None));
        w.service.delete_outfit(of.wardrobe, of.outfit).await.unwrap();
        assert_eq!(found(Status::Deleted, Sort::Created, Wanted::default(), None).await, ["外出"]);
        w.service.restore_outfit(of.wardrobe, of.outfit).await.unwrap();
        assert_eq!(found(Status::Active, Sort::LastWorn, Wanted::default(), None).await, ["外出"]);
        assert_eq!(w.service.check(of.wardrobe).await.unwrap(), []);
    })
    .await;
}

#[tokio::test]
async fn records_are_listed_opened_and_removed_with_their_counters() {
    on_both(async |w: World| {
        let of = Letter::put(&w).await;
        let (_, listed) = histories::list(w.db(), of.wardrobe, Some(day("20260101")), Some(day("20260131")), ALL).await.unwrap();
        assert_eq!(listed.items.iter().map(|record| record.history_id).collect::<Vec<_>>(), [of.record]);
        let shirt = Counted::Clothing(of.garments[0]);
        let days = async |counted| counters::between(w.db(), of.wardrobe, counted, day("20260101"), day("20260131")).await.unwrap();
        assert_eq!(days(shirt).await, [counters::Daily { date: day("20260103"), count: 1 }]);
        assert_eq!(days(Counted::Outfit(of.outfit)).await, [counters::Daily { date: day("20260103"), count: 1 }]);
        w.service.unrecord(of.wardrobe, of.record).await.unwrap();
        assert_eq!((days(shirt).await, days(Counted::Outfit(of.outfit)).await), (Vec::new(), Vec::new()));
        assert_eq!(clothes::get(w.db(), of.wardrobe, of.garments[0]).await.unwrap().unwrap().last_worn(), None);
        assert_eq!(w.service.check(of.wardrobe).await.unwrap(), []);
    })
    .await;
}

/// What the design allows is nothing to report.
#[tokio::test]
async fn the_check_finds_nothing_wrong_with_the_letter() {
    on_both(async |w: World| {
        Letter::put(&w).await;
        let mut found = Vec::new();
        w.service
            .check_all(async |finding| {
                found.push(finding.to_string());
                Ok(())
            })
            .await
            .unwrap();
        assert_eq!(found, Vec::<String>::new(), "on {}", w.name);
    })
    .await;
}
