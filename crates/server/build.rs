//! How the program is linked.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let of = |name: &str| std::env::var(name).unwrap_or_default();
    let is_ours = of("CARGO_CFG_TARGET_OS") == "linux" && of("CARGO_CFG_TARGET_ENV") == "gnu" && of("HOST") == of("TARGET");
    // A program that may lie anywhere in memory has a table of every address in it, 24 bytes each, which is read at every start. Packed it is
    // a hundredth of that. The C library has to know the packed form, which it does since 2.36.
    if is_ours && c_library().is_some_and(|version| version >= (2, 36)) {
        println!("cargo::rustc-link-arg-bin=chabudai=-Wl,-z,pack-relative-relocs");
    }
}

/// The version of the C library here, which is the one that the program will run with.
fn c_library() -> Option<(u32, u32)> {
    let said = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?;
    let (major, minor) = std::str::from_utf8(&said.stdout).ok()?.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
