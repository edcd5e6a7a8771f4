//! The distances of both phases in one metric, in one file: large tables or small ones.

use cube::Metric;

use super::effects::{self, AllEffects};
use super::flip_slice::CLASSES;
use super::graph::{self, Graph, LAYERS};
use super::layout::{CORNER_EDGE, CORNER_SLICE, EFFECTS, Layout, PHASE_ONE, Size, graph_size, table_set};
use super::near_sets::{self, INNER_BYTES, NearSets, OUTER_BYTES};
use super::products::{
    AxialStepping, Stepping, corner_edge_distances, corner_slice_distances, edge_slice_distances, phase_one,
};
use super::search_tables::{EdgeBound, Far, SearchTables};
use super::steps::Steps;
use super::tables::{Tables, put};
use crate::cache::{TableBytes, load_or_generate};
use crate::distances::{distances, packed, unpacked};
use crate::pool::on_threads;
use crate::{Error, LoadOptions, Progress};
use cube::coordinate::{PERMUTATIONS, PLACEMENTS, TWISTS};

fn is_axial(metric: Metric) -> bool {
    matches!(metric, Metric::AxialHalfTurn | Metric::AxialQuarterTurn)
}

fn stepping_of<'a>(axial: &'a Option<AxialStepping>, tables: &'a Tables) -> Stepping<'a> {
    match axial {
        Some(axial) => axial.view(),
        None => Stepping::single(tables),
    }
}

/// The tables of a metric.
pub(super) struct MetricTables {
    pub metric: Metric,
    size: Size,
    steps: Steps,
    /// Where steps turn opposite faces; else they are the moves of the shared tables.
    axial: Option<AxialStepping>,
    file: TableBytes,
    effects: Option<TableBytes>,
    effects_decoder: Vec<u32>,
}

impl MetricTables {
    /// Bytes in memory.
    pub(super) fn memory(metric: Metric, size: Size) -> usize {
        let per_step = 4 * CLASSES + 2 * (TWISTS + PERMUTATIONS + PLACEMENTS + PERMUTATIONS / 2);
        let axial = if is_axial(metric) { 45 * per_step } else { 0 };
        let effects = if size == Size::Largest { EFFECTS.length } else { 0 };
        table_set(metric, size).length + axial + effects
    }

    /// Maps the tables or generates them.
    pub(super) fn load(
        metric: Metric,
        size: Size,
        tables: &Tables,
        options: &LoadOptions,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Result<MetricTables, Error> {
        let steps = Steps::new(metric);
        let axial = is_axial(metric).then(|| AxialStepping::new(&steps, tables));
        let stepping = stepping_of(&axial, tables);
        let set = table_set(metric, size);
        let report = |table: &'static str, from: f64, to: f64| {
            move |done: f64| {
                progress(&Progress { table, done: from + (to - from) * done, note: None });
            }
        };
        let file = load_or_generate(&set, options, progress, |bytes| {
            on_threads(options.threads, || {
                let layout = Layout::new(graph_size(metric, size), size);
                let product = phase_one(&steps, tables, stepping);
                let graph = graph::build(&product, graph_size(metric, size));
                put(bytes, layout.layers, &graph.layers);
                put(bytes, layout.slots, &graph.slots);
                put(bytes, layout.starts, &graph.starts);
                put(bytes, layout.steps, &graph.steps);
                drop(graph);
                let corner_slice = corner_slice_distances(&steps, tables);
                put(bytes, layout.corner_slice, &corner_slice);
                if size == Size::Small {
                    let edges = edge_slice_distances(&steps, tables, stepping);
                    put(bytes, layout.edges, &edges);
                    let (bytes, inner) = bytes.split_at_mut(layout.inner);
                    let (outer, inner) = (&mut bytes[layout.far..], &mut inner[..INNER_BYTES]);
                    let graph = graph::build(&product, graph_size(metric, Size::Large));
                    near_sets::fill(&product, &graph, inner, &mut outer[..OUTER_BYTES]);
                } else {
                    let on_progress = report(set.name, 0.1, 0.6);
                    put(bytes, layout.far, &packed(&distances(&product, 0, &on_progress)));
                    let on_progress = report(set.name, 0.6, 1.0);
                    let edges = corner_edge_distances(&steps, tables, stepping, &on_progress);
                    put(bytes, layout.edges, &packed(&edges));
                }
            });
        })?;
        let mut loaded =
            MetricTables { metric, size, steps, axial, file, effects: None, effects_decoder: effects::decoder() };
        if size == Size::Largest {
            let on_progress = report(EFFECTS.name, 0.0, 1.0);
            let effects = load_or_generate(&EFFECTS, options, progress, |bytes| {
                on_threads(options.threads, || {
                    let product = phase_one(&loaded.steps, tables, stepping_of(&loaded.axial, tables));
                    let distances = unpacked(loaded.phase_one(), CLASSES * TWISTS);
                    let words = bytemuck::cast_slice_mut(bytes);
                    effects::fill(&product, &distances, words, &on_progress);
                });
            })?;
            loaded.effects = Some(effects);
        }
        Ok(loaded)
    }

    fn layout(&self) -> Layout {
        Layout::new(graph_size(self.metric, self.size), self.size)
    }

    /// Packed distances of phase one.
    fn phase_one(&self) -> &[u8] {
        self.file.slice(self.layout().far, PHASE_ONE)
    }

    /// The tables as the search reads them.
    pub(super) fn search_tables<'a>(&'a self, tables: &'a Tables) -> SearchTables<'a> {
        let (layout, graph) = (self.layout(), graph_size(self.metric, self.size));
        let stepping = stepping_of(&self.axial, tables);
        let far = match (self.size, &self.effects) {
            (Size::Small, _) => Far::Sets(NearSets {
                inner: self.file.slice(layout.inner, INNER_BYTES),
                outer: self.file.slice(layout.far, OUTER_BYTES),
            }),
            (_, None) => Far::Distances(self.phase_one()),
            (_, Some(file)) => {
                let all = AllEffects { words: file.slice(0, CLASSES * TWISTS), decoded: &self.effects_decoder };
                Far::Effects(self.phase_one(), all)
            }
        };
        SearchTables {
            steps: &self.steps,
            width: self.steps.list.len(),
            class_steps: stepping.classes,
            twist_steps: stepping.twists,
            renamed_twists: &tables.renamed_twists,
            corner_steps: stepping.corners,
            placement_steps: stepping.placements,
            edge_steps: stepping.edges,
            corner_classes: tables.corner_classes(),
            renamed_edges: tables.renamed_edges(),
            far,
            graph: Graph {
                reach: graph.reach,
                layers: self.file.slice(layout.layers, LAYERS),
                slots: self.file.slice(layout.slots, graph.slots),
                starts: self.file.slice(layout.starts, graph.positions + 1),
                steps: self.file.slice(layout.steps, graph.steps),
            },
            corner_slice: self.file.slice(layout.corner_slice, CORNER_SLICE),
            edges: match self.size {
                Size::Small => EdgeBound::Slice(self.file.slice(layout.edges, CORNER_SLICE)),
                _ => EdgeBound::Corners(self.file.slice(layout.edges, CORNER_EDGE)),
            },
            sets: tables.sets(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::two_phase::effects::Effects;
    use crate::two_phase::graph::ListedStep;
    use crate::two_phase::search_tables::position;
    use cube::symmetry::AXIAL;

    /// Cosets of the phase-two group at each distance in the half-turn metric, as published by
    /// H. Kociemba; they add up to 2048 * 2187 * 495.
    const COSETS: [u64; 13] =
        [1, 4, 50, 592, 7156, 87_236, 1_043_817, 12_070_278, 124_946_368, 821_605_960, 1_199_128_738, 58_202_444, 476];

    #[test]
    fn half_turn_tables_agree_with_published_counts_and_each_other() {
        let options = LoadOptions::small(LoadOptions::user_cache());
        let tables = Tables::load(&options, &|_| {}).unwrap();
        let load = |size| MetricTables::load(Metric::HalfTurn, size, &tables, &options, &|_| {}).unwrap();
        let (large, small) = (load(Size::Large), load(Size::Small));
        let distances = unpacked(large.phase_one(), CLASSES * TWISTS);
        let mut counts = [0; 16];
        for (class, stabilizer) in tables.stabilizers().iter().enumerate() {
            // As many flip-slice pairs as the class has members stand at each distance of its row.
            let members = u64::from(AXIAL as u32 / stabilizer.count_ones());
            for distance in &distances[class * TWISTS..][..TWISTS] {
                counts[usize::from(*distance)] += members;
            }
        }
        assert_eq!(counts[..13], COSETS);
        assert_eq!(counts[13..], [0; 3]);

        let product = phase_one(&large.steps, &tables, stepping_of(&None, &tables));
        for tables_of_metric in [&large, &small] {
            let view = tables_of_metric.search_tables(&tables);
            graph_holds_what_is_near(&view, &distances, &product);
            let bound_is_low = |position: usize| {
                let (class, twist) = ((position / TWISTS) as u32, (position % TWISTS) as u16);
                view.distance(class, twist) <= distances[position]
            };
            assert!((0..distances.len()).step_by(7).all(bound_is_low));
        }
        // Strangers are few: what is farther than 8 is mostly known to be.
        let view = small.search_tables(&tables);
        let far: Vec<usize> = (0..distances.len()).step_by(997).filter(|&position| distances[position] > 8).collect();
        let known =
            far.iter().filter(|&&position| view.distance((position / TWISTS) as u32, (position % TWISTS) as u16) > 8);
        assert!(known.count() * 100 > far.len() * 90);
        effects_are_those_of_the_neighbours(&distances, &product);
    }

    /// The graph numbers all positions within its reach, and no others, and lists for each the
    /// steps that a search may take there.
    fn graph_holds_what_is_near(tables: &SearchTables<'_>, distances: &[u8], product: &crate::distances::Product<'_>) {
        let graph = &tables.graph;
        let near = distances.iter().filter(|&&distance| distance <= graph.reach);
        assert_eq!(near.count(), graph.starts.len() - 1);
        for (position, &distance) in distances.iter().enumerate().step_by(3) {
            let number = graph.number(position);
            assert_eq!(number.is_some(), distance <= graph.reach, "position {position}");
            let Some(number) = number.filter(|number| number % 5 == 0) else {
                continue;
            };
            assert_eq!(graph.distance(number), distance);
            let (row, column) = (position / TWISTS, position % TWISTS);
            let mut listed: Vec<(usize, usize)> = graph
                .list(number)
                .iter()
                .map(|&word| (ListedStep(word).step(), ListedStep(word).next() as usize))
                .collect();
            listed.sort_unstable();
            let wanted: Vec<(usize, usize)> = (0..18)
                .map(|turn| (turn, product.neighbour(row, column, turn)))
                .filter(|&(_, next)| distances[next] < graph.reach)
                .map(|(turn, next)| (turn, graph.number(next).unwrap() as usize))
                .collect();
            assert_eq!(listed, wanted, "position {position}");
        }
        assert_eq!(graph.number(position(0, 0)), Some(0));
    }

    /// The four-byte words agree with a look at each neighbour.
    fn effects_are_those_of_the_neighbours(distances: &[u8], product: &crate::distances::Product<'_>) {
        let mut words = vec![0; 40 * TWISTS];
        effects::fill(product, distances, &mut words, &|_| {});
        let all = AllEffects { words: &words, decoded: &effects::decoder() };
        for position in 0..words.len() {
            let mut expected = Effects { nearer: 0, level: 0 };
            for turn in 0..18 {
                let next = product.neighbour(position / TWISTS, position % TWISTS, turn);
                let next = distances[next];
                expected.nearer |= u32::from(next < distances[position]) << turn;
                expected.level |= u32::from(next == distances[position]) << turn;
            }
            assert_eq!(all.effects(position), expected, "position {position}");
        }
    }
}
