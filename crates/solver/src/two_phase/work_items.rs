//! The parts of a two-phase search, handed to the threads in the order of phase-one lengths.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::race::Race;

/// With fewer phase-two moves than this left to the best, one view alone goes on: each view finds
/// every solution in the end, so the others would repeat its work.
const ONE_VIEW_WITHIN: usize = 2;

/// Phases one of one length in one view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WorkItem {
    pub problem: usize,
    pub length: usize,
    /// The step that they begin with; none for the one phase one of no length.
    pub first_step: Option<usize>,
}

/// Hands out work items.
pub(super) struct WorkItems {
    views: usize,
    /// The view that goes on alone in the end.
    hardest: usize,
    /// Steps of the metric that a phase one may begin with.
    first_steps: usize,
    next: AtomicUsize,
}

impl WorkItems {
    pub(super) fn new(views: usize, hardest: usize, first_steps: usize) -> WorkItems {
        WorkItems { views, hardest, first_steps, next: AtomicUsize::new(0) }
    }

    /// The next part; `None` when all that could be better was given out.
    pub(super) fn next(&self, race: &Race<'_>) -> Option<WorkItem> {
        loop {
            if race.ended() {
                return None;
            }
            let item = self.item(self.next.fetch_add(1, Relaxed));
            let limit = race.limit();
            if item.length > limit {
                return None;
            }
            if limit - item.length >= ONE_VIEW_WITHIN || item.problem == self.hardest {
                return Some(item);
            }
        }
    }

    /// One item for each view at length 0, then one for each view and first step at each length.
    fn item(&self, index: usize) -> WorkItem {
        let problem = index % self.views;
        match (index / self.views).checked_sub(1) {
            None => WorkItem { problem, length: 0, first_step: None },
            Some(step) => {
                WorkItem { problem, length: 1 + step / self.first_steps, first_step: Some(step % self.first_steps) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_length_has_every_view_and_first_step_once() {
        let items = WorkItems::new(6, 0, 18);
        let listed: Vec<WorkItem> = (0..6 + 2 * 6 * 18).map(|index| items.item(index)).collect();
        let expected = (0..3).flat_map(|length| {
            let steps: Vec<Option<usize>> = match length {
                0 => vec![None],
                _ => (0..18).map(Some).collect(),
            };
            steps
                .into_iter()
                .flat_map(move |first_step| (0..6).map(move |problem| WorkItem { problem, length, first_step }))
        });
        assert!(listed.into_iter().eq(expected));
    }
}
