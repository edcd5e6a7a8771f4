//! What the planner believes of claws, wrists and cube, and whether the joints agree.

use std::f64::consts::FRAC_PI_2;

use cube::Cube;
use rig::{Action, Arm, ArmState, Claw, Joint, JointKind, Pose, RigState, Timing};

use super::events::CubeNews;
use super::readings::{Readings, Tolerances};

/// Where joints stand in the states that plans know. Radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointPlaces {
    /// A grip joint with its claw open; closed is 0.
    pub grip_open: f64,
}

impl JointPlaces {
    /// Where `joint` stands when its arm is in `state`.
    pub fn of(&self, joint: Joint, state: ArmState) -> f64 {
        match (joint.kind, state.claw) {
            (JointKind::Grip, Claw::Closed) => 0.0,
            (JointKind::Grip, Claw::Open) => self.grip_open,
            (JointKind::Wrist, _) => f64::from(state.wrist) * FRAC_PI_2,
        }
    }

    /// Where all joints stand, in the order of `Joint::ALL`.
    pub fn all(&self, arms: &[ArmState; 4]) -> [f64; 8] {
        Joint::ALL.map(|joint| self.of(joint, arms[joint.arm.index()]))
    }
}

/// A motion that was broken off: the joint stands somewhere on its way and will be brought back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unfinished {
    /// The joint.
    pub joint: Joint,
    /// What it was doing.
    pub action: Action,
    /// Where it came from, radians.
    pub from: f64,
    /// Where it was going, radians.
    pub target: f64,
}

/// A reading that does not fit what is believed. `Display` names the joint.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Contradiction {
    /// It stands elsewhere.
    #[error("{joint} stands at {found_degrees:.1} degrees, but should be at {believed_degrees:.1}")]
    Elsewhere {
        /// The joint.
        joint: Joint,
        /// Where it is.
        found_degrees: f64,
        /// Where it was believed to be.
        believed_degrees: f64,
    },
    /// It left the way on which its motion was broken off.
    #[error(
        "{joint} stands at {found_degrees:.1} degrees, but its motion broke off between {from_degrees:.1} and {target_degrees:.1}"
    )]
    OffTheWay {
        /// The joint.
        joint: Joint,
        /// Where it is.
        found_degrees: f64,
        /// One end of its way.
        from_degrees: f64,
        /// The other.
        target_degrees: f64,
    },
    /// It stands where no plan can begin.
    #[error(
        "{joint} stands at {found_degrees:.1} degrees, which is none of its places; bring it to {nearest_degrees:.1}"
    )]
    Between {
        /// The joint.
        joint: Joint,
        /// Where it is.
        found_degrees: f64,
        /// The nearest place where it could be.
        nearest_degrees: f64,
    },
}

/// Claws, wrists and cube as the planner believes them to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Belief {
    /// The arms, as if what was broken off had not begun. `None` before anything is known.
    pub arms: Option<[ArmState; 4]>,
    /// How the cube lies; `None` when that is not known.
    pub pose: Option<Pose>,
    /// The cube, followed through the turns; `None` when it is not known.
    pub cube: Option<Cube>,
    /// Motions that were broken off.
    pub unfinished: Vec<Unfinished>,
}

impl Belief {
    /// Nothing is known.
    pub const NOTHING: Belief = Belief {
        arms: None,
        pose: None,
        cube: None,
        unfinished: Vec::new(),
    };

    /// The state that a plan starts from, once what was broken off is undone.
    pub fn state(&self) -> Option<RigState> {
        Some(RigState {
            arms: self.arms?,
            pose: self.pose?,
        })
    }

    /// Where joints must be brought before a plan can start: those whose motion broke off, and those that have strayed a
    /// little. Each with the seconds that its motion may take.
    pub fn to_bring_back(
        &self,
        readings: &Readings,
        places: &JointPlaces,
        tolerances: &Tolerances,
        timing: &Timing,
    ) -> Vec<(Joint, f64, f64)> {
        let Some(arms) = &self.arms else {
            return Vec::new();
        };
        let mut list = Vec::new();
        for joint in Joint::ALL {
            let broken = self.unfinished.iter().find(|broken| broken.joint == joint);
            let believed = places.of(joint, arms[joint.arm.index()]);
            let strayed = readings
                .of(joint)
                .is_some_and(|reading| !tolerances.is_at(joint, reading.position, believed));
            match broken {
                Some(broken) => list.push((joint, broken.from, timing.seconds(broken.action))),
                None if strayed => list.push((joint, believed, timing.quarter)),
                None => {}
            }
        }
        list
    }

    /// Forgets the cube and the arms after something happened that was not seen.
    pub fn forget(&mut self) {
        *self = Belief::NOTHING;
    }

    /// Takes over what cube/state says. As long as nothing is known, only a cube that was set since `started` (ROS seconds)
    /// counts: whoever sets it vouches that it lies unturned.
    pub fn take_news(&mut self, news: &CubeNews, started: f64) {
        if self.pose.is_none() && news.set && started <= news.stamp && news.cube.is_some() {
            *self = Belief {
                pose: Some(Pose::IDENTITY),
                ..Belief::NOTHING
            };
        }
        if self.pose.is_some() {
            self.cube = news.cube;
        }
    }

    /// Whether all joints stand where they are believed to be. Joints without a reading pass.
    pub fn check(
        &self,
        readings: &Readings,
        places: &JointPlaces,
        tolerances: &Tolerances,
    ) -> Result<(), Contradiction> {
        let Some(arms) = &self.arms else {
            return Ok(());
        };
        for joint in Joint::ALL {
            let Some(reading) = readings.of(joint) else {
                continue;
            };
            let (found, slack) = (reading.position, tolerances.contradiction);
            if let Some(broken) = self.unfinished.iter().find(|broken| broken.joint == joint) {
                let (least, most) = (
                    broken.from.min(broken.target),
                    broken.from.max(broken.target),
                );
                if !(least - slack..=most + slack).contains(&found) {
                    return Err(Contradiction::OffTheWay {
                        joint,
                        found_degrees: found.to_degrees(),
                        from_degrees: broken.from.to_degrees(),
                        target_degrees: broken.target.to_degrees(),
                    });
                }
                continue;
            }
            let believed = places.of(joint, arms[joint.arm.index()]);
            if slack < (found - believed).abs() {
                return Err(Contradiction::Elsewhere {
                    joint,
                    found_degrees: found.to_degrees(),
                    believed_degrees: believed.to_degrees(),
                });
            }
        }
        Ok(())
    }
}

/// The arms as the readings show them, rounded; an error names a joint that stands too far between its places.
/// Every joint must have a reading.
pub fn arms_from(
    readings: &Readings,
    places: &JointPlaces,
    tolerances: &Tolerances,
) -> Result<[ArmState; 4], Contradiction> {
    let mut arms = [ArmState::REST; 4];
    for joint in Joint::ALL {
        let Some(reading) = readings.of(joint) else {
            continue;
        };
        let found = reading.position;
        let arm = &mut arms[joint.arm.index()];
        match joint.kind {
            JointKind::Grip if found < places.grip_open / 2.0 => arm.claw = Claw::Closed,
            JointKind::Grip => arm.claw = Claw::Open,
            // Wrists turn a few times around at most, so the rounded quarters fit.
            JointKind::Wrist => arm.wrist = (found / FRAC_PI_2).round() as i32,
        }
        let nearest = places.of(joint, *arm);
        if tolerances.contradiction < (found - nearest).abs() {
            let (found_degrees, nearest_degrees) = (found.to_degrees(), nearest.to_degrees());
            return Err(Contradiction::Between {
                joint,
                found_degrees,
                nearest_degrees,
            });
        }
    }
    Ok(arms)
}

/// The arm's state after an action.
pub fn after(state: ArmState, action: Action) -> ArmState {
    match action {
        Action::Open => ArmState {
            claw: Claw::Open,
            ..state
        },
        Action::Close => ArmState {
            claw: Claw::Closed,
            ..state
        },
        Action::Turn(quarters) => ArmState {
            wrist: state.wrist + i32::from(quarters),
            ..state
        },
    }
}

/// The joint of an arm that an action moves.
pub fn joint_of(arm: Arm, action: Action) -> Joint {
    match action {
        Action::Open | Action::Close => arm.grip(),
        Action::Turn(_) => arm.wrist(),
    }
}
