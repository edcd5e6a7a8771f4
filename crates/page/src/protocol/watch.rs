//! What the host's camera shows of the cube in a learner's hands.

use serde::Serialize;

/// What the host's camera shows of the cube in a learner's hands. The page has this part only where a camera looks.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WatchNow {
    /// The verdict.
    pub state: WatchState,
    /// The verdict in a sentence or two.
    pub text: String,
    /// The turns that were seen, in standard notation.
    pub made: Vec<String>,
    /// The turns that lead back to the lesson, in standard notation: two at most, none where nothing is to be undone or
    /// where it would take more.
    pub undo: Vec<String>,
    /// The colour letter of the face to show, and of a neighbour that has to be in the same picture; empty where none is
    /// asked for.
    pub show: String,
    /// Seconds from the first picture in which the cube had changed to the verdict.
    pub took: Option<f64>,
}

/// A verdict on the cube in a learner's hands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum WatchState {
    /// No turn is awaited.
    #[default]
    Nothing,
    /// The turn was not made yet.
    NotYet,
    /// The turn was made.
    Done,
    /// Other turns were made.
    Wrong,
    /// Several cubes fit: a face is asked for.
    CannotTell,
    /// The cube is another one: the part `hand_scan` leads through its faces.
    Reading,
    /// No picture comes.
    Lost,
}
