//! Pictures of foreign cameras, whose size, step and encoding may be wrong.

use camera::RawPicture;
use vision::Image;

const ENCODINGS: [&str; 20] = [
    "bgr8",
    "8UC3",
    "rgb8",
    "bgra8",
    "8UC4",
    "rgba8",
    "mono8",
    "8UC1",
    "bgr16",
    "16UC3",
    "rgb16",
    "bgra16",
    "16UC4",
    "rgba16",
    "mono16",
    "yuv422_yuy2",
    "yuyv",
    "yuv422",
    "uyvy",
    "mono8; jpeg",
];

/// Width, height, step, encoding and byte order, then the rows.
pub fn run(data: &[u8]) {
    let Some(&[w0, w1, h0, h1, s0, s1, s2, kind, order]) = data.first_chunk::<9>() else { return };
    let rows = &data[9..];
    let encoding = ENCODINGS[usize::from(kind) % ENCODINGS.len()];
    let wide = order & 2 != 0;
    let (width, height) = (u16::from_le_bytes([w0, w1]).into(), u16::from_le_bytes([h0, h1]).into());
    let step = if wide { usize::MAX - usize::from(s0) } else { u32::from_le_bytes([s0, s1, s2, 0]) as usize };
    let raw = RawPicture { width, height, encoding, big_endian: order & 1 != 0, step, data: rows };
    let mut picture = Image::buffer();
    if let Err(error) = raw.read(&mut picture) {
        return assert!(!error.to_string().is_empty());
    }
    assert_eq!((picture.width(), picture.height(), picture.bytes().len()), (width, height, 3 * width * height));
    let pixel = |x: usize, y: usize| &picture.bytes()[3 * (y * width + x)..][..3];
    let at = |x: usize, y: usize, bytes: usize| &rows[y * step + x * bytes..][..bytes];
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        match encoding {
            "bgr8" | "8UC3" => assert_eq!(pixel(x, y), at(x, y, 3)),
            "mono8" | "8UC1" => assert_eq!(pixel(x, y), at(x, y, 1).repeat(3)),
            "rgba8" => {
                assert_eq!(pixel(x, y).iter().rev().collect::<Vec<_>>(), at(x, y, 4)[..3].iter().collect::<Vec<_>>())
            }
            _ => {}
        }
    }
    if let Ok(copied) = Image::from_bgr8(width, height, step, rows)
        && encoding == "bgr8"
    {
        assert_eq!(copied.bytes(), picture.bytes());
    }
}
