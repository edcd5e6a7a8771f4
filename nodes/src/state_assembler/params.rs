//! Parameters of the state assembler.

use std::time::Duration;

use super::node::Settings;

crate::parameters! {
    /// When a face counts as seen.
    pub struct StateAssemblerParams {
        /// So many pictures in a row must show the same nine stickers before a face counts as seen.
        votes: i64 = 3, range (1..=50);
        /// Seconds that the cube must have rested before a picture of it counts: pictures may still be on their way through the camera.
        settle: f64 = 0.15, range (0.0..=10.0);
        /// Faces that the detector is less sure of than this, 0 to 1, do not count.
        min_face_confidence: f64 = 0.2, range (0.0..=1.0);
        /// Two readings of a sticker agree when their colour letters do, or when red, green and blue each differ less than this (0 to 255).
        colour_tolerance: f64 = 24.0, range (0.0..=255.0);
    }
}

impl StateAssemblerParams {
    /// The same in the terms of the logic.
    pub fn settings(&self) -> Settings {
        Settings {
            votes: u32::try_from(self.votes).unwrap_or(1),
            settle: Duration::from_secs_f64(self.settle),
            min_face_confidence: self.min_face_confidence as f32,
            colour_tolerance: self.colour_tolerance as f32,
        }
    }
}
