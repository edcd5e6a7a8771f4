//! Distance tables: a lower bound of the moves to solved for each coset.
//!
//! A table of k flips has an entry of two bits for each row and the first k flips: the least
//! distance of all cosets that share them. With the table's base b the entries mean at most b,
//! b + 1, b + 2, and b + 3 or more. A smaller table of four bits a row has the exact value of entries of at
//! most b, taken over all flips of the row. After T. Rokicki's nxopt and S. Tronto's H48.

use super::corners::CORNER_COSETS;
use super::coset::{Coset, ROWS};
use crate::cache::TableSet;

/// One of the sizes that a table may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    /// Flips that distinguish entries of a row.
    pub flips: u32,
    /// Distances up to this one share the value 0.
    pub base: u8,
    /// About how long the table takes to build, in seconds of processor time.
    pub build_seconds: u32,
    /// About how long a proof for a random cube takes on average, in seconds of processor time.
    pub proof_seconds: u32,
    name: &'static str,
}

/// All sizes from the smallest on. Bases are such that most entries are at least b + 2, as the
/// search prunes by these.
///
/// The seconds of building and proving only choose a table, so they are round. Those of building were
/// measured for 1, 3, 6 and 8 flips: the base decides them, as each step outwards takes thirteen times
/// as long. Those of proving were measured for 6 and 8 flips (docs/benchmarks.md, two processors); the
/// others follow from them, as half the table takes about twice as long.
pub(super) const SIZES: [Size; 9] = [
    size(0, 7, [3, 320], "optimal-0"),
    size(1, 7, [3, 160], "optimal-1"),
    size(2, 7, [4, 80], "optimal-2"),
    size(3, 7, [5, 40], "optimal-3"),
    size(4, 8, [20, 16], "optimal-4"),
    size(5, 8, [22, 8], "optimal-5"),
    size(6, 8, [24, 4], "optimal-6"),
    size(7, 8, [45, 2], "optimal-7"),
    size(8, 9, [360, 1], "optimal-8"),
];

const fn size(flips: u32, base: u8, seconds: [u32; 2], name: &'static str) -> Size {
    let [build_seconds, proof_seconds] = seconds;
    Size { flips, base, build_seconds, proof_seconds, name }
}

/// Bytes of the corner classes at the start of a file.
const CLASS_BYTES: usize = CORNER_COSETS * 4;
/// Bytes of the exact distances of rows, to the next multiple of 64.
const ROW_BYTES: usize = (ROWS / 2 + 1).next_multiple_of(64);
/// Where the entries begin: at a cache line, so that none is cut.
const ENTRIES: usize = (CLASS_BYTES + ROW_BYTES).next_multiple_of(64);

impl Size {
    /// Bytes of all that belongs to the table.
    pub(super) const fn bytes(self) -> usize {
        ENTRIES + ((ROWS << self.flips) / 4 + 1).next_multiple_of(64)
    }

    /// The table's file.
    pub(super) const fn table_set(self) -> TableSet {
        TableSet { name: self.name, version: 1, length: self.bytes() }
    }
}

/// Where the parts of a table lie.
pub(super) struct Parts<T> {
    /// As [`super::corners::Classes::class_and_symmetry`], four bytes each.
    pub classes: T,
    /// Four bits for each row, the even one low.
    pub rows: T,
    /// Two bits for each entry, the first one lowest.
    pub entries: T,
}

impl<'a> Parts<&'a [u8]> {
    pub(super) fn of(bytes: &'a [u8]) -> Parts<&'a [u8]> {
        Parts { classes: &bytes[..CLASS_BYTES], rows: &bytes[CLASS_BYTES..][..ROW_BYTES], entries: &bytes[ENTRIES..] }
    }
}

impl<'a> Parts<&'a mut [u8]> {
    pub(super) fn of_mut(bytes: &'a mut [u8]) -> Parts<&'a mut [u8]> {
        let (head, entries) = bytes.split_at_mut(ENTRIES);
        let (classes, rows) = head.split_at_mut(CLASS_BYTES);
        Parts { classes, rows: &mut rows[..ROW_BYTES], entries }
    }
}

/// A table as the search reads it.
#[derive(Clone, Copy)]
pub(super) struct Table<'a> {
    rows: &'a [u8],
    entries: &'a [u8],
    flips: u32,
    flip_mask: u32,
    base: u8,
}

/// Where a coset's entry is, to be fetched before it is read.
#[derive(Clone, Copy, Default)]
pub(super) struct Slot(u64);

impl<'a> Table<'a> {
    pub(super) fn new(size: Size, parts: &Parts<&'a [u8]>) -> Table<'a> {
        Table {
            rows: parts.rows,
            entries: parts.entries,
            flips: size.flips,
            flip_mask: (1 << size.flips) - 1,
            base: size.base,
        }
    }

    /// The greatest distance that the table can hold.
    #[inline(always)]
    pub(super) fn most(&self) -> u8 {
        self.base + 3
    }

    #[inline(always)]
    pub(super) fn slot(&self, coset: Coset) -> Slot {
        Slot(u64::from(coset.row) << self.flips | u64::from(coset.flips & self.flip_mask))
    }

    /// Asks the processor to fetch the entry, which will be read soon.
    #[inline(always)]
    pub(super) fn prefetch(&self, slot: Slot) {
        crate::memory::prefetch(self.entries, (slot.0 / 4) as usize);
    }

    /// A lower bound of the moves to solved, if it is more than the base; else the row has it.
    #[inline(always)]
    pub(super) fn beyond_base(&self, slot: Slot) -> Option<u8> {
        let entry = self.entries[(slot.0 / 4) as usize] >> (slot.0 % 4 * 2) & 3;
        (entry > 0).then(|| self.base + entry)
    }

    /// The least distance of all cosets of the row, where the entry is at most the base.
    #[inline(always)]
    pub(super) fn of_row(&self, slot: Slot) -> u8 {
        let row = (slot.0 >> self.flips) as usize;
        self.rows[row / 2] >> (row % 2 * 4) & 15
    }
}

#[cfg(test)]
mod tests {
    use super::super::build;
    use super::super::coset::Cosets;
    use super::super::lanes::Portable;
    use super::super::position::Position;
    use super::*;
    use cube::{Cube, Move};

    /// Entries of each value.
    fn counts(size: Size) -> ([u64; 4], [u64; 16]) {
        let mut bytes = vec![0; size.bytes()];
        super::super::fill(size, &mut bytes, &|_| {});
        let parts = Parts::of(&bytes);
        let (mut entries, mut rows) = ([0; 4], [0; 16]);
        for entry in 0..ROWS << size.flips {
            entries[usize::from(parts.entries[entry / 4] >> (entry % 4 * 2) & 3)] += 1;
        }
        for row in 0..ROWS {
            rows[usize::from(parts.rows[row / 2] >> (row % 2 * 4) & 15)] += 1;
        }
        (entries, rows)
    }

    /// S. Tronto's counts for the table without flips, with which the code of H48 checks its own files. They count entries
    /// of at most 8, of 9, of 10, and of 11 and more moves.
    #[test]
    #[ignore = "takes a minute: a thousand million positions are enumerated"]
    fn distances_are_distributed_as_published() {
        let (entries, rows) = counts(size(0, 8, [0; 2], "published"));
        assert_eq!(entries, [5_473_562, 34_776_317, 68_566_704, 8_750_867]);
        assert_eq!(rows[9..15], [0; 6]);
        assert_eq!(rows[..9].iter().sum::<u64>(), 5_473_562);
    }

    /// A walk of n moves ends at most n moves from solved, and a table must agree.
    #[test]
    fn distances_are_lower_bounds() {
        let size = size(1, 5, [0; 2], "small");
        let mut bytes = vec![0; size.bytes()];
        super::super::fill(size, &mut bytes, &|_| {});
        let parts = Parts::of(&bytes);
        let classes: &[u32] = bytemuck::cast_slice(parts.classes);
        let cosets = Cosets::<Portable>::new(classes);
        let table = Table::new(size, &parts);
        let distance = |cube: &Cube| {
            let slot = table.slot(cosets.coset(Position::of(cube)));
            table.beyond_base(slot).unwrap_or_else(|| table.of_row(slot))
        };
        let mut random = 1_u64;
        for _ in 0..20_000 {
            let mut cube = Cube::SOLVED;
            for walked in 1..=9 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                cube = cube.apply(Move::ALL[(random >> 33) as usize % Move::COUNT]);
                assert!(distance(&cube) <= walked);
                assert!(distance(&cube.inverse()) <= walked);
            }
        }
        assert_eq!(distance(&Cube::from_seed(1)), table.most());
    }

    #[test]
    fn rows_have_the_least_of_their_entries() {
        let (entries, rows) = counts(size(0, 5, [0; 2], "small"));
        assert_eq!(rows[..6].iter().sum::<u64>(), entries[0]);
        // The same by another code path: the fastest means against the portable one.
        let small = size(0, 4, [0; 2], "small");
        let (mut fast, mut portable) = (vec![0; small.bytes()], vec![0; small.bytes()]);
        super::super::fill(small, &mut fast, &|_| {});
        build::fill::<Portable>(small, &mut portable, &|_| {});
        assert!(fast == portable);
    }
}
