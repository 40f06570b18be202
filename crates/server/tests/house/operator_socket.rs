//! The operator acts on a running house, by the socket in its data directory.

use std::io::{Read as _, Write as _};
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use chabudai_testkit::{Answer, Outcome, Place, Server};
use serde_json::{Value, json};

use crate::closet::text;
use crate::place;
use crate::visitor::Visitor;

const EMAIL: &str = "hana@example.org";
const NEIGHBOUR: &str = "taro@example.org";
const PASSWORD: &str = "正しい馬の電池とホッチキス";
const ANOTHER: &str = "another horse, another battery";

fn socket(place: &Place) -> PathBuf {
    place.data().join("operator.sock")
}

fn mode(path: &Path) -> u32 {
    std::fs::symlink_metadata(path).unwrap().permissions().mode() & 0o7777
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

fn sign_in(server: &Server, email: &str, password: &str) -> Answer {
    server.post("/okusuri/v1/auth/sign-in", &json!({ "email": email, "password": password }))
}

fn token(server: &Server, email: &str, password: &str) -> String {
    text(&sign_in(server, email, password).expect(200).json()["token"])
}

fn session(server: &Server, token: &str) -> Answer {
    server.ask("GET", "/okusuri/v1/auth/session").header("authorization", &format!("Bearer {token}")).send()
}

/// What a command printed, where, and how it ended.
type Told = (Option<i32>, String, String);

fn told(outcome: Outcome) -> Told {
    // Where backtraces are switched on, they differ.
    let error = outcome.error.split("\n\nStack backtrace:").next().unwrap_or_default().trim_end().to_owned();
    (outcome.code, outcome.output, error)
}

/// A command whose password comes from a file, as it should.
fn with_password(place: &Place, arguments: &[&str], password: &str) -> Told {
    let file = place.beside("a password");
    std::fs::write(&file, format!("{password}\n")).unwrap();
    told(place.run(&[arguments, &["--password-file", file.to_str().unwrap()]].concat()))
}

/// Everything that an operator does about somebody, right and wrong. `signs_in` is somebody at two devices.
fn everything(place: &Place, signs_in: impl Fn(&str) -> Vec<String>, are_out: impl Fn(&[String])) -> Vec<Told> {
    let run = |arguments: &[&str]| told(place.run(&[&["user"], arguments].concat()));
    let mut out = vec![
        with_password(place, &["user", "add", "--email", " Hana@Example.org", "--name", "花子"], PASSWORD),
        with_password(place, &["user", "add", "--email", EMAIL, "--name", "花子"], PASSWORD),
        with_password(place, &["user", "add", "--email", "nonsense", "--name", "花子"], PASSWORD),
        with_password(place, &["user", "add", "--email", "x@example.org", "--name", " "], PASSWORD),
        with_password(place, &["user", "add", "--email", "x@example.org", "--name", "x"], "short"),
    ];
    let before = signs_in(PASSWORD);
    out.push(with_password(place, &["user", "passwd", "--email", EMAIL], "short"));
    out.push(with_password(place, &["user", "passwd", "--email", EMAIL], ANOTHER));
    are_out(&before);
    let before = signs_in(ANOTHER);
    out.push(run(&["revoke", "--email", EMAIL]));
    are_out(&before);
    let before = signs_in(ANOTHER);
    out.push(run(&["delete", "--email", EMAIL]));
    are_out(&before);
    out.extend(["revoke", "delete"].map(|action| run(&[action, "--email", EMAIL])));
    out.push(with_password(place, &["user", "passwd", "--email", EMAIL], PASSWORD));
    out.push(run(&["revoke", "--email", "nonsense"]));
    out.push(run(&["role", "--email", EMAIL, "operator"]));
    out
}

#[test]
fn an_operator_acts_beside_a_server_under_load_as_without_one() {
    let alone = place::embedded();
    let at_two = |server: &Server, password: &str| vec![token(server, EMAIL, password), token(server, EMAIL, password)];
    let are_out = |server: &Server, tokens: &[String]| {
        for token in tokens {
            session(server, token).problem(401, "identity.not_signed_in", None);
        }
    };
    let stopped = everything(&alone, |password| at_two(&alone.start(&[]), password), |tokens| are_out(&alone.start(&[]), tokens));
    let codes: Vec<_> = stopped.iter().map(|(code, ..)| code.expect("a code")).collect();
    assert_eq!(codes, [0, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1], "{stopped:?}");

    let house = place::embedded();
    place::add_person(&house, NEIGHBOUR, "太郎", PASSWORD);
    let server = house.start(&[]);
    let (over, answers) = (AtomicBool::new(false), AtomicUsize::new(0));
    let beside = std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !over.load(Ordering::SeqCst) {
                    let token = token(&server, NEIGHBOUR, PASSWORD);
                    for _ in 0..20 {
                        session(&server, &token).expect(200);
                        answers.fetch_add(1, Ordering::SeqCst);
                    }
                }
            });
        }
        // At once: nobody remembers a session that has ended.
        let beside = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            everything(&house, |password| at_two(&server, password), |tokens| are_out(&server, tokens))
        }));
        over.store(true, Ordering::SeqCst);
        beside.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    assert_eq!(beside, stopped);
    assert!(answers.load(Ordering::SeqCst) > 20, "there was load");

    // A password that is made is said here, and is the one that opens.
    let made = house.run(&["user", "add", "--email", EMAIL, "--name", "花子"]).succeeded();
    let password = made.output.trim_end().rsplit(' ').next().expect("a password").to_owned();
    assert!(made.output.starts_with("hana@example.org may sign in\nTheir password, ") && password.len() == 19, "{made:?}");
    sign_in(&server, EMAIL, &password).expect(200);
    let (output, log) = server.stop();
    assert!(log.contains("an operator acted") && log.contains("passwd"), "{log}");
    for secret in [EMAIL, PASSWORD, ANOTHER, &password, "short", "花子"] {
        assert!(!log.contains(secret) && !output.contains(secret), "{secret} is nobody's business");
    }
}

#[test]
fn a_socket_that_a_crash_left_is_replaced_by_who_has_the_directory() {
    let place = place::embedded();
    let mut server = place.start(&[]);
    server.kill();
    server.wait(Duration::from_secs(10));
    assert!(socket(&place).exists(), "nobody was there to remove it");
    // Without a server the command does it itself, and does not mind the file.
    place::add_person(&place, EMAIL, "花子", PASSWORD);
    let server = place.start(&[]);
    place::add_person(&place, NEIGHBOUR, "太郎", PASSWORD);
    sign_in(&server, NEIGHBOUR, PASSWORD).expect(200);
    // A second server has neither the data nor the socket.
    place.try_start(&[]).expect_err("the data is in use").refused("is in use by another server");
    place.run(&["user", "revoke", "--email", NEIGHBOUR]).succeeded();
    server.stop();
    assert!(!socket(&place).exists(), "it is gone with its server");

    // What is no socket is not ours to remove: the house stands, and its operator is told.
    std::fs::write(socket(&place), "a letter").unwrap();
    let server = place.start(&[]);
    assert!(server.logs("is there and is no socket"), "{}", server.log());
    place
        .run(&["user", "revoke", "--email", EMAIL])
        .refused("in use by another server, which does not listen to its operator; stop it first");
    server.stop();
    assert_eq!(std::fs::read_to_string(socket(&place)).unwrap(), "a letter");
}

#[test]
fn a_command_waits_for_a_server_that_comes_or_goes() {
    let place = place::embedded();
    place::add_person(&place, EMAIL, "花子", PASSWORD);
    // Whoever has connected is heard to the end, although the door is shut.
    let mut server = place.start(&[]);
    let request = json!({ "action": "revoke", "email": EMAIL }).to_string() + "\n";
    let mut stream = UnixStream::connect(socket(&place)).unwrap();
    stream.write_all(&request.as_bytes()[..10]).unwrap();
    server.terminate();
    let deadline = Instant::now() + Duration::from_secs(3);
    while socket(&place).exists() {
        assert!(Instant::now() < deadline, "the socket goes first");
        std::thread::sleep(Duration::from_millis(5));
    }
    stream.write_all(&request.as_bytes()[10..]).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("is signed out everywhere: 0 sessions ended"), "{answer}");
    assert_eq!(server.wait(Duration::from_secs(20)).code(), Some(0));
    for _ in 0..5 {
        let mut server = place.start(&[]);
        let running: Vec<_> = (0..4)
            .map(|_| place.program(&["user", "revoke", "--email", EMAIL]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
            .collect();
        std::thread::sleep(Duration::from_millis(fastrand::u64(0..60)));
        server.terminate();
        assert_eq!(server.wait(Duration::from_secs(20)).code(), Some(0));
        for one in running {
            let done = one.wait_with_output().unwrap();
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        }
    }
}

#[test]
fn only_the_owner_of_the_folder_reaches_it() {
    let place = place::embedded();
    let program = place.program(&["serve", "--listen", "127.0.0.1:0"]);
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "umask 0000 && exec \"$0\" \"$@\""]).arg(program.get_program()).args(program.get_args());
    let server = Server::start(&mut command, "127.0.0.1:0".parse().unwrap()).expect("it starts");
    assert!(std::fs::symlink_metadata(socket(&place)).unwrap().file_type().is_socket());
    assert_eq!((mode(&socket(&place)), mode(&place.data())), (0o600, 0o700), "whatever the umask");
    place::add_person(&place, EMAIL, "花子", PASSWORD);
    let here = token(&server, EMAIL, PASSWORD);

    // Only root becomes somebody else.
    if !is_root() {
        eprintln!("left out: nobody else can be played here");
        return;
    }
    let as_nobody = || Outcome::of(place.program(&["user", "delete", "--email", EMAIL]).uid(65_534).gid(65_534));
    set_mode(&place.beside(""), 0o755);
    as_nobody().refused("Permission denied");
    // By mistake, step by step: the folder, the lock, the socket. The server itself still asks who it is.
    set_mode(&place.data(), 0o755);
    as_nobody().refused("Permission denied");
    set_mode(&place.data().join(".lock"), 0o666);
    as_nobody().refused("Permission denied");
    set_mode(&socket(&place), 0o666);
    as_nobody().refused("the server ended, or did not answer");
    session(&server, &here).expect(200);
    let (_, log) = server.stop();
    assert!(log.contains("user 65534 is not whom this server belongs to"), "{log}");

    // And the command asks who listens, before it says a password.
    set_mode(&place.data(), 0o777);
    let mut impostor = std::process::Command::new("python3");
    let script = "import fcntl, socket, sys\n\
        lock = open(sys.argv[1] + '/.lock', 'w'); fcntl.flock(lock, fcntl.LOCK_EX)\n\
        s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1] + '/operator.sock'); s.listen()\n\
        print('listening', flush=True)\n\
        print('heard', s.accept()[0].recv(1000), flush=True)\n";
    impostor.args(["-c", script]).arg(place.data()).uid(65_534).gid(65_534).stdout(Stdio::piped());
    let mut impostor = impostor.spawn().unwrap();
    let mut said = [0; 10];
    impostor.stdout.as_mut().unwrap().read_exact(&mut said).unwrap();
    let (code, _, error) = with_password(&place, &["user", "passwd", "--email", EMAIL], ANOTHER);
    assert!(code == Some(1) && error.contains("user 65534 listens at"), "{error}");
    let heard = impostor.wait_with_output().unwrap().stdout;
    assert_eq!(String::from_utf8_lossy(&heard), "heard b''\n");
}

fn is_root() -> bool {
    let id = std::process::Command::new("id").arg("-u").output().expect("there is `id`");
    id.stdout == b"0\n"
}

/// Sends bytes as they are, and reads until the server has nothing more to say.
fn say(place: &Place, bytes: &[u8]) -> (String, Duration) {
    let mut stream = UnixStream::connect(socket(place)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let start = Instant::now();
    // Who says too much may not be heard to the end.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    if let Err(error) = stream.read_to_end(&mut answer) {
        assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset, "it ends: {error}");
    }
    (String::from_utf8(answer).unwrap(), start.elapsed())
}

#[test]
fn nonsense_does_no_harm() {
    let place = place::embedded();
    let server = place.start(&[]);
    place::add_person(&place, EMAIL, "花子", PASSWORD);
    let here = token(&server, EMAIL, PASSWORD);
    let secret = "a password that nobody repeats";
    let wrong = [
        "\n".to_owned(),
        "garbage\n".to_owned(),
        "GET / HTTP/1.1\r\n\r\n".to_owned(),
        "[]\n".to_owned(),
        "{}\n".to_owned(),
        json!({ "action": "dance", "email": EMAIL }).to_string() + "\n",
        json!({ "action": "delete" }).to_string() + "\n",
        json!({ "action": "delete", "email": [EMAIL] }).to_string() + "\n",
        json!({ "action": "delete", "email": EMAIL, "password": secret }).to_string() + "\n",
        json!({ "action": "passwd", "email": EMAIL, "password": [secret] }).to_string() + "\n",
        json!({ "action": "delete", "email": EMAIL }).to_string() + " \0\n",
        "[".repeat(60_000) + "\n",
        // Two at once are none.
        json!({ "action": "delete", "email": EMAIL }).to_string() + &json!({ "action": "delete", "email": EMAIL }).to_string() + "\n",
    ];
    for request in &wrong {
        let (answer, _) = say(&place, request.as_bytes());
        let answer: Value = serde_json::from_str(&answer).unwrap_or_else(|_| panic!("{request:.100} {answer:?}"));
        assert_eq!(answer, json!({ "output": "", "error": ["this is nothing that an operator can ask for"] }), "{request:.100}");
    }
    // So much and no more, whether it ever ends or not.
    for request in
        ["x".repeat(5 << 20), "x".repeat(5 << 20) + "\n", json!({ "action": "delete", "email": "x".repeat(70_000) }).to_string() + "\n"]
    {
        let (answer, time) = say(&place, request.as_bytes());
        assert!(answer.is_empty() || answer.contains("too long"), "{answer}");
        assert!(time < Duration::from_secs(4), "{time:?}: nobody waits for the rest");
    }
    // Random bytes, too.
    for _ in 0..200 {
        let bytes: Vec<u8> = (0..fastrand::usize(1..300)).map(|_| fastrand::u8(..)).chain([b'\n']).collect();
        say(&place, &bytes);
    }
    // Half a request is let go, and as many as there are places for keep an operator waiting no longer than that.
    let half = json!({ "action": "delete", "email": EMAIL }).to_string();
    let half_said: Vec<UnixStream> = (0..64)
        .map(|_| {
            let mut stream = UnixStream::connect(socket(&place)).unwrap();
            stream.write_all(half.as_bytes()).unwrap();
            stream
        })
        .collect();
    let start = Instant::now();
    place.run(&["user", "revoke", "--email", "nobody@example.org"]).refused("nobody has the address");
    let waited = start.elapsed();
    assert!((4..15).contains(&waited.as_secs()), "{waited:?}");
    let (answer, waited) = say(&place, half.as_bytes());
    assert!(answer.contains("did not arrive in time") && (4..15).contains(&waited.as_secs()), "{answer} {waited:?}");
    drop(half_said);
    // Who goes away in the middle has said nothing.
    drop(UnixStream::connect(socket(&place)).unwrap());
    session(&server, &here).expect(200);
    let start = Instant::now();
    let (_, log) = server.stop();
    assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
    assert!(!log.contains(secret) && !log.contains(EMAIL) && !log.contains("panic"), "{log}");
}

#[test]
fn of_sixty_four_who_are_added_with_one_address_one_is() {
    let place = place::embedded();
    let server = place.start(&[]);
    let file = place.beside("password");
    std::fs::write(&file, PASSWORD).unwrap();
    let arguments = ["user", "add", "--email", EMAIL, "--name", "花子", "--password-file", file.to_str().unwrap()];
    let running: Vec<_> =
        (0..64).map(|_| place.program(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()).collect();
    let mut added = 0;
    for one in running {
        let done = one.wait_with_output().unwrap();
        if done.status.success() {
            added += 1;
        } else {
            let error = String::from_utf8(done.stderr).unwrap();
            assert!(error.contains("belongs to somebody already"), "{error}");
        }
    }
    assert_eq!(added, 1);
    sign_in(&server, EMAIL, PASSWORD).expect(200);
    server.stop();
    place.run(&["check", "okusuri"]).succeeded();
}

#[test]
fn a_folder_with_a_long_path_has_its_socket_too() {
    let place = place::embedded();
    let data = place.beside(&"長い名前の棚".repeat(5)).join(&*"x".repeat(200)).join("data");
    let program = |arguments: &[&str]| {
        let mut command = place::bare_program();
        command.args(arguments).arg("--data").arg(&data);
        command
    };
    let start = || Server::start(&mut program(&["serve", "--listen", "127.0.0.1:0"]), "127.0.0.1:0".parse().unwrap()).expect("it starts");
    let mut server = start();
    server.kill();
    server.wait(Duration::from_secs(10));
    let server = start();
    let added = Outcome::of(&mut program(&["user", "add", "--email", EMAIL, "--name", "花子", "--password", PASSWORD])).succeeded();
    assert_eq!(added.output, format!("{EMAIL} may sign in\n"));
    assert_eq!(mode(&data.join("operator.sock")), 0o600);
    sign_in(&server, EMAIL, PASSWORD).expect(200);
    server.stop();
    assert!(!data.join("operator.sock").exists());
}

#[test]
fn people_are_looked_after_whichever_apps_there_are() {
    let place = place::embedded();
    let server = place.start(&["--apps", "wardrobe"]);
    place.run(&["user", "add", "--email", EMAIL, "--name", "花子", "--password", PASSWORD]).succeeded();
    let listed = place.run(&["user", "list"]).succeeded().output;
    assert!(listed.contains("\toperator\t"), "the first one looks after the house: {listed}");
    let link = place.run(&["user", "invite", "--base-url", &server.public_url]).succeeded().output;
    let path = link.trim().strip_prefix(&server.public_url).expect("a link of this house").to_owned();
    let taro = Visitor::of(&server);
    let form = taro.get(&path).expect(200).text();
    assert!(form.contains("invited"), "{form}");
    let secret = path.split_once("invite=").expect("what the link carries").1;
    let fields = [("name", "太郎"), ("email", "taro@example.org"), ("password", PASSWORD), ("invite", secret)];
    assert_eq!(taro.sends(&path, "/join", &fields).expect(303).header("location"), Some("/"));
    // Once, and told so before a form is filled in for nothing.
    Visitor::of(&server).get(&path).expect(403);
    place.run(&["user", "role", "--email", "taro@example.org", "operator"]).succeeded();
    place.run(&["user", "role", "--email", EMAIL, "member"]).succeeded();
    let roles = place.run(&["user", "list"]).succeeded().output;
    assert!(roles.contains(&format!("\tmember\t{EMAIL}")) && roles.contains("\toperator\ttaro@example.org"), "{roles}");
}
