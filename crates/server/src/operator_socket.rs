//! The operator's way into a running house: a socket in the data directory.
//!
//! A server has its data directory to itself, so a command beside it cannot write. It hands the server what is to be done instead, over a
//! Unix socket that only the owner of the folder can reach, and the server does it as the command would have done.
//!
//! One request a connection, a line of JSON; one answer, another line. A password travels in the request and nowhere else: it is in no
//! answer and in no log.

use std::future::Future;
use std::io;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use chabudai_store_embedded::DataDirectory;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::{Mutex, Semaphore};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::connections::TIME_TO_FINISH;
use crate::operator::{Operated, Request};

/// Its name in the data directory.
const NAME: &str = "operator.sock";
/// The most bytes of a request or of an answer. The longest request that can succeed has less than one kilobyte.
const MOST_BYTES: u64 = 64 * 1024;
/// How long a line may take to arrive, or to be taken.
const TIME_FOR_A_LINE: Duration = Duration::from_secs(5);
/// How long a command waits for the answer: others may be before it.
const TIME_FOR_THE_ANSWER: Duration = Duration::from_mins(2);
/// So many connections at once; who comes later waits in the system's queue.
const AT_ONCE: usize = 64;
/// How long to wait after a connection could not be accepted, for want of descriptors mostly.
const AFTER_FAILURE: Duration = Duration::from_millis(100);
/// How long a socket that is gone from its folder waits for those who found it there.
const LAST_CALL: Duration = Duration::from_millis(50);
/// The longest path of a socket that every Unix takes, with the zero at its end: 104 bytes on macOS, 108 on Linux.
const LONGEST_PATH: usize = 103;

/// What came of a request.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    /// What the command prints.
    output: String,
    /// Why it failed, the outermost reason first; empty where it did not.
    error: Vec<String>,
}

/// How the socket of a folder is reached. The folder stays open for as long as the address is used.
struct Address {
    path: PathBuf,
    _folder: Option<std::fs::File>,
}

impl Address {
    fn in_folder(folder: &Path) -> io::Result<Self> {
        let path = folder.join(NAME);
        if path.as_os_str().len() <= LONGEST_PATH {
            return Ok(Self { path, _folder: None });
        }
        Self::by_descriptor(folder)
    }

    /// A path that is too long for a socket's address is reached through the opened folder, which Linux has a short name for.
    #[cfg(target_os = "linux")]
    fn by_descriptor(folder: &Path) -> io::Result<Self> {
        use std::os::fd::AsRawFd as _;
        let folder = std::fs::File::open(folder)?;
        let path = PathBuf::from(format!("/proc/self/fd/{}/{NAME}", folder.as_raw_fd()));
        Ok(Self { path, _folder: Some(folder) })
    }

    #[cfg(not(target_os = "linux"))]
    fn by_descriptor(folder: &Path) -> io::Result<Self> {
        Err(io::Error::new(io::ErrorKind::InvalidInput, format!("the path of {} is too long for a socket", folder.display())))
    }
}

/// The socket of a running house.
pub(crate) struct OperatorSocket {
    listener: UnixListener,
    file: SocketFile,
}

/// The file of a socket. It goes with this value, while the data directory is still ours.
struct SocketFile {
    path: PathBuf,
    _directory: Arc<DataDirectory>,
}

impl OperatorSocket {
    /// Listens, in a data directory that is ours. What a server that was killed has left there is replaced: whoever holds the directory knows
    /// that nobody listens to it.
    pub(crate) fn bind(directory: Arc<DataDirectory>) -> Result<Self> {
        let path = directory.path().join(NAME);
        match std::fs::symlink_metadata(&path) {
            Ok(found) if found.file_type().is_socket() => std::fs::remove_file(&path)?,
            Ok(_) => bail!("{} is there and is no socket", path.display()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error.into()),
        }
        let address = Address::in_folder(directory.path())?;
        // The process makes nothing that others may use (see `private_files`), so there is no moment at which this is open to anybody else.
        let listener = UnixListener::bind(&address.path)?;
        let bound = Self { listener, file: SocketFile { path, _directory: directory } };
        std::fs::set_permissions(&bound.file.path, std::fs::Permissions::from_mode(0o600))?;
        Ok(bound)
    }

    /// Does what it is asked until it is told to stop, and a little longer what is under way then.
    pub(crate) async fn serve(self, house: Operated, stop: impl Future<Output = ()>) {
        let Self { listener, file } = self;
        let mut asked = Asked { places: Arc::new(Semaphore::new(AT_ONCE)), house: Arc::new(Mutex::new(house)), tasks: JoinSet::new() };
        let mut stop = pin!(stop);
        loop {
            tokio::select! {
                () = asked.one_more(&listener) => {}
                () = &mut stop => break,
            }
        }
        // Nobody comes any more; who has come gets an answer.
        drop(file);
        while timeout(LAST_CALL, asked.one_more(&listener)).await.is_ok() {}
        drop(listener);
        if timeout(TIME_TO_FINISH, async { while asked.tasks.join_next().await.is_some() {} }).await.is_err() {
            tracing::warn!("what an operator asked for was cut off");
        }
    }
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_file(&self.path) {
            tracing::warn!(%error, file = %self.path.display(), "the operator's socket is left behind");
        }
    }
}

/// What is being asked.
struct Asked {
    places: Arc<Semaphore>,
    /// One at a time: passwords that wait for each other here do not keep those of visitors waiting.
    house: Arc<Mutex<Operated>>,
    tasks: JoinSet<()>,
}

impl Asked {
    /// Waits for somebody, and begins to listen to them.
    async fn one_more(&mut self, listener: &UnixListener) {
        while self.tasks.try_join_next().is_some() {}
        let place = self.places.clone().acquire_owned().await.expect("nobody closes it");
        match listener.accept().await {
            Ok((stream, _)) => {
                let house = self.house.clone();
                self.tasks.spawn(async move {
                    if let Err(error) = converse(stream, &house).await {
                        tracing::warn!(%error, "an operator was not understood");
                    }
                    drop(place);
                });
            }
            Err(error) => {
                tracing::error!(%error, "an operator's connection could not be accepted");
                tokio::time::sleep(AFTER_FAILURE).await;
            }
        }
    }
}

/// One request and its answer.
async fn converse(mut stream: UnixStream, house: &Mutex<Operated>) -> Result<()> {
    // The rights of the file say the same; but they can be changed by mistake, and this cannot.
    let peer = stream.peer_cred()?.uid();
    if !is_operator(peer) {
        bail!("user {peer} is not whom this server belongs to");
    }
    let request = match timeout(TIME_FOR_A_LINE, line(&mut stream)).await {
        // What was sent is not repeated in the answer: it may hold a password.
        Ok(Ok(line)) => {
            serde_json::from_slice::<Request>(&line).map_err(|_| anyhow::anyhow!("this is nothing that an operator can ask for"))
        }
        Ok(Err(error)) => Err(error.into()),
        Err(_) => Err(anyhow::anyhow!("the request did not arrive in time")),
    };
    let (done, failed) = match request {
        Ok(request) => {
            let done = house.lock().await.perform(&request).await;
            tracing::info!(action = request.name(), done = done.is_ok(), "an operator acted");
            (done, None)
        }
        Err(error) => (Err(anyhow::anyhow!("{error}")), Some(error)),
    };
    let answer = match done {
        Ok(output) => Answer { output, error: Vec::new() },
        Err(error) => Answer { output: String::new(), error: error.chain().map(ToString::to_string).collect() },
    };
    let told = timeout(TIME_FOR_A_LINE, tell(&mut stream, &answer)).await.map_err(|_| io::Error::from(io::ErrorKind::TimedOut));
    match failed {
        Some(error) => Err(error),
        None => Ok(told.flatten()?),
    }
}

/// Whoever the server itself is, and whoever may do everything here anyway.
fn is_operator(user: u32) -> bool {
    user == 0 || user == rustix::process::geteuid().as_raw()
}

/// One line, without its end.
async fn line(stream: &mut UnixStream) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    BufReader::new(stream.take(MOST_BYTES)).read_until(b'\n', &mut line).await?;
    // What is cut off ends without the line's end, too.
    if line.pop_if(|last| *last == b'\n').is_none() {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "the line has no end, or is too long"));
    }
    Ok(line)
}

async fn tell(stream: &mut UnixStream, what: &impl Serialize) -> io::Result<()> {
    let mut bytes = serde_json::to_vec(what).map_err(io::Error::other)?;
    bytes.push(b'\n');
    stream.write_all(&bytes).await?;
    stream.flush().await
}

/// A server that listens to its operator.
pub(crate) struct Connection(UnixStream);

impl Connection {
    /// Reaches the server of a data directory. None where nobody listens: it has just begun, is about to end, or does not listen at all.
    pub(crate) async fn open(folder: &Path) -> Result<Option<Self>> {
        let address = Address::in_folder(folder)?;
        let stream = match UnixStream::connect(&address.path).await {
            Ok(stream) => stream,
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused) => return Ok(None),
            Err(error) => return Err(error).with_context(|| folder.join(NAME).display().to_string()),
        };
        // In a folder that others can write to, somebody could listen in the server's place, for a password.
        let (server, owner) = (stream.peer_cred()?.uid(), std::fs::metadata(folder)?.uid());
        if server != owner && server != rustix::process::geteuid().as_raw() {
            bail!(
                "user {server} listens at {}, whose owner is user {owner}: run this as the user of the server",
                folder.join(NAME).display()
            );
        }
        Ok(Some(Self(stream)))
    }

    /// Has it done; what there is to print.
    pub(crate) async fn ask(mut self, request: &Request) -> Result<String> {
        let unanswered = "the server ended, or did not answer; look with `user list` whether it was done";
        let conversation = async {
            tell(&mut self.0, request).await?;
            line(&mut self.0).await
        };
        let line = timeout(TIME_FOR_THE_ANSWER, conversation).await.context(unanswered)?.context(unanswered)?;
        let Answer { output, error } = serde_json::from_slice(&line).context(unanswered)?;
        // As the command would have said it itself: the innermost reason, and around it the others.
        let mut reasons = error.into_iter().rev();
        match reasons.next() {
            None => Ok(output),
            Some(innermost) => Err(reasons.fold(anyhow::Error::msg(innermost), anyhow::Error::context)),
        }
    }
}
