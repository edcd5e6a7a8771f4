//! Messages of a storm in CDR, field for field as the graph's.

use std::time::Duration;

use byteorder::LittleEndian;
use cube::Cube;
use cube_state::tracker::CubeUpdate;
use cube_state::{Observation, State};
use execution::events::{JointReading, PoseReport};
use rig::StopState;
use serde::ser::SerializeTuple;
use serde::{Serialize, Serializer};

use crate::id::Id;
use crate::message::Message;

/// Numbers with their lowest byte first.
const HEADER: [u8; 4] = [0, 1, 0, 0];

/// A message on its topic.
pub struct Encoded {
    /// The topic's full name.
    pub topic: &'static str,
    /// Its type.
    pub kind: &'static str,
    /// CDR with its header.
    pub data: Result<Vec<u8>, cdr_encoding::Error>,
}

/// A message that was published at this time; `None` for `/diagnostics`.
pub fn encode(message: &Message, by: Id, now: Duration) -> Option<Encoded> {
    let encoded = |topic, kind, data| Some(Encoded { topic, kind, data });
    match message {
        Message::Report(_) => None,
        Message::Pose(pose, stamp) => {
            let stamp = Duration::from_secs_f64(*stamp);
            encoded("/cube/pose", "cuberig_msgs/msg/CubePose", cdr(&CubePose::of(pose, stamp)))
        }
        Message::Cube(update, state) => {
            encoded("/cube/state", "cuberig_msgs/msg/CubeState", cdr(&CubeState::of(update, state)))
        }
        Message::Face(seen) => encoded("/faces", "cuberig_msgs/msg/FaceObservation", cdr(&FaceObservation::of(seen))),
        Message::Joints(joints) => {
            encoded("/joint_states", "sensor_msgs/msg/JointState", cdr(&JointState::of(joints, now)))
        }
        Message::Run(status) => encoded("/run/status", "cuberig_msgs/msg/RunStatus", cdr(&RunStatus::of(status, now))),
        Message::Step(step) => encoded("/run/steps", "std_msgs/msg/String", cdr(&step.to_json())),
        Message::Stop(state) => encoded("/stop_state", "cuberig_msgs/msg/StopState", cdr(&Stop::of(state, by, now))),
    }
}

fn cdr(message: &impl Serialize) -> Result<Vec<u8>, cdr_encoding::Error> {
    let body = cdr_encoding::to_vec::<_, LittleEndian>(message)?;
    Ok([&HEADER[..], &body].concat())
}

/// An array whose length its type has.
struct Fixed<T>(Vec<T>);

impl<T: Serialize> Serialize for Fixed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(self.0.len())?;
        self.0.iter().try_for_each(|value| tuple.serialize_element(value))?;
        tuple.end()
    }
}

#[derive(Serialize)]
struct Time {
    sec: i32,
    nanosec: u32,
}

impl From<Duration> for Time {
    fn from(time: Duration) -> Self {
        Self { sec: i32::try_from(time.as_secs()).unwrap_or(i32::MAX), nanosec: time.subsec_nanos() }
    }
}

#[derive(Serialize)]
struct Header {
    stamp: Time,
    frame_id: String,
}

fn header(stamp: Duration, frame_id: &str) -> Header {
    Header { stamp: stamp.into(), frame_id: frame_id.to_owned() }
}

fn facelets(cube: Option<&Cube>) -> String {
    cube.map(|cube| cube.facelets().to_string()).unwrap_or_default()
}

#[derive(Serialize)]
struct CubePose {
    header: Header,
    status: u8,
    faces_at_sides: String,
    orientation: Fixed<f64>,
    turned: String,
    counted_since: Time,
    turns: u32,
    facelets: String,
    facing_camera: String,
    camera_quarters: u8,
}

impl CubePose {
    fn of(report: &PoseReport, stamp: Duration) -> Self {
        Self {
            header: header(stamp, "base_link"),
            status: match (report.pose, report.moving) {
                (None, _) => 0,
                (Some(_), false) => 1,
                (Some(_), true) => 2,
            },
            faces_at_sides: report.pose.map(|pose| pose.faces_at_sides()).unwrap_or_default(),
            orientation: Fixed(report.pose.map_or([0.0, 0.0, 0.0, 1.0], rig::quaternion).to_vec()),
            turned: facelets(report.turned.cube.as_ref()),
            counted_since: report.turned.since.into(),
            turns: report.turned.turns,
            facelets: facelets(report.cube.as_ref()),
            facing_camera: report.shown.map(|(face, _)| face.letter().to_string()).unwrap_or_default(),
            camera_quarters: report.shown.map_or(0, |(_, quarters)| quarters),
        }
    }
}

#[derive(Serialize)]
struct CubeState {
    header: Header,
    status: u8,
    facelets: String,
    scheme: String,
    confidence: Fixed<f32>,
    faces_seen: String,
    solved: bool,
    source: u8,
    turns: u32,
    error_code: i32,
    error_msg: String,
    doubtful: Vec<u8>,
    notes: Vec<String>,
}

impl CubeState {
    fn of(update: &CubeUpdate, state: &State) -> Self {
        let problem = state.problem.as_ref();
        Self {
            header: header(Duration::from_secs_f64(update.stamp), "cube"),
            status: state.status() as u8,
            facelets: state.facelets.clone(),
            scheme: state.scheme_letters(),
            confidence: Fixed(state.confidence.to_vec()),
            faces_seen: state.faces_seen.clone(),
            solved: state.cube.is_some_and(|cube| cube.is_solved()),
            source: update.source as u8,
            turns: update.turns,
            error_code: problem.map_or(0, |(kind, _)| *kind as i32 + 1),
            error_msg: problem.map(|(_, text)| text.clone()).unwrap_or_default(),
            doubtful: state.doubtful.iter().filter_map(|at| u8::try_from(*at).ok()).collect(),
            notes: state.notes.clone(),
        }
    }
}

#[derive(Serialize)]
struct FaceObservation {
    header: Header,
    width: u32,
    height: u32,
    faces: Vec<FaceView>,
    milliseconds: f32,
}

#[derive(Serialize)]
struct FaceView {
    stickers: Vec<Sticker>,
    confidence: f32,
}

#[derive(Serialize)]
struct Sticker {
    colour: String,
    confidence: f32,
    quad: Fixed<f32>,
    rgb: Fixed<f32>,
    recovered: bool,
}

impl FaceObservation {
    /// Without a picture there are no places in it.
    fn of(seen: &Observation) -> Self {
        let view = |(face, confidence): &(cube_state::SeenFace, f32)| FaceView {
            stickers: face.0.iter().map(Sticker::of).collect(),
            confidence: *confidence,
        };
        let faces = seen.face.iter().map(view).collect();
        Self { header: header(seen.stamp, &seen.frame_id), width: 0, height: 0, faces, milliseconds: 0.0 }
    }
}

impl Sticker {
    fn of(sticker: &cube_state::SeenSticker) -> Self {
        Self {
            colour: sticker.color.map_or('?', |color| color.letter()).to_string(),
            confidence: sticker.confidence,
            quad: Fixed(vec![0.0; 8]),
            rgb: Fixed(sticker.rgb.to_vec()),
            recovered: false,
        }
    }
}

#[derive(Serialize)]
struct JointState {
    header: Header,
    name: Vec<String>,
    position: Vec<f64>,
    velocity: Vec<f64>,
    effort: Vec<f64>,
}

impl JointState {
    fn of(joints: &[JointReading], now: Duration) -> Self {
        Self {
            header: header(now, ""),
            name: joints.iter().map(|(joint, ..)| joint.name().to_owned()).collect(),
            position: joints.iter().map(|(_, at, _)| *at).collect(),
            velocity: joints.iter().map(|(.., speed)| speed.unwrap_or(f64::NAN)).collect(),
            effort: Vec::new(),
        }
    }
}

#[derive(Serialize)]
struct RunStatus {
    header: Header,
    stage: u8,
    attempt: u32,
    text: String,
    asks: bool,
    progress: f32,
    moves: Vec<String>,
    moves_done: u32,
    error_code: i32,
    error_msg: String,
}

impl RunStatus {
    fn of(status: &mission::Status, now: Duration) -> Self {
        let error = status.error.as_ref();
        Self {
            header: header(now, ""),
            // Stages and codes are those of the message, in its order.
            stage: status.stage as u8,
            attempt: status.attempt,
            text: status.text.clone(),
            asks: status.asks,
            progress: status.progress,
            moves: status.moves.iter().map(ToString::to_string).collect(),
            moves_done: u32::try_from(status.moves_done).unwrap_or(u32::MAX),
            error_code: error.map_or(0, |(code, _)| *code as i32 + 1),
            error_msg: error.map(|(_, text)| text.clone()).unwrap_or_default(),
        }
    }
}

#[derive(Serialize)]
struct Stop {
    header: Header,
    source: String,
    number: u64,
    stopped: bool,
    text: String,
}

impl Stop {
    fn of(state: &StopState, by: Id, now: Duration) -> Self {
        Self {
            header: header(now, ""),
            source: by.name().to_owned(),
            number: state.number,
            stopped: state.stopped,
            text: state.text.clone(),
        }
    }
}
