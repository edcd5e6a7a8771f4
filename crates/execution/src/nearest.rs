//! The state of claws and wrists that is nearest to where joints were read.

use std::f64::consts::FRAC_PI_2;

use rig::{Arm, ArmState, Claw, Joint, Pair};

use crate::estimate::JointPlaces;
use crate::limits::{BeyondLimits, JointLimits};
use crate::readings::Readings;

/// The arms in the state that is nearest to the readings. Every joint must have a reading. A wrist that ran a little beyond
/// its limits goes back to them.
///
/// A turn of the whole cube that broke off halfway is rounded to the same side for both of its wrists. Otherwise they would
/// tear the cube on the way to their places.
///
/// # Errors
/// [`BeyondLimits`] with a joint that stands where it cannot have come, or that would have to go beyond its limits with the other
/// wrist.
pub fn nearest_arms(
    readings: &Readings,
    places: &JointPlaces,
    limits: &JointLimits,
) -> Result<[ArmState; 4], BeyondLimits> {
    let found = |joint: Joint| readings.of(joint).map_or(0.0, |reading| reading.position);
    for joint in Joint::ALL {
        limits.check(joint, found(joint))?;
    }
    let quarters = |angle: f64| (angle / FRAC_PI_2).round() as i32;
    let is_within = |joint: Joint, wrist: i32| {
        let angle = f64::from(wrist) * FRAC_PI_2;
        (limits.nearest(joint, angle).radians() - angle).abs() < 1e-9
    };
    let mut arms = Arm::ALL.map(|arm| {
        let open = places.grip_open / 2.0 <= found(arm.grip());
        let claw = if open { Claw::Open } else { Claw::Closed };
        let wrist = limits.nearest(arm.wrist(), found(arm.wrist()));
        ArmState { claw, wrist: quarters(wrist.radians()) }
    });
    for pair in Pair::ALL {
        let all = |pair: Pair, claw: Claw| pair.arms().iter().all(|arm| arms[arm.index()].claw == claw);
        if !(all(pair, Claw::Closed) && all(pair.other(), Claw::Open)) {
            continue;
        }
        let [first, second] = pair.arms().map(Arm::wrist);
        let nearest = arms[first.arm.index()].wrist;
        // Both go to the nearer side, or to the other one where a cable would end before.
        let way = found(first) - f64::from(nearest) * FRAC_PI_2;
        let sides = [nearest, nearest + if way < 0.0 { -1 } else { 1 }];
        let both = sides.map(|wrist| {
            let off = found(first) - f64::from(wrist) * FRAC_PI_2;
            [wrist, quarters(found(second) + off)]
        });
        let within = both.into_iter().find(|[one, other]| is_within(first, *one) && is_within(second, *other));
        let [one, other] = within.ok_or_else(|| {
            let beyond = |joint: &Joint| (limits.nearest(*joint, found(*joint)).radians() - found(*joint)).abs();
            let joint = if beyond(&second) < beyond(&first) { first } else { second };
            limits.beyond(joint, found(joint))
        })?;
        arms[first.arm.index()].wrist = one;
        arms[second.arm.index()].wrist = other;
    }
    Ok(arms)
}

#[cfg(test)]
mod tests {
    use rig::Profile;
    use testkit::proptest::prelude::*;

    use super::*;

    const PLACES: JointPlaces = JointPlaces { grip_open: 1.0 };

    fn nearest(readings: &Readings) -> Result<[ArmState; 4], BeyondLimits> {
        nearest_arms(readings, &PLACES, &JointLimits::of(&Profile::nxt_2015()))
    }

    #[test]
    fn a_cube_that_was_turned_halfway_goes_to_one_side_with_both_wrists() {
        for (r, l, expected) in [(44.0, -46.0, [0, 0]), (46.0, -44.0, [1, -1]), (136.0, 44.0, [2, 0])] {
            let arms = nearest(&Readings::of_resting_arms([Arm::F, Arm::B], [r, l, 3.0, 88.0]));
            let arms = arms.expect("all are within their limits");
            assert_eq!([arms[0].wrist, arms[1].wrist], expected, "{r}, {l}");
            assert_eq!(arms.map(|arm| arm.claw), [Claw::Closed, Claw::Closed, Claw::Open, Claw::Open]);
            assert_eq!([arms[2].wrist, arms[3].wrist], [0, 1]);
        }
    }

    #[test]
    fn a_wrist_that_ran_beyond_its_cable_goes_back_within_it() {
        let found = nearest(&Readings::of_resting_arms([Arm::F, Arm::B], [0.0, 0.0, -188.0, 181.0]));
        let wrists = found.expect("near their limits").map(|arm| arm.wrist);
        assert_eq!(wrists, [0, 0, -2, 2]);
        let coasted = nearest(&Readings::of_resting_arms([Arm::F, Arm::B], [0.0, 0.0, -226.0, 265.0]));
        assert_eq!(coasted.expect("as far as a wrist coasts").map(|arm| arm.wrist), wrists);
        let far = nearest(&Readings::of_resting_arms([Arm::F, Arm::B], [0.0, 0.0, -275.0, 181.0]));
        let far = far.expect_err("far beyond its cable");
        assert_eq!(far.joint, Arm::F.wrist());
    }

    /// As it was seen: the second wrist of the pair that holds the cube was sent to 270 degrees.
    #[test]
    fn no_wrist_of_a_turned_cube_goes_beyond_its_cable() {
        let found = nearest(&Readings::of_resting_arms([Arm::F, Arm::B], [252.0, 180.0, 0.0, 0.0]));
        assert_eq!(found.expect_err("252 degrees").joint, Arm::R.wrist());
        // To the nearer side the second one would go to 270 degrees.
        let found = nearest(&Readings::of_resting_arms([Arm::F, Arm::B], [40.0, 190.0, 0.0, 0.0]));
        let wrists = found.expect("the other side is left").map(|arm| arm.wrist);
        assert_eq!(wrists, [1, 2, 0, 0]);
    }

    proptest! {
        #[test]
        fn arms_lie_within_their_limits_for_any_reading(
            wrists in prop::array::uniform4(-400.0..400.0_f64),
            open in prop::bool::ANY,
        ) {
            let open = if open { [Arm::F, Arm::B] } else { [Arm::R, Arm::L] };
            let Ok(arms) = nearest(&Readings::of_resting_arms(open, wrists)) else {
                prop_assert!(wrists.iter().any(|wrist| 180.0 < wrist.abs()));
                return Ok(());
            };
            prop_assert!(arms.iter().all(|arm| arm.wrist.abs() <= 2), "{arms:?}");
        }
    }

    #[test]
    fn misaligned_layers_are_rounded_each_for_itself() {
        let mut readings = Readings::of_resting_arms([Arm::F, Arm::B], [44.0, -46.0, 0.0, 0.0]);
        for arm in [Arm::F, Arm::B] {
            readings.note(arm.grip(), 0.0, Some(0.0), 2.0);
        }
        let arms = nearest(&readings).expect("within their limits");
        assert_eq!([arms[0].wrist, arms[1].wrist], [0, -1]);
    }
}
