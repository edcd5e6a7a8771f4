//! From pictures of a cube to its state, in the order of seeing: find, name, state.
//!
//! **[`find`]: a picture becomes nine quads.** The picture is cut into flat regions. Regions that can be neighbouring
//! stickers are put on a grid. Three by three cells of it that fit a face in perspective are a found face. A sticker
//! that is hidden gets its place from the others.
//!
//! **[`name`]: nine quads become colours.** Each sticker's commonest colour is measured. Then a network names
//! the nine stickers together, and gives the chance that they are a face. [`Detector::detect`] does both steps and gives a
//! [`FaceView`] for each place that is likely enough a face ([`DetectorOptions`]).
//!
//! **[`state`]: six faces become a cube.** [`read_state`] takes the [`Measurements`] of six faces. A model of this cube's
//! colours and of the light on each face gives the price of each sticker as each colour. The cheapest cube that exists
//! is the reading. Its [`Verdict`] depends on how far ahead of the next cube it is. [`read_turned`] does the same with faces
//! whose pictures may be turned, and [`read_photographs`] goes all the way from six pictures.
//!
//! [`stream`] does the first two steps for picture after picture, as a camera sends them.
//!
//! Each of these modules begins with its own map. [`bench`](mod@bench) reads pictures whose truth is known.
//!
//! # Where a sticker's colour is decided
//!
//! [`read_state`] decides the colours of a cube, all 54 together, by nothing but the measured colours and the laws of
//! the cube. One picture of one face allows less. Its stickers are named in `name/naming.rs` and nowhere else;
//! [`classify`] names colours without a picture by the same chances. These names are for people, for the refusal of what
//! is no face, and for the question which face it is. They never enter the state.
//!
//! Both use the same [`CubeColors`] where the colours of a cube were learned ([`CubeColors::from_calibration`]), and
//! otherwise what cubes commonly look like. [`bench`](mod@bench) measures both on pictures whose truth is known.

// The pages of the modules are for readers of the source too, so they name private modules.
#![allow(rustdoc::private_intra_doc_links)]

mod annotate;
pub mod bench;
mod detector;
mod error;
mod face_view;
pub mod find;
mod homography;
mod image;
pub mod media;
pub mod name;
mod photos;
pub mod state;
mod straightened;
pub mod stream;
mod white_balance;

pub use annotate::{annotate, mark_doubt};
pub use bench::{Calibration, CubeTally, Report, SeveralTally, Tally, bench};
pub use detector::{Detector, DetectorOptions, FaceReader};
pub use error::Error;
pub use face_view::{FaceView, MeasuredFace, Quad, Sticker};
pub use image::{Image, MAX_SIDE};
pub use name::{CubeColors, chances, classify, paint};
pub use photos::{Photographs, read_photographs};
pub use state::{
    ColorCalibration, FaceOrder, Measurements, StateReading, TurnedReading, Verdict, measurements_from_json,
    read_state, read_state_with, read_turned,
};
pub use straightened::straightened;
pub use white_balance::WhiteBalance;
