//! A layer slips in its claw by more than claws forgive. The claw that jams on it is named, with what to do, and no other.

use crate::bench::graph::{Disturbances, Strike, execute};
use crate::bench::in_simulated_time;
use cube::{Cube, Move};
use execution::report::{Code, ExecuteReport};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rig::{Arm, Profile};
use sim::bench::Bench;
use sim::{Fault, Happening, Mishap, Options, Truth, World};

/// What became of moves while a layer slipped.
struct Slipped {
    report: ExecuteReport,
    /// Whether a claw met a misaligned layer.
    has_jammed: bool,
    truth: Truth,
}

fn slip(seed: u64, drivers_are_mute: bool) -> Slipped {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let moves: Vec<Move> = (0..8).map(|_| Move::ALL[random.random_range(0..Move::ALL.len())]).collect();
    let moves = cube::simplified(&moves);
    let arm = Arm::ALL[random.random_range(0..4)];
    let degrees = random.random_range(18.0..42.0) * if random.random_bool(0.5) { 1.0 } else { -1.0 };
    let strike = Strike { goal: random.random_range(1..12), fault: Box::new(move |_| Fault::ClawSlip(arm, degrees)) };
    let options = Options { cube: Cube::SOLVED.apply_all(&cube::inverted(&moves)), ..Options::default() };
    in_simulated_time(async {
        let bench = Bench::new(World::new(Profile::nxt_2015(), seed, options));
        let disturbances = Disturbances { strike: Some(strike), drivers_are_mute, ..Disturbances::default() };
        let report = execute(&bench, &moves, disturbances).await.report;
        let events = bench.world().take_events();
        let has_jammed = events.iter().any(|event| matches!(event.what, Happening::Mishap(Mishap::Misgrip { .. })));
        println!("seed {seed}: {arm} by {degrees:.0}: {:?} {}; {events:?}", report.code, report.text);
        Slipped { report, has_jammed, truth: bench.truth() }
    })
}

/// With our drivers, and with drivers of others that never end a goal which they do not reach.
#[test]
fn a_claw_that_jams_on_a_slipped_layer_is_named_with_what_to_do() {
    let (mut jams, mut bad) = (0, Vec::new());
    for seed in 0..24 {
        for drivers_are_mute in [false, true] {
            let Slipped { report, has_jammed, truth } = slip(seed, drivers_are_mute);
            let is_named = |arm: &Arm| {
                let letter = arm.letter().to_ascii_uppercase();
                let remedy = format!("a layer is misaligned at claw {letter}; straighten it by hand");
                report.text.contains(&remedy)
            };
            let named = Arm::ALL.into_iter().find(is_named);
            let is_true = named.is_none_or(|arm| has_jammed && !truth.grips[arm.index()]);
            let is_noticed = !has_jammed || named.is_some();
            let is_honest = report.code != Code::Success || truth.cube == Some(Cube::SOLVED);
            if !(is_true && is_noticed && is_honest) {
                bad.push(format!("seed {seed}, mute {drivers_are_mute}: {named:?}, {report:?}, {truth:?}"));
            }
            jams += usize::from(has_jammed);
        }
    }
    println!("{jams} of 48 slips jam a claw");
    assert!(bad.is_empty(), "{bad:#?}");
    assert!(8 <= jams, "{jams}");
}
