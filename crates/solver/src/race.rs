//! What the threads of one search share: the best solution, the length still wanted, and the end.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use cube::{Cube, Metric};

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

/// Evidence that every solution of a cube has at least this many moves. Only the searches of a [`Race`] make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowerBound {
    cube: Cube,
    metric: Metric,
    moves: usize,
}

impl LowerBound {
    /// The cube that was searched.
    pub fn cube(&self) -> &Cube {
        &self.cube
    }

    /// What counts as one move.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The least number of moves of any solution.
    pub fn moves(&self) -> usize {
        self.moves
    }
}

/// The state of one search for shorter and shorter solutions. Each thread reports what it finds, and looks here for what is still
/// wanted.
pub struct Race<'a> {
    method: &'static str,
    cube: &'a Cube,
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
    /// Every solution has at least this many moves: shorter sequences were all looked at.
    at_least: AtomicUsize,
    ended: AtomicBool,
    nodes: AtomicU64,
    found: Mutex<Found>,
}

/// What the threads have found.
#[derive(Default)]
struct Found {
    best: Option<Solution>,
    /// A fault of the method: it reported moves that do not solve. The search ends with it.
    fault: Option<Error>,
}

impl<'a> Race<'a> {
    /// Positions between two looks at the clock: some tens of microseconds.
    pub const NODES_BETWEEN_CHECKS: u32 = 128;

    /// A race of this method to solve `cube`, which started at `start` on the caller's clock.
    pub fn new(
        method: &'static str,
        cube: &'a Cube,
        limits: &'a Limits,
        control: &'a Control,
        start: Instant,
    ) -> Race<'a> {
        Race {
            method,
            cube,
            control,
            limits,
            start,
            end: limits.time.and_then(|time| start.checked_add(time)),
            always_answers: false,
            ties: false,
            limit: AtomicUsize::new(
                limits.max_length.map_or(first_limit(limits.metric), |most| most.min(first_limit(limits.metric))),
            ),
            at_least: AtomicUsize::new(0),
            ended: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            found: Mutex::default(),
        }
    }

    /// The same race for a method whose first solution comes within a moment.
    pub fn always_answering(self) -> Race<'a> {
        Race { always_answers: self.limits.max_length.is_none(), ..self }
    }

    /// The same race with a solution to improve on. A proof that came with the solution stays valid.
    pub fn starting_from(self, solution: Solution) -> Race<'a> {
        let proven = if solution.is_optimal() { solution.length() } else { 0 };
        Race {
            limit: AtomicUsize::new(solution.length().saturating_sub(1)),
            at_least: AtomicUsize::new(proven),
            nodes: AtomicU64::new(solution.nodes),
            found: Mutex::new(Found { best: Some(solution), fault: None }),
            ..self
        }
    }

    /// The same race among equally short solutions too, which the caller's preference decides.
    pub fn with_ties(mut self) -> Race<'a> {
        self.ties = true;
        let found = self.found.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(best) = &found.best {
            *self.limit.get_mut() = best.length();
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

    /// Ends the search for all threads.
    pub fn end(&self) {
        self.ended.store(true, Relaxed);
    }

    /// Whether positions are to be reported as they are looked at.
    pub fn has_node_limit(&self) -> bool {
        self.limits.nodes.is_some()
    }

    /// Looks at the clock and the caller's flag: whether the threads must return.
    pub fn must_end(&self) -> bool {
        if self.ended() {
            return true;
        }
        let is_enough = self.limits.nodes.is_some_and(|most| most <= self.nodes.load(Relaxed));
        let late = is_enough || self.end.is_some_and(|end| Instant::now() >= end);
        if !late && !self.control.is_cancelled() {
            return false;
        }
        if self.always_answers && self.limit() >= first_limit(self.limits.metric) {
            return false;
        }
        self.ended.store(true, Relaxed);
        true
    }

    /// Reports how far a proof has come.
    pub fn proving(&self, at_least: usize, done: f64) {
        self.control.proving(at_least, done);
    }

    /// Counts positions that a thread has looked at.
    pub fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    /// Takes note that all sequences of fewer than this many moves were looked at, or cannot solve by the method's tables.
    pub fn needs_at_least(&self, moves: usize) {
        self.at_least.fetch_max(moves, Relaxed);
    }

    /// Takes note that all threads have returned. A search that was not ended early has looked at everything within the limit.
    pub fn searched_all(&self) {
        if self.ended() {
            return;
        }
        let found = self.found();
        // Where equally short solutions count, the limit is as long as the best one.
        let shortest = found.best.as_ref().map(Solution::length);
        self.needs_at_least(shortest.unwrap_or(self.limit() + 1));
    }

    /// Takes a solution in, if no thread was faster; returns whether the search is to end. Moves that do not solve the cube end
    /// it with an error.
    pub fn improve(&self, stages: Vec<Stage>) -> bool {
        let mut found = self.found();
        let mut solution = match Solution::new(self.cube, self.limits.metric, self.method, stages) {
            Ok(solution) => solution,
            Err(fault) => {
                found.fault = Some(fault);
                self.ended.store(true, Relaxed);
                return true;
            }
        };
        let length = solution.length();
        if length > self.limit() || (found.best.is_some() && self.ended()) {
            return self.ended();
        }
        if let Some(best) = &found.best
            && best.length() <= length
            && !self.control.prefers(solution.moves(), best.moves())
        {
            return self.ended();
        }
        match length {
            0 => self.ended.store(true, Relaxed),
            length => self.limit.store(if self.ties { length } else { length - 1 }, Relaxed),
        }
        solution.nodes = self.nodes.load(Relaxed);
        solution.seconds = self.start.elapsed().as_secs_f64();
        self.control.improved(&solution);
        if length <= self.limits.good_enough.unwrap_or(0) {
            self.ended.store(true, Relaxed);
        }
        found.best = Some(solution);
        self.ended()
    }

    fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The outcome, once all threads have returned. The best solution is proven shortest where everything shorter was looked at.
    ///
    /// # Errors
    /// [`Error::WrongSolution`] where the method reported moves that do not solve. [`Error::NotFound`] where no solution is
    /// short enough, [`Error::Stopped`] where the search ended without that knowledge.
    pub fn outcome(self) -> Result<Solution, Error> {
        let seconds = self.start.elapsed().as_secs_f64();
        let metric = self.limits.metric;
        let bound = LowerBound { cube: *self.cube, metric, moves: self.at_least.into_inner() };
        let found = self.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        match found {
            Found { fault: Some(fault), .. } => Err(fault),
            Found { best: Some(best), .. } => {
                let mut best = best.with_bound(Some(bound));
                best.method = self.method.to_owned();
                best.nodes = self.nodes.into_inner();
                best.seconds = seconds;
                Ok(best)
            }
            Found { .. } => {
                let max_length = self.limits.max_length.unwrap_or(first_limit(metric));
                Err(if bound.moves > max_length {
                    Error::NotFound { max_length }
                } else {
                    Error::Stopped { max_length, seconds }
                })
            }
        }
    }
}
