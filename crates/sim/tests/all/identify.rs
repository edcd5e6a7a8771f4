//! Motors identified over the wire: against the constants of their physics, and what it is good for.

use crate::bench::in_simulated_time;
use brick::control::MotorModel;
use brick::control::identify::{StepResponse, fit};
use brick::control::measure::{Step, steps};
use brick::{BrickName, Port, Power};
use rig::{Arm, Claw, Profile, RigState};
use sim::bench::Bench;
use sim::link::Latency;
use sim::{DrawnRig, Fault, Options, World};

/// A rig without a cube and with open claws, whose wrists turn freely.
fn empty_rig(seed: u64, spread: f64) -> Bench {
    let mut start = RigState::REST;
    for arm in &mut start.arms {
        arm.claw = Claw::Open;
    }
    let options = Options { start, motor_spread: spread, ..Options::default() };
    let mut world = World::new(Profile::nxt_2015(), seed, options);
    world.inject(Fault::CubeTaken);
    Bench::new(world)
}

async fn responses(bench: &Bench, name: BrickName, port: Port) -> Vec<StepResponse> {
    let mut brick = bench.brick(name);
    let mut responses = Vec::new();
    for percent in [40, -40, 60, -60, 80, -80].repeat(2) {
        let step = Step {
            joint: name.name().to_owned(),
            port,
            power: Power::new(percent).expect("within 100"),
            travel: 180.0,
            room: 270.0,
        };
        responses.push(step.measure(&mut brick).await.expect("the brick answers").0);
    }
    responses
}

#[test]
fn a_motor_on_the_wire_is_identified_with_its_physics() {
    in_simulated_time(async {
        for seed in 0..3 {
            let bench = empty_rig(seed, 0.15);
            let responses = responses(&bench, BrickName::RlRotate, Port::A).await;
            let found = fit(&responses).expect("an everyday motor");
            let constants = *bench.world().brick(BrickName::RlRotate).motor(Port::A).constants();
            // J dw/dt = Kt (V d - Kb w) / R - b w - friction; inertia and friction of the joint behind the gears count too.
            let ratio = Profile::nxt_2015().gearing.ratio(rig::JointKind::Wrist).to_degrees().to_radians();
            let inertia = constants.inertia + 1.0e-4 / ratio.powi(2);
            let drag = constants.viscous + constants.torque * constants.back_emf / constants.resistance;
            let per_percent = constants.torque * 9.0 / 100.0 / constants.resistance / drag;
            let friction =
                (constants.coulomb + 0.008 / ratio.abs()) / (constants.torque * 9.0 / 100.0 / constants.resistance);
            let MotorModel { speed_per_percent, friction_percent, time_constant } = found.model;
            println!(
                "seed {seed}: speed {speed_per_percent:.2} for {:.2}, friction {friction_percent:.1} for {friction:.1}, time constant {:.1} for {:.1} ms, rms {:.2} degrees",
                per_percent.to_degrees(),
                time_constant * 1e3,
                inertia / drag * 1e3,
                found.rms_degrees
            );
            // The battery sags by up to 0.5 V under the current, which the model takes for less speed.
            assert!((speed_per_percent / per_percent.to_degrees() - 1.0).abs() < 0.12);
            assert!((friction_percent - friction).abs() < 4.0);
            assert!((time_constant / (inertia / drag) - 1.0).abs() < 0.25);
            assert!(found.rms_degrees < 4.5);
        }
    });
}

/// The model of a wrist's motor that `calibrate motors` finds.
async fn calibrated(bench: &Bench) -> MotorModel {
    let (name, port, joint) = (BrickName::RlRotate, Port::A, Arm::R.wrist());
    let gearing = bench.world().profile().gearing;
    let responses = steps(&mut bench.brick(name), port, joint, &gearing, 2).await;
    fit(&responses.expect("the brick answers")).expect("an everyday motor").model
}

/// A question that was asked again is answered nobody knows when: one such reading made a motor twice as nimble as it is.
#[test]
fn a_motor_is_identified_over_a_link_that_loses_replies() {
    in_simulated_time(async {
        for seed in 0..3 {
            let [whole, lossy] = [(); 2].map(|()| empty_rig(seed, 0.15));
            lossy.world().inject(Fault::RepliesLost(BrickName::RlRotate, 0.03));
            let (usual, found) = (calibrated(&whole).await, calibrated(&lossy).await);
            assert!((found.speed_per_percent / usual.speed_per_percent - 1.0).abs() < 0.1, "seed {seed}: {found:?}");
            assert!((found.friction_percent - usual.friction_percent).abs() < 2.0, "seed {seed}: {found:?}");
            assert!((found.time_constant / usual.time_constant - 1.0).abs() < 0.2, "seed {seed}: {found:?}");
        }
    });
}

/// What `calibrate motors` finds of a drawn rig's claw, over its own link or this one.
async fn drawn_claw(seed: u64, arm: Arm, latency: Option<Latency>) -> Result<MotorModel, brick::Error> {
    let mut drawn = DrawnRig::from_seed(seed);
    if let Some(latency) = latency {
        drawn.bricks.iter_mut().for_each(|brick| brick.latency = latency);
    }
    let options = Options { drawn: Some(drawn), ..Options::default() };
    let mut world = World::new(Profile::nxt_2015(), seed, options);
    world.inject(Fault::CubeTaken);
    let bench = Bench::new(world);
    let of_arm = |(_, joint): &(Port, rig::Joint)| *joint == arm.grip();
    let (name, (port, joint)) = (BrickName::ALL.into_iter())
        .find_map(|name| name.joints().into_iter().find(of_arm).map(|found| (name, found)))
        .expect("each joint has a brick");
    let responses = steps(&mut bench.brick(name), port, joint, &Profile::nxt_2015().gearing, 2).await;
    Ok(fit(&responses.expect("the brick answers"))?.model)
}

/// The speed of a claw's motor at the greatest power of its steps.
fn speed(model: &MotorModel) -> f64 {
    model.speed_per_percent * (60.0 - model.friction_percent)
}

const NEAR: Latency = Latency { mean: 0.005, jitter: 0.001 };

/// Over a slow link these claws come to their ends, and stand there under power. Readings of that once fitted no motor.
#[test]
fn a_claw_that_comes_to_its_end_is_identified() {
    in_simulated_time(async {
        for (seed, arm) in [(7015, Arm::F), (7109, Arm::R), (7116, Arm::F)] {
            let near = drawn_claw(seed, arm, Some(NEAR)).await.expect("a motor like others");
            let far = drawn_claw(seed, arm, None).await.expect("a motor like others");
            assert!((speed(&far) / speed(&near) - 1.0).abs() < 0.2, "seed {seed}: {far:?} for {near:?}");
        }
    });
}

/// A claw has little room: over a slow link its brake comes when it has reached its end, and readings are few and of uncertain
/// moments. All of that once made its motor one of half the speed.
#[test]
fn a_claw_is_identified_over_a_slow_and_unsteady_link() {
    in_simulated_time(async {
        for seed in 0..4 {
            let near = drawn_claw(seed, Arm::R, Some(NEAR)).await.expect("a motor like others");
            let slow = Latency { mean: 0.065, jitter: 0.02 };
            let far = drawn_claw(seed, Arm::R, Some(slow)).await.expect("a motor like others");
            let report = format!("seed {seed}: {far:?} for {near:?}");
            assert!((speed(&far) / speed(&near) - 1.0).abs() < 0.15, "{report}");
            assert!((far.time_constant / near.time_constant - 1.0).abs() < 0.3, "{report}");
        }
    });
}
