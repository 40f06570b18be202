//! Garments of our own drawing.

mod uploads;

use chabudai_media::drawn::{Garment, HEIGHT, WIDTH, drawing, picture};
use chabudai_media::{Pictures, Size};
use uploads::{MORNING, decoded};

const RED: [u8; 3] = [190, 60, 50];
const BLUE: [u8; 3] = [40, 70, 150];

/// Pixels that are nearer to one colour than to paper.
fn share_of(image: &image::RgbImage, wanted: fn([u8; 3]) -> bool) -> f32 {
    image.pixels().filter(|pixel| wanted(pixel.0)).count() as f32 / (WIDTH * HEIGHT) as f32
}

#[test]
fn every_garment_shows_its_two_colours_on_paper() {
    for garment in Garment::ALL {
        let image = drawing(garment, RED, BLUE);
        assert_eq!(image.dimensions(), (WIDTH, HEIGHT));
        let red = share_of(&image, |[red, green, blue]| red > 90 && green < red / 2 && blue < red / 2);
        let blue = share_of(&image, |[red, _, blue]| blue > 60 && red < blue / 2);
        let paper = share_of(&image, |[red, green, blue]| red > 215 && green > 205 && blue > 190);
        assert!(red > 0.06, "{garment:?} is red: {red}");
        assert!(blue > 0.0015, "{garment:?} has some blue: {blue}");
        assert!(paper > 0.35, "{garment:?} has room around it: {paper}");
        for corner in [(2, 2), (WIDTH - 3, 2), (2, HEIGHT - 3), (WIDTH - 3, HEIGHT - 3)] {
            let [red, green, blue] = image.get_pixel(corner.0, corner.1).0;
            assert!(red >= green && green > blue && blue > 190, "{garment:?} is on warm paper: {red} {green} {blue}");
        }
    }
}

#[tokio::test]
async fn a_drawing_is_an_upload_like_any_other() {
    let upload = picture(Garment::Hat, RED, BLUE);
    assert_eq!(upload, picture(Garment::Hat, RED, BLUE));
    let home = tempfile::tempdir().expect("a folder");
    let pictures = Pictures::folder(home.path()).expect("it opens");
    let id = pictures.add(upload, MORNING).await.expect("it is taken in");
    let kept = pictures.get(id, Size::Medium).await.expect("the folder is there").expect("the picture is there");
    assert_eq!(decoded(&kept.bytes).dimensions(), (512, 640));
}
