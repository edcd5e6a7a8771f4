//! Talks to the four brick drivers: finds and watches them, sends goals, cancels them, reports how goals end.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;
use brick::BrickName;
use execution::events::Event;
use execution::goal::{BrickGoal, GoalId};
use execution::steps::{Effect, Outcome};
use futures::StreamExt;
use r2r::control_msgs::action::FollowJointTrajectory;
use r2r::{ActionClient, ActionClientGoal, Node};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::convert;
use super::params::MotionPlannerParams;
use crate::runtime::{self, CancelAll, LiveParams, Logger, Setup, in_words};

/// How long a driver may take to answer that its goals are cancelled.
const ANSWER: Duration = Duration::from_secs(2);

/// How often it is looked whether the drivers are still there.
const LOOK: Duration = Duration::from_millis(300);
/// Looks in a row that find no server before it counts as gone.
const MISSED: u32 = 2;

type Follow = FollowJointTrajectory::Action;

/// A goal as the client knows it.
enum Sent {
    /// Not answered yet; true when it shall be cancelled as soon as it is accepted.
    Asked(bool),
    /// Accepted.
    Accepted(ActionClientGoal<Follow>),
}

/// Clients of all bricks.
pub struct BrickClients {
    actions: Vec<Arc<ActionClient<Follow>>>,
    goals: Vec<CancelAll>,
    sent: Arc<Mutex<HashMap<GoalId, Sent>>>,
    events: mpsc::UnboundedSender<Event>,
    params: LiveParams<MotionPlannerParams>,
    log: Logger,
}

impl BrickClients {
    /// Creates the clients; which bricks were found and how goals end comes out of the channel.
    pub fn connect(setup: &mut Setup<MotionPlannerParams>) -> Result<(Self, mpsc::UnboundedReceiver<Event>)> {
        let (mut actions, mut goals) = (Vec::new(), Vec::new());
        let (events, receiver) = mpsc::unbounded_channel();
        for brick in BrickName::ALL {
            let name = format!("{}/follow_joint_trajectory", brick.name());
            let action = Arc::new(setup.action_client(&name)?);
            setup.spawn(watch_server(brick, action.clone(), events.clone()));
            actions.push(action);
            goals.push(CancelAll::of(setup, &name)?);
        }
        let clients =
            Self { actions, goals, sent: Arc::default(), events, params: setup.params.clone(), log: setup.log.clone() };
        Ok((clients, receiver))
    }

    /// Where events for the planner go.
    pub fn events(&self) -> mpsc::UnboundedSender<Event> {
        self.events.clone()
    }

    /// Looks for the action server of every brick; a goal that goes out before it is matched would be lost.
    pub fn find(&self) {
        for brick in BrickName::ALL {
            let (there, events) = (Node::is_available(self.actions[brick.index()].as_ref()), self.events.clone());
            tokio::spawn(async move {
                if let Ok(there) = there
                    && there.await.is_ok()
                {
                    let _ = events.send(Event::BrickFound(brick));
                }
            });
        }
    }

    /// Does what the executor wants. Goals go out before this returns, so their order is kept.
    pub fn carry_out(&self, effect: Effect) {
        match effect {
            Effect::Send(goal) => self.send(&goal),
            Effect::Cancel(_, id) => cancel(&self.sent, id),
            Effect::CancelAll(brick) => self.cancel_all(brick),
        }
    }

    fn send(&self, goal: &BrickGoal) {
        let id = goal.id;
        let params = self.params.get();
        let tolerance = params.goal_tolerance.to_radians();
        let trajectory = convert::trajectory(goal, tolerance, params.goal_time_tolerance);
        let request = match self.actions[goal.brick.index()].send_goal_request(trajectory) {
            Ok(request) => request,
            Err(error) => {
                // The receiver lives as long as the node's task.
                let outcome = Outcome::Failed(format!("cannot send a goal ({})", in_words(&error)));
                let _ = self.events.send(Event::GoalEnded(id, outcome));
                return;
            }
        };
        lock(&self.sent).insert(id, Sent::Asked(false));
        let (sent, events) = (self.sent.clone(), self.events.clone());
        tokio::spawn(async move {
            let outcome = match request.await {
                Err(error) => Outcome::Failed(format!("it refused the goal ({})", in_words(&error))),
                Ok((handle, result, feedback)) => {
                    let before = lock(&sent).insert(id, Sent::Accepted(handle));
                    if matches!(before, Some(Sent::Asked(true))) {
                        cancel(&sent, id);
                    }
                    // Feedback that nobody takes would fill r2r's queue and its log.
                    tokio::spawn(feedback.for_each(|_| std::future::ready(())));
                    match result.await {
                        Ok((status, result)) => convert::outcome(status, &result),
                        Err(error) => Outcome::Failed(format!("its result was lost ({})", in_words(&error))),
                    }
                }
            };
            lock(&sent).remove(&id);
            let _ = events.send(Event::GoalEnded(id, outcome));
        });
    }

    fn cancel_all(&self, brick: BrickName) {
        let (asked, log) = (self.goals[brick.index()].send(ANSWER), self.log.clone());
        tokio::spawn(async move {
            if let Err(trouble) = asked.await {
                log.warn(format!("brick {} may still move: {trouble}", brick.name()));
            }
        });
    }
}

/// Tells when the action server of a brick goes away: when two looks in a row have not found it, since a busy machine can be late
/// with one.
async fn watch_server(brick: BrickName, action: Arc<ActionClient<Follow>>, events: mpsc::UnboundedSender<Event>) {
    let (mut was_there, mut missed) = (false, 0);
    loop {
        let there = match Node::is_available(action.as_ref()) {
            Ok(there) => timeout(LOOK, there).await.is_ok_and(|there| there.is_ok()),
            // The node has gone.
            Err(_) => return,
        };
        missed = if there { 0 } else { missed + 1 };
        if was_there && missed == MISSED && events.send(Event::BrickLost(brick)).is_err() {
            return;
        }
        was_there = there || was_there && missed < MISSED;
        sleep(LOOK).await;
    }
}

fn cancel(sent: &Arc<Mutex<HashMap<GoalId, Sent>>>, id: GoalId) {
    let mut goals = lock(sent);
    match goals.get_mut(&id) {
        None => {}
        Some(Sent::Asked(cancelled)) => *cancelled = true,
        Some(Sent::Accepted(handle)) => runtime::cancel(handle),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
