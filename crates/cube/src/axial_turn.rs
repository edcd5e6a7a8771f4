//! The 45 turns of one axis: a turn of either face or of both.

use crate::{Axis, Move};

/// What is done to the two faces of an axis between turns of other axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AxialTurn {
    axis: Axis,
    /// Clockwise quarters of the first and the second face of the axis, 0 to 3, not both 0.
    net: [u8; 2],
}

impl AxialTurn {
    /// How many there are: 3 axes x (4 x 4 - 1) pairs of turns.
    pub const COUNT: usize = 45;

    /// The turn of the two faces of an axis by this many clockwise quarters, taken modulo 4; `None` for no turn at all.
    pub fn new(axis: Axis, quarters: [u8; 2]) -> Option<AxialTurn> {
        let net = quarters.map(|quarters| quarters % 4);
        (net != [0, 0]).then_some(AxialTurn { axis, net })
    }

    /// All of them in index order.
    pub fn all() -> impl Iterator<Item = AxialTurn> {
        (0..AxialTurn::COUNT).map(AxialTurn::at)
    }

    /// The turn of an index from 0 to 44: `15 * axis + net - 1`, where net is `4 * second + first`.
    pub fn at(index: usize) -> AxialTurn {
        let net = index % 15 + 1;
        AxialTurn { axis: Axis::ALL[index / 15], net: [(net % 4) as u8, (net / 4) as u8] }
    }

    /// 0 to 44.
    pub fn index(self) -> usize {
        self.axis.index() * 15 + usize::from(self.net[0]) + 4 * usize::from(self.net[1]) - 1
    }

    /// The axis.
    pub const fn axis(self) -> Axis {
        self.axis
    }

    /// Clockwise quarters of the first and the second face of the axis, 0 to 3, not both 0.
    pub const fn net(self) -> [u8; 2] {
        self.net
    }

    /// Whether one face only is turned.
    pub fn is_single(self) -> bool {
        self.net.contains(&0)
    }

    /// Whether it belongs to the group of U, D, R2, L2, F2, B2, in which the second phase of Kociemba's method stays.
    pub fn is_of_phase_two(self) -> bool {
        self.axis == Axis::UpDown || self.net.iter().all(|net| net % 2 == 0)
    }

    /// The face moves that make it.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        let (first, second) = self.axis.faces();
        [first, second].into_iter().zip(self.net).filter_map(|(face, net)| Move::new(face, i32::from(net)))
    }

    /// The turn that undoes this one.
    #[must_use]
    pub fn inverse(self) -> AxialTurn {
        AxialTurn { net: self.net.map(|net| (4 - net) % 4), ..self }
    }

    /// What it becomes when its moves are renamed, by a symmetry or because the cube is held another way.
    #[must_use]
    pub fn renamed(self, rename: impl FnMut(Move) -> Move) -> AxialTurn {
        let mut renamed = AxialTurn { net: [0, 0], ..self };
        for turn in self.moves().map(rename) {
            renamed.axis = turn.face().axis();
            renamed.net[turn.face().index() / 3] = turn.quarters();
        }
        renamed
    }
}

/// Moves as turns of one axis after the other. Turns of one face with none but turns of the opposite face between them are
/// joined, and those that cancel are dropped.
pub fn axial_turns(moves: &[Move]) -> Vec<AxialTurn> {
    let mut turns: Vec<AxialTurn> = Vec::new();
    for turn in moves {
        let axis = turn.face().axis();
        let before = turns.pop_if(|last| last.axis == axis);
        let mut net = before.map_or([0, 0], |last| last.net);
        net[turn.face().index() / 3] += turn.quarters();
        turns.extend(AxialTurn::new(axis, net));
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::SYMMETRIES;
    use crate::{Cube, simplified};

    fn done(turn: AxialTurn) -> Cube {
        turn.moves().fold(Cube::SOLVED, |cube, turn| cube.apply(turn))
    }

    #[test]
    fn all_turns_are_different_and_have_their_index() {
        for (index, turn) in AxialTurn::all().enumerate() {
            assert_eq!(turn.index(), index);
            assert_eq!(AxialTurn::new(turn.axis, turn.net), Some(turn));
            assert_eq!(done(turn).then(&done(turn.inverse())), Cube::SOLVED);
            let moves: Vec<Move> = turn.moves().collect();
            assert_eq!(axial_turns(&moves), [turn]);
            assert_eq!(turn.is_single(), moves.len() == 1);
            for symmetry in &SYMMETRIES.list {
                let renamed = done(turn.renamed(|one| symmetry.moves[one.index()]));
                assert_eq!(renamed, symmetry.rename(&done(turn)));
            }
        }
    }

    #[test]
    fn turns_of_moves_do_what_the_moves_do() {
        for seed in 0..500_usize {
            // Few faces, so that much is joined.
            let moves: Vec<Move> = (0..9)
                .map(|place| (seed * 7919 + place * place * 31 + seed / (place + 1)) % Move::COUNT)
                .map(|index| Move::ALL[if seed % 2 == 0 { index % 4 * 3 } else { index }])
                .collect();
            let turns = axial_turns(&moves);
            let joined: Vec<Move> = turns.iter().flat_map(|turn| turn.moves()).collect();
            let whole = Cube::SOLVED.apply_all(&moves);
            assert_eq!(Cube::SOLVED.apply_all(&joined), whole, "{moves:?}");
            assert!(turns.windows(2).all(|pair| pair[0].axis != pair[1].axis));
            assert_eq!(joined.len(), simplified(&moves).len(), "{moves:?}");
        }
    }
}
