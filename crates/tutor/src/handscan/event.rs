//! What happened, in the guide's terms and as a sentence.

use std::fmt;
use std::time::Duration;

use cube::{Color, Face};
use vision::{StateReading, Verdict};

use crate::handscan::words::{and, face_names};

/// Something that people and programs should know; `Display` is a sentence for people.
#[derive(Clone, Debug)]
pub enum Event {
    /// A face was held steady and is read.
    FaceRead {
        /// Which face it is treated as.
        face: Face,
        /// The colour of its centre.
        center: Color,
        /// Faces read so far.
        count: usize,
    },
    /// A face was shown that is read already and not asked for.
    ReadAlready {
        /// Which face.
        face: Face,
        /// The colour of its centre.
        center: Color,
    },
    /// Faces are asked for again.
    LookAgain {
        /// Which faces, with the colours of their centres.
        faces: Vec<(Face, Color)>,
        /// Why, in a sentence.
        reason: String,
    },
    /// The whole cube is read. Where its verdict is doubtful, another look did not help.
    CubeRead(Box<StateReading>),
    /// Nothing new came for too long; what is read is kept, and the guide goes on when a face is shown.
    TimedOut {
        /// Faces that are missing or asked for again, with the colours of their centres.
        missing: Vec<(Face, Color)>,
        /// How many faces are read.
        count: usize,
        /// How long nothing came.
        waited: Duration,
    },
}

impl fmt::Display for Event {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::FaceRead { center, count, .. } => {
                write!(formatter, "the {center} face is read, {count} of 6")
            }
            Event::ReadAlready { center, .. } => {
                write!(formatter, "the {center} face is read already")
            }
            Event::LookAgain { faces, reason } => {
                write!(formatter, "{reason}; please show {} again", face_names(faces))
            }
            Event::CubeRead(reading) if reading.verdict == Verdict::Certain => {
                write!(formatter, "the whole cube is read")
            }
            Event::CubeRead(reading) => {
                write!(formatter, "the whole cube is read, but not for sure: {}", and(&reading.problems))
            }
            Event::TimedOut { missing, count, waited } => write!(
                formatter,
                "nothing new was shown for {} seconds: {} of 6 faces are read, missing: {}",
                waited.as_secs(),
                count,
                face_names(missing)
            ),
        }
    }
}
