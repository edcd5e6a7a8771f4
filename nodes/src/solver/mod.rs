//! The node `solver`: finds moves that solve a cube, tells each better solution, and returns its best when cancelled.

mod convert;
mod library;
mod node;
mod params;
mod search;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::Result;
use planner::Planner;
use r2r::cuberig_msgs::action::SolveCube;
use solver::{Method, Solution};
use tokio_util::sync::CancellationToken;

use crate::runtime::{
    Diagnostics, Goal, Health, LiveParams, Logger, RigNode, Setup, Task, rig_profile,
};
use library::{Library, Shelf};
use node::{Code, Failure, Problem};
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
        let mut goals = setup.action_server::<SolveCube::Action>("solve", |_| Ok(()))?;
        let desk = Desk {
            library: Library::new(setup.log.clone()),
            params: setup.params.clone(),
            planner: Arc::new(Planner::new(&profile)),
            under_way: Arc::default(),
            stop: setup.stop.clone(),
            log: setup.log.clone(),
        };
        let (stop, diagnostics) = (setup.stop.clone(), setup.diagnostics.clone());
        let mut changes = setup.params.changes();
        Ok(Box::pin(async move {
            desk.prepare();
            let mut seconds = tokio::time::interval(Duration::from_secs(1));
            let mut solving = tokio::task::JoinSet::new();
            loop {
                tokio::select! {
                    () = stop.cancelled() => break,
                    Some(goal) = goals.recv() => {
                        let desk = desk.clone();
                        solving.spawn(async move { desk.serve(goal).await });
                    }
                    Some(_) = solving.join_next() => {}
                    Ok(()) = changes.changed() => desk.prepare(),
                    _ = seconds.tick() => desk.report(&diagnostics),
                }
            }
            // Searches see the same sign and end with what they have.
            while solving.join_next().await.is_some() {}
            Ok(())
        }))
    }
}

/// What the tasks of all goals share.
#[derive(Clone)]
struct Desk {
    library: Library,
    params: LiveParams<SolverParams>,
    planner: Arc<Planner>,
    under_way: Arc<AtomicUsize>,
    stop: CancellationToken,
    log: Logger,
}

impl Desk {
    /// Loads the tables of the default method ahead of the first goal.
    fn prepare(&self) {
        let params = self.params.get();
        // The parameter's choices are the names of the methods.
        if let Ok(method) = params.method.parse::<Method>() {
            self.library.open(method, params.load_options());
        }
    }

    async fn serve(&self, goal: Goal<SolveCube::Action>) {
        let params = self.params.get();
        self.under_way.fetch_add(1, Ordering::SeqCst);
        let outcome = match node::check(&convert::wanted(goal.request()), &params) {
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
                    if solution.optimal {
                        ", proven optimal"
                    } else {
                        ""
                    }
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
        tokio::pin!(ended);
        let mut shelf = self.library.open(problem.method, params.load_options());
        let there = shelf.wait_for(|shelf| !matches!(shelf, Shelf::Loading(_)));
        let solver = tokio::select! {
            () = &mut ended => {
                let text = "cancelled before the tables were ready, so no solution is known";
                return Err(Failure::new(Code::NothingFound, text));
            }
            shelf = there => match shelf.map(|shelf| shelf.clone()) {
                Ok(Shelf::Ready(solver)) => solver,
                Ok(Shelf::Failed(reason)) => return Err(Failure::new(Code::Internal, reason)),
                Ok(Shelf::Loading(_)) | Err(_) => {
                    return Err(Failure::new(Code::Internal, "the loading of the tables broke off"));
                }
            },
        };
        search::search(solver, problem, self.planner.clone(), ended, |better| {
            goal.feedback(convert::feedback(better));
        })
        .await
    }

    fn report(&self, diagnostics: &Diagnostics) {
        let mut health = Health::Ok;
        let mut text = String::from("ready");
        let mut values = vec![("goals", self.under_way.load(Ordering::SeqCst).to_string())];
        for (method, shelf) in self.library.overview() {
            let state = match shelf {
                Shelf::Ready(_) => "ready".into(),
                Shelf::Loading(progress) => {
                    text.clone_from(&progress);
                    progress
                }
                Shelf::Failed(reason) => {
                    (health, text) = (Health::Error, reason.clone());
                    reason
                }
            };
            values.push((method.name(), state));
        }
        diagnostics.report(health, text, &values);
    }
}
