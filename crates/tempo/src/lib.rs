//! Steady time that follows the machine's clock or a clock from outside, such as a simulator's.
//!
//! A [`Tempo`] measures time since it was made. It never goes back. It runs at the pace of the machine, or, once it is
//! [driven](Tempo::drive), at the pace of the readings of an outside clock. Switching between the two loses no time.
//!
//! Code that waits for something on the rig uses [`Instant`], [`sleep`], [`sleep_until`] and [`timeout_at`] of this crate as it
//! would use tokio's. They follow the tempo that the code runs in, see [`Tempo::scope`], and outside of one tokio's clock.

mod beat;
mod course;
mod instant;

pub use beat::{Beat, beat_from, beat_near};
pub use instant::Instant;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use course::{Course, Due};
use tokio::sync::watch;

tokio::task_local! {
    static CURRENT: Tempo;
}

/// Steady time for everyone who shares it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Tempo {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    course: Mutex<Course>,
    /// Wakes whoever waits, since the outside clock or the pace has changed.
    changes: watch::Sender<()>,
}

impl Default for Tempo {
    fn default() -> Self {
        Self::new()
    }
}

impl Tempo {
    /// A tempo that runs at the pace of the machine.
    pub fn new() -> Self {
        Self {
            shared: Arc::new(Shared {
                course: Mutex::new(Course::new(tokio::time::Instant::now())),
                changes: watch::Sender::new(()),
            }),
        }
    }

    /// From now on follows the readings of an outside clock, or (`false`) the machine. Driven, it stands still until the
    /// second reading has come.
    pub fn drive(&self, driven: bool) {
        self.course().drive(tokio::time::Instant::now(), driven);
        self.shared.changes.send_replace(());
    }

    /// Takes a reading of the outside clock. A clock that was set anew, back or far ahead, counts on from where it is now. Returns
    /// whether it was.
    pub fn tick(&self, reading: Duration) -> bool {
        let has_jumped = self.course().tick(tokio::time::Instant::now(), reading);
        self.shared.changes.send_replace(());
        has_jumped
    }

    /// The present.
    pub fn now(&self) -> Instant {
        Instant::of(self.course().now(tokio::time::Instant::now()))
    }

    /// Waits for a moment of this tempo.
    pub async fn sleep_until(&self, deadline: Instant) {
        let mut changes = self.shared.changes.subscribe();
        loop {
            let now = tokio::time::Instant::now();
            let due = match self.course().due(now, deadline.inner()) {
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

    /// Runs a future in this tempo: the functions of this crate follow it there. Tasks that the future spawns do not.
    pub fn scope<F: Future>(&self, future: F) -> impl Future<Output = F::Output> + use<F> {
        CURRENT.scope(self.clone(), future)
    }

    fn course(&self) -> MutexGuard<'_, Course> {
        // No panic can leave the few numbers inside half changed.
        self.shared.course.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn current() -> Option<Tempo> {
    CURRENT.try_with(Clone::clone).ok()
}

/// Waits for a moment of the tempo that this code runs in.
pub async fn sleep_until(deadline: Instant) {
    match current() {
        Some(tempo) => tempo.sleep_until(deadline).await,
        None => tokio::time::sleep_until(deadline.inner()).await,
    }
}

/// Waits for so long.
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
