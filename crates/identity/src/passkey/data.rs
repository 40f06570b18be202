//! What an authenticator says of itself, and what the browser says of the page.

use serde::Deserialize;

use super::cbor::Reader;
use super::key::PublicKey;

const USER_PRESENT: u8 = 1;
const USER_VERIFIED: u8 = 1 << 2;
const BACKUP_ELIGIBLE: u8 = 1 << 3;
const BACKED_UP: u8 = 1 << 4;
const HAS_CREDENTIAL: u8 = 1 << 6;
const HAS_EXTENSIONS: u8 = 1 << 7;

/// The longest id of a credential, in bytes.
const LONGEST_ID: usize = 1023;

/// The data that an authenticator signs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct AuthenticatorData<'a> {
    /// SHA-256 of the relying party that the credential is for.
    pub(super) rp_id_hash: &'a [u8],
    /// How often it has signed; always 0 where it does not count.
    pub(super) sign_count: u32,
    /// The credential, where it was just made.
    pub(super) credential: Option<Credential<'a>>,
    flags: u8,
}

/// A credential that was just made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Credential<'a> {
    pub(super) id: &'a [u8],
    /// The key as it stands.
    pub(super) public_key: &'a [u8],
}

impl<'a> AuthenticatorData<'a> {
    /// Reads it, to the last byte.
    pub(super) fn read(bytes: &'a [u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let rp_id_hash = reader.take(32)?;
        let flags = reader.take(1)?[0];
        let sign_count = u32::from_be_bytes(reader.take(4)?.try_into().ok()?);
        let mut credential = None;
        if flags & HAS_CREDENTIAL != 0 {
            // The model of the authenticator comes first. Nobody here needs to know.
            reader.take(16)?;
            let length = usize::from(u16::from_be_bytes(reader.take(2)?.try_into().ok()?));
            let id = reader.take(length).filter(|id| (1..=LONGEST_ID).contains(&id.len()))?;
            let before = reader.rest();
            PublicKey::read(&mut reader)?;
            credential = Some(Credential { id, public_key: &before[..before.len() - reader.rest().len()] });
        }
        if flags & HAS_EXTENSIONS != 0 {
            reader.skip()?;
        }
        // What is not eligible cannot be backed up.
        let is_consistent = flags & BACKED_UP == 0 || flags & BACKUP_ELIGIBLE != 0;
        (is_consistent && reader.rest().is_empty()).then_some(Self { rp_id_hash, sign_count, credential, flags })
    }

    /// Somebody was there, and the authenticator has seen by a finger, a face or a PIN that it was its owner.
    pub(super) fn is_by_its_owner(&self) -> bool {
        self.flags & (USER_PRESENT | USER_VERIFIED) == USER_PRESENT | USER_VERIFIED
    }

    /// It may be on several devices of its owner. A credential is so for ever, or never.
    pub(super) fn is_backup_eligible(&self) -> bool {
        self.flags & BACKUP_ELIGIBLE != 0
    }
}

/// The authenticator data within what `create` answers. Who made the authenticator, which the statement beside it is about, is not asked for,
/// so that no statement is believed or needed.
pub(super) fn attested(attestation_object: &[u8]) -> Option<&[u8]> {
    let mut reader = Reader::new(attestation_object);
    let mut found = None;
    for _ in 0..reader.map()? {
        if reader.text()? == "authData" {
            if found.replace(reader.bytes()?).is_some() {
                return None;
            }
        } else {
            reader.skip()?;
        }
    }
    found.filter(|_| reader.rest().is_empty())
}

/// What the browser says of the page that asked.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClientData {
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) challenge: String,
    pub(super) origin: String,
    #[serde(default)]
    cross_origin: Option<bool>,
    top_origin: Option<String>,
}

impl ClientData {
    /// Reads it. What browsers may add one day is left aside, as the standard asks for.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }

    /// The page stood in a frame of another site.
    pub(super) fn is_framed(&self) -> bool {
        self.cross_origin == Some(true) || self.top_origin.is_some()
    }
}
