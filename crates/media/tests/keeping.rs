//! Keeping pictures: one story, told of a folder and of a bucket.

mod uploads;

use chabudai_kernel::store::Now;
use chabudai_media::pictures::etag;
use chabudai_media::{KeptFile, PictureError, PictureId, Pictures, Size};
use futures::{StreamExt as _, TryStreamExt as _};
use uploads::{MORNING, jpeg};

const DAY: i64 = 24 * 60 * 60;

async fn story(pictures: &Pictures, another: &Pictures) {
    // A picture is there, in each size, under a mark that says which it is.
    let old = pictures.add(jpeg(200, 100), Now(MORNING.0 - 2 * DAY)).await.expect("it is taken in");
    let new = pictures.add(jpeg(300, 100), MORNING).await.expect("it is taken in");
    for size in Size::ALL {
        let picture = pictures.get(old, size).await.expect("the shelf is there").expect("the picture is there");
        assert_eq!(picture.len, picture.bytes.len() as u64);
        assert_eq!(picture.etag, format!("\"{old}-{size}\""));
        assert_eq!(picture.etag, etag(old, size));
    }
    assert_eq!(pictures.get(PictureId::new(MORNING), Size::Small).await, Ok(None));

    // Its age is that of the clock it was added by.
    let older = |time: i64| async move {
        let mut ids: Vec<_> = pictures.list_older_than(Now(time)).try_collect().await.expect("the shelf is there");
        ids.sort_unstable();
        ids
    };
    assert_eq!(older(MORNING.0 - 2 * DAY).await, []);
    assert_eq!(older(MORNING.0 - DAY).await, [old]);
    let mut both = vec![old, new];
    both.sort_unstable();
    assert_eq!(older(MORNING.0 + 1).await, both);

    // A backup has each file under its path, and puts it back.
    let files: Vec<KeptFile> = pictures.export().try_collect().await.expect("the shelf is there");
    assert_eq!(files.len(), 6);
    for file in files {
        let (shard, rest) = file.path.split_once('/').expect("a path");
        assert!(rest.starts_with(shard));
        another.import(file).await.expect("it is put back");
    }
    for size in Size::ALL {
        assert_eq!(another.get(new, size).await, pictures.get(new, size).await);
    }

    // A list may be read while what it lists is removed.
    let mut all = pictures.list_older_than(Now(MORNING.0 - DAY));
    while let Some(id) = all.next().await {
        pictures.remove(id.expect("the shelf is there")).await.expect("it is removed");
    }
    assert_eq!(pictures.get(old, Size::Medium).await, Ok(None));
    assert!(pictures.get(new, Size::Medium).await.is_ok_and(|picture| picture.is_some()));
    assert_eq!(pictures.remove(old).await, Ok(()));
    assert_eq!(older(MORNING.0 + 1).await, [new]);
}

#[tokio::test]
async fn the_story_of_a_folder() {
    let (one, two) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    story(&Pictures::folder(one.path()).expect("it opens"), &Pictures::folder(two.path()).expect("it opens")).await;
}

#[cfg(feature = "s3")]
#[tokio::test]
async fn the_story_of_a_bucket() {
    use object_store::{memory::InMemory, prefix::PrefixStore};
    use std::sync::Arc;
    let plain = || Pictures::object_store(Arc::new(InMemory::new()));
    let deep = || Pictures::object_store(Arc::new(PrefixStore::new(InMemory::new(), "home/pictures")));
    story(&plain(), &deep()).await;
    story(&deep(), &plain()).await;
}

#[tokio::test]
async fn a_folder_is_made_as_deep_as_needed_and_outlives_its_keeper() {
    let home = tempfile::tempdir().expect("a folder");
    let deep = home.path().join("data/pictures");
    let pictures = Pictures::folder(&deep).expect("folders are made");
    let id = pictures.add(jpeg(20, 10), MORNING).await.expect("it is taken in");
    let text = id.to_string();
    for size in ["160.jpg", "640.jpg", "1600.jpg"] {
        assert!(deep.join(&text[..2]).join(&text).join(size).is_file());
    }
    assert_eq!(std::fs::read_dir(deep.join(&text[..2]).join(&text)).expect("a folder").count(), 3, "no unfinished file is left");

    // What is kept outlives the one who kept it.
    let kept = pictures.get(id, Size::Small).await;
    drop(pictures);
    assert_eq!(Pictures::folder(&deep).expect("it opens again").get(id, Size::Small).await, kept);
}

#[tokio::test]
async fn what_a_power_cut_left_is_listed_and_removed() {
    let home = tempfile::tempdir().expect("a folder");
    let pictures = Pictures::folder(home.path()).expect("it opens");
    let unfinished = PictureId::new(MORNING);
    let text = unfinished.to_string();
    let folder = home.path().join(&text[..2]).join(&text);
    std::fs::create_dir(&folder).expect("a folder is made");
    std::fs::write(folder.join("160.part"), b"\xFF\xD8").expect("a file is written");
    std::fs::write(home.path().join("00/README"), b"what is not a picture is left alone").expect("a file is written");

    assert_eq!(pictures.export().count().await, 0);
    let ids: Vec<_> = pictures.list_older_than(Now(MORNING.0 + 1)).try_collect().await.expect("the folder is there");
    assert_eq!(ids, [unfinished]);
    pictures.remove(unfinished).await.expect("it is removed");
    assert!(!folder.exists() && home.path().join("00/README").exists());
}

#[tokio::test]
async fn a_backup_puts_nothing_elsewhere() {
    let home = tempfile::tempdir().expect("a folder");
    let pictures = Pictures::folder(home.path().join("pictures")).expect("it opens");
    let id = PictureId::new(MORNING).to_string();
    let shard = &id[..2];
    let strange = [
        String::new(),
        "/etc/passwd".into(),
        format!("../{shard}/{id}/160.jpg"),
        format!("{shard}/{id}/../160.jpg"),
        format!("{shard}/{id}/160.jpg/"),
        format!("zz/{id}/160.jpg"),
        format!("{shard}/{id}/161.jpg"),
        format!("{shard}//{id}/160.jpg"),
        format!("{shard}\\{id}\\160.jpg"),
        format!("{shard}/{}/160.jpg", id.to_uppercase() + "A"),
    ];
    for path in strange {
        let file = KeptFile { path: path.clone(), bytes: jpeg(8, 8) };
        assert_eq!(pictures.import(file).await, Err(PictureError::Damaged), "{path:?}");
    }
    let page = KeptFile { path: format!("{shard}/{id}/160.jpg"), bytes: "<script>".into() };
    assert_eq!(pictures.import(page).await, Err(PictureError::Damaged));
}

#[tokio::test]
async fn a_folder_that_has_gone_is_an_answer() {
    let home = tempfile::tempdir().expect("a folder");
    let pictures = Pictures::folder(home.path().join("pictures")).expect("it opens");
    std::fs::remove_dir_all(home.path().join("pictures")).expect("it is removed");
    let error = pictures.add(jpeg(8, 8), MORNING).await.expect_err("there is nowhere to keep it");
    assert_eq!(error.code(), "media.unavailable");
    assert!(error.reason().is_some_and(|reason| reason.contains("pictures")));
}

#[cfg(feature = "s3")]
#[test]
fn an_address_that_is_no_bucket_is_refused() {
    assert!(Pictures::s3("https://example.com/pictures", []).is_err());
    assert!(Pictures::s3("s3://bucket", [("no_such_option", "1")]).is_err());
    let options = [("endpoint", "http://127.0.0.1:9000"), ("allow_http", "true"), ("access_key_id", "a"), ("secret_access_key", "b")];
    assert!(Pictures::s3("s3://bucket/home/pictures/", options).is_ok());
}

#[tokio::test]
async fn part_by_part_it_is_the_same_picture() {
    let directory = tempfile::tempdir().expect("a directory");
    let pictures = Pictures::folder(directory.path()).expect("a folder");
    let noise =
        image::RgbImage::from_fn(1600, 1600, |x, y| image::Rgb([(x * y) as u8, (x ^ y) as u8, (x.wrapping_mul(31) + y * 17) as u8]));
    let mut file = std::io::Cursor::new(Vec::new());
    noise.write_to(&mut file, image::ImageFormat::Jpeg).expect("it is written");
    let id = pictures.add(file.into_inner().into(), MORNING).await.expect("it is kept");
    for size in [Size::Small, Size::Medium, Size::Large] {
        let whole = pictures.get(id, size).await.expect("the folder is there").expect("the picture is there");
        let streamed = pictures.stream(id, size).await.expect("the folder is there").expect("the picture is there");
        assert_eq!((streamed.len, &streamed.etag), (whole.len, &whole.etag));
        let parts: Vec<bytes::Bytes> = futures::TryStreamExt::try_collect(streamed.parts).await.expect("every part comes");
        assert!(parts.iter().all(|part| part.len() <= 64 * 1024), "nobody holds more than a part");
        assert_eq!(parts.concat(), whole.bytes);
    }
    assert!(pictures.stream(PictureId::new(MORNING), Size::Small).await.expect("the folder is there").is_none());
}
