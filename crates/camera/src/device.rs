//! A webcam as the source of pictures sees it. OpenCV's is one, a test's is another.

use vision::Image;
pub use vision::media::Property;

use crate::SourceError;

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
