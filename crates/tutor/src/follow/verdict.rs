//! What has become of one turn that a learner was asked for, and the names of slips.

use cube::{AxialTurn, ColorScheme, Cube, Face, LayerTurn, Move, Step, axial_turns, inverted};

/// A turn that a learner was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AwaitedTurn {
    /// The cube before the turn, with each face named by where it lies in the hand.
    pub before: Cube,
    /// The colours of the centres where they lie in the hand.
    pub scheme: ColorScheme,
    /// The turn: of one face, or of two opposite ones where a slice is asked for. No camera sees how the whole cube turns with it.
    pub turn: AxialTurn,
    /// The turn after it, where there is one on the cube held as now. Only then a skipped turn has a name.
    pub next: Option<AxialTurn>,
}

/// What the camera's readings say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The cube is as it was before the turn, however it is held.
    NotYet,
    /// The turn was made, and nothing else.
    Done,
    /// One or two other turns were made, or the right slice and one more.
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
    /// The turns that were made, one or two, or three where a slice was asked for, with faces named as in [`AwaitedTurn::before`].
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
    /// The turns that lead back to the cube before.
    pub fn undo(&self) -> Vec<Move> {
        inverted(&self.turns)
    }
}

impl AwaitedTurn {
    /// Whether the turn leaves this face as it was.
    pub fn leaves(&self, face: Face) -> bool {
        self.turn.moves().all(|turn| turn.face() == face.opposite())
    }

    /// What these turns are, at most two more than the right one and without wasted ones; more are something else.
    pub(crate) fn judge(&self, turns: &[Move]) -> Verdict {
        let kind = match axial_turns(turns)[..] {
            [] => return Verdict::NotYet,
            [only] if only == self.turn => return Verdict::Done,
            [only] if turns.len() <= 2 => self.kind_of(only),
            [first, _] if first == self.turn && turns.len() == self.turn.moves().count() + 1 => SlipKind::OneTooMany,
            _ if turns.len() == 2 => SlipKind::TwoTurns,
            _ => return Verdict::SomethingElse,
        };
        Verdict::DoneWrongly(Slip { kind, turns: turns.to_vec() })
    }

    /// What is wrong with turns about one axis that are not the right ones.
    fn kind_of(&self, made: AxialTurn) -> SlipKind {
        let quarters = |turn: AxialTurn| turn.net().iter().sum::<u8>();
        let holds = |turn: Move| self.turn.moves().eq([turn]);
        if twice(self.turn) == Some(made) {
            SlipKind::HalfForQuarter
        } else if twice(made) == Some(self.turn) {
            SlipKind::QuarterForHalf
        } else if made == self.turn.inverse() {
            SlipKind::WrongWay
        } else if self.next == Some(made) {
            SlipKind::Skipped
        } else if !made.is_single() {
            if made.moves().any(holds) { SlipKind::OneTooMany } else { SlipKind::TwoTurns }
        } else if self.turn.is_single() && quarters(made) == quarters(self.turn) {
            SlipKind::SameTurnElsewhere
        } else {
            SlipKind::WrongFace
        }
    }
}

/// The turns of faces that a turn of any layers is made of; `None` for a rotation of the whole cube.
pub fn axial_turn_of(turn: LayerTurn) -> Option<AxialTurn> {
    let moves = turn.steps().filter_map(|step| match step {
        Step::Turn(turn) => Some(turn),
        Step::Rotate(_) => None,
    });
    axial_turns(&moves.collect::<Vec<_>>()).first().copied()
}

/// The turn made twice; `None` where that is no turn.
fn twice(turn: AxialTurn) -> Option<AxialTurn> {
    AxialTurn::new(turn.axis(), turn.net().map(|quarters| 2 * quarters))
}
