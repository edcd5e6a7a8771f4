//! `cuberig storm`: the whole graph under drawn faults, in simulated time.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use solver::LoadOptions;
use storm::{Break, Kinds, Outcome, Plan, Tools, campaign, shrink};

use crate::failure::{Failure, OrFail, log};
use crate::output::Output;
use crate::values::seed;

/// Simulated seconds after which all faults end.
const USUAL_END: f64 = 60.0;

/// What `storm` takes.
#[derive(Args)]
pub struct StormArguments {
    /// The seed of the first storm; those of the others follow.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = seed)]
    pub seed: u64,
    /// How many storms.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub runs: u64,
    /// Begin no storm after this many minutes.
    #[arg(long, value_name = "M")]
    pub minutes: Option<f64>,
    /// The kinds of faults, with commas between: delays, stalls, kills, discovery, cuts, links, mechanics, misreadings, people,
    /// strangers; or all, or none.
    #[arg(long, value_name = "LIST", default_value = "all", value_parser = Kinds::parse)]
    pub faults: Kinds,
    /// Only the upsets of these numbers, with commas between, as --shrink prints them.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub keep: Option<Vec<usize>>,
    /// Simulated seconds after which all faults end and the rig has to solve a cube.
    #[arg(long, value_name = "SECONDS", default_value_t = USUAL_END, value_parser = seconds)]
    pub end: f64,
    /// Print what happens: who sends what to whom, and when.
    #[arg(long)]
    pub trace: bool,
    /// Write what the nodes publish to this MCAP file, as a rig is recorded; for one storm.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Find fewer upsets and an earlier end that still break the law.
    #[arg(long)]
    pub shrink: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().map_err(|error| error.to_string())?;
    let is_possible = (1.0..=3600.0).contains(&seconds);
    is_possible.then_some(seconds).ok_or_else(|| "it must be within 1 to 3600".to_owned())
}

/// The JSON object of a storm.
#[derive(Serialize)]
struct Stormed {
    seed: u64,
    hash: String,
    seconds: f64,
    events: u64,
    broken: Vec<Broken>,
    upsets: Vec<String>,
    /// What replays the smallest storm; only with --shrink, where a law is broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    smallest: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trace: Vec<String>,
}

/// A broken law in JSON.
#[derive(Serialize)]
struct Broken {
    law: &'static str,
    at: f64,
    text: String,
}

/// Runs storms, and prints those that break a law.
pub fn run(typed: &StormArguments, output: &mut Output) -> Result<(), Failure> {
    let tools = LoadOptions::small(LoadOptions::user_cache()).load_or_in_memory(log, Tools::load);
    let tools = Arc::new(tools.or_fail()?);
    let draw = |seed| {
        // The end changes nothing that is drawn.
        let plan = Plan::draw(seed, typed.end.max(USUAL_END), typed.faults);
        typed.keep.iter().fold(plan, |plan, kept| plan.keep(kept)).until(typed.end)
    };
    let (began, mut runs, mut simulated, mut broken) = (Instant::now(), 0_u64, 0.0, 0_u64);
    let most = typed.minutes.and_then(|minutes| Duration::try_from_secs_f64(60.0 * minutes).ok());
    let mut printed = Ok(());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let seeds = typed.seed..typed.seed.saturating_add(typed.runs);
    if typed.record.is_some() && typed.runs != 1 {
        return Err(Failure::Usage("--record takes one storm: leave out --runs".into()));
    }
    let interrupted = on_ctrl_c().or_fail()?;
    let keeps_all = typed.trace || typed.record.is_some();
    campaign(seeds, &tools, threads, keeps_all, draw, |seed, plan, outcome| {
        runs += 1;
        simulated += outcome.seconds;
        broken += u64::from(!outcome.broken.is_empty());
        printed = match &typed.record {
            Some(path) => record(&outcome, path),
            None => Ok(()),
        };
        if printed.is_ok() {
            printed = print(typed, output, seed, &plan, &outcome, &tools);
        }
        let is_over = interrupted.load(Ordering::Relaxed) || most.is_some_and(|most| most <= began.elapsed());
        if printed.is_err() || is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    printed?;
    if !output.wants_json() {
        let speed = simulated / began.elapsed().as_secs_f64().max(1e-9);
        let storms = if runs == 1 { "storm" } else { "storms" };
        log(format!(
            "{runs} {storms}, {broken} broke a law; {simulated:.0} s were simulated, {speed:.0} times as fast as the rig"
        ));
    }
    if 0 < broken { Err(Failure::Several) } else { Ok(()) }
}

/// Becomes true at Ctrl-C: hours of storms are worth their last line.
fn on_ctrl_c() -> std::io::Result<Arc<AtomicBool>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = interrupted.clone();
    std::thread::spawn(move || {
        let waited = runtime.block_on(tokio::signal::ctrl_c());
        flag.store(waited.is_ok(), Ordering::Relaxed);
    });
    Ok(interrupted)
}

/// Writes what the nodes published.
fn record(outcome: &Outcome, path: &Path) -> Result<(), Failure> {
    let count = storm::recording::record(&outcome.published, path).or_fail()?;
    log(format!("{count} messages were written to {}", path.display()));
    Ok(())
}

fn print(
    typed: &StormArguments,
    output: &mut Output,
    seed: u64,
    plan: &Plan,
    outcome: &Outcome,
    tools: &Arc<Tools>,
) -> Result<(), Failure> {
    let law = outcome.broken.first().map(|broken| broken.law);
    let smallest = law.filter(|_| typed.shrink).map(|law| {
        let (smallest, kept) = shrink(plan, law, tools);
        let origin = typed.keep.as_ref();
        let kept: Vec<String> = kept.iter().map(|at| origin.map_or(*at, |origin| origin[*at]).to_string()).collect();
        let (faults, kept, end) = (typed.faults, kept.join(","), smallest.seconds);
        format!("cuberig storm --seed {seed} --faults {faults} --keep {kept} --end {end} --trace")
    });
    let upsets = plan.upsets.iter().enumerate();
    let upsets = upsets.map(|(number, (at, upset))| format!("{number}: at {at:.3} s {upset}")).collect::<Vec<_>>();
    if output.wants_json() {
        return output.json(&Stormed {
            seed,
            hash: format!("{:016x}", outcome.hash),
            seconds: outcome.seconds,
            events: outcome.events,
            broken: outcome.broken.iter().map(in_json).collect(),
            upsets,
            smallest,
            trace: if typed.trace { outcome.trace.clone() } else { Vec::new() },
        });
    }
    for line in outcome.trace.iter().filter(|_| typed.trace) {
        output.text(line)?;
    }
    if law.is_some() || typed.trace {
        output.text(format!("seed {seed}: {:.3} s, trace {:016x}", outcome.seconds, outcome.hash))?;
        for text in upsets {
            output.text(format!("  {text}"))?;
        }
        for broken in &outcome.broken {
            output.text(format!("  broken: {broken}"))?;
        }
    }
    match smallest {
        Some(command) => output.text(format!("  the same law breaks in: {command}")),
        None => Ok(()),
    }
}

fn in_json(broken: &Break) -> Broken {
    Broken { law: broken.law.name(), at: broken.at, text: broken.text.clone() }
}
