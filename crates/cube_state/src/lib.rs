//! Readings of faces and moves of the arms become the known cube.
//!
//! ```text
//!   a picture's face ──> vote ──> the seen faces ──> vision::state ──> State ─┐
//!   cube/set_state ───────────────────────────────────────────────────────────┼──> tracker
//!   moves of the arms ────────────────────────────────────────────────────────┘
//! ```
//!
//! [`Assembler`] is a state machine without ROS, clock or thread. It takes each [`Observation`] of a face. When all six faces
//! are seen, or five that fit one cube only ([`CubesLeft`]), it returns the measured colours. Its owner then calls
//! [`vision::state::read_seen`]. That call takes long, so the owner decides where it runs. The [`State`] is what others read of
//! the cube. [`learn`] finds the colours of one's own cube from the same six faces.
//!
//! [`tracker`] keeps the one cube that everybody reads. The executive of the arms does not know the cube. It counts what the
//! arms have done to it, and the tracker follows.
//!
//! # From observations to the state
//!
//! `face_detector` looks at the newest picture, of any encoding (`camera::RawPicture`), and publishes the faces
//! that it sees with measured colours. It drops older pictures that wait. In a picture without colours all stickers are
//! `?`, with a measured colour of NaN, so that nobody reads a cube from greys.
//!
//! `state_assembler` uses an observation when it knows which face it shows. There are two cases: `cube/pose` reports
//! that the rig holds this face still before the camera, or the picture's `frame_id` is `face_U` … `face_B`
//! (photographs). A face counts as seen after some agreeing observations, or after one that is sure of each sticker.
//! With six faces, or five that prove the cube, `vision` decides all colours together. It refuses a reading that no
//! cube can have, with a reason. After each turn of the arms `cube/state` has the cube as it is then, and the newest
//! turn that it includes (`turns`). If the pose is lost, `cube/state` becomes unknown.

mod assembler;
mod cubes_left;
mod error;
mod face;
mod learning;
mod state;
#[cfg(test)]
mod tests;
pub mod tracker;
mod vote;

pub use assembler::{Assembler, Observation, PoseUpdate, Seen, Settings};
pub use cubes_left::CubesLeft;
pub use error::Error;
pub use face::{SeenFace, SeenSticker};
pub use learning::{ReadingColors, learn};
pub use state::{Problem, ReadResult, State, Status};
