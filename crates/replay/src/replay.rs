//! Goes through a recording.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::PathBuf;

use cube_state::SeenFace;
use record::{Reader, Recorded, Value};

use crate::detector::{Detector, differs};
use crate::difference::{Compared, Difference};
use crate::in_order::{InOrder, time};
use crate::messages::{self, Said, Shown};
use crate::runs::{Runs, STATUSES, STEPS};
use crate::states::States;

/// What is replayed.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// From this second of the recording on differences count.
    pub from: Option<f64>,
    /// The recording is read up to this second.
    pub to: Option<f64>,
    /// Whether the faces that are found now lead to the states, in place of the recorded ones.
    pub new_faces: bool,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The rig's namespace; empty for none.
    pub namespace: String,
    /// Seconds between its first message and the last that was read.
    pub seconds: f64,
    /// `faces`, from pictures.
    pub faces: Compared,
    /// `cube/state`, from faces and poses.
    pub states: Compared,
    /// The second from which on states are compared; `None` where none are.
    pub states_since: Option<f64>,
    /// `run/steps`: decisions of the conductor. None is recorded where no conductor of ours had anything to do, or an older version.
    pub steps: Compared,
    /// `run/status`, from steps.
    pub statuses: Compared,
    /// The second of the first step that was taken again, perhaps in mid-run; `None` where none was.
    pub steps_since: Option<f64>,
    /// Messages from which others follow that are missing in the recording.
    pub lost: u64,
    /// What differs, in the order of time.
    pub differences: Vec<Difference>,
    /// Messages that could not be read, by topic and reason; each pair once.
    pub unread: Vec<String>,
    /// Why the recording ends early, where it does.
    pub breaks_off: Option<String>,
}

/// Why a recording is not replayed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// It has no `faces`, no `cube/state` and no `run/steps`.
    #[error("the recording {} has no faces, cube/state or run/steps: no rig of cuberig was recorded", path.display())]
    NoRig {
        /// The file.
        path: PathBuf,
    },
    /// Two rigs.
    #[error("the recording has the rigs {first} and {second}: choose one by its namespace")]
    SeveralRigs {
        /// A namespace.
        first: String,
        /// Another one.
        second: String,
    },
}

/// The topics that are read, without namespace, and their types.
const TOPICS: [(&str, &str); 7] = [
    ("camera/image_raw", "sensor_msgs/msg/Image"),
    ("faces", "cuberig_msgs/msg/FaceObservation"),
    ("cube/pose", "cuberig_msgs/msg/CubePose"),
    ("cube/state", "cuberig_msgs/msg/CubeState"),
    ("cube/colors", "cuberig_msgs/msg/CubeColors"),
    (STEPS, "std_msgs/msg/String"),
    (STATUSES, "cuberig_msgs/msg/RunStatus"),
];

/// Replays a recording. `namespace` chooses one of several rigs; `progress` receives the seconds that are done.
///
/// # Errors
/// A recording of no rig, or of several.
pub fn replay<Input: Read>(
    reader: Reader<Input>,
    path: PathBuf,
    namespace: Option<&str>,
    options: &Options,
    mut progress: impl FnMut(f64),
) -> Result<Outcome, Error> {
    let mut player = Player::new(options);
    let mut rig = namespace.map(|name| name.trim_matches('/').to_owned());
    let mut begin = None;
    for message in InOrder::new(reader) {
        let message = match message {
            Ok(message) => message,
            Err(error) => {
                // What came before it follows.
                player.breaks_off = Some(error.to_string());
                continue;
            }
        };
        let at = time(&message);
        let begin = *begin.get_or_insert(at);
        let seconds = seconds(begin, at);
        if options.to.is_some_and(|to| to < seconds) {
            break;
        }
        player.seconds = player.seconds.max(seconds);
        progress(seconds);
        let Some((of, topic)) = place(&message) else { continue };
        match &rig {
            Some(rig) if *rig == of => {}
            Some(_) if namespace.is_some() => continue,
            Some(rig) => return Err(Error::SeveralRigs { first: format!("/{rig}"), second: format!("/{of}") }),
            None => rig = Some(of),
        }
        match message.decode() {
            Ok(value) => {
                player.note_number(at, topic, message.number);
                player.take(begin, at, topic, value);
            }
            Err(error) => player.note_unread(topic, &error.to_string()),
        }
    }
    if player.faces.recorded + player.states.compared.recorded + player.runs.steps.recorded == 0 {
        return Err(Error::NoRig { path });
    }
    Ok(player.outcome(rig.unwrap_or_default(), begin.unwrap_or_default()))
}

/// The namespace of a message that is read, and its topic.
fn place(message: &Recorded) -> Option<(String, &'static str)> {
    TOPICS.into_iter().find_map(|(topic, kind)| {
        let namespace = message.channel.topic.strip_suffix(topic)?.strip_suffix('/')?;
        (message.channel.kind == kind).then(|| (namespace.trim_matches('/').to_owned(), topic))
    })
}

/// What goes through a recording.
struct Player<'a> {
    options: &'a Options,
    seconds: f64,
    detector: Detector,
    states: States,
    runs: Runs,
    faces: Compared,
    /// Whether the picture of the last faces was recorded.
    has_last: bool,
    /// The number and the time of the newest message of `faces`, of `cube/pose` and of `run/steps`.
    newest: BTreeMap<&'static str, (u32, u64)>,
    lost: u64,
    differences: Vec<Difference>,
    unread: Vec<String>,
    breaks_off: Option<String>,
}

impl<'a> Player<'a> {
    fn new(options: &'a Options) -> Self {
        Self {
            options,
            seconds: 0.0,
            detector: Detector::new(),
            states: States::new(),
            runs: Runs::default(),
            faces: Compared::default(),
            has_last: true,
            newest: BTreeMap::new(),
            lost: 0,
            differences: Vec::new(),
            unread: Vec::new(),
            breaks_off: None,
        }
    }

    /// Notices messages that were lost. A recorder that found a topic late has lost its first faces; the newest pose it gets anyway.
    fn note_number(&mut self, at: u64, topic: &'static str, number: u32) {
        if number == 0 || !["faces", "cube/pose", STEPS].contains(&topic) {
            return;
        }
        let first = if topic == "faces" { 1 } else { number };
        let (next, since) =
            self.newest.insert(topic, (number, at)).map_or((first, 0), |(last, at)| (last.wrapping_add(1), at));
        // A publisher that begins anew counts from 1.
        if next < number {
            self.lost += u64::from(number - next);
            if topic == STEPS { self.runs.lost(since) } else { self.states.lost(since) }
        }
    }

    fn note_unread(&mut self, topic: &str, reason: &str) {
        let text = format!("{topic}: {reason}");
        if !self.unread.contains(&text) {
            self.unread.push(text);
        }
    }

    fn take(&mut self, begin: u64, at: u64, topic: &'static str, value: Value) {
        let taken = match topic {
            "camera/image_raw" => {
                self.detector.note(value);
                Some(())
            }
            "cube/colors" => messages::colors(&value).map(|colors| {
                self.detector.set_colors(colors);
                self.states.set_colors(colors);
            }),
            "cube/pose" => messages::pose(&value).map(|pose| self.states.pose(at, pose)),
            "cube/state" => Said::recorded(&value).map(|state| self.states.recorded(at, state)),
            STEPS => self.take_step(at, &value),
            STATUSES => Shown::recorded(&value).map(|status| self.runs.status(at, status)),
            _ => self.take_faces(begin, at, &value),
        };
        if taken.is_none() {
            self.note_unread(topic, "its fields are not those of this version");
        }
    }

    fn take_step(&mut self, at: u64, value: &Value) -> Option<()> {
        self.runs.steps.recorded += 1;
        match messages::step(value)? {
            Ok(step) => self.runs.step(at, step),
            Err(reason) => {
                self.note_unread(STEPS, &reason);
                self.runs.lost(at);
            }
        }
        Some(())
    }

    fn take_faces(&mut self, begin: u64, at: u64, value: &Value) -> Option<()> {
        let mut faces = messages::faces(value)?;
        self.faces.recorded += 1;
        let found = self.detector.faces_at(messages::stamp(value)?);
        let had_last = std::mem::replace(&mut self.has_last, found.is_some());
        if let Some(found) = found {
            self.faces.compared += 1;
            let difference = match &found {
                Ok(found) => differs(&faces, found, had_last),
                Err(error) => Some(format!("the picture cannot be searched now: {error}")),
            };
            if let Some(text) = difference {
                self.faces.different += 1;
                self.differences.push(Difference { seconds: seconds(begin, at), topic: "faces", text });
            }
            if self.options.new_faces {
                faces = found.unwrap_or_default();
            }
        }
        let observation = messages::observation(value, &faces as &[(SeenFace, f32)])?;
        self.states.observe(at, &observation);
        Some(())
    }

    fn outcome(mut self, namespace: String, begin: u64) -> Outcome {
        self.states.settle(u64::MAX);
        self.runs.settle(u64::MAX);
        let of_runs = self.runs.differences.into_iter();
        self.differences.extend(of_runs.map(|(at, topic, text)| Difference {
            seconds: seconds(begin, at),
            topic,
            text,
        }));
        let of_states = self.states.differences.into_iter();
        self.differences.extend(of_states.map(|(at, text)| Difference {
            seconds: seconds(begin, at),
            topic: "cube/state",
            text,
        }));
        let from = self.options.from.unwrap_or(0.0);
        self.differences.retain(|difference| from <= difference.seconds);
        self.differences.sort_by(|one, two| one.seconds.total_cmp(&two.seconds));
        Outcome {
            namespace,
            seconds: self.seconds,
            faces: self.faces,
            states: self.states.compared,
            steps: self.runs.steps,
            statuses: self.runs.statuses,
            steps_since: self.runs.since.map(|at| seconds(begin, at)),
            lost: self.lost,
            states_since: self.states.since.map(|at| seconds(begin, at)),
            differences: self.differences,
            unread: self.unread,
            breaks_off: self.breaks_off,
        }
    }
}

fn seconds(begin: u64, at: u64) -> f64 {
    at.saturating_sub(begin) as f64 / 1e9
}
