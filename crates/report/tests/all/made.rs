//! Recordings with a few messages of types that are made for a test: those fields that a report reads.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use byteorder::LittleEndian;
use record::{Bag, Definition, Message, Recording, Source, Topic};
use report::{Error, Report};
use serde::Serialize;

/// As `sensor_msgs/msg/JointState`.
pub const JOINTS: &str = "Header header\nstring[] name\nfloat64[] position\n===\nMSG: made_msgs/Header\n\
                          builtin_interfaces/Time stamp\n";

/// As `rcl_interfaces/msg/Log`.
pub const LOG: &str = "uint8 level\nstring name\nstring msg\n";

/// As `diagnostic_msgs/msg/DiagnosticArray`, without its header.
pub const DIAGNOSTICS: &str = "Status[] status\n===\nMSG: made_msgs/Status\nuint8 level\nstring name\nstring message\n\
                               KeyValue[] values\n===\nMSG: made_msgs/KeyValue\nstring key\nstring value\n";

/// One node's report.
#[derive(Serialize)]
pub struct Health {
    level: u8,
    name: String,
    message: String,
    values: Vec<(String, String)>,
}

impl Health {
    pub fn of(name: &str, values: &[(&str, &str)]) -> Self {
        let values = values.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        Self { level: 0, name: name.into(), message: String::new(), values }
    }
}

#[derive(Serialize)]
pub struct Readings {
    pub stamp: (i32, u32),
    pub name: Vec<String>,
    pub position: Vec<f64>,
}

#[derive(Serialize)]
pub struct Line {
    pub level: u8,
    pub name: String,
    pub msg: String,
}

/// A recording under way.
pub struct File {
    path: PathBuf,
    recording: Option<Recording>,
    topics: BTreeMap<String, Arc<Topic>>,
    received: u64,
}

impl File {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("cuberig-report-{}-{name}.mcap", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let recording = Recording::begin(Bag::named(&path), "jazzy").expect("a new file");
        Self { path, recording: Some(recording), topics: BTreeMap::new(), received: 100_000_000_000 }
    }

    pub fn write(&mut self, topic: &str, definition: &str, message: &impl Serialize) {
        let topic = self.topics.entry(topic.to_owned()).or_insert_with(|| {
            let definition = Definition { text: definition.into(), hash: None };
            Arc::new(Topic { name: topic.into(), kind: "made_msgs/msg/Made".into(), definition, qos: Vec::new() })
        });
        let body = cdr_encoding::to_vec::<_, LittleEndian>(message).expect("it is encoded");
        let data = [vec![0, 1, 0, 0], body].concat();
        self.received += 1_000_000;
        let message = Message {
            topic: topic.clone(),
            received: self.received,
            sent: self.received,
            number: 1,
            source: Source(1),
            data,
        };
        self.recording.as_mut().expect("it is not read yet").write(&message).expect("a disk");
    }

    /// Ends the recording at the first call.
    pub fn read(&mut self, namespace: Option<&str>) -> Result<Report, Error> {
        if let Some(recording) = self.recording.take() {
            recording.finish().expect("a disk");
        }
        Report::read(&self.path, namespace)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}
