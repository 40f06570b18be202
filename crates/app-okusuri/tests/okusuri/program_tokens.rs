//! Tokens of programs, on both stores.

use chabudai_app_okusuri::design::Okusuri;
use chabudai_identity::error::IdentityError;
use chabudai_identity::model::{BroughtToken, Scope, TokenAccess};
use chabudai_identity::patterns::Patterns;
use chabudai_identity::service::{About, Here, MOST_TOKENS, NewToken};
use chabudai_kernel::once::Once;
use chabudai_kernel::part::Word;

use crate::world::{AT_ONCE, DAY, PASSWORD, World, at_once, on_both};

type Ap = Patterns<Okusuri>;

const HOUR: u64 = 60 * 60 * 1000;

fn wanted(name: &str) -> NewToken {
    NewToken { name: name.to_owned(), scope: Scope { app: None, access: TokenAccess::Read }, days: 30 }
}

fn key(text: &str) -> Once {
    Once::of_client(&Word::new(text).unwrap(), text.to_owned())
}

fn code_of<T: std::fmt::Debug>(outcome: Result<T, IdentityError>) -> &'static str {
    outcome.expect_err("it is refused").code()
}

#[tokio::test]
async fn a_token_is_made_used_listed_and_revoked() {
    on_both(async |w: World| {
        let (hana, _) = w.joined("hana@example.org").await;
        let user = &hana.person.user_id;
        w.letters();
        let made = w.costs(Ap::MAKE_TOKEN, 0, w.service.make_token(&hana, &wanted(" 台所 "), Some(&key("one")))).await.unwrap();
        assert_eq!(w.letters().pop().unwrap().about, About::TokenMade { name: "台所".to_owned() });
        assert!(!w.kept().await.contains(made.brought.secret.reveal()), "only its hash is kept");
        let brought = BroughtToken::parse(&made.brought.reveal()).unwrap();
        assert_eq!(w.service.program(&brought).await.unwrap().person.user_id, *user);
        // Nothing but the whole of it is good.
        let (other, _) = w.joined("taro@example.org").await;
        for wrong in [
            BroughtToken { user: other.person.user_id.clone(), ..brought.clone() },
            BroughtToken { slot: Word::new("1").unwrap(), ..brought.clone() },
            BroughtToken { secret: chabudai_identity::secret::Token::random(), ..brought.clone() },
        ] {
            assert_eq!(code_of(w.service.program(&wrong).await), "identity.token_ended");
        }
        let listed = w.costs(Ap::TOKENS, 0, w.service.tokens(&hana.person)).await.unwrap();
        assert_eq!((listed.len(), listed[0].data.name.as_str(), listed[0].data.last_used_at), (1, "台所", None));
        let id = listed[0].data.id.to_string();
        assert_eq!(code_of(w.service.revoke_token(&other.person.user_id, &id).await), "identity.not_found");
        assert_eq!(code_of(w.service.revoke_token(user, "nonsense").await), "identity.not_found");
        let program = w.service.program(&brought).await.unwrap();
        w.service.note_use(&program.token).await.unwrap();
        w.costs(Ap::REVOKE_TOKEN, 0, w.service.revoke_token(user, &id)).await.unwrap();
        assert_eq!(code_of(w.service.program(&brought).await), "identity.token_ended");
        // Neither what is noted of its use nor the request that made it brings it back.
        w.service.note_use(&program.token).await.unwrap();
        assert_eq!(code_of(w.service.make_token(&hana, &wanted("台所"), Some(&key("one"))).await), "identity.made_and_gone");
        assert!(w.service.tokens(&hana.person).await.unwrap().is_empty(), "on {}", w.name);
        w.took_every_step("ID-30");
        w.took_every_step("ID-31");
        w.took_every_step("ID-32");
        w.took_every_step("ID-33");
    })
    .await;
}

#[tokio::test]
async fn a_token_ends_and_makes_room_and_is_listed_for_a_month() {
    on_both(async |w: World| {
        let (hana, token) = w.joined("hana@example.org").await;
        for (days, code) in [(0, "identity.token_days"), (-1, "identity.token_days"), (366, "identity.token_days")] {
            assert_eq!(code_of(w.service.make_token(&hana, &NewToken { days, ..wanted("x") }, None).await), code);
        }
        let long = "あ".repeat(61);
        for (name, code) in
            [("", "identity.token_name_empty"), ("a\nb", "identity.token_name_control"), (&long, "identity.token_name_too_long")]
        {
            assert_eq!(code_of(w.service.make_token(&hana, &wanted(name), None).await), code);
        }
        let mut made = Vec::new();
        for _ in 0..MOST_TOKENS {
            made.push(w.service.make_token(&hana, &wanted("x"), None).await.unwrap().brought);
        }
        assert_eq!(code_of(w.service.make_token(&hana, &wanted("y"), None).await), "identity.too_many_tokens");
        w.wait(30 * DAY - 1000);
        w.service.program(&made[0]).await.unwrap();
        w.wait(1000);
        assert_eq!(code_of(w.service.program(&made[0]).await), "identity.token_ended");
        assert_eq!(w.service.tokens(&hana.person).await.unwrap().len(), MOST_TOKENS, "they are listed");
        // A month later whoever was signed in is not any more; a new proof is asked for.
        assert_eq!(code_of(w.service.signed_in(&token).await), "identity.not_signed_in");
        assert_eq!(code_of(w.service.make_token(&hana, &wanted("z"), None).await), "identity.proof_needed");
        let again = w.service.sign_in("hana@example.org", PASSWORD, &Here::default()).await.unwrap();
        let new = w.service.make_token(&again, &wanted("z"), None).await.unwrap().brought;
        w.service.program(&new).await.unwrap();
        assert_eq!(w.service.tokens(&hana.person).await.unwrap().len(), MOST_TOKENS, "on {}", w.name);
        w.wait(30 * DAY);
        assert_eq!(w.service.tokens(&hana.person).await.unwrap().len(), 1, "on {}", w.name);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn twenty_tokens_are_made_at_once_and_no_more() {
    on_both(async |w: World| {
        let (hana, _) = w.joined("hana@example.org").await;
        let made = at_once(&w.two(), |service, nth| {
            let hana = hana.clone();
            async move { service.make_token(&hana, &wanted(&nth.to_string()), Some(&key(&nth.to_string()))).await }
        })
        .await;
        assert_eq!(made.len(), AT_ONCE);
        let (good, bad): (Vec<_>, Vec<_>) = made.into_iter().partition(Result::is_ok);
        assert!(bad.into_iter().all(|one| code_of(one) == "identity.too_many_tokens"), "on {}", w.name);
        assert_eq!((good.len(), w.service.tokens(&hana.person).await.unwrap().len()), (MOST_TOKENS, MOST_TOKENS), "on {}", w.name);
        for one in good {
            w.service.program(&one.unwrap().brought).await.unwrap();
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_request_that_is_repeated_makes_one_token_and_is_told_the_same() {
    on_both(async |w: World| {
        let (hana, _) = w.joined("hana@example.org").await;
        w.letters();
        let made = at_once(&w.two(), |service, _| {
            let hana = hana.clone();
            async move { service.make_token(&hana, &wanted("台所"), Some(&key("one"))).await.unwrap().brought.reveal() }
        })
        .await;
        assert!(made.iter().all(|one| *one == made[0]), "on {}", w.name);
        assert_eq!((w.service.tokens(&hana.person).await.unwrap().len(), w.letters().len()), (1, 1), "on {}", w.name);
        // A key is for one request, and for one person.
        assert_eq!(code_of(w.service.make_token(&hana, &wanted("書斎"), Some(&key("one"))).await), "identity.idempotency_key_reused");
        let (taro, _) = w.joined("taro@example.org").await;
        let his = w.service.make_token(&taro, &wanted("台所"), Some(&key("one"))).await.unwrap().brought;
        assert_ne!(his.secret.reveal(), made[0].rsplit('.').next().unwrap());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn its_last_use_is_noted_once_an_hour_however_often_it_is_used() {
    on_both(async |w: World| {
        let (hana, _) = w.joined("hana@example.org").await;
        let brought = w.service.make_token(&hana, &wanted("台所"), None).await.unwrap().brought;
        let noted = async || w.service.tokens(&hana.person).await.unwrap()[0].data.last_used_at;
        let two = w.two();
        let uses = at_once(&two, |service, _| {
            let brought = brought.clone();
            async move { service.note_use(&service.program(&brought).await.unwrap().token).await.is_ok() }
        })
        .await;
        assert!(uses.into_iter().all(|is_fine| is_fine));
        let first = noted().await.expect("it was used");
        let program = async || w.service.program(&brought).await.unwrap();
        w.wait(HOUR - 10_000);
        w.service.note_use(&program().await.token).await.unwrap();
        assert_eq!(noted().await, Some(first), "on {}", w.name);
        w.wait(20_000);
        w.service.note_use(&program().await.token).await.unwrap();
        assert!(noted().await > Some(first), "on {}", w.name);
    })
    .await;
}

#[tokio::test]
async fn it_goes_with_the_person_and_with_the_end_of_all_sessions() {
    on_both(async |w: World| {
        let (hana, token) = w.joined("hana@example.org").await;
        let user = &hana.person.user_id;
        let brought = w.service.make_token(&hana, &wanted("台所"), Some(&key("one"))).await.unwrap().brought;
        let export = w.service.export(&hana).await.unwrap().to_string();
        assert!(export.contains("台所") && export.contains("TOKEN#0") && !export.contains("Secret"), "{export}");
        // Another password ends the other devices, and leaves the programs: whoever changes it knows the one before.
        w.service.change_password(&hana.person, PASSWORD, "新しい馬の電池とホッチキス", &hana.session.session_id).await.unwrap();
        w.service.program(&brought).await.unwrap();
        // Who has forgotten it may have been robbed of it.
        w.service.ask_to_reset("hana@example.org").await.unwrap();
        w.service.reset("hana@example.org", &w.code(), PASSWORD, &Here::default()).await.unwrap();
        assert_eq!(code_of(w.service.program(&brought).await), "identity.token_ended");
        assert_eq!(code_of(w.service.signed_in(&token).await), "identity.not_signed_in");
        let again = w.service.sign_in("hana@example.org", PASSWORD, &Here::default()).await.unwrap();
        let last = w.service.make_token(&again, &wanted("台所"), None).await.unwrap().brought;
        w.service.delete(user).await.unwrap();
        assert_eq!(code_of(w.service.program(&last).await), "identity.token_ended");
        assert!(!w.kept().await.contains(user.as_str()), "on {}", w.name);
        assert!(w.service.make_token(&again, &wanted("台所"), None).await.is_err(), "nobody is there to work for");
    })
    .await;
}
