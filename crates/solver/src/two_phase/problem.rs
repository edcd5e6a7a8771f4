//! The six views of a cube that are searched: three axes, each forwards and backwards.

use cube::{Cube, Move, inverted};

use super::tables::{Coordinates, Tables};
use crate::Stage;
use cube::coordinate::rank_permutation;
use cube::symmetry::{AXIAL, SYMMETRIES, Symmetry};

/// A cube renamed so that a given axis goes from U to D, or the inverse of that cube.
pub(super) struct Problem {
    axis: usize,
    inverse: bool,
    /// Where it stands in phase one.
    pub coordinates: Coordinates,
    pub corners: u16,
    /// Placements of the middle, upper and lower edges.
    pub slice: u16,
    pub upper: u16,
    pub lower: u16,
}

/// The symmetry that brings the axis `axis` places on to U-D.
fn axis_symmetry(axis: usize) -> &'static Symmetry {
    &SYMMETRIES.list[AXIAL * axis]
}

impl Problem {
    fn new(tables: &Tables, cube: &Cube, axis: usize, inverse: bool) -> Problem {
        let turned = if inverse { cube.inverse() } else { *cube };
        let view = axis_symmetry(axis).rename(&turned);
        let mut places = [0; 12];
        for (place, &piece) in view.edge_permutation().iter().enumerate() {
            places[usize::from(piece)] = place as u8;
        }
        let placement = |first: usize| {
            let four = std::array::from_fn(|index| places[first + index]);
            tables.sets().rank_placement(&four) as u16
        };
        Problem {
            axis,
            inverse,
            coordinates: tables.coordinates(&view),
            corners: rank_permutation(view.corner_permutation()) as u16,
            slice: placement(8),
            upper: placement(0),
            lower: placement(4),
        }
    }

    /// All six views.
    pub(super) fn views(tables: &Tables, cube: &Cube) -> Vec<Problem> {
        let views = [false, true].into_iter().flat_map(|inverse| (0..3).map(move |axis| (axis, inverse)));
        views.map(|(axis, inverse)| Problem::new(tables, cube, axis, inverse)).collect()
    }

    /// The two phases found in this view as stages that solve the cube itself.
    pub(super) fn stages(&self, phase_one: &[Move], phase_two: &[Move]) -> Vec<Stage> {
        let back = &SYMMETRIES.list[usize::from(SYMMETRIES.inverse[AXIAL * self.axis])];
        let named = |moves: &[Move]| -> Vec<Move> { moves.iter().map(|turn| back.moves[turn.index()]).collect() };
        let stage = |name: &str, moves| Stage { name: name.to_owned(), moves };
        if self.inverse {
            // Backwards, phase two comes first: out of its group and then home.
            vec![
                stage("phase 2 inverted", inverted(&named(phase_two))),
                stage("phase 1 inverted", inverted(&named(phase_one))),
            ]
        } else {
            vec![stage("phase 1", named(phase_one)), stage("phase 2", named(phase_two))]
        }
    }
}
