//! A solver with its tables, loaded when the first cube needs it.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use cube::{Cube, Metric};
use planner::Planner;
use solver::{Limits, LoadOptions, Solution, Solver};

use crate::failure::{Failure, OrFail};
use crate::method::Method;
use crate::profiles;
use crate::proving::ProofBar;
use crate::size::Size;
use crate::tables;
use crate::values::{metrics, seconds};

/// How a cube is solved.
#[derive(Args)]
pub struct SolvingArguments {
    /// The solving method; two-phase if not given.
    #[arg(long, value_name = "M", value_parser = Method::parser())]
    pub method: Option<Method>,
    /// Seconds after which the best solution so far is taken; 1 if not given, and none for methods that only prove.
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Threads that search at once; as many as there are processors if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// What counts as one move; half-turn if not given.
    #[arg(long, value_name = "M", value_parser = metrics())]
    pub metric: Option<Metric>,
    /// Memory that tables may take, such as 32M or 8G; 512M if not given, and for optimal a quarter of what is free.
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Size>,
    /// The rig: a name from config/profiles, or a file. Of equally short solutions combined and auto take what it does soonest.
    #[arg(long, value_name = "P", default_value = "nxt-2015")]
    pub profile: String,
}

/// Which method solves, within which limits.
pub struct Solving {
    method: Method,
    limits: Limits,
    memory: Option<u64>,
    /// Where equally short solutions are chosen by what the rig takes for them.
    planner: Option<Arc<Planner>>,
    loaded: Option<Box<dyn Solver>>,
}

impl Solving {
    /// The method and the limits that were typed, the solver's own where none were.
    ///
    /// # Errors
    /// The method cannot minimise the metric, or the profile of the rig is unknown or unreadable.
    pub fn new(typed: &SolvingArguments) -> Result<Solving, Failure> {
        let usual = Limits::default();
        let method = typed.method.unwrap_or(solver::Method::TwoPhase.into());
        let usual_time = usual.time.filter(|_| !method.only_proves());
        let limits = Limits {
            time: typed.time_limit.or(usual_time),
            threads: typed.threads.map_or(usual.threads, usize::from),
            metric: typed.metric.unwrap_or(Metric::HalfTurn),
            ..usual
        };
        method.check_metric(limits.metric)?;
        let planner = match method.chooses() {
            true => Some(Arc::new(Planner::new(&profiles::find(&typed.profile)?))),
            false => None,
        };
        Ok(Solving { method, limits, memory: typed.memory.map(|size| size.0), planner, loaded: None })
    }

    /// What counts as one move.
    pub fn metric(&self) -> Metric {
        self.limits.metric
    }

    /// Solves a cube; the first time this may have to make the tables.
    pub fn solve(&mut self, cube: &Cube) -> Result<Solution, Failure> {
        let solver = match self.loaded.take() {
            Some(solver) => solver,
            None => self.load()?,
        };
        let (bar, mut control) = ProofBar::watching();
        if let Some(planner) = self.planner.clone() {
            control = control.preferring(move |moves| planner.seconds(moves));
        }
        let solution = solver.solve(cube, &self.limits, &control);
        drop(bar);
        self.loaded = Some(solver);
        solution.or_fail()
    }

    /// Loads or builds the tables.
    fn load(&self) -> Result<Box<dyn Solver>, Failure> {
        let options = LoadOptions {
            memory: self.memory,
            threads: self.limits.threads,
            metric: self.limits.metric,
            ..LoadOptions::cached_in(LoadOptions::user_cache())
        };
        tables::use_once(self.method, &options)
    }
}
