//! Starts, stops and kills the real program.

use std::io::{BufRead as _, BufReader, Read};
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, LazyLock, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use chabudai_store_conformance::peer::Peer;
use serde_json::Value;
use tempfile::TempDir;

use crate::client::{Answer, Ask};

static PEER: LazyLock<Peer> = LazyLock::new(Peer::start);

/// A data directory and a store: where servers come and go.
pub(crate) struct Place {
    pub(crate) name: &'static str,
    folder: TempDir,
    store: Vec<String>,
}

impl Place {
    /// The embedded store, empty.
    pub(crate) fn embedded() -> Self {
        Self { name: "the embedded store", folder: tempfile::tempdir().expect("a folder"), store: Vec::new() }
    }

    /// DynamoDB's protocol, with tables of its own.
    pub(crate) fn dynamodb() -> Self {
        let prefix = format!("t{:08x}-", fastrand::u32(..));
        let store = ["--store", "dynamodb", "--endpoint", PEER.endpoint(), "--region", "local", "--access-key-id", "test"];
        let store = store.into_iter().chain(["--secret-access-key", "test", "--table-prefix", &prefix]);
        Self { store: store.map(str::to_owned).collect(), name: "DynamoDB", ..Self::embedded() }
    }

    /// Runs a test on both stores, one after the other.
    pub(crate) fn both(test: impl Fn(&Self)) {
        for place in [Self::embedded(), Self::dynamodb()] {
            println!("on {}", place.name);
            test(&place);
        }
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// A file beside the data.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The program with the settings of this place, and none of the machine's.
    pub(crate) fn program(&self, arguments: &[&str]) -> Command {
        let mut command = bare_program();
        command.args(arguments).arg("--data").arg(self.data()).args(&self.store);
        command
    }

    /// Runs a command of the operator to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Outcome {
        Outcome::of(&mut self.program(arguments))
    }

    /// A server without limits on how often it is asked, unless the arguments set them.
    pub(crate) fn start(&self, arguments: &[&str]) -> Server {
        self.try_start(arguments).unwrap_or_else(|outcome| panic!("the server did not start: {outcome:?}"))
    }

    pub(crate) fn try_start(&self, arguments: &[&str]) -> Result<Server, Outcome> {
        // Where the public address is another, the port is not in it.
        let listen = if arguments.contains(&"--base-url") { free_port() } else { SocketAddr::from(([127, 0, 0, 1], 0)) };
        let mut command = self.program(&["serve", "--listen", &listen.to_string()]);
        for (option, value) in [("--log", "info"), ("--rate-per-address", "0"), ("--rate-per-wardrobe", "0")] {
            if !arguments.contains(&option) {
                command.args([option, value]);
            }
        }
        Server::start(command.args(arguments), listen)
    }
}

/// The program without any settings of the machine.
pub(crate) fn bare_program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chabudai"));
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("CHABUDAI_")) {
            command.env_remove(name);
        }
    }
    command
}

/// A port that nobody uses at this moment.
pub(crate) fn free_port() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("there is a free port")
}

/// What a command said and how it ended.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) code: Option<i32>,
    pub(crate) output: String,
    pub(crate) error: String,
}

impl Outcome {
    pub(crate) fn of(command: &mut Command) -> Self {
        let done = command.stdin(Stdio::null()).output().expect("the program starts");
        let text = |bytes| String::from_utf8(bytes).expect("the program writes text");
        Self { code: done.status.code(), output: text(done.stdout), error: text(done.stderr) }
    }

    #[track_caller]
    pub(crate) fn succeeded(self) -> Self {
        assert_eq!(self.code, Some(0), "{self:?}");
        self
    }

    /// It refused, and said why.
    #[track_caller]
    pub(crate) fn refused(self, why: &str) -> Self {
        assert!(self.code.is_some_and(|code| code != 0), "{self:?}");
        assert!(self.error.contains(why), "{why:?} is not in {self:?}");
        self
    }
}

/// A server that runs. It is killed when this is dropped.
pub(crate) struct Server {
    process: Child,
    pub(crate) address: SocketAddr,
    /// The address that it says people use.
    pub(crate) public_url: String,
    output: Arc<Mutex<String>>,
    log: Arc<Mutex<String>>,
    readers: Vec<JoinHandle<()>>,
}

const GREETING: &str = "Chabudai is listening on ";

impl Server {
    /// Starts it and waits until it listens; what it said otherwise.
    pub(crate) fn start(command: &mut Command, listen: SocketAddr) -> Result<Self, Outcome> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().expect("the program starts");
        let (output, log) = (Arc::default(), Arc::default());
        let readers = vec![
            follow(process.stdout.take().expect("its output is piped"), &output),
            follow(process.stderr.take().expect("its log is piped"), &log),
        ];
        let mut server = Self { process, address: listen, public_url: String::new(), output, log, readers };
        let deadline = Instant::now() + Duration::from_mins(2);
        loop {
            if let Some(url) = server.output().lines().find_map(|line| line.strip_prefix(GREETING).map(str::to_owned)) {
                if listen.port() == 0 {
                    server.address = url.strip_prefix("http://").and_then(|rest| rest.parse().ok()).expect("it says where it listens");
                }
                server.public_url = url;
                return Ok(server);
            }
            if let Some(status) = server.process.try_wait().expect("the process is ours") {
                let (output, error) = server.said();
                return Err(Outcome { code: status.code(), output, error });
            }
            assert!(Instant::now() < deadline, "the server does not come up: {}", server.log());
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// What it wrote to its standard output so far.
    pub(crate) fn output(&self) -> String {
        self.output.lock().expect("nobody panics with this lock").clone()
    }

    /// What it logged so far.
    pub(crate) fn log(&self) -> String {
        self.log.lock().expect("nobody panics with this lock").clone()
    }

    pub(crate) fn ask(&self, method: &str, path: &str) -> Ask {
        Ask::new(self.address, method, path)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path).send()
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path).json(body).send()
    }

    pub(crate) fn patch(&self, path: &str, body: &Value) -> Answer {
        self.ask("PATCH", path).json(body).send()
    }

    pub(crate) fn delete(&self, path: &str) -> Answer {
        self.ask("DELETE", path).send()
    }

    /// Asks it politely to stop, as a service manager does.
    pub(crate) fn terminate(&self) {
        self.signal("-TERM");
    }

    /// Ends it as a power cut would, from beside its clients.
    pub(crate) fn kill(&self) {
        self.signal("-KILL");
    }

    fn signal(&self, signal: &str) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("there is `kill`").success());
    }

    /// Waits for its end.
    pub(crate) fn wait(&mut self, at_most: Duration) -> ExitStatus {
        let deadline = Instant::now() + at_most;
        loop {
            if let Some(status) = self.process.try_wait().expect("the process is ours") {
                return status;
            }
            assert!(Instant::now() < deadline, "the server does not end: {}", self.log());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Stops it politely; everything that it wrote and logged.
    #[track_caller]
    pub(crate) fn stop(mut self) -> (String, String) {
        self.terminate();
        assert_eq!(self.wait(Duration::from_mins(1)).code(), Some(0), "{}", self.log());
        self.said()
    }

    /// Everything that it wrote and logged, after its end.
    fn said(&mut self) -> (String, String) {
        for reader in self.readers.drain(..) {
            reader.join().expect("a reader does not panic");
        }
        (self.output(), self.log())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself; all that counts is that it is gone.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Reads on, so that the program never waits for us.
fn follow(pipe: impl Read + Send + 'static, into: &Arc<Mutex<String>>) -> JoinHandle<()> {
    let into = Arc::clone(into);
    std::thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            let mut text = into.lock().expect("nobody panics with this lock");
            text.push_str(&line);
            text.push('\n');
        }
    })
}
