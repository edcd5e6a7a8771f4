//! Runs several checks on one graph, one after the other, and reports as cargo's own tests do.

use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use anyhow::Result;
use libtest_mimic::{Arguments, Failed, Trial};

use crate::graph::Graph;

/// A check and its name.
pub type Check = (&'static str, fn(&mut Graph) -> Result<()>);

/// Starts the graph when the first check needs it, runs the checks in order, ends the graph.
pub fn run_checks(start: fn() -> Result<Graph>, checks: &[Check]) -> ExitCode {
    run_all(start, checks, &[])
}

/// The same; slow checks come after the others, and only with `--ignored` or `--include-ignored`.
pub fn run_all(start: fn() -> Result<Graph>, checks: &[Check], slow: &[Check]) -> ExitCode {
    let mut arguments = Arguments::from_args();
    // One graph, one rig: checks that move it at the same time would disturb each other.
    arguments.test_threads = Some(1);
    let graph: Arc<Mutex<Option<Graph>>> = Arc::default();
    let checks = checks.iter().map(|check| (check, false));
    let slow = slow.iter().map(|check| (check, true));
    let trials = checks.chain(slow).map(|(&(name, check), is_slow)| {
        let graph = graph.clone();
        Trial::test(name, move || {
            let mut graph = graph
                .lock()
                .map_err(|_| Failed::from("an earlier check panicked"))?;
            if graph.is_none() {
                *graph = Some(start().map_err(in_words)?);
            }
            let Some(graph) = graph.as_mut() else {
                return Err(Failed::from("no graph"));
            };
            check(graph).map_err(|error| {
                let log = graph.process.tail(60);
                Failed::from(format!("{error:#}\n--- the graph's last words ---\n{log}"))
            })
        })
        .with_ignored_flag(is_slow)
    });
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    // The graph ends before the process does.
    drop(graph.lock().map(|mut graph| graph.take()));
    conclusion.exit_code()
}

fn in_words(error: anyhow::Error) -> Failed {
    Failed::from(format!("the graph cannot start: {error:#}"))
}
