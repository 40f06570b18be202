//! Devices, and when they are to be reminded.

use chabudai_app_okusuri::design::{FORGET_DEVICE, NOTIFICATIONS, REGISTER_DEVICE, SET_REMINDER};
use chabudai_app_okusuri::model::{Change, ClockTime};
use chabudai_app_okusuri::service::SettingChange;

use crate::desk::{Desk, USUAL, code_of, registration};
use crate::world::{World, on_both};

#[tokio::test]
async fn a_device_is_registered_again_and_again_and_is_one() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let hana = d.hana().await;
        assert_eq!(d.service.notifications(&hana, "web").await.unwrap().setting, None);
        let phone = d.push.device_of(d.service.push_key());
        for _ in 0..3 {
            d.wait(1_000);
            d.costs(&REGISTER_DEVICE, 0, d.service.register(&hana, "web", &registration(&phone), &USUAL)).await.unwrap();
        }
        let known = d.costs(&NOTIFICATIONS, 0, d.service.notifications(&hana, "web")).await.unwrap();
        let setting = known.setting.unwrap();
        assert_eq!((known.devices.len(), setting.data.time.to_string().as_str(), setting.data.is_discreet), (1, "21:50", true));
        assert!(setting.updated_at > setting.created_at, "when it began is kept");
        let off = SettingChange { is_enabled: Some(false), time: ClockTime::parse("07:05"), ..SettingChange::default() };
        let setting = d.costs(&SET_REMINDER, 0, d.service.set_reminder(&hana, "web", &off)).await.unwrap();
        d.costs(&SET_REMINDER, 0, d.service.set_reminder(&hana, "tv", &off)).await.unwrap();
        d.took_every_step("OK-11");
        assert_eq!((setting.data.is_enabled, setting.data.time.to_string().as_str()), (false, "07:05"), "no is an answer too");
        d.costs(&FORGET_DEVICE, 0, d.service.forget_device(&hana, "web", known.devices[0].device.as_str())).await.unwrap();
        assert_eq!(d.service.notifications(&hana, "web").await.unwrap().devices, []);
        // A platform whose name begins alike is another one.
        d.service.register(&hana, "web-tv", &registration(&phone), &USUAL).await.unwrap();
        assert_eq!(d.service.notifications(&hana, "web").await.unwrap().devices, []);
        d.took_every_step("OK-10");
        d.took_every_step("OK-12");
        d.took_every_step("OK-13");
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
        http.subscription.endpoint = "http://push.example.org/x".to_owned();
        key.subscription.keys.p256dh = "AAAA".to_owned();
        auth.subscription.keys.auth = "AAAA".to_owned();
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
