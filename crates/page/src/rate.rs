//! How many requests a client may still send: a bucket that fills steadily and holds one second's worth.

use std::time::Instant;

/// A bucket of requests.
#[derive(Debug)]
pub(crate) struct Rate {
    each_second: f64,
    left: f64,
    since: Instant,
}

impl Rate {
    /// A full bucket.
    pub(crate) fn new(each_second: u32, now: Instant) -> Rate {
        let each_second = f64::from(each_second);
        Rate { each_second, left: each_second, since: now }
    }

    /// Takes one out; false where none is left.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.since).as_secs_f64();
        self.since = now;
        self.left = (self.left + passed * self.each_second).min(self.each_second);
        let allowed = 1.0 <= self.left;
        if allowed {
            self.left -= 1.0;
        }
        allowed
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_second_holds_as_many_as_it_says_and_no_more() {
        let start = Instant::now();
        let mut rate = Rate::new(50, start);
        let taken = |rate: &mut Rate, now| (0..100).filter(|_| rate.take(now)).count();
        assert_eq!(taken(&mut rate, start), 50);
        assert_eq!(taken(&mut rate, start + Duration::from_millis(101)), 5);
        assert_eq!(taken(&mut rate, start + Duration::from_secs(60)), 50);
        assert_eq!(taken(&mut rate, start), 0, "a clock that goes back");
    }
}
