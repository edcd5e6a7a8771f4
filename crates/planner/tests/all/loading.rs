//! A cube from a person's hand is centred: each pair holds it with horizontal fingers once.

use cube::Rotation;
use planner::{LOADING_START, loading};
use rig::{Action, Arm, Claw, Motion, Pair, Profile, RigState};

use crate::profiles::shipped;

/// When the person lets go: the claws of arms R and L are closed, for the first time at once.
fn held_from(profile: &Profile, motions: &[Motion]) -> f64 {
    let mut open: Vec<Arm> = profile.rules.arms_of(Pair::RL).collect();
    for motion in motions {
        match motion.action {
            Action::Close => open.retain(|&arm| arm != motion.arm),
            Action::Open => open.push(motion.arm),
            Action::Turn(_) => {}
        }
        if open.is_empty() {
            return motion.end;
        }
    }
    panic!("nobody holds the cube");
}

#[test]
fn every_shipped_rig_centres_a_cube_and_ends_at_rest() {
    for profile in shipped() {
        let motions = loading(&profile.rules, &profile.timing);
        let let_go = held_from(&profile, &motions);
        let mut held = RigState { arms: LOADING_START, pose: Rotation::IDENTITY };
        for arm in Pair::RL.arms() {
            held.arms[arm.index()].claw = Claw::Closed;
        }
        let later: Vec<Motion> = (motions.iter())
            .filter(|motion| let_go <= motion.start)
            .map(|motion| Motion { start: motion.start - let_go, end: motion.end - let_go, ..*motion })
            .collect();
        let trace = rig::check(&profile, &held, &later).expect("no rule is broken");
        assert_eq!(trace.moves().count() + trace.cube_turns().count(), 0);
        assert_eq!(trace.end.pose, Rotation::IDENTITY);
        for arm in profile.rules.arms() {
            assert_eq!(trace.end.arm(arm), RigState::REST.arm(arm), "{}", profile.name);
        }
        let closes_level = |arm: Arm| {
            (later.iter().zip(&trace.before))
                .any(|(motion, before)| (motion.arm, motion.action) == (arm, Action::Close) && !before.is_vertical())
        };
        for arm in profile.rules.arms_of(Pair::RL) {
            assert!(!held.arm(arm).is_vertical());
        }
        for arm in profile.rules.arms_of(Pair::FB) {
            assert!(closes_level(arm), "{arm} of {}", profile.name);
        }
    }
}

/// Two claws that close at once on a cube in yaw jam in contact physics, and a claw that stays closed keeps the cube from the other.
#[test]
fn the_first_pair_closes_one_claw_at_a_time_and_the_first_claw_twice() {
    let profile = Profile::nxt_2015();
    let motions = loading(&profile.rules, &profile.timing);
    let of_hand = [(Arm::R, Action::Close), (Arm::R, Action::Open), (Arm::L, Action::Close), (Arm::R, Action::Close)];
    let first: Vec<_> = (motions.iter().take(4)).map(|motion| (motion.arm, motion.action)).collect();
    assert_eq!(first, of_hand);
    assert!(motions.windows(2).take(4).all(|two| two[0].end <= two[1].start));
}

/// The claw of a rig with one arm on an axis holds the cube alone: it does not let go of it.
#[test]
fn a_claw_without_an_opposite_closes_once_before_the_others() {
    let arms = [true, false, true, false];
    let profile = Profile::nxt_2015();
    let rules = rig::Rules { present: arms, min_holding_claws: 1, ..profile.rules };
    let motions = loading(&rules, &profile.timing);
    let first: Vec<_> = (motions.iter().take(3)).map(|motion| (motion.arm, motion.action)).collect();
    let wanted = [(Arm::R, Action::Close), (Arm::F, Action::Close), (Arm::R, Action::Open)];
    assert_eq!(first, wanted);
}
