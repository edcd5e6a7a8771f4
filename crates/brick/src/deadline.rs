//! Until when a reply is waited for: long while nothing is received, and short once something was.

use crate::clock::Instant;
use std::time::Duration;

/// The end of one try.
#[derive(Debug)]
pub(crate) struct Deadline {
    silence_ends: Instant,
    try_ends: Instant,
    try_time: Duration,
    /// Replies to earlier requests that may come first.
    left_over: usize,
    is_silent: bool,
}

impl Deadline {
    /// A try that begins now.
    pub fn new(silence_ends: Instant, try_time: Duration, left_over: usize) -> Deadline {
        Deadline { silence_ends, try_ends: Instant::now() + try_time, try_time, left_over, is_silent: true }
    }

    /// When it ends, as far as is known.
    pub fn at(&self) -> Instant {
        match self.is_silent {
            true => self.silence_ends,
            false => self.try_ends,
        }
    }

    /// A reply has come, perhaps one that was left over.
    pub fn note(&mut self) {
        match self.left_over {
            0 => self.speak(),
            _ => self.left_over -= 1,
        }
    }

    /// A reply to this try has come; the others follow within half a try.
    pub fn speak(&mut self) {
        if self.is_silent {
            self.is_silent = false;
            self.try_ends = self.try_ends.max(Instant::now() + self.try_time / 2);
        }
    }
}
