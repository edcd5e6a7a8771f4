//! Stops and halts the motors, with any drivers: our drivers have a stop service, every other action server at
//! least cancels its goals.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::iter;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use futures::future::join_all;
use futures::{FutureExt, Stream, StreamExt};
use r2r::action_msgs::msg::{GoalStatus, GoalStatusArray};
use r2r::std_srvs::srv::Trigger;
use rig::{JointGroup, JointGroups};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::ask_again::ask_again;
use super::cancel_all::CancelAll;
use super::later::Later;
use super::logger::Logger;
use super::qos::latched;
use super::server_watch::watch_server;
use super::service_client::ServiceClient;
use super::setup::Setup;
use super::stop_switch::StopSwitch;

/// How long a brick driver may take to answer, and the other nodes to confirm a stop.
const ANSWER: Duration = Duration::from_secs(2);

/// A driver that has not answered is asked again after this long: while nodes discover each other, DDS loses answers.
const ASK_AGAIN: Duration = Duration::from_millis(500);

/// The type of the service by which an action for joints takes its goals.
const SENDS_TRAJECTORIES: &str = "control_msgs/action/FollowJointTrajectory_SendGoal";

/// How often it is looked for drivers of any name.
const LOOK_FOR_ALL: Duration = Duration::from_millis(50);

/// Drivers on one network discover a node within this time of each other.
const QUIET: Duration = Duration::from_secs(1);

/// How often it is looked whether a driver has a stop service. Discovery of one that has gone takes longer.
const LOOK: Duration = Duration::from_millis(500);

/// The driver of one group of joints, ours or not.
#[derive(Clone)]
struct Driver {
    name: Arc<str>,
    stop: ServiceClient<Trigger::Service>,
    goals: Arc<CancelAll>,
    has_stop: Arc<AtomicBool>,
}

/// The drivers of all groups; clones share them.
#[derive(Clone)]
pub struct Drivers {
    drivers: Arc<[Driver]>,
    /// Whether the rig is stopped.
    is_held: Arc<AtomicBool>,
    patience: Duration,
    log: Logger,
}

impl Drivers {
    /// Creates the clients.
    pub fn connect<P: 'static>(setup: &mut Setup<P>, groups: &JointGroups) -> Result<Self> {
        let mut drivers = Vec::new();
        for (_, group) in groups.iter() {
            let stop = setup.client(&stop_service(&group.name))?;
            let driver = Driver::new(&group.name, stop, CancelAll::of(setup, &group.action())?);
            setup.spawn(driver.watch());
            drivers.push(driver);
        }
        Ok(Self { drivers: drivers.into(), is_held: Arc::default(), patience: ANSWER, log: setup.log.clone() })
    }

    /// Stops each driver in the node's namespace as soon as it is discovered, whatever its group is called, and returns those that were
    /// found. One that other nodes only look for is not there after `search`; it counts as a driver that does not confirm the stop.
    ///
    /// `patience` is how long drivers and nodes that have hardly been discovered may take to confirm a stop.
    ///
    /// # Errors
    /// The node ends.
    pub async fn stop_as_found(
        later: &Later,
        namespace: &str,
        [search, patience]: [Duration; 2],
        log: Logger,
    ) -> Result<(Self, Vec<String>)> {
        let (begin, mut newest) = (Instant::now(), Instant::now());
        let (mut drivers, mut found) = (BTreeMap::new(), Vec::new());
        let mut looks = JoinSet::new();
        while begin.elapsed() < search {
            for group in groups_in(namespace, &later.services().await?) {
                if drivers.contains_key(&group) {
                    continue;
                }
                let stop = later.client(&stop_service(&group)).await?;
                let driver = Driver::new(&group, stop, CancelAll::later(later, &JointGroup::action_of(&group)).await?);
                tokio::spawn(driver.watch());
                looks.spawn(driver.clone().find_and_stop(patience));
                drivers.insert(group, driver);
                newest = Instant::now();
            }
            found.extend(iter::from_fn(|| looks.try_join_next()).filter_map(Result::ok).flatten());
            if !found.is_empty() && looks.is_empty() && QUIET < newest.elapsed() {
                break;
            }
            sleep(LOOK_FOR_ALL).await;
        }
        Ok((Self { drivers: drivers.into_values().collect(), is_held: Arc::default(), patience, log }, found))
    }

    /// From now on, while the rig is stopped, each goal is cancelled that somebody gives to a driver without a stop service.
    pub fn hold_goals<P: 'static>(&self, setup: &mut Setup<P>) -> Result<()> {
        for driver in &*self.drivers {
            let status = format!("{}/_action/status", JointGroup::action_of(&driver.name));
            let statuses = setup.subscribe(&status, latched())?;
            setup.spawn(hold_goals(driver.clone(), statuses, self.is_held.clone(), self.log.clone()));
        }
        Ok(())
    }

    /// Has every driver give up its goals; motors brake. Goals that come later are carried out.
    pub fn halt(&self) {
        let asked = self.drivers.iter().map(|driver| driver.goals.send(ANSWER));
        let asked: Vec<_> = asked.collect();
        let log = self.log.clone();
        tokio::spawn(async move {
            for failure in join_all(asked).await.into_iter().filter_map(Result::err) {
                log.warn(format!("a motor may still move: {failure}"));
            }
        });
    }

    /// The rig may move again: goals are not cancelled any more.
    pub fn let_go(&self) {
        self.is_held.store(false, Ordering::Relaxed);
    }

    /// Carries out a stop that the switch has taken note of. The drivers are asked before this returns; it resolves when all of
    /// them and the other nodes have answered, or had time to.
    pub fn stop(&self, switch: &StopSwitch) -> impl Future<Output = StopOutcome> + Send + use<> {
        self.is_held.store(true, Ordering::Relaxed);
        let asked = Instant::now();
        let (drivers, first) = (self.clone(), self.stop_those(|_| true));
        let agreement = switch.agreement(self.patience);
        async move {
            let first = async { (first.await, asked.elapsed()) };
            let ((mut moving, took), nodes) = futures::join!(first, agreement);
            // Until the motion planner received the stop, it may have given a goal to a driver without a stop service.
            for failure in drivers.stop_those(Driver::is_foreign).await {
                if !moving.contains(&failure) {
                    moving.push(failure);
                }
            }
            let outcome = StopOutcome { moving, nodes, took };
            if let Err(text) = outcome.in_words() {
                drivers.log.warn(text);
            }
            outcome
        }
    }

    /// Stops some drivers. Returns for each whose joints may still move the reason.
    fn stop_those(&self, are_meant: fn(&Driver) -> bool) -> impl Future<Output = Vec<String>> + Send + use<> {
        let drivers = self.drivers.iter().filter(|driver| are_meant(driver));
        let asked: Vec<_> = drivers.map(|driver| driver.stop(self.patience)).collect();
        async move {
            let failures = join_all(asked).await.into_iter().filter_map(Result::err);
            failures.collect()
        }
    }
}

/// What became of a stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopOutcome {
    /// Why joints may still move, one reason for each driver.
    pub moving: Vec<String>,
    /// The nodes that did not confirm it.
    pub nodes: Vec<String>,
    /// When all drivers had answered.
    pub took: Duration,
}

impl StopOutcome {
    /// What a person must know; the error names what did not confirm the stop.
    ///
    /// # Errors
    /// A driver or a node did not.
    pub fn in_words(&self) -> std::result::Result<(), String> {
        let list = |who: &str, names: String| {
            (!names.is_empty()).then(|| format!("not every {who} confirmed the stop: {names}"))
        };
        let failures = [list("driver", self.moving.join("; ")), list("node", self.nodes.join(", "))];
        let failures: Vec<String> = failures.into_iter().flatten().collect();
        match failures.is_empty() {
            true => Ok(()),
            false => Err(failures.join("; ")),
        }
    }
}

impl Driver {
    fn new(group: &str, stop: ServiceClient<Trigger::Service>, goals: CancelAll) -> Self {
        Self { name: group.into(), stop, goals: Arc::new(goals), has_stop: Arc::default() }
    }

    /// Keeps watch whether its stop service is there, for as long as the node runs.
    fn watch(&self) -> impl Future<Output = ()> + Send + use<> {
        let (stop, has_stop) = (self.stop.clone(), self.has_stop.clone());
        watch_server(
            move || stop.is_available(),
            LOOK,
            move |is_there| {
                has_stop.store(is_there, Ordering::Relaxed);
                true
            },
        )
    }

    /// Waits until it is discovered, and asks it to stop. Its name, unless it cannot be found.
    async fn find_and_stop(self, patience: Duration) -> Option<String> {
        let is_there = self.find().await;
        if is_there {
            // The stop of all drivers reports what becomes of it.
            tokio::spawn(self.stop(patience));
        }
        is_there.then(|| self.name.to_string())
    }

    /// Whether it has no stop service.
    fn is_foreign(&self) -> bool {
        !self.has_stop.load(Ordering::Relaxed)
    }

    /// Resolves when its stop service is there, or else its action server. False where that cannot be known.
    async fn find(&self) -> bool {
        let (Ok(stop), Ok(goals)) = (self.stop.is_available(), self.goals.is_available()) else {
            return false;
        };
        tokio::pin!(stop);
        let goals = goals.await.is_ok();
        // The services of one node are discovered together.
        let has_stop = matches!(timeout(LOOK, &mut stop).await, Ok(Ok(())));
        // The watch notices when it has gone.
        self.has_stop.fetch_or(has_stop, Ordering::Relaxed);
        goals
    }

    /// Calls the stop service where there is one; cancels all goals in any case, which confirms the stop where there is
    /// none. Asks before this returns, and again until there is an answer.
    fn stop(&self, patience: Duration) -> impl Future<Output = std::result::Result<(), String>> + Send + use<> {
        let name = self.name.clone();
        let (stop, goals, has_stop) = (self.stop.clone(), self.goals.clone(), self.has_stop.clone());
        let ask = move |patience| {
            let (stopped, cancelled) = (stop.trigger(patience), goals.send(patience));
            let (name, has_stop) = (name.clone(), has_stop.clone());
            async move {
                if has_stop.load(Ordering::Relaxed) {
                    return stopped.await.map(drop);
                }
                cancelled.await.map_err(|failure| format!("{name} has no stop service, and {failure}"))
            }
        };
        // The first question's own patience ends before this one's, with its own words.
        let answer = ask_again(move || ask(patience), ASK_AGAIN, 2 * patience);
        async move { answer.await.unwrap_or_else(|| Err("it does not answer".into())) }
    }
}

/// The service that stops a group of joints.
fn stop_service(group: &str) -> String {
    format!("{group}/stop")
}

/// The groups of joints whose action is served in a namespace, or looked for, by these services and their types.
fn groups_in(namespace: &str, services: &HashMap<String, Vec<String>>) -> BTreeSet<String> {
    let end = format!("/{}/_action/send_goal", JointGroup::ACTION);
    let joints = services.iter().filter(|(_, kinds)| kinds.iter().any(|kind| kind == SENDS_TRAJECTORIES));
    let group = |name: &str| {
        let inside = name.strip_prefix(namespace.trim_end_matches('/'))?.strip_prefix('/')?;
        // Another rig's namespace may lie in this one.
        inside.strip_suffix(&end).filter(|group| !group.contains('/')).map(str::to_owned)
    };
    joints.filter_map(|(name, _)| group(name)).collect()
}

/// Cancels the goals of a driver without a stop service while the rig is stopped, one request after the other: a server keeps ten,
/// and drops the oldest of more.
async fn hold_goals(
    driver: Driver,
    mut statuses: impl Stream<Item = GoalStatusArray> + Unpin,
    is_held: Arc<AtomicBool>,
    log: Logger,
) {
    let name = &driver.name;
    while let Some(mut status) = statuses.next().await {
        while let Some(Some(newer)) = statuses.next().now_or_never() {
            status = newer;
        }
        let under_way = [GoalStatus::STATUS_ACCEPTED as i8, GoalStatus::STATUS_EXECUTING as i8];
        let is_moving = status.status_list.iter().any(|goal| under_way.contains(&goal.status));
        if !is_moving || !is_held.load(Ordering::Relaxed) || !driver.is_foreign() {
            continue;
        }
        match driver.goals.send(ANSWER).await {
            Ok(()) => log.warn(format!("somebody gave {name} a goal while the rig is stopped: it was cancelled")),
            Err(failure) => log.error(format!("somebody gave {name} a goal while the rig is stopped, and {failure}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names and types as `ros2 service list --include-hidden-services -t` prints them.
    #[test]
    fn groups_are_those_of_the_rig_in_this_namespace() {
        let trajectories = [
            "/arms/follow_joint_trajectory/_action/send_goal",
            "/left/rl_clamp/follow_joint_trajectory/_action/send_goal",
            "/left/rl_rotate/follow_joint_trajectory/_action/send_goal",
            "/left/cell/arms/follow_joint_trajectory/_action/send_goal",
            "/leftmost/arms/follow_joint_trajectory/_action/send_goal",
            "/left/arms/follow_joint_trajectory/_action/get_result",
            "/left/arms/another/_action/send_goal",
            "/left/follow_joint_trajectory/_action/send_goal",
        ];
        let mut services: HashMap<String, Vec<String>> =
            trajectories.into_iter().map(|name| (name.into(), vec![SENDS_TRAJECTORIES.into()])).collect();
        let other = "/left/gripper/follow_joint_trajectory/_action/send_goal".to_owned();
        services.insert(other, vec!["control_msgs/action/GripperCommand_SendGoal".into()]);

        let found = |namespace| Vec::from_iter(groups_in(namespace, &services));
        assert_eq!(found("/"), ["arms", "left"], "a group may be called as a namespace is");
        assert_eq!(found("/left"), ["rl_clamp", "rl_rotate"]);
        assert!(found("/right").is_empty());
    }
}
