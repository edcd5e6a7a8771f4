//! The vote on one face: it counts as seen when enough readings in a row agree, or a sure one does alone.

use cube::Face;

use crate::SeenFace;

/// Readings of one face that agree with each other.
#[derive(Clone, Debug)]
pub(crate) struct Vote {
    /// The face that they are counted for.
    pub face: Face,
    /// The showing in which they were taken; `None` for photographs.
    pub showing: Option<u64>,
    readings: Vec<SeenFace>,
    is_over: bool,
}

impl Vote {
    /// A vote without a reading yet.
    pub fn new(face: Face, showing: Option<u64>) -> Vote {
        Vote { face, showing, readings: Vec::new(), is_over: false }
    }

    /// Whether a reading agrees with the last one.
    pub fn agrees_with(&self, seen: &SeenFace, tolerance: f32) -> bool {
        let last = self.readings.last();
        last.is_some_and(|last| last.agrees_with(seen, tolerance))
    }

    /// Counts a reading. The face counts as seen once, when this many `votes` agree: then this gives their mean.
    pub fn count(&mut self, seen: SeenFace, votes: u32) -> Option<SeenFace> {
        if self.is_over {
            return None;
        }
        self.readings.push(seen);
        self.is_over = (votes as usize) <= self.readings.len();
        match self.is_over {
            true => SeenFace::mean(&self.readings),
            false => None,
        }
    }
}
