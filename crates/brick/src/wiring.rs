//! Which brick drives which joint, and through which gears.

use crate::Port;
use crate::control::{Gearing, JointSettings, MotorModel};
use rig::{Joint, JointGroup, JointKind, Pair, Profile};
use std::fmt;

/// One of the rig's four bricks. They are cut by job, as in the thesis. One brick drives the two clamp motors of an opposite
/// pair of arms, another the two wrist motors. So a turn of the whole cube needs no agreement between bricks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BrickName {
    /// Clamps of the arms R and L.
    RlClamp = 0,
    /// Wrists of the arms R and L.
    RlRotate = 1,
    /// Clamps of the arms F and B.
    FbClamp = 2,
    /// Wrists of the arms F and B.
    FbRotate = 3,
}

impl BrickName {
    /// All bricks in index order.
    pub const ALL: [BrickName; 4] = [BrickName::RlClamp, BrickName::RlRotate, BrickName::FbClamp, BrickName::FbRotate];

    /// 0 to 3 in the order of [`BrickName::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in parameters and topics, such as `rl_clamp`.
    pub const fn name(self) -> &'static str {
        ["rl_clamp", "rl_rotate", "fb_clamp", "fb_rotate"][self as usize]
    }

    /// The brick of a name; `None` for any other text.
    pub fn parse(name: &str) -> Option<BrickName> {
        BrickName::ALL.into_iter().find(|brick| brick.name() == name)
    }

    /// The pair of arms that it serves.
    pub const fn pair(self) -> Pair {
        match self {
            BrickName::RlClamp | BrickName::RlRotate => Pair::RL,
            BrickName::FbClamp | BrickName::FbRotate => Pair::FB,
        }
    }

    /// Whether it drives clamps; else it drives wrists.
    pub const fn clamps(self) -> bool {
        matches!(self, BrickName::RlClamp | BrickName::FbClamp)
    }

    /// Its two joints: the pair's first arm (R or F) hangs on port A, the second (L or B) on port B.
    pub const fn joints(self) -> [(Port, Joint); 2] {
        let [first, second] = self.pair().arms();
        if self.clamps() {
            [(Port::A, first.grip()), (Port::B, second.grip())]
        } else {
            [(Port::A, first.wrist()), (Port::B, second.wrist())]
        }
    }

    /// Its two joints in the order of its motors.
    pub fn driven_joints(self) -> [Joint; 2] {
        self.joints().map(|(_, joint)| joint)
    }

    /// Its two joints as a group, which its driver serves.
    pub fn group(self) -> JointGroup {
        JointGroup { name: self.name().to_owned(), joints: self.driven_joints().to_vec() }
    }

    /// The names of all bricks, for messages.
    pub fn names() -> String {
        BrickName::ALL.map(BrickName::name).join(", ")
    }

    /// The brick and port that drive a joint.
    pub fn driving(joint: Joint) -> (BrickName, Port) {
        let found = BrickName::ALL.into_iter().find_map(|brick| {
            let port = brick.joints().into_iter().find(|(_, driven)| *driven == joint);
            port.map(|(port, _)| (brick, port))
        });
        found.expect("each arm has a brick for its clamp and one for its wrist")
    }
}

impl fmt::Display for BrickName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Half of the play between motor and joint that NXT motors have, in degrees of the motor.
pub const BACKLASH_DEGREES: f64 = 2.0;

/// The control settings of a joint on the rig of a profile. `position_at_zero` is where the joint
/// stands, in radians, when its motor counts zero.
pub fn joint_settings(profile: &Profile, joint: Joint, position_at_zero: f64) -> JointSettings {
    JointSettings {
        name: joint.name().to_owned(),
        gearing: Gearing {
            motor_degrees_per_radian: profile.gearing.ratio(joint.kind).to_degrees(),
            position_at_zero,
            backlash_degrees: BACKLASH_DEGREES,
        },
        model: MotorModel::default(),
        limits: profile.joint_limits(joint).unwrap_or((f64::NEG_INFINITY, f64::INFINITY)),
        cable_slack: profile.gearing.cable_slack.to_radians(),
        has_ends: joint.kind == JointKind::Grip,
        most_power: 100.0,
        coasted: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_without_groups_has_one_for_each_brick() {
        let groups = rig::JointGroups::default();
        let groups: Vec<JointGroup> = groups.iter().map(|(_, group)| group.clone()).collect();
        assert_eq!(groups, BrickName::ALL.map(BrickName::group));
    }
}
