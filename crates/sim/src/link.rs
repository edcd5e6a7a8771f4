//! A link with latency as data: what goes in at one time is due at the other end at a later one.

use rand::{Rng, RngExt};
use std::collections::VecDeque;

/// Latency of one direction of a link, seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Latency {
    /// Mean.
    pub mean: f64,
    /// Greatest deviation either way; deviations are uniform.
    pub jitter: f64,
}

impl Latency {
    /// Half of a Bluetooth reply time of 30 ms +- 15 ms: request and reply each take one half.
    pub const BLUETOOTH: Latency = Latency { mean: 0.015, jitter: 0.0075 };
    /// A serial adapter on USB. Assumed: with the usual setting for low latency.
    pub const ADAPTER: Latency = Latency { mean: 0.001, jitter: 0.0005 };
    /// A wire.
    pub const NONE: Latency = Latency { mean: 0.0, jitter: 0.0 };

    fn draw(self, random: &mut impl Rng) -> f64 {
        (self.mean + self.jitter * random.random_range(-1.0..=1.0)).max(0.0)
    }
}

/// One direction of a link; it keeps the order.
#[derive(Debug, Clone, Default)]
pub struct Link {
    under_way: VecDeque<(f64, Vec<u8>)>,
    last_due: f64,
}

impl Link {
    /// Sends bytes at `now`.
    pub fn send(&mut self, now: f64, bytes: Vec<u8>, latency: Latency, random: &mut impl Rng) {
        self.last_due = self.last_due.max(now + latency.draw(random));
        self.under_way.push_back((self.last_due, bytes));
    }

    /// Takes the bytes that are due by `now`.
    pub fn receive(&mut self, now: f64) -> Option<Vec<u8>> {
        let (due, _) = self.under_way.front()?;
        if *due > now {
            return None;
        }
        self.under_way.pop_front().map(|(_, bytes)| bytes)
    }

    /// When the next bytes are due, if any are under way.
    pub fn next_due(&self) -> Option<f64> {
        self.under_way.front().map(|(due, _)| *due)
    }

    /// Loses all that is under way, and how late it was.
    pub fn clear(&mut self) {
        *self = Link::default();
    }
}
