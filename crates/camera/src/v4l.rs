//! A webcam of Video4Linux, through OpenCV.

use std::path::PathBuf;

use media::Capture;
use opencv::videoio;
use vision::Image;

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
        let number = device.parse::<i32>().ok();
        let path = match number {
            Some(number) => PathBuf::from(format!("/dev/video{number}")),
            None => PathBuf::from(device),
        };
        let closed = |reason: String| SourceError::Closed {
            what: name.clone(),
            reason,
        };
        // OpenCV gives no reason.
        std::fs::File::open(&path)
            .map_err(|error| closed(format!("{}: {error}", path.display())))?;
        let capture = match number {
            Some(number) => Capture::open_webcam(number, videoio::CAP_V4L2)?,
            None => Capture::open_file(&path, videoio::CAP_V4L2)?,
        };
        let mut capture =
            capture.ok_or_else(|| closed("it is no camera, or another program uses it".into()))?;
        // Some drivers ignore this. Then pictures come a little late.
        capture.set(videoio::CAP_PROP_BUFFERSIZE, 1.0)?;
        Ok(Self {
            capture,
            path,
            name,
        })
    }

    /// What to call it in sentences, such as "the webcam '0'".
    pub fn name(&self) -> &str {
        &self.name
    }

    fn number(property: Property) -> i32 {
        match property {
            Property::PixelFormat => videoio::CAP_PROP_FOURCC,
            Property::Width => videoio::CAP_PROP_FRAME_WIDTH,
            Property::Height => videoio::CAP_PROP_FRAME_HEIGHT,
            Property::Fps => videoio::CAP_PROP_FPS,
            Property::AutoExposure => videoio::CAP_PROP_AUTO_EXPOSURE,
            Property::Exposure => videoio::CAP_PROP_EXPOSURE,
            Property::AutoWhiteBalance => videoio::CAP_PROP_AUTO_WB,
            Property::WhiteBalance => videoio::CAP_PROP_WB_TEMPERATURE,
            Property::Gain => videoio::CAP_PROP_GAIN,
            Property::AutoFocus => videoio::CAP_PROP_AUTOFOCUS,
            Property::Focus => videoio::CAP_PROP_FOCUS,
        }
    }
}

impl Device for V4l {
    fn set(&mut self, property: Property, value: f64) -> bool {
        self.capture
            .set(Self::number(property), value)
            .unwrap_or(false)
    }

    fn get(&self, property: Property) -> Option<f64> {
        // OpenCV gives -1 for what the driver does not report.
        let value = self.capture.get(Self::number(property)).ok();
        value.filter(|value| 0.0 <= *value)
    }

    fn read(&mut self) -> Result<Option<Image>, SourceError> {
        capture::read(&mut self.capture)
    }

    fn is_present(&self) -> bool {
        self.path.exists()
    }
}
