//! A picture that arrives over two transports counts once.
//!
//! A ROS subscription that asks for reliability receives only from cameras that offer it. A best-effort subscription
//! receives from all cameras, but it loses some of the pictures that are larger than the sender's shared memory. So a
//! reader subscribes both ways. From a camera that offers reliability each picture then arrives twice, and the stamps show
//! which two are the same.

use std::collections::BTreeMap;
use std::time::Duration;

/// For this long after a reliable picture, best-effort pictures with the same stamp do not count.
const RELIABLE_FOR: Duration = Duration::from_secs(1);
/// A picture that is older than the newest by more than this is not late: the camera's clock was set back.
const SET_BACK: Duration = Duration::from_secs(2);
/// A reliable picture whose stamp is that of one from so long before is another picture: the camera's clock stands still.
const FROZEN: Duration = Duration::from_secs(1);
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
pub struct DuplicateFilter {
    /// What arrived from each camera, by its frame.
    cameras: BTreeMap<String, Shown>,
}

/// What arrived from one camera.
#[derive(Debug)]
struct Shown {
    /// The newest stamp, and how its picture arrived last.
    newest: (Duration, Transport),
    last_reliable: Option<Duration>,
    /// When a picture was accepted last.
    accepted: Duration,
}

impl DuplicateFilter {
    /// Whether to accept a picture with this frame and stamp that arrives at `now`, the time since some start.
    pub fn accepts(&mut self, transport: Transport, frame: &str, stamp: Duration, now: Duration) -> bool {
        let last_reliable = (transport == Transport::Reliable).then_some(now);
        let Some(shown) = self.cameras.get_mut(frame) else {
            if self.cameras.len() == MOST_CAMERAS {
                self.cameras.clear();
            }
            let shown = Shown { newest: (stamp, transport), last_reliable, accepted: now };
            self.cameras.insert(frame.to_owned(), shown);
            return true;
        };
        shown.last_reliable = last_reliable.or(shown.last_reliable);
        let (newest, came) = shown.newest;
        let is_frozen = stamp == newest && transport == Transport::Reliable && shown.accepted + FROZEN <= now;
        if newest < stamp || stamp + SET_BACK < newest || is_frozen {
            shown.newest = (stamp, transport);
            shown.accepted = now;
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
            shown.accepted = if came == transport { now } else { shown.accepted };
            return came == transport;
        }
        let is_only_transport = shown.last_reliable.is_none_or(|last| last + RELIABLE_FOR < now);
        if is_only_transport {
            shown.newest = (stamp, transport);
        }
        is_only_transport
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_picture_counts_once_whichever_way_it_comes_first() {
        let mut filter = DuplicateFilter::default();
        let mut accepts = |transport, stamp, now| filter.accepts(transport, "camera", AT(stamp), AT(now));
        assert!(accepts(Transport::BestEffort, 5, 0));
        assert!(!accepts(Transport::Reliable, 5, 1), "taken already");
        assert!(accepts(Transport::Reliable, 105, 100));
        assert!(!accepts(Transport::BestEffort, 105, 101));
        assert!(accepts(Transport::BestEffort, 205, 200), "lost the other way");
        assert!(accepts(Transport::Reliable, 305, 300));
        assert!(!accepts(Transport::Reliable, 205, 301), "sent again, and late");
        assert!(!accepts(Transport::BestEffort, 305, 2500), "very late");
    }

    #[test]
    fn a_clock_that_is_set_back_is_followed() {
        let mut filter = DuplicateFilter::default();
        assert!(filter.accepts(Transport::Reliable, "camera", AT(90_000), AT(0)));
        assert!(filter.accepts(Transport::Reliable, "camera", AT(10), AT(100)));
        assert!(filter.accepts(Transport::Reliable, "camera", AT(110), AT(200)));
    }

    /// A simulation that is paused, or a driver that stamps once: its pictures are late, but they come.
    #[test]
    fn pictures_of_a_clock_that_stands_still_count_now_and_then() {
        for order in [[Transport::Reliable, Transport::BestEffort], [Transport::BestEffort, Transport::Reliable]] {
            let mut filter = DuplicateFilter::default();
            let arrivals = (0..50).flat_map(|number| order.map(|transport| (transport, AT(100 * number))));
            let accepted = arrivals.filter(|&(transport, now)| filter.accepts(transport, "camera", AT(7), now)).count();
            assert!((4..=50).contains(&accepted), "{accepted} of 50 pictures in five seconds");
        }
    }

    #[test]
    fn cameras_do_not_hide_each_other() {
        let mut filter = DuplicateFilter::default();
        for number in 1..20 {
            let now = AT(100 * number);
            assert!(filter.accepts(Transport::Reliable, "ours", now, now));
            assert!(filter.accepts(Transport::BestEffort, "theirs", AT(number), now));
        }
        for number in 0..1000 {
            filter.accepts(Transport::Reliable, &number.to_string(), AT(1), AT(1));
        }
        assert!(filter.cameras.len() <= MOST_CAMERAS, "they would fill the memory");
    }

    #[test]
    fn without_stamps_what_comes_reliably_counts_while_it_comes() {
        let mut filter = DuplicateFilter::default();
        let mut accepts = |transport, now| filter.accepts(transport, "", Duration::ZERO, AT(now));
        assert!(accepts(Transport::BestEffort, 0), "nothing better is known");
        assert!(accepts(Transport::BestEffort, 30), "another picture");
        assert!(!accepts(Transport::Reliable, 31), "the same picture");
        assert!(!accepts(Transport::BestEffort, 60));
        assert!(accepts(Transport::Reliable, 61));
        assert!(accepts(Transport::Reliable, 91));
        assert!(!accepts(Transport::BestEffort, 900));
        assert!(accepts(Transport::BestEffort, 1100), "it stays away");
    }
}
