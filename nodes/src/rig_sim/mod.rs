//! The node `rig_sim`: the simulated rig in real time, with its bricks at wire level and its rendered camera.

mod bricks;
mod convert;
mod node;
mod params;
mod picture;
mod world_thread;

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use anyhow::Result;
use futures::StreamExt;
use r2r::QosProfile;
use r2r::cuberig_msgs::msg::SimTruth;
use r2r::cuberig_msgs::srv::{InjectFault, Scramble};
use r2r::rosgraph_msgs::msg::Clock as ClockMsg;
use r2r::sensor_msgs::msg::{CameraInfo, Image};
use sim::World;
use tokio::sync::{oneshot, watch};
use tokio_util::sync::CancellationToken;

use crate::runtime::{Diagnostics, Health, Publisher, RigNode, Setup, Task, rig_profile};
use node::Order;
pub use params::RigSimParams;
use picture::CameraTask;
use world_thread::{Snapshot, Telling};

/// How often /clock is published, when it is.
const CLOCK_PAUSE: Duration = Duration::from_millis(10);

/// The simulated rig.
pub struct RigSim;

impl RigNode for RigSim {
    const NAME: &'static str = "rig_sim";
    const ABOUT: &'static str = "simulates the rig: four motor bricks at wire level, claws, cube, faults, and a rendered camera";
    type Params = RigSimParams;

    fn start(setup: &mut Setup<RigSimParams>) -> Result<Task> {
        let params = setup.params.get();
        let listeners = bricks::listen(&params.bind_address, params.port_base)?;
        let seed = u64::try_from(params.world_seed).unwrap_or(0);
        let mut world = World::new(rig_profile(&params.profile)?, seed, params.options()?);
        if params.protocol == "arm_nxj" {
            world.run_arm_programs();
        }
        let camera = world.camera();
        let images = setup.publisher::<Image>("camera/image_raw", QosProfile::sensor_data())?;
        let infos =
            setup.publisher::<CameraInfo>("camera/camera_info", QosProfile::sensor_data())?;
        let truths = setup.publisher::<SimTruth>("sim/truth", QosProfile::default())?;
        let clocks = match params.publish_clock {
            true => Some(setup.publisher::<ClockMsg>("/clock", QosProfile::default())?),
            false => None,
        };
        let mut scrambles = setup.service::<Scramble::Service>("sim/scramble")?;
        let mut faults = setup.service::<InjectFault::Service>("sim/fault")?;
        // The world outlives the sign to stop by a moment, so that drivers can still brake their motors.
        let end_of_world = CancellationToken::new();
        let (teller, snapshots) =
            world_thread::start(world, setup.log.clone(), end_of_world.clone())?;
        for (name, listener) in listeners {
            setup.spawn(bricks::serve(
                name,
                listener,
                teller.clone(),
                setup.log.clone(),
                end_of_world.clone(),
            ));
        }
        let camera = CameraTask {
            camera,
            snapshots: snapshots.clone(),
            images,
            infos,
            params: setup.params.clone(),
            clock: setup.clock.clone(),
            log: setup.log.clone(),
            stop: setup.stop.clone(),
        };
        setup.spawn(camera.run());
        if let Some(clocks) = clocks {
            setup.spawn(tick(clocks, setup.stop.clone()));
        }
        let stop = setup.stop.clone();
        let (clock, log, live) = (setup.clock.clone(), setup.log.clone(), setup.params.clone());
        let diagnostics = setup.diagnostics.clone();
        setup.log.info(format!(
            "bricks listen on {} ports {} to {}",
            params.bind_address,
            params.port_base,
            params.port_base + 3
        ));
        Ok(Box::pin(async move {
            let mut changes = TruthChanges::new(snapshots.clone());
            loop {
                let pause = Duration::from_secs_f64(1.0 / live.get().truth_rate);
                tokio::select! {
                    () = stop.cancelled() => break,
                    _ = tokio::time::timeout(pause, changes.next()) => {
                        let snapshot = snapshots.borrow().clone();
                        truths.publish(&convert::truth(clock.header(&params.base_frame), &snapshot));
                        tell_health(&diagnostics, &snapshot);
                    }
                    Some(request) = scrambles.next() => {
                        let answer = match convert::cube_for(&request.message) {
                            Ok(cube) => {
                                carry_out(&teller, Order::Put(cube)).await;
                                log.info(format!("a cube was put in: {}", cube.facelets()));
                                convert::scrambled(&cube)
                            }
                            Err(refusal) => refusal,
                        };
                        // A reply that cannot be sent means that the asker has gone.
                        let _ = request.respond(answer);
                    }
                    Some(request) = faults.next() => {
                        let answer = match convert::fault_order(&request.message) {
                            Ok(order) => {
                                log.info(format!("fault: {order:?}"));
                                carry_out(&teller, order).await;
                                convert::answer(0, String::new())
                            }
                            Err(answer) => answer,
                        };
                        let _ = request.respond(answer);
                    }
                }
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
            end_of_world.cancel();
            Ok(())
        }))
    }
}

/// Gives an order and waits until it is carried out.
async fn carry_out(teller: &Sender<Telling>, order: Order) {
    let (sender, done) = oneshot::channel();
    if teller.send(Telling::Order(order, Some(sender))).is_ok() {
        // An error means that the world has ended, and the node with it.
        let _ = done.await;
    }
}

/// Wakes when cube, pose or violations change; joints alone do not count.
struct TruthChanges {
    snapshots: watch::Receiver<Arc<Snapshot>>,
    last: Arc<Snapshot>,
}

impl TruthChanges {
    fn new(snapshots: watch::Receiver<Arc<Snapshot>>) -> Self {
        let last = snapshots.borrow().clone();
        Self { snapshots, last }
    }

    async fn next(&mut self) {
        while self.snapshots.changed().await.is_ok() {
            let new = self.snapshots.borrow_and_update().clone();
            let old = std::mem::replace(&mut self.last, new.clone());
            let same = old.truth.cube == new.truth.cube
                && old.truth.pose == new.truth.pose
                && old.truth.solved == new.truth.solved
                && old.violations == new.violations;
            if !same {
                return;
            }
        }
        std::future::pending().await
    }
}

/// Publishes /clock in step with the system's clock, which is the pace of the simulated rig too.
async fn tick(clocks: Publisher<ClockMsg>, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(CLOCK_PAUSE);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        let now = std::time::SystemTime::now();
        let since_epoch = now
            .duration_since(std::time::UNIX_EPOCH)
            .unwrap_or_default();
        clocks.publish(&convert::clock(since_epoch));
    }
}

fn tell_health(diagnostics: &Diagnostics, snapshot: &Snapshot) {
    let values = [
        ("faces_at_sides", snapshot.truth.pose.faces_at_sides()),
        ("solved", snapshot.truth.solved.to_string()),
        ("violations", snapshot.violations.len().to_string()),
    ];
    match snapshot.violations.last() {
        Some(newest) => diagnostics.report(Health::Warn, newest, &values),
        None => diagnostics.report(Health::Ok, "simulating", &values),
    }
}
