//! Growing pauses between attempts that fail.

use std::time::Duration;

/// Growing pauses between attempts that fail.
#[derive(Clone, Debug)]
pub struct BackOff {
    next: Duration,
}

impl BackOff {
    /// The first pause.
    pub const FIRST: Duration = Duration::from_millis(250);
    const LONGEST: Duration = Duration::from_secs(2);

    /// No attempt has failed yet.
    pub fn new() -> Self {
        Self { next: Self::FIRST }
    }

    /// The pause after one more failure.
    pub fn pause(&mut self) -> Duration {
        let pause = self.next;
        self.next = (pause * 2).min(Self::LONGEST);
        pause
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_limit() {
        let mut back_off = BackOff::new();
        let pauses: Vec<_> = (0..8).map(|_| back_off.pause()).collect();
        assert!(pauses.is_sorted() && pauses[0] < Duration::from_secs(1));
        assert_eq!(pauses[7], Duration::from_secs(2));
    }
}
