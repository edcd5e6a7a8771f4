//! The rules of motion: each broken once and kept once, and random plans against a second statement of the rules.

use proptest::prelude::*;
use rig::{
    Action, Arm, ArmState, Claw, Fault, Motion, Pair, Pose, Profile, RigState, Side, Violation,
    check,
};

use Action::{Close, Open, Turn};
use Arm::{B, F, L, R};

/// Motions from (arm, action, start); each lasts as long as the profile says.
fn plan(profile: &Profile, steps: &[(Arm, Action, f64)]) -> Vec<Motion> {
    steps
        .iter()
        .map(|&(arm, action, start)| Motion {
            arm,
            action,
            start,
            end: start + profile.timing.seconds(action),
        })
        .collect()
}

fn nxt() -> Profile {
    Profile::nxt_2015()
}

fn opposite() -> Profile {
    let mut profile = nxt();
    profile.rules.min_holding_claws = 2;
    profile.rules.opposite_turns = true;
    profile
}

fn with_wrists(wrists: [i32; 4]) -> RigState {
    let mut state = RigState::REST;
    for (arm, wrist) in state.arms.iter_mut().zip(wrists) {
        arm.wrist = wrist;
    }
    state
}

fn fault(profile: &Profile, start: &RigState, steps: &[(Arm, Action, f64)]) -> Fault {
    match check(profile, start, &plan(profile, steps)) {
        Err(Violation::At { fault, .. }) => fault,
        other => panic!("{steps:?}: {other:?}"),
    }
}

fn kept(profile: &Profile, start: &RigState, steps: &[(Arm, Action, f64)]) -> rig::Trace {
    check(profile, start, &plan(profile, steps)).unwrap_or_else(|violation| panic!("{violation}"))
}

#[test]
fn some_pair_always_holds() {
    let rig = nxt();
    // R opens while F still opens: neither pair is closed and at rest.
    assert_eq!(
        fault(&rig, &RigState::REST, &[(F, Open, 0.0), (R, Open, 0.3)]),
        Fault::NotHeld
    );
    assert_eq!(
        fault(&rig, &RigState::REST, &[(F, Open, 0.0), (R, Open, 1.0)]),
        Fault::NotHeld
    );
    // Opening at the very instant at which the other claw has closed is allowed, a nanosecond sooner too.
    let chain = [(F, Open, 0.0), (F, Close, 0.52), (R, Open, 1.04)];
    kept(&rig, &RigState::REST, &chain);
    kept(
        &rig,
        &RigState::REST,
        &[chain[0], chain[1], (R, Open, 1.04 - 0.9e-9)],
    );
    assert_eq!(
        fault(
            &rig,
            &RigState::REST,
            &[chain[0], chain[1], (R, Open, 1.04 - 1e-6)]
        ),
        Fault::NotHeld
    );
    let mut dropped = RigState::REST;
    dropped.arms[0].claw = Claw::Open;
    dropped.arms[2].claw = Claw::Open;
    assert!(matches!(
        check(&rig, &dropped, &[]),
        Err(Violation::At {
            fault: Fault::NotHeld,
            ..
        })
    ));
}

#[test]
fn wrists_stay_within_their_cables() {
    let rig = nxt();
    kept(&rig, &RigState::REST, &[(R, Turn(2), 0.0)]);
    let too_far = plan(&rig, &[(R, Turn(2), 0.0), (R, Turn(1), 1.0)]);
    assert!(matches!(
        check(&rig, &RigState::REST, &too_far),
        Err(Violation::Twisted {
            arm: R,
            quarters: 3,
            limit: 2,
            ..
        })
    ));
    let mut free = rig.clone();
    free.rules.twist_limit_quarters = None;
    kept(
        &free,
        &RigState::REST,
        &[(R, Turn(2), 0.0), (R, Turn(1), 1.0)],
    );
}

#[test]
fn a_face_turns_while_three_claws_hold_and_the_neighbours_stand_vertical() {
    let rig = nxt();
    let trace = kept(
        &rig,
        &RigState::REST,
        &[(R, Turn(1), 0.0), (L, Turn(-1), 0.6)],
    );
    let turns: Vec<(Side, u8)> = trace
        .turns
        .iter()
        .map(|turn| (turn.face, turn.quarters))
        .collect();
    assert_eq!(turns, [(Side::R, 1), (Side::L, 3)]);
    assert_eq!(
        fault(
            &rig,
            &RigState::REST,
            &[(R, Turn(1), 0.0), (F, Turn(1), 0.6)]
        ),
        Fault::NeighbourInTheWay {
            arm: F,
            neighbour: R
        }
    );
    assert_eq!(
        fault(
            &rig,
            &RigState::REST,
            &[(R, Turn(1), 0.0), (F, Turn(1), 0.3)]
        ),
        Fault::NeighbourNotHolding {
            arm: R,
            neighbour: F
        }
    );
    assert_eq!(
        fault(&rig, &RigState::REST, &[(L, Open, 0.0), (R, Turn(1), 0.52)]),
        Fault::TooFewHolding {
            arm: R,
            holding: 2,
            needed: 3
        }
    );
    assert!(matches!(
        fault(
            &rig,
            &RigState::REST,
            &[(R, Turn(1), 0.0), (L, Turn(1), 0.0)]
        ),
        Fault::OppositeTurns { .. }
    ));
    assert_eq!(
        fault(&rig, &RigState::REST, &[(F, Open, 0.0), (R, Turn(1), 0.52)]),
        Fault::NeighbourNotHolding {
            arm: R,
            neighbour: F
        }
    );
}

#[test]
fn with_two_holding_claws_opposite_faces_turn_at_once() {
    let rig = opposite();
    let trace = kept(
        &rig,
        &RigState::REST,
        &[(R, Turn(1), 0.0), (L, Turn(-1), 0.2)],
    );
    assert_eq!(trace.turns.len(), 2);
    assert_eq!(trace.end.pose, Pose::IDENTITY);
    // … and one claw may turn its face while the claw across takes a new grip.
    kept(
        &rig,
        &RigState::REST,
        &[
            (R, Turn(1), 0.0),
            (L, Open, 0.1),
            (L, Turn(1), 0.62),
            (L, Close, 1.22),
        ],
    );
    assert!(matches!(
        fault(
            &rig,
            &RigState::REST,
            &[(R, Turn(1), 0.0), (F, Turn(1), 0.0)]
        ),
        Fault::NeighbourNotHolding { .. }
    ));
}

#[test]
fn a_pair_turns_the_whole_cube_together_while_the_other_is_open() {
    let rig = nxt();
    let opened = [(F, Open, 0.0), (B, Open, 0.0)];
    let with = |more: &[(Arm, Action, f64)]| [&opened[..], more].concat();
    let trace = kept(
        &rig,
        &RigState::REST,
        &with(&[(R, Turn(1), 0.52), (L, Turn(-1), 0.52)]),
    );
    assert_eq!(trace.end.pose.face_at(Side::U), Side::F);
    assert!(trace.turns.is_empty());
    assert_eq!(trace.pose_at(1.0), Pose::IDENTITY);
    assert_eq!(trace.pose_at(1.12), trace.end.pose);
    let torn = Fault::CubeTorn { pair: Pair::RL };
    for apart in [
        vec![(R, Turn(1), 0.52), (L, Turn(1), 0.52)],
        vec![(R, Turn(1), 0.52)],
        vec![(R, Turn(1), 0.52), (L, Turn(-1), 0.7)],
        vec![(R, Turn(1), 0.52), (L, Turn(-2), 0.52)],
        vec![(R, Turn(2), 0.52), (L, Turn(-1), 0.52)],
    ] {
        assert_eq!(
            fault(&rig, &RigState::REST, &with(&apart)),
            torn,
            "{apart:?}"
        );
    }
    assert_eq!(
        fault(
            &rig,
            &RigState::REST,
            &with(&[(R, Turn(1), 0.4), (L, Turn(-1), 0.4)])
        ),
        Fault::CubeTurnBlocked {
            pair: Pair::RL,
            arm: F
        }
    );
    // Open claws turn freely meanwhile, also past the end of the cube's turn.
    kept(
        &rig,
        &RigState::REST,
        &with(&[
            (R, Turn(1), 0.52),
            (L, Turn(-1), 0.52),
            (F, Turn(2), 0.6),
            (B, Turn(-1), 1.0),
        ]),
    );
}

#[test]
fn neighbours_are_never_both_horizontal_on_the_cube() {
    let rig = nxt();
    let steps = |wrist: i8| {
        [
            (R, Turn(1), 0.0),
            (F, Open, 0.6),
            (F, Turn(wrist), 1.12),
            (F, Close, 2.12),
        ]
    };
    assert_eq!(
        fault(&rig, &RigState::REST, &steps(1)),
        Fault::FingersMeet {
            first: R,
            second: F
        }
    );
    kept(&rig, &RigState::REST, &steps(2));
    assert!(check(&rig, &with_wrists([1, 0, -1, 0]), &[]).is_err());
    assert!(check(&rig, &with_wrists([1, -1, 2, 0]), &[]).is_ok());
}

#[test]
fn an_arm_does_one_thing_at_a_time_and_no_faster_than_it_can() {
    let rig = nxt();
    let busy = plan(&rig, &[(F, Open, 0.0), (F, Turn(1), 0.3)]);
    assert!(matches!(
        check(&rig, &RigState::REST, &busy),
        Err(Violation::Busy { arm: F, .. })
    ));
    let again = plan(&rig, &[(F, Close, 0.0)]);
    assert!(matches!(
        check(&rig, &RigState::REST, &again),
        Err(Violation::NothingToDo { .. })
    ));
    let motion = |action, start, end| Motion {
        arm: R,
        action,
        start,
        end,
    };
    let one = |motion| check(&rig, &RigState::REST, &[motion]);
    assert!(matches!(
        one(motion(Turn(1), 0.0, 0.5)),
        Err(Violation::TooFast { .. })
    ));
    assert!(one(motion(Turn(1), 0.0, 5.0)).is_ok(), "slower is no fault");
    assert!(matches!(
        one(motion(Turn(3), 0.0, 5.0)),
        Err(Violation::BadQuarters { quarters: 3, .. })
    ));
    assert!(matches!(
        one(motion(Turn(0), 0.0, 5.0)),
        Err(Violation::BadQuarters { .. })
    ));
    for (start, end) in [
        (-1.0, 1.0),
        (1.0, 1.0),
        (2.0, 1.0),
        (f64::NAN, 1.0),
        (0.0, f64::INFINITY),
    ] {
        assert!(matches!(
            one(motion(Turn(1), start, end)),
            Err(Violation::BadTime { .. })
        ));
    }
    let mut two = rig.clone();
    two.rules.present = [true, false, true, false];
    two.rules.min_holding_claws = 1;
    let missing = plan(&two, &[(L, Open, 0.0)]);
    assert!(matches!(
        check(&two, &RigState::REST, &missing),
        Err(Violation::NoSuchArm { arm: L, .. })
    ));
    // With one arm on each axis a single claw holds, turns a face, or turns the cube.
    let trace = kept(
        &two,
        &RigState::REST,
        &[(R, Turn(1), 0.0), (R, Open, 0.6), (F, Turn(1), 1.12)],
    );
    assert_eq!((trace.turns.len(), trace.poses.len()), (1, 2));
}

#[test]
fn faces_are_named_as_they_lie_after_turns_of_the_cube() {
    let rig = nxt();
    let mut tilted = RigState::REST;
    tilted.pose = Pose::IDENTITY.turned(Pair::FB, 1);
    // After a turn as F turns, face U lies at side R.
    let trace = kept(&rig, &tilted, &[(R, Turn(-1), 0.0)]);
    assert_eq!((trace.turns[0].face, trace.turns[0].quarters), (Side::U, 3));
}

/// One step of a random plan that starts when the step before has ended.
#[derive(Clone, Debug)]
enum Step {
    Face(Arm, i8),
    Regrip(Arm, i8),
    Cube(Pair, i8, i8),
}

fn any_step() -> impl Strategy<Value = Step> {
    let arm = (0..4_usize).prop_map(|index| Arm::from_index(index).expect("four arms"));
    let quarters = prop::sample::select(vec![-2_i8, -1, 1, 2]);
    let pair = prop::sample::select(vec![Pair::RL, Pair::FB]);
    prop_oneof![
        (arm.clone(), quarters.clone()).prop_map(|(arm, quarters)| Step::Face(arm, quarters)),
        (arm, quarters.clone()).prop_map(|(arm, quarters)| Step::Regrip(arm, quarters)),
        (pair, quarters.clone(), quarters)
            .prop_map(|(pair, cube, free)| Step::Cube(pair, cube, free)),
    ]
}

fn written(profile: &Profile, steps: &[Step]) -> Vec<Motion> {
    let mut motions = Vec::new();
    let mut time = 0.0;
    let mut at_once = |actions: &[(Arm, Action)]| {
        let mut end = time;
        for &(arm, action) in actions {
            let done = time + profile.timing.seconds(action);
            motions.push(Motion {
                arm,
                action,
                start: time,
                end: done,
            });
            end = f64::max(end, done);
        }
        time = end;
    };
    for step in steps {
        match *step {
            Step::Face(arm, quarters) => at_once(&[(arm, Turn(quarters))]),
            Step::Regrip(arm, quarters) => {
                at_once(&[(arm, Open)]);
                at_once(&[(arm, Turn(quarters))]);
                at_once(&[(arm, Close)]);
            }
            Step::Cube(pair, quarters, free) => {
                let [one, other] = pair.arms();
                let [first, second] = pair.other().arms();
                at_once(&[(first, Open), (second, Open)]);
                at_once(&[
                    (one, Turn(quarters)),
                    (other, Turn(-quarters)),
                    (first, Turn(free)),
                ]);
                at_once(&[(first, Close), (second, Close)]);
            }
        }
    }
    motions
}

/// The rules once more, as the design states them, looked at in the middle between any two events.
fn obeys(profile: &Profile, start: &RigState, motions: &[Motion]) -> bool {
    let mut events: Vec<f64> = motions
        .iter()
        .flat_map(|motion| [motion.start, motion.end])
        .collect();
    events.push(0.0);
    events.sort_by(f64::total_cmp);
    let last = *events.last().expect("one was pushed");
    events.push(last + 1.0);
    let limit = profile.rules.twist_limit_quarters.unwrap_or(i32::MAX);
    let middles = events.windows(2).filter(|pair| 1e-6 < pair[1] - pair[0]);
    middles.map(|pair| (pair[0] + pair[1]) / 2.0).all(|now| {
        let active: Vec<&Motion> = motions
            .iter()
            .filter(|motion| motion.start < now && now < motion.end)
            .collect();
        let state_of = |arm: Arm| {
            motions
                .iter()
                .filter(|motion| motion.arm == arm && motion.end < now)
                .fold(start.arm(arm), |state, motion| match motion.action {
                    Open => ArmState {
                        claw: Claw::Open,
                        ..state
                    },
                    Close => ArmState {
                        claw: Claw::Closed,
                        ..state
                    },
                    Turn(quarters) => ArmState {
                        wrist: state.wrist + i32::from(quarters),
                        ..state
                    },
                })
        };
        let doing = |arm: Arm| {
            active
                .iter()
                .find(|motion| motion.arm == arm)
                .map(|motion| motion.action)
        };
        let at_rest_closed = |arm: Arm| {
            state_of(arm).claw == Claw::Closed && !matches!(doing(arm), Some(Open | Close))
        };
        let still = |arm: Arm| at_rest_closed(arm) && doing(arm).is_none();
        let fully_open =
            |arm: Arm| state_of(arm).claw == Claw::Open && !matches!(doing(arm), Some(Close));
        let holds = Pair::ALL
            .into_iter()
            .any(|pair| pair.arms().into_iter().all(at_rest_closed));
        let turns_ok = active.iter().all(|motion| {
            let Turn(quarters) = motion.action else {
                return true;
            };
            let arm = motion.arm;
            let twist_ok = (state_of(arm).wrist + i32::from(quarters)).abs() <= limit;
            let free = state_of(arm).claw == Claw::Open;
            let neighbours = arm.neighbours();
            let face = neighbours
                .into_iter()
                .all(|other| still(other) && state_of(other).wrist % 2 == 0)
                && match doing(arm.opposite()) {
                    None if profile.rules.min_holding_claws == 3 => still(arm.opposite()),
                    None => true,
                    Some(Turn(_)) if at_rest_closed(arm.opposite()) => profile.rules.opposite_turns,
                    Some(_) => profile.rules.min_holding_claws == 2,
                };
            let twin = active.iter().any(|other| {
                other.arm == arm.opposite()
                    && other.start == motion.start
                    && other.end == motion.end
                    && other.action == Turn(-quarters)
            });
            let cube =
                twin && neighbours.into_iter().all(fully_open) && at_rest_closed(arm.opposite());
            twist_ok && (free || face || cube)
        });
        let on_cube_across = |arm: Arm| {
            !fully_open(arm) && !matches!(doing(arm), Some(Turn(_))) && state_of(arm).wrist % 2 != 0
        };
        let clear = !Pair::ALL
            .into_iter()
            .all(|pair| pair.arms().into_iter().any(on_cube_across));
        holds && turns_ok && clear
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn check_agrees_with_the_second_statement(
        steps in prop::collection::vec(any_step(), 1..4),
        shifted in prop::option::of((any::<prop::sample::Index>(), -0.7..0.7_f64)),
        two in any::<bool>(),
        wrists in prop::array::uniform4(0..=1_i32),
    ) {
        let rig = if two { opposite() } else { nxt() };
        let start = with_wrists(wrists);
        let mut motions = written(&rig, &steps);
        if let Some((which, by)) = shifted {
            let index = which.index(motions.len());
            let motion = &mut motions[index];
            let start = (motion.start + by).max(0.0);
            *motion = Motion { start, end: start + (motion.end - motion.start), ..*motion };
        }
        match check(&rig, &start, &motions) {
            Ok(_) => prop_assert!(obeys(&rig, &start, &motions), "accepted wrongly"),
            // One arm doing two things is not a question for the second statement.
            Err(Violation::Busy { .. } | Violation::NothingToDo { .. }) => {}
            Err(violation) => prop_assert!(!obeys(&rig, &start, &motions), "refused wrongly: {}", violation),
        }
    }

    #[test]
    fn a_plan_leaves_the_cube_where_its_turns_say(steps in prop::collection::vec(any_step(), 1..4)) {
        let rig = opposite();
        if let Ok(trace) = check(&rig, &RigState::REST, &written(&rig, &steps)) {
            let mut pose = Pose::IDENTITY;
            let mut faces = Vec::new();
            for step in &steps {
                match *step {
                    Step::Face(arm, quarters) => {
                        faces.push((pose.face_at(arm.side()), i32::from(quarters).rem_euclid(4) as u8));
                    }
                    Step::Cube(pair, quarters, _) => pose = pose.turned(pair, i32::from(quarters)),
                    Step::Regrip(..) => {}
                }
            }
            let found: Vec<(Side, u8)> = trace.turns.iter().map(|turn| (turn.face, turn.quarters)).collect();
            prop_assert_eq!(found, faces);
            prop_assert_eq!(trace.end.pose, pose);
        }
    }
}
