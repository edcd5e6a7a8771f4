//! What the head of a JPEG file says of it: enough to refuse what no camera sends, before anybody unpacks it.

/// Longest side of a picture that is taken, in pixels.
const LONGEST_SIDE: u16 = 1920;
/// Shortest one: a cube cannot be read from less.
const SHORTEST_SIDE: u16 = 64;

/// Refuses what is no whole JPEG of a size that a camera sends.
pub(crate) fn check(bytes: &[u8]) -> Result<(), String> {
    let (width, height) = size(bytes).ok_or("this is not a JPEG picture")?;
    if !bytes.ends_with(&[0xff, 0xd9]) {
        return Err("the JPEG picture is cut off".into());
    }
    let sides = SHORTEST_SIDE..=LONGEST_SIDE;
    if !sides.contains(&width) || !sides.contains(&height) {
        return Err(format!(
            "a picture has {SHORTEST_SIDE} to {LONGEST_SIDE} pixels at each side, not {width} x {height}"
        ));
    }
    Ok(())
}

/// Width and height, from the segment that begins the frame (ITU T.81, B.2).
fn size(bytes: &[u8]) -> Option<(u16, u16)> {
    let mut rest = bytes.strip_prefix(&[0xff, 0xd8])?;
    loop {
        let [0xff, marker, high, low, ..] = *rest else { return None };
        let length = usize::from(u16::from_be_bytes([high, low]));
        let segment = rest.get(4..2 + length)?;
        match (marker, segment) {
            // Baseline, extended and progressive, by Huffman codes.
            (0xc0..=0xc2, [_precision, h1, h0, w1, w0, ..]) => {
                return Some((u16::from_be_bytes([*w1, *w0]), u16::from_be_bytes([*h1, *h0])));
            }
            // The picture begins before its size is given.
            (0xda, _) => return None,
            _ => rest = rest.get(2 + length..)?,
        }
    }
}

#[cfg(test)]
mod tests {
    use jpeg_encoder::{ColorType, Encoder};

    use super::*;

    fn jpeg(width: u16, height: u16) -> Vec<u8> {
        let mut bytes = Vec::new();
        let pixels = vec![90; 3 * usize::from(width) * usize::from(height)];
        let packed = Encoder::new(&mut bytes, 80).encode(&pixels, width, height, ColorType::Rgb);
        packed.expect("as many pixels as it says");
        bytes
    }

    #[test]
    fn whole_pictures_of_a_usual_size_are_taken() {
        for (width, height) in [(640, 480), (64, 1920)] {
            assert_eq!(size(&jpeg(width, height)), Some((width, height)));
            assert_eq!(check(&jpeg(width, height)), Ok(()));
        }
    }

    #[test]
    fn anything_else_is_refused_in_a_sentence() {
        assert!(check(&jpeg(32, 480)).is_err_and(|reason| reason.contains("not 32 x 480")));
        assert!(check(&jpeg(640, 2000)).is_err_and(|reason| reason.contains("640 x 2000")));
        let good = jpeg(640, 480);
        assert_eq!(check(&good[..good.len() - 9]), Err("the JPEG picture is cut off".into()));
        for bad in
            [&[][..], b"\xff\xd8", b"\xff\xd8\xff\xd9", b"\x89PNG", &good[1..], b"\xff\xd8\xff\xe0\x00\x00\xff\xd9"]
        {
            assert_eq!(check(bad), Err("this is not a JPEG picture".into()), "{bad:02x?}");
        }
    }

    #[test]
    fn no_head_of_any_length_breaks_it() {
        let good = jpeg(64, 64);
        for end in 0..good.len() {
            let _ = check(&good[..end]);
        }
        for at in 0..40 {
            for value in [0, 1, 0xc0, 0xda, 0xff] {
                let mut bytes = good.clone();
                bytes[at] = value;
                let _ = check(&bytes);
            }
        }
    }
}
