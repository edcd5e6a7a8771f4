//! Runs groups of checks, some groups at a time, and reports as cargo's own tests do.

use std::collections::{BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::Result;
use libtest_mimic::{Arguments, Failed, Trial};

use crate::graph::Graph;

/// A check of a running graph, and its name.
pub type Check = (&'static str, fn(&mut Graph) -> Result<()>);
/// A check that starts what it needs by itself, and its name.
pub type LoneCheck = (&'static str, fn() -> Result<()>);

/// How many groups run at a time: checks mostly wait for a rig that moves. `--test-threads` sets another number.
const LANES: usize = 2;

/// A check, given the graph of its group if one runs.
type Body = Box<dyn FnOnce(&mut Option<Graph>) -> Result<(), Failed> + Send>;

/// Checks that run one after the other, mostly on one graph.
struct Group {
    checks: Vec<NamedCheck>,
    /// Whether no other group runs meanwhile.
    runs_alone: bool,
}

struct NamedCheck {
    name: String,
    is_slow: bool,
    body: Body,
}

/// The checks of a group that are to run, each with the channel for its outcome.
type GroupRun = Vec<(Body, Sender<Result<(), Failed>>)>;

/// Groups of checks in the order in which they start.
#[derive(Default)]
pub struct Trials {
    groups: Vec<Group>,
    /// The names of the groups, each of which selects one graph on the command line.
    names: BTreeSet<String>,
}

impl Trials {
    /// Adds a group. Its graph starts when its first check runs. Slow checks come after the others, and only with
    /// `--ignored` or `--include-ignored`.
    ///
    /// # Panics
    /// When another group has this name: the report would not show on which graph a check ran.
    pub fn add(&mut self, group: &str, start: fn() -> Result<Graph>, checks: &[Check], slow: &[Check]) {
        let shared = self.group(group, checks, slow, move |check| Box::new(move |graph| on_graph(graph, start, check)));
        self.groups.push(shared);
    }

    /// Adds a group that runs when all others have ended: what it looks at takes the whole machine.
    ///
    /// # Panics
    /// When another group has this name.
    pub fn add_alone(&mut self, group: &str, start: fn() -> Result<Graph>, checks: &[Check]) {
        let alone = self.group(group, checks, &[], move |check| Box::new(move |graph| on_graph(graph, start, check)));
        self.groups.push(Group { runs_alone: true, ..alone });
    }

    /// Adds a group whose checks share no graph.
    ///
    /// # Panics
    /// When another group has this name.
    pub fn add_lone(&mut self, group: &str, checks: &[LoneCheck], slow: &[LoneCheck]) {
        let lone = self.group(group, checks, slow, |check| {
            Box::new(move |_| check().map_err(|error| Failed::from(format!("{error:#}"))))
        });
        self.groups.push(lone);
    }

    fn group<F: Copy>(
        &mut self,
        group: &str,
        checks: &[(&str, F)],
        slow: &[(&str, F)],
        body: impl Fn(F) -> Body,
    ) -> Group {
        assert!(self.names.insert(group.to_owned()), "two groups have the name '{group}'");
        let checks = checks.iter().map(|check| (check, false));
        let slow = slow.iter().map(|check| (check, true));
        let named = checks.chain(slow).map(|((name, check), is_slow)| NamedCheck {
            name: format!("{group}::{name}"),
            is_slow,
            body: body(*check),
        });
        Group { checks: named.collect(), runs_alone: false }
    }

    /// Runs what the arguments of the program ask for.
    pub fn run(self) -> ExitCode {
        let mut arguments = Arguments::from_args();
        let lanes = arguments.test_threads.unwrap_or(LANES);
        let mut trials = Vec::new();
        let mut runs = VecDeque::new();
        let mut lone_runs = Vec::new();
        for group in self.groups {
            let mut run = GroupRun::new();
            for check in group.checks {
                let (sender, outcome) = mpsc::channel();
                let wait = move || outcome.recv().unwrap_or_else(|_| Err("it never ran".into()));
                let trial = Trial::test(check.name, wait).with_ignored_flag(check.is_slow);
                let is_left_out = arguments.is_filtered_out(&trial) || arguments.is_ignored(&trial);
                if !arguments.list && !is_left_out {
                    run.push((check.body, sender));
                }
                trials.push(trial);
            }
            match group.runs_alone {
                true => lone_runs.push(run),
                false => runs.push_back(run),
            }
        }
        // Each check waits for its outcome in a thread of its own, and so is reported as soon as it ends.
        arguments.test_threads = Some(trials.len().max(1));
        let runs = Mutex::new(runs);
        let next = || {
            let mut runs = runs.lock().unwrap_or_else(PoisonError::into_inner);
            runs.pop_front()
        };
        let conclusion = thread::scope(|scope| {
            scope.spawn(|| {
                thread::scope(|scope| {
                    for _ in 0..lanes {
                        scope.spawn(|| std::iter::from_fn(next).for_each(run_group));
                    }
                });
                lone_runs.into_iter().for_each(run_group);
            });
            libtest_mimic::run(&arguments, trials)
        });
        conclusion.exit_code()
    }
}

/// Runs the checks of one group. Its graph ends with it.
fn run_group(run: GroupRun) {
    let mut graph = None;
    for (check, sender) in run {
        let outcome =
            catch_unwind(AssertUnwindSafe(|| check(&mut graph))).unwrap_or_else(|_| Err("it panicked".into()));
        if outcome.is_err() {
            // A check that failed may have left its graph stopped or in mid-run: the next check gets a new graph.
            graph = None;
        }
        // The reporter may have ended.
        let _ = sender.send(outcome);
    }
}

fn on_graph(
    graph: &mut Option<Graph>,
    start: fn() -> Result<Graph>,
    check: fn(&mut Graph) -> Result<()>,
) -> Result<(), Failed> {
    let graph = match graph {
        Some(running) => running,
        None => graph.insert(start().map_err(|error| Failed::from(format!("the graph cannot start: {error:#}")))?),
    };
    check(graph).map_err(|error| {
        let log = graph.process.tail(60);
        Failed::from(format!("the end of the graph's log:\n{log}\n\n{error:#}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "two groups have the name 'stops'")]
    fn two_groups_of_one_name_are_refused() {
        let mut trials = Trials::default();
        trials.add_lone("stops", &[], &[]);
        trials.add("stops", || Graph::launch(&[]), &[], &[]);
    }
}
