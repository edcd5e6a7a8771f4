//! The caller's hand on a running search: watching and stopping it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use cube::Move;

use crate::Solution;

/// What a move sequence costs, in any unit.
type Cost = Box<dyn Fn(&[Move]) -> f64 + Send + Sync>;

/// A callback for each better solution, called from the threads that search, one call at a time.
type OnImprovement = Box<dyn Fn(&Solution) + Send + Sync>;

/// A callback for each step of a proof, called from the threads that search, several at once.
type OnProof = Box<dyn Fn(&Proof) + Send + Sync>;

/// How far a proof has come that nothing shorter exists.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proof {
    /// The cube needs at least this many moves; solutions of just this many are being looked for.
    pub at_least: usize,
    /// Share of these that was looked for, 0 to 1.
    pub done: f64,
}

/// Stops a search from another thread, and calls back for each improvement.
#[derive(Default)]
pub struct Control {
    cancel: Arc<AtomicBool>,
    on_improvement: Option<OnImprovement>,
    on_proof: Option<OnProof>,
    cost: Option<Cost>,
    /// The moves that were preferred last, with their cost: they are compared again and again.
    preferred: Mutex<(Vec<Move>, f64)>,
}

impl Control {
    /// A control that calls back for each improvement.
    pub fn with_feedback(on_improvement: impl Fn(&Solution) + Send + Sync + 'static) -> Control {
        Control { on_improvement: Some(Box::new(on_improvement)), ..Control::default() }
    }

    /// The same control, cancelled by setting this flag.
    #[must_use]
    pub fn cancelled_by(self, cancel: Arc<AtomicBool>) -> Control {
        Control { cancel, ..self }
    }

    /// The same control, which also calls back while a method proves that nothing shorter exists, some
    /// thousand times for each length.
    #[must_use]
    pub fn watching_proof(self, on_proof: impl Fn(&Proof) + Send + Sync + 'static) -> Control {
        Control { on_proof: Some(Box::new(on_proof)), ..self }
    }

    /// The same control with a preference among equally short solutions: the cheaper one, such as
    /// the one that a robot does sooner. The method `combined` looks for such solutions.
    #[must_use]
    pub fn preferring(self, cost: impl Fn(&[Move]) -> f64 + Send + Sync + 'static) -> Control {
        Control { cost: Some(Box::new(cost)), ..self }
    }

    /// Whether equally short solutions differ for the caller.
    pub(crate) fn has_preference(&self) -> bool {
        self.cost.is_some()
    }

    /// Whether the caller would rather have these moves than those, which are as many.
    pub(crate) fn prefers(&self, these: &[Move], those: &[Move]) -> bool {
        let Some(cost) = &self.cost else {
            return false;
        };
        let mut preferred = self.preferred.lock().unwrap_or_else(PoisonError::into_inner);
        if preferred.0 != those {
            *preferred = (those.to_vec(), cost(those));
        }
        let cost_of_these = cost(these);
        if cost_of_these < preferred.1 {
            *preferred = (these.to_vec(), cost_of_these);
            return true;
        }
        false
    }

    /// The flag that cancels: hand it to another thread and set it there.
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.cancel)
    }

    /// Ends the search; it returns the best solution so far.
    pub fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// Whether the search was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Reports how far a proof has come.
    pub(crate) fn proving(&self, at_least: usize, done: f64) {
        if let Some(call) = &self.on_proof {
            call(&Proof { at_least, done });
        }
    }

    /// Reports a better solution.
    pub fn improved(&self, solution: &Solution) {
        if let Some(call) = &self.on_improvement {
            call(solution);
        }
    }
}
