//! Between image messages and pictures, and from faces to their messages.

use camera::RawError;
use r2r::cuberig_msgs::msg::{FaceObservation, FaceView as FaceViewMsg, Sticker as StickerMsg};
use r2r::sensor_msgs::msg::{CompressedImage, Image as ImageMsg};
use r2r::std_msgs::msg::Header;
use vision::{FaceView, Image, Sticker};

use crate::messages::image::{self, pixels};

/// Most letters of a name from outside in an error message.
const MOST_LETTERS: usize = 40;

/// A picture as it was sent.
pub enum Sent {
    /// Pixel by pixel.
    Raw(ImageMsg),
    /// As the content of a JPEG or PNG file.
    Compressed(CompressedImage),
}

impl Sent {
    /// Its time and frame.
    pub fn header(&self) -> &Header {
        match self {
            Self::Raw(message) => &message.header,
            Self::Compressed(message) => &message.header,
        }
    }

    /// Reads it into `picture`, whose memory is used again. After an error its pixels mean nothing.
    pub fn read(&self, picture: &mut Image) -> Result<(), ImageError> {
        match self {
            Self::Raw(message) => Ok(image::raw(message).read(picture)?),
            Self::Compressed(message) => picture.decode(&message.data).map_err(|reason| ImageError::Compressed {
                format: message.format.chars().take(MOST_LETTERS).collect(),
                reason,
            }),
        }
    }
}

/// Why an image message is no picture.
#[derive(Debug, thiserror::Error)]
pub enum ImageError {
    /// Pixels that are not understood.
    #[error(transparent)]
    Raw(#[from] RawError),
    /// Data that no decoder takes.
    #[error("the compressed image of format '{format}' cannot be read: {reason}")]
    Compressed {
        /// The format that the message names.
        format: String,
        /// What is wrong with it.
        reason: vision::Error,
    },
}

/// What was found in an image.
pub fn observation(header: Header, size: (usize, usize), faces: &[FaceView], milliseconds: f32) -> FaceObservation {
    FaceObservation {
        header,
        width: pixels(size.0),
        height: pixels(size.1),
        faces: faces.iter().map(face).collect(),
        milliseconds,
    }
}

fn face(face: &FaceView) -> FaceViewMsg {
    FaceViewMsg { stickers: face.stickers.iter().map(sticker).collect(), confidence: face.confidence }
}

/// Without any certainty the colour has no name.
fn sticker(sticker: &Sticker) -> StickerMsg {
    let named = 0.0 < sticker.confidence;
    StickerMsg {
        colour: if named { sticker.color.letter() } else { '?' }.to_string(),
        confidence: sticker.confidence,
        quad: sticker.quad.0.concat(),
        rgb: sticker.rgb.to_vec(),
        recovered: sticker.recovered,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cube::Color;
    use vision::Quad;

    fn message(encoding: &str, width: u32, height: u32, step: u32, data: &[u8]) -> Sent {
        Sent::Raw(ImageMsg {
            encoding: encoding.into(),
            width,
            height,
            step,
            data: data.to_vec(),
            ..ImageMsg::default()
        })
    }

    fn compressed(format: &str, data: Vec<u8>) -> Sent {
        Sent::Compressed(CompressedImage { format: format.into(), data, ..CompressedImage::default() })
    }

    fn read(sent: &Sent) -> Result<Image, ImageError> {
        let mut picture = Image::buffer();
        sent.read(&mut picture).map(|()| picture)
    }

    #[test]
    fn a_raw_picture_is_read_by_what_its_message_says() {
        let data = [1, 2, 3, 0, 0, 4, 5, 6];
        let picture = read(&message("rgb8", 1, 2, 5, &data)).expect("two rows");
        assert_eq!(picture.bytes(), [3, 2, 1, 6, 5, 4]);
        let wide = ImageMsg {
            encoding: "mono16".into(),
            is_bigendian: 1,
            width: 1,
            height: 1,
            step: 2,
            data: vec![50, 7],
            ..ImageMsg::default()
        };
        assert_eq!(read(&Sent::Raw(wide)).expect("a pixel").bytes(), [50; 3]);
    }

    #[test]
    fn compressed_pictures_are_read_by_what_they_hold() {
        let mut shown = Image::filled(40, 30, [10, 200, 30]).expect("a picture");
        shown.bytes_mut()[..3].copy_from_slice(&[10, 210, 30]);
        for ending in [".png", ".jpg"] {
            let data = shown.encoded(ending).expect("a format that OpenCV writes");
            let picture = read(&compressed("bgr8; jpeg compressed bgr8", data)).expect(ending);
            assert_eq!((picture.width(), picture.height()), (40, 30));
            let near = |(a, b): (&u8, &u8)| a.abs_diff(*b) <= 12;
            assert!(picture.bytes().iter().zip(shown.bytes()).all(near));
        }
    }

    #[test]
    fn what_is_no_picture_is_explained() {
        let good = [0; 96];
        let whole = Image::filled(8, 4, [0; 3]).expect("a picture");
        let [jpeg, png] = [".jpg", ".png"].map(|ending| whole.encoded(ending).expect(ending));
        for (bad, word) in [
            (message("klingon8", 8, 4, 24, &good), "klingon8"),
            (message("bgr8", 8, 4, 24, &good[..95]), "95"),
            (message("bgr8", 8, 4, 3, &good), "step"),
            (compressed("jpeg", Vec::new()), "jpeg"),
            (compressed("h264", good.to_vec()), "h264"),
            (compressed("jpeg", jpeg[..jpeg.len() / 2].to_vec()), "incomplete JPEG"),
            (compressed("png", png[..png.len() / 2].to_vec()), "png"),
        ] {
            let error = read(&bad).expect_err(word).to_string();
            assert!(error.contains(word), "'{error}' does not name '{word}'");
        }
    }

    #[test]
    fn a_sticker_without_certainty_has_no_name() {
        let seen = |confidence| {
            sticker(&Sticker {
                quad: Quad([[0.0; 2]; 4]),
                rgb: [1.0, 2.0, 3.0],
                color: Color::Red,
                confidence,
                recovered: false,
            })
        };
        assert_eq!(seen(0.4).colour, "R");
        assert_eq!(seen(0.0).colour, "?");
    }
}
