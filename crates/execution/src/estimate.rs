//! The planner's estimate of claws, wrists and how the cube lies, and whether the joints agree.

use std::f64::consts::FRAC_PI_2;

use cube::Rotation;
use rig::{Action, ArmState, Claw, CubeEffect, Joint, JointKind, RigState, Timing};

use crate::limits::suspicion;
use crate::readings::{Readings, Tolerances, is_short};
use cube_state::tracker::Turned;

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
#[derive(Clone, Debug, PartialEq)]
pub struct Unfinished {
    /// The joint.
    pub joint: Joint,
    /// What it was doing.
    pub action: Action,
    /// Where it came from, radians.
    pub from: f64,
    /// Where it was going, radians.
    pub target: f64,
    /// Where it will be brought, radians: where it came from, for a layer the quarter that is nearest, or where it was going.
    pub back: f64,
    /// What it was doing to the cube.
    pub effect: CubeEffect,
    /// Joints that go back first: their motions were broken off as well, and depend on this one.
    pub after: Vec<Joint>,
}

/// A joint that must be brought back before a plan can start.
#[derive(Clone, Debug, PartialEq)]
pub struct Return {
    /// The joint.
    pub joint: Joint,
    /// Where to, radians.
    pub target: f64,
    /// How long its motion may take.
    pub seconds: f64,
    /// Joints that go back first.
    pub after: Vec<Joint>,
}

/// A reading that does not fit the estimate. `Display` names the joint.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Contradiction {
    /// It stands elsewhere.
    #[error("{joint} stands at {found_degrees:.1} degrees, but should be at {expected_degrees:.1}{suspicion}")]
    Elsewhere {
        /// The joint.
        joint: Joint,
        /// Where it is.
        found_degrees: f64,
        /// Where it was expected.
        expected_degrees: f64,
        /// What may be wrong with the reading, or nothing.
        suspicion: &'static str,
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
}

impl Contradiction {
    /// A joint stands at `found`, in place of `expected`; both in radians.
    pub fn elsewhere(joint: Joint, found: f64, expected: f64, tolerances: &Tolerances) -> Contradiction {
        Contradiction::Elsewhere {
            joint,
            found_degrees: found.to_degrees(),
            expected_degrees: expected.to_degrees(),
            suspicion: suspicion(found, |angle| (angle - expected).abs() <= tolerances.contradiction),
        }
    }
}

/// The planner's estimate of claws, wrists and how the cube lies. It does not contain the cube's state: only what the
/// arms have done to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The arms, as if what was broken off had been brought back. `None` before anything is known.
    pub arms: Option<[ArmState; 4]>,
    /// How the cube lies; `None` when that is not known.
    pub pose: Option<Rotation>,
    /// What the arms have done to the cube.
    pub turned: Turned,
    /// Motions that were broken off.
    pub unfinished: Vec<Unfinished>,
}

impl Estimate {
    /// Nothing is known.
    pub const NOTHING: Estimate =
        Estimate { arms: None, pose: None, turned: Turned::NOT_COUNTED, unfinished: Vec::new() };

    /// The state that a plan starts from, once what was broken off is brought back.
    pub fn state(&self) -> Option<RigState> {
        Some(RigState { arms: self.arms?, pose: self.pose? })
    }

    /// The joints that must be brought back before a plan can start: those whose motion broke off, and those that have
    /// strayed a little.
    pub fn to_bring_back(
        &self,
        readings: &Readings,
        places: &JointPlaces,
        tolerances: &Tolerances,
        timing: &Timing,
    ) -> Vec<Return> {
        let Some(arms) = &self.arms else {
            return Vec::new();
        };
        let back = |joint: Joint| {
            if let Some(broken) = self.unfinished.iter().find(|broken| broken.joint == joint) {
                return Some(Return {
                    joint,
                    target: broken.back,
                    seconds: timing.seconds(broken.action),
                    after: broken.after.clone(),
                });
            }
            let target = places.of(joint, arms[joint.arm.index()]);
            let reading = readings.of(joint)?;
            // A stop may leave a claw at the very end of its way: open as far as tolerances go, and yet in the way of fingers, or
            // closed, and yet without a hold.
            let has_strayed =
                !tolerances.is_at(joint, reading.position, target) || is_short(joint, reading.position, target);
            has_strayed.then_some(Return { joint, target, seconds: timing.quarter, after: Vec::new() })
        };
        let mut back: Vec<Return> = Joint::ALL.into_iter().filter_map(back).collect();
        claws_first(&mut back);
        back
    }

    /// Forgets what a motion may have changed. Where its joint stands is not known.
    pub fn lose(&mut self, effect: CubeEffect) {
        match effect {
            CubeEffect::Nothing => {}
            CubeEffect::FaceTurn(_) => self.turned.lose(),
            CubeEffect::CubeTurn { .. } => {
                self.turned.lose();
                self.pose = None;
            }
        }
    }

    /// Forgets how the cube lies, and the arms, after something happened that was not seen.
    pub fn forget(&mut self) {
        self.turned.lose();
        *self = Estimate { turned: self.turned, ..Estimate::NOTHING };
    }

    /// A person who has put a cube in vouches that it lies unturned. That counts where nothing is known.
    pub fn lies_unturned(&mut self) {
        if self.pose.is_none() {
            *self = Estimate { pose: Some(Rotation::IDENTITY), turned: self.turned, ..Estimate::NOTHING };
        }
    }

    /// Whether all joints stand where they are expected. Joints without a reading pass.
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
                let (least, most) = (broken.from.min(broken.target), broken.from.max(broken.target));
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
            let expected = places.of(joint, arms[joint.arm.index()]);
            if slack < (found - expected).abs() {
                return Err(Contradiction::elsewhere(joint, found, expected, tolerances));
            }
        }
        Ok(())
    }
}

/// Wrists wait for all claws but those that wait for them: a claw may have left its place while nobody saw it.
fn claws_first(back: &mut [Return]) {
    for wrist in 0..back.len() {
        for claw in 0..back.len() {
            let is_pair = (back[wrist].joint.kind, back[claw].joint.kind) == (JointKind::Wrist, JointKind::Grip);
            if is_pair && !waits_for(back, back[claw].joint, back[wrist].joint) {
                let claw = back[claw].joint;
                back[wrist].after.push(claw);
            }
        }
    }
}

/// Whether a joint goes back only after another, or is it.
fn waits_for(back: &[Return], joint: Joint, other: Joint) -> bool {
    let after = back.iter().find(|back| back.joint == joint).map_or(&[][..], |back| &back.after);
    joint == other || after.iter().any(|before| waits_for(back, *before, other))
}

#[cfg(test)]
mod tests {
    use rig::Arm;

    use super::*;

    const PLACES: JointPlaces = JointPlaces { grip_open: 1.0 };

    #[test]
    fn a_claw_that_was_stopped_at_the_very_end_of_its_way_is_brought_there() {
        let tolerances = Tolerances { lead: 0.0, ..Tolerances::default() };
        let arm = |claw| ArmState { claw, wrist: 0 };
        let timing = rig::Profile::nxt_2015().timing;
        let both = vec![Arm::L.grip(), Arm::F.grip()];
        for (short_of, expected) in [(1.0, vec![]), (4.0, both)] {
            let mut readings = Readings::of_resting_arms([Arm::F, Arm::B], [0.0; 4]);
            let short_of = f64::to_radians(short_of);
            readings.note(Arm::F.grip(), PLACES.grip_open - short_of, Some(0.0), 2.0);
            readings.note(Arm::B.grip(), PLACES.grip_open, Some(0.0), 2.0);
            readings.note(Arm::L.grip(), short_of, Some(0.0), 2.0);
            let estimate = Estimate {
                arms: Some([Claw::Closed, Claw::Closed, Claw::Open, Claw::Open].map(arm)),
                ..Estimate::NOTHING
            };
            let back = estimate.to_bring_back(&readings, &PLACES, &tolerances, &timing);
            let joints: Vec<Joint> = back.iter().map(|back| back.joint).collect();
            assert_eq!(joints, expected, "{short_of} short");
        }
    }
}
