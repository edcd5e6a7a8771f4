//! What rosbag2 keeps about a recording: `metadata.yaml`, and the same text inside of the file.

use std::fmt::Write;

use crate::messages::Topic;

/// rosbag2's name of the record in the file.
pub(crate) const RECORD: &str = "rosbag2";
/// And of its text.
pub(crate) const KEY: &str = "serialized_metadata";

/// What was recorded.
pub(crate) struct Metadata<'a> {
    /// The file, relative to the folder.
    pub file: String,
    /// The first and the last time.
    pub times: Option<(u64, u64)>,
    /// Topics, each with the number of its messages.
    pub topics: Vec<(&'a Topic, u64)>,
    /// The distribution of ROS, such as `jazzy`; empty where it is not known.
    pub distribution: String,
}

impl Metadata<'_> {
    /// As rosbag2 of Jazzy writes it.
    pub fn yaml(&self) -> String {
        let (start, end) = self.times.unwrap_or_default();
        let (duration, count) = (end - start, self.topics.iter().map(|(_, count)| count).sum::<u64>());
        let mut text = format!(
            "rosbag2_bagfile_information:\n  version: 9\n  storage_identifier: mcap\n  duration:\n    nanoseconds: {duration}\n  \
             starting_time:\n    nanoseconds_since_epoch: {start}\n  message_count: {count}\n  topics_with_message_count:{}\n",
            if self.topics.is_empty() { " []" } else { "" }
        );
        for (topic, count) in &self.topics {
            let qos = topic.qos_yaml("          ");
            // Writing to a text cannot fail.
            let _ = write!(
                text,
                "    - topic_metadata:\n        name: {}\n        type: {}\n        serialization_format: cdr\n        \
                 offered_qos_profiles:{}\n{qos}        type_description_hash: {}\n      message_count: {count}\n",
                topic.name,
                topic.kind,
                if qos.is_empty() { " []" } else { "" },
                quoted(topic.definition.hash.as_deref().unwrap_or_default()),
            );
        }
        let file = quoted(&self.file);
        let _ = write!(
            text,
            "  compression_format: \"\"\n  compression_mode: \"\"\n  relative_file_paths:\n    - {file}\n  files:\n    - path: {file}\n      \
             starting_time:\n        nanoseconds_since_epoch: {start}\n      duration:\n        nanoseconds: {duration}\n      \
             message_count: {count}\n  custom_data: ~\n  ros_distro: {}\n",
            quoted(&self.distribution)
        );
        text
    }
}

/// A text in quotes. JSON's are YAML's too.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
