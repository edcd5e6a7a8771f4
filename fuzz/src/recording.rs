//! Recordings of any writer: the file, its schemas, its messages.

use std::path::PathBuf;

use record::{Reader, Schema};

/// A file, or a schema and a message with a zero byte between them, by the first byte.
pub fn run(data: &[u8]) {
    let Some((choice, data)) = data.split_first() else { return };
    if choice.is_multiple_of(2) {
        let Ok(reader) = Reader::new(PathBuf::from("fuzz.mcap"), data) else { return };
        for message in reader {
            match message.map(|message| message.decode()) {
                Ok(Ok(_)) => {}
                Ok(Err(error)) => assert!(!error.to_string().is_empty()),
                Err(error) => assert!(error.to_string().contains("fuzz.mcap")),
            }
        }
        return;
    }
    let mut parts = data.splitn(2, |byte| *byte == 0);
    let (text, message) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let Ok(schema) = Schema::parse("fuzz_msgs/msg/Fuzz", "ros2msg", text) else { return };
    if let Err(error) = schema.decode(message) {
        assert!(!error.to_string().is_empty());
    }
}
