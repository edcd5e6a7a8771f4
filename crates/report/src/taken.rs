//! What a report takes of the messages of one rig. Times are nanoseconds since 1970.

use std::collections::{BTreeMap, BTreeSet};

use record::Value;

use crate::events::{Faults, LogLines};
use crate::processor::Processes;
use crate::topics::Subject;

/// What the camera saw in one picture.
pub struct Seen {
    pub stamp: i64,
    pub sent: i64,
    pub views: Vec<View>,
}

/// One face in a picture.
pub struct View {
    pub confidence: f64,
    pub stickers: Vec<Sticker>,
}

/// One sticker of it.
#[derive(Clone)]
pub struct Sticker {
    pub letter: char,
    pub confidence: f64,
    pub rgb: [u8; 3],
}

/// A message of `cube/state`.
pub struct State {
    pub at: i64,
    pub status: i64,
    pub facelets: String,
    pub scheme: String,
}

/// A message of `plan`.
pub struct Plan {
    pub stamp: i64,
    pub moves: Vec<String>,
    pub seconds: f64,
    pub motions: Vec<PlanMotion>,
}

/// A motion of it, in seconds from its begin.
#[derive(Clone)]
pub struct PlanMotion {
    pub arm: char,
    pub action: String,
    pub quarters: i64,
    pub start: f64,
    pub end: f64,
}

/// A position of a joint in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    pub stamp: i64,
    pub position: f64,
}

/// Where a joint should be and is, in radians, while a goal is under way.
#[derive(Clone, Copy)]
pub struct Tracked {
    pub stamp: i64,
    pub goal: [u8; 16],
    pub desired: f64,
    pub actual: f64,
}

/// A goal of a brick.
pub struct Goal {
    pub brick: String,
    pub accepted: i64,
}

/// A stop or a resume.
pub struct Stop {
    pub stamp: i64,
    pub number: u64,
    pub stopped: bool,
    pub source: String,
    pub text: String,
}

/// A message of `run/status`.
pub struct RunStep {
    pub at: i64,
    pub stage: i64,
    pub text: String,
    pub error: String,
}

/// Everything that is taken of a rig.
#[derive(Default)]
pub struct Taken {
    pub faces: Vec<Seen>,
    pub states: Vec<State>,
    /// When the face that the camera is shown changed, and its letter.
    pub shown: Vec<(i64, Option<char>)>,
    pub plans: Vec<Plan>,
    pub joints: BTreeMap<String, Vec<Reading>>,
    pub goals: BTreeMap<[u8; 16], Goal>,
    pub tracking: BTreeMap<String, Vec<Tracked>>,
    pub brick_joints: BTreeMap<String, BTreeSet<String>>,
    pub stops: Vec<Stop>,
    pub run: Vec<RunStep>,
    pub faults: Faults,
    pub log: LogLines,
    pub processes: Processes,
    /// Rules that the simulated rig broke, and when it was published.
    pub violations: Vec<(i64, String)>,
    /// How much later than their stamps some readings were received.
    pub delays: Vec<i64>,
}

/// Readings of which the delay is kept.
const DELAYS: usize = 1000;

/// When a message was published and received.
#[derive(Clone, Copy)]
pub struct When {
    pub received: i64,
    pub sent: i64,
}

impl Taken {
    /// Takes a message; `None` where it lacks a field.
    pub fn take(&mut self, subject: Subject, brick: &str, when: When, message: &Value) -> Option<()> {
        let at = when.received;
        match subject {
            Subject::Faces => {
                let (stamp, views) = (stamp(message, "header.stamp")?, list(message, "faces")?.iter());
                let views = views.map(view).collect::<Option<Vec<_>>>()?;
                self.faces.push(Seen { stamp, sent: when.sent, views });
            }
            Subject::State => self.states.push(State {
                at,
                status: whole(message, "status")?,
                facelets: text(message, "facelets")?,
                scheme: text(message, "scheme")?,
            }),
            Subject::Pose => {
                let letter = text(message, "facing_camera")?.chars().next();
                let stamp = stamp(message, "header.stamp")?;
                if self.shown.last().is_none_or(|(_, shown)| *shown != letter) {
                    self.shown.push((stamp, letter));
                }
            }
            Subject::Plan => self.plans.push(plan(message)?),
            Subject::Joints => self.joint_states(at, message)?,
            Subject::Goals => self.goal_statuses(brick, message)?,
            Subject::Tracking => self.track(brick, message)?,
            Subject::Stop => self.stops.push(Stop {
                stamp: stamp(message, "header.stamp")?,
                number: u64::try_from(whole(message, "number")?).ok()?,
                stopped: message.at("stopped")?.is_true()?,
                source: text(message, "source")?,
                text: text(message, "text")?,
            }),
            Subject::Run => self.run.push(RunStep {
                at,
                stage: whole(message, "stage")?,
                text: text(message, "text")?,
                error: text(message, "error_msg")?,
            }),
            Subject::Truth => {
                for violation in list(message, "violations")?.iter().skip(self.violations.len()) {
                    self.violations.push((at, violation.text()?.to_owned()));
                }
            }
            Subject::Diagnostics => {
                for status in list(message, "status")? {
                    let (name, text) = (text(status, "name")?, text(status, "message")?);
                    self.faults.take(at, &name, whole(status, "level")?, &text);
                    if let (Some(process), Some(used)) = (reported(status, "process"), reported(status, "processor")) {
                        self.processes.take(&name, &process, &used);
                    }
                }
            }
            Subject::Log => {
                let (name, text) = (text(message, "name")?, text(message, "msg")?);
                self.log.take(at, whole(message, "level")?, &name, &text);
            }
        }
        Some(())
    }

    fn joint_states(&mut self, at: i64, message: &Value) -> Option<()> {
        let stamp = stamp(message, "header.stamp")?;
        if self.delays.len() < DELAYS {
            self.delays.push(at.saturating_sub(stamp));
        }
        for (name, position) in list(message, "name")?.iter().zip(list(message, "position")?) {
            let reading = Reading { stamp, position: finite(position)? };
            self.joints.entry(name.text()?.to_owned()).or_default().push(reading);
        }
        Some(())
    }

    fn goal_statuses(&mut self, brick: &str, message: &Value) -> Option<()> {
        for status in list(message, "status_list")? {
            let id = id(status, "goal_info.goal_id.uuid")?;
            let accepted = stamp(status, "goal_info.stamp")?;
            self.goals.entry(id).or_insert_with(|| Goal { brick: brick.to_owned(), accepted });
        }
        Some(())
    }

    fn track(&mut self, brick: &str, message: &Value) -> Option<()> {
        let (goal, stamp) = (id(message, "goal_id.uuid")?, stamp(message, "feedback.header.stamp")?);
        let positions = |name: &str| list(message, &format!("feedback.{name}.positions"));
        let points = positions("desired")?.iter().zip(positions("actual")?);
        for (name, (desired, actual)) in list(message, "feedback.joint_names")?.iter().zip(points) {
            let name = name.text()?.to_owned();
            self.brick_joints.entry(brick.to_owned()).or_default().insert(name.clone());
            let tracked = Tracked { stamp, goal, desired: finite(desired)?, actual: finite(actual)? };
            self.tracking.entry(name).or_default().push(tracked);
        }
        Some(())
    }

    /// Puts what bursts and several publishers have mixed into the order of time.
    pub fn sort(&mut self) {
        self.faces.sort_by_key(|seen| seen.stamp);
        self.states.sort_by_key(|state| state.at);
        self.plans.sort_by_key(|plan| plan.stamp);
        self.plans.dedup_by_key(|plan| plan.stamp);
        self.joints.values_mut().for_each(|readings| readings.sort_by_key(|reading| reading.stamp));
        self.tracking.values_mut().for_each(|tracked| tracked.sort_by_key(|one| one.stamp));
        self.stops.sort_by_key(|stop| (stop.number, stop.stamp));
        self.run.sort_by_key(|step| step.at);
    }
}

fn whole(message: &Value, path: &str) -> Option<i64> {
    message.at(path)?.whole()
}

fn text(message: &Value, path: &str) -> Option<String> {
    Some(message.at(path)?.text()?.to_owned())
}

/// A value of a node's report, by its name.
fn reported(status: &Value, key: &str) -> Option<String> {
    let values = list(status, "values")?;
    values
        .iter()
        .find(|value| text(value, "key").is_some_and(|name| name == key))
        .and_then(|value| text(value, "value"))
}

fn number(message: &Value, path: &str) -> Option<f64> {
    finite(message.at(path)?)
}

fn finite(value: &Value) -> Option<f64> {
    value.number().filter(|number| number.is_finite())
}

fn list<'a>(message: &'a Value, path: &str) -> Option<&'a [Value]> {
    message.at(path)?.list()
}

fn id(message: &Value, path: &str) -> Option<[u8; 16]> {
    message.at(path)?.bytes()?.try_into().ok()
}

fn stamp(message: &Value, path: &str) -> Option<i64> {
    let time = message.at(path)?;
    Some(whole(time, "sec")?.checked_mul(1_000_000_000)?.saturating_add(whole(time, "nanosec")?))
}

fn texts(message: &Value, path: &str) -> Option<Vec<String>> {
    list(message, path)?.iter().map(|text| Some(text.text()?.to_owned())).collect()
}

fn view(view: &Value) -> Option<View> {
    let stickers = list(view, "stickers")?.iter().map(|sticker| {
        let rgb = list(sticker, "rgb")?.iter().filter_map(Value::number).map(|value| value.round() as u8);
        Some(Sticker {
            letter: sticker.at("colour")?.text()?.chars().next().unwrap_or('?'),
            confidence: number(sticker, "confidence")?,
            rgb: rgb.collect::<Vec<_>>().try_into().ok()?,
        })
    });
    Some(View { confidence: number(view, "confidence")?, stickers: stickers.collect::<Option<_>>()? })
}

fn plan(message: &Value) -> Option<Plan> {
    let motions = list(message, "motions")?.iter().map(|motion| {
        Some(PlanMotion {
            arm: motion.at("arm")?.text()?.chars().next()?,
            action: text(motion, "action")?,
            quarters: whole(motion, "quarters")?,
            start: number(motion, "start")?,
            end: number(motion, "end")?,
        })
    });
    Some(Plan {
        stamp: stamp(message, "header.stamp")?,
        moves: texts(message, "moves")?,
        seconds: number(message, "seconds")?,
        motions: motions.collect::<Option<_>>()?,
    })
}
