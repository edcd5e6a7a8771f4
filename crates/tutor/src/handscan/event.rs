//! What happened, in the guide's terms and as a sentence.

use std::time::Duration;

use cube::{Color, Face};
use teach::Words;
use vision::{StateReading, Verdict};

use crate::handscan::words::{and, face_names};

/// Something that people and programs should know.
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

impl Event {
    /// The event as a sentence for people.
    pub fn sentence(&self, words: &Words) -> String {
        match self {
            Event::FaceRead { center, count, .. } => {
                words.fill("show.face-read", &[("color", &words.color(*center)), ("count", count)])
            }
            Event::ReadAlready { center, .. } => words.fill("show.read-already", &[("color", &words.color(*center))]),
            Event::LookAgain { faces, reason } => {
                words.fill("show.again", &[("reason", reason), ("faces", &face_names(faces, words))])
            }
            Event::CubeRead(reading) if reading.verdict == Verdict::Certain => {
                words.sentence("show.cube-read").to_owned()
            }
            Event::CubeRead(reading) => words.fill("show.cube-unsure", &[("problems", &and(&reading.problems, words))]),
            Event::TimedOut { missing, count, waited } => {
                let faces = face_names(missing, words);
                words.fill("show.timed-out", &[("seconds", &waited.as_secs()), ("count", count), ("faces", &faces)])
            }
        }
    }
}
