//! Each fault of the link, the battery and the motors in both phases of a run, on several cubes; then random ones
//! together. All of it takes long: `cargo test -p cuberig-tests --test graph fault_phases -- --ignored`.

use anyhow::{Result, ensure};
use cuberig_tests::{Dice, Graph, Mishap, Trials, run_with_faults};

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add(
        "fault_phases",
        || Graph::launch(&["sim:=true", "seed:=4"]),
        &[],
        &[
            ("replies_twice", |graph| {
                everywhere(graph, 11, "replies_twice", any_brick, [0.3, 1.0], FOR_GOOD, "solved in attempt")
            }),
            ("replies_lost", |graph| {
                everywhere(graph, 12, "replies_lost", any_brick, [0.05, 0.4], FOR_GOOD, "solved in attempt")
            }),
            ("lossy_links", lossy_links),
            ("battery_falls", |graph| {
                everywhere(graph, 13, "battery_falls", any_brick, [5.5, 6.8], FOR_GOOD, "solved in attempt")
            }),
            ("battery_empty", |graph| {
                everywhere(graph, 14, "battery_falls", any_brick, [4.0, 4.0], 6.0, "solved in attempt")
            }),
            ("battery_empty_in_turns", battery_empty_in_turns),
            ("motor_stalls_for_good", |graph| {
                everywhere(graph, 15, "motor_stalls", any_joint, [0.0, 0.0], FOR_GOOD, "stopped in attempt 3")
            }),
            ("motor_stalls_for_seconds", |graph| {
                everywhere(graph, 16, "motor_stalls", any_joint, [0.0, 0.0], 4.0, "solved in attempt")
            }),
            ("fault_storm", storm),
        ],
    );
}

/// As long as the run.
const FOR_GOOD: f64 = 0.0;

const BRICKS: [&str; 4] = ["rl_clamp", "rl_rotate", "fb_clamp", "fb_rotate"];
const JOINTS: [&str; 8] = ["r_grip", "r_wrist", "l_grip", "l_wrist", "f_grip", "f_wrist", "b_grip", "b_wrist"];

fn any_brick(dice: &mut Dice) -> &'static str {
    BRICKS[dice.below(BRICKS.len())]
}

fn any_joint(dice: &mut Dice) -> &'static str {
    JOINTS[dice.below(JOINTS.len())]
}

/// Three runs: the fault in a scan, and twice among the moves. It begins within eight seconds and lasts for this many; all
/// end in the same way.
fn everywhere(
    graph: &mut Graph,
    seed: u64,
    fault: &str,
    target: fn(&mut Dice) -> &'static str,
    [least, most]: [f64; 2],
    lasts: f64,
    outcome: &str,
) -> Result<()> {
    let mut dice = Dice::new(seed);
    for (round, phase) in ["scan", "moves", "moves"].into_iter().enumerate() {
        let (target, after) = (target(&mut dice), dice.between(0.0, 8.0));
        let mishap = Mishap::new(fault, target, dice.between(least, most), after, lasts);
        run_with_faults(graph, 100 * seed + round as u64, phase, &[mishap], outcome)?;
    }
    Ok(())
}

/// A brick of wrists goes off about when these turn the cube in a scan: they are measured again, and the cube is solved.
fn battery_empty_in_turns(graph: &mut Graph) -> Result<()> {
    for (round, after) in [2.2, 2.7, 3.2].into_iter().enumerate() {
        let brick = ["rl_rotate", "fb_rotate"][round % 2];
        let empty = Mishap::new("battery_falls", brick, 4.0, after, 6.0);
        run_with_faults(graph, 1800 + round as u64, "scan", &[empty], "solved")?;
    }
    Ok(())
}

/// All four links lose replies from the beginning of a phase on: the cube is solved all the same.
fn lossy_links(graph: &mut Graph) -> Result<()> {
    for (round, share) in [0.1, 0.2, 0.3].into_iter().enumerate() {
        for (turn, phase) in ["scan", "moves", "moves"].into_iter().enumerate() {
            let lost = BRICKS.map(|brick| Mishap::new("replies_lost", brick, share, 0.0, FOR_GOOD));
            let seed = 1700 + 10 * round as u64 + turn as u64;
            run_with_faults(graph, seed, phase, &lost, "solved in attempt")?;
        }
    }
    Ok(())
}

/// Random faults at random moments: each run ends solved or with a named reason, and at least half of them end solved.
/// `CUBERIG_STORM_RUNS` and `CUBERIG_STORM_SEED` set the number of runs (12) and the first seed.
fn storm(graph: &mut Graph) -> Result<()> {
    let number = |name: &str, usual: u64| {
        let given = std::env::var(name).ok().and_then(|text| text.parse().ok());
        given.unwrap_or(usual)
    };
    let (runs, first) = (number("CUBERIG_STORM_RUNS", 12), number("CUBERIG_STORM_SEED", 0));
    let (mut solved, mut wrong) = (0, Vec::new());
    for seed in first..first + runs {
        let mut dice = Dice::new(seed);
        let phase = ["scan", "moves"][dice.below(2)];
        let count = 1 + dice.below(3);
        let mishaps: Vec<Mishap> = (0..count).map(|_| any_fault(&mut dice)).collect();
        match run_with_faults(graph, seed, phase, &mishaps, "") {
            Ok(report) => solved += u64::from(report.contains(": solved in attempt")),
            Err(error) => {
                println!("\nseed {seed}: {mishaps:?}: {error:#}");
                wrong.push(seed);
            }
        }
    }
    ensure!(wrong.is_empty(), "{} of {runs} runs went wrong, those of the seeds {wrong:?}", wrong.len());
    ensure!(runs <= 2 * solved, "only {solved} of {runs} runs ended solved");
    Ok(())
}

fn any_fault(dice: &mut Dice) -> Mishap {
    let (brick, joint) = (any_brick(dice), any_joint(dice));
    let arm = ["r", "l", "f", "b"][dice.below(4)];
    let wrist = JOINTS[2 * dice.below(4) + 1];
    let (after, lasts) = (dice.between(0.0, 12.0), dice.between(0.5, 8.0));
    let (fault, target, amount) = match dice.below(9) {
        0 => ("brick_silent", brick, dice.between(0.2, 6.0)),
        1 => ("replies_late", brick, dice.between(0.02, 0.4)),
        2 => ("replies_twice", brick, dice.between(0.2, 1.0)),
        3 => ("replies_lost", brick, dice.between(0.02, 0.6)),
        4 => ("battery_falls", brick, dice.between(4.0, 7.0)),
        5 => ("motor_stalls", joint, 0.0),
        6 => ("gear_skip", wrist, dice.between(-8.0, 8.0)),
        7 => ("claw_slip", arm, dice.between(-20.0, 20.0)),
        _ => ("cube_taken", "", 0.0),
    };
    Mishap::new(fault, target, amount, after, lasts)
}
