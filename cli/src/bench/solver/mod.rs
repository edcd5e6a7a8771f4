//! The area `solver`: how short, how soon and how surely each method solves a fixed set of cubes.

mod loading;
mod measure;

use std::path::PathBuf;
use std::time::Duration;

use cube::{Cube, Metric};
use indicatif::{ProgressBar, ProgressStyle};
use solver::{Limits, LoadOptions};

use super::report::{Cell, Column, Report, Table};
use super::statistics::Sample;
use crate::cubes::{self, CubeArguments};
use crate::failure::{Failure, unreadable};
use crate::method::Method;
use crate::size::Size;
use crate::values::metrics;
use measure::Run;

/// What `bench solver` takes. Without arguments it takes a minute or two.
#[derive(clap::Args)]
pub struct Arguments {
    /// Methods to measure; two-phase, thistlethwaite and optimal if not given, or two-phase in other metrics than half turns.
    #[arg(long, value_name = "M,…", value_delimiter = ',', value_parser = Method::parser())]
    methods: Vec<Method>,
    /// Time limits of the methods that improve while time is left.
    #[arg(long, value_name = "T,…", value_delimiter = ',', default_value = "10ms,100ms,1s", value_parser = duration)]
    times: Vec<Duration>,
    /// Cubes from a file: a CSV with a column `facelets`, or one cube a line.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "count"])]
    cubes: Option<PathBuf>,
    /// Random cubes from this seed on, as `scramble` prints them.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many random cubes.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    count: u64,
    /// How many of them, the first ones, the methods solve that prove solutions shortest (optimal, korf, korf-fringe).
    #[arg(long, value_name = "N", default_value_t = 8)]
    proof_cubes: usize,
    /// Time limit of these methods for each cube.
    #[arg(long, value_name = "T", default_value = "5s", value_parser = duration)]
    proof_time: Duration,
    /// Threads that search at once; as many as there are processors if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// What counts as one move.
    #[arg(long, value_name = "M", default_value_t = Metric::HalfTurn, value_parser = metrics())]
    metric: Metric,
    /// Memory that tables may take, such as 32M or 8G; the methods' small ones if not given.
    #[arg(long, value_name = "SIZE")]
    memory: Option<Size>,
    /// Build all tables anew in a folder of their own, to time that; it is removed afterwards.
    #[arg(long)]
    build: bool,
}

const LEGEND: &str = "ms: from call to return; late: by how much that is beyond the limit; first: the first solution; \
                      cancel: the longest from cancelling to return";

/// Searches that are cancelled to see how soon they return, for each method.
const CANCELLED: usize = 5;

/// A method with a time limit, over some of the cubes.
struct Contest {
    method: Method,
    time: Option<Duration>,
    cubes: usize,
}

/// Solves all cubes by all methods.
pub fn run(typed: &Arguments) -> Result<Report, Failure> {
    let mut methods = typed.methods.iter();
    methods.try_for_each(|method| method.check_metric(typed.metric))?;
    let cubes = given_cubes(typed)?;
    let options = LoadOptions {
        memory: typed.memory.map(|size| size.0),
        threads: typed.threads.map_or(LoadOptions::default().threads, usize::from),
        metric: typed.metric,
        ..LoadOptions::cached_in(LoadOptions::user_cache())
    };
    let contests = contests(typed, cubes.len());
    let work = contests.iter().map(|contest| contest.cubes as u64).sum();
    let style =
        ProgressStyle::with_template("{msg:28} {bar:40} {pos}/{len} {elapsed}").expect("the template is well formed");
    let bar = ProgressBar::new(work).with_style(style);
    let mut results = Table::new("results");
    let mut loading = loading::Loading::new(&options, typed.build);
    let mut solver = None;
    for contest in &contests {
        bar.set_message(format!("{} {}", contest.method.name(), limit(contest.time)));
        let solver = match &solver {
            Some((method, solver)) if *method == contest.method => solver,
            _ => {
                drop(solver.take());
                let loaded = bar.suspend(|| loading.load(contest.method))?;
                &solver.insert((contest.method, loaded)).1
            }
        };
        let limits = Limits { time: contest.time, threads: options.threads, metric: typed.metric, ..Limits::default() };
        let cpu = measure::processor_seconds();
        let mut runs = Vec::with_capacity(contest.cubes);
        for cube in &cubes[..contest.cubes] {
            runs.push(Run::of(solver.as_ref(), cube, &limits)?);
            bar.inc(1);
        }
        let cpu = cpu.zip(measure::processor_seconds()).map(|(before, after)| after - before);
        let cancelled = cubes[..contest.cubes.min(CANCELLED)].iter();
        let cancelling = cancelled.filter_map(|cube| measure::cancelling(solver.as_ref(), cube, &limits)).collect();
        results.row(row(contest, &runs, cpu, &cancelling));
    }
    bar.finish_and_clear();
    let source = match &typed.cubes {
        Some(file) => format!("from '{}'", file.display()),
        None => format!("random, seeds {} to {}", typed.seed, typed.seed.wrapping_add(typed.count - 1)),
    };
    Ok(Report::new("solver")
        .under("metric", typed.metric.name())
        .under("threads", options.threads)
        .under("memory", typed.memory.map_or("default".into(), |size| size.to_string()))
        .under("cubes", source)
        .with(results)
        .with(loading.table())
        .explained(LEGEND))
}

/// The fixed set of cubes.
fn given_cubes(typed: &Arguments) -> Result<Vec<Cube>, Failure> {
    let Some(file) = &typed.cubes else {
        let seeds = (0..typed.count).map(|offset| typed.seed.wrapping_add(offset));
        return Ok(seeds.map(Cube::from_seed).collect());
    };
    let from = CubeArguments { facelets: None, file: Some(file.clone()) };
    let mut read = Vec::new();
    for given in cubes::given(&from)? {
        let given = given.map_err(|error| Failure::NotAsGiven(unreadable(file, &error)))?;
        let line = given.line.unwrap_or(0);
        let cube = given.read().map_err(|error| Failure::NotAsGiven(format!("line {line}: {error}")))?;
        read.push(cube.cube);
    }
    match read.is_empty() {
        true => Err(Failure::NotAsGiven(format!("'{}' holds no cubes", file.display()))),
        false => Ok(read),
    }
}

/// Every method with each of its time limits.
fn contests(typed: &Arguments, cubes: usize) -> Vec<Contest> {
    let two_phase = Method::Product(solver::Method::TwoPhase);
    let thistlethwaite = Method::Thesis(thesis::Method::Thistlethwaite);
    let optimal = Method::Product(solver::Method::Optimal);
    let methods = match (typed.methods.as_slice(), typed.metric) {
        ([], Metric::HalfTurn) => &[two_phase, thistlethwaite, optimal],
        ([], _) => &[two_phase][..],
        (given, _) => given,
    };
    let mut contests = Vec::new();
    for &method in methods {
        match method {
            _ if method.only_proves() => {
                contests.push(Contest { method, time: Some(typed.proof_time), cubes: typed.proof_cubes.min(cubes) })
            }
            _ if method == thistlethwaite => contests.push(Contest { method, time: None, cubes }),
            _ => contests.extend(typed.times.iter().map(|&time| Contest { method, time: Some(time), cubes })),
        }
    }
    contests
}

fn row(contest: &Contest, runs: &[Run], processor_seconds: Option<f64>, cancelling: &Sample) -> Vec<Cell> {
    let sample = |of: &dyn Fn(&Run) -> Option<f64>| runs.iter().filter_map(of).collect::<Sample>();
    let milliseconds = |of: &dyn Fn(&Run) -> Option<f64>| sample(&|run| of(run).map(|seconds| seconds * 1000.0));
    let count = |of: &dyn Fn(&Run) -> bool| runs.iter().filter(|run| of(run)).count();
    let lengths = sample(&|run| run.length.map(|length| length as f64));
    let longest = |lengths: &Sample| lengths.max().map(|length| length as u64);
    let time = milliseconds(&|run| Some(run.seconds));
    let late = milliseconds(&|run| run.late(contest.time));
    let first_time = milliseconds(&|run| Some(run.first?.0));
    let first_length = sample(&|run| Some(run.first?.1 as f64));
    let seconds: f64 = runs.iter().map(|run| run.seconds).sum();
    let nodes: u64 = runs.iter().map(|run| run.nodes).sum();
    vec![
        Column::new("method", "method").of(contest.method.name()),
        Column::new("limit", "limit").of(limit(contest.time)),
        Column::hidden("limit_seconds").of(contest.time.map(|time| time.as_secs_f64())),
        Column::new("cubes", "cubes").of(runs.len()),
        Column::new("solved", "solved").of(count(&|run| run.length.is_some())),
        Column::with_digits("length_mean", "length", 2).of(lengths.mean()),
        Column::new("length_max", "max").of(longest(&lengths)),
        Column::with_digits("proven_percent", "proven %", 0)
            .of(100.0 * count(&|run| run.proven) as f64 / runs.len() as f64),
        Column::with_digits("milliseconds_mean", "ms mean", 1).of(time.mean()),
        Column::with_digits("milliseconds_p50", "p50", 1).of(time.percentile(0.5)),
        Column::with_digits("milliseconds_p99", "p99", 1).of(time.percentile(0.99)),
        Column::with_digits("milliseconds_max", "max", 1).of(time.max()),
        Column::with_digits("overshoot_milliseconds_p99", "late p99", 2).of(late.percentile(0.99)),
        Column::with_digits("overshoot_milliseconds_max", "max", 2).of(late.max()),
        Column::with_digits("first_milliseconds_mean", "first ms", 2).of(first_time.mean()),
        Column::with_digits("first_length_mean", "length", 2).of(first_length.mean()),
        Column::new("first_length_max", "max").of(longest(&first_length)),
        Column::with_digits("cancel_milliseconds_max", "cancel ms", 1)
            .of(cancelling.max().map(|seconds| 1000.0 * seconds)),
        Column::hidden("first_milliseconds_max").of(first_time.max()),
        Column::hidden("processor_milliseconds_mean").of(processor_seconds.map(|cpu| 1000.0 * cpu / runs.len() as f64)),
        Column::hidden("positions_per_second").of(nodes as f64 / seconds),
    ]
}

/// A time limit as people write it.
fn limit(time: Option<Duration>) -> String {
    match time {
        None => "-".into(),
        Some(time) if time < Duration::from_secs(1) => {
            format!("{} ms", time.as_secs_f64() * 1000.0)
        }
        Some(time) => format!("{} s", time.as_secs_f64()),
    }
}

/// Reads a duration with its unit, such as `10ms` or `1.5s`.
fn duration(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("min", 60.0)];
    let seconds = units
        .into_iter()
        .find_map(|(unit, seconds)| Some(text.strip_suffix(unit)?.trim_end().parse::<f64>().ok()? * seconds));
    let Some(seconds) = seconds else {
        return Err(format!("'{text}' is not a time: write a number and a unit, such as 10ms or 1.5s"));
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("'{text}' is not a valid time"))
}
