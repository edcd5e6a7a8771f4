//! The beginner's method in seven stages, after the webcam tutor that the project grew from.
//!
//! The first colour lies on top for the first two stages, the last colour afterwards. Each stage knows few sequences, and
//! each sequence is always done in the same place: the cube is turned as a whole until the case lies there. That counts no
//! turn. The sequences are the tutor's; `docs/teaching.md` lists the errors of its text.

mod corners;
mod cross;
mod last_layer;
mod middle;
mod sequences;

use cube::{Corner, Cube, Edge, Face, Move, Notation, Rotation, parse_moves};

use crate::hand::{corners_home, edges_home};
use crate::{Stage, Up};

pub(crate) use corners::{advise as advise_corner, choices as corner_choices};
pub(crate) use cross::{advise as advise_edge, choices as edge_choices};
pub(crate) use last_layer::orient_corners;
pub(crate) use middle::{insertions, take_out};
pub use sequences::{BeginnerSequence, sequences};

/// The stages: after n of them a cube is at stage n.
pub const STAGES: [Stage; 7] = [
    Stage { key: "cross", up: Up::First, reached: |cube| edges_home(cube, &UPPER_EDGES), next: cross::next },
    Stage { key: "corners", up: Up::First, reached: |cube| upper_layer(cube), next: corners::next },
    Stage { key: "middle", up: Up::Last, reached: |cube| two_layers(cube), next: middle::next },
    Stage {
        key: "last-cross",
        up: Up::Last,
        reached: |cube| two_layers(cube) && last_layer::cross(cube),
        next: last_layer::next_cross,
    },
    Stage {
        key: "last-edges",
        up: Up::Last,
        reached: |cube| two_layers(cube) && edges_home(cube, &UPPER_EDGES),
        next: last_layer::next_edges,
    },
    Stage {
        key: "place-corners",
        up: Up::Last,
        reached: |cube| two_layers(cube) && edges_home(cube, &UPPER_EDGES) && last_layer::placed(cube),
        next: last_layer::next_placing,
    },
    Stage { key: "orient-corners", up: Up::Last, reached: Cube::is_solved, next: last_layer::next_orienting },
];

/// The edges of the layer on top, in the order in which U turns them.
pub(crate) const UPPER_EDGES: [Edge; 4] = [Edge::Ur, Edge::Uf, Edge::Ul, Edge::Ub];
/// The corners of the layer on top, in the order in which U turns them.
pub(crate) const UPPER_CORNERS: [Corner; 4] = [Corner::Urf, Corner::Ufl, Corner::Ulb, Corner::Ubr];
const LOWER_EDGES: [Edge; 4] = [Edge::Dr, Edge::Df, Edge::Dl, Edge::Db];
const LOWER_CORNERS: [Corner; 4] = [Corner::Dfr, Corner::Dlf, Corner::Dbl, Corner::Drb];
/// The edges between top and bottom.
pub(crate) const MIDDLE_EDGES: [Edge; 4] = [Edge::Fr, Edge::Fl, Edge::Bl, Edge::Br];

/// Whether the layer on top is solved.
pub(crate) fn upper_layer(cube: &Cube) -> bool {
    edges_home(cube, &UPPER_EDGES) && corners_home(cube, &UPPER_CORNERS)
}

/// Whether all but the layer on top is solved.
pub(crate) fn two_layers(cube: &Cube) -> bool {
    edges_home(cube, &LOWER_EDGES) && corners_home(cube, &LOWER_CORNERS) && edges_home(cube, &MIDDLE_EDGES)
}

/// A sequence of the program's own, in standard notation.
pub(crate) fn sequence(text: &str) -> Vec<Move> {
    parse_moves(text, Notation::Standard).expect("the tests do every sequence of the program")
}

/// The turn of a face by this many quarters: one move, or none.
pub(crate) fn quarters(face: Face, count: i32) -> Vec<Move> {
    Move::new(face, count).into_iter().collect()
}

/// The four ways to turn the whole cube with the same face on top, the least first.
pub(crate) fn y_rotations() -> [Rotation; 4] {
    [0, 1, 3, 2].map(|count| Rotation::Y.times(count))
}

/// The turns by no, one, three and two quarters, the least first.
pub(crate) const QUARTERS: [i32; 4] = [0, 1, -1, 2];
