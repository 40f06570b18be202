//! What may be uploaded, and what becomes of it.

mod uploads;

use bytes::Bytes;
use chabudai_media::{PictureError, PictureId, Pictures, Size};
use image::{GrayImage, ImageFormat, RgbImage};
use tempfile::TempDir;
use uploads::{MORNING, decoded, encoded, is_about, jpeg, png_bomb, red_and_blue, transparent_png, with_notes_of_a_camera};

struct Home {
    pictures: Pictures,
    _folder: TempDir,
}

impl Home {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self { pictures: Pictures::folder(folder.path()).expect("it opens"), _folder: folder }
    }

    async fn kept(&self, id: PictureId, size: Size) -> Bytes {
        self.pictures.get(id, size).await.expect("the folder is there").expect("the picture is there").bytes
    }

    async fn added(&self, upload: Bytes, size: Size) -> RgbImage {
        let id = self.pictures.add(upload, MORNING).await.expect("it is taken in");
        decoded(&self.kept(id, size).await)
    }

    async fn refused(&self, upload: impl Into<Bytes>) -> PictureError {
        self.pictures.add(upload.into(), MORNING).await.expect_err("it is refused")
    }
}

#[tokio::test]
async fn a_picture_comes_in_three_sizes() {
    let home = Home::new();
    let id = home.pictures.add(jpeg(2000, 1000), MORNING).await.expect("it is taken in");
    for (size, dimensions) in [(Size::Small, (160, 80)), (Size::Medium, (640, 320)), (Size::Large, (1600, 800))] {
        let image = decoded(&home.kept(id, size).await);
        assert_eq!(image.dimensions(), dimensions);
        assert!(is_about(*image.get_pixel(dimensions.0 / 4, dimensions.1 / 2), [220, 20, 30]));
        assert!(is_about(*image.get_pixel(dimensions.0 * 3 / 4, dimensions.1 / 2), [20, 40, 200]));
    }
}

#[tokio::test]
async fn no_size_is_an_enlargement() {
    let home = Home::new();
    let id = home.pictures.add(jpeg(200, 100), MORNING).await.expect("it is taken in");
    let mut dimensions = Vec::new();
    for size in Size::ALL {
        dimensions.push(decoded(&home.kept(id, size).await).dimensions());
    }
    assert_eq!(dimensions, [(160, 80), (200, 100), (200, 100)]);
}

#[tokio::test]
async fn a_thread_of_pixels_keeps_one() {
    let home = Home::new();
    assert_eq!(home.added(encoded(red_and_blue(3000, 1), ImageFormat::Png), Size::Small).await.dimensions(), (160, 1));
}

#[tokio::test]
async fn a_picture_held_sideways_stands_upright_and_its_notes_are_gone() {
    let home = Home::new();
    let upload = with_notes_of_a_camera(&jpeg(80, 40), 6);
    assert!(upload.windows(5).any(|bytes| bytes == b"Exif\0") && upload.windows(7).any(|bytes| bytes == b"35.6595"));

    let id = home.pictures.add(upload, MORNING).await.expect("it is taken in");
    for size in Size::ALL {
        let file = home.kept(id, size).await;
        assert!(!file.windows(4).any(|bytes| bytes == b"Exif" || bytes == b"35.6"), "notes are left in {size}");
        assert!(!file.windows(2).any(|bytes| bytes == [0xFF, 0xE1]), "a segment of notes is left in {size}");
        let image = decoded(&file);
        assert_eq!(image.dimensions(), (40, 80));
        // Turned clockwise, the left half is the upper one.
        assert!(is_about(*image.get_pixel(20, 10), [220, 20, 30]));
        assert!(is_about(*image.get_pixel(20, 70), [20, 40, 200]));
    }
}

#[tokio::test]
async fn every_orientation_that_swaps_the_sides_does() {
    let home = Home::new();
    for orientation in 1..=8 {
        let image = home.added(with_notes_of_a_camera(&jpeg(40, 20), orientation), Size::Medium).await;
        assert_eq!(image.dimensions(), if orientation < 5 { (40, 20) } else { (20, 40) }, "orientation {orientation}");
    }
}

#[tokio::test]
async fn transparency_is_laid_on_white() {
    let image = Home::new().added(transparent_png(), Size::Medium).await;
    assert!(is_about(*image.get_pixel(4, 20), [255, 255, 255]));
    assert!(is_about(*image.get_pixel(14, 20), [127, 127, 127]));
    assert!(is_about(*image.get_pixel(32, 20), [10, 160, 60]));
}

#[tokio::test]
async fn webp_and_grey_pictures_are_taken_in() {
    let home = Home::new();
    let image = home.added(encoded(red_and_blue(64, 48), ImageFormat::WebP), Size::Large).await;
    assert_eq!(image.dimensions(), (64, 48));
    assert!(is_about(*image.get_pixel(10, 10), [220, 20, 30]));
    let grey = GrayImage::from_pixel(32, 32, image::Luma([90]));
    for format in [ImageFormat::Png, ImageFormat::Jpeg] {
        assert!(is_about(*home.added(encoded(grey.clone(), format), Size::Large).await.get_pixel(8, 8), [90, 90, 90]));
    }
}

#[tokio::test]
async fn what_opens_into_too_much_is_refused_unopened() {
    assert_eq!(Home::new().refused(png_bomb()).await, PictureError::TooManyPixels);
}

#[tokio::test]
async fn a_file_that_broke_off_is_damaged() {
    let home = Home::new();
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let whole = encoded(red_and_blue(120, 90), format);
        for part in [whole.len() / 2, whole.len() - whole.len() / 10, 40] {
            assert_eq!(home.refused(whole.slice(..part)).await, PictureError::Damaged, "{format:?} of {part} bytes");
        }
    }
}

#[tokio::test]
async fn only_the_content_says_what_a_file_is() {
    let home = Home::new();
    for text in ["holiday.jpg", "GIF89a", "BM", "<svg xmlns='http://www.w3.org/2000/svg'/>", "\0\0\0\x18ftypheic", ""] {
        assert_eq!(home.refused(text).await, PictureError::NotAnImage, "{text:?}");
    }
}

#[tokio::test]
async fn ten_megabytes_are_the_most() {
    let home = Home::new();
    let mut upload = jpeg(40, 20).to_vec();
    // What follows the end of a JPEG is nobody's business: this one has exactly as many bytes as are allowed.
    upload.resize(Pictures::MAX_BYTES, 0);
    assert!(home.pictures.add(upload.clone().into(), MORNING).await.is_ok());
    upload.push(0);
    assert_eq!(home.refused(upload).await, PictureError::TooLarge);
}

#[tokio::test]
async fn what_is_refused_leaves_nothing_behind() {
    use futures::StreamExt as _;
    let home = Home::new();
    home.refused(png_bomb()).await;
    home.refused("holiday.jpg").await;
    assert_eq!(home.pictures.export().count().await, 0);
}

#[tokio::test]
async fn many_uploads_wait_for_their_turn() {
    let home = Home::new();
    let pictures = home.pictures.clone().at_once(1);
    let added = futures::future::join_all((0..6).map(|_| pictures.add(jpeg(64, 64), MORNING))).await;
    let ids: std::collections::BTreeSet<_> = added.into_iter().map(|id| id.expect("it is taken in")).collect();
    assert_eq!(ids.len(), 6);
}

#[tokio::test]
async fn who_comes_when_too_many_wait_is_told_so() {
    let home = Home::new();
    let pictures = home.pictures.clone().at_once(1);
    let upload = jpeg(640, 640);
    let added = futures::future::join_all((0..60).map(|_| pictures.add(upload.clone(), MORNING))).await;
    let (taken, refused): (Vec<_>, Vec<_>) = added.into_iter().partition(Result::is_ok);
    assert!(taken.len() >= 17, "one is served and sixteen wait: {}", taken.len());
    assert!(!refused.is_empty() && refused.iter().all(|answer| *answer == Err(PictureError::Busy)), "{refused:?}");
    // When they have gone, there is room again.
    assert!(pictures.add(jpeg(64, 64), MORNING).await.is_ok());
}

#[test]
fn errors_are_sentences_with_codes() {
    let all = [
        (PictureError::NotAnImage, "media.not_an_image", 415),
        (PictureError::TooLarge, "media.too_large", 413),
        (PictureError::TooManyPixels, "media.too_many_pixels", 413),
        (PictureError::TooHeavy, "media.too_heavy", 413),
        (PictureError::TooManyScans, "media.too_many_scans", 422),
        (PictureError::Damaged, "media.damaged", 422),
        (PictureError::Busy, "media.busy", 503),
        (PictureError::Unavailable("the disk is full".into()), "media.unavailable", 503),
    ];
    for (error, code, status) in all {
        assert_eq!((error.code(), error.status()), (code, status));
        assert!(error.to_string().ends_with('.') && !error.to_string().contains("disk"));
    }
}
