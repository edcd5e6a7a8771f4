//! The tables of the two-phase method, in one file.

use cube::Cube;

use super::distances::{Product, distances, packed, unpacked};
use super::effects::{self, AllEffects};
use super::flip_slice::{CLASSES, Classes, FlipSlices};
use super::near::{self, Effects, INNER_SLOTS, Near, OUTER_SLOTS};
use crate::cache::{TableBytes, TableSet, load_or_generate};
use crate::coordinate::{PERMUTATIONS, PLACEMENTS, SliceSets, TWISTS, rank_twist};
use crate::symmetry::{AXIAL, SYMMETRIES};
use crate::turning::{
    PHASE_TWO_MOVES, corner_moves, outer_edge_moves, placement_moves, renamed_permutations,
    renamed_twists, twist_moves,
};
use crate::{Error, LoadOptions, Progress};

/// Corner permutations under the 16 axial symmetries.
const CORNER_CLASSES: usize = 2768;
/// Orders of the four middle edges within the middle layer.
pub(crate) const SLICE_ORDERS: usize = 24;

/// Byte offsets of the tables in the file, each a multiple of 64.
struct Layout {
    representatives: usize,
    class_moves: usize,
    phase_one: usize,
    near_inner: usize,
    near_outer: usize,
    corner_moves: usize,
    edge_moves: usize,
    renamed_edges: usize,
    corner_classes: usize,
    corner_slice: usize,
    corner_edge: usize,
    end: usize,
}

const fn after(offset: usize, bytes: usize) -> usize {
    (offset + bytes).next_multiple_of(64)
}

const LAYOUT: Layout = {
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

/// The tables as slices, for the search.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    /// `[class * 18 + move]`: next class times 16 plus symmetry.
    pub class_moves: &'a [u32],
    /// `[twist * 18 + move]`.
    pub twist_moves: &'a [u16],
    /// `[symmetry * 2187 + twist]`.
    pub renamed_twists: &'a [u16],
    /// Packed distances to phase two, `[class * 2187 + twist]`.
    phase_one: &'a [u8],
    /// The effects of moves near phase two.
    near: Near<'a>,
    /// The effects of moves everywhere, where there is room for them.
    effects: Option<AllEffects<'a>>,
    /// `[placement * 18 + move]`.
    pub placement_moves: &'a [u16],
    /// `[corners * 18 + move]`.
    pub corner_moves: &'a [u16],
    /// `[edges * 10 + phase-two move]`.
    pub edge_moves: &'a [u16],
    /// `[symmetry * 40320 + edges]`.
    renamed_edges: &'a [u16],
    /// `[corners]`: class times 16 plus the symmetry to its representative.
    corner_classes: &'a [u32],
    /// Distances in phase two, `[corners * 24 + slice order]`.
    corner_slice: &'a [u8],
    /// Packed distances in phase two, `[corner class * 40320 + edges]`.
    corner_edge: &'a [u8],
}

/// Where a cube stands in phase one, renamed so that its flip-slice pair is a representative.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Standing {
    pub class: u32,
    pub twist: u16,
    /// The symmetry that renames the true position to this one.
    pub symmetry: u8,
}

impl Tables {
    /// Maps or generates the tables.
    pub(crate) fn load(
        options: &LoadOptions,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Result<Tables, Error> {
        if let Some(allowed) = options
            .memory
            .filter(|&allowed| allowed < LAYOUT.end as u64)
        {
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
            in_pool(options.threads, || {
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
        let room = options
            .memory
            .is_none_or(|allowed| allowed >= (LAYOUT.end + EFFECTS.length) as u64);
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
                in_pool(options.threads, || {
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

impl View<'_> {
    /// Moves to phase two, exactly.
    #[inline]
    pub(crate) fn phase_one_distance(&self, class: u32, twist: u16) -> u8 {
        nibble(self.phase_one, class as usize * TWISTS + usize::from(twist))
    }

    /// What the moves do at a position at this distance from phase two, if the tables tell.
    #[inline]
    pub(crate) fn effects(&self, at: Standing, distance: u8) -> Option<Effects> {
        let position = at.class as usize * TWISTS + usize::from(at.twist);
        match (distance, &self.effects) {
            (..=near::INNER, _) => Some(self.near.inner_effects(position)),
            (_, Some(all)) => Some(all.effects(position)),
            (near::NEAR, None) => Some(self.near.outer_effects(position)),
            _ => None,
        }
    }

    /// As [`View::effects`], by looking at the neighbours where the tables do not tell.
    #[inline]
    pub(crate) fn effects_anyhow(&self, at: Standing, distance: u8) -> Effects {
        self.effects(at, distance).unwrap_or_else(|| {
            let mut effects = Effects {
                nearer: 0,
                level: 0,
            };
            for turn in 0..18 {
                let next = self.after(at, turn);
                let next = self.phase_one_distance(next.class, next.twist);
                effects.nearer |= u32::from(next < distance) << turn;
                effects.level |= u32::from(next == distance) << turn;
            }
            effects
        })
    }

    /// Fetches what [`View::effects`] will read, ahead of time.
    #[inline]
    pub(crate) fn prefetch_effects(&self, at: Standing, distance: u8) {
        let position = at.class as usize * TWISTS + usize::from(at.twist);
        if let (Some(all), true) = (&self.effects, distance > near::INNER) {
            prefetch(all.words, position);
        }
    }

    /// A lower bound of the phase-two moves that solve corners and middle edges.
    #[inline]
    pub(crate) fn corner_slice_distance(&self, corners: u16, slice: u16) -> u8 {
        self.corner_slice[usize::from(corners) * SLICE_ORDERS + usize::from(slice)]
    }

    /// A lower bound of the phase-two moves that solve corners and outer edges.
    #[inline]
    pub(crate) fn corner_edge_distance(&self, corners: u16, edges: u16) -> u8 {
        let entry = self.corner_classes[usize::from(corners)] as usize;
        let edges = self.renamed_edges[(entry & 15) * PERMUTATIONS + usize::from(edges)];
        nibble(
            self.corner_edge,
            (entry >> 4) * PERMUTATIONS + usize::from(edges),
        )
    }
}

/// Asks the processor to fetch an entry it will need soon.
#[inline]
fn prefetch<T>(table: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing and may be given any address; this one is in or behind
        // the table by wrapping arithmetic only.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(table.as_ptr().wrapping_add(index).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (table, index);
}

#[inline]
fn nibble(table: &[u8], index: usize) -> u8 {
    table[index / 2] >> (index % 2 * 4) & 15
}

fn put<T: bytemuck::NoUninit>(bytes: &mut [u8], offset: usize, table: &[T]) {
    let table: &[u8] = bytemuck::cast_slice(table);
    bytes[offset..offset + table.len()].copy_from_slice(table);
}

/// Runs the work on so many threads.
fn in_pool(threads: usize, work: impl FnOnce() + Send) {
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        // No threads to be had from the system: the shared pool does it.
        Err(_) => work(),
    }
}

fn phase_one_product<'a>(
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
    }
}

fn fill_phase_one(
    bytes: &mut [u8],
    flip_slices: &FlipSlices,
    twist_moves: &[u16],
    renamed_twists: &[u16],
    progress: &(dyn Fn(f64) + Sync),
) {
    let classes = flip_slices.classes();
    let product = phase_one_product(&classes, twist_moves, renamed_twists);
    let distances = distances(&product, progress);
    let (mut inner, mut outer) = (vec![0; INNER_SLOTS], vec![0; OUTER_SLOTS]);
    near::fill(&product, &distances, &mut inner, &mut outer);
    put(bytes, LAYOUT.near_inner, &inner);
    put(bytes, LAYOUT.near_outer, &outer);
    put(bytes, LAYOUT.phase_one, &packed(&distances));
    put(bytes, LAYOUT.representatives, &classes.representatives);
    put(bytes, LAYOUT.class_moves, &classes.moves);
}

fn fill_phase_two(bytes: &mut [u8], progress: &(dyn Fn(f64) + Sync)) {
    let corner_moves = corner_moves();
    let edge_moves = outer_edge_moves();
    let renamed_edges = renamed_permutations(|symmetry| {
        std::array::from_fn(|place| SYMMETRIES.list[symmetry].edges[place])
    });
    let classes = CornerClasses::new(&corner_moves);
    let product = Product {
        rows: CORNER_CLASSES,
        columns: PERMUTATIONS,
        moves: PHASE_TWO_MOVES.len(),
        row_moves: &classes.moves,
        column_moves: &edge_moves,
        renamed_columns: &renamed_edges,
        stabilizers: &classes.stabilizers,
    };
    put(
        bytes,
        LAYOUT.corner_edge,
        &packed(&distances(&product, progress)),
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

/// Corner permutations under the axial symmetries.
struct CornerClasses {
    class_and_symmetry: Vec<u32>,
    moves: Vec<u32>,
    stabilizers: Vec<u16>,
}

impl CornerClasses {
    fn new(corner_moves: &[u16]) -> CornerClasses {
        let renamed = renamed_permutations(|symmetry| SYMMETRIES.list[symmetry].corners);
        let mut class_and_symmetry = vec![u32::MAX; PERMUTATIONS];
        let (mut representatives, mut stabilizers) = (Vec::new(), Vec::new());
        for corners in 0..PERMUTATIONS {
            if class_and_symmetry[corners] != u32::MAX {
                continue;
            }
            let class = representatives.len() as u32;
            let mut stabilizer = 0;
            for symmetry in 0..AXIAL {
                let image = usize::from(renamed[symmetry * PERMUTATIONS + corners]);
                stabilizer |= u16::from(image == corners) << symmetry;
                if class_and_symmetry[image] == u32::MAX {
                    class_and_symmetry[image] =
                        class << 4 | u32::from(SYMMETRIES.inverse[symmetry]);
                }
            }
            representatives.push(corners);
            stabilizers.push(stabilizer);
        }
        let moved = |&corners: &usize| {
            PHASE_TWO_MOVES.map(|turn| corner_moves[corners * 18 + usize::from(turn)])
        };
        let moves = representatives
            .iter()
            .flat_map(moved)
            .map(|corners| class_and_symmetry[usize::from(corners)]);
        CornerClasses {
            moves: moves.collect(),
            class_and_symmetry,
            stabilizers,
        }
    }
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

const _: () = assert!(PLACEMENTS < 1 << 16 && SLICE_ORDERS == 24);

#[cfg(test)]
mod tests {
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
