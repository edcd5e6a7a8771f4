//! The first swings of a rig, on many rigs and links: a healthy motor gets where it is sent, and every motor comes back.

use crate::bench::in_simulated_time;
use crate::bench::rigs::inject;
use brick::BrickName;
use brick::bringup::{Swing, SwingError};
use rig::{Arm, Joint, JointKind, Profile};
use sim::bench::Bench;
use sim::link::Latency;
use sim::{Options, World};

const SEEDS: u64 = 15;
/// How near a motor comes to a place on its way, and to where it began, degrees.
const NEAR_PLACE: f64 = 6.0;
const NEAR_START: f64 = 8.5;

/// Where `doctor` sends the motor of a joint, degrees.
fn places(kind: JointKind) -> Vec<f64> {
    match kind {
        JointKind::Grip => vec![95.0, 0.0],
        JointKind::Wrist => vec![61.4, -61.4, 0.0],
    }
}

/// A rig without a cube.
fn empty_rig(seed: u64, options: Options) -> Bench {
    let bench = Bench::new(World::new(Profile::nxt_2015(), seed, options));
    inject(&bench, "cube_taken", "", 0.0);
    bench
}

/// Swings the motor of a joint to places, and returns where it came to rest. After a failure it brings it back.
async fn swing(bench: &Bench, joint: Joint, places: &[f64]) -> Result<Vec<f64>, SwingError> {
    let (name, port) = BrickName::driving(joint);
    let mut brick = bench.brick(name);
    let mut swing = Swing::begin(&mut brick, port).await?;
    let mut reached = Vec::new();
    for place in places {
        match swing.to(*place).await {
            Ok(at) => reached.push(at),
            Err(failure) => {
                swing.back().await?;
                return Err(failure);
            }
        }
    }
    Ok(reached)
}

/// How far a joint is from where it began, degrees of its motor.
fn off_start(bench: &Bench, joint: Joint) -> f64 {
    let ratio = match joint.kind {
        JointKind::Grip => 95.0 / Profile::nxt_2015().gearing.open_grip(),
        JointKind::Wrist => 61.4 / 45f64.to_radians(),
    };
    bench.truth().joints[joint.index()] * ratio
}

/// Swings each motor of this many rigs of each kind.
fn get_where_they_are_sent(seeds: u64) {
    in_simulated_time(async {
        let everyday = Options::default();
        let with_latency = |latency| Options { latency, ..Options::default() };
        let always = |seconds| Latency { mean: seconds, jitter: 0.0 };
        let rigs = [
            ("everyday rig", everyday.clone()),
            ("wire", with_latency(Latency::NONE)),
            ("round trips of 45 ms", with_latency(always(0.0225))),
            ("round trips of 100 ms", with_latency(always(0.05))),
            ("round trips of 150 ms", with_latency(always(0.075))),
            ("round trips of 30 to 90 ms", with_latency(Latency { mean: 0.03, jitter: 0.015 })),
            ("motors 15 % off", Options { motor_spread: 0.15, ..everyday.clone() }),
            ("7 V", Options { battery_volts: 7.0, ..everyday.clone() }),
            ("twice the friction", Options { load: 2.0, ..everyday }),
        ];
        let mut failures = Vec::new();
        for (name, options) in rigs {
            let (mut worst, mut worst_start) = (0f64, 0f64);
            for seed in 0..seeds {
                for joint in Joint::ALL {
                    let bench = empty_rig(seed, options.clone());
                    let places = places(joint.kind);
                    match swing(&bench, joint, &places).await {
                        Ok(reached) => {
                            let off = reached.iter().zip(&places).map(|(at, to)| (at - to).abs());
                            worst = off.fold(worst, f64::max);
                            worst_start = worst_start.max(off_start(&bench, joint).abs());
                        }
                        Err(failure) => {
                            failures.push(format!("{name}, seed {seed}, {joint}: {failure}"));
                        }
                    }
                }
            }
            println!("{name}: at most {worst:.0} degrees off a place, {worst_start:.0} off the start");
            if worst > NEAR_PLACE || worst_start > NEAR_START {
                failures.push(format!("{name}: {worst:.0} and {worst_start:.0} degrees off"));
            }
        }
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    });
}

#[test]
fn healthy_motors_get_where_they_are_sent() {
    get_where_they_are_sent(SEEDS);
}

#[test]
#[ignore = "half a minute: 100 rigs of each kind"]
fn healthy_motors_of_many_rigs_get_where_they_are_sent() {
    get_where_they_are_sent(100);
}

/// A claw where a wrist is looked for: its fingers meet on the way to the other side.
#[tokio::test(start_paused = true)]
async fn a_motor_that_is_held_is_reported_and_comes_back() {
    for seed in 0..SEEDS {
        for arm in Arm::ALL {
            let bench = empty_rig(seed, Options::default());
            let outcome = swing(&bench, arm.grip(), &places(JointKind::Wrist)).await;
            match outcome {
                Err(SwingError::Stopped { at, .. }) => {
                    assert!((-40.0..-15.0).contains(&at), "seed {seed}, {arm}: {at}");
                }
                other => panic!("seed {seed}, {arm}: {other:?}"),
            }
            let off = off_start(&bench, arm.grip());
            assert!(off.abs() < NEAR_START, "seed {seed}, {arm}: {off:.1}");
        }
    }
}

/// A motor that does not turn at all.
#[tokio::test(start_paused = true)]
async fn a_stuck_motor_differs_from_one_that_is_held() {
    for seed in 0..SEEDS {
        let bench = empty_rig(seed, Options::default());
        inject(&bench, "motor_stalls", "l_wrist", 0.0);
        let outcome = swing(&bench, Arm::L.wrist(), &places(JointKind::Wrist)).await;
        // It does not turn back either.
        assert!(matches!(outcome, Err(SwingError::Still)), "{outcome:?}");
    }
}
