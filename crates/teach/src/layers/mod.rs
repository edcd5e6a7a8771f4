//! The layer method of the permutation lab: eight functions of face turns, the cube is never turned as a whole.
//!
//! The first colour lies on top to the end. Where the lab's sequence works at one side, `toprotate` renames it for the
//! others: R becomes F, F becomes L, L becomes B, B becomes R. That is a turn y of the whole cube seen from the sequence.
//! Three of the lab's printed sequences do not do what its text promises; `bottom.rs` has the corrected ones.

mod bottom;
mod upper;

use cube::{Cube, Rotation};

use crate::beginner::{UPPER_EDGES, two_layers, upper_layer};
use crate::hand::edges_home;
use crate::{Stage, Up};

/// The stages: after n of them a cube is at stage n. Each is a function of the lab.
pub const STAGES: [Stage; 8] = [
    Stage { key: "top-edges", up: Up::First, reached: |cube| edges_home(cube, &UPPER_EDGES), next: upper::next_edge },
    Stage { key: "top-corners", up: Up::First, reached: upper_layer, next: upper::next_corner },
    Stage { key: "edgesfrombottom", up: Up::First, reached: upper::none_at_the_bottom, next: upper::next_from_bottom },
    Stage { key: "edgesfromsides", up: Up::First, reached: |cube| upper_two(cube), next: upper::next_from_sides },
    Stage {
        key: "flipbottomedges",
        up: Up::First,
        reached: |cube| upper_two(cube) && bottom::flipped(cube),
        next: bottom::next_flip,
    },
    Stage {
        key: "positionbottomedges",
        up: Up::First,
        reached: |cube| upper_two(cube) && bottom::edges_done(cube),
        next: bottom::next_edges,
    },
    Stage {
        key: "positionbottomcorners",
        up: Up::First,
        reached: |cube| upper_two(cube) && bottom::edges_done(cube) && bottom::placed(cube),
        next: bottom::next_placing,
    },
    Stage { key: "rotatebottomcorners", up: Up::First, reached: Cube::is_solved, next: bottom::next_rotating },
];

/// The cube upside down, with the same side in front.
pub(crate) const OVER: Rotation = Rotation::Z.times(2);

/// Whether all but the bottom layer is solved.
fn upper_two(cube: &Cube) -> bool {
    two_layers(&cube.rotated(OVER))
}
