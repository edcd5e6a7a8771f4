//! What the threads of one search share: the jobs, the best solution and the end of the search.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use cube::{Metric, Move};

use crate::{Control, Error, Limits, Solution, Stage};

/// God's number is 20, and solutions of 22 moves are found at once; searching for longer ones
/// first would only lose time.
const FIRST_LIMIT: usize = 22;
/// With fewer phase-two moves than this left to the best, one view alone goes on: each view finds
/// every solution in the end, so the others would repeat its work.
const ONE_VIEW_WITHIN: usize = 2;

/// A part of the search: phase ones of one length in one view that begin with one move.
pub(super) struct Job {
    pub problem: usize,
    pub length: usize,
    pub first_move: usize,
}

/// The state of one search.
pub(super) struct Shared<'a> {
    control: &'a Control,
    good_enough: usize,
    max_length: Option<usize>,
    start: Instant,
    end: Option<Instant>,
    views: usize,
    /// The view that goes on alone in the end.
    hardest: usize,
    /// Solutions of at most so many moves are looked for; usize::MAX stands for none at all.
    limit: AtomicUsize,
    ended: AtomicBool,
    next_job: AtomicUsize,
    nodes: AtomicU64,
    best: Mutex<Option<Solution>>,
}

impl<'a> Shared<'a> {
    /// Positions between two looks at the clock: some tens of microseconds.
    pub(super) const NODES_BETWEEN_CHECKS: u32 = 128;

    pub(super) fn new(
        limits: &Limits,
        control: &'a Control,
        start: Instant,
        views: usize,
        hardest: usize,
    ) -> Shared<'a> {
        Shared {
            control,
            good_enough: limits.good_enough.unwrap_or(0),
            max_length: limits.max_length,
            start,
            end: limits
                .time
                .and_then(|time: Duration| start.checked_add(time)),
            views,
            hardest,
            limit: AtomicUsize::new(
                limits
                    .max_length
                    .map_or(FIRST_LIMIT, |most| most.min(FIRST_LIMIT)),
            ),
            ended: AtomicBool::new(false),
            next_job: AtomicUsize::new(0),
            nodes: AtomicU64::new(0),
            best: Mutex::new(None),
        }
    }

    /// The greatest length that is still wanted.
    #[inline]
    pub(super) fn limit(&self) -> usize {
        self.limit.load(Relaxed)
    }

    /// The next part, in the order of phase-one lengths; `None` when all that could be better was given out.
    pub(super) fn next_job(&self) -> Option<Job> {
        loop {
            if self.ended.load(Relaxed) {
                return None;
            }
            let index = self.next_job.fetch_add(1, Relaxed);
            let per_length = Move::COUNT * self.views;
            let job = Job {
                length: index / per_length,
                first_move: index % per_length / self.views,
                problem: index % self.views,
            };
            let limit = self.limit();
            if job.length > limit {
                return None;
            }
            if limit - job.length >= ONE_VIEW_WITHIN || job.problem == self.hardest {
                return Some(job);
            }
        }
    }

    /// Looks at the clock and the caller's flag: whether the threads must return.
    pub(super) fn must_end(&self) -> bool {
        if self.ended.load(Relaxed) {
            return true;
        }
        let late = self.end.is_some_and(|end| Instant::now() >= end);
        if !late && !self.control.is_cancelled() {
            return false;
        }
        // Without a bound on the length there is a first solution within a moment: wait for it.
        if self.max_length.is_none() && self.limit() >= FIRST_LIMIT {
            return false;
        }
        self.ended.store(true, Relaxed);
        true
    }

    pub(super) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    /// Takes a solution in, if no thread was faster; says whether the search is to end.
    pub(super) fn improve(&self, stages: [Vec<Move>; 2], nodes: u64) -> bool {
        let mut best = self
            .best
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let moves = stages.concat();
        if moves.len() > self.limit() {
            return false;
        }
        match moves.len() {
            0 => self.ended.store(true, Relaxed),
            length => self.limit.store(length - 1, Relaxed),
        }
        let [first, second] = stages;
        let solution = Solution {
            optimal: moves.is_empty(),
            metric: Metric::HalfTurn,
            method: "two-phase".to_owned(),
            nodes,
            seconds: self.start.elapsed().as_secs_f64(),
            stages: vec![
                Stage {
                    name: "phase 1".to_owned(),
                    moves: first,
                },
                Stage {
                    name: "phase 2".to_owned(),
                    moves: second,
                },
            ],
            moves,
        };
        self.control.improved(&solution);
        if solution.moves.len() <= self.good_enough {
            self.ended.store(true, Relaxed);
        }
        *best = Some(solution);
        self.ended.load(Relaxed)
    }

    /// The outcome, once all threads have returned.
    pub(super) fn outcome(self) -> Result<Solution, Error> {
        let ended_early = self.ended.into_inner();
        let seconds = self.start.elapsed().as_secs_f64();
        let best = self
            .best
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        match best {
            Some(solution) => Ok(Solution {
                optimal: solution.optimal || !ended_early,
                nodes: self.nodes.into_inner(),
                seconds,
                ..solution
            }),
            None => {
                let max_length = self.max_length.unwrap_or(FIRST_LIMIT);
                Err(if ended_early {
                    Error::Stopped {
                        max_length,
                        seconds,
                    }
                } else {
                    Error::NotFound { max_length }
                })
            }
        }
    }
}
