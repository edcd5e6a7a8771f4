//! Runs groups of checks, some groups at a time, and reports as cargo's own tests do.

use std::cmp::Reverse;
use std::collections::{BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use libtest_mimic::{Arguments, Failed, Trial};

use crate::graph::Graph;

/// A check of a running graph, and its name.
pub type Check = (&'static str, fn(&mut Graph) -> Result<()>);
/// A check that starts what it needs by itself, and its name.
pub type LoneCheck = (&'static str, fn() -> Result<()>);

/// How many groups run at a time: checks mostly wait for a rig that moves. `--test-threads` sets another number.
const LANES: usize = 3;
/// How many of them may draw pages in a browser, which takes most of a core.
const BROWSERS: usize = 1;

/// How a check ended.
type Verdict = Result<(), Failed>;

/// A check, given the graph of its group if one runs.
type Body = Box<dyn FnOnce(&mut Option<Graph>) -> Verdict + Send>;

/// Checks that run one after the other, mostly on one graph.
struct Group {
    name: String,
    checks: Vec<NamedCheck>,
    /// Whether its checks draw pages in a browser.
    draws: bool,
}

struct NamedCheck {
    name: String,
    is_slow: bool,
    body: Body,
}

/// The checks of a group that are to run, each with the channel for its outcome.
struct GroupRun {
    name: String,
    checks: Vec<(String, Body, Sender<Verdict>)>,
}

/// How long a group took, and each of its checks.
struct GroupTime {
    name: String,
    total: Duration,
    checks: Vec<(String, Duration)>,
}

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

    /// Adds checks that share no graph, and a name: each is a group of its own.
    ///
    /// # Panics
    /// When another group has this name.
    pub fn add_lone(&mut self, group: &str, checks: &[LoneCheck], slow: &[LoneCheck]) {
        self.add_each(group, checks, slow, false);
    }

    /// The same for checks that draw pages in a browser.
    ///
    /// # Panics
    /// When another group has this name.
    pub fn add_drawn(&mut self, group: &str, checks: &[LoneCheck], slow: &[LoneCheck]) {
        self.add_each(group, checks, slow, true);
    }

    fn add_each(&mut self, group: &str, checks: &[LoneCheck], slow: &[LoneCheck], draws: bool) {
        let lone = self.group(group, checks, slow, |check| {
            Box::new(move |_| check().map_err(|error| Failed::from(format!("{error:#}"))))
        });
        let alone = |check| Group { name: group.to_owned(), checks: vec![check], draws };
        self.groups.extend(lone.checks.into_iter().map(alone));
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
            name: (*name).to_owned(),
            is_slow,
            body: body(*check),
        });
        Group { name: group.to_owned(), checks: named.collect(), draws: false }
    }

    /// Runs what the arguments of the program ask for.
    pub fn run(self) -> ExitCode {
        let mut arguments = Arguments::from_args();
        let lanes = arguments.test_threads.unwrap_or(LANES);
        let mut trials = Vec::new();
        let (mut drawn, mut others) = (VecDeque::new(), VecDeque::new());
        for group in self.groups {
            let mut run = GroupRun { name: group.name, checks: Vec::new() };
            for check in group.checks {
                let (sender, outcome) = mpsc::channel();
                let wait = move || outcome.recv().unwrap_or_else(|_| Err("it never ran".into()));
                let name = format!("{}::{}", run.name, check.name);
                let trial = Trial::test(name, wait).with_ignored_flag(check.is_slow);
                let is_left_out = arguments.is_filtered_out(&trial) || arguments.is_ignored(&trial);
                if !arguments.list && !is_left_out {
                    run.checks.push((check.name, check.body, sender));
                }
                trials.push(trial);
            }
            let queue = if group.draws { &mut drawn } else { &mut others };
            if !run.checks.is_empty() {
                queue.push_back(run);
            }
        }
        // Each check waits for its outcome in a thread of its own, and so is reported as soon as it ends.
        arguments.test_threads = Some(trials.len().max(1));
        let (drawn, others, times) = (Mutex::new(drawn), Mutex::new(others), Mutex::new(Vec::new()));
        let work = |queue: &Mutex<VecDeque<GroupRun>>| {
            while let Some(run) = next(queue) {
                let time = run_group(run);
                times.lock().unwrap_or_else(PoisonError::into_inner).push(time);
            }
        };
        let (work, drawn, others) = (&work, &drawn, &others);
        let conclusion = thread::scope(|scope| {
            for lane in 0..lanes {
                scope.spawn(move || {
                    if lane < BROWSERS {
                        work(drawn);
                    }
                    work(others);
                });
            }
            libtest_mimic::run(&arguments, trials)
        });
        print_times(times.into_inner().unwrap_or_else(PoisonError::into_inner));
        conclusion.exit_code()
    }
}

/// Takes the first group of a queue.
fn next(queue: &Mutex<VecDeque<GroupRun>>) -> Option<GroupRun> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
}

/// Runs the checks of one group. Its graph ends with it.
fn run_group(run: GroupRun) -> GroupTime {
    let mut graph = None;
    let began = Instant::now();
    let mut checks = Vec::new();
    for (name, check, sender) in run.checks {
        let began = Instant::now();
        let outcome =
            catch_unwind(AssertUnwindSafe(|| check(&mut graph))).unwrap_or_else(|_| Err("it panicked".into()));
        checks.push((name, began.elapsed()));
        if outcome.is_err() {
            // A check that failed may have left its graph stopped or in mid-run: the next check gets a new graph.
            graph = None;
        }
        // The reporter may have ended.
        let _ = sender.send(outcome);
    }
    drop(graph);
    GroupTime { name: run.name, total: began.elapsed(), checks }
}

/// Prints which groups took long, the longest first: so they should be added.
fn print_times(mut times: Vec<GroupTime>) {
    times.sort_by_key(|group| Reverse(group.total));
    for GroupTime { name, total, checks } in times {
        let checks = checks.iter().map(|(check, time)| format!("{check} {:.0}", time.as_secs_f64()));
        println!("{:4.0} s {name}: {}", total.as_secs_f64(), checks.collect::<Vec<_>>().join(", "));
    }
}

fn on_graph(graph: &mut Option<Graph>, start: fn() -> Result<Graph>, check: fn(&mut Graph) -> Result<()>) -> Verdict {
    let graph = match graph {
        Some(running) => running,
        None => graph.insert(start().map_err(|error| Failed::from(format!("the graph cannot start: {error:#}")))?),
    };
    check(graph).map_err(|error| {
        let recorded = match graph.save_last_minute() {
            Ok(file) => format!("\nthe last minute is recorded in {}", file.display()),
            // Not every graph has a recorder, and what failed may be that.
            Err(_) => String::new(),
        };
        let log = graph.process.tail(60);
        Failed::from(format!("the end of the graph's log:\n{log}\n{recorded}\n{error:#}"))
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
