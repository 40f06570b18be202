//! `/wardrobes/{wid}/images` and `/pictures`.

use image::ImageFormat;
use serde_json::{Value, json};

use crate::closet::{Closet, drawn, png, text};
use crate::place;

#[test]
fn a_picture_comes_back_in_three_sizes_for_ever_the_same() {
    let place = place::embedded();
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    let upload = |file: &[u8]| server.ask("POST", &closet.at("/images")).form("file", file).send();
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
        let made = upload(&drawn(900, 300, format)).expect(201).json();
        let (key, picture) = (text(&made["imageKey"]), text(&made["picture"]));
        assert!(key.starts_with(&format!("clothing/{}/", closet.id)) && key.contains(&picture), "{key}");
        for (size, width) in [("160.jpg", 160), ("640.jpg", 640), ("1600.jpg", 900)] {
            let at = format!("/wardrobe/v1/pictures/{picture}/{size}");
            assert!(!at.contains(&closet.id));
            let shown = server.get(&at).expect(200);
            assert_eq!(shown.header("content-type"), Some("image/jpeg"));
            assert_eq!(shown.header("cache-control"), Some("public, max-age=31536000, immutable"));
            assert_eq!(shown.header("x-content-type-options"), Some("nosniff"));
            let size = image::load_from_memory_with_format(&shown.body, ImageFormat::Jpeg).expect("a JPEG file");
            assert_eq!((size.width(), size.height()), (width, width / 3));
            let mark = shown.header("etag").expect("a mark").to_owned();
            let again = server.ask("GET", &at).header("if-none-match", &mark).send().expect(304);
            assert_eq!((again.body.len(), again.header("etag")), (0, Some(mark.as_str())));
            assert_eq!(again.header("cache-control"), Some("public, max-age=31536000, immutable"));
            server.ask("GET", &at).header("if-none-match", "\"another\"").send().expect(200);
            let head = server.ask("HEAD", &at).send().expect(200);
            assert_eq!((head.header("etag"), head.body.len()), (Some(mark.as_str()), 0));
        }
    }
}

#[test]
fn a_picture_is_on_one_garment_of_its_own_wardrobe() {
    place::both(|place| {
        let server = place.start(&[]);
        let closet = Closet::make(&server);
        let other = Closet::make(&server);
        let (key, picture) = closet.picture();
        let garment = |key: &str| json!({ "name": "シャツ", "genre": "tops", "imageKey": key });
        let refused = |answer: chabudai_testkit::Answer| drop(answer.problem(400, "wardrobe.no_such_picture", Some("imageKey")));
        // Somebody else's, by its own key and by a key made up from it.
        refused(other.post("/clothing", &garment(&key)));
        refused(other.post("/clothing", &garment(&key.replace(&closet.id, &other.id))));
        let strange = other.garment("よその服");
        refused(other.patch(&format!("/clothing/{strange}"), &json!({ "imageKey": key.replace(&closet.id, &other.id) })));
        assert_eq!(other.clothing(&strange)["imageKey"], Value::Null);
        // It was not used up by those who tried.
        let shirt = closet.garment_of(&garment(&key));
        refused(closet.post("/clothing", &garment(&key)));
        for wrong in ["", "x", &key.replace(".jpg", ".png"), &key.replace("clothing/", "template/"), &picture] {
            refused(closet.post("/clothing", &garment(wrong)));
            refused(closet.patch(&format!("/clothing/{shirt}"), &json!({ "imageKey": wrong })));
        }
        assert_eq!(closet.clothing(&shirt)["imageKey"], json!(key));
        assert_eq!(closet.all("/clothing", "clothingId"), [shirt.as_str()]);
        // Let go of, it can be put on another garment, or on the same again.
        closet.patch(&format!("/clothing/{shirt}"), &json!({ "imageKey": null })).expect(204);
        let other_shirt = closet.garment_of(&garment(&key));
        refused(closet.patch(&format!("/clothing/{shirt}"), &json!({ "imageKey": key })));
        closet.patch(&format!("/clothing/{other_shirt}"), &json!({ "imageKey": null })).expect(204);
        closet.patch(&format!("/clothing/{shirt}"), &json!({ "imageKey": key })).expect(204);
        assert_eq!(closet.clothing(&shirt)["picture"], json!(picture));
    });
}

#[test]
fn what_is_no_picture_is_refused_with_a_reason() {
    let place = place::embedded();
    let server = place.start(&[]);
    let closet = Closet::make(&server);
    let images = closet.at("/images");
    let upload = |file: &[u8]| server.ask("POST", &images).form("file", file).send();
    upload(b"GIF89a not one of ours").problem(415, "media.not_an_image", Some("file"));
    upload(b"").problem(415, "media.not_an_image", Some("file"));
    upload(&png(64, 64)[..200]).problem(422, "media.damaged", Some("file"));
    upload(&vec![0; 10 * 1024 * 1024 + 1]).problem(413, "media.too_large", Some("file"));
    upload(&vec![0; 10 * 1024 * 1024 + 200 * 1024]).problem(413, "media.too_large", Some("file"));
    server.ask("POST", &images).form("photo", &png(8, 8)).send().problem(400, "http.invalid_form", None);
    server.ask("POST", &images).json(&json!({})).send().problem(415, "http.unsupported_media_type", None);
    server.ask("POST", &images).send().problem(415, "http.unsupported_media_type", None);
    let broken = server.ask("POST", &images).body("multipart/form-data; boundary=boundary", "--boundary\r\nnonsense");
    broken.send().problem(400, "http.invalid_form", None);
    let part = |name: &str| format!("--boundary\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\nx\r\n");
    for names in [["file", "more"], ["more", "file"], ["file", "file"]] {
        let body = names.map(part).concat() + "--boundary--\r\n";
        let more = server.ask("POST", &images).body("multipart/form-data; boundary=boundary", body);
        more.send().problem(400, "http.invalid_form", None);
    }
    for at in ["nonsense/160.jpg", &format!("{}/160.jpg", "0".repeat(40)), "..%2f..%2fsecrets.json/160.jpg"] {
        server.get(&format!("/wardrobe/v1/pictures/{at}")).problem(404, "http.not_found", None);
    }
    let (_, picture) = closet.picture();
    for size in ["160", "161.jpg", "160.png", "1600.jpg.jpg", "%2e%2e"] {
        server.get(&format!("/wardrobe/v1/pictures/{picture}/{size}")).problem(404, "http.not_found", None);
    }
}
