//! The control loop against emulated motors over the real protocol: does it land, and in time?

use crate::bench::landing::{Driven, measure};
use rig::{Action, Arm, Profile, RigState};
use sim::bench::Bench;
use sim::link::Latency;
use sim::{Options, World};
use std::time::Duration;

/// The link and motors that the rig is meant for: 30 ms +- 15 ms, 5 % spread, 2 degrees of play.
#[tokio::test(start_paused = true)]
async fn joints_land_within_two_degrees_in_time() {
    let figures = measure("everyday rig", 0..12, &Options::default(), Driven::Directly).await;
    assert!(
        figures.errors[1] <= 1.5,
        "95 % land within {:.2} degrees",
        figures.errors[1]
    );
    assert!(
        figures.errors[2] <= 2.5,
        "the worst lands at {:.2} degrees",
        figures.errors[2]
    );
    let timing = Profile::nxt_2015().timing;
    let nominal = [timing.open, timing.close, timing.quarter, timing.half];
    // Half turns of layers go to the end of a cable, slower than those of open claws: plans take the mean of both.
    for (mean, nominal) in figures.seconds.into_iter().zip(nominal) {
        assert!(
            mean < 1.1 * nominal,
            "a motion of {nominal} s takes {mean:.3} s"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn joints_land_on_other_links_and_motors() {
    let everyday = Options::default();
    let link = |mean, jitter| Options {
        latency: Latency { mean, jitter },
        ..everyday.clone()
    };
    let rigs = [
        ("wired", link(0.0005, 0.0)),
        ("slow link, 100 ms +- 50 ms", link(0.05, 0.025)),
        (
            "weak batteries",
            Options {
                battery_volts: 7.2,
                ..everyday.clone()
            },
        ),
        (
            "motors 15 % off",
            Options {
                motor_spread: 0.15,
                ..everyday.clone()
            },
        ),
        (
            "no play where 2 degrees are expected",
            Options {
                backlash_degrees: 0.0,
                ..everyday.clone()
            },
        ),
        (
            "3 degrees of play where 2 are expected",
            Options {
                backlash_degrees: 3.0,
                ..everyday.clone()
            },
        ),
    ];
    for (name, options) in rigs {
        let figures = measure(name, 0..4, &options, Driven::Directly).await;
        assert!(
            figures.errors[1] <= 3.0,
            "{name}: 95 % land within {:.2} degrees",
            figures.errors[1]
        );
        assert!(
            figures.errors[2] <= 4.5,
            "{name}: the worst lands at {:.2} degrees",
            figures.errors[2]
        );
    }
}

/// Whatever waits for a claw to be open may come as soon as it is: on no link does it swing back into the way.
#[tokio::test(start_paused = true)]
async fn claws_that_have_opened_do_not_come_back() {
    let slow = Latency {
        mean: 0.03,
        jitter: 0.015,
    };
    for (latency, seed) in [(Latency::BLUETOOTH, 0), (slow, 1), (slow, 2)] {
        let options = Options {
            latency,
            ..Options::default()
        };
        let bench = Bench::new(World::new(Profile::nxt_2015(), seed, options));
        let drivers = bench.drivers(&RigState::REST).await.expect("bricks answer");
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
            assert!(
                0.97 < narrowest,
                "{latency:?}, seed {seed}, {arm:?}: {narrowest:.3}"
            );
            drivers.act(arm, Action::Close, 0).await.expect("it closes");
        }
    }
}
