//! Whatever is sent, there is an answer: no panic, no error of ours.

mod uploads;

use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use chabudai_media::{PictureError, Pictures};
use image::{ImageFormat, RgbaImage};
use proptest::prelude::*;
use tempfile::TempDir;
use uploads::bombs::{
    FULL, TELEPHONE, animation_frame, baseline, canvas, component_by_component, lossless, png, progressive, riff_chunk, webp,
};
use uploads::{MORNING, encoded, jpeg, red_and_blue, transparent_png, with_notes_of_a_camera};

struct Home {
    pictures: Pictures,
    runtime: tokio::runtime::Runtime,
    _folder: TempDir,
}

/// Panics on any thread: a decoder's are caught and answered as damage, and would not be noticed here.
static PANICS: AtomicUsize = AtomicUsize::new(0);

static HOME: LazyLock<Home> = LazyLock::new(|| {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        PANICS.fetch_add(1, Ordering::SeqCst);
        before(panic);
    }));
    let folder = tempfile::tempdir().expect("a folder");
    let pictures = Pictures::folder(folder.path()).expect("it opens");
    Home { pictures, runtime: tokio::runtime::Runtime::new().expect("a runtime"), _folder: folder }
});

/// The picture's fault or none; never ours.
fn answers(upload: Vec<u8>) -> Result<(), TestCaseError> {
    let answer = HOME.runtime.block_on(HOME.pictures.prepare(upload.into()));
    prop_assert!(!matches!(answer, Err(PictureError::Unavailable(_) | PictureError::Busy)), "{:?}", answer);
    prop_assert_eq!(PANICS.load(Ordering::SeqCst), 0);
    Ok(())
}

/// One of each kind, whole.
fn whole() -> Vec<Bytes> {
    let still = |with_alpha, groups| riff_chunk(*b"VP8L", &lossless(40, 30, with_alpha, groups));
    let moving = [canvas(40, 30, 0b10), riff_chunk(*b"ANIM", &[0; 6]), animation_frame(40, 30, &still(true, 0))];
    vec![
        jpeg(40, 30),
        with_notes_of_a_camera(&jpeg(40, 30), 6),
        baseline((40, 30), &TELEPHONE, &[]),
        baseline((40, 30), &[0x11; 4], &[]),
        component_by_component((40, 30)),
        progressive((40, 30), &TELEPHONE, 3),
        progressive((40, 30), &FULL, 3),
        transparent_png(),
        png(40, 30, (16, 6), true, &[], 0),
        png(40, 30, (1, 0), true, &[], 0),
        encoded(red_and_blue(40, 30), ImageFormat::WebP),
        encoded(RgbaImage::from_fn(40, 30, |x, y| image::Rgba([x as u8, y as u8, 7, 9])), ImageFormat::WebP),
        webp(&[still(true, 3)]),
        webp(&moving),
    ]
}

#[test]
fn what_is_whole_is_taken_in() {
    for (index, upload) in whole().into_iter().enumerate() {
        let added = HOME.runtime.block_on(HOME.pictures.add(upload, MORNING));
        // Three groups of trees, and not the bits to use them.
        assert!(added.is_ok() || index == 12, "{index}: {added:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_have_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        for head in [&b""[..], b"\xFF\xD8\xFF", b"\x89PNG\r\n\x1a\n", b"RIFF\x40\0\0\0WEBP", b"RIFF\x40\0\0\0WEBPVP8L\x30\0\0\0\x2F"] {
            answers([head, &bytes].concat())?;
        }
    }

    #[test]
    fn a_good_head_with_garbage_behind_it_has_an_answer(at in 0.0..1.0_f64, garbage in prop::collection::vec(any::<u8>(), 0..400)) {
        for upload in whole() {
            let cut = (upload.len() as f64 * at) as usize;
            answers([&upload[..cut], &garbage].concat())?;
            answers([&upload[..cut], &garbage, &upload[cut..]].concat())?;
        }
    }

    #[test]
    fn a_few_wrong_bytes_have_an_answer(wrong in prop::collection::vec((0.0..1.0_f64, any::<u8>()), 1..6)) {
        for upload in whole() {
            let mut upload = upload.to_vec();
            for (at, byte) in &wrong {
                let at = (upload.len() as f64 * at) as usize;
                upload[at] = *byte;
            }
            answers(upload)?;
        }
    }
}
