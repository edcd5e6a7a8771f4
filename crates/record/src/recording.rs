//! A recording under way: one file, which is complete on the disk after each chunk.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Seek, SeekFrom, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use mcap::records::MessageHeader;
use mcap::{Compression, McapError, WriteOptions, Writer};

use crate::Error;
use crate::bag::Bag;
use crate::messages::{Message, Topic};
use crate::metadata::{KEY, Metadata, RECORD};

/// What a recording is written to.
trait Output: Write + Seek + Send {}
impl<T: Write + Seek + Send> Output for T {}

/// A file that is being written.
pub struct Recording {
    bag: Bag,
    writer: Writer<Counted>,
    channels: Vec<Channel>,
    times: Option<(u64, u64)>,
    distribution: String,
    /// How long the file must be by now.
    length: Arc<AtomicU64>,
}

/// A topic in the file.
struct Channel {
    topic: Arc<Topic>,
    id: u16,
    count: u64,
}

/// Counts what is written.
struct Counted {
    inner: Box<dyn Output>,
    length: Arc<AtomicU64>,
}

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.length.fetch_add(written as u64, Ordering::Relaxed);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl Seek for Counted {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.inner.seek(to)
    }
}

impl Recording {
    /// Begins a recording. `distribution` is that of ROS, such as `jazzy`.
    ///
    /// # Errors
    /// A name that is taken, or a place where nothing can be written.
    pub fn begin(bag: Bag, distribution: &str) -> Result<Self, Error> {
        let file = bag.create()?;
        Self::over(bag, distribution, Box::new(file))
    }

    fn over(bag: Bag, distribution: &str, output: Box<dyn Output>) -> Result<Self, Error> {
        let options = WriteOptions::new()
            .profile("ros2")
            .library(concat!("cuberig ", env!("CARGO_PKG_VERSION")))
            .compression(Some(Compression::Lz4))
            // A chunk is written in one piece, and never touched again.
            .disable_seeking(true)
            .calculate_data_section_crc(false);
        let length = Arc::new(AtomicU64::new(0));
        let counted = Counted { inner: output, length: length.clone() };
        let writer = options.create(counted).map_err(|error| failure(&bag, &error))?;
        let (channels, times, distribution) = (Vec::new(), None, distribution.to_owned());
        Ok(Self { bag, writer, channels, times, distribution, length })
    }

    /// Where it is written.
    pub fn bag(&self) -> &Bag {
        &self.bag
    }

    /// The number of messages so far.
    pub fn count(&self) -> u64 {
        self.channels.iter().map(|channel| channel.count).sum()
    }

    /// Writes a message.
    ///
    /// # Errors
    /// The file cannot be written any further: nothing more is to be written then.
    pub fn write(&mut self, message: &Message) -> Result<(), Error> {
        self.write_at(message, message.received)
    }

    /// Writes a message as if it had been received at another time.
    ///
    /// # Errors
    /// As [`Recording::write`].
    pub fn write_at(&mut self, message: &Message, received: u64) -> Result<(), Error> {
        let place = self.channel(&message.topic)?;
        let channel = &mut self.channels[place];
        let header = MessageHeader {
            channel_id: channel.id,
            // It may run over.
            sequence: message.number as u32,
            log_time: received,
            publish_time: message.sent,
        };
        channel.count += 1;
        let written = self.writer.write_to_known_channel(&header, &message.data);
        written.map_err(|error| failure(&self.bag, &error))?;
        let (first, last) = self.times.unwrap_or((received, received));
        self.times = Some((first.min(received), last.max(received)));
        Ok(())
    }

    /// Ends the present chunk, so that it is in the file whatever happens next.
    ///
    /// # Errors
    /// As [`Recording::write`], and that the file is no longer where it was made.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.writer.flush().map_err(|error| failure(&self.bag, &error))?;
        let length = self.length.load(Ordering::Relaxed);
        let there = fs::metadata(self.bag.file()).is_ok_and(|file| length <= file.len());
        match there {
            true => Ok(()),
            false => Err(Error::Gone { path: self.bag.path().to_owned() }),
        }
    }

    /// Writes what readers look for at the end, and the number of messages that were recorded.
    ///
    /// # Errors
    /// As [`Recording::write`].
    pub fn finish(mut self) -> Result<u64, Error> {
        let file = self.bag.file().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let metadata = Metadata {
            file,
            times: self.times,
            topics: self.channels.iter().map(|channel| (&*channel.topic, channel.count)).collect(),
            distribution: self.distribution.clone(),
        };
        let yaml = metadata.yaml();
        let record = mcap::records::Metadata {
            name: RECORD.to_owned(),
            metadata: BTreeMap::from([(KEY.to_owned(), yaml.clone())]),
        };
        let finished = self.writer.write_metadata(&record).and_then(|()| self.writer.finish().map(drop));
        finished.map_err(|error| failure(&self.bag, &error))?;
        if let Some(path) = self.bag.metadata() {
            let wrap = |reason: io::Error| Error::Write { path: path.to_owned(), reason: reason.to_string() };
            fs::write(path, yaml).map_err(wrap)?;
        }
        Ok(self.count())
    }

    /// The place of a topic's channel, which is added with its first message.
    fn channel(&mut self, topic: &Arc<Topic>) -> Result<usize, Error> {
        let known = self.channels.iter().position(|channel| channel.topic.name == topic.name);
        if let Some(place) = known {
            return Ok(place);
        }
        let id = self.add_channel(topic).map_err(|error| failure(&self.bag, &error))?;
        self.channels.push(Channel { topic: topic.clone(), id, count: 0 });
        Ok(self.channels.len() - 1)
    }

    fn add_channel(&mut self, topic: &Topic) -> Result<u16, McapError> {
        let schema = self.writer.add_schema(&topic.kind, "ros2msg", topic.definition.text.as_bytes())?;
        let mut about = BTreeMap::from([("offered_qos_profiles".to_owned(), topic.qos_yaml(""))]);
        if let Some(hash) = &topic.definition.hash {
            about.insert("topic_type_hash".to_owned(), hash.clone());
        }
        self.writer.add_channel(schema, &topic.name, "cdr", &about)
    }
}

fn failure(bag: &Bag, error: &McapError) -> Error {
    let reason = match error {
        McapError::Io(reason) => reason.to_string(),
        other => other.to_string(),
    };
    Error::Write { path: bag.path().to_owned(), reason }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::io::Cursor;
    use std::path::Path;
    use std::time::Duration;

    use super::*;
    use crate::bag::tests::folder;
    use crate::definitions::Definition;
    use crate::messages::Source;
    use crate::qos::{Durability, History, Liveliness, Period, Qos, Reliability};

    pub(crate) fn topic(name: &str, durability: Durability) -> Arc<Topic> {
        let definition = Definition { text: "string data\n".into(), hash: Some("RIHS01_ab".into()) };
        let qos = Qos {
            history: History::KeepLast,
            depth: 3,
            reliability: Reliability::Reliable,
            durability,
            deadline: Period(None),
            lifespan: Period(Some(Duration::from_millis(1500))),
            liveliness: Liveliness::Automatic,
            lease: Period(None),
        };
        Arc::new(Topic { name: name.into(), kind: "std_msgs/msg/String".into(), definition, qos: vec![qos] })
    }

    /// A message with this text at this second.
    pub(crate) fn message(topic: &Arc<Topic>, second: u64, text: &str) -> Message {
        let mut data = vec![0, 1, 0, 0];
        data.extend(u32::try_from(text.len() + 1).expect("a short text").to_le_bytes());
        data.extend(text.bytes().chain([0]));
        let received = second * 1_000_000_000;
        Message { topic: topic.clone(), received, sent: received - 1, number: second + 1, source: Source(1), data }
    }

    /// Topics, times and texts in a file, read by the crate that wrote them: foreign readers judge in `xtask/tests/recordings.rs`.
    pub(crate) fn read(path: &Path) -> Vec<(String, u64, String)> {
        let bytes = cube::outside::read(path, "a recording", 1 << 30).expect("a file");
        let options = mcap::read::Options::IgnoreEndMagic.into();
        let messages = mcap::MessageStream::new_with_options(&bytes, options).expect("an MCAP file");
        let mut found = Vec::new();
        for message in messages.map_while(Result::ok) {
            let text = String::from_utf8_lossy(&message.data[8..message.data.len() - 1]).into_owned();
            found.push((message.channel.topic.clone(), message.log_time / 1_000_000_000, text));
        }
        found
    }

    /// A disk with room for this many bytes.
    struct Disk {
        content: Cursor<Vec<u8>>,
        room: usize,
    }

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            match self.content.get_ref().len() + bytes.len() <= self.room {
                true => self.content.write(bytes),
                false => Err(io::ErrorKind::StorageFull.into()),
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Seek for Disk {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.content.seek(to)
        }
    }

    #[test]
    fn a_full_disk_ends_a_recording_with_a_sentence_and_without_a_panic() {
        let bag = Bag::named(folder("full").join("a.mcap"));
        bag.create().expect("a file").set_len(1 << 20).expect("a long file");
        let disk = Disk { content: Cursor::default(), room: 3000 };
        let mut recording = Recording::over(bag, "jazzy", Box::new(disk)).expect("it fits");
        let chatter = topic("/chatter", Durability::Volatile);
        let mut full = None;
        for second in 1..100 {
            let written = recording.write(&message(&chatter, second, &format!("{second:0>99}")));
            if let Err(error) = written.and_then(|()| recording.flush()) {
                full = Some(error.to_string());
                break;
            }
        }
        let full = full.expect("the disk is full");
        assert!(full.contains("a.mcap ends here: ") && full.contains("storage"), "{full}");
        assert!(recording.write(&message(&chatter, 100, "more")).and_then(|()| recording.flush()).is_err());
    }

    #[test]
    fn a_removed_folder_is_noticed() {
        let folder = folder("removed");
        let mut recording = Recording::begin(Bag::named(folder.join("a.mcap")), "jazzy").expect("a new file");
        let chatter = topic("/chatter", Durability::Volatile);
        recording.write(&message(&chatter, 1, "there")).expect("it is there");
        recording.flush().expect("it is there");
        fs::remove_dir_all(&folder).expect("it is there");
        recording.write(&message(&chatter, 2, "gone")).expect("nobody has looked");
        let gone = recording.flush().expect_err("it was removed").to_string();
        assert!(gone.contains("a.mcap") && gone.contains("no longer there"), "{gone}");
    }

    /// As after SIGKILL: what was flushed can be read although the end is missing.
    #[test]
    fn an_unfinished_file_is_readable_up_to_its_last_chunk() {
        let path = folder("killed").join("a.mcap");
        let mut recording = Recording::begin(Bag::named(&path), "jazzy").expect("a new file");
        let chatter = topic("/chatter", Durability::Volatile);
        for second in 1..6 {
            recording.write(&message(&chatter, second, "kept")).expect("a disk");
        }
        recording.flush().expect("a disk");
        recording.write(&message(&chatter, 6, "lost")).expect("a disk");
        let texts: Vec<_> = read(&path).into_iter().map(|(_, second, text)| (second, text)).collect();
        assert_eq!(texts, (1..6).map(|second| (second, "kept".to_owned())).collect::<Vec<_>>());
        assert_eq!(recording.finish().expect("a disk"), 6);
        assert_eq!(read(&path).len(), 6);
    }
}
