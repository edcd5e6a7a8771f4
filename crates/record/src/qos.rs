//! The quality of service that a publisher offers, as rosbag2 writes it.

use std::fmt::Write;
use std::time::Duration;

/// Which messages a publisher keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum History {
    /// The last few.
    KeepLast,
    /// All.
    KeepAll,
    /// As the middleware likes.
    SystemDefault,
    /// Discovery does not report it.
    Unknown,
}

/// Whether lost messages are sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reliability {
    /// They are.
    Reliable,
    /// They are not.
    BestEffort,
    /// As the middleware likes.
    SystemDefault,
    /// Discovery does not report it.
    Unknown,
}

/// Whether late subscribers receive what was published before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// They do.
    TransientLocal,
    /// They do not.
    Volatile,
    /// As the middleware likes.
    SystemDefault,
    /// Discovery does not report it.
    Unknown,
}

/// Who reports that a publisher lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Liveliness {
    /// The middleware.
    Automatic,
    /// The publisher, for each topic.
    ManualByTopic,
    /// As the middleware likes.
    SystemDefault,
    /// Discovery does not report it.
    Unknown,
}

/// A span of time; without one it is infinite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period(pub Option<Duration>);

/// What a publisher offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Qos {
    /// Which messages it keeps.
    pub history: History,
    /// How many; 0 where discovery does not report it.
    pub depth: usize,
    /// Whether lost messages are sent again.
    pub reliability: Reliability,
    /// Whether late subscribers receive earlier messages.
    pub durability: Durability,
    /// The longest time between two messages.
    pub deadline: Period,
    /// The age at which a message counts no more.
    pub lifespan: Period,
    /// Who reports that it lives.
    pub liveliness: Liveliness,
    /// How often.
    pub lease: Period,
}

/// What rmw writes for an infinite time: the most nanoseconds that fit in 64 bits.
const INFINITE: (u64, u32) = (9_223_372_036, 854_775_807);

impl Period {
    fn parts(self) -> (u64, u32) {
        self.0.map_or(INFINITE, |time| (time.as_secs(), time.subsec_nanos()))
    }
}

impl Qos {
    /// As an entry of a YAML list whose lines begin with `indent`.
    pub(crate) fn yaml(&self, indent: &str) -> String {
        let history = match self.history {
            History::KeepLast => "keep_last",
            History::KeepAll => "keep_all",
            History::SystemDefault => "system_default",
            History::Unknown => "unknown",
        };
        let reliability = match self.reliability {
            Reliability::Reliable => "reliable",
            Reliability::BestEffort => "best_effort",
            Reliability::SystemDefault => "system_default",
            Reliability::Unknown => "unknown",
        };
        let durability = match self.durability {
            Durability::TransientLocal => "transient_local",
            Durability::Volatile => "volatile",
            Durability::SystemDefault => "system_default",
            Durability::Unknown => "unknown",
        };
        let liveliness = match self.liveliness {
            Liveliness::Automatic => "automatic",
            Liveliness::ManualByTopic => "manual_by_topic",
            Liveliness::SystemDefault => "system_default",
            Liveliness::Unknown => "unknown",
        };
        let mut text = format!(
            "{indent}- history: {history}\n{indent}  depth: {}\n{indent}  reliability: {reliability}\n{indent}  durability: {durability}\n",
            self.depth
        );
        let mut period = |name: &str, period: Period| {
            let (seconds, nanoseconds) = period.parts();
            // Writing to a text cannot fail.
            let _ = write!(text, "{indent}  {name}:\n{indent}    sec: {seconds}\n{indent}    nsec: {nanoseconds}\n");
        };
        period("deadline", self.deadline);
        period("lifespan", self.lifespan);
        let _ = writeln!(text, "{indent}  liveliness: {liveliness}");
        let (seconds, nanoseconds) = self.lease.parts();
        let _ = write!(
            text,
            "{indent}  liveliness_lease_duration:\n{indent}    sec: {seconds}\n{indent}    nsec: {nanoseconds}\n{indent}  avoid_ros_namespace_conventions: false\n"
        );
        text
    }
}
