//! How far joints may go. What leaves the planner as a goal is a [`Place`], which lies within the limits of its joint.

use std::f64::consts::{FRAC_PI_2, TAU};

use rig::{Joint, JointKind, Profile};

use crate::readings::is_short;

/// A wrist without a cable has turned by no more than a hundred turns, radians: its reading is absurd otherwise.
const FARTHEST: f64 = 100.0 * TAU;

/// Least and greatest angle of each joint, radians; a wrist without a cable has none.
#[derive(Clone, Debug, PartialEq)]
pub struct JointLimits {
    limits: [Option<(f64, f64)>; Joint::COUNT],
    /// How far beyond its limits a joint may be found, by kind of joint, radians.
    beyond: [f64; 2],
    /// How far a misaligned layer holds a claw open at most, radians.
    on_corners: f64,
}

/// An angle within the limits of a joint, radians. [`JointLimits::nearest`] is the only way to make one.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Place(f64);

/// A joint was found where it cannot have come by itself. `Display` names it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "{joint} stands at {found_degrees:.1} degrees, but it may go from {least_degrees:.0} to {most_degrees:.0}: turn it back by hand, or correct its readings{suspicion}"
)]
pub struct BeyondLimits {
    /// The joint.
    pub joint: Joint,
    /// Where it is.
    pub found_degrees: f64,
    /// The least angle.
    pub least_degrees: f64,
    /// The greatest angle.
    pub most_degrees: f64,
    /// What may be wrong with the reading, or nothing.
    pub suspicion: &'static str,
}

/// More radians than these are not a wrist's: it turns one time around at most.
const AROUND: f64 = TAU + 1.0;

/// The suspicion about a reading in degrees.
pub(crate) const DEGREES: &str = " (are these degrees? joint_states are radians)";

/// What may be wrong with a reading of a joint that cannot be there; `fits` returns where it can be. To be appended to
/// a sentence.
pub(crate) fn suspicion(found: f64, fits: impl Fn(f64) -> bool) -> &'static str {
    match found {
        _ if fits(found - TAU) => " (a full turn too many?)",
        _ if fits(found + TAU) => " (a full turn too few?)",
        _ if AROUND < found.abs() && fits(found.to_radians()) => DEGREES,
        _ => "",
    }
}

impl JointLimits {
    /// The limits of the rig of a profile.
    ///
    /// A stop, or a driver that gets no processor time, can leave a joint beyond its limits. It is brought back from as far as a wrist
    /// coasts whose driver dies: a quarter turn, and what the cable gives in addition; a claw half of its way.
    pub fn of(profile: &Profile) -> JointLimits {
        JointLimits {
            limits: Joint::ALL.map(|joint| profile.joint_limits(joint)),
            beyond: [profile.gearing.open_grip() / 2.0, FRAC_PI_2 + profile.gearing.cable_slack.to_radians()],
            on_corners: profile.geometry.grip_on_corners(),
        }
    }

    /// The place within the limits that is nearest to an angle.
    pub fn nearest(&self, joint: Joint, radians: f64) -> Place {
        let finite = if radians.is_finite() { radians } else { 0.0 };
        Place(match self.limits[joint.index()] {
            Some((least, most)) => finite.clamp(least, most),
            None => finite.clamp(-FARTHEST, FARTHEST),
        })
    }

    /// Whether a claw that was to close and does not move any more is held open as by a misaligned layer: it does not hold the cube, and
    /// is no wider than the corners of a layer.
    pub fn is_jammed(&self, joint: Joint, found: f64, target: f64) -> bool {
        target == 0.0 && is_short(joint, found, target) && found <= self.on_corners
    }

    /// Whether a joint can have come to where it was found.
    ///
    /// # Errors
    /// [`BeyondLimits`] where it cannot.
    pub fn check(&self, joint: Joint, found: f64) -> Result<(), BeyondLimits> {
        match self.can_be(joint, found) {
            true => Ok(()),
            false => Err(self.beyond(joint, found)),
        }
    }

    fn can_be(&self, joint: Joint, found: f64) -> bool {
        let beyond = match joint.kind {
            JointKind::Grip => self.beyond[0],
            JointKind::Wrist => self.beyond[1],
        };
        match self.limits[joint.index()] {
            Some((least, most)) => (least - beyond..=most + beyond).contains(&found),
            None => (-FARTHEST..=FARTHEST).contains(&found),
        }
    }

    /// The error for a joint that was found at an angle.
    pub(crate) fn beyond(&self, joint: Joint, found: f64) -> BeyondLimits {
        let (least, most) = self.limits[joint.index()].unwrap_or((-FARTHEST, FARTHEST));
        BeyondLimits {
            joint,
            found_degrees: found.to_degrees(),
            least_degrees: least.to_degrees(),
            most_degrees: most.to_degrees(),
            suspicion: suspicion(found, |angle| self.can_be(joint, angle)),
        }
    }
}

impl Place {
    /// The angle, radians.
    pub const fn radians(self) -> f64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use rig::Arm;
    use testkit::proptest::prelude::*;

    use super::*;

    proptest! {
        /// A rig with slip rings has wrists without limits.
        #[test]
        fn an_absurd_reading_is_no_place(found in prop::num::f64::ANY) {
            let profile = Profile::find("nxt-slip-rings").expect("it ships");
            let (limits, wrist) = (JointLimits::of(&profile), Arm::R.wrist());
            prop_assert!(limits.nearest(wrist, found).radians().abs() <= FARTHEST);
            let is_absurd = found.is_nan() || FARTHEST < found.abs();
            prop_assert_eq!(limits.check(wrist, found).is_err(), is_absurd);
        }

        #[test]
        fn a_place_lies_within_its_limits_for_any_reading(found in any::<f64>(), joint in 0..Joint::COUNT) {
            let (profile, joint) = (Profile::nxt_2015(), Joint::ALL[joint]);
            let place = JointLimits::of(&profile).nearest(joint, found).radians();
            let (least, most) = profile.joint_limits(joint).expect("this rig has cables");
            prop_assert!((least..=most).contains(&place), "{joint}: {place}");
        }
    }

    #[test]
    fn a_joint_far_beyond_its_limits_is_named() {
        let limits = JointLimits::of(&Profile::nxt_2015());
        let wrist = Arm::R.wrist();
        for near in [-269.0, -180.0, 0.0, 188.0, 226.0, 269.0] {
            assert!(limits.check(wrist, f64::to_radians(near)).is_ok(), "{near}");
        }
        for far in [271.0, -271.0, 11_160.0, f64::NAN, f64::INFINITY] {
            let error = limits.check(wrist, f64::to_radians(far)).expect_err("far");
            let sentence = error.to_string();
            assert!(sentence.starts_with("r_wrist stands at"), "{sentence}");
            assert!(sentence.contains("-180 to 180"), "{sentence}");
        }
    }

    #[test]
    fn degrees_and_a_full_turn_too_many_are_suspected() {
        let limits = JointLimits::of(&Profile::nxt_2015());
        let said = |joint, found| limits.check(joint, found).expect_err("far").to_string();
        for (joint, found) in [(Arm::R.wrist(), -90.0), (Arm::F.grip(), 57.3)] {
            let sentence = said(joint, found);
            assert!(sentence.contains("are these degrees?"), "{sentence}");
        }
        let sentence = said(Arm::R.wrist(), TAU + 0.02);
        assert!(sentence.contains("a full turn too many?"), "{sentence}");
        let sentence = said(Arm::R.wrist(), -TAU);
        assert!(sentence.contains("a full turn too few?"), "{sentence}");
        let sentence = said(Arm::R.wrist(), 1e6);
        assert!(sentence.ends_with("correct its readings"), "{sentence}");
    }
}
