//! Pictures are subscribed to twice, since a camera may send them reliably or not; this says which are taken.
//!
//! A subscription that asks for reliability hears only cameras that offer it; one that does not hears all, but of pictures
//! larger than the shared memory of the sender it loses a part even where the sender would send them again.

use std::time::Duration;

/// So long after the last picture that came reliably, the others count again.
const RELIABLE_FOR: Duration = Duration::from_secs(1);

/// A way in which a picture comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// What is lost is sent again.
    Reliable,
    /// What is lost is lost.
    BestEffort,
}

/// Takes the pictures that come reliably while there are such: the others are the same ones, with gaps.
#[derive(Debug, Default)]
pub struct Ways {
    last_reliable: Option<Duration>,
}

impl Ways {
    /// Whether a picture that came this way, so long after some start, is taken.
    pub fn takes(&mut self, way: Way, now: Duration) -> bool {
        if way == Way::Reliable {
            self.last_reliable = Some(now);
            return true;
        }
        self.last_reliable
            .is_none_or(|last| last + RELIABLE_FOR < now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reliable_pictures_win_until_they_stay_away() {
        let mut ways = Ways::default();
        let at = Duration::from_millis;
        assert!(
            ways.takes(Way::BestEffort, at(0)),
            "nothing better is known"
        );
        assert!(ways.takes(Way::Reliable, at(30)));
        assert!(!ways.takes(Way::BestEffort, at(31)), "the same picture");
        assert!(ways.takes(Way::Reliable, at(60)));
        assert!(!ways.takes(Way::BestEffort, at(900)));
        assert!(ways.takes(Way::BestEffort, at(1100)), "another camera");
        assert!(ways.takes(Way::Reliable, at(1110)));
    }
}
