//! Whether a JPEG goes to its end: decoders fill up what is missing without an error.

/// The marker at an image's start.
const START: u8 = 0xD8;
/// The marker at its end.
const END: u8 = 0xD9;

/// Whether the bytes begin as a JPEG and break off before its end marker. Other formats, whose
/// decoders notice by themselves, never do.
///
/// Follows the marker segments of ITU-T T.81, annex B. A segment contains its length. Entropy-coded bytes follow a scan header;
/// in them, `00` or a restart marker follows each `FF`.
pub(crate) fn breaks_off(bytes: &[u8]) -> bool {
    if !bytes.starts_with(&[0xFF, START]) {
        return false;
    }
    let mut rest = &bytes[2..];
    loop {
        // To the next marker; inside a scan over its data, elsewhere over padding.
        let Some(place) = rest.windows(2).position(|pair| is_marker([pair[0], pair[1]])) else {
            return true;
        };
        let marker = rest[place + 1];
        rest = &rest[place + 2..];
        if marker == END {
            return false;
        }
        let &[high, low, ..] = rest else {
            return true;
        };
        let length = usize::from(u16::from_be_bytes([high, low]));
        let Some(after) = rest.get(length.max(2)..) else {
            return true;
        };
        rest = after;
    }
}

/// Whether these two bytes are a marker that ends a scan's data: not a stuffed `FF`, a fill byte or a restart.
fn is_marker(pair: [u8; 2]) -> bool {
    pair[0] == 0xFF && !matches!(pair[1], 0x00 | 0x01 | 0xFF | 0xD0..=0xD8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Image;

    fn noisy() -> Image {
        let mut image = Image::filled(70, 50, [0; 3]).expect("a small picture");
        let mut random = 7_u32;
        for byte in image.bytes_mut() {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *byte = (random >> 24) as u8;
        }
        image
    }

    #[test]
    fn a_jpeg_cut_anywhere_breaks_off_and_a_whole_one_does_not() {
        let jpeg = noisy().encoded(".jpg").expect("a JPEG");
        assert!(!breaks_off(&jpeg));
        for length in 2..jpeg.len() {
            assert!(breaks_off(&jpeg[..length]), "{length} of {}", jpeg.len());
        }
    }

    #[test]
    fn what_follows_the_end_does_not_matter() {
        let mut jpeg = noisy().encoded(".jpg").expect("a JPEG");
        jpeg.extend([0; 37]);
        assert!(!breaks_off(&jpeg));
    }

    #[test]
    fn the_end_of_a_thumbnail_is_not_the_end() {
        // An APP1 segment that holds an end marker, as a thumbnail in EXIF data does.
        let mut bytes = vec![0xFF, START, 0xFF, 0xE1, 0, 6, 0xFF, START, 0xFF, END];
        assert!(breaks_off(&bytes));
        bytes.extend([0xFF, END]);
        assert!(!breaks_off(&bytes));
    }

    #[test]
    fn other_formats_are_left_to_their_decoders() {
        let png = noisy().encoded(".png").expect("a PNG");
        assert!(!breaks_off(&png) && !breaks_off(&png[..20]) && !breaks_off(&[]));
    }
}
