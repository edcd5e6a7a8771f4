//! Runs in which every node does its part.

use testkit::cubes::{any_cube_with_solution, drawn};

use super::*;

#[test]
fn a_run_scans_solves_executes_and_looks_again() {
    let mut play = Play::begun();
    play.look(Knowledge::Whole(scrambled()));
    play.solve();
    play.execute();
    play.look(Knowledge::Whole(Cube::SOLVED));
    let report = play.end();
    assert_eq!((report.error.clone(), report.solved, report.attempts), (None, true, 1));
    assert_eq!(report.moves, moves(SOLUTION));
    assert!(report.seconds.iter().all(|seconds| 0.5 <= *seconds), "{:?}", report.seconds);
    use Stage::*;
    assert_eq!(play.stages(), [Scanning, Solving, Executing, Checking, Solved]);
    let half_way = play.statuses.iter().find(|status| status.moves_done == 2).expect("feedback of moves");
    assert!(half_way.text.contains("2 of 5") && half_way.text.contains("F'"), "{}", half_way.text);
    assert!(play.statuses.iter().all(|status| (0.0..=1.0).contains(&status.progress)));
    assert!(play.last().text.contains("solved"));
}

/// Cubes that people bring are solved already, or near it, as often as not.
#[test]
fn a_run_solves_any_cube() {
    let mut solved = 0;
    for (cube, solution) in drawn(any_cube_with_solution(), 300) {
        let looked = || {
            let mut play = Play::new(SETTINGS);
            play.begin(Options { max_attempts: 1, ..options() });
            play.ready();
            play.look(Knowledge::Whole(cube));
            play
        };
        let mut play = looked();
        if cube.is_solved() {
            let report = play.end();
            assert!(report.solved && report.moves.is_empty());
            solved += 1;
            continue;
        }
        let ask = Effect::Solve(cube, "two-phase".into(), 1.5);
        play.expect(ask.clone());
        play.send(Event::SolveEnded(Ok(solution.clone())));
        play.expect(Effect::Execute(solution.clone()));
        play.send(Event::ExecuteEnded(ExecuteEnd {
            moves: Vec::new(),
            outcome: Ok(()),
            moves_done: solution.len(),
            cube: Some(Cube::SOLVED),
        }));
        play.look(Knowledge::Whole(Cube::SOLVED));
        let report = play.end();
        assert!(report.error.is_none() && report.solved);
        assert_eq!(report.moves, solution);

        // A solver's wrong moves move no arm.
        let mut play = looked();
        play.expect(ask);
        play.send(Event::SolveEnded(Ok(solution[1..].to_vec())));
        let (code, text) = play.failure();
        assert_eq!(code, Code::SolveFailed, "{text}");
    }
    assert!((3..60).contains(&solved), "{solved} of 300 were solved");
}

/// The motion planner ends the scan when the cube is known; the run goes on with that.
#[test]
fn a_look_ends_with_the_faces_that_are_needed() {
    let mut play = Play::begun();
    play.expect(Effect::ForgetCube);
    play.send(Event::Forgotten(Ok(())));
    play.expect(Effect::Scan(Vec::new()));
    let seen = CubeUpdate {
        faces_seen: Face::ALL[..5].into(),
        ..update(play.now.ros + 0.1, Knowledge::Whole(scrambled()), Source::Camera)
    };
    play.send(Event::Cube(seen));
    play.expect_nothing();
    play.send(Event::ScanEnded(Ok(())));
    let is_named = |status: &Status| status.text.starts_with("5 faces were shown");
    assert!(play.statuses.iter().any(is_named));
    play.solve();
}

#[test]
fn who_asks_for_all_faces_is_shown_all() {
    let mut play = Play::begun_with(Settings { faces: Faces::All, ..SETTINGS });
    play.expect(Effect::ForgetCube);
    play.send(Event::Forgotten(Ok(())));
    play.expect(Effect::Scan(Face::ALL.into()));
    assert_eq!(Faces::named("all"), Some(Faces::All));
    assert_eq!(Faces::named("needed"), Some(Faces::Needed));
    assert_eq!(Faces::named("five"), None);
}

#[test]
fn without_scan_the_state_that_is_known_when_all_nodes_answer_is_solved() {
    for known_before in [true, false] {
        let mut play = Play::new(SETTINGS);
        let update = Event::Cube(update(5.0, Knowledge::Whole(scrambled()), Source::Set));
        if known_before {
            play.send(update.clone());
        }
        play.begin(Options { scan: false, look_again: false, ..options() });
        if !known_before {
            play.send(update);
        }
        play.ready();
        play.solve();
        play.execute();
        let report = play.end();
        assert!(report.solved && report.error.is_none());
        assert_eq!(report.seconds[0], 0.0, "nothing was scanned");
    }
}

#[test]
fn without_scan_and_without_a_known_state_there_is_nothing_to_solve() {
    for knowledge in [None, Some(Knowledge::Incomplete), Some(Knowledge::Impossible("no".into()))] {
        let mut play = Play::new(SETTINGS);
        if let Some(knowledge) = knowledge {
            play.see(knowledge);
        }
        play.begin(Options { scan: false, ..options() });
        play.ready();
        assert_eq!(play.failure().0, Code::StateInvalid);
    }
}

#[test]
fn a_cube_that_is_seen_solved_needs_no_moves() {
    let mut play = Play::begun();
    play.look(Knowledge::Whole(Cube::SOLVED));
    let report = play.end();
    assert!(report.solved && report.moves.is_empty());
}

#[test]
fn a_cube_that_is_said_to_be_solved_or_was_seen_so_before_the_run_is_looked_at() {
    for source in [Source::Set, Source::Camera] {
        let mut play = Play::begun_knowing(Cube::SOLVED, source);
        play.look(Knowledge::Whole(Cube::SOLVED));
        assert!(play.end().solved);
    }
}

#[test]
fn an_unsolved_cube_after_the_moves_is_scanned_and_solved_again() {
    let mut play = Play::begun();
    play.look(Knowledge::Whole(scrambled()));
    play.solve();
    play.execute();
    play.look(Knowledge::Whole(Cube::from_seed(8)));
    assert_eq!(play.last().attempt, 2);
    play.look(Knowledge::Whole(solved_by(SECOND)));
    play.solve_by(SECOND);
    play.execute_all(SECOND);
    play.look(Knowledge::Whole(Cube::SOLVED));
    let report = play.end();
    assert_eq!((report.solved, report.attempts), (true, 2));
    assert_eq!(report.moves, [moves(SOLUTION), moves(SECOND)].concat(), "moves of both attempts");
    use Stage::*;
    assert_eq!(play.stages(), [Scanning, Solving, Executing, Checking, Scanning, Solving, Executing, Checking, Solved]);
}

#[test]
fn a_cube_that_stays_unsolved_is_given_up() {
    let mut play = Play::new(SETTINGS);
    play.begin(Options { max_attempts: 2, ..options() });
    play.ready();
    for solution in [SOLUTION, SECOND] {
        play.look(Knowledge::Whole(solved_by(solution)));
        play.solve_by(solution);
        play.execute_all(solution);
        play.look(Knowledge::Whole(Cube::from_seed(8)));
    }
    let (code, text) = play.failure();
    assert_eq!(code, Code::NotSolved);
    assert!(text.contains("2 attempts"), "{text}");
}

#[test]
fn an_impossible_reading_is_scanned_again_up_to_the_last_attempt() {
    let mut play = Play::begun();
    for _ in 0..2 {
        play.look(Knowledge::Impossible("an edge is flipped".into()));
        play.expect_nothing();
        play.wait(2.1);
    }
    play.look(Knowledge::Impossible("an edge is flipped".into()));
    let (code, text) = play.failure();
    assert_eq!(code, Code::StateInvalid);
    assert!(text.contains("an edge is flipped"), "{text}");
}

#[test]
fn an_impossible_reading_and_then_a_good_one_is_a_success() {
    let mut play = Play::begun();
    play.look(Knowledge::Impossible("two red centres".into()));
    play.wait(2.1);
    play.look(Knowledge::Whole(scrambled()));
    play.solve();
    play.execute();
    play.look(Knowledge::Impossible("glare".into()));
    play.wait(2.1);
    play.look(Knowledge::Whole(Cube::SOLVED));
    let report = play.end();
    assert_eq!((report.solved, report.attempts), (true, 3));
}

#[test]
fn states_from_before_the_look_do_not_count() {
    let mut play = Play::begun();
    play.expect(Effect::ForgetCube);
    let old = play.now.ros - 3.0;
    play.send(Event::Forgotten(Ok(())));
    play.expect(Effect::Scan(Vec::new()));
    let late = update(old, Knowledge::Whole(Cube::SOLVED), Source::Camera);
    play.send(Event::Cube(late.clone()));
    let set = CubeUpdate { stamp: play.now.ros, source: Source::Set, ..late };
    play.send(Event::Cube(set));
    play.send(Event::ScanEnded(Ok(())));
    play.expect_nothing();
    play.see(Knowledge::Whole(scrambled()));
    play.solve();
}

#[test]
fn a_scan_without_a_whole_state_is_tried_again() {
    let mut play = Play::new(SETTINGS);
    play.begin(Options { max_attempts: 2, ..options() });
    play.ready();
    play.look(Knowledge::Incomplete);
    play.wait(5.1);
    play.wait(2.1);
    play.look(Knowledge::Incomplete);
    play.wait(5.1);
    assert_eq!(play.failure().0, Code::ScanFailed);
}

#[test]
fn a_solution_that_still_solves_what_is_seen_is_not_sought_again() {
    let mut play = Play::begun();
    play.look(Knowledge::Whole(scrambled()));
    play.solve();
    play.execute();
    // All moves were reported done, but the cube was not turned at all.
    play.look(Knowledge::Whole(scrambled()));
    play.look(Knowledge::Whole(scrambled()));
    play.execute();
    play.look(Knowledge::Whole(Cube::SOLVED));
    assert!(play.end().solved);
}
