//! Rigs whose joints are served by one action, by two or by one for each pair, with drivers that behave as ros2_control's joint
//! trajectory controller does: a new goal replaces the one under way, which is aborted, and joints that it does not name stay.

use std::collections::BTreeMap;

use cube::{Cube, Move};
use rig::{Arm, GroupId, Joint, Profile, RigState};
use solver::LoadOptions;

use super::bench::{self, PATIENCE, TOLERANCES};
use super::executor::{Try, all_moves, moves};
use super::fake_bricks::*;
use crate::estimate::JointPlaces;
use crate::events::{Event, Settings};
use crate::executor::Executor;
use crate::goal::GoalId;
use crate::limits::JointLimits;
use crate::plan::{PlanMaker, PlanRequest};
use crate::readings::{Readings, Tolerances};
use crate::report::Code;
use crate::running::Running;
use crate::steps::{self, Effect, Failure, Outcome, Status};

const ONE: &str =
    r#"groups.arms = ["r_grip", "r_wrist", "l_grip", "l_wrist", "f_grip", "f_wrist", "b_grip", "b_wrist"]"#;
const TWO: &str = r#"groups = { wrists = ["r_wrist", "l_wrist", "f_wrist", "b_wrist"], claws = ["r_grip", "l_grip", "f_grip", "b_grip"] }"#;

/// The profile that ships under this name, with a line about groups at its top.
fn profile(name: &str, groups: &str) -> Profile {
    let file = format!("{}/../../config/profiles/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(file).expect("it ships");
    Profile::from_toml(&format!("{groups}\n{text}")).expect("a good profile")
}

/// A run of moves on a rig at rest.
fn run(profile: &Profile, moves: &[Move], behaviour: Behaviour, tolerances: Tolerances) -> Try {
    let places = JointPlaces { grip_open: profile.gearing.open_grip() };
    let request = PlanRequest::Moves(RigState::REST, moves.to_vec(), 0.0);
    let made = PlanMaker::new(profile, LoadOptions::default()).make(&request, false, &|| false);
    let steps = Running::new(made.expect("moves of the cube can be planned").into()).steps(&places);
    let (rest, groups) = (places.all(&RigState::REST.arms), profile.groups.clone());
    let mut bricks = FakeBricks::of(groups.clone(), rest, behaviour);
    let mut readings = Readings::default();
    bricks.publish(&mut readings);
    let limits = JointLimits::of(profile);
    let executor = Executor::new(steps, rest, GoalId(1), groups, limits, tolerances, PATIENCE);
    Try { bricks, executor, readings }
}

#[test]
fn plans_are_carried_out_by_one_driver_of_all_joints_and_by_two() {
    let moves = all_moves();
    for groups in [ONE, TWO, ""] {
        let profile = profile("nxt-2015", groups);
        for manner in [Manner::Supersedes, Manner::Queues, Manner::Refuses] {
            for (result_delay, slowness) in [(0.01, [1.0; 4]), (0.4, [1.0, 1.7, 1.2, 1.05])] {
                let behaviour =
                    Behaviour { manner, slowness, result_delay: Some(result_delay), ..Behaviour::default() };
                let mut run = run(&profile, &moves, behaviour, TOLERANCES);
                assert_eq!(run.run_until(300.0), &Status::Done, "{groups}: {behaviour:?}");
                run.assert_turns(&moves, &profile);
            }
        }
    }
}

/// What a goal does not contain would stop on its way.
#[test]
fn a_goal_contains_the_rest_of_what_moves_and_all_joints() {
    let profile = profile("nxt-2015-blended", ONE);
    let mut run = run(&profile, &all_moves(), Behaviour::default(), TOLERANCES);
    let (mut under_way, mut joined) = (BTreeMap::<Joint, (f64, f64)>::new(), 0);
    while *run.executor.status() == Status::Running {
        run.bricks.advance().into_iter().for_each(|(goal, outcome)| {
            let effects = run.executor.step(run.bricks.time, &run.readings, steps::Event::Finished(goal, outcome));
            effects.into_iter().for_each(|effect| run.bricks.take(effect));
        });
        run.bricks.publish(&mut run.readings);
        let now = run.bricks.time;
        for effect in run.executor.step(now, &run.readings, steps::Event::Update) {
            let Effect::Send(goal) = &effect else { panic!("{effect:?}") };
            assert_eq!(goal.paths.len(), Joint::COUNT);
            under_way.retain(|_, (_, end)| now + STEP < *end);
            for path in &goal.paths {
                let (joint, target) = (path.joint, path.target.radians());
                if let Some((wanted, end)) = under_way.get(&joint) {
                    assert!(0.0 < path.seconds, "{joint} stops on its way");
                    // A claw that is held goes to another place.
                    if target == *wanted {
                        assert!((now + path.seconds - end).abs() < 0.1, "{joint} arrives when it was to arrive");
                        joined += 1;
                        continue;
                    }
                }
                if 0.0 < path.seconds {
                    under_way.insert(joint, (target, now + path.seconds));
                }
            }
            run.bricks.take(effect);
        }
    }
    assert_eq!(run.executor.status(), &Status::Done);
    assert!(5 < joined, "motions overlap: {joined}");
}

#[test]
fn nothing_moves_after_a_cancel() {
    let profile = profile("nxt-2015", ONE);
    for tenths in 1..60 {
        let mut run = run(&profile, &all_moves(), Behaviour::default(), TOLERANCES);
        run.run_until(f64::from(tenths) / 10.0);
        let stop = steps::Event::Stop(Failure::Cancelled);
        for effect in run.executor.step(run.bricks.time, &run.readings, stop) {
            run.bricks.take(effect);
        }
        let positions = run.bricks.positions;
        assert_eq!(run.run_until(30.0), &Status::Ended(Failure::Cancelled));
        assert_eq!(run.bricks.positions, positions);
        assert_eq!(run.bricks.stops, 1, "one driver has all joints");
    }
}

/// The results of goals that were replaced come late, and once more; that of the newest one counts.
#[test]
fn a_goal_that_was_replaced_has_not_failed_and_the_newest_one_that_fails_has() {
    let profile = profile("nxt-2015", ONE);
    let behaviour = Behaviour { result_delay: Some(0.02), result_copies: 3, ..Behaviour::default() };
    let mut run = run(&profile, &all_moves(), behaviour, TOLERANCES);
    while run.bricks.goals.len() < 6 {
        assert_eq!(run.run_until(run.bricks.time + STEP), &Status::Running);
    }
    run.run_until(run.bricks.time + 0.1);
    let newest = GoalId(run.bricks.goals.len() as u64);
    let failed = Outcome::Failed("a cable is loose".into());
    run.executor.step(run.bricks.time, &run.readings, steps::Event::Finished(newest, failed));
    let Status::Ended(failure) = run.run_until(30.0) else { panic!("it ends") };
    assert_eq!(failure.to_string(), "driver arms failed: a cable is loose");
}

/// Where the arms stand, and what they have done to the cube, stays known.
#[test]
fn after_a_cancel_at_any_time_the_rest_leads_to_the_same_cube() {
    let profile = profile("nxt-2015", ONE);
    let (cube, text) = (Cube::from_seed(4), "R U F' L2");
    let solved = cube.apply_all(&moves(text));
    for tenths in (1..200).step_by(7) {
        let settings = Settings { groups: profile.groups.clone(), ..bench::settings() };
        let mut rig = bench::Try::on(&profile, settings);
        rig.set(cube);
        rig.run(0.1);
        rig.give(Event::Execute(Ok(moves(text)), 0.0));
        rig.run(f64::from(tenths) / 10.0);
        rig.give(Event::Cancel);
        rig.run(2.0);
        let report = rig.executed.take().expect("it has ended");
        let rest = report.moves[report.moves_done..].to_vec();
        if report.code == Code::Success {
            break;
        }
        assert_eq!(report.code, Code::Stopped, "{}", report.text);
        rig.give(Event::Execute(Ok(if report.moves.is_empty() { moves(text) } else { rest }), 0.0));
        rig.run(60.0);
        let report = rig.executed.take().expect("it has ended");
        assert_eq!((report.code, rig.estimated().0), (Code::Success, Some(solved)), "{tenths}: {}", report.text);
    }
}

#[test]
fn a_driver_that_is_lost_is_named_by_its_group() {
    let profile = profile("nxt-2015", TWO);
    let settings = Settings { groups: profile.groups.clone(), ..bench::settings() };
    let mut rig = bench::Try::on(&profile, settings);
    rig.set(Cube::SOLVED);
    rig.run(0.1);
    rig.give(Event::Execute(Ok(moves("R U")), 0.0));
    rig.run(0.5);
    let wrists: GroupId = profile.groups.of(Arm::R.wrist());
    rig.give(Event::DriverLost(wrists));
    rig.run(2.0);
    let report = rig.executed.take().expect("it has ended");
    assert_eq!(
        report.text.split(" is running").next(),
        Some("driver wrists is lost: no server of wrists/follow_joint_trajectory")
    );
    assert_eq!(rig.bricks.stops, 2);
}

/// What one action for all joints costs. Its goals end when all joints have arrived: a wrist that has arrived while another joint of
/// its group moves counts once it has rested.
#[test]
fn one_action_costs_little() {
    let moves = all_moves();
    for name in ["bus-servo", "printed-servo", "nxt-2015-blended"] {
        let seconds = |groups: &str, ramps: bool| {
            let profile = profile(name, groups);
            let behaviour = Behaviour { ramps, ..Behaviour::default() };
            let mut run = run(&profile, &moves, behaviour, Tolerances::default());
            assert_eq!(run.run_until(300.0), &Status::Done, "{name} {groups}");
            run.bricks.time
        };
        for ramps in [false, true] {
            let [pairs, two, one] = ["", TWO, ONE].map(|groups| seconds(groups, ramps));
            println!("{name}, ramps {ramps}: {pairs:.1} s by pairs, {two:.1} s by two, {one:.1} s by one");
            assert!(two < 1.01 * pairs && one < 1.03 * pairs, "{name}, ramps {ramps}");
        }
    }
}
