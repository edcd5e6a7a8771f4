//! Pictures are subscribed to twice, since a camera may send them reliably or not; this says which are taken.
//!
//! A subscription that asks for reliability hears only cameras that offer it; one that does not hears all, but of pictures
//! larger than the shared memory of the sender it loses a part even where the sender would send them again. From a camera
//! that offers reliability each picture comes both ways, and counts once: the stamps tell.

use std::collections::BTreeMap;
use std::time::Duration;

/// So long after the last picture that came reliably, the others count again where stamps do not tell them apart.
const RELIABLE_FOR: Duration = Duration::from_secs(1);
/// A picture that is older than the last one by more than this is not late: the camera's clock was set back.
const SET_BACK: Duration = Duration::from_secs(2);
/// Of so many cameras at most it is known what they have shown.
const MOST_CAMERAS: usize = 32;

/// A way in which a picture comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// What is lost is sent again.
    Reliable,
    /// What is lost is lost.
    BestEffort,
}

/// Takes each picture once, and never one that is older than one that was taken.
#[derive(Debug, Default)]
pub struct Ways {
    /// What each camera has shown, by its frame.
    cameras: BTreeMap<String, Shown>,
}

/// What one camera has shown.
#[derive(Debug)]
struct Shown {
    /// The newest stamp, and the way in which it came last.
    newest: (Duration, Way),
    last_reliable: Option<Duration>,
}

impl Ways {
    /// Whether a picture of this frame and stamp that came this way, so long after some start, is taken.
    pub fn takes(&mut self, way: Way, frame: &str, stamp: Duration, now: Duration) -> bool {
        let last_reliable = (way == Way::Reliable).then_some(now);
        let Some(shown) = self.cameras.get_mut(frame) else {
            if self.cameras.len() == MOST_CAMERAS {
                self.cameras.clear();
            }
            let shown = Shown {
                newest: (stamp, way),
                last_reliable,
            };
            self.cameras.insert(frame.to_owned(), shown);
            return true;
        };
        shown.last_reliable = last_reliable.or(shown.last_reliable);
        let (newest, came) = shown.newest;
        if newest < stamp || stamp + SET_BACK < newest {
            shown.newest = (stamp, way);
            return true;
        }
        let is_stamped = stamp != Duration::ZERO;
        if stamp < newest || is_stamped && way != came {
            return false;
        }
        // The same picture, or a camera that stamps all pictures alike. Then each that comes reliably is a new one, but for
        // the first after another way.
        if way == Way::Reliable {
            shown.newest = (stamp, way);
            return came == way;
        }
        let is_only_way = shown
            .last_reliable
            .is_none_or(|last| last + RELIABLE_FOR < now);
        if is_only_way {
            shown.newest = (stamp, way);
        }
        is_only_way
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_picture_counts_once_whichever_way_it_comes_first() {
        let mut ways = Ways::default();
        let mut takes = |way, stamp, now| ways.takes(way, "camera", AT(stamp), AT(now));
        assert!(takes(Way::BestEffort, 5, 0));
        assert!(!takes(Way::Reliable, 5, 1), "taken already");
        assert!(takes(Way::Reliable, 105, 100));
        assert!(!takes(Way::BestEffort, 105, 101));
        assert!(takes(Way::BestEffort, 205, 200), "lost the other way");
        assert!(takes(Way::Reliable, 305, 300));
        assert!(!takes(Way::Reliable, 205, 301), "sent again, and late");
        assert!(!takes(Way::BestEffort, 305, 2500), "very late");
    }

    #[test]
    fn a_clock_that_is_set_back_is_followed() {
        let mut ways = Ways::default();
        assert!(ways.takes(Way::Reliable, "camera", AT(90_000), AT(0)));
        assert!(ways.takes(Way::Reliable, "camera", AT(10), AT(100)));
        assert!(ways.takes(Way::Reliable, "camera", AT(110), AT(200)));
    }

    #[test]
    fn cameras_do_not_hide_each_other() {
        let mut ways = Ways::default();
        for number in 1..20 {
            let now = AT(100 * number);
            assert!(ways.takes(Way::Reliable, "ours", now, now));
            assert!(ways.takes(Way::BestEffort, "theirs", AT(number), now));
        }
        for number in 0..1000 {
            ways.takes(Way::Reliable, &number.to_string(), AT(1), AT(1));
        }
        assert!(
            ways.cameras.len() <= MOST_CAMERAS,
            "they would fill the memory"
        );
    }

    #[test]
    fn without_stamps_what_comes_reliably_counts_while_it_comes() {
        let mut ways = Ways::default();
        let mut takes = |way, now| ways.takes(way, "", Duration::ZERO, AT(now));
        assert!(takes(Way::BestEffort, 0), "nothing better is known");
        assert!(takes(Way::BestEffort, 30), "another picture");
        assert!(!takes(Way::Reliable, 31), "the same picture");
        assert!(!takes(Way::BestEffort, 60));
        assert!(takes(Way::Reliable, 61));
        assert!(takes(Way::Reliable, 91));
        assert!(!takes(Way::BestEffort, 900));
        assert!(takes(Way::BestEffort, 1100), "it stays away");
    }
}
