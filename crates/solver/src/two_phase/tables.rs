//! The tables of the two-phase method, in one file.

use cube::Cube;

use super::effects::{self, AllEffects};
use super::fill::{fill_phase_one, fill_phase_two, phase_one_product};
use super::flip_slice::{CLASSES, FlipSlices};
use super::near::{INNER_SLOTS, Near, OUTER_SLOTS};
use super::view::{Standing, View};
use crate::cache::{TableBytes, TableSet, load_or_generate};
use crate::coordinate::{PERMUTATIONS, SliceSets, TWISTS, rank_twist};
use crate::corner_classes::CORNER_CLASSES;
use crate::distances::unpacked;
use crate::pool::on_threads;
use crate::symmetry::AXIAL;
use crate::turning::{placement_moves, renamed_twists, twist_moves};
use crate::{Error, LoadOptions, Progress};

/// Orders of the four middle edges within the middle layer.
pub(crate) const SLICE_ORDERS: usize = 24;

/// Byte offsets of the tables in the file, each a multiple of 64.
pub(super) struct Layout {
    pub representatives: usize,
    pub class_moves: usize,
    pub phase_one: usize,
    pub near_inner: usize,
    pub near_outer: usize,
    pub corner_moves: usize,
    pub edge_moves: usize,
    pub renamed_edges: usize,
    pub corner_classes: usize,
    pub corner_slice: usize,
    pub corner_edge: usize,
    pub end: usize,
}

const fn after(offset: usize, bytes: usize) -> usize {
    (offset + bytes).next_multiple_of(64)
}

pub(super) const LAYOUT: Layout = {
    let representatives = 0;
    let class_moves = after(representatives, CLASSES * 4);
    let phase_one = after(class_moves, CLASSES * 18 * 4);
    let near_inner = after(phase_one, (CLASSES * TWISTS).div_ceil(2));
    let near_outer = after(near_inner, INNER_SLOTS * 8);
    let corner_moves = after(near_outer, OUTER_SLOTS * 8);
    let edge_moves = after(corner_moves, PERMUTATIONS * 18 * 2);
    let renamed_edges = after(edge_moves, PERMUTATIONS * 10 * 2);
    let corner_classes = after(renamed_edges, PERMUTATIONS * AXIAL * 2);
    let corner_slice = after(corner_classes, PERMUTATIONS * 4);
    let corner_edge = after(corner_slice, PERMUTATIONS * SLICE_ORDERS);
    let end = after(corner_edge, (CORNER_CLASSES * PERMUTATIONS).div_ceil(2));
    Layout {
        representatives,
        class_moves,
        phase_one,
        near_inner,
        near_outer,
        corner_moves,
        edge_moves,
        renamed_edges,
        corner_classes,
        corner_slice,
        corner_edge,
        end,
    }
};

const SET: TableSet = TableSet {
    name: "two-phase",
    version: 3,
    length: LAYOUT.end,
};

/// The effects of all moves on all phase-one positions: an own file, loaded where memory allows.
const EFFECTS: TableSet = TableSet {
    name: "two-phase-effects",
    version: 1,
    length: CLASSES * TWISTS * 4,
};

/// All tables: the large ones in the files, the small ones made at start.
pub(crate) struct Tables {
    file: TableBytes,
    effects: Option<TableBytes>,
    effects_decoder: Vec<u32>,
    flip_slices: FlipSlices,
    sets: SliceSets,
    twist_moves: Vec<u16>,
    renamed_twists: Vec<u16>,
    placement_moves: Vec<u16>,
}

impl Tables {
    /// Maps or generates the tables.
    pub(crate) fn load(
        options: &LoadOptions,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Result<Tables, Error> {
        let allowed = options.memory.unwrap_or(LoadOptions::DEFAULT_MEMORY);
        if allowed < LAYOUT.end as u64 {
            return Err(Error::TooLittleMemory {
                method: "two-phase",
                needed: LAYOUT.end as u64,
                allowed,
            });
        }
        if options.threads == 0 {
            return Err(Error::NoThreads);
        }
        let sets = SliceSets::new();
        let flip_slices = FlipSlices::new();
        let (twist_moves, renamed_twists) = (twist_moves(), renamed_twists());
        let file = load_or_generate(&SET, options, progress, |bytes| {
            let report = |from: f64, to: f64| {
                move |done: f64| {
                    progress(&Progress {
                        table: SET.name,
                        done: from + (to - from) * done,
                        note: None,
                    })
                }
            };
            on_threads(options.threads, || {
                fill_phase_one(
                    bytes,
                    &flip_slices,
                    &twist_moves,
                    &renamed_twists,
                    &report(0.0, 0.6),
                );
                fill_phase_two(bytes, &report(0.6, 1.0));
            });
        })?;
        let room = allowed >= (LAYOUT.end + EFFECTS.length) as u64;
        let effects = if room {
            Some(load_or_generate(&EFFECTS, options, progress, |bytes| {
                let report = |done| {
                    progress(&Progress {
                        table: EFFECTS.name,
                        done,
                        note: None,
                    })
                };
                let packed = file.slice(LAYOUT.phase_one, (CLASSES * TWISTS).div_ceil(2));
                on_threads(options.threads, || {
                    let classes = flip_slices.classes();
                    let product = phase_one_product(&classes, &twist_moves, &renamed_twists);
                    let distances = unpacked(packed, CLASSES * TWISTS);
                    effects::fill(
                        &product,
                        &distances,
                        bytemuck::cast_slice_mut(bytes),
                        &report,
                    );
                });
            })?)
        } else {
            None
        };
        let placement_moves = placement_moves(&sets);
        Ok(Tables {
            file,
            effects,
            effects_decoder: effects::decoder(),
            flip_slices,
            sets,
            twist_moves,
            renamed_twists,
            placement_moves,
        })
    }

    pub(crate) fn view(&self) -> View<'_> {
        View {
            class_moves: self.file.slice(LAYOUT.class_moves, CLASSES * 18),
            twist_moves: &self.twist_moves,
            renamed_twists: &self.renamed_twists,
            phase_one: self
                .file
                .slice(LAYOUT.phase_one, (CLASSES * TWISTS).div_ceil(2)),
            near: Near {
                inner: self.file.slice(LAYOUT.near_inner, INNER_SLOTS),
                outer: self.file.slice(LAYOUT.near_outer, OUTER_SLOTS),
            },
            effects: self.effects.as_ref().map(|file| AllEffects {
                words: file.slice(0, CLASSES * TWISTS),
                decoded: &self.effects_decoder,
            }),
            placement_moves: &self.placement_moves,
            corner_moves: self.file.slice(LAYOUT.corner_moves, PERMUTATIONS * 18),
            edge_moves: self.file.slice(LAYOUT.edge_moves, PERMUTATIONS * 10),
            renamed_edges: self.file.slice(LAYOUT.renamed_edges, PERMUTATIONS * AXIAL),
            corner_classes: self.file.slice(LAYOUT.corner_classes, PERMUTATIONS),
            corner_slice: self
                .file
                .slice(LAYOUT.corner_slice, PERMUTATIONS * SLICE_ORDERS),
            corner_edge: self.file.slice(
                LAYOUT.corner_edge,
                (CORNER_CLASSES * PERMUTATIONS).div_ceil(2),
            ),
        }
    }

    /// Flip-slice pairs and their classes.
    pub(super) fn flip_slices(&self) -> &FlipSlices {
        &self.flip_slices
    }

    /// The middle-layer sets of places, for placements.
    pub(crate) fn sets(&self) -> &SliceSets {
        &self.sets
    }

    /// Where a cube stands in phase one.
    pub(crate) fn standing(&self, cube: &Cube) -> Standing {
        let representatives: &[u32] = self.file.slice(LAYOUT.representatives, CLASSES);
        let (pair, symmetry) = self
            .flip_slices
            .representative(self.flip_slices.of_cube(cube));
        let class = representatives
            .binary_search(&pair)
            .expect("the smallest pair of a class represents it");
        let twist = rank_twist(cube.corner_orientation());
        Standing {
            class: class as u32,
            twist: self.renamed_twists[symmetry * TWISTS + twist],
            symmetry: symmetry as u8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::near::Effects;
    use super::*;

    /// Cosets of the phase-two group at each distance in the half-turn metric, as published by
    /// H. Kociemba; they add up to 2048 * 2187 * 495.
    const COSETS: [u64; 13] = [
        1,
        4,
        50,
        592,
        7156,
        87_236,
        1_043_817,
        12_070_278,
        124_946_368,
        821_605_960,
        1_199_128_738,
        58_202_444,
        476,
    ];

    #[test]
    fn phase_one_distances_are_distributed_as_published() {
        let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tmp");
        let tables = Tables::load(&LoadOptions::small(directory), &|_| {}).unwrap();
        let view = tables.view();
        let mut counts = [0; 16];
        for (class, stabilizer) in tables
            .flip_slices
            .classes()
            .stabilizers
            .into_iter()
            .enumerate()
        {
            // As many flip-slice pairs as the class has members stand at each distance of its row.
            let members = u64::from(AXIAL as u32 / stabilizer.count_ones());
            for twist in 0..TWISTS as u16 {
                counts[usize::from(view.phase_one_distance(class as u32, twist))] += members;
            }
        }
        assert_eq!(counts[..13], COSETS);
        assert_eq!(counts[13..], [0; 3]);
        effects_are_those_of_the_neighbours(&tables);
    }

    /// The hash tables and the four-byte words say what a look at each neighbour says.
    fn effects_are_those_of_the_neighbours(tables: &Tables) {
        let view = tables.view();
        let classes = tables.flip_slices.classes();
        let product = phase_one_product(&classes, &tables.twist_moves, &tables.renamed_twists);
        let distances = unpacked(view.phase_one, CLASSES * TWISTS);
        let rows = 40;
        let mut words = vec![0; rows * TWISTS];
        effects::fill(&product, &distances, &mut words, &|_| {});
        let all = AllEffects {
            words: &words,
            decoded: &tables.effects_decoder,
        };
        let mut near_ones = 0;
        for position in 0..rows * TWISTS {
            let mut expected = Effects {
                nearer: 0,
                level: 0,
            };
            for turn in 0..18 {
                let next = distances[product.neighbour(position / TWISTS, position % TWISTS, turn)];
                expected.nearer |= u32::from(next < distances[position]) << turn;
                expected.level |= u32::from(next == distances[position]) << turn;
            }
            assert_eq!(all.effects(position), expected, "position {position}");
            let (class, twist) = ((position / TWISTS) as u32, (position % TWISTS) as u16);
            if let Some(effects) = view.effects(
                Standing {
                    class,
                    twist,
                    symmetry: 0,
                },
                distances[position],
            ) {
                assert_eq!(effects, expected, "position {position}");
                near_ones += 1;
            }
        }
        assert!(near_ones > 100, "only {near_ones} positions are near");
    }
}
