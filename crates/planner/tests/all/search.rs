//! The search for rig time: its costs against exact plans, its solutions against the cube, its limits against counting.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use cube::{Cube, Face, Move, Rotation, inverted};
use planner::{Planner, Pricer, SearchLimits, SearchTables, least_mean_seconds, solvable_share};
use rig::{Claw, Pair, Profile, RigState, Rules};
use solver::{LoadOptions, Progress, TableFile};
use testkit::cubes::{any_cube, drawn};
use testkit::rand::{RngExt, SeedableRng};
use testkit::rand_chacha::ChaCha8Rng;

fn random_moves(random: &mut ChaCha8Rng, count: usize) -> Vec<Move> {
    (0..count)
        .map(|_| {
            let face = Face::ALL[random.random_range(0..6)];
            Move::new(face, random.random_range(1..=3)).expect("1 to 3 quarters")
        })
        .collect()
}

/// From any pose, with horizontal claws too, and often with open claws: what moves cost, and what their exact plan takes.
fn prices_and_plans(profile: &Profile, mut compare: impl FnMut(&RigState, f64, f64)) {
    let (pricer, planner) = (Pricer::new(profile), Planner::new(profile));
    let mut random = ChaCha8Rng::seed_from_u64(5);
    for round in 0..120 {
        let mut start = RigState::at_rest(Rotation::from_index(round % 24).expect("below 24"));
        for pair in Pair::ALL {
            // Either both claws of a pair are horizontal or one of all.
            let turned = random.random_range(-1..=1);
            for arm in pair.arms() {
                start.arms[arm.index()].wrist = turned * random.random_range(0..=1);
            }
        }
        for arm in Pair::ALL[round % 2].arms() {
            if round % 3 != 0 && random.random_bool(0.7) {
                start.arms[arm.index()].claw = Claw::Open;
            }
        }
        if profile.rules.judge(&Rules::at_rest(&start)).is_err() {
            continue;
        }
        let count = random.random_range(1..12);
        let moves = random_moves(&mut random, count);
        let exact = planner.moves(&start, &moves).expect("a plan").seconds();
        let price = pricer.seconds(profile, &start, &moves).expect("possible");
        compare(&start, price, exact);
    }
}

/// Costs are followed through a table that knows nothing of phases in time or of A*: both must agree where no
/// cable twists.
#[test]
fn prices_are_those_of_exact_plans() {
    let mut profile = Profile::nxt_2015();
    profile.rules.wrist_range = None;
    let mut with_open_claws = 0;
    prices_and_plans(&profile, |start, price, exact| {
        assert!((exact - price).abs() < 1e-3, "{start:?}: {exact}, {price}");
        with_open_claws += i32::from(start.arms.iter().any(|arm| arm.claw == Claw::Open));
    });
    assert!(30 < with_open_claws);
}

/// What [`least_mean_seconds`] and proofs rest on, where cables twist and where faces turn among new grips.
#[test]
fn no_exact_plan_is_faster_than_its_price() {
    for name in ["nxt-2015", "nxt-2015-opposite"] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../config/profiles");
        let text = std::fs::read_to_string(format!("{folder}/{name}.toml")).expect("a profile");
        let profile = Profile::from_toml(&text).expect("a shipped profile");
        prices_and_plans(&profile, |start, price, exact| {
            let is_closed = start.arms.iter().all(|arm| arm.claw == Claw::Closed);
            if is_closed || !profile.rules.opposite_turns {
                assert!(price <= exact + 1e-3, "{name}, {start:?}: {exact}, {price}");
            }
        });
    }
}

#[test]
fn the_best_of_some_sequences_is_the_best_of_their_exact_plans() {
    let profile = Profile::nxt_2015();
    let (pricer, planner) = (Pricer::new(&profile), Planner::new(&profile));
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let candidates: Vec<Vec<Move>> = (0..12).map(|_| random_moves(&mut random, 8)).collect();
    let best = planner.best_of(&pricer, &RigState::REST, &candidates).expect("a plan");
    let exact = candidates
        .iter()
        .map(|moves| planner.moves(&RigState::REST, moves).expect("a plan").seconds())
        .fold(f64::INFINITY, f64::min);
    assert!((best.seconds() - exact).abs() < 1e-9, "{} and {exact}", best.seconds());
}

fn assert_solves(tables: &SearchTables, profile: &Profile) {
    let planner = Planner::new(profile);
    let mut random = ChaCha8Rng::seed_from_u64(11);
    for round in 0..3 {
        let scramble = random_moves(&mut random, 14);
        let cube = Cube::SOLVED.apply_all(&scramble);
        let known = [inverted(&scramble)];
        let mut start = RigState::at_rest(Rotation::IDENTITY.then(Pair::FB.rotation(round)));
        start.arms[0].wrist = round;
        // The search is stopped after this many questions rather than by a clock.
        let asked = AtomicUsize::new(0);
        let stop = || 300 < asked.fetch_add(1, Ordering::Relaxed);
        for known in [&known[..], &[]] {
            asked.store(0, Ordering::Relaxed);
            let limits = SearchLimits { threads: 2, stop: &stop, known };
            let plan = planner.cube(tables, &start, &cube, &limits).expect("a plan");
            assert!(cube.apply_all(plan.moves()).is_solved());
            assert_eq!(plan.start(), &start);
            if let Some(known) = known.first() {
                let exact = planner.moves(&start, known).expect("a plan").seconds();
                assert!(plan.seconds() <= exact, "{} is slower than {exact}", plan.seconds());
            }
        }
    }
    let limits = SearchLimits { threads: 1, stop: &|| true, known: &[] };
    let plan = planner.cube(tables, &RigState::REST, &Cube::SOLVED, &limits).expect("a plan");
    assert!(plan.motions().is_empty());
}

/// Tables from a file plan as those that were just made; another timing has another file.
#[test]
fn three_holding_claws() {
    let profile = Profile::nxt_2015();
    let folder = testkit::Folder::new("rig-time");
    let options = LoadOptions::cached_in(&folder.0);
    let load = || {
        let was_built = AtomicBool::new(false);
        let on_progress = |progress: &Progress| {
            was_built.fetch_or(progress.done < 1.0, Ordering::Relaxed);
        };
        let tables = SearchTables::load(&profile, &options, &on_progress).expect("tables");
        (tables, was_built.into_inner())
    };
    let (made, was_built) = load();
    assert!(was_built);
    let (loaded, was_built) = load();
    assert!(!was_built, "the file serves the second time");
    let files = TableFile::list(&folder.0).expect("a folder");
    assert!(matches!(&files[..], [file] if file.check().is_ok()));
    let planner = Planner::new(&profile);
    for seed in 1..4 {
        let [one, other] = [&made, &loaded].map(|tables| {
            let asked = AtomicUsize::new(0);
            let limits = SearchLimits { threads: 1, stop: &|| 50 < asked.fetch_add(1, Ordering::Relaxed), known: &[] };
            let cube = Cube::from_seed(seed);
            let plan = planner.cube(tables, &RigState::REST, &cube, &limits);
            plan.expect("a plan")
        });
        assert_eq!(one, other);
    }
    assert_solves(&loaded, &profile);
}

/// Solved, near it, in a small group: such cubes are planned to their solution, too, and near ones in the shortest time.
#[test]
fn any_cube_is_solved_by_its_plan() {
    let profile = Profile::nxt_2015();
    let planner = Planner::new(&profile);
    let options = LoadOptions::cached_in(LoadOptions::user_cache());
    let tables = SearchTables::load(&profile, &options, &|_| {}).expect("tables");
    for cube in drawn(any_cube(), 24) {
        let asked = AtomicUsize::new(0);
        let limits = SearchLimits { threads: 2, stop: &|| 20 < asked.fetch_add(1, Ordering::Relaxed), known: &[] };
        let plan = planner.cube(&tables, &RigState::REST, &cube, &limits);
        let plan = plan.expect("every cube has a plan");
        assert!(cube.apply_all(plan.moves()).is_solved(), "{}", cube.facelets());
        assert_eq!(plan.motions().is_empty(), cube.is_solved());
        // Plans of up to 6 s are soon proven.
        if plan.seconds() < 6.0 {
            let within = Duration::from_secs_f64(plan.seconds());
            let proven = planner.proven(&tables, &cube, within, 2, &|| false);
            let proven = proven.expect("a proof").expect("the plan is one");
            assert!(cube.apply_all(proven.moves()).is_solved());
            assert!(proven.seconds() <= plan.seconds() + 1e-9);
        }
    }
}

#[test]
#[ignore = "makes larger tables, ten seconds and more of two cores"]
fn two_holding_claws_with_opposite_turns() {
    let mut profile = Profile::nxt_2015();
    profile.rules.min_holding_claws = 2;
    profile.rules.opposite_turns = true;
    assert_solves(&SearchTables::new(&profile), &profile);
}

/// Two arms make 36 configs instead of 21, and look different in a mirror.
#[test]
#[ignore = "makes larger tables, ten seconds and more of two cores"]
fn two_arms() {
    let text = include_str!("../../../../config/profiles/two-arm.toml");
    let profile = Profile::from_toml(text).expect("a shipped profile");
    assert_solves(&SearchTables::new(&profile), &profile);
}

/// All sequences whose exact plans take at most this many seconds, by a search that knows nothing of coordinates or bounds.
fn all_within(planner: &Planner, limit: f64, mut visit: impl FnMut(&[Move], f64)) {
    let mut open: Vec<Vec<Move>> = vec![Vec::new()];
    while let Some(moves) = open.pop() {
        for turn in Move::ALL {
            let axis = |turn: &Move| turn.face().index() % 3;
            // Turns of opposite faces in one order only, and no face twice on end.
            let repeats = moves
                .last()
                .is_some_and(|last| axis(last) == axis(&turn) && turn.face().index() <= last.face().index());
            if repeats {
                continue;
            }
            let longer = [&moves[..], &[turn]].concat();
            let plan = planner.moves(&RigState::REST, &longer).expect("a plan");
            if plan.seconds() <= limit + 1e-9 {
                visit(&longer, plan.seconds());
                open.push(longer);
            }
        }
    }
}

#[test]
fn proven_plans_are_the_best_of_all_sequences() {
    let profile = Profile::nxt_2015();
    let options = LoadOptions::cached_in(LoadOptions::user_cache());
    let tables = SearchTables::load(&profile, &options, &|_| {}).expect("tables");
    let planner = Planner::new(&profile);
    let proven = |cube: &Cube, seconds: f64| {
        let within = Duration::from_secs_f64(seconds);
        let never = || false;
        planner.proven(&tables, cube, within, 2, &never).expect("a proof")
    };
    let mut listed: Vec<(Cube, f64)> = Vec::new();
    all_within(&planner, 2.5, |moves, seconds| {
        listed.push((Cube::SOLVED.apply_all(moves), seconds));
    });
    for scramble in ["R2 F2", "R2 L", "R L' F2", "B' F2"] {
        let moves = cube::parse_moves(scramble, cube::Notation::Standard).expect("moves");
        let cube = Cube::SOLVED.apply_all(&moves);
        let solve = listed.iter().filter(|(effect, _)| cube.then(effect).is_solved());
        let best = solve.map(|(_, seconds)| *seconds).reduce(f64::min);
        let best = best.expect("the scramble backwards is in the list");
        let plan = proven(&cube, 10.0).expect("within 10 s");
        assert!(cube.apply_all(plan.moves()).is_solved());
        assert!((plan.seconds() - best).abs() < 1e-9, "{scramble}: {} and {best}", plan.seconds());
        assert_eq!(proven(&cube, best - 0.01), None, "{scramble}");
    }
}

/// Counting against counting: for short times, sequences are listed one by one and priced by exact plans.
#[test]
fn no_more_cubes_are_solvable_than_there_are_sequences() {
    let mut profile = Profile::nxt_2015();
    profile.rules.wrist_range = None;
    let planner = Planner::new(&profile);
    let limit = 2.5;
    let mut sequences = 1;
    all_within(&planner, limit, |_, _| sequences += 1);
    let share = solvable_share(&profile, limit);
    let counted = share * 43_252_003_274_489_856_000.0;
    assert!((counted - f64::from(sequences)).abs() < 0.5, "{counted} and {sequences}");
}

/// What the requirement of 27 s on average meets: it cannot be had under these rules.
#[test]
fn counting_bounds_the_mean() {
    let profile = Profile::nxt_2015();
    let share = solvable_share(&profile, 27.0);
    assert!(0.05 < share && share < 0.2, "{share}");
    let mean = least_mean_seconds(&profile);
    assert!(27.5 < mean && mean < 28.5, "{mean}");
}
