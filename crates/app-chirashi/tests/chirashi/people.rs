//! Registering, signing in, the house, and leaving.

use chabudai_app_chirashi::design::{
    BEGIN_SESSION, COUNT_TRY, EDIT_USER, ENTER_BY_HOUSE, EXPORT_USER, FIND_SIGN_IN, FIRST_VISIT, FORGET_TRIES, FORGET_USER, JOIN_HOUSE,
    REFRESH, REGISTER, RESET_PASSWORD, SEND_CODE, SIGN_OUT, USER_BY_EMAIL, USER_BY_ID, WHO_ASKS,
};
use chabudai_app_chirashi::error::ChirashiReason;
use chabudai_app_chirashi::model::{Frequency, MOST_SESSIONS, Prefecture, User};
use chabudai_app_chirashi::repo::people;
use chabudai_app_chirashi::service::{LetterKind, ProfileInput, SignedIn};
use chabudai_kernel::part::Word;

use crate::world::{World, comer, on_both};

const PASSWORD: &str = "a long enough one";

async fn registered(w: &World, email: &str) -> SignedIn {
    w.service.register(email, "山田太郎", PASSWORD, "here").await.expect("a code is sent");
    let code = w.mail.code_for(&email.to_lowercase()).expect("a code came");
    w.service.confirm(email, &code).await.expect("an account")
}

#[tokio::test]
async fn registering() {
    on_both(async |w: World| {
        let service = &w.service;
        for (email, name, password, code) in [
            ("hana", "はな", PASSWORD, "chirashi.email"),
            ("hana@example.org", " ", PASSWORD, "chirashi.name"),
            ("hana@example.org", "はな", "short", "chirashi.password_length"),
            ("hana@example.org", "はな", &"長い".repeat(13), "chirashi.password_length"),
            ("hana@example.org", "はな", "password1", "chirashi.password_guessable"),
        ] {
            assert_eq!(service.register(email, name, password, "here").await.unwrap_err().code(), code);
        }
        w.costs(&SEND_CODE, 0, service.register("Hana@Example.org", "はな", PASSWORD, "here")).await.unwrap();
        w.took_every_step("CH-04");
        let code = w.mail.code_for("hana@example.org").unwrap();
        let wrong = if code == "00000000" { "11111111" } else { "00000000" };
        assert_eq!(service.confirm("hana@example.org", wrong).await, Err(ChirashiReason::WrongCode.into()));
        let SignedIn { user, pair } = w.costs(&REGISTER, 0, service.confirm("HANA@example.org", &code)).await.unwrap();
        w.took_every_step("CH-05");
        assert_eq!(user.email.as_ref().map(Word::as_str), Some("hana@example.org"));
        assert!(user.password_hash.as_ref().unwrap().starts_with("$2b$04$"));
        assert_eq!(service.who_asks(&pair.access).await.unwrap().user_id, user.user_id);
        assert_eq!(w.costs(&USER_BY_ID, 0, people::user(w.db(), user.user_id)).await.unwrap().unwrap().name, "はな");
        w.took_every_step("CH-01");
        let by_email = w.costs(&USER_BY_EMAIL, 0, people::by_email(w.db(), user.email.as_ref().unwrap())).await.unwrap();
        assert_eq!(by_email.unwrap().user_id, user.user_id);
        w.took_every_step("CH-03");
        // A code is good once, and an address is told that it has an account, by mail alone.
        assert_eq!(service.confirm("hana@example.org", &code).await, Err(ChirashiReason::WrongCode.into()));
        service.register("hana@EXAMPLE.org", "だれか", PASSWORD, "here").await.unwrap();
        assert_eq!(w.mail.0.lock().unwrap().last().unwrap().1.kind, LetterKind::AlreadyRegistered);
        // Five tries, and the right code is too late.
        service.register("taro@example.org", "たろう", PASSWORD, "here").await.unwrap();
        let code = w.mail.code_for("taro@example.org").unwrap();
        for _ in 0..people::MOST_CODES {
            let wrong = if code == "00000000" { "11111111" } else { "00000000" };
            assert_eq!(service.confirm("taro@example.org", wrong).await, Err(ChirashiReason::WrongCode.into()));
        }
        assert_eq!(service.confirm("taro@example.org", &code).await, Err(ChirashiReason::WrongCode.into()));
        // Half an hour later a code is gone, swept or not.
        service.register("jiro@example.org", "じろう", PASSWORD, "there").await.unwrap();
        let code = w.mail.code_for("jiro@example.org").unwrap();
        w.wait_hours(1);
        assert_eq!(service.confirm("jiro@example.org", &code).await, Err(ChirashiReason::WrongCode.into()));
        let closed = service.clone().set(chabudai_app_chirashi::service::Settings::default());
        let refused = closed.register("saburo@example.org", "さぶろう", PASSWORD, "here").await;
        assert_eq!(refused, Err(ChirashiReason::RegistrationClosed.into()), "closed unless somebody opens it");
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn signing_in() {
    on_both(async |w: World| {
        let service = &w.service;
        let SignedIn { user, .. } = registered(&w, "hana@example.org").await;
        // Known or unknown: the same requests, the same answer.
        let wrong = w.costs(&FIND_SIGN_IN, 0, service.sign_in("hana@example.org", "not that one", "here")).await;
        let nobody = w.costs(&FIND_SIGN_IN, 0, service.sign_in("nobody@example.org", "not that one", "here")).await;
        assert_eq!((wrong.unwrap_err(), nobody.unwrap_err()), (ChirashiReason::WrongSignIn.into(), ChirashiReason::WrongSignIn.into()));
        w.took_every_step("CH-02");
        let right = service.sign_in(" HANA@example.org", PASSWORD, "here");
        let SignedIn { pair, .. } = w.costs(&BEGIN_SESSION, 0, right).await.unwrap();
        w.took_every_step("CH-16");
        assert_eq!(w.costs(&WHO_ASKS, 0, service.who_asks(&pair.access)).await.unwrap().user_id, user.user_id);
        w.took_every_step("CH-11");
        // A refresh token is good once; the second time the session is over.
        let next = w.costs(&REFRESH, 0, service.refresh(&pair.refresh)).await.unwrap();
        assert!(service.who_asks(&next.access).await.is_ok() && service.who_asks(&pair.access).await.is_ok());
        assert_eq!(service.refresh(&pair.refresh).await, Err(ChirashiReason::TokenReused.into()));
        w.took_every_step("CH-12");
        for token in [&next.access, &pair.access] {
            assert_eq!(service.who_asks(token).await, Err(ChirashiReason::NotSignedIn.into()));
        }
        assert_eq!(service.refresh(&next.refresh).await, Err(ChirashiReason::NotSignedIn.into()));
        for made_up in ["", "x", &format!("{}x", next.refresh), &next.access] {
            assert_eq!(service.refresh(made_up).await, Err(ChirashiReason::NotSignedIn.into()));
        }
        // Out is out, at once.
        let SignedIn { pair, .. } = service.sign_in("hana@example.org", PASSWORD, "here").await.unwrap();
        w.costs(&SIGN_OUT, 0, service.sign_out(&pair.refresh)).await.unwrap();
        w.took_every_step("CH-13");
        assert_eq!(service.who_asks(&pair.access).await, Err(ChirashiReason::NotSignedIn.into()));
        // A quarter of an hour, and not longer.
        let SignedIn { pair, .. } = service.sign_in("hana@example.org", PASSWORD, "here").await.unwrap();
        w.clock.advance(std::time::Duration::from_mins(15));
        assert_eq!(service.who_asks(&pair.access).await, Err(ChirashiReason::NotSignedIn.into()));
        let pair = service.refresh(&pair.refresh).await.unwrap();
        // Another password ends everything.
        let changed = service.change_password(user.user_id, "not that one", "another long one", "here").await;
        assert_eq!(changed, Err(ChirashiReason::WrongSignIn.into()));
        service.change_password(user.user_id, PASSWORD, "another long one", "here").await.unwrap();
        assert_eq!(service.who_asks(&pair.access).await, Err(ChirashiReason::NotSignedIn.into()));
        assert_eq!(service.refresh(&pair.refresh).await, Err(ChirashiReason::NotSignedIn.into()));
        // On more devices than there may be, the oldest is out.
        let mut pairs = Vec::new();
        for _ in 0..=MOST_SESSIONS {
            w.tick();
            pairs.push(service.sign_in("hana@example.org", "another long one", "here").await.unwrap().pair);
        }
        w.took_every_step("CH-10");
        let user: User = people::user(w.db(), user.user_id).await.unwrap().unwrap();
        assert_eq!(user.session_families.len(), MOST_SESSIONS);
        assert!(service.who_asks(&pairs[0].access).await.is_err() && service.who_asks(&pairs[MOST_SESSIONS].access).await.is_ok());
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn guessing_is_slow() {
    on_both(async |w: World| {
        registered(&w, "hana@example.org").await;
        let try_from = |from: &'static str| w.service.sign_in("hana@example.org", "not that one", from);
        for _ in 0..5 {
            assert_eq!(try_from("attic").await.unwrap_err(), ChirashiReason::WrongSignIn.into());
        }
        assert_eq!(try_from("attic").await.unwrap_err(), ChirashiReason::TooManyTries(2).into());
        assert_eq!(
            w.service.sign_in("hana@example.org", PASSWORD, "attic").await.unwrap_err().status(),
            429,
            "the right one has to wait, too"
        );
        assert!(w.service.sign_in("hana@example.org", PASSWORD, "kitchen").await.is_ok(), "nobody locks out anybody");
        w.clock.advance(std::time::Duration::from_secs(2));
        assert!(w.service.sign_in("hana@example.org", PASSWORD, "attic").await.is_ok());
        w.took_every_step("CH-15");
        let in_one = w.db().meters().of(&COUNT_TRY).read();
        assert!(u64::from(in_one.spent.requests) <= 2 * in_one.calls, "a try costs two requests at most");
        let forgotten = w.db().meters().of(&FORGET_TRIES).read();
        assert_eq!(u64::from(forgotten.spent.requests), forgotten.calls);
    })
    .await;
}

#[tokio::test]
async fn a_forgotten_password() {
    on_both(async |w: World| {
        let SignedIn { user, pair } = registered(&w, "hana@example.org").await;
        w.service.forgot_password("nobody@example.org", "here").await.unwrap();
        assert_eq!(w.mail.code_for("nobody@example.org"), None, "nobody is told that they have no account");
        w.service.forgot_password("hana@example.org", "here").await.unwrap();
        let code = w.mail.code_for("hana@example.org").unwrap();
        let reset = w.service.reset_password("hana@example.org", &code, "short").await;
        assert_eq!(reset.unwrap_err().code(), "chirashi.password_length");
        w.costs(&RESET_PASSWORD, 0, w.service.reset_password("hana@example.org", &code, "quite another one")).await.unwrap();
        w.took_every_step("CH-06");
        let again = w.service.reset_password("hana@example.org", &code, "and another one").await;
        assert_eq!(again, Err(ChirashiReason::WrongCode.into()));
        assert_eq!(w.service.who_asks(&pair.access).await, Err(ChirashiReason::NotSignedIn.into()));
        assert_eq!(w.service.sign_in("hana@example.org", "quite another one", "here").await.unwrap().user.user_id, user.user_id);
    })
    .await;
}

#[tokio::test]
async fn the_house_is_a_provider() {
    on_both(async |w: World| {
        let service = &w.service;
        let mei = comer("mei", Some("mei@example.org"));
        let first = w.costs(&FIRST_VISIT, 0, service.enter(&mei)).await.unwrap();
        assert_eq!((first.password_hash.as_ref(), first.person_id.as_ref()), (None, Some(&mei.person)));
        assert_eq!(w.costs(&ENTER_BY_HOUSE, 0, service.enter(&mei)).await.unwrap(), first);
        w.took_every_step("CH-07");
        w.took_every_step("CH-08");
        // Without a password nobody signs in by one, not even by none.
        assert_eq!(service.sign_in("mei@example.org", "", "here").await.unwrap_err(), ChirashiReason::WrongSignIn.into());
        // An account with the same address is joined once its password was given.
        let SignedIn { user: hana, .. } = registered(&w, "hana@example.org").await;
        let of_house = comer("hana", Some("hana@example.org"));
        assert_eq!(service.enter(&of_house).await, Err(ChirashiReason::JoinFirst.into()));
        assert_eq!(service.join(&of_house, "not that one", "here").await, Err(ChirashiReason::WrongSignIn.into()));
        let joined = w.costs(&JOIN_HOUSE, 0, service.join(&of_house, PASSWORD, "here")).await.unwrap();
        w.took_every_step("CH-09");
        assert_eq!((joined.user_id, service.enter(&of_house).await.unwrap()), (hana.user_id, joined));
        // Or somebody begins apart, without the address.
        registered(&w, "jun@example.org").await;
        let jun = comer("jun", Some("jun@example.org"));
        assert_eq!(service.enter(&jun).await, Err(ChirashiReason::JoinFirst.into()));
        let apart = service.begin_apart(&jun).await.unwrap();
        assert_eq!((apart.email.is_none(), service.enter(&jun).await.unwrap()), (true, apart));
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn profiles() {
    on_both(async |w: World| {
        let user = w.somebody("mei").await;
        let input = ProfileInput {
            name: Some(" めい ".to_owned()),
            notification_frequency: Some(Some(Frequency::Morning)),
            prefecture: Some(Some(Prefecture::Osaka)),
        };
        let after = w.costs(&EDIT_USER, 0, w.service.edit_profile(user.user_id, &input, Some(user.updated_at))).await.unwrap();
        w.took_every_step("CH-14");
        assert_eq!(
            (after.name.as_str(), after.notification_frequency, after.prefecture),
            ("めい", Some(Frequency::Morning), Some(Prefecture::Osaka))
        );
        let stale = w.service.edit_profile(user.user_id, &input, Some(user.updated_at)).await;
        assert_eq!(stale, Err(ChirashiReason::Stale.into()));
        let none = ProfileInput { notification_frequency: Some(None), prefecture: Some(None), ..ProfileInput::default() };
        let after = w.service.edit_profile(user.user_id, &none, None).await.unwrap();
        assert_eq!((after.name.as_str(), after.notification_frequency, after.prefecture), ("めい", None, None));
        assert_eq!(people::user(w.db(), user.user_id).await.unwrap(), Some(after));
    })
    .await;
}

#[tokio::test]
async fn leaving() {
    on_both(async |w: World| {
        let SignedIn { user: hana, pair } = registered(&w, "hana@example.org").await;
        let joined = w.service.join(&comer("hana", Some("hana@example.org")), PASSWORD, "here").await.unwrap();
        let input = ProfileInput { notification_frequency: Some(Some(Frequency::Evening)), ..ProfileInput::default() };
        w.service.edit_profile(hana.user_id, &input, None).await.unwrap();
        let company = w.company("スーパーA").await;
        let store = w.store_of(&company, "新宿店").await;
        w.service.add_favorite(hana.user_id, store.store_id).await.unwrap();
        let flyer = w.flyer(&store).await;
        assert_eq!(w.service.tell(flyer.flyer_id).await.unwrap(), 1);
        let export = w.costs(&EXPORT_USER, 0, w.service.export(hana.user_id)).await.unwrap();
        w.took_every_step("CH-18");
        assert_eq!(export["email"], "hana@example.org");
        assert_eq!(export["favoriteStores"][0]["storeName"], "新宿店");
        assert_eq!(export["notices"][0]["flyerId"], flyer.flyer_id.to_string());
        assert!(!export.to_string().contains("passwordHash") && !export.to_string().contains("$2b$"));
        w.costs(&FORGET_USER, 1, w.service.forget(hana.user_id)).await.unwrap();
        w.took_every_step("CH-17");
        assert_eq!(w.service.who_asks(&pair.access).await, Err(ChirashiReason::NotSignedIn.into()));
        assert_eq!(w.service.export_of_house(joined.person_id.as_ref().unwrap()).await.unwrap(), serde_json::Value::Null);
        w.service.forget(hana.user_id).await.unwrap();
        w.newest().await;
        w.is_in_order().await;
        // The address is free again, and so is the person.
        let again = registered(&w, "hana@example.org").await;
        assert_ne!(again.user.user_id, hana.user_id);
        assert!(w.service.join(&comer("hana", Some("hana@example.org")), PASSWORD, "here").await.is_ok());
    })
    .await;
}
