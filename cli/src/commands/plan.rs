//! `cuberig plan`: the fastest motions of the arms for moves, or for solving a cube.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use cube::{ColorScheme, Cube};
use planner::{Plan, Planner, gantt};
use rig::{Motion, RigState};
use serde::Serialize;

use super::rig_search::Search;
use crate::cubes::{CubeArguments, Layout, for_each};
use crate::failure::{Failure, OrFail};
use crate::output::{Output, write_file};
use crate::plan_page::play;
use crate::profiles;
use crate::solving::{Solving, SolvingArguments};
use crate::values::{NotationArgument, ReadAs, Writing, seconds};

/// What a plan of a cube minimises.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Aim {
    /// Search all of its solutions for the least time on the rig.
    RigTime,
    /// Solve in few moves and plan these.
    Moves,
}

/// What `plan` takes.
#[derive(Args)]
#[group(id = "what", required = true, multiple = false, args = ["facelets", "file", "moves"])]
pub struct PlanArguments {
    /// A cube to be solved: 54 letters, as for `solve`.
    pub facelets: Option<String>,
    /// Many cubes: a CSV file with a column `facelets`, or one cube a line.
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub layout: Layout,
    /// Moves, such as "R U2 F'"; they name the cube's own faces.
    #[arg(long, allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// What is looked for in a cube: the least rig time, or few moves by --method, --metric and --memory.
    #[arg(long, value_enum, default_value_t = Aim::RigTime)]
    pub aim: Aim,
    /// Prove the fastest of all plans of a cube that take at most this many seconds; --time-limit then ends the proof.
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with = "moves")]
    pub exact: Option<Duration>,
    /// Draw the plan as a picture: a row for each arm, time to the right.
    #[arg(long, value_name = "FILE.svg", conflicts_with = "file")]
    pub gantt: Option<PathBuf>,
    /// Play the plan afterwards, on a page at this port of this machine (any free one if not given), until Ctrl-C.
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "0", conflicts_with = "file")]
    pub page: Option<u16>,
    #[command(flatten)]
    pub notation: NotationArgument,
    #[command(flatten)]
    pub solving: SolvingArguments,
}

/// The JSON object of a plan: a contract, scripts rely on the keys.
#[derive(Serialize)]
struct Planned<'a> {
    moves: String,
    /// From rest to the end of the last motion that solves.
    seconds: f64,
    motions: Vec<PlannedMotion>,
    /// What brings the arms to rest afterwards, and when that ends.
    parking: Vec<PlannedMotion>,
    parked_seconds: f64,
    /// What the same moves take one by one; `None` on rigs that cannot do them the thesis' way.
    baseline_seconds: Option<f64>,
    profile: &'a str,
    #[serde(flatten)]
    read_as: Option<ReadAs>,
}

/// One motion of one arm.
#[derive(Serialize)]
struct PlannedMotion {
    arm: char,
    action: &'static str,
    quarters: i8,
    start: f64,
    end: f64,
    /// The conditions for its start, other than the clock.
    waits: Vec<PlannedMark>,
    /// How far it may go before others have ended.
    holds: Vec<PlannedMark>,
}

/// Another motion, by its place among the motions and then those of the parking, and a share of its way. In `waits`, the other
/// must have done this share (1: it has ended). In `holds`, this motion may do this share before the other has ended.
#[derive(Serialize)]
struct PlannedMark {
    motion: usize,
    share: f64,
}

/// Plans the moves, or solves and plans one cube after the other.
pub fn run(typed: &PlanArguments, output: &mut Output) -> Result<(), Failure> {
    let planner = Planner::new(&profiles::find(&typed.solving.profile)?);
    let solves = typed.moves.is_none() && typed.exact.is_none() && typed.aim == Aim::Moves;
    if !solves {
        refuse_solver(&typed.solving)?;
    }
    if let Some(text) = &typed.moves {
        let Layout { order, numbering } = typed.layout;
        if order.is_some() || numbering.is_some() {
            let reason = "--order and --numbering are for cubes, not for --moves";
            return Err(Failure::Usage(reason.into()));
        }
        let sequence = typed.notation.read(text)?;
        // No cube is given. A cube that the arms scramble shows the most.
        let cube = (Cube::SOLVED, ColorScheme::WESTERN);
        let plan = planner.moves(&RigState::REST, &sequence.moves());
        let read_as = Some(typed.notation.read_as(&sequence));
        return show(&planner, &plan.or_fail()?, cube, read_as, typed, output);
    }
    let cubes = CubeArguments { facelets: typed.facelets.clone(), file: typed.file.clone() };
    if !solves {
        let mut search = Search::new(&typed.solving, planner.profile());
        return for_each(&cubes, typed.layout, output, |given, output| {
            let plan = match typed.exact {
                Some(within) => search.proven(&planner, &given.cube, within)?,
                None => search.fastest(&planner, &given.cube)?,
            };
            let cube = (given.cube, given.scheme);
            show(&planner, &plan, cube, None, typed, output)
        });
    }
    let mut solving = Solving::new(&typed.solving)?;
    for_each(&cubes, typed.layout, output, |given, output| {
        let solution = solving.solve(&given.cube)?;
        let plan = planner.moves(&RigState::REST, solution.moves());
        let cube = (given.cube, given.scheme);
        show(&planner, &plan.or_fail()?, cube, None, typed, output)
    })
}

/// Refuses options of the solver where it is not asked.
fn refuse_solver(typed: &SolvingArguments) -> Result<(), Failure> {
    let SolvingArguments { method, metric, memory, .. } = typed;
    let given = [("--method", method.is_some()), ("--metric", metric.is_some()), ("--memory", memory.is_some())];
    match given.into_iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((option, _)) => {
            Err(Failure::Usage(format!("{option} needs a cube and --aim moves: other plans do not use the solver")))
        }
    }
}

/// Prints a plan, draws it and plays it with this cube where asked to.
fn show(
    planner: &Planner,
    plan: &Plan,
    (cube, scheme): (Cube, ColorScheme),
    read_as: Option<ReadAs>,
    typed: &PlanArguments,
    output: &mut Output,
) -> Result<(), Failure> {
    let baseline = planner.one_by_one_seconds(&RigState::REST, plan.moves());
    if let Some(path) = &typed.gantt {
        write_file(path, &gantt(plan))?;
    }
    let planned = Planned { read_as, ..Planned::new(plan, baseline.ok().flatten(), typed.notation.notation) };
    if output.wants_json() {
        output.json(&planned)?;
    } else {
        print(&planned, output)?;
    }
    match typed.page {
        Some(port) => play(plan, planner.profile(), cube, scheme, port),
        None => Ok(()),
    }
}

/// Prints a plan for people.
fn print(planned: &Planned<'_>, output: &mut Output) -> Result<(), Failure> {
    let Planned { seconds, parked_seconds, profile, .. } = planned;
    output.text(format_args!("{}", planned.moves))?;
    let compared = match planned.baseline_seconds {
        Some(baseline) => format!("; one move after the other takes {baseline:.2} s"),
        None => String::new(),
    };
    output.text(format_args!("  {seconds:.2} s on {profile}, parked after {parked_seconds:.2} s{compared}"))?;
    output.text("  start     end  arm  action")?;
    for motion in &planned.motions {
        output.text(motion)?;
    }
    if !planned.parking.is_empty() {
        output.text("  parking")?;
    }
    for motion in &planned.parking {
        output.text(motion)?;
    }
    Ok(())
}

impl<'a> Planned<'a> {
    fn new(plan: &'a Plan, baseline_seconds: Option<f64>, writing: Writing) -> Planned<'a> {
        let (waits, holds) = (plan.waits(), plan.holds());
        let marked = |index: usize| PlannedMotion {
            waits: (waits[index].iter()).map(|wait| PlannedMark { motion: wait.motion, share: wait.share }).collect(),
            holds: (holds[index].iter()).map(|hold| PlannedMark { motion: hold.motion, share: hold.until }).collect(),
            ..PlannedMotion::new(&plan.all_motions()[index])
        };
        let listed = |range: std::ops::Range<usize>| range.map(marked).collect();
        let (solving, all) = (plan.motions().len(), plan.all_motions().len());
        Planned {
            moves: writing.of_moves(plan.moves()),
            seconds: plan.seconds(),
            motions: listed(0..solving),
            parking: listed(solving..all),
            parked_seconds: plan.parked_seconds(),
            baseline_seconds,
            profile: plan.profile(),
            read_as: None,
        }
    }
}

impl PlannedMotion {
    fn new(motion: &Motion) -> PlannedMotion {
        PlannedMotion {
            arm: motion.arm.letter(),
            action: motion.action.name(),
            quarters: motion.action.quarters(),
            start: motion.start,
            end: motion.end,
            waits: Vec::new(),
            holds: Vec::new(),
        }
    }
}

impl std::fmt::Display for PlannedMotion {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        let PlannedMotion { arm, action, quarters, start, end, .. } = self;
        write!(formatter, "{start:7.2} {end:7.2}  {arm}    {action}")?;
        match quarters {
            0 => Ok(()),
            quarters => write!(formatter, " {quarters:+}"),
        }
    }
}
