//! Distances of both phases in a metric other than half turns.

use cube::Metric;

use super::steps::{Step, Steps};
use crate::cache::{TableBytes, TableSet, load_or_generate};
use crate::coordinate::{PERMUTATIONS, SliceSets, TWISTS};
use crate::corner_classes::{CORNER_CLASSES, CornerClasses};
use crate::distances::{Product, distances, packed};
use crate::pool::on_threads;
use crate::symmetry::{AXIAL, SYMMETRIES};
use crate::turning::{
    PHASE_TWO_MOVES, corner_moves, outer_edge_moves, placement_moves, renamed_permutations,
};
use crate::two_phase::flip_slice::{CLASSES, Classes};
use crate::two_phase::tables::{SLICE_ORDERS, Tables};
use crate::two_phase::view::Standing;
use crate::{Error, LoadOptions, Progress};

const PHASE_ONE: usize = (CLASSES * TWISTS).div_ceil(2);
const CORNER_EDGE: usize = CORNER_CLASSES * PERMUTATIONS / 2;
const CORNER_SLICE: usize = PERMUTATIONS * SLICE_ORDERS;

/// The distances of a metric.
pub(in crate::two_phase) struct MetricTables {
    pub(super) metric: Metric,
    pub(super) steps: Steps,
    file: TableBytes,
}

fn table_set(metric: Metric) -> TableSet {
    let name = match metric {
        Metric::HalfTurn => "two-phase-half-turn",
        Metric::QuarterTurn => "two-phase-quarter-turn",
        Metric::AxialHalfTurn => "two-phase-axial-half-turn",
        Metric::AxialQuarterTurn => "two-phase-axial-quarter-turn",
    };
    TableSet {
        name,
        version: 1,
        length: PHASE_ONE + CORNER_EDGE + CORNER_SLICE,
    }
}

impl MetricTables {
    /// Maps the distances, 127 MB, or generates them.
    pub(in crate::two_phase) fn load(
        metric: Metric,
        tables: &Tables,
        options: &LoadOptions,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Result<MetricTables, Error> {
        let (set, steps) = (table_set(metric), Steps::new(metric));
        let file = load_or_generate(&set, options, progress, |bytes| {
            let report = |from: f64, share: f64| {
                move |done: f64| {
                    progress(&Progress {
                        table: set.name,
                        done: from + share * done,
                        note: None,
                    })
                }
            };
            on_threads(options.threads, || {
                let (phase_one, rest) = bytes.split_at_mut(PHASE_ONE);
                let (corner_edge, corner_slice) = rest.split_at_mut(CORNER_EDGE);
                phase_one.copy_from_slice(&phase_one_distances(&steps, tables, &report(0.0, 0.6)));
                corner_edge.copy_from_slice(&corner_edge_distances(&steps, &report(0.6, 0.4)));
                corner_slice.copy_from_slice(&corner_slice_distances(&steps));
            });
        })?;
        Ok(MetricTables {
            metric,
            steps,
            file,
        })
    }

    /// Costs to phase two.
    #[inline]
    pub(super) fn phase_one(&self, at: Standing) -> u8 {
        self.nibble(0, at.class as usize * TWISTS + usize::from(at.twist))
    }

    /// A lower bound of the cost to solve corners and outer edges in phase two; `class` is the
    /// corner class and `edges` the edge permutation renamed to its representative.
    #[inline]
    pub(super) fn corner_edge(&self, class: usize, edges: u16) -> u8 {
        self.nibble(PHASE_ONE, class * PERMUTATIONS + usize::from(edges))
    }

    /// A lower bound of the cost to solve corners and middle edges in phase two.
    #[inline]
    pub(super) fn corner_slice(&self, corners: u16, slice: u16) -> u8 {
        self.file.bytes()
            [PHASE_ONE + CORNER_EDGE + usize::from(corners) * SLICE_ORDERS + usize::from(slice)]
    }

    #[inline]
    fn nibble(&self, start: usize, index: usize) -> u8 {
        self.file.bytes()[start + index / 2] >> (index % 2 * 4) & 15
    }
}

fn costs(steps: &[&Step]) -> Vec<u8> {
    steps.iter().map(|step| step.cost).collect()
}

/// `[coordinate * steps + step]`, from a table of single moves with so many columns.
fn step_table(single: &[u16], columns: usize, steps: &[Vec<u8>]) -> Vec<u16> {
    let after = |from: u16, turn: &u8| single[usize::from(from) * columns + usize::from(*turn)];
    let coordinates = 0..(single.len() / columns) as u16;
    coordinates
        .flat_map(|from| steps.iter().map(move |step| step.iter().fold(from, after)))
        .collect()
}

fn phase_one_distances(steps: &Steps, tables: &Tables, progress: &(dyn Fn(f64) + Sync)) -> Vec<u8> {
    let Classes {
        moves, stabilizers, ..
    } = tables.flip_slices().classes();
    let view = tables.view();
    // The second move of a step is renamed by what the first one did.
    let after = |class: usize, step: &Step| {
        step.moves
            .iter()
            .fold((class, 0), |(class, symmetry), &turn| {
                let seen = SYMMETRIES.list[symmetry].moves[usize::from(turn)].index();
                let entry = moves[class * 18 + seen] as usize;
                (
                    entry >> 4,
                    usize::from(SYMMETRIES.then[symmetry][entry & 15]),
                )
            })
    };
    let row_moves: Vec<u32> = (0..CLASSES)
        .flat_map(|class| steps.list.iter().map(move |step| after(class, step)))
        .map(|(class, symmetry)| (class << 4 | symmetry) as u32)
        .collect();
    let sequences: Vec<Vec<u8>> = steps.list.iter().map(|step| step.moves.clone()).collect();
    let product = Product {
        rows: CLASSES,
        columns: TWISTS,
        moves: steps.list.len(),
        row_moves: &row_moves,
        column_moves: &step_table(view.twist_moves, 18, &sequences),
        renamed_columns: view.renamed_twists,
        stabilizers: &stabilizers,
        costs: &costs(&steps.list.iter().collect::<Vec<_>>()),
    };
    packed(&distances(&product, 0, progress))
}

fn home(steps: &Steps) -> Vec<&Step> {
    steps.list.iter().filter(|step| step.stays).collect()
}

fn corner_edge_distances(steps: &Steps, progress: &(dyn Fn(f64) + Sync)) -> Vec<u8> {
    let home = home(steps);
    let sequences: Vec<&[u8]> = home.iter().map(|step| &step.moves[..]).collect();
    let classes = CornerClasses::new(&corner_moves(), &sequences);
    let index = |turn: &u8| {
        PHASE_TWO_MOVES
            .iter()
            .position(|known| known == turn)
            .map_or(0, |index| index as u8)
    };
    let indexed: Vec<Vec<u8>> = sequences
        .iter()
        .map(|step| step.iter().map(index).collect())
        .collect();
    let renamed = renamed_permutations(|symmetry| {
        std::array::from_fn(|place| SYMMETRIES.list[symmetry].edges[place])
    });
    debug_assert_eq!(renamed.len(), AXIAL * PERMUTATIONS);
    let product = Product {
        rows: CORNER_CLASSES,
        columns: PERMUTATIONS,
        moves: home.len(),
        row_moves: &classes.moves,
        column_moves: &step_table(&outer_edge_moves(), PHASE_TWO_MOVES.len(), &indexed),
        renamed_columns: &renamed,
        stabilizers: &classes.stabilizers,
        costs: &costs(&home),
    };
    packed(&distances(&product, 0, progress))
}

fn corner_slice_distances(steps: &Steps) -> Vec<u8> {
    let home = home(steps);
    let corner_moves = corner_moves();
    // The orders of the middle edges stay among the first 24 placements under phase-two moves.
    let slice_moves = placement_moves(&SliceSets::new());
    let row_moves: Vec<u32> = (0..PERMUTATIONS)
        .flat_map(|corners| home.iter().map(move |step| (corners, step)))
        .map(|(corners, step)| {
            let after =
                |from: usize, turn: &u8| usize::from(corner_moves[from * 18 + usize::from(*turn)]);
            (step.moves.iter().fold(corners, after) as u32) << 4
        })
        .collect();
    let sequences: Vec<Vec<u8>> = home.iter().map(|step| step.moves.clone()).collect();
    let unchanged: Vec<u16> = (0..SLICE_ORDERS as u16).collect();
    let product = Product {
        rows: PERMUTATIONS,
        columns: SLICE_ORDERS,
        moves: home.len(),
        row_moves: &row_moves,
        column_moves: &step_table(&slice_moves[..SLICE_ORDERS * 18], 18, &sequences),
        renamed_columns: &unchanged,
        stabilizers: &vec![1; PERMUTATIONS],
        costs: &costs(&home),
    };
    distances(&product, 0, &|_| {})
}
