//! The operator's look at everything.

use chabudai_app_okusuri::design::{OKUSURI_TABLE, Okusuri, WALK};
use chabudai_app_okusuri::service::{Finding, check, mend};
use chabudai_identity::model::{EmailGuard, Profile};
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Delete, Update, Write};
use chabudai_kernel::part::Word;

use crate::desk::{Desk, USUAL};
use crate::world::{World, on_both};

async fn faults(d: &Desk) -> Vec<String> {
    let mut faults = Vec::new();
    let tell = async |finding: Finding| {
        faults.push(finding.to_string());
        Ok(())
    };
    let checked = check(d.db(), tell).await.unwrap();
    assert_eq!(checked.findings as usize, faults.len());
    faults.sort();
    faults
}

async fn meddle(d: &Desk, write: impl Into<Write>) {
    d.db().store().write(&write.into(), d.db().clock().now()).await.unwrap();
}

#[tokio::test]
async fn a_house_that_is_lived_in_has_no_faults() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let (hana, taro) = (d.hana().await, d.joined("taro@example.org").await.0.person);
        for person in [&hana, &taro] {
            d.phone(person, &USUAL).await;
            for day in ["2026-11-01", "2026-11-02"] {
                d.log(person, Some(day), true).await;
            }
        }
        d.wait(13 * 60 * 60 * 1000 + 20 * 60 * 1000);
        d.service.remind().await.unwrap();
        let batches = 1;
        let checked = d.costs(&WALK, batches, check(d.db(), async |_| Ok(()))).await.unwrap();
        assert_eq!((checked.people, checked.logs, checked.findings), (2, 4, 0));
    })
    .await;
}

#[tokio::test]
async fn what_does_not_fit_is_named_without_an_address() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let (hana, taro) = (d.hana().await, d.joined("taro@example.org").await.0.person);
        let log = d.log(&hana, Some("2026-11-01"), true).await;
        d.log(&taro, Some("2026-11-01"), true).await;
        // A copy that was forgotten in a change.
        let sort = format!("MEDICATION#{}#{}", log.date, log.id);
        let key = chabudai_app_okusuri::model::Log::key(hana.user_id.clone(), log.date, log.id);
        meddle(&d, Update::raw(&OKUSURI_TABLE, key).set(attr("Data").dot("updatedAt"), "2020-01-01T00:00:00Z")).await;
        let id = &hana.user_id;
        assert_eq!(faults(&d).await, [format!("Log USER#{id} / {sort}: it says one thing in two ways")]);
        // An address that nothing guards.
        meddle(&d, Delete::new(&OKUSURI_TABLE, EmailGuard::<Okusuri>::key(Word::new("hana@example.org").unwrap()))).await;
        assert_eq!(faults(&d).await.len(), 2);
        // Somebody who is gone while what was theirs is not.
        meddle(&d, Delete::new(&OKUSURI_TABLE, Profile::<Okusuri>::key(taro.user_id.clone()))).await;
        let found = faults(&d).await;
        let of_taro = found.iter().filter(|fault| fault.contains(taro.user_id.as_str())).count();
        assert_eq!(of_taro, 4, "a session, an account, a log and a guard: {found:?}");
        assert!(found.iter().all(|fault| !fault.contains('@')), "{found:?}");
    })
    .await;
}

#[tokio::test]
async fn keys_that_are_not_what_the_item_says_are_found_in_every_kind_and_mended() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        d.phone(&hana, &USUAL).await;
        let log = d.log(&hana, Some("2026-11-01"), true).await;
        let id = hana.user_id.clone();
        let sort = format!("MEDICATION#{}#{}", log.date, log.id);
        let key = chabudai_app_okusuri::model::Log::key(id.clone(), log.date, log.id);
        meddle(&d, Update::raw(&OKUSURI_TABLE, key).set("DateSK", "somebody#MEDICATION#1")).await;
        // A person who stands in the list of what is logged.
        meddle(&d, Update::raw(&OKUSURI_TABLE, Profile::<Okusuri>::key(id.clone())).set("DateSK", "x").set("Date", "2026-11-01")).await;
        let guard = EmailGuard::<Okusuri>::key(Word::new("hana@example.org").unwrap());
        meddle(&d, Update::raw(&OKUSURI_TABLE, guard).set("Token", "x")).await;
        let mut expected = vec![
            format!("Log USER#{id} / {sort}: its DateSK is not what the item says"),
            format!("Profile USER#{id} / PROFILE: its Date is not what the item says"),
            format!("Profile USER#{id} / PROFILE: its DateSK is not what the item says"),
            format!("EmailGuard of {id}: its Token is not what the item says"),
        ];
        expected.sort();
        assert_eq!(faults(&d).await, expected);
        let mut found = Vec::new();
        let tell = async |finding: Finding| {
            found.push(finding);
            Ok(())
        };
        check(d.db(), tell).await.unwrap();
        for finding in &found {
            assert!(mend(d.db(), finding).await.unwrap(), "{finding}");
        }
        assert_eq!(faults(&d).await, Vec::<String>::new());
    })
    .await;
}
