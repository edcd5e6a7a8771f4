//! The beginnings that threads share out among themselves.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use cube::{Cube, Move};

use crate::two_phase::search::MAY_FOLLOW;
use cube::symmetry::{SYMMETRIES, Symmetry};

/// Moves of a beginning: 3240 branches keep several threads busy to the end.
pub(super) const BRANCH_MOVES: usize = 3;

type Beginning = [u8; BRANCH_MOVES];

/// All beginnings worth searching, the most promising first.
pub(super) struct Branches {
    list: Vec<Branch>,
    next: AtomicUsize,
}

/// A beginning and how many positions the last search looked at behind it.
pub(super) struct Branch {
    pub moves: Beginning,
    pub nodes: AtomicU64,
}

impl Branches {
    /// The beginnings that are not written twice; of those that a symmetry of the cube makes equal,
    /// one.
    pub(super) fn new(cube: &Cube) -> Branches {
        let own: Vec<&Symmetry> = SYMMETRIES.list.iter().filter(|symmetry| symmetry.rename(cube) == *cube).collect();
        let is_first = |beginning: &Beginning| own.iter().all(|symmetry| *beginning <= renamed(*beginning, symmetry));
        let list =
            beginnings().into_iter().filter(is_first).map(|moves| Branch { moves, nodes: AtomicU64::new(0) }).collect();
        Branches { list, next: AtomicUsize::new(0) }
    }

    /// Starts anew: where the last search, one move shorter, found much to look at, a solution is
    /// likeliest.
    pub(super) fn restart(&mut self) {
        self.list.sort_by_key(|branch| std::cmp::Reverse(branch.nodes.load(Relaxed)));
        self.next = AtomicUsize::new(0);
        for branch in &self.list {
            branch.nodes.store(0, Relaxed);
        }
    }

    /// The next beginning, and the share of all that were taken before it.
    pub(super) fn next(&self) -> Option<(&Branch, f64)> {
        let index = self.next.fetch_add(1, Relaxed);
        let branch = self.list.get(index)?;
        Some((branch, index as f64 / self.list.len() as f64))
    }
}

fn beginnings() -> Vec<Beginning> {
    let follows = |last: u8, next: u8| MAY_FOLLOW[usize::from(last) / 3] >> next & 1 == 1;
    let mut beginnings = Vec::new();
    for first in 0..18 {
        for second in (0..18).filter(|&second| follows(first, second)) {
            beginnings.extend((0..18).filter(|&third| follows(second, third)).map(|third| [first, second, third]));
        }
    }
    beginnings
}

/// The beginning as a symmetry sees it, opposite faces in their usual order.
fn renamed(beginning: Beginning, symmetry: &Symmetry) -> Beginning {
    let mut renamed = beginning.map(|turn| symmetry.moves[usize::from(turn)].index() as u8);
    for first in 0..BRANCH_MOVES - 1 {
        let faces = [first, first + 1].map(|at| Move::ALL[usize::from(renamed[at])].face());
        if faces[0].opposite() == faces[1] && renamed[first + 1] < renamed[first] {
            renamed.swap(first, first + 1);
        }
    }
    renamed
}

#[cfg(test)]
mod tests {
    use super::*;
    use cube::{Notation, parse_moves};

    #[test]
    fn symmetry_leaves_one_beginning_of_each_kind() {
        assert_eq!(Branches::new(&Cube::from_seed(1)).list.len(), 3240);
        let superflip = parse_moves("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2", Notation::Standard);
        let superflip = Cube::SOLVED.apply_all(&superflip.unwrap());
        let branches = Branches::new(&superflip);
        // The superflip has all 48 symmetries: each beginning that is dropped is one of 48 images
        // of one that is kept.
        assert!((3240 / 48..3240 / 20).contains(&branches.list.len()));
        for beginning in beginnings() {
            let images = SYMMETRIES.list.iter().map(|symmetry| renamed(beginning, symmetry));
            let first = images.min().unwrap();
            assert!(branches.list.iter().any(|branch| branch.moves == first));
        }
    }
}
