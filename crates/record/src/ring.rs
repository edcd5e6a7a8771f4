//! The last minute of all topics, in memory.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use crate::Error;
use crate::messages::{Message, Source};
use crate::recording::Recording;

/// Larger messages are pictures and the like: of each topic one a second is kept.
const LARGE: usize = 64 << 10;
/// The time between two of them.
const LARGE_EVERY: Duration = Duration::from_millis(990);
/// A ring holds this many bytes at most; then it is shorter than its time. A rig at work fills about 70 MB of it in a minute.
const MOST_BYTES: usize = 192 << 20;

/// The messages of some time.
///
/// What a late subscriber would receive stays: of each publisher on a latched topic the newest message, however old it is.
pub struct Ring {
    length: Duration,
    messages: VecDeque<Message>,
    bytes: usize,
    /// The newest messages on latched topics that are too old for the ring.
    latched: BTreeMap<(String, Source), Message>,
    /// When the last large message of a topic was kept.
    large: BTreeMap<String, u64>,
}

impl Ring {
    /// A ring of this length.
    pub fn new(length: Duration) -> Self {
        let (messages, latched, large) = Default::default();
        Self { length, messages, bytes: 0, latched, large }
    }

    /// Takes a message, and drops those that are too old by then.
    pub fn push(&mut self, message: Message) {
        let now = message.received;
        if LARGE < message.data.len() {
            let last = self.large.get(&message.topic.name);
            let gap = LARGE_EVERY.as_nanos() as u64;
            if last.is_some_and(|last| now < last.saturating_add(gap) && *last <= now) {
                return;
            }
            self.large.insert(message.topic.name.clone(), now);
        }
        self.bytes += message.data.len();
        self.messages.push_back(message);
        self.forget(now);
    }

    /// Drops what is too old at this time.
    fn forget(&mut self, now: u64) {
        let begin = now.saturating_sub(self.length.as_nanos() as u64);
        while let Some(oldest) = self.messages.front() {
            if begin <= oldest.received && self.bytes <= MOST_BYTES {
                break;
            }
            let Some(oldest) = self.messages.pop_front() else { break };
            self.bytes -= oldest.data.len();
            if oldest.topic.is_latched() {
                self.latched.insert((oldest.topic.name.clone(), oldest.source), oldest);
            }
        }
    }

    /// Writes all of it. Latched messages that are older come first, as if received when the ring begins.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&mut self, recording: &mut Recording, now: u64) -> Result<(), Error> {
        self.forget(now);
        let begin = self.messages.front().map_or(now, |message| message.received);
        for message in self.latched.values() {
            recording.write_at(message, begin)?;
        }
        self.messages.iter().try_for_each(|message| recording.write(message))?;
        recording.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bag::Bag;
    use crate::bag::tests::folder;
    use crate::qos::Durability;
    use crate::recording::tests::{message, read, topic};

    fn written(ring: &mut Ring, name: &str, second: u64) -> Vec<(String, u64, String)> {
        let path = folder(name).join("ring.mcap");
        let mut recording = Recording::begin(Bag::named(&path), "").expect("a new file");
        ring.write(&mut recording, second * 1_000_000_000).expect("a disk");
        recording.finish().expect("a disk");
        read(&path)
    }

    #[test]
    fn a_ring_has_its_last_minute_and_what_is_latched() {
        let (chatter, robot) = (topic("/chatter", Durability::Volatile), topic("/robot", Durability::TransientLocal));
        let mut ring = Ring::new(Duration::from_secs(60));
        ring.push(message(&robot, 1, "old"));
        ring.push(message(&robot, 2, "newest"));
        let mut other = message(&robot, 2, "another publisher");
        other.source = Source(2);
        ring.push(other);
        for second in 3..200 {
            ring.push(message(&chatter, second, &second.to_string()));
        }
        let found = written(&mut ring, "ring", 200);
        let (latched, rest) = found.split_at(2);
        let latched: Vec<_> = latched.iter().map(|(topic, second, text)| (&**topic, *second, &**text)).collect();
        assert_eq!(latched, [("/robot", 140, "newest"), ("/robot", 140, "another publisher")]);
        let rest: Vec<u64> = rest.iter().map(|(_, second, _)| *second).collect();
        assert_eq!(rest, Vec::from_iter(140..200));
    }

    #[test]
    fn one_picture_a_second_is_kept_and_every_small_message() {
        let (pictures, chatter) = (topic("/image", Durability::Volatile), topic("/chatter", Durability::Volatile));
        let mut ring = Ring::new(Duration::from_secs(60));
        let text = "x".repeat(100_000);
        for frame in 0..90 {
            for (topic, text) in [(&pictures, &*text), (&chatter, "small")] {
                let mut shown = message(topic, 5, text);
                shown.received += frame * 1_000_000_000 / 30;
                ring.push(shown);
            }
        }
        let found = written(&mut ring, "pictures", 9);
        let count = |name: &str| found.iter().filter(|(topic, ..)| topic == name).count();
        assert_eq!((count("/image"), count("/chatter")), (3, 90));
    }

    #[test]
    fn memory_has_a_limit() {
        let chatter = topic("/chatter", Durability::Volatile);
        let mut ring = Ring::new(Duration::from_secs(60));
        let text = "x".repeat(LARGE / 2);
        for frame in 0..10_000 {
            let mut shown = message(&chatter, 5, &text);
            shown.received += frame;
            ring.push(shown);
        }
        assert!(ring.bytes <= MOST_BYTES && MOST_BYTES - LARGE < ring.bytes, "{}", ring.bytes);
    }
}
