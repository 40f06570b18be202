//! All sessions end by one write. What is left of them opens nothing, and what they had begun comes to nothing.

use std::marker::PhantomData;

use chabudai_app_okusuri::design::Okusuri;
use chabudai_identity::error::IdentityError;
use chabudai_identity::leaving::{Leaving, LeavingData};
use chabudai_identity::model::{Kind, Scope, TokenAccess};
use chabudai_identity::patterns::Patterns;
use chabudai_identity::repo::{self, Asker, Ends};
use chabudai_identity::service::{Here, MOST_TOKENS, NewToken};
use chabudai_kernel::once::Once;
use chabudai_kernel::op::Transact;
use chabudai_kernel::part::Word;
use chabudai_testkit::passkey::Authenticator;
use chabudai_web::messages::Messages as _;

use crate::desk::{Desk, outbox, registration};
use crate::passkeys::{add, sign_in};
use crate::world::{PASSWORD, World, at_once, on_both};

type Ap = Patterns<Okusuri>;

fn code_of<T: std::fmt::Debug>(outcome: Result<T, IdentityError>) -> &'static str {
    outcome.expect_err("it is refused").code()
}

fn wanted() -> NewToken {
    NewToken { name: "計器".to_owned(), scope: Scope { app: None, access: TokenAccess::Read }, days: 30 }
}

/// A server that dies right after it has ended the sessions, with nothing cleared away.
#[tokio::test]
async fn what_is_left_of_a_session_that_has_ended_opens_nothing() {
    on_both(async |w: World| {
        let (hana, phones) = w.joined("hana@example.org").await;
        let user = &hana.person.user_id;
        let tablet = w.service.sign_in("hana@example.org", PASSWORD, &Here::default()).await.unwrap();
        let (tablets, stays) = (tablet.token.unwrap(), tablet.session.session_id);
        let program = w.service.make_token(&hana, &wanted(), None).await.unwrap().brought;
        // All but the tablet's.
        let ends = |epoch: &str, stays: Option<(&Word, Option<&str>)>| {
            let by = stays.map(|(session, epoch)| Asker { session: session.clone(), epoch: epoch.and_then(Word::new) });
            Ends { epoch: Word::new(epoch).unwrap(), by, devices: Vec::new() }
        };
        assert!(w.costs(Ap::END_SESSIONS, 0, w.service.repo().end_sessions(user, &ends("one", Some((&stays, None))))).await.unwrap());
        assert_eq!(w.service.repo().sessions(user).await.unwrap().len(), 2, "nothing is cleared away");
        assert_eq!(code_of(w.service.signed_in(&phones).await), "identity.not_signed_in");
        w.service.signed_in(&tablets).await.unwrap();
        w.service.program(&program).await.unwrap();
        // Somebody who was found to be signed in before that ends nobody's session by it.
        assert!(!w.service.repo().end_sessions(user, &ends("late", Some((&hana.session.session_id, None)))).await.unwrap());
        assert_eq!(code_of(w.service.revoke_others(&hana).await), "identity.not_signed_in");
        assert!(w.service.change_password(&hana.person, PASSWORD, "つぎのながいあいことば九つ", &hana.session.session_id).await.is_err());
        w.service.signed_in(&tablets).await.unwrap();
        // All of them, and programs too.
        assert!(w.service.repo().end_sessions(user, &ends("two", None)).await.unwrap());
        assert_eq!(code_of(w.service.signed_in(&tablets).await), "identity.not_signed_in");
        assert_eq!(code_of(w.service.program(&program).await), "identity.token_ended");
        // Who signs in after that is in, and so is what they make.
        let again = w.service.sign_in("hana@example.org", PASSWORD, &Here::default()).await.unwrap();
        let again = w.service.signed_in(&again.token.unwrap()).await.unwrap();
        let program = w.service.make_token(&again, &wanted(), None).await.unwrap().brought;
        w.service.program(&program).await.unwrap();
        assert!(!w.service.repo().end_sessions(&Word::new("nobody").unwrap(), &ends("three", None)).await.unwrap());
        assert!(w.service.repo().person(&Word::new("nobody").unwrap()).await.unwrap().is_none(), "nobody is made by it");
        w.took_every_step("ID-46");
    })
    .await;
}

/// The same: what is left is not shown as if it were there, takes no place, and is not brought back by the request that made it.
#[tokio::test]
async fn what_is_left_of_a_session_that_has_ended_is_not_listed_and_holds_no_place() {
    on_both(async |w: World| {
        let (hana, _) = w.joined("hana@example.org").await;
        let user = &hana.person.user_id;
        let key = |at: usize| Once::of_client(&Word::new(format!("the-key-of-request-{at:04}")).unwrap(), at.to_string());
        for at in 0..MOST_TOKENS {
            w.service.make_token(&hana, &wanted(), Some(&key(at))).await.unwrap();
        }
        assert_eq!(code_of(w.service.make_token(&hana, &wanted(), None).await), "identity.too_many_tokens");
        let ends = Ends { epoch: Word::new("one").unwrap(), by: None, devices: Vec::new() };
        assert!(w.service.repo().end_sessions(user, &ends).await.unwrap());
        assert_eq!(w.service.repo().tokens(user).await.unwrap().len(), MOST_TOKENS, "nothing is cleared away");

        let again = w.service.sign_in("hana@example.org", PASSWORD, &Here::default()).await.unwrap();
        let listed = w.service.sessions(&again.person).await.unwrap();
        assert_eq!(listed.iter().map(|one| &one.session_id).collect::<Vec<_>>(), [&again.session.session_id]);
        assert!(w.service.tokens(&again.person).await.unwrap().is_empty());
        assert_eq!(code_of(w.service.make_token(&again, &wanted(), Some(&key(3))).await), "identity.made_and_gone");
        for _ in 0..MOST_TOKENS {
            let made = w.service.make_token(&again, &wanted(), None).await.unwrap();
            w.service.program(&made.brought).await.unwrap();
        }
        assert_eq!(code_of(w.service.make_token(&again, &wanted(), None).await), "identity.too_many_tokens");
        assert_eq!(w.service.tokens(&again.person).await.unwrap().len(), MOST_TOKENS);
    })
    .await;
}

/// A request that had found out who asks before they were signed out everywhere.
#[tokio::test]
async fn what_was_begun_before_the_end_comes_to_nothing() {
    on_both(async |w: World| {
        let d = Desk::over(w);
        let w = &d.world;
        let (hana, _) = w.joined("hana@example.org").await;
        let user = &hana.person.user_id;
        let mut phone = Authenticator::es256("https://house.example.org");
        let invited = w.service.invite(user, Some(&hana), None).await.unwrap();
        w.service.ask_to_move(&hana.person, "elsewhere@example.org").await.unwrap();
        let code = w.code();
        w.service.revoke_all(user).await.unwrap();
        assert!(!w.service.is_invitation(&invited).await.unwrap(), "what was given out lets nobody in");
        let moved = w.service.move_to(&hana.person, &hana.session.session_id, "elsewhere@example.org", &code, &Here::default()).await;
        assert!(moved.is_err() && w.service.repo().by_email(&Word::new("elsewhere@example.org").unwrap()).await.unwrap().is_none());
        assert_eq!(code_of(w.service.make_token(&hana, &wanted(), None).await), "identity.not_signed_in");
        assert_eq!(code_of(w.service.invite(user, Some(&hana), None).await), "identity.not_signed_in");
        assert_eq!(code_of(add(&w.service, &hana, &mut phone, "電話").await), "identity.not_signed_in");
        let mut new = registration(&d.push.device_of(d.service.push_key()));
        new.session = Some(hana.session.session_id.clone());
        let port = outbox(w, d.db().clone(), &d.pusher);
        assert!(port.register(user, &Word::new("web").unwrap(), &new).await.is_err());
        assert!(w.service.tokens(&hana.person).await.unwrap().is_empty() && w.service.invitations(user).await.unwrap().is_empty());
        assert!(w.service.repo().passkeys(user).await.unwrap().is_empty() && w.service.repo().devices(user).await.unwrap().is_empty());
        // The same of who leaves, from the mark on: a server may have died before it has forgotten anything.
        let again = w.service.sign_in("hana@example.org", PASSWORD, &Here::default()).await.unwrap();
        let token = again.token.clone().unwrap();
        let program = w.service.make_token(&again, &wanted(), None).await.unwrap().brought;
        add(&w.service, &again, &mut phone, "電話").await.unwrap();
        let (kind, data, created_at) = (Kind::Leaving, LeavingData { apps: Vec::new() }, w.service.now());
        let mark = Leaving::<Okusuri> { user_id: user.clone(), kind, data, created_at, of: PhantomData };
        d.db().run(Ap::LEAVE).commit(Transact::of(repo::mark(&mark))).await.unwrap();
        // Nor do they come in by any way that they had.
        assert_eq!(code_of(w.service.signed_in(&token).await), "identity.not_signed_in");
        assert_eq!(code_of(w.service.program(&program).await), "identity.token_ended");
        assert_eq!(code_of(sign_in(&w.service, &mut phone).await), "identity.passkey_refused");
        assert_eq!(code_of(w.service.sign_in("hana@example.org", PASSWORD, &Here::default()).await), "identity.wrong_password");
        assert_eq!(w.service.repo().sessions(user).await.unwrap().len(), 1, "no session was opened");
        assert_eq!(code_of(w.service.make_token(&again, &wanted(), None).await), "identity.not_signed_in");
        assert_eq!(code_of(w.service.invite(user, None, None).await), "identity.not_signed_in");
        assert!(port.register(user, &Word::new("web").unwrap(), &registration(&d.push.device_of(d.service.push_key()))).await.is_err());
        w.service.finish_leaving().await.unwrap();
        assert!(w.service.repo().everything(user).await.unwrap().is_empty());
    })
    .await;
}

/// The same of one session that its owner has ended from elsewhere, or signed out of.
#[tokio::test]
async fn what_was_begun_on_a_session_that_ended_comes_to_nothing() {
    on_both(async |w: World| {
        let (hana, _) = w.joined("hana@example.org").await;
        let user = &hana.person.user_id;
        let lost = w.service.sign_in("hana@example.org", PASSWORD, &Here::default()).await.unwrap();
        let mut phone = Authenticator::es256("https://house.example.org");
        w.service.revoke(user, &lost.session.session_id).await.unwrap();
        assert_eq!(code_of(w.service.make_token(&lost, &wanted(), None).await), "identity.not_signed_in");
        assert_eq!(code_of(w.service.invite(user, Some(&lost), None).await), "identity.not_signed_in");
        assert_eq!(code_of(add(&w.service, &lost, &mut phone, "電話").await), "identity.not_signed_in");
        assert_eq!(code_of(w.service.revoke_others(&lost).await), "identity.not_signed_in");
        w.service.make_token(&hana, &wanted(), None).await.unwrap();
        w.service.invite(user, Some(&hana), None).await.unwrap();
        add(&w.service, &hana, &mut phone, "電話").await.unwrap();
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_sixty_four_who_make_tokens_while_everything_ends_none_has_one_after() {
    on_both(async |w: World| {
        let (hana, _) = w.joined("hana@example.org").await;
        let user = hana.person.user_id.clone();
        let made = at_once(&w.two(), |service, nth| {
            let (hana, user) = (hana.clone(), user.clone());
            async move {
                if nth == 20 {
                    service.revoke_all(&user).await.unwrap();
                    return None;
                }
                service.make_token(&hana, &wanted(), None).await.ok().map(|made| made.brought)
            }
        })
        .await;
        for token in made.into_iter().flatten() {
            assert_eq!(code_of(w.service.program(&token).await), "identity.token_ended");
        }
    })
    .await;
}

/// The session that stays is in all the time, whatever is read in between.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn who_signs_out_everywhere_else_stays_in_meanwhile() {
    on_both(async |w: World| {
        let (hana, token) = w.joined("hana@example.org").await;
        let stayed = at_once(&w.two(), |service, nth| {
            let (hana, token) = (hana.clone(), token.clone());
            async move {
                if nth == 20 {
                    service.revoke_others(&hana).await.unwrap();
                }
                service.signed_in(&token).await.map(drop)
            }
        })
        .await;
        let out = stayed.into_iter().filter_map(Result::err).filter(|error| error.code() == "identity.not_signed_in").count();
        assert_eq!(out, 0);
        w.service.signed_in(&token).await.unwrap();
    })
    .await;
}
