//! How time passes: at the pace of the machine, or in the steps of an outside clock with a guess between two readings.
//!
//! An outside clock is read a hundred times a second or so. Control needs finer time. So between two readings time runs on at
//! the mean pace of the last readings, but never further than one step of the clock. When the clock stands still, so does time.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

/// The pace is the mean over this many readings.
const WINDOW: usize = 32;

/// A clock that goes on by more than this at once was set anew, unless it does so each time, or was not read for so long. No motion of
/// an arm takes longer, so few simulators take such steps. The jump counts no time, as one back does.
const LONGEST_STEP: Duration = Duration::from_secs(2);

/// When a moment of a timeline comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// It is there.
    Now,
    /// At this time of the machine, if nothing changes.
    At(tokio::time::Instant),
    /// Not before the outside clock has gone on.
    AfterTicks,
}

/// The timeline of time so far. The caller passes the machine's time.
#[derive(Debug)]
pub struct Timeline {
    driven: bool,
    /// Time as of the last reading or switch.
    known: Instant,
    /// When that was.
    at: Instant,
    /// The latest time that was returned.
    latest: Instant,
    /// The last reading of the outside clock.
    reading: Option<Duration>,
    /// What the last reading added.
    step: Duration,
    /// How far the reading was from the one before, a jump or not.
    read_step: Duration,
    /// The machine's time and ours at the last readings.
    readings: VecDeque<(Instant, Instant)>,
}

impl Timeline {
    /// Begins at the machine's own pace.
    pub fn new(machine: Instant) -> Self {
        Self {
            driven: false,
            known: machine,
            at: machine,
            latest: machine,
            reading: None,
            step: Duration::ZERO,
            read_step: Duration::ZERO,
            readings: VecDeque::new(),
        }
    }

    /// Whether it follows an outside clock.
    pub fn is_driven(&self) -> bool {
        self.driven
    }

    /// Changes what is followed; time goes on from where it is.
    pub fn drive(&mut self, machine: Instant, driven: bool) {
        if self.driven == driven {
            return;
        }
        self.known = self.now(machine);
        self.at = machine;
        self.driven = driven;
        self.reading = None;
        (self.step, self.read_step) = (Duration::ZERO, Duration::ZERO);
        self.readings.clear();
    }

    /// Takes a reading of the outside clock; returns whether it has jumped.
    pub fn tick(&mut self, machine: Instant, reading: Duration) -> bool {
        if !self.driven {
            return false;
        }
        let before = self.reading.replace(reading);
        let step = before.map_or(Duration::ZERO, |before| reading.saturating_sub(before));
        let usual = LONGEST_STEP.max(4 * std::mem::replace(&mut self.read_step, step));
        let missed = machine.saturating_duration_since(self.at);
        let is_jump = usual + missed.mul_f64(self.pace().max(1.0)) < step;
        self.step = if is_jump { Duration::ZERO } else { step };
        self.known += self.step;
        self.at = machine;
        if self.readings.len() == WINDOW {
            self.readings.pop_front();
        }
        self.readings.push_back((machine, self.known));
        is_jump || before.is_some_and(|before| reading < before)
    }

    /// The present.
    pub fn now(&mut self, machine: Instant) -> Instant {
        let since = machine.saturating_duration_since(self.at);
        let ahead = match self.driven {
            false => since,
            true => since.mul_f64(self.pace()).min(self.step),
        };
        self.latest = self.latest.max(self.known + ahead);
        self.latest
    }

    /// When a moment comes, as far as is known.
    pub fn due(&mut self, machine: Instant, deadline: Instant) -> Due {
        let now = self.now(machine);
        if deadline <= now {
            return Due::Now;
        }
        if !self.driven {
            return Due::At(machine + (deadline - now));
        }
        let pace = self.pace();
        if self.known + self.step < deadline || pace <= 0.0 {
            return Due::AfterTicks;
        }
        // Rounded up: a sleep that ends a moment too soon would only begin anew.
        let wait = (deadline - self.known).div_f64(pace) + Duration::from_nanos(1);
        Due::At(self.at + wait)
    }

    /// Seconds that pass here in a second of the machine, over the last readings.
    fn pace(&self) -> f64 {
        let (Some(first), Some(last)) = (self.readings.front(), self.readings.back()) else {
            return 0.0;
        };
        let machine = (last.0 - first.0).as_secs_f64();
        let ours = (last.1 - first.1).as_secs_f64();
        if machine <= 0.0 {
            return 0.0;
        }
        // Readings that arrived in one bunch say nothing about the pace.
        (ours / machine).min(1000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// A timeline that is driven from `start` on by a clock of this pace with steps of 10 ms; ends with the last tick.
    fn driven(start: Instant, pace: f64, ticks: u64) -> (Timeline, Instant) {
        let mut timeline = Timeline::new(start);
        timeline.drive(start, true);
        let mut machine = start;
        for tick in 0..=ticks {
            machine = start + ms(10 * tick).div_f64(pace);
            timeline.tick(machine, ms(5000 + 10 * tick));
        }
        (timeline, machine)
    }

    #[test]
    fn a_driven_timeline_passes_at_the_pace_of_its_clock() {
        let start = Instant::now();
        for pace in [0.5, 1.0, 2.0, 20.0] {
            let (mut timeline, machine) = driven(start, pace, 100);
            assert_eq!(timeline.now(machine), start + ms(1000), "pace {pace}");
            let between = timeline.now(machine + ms(5).div_f64(pace)) - start;
            assert!(between.abs_diff(ms(1005)) < Duration::from_micros(10), "pace {pace}: {between:?}");
        }
    }

    #[test]
    fn it_stands_still_with_its_clock() {
        let start = Instant::now();
        let mut timeline = Timeline::new(start);
        timeline.drive(start, true);
        assert_eq!(timeline.now(start + ms(60_000)), start, "no reading yet");
        let (mut timeline, machine) = driven(start, 1.0, 100);
        let later = timeline.now(machine + ms(60_000));
        assert_eq!(later, start + ms(1010), "one step ahead at most");
        assert_eq!(timeline.due(machine + ms(60_000), start + ms(1011)), Due::AfterTicks);
        // The clock goes on: time does not go back, and soon is exact again.
        timeline.tick(machine + ms(60_000), ms(6005));
        assert_eq!(timeline.now(machine + ms(60_000)), later);
        timeline.tick(machine + ms(60_010), ms(6020));
        assert_eq!(timeline.now(machine + ms(60_010)), start + ms(1020));
    }

    #[test]
    fn a_clock_that_is_set_back_costs_no_time_and_adds_none() {
        let (mut timeline, machine) = driven(Instant::now(), 1.0, 10);
        let before = timeline.now(machine);
        timeline.tick(machine, ms(3));
        assert_eq!(timeline.now(machine), before);
        timeline.tick(machine + ms(10), ms(13));
        assert_eq!(timeline.now(machine + ms(10)), before + ms(10));
    }

    #[test]
    fn a_clock_that_jumps_ahead_costs_no_time_and_adds_none() {
        let (mut timeline, machine) = driven(Instant::now(), 1.0, 10);
        let before = timeline.now(machine);
        timeline.tick(machine, ms(1_795_832_514_017));
        assert_eq!(timeline.now(machine), before);
        timeline.tick(machine + ms(10), ms(1_795_832_514_027));
        assert_eq!(timeline.now(machine + ms(10)), before + ms(10));
    }

    #[test]
    fn long_steps_of_a_fast_clock_and_readings_that_were_missed_count() {
        let start = Instant::now();
        let mut timeline = Timeline::new(start);
        timeline.drive(start, true);
        let jumps = (0..10).map(|tick| timeline.tick(start + ms(100 * tick), ms(3000 * tick)));
        assert_eq!(jumps.filter(|jumps| *jumps).count(), 1, "the first long step");
        assert_eq!(timeline.now(start + ms(900)), start + ms(8 * 3000));
        let (mut timeline, machine) = driven(start, 1.0, 10);
        let before = timeline.now(machine);
        let last = 10 * 10;
        assert!(!timeline.tick(machine + ms(60_000), ms(5000 + last + 60_000)));
        assert!(before + ms(59_000) < timeline.now(machine + ms(60_000)));
    }

    #[test]
    fn switching_loses_nothing() {
        let start = Instant::now();
        let mut timeline = Timeline::new(start);
        assert_eq!(timeline.now(start + ms(70)), start + ms(70));
        timeline.drive(start + ms(70), true);
        timeline.tick(start + ms(80), ms(1_000_000));
        timeline.tick(start + ms(90), ms(1_000_030));
        assert_eq!(timeline.now(start + ms(90)), start + ms(100));
        timeline.drive(start + ms(90), false);
        assert_eq!(timeline.now(start + ms(190)), start + ms(200));
    }

    #[test]
    fn a_moment_within_the_step_is_waited_for_at_the_pace() {
        let (mut timeline, machine) = driven(Instant::now(), 2.0, 100);
        let now = timeline.now(machine);
        assert_eq!(timeline.due(machine, now), Due::Now);
        let Due::At(due) = timeline.due(machine, now + ms(8)) else { panic!("8 ms are less than a step of 10 ms") };
        let wait = due - machine;
        assert!(wait.abs_diff(ms(4)) < Duration::from_micros(10), "{wait:?}");
        assert_eq!(timeline.due(due, now + ms(8)), Due::Now);
        assert_eq!(timeline.due(machine, now + ms(11)), Due::AfterTicks);
    }
}
