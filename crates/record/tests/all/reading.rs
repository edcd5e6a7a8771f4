//! Recordings are read to their end, or to where they break off.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::collection::vec;
use proptest::prelude::*;
use record::{Bag, Definition, Error, Message, Reader, Recording, Source, Topic, Value};

/// A new path in a folder of this test run.
fn path(name: &str) -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let folder = std::env::temp_dir().join(format!("cuberig-reading-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{}-{name}", COUNT.fetch_add(1, Ordering::Relaxed)));
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn text(number: u32) -> String {
    format!("number {number}")
}

/// Writes this many texts on two topics in turn, with a chunk for every ten.
fn write(bag: Bag, count: u32) -> PathBuf {
    let file = bag.file().to_owned();
    let definition = Definition { text: "string data\n".into(), hash: None };
    let topic = |name: &str| {
        let (name, kind, definition) = (name.into(), "std_msgs/msg/String".into(), definition.clone());
        Arc::new(Topic { name, kind, definition, qos: Vec::new() })
    };
    let topics = [topic("/even"), topic("/odd")];
    let mut recording = Recording::begin(bag, "jazzy").expect("a new file");
    for number in 0..count {
        let text = text(number);
        let length = u32::try_from(text.len() + 1).expect("a short text").to_le_bytes();
        let data = [&[0, 1, 0, 0], &length[..], text.as_bytes(), &[0]].concat();
        let topic = topics[number as usize % 2].clone();
        let received = 1_000 + u64::from(number);
        let message = Message { topic, received, sent: received - 1, number: 1, source: Source(1), data };
        recording.write(&message).expect("a disk");
        if number % 10 == 9 {
            recording.flush().expect("a disk");
        }
    }
    recording.finish().expect("a disk");
    file
}

/// The texts that are read, and how it ended.
fn read(bytes: &[u8]) -> (Vec<String>, Option<Error>) {
    let reader = match Reader::new("run.mcap".into(), bytes) {
        Ok(reader) => reader,
        Err(error) => return (Vec::new(), Some(error)),
    };
    let (mut texts, mut end) = (Vec::new(), None);
    for message in reader {
        match message {
            Ok(message) => {
                let value = message.decode().ok();
                texts.push(value.as_ref().and_then(|value| value.at("data")?.text()).unwrap_or("?").to_owned());
            }
            Err(error) => end = Some(error),
        }
    }
    (texts, end)
}

fn texts(count: u32) -> Vec<String> {
    (0..count).map(text).collect()
}

#[test]
fn what_was_written_is_read() {
    for name in ["run.mcap", "run"] {
        let path = path(name);
        write(Bag::named(&path), 25);
        let messages: Result<Vec<_>, _> = Reader::open(&path).expect("a recording").collect();
        let messages = messages.expect("it is complete");
        assert_eq!(messages.len(), 25);
        let last = &messages[24];
        assert_eq!((&*last.channel.topic, &*last.channel.kind), ("/even", "std_msgs/msg/String"));
        assert_eq!((last.received, last.sent), (1024, 1023));
        assert!(last.channel.about.contains_key("offered_qos_profiles"));
        assert_eq!(last.decode(), Ok(Value::Message(vec![("data".into(), Value::Text("number 24".into()))])));
    }
}

#[test]
fn a_file_that_breaks_off_is_read_up_to_there() {
    let file = write(Bag::named(path("cut.mcap")), 40);
    let bytes = cube::outside::read(file, "a recording", 1 << 20).expect("a file");
    assert_eq!(read(&bytes).0, texts(40));
    let mut longest = 0;
    for length in (8..bytes.len()).step_by(7) {
        let (found, end) = read(&bytes[..length]);
        let is_known = matches!(end, Some(Error::BreaksOff { .. } | Error::NoRecording { .. }));
        assert!(is_known, "{length} of {}: {end:?}", bytes.len());
        assert!(longest <= found.len(), "{length}: {} messages, and {longest} before", found.len());
        longest = found.len();
        assert_eq!(found, texts(u32::try_from(longest).expect("a few")));
    }
    assert_eq!(longest, 40);
}

#[test]
fn what_is_no_recording_is_one_sentence() {
    for bytes in [&b""[..], b"RIFF", b"\x89PNG\r\n\x1a\n and more", b"#ROSBAG V2.0\n"] {
        let error = read(bytes).1.expect("it is refused").to_string();
        assert_eq!(error, "run.mcap is no MCAP recording");
    }
    let missing = Reader::open(&path("missing.mcap")).err().expect("it is not there").to_string();
    assert!(missing.starts_with("cannot read ") && missing.contains("missing.mcap"), "{missing}");
    let empty = path("empty");
    std::fs::create_dir_all(&empty).expect("a folder");
    let error = Reader::open(&empty).err().expect("it is empty").to_string();
    assert!(error.ends_with("empty has 0 MCAP files in place of one"), "{error}");
}

proptest! {
    #[test]
    fn a_damaged_file_ends_in_a_sentence(at in vec((any::<prop::sample::Index>(), any::<u8>()), 1..5)) {
        let file = path("damaged.mcap");
        let mut bytes = cube::outside::read(write(Bag::named(&file), 30), "a recording", 1 << 20).expect("a file");
        std::fs::remove_file(&file).expect("a file");
        for (place, byte) in at {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if let Some(error) = read(&bytes).1 {
            prop_assert!(error.to_string().contains("run.mcap"));
        }
    }
}
