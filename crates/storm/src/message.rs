//! What nodes say to each other: topics with their quality of service, goals, services.

use std::fmt;

use brick::{GoalEnd, TrajectoryGoal};
use cube::{Cube, Face, Move};
use cube_state::tracker::CubeUpdate;
use cube_state::{Observation, State};
use execution::events::{ClawsGoal, JointReading, PoseReport};
use execution::report::{ClawsReport, ExecuteReport, ScanReport};
use mission::{Code, Failure, NodeReport, Report, Status};
use rig::StopState;

use crate::id::Id;

/// A topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// `/diagnostics`.
    Diagnostics,
    /// `cube/pose`.
    CubePose,
    /// `cube/state`.
    CubeState,
    /// `faces`.
    Faces,
    /// `joint_states`.
    JointStates,
    /// `run/status`.
    RunStatus,
    /// `stop_state`.
    StopState,
    /// `run/steps`.
    RunSteps,
}

impl Topic {
    /// All topics.
    pub const ALL: [Topic; 8] = [
        Topic::Diagnostics,
        Topic::CubePose,
        Topic::CubeState,
        Topic::Faces,
        Topic::JointStates,
        Topic::RunStatus,
        Topic::StopState,
        Topic::RunSteps,
    ];

    /// Whether a late subscriber receives the newest message too.
    pub fn is_latched(self) -> bool {
        matches!(self, Topic::CubePose | Topic::CubeState | Topic::RunStatus | Topic::StopState)
    }

    /// Messages that a publisher keeps for a subscriber that does not confirm them.
    pub fn history(self) -> usize {
        match self {
            Topic::Faces | Topic::JointStates => 20,
            Topic::Diagnostics => 10,
            _ => 1,
        }
    }

    /// Messages that wait at a subscriber that does not take them.
    pub fn depth(self) -> usize {
        match self {
            Topic::Faces => 20,
            Topic::CubeState | Topic::RunStatus => 1,
            _ => 50,
        }
    }

    /// Whether a node subscribes to it.
    pub fn is_read_by(self, node: Id) -> bool {
        let rotates = node.brick().is_some_and(|brick| !brick.clamps());
        match self {
            Topic::Diagnostics => [Id::CONDUCTOR, Id::PLANNER].contains(&node),
            Topic::CubePose | Topic::Faces => node == Id::ASSEMBLER,
            Topic::CubeState => [Id::CONDUCTOR, Id::PLANNER].contains(&node),
            Topic::JointStates => node == Id::PLANNER || rotates,
            Topic::RunStatus => [Id::PLANNER, Id::PERSON].contains(&node),
            // A recorder does.
            Topic::RunSteps => false,
            Topic::StopState => [Id::CONDUCTOR, Id::PLANNER, Id::PERSON].contains(&node) || node.brick().is_some(),
        }
    }
}

/// A message of a topic.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// What a node reports of itself.
    Report(NodeReport),
    /// How the cube lies, and the ROS time of that.
    Pose(PoseReport, f64),
    /// The cube, as its readers take it, and all that is published of it.
    Cube(CubeUpdate, Box<State>),
    /// What was seen in a picture.
    Face(Box<Observation>),
    /// How joints stand.
    Joints(Vec<JointReading>),
    /// Where the run stands.
    Run(Status),
    /// What the conductor has decided.
    Step(Box<mission::Step>),
    /// How the rig stands, as a node knows it.
    Stop(StopState),
}

impl Message {
    /// The topic that it belongs to.
    pub fn topic(&self) -> Topic {
        match self {
            Message::Report(_) => Topic::Diagnostics,
            Message::Pose(..) => Topic::CubePose,
            Message::Cube(..) => Topic::CubeState,
            Message::Face(_) => Topic::Faces,
            Message::Joints(_) => Topic::JointStates,
            Message::Run(_) => Topic::RunStatus,
            Message::Step(_) => Topic::RunSteps,
            Message::Stop(_) => Topic::StopState,
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Report(report) => write!(formatter, "is {:?}", report.failure),
            Message::Pose(pose, _) => {
                let lies = pose.pose.map_or_else(|| "?".to_owned(), |pose| pose.faces_at_sides());
                let moves = if pose.moving { "moving" } else { "at rest" };
                write!(formatter, "cube/pose {lies} {moves}, {} turns", pose.turned.turns)?;
                match pose.shown {
                    Some((face, quarters)) => write!(formatter, ", shows {face} turned by {quarters}"),
                    None => Ok(()),
                }
            }
            Message::Cube(update, _) => {
                let seen: String = update.faces_seen.iter().map(|face| face.letter()).collect();
                let cube = update.cube().map(|cube| cube.facelets().to_string());
                let known = cube.unwrap_or_else(|| format!("{:?}", update.knowledge));
                write!(formatter, "cube/state {known} by {:?}, seen {seen}, {} turns", update.source, update.turns)
            }
            Message::Face(seen) => write!(formatter, "faces {}", if seen.face.is_some() { "one" } else { "none" }),
            Message::Joints(joints) => write!(formatter, "joint_states {joints:?}"),
            Message::Run(status) => write!(formatter, "run/status {:?}: {}", status.stage, status.text),
            Message::Step(step) => write!(formatter, "run/steps {:?}", step.input),
            Message::Stop(state) => {
                let what = if state.stopped { "stopped" } else { "free" };
                write!(formatter, "stop_state {} {what} ({})", state.number, state.text)
            }
        }
    }
}

/// A goal of an action.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// `run`, `load`, `release`.
    Conduct(mission::Goal),
    /// `scan`: the faces, and the seconds at each.
    Scan(Vec<Face>, Option<f64>),
    /// `execute`.
    Execute(Vec<Move>),
    /// `move_claws`.
    Claws(ClawsGoal),
    /// `solve`.
    Solve(Cube),
    /// `follow_joint_trajectory`.
    Follow(TrajectoryGoal),
}

/// How a goal goes.
#[derive(Clone, Debug, PartialEq)]
pub enum Feedback {
    /// What a person has to do, and whether a confirmation is waited for.
    Prompt(String, bool),
    /// The face shown, faces done, all faces.
    Scan(Face, usize, usize),
    /// The moves, those that are done first, and how many these are.
    Execute(Vec<Move>, usize),
    /// Claws move.
    Claws,
}

/// The result of a goal.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// Of `run`.
    Run(Report),
    /// Of a goal of the conductor that was not begun, or of a hand-over that ended; nothing for one that ended well.
    HandOver(Option<(Code, String)>),
    /// Of `scan`.
    Scan(ScanReport),
    /// Of `execute`.
    Execute(ExecuteReport),
    /// Of `move_claws`.
    Claws(ClawsReport),
    /// Of `solve`.
    Solve(Result<Vec<Move>, Failure>),
    /// Of `follow_joint_trajectory`.
    Follow(GoalEnd),
}

/// What happens to a goal, for its client.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The server works on it.
    Accepted,
    /// How it goes.
    Feedback(Feedback),
    /// It has ended; whether it was cancelled.
    Ended(Ending, bool),
    /// Its end will not be known.
    Lost(String),
}

/// A service that needs no details.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Service {
    /// `stop` of the conductor, `<brick>/stop` of a driver.
    Stop,
    /// `resume`.
    Resume,
    /// `clear_stop`.
    ClearStop,
    /// `confirm`.
    Confirm,
    /// `cube/reset`.
    Reset,
    /// Cancels all goals of an action server.
    CancelAll,
}
