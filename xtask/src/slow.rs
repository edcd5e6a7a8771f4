//! `cargo xtask test --slow`: the ignored tests, by group. They take minutes to hours, so nobody runs them with each change.

use std::env;
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::setup::{self, Purpose};
use rosprefix::paths::Paths;
use rosprefix::step::display;

/// A group: its name, what cargo gets, which tests of these programs (all where this is empty), and about how many minutes two
/// cores take.
type Group = (&'static str, &'static str, &'static str, u32);

/// All ignored tests, the shortest group first. A tidy test compares the packages with those that have ignored tests.
const GROUPS: [Group; 13] = [
    ("camera", "-p cuberig-camera --lib", "", 1),
    ("teach", "-p cuberig-teach --test all", "", 1),
    ("physics", "-p xtask --test physics", "", 2),
    ("tutor", "-p cuberig-tutor --test all", "", 5),
    ("solver-tables", "-p cuberig-solver --lib --test all", "background metrics tables distances", 5),
    ("thesis", "-p cuberig-thesis --tests", "", 10),
    ("planner", "-p cuberig-planner --tests", "", 10),
    ("vision", "-p cuberig-vision --tests", "", 20),
    ("solver-structured", "-p cuberig-solver --test all", "structured", 20),
    ("colcon", "-p cuberig-tests --test colcon", "", 20),
    ("sim", "-p cuberig-sim --test all", "", 45),
    ("graph", "-p cuberig-tests --test graph", "", 45),
    // Cubes of twenty moves take hours with small tables; `CUBERIG_TEST_MEMORY=8589934592` makes large ones.
    ("solver-optimal", "-p cuberig-solver --test all", "optimal", 60),
];

/// Runs one group, or `all`; a failure does not end it. `list` prints the groups.
///
/// # Errors
/// When the group does not exist, set-up fails or cargo cannot be started.
pub fn run(paths: &Paths, choice: &str) -> Result<ExitCode> {
    if choice == "list" {
        for (name, arguments, filter, minutes) in GROUPS {
            println!("{name:18} about {minutes:2} min   {arguments} {filter}");
        }
        println!("run one by `cargo xtask test --slow NAME`, all of them by `--slow all`");
        return Ok(ExitCode::SUCCESS);
    }
    let groups = GROUPS.iter().filter(|(name, ..)| choice == "all" || choice == *name).collect::<Vec<_>>();
    ensure!(!groups.is_empty(), "no group has the name '{choice}': `cargo xtask test --slow` prints their names");
    let variables = setup::run(paths, &Purpose { build: &[], tests: true })?.variables(paths);
    let mut failed = Vec::new();
    for (name, arguments, filter, minutes) in groups {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["test", "--no-fail-fast"]).args(arguments.split(' '));
        cargo.args(["--", "--ignored", "--nocapture"]).args(filter.split_whitespace());
        cargo.current_dir(paths.root()).envs(variables.iter().cloned());
        println!("\n== {name}, about {minutes} min: {}", display(&cargo));
        let started = Instant::now();
        let passed = cargo.status().context("cannot start cargo")?.success();
        let outcome = if passed { "passed" } else { "FAILED" };
        println!("{name} {outcome} after {} s", started.elapsed().as_secs());
        failed.extend((!passed).then_some(*name));
    }
    println!("\n{}", if failed.is_empty() { "all passed".into() } else { format!("FAILED: {}", failed.join(", ")) });
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
