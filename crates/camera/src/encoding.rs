//! How pixels lie in a row of bytes, by the names of sensor_msgs/image_encodings.

/// The names that are read, for an error message.
pub const KNOWN: &str = "bgr8, rgb8, bgra8, rgba8, mono8, the same with 16 bits, yuv422_yuy2 (yuyv) or yuv422 (uyvy)";

/// Turns one row into blue, green, red.
type Row = fn(&[u8], &mut [u8]);

/// An encoding of pixels.
#[derive(Clone, Copy)]
pub struct Encoding {
    /// Bytes of a pixel.
    pub bytes: usize,
    row: Row,
}

impl Encoding {
    /// The encoding with this name. Of a channel of 16 bits it takes the upper 8.
    pub fn named(name: &str, big_endian: bool) -> Option<Self> {
        let row: (usize, Row) = match (name, big_endian) {
            ("bgr8" | "8UC3", _) => (3, |row, target| target.copy_from_slice(row)),
            ("rgb8", _) => (3, interleaved::<3, 2, 1, 0>),
            ("bgra8" | "8UC4", _) => (4, interleaved::<4, 0, 1, 2>),
            ("rgba8", _) => (4, interleaved::<4, 2, 1, 0>),
            ("mono8" | "8UC1", _) => (1, interleaved::<1, 0, 0, 0>),
            ("bgr16" | "16UC3", false) => (6, interleaved::<6, 1, 3, 5>),
            ("bgr16" | "16UC3", true) => (6, interleaved::<6, 0, 2, 4>),
            ("rgb16", false) => (6, interleaved::<6, 5, 3, 1>),
            ("rgb16", true) => (6, interleaved::<6, 4, 2, 0>),
            ("bgra16" | "16UC4", false) => (8, interleaved::<8, 1, 3, 5>),
            ("bgra16" | "16UC4", true) => (8, interleaved::<8, 0, 2, 4>),
            ("rgba16", false) => (8, interleaved::<8, 5, 3, 1>),
            ("rgba16", true) => (8, interleaved::<8, 4, 2, 0>),
            ("mono16", false) => (2, interleaved::<2, 1, 1, 1>),
            ("mono16", true) => (2, interleaved::<2, 0, 0, 0>),
            ("yuv422_yuy2" | "yuyv", _) => (2, pairs::<0, 1, 2, 3>),
            ("yuv422" | "uyvy", _) => (2, pairs::<1, 0, 3, 2>),
            _ => return None,
        };
        let (bytes, row) = row;
        Some(Self { bytes, row })
    }

    /// Turns a row into blue, green, red. `row` has `bytes` bytes for each pixel, and `target` has three.
    pub fn row_to_bgr(self, row: &[u8], target: &mut [u8]) {
        (self.row)(row, target);
    }
}

/// Pixels of `BYTES` bytes. The colours are at `B`, `G` and `R`.
fn interleaved<const BYTES: usize, const B: usize, const G: usize, const R: usize>(row: &[u8], target: &mut [u8]) {
    let (pixels, _) = row.as_chunks::<BYTES>();
    let (targets, _) = target.as_chunks_mut::<3>();
    for (to, from) in targets.iter_mut().zip(pixels) {
        *to = [from[B], from[G], from[R]];
    }
}

/// Two pixels in four bytes: the brightness of each, and the colour differences of both. An odd last pixel takes the
/// colour of the two before it.
fn pairs<const Y0: usize, const U: usize, const Y1: usize, const V: usize>(row: &[u8], target: &mut [u8]) {
    let (sources, rest) = row.as_chunks::<4>();
    let (targets, last) = target.as_chunks_mut::<6>();
    for (to, from) in targets.iter_mut().zip(sources) {
        let [b0, g0, r0] = bgr_of(from[Y0], from[U], from[V]);
        let [b1, g1, r1] = bgr_of(from[Y1], from[U], from[V]);
        *to = [b0, g0, r0, b1, g1, r1];
    }
    if let (Some(last), Some(&y)) = (last.first_chunk_mut::<3>(), rest.get(Y0)) {
        let (u, v) = sources.last().map_or((128, 128), |from| (from[U], from[V]));
        *last = bgr_of(y, u, v);
    }
}

/// Blue, green, red of a pixel in the colour space of webcams: ITU-R BT.601, 16 to 235 for brightness, in 256ths.
fn bgr_of(y: u8, u: u8, v: u8) -> [u8; 3] {
    let y = 298 * (i32::from(y) - 16) + 128;
    let (u, v) = (i32::from(u) - 128, i32::from(v) - 128);
    [y + 517 * u, y - 100 * u - 208 * v, y + 409 * v].map(|value| (value >> 8).clamp(0, 255) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bgr(name: &str, big_endian: bool, row: &[u8], pixels: usize) -> Vec<u8> {
        let encoding = Encoding::named(name, big_endian).expect(name);
        assert_eq!(encoding.bytes * pixels, row.len(), "{name}");
        let mut target = vec![99; 3 * pixels];
        encoding.row_to_bgr(row, &mut target);
        target
    }

    #[test]
    fn every_encoding_of_eight_bits_gives_blue_green_red() {
        for (name, row) in [
            ("bgr8", &[10, 20, 30, 1, 2, 3][..]),
            ("rgb8", &[30, 20, 10, 3, 2, 1]),
            ("bgra8", &[10, 20, 30, 255, 1, 2, 3, 255]),
            ("rgba8", &[30, 20, 10, 255, 3, 2, 1, 255]),
        ] {
            assert_eq!(bgr(name, false, row, 2), [10, 20, 30, 1, 2, 3], "{name}");
        }
        assert_eq!(bgr("mono8", false, &[77, 8], 2), [77, 77, 77, 8, 8, 8]);
    }

    #[test]
    fn the_upper_byte_of_sixteen_bits_counts_in_either_order() {
        for (name, channels) in [
            ("bgr16", &[10_u16, 20, 30][..]),
            ("rgb16", &[30, 20, 10]),
            ("bgra16", &[10, 20, 30, 255]),
            ("rgba16", &[30, 20, 10, 255]),
        ] {
            // The lower byte is one that would be noticed.
            let wide: Vec<u16> = channels.iter().map(|channel| channel << 8 | 0x77).collect();
            let little: Vec<u8> = wide.iter().flat_map(|value| value.to_le_bytes()).collect();
            let big: Vec<u8> = wide.iter().flat_map(|value| value.to_be_bytes()).collect();
            assert_eq!(bgr(name, false, &little, 1), [10, 20, 30], "{name}");
            assert_eq!(bgr(name, true, &big, 1), [10, 20, 30], "{name}");
        }
        assert_eq!(bgr("mono16", false, &[0x77, 50], 1), [50; 3]);
        assert_eq!(bgr("mono16", true, &[50, 0x77], 1), [50; 3]);
    }

    #[test]
    fn webcam_colours_are_those_of_the_standard() {
        // Pure colours at full brightness and their values by BT.601.
        for ([y, u, v], pure) in [
            ([235, 128, 128], [255_i32, 255, 255]),
            ([16, 128, 128], [0, 0, 0]),
            ([81, 90, 240], [0, 0, 255]),
            ([145, 54, 34], [0, 255, 0]),
            ([41, 240, 110], [255, 0, 0]),
        ] {
            let yuyv = bgr("yuv422_yuy2", false, &[y, u, y, v], 2);
            assert_eq!(yuyv, bgr("yuv422", false, &[u, y, v, y], 2));
            for (found, wanted) in yuyv.iter().zip(pure.iter().cycle()) {
                assert!((i32::from(*found) - wanted).abs() <= 3, "{pure:?}: {yuyv:?}");
            }
        }
    }

    #[test]
    fn integers_compute_what_the_standard_defines() {
        for (y, u, v) in (0..=255_u8)
            .step_by(5)
            .flat_map(|y| (0..=255_u8).step_by(15).flat_map(move |u| (0..=255_u8).step_by(15).map(move |v| (y, u, v))))
        {
            let (cy, cu, cv) = (f64::from(y) - 16.0, f64::from(u) - 128.0, f64::from(v) - 128.0);
            // BT.601: luma weights 0.299, 0.587, 0.114; 219 and 224 steps.
            let (k, c) = (255.0 / 219.0, 255.0 / 224.0);
            let exact = [
                k * cy + c * 1.772 * cu,
                k * cy - c * (0.114 * 1.772 * cu + 0.299 * 1.402 * cv) / 0.587,
                k * cy + c * 1.402 * cv,
            ];
            for (found, exact) in bgr_of(y, u, v).iter().zip(exact) {
                let off = f64::from(*found) - exact.clamp(0.0, 255.0);
                assert!(off.abs() <= 1.5, "{y} {u} {v} is off by {off}");
            }
        }
    }

    #[test]
    fn an_odd_last_pixel_has_the_colour_of_its_neighbours() {
        let row = bgr("yuyv", false, &[81, 90, 81, 240, 81, 90], 3);
        assert_eq!(row[6..], row[..3]);
        let row = bgr("uyvy", false, &[90, 81, 240, 81, 90, 81], 3);
        assert_eq!(row[6..], row[..3]);
    }

    #[test]
    fn an_unknown_name_is_none() {
        for name in ["", "klingon8", "BGR8", "16UC1", "bgr8 "] {
            assert!(Encoding::named(name, false).is_none(), "{name}");
        }
    }
}
