//! Rigs and states for the exhaustive search: all durations are whole seconds, which it counts as ticks.

use cube::Rotation;
use rig::{ArmState, Claw, Clearances, Profile, RigState, Rules, WristRange, ramp};
use testkit::proptest::prelude::*;

/// A rig whose durations are whole seconds.
pub fn profile(holding: u8, opposite: bool, twist: Option<i32>, times: [f64; 4]) -> Profile {
    let mut profile = Profile::nxt_2015();
    profile.rules.min_holding_claws = holding;
    profile.rules.opposite_turns = opposite;
    profile.rules.wrist_range = twist.map(WristRange::either_way);
    let [close, open, quarter, half] = times;
    profile.timing = rig::Timing { close, open, quarter, half, quarter_to_cable_end: None, half_to_cable_end: None };
    profile
}

/// The same rig, with claws that take two ticks each way and are out of the way of their own wrists and of the cube after one.
pub fn blended(mut profile: Profile) -> Profile {
    profile.timing.open = 2.0;
    profile.timing.close = 2.0;
    profile.clearances = Clearances { own_wrist: ramp(0.5), cube: ramp(0.5), beside_horizontal: 1.0 };
    profile
}

/// States in which one or both pairs of claws hold the cube, with wrists up to a quarter off.
pub fn any_start() -> impl Strategy<Value = RigState> {
    (prop::array::uniform4(-1..=1_i32), prop::array::uniform4(any::<bool>()), 0..Rotation::COUNT)
        .prop_map(|(wrists, closed, pose)| RigState {
            arms: [0, 1, 2, 3]
                .map(|arm| ArmState { claw: if closed[arm] { Claw::Closed } else { Claw::Open }, wrist: wrists[arm] }),
            pose: Rotation::from_index(pose).expect("in range"),
        })
        .prop_filter("the cube is held", |state| Profile::nxt_2015().rules.judge(&Rules::at_rest(state)).is_ok())
}
