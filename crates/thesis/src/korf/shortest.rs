//! All shortest solutions of a cube, for questions about which of them suits a rig best.

use cube::{Cube, Metric, Move};
use solver::parts::MAY_FOLLOW;
use solver::{Error, Solution, Stage};

use super::patterns::{Patterns, Position};
use crate::Method;

/// All shortest solutions, unless the cube needs more than `most` moves. Turns of opposite faces next to each other come in one
/// order only.
///
/// # Errors
/// [`Error::WrongSolution`] where one of them does not solve.
pub(super) fn all_shortest(patterns: &Patterns, cube: &Cube, most: usize) -> Result<Vec<Solution>, Error> {
    let root = patterns.position(cube);
    let mut search = All { patterns, path: Vec::new(), found: Vec::new() };
    for bound in patterns.bound(&root)..=most {
        search.descend(root, bound, MAY_FOLLOW[6]);
        if !search.found.is_empty() {
            break;
        }
    }
    let found = search.found.into_iter().map(|moves| {
        let stage = Stage { name: "shortest".to_owned(), moves };
        Solution::new(cube, Metric::HalfTurn, Method::Korf.name(), vec![stage])
    });
    found.collect()
}

struct All<'a> {
    patterns: &'a Patterns,
    path: Vec<Move>,
    found: Vec<Vec<Move>>,
}

impl All<'_> {
    fn descend(&mut self, position: Position, left: usize, mut mask: u32) {
        if left == 0 {
            self.found.push(self.path.clone());
            return;
        }
        while mask != 0 {
            let turn = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            let next = self.patterns.after(position, turn);
            if !self.patterns.farther_than(&next, left - 1) {
                self.path.push(Move::ALL[turn]);
                self.descend(next, left - 1, MAY_FOLLOW[turn / 3]);
                self.path.pop();
            }
        }
    }
}
