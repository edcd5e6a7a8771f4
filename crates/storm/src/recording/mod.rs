//! What nodes published in a storm, as a recording that the tools for a rig's recordings open.

mod definitions;
mod messages;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use record::{Bag, Definition, Durability, History, Liveliness, Period, Qos, Recording, Reliability, Source, Topic};

use crate::context::EPOCH;
use crate::id::Id;
use crate::message::Message;

/// A message that a node published.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// When, in simulated seconds.
    pub seconds: f64,
    /// By which node.
    pub by: Id,
    /// In which of its lives.
    pub life: u32,
    /// What.
    pub message: Message,
}

/// Why a storm is not recorded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file.
    #[error(transparent)]
    Record(#[from] record::Error),
    /// A message.
    #[error("a message of {topic} is not written: {reason}")]
    Message {
        /// Its topic.
        topic: &'static str,
        /// Why not.
        reason: cdr_encoding::Error,
    },
}

/// Writes messages to a file of this name. `/diagnostics` is left out. Returns how many there are.
///
/// # Errors
/// A name that is taken, or a place where nothing can be written.
pub fn record(published: &[Published], path: &Path) -> Result<u64, Error> {
    let mut recording = Recording::begin(Bag::named(path), "jazzy")?;
    let mut topics = BTreeMap::new();
    let mut numbers: BTreeMap<(Id, u32, &str), u64> = BTreeMap::new();
    for sent in published {
        let stamp = Duration::from_secs_f64(EPOCH + sent.seconds);
        let Some(encoded) = messages::encode(&sent.message, sent.by, stamp) else { continue };
        let messages::Encoded { topic: name, kind, data } = encoded;
        let data = data.map_err(|reason| Error::Message { topic: name, reason })?;
        let is_latched = sent.message.topic().is_latched();
        let topic = topics.entry(name).or_insert_with(|| Arc::new(topic(name, kind, is_latched))).clone();
        let number = numbers.entry((sent.by, sent.life, name)).or_default();
        *number += 1;
        let at = stamp.as_nanos() as u64;
        let source = Source(sent.by.0 as u128 | u128::from(sent.life) << 64);
        recording.write(&record::Message { topic, received: at, sent: at, number: *number, source, data })?;
    }
    Ok(recording.finish()?)
}

fn topic(name: &str, kind: &str, is_latched: bool) -> Topic {
    let qos = Qos {
        history: History::KeepLast,
        depth: if is_latched { 1 } else { 20 },
        reliability: Reliability::Reliable,
        durability: if is_latched { Durability::TransientLocal } else { Durability::Volatile },
        deadline: Period(None),
        lifespan: Period(None),
        liveliness: Liveliness::Automatic,
        lease: Period(None),
    };
    let definition = Definition { text: definitions::text(kind), hash: None };
    Topic { name: name.to_owned(), kind: kind.to_owned(), definition, qos: vec![qos] }
}
