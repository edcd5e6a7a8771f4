//! Pictures of a camera: where they come from, and how they arrive.
//!
//! **A camera gives pictures.** [`Settings`] name a source: picture files, a webcam or a video. [`open`] opens it as a
//! [`Source`]. [`stream`] publishes its pictures at a steady rate and opens it again after each failure, such as a
//! webcam that was unplugged. The caller's [`Host`] brings time, publishing and logs. [`V4l`] and [`VideoFile`] are the
//! only places that open a webcam or a video. [`Calibration`] reads the file that ROS's `camera_calibration` writes.
//!
//! **Someone else receives them.** [`RawPicture`] turns pixels in any common encoding into blue, green, red.
//! [`DuplicateFilter`] keeps one copy of a picture that arrives over two transports. [`Newest`] holds the newest picture
//! until the reader has time for it.

mod back_off;
mod calibration;
mod capture;
mod device;
mod duplicate_filter;
mod encoding;
mod newest;
mod raw_picture;
#[cfg(test)]
mod sent_picture_tests;
mod settings;
mod slides;
mod source;
mod sources;
mod stamp;
mod stream;
#[cfg(test)]
mod stream_tests;
mod v4l;
mod video;
mod webcam;

pub use calibration::{Calibration, CalibrationError};
pub use capture::hide_opencv_warnings;
pub use device::{Device, Property};
pub use duplicate_filter::{DuplicateFilter, Transport};
pub use newest::Newest;
pub use raw_picture::{RawError, RawPicture};
pub use settings::{Controls, Format, Settings, SourceKind};
pub use source::{Shot, Source, SourceError, limited};
pub use sources::open;
pub use stamp::stamp_fault;
pub use stream::{Host, Report, stream};
pub use v4l::V4l;
pub use video::VideoFile;
pub use webcam::Webcam;
