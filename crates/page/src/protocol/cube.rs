//! The cube: in the claws, and what is known of it.

use std::collections::BTreeMap;

use serde::Serialize;

/// The rig and the cube in its claws at one instant. All of it is of one moment: stickers, place and turning belong together.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Scene {
    /// Milliseconds since the server started.
    pub at: f64,
    /// Joint positions in radians, by the URDF's names of joints.
    pub joints: BTreeMap<String, f64>,
    /// Milliseconds since the last position of each joint, by the same names.
    pub joint_ages: BTreeMap<String, f64>,
    /// The cube between the claws: one that was seen, or one of which only the centres are known where claws are closed and may
    /// hold one. Nothing where no cube is.
    pub cube: Option<CubeInClaws>,
}

/// How the cube lies and is turned.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CubeInClaws {
    /// Length of the cube's edge in metres.
    pub edge: f64,
    /// The cube's face at each side U R F D L B of the rig, by its letter.
    pub faces_at_sides: String,
    /// How the whole cube lies in the frame `rig_center`: a quaternion x, y, z, w, a turn under way included.
    pub orientation: [f64; 4],
    /// How far the layers at the rig's sides R L F B are turned, in radians, clockwise as seen from outside.
    pub layers: [f64; 4],
    /// The colours of the 54 stickers in the order U R F D L B: colour letters W Y R O G B, `?` where unknown.
    pub stickers: String,
    /// Indices of the stickers in doubt.
    pub doubtful: Vec<u8>,
}

/// What is known of the cube.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CubeKnown {
    /// Face letters in the order U R F D L B, `?` where unknown; 54 letters.
    pub facelets: String,
    /// The colour letters of the faces U R F D L B.
    pub scheme: String,
    /// How sure each sticker is, 0 to 1; 54 numbers.
    pub confidence: Vec<f32>,
    /// Indices of the stickers in doubt.
    pub doubtful: Vec<u8>,
    /// Letters of the faces that the camera has seen, in the order U R F D L B.
    pub faces_seen: String,
    /// When the newest of them was seen, in seconds: another number belongs to another look at the cube.
    pub seen_at: f64,
    /// How far it is known.
    pub status: CubeStatus,
    /// How it is known, in a word or two: "seen by the camera", "entered", "followed".
    pub source: String,
    /// What is wrong with it, in a sentence; empty when nothing is.
    pub problem: String,
    /// What else people should know, in sentences.
    pub notes: Vec<String>,
    /// Whether it is solved.
    pub solved: bool,
}

/// How far the cube is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CubeStatus {
    /// Not at all.
    Unknown,
    /// Some faces were seen.
    Partial,
    /// Wholly, and such a cube exists.
    Valid,
    /// All stickers were seen, and no such cube exists.
    Invalid,
}
