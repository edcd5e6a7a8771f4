//! Goals against the limits of joints, wherever the joints were read.

use rig::{Arm, Profile};
use testkit::proptest::prelude::*;

use super::bench::*;
use super::fake_bricks::Made;
use crate::events::Event;
use crate::report::Code;

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    /// A cable that is torn is worse than a scan that is refused.
    #[test]
    fn no_goal_lies_beyond_a_joint_s_limits_for_any_reading(
        wrists in prop::array::uniform4(prop_oneof![
            4 => -280.0..280.0_f64,
            2 => -800.0..800.0_f64,
            2 => (-3..=3).prop_map(|quarters| f64::from(quarters) * 90.0),
            1 => prop::num::f64::NORMAL,
        ]),
        open in prop::array::uniform4(any::<bool>()),
    ) {
        let profile = Profile::nxt_2015();
        let mut rig = Try::new();
        for arm in Arm::ALL {
            let grip = if open[arm.index()] { profile.gearing.open_grip() } else { 0.0 };
            rig.bricks.positions[arm.grip().index()] = grip;
            rig.bricks.positions[arm.wrist().index()] = wrists[arm.index()].to_radians();
        }
        rig.run(0.2);
        rig.give(Event::Scan(Ok(Vec::new()), None));
        rig.run(6.0);
        for Made { joint, target, .. } in &rig.bricks.made {
            let (least, most) = profile.joint_limits(*joint).expect("this rig has cables");
            prop_assert!((least..=most).contains(target), "{joint} was sent to {target}");
        }
        let far = |arm: &Arm| 270.0 + 1e-6 < wrists[arm.index()].abs();
        if let Some(arm) = Arm::ALL.iter().find(|arm| far(arm)) {
            let refused = rig.scanned.take().expect("such a scan does not begin");
            prop_assert!(refused.code != Code::Success && rig.bricks.made.is_empty());
            prop_assert!(refused.text.contains(arm.wrist().name()), "{}", refused.text);
        }
    }
}
