//! A PostgreSQL of a test's own: a fresh cluster in a folder that goes with it.

use std::net::SocketAddr;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::left_out;
use crate::place::free_port;

/// Where Debian keeps the server's programs, a folder for each version.
const DEBIAN: &str = "/usr/lib/postgresql";

/// Waits beside the server until nobody holds the other end of its input any more, however that came about; then server and folder go.
const WATCH: &str = r#""$@" & server=$!; read -r _; kill -INT "$server" 2>/dev/null; wait "$server"; rm -rf "$FOLDER""#;

/// A running server with an empty database `okusuri`, whose owner needs a password.
#[derive(Debug)]
pub struct Postgres {
    programs: PathBuf,
    folder: TempDir,
    address: SocketAddr,
    process: Child,
}

impl Postgres {
    /// The owner of the database, who may do everything.
    pub const USER: &'static str = "okusuri";
    /// The owner's password, which must be found nowhere.
    pub const PASSWORD: &'static str = "the-older-secret";

    /// Starts one. Without PostgreSQL it says that the test is left out, and the test returns; where `CHABUDAI_TEST_POSTGRES=required` is
    /// set it panics instead.
    #[track_caller]
    pub fn find() -> Option<Self> {
        Self::found(false)
    }

    /// The same with TLS, by a certificate whose authority only [`Postgres::authority`] knows.
    #[track_caller]
    pub fn find_with_tls() -> Option<Self> {
        Self::found(true)
    }

    #[track_caller]
    fn found(has_tls: bool) -> Option<Self> {
        let Some(programs) = programs() else {
            let why = "the move from PostgreSQL is not tested: there is no `initdb` (Debian: postgresql)";
            assert!(std::env::var("CHABUDAI_TEST_POSTGRES").as_deref() != Ok("required"), "{why}");
            left_out::say(why);
            return None;
        };
        Some(Self::start(programs, has_tls))
    }

    fn start(programs: PathBuf, has_tls: bool) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (data, password) = (folder.path().join("data"), folder.path().join("password"));
        std::fs::write(&password, Self::PASSWORD).expect("the folder is ours");
        if has_tls {
            write_certificate(folder.path());
        }
        give_away(folder.path());
        let mut initdb = unprivileged(&programs.join("initdb"));
        initdb.arg("-D").arg(&data).args(["-U", Self::USER, "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]);
        let made = initdb.arg("--pwfile").arg(&password).output().expect("initdb starts");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));

        let address = free_port();
        let log = std::fs::File::create(folder.path().join("log")).expect("the folder is ours");
        let server = unprivileged(&programs.join("postgres"));
        let mut watched = Command::new("sh");
        watched.args(["-c", WATCH, "sh"]).arg(server.get_program()).args(server.get_args());
        watched.arg("-D").arg(&data).arg("-k").arg(folder.path()).args(["-h", "127.0.0.1", "-p", &address.port().to_string(), "-F"]);
        if has_tls {
            let setting = |name: &str, file: &str| format!("{name}={}", folder.path().join(file).display());
            watched.args(["-c", "ssl=on", "-c", &setting("ssl_cert_file", CERTIFICATE), "-c", &setting("ssl_key_file", KEY)]);
        }
        watched.env("FOLDER", folder.path()).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(log);
        let process = watched.spawn().expect("there is a shell");
        let postgres = Self { programs, folder, address, process };
        postgres.wait_until_it_answers();
        postgres.run_in("postgres", "CREATE DATABASE okusuri");
        postgres
    }

    fn wait_until_it_answers(&self) {
        let deadline = Instant::now() + Duration::from_secs(20);
        loop {
            let answer = self.psql("postgres", "SELECT 1").output().expect("psql starts");
            if answer.status.success() {
                return;
            }
            let log = || std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
            assert!(Instant::now() < deadline, "PostgreSQL does not come up: {}{}", String::from_utf8_lossy(&answer.stderr), log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Its address, without the password.
    pub fn url(&self) -> String {
        format!("postgres://{}@{}/okusuri", Self::USER, self.address)
    }

    /// The certificate of who has signed the server's, where it has one.
    pub fn authority(&self) -> PathBuf {
        self.folder.path().join(AUTHORITY)
    }

    /// Runs statements.
    #[track_caller]
    pub fn run(&self, sql: &str) {
        self.run_in("okusuri", sql);
    }

    /// What a query answers: a line for a row, `|` between columns.
    #[track_caller]
    pub fn query(&self, sql: &str) -> String {
        self.run_in("okusuri", sql)
    }

    #[track_caller]
    fn run_in(&self, database: &str, sql: &str) -> String {
        let done = self.psql(database, sql).output().expect("psql starts");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).expect("text").trim_end().to_owned()
    }

    fn psql(&self, database: &str, sql: &str) -> Command {
        // Debian has the client on the path, whichever version the server is of.
        let beside = self.programs.join("psql");
        let mut psql = Command::new(if beside.is_file() { beside } else { PathBuf::from("psql") });
        psql.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-U", Self::USER, "-d", database, "-h"]).arg(self.folder.path());
        psql.args(["-p", &self.address.port().to_string(), "-c", sql]).env("PGPASSWORD", Self::PASSWORD).stdin(Stdio::null());
        psql
    }
}

const AUTHORITY: &str = "authority.pem";
const CERTIFICATE: &str = "certificate.pem";
const KEY: &str = "key.pem";

fn write_certificate(folder: &Path) {
    let key = || rcgen::KeyPair::generate().expect("a key is made");
    let (authority_key, own_key) = (key(), key());
    let mut authority = rcgen::CertificateParams::default();
    authority.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let signed = authority.self_signed(&authority_key).expect("an authority signs itself");
    let own = rcgen::CertificateParams::new(["127.0.0.1".to_owned()]).expect("a name of this machine");
    let own = own.signed_by(&own_key, &rcgen::Issuer::new(authority, authority_key)).expect("a certificate is signed");
    for (file, text) in [(AUTHORITY, signed.pem()), (CERTIFICATE, own.pem()), (KEY, own_key.serialize_pem())] {
        let path = folder.join(file);
        std::fs::write(&path, text).expect("the folder is ours");
        // PostgreSQL refuses a key that others can read.
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).expect("the file is ours");
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // The end of its input is the sign; what is left of the folder goes with the folder's own end.
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

/// The folder with the server's programs, of the newest version.
fn programs() -> Option<PathBuf> {
    let on_the_path = std::env::var_os("PATH").into_iter().flat_map(|path| std::env::split_paths(&path).collect::<Vec<_>>());
    let mut of_debian: Vec<PathBuf> =
        std::fs::read_dir(DEBIAN).into_iter().flatten().flatten().map(|entry| entry.path().join("bin")).collect();
    of_debian.sort_by_key(|folder| folder.parent().and_then(Path::file_name).and_then(|name| name.to_str()?.parse::<u32>().ok()));
    on_the_path.chain(of_debian.into_iter().rev()).find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
}

/// Who runs the server: PostgreSQL refuses to run as root.
const NOBODY: &str = "nobody";

fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

fn give_away(folder: &Path) {
    if is_root() {
        let given = Command::new("chown").args(["-R", NOBODY]).arg(folder).status().expect("there is `chown`");
        assert!(given.success(), "the folder is given to {NOBODY}");
    }
}

fn unprivileged(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid", NOBODY, "--regid", "nogroup", "--clear-groups"]).arg(program);
    command
}
