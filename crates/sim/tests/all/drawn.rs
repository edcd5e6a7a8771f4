//! The judge of motion: motors, claws, batteries and links that nobody has tuned anything for ([`DrawnRig`]).
//!
//! Each rig is calibrated as an owner would do it (`cuberig calibrate motors`), and then solves one cube of 20 moves.

use std::fmt;
use std::time::Duration;

use brick::control::identify::fit;
use brick::control::measure::steps;
use brick::{BrickName, Motors};
use cube::Cube;
use execution::report::Code;
use rig::{Joint, Profile};
use sim::bench::Bench;
use sim::{DrawnRig, Fault, Happening, Mishap, Options, World};

use crate::bench::graph::{Disturbances, Stalls, execute};
use crate::bench::in_simulated_time;
use crate::executed::random_moves;

/// What became of the rigs.
#[derive(Default)]
struct Verdicts {
    rigs: u32,
    /// Ended solved by the first plan, with no rule of motion broken.
    solved: u32,
    /// Motors of which no model was found. Their drivers take the usual one.
    unknown_motors: u32,
    /// Ended with a reason, and with no rule broken.
    failed: u32,
    /// Of these: they turned, and were not done after the longest time.
    slow: u32,
    /// Ended solved, or with a reason, and broke a rule of motion on the way.
    broke_a_rule: u32,
    /// The cube fell or was torn, or a cable was.
    harmed: u32,
    /// Ended as solved, and the cube was not.
    false_beliefs: u32,
}

impl fmt::Display for Verdicts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verdicts { rigs, solved, unknown_motors, failed, slow, broke_a_rule, harmed, false_beliefs } = self;
        write!(
            formatter,
            "{rigs} drawn rigs: {solved} solved at the first plan, {failed} named failures ({slow} too slow), {broke_a_rule} broke a rule, \
             {harmed} harmed cube or cable, {false_beliefs} false beliefs; {unknown_motors} motors not identified"
        )
    }
}

/// The models that `calibrate motors` writes, through its file.
async fn calibrated(profile: &Profile, seed: u64, rig: &DrawnRig) -> Motors {
    let mut world = World::new(profile.clone(), seed, Options { drawn: Some(rig.clone()), ..Options::default() });
    world.inject(Fault::CubeTaken);
    let bench = Bench::new(world);
    let mut found = Vec::new();
    for name in BrickName::ALL {
        let mut brick = bench.brick(name);
        for (port, joint) in name.joints() {
            let responses = steps(&mut brick, port, joint, &profile.gearing, 2).await;
            match responses.and_then(|responses| fit(&responses)) {
                Ok(fit) => found.push((joint, fit)),
                Err(error) => println!("{seed}: {error}"),
            }
        }
    }
    Motors::from_toml(&Motors::to_toml(&found)).expect("the file that it writes itself")
}

/// What is hard about a rig.
fn hardest(rig: &DrawnRig) -> String {
    let slowest = rig.bricks.iter().map(|brick| brick.latency.mean).fold(0.0, f64::max);
    let weakest = rig.bricks.iter().min_by(|one, other| one.volts.total_cmp(&other.volts)).expect("four bricks");
    let (volts, ohms) = (weakest.volts, weakest.resistance);
    format!("links to {:.0} ms, {volts:.1} V with {ohms:.1} ohm, layers x{:.1}", 1000.0 * slowest, rig.layer_friction)
}

/// Lets the rigs of these seeds solve a cube each, and prints what went wrong with whom.
fn judge(name: &str, seeds: impl Iterator<Item = u64>) -> Verdicts {
    let profile = Profile::find(name).expect("it ships");
    let mut verdicts = Verdicts::default();
    for seed in seeds {
        verdicts.rigs += 1;
        let rig = DrawnRig::from_seed(seed);
        let hardest = hardest(&rig);
        let motors = in_simulated_time(calibrated(&profile, seed, &rig));
        verdicts.unknown_motors += Joint::ALL.iter().filter(|joint| motors.of(**joint).is_none()).count() as u32;
        let moves = random_moves(seed);
        let cube = Cube::SOLVED.apply_all(&cube::inverted(&moves));
        let options = Options { cube, drawn: Some(rig), ..Options::default() };
        // The machine of the planner stalls for 20 to 200 ms, about once a second.
        let stalls = Some(Stalls::Planner(Duration::from_millis(20 + seed * 37 % 181)));
        in_simulated_time(async {
            let bench = Bench::new(World::new(profile.clone(), seed, options));
            let disturbances = Disturbances { stalls, seed, motors, ..Disturbances::default() };
            let report = execute(&bench, &moves, disturbances).await.report;
            tokio::time::sleep(Duration::from_secs(1)).await;
            let events = bench.world().take_events();
            let truth = bench.truth().cube;
            let is_harm = |what: &Happening| {
                matches!(what, Happening::Mishap(Mishap::Torn { .. } | Mishap::Dropped) | Happening::Twisted { .. })
            };
            let succeeded = report.code == Code::Success;
            let verdict = if succeeded && truth != Some(Cube::SOLVED) {
                &mut verdicts.false_beliefs
            } else if events.iter().any(|event| is_harm(&event.what)) || truth.is_none() {
                &mut verdicts.harmed
            } else if !events.is_empty() {
                &mut verdicts.broke_a_rule
            } else if succeeded {
                &mut verdicts.solved
            } else {
                &mut verdicts.failed
            };
            *verdict += 1;
            // Nobody else cancels.
            verdicts.slow += u32::from(report.code == Code::Stopped && events.is_empty());
            if !succeeded || !events.is_empty() {
                let first = events.first().map(|event| event.what.to_string()).unwrap_or_default();
                println!("{name} {seed} ({hardest}): {:?} {}; {first}", report.code, report.text);
            }
        });
    }
    println!("{name}: {verdicts}");
    verdicts
}

#[test]
fn no_drawn_rig_believes_what_is_not_so() {
    assert_eq!(judge("nxt-2015-blended", 0..2).false_beliefs, 0);
}

#[test]
#[ignore = "minutes: drawn rigs of each of two profiles; CUBERIG_DRAWN_SEED is the first seed, CUBERIG_DRAWN_RIGS how many (200)"]
fn two_hundred_drawn_rigs() {
    let number = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    let (first, count) = (number("CUBERIG_DRAWN_SEED").unwrap_or(0), number("CUBERIG_DRAWN_RIGS").unwrap_or(200));
    let only = std::env::var("CUBERIG_DRAWN_PROFILE").ok();
    for name in
        ["nxt-2015", "nxt-2015-blended"].into_iter().filter(|name| only.as_deref().is_none_or(|only| only == *name))
    {
        assert_eq!(judge(name, first..first + count).false_beliefs, 0);
    }
}
