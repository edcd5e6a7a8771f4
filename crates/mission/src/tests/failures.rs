//! Runs in which a node is missing, fails or falls silent.

use super::*;

#[test]
fn a_missing_node_is_named() {
    let mut play = Play::new(SETTINGS);
    play.begin(options());
    play.expect(Effect::CheckReady);
    play.send(Event::Ready(Err("solver does not answer".into())));
    assert_eq!(play.failure(), (Code::NotReady, "solver does not answer".into()));
}

#[test]
fn scan_failures_that_may_pass_are_tried_again_and_others_are_not() {
    let mut play = Play::new(SETTINGS);
    play.begin(Options { max_attempts: 2, ..options() });
    play.ready();
    for attempt in 1..=2 {
        play.expect(Effect::ForgetCube);
        play.send(Event::Forgotten(Ok(())));
        play.expect(Effect::Scan(Vec::new()));
        assert_eq!(play.last().attempt, attempt);
        play.send(Event::ScanEnded(Err(failure("face L was not read", true))));
        play.wait(2.1);
    }
    assert_eq!(play.failure(), (Code::ScanFailed, "face L was not read".into()));

    let mut play = Play::begun();
    play.expect(Effect::ForgetCube);
    play.send(Event::Forgotten(Ok(())));
    play.expect(Effect::Scan(Vec::new()));
    play.send(Event::ScanEnded(Err(failure("no plan exists", false))));
    assert_eq!(play.failure().0, Code::ScanFailed);
}

#[test]
fn a_failed_second_look_keeps_what_is_known() {
    let mut play = Play::begun();
    play.look(Knowledge::Whole(scrambled()));
    play.solve();
    play.execute();
    play.expect(Effect::ForgetCube);
    play.send(Event::Forgotten(Err("cube/reset does not answer".into())));
    play.wait(2.1);
    // Again a look that checks, not a new scan and solution.
    play.look(Knowledge::Whole(Cube::SOLVED));
    let report = play.end();
    assert_eq!((report.solved, report.attempts), (true, 2));
    assert_eq!(report.moves, moves(SOLUTION));
}

#[test]
fn a_solver_that_fails_for_good_ends_the_run() {
    let mut play = Play::begun();
    play.look(Knowledge::Whole(scrambled()));
    play.expect(Effect::Solve(scrambled(), "two-phase".into(), 1.5));
    play.send(Event::SolveEnded(Err(failure("'two-phase' is no method", false))));
    assert_eq!(play.failure(), (Code::SolveFailed, "'two-phase' is no method".into()));
}

#[test]
fn a_solver_that_fails_for_now_is_asked_again_without_a_new_scan() {
    let mut play = Play::begun();
    play.look(Knowledge::Whole(scrambled()));
    play.expect(Effect::Solve(scrambled(), "two-phase".into(), 1.5));
    play.send(Event::SolveEnded(Err(failure("out of memory", true))));
    play.wait(2.1);
    play.solve();
    play.execute();
}

#[test]
fn moves_that_do_not_solve_are_not_done() {
    let mut play = Play::new(SETTINGS);
    play.begin(Options { max_attempts: 1, ..options() });
    play.ready();
    play.look(Knowledge::Whole(scrambled()));
    play.expect(Effect::Solve(scrambled(), "two-phase".into(), 1.5));
    play.send(Event::SolveEnded(Ok(moves("R"))));
    assert_eq!(play.failure().0, Code::SolveFailed);
}

#[test]
fn a_driver_failure_leads_to_a_new_scan() {
    let mut play = Play::begun();
    play.look(Knowledge::Whole(scrambled()));
    play.solve();
    play.expect(Effect::Execute(moves(SOLUTION)));
    let half = scrambled().apply_all(&moves("R U2"));
    play.send(Event::ExecuteEnded(ExecuteEnd {
        moves: Vec::new(),
        outcome: Err(failure("brick rl_rotate is out of reach", true)),
        moves_done: 2,
        cube: Some(half),
    }));
    assert!(play.last().text.contains("rl_rotate"), "{}", play.last().text);
    play.wait(2.1);
    // The slip has left another cube than was followed.
    play.look(Knowledge::Whole(solved_by(SECOND)));
    play.solve_by(SECOND);
    play.execute_all(SECOND);
    play.look(Knowledge::Whole(Cube::SOLVED));
    let report = play.end();
    assert_eq!(report.moves.len(), 2 + 6, "the moves of the first attempt count as far as they went");
}

#[test]
fn a_motion_planner_that_is_gone_leaves_nobody_who_knows_the_cube() {
    let mut play = Play::new(SETTINGS);
    play.begin(Options { max_attempts: 1, ..options() });
    play.ready();
    play.look(Knowledge::Whole(scrambled()));
    play.solve();
    play.expect(Effect::Execute(moves(SOLUTION)));
    let gone = "motion_planner has gone";
    play.send(Event::NodeLost("motion_planner".into(), gone.into()));
    let report = play.wanted.pop();
    assert!(play.wanted.contains(&Effect::ForgetCube), "{:?}", play.wanted);
    play.wanted = report.into_iter().collect();
    assert_eq!(play.failure().0, Code::ExecuteFailed);
}

#[test]
fn actions_that_fall_silent_are_given_up() {
    let mut play = Play::begun_with(Settings { max_attempts: 1, ..SETTINGS });
    play.expect(Effect::ForgetCube);
    play.send(Event::Forgotten(Ok(())));
    play.expect(Effect::Scan(Vec::new()));
    play.wait(59.0);
    play.send(Event::ScanGoesOn(Some(Face::U), 0, 6));
    play.wait(59.0);
    play.expect_nothing();
    play.wait(1.5);
    assert_eq!(play.wanted.remove(0), Effect::CancelAction);
    let (code, text) = play.failure();
    assert_eq!(code, Code::ScanFailed);
    assert!(text.contains("motion planner"), "{text}");

    let mut play = Play::begun_with(Settings { max_attempts: 1, ..SETTINGS });
    play.look(Knowledge::Whole(scrambled()));
    play.expect(Effect::Solve(scrambled(), "two-phase".into(), 1.5));
    play.wait(61.0);
    play.expect_nothing();
    play.wait(1.0);
    assert_eq!(play.wanted.remove(0), Effect::CancelAction);
    assert_eq!(play.failure().0, Code::SolveFailed);

    let mut play = Play::begun_with(Settings { max_attempts: 1, ..SETTINGS });
    play.look(Knowledge::Whole(scrambled()));
    play.solve();
    play.expect(Effect::Execute(moves(SOLUTION)));
    play.wait(61.0);
    assert_eq!(play.wanted.drain(..2).collect::<Vec<_>>(), [Effect::CancelAction, Effect::ForgetCube]);
    assert_eq!(play.failure().0, Code::ExecuteFailed);
}

#[test]
fn who_was_given_time_may_take_it_in_silence() {
    let settings = Settings { timeout_per_face: 300.0, search_time: 600.0, ..SETTINGS };
    let mut play = Play::begun_with(settings.clone());
    play.expect(Effect::ForgetCube);
    play.send(Event::Forgotten(Ok(())));
    play.expect(Effect::Scan(Vec::new()));
    play.wait(359.0);
    play.expect_nothing();
    play.wait(1.5);
    play.expect(Effect::CancelAction);

    let mut play = Play::begun_with(settings);
    play.look(Knowledge::Whole(scrambled()));
    play.solve();
    play.expect(Effect::Execute(moves(SOLUTION)));
    play.wait(659.0);
    play.expect_nothing();
    play.wait(1.5);
    assert_eq!(play.wanted.remove(0), Effect::CancelAction);
}

#[test]
fn a_second_goal_and_nonsense_are_refused_and_disturb_nothing() {
    let mut play = Play::new(SETTINGS);
    for (limit, written) in [(-1.0, "-1"), (f64::NAN, "NaN"), (f64::INFINITY, "inf"), (1e300, "1e300")] {
        let refused = play.mission.begin(play.now, Options { solve_time_limit: limit, ..options() });
        let (code, text) = refused.expect_err("no time limit");
        assert_eq!(code, Code::SolveFailed);
        assert!(text.ends_with(&format!("not {written}")), "{text}");
    }
    play.begin(options());
    play.expect(Effect::CheckReady);
    let refused = play.mission.begin(play.now, options());
    assert_eq!(refused.expect_err("one at a time").0, Code::Busy);
    assert!(play.mission.resume(play.now).is_err());
    play.send(Event::Ready(Ok(())));
    play.look(Knowledge::Whole(Cube::SOLVED));
    assert!(play.end().solved);
}

fn lost(node: &str) -> Event {
    Event::NodeLost(node.into(), format!("the node {node} has fallen silent"))
}

#[test]
fn a_planner_or_driver_that_dies_while_arms_move_stops_them_and_the_cube_is_read_anew() {
    for node in ["motion_planner", "brick_driver", "servo_driver", "fb_rotate"] {
        let mut play = Play::begun();
        play.look(Knowledge::Whole(scrambled()));
        play.solve();
        play.expect(Effect::Execute(moves(SOLUTION)));
        play.send(Event::ExecuteGoesOn(moves(SOLUTION), 2));
        play.send(lost("solver"));
        play.expect_nothing();
        play.send(lost(node));
        let wanted = std::mem::take(&mut play.wanted);
        let stops = [Effect::CancelAction, Effect::HaltBricks, Effect::ForgetCube];
        assert_eq!(wanted, stops, "{node}");
        assert!(play.last().text.contains(node), "{}", play.last().text);
        // While it stays dead the next attempts find that out too, and the run ends with its name.
        for attempt in 2..=3 {
            play.wait(2.1);
            play.expect(Effect::ForgetCube);
            play.send(Event::Forgotten(Ok(())));
            play.expect(Effect::Scan(Vec::new()));
            assert_eq!(play.last().attempt, attempt);
            play.send(lost(node));
            assert_eq!(play.wanted.remove(0), Effect::CancelAction);
            assert_eq!(play.wanted.remove(0), Effect::HaltBricks);
        }
        let (code, text) = play.failure();
        assert_eq!(code, Code::ScanFailed);
        assert!(text.contains(node), "{text}");
    }
}

#[test]
fn a_solver_or_detector_that_dies_is_asked_again() {
    let mut play = Play::begun();
    play.expect(Effect::ForgetCube);
    play.send(Event::Forgotten(Ok(())));
    play.expect(Effect::Scan(Vec::new()));
    play.send(lost("face_detector"));
    let stops = [Effect::CancelAction, Effect::HaltBricks];
    assert_eq!(std::mem::take(&mut play.wanted), stops);
    play.wait(2.1);
    play.look(Knowledge::Whole(scrambled()));
    play.expect(Effect::Solve(scrambled(), "two-phase".into(), 1.5));
    play.send(lost("motion_planner"));
    play.expect_nothing();
    play.send(lost("solver"));
    play.expect(Effect::CancelAction);
    play.wait(2.1);
    play.solve();
    play.execute();
    play.look(Knowledge::Whole(Cube::SOLVED));
    assert!(play.end().solved);
}

/// As a foreign state assembler did: it set no source, and published several times a second.
#[test]
fn a_cube_state_that_is_not_of_the_camera_ends_the_wait_and_is_named() {
    let mut play = Play::new(SETTINGS);
    play.begin(Options { max_attempts: 1, ..options() });
    play.ready();
    play.look(Knowledge::Incomplete);
    for _ in 0..20 {
        let state = update(play.now.ros, Knowledge::Whole(scrambled()), Source::Set);
        play.send(Event::Cube(state));
        play.wait(0.1);
    }
    let (code, text) = play.failure();
    assert_eq!(code, Code::ScanFailed);
    assert!(text.contains("is not SOURCE_CAMERA"), "{text}");
}

#[test]
fn a_planner_that_is_silent_is_missed_although_the_cube_is_published() {
    let mut play = Play::new(SETTINGS);
    play.begin(Options { max_attempts: 1, ..options() });
    play.ready();
    play.expect(Effect::ForgetCube);
    play.send(Event::Forgotten(Ok(())));
    for _ in 0..140 {
        play.see(Knowledge::Incomplete);
        play.wait(0.1);
    }
    assert_eq!(play.statuses.last().expect("it ended").stage, Stage::Failed);
}

#[test]
fn a_state_that_is_no_cube_is_named_where_no_scan_is_wanted() {
    let mut play = Play::new(SETTINGS);
    let reason = "a corner is twisted";
    play.send(Event::Cube(update(5.0, Knowledge::Impossible(reason.into()), Source::Set)));
    play.begin(Options { scan: false, ..options() });
    play.ready();
    let (code, text) = play.failure();
    assert_eq!(code, Code::StateInvalid);
    assert!(text.contains(reason), "{text}");
}

/// A layer stands misaligned at a claw. The looks of the next attempts fail by what that does to the faces.
#[test]
fn a_motion_that_failed_is_the_cause_of_the_looks_that_fail_after_it() {
    const JAM: &str = "claw R is held open: a layer is misaligned there";
    let jam = || Failure { of_motion: true, ..Failure::passing(JAM) };
    let mut play = Play::begun();
    play.look(Knowledge::Whole(scrambled()));
    play.solve();
    play.expect(Effect::Execute(moves(SOLUTION)));
    play.send(Event::ExecuteEnded(ExecuteEnd { outcome: Err(jam()), moves: Vec::new(), moves_done: 2, cube: None }));
    play.wait(2.1);
    play.look(Knowledge::Impossible("a face may be turned".into()));
    assert!(!play.last().text.contains(JAM), "one status has one failure: {}", play.last().text);
    play.wait(2.1);
    play.look(Knowledge::Impossible("a face may be turned".into()));
    let (code, text) = play.failure();
    assert_eq!(code, Code::ExecuteFailed);
    assert!(text.starts_with(JAM) && text.ends_with("a face may be turned"), "{text}");
    assert!(play.last().text.contains(JAM), "{}", play.last().text);
}

#[test]
fn a_whole_cube_that_was_seen_since_acquits_the_motion_that_failed() {
    let mut play = Play::begun_with(Settings { max_attempts: 2, ..SETTINGS });
    play.look(Knowledge::Whole(scrambled()));
    play.solve();
    play.expect(Effect::Execute(moves(SOLUTION)));
    let stuck = Failure { of_motion: true, ..Failure::passing("r_wrist is stuck") };
    play.send(Event::ExecuteEnded(ExecuteEnd { outcome: Err(stuck), moves: Vec::new(), moves_done: 2, cube: None }));
    play.wait(2.1);
    play.look(Knowledge::Whole(solved_by(SECOND)));
    play.solve_by(SECOND);
    play.execute_all(SECOND);
    play.look(Knowledge::Impossible("a face may be turned".into()));
    let (code, text) = play.failure();
    assert_eq!(code, Code::StateInvalid);
    assert!(!text.contains("r_wrist"), "{text}");
}
