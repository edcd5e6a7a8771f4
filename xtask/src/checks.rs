//! `cargo xtask test`: everything that must hold before a change is taken; CI runs this and nothing else.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};

use anyhow::{Context, Result, anyhow};

use crate::setup::{self, Purpose};
use rosprefix::paths::Paths;
use rosprefix::step::{display, output_of};

/// All that the tests of the graph need: `show` serves the page in them. A test is among it, so that nothing is compiled
/// twice with different features.
const BUILD: &str = "build --workspace --bins --test graph --example show";
/// What comes before the tests, in order: a name, and the arguments of cargo.
const FIRST: [(&str, &str); 2] = [("format", "fmt --all --check"), ("build", BUILD)];
/// The tests in real time: the running graph's, which mostly wait for a rig that moves, and those of commands that move
/// emulated bricks, which wait too and run in parallel to it. These are selected from the whole workspace: cargo would compile a
/// single package with other features. They begin when the other tests do: all is compiled then.
const GRAPH: &str = "test --workspace --test graph";
const REAL_TIME: &str = "test --workspace --test all real_time::";
/// How a check is scheduled: a program that is only to have the processor time that others leave (`sched(7)`) gives way at once
/// when a node or a browser wakes up. The least priority (`nice`) does not: it ends its slice first.
const IN_TIME: &str = "--other";
const IDLE: &str = "--idle";
/// All other tests; the tidy tests are among them, as xtask's own. They are compiled and run in parallel with the
/// graph's, and get the processor time that it leaves. They begin when the graph's have: cargo builds one thing at a
/// time. Examples are not built: the lints check that they compile.
const TESTS: &str = "test --workspace --tests --no-fail-fast -- --skip real_time::";
/// The tests in the documentation, after the others: cargo has no single command for both that leaves the examples out.
const DOC_TESTS: &str = "test --workspace --doc --no-fail-fast";
/// They begin when the tests of the graph or the others are over. In parallel with both, the browser and the rig get
/// too little.
pub const LINTS: &str = "clippy --quiet --workspace --all-targets -- -D warnings";
/// Set for the tests among them that run the whole graph when these run apart.
const APART: (&str, &str) = ("CUBERIG_GRAPH_APART", "1");

/// What became of a check.
struct Outcome {
    name: &'static str,
    passed: bool,
    time: Duration,
    /// The lines that name failures, where they could be lost among others.
    failures: Vec<String>,
}

/// Whether a line names a failure, by the line and by whether the one before it did.
type IsKept = fn(&str, bool) -> bool;

/// Set for the whole-graph tests when the programs that they start are built.
const PREBUILT: (&str, &str) = ("CUBERIG_TEST_PREBUILT", "1");

/// The seed of the property tests, where the caller gives none: a check that draws other cases each time would refuse changes
/// for faults that were there before them. `cargo test` draws anew.
const DRAWN: (&str, &str) = ("PROPTEST_RNG_SEED", "1");

/// Names the file to which tests add a line for each thing that they skip.
const SKIPPED: &str = "CUBERIG_SKIPPED";

/// Sets up, then runs every check even when an earlier one fails; the exit status is 0 only when all passed.
///
/// # Errors
/// When set-up fails or cargo cannot be started.
pub fn run(paths: &Paths) -> Result<ExitCode> {
    let started = Instant::now();
    let build: Vec<&str> = BUILD.split(' ').collect();
    let purpose = Purpose { build: &build, tests: true };
    let variables = setup::run(paths, &purpose)?.variables(paths);
    let skipped = paths.target().join("skipped.txt");
    // Where there is none yet, nothing is to be removed.
    let _ = fs::remove_file(&skipped);
    let mut outcomes = vec![Outcome { name: "set-up", passed: true, time: started.elapsed(), failures: Vec::new() }];
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let seed = env::var_os(DRAWN.0).unwrap_or_else(|| DRAWN.1.into());
    // A container may not allow it.
    let may_choose = output_of(Command::new("chrt").args([IDLE, "0", "true"])).is_some();
    let cargo = |policy: &str, arguments: &str| {
        let mut command = Command::new(if may_choose { "chrt".as_ref() } else { program.as_os_str() });
        if may_choose {
            command.args([policy, "0"]).arg(&program);
        }
        command
            .args(arguments.split(' '))
            .env(PREBUILT.0, PREBUILT.1)
            .env(SKIPPED, &skipped)
            .env(DRAWN.0, &seed)
            .current_dir(paths.root())
            .envs(variables.iter().cloned());
        command
    };
    for (name, arguments) in FIRST {
        outcomes.push(check(name, cargo(IN_TIME, arguments))?);
    }
    let mut tests = cargo(IDLE, TESTS);
    tests.env(APART.0, APART.1);
    let doc_tests = cargo(IDLE, DOC_TESTS);
    let lints = cargo(IDLE, LINTS);
    let graph = cargo(IN_TIME, GRAPH);
    let real_time = cargo(IN_TIME, REAL_TIME);
    let (graph, real_time, tests, lints) = thread::scope(|scope| {
        let (graph_begins, graph_has_begun) = mpsc::channel();
        let (tests_begin, tests_have_begun) = mpsc::channel();
        let (ends, has_ended) = mpsc::channel();
        let of_graph = ends.clone();
        let graph = scope.spawn(move || {
            let outcome = check_with_others("graph", "graph | ", of_failed_tests, graph, Some(graph_begins));
            let _ = of_graph.send(());
            outcome
        });
        wait(&graph_has_begun);
        let tests = scope.spawn(move || {
            let outcome = check_with_others("tests", "", of_failed_tests, tests, Some(tests_begin));
            let of_docs = check_with_others("doc tests", "", of_failed_tests, doc_tests, None);
            let _ = ends.send(());
            (outcome, of_docs)
        });
        wait(&tests_have_begun);
        let real_time =
            scope.spawn(|| check_with_others("real time", "real time | ", of_failed_tests, real_time, None));
        wait(&has_ended);
        let lints = check_with_others("lints", "lints | ", |_, _| true, lints, None);
        (graph.join(), real_time.join(), tests.join(), lints)
    });
    let panicked = |_| anyhow!("the thread of a check panicked");
    let (tests, doc_tests) = tests.map_err(panicked)?;
    let (graph, real_time) = (graph.map_err(panicked)?, real_time.map_err(panicked)?);
    for outcome in [lints, tests, doc_tests, graph, real_time] {
        outcomes.push(outcome?);
    }
    for Outcome { name, failures, .. } in &outcomes {
        if !failures.is_empty() {
            println!("\n== {name}: the failures again\n{}", failures.join("\n"));
        }
    }
    println!();
    for (test, reason) in outcomes.iter().flat_map(|outcome| reasons(&outcome.failures)) {
        println!("{test}: {reason}");
    }
    for Outcome { name, passed, time, .. } in &outcomes {
        println!("{name:9} {} in {} s", if *passed { "passed" } else { "FAILED" }, time.as_secs());
    }
    println!("in all {} s", started.elapsed().as_secs());
    print_skipped(&skipped);
    let all = outcomes.iter().all(|outcome| outcome.passed);
    Ok(if all { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Waits until something has happened, or cannot happen any more.
fn wait(happened: &Receiver<()>) {
    let _ = happened.recv();
}

/// Runs one check.
fn check(name: &'static str, mut command: Command) -> Result<Outcome> {
    eprintln!("\n== {name}: {}", display(&command));
    let started = Instant::now();
    let status = command.status().context("cannot start cargo")?;
    Ok(Outcome { name, passed: status.success(), time: started.elapsed(), failures: Vec::new() })
}

/// Runs a check in parallel with others: `mark` stands before each line that it prints. The lines of all are mixed, and
/// many, so those that name failures are kept. `begins` is dropped when its program first prints something to stdout.
fn check_with_others(
    name: &'static str,
    mark: &str,
    is_kept: IsKept,
    mut command: Command,
    begins: Option<Sender<()>>,
) -> Result<Outcome> {
    eprintln!("\n== {name}: {}", display(&command));
    let started = Instant::now();
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().context("cannot start cargo")?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let mut failures = thread::scope(|scope| {
        let err = scope.spawn(|| print_marked(mark, is_kept, err, None));
        let mut kept = print_marked(mark, is_kept, out, begins);
        kept.extend(err.join().unwrap_or_default());
        kept
    });
    let status = child.wait().context("cannot wait for cargo")?;
    if status.success() {
        failures.clear();
    }
    Ok(Outcome { name, passed: status.success(), time: started.elapsed(), failures })
}

/// Tests name what failed between "failures:" and the result of their program.
fn of_failed_tests(line: &str, before: bool) -> bool {
    line == "failures:" || before && !line.starts_with("test result:")
}

/// The tests that failed, each with the message of its panic, or the first line that names an error, or else its last: a report that
/// is cut still shows all of them.
fn reasons(failures: &[String]) -> Vec<(&str, &str)> {
    let mut reasons: Vec<(&str, &str)> = Vec::new();
    let (mut is_open, mut panics) = (false, false);
    for line in failures.iter().map(String::as_str).filter(|line| !line.is_empty()) {
        if let Some(name) = line.strip_prefix("---- ").and_then(|line| line.strip_suffix(" ----")) {
            reasons.push((name.trim_end_matches(" stdout"), "it printed nothing"));
            (is_open, panics) = (true, false);
        } else if line == "failures:" {
            is_open = false;
        } else if let Some((_, reason)) = reasons.last_mut().filter(|_| is_open) {
            *reason = line;
            let names_error = line.contains("Error") || line.starts_with("FAILED");
            (is_open, panics) = (!panics && !names_error, line.contains("panicked at"));
        }
    }
    reasons
}

/// Prints what a check prints, and returns the lines that are kept; drops `begins` at the first line.
fn print_marked(mark: &str, is_kept: IsKept, output: Option<impl Read>, mut begins: Option<Sender<()>>) -> Vec<String> {
    let mut kept = Vec::new();
    let Some(output) = output else {
        return kept;
    };
    let mut before = false;
    // A pipe that cannot be read has ended.
    for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line);
        println!("{mark}{line}");
        drop(begins.take());
        before = is_kept(&line, before);
        if before {
            kept.push(line.into_owned());
        }
    }
    kept
}

/// Prints how much was skipped, and what.
fn print_skipped(list: &Path) {
    let Ok(list) = fs::read_to_string(list) else {
        return println!("nothing was skipped");
    };
    let lines: BTreeSet<&str> = list.lines().collect();
    println!("\n{} skipped (these are not successes):", lines.len());
    for line in lines {
        println!("  {line}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_failed_is_printed_again_at_the_end() {
        let printed = "test a ... FAILED\n\nfailures:\n\n---- a ----\nit broke\n\nfailures:\n    a\n\n\
            test result: FAILED. 0 passed; 1 failed\ntest b ... ok\n\ntest result: ok. 1 passed; 0 failed\n";
        let kept = print_marked("", of_failed_tests, Some(printed.as_bytes()), None);
        assert!(kept.contains(&"it broke".to_owned()), "{kept:?}");
        assert_eq!(kept.iter().filter(|line| line.contains("test ")).count(), 0);
        assert_eq!(kept.first().map(String::as_str), Some("failures:"));
        assert_eq!(reasons(&kept), [("a", "it broke")]);
    }

    #[test]
    fn the_reason_of_a_failure_is_its_panic_or_the_line_that_names_an_error() {
        let printed = "failures:\n\n---- b::c stdout ----\n\nseen: 3\nthread 'b::c' (7) panicked at src/a.rs:1:2:\ntoo many\n\
            stack backtrace:\n  0: main\n\n---- d ----\na report\nFAILED: too late\n\n---- e ----\n  AssertionError: no\n  at f {\n  }\n\n\
            failures:\n    b::c\n    d\n    e\n\ntest result: FAILED.";
        let kept = print_marked("", of_failed_tests, Some(printed.as_bytes()), None);
        assert_eq!(reasons(&kept), [("b::c", "too many"), ("d", "FAILED: too late"), ("e", "  AssertionError: no")]);
    }
}
