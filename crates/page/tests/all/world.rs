//! A rig as it really is, what can happen to it, and what the graph publishes then.

use page::protocol::{CubeStatus, Stage};
use page::{Published, RunReport};
use testkit::rand::RngExt;
use testkit::rand_chacha::ChaCha8Rng;

pub const STAGES: [Stage; 4] = [Stage::Scanning, Stage::Solving, Stage::Executing, Stage::Checking];

pub const STUCK: &str = "a claw is stuck";
pub const SLIPPED: &str = "the cube slipped";
pub const NOBODY: &str = "nobody pressed Yes";

/// What the arms are at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Job {
    Nothing,
    Run(Stage),
    Moves,
    Lesson,
    HandOver,
}

/// What happens to a rig.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Happening {
    RunBegins,
    RunGoesOn(Stage),
    RunSolves,
    RunFails,
    RunIsCancelled,
    MovesBegin,
    MovesEnd,
    MovesFail,
    LessonBegins,
    LessonEnds,
    HandOverBegins,
    HandOverEnds,
    HandOverFails,
    Stop,
    Resume,
    GiveUp,
    Scramble,
    SetSolved,
    TakeOut,
    PutIn,
    NodeDies,
    NodeReturns,
}

/// A message of the graph.
#[derive(Clone, Debug)]
pub enum Message {
    Run(RunReport),
    Arms(bool),
    Lesson(bool),
    Cube(CubeStatus, bool),
    Entered(bool),
    Stop(bool),
    Conductor(bool),
    Failure(&'static str),
    Request,
    Hold(bool),
    Missing(bool),
}

/// A rig as it really is.
#[derive(Debug)]
pub struct World {
    pub job: Job,
    pub stopped: bool,
    pub is_solved: bool,
    /// A run that was stopped and can go on, and how many of its moves are done.
    pub interrupted: Option<usize>,
    pub moves_done: usize,
    /// Why what was done last failed, where nothing was begun since.
    pub failed: Option<&'static str>,
    /// Whether a run was cancelled, and nothing was begun since.
    pub was_just_cancelled: bool,
    /// Whether claws are closed, and whether a node is dead that a run needs.
    pub is_held: bool,
    pub is_missing: bool,
    /// How many runs have ended or stand still.
    pub runs: usize,
}

impl World {
    pub fn new() -> Self {
        Self {
            job: Job::Nothing,
            stopped: false,
            is_solved: false,
            interrupted: None,
            moves_done: 0,
            failed: None,
            was_just_cancelled: false,
            is_held: true,
            is_missing: false,
            runs: 0,
        }
    }

    /// What can happen now.
    pub fn possible(&self) -> Vec<Happening> {
        use Happening::*;
        let of_nodes = if self.is_missing { NodeReturns } else { NodeDies };
        if self.stopped {
            return vec![Resume, GiveUp, Scramble, of_nodes];
        }
        let mut all = match self.job {
            Job::Nothing => vec![
                RunBegins,
                MovesBegin,
                LessonBegins,
                HandOverBegins,
                Scramble,
                SetSolved,
                if self.is_held { TakeOut } else { PutIn },
            ],
            Job::Run(_) => vec![RunSolves, RunFails, RunIsCancelled],
            Job::Moves => vec![MovesEnd, MovesFail],
            Job::Lesson => vec![LessonEnds],
            Job::HandOver => vec![HandOverEnds, HandOverFails],
        };
        if self.interrupted.is_some() && self.job == Job::Nothing {
            all.extend([Resume, GiveUp]);
        }
        all.push(of_nodes);
        if let Job::Run(_) = self.job {
            all.extend(STAGES.map(RunGoesOn));
        }
        all.push(Stop);
        all
    }

    pub fn report(&self, stage: Stage) -> RunReport {
        let (is_idle, error) = (stage == Stage::Idle, if stage == Stage::Failed { STUCK } else { "" });
        RunReport {
            stage,
            attempt: u32::from(!is_idle),
            text: format!("the run: {stage:?}"),
            moves: if is_idle { Vec::new() } else { (0..20).map(|at| at.to_string()).collect() },
            moves_done: if is_idle { 0 } else { self.moves_done as u32 },
            error: error.into(),
            ..Published::default().run
        }
    }

    /// Lets something happen; what the graph publishes then, one step after the other.
    pub fn happen(&mut self, happening: Happening, random: &mut ChaCha8Rng) -> Vec<Vec<Message>> {
        use Happening::*;
        let was = self.job;
        let mut steps = Vec::new();
        if !matches!(happening, NodeDies | NodeReturns | TakeOut | PutIn) {
            self.failed = None;
            self.was_just_cancelled = happening == RunIsCancelled;
        }
        let begins = matches!(happening, RunBegins | MovesBegin | LessonBegins);
        if (begins || happening == Resume && self.interrupted.is_some()) && !self.is_held {
            // Arms that begin something close their claws.
            self.is_held = true;
            steps.push(vec![Message::Hold(true)]);
        }
        match happening {
            RunBegins => {
                (self.job, self.moves_done) = (Job::Run(Stage::Scanning), 0);
                // One that was stopped is given up, and published as that.
                if self.interrupted.take().is_some() {
                    steps.push(vec![Message::Run(self.report(Stage::Idle))]);
                }
                steps.push(vec![Message::Run(self.report(Stage::Scanning))]);
            }
            RunGoesOn(stage) => {
                self.job = Job::Run(stage);
                self.moves_done = (self.moves_done + random.random_range(0..3)).min(20);
                self.is_solved = false;
                let cube = Message::Cube(CubeStatus::Partial, false);
                let moves = matches!(stage, Stage::Scanning | Stage::Executing | Stage::Checking);
                steps.push(vec![Message::Run(self.report(stage)), cube, Message::Arms(moves)]);
            }
            RunSolves => {
                (self.job, self.is_solved) = (Job::Nothing, true);
                self.runs += 1;
                steps.push(vec![Message::Arms(false), Message::Cube(CubeStatus::Valid, true)]);
                steps.push(vec![Message::Run(self.report(Stage::Solved))]);
            }
            RunFails => {
                (self.job, self.is_solved, self.failed) = (Job::Nothing, false, Some(STUCK));
                self.runs += 1;
                steps.push(vec![Message::Arms(false)]);
                steps.push(vec![Message::Run(self.report(Stage::Failed))]);
                // The cube is forgotten later.
                steps.push(vec![Message::Cube(CubeStatus::Unknown, false)]);
            }
            RunIsCancelled => {
                (self.job, self.interrupted) = (Job::Nothing, Some(self.moves_done));
                self.runs += 1;
                steps.push(vec![Message::Arms(false)]);
                steps.push(vec![Message::Run(self.report(Stage::Stopped))]);
            }
            MovesFail => {
                (self.job, self.is_solved, self.failed) = (Job::Nothing, false, Some(SLIPPED));
                steps.push(vec![Message::Arms(false)]);
                steps.push(vec![Message::Failure(SLIPPED)]);
                steps.push(vec![Message::Cube(CubeStatus::Unknown, false)]);
            }
            HandOverFails => {
                (self.job, self.is_solved, self.failed) = (Job::Nothing, false, Some(NOBODY));
                let end = RunReport { error: NOBODY.into(), ..self.report(Stage::Idle) };
                steps.push(vec![Message::Conductor(false), Message::Run(end)]);
                steps.push(vec![Message::Cube(CubeStatus::Unknown, false)]);
            }
            NodeDies | NodeReturns => {
                self.is_missing = happening == NodeDies;
                steps.push(vec![Message::Missing(self.is_missing)]);
            }
            // The graph does not notice: cube/state stays.
            TakeOut => {
                (self.is_held, self.is_solved) = (false, false);
                steps.push(vec![Message::Hold(false)]);
            }
            PutIn => {
                self.is_held = true;
                steps.push(vec![Message::Hold(true)]);
            }
            MovesBegin => {
                self.job = Job::Moves;
                steps.push(vec![Message::Arms(true)]);
            }
            LessonBegins => {
                self.job = Job::Lesson;
                steps.push(vec![Message::Arms(true), Message::Lesson(true)]);
            }
            MovesEnd | LessonEnds => {
                (self.job, self.is_solved) = (Job::Nothing, random.random());
                let cube = Message::Cube(CubeStatus::Valid, self.is_solved);
                steps.push(vec![Message::Arms(false), Message::Lesson(false), cube]);
            }
            HandOverBegins => {
                (self.job, self.interrupted) = (Job::HandOver, None);
                steps.push(vec![Message::Conductor(true), Message::Run(self.report(Stage::Idle))]);
            }
            HandOverEnds => {
                (self.job, self.is_solved) = (Job::Nothing, false);
                steps.push(vec![Message::Cube(CubeStatus::Unknown, false)]);
                steps.push(vec![Message::Conductor(false), Message::Run(self.report(Stage::Idle))]);
            }
            Stop => {
                self.stopped = true;
                self.job = Job::Nothing;
                let mut ends = vec![Message::Arms(false), Message::Lesson(false)];
                match was {
                    Job::Run(_) => {
                        self.interrupted = Some(self.moves_done);
                        self.runs += 1;
                        ends.push(Message::Run(self.report(Stage::Stopped)));
                    }
                    Job::HandOver => {
                        ends.extend([Message::Conductor(false), Message::Run(self.report(Stage::Idle))]);
                    }
                    _ => {}
                }
                ends.push(Message::Stop(true));
                steps.push(ends);
            }
            Resume => {
                self.stopped = false;
                steps.push(vec![Message::Stop(false)]);
                if let Some(done) = self.interrupted.take() {
                    (self.job, self.moves_done) = (Job::Run(Stage::Solving), done);
                    // It counts when it ends, or is stopped again.
                    self.runs -= 1;
                    steps.push(vec![Message::Run(self.report(Stage::Solving))]);
                }
            }
            GiveUp => {
                self.stopped = false;
                steps.push(vec![Message::Stop(false)]);
                if self.interrupted.take().is_some() {
                    steps.push(vec![Message::Run(self.report(Stage::Idle))]);
                }
            }
            Scramble => {
                self.is_solved = false;
                steps.push(vec![Message::Request, Message::Cube(CubeStatus::Unknown, false)]);
            }
            SetSolved => {
                self.is_solved = true;
                steps.push(vec![Message::Entered(true)]);
            }
        }
        steps
    }

    /// The truth.
    pub fn stage(&self) -> Stage {
        match self.job {
            _ if self.stopped => Stage::Stopped,
            Job::Run(stage) => stage,
            Job::Moves => Stage::Moving,
            Job::Lesson => Stage::Teaching,
            Job::HandOver => Stage::HandOver,
            Job::Nothing if self.failed.is_some() => Stage::Failed,
            Job::Nothing if self.was_just_cancelled => Stage::Stopped,
            Job::Nothing if self.is_missing => Stage::NotReady,
            Job::Nothing if self.is_solved && self.is_held => Stage::Solved,
            Job::Nothing => Stage::Idle,
        }
    }
}
