//! Between image messages and pictures, and from faces to their messages.

use r2r::cuberig_msgs::msg::{FaceObservation, FaceView as FaceViewMsg, Sticker as StickerMsg};
use r2r::sensor_msgs::msg::Image as ImageMsg;
use r2r::std_msgs::msg::Header;
use vision::{FaceView, Image, Sticker};

/// Why an image message is no picture.
#[derive(Debug, thiserror::Error)]
pub enum ImageError {
    /// An encoding that is not read.
    #[error(
        "the encoding '{encoding}' of the image is not read; send bgr8, rgb8, bgra8, rgba8, mono8 or yuv422_yuy2"
    )]
    Encoding {
        /// Its name.
        encoding: String,
    },
    /// Rows that are shorter than their pixels.
    #[error(
        "the image has {width} pixels of {bytes} bytes in a row, but its step is only {step} bytes"
    )]
    Step {
        /// Pixels in a row.
        width: usize,
        /// Bytes a pixel.
        bytes: usize,
        /// Bytes from one row to the next.
        step: usize,
    },
    /// Less data than the size says.
    #[error("the image of {width} x {height} pixels needs {needed} bytes, but it has {found}")]
    TooShort {
        /// Pixels in a row.
        width: usize,
        /// Rows.
        height: usize,
        /// Bytes needed.
        needed: usize,
        /// Bytes there.
        found: usize,
    },
    /// A size that no camera has.
    #[error(transparent)]
    Picture(#[from] vision::Error),
}

/// How pixels lie in memory.
#[derive(Clone, Copy)]
enum Encoding {
    /// So many bytes a pixel; where blue, green and red are among them.
    Interleaved(usize, [usize; 3]),
    /// Two bytes a pixel: brightness, and in turn both colour differences.
    Yuyv,
}

impl Encoding {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "bgr8" | "8UC3" => Self::Interleaved(3, [0, 1, 2]),
            "rgb8" => Self::Interleaved(3, [2, 1, 0]),
            "bgra8" | "8UC4" => Self::Interleaved(4, [0, 1, 2]),
            "rgba8" => Self::Interleaved(4, [2, 1, 0]),
            "mono8" | "8UC1" => Self::Interleaved(1, [0, 0, 0]),
            "yuv422_yuy2" | "yuyv" => Self::Yuyv,
            _ => return None,
        })
    }

    fn bytes(self) -> usize {
        match self {
            Self::Interleaved(bytes, _) => bytes,
            Self::Yuyv => 2,
        }
    }
}

/// The picture in a message.
pub fn image(message: &ImageMsg) -> Result<Image, ImageError> {
    let unknown = || ImageError::Encoding {
        encoding: message.encoding.chars().take(40).collect(),
    };
    let encoding = Encoding::named(&message.encoding).ok_or_else(unknown)?;
    let (width, height) = (message.width as usize, message.height as usize);
    let (step, bytes) = (message.step as usize, encoding.bytes());
    if !(1..=vision::MAX_SIDE).contains(&width) || !(1..=vision::MAX_SIDE).contains(&height) {
        return Err(vision::Error::ImageSize { width, height }.into());
    }
    if step < width * bytes {
        return Err(ImageError::Step { width, bytes, step });
    }
    let (needed, found) = (
        step.saturating_mul(height - 1)
            .saturating_add(width * bytes),
        message.data.len(),
    );
    if found < needed {
        return Err(ImageError::TooShort {
            width,
            height,
            needed,
            found,
        });
    }
    if let Encoding::Interleaved(3, [0, 1, 2]) = encoding {
        return Ok(Image::from_bgr8(width, height, step, &message.data)?);
    }
    let mut picture = Image::filled(width, height, [0; 3])?;
    let rows = picture.bytes_mut().chunks_exact_mut(3 * width);
    for (target, source) in rows.zip(message.data.chunks(step)) {
        match encoding {
            Encoding::Interleaved(_, order) => {
                for (to, from) in target.chunks_exact_mut(3).zip(source.chunks_exact(bytes)) {
                    to.copy_from_slice(&order.map(|channel| from[channel]));
                }
            }
            Encoding::Yuyv => {
                for (to, from) in target.chunks_mut(6).zip(source.chunks_exact(4)) {
                    let pair = [from[0], from[2]]
                        .map(|y| bgr_of(y, from[1], from[3]))
                        .concat();
                    to.copy_from_slice(&pair[..to.len()]);
                }
            }
        }
    }
    Ok(picture)
}

/// Blue, green, red of a pixel in the colour space of webcams (ITU-R BT.601, 16 to 235 for brightness).
fn bgr_of(y: u8, u: u8, v: u8) -> [u8; 3] {
    let y = 1.164 * (f32::from(y) - 16.0);
    let (u, v) = (f32::from(u) - 128.0, f32::from(v) - 128.0);
    [y + 2.018 * u, y - 0.391 * u - 0.813 * v, y + 1.596 * v].map(|value| value.round() as u8)
}

/// What was found in an image.
pub fn observation(
    header: Header,
    size: (usize, usize),
    faces: &[FaceView],
    milliseconds: f32,
) -> FaceObservation {
    FaceObservation {
        header,
        width: pixels(size.0),
        height: pixels(size.1),
        faces: faces.iter().map(face).collect(),
        milliseconds,
    }
}

fn face(face: &FaceView) -> FaceViewMsg {
    FaceViewMsg {
        stickers: face.stickers.iter().map(sticker).collect(),
        confidence: face.confidence,
    }
}

fn sticker(sticker: &Sticker) -> StickerMsg {
    StickerMsg {
        colour: sticker.color.letter().to_string(),
        confidence: sticker.confidence,
        quad: sticker.quad.0.concat(),
        rgb: sticker.rgb.to_vec(),
        recovered: sticker.recovered,
    }
}

/// A picture as a message.
pub fn picture(header: Header, image: &Image) -> ImageMsg {
    ImageMsg {
        header,
        width: pixels(image.width()),
        height: pixels(image.height()),
        encoding: "bgr8".into(),
        is_bigendian: 0,
        step: pixels(3 * image.width()),
        data: image.bytes().to_vec(),
    }
}

fn pixels(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(encoding: &str, width: u32, height: u32, step: u32, data: &[u8]) -> ImageMsg {
        ImageMsg {
            encoding: encoding.into(),
            width,
            height,
            step,
            data: data.to_vec(),
            ..ImageMsg::default()
        }
    }

    #[test]
    fn every_encoding_gives_blue_green_red() {
        let cases: [(&str, u32, &[u8], [u8; 3]); 5] = [
            ("bgr8", 3, &[10, 20, 30], [10, 20, 30]),
            ("rgb8", 3, &[30, 20, 10], [10, 20, 30]),
            ("bgra8", 4, &[10, 20, 30, 255], [10, 20, 30]),
            ("rgba8", 4, &[30, 20, 10, 255], [10, 20, 30]),
            ("mono8", 1, &[77], [77, 77, 77]),
        ];
        for (encoding, step, data, bgr) in cases {
            let picture = image(&message(encoding, 1, 1, step, data)).expect(encoding);
            assert_eq!(picture.bytes(), bgr, "{encoding}");
        }
    }

    #[test]
    fn webcam_colours_are_those_of_the_standard() {
        // Pure colours at full brightness and their values by BT.601, two equal pixels each.
        for (yuv, bgr) in [
            ([235, 128, 128], [255_i32, 255, 255]),
            ([16, 128, 128], [0, 0, 0]),
            ([81, 90, 240], [0, 0, 255]),
            ([145, 54, 34], [0, 255, 0]),
            ([41, 240, 110], [255, 0, 0]),
        ] {
            let [y, u, v] = yuv;
            let picture =
                image(&message("yuv422_yuy2", 2, 1, 4, &[y, u, y, v])).expect("two pixels");
            for (found, wanted) in picture.bytes().iter().zip(bgr.iter().cycle()) {
                assert!(
                    (i32::from(*found) - wanted).abs() <= 3,
                    "{yuv:?} gives {:?}",
                    picture.bytes()
                );
            }
        }
    }

    #[test]
    fn rows_with_padding_are_read_and_the_last_needs_none() {
        let data = [1, 2, 3, 0, 0, 4, 5, 6];
        let picture = image(&message("rgb8", 1, 2, 5, &data)).expect("two rows");
        assert_eq!(picture.bytes(), [3, 2, 1, 6, 5, 4]);
    }

    #[test]
    fn what_is_no_picture_is_explained() {
        let good = [0; 96];
        for (bad, word) in [
            (message("klingon8", 8, 4, 24, &good), "klingon8"),
            (message("", 8, 4, 24, &good), "''"),
            (message("bgr8", 8, 4, 24, &good[..95]), "95"),
            (message("bgr8", 8, 4, 3, &good), "step"),
            (message("bgr8", 8, 4, 0, &good), "step"),
            (message("bgr8", 0, 0, 0, &[]), "0 x 0"),
            (
                message("mono8", u32::MAX, u32::MAX, u32::MAX, &good),
                "4294967295",
            ),
            (message("yuv422_yuy2", 8, 4, 15, &good), "step"),
        ] {
            let error = image(&bad).expect_err(word).to_string();
            assert!(error.contains(word), "'{error}' does not name '{word}'");
        }
    }

    #[test]
    fn an_odd_number_of_webcam_pixels_loses_only_the_last() {
        assert!(image(&message("yuyv", 3, 1, 6, &[100; 6])).is_ok());
    }
}
