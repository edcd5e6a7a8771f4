//! CFOP: cross, the four pairs of the first two layers, orientation and permutation of the last layer.
//!
//! The last colour lies on top all the time. Only the cross is searched, because a person plans it as a whole; everything else
//! is a case of the catalogue.

mod cross;
mod expert;
mod last_layer;
mod pairs;

use cube::{Cube, Edge};

use crate::beginner::two_layers;
use crate::hand::edges_home;
use crate::{Stage, Up};

pub use cross::{CROSSES, best_first_face, cross_depth, shortest_cross};
pub use expert::expert_turns;

/// The stages: after n of them a cube is at stage n.
pub const STAGES: [Stage; 4] = [
    Stage { key: "cross", up: Up::Last, reached: cross_done, next: cross::next },
    Stage { key: "pairs", up: Up::Last, reached: two_layers, next: pairs::next },
    Stage {
        key: "orientation",
        up: Up::Last,
        reached: |cube| two_layers(cube) && last_layer::oriented(cube),
        next: last_layer::next_orientation,
    },
    Stage { key: "permutation", up: Up::Last, reached: Cube::is_solved, next: last_layer::next_permutation },
];

/// The edges of the cross, which lies below.
const CROSS: [Edge; 4] = [Edge::Dr, Edge::Df, Edge::Dl, Edge::Db];

fn cross_done(cube: &Cube) -> bool {
    edges_home(cube, &CROSS)
}
