//! What happens to a mission, and what it wants done.

use cube::{Cube, Face, Move};
use cube_state::tracker::CubeUpdate;
use serde::{Deserialize, Serialize};

use crate::run::Run;

/// How a scan ended.
pub type ScanEnd = Result<(), Failure>;

/// How the solver ended: the moves.
pub type SolveEnd = Result<Vec<Move>, Failure>;

/// How an execution ended, and the cube after it, as its owner reports it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExecuteEnd {
    /// Whether all moves were done.
    pub outcome: Result<(), Failure>,
    /// The moves that were carried out or begun; empty where none were.
    pub moves: Vec<Move>,
    /// How many of them are done.
    pub moves_done: usize,
    /// The cube now.
    pub cube: Option<Cube>,
}

/// Why an action failed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Failure {
    /// One sentence.
    pub text: String,
    /// Whether another attempt could go better.
    pub may_pass: bool,
    /// Whether arms could not move as they were to. What cameras see after that may be wrong because of it.
    pub of_motion: bool,
}

impl Failure {
    /// One that another attempt could avoid.
    pub fn passing(text: impl Into<String>) -> Self {
        Self { text: text.into(), may_pass: true, of_motion: false }
    }
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// The goal of `run` is to be cancelled.
    Cancel,
    /// The rig is stopped, for this reason, or the node ends.
    Stop(String),
    /// Answer to [`Effect::CheckReady`]: the sentence names what is missing.
    Ready(Result<(), String>),
    /// Answer to [`Effect::ForgetCube`].
    Forgotten(Result<(), String>),
    /// cube/state was published.
    Cube(CubeUpdate),
    /// A face is shown, where one is named; faces read, faces in all.
    ScanGoesOn(Option<Face>, usize, usize),
    /// The scan ended.
    ScanEnded(ScanEnd),
    /// A solution of this many moves is known.
    SolveGoesOn(usize),
    /// The solver ended.
    SolveEnded(SolveEnd),
    /// The moves that are carried out, those that are done first, and how many these are; the next one is under way.
    ExecuteGoesOn(Vec<Move>, usize),
    /// The execution ended.
    ExecuteEnded(ExecuteEnd),
    /// The motion planner begins with [`Effect::Claws`].
    ClawsBegin,
    /// It goes on with that.
    ClawsGoOn,
    /// It ended: whether all claws stand as asked; for a look, whether all are open.
    ClawsEnded(Result<bool, (Code, String)>),
    /// A node is not there any more, or not the one that it was: what it is, and what happened in a sentence.
    NodeLost(String, String),
    /// Time has passed.
    Tick,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Effect {
    /// See whether all nodes answer that are needed.
    CheckReady,
    /// See whether the nodes answer that a hand-over needs.
    CheckClawsReady,
    /// Have the state assembler forget the cube.
    ForgetCube,
    /// Show these faces to the camera; no face stands for as many as are needed to know the cube.
    Scan(Vec<Face>),
    /// Find moves for this cube: method, time limit.
    Solve(Cube, String, f64),
    /// Do these moves, or others with the same effect.
    Execute(Vec<Move>),
    /// Have the motion planner do this with all claws.
    Claws(Claws),
    /// Cancel the action under way.
    CancelAction,
    /// Have every brick give up its goals.
    HaltBricks,
    /// Publish where the run stands.
    Status(Status),
    /// The run ended.
    End(Report),
    /// What the person has to do, or what happens now; whether a confirmation is waited for.
    Prompt(String, bool),
    /// Claws are about to move: the interrupted run had another cube.
    AbandonRun,
    /// The hand-over ended: what people read, and why it ended early, if so.
    HandedOver(Status, Option<(Code, String)>),
    /// Something that people should know.
    Warn(String),
}

impl Effect {
    /// What is published on `run/status` with it, if anything.
    pub fn status(&self) -> Option<Status> {
        match self {
            Effect::Status(status) | Effect::HandedOver(status, _) => Some(status.clone()),
            Effect::Prompt(prompt, asks) => Some(Status::prompt(prompt.clone(), *asks)),
            _ => None,
        }
    }
}

/// What the motion planner does with all claws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Claws {
    /// Looks whether they are open.
    Look,
    /// Opens them.
    Open,
    /// Closes them.
    Close,
}

/// The stages that people see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Nothing to do.
    Idle,
    /// The cube is looked at.
    Scanning,
    /// Moves are sought.
    Solving,
    /// Moves are done.
    Executing,
    /// The cube is looked at again.
    Checking,
    /// Done.
    Solved,
    /// Interrupted.
    Stopped,
    /// Given up.
    Failed,
}

/// Where a run stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Status {
    /// The stage.
    pub stage: Stage,
    /// The attempt, from 1; 0 without a run.
    pub attempt: u32,
    /// One sentence.
    pub text: String,
    /// Whether it is a question that waits to be confirmed.
    pub asks: bool,
    /// Share of the stage that is done, 0 to 1.
    pub progress: f32,
    /// All moves of the run: those that are done, and the rest of the solution, once known.
    pub moves: Vec<Move>,
    /// How many of them are done.
    pub moves_done: usize,
    /// What went wrong, if anything.
    pub error: Option<(Code, String)>,
}

impl Status {
    /// Where this run stands.
    pub(crate) fn of_run(
        run: &Run,
        stage: Stage,
        text: String,
        progress: f32,
        error: Option<(Code, String)>,
    ) -> Status {
        let (moves, moves_done) = (run.moves(), run.all_done());
        Status { stage, attempt: run.attempt, text, asks: false, progress, moves, moves_done, error }
    }

    /// What people read while no run is under way.
    pub fn idle(text: String) -> Status {
        Status {
            stage: Stage::Idle,
            attempt: 0,
            text,
            asks: false,
            progress: 0.0,
            moves: Vec::new(),
            moves_done: 0,
            error: None,
        }
    }

    /// What people read during a hand-over; `asks` where that waits to be confirmed.
    pub fn prompt(text: String, asks: bool) -> Status {
        Status { asks, ..Status::idle(text) }
    }
}

/// Why a run or a hand-over was not successful; the names are those of the action's error codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Code {
    /// The faces could not be shown or read.
    ScanFailed,
    /// What was read is no cube, or no cube is known.
    StateInvalid,
    /// No moves were found.
    SolveFailed,
    /// The moves could not be done.
    ExecuteFailed,
    /// Stopped or cancelled.
    Stopped,
    /// Not solved after the last attempt.
    NotSolved,
    /// A node does not answer.
    NotReady,
    /// Another run or hand-over is under way.
    Busy,
    /// The person did not confirm.
    NotConfirmed,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The reason, if it failed.
    pub error: Option<(Code, String)>,
    /// Whether the cube is known to be solved.
    pub solved: bool,
    /// Attempts made.
    pub attempts: u32,
    /// All moves done.
    pub moves: Vec<Move>,
    /// Seconds of scanning, solving, executing, checking.
    pub seconds: [f64; 4],
    /// Whether the cube is given back now.
    pub gives_back: bool,
}
