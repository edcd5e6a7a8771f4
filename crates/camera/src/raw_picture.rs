//! A picture as a camera sends it, pixel by pixel, in any common encoding.

use vision::Image;

use crate::encoding::{Encoding, KNOWN};

/// Most letters of an encoding's name in an error message. The name comes from outside.
const MOST_LETTERS: usize = 40;

/// The fields of a `sensor_msgs/msg/Image`.
#[derive(Clone, Copy, Debug)]
pub struct RawPicture<'a> {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// How pixels lie in a row, by the names of sensor_msgs/image_encodings.
    pub encoding: &'a str,
    /// Whether the upper byte of a channel of 16 bits comes first.
    pub big_endian: bool,
    /// Bytes from one row to the next.
    pub step: usize,
    /// The rows. The last one needs no padding.
    pub data: &'a [u8],
}

/// Why there is no picture in the data.
#[derive(Debug, thiserror::Error)]
pub enum RawError {
    /// An encoding that is not read.
    #[error("the image encoding '{encoding}' is not supported; send {KNOWN}")]
    Encoding {
        /// Its name.
        encoding: String,
    },
    /// Rows that are shorter than their pixels.
    #[error("the image has {width} pixels of {bytes} bytes in a row, but its step is only {step} bytes")]
    Step {
        /// Pixels in a row.
        width: usize,
        /// Bytes a pixel.
        bytes: usize,
        /// Bytes from one row to the next.
        step: usize,
    },
    /// Less data than the size needs.
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
    Size(#[from] vision::Error),
}

impl RawPicture<'_> {
    /// Reads it into `picture`, whose memory is used again. After an error its pixels mean nothing.
    ///
    /// # Errors
    /// [`RawError`] for an unknown encoding, a size that no camera has, and too little data.
    pub fn read(&self, picture: &mut Image) -> Result<(), RawError> {
        let &Self { width, height, step, data, .. } = self;
        let encoding = Encoding::named(self.encoding, self.big_endian);
        let encoding = encoding
            .ok_or_else(|| RawError::Encoding { encoding: self.encoding.chars().take(MOST_LETTERS).collect() })?;
        let bytes = encoding.bytes;
        Image::check_size(width, height)?;
        if step < width * bytes {
            return Err(RawError::Step { width, bytes, step });
        }
        let needed = step.saturating_mul(height - 1).saturating_add(width * bytes);
        let found = data.len();
        if found < needed {
            return Err(RawError::TooShort { width, height, needed, found });
        }
        let targets = picture.reshape(width, height)?.chunks_exact_mut(3 * width);
        for (target, row) in targets.zip(data.chunks(step)) {
            encoding.row_to_bgr(&row[..width * bytes], target);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw<'a>(encoding: &'a str, [width, height, step]: [usize; 3], data: &'a [u8]) -> RawPicture<'a> {
        RawPicture { width, height, encoding, big_endian: false, step, data }
    }

    #[test]
    fn rows_with_padding_are_read_and_the_last_needs_none() {
        let mut picture = Image::buffer();
        let data = [1, 2, 3, 0, 0, 4, 5, 6];
        raw("rgb8", [1, 2, 5], &data).read(&mut picture).expect("two rows");
        assert_eq!(picture.bytes(), [3, 2, 1, 6, 5, 4]);
    }

    #[test]
    fn the_same_picture_holds_one_size_after_the_other() {
        let mut picture = Image::buffer();
        for (width, height) in [(4, 3), (2, 2), (3, 5)] {
            let data = vec![width as u8; 3 * width * height];
            let sent = raw("bgr8", [width, height, 3 * width], &data);
            sent.read(&mut picture).expect("a picture");
            assert_eq!(picture.bytes(), data);
            assert_eq!((picture.width(), picture.height()), (width, height));
        }
    }

    #[test]
    fn what_is_no_picture_is_explained() {
        let good = [0; 96];
        let huge = u32::MAX as usize;
        for (bad, word) in [
            (raw("klingon8", [8, 4, 24], &good), "klingon8"),
            (raw("", [8, 4, 24], &good), "''"),
            (raw("bgr8", [8, 4, 24], &good[..95]), "95"),
            (raw("bgr8", [8, 4, 3], &good), "step"),
            (raw("bgr8", [8, 4, 0], &good), "step"),
            (raw("bgr8", [0, 0, 0], &[]), "0 x 0"),
            (raw("mono8", [huge, huge, huge], &good), "4294967295"),
            (raw("yuv422_yuy2", [8, 4, 15], &good), "step"),
        ] {
            let error = bad.read(&mut Image::buffer()).expect_err(word).to_string();
            assert!(error.contains(word), "'{error}' does not name '{word}'");
        }
    }
}
