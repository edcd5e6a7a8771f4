//! The parts of a two-phase search, handed to the threads in the order of phase-one lengths.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::race::Race;

/// With fewer phase-two moves than this left to the best, one view alone goes on: each view finds
/// every solution in the end, so the others would repeat its work.
const ONE_VIEW_WITHIN: usize = 2;

/// Phase ones of one length in one view that begin with one move.
pub(super) struct Job {
    pub problem: usize,
    pub length: usize,
    pub first_move: usize,
}

/// Hands out jobs.
pub(super) struct Jobs {
    views: usize,
    /// The view that goes on alone in the end.
    hardest: usize,
    /// Moves, or steps of the metric, that a phase one may begin with.
    first_moves: usize,
    next: AtomicUsize,
}

impl Jobs {
    pub(super) fn new(views: usize, hardest: usize, first_moves: usize) -> Jobs {
        Jobs {
            views,
            hardest,
            first_moves,
            next: AtomicUsize::new(0),
        }
    }

    /// The next part; `None` when all that could be better was given out.
    pub(super) fn next(&self, race: &Race<'_>) -> Option<Job> {
        let per_length = self.first_moves * self.views;
        loop {
            if race.ended() {
                return None;
            }
            let index = self.next.fetch_add(1, Relaxed);
            let job = Job {
                length: index / per_length,
                first_move: index % per_length / self.views,
                problem: index % self.views,
            };
            let limit = race.limit();
            if job.length > limit {
                return None;
            }
            if limit - job.length >= ONE_VIEW_WITHIN || job.problem == self.hardest {
                return Some(job);
            }
        }
    }
}
