//! The words of the executive: what it must know, what happens to it, and what it wants done.

use std::sync::Arc;
use std::time::Duration;

use cube::{Cube, Face, Move, Rotation};
use rig::{CameraView, GroupId, Joint, JointGroups, Profile, Rules, Timing};
use serde::{Deserialize, Serialize};

use crate::estimate::JointPlaces;
use crate::goal::GoalId;
use crate::limits::JointLimits;
use crate::node_report::NodeReport;
use crate::plan::{PlanRequest, PreparedPlan};
use crate::publishers::PublisherId;
use crate::readings::Tolerances;
use crate::report::{ClawCount, GoalReport};
use crate::steps::{self, Outcome, Patience};
use cube_state::tracker::{CubeUpdate, Turned};

/// What the logic must know beforehand.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Where joints stand.
    pub places: JointPlaces,
    /// Which action serves which joints.
    pub groups: JointGroups,
    /// How far joints may go.
    pub limits: JointLimits,
    /// Which arms there are, and what they may do.
    pub rules: Rules,
    /// Which side of the rig the camera sees.
    pub camera: CameraView,
    /// How long motions take.
    pub timing: Timing,
    /// How exactly joints must stand.
    pub tolerances: Tolerances,
    /// How patient an execution is.
    pub patience: Patience,
    /// Readings older than this (seconds) do not count at the start of a goal.
    pub reading_age: f64,
    /// Seconds that a goal waits for joints that were not read and drivers that were not found.
    pub reading_wait: f64,
    /// Seconds to wait at each face of a scan, where the goal has no value.
    pub timeout_per_face: f64,
    /// Drivers are asked to bring a joint this near to its target, radians; 0 leaves it to them.
    pub goal_tolerance: f64,
    /// Seconds after the end of a motion in which a driver must have brought the joint there; 0 leaves it to the driver.
    pub goal_time_tolerance: f64,
}

impl Settings {
    /// For the rig of a profile, as the node `motion_planner` has them by default.
    pub fn of(profile: &Profile) -> Settings {
        Settings {
            places: JointPlaces { grip_open: profile.gearing.open_grip() },
            groups: profile.groups.clone(),
            limits: JointLimits::of(profile),
            rules: profile.rules.clone(),
            camera: CameraView::of(&profile.geometry),
            timing: profile.timing,
            tolerances: Tolerances::default(),
            patience: Patience::default(),
            reading_age: 1.0,
            reading_wait: 10.0,
            timeout_per_face: 10.0,
            goal_tolerance: 2.5f64.to_radians(),
            goal_time_tolerance: 3.0,
        }
    }
}

/// When something happens, on three clocks. Each kind of patience takes the clock that fits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// The machine's seconds since some start: for patience with nodes, and for a stop, which waits for no simulation.
    pub steady: f64,
    /// The rig's seconds since some start: for readings, motions, and what a run takes. Never jumps.
    pub rig: f64,
    /// Seconds since the epoch of ROS time, as message stamps have it.
    pub ros: f64,
}

impl Moment {
    /// ROS time since its epoch.
    pub(crate) fn ros(&self) -> Duration {
        Duration::try_from_secs_f64(self.ros).unwrap_or_default()
    }
}

/// What a goal of `move_claws` wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClawsGoal {
    /// All claws closed, or all open.
    pub close: bool,
    /// Nothing moves.
    pub look_only: bool,
}

/// A joint as it was published: position in radians and speed in radians a second, where the source has it.
pub type JointReading = (Joint, f64, Option<f64>);

/// What happens to the planner.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A program has published joints.
    Joints(PublisherId, Vec<JointReading>),
    /// The names of programs that publish joints.
    PublisherNames(Vec<(PublisherId, String)>),
    /// cube/state was published.
    CubeState(CubeUpdate),
    /// What a node reports of itself.
    Report(NodeReport),
    /// Whether the conductor has a run under way that asks for motions.
    Run(bool),
    /// A goal of `execute`: the moves, or why they cannot be read, and the seconds for a search of others with the same effect.
    Execute(Result<Vec<Move>, String>, f64),
    /// A goal of `scan`: the faces to show, or why they cannot be read, and the seconds to wait at each. An empty list means all
    /// six, but the scan ends as soon as the faces that were read leave one cube.
    Scan(Result<Vec<Face>, String>, Option<f64>),
    /// A goal of `move_claws`.
    MoveClaws(ClawsGoal),
    /// The answer to [`Effect::Plan`] of the same number.
    Planned(u64, Result<Arc<PreparedPlan>, String>),
    /// A driver that [`Effect::FindDrivers`] looked for is there.
    DriverFound(GroupId),
    /// The action server of a group has gone.
    DriverLost(GroupId),
    /// A driver's goal ended.
    GoalEnded(GoalId, Outcome),
    /// The goal under way is to be cancelled, or the rig was stopped.
    Cancel,
    /// [`Executive::TICK`](crate::Executive::TICK) has passed, while a goal is under way.
    Tick,
    /// A second has passed.
    Second,
}

/// How the cube lies, for cube/pose.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseReport {
    /// `None` when it is not known.
    pub pose: Option<Rotation>,
    /// Whether a motion is under way.
    pub moving: bool,
    /// What the arms have done to the cube.
    pub turned: Turned,
    /// The cube as its owner published it, once that includes all turns.
    pub cube: Option<Cube>,
    /// The face that is shown to the camera, and by how many quarters clockwise it is seen turned from its reading position.
    pub shown: Option<(Face, u8)>,
}

/// How far a goal of `execute` is.
#[derive(Clone, Debug, PartialEq)]
pub struct ExecuteProgress {
    /// The moves of its plan, those that are done first; the next one is under way.
    pub moves: Vec<Move>,
    /// How many are done.
    pub done: usize,
    /// Seconds since its start.
    pub elapsed: f64,
    /// Seconds that its plan takes.
    pub planned: f64,
}

/// What the planner wants done.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Plan, and answer with the number.
    Plan(u64, PlanRequest),
    /// Look for the action servers of all groups.
    FindDrivers,
    /// Something for a driver.
    Driver(steps::Effect),
    /// Publish cube/pose.
    Pose(PoseReport),
    /// Publish the plan that is carried out.
    Planned(Arc<PreparedPlan>),
    /// Find out who publishes joints.
    FindNames,
    /// Feedback of `execute`.
    ExecuteFeedback(ExecuteProgress),
    /// Feedback of `scan`: the face shown now, faces done, all faces.
    ScanFeedback(Face, usize, usize),
    /// Feedback of `move_claws`.
    ClawsFeedback(ClawCount),
    /// The goal under way ends.
    Ended(GoalReport),
    /// Something that people may want to know.
    Note(String),
    /// Something that people should know.
    Warn(String),
}
