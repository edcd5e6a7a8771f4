//! Talks to the drivers of all groups of joints: finds and watches them, sends goals, cancels them, reports how goals end.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;
use execution::events::{Event, Settings};
use execution::goal::{GoalId, GroupGoal};
use execution::steps::{Effect, Outcome};
use r2r::control_msgs::action::FollowJointTrajectory;
use rig::{GroupId, JointGroups};
use tokio::sync::mpsc;

use super::convert;
use super::params::MotionPlannerParams;
use crate::runtime::{ActionClient, CancelAll, Canceller, Logger, Patience, Setup, Step, watch_server};

/// How long a driver may take to answer that its goals are cancelled.
const ANSWER: Duration = Duration::from_secs(2);

/// How long a driver may take to accept a goal. One that is silent is noticed much sooner, by the readings of its joints.
const ACCEPTANCE: Duration = Duration::from_secs(60);

/// How often it is looked whether the drivers are still there.
const LOOK: Duration = Duration::from_millis(300);

type Follow = FollowJointTrajectory::Action;

/// A client of one group.
struct GroupClient {
    name: String,
    action: ActionClient<Follow>,
    goals: CancelAll,
}

/// Clients of all groups.
pub struct DriverClients {
    groups: BTreeMap<GroupId, GroupClient>,
    sent: Arc<Mutex<HashMap<GoalId, Canceller>>>,
    events: mpsc::UnboundedSender<Event>,
    log: Logger,
}

impl DriverClients {
    /// Creates the clients; which drivers were found and how goals end comes out of the channel.
    pub fn connect(
        setup: &mut Setup<MotionPlannerParams>,
        groups: &JointGroups,
    ) -> Result<(Self, mpsc::UnboundedReceiver<Event>)> {
        let mut clients = BTreeMap::new();
        let (events, receiver) = mpsc::unbounded_channel();
        for (id, group) in groups.iter() {
            let action = setup.action_client(&group.action())?;
            let (server, lost) = (action.clone(), events.clone());
            setup.spawn(watch_server(
                move || server.is_available(),
                LOOK,
                move |is_there| is_there || lost.send(Event::DriverLost(id)).is_ok(),
            ));
            let goals = CancelAll::of(setup, &group.action())?;
            clients.insert(id, GroupClient { name: group.name.clone(), action, goals });
        }
        let clients = Self { groups: clients, sent: Arc::default(), events, log: setup.log.clone() };
        Ok((clients, receiver))
    }

    /// Where events for the planner go.
    pub fn events(&self) -> mpsc::UnboundedSender<Event> {
        self.events.clone()
    }

    /// Looks for the action server of every group; a goal that goes out before it is matched would be lost.
    pub fn find(&self) {
        for (&id, group) in &self.groups {
            let (there, events) = (group.action.is_available(), self.events.clone());
            tokio::spawn(async move {
                if let Ok(there) = there
                    && there.await.is_ok()
                {
                    let _ = events.send(Event::DriverFound(id));
                }
            });
        }
    }

    /// Does what the executor wants. Goals go out before this returns, so their order is kept.
    pub fn carry_out(&self, effect: Effect, settings: &Settings) {
        match effect {
            Effect::Send(goal) => self.send(&goal, settings),
            Effect::Cancel(_, id) => {
                if let Some(goal) = lock(&self.sent).get(&id) {
                    goal.cancel();
                }
            }
            Effect::CancelAll(group) => self.cancel_all(group),
        }
    }

    fn send(&self, goal: &GroupGoal, settings: &Settings) {
        let Some(group) = self.groups.get(&goal.group) else { return };
        let id = goal.id;
        let trajectory = convert::trajectory(goal.trajectory(settings));
        let (sent, events) = (self.sent.clone(), self.events.clone());
        let take = move |step: Step<Follow>| {
            let outcome = match step {
                Step::Accepted | Step::Feedback(_) => return,
                Step::Ended(status, result) => convert::outcome(status, result),
                Step::Lost(error) => Outcome::Failed(error.to_string()),
            };
            lock(&sent).remove(&id);
            // The receiver lives as long as the node's task.
            let _ = events.send(Event::GoalEnded(id, outcome));
        };
        // It cannot end before it is known here.
        let mut sent = lock(&self.sent);
        let call = group.action.call("it", trajectory, Patience::once(ACCEPTANCE));
        sent.insert(id, call.for_each(take));
    }

    fn cancel_all(&self, group: GroupId) {
        let Some(GroupClient { name, goals, .. }) = self.groups.get(&group) else { return };
        let (name, asked, log) = (name.clone(), goals.send(ANSWER), self.log.clone());
        tokio::spawn(async move {
            if let Err(failure) = asked.await {
                log.warn(format!("{name} may still move: {failure}"));
            }
        });
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
