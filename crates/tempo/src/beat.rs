//! Beats that all processes of a machine share.
//!
//! Many nodes tell something again and again, and others listen to all of them. When all tell it at one time, a listener wakes
//! once, else once for each. On an idle rig most of the work is this waking.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::{Instant, sleep_until};

/// Ticks at the beats of a period. Who comes too late for one skips it.
#[derive(Debug)]
pub struct Beat {
    period: Duration,
    next: Instant,
}

impl Beat {
    /// Ticks now, then at the multiples of the period on the machine's clock.
    pub fn every(period: Duration) -> Self {
        let next = Instant::now();
        Self { period, next }
    }

    /// Waits for the next beat. A wait that is given up loses none.
    pub async fn tick(&mut self) {
        sleep_until(self.next).await;
        // Not the one that has just come, should the clock have been set back a little.
        self.next = beat_from(Instant::now() + self.period / 2, self.period);
    }
}

/// The first beat that is not before a moment of this tempo: a multiple of the period on the machine's clock.
///
/// In a tempo that does not run at the machine's pace it is a moment at most one period later, and nobody shares it.
pub fn beat_from(moment: Instant, period: Duration) -> Instant {
    let clock = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    moment + until_multiple(clock + (moment - Instant::now()), period)
}

/// How long it is from a time to the next multiple of a period; none if it is one.
fn until_multiple(time: Duration, period: Duration) -> Duration {
    let (time, period) = (time.as_nanos(), period.as_nanos().max(1));
    let rest = time.next_multiple_of(period) - time;
    // Less than a period, which has fewer nanoseconds than a u64 counts in all but useless cases.
    Duration::from_nanos(u64::try_from(rest).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beats_are_the_multiples_of_the_period() {
        let millis = Duration::from_millis;
        for (time, expected) in [
            (0, 0),
            (1, 199),
            (199, 1),
            (200, 0),
            (1_732_700_000_050, 150),
        ] {
            assert_eq!(until_multiple(millis(time), millis(200)), millis(expected));
        }
        assert_eq!(until_multiple(millis(7), Duration::ZERO), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn a_beat_begins_at_once_and_then_keeps_its_period() {
        let (begin, period) = (Instant::now(), Duration::from_secs(3600));
        let mut beat = Beat::every(period);
        beat.tick().await;
        assert_eq!(begin.elapsed(), Duration::ZERO);
        // Paused time stands still between the ticks, the machine's clock does not; that is far less than half an hour.
        beat.tick().await;
        assert!(begin.elapsed() >= period / 2);
        assert!(begin.elapsed() <= period + period / 2);
    }
}
