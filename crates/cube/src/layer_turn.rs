//! Turns as people write them: of a face, of two layers, of the middle layer, or of the whole cube.

use std::fmt;

use crate::{Axis, Face, Move, Rotation, simplified};

/// Which layers turn, counted from the face that the turn names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layers {
    /// The face's own layer: `R`.
    Outer,
    /// The face's layer and the middle one: `Rw`.
    Wide,
    /// The middle layer only: `M`, `E`, `S`.
    Middle,
    /// All three: `x`, `y`, `z`.
    All,
}

/// A turn of some layers about one axis by one, two or three quarters, clockwise as its face is seen from outside.
///
/// One motion is one value: `M`, `E` and `S` follow L, D and F, and `x`, `y` and `z` follow R, U and F. The face is
/// named by where it lies at this moment.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct LayerTurn {
    face: Face,
    layers: Layers,
    quarters: u8,
}

/// What written turns are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A face turn; the face is named by where it lies at this moment.
    Turn(Move),
    /// A rotation of the whole cube.
    Rotate(Rotation),
}

impl LayerTurn {
    /// The turn of these layers as `face` turns, by quarters modulo 4; `None` for no turn at all.
    pub fn new(face: Face, layers: Layers, quarters: i32) -> Option<LayerTurn> {
        let follows = match layers {
            Layers::Outer | Layers::Wide => true,
            Layers::Middle => matches!(face, Face::L | Face::D | Face::F),
            Layers::All => matches!(face, Face::R | Face::U | Face::F),
        };
        let (face, quarters) = match follows {
            true => (face, quarters),
            false => (face.opposite(), -quarters),
        };
        match quarters.rem_euclid(4) as u8 {
            0 => None,
            quarters => Some(LayerTurn { face, layers, quarters }),
        }
    }

    /// The face that the turn follows.
    pub const fn face(self) -> Face {
        self.face
    }

    /// Which layers turn.
    pub const fn layers(self) -> Layers {
        self.layers
    }

    /// Clockwise quarters: 1, 2 or 3.
    pub const fn quarters(self) -> u8 {
        self.quarters
    }

    /// The turn that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> LayerTurn {
        LayerTurn { quarters: 4 - self.quarters, ..self }
    }

    /// The same as face turns and a rotation of the whole cube. A wide turn is a turn of the opposite face, and a slice
    /// two face turns, each with a rotation.
    pub fn steps(self) -> impl Iterator<Item = Step> {
        let quarters = i32::from(self.quarters);
        let turn = |face, quarters| Move::new(face, quarters).map(Step::Turn);
        let rotate = Some(Step::Rotate(along(self.face).times(quarters)));
        let steps = match self.layers {
            Layers::Outer => [turn(self.face, quarters), None, None],
            Layers::Wide => [turn(self.face.opposite(), quarters), rotate, None],
            Layers::Middle => [turn(self.face, -quarters), turn(self.face.opposite(), quarters), rotate],
            Layers::All => [rotate, None, None],
        };
        steps.into_iter().flatten()
    }

    /// Its name without quarters: `R`, `Rw`, `M`, `x`.
    pub fn name(self) -> String {
        let axis = self.face.axis().index();
        match self.layers {
            Layers::Outer => self.face.to_string(),
            Layers::Wide => format!("{}w", self.face),
            Layers::Middle => ["E", "M", "S"][axis].to_owned(),
            Layers::All => ["y", "x", "z"][axis].to_owned(),
        }
    }

    /// The same turn done after the cube was rotated.
    fn carried(self, rotation: Rotation) -> LayerTurn {
        let quarters = i32::from(self.quarters);
        LayerTurn::new(rotation.carry(self.face), self.layers, quarters).expect("a turn has 1 to 3 quarters")
    }

    /// How far it turns the layers of its axis at U, R or F, in the middle, and at the other end, in quarters of the
    /// first of them.
    fn layer_quarters(self) -> [i32; 3] {
        let (first, _) = self.face.axis().faces();
        let (way, is_first) = match self.face == first {
            true => (i32::from(self.quarters), true),
            false => (-i32::from(self.quarters), false),
        };
        match (self.layers, is_first) {
            (Layers::Outer, true) => [way, 0, 0],
            (Layers::Outer, false) => [0, 0, way],
            (Layers::Wide, true) => [way, way, 0],
            (Layers::Wide, false) => [0, way, way],
            (Layers::Middle, _) => [0, way, 0],
            (Layers::All, _) => [way, way, way],
        }
    }
}

/// The rotation of the whole cube that goes with a clockwise turn of this face.
fn along(face: Face) -> Rotation {
    match face {
        Face::R => Rotation::X,
        Face::L => Rotation::X.inverse(),
        Face::U => Rotation::Y,
        Face::D => Rotation::Y.inverse(),
        Face::F => Rotation::Z,
        Face::B => Rotation::Z.inverse(),
    }
}

impl Rotation {
    /// The same as at most two turns of the whole cube, each about one axis.
    pub fn about_axes(self) -> impl Iterator<Item = LayerTurn> {
        let tilt = match self.index() / 4 {
            tilt @ 0..4 => LayerTurn::new(Face::R, Layers::All, tilt as i32),
            4 => LayerTurn::new(Face::F, Layers::All, 1),
            _ => LayerTurn::new(Face::F, Layers::All, -1),
        };
        let turn = LayerTurn::new(Face::U, Layers::All, self.index() as i32 % 4);
        [tilt, turn].into_iter().flatten()
    }
}

impl Step {
    /// The same as written turns, each about one axis.
    pub fn turns(self) -> Vec<LayerTurn> {
        match self {
            Step::Turn(turn) => vec![turn.into()],
            Step::Rotate(rotation) => rotation.about_axes().collect(),
        }
    }
}

impl From<Move> for LayerTurn {
    fn from(turn: Move) -> LayerTurn {
        LayerTurn { face: turn.face(), layers: Layers::Outer, quarters: turn.quarters() }
    }
}

/// The face turns of a cube that is never rotated, and how the steps leave it in the hand.
pub fn fold_rotations(steps: &[Step]) -> (Vec<Move>, Rotation) {
    let mut held = Rotation::IDENTITY;
    let mut moves = Vec::new();
    for &step in steps {
        match step {
            Step::Rotate(rotation) => held = held.then(rotation),
            Step::Turn(turn) => moves.push(held.inverse().carry_move(turn)),
        }
    }
    (moves, held)
}

/// The same effect without wasted turns. Wide turns and slices stay what they are, rotations of the whole cube move to
/// the end, and turns about one axis that follow each other are merged.
pub fn simplified_turns(turns: &[LayerTurn]) -> Vec<LayerTurn> {
    // The runs so far, and after them a rotation of the whole cube.
    let (mut runs, mut held): (Vec<Run>, Rotation) = (Vec::new(), Rotation::IDENTITY);
    for &turn in turns {
        if turn.layers == Layers::All {
            held = held.then(along(turn.face).times(turn.quarters.into()));
            continue;
        }
        let turn = turn.carried(held.inverse());
        let axis = turn.face.axis();
        let before = runs.pop_if(|run| run.axis() == Some(axis));
        let run = before.unwrap_or_default().followed_by(turn);
        match run.sum {
            [0, 0, 0] => {}
            [first, middle, last] if first == middle && middle == last => {
                held = along(axis.faces().0).times(first).then(held);
            }
            _ => runs.push(run),
        }
    }
    let (mut kept, mut taken) = (Vec::new(), Rotation::IDENTITY);
    for run in &runs {
        // Named as the rotations before leave it, so that the order of two turns is that of their last names.
        let back = taken.inverse();
        let named: Vec<LayerTurn> = run.turns.iter().map(|turn| turn.carried(back)).collect();
        for turn in merged(&named) {
            match turn.layers {
                Layers::All => {
                    taken = along(turn.face).times(turn.quarters.into()).then(taken);
                }
                _ => kept.push(turn),
            }
        }
    }
    kept.extend(taken.then(held).about_axes());
    kept
}

/// Turns about one axis that follow each other.
#[derive(Default)]
struct Run {
    turns: Vec<LayerTurn>,
    /// How far they turn each layer, in quarters from 0 to 3.
    sum: [i32; 3],
}

impl Run {
    fn axis(&self) -> Option<Axis> {
        self.turns.first().map(|turn| turn.face.axis())
    }

    fn followed_by(mut self, turn: LayerTurn) -> Run {
        let quarters = turn.layer_quarters();
        self.sum = [0, 1, 2].map(|layer| (self.sum[layer] + quarters[layer]).rem_euclid(4));
        self.turns.push(turn);
        self
    }
}

/// The fewest turns for turns about one axis. Face turns alone stay face turns. Where layers are written otherwise, all
/// ways to write them are tried, and of equally short ones that without a rotation and with what was written is taken.
fn merged(run: &[LayerTurn]) -> Vec<LayerTurn> {
    if run.len() == 1 {
        return run.to_vec();
    }
    let faces: Option<Vec<Move>> = (run.iter())
        .map(|turn| match turn.layers {
            Layers::Outer => Move::new(turn.face, turn.quarters.into()),
            _ => None,
        })
        .collect();
    match faces {
        Some(faces) => simplified(&faces).into_iter().map(Into::into).collect(),
        None => fewest(run),
    }
}

/// [`merged`] of a run with other than face turns.
fn fewest(run: &[LayerTurn]) -> Vec<LayerTurn> {
    let axis = run[0].face.axis();
    let sum = |turns: &[LayerTurn]| {
        let parts = turns.iter().map(|turn| turn.layer_quarters());
        let sum = parts.fold([0; 3], |sum, part| [0, 1, 2].map(|at| sum[at] + part[at]));
        sum.map(|quarters: i32| quarters.rem_euclid(4))
    };
    let wanted = sum(run);
    let (first, second) = axis.faces();
    let kinds = [
        (first, Layers::Outer),
        (second, Layers::Outer),
        (first, Layers::Wide),
        (second, Layers::Wide),
        (first, Layers::Middle),
    ];
    let turned = |kind: usize, quarters| LayerTurn::new(kinds[kind].0, kinds[kind].1, quarters);
    let is_written = |turn: &LayerTurn| {
        let same = |other: &LayerTurn| (other.face, other.layers) == (turn.face, turn.layers);
        run.iter().any(same)
    };
    // Two kinds and a rotation are always enough: the rotation brings the middle layer home.
    let mut ways = Vec::new();
    for kind in 0..kinds.len() {
        for other in kind + 1..kinds.len() {
            for amounts in 0..64 {
                let (one, two, whole) = (amounts % 4, amounts / 4 % 4, amounts / 16);
                let rotation = LayerTurn::new(first, Layers::All, whole);
                let turns = [turned(kind, one), turned(other, two), rotation];
                let turns: Vec<LayerTurn> = turns.into_iter().flatten().collect();
                if sum(&turns) == wanted {
                    ways.push(turns);
                }
            }
        }
    }
    let unwritten = |turns: &[LayerTurn]| turns.iter().filter(|turn| !is_written(turn)).count();
    let is_rotated = |turns: &[LayerTurn]| turns.iter().any(|turn| turn.layers == Layers::All);
    ways.into_iter()
        .min_by_key(|way| (way.len(), is_rotated(way), unwritten(way)))
        .expect("a rotation and two face turns make every sum")
}

impl fmt::Display for LayerTurn {
    /// Standard notation: `R`, `Rw2`, `M'`, `x`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suffix = ["", "2", "'"][usize::from(self.quarters) - 1];
        write!(formatter, "{}{suffix}", self.name())
    }
}

impl fmt::Debug for LayerTurn {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Turn(turn) => write!(formatter, "{turn}"),
            Step::Rotate(rotation) => write!(formatter, "{rotation}"),
        }
    }
}
