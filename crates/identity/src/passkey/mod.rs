//! Passkeys (Web Authentication, level 3): what is asked of a browser, and whether what it answers is to be believed. Nothing here is kept; a
//! challenge is good once because of how it is stored ([`crate::service`]).

mod cbor; // as much of CBOR as authenticators write
mod data; // what an authenticator and a browser say
mod key; // public keys, and signatures checked by them
mod options; // what a browser is asked for, as JSON
mod party; // who asks: the house by its address

#[cfg(test)]
mod vectors; // the examples of the standard

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use schemars::JsonSchema;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use self::data::{AuthenticatorData, ClientData, attested};
pub use self::key::ALGORITHMS;
use self::key::PublicKey;
pub(crate) use self::options::Whose;
pub use self::options::{CreationOptions, GOOD_FOR, Options, RequestOptions};
pub use self::party::RelyingParty;

/// What `navigator.credentials.create` answers, as its `toJSON` writes it. What else it writes there is left aside.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CreatedPasskey")]
pub struct Created {
    /// Its id, in base64url.
    #[schemars(length(min = 1, max = 1364), regex(pattern = "^[A-Za-z0-9_-]+$"))]
    pub id: String,
    /// What the authenticator says.
    pub response: CreatedResponse,
}

/// What an authenticator says of a passkey that it has made.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CreatedPasskeyResponse")]
pub struct CreatedResponse {
    /// What the browser says of the page, in base64url.
    #[serde(rename = "clientDataJSON")]
    #[schemars(length(max = 8192))]
    pub client_data: String,
    /// The passkey with its public key, in base64url.
    #[schemars(length(max = 32768))]
    pub attestation_object: String,
}

/// What `navigator.credentials.get` answers, as its `toJSON` writes it. What else it writes there is left aside.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AssertedPasskey")]
pub struct Asserted {
    /// The id of the passkey, in base64url.
    #[schemars(length(min = 1, max = 1364), regex(pattern = "^[A-Za-z0-9_-]+$"))]
    pub id: String,
    /// What the authenticator says.
    pub response: AssertedResponse,
}

/// What an authenticator says that has been used.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AssertedPasskeyResponse")]
pub struct AssertedResponse {
    /// What the browser says of the page, in base64url.
    #[serde(rename = "clientDataJSON")]
    #[schemars(length(max = 8192))]
    pub client_data: String,
    /// What the authenticator has signed, in base64url.
    #[schemars(length(max = 8192))]
    pub authenticator_data: String,
    /// The signature, in base64url.
    #[schemars(length(max = 2048))]
    pub signature: String,
    /// Whose it is, as the authenticator was told, in base64url.
    #[schemars(length(max = 128))]
    pub user_handle: Option<String>,
}

/// Why an answer is not to be believed. For the operator and for tests; who asks is told less.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// It is not what browsers send.
    #[error("it cannot be read")]
    Unreadable,
    /// It is an answer to another question: one that makes a passkey does not sign in.
    #[error("it was made for something else")]
    Kind,
    /// It was made on a page of elsewhere, or in a frame.
    #[error("it was made on another site")]
    Origin,
    /// The authenticator has made it for another house.
    #[error("it is for another relying party")]
    Party,
    /// The authenticator has not seen that it was its owner.
    #[error("its owner was not verified")]
    Unverified,
    /// The signature is wrong, or by another key.
    #[error("the signature is wrong")]
    Signature,
    /// It is said to be somebody else's than it is, or another than it was.
    #[error("it is not what it was")]
    Another,
}

/// A passkey as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// Its id, in base64url.
    pub id: String,
    /// Its public key as the authenticator told it, in base64url.
    pub public_key: String,
    /// How often it has signed.
    pub sign_count: u32,
    /// It may be on several devices of its owner.
    pub is_backup_eligible: bool,
}

/// What a browser answers, and to which challenge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered<A> {
    /// The challenge, as it was told. Whether it is one of ours, and good, is for the store to say.
    pub challenge: String,
    /// What is to be believed, once the challenge is.
    pub what: A,
}

impl Created {
    /// Holds the answer against what the standard asks for (§7.1), but for the challenge and whether the id is free.
    pub fn verified(&self, party: &RelyingParty) -> Result<Answered<Known>, Refused> {
        let client = client_data(&self.response.client_data, "webauthn.create", party)?;
        let object = decoded(&self.response.attestation_object)?;
        let data = attested(&object).and_then(AuthenticatorData::read).ok_or(Refused::Unreadable)?;
        fits(&data, party)?;
        let credential = data.credential.as_ref().ok_or(Refused::Unreadable)?;
        if decoded(&self.id)? != credential.id {
            return Err(Refused::Another);
        }
        let what = Known {
            id: URL_SAFE_NO_PAD.encode(credential.id),
            public_key: URL_SAFE_NO_PAD.encode(credential.public_key),
            sign_count: data.sign_count,
            is_backup_eligible: data.is_backup_eligible(),
        };
        Ok(Answered { challenge: client.challenge, what })
    }
}

impl Asserted {
    /// Holds the answer against what the standard asks for (§7.2), but for the challenge and the counter. Answers how often the passkey has
    /// signed by now: whether that is more than before is a condition of the write.
    pub fn verified(&self, party: &RelyingParty, known: &Known, handle: &str, needs_handle: bool) -> Result<Answered<u32>, Refused> {
        let client = client_data(&self.response.client_data, "webauthn.get", party)?;
        let bytes = decoded(&self.response.authenticator_data)?;
        let data = AuthenticatorData::read(&bytes).ok_or(Refused::Unreadable)?;
        fits(&data, party)?;
        let is_theirs = match self.response.user_handle.as_deref().filter(|handle| !handle.is_empty()) {
            Some(told) => decoded(told)? == decoded(handle)?,
            None => !needs_handle,
        };
        if !is_theirs || decoded(&self.id)? != decoded(&known.id)? || data.is_backup_eligible() != known.is_backup_eligible {
            return Err(Refused::Another);
        }
        let key = PublicKey::parse(&decoded(&known.public_key)?).ok_or(Refused::Signature)?;
        let message = [bytes.as_slice(), &Sha256::digest(decoded(&self.response.client_data)?)].concat();
        if !key.has_signed(&message, &decoded(&self.response.signature)?) {
            return Err(Refused::Signature);
        }
        Ok(Answered { challenge: client.challenge, what: data.sign_count })
    }
}

fn decoded(text: &str) -> Result<Vec<u8>, Refused> {
    URL_SAFE_NO_PAD.decode(text).map_err(|_| Refused::Unreadable)
}

fn client_data(text: &str, kind: &str, party: &RelyingParty) -> Result<ClientData, Refused> {
    let client = ClientData::read(&decoded(text)?).ok_or(Refused::Unreadable)?;
    if client.kind != kind {
        return Err(Refused::Kind);
    }
    if client.origin != party.origin() || client.is_framed() {
        return Err(Refused::Origin);
    }
    Ok(client)
}

fn fits(data: &AuthenticatorData<'_>, party: &RelyingParty) -> Result<(), Refused> {
    if data.rp_id_hash != Sha256::digest(party.id().as_bytes()).as_slice() {
        return Err(Refused::Party);
    }
    if data.is_by_its_owner() { Ok(()) } else { Err(Refused::Unverified) }
}

/// What an authenticator is told that somebody is: it says nothing of them, and is the same for each of their passkeys.
pub fn handle_of(user: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(format!("chabudai passkey\0{user}")))
}

/// What a credential is known by here: ids may have a thousand bytes.
pub fn digest_of(id: &str) -> Option<String> {
    let bytes = URL_SAFE_NO_PAD.decode(id).ok().filter(|bytes| !bytes.is_empty())?;
    Some(URL_SAFE_NO_PAD.encode(Sha256::digest(bytes)))
}
