//! Asks the planner crate for the plan of a goal, and adds what is published about it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Once, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use cube::{Cube, Face, Move, inverted};
use planner::{Plan, Planner, SearchLimits, SearchTables, View, gantt};
use rig::{Motion, Profile, RigState};
use solver::LoadOptions;

/// What is to be planned, and from where.
#[derive(Clone, Debug, PartialEq)]
pub enum PlanRequest {
    /// These moves, or a faster sequence with the same effect, found by a search of this many seconds.
    Moves(RigState, Vec<Move>, f64),
    /// Showing these faces.
    Scan(RigState, Vec<Face>),
}

/// The plan of a goal, and what is published about it.
#[derive(Clone, Debug, PartialEq)]
pub struct PreparedPlan {
    /// What the arms do.
    pub plan: Plan,
    /// Whether its parking is carried out too.
    pub park: bool,
    /// Where everything rests so that the camera can look; empty but for a scan.
    pub views: Vec<View>,
    /// Seconds of the fastest plan for the moves that were asked for; 0 for a scan.
    pub asked_seconds: f64,
    /// Seconds that the same moves take one by one; 0 for a scan, and where the rig cannot do them so.
    pub baseline_seconds: f64,
    /// The plan as a picture, in SVG; empty for a scan.
    pub picture: String,
}

impl PreparedPlan {
    /// By how much a faster sequence with the same effect is faster, in words; none where the moves are those that were asked for.
    pub(crate) fn gain(&self) -> Option<String> {
        let (seconds, asked) = (self.plan.seconds(), self.asked_seconds);
        (seconds < asked).then(|| format!("a faster equivalent sequence: {seconds:.1} s instead of {asked:.1} s"))
    }

    /// The motions that are carried out.
    pub fn motions(&self) -> &[Motion] {
        match self.park {
            true => self.plan.all_motions(),
            false => self.plan.motions(),
        }
    }
}

/// Makes plans.
pub struct PlanMaker {
    planner: Planner,
    table_options: LoadOptions,
    /// What every search needs, once it is loaded.
    tables: Arc<OnceLock<SearchTables>>,
    loading: Once,
}

/// How often a search that waits for its tables looks for them.
const LOOK: Duration = Duration::from_millis(5);

impl PlanMaker {
    /// A maker of plans for a rig, whose searches load their tables with these options.
    pub fn new(profile: &Profile, table_options: LoadOptions) -> Self {
        Self { planner: Planner::new(profile), table_options, tables: Arc::default(), loading: Once::new() }
    }

    /// The rig that it plans for.
    pub fn profile(&self) -> &Profile {
        self.planner.profile()
    }

    /// Begins to load what every search needs, in a thread of its own: where no file keeps it, it is made, which takes some
    /// seconds or a minute. Without a usable folder it stays in memory.
    pub fn load_tables(&self) {
        self.loading.call_once(|| {
            let (tables, profile) = (self.tables.clone(), self.profile().clone());
            let options = self.table_options.clone();
            thread::spawn(move || {
                let load = SearchTables::load(&profile, &options, &|_| {});
                tables.get_or_init(|| load.unwrap_or_else(|_| SearchTables::new(&profile)));
            });
        });
    }

    /// Whether a search need not wait for its tables.
    pub fn has_tables(&self) -> bool {
        self.tables.get().is_some()
    }

    /// The tables, if they are loaded before `stop` returns true.
    fn tables_until(&self, stop: &dyn Fn() -> bool) -> Option<&SearchTables> {
        self.load_tables();
        loop {
            let tables = self.tables.get();
            if tables.is_some() || stop() {
                return tables;
            }
            thread::sleep(LOOK);
        }
    }

    /// Makes a plan; with `park` a plan for moves ends with all claws closed and neutral. A search ends early when `stop`
    /// returns true. It waits for its tables no longer than it may take: then the moves are planned as given.
    /// The error is a sentence.
    pub fn make(
        &self,
        request: &PlanRequest,
        park: bool,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<PreparedPlan, String> {
        // A goal that no plan comes for would never end.
        let made = AssertUnwindSafe(|| self.made(request, park, stop));
        catch_unwind(made)
            .unwrap_or_else(|_| Err("planning broke off: this is a fault of cuberig, please report it".into()))
    }

    fn made(
        &self,
        request: &PlanRequest,
        park: bool,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<PreparedPlan, String> {
        let in_words = |error: planner::Error| error.to_string();
        match request {
            PlanRequest::Moves(start, moves, search) => {
                let asked = self.planner.moves(start, moves).map_err(in_words)?;
                let asked_seconds = asked.seconds();
                let plan = match Duration::try_from_secs_f64(*search) {
                    Ok(search) if !search.is_zero() => {
                        let begun = Instant::now();
                        let over = || search <= begun.elapsed() || stop();
                        match self.tables_until(&over) {
                            Some(tables) => self.same_effect(tables, start, moves, &over).map_err(in_words)?,
                            None => asked,
                        }
                    }
                    _ => asked,
                };
                let baseline = self.planner.one_by_one_seconds(start, plan.moves());
                Ok(PreparedPlan {
                    park,
                    views: Vec::new(),
                    asked_seconds,
                    baseline_seconds: baseline.ok().flatten().unwrap_or(0.0),
                    picture: gantt(&plan),
                    plan,
                })
            }
            PlanRequest::Scan(start, faces) => {
                let scan = self.planner.scan(start, faces).map_err(in_words)?;
                Ok(PreparedPlan {
                    plan: scan.plan,
                    park: false,
                    views: scan.views,
                    asked_seconds: 0.0,
                    baseline_seconds: 0.0,
                    picture: String::new(),
                })
            }
        }
    }

    /// The fastest plan with the effect of these moves that is found before `stop` returns true; never slower than
    /// theirs.
    fn same_effect(
        &self,
        tables: &SearchTables,
        start: &RigState,
        moves: &[Move],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Plan, planner::Error> {
        // Any sequence that solves the cube that these moves solve has the same effect.
        let cube = Cube::SOLVED.apply_all(&inverted(moves));
        let limits = SearchLimits {
            threads: thread::available_parallelism().map_or(1, usize::from),
            stop,
            known: &[moves.to_vec()],
        };
        self.planner.cube(tables, start, &cube, &limits)
    }
}
