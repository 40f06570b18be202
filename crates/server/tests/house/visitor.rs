//! Somebody at the pages without a browser: cookies are kept, and forms are sent with the token of their page.

use std::cell::RefCell;
use std::collections::BTreeMap;

use chabudai_testkit::{Answer, Server};

/// A visitor who reads English.
pub(crate) struct Visitor<'a> {
    server: &'a Server,
    cookies: RefCell<BTreeMap<String, String>>,
}

impl<'a> Visitor<'a> {
    pub(crate) fn of(server: &'a Server) -> Self {
        Self { server, cookies: RefCell::default() }
    }

    /// A browser that was here before, with what it kept.
    pub(crate) fn with(server: &'a Server, cookies: BTreeMap<String, String>) -> Self {
        Self { server, cookies: RefCell::new(cookies) }
    }

    /// What the browser keeps.
    pub(crate) fn cookies(&self) -> BTreeMap<String, String> {
        self.cookies.borrow().clone()
    }

    pub(crate) fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.borrow().get(name).cloned()
    }

    fn ask(&self, method: &str, path: &str, form: Option<String>) -> Answer {
        self.ask_with(method, path, form, &[])
    }

    fn ask_with(&self, method: &str, path: &str, form: Option<String>, headers: &[(&str, &str)]) -> Answer {
        let cookies = self.cookies.borrow().iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ");
        let ask = self.server.ask(method, path).header("cookie", &cookies).header("accept-language", "en").header("accept", "text/html");
        let ask = headers.iter().fold(ask, |ask, (name, value)| ask.header(name, value));
        let answer = match form {
            Some(form) => ask.body("application/x-www-form-urlencoded", form).send(),
            None => ask.send(),
        };
        for (_, cookie) in answer.headers.iter().filter(|(name, _)| name == "set-cookie") {
            let (name, value) = cookie.split(';').next().and_then(|pair| pair.split_once('=')).expect("a cookie");
            if value.is_empty() {
                self.cookies.borrow_mut().remove(name);
            } else {
                self.cookies.borrow_mut().insert(name.to_owned(), value.to_owned());
            }
        }
        answer
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, None)
    }

    /// The token of a page, for forms that are sent otherwise than a page would.
    pub(crate) fn token_of(&self, page: &str) -> String {
        token_in(&self.get(page).expect(200).text()).to_owned()
    }

    /// Sends fields as they are.
    pub(crate) fn posts(&self, action: &str, fields: &str) -> Answer {
        self.ask("POST", action, Some(fields.to_owned()))
    }

    /// Sends fields as they are; the browser says that they are from a page of this house.
    pub(crate) fn posts_from_here(&self, action: &str, fields: &str) -> Answer {
        self.ask_with("POST", action, Some(fields.to_owned()), &[("sec-fetch-site", "same-origin")])
    }

    /// Fills in the form of a page and sends it.
    pub(crate) fn sends(&self, page: &str, action: &str, fields: &[(&str, &str)]) -> Answer {
        let shown = self.get(page).expect(200).text();
        assert!(shown.contains(&format!("action=\"{action}\"")), "{page} has no form for {action}: {shown}");
        let token = token_in(&shown);
        let pairs: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", escaped(value))).collect();
        self.ask("POST", action, Some(format!("token={token}&{}", pairs.join("&"))))
    }

    /// Sends the form of a page, and is led on to another page, which is answered.
    #[track_caller]
    pub(crate) fn goes_on(&self, page: &str, fields: &[(&str, &str)], to: &str) -> Answer {
        let answer = self.sends(page, page, fields).expect(303);
        assert_eq!(answer.header("location"), Some(to));
        self.get(to).expect(200)
    }
}

pub(crate) fn token_in(page: &str) -> &str {
    page.split("name=\"token\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a token")
}

pub(crate) fn escaped(text: &str) -> String {
    text.bytes().fold(String::new(), |text, byte| text + &format!("%{byte:02X}"))
}
