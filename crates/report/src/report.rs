//! Reads a recording and puts together what a report has.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use record::Reader;
use serde::Serialize;

use crate::error::Error;
use crate::events::{Fault, LogLine, Stage, stages};
use crate::faces::{Showing, showings};
use crate::goals::{Latencies, first_stops, latencies};
use crate::joints::{Tracking, tracking};
use crate::motions::{PlanAndDeed, plans};
use crate::processor::ProcessorTime;
use crate::taken::{State, Taken, When};
use crate::topics::{Subject, place};

/// Stamps that differ by more from the machine's time, in nanoseconds, are of another clock.
const SAME_CLOCK: i64 = 5_000_000_000;

/// What a recorded run was like. Times are seconds from the begin of the recording.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The file.
    pub file: String,
    /// The rig's namespace; empty for none.
    pub namespace: String,
    /// Seconds since 1970 at the begin.
    pub began: u64,
    /// How long it is.
    pub seconds: f64,
    /// All messages in it.
    pub messages: u64,
    /// The topics that have messages.
    pub topics: usize,
    /// What was wrong with the file.
    pub notes: Vec<String>,
    /// The known cube, at first and at last.
    pub cubes: Option<[Cube; 2]>,
    /// The faces that the camera was shown.
    pub faces: Vec<Showing>,
    /// What the run did.
    pub stages: Vec<Stage>,
    /// Plans, and what the joints did.
    pub plans: Vec<PlanAndDeed>,
    /// Errors of joints.
    pub joints: Vec<Tracking>,
    /// Times from cause to effect.
    pub latencies: Latencies,
    /// Stops: when, who, and why.
    pub stops: Vec<(f64, String)>,
    /// Reports of nodes that were not ok.
    pub faults: Vec<Fault>,
    /// Processor time of each process of the graph.
    pub processor: Vec<ProcessorTime>,
    /// Rules of motion that the simulated rig broke.
    pub violations: Vec<(f64, String)>,
    /// The log from WARN on.
    pub log: Vec<LogLine>,
    /// Parts without content, and why.
    pub missing: Vec<Missing>,
}

/// A known cube.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cube {
    /// When it was published.
    pub at: f64,
    /// 54 letters, `?` where unknown.
    pub facelets: String,
    /// The colours of the faces U R F D L B.
    pub scheme: String,
}

/// A part of the report that has no content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Missing {
    /// The part, such as `faces`.
    pub part: &'static str,
    /// Why.
    pub reason: String,
}

/// What is read of a file: each rig in it, and which topics it has.
#[derive(Default)]
struct Rigs {
    rigs: BTreeMap<String, Taken>,
    shared: Taken,
    has: BTreeSet<(String, Subject)>,
    unread: BTreeMap<String, (usize, String)>,
    topics: BTreeSet<String>,
    messages: u64,
    times: Option<(i64, i64)>,
}

impl Report {
    /// Reads a recording of one rig: a file, or the folder of one. A file that breaks off, and a topic that is not there, are noted.
    ///
    /// # Errors
    /// A file that is no recording; none or several rigs in it, unless `namespace` chooses one.
    pub fn read(path: &Path, namespace: Option<&str>) -> Result<Self, Error> {
        let reader = Reader::open(path)?;
        let (mut rigs, mut notes, mut broken) = (Rigs::default(), Vec::new(), None);
        for message in reader {
            match message {
                Ok(message) => rigs.take(&message),
                Err(error) => {
                    notes.push(error.to_string());
                    broken = Some(error);
                }
            }
        }
        let wanted = namespace.map(|name| match name.trim_matches('/') {
            "" => String::new(),
            name => format!("/{name}"),
        });
        let found: Vec<String> = rigs.rigs.keys().cloned().collect();
        let namespace = match (wanted, &found[..]) {
            (Some(wanted), _) if rigs.rigs.contains_key(&wanted) => wanted,
            (None, [only]) => only.clone(),
            (None, [_, _, ..]) => {
                let namespaces = found.into_iter().map(|name| if name.is_empty() { "/".into() } else { name });
                return Err(Error::SeveralRigs { path: path.to_owned(), namespaces: namespaces.collect() });
            }
            (wanted, _) => {
                let otherwise = Error::NoRig { path: path.to_owned(), namespace: wanted };
                return Err(broken.map_or(otherwise, Error::from));
            }
        };
        for (topic, (count, reason)) in &rigs.unread {
            notes.push(format!("{count} messages on {topic} are left out: {reason}"));
        }
        Ok(rigs.report(path, namespace, notes))
    }
}

impl Rigs {
    fn take(&mut self, message: &record::Recorded) {
        let topic = &message.channel.topic;
        self.messages += 1;
        if !self.topics.contains(topic) {
            self.topics.insert(topic.clone());
        }
        let time = |nanoseconds| i64::try_from(nanoseconds).unwrap_or(i64::MAX);
        let when = When { received: time(message.received), sent: time(message.sent) };
        let (first, last) = self.times.unwrap_or((when.received, when.received));
        self.times = Some((first.min(when.received), last.max(when.received)));
        let Some(place) = place(topic) else { return };
        let namespace = place.namespace.clone().unwrap_or_default();
        let taken = match place.namespace {
            Some(namespace) => self.rigs.entry(namespace).or_default(),
            None => &mut self.shared,
        };
        let unread = match message.decode() {
            Ok(value) => match taken.take(place.subject, &place.brick, when, &value) {
                Some(()) => {
                    self.has.insert((namespace, place.subject));
                    return;
                }
                None => format!("{} has other fields than expected", message.channel.kind),
            },
            Err(error) => error.to_string(),
        };
        self.unread.entry(topic.clone()).or_insert((0, unread)).0 += 1;
    }

    fn report(mut self, path: &Path, namespace: String, notes: Vec<String>) -> Report {
        let mut taken = self.rigs.remove(&namespace).unwrap_or_default();
        taken.sort();
        let (begin, end) = self.times.unwrap_or_default();
        let seconds = |at: i64| at.saturating_sub(begin) as f64 / 1e9;
        // In simulated time the stamps are of another clock.
        let mut delays = std::mem::take(&mut taken.delays);
        delays.sort_unstable();
        let shift = delays.get(delays.len() / 2).copied().filter(|delay| SAME_CLOCK < delay.abs()).unwrap_or(0);
        let stamped = |stamp: i64| seconds(stamp.saturating_add(shift));
        let mut latencies = latencies(&taken);
        if shift != 0 {
            latencies.photon_to_face = None;
        }
        let stop = |stop: &crate::taken::Stop| (stamped(stop.stamp), format!("{} ({})", stop.text, stop.source));
        let mut report = Report {
            file: path.display().to_string(),
            began: u64::try_from(begin / 1_000_000_000).unwrap_or(0),
            seconds: seconds(end),
            messages: self.messages,
            topics: self.topics.len(),
            notes,
            cubes: cubes(&taken.states, seconds),
            faces: showings(&taken.faces, &taken.shown, stamped),
            stages: stages(&taken.run, end, seconds),
            plans: plans(&taken, stamped),
            joints: tracking(&taken.tracking, stamped),
            latencies,
            stops: first_stops(&taken.stops).map(stop).collect(),
            faults: self.shared.faults.list(seconds),
            processor: std::mem::take(&mut self.shared.processes).list(),
            violations: taken.violations.iter().map(|(at, text)| (seconds(*at), text.clone())).collect(),
            log: self.shared.log.list(seconds),
            missing: Vec::new(),
            namespace,
        };
        for (kind, more) in [("reports", self.shared.faults.more()), ("lines of the log", self.shared.log.more())] {
            if 0 < more {
                report.notes.push(format!("{more} more {kind} are left out"));
            }
        }
        report.missing = self.missing(&report, shift != 0);
        report
    }

    /// Which parts have no content, and why.
    fn missing(&self, report: &Report, other_clock: bool) -> Vec<Missing> {
        let namespace = &report.namespace;
        let lacks = |subjects: &[(Subject, &str)], otherwise: &str| {
            let of = |subject: Subject| match subject {
                Subject::Diagnostics | Subject::Log => String::new(),
                _ => namespace.clone(),
            };
            let absent = subjects.iter().find(|(subject, _)| !self.has.contains(&(of(*subject), *subject)));
            match absent {
                Some((_, topic)) => format!("the recording has no {topic}"),
                None => otherwise.to_owned(),
            }
        };
        let latencies = &report.latencies;
        let clock = if other_clock { "the stamps are not of the machine's clock" } else { "no picture was read" };
        let (tracking, goals) =
            ("<brick>/follow_joint_trajectory/_action/feedback", "<brick>/follow_joint_trajectory/_action/status");
        let joints = (Subject::Joints, "joint_states");
        let parts = [
            (report.cubes.is_none(), "cube", lacks(&[(Subject::State, "cube/state")], "nothing was known of a cube")),
            (report.faces.is_empty(), "faces", lacks(&[(Subject::Faces, "faces")], "no face was seen")),
            (report.stages.is_empty(), "stages", lacks(&[(Subject::Run, "run/status")], "no run was under way")),
            (report.plans.is_empty(), "plans", lacks(&[(Subject::Plan, "plan")], "nothing was planned")),
            (
                !report.plans.is_empty() && !self.has.contains(&(namespace.clone(), Subject::Joints)),
                "deeds",
                lacks(&[joints], ""),
            ),
            (report.joints.is_empty(), "joints", lacks(&[(Subject::Tracking, tracking)], "no goal moved a joint")),
            (latencies.photon_to_face.is_none(), "photon to face", lacks(&[(Subject::Faces, "faces")], clock)),
            (
                latencies.goal_to_motion.is_none(),
                "goal to motion",
                lacks(&[(Subject::Goals, goals), joints], "no goal moved a joint"),
            ),
            (
                latencies.stop_to_standstill.is_none(),
                "stop to standstill",
                lacks(&[(Subject::Stop, "stop_state"), joints], "nobody stopped a rig that moved"),
            ),
            (
                !self.has.contains(&(String::new(), Subject::Diagnostics)),
                "faults",
                lacks(&[(Subject::Diagnostics, "/diagnostics")], ""),
            ),
            (
                report.processor.is_empty(),
                "processor",
                lacks(&[(Subject::Diagnostics, "/diagnostics")], "the nodes did not report it"),
            ),
            (!self.has.contains(&(String::new(), Subject::Log)), "log", lacks(&[(Subject::Log, "/rosout")], "")),
        ];
        let missing = parts.into_iter().filter(|(is_missing, ..)| *is_missing);
        missing.map(|(_, part, reason)| Missing { part, reason }).collect()
    }
}

/// The first state that is complete, or else that of which most is known; and the last one.
fn cubes(states: &[State], seconds: impl Fn(i64) -> f64) -> Option<[Cube; 2]> {
    const VALID: i64 = 2;
    let known = |state: &&State| state.facelets.chars().filter(|letter| *letter != '?').count();
    let most = states.iter().rev().max_by_key(known).filter(|state| 0 < known(state));
    let first = states.iter().find(|state| state.status == VALID).or(most)?;
    let cube =
        |state: &State| Cube { at: seconds(state.at), facelets: state.facelets.clone(), scheme: state.scheme.clone() };
    Some([cube(first), cube(states.last()?)])
}
