//! Steady time that follows the machine's clock or a clock from outside, such as a simulator's.
//!
//! A [`SteadyClock`] measures time since it was made. It never goes back. It runs at the pace of the machine, or, once it is
//! [driven](SteadyClock::drive), at the pace of the readings of an outside clock. Switching between the two loses no time.
//!
//! Code that waits for something on the rig uses [`Instant`], [`sleep`], [`sleep_until`] and [`timeout_at`] of this module as it
//! would use tokio's. They follow the clock that the code runs in, see [`SteadyClock::scope`], and outside of one tokio's clock.

mod instant;
mod interval;
mod timeline;

pub use instant::Instant;
pub use interval::{Interval, tick_from, tick_near};

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use timeline::{Due, Timeline};
use tokio::sync::watch;

tokio::task_local! {
    static CURRENT: SteadyClock;
}

/// Steady time for everyone who shares it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct SteadyClock {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    timeline: Mutex<Timeline>,
    /// Wakes all waits, since the outside clock or the pace has changed.
    changes: watch::Sender<()>,
}

impl Default for SteadyClock {
    fn default() -> Self {
        Self::new()
    }
}

impl SteadyClock {
    /// A clock that runs at the pace of the machine.
    pub fn new() -> Self {
        Self {
            shared: Arc::new(Shared {
                timeline: Mutex::new(Timeline::new(tokio::time::Instant::now())),
                changes: watch::Sender::new(()),
            }),
        }
    }

    /// From now on follows the readings of an outside clock, or (`false`) the machine. Driven, it stands still until the
    /// second reading has come.
    pub fn drive(&self, driven: bool) {
        self.timeline().drive(tokio::time::Instant::now(), driven);
        self.shared.changes.send_replace(());
    }

    /// Takes a reading of the outside clock. A clock that was set anew, back or far ahead, counts on from where it is now. Returns
    /// whether it was.
    pub fn tick(&self, reading: Duration) -> bool {
        let has_jumped = self.timeline().tick(tokio::time::Instant::now(), reading);
        self.shared.changes.send_replace(());
        has_jumped
    }

    /// The present.
    pub fn now(&self) -> Instant {
        Instant::of(self.timeline().now(tokio::time::Instant::now()))
    }

    /// Waits for a moment of this clock.
    pub async fn sleep_until(&self, deadline: Instant) {
        let mut changes = self.shared.changes.subscribe();
        loop {
            let now = tokio::time::Instant::now();
            let due = match self.timeline().due(now, deadline.inner()) {
                Due::Now => return,
                Due::At(due) => Some(due),
                Due::AfterTicks => None,
            };
            tokio::select! {
                // The sender lives as long as `self`.
                _ = changes.changed() => {}
                () = tokio::time::sleep_until(due.unwrap_or(now)), if due.is_some() => {}
            }
        }
    }

    /// Runs a future in this clock: the functions of this module follow it there. Tasks that the future spawns do not.
    pub fn scope<F: Future>(&self, future: F) -> impl Future<Output = F::Output> + use<F> {
        CURRENT.scope(self.clone(), future)
    }

    fn timeline(&self) -> MutexGuard<'_, Timeline> {
        // No panic can leave the few numbers inside half changed.
        self.shared.timeline.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn current() -> Option<SteadyClock> {
    CURRENT.try_with(Clone::clone).ok()
}

/// Waits for a moment of the clock that this code runs in.
pub async fn sleep_until(deadline: Instant) {
    match current() {
        Some(clock) => clock.sleep_until(deadline).await,
        None => tokio::time::sleep_until(deadline.inner()).await,
    }
}

/// Waits for this long.
pub async fn sleep(duration: Duration) {
    sleep_until(Instant::now() + duration).await;
}

/// The future's outcome, unless the moment comes first.
///
/// # Errors
/// [`TooLate`] when the moment has come and the future has no outcome.
pub async fn timeout_at<F: Future>(deadline: Instant, future: F) -> Result<F::Output, TooLate> {
    tokio::select! {
        biased;
        outcome = future => Ok(outcome),
        () = sleep_until(deadline) => Err(TooLate),
    }
}

/// The moment has come and nothing else has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLate;

impl std::fmt::Display for TooLate {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("the time is over")
    }
}

impl std::error::Error for TooLate {}
