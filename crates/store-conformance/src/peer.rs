//! A DynamoDB engine in its own process, for tests of the driver that speaks to one.
//!
//! `CHABUDAI_TEST_DYNAMODB_ENDPOINT` names another endpoint to test against; then nothing is built or started.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

/// A running engine, empty at first. It ends when this is dropped, and also when the process that started it dies.
#[derive(Debug)]
pub struct Peer {
    endpoint: String,
    process: Option<Child>,
}

impl Peer {
    /// Starts an engine, which is built before if need be.
    pub fn start() -> Self {
        if let Ok(endpoint) = std::env::var("CHABUDAI_TEST_DYNAMODB_ENDPOINT") {
            return Self { endpoint, process: None };
        }
        let mut process =
            Command::new(program()).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the engine that was just built starts");
        let mut port = String::new();
        let output = process.stdout.take().expect("the engine's output is piped");
        BufReader::new(output).read_line(&mut port).expect("the engine says its port");
        let port: u16 = port.trim().parse().expect("the engine's first line is its port");
        Self { endpoint: format!("http://127.0.0.1:{port}"), process: Some(process) }
    }

    /// Where it listens.
    pub fn endpoint(&self) -> &str {
        &self.endpoint
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            // It may have ended by itself; all that counts is that it is gone.
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// The engine's program, built once per process. Processes that build at once wait for each other at cargo's own lock.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/dynamodb-peer");
        let target = folder.join("target");
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = Command::new(cargo);
        build.current_dir(&folder).args(["build", "--quiet", "--locked", "--target-dir"]).arg(&target);
        // The settings of the build around the tests are not meant for this one: they would rebuild it, or put it somewhere else.
        for (name, _) in std::env::vars_os() {
            if name.to_str().is_some_and(is_of_the_outer_build) {
                build.env_remove(name);
            }
        }
        let outcome = build.status().expect("cargo starts");
        assert!(outcome.success(), "the engine in {} does not build", folder.display());
        target.join("debug").join(format!("dynamodb-peer{}", std::env::consts::EXE_SUFFIX))
    })
}

fn is_of_the_outer_build(name: &str) -> bool {
    let outer = ["CARGO_BUILD_", "CARGO_PROFILE_", "CARGO_TARGET_", "CARGO_ENCODED_", "CARGO_PKG_", "CARGO_CFG_"];
    let single = ["RUSTFLAGS", "RUSTDOCFLAGS", "RUSTC_WORKSPACE_WRAPPER", "CARGO_INCREMENTAL", "CARGO_MANIFEST_DIR", "CARGO_MANIFEST_PATH"];
    outer.iter().any(|prefix| name.starts_with(prefix)) || single.contains(&name)
}
