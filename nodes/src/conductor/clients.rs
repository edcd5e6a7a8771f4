//! Talks to the other nodes: actions, services, and whether they answer at all.

use std::time::Duration;

use anyhow::Result;
use cube::{Cube, Face, Move};
use futures::FutureExt;
use futures::future::join_all;
use r2r::cuberig_msgs::action::{ExecuteMoves, ScanCube, SolveCube};
use r2r::std_srvs::srv::Trigger;
use r2r::{GoalStatus, WrappedActionTypeSupport, WrappedServiceTypeSupport};
use tokio::sync::mpsc;

use super::convert;
use super::params::ConductorParams;
use super::readiness::{Gone, can_be_asked};
use crate::runtime::{ActionClient, Canceller, Patience, ServiceClient, Setup, Step};
use mission::{Event, ExecuteEnd, Trouble};

/// Clients of all nodes that a run needs.
pub struct Clients {
    scan: ActionClient<ScanCube::Action>,
    solve: ActionClient<SolveCube::Action>,
    execute: ActionClient<ExecuteMoves::Action>,
    reset: ServiceClient<Trigger::Service>,
    events: mpsc::UnboundedSender<(u64, Event)>,
    action: Option<Canceller>,
    /// Counts actions: what an older one still says no longer counts.
    number: u64,
}

impl Clients {
    /// Creates all clients. What they hear comes out of the channel, with the number of the action.
    pub fn connect(setup: &mut Setup<ConductorParams>) -> Result<(Self, mpsc::UnboundedReceiver<(u64, Event)>)> {
        let (events, receiver) = mpsc::unbounded_channel();
        let clients = Self {
            scan: setup.action_client("scan")?,
            solve: setup.action_client("solve")?,
            execute: setup.action_client("execute")?,
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
    pub fn check_ready(&self, gone: &Gone, patience: Duration) {
        let asked = [
            ("motion_planner", "action scan", self.scan.is_available().map(|f| f.boxed())),
            ("motion_planner", "action execute", self.execute.is_available().map(|f| f.boxed())),
            ("solver", "action solve", self.solve.is_available().map(|f| f.boxed())),
            ("state_assembler", "service cube/reset", self.reset.is_available().map(|f| f.boxed())),
        ];
        let (number, events, gone) = (self.number, self.events.clone(), gone.clone());
        tokio::spawn(async move {
            let answers = join_all(asked.map(|(node, what, server)| {
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
        self.number += 1;
        let goal = ScanCube::Goal { timeout_per_face, faces: faces.iter().map(|face| face.letter()).collect() };
        let lost = |trouble| Event::ScanEnded(Err(trouble));
        let news = News { goes_on: convert::scan_goes_on, ended: convert::scan_ended, lost };
        let (number, events) = (self.number, &self.events);
        let action = Self::act(number, events, &self.scan, goal, "the motion planner", news, patience);
        self.action = Some(action);
    }

    /// Begins to solve.
    pub fn solve(&mut self, cube: &Cube, method: String, time_limit: f64, patience: Duration) {
        self.number += 1;
        let facelets = cube.facelets().to_string();
        let goal = SolveCube::Goal { facelets, method, time_limit, ..SolveCube::Goal::default() };
        let lost = |trouble| Event::SolveEnded(Err(trouble));
        let news = News { goes_on: convert::solve_goes_on, ended: convert::solve_ended, lost };
        let (number, events) = (self.number, &self.events);
        let action = Self::act(number, events, &self.solve, goal, "the solver", news, patience);
        self.action = Some(action);
    }

    /// Begins to turn; the motion planner may look for faster moves with the same effect for this many seconds.
    pub fn execute(&mut self, moves: &[Move], search_time: f64, patience: Duration) {
        self.number += 1;
        let goal = ExecuteMoves::Goal { moves: convert::letters(moves), search_time };
        let lost = |trouble| {
            Event::ExecuteEnded(ExecuteEnd { outcome: Err(trouble), moves: Vec::new(), moves_done: 0, cube: None })
        };
        let news = News { goes_on: convert::execute_goes_on, ended: convert::execute_ended, lost };
        let (number, events) = (self.number, &self.events);
        let action = Self::act(number, events, &self.execute, goal, "the motion planner", news, patience);
        self.action = Some(action);
    }

    fn act<A: WrappedActionTypeSupport + 'static>(
        number: u64,
        events: &mpsc::UnboundedSender<(u64, Event)>,
        client: &ActionClient<A>,
        goal: A::Goal,
        who: &'static str,
        news: News<A>,
        patience: Duration,
    ) -> Canceller
    where
        A::Goal: Clone + Send,
        A::Feedback: Send,
        A::Result: Send,
        <A::GetResult as WrappedServiceTypeSupport>::Response: Send,
    {
        let events = events.clone();
        client.call(who, goal, Patience::once(patience)).for_each(move |step| {
            let event = match step {
                Step::Accepted => return,
                Step::Feedback(feedback) => (news.goes_on)(feedback),
                Step::Ended(status, result) => (news.ended)(status, result),
                Step::Lost(error) => (news.lost)(Trouble { text: error.to_string(), may_pass: true }),
            };
            let _ = events.send((number, event));
        })
    }

    /// Cancels the action under way.
    pub fn cancel_action(&self) {
        if let Some(action) = &self.action {
            action.cancel();
        }
    }
}

/// How what an action says becomes events.
struct News<A: WrappedActionTypeSupport> {
    goes_on: fn(A::Feedback) -> Event,
    ended: fn(GoalStatus, A::Result) -> Event,
    lost: fn(Trouble) -> Event,
}

impl<A: WrappedActionTypeSupport> Clone for News<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: WrappedActionTypeSupport> Copy for News<A> {}
