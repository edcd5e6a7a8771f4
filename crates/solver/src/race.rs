//! What the threads of one search share: the best solution, the length still wanted, and the end.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use cube::{Metric, Move};

use crate::{Control, Error, Limits, Solution, Stage};

/// The greatest length worth a search. Every cube has a solution of 20 half turns or 26 quarter turns, and of no more axial
/// turns. Two-phase finds one that is a few turns longer at once, so a search for longer ones would only lose time.
const fn first_limit(metric: Metric) -> usize {
    match metric {
        Metric::HalfTurn => 22,
        Metric::QuarterTurn => 32,
        Metric::AxialHalfTurn => 20,
        Metric::AxialQuarterTurn => 27,
    }
}

/// The state of one search for ever shorter solutions. Each thread reports what it finds, and looks here for what is still
/// wanted.
pub struct Race<'a> {
    method: &'static str,
    control: &'a Control,
    limits: &'a Limits,
    start: Instant,
    end: Option<Instant>,
    /// Whether the first solution is so near that time and the caller must wait for it.
    always_answers: bool,
    /// Whether solutions as long as the best one count, if the caller prefers them.
    ties: bool,
    /// Solutions of at most this many moves are looked for.
    limit: AtomicUsize,
    ended: AtomicBool,
    nodes: AtomicU64,
    best: Mutex<Option<Solution>>,
}

impl<'a> Race<'a> {
    /// Positions between two looks at the clock: some tens of microseconds.
    pub const NODES_BETWEEN_CHECKS: u32 = 128;

    /// A race of this method, which started at `start` on the caller's clock.
    pub fn new(
        method: &'static str,
        limits: &'a Limits,
        control: &'a Control,
        start: Instant,
    ) -> Race<'a> {
        Race {
            method,
            control,
            limits,
            start,
            end: limits.time.and_then(|time| start.checked_add(time)),
            always_answers: false,
            ties: false,
            limit: AtomicUsize::new(
                limits
                    .max_length
                    .map_or(first_limit(limits.metric), |most| {
                        most.min(first_limit(limits.metric))
                    }),
            ),
            ended: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            best: Mutex::new(None),
        }
    }

    /// The same race for a method whose first solution comes within a moment.
    pub fn always_answering(self) -> Race<'a> {
        Race {
            always_answers: self.limits.max_length.is_none(),
            ..self
        }
    }

    /// The same race with a solution to beat.
    pub fn starting_from(self, solution: Solution) -> Race<'a> {
        let limit = AtomicUsize::new(solution.length().saturating_sub(1));
        Race {
            limit,
            nodes: AtomicU64::new(solution.nodes),
            best: Mutex::new(Some(solution)),
            ..self
        }
    }

    /// The same race among equally short solutions too, which the caller's preference decides.
    pub fn with_ties(mut self) -> Race<'a> {
        self.ties = true;
        if let Some(best) = self.best.get_mut().unwrap_or_else(PoisonError::into_inner) {
            *self.limit.get_mut() = best.length();
        }
        self
    }

    /// The same race of a method that tries all shorter lengths first, so that whatever it found is
    /// proven shortest.
    pub fn first_is_shortest(mut self) -> Race<'a> {
        if let Some(best) = self.best.get_mut().unwrap_or_else(PoisonError::into_inner) {
            best.optimal = true;
        }
        self
    }

    /// The greatest length that is still wanted.
    #[inline]
    pub fn limit(&self) -> usize {
        self.limit.load(Relaxed)
    }

    /// Whether the search is over.
    pub fn ended(&self) -> bool {
        self.ended.load(Relaxed)
    }

    /// Looks at the clock and the caller's flag: whether the threads must return.
    pub fn must_end(&self) -> bool {
        if self.ended() {
            return true;
        }
        let late = self.end.is_some_and(|end| Instant::now() >= end);
        if !late && !self.control.is_cancelled() {
            return false;
        }
        if self.always_answers && self.limit() >= first_limit(self.limits.metric) {
            return false;
        }
        self.ended.store(true, Relaxed);
        true
    }

    /// Tells the caller how far a proof has come.
    pub fn proving(&self, at_least: usize, done: f64) {
        self.control.proving(at_least, done);
    }

    /// Counts positions that a thread has looked at.
    pub fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    /// Takes a solution in, if no thread was faster; says whether the search is to end.
    pub fn improve(&self, stages: Vec<Stage>) -> bool {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        let moves: Vec<Move> = stages
            .iter()
            .flat_map(|stage| stage.moves.iter().copied())
            .collect();
        let length = self.limits.metric.length(&moves);
        if length > self.limit() || (best.is_some() && self.ended()) {
            return self.ended();
        }
        if let Some(best) = best.as_ref()
            && best.length() <= length
            && !self.control.prefers(&moves, &best.moves)
        {
            return self.ended();
        }
        match length {
            0 => self.ended.store(true, Relaxed),
            length => self
                .limit
                .store(if self.ties { length } else { length - 1 }, Relaxed),
        }
        let solution = Solution {
            optimal: moves.is_empty(),
            metric: self.limits.metric,
            method: self.method.to_owned(),
            nodes: self.nodes.load(Relaxed),
            seconds: self.start.elapsed().as_secs_f64(),
            stages,
            moves,
        };
        self.control.improved(&solution);
        if length <= self.limits.good_enough.unwrap_or(0) {
            self.ended.store(true, Relaxed);
        }
        *best = Some(solution);
        self.ended()
    }

    /// The outcome, once all threads have returned. A search that was not ended early has looked
    /// at everything, so its best solution is optimal.
    pub fn outcome(self) -> Result<Solution, Error> {
        let ended_early = self.ended.into_inner();
        let seconds = self.start.elapsed().as_secs_f64();
        match self
            .best
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
        {
            Some(solution) => Ok(Solution {
                optimal: solution.optimal || !ended_early,
                method: self.method.to_owned(),
                nodes: self.nodes.into_inner(),
                seconds,
                ..solution
            }),
            None => {
                let max_length = self
                    .limits
                    .max_length
                    .unwrap_or(first_limit(self.limits.metric));
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
