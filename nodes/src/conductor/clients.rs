//! Talks to the other nodes: actions, services, and whether they answer at all.

use std::time::Duration;

use anyhow::Result;
use cube::{Cube, Face, Move};
use futures::FutureExt;
use futures::future::{BoxFuture, join_all};
use r2r::cuberig_msgs::action::{ExecuteMoves, MoveClaws, ScanCube, SolveCube};
use r2r::std_srvs::srv::Trigger;
use r2r::{GoalStatus, WrappedActionTypeSupport, WrappedServiceTypeSupport};
use tokio::sync::mpsc;

use super::convert;
use super::params::ConductorParams;
use super::readiness::{Gone, can_be_asked};
use crate::runtime::{ActionClient, CallError, Canceller, Patience, ServiceClient, Setup, Step};
use mission::{Claws, Event, ExecuteEnd, Failure};

/// A look at the claws that is not answered for this long may be lost.
const LOST: Duration = Duration::from_secs(2);

/// A server that is needed: its node, what it is, and when it is there.
type Needed = (&'static str, &'static str, r2r::Result<BoxFuture<'static, r2r::Result<()>>>);

/// Clients of all nodes that a run or a hand-over needs.
pub struct Clients {
    scan: ActionClient<ScanCube::Action>,
    solve: ActionClient<SolveCube::Action>,
    execute: ActionClient<ExecuteMoves::Action>,
    claws: ActionClient<MoveClaws::Action>,
    reset: ServiceClient<Trigger::Service>,
    events: mpsc::UnboundedSender<(u64, Event)>,
    action: Option<Canceller>,
    /// Counts actions: late events of an older one no longer count.
    number: u64,
}

impl Clients {
    /// Creates all clients. Their events come out of the channel, with the number of the action.
    pub fn connect(setup: &mut Setup<ConductorParams>) -> Result<(Self, mpsc::UnboundedReceiver<(u64, Event)>)> {
        let (events, receiver) = mpsc::unbounded_channel();
        let clients = Self {
            scan: setup.action_client("scan")?,
            solve: setup.action_client("solve")?,
            execute: setup.action_client("execute")?,
            claws: setup.action_client("move_claws")?,
            reset: setup.client("cube/reset")?,
            events,
            action: None,
            number: 0,
        };
        Ok((clients, receiver))
    }

    /// The number of the newest action.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Finds out whether everything that a run needs can be asked.
    pub fn check_ready(&mut self, gone: &Gone, patience: Duration) {
        let needed = vec![
            ("motion_planner", "action scan", self.scan.is_available().map(|f| f.boxed())),
            ("motion_planner", "action execute", self.execute.is_available().map(|f| f.boxed())),
            ("solver", "action solve", self.solve.is_available().map(|f| f.boxed())),
            self.assembler(),
        ];
        self.check(needed, gone, patience);
    }

    /// Finds out whether everything that a hand-over needs can be asked.
    pub fn check_claws_ready(&mut self, gone: &Gone, patience: Duration) {
        let claws = ("motion_planner", "action move_claws", self.claws.is_available().map(|f| f.boxed()));
        self.check(vec![claws, self.assembler()], gone, patience);
    }

    fn assembler(&self) -> Needed {
        ("state_assembler", "service cube/reset", self.reset.is_available().map(|f| f.boxed()))
    }

    fn check(&mut self, asked: Vec<Needed>, gone: &Gone, patience: Duration) {
        self.number += 1;
        let (number, events, gone) = (self.number, self.events.clone(), gone.clone());
        tokio::spawn(async move {
            let answers = join_all(asked.into_iter().map(|(node, what, server)| {
                let there = can_be_asked(node, server, gone.clone(), patience);
                async move { (!there.await).then(|| format!("{node} ({what})")) }
            }));
            let missing: Vec<_> = answers.await.into_iter().flatten().collect();
            let ready = match missing.is_empty() {
                true => Ok(()),
                false => Err(format!(
                    "a node that is needed does not answer within {} s: {}",
                    patience.as_secs_f64(),
                    missing.join(", ")
                )),
            };
            // The receiver lives as long as the node's task.
            let _ = events.send((number, Event::Ready(ready)));
        });
    }

    /// Has the state assembler forget the cube.
    pub fn forget_cube(&self, patience: Duration) {
        let forgotten = self.reset.trigger(patience);
        let (number, events) = (self.number, self.events.clone());
        tokio::spawn(async move {
            let forgotten = forgotten.await.map(drop);
            let _ = events.send((number, Event::Forgotten(forgotten)));
        });
    }

    /// Begins a scan of these faces.
    pub fn scan(&mut self, faces: &[Face], timeout_per_face: f64, patience: Duration) {
        let goal = ScanCube::Goal { timeout_per_face, faces: faces.iter().map(|face| face.letter()).collect() };
        let lost = |error: &CallError| Event::ScanEnded(Err(failure(error)));
        let converted = ActionEvents { begins: None, goes_on: convert::scan_goes_on, ended: convert::scan_ended, lost };
        self.act(self.scan.clone(), goal, "the motion planner", converted, Patience::once(patience));
    }

    /// Begins to solve.
    pub fn solve(&mut self, cube: &Cube, method: String, time_limit: f64, patience: Duration) {
        let facelets = cube.facelets().to_string();
        let goal = SolveCube::Goal { facelets, method, time_limit, ..SolveCube::Goal::default() };
        let lost = |error: &CallError| Event::SolveEnded(Err(failure(error)));
        let converted =
            ActionEvents { begins: None, goes_on: convert::solve_goes_on, ended: convert::solve_ended, lost };
        self.act(self.solve.clone(), goal, "the solver", converted, Patience::once(patience));
    }

    /// Begins to turn; the motion planner may look for faster moves with the same effect for this many seconds.
    pub fn execute(&mut self, moves: &[Move], search_time: f64, patience: Duration) {
        let goal = ExecuteMoves::Goal { moves: convert::letters(moves), search_time };
        let lost = |error: &CallError| {
            let outcome = Err(failure(error));
            Event::ExecuteEnded(ExecuteEnd { outcome, moves: Vec::new(), moves_done: 0, cube: None })
        };
        let converted =
            ActionEvents { begins: None, goes_on: convert::execute_goes_on, ended: convert::execute_ended, lost };
        self.act(self.execute.clone(), goal, "the motion planner", converted, Patience::once(patience));
    }

    /// Has the motion planner look at all claws, or move them.
    pub fn move_claws(&mut self, claws: Claws, answer: Duration) {
        // To look twice does no harm; what moves is asked for once.
        let again = if claws == Claws::Look { LOST } else { answer };
        let converted = ActionEvents {
            begins: Some(Event::ClawsBegin),
            goes_on: |_| Event::ClawsGoOn,
            ended: convert::claws_ended,
            lost: convert::claws_lost,
        };
        self.act(
            self.claws.clone(),
            convert::claws(claws),
            "the motion planner",
            converted,
            Patience { answer, again },
        );
    }

    fn act<A: WrappedActionTypeSupport + 'static>(
        &mut self,
        client: ActionClient<A>,
        goal: A::Goal,
        who: &'static str,
        converted: ActionEvents<A>,
        patience: Patience,
    ) where
        A::Goal: Clone + Send,
        A::Feedback: Send,
        A::Result: Send,
        <A::GetResult as WrappedServiceTypeSupport>::Response: Send,
    {
        self.number += 1;
        let (number, events) = (self.number, self.events.clone());
        let action = client.call(who, goal, patience).for_each(move |step| {
            let event = match step {
                Step::Accepted => match &converted.begins {
                    Some(begins) => begins.clone(),
                    None => return,
                },
                Step::Feedback(feedback) => (converted.goes_on)(feedback),
                Step::Ended(status, result) => (converted.ended)(status, result),
                Step::Lost(error) => (converted.lost)(&error),
            };
            let _ = events.send((number, event));
        });
        self.action = Some(action);
    }

    /// Cancels the action under way.
    pub fn cancel_action(&self) {
        if let Some(action) = &self.action {
            action.cancel();
        }
    }
}

fn failure(error: &CallError) -> Failure {
    Failure::passing(error.to_string())
}

/// How the steps of an action become events.
struct ActionEvents<A: WrappedActionTypeSupport> {
    /// When it is accepted, where that matters.
    begins: Option<Event>,
    goes_on: fn(A::Feedback) -> Event,
    ended: fn(GoalStatus, A::Result) -> Event,
    lost: fn(&CallError) -> Event,
}
