//! Orders to the four bricks.

use std::f64::consts::FRAC_PI_2;

use brick::BrickName;
use brick::control::JointGoal;
use brick::control::runner::{Handle, Pace, Report};
use brick::control::{FlatOn, Tolerances, Trajectory};
use rig::{Action, Arm, Joint, Timing};
use tokio::sync::watch;

/// The four control loops.
#[derive(Clone)]
pub struct Drivers {
    /// Takes orders, in the order of [`BrickName::ALL`].
    pub handles: Vec<Handle>,
    /// What the loops read last, in the same order.
    pub reports: Vec<watch::Receiver<Option<Report>>>,
    /// Where a grip stands when its claw is open, radians.
    pub open: f64,
    /// How long each action takes.
    pub timing: Timing,
}

impl Drivers {
    /// Moves joints of one brick, each to a position in radians within a duration in seconds, and waits for their end.
    ///
    /// # Errors
    /// When a goal is not reached, or does not belong to this brick.
    pub async fn go(&self, brick: BrickName, goals: &[(Joint, f64, f64)]) -> Result<(), brick::Error> {
        let goals = goals.iter().map(|&(joint, position, seconds)| {
            Ok(JointGoal {
                joint: usize::from(BrickName::driving(joint).1.code()),
                trajectory: Trajectory::to(joint.name(), position, seconds)?,
                // Slow links are used too.
                tolerances: Tolerances { goal_time: 3.0, ..Tolerances::default() },
            })
        });
        let goals = goals.collect::<Result<_, brick::Error>>()?;
        self.handles[brick.index()].follow(goals).await
    }

    /// Where a joint stands as its driver sees it, radians.
    pub fn position(&self, joint: Joint) -> f64 {
        let (brick, port) = BrickName::driving(joint);
        let report = self.reports[brick.index()].borrow();
        (report.as_ref()).map_or(f64::NAN, |seen| seen.joints[usize::from(port.code())].position)
    }

    /// Does one action of one arm, whose wrist stands at this many quarters, and waits for its end.
    ///
    /// # Errors
    /// When it fails.
    pub async fn act(&self, arm: Arm, action: Action, quarters: i32) -> Result<(), brick::Error> {
        let (joint, position) = target(arm, action, quarters, self.open);
        let (brick, _) = BrickName::driving(joint);
        self.go(brick, &[(joint, position, self.timing.seconds(action))]).await
    }

    /// One action of each arm of a pair, sent to their brick as one goal.
    ///
    /// # Errors
    /// When one of them fails.
    pub async fn act_together(
        &self,
        arms: [Arm; 2],
        actions: [Action; 2],
        quarters: [i32; 2],
    ) -> Result<(), brick::Error> {
        let goals = [0, 1].map(|index| {
            let action = actions[index];
            let (joint, position) = target(arms[index], action, quarters[index], self.open);
            (joint, position, self.timing.seconds(action))
        });
        let (brick, _) = BrickName::driving(goals[0].0);
        self.go(brick, &goals).await
    }

    /// Closes a claw while its wrist is compliant, and learns the wrist's drift there.
    ///
    /// # Errors
    /// When the claw does not close, or the wrist does not stand still.
    pub async fn close_compliant(&self, arm: Arm, quarters: i32) -> Result<(), brick::Error> {
        let (brick, port) = BrickName::driving(arm.wrist());
        let (handle, joint) = (&self.handles[brick.index()], usize::from(port.code()));
        let at = f64::from(quarters) * FRAC_PI_2;
        handle.release_at(joint, at).await?;
        self.act(arm, Action::Close, quarters).await?;
        // The readings of the wrist come at the pace of holding.
        tokio::time::sleep(2 * Pace::default().holding).await;
        handle.zero(joint, FlatOn::SameLayer).await.map(drop)
    }
}

/// The joint that an action moves, and where to, radians.
pub fn target(arm: Arm, action: Action, quarters: i32, open: f64) -> (Joint, f64) {
    match action {
        Action::Open => (arm.grip(), open),
        Action::Close => (arm.grip(), 0.0),
        Action::Turn(more) => {
            let quarters = f64::from(quarters + i32::from(more));
            (arm.wrist(), quarters * FRAC_PI_2)
        }
    }
}
