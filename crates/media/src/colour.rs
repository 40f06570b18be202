//! Into the colours that every screen shows.

use image::RgbImage;
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// Turns the colours of a camera's profile into sRGB.
///
/// Telephones photograph in Display P3. Its profile goes with the rest of the metadata, and what was left would look paler than the
/// garment. A profile that cannot be used is no reason to refuse a picture: it is then shown as most viewers would show it.
pub(crate) fn to_srgb(image: RgbImage, profile: Option<&[u8]>) -> RgbImage {
    profile.and_then(|profile| transformed(&image, profile)).unwrap_or(image)
}

fn transformed(image: &RgbImage, profile: &[u8]) -> Option<RgbImage> {
    let profile = ColorProfile::new_from_slice(profile).ok()?;
    // Pixels are RGB by now; the profile of a grey or a printer's picture describes what they were before.
    if profile.color_space != DataColorSpace::Rgb {
        return None;
    }
    let transform = profile.create_transform_8bit(Layout::Rgb, &ColorProfile::new_srgb(), Layout::Rgb, TransformOptions::default()).ok()?;
    let mut pixels = vec![0; image.as_raw().len()];
    transform.transform(image.as_raw(), &mut pixels).ok()?;
    RgbImage::from_raw(image.width(), image.height(), pixels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_red_of_a_telephone_is_a_stronger_red_here() {
        let photographed = RgbImage::from_pixel(2, 2, image::Rgb([200, 60, 60]));
        let profile = ColorProfile::new_display_p3().encode().expect("a profile is written");
        let [red, green, _] = to_srgb(photographed, Some(&profile)).get_pixel(0, 0).0;
        assert!(red > 205 && green < 55, "{red} {green}");
    }

    #[test]
    fn a_profile_that_makes_no_sense_is_left_aside() {
        let image = RgbImage::from_pixel(2, 2, image::Rgb([200, 60, 60]));
        assert_eq!(to_srgb(image.clone(), Some(b"not a profile")), image);
    }
}
