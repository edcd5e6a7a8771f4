//! Generates the tables of the two-phase method into their place in the file.

use super::flip_slice::{CLASSES, Classes, FlipSlices};
use super::near::{self, INNER_SLOTS, OUTER_SLOTS};
use super::tables::{LAYOUT, SLICE_ORDERS};
use crate::coordinate::{PERMUTATIONS, SliceSets, TWISTS};
use crate::corner_classes::{CORNER_CLASSES, CornerClasses, single_moves};
use crate::distances::{EQUAL_COSTS, Product, distances, packed};
use crate::symmetry::SYMMETRIES;
use crate::turning::{
    PHASE_TWO_MOVES, corner_moves, outer_edge_moves, placement_moves, renamed_permutations,
};

/// Phase one as a product of flip-slice classes and twists.
pub(super) fn phase_one_product<'a>(
    classes: &'a Classes,
    twist_moves: &'a [u16],
    renamed_twists: &'a [u16],
) -> Product<'a> {
    Product {
        rows: CLASSES,
        columns: TWISTS,
        moves: 18,
        row_moves: &classes.moves,
        column_moves: twist_moves,
        renamed_columns: renamed_twists,
        stabilizers: &classes.stabilizers,
        costs: EQUAL_COSTS,
    }
}

pub(super) fn fill_phase_one(
    bytes: &mut [u8],
    flip_slices: &FlipSlices,
    twist_moves: &[u16],
    renamed_twists: &[u16],
    progress: &(dyn Fn(f64) + Sync),
) {
    let classes = flip_slices.classes();
    let product = phase_one_product(&classes, twist_moves, renamed_twists);
    let distances = distances(&product, 0, progress);
    let (mut inner, mut outer) = (vec![0; INNER_SLOTS], vec![0; OUTER_SLOTS]);
    near::fill(&product, &distances, &mut inner, &mut outer);
    put(bytes, LAYOUT.near_inner, &inner);
    put(bytes, LAYOUT.near_outer, &outer);
    put(bytes, LAYOUT.phase_one, &packed(&distances));
    put(bytes, LAYOUT.representatives, &classes.representatives);
    put(bytes, LAYOUT.class_moves, &classes.moves);
}

pub(super) fn fill_phase_two(bytes: &mut [u8], progress: &(dyn Fn(f64) + Sync)) {
    let corner_moves = corner_moves();
    let edge_moves = outer_edge_moves();
    let renamed_edges = renamed_permutations(|symmetry| {
        std::array::from_fn(|place| SYMMETRIES.list[symmetry].edges[place])
    });
    let classes = CornerClasses::new(&corner_moves, &single_moves(&PHASE_TWO_MOVES));
    let product = Product {
        rows: CORNER_CLASSES,
        columns: PERMUTATIONS,
        moves: PHASE_TWO_MOVES.len(),
        row_moves: &classes.moves,
        column_moves: &edge_moves,
        renamed_columns: &renamed_edges,
        stabilizers: &classes.stabilizers,
        costs: EQUAL_COSTS,
    };
    put(
        bytes,
        LAYOUT.corner_edge,
        &packed(&distances(&product, 0, progress)),
    );
    put(
        bytes,
        LAYOUT.corner_slice,
        &corner_slice_distances(&corner_moves),
    );
    put(bytes, LAYOUT.corner_moves, &corner_moves);
    put(bytes, LAYOUT.edge_moves, &edge_moves);
    put(bytes, LAYOUT.renamed_edges, &renamed_edges);
    put(bytes, LAYOUT.corner_classes, &classes.class_and_symmetry);
}

fn put<T: bytemuck::NoUninit>(bytes: &mut [u8], offset: usize, table: &[T]) {
    let table: &[u8] = bytemuck::cast_slice(table);
    bytes[offset..offset + table.len()].copy_from_slice(table);
}

/// Breadth-first distances of corner permutation and middle-edge order by phase-two moves.
fn corner_slice_distances(corner_moves: &[u16]) -> Vec<u8> {
    let slice_moves = placement_moves(&SliceSets::new());
    let mut distances = vec![u8::MAX; PERMUTATIONS * SLICE_ORDERS];
    distances[0] = 0;
    let mut layer = vec![0_usize];
    for depth in 1.. {
        let mut next = Vec::new();
        for position in layer {
            let (corners, slice) = (position / SLICE_ORDERS, position % SLICE_ORDERS);
            for turn in PHASE_TWO_MOVES.map(usize::from) {
                let slice = usize::from(slice_moves[slice * 18 + turn]);
                let moved = usize::from(corner_moves[corners * 18 + turn]) * SLICE_ORDERS + slice;
                if distances[moved] == u8::MAX {
                    distances[moved] = depth;
                    next.push(moved);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    distances
}
