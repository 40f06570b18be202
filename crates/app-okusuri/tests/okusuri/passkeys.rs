//! Passkeys, on both stores, made by a device in software.

mod lies; // what is not to be believed
mod rivals; // many at once, through two servers

use chabudai_app_okusuri::design::Okusuri;
use chabudai_identity::error::IdentityError;
use chabudai_identity::model::Passkey;
use chabudai_identity::passkey::{Asserted, Created, RelyingParty};
use chabudai_identity::patterns::Patterns;
use chabudai_identity::service::{About, Entry, FRESH_FOR, Here, Joining, Place, Service, SignedIn};
use chabudai_testkit::passkey::Authenticator;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::oidc::{BACK, provider};
use crate::world::{PASSWORD, World, on_both, this_machine};

type Ap = Patterns<Okusuri>;

const ORIGIN: &str = "https://house.example.org";

/// The house at an address, in a browser.
fn at(url: &str, browser: &str) -> Place {
    Place { party: RelyingParty::at(url).unwrap(), browser: browser.to_owned() }
}

fn here() -> Place {
    at(ORIGIN, "a browser of hers")
}

fn json(value: impl Serialize) -> Value {
    serde_json::to_value(value).unwrap()
}

fn read<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

fn code_of<T: std::fmt::Debug>(outcome: Result<T, IdentityError>) -> &'static str {
    outcome.expect_err("it is refused").code()
}

/// Makes a passkey on a device.
pub(crate) async fn add(
    service: &Service<Okusuri>,
    found: &SignedIn<Okusuri>,
    device: &mut Authenticator,
    name: &str,
) -> Result<Passkey<Okusuri>, IdentityError> {
    let options = json(service.begin_passkey(found, &here(), "ちゃぶ台").await?);
    service.add_passkey(found, &here(), name, &read::<Created>(device.create(&options))).await
}

/// Signs in by a device.
pub(crate) async fn sign_in(service: &Service<Okusuri>, device: &mut Authenticator) -> Result<SignedIn<Okusuri>, IdentityError> {
    let options = json(service.begin_passkey_sign_in(&here()).await?);
    service.sign_in_by_passkey(&here(), &read::<Asserted>(device.get(&options)), &Here::default()).await
}

#[tokio::test]
async fn a_passkey_is_made_used_renamed_and_taken_away() {
    on_both(async |w: World| {
        let (hana, _) = w.joined("hana@example.org").await;
        let user = &hana.person.user_id;
        w.letters();
        let (mut phone, mut laptop) = (Authenticator::es256(ORIGIN), Authenticator::ed25519(ORIGIN));
        laptop.count = 7;
        let options = json(w.service.begin_passkey(&hana, &here(), "ちゃぶ台").await.unwrap());
        let asked = &options["publicKey"];
        assert_eq!((asked["rp"]["id"].as_str(), asked["attestation"].as_str()), (Some("house.example.org"), Some("none")));
        assert_eq!(asked["authenticatorSelection"]["residentKey"], "required");
        assert_eq!(asked["authenticatorSelection"]["userVerification"], "required");
        let algorithms: Vec<_> = asked["pubKeyCredParams"].as_array().unwrap().iter().map(|one| one["alg"].as_i64().unwrap()).collect();
        assert_eq!((algorithms, asked["excludeCredentials"].as_array().unwrap().len()), (vec![-7, -8, -257], 0));
        assert!(!options.to_string().contains(user.as_str()), "a device is not told the id of its owner");
        let made: Created = read(phone.create(&options));
        let kept = w.costs(Ap::ADD_PASSKEY, 1, w.service.add_passkey(&hana, &here(), "  わたしの電話 ", &made)).await.unwrap();
        assert_eq!((kept.data.name.as_str(), kept.data.last_used_at), ("わたしの電話", None));
        assert_eq!(w.letters().pop().unwrap().about, About::PasskeyAdded { name: "わたしの電話".to_owned() });
        add(&w.service, &hana, &mut laptop, "ノート").await.unwrap();

        w.wait(60_000);
        for device in [&mut phone, &mut laptop] {
            let options = json(w.service.begin_passkey_sign_in(&here()).await.unwrap());
            assert_eq!(options["publicKey"]["allowCredentials"].as_array().unwrap().len(), 0, "nobody is named");
            let shown: Asserted = read(device.get(&options));
            let found = w.costs(Ap::USE_PASSKEY, 1, w.service.sign_in_by_passkey(&here(), &shown, &Here::default())).await.unwrap();
            assert_eq!(found.person.user_id, *user);
            let token = found.token.unwrap();
            assert_eq!(w.service.signed_in(&token).await.unwrap().session.session_id, found.session.session_id);
            assert!(w.service.is_proven(&found.session), "it is a proof");
        }
        let known = w.costs(Ap::PASSKEYS, 1, w.service.repo().passkeys(user)).await.unwrap();
        assert_eq!(known.iter().map(|one| one.data.sign_count).collect::<Vec<_>>(), [0, 8]);
        assert!(known.iter().all(|one| one.data.last_used_at > Some(one.created_at)));
        let first = known[0].data.id.clone();
        let found = w.costs(Ap::FIND_BY_PASSKEY, 1, w.service.repo().by_passkey(&first)).await.unwrap().unwrap();
        assert_eq!(found, known[0]);

        w.costs(Ap::RENAME_PASSKEY, 1, w.service.rename_passkey(user, first.as_str(), "新しい電話")).await.unwrap();
        assert_eq!(code_of(w.service.rename_passkey(user, first.as_str(), "\n").await), "identity.passkey_name_empty");
        assert_eq!(code_of(w.service.rename_passkey(user, "another", "x").await), "identity.not_found");
        assert_eq!(w.service.repo().passkeys(user).await.unwrap()[0].data.name, "新しい電話");

        let export = w.service.export(&hana).await.unwrap().to_string();
        assert!(export.contains("新しい電話") && export.contains(known[0].data.credential_id.as_str()), "{export}");
        w.letters();
        w.costs(Ap::REMOVE_PASSKEY, 1, w.service.remove_passkey(&hana, first.as_str())).await.unwrap();
        assert_eq!(w.letters().pop().unwrap().about, About::PasskeyRemoved { name: "新しい電話".to_owned() });
        assert_eq!(code_of(w.service.remove_passkey(&hana, first.as_str()).await), "identity.not_found");
        assert_eq!(code_of(sign_in(&w.service, &mut phone).await), "identity.passkey_refused");
        sign_in(&w.service, &mut laptop).await.unwrap();
        // It may be made hers again: the guard is gone with it.
        add(&w.service, &hana, &mut phone, "電話").await.unwrap();
        sign_in(&w.service, &mut phone).await.unwrap();
        w.took_every_step("ID-34");
        w.took_every_step("ID-35");
        w.took_every_step("ID-37");
        w.took_every_step("ID-38");
    })
    .await;
}

/// What opens an account for good, or takes a way in away, wants a fresh proof; a passkey gives one.
#[tokio::test]
async fn a_passkey_is_a_fresh_proof_and_wants_one() {
    on_both(async |w: World| {
        let (hana, token) = w.joined("hana@example.org").await;
        let mut phone = Authenticator::es256(ORIGIN);
        phone.count = 1;
        let known = add(&w.service, &hana, &mut phone, "電話").await.unwrap().data;
        let again = async || w.service.signed_in(&token).await.unwrap();
        w.wait(u64::try_from(FRESH_FOR).unwrap() * 1000);
        let stale = again().await;
        assert_eq!(code_of(w.service.begin_passkey(&stale, &here(), "").await), "identity.proof_needed");
        assert_eq!(code_of(w.service.remove_passkey(&stale, known.id.as_str()).await), "identity.proof_needed");
        let options = json(w.service.begin_passkey_proof(&stale, &here()).await.unwrap());
        assert_eq!(options["publicKey"]["allowCredentials"][0]["id"], known.credential_id.as_str(), "hers alone would do");
        // An authenticator that keeps no list of its own does not say whose it is; the session does.
        let handle = phone.user_handle.take();
        let shown: Asserted = read(phone.get(&options));
        w.costs(Ap::USE_PASSKEY, 1, w.service.prove_by_passkey(&stale, &here(), &shown)).await.unwrap();
        assert!(w.service.is_proven(&again().await.session));
        assert_eq!(code_of(w.service.prove_by_passkey(&stale, &here(), &shown).await), "identity.passkey_ended", "it is used");
        // To sign in it has to be said.
        assert_eq!(code_of(sign_in(&w.service, &mut phone).await), "identity.passkey_refused");
        phone.user_handle = handle;
        sign_in(&w.service, &mut phone).await.unwrap();
        w.took_every_step("ID-36");

        // Another's passkey proves nothing here, nor a session that has ended.
        let (taro, _) = w.joined("taro@example.org").await;
        let mut his = Authenticator::es256(ORIGIN);
        add(&w.service, &taro, &mut his, "電話").await.unwrap();
        let options = json(w.service.begin_passkey_proof(&stale, &here()).await.unwrap());
        assert_eq!(code_of(w.service.prove_by_passkey(&stale, &here(), &read(his.get(&options))).await), "identity.passkey_refused");
        w.service.sign_out(&token, None).await.unwrap();
        assert_eq!(code_of(w.service.prove_by_passkey(&stale, &here(), &read(phone.get(&options))).await), "identity.not_signed_in");
        assert!(!w.kept().await.contains(hana.session.session_id.as_str()), "it is not made again");
        let (saburo, _) = w.joined("saburo@example.org").await;
        assert_eq!(
            code_of(w.service.begin_passkey_proof(&saburo, &here()).await),
            "identity.not_found",
            "who has none is not asked for one"
        );
    })
    .await;
}

/// Who has no password keeps one of the other ways in.
#[tokio::test]
async fn the_last_way_in_stays() {
    on_both(async |w: World| {
        let there = provider::open(w.clock.clone());
        let service = w.service.clone().with_providers(provider::providers(&there));
        there.set().person = serde_json::json!({ "sub": "1", "email": "hana@example.org", "email_verified": true });
        let begun = service.begin_provider_sign_in("there", BACK).await.unwrap();
        let (code, state) = provider::visit(&begun.url, BACK).await;
        let hana = service.finish_provider_sign_in("there", &state, &code, BACK, &this_machine()).await.unwrap();
        assert_eq!(code_of(service.unlink(&hana, "there").await), "identity.last_way_in");
        let mut devices = [(); 3].map(|()| Authenticator::es256(ORIGIN));
        let mut ids = Vec::new();
        for device in &mut devices {
            ids.push(add(&service, &hana, device, "電話").await.unwrap().data.id);
        }
        // The account at the provider stays, then a passkey does.
        service.remove_passkey(&hana, ids[0].as_str()).await.unwrap();
        w.costs(Ap::UNLINK, 0, service.unlink(&hana, "there")).await.unwrap();
        service.remove_passkey(&hana, ids[1].as_str()).await.unwrap();
        assert_eq!(code_of(service.remove_passkey(&hana, ids[2].as_str()).await), "identity.last_way_in");
        sign_in(&service, &mut devices[2]).await.unwrap();
        // A password is another way in.
        service.give_password("hana@example.org", PASSWORD).await.unwrap();
        service.remove_passkey(&hana, ids[2].as_str()).await.unwrap();
        w.took_every_step("ID-39");
    })
    .await;
}

/// With the person go their passkeys, and nothing keeps the device from being somebody else's.
#[tokio::test]
async fn passkeys_end_with_their_person() {
    on_both(async |w: World| {
        let (hana, _) = w.joined("hana@example.org").await;
        let mut devices: Vec<_> = (0..10).map(|_| Authenticator::es256(ORIGIN)).collect();
        for device in &mut devices {
            add(&w.service, &hana, device, "電話").await.unwrap();
        }
        assert_eq!(code_of(w.service.begin_passkey(&hana, &here(), "").await), "identity.too_many_passkeys");
        let begun = json(w.service.begin_passkey_sign_in(&here()).await.unwrap());
        let shown: Asserted = read(devices[0].get(&begun));
        w.service.leave(&hana.person).await.unwrap();
        let kept = w.kept().await;
        assert!(!kept.contains(hana.person.user_id.as_str()) && !kept.contains("PASSKEY#"), "{kept}");
        assert_eq!(code_of(w.service.sign_in_by_passkey(&here(), &shown, &Here::default()).await), "identity.passkey_refused");
        let (taro, _) = w.joined("taro@example.org").await;
        add(&w.service, &taro, &mut devices[0], "電話").await.unwrap();
        assert_eq!(sign_in(&w.service, &mut devices[0]).await.unwrap().person.user_id, taro.person.user_id);
    })
    .await;
}

/// Whoever made an account with somebody else's address has no way left into it once its owner has come.
#[tokio::test]
async fn what_a_stranger_added_goes_when_the_owner_of_the_address_comes() {
    on_both(async |w: World| {
        let w = w.founded().await;
        let host = w.service.repo().by_email(&chabudai_kernel::part::Word::new("operator@example.org").unwrap()).await.unwrap().unwrap();
        let link = w.service.invite(&host, None, None).await.unwrap();
        let joining =
            w.service.ask_to_join("だれか", "hana@example.org", PASSWORD, Entry::Invitation(&link), &Here::default()).await.unwrap();
        let Joining::In(stranger) = joining else { panic!("who was invited is in") };
        let mut phone = Authenticator::es256(ORIGIN);
        add(&w.service, &stranger, &mut phone, "電話").await.unwrap();
        sign_in(&w.service, &mut phone).await.unwrap();
        w.service.ask_to_reset("hana@example.org").await.unwrap();
        w.service.reset("hana@example.org", &w.code(), "a new secret of hers", &Here::default()).await.unwrap();
        assert_eq!(code_of(sign_in(&w.service, &mut phone).await), "identity.passkey_refused");
        // Her own stays when she forgets her password later.
        let hana = w.service.sign_in("hana@example.org", "a new secret of hers", &Here::default()).await.unwrap();
        add(&w.service, &hana, &mut phone, "電話").await.unwrap();
        w.wait(2 * 60_000);
        w.service.ask_to_reset("hana@example.org").await.unwrap();
        w.service.reset("hana@example.org", &w.code(), "a newer secret of hers", &Here::default()).await.unwrap();
        sign_in(&w.service, &mut phone).await.unwrap();
    })
    .await;
}
