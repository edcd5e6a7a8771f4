//! The node `solver`: finds moves that solve a cube, publishes each better solution, and returns its best when cancelled.

pub mod convert;
mod params;

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::Result;
use brick::clock::Interval;
use cube::Metric;
use planner::Planner;
use r2r::cuberig_msgs::action::SolveCube;
use solver::{
    Control, Failure, FailureKind, LoadEvent, LoadOptions, LoadedMethods, Method, Problem, Solution, Solver, TableState,
};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::runtime::{Diagnostics, Goal, Health, LiveParams, Logger, RigNode, Setup, Task, compute, rig_profile};
pub use params::SolverParams;

/// Solves cubes.
pub struct SolverNode;

impl RigNode for SolverNode {
    const NAME: &'static str = "solver";
    const ABOUT: &'static str =
        "finds moves that solve a cube, better ones as time goes by, and its best when cancelled";
    type Params = SolverParams;

    fn start(setup: &mut Setup<SolverParams>) -> Result<Task> {
        let profile = rig_profile(&setup.params.get().profile)?;
        let mut goals = setup.action_server::<SolveCube::Action>("solve")?;
        let service = SolveService {
            methods: Arc::new(LoadedMethods::new(log_loading(setup.log.clone()))),
            params: setup.params.clone(),
            planner: Arc::new(Planner::new(&profile)),
            under_way: Arc::default(),
            stop: setup.stop.clone(),
            log: setup.log.clone(),
        };
        let (stop, diagnostics) = (setup.stop.clone(), setup.diagnostics.clone());
        let mut changes = setup.params.changes();
        Ok(Box::pin(async move {
            service.prepare();
            let mut seconds = Interval::every(Duration::from_secs(1));
            let mut solving = tokio::task::JoinSet::new();
            loop {
                tokio::select! {
                    () = stop.cancelled() => break,
                    Some(goal) = goals.recv() => {
                        let service = service.clone();
                        solving.spawn(async move { service.serve(goal).await });
                    }
                    Some(_) = solving.join_next() => {}
                    Ok(()) = changes.changed() => service.prepare(),
                    () = seconds.tick() => service.report(&diagnostics),
                }
            }
            // Searches see the same sign and end with what they have.
            while solving.join_next().await.is_some() {}
            Ok(())
        }))
    }
}

/// Writes what happens while tables load to the log.
fn log_loading(log: Logger) -> impl Fn(&LoadEvent) + Send + Sync {
    move |event| match event {
        LoadEvent::MemoryOnly(_) => log.warn(event.to_string()),
        LoadEvent::Failed(_) => log.error(event.to_string()),
        _ => log.info(event.to_string()),
    }
}

/// What the tasks of all goals share.
#[derive(Clone)]
struct SolveService {
    methods: Arc<LoadedMethods>,
    params: LiveParams<SolverParams>,
    planner: Arc<Planner>,
    under_way: Arc<AtomicUsize>,
    stop: CancellationToken,
    log: Logger,
}

impl SolveService {
    /// Loads the tables of the default method ahead of the first goal.
    fn prepare(&self) {
        let params = self.params.get();
        // The parameter's choices are the names of the methods.
        if let Ok(method) = params.method.parse::<Method>() {
            let (methods, options) = (self.methods.clone(), params.load_options());
            // A later client of the method gets the outcome.
            tokio::task::spawn_blocking(move || drop(methods.get(method, &options)));
        }
    }

    async fn serve(&self, goal: Goal<SolveCube::Action>) {
        let params = self.params.get();
        self.under_way.fetch_add(1, Ordering::SeqCst);
        let outcome = match convert::request(goal.request()).problem(&params.defaults()) {
            Ok(problem) => self.solve(&goal, problem, &params).await,
            Err(failure) => Err(failure),
        };
        self.under_way.fetch_sub(1, Ordering::SeqCst);
        let result = convert::result(&outcome);
        match &outcome {
            Ok(solution) => {
                self.log.info(format!(
                    "solved in {} moves, {:.2} s, by {}{}",
                    solution.htm(),
                    solution.seconds,
                    solution.method,
                    if solution.is_optimal() { ", proven optimal" } else { "" }
                ));
                goal.succeed(result);
            }
            Err(failure) => {
                self.log.warn(format!("not solved: {}", failure.text));
                goal.abort(result);
            }
        }
    }

    async fn solve(
        &self,
        goal: &Goal<SolveCube::Action>,
        problem: Problem,
        params: &SolverParams,
    ) -> std::result::Result<Solution, Failure> {
        let ended = async {
            tokio::select! {
                () = goal.cancelled.cancelled() => {}
                () = self.stop.cancelled() => {}
            }
        };
        let mut ended = pin!(ended);
        let options = LoadOptions { metric: problem.limits.metric, ..params.load_options() };
        let (methods, method) = (self.methods.clone(), problem.method);
        let solver = tokio::select! {
            () = &mut ended => {
                let text = "cancelled before the tables were ready, so no solution is known";
                return Err(Failure::new(FailureKind::NothingFound, text));
            }
            loaded = compute(move || methods.get(method, &options)) => loaded
                .map_err(|error| error.to_string())
                .and_then(|loaded| loaded)
                .map_err(|reason| Failure::new(FailureKind::Internal, reason))?,
        };
        self.search(goal, solver, problem, ended).await
    }

    /// Searches until the limits are reached, nothing better can exist, or `ended` comes. The client receives each better
    /// solution. Of equally short ones, the methods that can choose take the one that the rig does soonest.
    async fn search(
        &self,
        goal: &Goal<SolveCube::Action>,
        solver: Arc<dyn Solver>,
        problem: Problem,
        mut ended: Pin<&mut impl Future<Output = ()>>,
    ) -> std::result::Result<Solution, Failure> {
        let (improved, mut improvements) = mpsc::unbounded_channel();
        let mut control = Control::with_feedback(move |solution: &Solution| {
            // The receiver lives as long as the search.
            let _ = improved.send(solution.clone());
        });
        if matches!(problem.method, Method::Combined | Method::Auto) {
            let planner = self.planner.clone();
            control = control.preferring(move |moves| planner.seconds(moves));
        }
        let cancel = control.cancel_flag();
        let mut searching = pin!(compute(move || problem.solve(&*solver, &control)));
        let mut asked_to_end = false;
        let found = loop {
            tokio::select! {
                () = &mut ended, if !asked_to_end => {
                    asked_to_end = true;
                    cancel.store(true, Ordering::Relaxed);
                }
                Some(better) = improvements.recv() => goal.feedback(convert::feedback(&better)),
                found = &mut searching => break found,
            }
        };
        while let Ok(better) = improvements.try_recv() {
            goal.feedback(convert::feedback(&better));
        }
        found.unwrap_or_else(|error| {
            let text = format!("the search broke off: {error:#}");
            Err(Failure::new(FailureKind::Internal, text))
        })
    }

    fn report(&self, diagnostics: &Diagnostics) {
        let mut health = Health::Ok;
        let mut text = String::from("ready");
        let goals = self.under_way.load(Ordering::SeqCst).to_string();
        let mut values = vec![("goals".to_owned(), goals)];
        for (method, metric, state) in self.methods.overview() {
            let state = match state {
                TableState::Ready(_) => "ready".into(),
                // It solves already; how far its own tables are is only a value.
                TableState::StandIn(_, progress) => progress,
                TableState::Loading(progress) => {
                    text.clone_from(&progress);
                    progress
                }
                TableState::Failed(reason) => {
                    (health, text) = (Health::Error, reason.clone());
                    reason
                }
            };
            let name = match metric {
                Metric::HalfTurn => method.to_string(),
                metric => format!("{method}, {metric}"),
            };
            values.push((name, state));
        }
        let values: Vec<_> = (values.iter()).map(|(name, value)| (name.as_str(), value.clone())).collect();
        diagnostics.report(health, text, &values);
    }
}
