//! Joining, signing in, sessions.

use chabudai_app_okusuri::design::Okusuri;
use chabudai_identity::patterns::Patterns;
use chabudai_identity::secret::Token;
use chabudai_identity::service::{About, Here, Purpose};
use chabudai_kernel::part::Word;

use crate::world::{DAY, PASSWORD, World, on_both};

type Ap = Patterns<Okusuri>;

fn code_of<T: std::fmt::Debug>(outcome: Result<T, chabudai_identity::error::IdentityError>) -> &'static str {
    outcome.expect_err("it is refused").code()
}

#[tokio::test]
async fn somebody_joins_by_a_code_and_comes_back_by_a_password() {
    on_both(async |w: World| {
        let w = w.founded().await;
        w.asks_to_join(" はな ", "Hana@Example.org").await.unwrap();
        assert_eq!(w.service.repo().everybody(10, None).await.unwrap().items.len(), 1, "nothing is made before the code");
        assert_eq!(code_of(w.service.join("hana@example.org", "00000000", &Here::default()).await), "identity.wrong_code");
        let code = w.code();
        let here = Here { user_agent: Some("Firefox\n on a phone".to_owned()), ..Here::default() };
        let joined = w.costs(Ap::JOIN, 0, w.service.join("HANA@example.org", &code, &here)).await.unwrap();
        assert_eq!((joined.person.data.name.as_str(), joined.person.data.email_verified), ("はな", true));
        assert_eq!(joined.session.data.user_agent.as_deref(), Some("Firefox on a phone"));
        assert_eq!(code_of(w.service.join("hana@example.org", &code, &here).await), "identity.wrong_code", "a code is used once");

        let back = w.costs(Ap::SIGN_IN, 0, w.service.sign_in("hana@example.org ", PASSWORD, &here)).await.unwrap();
        w.took_every_step("ID-02");
        w.took_every_step("ID-13");
        w.took_every_step("ID-15");
        assert_eq!(back.person.user_id, joined.person.user_id);
        let token = back.token.unwrap();
        let (whose, person) = (w.service.repo().db().meters().of(Ap::SIGNED_IN), w.service.repo().db().meters().of(Ap::PERSON));
        let before = (whose.read(), person.read());
        let seen = w.costs(Ap::SIGNED_IN, 0, w.service.signed_in(&token)).await.unwrap();
        let spent = (whose.read().since(&before.0).spent.requests, person.read().since(&before.1).calls);
        assert_eq!(spent, (3, 0), "the index, the session and the person are one question");
        assert_eq!(seen.person, joined.person);
        assert!(seen.token.is_none(), "a token is told once");
        let found = w.costs(Ap::BY_EMAIL_INDEX, 0, w.service.repo().by_email_index(&joined.person.email)).await.unwrap();
        assert_eq!(found, std::slice::from_ref(&joined.person));
        let people = w.costs(Ap::EVERYBODY, 0, w.service.repo().everybody(10, None)).await.unwrap();
        assert!(people.items.len() == 2 && people.items.contains(&joined.person), "{people:?}");
        w.took_every_step("ID-03");
    })
    .await;
}

#[tokio::test]
async fn nobody_learns_who_has_an_account() {
    on_both(async |w: World| {
        w.joined("hana@example.org").await;
        w.wait(61_000);
        // The same answer, another letter.
        w.asks_to_join("だれか", "hana@example.org").await.unwrap();
        assert_eq!(w.letters().pop().unwrap().about, About::JoinedAlready);
        w.service.ask_to_reset("nobody@example.org").await.unwrap();
        assert_eq!(w.letters().pop().unwrap().about, About::NobodyHere);
        let known = w.service.sign_in("hana@example.org", "a wrong password", &Here::default()).await;
        let unknown = w.service.sign_in("nobody@example.org", "a wrong password", &Here::default()).await;
        assert_eq!(code_of(known), code_of(unknown));
        assert_eq!(code_of(w.service.sign_in("no address", PASSWORD, &Here::default()).await), "identity.wrong_password");
    })
    .await;
}

#[tokio::test]
async fn a_closed_house_lets_nobody_in_by_themselves() {
    for w in [World::embedded(false), World::dynamodb(false).await] {
        assert!(w.service.may_join().await.unwrap());
        assert_eq!(code_of(w.asks_to_join("誰か", "stranger@example.org").await), "identity.setup_needed");
        w.joined("first@example.org").await;
        assert!(!w.service.may_join().await.unwrap());
        assert_eq!(code_of(w.asks_to_join("次", "second@example.org").await), "identity.sign_up_closed");
        assert_eq!(code_of(w.service.join("second@example.org", "00000000", &Here::default()).await), "identity.sign_up_closed");
        assert!(w.letters().is_empty());
        w.service.add("次", "second@example.org", PASSWORD).await.unwrap();
        w.service.sign_in("second@example.org", PASSWORD, &Here::default()).await.unwrap();
        assert_eq!(code_of(w.service.add("三", "SECOND@example.org", PASSWORD).await), "identity.email_taken");
        w.took_every_step("ID-19");
    }
}

#[tokio::test]
async fn of_twenty_who_join_with_one_address_one_is_let_in() {
    on_both(async |w: World| {
        let services = w.two();
        let race = (0..20).map(|number| {
            let service = services[number % 2].clone();
            tokio::spawn(async move { service.add(&format!("{number}番"), "race@example.org", PASSWORD).await })
        });
        let mut people = Vec::new();
        for one in race.collect::<Vec<_>>() {
            match one.await.unwrap() {
                Ok(person) => people.push(person),
                Err(error) => assert!(["identity.email_taken", "identity.busy"].contains(&error.code()), "{error:?}"),
            }
        }
        assert_eq!(people.len(), 1, "on {}", w.name);
        assert_eq!(w.service.repo().by_email(&people[0].email).await.unwrap(), Some(people[0].user_id.clone()));
        assert_eq!(w.service.repo().everybody(50, None).await.unwrap().items.len(), 1);
        w.service.sign_in("race@example.org", PASSWORD, &Here::default()).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn codes_end_after_an_hour_and_after_five_wrong_ones() {
    on_both(async |w: World| {
        let w = w.founded().await;
        w.asks_to_join("はな", "late@example.org").await.unwrap();
        let code = w.code();
        w.asks_to_join("はな", "late@example.org").await.unwrap();
        assert!(w.letters().is_empty(), "a minute passes between two letters");
        w.wait(3_601_000);
        assert_eq!(code_of(w.service.join("late@example.org", &code, &Here::default()).await), "identity.wrong_code");
        w.asks_to_join("はな", "guessed@example.org").await.unwrap();
        let code = w.code();
        for wrong in ["", "1", "abcdefgh", "00000000", "99999999"] {
            assert_eq!(code_of(w.service.join("guessed@example.org", wrong, &Here::default()).await), "identity.wrong_code");
        }
        assert_eq!(code_of(w.service.join("guessed@example.org", &code, &Here::default()).await), "identity.wrong_code");
        // A code for one thing opens no other.
        let (signed_in, _) = w.joined("hana@example.org").await;
        w.service.ask_to_reset("hana@example.org").await.unwrap();
        let reset = w.code();
        assert_eq!(
            code_of(
                w.service.move_to(&signed_in.person, &signed_in.session.session_id, "hana@example.org", &reset, &Here::default()).await
            ),
            "identity.wrong_code"
        );
        assert_eq!(Purpose::Reset.name(), "reset");
    })
    .await;
}

#[tokio::test]
async fn guessing_becomes_slow() {
    on_both(async |w: World| {
        w.joined("hana@example.org").await;
        let wrong = async || code_of(w.service.sign_in("hana@example.org", "a wrong password", &Here::default()).await);
        for _ in 0..5 {
            assert_eq!(wrong().await, "identity.wrong_password");
        }
        assert_eq!(wrong().await, "identity.too_many_tries");
        let right = w.service.sign_in("hana@example.org", PASSWORD, &Here::default()).await;
        assert_eq!(code_of(right), "identity.too_many_tries", "the right one waits as well");
        w.wait(2_100);
        assert_eq!(wrong().await, "identity.wrong_password");
        w.wait(2_100);
        assert_eq!(wrong().await, "identity.too_many_tries", "now it takes four seconds");
        w.wait(2_100);
        w.service.sign_in("hana@example.org", PASSWORD, &Here::default()).await.unwrap();
        assert_eq!(wrong().await, "identity.wrong_password", "and everything is forgotten");
        // Somebody else is not kept waiting.
        assert_eq!(code_of(w.service.sign_in("other@example.org", "a wrong password", &Here::default()).await), "identity.wrong_password");
    })
    .await;
}

#[tokio::test]
async fn a_session_slides_and_ends() {
    on_both(async |w: World| {
        let (joined, token) = w.joined("hana@example.org").await;
        w.wait(DAY / 2);
        assert_eq!(w.service.signed_in(&token).await.unwrap().session.ttl, joined.session.ttl, "half a day is not worth a write");
        w.wait(DAY);
        let prolonged = w.costs(Ap::PROLONG, 0, w.service.signed_in(&token)).await.unwrap();
        assert_eq!(prolonged.session.ttl - joined.session.ttl, 36 * 60 * 60);
        assert_eq!(w.service.sessions(&joined.person).await.unwrap()[0].ttl, prolonged.session.ttl);
        // Used every five days it goes on, but not beyond thirty.
        for _ in 0..5 {
            w.wait(5 * DAY);
            w.service.signed_in(&token).await.unwrap();
        }
        w.wait(4 * DAY);
        assert_eq!(code_of(w.service.signed_in(&token).await), "identity.not_signed_in");
        assert!(w.service.sessions(&joined.person).await.unwrap().is_empty());
        // Unused it ends after seven.
        let again = w.service.sign_in("hana@example.org", PASSWORD, &Here::default()).await.unwrap().token.unwrap();
        w.wait(7 * DAY);
        assert_eq!(code_of(w.service.signed_in(&again).await), "identity.not_signed_in");
        assert_eq!(code_of(w.service.signed_in(&Token::random()).await), "identity.not_signed_in");
        w.took_every_step("ID-12");
    })
    .await;
}

#[tokio::test]
async fn sessions_are_listed_and_revoked() {
    on_both(async |w: World| {
        let (hana, token) = w.joined("hana@example.org").await;
        let (taro, taros) = w.joined("taro@example.org").await;
        let user = &hana.person.user_id;
        w.wait(1_000);
        let here = Here { user_agent: Some("a tablet".to_owned()), ..Here::default() };
        let tablet = w.service.sign_in("hana@example.org", PASSWORD, &here).await.unwrap();
        let listed = w.costs(Ap::SESSIONS, 0, w.service.sessions(&hana.person)).await.unwrap();
        assert_eq!(listed.iter().map(|session| session.data.user_agent.as_deref()).collect::<Vec<_>>(), [Some("a tablet"), None]);
        // Somebody else's session is not there.
        let foreign = w.service.revoke(user, &taro.session.session_id).await;
        assert_eq!(code_of(foreign), "identity.not_found");
        w.service.signed_in(&taros).await.unwrap();
        w.costs(Ap::SIGN_OUT, 0, w.service.revoke(user, &hana.session.session_id)).await.unwrap();
        assert_eq!(code_of(w.service.signed_in(&token).await), "identity.not_signed_in");
        let tablets = tablet.token.unwrap();
        w.service.signed_in(&tablets).await.unwrap();
        w.service.sign_in("hana@example.org", PASSWORD, &here).await.unwrap();
        assert_eq!(w.service.revoke_others(&w.service.signed_in(&tablets).await.unwrap()).await.unwrap(), 1);
        w.service.signed_in(&tablets).await.unwrap();
        w.service.sign_out(&tablets, None).await.unwrap();
        w.service.sign_out(&tablets, None).await.unwrap();
        assert_eq!(code_of(w.service.signed_in(&tablets).await), "identity.not_signed_in");
        assert!(w.service.sessions(&hana.person).await.unwrap().is_empty());
        w.service.signed_in(&taros).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn nothing_in_the_table_opens_a_door() {
    let w = World::embedded(true);
    let (joined, token) = w.joined("hana@example.org").await;
    w.service.ask_to_reset("hana@example.org").await.unwrap();
    let code = w.code();
    let db = w.service.repo().db();
    let scan = chabudai_kernel::op::Scan::of(&chabudai_app_okusuri::design::OKUSURI_TABLE);
    let items = db.store().scan(&scan, db.clock().now()).await.unwrap().value.items;
    let kept = format!("{:?}", items.iter().map(|item| item.decode::<serde_json::Value>().unwrap()).collect::<Vec<_>>());
    for secret in [token.reveal(), code.as_str(), PASSWORD] {
        assert!(!kept.contains(secret), "{secret} is in the table");
    }
    assert!(kept.contains("$argon2id$") && kept.contains(joined.session.token.as_str()));
    assert!(Word::new("USER#x").is_none(), "an id cannot be two parts of a key");
}
