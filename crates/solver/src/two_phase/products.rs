//! The products of coordinates whose distances a metric needs, and the steps on them.

use super::flip_slice::CLASSES;
use super::search_tables::SLICE_ORDERS;
use super::steps::{Step, Steps};
use super::tables::{Tables, renamed_outer_edges};
use crate::corner_classes::{CORNER_CLASSES, CornerClasses};
use crate::distances::{Product, distances};
use crate::turning::PHASE_TWO_MOVES;
use cube::coordinate::{PERMUTATIONS, TWISTS};
use cube::symmetry::SYMMETRIES;

/// The steps of a metric on each coordinate, as tables.
#[derive(Clone, Copy)]
pub(super) struct Stepping<'a> {
    /// `[class * steps + step]`: the next class times 16 plus the symmetry to its representative.
    pub classes: &'a [u32],
    /// `[twist * steps + step]`.
    pub twists: &'a [u16],
    /// `[corners * steps + step]`.
    pub corners: &'a [u16],
    /// `[placement * steps + step]`.
    pub placements: &'a [u16],
    /// `[edges * home steps + home step]`.
    pub edges: &'a [u16],
}

impl<'a> Stepping<'a> {
    /// The steps of a metric that takes one move at a time.
    pub(super) fn single(tables: &'a Tables) -> Stepping<'a> {
        Stepping {
            classes: tables.class_moves(),
            twists: &tables.twist_moves,
            corners: tables.corner_moves(),
            placements: &tables.placement_moves,
            edges: tables.edge_moves(),
        }
    }
}

/// The steps of a metric that turns opposite faces at once.
pub(super) struct AxialStepping {
    classes: Vec<u32>,
    twists: Vec<u16>,
    corners: Vec<u16>,
    placements: Vec<u16>,
    edges: Vec<u16>,
}

impl AxialStepping {
    pub(super) fn new(steps: &Steps, tables: &Tables) -> AxialStepping {
        let sequences: Vec<&[u8]> = steps.list.iter().map(|step| &step.moves[..]).collect();
        let place = |turn: &u8| PHASE_TWO_MOVES.iter().position(|known| known == turn);
        let home: Vec<Vec<u8>> = home_sequences(steps)
            .iter()
            .map(|moves| moves.iter().filter_map(place).map(|place| place as u8))
            .map(Iterator::collect)
            .collect();
        let home: Vec<&[u8]> = home.iter().map(|moves| &moves[..]).collect();
        AxialStepping {
            classes: class_steps(steps, tables.class_moves()),
            twists: step_table(&tables.twist_moves, 18, &sequences),
            corners: step_table(tables.corner_moves(), 18, &sequences),
            placements: step_table(&tables.placement_moves, 18, &sequences),
            edges: step_table(tables.edge_moves(), PHASE_TWO_MOVES.len(), &home),
        }
    }

    pub(super) fn view(&self) -> Stepping<'_> {
        Stepping {
            classes: &self.classes,
            twists: &self.twists,
            corners: &self.corners,
            placements: &self.placements,
            edges: &self.edges,
        }
    }
}

/// The moves of the steps that keep a cube in phase two.
fn home_sequences(steps: &Steps) -> Vec<&[u8]> {
    let home = steps.home.iter();
    home.map(|&step| &steps.list[usize::from(step)].moves[..]).collect()
}

fn home_costs(steps: &Steps) -> Vec<u8> {
    let home = steps.home.iter();
    home.map(|&step| steps.list[usize::from(step)].cost).collect()
}

/// `[coordinate * steps + step]`, from a table of single moves with this many columns.
fn step_table(single: &[u16], columns: usize, steps: &[&[u8]]) -> Vec<u16> {
    let after = |from: u16, turn: &u8| single[usize::from(from) * columns + usize::from(*turn)];
    let coordinates = 0..(single.len() / columns) as u16;
    coordinates.flat_map(|from| steps.iter().map(move |step| step.iter().fold(from, after))).collect()
}

fn class_steps(steps: &Steps, moves: &[u32]) -> Vec<u32> {
    // The second move of a step is renamed by what the first one did.
    let after = |class: usize, step: &Step| {
        let turned = step.moves.iter();
        turned.fold((class, 0), |(class, symmetry), &turn| {
            let seen = SYMMETRIES.list[symmetry].moves[usize::from(turn)].index();
            let entry = moves[class * 18 + seen] as usize;
            (entry >> 4, usize::from(SYMMETRIES.then[symmetry][entry & 15]))
        })
    };
    (0..CLASSES)
        .flat_map(|class| steps.list.iter().map(move |step| after(class, step)))
        .map(|(class, symmetry)| (class << 4 | symmetry) as u32)
        .collect()
}

/// Phase one: flip-slice classes and twists.
pub(super) fn phase_one<'a>(steps: &'a Steps, tables: &'a Tables, stepping: Stepping<'a>) -> Product<'a> {
    Product {
        rows: CLASSES,
        columns: TWISTS,
        moves: steps.list.len(),
        row_moves: stepping.classes,
        column_moves: stepping.twists,
        renamed_columns: &tables.renamed_twists,
        stabilizers: tables.stabilizers(),
        costs: &steps.costs,
    }
}

/// Distances of corners and outer edges in phase two, `[corner class * 40320 + edges]`.
pub(super) fn corner_edge_distances(
    steps: &Steps,
    tables: &Tables,
    stepping: Stepping<'_>,
    progress: &(dyn Fn(f64) + Sync),
) -> Vec<u8> {
    let classes = CornerClasses::new(tables.corner_moves(), &home_sequences(steps));
    let product = Product {
        rows: CORNER_CLASSES,
        columns: PERMUTATIONS,
        moves: steps.home.len(),
        row_moves: &classes.moves,
        column_moves: stepping.edges,
        renamed_columns: &renamed_outer_edges(),
        stabilizers: &classes.stabilizers,
        costs: &home_costs(steps),
    };
    distances(&product, 0, progress)
}

/// Distances of two coordinates that no symmetry reduces, by these steps' costs.
fn plain_distances(row_moves: &[u32], column_moves: &[u16], costs: &[u8]) -> Vec<u8> {
    let (rows, columns) = (row_moves.len() / costs.len(), column_moves.len() / costs.len());
    let product = Product {
        rows,
        columns,
        moves: costs.len(),
        row_moves,
        column_moves,
        renamed_columns: &(0..columns as u16).collect::<Vec<_>>(),
        stabilizers: &vec![1; rows],
        costs,
    };
    distances(&product, 0, &|_| {})
}

/// Rows for [`plain_distances`]: each without a symmetry.
fn plain_rows(moves: impl IntoIterator<Item = u16>) -> Vec<u32> {
    moves.into_iter().map(|next| u32::from(next) << 4).collect()
}

/// The orders of the middle edges, which stay among the first 24 placements under phase-two steps.
fn slice_orders(steps: &Steps, tables: &Tables) -> Vec<u16> {
    let orders = &tables.placement_moves[..SLICE_ORDERS * 18];
    step_table(orders, 18, &home_sequences(steps))
}

/// Distances of corners and middle edges in phase two, `[corners * 24 + order]`.
pub(super) fn corner_slice_distances(steps: &Steps, tables: &Tables) -> Vec<u8> {
    let corners = step_table(tables.corner_moves(), 18, &home_sequences(steps));
    let orders = slice_orders(steps, tables);
    plain_distances(&plain_rows(corners), &orders, &home_costs(steps))
}

/// Distances of outer and middle edges in phase two, `[edges * 24 + order]`.
pub(super) fn edge_slice_distances(steps: &Steps, tables: &Tables, stepping: Stepping<'_>) -> Vec<u8> {
    let rows = plain_rows(stepping.edges.iter().copied());
    plain_distances(&rows, &slice_orders(steps, tables), &home_costs(steps))
}
