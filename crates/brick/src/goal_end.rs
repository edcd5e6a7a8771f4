//! How a goal of a brick ended: a code for programs and a reason for people.

use crate::Error;
use crate::trajectory_goal::Refusal;

/// How a goal ended. Where ROS' FollowJointTrajectory has a code, the number is the same. It has none for what happens to
/// the driver itself, so those numbers lie far outside its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndCode {
    /// At the goal.
    Successful = 0,
    /// Numbers that cannot be followed.
    InvalidGoal = -1,
    /// Joints that this brick does not have, or none at all.
    InvalidJoints = -2,
    /// The whole trajectory lies in the past.
    OldHeaderTimestamp = -3,
    /// Left the path.
    PathToleranceViolated = -4,
    /// Did not reach the goal.
    GoalToleranceViolated = -5,
    /// The brick is out of reach.
    Unreachable = -101,
    /// The rig is stopped.
    Stopped = -102,
    /// A newer goal took its place.
    Superseded = -103,
    /// Its client took it back.
    Cancelled = -104,
}

/// How a goal ended, and why, in a sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalEnd {
    /// The action's error code.
    pub code: EndCode,
    /// Empty for a goal that was reached.
    pub reason: String,
}

impl GoalEnd {
    /// An end for this reason.
    pub fn new(code: EndCode, reason: impl Into<String>) -> GoalEnd {
        let reason = reason.into();
        GoalEnd { code, reason }
    }

    /// What an outcome of the position loop means for a goal.
    pub fn of(outcome: Result<(), Error>) -> GoalEnd {
        let code = match &outcome {
            Ok(()) => return GoalEnd::new(EndCode::Successful, ""),
            Err(Error::BadTrajectory { .. }) => EndCode::InvalidGoal,
            Err(Error::PathTolerance { .. } | Error::Apart { .. }) => EndCode::PathToleranceViolated,
            Err(Error::GoalTolerance { .. } | Error::Restless { .. } | Error::Stalled { .. }) => {
                EndCode::GoalToleranceViolated
            }
            Err(Error::Stopped { .. }) => EndCode::Stopped,
            Err(Error::Superseded { .. }) => EndCode::Superseded,
            Err(Error::Cancelled { .. }) => EndCode::Cancelled,
            Err(_) => EndCode::Unreachable,
        };
        GoalEnd::new(code, outcome.err().map_or(String::new(), |error| error.to_string()))
    }

    /// The same end; where it is a failure that a weak battery may explain, its reason names the battery too.
    pub fn with_battery(mut self, weak: Option<f64>) -> GoalEnd {
        let may_explain = matches!(
            self.code,
            EndCode::PathToleranceViolated
                | EndCode::GoalToleranceViolated
                | EndCode::Unreachable
                | EndCode::InvalidGoal
        );
        if let (Some(volts), true) = (weak, may_explain) {
            self.reason += &format!("; its battery is down to {volts:.1} V");
        }
        self
    }
}

impl From<Refusal> for GoalEnd {
    fn from(refusal: Refusal) -> GoalEnd {
        let code = match refusal {
            Refusal::InvalidJoints(_) => EndCode::InvalidJoints,
            Refusal::InvalidGoal(_) => EndCode::InvalidGoal,
            Refusal::OldTimestamp(_) => EndCode::OldHeaderTimestamp,
        };
        GoalEnd::new(code, refusal.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_on_a_weak_battery_names_it() {
        let failed = GoalEnd::new(EndCode::GoalToleranceViolated, "joint r_wrist is blocked");
        let reason = failed.clone().with_battery(Some(5.42)).reason;
        assert_eq!(reason, "joint r_wrist is blocked; its battery is down to 5.4 V");
        assert_eq!(failed.clone().with_battery(None), failed);
        let well = GoalEnd::of(Ok(()));
        assert_eq!(well.clone().with_battery(Some(5.4)), well);
    }
}
