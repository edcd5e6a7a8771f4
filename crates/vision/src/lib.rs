//! From an image to faces, from faces to colours, from colours to a proven cube state.
mod assignment;
mod error;
mod face_view;
mod image;
mod legal;
mod measurements;
mod palette;
mod single;
mod state;
mod tone;
mod whole;

pub use error::Error;
pub use face_view::{FaceView, Quad, Sticker};
pub use image::{Image, MAX_SIDE};
pub use measurements::{FaceOrder, measurements_from_json};
pub use palette::paint;
pub use single::{chances, classify};
pub use state::{Measurements, StateReading, Verdict, read_state};
