//! Runs that are cancelled or stopped, and resumed.

use super::*;

/// Brings a run to each of its stages; the number selects it, and the answer is whether there is one more.
fn up_to(play: &mut Play, stage: usize) -> bool {
    play.begin(options());
    if stage == 0 {
        return true;
    }
    play.ready();
    if stage == 1 {
        return true;
    }
    if stage == 2 {
        play.expect(Effect::ForgetCube);
        play.send(Event::Forgotten(Ok(())));
        return true;
    }
    if stage == 3 {
        play.look(Knowledge::Incomplete);
        return true;
    }
    play.look(Knowledge::Whole(scrambled()));
    if stage == 4 {
        return true;
    }
    play.solve();
    if stage == 5 {
        return true;
    }
    play.expect(Effect::Execute(moves(SOLUTION)));
    play.send(Event::ExecuteEnded(ExecuteEnd {
        moves: Vec::new(),
        outcome: Ok(()),
        moves_done: 5,
        cube: Some(Cube::SOLVED),
    }));
    if stage == 6 {
        return true;
    }
    play.expect(Effect::ForgetCube);
    play.send(Event::Forgotten(Ok(())));
    if stage == 7 {
        return true;
    }
    play.expect(Effect::Scan(Vec::new()));
    play.send(Event::ScanEnded(Err(failure("face L was not read", true))));
    stage == 8
}

#[test]
fn a_run_can_be_cancelled_or_stopped_in_every_stage_and_resumed_to_the_end() {
    for event in [Event::Cancel, stopped()] {
        for stage in 0..=8 {
            let mut play = Play::new(SETTINGS);
            assert!(up_to(&mut play, stage), "stage {stage}");
            play.wanted.clear();
            play.send(event.clone());
            let stops_bricks = play.wanted.contains(&Effect::HaltBricks);
            let moving = [2, 5, 7].contains(&stage);
            assert_eq!(stops_bricks, moving && event == Event::Cancel, "stage {stage}");
            let acting = play.wanted.contains(&Effect::CancelAction);
            assert_eq!(acting, [2, 4, 5, 7].contains(&stage), "stage {stage}");
            assert_eq!(play.last().stage, Stage::Stopped);
            if acting {
                assert!(play.mission.is_busy(), "it waits for the action to end");
                play.wanted.clear();
                play.send(match stage {
                    4 => Event::SolveEnded(Ok(moves(SOLUTION))),
                    5 => Event::ExecuteEnded(ExecuteEnd {
                        moves: Vec::new(),
                        outcome: Err(failure("cancelled", false)),
                        moves_done: 2,
                        cube: Some(scrambled().apply_all(&moves("R U2"))),
                    }),
                    _ => Event::ScanEnded(Err(failure("cancelled", false))),
                });
            }
            let report = play.end();
            assert_eq!(report.error.map(|(code, _)| code), Some(Code::Stopped), "stage {stage}");
            assert!(!report.solved, "stage {stage}: a stopped run is no success");
            assert_eq!(play.last().stage, Stage::Stopped);

            // What comes late is no concern of anybody.
            play.send(Event::ScanEnded(Ok(())));
            play.wait(1.0);
            play.expect_nothing();

            let effects = play.mission.resume(play.now).expect("an interrupted run");
            play.take(effects);
            play.ready();
            match stage {
                0..=3 => {
                    play.look(Knowledge::Whole(scrambled()));
                    play.solve();
                    play.execute();
                }
                // The solution that was found is not sought again.
                4 => play.execute(),
                5 => {
                    play.expect(Effect::Execute(moves("F' L D")));
                    let (goes_on, text) = (play.last(), "2 of 5 moves are done");
                    assert_eq!((&goes_on.moves, goes_on.moves_done, &*goes_on.text), (&moves(SOLUTION), 2, text));
                    let end = ExecuteEnd { moves: Vec::new(), outcome: Ok(()), moves_done: 3, cube: None };
                    play.send(Event::ExecuteEnded(end));
                }
                _ => {}
            }
            play.look(Knowledge::Whole(Cube::SOLVED));
            let report = play.end();
            assert!(report.solved, "stage {stage}");
            assert_eq!(report.moves, moves(SOLUTION), "stage {stage}: no move is counted twice or lost");
        }
    }
}

#[test]
fn a_stop_ends_even_when_nobody_answers() {
    let mut play = Play::new(SETTINGS);
    assert!(up_to(&mut play, 5));
    play.wanted.clear();
    play.send(stopped());
    assert_eq!(std::mem::take(&mut play.wanted), [Effect::CancelAction]);
    play.wait(3.0);
    play.expect_nothing();
    play.wait(1.5);
    assert_eq!(play.wanted.remove(0), Effect::ForgetCube, "nobody knows how the cube is now");
    let (code, text) = play.end().error.expect("stopped");
    assert_eq!(code, Code::Stopped);
    assert!(text.contains("did not confirm"), "{text}");
    let effects = play.mission.resume(play.now).expect("an interrupted run");
    play.take(effects);
    play.ready();
    play.look(Knowledge::Whole(Cube::SOLVED));
    assert!(play.end().solved);
}

#[test]
fn a_run_without_scan_that_lost_the_cube_scans_when_it_is_resumed() {
    let mut play = Play::begun_knowing(scrambled(), Source::Set);
    play.solve();
    play.wanted.clear();
    play.send(Event::Cancel);
    play.wanted.clear();
    let outcome = Err(failure("cancelled", false));
    play.send(Event::ExecuteEnded(ExecuteEnd { moves: Vec::new(), outcome, moves_done: 1, cube: None }));
    assert_eq!(play.end().error.map(|(code, _)| code), Some(Code::Stopped));
    let effects = play.mission.resume(play.now).expect("an interrupted run");
    play.take(effects);
    play.ready();
    play.look(Knowledge::Whole(scrambled()));
}

#[test]
fn a_cube_state_between_stop_and_resume_counts() {
    let mut play = Play::new(SETTINGS);
    assert!(up_to(&mut play, 4));
    play.wanted.clear();
    play.send(stopped());
    play.send(Event::SolveEnded(Ok(moves(SOLUTION))));
    play.wanted.clear();
    let turned = scrambled().apply_all(&moves("B"));
    let update = update(play.now.ros + 1.0, Knowledge::Whole(turned), Source::Set);
    play.send(Event::Cube(update));
    let effects = play.mission.resume(play.now).expect("an interrupted run");
    play.take(effects);
    play.ready();
    play.expect(Effect::Solve(turned, "two-phase".into(), 1.5));
}

#[test]
fn a_run_that_is_abandoned_does_not_go_on() {
    let mut play = Play::new(SETTINGS);
    assert!(up_to(&mut play, 4));
    play.send(stopped());
    play.send(Event::SolveEnded(Ok(moves(SOLUTION))));
    assert!(play.mission.is_interrupted());
    let [Effect::Status(given_up)] = &play.mission.abandon()[..] else { panic!("what follows is another run") };
    assert_eq!((given_up.stage, given_up.moves.len()), (Stage::Idle, 0));
    assert!(!play.mission.is_interrupted());
    assert!(play.mission.resume(play.now).is_err());
    assert_eq!(play.mission.abandon(), [], "there is none any more");
}

#[test]
fn a_run_that_begins_in_place_of_a_stopped_one_is_another_run() {
    let mut play = Play::new(SETTINGS);
    assert!(up_to(&mut play, 3));
    play.send(Event::Cancel);
    play.send(Event::ScanEnded(Err(failure("cancelled", false))));
    play.wanted.clear();
    play.begin(options());
    assert_eq!(play.stages(), [Stage::Scanning, Stage::Stopped, Stage::Idle, Stage::Scanning]);
}

#[test]
fn there_is_nothing_to_resume_before_a_stop_and_after_an_end() {
    let mut play = Play::new(SETTINGS);
    assert!(play.mission.resume(play.now).is_err());
    play.begin(options());
    play.ready();
    play.look(Knowledge::Whole(Cube::SOLVED));
    assert!(play.end().solved);
    assert!(play.mission.resume(play.now).is_err());
    play.send(stopped());
    play.expect_nothing();
    assert!(play.mission.resume(play.now).is_err());
    play.send(Event::Cancel);
    play.expect_nothing();
}

#[test]
fn a_run_that_is_being_stopped_is_not_called_another_run() {
    let mut play = Play::begun();
    play.look(Knowledge::Whole(scrambled()));
    play.solve();
    play.send(stopped());
    assert!(play.mission.is_stopping() && !play.mission.is_interrupted());
    let (code, text) = play.mission.begin(play.now, options()).expect_err("it has not ended");
    assert_eq!(code, Code::Busy);
    assert!(text.contains("is still being stopped"), "{text}");
    let end = ExecuteEnd { moves: Vec::new(), outcome: Err(failure("stopped", true)), moves_done: 1, cube: None };
    play.send(Event::ExecuteEnded(end));
    assert!(!play.mission.is_stopping() && play.mission.is_interrupted());
}
