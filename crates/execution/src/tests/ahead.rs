//! Motions that are sent ahead of those they wait for, against pretended bricks.

use rig::{Arm, Joint, JointKind};

use super::bench::TOLERANCES;
use super::executor::{Try, all_moves, executor_with, moves, plan, profile};
use super::fake_bricks::*;
use crate::readings::{Readings, Tolerances};
use crate::seen::Seen;
use crate::steps::*;

/// What was sent ahead began while what it waited for was within what is forgiven, and all went well nonetheless.
#[test]
fn motions_that_are_sent_ahead_save_time_and_begin_within_what_is_forgiven() {
    let moves = all_moves();
    let plan = plan(&moves);
    let mut hasty = profile();
    for seconds in [&mut hasty.timing.open, &mut hasty.timing.close, &mut hasty.timing.quarter, &mut hasty.timing.half]
    {
        *seconds -= 0.07;
    }
    let manners = [Manner::Supersedes, Manner::Queues, Manner::Refuses];
    // A step whose end is reported late is still under way when what was sent ahead of it has come near its own target.
    let delays = [0.08, 0.6];
    for (manner, delay) in manners.into_iter().flat_map(|m| delays.map(|d| (m, d))) {
        let behaviour = Behaviour { manner, result_delay: Some(delay), ..Behaviour::default() };
        let (mut seconds, mut twins) = (Vec::new(), Vec::new());
        for lead in [0.0, 0.07] {
            let mut run = Try::new(&plan, behaviour);
            let tolerances = Tolerances { lead, settle_time: 1e9, ..TOLERANCES };
            run.executor = executor_with(&plan, tolerances);
            assert_eq!(run.run_until(300.0), &Status::Done, "{behaviour:?}");
            seconds.push(run.bricks.time);
            let turns_of_cubes = run.bricks.made.chunk_by(|a, b| a.start == b.start);
            let pairs = turns_of_cubes.filter(|made| 1 < made.len()).count();
            twins.push(pairs);
            // The pretended joints move evenly: a claw's last 0.125 of 0.99 radians take 0.066 s, a wrist's 0.05 less.
            for made in &mut run.bricks.made {
                made.end -= lead.min(0.07);
            }
            run.assert_turns(&moves, &hasty);
        }
        assert!(seconds[1] < seconds[0] - 0.3, "{manner:?}: {seconds:?}");
        assert_eq!(twins[0], twins[1], "wrists that turn the cube begin together");
    }
}

/// A wrist over a slow link goes on more slowly than planned: a claw that began at a mark on its way would be there before it.
#[test]
fn a_mark_on_the_way_of_a_joint_over_a_slow_link_is_passed_at_its_target() {
    let (joint, from, target) = (Arm::R.wrist(), 0.0, 1.5);
    let step = Step { joint, from, target, seconds: 0.6, after: Vec::new(), passed: Vec::new(), held: Vec::new() };
    let mark = Mark { step: 0, position: 0.9 };
    let has_passed = |interval: f64, position: f64| {
        let mut readings = Readings::default();
        // It was seen to move for long before that.
        for index in 0..40 {
            let time = interval * f64::from(index);
            readings.go_on(time - interval / 2.0);
            readings.go_on(time);
            readings.note(joint, position, Some(1.0), time);
        }
        let now = interval * 39.0;
        let progress = [Progress::Moving(now - 0.3)];
        Seen::new(now, std::slice::from_ref(&step), &progress, &readings, &TOLERANCES).will_have_passed(&mark, now)
    };
    assert!(has_passed(0.03, 1.0));
    assert!(!has_passed(0.03, 0.3));
    assert!(!has_passed(0.1, 1.0), "it has come beyond the mark");
    assert!(has_passed(0.1, 1.5));
}

/// A joint that stalls short of what is forgiven holds back what waits for it, wherever on its way that is.
#[test]
fn nothing_is_sent_ahead_of_a_joint_that_stalls() {
    let plan = plan(&moves("R U"));
    let wrist = Joint::parse("r_wrist").expect("a joint");
    let lead = Tolerances { lead: 0.3, ..TOLERANCES };
    for share in [0.5, 0.8, 0.9, 0.95] {
        let mut run = Try::new(&plan, Behaviour::default());
        run.executor = executor_with(&plan, lead);
        run.bricks.behaviour.strays = Some((wrist, share));
        run.bricks.behaviour.result_delay = None;
        let status = run.run_until(60.0).clone();
        assert!(matches!(status, Status::Ended(Failure::NotArrived { .. })), "{share}: {status:?}");
        let made = &run.bricks.made;
        let stalled = made.iter().find(|made| made.joint == wrist);
        let stalled = stalled.expect("it began").start;
        assert!(made.iter().all(|made| made.start <= stalled), "{share}: {made:?}");
    }
}

/// Horizontal fingers are clear of a turn only at the very end of their opening. The world may stall between the last reading and the
/// turn, so they must have been seen there.
#[test]
fn a_turn_is_not_sent_ahead_into_horizontal_fingers() {
    let plan = plan(&all_moves());
    let mut run = Try::new(&plan, Behaviour::default());
    let tolerances = Tolerances { lead: 0.3, settle_time: 1e9, ..TOLERANCES };
    run.executor = executor_with(&plan, tolerances);
    assert_eq!(run.run_until(300.0), &Status::Done);
    let made = &run.bricks.made;
    let is_horizontal = |arm: Arm, time: f64| {
        let turns = made
            .iter()
            .filter(|made| made.joint.arm == arm && made.joint.kind == JointKind::Wrist && made.start < time);
        let last = turns.max_by(|one, other| one.start.total_cmp(&other.start));
        last.is_some_and(|made| made.target.cos().abs() < 0.5)
    };
    let mut early = [0, 0];
    for turn in made.iter().filter(|made| made.joint.kind == JointKind::Wrist) {
        let opening = made.iter().filter(|claw| {
            let joint = claw.joint;
            joint.kind == JointKind::Grip
                && joint.arm != turn.joint.arm
                && 0.5 < claw.target
                && (claw.start..claw.end).contains(&turn.start)
        });
        for claw in opening {
            // The pretended joints move evenly.
            let share = (turn.start - claw.start) / (claw.end - claw.start);
            let horizontal = is_horizontal(claw.joint.arm, turn.start);
            assert!(!horizontal || 0.95 <= share, "{share:.2}: {claw:?}, {turn:?}");
            early[usize::from(horizontal)] += 1;
        }
    }
    assert!(0 < early[0], "no turn was sent ahead of an upright claw");
}

/// The whole machine may stall for a while, the simulated rig too: an old reading does not show where a joint is now.
#[test]
fn nothing_is_sent_ahead_by_an_old_reading() {
    let plan = plan(&moves("R U F"));
    let lead = Tolerances { lead: 0.02, settle_time: 1e9, ..TOLERANCES };
    let behaviour = Behaviour { result_delay: Some(0.08), ..Behaviour::default() };
    let sent_after = |silence: f64| -> usize {
        let goals = (1..200).map(|step| {
            let mut run = Try::new(&plan, behaviour);
            run.executor = executor_with(&plan, lead);
            run.run_until(f64::from(step) * 0.02);
            let later = run.bricks.time + silence;
            let effects = run.executor.step(later, &run.readings, Event::Update);
            effects.len()
        });
        goals.sum()
    };
    assert_eq!(sent_after(0.12), 0, "goals sent");
    assert!(0 < sent_after(0.05), "a young reading foretells");
}
