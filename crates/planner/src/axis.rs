//! Where the faces of an axis lie in the rig, and what arms leave to be done of a turn of that axis.

use cube::{Axis, Face, Rotation};
use rig::Pair;

/// The rig side at which the first face of a cube axis lies.
pub(crate) fn side_of_axis(pose: Rotation, axis: Axis) -> Face {
    pose.carry(axis.faces().0)
}

/// What is left of a turn once the arms of the active pair have turned by `net`. `None` if other faces lie there, or a face
/// would turn by more or less than what is left of it.
pub(crate) fn left_after(left: [u8; 2], net: [u8; 2], active: Pair, pose: Rotation, axis: Axis) -> Option<[u8; 2]> {
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
