//! Fills a distance table by enumerating cosets in the order of their distance.
//!
//! Up to the base all cosets are listed, one for each up to symmetry. From the last list on, every
//! way of one and of two more moves is followed without keeping anything but the entries: the
//! positions are too many to be listed.

use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;

use super::corners::{Classes, corner_positions};
use super::coset::{Coset, Cosets, FLIP_BITS};
use super::lanes::Lanes;
use super::position::{Position, move_positions};
use super::table::{Parts, Size};
use crate::memory::{as_atomic, prefetch};
use crate::two_phase::search::MAY_FOLLOW;
use cube::symmetry::{ALL, SYMMETRIES};
use cube::{Cube, Move};

/// Bits for the face of the move that led to a listed coset.
const FACE_BITS: u32 = 3;
/// No move led there.
const NO_FACE: usize = 6;
/// Listed cosets that one thread works on at a stretch.
const STRETCH: usize = 4096;
/// Entries fetched ahead of being written.
const AHEAD: usize = 32;

/// Fills the table; `progress` is called with the share done.
pub(super) fn fill<L: Lanes>(size: Size, bytes: &mut [u8], progress: &(dyn Fn(f64) + Sync)) {
    let classes = Classes::new();
    let parts = Parts::of_mut(bytes);
    parts.classes.copy_from_slice(bytemuck::cast_slice(&classes.class_and_symmetry));
    parts.rows.fill(u8::MAX);
    parts.entries.par_chunks_mut(1 << 20).for_each(|stretch| stretch.fill(u8::MAX));
    let builder = Builder::<L> {
        size,
        cosets: Cosets::new(&classes.class_and_symmetry),
        corners: corner_positions(&classes.representatives),
        stabilizers: &classes.stabilizers,
        moves: move_positions(),
        renamed_faces: std::array::from_fn(|symmetry| {
            std::array::from_fn(|face| SYMMETRIES.list[symmetry].faces[face] as u8)
        }),
        rows: as_atomic(parts.rows),
        entries: as_atomic(parts.entries),
    };
    builder.run(progress);
}

struct Builder<'a, L> {
    size: Size,
    cosets: Cosets<'a, L>,
    corners: Vec<L>,
    stabilizers: &'a [u64],
    moves: [Position<L>; Move::COUNT],
    /// `[symmetry][face]`.
    renamed_faces: [[u8; 6]; ALL],
    rows: &'a [AtomicU8],
    entries: &'a [AtomicU8],
}

/// Entries on their way to one value, each written some time after it is fetched.
struct Writes<'a> {
    entries: &'a [AtomicU8],
    value: u8,
    waiting: [u64; AHEAD],
    next: usize,
}

/// A listed coset: its number, and below it the face of the move that led there.
fn key(coset: Coset, face: usize) -> u64 {
    (u64::from(coset.row) << FLIP_BITS | u64::from(coset.flips)) << FACE_BITS | face as u64
}

fn unkey(key: u64) -> (Coset, usize) {
    let face = (key & ((1 << FACE_BITS) - 1)) as usize;
    let key = key >> FACE_BITS;
    let coset = Coset { row: (key >> FLIP_BITS) as u32, flips: (key & ((1 << FLIP_BITS) - 1)) as u32 };
    (coset, face)
}

/// The cosets of a sorted list that are in neither of two other ones; equal ones once.
fn new_ones(list: &[u64], known: [&[u64]; 2]) -> Vec<u64> {
    let coset = |key: &u64| key >> FACE_BITS;
    let stretches = list.par_chunks(1 << 16).enumerate().map(|(index, stretch)| {
        let before = (index << 16).checked_sub(1).map(|last| coset(&list[last]));
        let mut last = before;
        let mut known = known.map(|known| {
            let start = known.partition_point(|key| coset(key) < coset(&stretch[0]));
            known[start..].iter().map(coset).peekable()
        });
        let is_new = |key: &&u64| {
            let coset = coset(key);
            let repeated = last.replace(coset) == Some(coset);
            let is_known = known.iter_mut().any(|known| {
                while known.next_if(|&next| next < coset).is_some() {}
                known.peek() == Some(&coset)
            });
            !repeated && !is_known
        };
        stretch.iter().filter(is_new).copied().collect::<Vec<u64>>()
    });
    stretches.collect::<Vec<_>>().concat()
}

impl<'a> Writes<'a> {
    fn new(entries: &'a [AtomicU8], value: u8) -> Writes<'a> {
        Writes { entries, value, waiting: [u64::MAX; AHEAD], next: 0 }
    }

    #[inline(always)]
    fn push(&mut self, entry: u64) {
        prefetch(self.entries, (entry / 4) as usize);
        let ready = std::mem::replace(&mut self.waiting[self.next], entry);
        self.next = (self.next + 1) % AHEAD;
        self.write(ready);
    }

    #[inline(always)]
    fn write(&self, entry: u64) {
        if entry == u64::MAX {
            return;
        }
        let (cell, shift) = (&self.entries[(entry / 4) as usize], entry % 4 * 2);
        // Only this value is written now, over 3, and over it nothing: clearing bits is enough.
        if cell.load(Relaxed) >> shift & 3 == 3 {
            cell.fetch_and(!((3 ^ self.value) << shift), Relaxed);
        }
    }

    fn finish(self) {
        self.waiting.iter().for_each(|&entry| self.write(entry));
    }
}

impl<L: Lanes> Builder<'_, L> {
    fn run(&self, progress: &(dyn Fn(f64) + Sync)) {
        let solved = self.listed(Position::of(&Cube::SOLVED), NO_FACE);
        let (mut before, mut list) = (Vec::new(), vec![solved]);
        self.write_listed(&list, 0);
        for depth in 1..=self.size.base {
            let next = self.next_list(&before, &list);
            self.write_listed(&next, depth);
            before = std::mem::replace(&mut list, next);
        }
        drop(before);
        // The last step takes some thirteen times as long as the one before.
        self.write_unlisted(&list, 1, &|done| progress(0.02 + 0.06 * done));
        self.write_unlisted(&list, 2, &|done| progress(0.08 + 0.92 * done));
    }

    /// The number of a position among those its corners' symmetry gives, the smallest one.
    #[inline(always)]
    fn listed(&self, position: Position<L>, face: usize) -> u64 {
        let mut smallest = u64::MAX;
        self.cosets.each_coset(position, self.stabilizers, |coset, symmetry| {
            let face = match face {
                NO_FACE => NO_FACE,
                face => usize::from(self.renamed_faces[symmetry][face]),
            };
            smallest = smallest.min(key(coset, face));
        });
        smallest
    }

    /// All cosets one move farther.
    fn next_list(&self, before: &[u64], list: &[u64]) -> Vec<u64> {
        let children = |&key: &u64| {
            let (coset, face) = unkey(key);
            let position = self.cosets.position(coset, &self.corners);
            (0..Move::COUNT)
                .filter(move |turn| turn / 3 != face)
                .map(move |turn| self.listed(position.then(self.moves[turn]), turn / 3))
        };
        let mut next: Vec<u64> = list.par_iter().flat_map_iter(children).collect();
        next.par_sort_unstable();
        new_ones(&next, [before, list])
    }

    /// Writes the distance of listed cosets, which is at most the base.
    fn write_listed(&self, list: &[u64], depth: u8) {
        list.par_chunks(STRETCH).for_each(|stretch| {
            let mut writes = Writes::new(self.entries, 0);
            for &key in stretch {
                let position = self.cosets.position(unkey(key).0, &self.corners);
                self.cosets.each_coset(position, self.stabilizers, |coset, _| {
                    writes.push(self.entry(coset));
                    self.write_row(coset.row, depth);
                });
            }
            writes.finish();
        });
    }

    #[inline(always)]
    fn entry(&self, coset: Coset) -> u64 {
        let flips = coset.flips & ((1 << self.size.flips) - 1);
        u64::from(coset.row) << self.size.flips | u64::from(flips)
    }

    fn write_row(&self, row: u32, depth: u8) {
        let (cell, shift) = (&self.rows[row as usize / 2], row % 2 * 4);
        if cell.load(Relaxed) >> shift & 15 == 15 {
            cell.fetch_and(!((15 ^ depth) << shift), Relaxed);
        }
    }

    /// Writes everything that is one or two `moves` from the listed cosets.
    fn write_unlisted(&self, list: &[u64], moves: u8, progress: &(dyn Fn(f64) + Sync)) {
        let done = AtomicUsize::new(0);
        list.par_chunks(STRETCH).for_each(|stretch| {
            self.write_stretch(stretch, moves);
            let done = done.fetch_add(stretch.len(), Relaxed) + stretch.len();
            progress(done as f64 / list.len() as f64);
        });
    }

    #[inline(always)]
    fn write_stretch(&self, stretch: &[u64], moves: u8) {
        let mut writes = Writes::new(self.entries, moves);
        for &key in stretch {
            let (coset, face) = unkey(key);
            let position = self.cosets.position(coset, &self.corners);
            // Which of two opposite faces turns first is settled only where both turns are seen from one side. A listed
            // coset and its neighbours were each renamed in their own way.
            let mask = 0o777777 & !(7 << (3 * face));
            match moves {
                1 => self.write_next(position, mask, &mut writes),
                _ => self.each_next(position, mask, |next, face| {
                    self.write_next(next, MAY_FOLLOW[face], &mut writes);
                }),
            }
        }
        writes.finish();
    }

    #[inline(always)]
    fn each_next(&self, position: Position<L>, mut mask: u32, mut call: impl FnMut(Position<L>, usize)) {
        while mask != 0 {
            let turn = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            call(position.then(self.moves[turn]), turn / 3);
        }
    }

    #[inline(always)]
    fn write_next(&self, position: Position<L>, mask: u32, writes: &mut Writes<'_>) {
        self.each_next(position, mask, |next, _| {
            self.cosets.each_coset(next, self.stabilizers, |coset, _| {
                writes.push(self.entry(coset));
            });
        });
    }
}
