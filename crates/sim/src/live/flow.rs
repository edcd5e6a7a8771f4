//! A clock of its own for a world: it passes as fast as wanted, stands still, or goes on by steps.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::world::TICK;

/// Whether a world runs, in the words of `simulation_interfaces`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It stands still at its beginning.
    Stopped,
    /// It runs.
    Playing,
    /// It stands still.
    Paused,
}

/// The clock of a world; clones share it.
#[derive(Clone, Debug)]
pub struct Flow(Arc<Mutex<Passed>>);

#[derive(Debug)]
struct Passed {
    /// World time in a second of the machine.
    speed: f64,
    /// World time, in seconds, when it began to pass last.
    before: f64,
    /// Since when it passes, by the machine's clock.
    since: Option<Instant>,
    phase: Phase,
}

impl Passed {
    fn now(&self) -> f64 {
        let since = self.since.map_or(Duration::ZERO, |since| since.elapsed());
        self.before + self.speed * since.as_secs_f64()
    }
}

impl Flow {
    /// Seconds of a step.
    pub const STEP: f64 = TICK;

    /// Time that begins now and passes `speed` times as fast as the machine's.
    pub fn new(speed: f64) -> Self {
        let since = Some(Instant::now());
        Self(Arc::new(Mutex::new(Passed { speed, before: 0.0, since, phase: Phase::Playing })))
    }

    fn passed(&self) -> MutexGuard<'_, Passed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// World time, seconds since the beginning.
    pub fn now(&self) -> f64 {
        self.passed().now()
    }

    /// How long a stretch of world time lasts by the machine's clock while it passes.
    pub fn lasts(&self, stretch: Duration) -> Duration {
        stretch.div_f64(self.passed().speed)
    }

    /// Whether it passes.
    pub fn phase(&self) -> Phase {
        self.passed().phase
    }

    /// From now on it passes, or stands still.
    pub fn enter(&self, phase: Phase) {
        let mut passed = self.passed();
        passed.before = passed.now();
        passed.since = (phase == Phase::Playing).then(Instant::now);
        passed.phase = phase;
    }

    /// Goes on by some steps, if it stands still; whether it did.
    pub fn step(&self, steps: u64) -> bool {
        let mut passed = self.passed();
        if passed.phase == Phase::Playing {
            return false;
        }
        passed.before += steps as f64 * Self::STEP;
        passed.phase = Phase::Paused;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stands_still_goes_on_by_steps_and_never_goes_back() {
        let flow = Flow::new(5.0);
        assert!(!flow.step(10), "it runs");
        flow.enter(Phase::Paused);
        let paused = flow.now();
        std::thread::sleep(Duration::from_millis(5));
        assert_eq!((flow.now(), flow.phase()), (paused, Phase::Paused));
        assert!(flow.step(10));
        assert!((flow.now() - paused - 0.01).abs() < 1e-9);
        flow.enter(Phase::Playing);
        std::thread::sleep(Duration::from_millis(5));
        assert!(paused + 0.01 + 0.025 <= flow.now());
        flow.enter(Phase::Stopped);
        assert!(flow.step(1) && flow.phase() == Phase::Paused, "the first step leaves the beginning");
    }
}
