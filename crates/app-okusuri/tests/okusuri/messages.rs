//! What reaches somebody by the house's own port, and what does not any more once they have signed out.

use std::sync::Arc;
use std::time::Duration;

use chabudai_app_okusuri::design::Okusuri;
use chabudai_identity::patterns::Patterns;
use chabudai_identity::service::{About, Here, SignedIn};
use chabudai_kernel::part::Word;
use chabudai_testkit::push::{Latency, Reply};
use chabudai_web::messages::{Delivered, Device, Mail, Messages, Push, PushAction, PushText};

use crate::desk::{Desk, outbox, registration};
use crate::world::{PASSWORD, World, at_once, on_both};

type OfPeople = Patterns<Okusuri>;

fn web() -> Word {
    Word::new("web").unwrap()
}

/// A message of an app that Okusuri knows nothing of.
fn soup(action: Option<PushAction>) -> Push {
    let text = PushText {
        title: "夕食".to_owned(),
        body: "豆腐は明日までです".to_owned(),
        open: "開く".to_owned(),
        page: "/soup",
        tag: "soup",
        action,
    };
    Push { text, good_for: Duration::from_hours(1), is_urgent: false }
}

/// A device that somebody registers on a session.
async fn registers(d: &Desk, on: &SignedIn<Okusuri>) -> Device {
    let device = d.push.device_of(d.service.push_key());
    let mut new = registration(&device);
    new.session = Some(on.session.session_id.clone());
    messages(d).register(&on.person.user_id, &web(), &new).await.unwrap()
}

fn messages(d: &Desk) -> Arc<dyn Messages> {
    Arc::new(outbox(&d.world, d.db().clone(), &d.pusher))
}

async fn ids(d: &Desk, of: &SignedIn<Okusuri>) -> Vec<Word> {
    messages(d).devices(&of.person.user_id).await.unwrap().into_iter().map(|device| device.id).collect()
}

#[tokio::test]
async fn any_app_writes_to_a_person_by_the_port() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let (hana, _) = d.joined("hana@example.org").await;
        let user = &hana.person.user_id;
        let device = registers(&d, &hana).await;
        let port = messages(&d);
        assert_eq!(port.devices(user).await.unwrap()[0].user_agent.as_deref(), Some("a phone"));
        assert_eq!(port.push(user, &device, &soup(None)).await, Delivered::Taken);
        let action =
            PushAction {
                label: "使った".to_owned(), done: "記録しました".to_owned(), act: "/soup/used", pass: "a pass".to_owned()
            };
        assert_eq!(port.push(user, &device, &soup(Some(action))).await, Delivered::Taken);
        let received = d.push.received();
        let read = |nth: usize| serde_json::from_slice::<serde_json::Value>(&received[nth].body).unwrap();
        let plain = serde_json::json!({ "title": "夕食", "body": "豆腐は明日までです", "open": "開く", "page": "/soup", "tag": "soup" });
        assert_eq!(read(0), plain);
        assert_eq!(
            (&read(1)["act"], &read(1)["log"], &read(1)["logged"]),
            (&"/soup/used".into(), &"使った".into(), &"記録しました".into())
        );
        // By mail, to an address that is known to be theirs and to no other.
        d.letters();
        let mail = Mail { subject: "今週の献立".to_owned(), text: "月曜日: カレー".to_owned() };
        let is_theirs = d.world.service.repo().person(user).await.unwrap().unwrap().data.email_verified;
        assert_eq!(port.mail(user, mail.clone()).await.unwrap(), is_theirs);
        d.world.service.repo().set_verified(user, &hana.person.email).await.unwrap();
        assert!(port.mail(user, mail.clone()).await.unwrap());
        let letter = d.letters().pop().unwrap();
        assert_eq!((letter.to, letter.about), (hana.person.email.clone(), About::OfAnApp(mail.clone())));
        assert!(!port.mail(&Word::new("nobody").unwrap(), mail).await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn what_comes_of_a_message_is_told_and_a_device_that_is_gone_is_forgotten() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let (hana, _) = d.joined("hana@example.org").await;
        let user = &hana.person.user_id;
        let phone = d.push.device_of(d.service.push_key());
        let device = messages(&d).register(user, &web(), &registration(&phone)).await.unwrap();
        for (reply, told) in [
            (Reply::RetryAfter(429, "90".to_owned()), Delivered::Later(Some(Duration::from_secs(90)))),
            (Reply::Status(503), Delivered::Later(None)),
            (Reply::Status(403), Delivered::Refused),
            (Reply::Status(410), Delivered::Gone),
        ] {
            d.push.tell(&phone, reply, Latency::Next(1));
            assert_eq!(messages(&d).push(user, &device, &soup(None)).await, told);
        }
        assert!(ids(&d, &hana).await.is_empty(), "410 is a farewell, and nothing else is");
    })
    .await;
}

#[tokio::test]
async fn who_signs_out_on_a_device_gets_nothing_there_any_more() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let (hana, token) = d.joined("hana@example.org").await;
        let (taro, _) = d.joined("taro@example.org").await;
        let tablet = d.world.service.sign_in("hana@example.org", PASSWORD, &Here::default()).await.unwrap();
        let of_phone = registers(&d, &hana).await;
        let of_tablet = registers(&d, &tablet).await;
        let of_taro = registers(&d, &taro).await;
        // One from before sessions were noted: the browser says at its end that it is this one.
        let old =
            messages(&d).register(&hana.person.user_id, &web(), &registration(&d.push.device_of(d.service.push_key()))).await.unwrap();
        assert_eq!(ids(&d, &hana).await.len(), 3);
        d.costs(OfPeople::SIGN_OUT, 0, d.world.service.sign_out(&token, Some(old.id.as_str()))).await.unwrap();
        assert_eq!(ids(&d, &hana).await, std::slice::from_ref(&of_tablet.id));
        assert!(![&of_phone.id, &old.id].contains(&&of_tablet.id));
        // Nobody takes a device from somebody else by saying that it is theirs.
        let tablets = tablet.token.clone().unwrap();
        d.world.service.sign_out(&tablets, Some(of_taro.id.as_str())).await.unwrap();
        assert!(ids(&d, &hana).await.is_empty());
        assert_eq!(ids(&d, &taro).await, [of_taro.id]);
        let last = d.world.service.sign_in("hana@example.org", PASSWORD, &Here::default()).await.unwrap();
        d.world.service.sign_out(&last.token.unwrap(), None).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn sessions_that_end_elsewhere_take_their_devices_along() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let (hana, _) = d.joined("hana@example.org").await;
        let user = &hana.person.user_id;
        let here = Here::default();
        let sign_in = || d.world.service.sign_in("hana@example.org", PASSWORD, &here);
        let (tablet, desk) = (sign_in().await.unwrap(), sign_in().await.unwrap());
        let (phones, tablets, desks) = (registers(&d, &hana).await.id, registers(&d, &tablet).await.id, registers(&d, &desk).await.id);
        d.world.service.revoke(user, &tablet.session.session_id).await.unwrap();
        let left = ids(&d, &hana).await;
        assert!(left.len() == 2 && !left.contains(&tablets), "{left:?}");
        d.world.service.revoke_others(&hana).await.unwrap();
        assert_eq!(ids(&d, &hana).await, std::slice::from_ref(&phones));
        assert_ne!(phones, desks);
        // Who signs in again on the same browser goes on getting messages there; who lends it to somebody else does not.
        let again = sign_in().await.unwrap();
        let second = sign_in().await.unwrap();
        let browser = registers(&d, &again).await.id;
        d.world.service.replace(again.token.as_ref().unwrap(), &second).await.unwrap();
        assert!(ids(&d, &hana).await.contains(&browser));
        // It is the new session's by now: it stays when that one does, and goes when that one ends.
        let second = d.world.service.signed_in(second.token.as_ref().unwrap()).await.unwrap();
        d.world.service.revoke_others(&second).await.unwrap();
        assert_eq!(ids(&d, &hana).await, [browser]);
        let third = sign_in().await.unwrap();
        d.world.service.revoke(user, &second.session.session_id).await.unwrap();
        assert!(ids(&d, &hana).await.is_empty());
        let second = third;
        let (taro, _) = d.joined("taro@example.org").await;
        let borrowed = registers(&d, &second).await.id;
        d.world.service.replace(second.token.as_ref().unwrap(), &taro).await.unwrap();
        assert!(!ids(&d, &hana).await.contains(&borrowed));
        d.world.service.revoke_all(user).await.unwrap();
        assert!(ids(&d, &hana).await.is_empty());
        let last = sign_in().await.unwrap();
        d.world.service.sign_out(&last.token.unwrap(), None).await.unwrap();
        d.took_every_step("ID-11");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_sixty_four_devices_at_once_through_two_servers_twenty_are_kept() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let (hana, _) = d.joined("hana@example.org").await;
        let user = &hana.person.user_id;
        let phones: Vec<_> = (0..64).map(|_| registration(&d.push.device_of(d.service.push_key()))).collect();
        let ports = d.world.two_dbs().map(|db| Arc::new(outbox(&d.world, db, &d.pusher)));
        let answers = at_once(&ports, |port, nth| {
            let (user, new) = (user.clone(), phones[nth].clone());
            async move { port.register(&user, &web(), &new).await.map(drop) }
        })
        .await;
        for answer in answers {
            let code = answer.err().map(|error| error.code());
            assert!(matches!(code, None | Some("identity.too_many_devices" | "identity.busy")), "{code:?}");
        }
        assert!(ids(&d, &hana).await.len() <= 20);
        for new in &phones {
            let _ = ports[0].register(user, &web(), new).await;
        }
        let kept = ids(&d, &hana).await;
        assert_eq!(kept.len(), 20);
        // One that is there is renewed, however many there are.
        let on = web();
        let known = phones.iter().map(|new| ports[0].register(user, &on, new));
        let renewed = futures::future::join_all(known).await.into_iter().flatten().count();
        assert_eq!(renewed, 20);
        // Somebody who is forgotten gets none.
        d.world.service.leave(&hana.person).await.unwrap();
        assert!(ports[0].register(user, &web(), &phones[0]).await.is_err());
        assert!(d.world.service.repo().everything(user).await.unwrap().is_empty());
    })
    .await;
}
