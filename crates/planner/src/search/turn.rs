//! The 45 turns of one axis: a turn of either face or of both.

use cube::{Face, Move};

/// What is done to the two faces of an axis between turns of other axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    /// 0 for U and D, 1 for R and L, 2 for F and B.
    pub axis: usize,
    /// Quarters of the first and the second face, 0 to 3, not both 0.
    pub net: [u8; 2],
}

/// 3 axes x (4 x 4 - 1) nets.
pub(crate) const COUNT: usize = 45;

impl Turn {
    /// Index 15 * axis + net - 1, where net is 4 * second + first.
    pub fn at(index: usize) -> Turn {
        let net = index % 15 + 1;
        Turn {
            axis: index / 15,
            net: [(net % 4) as u8, (net / 4) as u8],
        }
    }

    pub fn index(self) -> usize {
        self.axis * 15 + usize::from(self.net[0]) + 4 * usize::from(self.net[1]) - 1
    }

    /// Index of the turn that moves of one axis make, each face at most once.
    pub fn of(moves: &[Move]) -> usize {
        let mut turn = Turn {
            axis: moves.first().map_or(0, |one| one.face().index() % 3),
            net: [0, 0],
        };
        for one in moves {
            turn.net[one.face().index() / 3] = one.quarters();
        }
        turn.index()
    }

    /// The face moves that make it.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        let faces = [Face::ALL[self.axis], Face::ALL[self.axis + 3]];
        faces
            .into_iter()
            .zip(self.net)
            .filter_map(|(face, net)| match net {
                0 => None,
                net => Move::new(face, i32::from(net)),
            })
    }

    /// Whether it keeps the middle layer and all orientations of the U-D axis, as phase 2 needs.
    pub fn is_of_phase_two(self) -> bool {
        self.axis == 0 || self.net.iter().all(|net| net % 2 == 0)
    }
}

/// Index of the turn that undoes a turn.
pub(crate) fn undone(turn: usize) -> usize {
    let turn = Turn::at(turn);
    Turn {
        net: turn.net.map(|net| (4 - net) % 4),
        ..turn
    }
    .index()
}

/// The 18 turns of a single face.
pub(crate) fn singles() -> Vec<usize> {
    (0..COUNT)
        .filter(|&index| Turn::at(index).net.contains(&0))
        .collect()
}

/// The turns of phase 2.
pub(crate) fn of_phase_two() -> Vec<usize> {
    (0..COUNT)
        .filter(|&index| Turn::at(index).is_of_phase_two())
        .collect()
}
