//! Plans carried out by events: however long motions take, starting each once what it waits for has come true keeps to the rules.

use cube::{Cube, Face, Move};
use planner::{Plan, Planner, Wait, plan_scan};
use rig::{Arm, CameraView, Claw, Clearances, CubeEffect, Motion, Profile, RigState, ramp_time};
use testkit::proptest::prelude::*;
use testkit::rand::{Rng, RngExt, SeedableRng};
use testkit::rand_chacha::ChaCha8Rng;

/// Starts each motion when what it waits for has come true, late at times, and lets it last longer than planned. A claw
/// that is held takes as long as it must.
fn carried_out(plan: &Plan, clearances: &Clearances, random: &mut impl Rng) -> Vec<Motion> {
    let (planned, waits, holds) = (plan.all_motions(), plan.waits(), plan.holds());
    let mut real: Vec<Motion> = planned.to_vec();
    let mut done = vec![false; planned.len()];
    // A claw comes after the turns that hold it, though it may start before them.
    while let Some(index) = (0..planned.len()).find(|&index| {
        let waited = waits[index].iter().map(|wait| wait.motion);
        let mut needed = waited.chain(holds[index].iter().map(|hold| hold.motion));
        !done[index] && needed.all(|other| done[other])
    }) {
        done[index] = true;
        let motion = planned[index];
        // The two wrists that turn the cube together are one motion.
        let twin = match plan.trace().effects[index] {
            CubeEffect::CubeTurn { partner, .. } => partner.filter(|&twin| done[twin]),
            CubeEffect::Nothing | CubeEffect::FaceTurn(_) => None,
        };
        if let Some(twin) = twin {
            (real[index].start, real[index].end) = (real[twin].start, real[twin].end);
            continue;
        }
        let reached = |wait: &Wait| {
            let other = real[wait.motion];
            other.start + ramp_time(wait.share) * (other.end - other.start)
        };
        let ready = waits[index].iter().map(reached).fold(0.0, f64::max);
        let delay = if random.random_bool(0.3) { random.random_range(0.0..0.5) } else { 0.0 };
        let start = ready + delay;
        let planned = motion.end - motion.start;
        let mut seconds = planned * random.random_range(1.0..2.5);
        for hold in &holds[index] {
            let left = real[hold.motion].end - start;
            seconds = seconds.max(left / ramp_time(hold.until).max(1e-9));
        }
        (real[index].start, real[index].end) = (start, start + seconds);
    }
    assert!(done.iter().all(|&done| done), "nothing waits for itself");
    assert!(shares(&waits).all(|share| share == 1.0) || *clearances != Clearances::FULL);
    real
}

fn shares(waits: &[Vec<Wait>]) -> impl Iterator<Item = f64> + '_ {
    waits.iter().flatten().map(|wait| wait.share)
}

fn any_moves() -> impl Strategy<Value = Vec<Move>> {
    prop::collection::vec((0..6_usize, 1..=3), 1..12).prop_map(|turns| {
        turns
            .into_iter()
            .map(|(face, quarters)| Move::new(Face::ALL[face], quarters).expect("1 to 3 quarters"))
            .collect()
    })
}

fn profiles() -> [Profile; 4] {
    ["nxt-2015", "nxt-2015-opposite", "nxt-2015-blended", "nxt-2015-opposite-blended"]
        .map(|name| Profile::find(name).expect("it ships"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn events_keep_to_the_rules(moves in any_moves(), seed in any::<u64>()) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for profile in profiles() {
            let plan = Planner::new(&profile).moves(&RigState::REST, &moves).expect("a plan");
            let want = Cube::SOLVED.apply_all(&moves);
            prop_assert_eq!(Cube::SOLVED.apply_all(plan.moves()), want);
            let real = carried_out(&plan, &profile.clearances, &mut random);
            let trace = rig::check(&profile, &RigState::REST, &real).expect("no rule broken");
            let turns: Vec<Move> = trace.moves().collect();
            prop_assert_eq!(Cube::SOLVED.apply_all(&turns), want);
            prop_assert_eq!(trace.end.arms, RigState::REST.arms);
            // However late they are, motions have the effects of the plan.
            prop_assert_eq!(&trace.effects, &plan.trace().effects);
            prop_assert_eq!(&trace.before, &plan.trace().before);
        }
    }
}

#[test]
fn a_scan_shows_each_face_once_unobstructed_and_survives_jitter() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    for profile in profiles() {
        let scan = plan_scan(&profile, &RigState::REST).expect("a scan");
        let mut faces: Vec<usize> = scan.views.iter().map(|view| view.face.index()).collect();
        faces.sort_unstable();
        assert_eq!(faces, [0, 1, 2, 3, 4, 5]);
        for view in &scan.views {
            // What has ended by then is a rig at rest that shows side U, but for open claws that may turn.
            let done: Vec<Motion> =
                scan.plan.motions().iter().copied().filter(|motion| motion.end <= view.seconds + 1e-9).collect();
            let state = rig::check(&profile, &RigState::REST, &done).expect("a beginning of a plan").end;
            assert!(CameraView::ABOVE.is_clear(&state, profile.rules.arms()), "{view:?} {state:?}");
            assert_eq!(state.pose.face_at(cube::Face::U), view.face);
            assert_eq!(CameraView::ABOVE.quarters(state.pose), view.quarters);
            for motion in scan.plan.motions() {
                let spans = motion.start < view.seconds - 1e-9 && view.seconds + 1e-9 < motion.end;
                assert!(!spans || state.arm(motion.arm).claw == rig::Claw::Open);
            }
        }
        let real = carried_out(&scan.plan, &profile.clearances, &mut random);
        rig::check(&profile, &RigState::REST, &real).expect("no rule broken");
    }
}

/// A scan ends where what follows begins best: no other place of an open wrist makes solutions faster on average.
#[test]
fn a_scan_hands_over_where_solutions_begin_best() {
    let mut random = ChaCha8Rng::seed_from_u64(12);
    let mut turns = || {
        let face = Face::ALL[random.random_range(0..6)];
        Move::new(face, random.random_range(1..=3)).expect("1 to 3 quarters")
    };
    // Where they begin makes a difference after a few turns.
    let solutions: Vec<Vec<Move>> = (0..36).map(|_| (0..7).map(|_| turns()).collect()).collect();
    for profile in profiles() {
        let planner = Planner::new(&profile);
        let mean = |start: &RigState| {
            let seconds = solutions.iter().map(|moves| {
                let plan = planner.moves(start, moves).expect("a plan");
                plan.seconds() / solutions.len() as f64
            });
            seconds.sum::<f64>()
        };
        let end = *planner.scan(&RigState::REST, &Face::ALL).expect("a scan").plan.end();
        let chosen = mean(&end);
        let open = Arm::ALL.into_iter().filter(|&arm| end.arm(arm).claw == Claw::Open);
        for arm in open {
            for wrist in -2..=2 {
                let mut other = end;
                other.arms[arm.index()].wrist = wrist;
                let other = mean(&other);
                assert!(chosen <= other + 0.02, "{arm} at {wrist}: {other}, not {chosen}");
            }
        }
        // Open claws close as part of a regrip that would come anyway. With clearances a regrip is so short that rest is as good.
        if profile.clearances == Clearances::FULL {
            assert!(chosen < mean(&RigState::REST));
        }
    }
}

/// A scan that may end after five faces needs no order of its own: at rest, and where moves of the usual rig have ended.
#[test]
fn the_first_five_views_are_the_fastest_scan_of_five_faces() {
    for profile in profiles() {
        let planner = Planner::new(&profile);
        let solutions: &[&str] = match profile.rules.opposite_turns {
            false => &["", "R", "U F2", "L D' B2 R U'", "D L2 F' R2 B U"],
            // Elsewhere this rig would show other five faces up to 0.64 s sooner.
            true => &[""],
        };
        let [mut fives, mut sixes] = [0.0; 2];
        for &solution in solutions {
            let moves = cube::parse_moves(solution, cube::Notation::Standard).expect("moves");
            let start = *planner.moves(&RigState::REST, &moves).expect("a plan").end();
            let scan = planner.scan(&start, &Face::ALL).expect("a scan");
            let of_five = Face::ALL.map(|missing| {
                let five: Vec<Face> = Face::ALL.into_iter().filter(|&face| face != missing).collect();
                let scan = planner.scan(&start, &five).expect("a scan");
                scan.plan.seconds()
            });
            let fastest = of_five.into_iter().fold(f64::INFINITY, f64::min);
            let five = scan.views[4].seconds;
            println!("{} after '{solution}': {five} of {fastest}", profile.name);
            assert!((five - fastest).abs() < 1e-9);
            fives += five / solutions.len() as f64;
            sixes += scan.plan.seconds() / solutions.len() as f64;
        }
        println!("{}: five faces {fives:.2} s, six {sixes:.2} s", profile.name);
        assert!(fives < sixes);
    }
}
