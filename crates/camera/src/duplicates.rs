//! A picture that arrives over two transports counts once.
//!
//! A ROS subscription that asks for reliability receives only from cameras that offer it. A best-effort subscription
//! receives from all cameras, but it loses some of the pictures that are larger than the sender's shared memory. So a
//! reader subscribes both duplicates. From a camera that offers reliability each picture then arrives twice, and the stamps show
//! which two are the same.

use std::collections::BTreeMap;
use std::time::Duration;

/// For this long after a reliable picture, best-effort pictures with the same stamp do not count.
const RELIABLE_FOR: Duration = Duration::from_secs(1);
/// A picture that is older than the newest by more than this is not late: the camera's clock was set back.
const SET_BACK: Duration = Duration::from_secs(2);
/// Cameras that are remembered at most.
const MOST_CAMERAS: usize = 32;

/// How a picture arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// Lost pictures are sent again.
    Reliable,
    /// Lost pictures are lost.
    BestEffort,
}

/// Accepts each picture once, and none that is older than one that was accepted.
#[derive(Debug, Default)]
pub struct Duplicates {
    /// What arrived from each camera, by its frame.
    cameras: BTreeMap<String, Shown>,
}

/// What arrived from one camera.
#[derive(Debug)]
struct Shown {
    /// The newest stamp, and how its picture arrived last.
    newest: (Duration, Transport),
    last_reliable: Option<Duration>,
}

impl Duplicates {
    /// Whether to accept a picture with this frame and stamp that arrives at `now`, the time since some start.
    pub fn takes(
        &mut self,
        transport: Transport,
        frame: &str,
        stamp: Duration,
        now: Duration,
    ) -> bool {
        let last_reliable = (transport == Transport::Reliable).then_some(now);
        let Some(shown) = self.cameras.get_mut(frame) else {
            if self.cameras.len() == MOST_CAMERAS {
                self.cameras.clear();
            }
            let shown = Shown {
                newest: (stamp, transport),
                last_reliable,
            };
            self.cameras.insert(frame.to_owned(), shown);
            return true;
        };
        shown.last_reliable = last_reliable.or(shown.last_reliable);
        let (newest, came) = shown.newest;
        if newest < stamp || stamp + SET_BACK < newest {
            shown.newest = (stamp, transport);
            return true;
        }
        let is_stamped = stamp != Duration::ZERO;
        if stamp < newest || is_stamped && transport != came {
            return false;
        }
        // Either the same picture, or a camera that gives all pictures the same stamp. In the second case each reliable
        // picture is new, except the first one after a best-effort one.
        if transport == Transport::Reliable {
            shown.newest = (stamp, transport);
            return came == transport;
        }
        let is_only_one = shown
            .last_reliable
            .is_none_or(|last| last + RELIABLE_FOR < now);
        if is_only_one {
            shown.newest = (stamp, transport);
        }
        is_only_one
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_picture_counts_once_whichever_way_it_comes_first() {
        let mut duplicates = Duplicates::default();
        let mut takes =
            |transport, stamp, now| duplicates.takes(transport, "camera", AT(stamp), AT(now));
        assert!(takes(Transport::BestEffort, 5, 0));
        assert!(!takes(Transport::Reliable, 5, 1), "taken already");
        assert!(takes(Transport::Reliable, 105, 100));
        assert!(!takes(Transport::BestEffort, 105, 101));
        assert!(takes(Transport::BestEffort, 205, 200), "lost the other way");
        assert!(takes(Transport::Reliable, 305, 300));
        assert!(
            !takes(Transport::Reliable, 205, 301),
            "sent again, and late"
        );
        assert!(!takes(Transport::BestEffort, 305, 2500), "very late");
    }

    #[test]
    fn a_clock_that_is_set_back_is_followed() {
        let mut duplicates = Duplicates::default();
        assert!(duplicates.takes(Transport::Reliable, "camera", AT(90_000), AT(0)));
        assert!(duplicates.takes(Transport::Reliable, "camera", AT(10), AT(100)));
        assert!(duplicates.takes(Transport::Reliable, "camera", AT(110), AT(200)));
    }

    #[test]
    fn cameras_do_not_hide_each_other() {
        let mut duplicates = Duplicates::default();
        for number in 1..20 {
            let now = AT(100 * number);
            assert!(duplicates.takes(Transport::Reliable, "ours", now, now));
            assert!(duplicates.takes(Transport::BestEffort, "theirs", AT(number), now));
        }
        for number in 0..1000 {
            duplicates.takes(Transport::Reliable, &number.to_string(), AT(1), AT(1));
        }
        assert!(
            duplicates.cameras.len() <= MOST_CAMERAS,
            "they would fill the memory"
        );
    }

    #[test]
    fn without_stamps_what_comes_reliably_counts_while_it_comes() {
        let mut duplicates = Duplicates::default();
        let mut takes = |transport, now| duplicates.takes(transport, "", Duration::ZERO, AT(now));
        assert!(takes(Transport::BestEffort, 0), "nothing better is known");
        assert!(takes(Transport::BestEffort, 30), "another picture");
        assert!(!takes(Transport::Reliable, 31), "the same picture");
        assert!(!takes(Transport::BestEffort, 60));
        assert!(takes(Transport::Reliable, 61));
        assert!(takes(Transport::Reliable, 91));
        assert!(!takes(Transport::BestEffort, 900));
        assert!(takes(Transport::BestEffort, 1100), "it stays away");
    }
}
