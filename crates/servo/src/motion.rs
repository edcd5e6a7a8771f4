//! What a joint is to do, whatever servo drives it: its goal, where to be at each moment, and how that went. Pure: time comes in.

use brick::Error;
use brick::control::{JointReport, Progress, Reference, Tolerances, Trajectory};
use rig::{Joint, Profile};

/// A servo that is stopped comes to rest after about this time, seconds: it is not sent back.
const STOPPING: f64 = 0.03;

/// A joint on its way, or at rest.
#[derive(Clone, Debug)]
pub struct Motion {
    /// The joint.
    pub joint: Joint,
    /// From where to where it can go, radians.
    pub limits: (f64, f64),
    /// Where it was last, radians; not a number before the first reading.
    pub position: f64,
    /// How fast it was, radians a second.
    pub speed: f64,
    /// Where it is to be without a goal; nowhere before the first reading.
    pub held: Option<f64>,
    /// How its goal fares.
    pub progress: Progress,
    /// What was wrong, until a goal is reached again.
    pub fault: Option<String>,
    /// Its goal.
    pub(crate) goal: Option<Goal>,
    /// Seconds by which a servo lags behind where it is sent: references end that much sooner.
    lag: f64,
}

#[derive(Clone, Debug)]
pub(crate) struct Goal {
    pub reference: Reference,
    pub tolerances: Tolerances,
    pub start: f64,
    /// When the trajectory ends, seconds from its start.
    pub due: f64,
}

impl Motion {
    /// A joint of a rig before its first reading; `None` where it has no limits.
    pub fn new(profile: &Profile, joint: Joint, lag: f64) -> Option<Motion> {
        Some(Motion {
            joint,
            limits: profile.joint_limits(joint)?,
            position: f64::NAN,
            speed: 0.0,
            held: None,
            progress: Progress::Holding,
            fault: None,
            goal: None,
            lag,
        })
    }

    /// Begins a trajectory, in place of any other. It goes on from where the servo is sent now, at that speed.
    ///
    /// Errors: [`Error::BadTrajectory`] beyond the joint's limits.
    pub fn follow(&mut self, trajectory: &Trajectory, tolerances: Tolerances, now: f64) -> Result<(), Error> {
        trajectory.within(self.joint.name(), self.limits)?;
        let (position, speed) = match (&self.goal, self.held) {
            (Some(goal), _) => goal.reference.at(now - goal.start),
            (None, held) => (held.unwrap_or(self.position), 0.0),
        };
        let due = trajectory.goal().time;
        let scale = if 2.0 * self.lag < due { 1.0 - self.lag / due } else { 1.0 };
        let reference = Reference::new(position, speed, trajectory, scale);
        self.goal = Some(Goal { reference, tolerances, start: now, due });
        self.progress = Progress::Moving;
        Ok(())
    }

    /// Ends the goal; the joint stays where it is.
    pub fn hold(&mut self) {
        self.progress = Progress::Holding;
        if self.goal.take().is_some() {
            self.held = Some(self.position + STOPPING * self.speed);
        }
    }

    /// Where to be now, radians; nowhere before the first reading.
    pub fn desired(&self, now: f64) -> Option<f64> {
        let (least, most) = self.limits;
        let place = match &self.goal {
            Some(goal) => goal.reference.at(now - goal.start).0.clamp(least, most),
            None => self.held?,
        };
        Some(place).filter(|place| place.is_finite())
    }

    /// The goal, while it is not decided.
    pub(crate) fn undecided(&self) -> Option<&Goal> {
        self.goal.as_ref().filter(|_| self.progress == Progress::Moving)
    }

    /// The goal is reached; the joint is held there.
    pub fn arrive(&mut self) {
        (self.progress, self.fault) = (Progress::Arrived, None);
    }

    /// Gives the goal up. The joint holds the place where it was seen.
    pub fn fail(&mut self, error: Error) {
        let had_goal = self.goal.is_some();
        self.hold();
        self.held = Some(self.position);
        if had_goal {
            self.progress = Progress::Failed(error);
        }
    }

    /// The same, for what the servo reports to be wrong.
    pub fn break_off(&mut self, fault: String) {
        self.fail(Error::Actuator { joint: self.joint.name().to_owned(), fault: fault.clone() });
        self.fault = Some(fault);
    }

    /// Why the goal is given up at this time, if it is past: too far from its end, or off its path.
    pub(crate) fn strayed(&self, goal: &Goal, elapsed: f64) -> Option<Error> {
        let joint = || self.joint.name().to_owned();
        let (least, most) = self.limits;
        let position = self.position.clamp(least, most);
        let distance = (goal.reference.goal() - position).abs();
        let allowed = goal.tolerances.goal;
        if 0.0 < elapsed - goal.due - goal.tolerances.goal_time && allowed < distance {
            let [error_degrees, allowed_degrees] = [distance, allowed].map(f64::to_degrees);
            return Some(Error::GoalTolerance { joint: joint(), error_degrees, allowed_degrees });
        }
        let strayed = (goal.reference.at(elapsed).0 - position).abs();
        let path = goal.tolerances.path.filter(|path| *path < strayed)?;
        let [error_degrees, allowed_degrees] = [strayed, path].map(f64::to_degrees);
        Some(Error::PathTolerance { joint: joint(), error_degrees, allowed_degrees })
    }

    /// What is published of it.
    pub fn report(&self, now: f64) -> JointReport {
        let desired = self.goal.as_ref().map(|goal| goal.reference.at(now - goal.start).0).or(self.held);
        JointReport {
            position: self.position,
            speed: self.speed,
            desired: desired.unwrap_or(self.position),
            progress: self.progress.clone(),
            // A servo sits on the joint: there is nothing between that could creep, and nothing to coast.
            drift: 0.0,
            zero: 0.0,
            coast: 0.0,
            coasted: None,
        }
    }
}
