//! A topic that is recorded, and a message on it.

use std::sync::Arc;

use crate::definitions::Definition;
use crate::qos::{Durability, Qos};

/// A topic and what a reader must know of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Topic {
    /// Its full name.
    pub name: String,
    /// Its type, such as `sensor_msgs/msg/Image`.
    pub kind: String,
    /// What its messages look like.
    pub definition: Definition,
    /// What its publishers offer.
    pub qos: Vec<Qos>,
}

impl Topic {
    /// Whether late subscribers receive what was published before.
    pub fn is_latched(&self) -> bool {
        self.qos.iter().any(|qos| qos.durability == Durability::TransientLocal)
    }

    /// The offers as a YAML list.
    pub(crate) fn qos_yaml(&self, indent: &str) -> String {
        self.qos.iter().map(|qos| qos.yaml(indent)).collect()
    }
}

/// Who published a message, in the middleware's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Source(pub u128);

/// A message as it came over the wire. Times are nanoseconds since 1970, of the machine's clock.
#[derive(Clone, Debug)]
pub struct Message {
    /// Its topic.
    pub topic: Arc<Topic>,
    /// When it was received.
    pub received: u64,
    /// When it was published.
    pub sent: u64,
    /// Its number by its publisher, from 1; 0 where that is unknown. A gap shows what was lost.
    pub number: u64,
    /// Its publisher.
    pub source: Source,
    /// CDR with its header.
    pub data: Vec<u8>,
}
