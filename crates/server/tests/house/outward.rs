//! Calls at other servers: whom this machine trusts is read when the first call needs it, once for all of them; that there is nobody to
//! trust is said at the start.

use std::fs::{File, OpenOptions, remove_file};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use chabudai_testkit::provider::{CLIENT, SECRET, There};
use chabudai_testkit::{MailServer, Server, free_port};

use crate::place;
use crate::visitor::Visitor;

/// A file of certificates that counts its readers: it is a pipe with a name, which can be opened for writing only while somebody reads.
struct Watched {
    path: PathBuf,
    readers: Arc<AtomicUsize>,
}

impl Watched {
    fn new(path: PathBuf, certificates: String) -> Self {
        make_pipe(&path);
        let readers = Arc::<AtomicUsize>::default();
        let (seen, at) = (readers.clone(), path.clone());
        std::thread::spawn(move || {
            while let Ok(mut pipe) = OpenOptions::new().write(true).open(&at) {
                seen.fetch_add(1, Ordering::SeqCst);
                // The next reader gets a pipe of its own, or this one would be counted again.
                if remove_file(&at).is_err() {
                    break;
                }
                make_pipe(&at);
                let _ = pipe.write_all(certificates.as_bytes());
            }
        });
        Self { path, readers }
    }

    fn readers(&self) -> usize {
        self.readers.load(Ordering::SeqCst)
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        // The thread waits for a reader: it gets one, and finds that its pipe has gone elsewhere.
        let elsewhere = self.path.with_extension("over");
        let _ = std::fs::rename(&self.path, &elsewhere);
        let _ = File::options().read(true).write(true).open(&elsewhere);
    }
}

fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo is there").success());
}

#[test]
fn certificates_are_read_by_the_first_call_and_only_once() {
    let (place, there, mail) = (place::embedded(), There::open(), MailServer::open());
    let watched = Watched::new(place.beside("authorities.pem"), mail.authority.clone());
    let mut command = place.program(&["serve", "--listen", "127.0.0.1:0", "--rate-per-address", "0"]);
    command.args(["--oidc-issuer", &there.origin, "--oidc-client-id", CLIENT, "--oidc-client-secret", SECRET]);
    command.args(["--google-client-id", "house", "--google-client-secret", "of the house"]);
    command.args(["--smtp-host", "mail.example.org", "--mail-from", "house@example.org"]);
    command.env("SSL_CERT_FILE", &watched.path).env_remove("SSL_CERT_DIR");
    // Nobody outside is to be called by a test: the way out ends at a port where nobody listens.
    command.env("HTTPS_PROXY", format!("http://{}", free_port())).env_remove("NO_PROXY").env_remove("no_proxy");
    let server = Server::start(&mut command, "127.0.0.1:0".parse().unwrap()).expect("it starts");
    server.get("/healthz").expect(200);
    assert_eq!(watched.readers(), 0, "push, providers and mail are set up, and nobody has been called");
    let visitor = Visitor::of(&server);
    let onward = visitor.sends("/sign-in", "/sign-in/oidc", &[("next", "")]).expect(200);
    assert!(onward.text().contains(&there.origin), "{}", onward.text());
    assert_eq!(watched.readers(), 1);
    // Another client, which goes by another way.
    visitor.sends("/sign-in", "/sign-in/google", &[("next", "")]);
    assert!(server.logs("a provider cannot be reached"), "{}", server.log());
    assert_eq!(watched.readers(), 1, "both clients trust what was read for the first");
}

#[test]
fn a_machine_that_trusts_nobody_is_said_at_the_start() {
    let place = place::embedded();
    let empty = place.beside("nobody");
    std::fs::create_dir(&empty).unwrap();
    for (name, value) in
        [("SSL_CERT_FILE", place.beside("missing.pem")), ("SSL_CERT_DIR", empty), ("SSL_CERT_DIR", place.beside("missing"))]
    {
        let mut command = place.program(&["serve", "--listen", "127.0.0.1:0"]);
        command.env_remove("SSL_CERT_FILE").env_remove("SSL_CERT_DIR").env(name, &value);
        let refused = Server::start(&mut command, "127.0.0.1:0".parse().unwrap()).expect_err("it does not start");
        refused.refused("TLS cannot be set up").refused("install ca-certificates");
    }
}
