//! Items exactly as the letter of the design document has them, with nothing that was added since: no `taken`, no zone, no regimen, no time
//! of a reminder, no TTL. Whoever brings such items along meets the same app.

use std::collections::BTreeMap;

use chabudai_app_okusuri::design::OKUSURI_TABLE;
use chabudai_app_okusuri::model::PublicId;
use chabudai_app_okusuri::repo::logs::Correction;
use chabudai_app_okusuri::service::Person;
use chabudai_identity::service::SignedIn;
use chabudai_kernel::op::{BatchWrite, Put};
use chabudai_kernel::packed::Item;
use chabudai_kernel::part::Word;
use chabudai_kernel::value::Value;

use crate::desk::{Desk, USUAL};
use crate::world::{DAY, World, on_both};

const USER: &str = "0f3c";
const AT: &str = "2025-08-30T10:00:00Z";

/// An item of the document's table: keys, `Type`, `UserID`, `Data` and the two dates; more by name.
fn item(pk: &str, sk: &str, kind: &str, more: &[(&str, Value)], data: &[(&str, Value)]) -> BatchWrite {
    let map = |pairs: &[(&str, Value)]| pairs.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect::<BTreeMap<_, _>>();
    let dates = [("createdAt", AT.into()), ("updatedAt", AT.into())];
    let mut all = map(more);
    all.extend(map(&[
        ("PK", pk.into()),
        ("SK", sk.into()),
        ("Type", kind.into()),
        ("Data", Value::M(map(&[data, &dates].concat()))),
        ("CreatedAt", AT.into()),
        ("UpdatedAt", AT.into()),
    ]));
    BatchWrite::Put(Put::item(&OKUSURI_TABLE, Item::from_attributes(&all)).unwrap())
}

/// A person with everything that the document shows of one.
async fn letter(d: &Desk) -> Person {
    let (pk, user) = (format!("USER#{USER}"), ("UserID", Value::from(USER)));
    let profile: [(&str, Value); 4] = [
        ("name", "はな".into()),
        ("email", "hana@example.org".into()),
        ("emailVerified", true.into()),
        ("image", "https://a.example/b".into()),
    ];
    let session: [(&str, Value); 4] = [
        ("expiresAt", "2027-09-06T10:00:00Z".into()),
        ("token", "a token".into()),
        ("ipAddress", "192.0.2.1".into()),
        ("userAgent", "Mozilla/5.0".into()),
    ];
    let account: [(&str, Value); 5] = [
        ("accountId", "1234".into()),
        ("providerId", "google".into()),
        ("accessToken", "a".into()),
        ("refreshToken", "b".into()),
        ("scope", "openid profile email".into()),
    ];
    let setting: [(&str, Value); 3] = [("platform", "web".into()), ("isEnabled", true.into()), ("subscription", "{}".into())];
    let mut items = vec![
        item(&pk, "PROFILE", "user", &[user.clone(), ("Email", "hana@example.org".into())], &profile),
        item(&pk, "SESSION#s1", "session", &[user.clone(), ("Token", "a token".into())], &session),
        item(&pk, "ACCOUNT#google", "account", std::slice::from_ref(&user), &account),
        item(&pk, "NOTIFICATION#web", "notification_setting", std::slice::from_ref(&user), &setting),
        item("VERIFICATION#hana@example.org", "VERIFICATION#123456", "verification", &[], &[("expiresAt", "2027-08-30T11:00:00Z".into())]),
    ];
    for (day, bleeding) in [("2026-11-12", false), ("2026-11-13", true), ("2026-11-14", false)] {
        let log = [user.clone(), ("Date", day.into())];
        items.push(item(&pk, &format!("MEDICATION#{day}#1"), "medication_log", &log, &[("hasBleeding", bleeding.into())]));
    }
    d.db().fill(&items).await.unwrap();
    d.world.service.repo().person(&Word::new(USER).unwrap()).await.unwrap().expect("the person is read")
}

#[tokio::test]
async fn somebody_as_the_document_has_them_is_read_changed_and_forgotten() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = letter(&d).await;
        let user = hana.user_id.clone();
        assert_eq!((hana.data.name.as_str(), hana.data.email_verified, hana.data.own.timezone.as_deref()), ("はな", true, None));
        let identity = &d.world.service;
        assert_eq!(identity.repo().sessions(&user).await.unwrap().len(), 1);
        assert!(identity.sessions(&hana).await.unwrap().is_empty(), "it began more than thirty days ago");
        assert_eq!(identity.repo().accounts(&user).await.unwrap()[0].data.account_id.as_deref(), Some("1234"));
        assert!(!identity.has_password(&user).await.unwrap());
        let session = identity.repo().sessions(&user).await.unwrap().remove(0);
        let mut found = SignedIn { person: hana, session, token: None };
        assert_eq!(identity.export(&found).await.unwrap_err().code(), "identity.proof_needed");
        identity.rename(&user, "花子").await.unwrap();
        found.session.data.proven_at = Some(identity.repo().person(&user).await.unwrap().unwrap().updated_at);
        assert_eq!(identity.revoke_all(&user).await.unwrap(), 1);
        let export = identity.export(&found).await.unwrap().to_string();
        assert!(export.contains("花子") && export.contains("2026-11-13"));
        identity.delete(&user).await.unwrap();
        assert!(identity.repo().person(&user).await.unwrap().is_none());
    })
    .await;
}

#[tokio::test]
async fn days_as_the_document_has_them_are_counted_corrected_and_deleted() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = letter(&d).await;
        let history = d.service.history(&hana).await.unwrap();
        assert_eq!(
            history.logs.iter().map(|log| (log.data.has_bleeding, log.data.taken)).collect::<Vec<_>>(),
            [(false, None), (true, None), (false, None)]
        );
        assert_eq!(d.service.history_for_report(&hana).await.unwrap().logs.len(), 3);
        assert_eq!(d.service.status(&hana).await.unwrap().current_streak, 3, "the house's own zone and the usual regimen count");
        let id = PublicId::parse("2026-11-13_1").unwrap();
        let corrected = d.service.correct(&hana, &id, &Correction { has_bleeding: Some(false), ..Correction::default() }).await.unwrap();
        assert!(!corrected.data.has_bleeding);
        d.service.delete(&hana, &id).await.unwrap();
        assert_eq!(d.service.history(&hana).await.unwrap().logs.len(), 2);
    })
    .await;
}

#[tokio::test]
async fn a_setting_as_the_document_has_it_reminds_at_the_usual_time() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = letter(&d).await;
        let known = d.service.notifications(&hana, "web").await.unwrap();
        let setting = known.setting.expect("the setting is read");
        assert_eq!(
            (setting.data.time.to_string().as_str(), setting.data.is_discreet, setting.data.language.as_str()),
            ("21:50", true, "ja")
        );
        let phone = d.phone(&hana, &USUAL).await;
        // From half past eight in the morning to ten in the evening.
        d.wait(DAY / 24 / 2 * 27);
        assert_eq!(d.service.remind().await.unwrap().sent, 1);
        assert_eq!(d.push.asked(&phone), 1);
        let kept = d.service.notifications(&hana, "web").await.unwrap().setting.unwrap();
        assert_eq!(kept.data.subscription.as_deref(), Some("{}"), "what stood there stays");
    })
    .await;
}
