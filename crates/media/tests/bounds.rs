//! What one upload may cost: memory and time, whatever is sent. A test program of its own, because it measures the whole process.

#![cfg(target_os = "linux")]

mod uploads;

use std::fs;
use std::process::Command;
use std::time::Duration;

use bytes::Bytes;
use chabudai_media::Pictures;
use uploads::MORNING;
use uploads::bombs::{
    FULL, TELEPHONE, animation_frame, app_segments, baseline, canvas, component_by_component, crumbs_of_xmp, lossless, png, png_chunk,
    progressive, riff_chunk, webp, zlib_of_zeros,
};

/// The memory that one picture may take, its upload included.
const MEMORY: u64 = 120_000_000;
/// The time of a processor. The decoders of PNG and WebP are not optimised in debug builds, and take several times as long there.
const TIME: Duration = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 3 });

type Outcome = Result<(), &'static str>;

/// Names the upload to the process that takes it in.
const UPLOAD: &str = "CHABUDAI_TEST_UPLOAD";

/// A line of the process's own status, in bytes.
fn status(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("the status of this process");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("the line is there");
    line.trim_matches([':', '\t', ' ']).trim_end_matches(" kB").trim().parse::<u64>().expect("a number") * 1024
}

/// The time that processors have spent on this process, in hundredths of a second: see proc_pid_stat(5).
fn processor_time() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").expect("the status of this process");
    let fields = stat.rsplit(") ").next().expect("fields behind the name").split(' ');
    Duration::from_millis(fields.skip(11).take(2).map(|ticks| ticks.parse::<u64>().expect("a number") * 10).sum())
}

/// Takes in the one upload that the environment names, and writes down what came of it. Not a test by itself.
#[tokio::test]
#[ignore = "it is what the other test starts"]
async fn one_upload() {
    let Ok(path) = std::env::var(UPLOAD) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let pictures = Pictures::folder(folder.path()).expect("it opens");
    // What is there once for all pictures is not counted.
    pictures.add(uploads::jpeg(64, 64), MORNING).await.expect("it is taken in");
    // Forgets the highest mark so far; see proc_pid_clear_refs(5).
    fs::write("/proc/self/clear_refs", "5").expect("the mark is reset");
    let before = status("VmRSS");
    let upload = Bytes::from(fs::read(&path).expect("the upload"));
    let start = processor_time();
    let outcome = pictures.add(upload, MORNING).await.map_or_else(|error| error.code(), |_| "");
    let (time, memory) = (processor_time().saturating_sub(start), status("VmHWM").saturating_sub(before));
    fs::write(path, format!("{outcome} {memory} {}", time.as_millis())).expect("the result is written");
}

/// Takes in an upload in a process of its own: an allocator keeps what it got, so a second one would seem cheaper. Says how it ended,
/// the most memory it took, and how long.
fn measured(upload: &Bytes) -> (String, u64, Duration) {
    let file = tempfile::NamedTempFile::new().expect("a file");
    fs::write(file.path(), upload).expect("the upload is written");
    let mut alone = Command::new(std::env::current_exe().expect("this program"));
    let ended = alone.args(["--exact", "one_upload", "--ignored"]).env(UPLOAD, file.path()).output().expect("it runs");
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    let told = fs::read_to_string(file.path()).expect("a result");
    let [outcome, memory, time] = told.split(' ').collect::<Vec<_>>()[..] else { panic!("not a result: {told}") };
    (outcome.to_owned(), memory.parse().expect("bytes"), Duration::from_millis(time.parse().expect("milliseconds")))
}

fn text_chunks() -> Vec<u8> {
    let inside = [&b"Comment\0\0"[..], &zlib_of_zeros(400_000_000)].concat();
    let plain = [&b"Comment\0"[..], &vec![b'x'; 3_000_000]].concat();
    [png_chunk(*b"zTXt", &inside), png_chunk(*b"tEXt", &plain), png_chunk(*b"prVt", &plain)].concat()
}

fn profile_chunk() -> Vec<u8> {
    png_chunk(*b"iCCP", &[&b"a profile\0\0"[..], &zlib_of_zeros(1_000_000_000)].concat())
}

const FINE: Outcome = Ok(());
const TOO_MANY_PIXELS: Outcome = Err("media.too_many_pixels");
const TOO_HEAVY: Outcome = Err("media.too_heavy");
const TOO_MANY_SCANS: Outcome = Err("media.too_many_scans");

fn pngs() -> Vec<(&'static str, Bytes, Outcome)> {
    vec![
        ("a PNG of one long line", png(51_200_000, 1, (8, 2), false, &[], 0), TOO_MANY_PIXELS),
        ("a PNG of one tall column", png(1, 51_200_000, (1, 0), false, &[], 0), TOO_MANY_PIXELS),
        ("a PNG of 50 megapixels", png(8160, 6144, (8, 2), false, &[], 0), TOO_MANY_PIXELS),
        ("a PNG of 24 megapixels", png(6000, 4000, (8, 2), false, &[], 0), FINE),
        ("an interlaced PNG of 24 megapixels with 16 bits a channel", png(6000, 4000, (16, 6), true, &[], 0), FINE),
        ("an interlaced PNG of one bit a pixel", png(6000, 4000, (1, 0), true, &[], 0), FINE),
        ("a PNG of the longest side", png(16_384, 1600, (16, 6), false, &[], 0), FINE),
        ("a PNG with a library of texts", png(6000, 4000, (8, 6), false, &text_chunks(), 0), FINE),
        ("a PNG with a profile of a gigabyte", png(6000, 4000, (8, 2), false, &profile_chunk(), 0), FINE),
        ("a PNG that goes on after its last line", png(16, 16, (8, 2), false, &[], 1_500_000_000), FINE),
    ]
}

fn jpegs() -> Vec<(&'static str, Bytes, Outcome)> {
    let profile = app_segments(0xE2, |index| [b"ICC_PROFILE\0", &[index as u8 + 1, 160][..]].concat(), 160);
    let notes = app_segments(0xE1, |_| b"Exif\0\0MM\0\x2A".to_vec(), 160);
    vec![
        ("a JPEG of 12 megapixels", baseline((4032, 3024), &TELEPHONE, &[]), FINE),
        ("a JPEG of 24 megapixels", baseline((6000, 4000), &TELEPHONE, &[]), FINE),
        ("a JPEG of 24 megapixels, chroma in full", baseline((5712, 4284), &FULL, &[]), FINE),
        ("a JPEG of as many pixels as may be", baseline((6000, 4500), &TELEPHONE, &[]), FINE),
        ("a JPEG of 144 megapixels", baseline((12_000, 12_000), &TELEPHONE, &[]), TOO_MANY_PIXELS),
        ("a JPEG of 65500 pixels in a line", baseline((65_500, 8), &TELEPHONE, &[]), TOO_MANY_PIXELS),
        ("a JPEG of a printer", baseline((6000, 4000), &[0x11; 4], &[]), FINE),
        ("a JPEG with a profile of 9 MB", baseline((6000, 4000), &TELEPHONE, &profile), FINE),
        ("a JPEG with notes of 9 MB", baseline((6000, 4000), &TELEPHONE, &notes), FINE),
        ("a JPEG with crumbs of XMP", baseline((64, 64), &TELEPHONE, &crumbs_of_xmp(120_000)), FINE),
        ("a JPEG component by component", component_by_component((3000, 2000)), FINE),
        ("a large JPEG component by component", component_by_component((6000, 4000)), TOO_HEAVY),
        ("a progressive JPEG of 12 megapixels", progressive((4032, 3024), &TELEPHONE, 12), FINE),
        ("a progressive JPEG of 24 megapixels", progressive((6000, 4000), &TELEPHONE, 12), TOO_HEAVY),
        ("a progressive JPEG of as many scans as may be", progressive((4032, 3024), &TELEPHONE, 31), FINE),
        ("a progressive JPEG of 4000 scans", progressive((4032, 3024), &TELEPHONE, 4000), TOO_MANY_SCANS),
        ("a progressive JPEG of 100 megapixels", progressive((12_000, 8400), &TELEPHONE, 1), TOO_MANY_PIXELS),
    ]
}

fn webps() -> Vec<(&'static str, Bytes, Outcome)> {
    let still = |width, height, with_alpha, groups| riff_chunk(*b"VP8L", &lossless(width, height, with_alpha, groups));
    let frame = animation_frame(640, 480, &still(640, 480, true, 0));
    let start = riff_chunk(*b"ANIM", &[0; 6]);
    let moving: Vec<_> = [canvas(640, 480, 0b10), start.clone()].into_iter().chain(vec![frame.clone(); 20_000]).collect();
    vec![
        ("a lossless WebP of 12 megapixels", webp(&[still(4032, 3024, false, 0)]), FINE),
        ("a lossless WebP of 20 megapixels", webp(&[still(5472, 3648, true, 0)]), FINE),
        ("a lossless WebP of 24 megapixels without alpha", webp(&[still(6000, 4000, false, 0)]), TOO_HEAVY),
        ("a WebP of 268 megapixels", webp(&[still(16_383, 16_383, false, 0)]), TOO_MANY_PIXELS),
        ("a WebP with sixty thousand trees", webp(&[still(64, 64, true, 60_000)]), TOO_HEAVY),
        ("a WebP on a huge canvas", webp(&[canvas(16_777_216, 255, 0b10), start, frame]), TOO_MANY_PIXELS),
        ("a WebP of 20000 frames", webp(&moving), FINE),
    ]
}

#[test]
fn one_upload_takes_so_much_memory_and_time_and_no_more() {
    let mut faults = Vec::new();
    for uploads in [pngs, jpegs, webps] {
        for (what, upload, expected) in uploads() {
            assert!(upload.len() <= Pictures::MAX_BYTES, "{what} has {} bytes", upload.len());
            let (outcome, memory, time) = measured(&upload);
            eprintln!("{what}: {} bytes, {} MB, {} ms, {outcome:?}", upload.len(), memory / 1_000_000, time.as_millis());
            if memory > MEMORY || time > TIME || outcome != expected.err().unwrap_or_default() {
                faults.push(what);
            }
        }
    }
    assert!(faults.is_empty(), "too much, or another answer: {faults:#?}");
}
