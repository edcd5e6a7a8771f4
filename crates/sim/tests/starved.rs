//! Drivers that are stopped and continued at random: a motor that is not looked after must not leave its limits.

mod bench;

use bench::Bench;
use bench::rigs::{inject, wrist};
use rig::{Action, Arm, Profile, RigState};
use sim::link::Latency;
use sim::{Options, World};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::sleep;

const SEEDS: u64 = 40;
/// Where wrists go, in quarters: to the ends of their cables and away from them, by all lengths of way.
const PLACES: [i32; 9] = [2, -2, -1, -2, 0, 2, 1, 2, 0];
/// A wrist on its way to a quarter may stand so far beyond it, as when it lands, degrees: what the simulator allows.
const BEYOND: f64 = 8.0;

/// Looks at the wrists every 2 ms, and keeps the furthest that any has been from neutral, degrees.
fn watched(bench: &Bench) -> (JoinHandle<()>, Arc<Mutex<f64>>) {
    let furthest = Arc::new(Mutex::new(0f64));
    let looking = tokio::spawn({
        let (bench, furthest) = (bench.clone(), furthest.clone());
        async move {
            loop {
                for arm in Arm::ALL {
                    let degrees = wrist(&bench, arm).to_degrees().abs();
                    let mut furthest = furthest.lock().expect("nobody panics with it");
                    *furthest = furthest.max(degrees);
                }
                sleep(Duration::from_millis(2)).await;
            }
        }
    });
    (looking, furthest)
}

/// How a run with starved drivers went.
struct Run {
    /// The furthest that a wrist came from neutral, degrees.
    furthest: f64,
    /// Goals that were reached.
    reached: usize,
}

/// Four wrists whose claws hold nothing that would slow them go to and fro.
async fn go_to_and_fro(seed: u64, options: Options) -> Run {
    let bench = Bench::new(World::new(Profile::nxt_2015(), seed, options));
    let drivers = Arc::new(bench.starved_drivers(&RigState::REST, seed).await);
    inject(&bench, "cube_taken", "", 0.0);
    let (looking, furthest) = watched(&bench);
    let goers = Arm::ALL.map(|arm| {
        let drivers = drivers.clone();
        tokio::spawn(async move {
            let (mut from, mut reached) = (0, 0);
            for place in PLACES {
                let turn = Action::Turn((place - from) as i8);
                // A starved driver may come too late; the wrist then goes on from wherever it is.
                reached += usize::from(drivers.act(arm, turn, from).await.is_ok());
                from = place;
            }
            reached
        })
    });
    let mut reached = 0;
    for goer in goers {
        reached += goer.await.expect("no panic");
    }
    looking.abort();
    let furthest = *furthest.lock().expect("nobody panics with it");
    Run { furthest, reached }
}

#[tokio::test(start_paused = true)]
async fn wrists_of_starved_drivers_stay_within_their_cables() {
    let everyday = Options::default();
    let rigs = [
        ("everyday rig", everyday.clone()),
        (
            "wire",
            Options {
                latency: Latency::NONE,
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
    ];
    for (name, options) in rigs {
        let (mut furthest, mut reached) = (0f64, 0);
        for seed in 0..SEEDS {
            let run = go_to_and_fro(seed, options.clone()).await;
            furthest = furthest.max(run.furthest);
            reached += run.reached;
        }
        let goals = SEEDS as usize * 4 * PLACES.len();
        println!(
            "{name}: the furthest wrist came to {furthest:.1} degrees; {reached} of {goals} goals reached"
        );
        assert!(furthest <= 180.0 + BEYOND, "{name}: {furthest:.1} degrees");
        assert!(
            10 * reached >= 9 * goals,
            "{name}: {reached} of {goals} goals"
        );
    }
}
