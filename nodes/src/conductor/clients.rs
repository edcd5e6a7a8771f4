//! Talks to the other nodes: actions, services, and whether they answer at all.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;
use cube::{Cube, Face, Move};
use futures::future::join_all;
use futures::{FutureExt, StreamExt};
use r2r::cuberig_msgs::action::{ExecuteMoves, ScanCube, SolveCube};
use r2r::std_srvs::srv::Trigger;
use r2r::{ActionClient, Client, Node, WrappedActionTypeSupport};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::convert;
use super::params::ConductorParams;
use crate::runtime::{Setup, accepted, ask, cancel};
use mission::{Event, ExecuteEnd, Trouble};

/// The action under way, as far as it can be cancelled.
enum Acting {
    /// Not answered yet; true when it shall be cancelled as soon as it is accepted.
    Asked(bool),
    /// Accepted; this cancels it.
    Accepted(Box<dyn Fn() + Send>),
}

/// Clients of all nodes that a run needs.
pub struct Clients {
    scan: ActionClient<ScanCube::Action>,
    solve: ActionClient<SolveCube::Action>,
    execute: ActionClient<ExecuteMoves::Action>,
    reset: Client<Trigger::Service>,
    events: mpsc::UnboundedSender<(u64, Event)>,
    acting: Arc<Mutex<Option<Acting>>>,
    /// Counts actions: what an older one still says no longer counts.
    number: u64,
}

impl Clients {
    /// Creates all clients. What they hear comes out of the channel, with the number of the action.
    pub fn connect(
        setup: &mut Setup<ConductorParams>,
    ) -> Result<(Self, mpsc::UnboundedReceiver<(u64, Event)>)> {
        let (events, receiver) = mpsc::unbounded_channel();
        let clients = Self {
            scan: setup.action_client("scan")?,
            solve: setup.action_client("solve")?,
            execute: setup.action_client("execute")?,
            reset: setup.client("cube/reset")?,
            events,
            acting: Arc::default(),
            number: 0,
        };
        Ok((clients, receiver))
    }

    /// The number of the newest action.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Finds out whether everything that a run needs is there.
    pub fn check_ready(&self, patience: Duration) {
        let asked = [
            (
                "motion_planner (action scan)",
                Node::is_available(&self.scan).map(|f| f.boxed()),
            ),
            (
                "motion_planner (action execute)",
                Node::is_available(&self.execute).map(|f| f.boxed()),
            ),
            (
                "solver (action solve)",
                Node::is_available(&self.solve).map(|f| f.boxed()),
            ),
            (
                "state_assembler (service cube/reset)",
                Node::is_available(&self.reset).map(|f| f.boxed()),
            ),
        ];
        let (number, events) = (self.number, self.events.clone());
        tokio::spawn(async move {
            let answers = join_all(asked.map(|(name, answer)| async move {
                let there = match answer {
                    Ok(answer) => timeout(patience, answer)
                        .await
                        .is_ok_and(|there| there.is_ok()),
                    Err(_) => false,
                };
                (!there).then_some(name)
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
        let answer = ask(
            &self.reset,
            &Trigger::Request::default(),
            "cube/reset",
            patience,
        );
        let (number, events) = (self.number, self.events.clone());
        tokio::spawn(async move {
            let forgotten = match answer.await {
                Ok(answer) if answer.success => Ok(()),
                Ok(answer) => Err(format!("cube/reset failed: {}", answer.message)),
                Err(text) => Err(text),
            };
            let _ = events.send((number, Event::Forgotten(forgotten)));
        });
    }

    /// Begins a scan of these faces.
    pub fn scan(&mut self, faces: &[Face], timeout_per_face: f64, patience: Duration) {
        self.number += 1;
        let goal = ScanCube::Goal {
            timeout_per_face,
            faces: faces.iter().map(|face| face.letter()).collect(),
        };
        let lost = |trouble| Event::ScanEnded(Err(trouble));
        let heard = Heard {
            goes_on: convert::scan_goes_on,
            ended: convert::scan_ended,
            lost,
        };
        self.act(&self.scan, goal, "the motion planner", heard, patience);
    }

    /// Begins to solve.
    pub fn solve(&mut self, cube: &Cube, method: String, time_limit: f64, patience: Duration) {
        self.number += 1;
        let facelets = cube.facelets().to_string();
        let goal = SolveCube::Goal {
            facelets,
            method,
            time_limit,
            ..SolveCube::Goal::default()
        };
        let lost = |trouble| Event::SolveEnded(Err(trouble));
        let heard = Heard {
            goes_on: convert::solve_goes_on,
            ended: convert::solve_ended,
            lost,
        };
        self.act(&self.solve, goal, "the solver", heard, patience);
    }

    /// Begins to turn; the motion planner may look for faster moves with the same effect for so many seconds.
    pub fn execute(&mut self, moves: &[Move], search_time: f64, patience: Duration) {
        self.number += 1;
        let goal = ExecuteMoves::Goal {
            moves: convert::letters(moves),
            search_time,
        };
        let lost = |trouble| {
            Event::ExecuteEnded(ExecuteEnd {
                outcome: Err(trouble),
                moves: Vec::new(),
                moves_done: 0,
                cube: None,
            })
        };
        let heard = Heard {
            goes_on: convert::execute_goes_on,
            ended: convert::execute_ended,
            lost,
        };
        self.act(&self.execute, goal, "the motion planner", heard, patience);
    }

    fn act<A: WrappedActionTypeSupport + 'static>(
        &self,
        client: &ActionClient<A>,
        goal: A::Goal,
        who: &'static str,
        heard: Heard<A>,
        patience: Duration,
    ) where
        A::Feedback: Send,
        A::Result: Send,
    {
        let (number, events, acting) = (self.number, self.events.clone(), self.acting.clone());
        *lock(&acting) = Some(Acting::Asked(false));
        let request = client.send_goal_request(goal);
        tokio::spawn(async move {
            let lost = |text: String| {
                (heard.lost)(Trouble {
                    text,
                    may_pass: true,
                })
            };
            let event = match request {
                Err(error) => lost(format!("{who} cannot be asked: {error}")),
                Ok(request) => match accepted(request, patience).await {
                    None => lost(format!(
                        "{who} does not answer within {} s",
                        patience.as_secs_f64()
                    )),
                    Some(Err(error)) => lost(format!("{who} refused the goal ({error})")),
                    Some(Ok((handle, result, feedback))) => {
                        let cancel = move || cancel(&handle);
                        let before = lock(&acting).replace(Acting::Accepted(Box::new(cancel)));
                        if matches!(before, Some(Acting::Asked(true))) {
                            cancel_now(&acting);
                        }
                        let news = events.clone();
                        tokio::spawn(feedback.for_each(move |feedback| {
                            let _ = news.send((number, (heard.goes_on)(feedback)));
                            std::future::ready(())
                        }));
                        match result.await {
                            Ok((_, result)) => (heard.ended)(result),
                            Err(error) => lost(format!("the result of {who} was lost ({error})")),
                        }
                    }
                },
            };
            let _ = events.send((number, event));
        });
    }

    /// Cancels the action under way.
    pub fn cancel_action(&self) {
        cancel_now(&self.acting);
    }
}

/// How what an action says becomes events.
struct Heard<A: WrappedActionTypeSupport> {
    goes_on: fn(A::Feedback) -> Event,
    ended: fn(A::Result) -> Event,
    lost: fn(Trouble) -> Event,
}

fn cancel_now(acting: &Mutex<Option<Acting>>) {
    match &mut *lock(acting) {
        None => {}
        Some(Acting::Asked(cancelled)) => *cancelled = true,
        Some(Acting::Accepted(cancel)) => cancel(),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
