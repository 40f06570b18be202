//! Letters by mail: the real program hands them to a mail server beside the test.

use std::time::{Duration, Instant};

use chabudai_testkit::{MailServer, MailTls, Place, Server};
use serde_json::json;

use crate::place;
use crate::visitor::Visitor;

const EMAIL: &str = "hana.mail@example.org";
const MOVED: &str = "hana.moved@example.net";
const NAME: &str = "花子";
const PASSWORD: &str = "first-secret-of-hana";
const SECOND: &str = "second-secret-of-hana";

fn options(mail: &MailServer) -> [String; 6] {
    let port = mail.address.port().to_string();
    ["--smtp-host", "localhost", "--smtp-port", &port, "--mail-from", "ちゃぶ台 <house@example.org>"].map(str::to_owned)
}

fn start(place: &Place, mail: &MailServer, more: &[&str]) -> Server {
    let options = options(mail);
    let options: Vec<&str> = options.iter().map(String::as_str).chain(["--sign-up"]).chain(more.iter().copied()).collect();
    // Who founds a house waits for no letter; who comes later does.
    place::add_person(place, "operator@example.org", "管理人", PASSWORD);
    place.start(&options)
}

fn asks_to_join(visitor: &Visitor<'_>, email: &str) -> String {
    visitor.goes_on("/join", &[("name", NAME), ("email", email), ("password", PASSWORD)], "/join/code").text()
}

/// Waits until the log says something.
#[track_caller]
fn logged(server: &Server, text: &str) -> String {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let log = server.log();
        if log.contains(text) {
            return log;
        }
        assert!(Instant::now() < deadline, "the log does not say {text:?}: {log}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn somebody_joins_resets_and_moves_by_letters() {
    let (place, mail) = (place::embedded(), MailServer::open());
    let server = start(&place, &mail, &[]);
    let hana = Visitor::of(&server);
    let page = asks_to_join(&hana, EMAIL);
    assert!(!page.contains("server log") && page.contains("the 8-digit code we sent you"), "{page}");
    let letter = mail.letter_to(EMAIL);
    assert_eq!(letter.subject, "ちゃぶ台: 新規登録の確認コード / Chabudai: your code to create an account");
    let (japanese, english) = (letter.text.find("コードです").unwrap(), letter.text.find("This is your code").unwrap());
    assert!(japanese < english && letter.text.contains("60分以内") && letter.text.contains("60 minutes"), "{}", letter.text);
    assert!(letter.text.contains("心あたりがないとき") && letter.text.contains("If this wasn’t you"), "{}", letter.text);
    assert!(letter.text.contains(&server.public_url) && !letter.text.contains("okusuri"), "which app it is about is nobody's business");
    for head in ["From: =?utf-8?b?", "<house@example.org>", "Auto-Submitted: auto-generated", "Message-ID: <", "@example.org>", "Date: "] {
        assert!(letter.head.contains(head), "{head}: {}", letter.head);
    }
    assert!(letter.head.is_ascii() && letter.head.contains("Content-Type: text/plain; charset=utf-8"), "{}", letter.head);
    let joined = letter.code();
    hana.goes_on("/join/code", &[("email", EMAIL), ("code", &joined)], "/");

    let forgetful = Visitor::of(&server);
    forgetful.goes_on("/forgotten", &[("email", EMAIL)], "/forgotten/code");
    let reset = mail.letter_to(EMAIL);
    assert!(reset.subject.contains("パスワード再設定の確認コード"), "{}", reset.subject);
    let fields = [("email", EMAIL), ("code", &reset.code()), ("password", SECOND)];
    forgetful.goes_on("/forgotten/code", &fields, "/sign-in");
    assert!(mail.letter_to(EMAIL).text.contains("password of your account was changed"));
    forgetful.goes_on("/sign-in", &[("email", EMAIL), ("password", SECOND)], "/");

    forgetful.goes_on("/account/email", &[("email", MOVED), ("password", SECOND)], "/account/email/code");
    let moving = mail.letter_to(MOVED).code();
    forgetful.goes_on("/account/email/code", &[("email", MOVED), ("code", &moving)], "/account");
    let told = mail.letter_to(EMAIL);
    assert!(told.text.contains("h…@example.net") && !told.text.contains(MOVED), "the old address is told, but not where to: {}", told.text);
    assert_eq!(mail.waiting(), 0);

    let (_, log) = server.stop();
    assert!(log.contains("a letter is on its way"), "{log}");
    for secret in [EMAIL, MOVED, "hana.", NAME, PASSWORD, SECOND, &joined, &reset.code(), &moving] {
        assert!(!log.contains(secret), "{secret} is in the log: {log}");
    }
}

#[test]
fn a_letter_that_is_refused_for_now_is_tried_again() {
    let (place, mail) = (place::embedded(), MailServer::open());
    let server = start(&place, &mail, &[]);
    mail.refuses(["451 not now"]);
    asks_to_join(&Visitor::of(&server), EMAIL);
    let letter = mail.letter_to(EMAIL);
    assert_eq!(mail.tries(), 2);
    let (_, log) = server.stop();
    assert!(log.contains("a letter is not delivered yet") && log.contains("status=\"451\""), "{log}");
    assert!(!log.contains(&letter.code()) && !log.contains(EMAIL), "what the mail server quotes stays out of the log: {log}");
}

#[test]
fn a_letter_that_is_refused_for_good_is_given_up_and_not_told() {
    let (place, mail) = (place::embedded(), MailServer::open());
    let server = start(&place, &mail, &["--log", "debug"]);
    mail.refuses(["550 nobody here"]);
    let visitor = Visitor::of(&server);
    let page = asks_to_join(&visitor, EMAIL);
    let log = logged(&server, "a letter is not delivered ");
    assert!(log.contains("status=\"550\"") && log.contains("about=\"join\""), "{log}");
    // Whoever asked sees the same page as everybody.
    let other = Visitor::of(&server);
    let same = asks_to_join(&other, "taro@example.org").replace("taro@example.org", EMAIL);
    let without_token = |page: &str| {
        page.split("name=\"token\" value=\"").map(|part| part.split_once('"').map_or(part, |it| it.1).to_owned()).collect::<String>()
    };
    assert_eq!(without_token(&page), without_token(&same));
    mail.letter_to("taro@example.org");
    let overheard = mail.overheard();
    let (_, log) = server.stop();
    assert_eq!(mail.tries(), 2, "it was not tried again");
    assert!(overheard.contains(EMAIL));
    assert!(!log.contains(EMAIL) && !log.contains("nobody here"), "{log}");
    assert!(
        !log.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word.len() == 8 && word.bytes().all(|byte| byte.is_ascii_digit())),
        "{log}"
    );
}

#[test]
fn nobody_waits_for_a_mail_server_that_is_not_there() {
    let (place, mail) = (place::embedded(), MailServer::open());
    let nowhere = chabudai_testkit::free_port().port().to_string();
    let begun = Instant::now();
    place::add_person(&place, "operator@example.org", "管理人", PASSWORD);
    let server = place.start(&["--sign-up", "--smtp-host", "127.0.0.1", "--smtp-port", &nowhere, "--mail-from", "house@example.org"]);
    let page = asks_to_join(&Visitor::of(&server), EMAIL);
    assert!(page.contains("8 digits"), "{page}");
    let log = logged(&server, "a letter is not delivered yet");
    assert!(log.contains("cannot be reached") && !log.contains(EMAIL), "{log}");
    server.stop();
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    drop(mail);
}

#[test]
fn letters_under_way_go_out_before_the_server_ends() {
    let (place, mail) = (place::embedded(), MailServer::open());
    let server = start(&place, &mail, &[]);
    // The third try is seconds away when the server is told to stop.
    mail.refuses(["451 not now", "451 not now"]);
    asks_to_join(&Visitor::of(&server), EMAIL);
    mail.wait_for_tries(2);
    let begun = Instant::now();
    server.stop();
    assert!(begun.elapsed() < Duration::from_secs(4), "it does not wait for the usual time: {:?}", begun.elapsed());
    assert_eq!((mail.tries(), mail.waiting()), (3, 1));
    mail.letter_to(EMAIL);
}

#[test]
fn letters_travel_by_tls_or_not_at_all() {
    for (tls, option) in [(MailTls::Asked, "starttls"), (MailTls::First, "tls")] {
        let (place, mail) = (place::embedded(), MailServer::with_tls(tls));
        let authority = place.beside("authority.pem");
        std::fs::write(&authority, &mail.authority).unwrap();
        let password = place.beside("smtp-password");
        std::fs::write(&password, "of the post office\n").unwrap();
        place::add_person(&place, "operator@example.org", "管理人", PASSWORD);
        let serve = ["serve", "--listen", "127.0.0.1:0", "--rate-per-address", "0", "--sign-up"];
        let (mut command, options) = (place.program(&serve), options(&mail));
        command.args(&options).args(["--smtp-tls", option, "--smtp-user", "house", "--smtp-password-file"]).arg(&password);
        // Where the system's own authorities are is told by a variable that everybody knows.
        command.env("SSL_CERT_FILE", &authority).env_remove("SSL_CERT_DIR");
        let server = Server::start(&mut command, "127.0.0.1:0".parse().unwrap()).unwrap();
        asks_to_join(&Visitor::of(&server), EMAIL);
        let code = mail.letter_to(EMAIL).code();
        assert_eq!(mail.signed_in(), [("house".to_owned(), "of the post office".to_owned())]);
        assert!(!mail.overheard().contains("hana") && !mail.overheard().contains("AUTH"), "{}", mail.overheard());
        let (_, log) = server.stop();
        assert!(!log.contains(&code) && !log.contains("of the post office"), "{log}");

        // A server that nobody vouches for gets nothing; neither does one that knows no TLS.
        for other in [MailServer::with_tls(tls), MailServer::open()] {
            let stranger = place::embedded();
            let server = start(&stranger, &other, &["--smtp-tls", option]);
            asks_to_join(&Visitor::of(&server), EMAIL);
            logged(&server, "a letter is not delivered");
            assert_eq!((other.tries(), other.waiting()), (0, 0));
            assert!(!other.overheard().contains("hana"), "{}", other.overheard());
        }
    }
}

#[test]
fn an_operator_sets_up_mail() {
    let place = place::embedded();
    let half = |options: &[&str]| place.try_start(options).expect_err("it is half set up");
    half(&["--smtp-host", "mail.example.org"]).refused("go together");
    half(&["--smtp-host", "mail.example.org", "--mail-from", "nobody"]).refused("no address");
    half(&["--smtp-host", "mail.example.org", "--mail-from", "a@example.org", "--smtp-user", "a"]).refused("--smtp-password");
    let shown = place.run(&["config", "--smtp-host", "mail.example.org", "--smtp-password", "hunter2", "--mail-from", "a@example.org"]);
    let shown = shown.succeeded().output;
    assert!(!shown.contains("hunter2"), "{shown}");
    let mail = serde_json::from_str::<serde_json::Value>(&shown).unwrap()["mail"].clone();
    assert_eq!((&mail["smtpPort"], &mail["smtpTls"], &mail["smtpPassword"]), (&json!(587), &json!("starttls"), &json!("********")));
}
