//! The front page for who is not signed in: what this is, in pictures, and one thing to do.

use crate::place;

const EMAIL: &str = "hana@example.org";
const PASSWORD: &str = "正しい馬の電池とホッチキス";

#[test]
fn the_apps_are_shown_in_pictures_and_there_is_one_way_on() {
    let place = place::embedded();
    let server = place.start(&[]);
    let front = |lang: &str| server.ask("GET", "/").header("accept-language", lang).header("accept", "text/html").send().expect(200).text();
    for lang in ["ja", "en"] {
        let page = front(lang);
        assert_eq!(page.matches("class=\"primary").count(), 1, "one obvious next step: {page}");
        assert!(page.contains("href=\"/join\""), "an empty house asks for its first account: {page}");
        let mut weight = 0;
        for app in ["wardrobe", "okusuri"] {
            let name = format!("{app}-front-{lang}.webp");
            let address = page.split('"').find(|part| part.ends_with(&name)).unwrap_or_else(|| panic!("{name} is not shown: {page}"));
            let picture = server.get(address).expect(200);
            assert_eq!(picture.header("content-type"), Some("image/webp"));
            assert!(picture.header("cache-control").is_some_and(|kept| kept.contains("immutable")));
            weight += picture.body.len();
        }
        assert!(weight < 100 * 1000, "the pictures are {weight} bytes");
    }
    drop(server);
    place::add_person(&place, EMAIL, "花子", PASSWORD);
    let server = place.start(&[]);
    let page = server.ask("GET", "/").header("accept-language", "en").header("accept", "text/html").send().expect(200).text();
    assert_eq!(page.matches("class=\"primary").count(), 1);
    assert!(page.contains("class=\"primary button\" href=\"/sign-in\""), "{page}");
}
