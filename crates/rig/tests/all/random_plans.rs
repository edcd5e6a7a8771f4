//! Random plans, kept and broken, against a second statement of the rules of motion.

use crate::real_cube::{Part, RealCube, direction};
use crate::support::{nxt, opposite, with_wrists};
use cube::Rotation;
use rig::{Action, Arm, Claw, CubeEffect, Motion, Pair, Profile, RigState, Trace, Violation, check};
use testkit::proptest::prelude::*;

use Action::{Close, Open, Turn};

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
        (pair, quarters.clone(), quarters).prop_map(|(pair, cube, free)| Step::Cube(pair, cube, free)),
    ]
}

fn written(profile: &Profile, steps: &[Step]) -> Vec<Motion> {
    let mut motions = Vec::new();
    let mut time = 0.0;
    let mut at_once = |actions: &[(Arm, Action)]| {
        let mut end = time;
        for &(arm, action) in actions {
            let done = time + profile.timing.seconds(action);
            motions.push(Motion { arm, action, start: time, end: done });
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
                at_once(&[(one, Turn(quarters)), (other, Turn(-quarters)), (first, Turn(free))]);
                at_once(&[(first, Close), (second, Close)]);
            }
        }
    }
    motions
}

/// The rules once more, as the design states them, looked at in the middle between any two events.
fn obeys(profile: &Profile, start: &RigState, motions: &[Motion]) -> bool {
    let mut events: Vec<f64> = motions.iter().flat_map(|motion| [motion.start, motion.end]).collect();
    events.push(0.0);
    events.sort_by(f64::total_cmp);
    let last = *events.last().expect("one was pushed");
    events.push(last + 1.0);
    let limit = profile.rules.wrist_range;
    let middles = events.windows(2).filter(|pair| 1e-6 < pair[1] - pair[0]);
    middles.map(|pair| (pair[0] + pair[1]) / 2.0).all(|now| {
        let active: Vec<&Motion> = motions.iter().filter(|motion| motion.start < now && now < motion.end).collect();
        let state_of = |arm: Arm| {
            motions
                .iter()
                .filter(|motion| motion.arm == arm && motion.end < now)
                .fold(start.arm(arm), |state, motion| state.after(motion.action))
        };
        let doing = |arm: Arm| active.iter().find(|motion| motion.arm == arm).map(|motion| motion.action);
        let at_rest_closed = |arm: Arm| state_of(arm).claw == Claw::Closed && !matches!(doing(arm), Some(Open | Close));
        let still = |arm: Arm| at_rest_closed(arm) && doing(arm).is_none();
        let fully_open = |arm: Arm| state_of(arm).claw == Claw::Open && !matches!(doing(arm), Some(Close));
        let holds = Pair::ALL.into_iter().any(|pair| pair.arms().into_iter().all(at_rest_closed));
        let turns_ok = active.iter().all(|motion| {
            let Turn(quarters) = motion.action else {
                return true;
            };
            let arm = motion.arm;
            let end = state_of(arm).wrist + i32::from(quarters);
            let twist_ok = limit.is_none_or(|range| range.least <= end && end <= range.most);
            let free = state_of(arm).claw == Claw::Open;
            let neighbours = arm.neighbours();
            let face = neighbours.into_iter().all(|other| still(other) && state_of(other).wrist % 2 == 0)
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
            let cube = twin && neighbours.into_iter().all(fully_open) && at_rest_closed(arm.opposite());
            twist_ok && (free || face || cube)
        });
        let on_cube_across =
            |arm: Arm| !fully_open(arm) && !matches!(doing(arm), Some(Turn(_))) && state_of(arm).wrist % 2 != 0;
        let clear = !Pair::ALL.into_iter().all(|pair| pair.arms().into_iter().any(on_cube_across));
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

    /// The list is given in any order, and some motions are moved in time so that they overlap.
    #[test]
    fn motions_do_to_the_cube_what_a_real_cube_shows(
        steps in prop::collection::vec(any_step(), 1..5),
        shifted in prop::option::of((any::<prop::sample::Index>(), -0.7..0.0_f64)),
        first in any::<prop::sample::Index>(),
    ) {
        let rig = opposite();
        let mut motions = written(&rig, &steps);
        if let Some((which, by)) = shifted {
            let motion = &mut motions[which.index(steps.len())];
            let shift = by.max(-motion.start);
            (motion.start, motion.end) = (motion.start + shift, motion.end + shift);
        }
        let first = first.index(motions.len());
        motions.rotate_left(first);
        if let Ok(trace) = check(&rig, &RigState::REST, &motions) {
            let mut order: Vec<usize> = (0..motions.len()).collect();
            order.sort_by(|&a, &b| motions[a].end.total_cmp(&motions[b].end));
            let (traced, pose) = traced(&motions, &trace, &order);
            prop_assert_eq!(traced, turned_by_hand(&motions, &order));
            prop_assert_eq!(trace.end.pose, pose);
        }
    }
}

/// Turns a real cube as claws do: what a closed claw turns is its layer while a neighbouring claw is closed, else the
/// whole cube.
fn turned_by_hand(motions: &[Motion], order: &[usize]) -> RealCube {
    let mut cube = RealCube::new();
    let mut arms = RigState::REST.arms;
    for &index in order {
        let Motion { arm, action, .. } = motions[index];
        let is_closed = |arm: Arm| arms[arm.index()].claw == Claw::Closed;
        if let Turn(quarters) = action
            && is_closed(arm)
        {
            let is_layer = arm.neighbours().into_iter().any(is_closed);
            // Two claws turn the whole cube: it is turned once.
            if is_layer {
                cube.turn(direction(arm), Part::Layer, quarters.into());
            } else if arm == arm.pair().arms()[0] {
                cube.turn(direction(arm), Part::Whole, quarters.into());
            }
        }
        arms[arm.index()] = arms[arm.index()].after(action);
    }
    cube
}

/// Turns a real cube as the effects of the motions say, each by its index, and adds up how it lies.
fn traced(motions: &[Motion], trace: &Trace, order: &[usize]) -> (RealCube, Rotation) {
    let (mut cube, mut pose) = (RealCube::new(), Rotation::IDENTITY);
    let mut ended = vec![false; motions.len()];
    for &index in order {
        ended[index] = true;
        match trace.effects[index] {
            CubeEffect::Nothing => {}
            CubeEffect::FaceTurn(turn) => {
                let axis = cube.face_that_was(turn.face().direction().map(|x| x as i32));
                cube.turn(axis, Part::Layer, turn.quarters().into());
            }
            CubeEffect::CubeTurn { rotation, partner } => {
                if partner.is_none_or(|partner| ended[partner]) {
                    cube.carry(rotation.matrix());
                    pose = pose.then(rotation);
                }
            }
        }
    }
    (cube, pose)
}
