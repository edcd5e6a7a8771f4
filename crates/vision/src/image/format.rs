//! What a picture file is, by its first bytes and its parts.

use imagesize::{Compression, ImageType};

use super::jpeg;

/// The first bytes of a PNG.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The format of a file that ends before its end marker, if that can be known.
pub(super) fn breaks_off(bytes: &[u8]) -> Option<&'static str> {
    if jpeg::breaks_off(bytes) {
        return Some("JPEG");
    }
    (bytes.starts_with(PNG) && png_chunk(bytes, *b"IEND").is_none()).then_some("PNG")
}

/// Why no decoder takes this file, as the end of a sentence that begins with its name.
pub(super) fn refusal(bytes: &[u8]) -> &'static str {
    match imagesize::image_type(bytes) {
        _ if bytes.is_empty() => "is empty",
        Ok(ImageType::Gif) => "is a GIF picture, which cannot be read: save it as JPEG or PNG",
        Ok(ImageType::Heif(Compression::Av1)) => "is an AVIF picture, which cannot be read: save it as JPEG or PNG",
        Ok(ImageType::Heif(Compression::Hevc)) => "is a HEIC picture, which cannot be read: save it as JPEG or PNG",
        Ok(ImageType::Webp) if webp_chunk(bytes, *b"ANIM").is_some() => {
            "is an animation (WebP), which cannot be read: save one picture of it as JPEG or PNG"
        }
        Ok(ImageType::Jpeg | ImageType::Png | ImageType::Webp | ImageType::Bmp | ImageType::Tiff) => {
            "is a picture that cannot be decoded: it may be damaged"
        }
        _ => "is not a picture in a known format (JPEG, PNG, WebP, BMP or TIFF)",
    }
}

/// A PNG without its colour profile. libpng prints a line about many profiles, and OpenCV uses none.
pub(super) fn without_profile(bytes: &[u8]) -> Option<Vec<u8>> {
    let profile = bytes.starts_with(PNG).then(|| png_chunk(bytes, *b"iCCP")).flatten()?;
    Some([&bytes[..profile.start], &bytes[profile.end..]].concat())
}

/// Where the first chunk of this name is in a PNG, with its length, name and checksum.
fn png_chunk(bytes: &[u8], name: [u8; 4]) -> Option<std::ops::Range<usize>> {
    let mut start = PNG.len();
    loop {
        let head = bytes.get(start..)?.first_chunk::<8>()?;
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]);
        let end = start.checked_add(12)?.checked_add(length as usize).filter(|end| *end <= bytes.len())?;
        if head[4..] == name {
            return Some(start..end);
        }
        start = end;
    }
}

/// The content of the first chunk of this name in a WebP.
fn webp_chunk(bytes: &[u8], name: [u8; 4]) -> Option<&[u8]> {
    let mut rest = bytes.get(12..).filter(|_| bytes.starts_with(b"RIFF") && bytes[8..12] == *b"WEBP")?;
    loop {
        let (head, after) = rest.split_first_chunk::<8>()?;
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        if head[..4] == name {
            return after.get(..length);
        }
        rest = after.get(length.checked_next_multiple_of(2)?..)?;
    }
}

/// The orientation (EXIF 2.3: 1 to 8) that a camera wrote into a WebP. OpenCV reads those of the other formats.
pub(super) fn webp_orientation(bytes: &[u8]) -> Option<u16> {
    const ORIENTATION: u16 = 0x0112;
    let exif = webp_chunk(bytes, *b"EXIF")?;
    let tiff = exif.strip_prefix(b"Exif\0\0").unwrap_or(exif);
    let is_little = tiff.starts_with(b"II");
    let number = |place: usize| {
        let pair = *tiff.get(place..)?.first_chunk::<2>()?;
        Some(if is_little { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) })
    };
    // The first directory begins in the first 64 KiB, so the lower half of its place will do.
    let directory = usize::from(number(if is_little { 4 } else { 6 })?);
    let entries = (0..usize::from(number(directory)?)).map(|entry| directory + 2 + 12 * entry);
    let entry =
        entries.take_while(|entry| entry + 12 <= tiff.len()).find(|&entry| number(entry) == Some(ORIENTATION))?;
    number(entry + 8).filter(|orientation| (1..=8).contains(orientation))
}
