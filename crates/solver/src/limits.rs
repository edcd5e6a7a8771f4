//! How long, how far and with how much a solver may search.

use std::num::NonZero;
use std::time::Duration;

use cube::Metric;

use crate::Error;

/// What bounds one search.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Time after which the best solution so far is returned; `None` searches until it is proven
    /// optimal. A method that has no solution yet goes on to its first one, unless `max_length`
    /// forbids that.
    pub time: Option<Duration>,
    /// Positions after which the best solution so far is returned, as after `time`: with one thread the same search gives the
    /// same solution each time, on any machine. Threads look at this now and then, and may go some thousand positions further.
    pub nodes: Option<u64>,
    /// Longer solutions are not accepted, in moves of `metric`.
    pub max_length: Option<usize>,
    /// The search ends as soon as a solution is at most this long, in moves of `metric`.
    pub good_enough: Option<usize>,
    /// Threads that search at once; at least 1.
    pub threads: usize,
    /// What counts as one move.
    pub metric: Metric,
}

impl Limits {
    /// Refuses what a method that counts half turns only cannot obey.
    ///
    /// # Errors
    /// [`Error::NoThreads`] without a thread, [`Error::UnsupportedMetric`] for another metric.
    pub fn check_half_turns(&self, method: &'static str) -> Result<(), Error> {
        match (self.threads, self.metric) {
            (0, _) => Err(Error::NoThreads),
            (_, Metric::HalfTurn) => Ok(()),
            (_, metric) => Err(Error::UnsupportedMetric { method, metric }),
        }
    }
}

impl Default for Limits {
    /// One second on all processors, half-turn metric.
    fn default() -> Limits {
        Limits {
            time: Some(Duration::from_secs(1)),
            nodes: None,
            max_length: None,
            good_enough: None,
            threads: std::thread::available_parallelism().map_or(1, NonZero::get),
            metric: Metric::HalfTurn,
        }
    }
}
