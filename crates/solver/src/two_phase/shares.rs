//! The parts of a two-phase search, handed to the threads in the order of phase-one lengths.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::race::Race;

/// With fewer phase-two moves than this left to the best, one view alone goes on: each view finds
/// every solution in the end, so the others would repeat its work.
const ONE_VIEW_WITHIN: usize = 2;

/// Phases one of one length in one view that begin with one step.
pub(super) struct Share {
    pub problem: usize,
    pub length: usize,
    pub first_step: usize,
}

/// Hands out shares.
pub(super) struct Shares {
    views: usize,
    /// The view that goes on alone in the end.
    hardest: usize,
    /// Steps of the metric that a phase one may begin with.
    first_steps: usize,
    next: AtomicUsize,
}

impl Shares {
    pub(super) fn new(views: usize, hardest: usize, first_steps: usize) -> Shares {
        Shares {
            views,
            hardest,
            first_steps,
            next: AtomicUsize::new(0),
        }
    }

    /// The next part; `None` when all that could be better was given out.
    pub(super) fn next(&self, race: &Race<'_>) -> Option<Share> {
        let per_length = self.first_steps * self.views;
        loop {
            if race.ended() {
                return None;
            }
            let index = self.next.fetch_add(1, Relaxed);
            let share = Share {
                length: index / per_length,
                first_step: index % per_length / self.views,
                problem: index % self.views,
            };
            let limit = race.limit();
            if share.length > limit {
                return None;
            }
            if limit - share.length >= ONE_VIEW_WITHIN || share.problem == self.hardest {
                return Some(share);
            }
        }
    }
}
