//! What a browser is asked for, as JSON: `PublicKeyCredential.parseCreationOptionsFromJSON` and its sibling read it.

use schemars::JsonSchema;
use serde::Serialize;

use super::{ALGORITHMS, RelyingParty};

/// How long somebody may take, in seconds.
pub const GOOD_FOR: i64 = 5 * 60;

/// What is handed to `navigator.credentials`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OptionsOf{P}")]
pub struct Options<P> {
    /// Its one argument.
    pub public_key: P,
}

/// To make a passkey.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PasskeyCreation")]
pub struct CreationOptions {
    rp: Party,
    user: User,
    /// To be signed; good once, for five minutes, in the browser that asked.
    pub challenge: String,
    pub_key_cred_params: Vec<Algorithm>,
    /// In milliseconds.
    timeout: u64,
    /// Passkeys that the person has already: the authenticator that has one makes no second.
    exclude_credentials: Vec<Descriptor>,
    authenticator_selection: Selection,
    /// `none`: who made the authenticator is not asked.
    attestation: &'static str,
}

/// To use a passkey.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PasskeyRequest")]
pub struct RequestOptions {
    /// To be signed; good once, for five minutes, in the browser that asked.
    pub challenge: String,
    /// In milliseconds.
    timeout: u64,
    rp_id: String,
    /// The passkeys that would do; any that the authenticator has for this house, where there is none.
    allow_credentials: Vec<Descriptor>,
    user_verification: &'static str,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "PasskeyParty")]
struct Party {
    id: String,
    name: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PasskeyUser")]
struct User {
    /// Says nothing of the person, and is the same for each of their passkeys.
    id: String,
    name: String,
    display_name: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "PasskeyAlgorithm")]
struct Algorithm {
    #[serde(rename = "type")]
    kind: &'static str,
    /// As IANA numbers them: -7 is ES256, -8 EdDSA, -257 RS256.
    alg: i64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "PasskeyDescriptor")]
struct Descriptor {
    #[serde(rename = "type")]
    kind: &'static str,
    id: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PasskeySelection")]
struct Selection {
    resident_key: &'static str,
    /// The same, for browsers that do not know the word above.
    require_resident_key: bool,
    user_verification: &'static str,
}

/// A passkey signs in without a password beside it, so that it takes more than to have the device.
const VERIFICATION: &str = "required";
const KIND: &str = "public-key";
const MILLISECONDS: u64 = GOOD_FOR.unsigned_abs() * 1000;

fn descriptors(ids: impl Iterator<Item = String>) -> Vec<Descriptor> {
    ids.map(|id| Descriptor { kind: KIND, id }).collect()
}

/// Whose passkey is to be made.
pub(crate) struct Whose<'a> {
    /// What the authenticator is told that they are.
    pub(crate) handle: String,
    /// Their address.
    pub(crate) email: &'a str,
    /// What they are called.
    pub(crate) name: &'a str,
}

impl CreationOptions {
    pub(crate) fn new(party: &RelyingParty, house: &str, whose: Whose<'_>, challenge: String, known: impl Iterator<Item = String>) -> Self {
        Self {
            rp: Party { id: party.id().to_owned(), name: house.to_owned() },
            user: User { id: whose.handle, name: whose.email.to_owned(), display_name: whose.name.to_owned() },
            challenge,
            pub_key_cred_params: ALGORITHMS.into_iter().map(|alg| Algorithm { kind: KIND, alg }).collect(),
            timeout: MILLISECONDS,
            exclude_credentials: descriptors(known),
            authenticator_selection: Selection { resident_key: "required", require_resident_key: true, user_verification: VERIFICATION },
            attestation: "none",
        }
    }
}

impl RequestOptions {
    pub(crate) fn new(party: &RelyingParty, challenge: String, allowed: impl Iterator<Item = String>) -> Self {
        Self {
            challenge,
            timeout: MILLISECONDS,
            rp_id: party.id().to_owned(),
            allow_credentials: descriptors(allowed),
            user_verification: VERIFICATION,
        }
    }
}
