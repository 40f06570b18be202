//! Devices, and when they are to be reminded.

use chabudai_app_okusuri::design::{NOTIFICATIONS, OKUSURI_TABLE, Okusuri, REGISTERED, SET_REMINDER};
use chabudai_app_okusuri::model::{Change, ClockTime};
use chabudai_app_okusuri::repo::notifications;
use chabudai_app_okusuri::service::SettingChange;
use chabudai_identity::model::DeviceList;
use chabudai_identity::patterns::Patterns;
use chabudai_kernel::op::Delete;
use chabudai_kernel::part::Word;

use crate::desk::{Desk, USUAL, code_of, registration};
use crate::world::{World, at_once, on_both};

type OfPeople = Patterns<Okusuri>;

#[tokio::test]
async fn a_device_is_registered_again_and_again_and_is_one() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        assert_eq!(d.service.notifications(&hana, "web").await.unwrap().setting, None);
        let phone = d.push.device_of(d.service.push_key());
        for _ in 0..3 {
            d.wait(1_000);
            d.costs(OfPeople::REGISTER_DEVICE, 0, d.service.register(&hana, "web", &registration(&phone), &USUAL)).await.unwrap();
        }
        d.costs(&REGISTERED, 0, d.service.register(&hana, "web", &registration(&phone), &USUAL)).await.unwrap();
        let known = d.costs(&NOTIFICATIONS, 0, d.service.notifications(&hana, "web")).await.unwrap();
        let setting = known.setting.unwrap();
        assert_eq!((known.devices.len(), setting.data.time.to_string().as_str(), setting.data.is_discreet), (1, "21:50", true));
        assert!(setting.updated_at > setting.created_at, "when it began is kept");
        let off = SettingChange { is_enabled: Some(false), time: ClockTime::parse("07:05"), ..SettingChange::default() };
        let setting = d.costs(&SET_REMINDER, 0, d.service.set_reminder(&hana, "web", &off)).await.unwrap();
        d.costs(&SET_REMINDER, 0, d.service.set_reminder(&hana, "tv", &off)).await.unwrap();
        d.took_every_step("OK-11");
        assert_eq!((setting.data.is_enabled, setting.data.time.to_string().as_str()), (false, "07:05"), "no is an answer too");
        d.costs(OfPeople::FORGET_DEVICES, 0, d.service.forget_device(&hana, "web", known.devices[0].id.as_str())).await.unwrap();
        assert_eq!(d.service.notifications(&hana, "web").await.unwrap().devices, []);
        // A platform whose name begins alike is another one.
        d.service.register(&hana, "web-tv", &registration(&phone), &USUAL).await.unwrap();
        assert_eq!(d.service.notifications(&hana, "web").await.unwrap().devices, []);
        d.took_every_step("OK-10");
        d.took_every_step("ID-43");
        d.took_every_step("ID-44");
        d.took_every_step("ID-45");
        d.took_every_step("OK-21");
    })
    .await;
}

#[tokio::test]
async fn what_is_no_subscription_is_refused() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        let good = registration(&d.push.device_of(d.service.push_key()));
        let (mut http, mut key, mut auth) = (good.clone(), good.clone(), good.clone());
        http.endpoint = "http://push.example.org/x".to_owned();
        key.p256dh = "AAAA".to_owned();
        auth.auth = "AAAA".to_owned();
        for wrong in [http, key, auth] {
            assert_eq!(code_of(d.service.register(&hana, "web", &wrong, &USUAL).await), "okusuri.subscription");
        }
        assert_eq!(code_of(d.service.register(&hana, "Web #1", &good, &USUAL).await), "okusuri.platform");
        let zone = SettingChange { timezone: Change::Set("Mars/Base".to_owned()), ..USUAL };
        assert_eq!(code_of(d.service.register(&hana, "web", &good, &zone).await), "okusuri.unknown_zone");
        let language = SettingChange { language: Some("fr".to_owned()), ..USUAL };
        assert_eq!(code_of(d.service.set_reminder(&hana, "web", &language).await), "okusuri.language");
        assert_eq!(d.service.notifications(&hana, "web").await.unwrap().setting, None, "nothing was kept");
        for _ in 0..20 {
            d.phone(&hana, &USUAL).await;
        }
        assert_eq!(code_of(d.service.register(&hana, "web", &good, &USUAL).await), "okusuri.too_many_devices");
        d.service.forget_devices(&hana, "web").await.unwrap();
        let known = d.service.notifications(&hana, "web").await.unwrap();
        assert_eq!((known.devices.len(), known.setting.unwrap().data.is_enabled), (0, false));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_sixty_four_devices_at_once_twenty_are_kept() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        // Two that were there before anybody counted are no reason to keep more, and go on working.
        let phones: Vec<_> = (0..64).map(|_| registration(&d.push.device_of(d.service.push_key()))).collect();
        for old in &phones[..2] {
            d.service.register(&hana, "web", old, &USUAL).await.unwrap();
        }
        let counter = DeviceList::<Okusuri>::key(hana.user_id.clone());
        d.db().store().write(&Delete::new(&OKUSURI_TABLE, counter).into(), d.db().clock().now()).await.unwrap();
        // On one platform or on several, through two servers, until nobody is told that it is too busy.
        for platforms in [1, 3] {
            let answers = at_once(&d.two(), |service, nth| {
                let (hana, new, on) = (hana.clone(), phones[nth].clone(), ["web", "tv", "car"][nth % platforms]);
                async move { service.register(&hana, on, &new, &USUAL).await.map(drop) }
            })
            .await;
            for answer in answers {
                let code = answer.err().map(|error| error.code());
                assert!(matches!(code, None | Some("okusuri.too_many_devices" | "okusuri.busy")), "{code:?}");
            }
            let mut devices = 0;
            for on in ["web", "tv", "car"] {
                devices += d.service.notifications(&hana, on).await.unwrap().devices.len();
            }
            assert!((2..=20).contains(&devices), "{devices} devices");
        }
        for new in &phones {
            let _ = d.service.register(&hana, "web", new, &USUAL).await;
        }
        let known = d.service.notifications(&hana, "web").await.unwrap();
        let mut all = known.devices.len();
        for on in ["tv", "car"] {
            all += d.service.notifications(&hana, on).await.unwrap().devices.len();
        }
        assert_eq!(all, 20, "as many as there is room for");
        d.service.register(&hana, "web", &phones[0], &USUAL).await.unwrap();
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_sixty_four_platforms_at_once_twenty_have_a_setting() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        at_once(&d.two(), |service, nth| {
            let hana = hana.clone();
            async move { service.set_reminder(&hana, &format!("p{nth}"), &USUAL).await.map(drop) }
        })
        .await;
        let settings = notifications::of(d.db(), &hana.user_id, &Word::new("none").unwrap()).await.unwrap().others;
        assert!((1..=20).contains(&settings), "{settings} settings");
    })
    .await;
}
