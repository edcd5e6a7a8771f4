//! The search for rig time: its costs against exact plans, its solutions against the cube, its tables against damage.

use std::sync::atomic::{AtomicUsize, Ordering};

use cube::{Cube, Face, Move, inverted};
use planner::{Planner, Pricer, SearchLimits, SearchTables};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rig::{Pair, Pose, Profile, RigState};

fn random_moves(random: &mut ChaCha8Rng, count: usize) -> Vec<Move> {
    (0..count)
        .map(|_| {
            let face = Face::ALL[random.random_range(0..6)];
            Move::new(face, random.random_range(1..=3)).expect("1 to 3 quarters")
        })
        .collect()
}

/// Costs are followed through a table that knows nothing of phases in time or of A*: both must agree where no
/// cable twists, from any pose and with horizontal claws too.
#[test]
fn prices_are_those_of_exact_plans() {
    let mut profile = Profile::nxt_2015();
    profile.rules.twist_limit_quarters = None;
    let pricer = Pricer::new(&profile);
    let planner = Planner::new(&profile);
    let mut random = ChaCha8Rng::seed_from_u64(5);
    for round in 0..60 {
        let mut start = RigState::at_rest(Pose::from_index(round % 24).expect("below 24"));
        start.arms[round % 4].wrist = (round % 3) as i32 - 1;
        let count = random.random_range(1..16);
        let moves = random_moves(&mut random, count);
        let exact = planner.moves(&start, &moves).expect("a plan").seconds();
        let cost = pricer.seconds(&profile, &start, &moves).expect("possible");
        assert!(
            (exact - cost).abs() < 1e-3,
            "{moves:?} from {start:?}: {exact} and {cost}"
        );
    }
}

#[test]
fn the_best_of_some_sequences_is_the_best_of_their_exact_plans() {
    let profile = Profile::nxt_2015();
    let (pricer, planner) = (Pricer::new(&profile), Planner::new(&profile));
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let candidates: Vec<Vec<Move>> = (0..12).map(|_| random_moves(&mut random, 8)).collect();
    let best = planner
        .best_of(&pricer, &RigState::REST, &candidates)
        .expect("a plan");
    let exact = candidates
        .iter()
        .map(|moves| {
            planner
                .moves(&RigState::REST, moves)
                .expect("a plan")
                .seconds()
        })
        .fold(f64::INFINITY, f64::min);
    assert!(
        (best.seconds() - exact).abs() < 1e-9,
        "{} and {exact}",
        best.seconds()
    );
}

fn assert_solves(tables: &SearchTables, profile: &Profile) {
    let planner = Planner::new(profile);
    let mut random = ChaCha8Rng::seed_from_u64(11);
    for round in 0..3 {
        let scramble = random_moves(&mut random, 14);
        let cube = Cube::SOLVED.apply_all(&scramble);
        let known = [inverted(&scramble)];
        let mut start = RigState::at_rest(Pose::IDENTITY.turned(Pair::FB, round));
        start.arms[0].wrist = round;
        // The search is stopped after so many questions rather than by a clock.
        let asked = AtomicUsize::new(0);
        let stop = || 300 < asked.fetch_add(1, Ordering::Relaxed);
        for known in [&known[..], &[]] {
            asked.store(0, Ordering::Relaxed);
            let limits = SearchLimits {
                threads: 2,
                stop: &stop,
                known,
            };
            let plan = planner
                .cube(tables, &start, &cube, &limits)
                .expect("a plan");
            assert!(cube.apply_all(plan.moves()).is_solved());
            assert_eq!(plan.start(), &start);
            if let Some(known) = known.first() {
                let exact = planner.moves(&start, known).expect("a plan").seconds();
                // The order by cost without twist may differ by a turn of a wrist.
                assert!(
                    plan.seconds() <= exact + 1.0,
                    "{} is slower than {exact}",
                    plan.seconds()
                );
            }
        }
    }
    let limits = SearchLimits {
        threads: 1,
        stop: &|| true,
        known: &[],
    };
    let plan = planner
        .cube(tables, &RigState::REST, &Cube::SOLVED, &limits)
        .expect("a plan");
    assert!(plan.motions().is_empty());
}

fn assert_bytes_are_guarded(tables: &SearchTables, profile: &Profile) {
    let mut bytes = Vec::new();
    tables
        .write_to(profile, &mut bytes)
        .expect("memory to write to");
    assert!(SearchTables::read_from(profile, &bytes[..]).is_ok());
    let mut other = profile.clone();
    other.timing.quarter *= 1.5;
    assert!(
        SearchTables::read_from(&other, &bytes[..]).is_err(),
        "another rig"
    );
    assert!(
        SearchTables::read_from(profile, &bytes[..bytes.len() / 2]).is_err(),
        "cut short"
    );
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    assert!(
        SearchTables::read_from(profile, &bytes[..]).is_err(),
        "one bit wrong"
    );
}

#[test]
#[ignore = "makes 100 MB of tables, ten seconds of two cores"]
fn three_holding_claws() {
    let profile = Profile::nxt_2015();
    let tables = SearchTables::new(&profile);
    assert_bytes_are_guarded(&tables, &profile);
    assert_solves(&tables, &profile);
}

#[test]
#[ignore = "makes 100 MB of tables, some minutes of two cores"]
fn two_holding_claws_with_opposite_turns() {
    let mut profile = Profile::nxt_2015();
    profile.rules.min_holding_claws = 2;
    profile.rules.opposite_turns = true;
    let tables = SearchTables::new(&profile);
    assert_solves(&tables, &profile);
}
