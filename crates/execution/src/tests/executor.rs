//! The executor against pretended bricks: what they really did must be a plan that obeys the rules of motion.

use std::sync::Arc;

use cube::{Cube, Move};
use rig::{Action, Arm, Claw, Joint, JointGroups, JointKind, Motion, Profile, RigState};
use solver::LoadOptions;

use super::bench::{PATIENCE, TOLERANCES};
use super::fake_bricks::*;
use crate::estimate::JointPlaces;
use crate::executor::Executor;
use crate::goal::GoalId;
use crate::limits::JointLimits;
use crate::plan::{PlanMaker, PlanRequest, PreparedPlan};
use crate::readings::{Readings, Tolerances};
use crate::report::Code;
use crate::running::Running;
use crate::steps::*;

pub fn profile() -> Profile {
    Profile::nxt_2015()
}

fn places() -> JointPlaces {
    JointPlaces { grip_open: profile().gearing.open_grip() }
}

pub fn plan(moves: &[Move]) -> Arc<PreparedPlan> {
    let request = PlanRequest::Moves(RigState::REST, moves.to_vec(), 0.0);
    let made = PlanMaker::new(&profile(), LoadOptions::default()).make(&request, false, &|| false);
    Arc::new(made.expect("moves of the cube can be planned"))
}

fn executor(plan: &Arc<PreparedPlan>) -> Executor {
    executor_with(plan, TOLERANCES)
}

pub fn executor_with(plan: &Arc<PreparedPlan>, tolerances: Tolerances) -> Executor {
    let steps = Running::new(plan.clone()).steps(&places());
    let rest = places().all(&plan.plan.start().arms);
    let limits = JointLimits::of(&profile());
    Executor::new(steps, rest, GoalId(1), JointGroups::default(), limits, tolerances, PATIENCE)
}

/// Of a single motion: this joint turns from 0 to 1 radian in half a second.
fn executor_of_one(joint: Joint, tolerances: Tolerances) -> Executor {
    let (after, passed, held) = (Vec::new(), Vec::new(), Vec::new());
    let step = Step { joint, from: 0.0, target: 1.0, seconds: 0.5, after, passed, held };
    let rest = [0.0; Joint::COUNT];
    let (groups, limits) = (JointGroups::default(), JointLimits::of(&profile()));
    Executor::new(vec![step], rest, GoalId(1), groups, limits, tolerances, PATIENCE)
}

pub struct Try {
    pub bricks: FakeBricks,
    pub executor: Executor,
    pub readings: Readings,
}

impl Try {
    pub fn new(plan: &Arc<PreparedPlan>, behaviour: Behaviour) -> Self {
        let start = places().all(&plan.plan.start().arms);
        let mut bricks = FakeBricks::new(start, behaviour);
        let mut readings = Readings::default();
        bricks.publish(&mut readings);
        Self { bricks, executor: executor(plan), readings }
    }

    fn give(&mut self, event: Event) {
        for effect in self.executor.step(self.bricks.time, &self.readings, event) {
            self.bricks.take(effect);
        }
    }

    pub fn run_until(&mut self, time: f64) -> &Status {
        while self.bricks.time < time {
            for (goal, outcome) in self.bricks.advance() {
                self.give(Event::Finished(goal, outcome));
            }
            self.bricks.publish(&mut self.readings);
            self.give(Event::Update);
            if matches!(self.executor.status(), Status::Done | Status::Ended(_)) {
                break;
            }
        }
        self.executor.status()
    }

    /// The motions that the joints really made, as a plan.
    fn made(&self) -> Vec<Motion> {
        let mut positions = places().all(&RigState::REST.arms);
        let motion = |made: &Made| {
            let from = std::mem::replace(&mut positions[made.joint.index()], made.target);
            let action = match made.joint.kind {
                JointKind::Grip if made.target == 0.0 => Action::Close,
                JointKind::Grip => Action::Open,
                JointKind::Wrist => Action::Turn(((made.target - from).to_degrees() / 90.0).round() as i8),
            };
            Motion { arm: made.joint.arm, action, start: made.start, end: made.end }
        };
        self.bricks.made.iter().map(motion).collect()
    }

    /// What the joints really did obeys the rules and turns the cube as the moves say.
    fn assert_obeys_the_rules_and_does(&self, moves: &[Move]) {
        self.assert_turns(moves, &profile());
    }

    pub fn assert_turns(&self, moves: &[Move], profile: &Profile) {
        let trace =
            rig::check(profile, &RigState::REST, &self.made()).unwrap_or_else(|violation| panic!("{violation}"));
        let turned: Vec<Move> = trace.moves().collect();
        assert_eq!(Cube::SOLVED.apply_all(&turned), Cube::SOLVED.apply_all(moves));
    }
}

pub fn moves(text: &str) -> Vec<Move> {
    cube::parse_moves(text, cube::Notation::Standard).expect("standard notation")
}

pub fn all_moves() -> Vec<Move> {
    moves("U R2 F' D2 L B' U2 R' F D' L2 B R F2 D L' B2 U'")
}

#[test]
fn plans_are_carried_out_by_servers_of_any_manner_and_speed() {
    let moves = all_moves();
    let plan = plan(&moves);
    for manner in [Manner::Supersedes, Manner::Queues, Manner::Refuses] {
        for slowness in [[1.0; 4], [1.0, 1.7, 1.2, 1.05], [1.9, 1.0, 1.0, 1.4]] {
            for (result_delay, result_copies) in [(Some(0.01), 1), (Some(0.4), 2), (None, 0)] {
                // A server that refuses a second goal must report when the first one ends.
                if manner == Manner::Refuses && result_delay.is_none() {
                    continue;
                }
                let behaviour = Behaviour { manner, slowness, result_delay, result_copies, ..Behaviour::default() };
                let mut run = Try::new(&plan, behaviour);
                assert_eq!(run.run_until(300.0), &Status::Done, "{behaviour:?}");
                run.assert_obeys_the_rules_and_does(&moves);
            }
        }
    }
}

#[test]
fn results_alone_are_enough_where_joint_states_are_slow_to_settle() {
    let moves = moves("R U");
    let plan = plan(&moves);
    let mut run = Try::new(&plan, Behaviour::default());
    let tolerances = Tolerances { settle_time: 1e9, ..TOLERANCES };
    run.executor = executor_with(&plan, tolerances);
    assert_eq!(run.run_until(60.0), &Status::Done);
    run.assert_obeys_the_rules_and_does(&moves);
}

/// A claw that is open need not wait for the other one of its brick, which closes with the same goal.
#[test]
fn a_claw_at_rest_very_near_to_its_target_has_arrived_before_its_goal_ends_and_a_wrist_has_not() {
    let (claw, wrist) = (Arm::R.grip(), Arm::R.wrist());
    for (joint, degrees_short, lead, arrives) in
        [(claw, 1.5, 0.06, true), (claw, 2.5, 0.06, false), (claw, 1.5, 0.0, false), (wrist, 1.5, 0.06, false)]
    {
        let tolerances = Tolerances { lead, settle_time: 1e9, ..TOLERANCES };
        let mut executor = executor_of_one(joint, tolerances);
        let mut readings = Readings::default();
        executor.step(0.0, &readings, Event::Update);
        for time in [0.5, 0.54] {
            readings.note(joint, 1.0 - f64::to_radians(degrees_short), Some(0.0), time);
            executor.step(time, &readings, Event::Update);
        }
        let has_arrived = executor.progress() == [Progress::Arrived];
        assert_eq!(has_arrived, arrives, "{joint:?}, {degrees_short}, {lead}");
    }
}

/// Its driver seeks to come nearer, or its brick is slow; it decides when the joint is lost, unless it never does.
#[test]
fn a_joint_at_its_target_is_given_more_time_than_one_that_stands_elsewhere() {
    let joint = Arm::R.wrist();
    let given_up = |degrees_short: f64| {
        let tolerances = Tolerances { settle_time: 1e9, ..TOLERANCES };
        let mut executor = executor_of_one(joint, tolerances);
        let mut readings = Readings::default();
        executor.step(0.0, &readings, Event::Update);
        (1..1000).map(|tick| 0.1 * f64::from(tick)).find(|time| {
            readings.note(joint, 1.0 - f64::to_radians(degrees_short), Some(0.0), *time);
            executor.step(*time, &readings, Event::Update);
            matches!(executor.status(), Status::Ended(Failure::NotArrived { .. }))
        })
    };
    let (there, elsewhere) = (given_up(0.5).expect("in the end"), given_up(20.0).expect("soon"));
    assert!(2.0 * elsewhere < there, "{elsewhere} and {there} s");
}

#[test]
fn both_wrists_of_a_turn_of_the_cube_start_with_one_goal() {
    let plan = plan(&moves("U"));
    let mut run = Try::new(&plan, Behaviour::default());
    assert_eq!(run.run_until(60.0), &Status::Done);
    let made = &run.bricks.made;
    let twins = made.iter().filter(|a| {
        made.iter().any(|b| {
            a.joint.kind == JointKind::Wrist && b.joint == a.joint.arm.opposite().wrist() && a.start == b.start
        })
    });
    assert!(twins.count() >= 2, "to reach face U the whole cube must turn: {made:?}");
}

#[test]
fn a_joint_that_never_arrives_is_named_and_everything_stops() {
    let plan = plan(&moves("R"));
    let stuck = Joint::parse("r_wrist");
    let behaviour = Behaviour { stuck, result_delay: None, ..Behaviour::default() };
    let mut run = Try::new(&plan, behaviour);
    let status = run.run_until(60.0).clone();
    let Status::Ended(failure) = status else { panic!("not {status:?}") };
    assert!(matches!(&failure, Failure::NotArrived { joint: "r_wrist", .. }), "{failure:?}");
    assert!(failure.to_string().contains("90.0 degrees"), "{failure}");
    assert_eq!(run.bricks.stops, 4);
}

#[test]
fn a_joint_that_falls_silent_is_named_soon() {
    let plan = plan(&all_moves());
    let mut run = Try::new(&plan, Behaviour::default());
    run.run_until(0.2);
    run.bricks.behaviour.publishes = false;
    run.bricks.behaviour.result_delay = None;
    let status = run.run_until(30.0).clone();
    let Status::Ended(failure) = status else { panic!("not {status:?}") };
    assert!(matches!(failure, Failure::Silent { .. }), "{failure:?}");
    assert!(run.bricks.time < 3.0, "it took {} s", run.bricks.time);
    assert_eq!(run.bricks.stops, 4);
}

#[test]
fn a_brick_that_fails_is_named_with_its_own_words() {
    let plan = plan(&moves("R"));
    let mut run = Try::new(&plan, Behaviour::default());
    run.give(Event::Update);
    run.give(Event::Finished(GoalId(1), Outcome::Failed("motor on fire".into())));
    run.run_until(5.0);
    let Status::Ended(failure) = run.executor.status() else { panic!("it goes on") };
    assert_eq!(failure.to_string(), "driver rl_rotate failed: motor on fire");
    assert_eq!(run.bricks.stops, 4, "the other bricks stop too");
}

/// A driver may want more exactness than the plan needs. But a claw was last read almost open, its brick fell silent, its goal failed of
/// that, and a wrist turned the cube into the claw.
#[test]
fn a_failed_goal_is_forgiven_where_its_joint_was_just_seen_at_its_target() {
    let plan = plan(&moves("R"));
    for (silence, expected) in [(0.0, Status::Done), (0.8, Status::Stopping)] {
        let behaviour = Behaviour { result_delay: None, ..Behaviour::default() };
        let mut run = Try::new(&plan, behaviour);
        let tolerances = Tolerances { settle_time: 1e9, ..TOLERANCES };
        run.executor = executor_with(&plan, tolerances);
        assert_eq!(run.run_until(2.0), &Status::Running);
        let failed = Event::Finished(GoalId(1), Outcome::Failed("0.3 degrees off".into()));
        let now = run.bricks.time + silence;
        run.executor.step(now, &run.readings, failed);
        assert_eq!(run.executor.status(), &expected, "silent for {silence} s");
    }
}

/// Over a link that lost replies a driver gave up 4.2 degrees short of an open claw's place, and a wrist turned the cube into that claw
/// (storm 6022237).
#[test]
fn a_claw_whose_driver_gives_up_before_it_is_clear_is_no_open_claw() {
    let plan = plan(&moves("U"));
    let opens = |step: &Step| step.joint.kind == JointKind::Grip && step.from < step.target;
    let claw = Running::new(plan.clone()).steps(&places()).into_iter().find(opens).expect("U opens claws").joint;
    for (short, is_open) in [(1.0, true), (4.2, false)] {
        // It gives up when the claw has rested for half a second.
        let strays = Some((claw, 1.0 - short / 57.0));
        let mut run = Try::new(&plan, Behaviour { strays, result_delay: Some(0.5), ..Behaviour::default() });
        run.executor = executor_with(&plan, Tolerances { settle_time: 1e9, ..Tolerances::default() });
        run.run_until(3.0);
        assert_eq!(1 < run.bricks.goals.len(), is_open, "{short} degrees short: {:?}", run.executor.status());
    }
}

#[test]
fn results_of_unknown_and_superseded_goals_do_not_count() {
    let moves = moves("R L");
    let plan = plan(&moves);
    let mut run = Try::new(&plan, Behaviour::default());
    run.give(Event::Finished(GoalId(77), Outcome::Failed("from another life".into())));
    let wrists = JointGroups::default().of(Arm::R.wrist());
    while run.bricks.goals.iter().filter(|group| **group == wrists).count() < 2 {
        run.run_until(run.bricks.time + STEP);
    }
    run.give(Event::Finished(GoalId(1), Outcome::Failed("superseded by a newer goal".into())));
    run.give(Event::Finished(GoalId(1), Outcome::Failed("and again".into())));
    assert_eq!(run.run_until(60.0), &Status::Done);
    run.assert_obeys_the_rules_and_does(&moves);
}

#[test]
fn nothing_moves_after_a_cancel() {
    let plan = plan(&all_moves());
    for tenths in 1..60 {
        let mut run = Try::new(&plan, Behaviour::default());
        run.run_until(f64::from(tenths) / 10.0);
        run.give(Event::Stop(Failure::Cancelled));
        assert_eq!(run.executor.status(), &Status::Stopping);
        let positions = run.bricks.positions;
        assert_eq!(run.run_until(30.0), &Status::Ended(Failure::Cancelled));
        assert_eq!(run.bricks.positions, positions);
        assert_eq!(run.bricks.stops, 4);
    }
}

/// A driver that has no service `stop` is stopped by the cancellation of its goals, which may be known before the stop is.
#[test]
fn a_goal_that_somebody_cancels_is_a_stop() {
    let plan = plan(&all_moves());
    let mut run = Try::new(&plan, Behaviour::default());
    run.run_until(0.3);
    let goal = GoalId(run.bricks.goals.len() as u64);
    run.give(Event::Finished(goal, Outcome::Cancelled("taken back".into())));
    let Status::Ended(failure) = run.run_until(30.0) else { panic!("it ends") };
    assert_eq!(failure.code(), Code::Stopped);
    assert!(failure.to_string().starts_with("somebody cancelled the motion of driver "), "{failure}");
    assert!(failure.to_string().ends_with(": taken back"), "{failure}");
}

#[test]
fn a_stop_ends_also_when_no_joint_states_come() {
    let plan = plan(&all_moves());
    let mut run = Try::new(&plan, Behaviour::default());
    run.run_until(0.3);
    run.bricks.behaviour.publishes = false;
    run.give(Event::Stop(Failure::Cancelled));
    // Soon, since drivers that all fell silent have most likely ended as well.
    assert_eq!(run.run_until(1.2), &Status::Ended(Failure::Cancelled));
}

#[test]
fn goals_name_all_joints_of_the_group() {
    let plan = plan(&moves("R"));
    let mut executor = executor(&plan);
    let effects = executor.step(0.0, &Readings::default(), Event::Update);
    let [Effect::Send(goal)] = &effects[..] else { panic!("one goal, not {effects:?}") };
    let names: Vec<_> = goal.paths.iter().map(|path| path.joint.name()).collect();
    assert_eq!(names, ["r_wrist", "l_wrist"]);
    assert_eq!(goal.points().len(), 1);
    assert_eq!(plan.plan.start().arms[1].claw, Claw::Closed);
}
