//! A moment of a clock, with the arithmetic of tokio's instants.

use std::ops::{Add, AddAssign, Sub};
use std::time::Duration;

use super::current;

/// A moment. Moments of different clocks do not compare in a useful way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(tokio::time::Instant);

impl Instant {
    /// The present of the clock that this code runs in, or else of tokio's clock.
    pub fn now() -> Self {
        match current() {
            Some(clock) => clock.now(),
            None => Self(tokio::time::Instant::now()),
        }
    }

    /// Time since then.
    pub fn elapsed(&self) -> Duration {
        Self::now() - *self
    }

    pub(crate) fn of(moment: tokio::time::Instant) -> Self {
        Self(moment)
    }

    pub(crate) fn inner(self) -> tokio::time::Instant {
        self.0
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, duration: Duration) -> Instant {
        Self(self.0 + duration)
    }
}

impl AddAssign<Duration> for Instant {
    fn add_assign(&mut self, duration: Duration) {
        self.0 += duration;
    }
}

impl Sub<Duration> for Instant {
    type Output = Instant;

    fn sub(self, duration: Duration) -> Instant {
        Self(self.0 - duration)
    }
}

/// The time between two moments; zero where the second is the later one.
impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Instant) -> Duration {
        self.0.saturating_duration_since(earlier.0)
    }
}
