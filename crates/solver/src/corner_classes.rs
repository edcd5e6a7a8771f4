//! Corner permutations, reduced by the 16 axial symmetries to 2768 classes.

use crate::coordinate::PERMUTATIONS;
use crate::symmetry::{AXIAL, SYMMETRIES};
use crate::turning::renamed_permutations;

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
        let mut class_and_symmetry = vec![u32::MAX; PERMUTATIONS];
        let (mut representatives, mut stabilizers) = (Vec::new(), Vec::new());
        for corners in 0..PERMUTATIONS {
            if class_and_symmetry[corners] != u32::MAX {
                continue;
            }
            let class = representatives.len() as u32;
            let mut stabilizer = 0;
            for symmetry in 0..AXIAL {
                let image = usize::from(renamed[symmetry * PERMUTATIONS + corners]);
                stabilizer |= u16::from(image == corners) << symmetry;
                if class_and_symmetry[image] == u32::MAX {
                    class_and_symmetry[image] =
                        class << 4 | u32::from(SYMMETRIES.inverse[symmetry]);
                }
            }
            representatives.push(corners);
            stabilizers.push(stabilizer);
        }
        let after = |corners: usize, turn: &u8| {
            usize::from(corner_moves[corners * 18 + usize::from(*turn)])
        };
        let moved = |&corners: &usize| {
            steps
                .iter()
                .map(move |step| step.iter().fold(corners, after))
        };
        let moves = representatives
            .iter()
            .flat_map(moved)
            .map(|corners| class_and_symmetry[corners]);
        CornerClasses {
            moves: moves.collect(),
            class_and_symmetry,
            stabilizers,
        }
    }
}
