//! What every source of pictures has: the trait, its errors, and the limit of a picture's size.

use std::time::Duration;

use opencv::core::{self, Mat, MatTraitConstManual, Size};
use opencv::imgproc;
use vision::Image;

use crate::settings::Controls;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// A picture file cannot be read or a picture is damaged.
    #[error(transparent)]
    Picture(#[from] vision::Error),
    /// A webcam or video cannot be opened.
    #[error("{what} cannot be opened: {reason}")]
    Closed {
        /// What it is.
        what: String,
        /// Why.
        reason: String,
    },
    /// A webcam or video gives no more pictures.
    #[error("{what} sends no more pictures; check whether it was unplugged or removed")]
    Gone {
        /// What it is.
        what: String,
    },
    /// An image operation failed.
    #[error("an image operation failed: {0}")]
    Operation(#[from] opencv::Error),
}

/// A picture to be published.
pub struct Shot {
    /// Its pixels.
    pub image: Image,
    /// Its frame.
    pub frame_id: String,
    /// When it was taken, in the time of the program that publishes it; nothing where that is now.
    pub taken: Option<Duration>,
}

/// Gives one picture after the other.
pub trait Source {
    /// The next picture, `elapsed` after the source was opened; `None` when there will be no more.
    ///
    /// # Errors
    /// When the source gives no picture now.
    fn next(&mut self, elapsed: Duration) -> Result<Option<Shot>, SourceError>;

    /// Whether `next` waits for a new picture by itself. Then the caller must not wait.
    fn waits(&self) -> bool;

    /// Takes new controls; only a webcam has any.
    fn adjust(&mut self, _controls: &Controls) {}

    /// What a webcam gives instead of what was asked, in words.
    fn shortfalls(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The picture, made smaller where a side is longer than `max_side` pixels.
///
/// # Errors
/// [`SourceError::Operation`] where memory is short.
pub fn limited(image: Image, max_side: usize) -> Result<Image, SourceError> {
    let (width, height) = (image.width(), image.height());
    let longer = width.max(height);
    if longer <= max_side {
        return Ok(image);
    }
    let scaled = |side: usize| ((side * max_side + longer / 2) / longer).max(1);
    let (new_width, new_height) = (scaled(width), scaled(height));
    let mat = Mat::new_rows_cols_with_bytes::<core::Vec3b>(height as i32, width as i32, image.bytes())?;
    let mut smaller = Mat::default();
    let size = Size::new(new_width as i32, new_height as i32);
    imgproc::resize(&mat, &mut smaller, size, 0.0, 0.0, imgproc::INTER_AREA)?;
    Ok(Image::from_bgr8(new_width, new_height, new_width * 3, smaller.data_bytes()?)?)
}
