//! The conductor as a whole, played against by a table of answers: happy path, repeats, failures, stops and resumes.

use cube::{Cube, Move, Notation, inverted, parse_moves};

use super::event::{
    Code, CubeNews, Effect, Event, ExecuteEnd, Knowledge, Moment, Report, Stage, Status, Trouble,
};
use super::node::{Conductor, Settings};
use super::run::Options;

const SETTINGS: Settings = Settings {
    max_attempts: 3,
    state_timeout: 5.0,
    silence_timeout: 60.0,
    stop_timeout: 4.0,
    retry_pause: 2.0,
    trust_second_look: false,
};

fn options() -> Options {
    Options { scan: true, look_again: true, max_attempts: 0, method: "two-phase".into(), solve_time_limit: 1.5 }
}

fn moves(text: &str) -> Vec<Move> {
    parse_moves(text, Notation::Standard).expect("moves of a test")
}

const SOLUTION: &str = "R U2 F' L D";

fn scrambled() -> Cube {
    Cube::SOLVED.apply_all(&inverted(&moves(SOLUTION)))
}

fn trouble(text: &str, may_pass: bool) -> Trouble {
    Trouble { text: text.into(), may_pass }
}

/// Plays the rest of the graph.
struct Play {
    conductor: Conductor,
    now: Moment,
    /// What the conductor wanted since the last look, statuses apart.
    wanted: Vec<Effect>,
    statuses: Vec<Status>,
}

impl Play {
    fn new(settings: Settings) -> Self {
        Self {
            conductor: Conductor::new(settings),
            now: Moment { steady: 10.0, ros: 1010.0 },
            wanted: Vec::new(),
            statuses: Vec::new(),
        }
    }

    fn pass(&mut self, seconds: f64) {
        self.now.steady += seconds;
        self.now.ros += seconds;
    }

    fn take(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Status(status) => self.statuses.push(status),
                Effect::Warn(_) => {}
                other => self.wanted.push(other),
            }
        }
    }

    fn send(&mut self, event: Event) {
        self.pass(0.5);
        let effects = self.conductor.step(self.now, event);
        self.take(effects);
    }

    /// Lets a second pass, ten times a second.
    fn wait(&mut self, seconds: f64) {
        for _ in 0..(seconds * 10.0).ceil() as usize {
            self.pass(0.1);
            let effects = self.conductor.step(self.now, Event::Tick);
            self.take(effects);
        }
    }

    fn begin(&mut self, options: Options) {
        let effects = self.conductor.begin(self.now, options).expect("a good goal");
        self.take(effects);
    }

    /// The one thing that the conductor wants now.
    fn want(&mut self) -> Effect {
        let wanted = std::mem::take(&mut self.wanted);
        let [one]: [Effect; 1] = wanted.try_into().unwrap_or_else(|all| panic!("wanted {all:?}"));
        one
    }

    fn expect(&mut self, effect: Effect) {
        assert_eq!(self.want(), effect);
    }

    fn expect_nothing(&mut self) {
        assert_eq!(self.wanted, vec![]);
    }

    /// Readiness, up to the first wish after it.
    fn ready(&mut self) {
        self.expect(Effect::CheckReady);
        self.send(Event::Ready(Ok(())));
    }

    fn see(&mut self, knowledge: Knowledge) {
        self.pass(0.5);
        let stamp = self.now.ros;
        let news = CubeNews { stamp, knowledge, from_camera: true, doubtful: false };
        let effects = self.conductor.step(self.now, Event::Cube(news));
        self.take(effects);
    }

    /// A whole look that reads `knowledge`.
    fn look(&mut self, knowledge: Knowledge) {
        self.expect(Effect::ForgetCube);
        self.send(Event::Forgotten(Ok(())));
        self.expect(Effect::Scan);
        for (index, face) in ["U", "R", "F", "D", "L", "B"].iter().enumerate() {
            self.send(Event::ScanGoesOn((*face).into(), index, 6));
            self.see(Knowledge::Incomplete);
        }
        self.see(knowledge);
        self.send(Event::ScanEnded(Ok(())));
    }

    fn solve(&mut self) {
        let cube = scrambled();
        self.expect(Effect::Solve(cube, "two-phase".into(), 1.5));
        self.send(Event::SolveGoesOn(9));
        self.send(Event::SolveEnded(Ok(moves(SOLUTION))));
    }

    fn execute(&mut self) {
        self.expect(Effect::Execute(moves(SOLUTION)));
        self.send(Event::ExecuteGoesOn(2, "F'".into(), 12.0));
        let done = ExecuteEnd { outcome: Ok(()), moves_done: 5, cube: Some(Cube::SOLVED) };
        self.send(Event::ExecuteEnded(done));
        self.expect(Effect::TellCube(Cube::SOLVED));
        self.send(Event::Told(Ok(())));
    }

    fn end(&mut self) -> Report {
        assert!(!self.conductor.is_busy());
        match self.want() {
            Effect::End(report) => report,
            other => panic!("the end was expected, not {other:?}"),
        }
    }

    fn failure(&mut self) -> (Code, String) {
        assert_eq!(self.last().stage, Stage::Failed);
        let report = self.end();
        assert!(!report.solved);
        report.error.expect("a failure")
    }

    fn last(&self) -> &Status {
        self.statuses.last().expect("something was told")
    }

    /// The stages in their order, each named once in a row.
    fn stages(&self) -> Vec<Stage> {
        let mut stages: Vec<_> = self.statuses.iter().map(|status| status.stage).collect();
        stages.dedup();
        stages
    }
}


#[test]
fn a_run_scans_solves_executes_and_looks_again() {
    let mut play = Play::new(SETTINGS);
    play.begin(options());
    play.ready();
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

#[test]
fn without_scan_the_known_state_is_solved() {
    let mut play = Play::new(SETTINGS);
    let news = CubeNews { stamp: 5.0, knowledge: Knowledge::Whole(scrambled()), from_camera: false, doubtful: false };
    play.send(Event::Cube(news));
    play.begin(Options { scan: false, look_again: false, ..options() });
    play.ready();
    play.solve();
    play.execute();
    let report = play.end();
    assert!(report.solved && report.error.is_none());
    assert_eq!(report.seconds[0], 0.0, "nothing was scanned");
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
    let mut play = Play::new(SETTINGS);
    play.begin(options());
    play.ready();
    play.look(Knowledge::Whole(Cube::SOLVED));
    let report = play.end();
    assert!(report.solved && report.moves.is_empty());
}

#[test]
fn a_cube_that_is_only_said_to_be_solved_is_looked_at() {
    let mut play = Play::new(SETTINGS);
    let news = CubeNews { stamp: 5.0, knowledge: Knowledge::Whole(Cube::SOLVED), from_camera: false, doubtful: false };
    play.send(Event::Cube(news));
    play.begin(Options { scan: false, ..options() });
    play.ready();
    play.look(Knowledge::Whole(Cube::SOLVED));
    assert!(play.end().solved);
}

#[test]
fn an_unsolved_cube_after_the_moves_is_scanned_and_solved_again() {
    let mut play = Play::new(SETTINGS);
    play.begin(options());
    play.ready();
    play.look(Knowledge::Whole(scrambled()));
    play.solve();
    play.execute();
    play.look(Knowledge::Whole(Cube::from_seed(8)));
    assert_eq!(play.last().attempt, 2);
    play.look(Knowledge::Whole(scrambled()));
    play.solve();
    play.execute();
    play.look(Knowledge::Whole(Cube::SOLVED));
    let report = play.end();
    assert_eq!((report.solved, report.attempts), (true, 2));
    assert_eq!(report.moves, [moves(SOLUTION), moves(SOLUTION)].concat(), "moves of both attempts");
    use Stage::*;
    assert_eq!(
        play.stages(),
        [Scanning, Solving, Executing, Checking, Scanning, Solving, Executing, Checking, Solved]
    );
}

#[test]
fn the_second_look_can_be_trusted() {
    let mut play = Play::new(Settings { trust_second_look: true, ..SETTINGS });
    play.begin(options());
    play.ready();
    play.look(Knowledge::Whole(scrambled()));
    play.solve();
    play.execute();
    play.look(Knowledge::Whole(scrambled()));
    play.expect(Effect::Execute(moves(SOLUTION)));
}

#[test]
fn a_cube_that_stays_unsolved_is_given_up() {
    let mut play = Play::new(SETTINGS);
    play.begin(Options { max_attempts: 2, ..options() });
    play.ready();
    for _ in 0..2 {
        play.look(Knowledge::Whole(scrambled()));
        play.solve();
        play.execute();
        play.look(Knowledge::Whole(Cube::from_seed(8)));
    }
    let (code, text) = play.failure();
    assert_eq!(code, Code::NotSolved);
    assert!(text.contains("2 attempts"), "{text}");
}

#[test]
fn an_impossible_reading_is_scanned_again_up_to_the_last_attempt() {
    let mut play = Play::new(SETTINGS);
    play.begin(options());
    play.ready();
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
    let mut play = Play::new(SETTINGS);
    play.begin(options());
    play.ready();
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
    let mut play = Play::new(SETTINGS);
    play.begin(options());
    play.ready();
    play.expect(Effect::ForgetCube);
    let old = play.now.ros - 3.0;
    play.send(Event::Forgotten(Ok(())));
    play.expect(Effect::Scan);
    let late = CubeNews { stamp: old, knowledge: Knowledge::Whole(Cube::SOLVED), from_camera: true, doubtful: false };
    play.send(Event::Cube(late.clone()));
    let told = CubeNews { stamp: play.now.ros, from_camera: false, ..late };
    play.send(Event::Cube(told));
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
        play.expect(Effect::Scan);
        assert_eq!(play.last().attempt, attempt);
        play.send(Event::ScanEnded(Err(trouble("face L was not read", true))));
        play.wait(2.1);
    }
    assert_eq!(play.failure(), (Code::ScanFailed, "face L was not read".into()));

    let mut play = Play::new(SETTINGS);
    play.begin(options());
    play.ready();
    play.expect(Effect::ForgetCube);
    play.send(Event::Forgotten(Ok(())));
    play.expect(Effect::Scan);
    play.send(Event::ScanEnded(Err(trouble("no plan exists", false))));
    assert_eq!(play.failure().0, Code::ScanFailed);
}

#[test]
fn a_failed_second_look_keeps_what_is_known() {
    let mut play = Play::new(SETTINGS);
    play.begin(options());
    play.ready();
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
    let mut play = Play::new(SETTINGS);
    play.begin(options());
    play.ready();
    play.look(Knowledge::Whole(scrambled()));
    play.expect(Effect::Solve(scrambled(), "two-phase".into(), 1.5));
    play.send(Event::SolveEnded(Err(trouble("'two-phase' is no method", false))));
    assert_eq!(play.failure(), (Code::SolveFailed, "'two-phase' is no method".into()));
}

#[test]
fn a_solver_that_fails_for_now_is_asked_again_without_a_new_scan() {
    let mut play = Play::new(SETTINGS);
    play.begin(options());
    play.ready();
    play.look(Knowledge::Whole(scrambled()));
    play.expect(Effect::Solve(scrambled(), "two-phase".into(), 1.5));
    play.send(Event::SolveEnded(Err(trouble("out of memory", true))));
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
    let mut play = Play::new(SETTINGS);
    play.begin(options());
    play.ready();
    play.look(Knowledge::Whole(scrambled()));
    play.solve();
    play.expect(Effect::Execute(moves(SOLUTION)));
    let half = scrambled().apply_all(&moves("R U2"));
    play.send(Event::ExecuteEnded(ExecuteEnd {
        outcome: Err(trouble("brick rl_rotate is out of reach", true)),
        moves_done: 2,
        cube: Some(half),
    }));
    // cube/state must not go on telling the scrambled cube.
    play.expect(Effect::TellCube(half));
    assert!(play.last().text.contains("rl_rotate"), "{}", play.last().text);
    play.wait(2.1);
    play.look(Knowledge::Whole(scrambled()));
    play.solve();
    play.execute();
    play.look(Knowledge::Whole(Cube::SOLVED));
    let report = play.end();
    assert_eq!(report.moves.len(), 2 + 5, "the moves of the first attempt count as far as they went");
}

#[test]
fn a_failure_with_the_cube_unknown_makes_everyone_forget_it() {
    let mut play = Play::new(SETTINGS);
    play.begin(Options { max_attempts: 1, ..options() });
    play.ready();
    play.look(Knowledge::Whole(scrambled()));
    play.solve();
    play.expect(Effect::Execute(moves(SOLUTION)));
    let outcome = Err(trouble("a joint is not where it should be", true));
    play.send(Event::ExecuteEnded(ExecuteEnd { outcome, moves_done: 1, cube: None }));
    assert_eq!(play.wanted.remove(0), Effect::ForgetCube);
    assert_eq!(play.failure().0, Code::ExecuteFailed);
}

#[test]
fn actions_that_fall_silent_are_given_up() {
    let mut play = Play::new(Settings { max_attempts: 1, ..SETTINGS });
    play.begin(options());
    play.ready();
    play.expect(Effect::ForgetCube);
    play.send(Event::Forgotten(Ok(())));
    play.expect(Effect::Scan);
    play.wait(59.0);
    play.send(Event::ScanGoesOn("U".into(), 0, 6));
    play.wait(59.0);
    play.expect_nothing();
    play.wait(1.5);
    assert_eq!(play.wanted.remove(0), Effect::CancelAction);
    let (code, text) = play.failure();
    assert_eq!(code, Code::ScanFailed);
    assert!(text.contains("motion planner"), "{text}");

    let mut play = Play::new(Settings { max_attempts: 1, ..SETTINGS });
    play.begin(options());
    play.ready();
    play.look(Knowledge::Whole(scrambled()));
    play.expect(Effect::Solve(scrambled(), "two-phase".into(), 1.5));
    play.wait(61.0);
    play.expect_nothing();
    play.wait(1.0);
    assert_eq!(play.wanted.remove(0), Effect::CancelAction);
    assert_eq!(play.failure().0, Code::SolveFailed);

    let mut play = Play::new(Settings { max_attempts: 1, ..SETTINGS });
    play.begin(options());
    play.ready();
    play.look(Knowledge::Whole(scrambled()));
    play.solve();
    play.expect(Effect::Execute(moves(SOLUTION)));
    play.wait(61.0);
    assert_eq!(play.wanted.drain(..2).collect::<Vec<_>>(), [Effect::CancelAction, Effect::ForgetCube]);
    assert_eq!(play.failure().0, Code::ExecuteFailed);
}

#[test]
fn a_second_goal_and_nonsense_are_refused_and_disturb_nothing() {
    let mut play = Play::new(SETTINGS);
    for limit in [-1.0, f64::NAN, f64::INFINITY, 1e300] {
        let refused = play.conductor.begin(play.now, Options { solve_time_limit: limit, ..options() });
        let (code, text) = refused.expect_err("no time limit");
        assert_eq!(code, Code::SolveFailed);
        assert!(text.contains(&limit.to_string()), "{text}");
    }
    play.begin(options());
    play.expect(Effect::CheckReady);
    let refused = play.conductor.begin(play.now, options());
    assert_eq!(refused.expect_err("one at a time").0, Code::Busy);
    assert!(play.conductor.resume(play.now).is_err());
    play.send(Event::Ready(Ok(())));
    play.look(Knowledge::Whole(Cube::SOLVED));
    assert!(play.end().solved);
}

/// Brings a run to each of its stages; the number says which, the answer whether there is one more.
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
    play.send(Event::ExecuteEnded(ExecuteEnd { outcome: Ok(()), moves_done: 5, cube: Some(Cube::SOLVED) }));
    if stage == 6 {
        return true;
    }
    play.expect(Effect::TellCube(Cube::SOLVED));
    play.send(Event::Told(Ok(())));
    if stage == 7 {
        return true;
    }
    play.expect(Effect::ForgetCube);
    play.send(Event::Forgotten(Ok(())));
    if stage == 8 {
        return true;
    }
    play.expect(Effect::Scan);
    play.send(Event::ScanEnded(Err(trouble("face L was not read", true))));
    stage == 9
}

#[test]
fn a_run_can_be_cancelled_or_stopped_in_every_stage_and_resumed_to_the_end() {
    for event in [Event::Cancel, Event::Stop] {
        for stage in 0..=9 {
            let mut play = Play::new(SETTINGS);
            assert!(up_to(&mut play, stage), "stage {stage}");
            play.wanted.clear();
            play.send(event.clone());
            let stops_bricks = play.wanted.contains(&Effect::StopBricks);
            assert_eq!(stops_bricks, event == Event::Stop, "stage {stage}");
            let acting = play.wanted.contains(&Effect::CancelAction);
            assert_eq!(acting, [2, 4, 5, 8].contains(&stage), "stage {stage}");
            assert_eq!(play.last().stage, Stage::Stopped);
            if acting {
                assert!(play.conductor.is_busy(), "it waits for the action to end");
                play.wanted.clear();
                play.send(match stage {
                    4 => Event::SolveEnded(Ok(moves(SOLUTION))),
                    5 => Event::ExecuteEnded(ExecuteEnd {
                        outcome: Err(trouble("cancelled", false)),
                        moves_done: 2,
                        cube: Some(scrambled().apply_all(&moves("R U2"))),
                    }),
                    _ => Event::ScanEnded(Err(trouble("cancelled", false))),
                });
                if stage == 5 {
                    let half = scrambled().apply_all(&moves("R U2"));
                    assert_eq!(play.wanted.remove(0), Effect::TellCube(half));
                }
            }
            play.wanted.retain(|effect| *effect != Effect::StopBricks);
            let report = play.end();
            assert_eq!(report.error.map(|(code, _)| code), Some(Code::Stopped), "stage {stage}");
            assert!(!report.solved, "stage {stage}: a stopped run is no success");
            assert_eq!(play.last().stage, Stage::Stopped);

            // What comes late is no concern of anybody.
            play.send(Event::ScanEnded(Ok(())));
            play.send(Event::Told(Ok(())));
            play.wait(1.0);
            play.expect_nothing();

            let effects = play.conductor.resume(play.now).expect("an interrupted run");
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
                    let end = ExecuteEnd { outcome: Ok(()), moves_done: 3, cube: None };
                    play.send(Event::ExecuteEnded(end));
                    play.expect(Effect::TellCube(Cube::SOLVED));
                    play.send(Event::Told(Err("nobody listens".into())));
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
    play.send(Event::Stop);
    assert_eq!(std::mem::take(&mut play.wanted), [Effect::CancelAction, Effect::StopBricks]);
    play.wait(3.0);
    play.expect_nothing();
    play.wait(1.5);
    assert_eq!(play.wanted.remove(0), Effect::ForgetCube, "nobody knows how the cube is now");
    let (code, text) = play.end().error.expect("stopped");
    assert_eq!(code, Code::Stopped);
    assert!(text.contains("did not confirm"), "{text}");
    let effects = play.conductor.resume(play.now).expect("an interrupted run");
    play.take(effects);
    play.ready();
    play.look(Knowledge::Whole(Cube::SOLVED));
    assert!(play.end().solved);
}

#[test]
fn a_run_without_scan_that_lost_the_cube_scans_when_it_is_resumed() {
    let mut play = Play::new(SETTINGS);
    let news = CubeNews { stamp: 5.0, knowledge: Knowledge::Whole(scrambled()), from_camera: false, doubtful: false };
    play.send(Event::Cube(news));
    play.begin(Options { scan: false, ..options() });
    play.ready();
    play.solve();
    play.wanted.clear();
    play.send(Event::Cancel);
    play.wanted.clear();
    let outcome = Err(trouble("cancelled", false));
    play.send(Event::ExecuteEnded(ExecuteEnd { outcome, moves_done: 1, cube: None }));
    assert_eq!(play.wanted.remove(0), Effect::ForgetCube);
    assert_eq!(play.end().error.map(|(code, _)| code), Some(Code::Stopped));
    let effects = play.conductor.resume(play.now).expect("an interrupted run");
    play.take(effects);
    play.ready();
    play.look(Knowledge::Whole(scrambled()));
}

#[test]
fn what_is_told_between_stop_and_resume_counts() {
    let mut play = Play::new(SETTINGS);
    assert!(up_to(&mut play, 4));
    play.wanted.clear();
    play.send(Event::Stop);
    play.send(Event::SolveEnded(Ok(moves(SOLUTION))));
    play.wanted.clear();
    let turned = scrambled().apply_all(&moves("B"));
    let news = CubeNews { stamp: play.now.ros + 1.0, knowledge: Knowledge::Whole(turned), from_camera: false, doubtful: false };
    play.send(Event::Cube(news));
    let effects = play.conductor.resume(play.now).expect("an interrupted run");
    play.take(effects);
    play.ready();
    play.expect(Effect::Solve(turned, "two-phase".into(), 1.5));
}

#[test]
fn there_is_nothing_to_resume_before_a_stop_and_after_an_end() {
    let mut play = Play::new(SETTINGS);
    assert!(play.conductor.resume(play.now).is_err());
    play.begin(options());
    play.ready();
    play.look(Knowledge::Whole(Cube::SOLVED));
    assert!(play.end().solved);
    assert!(play.conductor.resume(play.now).is_err());
    play.send(Event::Stop);
    play.expect(Effect::StopBricks);
    assert!(play.conductor.resume(play.now).is_err());
    play.send(Event::Cancel);
    play.expect_nothing();
}
