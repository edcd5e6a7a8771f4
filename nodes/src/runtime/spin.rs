//! Spins a ROS node on a thread of its own until it is told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

/// How long one wait for events lasts at most, and with it how long stopping can take.
const WAIT: Duration = Duration::from_millis(50);
/// A wait that ends sooner than this without an event has not waited. A busy machine may take so long to come back from one.
const TOO_SOON: Duration = Duration::from_millis(3);
/// This many waits may end too soon in a row before the thread begins to sleep by itself.
const TOLERATED: u32 = 5;
/// The first sleep of the back-off; each further one is twice as long.
const FIRST_SLEEP: Duration = Duration::from_micros(500);
/// The longest sleep of the back-off.
const LONGEST_SLEEP: Duration = Duration::from_millis(10);

/// What the spin thread does with the node between two waits.
pub type NodeCall = Box<dyn FnOnce(&mut r2r::Node) + Send>;

/// Counts events that reached the node's tasks, so that the spin thread can distinguish work from idling.
#[derive(Clone, Default)]
pub struct EventCount(Arc<AtomicU64>);

impl EventCount {
    /// Notes one event.
    pub fn note(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn now(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Spins until `stop` is cancelled, then drops the node. Calls are done between two waits.
///
/// Some ten seconds after an action goal ends, r2r's `spin_once` returns at once for ever, because a goal that ought to
/// expire does not (r2r issue 136). Left alone that costs a third of a core per action server. So when waits keep ending too
/// soon although no event came, this loop sleeps between them. It sleeps a little at first and up to 10 ms later. After each
/// event it begins with a little again, until a wait lasts.
pub fn spin(
    mut node: r2r::Node,
    events: &EventCount,
    calls: &Receiver<NodeCall>,
    stop: &CancellationToken,
) {
    let mut idle_returns: u32 = 0;
    let mut waits_fail = false;
    while !stop.is_cancelled() {
        for call in calls.try_iter() {
            call(&mut node);
        }
        let (before, started) = (events.now(), Instant::now());
        node.spin_once(WAIT);
        let (has_event, at_once) = (events.now() != before, started.elapsed() < TOO_SOON);
        idle_returns = match (has_event, at_once) {
            (false, true) => idle_returns.saturating_add(1),
            (false, false) => 0,
            (true, _) if waits_fail => TOLERATED,
            (true, _) => 0,
        };
        waits_fail = idle_returns >= TOLERATED;
        if idle_returns > TOLERATED {
            let doublings = (idle_returns - TOLERATED - 1).min(10);
            let sleep = FIRST_SLEEP * (1 << doublings);
            std::thread::sleep(sleep.min(LONGEST_SLEEP));
        }
    }
}
