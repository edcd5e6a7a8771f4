//! Stops and halts the motors, with any drivers: our drivers have a stop service, every other action server at
//! least cancels its goals.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use futures::future::join_all;
use futures::{FutureExt, Stream, StreamExt};
use r2r::action_msgs::msg::{GoalStatus, GoalStatusArray};
use r2r::std_srvs::srv::Trigger;
use rig::JointGroups;
use tokio::time::timeout;

use super::ask_again::ask_again;
use super::cancel_all::CancelAll;
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

/// How often it is looked whether a driver has a stop service. Discovery of one that has gone takes longer.
const LOOK: Duration = Duration::from_millis(500);

/// The driver of one group of joints, ours or not.
#[derive(Clone)]
struct Driver {
    name: Arc<str>,
    action: String,
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
            let action = group.action();
            let driver = Driver {
                name: group.name.as_str().into(),
                stop: setup.client(&format!("{}/stop", group.name))?,
                goals: Arc::new(CancelAll::of(setup, &action)?),
                action,
                has_stop: Arc::default(),
            };
            let (stop, has_stop) = (driver.stop.clone(), driver.has_stop.clone());
            setup.spawn(watch_server(
                move || stop.is_available(),
                LOOK,
                move |is_there| {
                    has_stop.store(is_there, Ordering::Relaxed);
                    true
                },
            ));
            drivers.push(driver);
        }
        Ok(Self { drivers: drivers.into(), is_held: Arc::default(), patience: ANSWER, log: setup.log.clone() })
    }

    /// Gives drivers and nodes this long to confirm a stop, when they have hardly been discovered.
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// From now on, while the rig is stopped, each goal is cancelled that somebody gives to a driver without a stop service.
    pub fn hold_goals<P: 'static>(&self, setup: &mut Setup<P>) -> Result<()> {
        for driver in &*self.drivers {
            let status = format!("{}/_action/status", driver.action);
            let statuses = setup.subscribe(&status, latched())?;
            setup.spawn(hold_goals(driver.clone(), statuses, self.is_held.clone(), self.log.clone()));
        }
        Ok(())
    }

    /// Stops each group as soon as its driver is discovered, for `patience` at most. Returns how many were.
    pub async fn stop_as_found(&self, patience: Duration) -> usize {
        let found = self.drivers.iter().map(async |driver| {
            let is_there = timeout(patience, driver.find()).await == Ok(true);
            if is_there {
                // The stop of all drivers reports what becomes of it.
                let _ = driver.stop(self.patience).await;
            }
            is_there
        });
        let found = join_all(found).await;
        found.into_iter().filter(|is_there| *is_there).count()
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
