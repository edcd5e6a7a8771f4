//! Runs with faults on a launched graph, judged by the foreign client `check_fault`.

use std::time::Duration;

use anyhow::{Result, ensure};
use cube::{Cube, Face, Move};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::graph::Graph;

/// A fault and when it strikes.
#[derive(Clone, Debug)]
pub struct Mishap {
    /// Its name, as `sim/fault` knows it, or `kill`.
    pub fault: String,
    /// What it strikes.
    pub target: String,
    /// How much of it.
    pub amount: f64,
    /// Seconds from the beginning of the phase.
    pub after: f64,
    /// Seconds after which all faults are cleared; 0: when the run has ended.
    pub lasts: f64,
}

impl Mishap {
    /// A fault, its target and amount, when it comes and how long it lasts.
    pub fn new(fault: &str, target: &str, amount: f64, after: f64, lasts: f64) -> Mishap {
        Mishap { fault: fault.into(), target: target.into(), amount, after, lasts }
    }
}

/// A cube that about seven moves solve, another for each seed, so that something is left to do when a fault comes.
pub fn scrambled(seed: u64) -> Cube {
    let mut random = Dice::new(seed);
    let moves = (0..7).filter_map(|_| {
        let face = Face::ALL[random.below(6)];
        Move::new(face, 1 + random.below(3) as i32)
    });
    Cube::SOLVED.apply_all(&moves.collect::<Vec<_>>())
}

/// Lets the rig solve the cube of a seed while faults strike in the phase `scan` or `moves`, and judges the end. The end must
/// begin with `outcome`, such as `solved in attempt 1`; an empty one accepts every named end. Returns the report of the check.
///
/// # Errors
/// When the run ends neither solved nor in a named stop, or otherwise than expected, or a node reports a wrong state;
/// the text names which.
pub fn run_with_faults(graph: &mut Graph, seed: u64, phase: &str, mishaps: &[Mishap], outcome: &str) -> Result<String> {
    let mut arguments = vec![scrambled(seed).facelets().to_string(), phase.into()];
    for mishap in mishaps {
        arguments.extend([mishap.fault.clone(), mishap.target.clone()]);
        let numbers = [mishap.amount, mishap.after, mishap.lasts];
        arguments.extend(numbers.map(|number| number.to_string()));
    }
    let report = graph.check("check_fault", &arguments, Duration::from_secs(500))?;
    println!("\n{report}");
    ensure!(report.contains(&format!(": {outcome}")), "the run should end with '{outcome}': {report}");
    Ok(report)
}

/// Random numbers, the same for the same seed.
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// Dice of a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A whole number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0.random_range(0..end)
    }

    /// A number between two others.
    pub fn between(&mut self, least: f64, most: f64) -> f64 {
        self.0.random_range(least..=most)
    }
}
