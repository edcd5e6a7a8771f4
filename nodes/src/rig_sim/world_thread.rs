//! Runs the simulation on a thread of its own, in step with its time.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use brick::BrickName;
use sim::render::Scene;
use sim::{Truth, World};
use tokio::sync::{mpsc::UnboundedSender, oneshot, watch};
use tokio_util::sync::CancellationToken;

use super::node::{Order, Simulation};
use super::world_time::WorldTime;
use crate::runtime::Logger;

/// The thread sleeps at most this long, of the world's time and of the machine's, so that motors and replies are never later than that.
const PAUSE: Duration = Duration::from_millis(2);

/// What the thread is told.
pub enum Telling {
    /// An order, and who waits until it is carried out.
    Order(Order, Option<oneshot::Sender<()>>),
    /// Bytes from this brick go here from now on.
    Host(BrickName, UnboundedSender<Vec<u8>>),
}

/// The world at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// What is really the case.
    pub truth: Truth,
    /// What must not happen and did.
    pub violations: Arc<[String]>,
    /// What the camera sees.
    pub scene: Arc<Scene>,
}

/// Lost time (seconds) that people should know of.
const WORTH_A_WARNING: f64 = 1.0;
/// How often snapshots are taken.
const SNAPSHOT_PAUSE: Duration = Duration::from_millis(25);

/// Starts the thread. Snapshots appear in the watch channel about forty times a second while they change.
pub fn start(
    world: World,
    time: WorldTime,
    log: Logger,
    stop: CancellationToken,
) -> Result<(Sender<Telling>, watch::Receiver<Arc<Snapshot>>)> {
    let (teller, tellings) = std::sync::mpsc::channel();
    let simulation = Simulation::new(world, time.now());
    let (snapshots, receiver) = watch::channel(Arc::new(snapshot(&simulation)));
    std::thread::Builder::new()
        .name("world".into())
        .spawn(move || run(simulation, time, &tellings, &snapshots, &log, &stop))
        .context("cannot start the world's thread")?;
    Ok((teller, receiver))
}

fn run(
    mut simulation: Simulation,
    mut time: WorldTime,
    tellings: &Receiver<Telling>,
    snapshots: &watch::Sender<Arc<Snapshot>>,
    log: &Logger,
    stop: &CancellationToken,
) {
    let (pause, snapshot_pause) = (time.lasts(PAUSE).min(PAUSE), time.lasts(SNAPSHOT_PAUSE));
    let mut hosts: [Option<UnboundedSender<Vec<u8>>>; 4] = Default::default();
    let mut next_snapshot = Instant::now();
    while !stop.is_cancelled() {
        let mut waiting = Vec::new();
        let mut telling = match tellings.recv_timeout(pause) {
            Ok(telling) => Some(telling),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let outcome = simulation.live_until(time.now());
        time.tell(simulation.time());
        while let Some(told) = telling {
            match told {
                Telling::Host(name, host) => hosts[name.index()] = Some(host),
                Telling::Order(order, waits) => {
                    simulation.order(order);
                    waiting.extend(waits);
                }
            }
            telling = tellings.try_recv().ok();
        }
        for (name, bytes) in outcome.bytes {
            // A host that has hung up gets nothing more.
            if hosts[name.index()]
                .as_ref()
                .is_some_and(|host| host.send(bytes).is_err())
            {
                hosts[name.index()] = None;
            }
        }
        if WORTH_A_WARNING < outcome.lost_seconds {
            log.warn(format!(
                "the machine is too slow: the simulated rig lost {:.1} s",
                outcome.lost_seconds
            ));
        }
        let now = Instant::now();
        if outcome.violated || !waiting.is_empty() || next_snapshot <= now {
            next_snapshot = now + snapshot_pause;
            let new = snapshot(&simulation);
            snapshots.send_if_modified(|old| {
                let changed = differs(old, &new);
                if changed {
                    *old = Arc::new(new);
                }
                changed
            });
        }
        for waits in waiting {
            // Who does not wait any more need not be told.
            let _ = waits.send(());
        }
    }
}

fn snapshot(simulation: &Simulation) -> Snapshot {
    Snapshot {
        truth: simulation.truth(),
        violations: simulation.violations().into(),
        scene: Arc::new(simulation.scene()),
    }
}

/// Whether anything but the time differs.
fn differs(old: &Snapshot, new: &Snapshot) -> bool {
    let truth = Truth {
        time: old.truth.time,
        ..new.truth.clone()
    };
    old.truth != truth || old.violations != new.violations || old.scene != new.scene
}
