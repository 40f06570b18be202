//! Starts, stops and kills the real program.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, Read};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::client::{Answer, Ask};

/// A data directory and a store: where servers come and go. The directory goes with it, so it has to outlive its servers.
#[derive(Debug)]
pub struct Place {
    /// The store, for messages.
    pub name: &'static str,
    program: PathBuf,
    folder: TempDir,
    store: Vec<String>,
    environment: Vec<(&'static str, String)>,
}

impl Place {
    /// An empty folder for this program, on the embedded store. Only the tests of the program's own crate know where it is:
    /// `env!("CARGO_BIN_EXE_chabudai")`.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self { name: "the embedded store", program: program.into(), folder, store: Vec::new(), environment: Vec::new() }
    }

    /// The same with a copy of somebody else's data in it, as a restored backup has it.
    #[track_caller]
    pub fn with_data_of(self, data: &Path) -> Self {
        copy(data, &self.data()).unwrap_or_else(|error| panic!("{} is not copied: {error}", data.display()));
        self
    }

    /// The same on another store, which every command gets to know by these options.
    pub fn on_store(self, name: &'static str, options: impl IntoIterator<Item: Into<String>>) -> Self {
        Self { name, store: options.into_iter().map(Into::into).collect(), ..self }
    }

    /// The same with a setting that every command gets by its environment; a flag goes before it.
    pub fn with_environment(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.environment.push((name, value.into()));
        self
    }

    /// Where the program keeps its data.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// A file beside the data.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The program with the settings of this place, and none of the machine's.
    pub fn program(&self, arguments: &[&str]) -> Command {
        let mut command = bare_program(&self.program);
        command.args(arguments).arg("--data").arg(self.data()).args(&self.store);
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs a command of the operator to its end.
    pub fn run(&self, arguments: &[&str]) -> Outcome {
        Outcome::of(&mut self.program(arguments))
    }

    /// A server without limits on how often it is asked, unless the arguments set them.
    #[track_caller]
    pub fn start(&self, arguments: &[&str]) -> Server {
        match self.try_start(arguments) {
            Ok(server) => server,
            Err(outcome) => panic!("the server did not start: {outcome:?}"),
        }
    }

    /// The same, or what it said before it ended.
    pub fn try_start(&self, arguments: &[&str]) -> Result<Server, Outcome> {
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
pub fn bare_program(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        // Whoever declares a new route asks for what it costs, and the whole of the tests tell.
        if name.to_str().is_some_and(|name| name.starts_with("CHABUDAI_") && name != "CHABUDAI_ROUTE_COSTS") {
            command.env_remove(name);
        }
    }
    command
}

/// A port that nobody uses at this moment.
pub fn free_port() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("there is a free port")
}

/// What a command said and how it ended.
#[derive(Debug)]
pub struct Outcome {
    /// Its exit code; none when a signal ended it.
    pub code: Option<i32>,
    /// What it wrote to its standard output.
    pub output: String,
    /// What it wrote to its standard error.
    pub error: String,
}

impl Outcome {
    /// Runs a command to its end.
    pub fn of(command: &mut Command) -> Self {
        let done = command.stdin(Stdio::null()).output().expect("the program starts");
        let text = |bytes| String::from_utf8(bytes).expect("the program writes text");
        Self { code: done.status.code(), output: text(done.stdout), error: text(done.stderr) }
    }

    /// It ended well.
    #[track_caller]
    pub fn succeeded(self) -> Self {
        assert_eq!(self.code, Some(0), "{self:?}");
        self
    }

    /// It refused, and said why.
    #[track_caller]
    pub fn refused(self, why: &str) -> Self {
        assert!(self.code.is_some_and(|code| code != 0), "{self:?}");
        assert!(self.error.contains(why), "{why:?} is not in {self:?}");
        self
    }
}

/// A server that runs. It is killed when this is dropped.
#[derive(Debug)]
pub struct Server {
    process: Child,
    /// Where it listens.
    pub address: SocketAddr,
    /// The address that it says people use.
    pub public_url: String,
    output: Arc<Mutex<String>>,
    log: Arc<Mutex<String>>,
    readers: Vec<JoinHandle<()>>,
}

const GREETING: &str = "Chabudai is listening on ";

impl Server {
    /// Starts it and waits until it listens; what it said otherwise.
    pub fn start(command: &mut Command, listen: SocketAddr) -> Result<Self, Outcome> {
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

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// What it wrote to its standard output so far.
    pub fn output(&self) -> String {
        self.output.lock().expect("nobody panics with this lock").clone()
    }

    /// What it printed, once it has printed this: a pipe may be behind what answers. As it is after a while, if it never does.
    pub fn prints(&self, text: &str) -> String {
        in_a_moment(|| self.output().contains(text));
        self.output()
    }

    /// Whether its log says something, which may take a moment: it is written beside what it tells of.
    pub fn logs(&self, text: &str) -> bool {
        in_a_moment(|| self.log().contains(text))
    }

    /// What it logged so far.
    pub fn log(&self) -> String {
        self.log.lock().expect("nobody panics with this lock").clone()
    }

    /// A request that is still being put together.
    pub fn ask(&self, method: &str, path: &str) -> Ask {
        Ask::new(self.address, method, path)
    }

    /// Gets what is at a path.
    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path).send()
    }

    /// Posts JSON.
    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path).json(body).send()
    }

    /// Changes something by JSON.
    pub fn patch(&self, path: &str, body: &Value) -> Answer {
        self.ask("PATCH", path).json(body).send()
    }

    /// Deletes what is at a path.
    pub fn delete(&self, path: &str) -> Answer {
        self.ask("DELETE", path).send()
    }

    /// Asks it politely to stop, as a service manager does.
    pub fn terminate(&self) {
        self.signal("-TERM");
    }

    /// Ends it as a power cut would, from beside its clients.
    pub fn kill(&self) {
        self.signal("-KILL");
    }

    fn signal(&self, signal: &str) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("there is `kill`").success());
    }

    /// Waits for its end.
    pub fn wait(&mut self, at_most: Duration) -> ExitStatus {
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
    pub fn stop(mut self) -> (String, String) {
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

/// Files and folders with their permissions; a socket is nobody's data.
pub(crate) fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (kind, to) = (entry.file_type()?, to.join(entry.file_name()));
        if kind.is_dir() {
            copy(&entry.path(), &to)?;
        } else if kind.is_file() {
            std::fs::copy(entry.path(), to)?;
        }
    }
    std::fs::set_permissions(to, from.metadata()?.permissions())
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

/// Whether it comes true soon.
fn in_a_moment(is_true: impl Fn() -> bool) -> bool {
    let patience = Instant::now() + Duration::from_secs(10);
    while !is_true() {
        if Instant::now() > patience {
            return false;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    true
}
