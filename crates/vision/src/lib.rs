//! From an image to faces, from faces to colours, from colours to a proven cube state.
mod annotate;
pub mod bench;
mod detector;
mod error;
mod face_view;
pub mod find;
mod homography;
mod image;
pub mod name;
mod photos;
pub mod state;

pub use annotate::{annotate, mark_doubt};
pub use bench::{Calibration, CubeTally, Report, SeveralTally, Tally, bench};
pub use detector::{ClassifierKind, Detector, DetectorKind, DetectorOptions};
pub use error::Error;
pub use face_view::{FaceView, Quad, Sticker};
pub use image::{Image, MAX_SIDE};
pub use name::{CubeColors, chances, classify, paint};
pub use photos::{Scan, read_state_from_files, read_state_from_images, scan_file};
pub use state::{
    ColorCalibration, FaceOrder, Measurements, StateReading, Verdict, measurements_from_json,
    read_state, read_state_with,
};
