//! The joints of an action behind its interfaces: what every driver, of whatever family, does for its clients.

use std::pin::pin;
use std::time::Duration;

use brick::{Driver, EndCode};
use r2r::ServiceRequest;
use r2r::control_msgs::action::FollowJointTrajectory;
use r2r::std_srvs::srv::Trigger;

use super::clock::Clock;
use super::goals::Goal;
use super::logger::Logger;
use super::service_client::answer_trigger;
use super::setup::Setup;
use super::stop_switch::{StopChange, StopSwitch};
use crate::messages::trajectory;

/// The frame in which joint states are stamped, as ros2_control's drivers do it: the root of the rig's links.
pub const JOINTS_FRAME: &str = "base_link";

/// How often a goal's feedback is sent.
const FEEDBACK_PAUSE: Duration = Duration::from_millis(100);

/// Gives orders to the position loop of a group of joints, one after the other.
pub struct ServedJoints {
    /// Their driver.
    pub driver: Driver,
    clock: Clock,
    log: Logger,
}

impl ServedJoints {
    /// Serves the joints of this driver, in this node.
    pub fn new<P: 'static>(driver: Driver, setup: &Setup<P>) -> Self {
        Self { driver, clock: setup.clock.clone(), log: setup.log.clone() }
    }

    /// Starts a goal; it supersedes the one under way.
    pub fn begin(&self, switch: &StopSwitch, goal: Goal<FollowJointTrajectory::Action>) {
        let wanted = trajectory::trajectory_goal(goal.request(), self.clock.now());
        let cancelled = goal.cancelled.clone().cancelled_owned();
        let order = self.driver.follow(switch.refusal(), &wanted, cancelled);
        let (driver, clock, log) = (self.driver.clone(), self.clock.clone(), self.log.clone());
        tokio::spawn(async move {
            let end = match order {
                Err(end) => end,
                Ok(end) => {
                    let (mut end, mut feedback) = (pin!(end), tokio::time::interval(FEEDBACK_PAUSE));
                    loop {
                        tokio::select! {
                            end = &mut end => break end,
                            _ = feedback.tick() => {
                                if let Some(report) = driver.report() {
                                    goal.feedback(trajectory::feedback(clock.header(""), driver.group(), &report));
                                }
                            }
                        }
                    }
                }
            };
            if let EndCode::PathToleranceViolated | EndCode::GoalToleranceViolated = end.code {
                log.warn(&end.reason);
            }
            let (well, result) = trajectory::result(end);
            goal.end(well, result);
        });
    }

    /// Stops the rig: these joints at once, the others as soon as they receive it.
    pub fn stop(&self, switch: &mut StopSwitch, request: ServiceRequest<Trigger::Service>) {
        switch.stop(&self.driver.stop_text());
        let stopped = self.driver.stop();
        tokio::spawn(async move {
            answer_trigger(request, stopped.await.map(|()| String::new()));
        });
    }

    /// The rig was stopped, or let go.
    pub fn take_change(&self, change: StopChange) {
        self.driver.take_change(change);
    }

    /// What drives the joints was reached, or lost.
    pub fn link_changed(&self, switch: &StopSwitch) {
        self.driver.link_changed(switch.refusal().is_some());
    }
}
