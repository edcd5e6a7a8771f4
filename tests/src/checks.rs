//! Runs groups of checks, each on one graph, one after the other, and reports as cargo's own tests do.

use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use anyhow::Result;
use libtest_mimic::{Arguments, Failed, Trial};

use crate::graph::Graph;

/// A check and its name.
pub type Check = (&'static str, fn(&mut Graph) -> Result<()>);

/// The graph that runs now, and the group that it belongs to. There is never a second one.
type Running = Arc<Mutex<Option<(&'static str, Graph)>>>;

/// Groups of checks in the order in which they run.
#[derive(Default)]
pub struct Trials {
    running: Running,
    trials: Vec<Trial>,
}

impl Trials {
    /// Adds a group. Its graph starts when its first check runs. Slow checks come after the others, and only with
    /// `--ignored` or `--include-ignored`.
    pub fn add(
        &mut self,
        group: &'static str,
        start: fn() -> Result<Graph>,
        checks: &[Check],
        slow: &[Check],
    ) {
        let checks = checks.iter().map(|check| (check, false));
        let slow = slow.iter().map(|check| (check, true));
        for (&(name, check), is_slow) in checks.chain(slow) {
            let running = self.running.clone();
            let trial = Trial::test(format!("{group}::{name}"), move || {
                run_check(&running, group, start, check)
            });
            self.trials.push(trial.with_ignored_flag(is_slow));
        }
    }

    /// Runs what the arguments of the program ask for.
    pub fn run(self) -> ExitCode {
        let mut arguments = Arguments::from_args();
        // One graph, one rig: checks that move it at the same time would disturb each other.
        arguments.test_threads = Some(1);
        let conclusion = libtest_mimic::run(&arguments, self.trials);
        // The graph ends before the process does.
        drop(self.running.lock().map(|mut running| running.take()));
        conclusion.exit_code()
    }
}

fn run_check(
    running: &Running,
    group: &'static str,
    start: fn() -> Result<Graph>,
    check: fn(&mut Graph) -> Result<()>,
) -> Result<(), Failed> {
    let mut running = running.lock().unwrap_or_else(|panicked| {
        // A check that panicked has left its graph in doubt: the next one gets a new graph.
        let mut running = panicked.into_inner();
        *running = None;
        running
    });
    if running.as_ref().is_none_or(|(other, _)| *other != group) {
        // The graph before ends first.
        *running = None;
        let graph =
            start().map_err(|error| Failed::from(format!("the graph cannot start: {error:#}")))?;
        *running = Some((group, graph));
    }
    let Some((_, graph)) = running.as_mut() else {
        return Err(Failed::from("no graph"));
    };
    check(graph).map_err(|error| {
        let log = graph.process.tail(60);
        Failed::from(format!("{error:#}\n--- the graph's last words ---\n{log}"))
    })
}
