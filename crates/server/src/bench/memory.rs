//! How much memory a process holds, as Linux counts it.

use std::fmt;

/// Memory in kilobytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Memory {
    /// All that is resident.
    whole: u64,
    /// What the process made itself: allocations, stacks, corrected addresses. Nobody else can use it.
    anonymous: u64,
    /// Pages of the program and its libraries: the system takes them back when it needs them, and reads them again.
    file: u64,
}

impl Memory {
    /// What a process holds now. None where the system does not tell.
    pub(super) fn of(process: u32) -> Option<Self> {
        Self::read(&std::fs::read_to_string(format!("/proc/{process}/status")).ok()?)
    }

    fn read(status: &str) -> Option<Self> {
        let of = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix(" kB")?.parse().ok());
        Some(Self { whole: of("VmRSS:")?, anonymous: of("RssAnon:")?, file: of("RssFile:")? })
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let megabytes = |kilobytes: u64| kilobytes as f64 / 1024.0;
        let [whole, anonymous, file] = [self.whole, self.anonymous, self.file].map(megabytes);
        write!(f, "{whole:.1} MB, {anonymous:.1} anonymous and {file:.1} of files")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anonymous_and_file_memory_are_told_apart() {
        let status =
            "Name:\tchabudai\nVmHWM:\t   99999 kB\nVmRSS:\t   43008 kB\nRssAnon:\t   22528 kB\nRssFile:\t   20480 kB\nRssShmem:\t 0 kB\n";
        assert_eq!(Memory::read(status).unwrap().to_string(), "42.0 MB, 22.0 anonymous and 20.0 of files");
        assert_eq!(Memory::read("Name:\tchabudai\n"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_can_look_at_itself() {
        let Memory { whole, anonymous, file } = Memory::of(std::process::id()).expect("Linux tells");
        assert!(anonymous > 0 && file > 0 && whole >= anonymous + file, "{whole} {anonymous} {file}");
    }
}
