//! The node `rig_sim`: the simulated rig in real time, with its bricks at wire level and its rendered camera.

mod control;
pub mod convert;
mod params;
mod picture;
mod world_time;

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use futures::StreamExt;
use r2r::QosProfile;
use r2r::cuberig_msgs::msg::SimTruth;
use r2r::cuberig_msgs::srv::{InjectFault, Scramble};
use r2r::rosgraph_msgs::msg::Clock as ClockMsg;
use r2r::sensor_msgs::msg::{CameraInfo, Image};
use sim::live::{Flow, LiveRig, Order, Snapshot, Warn, listen, serve};
use sim::{Wire, World};
use tokio_util::sync::CancellationToken;

use crate::messages::BASE_FRAME;
use crate::runtime::{Diagnostics, Health, RigNode, Setup, Task, camera_qos, rig_profile};
pub use params::RigSimParams;
use picture::CameraTask;
use world_time::WorldTime;

/// Seed of everything that is random but the cube: motors, latencies, noise.
const SEED: u64 = 1;

/// The truth is published after this long at the latest, in addition to every change.
const TRUTH_PAUSE: Duration = Duration::from_millis(200);

/// The simulated rig.
pub struct RigSim;

impl RigNode for RigSim {
    const NAME: &'static str = "rig_sim";
    const ABOUT: &'static str =
        "simulates the rig: four motor bricks at wire level, claws, cube, faults, and a rendered camera";
    type Params = RigSimParams;

    fn start(setup: &mut Setup<RigSimParams>) -> Result<Task> {
        let params = setup.params.get();
        let port_base = u16::try_from(params.port_base).context("parameter 'port_base'")?;
        let world = World::new(rig_profile(&params.profile)?, SEED, params.options()?);
        let wires = Wire::ALL.into_iter().filter(|wire| world.has(*wire));
        let listeners = listen(&params.bind_address, port_base, wires)?;
        let last_port = port_base.saturating_add(listeners.last().map_or(0, |(wire, _)| wire.index()) as u16);
        let camera = world.camera();
        let images = setup.publisher::<Image>("camera/image_raw", camera_qos())?;
        let infos = setup.publisher::<CameraInfo>("camera/camera_info", camera_qos())?;
        let truths = setup.publisher::<SimTruth>("sim/truth", QosProfile::default())?;
        let flow = params.publish_clock.then(|| Flow::new(params.speed));
        let time = match &flow {
            Some(flow) => {
                let clocks = setup.publisher::<ClockMsg>("/clock", QosProfile::default())?;
                WorldTime::own(clocks, flow.clone())
            }
            None => {
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
        let log = setup.log.clone();
        let warn: Warn = Arc::new(move |text| log.warn(text));
        let rig = LiveRig::start(world, time, warn.clone(), end_of_world.clone())
            .context("cannot start the world's thread")?;
        for (wire, listener) in listeners {
            let (end, log) = (end_of_world.clone(), setup.log.clone());
            let serving = serve(wire, listener, rig.clone(), warn.clone(), end);
            setup.spawn(async move {
                if let Err(error) = serving.await {
                    log.error(format!("cannot serve {wire}: {error}"));
                }
            });
        }
        let camera = CameraTask {
            camera,
            rig: rig.clone(),
            images,
            infos,
            params: setup.params.clone(),
            clock: setup.clock.clone(),
            log: setup.log.clone(),
            stop: setup.stop.clone(),
        };
        setup.spawn(camera.run());
        let control = control::serve(setup, rig.clone(), flow)?;
        setup.spawn(control);
        let stop = setup.stop.clone();
        let (clock, log) = (setup.clock.clone(), setup.log.clone());
        let diagnostics = setup.diagnostics.clone();
        setup.log.info(format!("the rig listens on {} ports {port_base} to {last_port}", params.bind_address));
        Ok(Box::pin(async move {
            let mut changes = rig.truth_changes();
            let mut reported = rig.snapshot();
            loop {
                tokio::select! {
                    () = stop.cancelled() => break,
                    _ = tokio::time::timeout(TRUTH_PAUSE, changes.next()) => {
                        let snapshot = rig.snapshot();
                        if truths.has_listeners() {
                            let header = clock.header(BASE_FRAME);
                            truths.publish(&convert::truth(header, &snapshot));
                        }
                        let is_new = |violation: &&String| !reported.violations.contains(violation);
                        for violation in snapshot.violations.iter().filter(is_new) {
                            log.warn(violation.clone());
                        }
                        report_health(&diagnostics, &snapshot);
                        reported = snapshot;
                    }
                    Some(request) = scrambles.next() => {
                        let answer = match convert::cube_for(&request.message) {
                            Ok(cube) => {
                                rig.carry_out(Order::Put(cube)).await;
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
                                rig.carry_out(order).await;
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

fn report_health(diagnostics: &Diagnostics, snapshot: &Snapshot) {
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
