//! Nobody guesses by trying at once, and nobody locks out anybody.

use std::net::IpAddr;

use chabudai_app_okusuri::design::Okusuri;
use chabudai_identity::patterns::Patterns;
use chabudai_identity::service::{Here, Service};

use crate::world::{AT_ONCE, PASSWORD, World, at_once, on_both};

type Ap = Patterns<Okusuri>;

const HANA: &str = "hana@example.org";
const OTHER: &str = "another password for the door";

fn code_of<T: std::fmt::Debug>(outcome: Result<T, chabudai_identity::error::IdentityError>) -> &'static str {
    outcome.expect_err("it is refused").code()
}

/// Somebody in a network of their own.
fn from(nth: u8) -> Here {
    Here { client: Some(IpAddr::from([192, 0, 2, nth])), ..Here::default() }
}

async fn wrong(service: &Service<Okusuri>, here: &Here) -> &'static str {
    code_of(service.sign_in(HANA, "a wrong password", here).await)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_sixty_four_passwords_at_once_five_are_tried() {
    on_both(async |w: World| {
        w.joined(HANA).await;
        let outcomes = at_once(&w.two(), |service, _| async move { wrong(&service, &from(1)).await }).await;
        let tried = outcomes.iter().filter(|code| **code == "identity.wrong_password").count();
        let refused = outcomes.iter().filter(|code| **code == "identity.too_many_tries").count();
        assert_eq!((tried, refused), (5, AT_ONCE - 5), "on {}", w.name);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_sixty_four_codes_at_once_five_are_looked_at() {
    on_both(async |w: World| {
        w.joined(HANA).await;
        w.service.ask_to_reset(HANA).await.unwrap();
        let code = w.code();
        let services = w.two();
        let guesses =
            at_once(&services, |service, nth| async move { code_of(service.reset(HANA, &format!("{nth:08}"), OTHER, &from(1)).await) });
        assert!(guesses.await.iter().all(|outcome| *outcome == "identity.wrong_code"));
        let looked: u64 = services.iter().map(|service| service.repo().db().meters().of(Ap::USE_CODE).read().calls).sum();
        assert_eq!(looked, 5, "on {}", w.name);
        assert_eq!(code_of(w.service.reset(HANA, &code, OTHER, &from(1)).await), "identity.wrong_code", "who guessed is refused");
        w.service.reset(HANA, &code, OTHER, &from(2)).await.expect("whose code it is types it elsewhere");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_sixty_four_who_ask_at_once_one_letter_goes_out() {
    on_both(async |w: World| {
        w.joined(HANA).await;
        w.letters();
        at_once(&w.two(), |service, _| async move { service.ask_to_reset(HANA).await.map(drop) })
            .await
            .into_iter()
            .for_each(Result::unwrap);
        assert_eq!(w.letters().len(), 1, "on {}", w.name);
    })
    .await;
}

#[tokio::test]
async fn a_stranger_locks_nobody_out() {
    on_both(async |w: World| {
        let (hana, _) = w.joined(HANA).await;
        for _ in 0..10 {
            wrong(&w.service, &from(66)).await;
        }
        assert_eq!(wrong(&w.service, &from(66)).await, "identity.too_many_tries");
        w.service.sign_in(HANA, PASSWORD, &from(1)).await.expect("from elsewhere nobody waits");

        // Many strangers, from many networks: who was never here has to wait, and who was has not.
        for nth in 10..90 {
            wrong(&w.service, &from(nth)).await;
        }
        assert_eq!(code_of(w.service.sign_in(HANA, PASSWORD, &from(1)).await), "identity.too_many_tries");
        let device = Some(w.service.device_of(&hana.person.email));
        let known = Here { device: device.clone(), ..from(1) };
        w.service.sign_in(HANA, PASSWORD, &known).await.expect("a known device has an allowance of its own");
        // It is known for one address, and no device makes itself known.
        for made_up in [format!("{}x", device.clone().unwrap()), "0".repeat(32), format!("{}.", "0".repeat(32))] {
            let outcome = w.service.sign_in(HANA, PASSWORD, &Here { device: Some(made_up), ..from(1) }).await;
            assert_eq!(code_of(outcome), "identity.too_many_tries");
        }
        let others = Some(w.service.device_of(&chabudai_kernel::part::Word::new("taro@example.org").unwrap()));
        assert_eq!(code_of(w.service.sign_in(HANA, PASSWORD, &Here { device: others, ..from(1) }).await), "identity.too_many_tries");
        // A known device that guesses waits as well.
        for _ in 0..5 {
            assert_eq!(wrong(&w.service, &known).await, "identity.wrong_password");
        }
        assert_eq!(wrong(&w.service, &known).await, "identity.too_many_tries");
        // Who is signed in proves that it is them, whatever others do.
        w.service.prove(&hana.person, PASSWORD).await.expect("their tries are their own");
        for _ in 0..5 {
            assert_eq!(code_of(w.service.prove(&hana.person, "wrong").await), "identity.wrong_password");
        }
        assert_eq!(code_of(w.service.prove(&hana.person, PASSWORD).await), "identity.too_many_tries");
        w.took_every_step("ID-14");
    })
    .await;
}

#[tokio::test]
async fn wrong_codes_end_with_the_code_they_were_tried_for() {
    on_both(async |w: World| {
        w.joined(HANA).await;
        w.service.ask_to_reset(HANA).await.unwrap();
        for _ in 0..6 {
            assert_eq!(code_of(w.service.reset(HANA, "00000000", OTHER, &from(1)).await), "identity.wrong_code");
        }
        let first = w.code();
        assert_eq!(code_of(w.service.reset(HANA, &first, OTHER, &from(1)).await), "identity.wrong_code");
        w.wait(61_000);
        w.service.ask_to_reset(HANA).await.unwrap();
        w.service.reset(HANA, &w.code(), OTHER, &from(1)).await.expect("another code is another chance");
    })
    .await;
}

#[tokio::test]
async fn a_code_dies_with_what_it_was_asked_for() {
    on_both(async |w: World| {
        let (hana, _) = w.joined(HANA).await;
        let (person, session) = (&hana.person, &hana.session.session_id);
        // The password was changed since.
        w.service.ask_to_reset(HANA).await.unwrap();
        let code = w.code();
        w.service.change_password(person, PASSWORD, OTHER, session).await.unwrap();
        assert_eq!(code_of(w.service.reset(HANA, &code, PASSWORD, &from(1)).await), "identity.wrong_code");
        w.service.sign_in(HANA, OTHER, &from(1)).await.expect("nothing has changed");
        // The address was changed since, and so the letter went to nobody's.
        w.wait(61_000);
        w.service.ask_to_reset(HANA).await.unwrap();
        let code = w.code();
        w.service.ask_to_move(person, "new@example.org").await.unwrap();
        // As whoever asks was found a moment ago: the change of the password has ended all other sessions.
        let person = &w.service.repo().person(&person.user_id).await.unwrap().unwrap();
        w.service.move_to(person, session, "new@example.org", &w.code(), &from(1)).await.unwrap();
        assert_eq!(code_of(w.service.reset(HANA, &code, PASSWORD, &from(1)).await), "identity.wrong_code");
        w.service.sign_in("new@example.org", OTHER, &from(1)).await.expect("nothing has changed");
    })
    .await;
}

#[tokio::test]
async fn another_address_signs_out_the_other_devices() {
    on_both(async |w: World| {
        let (hana, token) = w.joined(HANA).await;
        let elsewhere = w.service.sign_in(HANA, PASSWORD, &from(2)).await.unwrap().token.unwrap();
        w.service.ask_to_move(&hana.person, "new@example.org").await.unwrap();
        w.service.move_to(&hana.person, &hana.session.session_id, "new@example.org", &w.code(), &from(1)).await.unwrap();
        w.service.signed_in(&token).await.expect("here one stays signed in");
        assert_eq!(code_of(w.service.signed_in(&elsewhere).await), "identity.not_signed_in");
    })
    .await;
}

#[tokio::test]
async fn nobody_signs_in_by_a_password_that_was_just_replaced() {
    on_both(async |w: World| {
        let (hana, _) = w.joined(HANA).await;
        let repo = w.service.repo();
        let provider = chabudai_kernel::part::Word::new(chabudai_identity::model::PASSWORD).unwrap();
        let before = repo.account(&hana.person.user_id, &provider).await.unwrap().unwrap();
        w.service.give_password(HANA, OTHER).await.unwrap();
        // As it is when the password was right and the session is about to be written.
        let mut late = hana.session.clone();
        late.session_id = chabudai_kernel::part::Word::new("late").unwrap();
        assert!(!repo.sign_in(&late, Some(&before)).await.unwrap(), "on {}", w.name);
        assert_eq!(repo.sessions(&hana.person.user_id).await.unwrap(), []);
        // Nor is the new password replaced by somebody who read the old one.
        let ends =
            chabudai_identity::repo::Ends { epoch: chabudai_kernel::part::Word::new("late").unwrap(), by: None, devices: Vec::new() };
        assert!(!repo.change_password(&before, before.data.password_hash.as_deref(), None, &ends).await.unwrap());
        w.service.sign_in(HANA, OTHER, &from(1)).await.unwrap();
        w.took_every_step("ID-09");
    })
    .await;
}

#[tokio::test]
async fn a_known_address_takes_as_much_work_as_an_unknown_one() {
    on_both(async |w: World| {
        w.joined(HANA).await;
        // A minute passes between two letters.
        w.wait(61_000);
        let meters = w.service.repo().db().meters();
        let requests = || meters.readings().map(|(pattern, reading)| (pattern.id, reading.spent.requests)).collect::<Vec<_>>();
        let since = |before: Vec<(&'static str, u32)>| {
            requests().into_iter().zip(before).map(|((id, after), (_, before))| (id, after - before)).collect::<Vec<_>>()
        };
        let (mut resets, mut joins) = (Vec::new(), Vec::new());
        for email in [HANA, "nobody@example.org"] {
            let before = requests();
            w.service.ask_to_reset(email).await.unwrap();
            resets.push(since(before));
            let before = requests();
            w.asks_to_join("誰か", email).await.unwrap();
            joins.push(since(before));
        }
        assert_eq!(resets[0], resets[1], "on {}", w.name);
        assert_eq!(joins[0], joins[1], "on {}", w.name);
    })
    .await;
}
