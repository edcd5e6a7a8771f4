//! What a rig does now: the one status of its page. It follows from what the graph publishes now, and is never kept: what has
//! begun, ended or been stopped since then changes it.

use std::time::Duration;

use crate::protocol::{CubeStatus, Stage};
use crate::readiness::Missing;
use crate::rig_controls::Work;

/// What the conductor reports of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunReport {
    /// When it published this, in ROS time.
    pub stamp: Duration,
    /// What it does.
    pub stage: Stage,
    /// Which attempt this is, from 1.
    pub attempt: u32,
    /// What happens, in a sentence.
    pub text: String,
    /// Whether that asks a person to do something, and to confirm it.
    pub asks: bool,
    /// How much of this stage is done, 0 to 1.
    pub progress: f32,
    /// All moves of this run: those that are done, and the rest of the solution, once there is one.
    pub moves: Vec<String>,
    /// How many of them are done.
    pub moves_done: u32,
    /// Why it failed; empty where it did not. Without a run: why a hand-over failed.
    pub error: String,
}

/// What is published of the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CubeReport {
    /// How far it is known.
    pub status: CubeStatus,
    /// Whether it is solved.
    pub is_solved: bool,
    /// Whether a person entered it, so that it need not be in the claws.
    pub is_entered: bool,
}

impl CubeReport {
    /// Of a cube that nobody knows.
    pub const UNKNOWN: Self = Self { status: CubeStatus::Unknown, is_solved: false, is_entered: false };
}

/// What the graph publishes now, as far as the status follows from it. All times are ROS time.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// The newest report of a run.
    pub run: RunReport,
    /// Whether the conductor was there and has fallen silent: its report may be old.
    pub conductor_lost: bool,
    /// Whether a cube is put in or taken out.
    pub hand_over: bool,
    /// Whether the arms carry out a move of a lesson.
    pub arms_teach: bool,
    /// What a run needs and is not there.
    pub missing: Missing,
    cube: CubeReport,
    /// Whether the claws may hold a cube; nothing before all of them were seen.
    may_hold: Option<bool>,
    is_stopped: bool,
    arms_move: bool,
    /// Why what was asked for last failed, and when.
    failure: Option<(Duration, String)>,
    /// When anything but the run began or became known: the arms moved, somebody asked for something, the cube was read or set. A
    /// cube that is forgotten is not something new: it may be forgotten because of a failure.
    begun: Duration,
    /// When the rig was stopped last, and when it was freed.
    stopped: Duration,
    freed: Duration,
}

impl Default for Published {
    fn default() -> Self {
        let run = RunReport {
            stamp: Duration::ZERO,
            stage: Stage::Idle,
            attempt: 0,
            text: String::new(),
            asks: false,
            progress: 0.0,
            moves: Vec::new(),
            moves_done: 0,
            error: String::new(),
        };
        Self {
            run,
            conductor_lost: false,
            hand_over: false,
            arms_teach: false,
            missing: Missing::default(),
            cube: CubeReport::UNKNOWN,
            may_hold: None,
            is_stopped: false,
            arms_move: false,
            failure: None,
            begun: Duration::ZERO,
            stopped: Duration::ZERO,
            freed: Duration::ZERO,
        }
    }
}

impl Published {
    /// Notes whether the arms turn the cube.
    pub fn note_arms(&mut self, move_now: bool, stamp: Duration) {
        if move_now {
            self.begun = self.begun.max(stamp);
        }
        self.arms_move = move_now;
    }

    /// Notes that somebody asked for something that begins now.
    pub fn note_request(&mut self, stamp: Duration) {
        self.begun = self.begun.max(stamp);
        self.failure = None;
    }

    /// Notes why something that was asked for failed.
    pub fn note_failure(&mut self, text: String, stamp: Duration) {
        self.failure = Some((stamp, text));
    }

    /// Notes what is published of the cube, and since when. Between open claws only a cube that a person entered is known.
    pub fn note_cube(&mut self, report: CubeReport, stamp: Duration) {
        if report.status != CubeStatus::Unknown {
            self.begun = self.begun.max(stamp);
        }
        let is_gone = self.may_hold == Some(false) && !report.is_entered;
        self.cube = if is_gone { CubeReport::UNKNOWN } else { report };
    }

    /// Notes whether the claws may hold a cube. When they open, the cube is gone: which one they close on next, nobody knows.
    pub fn note_hold(&mut self, may_hold: Option<bool>) {
        if may_hold == Some(false) && self.may_hold != may_hold {
            self.cube = CubeReport::UNKNOWN;
        }
        self.may_hold = may_hold;
    }

    /// How far the cube is known.
    pub fn cube(&self) -> CubeStatus {
        self.cube.status
    }

    /// Notes that the rig was stopped or may move again.
    pub fn note_stop(&mut self, is_stopped: bool, stamp: Duration) {
        match (self.is_stopped, is_stopped) {
            (false, true) => self.stopped = self.stopped.max(stamp),
            (true, false) => self.freed = self.freed.max(stamp),
            _ => {}
        }
        self.is_stopped = is_stopped;
    }

    /// Whether the rig is stopped.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Whether nothing has begun since this time, and nobody has stopped the rig.
    fn is_newest(&self, stamp: Duration) -> bool {
        self.begun.max(self.stopped) <= stamp
    }

    /// Whether the conductor would go on with a run: it was stopped or cancelled, or is being stopped.
    pub fn is_interrupted(&self) -> bool {
        let is_stopping = self.is_stopped && self.run.stage.part().is_some();
        (self.run.stage == Stage::Stopped || is_stopping) && !self.conductor_lost
    }

    /// What is under way, or would be if the rig were not stopped.
    pub fn work(&self) -> Work {
        match self.run.stage.part() {
            Some(_) if !self.conductor_lost => Work::Run,
            _ if self.hand_over => Work::HandOver,
            _ if self.arms_move || self.arms_teach => Work::Motion,
            _ => Work::Nothing,
        }
    }

    /// The status.
    pub fn stage(&self) -> Stage {
        match self.work() {
            _ if self.is_stopped => Stage::Stopped,
            Work::Run => self.run.stage,
            Work::HandOver => Stage::HandOver,
            Work::Motion if self.arms_teach => Stage::Teaching,
            Work::Motion => Stage::Moving,
            Work::Nothing if self.newest_failure().is_some() => Stage::Failed,
            // A run that goes on is reported a moment after the rig is freed.
            Work::Nothing if self.is_interrupted() && self.begun <= self.run.stamp.max(self.freed) => Stage::Stopped,
            Work::Nothing if !self.missing.is_empty() => Stage::NotReady,
            Work::Nothing if self.holds_solved() => Stage::Solved,
            Work::Nothing => Stage::Idle,
        }
    }

    fn holds_solved(&self) -> bool {
        self.cube.status == CubeStatus::Valid && self.cube.is_solved && self.may_hold != Some(false)
    }

    /// Why what was done last failed, where nothing has begun since then, and whether a run or a hand-over did.
    fn newest_failure(&self) -> Option<(&str, bool)> {
        let RunReport { stamp, stage, text, error, .. } = &self.run;
        let reported = match stage {
            Stage::Failed | Stage::Idle if !error.is_empty() => Some(error),
            Stage::Failed => Some(text),
            _ => None,
        };
        let reported = reported.map(|text| (*stamp, text, true));
        let asked = self.failure.as_ref().map(|(stamp, text)| (*stamp, text, false));
        let (_, text, of_conductor) = [reported, asked]
            .into_iter()
            .flatten()
            .filter(|(noted, ..)| self.is_newest(*noted) && stamp <= noted)
            .max_by_key(|(noted, ..)| *noted)?;
        Some((text, of_conductor))
    }

    /// Whether the newest run is what the status is about: it is under way, it was stopped and can go on, or nothing has
    /// happened since its end.
    pub fn has_run(&self) -> bool {
        match (self.work(), self.run.stage) {
            // Arms that still brake are no other motion.
            (Work::Run, _) => true,
            (Work::Nothing | Work::Motion, Stage::Stopped) => self.stage() == Stage::Stopped && self.is_interrupted(),
            (Work::Nothing, Stage::Failed) => self.newest_failure().is_some_and(|(_, of_conductor)| of_conductor),
            (Work::Nothing, Stage::Solved) => self.stage() == Stage::Solved && self.is_newest(self.run.stamp),
            _ => false,
        }
    }

    /// The status in a sentence, in the words of the page.
    pub fn text(&self) -> String {
        match self.stage() {
            Stage::Failed => self.newest_failure().map_or_else(String::new, |(text, _)| text.to_owned()),
            Stage::HandOver => self.run.text.clone(),
            Stage::Teaching => "The arms carry out the lesson.".to_owned(),
            Stage::Moving => "The arms move.".to_owned(),
            Stage::NotReady => self.missing.sentence(),
            Stage::Stopped if self.is_interrupted() => {
                let is_said = self.run.stage == Stage::Stopped && !self.run.text.is_empty();
                let what = if is_said { sentence(&self.run.text) } else { "Stopped.".to_owned() };
                format!("{what} Press Resume to go on.")
            }
            Stage::Stopped => "Nothing moves until you press Let the rig move.".to_owned(),
            _ if self.has_run() => self.run.text.clone(),
            Stage::Solved => "The cube is solved.".to_owned(),
            _ => format!("{} {}", sentence(self.newest_word()), self.remedy()),
        }
    }

    /// How a hand-over ended, or that the conductor waits for something to do, where nothing has begun since then.
    fn newest_word(&self) -> &str {
        let RunReport { stamp, stage, text, .. } = &self.run;
        let is_newest = *stage == Stage::Idle && !text.is_empty() && self.is_newest(*stamp);
        if is_newest { text } else { "Ready." }
    }

    /// What to press while nothing is under way.
    fn remedy(&self) -> &'static str {
        match self.may_hold {
            Some(false) => "Press Take a cube to put one in.",
            _ => "Press Look and solve.",
        }
    }
}

/// A text of the graph as a sentence: it may begin small and have no full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.trim_end_matches('.').chars();
    let first = letters.next().map_or_else(String::new, |letter| letter.to_uppercase().collect());
    format!("{first}{}.", letters.as_str())
}
