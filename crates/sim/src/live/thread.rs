//! The thread that runs the world in step with its clock.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::{oneshot, watch};
use tokio_util::sync::CancellationToken;

use super::{Order, Simulation, Snapshot, Time, Warn};
use crate::world::TICK;
use crate::{Wire, World};

/// The longest sleep of the thread, by the world's time and by the machine's. It sleeps less when an order comes, or when
/// bytes arrive.
const PAUSE: Duration = Duration::from_millis(10);
/// The same while nothing in the world changes.
const STILL_PAUSE: Duration = Duration::from_millis(30);
/// Skipped time that is worth a warning, seconds.
const WORTH_A_WARNING: f64 = 1.0;
/// Time between two snapshots, by the world's time.
const SNAPSHOT_PAUSE: Duration = Duration::from_millis(25);

/// A message to the thread.
pub enum Message {
    /// An order, and the channel that reports its end.
    Order(Order, Option<oneshot::Sender<()>>),
    /// To be answered when the world has run as far as its clock.
    CatchUp(oneshot::Sender<()>),
    /// From now on the bytes of this wire go here.
    Host(Wire, UnboundedSender<Vec<u8>>),
}

/// Starts the thread.
pub fn start(
    world: World,
    time: impl Time,
    warn: Warn,
    stop: CancellationToken,
) -> io::Result<(Sender<Message>, watch::Receiver<Arc<Snapshot>>)> {
    let (sender, messages) = std::sync::mpsc::channel();
    let simulation = Simulation::new(world, time.now());
    let (snapshots, receiver) = watch::channel(Arc::new(Snapshot::of(&simulation)));
    std::thread::Builder::new()
        .name("world".into())
        .spawn(move || run(simulation, time, &messages, &snapshots, &warn, &stop))?;
    Ok((sender, receiver))
}

fn run(
    mut simulation: Simulation,
    mut time: impl Time,
    messages: &Receiver<Message>,
    snapshots: &watch::Sender<Arc<Snapshot>>,
    warn: &Warn,
    stop: &CancellationToken,
) {
    let snapshot_pause = time.lasts(SNAPSHOT_PAUSE);
    let longest = [PAUSE, STILL_PAUSE].map(|pause| time.lasts(pause).min(pause));
    let mut is_still = false;
    let mut hosts: [Option<UnboundedSender<Vec<u8>>>; Wire::COUNT] = Default::default();
    let mut next_snapshot = Instant::now();
    while !stop.is_cancelled() {
        let mut waiting = Vec::new();
        let longest = longest[usize::from(is_still)];
        let pause = match simulation.next_arrival() {
            Some(next) => {
                // A stopped clock must not keep the thread awake.
                let left = (next - time.now()).max(TICK);
                time.lasts(Duration::from_secs_f64(left)).min(longest)
            }
            None => longest,
        };
        let mut message = match messages.recv_timeout(pause) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let outcome = simulation.run_until(time.now());
        time.advanced_to(simulation.time());
        while let Some(next) = message {
            match next {
                Message::Host(wire, host) => hosts[wire.index()] = Some(host),
                Message::CatchUp(waits) => waiting.push(waits),
                Message::Order(order, waits) => {
                    simulation.order(order);
                    waiting.extend(waits);
                }
            }
            message = messages.try_recv().ok();
        }
        for (wire, bytes) in outcome.bytes {
            // A host that has hung up gets nothing more.
            if hosts[wire.index()].as_ref().is_some_and(|host| host.send(bytes).is_err()) {
                hosts[wire.index()] = None;
            }
        }
        if WORTH_A_WARNING < outcome.lost_seconds {
            warn(format!("the machine is too slow: the simulated rig lost {:.1} s", outcome.lost_seconds));
        }
        let now = Instant::now();
        if outcome.violated || !waiting.is_empty() || next_snapshot <= now {
            next_snapshot = now + snapshot_pause;
            let new = Snapshot::of(&simulation);
            is_still = !snapshots.send_if_modified(|old| {
                let changed = old.differs(&new);
                if changed {
                    *old = Arc::new(new);
                }
                changed
            });
        }
        for waits in waiting {
            // The caller may have stopped waiting.
            let _ = waits.send(());
        }
    }
}
