//! One's own account: another password, another address, everything that is known, and the end of it.

use chabudai_app_okusuri::design::Okusuri;
use chabudai_identity::patterns::Patterns;
use chabudai_identity::service::{About, Here, KnowsPeople};
use chabudai_kernel::part::Word;

use crate::world::{PASSWORD, World, on_both};

type Ap = Patterns<Okusuri>;

const OTHER: &str = "another password for the door";

fn code_of<T: std::fmt::Debug>(outcome: Result<T, chabudai_identity::error::IdentityError>) -> &'static str {
    outcome.expect_err("it is refused").code()
}

#[tokio::test]
async fn a_forgotten_password_is_replaced_and_every_device_is_signed_out() {
    on_both(async |w: World| {
        let (_, token) = w.joined("hana@example.org").await;
        w.service.ask_to_reset("hana@example.org").await.unwrap();
        let code = w.code();
        assert_eq!(code_of(w.service.reset("hana@example.org", &code, "short", &Here::default()).await), "identity.password_short");
        w.costs(Ap::CHANGE_PASSWORD, 0, w.service.reset("hana@example.org", &code, OTHER, &Here::default())).await.unwrap();
        assert_eq!(w.letters().pop().unwrap().about, About::PasswordChanged);
        assert_eq!(code_of(w.service.signed_in(&token).await), "identity.not_signed_in");
        assert_eq!(code_of(w.service.sign_in("hana@example.org", PASSWORD, &Here::default()).await), "identity.wrong_password");
        w.service.sign_in("hana@example.org", OTHER, &Here::default()).await.unwrap();
        assert_eq!(code_of(w.service.reset("hana@example.org", &code, OTHER, &Here::default()).await), "identity.wrong_code");
        w.took_every_step("ID-10");
        w.took_every_step("ID-16");
    })
    .await;
}

#[tokio::test]
async fn a_password_is_changed_by_who_knows_it() {
    on_both(async |w: World| {
        let (hana, token) = w.joined("hana@example.org").await;
        let other = w.service.sign_in("hana@example.org", PASSWORD, &Here::default()).await.unwrap().token.unwrap();
        let here = &hana.session.session_id;
        assert_eq!(code_of(w.service.change_password(&hana.person, "wrong", OTHER, here).await), "identity.wrong_password");
        let weak = w.service.change_password(&hana.person, PASSWORD, "password1234", here).await.unwrap_err();
        assert_eq!((weak.code(), weak.field()), ("identity.password_guessable", Some("newPassword")));
        w.service.change_password(&hana.person, PASSWORD, OTHER, here).await.unwrap();
        w.service.signed_in(&token).await.unwrap();
        assert_eq!(code_of(w.service.signed_in(&other).await), "identity.not_signed_in");
        w.service.give_password("hana@example.org", PASSWORD).await.unwrap();
        assert_eq!(code_of(w.service.signed_in(&token).await), "identity.not_signed_in");
        assert_eq!(code_of(w.service.give_password("nobody@example.org", PASSWORD).await), "identity.not_found");
    })
    .await;
}

#[tokio::test]
async fn an_address_is_swapped_with_its_guard() {
    on_both(async |w: World| {
        let (hana, token) = w.joined("hana@example.org").await;
        let (taro, _) = w.joined("taro@example.org").await;
        w.service.ask_to_move(&hana.person, "taro@example.org").await.unwrap();
        assert_eq!(w.letters().pop().unwrap().about, About::JoinedAlready, "somebody else's address gets a letter, and no code");
        w.service.ask_to_move(&hana.person, "new@example.org").await.unwrap();
        let code = w.code();
        assert_eq!(
            code_of(w.service.move_to(&taro.person, &taro.session.session_id, "new@example.org", "12345678", &Here::default()).await),
            "identity.wrong_code"
        );
        // The right code in the wrong hands moves nobody, and is used up.
        assert_eq!(
            code_of(w.service.move_to(&taro.person, &taro.session.session_id, "new@example.org", &code, &Here::default()).await),
            "identity.wrong_code"
        );
        assert_eq!(w.service.repo().person(&taro.person.user_id).await.unwrap().unwrap().email.as_str(), "taro@example.org");
        assert_eq!(w.service.repo().by_email(&Word::new("new@example.org").unwrap()).await.unwrap(), None);
        w.wait(61_000);
        w.service.ask_to_move(&hana.person, "new@example.org").await.unwrap();
        let code = w.code();
        w.costs(Ap::CHANGE_EMAIL, 0, w.service.move_to(&hana.person, &hana.session.session_id, "new@example.org", &code, &Here::default()))
            .await
            .unwrap();
        let told = w.letters().pop().unwrap();
        assert_eq!((told.to.as_str(), told.about), ("hana@example.org", About::EmailChanged { to: Word::new("new@example.org").unwrap() }));
        assert_eq!(w.service.signed_in(&token).await.unwrap().person.email.as_str(), "new@example.org");
        w.service.sign_in("new@example.org", PASSWORD, &Here::default()).await.unwrap();
        assert_eq!(code_of(w.service.sign_in("hana@example.org", PASSWORD, &Here::default()).await), "identity.wrong_password");
        // The old address is free for somebody else.
        w.service.add("別", "hana@example.org", PASSWORD).await.unwrap();
        // Two who want one address at once: one of them has it.
        let person = w.service.signed_in(&token).await.unwrap().person;
        w.service.ask_to_move(&person, "wanted@example.org").await.unwrap();
        let code = w.code();
        w.service.add("先", "wanted@example.org", PASSWORD).await.unwrap();
        assert_eq!(
            code_of(w.service.move_to(&person, &hana.session.session_id, "wanted@example.org", &code, &Here::default()).await),
            "identity.email_taken"
        );
        assert_eq!(w.service.signed_in(&token).await.unwrap().person.email.as_str(), "new@example.org");
        w.took_every_step("ID-17");
    })
    .await;
}

#[tokio::test]
async fn everything_is_given_and_then_forgotten() {
    on_both(async |w: World| {
        let (hana, token) = w.joined("hana@example.org").await;
        w.joined("taro@example.org").await;
        let user = &hana.person.user_id;
        let export = w.service.export(&hana).await.unwrap();
        let text = export.to_string();
        assert!(text.contains("はな") && text.contains("hana@example.org"), "{text}");
        for hidden in ["argon2id", hana.session.token.as_str(), "taro"] {
            assert!(!text.contains(hidden), "{text}");
        }
        w.service.delete(user).await.unwrap();
        assert_eq!(code_of(w.service.signed_in(&token).await), "identity.not_signed_in");
        assert_eq!(code_of(w.service.sign_in("hana@example.org", PASSWORD, &Here::default()).await), "identity.wrong_password");
        assert_eq!(code_of(w.service.delete(user).await), "identity.not_found");
        let kept = w.kept().await;
        assert!(!kept.contains(user.as_str()), "nothing of her is left: {kept}");
        w.wait(61_000);
        w.joined("hana@example.org").await;
    })
    .await;
}

/// What apps do meanwhile, and a server that is killed at every step: the tests of the sixth app.
#[tokio::test]
async fn who_leaves_is_marked_and_found_and_then_gone() {
    on_both(async |w: World| {
        let (taro, _) = w.joined("taro@example.org").await;
        let (hana, token) = w.joined("hana@example.org").await;
        let unopened = || vec![KnowsPeople { app: "larder", data: None }];
        let waiting = w.service.clone().with_apps(unopened());
        w.costs(Ap::LEAVE, 0, waiting.leave(&hana.person)).await.unwrap();
        assert_eq!(w.letters().pop().map(|letter| letter.to.to_string()).as_deref(), Some("hana@example.org"), "a last letter");
        assert_eq!(code_of(w.service.signed_in(&token).await), "identity.not_signed_in");
        let left = w.costs(Ap::LEAVING_NOW, 1, waiting.repo().leaving()).await.unwrap();
        assert_eq!(left.iter().map(|one| (&one.user_id, one.data.apps.len())).collect::<Vec<_>>(), [(&hana.person.user_id, 1)]);
        assert_eq!(waiting.finish_leaving().await.unwrap(), (1, 0), "it waits for an app that nobody has opened");
        // In a house without that app there is nothing to wait for.
        assert_eq!(w.service.finish_leaving().await.unwrap(), (1, 0));
        assert!(!w.kept().await.contains(hana.person.user_id.as_str()));
        w.costs(Ap::HAS_LEFT, 0, w.service.delete(&taro.person.user_id)).await.unwrap();
        w.took_every_step("ID-40");
        w.took_every_step("ID-41");
        w.took_every_step("ID-42");
    })
    .await;
}

#[tokio::test]
async fn a_name_is_changed_and_somebody_who_is_gone_has_none() {
    on_both(async |w: World| {
        let (hana, token) = w.joined("hana@example.org").await;
        let user = &hana.person.user_id;
        w.wait(1_000);
        w.costs(Ap::SET_PROFILE_TEXT, 0, w.service.rename(user, " はなこ ")).await.unwrap();
        let renamed = w.service.signed_in(&token).await.unwrap().person;
        assert_eq!((renamed.data.name.as_str(), renamed.updated_at > hana.person.updated_at), ("はなこ", true));
        assert_eq!(code_of(w.service.rename(user, "  ").await), "identity.name_empty");
        w.service.delete(user).await.unwrap();
        assert_eq!(code_of(w.service.rename(user, "だれか").await), "identity.not_found");
        assert!(w.service.is_empty().await.unwrap(), "nobody came back by a name");
        w.took_every_step("ID-01");
        w.took_every_step("ID-20");
    })
    .await;
}

#[tokio::test]
async fn a_code_that_was_sent_before_the_end_gives_nobody_a_password() {
    on_both(async |w: World| {
        let (hana, _) = w.joined("hana@example.org").await;
        w.service.ask_to_reset("hana@example.org").await.unwrap();
        let code = w.code();
        w.service.delete(&hana.person.user_id).await.unwrap();
        let kept = w.kept().await;
        assert!(!kept.contains("hana@example.org"), "codes and tries are forgotten too: {kept}");
        assert_eq!(code_of(w.service.reset("hana@example.org", &code, OTHER, &Here::default()).await), "identity.wrong_code");
        // The same, if the end comes between the code and the password.
        let (taro, _) = w.joined("taro@example.org").await;
        w.service.delete(&taro.person.user_id).await.unwrap();
        let here = &taro.session.session_id;
        assert_eq!(code_of(w.service.change_password(&taro.person, PASSWORD, OTHER, here).await), "identity.wrong_password");
        w.took_every_step("ID-06");
        w.took_every_step("ID-18");
        w.took_every_step("ID-23");
        w.took_every_step("ID-24");
    })
    .await;
}
