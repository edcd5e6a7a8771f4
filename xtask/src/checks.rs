//! `cargo xtask test`: everything that must hold before a change is taken; CI runs this and nothing else.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;
use std::{env, fs};

use anyhow::{Context, Result};

use crate::paths::Paths;
use crate::ros::Ros;
use crate::setup;
use crate::step::display;

/// The checks in order: a name, and the arguments of cargo.
const CHECKS: [(&str, &str); 4] = [
    ("format", "fmt --all --check"),
    ("lints", "clippy --workspace --all-targets -- -D warnings"),
    // Programs and tests in one go, so that nothing is compiled twice with different features.
    ("build", "build --workspace --bins --tests"),
    // The tidy tests are among these: they are xtask's own.
    ("tests", "test --workspace --no-fail-fast"),
];

/// Tells the whole-graph tests that the programs they start are built.
const PREBUILT: (&str, &str) = ("CUBERIG_TEST_PREBUILT", "1");

/// Names the file to which tests add a line for each thing that they skip.
const SKIPPED: &str = "CUBERIG_SKIPPED";

/// Sets up, then runs every check even when an earlier one fails; the exit status is 0 only when all passed.
///
/// # Errors
/// When set-up fails or cargo cannot be started.
pub fn run(paths: &Paths) -> Result<ExitCode> {
    let started = Instant::now();
    setup::run(paths)?;
    setup::install_test_tools(paths);
    let variables = Ros::detect(paths).variables(paths);
    let skipped = paths.target().join("skipped.txt");
    // Where there is none yet, nothing is to be removed.
    let _ = fs::remove_file(&skipped);
    let mut outcomes = vec![("set-up", true, started.elapsed())];
    for (name, arguments) in CHECKS {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo
            .args(arguments.split(' '))
            .env(PREBUILT.0, PREBUILT.1)
            .env(SKIPPED, &skipped)
            .current_dir(paths.root())
            .envs(variables.iter().cloned());
        eprintln!("\n== {name}: {}", display(&cargo));
        let started = Instant::now();
        let status = cargo.status().context("cannot start cargo")?;
        outcomes.push((name, status.success(), started.elapsed()));
    }
    println!();
    for (name, passed, time) in &outcomes {
        println!(
            "{name:8} {} in {} s",
            if *passed { "passed" } else { "FAILED" },
            time.as_secs()
        );
    }
    println!("in all {} s", started.elapsed().as_secs());
    tell_skipped(&skipped);
    let all = outcomes.iter().all(|(_, passed, _)| *passed);
    Ok(if all {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Says how much was skipped, and what.
fn tell_skipped(list: &Path) {
    let Ok(list) = fs::read_to_string(list) else {
        return println!("nothing was skipped");
    };
    let lines: BTreeSet<&str> = list.lines().collect();
    println!("\n{} skipped, which is no success:", lines.len());
    for line in lines {
        println!("  {line}");
    }
}
