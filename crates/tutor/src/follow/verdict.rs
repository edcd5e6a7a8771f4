//! What has become of one turn that a learner was asked for, and the names of slips.

use cube::{ColorScheme, Cube, Face, Move, inverted};

/// A turn that a learner was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AwaitedTurn {
    /// The cube before the turn, with each face named by where it lies in the hand.
    pub before: Cube,
    /// The colours of the centres where they lie in the hand.
    pub scheme: ColorScheme,
    /// The turn.
    pub turn: Move,
    /// The turn after it, where there is one on the cube held as now. Only then a skipped turn has a name.
    pub next: Option<Move>,
}

/// What the camera's readings say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The cube is as it was before the turn, however it is held.
    NotYet,
    /// The turn was made, and nothing else.
    Done,
    /// One or two other turns were made.
    DoneWrongly(Slip),
    /// More than two turns lie between the cube before and the cube seen.
    SomethingElse,
    /// Several cubes fit what was seen.
    Unclear {
        /// The face that distinguishes most of them. Its centre has the colour of this face.
        show: Face,
        /// A neighbour that has to be in the same picture. Then the picture shows how both faces are turned.
        neighbour: Option<Face>,
    },
}

/// Other turns than the one that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// What is wrong with them.
    pub kind: SlipKind,
    /// The turns that were made, one or two, with faces named as in [`AwaitedTurn::before`].
    pub turns: Vec<Move>,
}

/// What is wrong with a learner's turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlipKind {
    /// A quarter turn of the right face the other way.
    WrongWay,
    /// A half turn for a quarter turn. A quarter turn that was made twice gives the same cube.
    HalfForQuarter,
    /// A quarter turn for a half turn.
    QuarterForHalf,
    /// The turn was left out, and the next one was made.
    Skipped,
    /// The same turn of another face. The learner mistook the face, or first turned the cube as a whole: both give the
    /// same cube.
    SameTurnElsewhere,
    /// Another turn of another face.
    WrongFace,
    /// The turn that was asked for, and then one more.
    OneTooMany,
    /// Two turns, and neither was asked for.
    TwoTurns,
}

impl Slip {
    /// The turns that lead back to the cube before, one or two.
    pub fn undo(&self) -> Vec<Move> {
        inverted(&self.turns)
    }
}

impl AwaitedTurn {
    /// What these turns are, at most two and without wasted ones; more are something else.
    pub(crate) fn judge(&self, turns: &[Move]) -> Verdict {
        let kind = match *turns {
            [] => return Verdict::NotYet,
            [turn] if turn == self.turn => return Verdict::Done,
            [turn] => self.kind_of(turn),
            [first, _] if first == self.turn => SlipKind::OneTooMany,
            [_, _] => SlipKind::TwoTurns,
            _ => return Verdict::SomethingElse,
        };
        Verdict::DoneWrongly(Slip { kind, turns: turns.to_vec() })
    }

    /// What is wrong with one turn that is not the right one.
    fn kind_of(&self, turn: Move) -> SlipKind {
        if turn.face() == self.turn.face() {
            return if turn.is_half_turn() {
                SlipKind::HalfForQuarter
            } else if self.turn.is_half_turn() {
                SlipKind::QuarterForHalf
            } else {
                SlipKind::WrongWay
            };
        }
        if self.next == Some(turn) {
            SlipKind::Skipped
        } else if turn.quarters() == self.turn.quarters() {
            SlipKind::SameTurnElsewhere
        } else {
            SlipKind::WrongFace
        }
    }
}
