//! Rigs and states that several tests begin with.

use rig::{Profile, RigState};

/// The thesis' rig.
pub fn nxt() -> Profile {
    Profile::nxt_2015()
}

/// The same rig, where two claws are enough to hold.
pub fn opposite() -> Profile {
    let mut profile = nxt();
    profile.rules.min_holding_claws = 2;
    profile.rules.opposite_turns = true;
    profile
}

/// Closed claws whose wrists stand at these quarters.
pub fn with_wrists(wrists: [i32; 4]) -> RigState {
    let mut state = RigState::REST;
    for (arm, wrist) in state.arms.iter_mut().zip(wrists) {
        arm.wrist = wrist;
    }
    state
}
