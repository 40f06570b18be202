//! Who somebody from elsewhere is here.

use std::collections::HashSet;

use chabudai_identity::oidc::Providers;
use chabudai_identity::service::{About, Here};
use serde_json::json;

use super::provider::{SECRET, config, open, visit};
use super::{Ap, BACK, beside, code_of, sign_in, sign_in_by};
use crate::world::{PASSWORD, World, on_both};

#[tokio::test]
async fn the_first_time_makes_a_person_and_the_second_finds_them() {
    on_both(async |w: World| {
        let (there, service) = beside(&w).await;
        let first = w.costs(Ap::JOIN, 0, sign_in(&service)).await.unwrap();
        let person = &first.person;
        assert_eq!((person.email.as_str(), person.data.name.as_str(), person.data.email_verified), ("hana@example.org", "花", true));
        assert_eq!(person.data.image.as_deref(), Some("https://example.org/hana.png"));
        assert_eq!(service.signed_in(first.token.as_ref().unwrap()).await.unwrap().person, *person);

        // Another address, another name and another picture: the same person, who is called here what they are called here.
        w.wait(1_000);
        let changed = json!({ "sub": "1234567890", "email": "new@example.org", "email_verified": true, "name": "Hana" });
        there.set().person = changed;
        let second = w.costs(Ap::FIND_BY_ACCOUNT, 0, sign_in(&service)).await.unwrap();
        assert_eq!(second.person, *person, "nothing is changed, and no picture is no other picture");
        there.set().person["picture"] = json!("https://example.org/new.png");
        let third = w.costs(Ap::SET_PROFILE_TEXT, 0, sign_in(&service)).await.unwrap().person;
        assert_eq!((third.data.image.as_deref(), third.data.name.as_str()), (Some("https://example.org/new.png"), "花"));
        assert_eq!((third.email.as_str(), &third.user_id), ("hana@example.org", &person.user_id));
        assert_eq!(service.repo().everybody(10, None).await.unwrap().items, [third]);
        // An account that is known needs no address at all.
        there.set().person = json!({ "sub": "1234567890" });
        assert_eq!(sign_in(&service).await.unwrap().person.user_id, person.user_id);
    })
    .await;
}

#[tokio::test]
async fn somebody_with_the_same_address_is_the_same_person() {
    on_both(async |w: World| {
        let (there, service) = beside(&w).await;
        let (hana, _) = w.joined("hana@example.org").await;
        let linked = w.costs(Ap::LINK, 0, sign_in(&service)).await.unwrap();
        let told = w.letters().pop().unwrap();
        assert_eq!((told.to.as_str(), told.about), ("hana@example.org", About::Linked { provider: "A provider".to_owned() }));
        assert_eq!((&linked.person.user_id, linked.person.data.name.as_str()), (&hana.person.user_id, "はな"));
        service.sign_in("hana@example.org", PASSWORD, &Here::default()).await.unwrap();
        // The provider has given her address to somebody else by now.
        there.set().person["sub"] = json!("another");
        assert_eq!(code_of(sign_in(&service).await), "identity.another_account");
        there.set().person["sub"] = json!("1234567890");
        assert_eq!(sign_in(&service).await.unwrap().person.user_id, hana.person.user_id);
        // What is forgotten is forgotten there, too.
        service.delete(&hana.person.user_id).await.unwrap();
        assert!(!w.kept().await.contains(hana.person.user_id.as_str()));
        assert_ne!(sign_in(&service).await.unwrap().person.user_id, hana.person.user_id);
    })
    .await;
}

#[tokio::test]
async fn an_address_that_nobody_has_seen_opens_nothing() {
    on_both(async |w: World| {
        let (there, service) = beside(&w).await;
        w.joined("hana@example.org").await;
        for flag in [json!(false), json!("false"), json!(null)] {
            there.set().person["email_verified"] = flag;
            let refused = sign_in(&service).await.unwrap_err();
            assert_eq!((refused.code(), refused.status()), ("identity.email_unverified", 403));
        }
        there.set().person = json!({ "sub": "1234567890" });
        assert_eq!(code_of(sign_in(&service).await), "identity.email_unverified");
        assert_eq!(service.repo().everybody(10, None).await.unwrap().items.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn the_address_may_be_told_at_another_door() {
    on_both(async |w: World| {
        let (there, service) = beside(&w).await;
        there.set().terse = true;
        assert_eq!(sign_in(&service).await.unwrap().person.email.as_str(), "hana@example.org");
        // What is told there of somebody else is not believed.
        there.set().change = Some(Box::new(|claims| claims["sub"] = json!("another")));
        assert_eq!(code_of(sign_in(&service).await), "identity.provider_answer");
    })
    .await;
}

#[tokio::test]
async fn a_closed_house_lets_in_who_is_known() {
    for w in [World::embedded(false), World::dynamodb(false).await] {
        let (there, service) = beside(&w).await;
        // The first one may always come in.
        let hana = sign_in(&service).await.unwrap();
        there.set().person = json!({ "sub": "2", "email": "taro@example.org", "email_verified": true });
        let refused = sign_in(&service).await.unwrap_err();
        assert_eq!((refused.code(), refused.status()), ("identity.sign_up_closed", 403));
        w.service.add("太郎", "taro@example.org", PASSWORD).await.unwrap();
        assert_eq!(sign_in(&service).await.unwrap().person.data.name, "太郎");
        there.set().person["sub"] = json!("1234567890");
        assert_eq!(sign_in(&service).await.unwrap().person.user_id, hana.person.user_id);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn twenty_at_once_are_one_person() {
    for w in [World::embedded(true), World::dynamodb(true).await, World::embedded(false), World::dynamodb(false).await] {
        let (there, service) = beside(&w).await;
        let people = futures::future::join_all((0..20).map(|_| {
            let service = service.clone();
            tokio::spawn(async move { sign_in(&service).await.unwrap().person.user_id })
        }))
        .await;
        let people: HashSet<_> = people.into_iter().map(|person| person.unwrap()).collect();
        assert_eq!(people.len(), 1, "on {}", w.name);
        assert_eq!(service.repo().everybody(100, None).await.unwrap().items.len(), 1);
        let user = people.iter().next().unwrap();
        assert_eq!(service.repo().sessions(user).await.unwrap().len(), 20);
        assert_eq!(there.fetched(), (1, 1), "what one fetches is everybody's");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_address_by_two_ways_at_once_is_one_person() {
    on_both(async |w: World| {
        let (one, other) = (open(w.clock.clone()), open(w.clock.clone()));
        let providers = Providers::new(vec![config(&one, "one", Some(SECRET)), config(&other, "other", Some(SECRET))]).unwrap();
        let service = w.service.clone().with_providers(providers);
        assert_eq!(service.providers().iter().map(|provider| provider.id().as_str()).collect::<Vec<_>>(), ["one", "other"]);
        for round in 0..5 {
            for there in [&one, &other] {
                let mut set = there.set();
                (set.person["sub"], set.person["email"]) = (json!(round.to_string()), json!(format!("{round}@example.org")));
            }
            let (one, other) = tokio::join!(sign_in_by("one", &service), sign_in_by("other", &service));
            assert_eq!(one.unwrap().person.user_id, other.unwrap().person.user_id);
        }
        assert_eq!(service.repo().everybody(100, None).await.unwrap().items.len(), 5);
    })
    .await;
}

#[tokio::test]
async fn nothing_of_the_provider_is_kept() {
    on_both(async |w: World| {
        let (there, service) = beside(&w).await;
        sign_in(&service).await.unwrap();
        // One that is under way: its state is kept under the server's key.
        let begun = service.begin_provider_sign_in("there", BACK).await.unwrap();
        visit(&begun.url, BACK).await;
        let kept = w.kept().await;
        assert!(kept.contains("oauth:there") && kept.contains("OAUTH#there#1234567890"), "{kept}");
        let mut secrets = there.set().given.clone();
        assert_eq!(secrets.len(), 4, "two codes, an id token and an access token");
        secrets.extend([begun.state, SECRET.to_owned(), "refresh-1".to_owned()]);
        for secret in &secrets {
            assert!(!kept.contains(secret), "{secret} is in the table");
        }
    })
    .await;
}
