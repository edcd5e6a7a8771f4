//! Whether a joint has reached its goal, or lost it.

use super::joint::{Goal, JointLaw};
use super::settings::{Progress, Tolerances};
use super::settling::Settling;
use super::{Point, Trajectory};
use crate::Error;

/// Good enough to report within the time of the trajectory, degrees of the joint. A wrist's encoder counts in steps of 0.73
/// degrees, so it means the nearest count.
const NEAR_DEGREES: f64 = 0.6;
/// A joint that is within tolerance when its time is over gets this much more, seconds, to come to rest.
const SETTLING: f64 = 0.5;
/// A motor that does not turn for this long (seconds) under much power is blocked.
const STALL_SECONDS: f64 = 0.4;

impl JointLaw {
    /// Decides whether the goal is reached or lost, by a reading that was asked for when this power (percent) was the last one sent.
    pub(super) fn judge(&mut self, now: f64, power: f64) {
        let position = self.position();
        if let Some(goal) = &mut self.goal
            && goal.ended.is_none()
            && goal.course.time(now) >= goal.reference.end()
        {
            goal.ended = Some(now);
        }
        let Some(goal) = &self.goal else {
            self.desired = position;
            return;
        };
        self.desired = goal.reference.at(goal.course.time(now)).0;
        if self.progress != Progress::Moving {
            return;
        }
        let distance = self.distance(goal);
        let speed = self.joint_degrees(self.observer.estimate().speed);
        let settling = Settling::of(&self.settings, goal.turns_cube, self.observer.interval());
        let at_rest = power == 0.0 && speed < settling.rest_speed;
        let is_over = goal.ended.is_some();
        let has_time = now < goal.end() - settling.spare;
        let good = if has_time && self.is_beyond(goal) {
            settling.near_beyond
        } else if has_time {
            NEAR_DEGREES
        } else if now < goal.end() + settling.patience {
            settling.arrived
        } else if now < goal.end() + settling.last {
            settling.enough
        } else {
            f64::INFINITY
        };
        if is_over && at_rest && distance <= good.to_radians().min(goal.tolerances.goal) {
            self.progress = Progress::Arrived;
        } else if let Some(error) = self.failure(goal, now, distance) {
            self.progress = Progress::Failed(error);
            self.goal = None;
        }
    }

    /// Whether the motor would have to cross its play to bring the joint nearer to its goal.
    fn is_beyond(&self, goal: &Goal) -> bool {
        let (driven, reading) = (self.observer.driven(), self.observer.reading());
        let goal = self.settings.gearing.motor_degrees(goal.reference.goal());
        matches!((driven, reading), (Some(driven), Some(reading)) if (goal - driven) * (reading - driven) < 0.0)
    }

    /// Why the goal under way is lost, if it is; `distance` is that from the goal, radians.
    fn failure(&self, goal: &Goal, now: f64, distance: f64) -> Option<Error> {
        let joint = || self.settings.name.clone();
        let late = now - goal.due() - goal.tolerances.goal_time;
        if late > 0.0 && distance > goal.tolerances.goal {
            return Some(Error::GoalTolerance {
                joint: joint(),
                error_degrees: distance.to_degrees(),
                allowed_degrees: goal.tolerances.goal.to_degrees(),
            });
        }
        if late > SETTLING {
            return Some(Error::Restless {
                joint: joint(),
                speed_degrees: self.joint_degrees(self.observer.estimate().speed),
            });
        }
        // The path that was asked for, not the one that the motor can follow.
        let asked = goal.reference.at(now - goal.start).0;
        let strayed = (asked - self.position()).abs();
        if let Some(allowed) = goal.tolerances.path.filter(|allowed| strayed > *allowed) {
            return Some(Error::PathTolerance {
                joint: joint(),
                error_degrees: strayed.to_degrees(),
                allowed_degrees: allowed.to_degrees(),
            });
        }
        let power = self.observer.last_power();
        // Within tolerance it only sought to be nearer.
        let is_blocked = self.observer.strained() > STALL_SECONDS;
        (is_blocked && distance > goal.tolerances.goal).then(|| Error::Stalled {
            joint: joint(),
            power: power as i8,
            position_degrees: self.position().to_degrees(),
        })
    }

    /// Whether the joint has arrived where the new goal keeps it, and stands there. It would come no nearer, and others
    /// move meanwhile.
    pub(super) fn has_arrived_at(&self, trajectory: &Trajectory, tolerances: Tolerances) -> bool {
        let Some(before) = (self.goal.as_ref()).filter(|_| self.progress == Progress::Arrived) else {
            return false;
        };
        let stays = |point: &Point| point.position == before.reference.goal();
        let settling = Settling::of(&self.settings, before.turns_cube, self.observer.interval());
        let enough = settling.enough.to_radians().min(tolerances.goal);
        !self.is_compliant() && trajectory.points().iter().all(stays) && self.distance(before) <= enough
    }

    /// How far the joint is from a goal, radians.
    fn distance(&self, goal: &Goal) -> f64 {
        (goal.reference.goal() - self.settings.within_ends(self.position())).abs()
    }
}
