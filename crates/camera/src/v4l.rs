//! A webcam of Video4Linux, through OpenCV.

use std::path::PathBuf;

use vision::Image;
use vision::media::Capture;

use crate::capture;
use crate::device::{Device, Property};
use crate::source::SourceError;

/// A webcam of Video4Linux.
pub struct V4l {
    capture: Capture,
    path: PathBuf,
    name: String,
}

impl V4l {
    /// Opens a webcam by its number or by its path, such as `/dev/video2`.
    ///
    /// # Errors
    /// [`SourceError::Closed`] when it is not there, is no camera, or another program uses it.
    pub fn open(device: &str) -> Result<Self, SourceError> {
        let device = device.trim();
        let name = format!("the webcam '{device}'");
        let path = match device.parse::<i32>() {
            Ok(number) => PathBuf::from(format!("/dev/video{number}")),
            Err(_) => PathBuf::from(device),
        };
        let closed = |reason: String| SourceError::Closed { what: name.clone(), reason };
        // OpenCV gives no reason.
        cube::outside::device(&path).map_err(|error| closed(format!("{}: {error}", path.display())))?;
        let no_camera = || closed("it is no camera, or another program uses it".into());
        let mut capture = Capture::open_webcam(&path)?.ok_or_else(no_camera)?;
        // Some drivers ignore this. Then pictures come a little late.
        capture.set(Property::BufferSize, 1.0)?;
        Ok(Self { capture, path, name })
    }

    /// What to call it in sentences, such as "the webcam '0'".
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Device for V4l {
    fn set(&mut self, property: Property, value: f64) -> bool {
        self.capture.set(property, value).unwrap_or(false)
    }

    fn get(&self, property: Property) -> Option<f64> {
        // OpenCV gives -1 for what the driver does not report.
        let value = self.capture.get(property).ok();
        value.filter(|value| 0.0 <= *value)
    }

    fn read(&mut self) -> Result<Option<Image>, SourceError> {
        capture::read(&mut self.capture)
    }

    fn is_present(&self) -> bool {
        self.path.exists()
    }
}
