//! From six faces to a cube: the colours of all 54 stickers, decided together, with how sure that is.
//!
//! [`cube_color_model`] estimates what each colour looks like on this cube and how the light falls on each face. [`assignment`]
//! gives nine stickers to each colour, and [`legal`] finds the cheapest cube that exists. [`reading`] puts these together
//! and names what is in doubt. [`measurements`] reads measured colours from a text.
//! [`color_calibration`] learns the colours of one's own cube from a look at it.
//!
//! [`camera_setup`] finds out whether a camera mirrors its pictures or shows them upside down.
//!
//! [`turned`] finds the cubes that six faces make when their pictures may be turned. It uses
//! the [`bound`] of each way to turn the faces. [`turned_reading`] makes a reading of it for six pictures; a person who is led
//! through a scan is asked in between.

mod arrangement;
mod assignment;
mod bound;
mod camera_setup;
mod color_calibration;
mod cube_color_model;
mod legal;
mod measurements;
mod reading;
mod sentences;
mod turned;
mod turned_reading;

pub use color_calibration::ColorCalibration;
pub use measurements::{FaceOrder, Measurements, SeenFaces, measurements_from_json};
pub use reading::{StateReading, Verdict, read_seen, read_state, read_state_with};
pub use turned::{Fit, Placement, Places, TurnedFaces, Way, fit};
pub use turned_reading::{PossibleCube, TurnedReading, order, read_turned};
