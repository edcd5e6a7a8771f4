//! The mission as a whole, played against by a table of answers: happy path, repeats, failures, stops and resumes.

mod complete_runs;
mod conducting;
mod doubt;
mod failures;
mod hand_over;
mod stopping;

use cube::{Cube, Face, Move, Notation, inverted, parse_moves};

use cube_state::tracker::{CubeUpdate, Knowledge, Source};
use execution::events::Moment;

use crate::events::{Code, Effect, Event, ExecuteEnd, Failure, Report, Stage, Status};
use crate::faces::Faces;
use crate::mission::{Mission, Settings};
use crate::run::Options;

const SETTINGS: Settings = Settings {
    max_attempts: 3,
    state_timeout: 5.0,
    silence_timeout: 60.0,
    timeout_per_face: 0.0,
    search_time: 0.0,
    stop_timeout: 4.0,
    faces: Faces::Needed,
    looks_at_doubt: 2,
    retry_pause: 2.0,
};

fn options() -> Options {
    Options {
        scan: true,
        look_again: true,
        max_attempts: 0,
        method: "two-phase".into(),
        solve_time_limit: 1.5,
        release_after: false,
    }
}

fn moves(text: &str) -> Vec<Move> {
    parse_moves(text, Notation::Standard).expect("moves of a test")
}

const SOLUTION: &str = "R U2 F' L D";
const SECOND: &str = "U R2 D' F B2 L";

fn scrambled() -> Cube {
    solved_by(SOLUTION)
}

fn solved_by(solution: &str) -> Cube {
    Cube::SOLVED.apply_all(&inverted(&moves(solution)))
}

/// An update of cube/state, without doubt.
fn update(stamp: f64, knowledge: Knowledge, source: Source) -> CubeUpdate {
    CubeUpdate { stamp, knowledge, source, doubtful: vec![], faces_seen: Vec::new(), turns: 0 }
}

fn stopped() -> Event {
    Event::Stop("the rig is stopped".into())
}

fn failure(text: &str, may_pass: bool) -> Failure {
    Failure { may_pass, ..Failure::passing(text) }
}

/// Plays the rest of the graph.
struct Play {
    mission: Mission,
    now: Moment,
    /// What the mission wanted since the last look, statuses apart.
    wanted: Vec<Effect>,
    statuses: Vec<Status>,
}

impl Play {
    fn new(settings: Settings) -> Self {
        Self {
            mission: Mission::new(settings),
            now: Moment { steady: 10.0, rig: 500.0, ros: 1010.0 },
            wanted: Vec::new(),
            statuses: Vec::new(),
        }
    }

    /// The usual run, up to the first wish after readiness.
    fn begun() -> Self {
        Self::begun_with(SETTINGS)
    }

    fn begun_with(settings: Settings) -> Self {
        let mut play = Self::new(settings);
        play.begin(options());
        play.ready();
        play
    }

    /// A run without a scan of a cube that was set, or seen, before.
    fn begun_knowing(cube: Cube, source: Source) -> Self {
        let mut play = Self::new(SETTINGS);
        play.send(Event::Cube(update(5.0, Knowledge::Whole(cube), source)));
        play.begin(Options { scan: false, ..options() });
        play.ready();
        play
    }

    fn pass(&mut self, seconds: f64) {
        self.now.steady += seconds;
        // A simulation at twice the speed of time.
        self.now.rig += 2.0 * seconds;
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
        let effects = self.mission.step(self.now, event);
        self.take(effects);
    }

    /// Lets a second pass, ten times a second.
    fn wait(&mut self, seconds: f64) {
        for _ in 0..(seconds * 10.0).ceil() as usize {
            self.pass(0.1);
            let effects = self.mission.step(self.now, Event::Tick);
            self.take(effects);
        }
    }

    fn begin(&mut self, options: Options) {
        let effects = self.mission.begin(self.now, options).expect("a good goal");
        self.take(effects);
    }

    /// The one thing that the mission wants now.
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
        self.see_in_doubt(knowledge, &[]);
    }

    /// What the camera sees, with the stickers that it leaves in doubt.
    fn see_in_doubt(&mut self, knowledge: Knowledge, doubtful: &[usize]) {
        self.pass(0.5);
        let update = CubeUpdate { doubtful: doubtful.to_vec(), ..update(self.now.ros, knowledge, Source::Camera) };
        let effects = self.mission.step(self.now, Event::Cube(update));
        self.take(effects);
    }

    /// A whole look that reads `knowledge`.
    fn look(&mut self, knowledge: Knowledge) {
        self.expect(Effect::ForgetCube);
        self.send(Event::Forgotten(Ok(())));
        self.expect(Effect::Scan(Vec::new()));
        for (index, face) in Face::ALL.into_iter().enumerate() {
            self.send(Event::ScanGoesOn(Some(face), index, 6));
            self.see(Knowledge::Incomplete);
        }
        self.see(knowledge);
        self.send(Event::ScanEnded(Ok(())));
    }

    fn solve(&mut self) {
        self.solve_by(SOLUTION);
    }

    fn solve_by(&mut self, solution: &str) {
        self.expect(Effect::Solve(solved_by(solution), "two-phase".into(), 1.5));
        self.send(Event::SolveGoesOn(9));
        self.send(Event::SolveEnded(Ok(moves(solution))));
    }

    fn execute(&mut self) {
        self.execute_all(SOLUTION);
    }

    fn execute_all(&mut self, solution: &str) {
        self.expect(Effect::Execute(moves(solution)));
        self.send(Event::ExecuteGoesOn(moves(SOLUTION), 2));
        let moves_done = moves(solution).len();
        self.send(Event::ExecuteEnded(ExecuteEnd {
            moves: Vec::new(),
            outcome: Ok(()),
            moves_done,
            cube: Some(Cube::SOLVED),
        }));
    }

    fn end(&mut self) -> Report {
        assert!(!self.mission.is_busy());
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
        self.statuses.last().expect("a status was published")
    }

    /// The stages in their order, each named once in a row.
    fn stages(&self) -> Vec<Stage> {
        let mut stages: Vec<_> = self.statuses.iter().map(|status| status.stage).collect();
        stages.dedup();
        stages
    }
}
