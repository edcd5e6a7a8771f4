//! Common ticks for what many processes of a machine do again and again.
//!
//! Many nodes publish something periodically, and others listen to all of them. If all publish at the same time, a listener
//! wakes once and not once for each message. On an idle rig most of the work is this waking.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::{Instant, current, sleep_until};

/// Ticks at the multiples of a period. A tick that comes much too late is followed by the next multiple but one.
#[derive(Debug)]
pub struct Interval {
    period: Duration,
    offset: Duration,
    next: Instant,
}

impl Interval {
    /// Ticks now, then at the multiples of the period on the machine's clock.
    pub fn every(period: Duration) -> Self {
        Self { period, offset: Duration::ZERO, next: Instant::now() }
    }

    /// Ticks this much later than others do, less than a period, to use what they publish at their tick.
    pub fn after(self, offset: Duration) -> Self {
        Self { offset, ..self }
    }

    /// Waits for the next tick. A wait that is given up loses none.
    pub async fn tick(&mut self) {
        sleep_until(self.next).await;
        self.next = Instant::now() + until_tick(clock(), self.period, self.offset);
    }
}

/// The tick that is nearest to a moment, or the next one if that is past. A clock that an outside clock drives has no
/// ticks; there it is the moment.
pub fn tick_near(moment: Instant, period: Duration) -> Instant {
    match current() {
        Some(clock) if clock.timeline().is_driven() => moment,
        _ => tick_from(moment - period / 2, period),
    }
}

/// The first tick that is neither before a moment nor past: a multiple of the period on the machine's clock.
pub fn tick_from(moment: Instant, period: Duration) -> Instant {
    let now = Instant::now();
    let moment = moment.max(now);
    moment + until_multiple(clock() + (moment - now), period)
}

/// The machine's clock: the time since 1970.
fn clock() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// The time from this one to the next tick of a [`Interval`]. A tick that would come within an eighth of the period is left out,
/// lest the clock be set back a little and the same one come twice.
fn until_tick(time: Duration, period: Duration, offset: Duration) -> Duration {
    let least = period / 8;
    least + until_multiple(time + least + period - offset, period)
}

/// The time from this one to the next multiple of a period; zero where this one is a multiple.
fn until_multiple(time: Duration, period: Duration) -> Duration {
    let (time, period) = (time.as_nanos(), period.as_nanos().max(1));
    let rest = time.next_multiple_of(period) - time;
    // Less than a period, which has fewer nanoseconds than a u64 counts in all but useless cases.
    Duration::from_nanos(u64::try_from(rest).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    /// How far the machine's clock will be from a full hour at a moment.
    fn off_the_hour(moment: Instant) -> Duration {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let clock = now.expect("it is after 1970") + (moment - Instant::now());
        let past = Duration::from_secs(clock.as_secs() % HOUR.as_secs());
        past.min(HOUR - past)
    }

    #[test]
    fn ticks_are_the_multiples_of_the_period() {
        let millis = Duration::from_millis;
        for (time, expected) in [(0, 0), (1, 199), (199, 1), (200, 0), (1_732_700_000_050, 150)] {
            assert_eq!(until_multiple(millis(time), millis(200)), millis(expected));
        }
        assert_eq!(until_multiple(millis(7), Duration::ZERO), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn the_tick_from_a_moment_is_never_before_it_nor_past() {
        let now = Instant::now();
        for moment in [now, now + 5 * HOUR / 2, now - HOUR / 7] {
            let tick = tick_from(moment, HOUR);
            assert!(moment.max(now) <= tick && tick < moment.max(now) + HOUR);
            // The machine's clock goes on between two looks.
            assert!(off_the_hour(tick) < HOUR / 100);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_outside_clock_has_no_ticks() {
        let clock = super::super::SteadyClock::new();
        for is_driven in [false, true] {
            clock.drive(is_driven);
            let near = async || {
                let moment = Instant::now() + HOUR;
                (moment, tick_near(moment, HOUR))
            };
            let (moment, near) = clock.scope(near()).await;
            assert!(near <= moment + HOUR / 2 && moment <= near + HOUR / 2);
            match is_driven {
                true => assert_eq!(near, moment),
                false => assert!(off_the_hour(near) < HOUR / 100),
            }
        }
    }

    #[test]
    fn ticks_come_this_much_later_at_any_time_of_day() {
        let period = Duration::from_millis(800);
        for time in (1_732_700_000_000..1_732_700_000_800).map(Duration::from_millis) {
            for offset in (0..800).step_by(50).map(Duration::from_millis) {
                let wait = until_tick(time, period, offset);
                assert!(period / 8 <= wait && wait < period + period / 8);
                assert_eq!((time + wait - offset).as_millis() % 800, 0);
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn ticks_come_at_once_and_then_each_period() {
        let begin = Instant::now();
        let mut tick = Interval::every(HOUR).after(HOUR / 3);
        tick.tick().await;
        assert_eq!(begin.elapsed(), Duration::ZERO);
        tick.tick().await;
        let second = begin.elapsed();
        assert!(HOUR / 8 <= second && second <= HOUR + HOUR / 8 + Duration::from_millis(2));
    }
}
