//! One whole run with one thing that goes wrong at a known moment, on several cubes: each ends as `docs/faults.md` has it.

use std::ops::Range;

use brick::BrickName;
use cube::{ColorScheme, Cube, Notation, parse_moves, random_moves};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rig::{Arm, Joint};
use sim::Fault;
use storm::{Act, Id, Kinds, Plan, Upset};

use crate::TOOLS;

/// The run begins at this second.
const BEGIN: f64 = 4.0;
/// It scans within these seconds, and then turns layers.
const SCAN: Range<f64> = 5.0..12.0;
const MOVES: Range<f64> = 13.0..19.0;
/// All is over by this second.
const END: f64 = 150.0;
/// Longer than any run.
const FOR_GOOD: f64 = 1_000.0;
/// Turns of the cubes: something is left to do when a fault comes.
const TURNS: usize = 7;

/// How a run has ended, and what was reported meanwhile.
struct End {
    text: String,
    reports: String,
}

/// A storm of these upsets, which breaks no law.
fn storm(seed: u64, cube: Cube, mut upsets: Vec<(f64, Upset)>) -> Vec<String> {
    upsets.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let plan = Plan { cube, recovery: 0.0, renders: false, upsets, ..Plan::draw(seed, END, Kinds::NONE) };
    let outcome = storm::run(&plan, &TOOLS, true);
    assert_eq!(outcome.broken, [], "seed {seed}: {:?}", plan.upsets);
    outcome.trace
}

/// A storm of these upsets, and a run.
fn run(seed: u64, cube: Cube, mut upsets: Vec<(f64, Upset)>) -> End {
    upsets.push((BEGIN, Upset::Act(Act::Run)));
    let trace = storm(seed, cube, upsets);
    let of = |word: &str| trace.iter().filter(|line| line.contains(word)).map(String::as_str).collect::<Vec<_>>();
    let ends = of("Ended(Run(Report {");
    let first = ends.first().unwrap_or_else(|| panic!("seed {seed}: the run has no end"));
    End { text: (*first).to_owned(), reports: of("conductor publishes run/status").join("\n") }
}

/// A cube of a seed.
fn scrambled(seed: u64) -> Cube {
    Cube::SOLVED.apply_all(&random_moves(seed, TURNS))
}

/// Four runs, with these faults in a scan and three times among the moves. All are solved, by the attempt `most` at the latest.
fn are_solved(seed: u64, most: u32, lasts: f64, draw: impl Fn(&mut ChaCha8Rng) -> Vec<Fault>) -> Vec<End> {
    let ends = in_both_phases(seed, lasts, draw);
    for end in &ends {
        let attempts = (1..=most).any(|attempt| end.text.contains(&format!("attempts: {attempt},")));
        assert!(end.text.contains("solved: true") && attempts, "{}\n{}", end.text, end.reports);
    }
    ends
}

fn in_both_phases(seed: u64, lasts: f64, draw: impl Fn(&mut ChaCha8Rng) -> Vec<Fault>) -> Vec<End> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let phases = [SCAN, MOVES, MOVES, MOVES].into_iter().enumerate();
    let ends = phases.map(|(round, phase)| {
        let (seed, at) = (100 * seed + round as u64, random.random_range(phase));
        let upsets = draw(&mut random).into_iter().map(|fault| (at, Upset::Rig(fault, lasts))).collect();
        run(seed, scrambled(seed), upsets)
    });
    ends.collect()
}

fn any_brick(random: &mut ChaCha8Rng) -> BrickName {
    BrickName::ALL[random.random_range(0..4)]
}

fn any_joint(random: &mut ChaCha8Rng) -> Joint {
    Joint::ALL[random.random_range(0..8)]
}

#[test]
fn replies_twice() {
    are_solved(11, 1, FOR_GOOD, |random| vec![Fault::RepliesTwice(any_brick(random), random.random_range(0.3..1.0))]);
}

#[test]
fn lossy_links() {
    for (seed, share) in [(17, 0.1), (18, 0.2), (19, 0.3)] {
        are_solved(seed, 1, FOR_GOOD, |_| BrickName::ALL.map(|brick| Fault::RepliesLost(brick, share)).into());
    }
}

#[test]
fn replies_late() {
    are_solved(20, 1, FOR_GOOD, |random| vec![Fault::RepliesLate(any_brick(random), 0.06)]);
}

#[test]
fn brick_silent() {
    let ends = are_solved(21, 2, FOR_GOOD, |_| vec![Fault::BrickSilent(BrickName::RlRotate, 3.0)]);
    assert!(ends.iter().any(|end| end.reports.contains("rl_rotate")), "{}", ends[0].reports);
}

#[test]
fn battery_falls() {
    are_solved(13, 1, FOR_GOOD, |random| vec![Fault::BatteryFalls(any_brick(random), random.random_range(5.5..6.8))]);
}

#[test]
fn battery_empty() {
    are_solved(14, 3, 6.0, |random| vec![Fault::BatteryFalls(any_brick(random), 4.0)]);
}

/// Two weak batteries and a link that is bad in all ways.
#[test]
fn a_bad_link_and_a_weak_battery() {
    are_solved(22, 1, FOR_GOOD, |_| {
        vec![
            Fault::RepliesTwice(BrickName::RlClamp, 0.5),
            Fault::RepliesLost(BrickName::FbClamp, 0.05),
            Fault::RepliesLate(BrickName::FbRotate, 0.06),
            Fault::BatteryFalls(BrickName::RlRotate, 6.5),
            Fault::BatteryFalls(BrickName::RlClamp, 6.0),
        ]
    });
}

#[test]
fn motor_stalls_for_seconds() {
    are_solved(16, 3, 4.0, |random| vec![Fault::MotorStalls(any_joint(random))]);
}

#[test]
fn motor_stalls_for_good() {
    for end in in_both_phases(15, FOR_GOOD, |_| vec![Fault::MotorStalls(Arm::R.wrist())]) {
        let is_named = end.text.contains("r_wrist") && end.text.contains("solved: false, attempts: 3");
        assert!(is_named, "{}\n{}", end.text, end.reports);
    }
}

#[test]
fn claw_slip() {
    are_solved(23, 1, FOR_GOOD, |random| vec![Fault::ClawSlip(Arm::ALL[random.random_range(0..4)], 8.0)]);
}

#[test]
fn gear_skip() {
    are_solved(24, 1, FOR_GOOD, |random| vec![Fault::GearSkip(Arm::ALL[random.random_range(0..4)].wrist(), 5.0)]);
}

/// One in a scan is corrected, or seen again.
#[test]
fn sticker_misread() {
    are_solved(25, 2, 12.0, |random| vec![Fault::StickerMisread(random.random_range(0..54), None, 0.0)]);
}

/// Two stickers have each other's colours while the cube is scanned: nine of each are seen, and yet it is no cube.
#[test]
fn misread_stickers() {
    let turns = parse_moves("R U F'", Notation::Standard).expect("the moves are well written");
    let cube = Cube::SOLVED.apply_all(&turns);
    let colors = cube.facelets().colors(&ColorScheme::WESTERN);
    let (one, other) = (0..54)
        .flat_map(|one| (0..one).map(move |other| (one, other)))
        .find(|(one, other)| one % 9 != 4 && other % 9 != 4 && one / 9 != other / 9 && colors[*one] != colors[*other])
        .expect("not all stickers are alike");
    let shown = |at: usize, other: usize| (1.0, Upset::Rig(Fault::StickerMisread(at, Some(colors[other]), 0.0), 13.0));
    let end = run(26, cube, vec![shown(one, other), shown(other, one)]);
    assert!(end.text.contains("solved: true"), "{}\n{}", end.text, end.reports);
    let is_noticed = ["in doubt", "no cube has the stickers"].iter().any(|sign| end.reports.contains(sign));
    assert!(is_noticed, "{}", end.reports);
}

#[test]
fn cube_taken() {
    for end in in_both_phases(27, FOR_GOOD, |_| vec![Fault::CubeTaken]) {
        assert!(end.text.contains("solved: false, attempts: 3"), "{}\n{}", end.text, end.reports);
    }
}

/// Each node in turn gets no processor time for five seconds in the middle of a run: no law is broken, and a run that fails
/// has a reason.
#[test]
fn nodes_that_hang_for_seconds() {
    for id in Id::all().filter(|id| *id != Id::PERSON) {
        let at = if matches!(id, Id::DETECTOR | Id::ASSEMBLER) { 7.0 } else { 15.0 };
        let at = if id == Id::SOLVER { 12.0 } else { at };
        let end = run(30 + id.0 as u64, scrambled(7), vec![(at, Upset::Stall(id, 5.0))]);
        assert!(end.text.contains("solved: true") || end.text.contains("error: Some"), "{}", end.text);
    }
}

/// Solved already, one turn away, of a small group, symmetric: random turns never lead there.
#[test]
fn structured_cubes_are_scanned_and_solved() {
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    for (seed, turns) in (40..).zip(["", "L'", "R2 L2 U2 D2 F2 B2", superflip]) {
        let cube = Cube::SOLVED.apply_all(&parse_moves(turns, Notation::Standard).expect("the moves are well written"));
        let end = run(seed, cube, Vec::new());
        assert!(end.text.contains("solved: true, attempts: 1"), "'{turns}': {}\n{}", end.text, end.reports);
        assert_eq!(end.text.contains("moves: []"), turns.is_empty(), "'{turns}': {}", end.text);
    }
}

/// A run goes on when `resume` is called at once after `stop`, as often as that is.
#[test]
fn a_run_goes_on_when_it_is_resumed_at_once() {
    for seed in 50..54 {
        let mut upsets = Vec::new();
        for (number, pause) in [0.01, 0.05, 0.2, 0.01].into_iter().enumerate() {
            let stop = 6.0 + 3.0 * number as f64;
            upsets.extend([(stop, Upset::Act(Act::Stop)), (stop + pause, Upset::Act(Act::Resume))]);
        }
        let end = run(seed, scrambled(seed), upsets);
        let last = end.reports.lines().last().unwrap_or_default();
        assert!(last.contains("run/status Solved"), "seed {seed}: {}", end.reports);
    }
}

/// A planner that hangs while it is to open the claws: a stop ends the hand-over at once, and no claw moves later.
#[test]
fn a_stop_ends_a_hand_over_whose_planner_hangs() {
    for seed in 60..64 {
        let upsets =
            vec![(4.0, Upset::Act(Act::Release)), (5.2, Upset::Stall(Id::PLANNER, 12.0)), (8.8, Upset::Act(Act::Stop))];
        let trace = storm(seed, scrambled(seed), upsets);
        let end = trace.iter().find(|line| line.contains("Ended(HandOver(Some((Stopped"));
        let end = end.unwrap_or_else(|| panic!("seed {seed}: no end by the stop"));
        let at: f64 =
            end.split_whitespace().next().and_then(|time| time.parse().ok()).expect("lines begin with a time");
        assert!((8.8..9.8).contains(&at), "seed {seed}: {end}");
    }
}

/// Its client cancels it among the moves: it ends as stopped, and goes on to the end when it is resumed.
#[test]
fn a_run_that_was_cancelled_is_resumed() {
    for seed in 70..74 {
        let upsets = vec![(15.0, Upset::Act(Act::Cancel)), (15.2, Upset::Act(Act::Resume))];
        let end = run(seed, scrambled(seed), upsets);
        assert!(end.text.contains("solved: false") && end.text.contains("Stopped"), "seed {seed}: {}", end.text);
        let last = end.reports.lines().last().unwrap_or_default();
        assert!(last.contains("run/status Solved"), "seed {seed}: {}", end.reports);
    }
}

/// A planner that hangs while it is to open the claws, for good or until it is killed, and nobody stops the rig: the hand-over ends
/// by its name, and no claw moves when it goes on or comes back.
#[test]
fn a_planner_that_hangs_or_dies_ends_a_hand_over_by_its_name() {
    for seed in 80..84 {
        let hangs = (5.2, Upset::Stall(Id::PLANNER, 40.0));
        let dies = (9.0, Upset::Kill(Id::PLANNER, 3.0));
        for upsets in [vec![hangs.clone()], vec![hangs, dies]] {
            let begins = (4.0, Upset::Act(Act::Release));
            let trace = storm(seed, scrambled(seed), [&[begins], &upsets[..]].concat());
            let end = trace.iter().find(|line| line.contains("Ended(HandOver("));
            let is_named = |line: &String| line.contains("(ExecuteFailed, \"the node motion_planner");
            assert!(end.is_some_and(is_named), "seed {seed}: {upsets:?}: {end:?}");
            let last = trace.iter().find(|line| line.contains("ALL UPSETS END")).expect("they end");
            assert!(last.contains("joints at [0, 0, 0, 0, 0, 0, 0, 0],"), "seed {seed}: {upsets:?}: {last}");
        }
    }
}
