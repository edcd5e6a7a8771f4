//! One cube solved once, with everything worth knowing about it.

use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use cube::Cube;
use solver::{Control, Error, Limits, Solver};

use crate::failure::Failure;

/// What became of one cube.
pub struct Run {
    /// The length in moves of the metric; none where no solution was found in time.
    pub length: Option<usize>,
    /// Whether no shorter solution exists.
    pub proven: bool,
    /// Time from the call to its return, s.
    pub seconds: f64,
    /// Time to the first solution, s, and its length.
    pub first: Option<(f64, usize)>,
    /// Positions looked at.
    pub nodes: u64,
}

impl Run {
    /// Solves the cube. No solution in time is a result like others; moves that do not solve are a failure.
    pub fn of(solver: &dyn Solver, cube: &Cube, limits: &Limits) -> Result<Run, Failure> {
        let first = Arc::new(OnceLock::new());
        let recorded = Arc::clone(&first);
        let started = Instant::now();
        let control = Control::with_feedback(move |solution| {
            recorded.get_or_init(|| (started.elapsed().as_secs_f64(), solution.length()));
        });
        let outcome = solver.solve(cube, limits, &control);
        let seconds = started.elapsed().as_secs_f64();
        let (length, proven, nodes) = match outcome {
            Ok(solution) if !cube.apply_all(solution.moves()).is_solved() => {
                return Err(Failure::NotAsGiven(format!(
                    "the method {} returned moves that do not solve {}",
                    solver.name(),
                    cube.facelets()
                )));
            }
            Ok(solution) => (Some(solution.length()), solution.is_optimal(), solution.nodes),
            Err(Error::Stopped { .. } | Error::Method(_) | Error::NotFound { .. }) => (None, false, 0),
            Err(error) => return Err(Failure::NotAsGiven(error.to_string())),
        };
        Ok(Run { length, proven, seconds, first: first.get().copied(), nodes })
    }

    /// How long after its time limit it returned, s; nothing where it ended by itself.
    pub fn late(&self, limit: Option<Duration>) -> Option<f64> {
        let limit = limit?.as_secs_f64();
        (limit <= self.seconds).then_some(self.seconds - limit)
    }
}

/// When a search is cancelled, to see how soon it returns.
const CANCELLED_AFTER: Duration = Duration::from_millis(100);

/// How long after its cancelling a search without a time limit returned, s; none where it ended before.
pub fn cancelling(solver: &dyn Solver, cube: &Cube, limits: &Limits) -> Option<f64> {
    let control = Control::default();
    let cancel = control.cancel_flag();
    let limits = Limits { time: None, ..limits.clone() };
    let (returned, waiting) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let cancelled = scope.spawn(move || {
            let ended = waiting.recv_timeout(CANCELLED_AFTER).is_ok();
            cancel.store(true, Ordering::Relaxed);
            (!ended).then(Instant::now)
        });
        // Only when it ends counts here; what it found does elsewhere.
        let _ = solver.solve(cube, &limits, &control);
        let end = Instant::now();
        let _ = returned.send(());
        let cancelled = cancelled.join().ok().flatten()?;
        Some(end.saturating_duration_since(cancelled).as_secs_f64())
    })
}

/// Processor time of all threads of this process, s, where the system provides it.
pub fn processor_seconds() -> Option<f64> {
    processor_seconds_of(&std::fs::read_to_string("/proc/self/stat").ok()?)
}

/// Fields 14 and 15 of Linux's report, in hundredths; the second field, a name, may hold blanks.
fn processor_seconds_of(report: &str) -> Option<f64> {
    let (_, fields) = report.rsplit_once(')')?;
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: Vec<f64> = ticks.map_while(|field| field.parse().ok()).collect();
    (ticks.len() == 2).then(|| ticks.iter().sum::<f64>() / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_read_behind_the_name() {
        let report = "7 (a ) b) S 1 2 3 4 5 6 7 8 9 10 250 50 0 0";
        assert_eq!(processor_seconds_of(report), Some(3.0));
        assert_eq!(processor_seconds_of("nothing"), None);
        assert_eq!(processor_seconds_of("7 (a) S 1 2"), None);
    }
}
