//! A goal under way: what is wanted, how far it is, and how it ends.

use std::collections::BTreeSet;

use cube::{Cube, Face, Move};
use planner::Plan;
use rig::GroupId;

use crate::events::{ClawsGoal, Effect, ExecuteProgress, Moment};
use crate::executor::Executor;
use crate::report::{ClawCount, ClawsReport, Code, ExecuteReport, GoalReport, ScanReport};
use crate::running::Running;
use cube_state::tracker::{CubeUpdate, Source};

/// Claws wait this many seconds for their client to cancel the goal. A cancellation takes some hundredths; a person does not notice it.
const TIME_TO_CANCEL: f64 = 0.5;

/// What a goal wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// These moves, or a faster sequence with the same effect, found by a search of this many seconds.
    Execute(Vec<Move>, f64),
    /// These faces shown to the camera, each for at most this many seconds. An empty list means all six, as far as the
    /// owner of the cube needs them.
    Scan(Vec<Face>, f64),
    /// All claws open, or all closed.
    Claws(ClawsGoal),
}

/// What a goal is doing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// Waiting for a reading of every joint and for every driver.
    Gathering {
        /// Whether that was reported.
        reported: bool,
    },
    /// Waiting for the plan of this number.
    Planning(u64),
    /// Joints move; true for the plan itself, false while what was broken off is undone.
    Moving(bool),
    /// A face is shown to the camera.
    AtView {
        /// Since when, on the rig's clock.
        since: f64,
        /// Which one.
        face: Face,
    },
    /// It is over since then, on the steady clock; what became of the cube is awaited.
    Ending(f64),
}

/// How a goal under way has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// How.
    pub code: Code,
    /// Why, in a sentence.
    pub text: String,
    /// Seconds that it took.
    pub seconds: f64,
}

/// A goal under way.
pub struct ActiveGoal {
    /// What is wanted.
    pub kind: Kind,
    /// What it is doing.
    pub phase: Phase,
    /// Its plan, once made.
    pub running: Option<Running>,
    /// What carries out the present steps.
    pub executor: Option<Executor>,
    /// Faces read since it began.
    pub faces_seen: Vec<Face>,
    /// Faces shown since it began.
    faces_shown: Vec<Face>,
    /// Readings count from here on, seconds of ROS time: since the goal began, then since the present view.
    readings_count_from: f64,
    /// Whether the faces read since it began leave one cube, without a doubt.
    pub is_cube_known: bool,
    /// How the claws stand, for a goal that moves them.
    pub claws: ClawCount,
    /// The groups whose drivers were found since it began.
    pub found: BTreeSet<GroupId>,
    /// When it began.
    pub started: Moment,
    /// How it has ended.
    pub ending: Option<Ending>,
    reported: Option<(usize, f64)>,
}

/// Feedback comes at every move, and at least this often (seconds).
const FEEDBACK_PAUSE: f64 = 0.5;

impl ActiveGoal {
    /// A goal that begins now.
    pub fn new(kind: Kind, now: Moment) -> Self {
        Self {
            kind,
            phase: Phase::Gathering { reported: false },
            running: None,
            executor: None,
            faces_seen: Vec::new(),
            faces_shown: Vec::new(),
            readings_count_from: now.ros,
            is_cube_known: false,
            claws: ClawCount::default(),
            found: BTreeSet::new(),
            started: now,
            ending: None,
            reported: None,
        }
    }

    /// What a goal of `move_claws` wants.
    pub fn claws_goal(&self) -> Option<ClawsGoal> {
        match self.kind {
            Kind::Claws(goal) => Some(goal),
            _ => None,
        }
    }

    /// Whether its client may have given it up. A goal for the claws can come late, when this node or the network was held up. Its
    /// client cancels it as soon as it is accepted, and a person may not expect claws to move any more.
    pub fn may_be_given_up(&self, now: Moment) -> bool {
        let moves_claws = self.claws_goal().is_some_and(|goal| !goal.look_only);
        moves_claws && now.steady - self.started.steady < TIME_TO_CANCEL
    }

    /// A face is at the camera from now on. What was read of it before does not count.
    pub fn show(&mut self, now: Moment, face: Face) {
        self.phase = Phase::AtView { since: now.rig, face };
        self.faces_seen.retain(|seen| *seen != face);
        self.faces_shown.push(face);
        self.readings_count_from = now.ros;
    }

    /// Takes note of faces that were read after the goal began, and since the present view.
    pub fn note_faces(&mut self, update: &CubeUpdate) {
        if self.readings_count_from <= update.stamp {
            self.faces_seen.clone_from(&update.faces_seen);
            self.is_cube_known = update.source == Source::Camera && update.certain().is_some();
        }
    }

    /// Whether a scan that shows as many faces as are needed has shown enough: what was read of this goal's own faces is a
    /// whole cube.
    pub fn has_shown_enough(&self) -> bool {
        let asks_for_needed = matches!(&self.kind, Kind::Scan(faces, _) if faces.is_empty());
        let is_own = |face: &Face| self.faces_shown.contains(face);
        asks_for_needed && self.is_cube_known && self.faces_seen.iter().all(is_own)
    }

    /// Whether a goal shows the whole cube to the camera.
    pub fn is_whole_scan(&self) -> bool {
        matches!(&self.kind, Kind::Scan(faces, _) if [0, Face::ALL.len()].contains(&faces.len()))
    }

    /// Reports how many moves are done, when that changed or some time has passed.
    pub fn report_progress(&mut self, now: Moment, effects: &mut Vec<Effect>) {
        let (Kind::Execute(..), Some(running)) = (&self.kind, &self.running) else {
            return;
        };
        let (moves, done) = running.moves();
        let due = self.reported.is_none_or(|(before, when)| before != done || when + FEEDBACK_PAUSE <= now.rig);
        if due {
            self.reported = Some((done, now.rig));
            effects.push(Effect::ExecuteFeedback(ExecuteProgress {
                moves,
                done,
                elapsed: now.rig - self.started.rig,
                planned: running.plan().seconds(),
            }));
        }
    }

    /// How it has ended, and the cube then; none while it goes on.
    pub fn ended(self, cube: Option<Cube>) -> Option<GoalReport> {
        let Ending { code, text, seconds } = self.ending?;
        let plan = self.running.as_ref().map(Running::plan);
        let (moves, moves_done) = self.running.as_ref().map(Running::moves).unwrap_or_default();
        Some(match self.kind {
            Kind::Execute(..) => GoalReport::Execute(ExecuteReport {
                code,
                text,
                moves,
                moves_done,
                planned_seconds: plan.map_or(0.0, Plan::seconds),
                seconds,
                lateness: self.running.zip(self.executor).and_then(|(running, executor)| {
                    let (steps, done) = executor.done()?;
                    Some(running.lateness(steps, done))
                }),
                cube,
            }),
            Kind::Scan(..) => GoalReport::Scan(ScanReport { code, text, faces_seen: self.faces_seen, seconds }),
            Kind::Claws(_) => GoalReport::Claws(ClawsReport { code, text, claws: self.claws, seconds }),
        })
    }
}
