//! The node `rig_sim`: the simulated rig in real time, with its bricks at wire level and its rendered camera.

mod bricks;
mod convert;
mod node;
mod params;
mod picture;
mod world_thread;
mod world_time;

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use anyhow::{Result, ensure};
use futures::StreamExt;
use r2r::QosProfile;
use r2r::cuberig_msgs::msg::SimTruth;
use r2r::cuberig_msgs::srv::{InjectFault, Scramble};
use r2r::rosgraph_msgs::msg::Clock as ClockMsg;
use r2r::sensor_msgs::msg::{CameraInfo, Image};
use sim::World;
use tokio::sync::{oneshot, watch};
use tokio_util::sync::CancellationToken;

use crate::runtime::{Diagnostics, Health, RigNode, Setup, Task, camera_qos, rig_profile};
use node::Order;
pub use params::RigSimParams;
use picture::CameraTask;
use world_thread::{Snapshot, Telling};
use world_time::WorldTime;

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
        let images = setup.publisher::<Image>("camera/image_raw", camera_qos())?;
        let infos = setup.publisher::<CameraInfo>("camera/camera_info", camera_qos())?;
        let truths = setup.publisher::<SimTruth>("sim/truth", QosProfile::default())?;
        let time = match params.publish_clock {
            true => {
                let clocks = setup.publisher::<ClockMsg>("/clock", QosProfile::default())?;
                WorldTime::own(clocks, params.speed)
            }
            false => {
                ensure!(
                    params.speed == 1.0,
                    "parameter 'speed' is {}, which needs publish_clock: without /clock nobody else knows of it",
                    params.speed
                );
                WorldTime::Follows(setup.clock.clone())
            }
        };
        let mut scrambles = setup.service::<Scramble::Service>("sim/scramble")?;
        let mut faults = setup.service::<InjectFault::Service>("sim/fault")?;
        // The world outlives the sign to stop by a moment, so that drivers can still brake their motors.
        let end_of_world = CancellationToken::new();
        let (teller, snapshots) =
            world_thread::start(world, time, setup.log.clone(), end_of_world.clone())?;
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
