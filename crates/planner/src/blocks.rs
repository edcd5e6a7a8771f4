//! Moves as blocks of opposite faces, whose order among each other does not matter.

use cube::{Face, Move, Rotation};
use rig::Pair;

/// Consecutive turns of one axis: the net turn of each of its two faces, in quarters 0 to 3, not both 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// 0 for U and D, 1 for R and L, 2 for F and B.
    pub axis: usize,
    pub net: [u8; 2],
}

/// Groups moves. Turns of one face with none but turns of the opposite face between them are joined.
pub(crate) fn blocks(moves: &[Move]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for turn in moves {
        let axis = turn.face().index() % 3;
        if blocks.last().is_none_or(|last| last.axis != axis) {
            blocks.push(Block { axis, net: [0, 0] });
        }
        if let Some(last) = blocks.last_mut() {
            let net = &mut last.net[turn.face().index() / 3];
            *net = (*net + turn.quarters()) % 4;
            if last.net == [0, 0] {
                blocks.pop();
            }
        }
    }
    blocks
}

/// The rig side at which the first face of a cube axis lies.
pub(crate) fn side_of_axis(pose: Rotation, axis: usize) -> Face {
    pose.carry(Face::ALL[axis])
}

/// What is left of a block once the arms of the active pair have turned by `net`; `None` if other faces lie there
/// or a face would turn by other than what is left of it.
pub(crate) fn left_after(
    left: [u8; 2],
    net: [u8; 2],
    active: Pair,
    pose: Rotation,
    axis: usize,
) -> Option<[u8; 2]> {
    let mut left = left;
    let first = side_of_axis(pose, axis);
    for (arm, turn) in active.arms().into_iter().zip(net) {
        let face = match arm.side() {
            side if side == first => 0,
            side if side == Face::opposite(first) => 1,
            _ => return None,
        };
        if turn != 0 {
            if turn != left[face] {
                return None;
            }
            left[face] = 0;
        }
    }
    Some(left)
}
