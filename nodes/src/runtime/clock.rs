//! The node's time. Which clock counts for what is a rule of the whole graph:
//!
//! - **ROS time** ([`Clock::now`]) is for stamps: the system's time, or `/clock`'s when the parameter `use_sim_time` is set.
//! - **The rig's time** ([`Clock::steady_clock`], [`Clock::steady`]) is for what happens to the cube. That is motions and their
//!   limits, the position loop, and patience with a face or a goal. In simulation it is also replies of bricks, motors and
//!   pictures. It runs at the pace of ROS time and never goes back.
//! - **The machine's time** (`std::time::Instant`, `tokio::time`) is for what happens to the software: whether a node lives
//!   and answers, heartbeats on /diagnostics, pauses before a new connection. It also counts for the solver's and planner's
//!   time to think, and for how fast people see changes. Real bricks and cameras live in the machine's time, whatever the
//!   parameter is.
//!
//! A stop never waits for `/clock`.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use brick::clock::SteadyClock;
use execution::events::Moment;
use futures::{Stream, StreamExt};
use r2r::QosProfile;
use r2r::builtin_interfaces::msg::Time;
use r2r::rosgraph_msgs::msg::Clock as ClockMsg;
use r2r::std_msgs::msg::Header;
use tokio::sync::Notify;

/// `/clock` may be silent for this long before the node reports it.
const QUIET: Duration = Duration::from_secs(5);

/// A node's time. Clones share it.
#[derive(Clone)]
pub struct Clock {
    shared: Arc<Shared>,
}

struct Shared {
    source: Mutex<Source>,
    /// Wakes the tasks that wait for the first reading.
    known: Notify,
    steady_clock: SteadyClock,
    /// When the node began, in the rig's time and in the machine's.
    origin: brick::clock::Instant,
    began: Instant,
}

/// Where ROS time comes from.
struct Source {
    simulated: bool,
    /// The last reading of `/clock` since it counts.
    reading: Option<Duration>,
    /// When `/clock` was last seen to go on, or began to count.
    moved: Instant,
    /// When it last jumped, from where and to where.
    jumped: Option<(Instant, Duration, Duration)>,
}

impl Source {
    fn new(simulated: bool) -> Self {
        Self { simulated, reading: None, moved: Instant::now(), jumped: None }
    }
}

impl Clock {
    /// Creates the clock of `node` and the task that reads `/clock` for it.
    pub(super) fn start(
        node: &mut r2r::Node,
        simulated: bool,
    ) -> r2r::Result<(Self, impl Future<Output = ()> + Send + use<>)> {
        // As other ROS nodes ask for it: the newest reading is worth most, and a lost one is soon replaced.
        let qos = QosProfile::default().keep_last(1).best_effort();
        let readings = node.subscribe::<ClockMsg>("/clock", qos)?;
        let clock = Self::new(simulated);
        let task = clock.clone().read(readings);
        Ok((clock, task))
    }

    fn new(simulated: bool) -> Self {
        let steady_clock = SteadyClock::new();
        let origin = steady_clock.now();
        steady_clock.drive(simulated);
        Self {
            shared: Arc::new(Shared {
                source: Mutex::new(Source::new(simulated)),
                known: Notify::new(),
                steady_clock,
                origin,
                began: Instant::now(),
            }),
        }
    }

    async fn read(self, mut readings: impl Stream<Item = ClockMsg> + Unpin) {
        while let Some(reading) = readings.next().await {
            self.take(stamp_to_duration(&reading.clock));
        }
    }

    /// Takes a reading of `/clock`.
    fn take(&self, reading: Duration) {
        let mut source = self.source();
        if !source.simulated {
            return;
        }
        let before = source.reading.replace(reading);
        if before != Some(reading) {
            source.moved = Instant::now();
        }
        if self.shared.steady_clock.tick(reading)
            && let Some(before) = before
        {
            source.jumped = Some((Instant::now(), before, reading));
        }
        drop(source);
        self.shared.known.notify_waiters();
    }

    /// Follows `/clock` from now on, or the system's time.
    pub(super) fn simulate(&self, simulated: bool) {
        let mut source = self.source();
        if source.simulated == simulated {
            return;
        }
        *source = Source::new(simulated);
        drop(source);
        self.shared.steady_clock.drive(simulated);
        self.shared.known.notify_waiters();
    }

    /// ROS time since the clock's epoch; zero while `/clock` counts and was not received.
    pub fn now(&self) -> Duration {
        let source = self.source();
        match source.simulated {
            true => source.reading.unwrap_or_default(),
            false => system_time(),
        }
    }

    /// Waits until ROS time is known: at once, unless `/clock` counts and was not received.
    pub async fn known(&self) {
        loop {
            let reading = self.shared.known.notified();
            tokio::pin!(reading);
            // From here on no reading is missed.
            reading.as_mut().enable();
            if self.is_known() {
                return;
            }
            reading.await;
        }
    }

    fn is_known(&self) -> bool {
        let source = self.source();
        !source.simulated || source.reading.is_some()
    }

    /// The rig's time: what waits for the rig waits in it.
    pub fn steady_clock(&self) -> SteadyClock {
        self.shared.steady_clock.clone()
    }

    /// Seconds of the rig's time since the node began.
    pub fn steady(&self) -> f64 {
        (self.shared.steady_clock.now() - self.shared.origin).as_secs_f64()
    }

    /// Now, on all three clocks.
    pub fn moment(&self) -> Moment {
        let steady = self.shared.began.elapsed().as_secs_f64();
        Moment { steady, rig: self.steady(), ros: self.now().as_secs_f64() }
    }

    /// What is wrong with `/clock`, in a sentence.
    pub(super) fn failure(&self) -> Option<String> {
        let source = self.source();
        let quiet = source.moved.elapsed();
        if let Some((at, from, to)) = source.jumped
            && at.elapsed() < QUIET
        {
            return Some(format!(
                "/clock has jumped from {:.3} to {:.3} s; does a second program publish it, or was the simulation set back? The arms go \
                 on in a time of their own",
                from.as_secs_f64(),
                to.as_secs_f64()
            ));
        }
        if !source.simulated || quiet < QUIET {
            return None;
        }
        Some(match source.reading {
            None => "use_sim_time is true, but nobody publishes /clock: time stands still".into(),
            Some(_) => format!("use_sim_time is true, and /clock has stood still for {} s", quiet.as_secs()),
        })
    }

    /// Now as a message stamp.
    pub fn stamp(&self) -> Time {
        r2r::Clock::to_builtin_time(&self.now())
    }

    /// A header stamped now.
    pub fn header(&self, frame_id: &str) -> Header {
        Header { stamp: self.stamp(), frame_id: frame_id.into() }
    }

    fn source(&self) -> MutexGuard<'_, Source> {
        self.shared.source.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The system's time since its epoch.
pub fn system_time() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// A stamp as time since the epoch.
pub fn stamp_to_duration(stamp: &Time) -> Duration {
    Duration::new(u64::try_from(stamp.sec).unwrap_or(0), stamp.nanosec)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[tokio::test]
    async fn simulated_time_is_what_the_topic_publishes() {
        let clock = Clock::new(true);
        assert_eq!(clock.now(), Duration::ZERO);
        let steady = clock.steady();
        assert!(steady < 1e-3, "nothing has passed since it began: {steady}");
        clock.take(90 * SECOND);
        clock.take(92 * SECOND);
        assert_eq!(clock.now(), 92 * SECOND);
        assert_eq!(clock.stamp().sec, 92);
        let steady = clock.steady();
        assert!((2.0..=4.0).contains(&steady), "two seconds have passed, and at most a step more: {steady}");
        clock.simulate(false);
        let now = clock.now();
        assert!(system_time() - now < 60 * SECOND);
        let later = clock.steady();
        assert!(steady <= later && later < 60.0, "no jump: {later}");
    }

    #[tokio::test]
    async fn who_needs_the_time_waits_for_the_first_reading() {
        Clock::new(false).known().await;
        let clock = Clock::new(true);
        let asked = clock.clone();
        let waiting = tokio::spawn(async move {
            asked.known().await;
            asked.now()
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        clock.take(7 * SECOND);
        assert_eq!(waiting.await.expect("it only waits"), 7 * SECOND);
    }

    #[tokio::test]
    async fn a_clock_that_jumps_is_reported_and_adds_no_time() {
        let clock = Clock::new(true);
        clock.take(90 * SECOND);
        for (jump, words) in [(1090, "from 90.000 to 1090.000 s"), (90, "from 1090.000 to 90.000 s")] {
            clock.take(jump * SECOND);
            let failure = clock.failure().expect("it jumped");
            assert!(failure.contains(words), "{failure}");
        }
        assert!(clock.steady() < 1e-3, "{}", clock.steady());
    }

    #[tokio::test]
    async fn a_clock_that_never_comes_is_reported() {
        let clock = Clock::new(true);
        assert_eq!(clock.failure(), None, "it may be on its way");
        clock.source().moved -= 6 * SECOND;
        let text = clock.failure().expect("six seconds are long");
        assert!(text.contains("nobody publishes /clock"), "{text}");
        clock.take(SECOND);
        assert_eq!(clock.failure(), None);
        clock.source().moved -= 6 * SECOND;
        clock.take(SECOND);
        let text = clock.failure().expect("the same reading again");
        assert!(text.contains("stood still for 6 s"), "{text}");
        clock.simulate(false);
        assert_eq!(clock.failure(), None);
    }
}
