//! Power cuts at random moments, with several apps under load in one server: what was acknowledged is there afterwards, and happened once.

mod kitchen; // two who write in one kitchen
mod wardrobe; // wardrobes that are worn and tidied

use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use chabudai_kernel::design::Design;
use chabudai_store_embedded::{DataDirectory, EmbeddedStore};
use chabudai_testkit::{Answer, Ask, Server};

use crate::place;

/// What a client knows about one thing after its requests were answered, or not.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Known<T> {
    /// The last request was answered.
    Is(T),
    /// The last request was under way when the server died: it was carried out, or it was not.
    Either(T, T),
}

impl<T: Clone + PartialEq + Debug> Known<T> {
    fn allows(&self, seen: &T) -> bool {
        match self {
            Self::Is(value) => value == seen,
            Self::Either(before, after) => before == seen || after == seen,
        }
    }

    fn last(&self) -> &T {
        match self {
            Self::Is(value) | Self::Either(value, _) => value,
        }
    }

    /// What the server says is something that can be so, and is so from now on.
    #[track_caller]
    fn settle(&mut self, what: &str, seen: T) {
        assert!(self.allows(&seen), "{what}: {seen:?}, but {self:?}");
        *self = Self::Is(seen);
    }
}

/// A server that is about to die, as a client sees it.
#[derive(Clone, Copy)]
struct Shift<'a> {
    server: &'a Server,
    over: &'a AtomicBool,
    acknowledged: &'a AtomicUsize,
}

impl Shift<'_> {
    fn goes_on(&self) -> bool {
        !self.over.load(Ordering::Relaxed)
    }

    /// Sends a request; `None` when the server died over it.
    #[track_caller]
    #[expect(clippy::unused_self, reason = "who is on a shift asks; nobody else does")]
    fn ask(&self, ask: Ask) -> Option<Answer> {
        let answer = ask.try_send().ok()?;
        assert!(answer.status < 500, "{} {}", answer.status, answer.text());
        Some(answer)
    }

    fn count(&self) {
        self.acknowledged.fetch_add(1, Ordering::Relaxed);
    }
}

/// Clients that write at the same time, and remember what they were told.
trait Clients: Sync {
    fn count(&self) -> usize;

    /// What one of them does until the server dies.
    fn write(&self, number: usize, shift: Shift<'_>);

    /// Compares what the next server says with what was acknowledged, and takes over what was open.
    fn settle(&self, server: &Server);

    /// Whose data it is, and how the line begins that a look at it ends with.
    fn checked(&self) -> (&'static Design, String);
}

/// Lets the clients loose on a server and pulls the plug. How many of their writes were acknowledged.
fn until_it_dies(server: &Server, all: &[Box<dyn Clients>]) -> Vec<usize> {
    let over = AtomicBool::new(false);
    let acknowledged: Vec<AtomicUsize> = all.iter().map(|_| AtomicUsize::new(0)).collect();
    thread::scope(|scope| {
        for (clients, acknowledged) in all.iter().zip(&acknowledged) {
            let shift = Shift { server, over: &over, acknowledged };
            for number in 0..clients.count() {
                scope.spawn(move || clients.write(number, shift));
            }
        }
        thread::sleep(Duration::from_micros(fastrand::u64(20_000..400_000)));
        server.kill();
        over.store(true, Ordering::Relaxed);
    });
    acknowledged.into_iter().map(AtomicUsize::into_inner).collect()
}

#[test]
fn nothing_acknowledged_is_lost_in_a_power_cut() {
    let cuts: usize = std::env::var("CHABUDAI_CRASHES").ok().map_or(50, |count| count.parse().expect("CHABUDAI_CRASHES is a number"));
    let place = place::embedded();
    kitchen::add_people(&place);
    let start = || place.start(&["--log", "warn", "--rate-per-address", "0"]);
    let mut server = start();
    let all: Vec<Box<dyn Clients>> = vec![Box::new(wardrobe::Wardrobes::make(&server)), Box::new(kitchen::Kitchen::make(&server))];
    let mut acknowledged = vec![0; all.len()];
    for cut in 1..=cuts {
        let more = until_it_dies(&server, &all);
        acknowledged.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        drop(server);
        server = start();
        for clients in &all {
            clients.settle(&server);
        }
        let checked = place.run(&["check"]).succeeded();
        for (_, line) in all.iter().map(|clients| clients.checked()) {
            assert!(checked.output.lines().any(|said| said.starts_with(&line)), "after cut {cut}: {checked:?}");
        }
        // A job that was under way begins anew, and says so.
        let log = server.log();
        let warned: Vec<&str> = log.lines().filter(|line| !line.contains("a run was cut off: it begins anew")).collect();
        assert!(warned.is_empty(), "nothing else to warn of: {warned:?}");
    }
    server.stop();
    for (design, _) in all.iter().map(|clients| clients.checked()) {
        let store = EmbeddedStore::open_to_read(&DataDirectory::file_of(&place.data(), design.app), design.tables).unwrap();
        assert_eq!(store.check().unwrap(), Vec::<String>::new(), "every index entry has its item, and back");
    }
    println!("{acknowledged:?} writes acknowledged over {cuts} power cuts");
    assert!(acknowledged.iter().all(|count| *count > cuts), "the load was no load: {acknowledged:?}");
}
