//! Opening and closing all claws, against pretended bricks.

use cube::{Cube, Rotation};
use rig::{Action, Arm, ArmState, Claw, Joint, JointKind, Motion, Pair, Profile, RigState, Rules};
use std::f64::consts::FRAC_PI_2;
use testkit::proptest::prelude::*;

use super::bench::*;
use super::fake_bricks::{Behaviour, Made};
use crate::events::{ClawsGoal, Event};
use crate::report::{ClawCount, Code};

const OPEN: ClawsGoal = ClawsGoal { close: false, look_only: false };
const CLOSE: ClawsGoal = ClawsGoal { close: true, look_only: false };
const ALL: ClawCount = ClawCount { done: 4, total: 4 };

/// When a joint moved in the pretended bricks, or `None`.
fn moved(rig: &Try, joint: Joint) -> Option<(f64, f64)> {
    let of_joint = rig.bricks.made.iter().filter(|made| made.joint == joint);
    of_joint.map(|made| (made.start, made.end)).next_back()
}

/// A rig whose joints stand anywhere.
fn rig_with(arms: [ArmState; 4], off: f64) -> Try {
    let mut rig = Try::new();
    rig.bricks.positions = settings().places.all(&arms);
    for joint in Joint::ALL {
        if joint.kind == JointKind::Wrist {
            rig.bricks.positions[joint.index()] += off;
        }
    }
    rig.run(0.1);
    rig
}

#[test]
fn a_cube_is_taken_out_and_another_put_in() {
    let mut rig = Try::with_cube(Cube::from_seed(1));
    let opened = rig.move_claws(OPEN);
    assert_eq!((opened.code, opened.claws), (Code::Success, ALL));
    assert_eq!(rig.estimated(), (None, None), "the cube is in somebody's hands");
    let open = settings().places.grip_open;
    for arm in Arm::ALL {
        assert!((rig.bricks.positions[arm.grip().index()] - open).abs() < 0.01);
    }
    let closed = rig.move_claws(CLOSE);
    assert_eq!((closed.code, closed.claws), (Code::Success, ALL));
    assert_eq!(rig.estimated(), (None, None));
    // One pair holds the cube before the other touches it.
    let [first, second] = Pair::ALL.map(|pair| pair.arms().map(|arm| moved(&rig, arm.grip())));
    for (first, second) in first.into_iter().zip(second) {
        let (first, second) = (first.expect("it closed"), second.expect("it closed"));
        assert!(first.1 <= second.0, "{first:?}, {second:?}");
    }
    // The new cube can be scanned at once.
    assert_eq!(rig.scan().code, Code::Success);
}

/// What the arms made of it from a moment on, with wrists that stood at these quarters at first.
fn motions_since(rig: &Try, from: f64, wrists: [i32; 4]) -> Vec<Motion> {
    let mut wrists = wrists.map(f64::from);
    let mut motions = Vec::new();
    for made in &rig.bricks.made {
        let (arm, quarters) = (made.joint.arm, made.target / FRAC_PI_2);
        let action = match made.joint.kind {
            JointKind::Grip if made.target == 0.0 => Action::Close,
            JointKind::Grip => Action::Open,
            JointKind::Wrist => Action::Turn((quarters - wrists[arm.index()]).round() as i8),
        };
        if made.joint.kind == JointKind::Wrist {
            wrists[arm.index()] = quarters;
        }
        if from <= made.start {
            motions.push(Motion { arm, action, start: made.start - from, end: made.end - from });
        }
    }
    motions
}

/// Each pair has to hold the cube once with horizontal fingers: vertical ones do not centre it.
#[test]
fn a_cube_from_a_hand_is_centred_by_each_pair_from_wherever_wrists_stand() {
    for (wrists, off) in [([0; 4], 0.0), ([1, -1, 0, 0], 0.0), ([0, 0, 1, -1], 0.3), ([2, -2, -1, 2], -0.4)] {
        let open = |wrist| ArmState { claw: Claw::Open, wrist };
        let mut rig = rig_with(wrists.map(open), off);
        let report = rig.move_claws(CLOSE);
        assert_eq!((report.code, report.claws), (Code::Success, ALL));
        // A person holds the cube until both have closed, R for the second time.
        let [r, l] = Pair::RL.arms().map(|arm| {
            let closes = |made: &&Made| made.joint == arm.grip() && made.target == 0.0;
            let closings: Vec<Made> = rig.bricks.made.iter().filter(closes).copied().collect();
            closings
        });
        let (first, second, both) = (r[0], l[0], r[1]);
        assert!(first.end <= second.start && second.end <= both.start);
        // From then on the rules of motion hold.
        let held = RigState {
            arms: [(Claw::Closed, 1), (Claw::Closed, -1), (Claw::Open, 0), (Claw::Open, 0)]
                .map(|(claw, wrist)| ArmState { claw, wrist }),
            pose: Rotation::IDENTITY,
        };
        let motions = motions_since(&rig, both.end, wrists);
        let trace = rig::check(&Profile::nxt_2015(), &held, &motions).expect("no rule is broken");
        assert_eq!(trace.end, RigState::REST);
        let horizontal = |(index, motion): (usize, &Motion)| {
            let is_level = !trace.before[index].is_vertical() && motion.action == Action::Close;
            is_level.then_some(motion.arm)
        };
        let later: Vec<Arm> = motions.iter().enumerate().filter_map(horizontal).collect();
        assert_eq!(later, Pair::FB.arms(), "R and L closed so before");
    }
}

#[test]
fn a_cube_that_is_held_already_is_not_gripped_anew() {
    let mut arms = RigState::REST.arms;
    for arm in Pair::FB.arms() {
        arms[arm.index()].claw = Claw::Open;
    }
    let mut rig = rig_with(arms, 0.0);
    assert_eq!(rig.move_claws(CLOSE).code, Code::Success);
    let made: Vec<Joint> = rig.bricks.made.iter().map(|made| made.joint).collect();
    assert_eq!(made, Pair::FB.arms().map(Arm::grip));
}

#[test]
fn a_look_moves_nothing() {
    let mut rig = Try::with_cube(Cube::from_seed(1));
    for (close, done) in [(true, 4), (false, 0)] {
        let report = rig.move_claws(ClawsGoal { close, look_only: true });
        let count = ClawCount { done, total: 4 };
        assert_eq!((report.code, report.claws), (Code::Success, count));
    }
    assert!(rig.bricks.made.is_empty());
    assert!(rig.estimated().0.is_some(), "the cube is still known");
}

#[test]
fn misaligned_claws_on_a_cube_are_opened_but_not_closed() {
    let mut rig = rig_with(RigState::REST.arms, 0.5);
    let report = rig.move_claws(CLOSE);
    assert_eq!(report.code, Code::Contradiction);
    assert!(report.text.contains("r_wrist"), "{}", report.text);
    assert!(rig.bricks.made.is_empty());
    assert_eq!(rig.move_claws(OPEN).code, Code::Success);
    assert_eq!(rig.move_claws(CLOSE).code, Code::Success);
}

#[test]
fn a_stop_leaves_claws_where_they_are_and_nothing_known() {
    let mut rig = Try::with_cube(Cube::from_seed(1));
    rig.give(Event::MoveClaws(OPEN));
    while rig.bricks.made.is_empty() {
        rig.run(0.1);
    }
    rig.run(0.1);
    rig.give(Event::Cancel);
    rig.run(2.0);
    let report = rig.claws.take().expect("it has stopped");
    assert_eq!(report.code, Code::Stopped);
    assert!(report.claws.done < 4);
    assert_eq!(rig.estimated(), (None, None));
}

/// The planner was frozen, and its client has given up waiting.
#[test]
fn a_goal_that_is_cancelled_as_soon_as_it_is_accepted_moves_no_claw() {
    let mut rig = Try::with_cube(Cube::from_seed(1));
    rig.give(Event::MoveClaws(OPEN));
    rig.run(0.3);
    rig.give(Event::Cancel);
    rig.run(2.0);
    assert_eq!(rig.claws.take().map(|report| report.code), Some(Code::Stopped));
    assert!(rig.bricks.made.is_empty());
    assert_eq!(rig.estimated().0, Some(Cube::from_seed(1)), "the claws hold it as before");
}

#[test]
fn a_claw_that_sticks_is_named() {
    let mut rig = Try::new();
    rig.bricks.behaviour = Behaviour { stuck: Some(Arm::L.grip()), ..Behaviour::default() };
    let report = rig.move_claws(OPEN);
    assert_eq!(report.code, Code::DriverFailed);
    assert!(report.text.contains("l_grip"), "{}", report.text);
}

fn arm() -> impl Strategy<Value = ArmState> {
    (any::<bool>(), -2..=2i32)
        .prop_map(|(open, wrist)| ArmState { claw: if open { Claw::Open } else { Claw::Closed }, wrist })
}

proptest! {
    /// From wherever claws and wrists stand square: either all close, and fingers never meet, or nothing moves.
    #[test]
    fn claws_close_from_anywhere(arms in prop::array::uniform4(arm())) {
        let rules = settings().rules;
        let mut rig = rig_with(arms, 0.0);
        let report = rig.move_claws(CLOSE);
        let at_rest = RigState { arms, pose: Rotation::IDENTITY };
        let closed_pair = Pair::ALL.into_iter().any(|pair| {
            pair.arms().iter().all(|arm| arms[arm.index()].claw == Claw::Closed)
        });
        if report.code == Code::Success {
            let wrists = |joint: Joint| rig.bricks.positions[joint.index()] / FRAC_PI_2;
            let end = RigState {
                arms: Arm::ALL.map(|arm| ArmState { claw: Claw::Closed, wrist: wrists(arm.wrist()).round() as i32 }),
                pose: Rotation::IDENTITY,
            };
            prop_assert!(rules.judge(&Rules::at_rest(&end)).is_ok(), "{end:?}");
            for arm in Arm::ALL {
                let is_open = arms[arm.index()].claw == Claw::Open;
                let turned = moved(&rig, arm.wrist());
                prop_assert!(is_open || turned.is_none(), "a closed claw turned");
                if let (Some((_, upright)), Some((closes, _))) = (turned, moved(&rig, arm.grip())) {
                    prop_assert!(upright <= closes, "it closed before it stood upright");
                }
            }
        } else {
            prop_assert_eq!(report.code, Code::Contradiction, "{}", report.text);
            prop_assert!(rig.bricks.made.is_empty());
            prop_assert!(!closed_pair || rules.judge(&Rules::at_rest(&at_rest)).is_err()
                || arms.iter().any(|arm| arm.wrist % 2 != 0), "{}", report.text);
        }
    }
}
