//! The examples of the standard itself, which nothing here has had a hand in.

use super::*;

struct Vector {
    id: Vec<u8>,
    client: Vec<u8>,
    object: Vec<u8>,
    signed: Vec<u8>,
    signed_client: Vec<u8>,
    signature: Vec<u8>,
}

fn vector(name: &str) -> Vector {
    let mut lines = include_str!("vectors.txt").lines().skip_while(|line| *line != name).skip(1);
    let mut next = || {
        let line = lines.next().expect("six lines each");
        (0..line.len()).step_by(2).map(|at| u8::from_str_radix(&line[at..at + 2], 16).expect("hexadecimal")).collect::<Vec<u8>>()
    };
    Vector { id: next(), client: next(), object: next(), signed: next(), signed_client: next(), signature: next() }
}

impl Vector {
    fn created(&self) -> Created {
        let text = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        let response = CreatedResponse { client_data: text(&self.client), attestation_object: text(&self.object) };
        Created { id: text(&self.id), response }
    }

    fn message(&self) -> Vec<u8> {
        [self.signed.as_slice(), &Sha256::digest(&self.signed_client)].concat()
    }
}

#[test]
fn keys_and_signatures_of_the_standard_are_taken() {
    for name in ["none-es256", "none-es256-crossOrigin", "none-es256-long-credential-id", "packed-rs256", "packed-eddsa"] {
        let vector = vector(name);
        let data = attested(&vector.object).and_then(AuthenticatorData::read).unwrap_or_else(|| panic!("{name}"));
        let credential = data.credential.expect("one was made");
        assert_eq!(credential.id, vector.id, "{name}");
        let key = PublicKey::parse(credential.public_key).unwrap();
        assert!(key.has_signed(&vector.message(), &vector.signature), "{name}");
        for broken in [0, 40, vector.message().len() - 1] {
            let mut message = vector.message();
            message[broken] ^= 1;
            assert!(!key.has_signed(&message, &vector.signature), "{name}");
        }
        let mut signature = vector.signature.clone();
        *signature.last_mut().unwrap() ^= 1;
        assert!(!key.has_signed(&vector.message(), &signature), "{name}");
    }
}

#[test]
fn an_algorithm_that_was_not_asked_for_is_refused() {
    assert_eq!(attested(&vector("packed-es384").object).and_then(AuthenticatorData::read), None);
}

#[test]
fn what_the_standard_shows_is_refused_for_the_right_reason() {
    let party = RelyingParty::at("https://example.org").unwrap();
    // Its owner was verified in this one alone.
    assert!(vector("packed-rs256").created().verified(&party).is_ok());
    assert_eq!(vector("none-es256-long-credential-id").created().verified(&party), Err(Refused::Unverified));
    assert_eq!(vector("none-es256").created().verified(&party), Err(Refused::Unverified));
    assert_eq!(vector("none-es256-crossOrigin").created().verified(&party), Err(Refused::Origin));
    for (address, refused) in [("https://example.org:8443", Refused::Origin), ("https://www.example.org", Refused::Origin)] {
        let party = RelyingParty::at(address).unwrap();
        assert_eq!(vector("packed-rs256").created().verified(&party), Err(refused), "{address}");
    }
}

#[test]
fn every_prefix_of_an_answer_is_unreadable_and_none_is_a_panic() {
    let whole = vector("none-es256").object;
    for length in 0..whole.len() {
        assert_eq!(attested(&whole[..length]).and_then(AuthenticatorData::read), None, "{length}");
    }
    let longer = [whole.as_slice(), &[0]].concat();
    assert_eq!(attested(&longer), None);
    let signed = vector("none-es256").signed;
    assert!(AuthenticatorData::read(&signed).is_some() && AuthenticatorData::read(&[signed.as_slice(), &[0]].concat()).is_none());
}
