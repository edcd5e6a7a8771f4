//! Goes through a recording from its begin to its end, or to where it breaks off.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cube::outside;
use mcap::McapError;
use mcap::records::{self, Record, op};
use mcap::sans_io::linear_reader::{LinearReadEvent, LinearReader, LinearReaderOptions};

use crate::bag::Bag;
use crate::decode::DecodeError;
use crate::error::Error;
use crate::schema::{Schema, SchemaError};
use crate::value::Value;

/// No message is larger: a picture of 4096x4096 has 48 MiB.
const LARGEST: usize = 64 << 20;
/// What is read at once, at most.
const PIECE: usize = 1 << 20;

/// A topic in a recording.
#[derive(Clone, Debug)]
pub struct Channel {
    /// Its full name.
    pub topic: String,
    /// Its type, such as `sensor_msgs/msg/Image`; empty where the file has none.
    pub kind: String,
    /// How messages are encoded: `cdr`.
    pub encoding: String,
    /// What its messages look like.
    pub schema: Result<Arc<Schema>, SchemaError>,
    /// What else the writer noted, such as `offered_qos_profiles`.
    pub about: BTreeMap<String, String>,
}

/// A message in a recording. Times are nanoseconds since 1970.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// Its topic.
    pub channel: Arc<Channel>,
    /// When it was received.
    pub received: u64,
    /// When it was published.
    pub sent: u64,
    /// Its number by its publisher, where the writer noted it; 0 where not.
    pub number: u32,
    /// As it came over the wire.
    pub data: Vec<u8>,
}

/// A message that is not decoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Undecoded {
    /// In another encoding than CDR.
    #[error("its messages are encoded as {}, not as cdr", outside::quoted(encoding))]
    Encoding {
        /// The encoding.
        encoding: String,
    },
    /// Of an unknown type.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// Bytes that are no message of this type.
    #[error(transparent)]
    Message(#[from] DecodeError),
}

impl Recorded {
    /// Decodes the message.
    ///
    /// # Errors
    /// A type or bytes that are not read.
    pub fn decode(&self) -> Result<Value, Undecoded> {
        if self.channel.encoding != "cdr" {
            return Err(Undecoded::Encoding { encoding: self.channel.encoding.clone() });
        }
        let schema = self.channel.schema.as_ref().map_err(Clone::clone)?;
        Ok(schema.decode(&self.data)?)
    }
}

/// The messages of a file, in the order in which they were written. The last item is an error where the file breaks off.
pub struct Reader<Input> {
    path: PathBuf,
    input: Input,
    events: LinearReader,
    schemas: BTreeMap<u16, (String, Result<Arc<Schema>, SchemaError>)>,
    channels: BTreeMap<u16, Arc<Channel>>,
    has_ended: bool,
}

impl Reader<File> {
    /// Opens a file, or the folder of one.
    ///
    /// # Errors
    /// A file that cannot be read, or is no recording.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let path = Bag::existing_file(path)?;
        let file = outside::open(&path).map_err(|reason| Error::Read { path: path.clone(), reason })?;
        Self::new(path, file)
    }
}

impl<Input: Read> Reader<Input> {
    /// Reads from anywhere; `path` is its name in errors.
    ///
    /// # Errors
    /// As [`Reader::open`].
    pub fn new(path: PathBuf, input: Input) -> Result<Self, Error> {
        let options = LinearReaderOptions::default().with_validate_chunk_crcs(true).with_record_length_limit(LARGEST);
        let events = LinearReader::new_with_options(options);
        let (schemas, channels) = Default::default();
        let mut reader = Self { path, input, events, schemas, channels, has_ended: false };
        // The header of the file comes first.
        let path = reader.path.clone();
        match reader.next_record() {
            Ok(Some((op::HEADER, _))) => Ok(reader),
            Err(error @ Error::Read { .. }) => Err(error),
            _ => Err(Error::NoRecording { path }),
        }
    }

    /// The topics that were met so far.
    pub fn channels(&self) -> impl Iterator<Item = &Channel> {
        self.channels.values().map(|channel| &**channel)
    }

    /// The next record with its kind.
    fn next_record(&mut self) -> Result<Option<(u8, Vec<u8>)>, Error> {
        while let Some(event) = self.events.next_event() {
            match event.map_err(|error| failure(&self.path, &error))? {
                LinearReadEvent::Record { opcode, data } => return Ok(Some((opcode, data.to_vec()))),
                LinearReadEvent::ReadRequest(wanted) => {
                    // The length of a record is not trusted: memory grows with what is there.
                    let wrap = |reason| Error::Read { path: self.path.clone(), reason };
                    let count = self.input.read(self.events.insert(wanted.min(PIECE))).map_err(wrap)?;
                    self.events.notify_read(count);
                }
            }
        }
        Ok(None)
    }

    fn next_message(&mut self) -> Result<Option<Recorded>, Error> {
        while let Some((kind, data)) = self.next_record()? {
            if ![op::SCHEMA, op::CHANNEL, op::MESSAGE].contains(&kind) {
                continue;
            }
            match mcap::parse_record(kind, &data).map_err(|error| failure(&self.path, &error))? {
                Record::Schema { header, data } => {
                    // The end of a file repeats them.
                    self.schemas.entry(header.id).or_insert_with(|| {
                        let schema = Schema::parse(&header.name, &header.encoding, &data);
                        (header.name, schema.map(Arc::new))
                    });
                }
                Record::Channel(channel) => self.meet(channel),
                Record::Message { header, data } => {
                    let unknown =
                        || failure(&self.path, &McapError::UnknownChannel(header.sequence, header.channel_id));
                    let channel = self.channels.get(&header.channel_id).cloned().ok_or_else(unknown)?;
                    let (received, sent, number) = (header.log_time, header.publish_time, header.sequence);
                    return Ok(Some(Recorded { channel, received, sent, number, data: data.into_owned() }));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    fn meet(&mut self, channel: records::Channel) {
        let missing = || (String::new(), Err(SchemaError::Missing { name: channel.topic.clone() }));
        let (kind, schema) = self.schemas.get(&channel.schema_id).cloned().unwrap_or_else(missing);
        let (topic, encoding, about) = (channel.topic, channel.message_encoding, channel.metadata);
        let met = Channel { topic, kind, encoding, schema, about };
        self.channels.entry(channel.id).or_insert_with(|| Arc::new(met));
    }
}

impl<Input: Read> Iterator for Reader<Input> {
    type Item = Result<Recorded, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let next = self.next_message().transpose();
        self.has_ended = !matches!(next, Some(Ok(_)));
        next
    }
}

fn failure(path: &Path, error: &McapError) -> Error {
    let path = path.to_owned();
    match error {
        McapError::UnexpectedEof => Error::BreaksOff { path },
        other => Error::Damaged { path, reason: other.to_string() },
    }
}
