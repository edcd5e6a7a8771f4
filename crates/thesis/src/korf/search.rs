//! Iterative deepening under the pattern databases, on all threads at once.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use cube::{Cube, Move};
use solver::Stage;
use solver::parts::{MAY_FOLLOW, Race, race_on_threads};

use super::patterns::{Patterns, Position};

/// More moves than any search goes.
pub(crate) const DEEPEST: usize = 32;

/// One thread's depth-first search to a bound.
pub(super) struct Search<'a> {
    pub patterns: &'a Patterns,
    pub race: &'a Race<'a>,
    pub path: [u8; DEEPEST],
    pub nodes: u64,
    countdown: u32,
}

/// What became of a part of the search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Searched,
    Ended,
}

/// Searches all bounds from the lowest possible one until a solution is found or the race is over.
pub(super) fn deepen(patterns: &Patterns, cube: &Cube, threads: usize, race: &Race<'_>) {
    let root = patterns.position(cube);
    let starts = beginnings();
    for bound in patterns.bound(&root)..=race.limit() {
        race.needs_at_least(bound);
        let next_start = AtomicUsize::new(0);
        let run = || {
            let mut search = Search::new(patterns, race);
            while let Some(&start) = starts.get(next_start.fetch_add(1, Relaxed)) {
                if search.behind(root, start, bound) == Outcome::Ended {
                    break;
                }
            }
            race.add_nodes(search.nodes);
        };
        race_on_threads(threads, race, run);
        // A solution of this many moves, the first to be found, lowered the limit.
        if race.must_end() || race.limit() < bound {
            break;
        }
    }
    race.searched_all();
}

/// Pairs of first moves that are not written twice, in 243 jobs; and no move at all, for the others.
pub(super) fn beginnings() -> Vec<[Option<u8>; 2]> {
    let mut beginnings = vec![[None, None]];
    for first in 0..18_u8 {
        beginnings.push([Some(first), None]);
        let follows = MAY_FOLLOW[usize::from(first) / 3];
        beginnings.extend((0..18).filter(|next| follows >> next & 1 == 1).map(|next| [Some(first), Some(next)]));
    }
    beginnings
}

impl<'a> Search<'a> {
    pub(super) fn new(patterns: &'a Patterns, race: &'a Race<'a>) -> Search<'a> {
        Search { patterns, race, path: [0; DEEPEST], nodes: 0, countdown: 0 }
    }

    /// Makes the first moves; where they lead to, and how many there are.
    pub(super) fn begin(&mut self, root: Position, start: [Option<u8>; 2]) -> (Position, usize) {
        let mut depth = 0;
        let position = start.into_iter().flatten().fold(root, |position, turn| {
            self.path[depth] = turn;
            depth += 1;
            self.patterns.after(position, usize::from(turn))
        });
        (position, depth)
    }

    /// Searches the part of the tree behind two moves; shorter beginnings are only checked themselves.
    fn behind(&mut self, root: Position, start: [Option<u8>; 2], bound: usize) -> Outcome {
        let (position, depth) = self.begin(root, start);
        if depth > bound || self.patterns.farther_than(&position, bound - depth) {
            return Outcome::Searched;
        }
        if depth == start.len() {
            let last = usize::from(self.path[depth - 1]);
            return self.descend(position, depth, bound, MAY_FOLLOW[last / 3]);
        }
        if depth == bound { self.report(depth) } else { Outcome::Searched }
    }

    /// Looks for solutions of exactly `bound` moves below a position that may have one.
    fn descend(&mut self, position: Position, depth: usize, bound: usize, mask: u32) -> Outcome {
        if self.must_end() || self.race.limit() < bound {
            return Outcome::Ended;
        }
        if depth == bound {
            return self.report(depth);
        }
        let mut mask = mask;
        while mask != 0 {
            let turn = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            let next = self.patterns.after(position, turn);
            if self.patterns.farther_than(&next, bound - depth - 1) {
                continue;
            }
            self.path[depth] = turn as u8;
            if self.descend(next, depth + 1, bound, MAY_FOLLOW[turn / 3]) == Outcome::Ended {
                return Outcome::Ended;
            }
        }
        Outcome::Searched
    }

    /// Counts a position and looks at the clock now and then.
    pub(super) fn must_end(&mut self) -> bool {
        self.nodes += 1;
        if self.countdown == 0 {
            self.countdown = Race::NODES_BETWEEN_CHECKS;
            return self.race.must_end();
        }
        self.countdown -= 1;
        false
    }

    /// Where all patterns are solved, so is the cube; its moves are reported.
    pub(super) fn report(&mut self, length: usize) -> Outcome {
        let moves: Vec<Move> = self.path[..length].iter().map(|&turn| Move::ALL[usize::from(turn)]).collect();
        self.race.add_nodes(std::mem::take(&mut self.nodes));
        self.race.improve(vec![Stage { name: "shortest".to_owned(), moves }]);
        Outcome::Ended
    }
}
