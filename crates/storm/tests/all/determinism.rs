//! The same seed gives the same trace, in each process.

use std::process::Command;

use storm::{Kinds, Plan};

use crate::TOOLS;

/// Storms whose traces are compared.
const STORMS: u64 = 200;

/// Seconds that each lasts: a scan has begun, and most of its upsets have come.
const SECONDS: f64 = 8.0;

/// Set in the other process, which only prints.
const OTHER: &str = "STORM_PRINTS_HASHES";

/// A number for each storm.
fn hashes() -> String {
    let hash = |seed| {
        let plan = Plan { recovery: 0.0, ..Plan::draw(seed, SECONDS, Kinds::ALL) };
        format!("{seed} {:016x}", storm::run(&plan, &TOOLS, false).hash)
    };
    (0..STORMS).map(hash).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_same_seeds_give_the_same_traces_in_two_processes() {
    if std::env::var_os(OTHER).is_some() {
        return println!("{}", hashes());
    }
    let program = std::env::current_exe().expect("the test's own program");
    let other = Command::new(program)
        .args(["determinism::the_same_seeds_give_the_same_traces_in_two_processes", "--exact", "--nocapture"])
        .env(OTHER, "1")
        .output()
        .expect("the program starts");
    let other = String::from_utf8_lossy(&other.stdout).into_owned();
    let (own, mut differ) = (hashes(), Vec::new());
    for line in own.lines() {
        if !other.lines().any(|other| other == line) {
            differ.push(line);
        }
    }
    assert!(differ.is_empty(), "{} of {STORMS} storms went another way in another process: {differ:?}", differ.len());
    let distinct: std::collections::BTreeSet<_> = own.lines().filter_map(|line| line.split(' ').nth(1)).collect();
    assert_eq!(distinct.len() as u64, STORMS, "other seeds are other storms");
}
