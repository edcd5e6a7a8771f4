//! The sequence of a run: scan, solve, execute, look again, with attempts, stopping and going on.

use cube::Cube;
use cube_state::tracker::{CubeUpdate, Knowledge};
use execution::events::Moment;
use serde::{Deserialize, Serialize};

use crate::events::{Code, Effect, Event, Failure, Report, Stage, Status};
use crate::faces::Faces;
use crate::run::{Options, Run, Work};

/// The longest time limit for the solver that a goal may set, in seconds: a day.
const LONGEST_TIME: f64 = 86_400.0;

/// Patience and stubbornness.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Attempts where a goal does not say.
    pub max_attempts: u32,
    /// Seconds to wait for cube/state after a scan.
    pub state_timeout: f64,
    /// Seconds without a sign of life after which an action counts as lost, beyond those that it may take in silence.
    pub silence_timeout: f64,
    /// Seconds that a scan may wait at a face.
    pub timeout_per_face: f64,
    /// Seconds that the motion planner may look for faster moves.
    pub search_time: f64,
    /// Seconds to wait for an action that was cancelled.
    pub stop_timeout: f64,
    /// Which faces a look shows.
    pub faces: Faces,
    /// How often faces with stickers in doubt are shown again.
    pub looks_at_doubt: u32,
    /// Seconds between a failure and the next attempt.
    pub retry_pause: f64,
}

/// What the mission is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Phase {
    /// Nothing.
    Idle,
    /// Whether all nodes answer.
    Preparing,
    /// The state assembler to forget the cube, before this look.
    Forgetting(Work),
    /// The scan of this look.
    Scanning(Work),
    /// cube/state after the scan of this look.
    Reading(Work),
    /// The solver.
    Solving,
    /// The moves.
    Executing,
    /// Some time to pass before this is tried again.
    Pausing(f64, Next),
    /// A cancelled action to end, for this long at most.
    Stopping(f64, StopCause),
}

/// What follows a pause.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Next {
    /// Look at the cube.
    Look(Work),
    /// Whatever follows from what is known.
    GoOn,
}

/// Who stops a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum StopCause {
    /// The client that began it.
    Client,
    /// The service `stop`, or the end of the node.
    Service,
}

/// Conducts runs: events and the time go in, effects come out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mission {
    pub(crate) settings: Settings,
    pub(crate) phase: Phase,
    pub(crate) run: Option<Run>,
    /// A run that was stopped, and when.
    pub(crate) interrupted: Option<(Run, Moment)>,
    pub(crate) cube: Option<CubeUpdate>,
    pub(crate) look_began: Moment,
    pub(crate) sign_of_life: f64,
    pub(crate) work: Option<(Work, f64)>,
    #[serde(skip)]
    pub(crate) effects: Vec<Effect>,
}

impl Mission {
    /// A mission with nothing to do.
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            phase: Phase::Idle,
            run: None,
            interrupted: None,
            cube: None,
            look_began: Moment::default(),
            sign_of_life: 0.0,
            work: None,
            effects: Vec::new(),
        }
    }

    /// Takes new settings, which count from the next decision on.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Whether a run is under way.
    pub fn is_busy(&self) -> bool {
        self.phase != Phase::Idle
    }

    /// Whether a run is being stopped: what it has begun has not ended yet.
    pub fn is_stopping(&self) -> bool {
        matches!(self.phase, Phase::Stopping(..))
    }

    /// Begins a run, unless the goal makes no sense or another run is under way.
    pub fn begin(&mut self, now: Moment, options: Options) -> Result<Vec<Effect>, (Code, String)> {
        if self.is_stopping() {
            return Err((
                Code::Busy,
                "the run before is still being stopped; send the goal again when it has ended".into(),
            ));
        }
        if self.is_busy() {
            return Err((Code::Busy, "another run is under way; stop or cancel it first".into()));
        }
        let limit = options.solve_time_limit;
        if !(0.0..=LONGEST_TIME).contains(&limit) {
            let text = format!(
                "the time limit of the solver must be within 0 to {LONGEST_TIME} s, not {}",
                cube::outside::number(limit)
            );
            return Err((Code::SolveFailed, text));
        }
        self.give_up();
        self.run = Some(Run::new(options, self.settings.max_attempts));
        self.prepare(now);
        Ok(std::mem::take(&mut self.effects))
    }

    /// Whether a run was stopped that `resume` would go on with.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.is_some()
    }

    /// Forgets the run that was stopped. Where there was one, this is published: what follows is another run.
    pub fn abandon(&mut self) -> Vec<Effect> {
        self.give_up();
        std::mem::take(&mut self.effects)
    }

    fn give_up(&mut self) {
        if self.interrupted.take().is_some() {
            self.effects.push(Effect::Status(Status::idle("the stopped run was given up".into())));
        }
    }

    /// Goes on with the run that was stopped.
    pub fn resume(&mut self, now: Moment) -> Result<Vec<Effect>, String> {
        if self.is_busy() {
            return Err("a run is under way already".into());
        }
        let Some((mut run, _)) = self.interrupted.take() else {
            return Err("there is no interrupted run to go on with".into());
        };
        run.may_scan = true;
        self.run = Some(run);
        self.prepare(now);
        Ok(std::mem::take(&mut self.effects))
    }

    /// Takes an event and returns what to do.
    pub fn step(&mut self, now: Moment, event: Event) -> Vec<Effect> {
        self.sign_of_life = match event {
            // The state assembler also publishes while what is waited for is lost.
            Event::Tick | Event::NodeLost(..) | Event::Cube(_) => self.sign_of_life,
            _ => now.steady,
        };
        match (self.phase, event) {
            (Phase::Idle, Event::Cube(update)) => self.learn(update),
            (Phase::Idle, _) => {}
            (Phase::Stopping(until, cause), event) => self.while_stopping(now, until, cause, event),
            (_, Event::Cancel) => self.stop(now, StopCause::Client),
            (_, Event::Stop(_)) => self.stop(now, StopCause::Service),
            (Phase::Preparing, Event::Ready(Ok(()))) => {
                self.take_known_cube();
                self.go_on(now);
            }
            (Phase::Preparing, Event::Ready(Err(missing))) => self.fail(now, Code::NotReady, missing),
            (Phase::Forgetting(look), Event::Forgotten(Ok(()))) => {
                self.phase = Phase::Scanning(look);
                self.effects.push(Effect::Scan(self.settings.faces.to_show()));
            }
            (Phase::Forgetting(look), Event::Forgotten(Err(text))) => {
                self.look_failed(now, look, Failure::passing(text));
            }
            (Phase::Scanning(look), Event::ScanGoesOn(face, done, total)) => {
                self.publish_scan(look, face, done, total);
            }
            (Phase::Scanning(look), Event::ScanEnded(Ok(()))) => {
                self.phase = Phase::Reading(look);
                self.publish_look_ends(look);
                self.look_for_reading(now, look);
            }
            (Phase::Scanning(look), Event::ScanEnded(Err(failure))) => {
                self.look_failed(now, look, failure);
            }
            (phase, Event::Cube(update)) => {
                self.cube = Some(update);
                if let Phase::Reading(look) = phase {
                    self.look_for_reading(now, look);
                }
            }
            (Phase::Solving, Event::SolveGoesOn(length)) => self.publish_solving(Some(length)),
            (Phase::Solving, Event::SolveEnded(Ok(moves))) => self.solved_by(now, moves),
            (Phase::Solving, Event::SolveEnded(Err(failure))) => {
                self.retry(now, Code::SolveFailed, failure, Next::GoOn);
            }
            (Phase::Executing, Event::ExecuteGoesOn(moves, done)) => {
                if let Some(run) = &mut self.run {
                    run.take_way(&moves);
                }
                self.publish_executing(done, moves.get(done).copied());
            }
            (Phase::Executing, Event::ExecuteEnded(end)) => self.executed(now, end),
            (_, Event::NodeLost(node, text)) => self.node_lost(now, &node, text),
            (_, Event::Tick) => self.pass_time(now),
            _ => {}
        }
        std::mem::take(&mut self.effects)
    }

    fn prepare(&mut self, now: Moment) {
        self.phase = Phase::Preparing;
        self.sign_of_life = now.steady;
        self.effects.push(Effect::CheckReady);
        let scan = self.run.as_ref().is_some_and(|run| run.cube.is_none() && run.may_scan);
        let stage = if scan { Stage::Scanning } else { Stage::Solving };
        self.publish_status(stage, "waiting until all nodes answer".into(), 0.0);
    }

    /// A run without a scan begins with the cube that is known when all nodes have answered. Others may have turned it since
    /// the camera saw it, so it does not count as seen.
    fn take_known_cube(&mut self) {
        if let (Some(run), Some(update)) = (&mut self.run, &self.cube)
            && !run.may_scan
        {
            run.cube = update.certain();
        }
    }

    /// Does what follows from what is known of the cube.
    pub(crate) fn go_on(&mut self, now: Moment) {
        let Some(run) = &self.run else { return };
        match run.cube {
            None if run.may_scan => self.look(now, Work::Scan),
            None => {
                let remedy = "run with scan, or set the cube with cube/set_state";
                let text = match self.cube.as_ref().map(|update| &update.knowledge) {
                    Some(Knowledge::Impossible(reason)) => {
                        format!("cube/state is not the state of a cube: {reason}; {remedy}")
                    }
                    _ => format!("cube/state is incomplete: {remedy}"),
                };
                self.fail(now, Code::StateInvalid, text);
            }
            Some(cube) if cube.is_solved() => match (run.options.look_again, run.seen) {
                (true, false) => self.look(now, Work::Check),
                _ => self.succeed(now),
            },
            Some(cube) => match run.rest_of_solution().map(<[_]>::to_vec) {
                Some(rest) => self.solved_by(now, rest),
                None => self.solve(now, cube),
            },
        }
    }

    fn solve(&mut self, now: Moment, cube: Cube) {
        self.count_seconds(now, Some(Work::Solve));
        self.phase = Phase::Solving;
        let Some(run) = &self.run else { return };
        let Options { method, solve_time_limit, .. } = &run.options;
        self.effects.push(Effect::Solve(cube, method.clone(), *solve_time_limit));
        self.publish_solving(None);
    }

    fn solved_by(&mut self, now: Moment, moves: Vec<cube::Move>) {
        let Some(run) = &mut self.run else { return };
        let solves = run.cube.is_some_and(|cube| cube.apply_all(&moves).is_solved());
        if !solves {
            let failure = Failure::passing("the solver's moves do not solve the cube");
            return self.retry(now, Code::SolveFailed, failure, Next::GoOn);
        }
        run.adopt(moves.clone());
        self.count_seconds(now, Some(Work::Execute));
        self.phase = Phase::Executing;
        self.effects.push(Effect::Execute(moves));
        self.publish_executing(0, None);
    }

    /// Tries again after a pause when that may help and an attempt is left.
    pub(crate) fn retry(&mut self, now: Moment, code: Code, failure: Failure, next: Next) {
        let Some(run) = &mut self.run else { return };
        if failure.of_motion {
            run.failed_motion = Some((code, failure.text.clone()));
        }
        if !failure.may_pass || !run.next_attempt() {
            return self.fail(now, code, failure.text);
        }
        let until = now.steady + self.settings.retry_pause;
        self.phase = Phase::Pausing(until, next);
        self.effects.push(Effect::Warn(failure.text.clone()));
        self.publish_retry(&failure.text, next);
        self.pass_time(now);
    }

    /// What was known of the cube no longer holds.
    pub(crate) fn forget(&mut self) {
        if let Some(run) = &mut self.run {
            run.cube = None;
            run.seen = false;
        }
    }

    pub(crate) fn succeed(&mut self, now: Moment) {
        self.count_seconds(now, None);
        let Some(run) = self.run.take() else { return };
        self.phase = Phase::Idle;
        self.publish_solved(&run);
        self.effects.push(Effect::End(report(&run, None)));
    }

    pub(crate) fn fail(&mut self, now: Moment, code: Code, text: String) {
        self.count_seconds(now, None);
        let Some(run) = self.run.take() else { return };
        self.phase = Phase::Idle;
        let (code, text) = run.with_cause(code, text);
        let error = Some((code, text.clone()));
        let text = format!("the run failed: {text}");
        self.effects.push(Effect::Status(Status::of_run(&run, Stage::Failed, text, 0.0, error.clone())));
        self.effects.push(Effect::End(report(&run, error)));
    }

    /// Adds the seconds of the present work to its kind, and begins the next.
    pub(crate) fn count_seconds(&mut self, now: Moment, next: Option<Work>) {
        if let (Some((work, since)), Some(run)) = (self.work, &mut self.run) {
            run.seconds[work as usize] += (now.rig - since).max(0.0);
        }
        self.work = next.map(|work| (work, now.rig));
    }

    /// Learns about the cube while nothing is under way; that also changes what an interrupted run knows.
    fn learn(&mut self, update: CubeUpdate) {
        if let Some((run, stopped)) = &mut self.interrupted
            && stopped.ros <= update.stamp
        {
            run.cube = update.certain();
            run.seen = false;
        }
        self.cube = Some(update);
    }
}

/// How a run went.
pub(crate) fn report(run: &Run, error: Option<(Code, String)>) -> Report {
    let solved = error.is_none() && run.cube.is_some_and(|cube| cube.is_solved());
    Report {
        solved,
        gives_back: solved && run.options.release_after,
        error,
        attempts: run.attempt,
        moves: run.all_moves(),
        seconds: run.seconds,
    }
}
