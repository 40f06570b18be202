//! The door: joining, signing in and out, and one's own account, in both languages, with scripts and without.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use chabudai_testkit::{Browser, MailServer, Server, View};

use crate::person::Person;
use crate::{house, start};

const NAME: &str = "花子";
const EMAIL: &str = "hana.door@example.org";
const MOVED: &str = "hana.moved@example.net";
const FIRST: &str = "first-secret-of-hana";
const SECOND: &str = "second-secret-of-hana";
const GUEST: &str = "a-secret-of-taro-alone";
const THIRD: &str = "third-secret-of-hana";
const SESSION: &str = "chabudai_session";

/// The newest code for a purpose, as the operator reads it in the log.
pub(crate) fn code_for(server: &Server, purpose: &str) -> String {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let log = server.log();
        let line = log.lines().rev().find(|line| line.contains(&format!("purpose=\"{purpose}\"")));
        if let Some(code) = line.and_then(|line| line.split("code=\"").nth(1)?.get(..8)) {
            assert!(code.bytes().all(|byte| byte.is_ascii_digit()), "{code}");
            return code.to_owned();
        }
        assert!(Instant::now() < deadline, "no code for {purpose}: {log}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Somebody at the door, and what must be found nowhere afterwards.
struct Guest<'a> {
    me: Person,
    server: &'a Server,
    /// Where letters go; otherwise codes are in the log.
    mail: Option<MailServer>,
    tokens: Vec<String>,
    codes: RefCell<Vec<String>>,
    /// Pages that were looked at for barriers. One comes by some of them again and again.
    seen: RefCell<BTreeSet<(String, String)>>,
}

impl Guest<'_> {
    /// The code that somebody was sent, or that the operator reads for them.
    fn code_for(&self, purpose: &str, email: &str) -> String {
        let code = match &self.mail {
            Some(mail) => mail.letter_to(email).code(),
            None => code_for(self.server, purpose),
        };
        self.codes.borrow_mut().push(code.clone());
        code
    }

    /// The page is as it should be, and its address says nothing.
    fn looks(&self) {
        let text = self.me.page.whole_text();
        if self.seen.borrow_mut().insert((self.me.page.path(), text.clone())) {
            self.me.page.axe().assert_clean();
        }
        let wide = self.me.page.run_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
        assert!(wide.as_i64().is_some_and(|wide| wide <= 0), "{} is wider than the screen by {wide}", self.me.page.path());
        let small = "return [...document.querySelectorAll('main a, main button, main input, nav a')].filter(e => e.checkVisibility()) \
                     .map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect().height]).filter(([, height]) => height < 43.5)";
        let small = self.me.page.run_script(small);
        assert_eq!(small.as_array().map(Vec::len), Some(0), "{}: too small for a thumb: {small}", self.me.page.path());
        let url = self.me.page.url();
        for private in [EMAIL, "hana", NAME, "secret"] {
            assert!(!url.contains(private), "{url}");
        }
        assert!(!text.contains("identity-") && !text.contains("okusuri-") && !text.contains("error-"), "an id is shown: {text}");
        assert_eq!(self.me.page.run_script("return [...document.querySelectorAll('input[type=password]')].map(e => e.value).join('')"), "");
        // A keeper of passwords knows which one is asked for.
        let unnamed = "return document.querySelectorAll('input[type=password]:not([autocomplete=current-password], [autocomplete=new-password])').length";
        assert_eq!(self.me.page.run_script(unnamed), 0);
    }

    fn goes(&self, path: &str) {
        self.me.page.goto(path);
        assert_eq!(self.me.page.status(), 200, "{path}");
        self.looks();
    }

    fn sends(&self) {
        self.me.page.click("form.sheeted button:not([data-reveal])");
    }

    /// Keeps the session's token in mind; each is a fresh one.
    fn keeps_token(&mut self) {
        let cookies = self.me.page.cookies();
        let cookie = cookies.iter().find(|cookie| cookie.name == SESSION).expect("a session");
        assert!(cookie.http_only && cookie.same_site.as_deref() == Some("Lax") && cookie.path == "/", "{cookie:?}");
        assert!(!self.tokens.contains(&cookie.value), "a token is used once");
        self.tokens.push(cookie.value.clone());
    }

    fn is_in(&mut self) {
        self.keeps_token();
        assert_eq!(self.me.page.path(), "/");
        self.looks();
    }

    fn is_out(&self) {
        assert!(self.me.page.cookies().iter().all(|cookie| cookie.name != SESSION));
        assert_eq!(self.me.page.path(), "/sign-in");
        self.looks();
    }

    fn signs_in(&mut self, email: &str, password: &str) {
        self.goes("/sign-in");
        self.me.page.fill("#email", email);
        self.me.page.fill("#password", password);
        self.sends();
        self.me.sees("おかえりなさい、花子さん", "Welcome back, 花子");
        self.is_in();
    }

    fn signs_out(&self) {
        self.goes("/account");
        self.me.taps("ログアウト", "Sign out");
        self.me.sees("ログアウトしました", "You’re signed out");
        self.is_out();
    }

    fn joins(&mut self) {
        let page = &self.me.page;
        self.goes("/");
        self.me.taps("最初のアカウントを作成", "Create the first account");
        self.looks();
        page.fill("#name", NAME);
        page.fill("#email", EMAIL);
        page.fill("#password", "password1234");
        self.sends();
        self.me.sees("推測されやすい", "too easy to guess");
        assert_eq!((page.value("#name"), page.value("#email")), (NAME.to_owned(), EMAIL.to_owned()), "what was typed is kept");
        self.looks();
        page.fill("#password", FIRST);
        self.sends();
        self.me.sees("ようこそ、花子さん", "Welcome, 花子");
        self.is_in();
    }

    /// Somebody else comes in by a link, on a browser of their own, and nobody by the same link again.
    fn invites(&self, browser: &Browser) {
        let page = &self.me.page;
        self.goes("/account");
        self.me.taps("家族を招待する", "Invite someone");
        self.looks();
        self.me.taps("招待リンクを作る", "Create invitation link");
        self.me.sees("招待リンクができました", "Here’s your link");
        self.looks();
        let link = page.value("input[readonly]");
        let path = link.strip_prefix(&self.server.public_url).expect("a link of this house").to_owned();
        let guest = Person::sits_down(browser, self.server, View::phone().english());
        guest.page.goto(&path);
        guest.page.fill("#name", "Taro");
        guest.page.fill("#email", "taro@example.org");
        guest.page.fill("#password", GUEST);
        guest.page.click("form.sheeted button:not([data-reveal])");
        guest.page.see("Hello, Taro");
        guest.page.goto("/account");
        assert!(!guest.page.sees("Operator"), "one looks after the house");
        guest.page.click_text("Sign out");
        // Only then on: a page that is still on its way would come after the next one.
        guest.page.see("Email address");
        guest.page.goto(&path);
        guest.page.see("already been used or has expired");
        self.goes("/account");
        self.me.sees("管理者", "Operator");
    }

    fn is_refused(&self) {
        let page = &self.me.page;
        page.goto("/account/sessions");
        assert!(page.path().starts_with("/sign-in?next="), "{}", page.path());
        page.fill("#email", EMAIL);
        page.fill("#password", "not the password");
        self.sends();
        self.me.sees("メールアドレスかパスワードが違います", "The email address or password is incorrect");
        assert_eq!(page.value("#email"), EMAIL);
        self.looks();
    }

    /// From where one was refused, on to where one wanted to go.
    fn comes_back(&mut self) {
        self.me.page.fill("#password", FIRST);
        self.sends();
        self.me.sees("この端末", "This device");
        assert_eq!(self.me.page.path(), "/account/sessions");
        self.keeps_token();
        self.looks();
    }

    fn forgets(&mut self) {
        let page = &self.me.page;
        self.goes("/sign-in");
        self.me.taps("パスワードをお忘れですか？", "Forgot your password?");
        self.looks();
        page.fill("#email", EMAIL);
        self.sends();
        page.wait_for("#code");
        self.looks();
        let code = self.code_for("reset", EMAIL);
        page.fill("#code", &code);
        page.fill("#password", "short");
        self.sends();
        self.me.sees("12文字以上にしてください", "Use at least 12 characters.");
        assert_eq!(page.value("#code"), code, "the code is still good");
        page.fill("#password", SECOND);
        self.sends();
        self.me.sees("新しいパスワードでログインしてください", "Sign in with your new password");
        self.is_out();
    }

    fn changes_password(&self) {
        let page = &self.me.page;
        self.goes("/account/password");
        page.fill("#password", FIRST);
        page.fill("#newPassword", THIRD);
        self.sends();
        self.me.sees("パスワードが違います", "The password is incorrect");
        self.looks();
        page.fill("#password", SECOND);
        page.fill("#newPassword", THIRD);
        self.sends();
        self.me.sees("パスワードを変更しました", "Password changed");
    }

    fn is_renamed(&self, name: &str) {
        let page = &self.me.page;
        self.goes("/account");
        self.me.taps("名前を変更", "Change name");
        assert_eq!(page.path(), "/account/name");
        self.looks();
        page.fill("#name", "  ");
        self.sends();
        self.me.sees("名前を入力してください", "Enter your name.");
        self.looks();
        page.fill("#name", name);
        self.sends();
        self.me.sees(&format!("名前を「{name}」に変更しました"), &format!("Name changed to {name}"));
        assert_eq!(page.path(), "/account");
        self.looks();
    }

    fn moves(&self) {
        let page = &self.me.page;
        self.goes("/account/email");
        page.fill("#email", MOVED);
        page.fill("#password", THIRD);
        self.sends();
        page.wait_for("#code");
        assert_eq!(page.value("#email"), MOVED);
        self.looks();
        page.fill("#code", &self.code_for("move", MOVED));
        self.sends();
        self.me.sees("メールアドレスを変更しました", "Email address changed");
        self.me.page.see(MOVED);
        self.looks();
    }

    /// Everything as a file, with the browser's cookie and without a browser.
    fn saves(&self) {
        let cookie = format!("{SESSION}={}", self.tokens.last().expect("a session"));
        let file = self.server.ask("GET", "/account/export/file").header("cookie", &cookie).send().expect(200);
        let name = file.header("content-disposition").unwrap_or_default();
        assert!(name.starts_with("attachment; filename=\"chabudai-") && name.ends_with(".json\""), "{name}");
        assert_eq!(file.header("cache-control"), Some("no-store"));
        assert_eq!(file.json()["format"], 1);
        assert!(file.text().contains(MOVED) && !file.text().contains("argon2"));
        assert!(self.tokens.iter().all(|token| !file.text().contains(token)));
    }

    fn leaves_for_good(&self) {
        let page = &self.me.page;
        self.goes("/account");
        self.me.taps("アカウントを削除", "Delete account");
        self.looks();
        page.fill("#password", "not the password");
        self.sends();
        self.me.sees("パスワードが違います", "The password is incorrect");
        page.fill("#password", THIRD);
        self.sends();
        self.me.sees("アカウントを削除しました", "Account deleted");
        self.is_out();
        page.fill("#email", MOVED);
        page.fill("#password", THIRD);
        self.sends();
        self.me.sees("メールアドレスかパスワードが違います", "The email address or password is incorrect");
    }
}

/// The list of devices: another one is signed out from here, and finds that out.
fn signs_out_elsewhere(guest: &mut Guest<'_>, browser: &Browser) {
    let other = Person::sits_down(browser, guest.server, View::desk().english());
    other.page.goto("/sign-in");
    other.page.fill("#email", EMAIL);
    other.page.fill("#password", THIRD);
    other.page.click("form.sheeted button:not([data-reveal])");
    other.page.see("Welcome back");
    let token = |person: &Person| person.page.cookies().into_iter().find(|cookie| cookie.name == SESSION).map(|cookie| cookie.value);
    assert_ne!(token(&other), token(&guest.me));
    guest.tokens.extend(token(&other));
    guest.goes("/account/sessions");
    assert_eq!(guest.me.page.count(".rows .row-card"), 2);
    guest.me.page.click(".rows form button");
    guest.me.sees("ログアウトさせました", "Device signed out");
    assert_eq!(guest.me.page.count(".rows .row-card"), 1);
    other.page.goto("/account");
    assert!(other.page.path().starts_with("/sign-in"), "{}", other.page.path());
}

fn story(view: View, mail: Option<MailServer>) {
    let Some(browser) = Browser::find() else { return };
    let port = mail.as_ref().map(|mail| mail.address.port().to_string());
    let server = match &port {
        Some(port) => start(&["--smtp-host", "localhost", "--smtp-port", port, "--mail-from", "house@example.org"]),
        None => house(),
    };
    let me = Person::sits_down(&browser, &server, view);
    let mut guest = Guest { me, server: &server, mail, tokens: Vec::new(), codes: RefCell::default(), seen: RefCell::default() };
    guest.joins();
    guest.invites(&browser);
    guest.signs_out();
    guest.is_refused();
    guest.comes_back();
    guest.signs_out();
    guest.forgets();
    guest.signs_in(EMAIL, SECOND);
    guest.changes_password();
    signs_out_elsewhere(&mut guest, &browser);
    guest.is_renamed("別の名前");
    guest.is_renamed(NAME);
    guest.moves();
    guest.signs_out();
    guest.signs_in(MOVED, THIRD);
    guest.saves();
    guest.leaves_for_good();
    let errors: Vec<String> = guest.me.page.console_errors().into_iter().filter(|error| !error.starts_with("network:")).collect();
    assert_eq!(errors, Vec::<String>::new());
    let log = server.log();
    let by_mail = guest.mail.is_some();
    assert_eq!(log.contains("h…@example.org"), !by_mail, "the operator sees whom a code is for, veiled, and only where there is no mail");
    let secrets = [EMAIL, MOVED, NAME, "別の名前", FIRST, SECOND, THIRD].map(str::to_owned);
    assert_eq!((guest.tokens.len(), guest.codes.borrow().len()), (5, 2), "every device's token and every code is looked for");
    for secret in secrets.iter().chain(&guest.tokens).chain(guest.codes.borrow().iter().filter(|_| by_mail)) {
        assert!(!log.contains(secret.as_str()), "{secret} is in the log");
    }
}

#[test]
fn at_the_door_on_a_phone_in_japanese() {
    story(View::phone(), None);
}

#[test]
fn at_the_door_on_a_phone_in_japanese_without_scripts() {
    story(View::phone().without_javascript(), Some(MailServer::open()));
}

#[test]
fn at_the_door_at_a_desk_in_english_in_the_dark() {
    story(View::desk().english().dark(), Some(MailServer::open()));
}

#[test]
fn at_the_door_on_a_very_small_phone_in_english_without_scripts() {
    story(View { width: 320, height: 568, ..View::phone() }.english().without_javascript(), None);
}
