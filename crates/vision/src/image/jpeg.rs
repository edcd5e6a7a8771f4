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
