//! An account elsewhere that somebody who is signed in adds to their own, and takes away again.

use chabudai_app_okusuri::design::Okusuri;
use chabudai_identity::error::Result;
use chabudai_identity::oidc::Providers;
use chabudai_identity::service::{About, Here, Service, SignedIn};
use serde_json::json;

use super::provider::{SECRET, config, open, providers, visit};
use super::{Ap, BACK, beside, code_of, sign_in};
use crate::world::{AT_ONCE, PASSWORD, World, at_once, on_both};

/// There and back, for somebody who is signed in.
async fn link(service: &Service<Okusuri>, found: &SignedIn<Okusuri>) -> Result<()> {
    let begun = service.begin_linking(found, "there", BACK).await?;
    let (code, state) = visit(&begun.url, BACK).await;
    service.finish_linking(&found.person, "there", &state, &code, BACK).await
}

#[tokio::test]
async fn an_account_elsewhere_is_added_and_taken_away() {
    on_both(async |w: World| {
        let (there, service) = beside(&w).await;
        let (hana, _) = w.joined("hana@example.org").await;
        let user = &hana.person.user_id;
        // Another address there, not even verified: who is signed in decides.
        there.set().person = json!({ "sub": "42", "email": "other@example.net", "email_verified": false });
        w.costs(Ap::LINK, 0, link(&service, &hana)).await.unwrap();
        let told = w.letters().pop().unwrap();
        assert_eq!((told.to.as_str(), told.about), ("hana@example.org", About::Linked { provider: "A provider".to_owned() }));
        assert_eq!(sign_in(&service).await.unwrap().person.user_id, *user);
        link(&service, &hana).await.unwrap();
        assert!(w.letters().is_empty(), "what is linked already is not linked again");

        // One of each provider.
        there.set().person["sub"] = json!("43");
        let refused = link(&service, &hana).await.unwrap_err();
        assert_eq!((refused.code(), refused.status()), ("identity.another_account", 409));

        let accounts = w.costs(Ap::ACCOUNTS, 0, service.repo().accounts(user)).await.unwrap();
        assert_eq!(accounts.iter().map(|account| account.provider_id.as_str()).collect::<Vec<_>>(), ["password", "there"]);
        assert_eq!(code_of(service.unlink(&hana, "password").await), "identity.not_found", "a password is not unlinked");
        w.costs(Ap::UNLINK, 0, service.unlink(&hana, "there")).await.unwrap();
        assert_eq!(w.letters().pop().unwrap().about, About::Unlinked { provider: "A provider".to_owned() });
        assert!(!w.kept().await.contains("OAUTH#there"), "the guard is gone with it");
        assert_eq!(code_of(service.unlink(&hana, "there").await), "identity.not_found");
        link(&service, &hana).await.unwrap();
        w.took_every_step("ID-04");
        w.took_every_step("ID-08");
        w.took_every_step("ID-21");
        w.took_every_step("ID-22");
    })
    .await;
}

#[tokio::test]
async fn somebody_elses_account_and_the_last_way_in_stay_where_they_are() {
    on_both(async |w: World| {
        let (_there, service) = beside(&w).await;
        let hana = sign_in(&service).await.unwrap();
        let last = service.unlink(&hana, "there").await.unwrap_err();
        assert_eq!((last.code(), last.status()), ("identity.last_way_in", 409));
        let (taro, _) = w.joined("taro@example.org").await;
        let taken = link(&service, &taro).await.unwrap_err();
        assert_eq!((taken.code(), taken.status()), ("identity.account_taken", 409));
        assert_eq!(sign_in(&service).await.unwrap().person.user_id, hana.person.user_id);
    })
    .await;
}

#[tokio::test]
async fn what_one_began_does_not_link_anothers_account() {
    on_both(async |w: World| {
        let (_there, service) = beside(&w).await;
        let (hana, _) = w.joined("hana.own@example.org").await;
        let (taro, _) = w.joined("taro@example.org").await;
        // Taro's browser is brought to finish what Hana began; what was begun to sign in; and the other way round.
        let begun = service.begin_linking(&hana, "there", BACK).await.unwrap();
        let (code, state) = visit(&begun.url, BACK).await;
        assert_eq!(code_of(service.finish_linking(&taro.person, "there", &state, &code, BACK).await), "identity.wrong_state");
        let begun = service.begin_provider_sign_in("there", BACK).await.unwrap();
        let (code, state) = visit(&begun.url, BACK).await;
        assert_eq!(code_of(service.finish_linking(&taro.person, "there", &state, &code, BACK).await), "identity.wrong_state");
        let begun = service.begin_linking(&hana, "there", BACK).await.unwrap();
        let (code, state) = visit(&begun.url, BACK).await;
        assert_eq!(code_of(service.finish_provider_sign_in("there", &state, &code, BACK, &Here::default()).await), "identity.wrong_state");
        assert!(!w.kept().await.contains("OAUTH#"), "nothing was linked");
    })
    .await;
}

/// Many accounts of one provider, all with her address, come back at the same moment to two servers: one of them is hers, and the others
/// are told.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_accounts_of_one_provider_at_once_one_is_linked() {
    for w in [World::embedded(true), World::dynamodb(true).await] {
        let (there, service) = beside(&w).await;
        let services = w.two().map(|service| service.with_providers(providers(&there)));
        for round in 0..2 {
            let (email, by_address) = (format!("race{round}@example.org"), round % 2 == 0);
            let person = w.service.add("はな", &email, PASSWORD).await.unwrap();
            let found = w.service.sign_in(&email, PASSWORD, &Here::default()).await.unwrap();
            w.letters();
            // Each is ready to come back before either does.
            let mut ready = Vec::new();
            for account in 0..AT_ONCE {
                there.set().person = json!({ "sub": format!("{round}-{account}"), "email": email, "email_verified": true });
                let begun = if by_address {
                    service.begin_provider_sign_in("there", BACK).await.unwrap()
                } else {
                    service.begin_linking(&found, "there", BACK).await.unwrap()
                };
                ready.push(visit(&begun.url, BACK).await);
            }
            let outcomes = at_once(&services, |service, nth| {
                let (person, (code, state)) = (person.clone(), ready[nth].clone());
                async move {
                    if by_address {
                        let found = service.finish_provider_sign_in("there", &state, &code, BACK, &Here::default()).await;
                        return found.map(|found| found.person.user_id);
                    }
                    service.finish_linking(&person, "there", &state, &code, BACK).await.map(|()| person.user_id)
                }
            })
            .await;
            let mut linked = 0;
            for outcome in outcomes {
                match outcome {
                    Ok(user) => {
                        assert_eq!(user, person.user_id);
                        linked += 1;
                    }
                    Err(error) => assert!(["identity.another_account", "identity.busy"].contains(&error.code()), "{error:?} on {}", w.name),
                }
            }
            assert_eq!((linked, w.letters().len()), (1, 1), "on {}", w.name);
            let guards = w.kept().await.matches(&format!("OAUTH#there#{round}-")).count();
            assert_eq!(guards, 1, "the guard of whoever was late is not left behind, on {}", w.name);
        }
    }
}

/// Two ways in, and each of two servers takes one away many times over: one of them stays.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_the_last_two_ways_in_taken_away_at_once_one_stays() {
    for w in [World::embedded(true), World::dynamodb(true).await] {
        let (there, second) = (open(w.clock.clone()), open(w.clock.clone()));
        let all = || Providers::new(vec![config(&there, "there", Some(SECRET)), config(&second, "second", Some(SECRET))]).unwrap();
        let services = w.two().map(|service| service.with_providers(all()));
        for round in 0..4 {
            let email = format!("race{round}@example.org");
            for there in [&there, &second] {
                there.set().person = json!({ "sub": format!("{round}"), "email": email, "email_verified": true });
            }
            let found = sign_in(&services[0]).await.unwrap();
            let begun = services[0].begin_linking(&found, "second", BACK).await.unwrap();
            let (code, state) = visit(&begun.url, BACK).await;
            services[0].finish_linking(&found.person, "second", &state, &code, BACK).await.unwrap();
            let outcomes = at_once(&services, |service, nth| {
                let found = found.clone();
                async move { service.unlink(&found, ["there", "second"][nth % 2]).await }
            })
            .await;
            let done = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
            let left = services[0].repo().accounts(&found.person.user_id).await.unwrap();
            assert_eq!((done, left.len()), (1, 1), "on {}: {outcomes:?}", w.name);
        }
    }
}
