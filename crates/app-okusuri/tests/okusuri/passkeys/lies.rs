//! What is not to be believed: other sites, other houses, other people's devices, answers from before.

use chabudai_identity::passkey::Refused;
use chabudai_testkit::passkey::{BACKUP_ELIGIBLE, PRESENT, VERIFIED};
use serde_json::json as value;

use super::*;

/// A device, and how it is made to lie.
type Lie = (&'static str, fn(&mut Authenticator));

const LIES: [Lie; 7] = [
    ("another origin", |device| "https://house.example.org.evil.example".clone_into(&mut device.origin)),
    ("another port", |device| "https://house.example.org:8443".clone_into(&mut device.origin)),
    ("without TLS", |device| "http://house.example.org".clone_into(&mut device.origin)),
    ("another relying party", |device| device.rp_id = Some("example.org".to_owned())),
    ("in a frame", |device| device.more = value!({ "crossOrigin": true })),
    ("in a frame of another site", |device| device.more = value!({ "topOrigin": "https://evil.example" })),
    ("its owner was not verified", |device| device.flags = PRESENT),
];

fn honest(device: &mut Authenticator) {
    (device.origin, device.rp_id, device.more, device.flags) = (ORIGIN.to_owned(), None, value!({}), PRESENT | VERIFIED);
}

#[tokio::test]
async fn what_was_made_or_shown_elsewhere_is_refused() {
    on_both(async |w: World| {
        let (hana, _) = w.joined("hana@example.org").await;
        let mut phone = Authenticator::es256(ORIGIN);
        for (what, lie) in LIES {
            lie(&mut phone);
            assert_eq!(code_of(add(&w.service, &hana, &mut phone, "電話").await), "identity.passkey_unusable", "{what}");
            honest(&mut phone);
        }
        // An answer to one question is none to another: what makes a passkey does not sign in, and what signs in makes none.
        phone.more = value!({ "type": "webauthn.get" });
        assert_eq!(code_of(add(&w.service, &hana, &mut phone, "電話").await), "identity.passkey_unusable");
        honest(&mut phone);
        // One that is told by another id than the authenticator made it with would be found by the other.
        let options = json(w.service.begin_passkey(&hana, &here(), "").await.unwrap());
        let mut made = phone.create(&options);
        made["id"] = value!("YW5vdGhlcg");
        assert_eq!(code_of(w.service.add_passkey(&hana, &here(), "電話", &read::<Created>(made)).await), "identity.passkey_unusable");
        add(&w.service, &hana, &mut phone, "電話").await.unwrap();
        phone.more = value!({ "type": "webauthn.create" });
        assert_eq!(code_of(sign_in(&w.service, &mut phone).await), "identity.passkey_refused");
        honest(&mut phone);
        for (what, lie) in LIES {
            lie(&mut phone);
            assert_eq!(code_of(sign_in(&w.service, &mut phone).await), "identity.passkey_refused", "{what}");
            honest(&mut phone);
        }
        // It is on one device, and was said to be: a copy that a cloud made is another one.
        phone.flags |= BACKUP_ELIGIBLE;
        assert_eq!(code_of(sign_in(&w.service, &mut phone).await), "identity.passkey_refused");
        honest(&mut phone);
        sign_in(&w.service, &mut phone).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_challenge_is_good_once_for_five_minutes_in_one_browser_for_one_thing() {
    on_both(async |w: World| {
        let (hana, _) = w.joined("hana@example.org").await;
        let mut phone = Authenticator::es256(ORIGIN);
        let finish = async |place: &Place, shown: &Value| {
            w.service.sign_in_by_passkey(place, &read::<Asserted>(shown.clone()), &Here::default()).await
        };
        // Making one.
        let begun = json(w.service.begin_passkey(&hana, &here(), "").await.unwrap());
        let made: Created = read(phone.create(&begun));
        let elsewhere = at(ORIGIN, "another browser");
        assert_eq!(code_of(w.service.add_passkey(&hana, &elsewhere, "x", &made).await), "identity.passkey_ended");
        let (taro, _) = w.joined("taro@example.org").await;
        assert_eq!(code_of(w.service.add_passkey(&taro, &here(), "x", &made).await), "identity.passkey_ended", "it was hers to make");
        w.service.add_passkey(&hana, &here(), "x", &made).await.unwrap();
        assert_eq!(code_of(w.service.add_passkey(&hana, &here(), "x", &made).await), "identity.passkey_ended", "it is used");
        assert_eq!(code_of(add(&w.service, &taro, &mut phone, "x").await), "identity.passkey_taken");
        assert_eq!(code_of(add(&w.service, &hana, &mut phone, "x").await), "identity.passkey_taken");
        // Using one.
        let begun = json(w.service.begin_passkey_sign_in(&here()).await.unwrap());
        let shown = phone.get(&begun);
        assert_eq!(code_of(finish(&elsewhere, &shown).await), "identity.passkey_ended");
        assert_eq!(code_of(w.service.prove_by_passkey(&hana, &here(), &read(shown.clone())).await), "identity.passkey_ended");
        finish(&here(), &shown).await.unwrap();
        assert_eq!(code_of(finish(&here(), &shown).await), "identity.passkey_ended", "it is used");
        // What was begun to prove does not sign in, nor what was begun to make one, nor what nobody has begun.
        let proof = json(w.service.begin_passkey_proof(&hana, &here()).await.unwrap());
        let making = json(w.service.begin_passkey(&hana, &here(), "").await.unwrap());
        let begun = [proof, value!({ "publicKey": { "challenge": making["publicKey"]["challenge"], "rpId": "house.example.org" } })];
        let made_up = ["", "short", &"a".repeat(43)].map(|it| value!({ "publicKey": { "challenge": it, "rpId": "house.example.org" } }));
        for options in begun.iter().chain(&made_up) {
            assert_eq!(code_of(finish(&here(), &phone.get(options)).await), "identity.passkey_ended");
        }
        // Too late.
        let begun = json(w.service.begin_passkey_sign_in(&here()).await.unwrap());
        w.wait(5 * 60_000);
        assert_eq!(code_of(finish(&here(), &phone.get(&begun)).await), "identity.passkey_ended");
        let kept = w.kept().await;
        assert!(!kept.contains(begun["publicKey"]["challenge"].as_str().unwrap()), "a challenge is kept as a hash");
    })
    .await;
}

#[tokio::test]
async fn a_signature_is_of_this_key_over_this_answer() {
    on_both(async |w: World| {
        let (hana, _) = w.joined("hana@example.org").await;
        let (taro, _) = w.joined("taro@example.org").await;
        let (mut hers, mut his) = (Authenticator::es256(ORIGIN), Authenticator::es256(ORIGIN));
        add(&w.service, &hana, &mut hers, "電話").await.unwrap();
        add(&w.service, &taro, &mut his, "電話").await.unwrap();
        // His device says that it is hers; hers says that it is his.
        let own = std::mem::replace(&mut his.id, hers.id.clone());
        assert_eq!(code_of(sign_in(&w.service, &mut his).await), "identity.passkey_refused");
        his.user_handle.clone_from(&hers.user_handle);
        assert_eq!(code_of(sign_in(&w.service, &mut his).await), "identity.passkey_refused");
        his.id = own;
        assert_eq!(code_of(sign_in(&w.service, &mut his).await), "identity.passkey_refused", "it is not hers");
        // Every part is signed.
        for part in ["clientDataJSON", "authenticatorData", "signature"] {
            let options = json(w.service.begin_passkey_sign_in(&here()).await.unwrap());
            let other = hers.get(&options);
            let mut shown = hers.get(&json(w.service.begin_passkey_sign_in(&here()).await.unwrap()));
            if part == "authenticatorData" {
                hers.count = 5;
                shown["response"][part] = hers.get(&options)["response"][part].clone();
                hers.count = 0;
            } else {
                shown["response"][part] = other["response"][part].clone();
            }
            let outcome = w.service.sign_in_by_passkey(&here(), &read(shown), &Here::default()).await;
            assert_eq!(code_of(outcome), "identity.passkey_refused", "{part}");
        }
        for broken in ["", "AAAA", "not base64!", &"A".repeat(2000)] {
            for part in ["clientDataJSON", "authenticatorData", "signature", "userHandle"] {
                let mut shown = hers.get(&json(w.service.begin_passkey_sign_in(&here()).await.unwrap()));
                shown["response"][part] = value!(broken);
                let outcome = w.service.sign_in_by_passkey(&here(), &read(shown), &Here::default()).await;
                assert_eq!(code_of(outcome), "identity.passkey_refused", "{part} is {broken:?}");
            }
        }
        assert_eq!(Refused::Origin.to_string(), "it was made on another site");
        sign_in(&w.service, &mut hers).await.unwrap();
    })
    .await;
}

/// A counter goes on, or never counts. One that goes back belongs to a copy.
#[tokio::test]
async fn a_counter_that_goes_backwards_is_refused() {
    on_both(async |w: World| {
        let (hana, _) = w.joined("hana@example.org").await;
        let mut phone = Authenticator::es256(ORIGIN);
        phone.count = 10;
        add(&w.service, &hana, &mut phone, "電話").await.unwrap();
        sign_in(&w.service, &mut phone).await.unwrap();
        sign_in(&w.service, &mut phone).await.unwrap();
        // It counts on before it signs: 12 would be the same once more.
        for copy in [11, 3] {
            phone.count = copy;
            assert_eq!(code_of(sign_in(&w.service, &mut phone).await), "identity.passkey_refused", "{copy}");
        }
        phone.count = 0;
        assert_eq!(code_of(sign_in(&w.service, &mut phone).await), "identity.passkey_refused", "one that counts does not stop");
        phone.count = 12;
        sign_in(&w.service, &mut phone).await.unwrap();
        let mut never = Authenticator::es256(ORIGIN);
        add(&w.service, &hana, &mut never, "鍵").await.unwrap();
        for _ in 0..3 {
            sign_in(&w.service, &mut never).await.unwrap();
        }
    })
    .await;
}
