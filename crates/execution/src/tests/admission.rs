//! Goals that are not begun, and goals that end because of what other nodes do.

use super::bench::*;
use crate::events::*;
use crate::node_report::NodeReport;
use crate::publishers::PublisherId;
use crate::report::{Code, GoalReport};
use crate::steps::{GoalStatus, Outcome};
use cube::{Cube, Face};
use rig::Arm;

const LOOK: Event = Event::MoveClaws(ClawsGoal { close: false, look_only: true });

fn refused(rig: &Try, stopped: Option<&str>, goal: &Event) -> Option<(Code, String)> {
    let report = rig.logic.refusal(stopped.map(str::to_owned), goal)?;
    let is_of_its_action = match goal {
        Event::Execute(..) => matches!(report, GoalReport::Execute(_)),
        Event::Scan(..) => matches!(report, GoalReport::Scan(_)),
        _ => matches!(report, GoalReport::Claws(_)),
    };
    assert!(is_of_its_action, "{report:?}");
    let (code, text, seconds) = report.ending();
    assert_eq!(seconds, 0.0);
    Some((code, text.to_owned()))
}

#[test]
fn a_goal_is_refused_while_the_rig_is_stopped_or_busy_or_where_it_cannot_be_meant() {
    let mut rig = Try::with_cube(Cube::SOLVED);
    let (execute, scan) =
        (|search| Event::Execute(Ok(moves("R")), search), |time| Event::Scan(Ok(vec![Face::U]), time));
    let unread = || "Q is no move".to_owned();
    for goal in [execute(0.0), execute(3600.0), scan(None), scan(Some(0.1)), LOOK] {
        assert_eq!(refused(&rig, None, &goal), None, "{goal:?}");
        assert_eq!(refused(&rig, Some("held"), &goal), Some((Code::Stopped, "held".into())), "{goal:?}");
    }
    for search in [-1.0, 3601.0, f64::NAN] {
        for (goal, name) in [(execute(search), "search_time"), (scan(Some(search)), "timeout_per_face")] {
            let (code, text) = refused(&rig, None, &goal).expect("not within an hour");
            assert!(code == Code::BadGoal && text.starts_with(&format!("{name} must be within 0 to 3600 s")), "{text}");
        }
    }
    assert_eq!(refused(&rig, None, &Event::Execute(Err(unread()), 0.0)), Some((Code::BadGoal, unread())));
    assert_eq!(refused(&rig, None, &Event::Scan(Err(unread()), None)), Some((Code::BadGoal, unread())));
    rig.give(execute(0.0));
    for goal in [execute(0.0), scan(None), LOOK, Event::Execute(Err(unread()), 0.0)] {
        let busy = Some((Code::Busy, "another goal is under way".into()));
        assert_eq!(refused(&rig, None, &goal), busy, "{goal:?}");
        assert_eq!(refused(&rig, Some("held"), &goal), Some((Code::Stopped, "held".into())), "{goal:?}");
    }
}

/// The node went on with such a search, and published the plan of a goal that had ended.
#[test]
fn a_plan_is_not_awaited_after_its_goal_has_ended() {
    type End = fn(&mut Try);
    let doubled: End = |rig| {
        for program in [1, 2, 1] {
            rig.give(Event::Joints(PublisherId(program), vec![(Arm::R.wrist(), 0.0, Some(0.0))]));
        }
    };
    for (end, code) in [(doubled, Code::NoJointStates), (|rig| rig.give(Event::Cancel), Code::Stopped)] {
        let mut rig = Try::with_cube(Cube::SOLVED);
        rig.give(Event::Execute(Ok(moves("R")), 0.0));
        while rig.logic.awaited_plan().is_none() {
            assert_eq!(rig.executed, None);
            rig.run(0.001);
        }
        end(&mut rig);
        assert_eq!(rig.executed.as_ref().map(|report| report.code), Some(code));
        assert_eq!(rig.logic.awaited_plan(), None);
        let planned = rig.pending.pop().expect("it was made");
        assert!(matches!(planned, Event::Planned(_, Ok(_))));
        assert_eq!(rig.logic.step(rig.now(), planned), []);
    }
}

#[test]
fn arms_stop_when_the_conductor_of_their_run_falls_silent() {
    let report = || NodeReport {
        name: "conductor".into(),
        kind: Some("conductor".into()),
        process: Some("1".into()),
        failure: None,
    };
    for (is_its_run, reports, code) in
        [(true, false, Code::DriverFailed), (true, true, Code::Success), (false, false, Code::Success)]
    {
        let mut rig = Try::with_cube(Cube::SOLVED);
        rig.give(Event::Report(report()));
        rig.give(Event::Run(is_its_run));
        rig.give(Event::Execute(Ok(moves("R U F' L2 D B R U F' L2 D B")), 0.0));
        for _ in 0..60 {
            if reports {
                rig.give(Event::Report(report()));
            }
            rig.run(1.0);
        }
        let end = rig.executed.expect("it has ended");
        let text = "the node conductor has fallen silent; the motions were stopped because their client is lost";
        assert_eq!((end.code, end.text.starts_with(text)), (code, code == Code::DriverFailed), "{}", end.text);
    }
}

#[test]
fn the_end_of_a_drivers_goal_is_what_its_status_says() {
    let failed = |text: &str| Outcome::Failed(text.into());
    for (status, code, text, outcome) in [
        (GoalStatus::Succeeded, 0, "", Outcome::Succeeded),
        (GoalStatus::Succeeded, -5, "", failed("with error code -5")),
        (GoalStatus::Aborted, 0, "", failed("without a reason")),
        (GoalStatus::Aborted, -4, "off its path", failed("off its path")),
        (GoalStatus::Cancelled, -104, "taken back", Outcome::Cancelled("taken back".into())),
        (GoalStatus::Aborted, -102, "held", Outcome::Stopped),
        (GoalStatus::Cancelled, -102, "held", Outcome::Stopped),
    ] {
        assert_eq!(Outcome::of(status, code, text.into()), outcome);
    }
}
