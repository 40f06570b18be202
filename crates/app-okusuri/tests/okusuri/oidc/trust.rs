//! What is believed and what is not: states, codes, tokens, keys, and a provider that does not fare well.

use std::time::{Duration, Instant};

use chabudai_identity::oidc::{Provider, Providers};
use chabudai_identity::service::Here;
use serde_json::{Value, json};

use super::provider::{CLIENT, Forge, Key, Mood, SECRET, config, open, visit};
use super::{BACK, beside, code_of, sign_in};
use crate::world::{World, on_both, this_machine};

const MINUTE: u64 = 60_000;

#[tokio::test]
async fn a_state_is_good_once_here_and_for_ten_minutes() {
    on_both(async |w: World| {
        let (there, service) = beside(&w).await;
        let here = this_machine();
        let begun = service.begin_provider_sign_in("there", BACK).await.unwrap();
        let (code, state) = visit(&begun.url, BACK).await;
        for wrong in ["", "short", &"a".repeat(43), &format!("{state}#")] {
            assert_eq!(code_of(service.finish_provider_sign_in("there", wrong, &code, BACK, &here).await), "identity.wrong_state");
        }
        service.finish_provider_sign_in("there", &state, &code, BACK, &here).await.unwrap();
        let again = service.finish_provider_sign_in("there", &state, &code, BACK, &here).await.unwrap_err();
        assert_eq!((again.code(), again.status()), ("identity.wrong_state", 400));

        for (waited, outcome) in [(10 * MINUTE - 1_000, None), (10 * MINUTE, Some("identity.wrong_state"))] {
            let begun = service.begin_provider_sign_in("there", BACK).await.unwrap();
            let (code, state) = visit(&begun.url, BACK).await;
            w.wait(waited);
            let outcome_was = service.finish_provider_sign_in("there", &state, &code, BACK, &here).await.err().map(|error| error.code());
            assert_eq!(outcome_was, outcome, "after {waited} ms");
        }

        // What was begun at one provider is not finished at another.
        let two = Providers::new(vec![config(&there, "there", Some(SECRET)), config(&there, "elsewhere", Some(SECRET))]).unwrap();
        let service = w.service.clone().with_providers(two);
        let begun = service.begin_provider_sign_in("there", BACK).await.unwrap();
        let (code, state) = visit(&begun.url, BACK).await;
        assert_eq!(code_of(service.finish_provider_sign_in("elsewhere", &state, &code, BACK, &here).await), "identity.wrong_state");
        let unknown = service.begin_provider_sign_in("nowhere", BACK).await.unwrap_err();
        assert_eq!((unknown.code(), unknown.status()), ("identity.provider_unknown", 404));
        assert_eq!(code_of(service.finish_provider_sign_in("nowhere", &state, &code, BACK, &here).await), "identity.provider_unknown");
        assert!(w.service.providers().is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_code_belongs_to_the_sign_in_that_it_was_given_to() {
    on_both(async |w: World| {
        let (_there, service) = beside(&w).await;
        let here = Here::default();
        let (mine, theirs) =
            (service.begin_provider_sign_in("there", BACK).await.unwrap(), service.begin_provider_sign_in("there", BACK).await.unwrap());
        let (stolen, _) = visit(&theirs.url, BACK).await;
        // The verifier of one sign-in does not open the code of another.
        let outcome = service.finish_provider_sign_in("there", &mine.state, &stolen, BACK, &here).await.unwrap_err();
        assert_eq!((outcome.code(), outcome.status()), ("identity.provider_answer", 400));
        let begun = service.begin_provider_sign_in("there", BACK).await.unwrap();
        let (code, state) = visit(&begun.url, BACK).await;
        let elsewhere = "https://house.example.org/another";
        assert_eq!(code_of(service.finish_provider_sign_in("there", &state, &code, elsewhere, &here).await), "identity.provider_answer");
        for wrong in ["", "made up", &"a".repeat(5_000)] {
            let begun = service.begin_provider_sign_in("there", BACK).await.unwrap();
            assert_eq!(
                code_of(service.finish_provider_sign_in("there", &begun.state, wrong, BACK, &here).await),
                "identity.provider_answer"
            );
        }
        assert!(service.is_empty().await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn a_token_that_is_not_for_this_sign_in_is_not_believed() {
    type Change = (&'static str, fn(&mut Value));
    let changes: [Change; 11] = [
        ("another nonce", |claims| claims["nonce"] = json!("another")),
        ("no nonce", |claims| drop(claims.as_object_mut().unwrap().remove("nonce"))),
        ("another audience", |claims| claims["aud"] = json!("another")),
        ("other audiences", |claims| claims["aud"] = json!(["another", CLIENT])),
        ("another party", |claims| (claims["aud"], claims["azp"]) = (json!([CLIENT, "another"]), json!("another"))),
        ("another issuer", |claims| claims["iss"] = json!("https://accounts.google.com")),
        ("no issuer", |claims| drop(claims.as_object_mut().unwrap().remove("iss"))),
        ("expired", |claims| claims["exp"] = json!(claims["iat"].as_i64().unwrap() - 61)),
        ("no end", |claims| drop(claims.as_object_mut().unwrap().remove("exp"))),
        ("of the future", |claims| claims["iat"] = json!(claims["iat"].as_i64().unwrap() + 61)),
        ("nobody", |claims| drop(claims.as_object_mut().unwrap().remove("sub"))),
    ];
    on_both(async |w: World| {
        let (there, service) = beside(&w).await;
        for (name, change) in changes {
            there.set().change = Some(Box::new(change));
            assert_eq!(code_of(sign_in(&service).await), "identity.provider_answer", "{name}");
        }
        there.set().change = None;
        for forge in [Forge::OtherKey, Forge::Nothing, Forge::PublicAsSecret] {
            there.set().forge = forge;
            assert_eq!(code_of(sign_in(&service).await), "identity.provider_answer", "{forge:?}");
        }
        there.set().keys = vec![Key::elliptic("elliptic")];
        there.set().forge = Forge::OtherKey;
        w.wait(MINUTE);
        assert_eq!(code_of(sign_in(&service).await), "identity.provider_answer", "the same way of signing, another key");
        assert!(service.is_empty().await.unwrap(), "nobody was made");
        there.set().forge = Forge::Honest;
        there.set().change = Some(Box::new(|claims| (claims["aud"], claims["azp"]) = (json!([CLIENT, "another"]), json!(CLIENT))));
        sign_in(&service).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_new_key_is_found_and_an_unknown_one_is_not_looked_for_all_the_time() {
    on_both(async |w: World| {
        let (there, service) = beside(&w).await;
        sign_in(&service).await.unwrap();
        sign_in(&service).await.unwrap();
        assert_eq!(there.fetched(), (1, 1), "what is known is not fetched again");
        w.wait(MINUTE);
        there.set().keys.push(Key::elliptic("second"));
        sign_in(&service).await.unwrap();
        assert_eq!(there.fetched().1, 2);
        // Another one so soon is not believed yet, and nothing is fetched for it.
        there.set().keys.push(Key::elliptic("third"));
        for _ in 0..3 {
            assert_eq!(code_of(sign_in(&service).await), "identity.provider_answer");
        }
        assert_eq!(there.fetched().1, 2);
        w.wait(MINUTE);
        sign_in(&service).await.unwrap();
        // A key that the provider has given up is no good after an hour.
        there.set().keys = vec![Key::elliptic("third")];
        assert_eq!(code_of(sign_in(&service).await), "identity.provider_answer", "the name alone is not the key");
        w.wait(60 * MINUTE);
        sign_in(&service).await.unwrap();
        assert_eq!(there.fetched(), (2, 4));
    })
    .await;
}

#[tokio::test]
async fn the_client_shows_who_it_is_as_the_provider_wants_it() {
    let w = World::embedded(true);
    let there = open(w.clock.clone());
    for (auth, secret) in [("client_secret_basic", Some(SECRET)), ("client_secret_post", Some(SECRET)), ("none", None)] {
        there.set().auth = vec![auth];
        let service = w.service.clone().with_providers(Providers::new(vec![config(&there, "there", secret)]).unwrap());
        sign_in(&service).await.unwrap_or_else(|error| panic!("{auth}: {error}"));
    }
    // A wrong secret is the operator's trouble, not the visitor's.
    there.set().auth = vec!["client_secret_basic"];
    let service = w.service.clone().with_providers(Providers::new(vec![config(&there, "there", Some("wrong"))]).unwrap());
    assert_eq!(code_of(sign_in(&service).await), "identity.provider_unavailable");
}

#[tokio::test]
async fn a_provider_that_is_down_is_said_to_be_down() {
    on_both(async |w: World| {
        let (there, service) = beside(&w).await;
        let begun = Instant::now();
        let nobody = Provider::new("down", "", "http://127.0.0.1:9", CLIENT, None).unwrap();
        let down = w.service.clone().with_providers(Providers::new(vec![nobody]).unwrap());
        let outcome = down.begin_provider_sign_in("down", BACK).await.unwrap_err();
        assert_eq!((outcome.code(), outcome.status()), ("identity.provider_unavailable", 503));
        for mood in [Mood::Broken, Mood::Talkative] {
            there.set().mood = mood;
            w.wait(3_000);
            assert_eq!(code_of(service.begin_provider_sign_in("there", BACK).await), "identity.provider_unavailable", "{mood:?}");
        }
        // Less than the patience that there is for one answer.
        assert!(begun.elapsed() < Duration::from_secs(5), "it took {:?}", begun.elapsed());
        // It is asked again when it had a moment, and may fail on the way back as well.
        there.set().mood = Mood::Well;
        w.wait(3_000);
        let begun = service.begin_provider_sign_in("there", BACK).await.unwrap();
        let (code, state) = visit(&begun.url, BACK).await;
        there.set().mood = Mood::Broken;
        let outcome = service.finish_provider_sign_in("there", &state, &code, BACK, &Here::default()).await;
        assert_eq!(code_of(outcome), "identity.provider_unavailable");
        there.set().mood = Mood::Well;
        sign_in(&service).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_provider_that_says_nothing_is_not_waited_for() {
    let w = World::embedded(true);
    let (there, service) = beside(&w).await;
    there.set().mood = Mood::Silent;
    let begun = Instant::now();
    let outcomes = futures::future::join_all((0..10).map(|_| service.begin_provider_sign_in("there", BACK))).await;
    assert!(outcomes.into_iter().all(|outcome| code_of(outcome) == "identity.provider_unavailable"));
    assert!(begun.elapsed() < Duration::from_secs(15), "everybody waits for the same answer: {:?}", begun.elapsed());
}

#[tokio::test]
async fn a_description_of_another_is_not_used() {
    let w = World::embedded(true);
    let (there, service) = beside(&w).await;
    for issuer in [format!("{}/", there.origin), "https://accounts.google.com".to_owned()] {
        there.set().issuer = Some(issuer);
        w.wait(3_000);
        assert_eq!(code_of(service.begin_provider_sign_in("there", BACK).await), "identity.provider_unavailable");
    }
}
