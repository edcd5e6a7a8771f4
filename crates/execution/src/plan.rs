//! Asks the planner crate for a plan and puts it into the executor's terms.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use cube::{Cube, Move, inverted};
use planner::{Plan, Planner, SearchLimits, SearchTables, gantt};
use rig::{Motion, Profile, RigState};
use solver::LoadOptions;

use crate::events::PlanRequest;
use crate::meaning::meanings;
use crate::running::Choreography;

/// What is told to others about a plan.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// The face turns; empty for a scan.
    pub moves: Vec<Move>,
    /// Name of the profile.
    pub profile: String,
    /// Seconds until the last motion that solves has ended.
    pub seconds: f64,
    /// Seconds of the fastest plan for the moves that were asked for; 0 for a scan.
    pub asked_seconds: f64,
    /// Seconds that the same moves take one by one; 0 for a scan.
    pub baseline_seconds: f64,
    /// All motions.
    pub motions: Vec<Motion>,
    /// The plan as a picture, in SVG; empty for a scan.
    pub picture: String,
}

/// Makes plans.
pub struct PlanMaker {
    planner: Planner,
    kept: LoadOptions,
    /// Loaded when a search first needs them.
    tables: OnceLock<SearchTables>,
}

impl PlanMaker {
    /// A maker of plans for a rig, whose tables for searches are kept as told.
    pub fn new(profile: &Profile, kept: LoadOptions) -> Self {
        Self {
            planner: Planner::new(profile),
            kept,
            tables: OnceLock::new(),
        }
    }

    /// The rig that it plans for.
    pub fn profile(&self) -> &Profile {
        self.planner.profile()
    }

    /// What every search needs: loaded at the first call, and made, in some seconds, where no file keeps it. Without a
    /// usable folder it stays in memory.
    pub fn tables(&self) -> &SearchTables {
        let profile = self.planner.profile();
        let load = || SearchTables::load(profile, &self.kept, &|_| {});
        self.tables
            .get_or_init(|| load().unwrap_or_else(|_| SearchTables::new(profile)))
    }

    /// Makes a plan; with `park` a plan for moves ends with all claws closed and neutral. A search ends early when `stop`
    /// says true. The error is a sentence.
    pub fn make(
        &self,
        request: &PlanRequest,
        park: bool,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<(Choreography, Summary), String> {
        let in_words = |error: planner::Error| error.to_string();
        match request {
            PlanRequest::Moves(start, moves, search) => {
                let asked = self.planner.moves(start, moves).map_err(in_words)?;
                let asked_seconds = asked.seconds();
                let plan = match Duration::try_from_secs_f64(*search) {
                    Ok(search) if !search.is_zero() => self
                        .same_effect(start, moves, search, stop)
                        .map_err(in_words)?,
                    _ => asked,
                };
                let baseline = self.planner.one_by_one_seconds(start, plan.moves());
                let choreography = self.choreography(&plan, Vec::new(), park)?;
                let summary = Summary {
                    asked_seconds,
                    baseline_seconds: baseline.ok().flatten().unwrap_or(0.0),
                    picture: gantt(&plan),
                    ..summary(&plan, &choreography)
                };
                Ok((choreography, summary))
            }
            PlanRequest::Scan(start, faces) => {
                let scan = self.planner.scan(start, faces).map_err(in_words)?;
                let views = scan.views.iter().map(|view| view.seconds).collect();
                let choreography = self.choreography(&scan.plan, views, false)?;
                let summary = summary(&scan.plan, &choreography);
                Ok((choreography, summary))
            }
        }
    }

    /// The fastest plan found within a time that does to the cube what these moves do; never slower than theirs.
    fn same_effect(
        &self,
        start: &RigState,
        moves: &[Move],
        search: Duration,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Plan, planner::Error> {
        let tables = self.tables();
        // Whatever solves the cube that these moves solve has the same effect as they have.
        let cube = Cube::SOLVED.apply_all(&inverted(moves));
        let begun = Instant::now();
        let limits = SearchLimits {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            stop: &|| search <= begun.elapsed() || stop(),
            known: &[moves.to_vec()],
        };
        self.planner.cube(tables, start, &cube, &limits)
    }

    fn choreography(
        &self,
        plan: &Plan,
        views: Vec<f64>,
        park: bool,
    ) -> Result<Choreography, String> {
        let parking = if park { plan.parking() } else { &[] };
        let motions = [plan.motions(), parking].concat();
        // What precedes a motion is earlier in the list, so cutting the parking off leaves no loose end.
        let after = plan.predecessors()[..motions.len()].to_vec();
        let meanings = meanings(self.profile(), plan.start(), &motions)
            .map_err(|violation| violation.to_string())?;
        Ok(Choreography {
            start: *plan.start(),
            motions,
            meanings,
            after,
            views,
        })
    }
}

fn summary(plan: &Plan, choreography: &Choreography) -> Summary {
    Summary {
        moves: plan.moves().to_vec(),
        profile: plan.profile().to_owned(),
        seconds: plan.seconds(),
        motions: choreography.motions.clone(),
        ..Summary::default()
    }
}
