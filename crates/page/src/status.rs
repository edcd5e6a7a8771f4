//! What a rig does now: the one status of its page. It follows from what the graph publishes now, and is never kept: what has
//! begun, ended or been stopped since then changes it.

use std::time::Duration;

use crate::protocol::{CubeStatus, Stage};
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
    /// How much of this stage is done, 0 to 1.
    pub progress: f32,
    /// All moves of this run: those that are done, and the rest of the solution, once there is one.
    pub moves: Vec<String>,
    /// How many of them are done.
    pub moves_done: u32,
    /// Why it failed; empty where it did not.
    pub error: String,
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
    /// How far the cube is known.
    pub cube: CubeStatus,
    is_solved: bool,
    is_stopped: bool,
    arms_move: bool,
    /// When anything but the run changed: the arms moved, the cube was read, set or forgotten, the rig was stopped or freed.
    changed: Duration,
}

impl Default for Published {
    fn default() -> Self {
        let run = RunReport {
            stamp: Duration::ZERO,
            stage: Stage::Idle,
            attempt: 0,
            text: String::new(),
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
            cube: CubeStatus::Unknown,
            is_solved: false,
            is_stopped: false,
            arms_move: false,
            changed: Duration::ZERO,
        }
    }
}

impl Published {
    /// Notes whether the arms turn the cube.
    pub fn note_arms(&mut self, move_now: bool, stamp: Duration) {
        if move_now {
            self.changed = self.changed.max(stamp);
        }
        self.arms_move = move_now;
    }

    /// Notes how far the cube is known, and since when.
    pub fn note_cube(&mut self, status: CubeStatus, is_solved: bool, stamp: Duration) {
        self.changed = self.changed.max(stamp);
        (self.cube, self.is_solved) = (status, is_solved && status == CubeStatus::Valid);
    }

    /// Notes that the rig was stopped or may move again.
    pub fn note_stop(&mut self, is_stopped: bool, stamp: Duration) {
        if self.is_stopped != is_stopped {
            self.changed = self.changed.max(stamp);
        }
        self.is_stopped = is_stopped;
    }

    /// Whether the rig is stopped.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Whether nothing has changed since this time.
    pub(crate) fn is_unchanged_since(&self, stamp: Duration) -> bool {
        self.changed <= stamp
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
            Work::Nothing if self.run.stage == Stage::Failed && self.has_run() => Stage::Failed,
            Work::Nothing if self.is_solved => Stage::Solved,
            Work::Nothing => Stage::Idle,
        }
    }

    /// Whether the newest run is what the status is about: it is under way, it was stopped and can go on, or nothing has
    /// happened since its end.
    pub fn has_run(&self) -> bool {
        match (self.work(), self.run.stage) {
            // Arms that still brake are no other motion.
            (Work::Run, _) | (Work::Nothing | Work::Motion, Stage::Stopped) => true,
            (Work::Nothing, Stage::Failed) => self.is_unchanged_since(self.run.stamp),
            (Work::Nothing, Stage::Solved) => self.is_solved && self.is_unchanged_since(self.run.stamp),
            _ => false,
        }
    }

    /// The status in a sentence.
    pub fn text(&self) -> String {
        // The end of a hand-over, or that the conductor waits for something to do.
        let is_newest = self.run.stage == Stage::Idle && self.is_unchanged_since(self.run.stamp);
        let own = match self.stage() {
            Stage::Failed if !self.run.error.is_empty() => return self.run.error.clone(),
            Stage::HandOver => return self.run.text.clone(),
            Stage::Teaching => "The arms carry out the lesson.",
            Stage::Moving => "The arms move.",
            _ if self.has_run() => return self.run.text.clone(),
            Stage::Stopped => "Nothing moves until you press Resume.",
            _ if self.conductor_lost => "The conductor does not answer.",
            _ if is_newest && !self.run.text.is_empty() => return self.run.text.clone(),
            Stage::Solved => "The cube is solved.",
            _ => "Ready. Press Look and solve.",
        };
        own.to_owned()
    }
}
