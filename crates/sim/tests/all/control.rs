//! The control loop against emulated motors over the real protocol: does it settle, and in time?

use crate::bench::in_simulated_time;
use crate::bench::rigs::Rig;
use crate::bench::settling::{Driven, measure};
use brick::control::runner::{Pace, PositionLoop};
use brick::{BrickName, Port, joint_settings};
use rig::{Action, Arm, Profile};
use sim::bench::Bench;
use sim::link::Latency;
use sim::{Options, World};
use std::time::Duration;

/// The link and motors that the rig is meant for: 30 ms +- 15 ms, 5 % spread, 2 degrees of play.
#[tokio::test(start_paused = true)]
async fn joints_land_within_two_degrees_in_time() {
    let figures = measure("everyday rig", 0..12, &Options::default(), Driven::Directly).await;
    assert!(figures.errors[1] <= 1.5, "95 % settle within {:.2} degrees", figures.errors[1]);
    assert!(figures.errors[2] <= 2.5, "the worst settles at {:.2} degrees", figures.errors[2]);
    let timing = Profile::nxt_2015().timing;
    // Half turns of layers go to the end of a cable here, those of open claws come from there.
    let half = (timing.half + timing.half_to_cable_end.expect("the profile has it")) / 2.0;
    let nominal = [timing.open, timing.close, timing.quarter, half];
    for (mean, nominal) in figures.seconds.into_iter().zip(nominal) {
        assert!(mean < 1.1 * nominal, "a motion of {nominal} s takes {mean:.3} s");
    }
}

#[test]
fn joints_land_on_other_links_and_motors() {
    in_simulated_time(async {
        let everyday = Options::default();
        let link = |mean, jitter| Options { latency: Latency { mean, jitter }, ..everyday.clone() };
        let rigs = [
            ("wired", link(0.0005, 0.0)),
            ("slow link, 100 ms +- 50 ms", link(0.05, 0.025)),
            ("weak batteries", Options { battery_volts: 7.2, ..everyday.clone() }),
            ("motors 15 % off", Options { motor_spread: 0.15, ..everyday.clone() }),
            ("no play where 2 degrees are expected", Options { backlash_degrees: 0.0, ..everyday.clone() }),
            ("3 degrees of play where 2 are expected", Options { backlash_degrees: 3.0, ..everyday.clone() }),
        ];
        for (name, options) in rigs {
            let figures = measure(name, 0..4, &options, Driven::Directly).await;
            assert!(figures.errors[1] <= 3.0, "{name}: 95 % settle within {:.2} degrees", figures.errors[1]);
            assert!(figures.errors[2] <= 4.5, "{name}: the worst settles at {:.2} degrees", figures.errors[2]);
        }
    });
}

/// Whatever waits for a claw to be open may come as soon as it is: on no link does it swing back into the way.
#[tokio::test(start_paused = true)]
async fn claws_that_have_opened_do_not_come_back() {
    let slow = Latency { mean: 0.03, jitter: 0.015 };
    for (latency, seed) in [(Latency::BLUETOOTH, 0), (slow, 1), (slow, 2)] {
        let Rig { bench, drivers } = Rig::new(seed, Options { latency, ..Options::default() }).await;
        for arm in Arm::ALL {
            let watch = async {
                let mut narrowest = None;
                for _ in 0..300 {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                    let share = bench.truth().joints[arm.grip().index()] / drivers.open;
                    if narrowest.is_some() || 0.98 < share {
                        narrowest = Some(share.min(narrowest.unwrap_or(share)));
                    }
                }
                narrowest.expect("it opens")
            };
            let (narrowest, done) = tokio::join!(watch, drivers.act(arm, Action::Open, 0));
            done.expect("it opens");
            assert!(0.97 < narrowest, "{latency:?}, seed {seed}, {arm:?}: {narrowest:.3}");
            drivers.act(arm, Action::Close, 0).await.expect("it closes");
        }
    }
}

/// Joints at rest are read seldom, until somebody moves them: an order does, and so does a hand.
#[tokio::test(start_paused = true)]
async fn joints_at_rest_are_read_seldom_until_something_moves_them() {
    let profile = Profile::nxt_2015();
    let bench = Bench::new(World::new(profile.clone(), 0, Options::default()));
    let name = BrickName::RlRotate;
    let motors = name.joints().map(|(port, joint)| (port, joint_settings(&profile, joint, 0.0)));
    let pace = Pace { resting: Duration::from_millis(300), ..Pace::default() };
    let (position_loop, handle, mut reports) = PositionLoop::new(bench.brick(name), motors, pace);
    tokio::spawn(position_loop.run());
    let mut readings_in = async |seconds| {
        let mut count = 0;
        let end = tokio::time::sleep(Duration::from_secs(seconds));
        tokio::pin!(end);
        loop {
            tokio::select! {
                biased;
                () = &mut end => return count,
                changed = reports.changed() => changed.expect("the loop runs"),
            }
            count += 1;
        }
    };
    let holding = readings_in(4).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let resting = readings_in(3).await;
    // A stop moves nothing, but is an order.
    handle.stop().await.expect("the loop runs");
    let after_order = readings_in(3).await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    bench.world().brick_mut(name).motor_mut(Port::A).stop_at(0.3);
    tokio::time::sleep(Duration::from_millis(350)).await;
    let after_push = readings_in(3).await;
    // By `pace`; where the battery is read too, a reading comes later or sooner.
    assert!((36..=44).contains(&holding), "held: {holding} readings");
    for readings in [after_order, after_push] {
        assert!((27..=33).contains(&readings), "{readings} readings");
    }
    assert!((9..=12).contains(&resting), "{resting} readings at rest");
}
