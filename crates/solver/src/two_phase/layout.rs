//! What a metric's tables are made of: their sizes and their places in the file.

use cube::Metric;

use super::flip_slice::CLASSES;
use super::graph::{GraphSize, LAYERS};
use super::near_sets::{INNER_BYTES, OUTER_BYTES};
use super::search_tables::SLICE_ORDERS;
use super::tables::after;
use crate::cache::TableSet;
use crate::corner_classes::CORNER_CLASSES;
use cube::coordinate::{PERMUTATIONS, TWISTS};

/// Which tables: the larger, the faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    /// Sets of near positions; in half turns only.
    Small,
    /// Exact distances of phase one, and of corners and outer edges together.
    Large,
    /// The same, and what each move does anywhere in phase one; in half turns only.
    Largest,
}

/// Byte offsets of the tables in the file; those that the size lacks are empty.
pub(super) struct Layout {
    pub layers: usize,
    pub slots: usize,
    pub starts: usize,
    pub steps: usize,
    pub corner_slice: usize,
    /// Of phase one, or the outer set.
    pub far: usize,
    /// The inner set, or nothing.
    pub inner: usize,
    /// Of corners and outer edges, or of outer and middle edges.
    pub edges: usize,
    pub end: usize,
}

pub(super) const PHASE_ONE: usize = (CLASSES * TWISTS).div_ceil(2);
pub(super) const CORNER_EDGE: usize = CORNER_CLASSES * PERMUTATIONS / 2;
pub(super) const CORNER_SLICE: usize = PERMUTATIONS * SLICE_ORDERS;

impl Layout {
    pub(super) const fn new(graph: GraphSize, size: Size) -> Layout {
        let (far_bytes, inner_bytes, edge_bytes) = match size {
            Size::Small => (OUTER_BYTES, INNER_BYTES, CORNER_SLICE),
            Size::Large | Size::Largest => (PHASE_ONE, 0, CORNER_EDGE),
        };
        let layers = 0;
        let slots = after(layers, LAYERS * 4);
        let starts = after(slots, graph.slots * 8);
        let steps = after(starts, (graph.positions + 1) * 4);
        let corner_slice = after(steps, graph.steps * 4);
        let far = after(corner_slice, CORNER_SLICE);
        let inner = after(far, far_bytes);
        let edges = after(inner, inner_bytes);
        Layout { layers, slots, starts, steps, corner_slice, far, inner, edges, end: after(edges, edge_bytes) }
    }
}

/// As far as about a million positions go, or less where memory is short.
pub(super) const fn graph_size(metric: Metric, size: Size) -> GraphSize {
    let (reach, positions, steps, slots) = match (metric, size) {
        (Metric::HalfTurn, Size::Small) => (6, 74_743, 114_346, 1 << 17),
        (Metric::HalfTurn, _) => (7, 851_311, 1_340_214, 1 << 20),
        (Metric::QuarterTurn, _) => (7, 146_587, 209_272, 1 << 18),
        (Metric::AxialHalfTurn, _) => (5, 112_152, 224_678, 1 << 18),
        (Metric::AxialQuarterTurn, _) => (6, 231_866, 424_833, 1 << 19),
    };
    GraphSize { reach, positions, steps, slots }
}

pub(super) fn table_set(metric: Metric, size: Size) -> TableSet {
    let name = match (metric, size) {
        (Metric::HalfTurn, Size::Small) => "two-phase-small",
        (Metric::HalfTurn, _) => "two-phase-half-turn",
        (Metric::QuarterTurn, _) => "two-phase-quarter-turn",
        (Metric::AxialHalfTurn, _) => "two-phase-axial-half-turn",
        (Metric::AxialQuarterTurn, _) => "two-phase-axial-quarter-turn",
    };
    TableSet { name, version: 2, length: Layout::new(graph_size(metric, size), size).end }
}

/// The effects of all moves on all phase-one positions: an own file, loaded where memory allows.
pub(super) const EFFECTS: TableSet = TableSet { name: "two-phase-effects", version: 1, length: CLASSES * TWISTS * 4 };
