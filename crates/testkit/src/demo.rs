//! A house with the demo in it. Filling one is a thousand writes, each of them on the disk before the next; so one is filled for each build of
//! the program and each day, and every test gets a copy.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::place::Place;

/// What the filled folders are called, before what tells one from another.
const NAME: &str = "demo-";

impl Place {
    /// The embedded store with the demo in it, as a server that was started with `--demo` has left it. It belongs to the demo only while it is served
    /// with `--demo` again.
    ///
    /// `folder` is where the filled one is kept: `env!("CARGO_TARGET_TMPDIR")`, where the program's tests have room of their own.
    #[track_caller]
    pub fn demo(program: impl Into<PathBuf>, folder: impl AsRef<Path>) -> Self {
        let program = program.into();
        let filled = filled(&program, folder.as_ref()).unwrap_or_else(|error| panic!("no demo in {}: {error}", folder.as_ref().display()));
        Self::new(program).with_data_of(&filled)
    }

    /// The paths of the demo's wardrobes, the Japanese one first. A server tells them when it fills the demo, and not again.
    #[track_caller]
    pub fn demo_wardrobes(&self) -> [String; 2] {
        let kept = std::fs::read_to_string(self.data().join("demo-wardrobe")).expect("the demo was filled here");
        let mut ids = kept.split_whitespace().map(|id| format!("/wardrobe/{id}"));
        [ids.next(), ids.next()].map(|path| path.expect("there are two wardrobes"))
    }
}

/// The folder that was filled by this very program today, by this process or another.
fn filled(program: &Path, folder: &Path) -> io::Result<PathBuf> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let since = |time: SystemTime| time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let built = since(program.metadata()?.modified()?).as_nanos();
    // The demo ends today, and today is Japan's.
    let day = (since(SystemTime::now()) + Duration::from_hours(9)).as_secs() / 86_400;
    let filled = folder.join(format!("{NAME}{built}-{day}"));
    if filled.is_dir() {
        return Ok(filled);
    }
    for earlier in std::fs::read_dir(folder)? {
        let earlier = earlier?;
        if earlier.file_name().to_string_lossy().starts_with(NAME) {
            // Another process may be faster, or may just be reading it; a copy that fails says so.
            let _ = std::fs::remove_dir_all(earlier.path());
        }
    }
    let place = Place::new(program);
    place.start(&["--demo"]).stop();
    // Under its name it is whole. Where another process was faster, theirs is as good.
    let aside = tempfile::tempdir_in(folder)?;
    let whole = aside.path().join("data");
    crate::place::copy(&place.data(), &whole)?;
    std::fs::rename(whole, &filled).or_else(|error| if filled.is_dir() { Ok(()) } else { Err(error) })?;
    Ok(filled)
}
