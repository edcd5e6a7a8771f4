//! Whole plans on the simulated rig: what the planner promises is what the cube does.

use crate::bench::execute;
use cube::{Cube, Move};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rig::{Profile, RigState};
use sim::bench::Bench;
use sim::{Options, World};
use testkit::cubes::{any_cube_with_solution, drawn};

fn random_moves(seed: u64, count: usize) -> Vec<Move> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let moves: Vec<Move> = (0..count * 2).map(|_| Move::ALL[random.random_range(0..18)]).collect();
    let mut moves = cube::simplified(&moves);
    moves.truncate(count);
    moves
}

#[tokio::test(start_paused = true)]
async fn a_plan_solves_the_cube() {
    let mut nominal = 0.0;
    let mut taken = 0.0;
    for seed in 0..6 {
        let moves = random_moves(seed, 14);
        let cube = Cube::SOLVED.apply_all(&cube::inverted(&moves));
        let profile = Profile::nxt_2015();
        let plan = planner::plan_moves(&profile, &RigState::REST, &moves).expect("any sequence has a plan");
        let bench = Bench::new(World::new(profile, seed, Options { cube, ..Options::default() }));
        let drivers = bench.drivers(&RigState::REST).await.expect("the bricks answer");
        assert!(!bench.truth().solved);
        let seconds = execute(&drivers, &plan).await.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let truth = bench.truth();
        let events = bench.world().take_events();
        assert!(events.is_empty(), "seed {seed}: {events:?}");
        assert!(truth.solved, "seed {seed}: {truth:?}");
        nominal += plan.parked_seconds();
        taken += seconds;
    }
    println!("plans of {nominal:.1} s took {taken:.1} s");
    assert!(taken < 1.2 * nominal, "plans of {nominal:.1} s took {taken:.1} s");
}

/// Cubes that people bring: solved, near it, patterns, of small groups.
#[tokio::test(start_paused = true)]
async fn any_cube_is_turned_as_planned() {
    let profile = Profile::nxt_2015();
    for (seed, (cube, solution)) in (0..).zip(drawn(any_cube_with_solution(), 12)) {
        let solution = &solution[..solution.len().min(12)];
        let plan = planner::plan_moves(&profile, &RigState::REST, solution);
        let plan = plan.expect("any sequence has a plan");
        let options = Options { cube, ..Options::default() };
        let bench = Bench::new(World::new(profile.clone(), seed, options));
        let drivers = bench.drivers(&RigState::REST).await;
        let drivers = drivers.expect("the bricks answer");
        execute(&drivers, &plan).await.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let events = bench.world().take_events();
        assert!(events.is_empty(), "seed {seed}: {events:?}");
        assert_eq!(bench.truth().cube, Some(cube.apply_all(solution)));
    }
}

/// Rigs that differ in arms, wires and rules are configurations: their scans and plans come true as well.
#[tokio::test(start_paused = true)]
async fn plans_of_other_rigs_come_true() {
    for name in [
        "two-arm",
        "nxt-short-cables",
        "nxt-slip-rings",
        "nxt-2015-opposite",
        "nxt-2015-blended",
        "nxt-2015-opposite-blended",
    ] {
        let file = format!("{}/../../config/profiles/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&file).expect("the profile is in the repository");
        let profile = Profile::from_toml(&text).expect("a test of the rig crate reads it too");
        let moves = random_moves(9, 5);
        let cube = Cube::SOLVED.apply_all(&cube::inverted(&moves));
        let planner = planner::Planner::new(&profile);
        let scan = planner.scan(&RigState::REST, &cube::Face::ALL);
        let scan = scan.expect("the rig can show all faces").plan;
        let plan = planner.moves(&scan.trace().end, &moves).expect("any sequence has a plan");
        let options = Options { cube, ..Options::default() };
        let bench = Bench::new(World::new(profile, 9, options));
        let drivers = bench.drivers(&RigState::REST).await.expect("the bricks answer");
        for plan in [&scan, &plan] {
            execute(&drivers, plan).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        let events = bench.world().take_events();
        assert!(events.is_empty(), "{name}: {events:?}");
        assert!(bench.truth().solved, "{name}: {:?}", bench.truth());
    }
}

#[tokio::test(start_paused = true)]
async fn a_scan_ends_in_the_pose_that_the_planner_tracks() {
    let profile = Profile::nxt_2015();
    let scan = planner::plan_scan(&profile, &RigState::REST).expect("the rig can show all faces");
    let cube = Cube::from_seed(5);
    let bench = Bench::new(World::new(profile, 5, Options { cube, ..Options::default() }));
    let drivers = bench.drivers(&RigState::REST).await.expect("the bricks answer");
    execute(&drivers, &scan.plan).await.expect("it can be carried out");
    let truth = bench.truth();
    assert_eq!(bench.world().take_events(), []);
    assert_eq!(truth.cube, Some(cube), "showing a cube does not change it");
    let end = scan.plan.trace().end;
    assert_eq!(truth.pose, end.pose);
    for arm in rig::Arm::ALL {
        let closed = end.arm(arm).claw == rig::Claw::Closed;
        assert_eq!(truth.grips[arm.index()], closed, "claw of arm {arm}");
    }
}
