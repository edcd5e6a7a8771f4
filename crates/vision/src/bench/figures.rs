//! The figures of a bench.

use std::collections::BTreeMap;

use serde::Serialize;

/// Counts over some single-face pictures.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tally {
    /// Pictures.
    pub pictures: usize,
    /// Pictures with a face reported.
    pub found: usize,
    /// Pictures of those where the truth has boxes.
    pub boxed: usize,
    /// Of those: all nine centres within half a sticker.
    pub in_place: usize,
    /// Stickers right.
    pub stickers_right: usize,
    /// Faces with all nine right.
    pub faces_right: usize,
    /// Milliseconds of each picture, sorted.
    pub milliseconds: Vec<f64>,
}

/// Stickers with a confidence in one tenth, and how many of them were right.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Calibration {
    /// Stickers.
    pub stickers: usize,
    /// Right ones.
    pub right: usize,
    /// Sum of their confidences.
    pub confidence: f64,
}

/// Pictures that show two or three faces of a cube.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct SeveralTally {
    /// Pictures.
    pub pictures: usize,
    /// Faces that show in them.
    pub faces: usize,
    /// Faces reported.
    pub reported: usize,
    /// Faces reported that are really there: in place where the truth has boxes, else by their colours.
    pub found: usize,
    /// Faces of those with all nine stickers right.
    pub right: usize,
}

/// Whole cubes.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct CubeTally {
    /// Cubes.
    pub cubes: usize,
    /// States right.
    pub right: usize,
    /// States right and certain.
    pub certain: usize,
    /// States wrong but certain: there must be none.
    pub silently_wrong: usize,
    /// Longest decision in milliseconds (measurements only).
    pub slowest_ms: f64,
}

/// All figures.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// By lighting class.
    pub by_light: BTreeMap<String, Tally>,
    /// By the body of the cube.
    pub by_body: BTreeMap<String, Tally>,
    /// All single-face pictures.
    pub all: Tally,
    /// Pictures with several faces.
    pub several: SeveralTally,
    /// Confidence in tenths against truth, stickers of found faces.
    pub calibration: [Calibration; 10],
    /// Six photographs to a state.
    pub six_photos: CubeTally,
    /// Measurements to a state.
    pub measurements: CubeTally,
    /// What was not right, one line each.
    pub failures: Vec<String>,
}

impl Tally {
    /// The time that this share (0 to 1) of the pictures does not exceed, in milliseconds.
    pub fn milliseconds_at(&self, share: f64) -> Option<f64> {
        let last = self.milliseconds.len().checked_sub(1)?;
        self.milliseconds.get((share * last as f64).round() as usize).copied()
    }
}

impl Report {
    /// Expected calibration error: how far confidence and share of right stickers lie apart, tenth by
    /// tenth, weighed by their stickers; 0 is perfect, 1 the worst.
    pub fn calibration_error(&self) -> f64 {
        let stickers: usize = self.calibration.iter().map(|bin| bin.stickers).sum();
        let apart: f64 = self.calibration.iter().map(|bin| (bin.confidence - bin.right as f64).abs()).sum();
        apart / stickers.max(1) as f64
    }
}
