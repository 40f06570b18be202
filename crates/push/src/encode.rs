//! Base64: one way of writing it, every way of reading it.

use base64::Engine as _;
use base64::alphabet::URL_SAFE;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

/// Browsers leave the padding out; libraries around them do not always.
const EITHER_PADDING: GeneralPurpose =
    GeneralPurpose::new(&URL_SAFE, GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent));

/// For URLs and headers, without padding.
pub(crate) fn encode(bytes: impl AsRef<[u8]>) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// Exactly so many bytes, from either alphabet, with padding or without.
pub(crate) fn decode<const LENGTH: usize>(text: &str) -> Option<[u8; LENGTH]> {
    // Nothing that is decoded here has half as many characters; what comes from outside is not copied before that is known.
    if text.len() > 128 {
        return None;
    }
    let text = text.replace('+', "-").replace('/', "_");
    EITHER_PADDING.decode(text).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_writing_is_read() {
        for text in ["-_8", "-_8=", "+/8", "+/8=", "+_8"] {
            assert_eq!(decode::<2>(text), Some([0xfb, 0xff]), "{text}");
        }
        assert_eq!(encode([0xfb, 0xff]), "-_8");
    }

    #[test]
    fn another_length_or_no_base64_is_nothing() {
        assert_eq!(decode::<3>("-_8"), None);
        assert_eq!(decode::<2>("-_8 "), None);
        assert_eq!(decode::<2>("日本"), None);
        assert_eq!(decode::<150>(&"A".repeat(200)), None);
    }
}
