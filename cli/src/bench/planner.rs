//! The area `planner`: what the rig takes for a fixed set of cubes, planned in different ways.

use std::time::{Duration, Instant};

use cube::{Cube, Move};
use planner::{Plan, Planner, SearchLimits, least_mean_seconds, solvable_share};
use rig::{Action, RigState};
use solver::{Control, Limits, LoadOptions, Method};
use thesis::plan_the_thesis_way;

use super::report::{Cell, Column, Report, Table};
use super::statistics::Sample;
use crate::failure::{Failure, OrFail};
use crate::values::seconds;
use crate::{profiles, tables};

/// What `bench planner` takes. With the usual hundred cubes it takes some minutes.
#[derive(clap::Args)]
pub struct Arguments {
    /// Rigs: names from config/profiles, or files.
    #[arg(long, value_name = "P,…", value_delimiter = ',', default_value = "nxt-2015,nxt-2015-opposite")]
    profiles: Vec<String>,
    /// Random cubes from this seed on, as `scramble` prints them.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many random cubes.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    count: u64,
    /// Seconds for each search.
    #[arg(long, value_name = "S", default_value = "1", value_parser = seconds)]
    time_limit: Duration,
    /// Threads that search at once; as many as there are processors if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// A plan and how long it took to make, in seconds.
struct Made {
    plan: Plan,
    planning: f64,
}

/// Plans all cubes in all ways on all rigs.
pub fn run(typed: &Arguments) -> Result<Report, Failure> {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = typed.threads.map_or_else(processors, usize::from);
    let seeds = (0..typed.count).map(|offset| typed.seed.wrapping_add(offset));
    let cubes: Vec<Cube> = seeds.map(Cube::from_seed).collect();
    let solutions = solutions(&cubes, threads)?;
    let mut results = Table::new("results");
    let mut limits = Table::new("limits");
    for name in &typed.profiles {
        let profile = profiles::find(name)?;
        let planner = Planner::new(&profile);
        let made = |plan: &dyn Fn(&[Move]) -> Result<Plan, planner::Error>| {
            let timed = solutions.iter().map(|moves| {
                let start = Instant::now();
                let plan = plan(moves).or_fail()?;
                let planning = start.elapsed().as_secs_f64();
                Ok(Made { plan, planning })
            });
            timed.collect::<Result<Vec<Made>, Failure>>()
        };
        if profile.rules.present == [true; 4] {
            let all = made(&|moves| plan_the_thesis_way(&profile, &RigState::REST, moves))?;
            results.row(row(name, "thesis' way", &all));
        }
        let all = made(&|moves| planner.moves(&RigState::REST, moves))?;
        results.row(row(name, "exact per sequence", &all));
        let tables::Loaded { loaded: tables, seconds: tables_took, .. } = tables::load_rig(&profile)?;
        let mut all = Vec::with_capacity(cubes.len());
        for cube in &cubes {
            let start = Instant::now();
            let limits = SearchLimits { threads, stop: &|| typed.time_limit < start.elapsed(), known: &[] };
            let plan = planner.cube(&tables, &RigState::REST, cube, &limits).or_fail()?;
            let planning = start.elapsed().as_secs_f64();
            all.push(Made { plan, planning });
        }
        results.row(row(name, "rig-time search", &all));
        limits.row([
            Column::new("profile", "rig").of(name.as_str()),
            Column::with_digits("least_mean_s", "no planner's mean is below, s", 2).of(least_mean_seconds(&profile)),
            Column::with_digits("share_within_27", "cubes in 27 s at most, %", 1)
                .of(100.0 * solvable_share(&profile, 27.0)),
            Column::with_digits("tables_s", "tables at hand in, s", 1).of(tables_took),
        ]);
    }
    let last = typed.seed.wrapping_add(typed.count - 1);
    Ok(Report::new("planner")
        .under("threads", threads)
        .under("seconds", typed.time_limit.as_secs_f64())
        .under("cubes", format!("random, seeds {} to {last}", typed.seed))
        .with(results)
        .with(limits))
}

/// Short solutions in half turns: what the thesis' rig was given.
fn solutions(cubes: &[Cube], threads: usize) -> Result<Vec<Vec<Move>>, Failure> {
    let options = LoadOptions::cached_in(LoadOptions::user_cache());
    let solver = tables::load(Method::TwoPhase.into(), &options)?.loaded;
    let limits = Limits { time: Some(Duration::from_millis(100)), threads, ..Limits::default() };
    let solve = |cube: &Cube| solver.solve(cube, &limits, &Control::default());
    let solved: Result<Vec<_>, _> = cubes.iter().map(solve).collect();
    let solved = solved.or_fail()?;
    Ok(solved.into_iter().map(|one| one.moves().to_vec()).collect())
}

/// What one way of planning made of all cubes. A regrip is a claw that closes.
fn row(profile: &str, way: &str, all: &[Made]) -> Vec<Cell> {
    let sample = |value: &dyn Fn(&Made) -> f64| all.iter().map(value).collect::<Sample>();
    let seconds = sample(&|made| made.plan.seconds());
    let moves = sample(&|made| made.plan.moves().len() as f64);
    let closings = |made: &Made| {
        let motions = made.plan.motions().iter();
        motions.filter(|motion| motion.action == Action::Close).count() as f64
    };
    let cube_turns = |made: &Made| made.plan.cube_turns() as f64;
    let planning = sample(&|made| made.planning * 1e3);
    vec![
        Column::new("profile", "rig").of(profile),
        Column::new("way", "way").of(way),
        Column::with_digits("seconds_mean", "s mean", 2).of(seconds.mean()),
        Column::with_digits("seconds_median", "median", 2).of(seconds.percentile(0.5)),
        Column::with_digits("seconds_p95", "p95", 2).of(seconds.percentile(0.95)),
        Column::with_digits("moves_mean", "moves", 1).of(moves.mean()),
        Column::with_digits("regrips_mean", "regrips", 1).of(sample(&closings).mean()),
        Column::with_digits("cube_turns_mean", "cube turns", 1).of(sample(&cube_turns).mean()),
        Column::with_digits("planning_milliseconds_mean", "planning ms mean", 1).of(planning.mean()),
        Column::with_digits("planning_milliseconds_p95", "p95", 1).of(planning.percentile(0.95)),
        Column::hidden("planning_milliseconds_median").of(planning.percentile(0.5)),
    ]
}
