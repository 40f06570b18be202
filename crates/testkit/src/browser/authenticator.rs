//! A device with passkeys inside the browser, as its driver makes them up (Web Authentication, section 11).

use serde_json::{Value, json};

use super::page::Page;

/// A device that is built into the computer, with a sensor that knows its owner.
#[derive(Debug)]
pub struct VirtualAuthenticator<'a> {
    page: &'a Page,
    id: String,
}

impl Page {
    /// Gives the computer a device with a sensor, on which somebody lays a finger whenever they are asked.
    #[track_caller]
    pub fn add_authenticator(&self) -> VirtualAuthenticator<'_> {
        let wanted = json!({
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": true,
            "hasUserVerification": true,
            "isUserVerified": true,
            "isUserConsenting": true,
        });
        let id = self.command("/webauthn/authenticator", &wanted);
        VirtualAuthenticator { page: self, id: id.as_str().expect("an id").to_owned() }
    }
}

impl VirtualAuthenticator<'_> {
    /// From now on the sensor knows whoever is there, or does not.
    #[track_caller]
    pub fn knows_its_owner(&self, knows: bool) {
        self.page.command(&format!("/webauthn/authenticator/{}/uv", self.id), &json!({ "isUserVerified": knows }));
    }

    /// The passkeys on it.
    #[track_caller]
    pub fn passkeys(&self) -> Vec<Value> {
        let found = self.page.ask(&format!("/webauthn/authenticator/{}/credentials", self.id));
        found.as_array().cloned().unwrap_or_default()
    }
}
