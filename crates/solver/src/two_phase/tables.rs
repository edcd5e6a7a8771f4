//! The tables of moves and symmetries that the searches in all metrics share, in one file.

use cube::Cube;

use super::flip_slice::{CLASSES, FlipSlices};
use crate::cache::{TableBytes, TableSet, load_or_generate};
use crate::corner_classes::{CornerClasses, single_moves};
use crate::turning::{
    PHASE_TWO_MOVES, corner_moves, outer_edge_moves, placement_moves, renamed_permutations, renamed_twists, twist_moves,
};
use crate::{Error, LoadOptions, Progress};
use cube::coordinate::{PERMUTATIONS, SliceSets, TWISTS, rank_twist};
use cube::symmetry::{AXIAL, SYMMETRIES};

const REPRESENTATIVES: usize = 0;
const STABILIZERS: usize = after(REPRESENTATIVES, CLASSES * 4);
const CLASS_MOVES: usize = after(STABILIZERS, CLASSES * 2);
const CORNER_MOVES: usize = after(CLASS_MOVES, CLASSES * 18 * 4);
const EDGE_MOVES: usize = after(CORNER_MOVES, PERMUTATIONS * 18 * 2);
const RENAMED_EDGES: usize = after(EDGE_MOVES, PERMUTATIONS * PHASE_TWO_MOVES.len() * 2);
const CORNER_CLASSES: usize = after(RENAMED_EDGES, PERMUTATIONS * AXIAL * 2);

pub(super) const SET: TableSet =
    TableSet { name: "two-phase-moves", version: 1, length: after(CORNER_CLASSES, PERMUTATIONS * 4) };

/// The offset behind this many bytes: a multiple of 64.
pub(super) const fn after(offset: usize, bytes: usize) -> usize {
    (offset + bytes).next_multiple_of(64)
}

/// Copies a table to its place in a file.
pub(super) fn put<T: bytemuck::NoUninit>(bytes: &mut [u8], offset: usize, table: &[T]) {
    let table: &[u8] = bytemuck::cast_slice(table);
    bytes[offset..offset + table.len()].copy_from_slice(table);
}

/// The shared tables: the large ones in the file, the small ones made at start.
pub(super) struct Tables {
    file: TableBytes,
    flip_slices: FlipSlices,
    sets: SliceSets,
    pub twist_moves: Vec<u16>,
    /// `[symmetry * 2187 + twist]`.
    pub renamed_twists: Vec<u16>,
    pub placement_moves: Vec<u16>,
}

/// Where a cube stands in phase one, renamed so that its flip-slice pair is a representative.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coordinates {
    pub class: u32,
    pub twist: u16,
    /// The symmetry that renames the true position to this one.
    pub symmetry: u8,
}

impl Tables {
    /// Bytes in memory.
    pub(super) const MEMORY: usize =
        SET.length + after(0, 2 * (TWISTS * (18 + AXIAL) + cube::coordinate::PLACEMENTS * 18));

    /// Maps or generates the tables.
    pub(super) fn load(options: &LoadOptions, progress: &(dyn Fn(&Progress) + Sync)) -> Result<Tables, Error> {
        let sets = SliceSets::new();
        let flip_slices = FlipSlices::new();
        let file = load_or_generate(&SET, options, progress, |bytes| {
            let corner_moves = corner_moves();
            let classes = flip_slices.classes();
            put(bytes, REPRESENTATIVES, &classes.representatives);
            put(bytes, STABILIZERS, &classes.stabilizers);
            put(bytes, CLASS_MOVES, &classes.moves);
            put(bytes, EDGE_MOVES, &outer_edge_moves());
            put(bytes, RENAMED_EDGES, &renamed_outer_edges());
            let classes = CornerClasses::new(&corner_moves, &single_moves(&PHASE_TWO_MOVES));
            put(bytes, CORNER_CLASSES, &classes.class_and_symmetry);
            put(bytes, CORNER_MOVES, &corner_moves);
        })?;
        Ok(Tables {
            file,
            flip_slices,
            twist_moves: twist_moves(),
            renamed_twists: renamed_twists(),
            placement_moves: placement_moves(&sets),
            sets,
        })
    }

    /// `[class]`: its flip-slice pair.
    pub(super) fn representatives(&self) -> &[u32] {
        self.file.slice(REPRESENTATIVES, CLASSES)
    }

    /// `[class]`: a bit for each symmetry that leaves its representative as it is.
    pub(super) fn stabilizers(&self) -> &[u16] {
        self.file.slice(STABILIZERS, CLASSES)
    }

    /// `[class * 18 + move]`: next class times 16 plus symmetry.
    pub(super) fn class_moves(&self) -> &[u32] {
        self.file.slice(CLASS_MOVES, CLASSES * 18)
    }

    /// `[corners * 18 + move]`.
    pub(super) fn corner_moves(&self) -> &[u16] {
        self.file.slice(CORNER_MOVES, PERMUTATIONS * 18)
    }

    /// `[edges * 10 + phase-two move]`.
    pub(super) fn edge_moves(&self) -> &[u16] {
        let moves = PHASE_TWO_MOVES.len();
        self.file.slice(EDGE_MOVES, PERMUTATIONS * moves)
    }

    /// `[symmetry * 40320 + edges]`.
    pub(super) fn renamed_edges(&self) -> &[u16] {
        self.file.slice(RENAMED_EDGES, PERMUTATIONS * AXIAL)
    }

    /// `[corners]`: class times 16 plus the symmetry to its representative.
    pub(super) fn corner_classes(&self) -> &[u32] {
        self.file.slice(CORNER_CLASSES, PERMUTATIONS)
    }

    /// The middle-layer sets of places, for placements.
    pub(super) fn sets(&self) -> &SliceSets {
        &self.sets
    }

    /// Where a cube stands in phase one.
    pub(super) fn coordinates(&self, cube: &Cube) -> Coordinates {
        let (pair, symmetry) = self.flip_slices.representative(self.flip_slices.of_cube(cube));
        let class = self.representatives().binary_search(&pair).expect("the smallest pair of a class represents it");
        let twist = rank_twist(cube.corner_orientation());
        Coordinates {
            class: class as u32,
            twist: self.renamed_twists[symmetry * TWISTS + twist],
            symmetry: symmetry as u8,
        }
    }
}

/// Permutations of the outer edges renamed by the axial symmetries, `[symmetry * 40320 + edges]`.
pub(super) fn renamed_outer_edges() -> Vec<u16> {
    renamed_permutations(|symmetry| std::array::from_fn(|place| SYMMETRIES.list[symmetry].edges[place]))
}
