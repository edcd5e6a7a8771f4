//! What a learner can ask for.

use std::time::Duration;

use cube::{ColorScheme, Cube};
use teach::catalogue::{Auf, Case};
use teach::{Language, Method};

/// A request of a learner.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Play the moves one after the other.
    Play {
        /// How long each of them takes from now on.
        pace: Option<Duration>,
    },
    /// Play no more.
    Pause,
    /// Do the next move.
    Next,
    /// Take the last move of the lesson back.
    Back,
    /// Go where this many moves are done.
    GoTo(usize),
    /// The learner turned the cube: one turn in standard notation.
    Turn(String),
    /// Take the learner's last turn back.
    Undo,
    /// Do the turn that was undone last once more.
    Redo,
    /// Practise a case of the catalogue. The lesson is put aside until [`Request::Leave`].
    Practise {
        /// The case.
        case: &'static Case,
        /// How its top is turned.
        auf: Auf,
    },
    /// Go back to the lesson that was put aside.
    Leave,
    /// Make a new lesson from where the cube is: by the same method, which makes sense only after extra turns, or by another.
    Replan(Option<Method>),
    /// Teach another cube. While a lesson is under way it is asked about first.
    Teach {
        /// The method; where it is not given, the one that is taught now.
        method: Option<Method>,
        /// The cube.
        cube: Cube,
        /// Its colours.
        scheme: ColorScheme,
    },
    /// Speak this language from now on. The lesson and the place in it stay.
    Speak(Language),
    /// A line for the guide that reads the cube by camera, as [`crate::handscan::Said`] understands it; `restart` begins to read.
    Say(String),
    /// Yes or no to what was asked.
    Answer(bool),
}
