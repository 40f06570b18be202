//! Who may come in: the first account of a house, invitations, and who looks after it.

use chabudai_app_okusuri::design::Okusuri;
use chabudai_identity::patterns::Patterns;
use chabudai_identity::service::{Entry, Here, Joining};
use chabudai_kernel::once::Once;
use chabudai_kernel::part::Word;
use chabudai_web::people::Role;

use crate::world::{PASSWORD, World, at_once, on_both, this_machine};

type Ap = Patterns<Okusuri>;
const WEEK: u64 = 7 * 24 * 60 * 60 * 1000;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_sixty_four_who_found_a_house_at_once_one_looks_after_it() {
    for w in [World::embedded(false), World::dynamodb(false).await] {
        let founded = at_once(&w.two(), |service, nth| async move {
            let email = format!("{nth}@example.org");
            // Who comes late finds a house that is open and somebody's: a code is sent, and nobody is in.
            matches!(service.ask_to_join("はな", &email, PASSWORD, Entry::Nothing, &this_machine()).await, Ok(Joining::In(_)))
        })
        .await;
        assert_eq!(founded.into_iter().filter(|founded| *founded).count(), 1, "on {}", w.name);
        let people = w.service.repo().everybody(100, None).await.unwrap().items;
        assert_eq!(people.iter().map(|person| person.data.role()).collect::<Vec<_>>(), [Role::Operator], "on {}", w.name);
    }
}

#[tokio::test]
async fn the_link_of_an_empty_house_founds_it_once() {
    on_both(async |w: World| {
        let join = async |email: &str, entry| w.service.ask_to_join("はな", email, PASSWORD, entry, &Here::default()).await;
        let code = |outcome: Result<Joining<Okusuri>, _>| match outcome {
            Ok(_) => "in",
            Err(error) => chabudai_identity::error::IdentityError::code(&error),
        };
        let setup = w.service.make_setup().await.unwrap();
        assert_eq!(code(join("a@example.org", Entry::Setup("nonsense")).await), "identity.link_used");
        assert_eq!(code(join("a@example.org", Entry::Nothing).await), "identity.setup_needed");
        let late = setup;
        let setup = w.service.make_setup().await.unwrap();
        assert_eq!(code(join("a@example.org", Entry::Setup(late.reveal())).await), "identity.link_used", "the newest alone is good");
        let founder = match w.costs(Ap::JOIN, 0, join("hana@example.org", Entry::Setup(setup.reveal()))).await.unwrap() {
            Joining::In(founder) => founder.person,
            Joining::CodeSent(_) => panic!("there is nothing to wait for"),
        };
        assert_eq!((founder.data.role(), w.letters().len()), (Role::Operator, 0));
        // In an open house whoever comes later is a member, and waits for a code; the link is worth nothing any more.
        assert!(matches!(join("b@example.org", Entry::Setup(late.reveal())).await, Ok(Joining::CodeSent(_))));
        // Founded again when it is empty again.
        w.costs(Ap::FOUNDER, 0, w.service.delete(&founder.user_id)).await.unwrap();
        assert!(w.service.is_empty().await.unwrap());
        w.wait(25 * 60 * 60 * 1000);
        assert_eq!(code(join("c@example.org", Entry::Setup(late.reveal())).await), "identity.link_used", "a day has passed");
        let (again, _) = w.joined("d@example.org").await;
        assert_eq!(again.person.data.role(), Role::Operator);
        w.took_every_step("ID-29");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_invitation_lets_one_of_many_in() {
    for w in [World::embedded(false), World::dynamodb(false).await] {
        let (host, _) = w.joined("hana@example.org").await;
        let user = &host.person.user_id;
        let link = w.costs(Ap::INVITE, 0, w.service.invite(user, None, None)).await.unwrap();
        assert!(!w.kept().await.contains(link.rsplit('.').next().unwrap()), "only its hash is kept");
        let let_in = at_once(&w.two(), |service, nth| {
            let (link, email) = (link.clone(), format!("{nth}@example.org"));
            async move { service.ask_to_join("客", &email, PASSWORD, Entry::Invitation(&link), &Here::default()).await.is_ok() }
        })
        .await;
        assert_eq!(let_in.into_iter().filter(|is_in| *is_in).count(), 1, "on {}", w.name);
        let people = w.service.repo().everybody(100, None).await.unwrap().items;
        let roles: Vec<_> = people.iter().map(|person| (person.data.role(), person.data.email_verified)).collect();
        assert_eq!(roles, [(Role::Operator, true), (Role::Member, false)], "on {}", w.name);
        assert!(w.costs(Ap::INVITATIONS, 0, w.service.invitations(user)).await.unwrap().is_empty());
        w.took_every_step("ID-07");
        w.service.invite(user, None, Some(&wish("one"))).await.unwrap();
        w.took_every_step("ID-26");
        w.took_every_step("ID-27");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn ten_invitations_are_given_out_at_once_and_no_more() {
    on_both(async |w: World| {
        let (host, _) = w.joined("hana@example.org").await;
        let user = host.person.user_id.clone();
        let made = at_once(&w.two(), |service, _| {
            let user = user.clone();
            async move { service.invite(&user, None, None).await }
        })
        .await;
        let links: Vec<String> = made.into_iter().filter_map(Result::ok).collect();
        assert_eq!((links.len(), w.service.invitations(&user).await.unwrap().len()), (10, 10), "on {}", w.name);
        assert_eq!(w.service.invite(&user, None, None).await.unwrap_err().code(), "identity.too_many_invitations");
        // Who has no link that is good learns nothing of who lives here.
        let made_up = format!("{user}.0.{}", "A".repeat(43));
        let told = |email: &'static str| {
            let (service, made_up) = (w.service.clone(), made_up.clone());
            async move { service.ask_to_join("客", email, PASSWORD, Entry::Invitation(&made_up), &Here::default()).await.unwrap_err().code() }
        };
        assert_eq!((told("hana@example.org").await, told("nobody@example.org").await), ("identity.link_used", "identity.link_used"));
        // One that was taken back, or has ended, makes room, and lets nobody in.
        let slot = links[0].split('.').nth_back(1).unwrap().to_owned();
        let shown = w.service.invitations(&user).await.unwrap().into_iter().find(|one| one.slot.as_str() == slot).unwrap();
        w.costs(Ap::WITHDRAW, 0, w.service.withdraw(&user, &shown.id())).await.unwrap();
        let join =
            async |link: &str| w.service.ask_to_join("客", "taro@example.org", PASSWORD, Entry::Invitation(link), &Here::default()).await;
        assert_eq!(join(&links[0]).await.unwrap_err().code(), "identity.link_used");
        for nonsense in ["", ".", "..", "a.b.c", &links[1][1..]] {
            assert_eq!(join(nonsense).await.unwrap_err().code(), "identity.link_used", "{nonsense}");
        }
        w.service.invite(&user, None, None).await.unwrap();
        // Whoever has a page open from before takes back what it shows, and not what has the slot by now.
        assert_eq!(w.service.invitations(&user).await.unwrap().len(), 10);
        w.service.withdraw(&user, &shown.id()).await.unwrap();
        assert_eq!(w.service.invitations(&user).await.unwrap().len(), 10, "on {}", w.name);
        // They were made while time passed by itself; on a busy machine some of it did.
        w.wait(WEEK + 600_000);
        assert_eq!(join(&links[2]).await.unwrap_err().code(), "identity.link_used");
        w.service.invite(&user, None, None).await.unwrap();
        w.took_every_step("ID-28");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_form_that_is_sent_again_shows_the_same_invitation_and_gives_out_no_other() {
    on_both(async |w: World| {
        let (host, _) = w.joined("hana@example.org").await;
        let user = host.person.user_id.clone();
        let links = at_once(&w.two(), |service, _| {
            let user = user.clone();
            async move { service.invite(&user, None, Some(&wish("one"))).await.unwrap() }
        })
        .await;
        assert!(links.iter().all(|link| *link == links[0]), "on {}", w.name);
        assert_eq!(w.service.invitations(&user).await.unwrap().len(), 1, "on {}", w.name);
        let other = w.service.invite(&user, None, Some(&wish("another"))).await.unwrap();
        assert_ne!(other, links[0]);
        // Once it is used, the form gives out nothing any more.
        w.service.ask_to_join("客", "taro@example.org", PASSWORD, Entry::Invitation(&links[0]), &Here::default()).await.unwrap();
        assert_eq!(w.service.invite(&user, None, Some(&wish("one"))).await.unwrap_err().code(), "identity.made_and_gone");
        assert_eq!(w.service.invitations(&user).await.unwrap().len(), 1, "on {}", w.name);
        assert!(w.kept().await.contains("made:"));
        w.service.delete(&user).await.unwrap();
        assert!(!w.kept().await.contains("made:"), "on {}", w.name);
    })
    .await;
}

fn wish(text: &str) -> Once {
    Once::of_form(&Word::new(text).unwrap(), text.to_owned())
}

#[tokio::test]
async fn the_oldest_looks_after_a_house_in_which_nobody_does() {
    on_both(async |w: World| {
        let (first, _) = w.joined("first@example.org").await;
        w.wait(61_000);
        let (second, _) = w.joined("second@example.org").await;
        w.wait(61_000);
        let (third, _) = w.joined("third@example.org").await;
        let role = async |user| w.service.repo().person(user).await.unwrap().map(|person| person.data.role());
        assert_eq!(role(&second.person.user_id).await, Some(Role::Member));
        w.service.delete(&first.person.user_id).await.unwrap();
        assert_eq!(role(&second.person.user_id).await, Some(Role::Operator), "who has lived here longest");
        assert!(w.service.repo().set_role(&third.person.user_id, Role::Operator).await.unwrap());
        assert!(w.service.repo().set_role(&second.person.user_id, Role::Member).await.unwrap());
        w.service.settle_operator().await.unwrap();
        assert_eq!(role(&second.person.user_id).await, Some(Role::Member), "somebody does");
        w.service.delete(&second.person.user_id).await.unwrap();
        assert_eq!(role(&third.person.user_id).await, Some(Role::Operator));
    })
    .await;
}

#[tokio::test]
async fn who_gave_out_invitations_can_leave_and_a_founder_who_was_demoted_too() {
    for w in [World::embedded(false), World::dynamodb(false).await] {
        let (founder, _) = w.joined("hana@example.org").await;
        let link = w.service.invite(&founder.person.user_id, None, None).await.unwrap();
        assert!(w.service.is_invitation(&link).await.unwrap());
        assert!(w.service.repo().set_role(&founder.person.user_id, Role::Member).await.unwrap());
        w.service.delete(&founder.person.user_id).await.unwrap();
        assert!(w.service.is_empty().await.unwrap() && !w.service.is_invitation(&link).await.unwrap());
        let refused = w.service.ask_to_join("客", "taro@example.org", PASSWORD, Entry::Invitation(&link), &Here::default()).await;
        assert_eq!(refused.unwrap_err().code(), "identity.link_used");
        // The house can be founded again.
        let (again, _) = w.joined("taro@example.org").await;
        assert_eq!(again.person.data.role(), Role::Operator, "on {}", w.name);
    }
}

/// Somebody who was invited with another's address, and connected a provider to it, is out when the one whose address it is comes.
#[tokio::test]
async fn an_address_that_is_shown_to_be_somebodys_opens_for_nobody_else() {
    on_both(async |w: World| {
        let (host, _) = w.joined("hana@example.org").await;
        let link = w.service.invite(&host.person.user_id, None, None).await.unwrap();
        let guest =
            match w.service.ask_to_join("客", "taro@example.org", PASSWORD, Entry::Invitation(&link), &Here::default()).await.unwrap() {
                Joining::In(guest) => guest.person,
                Joining::CodeSent(_) => panic!("there is nothing to wait for"),
            };
        assert!(!guest.data.email_verified);
        w.letters();
        w.service.ask_to_reset("taro@example.org").await.unwrap();
        w.service.reset("taro@example.org", &w.code(), "another-secret-of-taro", &Here::default()).await.unwrap();
        let person = w.service.repo().person(&guest.user_id).await.unwrap().unwrap();
        assert!(person.data.email_verified, "on {}", w.name);
    })
    .await;
}
