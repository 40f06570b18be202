//! Many at once, through two servers.

use chabudai_identity::oidc::Providers;
use serde_json::json as value;

use super::*;
use crate::oidc::provider::{SECRET, config, open, visit};
use crate::world::{AT_ONCE, at_once};

fn tally<T: std::fmt::Debug>(outcomes: Vec<Result<T, IdentityError>>, allowed: &[&str]) -> usize {
    let mut done = 0;
    for outcome in outcomes {
        match outcome {
            Ok(_) => done += 1,
            Err(error) => assert!(allowed.contains(&error.code()), "{error:?}"),
        }
    }
    done
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn however_many_are_added_at_once_ten_stay() {
    for w in [World::embedded(true), World::dynamodb(true).await] {
        let (hana, _) = w.joined("hana@example.org").await;
        w.letters();
        let services = w.two();
        // Each is ready before the first is sent.
        let mut ready = Vec::new();
        for _ in 0..AT_ONCE {
            let options = json(services[0].begin_passkey(&hana, &here(), "").await.unwrap());
            ready.push(read::<Created>(Authenticator::es256(ORIGIN).create(&options)));
        }
        let outcomes = at_once(&services, |service, nth| {
            let (hana, made) = (hana.clone(), ready[nth].clone());
            async move { service.add_passkey(&hana, &here(), "電話", &made).await }
        })
        .await;
        let done = tally(outcomes, &["identity.too_many_passkeys", "identity.busy"]);
        let kept = w.service.repo().passkeys(&hana.person.user_id).await.unwrap();
        assert_eq!((kept.len(), w.letters().len()), (done, done), "on {}", w.name);
        assert!((1..=10).contains(&done), "{done} on {}", w.name);
        // Who was told to wait may come again, until there are ten.
        for made in &ready {
            let _ = services[1].add_passkey(&hana, &here(), "電話", made).await;
        }
        assert_eq!(w.service.repo().passkeys(&hana.person.user_id).await.unwrap().len(), 10, "on {}", w.name);
        assert_eq!(w.kept().await.matches("\"PASSKEY#").count(), 20, "as many guards as passkeys, on {}", w.name);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_passkey_is_added_once() {
    for w in [World::embedded(true), World::dynamodb(true).await] {
        let (hana, _) = w.joined("hana@example.org").await;
        let (taro, _) = w.joined("taro@example.org").await;
        let services = w.two();
        let mut device = Authenticator::es256(ORIGIN);
        let mut ready = Vec::new();
        for nth in 0..AT_ONCE {
            let person = if nth % 2 == 0 { &hana } else { &taro };
            let options = json(services[0].begin_passkey(person, &here(), "").await.unwrap());
            ready.push((person.clone(), read::<Created>(device.create(&options))));
        }
        let outcomes = at_once(&services, |service, nth| {
            let (person, made) = ready[nth].clone();
            async move { service.add_passkey(&person, &here(), "電話", &made).await }
        })
        .await;
        assert_eq!(tally(outcomes, &["identity.passkey_taken", "identity.busy"]), 1, "on {}", w.name);
        assert_eq!(w.kept().await.matches("\"PASSKEY#").count(), 2, "on {}", w.name);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_answers_to_one_challenge_one_opens_a_session() {
    for w in [World::embedded(true), World::dynamodb(true).await] {
        let (hana, token) = w.joined("hana@example.org").await;
        let mut phone = Authenticator::es256(ORIGIN);
        add(&w.service, &hana, &mut phone, "電話").await.unwrap();
        let services = w.two();
        let before = w.service.sessions(&hana.person).await.unwrap().len();
        let options = json(w.service.begin_passkey_sign_in(&here()).await.unwrap());
        // The device signs anew each time: what is the same is the challenge alone.
        let ready: Vec<Asserted> = (0..AT_ONCE).map(|_| read(phone.get(&options))).collect();
        let outcomes = at_once(&services, |service, nth| {
            let shown = ready[nth].clone();
            async move { service.sign_in_by_passkey(&here(), &shown, &Here::default()).await }
        })
        .await;
        assert_eq!(tally(outcomes, &["identity.passkey_ended", "identity.busy"]), 1, "on {}", w.name);
        assert_eq!(w.service.sessions(&hana.person).await.unwrap().len(), before + 1, "on {}", w.name);
        // A fresh proof is given once, too.
        let found = w.service.signed_in(&token).await.unwrap();
        let options = json(w.service.begin_passkey_proof(&found, &here()).await.unwrap());
        let ready: Vec<Asserted> = (0..AT_ONCE).map(|_| read(phone.get(&options))).collect();
        let outcomes = at_once(&services, |service, nth| {
            let (found, shown) = (found.clone(), ready[nth].clone());
            async move { service.prove_by_passkey(&found, &here(), &shown).await }
        })
        .await;
        assert_eq!(tally(outcomes, &["identity.passkey_ended", "identity.busy"]), 1, "on {}", w.name);
    }
}

/// A provider and a passkey, or two passkeys, are all that opens an account, and each server takes one away many times over: one stays.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_a_passkey_and_another_way_in_taken_away_at_once_one_stays() {
    for w in [World::embedded(true), World::dynamodb(true).await] {
        let there = open(w.clock.clone());
        let all = || Providers::new(vec![config(&there, "there", Some(SECRET))]).unwrap();
        let services = w.two().map(|service| service.with_providers(all()));
        for round in 0..4 {
            let email = format!("race{round}@example.org");
            there.set().person = value!({ "sub": format!("{round}"), "email": email, "email_verified": true });
            let begun = services[0].begin_provider_sign_in("there", BACK).await.unwrap();
            let (code, state) = visit(&begun.url, BACK).await;
            let found = services[0].finish_provider_sign_in("there", &state, &code, BACK, &crate::world::this_machine()).await.unwrap();
            let user = &found.person.user_id;
            let first = add(&services[0], &found, &mut Authenticator::es256(ORIGIN), "一").await.unwrap().data.id;
            let mut second = None;
            if round % 2 == 1 {
                // Two passkeys alone.
                second = Some(add(&services[0], &found, &mut Authenticator::es256(ORIGIN), "二").await.unwrap().data.id);
                services[0].unlink(&found, "there").await.unwrap();
            }
            let outcomes = at_once(&services, |service, nth| {
                let (found, id) = (found.clone(), if nth % 2 == 0 { Some(first.clone()) } else { second.clone() });
                async move {
                    match id {
                        Some(id) => service.remove_passkey(&found, id.as_str()).await.map(drop),
                        None => service.unlink(&found, "there").await,
                    }
                }
            })
            .await;
            let done = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
            let (accounts, passkeys) =
                (services[0].repo().accounts(user).await.unwrap().len(), services[0].repo().passkeys(user).await.unwrap().len());
            assert_eq!((done, accounts + passkeys), (1, 1), "on {}: {outcomes:?}", w.name);
            // The last one stays, whoever asks.
            let refused = match services[0].repo().passkeys(user).await.unwrap().first() {
                Some(last) => services[0].remove_passkey(&found, last.data.id.as_str()).await.map(drop),
                None => services[0].unlink(&found, "there").await,
            };
            assert_eq!(code_of(refused), "identity.last_way_in");
        }
    }
}
