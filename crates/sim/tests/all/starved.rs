//! Drivers that are stopped and continued at random: a motor that is not looked after must not leave its limits.

use crate::bench::in_simulated_time;
use crate::bench::rigs::{inject, open, wrist};
use crate::bench::starved;
use brick::Error;
use rig::{Action, Arm, Pair, Profile, RigState};
use sim::bench::Bench;
use sim::link::Latency;
use sim::{Options, World};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// Seeds that are tried: the first ones, and those whose wrists once came furthest among 240, up to 193 degrees.
const FIRST: u64 = 36;
const WORST: [u64; 4] = [82, 92, 204, 229];
/// Where wrists go, in quarters: to the ends of their cables and away from them, by all lengths of way.
const PLACES: [i32; 9] = [2, -2, -1, -2, 0, 2, 1, 2, 0];
/// Share of the goals that starved drivers reach at least, and of turns of the cube by motors that are up to 15 % off.
const MOST: f64 = 0.9;
const MOST_OF_UNLIKE: f64 = 0.75;
/// Turns of the whole cube: where the first wrist of the pair begins and where it goes, in quarters. The other mirrors it.
const CUBE_TURNS: [(i32, i32); 6] = [(1, 2), (0, 2), (-1, -2), (0, -2), (-1, 1), (2, 0)];
/// A wrist on its way to a quarter may stand this far beyond it, as when it settles, degrees: what the simulator allows.
const BEYOND: f64 = 8.0;

fn seeds() -> impl Iterator<Item = u64> {
    (0..FIRST).chain(WORST)
}

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
    let drivers = Arc::new(starved::drivers(&bench, &RigState::REST, seed).await);
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

/// The rigs that are tried.
fn rigs() -> [(&'static str, Options); 3] {
    let everyday = Options::default();
    [
        ("everyday rig", everyday.clone()),
        ("wire", Options { latency: Latency::NONE, ..everyday.clone() }),
        ("motors 15 % off", Options { motor_spread: 0.15, ..everyday }),
    ]
}

#[test]
fn wrists_of_starved_drivers_stay_within_their_cables() {
    in_simulated_time(async {
        for (name, options) in rigs() {
            let (mut furthest, mut reached) = (0f64, 0);
            for seed in seeds() {
                let run = go_to_and_fro(seed, options.clone()).await;
                furthest = furthest.max(run.furthest);
                reached += run.reached;
            }
            check(name, furthest, reached, seeds().count() * 4 * PLACES.len(), MOST);
        }
    });
}

fn check(name: &str, furthest: f64, reached: usize, goals: usize, least: f64) {
    println!("{name}: the furthest wrist came to {furthest:.1} degrees; {reached} of {goals} goals reached");
    assert!(furthest <= 180.0 + BEYOND, "{name}: {furthest:.1} degrees");
    assert!(reached as f64 >= least * goals as f64, "{name}: {reached} of {goals} goals");
}

/// The cube is held by one pair, whose first wrist is at a quarter and whose second is at the opposite one; the other
/// pair is open.
fn held_by(pair: Pair, quarters: i32) -> RigState {
    let mut start = open(pair.other());
    let [first, second] = pair.arms();
    start.arms[first.index()].wrist = quarters;
    start.arms[second.index()].wrist = -quarters;
    start
}

/// Turns of the whole cube towards the ends of both cables, and one away from them: wrists of a pair at once.
#[test]
fn starved_turns_of_the_cube_stay_within_the_cables() {
    in_simulated_time(async {
        for (name, options) in rigs() {
            let (mut furthest, mut reached) = (0f64, 0);
            for seed in seeds() {
                for (from, to) in CUBE_TURNS {
                    let pair = Pair::ALL[seed as usize % 2];
                    let start = held_by(pair, from);
                    let options = Options { start, ..options.clone() };
                    let bench = Bench::new(World::new(Profile::nxt_2015(), seed, options));
                    let drivers = starved::drivers(&bench, &start, seed).await;
                    let (looking, seen) = watched(&bench);
                    let quarters = (to - from) as i8;
                    let turns = [Action::Turn(quarters), Action::Turn(-quarters)];
                    let ended = drivers.act_together(pair.arms(), turns, [from, -from]).await;
                    // Where it failed, the motors have yet to come to rest.
                    sleep(Duration::from_secs(1)).await;
                    looking.abort();
                    match ended {
                        Ok(()) => reached += 1,
                        Err(error) => assert!(matches!(error, Error::Apart { .. }), "{error}"),
                    }
                    furthest = furthest.max(*seen.lock().expect("nobody panics with it"));
                }
            }
            // Very unlike motors get apart while nobody looks, and the goal is given up by their names.
            let least = match options.motor_spread > 0.1 {
                true => MOST_OF_UNLIKE,
                false => MOST,
            };
            check(name, furthest, reached, seeds().count() * CUBE_TURNS.len(), least);
        }
    });
}

/// A wrist that is stuck on its way to the end of its cable comes free while nobody looks after it.
#[tokio::test(start_paused = true)]
async fn a_wrist_that_comes_free_unattended_stays_within_its_cable() {
    let arm = Arm::L;
    for (name, options) in rigs() {
        let mut furthest = 0f64;
        for seed in seeds() {
            for to in [2, -2] {
                let bench = Bench::new(World::new(Profile::nxt_2015(), seed, options.clone()));
                // It is stuck somewhere on its way, for less than what counts as blocked, and its driver is stopped then.
                let stuck = Duration::from_millis(150 + 20 * (seed % 20));
                let stops = stuck + Duration::from_millis(60 + 7 * (seed * 7 % 40));
                let drivers = starved::drivers_once(&bench, &RigState::REST, stops, Duration::from_secs(1)).await;
                inject(&bench, "cube_taken", "", 0.0);
                let (looking, seen) = watched(&bench);
                let going = tokio::spawn(async move {
                    let turn = Action::Turn(to);
                    // It may be too late.
                    let _ = drivers.act(arm, turn, 0).await;
                });
                sleep(stuck).await;
                inject(&bench, "motor_stalls", "l_wrist", 0.0);
                sleep(stops - stuck + Duration::from_millis(100)).await;
                bench.world().clear_faults();
                going.await.expect("no panic");
                looking.abort();
                furthest = furthest.max(*seen.lock().expect("nobody panics with it"));
            }
        }
        println!("{name}: a wrist that came free came to {furthest:.1} degrees");
        assert!(furthest <= 180.0 + BEYOND, "{name}: {furthest:.1} degrees");
    }
}

/// A wrist turns in the air, and its driver dies at any moment of that. Friction alone ends its motion, which near the end of its cable
/// is slow enough for that. Elsewhere it would take a sixth more time for whole plans.
#[tokio::test(start_paused = true)]
async fn a_wrist_whose_driver_dies_coasts_a_quarter_turn_beyond_its_cable_at_most() {
    let mut furthest = [0f64; 2];
    for (is_far, to) in [(false, 2), (true, 1), (true, -1)] {
        for moment in (40..700).step_by(20) {
            let bench = Bench::new(World::new(Profile::nxt_2015(), moment, Options::default()));
            let (dies, dead) = (Duration::from_millis(moment), Duration::from_secs(9));
            let drivers = starved::drivers_once(&bench, &RigState::REST, dies, dead).await;
            inject(&bench, "cube_taken", "", 0.0);
            let (looking, seen) = watched(&bench);
            let going = tokio::spawn(async move { drivers.act(Arm::L, Action::Turn(to), 0).await });
            sleep(dies + Duration::from_secs(2)).await;
            looking.abort();
            going.abort();
            let furthest = &mut furthest[usize::from(is_far)];
            *furthest = furthest.max(*seen.lock().expect("nobody panics with it"));
        }
    }
    println!("to the end of its cable it came to {:.1} degrees, elsewhere to {:.1}", furthest[0], furthest[1]);
    assert!(furthest[0] <= 180.0 + BEYOND && furthest[1] <= 180.0 + 90.0, "{furthest:?}");
}
