//! What a camera shows of the learner's cube.

use crate::follow::SlipKind;
use crate::handscan::Screen;
use cube::{Color, LayerTurn};
use teach::{Language, Spelling, Words, spelled};

/// What a camera shows of the learner's cube.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen {
    /// No turn is awaited: the lesson is at its end, or its moves are played.
    Nothing,
    /// The turn was not made yet.
    NotYet,
    /// The awaited turn was made, and the lesson has gone on, or has come back from extra turns.
    Done {
        /// The turns that were seen.
        turns: Vec<LayerTurn>,
    },
    /// Other turns were made. The lesson has followed them.
    DoneWrongly {
        /// What is wrong with them.
        kind: SlipKind,
        /// The turn that was awaited.
        asked: LayerTurn,
        /// The turns that were made, one or two.
        made: Vec<LayerTurn>,
        /// What leads back to the lesson: at most two turns. Empty where it takes more; then only a new lesson is offered.
        undo: Vec<LayerTurn>,
    },
    /// Several cubes fit what was seen.
    Unclear {
        /// The centre of the face to show.
        show: Color,
        /// The centre of the neighbour that has to be in the same picture.
        neighbour: Option<Color>,
        /// Whether something has changed since the last turn.
        changed: bool,
    },
    /// The cube is another one. It is asked for face by face, with this screen.
    SomethingElse(Box<Screen>),
    /// No picture comes.
    Lost,
}

impl Seen {
    /// The turns that were seen, in standard notation.
    pub fn turns(&self) -> Vec<String> {
        let turns = match self {
            Seen::Done { turns } => turns.as_slice(),
            Seen::DoneWrongly { made, .. } => made,
            _ => &[],
        };
        turns.iter().map(ToString::to_string).collect()
    }

    /// The turns and rotations that lead back from a slip, in standard notation, each about one axis.
    pub fn undo(&self) -> Vec<String> {
        let Seen::DoneWrongly { undo, .. } = self else {
            return Vec::new();
        };
        let words = Words::of(Language::default());
        let undo = spelled(undo, Spelling::Standard, words);
        undo.split_whitespace().map(str::to_owned).collect()
    }

    /// The colour letters of the centres of the faces to show, in one picture; empty when none is asked for.
    pub fn centres(&self) -> String {
        let centres = match self {
            Seen::Unclear { show, neighbour, .. } => [Some(*show), *neighbour],
            Seen::SomethingElse(screen) => [screen.asked.map(|asked| asked.front), None],
            _ => [None; 2],
        };
        centres.into_iter().flatten().map(Color::letter).collect()
    }
}
