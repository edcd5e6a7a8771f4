//! What the replies of a brick show of the link to it.

use crate::clock::Instant;
use std::time::Duration;

/// A reply counts as at most this many times slower than those before it: one very late reply is weaker evidence than many.
const MOST_SLOWER: f64 = 3.0;
/// One that is this many times slower is no chance of a link whose replies take now 15, now 45 ms.
const MUCH_SLOWER: f64 = 2.0;
/// Shares by which the round trip follows replies, and those that are much slower: a slow link that is not known does harm.
const FOLLOWS: f64 = 0.15;
const FOLLOWS_SLOWER: f64 = 0.4;
/// Share by which the quick round trip follows slower replies. It is what the link takes when nothing holds a reply up.
const QUICK_RISES: f64 = 0.02;
/// The interval follows longer ones faster than shorter ones.
const LONGER: f64 = 0.4;
const SHORTER: f64 = 0.2;
/// An interval counts as at most this many times longer than those before it: a very late one is more often the driver's delay than the
/// link's.
const MOST_LONGER: f64 = 2.0;
/// Longer intervals say nothing of the link, seconds.
const SLOWEST: f64 = 1.0;
/// A motor is asked again when its reply takes this many times longer than usual, and at least this long, seconds.
const TRY_ROUND_TRIPS: f64 = 4.0;
const SHORTEST_TRY: f64 = 0.08;
/// Motors are braked when no reading of them comes for this many intervals.
const SILENT_INTERVALS: f64 = 3.0;

/// How long the link takes, in seconds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    /// From a question to its reply.
    pub round_trip: f64,
    /// The same of replies that nothing holds up.
    quick: f64,
    /// From one step of the control to the next.
    pub interval: f64,
}

impl Default for Link {
    fn default() -> Self {
        Self { round_trip: 0.03, quick: 0.03, interval: 0.035 }
    }
}

impl Link {
    /// Takes the first reply of a brick, which shows what kind of link it is.
    pub fn begin(&mut self, reply: Duration) {
        self.round_trip = reply.as_secs_f64().min(SLOWEST);
        self.quick = self.round_trip;
    }

    /// A question was answered after this time.
    pub fn replied(&mut self, reply: Duration) {
        let reply = reply.as_secs_f64();
        let counted = reply.min(MOST_SLOWER * self.round_trip);
        let share = if counted > MUCH_SLOWER * self.round_trip { FOLLOWS_SLOWER } else { FOLLOWS };
        self.round_trip += share * (counted - self.round_trip);
        self.quick += if reply < self.quick { FOLLOWS } else { QUICK_RISES } * (reply - self.quick);
    }

    /// The first and the last time at which a reading may have been true. A reply may have waited until the driver had the time to take
    /// it; where the driver waited and the brick was silent, it was held up on its way.
    pub fn reading(&self, asked: Instant, answered: Instant, was_silent: bool) -> (Instant, Instant) {
        let usual = Duration::from_secs_f64(self.round_trip);
        let latest = answered - (answered - asked).min(usual) / 2;
        let forth = if was_silent { usual.min(Duration::from_secs_f64(self.quick)) } else { usual };
        ((asked + forth / 2).min(latest), latest)
    }

    /// A step took this long.
    pub fn stepped(&mut self, elapsed: Duration) {
        let elapsed = elapsed.as_secs_f64();
        if elapsed < SLOWEST {
            let counted = elapsed.min(MOST_LONGER * self.interval);
            self.interval += if counted > self.interval { LONGER } else { SHORTER } * (counted - self.interval);
        }
    }

    /// How long a reply is waited for before the question is asked again.
    pub fn try_time(&self) -> Duration {
        Duration::from_secs_f64((TRY_ROUND_TRIPS * self.round_trip).max(SHORTEST_TRY))
    }

    /// How long a brick may be silent before its motors are braked: their command was meant to last for one interval.
    pub fn silence(&self) -> Duration {
        Duration::from_secs_f64(SILENT_INTERVALS * self.interval)
    }
}
