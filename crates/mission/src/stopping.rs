//! Stopping a run, waiting for what was cancelled, and noticing what takes too long.

use brick::BrickName;
use cube_state::tracker::Source;
use execution::events::Moment;

use crate::events::{Code, Effect, Event, ExecuteEnd, Failure, Stage, Status};
use crate::mission::{Mission, Next, Phase, StopCause, report};
use crate::run::Work;

impl Mission {
    /// Stops the run under way; what it knows is kept for `resume`.
    pub(crate) fn stop(&mut self, now: Moment, cause: StopCause) {
        let acting = matches!(self.phase, Phase::Scanning(_) | Phase::Solving | Phase::Executing);
        if acting {
            self.effects.push(Effect::CancelAction);
        }
        // Arms stop even where the motion planner, who is to end the action, is no more. A stop of the rig stops them by itself.
        let moving = matches!(self.phase, Phase::Scanning(_) | Phase::Executing);
        if moving && cause == StopCause::Client {
            self.effects.push(Effect::HaltBricks);
        }
        if !acting {
            return self.stopped(now, cause, "");
        }
        if self.phase == Phase::Executing {
            // Nobody knows where the cube stands until the motion planner reports it.
            self.forget();
        }
        self.phase = Phase::Stopping(now.steady + self.settings.stop_timeout, cause);
        self.publish_status(Stage::Stopped, "stopping".into(), 0.0);
    }

    pub(crate) fn while_stopping(&mut self, now: Moment, until: f64, cause: StopCause, event: Event) {
        match event {
            Event::Stop(_) => self.phase = Phase::Stopping(until, StopCause::Service),
            Event::Cube(update) => self.cube = Some(update),
            Event::ScanEnded(end) => {
                if end.is_ok() {
                    self.keep_reading();
                }
                self.stopped(now, cause, "");
            }
            Event::SolveEnded(end) => {
                if let (Ok(moves), Some(run)) = (end, &mut self.run) {
                    run.adopt(moves);
                }
                self.stopped(now, cause, "");
            }
            Event::ExecuteEnded(end) => {
                self.keep_execution(end);
                self.stopped(now, cause, "");
            }
            Event::Tick if until <= now.steady => {
                if self.run.as_ref().is_some_and(|run| run.cube.is_none()) {
                    self.effects.push(Effect::ForgetCube);
                }
                self.stopped(now, cause, ", though what was under way did not confirm it");
            }
            _ => {}
        }
    }

    /// A scan that was complete when the stop came has read the cube.
    fn keep_reading(&mut self) {
        let (Some(run), Some(update)) = (&mut self.run, &self.cube) else {
            return;
        };
        if let (Some(cube), Source::Camera) = (update.certain(), update.source)
            && self.look_began.ros <= update.stamp
        {
            run.cube = Some(cube);
            run.seen = true;
        }
    }

    fn keep_execution(&mut self, end: ExecuteEnd) {
        let Some(run) = &mut self.run else { return };
        run.take_way(&end.moves);
        run.note_moves(end.moves_done);
        run.cube = end.cube;
    }

    fn stopped(&mut self, now: Moment, cause: StopCause, remark: &str) {
        self.count_seconds(now, None);
        let Some(run) = self.run.take() else { return };
        self.phase = Phase::Idle;
        let by = match cause {
            StopCause::Client => "Cancelled",
            StopCause::Service => "Stopped",
        };
        let done = match (run.all_done(), run.moves().len()) {
            (_, 0) => String::new(),
            (done, all) => format!(" after {done} of {all} moves"),
        };
        let text = format!("{by}{done}{remark}.");
        let error = Some((Code::Stopped, text.clone()));
        self.effects.push(Effect::Status(Status::of_run(&run, Stage::Stopped, text, 0.0, error.clone())));
        self.effects.push(Effect::End(report(&run, error)));
        self.interrupted = Some((run, now));
    }

    /// Does what is due by the clock.
    pub(crate) fn pass_time(&mut self, now: Moment) {
        let silent = now.steady - self.sign_of_life;
        let patience = self.settings.silence_timeout;
        match self.phase {
            Phase::Pausing(until, next) if until <= now.steady => match next {
                Next::Look(look) => self.look(now, look),
                Next::GoOn => self.go_on(now),
            },
            Phase::Reading(look) if self.settings.state_timeout <= silent => {
                let text = format!("all faces were shown, but {}", self.why_unread());
                self.look_failed(now, look, Failure::passing(text));
            }
            Phase::Scanning(look) if patience + self.settings.timeout_per_face <= silent => {
                let failure = self.lost("the motion planner", silent);
                self.look_failed(now, look, failure);
            }
            Phase::Solving => {
                let limit = self.run.as_ref().map_or(0.0, |run| run.options.solve_time_limit);
                if patience + limit <= silent {
                    let failure = self.lost("the solver", silent);
                    self.step_into(now, Event::SolveEnded(Err(failure)));
                }
            }
            Phase::Executing if patience + self.settings.search_time <= silent => {
                let failure = self.lost("the motion planner", silent);
                self.execution_lost(now, failure);
            }
            _ => {}
        }
    }

    /// Why cube/state does not end a look.
    fn why_unread(&self) -> &'static str {
        match &self.cube {
            Some(update) if update.source != Source::Camera => {
                "the source of cube/state is not SOURCE_CAMERA: the cube was set or turned meanwhile, or the state assembler does not fill in `source`"
            }
            Some(update) if update.stamp < self.look_began.ros => "the stamp of cube/state is older than the scan",
            Some(_) => "cube/state is incomplete",
            None => "cube/state was not published",
        }
    }

    /// A node of this kind has ended or lost what it was doing. When this stage needs it, the arms stop at once. They do
    /// not wait until the silence is too long. A foreign node is of the kind that it is called.
    pub(crate) fn node_lost(&mut self, now: Moment, kind: &str, text: String) {
        let moves =
            matches!(kind, "motion_planner" | "brick_driver" | "servo_driver") || BrickName::parse(kind).is_some();
        let sees = matches!(kind, "face_detector" | "state_assembler" | "camera");
        let needed = match self.phase {
            Phase::Scanning(_) => moves || sees,
            Phase::Reading(_) => sees,
            Phase::Solving => kind == "solver",
            Phase::Executing => moves,
            _ => false,
        };
        if !needed {
            return;
        }
        let failure = Failure::passing(text);
        if !matches!(self.phase, Phase::Reading(_)) {
            self.effects.push(Effect::CancelAction);
        }
        match self.phase {
            Phase::Scanning(look) => {
                self.effects.push(Effect::HaltBricks);
                self.look_failed(now, look, failure);
            }
            Phase::Reading(look) => self.look_failed(now, look, failure),
            Phase::Executing => {
                self.effects.push(Effect::HaltBricks);
                self.execution_lost(now, failure);
            }
            _ => self.step_into(now, Event::SolveEnded(Err(failure))),
        }
    }

    /// Nobody will report any more how far the moves got, or what became of the cube.
    fn execution_lost(&mut self, now: Moment, failure: Failure) {
        self.effects.push(Effect::ForgetCube);
        let moves_done = self.run.as_ref().map_or(0, |run| run.moves_done);
        let end = ExecuteEnd { outcome: Err(failure), moves: Vec::new(), moves_done, cube: None };
        self.executed(now, end);
    }

    fn lost(&mut self, who: &str, silent: f64) -> Failure {
        self.effects.push(Effect::CancelAction);
        Failure::passing(format!("{who} gave no sign of life for {silent:.0} s"))
    }

    /// An event that follows from another one: its effects come after those of the first.
    fn step_into(&mut self, now: Moment, event: Event) {
        let before = std::mem::take(&mut self.effects);
        let after = self.step(now, event);
        self.effects = [before, after].concat();
    }

    /// What people see of a look.
    pub(crate) fn look_stage(look: Work) -> Stage {
        match look {
            Work::Check => Stage::Checking,
            _ => Stage::Scanning,
        }
    }
}
