//! Corner permutations, reduced by the 16 axial symmetries to 2768 classes.

use crate::turning::renamed_permutations;
use cube::coordinate::PERMUTATIONS;
use cube::symmetry::{Classes, SYMMETRIES};

/// Classes of the 40 320 corner permutations.
pub const CORNER_CLASSES: usize = 2768;

/// Corner permutations under the axial symmetries.
pub struct CornerClasses {
    /// `[corners]`: class times 16, plus the symmetry that renames to its representative.
    pub class_and_symmetry: Vec<u32>,
    /// `[class * moves + move]`: as above, for the moved representative.
    pub moves: Vec<u32>,
    /// For each class, a bit for each symmetry that leaves its representative as it is.
    pub stabilizers: Vec<u16>,
}

/// Each move as a step of its own.
pub fn single_moves(moves: &[u8]) -> Vec<&[u8]> {
    moves.chunks(1).collect()
}

impl CornerClasses {
    /// The classes, with a table of these steps of one or several moves each; `corner_moves` has
    /// all 18 single moves.
    pub fn new(corner_moves: &[u16], steps: &[&[u8]]) -> CornerClasses {
        let renamed = renamed_permutations(|symmetry| SYMMETRIES.list[symmetry].corners);
        let classes = Classes::new(PERMUTATIONS, |corners| {
            std::array::from_fn(|symmetry| usize::from(renamed[symmetry * PERMUTATIONS + corners]))
        });
        let after = |corners: usize, turn: &u8| usize::from(corner_moves[corners * 18 + usize::from(*turn)]);
        let moved = |&corners: &u32| steps.iter().map(move |step| step.iter().fold(corners as usize, after));
        let moves = classes.representatives.iter().flat_map(moved).map(|corners| classes.class_and_symmetry[corners]);
        CornerClasses {
            moves: moves.collect(),
            class_and_symmetry: classes.class_and_symmetry,
            stabilizers: classes.stabilizers,
        }
    }
}
