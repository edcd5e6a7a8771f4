//! A webcam as the source of pictures sees it. OpenCV's is one, a test's is another.

use vision::Image;

use crate::SourceError;

/// What can be asked of a webcam.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Property {
    /// Four letters, as OpenCV packs them.
    PixelFormat,
    /// Pixels.
    Width,
    /// Pixels.
    Height,
    /// Pictures a second.
    Fps,
    /// 1 manual, 3 automatic (by aperture priority, as webcams call it), 0 automatic where 3 is unknown.
    AutoExposure,
    /// In units of 0.1 ms.
    Exposure,
    /// 0 or 1.
    AutoWhiteBalance,
    /// Kelvin.
    WhiteBalance,
    /// In the webcam's own units.
    Gain,
    /// 0 or 1.
    AutoFocus,
    /// In the webcam's own units.
    Focus,
}

/// An open webcam.
pub trait Device {
    /// Asks for a value. Returns false when the webcam does not know the property or refuses. It may take another value.
    fn set(&mut self, property: Property, value: f64) -> bool;

    /// The value in force; `None` when the webcam does not report it.
    fn get(&self, property: Property) -> Option<f64>;

    /// Waits for the next picture; `None` when there is none.
    ///
    /// # Errors
    /// A picture that is damaged.
    fn read(&mut self) -> Result<Option<Image>, SourceError>;

    /// Whether it is still plugged in, as far as the system knows.
    fn is_present(&self) -> bool;
}
