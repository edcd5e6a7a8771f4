//! Pictures are subscribed to twice, since a camera may send them reliably or not; this says which are taken.
//!
//! A subscription that asks for reliability hears only cameras that offer it; one that does not hears all, but of pictures
//! larger than the shared memory of the sender it loses a part even where the sender would send them again. From a camera
//! that offers reliability each picture comes both ways, and counts once.

use std::collections::VecDeque;
use std::time::Duration;

/// So long after the last picture that came reliably, the others count again.
const RELIABLE_FOR: Duration = Duration::from_secs(1);
/// Of so many pictures that were taken the second coming is known.
const REMEMBERED: usize = 32;

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
    /// The stamps of pictures that were taken and have not come the other way yet, oldest first.
    taken: VecDeque<(Way, Duration)>,
}

impl Ways {
    /// Whether a picture with this stamp that came this way, so long after some start, is taken.
    pub fn takes(&mut self, way: Way, stamp: Duration, now: Duration) -> bool {
        let is_better = way == Way::Reliable;
        if is_better {
            self.last_reliable = Some(now);
        }
        let before = self
            .taken
            .iter()
            .position(|(taken, known)| *taken != way && *known == stamp);
        if let Some(before) = before {
            // It comes twice at most: a camera that stamps all pictures alike is not taken for one that shows one.
            self.taken.remove(before);
            return false;
        }
        let takes = is_better
            || self
                .last_reliable
                .is_none_or(|last| last + RELIABLE_FOR < now);
        // A stamp of zero is none.
        if takes && stamp != Duration::ZERO {
            if self.taken.len() == REMEMBERED {
                self.taken.pop_front();
            }
            self.taken.push_back((way, stamp));
        }
        takes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn reliable_pictures_win_until_they_stay_away() {
        let mut ways = Ways::default();
        let mut takes = |way, now| ways.takes(way, Duration::ZERO, AT(now));
        assert!(takes(Way::BestEffort, 0), "nothing better is known");
        assert!(takes(Way::Reliable, 30));
        assert!(!takes(Way::BestEffort, 31), "the same picture");
        assert!(takes(Way::Reliable, 60));
        assert!(!takes(Way::BestEffort, 900));
        assert!(takes(Way::BestEffort, 1100), "another camera");
        assert!(takes(Way::Reliable, 1110));
    }

    #[test]
    fn a_picture_counts_once_whichever_way_it_comes_first() {
        let mut ways = Ways::default();
        assert!(ways.takes(Way::BestEffort, AT(5), AT(0)));
        assert!(!ways.takes(Way::Reliable, AT(5), AT(1)), "taken already");
        assert!(ways.takes(Way::Reliable, AT(105), AT(100)));
        assert!(!ways.takes(Way::BestEffort, AT(105), AT(101)));
        // What is sent again for seconds comes late.
        for picture in 0..20 {
            let stamp = AT(5000 + 100 * picture);
            assert!(ways.takes(Way::BestEffort, stamp, stamp), "{picture}");
        }
        for picture in 0..20 {
            let stamp = AT(5000 + 100 * picture);
            assert!(!ways.takes(Way::Reliable, stamp, AT(7000)), "{picture}");
        }
    }

    #[test]
    fn a_camera_whose_stamp_stands_still_is_seen() {
        let mut ways = Ways::default();
        let mut taken = 0;
        for now in (0..1000).step_by(100) {
            taken += u32::from(ways.takes(Way::BestEffort, AT(7), AT(now)));
            taken += u32::from(ways.takes(Way::Reliable, AT(7), AT(now + 1)));
        }
        assert!(taken >= 5, "{taken} of 10 pictures");
    }
}
