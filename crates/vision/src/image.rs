//! A picture in memory: blue, green, red, eight bits each, rows without gaps.

use std::path::Path;

use opencv::boxed_ref::{BoxedRef, BoxedRefMut};
use opencv::core::{self, Mat, MatTraitConst, MatTraitConstManual};
use opencv::imgproc;

use crate::Error;

mod format;
mod jpeg;

/// Longest side of a picture in pixels; a larger one is treated as damaged.
pub const MAX_SIDE: usize = 20_000;

/// A colour picture, row by row from the top left pixel, three bytes a pixel in the order blue,
/// green, red.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    width: usize,
    height: usize,
    bytes: Vec<u8>,
}

/// Bytes of a picture file that are still read.
const LARGEST: u64 = 256 << 20;

impl Image {
    /// Refuses a size that no picture has.
    ///
    /// # Errors
    /// [`Error::ImageSize`] for a side of zero or beyond [`MAX_SIDE`].
    pub fn check_size(width: usize, height: usize) -> Result<(), Error> {
        if (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height) {
            Ok(())
        } else {
            Err(Error::ImageSize { width, height, most: MAX_SIDE })
        }
    }

    /// A picture of one colour, given as [blue, green, red].
    ///
    /// # Errors
    /// [`Error::ImageSize`] for a side of zero or beyond [`MAX_SIDE`].
    pub fn filled(width: usize, height: usize, bgr: [u8; 3]) -> Result<Image, Error> {
        Image::check_size(width, height)?;
        let bytes = bgr.repeat(width * height);
        Ok(Image { width, height, bytes })
    }

    /// Copies a picture whose rows begin `step` bytes apart, as camera messages carry it.
    ///
    /// # Errors
    /// A size out of range, a step shorter than a row, or too few bytes.
    pub fn from_bgr8(width: usize, height: usize, step: usize, bytes: &[u8]) -> Result<Image, Error> {
        Image::check_size(width, height)?;
        if step < 3 * width {
            return Err(Error::RowStep { step, width });
        }
        let needed = step.saturating_mul(height - 1).saturating_add(3 * width);
        if bytes.len() < needed {
            return Err(Error::TooFewBytes { width, height, needed, found: bytes.len() });
        }
        let mut packed = Vec::with_capacity(3 * width * height);
        for row in 0..height {
            packed.extend_from_slice(&bytes[row * step..row * step + 3 * width]);
        }
        Ok(Image { width, height, bytes: packed })
    }

    /// Reads a JPEG, PNG or other common file's content; the orientation a camera wrote into it
    /// (EXIF) is applied.
    ///
    /// # Errors
    /// [`Error::NotAPicture`] where no decoder takes it, [`Error::BreaksOff`] for part of a JPEG or PNG, [`Error::PictureSize`].
    pub fn from_encoded(bytes: &[u8]) -> Result<Image, Error> {
        let mut image = Image::buffer();
        image.decode(bytes)?;
        Ok(image)
    }

    /// The same into this picture, whose memory is used again. After an error its pixels mean nothing.
    ///
    /// # Errors
    /// As [`Image::from_encoded`].
    pub fn decode(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.decode_from(bytes, "the data")
    }

    /// Reads a picture file, upright as its camera was held.
    ///
    /// # Errors
    /// [`Error::File`], or as [`Image::from_encoded`], all with the path.
    pub fn load(path: impl AsRef<Path>) -> Result<Image, Error> {
        let path = path.as_ref();
        let bytes = cube::outside::read(path, "a picture", LARGEST)
            .map_err(|source| Error::File { path: path.to_owned(), source })?;
        let mut image = Image::buffer();
        image.decode_from(&bytes, &format!("'{}'", path.display()))?;
        Ok(image)
    }

    /// Writes the picture; the format follows from the file name's ending.
    ///
    /// # Errors
    /// [`Error::Unwritable`] with the reason.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        let unwritable = |reason: String| Error::Unwritable { path: path.to_owned(), reason };
        let ending = path
            .extension()
            .and_then(|ending| ending.to_str())
            .ok_or_else(|| unwritable("the name has no ending such as .png".to_owned()))?;
        let encoded = self.encoded(&format!(".{ending}")).map_err(|error| unwritable(error.to_string()))?;
        std::fs::write(path, encoded).map_err(|error| unwritable(error.to_string()))
    }

    /// The picture in the file format of an ending such as ".png".
    ///
    /// # Errors
    /// [`Error::UnknownFormat`], or [`Error::Operation`] where OpenCV cannot pack it.
    pub fn encoded(&self, ending: &str) -> Result<Vec<u8>, Error> {
        if !crate::media::can_encode(ending)? {
            return Err(Error::UnknownFormat { ending: ending.to_owned() });
        }
        Ok(crate::media::encode(ending, None, &self.mat()?)?)
    }

    /// The picture as JPEG, of a quality of 1 to 100.
    ///
    /// # Errors
    /// [`Error::Operation`] where OpenCV cannot pack it.
    pub fn jpeg(&self, quality: u8) -> Result<Vec<u8>, Error> {
        Ok(crate::media::encode(".jpg", Some(quality), &self.mat()?)?)
    }

    /// Pixels in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The bytes, 3 x width x height of them.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes, to be changed in place.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// Makes this a picture of another size; its memory is used again, and its pixels are to be
    /// written: they are what was there before.
    ///
    /// # Errors
    /// [`Error::ImageSize`] for a side of zero or beyond [`MAX_SIDE`].
    pub fn reshape(&mut self, width: usize, height: usize) -> Result<&mut [u8], Error> {
        Image::check_size(width, height)?;
        (self.width, self.height) = (width, height);
        self.bytes.resize(3 * width * height, 0);
        Ok(&mut self.bytes)
    }

    /// Whether the picture has no colours: red, green and blue of each pixel are alike, but for
    /// what rounding does to greys on their way through YUV.
    pub fn is_grey(&self) -> bool {
        /// Greatest difference of two channels of a grey.
        const ROUNDING: u8 = 4;
        self.bytes.chunks_exact(3).all(|pixel| {
            let low = pixel[0].min(pixel[1]).min(pixel[2]);
            let high = pixel[0].max(pixel[1]).max(pixel[2]);
            high - low <= ROUNDING
        })
    }

    /// The pixel's [red, green, blue]; places beyond the edge take the nearest pixel.
    pub fn rgb_at(&self, x: f32, y: f32) -> [f32; 3] {
        let column = (x.max(0.0) as usize).min(self.width - 1);
        let row = (y.max(0.0) as usize).min(self.height - 1);
        let start = 3 * (row * self.width + column);
        [f32::from(self.bytes[start + 2]), f32::from(self.bytes[start + 1]), f32::from(self.bytes[start])]
    }

    /// The same picture with its longer side brought to `side` pixels, written into `scaled`
    /// (whose memory is used again); returns the factor from this picture's pixels to those.
    ///
    /// # Errors
    /// [`Error::Operation`] if the scaling fails.
    pub fn scale_into(&self, side: usize, scaled: &mut Image) -> Result<f32, Error> {
        let longer = self.width.max(self.height);
        let target = |length: usize| ((length * side + longer / 2) / longer).max(1);
        let (width, height) = (target(self.width), target(self.height));
        scaled.width = width;
        scaled.height = height;
        scaled.bytes.resize(3 * width * height, 0);
        if longer == side {
            scaled.bytes.copy_from_slice(&self.bytes);
            return Ok(1.0);
        }
        let interpolation = if side < longer { imgproc::INTER_AREA } else { imgproc::INTER_LINEAR };
        let size = core::Size::new(width as i32, height as i32);
        let source = self.mat()?;
        let mut target = scaled.mat_mut()?;
        imgproc::resize(&source, &mut target, size, 0.0, 0.0, interpolation)?;
        Ok(side as f32 / longer as f32)
    }

    /// An OpenCV view of the same memory.
    ///
    /// # Errors
    /// [`Error::Operation`] if OpenCV refuses it.
    pub fn mat(&self) -> Result<BoxedRef<'_, Mat>, Error> {
        Ok(Mat::new_rows_cols_with_bytes::<core::Vec3b>(self.height as i32, self.width as i32, &self.bytes)?)
    }

    /// A writable OpenCV view of the same memory.
    pub fn mat_mut(&mut self) -> Result<BoxedRefMut<'_, Mat>, Error> {
        Ok(Mat::new_rows_cols_with_bytes_mut::<core::Vec3b>(self.height as i32, self.width as i32, &mut self.bytes)?)
    }

    fn decode_from(&mut self, bytes: &[u8], what: &str) -> Result<(), Error> {
        let what = || what.to_owned();
        let not_a_picture = || Error::NotAPicture { what: what(), reason: format::refusal(bytes) };
        let checked = |width: usize, height: usize| {
            Image::check_size(width, height).map_err(|_| Error::PictureSize {
                what: what(),
                width,
                height,
                most: MAX_SIDE,
            })
        };
        if bytes.is_empty() {
            return Err(not_a_picture());
        }
        // To decode a picture that is too large takes many seconds.
        if let Ok(size) = imagesize::blob_size(bytes) {
            checked(size.width, size.height)?;
        }
        if let Some(format) = format::breaks_off(bytes) {
            return Err(Error::BreaksOff { what: what(), format, bytes: bytes.len() });
        }
        let plain = format::without_profile(bytes);
        let orientation = format::webp_orientation(bytes);
        let buffer = Mat::from_bytes::<u8>(plain.as_deref().unwrap_or(bytes))?;
        let stored = crate::media::decode(&buffer, orientation.is_none())?;
        if stored.empty() || stored.channels() != 3 {
            return Err(not_a_picture());
        }
        let mat = upright(stored, orientation.unwrap_or(1))?;
        checked(mat.cols().max(0) as usize, mat.rows().max(0) as usize)?;
        let pixels = self.reshape(mat.cols().max(0) as usize, mat.rows().max(0) as usize)?;
        pixels.copy_from_slice(mat.data_bytes()?);
        Ok(())
    }

    /// A picture of one pixel, to be written over.
    pub fn buffer() -> Image {
        Image { width: 1, height: 1, bytes: vec![0; 3] }
    }
}

/// The picture as its camera was held, which stored it in this orientation (EXIF 2.3: 1 to 8).
fn upright(stored: Mat, orientation: u16) -> opencv::Result<Mat> {
    let mut turned = stored;
    if 5 <= orientation {
        let mut transposed = Mat::default();
        core::transpose(&turned, &mut transposed)?;
        turned = transposed;
    }
    let axis = match orientation {
        2 | 6 => 1,
        3 | 7 => -1,
        4 | 8 => 0,
        _ => return Ok(turned),
    };
    let mut upright = Mat::default();
    core::flip(&turned, &mut upright, axis)?;
    Ok(upright)
}
