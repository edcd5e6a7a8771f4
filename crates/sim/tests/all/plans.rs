//! Whole plans on the simulated rig: what the planner promises is what the cube does.

use crate::bench::execute;
use crate::bench::rigs::Rig;
use cube::{Cube, Move};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rig::{Profile, RigState};
use sim::Options;
use testkit::cubes::{any_cube_with_solution, drawn};

pub fn random_moves(seed: u64, count: usize) -> Vec<Move> {
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
        let plan = planner::plan_moves(&Profile::nxt_2015(), &RigState::REST, &moves).expect("any sequence has a plan");
        let rig = Rig::new(seed, Options { cube, ..Options::default() }).await;
        assert!(!rig.bench.truth().solved);
        let seconds = execute(&rig.drivers, &plan).await.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let truth = rig.bench.truth();
        assert_eq!(rig.happenings(), [], "seed {seed}");
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
        let rig = Rig::new(seed, Options { cube, ..Options::default() }).await;
        execute(&rig.drivers, &plan).await.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(rig.happenings(), [], "seed {seed}");
        assert_eq!(rig.bench.truth().cube, Some(cube.apply_all(solution)));
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
        let profile = Profile::find(name).expect("it ships");
        let moves = random_moves(9, 5);
        let cube = Cube::SOLVED.apply_all(&cube::inverted(&moves));
        let planner = planner::Planner::new(&profile);
        let scan = planner.scan(&RigState::REST, &cube::Face::ALL);
        let scan = scan.expect("the rig can show all faces").plan;
        let plan = planner.moves(&scan.trace().end, &moves).expect("any sequence has a plan");
        let rig = Rig::of(profile, 9, Options { cube, ..Options::default() }).await;
        for plan in [&scan, &plan] {
            execute(&rig.drivers, plan).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        assert_eq!(rig.happenings(), [], "{name}");
        assert!(rig.bench.truth().solved, "{name}: {:?}", rig.bench.truth());
    }
}

#[tokio::test(start_paused = true)]
async fn a_scan_ends_in_the_pose_that_the_planner_tracks() {
    let profile = Profile::nxt_2015();
    let scan = planner::plan_scan(&profile, &RigState::REST).expect("the rig can show all faces");
    let cube = Cube::from_seed(5);
    let rig = Rig::of(profile, 5, Options { cube, ..Options::default() }).await;
    execute(&rig.drivers, &scan.plan).await.expect("it can be carried out");
    let truth = rig.bench.truth();
    assert_eq!(rig.happenings(), []);
    assert_eq!(truth.cube, Some(cube), "showing a cube does not change it");
    let end = scan.plan.trace().end;
    assert_eq!(truth.pose, end.pose);
    for arm in rig::Arm::ALL {
        let closed = end.arm(arm).claw == rig::Claw::Closed;
        assert_eq!(truth.grips[arm.index()], closed, "claw of arm {arm}");
    }
}
