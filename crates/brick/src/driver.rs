//! A driver of a group of joints: what it does with goals, with stops, and with its connection. Its owner joins it with topics and actions.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use rig::{JointGroup, StopChange};
use tokio::sync::watch;

use crate::control::runner::{Following, Handle, Pace, Report};
use crate::control::{JointReport, Tolerances};
use crate::{EndCode, GoalEnd, Link, TrajectoryGoal};

/// Below this many volts a driver warns of the battery, and what fails names it. A brick with six cells goes off at about 5 V, and its
/// motors grow slow long before.
const LOW_BATTERY: f64 = 7.0;

/// Gives orders to the position loop of a group while its motors are connected. Clones are the same driver.
#[derive(Clone, Debug)]
pub struct Driver {
    group: Arc<JointGroup>,
    link: watch::Receiver<Link>,
    reports: watch::Receiver<Option<Arc<Report>>>,
}

impl Driver {
    /// How exactly and how soon a joint arrives, where a goal does not say.
    pub const TOLERANCES: Tolerances = Tolerances { path: None, goal: 2.5f64.to_radians(), goal_time: 1.5 };

    /// How often the control loop reads the motors; a slow link gives fewer readings by itself.
    pub const PACE: Pace = Pace {
        moving: Duration::from_micros(16_667),
        holding: Duration::from_millis(50),
        resting: Duration::from_millis(200),
        rests_on_ticks: true,
        keep_alive: Duration::from_secs(20),
    };

    /// The driver of a group whose connection reports here.
    pub fn new(group: JointGroup, link: watch::Receiver<Link>, reports: watch::Receiver<Option<Arc<Report>>>) -> Self {
        Self { group: Arc::new(group), link, reports }
    }

    /// The joints that it drives.
    pub fn group(&self) -> &JointGroup {
        &self.group
    }

    /// What was read last.
    pub fn report(&self) -> Option<Arc<Report>> {
        self.reports.borrow().clone()
    }

    /// Where the connection stands.
    pub fn link(&self) -> Link {
        self.link.borrow().clone()
    }

    /// What gives orders, or why nothing does.
    fn handle(&self) -> Result<Handle, String> {
        match self.link() {
            Link::Up(handle) => Ok(handle),
            Link::Down(reason) => Err(format!("{} is out of reach: {reason}", self.group.name)),
        }
    }

    /// What gives orders and how all joints stand, while there is a connection.
    pub fn joints(&self) -> Option<(Handle, Vec<JointReport>)> {
        Some((self.handle().ok()?, self.report()?.joints.clone()))
    }

    /// Gives a goal to the position loop before this returns; it supersedes the one under way. `stopped` is why nothing may move, if
    /// so. What is returned resolves with the end of the goal, and cancels it once `cancelled` resolves.
    ///
    /// # Errors
    /// How a goal ends that is refused.
    pub fn follow<C: Future<Output = ()> + Send>(
        &self,
        stopped: Option<String>,
        wanted: &TrajectoryGoal,
        cancelled: C,
    ) -> Result<impl Future<Output = GoalEnd> + Send + use<C>, GoalEnd> {
        let order = || -> Result<Following, GoalEnd> {
            if let Some(reason) = stopped {
                return Err(GoalEnd::new(EndCode::Stopped, reason));
            }
            let goals = wanted.joint_goals(&self.group, Self::TOLERANCES)?;
            let handle = self.handle().map_err(|reason| GoalEnd::new(EndCode::Unreachable, reason))?;
            Ok(handle.follow(goals))
        };
        let mut following = order().map_err(|end| end.with_battery(self.weak_battery()))?;
        let driver = self.clone();
        Ok(async move {
            let mut cancelled = pin!(cancelled);
            let mut is_cancelled = false;
            let outcome = loop {
                tokio::select! {
                    biased;
                    outcome = &mut following => break outcome,
                    () = &mut cancelled, if !is_cancelled => {
                        is_cancelled = true;
                        following.cancel();
                    }
                }
            };
            GoalEnd::of(outcome).with_battery(driver.weak_battery())
        })
    }

    /// The rig was stopped, or may move again.
    pub fn take_change(&self, change: StopChange) {
        match (change, self.handle()) {
            // The order is given; the loop reports the end to the clients of its goals.
            (StopChange::Stopped, Ok(handle)) => drop(handle.stop()),
            (StopChange::Free, Ok(handle)) => handle.resume(),
            (StopChange::Waiting, _) | (_, Err(_)) => {}
        }
    }

    /// The connection has changed. A loop that begins while the rig is stopped begins stopped.
    pub fn link_changed(&self, is_stopped: bool) {
        if let (true, Ok(handle)) = (is_stopped, self.handle()) {
            drop(handle.stop());
        }
    }

    /// What a stop is called that was asked for at this driver.
    pub fn stop_text(&self) -> String {
        format!("the service `{}/stop` was called", self.group.name)
    }

    /// Brakes all motors; the order is given when this returns.
    pub fn stop(&self) -> impl Future<Output = Result<(), String>> + Send + use<> {
        let stopping = self.handle().map(|handle| handle.stop());
        async move {
            let stopping = stopping.map_err(|reason| format!("{reason}; it stays stopped when it is back"))?;
            stopping.await.map_err(|error| error.to_string())
        }
    }

    /// The battery's voltage as read last, if it is low.
    pub fn weak_battery(&self) -> Option<f64> {
        let volts = self.report()?.battery_volts;
        volts.filter(|volts| *volts < LOW_BATTERY)
    }

    /// Why the motors are not connected, if so.
    pub fn fault(&self) -> Option<String> {
        let Link::Down(reason) = self.link() else { return None };
        let battery = self.weak_battery().map(|volts| format!("; its battery was down to {volts:.1} V"));
        Some(reason + &battery.unwrap_or_default())
    }
}
