//! The turns of a solve with their times, and when its stages ended.

use std::fmt;
use std::str::FromStr;

use cube::{Corner, Cube, Edge, Face, Move, Notation, parse_moves};
use serde::{Deserialize, Serialize};

use crate::Error;

/// Most turns of a solve.
const MOST: usize = 2_000;

/// One turn, and when it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedMove {
    /// The turn, of a cube that is held with white up and green in front.
    pub turn: Move,
    /// Milliseconds from the first turn.
    pub at: u32,
}

/// The turns of a solve, the oldest first. As a text they are what csTimer keeps: `R@0 U'@210`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Turns(Vec<TimedMove>);

impl Turns {
    /// All of them.
    pub fn as_slice(&self) -> &[TimedMove] {
        &self.0
    }

    /// When cross, first two layers and orientation of the last layer were done, in milliseconds from the first turn; `None` where
    /// the turns do not solve `start`.
    ///
    /// A stage ends when it and all before it are done for the first time. The cross may have any colour: the one whose first two
    /// layers were done first. A stage that another one brought along ended with it.
    pub fn splits(&self, start: &Cube) -> Option<[u32; 3]> {
        let mut cube = *start;
        let mut ends = [[None; 3]; 6];
        for &TimedMove { turn, at } in &self.0 {
            cube = cube.apply(turn);
            for (bottom, ends) in Face::ALL.into_iter().zip(&mut ends) {
                ends.iter_mut().take(stages_done(&cube, bottom)).for_each(|end| _ = end.get_or_insert(at));
            }
        }
        if !cube.is_solved() {
            return None;
        }
        // A solved cube has all stages of all colours.
        let ends = ends.map(|ends| ends.map(Option::unwrap_or_default));
        ends.into_iter().min_by_key(|&[cross, layers, _]| (layers, cross))
    }
}

/// How many of the three stages before the last one are done, with the cross on this face.
fn stages_done(cube: &Cube, bottom: Face) -> usize {
    let facelets = cube.facelets();
    let top = bottom.opposite();
    let is_home = |sticker: usize| facelets[sticker] == Face::ALL[sticker / 9];
    let edges = |wanted: &dyn Fn(&[Face]) -> bool| {
        Edge::ALL.into_iter().filter(|edge| wanted(&edge.faces())).all(|edge| edge.stickers().into_iter().all(is_home))
    };
    let corners = Corner::ALL.into_iter().filter(|corner| corner.faces().contains(&bottom));
    let has_cross = edges(&|faces| faces.contains(&bottom));
    let has_layers =
        has_cross && edges(&|faces| !faces.contains(&top)) && corners.flat_map(|corner| corner.stickers()).all(is_home);
    let is_oriented = has_layers && facelets.face(top) == [top; 9];
    [has_cross, has_layers, is_oriented].into_iter().filter(|&done| done).count()
}

impl fmt::Display for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, TimedMove { turn, at }) in self.0.iter().enumerate() {
            write!(f, "{}{turn}@{at}", if number == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl FromStr for Turns {
    type Err = Error;

    /// # Errors
    /// [`Error::Turns`] where it is no list of face turns with times that never go back, or too long.
    fn from_str(text: &str) -> Result<Self, Error> {
        let refused = |part: &str| Error::Turns(part.chars().take(20).collect());
        let mut turns: Vec<TimedMove> = Vec::new();
        for part in text.split_whitespace() {
            let (name, at) = part.split_once('@').ok_or_else(|| refused(part))?;
            let at = at.parse().map_err(|_| refused(part))?;
            let [turn] = parse_moves(name, Notation::Standard).unwrap_or_default()[..] else {
                return Err(refused(part));
            };
            // Wide turns and slices are read as turns of faces too.
            if turn.to_string() != name || turns.len() == MOST || turns.last().is_some_and(|last| at < last.at) {
                return Err(refused(part));
            }
            turns.push(TimedMove { turn, at });
        }
        Ok(Self(turns))
    }
}

impl From<Turns> for String {
    fn from(turns: Turns) -> Self {
        turns.to_string()
    }
}

impl TryFrom<String> for Turns {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        text.parse()
    }
}
