//! A fresh proof of who it is, on both stores.

use chabudai_app_okusuri::design::Okusuri;
use chabudai_identity::error::IdentityError;
use chabudai_identity::patterns::Patterns;
use chabudai_identity::service::{About, FRESH_FOR, Here, SignedIn};

use crate::world::{AT_ONCE, PASSWORD, World, at_once, on_both};

type Ap = Patterns<Okusuri>;

fn code_of<T: std::fmt::Debug>(outcome: Result<T, IdentityError>) -> &'static str {
    outcome.expect_err("it is refused").code()
}

#[tokio::test]
async fn a_proof_lasts_ten_minutes_and_only_where_it_was_given() {
    on_both(async |w: World| {
        let (hana, token) = w.joined("hana@example.org").await;
        let again = async || w.service.signed_in(&token).await.unwrap();
        let fresh = u64::try_from(FRESH_FOR).unwrap() * 1000;
        w.wait(fresh - 1000);
        assert!(w.service.is_proven(&again().await.session));
        w.wait(1000);
        assert!(!w.service.is_proven(&again().await.session));
        assert_eq!(code_of(w.service.export(&again().await).await), "identity.proof_needed");
        w.letters();
        // On another device it counts for that one alone.
        let other = w.service.sign_in("hana@example.org", PASSWORD, &Here::default()).await.unwrap();
        assert!(w.service.is_proven(&other.session) && !w.service.is_proven(&again().await.session));
        assert_eq!(code_of(w.service.prove_by_password(&hana, "not hers").await), "identity.wrong_password");
        // In the form that does something the password itself is asked for, and nothing else will do, however fresh the session is.
        assert_eq!(code_of(w.service.prove_with(&other, "not hers").await), "identity.wrong_password");
        w.service.prove_with(&other, PASSWORD).await.unwrap();
        assert!(!w.service.is_proven(&again().await.session));
        w.costs(Ap::PROVE, 0, w.service.prove_by_password(&hana, PASSWORD)).await.unwrap();
        w.service.export(&again().await).await.unwrap();
        assert_eq!(w.letters().pop().unwrap().about, About::Exported);
        w.wait(fresh);
        assert!(!w.service.is_proven(&again().await.session));
        // A code of hers does as well; a session that has ended shows nothing.
        w.service.ask_to_prove(&hana).await.unwrap();
        let code = w.code();
        w.service.prove_by_code(&hana, &code, &Here::default()).await.unwrap();
        assert!(w.service.is_proven(&again().await.session));
        assert_eq!(code_of(w.service.prove_by_code(&hana, &code, &Here::default()).await), "identity.wrong_code", "it is used");
        w.service.sign_out(&token, None).await.unwrap();
        assert_eq!(code_of(w.service.prove_by_password(&hana, PASSWORD).await), "identity.not_signed_in");
        assert!(!w.kept().await.contains(hana.session.session_id.as_str()), "it is not made again");
        w.took_every_step("ID-25");
    })
    .await;
}

/// Guesses by somebody who has the device: counted before they are tried, however many come at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_proof_is_not_guessed() {
    for w in [World::embedded(true), World::dynamodb(true).await] {
        let (hana, _) = w.joined("hana@example.org").await;
        let services = w.two();
        let guess = |service: chabudai_identity::service::Service<Okusuri>, found: SignedIn<Okusuri>| async move {
            service.prove_by_password(&found, "a guess of somebody").await
        };
        let outcomes = at_once(&services, |service, _| guess(service.clone(), hana.clone())).await;
        assert_eq!(outcomes.len(), AT_ONCE);
        let tried =
            outcomes.into_iter().filter(|outcome| matches!(outcome, Err(error) if error.code() == "identity.wrong_password")).count();
        assert!((1..=7).contains(&tried), "{tried} guesses were tried on {}", w.name);
    }
}
